"""Invented books of many looks, with the links that their author made: what each leads to is known, and told to nobody.

A book is written once, as sections, rules and sentences with references in them, and printed in one of several looks. The
text that is read has no links; its author's `(from, target)` pairs are the key.
"""

from __future__ import annotations

import random
import re
import textwrap
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

_NOUNS = re.findall(
    r"\w+", "Kite Barge Marsh Lantern Ferry Mast Reed Anchor Lock Sluice Oar Buoy Dike Tide Raft Net"
)
_KINDS = re.findall(
    r"\w+", "Limits Costs Losses Orders Repairs Duties Signals Stores Turns Moves Loads Ropes"
)
_PLAIN = (
    "A barge may wait in its hex",
    "Nobody rows at night",
    "The older crew goes first",
    "Lanterns are lit before the tide turns",
    "Each player keeps one net",
    "No ferry carries more than four oxen",
)
_FIGURES = (
    "It costs 2.5 MP to cross",
    "A hex is 3.2 km wide",
    "Odds of 3.5:1 count as 3:1",
    "The game begins on 6.6.44 and lasts a week",
    "At 10.30 hours the tide turns",
    "Version 1.2 had other reeds",
    "Some 4.5% of all rafts sink",
    "Roll 2d6 for hex 0412",
    "A raft counts 1.5x in the fog",
    "The level falls by −1.5 or −2.5",
    "A net costs $4.20 at most",
    "Table 4-1 and Chart 3 tell more",
    "A load weighs 1.3 tons",
    "It lasts 2.5 hours, or 1.5 days",
)


@dataclass
class Book:
    """A book as printed, what `book.toml` says of it, and its author's key."""

    text: str
    name: str
    described: dict[str, Any]
    pairs: Counter[tuple[str, str]]
    nodes: list[tuple[str, str]]


@dataclass
class _Rule:
    number: str
    title: str
    parent: str
    sentences: list[str] = field(default_factory=list)
    head: bool = False


class _Author:
    """Writes a book; `numbers` are its rules in order, with their parents."""

    def __init__(self, seed: int, numbers: Sequence[tuple[str, str, bool]], root: str) -> None:
        self.random = random.Random(seed)
        self.root = root
        titles = [f"{noun} {kind}" for noun in _NOUNS for kind in _KINDS]
        self.random.shuffle(titles)
        self.rules = [_Rule(n, titles.pop() if titled else "", parent) for n, parent, titled in numbers]
        self.pairs: Counter[tuple[str, str]] = Counter()

    def write(self, sections: Callable[[str], bool]) -> None:
        """Fill the rules with sentences; `sections` says which numbers are those of whole sections."""
        for rule in self.rules:
            rule.head = sections(rule.number)
        for rule in self.rules:
            if rule.head and self.random.random() < 0.5:
                continue
            for _ in range(self.random.randint(1, 4)):
                rule.sentences.append(self._sentence(rule.number))

    def _sentence(self, here: str) -> str:
        plain = self.random.choice(_PLAIN)
        kind = self.random.random()
        if kind < 0.2:
            return f"{self.random.choice(_FIGURES)}."
        if kind < 0.35:
            return f"{plain}."
        words, targets = self._reference()
        for target in targets:
            self.pairs[here, target] += 1
        return words.format(plain=plain, small=plain[0].lower() + plain[1:])

    def _reference(self) -> tuple[str, list[str]]:
        rule = self.random.choice([r for r in self.rules if not r.head])
        heads = [r for r in self.rules if r.head]
        head, n, title = self.random.choice(heads), rule.number, rule.title
        section = head.number.removesuffix(".0")
        singles = [
            f"{{plain}} (see {n}).",
            f"{{plain}}; see rule {n}.",
            f"{{plain}} ({n}).",
            f"{{plain}}, as {n} says.",
            f"Rule {n} holds even if {{small}}.",
            f"{{plain}} (Rule {n}).",
            f"See also {n}.",
            f"{{plain}} under §{n}.",
            f"{{plain}} (see {section}).",
            f"Section {section} tells when {{small}}.",
        ]
        if title:
            singles += [
                f"{{plain}} (see {n}, {title}).",
                f"{{plain}} (Rule {n} {title}).",
                f"See rule {n}, “{title}.”",
                f"{{plain}}; see {n} {title}.",
            ]
        kind = self.random.random()
        if kind < 0.65:
            words = self.random.choice(singles)
            return words, [
                head.number if words.startswith("Section") or words.endswith(f"(see {section}).") else n
            ]
        others = [r for r in self.rules if not r.head and r.number != n]
        if kind < 0.85:
            two, three = (r.number for r in self.random.sample(others, 2))
            return self.random.choice(
                [
                    (f"{{plain}} (rules {n} and {two}).", [n, two]),
                    (f"{{plain}} (see {n}, {two} and {three}).", [n, two, three]),
                    (f"{{plain}}: {n}/{two}.", [n, two]),
                    (f"Rules {n}, {two}, and {three} hold when {{small}}.", [n, two, three]),
                    (f"See {n} or {two}.", [n, two]),
                ]
            )
        siblings = [r.number for r in self.rules if r.parent == rule.parent and not r.head]
        if len(siblings) < 2:
            return f"{{plain}} (see {n}).", [n]
        first, last = sorted(self.random.sample(range(len(siblings)), 2))
        low, high = siblings[first], siblings[last]
        words = self.random.choice(["{0}-{1}", "{0}–{1}", "{0} through {1}", "{0} to {1}"]).format(low, high)
        return f"{{plain}} (see {words}).", self._between(low, high)

    def _between(self, low: str, high: str) -> list[str]:
        numbers = [r.number for r in self.rules]
        begin, end = numbers.index(low), numbers.index(high)
        inside = numbers[begin : end + 1]
        above = {r.number: r.parent for r in self.rules}
        for number in numbers[end + 1 :]:
            if above[number] not in inside[inside.index(high) :]:
                break
            inside.append(number)
        return inside

    def book(self, text: str, name: str, document: Mapping[str, Any]) -> Book:
        described = {
            "id": "found",
            "title": "Found",
            "chapters": "",
            "documents": [{"id": self.root, "title": "Found", "chapter": "", "section": "", **document}],
        }
        return Book(text, name, described, self.pairs, [(r.number, r.parent) for r in self.rules])


