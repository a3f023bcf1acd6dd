"""Where somebody is who may go, or wants to go, from one place to another; what is so of a thing that somebody has; a mark
that is called by its sign."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kb.fens import Ask, asker

VOCABULARY = """
adjective else no: upper (hex)
noun else no: fen hex (hex)
relation else no: a unit is in a hex
relation else no: a hex lies upwind from a hex B
relation else no: a unit carries a craft | a unit has a craft
figure else ?: the weight of a unit = number | a unit has a~weight of *
figure else ?: the stride of a walker = number | a walker has a~stride of *
action else yes: a unit enters a hex | a unit moves to a hex | a unit wades into a hex
action else yes: a unit bears a~mark | a unit bears a~"?"
"""
RULES = """
F1.1-s1: a unit may not enter a hex A if the unit is in a hex B, and hex A lies upwind from hex B.
F1.2-s1: a unit may not bear a mark if the unit is in a hex.
"""
UPWIND = "Hex 6 lies upwind from hex 5.\nHex 5 lies upwind from hex 4."


@pytest.fixture
def ask(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asker(tmp_path / "books", monkeypatch, VOCABULARY, RULES)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("May a walker move from hex 5 to hex 6?", "no"),
        ("May a walker wade from hex 5 into hex 6?", "no"),
        ("May a walker enter hex 6 from hex 5?", "no"),
        ("May a walker move from hex 6 to hex 5?", "yes"),
        ("May a walker enter hex 5 from hex 6?", "yes"),
    ],
)
def test_who_may_go_from_a_place_is_there(ask: Ask, question: str, answer: str) -> None:
    assert ask(UPWIND, question)["answer"] == answer


@pytest.mark.parametrize(
    ("wish", "answer"),
    [
        ("A walker wishes to move from hex 5 to hex 6.", "no"),
        ("A walker wants to wade from hex 5 to hex 6.", "no"),
        ("A walker wants to enter hex 6 from hex 5.", "no"),
        ("A walker wishes to move from hex 6 to hex 5.", "yes"),
    ],
)
@pytest.mark.parametrize("question", ["May it do so?", "May it make this move?", "Is such a move allowed?"])
def test_who_wants_to_go_from_a_place_is_there(ask: Ask, wish: str, answer: str, question: str) -> None:
    assert ask(f"{UPWIND}\n{wish}", question)["answer"] == answer


def test_what_somebody_has_has_what_is_said_behind_it(ask: Ask) -> None:
    facts = "Walker A has a weight of 2.\nA carries a punt with a weight of 7."
    assert ask(facts, "What is the weight of A?")["value"] == 2
    assert ask(facts, "What is the weight of the punt?")["value"] == 7


def test_what_the_last_of_a_list_has_is_not_its_owners(ask: Ask) -> None:
    listed = "A walker with a stride of 2 and a punt with a stride of 7 is in hex 5."
    found = ask(listed, "What is the stride of the walker?")
    assert found["answer"] == "not understood" or found.get("value") == 2


@pytest.mark.parametrize("mark", ["a mark", 'a "?"', "a “?”"])
def test_a_mark_is_called_by_its_sign(ask: Ask, mark: str) -> None:
    assert ask("Walker A is in hex 5.", f"May A bear {mark}?")["answer"] == "no"


@pytest.mark.parametrize(("facts", "answer"), [("Hex 6 is upper.", "yes"), ("Hex 6 is not upper.", "no")])
def test_what_something_is_asked_to_be_is_not_told(ask: Ask, facts: str, answer: str) -> None:
    facts += "\nHex 6 is a fen hex."
    assert ask(facts, "Is hex 6 a fen hex that is upper?")["answer"] == answer
