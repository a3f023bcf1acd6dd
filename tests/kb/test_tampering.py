"""Proofs with rolls, odds, choices, counts, sums, roundings, tables and purposes: none with one step bent is accepted."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from kb.reason.checker import check_proof
from kb.reason.decide import decide
from kb.reason.engine import Run
from kb.reason.odds import odds
from kb.reason.proof import Step
from kb.rulebook import Rulebook
from kb.selfcheck.scenarios import Maker, Scenario
from tests.kb import test_but_for, test_choices, test_extremes, test_purposes, test_rolls
from tests.kb.fens import load
from tests.kb.tampering import changes
from tests.kb.test_checker import still_proven

MOST_CASES = 40
"""Odds with more cases than that are left to others: bending each step of each takes long."""


def proofs(book: Rulebook, scenario: Scenario) -> list[Step]:
    """What is decided of a scenario, and its odds."""
    template, args, purpose = scenario.question

    def ask(run: Run) -> Step:
        if book.vocabulary.templates[template].kind == "figure":
            return run.figure(template, args, purpose=purpose)
        return run.verdict(template, args, purpose)

    found = odds(book.engine, scenario.situation, ask)
    few = [c.root for c in found.cases if sum(len(o.root.because) for o in c.outcomes) < MOST_CASES]
    return [decide(book.engine, scenario.situation, ask).root, *few[:4]]


@pytest.mark.parametrize(
    ("shape", "wanted"),
    [
        (test_rolls, ("chance changed", "line removed", "option removed", "line worked in otherwise")),
        (
            test_choices,
            ("thing picked out otherwise", "others ruled out", "rounded otherwise", "line changed"),
        ),
        (test_extremes, ("another extreme", "the other extreme", "thing picked out otherwise")),
        (test_but_for, ("premise removed", "about another thing", "exception turned round")),
        (test_purposes, ("line removed", "line changed", "about another thing", "exception turned round")),
    ],
)
def test_no_bent_proof_is_accepted(tmp_path: Path, shape: object, wanted: tuple[str, ...]) -> None:
    book, _ = load(tmp_path, shape.VOCABULARY, shape.RULES)  # type: ignore[attr-defined]  # each of these modules has both
    maker = Maker(book.program)
    refused: Counter[str] = Counter()
    slipped: list[str] = []
    for number in range(30):
        scenario = maker.make(random.Random(number))
        for root in proofs(book, scenario):
            assert check_proof(root, book.program, scenario.situation) == [], scenario.text
            for what, step, bend, unbend in changes(root, book.program):
                allowed = still_proven(what, step)
                bend()
                problems = check_proof(root, book.program, scenario.situation)
                unbend()
                refused[what] += bool(problems)
                if not problems and not allowed:
                    slipped.append(f"scenario {number}: {what}: {step.kind} {step.key}")
    assert slipped == []
    assert min(refused[what] for what in wanted) > 0
