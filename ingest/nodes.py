"""The records that ingest hands on: rule nodes and what stands in them, plain and frozen.

Every record carries a `Span` into the text of its `Source`, so that whoever shows it can point at the place. Ids follow
the conventions of the rulebook: `G13.4` a rule, `G13.4-s1` a statement, `G13.4-x1` an exception clause, `G13.422-e1` an
example. A hash is that of the record's text with white space folded (see `text_hash`).
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Literal

from ingest.diagnostics import Diagnostic
from ingest.source import Source, Span

ReferenceKind = Literal[
    "link", "plain", "range", "list", "section", "footnote", "note", "chart", "placeholder"
]
ExceptionKind = Literal["bracket", "paren", "prose"]
PassageKind = Literal["front", "heading", "table", "footnote mark", "chart link", "mark", "version"]
NodeKind = Literal["rule", "item", "table", "header", "row", "result", "modifiers", "modifier", "note"]
ClaimKind = Literal["bullet", "sentence", "exception", "cost"]
TermKind = Literal["explicit", "status", "implicit", "acronym", "listed"]
UndefinedKind = Literal["acronym", "quoted", "capitalised"]
Part = Literal["statement", "exception", "example", "title"]


def fold(text: str) -> str:
    """The text with every run of white space folded to one space, none at the ends."""
    return " ".join(text.split())


def text_hash(text: str) -> str:
    """The first 12 hex digits of the SHA-256 of the folded text in UTF-8."""
    return hash_of_folded(fold(text))


def hash_of_folded(text: str) -> str:
    """The same of a text that is folded already."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class RuleNode:
    """One numbered rule. `parent` is the id of the longest existing prefix; `order` counts from 0 in document order.

    `kind` tells a rule from an item of a list and from the parts of a table.
    """

    id: str
    number: str
    title: str
    parent: str | None
    order: int
    span: Span
    anchor: str | None = None
    kind: NodeKind = "rule"


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence or list item of a rule's own text, headings and brackets left out.

    `holes` are the stretches of the span that are not its text: bracketed exceptions, inline examples, footnote marks.
    """

    id: str
    rule: str
    text: str
    hash: str
    span: Span
    holes: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class ExceptionClause:
    """One clause that takes cases out of a rule; `qualifies` is the id of the statement it stands in or narrows.

    A prose clause that names no case of its own ("except as stated otherwise") is `generic`; it has a count of its own,
    `G13.1-g1`.
    """

    id: str
    rule: str
    kind: ExceptionKind
    text: str
    hash: str
    qualifies: str | None
    span: Span
    holes: tuple[Span, ...] = ()
    generic: bool = False


@dataclass(frozen=True, slots=True)
class Example:
    """One worked example; one EX over several paragraphs is one example."""

    id: str
    rule: str
    text: str
    hash: str
    span: Span


@dataclass(frozen=True, slots=True)
class Reference:
    """One reference as printed, and where it goes.

    `within` is the id of the statement, exception or example it stands in, or of the rule for its title. `targets` are
    rule ids in document order, a range expanded over the rules that exist; `first` and `last` are the ends of a range.
    A target outside what was ingested is kept in `targets` all the same; `targets` is empty where nothing could be
    resolved.
    """

    id: str
    rule: str
    within: str
    part: Part
    text: str
    kind: ReferenceKind
    href: str | None
    targets: tuple[str, ...]
    first: str | None
    last: str | None
    span: Span


@dataclass(frozen=True, slots=True)
class Passage:
    """Text of a rule that is neither statement, exception nor example; together they hold every word of the source."""

    id: str
    rule: str
    kind: PassageKind
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Footnote:
    """A footnote's mark in the text; `within` is the record that it stands in, `text` the mark as printed."""

    id: str
    rule: str
    text: str
    href: str | None
    within: str
    targets: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Image:
    """An image and its alternative text; a symbol within a line is one too."""

    id: str
    rule: str
    alt: str
    src: str
    span: Span


@dataclass(frozen=True, slots=True)
class Table:
    """A table of data: the heads of its columns and the readable text of its cells, row by row.

    `row_ids` are the ids of the rows that are nodes of their own, in the same order; empty where they are not.
    """

    id: str
    rule: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    row_ids: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Term:
    """A term that a rule defines; `explicit` where the text says so (termed, defined as, is considered …).

    `within` is the record whose words define it and `span` that record's place. `kind` tells more: `explicit` the text
    says what the term means or what is called so; `status` it says what *is considered* so, which may hold for other
    things too; `implicit` its rule explains it without saying that it does; `acronym` letters that stand for the words
    of `expansion`; `listed` letters that the text uses and only the rulebook's description explains: these are defined
    in the document's root, and `within` is the record of their first use. `expansion` is None for the first three.
    """

    id: str
    term: str
    rule: str
    explicit: bool
    within: str
    span: Span
    kind: TermKind = "explicit"
    expansion: str | None = None


@dataclass(frozen=True, slots=True)
class TermUse:
    """One place where a defined term is used; ids are `G13.4-u1` and so on.

    `term` is the term as defined, `text` the form as printed (plural, possessive, over a line break) and `span` its
    exact place. `definitions` are the ids of the terms that may be meant, those nearest to the use; more than one is an
    ambiguity. `within` is the statement, exception or example it stands in, or the rule for a title or a table.
    """

    id: str
    term: str
    rule: str
    within: str
    text: str
    definitions: tuple[str, ...]
    rulebook: str
    document: str
    span: Span

    @property
    def ambiguous(self) -> bool:
        """Whether more than one definition may be meant."""
        return len(self.definitions) > 1


@dataclass(frozen=True, slots=True)
class UndefinedTerm:
    """A term that the documents of a rulebook use and none of them defines, with its first use and how often it is used.

    `kind` says what marks it as a term: letters (`acronym`), quotation marks, or capitals in the middle of sentences.
    """

    term: str
    kind: UndefinedKind
    rule: str
    within: str
    uses: int
    rulebook: str
    document: str
    span: Span


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that a cell of a play aid says: a bullet or a sentence, an exception in it, the cost for one kind of unit.

    `row` is the id of its row, `column` the head of its column, `refs` the rules that it cites. `part_of` is the claim
    that an exception or a cost stands in.
    """

    id: str
    row: str
    column: str
    text: str
    refs: tuple[str, ...]
    kind: ClaimKind
    part_of: str | None
    hash: str
    span: Span


@dataclass(frozen=True, slots=True)
class Document:
    """One ingested source: its records in document order, and what was found wrong on the way."""

    rulebook: str
    id: str
    title: str
    source: Source
    nodes: tuple[RuleNode, ...]
    statements: tuple[Statement, ...]
    exceptions: tuple[ExceptionClause, ...]
    examples: tuple[Example, ...]
    references: tuple[Reference, ...]
    findings: tuple[Diagnostic, ...]
    passages: tuple[Passage, ...] = ()
    footnotes: tuple[Footnote, ...] = ()
    images: tuple[Image, ...] = ()
    tables: tuple[Table, ...] = ()
    terms: tuple[Term, ...] = ()
    claims: tuple[Claim, ...] = ()
