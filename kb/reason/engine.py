"""The engine: verdicts on atoms and values of figures, top down, each with its proof.

One `Run` answers for one set of facts and remembers nothing beyond it. Semantics (D1 to D6 of the language):

- A rule is *out* if a condition fails, if a withdrawal that names it holds, or if a rule "instead of" it stands. What is
  left stands. If all that stand agree, that is the verdict; if they differ, an `order` decides, else it is a conflict.
- Where nothing stands, the template's silence speaks: no, yes, or unknown.
- Everything has three values; what is unknown stays unknown until `kb.reason.decide` splits it into cases.
- A fact about something that rules also conclude counts as concluded by them: what is said instead of those rules is said
  instead of the fact, and a rule that only rests on silence does not stand against it.
- What depends on itself only through conditions that hold (a genus and its species) has the least meaning: nothing holds
  because of itself. A loop through an exception or a negation is refused when the rulebook is loaded.
- Of two nouns that an axiom holds apart, one is denied where a rule or fact for the other stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from kb.reason.among import Picked
from kb.reason.firmness import Firmness
from kb.reason.possible import (
    ANYTHING,
    NOTHING,
    Possible,
    Value,
    combine,
    compare,
    differ,
    domain_of,
    holds,
    narrow,
    narrowed,
    only,
    rounded,
    union,
    whole_times,
)
from kb.reason.program import Binding, Definition, Entry, Exemption, Program, bind_terms, side_of
from kb.reason.proof import (
    NO,
    UNKNOWN,
    YES,
    Key,
    Looked,
    Step,
    any_closed,
    beaten_by_silence,
    in_doubt,
    kept_out_by_silence,
    out_by_silence,
    reasons_of,
    worst,
)
from kb.reason.running import Declined, none_of_these, partly_strange
from kb.reason.slices import FIGURE, VERDICT, NodeKey, Term, TooLarge, constants_of, passed_on, slice_of
from kb.reason.slices import SOMETHING as SOMETHING
from kb.rulelang import tree
from kb.rulelang.telling import is_telling

if TYPE_CHECKING:
    from kb.reason.compiled import Compiled
    from kb.reason.situation import Situation
    from kb.rulelang.vocabulary import Roll

_T = TypeVar("_T")
Env = list[str | None]
Outcome = tuple[int, tuple[Step, ...]]
Check = Callable[["Run", Env, int], Outcome]
Measure = Callable[["Run", Env, int], tuple[Possible, tuple[Step, ...]]]

ASKED_OFTEN = 40
"""How often a question of one shape is asked before its slice is compiled.

One question, with all that would flip its answer, is answered sooner without.
"""

_SAME_AGAIN = 16
"""How often asking again of the same things counts for once within one request, with its cases and its flips."""

MOST_KEPT = 240_000
"""How many nodes the slices of a program may have that are kept: some 80 MB; then all are forgotten. A rulebook of a few
hundred rules has a quarter as many where everything has been asked about any thing."""

_UNDETERMINED = 1
_NOT_ENCODED = 2
_CONFLICT = 3
_ILL_FOUNDED = 4


class Timeout(Exception):
    """The question took longer than it may."""


class Head(NamedTuple):
    """What a rule concludes about, made ready: how many variables the rule has, and what its atom is about under a binding.

    `places` are the variables of the atom where there is nothing to match: each thing is another one, and any will do.
    """

    template: str
    purpose: str | None
    variables: int
    places: tuple[int, ...] | None
    things: Callable[[Sequence[str | None]], tuple[str, ...]]
    side: int


class InPlay(NamedTuple):
    """The rules about a template that count in a world: those for any purpose, those of them that do not take a side, and those
    for each purpose."""

    general: Sequence[Entry]
    other_than: Mapping[int, Sequence[Entry]]
    for_purpose: Mapping[str, Sequence[Entry]]


class Engine:
    """A program made ready to run: conditions become closures the first time they are asked for."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.vocabulary = program.vocabulary
        self._heads: dict[int, Head] = {}
        self._in_play: dict[tuple[str, int], InPlay] = {}
        self._checks: dict[int, Check] = {}
        self._measures: dict[int, Measure] = {}
        self._asked: dict[tuple[object, ...], tuple[int, tuple[int, tuple[str, ...]]]] = {}
        self._request = 0
        self._compiled: dict[NodeKey, Compiled | None] = {}
        self._plain: dict[
            tuple[str, str, str | None, int], Compiled
        ] = {}  # about different things, none of them a constant
        self._constants: frozenset[str] | None = None
        self._compiling = True

    @contextmanager
    def interpreted(self) -> Iterator[None]:
        """Meanwhile every question is left to the interpreter: compiling takes longer where most are of shapes of their own."""
        before, self._compiling = self._compiling, False
        try:
            yield
        finally:
            self._compiling = before

    def begin_request(self) -> None:
        """Take it that what is asked from now on is asked by somebody else, or once more."""
        self._request += 1

    def compiled(
        self, sort: str, template: str, args: tuple[str, ...], purpose: str | None, world: int
    ) -> tuple[Compiled, tuple[str, ...]] | None:
        """The compiled slice for a question and the things that it takes; None before it has been asked a few times."""
        if not self._compiling:
            return None
        constants = self._constants
        plain = self._plain.get((sort, template, purpose, world))
        if plain is not None and constants is not None and constants.isdisjoint(args):
            many = len(args)
            if many < 2 or (args[0] != args[1] if many == 2 else len(set(args)) == many):
                return plain, args
        before = 0
        if constants is None:
            # Of a question by itself nobody needs to know which things the rules name.
            before = self._count(("any", sort, template, purpose, world), args)
            if before < ASKED_OFTEN * _SAME_AGAIN:
                return None
            constants = self._constants = constants_of(self.program)
        terms: list[Term] = []
        places: list[str] = []
        for arg in args:
            if arg in constants:
                terms.append(arg)
            elif arg in places:
                return None
            else:
                terms.append(len(places))
                places.append(arg)
        key = (sort, template, tuple(terms), purpose, world)
        found = self._compiled.get(key)
        if found is None:
            asked = max(before, self._count(key, args))
            if asked < ASKED_OFTEN * _SAME_AGAIN or key in self._compiled:
                return None
            from kb.reason.compiled import Compiled  # a question by itself does without

            try:
                found = Compiled(self, slice_of(self.program, key, len(places)))
            except TooLarge:
                found = None
            kept = sum(len(each.slice.nodes) for each in self._compiled.values() if each is not None)
            if found is not None and kept + len(found.slice.nodes) > MOST_KEPT:
                self._compiled, self._plain, self._asked = {}, {}, {}
            self._compiled[key] = found
            if found is None:
                return None
            if len(places) == len(args):
                self._plain[sort, template, purpose, world] = found
        return found, tuple(places)

    def _count(self, key: tuple[object, ...], args: tuple[str, ...]) -> int:
        """Count a question that is asked of these things; returns how often it was asked so far, in shares of one."""
        now = (self._request, args)
        asked, last = self._asked.get(key, (0, None))
        asked += 1 if last == now else _SAME_AGAIN
        self._asked[key] = (asked, now)
        return asked

    def head(self, entry: Entry) -> Head:
        """What a rule concludes about."""
        found = self._heads.get(entry.number)
        if found is None:
            atom, variables = entry.atom, len(entry.rule.variables)
            places = tuple(arg.index for arg in atom.args if isinstance(arg, tree.Var))
            plain = not entry.free and len(set(places)) == len(atom.args)
            found = self._heads[entry.number] = Head(
                atom.template,
                atom.purpose,
                variables,
                places if plain else None,
                _things_of(atom.args),
                side_of(entry),
            )
        return found

    def in_play(self, template: str, world: int) -> InPlay:
        """The rules about a template that count in a world."""
        found = self._in_play.get((template, world))
        if found is None:
            left_out = self.program.left_out[world]
            rules = [e for e in self.program.by_template.get(template, ()) if e.number not in left_out]
            general = [e for e in rules if e.atom.purpose is None]
            for_purpose: dict[str, list[Entry]] = {}
            for entry in rules:
                if entry.atom.purpose is not None:
                    for_purpose.setdefault(entry.atom.purpose, []).append(entry)
            other_than = {side: [e for e in general if side_of(e) != side] for side in (YES, NO)}
            found = self._in_play[template, world] = InPlay(general, other_than, for_purpose)
        return found

    def check(self, condition: tree.Condition) -> Check:
        """The closure that evaluates a condition."""
        known = self._checks.get(id(condition))
        if known is None:
            known = _compile(condition, self.program)
            self._checks[id(condition)] = known
        return known

    def measure(self, amount: tree.Amount) -> Measure:
        """The closure that evaluates an amount."""
        known = self._measures.get(id(amount))
        if known is None:
            known = _measure(amount, self.program)
            self._measures[id(amount)] = known
        return known


def _beaten_by(winner: Step, step: Step, order: object) -> Step:
    """A status that an order puts below another."""
    return Step(
        "beaten", NO, step.key, (winner,), entry=step.entry, env=step.env, closed=winner.closed, data=order
    )


