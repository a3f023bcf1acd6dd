"""Which two things "both" means where somebody is carried, or where it says what they are, and what a word between two places
says of neither."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kb.fens import Ask, asker

VOCABULARY = """
adjective else no: weary (unit)
adjective else no: upwind (hex)
relation else no: a unit is in a hex
relation else no: a unit is aboard a craft
action else yes: a unit leaves a hex | a unit moves from a hex
action else yes: a unit enters a hex | a unit moves to a hex
"""
RULES = """
F1.1-s1: a unit may not enter a hex if the unit is weary.
"""

CARRIED = "Walker A is in hex 5.\nWalker B is aboard a punt in hex 5."


@pytest.fixture
def ask(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asker(tmp_path / "books", monkeypatch, VOCABULARY, RULES)


@pytest.mark.parametrize("both", ["Both", "Both walkers", "Both of the walkers"])
def test_both_are_the_two_of_a_kind_and_not_somebody_with_what_carries_him(ask: Ask, both: str) -> None:
    facts = f"{CARRIED}\n{both} are weary."
    assert [ask(facts, f"Is {one} weary?")["answer"] for one in ("A", "B", "the punt")] == [
        "yes",
        "yes",
        "no",
    ]


def test_both_of_a_kind_are_none_where_there_is_but_one(ask: Ask) -> None:
    facts = "Walker A is in hex 5.\nBarge T is in hex 6.\nBoth walkers are weary."
    assert ask(facts, "Is A weary?")["answer"] == "not understood"


def test_they_are_not_guessed_where_somebody_is_carried_beside_another(ask: Ask) -> None:
    assert ask(f"{CARRIED}\nThey are weary.", "Is A weary?")["answer"] == "not understood"


def test_both_are_whoever_there_is_where_there_are_no_others(ask: Ask) -> None:
    facts = "Walker B is aboard a punt in hex 5.\nBoth are weary."
    assert [ask(facts, f"Is {one} weary?")["answer"] for one in ("B", "the punt")] == ["yes", "yes"]


def test_a_word_between_whence_and_whither_is_not_said_of_whence(ask: Ask) -> None:
    answer = ask("Walker A moves from hex 5 upwind to hex 6.", "Is hex 5 upwind?")
    assert answer["answer"] == "not understood"
    assert ask("Walker A moves from hex 5 to hex 6 upwind.", "Is hex 6 upwind?")["answer"] == "yes"
