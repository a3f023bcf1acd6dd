"""A comparison of two editions on a terminal: a tree for each matter, what came in green and what went in red."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console
from rich.text import Text
from rich.tree import Tree

from kb.comparison.comparing import Comparison
from kb.comparison.told import Style, Told, told

_STYLES: Mapping[Style, str] = {
    "": "",
    "head": "bold",
    "dim": "dim",
    "id": "cyan",
    "added": "green",
    "removed": "red",
    "changed": "yellow",
    "went": "red strike",
    "came": "green underline",
}


def print_comparison(comparison: Comparison, console: Console | None = None) -> None:
    """Print the comparison as trees."""
    console = console or Console(highlight=False)
    for index, matter in enumerate(told(comparison)):
        if index:
            console.print()
        console.print(_tree(matter))


def _tree(line: Told) -> Tree:
    tree = Tree(_label(line), guide_style="dim")
    _grow(tree, line)
    return tree


def _grow(tree: Tree, line: Told) -> None:
    for below in line.below:
        _grow(tree.add(_label(below)), below)


def _label(line: Told) -> Text:
    return Text.assemble(*((text, _STYLES[style]) for text, style in line.parts))
