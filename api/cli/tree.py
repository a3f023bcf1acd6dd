"""An answer on a terminal: the verdict in colour, the derivation as a tree."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kb.explain import render_sentence
from rich.console import Console
from rich.text import Text
from rich.tree import Tree

from api.derivation import Line, draw
from api.notes import notes

_COLOURS = {"yes": "green", "no": "red", "value": "green", "set": "green", "split": "cyan"}


def print_answer(answer: Mapping[str, Any], console: Console | None = None) -> None:
    """Print the answer's sentence, its derivations as trees, and what else the answer says."""
    console = console or Console(highlight=False)
    console.print(Text(render_sentence(answer), style=f"bold {_colour(answer.get('answer'))}"))
    for drawn in draw(answer):
        console.print()
        if drawn.of:
            console.print(Text(drawn.of, style="bold"))
        console.print(_tree(drawn.root))
    for heading, items in notes(answer):
        console.print()
        console.print(Text(heading, style="bold"))
        for item in items:
            console.print(Text(f"  {item}"))


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
    if line.exception is not None:
        applies = {"yes": "applies", "no": "does not apply"}.get(line.exception, "may apply")
        label = Text.assemble(
            ("exception ", "magenta"), (line.statement or line.rule or "", "cyan"), f" {applies}"
        )
        if line.sentence:
            label.append(f": {line.sentence}")
    else:
        label = Text(line.sentence)
        if line.verdict:
            label.append(f"  {line.verdict}", style=_colour(line.verdict))
        if cited := line.statement or line.rule:
            label.append(f"  [{cited}]", style="cyan")
    if line.repeated:
        label.append("  (shown above)", style="dim")
    if line.quote:
        label.append(f"\n“{line.quote}”", style="italic dim")
    for assumed in line.assumes:
        label.append(f"\nassumed: {assumed}", style="yellow")
    return label
