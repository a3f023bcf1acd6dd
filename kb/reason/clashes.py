"""Clashes: pairs of rules that can disagree with nothing to rank them, each shown by a scenario in which they do.

Two rules about one thing that say yes and no, or two values, are tried: facts are made up under which both conditions hold,
and the engine is asked. Only where it answers with a conflict between just these two is the pair reported, so that every
finding can be tried out. That none is found is no proof that there is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, product

from ingest.diagnostics import Diagnostic, Place
from kb.reason.decide import open_facts
from kb.reason.engine import Engine, Run
from kb.reason.possible import Possible, Value, compare, only
from kb.reason.program import Entry, Program
from kb.reason.proof import UNKNOWN, Step
from kb.reason.situation import Situation
from kb.rulelang import tree
from kb.rulelang.render import PLACES, Renderer
from kb.rulelang.telling import sources
from kb.rulelang.vocabulary import Template

_MOST_TRIED = 6
"""How many scenarios are tried for a pair."""

_MOST_WAYS = 3
"""In how many ways one rule is brought to stand."""

_DEEP = 3
"""Through how many rules facts are sought that bring something about."""

_MOST_PARTS = 20_000
"""How many parts of conditions are looked at for a pair: two rules whose conditions contradict each other are known for it only
by trying every way in which each could hold."""

_NUMBERS = tuple(Fraction(number) for number in (0, 1, 2, 3, 5, 8, 12))
_SUPPOSED = "supposed"


@dataclass(frozen=True, slots=True)
class Clash:
    """Two rules, the facts under which they disagree, and about what."""

    one: tree.Rule
    other: tree.Rule
    facts: tuple[str, ...]
    about: str


def clashes(program: Program, engine: Engine) -> Iterator[Clash]:
    """The pairs of rules that can disagree and that nothing ranks."""
    for entries in program.by_template.values():
        for position, one in enumerate(entries):
            for other in entries[position + 1 :]:
                if _opposed(program, one, other):
                    found = _clash(program, engine, one, other)
                    if found is not None:
                        yield found


def unranked(program: Program, engine: Engine) -> Iterator[Diagnostic]:
    """A warning for each such pair, with its scenario."""
    for clash in clashes(program, engine):
        place = Place(clash.other.file, clash.other.line, 1) if clash.other.file else Place(clash.one.file)
        yield Diagnostic(
            "unranked",
            "warning",
            f"{clash.one.id} and {clash.other.id} can disagree, and nothing ranks them: {' '.join(clash.facts)}"
            f" They disagree {clash.about}.",
            place,
            "write ', instead of', 'does not apply if', or an order with the sentence that says which of them yields",
            clash.other.id,
        )


def _opposed(program: Program, one: Entry, other: Entry) -> bool:
    a, b = one.rule.conclusion, other.rule.conclusion
    if one.rule.id == other.rule.id or a.atom.purpose != b.atom.purpose:
        return False
    if isinstance(a, tree.Conclude) and isinstance(b, tree.Conclude):
        if a.positive == b.positive:
            return False
    elif isinstance(a, tree.SetFigure) and isinstance(b, tree.SetFigure):
        same = a.amount == b.amount or (one.rule.table is not None and one.rule.table == other.rule.table)
        if a.mode != "base" or b.mode != "base" or same:
            return False
    else:
        return False
    if any(rival is other for rival, _ in one.rivals) or any(rival is one for rival, _ in other.rivals):
        return False
    return program.beats(one, other) is None and program.beats(other, one) is None


def _clash(program: Program, engine: Engine, one: Entry, other: Entry) -> Clash | None:
    for situation, args in islice(_scenarios(program, one, other), _MOST_TRIED):
        root = _asked(engine, situation, one, args)
        sides = {id(step.entry) for step in root.because if step.kind == "rule" and step.key == root.key}
        if root.kind != "conflict" or sides != {id(one), id(other)}:
            continue
        renderer = Renderer(program.vocabulary, situation.kind_names())
        atom = one.rule.conclusion.atom
        if isinstance(one.rule.conclusion, tree.SetFigure):
            about = f"what {renderer.figure(atom.template, args)} is"
        else:
            about = f"whether {renderer.sentence(atom.template, args, True, atom.purpose)}"
        return Clash(one.rule, other.rule, tuple(_told(situation, renderer)), about)
    return None


def _asked(engine: Engine, situation: Situation, entry: Entry, args: tuple[str, ...]) -> Step:
    """What the engine says, with facts that are still open told one way or the other."""
    atom = entry.rule.conclusion.atom
    for _ in range(12):
        run = Run(engine, situation)
        if isinstance(entry.rule.conclusion, tree.SetFigure):
            root = run.figure(atom.template, args, 0, atom.purpose)
        else:
            root = run.verdict(atom.template, args, atom.purpose)
        about = next(iter(open_facts(run, root)), None) if root.verdict == UNKNOWN else None
        if root.kind == "conflict" or about is None:
            return root
        kind, template, things = about
        if kind == "figure":
            possible: Possible = run.figure(template, things).data
            values = sorted(possible.options, key=str) if possible.options else [possible.low or Fraction(0)]
            situation.bound(template, things, "is", values[0], _SUPPOSED)
        else:
            situation.tell(template, things, False, _SUPPOSED)
    return root


# -- facts under which conditions hold ------------------------------------------------------------------------------------

_Env = tuple[str | None, ...]


def _scenarios(program: Program, one: Entry, other: Entry) -> Iterator[tuple[Situation, tuple[str, ...]]]:
    """Situations in which the conditions of both rules hold of the same things."""
    vocabulary = program.vocabulary
    situation = Situation(vocabulary)
    slots = vocabulary.templates[one.rule.conclusion.atom.template].slots
    args: list[str] = []
    for index, slot in enumerate(slots):
        terms = (one.rule.conclusion.atom.args[index], other.rule.conclusion.atom.args[index])
        named = {term.name for term in terms if isinstance(term, tree.Const)}
        if len(named) > 1:
            return
        kinds = [
            entry.rule.variables[term.index].kind
            for entry, term in zip((one, other), terms, strict=True)
            if isinstance(term, tree.Var)
        ]
        if len(kinds) == 2 and not vocabulary.related(*kinds):
            return
        narrow = max([slot, *kinds], key=lambda kind: len(vocabulary.parents.get(kind, ())))
        args.append(named.pop() if named else _new(situation, narrow))
    envs = [_bound(entry, args) for entry in (one, other)]
    if any(env is None for env in envs):
        return
    maker = _Maker(program, left=[_MOST_PARTS])
    first, second = (env for env in envs if env is not None)
    for inner in maker.holding(one.rule.condition, True, first, situation):
        for both in maker.holding(other.rule.condition, True, second, inner):
            yield both, tuple(args)


def _bound(entry: Entry, args: Sequence[str]) -> _Env | None:
    env: list[str | None] = [None] * len(entry.rule.variables)
    for term, arg in zip(entry.rule.conclusion.atom.args, args, strict=True):
        if isinstance(term, tree.Var):
            if env[term.index] not in (None, arg):
                return None
            env[term.index] = arg
    return tuple(env)


def _new(situation: Situation, kind: str) -> str:
    """A new thing of a kind, named as players name things: "hex 1" is 1, a unit U1."""
    place = any(situation.vocabulary.is_a(kind, each) for each in PLACES)
    letter = "" if place else kind[:1].upper()
    number = 1
    while f"{letter}{number}" in situation.things:
        number += 1
    name = f"{letter}{number}"
    situation.name(name)
    situation.slots[name] = kind
    if kind not in PLACES:
        situation.tell(kind, (name,), True, _SUPPOSED)
    return name


@dataclass
class _Maker:
    """Makes up situations; `left` is how many parts of conditions may still be looked at, by all makers for one pair."""

    program: Program
    left: list[int]
    depth: int = _DEEP

    def holding(
        self, condition: tree.Condition, wanted: bool, env: _Env, situation: Situation
    ) -> Iterator[Situation]:
        """Situations with more facts, in which a condition holds, or does not."""
        self.left[0] -= 1
        if self.left[0] < 0:
            return
        if isinstance(condition, tree.Holds):
            yield from self._atom(condition, condition.positive is wanted, env, situation)
        elif isinstance(condition, tree.Compare):
            yield from self._compare(condition, wanted, env, situation)
        elif isinstance(condition, tree.Differ):
            left, right = (_thing(term, env) for term in (condition.left, condition.right))
            if (left != right) is wanted:
                yield situation
        elif isinstance(condition, tree.ButFor | tree.Widened):
            yield from self.holding(condition.part, wanted, env, situation)
        elif isinstance(condition, tree.Exists):
            yield from self._exists(condition, wanted, env, situation)
        elif isinstance(condition, tree.OneOf):
            for place in range(len(condition.parts) if wanted else 0):
                signs = [position == place for position in range(len(condition.parts))]
                yield from self._each(condition.parts, signs, env, situation)
        else:
            conjunction = isinstance(condition, tree.AllOf) is wanted
            sign = wanted is not isinstance(condition, tree.NoneOf)
            if isinstance(condition, tree.NoneOf):
                conjunction = wanted
            if conjunction:
                yield from self._each(condition.parts, [sign] * len(condition.parts), env, situation)
            else:
                for part in condition.parts:
                    yield from self.holding(part, sign, env, situation)

    def _each(
        self, parts: Sequence[tree.Condition], signs: Sequence[bool], env: _Env, situation: Situation
    ) -> Iterator[Situation]:
        if not parts:
            yield situation
            return
        for inner in self.holding(parts[0], signs[0], env, situation):
            yield from self._each(parts[1:], signs[1:], env, inner)

    def _atom(
        self, condition: tree.Holds, positive: bool, env: _Env, situation: Situation
    ) -> Iterator[Situation]:
        template = self.program.vocabulary.templates[condition.atom.template]
        args = tuple(_thing(term, env) for term in condition.atom.args)
        told = situation.told.get((template.id, args))
        if told is not None:
            if told[0] is positive:
                yield situation
            return
        rules = [
            entry
            for entry in self.program.by_template.get(template.id, ())
            if isinstance(entry.rule.conclusion, tree.Conclude)
        ]
        if rules:
            # What rules conclude is not told but brought about, so that no fact speaks against a rule.
            yield from self._derived(rules, positive, args, situation)
            return
        inner = situation.copy()
        if positive and _elsewhere(situation, template, args):
            return
        if positive and sources(self.program.vocabulary).get(template.id):
            if _told_along(inner, template, args):
                yield inner
            return
        silent = template.silence == ("yes" if positive else "no") and template.kind != "kind"
        if silent or inner.tell(template.id, args, positive, _SUPPOSED) is None:
            yield inner

    def _derived(
        self, rules: Sequence[Entry], positive: bool, args: tuple[str, ...], situation: Situation
    ) -> Iterator[Situation]:
        """Situations in which a rule concludes an atom; for the opposite of what rules conclude also this one as it is."""
        template = self.program.vocabulary.templates[rules[0].atom.template]
        if template.silence == ("yes" if positive else "no"):
            yield situation
        if self.depth == 0:
            return
        deeper = _Maker(self.program, self.left, self.depth - 1)
        for entry in rules:
            conclusion = entry.rule.conclusion
            env = _bound(entry, args)
            if env is not None and isinstance(conclusion, tree.Conclude) and conclusion.positive is positive:
                yield from islice(deeper.holding(entry.rule.condition, True, env, situation), _MOST_WAYS)

    def _exists(
        self, condition: tree.Exists, wanted: bool, env: _Env, situation: Situation
    ) -> Iterator[Situation]:
        if not wanted:
            yield situation  # nobody is made up who could make it so; the engine will say whether it is
            return
        inner = situation.copy()
        filled = list(env)
        for index, kind in zip(condition.variables, condition.kinds, strict=True):
            filled[index] = _new(inner, kind)
        yield from self.holding(condition.part, True, tuple(filled), inner)
        for things in product(*(list(situation.things_of(kind)) for kind in condition.kinds)):
            reused = list(env)
            for index, thing in zip(condition.variables, things, strict=True):
                reused[index] = thing
            yield from self.holding(condition.part, True, tuple(reused), situation)

    def _compare(
        self, condition: tree.Compare, wanted: bool, env: _Env, situation: Situation
    ) -> Iterator[Situation]:
        figures = list(dict.fromkeys((*_figures(condition.left, env), *_figures(condition.right, env))))
        choices = [self._values(figure, condition, situation) for figure in figures]
        for values in product(*choices):
            supposed = dict(zip(figures, values, strict=True))
            left, right = (_worth(side, supposed, env) for side in (condition.left, condition.right))
            if left is None or right is None or compare(condition.op, left, right) != (1 if wanted else -1):
                continue
            inner = situation.copy()
            for (template, args), value in supposed.items():
                if (template, args) not in inner.figures:
                    inner.bound(template, args, "is", value, _SUPPOSED)
            yield inner

    def _values(
        self, figure: tuple[str, tuple[str, ...]], condition: tree.Compare, situation: Situation
    ) -> list[Value]:
        told = situation.figures.get(figure)
        if told:
            return [value for _, value, _ in told if not isinstance(value, frozenset)]
        template = self.program.vocabulary.templates[figure[0]]
        if template.values:
            return [value.name for value in template.values]
        near = [
            amount.value + step
            for amount in (condition.left, condition.right)
            if isinstance(amount, tree.Number)
            for step in (0, 1, -1)
        ]
        return list(near or _NUMBERS)


def _thing(term: tree.Term, env: _Env) -> str:
    return term.name if isinstance(term, tree.Const) else env[term.index] or "something"


def _figures(amount: tree.Amount, env: _Env) -> Iterator[tuple[str, tuple[str, ...]]]:
    if isinstance(amount, tree.Figure):
        yield amount.atom.template, tuple(_thing(term, env) for term in amount.atom.args)
    elif isinstance(amount, tree.Arithmetic):
        yield from _figures(amount.left, env)
        yield from _figures(amount.right, env)


def _worth(
    amount: tree.Amount, supposed: dict[tuple[str, tuple[str, ...]], Value], env: _Env
) -> Possible | None:
    if isinstance(amount, tree.Number):
        return only(amount.value)
    if isinstance(amount, tree.Symbol):
        return only(amount.name)
    if isinstance(amount, tree.Figure):
        return only(supposed[amount.atom.template, tuple(_thing(term, env) for term in amount.atom.args)])
    return None


def _elsewhere(situation: Situation, template: Template, args: tuple[str, ...]) -> bool:
    """Whether a thing is told to stand so to others already: a hexside that is common to two hexes is common to no others, a
    unit in one hex is in no other. Between things of one kind, as next to each other, there may be several."""
    if len(args) < 2 or template.slots[0] in template.slots[1:]:
        return False
    return any(
        held and name == template.id and things[0] == args[0] and things != args
        for (name, things), (held, _) in situation.told.items()
    )


def _told_along(situation: Situation, telling: Template, args: tuple[str, ...]) -> bool:
    """Tell what a sentence says is told: of these things, or of some thing. Whether nothing contradicts it."""
    templates = situation.vocabulary.templates
    way = templates[sources(situation.vocabulary)[telling.id][0]]
    about = args if len(way.slots) == len(args) else tuple(_new(situation, slot) for slot in way.slots)
    if way.kind != "figure":
        return situation.tell(way.id, about, True, _SUPPOSED) is None
    if not way.values:
        return situation.tell(telling.id, args, True, _SUPPOSED) is None
    told = [each.name for each in way.values if telling.id == f"{way.id} is told to be {each.name}"]
    bounds = situation.figures.get((way.id, about), ())
    value = told[0] if told else way.values[0].name
    if any(other != value for _, other, _ in bounds):
        return not told
    if not bounds:
        situation.bound(way.id, about, "is", value, _SUPPOSED)
    return True


def _told(situation: Situation, renderer: Renderer) -> Iterator[str]:
    """The facts of a situation as sentences."""
    templates = situation.vocabulary.templates
    told_along = sources(situation.vocabulary)

    def sentence(text: str) -> str:
        return f"{text[:1].upper()}{text[1:]}."

    for thing, kinds in situation.kinds.items():
        for kind in kinds:
            widest = any(situation.vocabulary.is_a(other, kind) for other in kinds if other != kind)
            if not widest and kind not in PLACES:
                yield sentence(renderer.sentence(kind, (thing,)))
    for thing, kinds in situation.not_kinds.items():
        yield from (sentence(renderer.sentence(kind, (thing,), False)) for kind in kinds)
    for (name, args), (held, _) in situation.told.items():
        if name not in told_along and (held or templates[name].silence != "no"):
            yield sentence(renderer.sentence(name, args, held))
    for (name, args), bounds in situation.figures.items():
        for _, value, _ in bounds:
            if not isinstance(value, frozenset):
                yield sentence(f"{renderer.figure(name, args)} is {renderer.value(name, value)}")
