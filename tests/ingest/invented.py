"""Rulebooks made up by a seed, a shape each, with nothing wrong in them: what lint must be silent about.

They have what rulebooks have: titles, references with and without the title of their target, thresholds, modifiers,
costs with units, tables by a die roll, examples, brackets. No sentence means anything.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ingest.nodes import Document
from ingest.pipeline import ingest


@dataclass(frozen=True)
class Invented:
    """A text, its file's name and the rulebook that describes it."""

    name: str
    text: str
    book: dict[str, Any]

    def read(self, text: str | None = None) -> Document:
        """The document that this text is, or another text in its place."""
        return ingest((self.text if text is None else text).encode(), self.name, [self.book])


@dataclass
class Rule:
    """A rule on the way to print: where it stands, its title and its paragraphs."""

    number: tuple[int, ...]
    title: str
    paragraphs: list[str]


GROUND = ["bog", "fen", "moor", "dune", "thicket", "quarry", "heath", "ravine", "causeway", "saltpan"]
UNITS = ["wagon", "scout", "ferry", "mortar", "sledge", "lancer", "picket", "gunboat", "balloon", "courier"]
DEEDS = ["enter", "leave", "cross", "dig in", "withdraw", "unload", "rally", "refit"]
TITLES = [
    *(
        "Bogs",
        "Fens",
        "Moors",
        "Dunes",
        "Thickets",
        "Quarries",
        "Orchards",
        "Ravines",
        "Causeways",
        "Saltpans",
    ),
    *("Wagons", "Scouts", "Ferries", "Mortars", "Sledges", "Lancers", "Pickets", "Gunboats", "Balloons"),
    *("Couriers", "Night", "Fog", "Frost", "Mud", "Wind", "Smoke", "Supply", "Morale", "Ambush", "Pursuit"),
    *("Bombardment", "Boarding", "Towing", "Signals", "Mines", "Wire", "Bridges", "Tunnels", "Towers"),
    *("Digging In", "Forced March", "Night Landing", "Open Water", "Hidden Setup", "Final Defence"),
    *("Last Stand", "Long Range", "Heavy Weather", "Low Water", "High Ground", "Dead Ground", "Rear Guard"),
    *("Road Columns", "Field Works", "River Craft", "Broken Ground", "Sudden Death", "Victory Points"),
    *("Recovery", "Desertion", "Sabotage", "Weather Rolls", "Turn Order", "Stacking", "Facing", "Spotting"),
]
SIGNED = [
    "The roll succeeds if the dr is ≥ {n5}; on a dr of ≤ {n2} the {unit} stops where it is.",
    "A {unit} that is ≥ {n3} hexes from the nearest {ground} may not {deed} there.",
    "It holds in any hex that contains ≥ one {ground} hexside.",
    "If the Final DR is ≤ {n4} the {unit} is lost, and if it is ≥ {n9} there is no effect.",
    "Such a {unit} is halted while it lies within ≤ two hexes of a {ground}.",
]
WORDED = [
    "The roll succeeds on {n5} or more; on a roll of {n2} or less the {unit} stops where it is.",
    "A {unit} at least {n3} hexes from the nearest {ground} may not {deed} there.",
    "It holds in any hex that contains at least one {ground} hexside.",
    "On a final roll of {n4} or less the {unit} is lost, and on {n9} or more there is no effect.",
]
COMMON = [
    "A {unit} may not {deed} while it stands in a {ground} hex ({ref}).",
    "Each {unit} pays {n2} MP to leave the {ground} [EXC: at night; {ref}].",
    "The owner of a non-armored {unit} may {deed} once in each turn, as per {ref}.",
    "No {unit} in a {ground} may {deed} unless {ref} says that it may.",
    "A +{n2} DRM applies if the {unit} is hidden, and a -{n2} DRM if it is in the open.",
    "All of this holds for each {unit} that began the turn next to a {ground} hex.",
    "The {unit} costs 10 points, and {n20} points if it is laden (see {ref}).",
    "Half of the {unit}'s points are lost, which is 50% of what the chart shows.",
    "For its effects on each {unit} see {ref} and {ref}.",
    "What is said of a {ground} in {range} holds here as well.",
    "A non-motorized {unit} is treated as if it were in a {ground}.",
    "The player whose {unit} is nearer to the {ground} rolls first.",
    "It takes {n3} MP to cross a {ground} hexside, and {n3} MF on foot.",
    "Whenever a {unit} ends its move beside a {ground}, its owner makes a dr.",
    "An unladen {unit} is worth 2 1/2 points at the end of the game.",
    "See also {titled}.",
    "The steps of {titled} come first, and those of this rule afterwards.",
    "A {unit} is never both laden and hidden.",
    "In a {ground} the {unit} may move up to {n4} hexes for each turn that it rested.",
    "When the {unit} is broken, its stack is turned over and marked at 0 points.",
]
LINES = {
    True: ["≤ 1\tstops", "2-3\twaits", "4-5\tgoes on", "≥ 6\tescapes"],
    False: ["1\tstops", "2-3\twaits", "4-5\tgoes on", "6\tescapes"],
}


