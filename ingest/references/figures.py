"""Figures that look like the number of a rule: amounts, versions, dates, odds.

Only what stands around a number tells 2.5 from rule 2.5, so it is asked about numbers alone that no rule has: one in
parentheses or behind "see" or "rule" is a reference that leads nowhere, one before "metres" or behind "version" is none.
"""

from __future__ import annotations

import re

from ingest.references import atoms
from ingest.references.grammar import Mention

_CUED = re.compile(rf"(?:(?<!\w)(?:{atoms.CUE})|\b(?:per|under)\s+)\Z")
_OPENED = re.compile(r"[(\[;]\s*\Z")
_CLOSED = re.compile(r"\s*[)\];,:.]")
_COUNTED = re.compile(
    r"(?:\b(?:[Vv]ersions?|[Vv]er\.|[Ee]ditions?|[Aa]bout|[Aa]pproximately|[Nn]early|[Aa]lmost|[Bb]etween|[Ee]xactly|at\s+(?:least|most)|"
    r"than|times|is|equals|x)|[=<>≤≥×~≈]|(?:[A-Z]\.){2,})\s*\Z"
)
_NOUN = re.compile(r"[\s-](?P<word>[a-z]+)")
#: What a sentence goes on with behind a rule that it names; any other word in small letters is counted.
_GOES_ON = frozenset(
    re.findall(
        r"\w+",
        """above also alone and applies apply applied as at below but can cannot does do describes for from gives governs has
    have however if in instead is are limits may must not notwithstanding on or overrides prohibits requires says shall
    should states still supersedes takes that then though through to unless until was were when where which while will
    with without would except covers defines allows permits""",
    )
)
_IN_ALL = re.compile(r"\s+in\s+(?:all|total)\b")
_TIME = re.compile(r"\d{1,2}\.[0-5]\d")
_AT = re.compile(r"\b(?:at|until|before|after|from)\s+\Z")
_DATE = re.compile(r"\d{1,2}\.\d{1,2}\.(?:\d{2}|\d{4})")


def is_figure(text: str, start: int, end: int, mention: Mention) -> bool:
    """Whether a number at `[start, end)` that is that of no rule, or a section's with a nought, is no reference."""
    if mention.form == "section" or (mention.form == "range" and not mention.numbers[0].digits):
        return re.search(r"\b[Ss]ee(?:\s+also)?\s+\Z", text[max(0, start - 24) : start]) is not None
    if mention.form != "single":
        return _DATE.match(text, start, end) is not None
    before = text[max(0, start - 24) : start]
    if _CUED.search(before):
        return False
    if _DATE.fullmatch(text, start, end) or text[end - 1] == "x" or text.startswith("0.", start):
        return True
    behind = text[end : end + 24]
    if _TIME.fullmatch(text, start, end) and _AT.search(before):
        return True
    if _OPENED.search(before) and _CLOSED.match(behind):
        return False
    if _IN_ALL.match(behind) or mention.numbers[0].digits == "0":
        return True
    noun = _NOUN.match(behind)
    return bool(_COUNTED.search(before)) or (noun is not None and noun["word"] not in _GOES_ON)


_FIRST_ROW = re.compile(r"[^\n]*\S[^\n]*")
_REFERS = re.compile(r"\b(?:rules?|sections?|cases?|see|refs?|references?|paragraphs?)\b|§", re.IGNORECASE)


def is_cell(text: str, start: int, end: int) -> bool:
    """Whether a number is all that stands in a table's cell, in a column that is not headed as one of rules.

    Cells are set apart by tabs, rows by line breaks.
    """
    line = text.rfind("\n", 0, start) + 1
    left = max(text.rfind("\t", 0, start) + 1, line)
    right = min(i for i in (text.find("\t", end), text.find("\n", end), len(text)) if i >= 0)
    if text[left:start].strip() or text[end:right].strip():
        return False
    first = _FIRST_ROW.search(text)
    heads = first[0].split("\t") if first else []
    column = text.count("\t", line, start)
    return column >= len(heads) or not _REFERS.search(heads[column])
