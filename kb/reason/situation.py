"""The situation: what is told of a scenario, read from facts, with the words each fact was given in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ingest.late_dataclasses import dataclass, field
from kb.reason.possible import Value, holds
from kb.rulelang.telling import denial_of, rolled, tellings, value_of
from kb.rulelang.vocabulary import Roll, Silence, Template, Vocabulary

Atom = tuple[str, tuple[str, ...]]


@dataclass
class Situation:
    """Facts by what they are about.

    `told` has the atoms with whether they hold, `figures` the bounds on figures, `kinds` and `not_kinds` what each thing
    is and is not; each with the sentence that told it. Of the templates in `closed`, whatever is not told is not so, and into a
    figure that only collects nothing else goes; of the
    atoms in `unsettled` somebody told that they are not known.
    `things` are all things named, in the order of their naming.
    """

    vocabulary: Vocabulary
    told: dict[Atom, tuple[bool, str]] = field(default_factory=dict)
    figures: dict[Atom, tuple[tuple[str, Value | frozenset[Value], str], ...]] = field(default_factory=dict)
    kinds: dict[str, dict[str, str]] = field(default_factory=dict)
    not_kinds: dict[str, dict[str, str]] = field(default_factory=dict)
    slots: dict[str, str] = field(default_factory=dict)
    things: list[str] = field(default_factory=list)
    closed: dict[str, str] = field(default_factory=dict)
    unsettled: dict[Atom, str] = field(default_factory=dict)

    def copy(self) -> Situation:
        """An independent copy, to which further facts can be added."""
        return Situation(
            self.vocabulary,
            dict(self.told),
            dict(self.figures),
            {thing: dict(kinds) for thing, kinds in self.kinds.items()},
            {thing: dict(kinds) for thing, kinds in self.not_kinds.items()},
            dict(self.slots),
            list(self.things),
            dict(self.closed),
            dict(self.unsettled),
        )

    def take(self, other: Situation) -> None:
        """Become what another situation is, which is then not to be added to."""
        self.told, self.figures, self.kinds, self.not_kinds = (
            other.told,
            other.figures,
            other.kinds,
            other.not_kinds,
        )
        self.slots, self.things, self.closed, self.unsettled = (
            other.slots,
            other.things,
            other.closed,
            other.unsettled,
        )

    def silence(self, template: Template, args: tuple[str, ...] = ()) -> Silence:
        """What silence about a template means here: no, where a fact says that there is nothing else of it; about what a
        fact says that it is not known, nothing."""
        if self.unsettled and (template.id, args) in self.unsettled:
            return "open"
        return "no" if template.silence == "open" and template.id in self.closed else template.silence

    def collected(self, template: Template) -> bool:
        """Whether a fact says that nothing but what is told goes into a figure that only collects: "No other DRM applies"."""
        return template.silence == "base" and template.id in self.closed

    def name(self, thing: str) -> None:
        """Take note of a thing."""
        if thing not in self.things:
            self.things.append(thing)

    def place(self, thing: str, slot: str) -> None:
        """Take note of a place where a thing was named, where only one kind can stand: the narrowest such kind counts."""
        known = self.slots.get(thing)
        if known is None or (known != slot and self.vocabulary.is_a(slot, known)):
            self.slots[thing] = slot

    def tell(self, template: str, args: tuple[str, ...], positive: bool, source: str) -> str | None:
        """Add an atom; returns the sentence that told the opposite before, if one did."""
        for thing in args:
            self.name(thing)
        entry = self.vocabulary.templates[template]
        if entry.kind == "kind":
            side, other = (self.kinds, self.not_kinds) if positive else (self.not_kinds, self.kinds)
            side.setdefault(args[0], {})[template] = source
            for known, told in other.get(args[0], {}).items():
                clash = (
                    self.vocabulary.is_a(template, known)
                    if positive
                    else self.vocabulary.is_a(known, template)
                )
                if clash:
                    return told
            if positive:
                for known, told in self.kinds[args[0]].items():
                    if self.vocabulary.disjoint(known, template):
                        return told
            return None
        if entry.unary and positive and entry.slots[0] != "thing":
            # Who is told to be an amphibian is a vehicle: that is what the word can be said of.
            kinds = self.kinds.setdefault(args[0], {})
            for known, told in kinds.items():
                if self.vocabulary.disjoint(known, entry.slots[0]):
                    return told
            kinds.setdefault(entry.slots[0], source)
        before = self.told.get((template, args))
        self.told[template, args] = (positive, source)
        table = tellings(self.vocabulary)
        said, unsaid = (template, denial_of(template)) if positive else (denial_of(template), template)
        if said in table:
            self._tell_along(table[said], args, source)
        if before is not None and before[0] is not positive and unsaid in table:
            self._take_back(table[unsaid], args)
        if self.unsettled:
            self._settle(template, args)
        return before[1] if before is not None and before[0] is not positive else None

    def bound(
        self, template: str, args: tuple[str, ...], op: str, value: Value | frozenset[Value], source: str
    ) -> None:
        """Add a bound on a figure."""
        for thing in args:
            self.name(thing)
        key = (template, args)
        self.figures[key] = (*self.figures.get(key, ()), (op, value, source))
        table = tellings(self.vocabulary)
        exactly = op == "is" and not isinstance(value, frozenset)
        if template in table and (exactly or template in rolled(self.vocabulary)):
            self._tell_along(table[template], args, source)
        if exactly and isinstance(value, str):
            self._tell_along(table.get(value_of(template, value), ()), args, source)
        if self.unsettled:
            # Of what nobody knew, a bound tells something.
            open_ = [t for t in table.get(template, ()) if (t, args) in self.unsettled]
            self._tell_along(open_, args, source)
            self._settle(template, args)

    def forget(self, template: str, args: tuple[str, ...]) -> None:
        """Forget what was told of a figure."""
        bounds = self.figures.pop((template, args), ())
        table = tellings(self.vocabulary)
        for telling in table.get(template, ()):
            self._take_back((telling,), args)
        for _, value, _ in bounds:
            if isinstance(value, str):
                self._take_back(table.get(value_of(template, value), ()), args)

    def doubt(self, figure: str, things: tuple[str, ...], source: str) -> None:
        """Take that the figure with this id is not known of these things: what it starts from is open, and where the vocabulary
        has the sentence "FIGURE is known", that is not so, on which rules for want of other knowledge can depend; where it has
        not, nobody knows whether the figure is told."""
        templates = self.vocabulary.templates
        known = templates.get(f"{figure} is known")
        self.unsettled[figure, things] = source
        if known is not None and known.slots == templates[figure].slots:
            self.tell(known.id, things, False, source)
        else:
            self._unsettle_along(figure, things, source)

    def unsettle(self, template: str, args: tuple[str, ...], source: str) -> None:
        """Take that nobody knows whether an atom is so: nor, then, whether it is told, or denied."""
        self.unsettled[template, args] = source
        self._unsettle_along(template, args, source)

    def behind(self, telling: str, args: tuple[str, ...]) -> tuple[str, str, tuple[str, ...]]:
        """What would tell it, of what nobody knows: the atom or the figure, with which of them it is, that settles whether a
        sentence is told; else the sentence itself."""
        templates = self.vocabulary.templates
        for name, things in self.unsettled:
            if args in ((), things) and telling in self._tellings_of(name):
                return ("figure" if templates[name].kind == "figure" else "atom"), name, things
        return "atom", telling, args

    def _tellings_of(self, name: str) -> Iterator[str]:
        """What facts tell along that are about a template, whatever they say of it."""
        table, template = tellings(self.vocabulary), self.vocabulary.templates[name]
        yield from table.get(name, ())
        for said in (denial_of(name), *(value_of(name, value.name) for value in template.values)):
            yield from table.get(said, ())

    def _settle(self, name: str, args: tuple[str, ...]) -> None:
        """Take that it is known of something whether it is told."""
        for telling in self._tellings_of(name):
            self.unsettled.pop((telling, args if self.vocabulary.templates[telling].slots else ()), None)

    def _unsettle_along(self, name: str, args: tuple[str, ...], source: str) -> None:
        """Take that nobody knows whether it is told of something that it is so, or not, where nothing tells it."""
        for telling in self._tellings_of(name):
            of = args if self.vocabulary.templates[telling].slots else ()
            if (telling, of) not in self.told:
                self.unsettled[telling, of] = source

    def _tell_along(self, along: Sequence[str], args: tuple[str, ...], source: str) -> None:
        """Take that something is told, by these sentences."""
        for telling in along:
            of = args if self.vocabulary.templates[telling].slots else ()
            if not self.told.get((telling, of), (False, ""))[0]:
                self.told[telling, of] = (True, source)

    def _take_back(self, along: Sequence[str], args: tuple[str, ...]) -> None:
        """Take that something is not told any more, where nothing else tells it."""
        table, templates = tellings(self.vocabulary), self.vocabulary.templates
        for telling in along:
            of = args if templates[telling].slots else ()
            still = any(
                held and telling in table.get(name, ()) and of in ((), things)
                for (name, things), (held, _) in self.told.items()
            ) or any(telling in table.get(name, ()) and of in ((), things) for name, things in self.figures)
            if not still:
                self.told.pop((telling, of), None)

    def throws(self, roll: Roll, args: tuple[str, ...]) -> list[tuple[int, ...]]:
        """The ways in which the dice of a roll can have fallen, as far as what is told of the roll and its dice goes."""
        bounds = [
            (figure, op, value)
            for figure in (roll.original, *roll.dice)
            for op, value, _ in self.figures.get((figure, args), ())
        ]
        return [
            throw
            for throw in roll.throws()
            if all(_within(roll.shows(figure, throw), op, value) for figure, op, value in bounds)
        ]

    def things_of(self, kind: str) -> Iterator[str]:
        """The things that may be of a kind, as far as what is told of their kinds goes. What was named in a place where only
        one of that kind can stand is one, whatever wider kind it is said, or supposed, not to be."""
        for thing in self.things:
            known = self.kinds.get(thing, {})
            if any(self.vocabulary.disjoint(k, kind) for k in known):
                continue
            slot = self.slots.get(thing)
            placed = slot is not None and self.vocabulary.is_a(slot, kind)
            denied = self.not_kinds.get(thing, ())
            if not placed and any(self.vocabulary.is_a(kind, wider) for wider in denied):
                continue
            if slot is not None and not known and not self.vocabulary.related(slot, kind):
                continue
            yield thing

    def surely(self, thing: str, kind: str) -> bool:
        """Whether a thing is of a kind, by what is told of it or by the place in a sentence where it was named."""
        known = self.kinds.get(thing, {})
        if any(self.vocabulary.is_a(told, kind) for told in known):
            return True
        slot = self.slots.get(thing)
        return slot is not None and self.vocabulary.is_a(slot, kind)

    def placed(self, thing: str, kind: str) -> bool | None:
        """Whether a thing is of a kind by the place where it was named; None where that does not say."""
        slot = self.slots.get(thing)
        if slot is None or slot == "thing":
            return None
        return (
            True
            if self.vocabulary.is_a(slot, kind)
            else False
            if self.vocabulary.disjoint(slot, kind)
            else None
        )

    def kind_names(self) -> Mapping[str, str]:
        """For each thing the most telling kind told of it, else the slot it was named in."""
        names = dict(self.slots)
        for thing, kinds in self.kinds.items():
            best = max(kinds, key=lambda kind: len(self.vocabulary.parents.get(kind, ())))
            names[thing] = best
        return names


def _within(shown: Value, op: str, value: Value | frozenset[Value]) -> bool:
    """Whether a number is as it was told to be: in a relation to a value, or one of several."""
    if isinstance(value, frozenset):
        return (shown in value) is (op == "is")
    return holds(op, shown, value)
