"""Odds: how likely each outcome of a question is, by every way in which dice can fall and draws can come out.

What is left to chance is split as any open fact is (`kb.reason.decide`), and each case counts the throws and draws that it
takes in: nothing is sampled or rounded. Facts that are open for another reason come first, so that the odds are told for
each of their cases; where they agree, they are the odds, whatever those facts are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from ingest.late_dataclasses import dataclass, field
from kb.reason.decide import SETTLED, Ask, Assumption, Case, Splitter, Verdict, assumed, judge
from kb.reason.engine import Engine, Run
from kb.reason.proof import YES, Step
from kb.reason.situation import Situation

MOST_LEAVES = 1_500
"""How many cases the odds of one question may take."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One outcome, how likely it is, and its proof: one case for each set of throws and draws that lead to it."""

    verdict: Verdict
    p: Fraction
    root: Step


@dataclass(slots=True)
class Odds:
    """The outcomes of a question under the facts `supposed`; `root` holds their proofs together."""

    supposed: tuple[Assumption, ...]
    outcomes: list[Outcome]
    root: Step

    @property
    def shares(self) -> dict[Verdict, Fraction]:
        """How likely each outcome is."""
        return {outcome.verdict: outcome.p for outcome in self.outcomes}

    def chance(self, verdict: Verdict) -> Fraction:
        """How likely an outcome is; 0 where it cannot come."""
        return self.shares.get(verdict, Fraction(0))


@dataclass(slots=True)
class OddsDecision:
    """The odds of a question for each case of what is not told; `complete` says whether the cases are all there are."""

    cases: list[Odds]
    complete: bool = True

    @property
    def known(self) -> Odds | None:
        """The odds, where all cases agree on them and every outcome is settled."""
        first = self.cases[0]
        if any(case.shares != first.shares for case in self.cases) or not self.complete:
            return None
        return first if all(outcome.verdict.answer in SETTLED for outcome in first.outcomes) else None


def by_chance(run: Run, about: tuple[str, str, tuple[str, ...]]) -> bool:
    """Whether an open fact is left to dice or to a draw."""
    return about[1] in run.vocabulary.rolls or about in run.draws


def odds(
    engine: Engine,
    situation: Situation,
    ask: Ask,
    deadline: Callable[[], bool] | None = None,
    hurry: Callable[[], bool] = lambda: False,
) -> OddsDecision:
    """The odds of a question's outcomes."""
    finder = _Finder(engine, ask, deadline, hurry)
    cases = list(finder.cases(situation, ()))
    return OddsDecision(cases, finder.complete and not hurry())


@dataclass
class _Leaf:
    supposed: tuple[Assumption, ...]
    p: Fraction
    situation: Situation
    run: Run
    root: Step


@dataclass
class _Finder:
    engine: Engine
    ask: Ask
    deadline: Callable[[], bool] | None
    hurry: Callable[[], bool]
    left: int = MOST_LEAVES
    complete: bool = True
    _splitter: Splitter = field(init=False)

    def __post_init__(self) -> None:
        self._splitter = Splitter(self.engine, self.ask, self.deadline, None, self.hurry)

    def cases(self, situation: Situation, supposed: tuple[Assumption, ...]) -> Iterator[Odds]:
        """The odds in each case of the facts that are open for another reason than chance."""
        run = Run(self.engine, situation, self.deadline)
        self._splitter.choices = []
        leaves = list(self._leaves(_Leaf((), Fraction(1), situation, run, self.ask(run))))
        for leaf in leaves:
            if judge(leaf.root).answer != "undetermined":
                continue
            split = self._splitter.best(
                leaf.situation, leaf.run, leaf.root, lambda run, about: not by_chance(run, about)
            )
            if not split or self.left <= 0 or self.hurry():
                self.complete = False
                continue
            for assumption, _, _, _ in split:
                inner = situation.copy()
                assumption.tell(inner)
                yield from self.cases(inner, (*supposed, assumption))
            return
        yield _gathered(supposed, leaves, self._splitter.choices)

    def _leaves(self, leaf: _Leaf) -> Iterator[_Leaf]:
        tried = []
        if judge(leaf.root).answer not in SETTLED and self.left > 0:
            tried = self._splitter.best(leaf.situation, leaf.run, leaf.root, by_chance)
            if tried:
                self._splitter.note(leaf.run, leaf.supposed, tried)
        if not tried:
            self.left -= 1
            yield leaf
            return
        for assumption, inner, run, root in tried:
            share = _share(leaf, assumption, inner)
            yield from self._leaves(_Leaf((*leaf.supposed, assumption), leaf.p * share, inner, run, root))


def _share(leaf: _Leaf, assumption: Assumption, inner: Situation) -> Fraction:
    """How many of the throws, or of the things that can be drawn, a case takes in."""
    roll = leaf.run.vocabulary.rolls.get(assumption.template)
    if roll is None:
        possible = leaf.run.figure(assumption.template, assumption.args).data
        return Fraction(1, len(possible.options))
    throws = leaf.situation.throws(roll, assumption.args)
    return Fraction(len(inner.throws(roll, assumption.args)), len(throws))


def _gathered(supposed: tuple[Assumption, ...], leaves: Sequence[_Leaf], choices: Sequence[Step]) -> Odds:
    by_verdict: dict[Verdict, list[_Leaf]] = {}
    for leaf in leaves:
        if leaf.p:
            by_verdict.setdefault(judge(leaf.root), []).append(leaf)
    outcomes = []
    for verdict, same in by_verdict.items():
        p = sum((leaf.p for leaf in same), Fraction(0))
        proofs = [assumed(Case(leaf.supposed, verdict, leaf.root)) for leaf in same]
        root = Step("outcome", same[0].root.verdict, same[0].root.key, proofs, data=p)
        outcomes.append(Outcome(verdict, p, root))
    outcomes.sort(key=lambda outcome: outcome.verdict.order)
    proofs = [outcome.root for outcome in outcomes]
    root = Step("odds", YES, leaves[0].root.key, proofs, considered=tuple(choices))
    if supposed:
        root = Step("assumed", YES, root.key, (root,), data=supposed)
    return Odds(supposed, outcomes, root)
