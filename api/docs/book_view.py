"""What stands on the start page of a rulebook: its documents, its indexes, and its rules as a table of contents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from api.docs.shelf import Shelf
from api.links import Links, PageName
from ontology.books import book_folder, load_book

INDEXES: Mapping[PageName, str] = {
    "terms": "Terms: where they are defined and used",
    "exceptions": "Exceptions: what can override which rule",
    "citers": "Citers: who cites which rule",
    "external": "External rules: cited, but not ingested",
    "examples": "Examples, answered",
    "tables": "Tables",
    "coverage": "Coverage: what has become of each statement",
    "findings": "Findings of the reference doctor",
    "vocabulary": "Vocabulary: what can be said",
}
"""The indexes of each rulebook, and what each lists."""


@dataclass
class Entry:
    """A rule in the table of contents, with those below it."""

    id: str
    name: str | None
    below: list[Entry] = field(default_factory=list)


def book_view(shelf: Shelf, rulebook: str, links: Links) -> dict[str, Any]:
    """The context of the template `rules.html`."""
    editions = shelf.editions_of(rulebook)
    return {
        "book": rulebook,
        "here": "rules",
        "title": title_of(rulebook),
        "documents": [
            {
                "id": edition.document,
                "title": edition.title,
                "origin": edition.origin,
                "sha256": edition.sha256,
                "rules": len(edition.rules),
                "statements": len(edition.of_role("statement")),
                "exceptions": len(edition.of_role("exception")),
                "references": len(edition.citations),
            }
            for edition in editions
        ],
        "contents": [entry for edition in editions for entry in _contents(edition.rules)],
        "indexes": indexes_of(rulebook, links),
    }


def indexes_of(rulebook: str, links: Links) -> list[tuple[str, str]]:
    """The indexes of a rulebook: the address of each and what it lists."""
    found = ((links.page(name, rulebook), text) for name, text in INDEXES.items())
    return [(address, text) for address, text in found if address is not None]


def title_of(rulebook: str) -> str:
    """The name of a rulebook."""
    return str(load_book(book_folder(rulebook))["title"])


def _contents(rules: Sequence[Any]) -> list[Entry]:
    entries = {rule.id: Entry(rule.id, rule.title or rule.label) for rule in rules}
    tops: list[Entry] = []
    for rule in rules:
        above = entries.get(rule.parent)
        (tops if above is None else above.below).append(entries[rule.id])
    return tops
