"""One run of ingest: files in, documents read, the next generation of the graph built from them.

Either all of it counts or nothing: if one file cannot be used, the graph stays as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from api.settings import Settings
from ingest.diagnostics import Diagnostic, HexlawError, Place
from ingest.nodes import Document
from ingest.outline import Outline, read_outline
from ingest.pipeline import ingest
from ingest.watching import Watch
from kb.store import build, texts_in
from ontology.books import book_folder, load_book, load_books, rulebook_ids

SoFar = Callable[[str], None]
"""Told how far something has come, in words."""


class Progress(Protocol):
    """Told what is being done; the block lasts as long as the work, and has whom to tell how far it has come."""

    def __call__(self, doing: str) -> AbstractContextManager[SoFar]:
        """Show this text until the block ends."""


def silent(doing: str) -> AbstractContextManager[SoFar]:
    """Progress that shows nothing."""
    return nullcontext(lambda so_far: None)


@contextmanager
def reading(path: Path, number: int, of: int, progress: Progress) -> Iterator[Watch]:
    """The progress of reading one of so many files: how many rules were cut, then how many searched for references."""
    words = {"cut": "cut", "references": "searched for references"}
    with progress(f"Reading {path.name}" + (f" ({number} of {of})" if of > 1 else "")) as so_far:
        yield lambda stage, rules: so_far(f"{_count(rules, 'rule')} {words[stage]}")


@dataclass(frozen=True, slots=True)
class Ingested:
    """What a run did: the generation it made, the documents it read, and what comes with Hexlaw and went with them."""

    generation: str
    documents: tuple[Document, ...]
    outlines: tuple[Outline, ...]
    along: tuple[Document, ...] = ()
    """Shipped texts that the graph did not have yet."""


def shipped_files() -> list[Path]:
    """The texts that come with the rulebooks: whatever lies in a rulebook's folder `sources`."""
    folders = [book_folder(rulebook) / "sources" for rulebook in rulebook_ids()]
    return [path for folder in folders if folder.is_dir() for path in files_in(folder)]


def shipped_outlines() -> list[Outline]:
    """The outlines that come with the rulebooks."""
    paths = [
        path for rulebook in rulebook_ids() for path in sorted(book_folder(rulebook).glob("outline-*.json"))
    ]
    return [read_outline(path) for path in paths]


def files_in(folder: Path) -> list[Path]:
    """The files of a folder by name, hidden ones left out."""
    return sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))


def ingest_files(
    files: Sequence[Path],
    settings: Settings,
    *,
    as_document: str | None = None,
    progress: Progress = silent,
    with_shipped: bool = False,
) -> Ingested:
    """Read the files and build the next generation with them and with the shipped outlines.

    `with_shipped`: with the shipped texts too whose documents the graph has no text of. `as_document` and the errors are as
    for `read_documents`; on an error nothing has changed.
    """
    documents = read_documents(files, settings, as_document=as_document, progress=progress)
    along = _shipped_beside(documents, settings, progress) if with_shipped else []
    built = _built([*along, *documents], settings, progress)
    return replace(built, documents=tuple(documents), along=tuple(along))


def _shipped_beside(
    documents: Sequence[Document], settings: Settings, progress: Progress
) -> Sequence[Document]:
    """The shipped texts of documents of which there is a text neither among these nor in the graph."""
    there = {(document.rulebook, document.id) for document in documents} | texts_in(settings.home)
    books = [
        book_folder(str(book["id"]))
        for book in load_books()
        if {(book["id"], document["id"]) for document in book["documents"]} - there
    ]
    files = [path for path in shipped_files() if path.parent.parent in books]
    shipped = read_documents(files, settings, progress=progress)
    return [document for document in shipped if (document.rulebook, document.id) not in there]


