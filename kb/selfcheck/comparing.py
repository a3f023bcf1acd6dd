"""Three opinions on random scenarios: the reasoner, the slow evaluator and clingo have to say the same.

A scenario is made from a seed and its number alone, so that any of them can be made again. Where the slow evaluator finds one
too large, another is made of which more is told, at most three times; what is still too large is set aside, as is what has no
right answer.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kb.reason.checker import check_proof
from kb.reason.decide import Assumption, Decision, decide, walk
from kb.reason.engine import Run
from kb.reason.possible import Possible
from kb.reason.program import Entry
from kb.reason.proof import CAUSES, YES, Step
from kb.rulebook import Rulebook
from kb.selfcheck.asp import CannotExport
from kb.selfcheck.clingo_opinion import ClingoOpinion, Opinion
from kb.selfcheck.reference import Answer, TooMuch, answer, consistent
from kb.selfcheck.scenarios import Maker, Scenario

MOST_LOOKED_AT = 8_000
"""How many rules and atoms the slow evaluator looks at, at most, before a scenario is too large for it."""

ATTEMPTS = ((None, 400), (0.02, 500), (0.0, MOST_LOOKED_AT), (0.0, MOST_LOOKED_AT))
"""How much of what has to be told is left out of a scenario, and how many rules and atoms the slow evaluator looks at before it
is too large: as it comes; if that is too large, another with more told; then one with all of it told, and one more."""
MOST_FOR_A_DIFFERENCE = 200_000
MOST_FOR_A_SMALLER = 15_000
"""How many it looks at to find out whether the facts of a difference contradict the rules, and of a smaller one."""

TOO_LARGE = "too large for the slow evaluator"
CONTRADICTED = "the facts contradict the rules whatever else is so"
LOOP = "a loop through a disagreement"
CUT_SHORT = "the list of cases was cut short"
TOO_FINE = "a fraction finer than clingo's numbers"
BOUNDED = "bounds on what is not encoded"
LOOP_CUT = "a proof with a loop cut open"
SILENCE_OF_OTHERS = "silence of other nouns, which the others take for one"
UNTRANSLATED = "what clingo's program does not have, so that two agree"
TOLD_ALONG = "rules that ask whether what a case supposes was told"


@dataclass(frozen=True, slots=True)
class Said:
    """What the three say of a scenario, and what is wrong with the proof."""

    reasoner: Decision
    evaluator: Answer | None
    clingo: Opinion
    problems: tuple[str, ...]

    @property
    def opinions(self) -> tuple[Answer, ...]:
        """The answers that there are, the reasoner's first."""
        verdict = self.reasoner.verdict
        others = [each for each in (self.evaluator, self.clingo.answer) if each is not None]
        return (Answer(verdict.answer, verdict.value), *others)


@dataclass(frozen=True, slots=True)
class Difference:
    """A scenario on which they differ, with no fact that could be left out; `number` and the seed make the whole one."""

    rulebook: str
    seed: int
    number: int
    facts: tuple[str, ...]
    question: str
    says: tuple[tuple[str, str], ...]
    problems: tuple[str, ...]