def rules(
    seed: int,
    sections: int,
    below: int,
    *,
    print_number: Callable[[tuple[int, ...]], str],
    print_reference: Callable[[str, str], str],
    print_titled: Callable[[str, str], str],
    print_range: Callable[[tuple[int, ...], tuple[int, ...]], str],
    signed: bool = True,
    first: int = 1,
) -> list[Rule]:
    """Rules in two levels and some in three, all of them made of the sentences above."""
    chance = random.Random(seed)
    numbers: list[tuple[int, ...]] = []
    for section in range(first, first + sections):
        numbers.append((section,))
        for item in range(1, chance.randint(3, below) + 1):
            numbers.append((section, item))
            if chance.random() < 0.3:
                numbers.extend((section, item, each) for each in range(1, chance.randint(2, 4) + 1))
    names = [*TITLES, *(f"{a} and {b}" for a in TITLES[:30] for b in TITLES[30:] if " " not in b)]
    first_titles, rest = names[: len(TITLES)], names[len(TITLES) :]
    chance.shuffle(first_titles)
    chance.shuffle(rest)
    titles = dict(zip(numbers, first_titles + rest, strict=False))
    leaves = [number for number in numbers if len(number) > 1]

    def reference() -> str:
        number = chance.choice(leaves)
        return print_reference(print_number(number), titles[number])

    def titled() -> str:
        number = chance.choice(leaves)
        return print_titled(print_number(number), titles[number])

    def span() -> str:
        section = chance.choice(numbers)[0]
        brothers = [number for number in leaves if number[0] == section and len(number) == 2]
        low = chance.randrange(len(brothers) - 1)
        return print_range(brothers[low], brothers[chance.randrange(low + 1, len(brothers))])

    said: set[str] = set()

    def sentence() -> str:
        for _ in range(50):
            pattern = chance.choice(COMMON * 2 + (SIGNED * 2 if signed else WORDED * 2))
            text = pattern.format_map(_Fill(chance, reference, titled, span))
            if text not in said:
                break
        said.add(text)
        return text

    made = []
    for number in numbers:
        paragraphs = [" ".join(sentence() for _ in range(chance.randint(2, 5)))]
        if chance.random() < 0.15:
            paragraphs.append("EX: " + " ".join(sentence() for _ in range(2)))
        made.append(Rule(number, titles[number], paragraphs))
    return made


class _Fill(dict[str, str]):
    """What stands for `{unit}`, `{n5}`, `{ref}` and their like in a sentence: drawn anew each time."""

    def __init__(
        self,
        chance: random.Random,
        reference: Callable[[], str],
        titled: Callable[[], str],
        span: Callable[[], str],
    ) -> None:
        super().__init__()
        self._chance = chance
        self._drawn: dict[str, Callable[[], str]] = {"ref": reference, "titled": titled, "range": span}

    def __missing__(self, key: str) -> str:
        if key in self._drawn:
            return self._drawn[key]()
        if key.startswith("n") and key[1:].isdigit():
            most = int(key[1:])
            return str(self._chance.randint(max(2, most - 2), most + 1))
        value = self._chance.choice({"unit": UNITS, "ground": GROUND, "deed": DEEDS}[key])
        if key in ("unit", "ground"):
            self[key] = value
        return value


def _book(document: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "id": "heron",
        "title": "Heron Sound",
        "chapters": "",
        "documents": [{"chapter": "", **document}],
        **more,
    }


