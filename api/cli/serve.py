"""Run the HTTP service in the foreground; Ctrl-C or `hexlaw stop` ends it."""

from __future__ import annotations

import argparse
import contextlib
import math
import os
import sys

from api.process import Running, listen, registered
from api.settings import Settings

_TURN = 0.001
"""The seconds for which a thread may keep the others waiting."""

EXAMPLES = """
  hexlaw serve
  hexlaw serve --port 9000
  curl -s localhost:8321/health
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "--host", metavar="ADDRESS", help="the address to listen on (default: HEXLAW_HOST, else 127.0.0.1)"
    )
    parser.add_argument(
        "--port", metavar="N", type=port, help="the port to listen on (default: HEXLAW_PORT, else 8321)"
    )
    parser.add_argument(
        "--next-free", action="store_true", help="take the next free port if that one is taken"
    )


def port(text: str) -> int:
    """A port number from 1 to 65535, or 0 for any that is free."""
    number = int(text) if text.isascii() and text.isdigit() else -1
    if not 0 <= number <= 65_535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port; it must be a whole number from 0 to 65535")
    return number


def run(arguments: argparse.Namespace) -> int:
    """Serve until stopped; the exit code."""
    settings = Settings.from_environment(os.environ)
    wanted = settings.port if arguments.port is None else arguments.port
    with listen(arguments.host or settings.host, wanted, or_next=arguments.next_free) as bound:
        host, actual = bound.getsockname()[:2]
        service = Running(os.getpid(), host, actual)
        with registered(settings.home, service):
            import uvicorn

            from api.app import create_app
            from api.connection import Connection
            from api.memory import give_back_memory
            from kb.collecting import collect_seldom

            # A question that takes long is answered in a thread: the loop gets its turn beside it soon.
            sys.setswitchinterval(_TURN)
            give_back_memory()
            _load()
            # What is loaded stays, and an answer leaves little for the collector to find.
            collect_seldom()
            print(f"Hexlaw listens on {service.address}", flush=True)
            config = uvicorn.Config(
                create_app(settings),
                http=Connection,
                log_level="warning",
                server_header=False,
                access_log=False,
                timeout_graceful_shutdown=math.ceil(settings.time_limit) + 1,  # what is in work is answered
            )
            uvicorn.Server(config).run(sockets=[bound])
    return 0


def _load() -> None:
    """Load every rulebook, so that the first question waits for none; one that cannot be used says so when it is asked."""
    from ingest.diagnostics import HexlawError
    from kb.cache import rulebook_of
    from ontology.books import rulebook_ids
    from ontology.errors import OntologyError

    for rulebook in rulebook_ids():
        with contextlib.suppress(HexlawError, OntologyError):
            rulebook_of(rulebook)
