"""The checker: looks every step of a proof over again, one by one, and searches for nothing.

It knows what a step of each kind must show, and takes only what the step shows: a condition is worked out from the verdicts of
the step's own premises, and a part of it about which no premise says anything counts as not known. So a premise that is
missing, an exception that nobody looked at, a verdict turned round or a number changed leaves a step that does not follow.

What steps do not carry cannot be checked, and is taken on trust: that no rule stands against a fact (`given`), that no noun
held apart from a confirmed one is asserted by a rule, that the rules for a purpose fail where the general ones answer, and
that what a step says was asked is what somebody asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from kb.reason.among import Picked
from kb.reason.could import could_hold
from kb.reason.possible import (
    ANYTHING,
    NOTHING,
    Possible,
    combine,
    compare,
    differ,
    narrow,
    narrowed,
    only,
    rounded,
    union,
    whole_times,
)
from kb.reason.program import Apart, Binding, Entry, Exemption, Program
from kb.reason.proof import CAUSES, NO, UNKNOWN, YES, Key, Looked, Step, in_doubt, silent
from kb.reason.situation import Situation
from kb.rulelang import tree
from kb.rulelang.sentence import negated

STRANGER = "something else"
"""The thing of which nothing is told, as the proofs name it."""

Env = Sequence[str | None]
_MODES = (("add", "plus"), ("multiply", "times"), ("at most", "lesser"), ("at least", "greater"))


def check_proof(root: Step, program: Program, situation: Situation) -> list[str]:
    """What is wrong with a proof, in no more words than it takes to find it; nothing where it is accepted."""
    checker = _Checker(program, situation)
    checker.answer(root, 0)
    for loop in checker.loops:
        checker.problems.append(f"nothing closes the loop at {loop}")
    return list(dict.fromkeys(checker.problems))


class _Checker:
    """Checks the steps of a proof in one situation; `problems` grows, `loops` are what was taken not to hold meanwhile."""

    def __init__(self, program: Program, situation: Situation) -> None:
        self.program = program
        self.vocabulary = program.vocabulary
        self.situation = situation
        self.problems: list[str] = []
        self.loops: set[object] = set()
        self._seen: dict[tuple[int, int, bool], frozenset[object]] = {}
        self._kept: list[Step] = []
        self._used: set[int] = set()
        self._options: dict[object, Possible] = {}

    # -- any step -------------------------------------------------------------------------------------------------

    def answer(self, step: Step, world: int) -> None:
        """Check a step that says what an atom's verdict is: besides what it shows, that nothing stands against it."""
        self._once(step, world, True)

    def step(self, step: Step, world: int) -> None:
        """Check a step by itself."""
        self._once(step, world, False)

    def _once(self, step: Step, world: int, final: bool) -> None:
        memo = (id(step), world, final)
        if memo not in self._seen:
            self._kept.append(step)
            outer, self.loops = self.loops, set()
            self._seen[memo] = frozenset()
            kind = step.kind.replace(" ", "_")
            check = getattr(self, f"_{kind}", None)
            if check is None:
                self._wrong(step, f"there is no step of kind '{step.kind}'")
            else:
                self._run(check, step, world)
            if final:
                self._run(self._unopposed, step, world)
            self._close(step, final)
            self._seen[memo] = frozenset(self.loops)
            self.loops = outer
        self.loops |= self._seen[memo]

    def _run(self, check: Callable[[Step, int], None], step: Step, world: int) -> None:
        try:
            check(step, world)
        except (ArithmeticError, AttributeError, IndexError, KeyError, TypeError, ValueError):
            # A step that was made by nobody's rules can have any shape; it is refused like any other.
            self._wrong(step, "it has not the shape of such a step")

    def _close(self, step: Step, final: bool) -> None:
        """What was taken not to hold on the way to itself must not hold in the end."""
        if step.kind == "loop":
            return
        if final and step.key in self.loops:
            self._must(step, step.verdict != YES, "it rests on the assumption that it does not hold")
            self.loops.discard(step.key)
        if step.entry is not None and id(step.entry) in self.loops:
            self._must(step, step.kind != "rule", "it rests on the assumption that it does not hold")
            self.loops.discard(id(step.entry))

    def _wrong(self, step: Step, what: str) -> None:
        label = step.entry.rule.id if isinstance(step.entry, Entry) else ""
        self.problems.append(" ".join(part for part in (step.kind, label, str(step.key or ""), what) if part))

    def _must(self, step: Step, holds: object, what: str) -> None:
        if not holds:
            self._wrong(step, what)

    # -- facts and silence ----------------------------------------------------------------------------------------

    def _given(self, step: Step, world: int) -> None:
        told = self.situation.told.get(step.key[:2]) if step.key else None
        self._must(step, told is not None and step.verdict == (YES if told[0] else NO), "nobody told so")

    def _read_back(self, step: Step, world: int) -> None:
        template, args, _ = step.key or ("", (), None)
        head = step.because[0] if len(step.because) else None
        found = False
        for definition in self.program.definitions.get(template, ()):
            env = definition.match(args)
            if env is None or head is None or head.key is None or definition.entry is not step.entry:
                continue
            same = (definition.head.template, _things(definition.head.args, env)) == head.key[:2]
            same = same and (head.verdict == YES or not definition.through)
            found = found or (same and step.verdict == head.verdict * definition.sign)
        self._must(step, found, "no definition says so")
        for premise in step.because:
            self.step(premise, world)

    def _kind(self, step: Step, world: int) -> None:
        kind, (thing,), _ = step.key or ("", ("",), None)
        told = step.data[0]
        kinds, not_kinds = self.situation.kinds.get(thing, {}), self.situation.not_kinds.get(thing, {})
        if step.data[1] is None:
            placed = self.situation.placed(thing, kind)
            says = placed is not None and not any(
                self.vocabulary.disjoint(each, kind) or self.vocabulary.is_a(each, kind) for each in kinds
            )
            says = says and not any(self.vocabulary.is_a(kind, each) for each in not_kinds)
            self._must(
                step,
                says and step.verdict == (YES if placed else NO),
                "the place where it was named does not say so",
            )
        elif step.verdict == YES:
            self._must(
                step, told in kinds and self.vocabulary.is_a(told, kind), "the taxonomy does not say so"
            )
        else:
            apart = told in kinds and self.vocabulary.disjoint(told, kind)
            denied = told.removeprefix("not ")
            apart = apart or (denied in not_kinds and self.vocabulary.is_a(kind, denied))
            self._must(step, step.verdict == NO and apart, "the taxonomy does not say so")

    def _silence(self, step: Step, world: int) -> None:
        template = self.vocabulary.templates[(step.key or ("",))[0]]
        quiet = {"no": NO, "yes": YES}.get(self.situation.silence(template, (step.key or ("", ()))[1]))
        self._must(step, quiet is not None and step.verdict == quiet, "silence does not say so")
        self._must(step, not self.program.touched.get(template.id), "a statement about it is not encoded")
        instead = step.key is not None and self._stood_instead(step, step.key[:2])
        told = self.situation.told.get(step.key[:2]) if step.key else None
        self._must(step, told is None or instead, "somebody told of it")
        if not instead:
            self._all_fail(step, world, -(quiet or YES))
        self._considered(step, world)

    def _open(self, step: Step, world: int) -> None:
        template = self.vocabulary.templates[(step.key or ("",))[0]]
        if len(step.because):
            [rests] = step.because
            doubted = step.key is not None and step.key[:2] in self.situation.unsettled
            doubted = doubted and rests.key == step.key and silent(rests)
            self._must(step, step.verdict == UNKNOWN and doubted, "nobody told that it is not known")
            self.step(rests, world)
            return
        self._must(
            step,
            step.verdict == UNKNOWN and self.situation.silence(template, (step.key or ("", ()))[1]) == "open",
            "silence says something of it",
        )
        self._must(step, step.key and self.situation.told.get(step.key[:2]) is None, "somebody told of it")
        if template.kind != "kind":
            self._all_fail(step, world, YES)
            self._all_fail(step, world, NO)
        self._considered(step, world)

    def _not_encoded(self, step: Step, world: int) -> None:
        if isinstance(step.entry, Entry):
            entry = self._entry(step, world)
            if entry is not None:
                right = isinstance(entry.rule.conclusion, tree.Missing) and step.verdict == UNKNOWN
                right = right and self._holds(step, entry.rule.condition, step.env, world) == YES
                self._must(step, right, "its condition is not shown")
                self._exceptions(step, entry, world)
                self._must(step, all(look.applies == NO for look in step.exceptions), "an exception applies")
            return
        if isinstance(step.data, Possible):
            self._must(step, self._told(step), "it can be something else")
        if len(step.because):
            *lacking, rest = step.because
            self._must(step, lacking and step.verdict == UNKNOWN, "nothing is missing")
            for premise in lacking:
                missing = isinstance(premise.entry, Entry) and _mode(premise.entry) == "missing"
                self._must(step, missing and premise.verdict == UNKNOWN, "nothing is missing")
                self._must(step, premise.key == step.key, "it is about something else")
            self._must(step, rest.key == step.key, "it is about something else")
            for premise in step.because:
                self.step(premise, world)
            self._considered(step, world)
            return
        touched = step.key and self.program.touched.get(step.key[0])
        self._must(step, touched and step.verdict == UNKNOWN, "every statement about it is encoded")
        self._considered(step, world)

    def _loop(self, step: Step, world: int) -> None:
        self._must(step, step.verdict == NO, "nothing holds because of itself")
        self.loops.add(step.key if step.key is not None else id(step.entry))

    def _absent(self, step: Step, world: int) -> None:
        self._must(step, step.verdict == NO, "it says that there is none")
        for premise in step.because:
            self.answer(premise, world)

    # -- rules ----------------------------------------------------------------------------------------------------

    def _rule(self, step: Step, world: int) -> None:
        if isinstance(step.entry, Apart):
            self._apart(step, world, YES, NO)
            return
        entry = self._entry(step, world)
        if entry is None:
            return
        self._must(step, step.verdict == _side(entry), "the rule concludes the opposite")
        self._must(
            step,
            self._holds(step, entry.rule.condition, step.env, world) == YES,
            "its condition is not shown",
        )
        self._exceptions(step, entry, world)
        self._must(step, all(look.applies == NO for look in step.exceptions), "an exception applies")
        self._considered(step, world)

    def _failed(self, step: Step, world: int) -> None:
        if step.key is None and isinstance(step.entry, Entry):
            return  # nothing that there is can be what its variables stand for
        entry = self._entry(step, world)
        if entry is not None:
            fails = self._holds(step, entry.rule.condition, step.env, world) == NO
            self._must(step, step.verdict == NO and fails, "it is not shown that its condition fails")

    def _beaten(self, step: Step, world: int) -> None:
        self._must(step, step.verdict == NO, "a rule that is beaten says nothing")
        if step.entry is None or isinstance(step.data, tree.Order):
            winner = step.because[0] if len(step.because) == 1 else None
            self._must(step, winner is not None and winner.kind == "rule", "nothing beats it")
            if winner is not None:
                self.step(winner, world)
                if isinstance(step.data, tree.Order):
                    ranked = isinstance(winner.entry, Entry) and self.program.beats(winner.entry, step.entry)
                    self._must(step, ranked, "no order says so")
                    self._must(step, winner.key == step.key, "what beats it is about something else")
                    self._entry(step, world)
                elif step.key is not None:
                    self._must(
                        step,
                        self._replaces_fact(step.key, winner, world),
                        "that rule is not instead of the fact",
                    )
            return
        entry = self._entry(step, world)
        if entry is None:
            return
        truth = self._holds(step, entry.rule.condition, step.env, world)
        open_ = truth == UNKNOWN and any(premise.verdict == UNKNOWN for premise in step.because)
        self._must(step, truth == YES or open_, "its condition is not shown")
        self._exceptions(step, entry, world)
        self._must(step, any(look.applies == YES for look in step.exceptions), "no exception applies")

    def _replaces_fact(self, key: Key, winner: Step, world: int) -> bool:
        return any(
            rival is winner.entry and self._agree(binding, env, winner.env)
            for entry, env in self._matching((key[0], key[1], None), world)
            for rival, binding in entry.rivals
        )

    def _unknown(self, step: Step, world: int) -> None:
        self._must(step, step.verdict == UNKNOWN, "it says that it is not known")
        if isinstance(step.entry, Apart):
            self._apart(step, world, UNKNOWN, UNKNOWN)
            return
        if isinstance(step.entry, Entry):
            entry = self._entry(step, world)
            if entry is None:
                return
            unknown = self._holds(step, entry.rule.condition, step.env, world) == UNKNOWN
            self._exceptions(step, entry, world)
            self._must(step, all(look.applies != YES for look in step.exceptions), "an exception applies")
            self._must(
                step,
                unknown or any(look.applies == UNKNOWN for look in step.exceptions),
                "all of it is known",
            )
            return
        self._must(step, any(s.verdict == UNKNOWN for s in step.because), "all of it is known")
        for premise in step.because:
            self.step(premise, world)
        self._considered(step, world)

    def _apart(self, step: Step, world: int, premise: int, verdict: int) -> None:
        key = step.key
        other = step.because[0] if len(step.because) == 1 else None
        if key is None or not any(apart is step.entry for apart in self.program.apart.get(key[0], ())):
            self._wrong(step, "no axiom holds the two apart")
        elif other is None or other.key is None or other.key[:2] != (step.entry.other, key[1]):
            self._wrong(step, "the other noun is not asserted")
        else:
            self._must(
                step, (other.verdict, step.verdict) == (premise, verdict), "the other noun is not asserted"
            )
        if other is not None:
            self.step(other, world)

    def _entry(self, step: Step, world: int) -> Entry | None:
        """The rule behind a step, if it is one of the program, in play, and about what the step says."""
        entry = step.entry
        if not isinstance(entry, Entry) or not any(entry is one for one in self.program.entries):
            self._wrong(step, "there is no such rule")
            return None
        if entry.number in self.program.left_out[world]:
            self._wrong(step, "the rule is left out here")
        if len(step.env) != len(entry.rule.variables):
            self._wrong(step, "the rule is about something else")
            return None
        atom = entry.rule.conclusion.atom
        if (atom.template, _things(atom.args, step.env), atom.purpose) != step.key:
            self._wrong(step, "the rule is about something else")
        return entry

    # -- exceptions -----------------------------------------------------------------------------------------------

    def _exceptions(self, step: Step, entry: Entry, world: int) -> None:
        """Every exception of the rule has been looked at, and applies or does not for the reasons shown."""
        left_out = self.program.left_out[world]
        rivals = [(rival, b) for rival, b in entry.rivals if rival.number not in left_out]
        wanted = [*(e.item for e, _ in entry.withdrawals), *(rival for rival, _ in rivals)]
        shown = [look.by for look in step.exceptions]
        self._must(
            step, [id(by) for by in wanted] == [id(by) for by in shown], "not every exception was looked at"
        )
        if len(wanted) != len(shown):
            return
        looks = list(step.exceptions)
        for look, (exemption, binding) in zip(looks, entry.withdrawals, strict=False):
            self._withdrawal(step, look, exemption, binding, step.env, world)
        for look, (rival, binding) in zip(looks[len(entry.withdrawals) :], rivals, strict=False):
            self._rival(step, look, rival, binding, world)

    def _withdrawal(
        self, step: Step, look: Looked, exemption: Exemption, binding: Binding, env: Env, world: int
    ) -> None:
        inner: list[str | None] = [None] * len(exemption.item.variables)
        for mine, theirs in binding:
            inner[mine] = theirs if isinstance(theirs, str) else env[theirs]
        applies = self._worth(step, exemption.item.condition, inner, look.because, world)
        if applies != NO:
            further = list(look.exceptions)
            same = [id(f.by) for f in further] == [id(e.item) for e, _ in exemption.withdrawals]
            self._must(step, same, f"not all that withdraws {exemption.item.id} was looked at")
            for each, (other, pairs) in zip(further, exemption.withdrawals, strict=False):
                self._withdrawal(step, each, other, pairs, inner, world)
                if each.applies == YES:
                    applies = NO
                elif each.applies == UNKNOWN and applies == YES:
                    applies = UNKNOWN
        self._must(step, applies == look.applies, f"it is not shown whether {exemption.item.id} applies")

    def _rival(self, step: Step, look: Looked, rival: Entry, binding: Binding, world: int) -> None:
        status = look.because[0] if len(look.because) == 1 else None
        about = status is not None and status.entry is rival and self._agree(binding, step.env, status.env)
        self._must(step, about, f"it is not shown whether {rival.rule.id} stands")
        if status is None:
            return
        self.step(status, world)
        applies = YES if status.kind == "rule" else UNKNOWN if status.verdict == UNKNOWN else NO
        self._must(step, applies == look.applies, f"{rival.rule.id} does not say what is said of it")
        shared = {mine for mine, _ in binding}
        free = [v for i, v in enumerate(rival.rule.variables[: rival.rule.universal]) if i not in shared]
        if free and applies == NO and status.key is not None:
            ways = 1
            for variable in free:
                ways *= len(list(self.situation.things_of(variable.kind)))
            self._must(step, ways <= 1, f"{rival.rule.id} is shown for one of {ways} things only")

    def _agree(self, binding: Binding, env: Env, inner: Env) -> bool:
        if not len(inner):
            return not len(binding)
        return all(
            inner[mine] == (theirs if isinstance(theirs, str) else env[theirs]) for mine, theirs in binding
        )

    # -- several rules --------------------------------------------------------------------------------------------

    def _verdict(self, step: Step, world: int) -> None:
        self._must(step, len(step.because), "nothing supports it")
        for winner in step.because:
            right = winner.kind == "rule" and winner.verdict == step.verdict and winner.key == step.key
            self._must(step, right or self._general(winner, step), "a supporter says something else")
            self.step(winner, world)
        self._considered(step, world)

    def _general(self, winner: Step, step: Step) -> bool:
        """Whether a general rule supports an answer that was asked for a purpose."""
        return (
            winner.kind == "rule"
            and winner.verdict == step.verdict
            and winner.key is not None
            and step.key is not None
            and winner.key == (*step.key[:2], None)
        )

    def _conflict(self, step: Step, world: int) -> None:
        sides = {s.verdict for s in step.because}
        self._must(step, step.verdict == UNKNOWN, "it is known")
        if step.key is not None and self.vocabulary.templates[step.key[0]].kind == "figure":
            self._figures_conflict(step, world)
        else:
            self._must(step, sides == {YES, NO}, "the two sides are not shown")
        for premise in step.because:
            self.step(premise, world)
        self._considered(step, world)

    def _figures_conflict(self, step: Step, world: int) -> None:
        """What is told of a figure leaves no value, or rules that stand give it values that differ."""
        self._must(step, step.data == ANYTHING, "nothing says so of its value")
        key = step.key or ("", (), None)
        if not step.because:
            left = self._told_values(key)
            for op, value in self._read_back_values(key):
                left = narrow(left, op, value)
            self._must(step, left == NOTHING, "what is told leaves a value")
            return
        standing = [premise for premise in step.because if premise.kind == "rule" and premise.key == key]
        values = [self._concluded(rule, step, world) for rule in standing]
        known = [value for value in values if value is not None]
        self._must(step, len(known) == len(values) and differ(known), "no two rules differ")

    def _considered(self, step: Step, world: int) -> None:
        for other in step.considered:
            put_by = self._put_by(step, other)
            self._must(
                step,
                other.kind in ("failed", "beaten", "loop", "unknown") or put_by,
                "a rule passed over stands",
            )
            line = isinstance(other.entry, Entry) and _mode(other.entry) not in ("base", "missing")
            if line and other.verdict == UNKNOWN and step.kind == "figure":
                self._must(step, put_by, "a line that may count was passed over")
            self.step(other, world)

    def _put_by(self, step: Step, other: Step) -> bool:
        """Whether what may go into a figure is none, because a fact says that nothing else does, and none that it may."""
        template = self.vocabulary.templates.get(step.key[0]) if step.key is not None else None
        if template is None or other.verdict != UNKNOWN or not self.situation.collected(template):
            return False
        return not in_doubt(other, self.situation.unsettled)

    def _unopposed(self, step: Step, world: int) -> None:
        """No rule against a verdict by rules has been left out of the account, and no line of a figure."""
        if step.kind in ("figure", "open figure", "chosen"):
            self._lines(step, world)
        if step.kind == "figure":
            self._within(step)
        if step.kind not in ("rule", "verdict") or step.key is None:
            return
        winners = step.because if step.kind == "verdict" else (step,)
        if self.vocabulary.templates[step.key[0]].kind == "kind":
            return
        self._considered(step, world)
        shown = {id(look.by) for winner in winners for look in winner.exceptions}
        shown |= self._overruled(step, step.key[:2])
        purpose = next((w.key[2] for w in winners if w.key is not None), None)
        self._all_fail(step, world, -step.verdict, shown, purpose)
        for apart in self.program.apart.get(step.key[0], ()) if step.verdict == YES else ():
            said = self.situation.told.get((apart.other, step.key[1]))
            rivals = {
                id(rival) for e in self.program.by_template.get(apart.other, ()) for rival, _ in e.rivals
            }
            instead = any(id(winner.entry) in rivals for winner in winners)
            instead = instead or self._stood_instead(step, (apart.other, step.key[1]))
            self._must(
                step, said is None or not said[0] or instead, f"it was told that it is a {apart.other}"
            )

    def _overruled(self, step: Step, key: tuple[str, tuple[str, ...]]) -> set[int]:
        """The rules, by identity, that are out because of a rule that a step shows to stand instead of a fact."""
        rivals = [by.entry for each in self._given_way(step, key) for by in each.because]
        rules = self.program.by_template.get(key[0], ())
        return {id(e) for e in rules if any(self.program.overrules(rival, e) for rival in rivals)}

    def _given_way(self, step: Step, about: tuple[str, tuple[str, ...]]) -> Iterator[Step]:
        """What a step shows to stand instead of a fact about this."""
        for each in step.considered:
            if each.kind == "beaten" and each.data == "given" and each.key and each.key[:2] == about:
                yield each

    def _stood_instead(self, step: Step, about: tuple[str, tuple[str, ...]]) -> bool:
        """Whether a step shows what stands instead of a fact about this."""
        return any(True for _ in self._given_way(step, about))

    def _all_fail(
        self,
        step: Step,
        world: int,
        side: int,
        shown: Iterable[int] = (),
        purpose: str | None = None,
    ) -> None:
        """Every rule of a side is among those passed over, for the things that the step is about."""
        if step.key is None:
            return
        passed = {id(s.entry) for s in step.considered if s.kind in ("failed", "beaten", "loop")} | set(shown)
        for entry, env in self._matching((step.key[0], step.key[1], purpose), world):
            if (
                _side(entry) in (side, UNKNOWN)
                and id(entry) not in passed
                and not self._excluded(step, entry, env, world)
            ):
                self._wrong(step, f"{entry.rule.id} was not looked at")

    def _excluded(self, step: Step, entry: Entry, env: Env, world: int) -> bool:
        """Whether what makes a supporter stand makes this rule fail: the other half of an "exactly if"."""
        winners = step.because if step.kind == "verdict" else (step,)
        outer, self._used = self._used, set()
        worth = [
            self._condition(entry.rule.condition, env, winner.because, world)
            for winner in winners
            if isinstance(winner.entry, Entry) and winner.entry.rule.id == entry.rule.id
        ]
        self._used = outer
        return NO in worth

    def _matching(self, key: Key, world: int) -> Iterator[tuple[Entry, list[str | None]]]:
        for entry in self.program.by_template.get(key[0], ()):
            if entry.atom.purpose != key[2] or entry.number in self.program.left_out[world]:
                continue
            env: list[str | None] = [None] * len(entry.rule.variables)
            fits = True
            for pattern, thing in zip(entry.atom.args, key[1], strict=True):
                if isinstance(pattern, tree.Const):
                    fits = fits and pattern.name == thing
                else:
                    fits = fits and env[pattern.index] in (None, thing)
                    env[pattern.index] = thing
            if fits:
                variables = entry.rule.variables
                ranges = [list(self.situation.things_of(variables[index].kind)) for index in entry.free]
                for things in product(*ranges):
                    filled = list(env)
                    for index, thing in zip(entry.free, things, strict=True):
                        filled[index] = thing
                    yield entry, filled

    # -- conditions -----------------------------------------------------------------------------------------------

    def _holds(self, step: Step, condition: tree.Condition, env: Env, world: int) -> int:
        """What a condition is worth by the premises of a step, which are checked on the way."""
        doubts = (
            [reason for look in step.exceptions for reason in _reasons(look)]
            if step.kind == "unknown"
            else []
        )
        return self._worth(step, condition, env, step.because, world, doubts)

    def _worth(
        self,
        step: Step,
        condition: tree.Condition,
        env: Env,
        premises: Sequence[Step],
        world: int,
        besides: Sequence[Step] = (),
    ) -> int:
        """What a condition is worth by these premises, each of which, but for some, must be about a part of it."""
        outer, self._used = self._used, {id(other) for other in besides}
        truth = self._condition(condition, env, premises, world)
        idle = [premise for premise in premises if id(premise) not in self._used]
        self._used = outer
        self._must(step, not idle, "a premise has nothing to do with it")
        self._premises(premises, world)
        return truth

    def _premises(self, premises: Sequence[Step], world: int) -> None:
        """Check premises that have not been checked on the way."""
        for premise in premises:
            if not any((id(premise), w, True) in self._seen for w in range(len(self.program.left_out))):
                self.answer(premise, world)

    def _condition(self, condition: tree.Condition, env: Env, premises: Sequence[Step], world: int) -> int:
        if isinstance(condition, tree.Holds):
            atom = condition.atom
            key = (atom.template, _things(atom.args, env), atom.purpose)
            found = [p for p in premises if p.kind not in ("failed", "beaten") and self._about(p, key)]
            self._used |= {id(premise) for premise in found}
            if not found:
                return UNKNOWN
            verdict = self._of_this_world(found, world).verdict
            return verdict if condition.positive else -verdict
        if isinstance(condition, tree.Compare):
            same = [p for p in premises if p.kind == "compare" and _same_comparison(p, condition, env)]
            self._used |= {id(premise) for premise in same}
            return self._of_this_world(same, world).verdict if same else UNKNOWN
        if isinstance(condition, tree.Differ):
            left, right = _things((condition.left, condition.right), env)
            return YES if left != right else NO
        if isinstance(condition, tree.Exists):
            return self._exists(condition, env, premises, world)
        if isinstance(condition, tree.ButFor):
            return self._condition(condition.part, env, premises, self.program.worlds[condition.after])
        if isinstance(condition, tree.Widened):
            return self._widened(condition, env, premises, world)
        truths = [self._condition(part, env, premises, world) for part in condition.parts]
        if isinstance(condition, tree.AllOf):
            return min(truths, default=YES)
        if isinstance(condition, tree.AnyOf):
            return max(truths, default=NO)
        if isinstance(condition, tree.NoneOf):
            return -max(truths, default=NO)
        if truths.count(YES) > 1:
            return NO
        return UNKNOWN if UNKNOWN in truths else YES if YES in truths else NO

    def _of_this_world(self, found: Sequence[Step], world: int) -> Step:
        """The first of several premises about one thing that is right in this world, the last if none is, checked."""
        for premise in found[:-1]:
            before = dict(self._seen), list(self.problems), set(self.loops)
            self.answer(premise, world)
            if self.problems == before[1]:
                return premise
            self._seen, self.problems, self.loops = before
        self.answer(found[-1], world)
        return found[-1]

    def _about(self, premise: Step, key: Key) -> bool:
        if premise.key == key:
            return True
        # Asked for a purpose, a general rule answers where none is for that purpose.
        return (
            key[2] is not None and premise.key == (key[0], key[1], None) and premise.kind in ("rule", "kind")
        )

    def _exists(self, condition: tree.Exists, env: Env, premises: Sequence[Step], world: int) -> int:
        kinds = condition.kinds or ("",) * len(condition.variables)
        ranges = [
            list(self.situation.things_of(kind)) if kind else list(self.situation.things) for kind in kinds
        ]
        named = [self._filled(condition, env, things, premises, world) for things in product(*ranges)]
        strangers = [
            things for things in product(*((*known, STRANGER) for known in ranges)) if STRANGER in things
        ]

        def of_strangers(premises: Sequence[Step]) -> int:
            return max(self._filled(condition, env, things, premises, world) for things in strangers)

        before, shown = self._used, []
        for step in premises:
            if step.kind != "absent" or step.data != condition:
                continue
            # That there is none is shown of what the condition is about elsewhere, too: by premises about that.
            self._used = set(before)
            truth = of_strangers([*premises, *step.because])
            if all(id(premise) in self._used for premise in step.because):
                before = self._used | {id(step)}
                shown.append(truth)
                # What it shows is checked as parts of the condition are, each in the world that it is about.
                self._must(step, step.verdict == NO, "it says that there is none")
                self._kept.append(step)
                self._seen.setdefault((id(step), world, True), frozenset())
        self._used = before
        if YES in named:
            return YES
        named.append(min(shown) if shown else of_strangers(premises))
        return max(named)

    def _filled(
        self, condition: tree.Exists, env: Env, things: Sequence[str], premises: Sequence[Step], world: int
    ) -> int:
        filled = list(env)
        for index, thing in zip(condition.variables, things, strict=True):
            filled[index] = thing
        return self._condition(condition.part, filled, premises, world)

    def _widened(self, condition: tree.Widened, env: Env, premises: Sequence[Step], world: int) -> int:
        for premise in premises:
            if premise.kind != "widening" or premise.data != condition.by:
                continue
            # One that is about another thing has something to do with the condition elsewhere, or with nothing.
            if self._condition(condition.part, env, premise.because, world) == premise.verdict:
                self._used.add(id(premise))
                return premise.verdict
        return UNKNOWN

    def _widening(self, step: Step, world: int) -> None:
        known = any(w.id == step.data for w in self.program.widenings)
        self._must(step, known, "nothing widens the rule so")
        self._premises(step.because, world)

    # -- figures --------------------------------------------------------------------------------------------------

    def _compare(self, step: Step, world: int) -> None:
        condition, left, right, env = step.data
        self._must(
            step, self._amount(condition.left, env, step.because, world) == left, "its left side is not shown"
        )
        self._must(
            step,
            self._amount(condition.right, env, step.because, world) == right,
            "its right side is not shown",
        )
        self._must(
            step, compare(condition.op, left, right) == step.verdict, "the comparison comes out otherwise"
        )

    def _amount(self, amount: tree.Amount, env: Env, premises: Sequence[Step], world: int) -> Possible | None:
        """The value of an amount by the figures among the premises; None where one is missing."""
        if isinstance(amount, tree.Number):
            return only(amount.value)
        if isinstance(amount, tree.Symbol):
            return only(amount.name)
        if isinstance(amount, tree.Figure):
            key = (amount.atom.template, _things(amount.atom.args, env), amount.atom.purpose)
            for premise in premises:
                if premise.key in (key, (*key[:2], None)) and isinstance(premise.data, Possible):
                    self.answer(premise, world)
                    return premise.data
            return None
        if isinstance(amount, tree.Thing):
            return only(_things((amount.term,), env)[0])
        if isinstance(amount, tree.Whole):
            inner = self._amount(amount.amount, env, premises, world)
            return whole_times(inner, amount.by.value) if inner is not None else None
        if isinstance(amount, tree.Chosen | tree.Count):
            for premise in premises:
                if (
                    premise.kind == "among"
                    and premise.data.among == amount.among
                    and premise.data.env == tuple(env)
                ):
                    self.step(premise, world)
                    picked: Picked = premise.data
                    return picked.count() if isinstance(amount, tree.Count) else picked.choice()
            return None
        if isinstance(amount, tree.Extreme):
            for premise in premises:
                if premise.kind == "extreme" and premise.data[:2] == (amount, tuple(env)):
                    self.step(premise, world)
                    found = premise.data[2]
                    return found if isinstance(found, Possible) else None
            return None
        left = self._amount(amount.left, env, premises, world)
        right = self._amount(amount.right, env, premises, world)
        return combine(amount.op, left, right) if left is not None and right is not None else None

    def _told(self, step: Step) -> bool:
        """Whether the values of a figure are what is left of them by what is told of it and of what it defines.

        Whether an "exactly if" is about the things told is not in the step: each that agrees with its values may be.
        """
        if step.key is None or not isinstance(step.data, Possible):
            return False
        return self._agreeing(self._told_values(step.key), step.key, step.data) == step.data

    def _agreeing(self, left: Possible, key: Key, shown: Possible) -> Possible:
        """What is left of values by the facts about what a figure defines that agree with the values shown."""
        for op, value in self._read_back_values(key):
            if narrow(shown, op, value) == shown:
                left = narrow(left, op, value)
        return left

    def _told_values(self, key: Key) -> Possible:
        """What is left of a figure's values by what is told of it."""
        template = self.vocabulary.templates[key[0]]
        possible = ANYTHING
        roll = self.vocabulary.rolls.get(key[0])
        if roll is not None:
            throws = self.situation.throws(roll, key[1])
            return Possible(frozenset(roll.shows(key[0], throw) for throw in throws))
        if template.values:
            possible = Possible(frozenset(value.name for value in template.values))
        elif template.unit in ("hexes", "MP", "MF", "tons", "squares", "points"):
            possible = Possible(None, Fraction(0))
        return narrowed(possible, self.situation.figures.get(key[:2], ()))

    def _read_back_values(self, key: Key) -> Iterator[tuple[str, Fraction | str]]:
        """What is told of a figure by facts about what it defines."""
        for definition in self.program.figure_definitions.get(key[0], ()):
            for (name, things), (held, _) in self.situation.told.items():
                named = name == definition.head.template and (held or not definition.through)
                env = definition.bind(things) if named else None
                if env is None or _things(definition.args, env) != key[1]:
                    continue
                about = [(guard.template, _things(guard.args, env)) for guard in definition.guards]
                if all(could_hold(self.program, self.situation, *each) for each in about):
                    yield ("is" if held else "is not"), definition.value

    def _among(self, step: Step, world: int) -> None:
        """Everything that the condition can be asked of is shown, with what it comes to."""
        picked = step.data
        among = picked.among
        truths = []
        outer, self._used = self._used, set()
        for thing in self.situation.things_of(among.kind):
            truth = self._filled_by(among, picked.env, thing, step.because, world)
            if truth != NO and not self.situation.surely(thing, among.kind):
                key = (among.kind, (thing,), None)
                kinds = [premise.verdict for premise in step.because if premise.key == key]
                self._used |= {id(premise) for premise in step.because if premise.key == key}
                truth = min(truth, kinds[0]) if kinds else UNKNOWN
            truths.append((thing, truth))
        self._must(step, tuple(truths) == picked.things, "it is not shown which things it picks out")
        others = self._filled_by(among, picked.env, STRANGER, step.because, world)
        self._must(
            step,
            (NO if others == NO else UNKNOWN) == picked.others,
            "it is not shown whether there are others",
        )
        self._must(step, step.verdict == (YES if picked.settled else UNKNOWN), "it is known or not")
        idle = [premise for premise in step.because if id(premise) not in self._used]
        self._used = outer
        self._must(step, not idle, "a premise has nothing to do with it")
        self._premises(step.because, world)

    def _extreme(self, step: Step, world: int) -> None:
        """The figure of every thing picked out is shown, and the least or greatest of them is what is said."""
        amount, env, said = step.data
        first, *figures = step.because
        fits = first.kind == "among" and (first.data.among, first.data.env) == (amount.among, tuple(env))
        self._must(step, fits, "it is not shown which things it picks out")
        self.step(first, world)
        values: dict[str, Possible] = {}
        for thing in first.data.sure if first.data.settled else ():
            filled = list(env)
            filled[amount.among.variable] = thing
            found = self._amount(amount.of, filled, figures, world)
            self._must(step, found is not None, "a figure is not shown")
            values[thing] = found if found is not None else ANYTHING
        self._must(step, len(figures) == len(values), "a premise has nothing to do with it")
        right = first.data.extreme(values, most=amount.most)
        self._must(step, right == said, "the least or the greatest is another")
        self._must(step, step.verdict == (YES if right.known is not None else UNKNOWN), "it is known or not")

    def _filled_by(
        self, among: tree.Among, env: Env, thing: str, premises: Sequence[Step], world: int
    ) -> int:
        filled = list(env)
        filled[among.variable] = thing
        return self._condition(among.where, filled, premises, world)

    def _chosen(self, step: Step, world: int) -> None:
        self._must(step, step.verdict == UNKNOWN, "nobody has chosen")
        self._figure(step, world)

    def _given_figure(self, step: Step, world: int) -> None:
        if step.key is not None and step.key[0] in self.vocabulary.rolls:
            told = step.key[:2] in self.situation.figures
            self._must(step, told, "nobody told so")
            self._thrown(step)
            return
        self._must(step, self._told(step), "nobody told so")
        self._must(step, (step.verdict == YES) == (step.data.known is not None), "its value is known or not")

    def _open_figure(self, step: Step, world: int) -> None:
        self._must(step, self._told(step) and step.verdict == UNKNOWN, "its value is not open so")
        self._bases(step, world)
        self._considered(step, world)

    def _told_against(self, step: Step, world: int) -> None:
        self._narrowed(step, world, [NOTHING])

    def _bounded(self, step: Step, world: int) -> None:
        rules = step.because[0] if len(step.because) else None
        self._must(step, rules is not None and rules.verdict == UNKNOWN, "what the rules say of it is known")
        self._narrowed(step, world, ())

    def _narrowed(self, step: Step, world: int, wanted: Sequence[Possible]) -> None:
        """Bounds that are told of a figure stand, and of what the rules give it they leave nothing, or not all."""
        told = self._told(step) and step.key is not None and step.key[0] not in self.vocabulary.rolls
        self._must(step, told and step.verdict == UNKNOWN, "nobody told so")
        rules = step.because[0] if len(step.because) == 1 else None
        about = rules is not None and rules.kind == "figure" and rules.key == step.key
        self._must(step, about, "it is not shown what the rules say of it")
        if rules is None:
            return
        self._lines(rules, world)
        self._unlike(step, rules, wanted)
        self.step(rules, world)

    def _unlike(self, step: Step, rules: Step, wanted: Sequence[Possible]) -> None:
        left = self._left_of(rules, step.data)
        gone = left in wanted if wanted else left not in (NOTHING, rules.data)
        self._must(step, gone, "what is told leaves something else of what the rules say")

    def _left_of(self, rules: Step, told: Possible) -> Possible:
        """What the bounds that are told of a figure leave of what the rules give it; those that facts about what it defines
        put on it where they agree with these values."""
        key = rules.key or ("", (), None)
        return self._agreeing(narrowed(rules.data, self.situation.figures.get(key[:2], ())), key, told)

    def _rolled(self, step: Step, world: int) -> None:
        self._thrown(step)
        template, args, _ = step.key or ("", (), None)
        roll = self.vocabulary.rolls[template]
        told = [
            (name, args, None)
            for name in (roll.original, *roll.dice)
            if (name, args) in self.situation.figures
        ]
        self._must(step, [premise.key for premise in step.because] == told, "not all that was told is shown")
        for premise in step.because:
            self.step(premise, world)

    def _thrown(self, step: Step) -> None:
        """A figure of a roll shows what the dice can have fallen to."""
        shown = self._told_values(step.key or ("", (), None))
        self._must(step, shown != NOTHING and step.data == shown, "the dice cannot show this")
        self._must(step, (step.verdict == YES) == (step.data.known is not None), "its value is known or not")

    def _bases(self, step: Step, world: int) -> None:
        """Every rule that could give the figure a base has been looked at."""
        used = [s.entry for s in (*step.because, *step.considered) if s.entry is not None]
        standing = [s.entry for s in step.because if s.kind == "rule"]
        tables = {entry.rule.table for entry in standing if isinstance(entry, Entry)} - {None}
        shown = {id(look.by) for s in step.because for look in s.exceptions} | {id(entry) for entry in used}
        for entry, _ in self._matching(step.key or ("", (), None), world):
            if _mode(entry) == "base" and id(entry) not in shown and entry.rule.table not in tables:
                self._wrong(step, f"{entry.rule.id} was not looked at")

    def _figure(self, step: Step, world: int) -> None:
        known = isinstance(step.data, Possible) and step.verdict in (YES, UNKNOWN)
        known = known and (step.verdict == UNKNOWN or step.data.known is not None)
        self._must(step, known, "its value is not known")
        if any(s.kind in ("line", "rounded") for s in step.because):
            self._sum(step, world)
            return
        self._considered(step, world)
        self._bases(step, world)
        rules = [s for s in step.because if isinstance(s.entry, Entry) and s.kind != "line"]
        self._must(step, all(rule.key == step.key for rule in rules), "a rule is about something else")
        if not rules:
            template = self.vocabulary.templates[(step.key or ("",))[0]]
            start = only(template.base) if template.silence == "base" and template.base is not None else None
            self._must(step, step.data == start, "no rule gives it this value")
            return
        values = []
        for rule in rules:
            self._must(step, rule.kind in ("rule", "unknown"), "a rule that does not stand gives it a value")
            self.step(rule, world)
            value = self._concluded(rule, step, world)
            if value is not None and value.options is not None and self._chooses(rule):
                for op, bound, _ in self.situation.figures.get((step.key or ("", (), None))[:2], ()):
                    value = narrow(value, op, bound)
            values.append(value)
        sure = step.verdict == UNKNOWN or any(rule.kind == "rule" for rule in rules)
        self._must(step, sure, "no rule that stands gives it a value")
        parts = [value for value in values if value is not None]
        whole = len(parts) == len(values)
        if all(rule.kind == "rule" for rule in rules):
            # Two that cannot be the same are a conflict; what one of them leaves open may still be what the other says.
            together = union(parts)
            alike = len(set(parts)) == 1 and step.data == together
            if together.known is None and len(parts) > 1 and not alike:
                # They may come to different values, unless what is not known is the same thing to all of them.
                together = ANYTHING
            right = whole and not differ(parts) and together == step.data
            self._must(step, right, "no rule gives it this value")
            return
        template = self.vocabulary.templates[(step.key or ("",))[0]]
        start = only(template.base) if template.silence == "base" and template.base is not None else None
        otherwise = start
        if otherwise is None:
            key = step.key or ("", (), None)
            otherwise = self._agreeing(self._told_values(key), key, step.data)
        if step.key is not None and step.key[2] is not None:
            general = [s for s in step.because if s.key == (*step.key[:2], None)]
            self._must(step, general, "what holds in general is not shown")
            for each in general:
                self.answer(each, world)
                otherwise = each.data
        # One that stands gives it a value whatever the others do, and one row of a table without a gap applies.
        rows = {entry.rule.table for entry in (rule.entry for rule in rules) if isinstance(entry, Entry)}
        standing = any(rule.kind == "rule" for rule in rules)
        exhaustive = standing or (len(rows) == 1 and rows <= self.program.total)
        together = union(parts if exhaustive else [*parts, otherwise])
        # If another stands beside one that does, they may be in conflict: then nothing is sure of its value.
        expected = ANYTHING if standing and together.known is None else together
        self._must(step, whole and step.data == expected, "its values are not those of its rules")

    def _chooses(self, rule: Step) -> bool:
        conclusion = rule.entry.rule.conclusion
        return isinstance(conclusion, tree.SetFigure) and isinstance(conclusion.amount, tree.Chosen)

    def _concluded(self, rule: Step, step: Step, world: int) -> Possible | None:
        conclusion = rule.entry.rule.conclusion
        if not isinstance(conclusion, tree.SetFigure):
            return None
        return self._amount(conclusion.amount, rule.env, step.because, world)

    def _sum(self, step: Step, world: int) -> None:
        base, *lines = step.because
        keys = (step.key, (*(step.key or ("", ()))[:2], None))
        self._must(step, base.key in keys and base.kind != "line", "there is no base")
        (self.step if base.key == step.key else self.answer)(base, world)
        total = base.data
        order = ["add", "multiply", "round", "at most", "at least"]
        places = [order.index("round" if line.kind == "rounded" else line.data[0]) for line in lines]
        self._must(step, places == sorted(places), "its lines are out of order")
        rounding = self.vocabulary.templates[(step.key or ("",))[0]].rounding
        about = all(line.key == step.key for line in lines)
        self._must(step, about, "its lines are of something else")
        for position, line in enumerate(lines):
            if line.kind == "rounded":
                total = rounded(total, rounding)
                self._must(
                    line,
                    line.data == (rounding, total) and line.verdict == YES and not len(line.because),
                    "it is rounded otherwise",
                )
                continue
            if places[position] > 2 and rounding is not None:
                self._must(step, rounded(total, rounding) == total or 2 in places, "it is not rounded")
            self.step(line, world)
            changed = combine(dict(_MODES)[line.data[0]], total, line.data[1])
            total = changed if line.verdict != UNKNOWN else union((total, changed))
        self._must(step, total == step.data, "its lines do not come to this")
        if not any(place > 2 for place in places):
            self._must(step, rounded(total, rounding) == total, "it is not rounded")
        self._considered(step, world)

    def _within(self, step: Step) -> None:
        """No bound that is told of a figure has been passed over that what the rules give it goes beyond."""
        doubted = step.verdict == UNKNOWN and step.cause > CAUSES.index("undetermined")
        if step.key is None or step.key[2] is not None or doubted:
            return
        base = _base_of(step)
        chosen = self.vocabulary.templates[step.key[0]].of is not None
        if chosen or base.kind == "open figure" or step.data == ANYTHING:
            return
        left = narrowed(step.data, self.situation.figures.get(step.key[:2], ()))
        self._must(step, left == step.data, "a bound that was told was passed over")

    def _lines(self, step: Step, world: int) -> None:
        """Every line that could be worked into a figure has been looked at, and whatever of it is not encoded."""
        base = _base_of(step)
        used = Counter(id(s.entry) for s in (*step.because, *step.considered, *base.considered))
        for entry, _ in self._matching(step.key or ("", (), None), world):
            used[id(entry)] -= 1
            if _mode(entry) != "base" and used[id(entry)] < 0:
                self._wrong(step, f"{entry.rule.id} was not looked at")

    def _line(self, step: Step, world: int) -> None:
        rule = step.because[0] if len(step.because) else None
        right = rule is not None and rule.entry is step.entry and rule.kind in ("rule", "unknown")
        right = right and rule is not None and rule.key == step.key
        self._must(
            step, right and rule is not None and rule.verdict == step.verdict, "its rule does not stand so"
        )
        if rule is not None and isinstance(rule.entry, Entry):
            self.step(rule, world)
            right = (_mode(rule.entry), self._concluded(rule, step, world)) == step.data
            self._must(step, right, "its rule does not say so")

    # -- cases ----------------------------------------------------------------------------------------------------

    def _cases(self, step: Step, world: int) -> None:
        same = all(case.kind == "assumed" and case.verdict == step.verdict for case in step.because)
        same = same and all(_same_claim(case, step) for case in step.because)
        self._must(step, same and len(step.because), "its cases differ")
        if isinstance(step.data, Possible):
            self._must(
                step, all(case.because[0].data == step.data for case in step.because), "its cases differ"
            )
        self._choices(step, world)
        shown = [*step.because, *(other for other in step.considered if other.kind == "ruled out")]
        self._exhausted(step, [tuple(case.data) for case in shown], self.situation)
        for case in shown:
            self.step(case, world)

    def _ruled_out(self, step: Step, world: int) -> None:
        """In a case the rules stand against a told fact, without help from silence, and do not take its place; or what the fact
        says is in conflict."""
        inner = self.situation.copy()
        for fact in step.data:
            fact.tell(inner)
        without = inner.copy()
        told = without.told.pop((step.key or ("", ()))[:2], None)
        *denials, standing = step.because
        if not denials:
            right = (
                standing.key == step.key
                and standing.verdict == UNKNOWN
                and CAUSES[standing.cause] == "conflict"
            )
            self._must(step, told is not None and step.verdict == NO and right, "the rules do not disagree")
            self._elsewhere(standing, inner, world)
            return
        [denied] = denials
        opposite = NO if told is not None and told[0] else YES
        self._must(step, told is not None and step.verdict == NO, "nobody told of it")
        right = denied.kind in ("rule", "verdict") and denied.verdict == opposite and not silent(denied)
        self._must(step, right and denied.key == step.key, "the rules do not stand against it")
        self._must(
            step, standing.key == step.key and standing.verdict != opposite, "the rules take its place"
        )
        for premise, situation in ((denied, without), (standing, inner)):
            self._elsewhere(premise, situation, world)

    def _elsewhere(self, premise: Step, situation: Situation, world: int) -> None:
        """Check a step of another situation: one in which more, or less, is told."""
        checker = _Checker(self.program, situation)
        checker.answer(premise, world)
        for loop in checker.loops:
            checker.problems.append(f"nothing closes the loop at {loop}")
        self.problems.extend(checker.problems)

    def _assumed(self, step: Step, world: int) -> None:
        inner = self.situation.copy()
        for fact in step.data:
            fact.tell(inner)
        premise = step.because[0] if len(step.because) == 1 else None
        right = premise is not None and (premise.verdict, premise.key) == (step.verdict, step.key)
        self._must(step, right, "its proof is not of this")
        if premise is not None:
            self._elsewhere(premise, inner, world)

    def _odds(self, step: Step, world: int) -> None:
        right = step.verdict == YES and all(_same_claim(outcome, step) for outcome in step.because)
        self._must(step, right, "it says what can come")
        self._choices(step, world)
        for outcome in step.because:
            self.step(outcome, world)
        total = sum((outcome.data for outcome in step.because), Fraction(0))
        self._must(step, total == 1, "its outcomes do not add up to one")
        cases = [tuple(case.data) for outcome in step.because for case in outcome.because]
        self._exhausted(step, cases, self.situation)

    def _outcome(self, step: Step, world: int) -> None:
        total = Fraction(0)
        for case in step.because:
            same = case.kind == "assumed" and case.verdict == step.verdict and _same_claim(case, step)
            self._must(step, same, "its cases differ")
            self.step(case, world)
            total += self._share(case.data)
        self._must(step, total == step.data, "it is not as likely as that")
        self._must(step, len(step.because), "no case is shown")

    def _choices(self, step: Step, world: int) -> None:
        """What there is to choose among where the cases are those of a choice."""
        for shown in (other for other in step.considered if other.kind != "ruled out"):
            self.step(shown, world)
            [inner] = shown.because
            picked = inner.data if inner.kind == "chosen" else NOTHING
            self._options[tuple(shown.data), (inner.key or ("",))[:2]] = picked

    def _share(self, supposed: Sequence[Any]) -> Fraction:
        """How likely it is that chance brings what a case supposes."""
        situation, share = self.situation, Fraction(1)
        for place, fact in enumerate(supposed):
            choice = self._options.get((tuple(supposed[:place]), (fact.template, fact.args)))
            if choice is not None and choice.options:
                share *= Fraction(1, len(choice.options))
            inner = situation.copy()
            fact.tell(inner)
            roll = self.vocabulary.rolls.get(fact.template)
            if roll is not None:
                throws = situation.throws(roll, fact.args)
                share *= Fraction(len(inner.throws(roll, fact.args)), len(throws))
            situation = inner
        return share

    def _exhausted(
        self,
        step: Step,
        supposed: Sequence[tuple[object, ...]],
        situation: Situation,
        before: tuple[object, ...] = (),
    ) -> None:
        """The cases leave none out: each fact supposed is split into all that it can be."""
        if len(supposed) == 1 and not supposed[0]:
            return
        if any(not facts for facts in supposed) or len({facts[0].about for facts in supposed}) != 1:  # type: ignore[attr-defined]
            self._wrong(step, "its cases overlap")
            return
        groups: dict[object, list[tuple[object, ...]]] = {}
        for first, *rest in supposed:
            groups.setdefault(first, []).append(tuple(rest))
        for missing in self._missing(groups, situation, before):
            self._wrong(step, f"the case {missing} is not shown")
        for first, rests in groups.items():
            inner = situation.copy()
            first.tell(inner)  # type: ignore[attr-defined]
            self._exhausted(step, rests, inner, (*before, first))

    def _missing(
        self, groups: Mapping[object, object], situation: Situation, before: tuple[object, ...]
    ) -> Iterator[str]:
        facts = list(groups)
        kind, template, args = facts[0].about  # type: ignore[attr-defined]
        if kind != "figure":
            signs = {fact.positive for fact in facts}  # type: ignore[attr-defined]
            yield from (f"{template} {args} {sign}" for sign in (True, False) if sign not in signs)
            return
        pairs = {(fact.op, fact.value) for fact in facts}  # type: ignore[attr-defined]
        halves = [(op, value) for op, value in pairs if (negated(op), value) not in pairs]
        checker = _Checker(self.program, situation)
        told = checker._told_values((template, args, None))
        for op, value in checker._read_back_values((template, args, None)):
            told = narrow(told, op, value)
        possible = self._options.get((before, (template, args)), told)
        if halves and possible.options is not None:
            values = {value for op, value in pairs if op == "is"}
            yield from (f"{template} {args} {value}" for value in possible.options if value not in values)
            return
        yield from (f"{template} {args} {negated(op)} {value}" for op, value in halves)

    # -- what a question asked ------------------------------------------------------------------------------------

    def _kinds(self, step: Step, world: int) -> None:
        """Each kind of a class is shown, and all say the same."""
        refused = [other for other in step.considered if other.kind == "ruled out"]
        shown = [*map(tuple, step.asked), *(tuple(other.data) for other in refused)]
        self._exhausted(step, shown, self.situation)
        self._must(
            step, len(step.because) and len(step.because) == len(step.asked), "not every kind is shown"
        )
        for cell, facts in zip(step.because, step.asked, strict=False):
            self._must(step, cell.verdict == step.verdict, "its kinds differ")
            inner = self.situation.copy()
            for fact in facts:
                fact.tell(inner)
            self._elsewhere(cell, inner, world)
        for other in refused:
            self.step(other, world)

    def _together(self, step: Step, world: int) -> None:
        any_of, parts = step.asked
        truths, used = [], set()
        for sign, key in parts:
            found = [premise for premise in step.because if self._same(premise, key)]
            used |= {id(premise) for premise in found}
            truths.append(sign * found[0].verdict if found else UNKNOWN)
        self._must(
            step, len(used) == len({id(each) for each in step.because}), "a premise is not of its parts"
        )
        self._must(step, step.verdict == (max if any_of else min)(truths), "its parts do not say so")
        for premise in step.because:
            self.answer(premise, world)

    def _same(self, premise: Step, key: Key) -> bool:
        return premise.key is not None and premise.key in (key, (*key[:2], None))

    def _asked_figure(self, step: Step, world: int) -> None:
        op, values = step.asked
        [premise] = step.because
        about = premise.key is not None and step.key is not None and premise.key[:2] == step.key[:2]
        self._must(step, about, "the figure is not shown")
        outcomes = [compare(op, premise.data, only(value)) for value in values]
        truth = max(outcomes) if op == "is" else min(outcomes)
        self._must(step, truth == step.verdict, "the comparison comes out otherwise")
        self.answer(premise, world)


