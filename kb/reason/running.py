"""What compiled functions call: rules weighed, facts held against rules, conditions joined, figures settled.

Each of these finds what the interpreter finds at the same place, and makes the same steps, but only those that a proof
shows: a rule that was seen to fail stands as None among the statuses of a site until a proof needs its step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from kb.reason.possible import Possible, compare, domain_of, only, rounded
from kb.reason.program import Definition, Entry, side_of
from kb.reason.proof import (
    BEATEN,
    NO,
    OTHER,
    UNKNOWN,
    YES,
    Key,
    Look,
    Looked,
    Sketched,
    SketchedDoubt,
    SketchedFigure,
    Step,
    any_closed,
    made,
    worst,
)
from kb.reason.sketches import (
    OfAxiom,
    OfComparison,
    OfFigure,
    OfKind,
    OfRule,
    OfVerdict,
    Raw,
    Sketch,
    State,
    all_settled,
    applies,
    looked_at,
    named,
    reasons,
    settled,
)
from kb.reason.slices import SOMETHING, things
from kb.rulelang import tree
from kb.rulelang.names import uses
from kb.rulelang.telling import is_telling

if TYPE_CHECKING:
    from kb.reason.compiled import Compiled
    from kb.reason.engine import Run
    from kb.reason.situation import Situation
    from kb.rulelang.vocabulary import Vocabulary

Function = Callable[[State], Any]


class Declined(Exception):
    """The slice cannot answer this question; the interpreter can."""


class Together(NamedTuple):
    """Rules that stand and agree, by their places; of each rule that a proof by them shows if it is beaten, or fails and says
    the opposite, the place, whether it says the opposite, which of them keep it out whatever becomes of its conditions, where
    its step is kept, and what finds it; `hidden` are the places of the others that say the opposite, and which of them keep
    these out."""

    winners: tuple[int, ...]
    shown: tuple[tuple[int, bool, tuple[int, ...], int, str], ...]
    hidden: tuple[tuple[int, tuple[int, ...]], ...]


class Site:
    """The rules that are weighed at one place, and how to make the steps of those that were seen to fail at once."""

    __slots__ = (
        "_among", "_overruled", "_program", "_speaking",
        "beside", "by_one_figure", "domain", "entries", "functions", "kept", "names", "rests_on_silence",
        "saying_no", "saying_yes", "sides", "table", "template", "values", "world",
    )  # fmt: skip

    def __init__(
        self,
        compiled: Compiled,
        template: str,
        entries: Sequence[Entry],
        functions: Sequence[int],
        world: int,
    ) -> None:
        self.world = world
        self.template = compiled.vocabulary.templates[template]
        self.rests_on_silence = not is_telling(template)
        self.entries = entries
        self.sides = tuple(side_of(entry) for entry in entries)
        self.functions = tuple((compiled.slot(number), compiled.function(number)) for number in functions)
        self.names = compiled.names
        # A statement that is not encoded may say either.
        self.saying_yes = tuple(place for place, side in enumerate(self.sides) if side != NO)
        self.saying_no = tuple(place for place, side in enumerate(self.sides) if side != YES)
        self._among: dict[tuple[int, ...], tuple[tuple[int, bool], ...]] = {}
        self._program = compiled.program
        self._overruled: dict[int, frozenset[int]] = {}
        self._speaking: dict[int, tuple[int, ...]] = {}
        self.kept: dict[int, Together | None] = {}
        """What `together` found."""
        self.beside: Sequence[tuple[tuple[int, bool], ...]] = ()
        """For each rule, and then each axiom, what a proof by it alone shows: places, and whether they say the opposite."""
        self.domain: Possible | None = None
        """What a figure may be of which no rule stands, where that is all there is to say of it."""
        self.table: str | None = None
        self.values: dict[int, Possible] = {}
        self.by_one_figure = False
        """Whether each row stands for one value of the same figure, so that all rest on silence or none does."""

    def among(self, winners: Sequence[Step]) -> tuple[tuple[int, bool], ...]:
        """The places of the rules that a proof by these winners shows if they are beaten, or fail and say the opposite; and
        whether they say the opposite. What a winner looked at is shown there, and not again."""
        entries = [winner.entry for winner in winners]
        key = tuple(map(id, entries))
        found = self._among.get(key)
        if found is None:
            shown = {id(by) for winner in winners for by in looked_at(winner)}
            halves = {entry.rule.id for entry in entries if isinstance(entry, Entry)}
            found = self._among[key] = tuple(
                (place, self.sides[place] != winners[0].verdict)
                for place, each in enumerate(self.entries)
                if id(each) not in shown and each.rule.id not in halves
            )
        return found

    def together(self, standing: int) -> Together | None:
        """What a proof by the rules that stand shows, told by the bits of their places; None where they may disagree."""
        if standing in self.kept:
            return self.kept[standing]
        winners = [place for place in range(len(self.beside)) if standing >> place & 1]
        found: Together | None = None
        if len(winners) == 1 or all(
            place < len(self.sides) and self.sides[place] == self.sides[winners[0]] for place in winners
        ):
            beside = [dict(self.beside[place]) for place in winners]
            shown = [
                (place, opposed)
                for place, opposed in beside[0].items()
                if all(place in each for each in beside)
            ]
            found = Together(
                tuple(winners),
                tuple(
                    (place, opposed, self._keeping_out(winners, place), *self.functions[place])
                    for place, opposed in shown
                ),
                tuple(
                    (place, self._keeping_out(winners, place))
                    for place in (self._hidden(self.sides[winners[0]], shown) if len(winners) > 1 else ())
                ),
            )
        self.kept[standing] = found
        return found

    def _keeping_out(self, winners: Sequence[int], place: int) -> tuple[int, ...]:
        """Which of the winners keep a rule out whatever becomes of its conditions."""
        return tuple(
            n
            for n, winner in enumerate(winners)
            if winner < len(self.entries)
            and self._program.overrules(self.entries[winner], self.entries[place])
        )

    def hidden(self, winners: Sequence[Step]) -> Sequence[int]:
        """The places of the rules that say the opposite of several winners and are not shown beside them: one of them has
        looked at it, or is the other half of it."""
        return self._hidden(winners[0].verdict, self.among(winners)) if len(winners) > 1 else ()

    def _hidden(self, side: int, shown: Sequence[tuple[int, bool]]) -> list[int]:
        told = {place for place, _ in shown}
        return [place for place, each in enumerate(self.sides) if each != side and place not in told]

    def overruled(self, winner: Step) -> frozenset[int]:
        """The rules, by identity, that a rule that stands keeps out whatever becomes of their conditions."""
        entry = winner.entry
        found = self._overruled.get(id(entry))
        if found is None:
            found = self._overruled[id(entry)] = frozenset(
                id(each) for each in self.entries if self._program.overrules(entry, each)
            )
        return found

    def speaking(self, winner: Step) -> tuple[int, ...]:
        """The places of the rules that a rule that stands does not keep out."""
        entry = winner.entry
        found = self._speaking.get(id(entry))
        if found is None:
            out = self.overruled(winner)
            found = self._speaking[id(entry)] = tuple(
                place for place, each in enumerate(self.entries) if id(each) not in out
            )
        return found

    def settle(self) -> None:
        """Note what a figure may be where no rule stands, and what the rows of a table say, where the rules are the rows of one
        and nothing is rounded."""
        template = self.template
        if (
            template.silence == "open"
            and not self._program.touched.get(template.id)
            and all(
                isinstance(entry.rule.conclusion, tree.SetFigure) and entry.rule.conclusion.mode == "base"
                for entry in self.entries
            )
        ):
            domain = domain_of(template.values, template.unit)
            self.domain = domain if rounded(domain, template.rounding) == domain else None
        tables = {entry.rule.table for entry in self.entries}
        if len(tables) != 1 or self.template.rounding is not None:
            return
        for entry in self.entries:
            conclusion = entry.rule.conclusion
            if not isinstance(conclusion, tree.SetFigure) or conclusion.mode != "base":
                return
            amount = conclusion.amount
            if isinstance(amount, tree.Number):
                self.values[id(entry)] = only(amount.value)
            elif isinstance(amount, tree.Symbol):
                self.values[id(entry)] = only(amount.name)
            else:
                return
        [self.table] = tables
        conditions = [entry.rule.condition for entry in self.entries]
        self.by_one_figure = (
            all(
                isinstance(each, tree.Compare) and each.op == "is" and isinstance(each.right, tree.Symbol)
                for each in conditions
            )
            and len({each.left for each in conditions if isinstance(each, tree.Compare)}) == 1
        )

    def make(self, place: int, state: State) -> Step:
        """The step of a rule that was seen to fail."""
        slot, function = self.functions[place]
        step: Step = state.m[slot] or self.names[function](state)
        return step

    def made(self, found: Sequence[Step | None], state: State) -> list[Step]:
        """The statuses of all rules, and of the axioms that hold a noun apart."""
        return [
            step if step is not None else self.make(place, state)
            for place, step in enumerate(found)
            if step is not None or place < len(self.functions)
        ]

    def all(self, found: Sequence[Step | None], state: State) -> list[Step]:
        """The same for the interpreter."""
        return all_settled(self.made(found, state), state)


def _loop(r: State, sketch: Sketch | None, entry: Entry | None) -> Step:
    """What is being looked for already."""
    return Step("loop", NO, None if sketch is None else sketch.key(r), entry=entry, closed=True)


def _weigh(r: State, site: Site, sketch: OfVerdict, found: tuple[Step | None, ...]) -> Step:
    """The verdict of the rules, with what stands instead of facts that tell a noun held apart."""
    step = _weighed(r, site, sketch, found)
    run: Run = r.run
    return run.beside_overruled(settled(step, r), site.world) if run.overruled else step


def _weighed(r: State, site: Site, sketch: OfVerdict, found: tuple[Step | None, ...]) -> Step:
    """The verdict of the rules that stand or may stand; of silence where none does."""
    winner: Step | None = None
    more: list[Step] | None = None
    unknown: list[Step] | None = None
    for step in filter(None, found):
        if step.verdict == UNKNOWN:
            if unknown is None:
                unknown = [step]
            else:
                unknown.append(step)
        elif step.standing == 1:
            if winner is None:
                winner = step
            elif winner.verdict != step.verdict:
                return _weigh_all(r, site, sketch, found)
            elif more is None:
                more = [winner, step]
            else:
                more.append(step)
    if unknown is not None:
        if winner is None:
            return _open_rules(r, site, sketch, found, unknown)
        for step in unknown:
            # What may stand beside the winners on their side changes nothing.
            if step.data != winner.verdict:
                return _weigh_all(r, site, sketch, found)
    if winner is None:
        quiet = site.template.silence
        if r.run.program.touched.get(sketch.template):
            step = r.run._silence(sketch.key(r), quiet, site.all(found, r))
            assert isinstance(step, Step)
            return step
        if quiet == "open":
            r.run.leave_open(sketch.template, named(r, sketch.terms))
            return _doubted(r, sketch.open, ((), site.made(found, r)), 1)
        yes = quiet == "yes"
        places = site.saying_no if yes else site.saying_yes
        silent: Sketched = Sketched()
        silent.of, silent.sketch = r, sketch.silence
        silent.parts = [found[place] or site.make(place, r) for place in places]
        silent.verdict, silent.closed = YES if yes else NO, site.rests_on_silence
        return silent
    winners = more or [winner]
    return _outright(r, site, sketch, winners, site.among(winners), found)


def _beside(
    r: State,
    m: list[Any],
    site: Site,
    sketch: OfVerdict,
    winner: Step,
    places: tuple[int, ...],
    found: tuple[Step | None, ...],
) -> Step:
    """The verdict of the one rule that stands, with those at `places` that fail."""
    passed: list[Step] = []
    closed = winner.closed
    for place in places:
        each = found[place]
        if each is None:
            slot, function = site.functions[place]
            each = m[slot] or site.names[function](r)
        elif each.standing:
            continue
        passed.append(each)
        if not closed and each.closed:
            closed = id(site.entries[place]) not in site.overruled(winner)
    if not passed:
        return winner
    # Written out, as in other places that are come to often: a call takes as long as all these lines.
    step: Sketched = Sketched()
    step.of = r
    step.sketch = sketch
    step.parts = (winner,), passed
    step.verdict = winner.verdict
    step.closed = closed
    return step


def _several(r: State, site: Site, sketch: OfVerdict, standing: int, found: tuple[Any, ...]) -> Step:
    """The verdict where rules stand, told by the bits of their places, and others are beaten or fail; none is unknown."""
    together = site.kept.get(standing) or site.together(standing)
    if together is None or (len(together.winners) > 1 and r.run.overruled):
        return _weigh(r, site, sketch, found)
    winners: list[Step] = []
    closed = True
    for place in together.winners:
        winner: Step = found[place]
        winners.append(winner)
        if not winner.closed:
            closed = False
    passed: list[Step] = []
    m = r.m
    for place, opposed, keepers, slot, function in together.shown:
        each = found[place]
        if each is None:
            if not opposed:
                continue
            each = m[slot] or site.names[function](r)
        elif each.standing != BEATEN and (not opposed or each.standing):
            continue
        passed.append(each)
        if opposed and not closed and each.closed:
            for keeper in keepers:
                if not winners[keeper].closed:
                    break
            else:
                closed = True
    if len(winners) == 1:
        if not passed:
            return winners[0]
    elif not closed:
        # What one of them looked at may leave the others no firmer than silence, too.
        for place, keepers in together.hidden:
            if _by_silence(site, place, found, r) and all([winners[n].closed for n in keepers]):  # noqa: C419
                closed = True
                break
    step: Sketched = Sketched()
    step.of, step.sketch, step.parts = r, sketch, (winners, passed)
    step.verdict, step.closed = winners[0].verdict, closed
    return step


def _outright(
    r: State,
    site: Site,
    sketch: OfVerdict,
    winners: Sequence[Step],
    among: Sequence[tuple[int, bool]],
    found: Sequence[Step | None],
) -> Step:
    """The verdict of the rules that stand, where others are beaten or fail."""
    passed: list[Step] = []
    closed = all([winner.closed for winner in winners])  # noqa: C419 - a list is faster for one or two
    closed = _pass_over(r, site, winners, among, found, passed, closed=closed)
    if not passed and len(winners) == 1:
        return winners[0]
    step: Sketched = Sketched()
    step.of, step.sketch, step.parts = r, sketch, (winners, passed)
    step.verdict, step.closed = winners[0].verdict, closed
    return step


def _pass_over(
    r: State,
    site: Site,
    winners: Sequence[Step],
    among: Sequence[tuple[int, bool]],
    found: Sequence[Step | None],
    passed: list[Step],
    *,
    closed: bool,
) -> bool:
    """Add to `passed` those of `among` that are beaten, or fail and say the opposite. Returns whether the winners, `closed` or
    not by themselves, rest on somebody's silence beside these."""
    for place, opposed in among:
        each = found[place]
        if each is None:
            if not opposed:
                continue
            each = site.make(place, r)
        elif each.standing != BEATEN and (not opposed or each.standing):
            continue
        passed.append(each)
        if opposed and each.closed and not closed:
            closed = not _kept_out(site, place, winners)
    if not closed:
        for place in site.hidden(winners):
            if _by_silence(site, place, found, r) and not _kept_out(site, place, winners):
                return True
    return closed


