"""The shipped cases of a rulebook, and what is checked of each: the answer, and the reasons that it gives.

They are in the form of Tidewrack's (`ontology/rulebooks/tidewrack/cases/README.md`).
"""

from __future__ import annotations

import json
from typing import Any

from kb.answer import ask
from ontology.books import book_folder
from tests.kb.test_tidewrack import looked_at

Case = dict[str, Any]


def cases_of(rulebook: str) -> list[Case]:
    """The cases of a rulebook, in the order of their files."""
    return [
        json.loads(line)
        for path in sorted((book_folder(rulebook) / "cases").glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]


def check(rulebook: str, case: Case) -> None:
    """Ask a case and compare all that it records."""
    answer = ask({"rulebook": rulebook, "facts": case["facts"], "question": case["question"]})
    assert answer["answer"] == case["answer"], answer["text"]
    assert (answer.get("value"), answer.get("unit")) == (case.get("value"), case.get("unit"))
    assert sorted(answer["cites"]) == case["cites"]
    assert looked_at(answer) == set(case["exceptions"])
    deciding = [{"facts": each["facts"], "answer": each["answer"]} for each in answer.get("deciding", [])]
    assert deciding == case.get("deciding", [])
