"""Making a generation beside the current one and putting it in its place, whatever happens meanwhile.

One builder at a time holds the lock. A generation in the making has a name that no reader looks at; it gets
its own name when all of it is on disk, and only then the pointer is replaced. What a killed builder left is
removed by the next.
"""

from __future__ import annotations

import fcntl
import os
import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from kb.generations import NAME, current, folder, graph_error, graph_folder, pointer

GRACE = 600.0
"""How long, in seconds, a generation stays after it was replaced."""

_UNFINISHED = ".building-"
_REMOVED = ".removed-"


@dataclass(frozen=True, slots=True)
class Building:
    """A generation in the making: its name, the folder to fill, and the generation that it follows."""

    generation: str
    path: Path
    previous: str | None


@contextmanager
def building(home: Path, grace: float = GRACE) -> Iterator[Building]:
    """Make a generation: the block fills the folder; at its end the folder is whole on disk and becomes the
    current one.

    If the block fails, or the process is killed at any moment, the current generation stays as it was. Raises
    HexlawError where somebody else is building, where the pointer is damaged, or where the disk refuses.
    """
    generations = graph_folder(home) / "generations"
    try:
        generations.mkdir(parents=True, exist_ok=True)
        with _lock(home):
            previous = current(home)
            # What a killed builder left; none is at work, for we hold the lock.
            for leftover in generations.glob(".*"):
                shutil.rmtree(leftover, ignore_errors=True)
            for leftover in graph_folder(home).glob(".current-*"):
                leftover.unlink()
            name = f"{_last_number(generations) + 1:06d}-{secrets.token_hex(4)}"
            unfinished = generations / (_UNFINISHED + name)
            unfinished.mkdir()
            try:
                yield Building(name, unfinished, previous)
                _sync_tree(unfinished)
                unfinished.replace(generations / name)
                _sync(generations)
            except BaseException:
                shutil.rmtree(unfinished, ignore_errors=True)
                raise
            _point(home, name)
            if previous is not None:
                os.utime(folder(home, previous))  # from now on its grace runs
            _remove_old(generations, {name, previous}, grace)
    except OSError as error:
        raise graph_error(
            "graph-write", f"the graph cannot be written: {error.strerror or error}", graph_folder(home)
        ) from error


@contextmanager
def _lock(home: Path) -> Iterator[None]:
    path = graph_folder(home) / "lock"
    with path.open("a+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            file.seek(0)
            holder = file.read(200).strip() or "another process"
            message = f"{holder} is building the graph"
            raise graph_error("graph-locked", message, path, "try again when it has ended") from error
        file.truncate(0)
        file.write(f"process {os.getpid()}, since {time.strftime('%Y-%m-%d %H:%M:%S')},\n")
        file.flush()
        yield


def _point(home: Path, name: str) -> None:
    path = pointer(home)
    beside = path.with_name(f".current-{name}")
    with beside.open("w", encoding="ascii") as file:
        file.write(name + "\n")
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
    _sync(path.parent)


def _remove_old(generations: Path, keep: set[str | None], grace: float) -> None:
    for path in generations.iterdir():
        if path.name in keep or not NAME.fullmatch(path.name):
            continue
        with suppress(OSError):
            if time.time() - path.stat().st_mtime >= grace:
                removed = generations / (_REMOVED + path.name)
                path.rename(removed)  # a name that stands is that of something whole
                shutil.rmtree(removed, ignore_errors=True)


def _last_number(generations: Path) -> int:
    numbers = [int(path.name.split("-")[0]) for path in generations.iterdir() if NAME.fullmatch(path.name)]
    return max(numbers, default=0)


def _sync_tree(path: Path) -> None:
    for child in path.iterdir():
        if child.is_dir():
            _sync_tree(child)
        else:
            _sync(child)
    _sync(path)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
