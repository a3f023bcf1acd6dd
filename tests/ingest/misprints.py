"""Misprints to put into a text, one at a time, by a seed: what lint must find, and how often it does.

    python -m tests.ingest.misprints            every kind, in Tidewrack and in invented books of every shape
    python -m tests.ingest.misprints --seeds 9  more of them

Prints, for each kind, how many of the misprints were found, and how many findings were false alarms: those in the
clean text, and those that an injected text has beside the one that was put there. `HEXLAW_SOURCES` adds the originals.
The kinds know nothing of the checks: they take what a printer, a scanner or a careless editor would do to a rulebook.
"""

from __future__ import annotations

import argparse
import itertools
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from ingest.diagnostics import HexlawError
from ingest.lint import Finding, lint
from ingest.nodes import Document


@dataclass(frozen=True)
class Misprint:
    """A text with one misprint in it: where it begins, how far away a finding may point to it, in characters."""

    text: str
    at: int
    reach: int
    was: str
    now: str


Maker = Callable[[random.Random, str, Document], "Misprint | None"]


@dataclass(frozen=True)
class Kind:
    """One kind of misprint: the codes under which lint may report it, and how it is made."""

    name: str
    codes: frozenset[str]
    make: Maker


def _prose(text: str, at: int) -> bool:
    """Whether a place is no part of a tag, of the head of a page, or of the number a paragraph begins with."""
    if "<html" in text[:200] and at < text.find("<body"):
        return False
    if re.match(r"[^<>]*>", text[at : at + 300]) is not None:
        return False
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return bool(re.sub(r"<[^<>]*>|[^A-Za-z]", "", line)) or "\t" in line


def swap(pattern: str, new: Callable[[random.Random, re.Match[str]], str | None], reach: int = 60) -> Maker:
    """Put something else in the place of one of the fits of a pattern."""

    def make(chance: random.Random, text: str, document: Document) -> Misprint | None:
        places = [match for match in re.finditer(pattern, text) if _prose(text, match.start())]
        chance.shuffle(places)
        for match in places:
            wrong = new(chance, match)
            if wrong is not None and wrong != match[0]:
                return Misprint(
                    text[: match.start()] + wrong + text[match.end() :], match.start(), reach, match[0], wrong
                )
        return None

    return make


def _at_reference(
    new: Callable[[random.Random, str, set[str]], str | None],
    kinds: Sequence[str] = ("link", "plain", "list"),
) -> Maker:
    """Put something else in the place of the number of one reference to a rule of the document."""

    def make(chance: random.Random, text: str, document: Document) -> Misprint | None:
        known = {node.number for node in document.nodes} | {node.id for node in document.nodes}
        places = [
            reference
            for reference in document.references
            if reference.kind in kinds
            and set(reference.targets) & known
            and _prose(text, reference.span.start)
        ]
        chance.shuffle(places)
        for reference in places:
            match = re.compile(r"[A-Z]?\d+(?:\.\w+)+").search(text, reference.span.start, reference.span.end)
            wrong = new(chance, match[0], known) if match else None
            if match and wrong is not None and wrong != match[0]:
                changed = text[: match.start()] + wrong + text[match.end() :]
                return Misprint(changed, match.start(), 90, match[0], wrong)
        return None

    return make


def _dangling(chance: random.Random, number: str, known: set[str]) -> str | None:
    wrong = re.sub(r"\d+(?=\D*$)", lambda m: m[0] + str(chance.randint(6, 9)), number)
    return None if _known(wrong, known) else wrong


def _digit(chance: random.Random, number: str, known: set[str]) -> str | None:
    """One digit changed, so that no rule has the number."""
    digits = [index for index, mark in enumerate(number) if mark.isdigit()]
    for _ in range(20):
        index = chance.choice(digits)
        wrong = number[:index] + str(chance.randint(1, 9)) + number[index + 1 :]
        if (
            wrong != number
            and not _known(wrong, known)
            and wrong.split(".")[0] in {k.split(".")[0] for k in known}
        ):
            return wrong
    return None


def _known(number: str, known: set[str]) -> bool:
    return any(each == number or each[1:] == number for each in known)


def _stray(chance: random.Random, number: str, known: set[str]) -> str | None:
    index = chance.choice([i for i, mark in enumerate(number) if mark.isdigit()])
    wrong = number[:index] + number[index] + number[index:]
    return None if _known(wrong, known) else wrong


def _spaced(chance: random.Random, number: str, known: set[str]) -> str | None:
    index = chance.randrange(1, len(number))
    return f"{number[:index]} {number[index:]}"


