"""The records of an edition: what stands in one file of one document, plain and frozen.

`rule` is the id of the rule that a record stands in, `at` its place, None where only an outline is known. Where only an
outline is known there are no texts either: they are None, or empty where they are lists.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ingest.diagnostics import Severity

Role = Literal["statement", "exception", "example"]


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
    """One numbered rule; `title` is the original's, `label` our own, `kind` one of `ingest.nodes.NodeKind`."""

    id: str
    number: str
    parent: str | None
    order: int
    label: str | None = None
    title: str | None = None
    anchor: str | None = None
    at: At | None = None
    kind: str = "rule"


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
    generic: bool = False


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
class Passage:
    """Words of a rule that are neither statement, exception clause nor example: a heading, a table, a mark."""

    id: str
    rule: str
    kind: str
    text: str
    at: At | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table of data with `width` columns; `row_ids` are the rows that are rules of their own, in the same order.

    The hash is that of its heads and cells. A numbered table has the id of a rule.
    """

    id: str
    rule: str
    width: int
    hash: str
    row_ids: tuple[str, ...]
    title: str | None = None
    columns: tuple[str, ...] | None = None
    rows: tuple[tuple[str, ...], ...] | None = None
    at: At | None = None


@dataclass(frozen=True, slots=True)
class Term:
    """A term that a rule defines in the statement `within`; `explicit` where the text says so.

    `kind` and `expansion` are those of `ingest.nodes.Term`.
    """

    id: str
    term: str
    rule: str
    explicit: bool
    within: str
    kind: str
    expansion: str | None = None
    at: At | None = None


@dataclass(frozen=True, slots=True)
class Use:
    """A defined term where it is used, in the record `within`: as printed, and the definitions that may be meant.

    `named` are the terms that these had when the use was found, for their document may be read anew without this one.
    """

    id: str
    term: str
    rule: str
    within: str
    text: str
    definitions: tuple[str, ...]
    named: tuple[str, ...]
    at: At | None = None


@dataclass(frozen=True, slots=True)
class Undefined:
    """A term that no document of the rulebook defines, its first use and how often it is used in all of them."""

    term: str
    kind: str
    rule: str
    within: str
    uses: int
    at: At | None = None


@dataclass(frozen=True, slots=True)
class Image:
    """An image, its alternative text and its file."""

    id: str
    rule: str
    alt: str | None = None
    src: str | None = None
    at: At | None = None


@dataclass(frozen=True, slots=True)
class Footnote:
    """A footnote's mark as printed, in the record `within`."""

    id: str
    rule: str
    within: str
    text: str | None = None
    href: str | None = None
    targets: tuple[str, ...] = ()
    at: At | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """What a cell of a play aid says: in the row with the id `rule`, under the head `column`.

    `citations` are the ids of the references in it, `part_of` the claim that it is a part of.
    """

    id: str
    rule: str
    kind: str
    part_of: str | None
    hash: str
    citations: tuple[str, ...]
    column: str | None = None
    text: str | None = None
    at: At | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """What the reference doctor found in a file: `line` and `column` from 1, 0 where there is none."""

    code: str
    rule: str | None
    severity: Severity
    message: str
    evidence: str | None
    right: str | None
    file: str
    line: int
    column: int
