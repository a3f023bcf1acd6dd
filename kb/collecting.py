"""Not looking for dead cycles while much is made that lives long."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_GUARD = threading.Lock()
_held = 0
_before = True


@contextmanager
def uncollected() -> Iterator[None]:
    """Do not look for dead cycles: while a rulebook is read or a site is made, much lives long and little of it dies, and the
    search for that took a third of the time. To be held until all is made, for the first look afterwards is at all of it.

    Several threads may hold it at once: who lets go last begins to look again.
    """
    global _held, _before
    with _GUARD:
        if not _held:
            _before = gc.isenabled()
            gc.disable()
        _held += 1
    try:
        yield
    finally:
        with _GUARD:
            _held -= 1
            if not _held and _before:
                gc.enable()