def _by_silence(site: Site, place: int, found: Sequence[Step | None], r: State) -> bool:
    """Whether a rule fails or is beaten, and by somebody's silence alone."""
    each = found[place] or site.make(place, r)
    return each.closed and (each.standing == BEATEN or not each.standing)


def _kept_out(site: Site, place: int, winners: Sequence[Step]) -> bool:
    """Whether one of the winners, by more than silence, keeps a rule out whatever becomes of its conditions."""
    entry = id(site.entries[place])
    return any([entry in site.overruled(one) for one in winners if not one.closed])  # noqa: C419


def _open_rules(
    r: State, site: Site, sketch: OfVerdict, found: tuple[Step | None, ...], unknown: list[Step]
) -> Step:
    """Where no rule stands and some may."""
    quiet = {"yes": YES, "no": NO}.get(site.template.silence)
    if quiet is not None and all(step.data == quiet for step in unknown):
        return _weigh_all(r, site, sketch, found)
    beaten = [step for step in found if step is not None and step.standing == BEATEN]
    return _doubted(r, sketch.unknown, (unknown, beaten), max(1, worst(unknown)))


def _weigh_all(r: State, site: Site, sketch: OfVerdict, found: tuple[Step | None, ...]) -> Step:
    run: Run = r.run
    key = sketch.key(r)
    statuses = site.all(found, r)
    step = run._weigh(key, statuses)
    quiet = site.template.silence
    if step is None or run._silent_either_way(quiet, statuses):
        return run._silence(key, quiet, statuses)
    return step


