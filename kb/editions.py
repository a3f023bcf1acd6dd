"""One edition of one document as the graph keeps it: plain frozen records, to and from a line of JSON.

Two things become an edition: an ingested original (`edition_of_document`) and a shipped outline
(`edition_of_outline`), which has no text. A generation of the graph keeps its editions beside the store, so
that the next build need not read the files again.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import orjson

from ingest.diagnostics import Diagnostic, HexlawError, Place
from ingest.nodes import Document, Example, ExceptionClause, Reference, Statement, fold
from ingest.source import Source, Span

if TYPE_CHECKING:
    from ingest.outline import Outline, OutlineReference

Origin = Literal["original", "outline"]
Role = Literal["statement", "exception", "example"]

_CONTEXT = 32  # characters of context on either side of a quote


@dataclass(frozen=True, slots=True)
class At:
    """Where in the file: the characters `[start, end)` of its decoded text, and the line, from 1, of the
    first.
    """

    start: int
    end: int
    line: int


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule; `title` is the original's, `label` our own."""

    id: str
    number: str
    parent: str | None
    order: int
    label: str | None = None
    title: str | None = None
    anchor: str | None = None
    at: At | None = None


@dataclass(frozen=True, slots=True)
class Segment:
    """A statement, exception clause or example; without `text` where only an outline is known."""

    id: str
    rule: str
    role: Role
    hash: str
    kind: str | None = None
    qualifies: str | None = None
    text: str | None = None
    prefix: str = ""
    suffix: str = ""
    at: At | None = None


@dataclass(frozen=True, slots=True)
class Citation:
    """One reference as printed; `first` and `last` are the ends of a range, `targets` all it leads to."""

    id: str
    rule: str
    within: str
    part: str
    text: str
    kind: str
    href: str | None
    targets: tuple[str, ...]
    first: str | None
    last: str | None
    at: At | None = None

    @property
    def is_range(self) -> bool:
        """Whether its targets are reached through a range."""
        return self.first is not None and self.last is not None


@dataclass(frozen=True, slots=True)
class Edition:
    """What one edition of one document says, in document order; `run` names the generation that read it."""

    rulebook: str
    document: str
    title: str
    sha256: str
    origin: Origin
    source: str
    rules: tuple[Rule, ...]
    segments: tuple[Segment, ...]
    citations: tuple[Citation, ...]
    findings: int = 0
    run: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """Which document of which rulebook this is an edition of."""
        return self.rulebook, self.document

    @property
    def short(self) -> str:
        """The edition's hash as its IRI has it: the first 12 hex digits."""
        return self.sha256[:12]

    def of_role(self, role: Role) -> tuple[Segment, ...]:
        """Its statements, its exception clauses or its examples."""
        return tuple(segment for segment in self.segments if segment.role == role)

    def to_line(self) -> bytes:
        """One line of JSON, without the line's end."""
        return orjson.dumps(self)

    @classmethod
    def from_line(cls, line: bytes) -> Edition:
        """The edition of one line of JSON; raises ValueError, TypeError or KeyError where it is none."""
        data = orjson.loads(line)
        data["rules"] = tuple(Rule(**_placed(rule)) for rule in data["rules"])
        data["segments"] = tuple(Segment(**_placed(segment)) for segment in data["segments"])
        for citation in data["citations"]:
            citation["targets"] = tuple(citation["targets"])
        data["citations"] = tuple(Citation(**_placed(citation)) for citation in data["citations"])
        return cls(**data)


def edition_of_document(document: Document) -> Edition:
    """The edition that an ingested original is; raises HexlawError where two of its records share an id."""
    surroundings = _Surroundings(document.source)
    segments = [
        *(_segment("statement", s, surroundings) for s in document.statements),
        *(_segment("exception", x, surroundings) for x in document.exceptions),
        *(_segment("example", e, surroundings) for e in document.examples),
    ]
    at = surroundings.at
    return _checked(
        Edition(
            document.rulebook,
            document.id,
            document.title,
            document.source.sha256,
            "original",
            document.source.name,
            tuple(
                Rule(n.id, n.number, n.parent, n.order, None, fold(n.title) or None, n.anchor, at(n.span))
                for n in document.nodes
            ),
            tuple(segments),
            tuple(replace(_citation(r), at=at(r.span)) for r in document.references),
            len(document.findings),
        )
    )


