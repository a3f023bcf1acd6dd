"""A comparison as plain data for JSON; the contract is on the package's page."""

from __future__ import annotations

from typing import Any

from kb.comparison.comparing import Comparison
from kb.comparison.consequences import Misled, StaleEncoding
from kb.comparison.pieces import PieceChange
from kb.comparison.rules import Both, ReferenceChange, RuleChange, count_kinds
from kb.comparison.sides import Side
from kb.comparison.words import word_difference
from kb.editions import Citation

_GROUPS = {"statement": "statements", "exception": "exceptions", "example": "examples", "other": "other"}


def as_data(comparison: Comparison) -> dict[str, Any]:
    """The comparison as JSON has it; fields that do not apply are left out."""
    return {
        "rulebook": comparison.new.rulebook,
        "document": comparison.new.document,
        "same": comparison.same,
        "old": _side(comparison.old),
        "new": _side(comparison.new),
        "counts": count_kinds(comparison.rules),
        "rules": [_rule(change) for change in comparison.rules],
        "references": [_misled(misled) for misled in comparison.references],
        "encodings": [_encoding(encoding) for encoding in comparison.encodings],
    }


def _side(side: Side) -> dict[str, Any]:
    return {
        "source": side.source,
        "sha256": side.sha256,
        "title": side.title,
        "rules": len(side.rules),
        "texts": side.texts,
    }


def _rule(change: RuleChange) -> dict[str, Any]:
    data: dict[str, Any] = {"old": change.ids[0], "new": change.ids[1], "changes": list(change.kinds)}
    once = "added" in change.kinds or "removed" in change.kinds
    if once or "retitled" in change.kinds:
        data["title"] = _both(change.titles)
    if once or "moved" in change.kinds:
        data["parent"] = _both(change.parents)
    if change.along is not None:
        data["along"] = _both(change.along)
    if change.alike is not None:
        data["alike"] = round(change.alike, 3)
    if change.order is not None:
        data["order"] = {"old": list(change.order[0]), "new": list(change.order[1])}
    for role, name in _GROUPS.items():
        pieces = [_piece(piece) for piece in change.pieces if piece.role == role]
        if pieces:
            data[name] = pieces
    if change.references:
        data["references"] = [_reference(reference) for reference in change.references]
    return data


def _piece(change: PieceChange) -> dict[str, Any]:
    data: dict[str, Any] = {
        "change": change.change,
        "old": change.old.id if change.old else None,
        "new": change.new.id if change.new else None,
    }
    if change.displaced:
        data["displaced"] = True
    if change.elsewhere is not None:
        data["elsewhere"] = change.elsewhere
    if change.qualifies is not None:
        data["qualifies"] = _both(change.qualifies)
    old, new = change.old, change.new
    kinds = (old.kind if old else None), (new.kind if new else None)
    texts = (old.text if old else None), (new.text if new else None)
    if kinds != (None, None):
        data["kind"] = _both(kinds)
    data["hash"] = _both(((old.hash if old else None), (new.hash if new else None)))
    if texts != (None, None):
        data["text"] = _both(texts)
    if change.change == "changed" and texts[0] is not None and texts[1] is not None:
        data["words"] = [[sign, text] for sign, text in word_difference(texts[0], texts[1])]
    return data


def _reference(change: ReferenceChange) -> dict[str, Any]:
    return {"old": _citation(change.old), "new": _citation(change.new)}


def _citation(citation: Citation | None) -> dict[str, Any] | None:
    if citation is None:
        return None
    return {
        "id": citation.id,
        "text": citation.text,
        "kind": citation.kind,
        "href": citation.href,
        "targets": list(citation.targets),
    }


def _misled(misled: Misled) -> dict[str, Any]:
    citation = misled.citation
    data: dict[str, Any] = {
        "trouble": misled.trouble,
        "document": misled.document,
        "in": citation.rule,
        "within": citation.within,
        "text": citation.text,
        "line": citation.at.line if citation.at else None,
    }
    if misled.trouble == "range":
        return data | {"gained": list(misled.gained), "lost": list(misled.lost)}
    return data | {"target": misled.target, "meant": misled.meant}


def _encoding(encoding: StaleEncoding) -> dict[str, Any]:
    data: dict[str, Any] = {"statement": encoding.statement, "kind": encoding.kind, "now": encoding.now}
    if encoding.candidates:
        data["candidates"] = list(encoding.candidates)
    if encoding.before:
        data["before"] = True
    return data | {"places": list(encoding.places)}


def _both(pair: Both) -> dict[str, str | None]:
    return {"old": pair[0], "new": pair[1]}