def _told(
    r: State,
    site: Site,
    sketch: OfVerdict,
    given: Step,
    found: tuple[Step | None, ...],
    agreeing: Site,
    rivals: tuple[Step | None, ...],
) -> Step:
    """A fact against what the rules say of the same thing."""
    side = given.verdict
    run: Run = r.run
    for rival in rivals:
        if rival is None:
            continue
        if rival.verdict == UNKNOWN:
            given = settled(given, r)
            return Step("unknown", UNKNOWN, sketch.key(r), (given, rival), cause=max(1, worst([rival])))
        if rival.standing == 1:
            # Without the fact, the rules that agree with it speak too.
            speaking = agreeing.speaking(rival)
            step = _instead(r, site, sketch, found, agreeing, speaking, given, rival)
            if step is not None:
                return run.beside_overruled(settled(step, r), site.world) if run.overruled else step
            key = sketch.key(r)
            beaten = Step("beaten", NO, key, (settled(rival, r),), data="given")
            rest = [*site.all(found, r), *(settled(agreeing.make(place, r), r) for place in speaking)]
            step = run._weigh(key, rest)
            quiet = site.template.silence
            if step is None or run._silent_either_way(quiet, rest):
                step = run._silence(key, quiet, rest)
            return run.beside_overruled(step.passing_over(beaten), site.world)
    for status in found:
        if status is not None and status.standing == 1 and status.verdict == -side:
            against = [s for s in found if s is not None and s.standing == 1 and s.verdict == -side]
            firm = [s for s in against if not s.closed]
            given = settled(given, r)
            if firm:
                return Step("conflict", UNKNOWN, sketch.key(r), (given, *firm), cause=3)
            return run.looked_closer(given, against, sketch.key(r), site.world)
    return given


