"""Which changes to a rulebook's encodings no shipped case notices.

A case notices a change if its answer is another one (the verdict, the value or set, the outcomes and their odds, the kinds that
differ, what would decide, the answers of other readings), cites other rules, or rests on or looks at other statements. A
change that makes a rulebook which is refused when it is loaded is noticed by the loader. Only cases that ask for something the
change is about are put to a mutant, those that rest on its statement first, and the first that notices it is enough.
"""

from __future__ import annotations

import gc
import itertools
import multiprocessing
import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ingest.diagnostics import Diagnostic
from kb.answer import Put
from kb.cases import Case
from kb.mutants import Mutant, mutants_of
from kb.reason.cycles import loops
from kb.reason.engine import Timeout
from kb.rulebook import Contents, Rulebook, build_rulebook

SLOWEST = 0.5
"""The seconds of processor time that a case may take to be asked of mutants at all."""

_PATIENCE = 4.0
"""How many times longer than that a mutant may take; one that takes longer is not noticed by the case."""

_NOW_AND_THEN = 50
"""How often a deadline is asked before it looks at the time."""

BAR = 95
"""The mutation score, in per cent, that a rulebook is to reach."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a mutant: the id of the case that noticed it, "loader" if it is refused, None if it survived."""

    mutant: Mutant
    noticed_by: str | None


@dataclass(frozen=True, slots=True)
class Tally:
    """The outcomes of all mutants that were tried, in the order of the files; `unasked` are the cases that took too long."""

    outcomes: tuple[Outcome, ...]
    cases: int
    unasked: tuple[str, ...] = ()

    @property
    def survivors(self) -> tuple[Mutant, ...]:
        """The mutants that no case noticed."""
        return tuple(each.mutant for each in self.outcomes if each.noticed_by is None)

    @property
    def refused(self) -> int:
        """How many mutants the loader refused."""
        return sum(each.noticed_by == LOADER for each in self.outcomes)

    @property
    def score(self) -> float:
        """The share of mutants that were noticed, in per cent; 100 where there were none."""
        return 100 * (1 - len(self.survivors) / len(self.outcomes)) if self.outcomes else 100.0

    @property
    def unnoticed(self) -> tuple[str, ...]:
        """The statements of which nothing that is left out is ever noticed: no case shows that they are encoded."""
        seen: dict[str, bool] = {}
        for each in self.outcomes:
            if each.mutant.kind == "removed":
                for statement in each.mutant.statements:
                    seen[statement] = seen.get(statement, False) or each.noticed_by is not None
        return tuple(statement for statement, noticed in seen.items() if not noticed)


LOADER = "loader"
"""What notices a mutant that is refused when it is loaded."""


def tally_of(
    rulebook: str,
    contents: Contents,
    cases: Sequence[Case],
    *,
    within: Callable[[str], bool] = lambda statement: True,
    sample: int | None = None,
    seed: int = 0,
    jobs: int = 1,
    progress: Callable[[int, int, int], None] = lambda done, of, survived: None,
) -> Tally:
    """Try the mutants of the statements that are `within`, all or `sample` of them drawn with this seed, `jobs` at a time.

    `progress` is told how many are done, of how many, and how many survived.
    """
    chosen = [mutant for mutant in mutants_of(contents) if any(map(within, mutant.statements))]
    if sample is not None and sample < len(chosen):
        drawn = set(random.Random(seed).sample(range(len(chosen)), sample))
        chosen = [mutant for place, mutant in enumerate(chosen) if place in drawn]
    base = _Base(rulebook, contents, cases)
    outcomes: list[Outcome] = []
    survived = 0
    for mutant, noticed_by in zip(chosen, _noticed(base, chosen, jobs), strict=True):
        survived += noticed_by is None
        outcomes.append(Outcome(mutant, noticed_by))
        progress(len(outcomes), len(chosen), survived)
    return Tally(tuple(outcomes), len(base.asked), tuple(base.slow))


_at_work: tuple[_Base, Sequence[Mutant]] | None = None
"""What the processes that were forked have from their parent."""


def _noticed(base: _Base, mutants: Sequence[Mutant], jobs: int) -> Iterator[str | None]:
    """Who notices each mutant, in their order; one at a time where the system cannot fork: the cases are not asked again."""
    global _at_work
    if jobs == 1 or "fork" not in multiprocessing.get_all_start_methods():
        yield from map(base.notices, mutants)
        return
    _at_work = base, mutants
    gc.freeze()  # or the collector's marks would copy to each process what all of them read
    try:
        with multiprocessing.get_context("fork").Pool(jobs) as pool:
            yield from pool.imap(_notices_at, range(len(mutants)))
    finally:
        _at_work = None
        gc.unfreeze()


