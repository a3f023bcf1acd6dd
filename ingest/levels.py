"""The tree that a document's rule numbers make, in whatever way they are written.

    decimal-digits    13.4221 below 13.422 below 13.42: every digit is a level
    dotted-integers   10.10 behind 10.9, yet 10.31 below 10.3 and 10.101 below 10.10; 6.1.2 below 6.1
    lettered          601.2a below 601.2; letters count a, b, … z, aa and may be skipped
    named             37.B.6 below 37.B: whatever stands between two dots is a level

A section's own heading may be printed 4.0: then 4.1 and 4.2 are below it.

Only in dotted integers does the place of a number hang on the numbers before it: 10.10 goes on counting where 10.9 stood,
and 10.31 does not where 10.3 stood.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ingest.numbering import Number

NUMBERINGS = ("decimal-digits", "dotted-integers", "lettered", "named")

Place = tuple[str, ...]
"""The levels of a number from the document's root down; the root's own place is empty."""

Key = tuple[tuple[int, int, str], ...]
"""What places are sorted by."""


class Levels:
    """The places of a document's numbers; they are told in printed order with `add`.

    `groups` is `hundreds` where section 6 stands above the sections 600 to 699; `roman` if sections have Roman numbers.
    `dotted` says that every level has a dot of its own (6.1.2), so that 6.10 is never below 6.1.
    """

    def __init__(
        self, root: Number, numbering: str, groups: str = "", *, roman: bool = False, dotted: bool = False
    ) -> None:
        self._root, self.numbering, self._groups = root, numbering, groups
        self._roman, self._dotted = roman, dotted
        self._places: dict[Number, Place] = {root: ()}
        self._numbers: dict[Place, Number] = {(): root}
        self._last: Place = ()
        self._keys: dict[Number, Key] = {}

    def add(self, number: Number) -> Place:
        """The place of a number that comes next in the document; the same number keeps its place."""
        place = self._places.get(number)
        if place is None:
            place = self._place(number)
            self._places[number] = place
            self._numbers.setdefault(place, number)
        self._last = place
        return place

    def parent(self, number: Number) -> Number | None:
        """The nearest number above this one that was told; None for the root."""
        place = self._places[number]
        for length in range(len(place) - 1, -1, -1):
            above = self._numbers.get(place[:length])
            if above is not None and above != number:
                return above
        return None

    def key(self, number: Number) -> Key:
        """What to sort by: level by level, numbers before letters, a rule before what stands below it."""
        key = self._keys.get(number)
        if key is not None:
            return key
        place = self._places.get(number)
        key = self._ranked(number, self._place(number) if place is None else place)
        if place is not None:  # else it may yet come to stand elsewhere
            self._keys[number] = key
        return key

    def _ranked(self, number: Number, steps: Place) -> Key:
        if self._roman and steps and number.section and _roman(steps[0]):
            return ((0, _roman(steps[0]), ""), *map(_step_key, steps[1:]))
        return tuple(map(_step_key, steps))

    def _place(self, number: Number) -> Place:
        below = self._split(number)
        if number.digits == "0" and self._heads_section(number):
            below = ()
        if (number.chapter, number.section) == (self._root.chapter, self._root.section):
            return below
        group = number.section[:-2] if self._groups == "hundreds" else ""
        return (*([group] if group else []), number.section, *below)

    def _heads_section(self, number: Number) -> bool:
        """Whether a number such as 4.0 stands for its section: nothing else does."""
        section = Number(number.chapter, number.section, "")
        return section != self._root and section not in self._places

    def _split(self, number: Number) -> Place:
        digits = number.digits
        if self.numbering == "decimal-digits":
            return tuple(digits)
        if self.numbering == "lettered":
            return tuple(re.findall(r"\d+|[^\W\d]+", digits))
        if self.numbering == "named" or self._dotted:
            return tuple(digits.split(".")) if digits else ()
        return self._counted(number)

    def _counted(self, number: Number) -> Place:
        """The place of dotted integers in their section: behind a number of the chain at hand, or below one."""
        digits = number.digits
        chain = [self._last[:length] for length in range(len(self._last), 0, -1)]
        before = [self._numbers[place] for place in chain if place in self._numbers]
        known = [
            (other.digits, self._below_section(other))
            for other in before
            if other.digits.strip("0") and (other.chapter, other.section) == (number.chapter, number.section)
        ]
        for printed, place in known:
            step = place[-1]
            if step.isdigit() and f"{printed[: len(printed) - len(step)]}{int(step) + 1}" == digits:
                return (*place[:-1], str(int(step) + 1))
        for printed, place in known:
            if digits.startswith(printed) and digits != printed:
                return (*place, *digits[len(printed) :].strip(".").split("."))
        return tuple(digits.split(".")) if digits else ()

    def _below_section(self, number: Number) -> Place:
        """The place of a number that was told, counted from its section."""
        place = self._places[number]
        if (number.chapter, number.section) == (self._root.chapter, self._root.section):
            return place
        return place[place.index(number.section) + 1 :]


def comes_next(number: Number, before: Number) -> bool:
    """Whether a number is the very next behind another: its first child, or its or one of its parents' next brother."""
    steps, last = (re.findall(r"\d+|[A-Za-z]+", each.printed) for each in (number, before))
    if steps[:-1] == last and steps[-1] in ("1", "a", "A"):
        return True
    length = len(steps)
    return (
        length <= len(last)
        and steps[:-1] == last[: length - 1]
        and steps[-1] in _next_steps(last[length - 1])
    )


def _next_steps(step: str) -> tuple[str, ...]:
    """What may come behind a step of a number: the next figure or letter; l and o may be left out."""
    if step.isdigit():
        return (str(int(step) + 1),)
    last = chr(ord(step[-1]) + 1)
    following = (last, chr(ord(last) + 1)) if last in "loLO" else (last,)
    return tuple(step[:-1] + letter for letter in following)


def root_of(document: Mapping[str, Any]) -> Number:
    """The number of a document's root: its chapter and section, or its id where it has all the sections of a book."""
    if document["section"]:
        return Number(document["chapter"], document["section"], "")
    return Number("", document["id"], "")


def sections_of(document: Mapping[str, Any], chapters: str) -> str:
    """What the numbers of a document's sections may be: "digits", "letters" or "roman".

    Where nothing is said, a document with all the sections of its book may have appendices with letters: A.1.
    """
    given: str = document.get("sections", "")
    if given:
        return given
    whole = not (document["section"] or document["chapter"] or chapters)
    return "letters" if whole and document["numbering"] != "named" else "digits"


def _roman(text: str) -> int:
    """The value of a Roman number; 0 if it is none."""
    values = [dict(zip("IVXLC", (1, 5, 10, 50, 100), strict=True)).get(letter, 0) for letter in text]
    if not all(values):
        return 0
    following = [*values[1:], 0]
    return sum(-value if value < after else value for value, after in zip(values, following, strict=True))


def _step_key(step: str) -> tuple[int, int, str]:
    return (0, int(step), "") if step.isdigit() else (1, len(step), step)
