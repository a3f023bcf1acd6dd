"""Readings: statements that can be read in more than one way, and what an answer says of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kb.explain import render_lines
from kb.rulelang.codec import decode, encode
from tests.kb.fens import Answer, Ask, asker, load

VOCABULARY = """
noun else no: fen hex (hex)
adjective else no: flooded (hex)
adjective else no: dry (hex)
adjective else no: still (hex)
figure else ?: the depth of a hex = feet
figure base 0: the toll of a hex = pence
action else yes: a unit enters a hex
"""
RULES = """
F1.1-s1:
  read "more than 3" for "3" because F1.2-s1, by A. Fenman, on 1901-05-02, default
  a hex is flooded if the depth of the hex is more than 3 feet.
  read "3 or more" because "the table has it so", by B. Wader
  a hex is flooded if the depth of the hex is at least 3 feet.
F1.2-s1:
  a unit may not enter a flooded hex.
  a hex is dry if the hex is not flooded.
F1.3-s1:
  read "a fen" for "an eel" because F1.3, on 1903-01-01, erratum
  add 2 to the toll of a fen hex.
F1.4-s1:
  a unit may not enter a fen hex.
F1.5-s1:
  read "only in summer" because F1.5, default
  F1.4-s1 does not apply if the hex is still.
  read "as printed"
"""


@pytest.fixture
def ask(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asker(tmp_path / "books", monkeypatch, VOCABULARY, RULES)


def told(answer: Answer) -> list[tuple[Any, ...]]:
    """The readings with what each gives."""
    return [
        (row["of"], row["reading"], row.get("value", row["answer"])) for row in answer.get("readings", ())
    ]


def test_an_answer_that_hangs_on_a_reading(ask: Ask) -> None:
    answer = ask("The depth of hex 1 is 3 feet.", "Is hex 1 flooded?")
    assert answer["answer"] == "no"
    assert told(answer) == [("F1.1-s1", "more than 3", "no"), ("F1.1-s1", "3 or more", "yes")]
    assert answer["text"] == "No: hex 1 is not flooded (F1.1). With F1.1-s1 read as “3 or more”: yes."
    assert answer["readings"][0] == {
        "of": "F1.1-s1",
        "reading": "more than 3",
        "answer": "no",
        "default": True,
        "printed": "3",
        "because": "F1.2-s1",
        "by": "A. Fenman",
        "on": "1901-05-02",
    }
    assert "  F1.1-s1, read '3 or more': yes" in render_lines(answer)


def test_through_other_rules(ask: Ask) -> None:
    answer = ask("P1 is a punt.\nThe depth of hex 1 is 3 feet.", "May P1 enter hex 1?")
    assert told(answer)[:2] == [("F1.1-s1", "more than 3", "yes"), ("F1.1-s1", "3 or more", "no")]


def test_where_all_readings_agree(ask: Ask) -> None:
    answer = ask("The depth of hex 1 is 5 feet.", "Is hex 1 flooded?")
    assert told(answer) == [("F1.1-s1", "more than 3", "yes"), ("F1.1-s1", "3 or more", "yes")]
    assert answer["text"] == "Yes: hex 1 is flooded (F1.1)."
    [step] = [step for step in answer["derivation"]["steps"].values() if step.get("statement") == "F1.1-s1"]
    assert step["reading"] == "more than 3"


def test_a_reading_that_has_nothing_to_do_with_it(ask: Ask) -> None:
    assert "readings" not in ask("", "Is hex 1 still?")
    assert told(ask("Hex 1 is flooded.", "Is hex 1 dry?")) == []


def test_an_erratum_is_flagged(ask: Ask) -> None:
    answer = ask("Hex 1 is a fen hex.", "What is the toll of hex 1?")
    assert (answer["value"], answer["flags"]) == (2, [{"kind": "erratum", "statement": "F1.3-s1"}])
    assert told(answer) == [("F1.3-s1", "a fen", 2)]


def test_a_reading_without_rules_is_the_print(ask: Ask) -> None:
    facts = "P1 is a punt.\nHex 1 is a fen hex.\nHex 1 is still.\nThe depth of hex 1 is 1 feet."
    answer = ask(facts, "May P1 enter hex 1?")
    assert answer["answer"] == "yes"
    assert told(answer)[-2:] == [("F1.5-s1", "only in summer", "yes"), ("F1.5-s1", "as printed", "no")]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            'read "a" because F1.2\n  a fen hex is flooded.\n  read "b" because F1.2\n  a fen hex is dry.',
            "F1.1-s1 has 2 readings, of which one must be the default",
        ),
        ('read "a" as "b"\n  a fen hex is flooded.', '\'read "a" as "b"\' is no reading'),
    ],
)
def test_what_is_wrong_with_readings(tmp_path: Path, lines: str, message: str) -> None:
    _, found = load(tmp_path, VOCABULARY, f"F1.1-s1:\n  {lines}")
    assert [each.message for each in found] == [message]


def test_another_reading_is_checked_too(tmp_path: Path) -> None:
    _, found = load(
        tmp_path,
        VOCABULARY,
        """
        F1.1-s1:
          read "a" because F1.2, default
          a fen hex is flooded.
          read "b" because F1.2
          a hex is flooded if the hex is not dry.
        F1.2-s1: a hex is dry if the hex is not flooded.
        """,
    )
    assert [each.code for each in found] == ["loop"]


def test_a_rulebook_kept_keeps_its_readings(tmp_path: Path) -> None:
    book, _ = load(tmp_path, VOCABULARY, RULES)
    assert decode(encode(book.contents.items)) == book.contents.items
    assert [[reading.name for reading in group] for group in book.readings] == [
        ["more than 3", "3 or more"],
        ["a fen"],
        ["only in summer", "as printed"],
    ]
