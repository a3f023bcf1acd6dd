"""Everything about a rulebook in one Markdown file: its documents, its rules with all that is known of each, its examples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from api.docs.book_view import title_of
from api.docs.shelf import Shelf
from api.rule_forms import escaped, part_of_book
from api.rules import rule_document
from api.told import Asked
from kb.cases import Case


def whole_book(
    shelf: Shelf,
    rulebook: str,
    documents: Mapping[str, Mapping[str, Any]],
    asked: Mapping[str, Asked],
) -> str:
    """The file (CommonMark with tables) of these rules, as `rule_document` gives them, and of the rulebook's cases, as they
    were answered, by id. Every link in it leads to another place in it.
    """
    return "\n".join(_lines(shelf, rulebook, documents, asked)) + "\n"


def _lines(
    shelf: Shelf,
    rulebook: str,
    documents: Mapping[str, Mapping[str, Any]],
    asked: Mapping[str, Asked],
) -> Iterator[str]:
    yield f"# {escaped(title_of(rulebook))}"
    yield ""
    for edition in shelf.editions_of(rulebook):
        origin = "your copy" if edition.origin == "original" else "outline"
        yield f"- {escaped(edition.document)} {escaped(edition.title)} ({origin}, edition {edition.short})"
    yield ""
    yield "## Contents"
    yield ""
    depths: dict[str, int] = {}
    for (book, name), rule in shelf.rules.items():
        if book == rulebook:
            depth = depths[name] = depths.get(rule.parent or "", -1) + 1
            label = rule.title or rule.label
            yield f"{'  ' * depth}- [{escaped(name)}]({_place(name)}){f' {escaped(label)}' if label else ''}"
    yield ""
    yield "## Rules"
    wanted: dict[str, None] = dict.fromkeys(documents)
    told: set[str] = set()

    def link_of(name: str) -> str:
        wanted[name] = None
        return _place(name)

    while untold := [name for name in wanted if name not in told]:
        for name in untold:
            told.add(name)
            document = documents.get(name)
            if document is None:
                document = rule_document(shelf.page(rulebook, name), shelf.beside, shelf.quotes)
            yield ""
            yield f'<a id="{_place(name)[1:]}"></a>'
            yield ""
            yield part_of_book(document, link_of).rstrip()
    yield from _examples(shelf.examples(rulebook), asked)


def _examples(cases: Sequence[Case], all_asked: Mapping[str, Asked]) -> Iterator[str]:
    if cases:
        yield ""
        yield "## Examples, answered"
    for case in cases:
        asked = all_asked[case.id]
        yield ""
        yield f"### {escaped(case.id)}"
        yield ""
        yield from (f"- {escaped(str(fact))}" for fact in case.facts)
        yield ""
        otherwise = "" if asked.agrees else f" (recorded otherwise: {escaped(_recorded(case))})"
        yield f"**{escaped(case.question)}** {escaped(asked.text)}{otherwise}"


def _recorded(case: Case) -> Any:
    return str(case.answer if case.value is None else case.value)


def _place(rule: str) -> str:
    """The place of a rule in the file, as the address in a link."""
    return "#rule-" + "".join(each if each.isalnum() or each in ".-" else f"_{ord(each):x}_" for each in rule)
