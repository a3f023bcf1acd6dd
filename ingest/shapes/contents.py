"""What stands before the rules and behind them: a table of contents, a glossary, an index."""

from __future__ import annotations

import re
from collections.abc import Callable

from ingest.flow import trimmed
from ingest.shapes.usual import is_contents

_LINE = re.compile(r"[^\n]*(?:\n|\Z)")
#: What leads to the number of a page.
_LEADER = re.compile(
    r"[ \t]*(?:(?:\.{2,}|…|\t|[ \t]{3,})[ \t.…]*|[ \t](?:[Pp]age|[Pp]{1,2}\.)[ \t]*)\d{1,4}\Z"
)

Rule = Callable[[int, int], "re.Match[str] | None"]
"""The beginning of a rule in a range of the text, with its group `number`, or None."""


def contents_range(text: str, rule: Rule) -> tuple[int, int]:
    """The range of a table of contents in front: its first two numbers stand there and again at their rules."""
    numbers: list[str] = []
    begin = end = lines = 0
    for line in _LINE.finditer(text):
        start, stop = trimmed(text, line.start(), line.end())
        if start == stop:
            continue
        leader = _LEADER.search(text, max(start, stop - 200), stop)
        match = rule(start, leader.start() if leader else stop)
        if end:  # the first number has come again; now the second
            if match is not None and match["number"] == numbers[1]:
                return begin, end
            continue
        lines += bool(numbers)
        if match is None:
            continue
        if not numbers:
            begin, lines = start, 1
        elif match["number"] == numbers[0]:
            if not is_contents(len(numbers), lines - 1):
                return 0, 0
            end = start
            continue
        numbers.append(match["number"])
    return 0, 0


def back_matter(text: str, start: int, rule: Rule, back_line: re.Pattern[str]) -> int:
    """Where what follows the last rule begins, from `start` on: at a line that `back_line` fits, or at the end."""
    last = len(text)
    for line in _LINE.finditer(text, start):
        begin, end = trimmed(text, line.start(), line.end())
        if begin == end:
            continue
        if rule(begin, end):
            last = len(text)
        elif last == len(text) and back_line.match(text, begin, end):
            last = begin
    return last
