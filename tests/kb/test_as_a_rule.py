"""What is so of a kind, what may be so where it is told to be so, and what is asked with other words than it is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kb.fens import Ask, asker

VOCABULARY = """
noun else no: fen hex (hex)
noun else no: mire hex (hex)
adjective else no: staked (hex)
figure else ?: the toll of a hex = MP | a hex normally costs *
figure else ?: the level of a hex = level | a hex is at level *
figure else ?: the height of a unit = level | told: a unit is at level *
figure else ?: the flag of a hex = buoy (a buoy) / none | asked: * ^marks a hex
relation else no: a unit is in a hex
relation else no: a craft ^lies rightly in a hex | asked: a craft may be in a hex
action else yes: a unit enters a hex
action else no: a unit rests in a hex
action else yes: a unit keeps its oar
"""
RULES = """
F1.1-s1: a unit may not enter a fen hex.
F1.2-s1: a craft lies rightly in a hex exactly if the hex is not a mire hex.
F1.3-s1: the flag of a hex is buoy if the hex is staked.
F1.4-s1: a unit must rest in a fen hex.
F1.5-s1: a punt may not keep its oar.
"""


@pytest.fixture
def ask(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asker(tmp_path / "books", monkeypatch, VOCABULARY, RULES)


@pytest.mark.parametrize(
    "facts",
    [
        "C1 is in a fen hex.\nA fen hex normally costs 3 MP.",
        "A fen hex normally costs 3 MP.\nC1 is in a fen hex.",
        "A fen hex normally costs 3 MP.",
    ],
)
def test_what_a_kind_normally_costs_brings_no_second_one_in(facts: str, ask: Ask) -> None:
    assert ask(facts, "What is the toll of the fen hex?")["value"] == 3


def test_a_kind_of_which_nothing_was_told_is_brought_in_once(ask: Ask) -> None:
    facts = "A fen hex normally costs 3 MP.\nC1 is in a fen hex.\nC2 is in a fen hex."
    assert ask(facts, "What is the toll of the fen hex?")["answer"] == "not understood"


def test_the_level_behind_a_place_is_the_level_of_the_place(ask: Ask) -> None:
    fact = "A punt in a mire hex at level 1 enters a fen hex at level 2."
    assert ask(fact, "What is the level of the mire hex?")["value"] == 1
    assert ask(fact, "What is the level of the fen hex?")["value"] == 2
    assert ask(fact, "What is the height of the punt?")["answer"] == "undetermined"


def test_another_one_is_any_of_its_kind_in_a_question(ask: Ask) -> None:
    assert ask("C1 is in a mire hex.", "May C1 enter another fen hex?")["answer"] == "no"
    assert ask("C1 is in a fen hex.", "May C1 enter another mire hex?")["answer"] == "yes"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Is that allowed?", "no"),
        ("Would that be allowed?", "no"),
        ("Is that forbidden?", "yes"),
        ("Is that against the rules?", "yes"),
        ("Does that break a rule?", "yes"),
        ("Does rule 1.2 forbid that?", "yes"),
        ("Does F1.2 allow that?", "no"),
    ],
)
def test_where_nobody_does_anything_what_is_so_may_be_so_or_not(question: str, answer: str, ask: Ask) -> None:
    assert ask("A punt is in a mire hex.", question)["answer"] == answer
    assert ask("A punt is in a fen hex.", question)["answer"] == {"no": "yes", "yes": "no"}[answer]


def test_of_what_cannot_be_asked_nothing_is_allowed(ask: Ask) -> None:
    assert ask("A fen hex is staked.", "Is that allowed?")["answer"] == "not understood"


@pytest.mark.parametrize(
    "question",
    ["What marks hex 1?", "With what is hex 1 marked?", "By what is hex 1 marked?", "How is hex 1 marked?"],
)
def test_with_what_something_is_marked_is_what_marks_it(question: str, ask: Ask) -> None:
    assert ask("Hex 1 is staked.", question)["value"] == "buoy"


def test_need_asks_what_must_asks(ask: Ask) -> None:
    assert ask("C1 is in hex 1, a fen hex.", "Need C1 rest in hex 1?")["answer"] == "yes"


def test_his_is_its(ask: Ask) -> None:
    assert ask("C1 is a punt.", "May C1 keep his oar?")["answer"] == "no"
