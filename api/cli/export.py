"""Export records as JSON Lines or CSV, the whole graph as Turtle, TriG or JSON-LD, or a rulebook's rules for clingo.

The records are those of the files that are named, else what the graph holds of the rulebook that is named, else
Tidewrack, which is shipped. `program` is what a question reaches of a rulebook's rules, with the facts that are given, as an
answer-set program; `kb/selfcheck/README.md` says how its models are read.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Sequence, Set
from pathlib import Path
from typing import TYPE_CHECKING

from api.cli.options import document_option
from api.settings import Settings
from ingest.diagnostics import Diagnostic, HexlawError, Place

if TYPE_CHECKING:
    from ingest.nodes import Document
    from kb.editions import Edition
    from kb.export import Row

EXAMPLES = """
  hexlaw export references --format csv
  hexlaw export exceptions --format jsonl g13-beaches.html
  hexlaw export nodes --rulebook asl --format jsonl -o rules.jsonl
  hexlaw export term-uses g13-beaches.html b21-water-obstacles.txt
  hexlaw export graph --format turtle
  hexlaw export program --rulebook asl --fact "Hex 1079 is an OCEAN hex." --question "Is hex 1079 frozen?"
"""

_ROW_FORMATS = ("jsonl", "csv")
_GRAPH_FORMATS = ("turtle", "trig", "json-ld")
_PROGRAM_FORMATS = ("clingo",)
_KINDS = (
    "nodes",
    "statements",
    "references",
    "exceptions",
    "examples",
    "passages",
    "tables",
    "terms",
    "term-uses",
    "undefined-terms",
    "images",
    "footnotes",
    "findings",
    "claims",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "what",
        metavar="WHAT",
        choices=(*_KINDS, "graph", "program"),
        help=f"{', '.join(_KINDS)}, graph, or program",
    )
    parser.add_argument("files", metavar="FILE", nargs="*", type=Path, help="a document of a rulebook")
    parser.add_argument(
        "--format",
        metavar="FORMAT",
        help="jsonl (default) or csv; for graph turtle (default), trig or json-ld; for program clingo",
    )
    parser.add_argument("--rulebook", metavar="ID", help="only this rulebook; without a FILE, from the graph")
    document_option(parser, "what the one file is, if it is not recognised")
    parser.add_argument(
        "--fact",
        metavar="SENTENCE",
        action="append",
        default=[],
        help="with program: a fact; may be given again",
    )
    parser.add_argument("--question", metavar="SENTENCE", help="with program: a question about named things")
    parser.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="where to write (default: standard output)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Export; the exit code."""
    form = _format(arguments.what, arguments.format)
    settings = Settings.from_environment(os.environ)
    if arguments.what == "program":
        write_out([_program(arguments, settings)], arguments.output)
    elif arguments.what == "graph":
        write_out([_graph(arguments, settings, form)], arguments.output)
    else:
        from kb.export import FORMATS

        rows = _rows(arguments, settings)
        write_out(FORMATS[form](arguments.what, rows), arguments.output)
    return 0


def _format(what: str, wanted: str | None) -> str:
    """The format, checked against what is exported."""
    formats = {"graph": _GRAPH_FORMATS, "program": _PROGRAM_FORMATS}.get(what, _ROW_FORMATS)
    if wanted is None:
        return formats[0]
    if wanted not in formats:
        subject = f"a {what}" if what in ("graph", "program") else what
        right = " or ".join(part for part in (", ".join(formats[:-1]), formats[-1]) if part)
        raise _error("export-format", f"{wanted!r} is no format for {subject}", "--format", right)
    return wanted


def _rows(arguments: argparse.Namespace, settings: Settings) -> Iterable[Row]:
    from kb.export import OF_ORIGINALS, rows_of_edition

    editions = _editions(arguments, settings)
    if arguments.what in OF_ORIGINALS:
        _without(arguments.what, editions)
    return [row for edition in editions for row in rows_of_edition(arguments.what, edition)]


