"""What was read from rules files, as plain data and back, exactly.

`encode` turns a value into rows that JSON can hold, `decode` turns the rows into an equal value. A row is a tag and what the
value consists of; a number in it is that of an earlier row, a text, a truth or null stands for itself; the last row is the
whole. Equal records share a row. What is not equal to another by its parts (a list, a dictionary) has a row of its
own and is one thing afterwards where it was one before. Only the classes named here can come out of the rows, whatever is
in them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

from kb.rulelang import tree
from kb.rulelang.vocabulary import ListedValue, Roll, Slot, Template, ValueSlot, Verb, Vocabulary

CODEC = 4
"""The version of the rows; one more whenever older rows would be misread."""

Rows = list[list[Any]]

_RECORDS: dict[str, Any] = {
    record.__name__: record
    for record in (
        tree.Variable,
        tree.Var,
        tree.Const,
        tree.Atom,
        tree.Number,
        tree.Symbol,
        tree.Figure,
        tree.Arithmetic,
        tree.Thing,
        tree.Among,
        tree.Chosen,
        tree.Count,
        tree.Extreme,
        tree.Whole,
        tree.Holds,
        tree.Compare,
        tree.Differ,
        tree.AllOf,
        tree.AnyOf,
        tree.NoneOf,
        tree.OneOf,
        tree.Exists,
        tree.ButFor,
        tree.Widened,
        tree.Conclude,
        tree.SetFigure,
        tree.Missing,
        tree.Rule,
        tree.Withdrawal,
        tree.Widening,
        tree.Order,
        tree.Tie,
        tree.Reading,
        tree.Record,
        ListedValue,
        Roll,
        Template,
        Slot,
        ValueSlot,
        Vocabulary,
    )
}
_OWN_ROW = (list, dict, Vocabulary)


class CodecError(ValueError):
    """Rows that are not those of a value, or a value that has none."""


def encode(value: object) -> Rows:
    """The rows of a value made of records of the rule language, containers, texts, numbers, truths and None.

    Raises `CodecError` for anything else.
    """
    encoder = _Encoder()
    encoder.row("tuple", (value,))
    return encoder.rows


def decode(rows: Sequence[Sequence[Any]]) -> Any:
    """The value of these rows. Raises `CodecError` where they are not rows that `encode` makes."""
    values: list[Any] = []
    makers, records = _MAKERS, _RECORDS
    try:
        for row in rows:
            parts = [values[part] if type(part) is int else part for part in row[1:]]
            record = records.get(row[0])
            values.append(makers[row[0]](parts) if record is None else record(*parts))
        [value] = values[-1]
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise CodecError(f"row {len(values)} is none: {error!r}") from error
    return value


class _Encoder:
    def __init__(self) -> None:
        self.rows: Rows = []
        self._equal: dict[str, int] = {}
        self._same: dict[int, int] = {}

    def row(self, tag: str, parts: Iterable[object]) -> int:
        """The number of the row of these parts, which stand in rows before it."""
        return self._place([tag, *[self.part(part) for part in parts]])

    def part(self, value: Any) -> int | str | bool | None:
        """How a value stands in a row: itself, or the number of its own row."""
        kind = type(value)
        if value is None or kind is bool or kind is str:
            return value  # type: ignore[no-any-return]
        if kind in _OWN_ROW:
            known = self._same.get(id(value))
            if known is None:
                known = self._same[id(value)] = self._own(value)
            return known
        if kind is int:
            return self._place(["int", str(value)])
        if kind is Fraction:
            return self._place(["fraction", str(value.numerator), str(value.denominator)])
        if kind is Verb:
            return self._place(["Verb", str(value)])
        if kind is tuple:
            return self.row("tuple", value)
        if kind is frozenset:
            return self.row("frozenset", sorted(value))
        return self.row(*_parts(value))

    def _own(self, value: Any) -> int:
        if type(value) is list:
            row = ["list", *[self.part(part) for part in value]]
        elif type(value) is dict:
            row = ["dict", *[self.part(part) for item in value.items() for part in item]]
        else:
            name, parts = _parts(value)
            row = [name, *[self.part(part) for part in parts]]
        self.rows.append(row)
        return len(self.rows) - 1

    def _place(self, row: list[Any]) -> int:
        # Told apart by their text, since True == 1 would make two rows one.
        number = self._equal.setdefault(json.dumps(row), len(self.rows))
        if number == len(self.rows):
            self.rows.append(row)
        return number


def _parts(value: Any) -> tuple[str, list[Any]]:
    name = type(value).__name__
    if _RECORDS.get(name) is not type(value):
        raise CodecError(f"{value!r} has no row")
    return name, [getattr(value, part) for part in _RECORDS[name].__match_args__]


_MAKERS: dict[str, Callable[[list[Any]], Any]] = {
    "int": lambda parts: int(parts[0]),
    "fraction": lambda parts: Fraction(int(parts[0]), int(parts[1])),
    "Verb": lambda parts: Verb(parts[0]),
    "tuple": tuple,
    "list": list,
    "frozenset": frozenset,
    "dict": lambda parts: dict(zip(parts[::2], parts[1::2], strict=True)),
}
