"""What a fact says along with what it says: that a figure is told or a relation, that a roll was made, how far the nearest of a
kind is."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.answer import ask as answer
from kb.cache import rulebook_of
from kb.reason.situation import Situation
from kb.rulelang.telling import is_telling
from tests.kb.fens import Ask, asker

VOCABULARY = """
noun else no: fen hex (hex)
noun else no: mire hex (hex)
adjective else no: flooded (hex)
distance else ?: mire hex | a hexside is common to a hex and a mire hex => 1
relation else no: a hexside is common to a hex A and a hex B
action else yes: a craft docks in a hex
relation else no: it is told that a craft docks in a hex
relation else no: it is denied that a craft docks in a hex
relation else no: a craft is moored
relation else no: a craft is loose
relation else no: a hex borders a hex B | a hex is adjacent to a hex B
relation else no: a hex overlooks a hex B
relation else no: a hex is lapped | asked: the~water ^reaches a hex
relation else no: a craft is soaked | asked: the~water ^reaches a craft
figure else ?: the depth of the scenario = shallow / deep
relation else no: the depth of the scenario is told
roll: the tide dr = 1 die
relation else no: the Final tide dr is told
relation else no: a~tide is rolled
roll: the drift DR of a craft = 2 dice (colored, white)
relation else no: the Original drift DR of a craft is told
adjective else no: adrift (craft)
relation else no: a~depth is drawn
relation else ?: a~dyke ^guards a hex
relation else no: it is told that a~dyke ^guards a hex
relation else no: it is told that a hex is a~fen hex
relation else no: a~dyke is told of | it is told that a~dyke ^guards a~hex | it is told that a~hex is a~mire hex
relation else no: a hex is dammed
relation else no: a hex is surveyed
relation else no: a hex is charted
figure else ?: the haul of a craft = feet | a craft hauls * | a craft hauls * feet
singleton: the scenario
"""
RULES = """
F1.1-s1: a tide is rolled if the Final tide dr is told.
F1.2-s1: a depth is drawn if the depth of the scenario is not told.
F1.3-s1: a fen hex is lapped.
F1.4-s1: a craft is adrift if the Original drift DR of the craft is told.
F1.5-s1: a hex is surveyed if it is told that a dyke guards the hex.
F1.6-s1: a hex A is charted if it is told that a hex B is a fen hex.
F1.7-s1: a hex is a fen hex if the hex is charted.
F1.8-s1: a hex is dammed if a dyke is told of.
F1.9-s1: a craft is moored if it is told that the craft docks in a hex.
F1.9-s2: a craft is loose if it is denied that the craft docks in a hex.
"""


@pytest.fixture
def ask(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asker(tmp_path / "books", monkeypatch, VOCABULARY, RULES)


@pytest.mark.parametrize(
    ("facts", "question", "answer"),
    [
        ("The depth of the scenario is deep.", "Is a depth drawn?", "no"),
        ("The depth of the scenario is not deep.", "Is a depth drawn?", "yes"),
        ("", "Is a depth drawn?", "yes"),
        ("The Final tide dr is 3.", "Is a tide rolled?", "yes"),
        ("The Final tide dr is at least 3.", "Is a tide rolled?", "yes"),
        ("", "Is a tide rolled?", "no"),
        ("The Original drift DR of C1 is 5.", "Is C1 adrift?", "yes"),
        ("The white die of the drift DR of C1 is 5.", "Is C1 adrift?", "yes"),
        ("The colored die of the drift DR of C1 is at least 3.", "Is C1 adrift?", "yes"),
        ("The drift DRM of C1 is 1.", "Is C1 adrift?", "no"),
        ("The white die of the drift DR of C2 is 5.\nC1 is a punt.", "Is C1 adrift?", "no"),
        ("A dyke guards hex 1.", "Is hex 1 surveyed?", "yes"),
        ("A dyke guards hex 1.", "Is hex 2 surveyed?", "no"),
        ("A dyke does not guard hex 1.", "Is hex 1 surveyed?", "no"),
        ("It is not known whether a dyke guards hex 1.", "Is hex 1 surveyed?", "undetermined"),
        ("It is not known whether a dyke guards hex 1.", "Is hex 2 surveyed?", "no"),
        ("It is not known whether a dyke guards hex 1.", "Is hex 1 dammed?", "undetermined"),
        ("It is not known whether a dyke guards hex 1.\nA dyke guards hex 1.", "Is hex 1 surveyed?", "yes"),
        ("It is not known whether a dyke guards hex 1.\nA dyke guards hex 2.", "Is hex 1 dammed?", "yes"),
        ("", "Is hex 1 surveyed?", "no"),
        ("Hex 2 is a fen hex.", "Is hex 1 charted?", "yes"),
        ("A dyke guards fen hex 2.", "Is hex 1 a fen hex?", "yes"),
        ("Hex 2 is not a fen hex.", "Is hex 1 charted?", "no"),
        ("A dyke guards hex 2.", "Is hex 1 dammed?", "yes"),
        ("A dyke does not guard hex 2.", "Is hex 1 dammed?", "no"),
        ("Hex 3 is a mire hex.", "Is hex 1 dammed?", "yes"),
        ("Hex 3 is a fen hex.", "Is hex 1 dammed?", "no"),
        ("C1 docks in hex 1.", "Is C1 moored?", "yes"),
        ("C1 does not dock in hex 1.", "Is C1 moored?", "no"),
        ("C1 does not dock in hex 1.", "Is C1 loose?", "yes"),
        ("C1 may not dock in hex 1.", "Is C1 loose?", "no"),
    ],
)
def test_what_is_told_is_told(ask: Ask, facts: str, question: str, answer: str) -> None:
    assert ask(facts, question)["answer"] == answer


def test_what_would_change_it_is_said_of_the_noun(ask: Ask) -> None:
    told = ask("Hex 2 is a fen hex.", "Is hex 1 charted?")
    assert told["flips"] == [
        {"facts": ["Hex 2 is not a fen hex."], "answer": "no", "instead_of": "Hex 2 is a fen hex."}
    ]
    untold = ask("Hex 2 borders hex 1.", "Is hex 2 charted?")
    assert [each["sentence"] for each in untold["assumed_absent"]] == [
        "Hex 2 is not charted.",
        "Hex 2 is not a fen hex.",
        "Hex 1 is not a fen hex.",
    ]


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("a dyke is told of", True),
        ("a way out is told of a fen", True),
        ("a dyke is told of there", True),
        ("the depth of the scenario is told", True),
        ("the depth of the scenario is told to be deep", True),
        ("it is told that a dyke guards a hex", True),
        ("a crew is told off", False),
        ("a dyke guards a hex", False),
    ],
)
def test_what_only_says_that_something_is_told(template: str, expected: bool) -> None:
    assert is_telling(template) is expected


def test_who_says_something_else_instead_tells_nothing_of_it_any_more() -> None:
    vocabulary = rulebook_of("asl").vocabulary
    situation = Situation(vocabulary)
    situation.tell("Beach hex", ("1",), True, "one")
    situation.tell("Beach hex", ("2",), True, "two")
    land = "it is told that a hex is a land hex"
    assert (situation.told[land, ("1",)], situation.told["an overlay is told of", ()]) == (
        (True, "one"),
        (True, "one"),
    )
    situation.tell("Beach hex", ("1",), False, "not one")
    assert (land, ("1",)) not in situation.told
    assert ("an overlay is told of", ()) in situation.told
    situation.tell("Beach hex", ("2",), False, "not two")
    assert ("an overlay is told of", ()) not in situation.told


@pytest.mark.parametrize(("holds", "verdict"), [(True, "yes"), (False, "no")])
def test_a_relation_told_by_its_template_is_told(ask: Ask, holds: bool, verdict: str) -> None:
    fact = {"template": "a dyke guards a hex", "args": ["1"], "holds": holds}
    assert (
        answer({"rulebook": "fens", "facts": [fact], "question": "Is hex 1 surveyed?"})["answer"] == verdict
    )


@pytest.mark.parametrize(
    "facts",
    [
        "Hex 1 borders mire hex 2.",
        "Hex 1 is adjacent to hex 2.\nHex 2 is a mire hex.",
        "Hex 2 is a mire hex.\nHex 2 borders hex 1.",
        "Hex 1 borders mire hex 2.\nHex 1 is not a mire hex.",
        "Hexside 7 is common to hex 1 and mire hex 2.",
        "Hexside 7 is common to hex 2 and hex 1.\nHex 2 is a mire hex.",
        "Hexside 1-2 is common to hex 2 and hex 1.\nHex 2 is a mire hex.",
    ],
)
def test_a_neighbour_of_a_kind_tells_the_range(ask: Ask, facts: str) -> None:
    answer = ask(facts, "What is the range from hex 1 to the nearest mire hex?")
    assert (answer["answer"], answer.get("value"), answer.get("unit")) == ("value", 1, "hexes")


@pytest.mark.parametrize(
    "facts",
    [
        "Hex 1 overlooks mire hex 2.",
        "Hex 1 borders hex 2.\nHex 2 is not a mire hex.",
        "Hex 1 borders hex 2.",
        "Mire hex 1 borders mire hex 2.",
        "Hex 1 does not border mire hex 2.",
    ],
)
def test_others_do_not(ask: Ask, facts: str) -> None:
    assert ask(facts, "What is the range from hex 1 to the nearest mire hex?")["answer"] == "undetermined"


@pytest.mark.parametrize(
    ("range_", "answer"), [("at most 2 hexes", "yes"), ("more than 2 hexes", "no"), ("1 hex", "undetermined")]
)
def test_a_neighbour_of_a_neighbour_is_no_further_off_than_two(ask: Ask, range_: str, answer: str) -> None:
    facts = "Hex 1 borders hex 2.\nHex 3 is adjacent to hex 2.\nHex 3 is a mire hex."
    question = f"Is the range from hex 1 to the nearest mire hex {range_}?"
    assert ask(facts, question)["answer"] == answer


def test_a_range_that_is_told_stands_beside_neighbours(ask: Ask) -> None:
    facts = "Hex 1 borders hex 2.\nHex 2 borders mire hex 3.\nHex 1 is 2 hexes from the nearest mire hex."
    assert ask(facts, "What is the range from hex 1 to the nearest mire hex?")["value"] == 2


@pytest.mark.parametrize(
    ("facts", "answer"),
    [
        ("Hex 1 is a fen hex.\nHex 2 is a mire hex.", "yes"),
        ("Hex 2 borders hex 1.", "yes"),
        ("Hex 1 is a fen hex.\nC2 is a punt.\n2 is a mire hex.", "yes"),
        ("Hex 1 is a fen hex.\nHex 2 is a mire hex.\nHexside 1-2 is not common to hex 1 and hex 2.", "no"),
    ],
)
def test_a_hexside_named_after_two_hexes_is_common_to_them(ask: Ask, facts: str, answer: str) -> None:
    found = ask(facts, "Is hexside 1-2 common to hex 1 and hex 2?")
    assert found["answer"] == answer


def test_a_hexside_named_after_no_two_hexes_is_common_to_none(ask: Ask) -> None:
    facts = "Hex 1 is a fen hex.\nHex 2 is a mire hex.\nHex 3 is a mire hex."
    assert ask(facts, "Is hexside 1-2-3 common to hex 1 and hex 2?")["answer"] == "no"
    assert ask(facts, "Is hexside 1-9 common to hex 1 and hex 2?")["answer"] == "no"


def test_what_there_is_only_one_of_is_not_taken_for_something_else(ask: Ask) -> None:
    (problem,) = ask("The scenario is flooded.", "Is hex 1 flooded?")["not_understood"]
    assert problem["why"] == "'the scenario' is not a hex"


def test_of_two_things_of_which_either_is_not_known(ask: Ask) -> None:
    facts = "It is not known whether hex 1 is a fen hex or a mire hex."
    assert ask(facts, "Is hex 1 a fen hex?")["answer"] == "undetermined"
    assert ask(facts, "Is hex 1 a mire hex?")["answer"] == "undetermined"
    assert ask(facts, "Is hex 2 a mire hex?")["answer"] == "no"


def test_it_is_not_chosen_by_what_a_sentence_can_be_said_of(ask: Ask) -> None:
    facts = "C1 is a punt.\nHex 1 is a fen hex."
    (problem,) = ask(facts, "Does the water reach it?")["not_understood"]
    assert (problem["why"], problem["nearest"]) == (
        "it can be read in more than one way",
        ["a hex is lapped", "a craft is soaked"],
    )
    assert ask(facts, "Does the water reach C1?")["answer"] == "no"
    assert ask(facts, "Does the water reach hex 1?")["answer"] == "yes"
    assert ask("Hex 1 is a fen hex.", "Does the water reach it?")["answer"] == "yes"


def test_a_suggestion_has_its_unit_once(ask: Ask) -> None:
    (problem,) = ask("C1 hauls so much.", "Is C1 soaked?")["not_understood"]
    assert problem["nearest"][0] == "a craft hauls 2 feet"
    assert "a craft hauls 2 feet feet" not in problem["nearest"]
