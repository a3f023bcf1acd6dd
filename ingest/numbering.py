"""Rule numbers in decimal digits: parse, order, parent, range.

In this numbering every digit after the point is one level: 13.4221 is below 13.422, that below 13.42, that below 13.4,
and 13.401 is below 13.4 where there is no 13.40. A parent is the longest prefix that exists. Other numberings will be
further modules with the same four questions.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple

_NUMBER = re.compile(r"(?P<chapter>[A-Z]?)(?P<section>\d{0,3})(?:\.(?P<digits>\d+[A-Z]?))?")


class Number(NamedTuple):
    """A rule number: chapter letter (may be empty), section digits (empty in a chapter's introduction), digits.

    `Number("G", "13", "4221")` is `G13.4221`; `Number("G", "", "9D")` is `G.9D`; `Number("G", "13", "")` is the
    section `G13` as a whole, the root of its rules.
    """

    chapter: str
    section: str
    digits: str

    def __str__(self) -> str:
        chapter, section, digits = self
        return f"{chapter}{section}.{digits}" if digits else chapter + section

    @property
    def printed(self) -> str:
        """The number without its chapter letter, as a rulebook prints it at the rule itself."""
        return f"{self.section}.{self.digits}" if self.digits else self.section


def parse_number(text: str, chapter: str = "") -> Number | None:
    """The number that this text is, or None; a bare number gets the chapter. `parse_number(str(n)) == n`."""
    match = _NUMBER.fullmatch(text)
    if match is None or not (match["section"] or (match["digits"] and (match["chapter"] or chapter))):
        return None
    section, digits = match["section"] or "", match["digits"] or ""
    if section.startswith("0"):
        return None
    return Number(match["chapter"] or chapter, section, digits)


def order_key(number: Number) -> tuple[str, int, str]:
    """What to sort by: chapter, section as a number, then digit by digit, a rule before what stands below it."""
    return number.chapter, int(number.section) if number.section.isdigit() else 0, number.digits


def is_below(number: Number, other: Number) -> bool:
    """Whether `number` stands below `other`: the same section, and the other's digits begin it."""
    same = (number.chapter, number.section) == (other.chapter, other.section)
    return same and number.digits != other.digits and number.digits.startswith(other.digits)


def parent_of(number: Number, existing: Container[Number]) -> Number | None:
    """The longest prefix of this number that exists, down to the section's root; None if there is none."""
    for length in range(len(number.digits) - 1, -1, -1):
        candidate = Number(number.chapter, number.section, number.digits[:length])
        if candidate in existing:
            return candidate
    return None


def expand_range(first: Number, last: Number, existing: Iterable[Number]) -> tuple[Number, ...]:
    """The numbers between the two ends, both included, with all that stands below a member.

    `existing` are the numbers that exist, in document order, and the result keeps that order. An end that does not
    exist bounds the range all the same. A member above the last end brings only what comes before that end (8.23-.232
    does not take 8.233 along). A range that runs backwards is empty.
    """
    low, high = order_key(first), order_key(last)
    if low > high:
        return ()
    if first[:2] == last[:2]:  # in one section digits alone tell, which is quicker; nearly all ranges are
        section = last[:2]
        low_digits, high_digits = first.digits, last.digits
        return tuple(
            number
            for number in existing
            if (low_digits <= number.digits <= high_digits or number.digits.startswith(high_digits))
            and number[:2] == section
        )
    return tuple(number for number in existing if low <= order_key(number) <= high or is_below(number, last))


def members(first: str, last: str, ids: Iterable[str]) -> tuple[str, ...]:
    """`expand_range` over rule ids, for whoever has several documents' rules together; empty if an end is no number."""
    low, high = parse_number(first), parse_number(last)
    if low is None or high is None:
        return ()
    numbers = (parse_number(identifier) for identifier in ids)
    return tuple(str(n) for n in expand_range(low, high, (n for n in numbers if n is not None)))


def nearest(number: Number, existing: Sequence[Number], count: int = 3) -> tuple[Number, ...]:
    """Up to `count` existing numbers that somebody may have meant, the longest common beginning first."""

    def distance(other: Number) -> tuple[int, int, tuple[str, int, str]]:
        ours, theirs = str(number), str(other)
        common = next((i for i, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b), None)
        shared = min(len(ours), len(theirs)) if common is None else common
        return -shared, abs(len(ours) - len(theirs)), order_key(other)

    return tuple(sorted(existing, key=distance)[:count])
