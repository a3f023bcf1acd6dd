"""A rule as the faces show it: what the graph says of it, and what the encodings say that it means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ingest.diagnostics import Diagnostic, HexlawError, Place
from kb.answer import encodings_of
from kb.queries import nearest_numbers, rule_page
from kb.rulepage import RulePage
from kb.store import Store
from ontology.books import rulebook_ids


class NotThere(HexlawError):
    """A rule or a rulebook that does not exist; `nearest` are those that come closest."""

    def __init__(self, code: str, message: str, hint: str, nearest: Sequence[str]) -> None:
        super().__init__(Diagnostic(code, "error", message, Place("rule"), hint))
        self.nearest = tuple(nearest)


def find_rule(store: Store, rulebook: str, number: str) -> RulePage:
    """The rule of this number, which may be written as people write it (`g13.4`, `13.4`); NotThere if there is none."""
    check_rulebook(rulebook)
    page = rule_page(store, rulebook, number)
    if page is not None:
        return page
    nearest = nearest_numbers(store, rulebook, number)
    hint = (
        f"nearest: {', '.join(nearest)}" if nearest else f"`hexlaw ingest` reads the documents of {rulebook}"
    )
    raise NotThere("rule-unknown", f"there is no rule {number!r} in {rulebook}", hint, nearest)


def check_rulebook(rulebook: str) -> None:
    """NotThere unless there is such a rulebook."""
    known = rulebook_ids()
    if rulebook not in known:
        raise NotThere(
            "rulebook-unknown", f"there is no rulebook {rulebook!r}", f"there are: {', '.join(known)}", known
        )


def rule_document(page: RulePage) -> dict[str, Any]:
    """The page as plain data, with `encodings`: for each, the statements it encodes and its sentences."""
    encodings = [{"statements": ids, "text": text} for ids, text in encodings_of(page.rulebook, page.id)]
    return {**page.to_json(), "encodings": encodings}


def rule_list(store: Store, rulebook: str) -> dict[str, Any]:
    """The rules of a rulebook in document order: id, label, title, parent; NotThere if there is no such rulebook."""
    check_rulebook(rulebook)
    rules = [
        {
            "id": rule.id,
            "label": rule.label,
            "title": rule.title,
            "parent": rule.parent,
            "document": edition.document,
        }
        for edition in store.editions()
        if edition.rulebook == rulebook
        for rule in edition.rules
    ]
    return {"rulebook": rulebook, "rules": rules}
