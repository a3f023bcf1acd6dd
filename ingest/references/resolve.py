"""Mention to rule: which rules a reference means, or why that stays open.

Where a link's text and its href disagree the text wins and the disagreement is a finding. A rule of a document that is
not ingested is a target as written; one that an ingested document does not have is none, and a finding.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from ingest.levels import Key, Levels
from ingest.nodes import ReferenceKind
from ingest.numbering import Number, expand_range, nearest, order_key
from ingest.references.grammar import Mention


class Target(NamedTuple):
    """Where a mention leads: the rules, the ends of a range, and what is wrong as `(code, message, hint)`."""

    rules: tuple[Number, ...]
    first: Number | None = None
    last: Number | None = None
    problems: tuple[tuple[str, str, str | None], ...] = ()


class KnownRules:
    """The rules that exist in what was ingested, in document order.

    `levels` is how they are ranked; decimal digits if nothing is said.
    """

    def __init__(
        self, numbers: Iterable[Number], levels: Levels | None = None, *, whole: str | None = None
    ) -> None:
        """`whole` is a chapter ("" where there are none) of which these are all the rules, so that none is elsewhere."""
        self._whole = whole
        self._levels = levels if levels and levels.numbering != "decimal-digits" else None
        self._sections: dict[tuple[str, str], list[Number]] = {}
        for number in numbers:
            self._sections.setdefault((number.chapter, number.section), []).append(number)
        self._all = {number for section in self._sections.values() for number in section}

    def __contains__(self, number: object) -> bool:
        return number in self._all

    def covers(self, number: Number) -> bool:
        """Whether the section that this number belongs to was ingested, so that a rule missing there is missing."""
        return number.chapter == self._whole or (number.chapter, number.section) in self._sections

    def meant(self, number: Number) -> Number:
        """The rule that exists under this number, however its end is written; the number itself if there is none.

        Section 4 may be printed 4.0 and the other way round, 4.2a as 4.2.a, and what has no rule of its own, such as
        4.2(a), belongs to the rule above it.
        """
        if number in self._all or (number.chapter, number.section) not in self._sections:
            return number  # however it is written, it stays in its section
        found = next((n for n in _written_otherwise(number) if n in self._all), None)
        return found or self._above(number) or number

    def _above(self, number: Number) -> Number | None:
        """The rule above an item with a letter, where the rule's items are no rules: 8.1 for 8.1A."""
        match = re.fullmatch(r"(?P<stem>.*\d)\.?[A-Za-z]", number.digits)
        above = Number(number.chapter, number.section, match["stem"]) if match else number
        if match is None or above not in self._all:
            return None
        letters = re.compile(re.escape(match["stem"]) + r"\.?[A-Za-z]+")
        return None if any(letters.fullmatch(other.digits) for other in self.section(number)) else above

    def section(self, number: Number) -> Sequence[Number]:
        """The rules of this number's section."""
        return self._sections.get((number.chapter, number.section), ())

    def between(self, first: Number, last: Number) -> tuple[Number, ...]:
        """The rules of the range, over as many sections as it spans."""
        if self._levels:
            low, high = self._levels.key(first), self._levels.key(last)
            together = (first.chapter, first.section) == (last.chapter, last.section)
            numbers = self.section(first) if together else tuple(self._keys)
            keys = ((number, self._keys[number]) for number in numbers)
            return tuple(n for n, key in keys if low <= key <= high or key[: len(high)] == high)
        if last.digits == "0" and Number(last.chapter, last.section, "") not in self._all:
            last = Number(last.chapter, last.section, "")  # 7.0 is all of section 7
        if (first.chapter, first.section) == (last.chapter, last.section):
            return expand_range(first, last, self.section(first))
        return expand_range(
            first, last, (number for section in self._sections.values() for number in section)
        )

    @cached_property
    def _keys(self) -> dict[Number, Key]:
        """What every rule is ranked by, in printed order: told once, for a book may have thousands of ranges."""
        levels = self._levels
        assert levels is not None
        return {number: levels.key(number) for section in self._sections.values() for number in section}

    def backwards(self, first: Number, last: Number) -> bool:
        """Whether the first number comes behind the last."""
        if self._levels:
            return self._levels.key(first) > self._levels.key(last)
        return order_key(first) > order_key(last)


