"""Show what has become of each statement of a rulebook, or with --mutate which changes to its encodings no case notices."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from api.settings import Settings

if TYPE_CHECKING:
    from kb.coverage import Coverage, Covered
    from kb.rulebook import Rulebook
    from kb.survivors import Tally

EXAMPLES = """
  hexlaw coverage
  hexlaw coverage tidewrack
  hexlaw coverage asl --chapter B21 --chapter "G13.4 to G13.43"
  hexlaw coverage asl --only open --json
  hexlaw coverage tidewrack --mutate
  hexlaw coverage asl --mutate --chapter G13.4 --sample 200 --seed 7 --jobs 2
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "rulebook", metavar="ID", nargs="?", help="the rulebook (default: HEXLAW_RULEBOOK, else asl)"
    )
    parser.add_argument(
        "--chapter",
        metavar="RULE",
        action="append",
        default=[],
        help='only this rule with all below it, a range ("G13.4 to G13.43"), or a statement; may be given again',
    )
    parser.add_argument(
        "--only", metavar="STATUS", help="list only the statements of this status: encoded, open, note, …"
    )
    parser.add_argument(
        "--mutate",
        action="store_true",
        help="take out and bend each encoding (of --chapter, else of what book.toml marks complete, else all) "
        "and list the changes that no shipped case notices",
    )
    parser.add_argument("--sample", metavar="N", type=_count, help="with --mutate: try only N changes, drawn")
    parser.add_argument(
        "--seed", metavar="S", type=int, default=0, help="with --sample: what they are drawn by"
    )
    parser.add_argument(
        "--jobs", metavar="N", type=_count, default=1, help="with --mutate: how many processes (default: 1)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is less than 1")
    return number


def run(arguments: argparse.Namespace) -> int:
    """Print the coverage or the survivors; 4 if more is open, or survives, than may be."""
    from ingest.diagnostics import Diagnostic, HexlawError, Place
    from kb.cache import rulebook_of
    from kb.coverage import STATUSES, counts_of, coverage_of
    from ontology.books import book_folder

    if arguments.only is not None and arguments.only not in STATUSES:
        known = ", ".join(STATUSES)
        message = f"there is no status {arguments.only!r}"
        raise HexlawError(Diagnostic("unknown-status", "error", message, Place("the command line"), known))
    settings = Settings.from_environment(os.environ)
    rulebook = arguments.rulebook or settings.rulebook
    book = rulebook_of(rulebook)
    found = coverage_of(rulebook, book_folder(rulebook), book.contents)
    if arguments.mutate:
        return _mutate(book, found, arguments)
    chosen = found.chosen(arguments.chapter)
    rows = [row for row in found.rows if not arguments.chapter or row.id in chosen]
    unfinished = found.unfinished()
    listed = [row for row in rows if arguments.only in (None, row.status)]
    if arguments.json:
        _print_json(found.to_json(rows, listed))
        return 4 if unfinished else 0
    width = max((len(row.id) for row in listed), default=0)
    for row in listed:
        place = f"{row.file}:{row.line}" if row.line else row.file or ""
        print(
            f"{row.id:<{width}}  {row.status:<13}  {place}{': ' if row.why else ''}{row.why or ''}".rstrip()
        )
    if listed:
        print()
    if not found.rows:
        print(f"no statements are known: {rulebook} has neither outlines nor texts in its folder sources")
    for document, of in counts_of(rows).items():
        said = ", ".join(
            f"{number} {status} ({_percent(number, sum(of.values()))})" for status, number in of.items()
        )
        print(f"{document}: {sum(of.values())} statements: {said}")
    print(_share_line(rows))
    if found.complete:
        marked = ", ".join(found.complete)
        print(f"marked complete: {marked}: {len(unfinished)} open")
    for row in unfinished:
        print(f"{row.id} is open, but its rule is marked complete", file=sys.stderr)
    return 4 if unfinished else 0


def _share_line(rows: Sequence[Covered]) -> str:
    from kb.coverage import share_of

    share = share_of(rows)
    over = "over" if share["percent"] > share["bar"] else "within"
    line = f"not encodable: {share['statements']} of {share['of']} ({share['percent']} %), {over} the bar of {share['bar']} %"
    return f"{line}; {share['in_part']} more in part" if share["in_part"] else line


def _percent(number: int, of: int) -> str:
    return f"{round(100 * number / of)} %"


# -- mutation -----------------------------------------------------------------------------------------------------


def _mutate(book: Rulebook, found: Coverage, arguments: argparse.Namespace) -> int:
    from kb.cases import shipped_cases
    from kb.survivors import BAR, tally_of
    from ontology.books import book_folder

    rulebook = book.id
    parts = arguments.chapter or list(found.complete)
    inside = found.chosen(parts)

    def progress(done: int, of: int, survived: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{done} of {of} changes, {survived} survived", end="", file=sys.stderr, flush=True)
            if done == of:
                print(file=sys.stderr)

    result = tally_of(
        rulebook,
        book.contents,
        shipped_cases(book_folder(rulebook)),
        within=inside.__contains__ if parts else lambda statement: True,
        sample=arguments.sample,
        seed=arguments.seed,
        jobs=arguments.jobs,
        progress=progress,
    )
    enough = result.score >= BAR
    if arguments.json:
        _print_json(_tally_json(rulebook, parts, result))
        return 0 if enough else 4
    statement = ""
    for mutant in result.survivors:
        head = " + ".join(mutant.statements)
        if head != statement:
            print(head)
            statement = head
        print(f"  {mutant.file}:{mutant.line}: {mutant.change}")
    if result.survivors:
        print()
    for name in result.unnoticed:
        print(f"{name}: no case notices when it is left out")
    for name in result.unasked:
        print(f"the case {name} was not asked: it takes too long")
    where = f" of {', '.join(parts)}" if parts else ""
    noticed = len(result.outcomes) - len(result.survivors)
    cases = f"{result.cases} case{'' if result.cases == 1 else 's'}"
    print(
        f"{rulebook}{where}: {noticed} of {len(result.outcomes)} changes noticed by {cases}"
        f" ({result.refused} of them refused by the loader): {result.score:.1f} %, bar {BAR} %"
    )
    return 0 if enough else 4


def _tally_json(rulebook: str, parts: Sequence[str], result: Tally) -> dict[str, Any]:
    from kb.survivors import BAR

    return {
        "rulebook": rulebook,
        "parts": list(parts),
        "cases": result.cases,
        "unasked": list(result.unasked),
        "changes": len(result.outcomes),
        "refused": result.refused,
        "score": round(result.score, 1),
        "bar": BAR,
        "survivors": [
            {
                "statements": list(mutant.statements),
                "id": mutant.id,
                "kind": mutant.kind,
                "change": mutant.change,
                "file": mutant.file,
                "line": mutant.line,
            }
            for mutant in result.survivors
        ],
        "unnoticed": list(result.unnoticed),
    }


def _print_json(value: object) -> None:
    import json

    print(json.dumps(value, ensure_ascii=False, indent=2))
