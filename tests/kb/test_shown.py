"""Ranges into another document lead to all that lies between, wherever the documents of a rulebook stand together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ingest.nodes import Document
from ingest.outline import outline_of
from ingest.pipeline import ingest
from kb.editions import Edition, edition_of_document, edition_of_outline
from kb.queries import rule_page
from kb.shown import shown, shown_documents
from kb.store import Store, build

BOOK: dict[str, Any] = {
    "id": "kestrel",
    "title": "Kestrel",
    "chapters": "KL",
    "documents": [
        {
            "id": f"{chapter}{section}",
            "title": title,
            "shape": "text-numbered",
            "numbering": "decimal-digits",
            "chapter": chapter,
            "section": section,
            "recognise": {"line": rf"^{section}\.\s+{title.upper()}"},
        }
        for chapter, section, title in (("K", "7", "Ferries"), ("K", "8", "Quays"), ("L", "3", "Moors"))
    ],
}

FERRIES = """7. FERRIES

7.1 STAGE: A stage holds two carts.

7.2 ROWING: Rowing costs two.

7.21 A cart pays three.

7.211 A laden cart pays four.

7.22 An ox swims.

7.23 A crane is no load.
"""

QUAYS = """8. QUAYS

8.1 WALL: A wall stops carts.

8.2 STEPS: Steps do not.
"""


def read(text: str, book: dict[str, Any] = BOOK) -> Document:
    return ingest(text.encode(), "some.txt", [book])


def moors(citing: str) -> Document:
    return read(f"3. MOORS\n\n3.1 HEATH: Heath is open ({citing}).\n\n3.2 FEN: A fen is not.\n")


def targets(editions: Sequence[Edition], document: str = "L3") -> list[str]:
    [edition] = [edition for edition in editions if edition.document == document]
    [citation] = edition.citations
    return list(citation.targets)


@pytest.mark.parametrize(
    ("citing", "found"),
    [
        ("K7.21-.22", ["K7.21", "K7.211", "K7.22"]),
        ("K7.2-.21", ["K7.2", "K7.21", "K7.211"]),
        ("K7.2-.22", ["K7.2", "K7.21", "K7.211", "K7.22"]),
        # An end that the other document does not have bounds the range, and is kept as an end alone.
        ("K7.21-.229", ["K7.21", "K7.211", "K7.22"]),
        ("K7.23-K8.1", ["K7.23", "K8", "K8.1"]),
        # One end in no document here stays.
        ("K8.2-K9.3", ["K8.2", "K9.3"]),
        ("K6.5-K7.1", ["K6.5", "K7", "K7.1"]),
        ("K9.1-.3", ["K9.1", "K9.3"]),
        # A range of its own document is left as ingest expanded it.
        ("L3.1-.2", ["L3.1", "L3.2"]),
        ("K7.22", ["K7.22"]),
    ],
)
@pytest.mark.parametrize("as_outlines", [False, True])
def test_a_range_into_another_document(citing: str, found: list[str], as_outlines: bool) -> None:
    citer, others = moors(citing), [read(FERRIES), read(QUAYS)]
    beside = [
        edition_of_outline(outline_of(other, {})) if as_outlines else edition_of_document(other)
        for other in others
    ]
    assert targets(shown([*beside, edition_of_document(citer)])) == found
    assert targets(shown_documents([citer], beside)) == found
    outline = edition_of_outline(outline_of(citer, {}))
    assert targets(shown([*beside, outline])) == found


def test_alone_a_range_has_its_ends() -> None:
    edition = edition_of_document(moors("K7.21-.22"))
    assert shown([edition]) == (edition,)
    assert targets([edition]) == ["K7.21", "K7.22"]


def test_alone_a_document_has_all_but_what_is_told_together() -> None:
    document = read(FERRIES.replace("An ox", "An an ox"))
    [whole], [alone] = shown_documents([document]), shown_documents([document], alone=True)
    assert [finding.code for finding in whole.findings] == ["doubled-word"]
    assert alone == replace(whole, findings=(), uses=(), undefined=())


def test_a_range_that_runs_backwards_stays_as_it_is() -> None:
    [citation] = edition_of_document(moors("K7.22-.21")).citations
    editions = shown([edition_of_document(moors("K7.22-.21")), edition_of_document(read(FERRIES))])
    assert targets(editions) == list(citation.targets) == ["K7.22", "K7.21"]


def test_of_another_rulebook_nothing_is_known() -> None:
    other = read(FERRIES, {**BOOK, "id": "merlin"})
    editions = shown([edition_of_document(moors("K7.21-.22")), edition_of_document(other)])
    assert targets(editions) == ["K7.21", "K7.22"]


def test_printed_order_decides_where_numbers_are_no_decimal_digits() -> None:
    book: dict[str, Any] = {
        "id": "plover",
        "title": "Plover",
        "documents": [
            {
                "id": identifier,
                "title": title,
                "shape": "text-numbered",
                "numbering": "dotted-integers",
                "chapter": "",
                "section": identifier,
                "recognise": {"line": rf"^{identifier}\.\s+{title.upper()}"},
            }
            for identifier, title in (("4", "Tides"), ("5", "Reefs"))
        ],
    }
    lines = [f"4.{number} T{number}: A tide of {number} is high." for number in range(1, 13)]
    tides = read("4. TIDES\n\n" + "\n\n".join(lines) + "\n", book)
    reefs = read("5. REEFS\n\n5.1 CORAL: Coral cuts (4.9-4.11).\n\n5.2 SAND: Sand does not.\n", book)
    editions = shown([edition_of_document(tides), edition_of_document(reefs)])
    assert targets(editions, "5") == ["4.9", "4.10", "4.11"]


def test_the_graph_knows_the_citer_through_the_range(tmp_path: Path) -> None:
    build(tmp_path, [moors("K7.21-.22")], [])
    assert targets(Store.open_current(tmp_path).editions()) == ["K7.21", "K7.22"]
    build(tmp_path, [read(FERRIES)], [])
    store = Store.open_current(tmp_path)
    assert targets(store.editions()) == ["K7.21", "K7.211", "K7.22"]
    page = rule_page(store, "kestrel", "K7.211")
    assert page is not None
    [citation] = page.cited_by
    assert (citation.rule.id, citation.text, citation.through_range) == ("L3.1", "K7.21-.22", True)
    assert (citation.first, citation.last) == ("K7.21", "K7.22")


def test_a_definition_that_is_no_more_is_nobodys(tmp_path: Path) -> None:
    quays = "8. QUAYS\n\n8.1 WALL: A wall of stone is termed a gorse wall.\n\n8.2 STEPS: Steps do not.\n"
    heath = "3. MOORS\n\n3.1 HEATH: Carts keep off a gorse wall.\n\n3.2 FEN: A fen is no heath.\n"
    build(tmp_path, [read(quays), read(heath)], [])

    def used() -> list[tuple[str, tuple[str, ...]]]:
        editions = Store.open_current(tmp_path).editions()
        return [(use.text, use.definitions) for edition in editions for use in edition.uses]

    assert used() == [("gorse wall", ("K8.1-d1",))]
    build(tmp_path, [read(quays.replace("gorse wall", "reed wall"))], [])
    assert used() == [("gorse wall", ())]
