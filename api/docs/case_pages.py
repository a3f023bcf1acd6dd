"""The pages of a rulebook's cases: each asked of the reasoner and told with its derivation.

Asking takes most of the time that a site takes, so that with several processors it is done in processes of their own while
the pages of rules are made.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from multiprocessing.context import BaseContext
from multiprocessing.util import Finalize
from pathlib import Path
from types import TracebackType

from api.docs.case_html import CaseHtml
from api.docs.links import SiteLinks, case_file
from api.told import Asked, cases_of, examples_of, told
from api.tree_html import picture_html

_LOT = 24
"""How heavy the cases are that are asked in one go: a plain case weighs 1."""

_OPEN = 12
"""What a case weighs that is recorded as undetermined: it is also asked what would decide it."""

_ALONE = 100  # so few cases are asked here


@dataclass(frozen=True, slots=True)
class CasePage:
    """A case of a rulebook as it was answered, its page, and the rules that the page leads to.

    `asked` has its derivations only if pages of rules show them, too: handing them over takes as long as drawing them.
    """

    rulebook: str
    asked: Asked
    html: str
    wanted: tuple[tuple[str, str], ...]


_Lot = tuple[str, tuple[int, ...], bool]
"""A rulebook, the places of some of its cases, and whether they stand on pages of rules, with pictures of derivations."""


class CasePages:
    """Makes the pages of the cases of some rulebooks: all, or with `most` those of `api.told.examples_of`.

    With `workers`, so many processes beside this one begin at once, those cases first that stand on pages of rules (only these
    have pictures of their derivations); whoever
    waits for pages meanwhile makes some of them itself, beginning with the last. Best made before a graph is opened: the
    processes begin sooner where nothing else runs in this one.
    """

    def __init__(self, rulebooks: Sequence[str], workers: int, most: int | None = None) -> None:
        self._pool: ProcessPoolExecutor | None = None
        split = {book: _split(book, most) for book in rulebooks}
        if workers and sum(map(len, chain.from_iterable(split.values()))) > _ALONE:
            self._pool = ProcessPoolExecutor(workers, mp_context=processes(), initializer=_be_short)
        self._shown = [self._begun(lot) for book in rulebooks for lot in _lots(book, split[book][0], True)]
        self._others = [self._begun(lot) for book in rulebooks for lot in _lots(book, split[book][1], False)]

    def __enter__(self) -> CasePages:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def shown(self) -> Iterator[CasePage]:
        """The pages of the cases that stand on pages of rules, as they come; their answers are known here from then on."""
        return self._made(self._shown)

    def others(self) -> Iterator[CasePage]:
        """The pages of the other cases; of their answers only what a page says of them is known here."""
        return self._made(self._others)

    def _begun(self, lot: _Lot) -> tuple[_Lot, Future[list[CasePage]] | None]:
        return lot, self._pool.submit(case_pages, *lot) if self._pool else None

    def _made(self, lots: Sequence[tuple[_Lot, Future[list[CasePage]] | None]]) -> Iterator[CasePage]:
        elsewhere = []
        for lot, future in reversed(lots):
            if future is None or future.cancel():
                yield from case_pages(*lot)
            else:
                elsewhere.append((lot, future))
        for lot, future in elsewhere:
            for page in future.result():
                if lot[2]:  # a page of a rule asks for it again
                    told(page.rulebook).answered(page.asked)
                yield page


def _split(rulebook: str, most: int | None) -> tuple[list[int], list[int]]:
    """The places of the cases that stand on pages of rules, and of the others."""
    said = told(rulebook)
    kept = {case.id for case in examples_of(said, most)}
    shown = {case.id for rule in said.cases_of for case in cases_of(said, rule)[0]}
    places = [place for place, case in enumerate(said.cases) if case.id in kept]
    return (
        [place for place in places if said.cases[place].id in shown],
        [place for place in places if said.cases[place].id not in shown],
    )


def _lots(rulebook: str, places: Sequence[int], pictured: bool) -> list[_Lot]:
    """These cases in lots that take about as long as each other, the dear ones first, so that all are ready together."""
    cases = told(rulebook).cases
    lots: list[list[int]] = [[]]
    weight = 0
    for place in sorted(places, key=lambda place: cases[place].answer != "undetermined"):
        weight += _OPEN if cases[place].answer == "undetermined" else 1
        if weight > _LOT and lots[-1]:
            lots.append([])
            weight = 0
        lots[-1].append(place)
    return [(rulebook, tuple(lot), pictured) for lot in lots if lot]


def case_pages(rulebook: str, places: Sequence[int], pictured: bool) -> list[CasePage]:
    """The pages of the cases of a rulebook that have these places among them, with pictures of derivations or without."""
    said = told(rulebook)
    written = _written(rulebook)
    made = []
    for case in (said.cases[place] for place in places):
        with said.book.engine.interpreted():  # each case is asked once
            asked = said.ask(case)
        links = SiteLinks()
        links.go_to(case_file(rulebook, case.id))
        picture = picture_html(rulebook, asked.drawn, asked.text, links) if pictured else None
        html = written.page(asked, picture, links)
        handed = asked if pictured else replace(asked, drawn=())
        made.append(CasePage(rulebook, handed, html, tuple(links.wanted)))
    return made


@lru_cache(maxsize=16)
def _written(rulebook: str) -> CaseHtml:
    return CaseHtml(rulebook)


def processes() -> BaseContext:
    """How processes begin: as copies of this one, with what it has imported and read, or from nothing.

    A copy has only the thread that made it. What other threads held then (those of an open graph, of a test) it would wait
    for without end, so that it is made only where there are no others, which only Linux can tell.
    """
    try:
        alone = sum(1 for _ in Path("/proc/self/task").iterdir()) == 1
    except OSError:
        alone = False
    return multiprocessing.get_context("fork" if alone else "spawn")


def _be_short() -> None:
    """What a process beside this one does first: it looks for no dead cycles, and takes nothing down when it ends."""
    gc.disable()
    # Taking down by one all that it has read and asked would take as long as asking some hundred cases. What it has
    # made was handed over by then.
    Finalize(None, os._exit, (0,), exitpriority=-100)


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
