"""Use a service steadily for a while: count what fails, time every answer, watch its memory.

It starts a service of its own on loopback, with what is shipped ingested into a home of its own, and sends it questions
of every rulebook, why-not, odds, rules in each form, search, citations, pictures and SPARQL, mixed by a seed. The time of
an answer counts from when its request was due. Memory is judged where at least two minutes were measured after the
warm-up, which is a third of the time and at most five minutes; all that is asked has then been asked before, the cases often.
"""

from __future__ import annotations

import argparse
import json
import math

from ingest.diagnostics import Diagnostic, HexlawError, Place

EXAMPLES = """
  hexlaw soak
  hexlaw soak --minutes 30 --rate 50
  hexlaw soak --minutes 0.1 --rate 20 --json
"""

FAILED = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--minutes", metavar="N", default="30", help="how long (default: 30)")
    parser.add_argument("--rate", metavar="N", default="50", help="requests a second (default: 50)")
    parser.add_argument(
        "--seed", metavar="N", type=int, default=1, help="what the requests are made by (default: 1)"
    )
    parser.add_argument("--json", action="store_true", help="what was found as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Soak, print what was found; 1 where anything failed or the memory grew."""
    from api.bench.soaking import as_data, render, soak
    from api.cli.ingest import progress

    minutes, rate = _number("--minutes", arguments.minutes, 1440), _number("--rate", arguments.rate, 1000)
    with progress()("Soaking"):
        found = soak(minutes * 60, rate, arguments.seed)
    print(json.dumps(as_data(found), ensure_ascii=False, indent=2) if arguments.json else render(found))
    return 0 if found.holds else FAILED


def _number(option: str, text: str, most: int) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value <= most:
        message = f"{text!r} is no number above 0 and up to {most}"
        raise HexlawError(Diagnostic("soak-number", "error", message, Place(option), "such as 10"))
    return value
