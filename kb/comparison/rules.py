"""What became of each rule: added, removed, renumbered, moved, retitled, changed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from kb.comparison.matching import Matching
from kb.comparison.order import displaced
from kb.comparison.pieces import PieceChange, changes_of_pieces, pair_pieces
from kb.comparison.sides import ROLES, Side, SideRule
from kb.editions import Citation

Kind = Literal["added", "removed", "renumbered", "moved", "retitled", "changed", "reordered"]
KINDS: tuple[Kind, ...] = ("added", "removed", "renumbered", "moved", "retitled", "changed", "reordered")

Both = tuple[str | None, str | None]
"""What something is in the old edition and in the new one, None where it is not there."""


@dataclass(frozen=True, slots=True)
class ReferenceChange:
    """A reference that a rule has no longer (`new` None), has now (`old` None), or that leads to another page."""

    old: Citation | None
    new: Citation | None


@dataclass(frozen=True, slots=True)
class RuleChange:
    """All that became of one rule; `kinds` in the order of `KINDS`.

    `ids`, `titles` and `parents` are those in the old and the new edition. `along` is the rule above whose new number
    explains this one's. `alike` is set where the two were paired for their likeness. `order` has the rules below it
    that came in another order, as they were and as they are.
    """

    ids: Both
    kinds: tuple[Kind, ...]
    titles: Both
    parents: Both
    along: Both | None = None
    alike: float | None = None
    pieces: tuple[PieceChange, ...] = ()
    references: tuple[ReferenceChange, ...] = ()
    order: tuple[tuple[str, ...], tuple[str, ...]] | None = None

    @property
    def id(self) -> str:
        """Its number in the new edition; in the old one if it is there no more."""
        return self.ids[1] or self.ids[0] or ""


def changes_of_rules(
    old: Side, new: Side, matching: Matching
) -> tuple[tuple[RuleChange, ...], dict[str, str]]:
    """What became of every rule that is not as it was, in the order of the new edition, removed ones where they stood.

    Also which piece of the old edition is which of the new one, by id.
    """
    pairs = _pairs(old, new, matching)
    order = _orders(old, new, matching)
    found: list[tuple[float, RuleChange]] = []
    places = {identifier: index for index, identifier in enumerate(new.rules)}
    last = -1.0
    for rule in old.rules.values():
        other = matching.to_new.get(rule.id)
        if other is None:
            found.append((last + 0.5, _one(rule, old=True)))
            continue
        last = places[other]
        change = _both(rule, new.rules[other], old, new, matching, pairs, order.get(rule.id))
        if change.kinds:
            found.append((last, change))
    for rule in new.rules.values():
        if rule.id not in matching.to_old:
            found.append((places[rule.id], _one(rule, old=False)))
    changes = [change for _, change in sorted(found, key=lambda pair: pair[0])]
    return tuple(_with_elsewhere(changes)), pairs


def _one(rule: SideRule, *, old: bool) -> RuleChange:
    """A rule that only one edition has."""
    pieces = tuple(
        PieceChange("removed", piece.role, piece, None)
        if old
        else PieceChange("added", piece.role, None, piece)
        for piece in rule.pieces
    )
    references = tuple(
        ReferenceChange(citation, None) if old else ReferenceChange(None, citation)
        for citation in rule.citations
    )

    def both(value: str | None) -> Both:
        return (value, None) if old else (None, value)

    kind: Kind = "removed" if old else "added"
    return RuleChange(
        both(rule.id), (kind,), both(rule.title), both(rule.parent), None, None, pieces, references
    )


def _both(
    rule: SideRule,
    other: SideRule,
    old: Side,
    new: Side,
    matching: Matching,
    pairs: Mapping[str, str],
    order: tuple[tuple[str, ...], tuple[str, ...]] | None,
) -> RuleChange:
    """What became of a rule that both editions have; without kinds if nothing did."""
    pieces = tuple(
        change
        for role in ROLES
        if role != "other" or (old.others and new.others)
        for change in changes_of_pieces(rule.of_role(role), other.of_role(role), pairs, pairs)
    )
    references = _references(rule, other)
    retitled = old.texts and new.texts and rule.title != other.title
    moved = rule.parent is not None and matching.to_new.get(rule.parent) != other.parent
    told: dict[Kind, bool] = {
        "renumbered": rule.id != other.id,
        "moved": moved or (rule.parent is None) != (other.parent is None),
        "retitled": retitled,
        "changed": bool(pieces or references),
        "reordered": order is not None,
    }
    return RuleChange(
        (rule.id, other.id),
        tuple(kind for kind in KINDS if told.get(kind)),
        (rule.title, other.title),
        (rule.parent, other.parent),
        _along(rule, other, old, new, matching),
        matching.alike.get(rule.id),
        pieces,
        references,
        order,
    )


def _along(rule: SideRule, other: SideRule, old: Side, new: Side, matching: Matching) -> Both | None:
    """The highest rule above, without a break, of which this one's new number is the consequence."""
    found: Both | None = None
    while rule.parent is not None and matching.to_new.get(rule.parent) == other.parent != rule.parent:
        assert other.parent is not None
        if rule.id.removeprefix(rule.parent) != other.id.removeprefix(other.parent):
            break
        found = rule.parent, other.parent
        rule, other = old.rules[rule.parent], new.rules[other.parent]
    return found


