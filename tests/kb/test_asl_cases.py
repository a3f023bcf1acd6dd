"""Every case of asl gets the answer that its rules give, for the reasons that they give.

The cases are in `ontology/rulebooks/asl/cases`, in the form of Tidewrack's (`ontology/rulebooks/tidewrack/cases/README.md`).
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from kb.answer import ask
from ontology.books import book_folder
from tests.kb.test_tidewrack import looked_at

CASES: list[dict[str, Any]] = [
    json.loads(line)
    for path in sorted((book_folder("asl") / "cases").glob("*.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    answer = ask({"rulebook": "asl", "facts": case["facts"], "question": case["question"]})
    assert answer["answer"] == case["answer"], answer["text"]
    assert (answer.get("value"), answer.get("unit")) == (case.get("value"), case.get("unit"))
    assert sorted(answer["cites"]) == case["cites"]
    assert looked_at(answer) == set(case["exceptions"])
    deciding = [{"facts": each["facts"], "answer": each["answer"]} for each in answer.get("deciding", [])]
    assert deciding == case.get("deciding", [])
