"""Deciding: what a question's answer is when facts are missing.

A run first says yes, no or unknown. Where it is unknown because of facts nobody told, those facts are split into their
cases, one after the other, until every case is settled. If all agree, that is the answer, whatever those facts are.
Otherwise the cases, each with no more facts than it needs, are the sets of facts that decide. A case that contradicts what
was told is no case.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import islice

from ingest.late_dataclasses import dataclass, field
from kb.reason.engine import Engine, Run, compare_open, differing_open
from kb.reason.firmness import Firmness
from kb.reason.possible import NOTHING, Possible, Value, holds, narrow
from kb.reason.proof import CAUSES, NO, UNKNOWN, YES, Step, silent
from kb.reason.situation import Situation
from kb.reason.slices import SOMETHING
from kb.rulelang.sentence import negated
from kb.rulelang.telling import denial_of, is_telling, said_for, tellings, value_of
from kb.rulelang.vocabulary import Vocabulary

MOST_CASES = 256
"""How many cases a question may split into before the list of deciding facts is cut short."""

MOST_STEPS = 600
"""How many times a question is split, or asked again without one of the facts it was split by, before that is enough."""


@dataclass(frozen=True, slots=True)
class Assumption:
    """One fact supposed in a case: an atom that holds or not, a kind, or a bound on a figure."""

    kind: str
    template: str
    args: tuple[str, ...]
    positive: bool = True
    op: str = ""
    value: Value = ""

    @property
    def about(self) -> tuple[str, str, tuple[str, ...]]:
        """What it is a fact about."""
        return (self.kind, self.template, self.args)

    def told_along(self, vocabulary: Vocabulary) -> Iterator[str]:
        """The sentences that only say that it is told, which hold where it is."""
        said = self.template if self.positive else denial_of(self.template)
        for name in (said, value_of(self.template, str(self.value))):
            yield from tellings(vocabulary).get(name, ())

    def tell(self, situation: Situation) -> None:
        """Add it to a situation."""
        if self.kind == "figure":
            situation.bound(self.template, self.args, self.op, self.value, "supposed in this case")
        else:
            situation.tell(self.template, self.args, self.positive, "supposed in this case")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a run says: yes, no, a value, or the cause for which it cannot say."""

    answer: str
    value: Value | None = None

    @property
    def order(self) -> tuple[int, Fraction, str]:
        """A sort key: yes before no, values by their size, what is not settled last."""
        rank = ("yes", "no", "value").index(self.answer) if self.answer in SETTLED else 3
        number = self.value if isinstance(self.value, Fraction) else Fraction(0)
        return rank, number, f"{self.answer} {self.value}"


class Patience:
    """How many times a question is split into cases before the list of them is long enough.

    It is counted in steps and not in seconds, so that the same question gets the same list however busy the machine is.
    Each call asks for one more, and says whether there have been enough.
    """

    def __init__(self, left: int = MOST_STEPS) -> None:
        self.left = left

    def __call__(self) -> bool:
        self.left -= 1
        return self.left < 0


@dataclass(slots=True)
class Case:
    """A settled case: what was supposed, what then holds, and its proof."""

    supposed: tuple[Assumption, ...]
    verdict: Verdict
    root: Step


@dataclass(slots=True)
class Decision:
    """The answer to a question: one verdict with its proof, where cases differ all of them, and why some are `refused`."""

    verdict: Verdict
    root: Step
    cases: Sequence[Case] = ()
    deciding: Sequence[Case] = ()
    complete: bool = True
    refused: Sequence[Step] = ()


Ask = Callable[[Run], Step]

Only = Callable[[Run, tuple[str, str, tuple[str, ...]]], bool]
"""Which open facts may be split: by the run that came to them, and what they are about."""


_FIGURES = frozenset(
    (
        "figure",
        "given figure",
        "open figure",
        "told against",
        "bounded",
        "rolled",
        "chosen",
        "not encoded",
        "conflict",
    )
)
"""The kinds of step whose data is the value of a figure."""


_SAID = {YES: Verdict("yes"), NO: Verdict("no")}


