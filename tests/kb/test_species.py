"""A noun defined within its genus, of which something else also makes things: a Submerged reef is an Ocean hex."""

from __future__ import annotations

from typing import Any

import pytest

from kb.answer import ask

REEF = "Hex 1079 is a Submerged-reef hex."
BY_STATE = ("Hex 1079 is a reef hex.", "The state of the reef is Submerged.")
IS_OCEAN, IS_GENUS = "Is hex 1079 an Ocean hex?", "Is hex 1079 an OCEAN hex?"


def water(kind: str) -> str:
    return f"The water of the OCEAN overlay is {kind}."


def answer(question: str, *facts: str) -> dict[str, Any]:
    found: dict[str, Any] = ask({"rulebook": "asl", "facts": list(facts), "question": question})
    return found


@pytest.mark.parametrize("question", [IS_OCEAN, IS_GENUS])
@pytest.mark.parametrize("facts", [(REEF,), (REEF, water("ocean")), (*BY_STATE, water("ocean"))])
def test_a_species_is_of_its_genus(facts: tuple[str, ...], question: str) -> None:
    assert answer(question, *facts)["answer"] == "yes"


def test_a_fact_about_a_species_tells_by_what_its_genus_is_defined() -> None:
    found = answer("What is the water of the OCEAN overlay?", REEF)
    assert (found["answer"], found["value"]) == ("value", "ocean")


@pytest.mark.parametrize("question", [IS_OCEAN, IS_GENUS])
def test_a_species_where_its_definition_fails_is_a_conflict_and_no_loop(question: str) -> None:
    found = answer(question, *BY_STATE, water("lake"))
    assert (found["answer"], found["cites"]) == ("conflict", ["G13.12", "G13.431"])


def test_what_is_not_of_the_species_tells_nothing() -> None:
    found = answer("What is the water of the OCEAN overlay?", "Hex 1079 is not a Submerged-reef hex.")
    assert found["answer"] == "undetermined"
