"""Two opinions: the engine and the reference evaluator say the same of random scenarios, to the last conflict.

Each scenario is made from its number alone, so that a difference can be looked into: `HEXLAW_SCENARIOS=5000` looks at more
of them, `HEXLAW_FIRST_SCENARIO=1234` at others.
"""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

from kb.cache import rulebook_of
from kb.reason.decide import Verdict, decide
from kb.reason.engine import Run
from kb.reason.proof import Step
from tests.kb.reference import Answer, TooMuch, answer, consistent
from tests.kb.scenarios import Maker, Scenario

SCENARIOS = int(os.environ.get("HEXLAW_SCENARIOS", "80"))
FIRST = int(os.environ.get("HEXLAW_FIRST_SCENARIO", "0"))
RULEBOOKS = ("asl", "tidewrack")


def engine_says(rulebook: str, scenario: Scenario) -> Verdict:
    book = rulebook_of(rulebook)
    template, args, purpose = scenario.question

    def ask(run: Run) -> Step:
        if book.vocabulary.templates[template].kind == "figure":
            return run.figure(template, args)
        return run.verdict(template, args, purpose)

    return decide(book.engine, scenario.situation, ask).verdict


def same(rulebook: str, scenario: Scenario, verdict: Verdict, expected: Answer) -> bool:
    """Whether both say the same. Facts that the rules contradict in every case have no right answer; nor has a loop that
    runs through a disagreement, which the reference calls ill-founded and the engine cuts where the question entered it."""
    if (verdict.answer, verdict.value) == (expected.answer, expected.value):
        return True
    return expected.answer == "ill-founded" or not consistent(
        rulebook_of(rulebook).program, scenario.situation
    )


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_engine_and_the_reference_agree(rulebook: str) -> None:
    program = rulebook_of(rulebook).program
    maker = Maker(program)
    differences: list[str] = []
    answers: Counter[str] = Counter()
    for number in range(FIRST, FIRST + SCENARIOS):
        scenario = maker.make(random.Random(number))
        verdict = engine_says(rulebook, scenario)
        try:
            expected = answer(program, scenario.situation, scenario.question)
            answers[expected.answer] += 1
            if not same(rulebook, scenario, verdict, expected):
                differences.append(
                    f"scenario {number}\n{scenario.text}\nengine {verdict}\nreference {expected}"
                )
        except TooMuch:
            answers["too much to look at"] += 1
    print(f"{rulebook}: scenarios {FIRST} to {FIRST + SCENARIOS - 1}: {dict(answers)}")
    assert differences == []
    assert answers["too much to look at"] <= SCENARIOS // 4
    assert min(answers["yes"], answers["no"], answers["undetermined"], answers["value"]) > 0
