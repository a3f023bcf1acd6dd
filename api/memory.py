"""Memory that a process which runs for long gives back once an answer is made.

The allocator of glibc learns from what is freed: after one large answer it keeps as much for the next one, in a place for each
thread, so that a service holds what its largest answers took at their worst moment, several times over. A fixed limit, and one
place for all threads, of which only one runs Python at a time, keep it at what is in use.
"""

from __future__ import annotations

import ctypes

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
"""The names of the options in `malloc.h`."""

APART = 256 * 1024
"""From how many bytes on a block is given back by itself."""

AT_END = 4 * 1024 * 1024
"""How many free bytes at the end of the heap are kept."""


def give_back_memory() -> bool:
    """Have what is freed go back to the system, from now on; whether the system's allocator can be told so. To be called
    before there are further threads."""
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):  # not the GNU library
        return False
    told = ((_ARENA_MAX, 1), (_MMAP_THRESHOLD, APART), (_TRIM_THRESHOLD, AT_END))
    taken = [mallopt(option, value) for option, value in told]
    return taken == [1, 1, 1]
