"""Some things: which of them a condition picks out, how many there are, which can be chosen."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from fractions import Fraction

from ingest.late_dataclasses import dataclass
from kb.reason.possible import ANYTHING, NOTHING, Possible, combine, only
from kb.reason.proof import NO, UNKNOWN, YES
from kb.rulelang import tree


@dataclass(frozen=True, slots=True)
class Picked:
    """What an `Among` picks out under a binding: each thing with 1, 0 or -1, and whether there may be others: 0, else -1."""

    among: tree.Among
    env: tuple[str | None, ...]
    things: tuple[tuple[str, int], ...]
    others: int

    @property
    def sure(self) -> Sequence[str]:
        """The things picked out."""
        return [thing for thing, truth in self.things if truth == YES]

    @property
    def settled(self) -> bool:
        """Whether it is known of everything."""
        return self.others == NO and all(truth != UNKNOWN for _, truth in self.things)

    def choice(self) -> Possible:
        """The things of which one is chosen: none of them, where there is none; anything, where that is not known."""
        sure = self.sure
        if self.settled:
            return Possible(frozenset(sure))
        if self.others != NO or not sure:
            return ANYTHING
        return Possible(frozenset(thing for thing, truth in self.things if truth != NO))

    def extreme(self, values: Mapping[str, Possible], *, most: bool) -> Possible:
        """The least or the greatest of these values of the things picked out, as long as it is known which they are.

        A thing without a value does not count; of none there is no value.
        """
        if not self.settled:
            return ANYTHING
        counted = [values[thing] for thing in self.sure if values[thing] != NOTHING]
        return functools.reduce(
            functools.partial(combine, "greater" if most else "lesser"), counted or [NOTHING]
        )

    def count(self) -> Possible:
        """How many things are picked out."""
        low = len(self.sure)
        if self.others != NO:
            return Possible(None, Fraction(low))
        high = low + sum(truth == UNKNOWN for _, truth in self.things)
        if low == high:
            return only(Fraction(low))
        return Possible(frozenset(Fraction(number) for number in range(low, high + 1)))
