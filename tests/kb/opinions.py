"""Three opinions on a rulebook of a few lines: reasoner, slow evaluator and clingo on random scenarios, proofs checked."""

from __future__ import annotations

import random
from collections import Counter

from kb.reason.engine import Run
from kb.reason.proof import Step
from kb.rulebook import Rulebook
from kb.selfcheck.comparing import Comparison
from kb.selfcheck.scenarios import Maker
from tests.kb import same_steps


def agree(book: Rulebook, scenarios: int) -> Counter[str]:
    """Hold them against each other on so many scenarios; how often each answer was given."""
    tally = Comparison(book, 0).compare(range(scenarios))
    assert tally.differences == []
    return tally.answers + tally.set_aside


def compiled_alike(book: Rulebook, scenarios: int) -> Counter[bool]:
    """Hold compiled slices against the interpreter on so many scenarios, step by step; how often there was a slice."""
    maker, found = Maker(book.program), Counter[bool]()
    for number in range(scenarios):
        scenario = maker.make(random.Random(number))
        runs = [Run(book.engine, scenario.situation, compiled=compiled) for compiled in (True, False)]
        one, other = (_asked(run, *scenario.question) for run in runs)
        assert same_steps.difference(one, other) == "", scenario.text
        found[bool(runs[0]._answers)] += 1
    return found


def _asked(run: Run, template: str, args: tuple[str, ...], purpose: str | None) -> Step:
    if run.vocabulary.templates[template].kind == "figure":
        return run.figure(template, args, purpose=purpose)
    return run.verdict(template, args, purpose)
