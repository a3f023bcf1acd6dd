"""What a claim says: its clauses, each a predicate with the situations it speaks of, or the words that nobody knows.

Nothing is guessed. A clause is its predicate, the atoms beside it (those of one aspect are alternatives), a limit behind
"only", and exceptions. Where English leaves open how the parts of a list belong together, a condition has several readings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kb.playaids.conditions import (
    ALWAYS,
    NEVER,
    Atom,
    Condition,
    Joined,
    Not,
    both,
    either,
    merged,
    narrowed,
)
from kb.playaids.english import stem
from kb.playaids.mapping import AidMapping, Meaning, Predicate, Said, Spot
from kb.playaids.words import Lexicon, Token, atoms_of

Readings = tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Clause:
    """One thing that a claim says.

    `condition` and `exception` are the readings of where it holds and where not, `limit` what it is said to hold for
    alone, `named` the atoms of its condition one by one. `relative` is how its amount is to be taken: "" as it is, else
    "twice", "half", "more" or "less" than without the condition. `words` are all of its own that mean something, and those
    that nobody knows, in one form and order.
    """

    said: Said
    condition: Readings
    exception: Readings = (NEVER,)
    limit: Condition | None = None
    measure: str = ""
    relative: str = ""
    named: tuple[Atom, ...] = ()
    words: tuple[str, ...] = field(default=(), compare=False)  # other words for the same come to the same

    def key(self, universe: Mapping[str, Sequence[str]]) -> str:
        """What it says, whatever the order and the words in which it is said; all of a universe need not be named."""
        parts = [
            self.said.predicate,
            "+" if self.said.positive else "-",
            self.said.value or "",
            self.relative,
            self.measure,
            str(narrowed(self.condition[0], universe)),
            str(self.exception[0]),
            "" if self.limit is None else f"only {self.limit}",
        ]
        return " ".join(parts)


@dataclass(slots=True)
class Reading:
    """A claim as read: its clauses, or pointers to rules with their topics; `unknown` are the words that were not read.

    `guesses` are the predicates that its words name, `words` all of them that mean something, in one form and order.
    """

    clauses: list[Clause] = field(default_factory=list)
    topics: list[str] = field(default_factory=list)
    pointed: list[Atom] = field(default_factory=list)
    pointer: bool = False
    unknown: list[str] = field(default_factory=list)
    guesses: list[str] = field(default_factory=list)
    words: str = ""


Item = Token | list["Item"]


class Unread(Exception):
    """A clause cannot be read; the message says why."""


def read_claim(
    text: str, cites: Sequence[str], place: Spot, mapping: AidMapping, lexicon: Lexicon
) -> Reading:
    """The reading of a claim's text; `cites` are the citations in it as printed."""
    reading = Reading()
    if len(text) > _LONGEST:
        reading.unknown = [f"longer than {_LONGEST} characters"]
        return reading
    tokens = lexicon.tokens(text, cites)
    strange = [token for token in tokens if token.kind == "unknown"]
    reading.unknown = [token.text for token in strange]
    reading.guesses = list(
        dict.fromkeys(m.said.predicate for token in tokens for m in token.meanings if m.said is not None)
    )
    cited = [token.text for token in tokens if token.kind == "cite"]
    reading.words = " ".join(sorted([*_canonical(tokens), *cited]))
    reader = _Reader(place, mapping, reading)
    try:
        reading.clauses = reader.clauses(_tree(tokens))
    except Unread as why:
        reading.clauses = []
        reading.unknown = reading.unknown or [str(why)]
        reading.pointer = False  # it says something beside what it points to
    if reading.unknown and any(mapping.predicates[clause.said.predicate].ask for clause in reading.clauses):
        reading.clauses = []
    if not reading.clauses and any(id(token) not in reader.pointing for token in strange):
        reading.pointer = False
    return reading


