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
from kb.reason.decide import Decision, decide
from kb.reason.engine import Run
from kb.reason.proof import Step
from kb.selfcheck.reference import Answer, TooMuch, answer, consistent
from kb.selfcheck.scenarios import Maker, Scenario

SCENARIOS = int(os.environ.get("HEXLAW_SCENARIOS", "80"))
FIRST = int(os.environ.get("HEXLAW_FIRST_SCENARIO", "0"))
RULEBOOKS = ("asl", "tidewrack")


def engine_says(rulebook: str, scenario: Scenario) -> Decision:
    book = rulebook_of(rulebook)
    template, args, purpose = scenario.question

    def ask(run: Run) -> Step:
        if book.vocabulary.templates[template].kind == "figure":
            return run.figure(template, args)
        return run.verdict(template, args, purpose)

    return decide(book.engine, scenario.situation, ask)


def difference(rulebook: str, scenario: Scenario, decision: Decision, expected: Answer) -> str:
    """What the difference between the two is; "" for none.

    Facts that the rules contradict in every case have no right answer. A loop that runs through a disagreement is called
    ill-founded by the reference, and cut by the engine where the question came into it. And where the engine cannot split
    a figure that is a sum of open ones, it says "undetermined" and that its list of cases is not complete. A fact about what
    "exactly if" defines is read back by the engine even of things that the definition is not about.
    """
    verdict = decision.verdict
    if (verdict.answer, verdict.value) == (expected.answer, expected.value):
        return ""
    if expected.answer == "ill-founded":
        return "a loop"
    if verdict.answer == "undetermined" and not decision.complete:
        return "not split"
    program = rulebook_of(rulebook).program
    if not consistent(program, scenario.situation):
        return "contradicted facts"
    found = (*program.definitions.values(), *program.figure_definitions.values())
    defined = {definition.head.template for each in found for definition in each}
    return "read back" if any(name in defined for name, _ in scenario.situation.told) else "a difference"


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_engine_and_the_reference_agree(rulebook: str) -> None:
    program = rulebook_of(rulebook).program
    maker = Maker(program)
    differences: list[str] = []
    answers: Counter[str] = Counter()
    passed_over: Counter[str] = Counter()
    for number in range(FIRST, FIRST + SCENARIOS):
        scenario = maker.make(random.Random(number))
        decision = engine_says(rulebook, scenario)
        try:
            expected = answer(program, scenario.situation, scenario.question)
            sort = difference(rulebook, scenario, decision, expected)
        except TooMuch:
            passed_over["too much to look at"] += 1
            continue
        answers[expected.answer] += 1
        if sort == "a difference":
            shown = f"scenario {number}\n{scenario.text}"
            differences.append(f"{shown}\nengine {decision.verdict}\nreference {expected}")
        elif sort:
            passed_over[sort] += 1
    last = FIRST + SCENARIOS - 1
    print(
        f"{rulebook}, scenarios {FIRST} to {last}: {dict(answers)}; not held against each other: {dict(passed_over)}"
    )
    assert differences == []
    assert passed_over["too much to look at"] <= SCENARIOS // 4
    assert passed_over.total() - passed_over["too much to look at"] <= SCENARIOS // 8
    assert min(answers["yes"], answers["no"], answers["undetermined"], answers["value"]) > 0
