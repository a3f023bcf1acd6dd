"""What stands for several reasons is as firm as the firmest of them: a fact gives way to no silence, and to no fact less."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.reason import engine
from kb.reason.engine import Run
from kb.reason.firmness import Firmness
from kb.reason.situation import Situation
from kb.rulebook import Rulebook
from kb.selfcheck.comparing import Comparison
from kb.selfcheck.reference import Answer
from kb.selfcheck.scenarios import Scenario
from tests.kb import same_steps
from tests.kb.fens import load

VOCABULARY = """
noun else no: fen hex (hex)
noun else no: dune hex (hex)
adjective else no: drained (hex)
adjective else no: wet (hex)
adjective else no: dry (hex)
adjective else no: dyked (hex)
adjective else no: mud (hex)
relation else no: a hex drains into a hex B
figure else ?: the season = summer / winter
figure else ?: the footing of a hex = firm / soft
figure else ?: the toll of a hex = MP
figure else ?: the water in a hex = MP
adjective else no: fenced (hex)
"""
RULES = """
F1.1-s1: a hex is wet if the hex is not drained.
F1.1-s2: a dune hex is dry.
F1.1-s3: a dyked hex is not wet.
"""
"""That a hex is wet rests on silence unless told; that it is dry, on what is told."""

DENIED = "F1.2-s1: a fen hex is mud exactly if the hex is not wet, and the hex is not dry."
EITHER = """F1.2-s1: a fen hex is not mud if any of:
    the hex is wet
    the hex is dry."""
OF_SOME = "F1.2-s1: a fen hex A is not mud if hex A drains into a hex B, and hex B is wet."
KEPT_OUT = """F1.2-s1: a fen hex is not mud.
F1.2-s2: F1.2-s1 does not apply if the hex is not wet, and the hex is not dry."""
RIVAL = """F1.2-s1: a fen hex is not mud.
F1.2-s2: a fen hex is mud, instead of F1.2-s1, if the hex is not wet, and the hex is not dry."""
SEEN_BY_ONE = """F1.2-s1: a fen hex is not mud if the hex is dry.
F1.2-s2: a fen hex is dry.
F1.2-s3: a fen hex is not dry, instead of F1.2-s2, if the hex is not wet."""
"""Of two rules by which the hex is dry only one looks at the rule against it, which is out by silence."""
FIGURE = """F1.2-s1: the footing of a dune hex is firm.
F1.2-s2: the footing of a hex is soft if the hex is drained.
F1.2-s3: a fen hex is not mud if the footing of the hex is firm."""
"""That the footing is not soft, too, rests on silence."""
FIGURE_INSTEAD = """F1.2-s1: the footing of a dune hex is firm, instead of F1.2-s2.
F1.2-s2: the footing of a hex is soft if the hex is drained.
F1.2-s3: a fen hex is not mud if the footing of the hex is firm."""
FIGURE_ALIKE = FIGURE.replace("is soft", "is firm")
WORKED_OUT = """F1.2-s1: the toll of a dune hex is 2.
F1.2-s2: the toll of a hex is the water in the hex if the hex is drained.
F1.2-s3: a fen hex is not mud if the toll of the hex is 2."""
LINE = """F1.2-s1: the toll of a dune hex is 2.
F1.2-s2: add 1 to the toll of a hex if the hex is drained.
F1.2-s3: a fen hex is not mud if the toll of the hex is at most {}."""
"""That nothing is added rests on silence."""
LINES = """F1.2-s1: the toll of a dune hex is 2.
F1.2-s2: add 1 to the toll of a hex if the hex is drained.
F1.2-s4: add 1 to the toll of a hex if the hex is dry.
F1.2-s3: a fen hex is not mud if the toll of the hex is at most {}."""
DRY, WET = ("dry", "hex 1"), ("wet", "hex 1")
DUNE = ("dune hex", "hex 1")
INTO_2, INTO_3 = ("into", "hex 2"), ("into", "hex 3")


def told(book: Rulebook, *facts: tuple[str, str]) -> Situation:
    """Hex 1 is told to be a fen hex and mud; and whatever else."""
    situation = Situation(book.vocabulary)
    for name in ("hex 1", "hex 2", "hex 3"):
        situation.name(name)
        situation.slots[name] = "hex"
    for template, thing in (("fen hex", "hex 1"), ("mud", "hex 1"), *facts):
        if template == "into":
            assert situation.tell("a hex drains into a hex B", ("hex 1", thing), True, "told") is None
        else:
            assert situation.tell(template, (thing,), True, "told") is None
    return situation


@pytest.mark.parametrize(
    ("rules", "facts", "expected"),
    [
        (DENIED, (), "yes"),
        (DENIED, (DRY,), "conflict"),
        (DENIED, (WET,), "conflict"),
        (DENIED, (DUNE,), "conflict"),
        (EITHER, (), "yes"),
        (EITHER, (DRY,), "conflict"),
        (EITHER, (DUNE,), "conflict"),
        (OF_SOME, (INTO_2,), "yes"),
        (OF_SOME, (INTO_2, INTO_3, ("wet", "hex 3")), "conflict"),
        (KEPT_OUT, (), "yes"),
        (KEPT_OUT, (DRY,), "conflict"),
        (RIVAL, (), "yes"),
        (RIVAL, (DRY,), "conflict"),
        (SEEN_BY_ONE, (DUNE,), "yes"),
        (SEEN_BY_ONE, (DUNE, WET), "conflict"),
        (FIGURE, (DUNE,), "yes"),
        (FIGURE_INSTEAD, (DUNE,), "conflict"),
        (FIGURE_ALIKE, (DUNE,), "conflict"),
        (WORKED_OUT, (DUNE,), "yes"),
        (LINE.format(2), (DUNE,), "yes"),
        (LINE.format(3), (DUNE,), "conflict"),
        (LINES.format(3), (DUNE,), "yes"),
        (LINES.format(4), (DUNE,), "conflict"),
    ],
)
def test_a_reason_that_rests_on_no_silence_is_enough(
    home: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    rules: str,
    facts: tuple[tuple[str, str], ...],
    expected: str,
) -> None:
    book, found = load(tmp_path, VOCABULARY, f"{RULES}{rules}\n")
    assert [str(diagnostic) for diagnostic in found] == []
    situation = told(book, *facts)
    said = Comparison(book, 0).says(Scenario(situation, ("mud", ("hex 1",), None)))
    assert said is not None
    assert said.opinions == (Answer(expected),) * 3
    assert said.problems == ()
    # A compiled slice finds the same steps.
    monkeypatch.setattr(engine, "ASKED_OFTEN", 1)
    runs = [Run(book.engine, situation, compiled=compiled) for compiled in (True, False)]
    one, other = (run.verdict("mud", ("hex 1",)) for run in runs)
    assert same_steps.difference(one, other) == ""


def test_a_case_is_ruled_out_by_a_reason_that_rests_on_no_silence(home: Path, tmp_path: Path) -> None:
    rules = """F1.2-s1: a fen hex is mud exactly if the hex is not wet, and the hex is not dry.
