"""Every case of Tidewrack gets the answer that its rules give, for the reasons that they give.

The cases are in `ontology/rulebooks/tidewrack/cases`, one JSON object a line; that folder's README says what the fields mean.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from typing import Any

import pytest

from ingest.nodes import Document
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
BOOK = load_book(FOLDER)
#: Documents of rules; the play aid's statements are about rules, and its faults are listed.
RULES = [document["id"] for document in BOOK["documents"] if document["shape"] != "tab-tables"]
FAULTS = tomllib.loads((FOLDER / "cases" / "faults.toml").read_text(encoding="utf-8"))["faults"]


def documents() -> list[Document]:
    """The shipped texts, read."""
    return [ingest(path.read_bytes(), path.name, [BOOK]) for path in SOURCES]


def chapters() -> list[Document]:
    """Those of them that have rules."""
    return [document for document in documents() if document.id in RULES]


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
    rulebook, _ = read_rulebook("tidewrack", FOLDER)
    said = set(rulebook.hashes)
    printed: set[str] = set()
    for document in chapters():
        printed |= {statement.id for statement in document.statements}
        printed |= {clause.id for clause in document.exceptions}
    assert sorted(printed - said) == []
    assert sorted(said - printed) == []


def test_the_examples_of_the_text_have_cases() -> None:
    assert {case["example"] for case in CASES if "example" in case} == {
        "T2.211", "T2.332", "T2.51", "T2.62", "T4.11", "T4.221", "T5.B.4", "T5.C.2",
    }  # fmt: skip


def test_records_say_why_a_statement_is_not_encoded() -> None:
    rulebook, _ = read_rulebook("tidewrack", FOLDER)
    kinds = {record.kind for record in rulebook.program.records}
    assert kinds == {"note", "points to", "closing", "not encoded", "outside"}
    assert all(isinstance(record, tree.Record) and record.text for record in rulebook.program.records)


def test_the_encodings_were_written_against_this_text() -> None:
    rulebook, _ = read_rulebook("tidewrack", FOLDER)
    for document in chapters():
        for each in document.statements:
            assert rulebook.hashes[each.id] == each.hash, each.id
        for clause in document.exceptions:
            assert rulebook.hashes[clause.id] == clause.hash, clause.id


def test_tidewrack_has_every_shape() -> None:
    shapes = {document["shape"] for document in BOOK["documents"]}
    assert shapes == {"html-headings", "text-numbered", "text-outline", "tab-tables"}
    assert {document.id for document in documents()} == {document["id"] for document in BOOK["documents"]}


def test_the_lettered_outline_has_all_that_its_shape_may_have() -> None:
    (salvage,) = (document for document in documents() if document.id == "T5")
    kinds = Counter(node.kind for node in salvage.nodes)
    assert kinds == {
        "rule": 8, "item": 20, "table": 3, "header": 4, "row": 11, "result": 8, "modifiers": 2, "modifier": 12, "note": 4,
    }  # fmt: skip
    assert [(passage.kind, passage.text) for passage in salvage.passages if passage.kind == "version"] == [
        ("version", "(V 1.04)")
    ]
    ids = {node.id: node.parent for node in salvage.nodes}
    assert {
        "T5.c": "T5",
        "T5.A": "T5",
        "T5.B.4": "T5.B",
        "T5.HM": "T5",
        "T5.T2.resNE": "T5.T2",
    }.items() <= ids.items()
    assert {"T5.T1.r4", "T5.T2.m8", "T5.T3.resFx", "T5.T1.n2", "T5.B.end"} <= set(ids)


def test_the_paragraph_headed_outline_counts_by_ten() -> None:
    (sight,) = (document for document in documents() if document.id == "T6")
    assert [(node.id, node.parent) for node in sight.nodes if node.id in ("T6.9", "T6.10", "T6.101", "T6.31")] == [
        ("T6.31", "T6.3"), ("T6.9", "T6"), ("T6.10", "T6"), ("T6.101", "T6.10"),
    ]  # fmt: skip


def test_the_play_aid_has_claims_of_every_kind() -> None:
    (aid,) = (document for document in documents() if document.id == "PA")
    kinds = Counter(claim.kind for claim in aid.claims)
    assert kinds == {"sentence": 13, "bullet": 53, "exception": 22, "cost": 18}
    assert len([node for node in aid.nodes if node.kind == "row"]) == 13


@pytest.mark.parametrize("fault", FAULTS, ids=[f"{fault['row']}-{fault['column']}" for fault in FAULTS])
def test_a_known_fault_of_the_play_aid_is_printed_and_false(fault: dict[str, Any]) -> None:
    (aid,) = (document for document in documents() if document.id == "PA")
    assert [c.text for c in aid.claims if (c.row, c.column) == (fault["row"], fault["column"])].count(
        fault["claim"]
    ) == 1
    assert fault["kind"] in ("false", "incomplete")
    rulebook, _ = read_rulebook("tidewrack", FOLDER)
    assert set(fault["rules"]) <= set(rulebook.hashes)
    answer = answer_to(fault)
    assert (answer["answer"], answer.get("value")) == (fault["answer"], fault.get("value"))
    printed = fault["rules"][0].partition("-")[0]
    # Nothing is cited for what the rules pass over in silence: a closing record names the rule.
    assert printed in answer["cites"] or printed in {
        statement.partition("-")[0]
        for record in rulebook.program.records
        if record.kind == "closing"
        for statement in record.statements
    }


@pytest.mark.parametrize(
    ("facts", "question", "text"),
    [
        (
            ["Hex 1 is a shoal hex."],
            "Is hex 1 water?",
            "Undetermined: yes if the tide is High or Mid; no if the tide is Low (T2.1, T2.22).",
        ),
        (
            ["Hex 1 is a marsh hex.", "W1 is a wagon."],
            "What is the entry cost of hex 1 for W1?",
            "Undetermined: 2 if the height of hex 1 is more than 4, or if the height of hex 1 is at least 4 and the tide is Mid"
            " or Low; 3 if the height of hex 1 is less than 4 and the height of hex 1 is more than 2 and the tide is Mid, or if"
            " the height of hex 1 is at least 2 and the height of hex 1 is less than 4 and the tide is Low; 5 if the height of"
            " hex 1 is less than 2 and the height of hex 1 is more than 0 and the tide is Low (T2.3, T2.31, T2.34, T2.6).",
        ),
    ],
)
def test_cases_that_differ_in_one_value_are_told_together(facts: list[str], question: str, text: str) -> None:
    assert ask({"rulebook": "tidewrack", "facts": facts, "question": question})["text"] == text
