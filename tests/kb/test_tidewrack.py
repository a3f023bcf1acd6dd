"""Every case of Tidewrack gets the answer that its rules give, for the reasons that they give.

The cases are in `ontology/rulebooks/tidewrack/cases`, one JSON object a line; that folder's README says what the fields mean.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from ingest.pipeline import ingest
from kb.answer import ask
from kb.rulefiles import read_rulebook
from kb.rulelang import tree
from ontology.books import book_folder, load_book

FOLDER = book_folder("tidewrack")
SOURCES = sorted((FOLDER / "sources").iterdir())
Case = dict[str, Any]


def cases() -> list[Case]:
    return [
        json.loads(line)
        for path in sorted((FOLDER / "cases").glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]


CASES = cases()


def answer_to(case: Case) -> dict[str, Any]:
    return ask({"rulebook": "tidewrack", "facts": case["facts"], "question": case["question"]})


def records_of(answer: dict[str, Any]) -> list[dict[str, Any]]:
    """Every record of the derivation: its steps, the rules passed over, and the exceptions looked at, nested ones too."""
    found = list(answer.get("derivation", {}).get("steps", {}).values())
    for record in found:
        found.extend((*record.get("considered", ()), *record.get("exceptions", ())))
    return found


def looked_at(answer: dict[str, Any]) -> set[str]:
    """The statements of all exceptions that the derivation looked at."""
    return {look["statement"] for record in records_of(answer) for look in record.get("exceptions", ())}


def used(answer: dict[str, Any]) -> set[str]:
    """The statements that the derivation rests on or looked at."""
    stated = (record["statement"] for record in records_of(answer) if "statement" in record)
    return {one.partition(" #")[0].partition(" row ")[0] for many in stated for one in many.split(" + ")}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: Case) -> None:
    answer = answer_to(case)
    assert answer["answer"] == case["answer"], answer["text"]
    for field in ("value", "unit"):
        assert answer.get(field) == case.get(field)
    assert sorted(answer.get("cites", [])) == case["cites"]
    assert looked_at(answer) == set(case["exceptions"])
    deciding = [{"facts": each["facts"], "answer": each["answer"]} for each in answer.get("deciding", [])]
    assert deciding == case.get("deciding", [])
    split = [{"class": each["class"], "answer": each["answer"]} for each in answer.get("split", [])]
    assert split == case.get("split", [])
    assert [each["where"] for each in answer.get("not_understood", [])] == case.get("not_understood", [])


def test_the_encodings_load_without_a_finding() -> None:
    _, found = read_rulebook("tidewrack", FOLDER)
    assert [str(diagnostic) for diagnostic in found] == []


def test_ids_of_cases_are_unique() -> None:
    assert len({case["id"] for case in CASES}) == len(CASES)


def test_some_case_comes_by_every_encoded_statement() -> None:
    rulebook, _ = read_rulebook("tidewrack", FOLDER)
    encoded = {s for entry in rulebook.program.entries for s in entry.rule.statements}
    encoded |= {s for item in rulebook.program.withdrawals for s in item.statements}
    seen = {statement for case in CASES for statement in used(answer_to(case))}
    assert sorted(encoded - seen) == []


def test_every_statement_of_the_text_is_encoded_or_recorded() -> None:
    book = load_book(FOLDER)
    rulebook, _ = read_rulebook("tidewrack", FOLDER)
    said = set(rulebook.hashes)
    printed: set[str] = set()
    for path in SOURCES:
        document = ingest(path.read_bytes(), path.name, [book])
        printed |= {statement.id for statement in document.statements}
        printed |= {clause.id for clause in document.exceptions}
    assert sorted(printed - said) == []
    assert sorted(said - printed) == []


def test_the_examples_of_the_text_have_cases() -> None:
    assert {case["example"] for case in CASES if "example" in case} == {
        "T2.211", "T2.332", "T2.51", "T2.62", "T4.11", "T4.221",
    }  # fmt: skip


def test_records_say_why_a_statement_is_not_encoded() -> None:
    rulebook, _ = read_rulebook("tidewrack", FOLDER)
    kinds = {record.kind for record in rulebook.program.records}
    assert kinds == {"note", "points to", "closing", "not encoded"}
    assert all(isinstance(record, tree.Record) and record.text for record in rulebook.program.records)


def test_the_encodings_were_written_against_this_text() -> None:
    book = load_book(FOLDER)
    rulebook, _ = read_rulebook("tidewrack", FOLDER)
    for path in SOURCES:
        document = ingest(path.read_bytes(), path.name, [book])
        for each in document.statements:
            assert rulebook.hashes[each.id] == each.hash, each.id
        for clause in document.exceptions:
            assert rulebook.hashes[clause.id] == clause.hash, clause.id