def _instead(
    r: State,
    site: Site,
    sketch: OfVerdict,
    found: Sequence[Step | None],
    agreeing: Site,
    speaking: Sequence[int],
    given: Step,
    rival: Step,
) -> Step | None:
    """What is said instead of a fact, where whatever stands says the same and nothing that may stand says otherwise; else
    None. `speaking` are the places of the rules that agree with the fact and that the rival does not keep out."""
    side = -given.verdict
    winners: list[Step] = []
    for status in found:
        if status is not None:
            if status.verdict == UNKNOWN:
                if status.data != side:
                    return None
            elif status.standing == 1:
                if status.verdict != side:
                    return None
                winners.append(status)
    if not winners:
        return None
    agreed: list[Step | None] = [None] * len(agreeing.entries)
    for place in speaking:
        each = agreed[place] = agreeing.make(place, r)
        if each.standing and each.standing != BEATEN:
            return None
    passed: list[Step] = []
    closed = all([winner.closed for winner in winners])  # noqa: C419 - a list is faster for one or two
    closed = _pass_over(r, site, winners, site.among(winners), found, passed, closed=closed)
    among = [each for each in agreeing.among(winners) if each[0] in speaking]
    closed = _pass_over(r, agreeing, winners, among, agreed, passed, closed=closed)
    beaten: Sketched = Sketched()
    beaten.of, beaten.sketch, beaten.parts = r, sketch.overruled, rival
    beaten.verdict, beaten.closed = NO, False
    if not passed and len(winners) == 1:
        return settled(winners[0], r).passing_over(beaten)
    passed.append(beaten)
    step: Sketched = Sketched()
    step.of, step.sketch, step.parts = r, sketch, (winners, passed)
    step.verdict, step.closed = side, closed
    return step


