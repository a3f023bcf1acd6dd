"""Tables whose rows go by a figure (≤ 1, 2-5, ≥ 6): an end without its sign, a figure in no row or in two."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from ingest.checks.corpus import Corpus, Fault, Paragraph, Text, fault

_ROW = re.compile(
    r"\s*(?P<sign>[≤≥<>]=?)?[\s\xa0]*(?P<low>[-−]?\d{1,4})(?:[\s\xa0]*[-–][\s\xa0]*(?P<high>\d{1,4}))?(?P<open>\+|[\s\xa0]+or[\s\xa0]+(?:more|less|fewer|higher|lower|greater|above|below))?(?=\s|$)"
)


@dataclass(frozen=True, slots=True)
class _Row:
    """One row: the place of its figures, the lowest and highest of them, and the sign of an open end."""

    paragraph: Paragraph
    span: tuple[int, int]
    low: int
    high: int
    sign: str


def table_rows(corpus: Corpus) -> Iterator[Fault]:
    """The faults of every run of three rows or more that go up or down by a figure."""
    for text in corpus.texts:
        for run in _runs(text):
            lows = [row.low for row in run]
            if len(run) > 2 and lows in (sorted(set(lows)), sorted(set(lows), reverse=True)):
                yield from _ends(text, run)
                yield from _steps(text, run if lows[0] < lows[-1] else run[::-1])


def _runs(text: Text) -> Iterator[list[_Row]]:
    """Rows that follow each other, a paragraph each or the first cell of several."""
    run: list[_Row] = []
    for paragraph in text.paragraphs:
        match = _ROW.match(paragraph.text) if len(paragraph.text) < 80 else None
        if match is not None:
            low = int(match["low"].replace("−", "-"))
            sign = " ".join((match["sign"] or match["open"] or "").split())
            span = match.start("low"), match.end()
            run.append(_Row(paragraph, span, low, int(match["high"] or low), sign))
        elif not (run and run[-1].paragraph.cell and paragraph.cell):
            yield run
            run = []
    yield run


def _ends(text: Text, run: list[_Row]) -> Iterator[Fault]:
    """One end is open and the other is a bare figure."""
    first, last = run[0], run[-1]
    if any(row.sign for row in run[1:-1]) or bool(first.sign) == bool(last.sign):
        return
    closed, opened = (first, last) if last.sign else (last, first)
    if closed.low != closed.high:
        return
    low = closed.low < opened.low
    right = f"{'≤' if low else '≥'} {closed.low}?"
    if opened.sign.startswith("or"):
        right = f"{closed.low} or {'less' if low else 'more'}?"
    message = f"the table's other end is open ({opened.sign}), this one is not"
    yield fault(text, closed.paragraph, closed.span, "lost-sign", message, right)


def _steps(text: Text, run: list[_Row]) -> Iterator[Fault]:
    """A figure between two rows that neither has, or that both have; only where nearly all rows follow each other."""
    pairs = list(itertools.pairwise(run))
    odd = [(low, high) for low, high in pairs if low.high + 1 != high.low]
    ranged = any(row.sign or row.high > row.low for row in run)
    if len(odd) != 1 or (not ranged and len(run) < 4):
        return
    low, high = odd[0]
    if low.high < high.low:
        missing = f"{low.high + 1}" if low.high + 2 == high.low else f"{low.high + 1} to {high.low - 1}"
        message = f"the table has no row for {missing}"
    else:
        message = f"{high.low} stands in two rows of the table"
    yield fault(text, high.paragraph, high.span, "table-step", message, f"{low.high + 1}?")
