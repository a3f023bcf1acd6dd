"""Deciding: who asks whether one verdict is so is told it exactly where the whole list of cases says it; and what is named as
deciding."""

from __future__ import annotations

import random

import pytest

from kb.answer import answer_of
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


DRIFT = ("B1 is a boat.", "B1 is in river hex 5.", "It is the own APh of B1.")


def test_a_listed_value_that_settles_it_is_named_in_place_of_the_dice_it_comes_from() -> None:
    found = answer_of(rulebook_of("asl"), DRIFT, "Must B1 drift?")
    assert found["answer"] == "undetermined"
    assert [(case["facts"], case["answer"]) for case in found["deciding"]] == [
        (["The Current force is Heavy."], "yes"),
        (["The Current force is Moderate."], "yes"),
        (["The Current force is Slow."], "no"),
    ]


def test_only_the_values_that_are_left_of_it_are_named() -> None:
    told = (*DRIFT, "The Current force is not Heavy.")
    found = answer_of(rulebook_of("asl"), told, "Must B1 drift?")
    assert [(case["facts"], case["answer"]) for case in found["deciding"]] == [
        (["The Current force is Moderate."], "yes"),
        (["The Current force is Slow."], "no"),
    ]


def test_dice_are_named_where_they_settle_it_in_fewer_cases() -> None:
    told = (*DRIFT, "The EC drm of the scenario is 0 drm.", "The Original Current dr is at least 5.")
    found = answer_of(rulebook_of("asl"), told, "Must B1 drift?")
    assert [(case["facts"], case["answer"]) for case in found["deciding"]] == [
        (["The Original Current dr is at least 6."], "no"),
        (["The Original Current dr is less than 6."], "yes"),
    ]
