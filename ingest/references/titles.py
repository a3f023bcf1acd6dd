"""References by a rule's title alone: see Road March, see “Road March” or “Floods”, the rules on Road March.

A title counts only behind words that point somewhere, only if no other rule has it, only with capitals or in quotation
marks, and only where no number says the same: in "see Road March (4.2)" the number is the reference. Where a noun goes on
behind it ("see the Supply foldout"), it is the name of some other thing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from ingest.numbering import Number

_CUE = re.compile(
    r"\b(?:[Ss]ee(?:\s+also)?|SEE|[Rr]efer\s+to|[Cc]f\.|[Rr]ules?\s+(?:on|for)|[Ss]ections?(?:\s+on)?|[Cc]hapters?(?:\s+on)?)\s+"
    r"(?:the\s+)?(?:(?:rules?|sections?|chapters?)\s+(?:on|for)\s+)?(?P<quote>[“\"‘*_]{0,2})(?=[A-Z])"
)
_WORD = re.compile(r"[\w’'&/-]+")
#: What may stand behind a title without quotation marks: a mark, or a word that no name goes on with.
_ENDS = re.compile(
    r"\s*(?:[.,;:!?)\]*_”\"—–]|\Z)|\s+(?:\(|[&–—-]\s|(?:above|after|also|and|are|as|at|before|below|but|by|for|from|if|in|is|nor|"
    r"on|or|that|to|under|unless|until|when|where|which|while|with)\b)"
)
_JOINED = re.compile(
    r"[”\"’*_]{0,2}(?:\s*,\s*(?:(?:and|or)\s+)?|\s+(?:and|or|&)\s+)(?:the\s+)?(?P<quote>[“\"‘*_]{0,2})(?=[A-Z])"
)
_NUMBER_FOLLOWS = re.compile(
    r"[^\w.;]{0,4}(?:(?:in|see|[Rr]ules?|[Ss]ections?|§)\s*)?\(?(?:[A-Z]?\d{1,3}\.\d|\d{1,3}[).])"
)
_MOST_WORDS = 12


class Titles:
    """The titles of a document's rules."""

    def __init__(self, titles: Iterable[tuple[str, Number]]) -> None:
        """`titles` are those of the rules; one that two rules have, or that is a single short word, means neither."""
        words = [(_words(title), number) for title, number in titles]
        counts = Counter(key for key, _ in words)
        self._numbers = {key: number for key, number in words if counts[key] == 1 and len("".join(key)) > 3}

    def find(self, text: str, start: int, end: int) -> Iterator[tuple[int, int, Number]]:
        """The titles that are cited in `[start, end)` of a text, in order, as `(start, end, number)`."""
        if not self._numbers:
            return
        for cue in _CUE.finditer(text, start, end):
            before: re.Match[str] | None = cue
            while before is not None:
                found = self._at(text, before, end)
                if found is None:
                    break
                yield found
                before = _JOINED.match(text, found[1], end)

    def _at(self, text: str, cue: re.Match[str], end: int) -> tuple[int, int, Number] | None:
        """The longest title that stands right behind a cue, unless it is but a part of some other name."""
        words: list[re.Match[str]] = []
        for word in _WORD.finditer(text, cue.end(), end):
            if len(words) == _MOST_WORDS or re.search(r"[.;:()]", text[cue.end() : word.start()]):
                break
            words.append(word)
        for count in range(len(words), 0, -1):
            stop = words[count - 1].end()
            number = self._numbers.get(_words(text[cue.end() : stop]))
            if number is None or not _capitals(text[cue.end() : stop]):
                continue
            if _NUMBER_FOLLOWS.match(text, stop):
                return None
            ends = cue["quote"] or _ENDS.match(text, stop)
            return (cue.end(), stop, number) if ends else None
        return None


def _words(title: str) -> tuple[str, ...]:
    return tuple(word.casefold() for word in _WORD.findall(title))


def _capitals(title: str) -> bool:
    """Whether the longer words of a title begin with capitals, as in print."""
    return all(not word[0].islower() for word in _WORD.findall(title) if len(word) > 4)