def _lettered(chance: random.Random, number: str, known: set[str]) -> str | None:
    places = [index for index, mark in enumerate(number) if mark in "01"]
    if not places:
        return None
    index = chance.choice(places)
    return (
        number[:index]
        + {"0": chance.choice("Oo"), "1": chance.choice("lI")}[number[index]]
        + number[index + 1 :]
    )


def _comma(chance: random.Random, number: str, known: set[str]) -> str | None:
    return number.replace(".", chance.choice([",", "..", ".,"]), 1)


def _placeholder(chance: random.Random, number: str, known: set[str]) -> str | None:
    return chance.choice(["???", "TBD", "XXX", "[ref]", "__", "??", "#.#", "xx.x", "[rule number]", "0.0"])


def _href(chance: random.Random, text: str, document: Document) -> Misprint | None:
    """A link leads to another rule than the one its text names."""
    links = [
        match
        for match in re.finditer(r'<a href="(?P<href>[^"]*#[^"]+)"[^>]*>(?P<text>[^<]*)</a>', text)
        if re.search(r"\d+\.\d", match["text"]) and "note" not in match["href"]
    ]
    anchors = sorted({match["href"] for match in links})
    if len(anchors) < 2:
        return None
    match = chance.choice(links)
    wrong = chance.choice([anchor for anchor in anchors if anchor != match["href"]])
    start, end = match.span("href")
    return Misprint(text[:start] + wrong + text[end:], start, 90, match["href"], wrong)


def _link_text(chance: random.Random, text: str, document: Document) -> Misprint | None:
    """A link's text names another rule than the one it leads to, by number or by title."""
    links = list(re.finditer(r'<a href="#(?P<href>[^"]+)"[^>]*>(?P<text>[^<]*)</a>', text))
    if not links:
        return None
    match = chance.choice(links)
    others = [other["text"] for other in links if other["href"] != match["href"]]
    wrong = chance.choice(others)
    start, end = match.span("text")
    return Misprint(text[:start] + wrong + text[end:], start, 120, match["text"], wrong)


def _title(chance: random.Random, text: str, document: Document) -> Misprint | None:
    """The title in brackets behind a number is another rule's."""
    titles = {node.title for node in document.nodes if node.title}
    places = [
        match
        for match in re.finditer(r"(?<=\d )\((?P<title>[A-Z][\w ]+)\)", text)
        if match["title"] in titles
    ]
    if not places:
        return None
    match = chance.choice(places)
    wrong = chance.choice(sorted(titles - {match["title"]}))
    start, end = match.span("title")
    return Misprint(text[:start] + wrong + text[end:], start, 120, match["title"], wrong)


def _backwards(chance: random.Random, text: str, document: Document) -> Misprint | None:
    """The ends of a range change places."""
    places = [
        r
        for r in document.references
        if r.kind == "range"
        and re.fullmatch(r"[\w.]+[-–]\.?[\w.]+", r.text)
        and r.text in text[r.span.start : r.span.end]
    ]
    if not places:
        return None
    chosen = chance.choice(places)
    start = text.index(chosen.text, chosen.span.start)
    first, mark, last = re.split("([-–])", chosen.text)
    whole = first.split(".")[0] + last if last.startswith(".") else last
    tail = "." + first.split(".")[1] if last.startswith(".") else first
    wrong = f"{whole}{mark}{tail}"
    return Misprint(text[:start] + wrong + text[start + len(chosen.text) :], start, 90, chosen.text, wrong)


def _spans(chance: random.Random, text: str, document: Document) -> Misprint | None:
    """A range from one section into another."""
    places = [
        r
        for r in document.references
        if r.kind == "range"
        and re.fullmatch(r"\d+\.\d+[-–]\d+\.\d+", r.text)
        and r.text in text[r.span.start : r.span.end]
    ]
    if not places:
        return None
    chosen = chance.choice(places)
    start = text.index(chosen.text, chosen.span.start)
    first, mark, _ = re.split("([-–])", chosen.text)
    section = first.split(".")[0]
    others = [n.number for n in document.nodes if re.fullmatch(r"\d+\.\d+", n.number)]
    others = [number for number in others if int(number.split(".")[0]) > int(section)]
    if not others:
        return None
    wrong = f"{first}{mark}{chance.choice(others)}"
    return Misprint(text[:start] + wrong + text[start + len(chosen.text) :], start, 90, chosen.text, wrong)


