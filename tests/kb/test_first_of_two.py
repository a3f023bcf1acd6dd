"""Which of two comes first, and what is called by the last part of its name."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kb.fens import Ask, asker

VOCABULARY = """
noun else no: flood bell (thing)
noun else no: sluice bell (thing)
noun else no: old-mire hex (hex)
noun else no: mire hex (hex)
adjective else no: drained (hex)
relation else no: a thing ^comes before a thing B | a thing is made before a thing B
relation else no: a hex is fit for peat
"""
RULES = """
F1.1-s1: a flood bell A comes before a sluice bell B.
F1.2-s1: an old-mire hex is fit for peat if the hex is drained.
"""


@pytest.fixture
def ask(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asker(tmp_path / "books", monkeypatch, VOCABULARY, RULES)


@pytest.mark.parametrize(
    "question",
    [
        "Which comes first: B1 or B2?",
        "Which comes first, B2 or B1?",
        "Which of the two comes first: B1 or B2?",
    ],
)
def test_which_of_two_comes_first(ask: Ask, question: str) -> None:
    answer = ask("B1 is a flood bell.\nB2 is a sluice bell.", question)
    assert (answer["answer"], answer["value"]) == ("value", "B1")


def test_of_which_nothing_is_said_neither_comes_first(ask: Ask) -> None:
    assert ask("B1 is a flood bell.\nB2 is a flood bell.", "Which comes first: B1 or B2?")["answer"] == "no"


def test_a_thing_is_called_by_the_last_part_of_its_name(ask: Ask) -> None:
    assert ask("An old-mire hex is drained.", "Is the mire hex fit for peat?")["answer"] == "yes"
