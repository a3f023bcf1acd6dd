"""Citations in any text: where rules are named, which they are, and which numbers are those of no rule.

References are read as ingest reads them in the rulebook's own documents, and the ids of statements, exception clauses and
examples (`G13.4-s3`) too. A text says of no document that it is from it: a bare number is that of any document, unless one
is named whose chapter it takes.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ingest.diagnostics import Diagnostic, HexlawError, Place
from ingest.levels import Levels, root_of, sections_of
from ingest.numbering import Number, nearest
from ingest.references.figures import is_figure
from ingest.references.grammar import Grammar, Mention
from ingest.references.resolve import KnownRules, kind_of, resolve
from kb.kept import Edition

_PART = re.compile(
    r"(?<![\w.-])(?P<rule>[A-Z]{0,2}\d[\w.]*)-(?P<part>[sxe]\d{1,4})(?:[ ]?#(?P<of>\d{1,3}))?(?!\w)"
)


@dataclass(frozen=True, slots=True)
class Cited:
    """A citation at `[start, end)` characters of the text.

    `targets` are ids of rules, `external` those of them that are in no document here; `unknown` are numbers that no
    rule has. `part` is the id of the statement, exception clause or example that is named. With `first` and `last` it is
    a range. `ambiguous`: the number is that of a rule in more than one chapter, and all are among the targets.
    """

    start: int
    end: int
    text: str
    kind: str
    targets: tuple[str, ...]
    external: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    nearest: tuple[str, ...] = ()
    first: str | None = None
    last: str | None = None
    part: str | None = None
    ambiguous: bool = False


class Citer:
    """Finds citations of one rulebook's rules."""

    def __init__(self, book: Mapping[str, Any], editions: Iterable[Edition]) -> None:
        """`book` is its book.toml, `editions` what the graph shows of its documents."""
        self.rulebook = str(book["id"])
        own = [edition for edition in editions if edition.rulebook == self.rulebook]
        rules = {edition.document: [rule.id for rule in edition.rules] for edition in own}
        self._rules = frozenset(rule for ids in rules.values() for rule in ids)
        self._parts = frozenset(segment.id for edition in own for segment in edition.segments)
        self.documents = tuple(str(document["id"]) for document in book["documents"])
        chapters = str(book.get("chapters", ""))
        everything = [number_of(rule, chapters) for ids in rules.values() for rule in ids]
        self._homes = _homes(everything)
        self._readers: dict[str, tuple[Grammar, KnownRules]] = {}
        for document in book["documents"]:
            cites = document.get("cites", document["numbering"])
            grammar = Grammar(
                chapters,
                document.get("context", document["chapter"]),
                cites,
                bare_sections=document.get("bare_sections", False),
                sections=sections_of(document, chapters),
            )
            levels = None
            if cites == document["numbering"]:
                numbers = [number_of(rule, chapters) for rule in rules.get(document["id"], ())]
                levels = Levels(
                    root_of(document),
                    cites,
                    document.get("groups", ""),
                    roman=document.get("sections") == "roman",
                    dotted=cites == "dotted-integers" and any("." in n.digits for n in numbers),
                )
                for number in numbers:
                    levels.add(number)
            self._readers[str(document["id"])] = (grammar, KnownRules(everything, levels))

    def find(self, text: str, document: str | None = None) -> list[Cited]:
        """The citations of a text, in order. Raises `HexlawError` for a document that the rulebook does not have."""
        if document is not None and document not in self._readers:
            raise HexlawError(
                Diagnostic(
                    "unknown-document",
                    "error",
                    f"{self.rulebook} has no document {document!r}",
                    Place("request"),
                    f"there are: {', '.join(self.documents)}",
                    "/document",
                )
            )
        readers = [self._readers[document]] if document is not None else list(self._readers.values())
        candidates: dict[tuple[int, int], list[Cited]] = {}
        for grammar, known in dict.fromkeys(readers):
            for cited in _mentions(text, grammar, known, self._homes if document is None else {}):
                candidates.setdefault((cited.start, cited.end), []).append(cited)
        taken = _Taken()
        found = [cited for cited in self._ids(text) if taken.take(cited.start, cited.end)]
        best = [_together(same) for same in candidates.values()]
        found += [cited for cited in sorted(best, key=_preference) if taken.take(cited.start, cited.end)]
        return sorted(found, key=lambda cited: cited.start)

    def _ids(self, text: str) -> Iterator[Cited]:
        """Statements, exception clauses and examples that are named by their ids."""
        for match in _PART.finditer(text):
            rule, part = match["rule"], f"{match['rule']}-{match['part']}"
            if rule not in self._rules:
                continue
            known = part in self._parts
            yield Cited(
                match.start(),
                match.end(),
                match[0],
                "part",
                (rule,),
                unknown=() if known else (part,),
                part=part if known else None,
            )