class Run:
    """One set of facts under consideration."""

    __slots__ = (
        "_answers", "_busy", "_closer", "_compiled", "_deadline", "_firmness", "_known", "_loops", "_seen", "draws",
        "engine", "firm", "held", "open", "overruled", "program", "shaky", "situation", "vocabulary",
    )  # fmt: skip

    def __init__(
        self,
        engine: Engine,
        situation: Situation,
        deadline: Callable[[], bool] | None = None,
        *,
        compiled: bool = True,
        firm: bool = False,
        closer: bool = True,
    ) -> None:
        """Without `closer` a fact stands against rules that rest on silence as far as their steps say. With `firm` the
        interpreter looks at all reasons, for one that rests on nobody's silence: which part of an "and" fails, which of an
        "or", and which of some things, holds. It finds the same."""
        self.engine = engine
        self.program = engine.program
        self.vocabulary = engine.vocabulary
        self.situation = situation
        self.firm = firm
        self._closer = closer and not firm
        self._firmness: Firmness | None = None
        self.held: tuple[Key, int] | None = None
        """With `firm` the one fact, and the world, that rules are held against: any other holds as it is told."""
        self.shaky: dict[int, tuple[Step, Possible]] = {}
        """With `firm`, what a figure can be if lines that are out by silence alone may count: by the identity of its step,
        where all the rest of it rests on no silence."""
        self.open: dict[tuple[str, str, tuple[str, ...]], set[tuple[str, Value]]] = {}
        self.overruled: dict[tuple[str, tuple[str, ...], int], tuple[Step, ...]] = {}
        self.draws: set[tuple[str, str, tuple[str, ...]]] = set()
        self._deadline = deadline
        self._known: dict[object, tuple[int, list[tuple[Any, int, int]]]] = {}
        self._busy = 0
        self._loops = 0
        self._seen = 0
        self._compiled = compiled and not firm
        self._answers: dict[object, Step] = {}

    def _answer(
        self, sort: str, template: str, args: tuple[str, ...], purpose: str | None, world: int
    ) -> Step | None:
        """What the compiled slice of a question says, where there is one that can say."""
        answers = self._answers
        memo = (sort, template, args, purpose, world)
        if answers:
            known = answers.get(memo)
            if known is not None:
                return known
        found = self.engine.compiled(sort, template, args, purpose, world)
        if found is None:
            return None
        try:
            step = answers[memo] = found[0].answer(self, found[1])
        except Declined:
            return None
        return step

    def _once(
        self, memo: object, work: Callable[..., _T], about: Sequence[Any], loop: Callable[..., _T]
    ) -> _T:
        """What `work` finds `about` something, which `memo` names; what `loop` says where it is being looked for already.

        What is found depends only on what is being looked for meanwhile: it is used again wherever the same of all that it
        came to is. Sets of what was looked for are kept as the bits of a number.
        """
        busy = self._busy
        bit, known = self._known.get(memo) or self._first(memo)
        if busy & bit:
            self._loops |= bit
            self._seen |= bit
            return loop(*about)
        for found, seen, loops in known:
            if busy & seen == loops:
                self._loops |= loops
                self._seen |= seen
                return found  # type: ignore[no-any-return]
        outer_loops, outer_seen = self._loops, self._seen
        self._loops = self._seen = 0
        self._busy = busy | bit
        try:
            found = work(*about)
        finally:
            self._busy = busy
        loops, seen = self._loops & ~bit, self._seen | bit
        known.append((found, seen, loops))
        self._loops, self._seen = outer_loops | loops, outer_seen | seen
        return found

    def _first(self, memo: object) -> tuple[int, list[tuple[Any, int, int]]]:
        """The bit of what was never looked for yet, and the place for what is found."""
        made = self._known[memo] = 1 << len(self._known), []
        return made

    # -- atoms ------------------------------------------------------------------------------------------------

    def verdict(
        self, template: str, args: tuple[str, ...], purpose: str | None = None, world: int = 0
    ) -> Step:
        """The verdict on an atom; `world` says which rules with a "but for this rule" are left out."""
        if self._deadline is not None and self._deadline():
            raise Timeout
        if self._compiled and not self._busy:
            step = self._answer(VERDICT, template, args, purpose, world)
            if step is not None:
                return step
        about = (template, args, purpose, world)
        return self._once(about, self._verdict, about, _verdict_in_a_loop)

    def _verdict(self, template: str, args: tuple[str, ...], purpose: str | None, world: int) -> Step:
        entry = self.vocabulary.templates[template]
        key: Key = (template, args, purpose)
        if entry.kind == "kind":
            return self.kind(template, args[0], key, world)
        told_step = self._given(key, world)
        if told_step is not None and told_step.verdict == UNKNOWN:
            return told_step
        rules = self.engine.in_play(template, world)
        if purpose is not None:
            special = rules.for_purpose.get(purpose)
            if special:
                step = self._weigh(
                    key, [self._status(e, env, world) for e in special for env in self._match(e, args)]
                )
                if step is not None:
                    return step
        general = rules.general
        # Against a fact only the rules of the other side count.
        weighed = general if told_step is None else rules.other_than[told_step.verdict]
        statuses = [self._status(e, env, world) for e in weighed for env in self._match(e, args)]
        if template in self.program.apart and (told_step is None or told_step.verdict == YES):
            statuses.extend(self._held_apart(template, args, world))
        if told_step is not None:
            return self._told(key, told_step, general, statuses, world)
        step = self._weigh(key, statuses)
        quiet = self.situation.silence(entry, args)
        if step is None or self._silent_either_way(quiet, statuses):
            return self._silence(key, quiet, statuses)
        step = self.beside_overruled(step, world) if self.overruled else step
        if step.verdict != UNKNOWN and step.closed and (template, args) in self.situation.unsettled:
            # Who says that something is not known is not told otherwise by what rests on nobody's saying anything.
            self.open.setdefault(("atom", template, args), set())
            return Step("open", UNKNOWN, key, (step,), cause=_UNDETERMINED)
        return step

    def _silent_either_way(self, silence: str, statuses: Sequence[Step]) -> bool:
        """Whether all that may stand would only say what silence says too."""
        if silence not in ("no", "yes") or any(s.kind == "rule" and s.verdict != UNKNOWN for s in statuses):
            return False
        quiet = YES if silence == "yes" else NO
        return all(s.data == quiet for s in statuses if s.verdict == UNKNOWN)

    def _given(self, key: Key, world: int) -> Step | None:
        """The fact that tells an atom, or the fact about what it defines from which it can be read back."""
        template, args, _ = key
        told = self.situation.told.get((template, args))
        if told is not None:
            return Step("given", YES if told[0] else NO, key, data=told[1])
        for definition in self.program.definitions.get(template, ()):
            env = definition.match(args)
            if env is None:
                continue
            head = (definition.head.template, tuple(_value(arg, env) for arg in definition.head.args))
            told = self.situation.told.get(head)
            if told is None or (definition.through and not told[0]):
                continue
            guarded, unknown = self._guards(definition, env, world)
            if guarded == NO or any(step.cause != _UNDETERMINED for step in unknown):
                continue
            given = Step("given", YES if told[0] else NO, (*head, None), data=told[1])
            if unknown:
                return Step("unknown", UNKNOWN, key, (given, *unknown), cause=_UNDETERMINED)
            truth = given.verdict * definition.sign
            return Step("read back", truth, key, (given,), entry=definition.entry, env=env)
        return None

    def _guards(self, definition: Definition, env: Env, world: int) -> tuple[int, list[Step]]:
        """Whether an "exactly if" is about these things: NO where it is known to be about others; and what is not known of
        that."""
        found = YES
        unknown: list[Step] = []
        for guard in definition.guards:
            if all(not isinstance(arg, tree.Var) or env[arg.index] is not None for arg in guard.args):
                step = self.verdict(
                    guard.template, tuple(_value(arg, env) for arg in guard.args), None, world
                )
                if step.verdict == NO and step.kind != "loop":
                    return NO, []
                if step.verdict != YES:
                    found = UNKNOWN
                if step.verdict == UNKNOWN:
                    unknown.append(step)
        return found, unknown

    def _in_play(self, entry: Entry, world: int) -> bool:
        return entry.number not in self.program.left_out[world]

    def _match(self, entry: Entry, args: tuple[str, ...]) -> Sequence[Env]:
        """The bindings under which a rule concludes about these things."""
        head = self.engine.head(entry)
        if head.places is not None:
            env: Env = [None] * head.variables
            for place, arg in zip(head.places, args, strict=True):
                env[place] = arg
            return (env,)
        bound = bind_terms(entry.atom.args, args, head.variables)
        if bound is None:
            return ()
        return list(self._assignments(entry.rule.variables, entry.free, bound)) if entry.free else (bound,)

    def _weigh(self, key: Key, statuses: Sequence[Step]) -> Step | None:
        """The verdict of the rules that stand or may stand; None where none does."""
        for status in statuses:
            if status.kind == "rule" or status.verdict == UNKNOWN:
                break
        else:
            return None  # as of most that is asked
        standing = [s for s in statuses if s.kind == "rule" and s.verdict != UNKNOWN]
        unknown = [s for s in statuses if s.verdict == UNKNOWN]
        considered = [s for s in statuses if s.kind in ("failed", "beaten")]
        pro = [s for s in standing if s.verdict == YES]
        con = [s for s in standing if s.verdict == NO]
        if pro and con:
            pro, con, ranked = self._ranked(pro, con)
            considered = [*considered, *ranked]
            if pro and con:
                return Step("conflict", UNKNOWN, key, (*pro, *con), considered=considered, cause=_CONFLICT)
        winners = pro or con
        if winners:
            side = winners[0].verdict
            doubtful = [s for s in unknown if s.data != side and not self._outranked(s, winners)]
            if not doubtful:
                shown = {id(look.by) for winner in winners for look in winner.exceptions}
                halves = {w.entry.rule.id for w in winners if isinstance(w.entry, Entry)}
                outranked = [s for s in unknown if s.data != side]
                others = [*considered, *(self._below(s, winners) for s in outranked)]
                considered = [
                    s
                    for s in others
                    if id(s.entry) not in shown
                    and (s.kind == "beaten" or _side(s) != side)
                    and not (isinstance(s.entry, Entry) and s.entry.rule.id in halves)
                ]
                if len(winners) == 1 and not considered:
                    return winners[0]
                # What would say the opposite and is out by silence alone leaves the winners no firmer than that silence, also
                # where one of them looked at it and another did not.
                closed = all(s.closed for s in winners) or any(
                    s.closed
                    and _side(s) != side
                    and not any(self.program.overrules(w.entry, s.entry) for w in winners if not w.closed)
                    for s in others
                )
                return Step("verdict", side, key, tuple(winners), considered=considered, closed=closed)
            unknown = doubtful
        # What fails whatever the open facts are says nothing about why it is open.
        considered = [s for s in considered if s.kind == "beaten"]
        return Step(
            "unknown", UNKNOWN, key, (*winners, *unknown), considered=considered, cause=max(1, worst(unknown))
        )

    def _ranked(self, pro: list[Step], con: list[Step]) -> tuple[list[Step], list[Step], list[Step]]:
        """Both sides without the rules that an order puts below one of the other side."""
        lost: list[Step] = []
        for mine, theirs in ((pro, con), (con, pro)):
            for step in list(mine):
                for other in theirs:
                    if step.entry is None or other.entry is None or not isinstance(other.entry, Entry):
                        continue
                    if not isinstance(step.entry, Entry):
                        continue
                    order = self.program.beats(other.entry, step.entry)
                    if order is not None:
                        mine.remove(step)
                        lost.append(_beaten_by(other, step, order))
                        break
        return pro, con, lost

    def _outranked(self, step: Step, winners: Sequence[Step]) -> bool:
        return self._below(step, winners) is not step

    def _below(self, step: Step, winners: Sequence[Step]) -> Step:
        """A status that an order puts below one of the winners, as beaten by it; any other as it is."""
        for winner in winners:
            if isinstance(winner.entry, Entry) and isinstance(step.entry, Entry):
                order = self.program.beats(winner.entry, step.entry)
                if order is not None:
                    return _beaten_by(winner, step, order)
        return step

    def _told(
        self, key: Key, told: Step, rules: Sequence[Entry], statuses: Sequence[Step], world: int
    ) -> Step:
        """A fact against what the rules say of the same thing."""
        for entry in rules:
            conclusion = entry.rule.conclusion
            if not isinstance(conclusion, tree.Conclude) or conclusion.positive is not (told.verdict == YES):
                continue
            for env in self._match(entry, key[1]):
                for rival, binding in entry.rivals:
                    if not self._in_play(rival, world):
                        continue
                    status = self._rival_status(rival, binding, env, world)
                    if status.kind == "rule" and status.verdict != UNKNOWN:
                        # Without the fact, the rules that agree with it speak too.
                        agreeing = [
                            e
                            for e in rules
                            if side_of(e) == told.verdict and not self.program.overrules(rival, e)
                        ]
                        rest = [
                            *statuses,
                            *(
                                self._status(e, inner, world)
                                for e in agreeing
                                for inner in self._match(e, key[1])
                            ),
                        ]
                        beaten = Step("beaten", NO, key, (status,), data="given")
                        step = self._weigh(key, rest)
                        quiet = self.situation.silence(self.vocabulary.templates[key[0]], key[1])
                        if step is None or self._silent_either_way(quiet, rest):
                            step = self._silence(key, quiet, rest)
                        return self.beside_overruled(step.passing_over(beaten), world)
                    if status.verdict == UNKNOWN and not self.firm:
                        return Step("unknown", UNKNOWN, key, (told, status), cause=max(1, worst([status])))
        if self.firm and self.held != (key, world):
            return told
        against = [s for s in statuses if s.kind == "rule" and s.verdict == -told.verdict]
        firm = [s for s in against if not s.closed]
        if firm:
            return Step("conflict", UNKNOWN, key, (told, *firm), cause=_CONFLICT)
        return self.looked_closer(told, against, key, world) if against else told

    def looked_closer(self, told: Step, against: Sequence[Step], key: Key, world: int) -> Step:
        """A fact against which rules stand, by silence as far as their steps say: each shows one reason of several, and another
        may rest on none. The fact, or the conflict if so."""
        if not self._closer:
            return told
        if self._firmness is None:
            self._firmness = Firmness(Run(self.engine, self.situation, self._deadline, closer=False))
        if not any(self._firmness.possible(step, world) for step in against):
            return told
        firmer = Run(self.engine, self.situation, self._deadline, firm=True)
        firmer.open, firmer.draws, firmer.held = self.open, self.draws, (key, world)
        closer = firmer.verdict(key[0], key[1], None, world)
        return closer if closer.kind == "conflict" else told

    def _silence(self, key: Key, silence: str, considered: Sequence[Step]) -> Step:
        template, args, _ = key
        touched = self.program.touched.get(template)
        if touched:
            return Step(
                "not encoded", UNKNOWN, key, considered=considered, cause=_NOT_ENCODED, data=touched[0]
            )
        if considered and silence != "open":
            quiet = YES if silence == "yes" else NO
            considered = [s for s in considered if s.verdict != UNKNOWN and _side(s) != quiet]
        if silence == "open":
            self.leave_open(template, args)
            return Step("open", UNKNOWN, key, considered=considered, cause=_UNDETERMINED)
        closed = not is_telling(template)
        return Step("silence", YES if silence == "yes" else NO, key, considered=considered, closed=closed)

    def leave_open(self, template: str, args: tuple[str, ...]) -> None:
        """Remember that somebody would have to be told of this atom, or of what it says is told."""
        if SOMETHING not in args:
            telling = is_telling(template)
            about = self.situation.behind(template, args) if telling else ("atom", template, args)
            self.open.setdefault(about, set())

    def leave_figure_open(self, template: str, args: tuple[str, ...]) -> None:
        """Remember that somebody would have to be told of this figure."""
        if SOMETHING not in args:
            self.open.setdefault(("figure", template, args), set())

    def _held_apart(self, template: str, args: tuple[str, ...], world: int) -> Iterator[Step]:
        """For each noun held apart from this one and said of the thing by a fact or rule: the axiom that denies this one."""
        for apart in self.program.apart.get(template, ()):
            step = self._asserted(apart.other, args, world)
            if step is None:
                continue
            verdict = NO if step.verdict == YES else UNKNOWN
            yield Step(
                "rule" if verdict == NO else "unknown",
                verdict,
                (template, args, None),
                (step,),
                entry=apart,
                closed=step.closed,
                cause=step.cause,
                data=NO,
            )

    def _asserted(self, template: str, args: tuple[str, ...], world: int) -> Step | None:
        """The positive support of an atom by itself: a fact, or a rule that concludes it and stands or may stand."""
        if self.vocabulary.templates[template].kind == "kind":
            held = self.verdict(template, args, None, world)
            return held if held.verdict == YES else None
        return self._once(
            ("asserted", template, args, world), self._supported, (template, args, world), _nothing_in_a_loop
        )

    def overrule(self, step: Step, world: int) -> None:
        """Remember what stands instead of a fact that tells a noun, by the step that denies the noun."""
        assert step.key is not None
        instead = tuple(each for each in step.considered if each.kind == "beaten" and each.data == "given")
        self.overruled[(*step.key[:2], world)] = instead

    def beside_overruled(self, step: Step, world: int) -> Step:
        """A verdict that a noun is so, with what stands instead of facts that tell one held apart from it."""
        if step.verdict == YES and step.key is not None:
            for apart in self.program.apart.get(step.key[0], ()):
                for instead in self.overruled.get((apart.other, step.key[1], world), ()):
                    step = step.passing_over(instead)
        return step

    def _supported(self, template: str, args: tuple[str, ...], world: int) -> Step | None:
        rules = self.engine.in_play(template, world).other_than[NO]
        given = self._given((template, args, None), world)
        if given is not None and given.verdict == YES:
            step = self._told((template, args, None), given, rules, (), world)
            if step.verdict != NO:
                return step
            self.overrule(step, world)
            return None
        unknown: Step | None = None
        for entry in rules:
            for env in self._match(entry, args):
                status = self._status(entry, env, world)
                if status.kind == "rule" and status.verdict == YES:
                    return status
                if status.verdict == UNKNOWN:
                    unknown = unknown or status
        return unknown

    # -- kinds ------------------------------------------------------------------------------------------------

    def kind(self, kind: str, thing: str, key: Key, world: int = 0) -> Step:
        """Whether a thing is of a kind: as told, through the taxonomy; open where nothing told decides it."""
        if thing == SOMETHING:
            return Step("open", UNKNOWN, key, cause=_UNDETERMINED)
        situation, vocabulary = self.situation, self.vocabulary
        for told, source in situation.kinds.get(thing, {}).items():
            if vocabulary.is_a(told, kind):
                return Step("kind", YES, key, data=(told, source))
        for told, source in situation.kinds.get(thing, {}).items():
            if vocabulary.disjoint(told, kind):
                return Step("kind", NO, key, data=(told, source))
        for told, source in situation.not_kinds.get(thing, {}).items():
            if vocabulary.is_a(kind, told):
                return Step("kind", NO, key, data=(f"not {told}", source))
        placed = situation.placed(thing, kind)
        if placed is not None:
            return Step("kind", YES if placed else NO, key, data=(situation.slots[thing], None))
        for apart in self.program.apart.get(kind, ()):
            step = self._asserted(apart.other, (thing,), world)
            if step is not None and step.verdict == YES:
                return Step("rule", NO, key, (step,), entry=apart, closed=step.closed)
        self.open.setdefault(("kind", kind, (thing,)), set())
        return Step("open", UNKNOWN, key, cause=_UNDETERMINED)

    # -- rules ------------------------------------------------------------------------------------------------

    def _status(self, entry: Entry, env: Env, world: int) -> Step:
        """Whether a rule stands under a binding: kind "rule" with its side, "failed", "beaten", or unknown.

        An unknown status carries in `data` the side that the rule would take.
        """
        memo = (entry.number, tuple(env), world)
        return self._once(memo, self._stand, (entry, env, world), _rule_in_a_loop)

    def _stand(self, entry: Entry, env: Env, world: int) -> Step:
        conclusion = entry.rule.conclusion
        head = self.engine.head(entry)
        side = head.side
        key = (head.template, head.things(env), head.purpose)
        env = list(env)
        truth, because = self.engine.check(entry.rule.condition)(self, env, world)
        if truth == NO:
            return Step("failed", NO, key, because, entry=entry, env=env, closed=any_closed(because))
        looked: list[Looked] = []
        doubts: list[Step] = []
        for withdrawal, binding in entry.withdrawals:
            look = self._withdrawn(withdrawal, binding, env, world)
            looked.append(look)
            if look.applies == UNKNOWN:
                doubts.extend(step for step in reasons_of(look) if step.verdict == UNKNOWN)
        defeated = any(look.applies == YES for look in looked)
        for rival, binding in entry.rivals:
            if not self._in_play(rival, world):
                continue
            status = self._rival_status(rival, binding, env, world)
            if status.kind == "rule" and status.verdict != UNKNOWN:
                looked.append(Looked(rival, "", YES, (status,)))
                defeated = True
            elif status.verdict == UNKNOWN:
                looked.append(Looked(rival, "", UNKNOWN, (status,)))
                doubts.append(status)
            else:
                looked.append(Looked(rival, "", NO, (status,)))
        if defeated:
            reasons = tuple(step for look in looked if look.applies == YES for step in look.because)
            return Step(
                "beaten",
                NO,
                key,
                because,
                entry=entry,
                env=env,
                exceptions=looked,
                closed=beaten_by_silence(looked),
                data=reasons,
            )
        if truth == UNKNOWN or doubts:
            unknown = [*(s for s in because if s.verdict == UNKNOWN), *doubts]
            return Step(
                "unknown",
                UNKNOWN,
                key,
                tuple(unknown) or because,
                entry=entry,
                env=env,
                exceptions=looked,
                closed=any_closed(because) or kept_out_by_silence(looked),
                cause=max(1, worst(unknown)),
                data=side,
            )
        if isinstance(conclusion, tree.Missing):
            return Step(
                "not encoded",
                UNKNOWN,
                key,
                because,
                entry=entry,
                env=env,
                exceptions=looked,
                cause=_NOT_ENCODED,
                data=side,
            )
        closed = any_closed(because) or kept_out_by_silence(looked)
        return Step("rule", side, key, because, entry=entry, env=env, exceptions=looked, closed=closed)

    def _withdrawn(self, exemption: Exemption, binding: Binding, env: Env, world: int) -> Looked:
        """Whether a withdrawal applies: its condition holds, and no withdrawal that aims at it applies in turn."""
        item = exemption.item
        inner = list(passed_on(binding, env, len(item.variables)))
        applies, reasons = self.engine.check(item.condition)(self, inner, world)
        further: list[Looked] = []
        if applies != NO:
            for other, pairs in exemption.withdrawals:
                look = self._withdrawn(other, pairs, inner, world)
                look.effect = "restore" if look.effect == "withdraw" else "withdraw"
                further.append(look)
                if look.applies == YES:
                    applies = NO
                elif look.applies == UNKNOWN and applies == YES:
                    applies = UNKNOWN
        return Looked(item, "withdraw", applies, reasons, further)

    def _rival_status(self, rival: Entry, binding: Binding, env: Env, world: int) -> Step:
        """The status of a rule "instead of" another, its universal variables bound to the other's; what is not bound
        may be any thing there is."""
        inner = list(passed_on(binding, env, len(rival.rule.variables)))
        free = [i for i in range(rival.rule.universal) if inner[i] is None]
        if not free:
            return self._status(rival, inner, world)
        best: Step | None = None
        for filled in self._assignments(rival.rule.variables, free, inner):
            status = self._status(rival, filled, world)
            if status.kind == "rule" and status.verdict != UNKNOWN:
                return status
            if best is None or (status.verdict == UNKNOWN and best.verdict != UNKNOWN):
                best = status
        return best or Step("failed", NO, None, entry=rival, env=inner, closed=True)

    def _assignments(
        self, variables: Sequence[tree.Variable], free: Sequence[int], env: Env
    ) -> Iterator[Env]:
        if not free:
            yield list(env)
            return
        first, *rest = free
        for thing in self.situation.things_of(variables[first].kind):
            filled = list(env)
            filled[first] = thing
            yield from self._assignments(variables, rest, filled)

    # -- figures ----------------------------------------------------------------------------------------------

    def figure(
        self, template: str, args: tuple[str, ...], world: int = 0, purpose: str | None = None
    ) -> Step:
        """The step for a figure; its `data` is the `Possible` value, its verdict 1 where that is known, else 0."""
        if purpose is not None:
            return self._figure_for(template, args, purpose, world)
        if self._compiled and not self._busy:
            step = self._answer(FIGURE, template, args, None, world)
            if step is not None:
                return step
        memo = (template, args, "figure", world)
        return self._once(memo, self._figure, (template, args, world), _figure_in_a_loop)

    def _figure(self, template: str, args: tuple[str, ...], world: int) -> Step:
        roll = self.vocabulary.rolls.get(template)
        if roll is not None:
            return self._rolled(roll, template, args)
        rules = self.engine.in_play(template, world).general

        def statuses() -> list[tuple[Entry, Step]]:
            return [(e, self._status(e, env, world)) for e in rules for env in self._match(e, args)]

        bounds: list[tuple[str, Value | frozenset[Value], str, bool]] = []
        doubted: list[tuple[str, Value | frozenset[Value], str, bool]] = []
        doubts: list[Step] = []
        for bound, unknown in self._figure_read_back(template, args):
            (doubted if unknown else bounds).append(bound)
            doubts.extend(unknown)
        step = self._worked_out(template, args, world, bounds, statuses)
        if not doubted or (step.kind == "given figure" and step.verdict == YES):
            return step
        also = self._worked_out(template, args, world, [*bounds, *doubted], statuses)
        if also.verdict == step.verdict == YES and also.data == step.data:
            return also
        possible = union([step.data, also.data]) if len(doubted) == 1 else ANYTHING
        cause = max(_UNDETERMINED, step.cause, also.cause)
        return Step(
            "unknown", UNKNOWN, (template, args, None), [*doubts, step, also], cause=cause, data=possible
        )

    def _worked_out(
        self,
        template: str,
        args: tuple[str, ...],
        world: int,
        read_back: Sequence[tuple[str, Value | frozenset[Value], str, bool]],
        rules: Callable[[], list[tuple[Entry, Step]]],
    ) -> Step:
        """A figure as it is told or read back, else by the rules about it, each with its status.

        Each bound that is read back says whether the "exactly if" is known to be about these things: one that is not, and
        leaves no value that is told, is about others.
        """
        entry = self.vocabulary.templates[template]
        key: Key = (template, args, None)
        told = list(self.situation.figures.get((template, args), ()))
        domain = domain_of(entry.values, entry.unit)
        if told or read_back:
            told += [(op, value, source) for op, value, source, sure in read_back if sure]
            possible = narrowed(domain, told)
            for op, value, source, sure in read_back:
                if not sure and (left := narrow(possible, op, value)) != NOTHING:
                    possible = left
                    told.append((op, value, source))
        if told:
            sources = [source for _, _, source in told]
            if possible == NOTHING:
                return Step("conflict", UNKNOWN, key, data=ANYTHING, cause=_CONFLICT, considered=())
            given = Step("given figure", YES if possible.known is not None else UNKNOWN, key, data=possible)
            given.env = [sources[0]]
            if possible.known is not None:
                return given
            given.cause = _UNDETERMINED
            domain = possible
        statuses = rules()
        # "No other DRM applies": a line of which nobody told that it does is none, unless somebody told that it may be one.
        closed, doubted = self.situation.collected(entry), self.situation.unsettled
        put_by = [
            s
            for e, s in statuses
            if closed
            and s.verdict == UNKNOWN
            and _mode(e) != "base"
            and not (doubted and in_doubt(s, doubted))
        ]
        statuses = [(e, s) for e, s in statuses if s not in put_by] if put_by else statuses
        bases = [(e, s) for e, s in statuses if _mode(e) == "base"]
        unsettled = (template, args) in self.situation.unsettled
        silence = "open" if unsettled else entry.silence
        base = self._base(key, silence, entry.base, bases, domain, world, bool(told))
        lines = [(e, s) for e, s in statuses if _mode(e) not in ("base", "missing")]
        step = self._totalled(key, base, lines, world, entry.rounding)
        missing = [s for e, s in statuses if _mode(e) == "missing"]
        lacking = [s for s in missing if s.verdict == UNKNOWN]
        if not lacking:
            step.considered = (*step.considered, *missing, *put_by)
            step.closed = step.closed or bool(put_by)
            if told and entry.of is None and base.kind != "open figure":
                return self._bounded(step, domain, told)
            return step
        # Whatever the lines come to, a statement that may say more is not encoded.
        return Step(
            "not encoded",
            UNKNOWN,
            key,
            (*lacking, step),
            considered=[s for s in missing if s.verdict != UNKNOWN],
            cause=max(worst(lacking), step.cause),
            data=domain,
        )

    def _bounded(
        self, step: Step, domain: Possible, told: Sequence[tuple[str, Value | frozenset[Value], str]]
    ) -> Step:
        """What rules give a figure against the bounds that are told of it, which leave it `domain`.

        A fact stands against rules here, as a value that is told does: where their value is none of those left, it can be any
        of them. What they leave open may come to such a value, so that it is no narrower either.
        """
        if step.cause > _UNDETERMINED or (step.verdict == UNKNOWN and step.data == ANYTHING):
            return step
        left = narrowed(step.data, told)
        if left == step.data:
            return step
        if left == NOTHING:
            assert step.key is not None
            self.open.setdefault(("figure", *step.key[:2]), set())
            bounded = Step("told against", UNKNOWN, step.key, (step,), cause=_UNDETERMINED, data=domain)
        else:
            bounded = Step(
                "bounded", UNKNOWN, step.key, (step,), closed=step.closed, cause=_UNDETERMINED, data=domain
            )
        bounded.env = [told[0][2]]
        return bounded

    def _figure_for(self, template: str, args: tuple[str, ...], purpose: str, world: int) -> Step:
        """A figure for a purpose: by the rules for it where one gives a base, else in general, with the lines for it."""
        special = self.engine.in_play(template, world).for_purpose.get(purpose)
        if not special:
            return self.figure(template, args, world)
        entry = self.vocabulary.templates[template]
        key: Key = (template, args, purpose)
        statuses = [(e, self._status(e, env, world)) for e in special for env in self._match(e, args)]
        bases = [(e, s) for e, s in statuses if _mode(e) == "base"]
        if any(s.kind == "rule" and s.verdict != UNKNOWN for _, s in bases):
            base = self._base(key, "open", None, bases, ANYTHING, world, True)
        else:
            base = self.figure(template, args, world)
            doubtful = [(e, s) for e, s in bases if s.verdict == UNKNOWN]
            if doubtful:
                valued = [(s, *self._amount(e, s, world)) for e, s in doubtful]
                base = Step(
                    "figure",
                    UNKNOWN,
                    key,
                    [*(each for s, _, premises in valued for each in (s, *premises)), base],
                    considered=[s for _, s in bases if s.verdict != UNKNOWN],
                    cause=max(1, worst([s for s, _, _ in valued])),
                    data=union([base.data, *(possible for _, possible, _ in valued)]),
                )
        lines = [(e, s) for e, s in statuses if _mode(e) not in ("base", "missing")]
        if not any(s.kind == "rule" or s.verdict == UNKNOWN for _, s in lines):
            if base.key == key:
                base.considered = (*base.considered, *(s for _, s in lines))
            return self._no_firmer(base, base, lines, world)
        return self._totalled(key, base, lines, world, entry.rounding)

    def _totalled(
        self, key: Key, base: Step, lines: Sequence[tuple[Entry, Step]], world: int, rounding: str | None
    ) -> Step:
        """A figure's base with every line worked in, and rounded."""
        if (
            not any(s.kind == "rule" or s.verdict == UNKNOWN for _, s in lines)
            and rounded(base.data, rounding) == base.data
        ):
            base.considered = (*base.considered, *(s for _, s in lines))
            return self._no_firmer(base, base, lines, world)
        return self._no_firmer(self._sum(key, base, lines, world), base, lines, world)

    def _no_firmer(self, total: Step, base: Step, lines: Sequence[tuple[Entry, Step]], world: int) -> Step:
        """A figure, which rests on silence also where a line is out by that alone."""
        if total.closed or not any(out_by_silence(s) for _, s in lines):
            return total
        assert total.key is not None
        key, total = total.key, total.resting_on_silence()
        if self.firm:
            # Not in this run: what those lines would ask for makes no difference to what is asked here.
            counted = [
                (e, Step("unknown", UNKNOWN, s.key, env=s.env) if out_by_silence(s) else s) for e, s in lines
            ]
            self.shaky[id(total)] = (total, self._aside()._sum(key, base, counted, world).data)
        return total

    def unshaken(self, amount: tree.Amount, possible: Possible, steps: Sequence[Step]) -> Possible:
        """With `firm`, what an amount can be whatever silence says: as it is, but for lines that may count besides; anything
        where more than these rests on silence."""
        if not any_closed(steps):
            return possible
        if isinstance(amount, tree.Figure) and (found := self.shaky.get(id(steps[0]))) is not None:
            return found[1]
        return ANYTHING

    def _rolled(self, roll: Roll, template: str, args: tuple[str, ...]) -> Step:
        """What the dice of a roll can show, as far as they, or their sum, are told."""
        key: Key = (template, args, None)
        throws = self.situation.throws(roll, args)
        if not throws:
            return Step("conflict", UNKNOWN, key, cause=_CONFLICT, data=ANYTHING)
        told: list[Step] = []
        for figure in (roll.original, *roll.dice):
            bounds = self.situation.figures.get((figure, args))
            if bounds:
                shown = Possible(frozenset(roll.shows(figure, throw) for throw in throws))
                told.append(_found("given figure", (figure, args, None), shown))
                told[-1].env = [bounds[0][2]]
                if figure == template and shown.known is not None:
                    return told[-1]
        possible = Possible(frozenset(roll.shows(template, throw) for throw in throws))
        if possible.known is None:
            self.leave_figure_open(template, args)
        return _found("rolled", key, possible, told)

    def _figure_read_back(
        self, template: str, args: tuple[str, ...]
    ) -> Iterator[tuple[tuple[str, Value | frozenset[Value], str, bool], list[Step]]]:
        """Bounds that facts about what a figure defines put on it: an Ocean hex is told, so the water is ocean. Then whether
        the definition is known to be about the things of the fact, and what is not told of that."""
        for definition in self.program.figure_definitions.get(template, ()):
            for (name, things), (held, source) in self.situation.told.items():
                if name != definition.head.template or (definition.through and not held):
                    continue
                env = definition.bind(things)
                if env is None or tuple(_value(arg, env) for arg in definition.args) != args:
                    continue
                guarded, unknown = self._guards(definition, env, 0)
                if guarded != NO and all(step.cause == _UNDETERMINED for step in unknown):
                    bound = ("is" if held else "is not", definition.value, source, guarded == YES)
                    yield bound, unknown

    def _base(
        self,
        key: Key,
        silence: str,
        start: Fraction | None,
        rules: Sequence[tuple[Entry, Step]],
        domain: Possible,
        world: int,
        told: bool,
    ) -> Step:
        considered = [s for _, s in rules if s.kind in ("failed", "beaten")]
        standing = [(e, s) for e, s in rules if s.kind == "rule" and s.verdict != UNKNOWN]
        unknown = [(e, s) for e, s in rules if s.verdict == UNKNOWN]
        valued = [(s, *self._amount(e, s, world)) for e, s in standing]
        maybe = [(s, *self._amount(e, s, world)) for e, s in unknown]
        if len(valued) > 1 and differ([possible for _, possible, _ in valued]):
            sides = [each for step, _, premises in valued for each in (step, *premises)]
            return Step("conflict", UNKNOWN, key, sides, cause=_CONFLICT, data=ANYTHING)
        if valued and not maybe:
            possible = valued[0][1] if len(valued) == 1 else union(possible for _, possible, _ in valued)
            apart = possible.known is None and not _alike(valued)
            if apart:
                # Whatever else they leave open, they may come to different values: a conflict, of which nothing is sure.
                possible = ANYTHING
            choosing = standing[0][0].rule.conclusion
            if isinstance(choosing, tree.SetFigure) and isinstance(choosing.amount, tree.Chosen):
                return self._chosen(key, choosing.amount, valued[0], considered)
            tables = {e.rule.table for e, _ in standing}
            shown = {id(look.by) for each, _, _ in valued for look in each.exceptions}
            considered = [
                s
                for s in considered
                if id(s.entry) not in shown
                and (s.entry.rule.table is None or s.entry.rule.table not in tables)
            ]
            return Step(
                "figure",
                YES if possible.known is not None else UNKNOWN,
                key,
                [each for step, _, premises in valued for each in (step, *premises)],
                considered=considered,
                closed=all(step.closed or any_closed(premises) for step, _, premises in valued)
                or self.otherwise_by_silence(rules, standing, possible, world),
                cause=0
                if possible.known is not None
                else _CONFLICT
                if apart
                else max(1, worst([s for _, _, p in valued for s in p])),
                data=possible,
            )
        if maybe:
            parts = [possible for _, possible, _ in (*valued, *maybe)]
            tables = {e.rule.table for e, _ in unknown}
            exhaustive = bool(valued) or (len(tables) == 1 and tables <= self.program.total)
            if not exhaustive:
                parts.append(only(start) if silence == "base" and start is not None else domain)
            steps = [each for s, _, premises in (*valued, *maybe) for each in (s, *premises)]
            possible = union(parts)
            if valued and possible.known is None:
                # Where the others stand, too, it is a conflict: what all these values answer alike is not sure for that.
                possible = ANYTHING
            known = (
                bool(valued) and possible.known is not None
            )  # whether the others stand makes no difference
            return Step(
                "figure",
                YES if known else UNKNOWN,
                key,
                steps,
                considered=considered,
                # Of several values, one that rests on silence leaves a comparison with them all no firmer.
                closed=all(step.closed or any_closed(premises) for step, _, premises in valued)
                if known
                else any(step.closed or any_closed(premises) for step, _, premises in (*valued, *maybe)),
                cause=0 if known else max(1, worst([s for s, _, _ in maybe])),
                data=possible,
            )
        if silence == "base" and start is not None:
            return Step("figure", YES, key, considered=considered, closed=True, data=only(start))
        touched = self.program.touched.get(key[0])
        if touched and not told:
            return Step("not encoded", UNKNOWN, key, considered=considered, cause=_NOT_ENCODED, data=domain)
        self.leave_figure_open(*key[:2])
        return Step("open figure", UNKNOWN, key, considered=considered, cause=_UNDETERMINED, data=domain)

    def otherwise_by_silence(
        self,
        rules: Sequence[tuple[Entry, Step]],
        standing: Sequence[tuple[Entry, Step]],
        value: Possible,
        world: int,
    ) -> bool:
        """Whether a rule that is out by silence alone gives a figure another value than those that stand do."""
        return any(
            out_by_silence(step)
            and not any(self.program.overrules(e, entry) for e, s in standing if not s.closed)
            and self._another(entry, step, value, world)
            for entry, step in rules
        )

    def _another(self, entry: Entry, step: Step, value: Possible, world: int) -> bool:
        """Whether a rule that does not stand gives another value, or may as far as is seen without asking for more."""
        conclusion = entry.rule.conclusion
        assert isinstance(conclusion, tree.SetFigure)
        if isinstance(conclusion.amount, tree.Number | tree.Symbol):
            return self._amount(entry, step, world)[0] != value
        # Not in this run: what the rule would ask for makes no difference to what is asked here.
        return not self.firm or self._aside()._amount(entry, step, world)[0] != value

    def _aside(self) -> Run:
        """Another run with the same facts, which leaves nothing open in this one."""
        return Run(self.engine, self.situation, self._deadline, firm=self.firm)

    def _chosen(
        self,
        key: Key,
        amount: tree.Chosen,
        valued: tuple[Step, Possible, tuple[Step, ...]],
        considered: Sequence[Step],
    ) -> Step:
        """What is chosen among some things: the one that there is, or an open choice of several."""
        rule, possible, premises = valued
        [picked] = premises
        if possible.options is not None:
            bounds = self.situation.figures.get(key[:2], ())
            possible = Possible(
                frozenset(
                    thing
                    for thing in possible.options
                    if all(
                        (thing in value) is (op == "is")
                        if isinstance(value, frozenset)
                        else holds(op, thing, value)
                        for op, value, _ in bounds
                    )
                )
            )
        several = picked.data.settled and possible.options is not None and len(possible.options) > 1
        if several and SOMETHING not in key[1]:
            about = ("figure", key[0], key[1])
            self.open.setdefault(about, set())
            if amount.chooser is None:
                self.draws.add(about)
        known = possible.known is not None and picked.data.settled
        return Step(
            "chosen" if several else "figure",
            YES if known else UNKNOWN,
            key,
            (rule, picked),
            considered=considered,
            closed=rule.closed or picked.closed,
            cause=0 if known else max(1, picked.cause),
            data=possible,
        )

    def _sum(self, key: Key, base: Step, lines: Sequence[tuple[Entry, Step]], world: int) -> Step:
        total: Possible = base.data
        steps: list[Step] = [base]
        considered = [s for _, s in lines if s.kind in ("failed", "beaten")]
        rounding = self.vocabulary.templates[key[0]].rounding
        for mode, op in (
            ("add", "plus"),
            ("multiply", "times"),
            ("round", ""),
            ("at most", "lesser"),
            ("at least", "greater"),
        ):
            if mode == "round" and rounded(total, rounding) != total:
                total = rounded(total, rounding)
                steps.append(Step("rounded", YES, key, data=(rounding, total)))
            for entry, step in lines:
                if _mode(entry) != mode or step.kind in ("failed", "beaten"):
                    continue
                value, premises = self._amount(entry, step, world)
                changed = combine(op, total, value)
                total = changed if step.verdict != UNKNOWN else union((total, changed))
                steps.append(
                    Step(
                        "line",
                        step.verdict,
                        key,
                        (step, *premises),
                        entry=entry,
                        data=(mode, value),
                        cause=max(step.cause, worst(premises)),
                        closed=step.closed or any(p.closed for p in premises),
                    )
                )
        known = total.known is not None
        return Step(
            "figure",
            YES if known else UNKNOWN,
            key,
            steps,
            considered=considered,
            closed=any_closed(steps),
            cause=0 if known else max(1, worst(steps), *(each.cause for each in steps)),
            data=total,
        )

    def _amount(self, entry: Entry, step: Step, world: int) -> tuple[Possible, tuple[Step, ...]]:
        conclusion = entry.rule.conclusion
        assert isinstance(conclusion, tree.SetFigure)
        return self.engine.measure(conclusion.amount)(self, list(step.env), world)


