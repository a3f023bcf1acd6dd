"""Generated books in the shape of a numbered text, and edits of them whose effect is known."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ingest.pipeline import ingest
from kb.comparison.sides import Side, side_of_document
from tests.ingest.samples import BOOK

_START = [
    "b",
    "br",
    "d",
    "dr",
    "f",
    "g",
    "gr",
    "h",
    "k",
    "l",
    "m",
    "n",
    "p",
    "r",
    "s",
    "st",
    "t",
    "tr",
    "v",
    "w",
]
_VOWELS = ["a", "e", "i", "o", "u", "ea", "oo"]
_END = ["b", "ck", "d", "ft", "g", "ll", "m", "nd", "p", "r", "sh", "st", "t", "x"]


@dataclass(frozen=True)
class BookRule:
    """One rule of a generated book: the digits behind its section's number, its title, its sentences."""

    digits: str
    title: str
    sentences: tuple[str, ...]


Book = tuple[BookRule, ...]


def book(seed: int, size: int) -> Book:
    """A book of `size` rules, every parent before its children; no two sentences of two such books are alike."""
    dice = random.Random(f"book {seed}")
    digits: set[str] = set()
    while len(digits) < size:
        parent = dice.choice(["", *sorted(digits)])
        if len(parent) < 5:
            digits.add(parent + dice.choice("123456789"))
    return tuple(written(each, dice) for each in sorted(digits))


def written(digits: str, dice: random.Random) -> BookRule:
    """A rule of this number with a text of its own."""
    return BookRule(
        digits,
        word(dice).upper() + " " + word(dice).upper(),
        tuple(sentence(dice) for _ in range(dice.randint(1, 4))),
    )


def sentence(dice: random.Random) -> str:
    """A sentence of 6 to 12 invented words."""
    return " ".join(word(dice) for _ in range(dice.randint(6, 12))).capitalize() + "."


def word(dice: random.Random) -> str:
    """An invented word of two syllables."""
    return "".join(dice.choice(_START) + dice.choice(_VOWELS) + dice.choice(_END) for _ in range(2))


def text_of(rules: Sequence[BookRule]) -> str:
    """The book as a numbered text; its root is L3."""
    paragraphs = [f"3.{rule.digits} {rule.title}: {' '.join(rule.sentences)}" for rule in rules]
    return "\n\n".join(["3. MOORS", *paragraphs]) + "\n"


def side_of(rules: Sequence[BookRule]) -> Side:
    """The book as it is ingested."""
    books: list[dict[str, Any]] = [BOOK]
    return side_of_document(ingest(text_of(rules).encode(), "book.txt", books))


def leaves(rules: Book) -> list[BookRule]:
    """The rules that have none below them."""
    return [
        rule
        for rule in rules
        if not any(other != rule and other.digits.startswith(rule.digits) for other in rules)
    ]


def free(rules: Book, parent: str) -> list[str]:
    """The numbers right below this one that no rule has, or would have below it."""
    taken = {rule.digits for rule in rules}
    return [parent + digit for digit in "123456789" if parent + digit not in taken]


def without(rules: Book, digits: str) -> Book:
    """The book without one rule."""
    return tuple(rule for rule in rules if rule.digits != digits)


def with_rule(rules: Book, rule: BookRule) -> Book:
    """The book with one rule more, in its place."""
    return tuple(sorted((*rules, rule), key=lambda each: each.digits))


def renumbered(rules: Book, old: str, new: str) -> Book:
    """The book with one rule, and all below it, under another number, in its place."""
    moved = (
        replace(rule, digits=new + rule.digits[len(old) :]) if rule.digits.startswith(old) else rule
        for rule in rules
    )
    return tuple(sorted(moved, key=lambda each: each.digits))


def changed(rules: Book, digits: str, sentences: Sequence[str]) -> Book:
    """The book with other sentences in one rule."""
    return tuple(
        replace(rule, sentences=tuple(sentences)) if rule.digits == digits else rule for rule in rules
    )