def edition_of_outline(outline: Outline) -> Edition:
    """The edition that an outline knows; raises HexlawError where two of its records share an id."""
    return _checked(
        Edition(
            outline.rulebook,
            outline.document,
            outline.title,
            outline.sha256,
            "outline",
            "",
            tuple(Rule(n.id, n.number, n.parent, n.order, n.label or None) for n in outline.nodes),
            (
                *(Segment(s.id, s.rule, "statement", s.hash) for s in outline.statements),
                *(
                    Segment(x.id, x.rule, "exception", x.hash, x.kind, x.qualifies)
                    for x in outline.exceptions
                ),
                *(Segment(e.id, e.rule, "example", e.hash) for e in outline.examples),
            ),
            tuple(_citation(r) for r in outline.references),
        )
    )


def live(editions: Iterable[Edition]) -> tuple[Edition, ...]:
    """The editions that the graph shows, one for each document: the original where there is one, else the
    outline.

    Of two with the same origin the later counts. An original takes the labels of the outline it stands for.
    """
    originals: dict[tuple[str, str], Edition] = {}
    outlines: dict[tuple[str, str], Edition] = {}
    for edition in editions:
        (originals if edition.origin == "original" else outlines)[edition.key] = edition
    return tuple(
        _labelled(originals[key], outlines.get(key)) if key in originals else outlines[key]
        for key in sorted(originals.keys() | outlines.keys())
    )


def _labelled(original: Edition, outline: Edition | None) -> Edition:
    if outline is None:
        return original
    labels = {rule.id: rule.label for rule in outline.rules}
    return replace(original, rules=tuple(replace(rule, label=labels.get(rule.id)) for rule in original.rules))


def _citation(reference: Reference | OutlineReference) -> Citation:
    return Citation(
        reference.id,
        reference.rule,
        reference.within,
        reference.part,
        reference.text,
        reference.kind,
        reference.href,
        reference.targets,
        reference.first,
        reference.last,
    )


def _segment(
    role: Role, piece: Statement | ExceptionClause | Example, surroundings: _Surroundings
) -> Segment:
    prefix, suffix = surroundings.around(piece.span)
    kind, qualifies = (piece.kind, piece.qualifies) if isinstance(piece, ExceptionClause) else (None, None)
    return Segment(
        piece.id,
        piece.rule,
        role,
        piece.hash,
        kind,
        qualifies,
        fold(piece.text),
        prefix,
        suffix,
        surroundings.at(piece.span),
    )


class _Surroundings:
    """What stands around a span of a source, as a reader sees it: without tags, white space folded."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._markup = source.text.lstrip("\ufeff \t\r\n").startswith("<")

    def at(self, span: Span) -> At:
        return At(span.start, span.end, self._source.position(span.start)[0])

    def around(self, span: Span) -> tuple[str, str]:
        # A tag takes room, so that more is looked at than is kept.
        reach = _CONTEXT * (8 if self._markup else 2)
        before = self._source.text[max(0, span.start - reach) : span.start]
        after = self._source.text[span.end : span.end + reach]
        if self._markup:
            before = html.unescape(re.sub(r"^[^<>]*>|<[^<>]*>", " ", before))
            after = html.unescape(re.sub(r"<[^<>]*>|<[^<>]*$", " ", after))
        return fold(before)[-_CONTEXT:], fold(after)[:_CONTEXT]


def _checked(edition: Edition) -> Edition:
    ids = [
        *(rule.id for rule in edition.rules),
        *(segment.id for segment in edition.segments),
        *(citation.id for citation in edition.citations),
    ]
    twice = [identifier for identifier, times in Counter(ids).items() if times > 1]
    if twice:
        place = Place(edition.source or f"outline of {edition.document}")
        raise HexlawError(
            *(
                Diagnostic(
                    "graph-duplicate-id",
                    "error",
                    f'"{identifier}" names more than one record of {edition.document}',
                    place,
                    "give each rule a number of its own",
                )
                for identifier in twice
            )
        )
    return edition


def _placed(record: dict[str, Any]) -> dict[str, Any]:
    if record["at"] is not None:
        record["at"] = At(**record["at"])
    return record
