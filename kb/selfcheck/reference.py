"""A second opinion: the meaning of a program worked out slowly, in the plainest way, to hold the engine against.

Written from the page of semantics, not from the engine. What is not told and not closed is an *input*. Whenever the
evaluation needs an input, it stops, and is done again once for each value that the input could have: so every answer is
taken from situations in which nothing that matters is missing, and "undetermined" means that two of them differ. Only what
was settled without an input is remembered when it is given. Whatever depends on itself gets no support from itself.

- A rule stands if its condition holds, no withdrawal of it holds and no rule "instead of" it stands.
- Standing rules that agree are the verdict. If they differ, an `order` decides, else it is a conflict. If there are none,
  the silence of the template speaks; where a statement that touches the template is not encoded, that is the outcome.
- A noun is denied of what a fact or a standing rule says is something that an axiom holds apart from it.
- A fact counts as concluded by the rules that conclude the same: a rule instead of one of them is instead of it. A rule
  against it makes a conflict, but only if the rule would stand whatever silence hides (`doubt` below: silence says nothing).
- A fact about what is defined by "exactly if" one condition tells that condition, where the guards of the definition hold.
- A set of inputs under which the rules stand against a fact is not a possible one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, partial
from itertools import product
from math import ceil, floor
from typing import NamedTuple, TypeVar

from kb.reason.possible import Value, holds
from kb.reason.program import (
    Definition,
    Entry,
    Exemption,
    Program,
    covers,
    has_but_for,
    in_amount,
    mentioned,
)
from kb.reason.situation import Situation
from kb.rulelang import tree
from kb.rulelang.telling import is_telling
from kb.rulelang.vocabulary import Roll

YES, NO, UNKNOWN = 1, -1, 0
UNDETERMINED, NOT_ENCODED, CONFLICT, ILL_FOUNDED = 1, 2, 3, 4
CAUSES = ("", "undetermined", "not encoded", "conflict", "ill-founded")
PENDING = 9
"""The cause of what waits for itself while it is worked out."""

STRANGER = "something else"
"""A thing that nobody has named; nothing is known of it that silence does not say."""

Result = TypeVar("Result")
Things = tuple[str, ...]
Env = dict[int, str]
Input = tuple[str, str, Things]
Inputs = Mapping[Input, Value | bool]
Memory = dict[tuple[str, Things] | None, "Settled"]
"""What is settled, apart for each fact that is left out."""
Left = frozenset[int]
"""The rules left out by a "but for this rule", by their numbers."""


MOST = 15_000


class Truth(NamedTuple):
    """1, -1 or 0; with 0 the cause for which it is not known."""

    sign: int
    cause: int = 0


class Amounts(NamedTuple):
    """The values that an amount may have, None for any; with more than one the cause for which it is not known."""

    values: frozenset[Value] | None
    cause: int = 0


class Needed(Exception):
    """The evaluation needs an input; `options` are all the values that tell a difference."""

    def __init__(self, about: Input, options: Sequence[Value | bool]) -> None:
        super().__init__(about)
        self.about = about
        self.options = tuple(options)


class TooMuch(Exception):
    """More rules and atoms to look at, over all sets of inputs, than anybody wants to wait for."""


@dataclass(frozen=True)
class Answer:
    """yes, no, value or a cause, with the value."""

    answer: str
    value: Value | None = None


@dataclass(slots=True)
class Settled:
    """What no input that is still needed can change: whether rules stand, verdicts, and figures."""

    rules: dict[object, Truth] = field(default_factory=dict)
    verdicts: dict[object, Truth] = field(default_factory=dict)
    figures: dict[object, Amounts] = field(default_factory=dict)

    def copy(self) -> Settled:
        """An independent copy."""
        return Settled(dict(self.rules), dict(self.verdicts), dict(self.figures))


NOTHING: frozenset[Value] = frozenset((Fraction(0),))
"""What anything comes to when it is taken no times."""

Ask = Callable[[], Truth]

Question = tuple[str, Things, str | None]
"""A template, its arguments, and a purpose: about a figure's value, or whether an atom holds."""


def answer(
    program: Program,
    situation: Situation,
    question: Question,
    most: int = MOST,
    *,
    sure_of_nouns: bool = False,
) -> Answer:
    """The answer to a question. Raises `TooMuch` where it would look at more than `most` rules."""
    work = Work(program, situation, thresholds(program, situation, question[0]), most, sure_of_nouns)

    def outcome(inputs: Inputs, memory: Memory) -> tuple[str, Value | None]:
        case = Evaluation(work, inputs, memory)
        template, args, purpose = question
        if program.vocabulary.templates[template].kind == "figure":
            amounts: list[Amounts] = []

            def known() -> Truth:
                amounts.append(case.figure(template, args, frozenset(), False, purpose))
                return Truth(UNKNOWN, amounts[-1].cause)

            case.solve(known)
            found = amounts[-1]
            if found.values is not None and len(found.values) == 1:
                return "value", next(iter(found.values))
            return CAUSES[found.cause or UNDETERMINED], None
        truth = case.solve(lambda: case.verdict(template, args, purpose, frozenset(), False))
        return {YES: "yes", NO: "no", UNKNOWN: CAUSES[truth.cause]}[truth.sign], None

    def agrees(inputs: Inputs, memory: Memory) -> bool:
        return not Evaluation(work, inputs, memory).contradicted()

    settled = list(completions(outcome, {}, {}))
    possible = settled
    if len({result for _, _, result in settled}) > 1:
        possible = [one for one in settled if any(fine for _, _, fine in completions(agrees, one[0], one[1]))]
    results = {result for _, _, result in possible or settled}
    if len(results) == 1:
        return Answer(*next(iter(results)))
    return Answer(
        CAUSES[max((CAUSES.index(name) for name, _ in results if name in CAUSES), default=UNDETERMINED)]
    )


def consistent(
    program: Program, situation: Situation, most: int = MOST, *, sure_of_nouns: bool = False
) -> bool:
    """Whether any set of inputs agrees with all facts. Raises `TooMuch`."""
    work = Work(program, situation, thresholds(program, situation), most, sure_of_nouns)

    def agrees(inputs: Inputs, memory: Memory) -> bool:
        return not Evaluation(work, inputs, memory).contradicted()

    return any(fine for _, _, fine in completions(agrees, {}, {}))


def completions(
    ask: Callable[[Inputs, Memory], Result], inputs: Inputs, memory: Memory
) -> Iterator[tuple[Inputs, Memory, Result]]:
    """Every set of inputs with which the evaluation comes to its end, what was settled on the way, and what it says.

    What was settled before an input was needed does not rest on it, and is settled whatever it is.
    """
    try:
        result = ask(inputs, memory)
    except Needed as needed:
        for option in needed.options:
            kept = {left_out: settled.copy() for left_out, settled in memory.items()}
            yield from completions(ask, {**inputs, needed.about: option}, kept)
        return
    yield inputs, memory, result


_MOST_TOLD = 6
"""Of how many values that are told sums are looked at: what is left of them may be compared with what another comes to."""


