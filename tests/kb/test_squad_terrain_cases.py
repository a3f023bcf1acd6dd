"""Every case of squad-terrain gets the answer that its rules give, for the reasons that they give.

The cases are in `ontology/rulebooks/squad-terrain/cases`.
"""

from __future__ import annotations

import pytest

from kb.answer import ask
from tests.kb.recorded import Case, cases_of, check_case

CASES = cases_of("squad-terrain")


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: Case) -> None:
    check_case("squad-terrain", case)


def test_hexes_in_a_row_may_be_named_by_the_first_and_the_last() -> None:
    facts = [
        "Hexes A1 to A3 lie in one straight row in that order, each adjacent to the next.",
        "A2 is a woods hex.",
    ]
    for between, answer in (("A1 and A3", "no"), ("A1 and A2", "yes")):
        question = f"Is there a LOS between {between}?"
        assert ask({"rulebook": "squad-terrain", "facts": facts, "question": question})["answer"] == answer


def test_what_is_said_of_all_hexes_is_said_of_each() -> None:
    facts = ["Hexes A1, A2 and A3 lie in a row in that order.", "All three hexes are Level 1 hill hexes."]
    for name in ("A1", "A2", "A3"):
        question = f"Is {name} a Level 1 hill hex?"
        assert ask({"rulebook": "squad-terrain", "facts": facts, "question": question})["answer"] == "yes"


@pytest.mark.parametrize(
    ("fact", "cost"),
    [
        ("Infantry moves from one Level 2 hill hex into an adjacent open Level 2 hill hex.", 1),
        ("Infantry moves from one open hex into another adjacent open hex.", 1),
    ],
)
def test_a_second_hex_of_one_kind_needs_no_name(fact: str, cost: int) -> None:
    asked = {"rulebook": "squad-terrain", "facts": [fact], "question": "How many MP does the move cost?"}
    assert ask(asked)["value"] == cost
