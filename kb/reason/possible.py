"""What a figure can still be: one value, one of a few, or anything between two bounds."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction

Value = Fraction | str


class Possible:
    """The values that a figure may have. `options` lists them where they are few; else `low` and `high` bound them.

    No options at all (an empty set) is a contradiction among what was told. `none` is the value of a figure that has
    none, with which every comparison fails. `known` is the value, if only one is possible; `whole` the same if
    it is listed and a whole number. Nothing of it is to be changed.
    """

    __slots__ = ("high", "known", "low", "options", "whole")

    options: frozenset[Value] | None
    low: Fraction | None
    high: Fraction | None
    known: Value | None
    whole: int | None

    def __init__(
        self,
        options: frozenset[Value] | None = None,
        low: Fraction | None = None,
        high: Fraction | None = None,
    ) -> None:
        self.options = options
        self.low = low
        self.high = high
        self.known = self.whole = None
        if options is None:
            if low is not None and low == high:
                self.known = low
        elif len(options) == 1:
            [self.known] = [value] = options
            if isinstance(value, Fraction) and value.denominator == 1:
                self.whole = value.numerator

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Possible)
            and self.options == other.options
            and self.low == other.low
            and self.high == other.high
        )

    def __hash__(self) -> int:
        return hash((self.options, self.low, self.high))

    def __repr__(self) -> str:
        return f"Possible(options={self.options!r}, low={self.low!r}, high={self.high!r})"

    def bounds(self) -> tuple[Fraction | None, Fraction | None]:
        """The least and the greatest possible number, None where there is no such bound."""
        if self.options is None:
            return self.low, self.high
        numbers = [value for value in self.options if isinstance(value, Fraction)]
        return (min(numbers), max(numbers)) if numbers else (None, None)


ANYTHING = Possible()
NOTHING = Possible(frozenset())


def only(value: Value) -> Possible:
    """Just this value."""
    return Possible(frozenset((value,)))


WHOLE = tuple(only(Fraction(number)) for number in range(64))
"""Just this number, for the numbers that games count with."""


def union(parts: Iterable[Possible]) -> Possible:
    """Whatever is possible in one of the parts."""
    found = list(parts)
    if all(part.options is not None for part in found):
        return Possible(frozenset().union(*(part.options or frozenset() for part in found)))
    lows = [part.bounds()[0] for part in found]
    highs = [part.bounds()[1] for part in found]
    known_lows = [low for low in lows if low is not None]
    known_highs = [high for high in highs if high is not None]
    return Possible(
        None,
        min(known_lows) if len(known_lows) == len(lows) else None,
        max(known_highs) if len(known_highs) == len(highs) else None,
    )


def differ(parts: Sequence[Possible]) -> bool:
    """Whether two of the parts have no value in common, so that they cannot all be the same."""
    return any(_disjoint(one, other) for at, one in enumerate(parts) for other in parts[:at])


def _disjoint(one: Possible, other: Possible) -> bool:
    for listed, rest in ((one, other), (other, one)):
        if listed.options is not None:
            return all(
                narrow(rest, "is", option) == NOTHING if rest.options is None else option not in rest.options
                for option in listed.options
            )
    low = max((each.low for each in (one, other) if each.low is not None), default=None)
    high = min((each.high for each in (one, other) if each.high is not None), default=None)
    return low is not None and high is not None and low > high


COUNTED = frozenset({"hexes", "MP", "MF", "tons", "squares", "points"})
"""The units of which there are none below zero."""


def narrow(possible: Possible, op: str, value: Value | frozenset[Value]) -> Possible:
    """What is left of the possible values when the figure stands in this relation to a value, or is one of several.

    Bounds are whole numbers apart: more than 2 is at least 3 (figures of the games are counted, not measured).
    """
    if isinstance(value, frozenset):
        if possible.options is None:
            return Possible(value) if op == "is" else possible
        return Possible(possible.options & value if op == "is" else possible.options - value)
    if possible.options is not None:
        return Possible(frozenset(option for option in possible.options if holds(op, option, value)))
    if isinstance(value, str):
        return only(value) if op == "is" else possible
    low, high = possible.low, possible.high
    if op == "is":
        inside = (low is None or low <= value) and (high is None or value <= high)
        return only(value) if inside else NOTHING
    if op == "at least":
        low = value if low is None else max(low, value)
    elif op == "more than":
        low = value + 1 if low is None else max(low, value + 1)
    elif op == "at most":
        high = value if high is None else min(high, value)
    elif op == "less than":
        high = value - 1 if high is None else min(high, value - 1)
    elif low == value:
        low = value + 1
    elif high == value:
        high = value - 1
    if low is not None and high is not None and low > high:
        return NOTHING
    return Possible(None, low, high)


def holds(op: str, left: Value, right: Value) -> bool:
    """Whether a comparison of two known values holds; listed values only are, or are not, the same."""
    if op == "is":
        return left == right
    if op == "is not":
        return left != right
    if isinstance(left, str) or isinstance(right, str):
        return False
    if op == "at least":
        return left >= right
    if op == "at most":
        return left <= right
    if op == "more than":
        return left > right
    return left < right


def narrowed(possible: Possible, bounds: Iterable[tuple[str, Value | frozenset[Value], str]]) -> Possible:
    """What is left of the possible values by all these bounds, each with the sentence that told it."""
    for op, value, _ in bounds:
        possible = narrow(possible, op, value)
    return possible


def compare(op: str, left: Possible, right: Possible) -> int:
    """1 where every possible pair satisfies the comparison, -1 where none does, else 0."""
    if (
        left.options is not None
        and right.options is not None
        and len(left.options) * len(right.options) <= 400
    ):
        seen = {holds(op, a, b) for a in left.options for b in right.options}
        if len(seen) == 1:
            return 1 if True in seen else -1
        return 0 if seen else -1
    (low, high), (other_low, other_high) = left.bounds(), right.bounds()
    below = high is not None and other_low is not None and high < other_low
    at_most = high is not None and other_low is not None and high <= other_low
    above = low is not None and other_high is not None and low > other_high
    at_least = low is not None and other_high is not None and low >= other_high
    if op == "at most":
        return 1 if at_most else -1 if above else 0
    if op == "less than":
        return 1 if below else -1 if at_least else 0
    if op == "at least":
        return 1 if at_least else -1 if below else 0
    if op == "more than":
        return 1 if above else -1 if at_most else 0
    apart = below or above
    if op == "is":
        return -1 if apart else 0
    return 1 if apart else 0


def combine(op: str, left: Possible, right: Possible) -> Possible:
    """The possible results of plus, minus, times, divided by, lesser or greater."""
    if (
        left.options is not None
        and right.options is not None
        and len(left.options) * len(right.options) <= 400
    ):
        results: set[Value] = set()
        for a in left.options:
            for b in right.options:
                if isinstance(a, str) or isinstance(b, str) or (op == "divided by" and b == 0):
                    return ANYTHING
                results.add(_apply(op, a, b))
        return Possible(frozenset(results))
    (low, high), (other_low, other_high) = left.bounds(), right.bounds()
    if op == "plus":
        return Possible(
            None,
            None if low is None or other_low is None else low + other_low,
            None if high is None or other_high is None else high + other_high,
        )
    if op == "minus":
        return Possible(
            None,
            None if low is None or other_high is None else low - other_high,
            None if high is None or other_low is None else high - other_low,
        )
    if op in ("times", "divided by"):
        factor = right.known if op == "divided by" or isinstance(right.known, Fraction) else left.known
        (low, high) = right.bounds() if factor is left.known and factor is not right.known else (low, high)
        if not isinstance(factor, Fraction) or (op == "divided by" and factor == 0):
            return ANYTHING
        if factor == 0:
            return only(Fraction(0))
        by = 1 / factor if op == "divided by" else factor
        ends = [None if end is None else end * by for end in (low, high)]
        return Possible(None, *(ends if by > 0 else reversed(ends)))
    lows = [bound for bound in (low, other_low) if bound is not None]
    highs = [bound for bound in (high, other_high) if bound is not None]
    if op == "lesser":
        low, high = min(lows) if len(lows) == 2 else None, min(highs) if highs else None
    elif op == "greater":
        low, high = max(lows) if lows else None, max(highs) if len(highs) == 2 else None
    else:
        return ANYTHING
    return only(low) if low is not None and low == high else Possible(None, low, high)


def whole_times(possible: Possible, by: Fraction) -> Possible:
    """How many times an amount holds a number in full."""

    def times(value: Fraction | None) -> Fraction | None:
        return None if value is None else Fraction(value // by)

    if possible.options is not None:
        numbers = [value for value in possible.options if isinstance(value, Fraction)]
        return Possible(frozenset(Fraction(value // by) for value in numbers))
    return Possible(None, times(possible.low), times(possible.high))


def domain_of(values: Sequence[object], unit: str | None) -> Possible:
    """What a figure may be of which nothing is told: one of its listed values, a count, or any amount."""
    if values:
        return Possible(frozenset(str(getattr(value, "name", value)) for value in values))
    return Possible(None, Fraction(0)) if unit in COUNTED else ANYTHING


def rounded(possible: Possible, rounding: str | None) -> Possible:
    """An amount rounded "up" (fractions count as the next whole number) or "down"; with None as it is."""
    if rounding is None:
        return possible
    whole = math.ceil if rounding == "up" else math.floor

    def fit(value: Fraction | None) -> Fraction | None:
        return None if value is None else Fraction(whole(value))

    if possible.options is not None:
        return Possible(
            frozenset(
                value if isinstance(value, str) else Fraction(whole(value)) for value in possible.options
            )
        )
    return Possible(None, fit(possible.low), fit(possible.high))


def _apply(op: str, a: Fraction, b: Fraction) -> Fraction:
    if op == "plus":
        return a + b
    if op == "minus":
        return a - b
    if op == "times":
        return a * b
    if op == "divided by":
        return a / b
    return min(a, b) if op == "lesser" else max(a, b)
