"""Nouns that follow from each other, inside what is counted: the three opinions settle them before they count."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from kb.reason.situation import Situation
from kb.rulebook import Rulebook
from kb.selfcheck.comparing import Comparison
from kb.selfcheck.reference import Answer
from kb.selfcheck.scenarios import Scenario
from tests.kb.fens import load

VOCABULARY = """
noun else no: fen hex (hex)
noun else no: mire hex (hex)
relation else no: mires are fens
relation else no: a unit is in a hex
figure base 0: the toll of a unit = pence
figure else ?: the fare = pence
"""
RULES = """
F1.1-s1:
  a mire hex is a fen hex.
  a fen hex is a mire hex if mires are fens.
F1.2-s1: add 2 pence to the toll of a unit for each fen hex B where the unit is not in hex B.
F1.3-s1:
  the fare is the toll of a unit if the unit is in a hex.
  the fare is 0 pence if mires are fens.
"""


@pytest.fixture
def book(home: Path, tmp_path: Path) -> Rulebook:
    book, found = load(tmp_path, VOCABULARY, RULES)
    assert [str(diagnostic) for diagnostic in found] == []
    return book


def opinions(book: Rulebook, *mires: str, question: str) -> tuple[Answer | None, ...]:
    """What the three say where mires are fens, unit 1 is in hex 1 and these hexes are mire."""
    situation = Situation(book.vocabulary)
    for name, slot in (("hex 1", "hex"), ("unit 1", "unit")):
        situation.name(name)
        situation.slots[name] = slot
    assert situation.tell("mires are fens", (), True, "told") is None
    assert situation.tell("a unit is in a hex", ("unit 1", "hex 1"), True, "told") is None
    for name in mires:
        situation.name(name)
        situation.slots[name] = "hex"
        assert situation.tell("mire hex", (name,), True, "told") is None
    args = ("unit 1",) if "unit" in question else ()
    said = Comparison(book, 0).says(Scenario(situation, (question, args, None)))
    assert said is not None
    assert said.problems == ()
    return said.opinions


def test_what_could_only_hold_because_of_itself_is_not_counted(book: Rulebook) -> None:
    assert opinions(book, question="the toll of a unit") == (Answer("value", Fraction(0)),) * 3
    assert opinions(book, "hex 2", question="the toll of a unit") == (Answer("value", Fraction(2)),) * 3


def test_two_values_disagree_only_once_both_are_settled(book: Rulebook) -> None:
    assert opinions(book, question="the fare") == (Answer("value", Fraction(0)),) * 3
    assert opinions(book, "hex 2", question="the fare") == (Answer("conflict"),) * 3
