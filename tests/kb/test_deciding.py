"""Deciding: who asks whether one verdict is so is told it exactly where the whole list of cases says it."""

from __future__ import annotations

import random

import pytest

from kb.cache import rulebook_of
from kb.reason.decide import Verdict, decide
from kb.reason.engine import Run
from kb.reason.proof import Step
from kb.reason.situation import Situation
from kb.selfcheck.scenarios import Maker


@pytest.mark.parametrize("rulebook", ["asl", "tidewrack"])
def test_a_wanted_verdict_is_found_where_all_cases_say_it(rulebook: str) -> None:
    book = rulebook_of(rulebook)
    maker = Maker(book.program)
    split = 0
    for number in range(80):
        scenario = maker.make(random.Random(f"wanted {number}"))
        template, args, purpose = scenario.question
        if book.vocabulary.templates[template].kind == "figure":
            continue
        situation: Situation = scenario.situation

        def ask(run: Run) -> Step:
            return run.verdict(template, args, purpose)  # noqa: B023 - asked within the round

        whole = decide(book.engine, situation, ask)
        split += bool(whole.cases)
        for answer in ("yes", "no"):
            wanted = Verdict(answer)
            sooner = decide(book.engine, situation, ask, explain=False, wanted=wanted)
            assert (sooner.verdict == wanted) is (whole.verdict == wanted), (number, answer)
    assert split > 3