def judge(step: Step) -> Verdict:
    """The verdict of a root step."""
    if step.kind in _FIGURES and isinstance(step.data, Possible):
        known = step.data.known
        if known is not None and step.cause < 2:
            return Verdict("value", known)
        return Verdict(CAUSES[max(1, step.cause)])
    return _SAID.get(step.verdict) or Verdict(CAUSES[max(1, step.cause)])


SETTLED = frozenset({"yes", "no", "value"})

Granted = dict[tuple[str, tuple[str, ...]], "list[Case | None]"]
"""Of told facts, two of the cases in which the rules do not stand against them, or fewer where there are no two."""


def decide(
    engine: Engine,
    situation: Situation,
    ask: Ask,
    deadline: Callable[[], bool] | None = None,
    only: Only | None = None,
    *,
    explain: bool = True,
    hurry: Callable[[], bool] = lambda: False,
    wanted: Verdict | None = None,
    supposed: frozenset[Assumption] = frozenset(),
    known: Known | None = None,
) -> Decision:
    """Decide a question. `only` restricts which open facts are split, for questions about a class; without `explain`
    the deciding facts are left out. Once `hurry` says so, no case is split any more, and the list is not complete.

    Who asks only whether one verdict is `wanted` gets another, whichever, as soon as one case says otherwise. What is
    `supposed` in the situation beside what was told tells what is `known` of it from asking before.
    """
    if known is None:
        # A question by itself, most often settled at once: what `_asked` does, without looking for what there cannot be.
        run = Run(engine, situation, deadline)
        root = ask(run)
        known = {supposed: (run, root)}
    else:
        run, root = _asked(engine, situation, ask, deadline, known, supposed)
    verdict = judge(root)
    if verdict.answer in SETTLED:
        return Decision(verdict, root)
    splitter = Splitter(engine, ask, deadline, only, hurry, known=known)
    cases: list[Case] = []
    for case in splitter.cases(situation, (), run, root, supposed):
        cases.append(case)
        if (
            wanted is not None
            and case.verdict != wanted
            and not any(_facts_against(engine, situation, case, deadline))
        ):
            return Decision(Verdict(CAUSES[1]), root)
    granted: Granted = {}
    whys = [_ruled_out(engine, situation, case, cases, deadline, granted) for case in cases]
    if wanted is not None and any(
        why is None and case.verdict != wanted for case, why in zip(cases, whys, strict=True)
    ):
        return Decision(Verdict(CAUSES[1]), root)
    refused: list[Step] = []
    if None in whys:
        cases = [case for case, why in zip(cases, whys, strict=True) if why is None]
        refused = [why for why in whys if why is not None]
    complete = all(case.verdict.answer != "undetermined" for case in cases)
    verdicts = {case.verdict for case in cases}
    if len(verdicts) == 1 and cases[0].verdict.answer in SETTLED:
        first = cases[0].verdict
        side = YES if first.answer in ("yes", "value") else NO
        # Of a figure that is only compared the cases may differ: what is said is the comparison.
        open_figure = isinstance(root.data, Possible)
        data = cases[0].root.data if first.answer == "value" else None if open_figure else root.data
        proofs = [assumed(case) for case in cases]
        others = [*splitter.choices, *refused]
        # What holds in general may settle every case of what was asked for a purpose.
        keys = {case.root.key for case in cases}
        key = cases[0].root.key if len(keys) == 1 else root.key
        step = Step("cases", side, key, proofs, data=data, considered=others)
        return Decision(first, step, cases, refused=refused)
    worst = max((CAUSES.index(v.answer) for v in verdicts if v.answer in CAUSES), default=1)
    deciding: list[Case] = []
    if explain:
        deciding = _at_a_value(engine, situation, ask, root, len(cases), deadline, only, hurry)
        deciding = deciding or _deciding(engine, situation, ask, cases, deadline, hurry, known)
    return Decision(Verdict(CAUSES[worst]), root, cases, deciding, complete and not hurry(), refused)


def assumed(case: Case) -> Step:
    """The step for a case: its proof under what it supposes."""
    return Step("assumed", case.root.verdict, case.root.key, (case.root,), data=case.supposed)


Known = dict[frozenset[Assumption], tuple[Run, Step]]
"""The run and what it says under each set of supposed facts that was asked about: cases are come to by several ways."""


