"""A value that one rule gives and another may give otherwise: what both values answer alike is not sure, for they may clash."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from kb.reason.checker import check_proof
from kb.reason.engine import Run
from kb.reason.possible import ANYTHING, Possible, only
from kb.reason.proof import UNKNOWN, YES
from kb.reason.situation import Situation
from kb.rulebook import Rulebook
from kb.selfcheck.comparing import Comparison
from kb.selfcheck.reference import Answer
from kb.selfcheck.scenarios import Scenario
from tests.kb.fens import load
from tests.kb.opinions import agree

VOCABULARY = """
noun else no: fen hex (hex)
noun else ?: dune hex (hex)
adjective else no: low (hex)
figure else ?: the level of a hex = levels
"""
RULES = """
F1.1-s1: the level of a fen hex is 1 level.
F1.1-s2: the level of a dune hex is {} levels.
F1.2-s1: a hex is low if the level of the hex is at most 3 levels.
"""


@pytest.fixture
def book(tmp_path: Path) -> Rulebook:
    return load(tmp_path, VOCABULARY, RULES.format(2))[0]


def fen(book: Rulebook, dune: bool | None = None) -> Situation:
    """Hex 1 is told to be a fen hex; whether it is a dune hex may be told."""
    situation = Situation(book.vocabulary)
    situation.name("hex 1")
    situation.slots["hex 1"] = "hex"
    assert situation.tell("fen hex", ("hex 1",), True, "told") is None
    if dune is not None:
        assert situation.tell("dune hex", ("hex 1",), dune, "told") is None
    return situation


@pytest.mark.parametrize(("dune", "expected"), [(None, "conflict"), (True, "conflict"), (False, "yes")])
def test_what_both_values_answer_alike_is_not_sure(
    home: Path, book: Rulebook, dune: bool | None, expected: str
) -> None:
    said = Comparison(book, 0).says(Scenario(fen(book, dune), ("low", ("hex 1",), None)))
    assert said is not None
    assert said.opinions == (Answer(expected),) * 3
    assert said.problems == ()


@pytest.mark.parametrize(
    ("other", "verdict", "possible"), [(2, UNKNOWN, ANYTHING), (1, YES, only(Fraction(1)))]
)
def test_a_value_is_known_where_the_other_would_be_the_same(
    tmp_path: Path, other: int, verdict: int, possible: Possible
) -> None:
    book, _ = load(tmp_path, VOCABULARY, RULES.format(other))
    situation = fen(book)
    step = Run(book.engine, situation).figure("the level of a hex", ("hex 1",))
    assert (step.verdict, step.data) == (verdict, possible)
    assert check_proof(step, book.program, situation) == []


def test_all_opinions_agree(book: Rulebook) -> None:
    counts = agree(book, 200)
    assert min(counts["yes"], counts["conflict"]) > 5


IN_CONFLICT = """
F1.3-s1: a fen hex is a dune hex if the hex is wet.
F1.3-s2: a fen hex is not a dune hex if the hex is wet.
"""


@pytest.mark.parametrize(("other", "expected"), [(2, "conflict"), (1, "yes")])
def test_what_stands_beside_a_conflict_is_not_sure_for_all_three(
    home: Path, tmp_path: Path, other: int, expected: str
) -> None:
    vocabulary = VOCABULARY + "adjective else no: wet (hex)\n"
    book, _ = load(tmp_path, vocabulary, RULES.format(other) + IN_CONFLICT)
    situation = fen(book)
    assert situation.tell("wet", ("hex 1",), True, "told") is None
    said = Comparison(book, 0).says(Scenario(situation, ("low", ("hex 1",), None)))
    assert said is not None
    assert said.opinions == (Answer(expected),) * 3
    assert said.problems == ()


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        # Whether both come to one level depends on how far the hex is from the sea, and what else they answer is not sure.
        ("F1.1-s2: the level of a dune hex is the rise of the hex.", "conflict"),
        ("F1.1-s2: the level of a fen hex is 1 level.", "yes"),
        # Each is worked out from what nobody told, and nothing says that it is the same.
        (
            "F1.1-s1: the level of a fen hex is the fall of the hex.\nF1.1-s2: the level of a dune hex is the rise of the hex.",
            "conflict",
        ),
        # What is not known is the same thing to both of them.
        (
            "F1.1-s1: the level of a fen hex is the fall of the hex.\nF1.1-s2: the level of a dune hex is the fall of the hex.",
            "yes",
        ),
    ],
)
def test_two_rules_that_both_stand_may_come_to_different_values(
    home: Path, tmp_path: Path, rules: str, expected: str
) -> None:
    first, _, low = RULES.format(2).strip().split("\n")
    figures = "figure else ?: the rise of a hex = levels\nfigure else ?: the fall of a hex = levels\n"
    lines = (*(rules.split("\n") if "F1.1-s1" in rules else (first, rules)), low)
    book, _ = load(tmp_path, VOCABULARY + figures, "\n".join(lines))
    situation = fen(book, True)
    for figure in ("the rise of a hex", "the fall of a hex"):
        situation.bound(figure, ("hex 1",), "at most", Fraction(3), "told")
    said = Comparison(book, 0).says(Scenario(situation, ("low", ("hex 1",), None)))
    assert said is not None
    assert said.opinions == (Answer(expected),) * 3
    assert said.problems == ()