def _canonical(tokens: Iterable[Token]) -> Iterator[str]:
    """The words that mean something, each in its one form; citations are not among them."""
    for token in tokens:
        operator = _operator(token)
        if token.kind == "number":
            yield "|".join(token.numbers)
        elif token.kind == "unknown":
            yield stem(token.text)
        elif token.kind == "word" and operator not in _SILENT:
            for meaning in token.meanings:
                yield from map(str, meaning.atoms)
                yield from filter(None, (*token.numbers, meaning.amount, meaning.measure, meaning.topic))
                if meaning.said is not None:
                    yield str(meaning.said)
                if meaning.operator:
                    yield _ALIKE.get(meaning.operator, meaning.operator)


_ALIKE = {"not": "neg", "unless": "except"}
"""Kinds of English words that make no difference to what is said, but only to where they may stand."""

_DEEPEST = 6
"""How deep brackets may stand in brackets; beyond that they are left out."""

_LONGEST = 4_000
"""How many characters a claim may have that is read."""


def _tree(tokens: Sequence[Token]) -> list[Item]:
    stack: list[list[Item]] = [[]]
    for token in tokens:
        if token.kind == "open" and len(stack) < _DEEPEST:
            stack.append([])
        elif token.kind == "close" and len(stack) > 1:
            group = stack.pop()
            stack[-1].append(group)
        elif token.kind != "close":
            stack[-1].append(token)
    while len(stack) > 1:
        group = stack.pop()
        stack[-1].append(group)
    return stack[0]


def _operator(item: Item) -> str:
    """The English word that a token is, "" if it is none."""
    if isinstance(item, list):
        return ""
    if item.kind == "sign":
        return {";": "semi", ",": "comma", ".": "stop", ":": "colon", "/": "or"}.get(item.text, "fill")
    return next((meaning.operator for meaning in item.meanings if meaning.operator), "")


def _said(token: Token) -> Meaning | None:
    return next((meaning for meaning in token.meanings if meaning.said is not None), None)


def _is_dual(token: Token) -> bool:
    return _said(token) is not None and any(meaning.atoms for meaning in token.meanings)


def _amount(item: Item) -> str | None:
    """The value that a token is, if it is one."""
    if isinstance(item, list):
        return None
    if item.kind == "number":
        return item.numbers[0] if len(item.numbers) == 1 else "|".join(item.numbers)
    return next((meaning.amount for meaning in item.meanings if meaning.amount), None)


def _flat(items: Sequence[Item]) -> Iterator[Token]:
    for item in items:
        if isinstance(item, list):
            yield from _flat(item)
        else:
            yield item


def _empty(items: Sequence[Item]) -> bool:
    return all(
        token.kind == "cite" or _operator(token) in _SILENT or not _means(token) for token in _flat(items)
    )


def _means(token: Token) -> bool:
    return token.kind in ("number", "unknown") or any(
        m.atoms or m.said or m.amount or m.topic or m.operator for m in token.meanings
    )


_SILENT = frozenset({"fill", "semi", "comma", "stop", "colon", "or", "but"})
_SEPARATES = ("comma", "but", "or", "colon")
"""What may stand between two clauses, the likeliest first."""


@dataclass(slots=True)
class _Draft:
    """A clause while its words are gone through."""

    items: list[Item] = field(default_factory=list)
    predicates: list[Said] = field(default_factory=list)
    value: str | None = None
    last_head: int = -1


