"""Memory that is freed goes back to the system."""

from __future__ import annotations

import ctypes
import subprocess
import sys

import pytest

from api.memory import give_back_memory

LEFT = """
import ctypes, os, sys
from api.bench.service import memory_of
from api.memory import give_back_memory

if sys.argv[1] == "given back":
    assert give_back_memory()
libc = ctypes.CDLL(None)
libc.malloc.restype, libc.free.argtypes = ctypes.c_void_p, [ctypes.c_void_p]

def touched(size):
    block = libc.malloc(size)
    ctypes.memset(block, 1, size)
    return block

libc.free(touched(24 << 20))  # from this the allocator learns that blocks of this size come and go
before = memory_of(os.getpid())
for block in [touched(8 << 20) for _ in range(5)]:
    libc.free(block)
print((memory_of(os.getpid()) - before) >> 20)
"""


def left(how: str) -> int:
    """How many MiB a process holds more than before, once it has freed 40."""
    done = subprocess.run([sys.executable, "-c", LEFT, how], capture_output=True, text=True, check=True)
    return int(done.stdout)


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "mallopt"), reason="the allocator is not the one of glibc")
def test_what_was_freed_goes_back() -> None:
    assert left("given back") <= 2
    assert left("as it is") >= 30


def test_without_such_an_allocator_nothing_is_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    def other_library(name: object) -> object:
        return object()

    monkeypatch.setattr(ctypes, "CDLL", other_library)
    assert give_back_memory() is False