def decimal(seed: int, below: int = 9) -> Invented:
    """`5.21 FOG: …` in plain text, tables by a die roll within it."""

    def number(at: tuple[int, ...]) -> str:
        return f"{at[0]}." + "".join(str(each) for each in at[1:]) if len(at) > 1 else f"{at[0]}."

    # One section: all first steps stand below it.
    made = rules(
        seed,
        7,
        below,
        print_number=lambda at: f"5.{''.join(map(str, at))}",
        print_reference=lambda n, t: n,
        print_titled=lambda n, t: f"{n}",
        print_range=lambda a, b: f"5.{''.join(map(str, a))}-.{''.join(map(str, b))}",
    )
    lines = ["5. HERON SOUND", ""]
    chance = random.Random(seed)
    for rule in made:
        body = rule.paragraphs[0]
        lines += [f"5.{''.join(map(str, rule.number))} {rule.title.upper()}: {body}", ""]
        for extra in rule.paragraphs[1:]:
            lines += [extra, ""]
        if chance.random() < 0.1:
            lines += [
                "dr Result",
                *(line.replace("\t", " ").replace("goes on", "moves") for line in LINES[True]),
                "",
            ]
    document = {
        "id": "M5",
        "title": "Heron Sound",
        "shape": "text-numbered",
        "numbering": "decimal-digits",
        "chapter": "M",
        "section": "5",
        "recognise": {"line": r"^5\.\s+HERON"},
    }
    return Invented("heron.txt", "\n".join(lines) + "\n", {**_book(document), "chapters": "M"})


def dotted(seed: int, *, signed: bool = False) -> Invented:
    """`6.10 Title` on a line of its own, the text on the next ones; references with titles in brackets."""

    def number(at: tuple[int, ...]) -> str:
        return ".".join(map(str, at))

    made = rules(
        seed,
        8,
        12,
        print_number=number,
        print_reference=lambda n, t: n,
        print_titled=lambda n, t: f"rule {n} ({t})",
        print_range=lambda a, b: f"{number(a)}-{number(b)}",
        signed=signed,
    )
    lines = ["Heron Sound", ""]
    for rule in made:
        head = (
            f"{number(rule.number)}. {rule.title}"
            if len(rule.number) == 1
            else f"{number(rule.number)} {rule.title}"
        )
        lines += [head, *rule.paragraphs, ""]
    document = {
        "id": "HS",
        "title": "Heron Sound",
        "shape": "text-outline",
        "numbering": "dotted-integers",
        "section": "",
        "recognise": {"line": "^Heron Sound$"},
        "layout": {
            "rules": [
                r"^(?P<number>\d+)\. (?P<title>[A-Z][\w ]+)$",
                r"^(?P<number>\d+(?:\.\d+)+) (?P<title>[A-Z][\w ]+)$",
            ],
            "example": "^EX:",
        },
    }
    return Invented("heron.txt", "\n".join(lines) + "\n", _book(document))


def lettered(seed: int) -> Invented:
    """`601.2a …`, sections of a hundred, letters without l and o."""
    letters = "abcdefghijkmnpqrstuvwxyz"

    def number(at: tuple[int, ...]) -> str:
        section = f"{100 + at[0]}"
        if len(at) == 1:
            return section
        return f"{section}.{at[1]}" + (letters[at[2] - 1] if len(at) > 2 else "")

    made = rules(
        seed,
        9,
        8,
        print_number=number,
        print_reference=lambda n, t: f"rule {n}",
        print_titled=lambda n, t: f"rule {n}",
        print_range=lambda a, b: f"rules {number(a)}-{number(b)}",
        signed=False,
    )
    lines = ["Heron Rules", "", "1. Play", ""]
    for rule in made:
        if len(rule.number) == 1:
            lines += [f"{number(rule.number)}. {rule.title}", ""]
            continue
        mark = number(rule.number) + ("" if len(rule.number) > 2 else ".")
        lines += [f"{mark} {rule.paragraphs[0]}"]
        lines += [f"Example: {extra[4:]}" for extra in rule.paragraphs[1:]]
        lines += [""]
    document = {
        "id": "HR",
        "title": "Heron rules",
        "shape": "text-outline",
        "numbering": "lettered",
        "section": "",
        "groups": "hundreds",
        "recognise": {"line": "^Heron Rules$"},
        "layout": {
            "rules": [
                r"^(?P<number>\d\d?\d?)\. (?P<title>[A-Z][\w ]+)$",
                r"^(?P<number>\d{3}\.\d+)\. ",
                r"^(?P<number>\d{3}\.\d+[a-z]+) ",
            ],
            "example": "^Example:",
        },
    }
    return Invented("heron.txt", "\n".join(lines) + "\n", _book(document))


