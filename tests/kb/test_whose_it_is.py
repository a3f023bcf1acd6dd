"""Of two things in a sentence, a place and what is had belong to the one that they stand beside."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kb.fens import Ask, asker

CAME = "a craft ^came | not: a craft ^left | a craft ^came with its~oars up | not: a craft ^left with its~oars up"
VOCABULARY = f"""
noun else no: fen hex (hex)
adjective else no: laden (craft)
adjective else no: oarless | a craft has lost oars | not: a craft has its~oars up (craft)
relation else no: a craft is in a hex
adjective else no: afloat | {CAME} (craft)
action else yes: a craft answers the~call of a craft B
action else yes: a craft answers the~call
"""
RULES = """
F1.1-s1: a laden craft may not answer the call.
"""


@pytest.fixture
def ask(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asker(tmp_path / "books", monkeypatch, VOCABULARY, RULES)


def test_a_place_is_that_of_the_thing_before_it(ask: Ask) -> None:
    fact = "A punt answers the call of a laden barge in fen hex 5."
    assert ask(fact, "Is the punt in hex 5?")["answer"] == "no"
    assert ask(fact, "Is the barge in hex 5?")["answer"] == "yes"


@pytest.mark.parametrize(("came", "answer"), [("came", "yes"), ("left", "no")])
def test_what_is_one_sentence_but_for_what_it_has_is_one(ask: Ask, came: str, answer: str) -> None:
    fact = f"A barge with lost oars {came} with its oars up."
    assert ask(fact, "Is the barge oarless?")["answer"] == "yes"
    assert ask(fact, "Is the barge afloat?")["answer"] == answer
