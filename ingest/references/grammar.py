"""References as written, from the pieces in `atoms`.

    mention  = range | list | single | section
    range    = full dash (tail | full)                     13.441-.447  B20.9-.98  G.9-.9D  13.441-. 447
    list     = full (joiner (tail | full))+                13.624/13.625  A9.22, C2.6 and C7.22
    joiner   = "/" | "," ["and" | "or"] | "and" | "or" | "&"
    single   = full                                        13.4  A4.133  B.6
    section  = "Section" name ["."] | name "." in parentheses, or as a link's whole text
    tail     takes chapter and section from the number before it

A list of a text stops before a range, so that every range is a mention of its own. A bare number gets the chapter of
its own document. `parse_mention(print_mention(m, c), …) == m`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from ingest.numbering import Number, parse_number
from ingest.references import atoms

_CANDIDATE = re.compile(
    r"\d\.|\.\s?\d|(?:[Ss]ection|[Rr]ule)s?\s"
)  # without one of these a text has no mention

Form = Literal["single", "list", "range", "section"]


@dataclass(frozen=True, slots=True)
class Mention:
    """A reference as written: its numbers (a range has its two ends) and its form."""

    form: Form
    numbers: tuple[Number, ...]


@dataclass(frozen=True)
class Grammar:
    """How references are written in one document: the rulebook's chapter letters, the document's own chapter."""

    chapters: str
    chapter: str
    numbering: str = "decimal-digits"

    def parse(self, text: str) -> Mention | None:
        """The mention that this whole text is, or None; a section may stand without "Section" here."""
        text = " ".join(text.split())
        section = self._bare_section.fullmatch(text)
        if section:
            return self._section(section["name"])
        match = self._number.match(text)
        if match is None:
            return None
        mention, end = self._from(text, self._number_of(match["number"]), match.end("number"), len(text))
        return mention if end == len(text) else None

    def find(self, text: str, start: int = 0, end: int | None = None) -> Iterator[tuple[int, int, Mention]]:
        """All mentions in `[start, end)` of a text, in order, as `(start, end, mention)`."""
        position, stop = start, len(text) if end is None else end
        if _CANDIDATE.search(text, start, stop) is None:
            return
        while True:
            match = self._any.search(text, position, stop)
            if match is None:
                return
            if match["number"] is None:
                name = "worded" if match["worded"] else "enclosed"
                yield match.start(name), match.end(), self._section(match[name])
                position = match.end()
            else:
                number, begin, behind = (
                    self._number_of(match["number"]),
                    match.start("number"),
                    match.end("number"),
                )
                while True:
                    mention, position = self._from(text, number, behind, stop)
                    yield begin, position, mention
                    further = self._member.match(text, position, stop)
                    if further is None:
                        break
                    # A list goes on behind or with a range: a mention of its own, its chapter told by the one before.
                    number = self._after(mention.numbers[-1], further)
                    group = "tail" if further["tail"] else "number"
                    begin, behind = further.start(group) - (group == "tail"), further.end()

    def print(self, mention: Mention) -> str:
        """The mention in its shortest usual writing."""
        first = mention.numbers[0]
        if mention.form == "section":
            return f"{first.chapter}{first.section}."
        if mention.form == "range":
            last = mention.numbers[1]
            together = (first.chapter, first.section) == (last.chapter, last.section)
            return f"{self._printed(first)}-" + (f".{last.digits}" if together else self._printed(last))
        return "/".join(self._printed(number) for number in mention.numbers)

    def _printed(self, number: Number) -> str:
        return number.printed if number.chapter == self.chapter and number.section else str(number)

    def _number_of(self, text: str) -> Number:
        if self.numbering == "decimal-digits":
            number = parse_number(text, self.chapter)
            assert number is not None, text
            return number
        chapter = text[0] if text[0] in self.chapters else ""
        section, _, digits = text[len(chapter) :].partition(".")
        return Number(chapter or self.chapter, section, digits)

    def _section(self, name: str) -> Mention:
        return Mention("section", (self._number_of(name),))

    def _from(self, text: str, number: Number, end: int, stop: int) -> tuple[Mention, int]:
        """The longest mention that begins with this number, which ends at `end`, and where the mention ends."""
        numbers = [number]
        second = self._range_end.match(text, end, stop)
        if second:
            return Mention("range", (numbers[0], self._after(numbers[0], second))), second.end()
        while True:
            member = self._member.match(text, end, stop)
            if member is None or self._range_end.match(text, member.end(), stop):
                break
            numbers.append(self._after(numbers[-1], member))
            end = member.end()
        return Mention("list" if len(numbers) > 1 else "single", tuple(numbers)), end

    def _after(self, before: Number, match: re.Match[str]) -> Number:
        if match["tail"]:
            return Number(before.chapter, before.section, match["tail"])
        return self._number_of(match["number"])

    @cached_property
    def _number(self) -> re.Pattern[str]:
        return re.compile(self._full + atoms.NOT_BEFORE)

    @cached_property
    def _any(self) -> re.Pattern[str]:
        worded = rf"(?<!\w){atoms.worded(self.chapters, 'worded')}"
        before = r"(?:(?<=\()|(?<=; )|(?<=/)|(?<=see )|(?<=per )|(?<=re ))"
        enclosed = rf"{before}{atoms.section(self.chapters, 'enclosed')}\.(?=[);/])"
        number = atoms.NOT_AFTER + self._full + atoms.NOT_BEFORE
        # A section's full stop belongs to the sentence unless a parenthesis closes behind it.
        return re.compile(rf"{worded}(?:\.(?=[);,]))?(?![\w.]*\d)|{enclosed}|{number}")

    @cached_property
    def _range_end(self) -> re.Pattern[str]:
        return re.compile(atoms.DASH + self._end + atoms.NOT_BEFORE)

    @cached_property
    def _member(self) -> re.Pattern[str]:
        return re.compile(rf"(?:{atoms.SLASH}|{atoms.COMMA}){self._end}{atoms.NOT_BEFORE}")

    @property
    def _full(self) -> str:
        return atoms.full(self.chapters, "number", atoms.DIGITS[self.numbering])

    @property
    def _end(self) -> str:
        return rf"(?:{atoms.tail(atoms.DIGITS[self.numbering], 'tail')}|{self._full})"

    @cached_property
    def _bare_section(self) -> re.Pattern[str]:
        return re.compile(rf"(?:Section )?{atoms.section(self.chapters, 'name')}\.?")