def read_documents(
    files: Sequence[Path], settings: Settings, *, as_document: str | None = None, progress: Progress = silent
) -> list[Document]:
    """Read the files: `as_document` is `RULEBOOK:DOCUMENT` and says what the one file is; else each is recognised.

    HexlawError names every file that cannot be used.
    """
    books, document = _wanted(as_document, files)
    documents: list[Document] = []
    wrong: list[Diagnostic] = []
    for number, path in enumerate(files, 1):
        try:
            with reading(path, number, len(files), progress) as watch:
                data = file_bytes(path, settings.max_file)
                documents.append(ingest(data, str(path), books, as_document=document, watch=watch))
        except HexlawError as error:
            wrong += error.diagnostics
    wrong += _same(documents)
    if wrong:
        raise HexlawError(*wrong)
    return documents


def ingest_recognised(
    files: Iterable[Path], settings: Settings, *, progress: Progress = silent
) -> tuple[Ingested, list[tuple[Path, Diagnostic]]]:
    """As `ingest_files`, but a file that cannot be used is left out, and told with the reason."""
    books = load_books()
    documents: list[Document] = []
    left_out: list[tuple[Path, Diagnostic]] = []
    files = list(files)
    for number, path in enumerate(files, 1):
        try:
            with reading(path, number, len(files), progress) as watch:
                document = ingest(file_bytes(path, settings.max_file), str(path), books, watch=watch)
            if twice := _same([*documents, document]):
                raise HexlawError(*twice)
            documents.append(document)
        except HexlawError as error:
            left_out.append((path, error.diagnostics[0]))
    return _built(documents, settings, progress), left_out


def counts(document: Document) -> str:
    """One line about a document: how much of what it holds."""
    parts = [
        _count(len(document.nodes), "rule"),
        _count(len(document.statements), "statement"),
        _count(len(document.exceptions), "exception"),
        _count(len(document.examples), "example"),
        _count(len(document.references), "reference"),
        _count(len(document.findings), "finding"),
    ]
    return f"{document.rulebook}:{document.id} {document.title}: {', '.join(parts)}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _built(documents: Sequence[Document], settings: Settings, progress: Progress) -> Ingested:
    with progress("Building the graph"):
        outlines = shipped_outlines()
        generation = build(settings.home, documents, outlines)
    return Ingested(generation, tuple(documents), tuple(outlines))


def _wanted(as_document: str | None, files: Sequence[Path]) -> tuple[Sequence[Mapping[str, Any]], str | None]:
    """The books to recognise a file among, and the document that it is said to be."""
    if as_document is None:
        return load_books(), None
    rulebook, _, document = as_document.partition(":")
    if not rulebook or not document:
        raise _usage(f"{as_document!r} is not RULEBOOK:DOCUMENT", "such as --as asl:G13")
    if rulebook not in rulebook_ids():
        raise _usage(f"there is no rulebook {rulebook!r}", f"there are: {', '.join(rulebook_ids())}")
    if len(files) != 1:
        raise _usage(f"says what one file is, but there are {len(files)}", "give one file with --as")
    return [load_book(book_folder(rulebook))], document


def _usage(message: str, hint: str) -> HexlawError:
    return HexlawError(Diagnostic("ingest-as", "error", message, Place("--as"), hint))


def file_bytes(path: Path, limit: int) -> bytes:
    """What a file holds. Raises HexlawError where it cannot be read or is larger than the limit."""
    try:
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except OSError as error:
        raise HexlawError(
            Diagnostic("file", "error", f"cannot be read: {error.strerror}", Place(str(path)))
        ) from None
    if len(data) > limit:
        message = f"is larger than {limit} bytes"
        raise HexlawError(
            Diagnostic("file", "error", message, Place(str(path)), "HEXLAW_MAX_FILE sets the limit")
        )
    return data


def _same(documents: Sequence[Document]) -> list[Diagnostic]:
    seen: dict[tuple[str, str], Document] = {}
    twice: list[Diagnostic] = []
    for document in documents:
        first = seen.setdefault((document.rulebook, document.id), document)
        if first is not document:
            message = f"is {document.rulebook}:{document.id}, as {first.source.name} is"
            twice.append(
                Diagnostic("ingest-twice", "error", message, Place(document.source.name), "give one of them")
            )
    return twice
