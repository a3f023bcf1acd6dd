"""What the search of a site looks through: a script that holds the data, for a page on a disk may fetch no file."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import orjson

from api.docs.links import book_file, rule_file
from api.docs.shelf import Shelf
from kb.search import Entry, entries_of
from kb.wordings import Wording, wordings_of


def search_data(shelf: Shelf, rulebooks: Sequence[str], has_page: Callable[[str, str], bool]) -> bytes:
    """The script: a list of kind, rulebook, id, title, text and the page's path in the site for all that can be found."""

    def wordings(rulebook: str) -> list[Wording]:
        return wordings_of(shelf.told(rulebook).book.vocabulary)

    def encodings(rulebook: str) -> list[tuple[str, str, str]]:
        found = shelf.told(rulebook).encodings
        return [(rule, ids, text) for rule, rows in found.items() for ids, text in rows]

    def path(entry: Entry) -> str:
        if entry.rule is not None and has_page(entry.rulebook, entry.rule):
            return rule_file(entry.rulebook, entry.rule)
        return book_file(entry.rulebook, "vocabulary" if entry.kind == "vocabulary" else "rules")

    editions = [edition for edition in shelf.editions if edition.rulebook in rulebooks]
    rows = [
        [entry.kind, entry.rulebook, entry.id, entry.title, entry.text, path(entry)]
        for entry in entries_of(editions, rulebooks, wordings, encodings)
    ]
    # No script ends here, and no line, whatever a rule says.
    data = orjson.dumps(rows).replace(b"</", b"<\\/").replace("\u2028".encode(), b"\\u2028")
    return b"window.hexlawSearch = " + data.replace("\u2029".encode(), b"\\u2029") + b";\n"
