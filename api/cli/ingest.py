"""Read rulebooks into the graph: your own copies of the documents, or, without a file, the shipped Tidewrack.

What was ingested before stays, a newer copy of a document takes the place of the older one, and what comes with Hexlaw
goes in too where it is not there yet: Tidewrack, and the outlines of the others. A running service goes over to the new
graph by itself. If a file cannot be used, nothing changes.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from api.cli.options import document_option
from api.settings import Settings

if TYPE_CHECKING:
    from rich.console import Console

    from api.ingestion import Ingested, Progress, SoFar

EXAMPLES = """
  hexlaw ingest
  hexlaw ingest g13-beaches.html b21-water-obstacles.txt
  hexlaw ingest --as asl:G13 saved-page.html
  hexlaw ingest --quiet g13-beaches.html
"""

_SHOWN = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "files", metavar="FILE", nargs="*", type=Path, help="a document of a rulebook, HTML or text"
    )
    document_option(parser, "what the one file is, if it is not recognised")
    parser.add_argument(
        "--findings",
        action="store_true",
        help=f"print every finding, not only the first {_SHOWN} of each file",
    )
    parser.add_argument(
        "-q", "--quiet", action="store_true", help="print nothing but errors, and show no progress"
    )


def run(arguments: argparse.Namespace) -> int:
    """Ingest, print what was read and found; the exit code."""
    from api.ingestion import ingest_files, shipped_files

    settings = Settings.from_environment(os.environ)
    files = arguments.files or shipped_files()
    shown = progress(quiet=arguments.quiet)
    done = ingest_files(files, settings, as_document=arguments.as_document, progress=shown, with_shipped=True)
    if not arguments.quiet:
        _print(done, settings, every_finding=arguments.findings)
    return 0


def _print(done: Ingested, settings: Settings, *, every_finding: bool) -> None:
    """What was read and found."""
    from api.ingestion import counts

    for document in done.documents:
        print(counts(document))
        shown = document.findings if every_finding else document.findings[:_SHOWN]
        for finding in shown:
            print(f"  {finding}")
        if len(shown) < len(document.findings):
            print(f"  … and {len(document.findings) - len(shown)} more; --findings prints them all")
    if done.along:
        along = ", ".join(f"{document.rulebook}:{document.id}" for document in done.along)
        print(f"With what comes with Hexlaw: {along}")
    print(f"The graph is at generation {done.generation}, in {settings.home}.")


class Spinner:
    """Progress on a terminal, on standard error: what is being done, and how far it has come."""

    def __init__(self, console: Console | None = None) -> None:
        from rich.console import Console

        self._console = console or Console(stderr=True)

    @contextmanager
    def __call__(self, doing: str) -> Iterator[SoFar]:
        """Show it, until the block ends."""
        from rich.text import Text

        def line(so_far: str = "") -> Text:
            return Text(f"{doing}: {so_far} …" if so_far else f"{doing} …")

        with self._console.status(line()) as status:
            yield lambda so_far: status.update(line(so_far))


def progress(*, quiet: bool = False) -> Progress:
    """A spinner on a terminal, else nothing."""
    from api.ingestion import silent

    return Spinner() if sys.stderr.isatty() and not quiet else silent