def thresholds(program: Program, situation: Situation, template: str | None = None) -> tuple[Fraction, ...]:
    """Every number that occurs in a rule, or of those for a template in one that it may rest on, or in a fact about what
    these speak of; and the ones next to it."""
    known = _all_numbers(program) if template is None else _numbers_for(program, template)
    found = set(known.numbers)
    for (name, _), bounds in situation.figures.items():
        if template is not None and name not in known.templates:
            continue
        for _, value, _ in bounds:
            values = value if isinstance(value, frozenset) else (value,)
            found.update(v for v in values if isinstance(v, Fraction))
    in_part = any(op not in ("is", "is not") for bounds in situation.figures.values() for op, _, _ in bounds)
    exact = {
        value
        for (name, _), bounds in situation.figures.items()
        for op, value, _ in bounds
        if op == "is" and (in_part or name in known.templates)
    }
    # What is not told, or in part, may have to make up, in a sum, for what is told beside it.
    told = sorted(value for value in exact if isinstance(value, Fraction))
    found.update(n - value for n in known.numbers for value in told)
    if len(told) <= _MOST_TOLD:
        found.update(value + other for value in told for other in told)
    parts = {number / factor for number in found for factor in known.factors if factor}
    found.update(Fraction(whole) for part in parts for whole in (floor(part), ceil(part)))
    near = {number + step for number in found for step in (-1, 0, 1)}
    if in_part:
        # Beyond a bound there is more than one number, else it would be as good as told.
        near |= {min(near) - 1, max(near) + 1}
    return tuple(sorted(near))


class _Known(NamedTuple):
    numbers: frozenset[Fraction]
    factors: frozenset[Fraction]
    templates: frozenset[str]


@cache
def _all_numbers(program: Program) -> _Known:
    found: set[Fraction] = {Fraction(0)}
    for entry in program.entries:
        found.update(_numbers_of(entry))
    for withdrawal in program.withdrawals:
        found.update(_numbers(withdrawal.condition))
    return _Known(frozenset(found), frozenset(), frozenset(program.vocabulary.templates))


@cache
def _numbers_for(program: Program, template: str) -> _Known:
    """The numbers of the rules on which a template may rest, with the templates of which they speak."""
    found: set[Fraction] = {Fraction(0)}
    factors: set[Fraction] = set()
    seen: set[str] = set()
    queue = [template]
    while queue:
        name = queue.pop()
        if name in seen:
            continue
        seen.add(name)
        queue.extend(apart.other for apart in program.apart.get(name, ()))
        queue.extend(definition.head.template for definition in program.definitions.get(name, ()))
        conditions: list[tree.Condition] = []
        for definition in program.definitions.get(name, ()):
            conditions.append(definition.entry.rule.condition)
        for entry in program.by_template.get(name, ()):
            found.update(_numbers_of(entry))
            conditions.append(entry.rule.condition)
            conclusion = entry.rule.conclusion
            if isinstance(conclusion, tree.SetFigure):
                queue.extend(in_amount(conclusion.amount))
                factors.update(_factors(conclusion.amount))
                if conclusion.mode == "multiply":
                    factors.update(_numbers_in(conclusion.amount))
            queue.extend(rival.atom.template for rival, _ in entry.rivals)
            exemptions = [exemption for exemption, _ in entry.withdrawals]
            while exemptions:
                exemption = exemptions.pop()
                conditions.append(exemption.item.condition)
                exemptions.extend(other for other, _ in exemption.withdrawals)
        for condition in conditions:
            found.update(_numbers(condition))
            found.update(_thrown(program, condition))
            factors.update(factor for amount in _compared(condition) for factor in _factors(amount))
            queue.extend(mentioned(condition))
    return _Known(frozenset(found), frozenset(factors), frozenset(seen))


def _factors(amount: tree.Amount) -> Iterator[Fraction]:
    """By what an amount multiplies, and by the inverse of what it divides."""
    if isinstance(amount, tree.Arithmetic):
        for part, other in ((amount.left, amount.right), (amount.right, amount.left)):
            yield from _factors(part)
            if amount.op == "times" and isinstance(other, tree.Number):
                yield other.value
        if amount.op == "divided by" and isinstance(amount.right, tree.Number) and amount.right.value:
            yield 1 / amount.right.value
    elif isinstance(amount, tree.Whole):
        yield from _factors(amount.amount)


def _comparisons(condition: tree.Condition) -> Iterator[tree.Compare]:
    """The comparisons in a condition."""
    if isinstance(condition, tree.Compare):
        yield condition
    elif isinstance(condition, tree.Exists | tree.ButFor | tree.Widened):
        yield from _comparisons(condition.part)
    elif not isinstance(condition, tree.Holds | tree.Differ):
        for part in condition.parts:
            yield from _comparisons(part)


def _compared(condition: tree.Condition) -> Iterator[tree.Amount]:
    """The amounts that a condition compares."""
    for comparison in _comparisons(condition):
        yield comparison.left
        yield comparison.right


def _thrown(program: Program, condition: tree.Condition) -> Iterator[Fraction]:
    """What dice can show that a condition compares with a figure which may be anything."""
    rolls = program.vocabulary.rolls
    for comparison in _comparisons(condition):
        sides = [set(in_amount(side)) for side in (comparison.left, comparison.right)]
        for side, other in (sides, sides[::-1]):
            if any(name not in rolls for name in other):
                yield from (
                    rolls[name].shows(name, throw)
                    for name in side
                    if name in rolls
                    for throw in rolls[name].throws()
                )


def _numbers_of(entry: Entry) -> Iterator[Fraction]:
    yield from _numbers(entry.rule.condition)
    if isinstance(entry.rule.conclusion, tree.SetFigure):
        yield from _numbers_in(entry.rule.conclusion.amount)


def _numbers(condition: tree.Condition) -> Iterator[Fraction]:
    for amount in _compared(condition):
        yield from _numbers_in(amount)


def _numbers_in(amount: tree.Amount) -> Iterator[Fraction]:
    if isinstance(amount, tree.Number):
        yield amount.value
    elif isinstance(amount, tree.Arithmetic):
        yield from _numbers_in(amount.left)
        yield from _numbers_in(amount.right)
    elif isinstance(amount, tree.Whole):
        yield from (times * amount.by.value for times in range(5))
        yield from _numbers_in(amount.amount)
    elif isinstance(amount, tree.Chosen | tree.Count | tree.Extreme):
        yield from _numbers(amount.among.where)


@dataclass(slots=True)
class Work:
    """What all evaluations for one question share: the rules, the facts, the numbers that tell a difference, how many rules and
    atoms may still be looked at, and the rules about each atom; with `sure_of_nouns` what nobody says of a thing casts no doubt
    on what is said of it: a canal hex is told to be one, and not by silence of its being no pond hex."""

    program: Program
    situation: Situation
    numbers: Sequence[Fraction]
    budget: int
    sure_of_nouns: bool = False
    matching: dict[object, list[tuple[Entry, Env]]] = field(default_factory=dict)

    def spend(self) -> None:
        """One more is looked at. Raises `TooMuch` where that is one too many."""
        self.budget -= 1
        if self.budget < 0:
            raise TooMuch


