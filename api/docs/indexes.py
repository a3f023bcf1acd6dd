"""What stands on the indexes of a rulebook: terms, exceptions, citers, external rules, examples and tables.

Each function gives the context of the template that has its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from api.docs.edges import grouped
from api.docs.rule_view import OVER
from api.docs.shelf import Shelf
from api.links import PageName
from kb.reason.program import rule_number
from kb.records import Citation
from kb.wordings import wordings_of


def terms(shelf: Shelf, rulebook: str) -> dict[str, Any]:
    """Where terms are defined and used, as the ingested texts have it; those of the vocabulary that rest on a statement."""
    editions = shelf.editions_of(rulebook)
    found: dict[str, dict[str, Any]] = {}
    for edition in editions:
        for term in edition.terms:
            row = found.setdefault(term.term, {"term": term.term, "defined": [], "used": {}})
            row["defined"].append(
                {
                    "rule": term.rule,
                    "within": term.within,
                    "kind": term.kind,
                    "explicit": term.explicit,
                    "expansion": term.expansion,
                }
            )
    for edition in editions:
        for use in edition.uses:
            for name in use.named:
                if name in found:
                    found[name]["used"][use.rule] = None
    vocabulary = [
        {"kind": each.kind, "sentence": each.sentences[0], "statement": each.statement}
        for each in wordings_of(shelf.told(rulebook).book.vocabulary)
        if each.statement is not None and each.sentences
    ]
    rows = sorted(found.values(), key=lambda row: (row["term"].casefold(), row["term"]))
    undefined = sorted(
        (each for edition in editions for each in edition.undefined), key=lambda each: each.term.casefold()
    )
    letters: dict[str, str] = {}
    for row in rows:
        row["used"] = list(row["used"])
        letter = row["term"][:1].upper() if row["term"][:1].isalpha() else "#"
        row["first"] = "" if letter in letters else letters.setdefault(letter, f"letter-{len(letters) + 1}")
    jumps = list(letters.items())
    further = (("defined nowhere", "undefined", undefined), ("vocabulary", "vocabulary", vocabulary))
    jumps.extend((label, place) for label, place, there in further if there)
    return {"terms": rows, "undefined": undefined, "vocabulary": vocabulary, "jumps": jumps}


def exceptions(shelf: Shelf, rulebook: str) -> dict[str, Any]:
    """By rule what can override it: the encodings that stand against its own, and the exception clauses of its text."""
    yields = shelf.told(rulebook).yields
    clauses: dict[str, list[Any]] = {}
    for edition in shelf.editions_of(rulebook):
        for clause in edition.of_role("exception"):
            qualified = rule_number(clause.qualifies) if clause.qualifies else clause.rule
            clauses.setdefault(qualified, []).append(clause)
    rows = []
    for rule in _in_order(shelf, rulebook, [*yields, *clauses]):
        edges = [
            (
                each.loser,
                each.yielding,
                {"kind": each.kind, "statements": each.winner, "by": each.by, "text": each.sentence},
            )
            for each in yields.get(rule, ())
        ]
        rows.append(
            {
                "rule": shelf.preview(rulebook, rule),
                "groups": grouped(edges, "text"),
                "clauses": clauses.get(rule, ()),
            }
        )
    return {"rows": rows, "over": OVER, "jumps": _jumps(rows)}


def citers(shelf: Shelf, rulebook: str) -> dict[str, Any]:
    """By rule who cites it, rules of no document here last."""
    rows = [_cited(shelf, rulebook, rule, found) for rule, found in shelf.citers.get(rulebook, {}).items()]
    return {"rows": rows, "jumps": _jumps(rows)}


def external(shelf: Shelf, rulebook: str) -> dict[str, Any]:
    """The rules that are cited but are in no document here, with who cites them."""
    cited = shelf.citers.get(rulebook, {})
    rows = [_cited(shelf, rulebook, rule, cited[rule]) for rule in shelf.external(rulebook)]
    return {"rows": rows, "jumps": _jumps(rows)}


def examples(shelf: Shelf, rulebook: str) -> dict[str, Any]:
    """The shipped cases by the rule that they are an example of, or else the first that they cite; and the text's own
    examples.
    """
    cases = shelf.examples(rulebook)
    by_rule: dict[str, list[Any]] = {}
    for case in cases:
        rule = rule_number(case.example) if case.example else case.cites[0] if case.cites else ""
        by_rule.setdefault(rule, []).append(case)
    printed = [each for edition in shelf.editions_of(rulebook) for each in edition.of_role("example")]
    order = [
        *_in_order(shelf, rulebook, [rule for rule in by_rule if rule]),
        *([""] if "" in by_rule else []),
    ]
    rows = [
        {"rule": shelf.preview(rulebook, rule) if rule else None, "cases": by_rule[rule]} for rule in order
    ]
    jumps = _jumps(rows)
    if printed:
        jumps.append(("in the text", "printed"))
    return {"rows": rows, "printed": printed, "count": len(cases), "jumps": jumps}


def tables(shelf: Shelf, rulebook: str) -> dict[str, Any]:
    """The tables of the documents."""
    return {
        "rows": [
            {"table": table, "rule": shelf.preview(rulebook, table.rule), "document": edition.document}
            for edition in shelf.editions_of(rulebook)
            for table in edition.tables
        ]
    }


INDEX_VIEWS: Mapping[PageName, Callable[[Shelf, str], dict[str, Any]]] = {
    "terms": terms,
    "exceptions": exceptions,
    "citers": citers,
    "external": external,
    "examples": examples,
    "tables": tables,
}
"""The indexes that this module makes."""


def index_view(shelf: Shelf, rulebook: str, name: PageName) -> dict[str, Any]:
    """The context of the template `<name>.html`."""
    return {"book": rulebook, "here": name, **INDEX_VIEWS[name](shelf, rulebook)}


def _cited(shelf: Shelf, rulebook: str, rule: str, citations: Sequence[Citation]) -> dict[str, Any]:
    by: dict[str, list[Citation]] = {}
    for citation in citations:
        by.setdefault(citation.rule, []).append(citation)
    return {
        "rule": shelf.preview(rulebook, rule),
        "citers": [{"rule": shelf.preview(rulebook, each), "by": found} for each, found in by.items()],
    }


def _jumps(rows: Sequence[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """What the bar above an index by rule leads to: the rule of each row and its place on the page."""
    return [
        (row["rule"].id, f"by-{row['rule'].id}") if row["rule"] else ("others", "by-others") for row in rows
    ]


def _in_order(shelf: Shelf, rulebook: str, rules: Iterable[str]) -> list[str]:
    """These rules, each once, in document order; those of no document here last."""
    wanted = set(rules)
    here = [rule for book, rule in shelf.rules if book == rulebook and rule in wanted]
    return [*here, *sorted(wanted.difference(here))]