def _alike(valued: Sequence[tuple[Step, Possible, tuple[Step, ...]]]) -> bool:
    """Whether rules give a figure the same value, whatever that is: what is not known is the same thing to all of them."""
    _, value, premises = valued[0]
    keys = [premise.key for premise in premises]
    return all(
        other == value and [premise.key for premise in others] == keys and None not in keys
        for _, other, others in valued[1:]
    )


def _found(kind: str, key: Key, possible: Possible, because: Sequence[Step] = ()) -> Step:
    """A step for what a figure can be: known, or undetermined."""
    if possible.known is not None:
        return Step(kind, YES, key, because, data=possible)
    return Step(kind, UNKNOWN, key, because, cause=_UNDETERMINED, data=possible)


def _side(step: Step) -> int:
    """The side that the rule of a step would take if it stood."""
    return side_of(step.entry) if isinstance(step.entry, Entry) else YES


def _mode(entry: Entry) -> str:
    conclusion = entry.rule.conclusion
    return conclusion.mode if isinstance(conclusion, tree.SetFigure) else "missing"


def _verdict_in_a_loop(template: str, args: tuple[str, ...], purpose: str | None, world: int) -> Step:
    return Step("loop", NO, (template, args, purpose), closed=True)


def _nothing_in_a_loop(template: str, args: tuple[str, ...], world: int) -> None:
    return None