def _notices_at(place: int) -> str | None:
    assert _at_work is not None
    base, mutants = _at_work
    return base.notices(mutants[place])


@dataclass(slots=True)
class _Asked:
    """A case with what the rulebook as it is answers, and what was looked up for it."""

    id: str
    put: Put
    mark: object
    statements: frozenset[str]
    seconds: float
    templates: set[str] = field(default_factory=set)


class _Base:
    """The rulebook as it is, with all its cases asked."""

    def __init__(self, rulebook: str, contents: Contents, cases: Sequence[Case]) -> None:
        self.rulebook = rulebook
        self.contents = contents
        book, found = build_rulebook(rulebook, contents)
        self.changed_by = book.changed_by
        self.errors = _errors(book, found)
        looked_up: set[str] = set()
        for version in (book, *(book.variant(each.id) for group in book.readings for each in group)):
            version.program.by_template = _Noting(version.program.by_template, looked_up)
        self.asked: list[_Asked] = []
        self.slow: list[str] = []
        for case in cases:
            put = Put(book, case.facts, case.question)
            if put.templates is None:
                continue
            looked_up.clear()
            start = time.process_time()
            answer = put.answer(book)
            seconds = time.process_time() - start
            if seconds > SLOWEST:
                self.slow.append(case.id)
                continue
            templates = {*looked_up, *put.templates, *book.program.reached(put.templates)}
            self.asked.append(_Asked(case.id, put, _mark(answer), _statements(answer), seconds, templates))
        self.asked.sort(key=lambda each: each.seconds)

    def notices(self, mutant: Mutant) -> str | None:
        """Who notices a mutant: the first case that does, the loader, or nobody."""
        contents = mutant.contents(self.contents)
        book, found = build_rulebook(self.rulebook, contents)
        if any(each.severity == "error" and str(each) not in self.errors for each in found):
            return LOADER
        if not mutant.reads_otherwise(self.contents):
            book.changed_by.update(self.changed_by)
        near = set(mutant.statements)
        concerned = [each for each in self.asked if not mutant.about.isdisjoint(each.templates)]
        concerned.sort(key=lambda each: near.isdisjoint(each.statements))
        for each in concerned:
            if self._differs(each, book):
                return each.id
        return LOADER if _errors(book, ()) - self.errors else None

    def _differs(self, asked: _Asked, book: Rulebook) -> bool:
        try:
            return _mark(asked.put.answer(book, _deadline(SLOWEST * _PATIENCE))) != asked.mark
        except Timeout:
            return False


def _deadline(seconds: float) -> Callable[[], bool]:
    """Whether that much time of the processor is over, which is looked at now and then: it is slow to ask for."""
    end = time.process_time() + seconds
    asked = itertools.count(1)
    return lambda: next(asked) % _NOW_AND_THEN == 0 and time.process_time() > end


class _Noting(dict[str, Any]):
    """The rules by what they conclude about, noting for which templates they are looked up."""

    def __init__(self, rules: dict[str, Any], noted: set[str]) -> None:
        super().__init__(rules)
        self.noted = noted

    def get(self, key: str, default: Any = None) -> Any:
        """The rules that conclude about a template."""
        self.noted.add(key)
        return super().get(key, default)


def _errors(book: Rulebook, found: Iterable[Diagnostic]) -> frozenset[str]:
    """The errors for which a rulebook is refused."""
    return frozenset(str(each) for each in (*found, *loops(book.program)) if each.severity == "error")


def _mark(answer: dict[str, Any]) -> object:
    """What of an answer a change must alter to be noticed."""
    rows = [
        tuple(sorted((key, repr(value)) for key, value in row.items() if key != "root"))
        for part in ("split", "deciding", "odds", "readings", "purposes")
        for row in answer.get(part, ())
    ]
    said = tuple(repr(answer.get(part)) for part in ("answer", "value", "unit", "set", "options", "cites"))
    return said, frozenset(rows), _statements(answer)


def _statements(answer: dict[str, Any]) -> frozenset[str]:
    """The statements that a derivation rests on, and those of the exceptions that it looked at."""
    return frozenset(
        statement.partition(" #")[0].partition(" row ")[0]
        for record in _records(answer)
        if "statement" in record
        for statement in record["statement"].split(" + ")
    )


def _records(answer: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The steps of a derivation and the exceptions looked at, those of rules that were passed over among them."""
    for step in answer.get("derivation", {}).get("steps", {}).values():
        yield step
        for record in (step, *step.get("considered", ())):
            queue = list(record.get("exceptions", ()))
            while queue:
                look = queue.pop()
                yield look
                queue.extend(look.get("exceptions", ()))
