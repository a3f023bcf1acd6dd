"""The pieces that references are written with, as patterns; `grammar` puts them together.

full    = [chapter] section "." digits        13.4  A4.133
intro   = chapter "." digits                  B.6  G.9
tail    = "." digits                          .447  . 447  .9D
name    = [chapter] section                   F7  E5
bare    = digits                              447 in 13.441-447  8 in 37.B.6-8
letters = letter                              d in 601.2a-d
"""

from __future__ import annotations

import re

#: What may not stand right before a number that is a reference: parts of words, signs, comparisons.
NOT_AFTER = r"(?<![\w.+$£€-])(?<![≤≥<>=×][\s\xa0])(?<![≤≥<>=×])(?<!\d/)"

#: What may not follow it: more of a word or a number (dates, versions), or a unit of measure.
_UNITS = '%|tons?|MPs?|MF|FP|mm|cm|km|m|hex(?:es)?|points?|levels?|inch(?:es)?|times|turns?|dice|dr|°|"'
NOT_BEFORE = rf"(?![\w%])(?!\.\d)(?!-[a-z])(?![\s\xa0]?(?:{_UNITS})(?!\w))"

#: The same where a rule's number may end in a letter, and a range or a list goes on with the letter alone.
NOT_BEFORE_LETTERS = NOT_BEFORE.replace("(?!-[a-z])", r"(?!-[a-z](?:[a-z]?\w|['’]))")
LETTERED = ("lettered", "named")

#: What stands behind the section's point, by numbering.
DIGITS = {
    "decimal-digits": r"\d{1,6}[A-Z]?",
    "dotted-integers": r"\d{1,4}(?:\.\d{1,3}){0,4}",
    "lettered": r"\d{1,4}[a-z]{0,2}",
    "named": r"(?:[A-Z](?:\.(?:\d{1,3}|[a-z]))?|\d{1,4}[a-z]?|[a-z](?![\w'’]))",
}
DASH = r"[\s\xa0]*[-–—‑][\s\xa0]*"
SLASH = r"[\s\xa0]*/[\s\xa0]*"
THROUGH = r"[\s\xa0]+(?:to|through|thru)[\s\xa0]+"
COMMA = r"[\s\xa0]*,[\s\xa0]*(?:(?:and|or)[\s\xa0]+)?|[\s\xa0]+(?:and|or|&)[\s\xa0]+"


def tail(digits: str, name: str) -> str:
    """The pattern of `tail`, as the named group `name`."""
    return rf"\.[\s\xa0]*(?P<{name}>{digits})"


def chapter(letters: str) -> str:
    """The pattern of a chapter letter; one that never fits where a rulebook has no chapters."""
    return f"[{re.escape(letters)}]" if letters else "(?!)"


def full(letters: str, name: str, digits: str) -> str:
    """The pattern of `full` or `intro`, as the named group `name`."""
    first = _first(digits)
    return rf"(?P<{name}>(?:{chapter(letters)})?{first}\d{{1,3}}\.{digits}|{chapter(letters)}\.{digits})"


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


def worded(letters: str, name: str) -> str:
    """The pattern of a section behind the word for it: "Section F7", and "Rule 12" where there are no chapters."""
    if letters:
        return rf"(?:Sections?|sections?)[\s\xa0]+{section(letters, name)}"
    return rf"(?:Sections?|sections?|Rules?|rules?)[\s\xa0]+(?P<{name}>\d{{1,3}})(?!\.\w)(?!\d)"