def _rule_in_a_loop(entry: Entry, env: Env, world: int) -> Step:
    return Step("loop", NO, None, entry=entry, closed=True)


def _figure_in_a_loop(template: str, args: tuple[str, ...], world: int) -> Step:
    return Step("loop", UNKNOWN, (template, args, None), cause=_ILL_FOUNDED, data=ANYTHING)


def _things_of(terms: Sequence[tree.Term]) -> Callable[[Sequence[str | None]], tuple[str, ...]]:
    """What finds the things for which terms stand under a binding."""
    if all(isinstance(term, tree.Var) for term in terms):
        places = [term.index for term in terms if isinstance(term, tree.Var)]
        if len(places) == 1:
            [place] = places

            def one(env: Sequence[str | None]) -> tuple[str, ...]:
                thing = env[place]
                return (SOMETHING if thing is None else thing,)

            return one
        if len(places) == 2:
            first, second = places

            def two(env: Sequence[str | None]) -> tuple[str, ...]:
                one, other = env[first], env[second]
                return (SOMETHING if one is None else one, SOMETHING if other is None else other)

            return two
    return lambda env: tuple([_value(term, env) for term in terms])


def _value(term: tree.Term, env: Sequence[str | None]) -> str:
    if isinstance(term, tree.Var):
        bound = env[term.index]
        return SOMETHING if bound is None else bound
    return term.name


