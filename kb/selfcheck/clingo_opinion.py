"""What clingo makes of a program: situations and questions as facts, outcomes from the stable models.

Every stable model is one way in which what is not told can be. Each question has an outcome in each of them: the union over
all (clingo's brave consequences) is all that is possible, and where that is one outcome, it is the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from ingest.diagnostics import Diagnostic, HexlawError, Place
from kb.reason.possible import Value, holds
from kb.reason.program import Entry, Program
from kb.reason.situation import Situation
from kb.rulelang import tree
from kb.rulelang.telling import is_telling
from kb.selfcheck.asp import STRANGER, Amount, CannotExport, Scale, joined, quoted
from kb.selfcheck.asp_amounts import counted, many_values
from kb.selfcheck.reference import CAUSES, Answer, Question, thresholds
from kb.selfcheck.translation import Key, Translation

INSTALL_CLINGO = "pip install 'hexlaw[selfcheck]'"
"""What brings clingo, which is not needed to answer."""

_About = tuple[str, tuple[str, ...]]
_Bound = tuple[str, Value | frozenset[Value], str]
_Doubted = tuple[_Bound, list[tuple[str, str]]]

PRELUDE = f"""\
anybody(S,K,T) :- fits(S,K,T).
anybody(S,K,{STRANGER}) :- scenario(S), looked(K).
disjoint(A,B) :- sub(A,C), sub(B,D), apart(C,D).
given(S,K,T) :- kind(S,K,T), are(S,T,K0), sub(K0,K).
given(S,K,T) :- kind(S,K,T), are(S,T,K0), disjoint(K0,K).
given(S,K,T) :- kind(S,K,T), arenot(S,T,K0), sub(K,K0).
isa(S,K,T) :- kind(S,K,T), are(S,T,K0), sub(K0,K).
isa(S,K,T) :- kind(S,K,T), placed(S,T,K0), sub(K0,K), not given(S,K,T).
open(S,K,T) :- kind(S,K,T), not given(S,K,T), not denied(S,K,T), not placed_for(S,K,T).
placed_for(S,K,T) :- kind(S,K,T), placed(S,T,K0), disjoint(K0,K).
placed_for(S,K,T) :- kind(S,K,T), placed(S,T,K0), sub(K0,K).
{{be(S,K,T)}} :- open(S,K,T).
isa(S,K,T) :- kind(S,K,T), be(S,K0,T), sub(K0,K).
:- be(S,K,T), be(S,K2,T), disjoint(K,K2).
:- be(S,K,T), open(S,K2,T), sub(K,K2), not be(S,K2,T).
cannot(S,K,T) :- looked(K), be(S,K0,T), disjoint(K0,K).
cannot(S,K,T) :- looked(K), open(S,K0,T), not be(S,K0,T), sub(K,K0), not surely(S,K,T).
out(S,O) :- raw(S,O), not bad(S).
#show raw/2.
#show out/2.
#show inexact/1.
"""
"""What holds of every program: who fits where, what a thing can be, and which outcomes no fact speaks against."""


class ClingoMissing(HexlawError):
    """clingo is not installed."""

    def __init__(self) -> None:
        super().__init__(
            Diagnostic("no-clingo", "error", "clingo is not installed", Place("selfcheck"), INSTALL_CLINGO)
        )


@dataclass(frozen=True, slots=True)
class Opinion:
    """The answer, or why there is none; `possible` says whether the facts agree with the rules in any case, `translated`
    whether clingo could be asked at all."""

    answer: Answer | None
    why_not: str = ""
    possible: bool = True
    translated: bool = True


class ClingoOpinion:
    """Asks clingo about one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.vocabulary = program.vocabulary
        self.translation = Translation(program)

    # -- asking ----------------------------------------------------------------------------------------------------

    def answers(self, asked: Sequence[tuple[Situation, Question]]) -> list[Opinion]:
        """The answers to questions, each under its own facts. Raises `CannotExport`, `ClingoMissing`."""
        found: dict[int, Opinion] = {}
        again: list[int] = []
        for number, outcome in self._solved(asked, range(len(asked)), checked=False):
            if outcome is None or outcome.inexact or len(outcome.raw) == 1:
                found[number] = _opinion(outcome, self.translation.scale)
            else:
                again.append(number)
        for number, outcome in self._solved(asked, again, checked=True):
            found[number] = _opinion(outcome, self.translation.scale)
        return [found[number] for number in range(len(asked))]

    def _solved(
        self, asked: Sequence[tuple[Situation, Question]], which: Sequence[int], *, checked: bool
    ) -> Iterator[tuple[int, _Outcomes | None]]:
        """The outcomes of each, None for one that has no model; where several have none together, they are asked in halves."""
        if not which:
            return
        outcomes = run(self.text([(n, *asked[n]) for n in which], checked=checked))
        if outcomes is not None:
            for number in which:
                yield number, outcomes.get(number, _Outcomes())
        elif len(which) == 1:
            yield which[0], None
        else:
            half = len(which) // 2
            yield from self._solved(asked, which[:half], checked=checked)
            yield from self._solved(asked, which[half:], checked=checked)

    # -- the program -----------------------------------------------------------------------------------------------

    def text(self, asked: Sequence[tuple[int, Situation, Question]], *, checked: bool) -> str:
        """The whole program for these questions, numbered; `checked` adds whether the rules stand against a fact."""
        translation = self.translation
        keys = {translation.key(template, purpose) for _, _, (template, _, purpose) in asked}
        if checked:
            keys |= {
                (template, None)
                for _, situation, _ in asked
                for template, _ in situation.told
                if self._contested(template)
            }
            keys |= {(figure, None) for _, situation, _ in asked for figure, *_ in self._implied(situation)}
        chunks = translation.reached(keys)
        lines = [PRELUDE, *self._taxonomy()]
        for chunk in chunks.values():
            lines.extend(chunk.rules)
        for key in sorted(keys, key=str):
            lines.extend(self._outcome_rules(key, checked=checked))
        kinds = sorted({kind for chunk in chunks.values() for kind in chunk.kinds})
        lines.extend(f"looked({quoted(kind)})." for kind in kinds)
        for number, situation, question in asked:
            template, args, purpose = question
            lines.extend(self._facts(number, situation, template, kinds, checked=checked))
            name = translation.name(translation.key(template, purpose))
            lines.append(f"ask_{name}({joined(str(number), *map(quoted, args))}).")
            if checked:
                lines.extend(self._defined(number, situation))
        return "\n".join(lines) + "\n"

    def _implied(self, situation: Situation) -> Iterator[tuple[str, tuple[str, ...], Value]]:
        """The figures, with their values, of what told things are by definition."""
        for figure, definitions in self.program.figure_definitions.items():
            for definition in definitions:
                for (template, args), (held, _) in situation.told.items():
                    told = definition.through and held and template == definition.head.template
                    env = definition.bind(args) if told and not definition.guards else None
                    if env is not None:
                        terms = (
                            t.name if isinstance(t, tree.Const) else env[t.index] for t in definition.args
                        )
                        yield figure, tuple(str(each) for each in terms), definition.value

    def _defined(self, number: int, situation: Situation) -> Iterator[str]:
        """Against such a figure of another value the fact stands."""
        for figure, args, value in self._implied(situation):
            name = f"t{self.translation.numbers[figure]}"
            here = joined(str(number), "0,1,0", *map(quoted, args))
            yield f"n_{name}({here})."
            yield f"bad({number}) :- not v_{name}({here},{self._value(value)}), not a_{name}({here})."

    def _contested(self, template: str) -> bool:
        return bool(self.program.by_template.get(template) or self.program.apart.get(template))

    def _taxonomy(self) -> Iterator[str]:
        vocabulary = self.vocabulary
        names = [name for name, template in vocabulary.templates.items() if template.kind == "kind"]
        for name in names:
            for other in sorted({name, *vocabulary.parents.get(name, ())}):
                yield f"sub({quoted(name)},{quoted(other)})."
        for name, others in vocabulary.apart.items():
            for other in sorted(others):
                yield f"apart({quoted(name)},{quoted(other)})."

    def _outcome_rules(self, key: Key, *, checked: bool) -> Iterator[str]:
        template = self.vocabulary.templates[key[0]]
        name = self.translation.name(key)
        args = ",".join(f"A{n}" for n in range(1 if template.unary else len(template.slots)))
        asked = f"ask_{name}({joined('S', args)})"
        here = joined("S,0,0,0", args)
        yield f"n_{name}({here}) :- {asked}."
        yield f"raw(S,C) :- {asked}, w_{name}({joined(here, 'C')})."
        if template.kind == "figure":
            many = ", ".join(many_values(Amount(name, here)))
            yield f"many_{name}({joined('S', args)}) :- {asked}, {many}."
            yield (
                f"raw(S,value(N)) :- {asked}, v_{name}({joined(here, 'N')}), not a_{name}({here}), "
                f"not many_{name}({joined('S', args)})."
            )
            return
        yield f'raw(S,"yes") :- {asked}, y_{name}({here}).'
        yield f'raw(S,"no") :- {asked}, not m_{name}({here}).'
        if checked and key[1] is None and self._contested(key[0]):
            fact = f"check_{name}({joined('S,I,G', args)})"
            alone = joined("S,0,1,I", args)
            yield f"n_{name}({here}) :- {fact}."
            yield f"n_{name}({alone}) :- {fact}."
            yield f"bad(S) :- {fact}, w_{name}({joined(here, '3')})."
            yield f"bad(S) :- {fact}, G=1, m_{name}({here}), not m_{name}({alone})."
            yield f"bad(S) :- {fact}, G=-1, not y_{name}({here}), y_{name}({alone})."

    # -- facts -----------------------------------------------------------------------------------------------------

    def _facts(
        self,
        number: int,
        situation: Situation,
        question: str,
        kinds: Iterable[str],
        *,
        checked: bool,
    ) -> Iterator[str]:
        translation, scale = self.translation, self.translation.scale
        if situation.unsettled:
            raise CannotExport("a fact that something is not known")
        if any(self.vocabulary.templates[name].silence == "base" for name in situation.closed):
            raise CannotExport("a fact that nothing else goes into a sum")
        yield f"scenario({number})."
        for kind in kinds:
            things = situation.things_of(kind) if kind else iter(situation.things)
            for thing in things:
                yield f"fits({number},{quoted(kind)},{quoted(thing)})."
                if kind and situation.surely(thing, kind):
                    yield f"surely({number},{quoted(kind)},{quoted(thing)})."
        for thing, slot in situation.slots.items():
            yield f"placed({number},{quoted(thing)},{quoted(slot)})."
        for thing, found in situation.kinds.items():
            for kind in found:
                yield f"are({number},{quoted(thing)},{quoted(kind)})."
        for thing, found in situation.not_kinds.items():
            for kind in found:
                yield f"arenot({number},{quoted(thing)},{quoted(kind)})."
        for index, ((template, args), (held, _)) in enumerate(situation.told.items(), start=1):
            name = f"t{translation.numbers[template]}"
            row = joined(str(number), str(index), "1" if held else "-1", *map(quoted, args))
            yield f"fact_{name}({row})."
            if checked and self._contested(template):
                yield f"check_{name}({row})."
        for template in situation.closed:
            yield f"closed({number},{translation.numbers[template]})."
        numbers = thresholds(self.program, situation, question)
        yield f"number({number},({';'.join(scale.number(each) for each in numbers)}))."
        figures, doubted = self._told_figures(situation)
        for key, bounds in figures.items():
            if key not in doubted:
                yield from self._bounds(number, situation, *key, bounds, numbers)
        for index, (key, bounded) in enumerate(doubted.items()):
            case, sure = f"{number},{index}", figures.get(key, ())
            yield from self._in_each_case(number, situation, key, sure, bounded, case, numbers)

    def _in_each_case(
        self,
        number: int,
        situation: Situation,
        about: _About,
        sure: tuple[_Bound, ...],
        bounded: Sequence[_Doubted],
        case: str,
        numbers: Sequence[Fraction],
    ) -> Iterator[str]:
        """What is told of a figure where a definition is about the thing of a fact, and where it is not."""
        for place, (_, kinds) in enumerate(bounded):
            yield from (f"kind({number},{quoted(kind)},{quoted(thing)})." for kind, thing in kinds)
            are = ", ".join(f"isa({number},{quoted(kind)},{quoted(thing)})" for kind, thing in kinds)
            yield f"guarded({case},{place}) :- {are}."
        for held in product((True, False), repeat=len(bounded)):
            bounds = sure
            for holds_here, (bound, _) in zip(held, bounded, strict=True):
                # What leaves no value that is told is about others.
                if holds_here and self._leave_any(about[0], (*bounds, bound)):
                    bounds = (*bounds, bound)
            body = ", ".join(
                f"{'' if here else 'not '}guarded({case},{place})" for place, here in enumerate(held)
            )
            if bounds:
                for line in self._bounds(number, situation, *about, bounds, numbers):
                    yield f"{line[:-1]} :- {body}."

    def _told_figures(
        self, situation: Situation
    ) -> tuple[dict[_About, tuple[_Bound, ...]], dict[_About, list[_Doubted]]]:
        """What is told of figures, by facts about what is defined by them too, where it is told that the definition is about
        these things; and what such facts tell where these are of kinds of which nobody told whether they are."""
        found: dict[_About, tuple[_Bound, ...]] = dict(situation.figures)
        doubted: dict[_About, list[_Doubted]] = {}
        for figure, definitions in self.program.figure_definitions.items():
            for definition in definitions:
                for (template, things), (held, source) in situation.told.items():
                    told = template == definition.head.template and (held or not definition.through)
                    env = definition.bind(things) if told else None
                    if env is None:
                        continue

                    def named(terms: Sequence[tree.Term], env: Sequence[str | None] = env) -> tuple[str, ...]:
                        return tuple(
                            t.name if isinstance(t, tree.Const) else str(env[t.index]) for t in terms
                        )

                    guards = [(guard.template, named(guard.args)) for guard in definition.guards]
                    unsure = [each for each in guards if not self._sure(situation, *each)]
                    key = (figure, named(definition.args))
                    bound: _Bound = ("is" if held else "is not", definition.value, source)
                    if not unsure:
                        found[key] = (*found.get(key, ()), bound)
                    elif all(self._open_kind(situation, kind, things[0]) for kind, things in unsure):
                        kinds = [(kind, thing) for kind, (thing,) in unsure]
                        doubted.setdefault(key, []).append((bound, kinds))
        return found, doubted

    def _leave_any(self, template: str, bounds: tuple[_Bound, ...]) -> bool:
        """Whether bounds on a figure leave any value: one of those listed, or one that they name."""
        listed: list[Value] = [each.name for each in self.vocabulary.templates[template].values]
        named = [value for _, value, _ in bounds if not isinstance(value, frozenset)]
        return any(_fits(each, bounds) for each in listed or named)

    def _open_kind(self, situation: Situation, kind: str, thing: str) -> bool:
        """Whether this is a kind of which nobody told whether a thing is of it."""
        if self.vocabulary.templates[kind].kind != "kind":
            return False
        return thing in situation.things_of(kind) and situation.placed(thing, kind) is None

    def _sure(self, situation: Situation, template: str, args: tuple[str, ...], deep: int = 3) -> bool:
        """Whether it is told that an atom holds, or rules to which there is no exception follow it from what is told, where
        nothing can speak against it."""
        if situation.vocabulary.templates[template].kind == "kind":
            return situation.surely(args[0], template)
        if (template, args) in situation.told:
            return situation.told[template, args][0]
        rules = self.program.by_template.get(template, ())
        if not deep or any(
            not isinstance(entry.rule.conclusion, tree.Conclude) or not entry.rule.conclusion.positive
            for entry in rules
        ):
            return False
        apart = self.program.apart.get(template, ())
        if any(situation.told.get((each.other, args), (False, ""))[0] for each in apart):
            return False
        return any(self._follows(situation, entry, args, deep) for entry in rules)

    def _follows(self, situation: Situation, entry: Entry, args: tuple[str, ...], deep: int) -> bool:
        """Whether a rule to which there is no exception stands by what is told."""
        env: dict[int, str] = {}
        for term, thing in zip(entry.atom.args, args, strict=True):
            if (term.name if isinstance(term, tree.Const) else env.setdefault(term.index, thing)) != thing:
                return False
        if entry.rivals or entry.withdrawals or entry.atom.purpose is not None:
            return False
        return self._plain(situation, entry.rule.condition, env, deep - 1)

    def _plain(
        self, situation: Situation, condition: tree.Condition, env: Mapping[int, str], deep: int
    ) -> bool:
        """Whether a condition holds by what is told, and by nothing that silence says."""

        def named(terms: Sequence[tree.Term]) -> tuple[str, ...] | None:
            found = [t.name if isinstance(t, tree.Const) else env.get(t.index) for t in terms]
            return None if None in found else tuple(str(each) for each in found)

        if isinstance(condition, tree.Holds):
            atom = condition.atom
            args = named(atom.args)
            if args is None or atom.purpose is not None:
                return False
            if not condition.positive:
                # That something is not told is known, as nothing else that nobody says is.
                return (
                    is_telling(atom.template)
                    and not situation.told.get((atom.template, args), (False, ""))[0]
                )
            return self._sure(situation, atom.template, args, deep)
        if isinstance(condition, tree.Compare):
            left, right = condition.left, condition.right
            if not isinstance(left, tree.Figure) or not isinstance(right, tree.Symbol | tree.Number):
                return False
            limit: Value = right.name if isinstance(right, tree.Symbol) else right.value
            args = named(left.atom.args)
            bounds = situation.figures.get((left.atom.template, args), ()) if args is not None else ()
            return any(
                op == "is" and not isinstance(value, frozenset) and holds(condition.op, value, limit)
                for op, value, _ in bounds
            )
        if isinstance(condition, tree.AllOf):
            return all(self._plain(situation, part, env, deep) for part in condition.parts)
        if isinstance(condition, tree.AnyOf):
            return any(self._plain(situation, part, env, deep) for part in condition.parts)
        if isinstance(condition, tree.Exists):
            kinds = condition.kinds or ("",) * len(condition.variables)
            choices = product(
                *(situation.things_of(kind) if kind else iter(situation.things) for kind in kinds)
            )
            return any(
                self._plain(
                    situation,
                    condition.part,
                    {**env, **dict(zip(condition.variables, choice, strict=True))},
                    deep,
                )
                for choice in choices
            )
        return False

    def _bounds(
        self,
        number: int,
        situation: Situation,
        template: str,
        args: Sequence[str],
        bounds: Sequence[_Bound],
        numbers: Sequence[Fraction],
    ) -> Iterator[str]:
        """What is told of a figure: one value, some of which it has one, or what cannot be."""
        about = joined(str(number), *map(quoted, args))
        roll = self.vocabulary.rolls.get(template)
        if roll is not None:
            name = f"f{self.translation.numbers[roll.original]}"
            yield f"limited_{name}({about})."
            for throw in situation.throws(roll, tuple(args)):
                first, second = (*throw, 0)[:2]
                yield f"limit_{name}({about},{first},{second})."
            return
        entry = self.vocabulary.templates[template]
        name = f"t{self.translation.numbers[template]}"
        if entry.of is not None:
            told = {value for op, value, _ in bounds if op == "is" and not isinstance(value, frozenset)}
            if len(told) == 1:
                yield f"fixed_{name}({about},{self._value(told.pop())})."
            elif told:
                yield f"clash_{name}({about})."
            else:
                for thing in situation.things:
                    if not _fits(thing, bounds):
                        yield f"excluded_{name}({about},{quoted(thing)})."
            return
        told_numbers = {value for _, value, _ in bounds if isinstance(value, Fraction)}
        near = {value + step for value in told_numbers for step in (-1, 0, 1)}
        known: list[Value] = [each.name for each in entry.values] or sorted(near | set(numbers))
        if counted(entry):
            known = [each for each in known if isinstance(each, Fraction) and each >= 0]
        options = [each for each in known if _fits(each, bounds) and not _told_in_part(each, bounds)]
        low, high = _ends(bounds)
        narrow = bool(entry.values) or (high and (low or counted(entry)))
        exact = any(op == "is" and not isinstance(value, frozenset) for op, value, _ in bounds)
        if not options:
            yield f"clash_{name}({about})."
        elif len(options) == 1 and (exact or narrow):
            yield f"fixed_{name}({about},{self._value(options[0])})."
        else:
            yield f"bounded_{name}({about})."
            for each in options:
                yield f"allowed_{name}({about},{self._value(each)})."
            if not entry.values:
                yield from self._limits(name, about, bounds)

    def _limits(self, name: str, about: str, bounds: Sequence[_Bound]) -> Iterator[str]:
        """The limits that are told of a figure: what rules give it may be a number beyond them of which nobody spoke."""
        for op, value, _ in bounds:
            if isinstance(value, frozenset) and op == "is":
                yield f"oneof_{name}({about})."
            elif op == "is not":
                for each in value if isinstance(value, frozenset) else (value,):
                    yield f"isnot_{name}({about},{self._value(each)})."
            elif isinstance(value, Fraction) and op != "is":
                limit = int(self.translation.scale.number(value))
                side = "below" if op in ("at least", "more than") else "above"
                step = {"more than": 1, "less than": -1}.get(op, 0)
                yield f"{side}_{name}({about},{limit + step})."

    def _value(self, value: Value) -> str:
        return quoted(value) if isinstance(value, str) else self.translation.scale.number(value)


