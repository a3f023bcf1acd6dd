"""What a rulebook's files say of each of its rules, for the pages of rules: told once for each version of the files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kb.cache import rulebook_of
from kb.cases import Case, shipped_cases
from kb.coverage import Covered, coverage_of
from kb.encoded import Yielding, encodings, yieldings_in
from kb.reason.program import rule_number
from kb.rulebook import Rulebook
from ontology.books import book_folder


@dataclass(frozen=True)
class Told:
    """What one version of a rulebook's files says, by rule."""

    book: Rulebook

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
    def coverage(self) -> Mapping[str, Sequence[Covered]]:
        """By rule what has become of its statements."""
        rows = coverage_of(self.book.id, book_folder(self.book.id), self.book.contents).rows
        return _by_rule((row.rule, row) for row in rows)

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
        found: dict[str, list[Case]] = {}
        for case in self.cases:
            if case.example is not None:
                found.setdefault(rule_number(case.example), []).append(case)
        for case in sorted(self.cases, key=_plainness):
            for rule in case.cites:
                if case not in found.setdefault(rule, []):
                    found[rule].append(case)
        return found


def told(rulebook: str) -> Told:
    """What the files of a rulebook say, as they are now. Raises `OntologyError` or `HexlawError` as `rulebook_of` does."""
    book = rulebook_of(rulebook)
    known = _told.get(rulebook)
    if known is None or known.book is not book:
        known = _told[rulebook] = Told(book)
    return known


_told: dict[str, Told] = {}


def _plainness(case: Case) -> tuple[bool, int, int]:
    settled = case.answer in ("yes", "no", "value", "set")
    return not settled, len(case.cites), len(case.facts)


def _by_rule(pairs: Any) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for rule, each in pairs:
        found.setdefault(rule, []).append(each)
    return found