@dataclass(slots=True)
class Tally:
    """What came of many scenarios: what was answered and asked, in how many proofs what was met, which rules stood in one, and
    which exceptions applied in one."""

    scenarios: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    set_aside: Counter[str] = field(default_factory=Counter)
    proofs: int = 0
    asked: Counter[str] = field(default_factory=Counter)
    met: Counter[str] = field(default_factory=Counter)
    stood: set[str] = field(default_factory=set)
    excepted: set[str] = field(default_factory=set)
    differences: list[Difference] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Take in another."""
        self.scenarios += other.scenarios
        self.answers += other.answers
        self.set_aside += other.set_aside
        self.proofs += other.proofs
        self.asked += other.asked
        self.met += other.met
        self.stood |= other.stood
        self.excepted |= other.excepted
        self.differences += other.differences


class Comparison:
    """Holds the three against each other on one rulebook."""

    def __init__(self, book: Rulebook, seed: int) -> None:
        self.book = book
        self.seed = seed
        self.maker = Maker(book.program)
        self.solver = ClingoOpinion(book.program)

    def compare(self, numbers: Sequence[int]) -> Tally:
        """Compare on the scenarios with these numbers."""
        tally = Tally(len(numbers))
        made: list[tuple[int, Scenario, Answer]] = []
        for number in numbers:
            found = self.scenario(number)
            if found is None:
                tally.set_aside[TOO_LARGE] += 1
            else:
                made.append((number, *found))
        opinions = self._solved([scenario for _, scenario, _ in made])
        for (number, scenario, expected), opinion in zip(made, opinions, strict=True):
            said = self._said(scenario, expected, opinion)
            reason = self.set_aside(scenario, said, MOST_FOR_A_DIFFERENCE)
            if reason:
                tally.set_aside[reason] += 1
                continue
            tally.answers[said.opinions[0].answer] += 1
            tally.proofs += 1
            tally.asked[scenario.shape] += 1
            if not opinion.translated:
                tally.met[UNTRANSLATED] += 1
            met(tally, said.reasoner, scenario)
            if differ(said):
                tally.differences.append(self.difference(number, scenario))
        return tally

    def scenario(self, number: int) -> tuple[Scenario, Answer] | None:
        """The scenario with this number and the slow evaluator's answer; None where it is too large."""
        for attempt, (left_out, most) in enumerate(ATTEMPTS):
            chance = random.Random(f"{self.seed} {number} {attempt}")
            scenario = self.maker.make(chance, left_out)
            try:
                return scenario, self._slowly(scenario, most)
            except TooMuch:
                continue
        return None

    def says(self, scenario: Scenario) -> Said | None:
        """What the three say of a scenario; None where it is too large for the slow evaluator."""
        try:
            expected = self._slowly(scenario)
        except TooMuch:
            return None
        return self._beside(scenario, expected)

    def _beside(self, scenario: Scenario, expected: Answer | None) -> Said:
        """What the other two say beside the slow evaluator, or without it."""
        [opinion] = self._solved([scenario])
        return self._said(scenario, expected, opinion)

    def _solved(self, scenarios: Sequence[Scenario]) -> list[Opinion]:
        """What clingo says of each; of those that rest on what its program does not have, that."""
        try:
            return self.solver.answers([(each.situation, each.question) for each in scenarios])
        except CannotExport as error:
            if len(scenarios) == 1:
                return [Opinion(None, str(error), translated=False)]
        half = len(scenarios) // 2
        return [*self._solved(scenarios[:half]), *self._solved(scenarios[half:])]

    def _slowly(self, scenario: Scenario, most: int = MOST_LOOKED_AT) -> Answer:
        return answer(self.book.program, scenario.situation, scenario.question, most)

    def _said(self, scenario: Scenario, expected: Answer | None, opinion: Opinion) -> Said:
        decision, problems = self._reasoned(scenario)
        return Said(decision, expected, opinion, tuple(problems))

    def _reasoned(self, scenario: Scenario) -> tuple[Decision, list[str]]:
        template, args, purpose = scenario.question

        def ask(run: Run) -> Step:
            if self.book.vocabulary.templates[template].kind == "figure":
                return run.figure(template, args, purpose=purpose)
            return run.verdict(template, args, purpose)

        decision = decide(self.book.engine, scenario.situation, ask)
        return decision, check_proof(decision.root, self.book.program, scenario.situation)

    def set_aside(self, scenario: Scenario, said: Said, most: int = MOST_FOR_A_SMALLER) -> str:
        """Why a scenario has no right answer or none that all can find; "" where it has one."""
        if said.clingo.answer is None and said.clingo.translated:
            return LOOP if "loop" in said.clingo.why_not else TOO_FINE
        if not differ(said):
            return ""
        if said.evaluator is not None and said.evaluator.answer == "ill-founded":
            return LOOP
        if said.reasoner.verdict.answer == "undetermined" and not said.reasoner.complete:
            return CUT_SHORT
        if any(each.answer == "not encoded" for each in said.opinions) and _bounded(said.reasoner.root):
            return BOUNDED
        if not self.consistent(scenario, most):
            return CONTRADICTED
        if len(set(said.opinions)) == 1 and all(loop_cut(problem) for problem in said.problems):
            return LOOP_CUT
        if not said.problems and self._sure_of_nouns(scenario, said, most):
            return SILENCE_OF_OTHERS
        if not said.problems and self._told_along(scenario, said.reasoner, most):
            return TOLD_ALONG
        return ""

    def _sure_of_nouns(self, scenario: Scenario, said: Said, most: int) -> bool:
        """Whether the other two agree, and the slow evaluator with the reasoner if it takes what is said of a thing for sure
        though nobody says that it is no other noun, which an axiom holds apart."""
        mine, *others = said.opinions
        if len(set(others)) != 1:
            return False
        try:
            sure = answer(self.book.program, scenario.situation, scenario.question, most, sure_of_nouns=True)
        except TooMuch:
            return False
        return sure == mine

    def _told_along(self, scenario: Scenario, decision: Decision, most: int) -> bool:
        """Whether the reasoner's cases suppose something of which rules ask whether it was told, and all agree with each of
        them once it is: what is supposed in a case is told there, and to the others it is so and not told."""
        refused = [step.data for step in decision.refused]
        told = any(
            any(each.told_along(self.book.vocabulary))
            for supposed in (*(case.supposed for case in decision.cases), *refused)
            for each in supposed
        )
        if not decision.complete or not told:
            return False
        for case in decision.cases:
            known = self._as_far_as_they_can(self._supposing(scenario, case.supposed), most)
            verdict = Answer(case.verdict.answer, case.verdict.value)
            if len(known.opinions) == 1 or differ(known) or known.opinions[0] != verdict:
                return False
        return not any(
            self.consistent(self._supposing(scenario, supposed), most, sure_of_nouns=True)
            for supposed in refused
        )

    def _as_far_as_they_can(self, scenario: Scenario, most: int) -> Said:
        """What the three say, or the two of them for which a scenario is not too large."""
        try:
            expected = self._slowly(scenario, most)
        except TooMuch:
            expected = None
        return self._beside(scenario, expected)

    def _supposing(self, scenario: Scenario, supposed: Sequence[Assumption]) -> Scenario:
        """A scenario in which more is told."""
        situation = scenario.situation.copy()
        for assumption in supposed:
            assumption.tell(situation)
        return replace(scenario, situation=situation)

    def consistent(self, scenario: Scenario, most: int, *, sure_of_nouns: bool = False) -> bool:
        """Whether the facts agree with the rules in any case; where that is too much to find out, that they do."""
        try:
            return consistent(self.book.program, scenario.situation, most, sure_of_nouns=sure_of_nouns)
        except TooMuch:
            return True

    # -- differences -----------------------------------------------------------------------------------------------

    def difference(self, number: int, scenario: Scenario) -> Difference:
        """A scenario on which they differ, cut down to the facts without which they would not."""
        smallest = smaller(scenario, self._same_difference(scenario))
        said = self.says(smallest)
        if said is None:
            # Fewer facts can leave more cases than the slow evaluator looks at.
            smallest = scenario
            said = self.says(scenario)
            assert said is not None
        names = ("reasoner", "slow evaluator", "clingo")
        shown = tuple(
            (name, each.answer if each.value is None else f"{each.answer} {each.value}")
            for name, each in zip(names, said.opinions, strict=False)
        )
        return Difference(
            self.book.id,
            self.seed,
            number,
            tuple(smallest.facts),
            smallest.asked,
            shown,
            said.problems,
        )

    def _same_difference(self, scenario: Scenario) -> Callable[[Scenario], bool]:
        """What is still so of a smaller scenario that shows the same; asks only for the opinions that it needs."""
        said = self.says(scenario)
        assert said is not None

        def improper(fewer: Scenario) -> bool:
            return bool(self._reasoned(fewer)[1])

        def two_differ(fewer: Scenario) -> bool:
            try:
                expected = self._slowly(fewer)
            except TooMuch:
                return False
            decision, problems = self._reasoned(fewer)
            known = Said(decision, expected, Opinion(expected), tuple(problems))
            return len(set(known.opinions)) > 1 and not self.set_aside(fewer, known)

        def all_differ(fewer: Scenario) -> bool:
            known = self.says(fewer)
            return known is not None and len(set(known.opinions)) > 1 and not self.set_aside(fewer, known)

        if len(set(said.opinions)) == 1:
            return improper
        return two_differ if said.opinions[0] != said.evaluator else all_differ