def _fits(value: Value, bounds: Sequence[_Bound]) -> bool:
    return all(
        (value in other) is (op == "is") if isinstance(other, frozenset) else holds(op, value, other)
        for op, other, _ in bounds
    )


def _told_in_part(value: Value, bounds: Sequence[_Bound]) -> bool:
    """Whether a number is no whole one though told to be more or less than something: then it is counted."""
    between = any(op != "is" and not isinstance(other, frozenset) for op, other, _ in bounds)
    return between and isinstance(value, Fraction) and value.denominator != 1


def _ends(bounds: Sequence[_Bound]) -> tuple[bool, bool]:
    ops = {op for op, _, _ in bounds}
    return bool(ops & {"at least", "more than"}), bool(ops & {"at most", "less than"})


class _Outcomes:
    """What can come out: in any case, and in the cases against which no fact speaks."""

    def __init__(self) -> None:
        self.raw: set[Any] = set()
        self.out: set[Any] = set()
        self.inexact = False


def _opinion(outcome: _Outcomes | None, scale: Scale) -> Opinion:
    if outcome is None:
        return Opinion(None, "no model: a loop without a meaning")
    if outcome.inexact:
        return Opinion(None, "a fraction finer than the scale")
    found = outcome.out or outcome.raw
    if len(found) == 1:
        [one] = found
        if isinstance(one, tuple):
            value = one[1] if isinstance(one[1], str) else scale.read(one[1])
            return Opinion(Answer("value", value), possible=bool(outcome.out))
        if isinstance(one, str):
            return Opinion(Answer(one), possible=bool(outcome.out))
    causes = [each for each in found if isinstance(each, int)]
    return Opinion(Answer(CAUSES[max(causes, default=1)]), possible=bool(outcome.out))