class Evaluation:
    """One evaluation, in a situation with these inputs."""

    def __init__(
        self, work: Work, inputs: Inputs, memory: Memory, without: tuple[str, Things] | None = None
    ) -> None:
        self.work = work
        self.program = work.program
        self.vocabulary = work.program.vocabulary
        self.situation = work.situation
        self.inputs = inputs
        self.numbers = work.numbers
        self.without = without
        self.memory = memory
        self.known = memory.setdefault(without, Settled())
        self.settled = self.known.rules
        self.waiting: dict[object, Callable[[], Truth]] = {}
        self.lacking: dict[object, Needed] = {}
        self.hoped: dict[object, Truth] = {}

    # -- facts against rules ------------------------------------------------------------------------------------

    def contradicted(self) -> bool:
        """Whether the rules stand against a fact, or against what a thing told to be of a species is by definition, or what is
        told of a figure by itself and by what it defines goes together in no value. One fact after the other: where one is
        contradicted whatever the others need, that is enough."""
        checks: list[Callable[[], bool]] = [
            partial(self._figure_differs, definition)
            for definitions in self.program.figure_definitions.values()
            for definition in definitions
            if definition.through
        ]
        checks += [partial(self._figure_clashes, *about) for about in self.situation.figures]
        checks += [
            partial(self._rules_against, template, args, held)
            for (template, args), (held, _) in self.situation.told.items()
            if self.program.by_template.get(template) or self.program.apart.get(template)
        ]
        needed: list[Needed] = []
        for check in checks:
            try:
                if check():
                    return True
            except Needed as one:
                needed.append(one)
        if needed:
            raise needed[0]
        return False

    def _rules_against(self, template: str, args: Things, held: bool) -> bool:
        """Whether the rules stand against a fact, by themselves."""
        atom: tuple[str, Things, None, Left] = (template, args, None, frozenset())
        truth = self.solve(partial(self.verdict, *atom, False))
        if truth == (UNKNOWN, CONFLICT):
            return True
        if truth.sign == (NO if held else YES):
            return False  # a rule instead of the fact: that is no contradiction
        alone = Evaluation(self.work, self.inputs, self.memory, (template, args))
        return alone.solve(partial(alone.verdict, *atom, True)).sign == (NO if held else YES)

    def _figure_differs(self, definition: Definition) -> bool:
        """Whether a figure has another value than the definition of something that is told gives it."""
        for (template, args), (held, _) in self.situation.told.items():
            env = definition.bind(args) if template == definition.head.template and held else None
            if env is None:
                continue
            bound = {index: thing for index, thing in enumerate(env) if thing is not None}
            parts = definition.entry.rule.condition
            last = parts.parts[-1] if isinstance(parts, tree.AllOf) else parts
            asked = tree.AllOf(tuple(tree.Holds(guard) for guard in definition.guards))
            if self.solve(partial(self.condition, asked, bound, frozenset(), False)).sign == NO:
                continue
            if self.solve(partial(self.condition, last, bound, frozenset(), True)).sign == NO:
                return True
        return False

    def _figure_clashes(self, template: str, args: Things) -> bool:
        """Whether a figure is told to have a value that facts about what an "exactly if" defines by it rule out."""
        bounds: list[tuple[str, Value | frozenset[Value], str]] = []

        def known() -> Truth:
            found = self._read_back(template, args, frozenset())
            if isinstance(found, Amounts):
                return Truth(UNKNOWN, found.cause)
            bounds[:] = found
            return Truth(YES)

        if template not in self.program.figure_definitions or self.solve(known).sign != YES or not bounds:
            return False
        return not self._options(template, (*self.situation.figures[template, args], *bounds))

    def told(self, template: str, args: Things, left: Left) -> Truth | None:
        """What the facts say of an atom, if anything: told, or read back from a definition."""
        fact = self._fact(template, args)
        if fact is not None:
            return Truth(fact)
        for definition in self.program.definitions.get(template, ()):
            env = _env(definition.args, args)
            if env is None or not _known(definition.head.args, env):
                continue  # nothing is told of what is said of some further thing
            head = self._fact(definition.head.template, _args(definition.head.args, env))
            if head is not None and (head == YES or not definition.through):
                guarded = self._guarded(definition, env, left)
                if guarded.cause == PENDING:
                    return guarded
                if guarded.sign == YES:
                    return Truth(head * definition.sign)
        return None

    def _fact(self, template: str, args: Things) -> int | None:
        if (template, args) == self.without or (template, args) not in self.situation.told:
            return None
        return YES if self.situation.told[template, args][0] else NO

    def _guarded(self, definition: Definition, env: Env, left: Left) -> Truth:
        """Whether a definition is about these things: all of its condition but the last part holds."""
        condition = definition.entry.rule.condition
        guards = condition.parts[:-1] if isinstance(condition, tree.AllOf) else ()
        node = ("guard", definition.entry.number, tuple(sorted(env.items())), left, False)
        return self._settle(node, lambda: self.condition(tree.AllOf(tuple(guards)), env, left, False))

    # -- what depends on itself ---------------------------------------------------------------------------------

    def solve(self, ask: Callable[[], Truth]) -> Truth:
        """What `ask` says once everything that it comes by is settled.

        Each time round, what does not wait for itself is settled. When that gets no further, the rules that could hold
        only because of each other do not hold; what then still waits is ill-founded.
        """
        while True:
            before = len(self.settled)
            self.waiting, self.lacking = {}, {}
            truth = ask()
            if truth.cause != PENDING:
                return truth
            if len(self.settled) == before:
                self._break_loops()

    def _break_loops(self) -> None:
        """Settle what waits for itself: false where nothing else could make it hold, else not known."""
        causes: set[int] = set()
        unfounded = self._unfounded(causes)
        doubted = [node for node in self.waiting if isinstance(node, tuple) and node[-1] is True]
        # A fact is read back where only what is read back from it could tell that it is about something else.
        guards = [node for node in self.waiting if isinstance(node, tuple) and node[0] == "guard"]
        if unfounded:
            self.settled.update(dict.fromkeys(unfounded, Truth(NO)))
        elif guards:
            self.settled.update(dict.fromkeys(guards, Truth(YES)))
        elif doubted:
            self.settled.update(dict.fromkeys(doubted, Truth(UNKNOWN, UNDETERMINED)))
        else:
            self.settled.update(dict.fromkeys(self.waiting, Truth(UNKNOWN, max(causes, default=ILL_FOUNDED))))

    def _unfounded(self, causes: set[int]) -> list[object]:
        """Of what waits, all that cannot hold unless some of it already did. Adds why the rest is not known."""
        self.hoped = dict.fromkeys(self.waiting, Truth(NO))
        before: dict[object, Truth] = {}
        while before != self.hoped:
            before = dict(self.hoped)
            for node in before:
                self.work.budget -= 1
                if self.hoped[node].sign != NO or node not in self.waiting:
                    continue
                truth = self.waiting[node]()
                if truth.sign != NO:
                    self.hoped[node] = Truth(UNKNOWN, PENDING)
                if truth.sign == YES:
                    causes.add(ILL_FOUNDED)
                elif truth.sign == UNKNOWN and truth.cause != PENDING:
                    causes.add(truth.cause)
        found = [node for node, truth in self.hoped.items() if truth.sign == NO and node in self.waiting]
        self.hoped = {}
        return found

    def _settle(self, node: object, work: Callable[[], Truth]) -> Truth:
        """The truth of something that may depend on itself."""
        if node in self.settled:
            return self.settled[node]
        if self.hoped:
            self.waiting.setdefault(node, work)
            return self.hoped.setdefault(node, Truth(NO))
        if node in self.lacking:
            raise self.lacking[node]
        if node in self.waiting:
            return Truth(UNKNOWN, PENDING)
        self.work.spend()
        self.waiting[node] = work
        try:
            truth = work()
        except Needed as needed:
            self.lacking[node] = needed
            raise
        if truth.cause != PENDING:
            self.settled[node] = truth
            del self.waiting[node]
        return truth

    # -- atoms ----------------------------------------------------------------------------------------------------

    def verdict(self, template: str, args: Things, purpose: str | None, left: Left, doubt: bool) -> Truth:
        """Whether an atom holds. With `doubt`, silence says nothing."""
        node = (template, args, purpose, left, doubt)
        if not self.hoped and node in self.known.verdicts:
            return self.known.verdicts[node]
        self.work.spend()
        truth = self._verdict(*node)
        if not self.hoped and truth.cause != PENDING:
            self.known.verdicts[node] = truth
        return truth

    def _verdict(self, template: str, args: Things, purpose: str | None, left: Left, doubt: bool) -> Truth:
        entry = self.vocabulary.templates[template]
        if entry.kind == "kind":
            return self.kind(template, args[0], left, doubt)
        if purpose is not None:
            special = self._sides(template, args, purpose, left, doubt)
            found = self._weigh(*special)
            if found is not None:
                return found
        pro, con = self._sides(template, args, None, left, doubt)
        con = [*con, *self._held_apart(template, args, left, doubt)]
        fact = self.told(template, args, left)
        if fact is not None:
            if fact.cause == PENDING:
                return fact
            instead = self._instead_of_fact(template, args, fact.sign, left, doubt)
            if instead.cause == PENDING:
                return instead
            if doubt and instead.sign != YES:
                return fact
            if instead.sign == UNKNOWN:
                return instead
            if instead.sign == NO:
                return self._told_against(template, args, fact.sign, left)
        found = self._weigh(pro, con)
        quiet = self._silence(template, args, doubt, needed=found is None)
        if found is None:
            return quiet
        if found.sign == UNKNOWN and not any(t.sign == YES for _, t in (*pro, *con)):
            sides = {
                side for side, rules in ((YES, pro), (NO, con)) for _, truth in rules if truth.sign == UNKNOWN
            }
            if quiet.sign != UNKNOWN and sides == {quiet.sign}:
                return quiet
        return found

    def _told_against(self, template: str, args: Things, fact: int, left: Left) -> Truth:
        """The fact, unless rules stand against it without help from silence."""
        pro, con = self._sides(template, args, None, left, True)
        con = [*con, *self._axioms(template, args, left, True)]
        against = con if fact == YES else pro
        if any(truth.sign == YES for _, truth in against):
            return Truth(UNKNOWN, CONFLICT)
        if any(truth.cause == PENDING for _, truth in against):
            return Truth(UNKNOWN, PENDING)
        return Truth(fact)

    def _instead_of_fact(self, template: str, args: Things, fact: int, left: Left, doubt: bool) -> Truth:
        """Whether a rule stands instead of one that concludes what the fact says."""
        found: list[Ask] = []
        for entry, env in self._matching(template, args, None, left):
            conclusion = entry.rule.conclusion
            if isinstance(conclusion, tree.Conclude) and conclusion.positive is (fact == YES):
                found.extend(self._rivals(entry, env, left, doubt))
        return some(found)

    def _matching(
        self, template: str, args: Things, purpose: str | None, left: Left
    ) -> Sequence[tuple[Entry, Env]]:
        """The rules about an atom, each for all things that its other variables can be."""
        node = (template, args, purpose, left)
        if node not in self.work.matching:
            self.work.matching[node] = list(self._matched(*node))
        return self.work.matching[node]

    def _matched(
        self, template: str, args: Things, purpose: str | None, left: Left
    ) -> Iterator[tuple[Entry, Env]]:
        for entry in self.program.by_template.get(template, ()):
            atom = entry.rule.conclusion.atom
            if atom.purpose == purpose and entry.number not in left:
                env = _env(atom.args, args)
                if env is not None:
                    unbound = [i for i in range(entry.rule.universal) if i not in env]
                    kinds = [entry.rule.variables[i].kind for i in unbound]
                    for things in product(*(list(self.situation.things_of(kind)) for kind in kinds)):
                        yield entry, {**env, **dict(zip(unbound, things, strict=True))}

    def _sides(
        self, template: str, args: Things, purpose: str | None, left: Left, doubt: bool
    ) -> tuple[list[tuple[Entry | None, Truth]], list[tuple[Entry | None, Truth]]]:
        """The rules for an atom and those against it, each with whether it stands."""
        pro: list[tuple[Entry | None, Truth]] = []
        con: list[tuple[Entry | None, Truth]] = []
        for entry, env in self._matching(template, args, purpose, left):
            conclusion = entry.rule.conclusion
            if isinstance(conclusion, tree.Missing):
                truth = self.stands(entry, env, left, doubt)
                lacking = Truth(UNKNOWN, NOT_ENCODED) if truth.sign == YES else truth
                pro.append((entry, lacking))
                con.append((entry, lacking))
                continue
            assert isinstance(conclusion, tree.Conclude)
            side = pro if conclusion.positive else con
            side.append((entry, self.stands(entry, env, left, doubt)))
        return pro, con

    def _axioms(self, template: str, args: Things, left: Left, doubt: bool) -> Iterator[tuple[None, Truth]]:
        """The axioms that deny a noun: each counts as a rule that stands where the other noun is asserted."""
        for apart in self.program.apart.get(template, ()):
            yield None, self.asserted(apart.other, args, left, doubt)

    def _held_apart(
        self, template: str, args: Things, left: Left, doubt: bool
    ) -> Iterator[tuple[None, Truth]]:
        """The same; where the work is sure of nouns, without the doubt that silence of the others would cast."""
        for apart, (_, truth) in zip(
            self.program.apart.get(template, ()), self._axioms(template, args, left, doubt), strict=True
        ):
            if self.work.sure_of_nouns and doubt and truth.sign == UNKNOWN and truth.cause != PENDING:
                plainly = self.asserted(apart.other, args, left, False)
                truth = plainly if plainly.sign == NO else truth
            yield None, truth

    def asserted(self, template: str, args: Things, left: Left, doubt: bool) -> Truth:
        """Whether a fact, or a rule that stands, says that a noun is true of a thing, whatever speaks against it."""
        if self.vocabulary.templates[template].kind == "kind":
            # By the place where it was named too: who swims and has screens is as much a contradiction as a tank that swims.
            said = self._named_kind(template, args[0]), self._told_kind(template, args[0])
            return Truth(YES if YES in said else NO)
        found = [truth for _, truth in self._sides(template, args, None, left, doubt)[0]]
        fact = self.told(template, args, left)
        if fact is not None and fact.sign != NO:
            instead = self._instead_of_fact(template, args, YES, left, doubt)
            firm = doubt and instead.sign == UNKNOWN and instead.cause != PENDING
            found.append(both((fact, Truth(YES) if firm else Truth(-instead.sign, instead.cause))))
        return either(found)

    def _weigh(
        self, pro: Sequence[tuple[Entry | None, Truth]], con: Sequence[tuple[Entry | None, Truth]]
    ) -> Truth | None:
        """The verdict of the rules; None where none stands and none may."""
        for_it = [e for e, truth in pro if truth.sign == YES]
        against = [e for e, truth in con if truth.sign == YES]
        kept = [e for e in for_it if not any(self._outranks(other, e) for other in against)]
        left = [e for e in against if not any(self._outranks(other, e) for other in for_it)]
        if kept and left:
            return Truth(UNKNOWN, CONFLICT)
        winners = kept or left
        doubtful = [
            truth.cause
            for side, others in ((YES, pro), (NO, con))
            for e, truth in others
            if truth.sign == UNKNOWN
            and not (winners and side == (YES if kept else NO))
            and not any(self._outranks(w, e) for w in winners)
        ]
        if doubtful:
            return Truth(UNKNOWN, max(doubtful))
        if winners:
            return Truth(YES if kept else NO)
        return None

    def _outranks(self, winner: Entry | None, loser: Entry | None) -> bool:
        if winner is None or loser is None:
            return False

        def within(entry: Entry, items: Sequence[str]) -> bool:
            return any(covers(self.program, item, entry.rule.id, entry.rule.statements) for item in items)

        return any(within(winner, order.over) and within(loser, order.under) for order in self.program.orders)

    def _silence(self, template: str, args: Things, doubt: bool, *, needed: bool) -> Truth:
        silence = self.vocabulary.templates[template].silence
        if (template, args) in self.situation.unsettled:
            silence = "open"
        elif silence == "open" and template in self.situation.closed:
            silence = "no"
        if self.program.touched.get(template):
            return Truth(UNKNOWN, NOT_ENCODED)
        if silence == "open":
            about = ("atom", template, args)
            if about in self.inputs:
                return Truth(YES if self.inputs[about] else NO)
            if STRANGER in args or not needed:
                return Truth(UNKNOWN, UNDETERMINED)
            raise Needed(about, (True, False))
        if doubt and not is_telling(template):
            return Truth(UNKNOWN, UNDETERMINED)
        return Truth(YES if silence == "yes" else NO)

    # -- kinds ------------------------------------------------------------------------------------------------------

    def _told_kind(self, kind: str, thing: str, *, supposing: bool = True) -> int:
        are = set(self.situation.kinds.get(thing, ()))
        are_not = set(self.situation.not_kinds.get(thing, ()))
        for (_, supposed, (about,)), held in self._kind_inputs() if supposing else ():
            if about == thing:
                (are if held else are_not).add(supposed)
        if any(self.vocabulary.is_a(known, kind) for known in are):
            return YES
        if any(self.vocabulary.disjoint(known, kind) for known in are):
            return NO
        if any(self.vocabulary.is_a(kind, known) for known in are_not):
            return NO
        return UNKNOWN

    def _named_kind(self, kind: str, thing: str) -> int:
        """Whether a thing is of a kind, as told, else by the place where it was named."""
        known = self._told_kind(kind, thing, supposing=False)
        placed = self.situation.placed(thing, kind) if known == UNKNOWN else None
        return known if placed is None else YES if placed else NO

    def _kind_inputs(self) -> list[tuple[tuple[str, str, tuple[str]], Value | bool]]:
        return [((a[0], a[1], (a[2][0],)), held) for a, held in self.inputs.items() if a[0] == "kind"]

    def kind(self, kind: str, thing: str, left: Left, doubt: bool) -> Truth:
        """Whether a thing is of a kind, by facts and taxonomy; nobody's silence says anything of kinds."""
        if thing == STRANGER:
            return Truth(UNKNOWN, UNDETERMINED)
        known = self._named_kind(kind, thing)
        if known != UNKNOWN:
            return Truth(known)
        if any(truth.sign == YES for _, truth in self._axioms(kind, (thing,), left, doubt)):
            return Truth(NO)
        # What is supposed comes last: it may have been asked for where silence says nothing, and not here.
        known = self._told_kind(kind, thing)
        if known != UNKNOWN:
            return Truth(known)
        raise Needed(("kind", kind, (thing,)), (True, False))

    # -- rules --------------------------------------------------------------------------------------------------------

    def stands(self, entry: Entry, env: Env, left: Left, doubt: bool) -> Truth:
        """Whether a rule stands for these things: 1 it does, -1 it is out."""
        node = ("rule", entry.number, tuple(sorted(env.items())), left, doubt)
        return self._settle(node, lambda: self._stands(entry, env, left, doubt))

    def _stands(self, entry: Entry, env: Env, left: Left, doubt: bool) -> Truth:
        return every(
            [
                partial(self.condition, entry.rule.condition, env, left, doubt),
                *(
                    partial(self._not_withdrawn, exemption, _bound(binding, env), left, doubt)
                    for exemption, binding in entry.withdrawals
                ),
                partial(self._unrivalled, entry, env, left, doubt),
            ]
        )

    def _not_withdrawn(self, exemption: Exemption, env: Env, left: Left, doubt: bool) -> Truth:
        truth = self.withdrawn(exemption, env, left, doubt)
        return Truth(-truth.sign, truth.cause)

    def _unrivalled(self, entry: Entry, env: Env, left: Left, doubt: bool) -> Truth:
        truth = some(self._rivals(entry, env, left, doubt))
        return Truth(-truth.sign, truth.cause)

    def withdrawn(self, exemption: Exemption, env: Env, left: Left, doubt: bool) -> Truth:
        """Whether a withdrawal applies: its condition holds, and nothing that applies withdraws it."""
        return every(
            [
                partial(self.condition, exemption.item.condition, env, left, doubt),
                *(
                    partial(self._not_withdrawn, other, _bound(binding, env), left, doubt)
                    for other, binding in exemption.withdrawals
                ),
            ]
        )

    def _rivals(self, entry: Entry, env: Env, left: Left, doubt: bool) -> Iterator[Ask]:
        """For each rule "instead of" this one, whether it stands; what it does not share with this one may be anything."""
        for rival, binding in entry.rivals:
            if rival.number in left:
                continue
            shared = _bound(binding, env)
            free = [i for i in range(rival.rule.universal) if i not in shared]
            kinds = [rival.rule.variables[i].kind for i in free]
            choices = [list(self.situation.things_of(kind)) for kind in kinds]
            for things in product(*choices):
                yield partial(
                    self.stands, rival, {**shared, **dict(zip(free, things, strict=True))}, left, doubt
                )

    # -- conditions -----------------------------------------------------------------------------------------------------

    def condition(self, condition: tree.Condition, env: Env, left: Left, doubt: bool) -> Truth:
        """Whether a condition holds for these things."""
        if isinstance(condition, tree.Holds):
            atom = condition.atom
            truth = self.verdict(atom.template, _args(atom.args, env), atom.purpose, left, doubt)
            return truth if condition.positive else Truth(-truth.sign, truth.cause)
        if isinstance(condition, tree.Compare):
            one = self.amount(condition.left, env, left, doubt)
            other = self.amount(condition.right, env, left, doubt)
            cause = max(UNDETERMINED, one.cause, other.cause)
            if one.values is None or other.values is None:
                return Truth(UNKNOWN, cause)
            seen = {holds(condition.op, a, b) for a in one.values for b in other.values}
            return Truth(UNKNOWN, cause) if len(seen) > 1 else Truth(YES if seen == {True} else NO)
        if isinstance(condition, tree.Differ):
            left_thing, right_thing = _args((condition.left, condition.right), env)
            return Truth(YES if left_thing != right_thing else NO)
        if isinstance(condition, tree.AllOf):
            return every(partial(self.condition, part, env, left, doubt) for part in condition.parts)
        if isinstance(condition, tree.AnyOf):
            return some(partial(self.condition, part, env, left, doubt) for part in condition.parts)
        if isinstance(condition, tree.NoneOf):
            truth = some(partial(self.condition, part, env, left, doubt) for part in condition.parts)
            return Truth(-truth.sign, truth.cause)
        if isinstance(condition, tree.OneOf):
            parts = [self.condition(part, env, left, doubt) for part in condition.parts]
            sure = sum(truth.sign == YES for truth in parts)
            open_ = [truth.cause for truth in parts if truth.sign == UNKNOWN]
            if sure > 1 or (sure == 0 and not open_):
                return Truth(NO)
            return Truth(UNKNOWN, max(open_)) if open_ else Truth(YES)
        if isinstance(condition, tree.Exists):
            kinds = condition.kinds or ("",) * len(condition.variables)
            choices = list(product(*(self._fitting(kind) for kind in kinds)))
            filled = [{**env, **dict(zip(condition.variables, choice, strict=True))} for choice in choices]
            return some(partial(self.condition, condition.part, each, left, doubt) for each in filled)
        if isinstance(condition, tree.Widened):
            return self.condition(condition.part, env, left, doubt)
        assert isinstance(condition, tree.ButFor)
        out = frozenset(
            e.number
            for e in circular(self.program)
            if not any(covers(self.program, r, e.rule.id, e.rule.statements) for r in condition.after)
        )
        return self.condition(condition.part, env, out, doubt)

    def _fitting(self, kind: str) -> list[str]:
        """The things that may be of a kind, and a stranger."""
        if not kind:
            return [*self.situation.things, STRANGER]
        fitting = [t for t in self.situation.things_of(kind) if self._may_stand(kind, t)]
        return [*fitting, STRANGER]

    def _may_stand(self, kind: str, thing: str) -> bool:
        """Whether a thing may be of a kind. What was named where only that kind can stand is, unless it is of another."""
        if self._told_kind(kind, thing) != NO:
            return True
        inputs = {k for (what, k, (t,)), held in self._kind_inputs() if t == thing and held}
        are = inputs.union(self.situation.kinds.get(thing, ()))
        disjoint = any(self.vocabulary.disjoint(known, kind) for known in are)
        return not disjoint and self.situation.surely(thing, kind)

    # -- figures ----------------------------------------------------------------------------------------------------------

    def amount(self, amount: tree.Amount, env: Env, left: Left, doubt: bool) -> Amounts:
        """The values that an amount may have."""
        if isinstance(amount, tree.Number):
            return Amounts(frozenset((amount.value,)))
        if isinstance(amount, tree.Symbol):
            return Amounts(frozenset((amount.name,)))
        if isinstance(amount, tree.Figure):
            return self.figure(
                amount.atom.template, _args(amount.atom.args, env), left, doubt, amount.atom.purpose
            )
        if isinstance(amount, tree.Thing):
            return Amounts(frozenset(_args((amount.term,), env)))
        if isinstance(amount, tree.Whole):
            whole = self.amount(amount.amount, env, left, doubt)
            if whole.values is None:
                return whole
            return Amounts(
                frozenset(Fraction(v // amount.by.value) for v in whole.values if isinstance(v, Fraction)),
                whole.cause,
            )
        if isinstance(amount, tree.Chosen | tree.Count | tree.Extreme):
            truths = {
                thing: self._among(amount.among, thing, env, left, doubt) for thing in self._named(amount)
            }
            sure = frozenset(thing for thing, truth in truths.items() if truth.sign == YES)
            open_ = [truth.cause for truth in truths.values() if truth.sign == UNKNOWN]
            if open_:
                return Amounts(None, max(open_))
            if isinstance(amount, tree.Extreme):
                return self._extreme(amount, sorted(sure), env, left, doubt)
            if isinstance(amount, tree.Count):
                return Amounts(frozenset((Fraction(len(sure)),)))
            return Amounts(sure, 0 if len(sure) == 1 else UNDETERMINED)
        one = self.amount(amount.left, env, left, doubt)
        other = self.amount(amount.right, env, left, doubt)
        return combined(amount.op, one, other)

    def _extreme(
        self, amount: tree.Extreme, sure: Sequence[str], env: Env, left: Left, doubt: bool
    ) -> Amounts:
        """The least or greatest that a figure is of these things; one that has no value does not count."""
        found = [self.amount(amount.of, {**env, amount.among.variable: thing}, left, doubt) for thing in sure]
        found = [each for each in found if each.values is None or each.values]
        if not found:
            return Amounts(frozenset())
        total = found[0]
        for each in found[1:]:
            total = combined("greater" if amount.most else "lesser", total, each)
        return total

    def _named(self, amount: tree.Chosen | tree.Count | tree.Extreme) -> list[str]:
        return [*self.situation.things_of(amount.among.kind), STRANGER]

    def _among(self, among: tree.Among, thing: str, env: Env, left: Left, doubt: bool) -> Truth:
        """Whether a thing is among those of which a condition holds; a stranger at most may be."""
        truth = self.condition(among.where, {**env, among.variable: thing}, left, doubt)
        if thing == STRANGER:
            # What waits for itself is not settled yet, of a stranger too.
            waits = truth.sign == UNKNOWN and truth.cause == PENDING
            return truth if truth.sign == NO or waits else Truth(UNKNOWN, UNDETERMINED)
        if truth.sign != NO and not self.situation.surely(thing, among.kind):
            return both((truth, self.verdict(among.kind, (thing,), None, left, doubt)))
        return truth

    def figure(
        self, template: str, args: Things, left: Left, doubt: bool, purpose: str | None = None
    ) -> Amounts:
        """The values that a figure may have: as told, else a base from a rule, with every line worked in.

        For a purpose, a base from a rule for it comes before all that, and the lines for it are worked in at the end.
        """
        node = (template, args, purpose, left, doubt)
        if not self.hoped and node in self.known.figures:
            return self.known.figures[node]
        amounts = self._figure(template, args, left, doubt, purpose)
        if not self.hoped and amounts.cause != PENDING:
            self.known.figures[node] = amounts
        return amounts

    def _figure(self, template: str, args: Things, left: Left, doubt: bool, purpose: str | None) -> Amounts:
        if purpose is not None:
            return self._figure_for(template, args, purpose, left, doubt)
        if template in self.vocabulary.rolls:
            return self._rolled(self.vocabulary.rolls[template], template, args)
        entry = self.vocabulary.templates[template]
        read_back = self._read_back(template, args, left)
        if isinstance(read_back, Amounts):
            return read_back
        bounds = (*self.situation.figures.get((template, args), ()), *read_back)
        told = {v for op, v, _ in bounds if op == "is" and not isinstance(v, frozenset)}
        options = self._options(template, bounds)
        if entry.of is not None and told:
            return Amounts(frozenset(told)) if len(told) == 1 else Amounts(None, CONFLICT)
        if bounds and not options and entry.of is None:
            return Amounts(None, CONFLICT)
        above = entry.values or any(op in ("at most", "less than") for op, _, _ in bounds)
        below = entry.values or any(op in ("at least", "more than") for op, _, _ in bounds)
        below = below or entry.unit in ("hexes", "MP", "MF", "tons", "squares", "points")
        tight = above and below and len(options) == 1 and entry.of is None
        if len(told) == 1 or (bounds and tight):
            return Amounts(frozenset(told or options))
        in_part = bool(bounds) and entry.of is None
        about = ("figure", template, args)
        if in_part and doubt:
            plain = self.figure(template, args, left, False)
            if plain.cause == PENDING or (about in self.inputs and not plain.cause):
                return plain  # it is as it is told to be, whatever silence says
        bases: list[tuple[Amounts, Truth]] = []
        lines: list[tuple[str, Amounts, Truth]] = []
        tables: set[str | None] = set()
        collected = self.situation.collected(entry)
        missing = 0
        for rule, env in self._matching(template, args, None, left):
            conclusion = rule.rule.conclusion
            lines_only = not (isinstance(conclusion, tree.SetFigure) and conclusion.mode == "base")
            try:
                truth = self.stands(rule, env, left, doubt)
            except Needed as needed:
                if collected and lines_only and needed.about[1:] not in self.situation.unsettled:
                    continue  # what nobody told to count, or to be in doubt, does not
                raise
            if truth.sign == NO or (collected and lines_only and truth.sign != YES):
                continue
            if isinstance(conclusion, tree.Missing):
                if collected:
                    continue
                missing = max(missing, NOT_ENCODED if truth.sign == YES else truth.cause)
                continue
            assert isinstance(conclusion, tree.SetFigure)
            value = self.amount(conclusion.amount, env, left, doubt)
            if conclusion.mode == "base":
                bases.append((value, truth))
                if truth.sign == UNKNOWN:
                    tables.add(rule.rule.table)
            else:
                lines.append((conclusion.mode, value, truth))
        choices = [
            (rule, value)
            for rule, _ in self._matching(template, args, None, left)
            for value, truth in bases
            if truth.sign == YES
            and isinstance(rule.rule.conclusion, tree.SetFigure)
            and isinstance(rule.rule.conclusion.amount, tree.Chosen)
        ]
        if len(choices) == 1 and len(choices[0][1].values or ()) > 1:
            return self._choice(template, args, choices[0][1].values or frozenset(), bounds)
        # Of one table without a gap some row applies, whichever it is.
        covered = len(tables) == 1 and tables <= self.program.total
        start = (entry.silence == "base", entry.base)
        total = self._base(template, args, bases, options, doubt, *start, covered=covered)
        for mode, op in (
            ("add", "plus"),
            ("multiply", "times"),
            ("round", ""),
            ("at most", "lesser"),
            ("at least", "greater"),
        ):
            if mode == "round" and entry.rounding is not None and total.values is not None:
                whole = {"up": ceil, "down": floor}[entry.rounding]
                total = Amounts(frozenset(Fraction(whole(v)) for v in total.values), total.cause)  # type: ignore[arg-type]
            for name, value, truth in lines:
                if name != mode:
                    continue
                changed = combined(op, total, value)
                total = (
                    changed
                    if truth.sign == YES
                    else merged((total, changed, Amounts(frozenset(), truth.cause)))
                )
        if missing:
            # Whatever the lines come to, a statement that may say more is not encoded; that they disagree is worse.
            return Amounts(None, max(missing, total.cause))
        if in_part and (bases or entry.silence == "base") and _beyond(total, bounds):
            # What is told of a figure stands against the rules, which give it something else.
            if about in self.inputs:
                return Amounts(frozenset((self.inputs[about],)))  # type: ignore[arg-type]
            raise Needed(about, options)
        return total

    def _read_back(
        self, template: str, args: Things, left: Left
    ) -> list[tuple[str, Value | frozenset[Value], str]] | Amounts:
        """What is told of a figure by facts about what an "exactly if" defines by it; what is not settled where it waits."""
        found: list[tuple[str, Value | frozenset[Value], str]] = []
        for definition in self.program.figure_definitions.get(template, ()):
            for (name, things), (held, source) in self.situation.told.items():
                if name != definition.head.template or (definition.through and not held):
                    continue
                env = _env(definition.head.args, things)
                if env is None or not _known(definition.args, env) or _args(definition.args, env) != args:
                    continue
                guarded = self._guarded(definition, env, left)
                if guarded.cause == PENDING:
                    return Amounts(None, PENDING)
                if guarded.sign == YES or (definition.through and guarded.sign != NO):
                    found.append(("is" if held else "is not", definition.value, source))
        return found

    def _rolled(self, roll: Roll, template: str, args: Things) -> Amounts:
        """What a roll shows: one input for the whole throw, all that is told of its dice and their sum allowing for it."""
        throws = [
            throw
            for throw in product(range(1, 7), repeat=max(1, len(roll.dice)))
            if all(
                value_fits(sum(throw) if name == roll.original else throw[roll.dice.index(name)], op, value)
                for name in (roll.original, *roll.dice)
                for op, value, _ in self.situation.figures.get((name, args), ())
            )
        ]
        if not throws:
            return Amounts(None, CONFLICT)
        about = ("throw", roll.name, args)
        shown = {
            throw: Fraction(sum(throw) if template == roll.original else throw[roll.dice.index(template)])
            for throw in throws
        }
        if about in self.inputs:
            return Amounts(frozenset((shown[self.inputs[about]],)))  # type: ignore[index]
        if len(set(shown.values())) == 1:
            return Amounts(frozenset(shown.values()))
        if STRANGER in args:
            return Amounts(frozenset(shown.values()), UNDETERMINED)
        raise Needed(about, throws)  # type: ignore[arg-type]

    def _figure_for(self, template: str, args: Things, purpose: str, left: Left, doubt: bool) -> Amounts:
        total = Amounts(None, UNDETERMINED)
        bases: list[tuple[Amounts, Truth]] = []
        lines: list[tuple[str, Amounts, Truth]] = []
        for rule, env in self._matching(template, args, purpose, left):
            conclusion = rule.rule.conclusion
            assert isinstance(conclusion, tree.SetFigure)
            truth = self.stands(rule, env, left, doubt)
            if truth.sign != NO:
                value = self.amount(conclusion.amount, env, left, doubt)
                (
                    bases.append((value, truth))
                    if conclusion.mode == "base"
                    else lines.append((conclusion.mode, value, truth))
                )
        sure = [value for value, truth in bases if truth.sign == YES]
        if any(value.cause == PENDING for value in sure):
            return Amounts(None, PENDING)
        if len({value.values for value in sure}) > 1:
            total = Amounts(None, CONFLICT)
        elif sure and len(sure) == len(bases):
            total = sure[0]
        else:
            general = self.figure(template, args, left, doubt)
            causes = [truth.cause for _, truth in bases]
            total = merged(
                (general, *(value for value, _ in bases), Amounts(frozenset(), max(causes, default=0)))
            )
        for mode, op in (
            ("add", "plus"),
            ("multiply", "times"),
            ("at most", "lesser"),
            ("at least", "greater"),
        ):
            for name, value, truth in lines:
                if name == mode:
                    changed = combined(op, total, value)
                    total = (
                        changed
                        if truth.sign == YES
                        else merged((total, changed, Amounts(frozenset(), truth.cause)))
                    )
        return total

    def _choice(
        self,
        template: str,
        args: Things,
        things: frozenset[Value],
        bounds: Sequence[tuple[str, Value | frozenset[Value], str]],
    ) -> Amounts:
        """An open choice among several things."""
        for op, value, _ in bounds:
            things = frozenset(t for t in things if not isinstance(value, frozenset) and holds(op, t, value))
        about = ("figure", template, args)
        if len(things) == 1:
            return Amounts(things)
        if about in self.inputs:
            return Amounts(frozenset((str(self.inputs[about]),)))
        if STRANGER in args or not things:
            return Amounts(things, UNDETERMINED)
        raise Needed(about, sorted(things, key=str))

    def _base(
        self,
        template: str,
        args: Things,
        bases: Sequence[tuple[Amounts, Truth]],
        options: Sequence[Value],
        doubt: bool,
        collects: bool,
        start: Fraction | None,
        *,
        covered: bool = False,
    ) -> Amounts:
        sure = [value for value, truth in bases if truth.sign == YES]
        maybe = [value for value, truth in bases if truth.sign == UNKNOWN]
        if any(value.cause == PENDING for value in sure):
            return Amounts(None, PENDING)  # whether they disagree is not settled yet
        if len({value.values for value in sure}) > 1:
            return Amounts(None, CONFLICT)
        if maybe:
            cause = max(t.cause for _, t in bases)
            open_ = not sure and not covered
            found = merged((*sure, *maybe, Amounts(None if open_ else frozenset(), cause)))
            if sure and (found.values is None or len(found.values) > 1):
                # If the others stand, too, they disagree: what all these values answer alike is not sure.
                return Amounts(None, found.cause)
            return found
        if sure:
            return sure[0]
        if collects and start is not None:
            return Amounts(frozenset((start,)) if not doubt else None, UNDETERMINED if doubt else 0)
        if self.program.touched.get(template) and not self.situation.figures.get((template, args)):
            return Amounts(None, NOT_ENCODED)
        about = ("figure", template, args)
        if about in self.inputs:
            value = self.inputs[about]
            assert not isinstance(value, bool)
            return Amounts(frozenset((value,)))
        if STRANGER in args or self.vocabulary.templates[template].of is not None:
            return Amounts(None, UNDETERMINED)
        raise Needed(about, options)

    def _options(
        self, template: str, bounds: Sequence[tuple[str, Value | frozenset[Value], str]]
    ) -> list[Value]:
        """Every value that the figure may have as far as facts go, one for each difference that numbers can make."""
        entry = self.vocabulary.templates[template]
        options: list[Value] = [v.name for v in entry.values] if entry.values else list(self.numbers)
        if entry.unit in ("hexes", "MP", "MF", "tons", "squares", "points"):
            options = [v for v in options if isinstance(v, Fraction) and v >= 0]
        for op, value, _ in bounds:
            if isinstance(value, frozenset):
                options = [v for v in options if (v in value) is (op == "is")]
            else:
                options = [v for v in options if holds(op, v, value) and (op == "is" or not _half(v))]
        return options


def _beyond(total: Amounts, bounds: Sequence[tuple[str, Value | frozenset[Value], str]]) -> bool:
    """Whether a value that is known is none of those that the facts leave."""
    if total.values is None or len(total.values) != 1 or total.cause:
        return False
    [known] = total.values
    return not all(
        (known in value) is (op == "is") if isinstance(value, frozenset) else holds(op, known, value)
        for op, value, _ in bounds
    )


def _half(value: Value) -> bool:
    """Whether a number is no whole one: what is told to be more or less than something is counted."""
    return isinstance(value, Fraction) and value.denominator != 1


def value_fits(shown: int, op: str, value: Value | frozenset[Value]) -> bool:
    """Whether a number is as it was told to be."""
    if isinstance(value, frozenset):
        return (shown in value) is (op == "is")
    return holds(op, Fraction(shown), value)


def every(parts: Iterable[Ask]) -> Truth:
    """All of them: false if one is, whatever the others need, which are then not asked; unknown if one is unknown."""
    found: list[Truth] = []
    needed: list[Needed] = []
    for part in parts:
        try:
            truth = part()
        except Needed as one:
            needed.append(one)
            continue
        if truth.sign == NO:
            return Truth(NO)
        found.append(truth)
    if needed:
        raise needed[0]
    return both(found)


def some(parts: Iterable[Ask]) -> Truth:
    """At least one of them: true if one is, whatever the others need to be known."""

    def opposite(part: Ask) -> Truth:
        truth = part()
        return Truth(-truth.sign, truth.cause)

    return opposite(partial(every, [partial(opposite, part) for part in parts]))


def both(truths: Sequence[Truth]) -> Truth:
    """All of them: false if one is, unknown if one is unknown."""
    if any(truth.sign == NO for truth in truths):
        return Truth(NO)
    causes = [truth.cause for truth in truths if truth.sign == UNKNOWN]
    return Truth(UNKNOWN, max(causes)) if causes else Truth(YES)


def either(truths: Sequence[Truth]) -> Truth:
    """At least one of them."""
    truth = both([Truth(-each.sign, each.cause) for each in truths])
    return Truth(-truth.sign, truth.cause)


def merged(parts: Sequence[Amounts]) -> Amounts:
    """Whatever one of the parts may be."""
    cause = max((part.cause for part in parts), default=0)
    if any(part.values is None for part in parts):
        return Amounts(None, max(cause, UNDETERMINED))
    values = frozenset[Value]().union(*(part.values or frozenset() for part in parts))
    return Amounts(values, cause if len(values) != 1 else 0)


def combined(op: str, one: Amounts, other: Amounts) -> Amounts:
    """Two amounts added, multiplied and so on, for each pair of their values."""
    cause = max(one.cause, other.cause)
    if op == "times" and NOTHING in (one.values, other.values):
        return Amounts(NOTHING)
    if one.values is None or other.values is None:
        return Amounts(None, max(cause, UNDETERMINED))
    found: set[Value] = set()
    for a, b in product(one.values, other.values):
        if isinstance(a, str) or isinstance(b, str) or (op == "divided by" and b == 0):
            return Amounts(None, max(cause, UNDETERMINED))
        found.add(
            {
                "plus": lambda a=a, b=b: a + b,
                "minus": lambda a=a, b=b: a - b,
                "times": lambda a=a, b=b: a * b,
                "divided by": lambda a=a, b=b: a / b,
                "lesser": lambda a=a, b=b: min(a, b),
                "greater": lambda a=a, b=b: max(a, b),
            }[op]()
        )
    return Amounts(frozenset(found), cause)


def _env(patterns: Sequence[tree.Term], args: Things) -> Env | None:
    """The variables bound so that the patterns are these things; None where they cannot be."""
    env: Env = {}
    for pattern, thing in zip(patterns, args, strict=True):
        if isinstance(pattern, tree.Const):
            if pattern.name != thing:
                return None
        elif env.setdefault(pattern.index, thing) != thing:
            return None
    return env


def _known(terms: Sequence[tree.Term], env: Env) -> bool:
    """Whether all of these stand for things."""
    return all(isinstance(term, tree.Const) or term.index in env for term in terms)


def _args(terms: Sequence[tree.Term], env: Env) -> Things:
    return tuple(term.name if isinstance(term, tree.Const) else env[term.index] for term in terms)


def _bound(binding: Sequence[tuple[int, int | str]], env: Env) -> Env:
    """The variables of an exception, bound through its target's."""
    return {
        mine: theirs if isinstance(theirs, str) else env[theirs]
        for mine, theirs in binding
        if isinstance(theirs, str) or theirs in env
    }


@cache
def circular(program: Program) -> tuple[Entry, ...]:
    """The rules with a "but for this rule" in their condition."""
    return tuple(e for e in program.entries if has_but_for(e.rule.condition))
