"""Exception clauses: which rule yields to which, as the text words it.

    [EXC: boats and LC]          bracket   anywhere, in examples too, nested brackets inside it included
    (EXC: boats and LC)          paren     as play aids write it
    (except an ocean)            prose     a clause opened by except, unless, other than or "Exception:"

A prose clause that names no case of its own ("except as stated otherwise") is generic.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ingest.nodes import ExceptionKind

_BRACKET = re.compile(r"\[\s*EXC\b\s*:?|\(\s*EXC\s*:")
_OPENER = re.compile(
    r"\b(?:except|unless|other\s+than|Except|Unless|Other\s+than|EXCEPT|UNLESS|Exception:|EXCEPTION:)(?!\w)"
)
_GENERIC = re.compile(
    r"\W*(?:except|unless)(?:\s+(?:as|where|when|if))?(?:\s+\w+)?\s+"
    r"(?:otherwise|(?:stated|noted|specified|given|indicated|described|allowed|prohibited|mentioned))\b",
    re.IGNORECASE,
)
_RESUMES = re.compile(
    r"\s*(?:may|must|can|cannot|will|shall|is|are|was|were|has|have|does|do|apply|applies|costs?|count|counts)\b"
)
_EITHER = {"(": re.compile(r"[()]"), "[": re.compile(r"[\[\]]")}


@dataclass(frozen=True, slots=True)
class Clause:
    """One exception clause at `[start, end)` of a text; a bracket that its paragraph leaves open is not `closed`."""

    kind: ExceptionKind
    start: int
    end: int
    generic: bool = False
    closed: bool = True


def find_brackets(text: str, start: int = 0) -> list[Clause]:
    """The bracketed exceptions from `start` on, in order; one that stands inside another is part of it.

    A bracket that is not closed runs to the end of the text.
    """
    found: list[Clause] = []
    if text.find("EXC", start) < 0:  # quicker to see
        return found
    match = _BRACKET.search(text, start)
    while match:
        end = _closing(text, match.start())
        kind: ExceptionKind = "bracket" if match[0][0] == "[" else "paren"
        found.append(Clause(kind, match.start(), end or len(text.rstrip()), closed=end is not None))
        match = _BRACKET.search(text, found[-1].end)
    return found


def find_prose(sentence: str) -> list[Clause]:
    """The prose exceptions of one sentence, brackets already taken out, in order.

    A clause in parentheses of its own takes them along. One that opens the sentence ends at its first comma; one
    after a comma ends where the sentence resumes ("All units, except boats, may …"); any other ends at a semicolon,
    where its parenthesis does, or with the sentence.
    """
    found: list[Clause] = []
    if not _may_open(sentence):
        return found
    for match in _OPENER.finditer(sentence):
        if found and match.start() < found[-1].end:
            continue
        start, end = match.start(), _clause_end(sentence, match.start(), match.end())
        if sentence[start - 1 : start] == "(" and sentence[end : end + 1] == ")":
            start, end = start - 1, end + 1
        generic = _GENERIC.match(sentence[start:end] + " ") is not None
        found.append(Clause("prose", start, end, generic=generic))
    return found


def _may_open(sentence: str) -> bool:
    """Whether a part of one of the words that open a clause stands there; quicker to see than the words."""
    for part in ("xcept", "nless", "XCEPT", "NLESS"):  # a plain loop: this runs for every sentence
        if part in sentence:
            return True
    return "ther" in sentence and "than" in sentence


def _closing(text: str, start: int) -> int | None:
    """Behind the bracket that closes the one at `start`, or None; only its own kind is counted."""
    opening, depth = text[start], 0
    for match in _EITHER[opening].finditer(text, start):
        depth += 1 if match[0] == opening else -1
        if not depth:
            return match.end()
    return None


def _clause_end(sentence: str, start: int, behind: int) -> int:
    before = sentence[max(0, start - 20) : start].rstrip()
    leads = start < 20 and not before.strip("\"'“‘([")
    after_comma = before.endswith((",", "—", "–"))
    for position, character in _own_level(sentence, behind):
        if character == ")" or character in ";:" or (character == "," and leads):
            return _trim(sentence, position)
        if character in ",—–" and after_comma and _RESUMES.match(sentence, position + 1):
            return _trim(sentence, position)
    return _trim(sentence, len(sentence))


def _own_level(sentence: str, start: int) -> Iterator[tuple[int, str]]:
    """The characters outside inner parentheses; the closing one of the clause's own parenthesis is the last."""
    depth = 0
    for position in range(start, len(sentence)):
        character = sentence[position]
        if character == "(":
            depth += 1
        elif character == ")":
            if not depth:
                yield position, character
                return
            depth -= 1
        elif not depth:
            yield position, character


def _trim(sentence: str, end: int) -> int:
    while end and sentence[end - 1] in " \t\r\n.!?\xa0":
        end -= 1
    return end