def _silent(r: State, sketch: Sketch) -> Step:
    """What silence says where rules may leave it open."""
    run: Run = r.run
    return run._silence(sketch.key(r), r.run.vocabulary.templates[sketch.template].silence, ())


def _held(r: State, other: Step | None, axiom: OfAxiom) -> Step | None:
    """The axiom that denies a noun because the other one is asserted."""
    if other is None:
        return None
    if other.verdict == YES:
        step: Sketched = Sketched()
        step.of, step.sketch, step.parts = r, axiom, other
        step.verdict, step.closed, step.standing = NO, other.closed, 1
        return step
    return Step(
        "unknown",
        UNKNOWN,
        axiom.key(r),
        (settled(other, r),),
        entry=axiom.entry,
        closed=other.closed,
        cause=other.cause,
        data=NO,
    )


def _held_kind(r: State, other: Step, axiom: OfAxiom) -> Step:
    """The same of a kind."""
    step = made("rule", NO, axiom.key(r), (settled(other, r),), other.closed)
    step.entry = axiom.entry
    step.standing = 1
    return step


class Kinship(dict[str, int]):
    """How a kind is to those that are told of things: 1 where the told one is of it, -1 where the two are disjoint, else 0."""

    def __init__(self, vocabulary: Vocabulary, kind: str) -> None:
        super().__init__()
        self.vocabulary = vocabulary
        self.kind = kind
        self._slots: dict[str, bool] = {}

    def may_be(self, slot: str) -> bool:
        """Whether what stands in a slot may be of the kind."""
        found = self._slots.get(slot)
        if found is None:
            found = self._slots[slot] = self.vocabulary.related(slot, self.kind)
        return found

    def __missing__(self, told: str) -> int:
        vocabulary = self.vocabulary
        self[told] = (
            YES
            if vocabulary.is_a(told, self.kind)
            else NO
            if vocabulary.disjoint(told, self.kind)
            else UNKNOWN
        )
        return self[told]


def _kind(r: State, sketch: OfKind, known: str, verdict: int) -> Sketched:
    step: Sketched = Sketched()
    step.of, step.sketch, step.parts, step.verdict, step.closed = r, sketch, known, verdict, False
    return step


def _of_kind(
    r: State, kinds: dict[str, dict[str, str]], kin: Kinship, args: tuple[str, ...], sketch: OfKind
) -> Step | None:
    """Whether a thing is of a kind, where what is told of its kinds decides it."""
    thing = args[0]
    told = kinds.get(thing)
    if told is not None:
        if len(told) == 1:
            [known] = told
            wanted = kin[known]
            if wanted:
                return _kind(r, sketch, known, wanted)
        for wanted in (YES, NO):
            for known in told:
                if kin[known] == wanted:
                    return _kind(r, sketch, known, wanted)
    denied = r.run.situation.not_kinds.get(thing)
    if denied:
        for known, source in denied.items():
            if kin.vocabulary.is_a(kin.kind, known):
                return Step("kind", NO, sketch.key(r), data=(f"not {known}", source))
    slot = r.run.situation.slots.get(thing)
    if slot is not None and slot != "thing" and kin[slot]:
        return Step("kind", kin[slot], sketch.key(r), data=(slot, None))
    return None


class Kinds(dict[str, tuple[int, Any]]):
    """Several kinds of a thing, each with the name of the function that finds whether it is of it, and where that is kept.
    For a kind that is told of a thing: whether this makes it one of them, and of each kind that shows it the place and the
    sketch; None where it does not say."""

    def __init__(self, parts: tuple[tuple[Kinship, str, int, OfKind], ...], names: dict[str, Any]) -> None:
        super().__init__()
        self.parts = parts
        self.names = names

    def __missing__(self, told: str) -> tuple[int, Any]:
        for wanted in (YES, NO):
            shown = tuple((slot, sketch) for kin, _, slot, sketch in self.parts if kin[told] == wanted)
            if shown and (wanted == YES or len(shown) == len(self.parts)):
                self[told] = wanted, shown
                return self[told]
        self[told] = UNKNOWN, None
        return self[told]


def _any_kind(
    r: State, m: list[Any], all_told: dict[str, dict[str, str]], kinds: Kinds, args: tuple[str, ...]
) -> tuple[int, tuple[Step, ...], bool]:
    """Whether a thing is of one of several kinds, the steps that show it, and whether one rests on silence."""
    told = all_told.get(args[0])
    if told is not None:
        if len(told) == 1:
            [known] = told
            truth, shown = kinds[known]
            if shown is not None:
                steps = []
                for slot, sketch in shown:
                    step = m[slot]
                    if step is None:
                        # Written out, as in other places that are come to often: a call takes as long as all these lines.
                        m[slot] = step = Sketched()
                        step.of = r
                        step.sketch = sketch
                        step.parts = known
                        step.verdict = truth
                        step.closed = False
                    steps.append(step)
                return truth, tuple(steps), False
        else:
            found = [part for part in kinds.parts if any([part[0][known] == YES for known in told])]  # noqa: C419
            if found:
                held = tuple([m[slot] or kinds.names[name](r) for _, name, slot, _ in found])
                return YES, held, any_closed(held)
    truth, joined = _any_of(
        tuple(
            [((each := m[slot] or kinds.names[name](r)).verdict, (each,)) for _, name, slot, _ in kinds.parts]
        )
    )
    return truth, joined, any_closed(joined)


