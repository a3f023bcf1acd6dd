from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from api.cli.changes import print_comparison
from ingest.pipeline import ingest
from kb.comparison.comparing import compare
from kb.comparison.sides import side_of_document
from kb.store import Store
from ontology.books import book_folder, load_book
from tests.api.conftest import Hexlaw

SOURCES = book_folder("tidewrack") / "sources"
GROUND = SOURCES / "tidewrack-ground.txt"
LANDING = SOURCES / "tidewrack-landing.html"


@pytest.fixture
def newer(tmp_path: Path) -> Path:
    """Tidewrack's ground with a dearer creek, and 2.13 under another number."""
    path = tmp_path / "newer.txt"
    text = GROUND.read_text(encoding="utf-8")
    path.write_text(text.replace("creek costs 3 MP", "creek costs 4 MP").replace("2.13 KEELS", "2.19 KEELS"))
    return path


def test_two_files_that_differ_are_1(hexlaw: Hexlaw, home: Path, newer: Path) -> None:
    result = hexlaw("compare", str(GROUND), str(newer))
    assert (result.code, result.err) == (1, "")
    lines = result.out.splitlines()
    assert lines[0] == "tidewrack:T2 GROUND"
    assert lines[1].startswith(f"  old: {GROUND}, 27 rules (")
    assert lines[2].startswith(f"  new: {newer}, 27 rules (")
    assert lines[4:8] == [
        "2 rules differ: 1 renumbered, 1 changed",
        "  ~ T2.13 → T2.19 KEELS ON LAND: renumbered",
        "  ~ T2.21 CREEK: changed",
        "    ~ T2.21-s2: Wading into a creek costs [-3-] {+4+} MP.",
    ]
    assert "  T4.21 (line 26) cites 2.13: T2.13 is gone; the rule it meant is T2.19" in lines
    assert "3 encodings stale: 1 of statements that were changed, 2 that need another number only" in lines
    [stale] = [line for line in lines if line.startswith("  T2.13-s1: the same text is T2.19-s1  ")]
    assert "ground.rules:" in stale
    assert Store.generation(home) is None


def test_the_same_text_is_0(hexlaw: Hexlaw, tmp_path: Path) -> None:
    copy = tmp_path / "copy.txt"
    copy.write_text(GROUND.read_text(encoding="utf-8").replace("no wagon may", "no  wagon may"))
    for other, line in [
        (GROUND, "No rule differs: it is the same file."),
        (copy, "No rule differs; the files do, in what is no text of a rule."),
    ]:
        result = hexlaw("compare", str(GROUND), str(other))
        assert (result.code, result.err) == (0, "")
        assert result.out.splitlines()[-1] == line


def test_json(hexlaw: Hexlaw, newer: Path) -> None:
    result = hexlaw("compare", "--json", str(GROUND), str(newer))
    assert (result.code, result.err) == (1, "")
    data = json.loads(result.out)
    assert (data["same"], data["counts"]) == (False, {"renumbered": 1, "changed": 1})
    assert data["old"]["source"] == str(GROUND)
    stale = {encoding["statement"]: encoding["now"] for encoding in data["encodings"]}
    assert stale == {"T2.13-s1": "T2.19-s1", "T2.13-x1": "T2.19-x1", "T2.21-s2": "T2.21-s2"}
    assert result.out == hexlaw("compare", "--json", str(GROUND), str(newer)).out
    assert json.loads(hexlaw("compare", "--json", str(GROUND), str(GROUND)).out)["same"] is True


def test_the_stale_encodings_are_those_that_answers_flag(hexlaw: Hexlaw, newer: Path) -> None:
    told = json.loads(hexlaw("compare", "--json", str(GROUND), str(newer)).out)["encodings"]
    hexlaw("ingest", str(newer))
    ask = [
        "ask",
        "--rulebook",
        "tidewrack",
        "--json",
        "--fact",
        "2C3 is a creek hex.",
        "--fact",
        "M1 is a mule team.",
    ]
    answer = json.loads(hexlaw(*ask, "What is the entry cost of 2C3 for M1?").out)
    flagged = {flag["statement"] for flag in answer.get("flags", ()) if flag["kind"] == "stale"}
    assert flagged <= {encoding["statement"] for encoding in told}
    assert "T2.21-s2" in flagged


