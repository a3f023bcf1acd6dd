"""Tables by their names: two names for one table, a name that no table has, cells and rows that are missing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from ingest.checks.corpus import Corpus, Fault, Text, fault
from ingest.nodes import Table

_CAPTION = re.compile(r"^\s*(?:Table|Chart)[\s\xa0]+[\w.]+[\s\xa0:.–-]+(?P<name>[A-Z].{3,80}?)\s*$")
_HEADING = re.compile(r"^[\s*_]*(?P<name>[A-Z][A-Z/&' -]{6,80})[\s*_]*$")
_NAMED = re.compile(r"\b(?P<name>(?:[A-Z][A-Z/&'-]*[\s\xa0]+){1,6}(?:TABLE|CHART))\b")
_SMALL = frozenset({"THE", "OF", "AND", "A", "AN", "ON", "FOR", "TO"})


def table_names(corpus: Corpus) -> Iterator[Fault]:
    """A caption and a heading that disagree; a table named in the text that differs by a word from one there is."""
    known: set[frozenset[str]] = set()
    for text in corpus.texts:
        caption: re.Match[str] | None = None
        for paragraph in text.paragraphs:
            match = _CAPTION.match(paragraph.text)
            heading = _HEADING.match(paragraph.text) if caption is not None else None
            if match is not None:
                known.add(_words(match["name"]))
            elif heading is not None and caption is not None:
                one, other = _words(caption["name"]), _words(heading["name"])
                known.add(other)
                if not (one <= other or other <= one):
                    message = (
                        f"this table is “{heading['name'].strip()}” here, “{caption['name']}” in its caption"
                    )
                    yield fault(
                        text, paragraph, heading.span("name"), "title-differs", message, "one name for it"
                    )
            caption = match if match is not None else (caption if not paragraph.text.strip() else None)
        known.update(_words(table.title) for table in text.document.tables if table.title.isupper())
    for text, paragraph, named in corpus.find(_NAMED):
        words = _words(named["name"])
        if _HEADING.match(paragraph.text) or words in known or not known:
            continue
        near = [each for each in known if len(each ^ words) == 1 and min(len(each), len(words)) > 2]
        if near:
            less = ", ".join(sorted(words - near[0]))
            more = ", ".join(sorted(near[0] - words))
            message = f"no table is called “{named['name']}”; one is with “{more or less}”"
            if not more:
                message = f"no table is called “{named['name']}”; one is without “{less}”"
            yield fault(text, paragraph, named.span("name"), "title-differs", message, "the table's own name")


def _words(name: str) -> frozenset[str]:
    return frozenset(word for word in re.findall(r"[A-Z]+", name.upper()) if word not in _SMALL)


_UNIT = re.compile(r"(?<![\w.])(?:\d+|½|[+-]\d+)[\s\xa0]?(?P<unit>[A-Z]{2,4}|[a-z]{2,6}s?)(?![\w-])")
_HEAD_UNIT = re.compile(r"\((?P<unit>[A-Z]{2,4})\)|\b(?P<word>M[PF]|FP)\b")


def columns(corpus: Corpus) -> Iterator[Fault]:
    """A cell with another unit than its column's other cells or head; a row with more or fewer cells than the head."""
    for text in corpus.texts:
        for table in text.document.tables:
            yield from _units(text, table)
            yield from _cells(text, table)


def _units(text: Text, table: Table) -> Iterator[Fault]:
    for index, head in enumerate(table.columns):
        cells = [row[index] for row in table.rows if index < len(row)]
        told = [sorted({match["unit"] for match in _UNIT.finditer(cell)}) for cell in cells]
        single = Counter(units[0] for units in told if len(units) == 1)
        if not single:
            continue
        usual, most = single.most_common(1)[0]
        named = _HEAD_UNIT.search(head)
        in_head = (named["unit"] or named["word"]) if named else None
        if in_head in single:
            usual = in_head
            most = max(most, 3)
        if most < 3:
            continue
        for cell, units in zip(cells, told, strict=True):
            if len(units) != 1 or units[0] == usual or single[units[0]] * 3 > max(most, sum(single.values())):
                continue
            if not units[0].isupper() or not usual.isupper():
                continue
            start = _find(text, table, cell)
            message = f"“{cell[:40]}” in a column whose other cells have {usual}"
            yield Fault(text, start, "unit-differs", message, cell[:60], f"{usual}?")


def _cells(text: Text, table: Table) -> Iterator[Fault]:
    if len(table.columns) < 2 or len(table.rows) < 2:
        return
    widths = Counter(len(row) for row in table.rows)
    width, usual = widths.most_common(1)[0]
    for row in table.rows:
        if (
            len(row) != width
            and usual > 2
            and widths[len(row)] == 1
            and width == len(table.columns)
            and len(row) > 1
        ):
            message = f"a row of {len(row)} cells in a table of {width} columns"
            yield Fault(
                text, _find(text, table, row[0]), "cell-missing", message, row[0][:60], f"{width} cells"
            )
    empty = [(row, index) for row in table.rows for index, cell in enumerate(row) if not cell.strip()]
    marked = sum(
        cell.strip() in ("—", "–", "-", "NA", "N/A", "None", "No") for row in table.rows for cell in row
    )
    if len(empty) == 1 and marked > 1:
        row, index = empty[0]
        head = table.columns[index] if index < len(table.columns) else str(index + 1)
        message = f"the one empty cell of the table, under “{head[:40]}”; others have a mark"
        yield Fault(text, _find(text, table, row[0]), "cell-missing", message, row[0][:60], "NA?")


def _find(text: Text, table: Table, words: str) -> int:
    """Where words of a table stand in the source; its beginning where they cannot be found as they are."""
    found = (
        text.source.text.find(words.split("  ")[0][:24], table.span.start, table.span.end) if words else -1
    )
    return found if found >= 0 else table.span.start
