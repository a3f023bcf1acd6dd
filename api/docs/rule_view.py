"""What stands on a rule's page: its parts with what each means, where it points and who points to it, both ways of
exceptions, its examples asked again, and the picture of what stands around it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from api.docs.edges import grouped
from api.docs.shelf import Preview, Shelf
from api.links import Links
from api.paths import anchor_of
from api.rules import rule_document
from api.told import cases_of
from kb.neighbourhood import neighbourhood_svg
from kb.reason.program import rule_number
from kb.rulepage import RulePage

_MOST_PREVIEWS = 80

OVER = {
    "withdraws": "makes it not apply",
    "restores": "restores it",
    "denies": "denies it",
    "replaces": "takes its place",
    "not cumulative": "counts instead of it",
    "outranks": "is ranked above it",
}
"""How one encoding stands against another, in words."""


def rule_view(shelf: Shelf, page: RulePage, links: Links) -> dict[str, Any]:
    """The context of the template `rule.html`."""
    document = rule_document(page, shelf.beside, shelf.quotes)
    book, rule = page.rulebook, page.id
    said = shelf.told(book)
    shown, others = cases_of(said, rule, shelf.most)
    return {
        "rule": document,
        "book": book,
        "here": "rules",
        "crumbs": [shelf.preview(book, each) for each in shelf.above(book, rule)],
        "previous": _near(shelf, book, document["previous"]),
        "next": _near(shelf, book, document["next"]),
        "parts": list(_parts(shelf, document, links)),
        "yields_to": _edges(document["yields_to"], "of_text", "text"),
        "overrides": _edges(document["overrides"], "text", "of_text"),
        "cited_by": _citers(document["cited_by"]),
        "previews": previews(shelf, book, _pointed_to(document)),
        "uses": _uses(shelf, document),
        "cases": [said.ask(case) for case in shown],
        "more_cases": others,
        "picture": _picture(page, links),
        "over": OVER,
    }


def previews(shelf: Shelf, rulebook: str, rules: Iterable[str]) -> list[Preview]:
    """The rules that a page leads to, in short, each once; of very many the first."""
    return [shelf.preview(rulebook, rule) for rule in list(dict.fromkeys(rules))[:_MOST_PREVIEWS]]


def _near(shelf: Shelf, rulebook: str, rule: str | None) -> Preview | None:
    return None if rule is None else shelf.preview(rulebook, rule)


# -- what stands in the rule --------------------------------------------------------------------------------------


def _parts(shelf: Shelf, document: Mapping[str, Any], links: Links) -> Iterator[dict[str, Any]]:
    """The statements, exception clauses and examples in printed order, each with its text and what it means; last those
    that are encoded but that the edition here does not have.
    """
    book, rule = document["rulebook"], document["id"]
    segments = {
        each["id"]: (role, each)
        for role, name in (("statement", "statements"), ("exception", "exceptions"), ("example", "examples"))
        for each in document[name]
    }
    order = [name for name in shelf.beside.printed_order(book, rule) if name in segments]
    meant: dict[str, list[Mapping[str, Any]]] = {}
    for encoding in document["encodings"]:
        for name in _own(rule, encoding["statements"]):
            meant.setdefault(name, []).append(encoding)
    coverage = {row["id"]: row for row in document["coverage"]}
    readings: dict[str, list[Mapping[str, Any]]] = {}
    for reading in document["readings"]:
        for name in _own(rule, reading["of"]):
            readings.setdefault(name, []).append(reading)
    for name in dict.fromkeys([*order, *segments, *meant, *readings]):
        role, segment = segments.get(name, ("statement", {}))
        text = segment.get("text")
        covered = coverage.get(name, {})
        yield {
            "id": name,
            "anchor": anchor_of(name),
            "role": role,
            "here": name in segments,
            "pieces": None if text is None else linked(book, name, text, document["references"], links),
            "line": segment.get("line"),
            "qualifies": segment.get("qualifies"),
            "kind": segment.get("kind"),
            "status": covered.get("status"),
            "why": covered.get("why"),
            "stale": name in document["stale"],
            "encodings": meant.get(name, []),
            "readings": readings.get(name, []),
        }


def _own(rule: str, statements: str) -> list[str]:
    """The ids of this rule among statements."""
    names = (name.partition(" #")[0] for name in statements.split(" + "))
    return list(dict.fromkeys(name for name in names if rule_number(name) == rule))


def linked(
    rulebook: str, part: str, text: str, references: Sequence[Mapping[str, Any]], links: Links
) -> list[dict[str, Any]]:
    """The text of a part in pieces, those that are a reference with the address and the rule that it leads to."""
    pieces: list[dict[str, Any]] = []
    start = 0
    for reference in references:
        if reference["within"] != part or not reference["targets"]:
            continue
        found = re.compile(rf"(?<![\w.]){re.escape(reference['text'])}(?![\w]|\.\d)").search(text, start)
        if found is None:
            continue
        if found.start() > start:
            pieces.append({"text": text[start : found.start()], "to": None})
        target = reference["targets"][0]["id"]
        pieces.append({"text": found.group(), "to": target, "href": links.rule(rulebook, target)})
        start = found.end()
    if start < len(text):
        pieces.append({"text": text[start:], "to": None})
    return pieces


def _uses(shelf: Shelf, document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The terms that the rule uses, each once, with the rules that define them."""
    found: dict[str, dict[str, None]] = {}
    for use in document["uses"]:
        rules = found.setdefault(use["term"], {})
        for definition in use["definitions"]:
            home = shelf.beside.rule_of_term(document["rulebook"], definition)
            if home is not None:
                rules[home] = None
    return [
        {"term": term, "rules": list(rules)}
        for term, rules in sorted(found.items(), key=lambda item: (item[0].casefold(), item[0]))
    ]


# -- what stands around it ----------------------------------------------------------------------------------------


def _pointed_to(document: Mapping[str, Any]) -> list[str]:
    return [
        *(target["id"] for reference in document["references"] for target in reference["targets"]),
        *(citation["rule"]["id"] for citation in document["cited_by"]),
    ]


def _edges(edges: Sequence[Mapping[str, Any]], own: str, said: str) -> list[dict[str, Any]]:
    """The edges by the encodings of this rule that they are of."""
    return grouped(((edge["of"], edge[own], edge) for edge in edges), said)


def _citers(citations: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Who cites the rule, each once, with the references by which it does."""
    found: dict[str, dict[str, Any]] = {}
    for citation in citations:
        by = found.setdefault(citation["rule"]["id"], {"rule": citation["rule"], "through": []})
        by["through"].append(citation)
    return list(found.values())


def _picture(page: RulePage, links: Links) -> Markup | None:
    if not (page.references or page.cited_by or page.children or page.parent):
        return None
    # What the graph says is escaped there.
    return Markup(neighbourhood_svg(page, lambda rule: links.rule(page.rulebook, rule), inline=True))