class _Reader:
    def __init__(self, place: Spot, mapping: AidMapping, reading: Reading) -> None:
        self.place = place
        self.column = place.column
        self.mapping = mapping
        self.reading = reading
        self.pointing: set[int] = set()  # the tokens of pointers, by their identity

    def clauses(self, items: Sequence[Item]) -> list[Clause]:
        """The clauses of a claim."""
        found: list[Clause] = []
        before: list[Atom] = []
        for segment in self._sentences(items, before):
            if _empty(segment):
                if any(not isinstance(item, Token) for item in segment):
                    found += self._groups([item for item in segment if isinstance(item, list)], before, found)
                continue
            if self._points(segment):
                continue
            mine = self._segment(segment, before, found)
            found += mine
        if not found and not self.reading.pointer:
            raise Unread("says nothing that can be asked")
        return found

    def _sentences(self, items: Sequence[Item], before: list[Atom]) -> Iterator[list[Item]]:
        """The parts between semicolons of each sentence; what one speaks of counts for the next part, not the next sentence."""
        for sentence in _split_at(items, ("stop",)):
            before.clear()
            yield from _split_at(sentence, ("semi",))

    def _points(self, items: Sequence[Item]) -> bool:
        """Take up a pointer: "see 13.46 for …"."""
        tokens = list(_flat(items))
        first = next((token for token in tokens if _operator(token) not in _SILENT), None)
        if first is None or _operator(first) != "see":
            return False
        self.reading.pointer = True
        self.pointing.update(map(id, tokens))
        for token in tokens:
            for meaning in token.meanings:
                if meaning.topic:
                    self.reading.topics.append(meaning.topic)
                self.reading.pointed += atoms_of(token, meaning, self.mapping)
        return True

    def _segment(self, items: Sequence[Item], before: list[Atom], earlier: list[Clause]) -> list[Clause]:
        items, tail = _prose_exception(items)
        if tail and any(
            _said(item) is not None and not _is_dual(item) for item in tail if isinstance(item, Token)
        ):
            return [
                *self._segment(items, before, earlier),
                *self._segment(
                    [item for item in tail if _operator(item) not in ("except", "unless")],
                    list(before),
                    earlier,
                ),
            ]
        duals = self._duals_are_predicates(items)
        drafts = self._drafts(items, duals, earlier)
        for draft in drafts:
            draft.predicates = [
                replace(said, predicate=self.place.reads(said.predicate)) for said in draft.predicates
            ]
        found: list[Clause] = []
        exceptions: list[Readings] = [self._exception(tail)] if tail else []
        for number, draft in enumerate(drafts):
            made = self._clause(draft, duals, before, [*earlier, *found])
            items = draft.items
            if number == len(drafts) - 1 and exceptions:
                made = [_excepting(clause, exceptions[0]) for clause in made]
                items = [*items, *tail]
            words = tuple(sorted(_canonical(_flat(items))))
            found += [clause if clause.words else replace(clause, words=words) for clause in made]
        return found

    def _duals_are_predicates(self, items: Sequence[Item]) -> bool:
        """Whether words that may say something or narrow it are what the segment says: where nothing else is."""
        for item in items:
            if isinstance(item, list):
                continue
            if _amount(item) is not None or _operator(item) in ("twice", "half", "more", "less"):
                return False
            if _said(item) is not None and not _is_dual(item):
                return False
        return True

    def _drafts(self, items: Sequence[Item], duals: bool, earlier: list[Clause]) -> list[_Draft]:
        drafts = [_Draft()]
        for item in items:
            draft = drafts[-1]
            if isinstance(item, list):
                draft.items.append(item)
                continue
            meaning = _said(item)
            said = meaning.said if meaning is not None and (duals or not _is_dual(item)) else None
            amount = _amount(item)
            if said is not None:
                draft = self._with_predicate(drafts, said)
            elif amount is not None:
                draft = self._with_amount(drafts, amount)
            draft.items.append(item)
            if said is not None or amount is not None:
                draft.last_head = len(draft.items) - 1
        return drafts

    def _with_predicate(self, drafts: list[_Draft], said: Said) -> _Draft:
        draft = drafts[-1]
        if draft.predicates and said == draft.predicates[-1]:
            return draft
        takes = self.mapping.predicates[said.predicate].takes_value
        if not draft.predicates and (draft.value is None or takes):
            draft.predicates.append(said)
            return draft
        between = draft.items[draft.last_head + 1 :]
        if draft.predicates and all(_operator(item) in ("fill", "or", "comma") for item in between):
            draft.predicates.append(said)
            return draft
        return self._split(drafts, said=said)

    def _with_amount(self, drafts: list[_Draft], amount: str) -> _Draft:
        draft = drafts[-1]
        if draft.value is None and all(
            self.mapping.predicates[said.predicate].takes_value for said in draft.predicates
        ):
            draft.value = amount
            return draft
        return self._split(drafts, amount=amount)

    def _split(self, drafts: list[_Draft], *, said: Said | None = None, amount: str | None = None) -> _Draft:
        draft = drafts[-1]
        begin = _labelled(draft.items, draft.last_head + 1)
        if begin is None:
            places = [
                (_SEPARATES.index(_operator(item)), index)
                for index, item in enumerate(draft.items)
                if index > draft.last_head and _operator(item) in _SEPARATES
            ]
            if not places:
                raise Unread("says two things in one")
            begin = min(places)[1]
        new = _Draft(draft.items[begin:], [said] if said is not None else [], amount)
        del draft.items[begin:]
        drafts.append(new)
        return new

    def _clause(self, draft: _Draft, duals: bool, before: list[Atom], earlier: list[Clause]) -> list[Clause]:
        atoms: list[Atom] = []
        segments: list[list[Atom]] = [[]]
        limit: list[Atom] | None = None
        negated = only = waiting = False
        relative = measure = ""
        groups: list[list[Item]] = []
        for index, item in enumerate(draft.items):
            if isinstance(item, list):
                groups.append(item)
                continue
            operator = _operator(item)
            if operator == "not" and self._negates_atom(draft.items[index + 1 :], duals):
                waiting = True
            elif operator in ("neg", "not"):
                negated = not negated
            elif operator == "without":
                waiting = True
            elif operator == "only":
                only, limit = True, []
            elif operator in ("twice", "half", "more", "less"):
                relative = operator
            elif operator in ("comma", "or", "semi"):
                segments.append([])
            elif operator in ("see", "except", "unless"):
                raise Unread(f"'{item.text}' stands where it cannot be read")
            if _said(item) is not None and (duals or not _is_dual(item)):
                continue
            for meaning in item.meanings:
                if meaning.measure:
                    measure = meaning.measure
                if meaning.topic and not any(other.atoms for other in item.meanings):
                    raise Unread(f"'{item.text}' stands where it cannot be read")
                found = atoms_of(item, meaning, self.mapping)
                if waiting and found:
                    found = [replace(atom, negated=not atom.negated) for atom in found]
                    waiting = False
                (limit if limit is not None else atoms).extend(found)
                segments[-1].extend(found)
        predicates = draft.predicates or self._unsaid(draft, relative, earlier)
        signed = draft.value is not None and draft.value[:1] in ("+", "-")
        if (
            signed
            and not relative
            and all(self.mapping.predicates[each.predicate].signs for each in predicates)
        ):
            relative = "more" if str(draft.value).startswith("+") else "less"
            draft.value = str(draft.value)[1:]
        if waiting:
            negated = not negated
        own = {atom.aspect for atom in (*atoms, *(limit or ()))}
        inherited = [atom for atom in before if atom.aspect not in own]
        before[:] = [*inherited, *atoms, *(limit or ())]
        condition = _condition([*atoms, *inherited], segments if limit is None else [])
        clauses: list[Clause] = []
        for said in predicates:
            predicate = self.mapping.predicates[said.predicate]
            if relative in ("twice", "half") and predicate.ask and not predicate.takes_value:
                raise Unread("'double' or 'half' is said of what has no amount")
            value = said.value if said.value is not None else _value(draft.value, predicate)
            denied = said.positive is negated
            if predicate.takes_value and value is None and not relative:
                if not denied:
                    raise Unread("names no value")
                value, denied = "0", False
            narrow = limit
            place = condition
            if (only and limit == [] and limit is not None) or (
                limit is None and (predicate.only or self.column.only) and not negated and atoms
            ):
                narrow, place = atoms, merged(inherited) if inherited else ALWAYS
            clauses.append(
                Clause(
                    Said(said.predicate, not denied, value),
                    (place,),
                    limit=None if narrow is None else _limit(narrow, segments),
                    measure=measure,
                    relative=relative,
                    named=tuple(atom for atom in atoms if not atom.negated),
                )
            )
        for said in predicates:
            self._check_order(said, draft)
        return self._groups(groups, [*atoms, *(limit or ()), *inherited], clauses, mine=True)

    def _check_order(self, said: Said, draft: _Draft) -> None:
        """A predicate that must follow some words is read behind them alone: "suffers a break … suffers … instead"."""
        follows = self.mapping.predicates[said.predicate].follows
        if not follows:
            return
        for item in draft.items:
            if isinstance(item, list):
                continue
            if any(
                atom.aspect in follows for m in item.meanings for atom in m.atoms if isinstance(atom, Atom)
            ):
                return
            if any(
                m.said is not None and self.place.reads(m.said.predicate) == said.predicate
                for m in item.meanings
            ):
                raise Unread("its words stand in another order")

    def _negates_atom(self, items: Sequence[Item], duals: bool) -> bool:
        """Whether a "not" is said of the word behind it, which is a condition, and not of what the clause says."""
        item = items[0] if items else None
        if not isinstance(item, Token) or not item.meanings or not item.meanings[0].atoms:
            return False
        atom = item.meanings[0].atoms[0]
        if _is_dual(item):
            return not duals
        return isinstance(atom, Atom) and set(self._values(atom)) == {"yes", "no"}

    def _values(self, atom: Atom) -> Sequence[str]:
        return ("yes", "no") if atom.derived else list(self.mapping.aspects[atom.aspect].values)

    def _unsaid(self, draft: _Draft, relative: str, earlier: list[Clause]) -> list[Said]:
        """What a clause says that has no predicate: what the clause before said, else what its column says."""
        name = self.column.amount if draft.value is not None or relative else self.column.bare
        if draft.value is not None and earlier:
            last = earlier[-1].said
            if self.mapping.predicates[last.predicate].takes_value:
                name = last.predicate
        if not name:
            raise Unread("has no word that says what it is about")
        return [Said(self.place.reads(name))]

    def _groups(
        self, groups: Sequence[list[Item]], atoms: list[Atom], clauses: list[Clause], *, mine: bool = False
    ) -> list[Clause]:
        """The clauses with what stands in brackets behind them: exceptions, further conditions, clauses of their own."""
        found = list(clauses)
        more: list[Clause] = []
        for group in groups:
            if _empty(group):
                continue
            if self._points(group):
                continue
            first = next(
                (_operator(item) for item in group if _operator(item) not in ("fill", "or", "but")), ""
            )
            pure = any(
                _said(item) is not None and not _is_dual(item) for item in group if isinstance(item, Token)
            )
            if (first in ("except", "unless") or _operator(group[-1]) == "except") and not pure:
                readings = self._exception(group)
                found = [_excepting(clause, readings) for clause in found]
            elif pure:
                inner = [item for item in group if _operator(item) not in ("except", "colon")]
                before = list(atoms)
                if first in ("except", "unless"):
                    found = [self._but(clause, inner) for clause in found]
                for segment in _split_at(inner, ("semi", "stop")):
                    if not _empty(segment) and not self._points(segment):
                        more += self._segment(segment, before, [*found])
            elif any(_amount(item) is not None for item in group) and found:
                more, found = self._override(group, found, more)
            else:
                extra = [
                    atom
                    for token in _flat(group)
                    for meaning in token.meanings
                    for atom in atoms_of(token, meaning, self.mapping)
                ]
                if any(_operator(token) in ("neg", "not", "without", "only") for token in _flat(group)):
                    raise Unread("a bracket in it cannot be read")
                found = [_widened(clause, extra) for clause in found]
        return [*found, *more] if mine else more

    def _but(self, clause: Clause, items: Sequence[Item]) -> Clause:
        """The clause without what an exception with a predicate of its own is about: "(EXC: a LC may not set up)"."""
        known = self.mapping.predicates[clause.said.predicate].aspects
        first = next(_split_at(items, ("semi", "stop", "but")), [])
        about = [
            atom
            for item in first
            if isinstance(item, Token) and _said(item) is None
            for meaning in item.meanings
            for atom in atoms_of(item, meaning, self.mapping)
            if atom.aspect in known
        ]
        return _excepting(clause, (merged(about),)) if about else clause

    def _override(
        self, group: list[Item], found: list[Clause], more: list[Clause]
    ) -> tuple[list[Clause], list[Clause]]:
        """A value in brackets with where it holds: "-1 (0 at low tide)"."""
        value = next(amount for item in group if (amount := _amount(item)) is not None)
        extra = [
            atom
            for token in _flat(group)
            for meaning in token.meanings
            for atom in atoms_of(token, meaning, self.mapping)
        ]
        [*_, base] = found
        if not extra:
            name = self.place.reads(self.column.amount)
            if name not in self.mapping.predicates or base.said.value is not None:
                raise Unread("a bracket in it cannot be read")
            # "Open Ground (0/0)": what it comes to.
            said = Said(name, True, _value(value, self.mapping.predicates[name]))
            return [*more, replace(base, said=said)], found
        where = merged(extra)
        more = [
            *more,
            replace(
                base,
                said=replace(base.said, value=_value(value, self.mapping.predicates[base.said.predicate])),
                condition=tuple(both(condition, where) for condition in base.condition),
            ),
        ]
        return more, [
            *found[:-1],
            replace(base, condition=tuple(both(c, Not(where)) for c in base.condition)),
        ]

    def _exception(self, items: Sequence[Item]) -> Readings:
        """The readings of an exception's words."""
        # "(EXC: reef; see G13.43)": where it stands is not what is excepted.
        for part in _split_at(items, ("semi",)):
            self._points(part)
        inner = [item for item in items if isinstance(item, list) or id(item) not in self.pointing]
        while inner and _operator(inner[0]) in ("fill", "except", "unless", "colon", "but", "or"):
            inner.pop(0)
        if inner and _operator(inner[-1]) == "except":
            inner.pop()
        readings = [self._cases(inner, mode) for mode in ("any", "all", "merged")]
        if readings[0] == NEVER:
            raise Unread("an exception in it names nothing that is known")
        return tuple(dict.fromkeys(readings))

    def _cases(self, items: Sequence[Item], mode: str) -> Condition:
        at = next((i for i, item in enumerate(items) if _operator(item) in ("unless", "except")), None)
        if at is not None:
            left, right = self._cases(items[:at], mode), self._cases(items[at + 1 :], mode)
            if left == NEVER or right == NEVER:
                raise Unread("an exception in it cannot be read")
            return Joined("all", (left, Not(right)))
        alternatives: list[Condition] = []
        for part in _split_at(items, ("semi",)):
            if mode == "merged":
                alternatives.append(self._together(part))
            elif mode == "all":
                for piece in _split_at(part, ("or",)):
                    alternatives.append(self._together(piece))
            else:
                for piece in _split_at(part, ("or", "comma")):
                    alternatives.append(self._together(piece))
        kept = tuple(each for each in alternatives if each != ALWAYS)
        return kept[0] if len(kept) == 1 else Joined("any", kept)

    def _together(self, items: Sequence[Item]) -> Condition:
        found: list[Atom] = []
        negated = False
        for item in items:
            tokens = [item] if isinstance(item, Token) else list(_flat(item))
            for token in tokens:
                operator = _operator(token)
                if operator in ("without", "neg", "not"):
                    negated = not negated
                elif operator in ("only", "see", "twice", "half", "more", "less") or token.kind == "number":
                    raise Unread("an exception in it cannot be read")
                for meaning in token.meanings:
                    atoms = atoms_of(token, meaning, self.mapping)
                    if atoms and negated:
                        atoms = [replace(atom, negated=not atom.negated) for atom in atoms]
                        negated = False
                    found += atoms
                    if atoms:
                        break
        return merged(found) if found else ALWAYS


