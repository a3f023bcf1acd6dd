"""Two opinions on a rulebook of a few lines: its engine and the reference evaluator on random scenarios, proofs checked."""

from __future__ import annotations

import random
from collections import Counter

from kb.reason.checker import check_proof
from kb.reason.decide import decide
from kb.reason.engine import Run
from kb.reason.proof import Step
from kb.rulebook import Rulebook
from kb.selfcheck.reference import TooMuch, answer
from kb.selfcheck.scenarios import Maker


def agree(book: Rulebook, scenarios: int) -> Counter[str]:
    """Hold both against each other on so many scenarios; how often each answer was given."""
    maker = Maker(book.program)
    given: Counter[str] = Counter()
    for number in range(scenarios):
        scenario = maker.make(random.Random(number))
        template, args, purpose = scenario.question

        def put(
            run: Run,
            template: str = template,
            args: tuple[str, ...] = args,
            purpose: str | None = purpose,
        ) -> Step:
            if book.vocabulary.templates[template].kind == "figure":
                return run.figure(template, args)
            return run.verdict(template, args, purpose)

        decision = decide(book.engine, scenario.situation, put)
        shown = f"scenario {number}\n{scenario.text}"
        try:
            expected = answer(book.program, scenario.situation, scenario.question, 60_000)
        except TooMuch:
            given["too much to look at"] += 1
            continue
        found = (decision.verdict.answer, decision.verdict.value)
        assert found == (expected.answer, expected.value), f"{shown}\n{found} {expected}"
        assert check_proof(decision.root, book.program, scenario.situation) == [], shown
        given[expected.answer] += 1
    return given
