"""The tree of a checked rule: what a sentence of an encoding means, with every noun bound to a variable.

Sentences as written live in `kb.rulelang.sentence`; here every noun phrase has become a variable (an index into the rule's
variables) or a constant, and every word a template's id. The reasoner reads these trees and nothing else. All records are
frozen and made of plain values, so that they can be written to a cache and read back (`kb.rulelang.codec`).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from ingest.late_dataclasses import dataclass

Comparator = Literal["is", "is not", "at least", "at most", "more than", "less than"]


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable of a rule: the noun it was opened with, its letter ("" for none) and what its type is."""

    noun: str
    letter: str
    kind: str


@dataclass(frozen=True, slots=True)
class Var:
    """A use of the rule's variable with this index."""

    index: int


@dataclass(frozen=True, slots=True)
class Const:
    """A thing by its name: "1079", "the Beach"."""

    name: str


Term = Var | Const


@dataclass(frozen=True, slots=True)
class Atom:
    """A template said of terms, for a purpose where one is named."""

    template: str
    args: tuple[Term, ...]
    purpose: str | None = None


@dataclass(frozen=True, slots=True)
class Number:
    """An exact number with its unit."""

    value: Fraction
    unit: str | None


@dataclass(frozen=True, slots=True)
class Symbol:
    """A listed value of a figure: Slight."""

    name: str


@dataclass(frozen=True, slots=True)
class Figure:
    """The value of a figure."""

    atom: Atom


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """Two amounts combined; `op` is plus, minus, times, divided by, lesser or greater."""

    op: str
    left: Amount
    right: Amount


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing as the value of a figure."""

    term: Term


@dataclass(frozen=True, slots=True)
class Among:
    """The things of a kind, each in turn as the variable, for which a condition holds."""

    variable: int
    kind: str
    where: Condition


@dataclass(frozen=True, slots=True)
class Chosen:
    """One of some things: the one that `chooser` chooses, or with None one drawn at random."""

    among: Among
    chooser: str | None


@dataclass(frozen=True, slots=True)
class Count:
    """How many things there are of which a condition holds."""

    among: Among


@dataclass(frozen=True, slots=True)
class Whole:
    """How many times an amount holds a number in full: 12 MP hold 5 MP twice."""

    amount: Amount
    by: Number


@dataclass(frozen=True, slots=True)
class Extreme:
    """The least, or with `most` the greatest, that a figure is of some things; of none there is no value."""

    among: Among
    of: Figure
    most: bool = False


Amount = Number | Symbol | Figure | Arithmetic | Thing | Chosen | Count | Whole | Extreme


@dataclass(frozen=True, slots=True)
class Holds:
    """The condition that an atom holds, or with `positive` false that it does not."""

    atom: Atom
    positive: bool = True


@dataclass(frozen=True, slots=True)
class Compare:
    """The condition that two amounts stand in a relation."""

    op: Comparator
    left: Amount
    right: Amount


@dataclass(frozen=True, slots=True)
class Differ:
    """The condition that two terms are two things."""

    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class AllOf:
    """The condition that every part holds."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """The condition that at least one part holds."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class NoneOf:
    """The condition that no part holds."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class OneOf:
    """The condition that exactly one part holds."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Exists:
    """The condition that some things in these variables, each of its kind, make the part hold."""

    variables: tuple[int, ...]
    part: Condition
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ButFor:
    """The condition as it would be without the rules that have such a condition, but for those that `after` names."""

    part: Condition
    after: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Widened:
    """The condition by which a widening lets something else count; `by` is the widening's id."""

    part: Condition
    by: str


Condition = Holds | Compare | Differ | AllOf | AnyOf | NoneOf | OneOf | Exists | ButFor | Widened

ALWAYS = AllOf(())


@dataclass(frozen=True, slots=True)
class Conclude:
    """The conclusion that an atom holds or does not."""

    atom: Atom
    positive: bool = True


@dataclass(frozen=True, slots=True)
class SetFigure:
    """The conclusion about a figure: `mode` is base, add, multiply, at most or at least."""

    atom: Atom
    amount: Amount
    mode: str = "base"


@dataclass(frozen=True, slots=True)
class Missing:
    """No conclusion: that a statement about an atom or a figure is not encoded, so that what it says there is not known."""

    atom: Atom


Conclusion = Conclude | SetFigure | Missing


@dataclass(frozen=True, slots=True)
class Rule:
    """One executable rule.

    `id` names it ("G13.4-s3 #2", a table row "G13.4-s2 #1 row 1"); `statements` are what it encodes; `variables[:universal]`
    are those of the conclusion. `instead_of` are the rules it takes the place of. `line` is where it stands in its file.
    `outside` is a rule that is cited but not ingested, for which this one stands.
    """

    id: str
    statements: tuple[str, ...]
    conclusion: Conclusion
    condition: Condition
    variables: tuple[Variable, ...]
    universal: int
    instead_of: tuple[str, ...]
    text: str
    file: str
    line: int
    table: str | None = None
    outside: str | None = None
    reading: str | None = None


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """A sentence that makes rules not apply where its condition holds.

    The variables that no existential of the condition binds are those of the rule it aims at.
    """

    id: str
    statements: tuple[str, ...]
    targets: tuple[str, ...]
    condition: Condition
    variables: tuple[Variable, ...]
    text: str
    file: str
    line: int
    reading: str | None = None


@dataclass(frozen=True, slots=True)
class Widening:
    """A sentence that makes a noun inside rules also cover another kind where its condition holds.

    Where it names a `figure` instead (a template), rules about that kind see `amount` as the figure's value.
    """

    id: str
    statements: tuple[str, ...]
    targets: tuple[str, ...]
    kind: str
    noun: str
    condition: Condition
    variables: tuple[Variable, ...]
    universal: int
    text: str
    file: str
    line: int
    reading: str | None = None
    figure: str | None = None
    amount: Amount | None = None


@dataclass(frozen=True, slots=True)
class Order:
    """A rank: in a disagreement the rules of `over` stand against those of `under`; `by` is a statement or "convention"."""

    over: tuple[str, ...]
    under: tuple[str, ...]
    by: str
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Tie:
    """A sentence by which lines of a sum are not cumulative with others: of two that would both count, the larger does.

    `others` are ids, or none for any other positive line. With `cumulative` it says that the lines do count together.
    """

    id: str
    statements: tuple[str, ...]
    lines: tuple[str, ...]
    others: tuple[str, ...]
    cumulative: bool
    text: str
    file: str
    line: int
    reading: str | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a statement that is disputed or misprinted; the rules that name it hold only under it.

    `printed` is what stands there instead, `because` a statement or a reason, `by` who reads it so, `on` a date. Without
    further word the default reading of each statement is taken; `erratum` says that it is an official correction.
    """

    id: str
    statements: tuple[str, ...]
    name: str
    printed: str
    because: str
    by: str
    on: str
    default: bool
    erratum: bool
    file: str
    line: int


RecordKind = Literal["note", "outside", "points to", "not encoded", "closing", "reading", "example"]


@dataclass(frozen=True, slots=True)
class Record:
    """What is said about a statement besides rules: a note, a pointer, an outside rule, what is not encoded and why."""

    statements: tuple[str, ...]
    kind: RecordKind
    text: str
    file: str
    line: int
    touches: tuple[str, ...] = ()