def _labelled(items: Sequence[Item], start: int) -> int | None:
    """Where the kinds begin that stand before a colon at the end of these items: "2 MP half-tracks: " and a value.

    They are those that "and" or "/" joins; without it, two of one aspect beside each other belong to two clauses.
    """
    end = len(items)
    while end > start and _operator(items[end - 1]) == "fill":
        end -= 1
    if end <= start or _operator(items[end - 1]) != "colon":
        return None
    begin: int | None = None
    aspects: set[str] = set()
    joined = True
    for at in range(end - 2, start - 1, -1):
        item = items[at]
        operator = _operator(item)
        if operator == "or":
            joined = True
        if operator in ("or", "fill"):
            continue
        if isinstance(item, list):
            break
        mine = {atom.aspect for meaning in item.meanings for atom in meaning.atoms}
        if (not mine and item.kind != "unknown") or (not joined and mine & aspects):
            break
        begin, joined = at, False
        aspects |= mine
    return begin


def _value(value: str | None, predicate: Predicate) -> str | None:
    return value if value is not None and predicate.takes_value else None


def _split_at(items: Sequence[Item], operators: Sequence[str]) -> Iterator[list[Item]]:
    part: list[Item] = []
    for item in items:
        if _operator(item) in operators:
            if part:
                yield part
            part = []
        else:
            part.append(item)
    if part:
        yield part


