"""Mutants: a rulebook's encodings with one thing in them taken out or bent, each as other contents of the same rulebook.

What is done to each sentence: it is left out; each number is one more and one less; "at least" becomes "more than" and so on;
its conclusion is denied; each condition is left out, and denied; "and" becomes "or"; a listed value becomes another one;
"instead of" is left out, and each rule that a withdrawal names; the boundary between two rows of a table moves. A sentence
that the reader makes several rules of ("each of", "exactly if") is bent in all of them alike.

Not made are those that the language cannot say (a table without a row for a listed value), and those that mean what the
sentence means, which is decided by bringing both into one form: levels of one connective flattened, parts in one order and
none twice, a denial of one thing and the denied thing the same, and a genus left out beside its species.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from kb.bends import Bends, Bent, canonical
from kb.rulebook import Contents
from kb.rulelang import tree

Item = tree.Rule | tree.Withdrawal | tree.Widening | tree.Order | tree.Tie | tree.Record | tree.Reading
Change = Mapping[int, Item | None]
"""What stands in the place of some items of the contents, by position; None where one is left out."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change to one sentence: which it is, what `kind` of change, and in words what is changed.

    `about` are the templates whose verdicts or values it may change of itself: a case that asks for none of them cannot notice.
    """

    id: str
    statements: tuple[str, ...]
    kind: str
    change: str
    file: str
    line: int
    about: frozenset[str]
    items: Change
    axioms: Mapping[int, tree.Rule | None]

    def contents(self, contents: Contents) -> Contents:
        """The contents with the change made."""
        return replace(
            contents,
            items=_changed(contents.items, self.items),
            axioms=_changed(contents.axioms, self.axioms),
        )

    def reads_otherwise(self, contents: Contents) -> bool:
        """Whether it may change which templates the readings of a statement change: not where all it does is to bend rules."""
        rules = [contents.items[place] for place in self.items]
        return any(not isinstance(item, tree.Rule) or item.reading is not None for item in rules)


def mutants_of(contents: Contents) -> Iterator[Mutant]:
    """All mutants of a rulebook's encodings, in the order of its files."""
    maker = _Maker(contents)
    for group in _sentences(contents.items):
        yield from maker.of(group)
    tables: dict[str, list[int]] = {}
    for position, item in enumerate(contents.items):
        if isinstance(item, tree.Rule) and item.table is not None:
            tables.setdefault(item.table, []).append(position)
    for table in tables.values():
        yield from maker.of_table(table)
    axioms: dict[tuple[str, tuple[str, ...]], list[int]] = {}
    for position, axiom in enumerate(contents.axioms):
        if axiom.statements:
            axioms.setdefault((axiom.id, axiom.statements), []).append(position)
    for group in axioms.values():
        yield from maker.of_axiom(group)


_Any = TypeVar("_Any")


def _changed(items: Sequence[_Any], change: Mapping[int, _Any | None]) -> tuple[_Any, ...]:
    new = (change.get(position, item) for position, item in enumerate(items))
    return tuple(item for item in new if item is not None)


def _sentences(items: Sequence[Item]) -> Iterator[list[int]]:
    """The positions of the items that the reader made of one sentence."""
    groups: dict[object, list[int]] = {}
    for position, item in enumerate(items):
        key: object = position
        if isinstance(item, tree.Rule) and not isinstance(item.conclusion, tree.Missing):
            key = (item.id, item.text, item.reading)
        groups.setdefault(key, []).append(position)
    yield from groups.values()


