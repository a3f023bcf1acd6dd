"""Forms that come again: something is worked out for a form, and kept, where others of the form are to be expected.

Whoever asks once pays for nothing but what he asked: the first of a form only leaves word that it was there, until most that
come are of a form that was there before.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

F = TypeVar("F", bound=Hashable)
V = TypeVar("V")


class Recurring(Generic[F, V]):
    """What is known of each of a number of forms."""

    MOST = 2_048
    """How many forms are kept; then all are forgotten."""

    def __init__(self) -> None:
        self._again = self._first = 0
        self._seen: dict[F, object] = {}
        self._known: dict[F, V | None] = {}

    def known(self, form: F) -> V | None:
        """What is known of a form; None where nothing is, or nothing can be."""
        found = self._known.get(form)
        if found is not None:
            self._again += 1
        return found

    def due(self, form: F, by: object = None) -> bool:
        """Whether what there is to know of a form is to be worked out now, where nothing is known; what the form knows `by` its
        identity alone is held on to meanwhile."""
        if form in self._known:
            return False
        if len(self._seen) + len(self._known) >= self.MOST:
            self.forget()
        before = form in self._seen
        self._again += before
        self._first += not before
        if before or self._again > self._first:
            return True
        self._seen[form] = by
        return False

    def keep(self, form: F, what: V | None) -> None:
        """Keep what is known of a form; None where nothing can be known of it."""
        self._known[form] = what
        self._seen.pop(form, None)

    def forget(self) -> None:
        """Forget all forms."""
        self._again = self._first = 0
        self._seen.clear()
        self._known.clear()
