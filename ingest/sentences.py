"""Where sentences begin and end in a rule's own text.

A full stop, question or exclamation mark ends a sentence if what follows begins one; a colon or semicolon never does. A
stop inside parentheses counts only if the parenthesis itself stands where a sentence begins ("(They also …; 13.4.)").
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_MARK = re.compile(r"[.!?(\[]")
_PARENTHESIS = re.compile(r"[()\[\]]")
_CLOSERS = "\"'”’)]»"
_OPENERS = "\"'“‘([«"
_STARTER = re.compile(r"[\"'“‘(\[«]*(?:[A-Z0-9]|[+−-]\d|[≤≥<>]\s?\d)")
_BEFORE_WORD = re.compile(r".*[\s(\[\"“]|", re.DOTALL)
_NEVER = frozenset(
    {"e.g", "i.e", "vs", "cf", "viz", "ca", "approx", "resp", "Arm", "Mr", "Lt", "Sgt", "Capt", "St"}
)
_BEFORE_NUMBER = frozenset({"no", "nos", "fig", "figs", "p", "pp", "sec", "ch", "art"})
_ABBREVIATION = re.compile(r"(?:[A-Za-z]\.)+[A-Za-z]|etc|Inc|Ltd|Co|incl|excl|max|min")
#: Words that begin a sentence and hardly ever a name: after "U.S." or "etc." they tell that a new one began.
_SENTENCE_WORDS = frozenset(
    re.findall(
        r"\w+",
        """A All Also Although An And Any As At Both But By Each Either Even Every For From Further However If In It
        Its Likewise No Note Once One Only Or Otherwise Provided See Should Similarly Since Some Such That The Then
        There Therefore These They This Those Thus To Unless Until When Whenever Where While With""",
    )
)


def cut_sentences(text: str) -> list[tuple[int, int]]:
    """The ranges of the sentences of one paragraph, in order, white space left out; together they hold all of it."""
    ranges: list[tuple[int, int]] = []
    start = _skip_space(text, 0)
    partner = _partners(text)
    for end in _ends(text, partner, start):
        if end > start:
            ranges.append((start, end))
            start = _skip_space(text, end)
    if start < len(text):
        stop = len(text.rstrip())
        if stop > start:
            ranges.append((start, stop))
    return ranges


def _ends(text: str, partner: dict[int, int], start: int) -> Iterator[int]:
    """Where sentences end, one after the other."""
    wraps: int | None = None
    inner = -1  # where the outermost parenthesis that is open, and no sentence's own, closes
    opening = start
    for match in _MARK.finditer(text, start):
        position = match.start()
        if position < opening or position <= inner:
            continue
        if match[0] in "([":
            close = partner.get(position)
            if close is None:
                continue
            if position == opening and _wraps_sentence(text, close):
                wraps = close
            else:
                inner = close
        elif _is_stop(text, position):
            end = _after_closers(text, position + 1, wraps)
            if _begins_sentence(text, end, text[max(opening, position - 40) : position]):
                yield end
                opening = _skip_space(text, end)


def _partners(text: str) -> dict[int, int]:
    """The closing place of every opening parenthesis or bracket that is closed."""
    pairs: dict[int, int] = {}
    if "(" not in text and "[" not in text:
        return pairs
    stack: list[int] = []
    for match in _PARENTHESIS.finditer(text):
        if match[0] in "([":
            stack.append(match.start())
        else:
            wanted = "(" if match[0] == ")" else "["
            for depth in range(len(stack) - 1, max(-1, len(stack) - 9), -1):
                if text[stack[depth]] == wanted:
                    pairs[stack[depth]] = match.start()
                    del stack[depth:]
                    break
    return pairs


def _wraps_sentence(text: str, close: int) -> bool:
    """Whether a parenthesis at a sentence's beginning holds whole sentences: a stop right before its end."""
    return re.search(r"[.!?][\"'”’]?$", text[max(0, close - 2) : close]) is not None


def _after_closers(text: str, position: int, wraps: int | None) -> int:
    while position < len(text) and text[position] in _CLOSERS:
        if text[position] in ")]" and position != wraps:
            break
        position += 1
    return position


def _is_stop(text: str, position: int) -> bool:
    """Whether the mark belongs to a word before it: no quoted "?", no "13.441-. 447", no "...", no decimal point."""
    before = text[position - 1 : position]
    if not before or before.isspace() or before in "-–—([":
        return False
    if text[position] != "." and before in _OPENERS:
        return False
    return text[position + 1 : position + 2] not in (".", "?", "!")


def _begins_sentence(text: str, end: int, before: str) -> bool:
    """Whether a sentence may end at `end`: what follows begins one, and the word before is no abbreviation."""
    if end >= len(text):
        return True
    if not text[end].isspace():
        return False
    begin = _skip_space(text, end)
    following = text[begin : begin + 80]
    if not following:
        return True
    if not _STARTER.match(following):
        return False
    match = _BEFORE_WORD.match(before)
    word = before[match.end() :] if match else before
    if word in _NEVER:
        return False
    if word.lower() in _BEFORE_NUMBER and following[0].isdigit():
        return False
    if _ABBREVIATION.fullmatch(word):
        return following.split(maxsplit=1)[0].strip(",\"'“(") in _SENTENCE_WORDS
    return True


def _skip_space(text: str, position: int) -> int:
    while position < len(text) and text[position].isspace():
        position += 1
    return position