def _asked(
    engine: Engine,
    situation: Situation,
    ask: Ask,
    deadline: Callable[[], bool] | None,
    known: Known,
    supposed: frozenset[Assumption] | None,
) -> tuple[Run, Step]:
    """Ask in a situation in which these are supposed, unless that was done before."""
    found = known.get(supposed) if supposed is not None else None
    if found is None:
        run = Run(engine, situation, deadline)
        found = run, ask(run)
        if supposed is not None and len(known) < _MOST_KNOWN:
            known[supposed] = found
    return found


_MOST_KNOWN = 256
"""Of how many sets of supposed facts what was found is kept while one question is decided: each holds a proof."""


Tried = list[tuple[Assumption, Situation, Run, Step]]
"""The cases of one open fact, each with the situation in which it is supposed, its run, and what it then says."""


@dataclass
class Splitter:
    """Splits a question into settled cases: at each step by the open fact whose cases settle most."""

    engine: Engine
    ask: Ask
    deadline: Callable[[], bool] | None
    only: Only | None
    hurry: Callable[[], bool]
    left: int = MOST_CASES
    choices: list[Step] = field(default_factory=list)
    known: Known = field(default_factory=dict)

    def cases(
        self,
        situation: Situation,
        supposed: tuple[Assumption, ...],
        run: Run,
        root: Step,
        before: frozenset[Assumption] = frozenset(),
    ) -> Iterator[Case]:
        """The cases under what is supposed, beside what was supposed before; a case that cannot be split further stays as it
        is."""
        verdict = judge(root)
        tried: Tried = []
        if verdict.answer not in SETTLED and self.left > 0 and not self.hurry():
            tried = self.best(situation, run, root, self.only, before.union(supposed))
        if not tried:
            self.left -= 1
            yield Case(supposed, verdict, root)
            return
        self.note(run, supposed, tried)
        for assumption, inner, next_run, step in tried:
            yield from self.cases(inner, (*supposed, assumption), next_run, step, before)

    def note(self, run: Run, supposed: tuple[Assumption, ...], tried: Tried) -> None:
        """Keep what there is to choose among where a question is split by a choice: a proof by cases has to show it."""
        about = tried[0][0].about
        if about[0] == "figure" and run.vocabulary.templates[about[1]].of is not None:
            step = run.figure(about[1], about[2])
            self.choices.append(Step("assumed", step.verdict, step.key, (step,), data=supposed))

    def best(
        self,
        situation: Situation,
        run: Run,
        root: Step,
        only: Only | None,
        supposed: frozenset[Assumption] | None = None,
    ) -> Tried:
        """The cases of the open fact whose cases settle most; none where no open fact can be split. What is `supposed` in
        the situation, where that is told, saves asking twice."""
        best: Tried = []
        most = -1.0
        for branches in islice(_branches(run, root, only), _LOOKED_AHEAD):
            tried: Tried = []
            settled = 0
            for assumption in branches:
                if (settled + len(branches) - len(tried)) / len(branches) <= most:
                    break  # whatever the other cases say, it is not the one whose cases settle most
                inner = situation.copy()
                assumption.tell(inner)
                under = None if supposed is None else supposed | {assumption}
                found = _asked(self.engine, inner, self.ask, self.deadline, self.known, under)
                tried.append((assumption, inner, *found))
                settled += judge(found[1]).answer in SETTLED
            share = settled / len(branches)
            if share > most:
                best, most = tried, share
            if share == 1 or self.hurry():
                break
        return best


_LOOKED_AHEAD = 6
"""Among how many open facts, nearest first, the one to split by is chosen."""


def _branches(run: Run, root: Step, only: Only | None) -> Iterator[tuple[Assumption, ...]]:
    """The cases of each open fact on which a step rests: listed values and yes-or-no facts before numbers."""
    numeric: list[tuple[Assumption, ...]] = []
    for step in walk(root):
        if step.kind == "compare" and step.verdict == UNKNOWN:
            compare_open(run, step)
        elif step.kind == "figure":
            differing_open(run, step)
    for about in open_facts(run, root):
        if only is not None and not only(run, about):
            continue
        kind, template, args = about
        if kind != "figure":
            yield (Assumption(kind, template, args, True), Assumption(kind, template, args, False))
            continue
        possible = run.figure(template, args).data
        assert isinstance(possible, Possible)
        # A roll has eleven results; told apart by a number that it must reach, it has two.
        ranged = template in run.vocabulary.rolls and any(
            op not in ("is", "is not") for op, _ in run.open[about]
        )
        parts = _halves(run, about, possible) if ranged else None
        if possible.options is not None and parts is None:
            yield tuple(
                Assumption("figure", template, args, op="is", value=value)
                for value in _ordered(run, template, possible.options)
            )
            continue
        parts = parts or _halves(run, about, possible)
        if parts is not None:
            numeric.append(parts)
    yield from numeric