def linked(seed: int) -> Invented:
    """HTML with headings, ids and links of an author's own: over a number, a title, or both."""
    chance = random.Random(seed)

    def number(at: tuple[int, ...]) -> str:
        return ".".join(map(str, at))

    def anchor(title: str) -> str:
        return title.casefold().replace(" ", "-")

    def link(n: str, t: str) -> str:
        text = chance.choice([n, n, t, f"{n} {t}"])
        return f'<a href="#{anchor(t)}">{text}</a>'

    made = rules(
        seed,
        8,
        10,
        print_number=number,
        print_reference=link,
        print_titled=lambda n, t: f'<a href="#{anchor(t)}">{n} {t}</a>',
        print_range=lambda a, b: f"{number(a)}-{number(b)}",
    )
    parts = ["<html><head><title>Heron Sound</title></head><body><h1>Heron Sound</h1>"]
    for rule in made:
        level = len(rule.number) + 1
        dot = "." if len(rule.number) == 1 else ""
        parts.append(
            f'<h{level} id="{anchor(rule.title)}">{number(rule.number)}{dot} {rule.title}</h{level}>'
        )
        parts += [f"<p>{paragraph}</p>" for paragraph in rule.paragraphs]
        if chance.random() < 0.1:
            rows = (line.split("\t") for line in LINES[True])
            parts.append("<table><tr><th>dr</th><th>Result</th></tr>")
            parts += [f"<tr><td>{roll}</td><td>{result}</td></tr>" for roll, result in rows]
            parts.append("</table>")
    document = {
        "id": "HL",
        "title": "Heron Sound",
        "shape": "html-headings",
        "numbering": "dotted-integers",
        "section": "",
        "recognise": {"title": "^Heron Sound$"},
        "layout": {"rules": [r"^(?P<number>\d+(?:\.\d+)*)\.? (?P<title>[A-Z][\w ]+)"]},
    }
    return Invented("heron.html", "\n".join(parts) + "\n</body></html>\n", _book(document))


def aid(seed: int) -> Invented:
    """A play aid between tabs: a cell for each cost, with its unit of measure."""
    chance = random.Random(seed)
    kinds = {"Infantry": "MF", "Cavalry": "MF", "Wagon": "MP", "Halftrack": "MP", "Truck": "MP"}
    lines = ["Heron Aid", "", "Ground\tLevel\tLOS\tMovement\tRoad\tNotes"]
    for ground in GROUND:
        costs = " ".join(f"{kind}: {chance.randint(1, 6)}{unit} +COT" for kind, unit in kinds.items())
        roads = " ".join(f"{kind}: {chance.randint(1, 3)}{unit}" for kind, unit in kinds.items())
        los = chance.choice(["Clear", "Hindrance", "Obstacle if the firer is ≥ 2 levels below it"])
        note = f"Bog (M5.{chance.randint(1, 4)}). A +{chance.randint(1, 3)} DRM applies if ≥ two units are there."
        lines.append(
            f"{ground.capitalize()}\t{chance.choice(['0', '1', '-1'])}\t{los}\t{costs}\t{roads}\t{note}"
        )
    document = {
        "id": "HA",
        "title": "Heron Aid",
        "shape": "tab-tables",
        "numbering": "named",
        "section": "HA",
        "context": "M",
        "cites": "decimal-digits",
        "bare_sections": True,
        "recognise": {"line": "^Heron Aid"},
        "layout": {},
    }
    return Invented("heron.tsv", "\n".join(lines) + "\n", {**_book(document), "chapters": "M"})


MAKERS: dict[str, Callable[[int], Invented]] = {
    "decimal": decimal,
    "dotted": dotted,
    "dotted, signed": lambda seed: dotted(seed, signed=True),
    "lettered": lettered,
    "linked": linked,
    "aid": aid,
}