def _dotted(deep: bool, zero: bool) -> list[tuple[str, str, bool]]:
    numbers: list[tuple[str, str, bool]] = []
    for section in range(1, 6):
        head = f"{section}.0" if zero else str(section)
        numbers.append((head, "FOUND", True))
        for second in range(1, 12 if section == 3 else 5):
            numbers.append((f"{section}.{second}", head, True))
            for third in range(1, 4 if deep else 1):
                numbers.append((f"{section}.{second}.{third}", f"{section}.{second}", third == 1))
    return numbers


def _digits() -> list[tuple[str, str, bool]]:
    numbers: list[tuple[str, str, bool]] = []
    for section in range(1, 8):
        numbers.append((f"{section}.0", "FOUND", True))
        for second in range(1, 5):
            numbers.append((f"{section}.{second}", f"{section}.0", True))
            numbers.extend(
                (f"{section}.{second}{third}", f"{section}.{second}", False) for third in (1, 2, 5)
            )
    return numbers


def _letters() -> list[tuple[str, str, bool]]:
    numbers: list[tuple[str, str, bool]] = []
    for group in (1, 7):
        numbers.append((str(group), "FOUND", True))
        for section in (f"{group}00", f"{group}04", f"{group}19"):
            numbers.append((section, str(group), True))
            for rule in (1, 2, 3, 12):
                numbers.append((f"{section}.{rule}", section, False))
                if rule != 2:
                    letters = [*"abcdefghijkmnpq"] if rule == 12 else [*"abd"]
                    numbers.extend((f"{section}.{rule}{x}", f"{section}.{rule}", False) for x in letters)
    return numbers


def _contents(author: _Author) -> list[str]:
    return [f"{r.number} {r.title} ........ {12 + i}" for i, r in enumerate(author.rules) if r.title]


def plain(seed: int) -> Book:
    """A text in dotted integers with titles in front of the text, lines of 72 characters, contents and an index."""
    author = _Author(seed, _dotted(deep=True, zero=True), "FOUND")
    author.write(lambda number: number.endswith(".0"))
    lines = ["THE LONG MARSH", "", "CONTENTS", "", *_contents(author), ""]
    for index, rule in enumerate(author.rules):
        title = rule.title if rule.head or not rule.title else f"{rule.title}."
        begin = f"{rule.number} {title}".strip()
        if rule.head:
            lines += [begin, ""]
            begin = ""
        paragraph = " ".join([*([begin] if begin else []), *rule.sentences])
        lines += [*textwrap.wrap(paragraph, 72, break_on_hyphens=False, break_long_words=False), ""]
        if index % 9 == 8:
            lines += [f"Page {index}", ""]
    lines += ["INDEX", "", *(f"{r.title}, {r.number}" for r in author.rules[:9])]
    return author.book(
        "\n".join(lines),
        "marsh.txt",
        {"shape": "text-numbered", "numbering": "dotted-integers", "recognise": {"line": "^THE LONG MARSH"}},
    )


