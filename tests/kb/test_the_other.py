"""Who is "the other walker": the one that "another walker" brought in; and what no sentence begins with that is a name."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.rulelang.sentence import is_name
from tests.kb.fens import Ask, asker

VOCABULARY = """
adjective else ?: damp (unit)
relation else no: a unit tows a craft
action else yes: a unit lights a craft
"""
RULES = """
F1.1-s1: a unit may not light a damp craft.
"""


@pytest.fixture
def ask(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asker(tmp_path / "books", monkeypatch, VOCABULARY, RULES)


TWO = "A walker is damp.\nAnother walker tows a punt.\n"


def test_the_other_is_whom_another_brought_in(ask: Ask) -> None:
    assert ask(TWO, "Does the other walker tow the punt?")["answer"] == "yes"
    assert ask(TWO, "Does the walker tow the punt?")["answer"] == "no"
    assert ask(TWO, "Is the other walker damp?")["answer"] == "undetermined"


def test_a_fact_may_be_about_the_other(ask: Ask) -> None:
    facts = f"{TWO}The other walker is not damp."
    assert ask(facts, "Is the other walker damp?")["answer"] == "no"
    assert ask(facts, "Is the walker damp?")["answer"] == "yes"


@pytest.mark.parametrize("facts", ["A walker is damp.", "U1 is a walker.\nU2 is a walker."])
def test_nobody_is_the_other_where_another_named_nobody(ask: Ask, facts: str) -> None:
    answer = ask(facts, "Is the other walker damp?")
    assert answer["answer"] == "not understood"
    assert "stands for nothing" in answer["text"]


def test_what_is_done_is_no_name() -> None:
    assert [is_name(word) for word in ("Entering", "Leaving", "Crossing", "Ketterling")] == [False] * 3 + [
        True
    ]
