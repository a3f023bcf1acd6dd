"""What is said of two things at once behind them, and which of two may be chosen where one is no thing that is told of."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kb.fens import Ask, asker

VOCABULARY = """
adjective else ?: damp (craft)
relation else no: a unit tows a craft
action else yes: a unit lights a craft
action else yes: a unit lights its own lamp
"""
RULES = """
F1.1-s1: a unit may not light a damp craft.
F1.2-s1: a unit may light its own lamp.
"""


@pytest.fixture
def ask(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asker(tmp_path / "books", monkeypatch, VOCABULARY, RULES)


@pytest.mark.parametrize(
    ("behind", "answer"),
    [
        (", both damp", "yes"),
        (", both of them damp", "yes"),
        (", both of which are damp", "yes"),
        ("; both are damp", "yes"),
        (", which are damp", "yes"),
        (", neither damp", "no"),
        (", neither of them damp", "no"),
        ("; neither is damp", "no"),
    ],
)
def test_what_stands_behind_two_is_told_of_each(ask: Ask, behind: str, answer: str) -> None:
    fact = f"U1 is a walker.\nU1 tows a punt and a barge{behind}."
    assert [ask(fact, f"Is the {craft} damp?")["answer"] for craft in ("punt", "barge")] == [answer, answer]
    assert ask(fact, "Does U1 tow the punt?")["answer"] == "yes"


def test_what_stands_behind_three_is_told_of_each(ask: Ask) -> None:
    fact = "U1 is a walker.\nU1 tows a punt, a barge and a raft, all damp."
    assert [ask(fact, f"Is the {craft} damp?")["answer"] for craft in ("punt", "barge", "raft")] == [
        "yes"
    ] * 3


def test_what_reads_of_neither_is_not_understood(ask: Ask) -> None:
    answer = ask("U1 is a walker.\nU1 tows a punt and a barge, both gaudy.", "Is the punt damp?")
    assert answer["answer"] == "not understood"


@pytest.mark.parametrize(
    "question",
    ["Which may U1 light: the punt or its own lamp?", "What may U1 light: the punt or its own lamp?"],
)
def test_what_is_no_thing_is_chosen_too(ask: Ask, question: str) -> None:
    answer = ask("U1 is a walker.\nU1 tows a damp punt.", question)
    assert (answer["answer"], answer["value"]) == ("value", "its own lamp")


def test_a_thing_is_chosen_from_those_that_are_listed(ask: Ask) -> None:
    answer = ask(
        "U1 is a walker.\nU1 tows a damp punt and a barge that is not damp.",
        "Which may U1 light: the punt or the barge?",
    )
    assert (answer["answer"], answer["set"]) == ("set", ["the barge"])


@pytest.mark.parametrize("last", [", or nothing", " or none of them", " or neither"])
def test_that_it_may_be_none_is_no_further_thing_to_choose(ask: Ask, last: str) -> None:
    answer = ask(
        "U1 is a walker.\nU1 tows a damp punt and a barge that is not damp.",
        f"Which may U1 light: the punt, the barge{last}?",
    )
    assert (answer["answer"], answer["set"]) == ("set", ["the barge"])


@pytest.mark.parametrize("fact", ["Every craft but R1 is damp.", "C1 but R1 is damp.", "C1, but R1 is damp."])
def test_what_is_left_out_is_not_told_with_the_rest(ask: Ask, fact: str) -> None:
    answer = ask(f"C1 is a punt.\nR1 is a raft.\n{fact}", "Is R1 damp?")["answer"]
    assert answer in ("not understood", "undetermined", "no")