def run(text: str) -> dict[int, _Outcomes] | None:
    """The outcomes by scenario, or None where there is no model. Raises `ClingoMissing`."""
    try:
        import clingo
    except ImportError:
        raise ClingoMissing from None
    # Each model tells what is possible in it or in one before. With the choices made sooner than not, there are fewer of them.
    control = clingo.Control(["--enum-mode=brave", "0", "--sign-def=pos", "--warn=none"])
    control.add("base", [], text)
    control.ground([("base", [])])
    with control.solve(yield_=True) as models:
        for _ in models:
            pass
        last = models.last()
        shown: Sequence[Any] | None = None if last is None else last.symbols(shown=True)
    if shown is None:
        return None
    found: dict[int, _Outcomes] = {}
    for symbol in shown:
        outcomes = found.setdefault(symbol.arguments[0].number, _Outcomes())
        if symbol.name == "inexact":
            outcomes.inexact = True
        else:
            (outcomes.raw if symbol.name == "raw" else outcomes.out).add(_read(symbol.arguments[1], clingo))
    return found


def _read(symbol: Any, clingo: Any) -> Any:
    if symbol.type == clingo.SymbolType.Number:
        return symbol.number
    if symbol.type == clingo.SymbolType.String:
        return symbol.string
    [value] = symbol.arguments
    return ("value", _read(value, clingo))
