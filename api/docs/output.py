"""Putting a site in place: all of it or nothing.

A site is written into a folder beside the one that it is for, and then takes its place. That takes two renames, since
Python cannot exchange two folders in one: for an instant between them nothing is at OUT, and a run that is killed just then
leaves the old site beside it, from where the next run brings it back. What stands there already must be empty, or a site of
ours in which nobody else has put a file: a note in it lists what was written.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ingest.diagnostics import Diagnostic, HexlawError, Place

NOTE = "hexlaw-docs.json"
"""The file in a site that says that it is one, and lists its files."""

_SHOWN = 5


class Draft:
    """A site that is being written."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files: dict[str, int] = {}

    def write(self, file: str, data: bytes) -> None:
        """Write a file of the site; its path has slashes."""
        path = self.folder.joinpath(*file.split("/"))
        if file in self.files:
            raise ValueError(f"{file} is written twice")
        if not path.parent.is_dir():
            path.parent.mkdir(parents=True)
        path.write_bytes(data)
        self.files[file] = len(data)

    @property
    def size(self) -> int:
        """How many bytes were written."""
        return sum(self.files.values())


@contextmanager
def drafted(out: Path) -> Iterator[Draft]:
    """A draft that takes the place of the folder `out` when the block ends, and is thrown away if it fails.

    Raises HexlawError, before anything is made, where `out` holds something else, and where nothing can be written.
    """
    out = out.resolve()
    check(out)
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        _clear_up(out)
        beside = Path(tempfile.mkdtemp(prefix=f".{out.name}.draft-{os.getpid()}-", dir=out.parent))
    except OSError as error:
        raise _refused(out, f"cannot be written: {error.strerror}") from None
    try:
        draft = Draft(beside)
        yield draft
        note = {"made by": "hexlaw docs", "files": sorted(draft.files)}
        draft.write(NOTE, json.dumps(note, indent=1).encode() + b"\n")
        beside.chmod(0o777 & ~_umask())
        check(out)  # it may have been filled meanwhile
        _switch(beside, out)
    except OSError as error:
        raise _refused(out, f"cannot be written: {error.strerror}") from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def check(out: Path) -> None:
    """Raise HexlawError unless a site may take the place of what is at `out`."""
    try:
        there = sorted(out.iterdir()) if out.exists() else []
    except NotADirectoryError:
        raise _refused(out, "is no folder", "name one that is empty, or does not exist yet") from None
    except OSError as error:
        raise _refused(out, f"cannot be read: {error.strerror}") from None
    if not there:
        return
    try:
        note = json.loads((out / NOTE).read_bytes())
        ours = {str(file) for file in note["files"]} | {NOTE}
    except (OSError, ValueError, TypeError, KeyError):
        raise _refused(
            out, "is not empty, and no site of ours", "name a folder that is empty, or does not exist yet"
        ) from None
    found = (
        path.relative_to(out).as_posix() for path in out.rglob("*") if not path.is_dir() or path.is_symlink()
    )
    others = sorted(set(found) - ours)
    if others:
        named = ", ".join(others[:_SHOWN]) + (" …" if len(others) > _SHOWN else "")
        raise _refused(
            out, f"holds what was not written by `hexlaw docs`: {named}", "move that elsewhere first"
        )


def _switch(beside: Path, out: Path) -> None:
    """Put the new site where the old one is; if that fails, the old one stays."""
    if not out.exists():
        beside.rename(out)
        return
    old = Path(tempfile.mkdtemp(prefix=f".{out.name}.old-{os.getpid()}-", dir=out.parent))
    try:
        out.rename(old)
        try:
            beside.rename(out)
        except OSError:
            old.rename(out)
            raise
    finally:
        shutil.rmtree(old, ignore_errors=True)


def _clear_up(out: Path) -> None:
    """Remove what runs that were killed left beside `out`; a site that one of them had just moved away comes back."""
    left = re.compile(rf"\.{re.escape(out.name)}\.(draft|old)-(\d+)-\w+")
    for path in sorted(out.parent.iterdir()):
        found = left.fullmatch(path.name)
        if found is None or _runs(int(found[2])):
            continue
        if found[1] == "old" and not out.exists() and (path / NOTE).is_file():
            path.rename(out)
        else:
            shutil.rmtree(path, ignore_errors=True)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass  # it runs, and is somebody else's
    return True


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _refused(out: Path, message: str, hint: str | None = None) -> HexlawError:
    return HexlawError(Diagnostic("docs-out", "error", message, Place(str(out)), hint))
