"""Rulebooks kept: in memory for a process, and on disk as they were read, so that a new process need not read them again.

    HOME/cache/rulebook-asl.json    one line that says what the next was made from, and the rows of `kb.rulelang.codec`

What is promised: the file is data, and never more than a copy. One that was made from other files or by another version of
the program, that is damaged, cut short or not ours, is passed over and written anew; a home that cannot be written to only
means that every process reads the files. A rulebook with errors is never kept. With a file that fits, neither rdflib nor
owlready2 is imported and no sentence of the rulebook is read.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

from kb.home import home_of
from ontology.books import book_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kb.rulebook import Contents, Rulebook

FORMAT = 1
"""The version of the file; one more whenever an older file would be misread."""

_PROGRAM = Path(__file__).resolve().parent.parent
# What decides how the files of a rulebook are read. A kept rulebook fits the program that wrote it and no other, so that
# nobody who changes how a sentence is read has to remember this.
_READ_BY = ("kb/rulebook.py", "kb/rulefiles.py", "kb/rulelang/*.py", "ontology/*.py", "ontology/*.ttl")

_Signature = tuple[tuple[str, int, int], ...]

# The folder itself stands among the paths: its time changes when a file comes or goes.
_LOADED: dict[Path, tuple[tuple[Path, ...], _Signature | None, Rulebook]] = {}


def rulebook_of(rulebook: str) -> Rulebook:
    """A rulebook ready to answer: the one in memory, else the one on disk, else read from its files.

    Raises `OntologyError` where there is none of that id, `HexlawError` with everything that is wrong in its files.
    """
    folder = book_folder(rulebook)
    known = _LOADED.get(folder)
    if known is not None and known[1] is not None and known[1] == _signature(known[0]):
        return known[2]
    paths = (folder, *_files(folder))
    signature = _signature(paths)
    loaded = _from_disk(rulebook, folder)
    _LOADED[folder] = (paths, signature, loaded)
    return loaded


def cache_file(rulebook: str, environment: Mapping[str, str] | None = None) -> Path:
    """The file in which a rulebook is kept; it need not exist."""
    return home_of(os.environ if environment is None else environment) / "cache" / f"rulebook-{rulebook}.json"


def _from_disk(rulebook: str, folder: Path) -> Rulebook:
    try:
        path, key = cache_file(rulebook), _key(folder)
    except (OSError, RuntimeError):  # no home, or files that cannot be read: reading them says which
        return _from_files(rulebook, folder)
    contents = _read(path, key)
    if contents is not None:
        from kb.rulebook import build_rulebook

        loaded, found = build_rulebook(rulebook, contents)
        if not any(diagnostic.severity == "error" for diagnostic in found):
            return loaded
    loaded = _from_files(rulebook, folder)
    _keep(path, key, folder, loaded.contents)
    return loaded


def _from_files(rulebook: str, folder: Path) -> Rulebook:
    from kb.rulefiles import load_rulebook

    return load_rulebook(rulebook, folder)


# -- what a kept rulebook was made from ---------------------------------------------------------------------------


def _files(folder: Path) -> list[Path]:
    return sorted((*folder.glob("*.rules"), *folder.glob("ontology.ttl"), *folder.glob("outline-*.json")))


def _signature(paths: Iterable[Path]) -> _Signature | None:
    """What changes when one of these files does; None where one is gone."""
    try:
        return tuple([(str(path), (at := path.stat()).st_mtime_ns, at.st_size) for path in paths])
    except OSError:
        return None


def _key(folder: Path) -> str:
    """What a kept rulebook must have been made from: these bytes of its files, by this program.

    An outline is large and says only which statements exist, so its time and size stand for it.
    """
    import hashlib

    from kb.rulelang.codec import CODEC

    digest = hashlib.sha256()
    others = []
    for path in _files(folder):
        if path.suffix == ".json":
            others.append(path)
        else:
            data = path.read_bytes()
            digest.update(f"{path.name}\0{len(data)}\0".encode())
            digest.update(data)
    for pattern in _READ_BY:
        others.extend(sorted(_PROGRAM.glob(pattern)))
    digest.update(repr((FORMAT, CODEC, _signature(others))).encode())
    return digest.hexdigest()


# -- the file -----------------------------------------------------------------------------------------------------


def _read(path: Path, key: str) -> Contents | None:
    """The contents in a file; None where it is missing, damaged or made from something else."""
    import hashlib

    try:
        head, _, body = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    if head != _head(key, hashlib.sha256(body).hexdigest()):
        return None
    from kb.rulebook import Contents
    from kb.rulelang.codec import CodecError, decode

    try:
        return Contents(*decode(json.loads(body)))
    except (CodecError, RecursionError, TypeError, ValueError):
        return None


def _keep(path: Path, key: str, folder: Path, contents: Contents) -> None:
    """Write the contents beside the file and put them in its place, unless the files changed while they were read."""
    import hashlib
    import threading

    from kb.rulelang.codec import encode

    rows = encode(tuple(getattr(contents, name) for name in type(contents).__match_args__))
    body = json.dumps(rows, ensure_ascii=False, separators=(",", ":")).encode()
    beside = path.with_name(f"{path.name}.{os.getpid()}-{threading.get_ident()}")
    try:
        if _key(folder) != key:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            beside.write_bytes(_head(key, hashlib.sha256(body).hexdigest()) + b"\n" + body)
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
    except OSError:
        return


def _head(key: str, check: str) -> bytes:
    return json.dumps({"format": FORMAT, "made_from": key, "sha256": check}).encode()