def test_one_file_is_compared_with_the_graph(hexlaw: Hexlaw, newer: Path) -> None:
    assert hexlaw("compare", str(GROUND)).code == 0  # nothing ingested: with the text that is shipped
    hexlaw("ingest", str(newer))
    assert hexlaw("compare", str(newer)).code == 0
    result = hexlaw("compare", "--rulebook", "tidewrack", "--document", "T2", str(GROUND))
    assert result.code == 1
    assert "    ~ T2.21-s2: Wading into a creek costs [-4-] {+3+} MP." in result.out.splitlines()
    assert "  ~ T2.19 → T2.13 KEELS ON LAND: renumbered" in result.out.splitlines()


def test_what_cannot_be_compared_is_2(hexlaw: Hexlaw, tmp_path: Path) -> None:
    shopping, missing = tmp_path / "shopping.txt", tmp_path / "missing.txt"
    shopping.write_text("eggs\nmilk\n")
    for words, message in [
        (
            (str(GROUND), str(LANDING)),
            f"{LANDING}: error compare-documents: is tidewrack:T4, but {GROUND} is tidewrack:T2 "
            "(compare two editions of one document)\n",
        ),
        ((str(GROUND), str(missing)), f"{missing}: error file: cannot be read: No such file or directory\n"),
        (
            ("--rulebook", "asl", str(GROUND)),
            f"{GROUND}: error compare-documents: is tidewrack:T2, but --rulebook says asl "
            "(--as RULEBOOK:DOCUMENT says what a file is that is not recognised)\n",
        ),
        (
            ("--document", "T4", str(GROUND)),
            f"{GROUND}: error compare-documents: is tidewrack:T2, but --document says T4 "
            "(--as RULEBOOK:DOCUMENT says what a file is that is not recognised)\n",
        ),
        (
            (str(GROUND), str(GROUND), str(GROUND)),
            "FILE: error compare-files: there are 3 files (give OLD and NEW)\n",
        ),
        (
            ("--outline", str(GROUND), str(GROUND)),
            "--outline: error compare-files: there is an older file too (give NEW alone)\n",
        ),
        (
            ("--outline", str(GROUND)),
            f"{GROUND}: error compare-unknown: no other edition of tidewrack:T2 is known "
            "(give OLD and NEW, or ingest the older one first)\n",
        ),
    ]:
        result = hexlaw("compare", *words)
        assert (result.code, result.out, result.err) == (2, "", message)
    result = hexlaw("compare", str(GROUND), str(shopping))
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(f"{shopping}: error unknown-document: is not a document of a known rulebook")


def test_a_file_that_is_too_big_is_2(hexlaw_process: Hexlaw) -> None:
    result = hexlaw_process("compare", str(GROUND), str(GROUND), HEXLAW_MAX_FILE="100")
    assert (result.code, result.out) == (2, "")
    assert result.err == f"{GROUND}: error file: is larger than 100 bytes (HEXLAW_MAX_FILE sets the limit)\n"


def test_a_terminal_shows_trees(newer: Path) -> None:
    books = [load_book(book_folder("tidewrack"))]
    old, new = (side_of_document(ingest(p.read_bytes(), p.name, books)) for p in (GROUND, newer))
    console = Console(file=io.StringIO(), force_terminal=True, color_system="standard", width=100)
    print_comparison(compare(old, new), console)
    assert isinstance(console.file, io.StringIO)
    shown = console.file.getvalue()
    assert "└── " in shown
    assert "\x1b[9;31m3\x1b[0m \x1b[4;32m4\x1b[0m MP." in shown