def bracketed(seed: int) -> Book:
    """A text in decimal digits, numbers in square brackets, line ends of two characters, hard spaces."""
    author = _Author(seed, _digits(), "FOUND")
    author.write(lambda number: number.endswith(".0"))
    lines = ["THE SALT WAR", ""]
    for rule in author.rules:
        text = " ".join(rule.sentences).replace("see ", "see\xa0")
        if rule.title:
            lines += [f"[{rule.number}] {rule.title.upper()}", text, ""]
        else:
            lines += [f"[{rule.number}] {text}", ""]
    return author.book(
        "\r\n".join(lines),
        "salt.txt",
        {"shape": "text-numbered", "numbering": "decimal-digits", "recognise": {"line": "^THE SALT WAR"}},
    )


def lettered(seed: int) -> Book:
    """Comprehensive rules: hundreds, letters, a table of contents, a glossary; described by patterns."""
    author = _Author(seed, _letters(), "FOUND")
    author.write(lambda number: "." not in number)
    heads = [f"{r.number}. {r.title}" for r in author.rules if r.title]
    lines = ["Reeds and Rafts", "", "Contents", "", *heads, "Glossary", ""]
    for rule in author.rules:
        dot = "" if rule.number[-1].isalpha() else "."
        lines += [f"{rule.number}{dot} {rule.title}".strip(), ""] if rule.title else []
        text = " ".join(rule.sentences)
        lines += [text if rule.title else f"{rule.number}{dot} {text}", ""] if text else []
    lines += ["Glossary", "", "Raft", "A thing of reeds."]
    layout = {
        "rules": [
            r"^(?P<number>\d{1,3})\. (?P<title>[A-Z][^\n.]+)$",
            r"^(?P<number>\d{3}\.\d+)\. ",
            r"^(?P<number>\d{3}\.\d+[a-z]+) ",
        ]
    }
    return author.book(
        "\n".join(lines),
        "reeds.txt",
        {
            "shape": "text-outline",
            "numbering": "lettered",
            "groups": "hundreds",
            "recognise": {"line": "^Reeds and Rafts"},
            "layout": layout,
        },
    )


def markdown(seed: int) -> Book:
    """Markdown with a heading for each rule and stars for emphasis."""
    author = _Author(seed, _dotted(deep=False, zero=False), "FOUND")
    author.write(lambda number: "." not in number)
    lines = ["# The Reed Book", ""]
    for rule in author.rules:
        mark = "##" if rule.head else "###"
        lines += [f"{mark} {rule.number} {rule.title}", ""]
        lines += [" ".join(rule.sentences).replace("Nobody", "**Nobody**"), ""] if rule.sentences else []
    return author.book(
        "\n".join(lines),
        "reed.md",
        {"shape": "text-numbered", "numbering": "dotted-integers", "recognise": {"line": "^# The Reed"}},
    )


def page(seed: int) -> Book:
    """HTML with headings that have ids, paragraphs that are rules, and a table of contents that has lost its links."""
    author = _Author(seed, _dotted(deep=True, zero=False), "FOUND")
    author.write(lambda number: "." not in number)
    contents = "".join(
        f"<li>{r.number} {r.title}</li>" for r in author.rules if r.title and r.number.count(".") < 2
    )
    parts = [
        f"<html><head><title>Lock and Sluice</title></head><body><h1>Lock and Sluice</h1><ul>{contents}</ul>"
    ]
    for rule in author.rules:
        text, name = " ".join(rule.sentences), rule.number.replace(".", "-")
        depth = rule.number.count(".")
        if depth < 2:
            parts.append(f'<h{depth + 2} id="r{name}">{rule.number} {rule.title}</h{depth + 2}>')
            parts.append(f"<p>{text}</p>" if text else "")
        elif rule.title:
            parts.append(f'<p id="r{name}"><b>{rule.number} {rule.title}.</b> {text}</p>')
        else:
            parts.append(f'<p id="r{name}">{rule.number} {text}</p>')
    parts.append("</body></html>")
    return author.book(
        "\n".join(parts).replace("−", "&minus;"),
        "lock.html",
        {"shape": "html-headings", "numbering": "dotted-integers", "recognise": {"title": "^Lock and"}},
    )


LOOKS: Mapping[str, Callable[[int], Book]] = {
    "plain": plain,
    "bracketed": bracketed,
    "lettered": lettered,
    "markdown": markdown,
    "page": page,
}