class _Maker:
    def __init__(self, contents: Contents) -> None:
        self.items = contents.items
        self.axioms = contents.axioms
        self.vocabulary = contents.vocabulary
        self.bends = Bends(contents.vocabulary)
        self.templates: dict[str, set[str]] = {}  # of what the rules of each id and statement conclude
        for rule in (*contents.axioms, *(item for item in contents.items if isinstance(item, tree.Rule))):
            for name in (rule.id.partition(" row ")[0].replace(" #", "#"), *rule.statements):
                self.templates.setdefault(name, set()).add(rule.conclusion.atom.template)
        self.aims = {
            name.replace(" #", "#"): item.targets
            for item in contents.items
            if isinstance(item, tree.Withdrawal)
            for name in (item.id, *item.statements)
        }

    def of(self, group: list[int]) -> Iterator[Mutant]:
        """The mutants of a sentence."""
        first = self.items[group[0]]
        if isinstance(first, tree.Rule):
            yield from self._rules(group)
        elif isinstance(first, tree.Withdrawal):
            yield from self._withdrawal(group[0], first)
        elif isinstance(first, tree.Widening):
            yield from self._widening(group[0], first)
        elif isinstance(first, tree.Order):
            yield self._order(group[0], first, "removed", "left out", None)
            other = replace(first, over=first.under, under=first.over)
            yield self._order(group[0], first, "order", "turned round", other)
        elif isinstance(first, tree.Record) and first.touches:
            yield Mutant(
                first.statements[0],
                first.statements,
                "removed",
                f"left out: not encoded: {first.text}",
                first.file,
                first.line,
                frozenset(first.touches),
                {group[0]: None},
                {},
            )

    def of_axiom(self, group: list[int]) -> Iterator[Mutant]:
        """The one mutant of an axiom: that without it."""
        rules = [self.axioms[position] for position in group]
        yield Mutant(
            rules[0].statements[0],
            rules[0].statements,
            "removed",
            f"left out: {rules[0].text}",
            rules[0].file,
            rules[0].line,
            frozenset(rule.conclusion.atom.template for rule in rules),
            {},
            dict.fromkeys(group),
        )

    def of_table(self, group: list[int]) -> Iterator[Mutant]:
        """A table left out as a whole, and its boundaries moved."""
        rows = {position: self.items[position] for position in group}
        first = next(iter(rows.values()))
        assert isinstance(first, tree.Rule)
        about = self._about([first])
        head = first.text.partition(":")[0]

        def mutant(kind: str, change: str, items: Change) -> Mutant:
            name = first.id.partition(" row ")[0]
            return Mutant(name, first.statements, kind, change, first.file, first.line, about, items, {})

        yield mutant("removed", f"left out: the table of {head}", dict.fromkeys(group))
        spans = {position: _span(row) for position, row in rows.items() if isinstance(row, tree.Rule)}
        for low_row, low in spans.items():
            for high_row, high in spans.items():
                if low is None or high is None or low[1] is None or high[0] != low[1] + 1:
                    continue
                for step in (1, -1):
                    new = ((low[0], low[1] + step), (high[0] + step, high[1]))
                    if all(a is None or b is None or a <= b for a, b in new):
                        yield mutant(
                            "number",
                            f"the boundary behind {low[1]} moved to behind {low[1] + step}: the table of {head}",
                            {
                                low_row: _spanned(rows[low_row], new[0]),
                                high_row: _spanned(rows[high_row], new[1]),
                            },
                        )

    # -- sentences ------------------------------------------------------------------------------------------------

    def _rules(self, group: list[int]) -> Iterator[Mutant]:
        rules = {position: item for position in group if isinstance(item := self.items[position], tree.Rule)}
        about = self._about(list(rules.values()))
        first = rules[group[0]]
        form = {canonical(rule, self.vocabulary) for rule in rules.values()}

        def mutant(kind: str, change: str, items: Change) -> Iterator[Mutant]:
            after = [items.get(position, rule) for position, rule in rules.items()]
            if {canonical(rule, self.vocabulary) for rule in after if isinstance(rule, tree.Rule)} != form:
                said = f"{change}: {first.text}"
                yield Mutant(first.id, first.statements, kind, said, first.file, first.line, about, items, {})

        items: dict[int, Item | None]
        if first.table is None:
            yield from mutant("removed", "left out", dict.fromkeys(group))
        elif _open_end(first):
            yield from mutant("removed", "row left out", {group[0]: None})
        atoms = dict.fromkeys(rule.conclusion.atom for rule in rules.values())
        if len(atoms) > 1:
            for atom in atoms:
                items = {p: None for p, rule in rules.items() if rule.conclusion.atom == atom}
                said = self.bends.said(tree.Holds(atom), first.variables)
                yield from mutant("removed", f"“{said}” left out", items)
        twins = _twins(rules)
        if twins:
            items = dict.fromkeys(twins.values())
            yield from mutant("joiner", "“exactly if” made “if”", items)
        for place, target in enumerate(first.instead_of):
            rest = (*first.instead_of[:place], *first.instead_of[place + 1 :])
            items = {p: replace(rule, instead_of=rest) for p, rule in rules.items()}
            yield from mutant("instead of", f"“instead of {target}” left out", items)
        if isinstance(first.conclusion, tree.Conclude):
            items = {
                p: replace(rule, conclusion=replace(rule.conclusion, positive=not rule.conclusion.positive))
                for p, rule in rules.items()
                if isinstance(rule.conclusion, tree.Conclude)
            }
            yield from mutant("polarity", "the conclusion denied", items)
        for conclusion in dict.fromkeys(rule.conclusion for rule in rules.values()):
            if isinstance(conclusion, tree.SetFigure):
                for bent in self.bends.conclusion(conclusion, first.variables):
                    items = {
                        p: replace(rule, conclusion=bent.new)
                        for p, rule in rules.items()
                        if rule.conclusion == conclusion
                    }
                    yield from mutant(bent.kind, bent.words, items)
        if first.table is None:
            for other, items in self._conditions(rules, twins):
                yield from mutant(other.kind, other.words, items)

    def _conditions(
        self, rules: Mapping[int, tree.Rule], twins: Mapping[int, int]
    ) -> Iterator[tuple[Bent[tree.Condition], dict[int, Item | None]]]:
        """Each bend of the condition of a sentence, made in all its rules."""
        seen: set[tree.Condition] = set()
        for position, rule in rules.items():
            if position in twins.values() or rule.condition in seen:
                continue
            seen.add(rule.condition)
            same = [p for p, other in rules.items() if other.condition == rule.condition]
            if position not in twins:
                for bent in self.bends.whole(rule.condition, rule.variables):
                    yield bent, {p: replace(rules[p], condition=bent.new) for p in same}
                continue
            twin = rules[twins[position]].condition
            parts = twin.parts if isinstance(twin, tree.AllOf) else (twin,)
            guards, last = parts[:-1], parts[-1]
            assert isinstance(last, tree.NoneOf)
            for bent in self.bends.whole(last.parts[0], rule.variables):
                items: dict[int, Item | None] = {}
                for p in same:
                    items[p] = replace(rules[p], condition=tree.AllOf((*guards, bent.new)))
                    if p in twins:
                        denied = tree.AllOf((*guards, tree.NoneOf((bent.new,))))
                        items[twins[p]] = replace(rules[twins[p]], condition=denied)
                yield bent, items
            for place in range(len(guards)):
                rest = (*guards[:place], *guards[place + 1 :])
                said = self.bends.said(guards[place], rule.variables)
                items = {}
                for p in same:
                    items[p] = replace(rules[p], condition=tree.AllOf((*rest, last.parts[0])))
                    if p in twins:
                        items[twins[p]] = replace(rules[twins[p]], condition=tree.AllOf((*rest, last)))
                yield Bent("condition", f"“{said}” left out", tree.ALWAYS), items

    def _withdrawal(self, position: int, item: tree.Withdrawal) -> Iterator[Mutant]:
        about = frozenset(name for target in item.targets for name in self._concluded(target))

        def mutant(kind: str, change: str, new: tree.Withdrawal | None) -> Mutant:
            said = f"{change}: {item.text}"
            return Mutant(
                item.id, item.statements, kind, said, item.file, item.line, about, {position: new}, {}
            )

        yield mutant("removed", "left out", None)
        if len(item.targets) > 1:
            for place, target in enumerate(item.targets):
                rest = (*item.targets[:place], *item.targets[place + 1 :])
                yield mutant("exception", f"{target} not named", replace(item, targets=rest))
        form = canonical(item.condition, self.vocabulary)
        for bent in self.bends.whole(item.condition, item.variables):
            if canonical(bent.new, self.vocabulary) != form:
                yield mutant(bent.kind, bent.words, replace(item, condition=bent.new))

    def _widening(self, position: int, item: tree.Widening) -> Iterator[Mutant]:
        about = frozenset(name for target in item.targets for name in self._concluded(target))

        def mutant(kind: str, change: str, new: tree.Widening | None) -> Mutant:
            said = f"{change}: {item.text}"
            return Mutant(
                item.id, item.statements, kind, said, item.file, item.line, about, {position: new}, {}
            )

        yield mutant("removed", "left out", None)
        if item.amount is not None and item.figure is not None:
            for bent in self.bends.amount(item.amount, item.figure, item.variables):
                yield mutant(bent.kind, bent.words, replace(item, amount=bent.new))
        form = canonical(item.condition, self.vocabulary)
        for other in self.bends.whole(item.condition, item.variables):
            if canonical(other.new, self.vocabulary) != form:
                yield mutant(other.kind, other.words, replace(item, condition=other.new))

    def _order(self, position: int, item: tree.Order, kind: str, change: str, new: Item | None) -> Mutant:
        about = frozenset(name for target in (*item.over, *item.under) for name in self._concluded(target))
        said = f"{change}: order {' + '.join(item.over)} over {' + '.join(item.under)} by {item.by}"
        return Mutant(item.by, (item.by,), kind, said, item.file, item.line, about, {position: new}, {})

    # -- what a change is about -----------------------------------------------------------------------------------

    def _about(self, rules: Sequence[tree.Rule]) -> frozenset[str]:
        """The templates of the rules' conclusions and of those in whose place they stand."""
        found = {rule.conclusion.atom.template for rule in rules}
        for target in {target for rule in rules for target in rule.instead_of}:
            found.update(self._concluded(target))
        return frozenset(found)

    def _concluded(self, target: str, seen: frozenset[str] = frozenset()) -> Iterator[str]:
        """The templates of what the rules that an id names conclude, or of those that the withdrawals it names aim at."""
        if target in seen:
            return
        _, between, _ = target.partition(" to ")
        name = target.replace(" #", "#").strip()
        for known, templates in self.templates.items():
            if between or known == name or known.startswith((f"{name}-", f"{name}#")):
                yield from templates
        for known, targets in self.aims.items():
            if between or known == name or known.startswith((f"{name}-", f"{name}#")):
                for each in targets:
                    yield from self._concluded(each, seen | {target})


