"""The pieces that references are written with, as patterns; `grammar` puts them together.

full    = [chapter] section "." digits        13.4  A4.133
intro   = chapter "." digits                  B.6  G.9
tail    = "." digits                          .447  . 447  .9D
name    = [chapter] section                   F7  E5
"""

from __future__ import annotations

import re

#: What may not stand right before a number that is a reference: parts of words, signs, comparisons.
NOT_AFTER = r"(?<![\w.+$£€-])(?<![≤≥<>=×][\s\xa0])(?<![≤≥<>=×])(?<!\d/)"

#: What may not follow it: more of a word or a number (dates, versions), or a unit of measure.
_UNITS = '%|tons?|MPs?|MF|FP|mm|cm|km|m|hex(?:es)?|points?|levels?|inch(?:es)?|times|turns?|dice|dr|°|"'
NOT_BEFORE = rf"(?![\w%])(?!\.\d)(?!-[a-z])(?![\s\xa0]?(?:{_UNITS})(?!\w))"

DIGITS = r"\d{1,6}[A-Z]?"
DASH = r"[\s\xa0]*[-–—‑][\s\xa0]*"
SLASH = r"[\s\xa0]*/[\s\xa0]*"
COMMA = r"[\s\xa0]*,[\s\xa0]*(?:(?:and|or)[\s\xa0]+)?|[\s\xa0]+(?:and|or|&)[\s\xa0]+"
TAIL = rf"\.[\s\xa0]*(?P<%s>{DIGITS})"


def chapter(letters: str) -> str:
    """The pattern of a chapter letter; one that never fits where a rulebook has no chapters."""
    return f"[{re.escape(letters)}]" if letters else "(?!)"


def full(letters: str, name: str) -> str:
    """The pattern of `full` or `intro`, as the named group `name`."""
    return rf"(?P<{name}>(?:{chapter(letters)})?\d{{1,3}}\.{DIGITS}|{chapter(letters)}\.{DIGITS})"


def section(letters: str, name: str) -> str:
    """The pattern of `name`, a whole section, as the named group `name`."""
    return rf"(?P<{name}>{chapter(letters)}\d{{1,2}})"