def _without(what: str, editions: Sequence[Edition]) -> None:
    """Say which documents have no such records because only their outlines are known; raises HexlawError if all."""
    outlines = [
        f"{edition.rulebook}:{edition.document}" for edition in editions if edition.origin == "outline"
    ]
    message = f"an outline has no {what}, and nothing more is known of {', '.join(outlines)}"
    hint = "ingest the original, or name its file"
    if len(outlines) == len(editions):
        raise _error("export-outline", message, what, hint)
    if outlines:
        print(Diagnostic("export-outline", "note", message, Place(what), hint), file=sys.stderr)


def _graph(arguments: argparse.Namespace, settings: Settings, form: str) -> str:
    from api.version import version
    from kb.serialise import quads_of, serialise

    if not _from_graph(arguments):
        return serialise(quads_of(_editions(arguments, settings), version()), form)
    from kb.store import Store

    store = Store.open_current(settings.home)
    books = sorted({edition.rulebook for edition in store.editions()})
    if arguments.rulebook not in books:
        raise _nothing(arguments.rulebook, books)
    return serialise(store.quads(arguments.rulebook), form)


def _program(arguments: argparse.Namespace, settings: Settings) -> str:
    from kb.cache import rulebook_of
    from kb.selfcheck.asp import CannotExport
    from kb.selfcheck.exporting import exported

    book = rulebook_of(arguments.rulebook or settings.rulebook)
    if arguments.question is None:
        right = 'as in --question "Is hex 1079 frozen?"'
        raise _error("export-question", "no question is given", "--question", right)
    try:
        return exported(book, arguments.fact, arguments.question)
    except CannotExport as error:
        raise _error("export-construct", f"has no translation: {error}", "program") from None


def _from_graph(arguments: argparse.Namespace) -> bool:
    return not arguments.files and arguments.rulebook is not None


def _editions(arguments: argparse.Namespace, settings: Settings) -> Sequence[Edition]:
    """What is to be exported, as the graph shows it.

    Of a file's rulebook what is shipped is known too, so that ranges into another document find their rules.
    """
    if _from_graph(arguments):
        from kb.store import Store

        editions = Store.open_current(settings.home).editions()
    else:
        from kb.export import TOGETHER
        from kb.shown import shown_documents

        documents = _documents(arguments, settings)
        beside = _shipped({document.rulebook for document in documents}, settings)
        editions = shown_documents(documents, beside, alone=arguments.what not in (*TOGETHER, "graph"))
    if arguments.rulebook is None:
        return editions
    kept = [edition for edition in editions if edition.rulebook == arguments.rulebook]
    if not kept:
        raise _nothing(arguments.rulebook, sorted({edition.rulebook for edition in editions}))
    return kept


def _shipped(rulebooks: Set[str], settings: Settings) -> Iterator[Edition]:
    """What comes with these rulebooks: outlines and whole texts."""
    from api.ingestion import read_documents, shipped_files, shipped_outlines
    from kb.editions import edition_of_document, edition_of_outline
    from ontology.books import book_folder

    yield from (
        edition_of_outline(outline) for outline in shipped_outlines() if outline.rulebook in rulebooks
    )
    folders = {book_folder(rulebook) / "sources" for rulebook in rulebooks}
    files = [path for path in shipped_files() if path.parent in folders]
    yield from (edition_of_document(document) for document in read_documents(files, settings))


def _documents(arguments: argparse.Namespace, settings: Settings) -> list[Document]:
    from api.cli.ingest import progress
    from api.ingestion import read_documents, shipped_files

    files = arguments.files or shipped_files()
    return read_documents(files, settings, as_document=arguments.as_document, progress=progress())


def write_out(pieces: Iterable[str], output: Path | None) -> None:
    """Write to the file, or to standard output; raises HexlawError if that cannot be done."""
    if output is None:
        for piece in pieces:
            sys.stdout.write(piece)
        return
    try:
        with output.open("w", encoding="utf-8", newline="") as file:
            file.writelines(pieces)
    except OSError as error:
        raise _error("output", f"cannot be written: {error.strerror}", str(output)) from None


def _nothing(rulebook: str, there: list[str]) -> HexlawError:
    message = f"there is nothing of rulebook {rulebook!r}"
    return _error("export-rulebook", message, "--rulebook", f"there is: {', '.join(there) or 'none'}")


def _error(code: str, message: str, where: str, hint: str | None = None) -> HexlawError:
    return HexlawError(Diagnostic(code, "error", message, Place(where), hint))