def _twins(rules: Mapping[int, tree.Rule]) -> dict[int, int]:
    """The rules that "exactly if" made pairs of: which rule of the other side says when the first is not so."""
    found: dict[int, int] = {}
    for position, rule in rules.items():
        if not isinstance(rule.conclusion, tree.Conclude):
            continue
        denied = replace(rule.conclusion, positive=not rule.conclusion.positive)
        for other, twin in rules.items():
            if other > position and twin.conclusion == denied:
                found[position] = other
    return found


_Span = tuple[int | None, int | None]


def _span(row: tree.Rule) -> _Span | None:
    """The numbers that a row of a table is for, None where it is open; None altogether if its key is no number."""
    parts = row.condition.parts if isinstance(row.condition, tree.AllOf) else (row.condition,)
    low: int | None = None
    high: int | None = None
    for part in parts:
        if not isinstance(part, tree.Compare) or not isinstance(part.right, tree.Number):
            return None
        if part.right.value.denominator != 1:
            return None
        if part.op in ("at least", "is"):
            low = int(part.right.value)
        if part.op in ("at most", "is"):
            high = int(part.right.value)
    return low, high


def _spanned(row: Item, span: _Span) -> tree.Rule:
    """The row with another span."""
    assert isinstance(row, tree.Rule)
    parts = row.condition.parts if isinstance(row.condition, tree.AllOf) else (row.condition,)
    compared = parts[0]
    assert isinstance(compared, tree.Compare)
    assert isinstance(compared.right, tree.Number)
    ends: list[tree.Condition] = []
    for op, end in (("at least", span[0]), ("at most", span[1])):
        if end is not None:
            right = replace(compared.right, value=type(compared.right.value)(end))
            ends.append(tree.Compare(op, compared.left, right))  # type: ignore[arg-type]  # one of its operators
    return replace(row, condition=ends[0] if len(ends) == 1 else tree.AllOf(tuple(ends)))


def _open_end(row: tree.Rule) -> bool:
    span = _span(row)
    return span is not None and None in span