class _Taken:
    """Stretches of a text that do not overlap."""

    def __init__(self) -> None:
        self._spans: list[tuple[int, int]] = []

    def take(self, start: int, end: int) -> bool:
        """Take a stretch, and say whether it was free."""
        at = bisect.bisect(self._spans, (start, end))
        if at and self._spans[at - 1][1] > start:
            return False
        if at < len(self._spans) and self._spans[at][0] < end:
            return False
        self._spans.insert(at, (start, end))
        return True


def number_of(rule: str, chapters: str) -> Number:
    """The number that a rule's id is made of: `G13.4221`, `37.T2.m5`."""
    chapter = rule[0] if rule[:1] in chapters and chapters and not rule[:2].isalpha() else ""
    section, _, digits = rule[len(chapter) :].partition(".")
    return Number(chapter, section, digits)


def _homes(numbers: Iterable[Number]) -> dict[str, str]:
    """The chapter of each section that one chapter alone has."""
    chapters: dict[str, set[str]] = {}
    for number in numbers:
        chapters.setdefault(number.section, set()).add(number.chapter)
    return {section: next(iter(found)) for section, found in chapters.items() if len(found) == 1}


def _mentions(text: str, grammar: Grammar, known: KnownRules, homes: Mapping[str, str]) -> Iterator[Cited]:
    """The mentions of a text; a number without a letter is that of its section's chapter, where `homes` has it."""
    for start, end, mention in grammar.find(text):
        numbers = tuple(
            number._replace(chapter=homes[number.section])
            if number.chapter == grammar.chapter
            and number.section in homes
            and f"{number.chapter}{number.section}" not in text[start:end]
            else number
            for number in mention.numbers
        )
        mention = Mention(mention.form, numbers)
        target = resolve(mention, known)
        meant = any(known.meant(number) in known for number in mention.numbers)
        lettered = any(number.chapter != grammar.chapter for number in mention.numbers)
        if not meant and not lettered and is_figure(text, start, end, mention):
            continue
        rules = tuple(str(number) for number in target.rules)
        missing = [
            number
            for number in map(known.meant, mention.numbers)
            if known.covers(number) and number not in known
        ]
        yield Cited(
            start,
            end,
            text[start:end],
            kind_of(mention, linked=False),
            rules,
            external=tuple(str(number) for number in target.rules if number not in known),
            unknown=tuple(dict.fromkeys(map(str, missing))),
            nearest=_nearest(missing, known),
            first=str(target.first) if target.first else None,
            last=str(target.last) if target.last else None,
        )


def _nearest(missing: Sequence[Number], known: KnownRules) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(str(other) for number in missing for other in nearest(number, known.section(number)))
    )


def _is_known(cited: Cited) -> bool:
    return any(target not in cited.external for target in cited.targets)


def _together(same: Sequence[Cited]) -> Cited:
    """What one stretch of text cites, which documents may read differently: rules that exist before all else."""
    known = [cited for cited in same if _is_known(cited)]
    if not known:
        return min(same, key=lambda cited: (not cited.unknown, not cited.targets))
    first = known[0]
    others = [cited for cited in known[1:] if cited.targets != first.targets]
    if not others:
        return first
    targets = tuple(dict.fromkeys(target for cited in known for target in cited.targets))
    external = tuple(dict.fromkeys(target for cited in known for target in cited.external))
    return Cited(first.start, first.end, first.text, first.kind, targets, external, ambiguous=True)


def _preference(cited: Cited) -> tuple[bool, int, int]:
    """The citation to keep of those that overlap: one whose rules exist, then the longest, then the first."""
    return not _is_known(cited), cited.start - cited.end, cited.start
