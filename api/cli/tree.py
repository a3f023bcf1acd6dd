"""An answer on a terminal: the verdict in colour, the derivation as a tree."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.text import Text
from rich.tree import Tree

from kb.drawn import Line, draw
from kb.explain import render_headline
from kb.notes import Notes, notes_after, notes_before

_COLOURS = {"yes": "green", "no": "red", "value": "green", "set": "green", "split": "cyan"}


def print_answer(answer: Mapping[str, Any], console: Console | None = None) -> None:
    """Print the answer's sentence, its derivations as trees, and what else the answer says."""
    console = console or Console(highlight=False)
    console.print(Text(render_headline(answer), style=f"bold {_colour(answer.get('answer'))}"))
    _print_notes(notes_before(answer), console)
    for drawn in draw(answer):
        console.print()
        if drawn.of:
            console.print(Text(drawn.of, style="bold"))
        console.print(_tree(drawn.root))
    _print_notes(notes_after(answer), console)


def _print_notes(notes: Notes, console: Console) -> None:
    for heading, lines in notes:
        console.print()
        console.print(Text(heading, style="bold"))
        for line in lines:
            console.print(Padding(Text(line), (0, 0, 0, 2)))


def _colour(verdict: Any) -> str:
    return _COLOURS.get(str(verdict), "yellow")


def _tree(line: Line) -> Tree:
    tree = Tree(_label(line), guide_style="dim")
    _grow(tree, line)
    return tree


def _grow(tree: Tree, line: Line) -> None:
    for below in line.below:
        _grow(tree.add(_label(below)), below)


def _label(line: Line) -> Text:
    label = _said(line)
    if line.repeated:
        label.append("  (shown above)", style="dim")
    for said in (line.says, f"“{line.quote}”" if line.quote else None):
        if said:
            label.append(f"\n{said}", style="dim")
    for assumed in line.assumes:
        if assumed != line.sentence:
            label.append(f"\nassumed: {assumed}", style="yellow")
    return label


def _said(line: Line) -> Text:
    cited = line.statement or line.rule or ""
    if line.exception is not None:
        applies = {"yes": "applies", "no": "does not apply"}.get(line.exception, "may apply")
        return Text.assemble(
            ("exception ", "magenta"), (cited, "cyan"), f" {applies}: ", (line.sentence, "dim")
        )
    if line.passed_over is not None:
        return Text.assemble(
            ("not ", "magenta"), (cited or "this", "cyan"), f", {line.passed_over}: ", (line.sentence, "dim")
        )
    label = Text(line.sentence, style="yellow" if line.verdict == "unknown" else "")
    if cited:
        label.append(f"  [{cited}]", style="cyan")
    if line.told:
        label.append(f"  ({line.told})", style="dim")
    elif line.sentence in line.assumes:
        label.append("  (assumed: nothing says otherwise)", style="dim")
    return label
