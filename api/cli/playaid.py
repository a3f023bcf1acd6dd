"""Check a play aid against the rules that it summarises, claim by claim.

Each claim of a cell is supported, right in part, contradicted, in need of a rule that is not encoded, or not read, with the
situation and the derivation that show it. How the aid's columns read is data: the folder `playaids` of its rulebook.
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path

from api.cli.lint import FOUND
from api.settings import Settings
from ingest.diagnostics import Diagnostic, HexlawError, Place

EXAMPLES = """
  hexlaw playaid check tidewrack-play-aid.tsv
  hexlaw playaid check --rulebook asl --html checked.html --errata errata.md g13-play-aid.tsv
  hexlaw playaid check --write-baseline accepted.json g13-play-aid.tsv
  hexlaw playaid check --baseline accepted.json --json g13-play-aid.tsv
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("what", choices=("check",), help="what to do with the aid")
    parser.add_argument(
        "file", metavar="FILE", type=Path, help="the aid: tables in tab-separated lines, or a page of HTML"
    )
    parser.add_argument(
        "--rulebook", metavar="ID", help="whose aid it is (default: recognised by its first line)"
    )
    parser.add_argument("--json", action="store_true", help="the whole report as JSON")
    parser.add_argument(
        "--html",
        metavar="OUT",
        type=Path,
        help="write the aid with a mark at each claim, as one page of HTML",
    )
    parser.add_argument("--errata", metavar="OUT", type=Path, help="write an errata sheet in Markdown")
    parser.add_argument(
        "--baseline",
        metavar="FILE",
        type=Path,
        help="findings that are accepted: not told again; what needs a rule that is not encoded counts, too",
    )
    parser.add_argument(
        "--write-baseline",
        metavar="FILE",
        type=Path,
        help="accept what is found now, and write it to this file",
    )


def run(arguments: argparse.Namespace) -> int:
    """Check, print what was found; 4 if there is anything that is not accepted."""
    from api.cli.ingest import progress
    from api.ingestion import file_bytes
    from kb.playaids.aid import check_aid
    from kb.playaids.errata import errata
    from kb.playaids.record import new_findings, read_accepted, record_of, write_accepted

    settings = Settings.from_environment(os.environ)
    accepted = read_accepted(arguments.baseline) if arguments.baseline else None
    data = file_bytes(arguments.file, settings.max_file)
    with progress()("Checking") as so_far:
        report = check_aid(
            data,
            str(arguments.file),
            arguments.rulebook,
            watch=lambda done, of: so_far(f"{done} of {of} claims"),
        )
    new = new_findings(report, accepted)
    if arguments.html:
        from api.playaids import alone

        _write(arguments.html, alone(report, accepted))
    if arguments.errata:
        _write(arguments.errata, errata(report, new))
    if arguments.write_baseline:
        write_accepted(report.findings, arguments.write_baseline)
        print(f"Wrote {arguments.write_baseline}: {_count(len(report.findings), 'finding')} accepted.")
        return 0
    if arguments.json:
        print(json.dumps(record_of(report, accepted), ensure_ascii=False, indent=1))
        return FOUND if new else 0
    from api.playaids import findings_lines

    for line in findings_lines(new):
        print(line)
    counts = ", ".join(f"{count} {verdict}" for verdict, count in report.counts().items() if count)
    print(f"{_count(len(new), 'finding')}; claims: {counts}")
    return FOUND if new else 0


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        message = f"cannot be written: {error.strerror}"
        raise HexlawError(Diagnostic("file", "error", message, Place(str(path)))) from None