def _prose_exception(items: Sequence[Item]) -> tuple[list[Item], list[Item]]:
    """What stands before an exception in prose, and the exception."""
    for index, item in enumerate(items):
        if _operator(item) in ("except", "unless") and index:
            return list(items[:index]), list(items[index:])
    return list(items), []


def _condition(atoms: list[Atom], segments: Sequence[list[Atom]]) -> Condition:
    if not atoms:
        return ALWAYS
    alternatives = _alternatives(segments)
    return alternatives if alternatives is not None else merged(atoms)


def _limit(atoms: list[Atom], segments: Sequence[list[Atom]]) -> Condition:
    alternatives = _alternatives(segments)
    return alternatives if alternatives is not None else merged(atoms) if atoms else ALWAYS


def _alternatives(segments: Sequence[list[Atom]]) -> Condition | None:
    """The parts of a list that each fix the same aspects, as alternatives: "3 of a slight one, 2 of a moderate one"."""
    kept = [segment for segment in segments if segment]
    if len(kept) < 2:
        return None
    aspects = [{atom.aspect for atom in segment} for segment in kept]
    if len(aspects[0]) < 2 or any(each != aspects[0] for each in aspects):
        return None
    return Joined("any", tuple(merged(segment) for segment in kept))


def _excepting(clause: Clause, readings: Readings) -> Clause:
    found = tuple(dict.fromkeys(either(old, new) for old in clause.exception for new in readings))
    return replace(clause, exception=found)


def _widened(clause: Clause, extra: list[Atom]) -> Clause:
    """The clause with more atoms beside those it has: alternatives of an aspect, or a further condition."""
    if not extra:
        return clause

    def more(condition: Condition) -> Condition:
        if (
            isinstance(condition, Atom)
            or condition == ALWAYS
            or (isinstance(condition, Joined) and condition.how == "all")
        ):
            parts = [condition] if isinstance(condition, Atom) else list(condition.parts)
            if all(isinstance(part, Atom) for part in parts):
                return merged([*(part for part in parts if isinstance(part, Atom)), *extra])
        return both(condition, merged(extra))

    if clause.limit is not None:
        return replace(clause, limit=more(clause.limit))
    return replace(clause, condition=tuple(more(condition) for condition in clause.condition))
