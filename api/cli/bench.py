"""Measure how fast Hexlaw is on this machine, against what it is held to.

`ingest` reads a document from its bytes to its records, and the same bytes with beautifulsoup4 and lxml alone, in turn:
it may take at most 3 times as long. Then it measures the memory for the file repeated byte for byte, 1, 10 and 100 times:
it has to grow no faster than the file. Without a FILE it takes the largest page among your originals (HEXLAW_SOURCES),
else the largest that is shipped.

`ask` puts different questions, made by a seed from a rulebook's `bench.toml`: the verdict with its proof from facts
already read, from English to the JSON answer, and both with renamed copies of the rules loaded; beside clingo where that is
installed, and how long `hexlaw ask` takes from a cold start. `load` reads every rulebook from its files. `http` starts a
service on loopback and asks it the questions of `ask`, one after the other and several at once.
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path

from api.cli.options import document_option
from api.settings import Settings
from ingest.diagnostics import Diagnostic, HexlawError, Place

EXAMPLES = """
  hexlaw bench ingest
  hexlaw bench ingest g13-beaches.html
  hexlaw bench ingest --json --rounds 50 --copies 1,10 g13-beaches.html
  hexlaw bench ask --questions 2000 --renamed 1000
  hexlaw bench ask --json --seed 7 --renamed 0
  hexlaw bench load
  hexlaw bench http --questions 2000
"""

OVER = 4


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "what",
        metavar="WHAT",
        choices=("ingest", "ask", "load", "http"),
        help="what to measure: ingest, ask, load or http",
    )
    parser.add_argument("file", metavar="FILE", nargs="?", type=Path, help="a document of a rulebook")
    document_option(parser, "what the file is, if it is not recognised")
    parser.add_argument("--rounds", metavar="N", default="15", help="how often each is timed (default: 15)")
    parser.add_argument(
        "--copies",
        metavar="N,N…",
        default="1,10,100",
        help="how often the file is repeated when memory is measured (default: 1,10,100; none: no memory)",
    )
    parser.add_argument(
        "--rulebook", metavar="ID", help="the rulebook that is asked (default: HEXLAW_RULEBOOK, else asl)"
    )
    parser.add_argument("--questions", metavar="N", default="2000", help="how many questions (default: 2000)")
    parser.add_argument(
        "--seed", metavar="N", type=int, default=1, help="what the questions are made by (default: 1)"
    )
    parser.add_argument(
        "--renamed",
        metavar="N",
        default="1000",
        help="renamed copies of the rules to load (default: 1000; 0: none)",
    )
    parser.add_argument("--json", action="store_true", help="the figures as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Measure, print the figures; 4 if one is over its limit."""
    if arguments.what != "ingest":
        return _asked_or_loaded(arguments)
    from api.bench.ingesting import as_data, bench_ingest, render
    from api.cli.ingest import progress
    from api.ingestion import read_documents

    settings = Settings.from_environment(os.environ)
    rounds = _whole("--rounds", arguments.rounds)
    copies = (
        []
        if arguments.copies == "none"
        else [_whole("--copies", number) for number in arguments.copies.split(",")]
    )
    path = arguments.file or _default(settings)
    [document] = read_documents([path], settings, as_document=arguments.as_document)
    with progress()("Measuring"):
        bench = bench_ingest(path, path.read_bytes(), document, rounds, sorted(set(copies)))
    print(json.dumps(as_data(bench), ensure_ascii=False, indent=2) if arguments.json else render(bench))
    return 0 if bench.holds else OVER


def _asked_or_loaded(arguments: argparse.Namespace) -> int:
    from api.cli.ingest import progress

    settings = Settings.from_environment(os.environ)
    if arguments.what == "ask":
        from api.bench import asking

        count = _whole("--questions", arguments.questions, 100_000)
        renamed = 0 if arguments.renamed == "0" else _whole("--renamed", arguments.renamed, 10_000)
        with progress()("Measuring"):
            asked = asking.bench_ask(arguments.rulebook or settings.rulebook, count, arguments.seed, renamed)
        print(_json(asking.as_data(asked)) if arguments.json else asking.render(asked))
        return 0 if asked.holds else OVER
    if arguments.what == "http":
        from api.bench import serving

        count = _whole("--questions", arguments.questions, 100_000)
        with progress()("Measuring"):
            served = serving.bench_http(arguments.rulebook or settings.rulebook, count, arguments.seed)
        print(_json(serving.as_data(served)) if arguments.json else serving.render(served))
        return 0 if served.holds else OVER
    from api.bench import loading

    with progress()("Measuring"):
        loaded = loading.bench_load()
    print(_json(loading.as_data(loaded)) if arguments.json else loading.render(loaded))
    return 0 if loaded.holds else OVER


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2)


def _default(settings: Settings) -> Path:
    """The largest HTML page among the originals, else among what is shipped."""
    from api.ingestion import files_in, shipped_files

    originals = files_in(settings.sources) if settings.sources and settings.sources.is_dir() else []
    for files in (originals, shipped_files()):
        pages = [path for path in files if path.suffix.lower() in (".html", ".htm")]
        if pages:
            return max(pages, key=lambda path: path.stat().st_size)
    raise _error("bench-file", "there is no page to measure with", "FILE", "name one")


def _whole(option: str, text: str, most: int = 1000) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= most:
        raise _error("bench-number", f"{text!r} is no number from 1 to {most}", option, "such as 10")
    return int(text)


def _error(code: str, message: str, where: str, hint: str | None = None) -> HexlawError:
    return HexlawError(Diagnostic(code, "error", message, Place(where), hint))