def _open_kind(r: State, kind: str, args: tuple[str, ...], key: Key) -> Step:
    r.run.open.setdefault(("kind", kind, args), set())
    return Step("open", UNKNOWN, key, cause=1)


def _unguarded(guard: Step) -> bool:
    """Whether an "exactly if" is not known to be about other things. Raises `Declined` where that is not known."""
    if guard.verdict == UNKNOWN:
        raise Declined
    return not (guard.verdict == NO and (isinstance(guard, Sketched) or guard.kind != "loop"))


def _read_back(
    key: Key, told: tuple[bool, str], definition: Definition, head: tuple[str, ...], env: Sequence[str | None]
) -> Step:
    given = Step("given", YES if told[0] else NO, (definition.head.template, head, None), data=told[1])
    return Step("read back", given.verdict * definition.sign, key, (given,), entry=definition.entry, env=env)


class Status(NamedTuple):
    """What the status of a rule can be where it does not simply fail or stand: its sketches where it stands, where an exception
    keeps it out, and where neither is known; the side that it takes; and its sketch if it is not encoded what it says."""

    rule: OfRule
    beaten: OfRule
    doubt: OfRule
    side: int
    missing: OfRule | None


def _stand(r: State, truth: int, because: tuple[Step, ...], looked: tuple[Raw, ...], status: Status) -> Step:
    """The status of a rule whose condition does not fail, by its exceptions."""
    worst_look = NO
    silenced = True
    for raw in looked:
        if raw.__class__ is Sketched and (standing := raw.standing) < OTHER:
            # A status most often: at once what `_applies` and `reasons` say of it.
            if standing != 1:
                continue
            worst_look = YES
            silenced = silenced and raw.closed
        else:
            applies = _applies(raw)
            if applies == YES:
                worst_look = YES
                silenced = silenced and any_closed(reasons(raw))
            elif applies > worst_look:
                worst_look = applies
        if not silenced:
            break
    step: Sketched
    if worst_look == YES:
        step = Sketched()
        step.of, step.sketch, step.parts, step.verdict = r, status.beaten, (because, looked), NO
        step.standing, step.closed = BEATEN, silenced
        return step
    if truth == UNKNOWN or worst_look == UNKNOWN:
        return _in_doubt(r, because, looked, status)
    if status.missing is not None:
        return _doubted(r, status.missing, (because, looked), 2, status.side)
    step = Sketched()
    step.of, step.sketch, step.parts, step.verdict = r, status.rule, (because, looked), status.side
    step.standing = 1
    step.closed = any_closed(because) or any([any_closed(reasons(raw)) for raw in looked])  # noqa: C419
    return step


def _in_doubt(r: State, because: tuple[Step, ...], looked: tuple[Raw, ...], status: Status) -> Step:
    """The status of a rule of which it is not known whether its condition holds, or an exception to it."""
    closed = any_closed(because)
    cause = max(1, worst(because))
    for raw in looked:
        applies = _applies(raw)
        if applies == UNKNOWN:
            cause = max(cause, worst(reasons(raw)))
        elif applies == NO and not closed:
            closed = any_closed(reasons(raw))
    return _doubted(r, status.doubt, (because, looked), cause, status.side, closed=closed)


def _doubted(
    r: State, sketch: Sketch, parts: object, cause: int, data: object = None, *, closed: bool = False
) -> SketchedDoubt:
    """What is not known, for a cause."""
    step: SketchedDoubt = SketchedDoubt()
    step.of, step.sketch, step.parts = r, sketch, parts
    step.verdict, step.closed, step.cause, step.data, step.standing = UNKNOWN, closed, cause, data, OTHER
    return step


def _applies(raw: Raw) -> int:
    """Whether an exception applies, by what was noted of it."""
    if raw.__class__ is tuple:
        noted: int = raw[0]
        return noted
    return raw.applies if isinstance(raw, Looked) else applies(raw)


def _look(by: object, applies: int, because: tuple[Step, ...]) -> Look:
    """A withdrawal that was looked at, which others may withdraw in turn."""
    look: Look = Look()
    look.by, look.effect, look.applies, look.because, look.exceptions = by, "withdraw", applies, because, ()
    return look


def _restored(look: Looked, further: tuple[Looked, ...]) -> None:
    """Work in what withdraws a withdrawal."""
    for inner in further:
        inner.effect = "restore" if inner.effect == "withdraw" else "withdraw"
        if inner.applies == YES:
            look.applies = NO
        elif inner.applies == UNKNOWN and look.applies == YES:
            look.applies = UNKNOWN
    look.exceptions = further


