"""What a fact leaves to others: of what "it" is a hex, from where somebody acts, who "they" are."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kb.fens import Ask, asker

VOCABULARY = """
singleton: the Lagoon
noun else no: fen hex (hex)
noun else no: bank hex | told: a hex is a~hex of the~bank (hex)
noun else no: Lagoon hex | told: a hex is a~hex of it | told: a hex is a~hex of the~Lagoon (hex)
noun else no: slick hex (hex)
figure else ?: the state of the bank = dry / wet | the bank is * | there is a * bank
figure else ?: the mood of the Lagoon = calm / rough | the Lagoon is *
relation else no: a unit is in a hex
relation else no: a unit is soaked
relation else no: a craft uses the~tow
relation else no: a hex ^drenches a unit
relation else no: a hex is adjacent to a hex B
action else yes: a unit fires
action else yes: a unit enters a hex
action else yes: a unit leaves a hex | a unit moves from a hex
distance else ?: fen hex
"""
RULES = """
F1.1-s1: a unit is in a hex if the unit enters the hex.
F1.1-s2: a Lagoon hex is a slick hex if the mood of the Lagoon is calm.
F1.1-s3: a unit is soaked if the unit is in a fen hex.
F1.1-s4: a craft is not soaked, instead of F1.1-s3, if the craft uses the tow.
"""


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asker(tmp_path, monkeypatch, VOCABULARY, RULES)


@pytest.mark.parametrize(
    "facts",
    [
        "The bank is dry.\nHex 5 is a hex of it.",
        "The bank is dry.\nHex 5 is one of its hexes.",
        "The bank is dry, and hex 5 is one of its hexes.",
        "There is a dry bank.\nHex 5 is one of its hexes.",
        "The bank is dry.\nHex 5 is one of the bank's hexes.",
    ],
)
def test_it_is_what_was_spoken_of_rather_than_a_word_of_a_wording(ask: Ask, facts: str) -> None:
    assert ask(facts, "Is hex 5 a bank hex?")["answer"] == "yes"
    assert ask(facts, "Is hex 5 a Lagoon hex?")["answer"] == "no"


def test_a_word_of_a_wording_stands_where_nothing_else_was_spoken_of(ask: Ask) -> None:
    assert ask("Hex 5 is a hex of it.", "Is hex 5 a Lagoon hex?")["answer"] == "yes"


def test_who_fires_from_a_hex_is_in_it(ask: Ask) -> None:
    assert ask("Punt P1 fires from fen hex 5.", "Is P1 soaked?")["answer"] == "yes"
    assert ask("Punt P1 moves from fen hex 5.", "Is P1 soaked?")["answer"] == "no"


@pytest.mark.parametrize("entry", ["They enter a fen hex.", "They all enter a fen hex."])
def test_what_they_enter_is_one_hex(ask: Ask, entry: str) -> None:
    facts = f"P1, P2 and P3 are punts.\n{entry}"
    assert [ask(facts, f"Is {craft} soaked?")["answer"] for craft in ("P1", "P2", "P3")] == ["yes"] * 3


@pytest.mark.parametrize("how", [" using the tow", ", using the tow", " while using the tow"])
def test_what_somebody_uses_besides(ask: Ask, how: str) -> None:
    assert ask(f"Punt P1 enters fen hex 5{how}.", "Is P1 soaked?")["answer"] == "no"


def test_what_there_is_only_one_of_is_described_in_passing(ask: Ask) -> None:
    facts = "Punt P1 enters hex 5 off a calm Lagoon.\nHex 5 is a Lagoon hex."
    assert ask(facts, "Is hex 5 a slick hex?")["answer"] == "yes"
    assert ask("On a calm Lagoon, hex 5 is a Lagoon hex.", "Is hex 5 a slick hex?")["answer"] == "yes"
    assert ask("Punt P1 enters hex 5 off a green Lagoon.", "Is P1 soaked?")["answer"] == "not understood"


def test_is_said_to_be(ask: Ask) -> None:
    assert ask("Punt P1 enters fen hex 5.", "Is P1 said to be soaked?")["answer"] == "yes"


@pytest.mark.parametrize(
    "facts", ["Punts P1 and P2 fire in adjacent fen hexes.", "Punts P1 and P2 are in different fen hexes."]
)
def test_two_in_two_hexes_of_a_kind(ask: Ask, facts: str) -> None:
    assert [ask(facts, f"Is {craft} soaked?")["answer"] for craft in ("P1", "P2")] == ["yes", "yes"]


@pytest.mark.parametrize(
    "fact", ["The nearest fen hex to hex 5 is 2 hexes away.", "The closest fen hex is 2 hexes from hex 5."]
)
def test_how_far_the_nearest_is(ask: Ask, fact: str) -> None:
    assert ask(fact, "What is the range from hex 5 to the nearest fen hex?")["value"] == 2


@pytest.mark.parametrize("denial", ["", "relation else no: it is denied that a unit holds a thing\n"])
def test_what_somebody_has_none_of_is_not_there_to_be_spoken_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, denial: str
) -> None:
    """Also where the fact tells, along with that, that it is denied."""
    vocabulary = (
        f"{VOCABULARY}relation else no: a unit holds a thing\n{denial}relation else no: a thing is dented\n"
    )
    put = asker(tmp_path, monkeypatch, vocabulary, RULES)
    answer = put("Craft C1 does not hold Ballast.\nCraft C1 is dented.", "Is it dented?")
    assert answer["answer"] == "yes"
