"""What sentences say beside what they are about: whose a thing is, what is granted, what a comma hangs on, fair dice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kb.fens import Ask, asker

VOCABULARY = """
noun else no: fen hex | told: a hex is a~mire hex | a hex is fen (hex)
noun else no: wet-terrain hex | asked: a hex is fen terrain | asked: a hex is a~mire hex (hex)
noun else no: bog hex (hex)
noun else no: deep-bog hex | asked: a hex is a~bog hex (hex)
adjective else no: tired (unit)
adjective else no: resting | a unit ^rests (unit)
adjective else no: laden (craft)
relation else no: a unit is in a hex
relation else no: a unit has a craft
relation else no: a hex contains a~sluice
relation else no: a unit has two ways open | a unit has two ways open neither of them wet
figure else ?: the depth of a hex = shallow (low) / deep
figure else ?: the width of a craft = feet
action else yes: a unit paddles a craft
action else no: a unit stays in a hex
roll: the tide dr = 1 die, by the players
relation else no: the tide is high
"""
RULES = """
F1.1-s1: a unit may not paddle a craft if the craft is laden.
F1.2-s1: a unit must stay in a hex if the unit is in the hex, and the unit is not tired.
F1.3-s1: a fen hex is a wet-terrain hex if the Final tide dr is at least 4.
F1.4-s1: the tide is high exactly if the Final tide dr is at least 5.
"""


@pytest.fixture
def ask(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asker(tmp_path / "books", monkeypatch, VOCABULARY, RULES)


@pytest.mark.parametrize(
    ("facts", "answer"),
    [
        (["S1 has a barge.", "The barge is laden."], "no"),
        (["S1 has B1.", "B1 is a barge.", "B1 is laden."], "no"),
        (["S1 has B1.", "B1 is a barge.", "S2 has B2.", "B2 is a barge.", "B2 is laden."], "yes"),
        (["S1 is tired."], "yes"),
        # whose the barge is nobody says
        (["B1 is a barge.", "B1 is laden."], "not understood"),
        (["S2 has B1.", "B1 is a barge.", "B1 is laden."], "not understood"),
    ],
)
def test_its_barge_is_the_one_that_it_has(ask: Ask, facts: list[str], answer: str) -> None:
    assert ask(["S1 is a unit.", *facts], "May S1 paddle its barge?")["answer"] == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Must S1 stay in hex 1?", "yes"),
        ("Must S1 stay in hex 1 even though it is tired?", "no"),
        ("Must S1 stay in hex 1, although it is tired?", "no"),
        ("Must S1 stay in hex 1 even if tired?", "no"),
    ],
)
def test_what_is_granted_is_told(ask: Ask, question: str, answer: str) -> None:
    assert ask(["S1 is a unit.", "S1 is in hex 1."], question)["answer"] == answer


def test_a_comma_before_what_hangs_on(ask: Ask) -> None:
    facts = ["S1 is a unit.", "It has two ways open, neither of them wet."]
    assert ask(facts, "Does S1 have two ways open?")["answer"] == "yes"


def test_what_somebody_is_that_does_something_somewhere(ask: Ask) -> None:
    facts = ["S1 is a unit resting in hex 3."]
    assert ask(facts, "Is S1 in hex 3?")["answer"] == "yes"
    assert ask(facts, "Is S1 resting?")["answer"] == "yes"


def test_what_is_not_a_fen_hex_is_a_hex(ask: Ask) -> None:
    facts = ["Hex 3 contains a sluice.", "S1 is in hex 3, which is not a fen hex."]
    assert ask(facts, "Is hex 3 a fen hex?")["answer"] == "no"


def test_dice_are_fair_anyway(ask: Ask) -> None:
    for said in ("The dr is made with one fair six-sided die.", "The die is fair."):
        answer = ask([said], "What is the chance that the tide is high?")
        assert answer["value"] == "1/3", answer["text"]


def test_a_chance_is_of_what_would_be_asked(ask: Ask) -> None:
    answer = ask(["Hex 1 is a mire hex."], "What is the chance that hex 1 is a mire hex?")
    assert answer["value"] == "1/2", answer["text"]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the depth of hex 1, shallow or deep?", "value"),
        ("What is the depth of hex 1, low or deep?", "value"),
        ("What is the depth of hex 1, shallow or wide?", "not understood"),
    ],
)
def test_values_may_be_listed_behind_a_comma(ask: Ask, question: str, answer: str) -> None:
    assert ask(["The depth of hex 1 is shallow."], question)["answer"] == answer


def test_a_definition_is_met_by_what_is_so(ask: Ask) -> None:
    assert ask(["Hex 1 is a fen hex."], "Does hex 1 fit the definition of a fen hex?")["answer"] == "yes"
    assert ask(["Hex 1 does not meet the definition of a fen hex."], "Is hex 1 a fen hex?")["answer"] == "no"


def test_a_question_of_its_own_is_asked_rather_than_the_noun(ask: Ask) -> None:
    facts = ["Hex 1 is a mire hex.", "The tide dr is 3."]
    assert ask(facts, "Is hex 1 a mire hex?")["answer"] == "no"
    assert ask(["Hex 1 is a bog hex."], "Is hex 1 a bog hex?")["answer"] == "no"


@pytest.mark.parametrize(
    ("question", "answer", "members"),
    [
        ("Which of hex 1 and hex 2 is a bog hex?", "set", ["hex 2"]),
        ("Which of hexes 1 and 2 are bog hexes?", "set", ["hex 2"]),
        ("Are both hexes bog hexes?", "no", None),
        ("Is at least one of hex 1 and hex 2 a bog hex?", "yes", None),
        ("Is hex 2 a bog hex and a fen hex?", "no", None),
    ],
)
def test_so_it_is_of_several(ask: Ask, question: str, answer: str, members: list[str] | None) -> None:
    found = ask(["Hex 1 is a bog hex.", "Hex 2 is a deep-bog hex."], question)
    assert (found["answer"], found.get("set")) == (answer, members)