def _pairs(old: Side, new: Side, matching: Matching) -> dict[str, str]:
    """Which piece is which, over all rules that are counterparts."""
    pairs: dict[str, str] = {}
    for rule in old.rules.values():
        other = matching.to_new.get(rule.id)
        if other is not None:
            for role in ROLES:
                pairs.update(pair_pieces(rule.of_role(role), new.rules[other].of_role(role)))
    return pairs


def _orders(old: Side, new: Side, matching: Matching) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """Of which rules those below that kept their numbers come in another order."""
    places = {identifier: index for index, identifier in enumerate(new.rules)}
    below: dict[str, list[str]] = defaultdict(list)
    for rule in old.rules.values():
        parent = rule.parent
        if parent is None or matching.to_new.get(rule.id) != rule.id:
            continue
        if matching.to_new.get(parent) == new.rules[rule.id].parent:
            below[parent].append(rule.id)
    found = {}
    for parent, children in below.items():
        if displaced([places[child] for child in children]):
            found[parent] = tuple(children), tuple(sorted(children, key=places.__getitem__))
    return found


def _references(rule: SideRule, other: SideRule) -> tuple[ReferenceChange, ...]:
    """References that came, went, or lead to another page; where they lead otherwise is told apart (`consequences`)."""
    pairs, left_old, left_new = paired_citations(rule.citations, other.citations)
    found = [ReferenceChange(one, new) for one, new in pairs if one.href != new.href]
    found += [ReferenceChange(citation, None) for citation in left_old]
    found += [ReferenceChange(None, citation) for citation in left_new]
    return tuple(found)


def paired_citations(
    old: Sequence[Citation], new: Sequence[Citation]
) -> tuple[list[tuple[Citation, Citation]], list[Citation], list[Citation]]:
    """The references that are printed alike in both, and what is left over in each."""
    waiting: dict[tuple[str, str], list[Citation]] = defaultdict(list)
    for citation in reversed(new):
        waiting[citation.text, citation.kind].append(citation)
    pairs, left_old = [], []
    for citation in old:
        alike = waiting[citation.text, citation.kind]
        if alike:
            pairs.append((citation, alike.pop()))
        else:
            left_old.append(citation)
    taken = {other.id for _, other in pairs}
    return pairs, left_old, [citation for citation in new if citation.id not in taken]


def _with_elsewhere(changes: Sequence[RuleChange]) -> list[RuleChange]:
    """Say of every sentence or clause that went, or came, in which other rule its text stands now, or stood."""
    went: dict[tuple[str, str], list[str]] = defaultdict(list)
    came: dict[tuple[str, str], list[str]] = defaultdict(list)
    for change in changes:
        for piece in change.pieces:
            if piece.change == "removed" and piece.old:
                went[piece.role, piece.old.hash].append(piece.old.id)
            elif piece.change == "added" and piece.new:
                came[piece.role, piece.new.hash].append(piece.new.id)
    once_went = {key for key, ids in went.items() if len(ids) == 1}
    once_came = {key for key, ids in came.items() if len(ids) == 1}
    both = once_went & once_came

    def placed(piece: PieceChange) -> PieceChange:
        if piece.change == "removed" and piece.old and (piece.role, piece.old.hash) in both:
            return replace(piece, elsewhere=came[piece.role, piece.old.hash][0])
        if piece.change == "added" and piece.new and (piece.role, piece.new.hash) in both:
            return replace(piece, elsewhere=went[piece.role, piece.new.hash][0])
        return piece

    return [replace(change, pieces=tuple(placed(piece) for piece in change.pieces)) for change in changes]


def count_kinds(changes: Sequence[RuleChange]) -> dict[Kind, int]:
    """How many rules there are of each kind, those of no rule left out; a rule may be of several kinds."""
    counts = Counter(kind for change in changes for kind in change.kinds)
    return {kind: counts[kind] for kind in KINDS if counts[kind]}
