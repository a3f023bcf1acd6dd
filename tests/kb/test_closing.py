"""A fact that nothing else goes into a figure that only collects: "No other DRM applies"."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from kb.reason.checker import check_proof
from kb.reason.decide import decide
from kb.reason.proof import UNKNOWN, in_doubt
from kb.reason.situation import Situation
from kb.rulebook import Rulebook
from kb.rulelang.scenario import ScenarioReader
from kb.selfcheck import reference
from tests.kb.fens import Ask, asker, load

VOCABULARY = """
    adjective else ?: leaky (craft)
    adjective else no: laden (craft)
    figure base 0: the poling DRM of a craft = DRM | the handicap of~poling of a craft
    figure base 0: the reed Hindrance of a craft = Hindrance
"""
RULES = """
    F1.1-s1: add 2 to the poling DRM of a craft if the craft is leaky.
    F1.1-s2: add 1 to the poling DRM of a laden craft.
    F1.2-s1: add 1 to the reed Hindrance of a craft if the craft is leaky.
    F1.3-s1: not encoded: missing the weather; touches the poling DRM of a craft if the craft is laden
"""
DRM, HINDRANCE = "What is the poling DRM of P1?", "What is the reed Hindrance of P1?"
PUNT, LADEN = "P1 is a punt.", "P1 is laden."


def told(folder: Path, *facts: str) -> tuple[Rulebook, ScenarioReader, Situation]:
    """The rulebook, with a reader that has told these facts to a situation."""
    book, _ = load(folder, VOCABULARY, RULES)
    reader, situation = ScenarioReader(book.vocabulary), Situation(book.vocabulary)
    for fact in facts:
        reader.fact(fact, situation)
    return book, reader, situation


@pytest.fixture
def put(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asker(tmp_path, monkeypatch, VOCABULARY, RULES)


@pytest.mark.parametrize(
    "fact",
    [
        "No other DRM applies.",
        "No further DRM apply.",
        "There is no other DRM.",
        "No other DRM or Hindrance applies.",
        "No other DRM, and Hindrance is present.",
        "No other modifiers apply.",
        "No other poling DRM applies.",
        "No other handicap of poling applies.",
        "No other modifier applies to the poling DRM of P1.",
    ],
)
def test_nothing_else_goes_into_a_figure(put: Ask, fact: str) -> None:
    found = put([PUNT, fact], DRM)
    assert (found["answer"], found["value"], found["unit"]) == ("value", 0, "DRM")


def test_what_is_told_to_go_into_it_does(put: Ask) -> None:
    found = put([PUNT, "P1 is leaky.", "No other DRM applies."], DRM)
    assert (found["answer"], found["value"]) == ("value", 2)


def test_what_is_not_encoded_does_not_matter_then(put: Ask) -> None:
    assert put([PUNT, LADEN], DRM)["answer"] == "not encoded"
    assert put([PUNT, LADEN, "No other DRM applies."], DRM)["value"] == 1


def test_figures_of_another_unit_stay_open(put: Ask) -> None:
    assert put([PUNT, "No other DRM applies."], HINDRANCE)["answer"] == "undetermined"
    assert put([PUNT, "No other DRM or Hindrance applies."], HINDRANCE)["value"] == 0


def test_without_the_fact_the_figure_is_open(put: Ask) -> None:
    found = put([PUNT], DRM)
    assert (found["answer"], [case["facts"] for case in found["deciding"]]) == (
        "undetermined",
        [["P1 is leaky."], ["P1 is not leaky."]],
    )


def test_what_no_figure_collects_is_not_understood(put: Ask) -> None:
    [problem] = put([PUNT, "No other TEM applies."], DRM)["not_understood"]
    assert (problem["where"], problem["why"]) == ("/facts/1", "no sentence of the vocabulary reads like this")


def test_the_checker_refuses_a_line_passed_over_without_the_fact(tmp_path: Path) -> None:
    book, _, situation = told(tmp_path, PUNT, "No other DRM applies.")
    root = decide(book.engine, situation, lambda run: run.figure("the poling DRM of a craft", ("P1",))).root
    assert check_proof(root, book.program, situation) == []
    situation.closed.clear()
    assert [problem.rpartition(") ")[2] for problem in check_proof(root, book.program, situation)] == [
        "a line that may count was passed over"
    ]


def test_what_is_told_to_be_in_doubt_may_go_into_it(put: Ask) -> None:
    found = put([PUNT, "It is not known whether P1 is leaky.", "No other DRM applies."], DRM)
    assert (found["answer"], [(case["facts"], case["value"]) for case in found["deciding"]]) == (
        "undetermined",
        [(["P1 is leaky."], 2), (["P1 is not leaky."], 0)],
    )


def test_what_is_in_doubt_of_something_else_does_not(put: Ask) -> None:
    doubts = [PUNT, "P2 is a punt.", "It is not known whether P2 is leaky."]
    assert put([*doubts, "No other DRM applies."], DRM)["value"] == 0


def test_the_checker_refuses_a_line_in_doubt_passed_over(tmp_path: Path) -> None:
    book, reader, situation = told(tmp_path, PUNT, "No other DRM applies.")
    root = decide(book.engine, situation, lambda run: run.figure("the poling DRM of a craft", ("P1",))).root
    reader.fact("It is not known whether P1 is leaky.", situation)
    [line] = [step for step in root.considered if step.verdict == UNKNOWN and step.key == root.key]
    assert in_doubt(line, situation.unsettled)
    assert [problem.rpartition(") ")[2] for problem in check_proof(root, book.program, situation)] == [
        "a line that may count was passed over"
    ]


@pytest.mark.parametrize(
    ("doubted", "found"),
    [
        ("P1 is leaky", reference.Answer("undetermined")),
        ("P2 is leaky", reference.Answer("value", Fraction(0))),
    ],
)
def test_the_slow_evaluator_agrees(tmp_path: Path, doubted: str, found: reference.Answer) -> None:
    doubt = f"It is not known whether {doubted}."
    book, _, situation = told(tmp_path, PUNT, "P2 is a punt.", doubt, "No other DRM applies.")
    asked = ("the poling DRM of a craft", ("P1",), None)
    assert reference.answer(book.program, situation, asked) == found
