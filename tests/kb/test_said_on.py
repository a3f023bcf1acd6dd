"""What a sentence says on of what it began with, what is thrown for a DR, how many of something there are, what a thing is and
is not, and marks of inches, in an invented vocabulary."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kb.fens import Ask, asker

VOCABULARY = """
noun else no: fen hex (hex)
noun else no: mire hex (hex)
noun else no: half-inch punt | 1/2" punt | ½" punt (punt)
adjective else no: flooded (hex)
adjective else no: laden (craft)
adjective else yes: loose | not: moored (craft)
adjective else ?: masted (craft)
adjective else no: spoiled (craft)
relation else no: a unit is in a hex
relation else no: a craft is next to a hex
relation else no: a hexside is common to a hex A and a hex B
figure else ?: the number of weirs that a craft passes = number | a craft passes * low weirs | a craft ^sails over * low weirs
action else yes: a unit enters a hex
action else yes: a unit leaves a hex A for a hex B | a unit moves from a hex A into a hex B
action else yes: a craft ^forms a~raft with a craft B | a craft and a craft B ^form a~raft
roll: the sinking DR of a craft = 2 dice, by the owner
fate: laden; spoiled
"""
RULES = """
F1.1-s1: a craft may not form a raft with a craft B if the craft is laden.
F1.2-s1: a laden craft may not enter a fen hex.
F1.3-s1: a craft is spoiled if the craft is laden, and the craft is loose.
F1.4-s1: the number of weirs that a craft passes is 2 if the craft is laden.
F1.5-s1: a half-inch punt is spoiled.
"""


@pytest.fixture
def ask(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asker(tmp_path / "books", monkeypatch, VOCABULARY, RULES)


@pytest.mark.parametrize(
    ("facts", "question", "answer"),
    [
        # it is what the sentence began with
        (["Hex 1 is a mire hex.", "Hex 2 is flooded, and it is not a fen hex."], "Is hex 2 flooded?", "yes"),
        (["C1 and C2 are barges.", "C1 is laden, but it is not masted."], "Is C1 masted?", "no"),
        # what something is, and what it is not
        (["Hex 1 is flooded and no fen hex."], "Is hex 1 flooded?", "yes"),
        (["Hex 1 is flooded but no fen hex."], "Is hex 1 a fen hex?", "no"),
        (["A barge is laden."], "Is the barge spoiled?", "yes"),
        # both of them
        (["Barges C1 and C2 are laden."], "May they form a raft?", "no"),
        (["Barges C1 and C2 are in hex 5."], "May they form a raft?", "yes"),
        # how many
        (["C1 is a laden barge."], "How many low weirs does C1 pass?", "2"),
        (["C1 is a laden barge."], "How many low weirs must C1 pass?", "2"),
        # what was thrown
        (
            ["C1 is a barge.", "The owner rolls a 7 for the sinking DR of C1."],
            "What is the Final sinking DR of C1?",
            "7",
        ),
        (
            ["A barge is laden.", "The owner rolls an 8 for the sinking DR."],
            "What is the Final sinking DR of the barge?",
            "8",
        ),
        (["C1 is a barge.", "The sinking DRM for C1 is +2."], "What is the sinking DRM of C1?", "2"),
        # inches
        (['A 1/2" punt is in hex 5.'], "Is the punt spoiled?", "yes"),
        (['A ½" punt is in hex 5.'], "Is it spoiled?", "yes"),
        (['A "barge" is laden.'], "Is the barge laden?", "yes"),
    ],
)
def test_what_is_said_on(ask: Ask, facts: list[str], question: str, answer: str) -> None:
    answered = ask(facts, question)
    assert str(answered.get("value", answered["answer"])) == answer, answered["text"]


def test_it_is_not_what_the_sentence_does_not_begin_with(ask: Ask) -> None:
    answered = ask(
        ["Hex 1 is flooded.", "Hexside X is common to hex 1 and hex 2, and it is a fen hex."],
        "Is hex 2 flooded?",
    )
    assert answered["answer"] == "not understood"


def test_what_nobody_began_with_is_not_guessed(ask: Ask) -> None:
    answered = ask(["C1 is a barge.", "C2 is a barge.", "Hex 5 is a fen hex."], "May it enter hex 5?")
    assert answered["answer"] == "not understood"


def test_who_may_is_whom_the_last_fact_began_with(ask: Ask) -> None:
    answered = ask(["C2 is a barge.", "Barge C1 is laden."], "May it enter a fen hex?")
    assert (answered["answer"], answered["cites"]) == ("no", ["F1.2"])


def test_from_a_hex_into_another(ask: Ask) -> None:
    answered = ask("A barge moves from a fen hex into another.", "May it enter a fen hex?")
    assert answered["answer"] != "not understood"
