"""What the graph says about one rule, as plain frozen records that any face can show."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class RuleLink:
    """A rule by id, with our label and the original's title where they are known; `external`: in no document
    here.
    """

    id: str
    label: str | None
    title: str | None
    external: bool


@dataclass(frozen=True, slots=True)
class EditionView:
    """Which edition of the rule's document this is; `origin` is "original" or "outline", `source` a file's
    name.
    """

    document: str
    title: str
    sha256: str
    origin: str
    source: str | None
    run: str


@dataclass(frozen=True, slots=True)
class SegmentView:
    """A statement, exception clause or example. `text` and `line` are None where only an outline is known.

    `kind` ("bracket", "paren", "prose") and `qualifies` (an id) are for exception clauses alone.
    """

    id: str
    hash: str
    text: str | None
    line: int | None
    kind: str | None = None
    qualifies: str | None = None


@dataclass(frozen=True, slots=True)
class ReferenceView:
    """A reference as printed in the rule. Empty `targets`: it leads nowhere. `first` and `last`: it is a
    range.
    """

    id: str
    text: str
    kind: str
    within: str
    part: str
    href: str | None
    targets: tuple[RuleLink, ...]
    first: str | None
    last: str | None


@dataclass(frozen=True, slots=True)
class CitationView:
    """A reference elsewhere that leads here; `through_range`: by a range from `first` to `last`."""

    id: str
    rule: RuleLink
    text: str
    kind: str
    within: str
    part: str
    through_range: bool
    first: str | None
    last: str | None


@dataclass(frozen=True, slots=True)
class RulePage:
    """One rule and all that stands in it, points out of it and leads to it, in document order.

    An external rule has neither number, order nor edition, and nothing stands in it.
    """

    rulebook: str
    id: str
    iri: str
    number: str | None
    label: str | None
    title: str | None
    external: bool
    order: int | None
    parent: RuleLink | None
    children: tuple[RuleLink, ...]
    edition: EditionView | None
    statements: tuple[SegmentView, ...]
    exceptions: tuple[SegmentView, ...]
    examples: tuple[SegmentView, ...]
    references: tuple[ReferenceView, ...]
    cited_by: tuple[CitationView, ...]

    def to_json(self) -> dict[str, Any]:
        """The same as plain dicts, lists and values."""
        return _plain(self)


@dataclass(frozen=True, slots=True)
class DocumentCounts:
    """How many rules, statements and so on the graph has of one document; `unresolved` references lead
    nowhere.
    """

    rulebook: str
    document: str
    title: str
    origin: str
    sha256: str
    rules: int
    statements: int
    exceptions: int
    examples: int
    references: int
    unresolved: int

    def to_json(self) -> dict[str, Any]:
        """The same as a plain dict."""
        return _plain(self)


def _plain(record: Any) -> dict[str, Any]:
    plain: dict[str, Any] = dataclasses.asdict(record, dict_factory=_with_lists)
    return plain


def _with_lists(items: list[tuple[str, Any]]) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in items}