def _rule_paragraphs(text: str, document: Document) -> list[tuple[int, int, str]]:
    """Start, end and number of the rules that begin on a line of their own."""
    nodes = [n for n in document.nodes if n.parent is not None and n.span.end]
    nodes.sort(key=lambda node: node.span.start)
    found = []
    for index, node in enumerate(nodes):
        start = text.rfind("\n", 0, node.span.start) + 1
        following = nodes[index + 1].span.start if index + 1 < len(nodes) else len(text)
        end = text.rfind("\n", 0, following) + 1
        if end > start and node.number.rsplit(".", 1)[-1] in text[start : start + 60]:
            found.append((start, end, node.number))
    return found


def _gap(chance: random.Random, text: str, document: Document) -> Misprint | None:
    """A rule in the middle of its brothers is left out, with what stands below it."""
    places = _rule_paragraphs(text, document)
    brothers: dict[str | None, list[str]] = {}
    for node in document.nodes:
        brothers.setdefault(node.parent, []).append(node.number)
    middle = {number for same in brothers.values() for number in same[1:-1]}
    parents = {
        node.number for node in document.nodes if node.id in {other.parent for other in document.nodes}
    }
    chosen = [place for place in places if place[2] in middle and place[2] not in parents]
    if not chosen:
        return None
    start, end, number = chance.choice(chosen)
    return Misprint(text[:start] + text[end:], start, 400, number, "")


def _twice(chance: random.Random, text: str, document: Document) -> Misprint | None:
    """A rule has the number of the one before it."""
    places = _rule_paragraphs(text, document)
    pairs = [(a, b) for a, b in itertools.pairwise(places) if len(a[2]) == len(b[2])]
    if not pairs:
        return None
    before, here = chance.choice(pairs)
    at = re.compile(r"(?<![\w.])" + re.escape(here[2]) + r"(?![\w])").search(text, here[0], here[1])
    if at is None or 'id="' in text[at.start() - 4 : at.start()]:
        return None
    return Misprint(text[: at.start()] + before[2] + text[at.end() :], at.start(), 120, here[2], before[2])


def _repeated(chance: random.Random, text: str, document: Document) -> Misprint | None:
    """A paragraph is printed twice: right behind itself, or behind another."""
    lines = text.split("\n")
    long = [
        index
        for index, line in enumerate(lines)
        if len(re.findall(r"[a-z]+", re.sub(r"<[^<>]*>", "", line))) > 9
        and "<script" not in line
        and "\t" not in line
    ]
    if not long:
        return None
    index = chance.choice(long)
    behind = chance.choice([index, chance.choice([each for each in long if each >= index])])
    copy = lines[index]
    if behind != index:
        # Further down it stands without its number, as a paragraph of the rule there.
        copy = re.sub(r"^(?:\s*<[^<>]*>)*[A-Z]?\d+(?:\.\w+)*\.?\s+(?:[A-Z][A-Z ,&]+:\s*)?", "", copy)
        copy = f"<p>{copy}" if copy.endswith("</p>") and not copy.startswith("<p") else copy
    new = [*lines[: behind + 1], "", copy, *lines[behind + 1 :]]
    at = len("\n".join(new[: behind + 2])) + 1
    return Misprint("\n".join(new), at, len(copy), "", copy[:40])


def _hex(chance: random.Random, number: str, known: set[str]) -> str | None:
    return f"{chance.randint(2, 30)}{chance.choice('CDEFGHJKLMNP')}{chance.randint(1, 9)}"


