"""A document exported from its file and from the graph gives the same rows."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from api.ingestion import files_in, shipped_files
from kb.export import KINDS
from tests.api.conftest import Hexlaw

REQUIRED = {
    "nodes": ("id", "title", "parent", "order", "kind"),
    "statements": ("id", "in", "text"),
    "references": ("from", "text", "targets", "kind", "href"),
    "exceptions": ("in", "text", "kind", "refs", "qualifies"),
    "examples": ("in", "text"),
    "passages": ("id", "in", "text", "kind"),
    "tables": ("id", "in", "columns", "rows"),
    "terms": ("term", "in", "explicit"),
    "term-uses": ("term", "in", "text", "definitions"),
    "undefined-terms": ("term", "in", "kind", "uses"),
    "images": ("id", "in", "alt", "src"),
    "footnotes": ("id", "in", "text", "href"),
    "claims": ("row", "column", "text", "refs"),
    "findings": ("code", "in", "severity", "evidence"),
}


def test_what_is_required_of_every_kind_is_told() -> None:
    assert set(REQUIRED) == set(KINDS)


def rows(hexlaw: Hexlaw, *words: str) -> list[dict[str, Any]]:
    result = hexlaw("export", *words)
    assert (result.code, result.err) == (0, "")
    return [json.loads(line) for line in result.out.splitlines()]


def same(kind: str, read: list[dict[str, Any]], kept: list[dict[str, Any]]) -> None:
    assert len(read) == len(kept), kind
    # Told by id and field, so that no text of an original is printed.
    differing = [
        (row.get("id"), [name for name in row if row[name] != other.get(name)])
        for row, other in zip(read, kept, strict=True)
        if row != other or list(row) != list(other)
    ]
    assert differing == [], kind
    for row in read:
        missing = [name for name in REQUIRED[kind] if name not in row]
        assert missing == [], kind


def test_tidewrack(hexlaw: Hexlaw) -> None:
    assert hexlaw("ingest").code == 0
    some = Counter(dict.fromkeys(KINDS, 0))
    for kind in KINDS:
        read = rows(hexlaw, kind)
        some[kind] += len(read)
        same(kind, read, rows(hexlaw, kind, "--rulebook", "tidewrack"))
        for form in ("csv", "jsonl"):
            file = hexlaw("export", kind, "--format", form).out
            graph = hexlaw("export", kind, "--format", form, "--rulebook", "tidewrack").out
            assert file == graph
    assert {kind for kind, count in some.items() if not count} <= {"findings", "undefined-terms"}


def test_one_file_alone(hexlaw: Hexlaw) -> None:
    hexlaw("ingest")
    by_document: dict[str, list[dict[str, Any]]] = {}
    for row in rows(hexlaw, "references", "--rulebook", "tidewrack"):
        by_document.setdefault(row["document"], []).append(row)
    for path in shipped_files():
        read = rows(hexlaw, "references", str(path))
        same("references", read, by_document[read[0]["document"]])
    landing = {row["id"]: row for row in by_document["T4"]}
    assert landing["T4.5-r1"]["text"] == "2.6-.62"
    assert landing["T4.5-r1"]["targets"] == ["T2.6", "T2.61", "T2.62"]


def test_the_originals(hexlaw: Hexlaw, originals: Path) -> None:
    files = [str(path) for path in files_in(originals)]
    assert hexlaw("ingest", *files).code == 0
    for kind in KINDS:
        read = rows(hexlaw, kind, *files)
        books = list(dict.fromkeys(row["rulebook"] for row in read))
        same(kind, read, [row for book in books for row in rows(hexlaw, kind, "--rulebook", book)])
        assert read, kind


def test_the_play_aid_alone_finds_the_rules_between(hexlaw: Hexlaw, originals: Path) -> None:
    read = rows(hexlaw, "references", str(originals / "g13-play-aid.tsv"))
    ranges = [row for row in read if row["kind"] == "range"]
    assert [(row["first"], row["last"]) for row in ranges] == [("G13.441", "G13.447")] * 2
    for row in ranges:
        assert (len(row["targets"]), row["targets"][0], row["targets"][-1]) == (10, "G13.441", "G13.447")
        assert {"G13.4421", "G13.4422", "G13.4461"} & set(row["targets"])
