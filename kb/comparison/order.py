"""What changed its place in a row: the members that do not stay in order however one looks at it."""

from __future__ import annotations

import bisect
from collections import Counter
from collections.abc import Sequence


def displaced(places: Sequence[int]) -> frozenset[int]:
    """Which of these different numbers are out of order, by index: those that are not in every longest rising row.

    Of two that changed places both are displaced, of one that went past many only that one. It is the same for a
    permutation and its inverse.
    """
    ending = _lengths(places)
    starting = _lengths([-place for place in reversed(places)])[::-1]
    longest = max(ending, default=0)
    on_one = [i for i in range(len(places)) if ending[i] + starting[i] - 1 == longest]
    times = Counter(ending[i] for i in on_one)
    fixed = {i for i in on_one if times[ending[i]] == 1}
    return frozenset(range(len(places))) - fixed


def _lengths(places: Sequence[int]) -> list[int]:
    """The length of the longest rising row that ends at each."""
    tails: list[int] = []
    lengths = []
    for place in places:
        at = bisect.bisect_left(tails, place)
        tails[at : at + 1] = [place]
        lengths.append(at + 1)
    return lengths