Outcomes = tuple[tuple[int, tuple[Step, ...]], ...]


def _any_of(outcomes: Outcomes) -> tuple[int, tuple[Step, ...]]:
    for wanted in (YES, UNKNOWN):
        for truth, _ in outcomes:
            if truth == wanted:
                return wanted, tuple([step for one, steps in outcomes if one == wanted for step in steps])
    return NO, tuple([step for _, steps in outcomes for step in steps])


def _none_of(outcomes: Outcomes) -> tuple[int, tuple[Step, ...]]:
    truth, because = _any_of(outcomes)
    return -truth, because


def _one_of(outcomes: Outcomes) -> tuple[int, tuple[Step, ...]]:
    steps = tuple([step for _, because in outcomes for step in because])
    yes = sum(truth == YES for truth, _ in outcomes)
    if yes > 1:
        return NO, steps
    if any(truth == UNKNOWN for truth, _ in outcomes):
        return UNKNOWN, steps
    return (YES if yes == 1 else NO), steps


def _candidates(r: State, kin: Kinship | None) -> list[str]:
    """The things that may be of a kind, as `Situation.things_of` has them; all things for no kind."""
    situation: Situation = r.run.situation
    if kin is None:
        return situation.things
    before: list[str] | None = r.candidates.get(kin.kind)
    if before is not None:
        return before
    found: list[str] = []
    r.candidates[kin.kind] = found
    kinds, slots, denied = situation.kinds, situation.slots, situation.not_kinds
    for thing in situation.things:
        known = kinds.get(thing)
        if known:
            for kind in known:
                if kin[kind] == NO:
                    break
            else:
                if not denied or _not_denied(thing, kin, situation):
                    found.append(thing)
        elif ((slot := slots.get(thing)) is None or kin.may_be(slot)) and (
            not denied or _not_denied(thing, kin, situation)
        ):
            found.append(thing)
    return found


def _not_denied(thing: str, kin: Kinship, situation: Situation) -> bool:
    """Whether a thing may be of a kind for all that it is said not to be: what was named in a place of the kind is of it."""
    slot, vocabulary = situation.slots.get(thing), kin.vocabulary
    return (slot is not None and vocabulary.is_a(slot, kin.kind)) or not any(
        vocabulary.is_a(kin.kind, kind) for kind in situation.not_kinds.get(thing, ())
    )


def partly_strange(known: Sequence[Sequence[str]]) -> Iterator[tuple[str, ...]]:
    """Things told of in some places and one of which nothing is told in the others, of those that may stand in each place."""
    for binding in product(*((*some, SOMETHING) for some in known)):
        if 0 < binding.count(SOMETHING) < len(binding):
            yield binding


def why_none(found: Sequence[Step], strange: Outcomes) -> tuple[Step, ...]:
    """Why there is no such thing among those of which nothing is told, not even beside those that are, each reason once: what
    fails of the things told of alone is among their own reasons, `found`."""
    because = strange[0][1]
    if len(strange) == 1:
        return because
    known = {id(step) for step in found}
    beside = [step for _, steps in strange[1:] for step in steps if id(step) not in known]
    return tuple({id(step): step for step in (*because, *beside)}.values())


def none_of_these(
    condition: tree.Exists, found: list[Step], unknown: list[Step], strange: Outcomes
) -> tuple[int, tuple[Step, ...]]:
    """What it says that no thing told of is such a thing: `found` are the reasons of those that surely are not, `unknown` of
    those that may be; `strange` is what comes of things of which nothing is told, and of those beside things told of."""
    for truth, because in strange:
        if truth != NO:
            unknown.extend(because)
    if unknown or any(truth != NO for truth, _ in strange):
        return UNKNOWN, tuple(unknown)
    because = why_none(found, strange)
    # That nothing unnamed is such a thing rests on silence, whatever is told of the things that are named.
    absent = Step("absent", NO, None, because, closed=True, data=condition)
    by_itself = any(
        s.kind == "compare" and any(uses(s.data[0], index) for index in condition.variables) for s in because
    )
    if by_itself or not found or any(s.closed for s in because):
        return NO, (*found, absent)
    # A rule may deny it of whatever there is: then it rests on no silence, but has to be shown.
    if any(s.key is not None and SOMETHING in s.key[1] for s in because):
        return NO, (*found, Step("absent", NO, None, because, data=condition))
    return NO, tuple(found)


def _none(
    r: State, condition: tree.Exists, found: list[Step], unknown: list[Step], strange: Outcomes
) -> tuple[int, tuple[Step, ...], bool]:
    """What `none_of_these` says, and whether it rests on silence."""
    said, why = none_of_these(
        condition,
        all_settled(found, r),
        all_settled(unknown, r),
        tuple([(truth, tuple(all_settled(because, r))) for truth, because in strange]),
    )
    return said, why, any_closed(why)


def _widening(r: State, truth: int, because: tuple[Step, ...], label: str) -> Step:
    because = tuple(all_settled(because, r))
    closed = any(step.closed for step in because)
    return Step("widening", truth, None, because, closed=closed, cause=worst(because), data=label)


