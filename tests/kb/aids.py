"""Play aids checked for tests: a checker of each rulebook, made once, and findings by their place."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from ingest.pipeline import ingest
from kb.cache import rulebook_of
from kb.playaids.aid import plain_lines
from kb.playaids.asking import Asker
from kb.playaids.checking import Checker, Report
from kb.playaids.findings import Finding
from kb.playaids.mapping import mappings_of
from ontology.books import book_folder, load_books

TIDEWRACK = book_folder("tidewrack") / "sources" / "tidewrack-play-aid.tsv"


@cache
def checker(rulebook: str) -> Checker:
    """The checker of a rulebook's aid; what it asked for one test it knows for the next."""
    [mapping] = mappings_of(rulebook)
    return Checker(mapping, Asker(rulebook_of(rulebook)))


def checked(text: str, rulebook: str = "tidewrack") -> Report:
    """An aid checked as the faces check it."""
    text = plain_lines(text.encode(), "aid.tsv")
    return checker(rulebook).check(ingest(text.encode(), "aid.tsv", load_books()))


def places(findings: Iterable[Finding]) -> set[tuple[str, str, str]]:
    """The row, the column and the code of each finding."""
    return {(finding.row_title, finding.column, finding.code) for finding in findings}


def original() -> Path | None:
    """The user's own copy of the G13 play aid, where the environment names the folder of the originals."""
    folder = os.environ.get("HEXLAW_SOURCES")
    path = Path(folder) / "g13-play-aid.tsv" if folder else None
    return path if path is not None and path.is_file() else None