KINDS: tuple[Kind, ...] = (
    Kind("href of another rule", frozenset({"href-differs", "title-differs"}), _href),
    Kind("link text of another rule", frozenset({"href-differs", "title-differs"}), _link_text),
    Kind("title of another rule", frozenset({"title-differs"}), _title),
    Kind(
        "dangling reference",
        frozenset({"dangling-reference", "range-end-missing", "href-differs", "stray-digit"}),
        _at_reference(_dangling),
    ),
    Kind(
        "digit of a rule number changed",
        frozenset({"dangling-reference", "range-end-missing", "href-differs", "title-differs"}),
        _at_reference(_digit),
    ),
    Kind(
        "two rules of one number",
        frozenset({"duplicate-number", "ambiguous-reference", "anchor-differs"}),
        _twice,
    ),
    Kind("placeholder", frozenset({"placeholder"}), _at_reference(_placeholder, ("plain", "list", "link"))),
    Kind("rule left out", frozenset({"number-gap"}), _gap),
    Kind("range backwards", frozenset({"range-backwards"}), _backwards),
    Kind("range spans parents", frozenset({"range-spans-parents"}), _spans),
    Kind("hex for a rule", frozenset({"hex-as-rule", "href-differs"}), _at_reference(_hex)),
    Kind("paragraph twice", frozenset({"repeated-paragraph", "duplicate-number"}), _repeated),
    Kind(
        "sign lost", frozenset({"lost-sign"}), swap(r"(?<![-+])[≥≤] ?(?=\d|one|two|three)", lambda c, m: "")
    ),
    Kind("a for a sign", frozenset({"lost-sign"}), swap(r"[≥≤] ?(?=\d|one|two|three)", lambda c, m: "a ")),
    Kind("? for a sign", frozenset({"lost-sign"}), swap(r"[≥≤] ?(?=\d|one|two)", lambda c, m: "? ")),
    Kind("more or less lost", frozenset({"lost-sign"}), swap(r"(?<=\d) or (?:more|less)\b", lambda c, m: "")),
    Kind(
        "now- for non-",
        frozenset({"now-for-non"}),
        swap(r"\bnon-(?=[A-Za-z])", lambda c, m: c.choice(["now-", "nor-", "not-", "nom-"])),
    ),
    Kind(
        "O for 0",
        frozenset({"letter-for-digit"}),
        swap(r"(?<=\d)0(?=\D|\d)|(?<=[Ll]evel )0\b|\b0(?= points)", lambda c, m: c.choice("OOo")),
    ),
    Kind(
        "l for 1",
        frozenset({"letter-for-digit"}),
        swap(
            r"(?<=\s)1(?= M[PF]\b| land unit| point)|(?<= )1(?=\d\b)|(?<=[+-])1(?= DRM)",
            lambda c, m: c.choice("lI"),
        ),
    ),
    Kind("letter in a rule number", frozenset({"letter-for-digit"}), _at_reference(_lettered)),
    Kind("space in a rule number", frozenset({"split-number"}), _at_reference(_spaced)),
    Kind(
        "space in a number",
        frozenset({"split-number"}),
        swap(r"(?<=[\s(]\d)(?=\d\b(?! ?%))(?!\.)", lambda c, m: " "),
    ),
    Kind(
        "stray digit in a rule number",
        frozenset({"stray-digit", "dangling-reference", "href-differs"}),
        _at_reference(_stray),
    ),
    Kind(
        "stray digit in a word",
        frozenset({"stray-digit"}),
        swap(r"(?<=[a-z]{2})(?=[a-z]{2})", lambda c, m: str(c.randint(2, 9))),
    ),
    Kind("wrong mark in a rule number", frozenset({"number-punctuation"}), _at_reference(_comma)),
    Kind(
        "wrong unit",
        frozenset({"unit-differs"}),
        swap(
            r"\b[A-Z][\w ]+: \d ?M[PF]\b",
            lambda c, m: m[0].replace("MP", "M_").replace("MF", "MP").replace("M_", "MF"),
        ),
    ),
    Kind(
        "doubled word",
        frozenset({"doubled-word"}),
        swap(r" (?:the|a|may|of|in|if|is|hex|each)(?= [a-z])", lambda c, m: m[0] * 2),
    ),
    Kind(
        "bracket lost",
        frozenset({"unbalanced-bracket", "unclosed-bracket"}),
        swap(r"(?<=[\w.])[)\]](?=[ .,;])|(?<= )\[(?=EXC)", lambda c, m: ""),
    ),
)


@dataclass
class Score:
    """Of one kind: how many were put, how many found, which were not, and what else was told."""

    put: int = 0
    found: int = 0
    beside: int = 0
    missed: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Subject:
    """A text under test: how it is read again, and the documents read together with it."""

    name: str
    text: str
    read: Callable[[str], Document]
    others: tuple[Document, ...] = ()


def _keys(findings: Sequence[Finding]) -> Counter[tuple[str, str | None, str]]:
    return Counter((f.diagnostic.code, f.diagnostic.evidence, f.diagnostic.message) for f in findings)


def try_kind(
    kind: Kind, subject: Subject, seeds: Sequence[int], clean: Sequence[Finding], score: Score
) -> None:
    """Put the kind into the subject once for each seed and add up what lint makes of it."""
    document = subject.read(subject.text)
    known = _keys(clean)
    done: set[tuple[int, str]] = set()
    for seed in seeds:
        misprint = kind.make(random.Random(seed), subject.text, document)
        if misprint is None or (misprint.at, misprint.now) in done:
            continue
        done.add((misprint.at, misprint.now))
        try:
            wrong = subject.read(misprint.text)
        except HexlawError:
            continue  # it is no document of this book any more
        score.put += 1
        new = []
        seen: Counter[tuple[str, str | None, str]] = Counter()
        for finding in lint([wrong, *subject.others]):
            key = (finding.diagnostic.code, finding.diagnostic.evidence, finding.diagnostic.message)
            seen[key] += 1
            if seen[key] > known[key] and finding.document == document.id:
                new.append(finding)
        at = [(f, abs(offset_of(wrong, f) - misprint.at)) for f in new]
        hits = [f for f, away in at if f.diagnostic.code in kind.codes and away <= misprint.reach]
        if hits:
            score.found += 1
        else:
            line = misprint.text[max(0, misprint.at - 50) : misprint.at + 60].replace("\n", "⏎")
            told = ", ".join(f"{f.diagnostic.code}@{away}" for f, away in at) or "nothing"
            score.missed.append(
                f"{subject.name}/{seed}: {misprint.was!r} → {misprint.now!r} in …{line}… ({told})"
            )
        # A second finding about the same place is no false alarm; one about another place is.
        score.beside += sum(away > misprint.reach for _, away in at)