# -- compilation ------------------------------------------------------------------------------------------------


def _compile(condition: tree.Condition, program: Program) -> Check:
    def parts_of(parts: Sequence[tree.Condition]) -> list[Check]:
        return [_compile(part, program) for part in parts]

    if isinstance(condition, tree.Holds):
        return _holds(condition)
    if isinstance(condition, tree.Compare):
        return _comparison(condition, program)
    if isinstance(condition, tree.Differ):
        return _differ(condition)
    if isinstance(condition, tree.AllOf):
        # What no rule concludes is asked first: it is quick to fail, and the plainest reason to fail.
        order = sorted(
            range(len(condition.parts)), key=lambda index: not _is_leaf(condition.parts[index], program)
        )
        return _all_of(parts_of(condition.parts), order)
    if isinstance(condition, tree.AnyOf):
        return _any_of(parts_of(condition.parts), 1)
    if isinstance(condition, tree.NoneOf):
        return _any_of(parts_of(condition.parts), -1)
    if isinstance(condition, tree.OneOf):
        return _one_of(parts_of(condition.parts))
    if isinstance(condition, tree.Exists):
        return _exists(condition, _compile(condition.part, program))
    if isinstance(condition, tree.Widened):
        return _widened(condition.by, _compile(condition.part, program))
    return _but_for(_compile(condition.part, program), program.worlds[condition.after])


