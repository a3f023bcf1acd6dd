"""Records as rows: what each kind has, and how a row is written."""

from __future__ import annotations

import csv
import io
import json

import pytest

from ingest.lint import lint
from ingest.pipeline import ingest
from kb.editions import edition_of_document
from kb.export import KINDS, row_of_finding, rows_of_edition, write_csv, write_jsonl
from tests.ingest.samples import BOOK, FERRIES

DOCUMENT = ingest(FERRIES.encode(), "ferries.html", [BOOK])
EDITION = edition_of_document(DOCUMENT)
ALONE = [kind for kind in KINDS if kind not in ("findings", "term-uses", "undefined-terms")]


def test_every_record_of_a_document_can_be_exported() -> None:
    assert all(hasattr(DOCUMENT, kind) for kind in ALONE)


@pytest.mark.parametrize("kind", ALONE)
def test_every_record_is_a_row_with_its_place(kind: str) -> None:
    rows = list(rows_of_edition(kind, EDITION))
    assert len(rows) == len(getattr(DOCUMENT, kind))
    for row in rows:
        assert (row["rulebook"], row["document"]) == ("kestrel", "K7")
        assert 1 <= row["line"] <= FERRIES.count("\n") + 1
        assert "span" not in row


def test_what_a_statement_and_an_exception_cite() -> None:
    statements = {row["id"]: row for row in rows_of_edition("statements", EDITION)}
    assert statements["K7.1-s1"]["refs"] == [
        target
        for reference in DOCUMENT.references
        if reference.within == "K7.1-s1"
        for target in reference.targets
    ]
    [first, *_] = rows_of_edition("exceptions", EDITION)
    assert {key: first[key] for key in ("id", "in", "kind", "refs", "qualifies")} == {
        "id": "K7.1-x1",
        "in": "K7.1",
        "kind": "bracket",
        "refs": ["L3.2"],
        "qualifies": "K7.1-s2",
    }


def test_a_finding_has_its_rule_and_what_would_be_right() -> None:
    text = "3. MOORS\n\n3.1 HEATH: It goes over the the moor.\n"
    [row] = [row_of_finding(finding) for finding in lint([ingest(text.encode(), "moors.txt", [BOOK])])]
    assert row == {
        "code": "doubled-word",
        "in": "L3.1",
        "severity": "warning",
        "evidence": "3.1 HEATH: It goes over the the moor.",
        "message": "“the the”",
        "right": "the?",
        "file": "moors.txt",
        "column": 25,
        "rulebook": "kestrel",
        "document": "L3",
        "line": 3,
    }


def test_a_csv_without_rows_has_its_head() -> None:
    assert list(write_csv("claims", [])) == [
        "row,column,text,refs,kind,part_of,hash,id,rulebook,document,line\r\n"
    ]
    assert list(write_jsonl("claims", [])) == []


def test_what_a_cell_holds() -> None:
    row = {
        "id": "K1",
        "in": "K",
        "columns": ["a b", "c"],
        "rows": [["1", "2"]],
        "title": None,
        "row_ids": ["K1.r1", "K1.r2"],
    }
    [text] = write_csv("tables", [row])
    [read] = csv.DictReader(io.StringIO(text))
    assert json.loads(read["columns"]) == ["a b", "c"]
    assert json.loads(read["rows"]) == [["1", "2"]]
    assert (read["title"], read["row_ids"], read["line"]) == ("", "K1.r1 K1.r2", "")
    [line] = write_jsonl("tables", [row])
    assert json.loads(line) == row
