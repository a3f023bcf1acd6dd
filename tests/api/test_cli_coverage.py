"""`hexlaw coverage`: what each statement of a rulebook has become, and which changes to its encodings no case notices."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.api.conftest import Hexlaw
from tests.kb.fens import BOOK, write

VOCABULARY = """
    noun else no: drain (hex)
    adjective else no: frozen (hex)
    figure else ?: the width of a hex = fathoms
    figure base 0: the toll of a craft = pence
    relation else no: a craft lies in a hex
    action else yes: a craft enters a hex
"""

RULES = """
    F1.1-s1:  a craft may not enter a drain if the width of the drain is at most 2 fathoms.
    F1.1-x1:  F1.1-s1 does not apply if the craft is a punt.
    F1.2-s1:
      note "colour"
    F1.2-s2:
      points to F1.1
    F1.3-s1:
      not encoded: missing persistence
"""

TEXT = """1. FENS

1.1 DRAINS: No craft may enter a drain of two fathoms or less [EXC: a punt; 1.2].

1.2 PUNTS: A punt is a merry sight. For drains see 1.1.

1.3 DRIFT: A craft left alone drifts till somebody comes. It pays a toll of 3 pence.
"""

CASES: list[dict[str, object]] = [
    {"id": "barge-2", "facts": ["Hex 4 is a drain.", "The width of hex 4 is 2 fathoms.", "B1 is a barge."]},
    {"id": "barge-3", "facts": ["Hex 4 is a drain.", "The width of hex 4 is 3 fathoms.", "B1 is a barge."]},
    {"id": "punt-2", "facts": ["Hex 4 is a drain.", "The width of hex 4 is 2 fathoms.", "B1 is a punt."]},
]


@pytest.fixture
def fens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hexlaw: Hexlaw) -> Path:
    """A rulebook of three rules with its text and three cases."""
    folder = write(tmp_path / "books", VOCABULARY, RULES)
    (folder / "sources").mkdir()
    (folder / "sources" / "fens.txt").write_text(TEXT, encoding="utf-8")
    put(folder, CASES)
    monkeypatch.setenv("HEXLAW_RULEBOOKS", str(tmp_path / "books"))
    return folder


def put(folder: Path, cases: list[dict[str, object]]) -> None:
    (folder / "cases").mkdir(exist_ok=True)
    lines = [json.dumps({"question": "May B1 enter hex 4?", **case}) for case in cases]
    (folder / "cases" / "drains.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def mark_complete(folder: Path, *parts: str) -> None:
    marked = ", ".join(f'"{part}"' for part in parts)
    text = BOOK.replace("[[documents]]", f"[complete]\nrules = [{marked}]\n\n[[documents]]")
    (folder / "book.toml").write_text(text, encoding="utf-8")


def test_every_statement_is_listed_with_what_it_is(fens: Path, hexlaw: Hexlaw) -> None:
    result = hexlaw("coverage", "fens")
    assert result.err == ""
    assert result.out == (
        "F1.1-s1  encoded        fens.rules:1\n"
        "F1.1-x1  encoded        fens.rules:2\n"
        "F1.2-s1  note           fens.rules:4: colour\n"
        "F1.2-s2  pointer        fens.rules:6: F1.1\n"
        "F1.3-s1  not encodable  fens.rules:8: missing persistence\n"
        "F1.3-s2  open\n"
        "\n"
        "F1: 6 statements: 2 encoded (33 %), 1 pointer (17 %), 1 note (17 %), 1 not encodable (17 %), 1 open (17 %)\n"
        "not encodable: 1 of 6 (16.7 %), over the bar of 3 %\n"
    )
    assert result.code == 0


def test_an_open_statement_of_what_is_marked_complete_is_an_error(fens: Path, hexlaw: Hexlaw) -> None:
    mark_complete(fens, "F1.1 to F1.2")
    assert hexlaw("coverage", "fens").code == 0
    mark_complete(fens, "F1")
    result = hexlaw("coverage", "fens", "--only", "open")
    assert (result.code, result.err) == (4, "F1.3-s2 is open, but its rule is marked complete\n")
    assert result.out.splitlines()[0] == "F1.3-s2  open"
    assert result.out.splitlines()[-1] == "marked complete: F1: 1 open"


def test_a_part_and_a_status_choose_what_is_listed(fens: Path, hexlaw: Hexlaw) -> None:
    result = hexlaw("coverage", "fens", "--chapter", "F1.2", "--only", "note", "--json")
    assert json.loads(result.out) == {
        "rulebook": "fens",
        "statements": [
            {
                "id": "F1.2-s1",
                "rule": "F1.2",
                "document": "F1",
                "status": "note",
                "file": "fens.rules",
                "line": 4,
                "why": "colour",
            }
        ],
        "counts": {"F1": {"pointer": 1, "note": 1}},
        "not_encodable": {"statements": 0, "in_part": 0, "of": 2, "percent": 0.0, "bar": 3},
        "complete": [],
        "unfinished": [],
    }


def test_a_rule_and_a_status_that_nobody_knows_are_refused(fens: Path, hexlaw: Hexlaw) -> None:
    result = hexlaw("coverage", "fens", "--chapter", "F1.11")
    assert (result.code, result.out) == (2, "")
    assert result.err == (
        "the command line: error unknown-rule: there is no rule 'F1.11' (nearest: F1.1, F1.3, F1.2)\n"
    )
    result = hexlaw("coverage", "fens", "--only", "done")
    assert (result.code, result.out) == (2, "")
    assert result.err == (
        "the command line: error unknown-status: there is no status 'done' (encoded, definition, example, pointer, "
        "note, outside, closing, not encodable, open)\n"
    )
    mark_complete(fens, "F2")
    result = hexlaw("coverage", "fens")
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("book.toml: error unknown-rule: there is no rule 'F2'")


def test_an_unknown_field_of_complete_is_refused(fens: Path, hexlaw: Hexlaw) -> None:
    text = BOOK.replace("[[documents]]", "[complete]\nrule = []\n\n[[documents]]")
    (fens / "book.toml").write_text(text, encoding="utf-8")
    result = hexlaw("coverage", "fens")
    assert (result.code, result.out) == (2, "")
    assert "complete has an unknown 'rule'" in result.err
    assert "did you mean 'rules'?" in result.err


def test_cases_that_notice_every_change_are_enough(fens: Path, hexlaw: Hexlaw) -> None:
    put(
        fens,
        [
            *CASES,
            {"id": "raft-in-the-open", "facts": ["The width of hex 4 is 2 fathoms.", "B1 is a raft."]},
            {
                "id": "no-drain",
                "facts": ["Hex 4 is not a drain.", "The width of hex 4 is 1 fathom.", "B1 is a raft."],
            },
        ],
    )
    result = hexlaw("coverage", "fens", "--mutate")
    assert (result.code, result.err) == (0, "")
    assert result.out == (
        "fens: 13 of 13 changes noticed by 5 cases (1 of them refused by the loader): 100.0 %, bar 95 %\n"
    )


def test_what_no_case_notices_is_listed(fens: Path, hexlaw: Hexlaw) -> None:
    put(fens, CASES[1:2])
    result = hexlaw("coverage", "fens", "--mutate")
    assert (result.code, result.err) == (4, "")
    rule = "a craft may not enter a drain if the width of the drain is at most 2 fathoms"
    clause = "F1.1-s1 does not apply if the craft is a punt"
    assert result.out == (
        "F1.1-s1\n"
        f"  fens.rules:1: “the hex is a drain” left out: {rule}\n"
        f"  fens.rules:1: “the hex is a drain” denied: {rule}\n"
        f"  fens.rules:1: “at most” made “less than” in “the width of the drain is at most 2 fathoms”: {rule}\n"
        f"  fens.rules:1: 2 made 1 in “the width of the drain is at most 2 fathoms”: {rule}\n"
        "F1.1-x1\n"
        f"  fens.rules:2: left out: {clause}\n"
        f"  fens.rules:2: “the craft is a punt” left out: {clause}\n"
        f"  fens.rules:2: “the craft is a punt” denied: {clause}\n"
        "\n"
        "F1.1-x1: no case notices when it is left out\n"
        "fens: 6 of 13 changes noticed by 1 case (1 of them refused by the loader): 46.2 %, bar 95 %\n"
    )


def test_a_sample_is_drawn_by_its_seed(fens: Path, hexlaw: Hexlaw) -> None:
    drawn = [
        json.loads(hexlaw("coverage", "fens", "--mutate", "--sample", "3", "--seed", seed, "--json").out)
        for seed in ("1", "1")
    ]
    assert drawn[0] == drawn[1]
    assert drawn[0]["changes"] == 3


def test_a_case_that_is_none_is_refused(fens: Path, hexlaw: Hexlaw) -> None:
    (fens / "cases" / "drains.jsonl").write_text('{"id": "a"}\n', encoding="utf-8")
    result = hexlaw("coverage", "fens", "--mutate")
    assert (result.code, result.out) == (2, "")
    assert result.err == (
        "cases/drains.jsonl:1:1: error case-malformed: the line is no case "
        '(write {"id": "…", "facts": ["…"], "question": "…", …})\n'
    )


def test_without_a_text_there_is_nothing_to_count(fens: Path, hexlaw: Hexlaw) -> None:
    (fens / "sources" / "fens.txt").unlink()
    result = hexlaw("coverage", "fens")
    assert (result.code, result.err) == (0, "")
    assert result.out == (
        "no statements are known: fens has neither outlines nor texts in its folder sources\n"
        "not encodable: 0 of 0 (0.0 %), within the bar of 3 %\n"
    )


def test_a_sample_has_at_least_one_change(fens: Path, hexlaw: Hexlaw) -> None:
    result = hexlaw("coverage", "fens", "--mutate", "--sample", "0")
    assert (result.code, result.out) == (2, "")
    assert result.err.splitlines()[-1] == "hexlaw coverage: error: argument --sample: 0 is less than 1"


def test_a_statement_of_its_own_can_be_chosen(fens: Path, hexlaw: Hexlaw) -> None:
    result = hexlaw("coverage", "fens", "--mutate", "--chapter", "F1.1-x1")
    assert (result.code, result.err) == (0, "")
    assert result.out == (
        "fens of F1.1-x1: 3 of 3 changes noticed by 3 cases (0 of them refused by the loader): 100.0 %, bar 95 %\n"
    )


def test_tidewrack_is_covered_whole(hexlaw: Hexlaw) -> None:
    result = hexlaw("coverage", "tidewrack", "--only", "open")
    assert (result.code, result.err) == (0, "")
    assert result.out == (
        "T2: 59 statements: 46 encoded (78 %), 2 definition (3 %), 4 pointer (7 %), 3 note (5 %), 1 closing (2 %), "
        "3 not encodable (5 %)\n"
        "T4: 39 statements: 31 encoded (79 %), 2 definition (5 %), 1 pointer (3 %), 4 note (10 %), 1 not encodable (3 %)\n"
        "T5: 92 statements: 68 encoded (74 %), 5 definition (5 %), 3 pointer (3 %), 11 note (12 %), 3 closing (3 %), "
        "2 not encodable (2 %)\n"
        "T6: 27 statements: 21 encoded (78 %), 1 definition (4 %), 1 note (4 %), 4 closing (15 %)\n"
        "not encodable: 6 of 217 (2.8 %), within the bar of 3 %\n"
        "marked complete: T2, T4, T5, T6: 0 open\n"
    )


def test_what_is_marked_complete_of_asl_is(hexlaw: Hexlaw) -> None:
    result = hexlaw("coverage", "asl", "--chapter", "B21", "--chapter", "G13.4 to G13.43", "--json")
    assert (result.code, result.err) == (0, "")
    found = json.loads(result.out)
    assert len(found["statements"]) == 127
    statuses = {row["status"] for row in found["statements"]}
    assert statuses <= {"encoded", "definition", "pointer", "outside", "not encodable"}
    assert [row["id"] for row in found["statements"] if row["status"] == "not encodable"] == ["B21.4-s3"]
    assert (found["not_encodable"]["statements"], found["unfinished"]) == (1, [])
