"""Edits of a play aid's cells: each makes one claim false, or changes its words and nothing else.

What may be swapped for what stands in `playaid_edits.toml`, for each rulebook. An edit is one change at one place of one cell.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DATA: dict[str, Any] = tomllib.loads(
    (Path(__file__).parent / "playaid_edits.toml").read_text(encoding="utf-8")
)

_TAG = re.compile(r"<[^>]*>")
_EXCEPTION = re.compile(r"\s*(?:\[EXC:[^\]]*\]|\(EXC:[^)]*\)|\(unless [^)]*\))")
_NUMBER = re.compile(r"(?<![\w./+-])[+-]?\d+(?![\w.]*\.\d)(?![./]\d)")
_CITED = re.compile(r"(?<![\w.])[A-Z]?\d+\.\d+(?:[-/]\.?[\d.]+)*")


@dataclass(frozen=True)
class Edit:
    """One change: of which kind, in which cell, from which words to which, and the whole text after it."""

    kind: str
    row: str
    column: str
    old: str
    new: str
    text: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.row} / {self.column}: '{self.old}' -> '{self.new}'"


@dataclass(frozen=True)
class Cell:
    """A cell of a table: the title of its row, the head of its column, its place in the text."""

    row: str
    column: str
    start: int
    end: int


def cells(text: str, rows: Sequence[str], columns: Sequence[str] = ()) -> Iterator[Cell]:
    """The cells of these rows, in all columns but the first or in those whose heads begin so."""
    heads: list[str] = []
    at = 0
    for line in text.split("\n"):
        parts = line.split("\t")
        if len(parts) > 1:
            if not heads:
                heads = [part.strip() for part in parts]
            elif parts[0].strip() in rows:
                place = at + len(parts[0]) + 1
                for head, part in zip(heads[1:], parts[1:], strict=False):
                    if not columns or head.startswith(tuple(columns)):
                        yield Cell(parts[0].strip(), head, place, place + len(part))
                    place += len(part) + 1
        else:
            heads = []
        at += len(line) + 1


def false_edits(text: str, rulebook: str) -> list[Edit]:
    """The edits that make one claim false, but for those that the data says stay true."""
    data = DATA[rulebook]
    found: list[Edit] = []
    for cell in cells(text, data["rows"], data.get("columns", ())):
        found += _numbers(text, cell, data)
        found += _swaps(text, cell, data)
        found += _dropped(text, cell)
        found += _citations(text, cell, data)
    true = [tuple(entry) for entry in data.get("stay_true", ())]
    kept: dict[str, Edit] = {}
    for edit in found:
        if not any(_matches(edit, each) for each in true) and edit.text != text:
            kept.setdefault(edit.text, edit)
    return list(kept.values())


def harmless_edits(text: str, rulebook: str) -> list[Edit]:
    """The edits that change words and nothing else."""
    data = DATA[rulebook]
    found: list[Edit] = []
    for cell in cells(text, data["rows"], data.get("columns", ())):
        found += _reworded(text, cell, [*DATA["harmless"]["words"], *data.get("harmless", ())])
        found += _reordered(text, cell)
        found += _punctuated(text, cell)
        found += _respelled(text, cell)
    kept: dict[str, Edit] = {}
    for edit in found:
        if edit.text != text:
            kept.setdefault(edit.text, edit)
    return list(kept.values())


def _matches(edit: Edit, entry: tuple[str, ...]) -> bool:
    had = (edit.row, edit.column, edit.old, edit.new)
    return all(
        wanted == "*" or (each.startswith(wanted) if wanted else not each)
        for wanted, each in zip(entry, had, strict=True)
    )


def _edit(text: str, cell: Cell, kind: str, start: int, end: int, new: str) -> Edit:
    return Edit(
        kind, cell.row, cell.column, text[start:end].strip(), new.strip(), text[:start] + new + text[end:]
    )


def _within(pattern: re.Pattern[str], text: str, cell: Cell) -> Iterator[re.Match[str]]:
    yield from pattern.finditer(text, cell.start, cell.end)


def _numbers(text: str, cell: Cell, data: Mapping[str, Any]) -> Iterator[Edit]:
    cited = [match.span() for match in _within(_CITED, text, cell)]
    tags = [match.span() for match in _within(_TAG, text, cell)]
    for match in _within(_NUMBER, text, cell):
        if any(start <= match.start() < end for start, end in (*cited, *tags)):
            continue
        number = int(match[0])
        sign = "+" if match[0].startswith("+") else ""
        for other in dict.fromkeys((number + 1, number - 1, number + 3)):
            if (other < 0) is (number < 0) or number == 0:
                yield _edit(text, cell, "number", *match.span(), f"{sign if other > 0 else ''}{other}")
        if match[0][0] in "+-":
            yield _edit(text, cell, "sign", *match.span(), f"{'-' if number > 0 else '+'}{abs(number)}")


def _swaps(text: str, cell: Cell, data: Mapping[str, Any]) -> Iterator[Edit]:
    for kind, groups in data["swaps"].items():
        for group in groups:
            for old in group:
                pattern = re.compile(rf"(?<![\w-]){re.escape(old)}(?![\w-])", re.IGNORECASE)
                for match in _within(pattern, text, cell):
                    for new in group:
                        if new.lower() != old.lower():
                            yield _edit(text, cell, kind, *match.span(), new)
    for entry in (*DATA["false"]["words"], *data.get("words", ())):
        kind, old, *news = entry
        for match in _within(re.compile(old), text, cell):
            for new in news:
                yield _edit(text, cell, kind, *match.span(), match.expand(new))


def _dropped(text: str, cell: Cell) -> Iterator[Edit]:
    for match in _within(_EXCEPTION, text, cell):
        yield _edit(text, cell, "exception dropped", *match.span(), "")


def _citations(text: str, cell: Cell, data: Mapping[str, Any]) -> Iterator[Edit]:
    for match in _within(re.compile(r"(?<=\()\d+\.\d+(?=\))"), text, cell):
        for new in data.get("citations", ()):
            mine, other = match[0], new
            if not (mine.startswith(other) or other.startswith(mine)):
                yield _edit(text, cell, "citation", *match.span(), new)


def _reworded(text: str, cell: Cell, words: Sequence[Sequence[str]]) -> Iterator[Edit]:
    for old, *news in words:
        for match in _within(re.compile(old), text, cell):
            if any(tag.start() <= match.start() < tag.end() for tag in _within(_TAG, text, cell)):
                continue
            for new in news:
                yield _edit(text, cell, "words", *match.span(), match.expand(new))


def _reordered(text: str, cell: Cell) -> Iterator[Edit]:
    body = text[cell.start : cell.end]
    items = re.findall(r"<li>.*?</li>", body)
    if len(items) > 1:
        turned = body
        head, tail = body.index(items[0]), body.rindex(items[-1]) + len(items[-1])
        turned = body[:head] + "".join(reversed(items)) + body[tail:]
        yield _edit(text, cell, "order of claims", cell.start, cell.end, turned)
    for match in _within(re.compile(r"\b([A-Z]\w+) and (\w+ \w+)(?= may)"), text, cell):
        first, second = match[1], match[2]
        yield _edit(
            text, cell, "order of a list", *match.span(), f"{second.capitalize()} and {first.lower()}"
        )
    for match in _within(re.compile(r"(?<![\w/-])([A-Z]\w+)/([A-Z]\w+)\b(?![/-])"), text, cell):
        if not re.search(r"[/.]$", text[: match.start()]):
            yield _edit(text, cell, "order of a list", *match.span(), f"{match[2]}/{match[1]}")


def _punctuated(text: str, cell: Cell) -> Iterator[Edit]:
    body = text[cell.start : cell.end]
    words = _TAG.sub("", body)
    if not words.strip() or words.strip() == "—":
        return
    spaced = re.sub(r"(?<=\w) (?=\w)", "  ", body)
    yield _edit(text, cell, "white space", cell.start, cell.end, spaced)
    fixed = re.sub(r"(?<=\w) (?=\w)", "\u00a0", body)
    yield _edit(text, cell, "white space", cell.start, cell.end, fixed)
    if "<li>" in body:
        loud = re.sub(r"(?<=<li>)(\w)(?=[a-z])", lambda m: m[1].lower(), body)
        yield _edit(text, cell, "case", cell.start, cell.end, loud)
        yield _edit(text, cell, "full stops", cell.start, cell.end, re.sub(r"\.(?=</li>)", "", body))
        yield _edit(text, cell, "full stops", cell.start, cell.end, re.sub(r"(?<![.)])(?=</li>)", ".", body))
        yield _edit(text, cell, "no italics", cell.start, cell.end, re.sub(r"</?i>", "", body))
        yield _edit(
            text, cell, "bold", cell.start, cell.end, re.sub(r"<li>(.*?)</li>", r"<li><b>\1</b></li>", body)
        )
    if "[EXC" in body:
        round_ = re.sub(r"\[(EXC:[^\]]*)\]", r"(\1)", body)
        yield _edit(text, cell, "brackets", cell.start, cell.end, round_)


_SPELLINGS = (
    # Kind, pattern, replacement: each match of each is one edit.
    ("hyphen", r"(?<=[A-Za-z])-(?=[A-Za-z])", " "),
    ("hyphen", r"(?<=[A-Za-z])-(?=[A-Za-z])", "\u2011"),
    ("hyphen", r"(?<=[A-Za-z])-(?=[a-z])", ""),
    ("minus", r"(?<![\w/])-(?=\d)", "\u2212"),
    ("white space", r"(?<=\d)(?=MP\b|MF\b)", " "),
    ("white space", r"(?<=\d) (?=MP\b|MF\b)", ""),
    ("white space", r"(?<=\w{2})/(?=[A-Za-z])", " / "),
    ("white space", r"(?<=[A-Za-z]): (?=\d)", ":"),
    ("case", r"(?:(?<=[a-z,] )|(?<=[a-z]/))(?!May\b)[A-Z](?=[a-z]{2,}\b(?!\.))", None),
    ("plural", r"\b([A-Z][a-z]+(?<!s)): ?(?=\d)", r"\1s: "),
)


def _respelled(text: str, cell: Cell) -> Iterator[Edit]:
    """One hyphen, minus, space, capital or plural otherwise; and a list of names the other way round."""
    tags = [match.span() for match in _within(_TAG, text, cell)]

    def matches(pattern: str) -> Iterator[re.Match[str]]:
        for match in _within(re.compile(pattern), text, cell):
            if not any(start <= match.start() < end for start, end in tags):
                yield match

    for kind, pattern, new in _SPELLINGS:
        for match in matches(pattern):
            instead = match[0].lower() if new is None else match.expand(new)
            yield _edit(text, cell, kind, *match.span(), instead)
    for match in matches(r"(?<![\w/).-])[A-Z]\w+(?:/[A-Z]\w+)+(?![\w/-])"):
        turned = "/".join(reversed(match[0].split("/")))
        yield _edit(text, cell, "order of a list", *match.span(), turned)
    for match in matches(r"(?<![\w/).-] )(?<![\w/).-])[A-Z][\w-]+(?:, [A-Z][\w-]+){2,}(?![\w/-])"):
        yield _edit(text, cell, "order of a list", *match.span(), ", ".join(reversed(match[0].split(", "))))