def _is_leaf(condition: tree.Condition, program: Program) -> bool:
    return isinstance(condition, tree.Holds) and not (
        program.by_template.get(condition.atom.template) or program.apart.get(condition.atom.template)
    )


def _holds(condition: tree.Holds) -> Check:
    template, purpose = condition.atom.template, condition.atom.purpose
    things, sign = _things_of(condition.atom.args), 1 if condition.positive else -1

    def check(run: Run, env: Env, world: int) -> Outcome:
        step = run.verdict(template, things(env), purpose, world)
        return sign * step.verdict, (step,)

    return check


def _differ(condition: tree.Differ) -> Check:
    left, right = condition.left, condition.right

    def check(run: Run, env: Env, world: int) -> Outcome:
        return (YES if _value(left, env) != _value(right, env) else NO), ()

    return check


def _among(among: tree.Among, program: Program) -> Callable[[Run, Env, int], Step]:
    part = _compile(among.where, program)

    def pick(run: Run, env: Env, world: int) -> Step:
        because: list[Step] = []
        things: list[tuple[str, int]] = []
        situation = run.situation
        for thing in situation.things_of(among.kind):
            filled = list(env)
            filled[among.variable] = thing
            truth, reasons = part(run, filled, world)
            because.extend(reasons)
            if truth != NO and not situation.surely(thing, among.kind):
                step = run.verdict(among.kind, (thing,), None, world)
                truth = min(truth, step.verdict)
                because.append(step)
            things.append((thing, truth))
        blank = list(env)
        blank[among.variable] = SOMETHING
        others, reasons = part(run, blank, world)
        because.extend(reasons)
        picked = Picked(among, tuple(env), tuple(things), NO if others == NO else UNKNOWN)
        unknown = [step for step in because if step.verdict == UNKNOWN]
        return Step(
            "among",
            YES if picked.settled else UNKNOWN,
            None,
            tuple(dict.fromkeys(because)),
            closed=any_closed(because),
            cause=0 if picked.settled else max(1, worst(unknown)),
            data=picked,
        )

    return pick


