"""What stands in a rule beside its sentences: its words in order, terms, footnote marks, tables, images, claims, findings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol, TypeVar

from kb.kept import Edition
from kb.records import At, Table


class Beside:
    """The same of every rule of some editions, found by the rule's id. It never changes, so that threads may share it."""

    def __init__(self, editions: Iterable[Edition]) -> None:
        self._of: dict[tuple[str, str], _Home] = {}
        self._places: dict[tuple[str, str], int] = {}
        self._defined: dict[tuple[str, str], str] = {}
        for edition in editions:
            home = _Home(edition)
            for place, rule in enumerate(edition.rules):
                self._of.setdefault((edition.rulebook, rule.id), home)
                self._places.setdefault((edition.rulebook, rule.id), place)
            for term in edition.terms:
                self._defined.setdefault((edition.rulebook, term.id), term.rule)

    def of(self, rulebook: str, rule: str) -> dict[str, Any]:
        """What stands in a rule as plain data, in document order; empty lists for a rule that is in no document here.

        `text` is the rule's own text from the user's edition, None where only its outline is known; `previous` and `next`
        are the rules before and after it in its document.
        """
        home = self._of.get((rulebook, rule))
        if home is None:
            return {"kind": None, "text": None, "previous": None, "next": None, **dict.fromkeys(_LISTS, ())}
        rules = home.edition.rules
        at = self._places[rulebook, rule]
        return {
            "kind": rules[at].kind,
            "text": home.text(rule),
            "previous": rules[at - 1].id if at else None,
            "next": rules[at + 1].id if at + 1 < len(rules) else None,
            **home.lists(rule),
        }

    def printed_order(self, rulebook: str, rule: str) -> tuple[str, ...]:
        """The ids of a rule's statements, exception clauses and examples as they follow one another in the text.

        Where only an outline is known, statements come before exception clauses before examples.
        """
        home = self._of.get((rulebook, rule))
        return () if home is None else home.printed_order(rule)

    def rule_of_term(self, rulebook: str, term: str) -> str | None:
        """The rule that defines the term with this id."""
        return self._defined.get((rulebook, term))


_LISTS = ("terms", "uses", "footnotes", "tables", "images", "claims", "findings")


class _InRule(Protocol):
    @property
    def rule(self) -> str | None: ...


_Record = TypeVar("_Record", bound=_InRule)


class _Home:
    """One edition, its records by the rule that they stand in."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self._segments = _by_rule(edition.segments)
        self._passages = _by_rule(edition.passages)
        self._terms = _by_rule(edition.terms)
        self._uses = _by_rule(edition.uses)
        self._footnotes = _by_rule(edition.footnotes)
        self._images = _by_rule(edition.images)
        self._claims = _by_rule(edition.claims)
        self._findings = _by_rule(edition.findings)
        self._tables: dict[str, list[Table]] = {}
        for table in edition.tables:
            for name in dict.fromkeys((table.rule, table.id)):
                self._tables.setdefault(name, []).append(table)

    def printed_order(self, rule: str) -> tuple[str, ...]:
        segments = self._segments.get(rule, ())
        return tuple(s.id for s in sorted(segments, key=lambda s: s.at.start if s.at is not None else 0))

    def text(self, rule: str) -> str | None:
        parts: list[tuple[At, str]] = [
            (segment.at, segment.text)
            for segment in self._segments.get(rule, ())
            if segment.at is not None and segment.text
        ]
        parts += [
            (passage.at, passage.text)
            for passage in self._passages.get(rule, ())
            if passage.at is not None and passage.kind in ("front", "table")
        ]
        return " ".join(text for _, text in sorted(parts, key=lambda part: part[0].start)) or None

    def lists(self, rule: str) -> dict[str, Any]:
        return {
            "terms": [
                {
                    "id": term.id,
                    "term": term.term,
                    "kind": term.kind,
                    "explicit": term.explicit,
                    "within": term.within,
                    "expansion": term.expansion,
                }
                for term in self._terms.get(rule, ())
            ],
            "uses": [
                {
                    "term": use.term,
                    "text": use.text,
                    "within": use.within,
                    "definitions": list(use.definitions),
                }
                for use in self._uses.get(rule, ())
            ],
            "footnotes": [
                {
                    "id": mark.id,
                    "within": mark.within,
                    "text": mark.text,
                    "href": mark.href,
                    "targets": list(mark.targets),
                }
                for mark in self._footnotes.get(rule, ())
            ],
            "tables": [
                {
                    "id": table.id,
                    "title": table.title,
                    "columns": None if table.columns is None else list(table.columns),
                    "rows": None if table.rows is None else [list(row) for row in table.rows],
                    "row_ids": list(table.row_ids),
                }
                for table in self._tables.get(rule, ())
            ],
            "images": [
                {"id": image.id, "alt": image.alt, "src": image.src} for image in self._images.get(rule, ())
            ],
            "claims": [
                {"id": claim.id, "kind": claim.kind, "column": claim.column, "text": claim.text}
                for claim in self._claims.get(rule, ())
            ],
            "findings": [
                {
                    "code": finding.code,
                    "severity": finding.severity,
                    "message": finding.message,
                    "evidence": finding.evidence,
                    "right": finding.right,
                    "line": finding.line or None,
                }
                for finding in self._findings.get(rule, ())
            ],
        }


def _by_rule(records: Iterable[_Record]) -> Mapping[str, list[_Record]]:
    found: dict[str, list[_Record]] = {}
    for record in records:
        if record.rule is not None:
            found.setdefault(record.rule, []).append(record)
    return found
