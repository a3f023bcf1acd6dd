"""Read rulebooks into the graph: your own copies of the documents, or, without a file, the shipped Tidewrack.

What was ingested before stays, a newer copy of a document takes the place of the older one, and the outlines that
come with Hexlaw go in too. A running service goes over to the new graph by itself. If a file cannot be used, nothing
changes.
"""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from api.settings import Settings

if TYPE_CHECKING:
    from api.ingestion import Progress

EXAMPLES = """
  hexlaw ingest
  hexlaw ingest g13-beaches.html b21-water-obstacles.txt
  hexlaw ingest --as asl:G13 saved-page.html
"""

_SHOWN = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "files", metavar="FILE", nargs="*", type=Path, help="a document of a rulebook, HTML or text"
    )
    parser.add_argument(
        "--as",
        dest="as_document",
        metavar="RULEBOOK:DOCUMENT",
        help="what the one file is, if it is not recognised",
    )
    parser.add_argument(
        "--findings",
        action="store_true",
        help=f"print every finding, not only the first {_SHOWN} of each file",
    )


def run(arguments: argparse.Namespace) -> int:
    """Ingest, print what was read and found; the exit code."""
    from api.ingestion import counts, ingest_files, shipped_files

    settings = Settings.from_environment(os.environ)
    files = arguments.files or shipped_files()
    done = ingest_files(files, settings, as_document=arguments.as_document, progress=progress())
    for document in done.documents:
        print(counts(document))
        shown = document.findings if arguments.findings else document.findings[:_SHOWN]
        for finding in shown:
            print(f"  {finding}")
        if len(shown) < len(document.findings):
            print(f"  … and {len(document.findings) - len(shown)} more; --findings prints them all")
    print(f"The graph is at generation {done.generation}, in {settings.home}.")
    return 0


class _Spinner:
    """Progress on a terminal, on standard error."""

    def __init__(self) -> None:
        from rich.console import Console

        self._console = Console(stderr=True)

    def __call__(self, doing: str) -> AbstractContextManager[object]:
        return self._console.status(f"{doing} …")


def progress() -> Progress:
    """A spinner on a terminal, else nothing."""
    from api.ingestion import silent

    return _Spinner() if sys.stderr.isatty() else silent
