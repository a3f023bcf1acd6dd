"""References as written, from the pieces in `atoms`.

    mention  = range | list | single | section
    range    = full dash (tail | full | bare | letters)    13.441-.447  B20.9-.98  G.9-.9D  13.441-. 447
               | full ("to" | "through") full              13.441-447  37.B.6-8  601.2a–d  13.4 through 13.7
    list     = full (joiner (tail | full | letters))+      13.624/13.625  A9.22, C2.6 and C7.22  601.2b, c and f
               behind "Rules", "Sections" whole sections may stand in it, each a mention of its own: Rules 4.1, 7 and 9.2
    joiner   = "/" | "," ["and" | "or"] | "and" | "or" | "&"
    single   = full                                        13.4  A4.133  B.6
    section  = "Section" name ["."] | name "." in parentheses, or as a link's whole text
               | "Sections" name (joiner name)+, each a mention of its own
               | "Sections" name (dash | "to" | "through") name, a range
               | "see" name, where the sentence or the parenthesis ends behind it or goes on with a comma or a range
               where the word may be Section, § and without chapters Rule, Chapter or Article
    tail     takes chapter and section from the number before it, and where dots part its levels, the upper ones
    bare     takes the place of that number's last digits: as many of them where each is a level, and always higher
    letters  take the place of the letter that it ends with, (b) that of the (a) it ends with
    spaces   at a point are passed over where only a number can stand: 13.441-. 447  (13. 441)

A list of a text stops before a range, so that every range is a mention of its own. A bare number gets the chapter of
its own document. `parse_mention(print_mention(m, c), …) == m`.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from ingest.numbering import Number, order_key, parse_number
from ingest.references import atoms

_CANDIDATE = re.compile(
    r"\d\.|\.\s?\d|§|(?:[Ss]ee|[Aa]lso)\s+\d"
    r"|(?:[Ss]ection|SECTION|[Rr]ule|RULE|[Cc]hapter|[Aa]rticle|[Aa]ppendix|[Aa]ppendices|[Aa]nnex)[sS]?\s"
)  # without one of these a text has no mention
# Nor without one of these, where sections have no letters; and with one of the two, each quicker to look for.
_FIGURE = re.compile(r"[\d§]")
_POINT = re.compile(r"\.(?:(?<=\d\.)|\s?\d)")
_WORDS = ("ee", "lso", "§", "ection", "ECTION", "ule", "ULE", "hapter", "rticle", "ppendi", "nnex")
_SPACED = re.compile(r"(?<=\d)(?:\s+\.\s*|\.\s+)(?=\d)")

_SMALLER = rf"(?P<smaller>{atoms.SMALLER})(?!\w)"

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_PLURAL = re.compile(r"\w+s\b|§§")
_BEFORE_LETTERS = ("", ".", *"0123456789")

Form = Literal["single", "list", "range", "section"]


@dataclass(frozen=True, slots=True)
class Mention:
    """A reference as written: its numbers (a range has its two ends) and its form."""

    form: Form
    numbers: tuple[Number, ...]


def _may_mention(text: str, start: int, stop: int) -> bool:
    """Whether `[start, stop)` has a candidate."""
    if _POINT.search(text, start, stop) is not None:
        return True
    piece = text[start:stop]
    return any(word in piece for word in _WORDS) and _CANDIDATE.search(piece) is not None


def _backwards(first: Number, last: Number) -> bool:
    """Whether two sections are no range, such as "Rule 4-1", which is some other number."""
    digits = first.section.isdigit() and last.section.isdigit()
    return order_key(first) >= order_key(last) if digits else first.section == last.section


@dataclass(frozen=True)
class Grammar:
    """How references are written in one document: the rulebook's chapter letters, the document's own chapter.

    With `bare_sections` "(B9)" is the section B9; elsewhere it is a hex. `sections` is one of `atoms.SECTIONS`.
    """

    chapters: str
    chapter: str
    numbering: str = "decimal-digits"
    bare_sections: bool = False
    sections: str = "digits"

    def parse(self, text: str) -> Mention | None:
        """The mention that this whole text is, or None; a section may stand without "Section" here."""
        if text not in self._parsed:
            self._parsed[text] = self._whole(text)
        return self._parsed[text]

    def _whole(self, text: str) -> Mention | None:
        text = _SPACED.sub(".", " ".join(text.split()))
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
        if self.sections == "digits" and _FIGURE.search(text, start, stop) is None:
            return
        if not self.bare_sections and not _may_mention(text, start, stop):
            return
        while True:
            match = self._any.search(text, position, stop)
            if match is None:
                return
            written = match["cued"] or match["number"] or match["spaced"]
            if written is None:
                name = next(name for name in ("worded", "seen", "enclosed") if match[name])
                position = match.end()
                last = self._section_range.match(text, match.end(name), stop) if name != "enclosed" else None
                if last is not None:
                    position = last.end()
                    ends = (self._number_of(match[name]), self._number_of(last["name"]))
                    if not _backwards(*ends):
                        yield match.start(name), position, Mention("range", ends)
                    continue
                yield match.start(name), position, self._section(match[name])
                plural = text[match.start() : match.start(name)].strip().endswith("s")
                if name == "worded" and (self.chapters or plural):
                    position = yield from self._members(text, position, stop)
                continue
            group = next(name for name in ("cued", "number", "spaced") if match[name])
            plural = group == "cued" and _PLURAL.match(text, match.start()) is not None
            number, begin, behind = self._number_of(written), match.start(group), match.end(group)
            while True:
                mention, position = self._from(text, number, behind, stop)
                yield begin, position, mention
                # A list goes on behind or with a range: a mention of its own, its chapter told by the one before.
                further = self._joined(mention.numbers[-1], text, position, stop)
                if further is None:
                    break
                number, begin, behind = further
            if plural and not self.chapters:
                position = yield from self._members(text, position, stop)

    def _members(self, text: str, position: int, stop: int) -> Generator[tuple[int, int, Mention], None, int]:
        """What a list behind "Sections" or "Rules" goes on with, whole sections among it; where it ends."""
        while True:
            member = self._section_member.match(text, position, stop)
            if member is not None:
                yield member.start("name"), member.end(), self._section(member["name"])
                position = member.end()
                continue
            numbered = self._full_member.match(text, position, stop) if not self.chapters else None
            if numbered is None:
                return position
            number = self._number_of(numbered["number"])
            mention, position = self._from(text, number, numbered.end("number"), stop)
            yield numbered.start("number"), position, mention

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
        text = "".join(text.split())
        if self.numbering == "decimal-digits" and (self.chapters or text[0].isdigit()):
            base, opening, smaller = text.partition("(")
            number = parse_number(base, self.chapter)
            if number is not None:
                return Number(number.chapter, number.section, number.digits + opening + smaller)
        chapter = text[0] if text[0] in self.chapters else ""
        section, _, digits = text[len(chapter) :].partition(".")
        return Number(chapter or self.chapter, section, digits)

    def _section(self, name: str) -> Mention:
        return Mention("section", (self._number_of(name),))

    def _from(self, text: str, number: Number, end: int, stop: int) -> tuple[Mention, int]:
        """The longest mention that begins with this number, which ends at `end`, and where the mention ends."""
        numbers = [number]
        second = self._ranged(number, text, end, stop)
        if second:
            return Mention("range", (number, second[0])), second[1]
        while True:
            member = self._joined(numbers[-1], text, end, stop)
            if member is None or self._ranged(member[0], text, member[2], stop):
                break
            numbers.append(member[0])
            end = member[2]
        return Mention("list" if len(numbers) > 1 else "single", tuple(numbers)), end

    def _ranged(self, first: Number, text: str, end: int, stop: int) -> tuple[Number, int] | None:
        """The other end of a range that begins with this number, and where it ends."""
        match = self._range_end.match(text, end, stop) or self._through.match(text, end, stop)
        number = self._after(first, match) if match else None
        return (number, match.end()) if match and number else None

    def _joined(self, before: Number, text: str, end: int, stop: int) -> tuple[Number, int, int] | None:
        """The next number of a list, where it begins and where it ends."""
        match = self._member.match(text, end, stop)
        number = self._after(before, match) if match else None
        if match is None or number is None:
            return None
        group = next(name for name in ("tail", "number", "smaller", "letters") if match.groupdict().get(name))
        if group == "letters" and match["letters"] in ("a", before.digits[-1]):
            return None  # an article
        return number, match.start(group) - (group == "tail"), match.end()

    def _after(self, before: Number, match: re.Match[str]) -> Number | None:
        """The number that a part of a range or list means behind another, or None if it fits none."""
        parts = match.groupdict()
        if parts.get("tail"):
            kept = 0 if self.numbering == "decimal-digits" else -1 - parts["tail"].count(".")
            levels = before.digits.split(".")[:kept] if kept else []
            return Number(before.chapter, before.section, ".".join((*levels, parts["tail"])))
        if parts.get("number"):
            return self._number_of(parts["number"])
        if parts.get("smaller"):
            stem, opening, _ = before.digits.rpartition("(")
            return Number(before.chapter, before.section, stem + parts["smaller"]) if opening else None
        if parts.get("letters"):
            stem = before.digits.rstrip(_LETTERS)
            fits = stem != before.digits and stem[-1:] in _BEFORE_LETTERS
            return Number(before.chapter, before.section, stem + parts["letters"]) if fits else None
        bare, last = parts["bare"], re.search(r"\d+$", before.digits)
        if last is None or int(bare) <= int(last[0]):
            return None
        if self.numbering == "decimal-digits" and (len(bare) != len(before.digits) or len(bare) < 2):
            return None
        return Number(before.chapter, before.section, before.digits[: last.start()] + bare)

    @cached_property
    def _parsed(self) -> dict[str, Mention | None]:
        """What whole texts were found to be: the links of a document say the same again and again."""
        return {}

    @cached_property
    def _number(self) -> re.Pattern[str]:
        return re.compile(self._full + self._not_before)

    @cached_property
    def _any(self) -> re.Pattern[str]:
        worded = rf"(?<!\w){atoms.worded(self.chapters, 'worded', self._section_form)}"
        before = r"(?:(?<=\()|(?<=; )|(?<=/)|(?<=see )|(?<=per )|(?<=re ))"
        stop = r"\.?" if self.bare_sections else r"\."
        enclosed = rf"{before}{atoms.section(self.chapters, 'enclosed')}{stop}(?=[);/])"
        number = atoms.NOT_AFTER + self._full + self._not_before
        spaced = atoms.spaced(self.chapters, "spaced", atoms.DIGITS[self.numbering])
        # A section's full stop belongs to the sentence unless a parenthesis closes behind it.
        behind = atoms.CUED_BEFORE_LETTERS if self.numbering in atoms.LETTERED else atoms.CUED_BEFORE
        full = atoms.full(self.chapters, "cued", atoms.DIGITS[self.numbering], self._section_form)
        cued = rf"(?<!\w)(?:{atoms.CUE}){full}{behind}"
        seen = atoms.seen("seen", self._section_form) if not self.chapters else "(?P<seen>(?!))"
        return re.compile(rf"{worded}(?:\.(?=[);,]))?(?![\w.]*\d)|{seen}|{enclosed}|{cued}|{number}|{spaced}")

    @cached_property
    def _range_end(self) -> re.Pattern[str]:
        bare = r"(?P<bare>\d{1,6})(?!\.?\w)"
        letters = self._letters.replace("[a-z])", "[a-z]|(?<=[-‐‑‒–—−])a[a-l])")  # 704.5k–aa
        ends = rf"(?:{self._end}{self._not_before}{letters}|{_SMALLER}|{bare}{atoms.NOT_BEFORE})"
        return re.compile(atoms.DASH + ends)

    @cached_property
    def _through(self) -> re.Pattern[str]:
        ends = rf"(?:{self._full}{self._not_before}|{_SMALLER})"
        return re.compile(atoms.THROUGH + ends)

    @cached_property
    def _member(self) -> re.Pattern[str]:
        return re.compile(
            rf"(?:{atoms.SLASH}|{atoms.COMMA})(?:{self._end}{self._not_before}{self._letters}|{_SMALLER})"
        )

    @cached_property
    def _section_range(self) -> re.Pattern[str]:
        name = atoms.section(self.chapters, "name") if self.chapters else rf"(?P<name>{self._section_form})"
        return re.compile(rf"(?:{atoms.DASH}|{atoms.THROUGH}){name}(?:\.(?=[);,]))?{atoms.NO_POINT}")

    @cached_property
    def _section_member(self) -> re.Pattern[str]:
        name = atoms.section(self.chapters, "name") if self.chapters else rf"(?P<name>{self._section_form})"
        further = r"(?![\w.]*\d)(?!\w)(?!\.\w)"
        if not self.chapters:  # a letter alone is an article unless the list goes on or ends behind it
            letter = r"(?:(?<=[^A-Z])|(?<=[\w)][A-Z])|(?=\s*(?:[,.;:)\]/]|\Z|(?:and|or|to|through|apply)\b)))"
            further = rf"{atoms.NO_POINT}{atoms.NOT_COUNTED}{letter}"
        return re.compile(rf"(?:{atoms.SLASH}|{atoms.COMMA}){name}{further}")

    @cached_property
    def _full_member(self) -> re.Pattern[str]:
        return re.compile(rf"(?:{atoms.SLASH}|{atoms.COMMA}){self._full}{self._not_before}")

    @property
    def _letters(self) -> str:
        """A letter alone, as a further alternative, where numbers may end in one."""
        return r"|(?P<letters>[a-z])(?![\w'’])" if self.numbering in atoms.LETTERED else ""

    @property
    def _not_before(self) -> str:
        return atoms.NOT_BEFORE_LETTERS if self.numbering in atoms.LETTERED else atoms.NOT_BEFORE

    @property
    def _section_form(self) -> str:
        return atoms.SECTIONS[self.sections]

    @property
    def _full(self) -> str:
        return atoms.full(self.chapters, "number", atoms.DIGITS[self.numbering], self._section_form)

    @property
    def _end(self) -> str:
        return rf"(?:{atoms.tail(atoms.DIGITS[self.numbering], 'tail')}|{self._full})"

    @cached_property
    def _bare_section(self) -> re.Pattern[str]:
        return re.compile(rf"(?:Section )?{atoms.section(self.chapters, 'name')}\.?")