def met(tally: Tally, decision: Decision, scenario: Scenario) -> None:
    """Count what the proof of an answer came by, each thing once, and keep which rules stood and what kept one out."""
    found: set[str] = set()
    if decision.cases:
        found.add("facts not told, split into cases")
    if scenario.situation.closed:
        found.add("nothing else told to be so")
    for step in walk(decision.root):
        if step.kind == "rule" and isinstance(step.entry, Entry):
            tally.stood.add(step.entry.rule.id)
        elif step.kind in MET:
            found.add(MET[step.kind])
        if step.kind == "compare" and step.data[1].known == step.data[2].known is not None:
            found.add("a number at its limit")
        rolls = scenario.situation.vocabulary.rolls
        if step.key is not None and step.key[0] in rolls:
            found.add("a roll")
        for look in (*step.exceptions, *(inner for each in step.exceptions for inner in each.exceptions)):
            found.add("an exception looked at")
            if look.applies == YES:
                found.add("an exception that applies")
                tally.excepted.add(look.by.rule.id if isinstance(look.by, Entry) else look.by.id)
    tally.met.update(found)


MET = {
    "compare": "a comparison",
    "line": "a sum",
    "rounded": "rounding",
    "among": "a count or a choice",
    "widening": "a widened rule",
    "silence": "silence that speaks",
    "absent": "no such thing",
    "kind": "a kind by the taxonomy",
    "loop": "a loop",
    "beaten": "a rule beaten",
    "not encoded": "what is not encoded",
    "told against": "a bound that stands against rules",
    "bounded": "a bound on what rules leave open",
}
"""What the steps of a kind show that a scenario came by."""


