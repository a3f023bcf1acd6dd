"""Words: how a sentence is cut into tokens, and the little English morphology the language needs.

The language is written in the third person singular. What a player writes may be plural, negated, abbreviated or a
question, so three things are derived here and nowhere else: the base form of a verb, the singular of a noun, and the
value of a number word.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple


class Token(NamedTuple):
    """A word of a sentence and where it stands in it."""

    text: str
    start: int
    end: int


_TOKEN = re.compile(
    r"""(?:[A-Z]{0,2}\d\w*(?:\.\w+)*(?:-\w*\d\w*(?:\.\w+)*)+ # names joined by a hyphen: 24L9-M9, 418-1070
        | (?<=exside[ ])[A-Z]-[A-Z]\b          # a hexside by the letters of its hexes: hexside A-B
        | [-+]?\d+/\d+                        # a fraction
        | [^\W_]\w*['’](?:s\b|[^\W\d_]+)        # isn't, hex's, T1's
        | \d+(?=mm\b)                         # a calibre: 80mm
        | \b[A-Z]\*(?!\w|\s*\()                # a starred letter, where no words in brackets tell what it is: F*
        | [^\W_][\w]*(?:\.\d\w*)*             # words, numbers, names, rule numbers
        | [-+]\d+(?:\.\d+)?                   # a signed number
        | "\?"                                # a mark that players call by its sign
        | [≤≥<>=#/(),:;“”"']                  # marks
        )""",
    re.VERBOSE,
)
_CONTRACTIONS = {
    "isn't": ("is", "not"),
    "aren't": ("are", "not"),
    "doesn't": ("does", "not"),
    "don't": ("do", "not"),
    "hasn't": ("has", "not"),
    "wasn't": ("was", "not"),
    "can't": ("can", "not"),
    "cannot": ("can", "not"),
    "mustn't": ("must", "not"),
    "needn't": ("need", "not"),
    "what's": ("what", "is"),
    "there's": ("there", "is"),
    "it's": ("it", "is"),
    "that's": ("that", "is"),
    "who's": ("who", "is"),
    "its": ("it", "'s"),
    "his": ("it", "'s"),
    "their": ("they", "'s"),
    "won't": ("will", "not"),
    "haven't": ("have", "not"),
    "weren't": ("were", "not"),
    "didn't": ("did", "not"),
}
_UNMARKED = frozenset(
    form for word in _CONTRACTIONS if "'" not in word for form in (word, word.capitalize(), word.upper())
)
NUMBER_WORDS = {
    word: number
    for number, word in enumerate(
        (
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        )
    )
}
"""Whole numbers that are written as words."""

_MIXED = re.compile(r"(?<![\w./])(\d+)(?: ?½| (\d+)/(\d+))(?![\w/])")
_NUMBER_WORDS = NUMBER_WORDS | {"half": Fraction(1, 2)}
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?|[-+]?\d+/0*[1-9]\d*")

AUXILIARIES = frozenset({"is", "are", "has", "was", "were", "does", "do", "may", "can", "must", "need"})
ARTICLES = frozenset({"a", "an", "the", "another", "no", "any", "this", "that", "each", "every", "some"})


def tokens(sentence: str) -> list[Token]:
    """The tokens of a sentence, contractions opened, compounds cut at hyphens between letters, the final stop left out."""
    found: list[Token] = []
    plain = _MIXED.sub(_as_fraction, sentence).replace("’", "'").replace("½", "1/2").replace("“?”", '"?"')
    for match in _TOKEN.finditer(plain):
        word, start, end = match.group(), match.start(), match.end()
        parts = _CONTRACTIONS.get(word.lower())
        if parts is not None:
            first = parts[0].capitalize() if word[0].isupper() else parts[0]
            found.append(Token(first, start, end))
            found.append(Token(parts[1], start, end))
        elif len(word) > 2 and word.endswith("'s"):
            found.append(Token(word[:-2], start, end - 2))
            found.append(Token("'s", end - 2, end))
        else:
            found.append(Token(word, start, end))
    return found


def _as_fraction(mixed: re.Match[str]) -> str:
    """ "1½" or "1 1/2" as "3/2"."""
    whole, part, of = mixed.groups(default="")
    return f"{int(whole) * int(of or 2) + int(part or 1)}/{of or 2}"


def words(sentence: str) -> tuple[str, ...]:
    """The texts of the tokens of a sentence."""
    if (
        "'" not in sentence
        and "’" not in sentence
        and "½" not in sentence
        and "/" not in sentence
        and "“" not in sentence
    ):
        found = tuple(_TOKEN.findall(sentence))
        if _UNMARKED.isdisjoint(found):
            return found
    return tuple([token.text for token in tokens(sentence)])


@lru_cache(maxsize=4_096)
def number(word: str) -> Fraction | None:
    """The exact value of a number or number word ("3", "-1", "1/2", "three"), or None."""
    named = _NUMBER_WORDS.get(word.lower())
    if named is not None:
        return Fraction(named)
    return Fraction(word) if _NUMBER.fullmatch(word) else None


# The forms of the same few verbs are asked for with every wording; a verb that is marked as one stays apart from its word.
_of_verb = lru_cache(maxsize=4_096, typed=True)


@_of_verb
def base_form(verb: str) -> str:
    """The base form of a verb in the third person singular: contains -> contain, lies -> lie, carries -> carry."""
    if verb in ("is", "are", "was"):
        return "be"
    if verb == "has":
        return "have"
    if verb.endswith("ies"):
        return verb[:-1] if len(verb) <= 4 else verb[:-3] + "y"
    if verb.endswith(("sses", "shes", "ches", "xes", "zzes", "oes")):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb


def third_person(verb: str) -> str:
    """The third person singular of a verb in its base form: contain -> contains, carry -> carries, cross -> crosses."""
    if verb in ("be", "have"):
        return {"be": "is", "have": "has"}[verb]
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")


_PARTICIPLES = {
    "be": "been",
    "become": "become",
    "break": "broken",
    "bring": "brought",
    "build": "built",
    "cut": "cut",
    "do": "done",
    "draw": "drawn",
    "drive": "driven",
    "fight": "fought",
    "find": "found",
    "fly": "flown",
    "give": "given",
    "go": "gone",
    "have": "had",
    "hit": "hit",
    "hold": "held",
    "keep": "kept",
    "lay": "laid",
    "lead": "led",
    "leave": "left",
    "lose": "lost",
    "make": "made",
    "pay": "paid",
    "put": "put",
    "ride": "ridden",
    "rise": "risen",
    "run": "run",
    "see": "seen",
    "send": "sent",
    "set": "set",
    "shoot": "shot",
    "sink": "sunk",
    "spend": "spent",
    "swim": "swum",
    "take": "taken",
    "throw": "thrown",
    "win": "won",
}


@_of_verb
def participle(verb: str) -> str:
    """The past participle of a verb in the third person singular: enters -> entered, carries -> carried, leaves -> left."""
    base = base_form(verb)
    if base in _PARTICIPLES:
        return _PARTICIPLES[base]
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2:-1] not in "aeiou":
        return base[:-1] + "ied"
    return base + "ed"


def is_participle(word: str) -> bool:
    """Whether a word is a past participle, as far as its form tells."""
    return word in _PARTICIPLES.values() or word.endswith("ed")


_PASTS = {
    "become": "became",
    "break": "broke",
    "do": "did",
    "draw": "drew",
    "drive": "drove",
    "fly": "flew",
    "give": "gave",
    "go": "went",
    "ride": "rode",
    "rise": "rose",
    "run": "ran",
    "see": "saw",
    "sink": "sank",
    "swim": "swam",
    "take": "took",
    "throw": "threw",
}


@_of_verb
def past(verb: str) -> str:
    """The simple past of a verb in the third person singular: enters -> entered, drives -> drove."""
    return _PASTS.get(base_form(verb)) or participle(verb)


@_of_verb
def gerund(verb: str) -> str:
    """The form in -ing of a verb in the third person singular: enters -> entering, drives -> driving, sets -> setting."""
    base = base_form(verb)
    if base.endswith("ie"):
        return base[:-2] + "ying"
    if base.endswith("e") and not base.endswith(("ee", "oe", "ye")) and base != "be":
        return base[:-1] + "ing"
    if len(re.findall(r"[aeiou]+", base)) == 1 and re.search(r"[^aeiou][aeiou][^aeiouwxy]$", base):
        return base + base[-1] + "ing"
    return base + "ing"


def gerund_of_participle(word: str) -> str | None:
    """The form in -ing of the verb of a past participle: placed -> placing, laid -> laying; None for what is none."""
    for base, known in _PARTICIPLES.items():
        if known == word:
            return gerund(f"{base}s")
    if word.endswith("ied") and len(word) > 4:
        return word[:-3] + "ying"
    return word[:-2] + "ing" if word.endswith("ed") and len(word) > 3 else None


_SOUNDED_AS_CONSONANT = re.compile(r"uni|use|eu|one(?![a-z])|ewe", re.IGNORECASE)


def with_article(phrase: str) -> str:
    """A noun phrase with the article that its first word takes: an OCEAN hex, a unit, a LC."""
    vowel = phrase[:1] in "AEIOUaeiou" and not _SOUNDED_AS_CONSONANT.match(phrase)
    return f"{'an' if vowel else 'a'} {phrase}"


def plural(noun: str) -> str:
    """The regular plural of a noun phrase whose last word is the noun: hex -> hexes, OCEAN hex -> OCEAN hexes."""
    last = noun.rsplit(" ", 1)[-1]
    if last.endswith("y") and last[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    if last.endswith(("s", "x", "ch", "sh", "z")):
        return noun + "es"
    return noun + "s"
