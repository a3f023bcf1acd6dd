from __future__ import annotations

import json
import re
from pathlib import Path

from kb.store import Store
from ontology.books import book_folder
from tests.api.conftest import Hexlaw

SOURCES = book_folder("tidewrack") / "sources"
GROUND = SOURCES / "tidewrack-ground.txt"
LANDING = SOURCES / "tidewrack-landing.html"


def test_without_files_tidewrack_and_the_outlines_are_ingested(hexlaw: Hexlaw, home: Path) -> None:
    result = hexlaw("ingest")
    assert (result.code, result.err) == (0, "")
    *read, graph = result.out.splitlines()
    counts = r"\d+ rules, \d+ statements, \d+ exceptions, \d+ examples, \d+ references, 0 findings"
    titles = ["T2 GROUND", "T4 LANDING", "PA Tidewrack Play Aid", "T5 SALVAGE", "T6 Sight and Shelter"]
    for title, line in zip(titles, read, strict=True):
        assert re.fullmatch(rf"tidewrack:{title}: {counts}", line)
    assert graph == f"The graph is at generation {Store.generation(home)}, in {home}."
    assert hexlaw("show", "G13.4").code == 0
    assert hexlaw("show", "--rulebook", "tidewrack", "T4.1").code == 0


def test_a_file_is_recognised_and_what_was_there_stays(hexlaw: Hexlaw, home: Path) -> None:
    assert hexlaw("ingest", str(GROUND)).code == 0
    assert hexlaw("ingest", str(LANDING)).code == 0
    editions = {(e.rulebook, e.document): e.origin for e in Store.open_current(home).editions()}
    assert editions == {
        ("amphibious-37", "37"): "outline",
        ("asl", "B21"): "outline",
        ("asl", "G13"): "outline",
        ("asl", "PA"): "outline",
        ("squad-terrain", "10"): "outline",
        **{("tidewrack", document): "original" for document in ("T2", "T4", "T5", "T6", "PA")},
    }


def test_what_comes_with_hexlaw_goes_in_beside_a_file_where_it_is_not_there(
    hexlaw: Hexlaw, home: Path, tmp_path: Path
) -> None:
    own = tmp_path / "own.txt"
    own.write_text(GROUND.read_text(encoding="utf-8").replace("2. GROUND", "2. LIE OF THE LAND", 1))
    first = hexlaw("ingest", "--as", "tidewrack:T2", str(own))
    assert first.out.splitlines()[1] == (
        "With what comes with Hexlaw: tidewrack:T4, tidewrack:PA, tidewrack:T5, tidewrack:T6"
    )
    assert hexlaw("show", "--rulebook", "tidewrack", "T4.1").code == 0
    second = hexlaw("ingest", str(LANDING))
    assert "With what comes with Hexlaw" not in second.out
    titles = {edition.document: edition.title for edition in Store.open_current(home).editions()}
    assert titles["T2"] == "LIE OF THE LAND"  # the user's own is kept


def test_a_file_may_be_told_what_it_is(hexlaw: Hexlaw, tmp_path: Path) -> None:
    plain = tmp_path / "saved.txt"
    plain.write_text(GROUND.read_text(encoding="utf-8").replace("2. GROUND", "2. LIE OF THE LAND", 1))
    assert hexlaw("ingest", str(plain)).code == 2
    result = hexlaw("ingest", "--as", "tidewrack:T2", str(plain))
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("tidewrack:T2 LIE OF THE LAND: ")


def test_every_file_that_cannot_be_used_is_named_and_nothing_changes(
    hexlaw: Hexlaw, home: Path, tmp_path: Path
) -> None:
    hexlaw("ingest")
    before = Store.generation(home)
    shopping, missing = tmp_path / "shopping.txt", tmp_path / "missing.html"
    shopping.write_text("eggs\nmilk\n")
    result = hexlaw("ingest", str(GROUND), str(shopping), str(missing))
    assert (result.code, result.out) == (2, "")
    assert result.err.splitlines() == [
        f"{shopping}: error unknown-document: is not a document of a known rulebook "
        "(known: amphibious-37:37, asl:G13, asl:B21, asl:PA, squad-terrain:10, tidewrack:T2, tidewrack:T4, tidewrack:T5, "
        "tidewrack:T6, tidewrack:PA)",
        f"{missing}: error file: cannot be read: No such file or directory",
    ]
    assert Store.generation(home) == before


