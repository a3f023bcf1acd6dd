"""A fact that tells a noun held apart from the one concluded, and a rule that stands instead of it: the proof shows both."""

from __future__ import annotations

import pytest

from kb.cache import rulebook_of
from kb.reason.checker import check_proof
from kb.reason.engine import Run
from kb.reason.proof import Step
from kb.reason.situation import Situation
from kb.rulelang.scenario import ScenarioReader

FACTS = (
    "Hex 1 is an OCEAN-river hex.",
    "Hex 1 is an OCEAN-overlay hex.",
    "Hex 1 is a reef hex.",
    "The state of the reef is Submerged.",
    "Hex 1 contains rubble.",
)


@pytest.fixture
def situation(home: object) -> Situation:
    """What the facts tell."""
    vocabulary = rulebook_of("asl").vocabulary
    told = Situation(vocabulary)
    for fact in FACTS:
        ScenarioReader(vocabulary).fact(fact, told)
    return told


def overruled(step: Step) -> list[tuple[object, list[str]]]:
    """What a proof shows as overruled by rules: about what, and by which rules."""
    return [
        (each.key, [by.entry.rule.id for by in each.because])
        for each in step.considered
        if each.kind == "beaten" and each.data == "given"
    ]


@pytest.mark.parametrize("compiled", [False, True])
def test_what_stands_instead_of_a_noun_held_apart_is_shown(situation: Situation, compiled: bool) -> None:
    book = rulebook_of("asl")
    for _ in range(20):
        step = Run(book.engine, situation, compiled=compiled).verdict("Ocean hex", ("1",))
    assert step.verdict == 1
    assert overruled(step) == [(("OCEAN-river hex", ("1",), None), ["G13.493-s1 #1"])]
    assert check_proof(step, book.program, situation) == []


def test_a_proof_that_leaves_it_out_is_refused(situation: Situation) -> None:
    book = rulebook_of("asl")
    step = Run(book.engine, situation, compiled=False).verdict("Ocean hex", ("1",))
    step.considered = [each for each in step.considered if each.data != "given"]
    assert check_proof(step, book.program, situation) == [
        "verdict ('Ocean hex', ('1',), None) it was told that it is a OCEAN-river hex"
    ]


def test_one_that_shows_another_rule_instead_is_refused(situation: Situation) -> None:
    book = rulebook_of("asl")
    step = Run(book.engine, situation, compiled=False).verdict("Ocean hex", ("1",))
    [beaten] = [each for each in step.considered if each.data == "given"]
    beaten.because = step.because
    assert check_proof(step, book.program, situation) == [
        "beaten ('OCEAN-river hex', ('1',), None) that rule is not instead of the fact"
    ]
