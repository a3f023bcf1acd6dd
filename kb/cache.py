"""Rulebooks in memory: each is read once for a process, and again when its files change."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ontology.books import book_folder

if TYPE_CHECKING:
    from kb.rulebook import Rulebook

_LOADED: dict[Path, tuple[tuple[tuple[str, int, int], ...], Rulebook]] = {}


def rulebook_of(rulebook: str) -> Rulebook:
    """A rulebook ready to answer.

    Raises `OntologyError` where there is none of that id, `HexlawError` with everything that is wrong in its files.
    """
    from kb.rulefiles import load_rulebook

    folder = book_folder(rulebook)
    signature = tuple(
        (path.name, path.stat().st_mtime_ns, path.stat().st_size)
        for path in sorted((*folder.glob("*.rules"), *folder.glob("ontology.ttl")))
    )
    known = _LOADED.get(folder)
    if known is not None and known[0] == signature:
        return known[1]
    loaded = load_rulebook(rulebook, folder)
    _LOADED[folder] = (signature, loaded)
    return loaded
