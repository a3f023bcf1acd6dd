"""The command `hexlaw`: picks a command, imports only that one, and turns every error into a message.

A cold `hexlaw ask` spends most of its time importing, so nothing here imports more than the standard library.
"""

from __future__ import annotations

import argparse
import importlib
import io
import os
import sys
from collections.abc import Sequence
from typing import Protocol

# In the order in which `hexlaw --help` lists them.
COMMANDS = {
    "demo": "ingest the shipped sources, answer an example question, start the service",
    "ask": "ask a question about some facts",
    "show": "show a rule: its text, what it means, who cites it",
    "ingest": "read rulebooks into the graph",
    "outline": "write the outline of a document: its numbers, references and hashes, no prose",
    "lint": "find what is wrong in the text and references of documents",
    "playaid": "check a play aid against the rules that it summarises",
    "compare": "compare two editions of a document",
    "export": "export records as JSON Lines or CSV, or the graph as Turtle, TriG or JSON-LD",
    "docs": "write a browsable site about the rules, which works from a disk",
    "vocabulary": "list what can be said in facts and questions",
    "bench": "measure ingest, asking, loading and the service against their limits of time and memory",
    "soak": "use a service steadily for a while: what fails, how long answers take, does it grow",
    "check": "check the files of a rulebook",
    "fmt": "print rules files in their one form",
    "coverage": "show what has become of each statement of a rulebook, and what no case notices",
    "selfcheck": "hold the reasoner against a slow evaluator, clingo and HermiT on random scenarios",
    "serve": "run the HTTP service in the foreground",
    "mcp": "serve tools for assistants over standard input and output",
    "stop": "stop the running service",
    "completion": "print a script with which a shell completes commands, options, rulebooks and rule numbers",
}

EXIT_CODES = """exit codes:
  0    done; for `ask`, an answer, be it undetermined or a conflict
  1    `compare` found a difference, `soak` an error or growing memory; else something unexpected, a fault of Hexlaw
  2    the command line or an input cannot be used; the message says what would be right
  3    `ask` did not understand a fact or the question
  4    `lint` or `playaid` found something that is not accepted, `bench` measured more than its limit,
       `fmt --check` found a file in another form, `coverage` found more open, or more surviving, than may be,
       `selfcheck` found a difference, `docs` an example that is answered otherwise than is recorded
  130  interrupted"""


class Command(Protocol):
    """What each module of this folder offers."""

    __doc__: str | None
    EXAMPLES: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""

    def run(self, arguments: argparse.Namespace) -> int:
        """Do the command's work; the exit code. Bad input raises HexlawError."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command with these arguments (those of the process unless given); the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    debug = os.environ.get("HEXLAW_DEBUG", "") not in ("", "0")
    try:
        code = _run(list(sys.argv[1:] if argv is None else argv), debug)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        # Whoever read our output has gone; leave quietly, and give the interpreter nothing to flush at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("hexlaw: interrupted", file=sys.stderr)
        return 130
    except Exception as error:
        if debug:
            raise
        message = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        print(f"hexlaw: unexpected error: {message}", file=sys.stderr)
        print("hexlaw: HEXLAW_DEBUG=1 in the environment shows where it came from", file=sys.stderr)
        return 1


def _run(words: Sequence[str], debug: bool) -> int:
    if not words or words[0] in ("-h", "--help", "help"):
        print(_overview())
    elif words[0] in ("-V", "--version"):
        print(_version())
    elif words[0] in COMMANDS:
        return _command_code(words[0], words[1:], debug)
    else:
        print(_unknown(words[0]), file=sys.stderr)
        return 2
    return 0


def _command_code(name: str, words: Sequence[str], debug: bool) -> int:
    """Run the command; bad input is printed, as a traceback only if that is asked for."""
    from ingest.diagnostics import HexlawError
    from ontology.errors import OntologyError

    try:
        command = _command(name)
        # Intermixed, so that files may stand before, between and behind options.
        return command.run(_parser(name, command).parse_intermixed_args(words))
    except SystemExit as leaving:  # argparse has printed the help or an error
        return leaving.code if isinstance(leaving.code, int) else 0
    except (HexlawError, OntologyError) as error:
        if debug:
            raise
        print(error, file=sys.stderr)
        return 2


def parser_of(name: str) -> argparse.ArgumentParser:
    """The argument parser of a command, its examples and exit codes at the end of its help."""
    return _parser(name, _command(name))


def _command(name: str) -> Command:
    module: object = importlib.import_module(f"api.cli.{name}")
    return module  # type: ignore[return-value]  # each module of this folder is a Command, which a test holds


def _parser(name: str, command: Command) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=f"hexlaw {name}",
        description=command.__doc__,
        epilog=f"examples:\n{command.EXAMPLES.strip(chr(10))}\n\n{EXIT_CODES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    command.add_arguments(parser)
    return parser


def _overview() -> str:
    width = max(map(len, COMMANDS))
    lines = [f"  {name:<{width}}  {summary}" for name, summary in COMMANDS.items()]
    return "\n".join(
        [
            "usage: hexlaw COMMAND …",
            "",
            "Answers questions about wargame rules and shows its work.",
            "",
            *lines,
            "",
            "`hexlaw COMMAND --help` has examples; `hexlaw --version` prints the version.",
            "",
            EXIT_CODES,
        ]
    )


def _version() -> str:
    from api.version import version

    return f"hexlaw {version()}"


def _unknown(word: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(word, COMMANDS, n=1)
    meant = f"; did you mean `hexlaw {near[0]}`?" if near else "."
    return f"hexlaw: there is no command {word!r}{meant} `hexlaw --help` lists them."


if __name__ == "__main__":
    sys.exit(main())