def _measure(amount: tree.Amount, program: Program) -> Measure:
    if isinstance(amount, tree.Number):
        fixed = only(amount.value)
        return lambda run, env, world: (fixed, ())
    if isinstance(amount, tree.Symbol):
        listed = only(amount.name)
        return lambda run, env, world: (listed, ())
    if isinstance(amount, tree.Figure):
        template, things, purpose = amount.atom.template, _things_of(amount.atom.args), amount.atom.purpose

        def measure(run: Run, env: Env, world: int) -> tuple[Possible, tuple[Step, ...]]:
            step = run.figure(template, things(env), world, purpose)
            return step.data, (step,)

        return measure
    if isinstance(amount, tree.Thing):
        term = amount.term
        return lambda run, env, world: (only(_value(term, env)), ())
    if isinstance(amount, tree.Whole):
        inner, by = _measure(amount.amount, program), amount.by.value

        def whole(run: Run, env: Env, world: int) -> tuple[Possible, tuple[Step, ...]]:
            possible, steps = inner(run, env, world)
            return whole_times(possible, by), steps

        return whole
    if isinstance(amount, tree.Chosen | tree.Count):
        pick, counts = _among(amount.among, program), isinstance(amount, tree.Count)

        def picked(run: Run, env: Env, world: int) -> tuple[Possible, tuple[Step, ...]]:
            step = pick(run, env, world)
            return (step.data.count() if counts else step.data.choice()), (step,)

        return picked
    if isinstance(amount, tree.Extreme):
        return _extreme(amount, program)
    left, right, op = _measure(amount.left, program), _measure(amount.right, program), amount.op

    def both(run: Run, env: Env, world: int) -> tuple[Possible, tuple[Step, ...]]:
        a, first = left(run, env, world)
        b, second = right(run, env, world)
        return combine(op, a, b), (*first, *second)

    return both


def _extreme(amount: tree.Extreme, program: Program) -> Measure:
    pick, measure, variable = (
        _among(amount.among, program),
        _measure(amount.of, program),
        amount.among.variable,
    )

    def extreme(run: Run, env: Env, world: int) -> tuple[Possible, tuple[Step, ...]]:
        picked = pick(run, env, world)
        because, values = [picked], {}
        for thing in picked.data.sure if picked.data.settled else ():
            filled = list(env)
            filled[variable] = thing
            values[thing], steps = measure(run, filled, world)
            because.extend(steps)
        possible = picked.data.extreme(values, most=amount.most)
        known = possible.known is not None
        step = Step(
            "extreme",
            YES if known else UNKNOWN,
            None,
            tuple(because),
            closed=any(each.closed for each in because),
            cause=0 if known else max(1, worst(because)),
            data=(amount, tuple(env), possible),
        )
        return possible, (step,)

    return extreme


def _comparison(condition: tree.Compare, program: Program) -> Check:
    left, right, op = _measure(condition.left, program), _measure(condition.right, program), condition.op

    def check(run: Run, env: Env, world: int) -> Outcome:
        a, first = left(run, env, world)
        b, second = right(run, env, world)
        truth = compare(op, a, b)
        because = (*first, *second)
        closed = any_closed(because)
        if closed and run.firm and truth != UNKNOWN:
            sides = run.unshaken(condition.left, a, first), run.unshaken(condition.right, b, second)
            closed = compare(op, *sides) != truth
        step = Step(
            "compare",
            truth,
            None,
            because,
            closed=closed,
            cause=max(1, worst(because)) if truth == UNKNOWN else 0,
            data=(condition, a, b, tuple(env)),
        )
        return truth, (step,)

    return check


def compare_open(run: Run, step: Step) -> None:
    """Remember against which values the untold figures of a comparison that is not settled are compared."""
    condition, left, right, _ = step.data
    first = _leaves(condition.left)
    _threshold(run, condition.left, iter(step.because[:first]), condition.op, right.options)
    _threshold(run, condition.right, iter(step.because[first:]), _MIRRORED[condition.op], left.options)


_MIRRORED = {
    "is": "is",
    "is not": "is not",
    "at least": "at most",
    "at most": "at least",
    "more than": "less than",
    "less than": "more than",
}


def _threshold(
    run: Run, amount: tree.Amount, steps: Iterator[Step], op: str, values: frozenset[Value] | None
) -> Possible:
    """Remember against which values the untold figures of an amount are compared: a case split need only tell these apart.

    `steps` are those of the amount's figures, in order. Returns what the amount can be, None among `values` for unknown.
    """
    if isinstance(amount, tree.Number):
        return only(amount.value)
    if isinstance(amount, tree.Symbol):
        return only(amount.name)
    if isinstance(amount, tree.Thing):
        return ANYTHING
    if isinstance(amount, tree.Chosen | tree.Count):
        picked: Picked = next(steps).data
        return picked.count() if isinstance(amount, tree.Count) else picked.choice()
    if isinstance(amount, tree.Extreme):
        return _threshold_of_extreme(run, next(steps), op, values)
    if isinstance(amount, tree.Whole):
        inner = _threshold(run, amount.amount, steps, op, _whole_thresholds(op, values, amount.by.value))
        return whole_times(inner, amount.by.value)
    if isinstance(amount, tree.Figure):
        step = next(steps)
        if values is not None:
            compared_with(run, step, op, values)
        possible = step.data
        assert isinstance(possible, Possible)
        return possible
    # What each side can be is needed to shift the values for the other one.
    kept = list(steps)
    first = _leaves(amount.left)
    here, there = kept[:first], kept[first:]
    left = _threshold(run, amount.left, iter(here), op, None)
    right = _threshold(run, amount.right, iter(there), op, None)
    if values is not None:
        if left.known is None:
            _threshold(
                run, amount.left, iter(here), *_shifted(amount.op, op, values, left, right, first=True)
            )
        if right.known is None:
            _threshold(
                run, amount.right, iter(there), *_shifted(amount.op, op, values, right, left, first=False)
            )
    return combine(amount.op, left, right)


def _threshold_of_extreme(run: Run, step: Step, op: str, values: frozenset[Value] | None) -> Possible:
    """What is compared with the least of some figures is compared with each; and each, to tell which it is, with the others."""
    figures = step.because[1:]
    for figure in figures if values is not None else ():
        others = [_samples(other.data) or () for other in figures if other is not figure]
        compared_with(run, figure, op, values or frozenset())
        compared_with(run, figure, "at most", frozenset(value for each in others for value in each))
    possible = step.data[2]
    assert isinstance(possible, Possible)
    return possible


def _leaves(amount: tree.Amount) -> int:
    """How many figures an amount has."""
    if isinstance(amount, tree.Arithmetic):
        return _leaves(amount.left) + _leaves(amount.right)
    if isinstance(amount, tree.Whole):
        return _leaves(amount.amount)
    return 1 if isinstance(amount, tree.Figure | tree.Chosen | tree.Count | tree.Extreme) else 0


