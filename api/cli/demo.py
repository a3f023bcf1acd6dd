"""See Hexlaw at work: ingest the shipped sources, answer an example question, leave the service running.

Originals in HEXLAW_SOURCES, or in ../shared/sources beside a checkout, are ingested too.
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import sys
from pathlib import Path

from api import example
from api.cli.serve import port
from api.settings import Settings
from ingest.diagnostics import Diagnostic, HexlawError, Place

EXAMPLES = """
  hexlaw demo
  HEXLAW_SOURCES=~/rulebooks hexlaw demo --port 9000
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "--port",
        metavar="N",
        type=port,
        help="the service's port (default: HEXLAW_PORT, else 8321), or the next free one",
    )


def run(arguments: argparse.Namespace) -> int:
    """Ingest, ask, start the service; the exit code."""
    settings = Settings.from_environment(os.environ)
    _ingest(settings)
    _ask(settings)
    _serve(settings, settings.port if arguments.port is None else arguments.port)
    return 0


def _ingest(settings: Settings) -> None:
    from api.cli.ingest import progress
    from api.ingestion import counts, files_in, ingest_recognised, shipped_files

    originals = []
    if settings.sources is not None:
        try:
            originals = files_in(settings.sources)
        except OSError as error:
            message = f"HEXLAW_SOURCES is not a folder that can be read: {error.strerror}"
            raise HexlawError(Diagnostic("sources", "error", message, Place(str(settings.sources)))) from None
    done, left_out = ingest_recognised([*shipped_files(), *originals], settings, progress=progress())
    print("Ingested:")
    for document in done.documents:
        print(f"  {counts(document)}")
    outlines = ", ".join(f"{outline.rulebook}:{outline.document}" for outline in done.outlines)
    print(f"  and the outlines of {outlines or 'no document'}")
    if settings.sources is None:
        print("Originals: none found; HEXLAW_SOURCES may name a folder with your own copies, to be quoted.")
    else:
        print(f"Originals: from {settings.sources}")
        for path, why in left_out:
            print(f"  left out {path.name}: {why.message}")
    print(f"The graph is at generation {done.generation}, in {settings.home}.")


def _ask(settings: Settings) -> None:
    from api.cli.ask import answer_of, show_answer

    facts = [f"  --fact {shlex.quote(fact)} \\" for fact in example.FACTS]
    print(
        "",
        f"$ hexlaw ask --rulebook {example.RULEBOOK} \\",
        *facts,
        f"  {shlex.quote(example.QUESTION)}",
        "",
        sep="\n",
    )
    show_answer(answer_of(example.request(), settings))


def _serve(settings: Settings, wanted: int) -> None:
    from api.process import running, start

    print()
    service = running(settings.home)
    if service is not None:
        print(f"The service runs already, at {service.address}")
    else:
        service = start(settings.home, settings.host, wanted)
        if service.port != wanted and wanted:
            print(f"Port {wanted} is taken; {service.port} is the next free one.")
        print(f"The service runs at {service.address}")
    print(f"`{_me()} stop` stops it.")


def _me() -> str:
    """How this command is called: by its name where the shell finds it, else as it was called now."""
    called = Path(sys.argv[0])
    found = shutil.which("hexlaw")
    if called.name != "hexlaw" or (found and Path(found).resolve() == called.resolve()):
        return "hexlaw"
    return shlex.quote(str(called))
