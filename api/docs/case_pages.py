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
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType

from api.docs.links import SiteLinks, case_file
from api.pages import page_text
from api.told import Asked, told

_LOT = 100  # cases that a process is given at once
_ALONE = 100  # so few cases are asked here


@dataclass(frozen=True, slots=True)
class CasePage:
    """A case as it was answered, its page, and the rules that the page leads to."""

    asked: Asked
    html: str
    wanted: tuple[tuple[str, str], ...]


class CasePages:
    """Makes the pages of all cases of some rulebooks, in `workers` processes beside this one, or in this one if 0."""

    def __init__(self, rulebooks: Sequence[str], workers: int) -> None:
        lots = [(book, start) for book in rulebooks for start in range(0, len(told(book).cases), _LOT)]
        self._lots: dict[str, list[tuple[int, Future[list[CasePage]] | None]]] = {
            book: [] for book in rulebooks
        }
        self._pool: ProcessPoolExecutor | None = None
        if workers and sum(len(told(book).cases) for book in rulebooks) > _ALONE:
            context = multiprocessing.get_context("spawn")  # nothing that is open here is open there
            self._pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_collect_seldom)
        for book, start in lots:
            future = self._pool.submit(case_pages, book, start, start + _LOT) if self._pool else None
            self._lots[book].append((start, future))

    def __enter__(self) -> CasePages:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def of(self, rulebook: str) -> Iterator[CasePage]:
        """The pages of a rulebook's cases, in their order; what was answered is known here from then on."""
        said = told(rulebook)
        for start, future in self._lots[rulebook]:
            for page in case_pages(rulebook, start, start + _LOT) if future is None else future.result():
                said.answered(page.asked)
                yield page


def case_pages(rulebook: str, start: int, stop: int) -> list[CasePage]:
    """The pages of these cases of a rulebook."""
    said = told(rulebook)
    made = []
    for case in said.cases[start:stop]:
        asked = said.ask(case)
        links = SiteLinks()
        links.go_to(case_file(rulebook, case.id))
        html = page_text("case.html", {"book": rulebook, "here": "examples", "asked": asked, "links": links})
        made.append(CasePage(asked, html, tuple(links.wanted)))
    return made


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Look for dead cycles seldom: while a site is made, much lives long and little of it dies, and the search for that
    took a third of the time.
    """
    before = gc.get_threshold()
    _collect_seldom()
    try:
        yield
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)


def _collect_seldom() -> None:
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