def offset_of(document: Document, finding: Finding) -> int:
    """Where in the text a finding points."""
    place = finding.diagnostic.place
    lines = document.source.text.split("\n")
    return sum(len(line) + 1 for line in lines[: place.line - 1]) + place.column - 1


def cleans(subjects: Sequence[Subject]) -> list[list[Finding]]:
    """What lint tells of each text before anything is put into it."""
    return [lint([subject.read(subject.text), *subject.others]) for subject in subjects]


def run(
    subjects: Sequence[Subject],
    seeds: Sequence[int],
    names: Sequence[str] = (),
    clean: Sequence[Sequence[Finding]] | None = None,
) -> Iterator[tuple[Kind, Score]]:
    """Every kind, or those named, in every subject; `clean` is what `cleans` gives for them."""
    before = cleans(subjects) if clean is None else clean
    for kind in KINDS:
        if names and kind.name not in names:
            continue
        score = Score()
        for subject, findings in zip(subjects, before, strict=True):
            try_kind(kind, subject, seeds, findings, score)
        yield kind, score


def subjects(seeds: Sequence[int] = (1, 2)) -> list[Subject]:
    """Tidewrack and invented books of every shape."""
    from ingest.pipeline import ingest
    from ontology.books import book_folder, load_books
    from tests.ingest.invented import MAKERS

    books = load_books()
    texts = {
        p.name: p.read_text(encoding="utf-8")
        for p in sorted((book_folder("tidewrack") / "sources").iterdir())
    }
    read = {name: ingest(text.encode(), name, books) for name, text in texts.items()}
    found = [
        Subject(
            name,
            text,
            lambda text, name=name: ingest(text.encode(), name, books),  # type: ignore[misc]
            tuple(document for other, document in read.items() if other != name),
        )
        for name, text in texts.items()
    ]
    for name, make in MAKERS.items():
        for seed in seeds:
            made = make(seed)
            found.append(Subject(f"{name} {seed}", made.text, made.read))
    return found


def originals() -> list[Subject]:
    """The originals, where `HEXLAW_SOURCES` says that they are; each read alone."""
    import os
    from pathlib import Path

    from ingest.pipeline import ingest
    from ontology.books import load_books

    folder = os.environ.get("HEXLAW_SOURCES")
    if not folder:
        return []
    books = load_books()
    found = []
    for path in sorted(Path(folder).iterdir()):
        text = path.read_text(encoding="utf-8")
        found.append(
            Subject(path.name, text, lambda text, name=path.name: ingest(text.encode(), name, books))  # type: ignore[misc]
        )
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", type=int, default=4, help="misprints of a kind in each text (default 4)")
    parser.add_argument("--missed", action="store_true", help="show those that were not found")
    parser.add_argument("kinds", nargs="*", help="only these kinds")
    arguments = parser.parse_args()
    tried = [*subjects(), *originals()]
    print(f"{'kind':34}{'put':>6}{'found':>7}{'recall':>9}{'beside':>8}")
    total = Score()
    for kind, score in run(tried, range(arguments.seeds), arguments.kinds):
        total.put, total.found, total.beside = (
            total.put + score.put,
            total.found + score.found,
            total.beside + score.beside,
        )
        rate = f"{100 * score.found / score.put:.0f} %" if score.put else "-"
        print(f"{kind.name:34}{score.put:6}{score.found:7}{rate:>9}{score.beside:8}", flush=True)
        if arguments.missed:
            for line in score.missed:
                print(f"    {line}")
    clean = sum(
        len(lint([subject.read(subject.text), *subject.others]))
        for subject in tried
        if "/" not in subject.name
    )
    print(
        f"{'all':34}{total.put:6}{total.found:7}{100 * total.found / max(1, total.put):8.0f} %{total.beside:7}"
    )
    print(f"findings in the clean texts: {clean}")


if __name__ == "__main__":
    main()
