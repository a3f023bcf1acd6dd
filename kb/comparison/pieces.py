"""What changed within a rule: sentences, exception clauses, examples and other passages, added, removed, changed, moved."""

from __future__ import annotations

import bisect
from collections import Counter, defaultdict, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from kb.comparison.likeness import Features, features_of, likest
from kb.comparison.order import displaced
from kb.comparison.sides import Piece, Role

LEAST_ALIKE = 0.5
"""How alike two sentences of one rule must be to count as one that was changed."""

Change = Literal["added", "removed", "changed", "reordered"]


@dataclass(frozen=True, slots=True)
class PieceChange:
    """What became of one piece of a rule: the pieces themselves, `old` None if it was added, `new` if it was removed.

    `displaced` says that it changed its place among the others; `qualifies` has the statements that an exception
    clause narrowed and narrows, where that changed. `elsewhere` is the id of a piece with the same text in another
    rule: where a removed one went, where an added one came from.
    """

    change: Change
    role: Role
    old: Piece | None
    new: Piece | None
    displaced: bool = False
    qualifies: tuple[str | None, str | None] | None = None
    elsewhere: str | None = None


def pair_pieces(old: Sequence[Piece], new: Sequence[Piece]) -> dict[str, str]:
    """Which piece of one role is which, by id: the same text, else the likest, else those that stand alone in one place."""
    pairs: dict[str, str] = {}
    by_hash: dict[str, deque[str]] = defaultdict(deque)
    for piece in new:
        by_hash[piece.hash].append(piece.id)
    for piece in old:
        if by_hash[piece.hash]:
            pairs[piece.id] = by_hash[piece.hash].popleft()
    taken = set(pairs.values())
    left_old = {piece.id: _features(piece) for piece in old if piece.id not in pairs}
    left_new = {piece.id: _features(piece) for piece in new if piece.id not in taken}
    pairs.update(likest(left_old, left_new, LEAST_ALIKE, lambda one, other: 0.0).keys())
    _pair_in_place([piece.id for piece in old], [piece.id for piece in new], pairs)
    return pairs


def changes_of_pieces(
    old: Sequence[Piece], new: Sequence[Piece], pairs: Mapping[str, str], known: Mapping[str, str]
) -> tuple[PieceChange, ...]:
    """What changed among the pieces of one role, in the order of the new edition, removed ones where they stood.

    `pairs` are those of `pair_pieces`; `known` are the pairs of everything that an exception clause may narrow.
    """
    by_id = {piece.id: piece for piece in new}
    places = {piece.id: index for index, piece in enumerate(new)}
    kept = [piece for piece in old if piece.id in pairs]
    moved = {kept[index].id for index in displaced([places[pairs[piece.id]] for piece in kept])}
    found: list[tuple[float, PieceChange]] = []
    last = -1.0
    for piece in old:
        if piece.id not in pairs:
            found.append((last + 0.5, PieceChange("removed", piece.role, piece, None)))
            continue
        other = by_id[pairs[piece.id]]
        if piece.id not in moved:
            last = places[other.id]
        narrowed = _narrowed(piece, other, known)
        change: Change | None = None
        if piece.hash != other.hash or piece.kind != other.kind or narrowed:
            change = "changed"
        elif piece.id in moved:
            change = "reordered"
        if change:
            told = PieceChange(change, piece.role, piece, other, piece.id in moved, narrowed)
            found.append((places[other.id], told))
    came = {pairs[piece.id] for piece in kept}
    for piece in new:
        if piece.id not in came:
            found.append((places[piece.id], PieceChange("added", piece.role, None, piece)))
    return tuple(change for _, change in sorted(found, key=lambda pair: pair[0]))


def _pair_in_place(old: Sequence[str], new: Sequence[str], pairs: dict[str, str]) -> None:
    """Pair what is left where as many are left on either side between the same two that stayed in order."""
    places = {identifier: index for index, identifier in enumerate(new)}
    kept = [identifier for identifier in old if identifier in pairs]
    moved = displaced([places[pairs[identifier]] for identifier in kept])
    fixed = [identifier for index, identifier in enumerate(kept) if index not in moved]
    ends_old = [index for index, identifier in enumerate(old) if identifier in set(fixed)]
    ends_new = [places[pairs[identifier]] for identifier in fixed]
    taken = set(pairs.values())
    gaps: dict[int, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    for index, identifier in enumerate(old):
        if identifier not in pairs:
            gaps[bisect.bisect(ends_old, index)][0].append(identifier)
    for index, identifier in enumerate(new):
        if identifier not in taken:
            gaps[bisect.bisect(ends_new, index)][1].append(identifier)
    for olds, news in gaps.values():
        if len(olds) == len(news):
            pairs.update(zip(olds, news, strict=True))


def _narrowed(old: Piece, new: Piece, known: Mapping[str, str]) -> tuple[str | None, str | None] | None:
    """What a clause narrowed and narrows, where those are not counterparts."""
    if old.qualifies is None and new.qualifies is None:
        return None
    if old.qualifies is not None and known.get(old.qualifies) == new.qualifies:
        return None
    return old.qualifies, new.qualifies


def _features(piece: Piece) -> Features:
    return Counter() if piece.text is None else features_of(piece.text)