def _halves(
    run: Run, about: tuple[str, str, tuple[str, ...]], possible: Possible
) -> tuple[Assumption, ...] | None:
    """An open figure on either side of a number that it is compared with, where it can be on both."""
    _, template, args = about
    for op, value in sorted(run.open[about], key=str):
        parts = tuple(
            Assumption("figure", template, args, op=each, value=value)
            for each in (op, negated(op))  # type: ignore[arg-type]
        )
        if all(narrow(possible, part.op, value) not in (NOTHING, possible) for part in parts):
            return parts
    return None


def _ordered(run: Run, template: str, options: frozenset[Value]) -> list[Value]:
    listed = [value.name for value in run.vocabulary.templates[template].values]
    return sorted(
        options,
        key=lambda value: (
            listed.index(str(value)) if str(value) in listed else -1,
            value if isinstance(value, Fraction) else Fraction(0),
            str(value),
        ),
    )


_OPEN = frozenset({"open", "open figure", "given figure", "told against", "rolled", "chosen"})


def open_facts(run: Run, root: Step) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The untold facts on which an unknown step rests, nearest first."""
    seen: set[int] = set()
    given: set[tuple[str, str, tuple[str, ...]]] = set()
    queue: list[Step] = [root]
    while queue:
        step = queue.pop(0)
        if id(step) in seen:
            continue
        seen.add(id(step))
        if step.key is not None and step.kind in _OPEN:
            name, args, _ = step.key
            figure = step.kind != "open"
            kind = "figure" if figure else "atom"
            if not figure and run.vocabulary.templates[name].kind == "kind":
                kind = "kind"
            # Whether it is told is settled by who says whether it is so.
            about = run.situation.behind(name, args) if is_telling(name) else (kind, name, args)
            if about in run.open and about not in given:
                given.add(about)
                yield about
            elif step.kind != "open" and step.verdict == UNKNOWN and about not in given:
                run.open.setdefault(about, set())
                given.add(about)
                yield about
        queue.extend(step.because)
        queue.extend(looked_at(step))
        queue.extend(s for s in step.considered if s.verdict == UNKNOWN)


_MOST_BEARING = 16
"""How many told facts about the things of a case are held against it, besides those that its proof looked at."""


def _denied_by_rules(engine: Engine, template: str) -> bool:
    """Whether rules, or an axiom that holds it apart, can deny what is told of a template."""
    return bool(engine.program.by_template.get(template) or engine.program.apart.get(template))


def _may_be_denied(engine: Engine, template: str, held: bool) -> bool:
    """Whether rules, or an axiom, can stand against a fact that tells a template to hold, or not to. What takes the place of a
    rule that says the same as the fact may do so too."""
    rules, (own, opposite) = engine.in_play(template, 0), (YES, NO) if held else (NO, YES)
    return (
        len(rules.other_than[opposite]) < len(rules.general)
        or (held and bool(engine.program.apart.get(template)))
        or any(entry.rivals for entry in rules.general if entry not in rules.other_than[own])
    )


def _ruled_out(
    engine: Engine,
    situation: Situation,
    case: Case,
    cases: Sequence[Case],
    deadline: Callable[[], bool] | None,
    granted: Granted,
) -> Step | None:
    """That the rules, in this case, stand against a told fact. None where they do not, or do so in every one of the cases: then
    it tells none from another."""
    for template, args, against in _facts_against(engine, situation, case, deadline):
        fact = (template, args)
        if fact in situation.told and fact not in granted:
            granted[fact] = list(islice(_granting(engine, situation, fact, cases, deadline), 2))
        if fact not in situation.told or any(other is not case for other in granted[fact]):
            return Step("ruled out", NO, (template, args, None), against, data=case.supposed)
    return None


def _granting(
    engine: Engine,
    situation: Situation,
    fact: tuple[str, tuple[str, ...]],
    cases: Sequence[Case],
    deadline: Callable[[], bool] | None,
) -> Iterator[Case | None]:
    """The cases in which the rules do not stand against a told fact; None where they do not even without a case."""
    if _against(engine, situation, *fact, deadline) is None:
        yield None
        return
    for case in cases:
        if _against(engine, _supposing(situation, case), *fact, deadline) is None:
            yield case


def _supposing(situation: Situation, case: Case) -> Situation:
    """The situation in which everything that a case supposes is told."""
    inner = situation.copy()
    for assumption in case.supposed:
        assumption.tell(inner)
    return inner


def _facts_against(
    engine: Engine, situation: Situation, case: Case, deadline: Callable[[], bool] | None
) -> Iterator[tuple[str, tuple[str, ...], tuple[Step, ...]]]:
    """The facts against which the rules stand in a case, each with the steps by which they do: told ones that its proof looked
    at, or that bear on what is supposed, and what is supposed though somebody told that it is not known."""
    inner = _supposing(situation, case)
    looked = {
        step.key[:2]
        for step in walk(case.root)
        if step.key is not None and step.kind in ("given", "read back")
    }
    supposed = {name for assumption in case.supposed for name in _settled_by(engine, assumption)}
    things = {thing for assumption in case.supposed for thing in assumption.args}
    of_all = any(
        not assumption.args for assumption in case.supposed
    )  # the tide, the season: it bears on every thing
    bearing = (
        (template, args)
        for template, args in situation.told
        if (of_all or things.intersection(args))
        and _denied_by_rules(engine, template)
        and supposed & engine.program.reached((template,))
    )
    looked |= set(islice(bearing, _MOST_BEARING))
    # What somebody told that it is not known is supposed whatever the rules say of it, and they may say it in this case.
    doubted = {(a.template, a.args) for a in case.supposed} & situation.unsettled.keys() & inner.told.keys()
    for template, args in sorted((looked & situation.told.keys()) | doubted):
        if _may_be_denied(engine, template, inner.told[template, args][0]):
            against = _against(engine, inner, template, args, deadline)
            if against is not None:
                yield template, args, against


def _against(
    engine: Engine,
    situation: Situation,
    template: str,
    args: tuple[str, ...],
    deadline: Callable[[], bool] | None,
) -> tuple[Step, ...] | None:
    """The steps by which the rules stand against a told fact in a situation. None where they do not."""
    # The rules may stand against the fact, or what may take its place is in conflict: nobody can tell whether it holds.
    standing = Run(engine, situation, deadline).verdict(template, args)
    if standing.verdict == UNKNOWN and CAUSES[standing.cause] == "conflict":
        return (standing,)
    without = situation.copy()
    held, _ = without.told.pop((template, args))
    opposite = NO if held else YES
    step = Run(engine, without, deadline).verdict(template, args)
    if step.kind not in ("rule", "verdict") or step.verdict != opposite:
        return None
    if silent(step):
        # Its steps show one reason of several, and another may rest on nobody's silence.
        if not Firmness(Run(engine, without, deadline, closer=False)).possible(step, 0):
            return None
        step = Run(engine, without, deadline, firm=True).verdict(template, args)
        if step.kind not in ("rule", "verdict") or step.verdict != opposite or silent(step):
            return None
    # A rule that takes the fact's place contradicts nothing: who tells what it rests on gets its answer.
    return None if standing.verdict == opposite else (step, standing)


def _settled_by(engine: Engine, assumption: Assumption) -> Iterator[str]:
    """The templates of which a supposed fact says something: its own, what it tells along, and of a kind those that it is, or
    that it rules out."""
    yield assumption.template
    vocabulary = engine.vocabulary
    yield from assumption.told_along(vocabulary)
    if assumption.kind == "kind":
        for name, template in vocabulary.templates.items():
            if template.kind == "kind" and (
                vocabulary.is_a(assumption.template, name)
                or vocabulary.is_a(name, assumption.template)
                or vocabulary.disjoint(name, assumption.template)
            ):
                yield name


def _at_a_value(
    engine: Engine,
    situation: Situation,
    ask: Ask,
    root: Step,
    most: int,
    deadline: Callable[[], bool] | None,
    only: Only | None,
    hurry: Callable[[], bool],
) -> list[Case]:
    """The cases of one figure that rules give a listed value, where these are at most half as many as those of what the rules
    ask for, and each settles the question: who knows how strong the Current is need not know the dice. None where there is
    none."""
    figures = (step for step in walk(root) if step.kind in ("figure", "bounded"))
    open_ = (step for step in figures if CAUSES[step.cause] == "undetermined")
    for step in islice(open_, _LOOKED_AHEAD):
        name, args, purpose = step.key or ("", (), None)
        run = Run(engine, situation, deadline)
        options = step.data.options or frozenset()
        listed = run.vocabulary.templates[name].values
        of_all = purpose is not None or SOMETHING in args
        if (
            of_all
            or not listed
            or not 1 < len(options) <= most // 2
            or (only and not only(run, ("figure", name, args)))
        ):
            continue
        cases: list[Case] = []
        for value in _ordered(run, name, options):
            assumption = Assumption("figure", name, args, op="is", value=value)
            inner = situation.copy()
            assumption.tell(inner)
            root_of_it = ask(Run(engine, inner, deadline))
            case = Case((assumption,), judge(root_of_it), root_of_it)
            if case.verdict.answer not in SETTLED or hurry():
                break
            cases.append(case)
        else:
            granted: Granted = {}
            found = [
                case
                for case in cases
                if _ruled_out(engine, situation, case, cases, deadline, granted) is None
            ]
            if len({case.verdict for case in found}) > 1:
                return found
    return []


def _deciding(
    engine: Engine,
    situation: Situation,
    ask: Ask,
    cases: Sequence[Case],
    deadline: Callable[[], bool] | None,
    hurry: Callable[[], bool],
    runs: Known,
) -> list[Case]:
    """The settled cases with no more facts than each needs, every one run again; none that another makes superfluous."""
    found: dict[frozenset[Assumption], Case] = {}
    known: dict[tuple[frozenset[Assumption], Verdict], Decision] = {}
    for case in cases:
        if case.verdict.answer not in SETTLED:
            continue
        kept = list(case.supposed)
        root = case.root
        for assumption in list(kept):
            trial = [a for a in kept if a != assumption]
            inner = situation.copy()
            for a in trial:
                a.tell(inner)
            about = frozenset(trial), case.verdict
            if about not in known and not hurry():
                known[about] = decide(
                    engine,
                    inner,
                    ask,
                    deadline,
                    explain=False,
                    hurry=hurry,
                    wanted=case.verdict,
                    supposed=about[0],
                    known=runs,
                )
            without = known.get(about)
            if without is not None and without.verdict == case.verdict:
                kept, root = trial, without.root
        found.setdefault(frozenset(kept), Case(tuple(kept), case.verdict, root))
    return [
        case
        for facts, case in found.items()
        if not any(
            other != facts and rival.verdict == case.verdict and _implied(other, facts)
            for other, rival in found.items()
        )
    ]


def _implied(weaker: frozenset[Assumption], facts: frozenset[Assumption]) -> bool:
    """Whether these facts imply all of the others: "at least 4" implies "at least 2"."""
    return all(fact in facts or any(implies(other, fact) for other in facts) for fact in weaker)


def implies(one: Assumption, other: Assumption) -> bool:
    """Whether a supposed number lies within a bound on the same figure: "at least 4" within "at least 2"."""
    if (
        one.about != other.about
        or not isinstance(one.value, Fraction)
        or not isinstance(other.value, Fraction)
    ):
        return False
    if one.op == "is":
        return holds(other.op, one.value, other.value)
    if one.op != other.op:
        return False
    if one.op in ("at least", "more than"):
        return one.value >= other.value
    return one.op in ("at most", "less than") and one.value <= other.value


# -- what would change the answer -----------------------------------------------------------------------------------


def changes(
    engine: Engine,
    situation: Situation,
    ask: Ask,
    decision: Decision,
    deadline: Callable[[], bool] | None = None,
) -> Iterator[tuple[Assumption, str | None]]:
    """The single changes of a fact that seem to flip a yes or no: the fact to tell, and the told sentence it replaces.

    Only facts that the proof looked at are changed. Each change is run on the situation; that whoever tells the new sentence
    gets the other answer is for the caller to make sure, for a sentence may have told more than the one fact.
    """
    for fact, inner, instead in _changes(engine, situation, decision.root):
        verdict = judge(ask(Run(engine, inner, deadline)))
        if verdict.answer in SETTLED and verdict != decision.verdict:
            yield fact, instead


def looked_at(step: Step) -> Iterator[Step]:
    """The steps behind the exceptions of a step, and behind the exceptions to those."""
    queue = list(step.exceptions)
    while queue:
        look = queue.pop(0)
        yield from look.because
        queue.extend(look.exceptions)


def walk(root: Step) -> list[Step]:
    """Every step that a step rests on or looked at, nearest first, each once."""
    found = [root]
    seen = {id(root)}
    for step in found:  # it grows meanwhile
        others = step.because
        if step.exceptions:
            others = [*others, *looked_at(step), *step.considered]
        elif step.considered:
            others = [*others, *step.considered] if others else step.considered
        for other in others:
            name = id(other)
            if name not in seen:
                seen.add(name)
                found.append(other)
    return found


def _changes(
    engine: Engine, situation: Situation, root: Step
) -> Iterator[tuple[Assumption, Situation, str | None]]:
    vocabulary = engine.vocabulary
    done: set[Assumption] = set()
    for step in walk(root):
        options: list[tuple[Assumption, str | None]] = []
        if step.key is not None and step.kind in ("given", "silence", "open"):
            said, args, _ = step.key
            name = said_for(vocabulary, said)
            # Nobody is aboard himself: no one would tell of a thing twice in one fact.
            twice = step.verdict != YES and len(set(args)) < len(args)
            if (
                name is not None
                and vocabulary.templates[name].kind != "kind"
                and SOMETHING not in args
                and not twice
            ):
                told = situation.told.get((name, args))
                options.append(
                    (Assumption("atom", name, args, step.verdict != YES), told[1] if told else None)
                )
        elif step.kind == "compare":
            options.extend(_numbers(step, situation))
        elif step.kind == "kind" and step.key is not None and step.verdict == NO and step.data[1] is not None:
            name, args, _ = step.key
            against = [
                source
                for kind, source in situation.kinds.get(args[0], {}).items()
                if vocabulary.disjoint(kind, name)
            ]
            options.append((Assumption("kind", name, args, True), against[0] if against else None))
        for fact, instead in options:
            if fact not in done:
                done.add(fact)
                yield fact, told_instead(situation, fact), instead


def told_instead(situation: Situation, fact: Assumption) -> Situation:
    """The situation with a fact told in place of what was told of the same thing before."""
    inner = situation.copy()
    if fact.kind == "figure":
        inner.forget(fact.template, fact.args)
    elif fact.kind == "kind":
        kinds = inner.kinds.get(fact.args[0], {})
        for kind in [kind for kind in kinds if inner.vocabulary.disjoint(kind, fact.template)]:
            del kinds[kind]
    fact.tell(inner)
    return inner


def _numbers(step: Step, situation: Situation) -> Iterator[tuple[Assumption, str | None]]:
    """Other values of the told figures in a comparison: the listed ones, and the first number on its other side."""
    for premise, other in ((step.because[0], 1), (step.because[-1], 0)) if step.because else ():
        if premise.key is None or premise.kind != "given figure":
            continue
        name, args, _ = premise.key
        told = situation.figures.get((name, args))
        source = told[0][2] if told else None
        values = situation.vocabulary.templates[name].values
        known = premise.data.known
        for value in values:
            if value.name != known:
                yield Assumption("figure", name, args, op="is", value=value.name), source
        bound = step.data[2 if other == 1 else 1]
        limit = bound.known if isinstance(bound, Possible) else None
        if isinstance(limit, Fraction):
            for number in (limit - 1, limit, limit + 1):
                if number != known and number >= 0:
                    yield Assumption("figure", name, args, op="is", value=number), source


__all__ = [
    "Ask",
    "Assumption",
    "Case",
    "Decision",
    "Verdict",
    "changes",
    "decide",
    "implies",
    "judge",
    "open_facts",
    "walk",
]
