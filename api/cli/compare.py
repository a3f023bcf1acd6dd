"""Compare two editions of one document: rules added, removed, renumbered, moved, retitled or changed; references that
lead elsewhere now; encodings that became stale.

OLD and NEW are two files of one document. With one file, it is compared with the edition that the graph holds, or, where
nothing was ingested, with the outline that comes with Hexlaw, of which only numbers, references and hashes are known.
The graph stays as it is.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from api.cli.options import document_option
from api.settings import Settings
from ingest.diagnostics import Diagnostic, HexlawError, Place

if TYPE_CHECKING:
    from ingest.nodes import Document
    from kb.comparison.comparing import Comparison
    from kb.comparison.sides import Side
    from kb.editions import Edition

EXAMPLES = """
  hexlaw compare landing-2024.html landing-2026.html
  hexlaw compare --json landing-2024.html landing-2026.html
  hexlaw compare --rulebook asl --document G13 g13-beaches.html
"""

DIFFERENT = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "files", metavar="FILE", nargs="+", type=Path, help="OLD and NEW; or NEW alone, see above"
    )
    parser.add_argument("--rulebook", metavar="ID", help="the rulebook that NEW must be of")
    parser.add_argument("--document", metavar="ID", help="the document that NEW must be, such as G13")
    document_option(parser, "what the files are, if they are not recognised")
    parser.add_argument(
        "--outline",
        action="store_true",
        help="compare NEW with the outline that comes with Hexlaw, even if an edition was ingested",
    )
    parser.add_argument("--json", action="store_true", help="the whole comparison as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Compare, print what differs; 1 if a rule does, as `diff` has it."""
    from kb.comparison.sides import side_of_document

    settings = Settings.from_environment(os.environ)
    if len(arguments.files) > 2:
        raise _error("compare-files", f"there are {len(arguments.files)} files", "FILE", "give OLD and NEW")
    if arguments.outline and len(arguments.files) == 2:
        raise _error("compare-files", "there is an older file too", "--outline", "give NEW alone")
    documents = [_read(path, arguments, settings) for path in arguments.files]
    for document in documents:
        _check(document, arguments)
    rulebook = documents[-1].rulebook
    editions = _editions(rulebook, settings)
    new = side_of_document(documents[-1])
    if len(documents) == 2:
        old = side_of_document(documents[0])
    else:
        old = _known(_outlines(rulebook) if arguments.outline else editions, new)
    comparison = _compared(old, new, editions)
    if arguments.json:
        import json

        from kb.comparison.asdata import as_data

        print(json.dumps(as_data(comparison), ensure_ascii=False, indent=2))
    elif sys.stdout.isatty():
        from api.cli.changes import print_comparison

        print_comparison(comparison)
    else:
        from kb.comparison.told import render_plain

        print(render_plain(comparison))
    return 0 if comparison.same else DIFFERENT


def _read(path: Path, arguments: argparse.Namespace, settings: Settings) -> Document:
    from api.cli.ingest import progress
    from api.ingestion import read_documents

    [document] = read_documents([path], settings, as_document=arguments.as_document, progress=progress())
    return document


def _check(document: Document, arguments: argparse.Namespace) -> None:
    """The file is of the rulebook, and the document, that it was said to be."""
    for option, wanted, found in (
        ("--rulebook", arguments.rulebook, document.rulebook),
        ("--document", arguments.document, document.id),
    ):
        if wanted is not None and wanted != found:
            message = f"is {document.rulebook}:{document.id}, but {option} says {wanted}"
            hint = "--as RULEBOOK:DOCUMENT says what a file is that is not recognised"
            raise _error("compare-documents", message, document.source.name, hint)


def _editions(rulebook: str, settings: Settings) -> Sequence[Edition]:
    """What is known of the rulebook: the editions of the graph, else the outlines and texts that come with Hexlaw."""
    from kb.editions import edition_of_document, live
    from kb.store import Store

    if Store.generation(settings.home) is not None:
        return [e for e in Store.open_current(settings.home).editions() if e.rulebook == rulebook]
    from api.ingestion import files_in, read_documents
    from ontology.books import book_folder

    sources = book_folder(rulebook) / "sources"
    texts = read_documents(files_in(sources), settings) if sources.is_dir() else []
    return live([*_outlines(rulebook), *map(edition_of_document, texts)])


def _outlines(rulebook: str) -> list[Edition]:
    """The outlines that come with Hexlaw."""
    from ingest.outline import read_outline
    from kb.editions import edition_of_outline
    from ontology.books import book_folder

    paths = sorted(book_folder(rulebook).glob("outline-*.json"))
    return [edition_of_outline(read_outline(path)) for path in paths]


def _known(editions: Sequence[Edition], new: Side) -> Side:
    """The edition of this document that Hexlaw has."""
    from kb.comparison.sides import side_of_edition

    for edition in editions:
        if edition.document == new.document:
            return side_of_edition(edition)
    message = f"no other edition of {new.rulebook}:{new.document} is known"
    raise _error("compare-unknown", message, new.source, "give OLD and NEW, or ingest the older one first")


def _compared(old: Side, new: Side, editions: Sequence[Edition]) -> Comparison:
    from kb.cache import rulebook_of
    from kb.comparison.comparing import compare
    from kb.comparison.consequences import places_of
    from ontology.books import book_folder

    encoded = rulebook_of(new.rulebook).hashes
    places = places_of(book_folder(new.rulebook), encoded)
    others = [edition for edition in editions if edition.document != new.document]
    return compare(old, new, others, encoded, places)


def _error(code: str, message: str, where: str, hint: str | None = None) -> HexlawError:
    return HexlawError(Diagnostic(code, "error", message, Place(where), hint))