def _bounded(root: Step) -> bool:
    """Whether a proof uses what a figure can be of which something is not encoded; the others only know that it is not."""
    return any(
        isinstance(step.data, Possible) and step.cause == CAUSES.index("not encoded") for step in walk(root)
    )


def differ(said: Said) -> bool:
    """Whether not all say the same, or the proof does not hold."""
    return len(set(said.opinions)) > 1 or bool(said.problems)


def loop_cut(problem: str) -> bool:
    """Whether a proof only lacks a rule that was cut out of a loop."""
    return problem.endswith(("assumption that it does not hold", "was not looked at"))


def smaller(scenario: Scenario, still: Callable[[Scenario], bool]) -> Scenario:
    """The scenario without whatever can be left out while something is still so: in large pieces, then one by one."""
    size = max(1, len(_removable(scenario)) // 2)
    while True:
        position, removed = 0, False
        while position < len(pieces := _removable(scenario)):
            fewer = _without(scenario, pieces[position : position + size])
            if still(fewer):
                scenario, removed = fewer, True
            else:
                position += size
        if size == 1 and not removed:
            return scenario
        size = max(1, size // 2)


def _removable(scenario: Scenario) -> list[tuple[str, Any]]:
    """What can be left out, one fact or thing each: where it is kept, and its key there."""
    situation = scenario.situation
    return [
        *(("things", thing) for thing in situation.things if thing not in scenario.question[1]),
        *(("told", atom) for atom in situation.told),
        *(("figures", atom) for atom in situation.figures),
        *(("closed", template) for template in situation.closed),
        *(("kinds", (thing, kind)) for thing, kinds in situation.kinds.items() for kind in kinds),
        *(("not_kinds", (thing, kind)) for thing, kinds in situation.not_kinds.items() for kind in kinds),
    ]


def _without(scenario: Scenario, pieces: Sequence[tuple[str, Any]]) -> Scenario:
    fewer = scenario.situation.copy()
    gone = {key for where, key in pieces if where == "things"}
    for where, key in pieces:
        if where in ("told", "figures", "closed"):
            getattr(fewer, where).pop(key)
        elif where in ("kinds", "not_kinds"):
            del getattr(fewer, where)[key[0]][key[1]]
    fewer.things = [thing for thing in fewer.things if thing not in gone]
    for thing in gone:
        fewer.kinds.pop(thing, None)
        fewer.not_kinds.pop(thing, None)
    fewer.told = {atom: told for atom, told in fewer.told.items() if not gone.intersection(atom[1])}
    fewer.figures = {
        atom: bounds
        for atom, bounds in fewer.figures.items()
        if not gone.intersection(atom[1]) and not gone.intersection(value for _, value, _ in bounds)
    }
    return Scenario(fewer, scenario.question)
