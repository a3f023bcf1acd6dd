"""Write the outline of a document: rule numbers, labels of our own, references, ids and hashes, and no prose."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from api.cli.options import document_option
from api.settings import Settings
from ingest.diagnostics import Diagnostic, HexlawError, Place

EXAMPLES = """
  hexlaw outline g13-beaches.html --labels labels.toml -o outline-G13.json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("file", metavar="FILE", type=Path, help="the document")
    parser.add_argument(
        "--labels",
        metavar="TOML",
        type=Path,
        required=True,
        help="a label for each rule, in a TOML table named after the document",
    )
    document_option(parser, "what the file is, if it is not recognised")
    parser.add_argument(
        "-o", "--output", metavar="FILE", type=Path, required=True, help="where to write the outline"
    )


def run(arguments: argparse.Namespace) -> int:
    """Read the document, write its outline; the exit code."""
    from api.ingestion import read_documents
    from ingest.outline import outline_of, write_outline

    settings = Settings.from_environment(os.environ)
    [document] = read_documents([arguments.file], settings, as_document=arguments.as_document)
    write_outline(outline_of(document, _labels(arguments.labels, document.id)), arguments.output)
    print(f"Wrote {arguments.output}: {len(document.nodes)} rules of {document.rulebook}:{document.id}.")
    return 0


def _labels(path: Path, document: str) -> dict[str, str]:
    """The table of this document in the file of labels."""
    import tomllib

    right = (
        f'write a table [{document}] with one line for each rule, such as "{document}.1" = "What it is about"'
    )
    try:
        labels = tomllib.loads(path.read_text(encoding="utf-8")).get(document)
    except OSError as error:
        raise _error(path, f"cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise _error(path, "is not UTF-8 text", "save it as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise _error(path, f"is not TOML: {error}", right) from None
    if not isinstance(labels, dict) or not all(isinstance(label, str) for label in labels.values()):
        raise _error(path, f"has no labels for {document}", right)
    return labels


def _error(path: Path, message: str, hint: str | None = None) -> HexlawError:
    return HexlawError(Diagnostic("labels", "error", message, Place(str(path)), hint))
