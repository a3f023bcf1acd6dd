"""A rule as the faces show it: what the graph says of it, and what the encodings say that it means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from api.paths import rule_path
from ingest.diagnostics import Diagnostic, HexlawError, Place
from kb.answer import encodings_of
from kb.beside import beside
from kb.cache import rulebook_of
from kb.coverage import Covered, coverage_of
from kb.encoded import yieldings
from kb.kept import Edition
from kb.queries import nearest_numbers, rule_page
from kb.rulepage import RulePage
from kb.store import Store
from ontology.books import book_folder, rulebook_ids


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


def rule_document(page: RulePage, editions: Sequence[Edition]) -> dict[str, Any]:
    """The page as plain data, with what else stands in the rule (`kb.beside`) and what it means.

    `encodings` are sentences with the statements that they encode; `yields_to` are encodings that stand against those of
    this rule, `overrides` those of other rules that yield to them; `coverage` has what has become of each statement.
    """
    encodings = [{"statements": ids, "text": text} for ids, text in encodings_of(page.rulebook, page.id)]
    between = yieldings(page.rulebook)
    return {
        **page.to_json(),
        "path": rule_path(page.rulebook, page.id),
        **beside(editions, page.rulebook, page.id),
        "encodings": encodings,
        "yields_to": [
            {
                "rules": list(each.over),
                "statements": each.winner,
                "of": each.loser,
                "how": each.how,
                "text": each.sentence,
            }
            for each in between
            if page.id in each.under
        ],
        "overrides": [
            {
                "rules": list(each.under),
                "statements": each.loser,
                "of": each.winner,
                "how": each.how,
                "text": each.sentence,
            }
            for each in between
            if page.id in each.over
        ],
        "coverage": [
            {"id": row.id, "status": row.status, "why": row.why}
            for row in coverage(page.rulebook).get(page.id, ())
        ],
    }


def coverage(rulebook: str) -> Mapping[str, Sequence[Covered]]:
    """What has become of the statements of each rule; told once for each version of a rulebook's files."""
    book = rulebook_of(rulebook)
    if _covered.get(rulebook, ("",))[0] != book.digest:
        by_rule: dict[str, list[Covered]] = {}
        for row in coverage_of(rulebook, book_folder(rulebook), book.contents).rows:
            by_rule.setdefault(row.rule, []).append(row)
        _covered[rulebook] = book.digest, by_rule
    return _covered[rulebook][1]


_covered: dict[str, tuple[str, Mapping[str, Sequence[Covered]]]] = {}


def rule_list(editions: Sequence[Edition], rulebook: str) -> dict[str, Any]:
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
        for edition in editions
        if edition.rulebook == rulebook
        for rule in edition.rules
    ]
    return {"rulebook": rulebook, "rules": rules}
