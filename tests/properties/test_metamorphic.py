"""Laws that hold between answers: what a change of the facts may change in the answer, and what it must."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

import kb.answer
from kb.cache import rulebook_of
from kb.reason.decide import SETTLED, Ask, Decision, Verdict, changes, decide, told_instead
from kb.reason.engine import Run
from kb.reason.odds import odds
from kb.reason.proof import Step
from kb.reason.situation import Situation
from kb.reason.slices import constants_of
from kb.rulebook import Rulebook
from kb.rulelang.asking import Asked
from kb.rulelang.referents import ClassTerm
from kb.selfcheck.reference import consistent
from kb.selfcheck.scenarios import Maker, Question, Scenario

RULEBOOKS = ("asl", "tidewrack")
SCENARIOS = 60


def scenarios(
    book: Rulebook, law: str, number: int = SCENARIOS, left_out: float = 0.05
) -> Iterator[Scenario]:
    maker = Maker(book.program)
    for index in range(number):
        yield maker.make(random.Random(f"{law} {index}"), left_out)


def asking(book: Rulebook, question: Question) -> Ask:
    template, args, purpose = question

    def ask(run: Run) -> Step:
        if book.vocabulary.templates[template].kind == "figure":
            return run.figure(template, args, purpose=purpose)
        return run.verdict(template, args, purpose)

    return ask


def decided(book: Rulebook, situation: Situation, question: Question) -> Decision:
    return decide(book.engine, situation, asking(book, question))


def verdict_of(book: Rulebook, situation: Situation, question: Question) -> Verdict:
    """The same without the facts that would decide it, of which some questions have hundreds."""
    return decide(book.engine, situation, asking(book, question), explain=False).verdict


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_order_of_facts_never_changes_an_answer(rulebook: str) -> None:
    book = rulebook_of(rulebook)
    for scenario in scenarios(book, "order"):
        before = verdict_of(book, scenario.situation, scenario.question)
        turned = scenario.situation.copy()
        turned.told = dict(reversed(turned.told.items()))
        turned.figures = dict(reversed(turned.figures.items()))
        turned.kinds = {
            thing: dict(reversed(kinds.items())) for thing, kinds in reversed(turned.kinds.items())
        }
        turned.things.reverse()
        assert verdict_of(book, turned, scenario.question) == before, scenario.text


def renamed(scenario: Scenario, fixed: set[str]) -> tuple[Scenario, dict[str, str]]:
    """The scenario with every thing under another name, but for those that the rules themselves name."""
    names = {
        thing: thing if thing in fixed else f"Q{number}"
        for number, thing in enumerate(scenario.situation.things)
    }
    before, after = scenario.situation, Situation(scenario.situation.vocabulary)

    def args(old: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(names.get(each, each) for each in old)

    after.things = [names[thing] for thing in before.things]
    after.slots = {names.get(thing, thing): slot for thing, slot in before.slots.items()}
    after.kinds = {names.get(thing, thing): dict(kinds) for thing, kinds in before.kinds.items()}
    after.not_kinds = {names.get(thing, thing): dict(kinds) for thing, kinds in before.not_kinds.items()}
    after.told = {(name, args(old)): told for (name, old), told in before.told.items()}
    after.figures = {
        (name, args(old)): tuple(
            (op, names.get(value, value) if isinstance(value, str) else value, source)
            for op, value, source in bounds
        )
        for (name, old), bounds in before.figures.items()
    }
    template, old, purpose = scenario.question
    return Scenario(after, (template, args(old), purpose)), names


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_renaming_never_changes_an_answer(rulebook: str) -> None:
    book = rulebook_of(rulebook)
    fixed = {*book.vocabulary.singletons, *constants_of(book.program), *book.vocabulary.purposes}
    for scenario in scenarios(book, "names"):
        before = verdict_of(book, scenario.situation, scenario.question)
        other, names = renamed(scenario, fixed)
        value = names.get(before.value, before.value) if isinstance(before.value, str) else before.value
        after = verdict_of(book, other.situation, other.question)
        assert after == Verdict(before.answer, value), scenario.text


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_an_irrelevant_fact_never_changes_an_answer(rulebook: str) -> None:
    """A fact about what nothing on the way to the question speaks of."""
    book = rulebook_of(rulebook)
    program, maker = book.program, Maker(book.program)
    added = 0
    for scenario in scenarios(book, "irrelevant"):
        relevant = {scenario.question[0], *maker.bears[scenario.question[0]]}
        before = verdict_of(book, scenario.situation, scenario.question)
        more = scenario.situation.copy()
        for name, template in book.vocabulary.templates.items():
            if template.kind in ("figure", "kind") or name in relevant or template.unary:
                continue
            args = tuple(scenario.situation.things[: len(template.slots)])
            if len(args) == len(template.slots) and not relevant & program.reached((name,)):
                more.told[name, args] = (True, "irrelevant")
                added += 1
        assert verdict_of(book, more, scenario.question) == before, scenario.text
    assert added > SCENARIOS


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_deciding_set_gives_the_answer_it_promises(rulebook: str) -> None:
    book = rulebook_of(rulebook)
    promised = 0
    for scenario in scenarios(book, "deciding", 240, 0.4):
        decision = decided(book, scenario.situation, scenario.question)
        for case in decision.deciding:
            inner = scenario.situation.copy()
            for fact in case.supposed:
                fact.tell(inner)
            promised += 1
            assert verdict_of(book, inner, scenario.question) == case.verdict, scenario.text
    assert promised > 10


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_flip_flips_when_it_is_made(rulebook: str) -> None:
    book = rulebook_of(rulebook)
    made = 0
    for scenario in scenarios(book, "flips"):
        decision = decided(book, scenario.situation, scenario.question)
        if decision.verdict.answer not in ("yes", "no"):
            continue
        ask = asking(book, scenario.question)
        for fact, _ in changes(book.engine, scenario.situation, ask, decision):
            inner = told_instead(scenario.situation, fact)
            after = verdict_of(book, inner, scenario.question)
            made += 1
            assert after.answer in SETTLED, (fact, scenario.text)
            assert after != decision.verdict, (fact, scenario.text)
    assert made > SCENARIOS // 3


def of_class(book: Rulebook, scenario: Scenario, place: int, kind: str) -> dict[str, Any]:
    """The answer to the question of a scenario, asked of any thing of a kind at one place of it."""
    template, args, purpose = scenario.question
    asked: tuple[str | ClassTerm, ...] = (*args[:place], ClassTerm(kind), *args[place + 1 :])
    session = kb.answer._Session(book, None, None)
    session.situation = scenario.situation.copy()
    session.flipping = False
    return session._decided(Asked(((template, asked),), True, purpose=purpose))


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_class_answers_agree_with_asking_each_kind(rulebook: str) -> None:
    book = rulebook_of(rulebook)
    vocabulary = book.vocabulary
    asked: Counter[str] = Counter()
    for number, scenario in enumerate(scenarios(book, "classes", 160, 0.02)):
        template, args, purpose = scenario.question
        entry = vocabulary.templates[template]
        places = [
            at
            for at, slot in enumerate(entry.slots)
            if entry.kind not in ("figure", "kind") and slot != "thing"
        ]
        if not places:
            continue
        if any(name == template for name, _ in scenario.situation.told):
            continue  # a thing of which it was told answers for its class
        place = places[number % len(places)]
        kind = entry.slots[place]
        if place and any(
            verdict_of(
                book, scenario.situation, (template, (*args[:place], one, *args[place + 1 :]), purpose)
            ).answer
            == "yes"
            for one in scenario.situation.things
            if one not in (*args[:place], *args[place + 1 :])
        ):
            continue  # "Is U1 in a fen hex?": a fen hex that rules put U1 in answers for them
        whole = of_class(book, scenario, place, kind)
        promised = {kind: whole["answer"]}
        if whole["answer"] == "split":
            promised = {
                row["class"]: row["answer"] for row in whole["split"] if row["class"] in vocabulary.templates
            }
        elif whole["answer"] not in ("yes", "no"):
            continue
        for name, answer in promised.items():
            for each in sorted(k for k in vocabulary.templates if vocabulary.is_a(k, name)):
                inner = scenario.situation.copy()
                told = inner.tell(each, ("Q",), True, "told")
                inner.slots["Q"] = kind
                if (
                    answer not in ("yes", "no")
                    or told is not None
                    or vocabulary.templates[each].kind != "kind"
                ):
                    continue
                others = [k for k in promised if k != name and vocabulary.is_a(k, name)]
                if any(vocabulary.is_a(each, k) or vocabulary.is_a(k, each) for k in others):
                    continue  # it has a row of its own, or may be of a kind that has
                question = (template, (*args[:place], "Q", *args[place + 1 :]), purpose)
                assert verdict_of(book, inner, question).answer == answer, (each, scenario.text)
                asked[whole["answer"]] += 1
    assert asked["split"] > 0
    assert asked["yes"] + asked["no"] > SCENARIOS


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_odds_add_up_to_one_and_agree_with_asking_each_roll(rulebook: str) -> None:
    book = rulebook_of(rulebook)
    rolled = 0
    for scenario in scenarios(book, "odds", 600, left_out=0.3):  # a roll is open where it was left out
        situation = scenario.situation.copy()
        open_rolls = open_rolls_of(book, situation, scenario.question)
        if len(open_rolls) != 1:
            continue
        found = odds(book.engine, situation, asking(book, scenario.question))
        for case in found.cases:
            assert sum((outcome.p for outcome in case.outcomes), Fraction(0)) == 1, scenario.text
        if found.known is None:
            continue
        [(original, args)] = open_rolls
        roll = book.vocabulary.rolls[original]
        throws = situation.throws(roll, args)
        counted: Counter[Verdict] = Counter()
        for throw in throws:
            inner = situation.copy()
            for figure in (roll.original, *roll.dice):
                inner.bound(figure, args, "is", roll.shows(figure, throw), "rolled")
            verdict = verdict_of(book, inner, scenario.question)
            # A throw that the facts rule out, as the slow evaluator finds, has not been made.
            if verdict.answer != "conflict" or consistent(book.program, inner):
                counted[verdict] += 1
        shares = {verdict: Fraction(count, counted.total()) for verdict, count in counted.items()}
        assert found.known.shares == shares, scenario.text
        rolled += 1
    assert rolled > 0 or not book.vocabulary.rolls


def open_rolls_of(
    book: Rulebook, situation: Situation, question: Question
) -> set[tuple[str, tuple[str, ...]]]:
    """The rolls that are open and on which the question may rest, by their originals."""
    run = Run(book.engine, situation)
    asking(book, question)(run)
    return {
        (book.vocabulary.rolls[name].original, args)
        for kind, name, args in run.open
        if kind == "figure" and name in book.vocabulary.rolls
    }
