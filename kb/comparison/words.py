"""Two wordings of one text, word by word."""

from __future__ import annotations

import difflib
from typing import Literal

Sign = Literal["=", "-", "+"]
Run = tuple[Sign, str]
"""Words that stayed, went or came."""

_MOST = 4_000  # words; longer texts are shown whole, old and new


def word_difference(old: str, new: str) -> list[Run]:
    """The words of both texts in order, in runs; what went stands before what came in its place.

    Those that stayed and went make the old text, those that stayed and came the new one (white space folded).
    """
    one, other = old.split(), new.split()
    if len(one) + len(other) > _MOST:
        return [("-", " ".join(one)), ("+", " ".join(other))]
    runs: list[Run] = []
    matcher = difflib.SequenceMatcher(None, one, other, autojunk=False)
    for sign, a, b, c, d in matcher.get_opcodes():
        if sign == "equal":
            runs.append(("=", " ".join(one[a:b])))
            continue
        if a < b:
            runs.append(("-", " ".join(one[a:b])))
        if c < d:
            runs.append(("+", " ".join(other[c:d])))
    return runs


def shortened(runs: list[Run], around: int = 6) -> list[Run]:
    """The runs with long stretches that stayed cut down to `around` words on the sides where something changed."""
    shown: list[Run] = []
    for index, (sign, text) in enumerate(runs):
        words = text.split()
        before = around if index else 0
        behind = around if index < len(runs) - 1 else 0
        if sign == "=" and len(words) > before + behind + 1:
            head = " ".join(words[:before])
            tail = " ".join(words[len(words) - behind :])
            text = " ".join(part for part in (head, "…", tail) if part)
        shown.append((sign, text))
    return shown
