"""What was read from rules files, as plain data and back, exactly.

`encode` turns a value into rows that JSON can hold, `decode` turns the rows into an equal value. A row is a tag and what the
value consists of; a number in it is that of an earlier row, a text, a truth or null stands for itself; the last row is the
whole. Equal records share a row, lists and dictionaries never do, so nothing that can be changed is ever the same thing
twice. Only the classes named here can come out of the rows, whatever is in them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from kb.rulelang import tree
from kb.rulelang.vocabulary import ListedValue, Template, Vocabulary

CODEC = 1
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
        tree.Holds,
        tree.Compare,
        tree.AllOf,
        tree.AnyOf,
        tree.NoneOf,
        tree.OneOf,
        tree.Exists,
        tree.ButFor,
        tree.Conclude,
        tree.SetFigure,
        tree.Rule,
        tree.Withdrawal,
        tree.Widening,
        tree.Order,
        tree.Record,
        ListedValue,
        Template,
        Vocabulary,
    )
}
# What a vocabulary derives from its templates when it is first asked for a pattern.
_DERIVED = frozenset({"figures", "_patterns", "_by_word", "_ready"})


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
    makers = _MAKERS
    try:
        for row in rows:
            parts = [values[part] if type(part) is int else part for part in row[1:]]
            values.append(makers[row[0]](parts))
        [value] = values[-1]
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise CodecError(f"row {len(values)} is none: {error!r}") from error
    return value


class _Encoder:
    def __init__(self) -> None:
        self.rows: Rows = []
        self._known: dict[str, int] = {}

    def row(self, tag: str, parts: Sequence[object], *, shared: bool = True) -> int:
        """The number of the row of these parts, which stand in rows before it."""
        row = [tag, *(self.part(part) for part in parts)]
        return self._place(row, shared)

    def part(self, value: Any) -> int | str | bool | None:
        """How a value stands in a row: itself, or the number of its own row."""
        if value is None or isinstance(value, bool) or type(value) is str:
            return value
        if type(value) is int:
            return self._place(["int", str(value)], True)
        if type(value) is Fraction:
            return self._place(["fraction", str(value.numerator), str(value.denominator)], True)
        if type(value) is tuple:
            return self.row("tuple", value)
        if type(value) is list:
            return self.row("list", value, shared=False)
        if type(value) is frozenset:
            return self.row("frozenset", sorted(value))
        if type(value) is dict:
            return self.row("dict", [part for item in value.items() for part in item], shared=False)
        name = type(value).__name__
        record = _RECORDS.get(name)
        if record is not type(value):
            raise CodecError(f"{value!r} has no row")
        parts = [getattr(value, part) for part in record.__match_args__ if part not in _DERIVED]
        return self.row(name, parts, shared=record is not Vocabulary)

    def _place(self, row: list[Any], shared: bool) -> int:
        # Told apart by their text, since True == 1 would make two rows one.
        text = json.dumps(row)
        number = self._known.get(text) if shared else None
        if number is None:
            number = len(self.rows)
            self.rows.append(row)
            self._known[text] = number
        return number


def _record(record: Any) -> Callable[[list[Any]], Any]:
    return lambda parts: record(*parts)


_MAKERS: dict[str, Callable[[list[Any]], Any]] = {
    "int": lambda parts: int(parts[0]),
    "fraction": lambda parts: Fraction(int(parts[0]), int(parts[1])),
    "tuple": tuple,
    "list": list,
    "frozenset": frozenset,
    "dict": lambda parts: dict(zip(parts[::2], parts[1::2], strict=True)),
    **{name: _record(record) for name, record in _RECORDS.items()},
}
