"""A year that the vocabulary lists names no thing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kb.fens import Ask, asker

VOCABULARY = """
figure else ?: the date = early (1941; May 1941) / late (1944) | it is *
action else yes: a unit rests in a hex
"""
RULES = """
F1.1-s1: a unit may not rest in a hex if the date is late.
"""


@pytest.fixture
def ask(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asker(tmp_path / "books", monkeypatch, VOCABULARY, RULES)


@pytest.mark.parametrize(("year", "answer"), [("1944", "no"), ("1941", "yes")])
def test_a_year_that_is_listed_is_no_hex(ask: Ask, year: str, answer: str) -> None:
    assert ask(f"It is {year}.\nB1 is a barge.", "May B1 rest in hex 5?")["answer"] == answer
    assert ask(f"B1 is a barge.\nB1 rests in {year}.", "Is B1 a barge?")["answer"] == "not understood"


def test_another_number_is_a_hex(ask: Ask) -> None:
    assert ask("It is 1944.\nB1 is a barge.", "May B1 rest in 1945?")["answer"] == "no"
    assert ask("It is 1944.\nB1 is a barge.", "May B1 rest in hex 1944?")["answer"] == "no"
