from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from rdflib import Dataset, Graph

from ontology.books import book_folder
from tests.api.conftest import Hexlaw

SOURCES = book_folder("tidewrack") / "sources"
GROUND = SOURCES / "tidewrack-ground.txt"
LANDING = SOURCES / "tidewrack-landing.html"

FIELDS = {
    "nodes": {"id", "title", "parent", "order", "kind"},
    "statements": {"id", "in", "text"},
    "references": {"from", "text", "targets", "kind", "href"},
    "exceptions": {"in", "text", "kind", "refs", "qualifies"},
    "examples": {"in", "text"},
    "passages": {"id", "in", "text", "kind"},
    "tables": {"id", "in", "columns", "rows"},
    "terms": {"term", "in", "explicit"},
    "term-uses": {"id", "term", "in", "text", "definitions"},
    "undefined-terms": {"term", "in", "uses"},
    "images": {"id", "in"},
    "footnotes": {"id", "in"},
    "findings": {"code", "in", "severity", "evidence"},
    "claims": {"row", "column", "text", "refs"},
}


@pytest.mark.parametrize("kind", FIELDS)
def test_without_a_file_tidewrack_is_exported(hexlaw: Hexlaw, kind: str) -> None:
    result = hexlaw("export", kind, "--format", "csv")
    assert (result.code, result.err) == (0, "")
    head = next(csv.reader(io.StringIO(result.out)))
    assert FIELDS[kind] | {"rulebook", "document", "line"} <= set(head)
    lines = hexlaw("export", kind, "--format", "jsonl").out.splitlines()
    assert len(lines) == len(list(csv.reader(io.StringIO(result.out)))) - 1
    assert all(set(json.loads(line)) <= set(head) for line in lines)


def test_records_of_a_file(hexlaw: Hexlaw) -> None:
    result = hexlaw("export", "nodes", "--format", "jsonl", str(GROUND))
    rows = [json.loads(line) for line in result.out.splitlines()]
    assert {row["document"] for row in rows} == {"T2"}
    assert [row["order"] for row in rows] == list(range(len(rows)))
    assert (rows[0]["id"], rows[0]["title"], rows[0]["parent"], rows[0]["line"]) == ("T2", "GROUND", None, 1)
    assert {row["parent"] for row in rows[1:]} <= {row["id"] for row in rows}


def test_a_clause_has_its_statement_and_what_it_cites(hexlaw: Hexlaw) -> None:
    rows = [json.loads(line) for line in hexlaw("export", "exceptions", str(GROUND)).out.splitlines()]
    [row] = [row for row in rows if row["id"] == "T2.11-x1"]
    assert {key: row[key] for key in ("in", "kind", "refs", "qualifies")} == {
        "in": "T2.11",
        "kind": "bracket",
        "refs": ["T2.5"],
        "qualifies": "T2.11-s2",
    }


def test_a_list_of_ids_is_one_cell(hexlaw: Hexlaw) -> None:
    in_json = [json.loads(line) for line in hexlaw("export", "references").out.splitlines()]
    in_csv = list(csv.DictReader(io.StringIO(hexlaw("export", "references", "--format", "csv").out)))
    assert [row["targets"] for row in in_csv] == [" ".join(row["targets"]) for row in in_json]
    assert [row["href"] for row in in_csv] == [row["href"] or "" for row in in_json]


def test_of_a_rulebook_what_the_graph_holds(hexlaw: Hexlaw) -> None:
    hexlaw("ingest")
    rows = [json.loads(line) for line in hexlaw("export", "statements", "--rulebook", "asl").out.splitlines()]
    assert {row["document"] for row in rows} >= {"B21", "G13"}
    assert {row["text"] for row in rows} == {None}
    result = hexlaw("export", "findings", "--rulebook", "asl")
    assert (result.code, result.out, result.err) == (
        2,
        "",
        "findings: error export-outline: an outline has no findings, and nothing more is known of "
        "asl:B21, asl:G13, asl:PA (ingest the original, or name its file)\n",
    )
    result = hexlaw("export", "nodes", "--rulebook", "als")
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(
        "--rulebook: error export-rulebook: there is nothing of rulebook 'als' (there is: a"
    )
    assert "asl" in result.err


def test_a_format_that_does_not_fit_is_refused(hexlaw: Hexlaw) -> None:
    for what, form, message in [
        ("nodes", "turtle", "'turtle' is no format for nodes (jsonl or csv)"),
        ("graph", "csv", "'csv' is no format for a graph (turtle, trig or json-ld)"),
    ]:
        result = hexlaw("export", what, "--format", form)
        assert (result.code, result.out, result.err) == (2, "", f"--format: error export-format: {message}\n")


@pytest.mark.filterwarnings("ignore:.*Dataset.*:DeprecationWarning")  # rdflib's own parsers
def test_the_graph_is_the_same_in_every_format(hexlaw: Hexlaw) -> None:
    counts = {}
    nodes = [json.loads(line) for line in hexlaw("export", "nodes").out.splitlines()]
    documents = {row["document"] for row in nodes}
    assert documents >= {"T2", "T4"}
    for form in ("trig", "json-ld"):
        dataset = Dataset()
        dataset.parse(data=hexlaw("export", "graph", "--format", form).out, format=form)
        counts[form] = sum(1 for _ in dataset.quads())
        assert {str(graph.identifier).split(":edition:")[0] for graph in dataset.graphs()} == {
            "urn:x-rdflib:default",
            "urn:hexlaw:run:export",
            *(f"urn:hexlaw:tidewrack:document:{document}" for document in documents),
        }
    union = Graph()
    union.parse(data=hexlaw("export", "graph").out, format="turtle")
    assert counts == {"trig": len(union), "json-ld": len(union)}
    rules = union.query("SELECT ?r WHERE { ?r a <urn:hexlaw:vocab:Rule> }", initNs={})
    assert len(rules) == len(nodes)


def test_the_graph_of_one_rulebook(hexlaw: Hexlaw) -> None:
    hexlaw("ingest")
    union = Graph()
    union.parse(data=hexlaw("export", "graph", "--rulebook", "asl").out, format="turtle")
    assert "urn:hexlaw:asl:G13.4" in {str(subject) for subject in union.subjects()}
    assert not [s for s in union.subjects() if str(s).startswith("urn:hexlaw:tidewrack")]


def test_into_a_file(hexlaw: Hexlaw, tmp_path: Path) -> None:
    output = tmp_path / "nodes.csv"
    result = hexlaw("export", "nodes", "--format", "csv", "-o", str(output), str(LANDING))
    assert (result.code, result.out, result.err) == (0, "", "")
    with output.open(encoding="utf-8", newline="") as file:
        assert next(csv.DictReader(file))["id"] == "T4"
    result = hexlaw("export", "nodes", "-o", str(tmp_path))
    assert result.err == f"{tmp_path}: error output: cannot be written: Is a directory\n"