def _whole_thresholds(op: str, values: frozenset[Value] | None, by: Fraction) -> frozenset[Value] | None:
    """Against which numbers to compare an amount of which the multiples of a number are compared with these."""
    if values is None:
        return None
    return frozenset(
        (value + more) * by - less
        for value in values
        if isinstance(value, Fraction)
        for more in (0, 1)
        for less in (0, 1)
    )


_MOST_SHIFTED = 400


def _samples(possible: Possible) -> frozenset[Value] | None:
    """The values of an amount that tell another apart: all of them where they are few, else the ends there are."""
    if possible.options is not None:
        return possible.options
    low, high = possible.low, possible.high
    if low is not None and high is not None and high - low <= _MOST_SAMPLES:
        return frozenset(low + number for number in range(int(high - low) + 1))
    return frozenset(end for end in (low, high) if end is not None) or None


_MOST_SAMPLES = 24


def _shifted(
    what: str, op: str, values: frozenset[Value], part: Possible, other: Possible, *, first: bool
) -> tuple[str, frozenset[Value] | None]:
    """The comparison of a sum, difference and so on as comparisons of one of its parts, by what the other can be."""
    if what in ("lesser", "greater"):
        return op, values
    # What has few values need not be compared with the ends of what has many: splitting that comes first.
    options = _samples(other) if part.options is None else other.options
    if options is None or len(options) * len(values) > _MOST_SHIFTED:
        return op, None
    found: set[Value] = set()
    mirrored = what == "minus" and not first
    for value in values:
        for by in options:
            if isinstance(value, str) or isinstance(by, str):
                continue
            if what == "plus":
                found.add(value - by)
            elif what == "minus":
                found.add(value + by if first else by - value)
            elif what == "times" and by > 0:
                found.add(value / by)
            elif what == "divided by" and first and by > 0:
                found.add(value * by)
    return (_MIRRORED[op] if mirrored else op), frozenset(found) or None


def compared_with(run: Run, step: Step, op: str, values: frozenset[Value]) -> None:
    """Remember against which values a figure is compared, or the untold figures from which its rules work it out."""
    if step.key is None or step.verdict != UNKNOWN:
        return
    found = run.open.get(("figure", step.key[0], step.key[1]))
    if found is not None:
        found.update((op, value) for value in values)
        return
    if step.kind != "figure":
        return
    lines = [other for other in step.because if other.kind == "line"]
    if not lines:
        for rule, premises in _rules_with_premises(step.because):
            _threshold(run, rule.entry.rule.conclusion.amount, iter(premises), op, values)
        return
    wanted: frozenset[Value] | None = values
    for line in reversed(lines):
        mode, amount = line.data
        if mode == "multiply" and wanted is not None:
            op, wanted = _shifted("times", op, wanted, ANYTHING, amount, first=True)
    parts: list[tuple[Step, Possible]] = [(step.because[0], step.because[0].data)]
    for line in lines:
        if line.data[0] == "add":
            value = line.data[1] if line.verdict != UNKNOWN else union((line.data[1], only(Fraction(0))))
            parts.append((line, value))
    for part, possible in parts:
        if possible.known is not None or wanted is None:
            continue
        rest = only(Fraction(0))
        for other, value in parts:
            if other is not part:
                rest = combine("plus", rest, value)
        how, shifted = _shifted("plus", op, wanted, possible, rest, first=True)
        if shifted is None:
            continue
        if part.kind == "line":
            _threshold(run, part.entry.rule.conclusion.amount, iter(part.because[1:]), how, shifted)
        else:
            compared_with(run, part, how, shifted)


def differing_open(run: Run, step: Step) -> None:
    """Remember against which values the untold figures are compared from which several rules work out one value, to tell where
    they come to different ones."""
    if step.kind != "figure" or step.verdict != UNKNOWN or step.data != ANYTHING:
        return
    if any(other.kind == "line" for other in step.because):
        return  # a sum: what it starts from is a step of its own
    parts: list[tuple[tree.Amount, list[Step], Possible]] = []
    for rule, premises in _rules_with_premises(step.because):
        amount = rule.entry.rule.conclusion.amount
        parts.append((amount, premises, _threshold(run, amount, iter(premises), "is", None)))
    for amount, premises, possible in parts:
        if possible.known is not None:
            continue
        # Not against what is open itself: each would move with the other, and there would be no end of cases.
        values = {
            value
            for _, _, other in parts
            if other is not possible
            for value in ((other.known,) if other.known is not None else other.options or ())
            if isinstance(value, Fraction)
        }
        for op in ("at most", "at least"):
            _threshold(run, amount, iter(premises), op, frozenset(values))


def _rules_with_premises(because: Sequence[Step]) -> Iterator[tuple[Step, list[Step]]]:
    """The rules among the premises of a figure, each with the figures of its amount, which stand after it."""
    position = 0
    while position < len(because):
        rule = because[position]
        position += 1
        if not isinstance(rule.entry, Entry) or not isinstance(rule.entry.rule.conclusion, tree.SetFigure):
            continue
        count = _leaves(rule.entry.rule.conclusion.amount)
        premises = list(because[position : position + count])
        if len(premises) == count:
            yield rule, premises
            position += count


def _all_of(parts: Sequence[Check], order: Sequence[int]) -> Check:
    ordered = [(index, parts[index]) for index in order]
    nothing: list[tuple[Step, ...]] = [()] * len(parts)

    def check(run: Run, env: Env, world: int) -> Outcome:
        found: list[tuple[Step, ...]] | None = None  # of most that is asked the first part fails
        unknown = False
        fails: tuple[Step, ...] | None = None
        for index, part in ordered:
            truth, because = part(run, env, world)
            if truth == NO:
                if not run.firm or not any_closed(because):
                    return NO, because
                fails = because if fails is None else fails
            unknown = unknown or truth == UNKNOWN
            if found is None:
                found = nothing.copy()
            found[index] = because
        if fails is not None:
            return NO, fails
        return (UNKNOWN if unknown else YES), tuple([step for steps in found or () for step in steps])

    return check


def _any_of(parts: Sequence[Check], sign: int) -> Check:
    def check(run: Run, env: Env, world: int) -> Outcome:
        outcomes = [part(run, env, world) for part in parts]
        for wanted in (YES, UNKNOWN):
            reasons = [because for truth, because in outcomes if truth == wanted]
            if reasons:
                if run.firm and wanted == YES:
                    reasons = [each for each in reasons if not any_closed(each)] or reasons
                return sign * wanted, tuple(step for because in reasons for step in because)
        return -sign, tuple(step for _, because in outcomes for step in because)

    return check


def _one_of(parts: Sequence[Check]) -> Check:
    def check(run: Run, env: Env, world: int) -> Outcome:
        outcomes = [part(run, env, world) for part in parts]
        steps = tuple(step for _, because in outcomes for step in because)
        yes = sum(truth == YES for truth, _ in outcomes)
        unknown = sum(truth == UNKNOWN for truth, _ in outcomes)
        if yes > 1:
            return NO, steps
        if unknown:
            return UNKNOWN, steps
        return (YES if yes == 1 else NO), steps

    return check


def _exists(condition: tree.Exists, part: Check) -> Check:
    def check(run: Run, env: Env, world: int) -> Outcome:
        entry_variables = condition.variables
        found: list[Step] = []
        unknown: list[Step] = []
        holds: tuple[Step, ...] | None = None
        for filled in _candidates(run, entry_variables, condition.kinds, env):
            truth, because = part(run, filled, world)
            if truth == YES:
                if not run.firm or not any_closed(because):
                    return YES, because
                holds = because if holds is None else holds
            (unknown if truth == UNKNOWN else found).extend(because)
        if holds is not None:
            return YES, holds
        strange = tuple([part(run, filled, world) for filled in _strange(run, condition, env)])
        return none_of_these(condition, found, unknown, strange)

    return check


def _strange(run: Run, condition: tree.Exists, env: Env) -> Iterator[Env]:
    """Where a condition looks for several things, those of which nothing is told beside those that are told of; first nothing
    but those."""
    blank = list(env)
    for index in condition.variables:
        blank[index] = SOMETHING
    yield blank
    if len(condition.variables) > 1:
        kinds = condition.kinds or (None,) * len(condition.variables)
        known = [list(run.situation.things_of(kind)) if kind else run.situation.things for kind in kinds]
        for binding in partly_strange(known):
            filled = list(env)
            for index, thing in zip(condition.variables, binding, strict=True):
                filled[index] = thing
            yield filled


def _candidates(run: Run, variables: Sequence[int], kinds: Sequence[str], env: Env) -> Iterator[Env]:
    if not variables:
        yield list(env)
        return
    first, *rest = variables
    for thing in run.situation.things_of(kinds[0]) if kinds else run.situation.things:
        filled = list(env)
        filled[first] = thing
        yield from _candidates(run, rest, kinds[1:], filled)


def _but_for(part: Check, without: int) -> Check:
    def check(run: Run, env: Env, world: int) -> Outcome:
        return part(run, env, without)

    return check


def _widened(label: str, part: Check) -> Check:
    def check(run: Run, env: Env, world: int) -> Outcome:
        truth, because = part(run, env, world)
        step = Step(
            "widening",
            truth,
            None,
            because,
            closed=any_closed(because),
            cause=worst(because),
            data=label,
        )
        return truth, (step,)

    return check
