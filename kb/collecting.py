"""How seldom a process looks for dead cycles: one that answers questions, and one that makes much that lives long."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

OBJECTS = 10_000
"""How many more objects than before there are when they are looked through. An answer leaves few cycles, and what was loaded
lives as long as the process: looking as often as Python does by itself takes a tenth of the time of an answer. More than there
are while most answers are made, and no more, for dead cycles that wait are memory that the process then keeps."""

AT_ONCE = 200_000
"""The same for a process that answers one question and ends: more than what it imports, loads and answers leaves, but for a
question that takes long, whose dead cycles are not to fill the memory."""


def collect_seldom() -> None:
    """Leave what there is now out of what is looked through, and look seldom at what comes."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(OBJECTS, 10, 10)


@contextmanager
def seldom_collected() -> Iterator[None]:
    """The same for a while."""
    before = gc.get_threshold()
    collect_seldom()
    try:
        yield
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)


@contextmanager
def hardly_collected() -> Iterator[None]:
    """What a process does before it ends, whose last look, at everything that it still holds, is left out, too."""
    before = gc.get_threshold()
    gc.set_threshold(AT_ONCE, 10, 10)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.freeze()


_GUARD = threading.Lock()
_held = 0
_before = True


@contextmanager
def uncollected() -> Iterator[None]:
    """Do not look for dead cycles: while a rulebook is read or a site is made, much lives long and little of it dies, and the
    search for that took a third of the time. To be held until all is made.

    Several threads may hold it at once: who lets go last begins to look again. What was made meanwhile then counts as old
    without a look at it, unless the process left something out of all looks, which could not be told from it.
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
                if not gc.get_freeze_count():
                    gc.freeze()
                    gc.unfreeze()  # among the oldest
                gc.enable()