def _reasons(look: Looked) -> list[Step]:
    return [*look.because, *(reason for inner in look.exceptions for reason in _reasons(inner))]


def _base_of(step: Step) -> Step:
    """What a sum begins with; a figure without lines is its own base."""
    return step.because[0] if any(s.kind in ("line", "rounded") for s in step.because) else step


def _side(entry: Entry) -> int:
    conclusion = entry.rule.conclusion
    if isinstance(conclusion, tree.Missing):
        return UNKNOWN
    return NO if isinstance(conclusion, tree.Conclude) and not conclusion.positive else YES


def _same_claim(case: Step, step: Step) -> bool:
    """Whether a case is about what a step is about: the same atom, or the same parts of one question."""
    asked = [_joined(each) for each in (case, step)]
    return asked[0] == asked[1] and (asked[0] is not None or case.key == step.key)


def _joined(step: Step) -> Any:
    """What a question joined of which a step is one case, or all of them; None where it asked for one thing."""
    while step.kind in ("assumed", "outcome", "odds", "cases") and len(step.because):
        step = step.because[0]
    return step.asked if step.kind == "together" else None


def _mode(entry: Entry) -> str:
    conclusion = entry.rule.conclusion
    return conclusion.mode if isinstance(conclusion, tree.SetFigure) else "missing"


def _things(terms: Sequence[tree.Term], env: Env) -> tuple[str, ...]:
    return tuple(term.name if isinstance(term, tree.Const) else env[term.index] or STRANGER for term in terms)


def _same_comparison(premise: Step, condition: tree.Compare, env: Env) -> bool:
    other, _, _, bound = premise.data
    return bool(other == condition) and _figures(condition, env) == _figures(condition, bound)


def _figures(condition: tree.Compare, env: Env) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    queue: list[tree.Amount] = [condition.left, condition.right]
    while queue:
        amount = queue.pop()
        if isinstance(amount, tree.Figure):
            found.append(_things(amount.atom.args, env))
        elif isinstance(amount, tree.Thing):
            found.append(_things((amount.term,), env))
        elif isinstance(amount, tree.Arithmetic):
            queue.extend((amount.left, amount.right))
        elif isinstance(amount, tree.Whole):
            queue.append(amount.amount)
        elif isinstance(amount, tree.Chosen | tree.Count | tree.Extreme):
            found.append(tuple(str(thing) for thing in env))
    return found