def test_a_folder_is_no_file(hexlaw: Hexlaw, tmp_path: Path) -> None:
    result = hexlaw("ingest", str(tmp_path))
    assert (result.code, result.err) == (2, f"{tmp_path}: error file: cannot be read: Is a directory\n")


def test_the_same_document_twice_is_refused(hexlaw: Hexlaw, tmp_path: Path) -> None:
    again = tmp_path / "again.txt"
    again.write_bytes(GROUND.read_bytes())
    result = hexlaw("ingest", str(GROUND), str(again))
    assert (result.code, result.out) == (2, "")
    assert result.err == f"{again}: error ingest-twice: is tidewrack:T2, as {GROUND} is (give one of them)\n"


def test_a_file_over_the_limit_is_refused(hexlaw: Hexlaw, hexlaw_process: Hexlaw) -> None:
    result = hexlaw_process("ingest", str(GROUND), HEXLAW_MAX_FILE="100")
    assert (result.code, result.out) == (2, "")
    assert result.err == f"{GROUND}: error file: is larger than 100 bytes (HEXLAW_MAX_FILE sets the limit)\n"


def test_what_as_says_is_checked(hexlaw: Hexlaw) -> None:
    result = hexlaw("ingest", "--as", "T2", str(GROUND))
    assert result.err == "--as: error ingest-as: 'T2' is not RULEBOOK:DOCUMENT (such as --as asl:G13)\n"
    result = hexlaw("ingest", "--as", "als:G13", str(GROUND))
    assert result.err == (
        "--as: error ingest-as: there is no rulebook 'als' "
        "(there are: amphibious-37, asl, squad-terrain, tidewrack)\n"
    )
    result = hexlaw("ingest", "--as", "tidewrack:T2", str(GROUND), str(LANDING))
    assert (
        result.err
        == "--as: error ingest-as: says what one file is, but there are 2 (give one file with --as)\n"
    )


def test_findings_are_printed_with_their_place(hexlaw: Hexlaw, tmp_path: Path) -> None:
    broken = tmp_path / "ground.txt"
    text = GROUND.read_text(encoding="utf-8")
    broken.write_text(text + "\n\n2.991 A hex is never two hexes [EXC: see 2.9999.\n", encoding="utf-8")
    result = hexlaw("ingest", str(broken))
    assert result.code == 0
    findings = [line for line in result.out.splitlines() if line.startswith("  ")]
    assert findings
    assert all(
        re.match(rf"  {re.escape(str(broken))}:\d+:\d+: (error|warning|note) [a-z-]+: ", f) for f in findings
    )


def test_an_outline_is_written(hexlaw: Hexlaw, tmp_path: Path) -> None:
    labels, output = tmp_path / "labels.toml", tmp_path / "outline.json"
    labels.write_text('[T2]\n"T2" = "The lie of the land"\n', encoding="utf-8")
    result = hexlaw("outline", str(GROUND), "--labels", str(labels), "-o", str(output))
    assert (result.code, result.err) == (0, "")
    outline = json.loads(output.read_text(encoding="utf-8"))
    count = len(outline["nodes"])
    assert result.out == f"Wrote {output}: {count} rules of tidewrack:T2.\n"


def test_labels_that_cannot_be_used_are_refused(hexlaw: Hexlaw, tmp_path: Path) -> None:
    labels, output = tmp_path / "labels.toml", tmp_path / "outline.json"
    right = '(write a table [T2] with one line for each rule, such as "T2.1" = "What it is about")'
    for text, message in [
        ("[T4]\n", f"has no labels for T2 {right}"),
        ("[T2", f"is not TOML: Expected ']' at the end of a table declaration (at end of document) {right}"),
    ]:
        labels.write_text(text)
        result = hexlaw("outline", str(GROUND), "--labels", str(labels), "-o", str(output))
        assert (result.code, result.out, result.err) == (2, "", f"{labels}: error labels: {message}\n")
        assert not output.exists()
