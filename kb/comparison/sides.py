"""One edition as the comparison sees it: rules with their pieces and references, in document order."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from ingest.nodes import Document, fold, text_hash
from kb.editions import At, Citation, Edition, citation_of

Role = Literal["statement", "exception", "example", "other"]
ROLES: tuple[Role, ...] = ("statement", "exception", "example", "other")


@dataclass(frozen=True, slots=True)
class Piece:
    """A statement, exception clause, example, or another passage (a table, a mark, an image); `text` where it is known."""

    id: str
    role: Role
    hash: str
    text: str | None = None
    kind: str | None = None
    qualifies: str | None = None


@dataclass(slots=True)
class SideRule:
    """A rule of one edition; `title` is None where only an outline is known."""

    id: str
    parent: str | None
    title: str | None
    pieces: list[Piece] = field(default_factory=list)
    citations: list[Citation] = field(default_factory=list)

    def of_role(self, role: Role) -> list[Piece]:
        """Its pieces of one role, in printed order."""
        return [piece for piece in self.pieces if piece.role == role]


@dataclass(frozen=True, slots=True)
class Side:
    """One edition; what `texts` and `others` say it knows: titles and texts, passages that are no statements."""

    rulebook: str
    document: str
    title: str
    sha256: str
    source: str
    rules: Mapping[str, SideRule]
    texts: bool
    others: bool

    @property
    def hashes(self) -> dict[str, str]:
        """The hash of every statement and exception clause, by id."""
        return {
            piece.id: piece.hash
            for rule in self.rules.values()
            for piece in rule.pieces
            if piece.role in ("statement", "exception")
        }


def side_of_document(document: Document) -> Side:
    """An ingested original, of which everything is known."""
    rules = {node.id: SideRule(node.id, node.parent, fold(node.title)) for node in document.nodes}
    numbers = {node.id: node.number for node in document.nodes}
    for statement in document.statements:
        rules[statement.rule].pieces.append(
            Piece(statement.id, "statement", statement.hash, fold(statement.text))
        )
    for clause in document.exceptions:
        rules[clause.rule].pieces.append(
            Piece(clause.id, "exception", clause.hash, fold(clause.text), clause.kind, clause.qualifies)
        )
    for example in document.examples:
        rules[example.rule].pieces.append(Piece(example.id, "example", example.hash, fold(example.text)))
    for passage in document.passages:
        rule = rules[passage.rule]
        text = passage.text
        if passage.kind == "heading":
            # Number and title are compared as such; what is left may be the heads of a table's columns.
            text = _without(_without(text, numbers[rule.id]), rule.title or "")
            if not re.search(r"[^\W\d]{2}", text):
                continue
        rule.pieces.append(Piece(passage.id, "other", text_hash(text), text, passage.kind))
    for image in document.images:
        text = f"{image.alt} ({image.src})"
        rules[image.rule].pieces.append(Piece(image.id, "other", text_hash(text), text, "image"))
    for reference in document.references:
        start, end = reference.span.start, reference.span.end
        at = At(start, end, document.source.position(start)[0])
        rules[reference.rule].citations.append(replace(citation_of(reference), at=at))
    return Side(
        document.rulebook,
        document.id,
        document.title,
        document.source.sha256,
        document.source.name,
        rules,
        texts=True,
        others=True,
    )


def side_of_edition(edition: Edition) -> Side:
    """An edition that the graph keeps, or the outline that ships; only an original has texts."""
    original = edition.origin == "original"
    rules = {
        rule.id: SideRule(rule.id, rule.parent, fold(rule.title or "") if original else None)
        for rule in edition.rules
    }
    for segment in edition.segments:
        piece = Piece(segment.id, segment.role, segment.hash, segment.text, segment.kind, segment.qualifies)
        rules[segment.rule].pieces.append(piece)
    for citation in edition.citations:
        rules[citation.rule].citations.append(citation)
    return Side(
        edition.rulebook,
        edition.document,
        edition.title,
        edition.sha256,
        edition.source or f"outline of {edition.document}",
        rules,
        texts=original,
        others=False,
    )


def _without(text: str, part: str) -> str:
    return fold(text.replace(part, " ", 1)) if part else text