F1.2-s2: a hex is dry if the season is summer.
"""
    book, found = load(tmp_path, VOCABULARY, f"{RULES}{rules}")
    assert [str(diagnostic) for diagnostic in found] == []
    situation = told(book)
    said = Comparison(book, 0).says(Scenario(situation, ("dry", ("hex 1",), None)))
    assert said is not None
    # In summer it would be dry, and mud and dry it cannot be.
    assert said.opinions == (Answer("no"),) * 3
    assert said.problems == ()


def test_an_exception_that_asks_for_what_a_fact_denies_is_no_reason(home: Path, tmp_path: Path) -> None:
    """Whether hex 1 is dyked is not told, but the exception takes out only what would be mud, and hex 1 is told not to be."""
    rules = """F1.2-s1: a dune hex is mud.
F1.2-s2: a hex is not mud, instead of F1.2-s1, if the hex is dyked, and but for this rule, the hex is mud.
F1.2-s3: a hex is a dune hex if the season is summer.
"""
    book, found = load(tmp_path, VOCABULARY, f"{RULES}{rules}")
    assert [str(diagnostic) for diagnostic in found] == []
    situation = Situation(book.vocabulary)
    situation.name("hex 1")
    situation.place("hex 1", "hex")
    situation.tell("mud", ("hex 1",), False, "told")
    said = Comparison(book, 0).says(Scenario(situation, ("dune hex", ("hex 1",), None)))
    assert said is not None
    # In summer it would be a dune hex, and such a hex is mud.
    assert said.opinions == (Answer("no"),) * 3
    assert said.problems == ()


def test_where_no_other_reason_is_possible_nothing_is_worked_out_again(home: Path, tmp_path: Path) -> None:
    book, found = load(tmp_path, VOCABULARY, f"{RULES}{DENIED}\n")
    assert [str(diagnostic) for diagnostic in found] == []
    situation = told(book)
    del situation.told["mud", ("hex 1",)]
    denial = Run(book.engine, situation).verdict("mud", ("hex 1",))
    assert (denial.kind, denial.verdict, denial.closed) == ("rule", -1, True)
    assert not Firmness(Run(book.engine, situation)).possible(denial, 0)
    assert situation.tell("dry", ("hex 1",), True, "told") is None
    denial = Run(book.engine, situation).verdict("mud", ("hex 1",))
    assert denial.closed
    assert Firmness(Run(book.engine, situation)).possible(denial, 0)
    assert not Run(book.engine, situation, firm=True).verdict("mud", ("hex 1",)).closed
    # Who looks for such reasons does not look closer in turn: two facts may each stand against the other.
    assert situation.tell("mud", ("hex 1",), True, "told") is None
    assert Run(book.engine, situation, closer=False).verdict("mud", ("hex 1",)).kind == "given"
    assert Run(book.engine, situation).verdict("mud", ("hex 1",)).kind == "conflict"
