"""Ask a question about some facts, and see what the answer rests on."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from api.settings import Settings
from ingest.diagnostics import Diagnostic, HexlawError, Place
from kb.collecting import hardly_collected

EXAMPLES = """
  hexlaw ask --rulebook asl --fact "Hex 1079 is an OCEAN hex." --fact "The slope of the Beach is Slight." \\
      --fact "Hex 1079 is 2 hexes from the nearest Beach hex." --fact "T1 is a truck." \\
      "Is hex 1079 a Water Obstacle to T1?"
  hexlaw ask --rulebook tidewrack "Hex 2M4 is a marsh hex. Its height is 3. The tide is High. Is hex 2M4 flooded?"
  hexlaw ask --facts scenario.txt --short "Is hex 1079 a Water Obstacle to T1?"
  hexlaw ask --facts scenario.txt --svg why.svg "Is hex 1079 a Water Obstacle to T1?"
  hexlaw ask --facts - --json "Is hex 1079 a Water Obstacle to T1?" < scenario.txt
"""

NOT_UNDERSTOOD = 3


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("question", help="the question, as one argument; sentences before it are facts")
    parser.add_argument(
        "--rulebook", metavar="ID", help="the rulebook to ask (default: HEXLAW_RULEBOOK, else asl)"
    )
    parser.add_argument(
        "--fact", metavar="SENTENCE", action="append", default=[], help="a fact; may be given many times"
    )
    parser.add_argument(
        "--facts",
        metavar="FILE",
        action="append",
        default=[],
        help="facts from a file, `-` for standard input: a fact a line, # comments; or a JSON list",
    )
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help="the whole answer as JSON")
    shape.add_argument(
        "--full", action="store_true", help="the full derivation as plain text (default unless on a terminal)"
    )
    shape.add_argument("--lines", action="store_true", help="one line per rule")
    shape.add_argument("--short", action="store_true", help="one sentence with citations")
    parser.add_argument(
        "--svg", metavar="OUT", type=Path, help="write its derivation as a picture, too (SVG)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Ask, print the answer; the exit code."""
    with hardly_collected():
        return _asked(arguments)


def _asked(arguments: argparse.Namespace) -> int:
    settings = Settings.from_environment(os.environ)
    request = {
        "rulebook": arguments.rulebook or settings.rulebook,
        "facts": arguments.fact + [fact for name in arguments.facts for fact in _read(name)],
        "question": arguments.question,
    }
    answer = answer_of(request, settings)
    _renderer(arguments)(answer)
    if arguments.svg is not None and answer.get("answer") != "not understood":
        _write_picture(arguments.svg, answer)
    if answer.get("answer") != "not understood":
        return 0
    if not arguments.json and not all(part.get("nearest") for part in answer["not_understood"]):
        print(f"`hexlaw vocabulary {request['rulebook']} WORD …` lists what can be said.", file=sys.stderr)
    return NOT_UNDERSTOOD


def answer_of(request: Mapping[str, Any], settings: Settings) -> dict[str, Any]:
    """The answer, with quotes of the user's edition where there is one."""
    from kb.answer import ask
    from kb.quotes import Quotes

    return ask(
        request,
        quotes=Quotes.current(settings.home),
        time_limit=settings.time_limit,
        most_facts=settings.max_facts,
    )


def show_answer(answer: Mapping[str, Any]) -> None:
    """Print an answer with its derivation: a coloured tree on a terminal, else plain text."""
    if sys.stdout.isatty():
        from api.cli.tree import print_answer

        print_answer(answer)
    else:
        from kb.explain import render_full

        print(render_full(answer))


def _renderer(arguments: argparse.Namespace) -> Callable[[Mapping[str, Any]], None]:
    if arguments.json:
        return _print_json
    if not (arguments.full or arguments.lines or arguments.short):
        return show_answer
    from kb.explain import render_full, render_lines, render_sentence

    render = render_full if arguments.full else render_lines if arguments.lines else render_sentence
    return lambda answer: print(render(answer))


def _print_json(answer: Mapping[str, Any]) -> None:
    import json

    print(json.dumps(answer, ensure_ascii=False, indent=2))


def _write_picture(path: Path, answer: Mapping[str, Any]) -> None:
    from kb.derivation_picture import derivation_svg

    try:
        path.write_text(derivation_svg(answer), encoding="utf-8")
    except OSError as error:
        message = f"cannot be written: {error.strerror}"
        raise HexlawError(Diagnostic("svg-file", "error", message, Place(str(path)))) from None


def _read(name: str) -> list[Any]:
    from api.facts import facts_of_file

    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        place = Place(name)
        raise HexlawError(
            Diagnostic("facts-file", "error", f"cannot be read: {error.strerror}", place)
        ) from None
    return facts_of_file("standard input" if name == "-" else name, data)
