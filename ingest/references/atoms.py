"""The pieces that references are written with, as patterns; `grammar` puts them together.

full    = [chapter] section "." digits {smaller}   13.4  A4.133  4.2(a)(ii)
intro   = chapter "." digits                  B.6  G.9
tail    = "." digits                          .447  . 447  .9D
name    = [chapter] section                   F7  E5
bare    = digits                              447 in 13.441-447  8 in 37.B.6-8
letters = letter                              d in 601.2a-d
smaller = "(" letter or digits ")"            (ii) in 4.2(a)(ii)
"""

from __future__ import annotations

import re

#: What may not stand right before a number that is a reference: parts of words, signs, comparisons.
NOT_AFTER = r"(?<![\w.+$£€−±-])(?<![≤≥<>=×][\s\xa0])(?<![≤≥<>=×])(?<!\d/)(?<!\d:)"
NOT_AFTER += r"(?<!ersion[\s\xa0])(?<!ERSION[\s\xa0])(?<!dition[\s\xa0])(?<!\b[Vv]\.[\s\xa0])"

#: What may not follow it: more of a word or a number (dates, versions, odds), or a unit of measure.
_UNITS = "|".join(
    (
        r"%|tons?|tonnes?|kg|lbs?|mm|cm|km|m|ft|feet|foot|inch(?:es)?|yards?|yds?|miles?|(?:kilo|centi|milli)?met(?:re|er)s?|°|\"",
        r"MPs?|MF|FP|VPs?|SPs?|APs?|HPs?|points?|pts?|hex(?:es)?|levels?|times|turns?|dice|dr|to\s1(?!\.\d)|x(?=\s)|×",
        r"seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|am|pm|a\.m\.|p\.m\.",
        r"EUR|USD|GBP|euros?|dollars?|pounds?|per\s?cent|hundred|thousand|million|billion",
    )
)
_MORE = r"(?![\w%])(?!\.\d)(?!:\d)(?![-–]1\b(?![.\d]))"
NOT_BEFORE = rf"{_MORE}(?!-[a-z])(?![\s\xa0]{{0,2}}(?:{_UNITS})(?!\w))"

_CUES = (
    r"[Rr]ules?|RULES?|[Ss]ections?|SECTIONS?|[Cc]ases?|[Pp]aragraphs?|[Cc]lauses?|[Aa]rticles?"
    r"|[Ss]ee(?:[\s\xa0]+also)?|SEE|[Cc]f\.?"
)
#: Words that only a rule's number follows: behind them a unit is part of a title ("rule 4.2 Hexes").
CUE = rf"\b(?:{_CUES})[\s\xa0]+|§§?[\s\xa0]*"

#: The same where a rule's number may end in a letter, and a range or a list goes on with the letter alone.
_NO_WORD, _NO_WORD_LETTERS = "(?!-[a-z])", r"(?!-to-)(?!-[a-z](?:[a-z]\w|['’]))"
NOT_BEFORE_LETTERS = NOT_BEFORE.replace(_NO_WORD, _NO_WORD_LETTERS)
#: The same behind a cue.
CUED_BEFORE = rf"(?![\w%])(?!\.\d){_NO_WORD}"
CUED_BEFORE_LETTERS = CUED_BEFORE.replace(_NO_WORD, _NO_WORD_LETTERS)
LETTERED = ("lettered", "named")

#: What stands behind the section's point, by numbering.
DIGITS = {
    "decimal-digits": r"\d{1,6}[A-Z]?",
    "dotted-integers": r"\d{1,4}(?:\.\d{1,3}){0,4}(?:\.?[A-Za-wyz](?![\w'’]))?",
    "lettered": r"\d{1,4}(?:\.\d{1,3}){0,4}(?:[a-z]{1,2}|[A-Z]{1,2})?(?:\.(?:\d{1,3}|[a-z])(?![\w'’]))?",
    "named": r"(?:[A-Z]\d{0,2}(?![\w'’])|\d{1,4}[a-z]?|[a-z](?![\w'’]))(?:\.(?:\d{1,3}[a-z]?|[A-Za-z](?![\w'’]))){0,4}",
}
#: Smaller parts in parentheses right behind a number: 4.2(a)(ii).
SMALLER = r"\((?:[a-z]{1,2}|[ivx]{3,4}|[A-Z]|\d{1,2})\)"
#: What the number of a section may be.
SECTIONS = {
    "digits": r"\d{1,3}",
    "letters": r"(?:\d{1,3}|[A-Z])",
    "roman": r"(?:\d{1,3}|[IVXLC]{1,6}|[A-Z])",
}
DASH = r"[\s\xa0]*[-‐‑‒–—−][\s\xa0]*"
SLASH = r"[\s\xa0]*/[\s\xa0]*"
THROUGH = r"[\s\xa0]+(?:to|through|thru)[\s\xa0]+"
COMMA = r"[\s\xa0]*,[\s\xa0]*(?:(?:and|or)[\s\xa0]+)?|[\s\xa0]+(?:and|or|&)[\s\xa0]+"


