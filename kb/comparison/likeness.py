"""How alike two texts are, as a number from 0 to 1, the same whichever comes first; and pairing the likest."""

from __future__ import annotations

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping

Features = Counter[Hashable]

_WORD = re.compile(r"\w+(?:[-'’.]\w+)*|[≤≥<>=±+−]")
_NUMBER = re.compile(r"[A-Za-z]?\d*\.\d\w*(?:\.\w+)*")
#: A pair of words that stands in more texts than this does not make two of them candidates.
_COMMON = 60


def features_of(text: str) -> Features:
    """A text's words and pairs of neighbouring words; rule numbers all count as one, for they change when rules move."""
    words = ["#" if _NUMBER.fullmatch(word) else word for word in _WORD.findall(text.casefold())]
    found: Features = Counter(words)
    found.update(itertools.pairwise(words))
    return found


def likeness(one: Features, other: Features) -> float:
    """What the two share as a part of what they have (Dice's coefficient); 0 where both are empty."""
    size = one.total() + other.total()
    if not size:
        return 0.0
    if len(other) < len(one):
        one, other = other, one
    return 2 * sum(min(count, other[feature]) for feature, count in one.items()) / size


def likest(
    old: Mapping[str, Features],
    new: Mapping[str, Features],
    least: float,
    favoured: Callable[[str, str], float],
) -> dict[tuple[str, str], float]:
    """Pairs at least so much alike, the likest first, each id once; with their likeness.

    `favoured` is added to a pair's likeness when pairs are ranked. Only texts that share an uncommon feature are
    looked at, so that thousands can be compared.
    """
    places: dict[Hashable, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    for index, side in enumerate((old, new)):
        for identifier, features in side.items():
            for feature in features:
                places[feature][index].append(identifier)
    candidates = {
        pair
        for olds, news in places.values()
        if len(olds) <= _COMMON and len(news) <= _COMMON
        for pair in itertools.product(olds, news)
    }
    ranked = []
    for one, other in candidates:
        how = likeness(old[one], new[other])
        if how >= least:
            # The last parts of the key make the order one of its own, the same when old and new are exchanged.
            ranked.append((-how - favoured(one, other), min(one, other), max(one, other), one, other, how))
    chosen: dict[tuple[str, str], float] = {}
    gone_old: set[str] = set()
    gone_new: set[str] = set()
    for _, _, _, one, other, how in sorted(ranked):
        if one not in gone_old and other not in gone_new:
            chosen[one, other] = how
            gone_old.add(one)
            gone_new.add(other)
    return chosen
