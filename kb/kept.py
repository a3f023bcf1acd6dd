"""One edition of one document as the graph keeps it: plain frozen records, to and from a line of JSON.

A generation of the graph keeps its editions beside the store, so that the next build need not read the files again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal

import orjson

from kb.records import (
    At,
    Citation,
    Claim,
    Finding,
    Footnote,
    Image,
    Passage,
    Role,
    Rule,
    Segment,
    Table,
    Term,
    Undefined,
    Use,
)

Origin = Literal["original", "outline"]


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
    run: str = ""
    tables: tuple[Table, ...] = ()
    terms: tuple[Term, ...] = ()
    images: tuple[Image, ...] = ()
    footnotes: tuple[Footnote, ...] = ()
    claims: tuple[Claim, ...] = ()
    findings: tuple[Finding, ...] = ()
    uses: tuple[Use, ...] = ()
    undefined: tuple[Undefined, ...] = ()
    passages: tuple[Passage, ...] = ()

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
        for name, make in _RECORDS.items():
            data[name] = tuple(make(**_as_kept(record)) for record in data.get(name, ()))
        return cls(**data)


_RECORDS: dict[str, Callable[..., Any]] = {
    "rules": Rule,
    "segments": Segment,
    "citations": Citation,
    "tables": Table,
    "terms": Term,
    "images": Image,
    "footnotes": Footnote,
    "claims": Claim,
    "findings": Finding,
    "uses": Use,
    "undefined": Undefined,
    "passages": Passage,
}


def _as_kept(record: dict[str, Any]) -> dict[str, Any]:
    """The fields of a record as it was before it became JSON."""
    fields = {name: _tuples(value) for name, value in record.items()}
    if fields.get("at") is not None:
        fields["at"] = At(**fields["at"])
    return fields


def _tuples(value: Any) -> Any:
    return tuple(_tuples(each) for each in value) if isinstance(value, list) else value


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
