"""A rule as the faces show it: what the graph says of it, and what the encodings say that it means."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from api.paths import rule_path
from api.told import told
from ingest.diagnostics import Diagnostic, HexlawError, Place
from kb.beside import Beside
from kb.encoded import Yielding
from kb.kept import Edition
from kb.queries import nearest_numbers, rule_page
from kb.quotes import Quotes
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


_PART = re.compile(r"(?P<rule>.+)-(?P<part>[sxeg]\d{1,4})(?: ?#\d{1,4})?")


def find_part(store: Store, rulebook: str, identifier: str) -> tuple[RulePage, str] | None:
    """The rule of a statement, exception clause or example by its id, as derivations name it (`G13.4-s3 #2`), and that id."""
    match = _PART.fullmatch(identifier.strip())
    if match is None:
        return None
    try:
        page = find_rule(store, rulebook, match["rule"])
    except NotThere:
        return None
    part = f"{page.id}-{match['part']}"
    known = (each.id for each in (*page.statements, *page.exceptions, *page.examples))
    return (page, part) if part in known else None


def find_rule_or_part(store: Store, rulebook: str, identifier: str) -> tuple[RulePage, str | None]:
    """The rule of this number, or of the statement, exception clause or example with this id, which is then told too."""
    try:
        return find_rule(store, rulebook, identifier), None
    except NotThere:
        if part := find_part(store, rulebook, identifier):
            return part
        raise


def check_rulebook(rulebook: str) -> None:
    """NotThere unless there is such a rulebook."""
    known = rulebook_ids()
    if rulebook not in known:
        raise NotThere(
            "rulebook-unknown", f"there is no rulebook {rulebook!r}", f"there are: {', '.join(known)}", known
        )


def rule_document(page: RulePage, beside: Beside, quotes: Quotes) -> dict[str, Any]:
    """The page as plain data, with what else stands in the rule (`kb.beside`) and what it means.

    `encodings` are sentences with the statements that they encode; `readings` are those of disputed statements; `stale` are
    the statements whose encoding was written against another text than `quotes` have; `yields_to` are encodings that stand
    against those of this rule, `overrides` those of other rules that yield to them; `coverage` has what has become of each
    statement.
    """
    said = told(page.rulebook)
    return {
        **page.to_json(),
        "path": rule_path(page.rulebook, page.id),
        **beside.of(page.rulebook, page.id),
        "encodings": [{"statements": ids, "text": text} for ids, text in said.encodings.get(page.id, ())],
        "readings": list(said.readings.get(page.id, ())),
        "stale": [
            each.id
            for each in (*page.statements, *page.exceptions)
            if (written := said.book.hashes.get(each.id)) and quotes.differs(page.rulebook, each.id, written)
        ],
        "yields_to": [
            _yielding(each, each.over, each.winner, each.loser) for each in said.yields.get(page.id, ())
        ],
        "overrides": [
            _yielding(each, each.under, each.loser, each.winner) for each in said.overrides.get(page.id, ())
        ],
        "coverage": [
            {"id": row.id, "status": row.status, "why": row.why} for row in said.coverage.get(page.id, ())
        ],
    }


def _yielding(each: Yielding, rules: Sequence[str], statements: str, own: str) -> dict[str, Any]:
    return {
        "rules": list(rules),
        "statements": statements,
        "of": own,
        "how": each.how,
        "kind": each.kind,
        "by": each.by,
        "text": each.sentence,
        "of_text": each.yielding,
    }


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
