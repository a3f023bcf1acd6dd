"""What a rulebook's files say of each of its rules, for the pages of rules: told once for each version of the files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from kb.answer import ask
from kb.cache import rulebook_of
from kb.cases import Case, shipped_cases
from kb.coverage import Coverage, Covered, coverage_of
from kb.drawn import Drawn, draw
from kb.encoded import Yielding, encodings, yieldings_in
from kb.reason.program import rule_number
from kb.rulebook import Rulebook
from ontology.books import book_folder

_T = TypeVar("_T")

MOST = 6
"""Of how many cases that rest on a rule, besides its worked examples, a site has pages if nothing else is said."""

SHOWN = 3
"""How many cases that are no worked examples of a rule stand on its page with their derivation."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A shipped case, asked again: what the rules answer now, and whether that is what is recorded."""

    case: Case
    answer: str
    text: str
    agrees: bool
    drawn: tuple[Drawn, ...]


@dataclass(frozen=True)
class Told:
    """What one version of a rulebook's files says, by rule."""

    book: Rulebook
    _asked: dict[str, Asked] = field(default_factory=dict)

    def ask(self, case: Case) -> Asked:
        """Ask the reasoner a case; each is asked once."""
        if case.id not in self._asked:
            answer = ask({**case.request(self.book.id), "flips": False})
            agrees = (
                case.answer in (None, answer["answer"])
                and case.value in (None, answer.get("value"))
                and (not case.cites or set(case.cites) == set(answer.get("cites") or ()))
            )
            self._asked[case.id] = Asked(
                case, str(answer["answer"]), str(answer.get("text", "")), agrees, draw(answer)
            )
        return self._asked[case.id]

    def answered(self, asked: Asked) -> None:
        """Take a case as asked, since it was elsewhere."""
        self._asked.setdefault(asked.case.id, asked)

    @cached_property
    def encodings(self) -> Mapping[str, Sequence[tuple[str, str]]]:
        """The encodings of each rule in the order of its statements: statement ids and the sentence, records included."""
        found: dict[str, list[tuple[str, str]]] = {}
        for rule, statements, text in encodings(self.book.program):
            found.setdefault(rule, []).append((statements, text))
        return found

    @cached_property
    def yieldings(self) -> tuple[Yielding, ...]:
        """Which encodings yield to which, in the order of those that yield."""
        return tuple(yieldings_in(self.book.program))

    @cached_property
    def yields(self) -> Mapping[str, Sequence[Yielding]]:
        """By rule what stands against its encodings."""
        return _by_rule((rule, each) for each in self.yieldings for rule in each.under)

    @cached_property
    def overrides(self) -> Mapping[str, Sequence[Yielding]]:
        """By rule what its encodings stand against."""
        return _by_rule((rule, each) for each in self.yieldings for rule in each.over)

    @cached_property
    def covered(self) -> Coverage:
        """What has become of all its statements."""
        return coverage_of(self.book.id, book_folder(self.book.id), self.book.contents)

    @cached_property
    def coverage(self) -> Mapping[str, Sequence[Covered]]:
        """By rule what has become of its statements."""
        return _by_rule((row.rule, row) for row in self.covered.rows)

    @cached_property
    def readings(self) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """By rule the readings of its disputed or misprinted statements, the default one first, with what is encoded so."""
        sentences: dict[str, dict[tuple[str, str], None]] = {}
        for item in self.book.contents.items:
            if reading := getattr(item, "reading", None):
                key = " + ".join(getattr(item, "statements", ())), str(getattr(item, "text", ""))
                sentences.setdefault(reading, {})[key] = None
        return _by_rule(
            (
                rule,
                {
                    "of": " + ".join(reading.statements),
                    "reading": reading.name,
                    "default": reading.default,
                    "erratum": reading.erratum,
                    "printed": reading.printed or None,
                    "because": reading.because or None,
                    "by": reading.by or None,
                    "on": reading.on or None,
                    "encodings": [
                        {"statements": ids, "text": text} for ids, text in sentences.get(reading.id, ())
                    ],
                },
            )
            for group in self.book.readings
            for reading in sorted(group, key=lambda each: not each.default)
            for rule in dict.fromkeys(map(rule_number, reading.statements))
        )

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """The shipped cases: questions with the answers that are recorded for them."""
        return shipped_cases(book_folder(self.book.id))

    @cached_property
    def cases_of(self) -> Mapping[str, Sequence[Case]]:
        """By rule its cases: first its own worked examples, then those whose answer cites it, the plainest first."""
        found: dict[str, dict[str, Case]] = {}
        for case in self.cases:
            if case.example is not None:
                found.setdefault(rule_number(case.example), {})[case.id] = case
        for case in sorted(self.cases, key=_plainness):
            for rule in case.cites:
                found.setdefault(rule, {}).setdefault(case.id, case)
        return {rule: tuple(cases.values()) for rule, cases in found.items()}


def cases_of(said: Told, rule: str, most: int | None = None) -> tuple[list[Case], list[Case]]:
    """The cases of a rule: those that its page shows, its worked examples and a few more; and the rest. With `most`, besides
    the worked examples so many at most, the plainest."""
    cases = said.cases_of.get(rule, ())
    own = [case for case in cases if case.example is not None and rule_number(case.example) == rule]
    others = [case for case in cases if case not in own][:most]
    shown = [*own, *others[: max(0, SHOWN - len(own))]]
    return shown, others[max(0, SHOWN - len(own)) :]


def told(rulebook: str) -> Told:
    """What the files of a rulebook say, as they are now. Raises `OntologyError` or `HexlawError` as `rulebook_of` does."""
    book = rulebook_of(rulebook)
    known = _told.get(rulebook)
    if known is None or known.book is not book:
        known = _told[rulebook] = Told(book)
    return known


_told: dict[str, Told] = {}


def examples_of(said: Told, most: int | None) -> tuple[Case, ...]:
    """The cases that some rule has by `cases_of`, and as many that rest on none; without `most` all."""
    if most is None:
        return said.cases
    kept = {case.id for rule in said.cases_of for part in cases_of(said, rule, most) for case in part}
    without = [case for case in said.cases if not case.cites and case.example is None]
    kept |= {case.id for case in without[:most]}
    return tuple(case for case in said.cases if case.id in kept)


def _plainness(case: Case) -> tuple[bool, int, int]:
    settled = case.answer in ("yes", "no", "value", "set")
    return not settled, len(case.cites), len(case.facts)


def _by_rule(pairs: Iterable[tuple[str, _T]]) -> dict[str, list[_T]]:
    found: dict[str, list[_T]] = {}
    for rule, each in pairs:
        found.setdefault(rule, []).append(each)
    return found