def _written_otherwise(number: Number) -> Iterator[Number]:
    """Other ways to write a number, the likeliest first."""
    chapter, section, digits = number.chapter, number.section, number.digits
    if digits in ("", "0"):
        yield Number(chapter, section, "" if digits else "0")
        return
    base, *smaller = re.findall(r"[^()]+", digits)
    stem, letter = (base[:-1], base[-1]) if base[-1].islower() and len(base) > 1 else (base, "")
    stems = [base, *([f"{stem.rstrip('.')}.{letter}", f"{stem.rstrip('.')}{letter}"] if letter else [])]
    for count in range(len(smaller), -1, -1):
        for start in stems:
            for joiner in (".", ""):
                yield Number(chapter, section, joiner.join((start, *smaller[:count])))
    if base.endswith(".0"):
        yield Number(chapter, section, base.removesuffix(".0"))


def resolve(mention: Mention, known: KnownRules) -> Target:
    """The rules that the mention means, a range expanded over what exists."""
    if mention.form == "range":
        first, last = (known.meant(number) for number in mention.numbers)
        return _resolve_range(first, last, known)
    rules: list[Number] = []
    problems: list[tuple[str, str, str | None]] = []
    for number in map(known.meant, mention.numbers):
        if number in known or not known.covers(number):
            rules.append(number)
        else:
            problems.append(_missing("dangling-reference", number, known))
    return Target(tuple(dict.fromkeys(rules)), problems=tuple(problems))


def _resolve_range(first: Number, last: Number, known: KnownRules) -> Target:
    ends = (first, last)
    if known.backwards(first, last):
        problem = ("range-backwards", f"{last} comes before {first}", f"{last} to {first}?")
        return Target(tuple(n for n in ends if n in known or not known.covers(n)), first, last, (problem,))
    if not known.covers(first) and not known.covers(last):
        return Target(ends, first, last)
    problems = [_missing("range-end-missing", n, known) for n in ends if known.covers(n) and n not in known]
    outside = [n for n in ends if not known.covers(n)]
    rules = (
        (*outside[:1], *known.between(first, last))
        if first in outside
        else (*known.between(first, last), *outside)
    )
    return Target(rules, first, last, tuple(problems))


def _missing(code: str, number: Number, known: KnownRules) -> tuple[str, str, str | None]:
    names = ", ".join(str(other) for other in nearest(number, known.section(number)))
    return code, f"there is no rule {number}", f"nearest: {names}" if names else None


class Href(NamedTuple):
    """What a link's href says: the kind of place, and its rule where it names one."""

    kind: str
    number: Number | None


def read_href(href: str, forms: Sequence[Mapping[str, Any]]) -> Href | None:
    """What the href says by the first of the rulebook's patterns that fits, or None."""
    for form in forms:
        match = re.search(form["pattern"], href)
        if match is None:
            continue
        groups = match.groupdict()
        if form["kind"] not in ("rule", "section"):
            return Href(form["kind"], None)
        chapter = (groups.get("chapter") or form.get("chapter", "")).upper()
        number = Number(chapter, groups.get("section") or "", groups.get("digits") or "")
        return Href(form["kind"], number if number.section or number.digits else None)
    return None


def disagreement(mention: Mention, href: Href, known: KnownRules | None = None) -> str | None:
    """What is wrong between a link's text and its href, or None: the href must name the first rule of the text."""
    first = mention.numbers[0]
    if known is not None and href.number == known.meant(first):
        return None
    if href.number is None or href.number == first:
        return None
    return f"the text says {first}, the href {href.number}"


def kind_of(mention: Mention, *, linked: bool) -> ReferenceKind:
    """The kind of a reference with this mention."""
    if mention.form == "single":
        return "link" if linked else "plain"
    return mention.form
