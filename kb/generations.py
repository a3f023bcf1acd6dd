"""The folders a graph lives in: one for each generation, and a pointer to the current one.

    HOME/graph/current                    the name of the current generation, replaced as a whole
    HOME/graph/lock                       held by whoever builds (`kb.building`); says who
    HOME/graph/generations/000007-1f0c9a2e/
        generation.json                   format, previous generation, what is in it
        documents.jsonl                   one edition a line (`kb.kept`)
        quotes.json                       the texts of the originals (`kb.quotes`)
        store/                            the triples (`kb.store`)

What is promised: a name in `current` is that of a whole generation, whenever the builder is killed and even
if the machine stops, for everything is on disk before the pointer is replaced. Nobody writes into a
generation once it is named. A generation stays for a while after it was replaced, and the one before the
current one always, so that readers can move over.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

from ingest.diagnostics import Diagnostic, HexlawError, Place

FORMAT = 2
"""The version of what a generation holds; one more whenever an older program or file would be misread."""

MANIFEST = "generation.json"
DOCUMENTS = "documents.jsonl"
QUOTES = "quotes.json"
STORE = "store"

NAME = re.compile(r"\d{6,}-[0-9a-f]{8}")
"""The name of a generation: a number that grows, and what makes it unlike any other."""

Signature = tuple[int, int, int]


def graph_folder(home: Path) -> Path:
    """Where the graph lives under HEXLAW_HOME."""
    return home / "graph"


def pointer(home: Path) -> Path:
    """The file that names the current generation."""
    return graph_folder(home) / "current"


def folder(home: Path, generation: str) -> Path:
    """Where a generation lives."""
    return graph_folder(home) / "generations" / generation


def signature(home: Path) -> Signature | None:
    """What changes whenever another generation becomes current, at the price of one `stat`; None without a
    graph.
    """
    try:
        status = os.stat(f"{home}/graph/current")  # noqa: PTH116 - at each question, without making paths
    except (FileNotFoundError, NotADirectoryError):
        return None
    return status.st_mtime_ns, status.st_ino, status.st_size


def current(home: Path) -> str | None:
    """The name of the current generation, None without a graph; raises HexlawError where the pointer is
    damaged.
    """
    path = pointer(home)
    try:
        text = path.read_bytes()[:200].decode("ascii", "replace").strip()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise graph_error("graph-pointer", f"cannot be read: {error.strerror}", path) from error
    if not NAME.fullmatch(text):
        hint = "remove this file, then run `hexlaw ingest`"
        raise graph_error("graph-pointer", "does not name a generation of the graph", path, hint, text)
    if not folder(home, text).is_dir():
        hint = "remove this file, then run `hexlaw ingest`"
        raise graph_error("graph-pointer", f"names generation {text}, which is not there", path, hint)
    return text


def manifest(home: Path, generation: str) -> dict[str, Any]:
    """What `generation.json` says; raises HexlawError unless the generation is whole and of this program's
    format.
    """
    path = folder(home, generation) / MANIFEST
    try:
        data = json.loads(path.read_bytes())
        version = int(data["format"])
    except (OSError, ValueError, TypeError, KeyError) as error:
        hint = f"remove {pointer(home)}, then run `hexlaw ingest`"
        raise graph_error("graph-damaged", "is missing or damaged", path, hint) from error
    if version < FORMAT:
        message = f"the graph has format {version}, this program reads format {FORMAT}"
        raise graph_error("graph-older", message, path, "run `hexlaw ingest` again, with your files")
    if version > FORMAT:
        message = f"the graph has format {version}, this program reads format {FORMAT}"
        raise graph_error("graph-newer", message, path, "update hexlaw")
    return dict(data)


def graph_error(
    code: str, message: str, path: Path, hint: str | None = None, evidence: str | None = None
) -> HexlawError:
    """One thing that is wrong with the graph, and the file or folder it is wrong with."""
    return HexlawError(Diagnostic(code, "error", message, Place(str(path)), hint, evidence))