def tail(digits: str, name: str) -> str:
    """The pattern of `tail`, as the named group `name`."""
    return rf"\.[\s\xa0]*(?P<{name}>{digits})"


def chapter(letters: str) -> str:
    """The pattern of a chapter letter; one that never fits where a rulebook has no chapters."""
    return f"[{re.escape(letters)}]" if letters else "(?!)"


def full(letters: str, name: str, digits: str, sections: str = SECTIONS["digits"]) -> str:
    """The pattern of `full` or `intro`, as the named group `name`; `sections` is that of a section's number."""
    number = rf"(?:{chapter(letters)})?{_first(digits)}{sections}\.{digits}|{chapter(letters)}\.{digits}"
    return rf"(?P<{name}>(?:{number})(?:{SMALLER}){{0,3}})"


def _first(digits: str) -> str:
    """Where every digit is a level there is no section 0, so that 0.5 is a figure."""
    return "(?!0)" if digits == DIGITS["decimal-digits"] else ""


def section(letters: str, name: str) -> str:
    """The pattern of `name`, a whole section, as the named group `name`."""
    return rf"(?P<{name}>{chapter(letters)}(?!0)\d{{1,2}})"


def spaced(letters: str, name: str, digits: str) -> str:
    """The pattern of a number with a stray space at its point, in a place where only a number can stand."""
    before, behind = r"(?:(?<=\()|(?<=;[\s\xa0])|(?<=see[\s\xa0])|(?<=per[\s\xa0]))", r"(?=[);,\]])"
    point = r"(?:[\s\xa0]+\.[\s\xa0]*|\.[\s\xa0]+)"
    return rf"{before}(?P<{name}>(?:{chapter(letters)})?{_first(digits)}\d{{1,3}}{point}{digits}){behind}"


#: What does not follow a whole section in a list: a unit of measure.
NOT_COUNTED = rf"(?![\s\xa0]{{0,2}}(?:{_UNITS})(?!\w))"
#: What may not follow the number of a range's last section.
NO_POINT = r"(?![.:]\w)(?![\w%])(?![-–]\d)"


def worded(letters: str, name: str, sections: str = SECTIONS["digits"]) -> str:
    """The pattern of a section behind the word for it: "Section F7", and "Rule 12" where there are no chapters."""
    space = r"(?:[^\S\n]+|[^\S\n]*\n[^\S\n]*)"
    if letters:
        return rf"(?:Sections?|sections?){space}{section(letters, name)}"
    words = rf"(?:[Ss]ections?|SECTIONS?|[Rr]ules?|RULES?|[Cc]hapters?|[Aa]rticles?|[Aa]ppendix|[Aa]ppendices|[Aa]nnex){space}"
    return rf"(?:{words}|§§?[^\S\n]*)(?P<{name}>{sections})(?![.:]\w)(?![\w%])"


def seen(name: str, sections: str) -> str:
    """The pattern of a section behind "see" alone, where nothing is counted: (see 4), see 104-110."""
    behind = (
        r"(?=[\s\xa0]*[);]|[.,](?:\s|\Z)|\Z|[\s\xa0]+(?:or|and)[\s\xa0]+\d|[-–]\d{1,3}(?:[);,]|\.(?:\s|\Z)))"
    )
    return rf"(?<!\w)(?:[Ss]ee(?:[\s\xa0]+also)?)[\s\xa0]+(?P<{name}>{sections}){behind}"
