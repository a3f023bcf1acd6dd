"""Rulebooks kept: in memory for a process, and on disk as they were read, so that a new process need not read them again.

    HOME/cache/rulebook-asl    a checksum of the rest, one line that says by which program it was made, the files that it
                               was made from, and one line of JSON: the lots of `kb.rulelang.codec`, the words by
                               which each wording is found, the verbs with a capital, and what the readings of
                               each statement change

What is promised: the file is data, and never more than a copy. One that was made from other files or by another version of
the program, that is damaged, cut short or not ours, is passed over and written anew; a home that cannot be written to only
means that every process reads the files. A rulebook with errors is never kept. With a file that fits, neither rdflib nor
owlready2 is imported and no sentence of the rulebook is read.
"""

from __future__ import annotations

import json
import os
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

from kb.home import home_of
from ontology.books import book_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kb.rulebook import Contents, Rulebook

FORMAT = 4
"""The version of the file; one more whenever an older file would be misread."""

_PROGRAM = Path(__file__).resolve().parent.parent
# What decides how the files of a rulebook are read, and what its readings change. A kept rulebook fits the program that wrote
# it and no other, so that nobody who changes how a sentence is read has to remember this.
_READ_BY = (
    "kb/readings.py",
    "kb/reason/program.py",
    "kb/rulebook.py",
    "kb/rulefiles.py",
    "kb/rulelang/*.py",
    "ontology/*.py",
    "ontology/*.ttl",
)

_Signature = tuple[tuple[str, int, int], ...]

# The folder itself stands among the paths: its time changes when a file comes or goes.
_LOADED: dict[Path, tuple[tuple[str, ...], _Signature | None, Rulebook]] = {}


def rulebook_of(rulebook: str) -> Rulebook:
    """A rulebook ready to answer: the one in memory, else the one on disk, else read from its files.

    Raises `OntologyError` where there is none of that id, `HexlawError` with everything that is wrong in its files.
    """
    folder = book_folder(rulebook)
    known = _LOADED.get(folder)
    if known is not None and known[1] is not None and known[1] == _signature(known[0]):
        return known[2]
    paths = tuple(map(str, (folder, *_files(folder))))
    signature = _signature(paths)
    loaded = _from_disk(rulebook, folder)
    _LOADED[folder] = (paths, signature, loaded)
    return loaded


def cache_file(rulebook: str, environment: Mapping[str, str] | None = None) -> Path:
    """The file in which a rulebook is kept; it need not exist."""
    return home_of(os.environ if environment is None else environment) / "cache" / f"rulebook-{rulebook}"


def _from_disk(rulebook: str, folder: Path) -> Rulebook:
    try:
        path, source = cache_file(rulebook), _source(folder)
    except (OSError, RuntimeError):  # no home, or files that cannot be read: reading them says which
        return _from_files(rulebook, folder)
    kept = _read(path, source)
    if kept is not None:
        from kb.rulebook import build_rulebook

        contents, changed = kept
        loaded, found = build_rulebook(rulebook, contents)
        loaded.changed_by.update(changed)
        if not any(diagnostic.severity == "error" for diagnostic in found):
            return loaded
    loaded = _from_files(rulebook, folder)
    _keep(path, source, folder, loaded)
    return loaded


def _from_files(rulebook: str, folder: Path) -> Rulebook:
    from kb.rulefiles import load_rulebook

    return load_rulebook(rulebook, folder)


# -- what a kept rulebook was made from ---------------------------------------------------------------------------


def _files(folder: Path) -> list[Path]:
    return sorted((*folder.glob("*.rules"), *folder.glob("ontology.ttl"), *folder.glob("outline-*.json")))


def _signature(paths: Iterable[str]) -> _Signature | None:
    """What changes when one of these files does; None where one is gone."""
    # At each question, so without making paths of them.
    try:
        return tuple([(path, (at := os.stat(path)).st_mtime_ns, at.st_size) for path in paths])  # noqa: PTH116
    except OSError:
        return None


def _source(folder: Path) -> bytes:
    """What a kept rulebook must have been made from: this program, and files with these names and bytes.

    An outline is large and says only which statements exist, so its time and size stand for it.
    """
    from kb.rulelang.codec import CODEC

    others = []
    names = []
    texts = []
    for path in _files(folder):
        if path.suffix == ".json":
            others.append(path)
        else:
            names.append(path.name)
            texts.append(path.read_bytes())
    for pattern in _READ_BY:
        others.extend(sorted(_PROGRAM.glob(pattern)))
    head = {
        "format": FORMAT,
        "lots": CODEC,
        "files": [[name, len(text)] for name, text in zip(names, texts, strict=True)],
        "by": _signature(map(str, others)),
    }
    return b"\n".join((json.dumps(head).encode(), *texts, b""))


# -- the file -----------------------------------------------------------------------------------------------------


def _read(path: Path, source: bytes) -> tuple[Contents, dict[str, frozenset[str]]] | None:
    """The contents in a file, and what readings change; None where it is missing, damaged or made from something else."""
    try:
        check, _, rest = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    if not rest.startswith(source) or check != _checksum(rest):
        return None
    from kb.rulebook import Contents
    from kb.rulelang.codec import CodecError, decode
    from kb.rulelang.lexicon import keep_capital_verbs
    from kb.rulelang.patterns import keep_telling

    try:
        lots, told, found, verbs, by_reading = json.loads(rest[len(source) :])
        contents = Contents(*decode(lots))
        keep_telling(contents.vocabulary, list(told), [dict(each) for each in found])
        keep_capital_verbs(contents.vocabulary, frozenset(verbs))
        changed = {str(reading): frozenset(names) for reading, names in dict(by_reading).items()}
    except (CodecError, RecursionError, TypeError, ValueError):
        return None
    return contents, changed


def _keep(path: Path, source: bytes, folder: Path, loaded: Rulebook) -> None:
    """Write a rulebook beside the file and put it in its place, unless the files changed while they were read."""
    import threading

    from kb.readings import changed_by
    from kb.rulelang.codec import encode
    from kb.rulelang.lexicon import capital_verbs
    from kb.rulelang.patterns import found_by, telling_of

    contents = loaded.contents
    vocabulary = contents.vocabulary
    lots = encode(tuple(getattr(contents, name) for name in type(contents).__match_args__))
    words = [
        [(sorted(need), keys) for need, keys in telling_of(vocabulary)],
        [found_by(vocabulary, fold) for fold in (False, True)],
        sorted(capital_verbs(vocabulary)),
    ]
    changed = {group[0].id: sorted(changed_by(loaded, group)) for group in loaded.readings}
    rest = source + json.dumps([lots, *words, changed], ensure_ascii=False, separators=(",", ":")).encode()
    beside = path.with_name(f"{path.name}.{os.getpid()}-{threading.get_ident()}")
    try:
        if _source(folder) != source:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            beside.write_bytes(_checksum(rest) + b"\n" + rest)
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
    except OSError:
        return


def _checksum(data: bytes) -> bytes:
    # Against accidents alone: whoever may write to the home may as well change the rulebook.
    return f"{zlib.crc32(data):08x}".encode()
