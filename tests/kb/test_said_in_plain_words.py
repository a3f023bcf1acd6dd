"""Facts and questions in plain words: a thing that is only named, what there is one of and how it is, what is so of both of
two, and questions with the word for what they ask in another place."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kb.fens import Ask, asker

VOCABULARY = """
noun else no: mire hex (hex)
noun else no: peat bog hex (hex)
adjective else no: frozen (hex)
adjective else no: staked (hex)
adjective else no: laden (craft)
figure else ?: the tide = spring / neap | the tide is *
relation else no: the~tide ^reaches a hex
relation else no: a unit is in a hex
relation else no: a unit possesses a thing | a unit has a thing
relation else no: a craft is bare | a craft is without a~mast
relation else no: a craft was towed last turn
relation else no: a hex is low | a hex is a~low tide hex
relation else no: a hex is adjacent to a hex B | a hex and a hex B are adjacent
figure else ?: the level of a hex = level | a hex is at level *
figure else ?: the mire width of a hex = hexes | asked: the width in hexes of a hex
figure else ?: the number of ways = number | * ways are there
figure else ?: the kind of mire of a hex = fen / moor
relation else no: the depth of a hex must be told
figure else ?: the wall between a unit and a hex = level | told: a~wall between a unit and a hex is at level *
action else yes: a unit enters a hex
roll: the sinking DR of a craft = 2 dice, by the owner
"""
RULES = """
F1.1-s1: a unit may not enter a frozen hex.
F1.2-s1: the number of ways is 4.
F1.3-s1: the mire width of a mire hex is 1 hex.
F1.4-s1: the kind of mire of a mire hex is fen.
F1.5-s1: the depth of a hex must be told if the hex is a mire hex.
"""


@pytest.fixture
def ask(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asker(tmp_path / "books", monkeypatch, VOCABULARY, RULES)


@pytest.mark.parametrize(
    ("facts", "question"),
    [
        ("Hex 1.\nIt is frozen.", "Is hex 1 frozen?"),
        ("Mire hex 1.", "Is hex 1 a mire hex?"),
        ("Hex 1 is reached by a neap tide.", "Is the tide neap?"),
        ("Hex 1 is reached by a neap tide.", "Does the tide reach hex 1?"),
        ("C1, a punt, is in a hex that is reached by the tide.", "Does the tide reach the hex?"),
        ("C1, a punt, is laden.\nThe sinking DR of C1 was 7.", "Is the sinking DR of C1 7?"),
        ("C1, a punt, is in a non-peat bog hex.", "Is the hex not a peat bog hex?"),
        ("A low tide hex is frozen.", "Is the hex low?"),
        ("A punt without a mast is in hex 1.", "Is the punt bare?"),
        ("Hex 1 is frozen, hex 2 is staked, and they are adjacent.", "Is hex 1 adjacent to hex 2?"),
        ("Hex 1 is frozen, hex 2 is staked, and the two are adjacent.", "Is hex 1 adjacent to hex 2?"),
        ("Hex 1 is frozen.\nHex 2 is staked.\nThe two are adjacent.", "Is hex 1 adjacent to hex 2?"),
        ("C1, a punt, is in hex 1, towed last turn.", "Was C1 towed last turn?"),
        ("Hex 1 is a mire hex.", "Must hex 1's depth be told?"),
    ],
)
def test_a_fact_is_told(ask: Ask, facts: str, question: str) -> None:
    assert ask(facts, question)["answer"] == "yes"


@pytest.mark.parametrize(
    ("facts", "question", "value"),
    [
        ("Hex 1 is a mire hex.", "How many hexes wide is hex 1?", 1),
        ("Hex 1 is at level 2.", "What level is hex 1 at?", 2),
        ("Hex 1 is at level 2.", "How high is hex 1's level?", 2),
        ("Hex 1 is a mire hex.", "What kind of mire is this?", "fen"),
        (
            "C1 is a punt.\nHex 1 is staked.\nA wall between them is at level 2.",
            "What is the wall between C1 and hex 1?",
            2,
        ),
        ("", "How many ways are there?", 4),
    ],
)
def test_a_figure_is_asked_for(ask: Ask, facts: str, question: str, value: object) -> None:
    assert ask(facts, question)["value"] == value


def test_which_there_are_does_not_ask_how_many(ask: Ask) -> None:
    assert ask("", "Which ways are there?")["answer"] == "not understood"


@pytest.mark.parametrize("tail", [", nothing else blocking?", ", if nothing else prevents it?"])
def test_that_nothing_else_bars_it_adds_nothing(ask: Ask, tail: str) -> None:
    assert ask("Hex 1 is frozen.\nC1 is a punt.", f"May C1 enter hex 1{tail}")["answer"] == "no"