def _compared(r: State, sketch: OfComparison, a: Possible, b: Possible, because: tuple[Step, ...]) -> Step:
    """A comparison of what is not two whole numbers."""
    condition = sketch.condition
    truth = compare(condition.op, a, b)
    if truth == UNKNOWN:
        because = tuple(all_settled(because, r))
        data = (condition, a, b, named(r, sketch.terms))
        return Step("compare", UNKNOWN, None, because, cause=max(1, worst(because)), data=data)
    step: Sketched = Sketched()
    step.of, step.sketch, step.parts, step.verdict, step.closed = r, sketch, (because, a, b), truth, False
    return step


Bounds = Sequence[tuple[str, Any, str, bool]]


def _statuses(r: State, site: Site, found: Sequence[Step | None]) -> list[tuple[Entry, Step]]:
    """The rules of a site, each with what it comes to."""
    return list(zip(site.entries, site.all(found, r), strict=True))


def _figure(
    r: State,
    site: Site,
    sketch: OfFigure,
    found: tuple[Step | None, ...],
    world: int,
    back: Bounds,
) -> Step:
    """A figure by the rules about it: one row of a table that stands, or whatever else the interpreter makes of them."""
    run: Run = r.run
    template = site.template
    args = named(r, sketch.terms)
    if not back and (site.table or site.domain) is not None and (template.id, args) not in r.figures:
        standing = [step for step in found if step is not None]
        if site.domain is not None and all(
            [not each.standing or each.standing == BEATEN for each in standing]  # noqa: C419
        ):
            return _open_figure(r, site, sketch, found, args)
        if site.table is not None and len(standing) == 1 and standing[0].standing == 1:
            [row] = standing
            value = site.values[id(row.entry)]
            if not (row.closed or site.by_one_figure):
                statuses = _statuses(r, site, found)
                if run.otherwise_by_silence(statuses, [(row.entry, row)], value, world):
                    return run._worked_out(template.id, args, world, back, lambda: statuses)
            step: SketchedFigure = SketchedFigure()
            step.of, step.sketch, step.parts, step.verdict, step.closed = r, sketch, row, YES, row.closed
            step.data = value
            return step
    return run._worked_out(template.id, args, world, back, lambda: _statuses(r, site, found))


def _open_figure(
    r: State, site: Site, sketch: OfFigure, found: tuple[Step | None, ...], args: tuple[str, ...]
) -> Step:
    """A figure of which nothing is told and no rule stands."""
    r.run.leave_figure_open(site.template.id, args)
    return _doubted(r, sketch.silence, ((), site.made(found, r)), 1, site.domain)


def _figure_read_back(
    r: State,
    heads: frozenset[str],
    definitions: Sequence[Definition],
    args: tuple[str, ...],
    places: Sequence[tuple[tuple[str, ...], Sequence[tuple[str, ...]]]],
    names: dict[str, Any],
) -> Bounds:
    """The bounds that facts about what a figure defines put on it, in the interpreter's order, each with whether its
    definition is known to be about the things of the fact."""
    told = r.run.situation.told
    found = [atom for atom in told if atom[0] in heads]
    if not found:
        return ()
    bounds: list[tuple[str, Any, str, bool]] = []
    for number, definition in enumerate(definitions):
        for atom in found:
            name, about = atom
            held, source = told[atom]
            if name != definition.head.template or (definition.through and not held):
                continue
            env = definition.bind(about)
            if env is None or things(definition.args, env) != args:
                continue
            functions: tuple[str, ...] = ()
            if definition.guards:
                functions = next((each[number] for place, each in places if place == about), _ELSEWHERE)
                if functions is _ELSEWHERE:
                    raise Declined
            sure = True
            for function in functions:
                guard = names[function](r)
                if not _unguarded(guard):
                    break
                sure = sure and guard.verdict == YES
            else:
                bounds.append(("is" if held else "is not", definition.value, source, sure))
    return bounds


_ELSEWHERE = ("elsewhere",)


RUNTIME: dict[str, Any] = {
    "Declined": Declined,
    "SOMETHING": SOMETHING,
    "Sketched": Sketched,
    "SketchedFigure": SketchedFigure,
    "Step": Step,
    "any_closed": any_closed,
    "any_kind": _any_kind,
    "any_of": _any_of,
    "beside": _beside,
    "candidates": _candidates,
    "partly_strange": partly_strange,
    "product": product,
    "compared": _compared,
    "figure": _figure,
    "figure_read_back": _figure_read_back,
    "held": _held,
    "held_kind": _held_kind,
    "look": _look,
    "loop": _loop,
    "none": _none,
    "none_of": _none_of,
    "of_kind": _of_kind,
    "one_of": _one_of,
    "open_kind": _open_kind,
    "several": _several,
    "read_back": _read_back,
    "restored": _restored,
    "silent": _silent,
    "stand": _stand,
    "told": _told,
    "unguarded": _unguarded,
    "weigh": _weigh,
    "why_none": why_none,
    "widening": _widening,
}
