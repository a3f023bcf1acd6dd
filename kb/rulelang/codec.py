"""What was read from rules files, as plain data and back, exactly.

`encode` turns a value into lots that JSON can hold, `decode` turns the lots into an equal value. The first lot has the texts,
truths and null that occur; each other one is a tag, a number of values, and what these consist of, column by column: the
places of earlier values, all lots taken together. The last value is the whole. So values of one kind that wait for none of
each other are made in one go. Equal records are one value. What is not equal to another by its parts (a list, a dictionary)
is a value of its own and is one thing afterwards where it was one before. Only the classes named here can come out of the
lots, whatever is in them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from kb.rulelang import tree
from kb.rulelang.vocabulary import ListedValue, Roll, Slot, Template, ValueSlot, Verb, Vocabulary

CODEC = 5
"""The version of the lots; one more whenever older ones would be misread."""

Lots = list[list[Any]]

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
    """Lots that are not those of a value, or a value that has none."""


def encode(value: object) -> Lots:
    """The lots of a value made of records of the rule language, containers, texts, numbers, truths and None.

    Raises `CodecError` for anything else.
    """
    encoder = _Encoder()
    encoder.row("tuple", (value,))
    return _lots(encoder.rows)


def decode(lots: Sequence[Sequence[Any]]) -> Any:
    """The value of these lots. Raises `CodecError` where they are not lots that `encode` makes."""
    done = 0
    try:
        values = list(lots[0])
        for lot in lots[1:]:
            done += 1
            tag, count, *columns = lot
            made = list(_MAKERS[tag](count, [map(values.__getitem__, column) for column in columns]))
            if any(len(each) != count for each in (made, *columns)):
                raise ValueError(f"{count} values, of columns of other lengths")
            values += made
        [value] = values[-1]
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise CodecError(f"lot {done} is none: {error!r}") from error
    return value


def _lots(rows: list[list[Any]]) -> Lots:
    """The rows of an encoder in lots: a row stands behind those that it refers to, and beside others with the same tag."""
    depths: list[int] = []
    plain: dict[tuple[type, Any], int] = {}
    alike: dict[tuple[int, str, int], list[int]] = {}
    for number, (tag, *parts) in enumerate(rows):
        depths.append(1 + max((depths[part] for part in parts if type(part) is int), default=0))
        alike.setdefault((depths[-1], tag, len(parts)), []).append(number)
        for part in parts:
            if type(part) is not int:
                plain.setdefault((type(part), part), len(plain))
    lots: Lots = [[value for _, value in plain]]
    places: dict[int, int] = {}
    for (_, tag, width), numbers in sorted(alike.items()):
        first = len(plain) + len(places)
        places.update((number, place) for place, number in enumerate(numbers, first))
        columns = [
            [places[part] if type(part) is int else plain[type(part), part] for part in column]
            for column in ([rows[number][1 + each] for number in numbers] for each in range(width))
        ]
        lots.append([tag, len(numbers), *columns])
    return lots


class _Encoder:
    """Makes rows of values: a row is a tag and what the value consists of, a number in it is that of an earlier row."""

    def __init__(self) -> None:
        self.rows: list[list[Any]] = []
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


_Columns = list[Iterator[Any]]


def _each(make: Callable[[Any], Any]) -> Callable[[int, _Columns], Iterable[Any]]:
    """Makes each value of all its parts together; of no parts where there are no columns."""
    return lambda count, columns: map(make, zip(*columns, strict=True) if columns else [()] * count)


def _record(record: Any) -> Callable[[int, _Columns], Iterable[Any]]:
    return lambda count, columns: map(record, *columns) if columns else [record() for _ in range(count)]


_MAKERS: dict[str, Callable[[int, _Columns], Iterable[Any]]] = {
    "int": _record(int),
    "fraction": _each(lambda parts: Fraction(int(parts[0]), int(parts[1]))),
    "Verb": _record(Verb),
    "tuple": _each(tuple),
    "list": _each(list),
    "frozenset": _each(frozenset),
    "dict": _each(lambda parts: dict(zip(parts[::2], parts[1::2], strict=True))),
    **{name: _record(record) for name, record in _RECORDS.items()},
}
