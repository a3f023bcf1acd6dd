"""The originals against copies that are edited in memory: exactly the edit is told. Nothing of their text is written here."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from api.ingestion import files_in
from ingest.nodes import Document, RuleNode
from ingest.outline import read_outline
from ingest.pipeline import ingest
from kb.cache import rulebook_of
from kb.comparison.comparing import compare
from kb.comparison.sides import Side, side_of_document, side_of_edition
from kb.editions import edition_of_outline
from ontology.books import book_folder, load_books

BOOKS = load_books()
TRIED = 6


@pytest.fixture(scope="module")
def read(originals: Path) -> dict[str, Document]:
    """The originals as they are ingested, by document."""
    documents = [ingest(path.read_bytes(), path.name, BOOKS) for path in files_in(originals)]
    return {document.id: document for document in documents}


def outline(document: Document) -> Side:
    folder = book_folder(document.rulebook)
    return side_of_edition(edition_of_outline(read_outline(folder / f"outline-{document.id}.json")))


def again(document: Document, text: str) -> Side:
    name = f"{document.rulebook}:{document.id}"
    return side_of_document(ingest(text.encode(), "copy", BOOKS, as_document=name))


def leaves(document: Document) -> list[RuleNode]:
    parents = {node.parent for node in document.nodes}
    return [node for node in document.nodes if node.parent and node.id not in parents and node.kind == "rule"]


def test_an_original_is_as_its_outline_says(read: dict[str, Document]) -> None:
    for document in read.values():
        new = side_of_document(document)
        for old in (new, outline(document)):
            found = compare(old, new, (), rulebook_of(document.rulebook).hashes)
            assert (found.rules, found.references, found.encodings) == ((), (), ()), document.id


@pytest.mark.parametrize("name", ["G13", "B21", "10"])
def test_a_rule_taken_out_is_told_and_its_encodings_are_gone(read: dict[str, Document], name: str) -> None:
    document = read[name]
    text, encoded = document.source.text, rulebook_of(document.rulebook).hashes
    for node in random.Random(name).sample(leaves(document), TRIED):
        new = again(document, text[: node.span.start] + text[node.span.end :])
        for old in (side_of_document(document), outline(document)):
            found = compare(old, new, (), encoded)
            assert [(*change.ids, change.kinds) for change in found.rules] == [(node.id, None, ("removed",))]
            mine = {statement for statement in encoded if statement.startswith(f"{node.id}-")}
            assert {e.statement for e in found.encodings if e.kind == "gone"} == mine
            assert {e.statement for e in found.encodings} == mine


@pytest.mark.parametrize("name", ["G13", "B21", "10", "37"])
def test_a_word_more_is_told_and_its_encoding_is_stale(read: dict[str, Document], name: str) -> None:
    document = read[name]
    text, encoded = document.source.text, rulebook_of(document.rulebook).hashes
    places = [
        (statement, at)
        for statement in document.statements
        if (at := text.find(" ", statement.span.start + 3, statement.span.end)) > 0
        and "<" not in text[statement.span.start : at]
    ]
    for statement, at in random.Random(name).sample(places, TRIED):
        new = again(document, f"{text[:at]} truly{text[at:]}")
        for old in (side_of_document(document), outline(document)):
            found = compare(old, new, (), encoded)
            told = [
                (*change.ids, change.kinds, [(p.change, p.old and p.old.id) for p in change.pieces])
                for change in found.rules
            ]
            assert told == [(statement.rule, statement.rule, ("changed",), [("changed", statement.id)])], (
                statement.id
            )
            expected = [(statement.id, "changed")] if statement.id in encoded else []
            assert [(e.statement, e.kind) for e in found.encodings] == expected


@pytest.mark.parametrize("name", ["G13", "B21"])
def test_a_rule_under_another_number_is_known_again(read: dict[str, Document], name: str) -> None:
    document = read[name]
    text, encoded = document.source.text, rulebook_of(document.rulebook).hashes
    taken = {node.id for node in document.nodes}
    for node in random.Random(name).sample(leaves(document), TRIED):
        above = f"{node.parent}." if node.parent == document.id else f"{node.parent}"
        renumbered = next(above + str(n) for n in range(99, 10, -1) if above + str(n) not in taken)
        number = renumbered.removeprefix(document.id.rstrip("0123456789"))
        printed = re.compile(rf"(?:^|>)\s*{re.escape(node.number)}(?!\d)", re.MULTILINE)
        at = printed.search(text, node.span.start)
        assert at is not None
        new = again(document, text[: at.end() - len(node.number)] + number + text[at.end() :])
        for old in (side_of_document(document), outline(document)):
            found = compare(old, new, (), encoded)
            told = [change for change in found.rules if "renumbered" in change.kinds]
            assert [change.ids for change in told] == [(node.id, renumbered)]
            mine = {s: renumbered + s[len(node.id) :] for s in encoded if s.startswith(f"{node.id}-")}
            assert {e.statement: e.now for e in found.encodings if e.kind == "renumbered"} == mine
