"""The cases that a rulebook ships, and whether each is answered as it is recorded.

They are in the folder `cases` of the rulebook, in the form of Tidewrack's (`ontology/rulebooks/tidewrack/cases/README.md`).
"""

from __future__ import annotations

import json
from typing import Any

from kb.answer import ask
from ontology.books import book_folder
from tests.kb.test_tidewrack import looked_at

Case = dict[str, Any]


def cases_of(rulebook: str) -> list[Case]:
    """All cases of a rulebook, file after file."""
    return [
        json.loads(line)
        for path in sorted((book_folder(rulebook) / "cases").glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]


def check_case(rulebook: str, case: Case) -> None:
    """Ask a case, and hold the answer, its reasons and what would decide it against what is recorded."""
    answer = ask({"rulebook": rulebook, "facts": case["facts"], "question": case["question"]})
    assert answer["answer"] == case["answer"], answer["text"]
    assert (answer.get("value"), answer.get("unit")) == (case.get("value"), case.get("unit"))
    assert sorted(answer["cites"]) == case["cites"]
    assert looked_at(answer) == set(case["exceptions"])
    deciding = [{"facts": each["facts"], "answer": each["answer"]} for each in answer.get("deciding", [])]
    assert deciding == case.get("deciding", [])
