"""A clause held against the rules: in every situation that its row stands for, does what it says come out?

A clause says what it says where its condition holds and no exception of its does; the opposite where one does; and where
it says "only", the opposite elsewhere too. Each situation in which the rules answer otherwise is a miss.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from typing import Literal

from kb.answer import Outcome
from kb.playaids.asking import Asker
from kb.playaids.conditions import ALWAYS, NEVER, Atom, Condition, Joined, atoms, holds
from kb.playaids.mapping import AidMapping, Predicate, Said, Spot
from kb.playaids.reading import Clause

MOST_SITUATIONS = 6_000
"""How many situations one clause may be held against."""

_MOST_KEPT = 2_000
"""How many clauses are remembered with what came of them."""

MissKind = Literal["false", "exception", "only", "left out", "measure", "open"]


@dataclass(frozen=True, slots=True)
class Miss:
    """A situation in which the rules answer otherwise than the clause says.

    `false`: where it says that it holds; `exception`: where it says that it does not; `only`: beyond what it says to be all;
    `left out`: it holds as well for what a list leaves out; `measure`: its unit is another; `open`: the rules do not say.
    """

    kind: MissKind
    situation: Mapping[str, str]
    facts: tuple[str, ...]
    question: str
    outcome: Outcome
    should: str
    differs: tuple[str, ...] = ()


@dataclass(slots=True)
class Judged:
    """What came of a clause: where it was right, where not, and all that was asked for it.

    `wholly`: it is false of something that it names; `unheard`: it names what there is not, such as a height of 0, or
    something of which its predicate cannot be said.
    """

    clause: Clause
    right: list[tuple[tuple[str, ...], str]] = field(default_factory=list)
    rightly: list[Mapping[str, str]] = field(default_factory=list)
    tried: list[Mapping[str, str]] = field(default_factory=list)
    misses: list[Miss] = field(default_factory=list)
    asked: list[tuple[tuple[str, ...], str]] = field(default_factory=list)
    outside: tuple[str, ...] = ()
    too_many: bool = False
    wholly: bool = False
    unheard: bool = False

    @property
    def verdict(self) -> str:
        """supported, partly, contradicted, external or unread."""
        if self.too_many:
            return "unread"
        if self.outside:
            return "external"
        wrong = [miss for miss in self.misses if miss.kind != "open"]
        if self.unheard:
            return "contradicted"
        if not wrong:
            if any(miss.kind == "open" for miss in self.misses):
                return "external"
            return "supported" if self.right else "contradicted"
        if self.wholly or not self.right or any(miss.kind == "measure" for miss in wrong):
            return "contradicted"
        return "partly"


_ORDER = ("supported", "partly", "external", "contradicted", "unread")


class Judge:
    """Judges the clauses of one aid."""

    def __init__(self, mapping: AidMapping, asker: Asker) -> None:
        self.mapping = mapping
        self.asker = asker
        self._known: dict[object, Judged] = {}

    def judge(
        self,
        clause: Clause,
        place: Spot,
        excused: Sequence[Atom] = (),
        covered: Mapping[str, set[str]] | None = None,
    ) -> Judged:
        """The best that can be said of a clause: where its words may be read in several ways, the one that fits the rules.

        `excused` are the atoms that other claims of the row speak of, `covered` the values of aspects that they say the
        same of.
        """
        key = (
            clause,
            id(place),
            frozenset(excused),
            frozenset((aspect, *sorted(values)) for aspect, values in (covered or {}).items()),
        )
        found = self._known.get(key)
        if found is None:
            if len(self._known) > _MOST_KEPT:
                self._known.clear()
            found = self._known[key] = self._best(clause, place, excused, covered or {})
        return found

    def _best(
        self, clause: Clause, place: Spot, excused: Sequence[Atom], covered: Mapping[str, set[str]]
    ) -> Judged:
        predicate = self.mapping.predicates[clause.said.predicate]
        best: Judged | None = None
        for condition in clause.condition:
            for exception in clause.exception:
                for widens in (False, True) if clause.limit is not None and exception != NEVER else (False,):
                    judged = self._judged(clause, place, condition, exception, widens, excused, covered)
                    if best is None or _ORDER.index(judged.verdict) < _ORDER.index(best.verdict):
                        best = judged
                    if best.verdict == "supported":
                        return best
        assert best is not None  # a clause has a reading of its condition
        if predicate.otherwise and not best.asked:
            said = replace(clause.said, predicate=predicate.otherwise)
            return self.judge(replace(clause, said=said), place, excused, covered)
        return best

    def _judged(
        self,
        clause: Clause,
        place: Spot,
        condition: Condition,
        exception: Condition,
        widens: bool,
        excused: Sequence[Atom],
        covered: Mapping[str, set[str]],
    ) -> Judged:
        predicate = self.mapping.predicates[clause.said.predicate]
        judged = Judged(clause)
        if predicate.deaf and _deaf(predicate, exception):
            exception = NEVER
        if predicate.outside and not predicate.ask:
            judged.outside = predicate.outside
            return judged
        spoken = [
            *atoms(condition),
            *atoms(exception),
            *(atoms(clause.limit) if clause.limit is not None else ()),
        ]
        judged.unheard = any(
            value not in self.mapping.aspects[atom.aspect].values
            for atom in spoken
            if not atom.derived
            for value in atom.values
        )
        space = self._space(clause, place, predicate, condition, exception)
        if space is None:
            judged.too_many = True
            return judged
        where = predicate.where if predicate.own else Joined("all", (place.row.where, predicate.where))
        beside = clause.limit is None and _beside(condition, exception)
        for situation in space:
            self.asker.in_time()
            if not holds(where, situation, lambda name, s: self._told(name, s, place)):
                continue
            self._try(judged, clause, place, predicate, situation, condition, exception, widens, beside)
        judged.misses = _excused(judged.misses, excused, self.mapping)
        judged.unheard = judged.unheard or (
            not predicate.otherwise
            and not all(
                any(situation.get(atom.aspect) in atom.values for situation in judged.tried)
                for atom in clause.named
                if not atom.derived
            )
        )
        judged.wholly = self._wholly(judged, clause, condition)
        if not any(miss.kind != "open" for miss in judged.misses) and judged.right:
            judged.misses += self._left_out(clause, place, predicate, condition, exception, excused, covered)
        return judged

    def any_of(self, name: str, place: Spot) -> Judged:
        """A predicate asked in the first situation of a row in which it makes sense, for the rules that it rests on."""
        predicate = self.mapping.predicates[name]
        judged = Judged(Clause(Said(name), (ALWAYS,)))
        anything = [Atom(each, tuple(self.mapping.aspects[each].values)) for each in predicate.aspects]
        for condition in (ALWAYS, Joined("all", tuple(anything))):  # the usual situation, else any
            for situation in self._space(judged.clause, place, predicate, condition, NEVER) or ():
                for question, outcome in self._outcomes(predicate, place, situation):
                    if outcome.possible:
                        judged.asked.append((self._facts(predicate, place, situation), question))
                if judged.asked:
                    return judged
        return judged

    # -- situations -------------------------------------------------------------------------------------------

    def _space(
        self, clause: Clause, place: Spot, predicate: Predicate, condition: Condition, exception: Condition
    ) -> Iterator[dict[str, str]] | None:
        limit = clause.limit if clause.limit is not None else ALWAYS
        spoken = [*atoms(condition), *atoms(exception), *atoms(limit)]
        open_ = dict.fromkeys(
            predicate.varied(clause.said.positive, bool(clause.relative), clause.limit is not None)
        )
        names = dict.fromkeys((*predicate.aspects, *open_))
        wheres = (
            [*atoms(predicate.where)] if predicate.own else [*atoms(place.row.where), *atoms(predicate.where)]
        )
        for atom in (*spoken, *wheres):
            if atom.derived:
                inner = self.mapping.predicates[atom.aspect]
                for aspect in (*inner.aspects, *inner.vary):
                    names[aspect] = None
                    open_[aspect] = None
            else:
                names[atom.aspect] = None
                open_[atom.aspect] = None
        spoken_values: dict[str, set[str]] = {}
        for atom in spoken:
            if not atom.derived:
                spoken_values.setdefault(atom.aspect, set()).update(atom.values)
        choices: list[list[str]] = []
        size = 1
        for name in names:
            known_aspect = self.mapping.aspects[name]
            universe = predicate.universe.get(name) or place.column.universe.get(name)
            known = list(known_aspect.values)
            if name in place.row.fixed and not predicate.own:
                values = [place.row.fixed[name]]
                values += [v for v in known if v in spoken_values.get(name, ()) and v not in values]
            elif universe is not None:
                values = list(universe)
                values += [v for v in known if v in spoken_values.get(name, ()) and v not in values]
            elif name in open_:
                values = known
            else:
                values = [known_aspect.default]
            choices.append(values)
            size *= len(values)
        if size > MOST_SITUATIONS:
            return None
        return (dict(zip(names, combination, strict=True)) for combination in product(*choices))

    def _told(self, name: str, situation: Mapping[str, str], place: Spot) -> str:
        """The value that the rules give a predicate in a situation, for a condition that asks for it.

        The aspects of the predicate alone count: flooded ground is what the water reaches, whatever keeps it out.
        """
        predicate = self.mapping.predicates[name]
        situation = {aspect: situation[aspect] for aspect in predicate.aspects}
        facts = self._facts(predicate, place, situation)
        outcome = self.asker.outcome(facts, self._question(predicate.ask[0], situation))
        return str(outcome.value) if outcome.answer == "value" else outcome.answer

    def _facts(self, predicate: Predicate, place: Spot, situation: Mapping[str, str]) -> tuple[str, ...]:
        found = [] if predicate.own else [*place.row.facts, *place.column.facts]
        found += predicate.facts
        for name, value in situation.items():
            found += self.mapping.aspects[name].values.get(value, ())
        return tuple(dict.fromkeys(self._question(fact, situation) for fact in found))

    @staticmethod
    def _question(text: str, situation: Mapping[str, str]) -> str:
        for name, value in situation.items():
            if "{" not in text:
                break
            text = text.replace("{" + name + "}", value)
        return text

    # -- one situation ----------------------------------------------------------------------------------------

    def _try(
        self,
        judged: Judged,
        clause: Clause,
        place: Spot,
        predicate: Predicate,
        situation: Mapping[str, str],
        condition: Condition,
        exception: Condition,
        widens: bool,
        beside: bool,
    ) -> None:
        def told(name: str, at: Mapping[str, str]) -> str:
            return self._told(name, at, place)

        excepted = exception != NEVER and holds(exception, situation, told)
        if not holds(condition, situation, told) and not (beside and excepted):
            return
        within = clause.limit is None or holds(clause.limit, situation, told)
        if clause.limit is None:
            says = not excepted
            kind: MissKind = "exception" if excepted else "false"
        elif widens:
            says, kind = within or excepted, "false" if within or excepted else "only"
        else:
            says = within and not excepted
            kind = "false" if says else "exception" if within else "only"
        facts = self._facts(predicate, place, situation)
        answers = list(self._outcomes(predicate, place, situation))
        if not all(outcome.possible for _, outcome in answers):
            return
        judged.asked += [(facts, question) for question, _ in answers]
        judged.tried.append(situation)
        truths = [self._truth(clause, predicate, place, situation, outcome) for _, outcome in answers]
        ranked = sorted(
            range(len(answers)), key=lambda at: (truths[at][0] is not False, truths[at][0] is True)
        )
        (truth, should), (question, outcome) = truths[ranked[0]], answers[ranked[0]]
        differs = self._differs(situation, clause, condition)
        otherwise = self._measured_otherwise(clause, predicate, outcome)
        if truth is None:
            kind = "measure" if otherwise else "open"
        elif truth is says:
            if says:
                judged.right.append((facts, question))
                judged.rightly.append(situation)
            if not (says and otherwise):
                return
            kind = "measure"
        judged.misses.append(Miss(kind, situation, facts, question, outcome, should, differs))

    def _outcomes(
        self, predicate: Predicate, place: Spot, situation: Mapping[str, str]
    ) -> Iterator[tuple[str, Outcome]]:
        facts = self._facts(predicate, place, situation)
        for text in predicate.ask:
            question = self._question(text, situation)
            yield question, self.asker.outcome(facts, question)

    def _measured_otherwise(self, clause: Clause, predicate: Predicate, outcome: Outcome) -> bool:
        measures = self._measures(predicate, outcome)
        return bool(clause.measure and measures) and clause.measure not in measures

    def _measures(self, predicate: Predicate, outcome: Outcome) -> tuple[str, ...]:
        if predicate.measure:
            return tuple(predicate.measure.split("|"))
        return (outcome.unit,) if outcome.unit else ()

    def _truth(
        self,
        clause: Clause,
        predicate: Predicate,
        place: Spot,
        situation: Mapping[str, str],
        outcome: Outcome,
    ) -> tuple[bool | None, str]:
        """Whether the rules answer what the clause says, None where they do not say; and what they say."""
        said = clause.said
        if outcome.answer in ("yes", "no"):
            wanted = "yes"
            if said.value is not None:
                wanted = predicate.values.get(said.value, "no")
            return ((outcome.answer == wanted) is said.positive), outcome.answer
        if outcome.answer not in ("value", "set"):
            return None, outcome.answer
        value = str(outcome.value)
        shown = f"{value} {outcome.unit}" if outcome.unit and outcome.unit != "number" else value
        if clause.relative:
            wanted_value = self._relative(clause, predicate, place, situation)
            if wanted_value is None:
                return None, shown
            return ((value == wanted_value) is said.positive), shown
        if said.value is None:
            return None, shown
        return ((value == said.value.lstrip("+")) is said.positive), shown

    def _relative(
        self, clause: Clause, predicate: Predicate, place: Spot, situation: Mapping[str, str]
    ) -> str | None:
        """The value that a relative claim comes to: from the value without what its condition speaks of."""
        plain = dict(situation)
        for condition in clause.condition:
            for atom in atoms(condition):
                if atom.aspect in plain:
                    plain[atom.aspect] = self.mapping.aspects[atom.aspect].default
        [outcome] = [outcome for _, outcome in self._outcomes(predicate, place, plain)][:1]
        try:
            value = Fraction(str(outcome.value))
            by = Fraction(clause.said.value or "0")
        except (ValueError, ZeroDivisionError):
            return None
        changed = {"twice": value * 2, "half": value / 2, "more": value + by, "less": value - by}
        return str(changed[clause.relative])

    def _differs(self, situation: Mapping[str, str], clause: Clause, condition: Condition) -> tuple[str, ...]:
        """The aspects in which a situation is not the usual one, those that the clause itself fixes left out."""
        fixed = {atom.aspect for atom in atoms(condition)}
        return tuple(
            name
            for name, value in situation.items()
            if name not in fixed and value != self.mapping.aspects[name].default
        )

    # -- the whole --------------------------------------------------------------------------------------------

    def _wholly(self, judged: Judged, clause: Clause, condition: Condition) -> bool:
        """Whether the clause is false for something that it names, or where nothing unusual is so."""
        wrong = [miss for miss in judged.misses if miss.kind == "false"]
        if not wrong or clause.limit is not None:
            return False
        if not judged.right:
            return True
        for atom in clause.named:
            if (
                not any(situation.get(atom.aspect, "") in atom.values for situation in judged.rightly)
                and not atom.derived
            ):
                return True
        usual = min(len(self._differs(situation, clause, condition)) for situation in judged.rightly)
        return min(len(miss.differs) for miss in wrong) < usual

    def _left_out(
        self,
        clause: Clause,
        place: Spot,
        predicate: Predicate,
        condition: Condition,
        exception: Condition,
        excused: Sequence[Atom],
        covered: Mapping[str, set[str]],
    ) -> Iterator[Miss]:
        """What a list leaves out: values of which the same claim would be as true."""
        if clause.limit is not None or clause.relative:
            return
        for atom in [
            a
            for a in atoms(condition)
            if a.aspect in (predicate.complete if clause.said.positive else predicate.complete_no)
            and not a.derived
            and not a.negated
        ]:
            known = (
                predicate.universe.get(atom.aspect)
                or place.column.universe.get(atom.aspect)
                or tuple(self.mapping.aspects[atom.aspect].values)
            )
            for value in known:
                if value in atom.values or value in covered.get(atom.aspect, ()):
                    continue
                instead = _replaced(condition, atom, Atom(atom.aspect, (value,)))
                tried = Judged(clause)
                space = self._space(clause, place, predicate, instead, exception)
                where = (
                    predicate.where if predicate.own else Joined("all", (place.row.where, predicate.where))
                )
                for situation in space or ():
                    if holds(where, situation, lambda name, s: self._told(name, s, place)):
                        self._try(
                            tried, clause, place, predicate, situation, instead, exception, False, False
                        )
                tried.misses = _excused(tried.misses, excused, self.mapping)
                if tried.right and not tried.misses:
                    facts, question = tried.right[0]
                    outcome = self.asker.outcome(facts, question)
                    yield Miss(
                        "left out", {atom.aspect: value}, facts, question, outcome, value, (atom.aspect,)
                    )


def _replaced(condition: Condition, old: Atom, new: Atom) -> Condition:
    if condition == old:
        return new
    if isinstance(condition, Joined):
        return Joined(condition.how, tuple(_replaced(part, old, new) for part in condition.parts))
    return condition


def _beside(condition: Condition, exception: Condition) -> bool:
    """Whether an exception names other things than the condition: "to Infantry, but not to vehicles"."""
    if (
        not isinstance(condition, Atom)
        or not isinstance(exception, Atom)
        or condition.negated
        or exception.negated
    ):
        return False
    return condition.aspect == exception.aspect and set(condition.values).isdisjoint(exception.values)


def _deaf(predicate: Predicate, exception: Condition) -> bool:
    """Whether an exception speaks only of what the predicate cannot have: that a weapon fires is none to packing it."""
    spoken = list(atoms(exception))
    return bool(spoken) and all(
        set(atom.values) <= set(predicate.deaf.get(atom.aspect, ())) for atom in spoken
    )


def _excused(misses: Sequence[Miss], excused: Sequence[Atom], mapping: AidMapping) -> list[Miss]:
    """The misses that no other claim of the row accounts for."""
    return [
        miss
        for miss in misses
        if not (miss.kind in ("false", "only", "open") and _spoken_of(miss, excused, mapping))
    ]


def _spoken_of(miss: Miss, excused: Sequence[Atom], mapping: AidMapping) -> bool:
    for atom in excused:
        value = miss.situation.get(atom.aspect)
        if value is None or atom.derived:
            continue
        if atom.aspect in miss.differs and (value in atom.values) is not atom.negated:
            return True
    return False
