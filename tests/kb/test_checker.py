"""The checker accepts the proofs of the engine, and no proof of which one step has been tampered with."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from kb.cache import rulebook_of
from kb.reason.checker import check_proof
from kb.reason.decide import Decision, decide
from kb.reason.engine import Run
from kb.reason.program import Entry
from kb.reason.proof import UNKNOWN, Step
from kb.reason.situation import Situation
from kb.rulelang.asking import Asked
from kb.rulelang.scenario import ScenarioReader
from kb.selfcheck.comparing import loop_cut
from kb.selfcheck.scenarios import Maker
from tests.kb.tampering import changes

SLIGHT, MODERATE, STEEP = (f"The slope of the Beach is {value}." for value in ("Slight", "Moderate", "Steep"))
OCEAN = "Hex 1079 is an OCEAN hex."
TRUCK, LC, BOAT = "T1 is a truck.", "L1 is a LC.", "B1 is a boat."


def away(hexes: int) -> str:
    return f"The range from hex 1079 to the nearest Beach hex is {hexes} hexes."


TO_TRUCK, TO_LC, TO_BOAT = (f"Is hex 1079 a Water Obstacle to {thing}?" for thing in ("T1", "L1", "B1"))
SITUATIONS: list[tuple[tuple[str, ...], str, str]] = [
    ((OCEAN, SLIGHT, away(3), TRUCK), TO_TRUCK, "no"),
    ((OCEAN, SLIGHT, away(4), TRUCK), TO_TRUCK, "yes"),
    ((OCEAN, MODERATE, away(2), "T1 is a tank."), TO_TRUCK, "no"),
    ((OCEAN, STEEP, away(2), "T1 is Infantry."), TO_TRUCK, "yes"),
    ((OCEAN, SLIGHT, away(2), BOAT), TO_BOAT, "yes"),
    ((OCEAN, SLIGHT, away(2), LC), TO_LC, "yes"),
    ((OCEAN, SLIGHT, away(2), "T1 is an A-T mine."), TO_TRUCK, "no"),
    (
        ("Hex 1079 is an Ocean hex.", "Hex 1079 lies between a reef and the shore.", SLIGHT, away(6), TRUCK),
        TO_TRUCK,
        "no",
    ),
    (("Hex 1079 is an Exposed-reef hex.", BOAT), TO_BOAT, "no"),
    ((OCEAN, SLIGHT, away(2), "Hex 1079 contains rubble.", LC), TO_LC, "no"),
    (
        (OCEAN, "The water of the OCEAN overlay is lake.", "Hex 1079 is frozen.", "T1 is Infantry."),
        TO_TRUCK,
        "no",
    ),
    (
        (
            OCEAN,
            "The water of the OCEAN overlay is ocean.",
            "The scenario is sub-zero.",
            SLIGHT,
            away(6),
            "T1 is Infantry.",
        ),
        TO_TRUCK,
        "yes",
    ),
    ((OCEAN, away(2), TRUCK), TO_TRUCK, "undetermined"),
    ((OCEAN, away(2), LC), TO_LC, "yes"),
    ((OCEAN, away(5), TRUCK), TO_TRUCK, "yes"),
    (("Hex 1079 is a canal hex.", TRUCK), TO_TRUCK, "yes"),
    (("Hex 1079 is a stream hex.", TRUCK), TO_TRUCK, "no"),
    (("T1 is an amphibian.",), "Is T1 a Watercraft?", "yes"),
    (("T1 is a DD tank.", "The screens of T1 are erect."), "Is T1 a Watercraft?", "yes"),
    (("T1 is a DD tank.", "The screens of T1 are dropped."), "Is T1 a Watercraft?", "no"),
]


def proof(facts: tuple[str, ...], question: str) -> tuple[Situation, Decision]:
    book = rulebook_of("asl")
    reader, situation = ScenarioReader(book.vocabulary), Situation(book.vocabulary)
    for fact in facts:
        assert reader.fact(fact, situation) is None
    asked = reader.question(question, situation)
    assert isinstance(asked, Asked)
    ((template, args),) = asked.atoms
    things = tuple(str(arg) for arg in args)
    return situation, decide(book.engine, situation, lambda run: run.verdict(template, things))


def random_proof(rulebook: str, maker: Maker, number: int) -> tuple[Situation, Decision]:
    book = rulebook_of(rulebook)
    scenario = maker.make(random.Random(number))
    template, args, purpose = scenario.question

    def ask(run: Run) -> Step:
        if book.vocabulary.templates[template].kind == "figure":
            return run.figure(template, args)
        return run.verdict(template, args, purpose)

    return scenario.situation, decide(book.engine, scenario.situation, ask)


def still_proven(what: str, step: Step) -> bool:
    """Whether a proof with this change may well be one: what is left supports the same, or less was claimed than shown."""
    if what == "premise removed":
        widened = isinstance(step.entry, Entry) and bool(step.entry.widened)
        if step.kind == "widening" or widened:
            return True  # the noun and the widened noun may hold both
        # Of what is not known, or fails, one reason is enough; so is one supporter.
        if step.kind == "figure" and any(premise.kind in ("line", "rounded") for premise in step.because):
            return False
        if step.kind == "beaten":
            return any(premise.verdict == UNKNOWN for premise in step.because)
        kinds = ("unknown", "verdict", "conflict", "figure", "failed", "not encoded", "absent", "among")
        return step.kind in kinds
    if what == "rule swapped":
        # Of an "exactly if" about what is not known both halves are open, and both are beaten by what beats one.
        open_ = step.kind == "beaten" and any(premise.verdict == UNKNOWN for premise in step.because)
        return step.kind in ("unknown", "failed") or open_
    return what == "verdict" and step.kind == "figure" and step.verdict == UNKNOWN


def tamper(
    root: Step, rulebook: str, situation: Situation, most: int | None = None
) -> tuple[Counter[str], list[str]]:
    """How many changes of each sort are refused, and those that are not though they should be; with `most`, of a proof that
    can be bent in more ways so many that are drawn."""
    program = rulebook_of(rulebook).program
    refused: Counter[str] = Counter()
    slipped: list[str] = []
    bent = list(changes(root, program))
    if most is not None and len(bent) > most:
        bent = random.Random(len(bent)).sample(bent, most)
    for what, step, do, undo in bent:
        allowed = still_proven(what, step)
        do()
        try:
            problems = check_proof(root, program, situation)
        finally:
            undo()
        if problems:
            refused[what] += 1
        elif not allowed:
            slipped.append(f"{what}: {step.kind} {step.key}")
    assert check_proof(root, program, situation) == []
    return refused, slipped


@pytest.mark.parametrize(("facts", "question", "answer"), SITUATIONS)
def test_a_proof_of_the_family_is_accepted_and_no_bent_one_is(
    facts: tuple[str, ...], question: str, answer: str
) -> None:
    situation, decision = proof(facts, question)
    program = rulebook_of("asl").program
    assert decision.verdict.answer == answer
    assert check_proof(decision.root, program, situation) == []
    for case in decision.deciding:
        inner = situation.copy()
        for fact in case.supposed:
            fact.tell(inner)
        assert check_proof(case.root, program, inner) == []
    _, slipped = tamper(decision.root, "asl", situation)
    assert slipped == []


@pytest.mark.parametrize("rulebook", ["asl", "tidewrack"])
def test_random_proofs_are_accepted(rulebook: str) -> None:
    program = rulebook_of(rulebook).program
    maker = Maker(program)
    lacking = 0
    for number in range(400):
        situation, decision = random_proof(rulebook, maker, number)
        problems = check_proof(decision.root, program, situation)
        assert [each for each in problems if not loop_cut(each)] == [], number
        lacking += bool(problems)
    assert lacking <= 8


@pytest.mark.parametrize("rulebook", ["asl", "tidewrack"])
def test_bent_random_proofs_are_refused(rulebook: str) -> None:
    program = rulebook_of(rulebook).program
    maker = Maker(program)
    refused: Counter[str] = Counter()
    for number in range(150):
        situation, decision = random_proof(rulebook, maker, number)
        if not check_proof(decision.root, program, situation):
            counted, slipped = tamper(decision.root, rulebook, situation, 300)
            assert slipped == [], number
            refused += counted
    assert set(refused) >= {
        "verdict",
        "premise removed",
        "exception removed",
        "number changed",
        "rule swapped",
    }


@pytest.mark.parametrize(("thing", "question"), [(TRUCK, TO_TRUCK), (LC, TO_LC)])
def test_the_proof_for_a_submerged_reef_is_accepted(thing: str, question: str) -> None:
    situation, decision = proof(("Hex 1079 is a Submerged-reef hex.", thing), question)
    assert check_proof(decision.root, rulebook_of("asl").program, situation) == []


def test_a_premise_of_a_rule_that_stands_cannot_be_left_out() -> None:
    situation, decision = proof((OCEAN, SLIGHT, away(3), TRUCK), TO_TRUCK)
    program = rulebook_of("asl").program
    root = decision.root
    rule = root if root.kind == "rule" else root.because[0]
    for number in range(len(rule.because)):
        before = rule.because
        rule.because = [*before[:number], *before[number + 1 :]]
        found = check_proof(root, program, situation)
        rule.because = before
        assert f"rule {rule.entry.rule.id} {rule.key} its condition is not shown" in found


def test_a_step_of_no_kind_is_refused() -> None:
    situation, decision = proof((OCEAN, SLIGHT, away(3), TRUCK), TO_TRUCK)
    decision.root.kind = "miracle"
    found = check_proof(decision.root, rulebook_of("asl").program, situation)
    assert found[0].endswith("there is no step of kind 'miracle'")
