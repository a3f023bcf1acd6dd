"""The forms in which a term is printed: its tokens, its singular, and the key under which all its forms are one.

A key is the term's words in the singular without regard to case, written together: `hex-side` and `hexside`, `Beach
hexes` and `Beach hex`, `LCs` and `LC` have one key each. Case is compared apart from that (`same_case`), because `OCEAN`
and `Ocean` may be two terms.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

#: A token of running text: letters, with what belongs to them ("drivers'", "PRC’s").
TOKEN = re.compile(r"[^\W\d_]+(?:['’](?:s\b|(?=\W|\Z)))?|\d+")
_POSSESSIVE = re.compile(r"['’]s?\Z")
_KEPT = re.compile(r"(?:ss|us|is|ous|ics|[aeo]as|os)\Z")
_IRREGULAR = {"men": "man", "feet": "foot", "dice": "die", "leaves": "leaf", "halves": "half"}


@lru_cache(maxsize=65536)
def singular(word: str) -> str:
    """The word in the singular, case kept; what is no plural comes back as it is."""
    if word.casefold() in _IRREGULAR:
        one = _IRREGULAR[word.casefold()]
        return one.capitalize() if word[0].isupper() else one
    if len(word) < 3 or not word.endswith("s") or _KEPT.search(word):
        return word
    if word[:-1].isupper():
        return word[:-1]
    if len(word) < 4:
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if re.search(r"(?:x|ch|sh|s|z)es\Z", word):
        return word[:-2]
    return word[:-1]


@lru_cache(maxsize=65536)
def root(token: str) -> str:
    """A token without its possessive, in the singular, case kept."""
    return singular(_POSSESSIVE.sub("", token))


@lru_cache(maxsize=65536)
def key_part(token: str) -> str:
    """What a token adds to a key."""
    return root(token).casefold()


def tokens(text: str) -> list[str]:
    """The tokens of a text in order."""
    return [match[0] for match in TOKEN.finditer(text)]


def key(text: str) -> str:
    """The key of a term or of one of its forms."""
    return "".join(key_part(token) for token in tokens(text))


def same_case(term: Sequence[str], printed: Sequence[str]) -> int:
    """How well printed tokens fit those of a term of the same key: 2 in every letter, 1 but for a first capital, 0 not.

    A capital that the term lacks may come from the beginning of a sentence or from a heading; one that it has is never
    missing in its forms.
    """
    ours, theirs = "".join(map(root, term)), "".join(map(root, printed))
    if ours == theirs:
        return 2
    first = True
    for one in map(root, printed):
        part, ours = ours[: len(one)], ours[len(one) :]
        if part != one and not (part.islower() and one == part.capitalize()):
            return 0
        first = first and part == one
    return 1


def phrase_in_singular(words: str) -> str:
    """A phrase with its last word in the singular."""
    match = re.search(r"[^\W\d_]+\Z", words)
    return words if match is None else words[: match.start()] + singular(match[0])
