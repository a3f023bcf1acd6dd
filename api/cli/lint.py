"""Find what is wrong in the text and the references of documents, without knowing what their rules mean.

Each finding has a stable code, a place and, where that is known, what would be right. Without a file, the shipped
Tidewrack is looked at. Documents of one rulebook are looked at together: name all that you have.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from api.cli.options import document_option
from api.settings import Settings

if TYPE_CHECKING:
    from ingest.lint import Finding

EXAMPLES = """
  hexlaw lint g13-beaches.html b21-water-obstacles.txt
  hexlaw lint --format sarif -o findings.sarif g13-beaches.html
  hexlaw lint --write-baseline accepted.json g13-beaches.html
  hexlaw lint --baseline accepted.json g13-beaches.html
  hexlaw lint --codes
"""

FOUND = 4


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("files", metavar="FILE", nargs="*", type=Path, help="a document of a rulebook")
    parser.add_argument(
        "--format",
        choices=("text", "json", "sarif"),
        default="text",
        help="text (default), json, or SARIF 2.1.0",
    )
    document_option(parser, "what the one file is, if it is not recognised")
    parser.add_argument(
        "--baseline", metavar="FILE", type=Path, help="findings that are accepted: not told again"
    )
    parser.add_argument(
        "--write-baseline",
        metavar="FILE",
        type=Path,
        help="accept what is found now, and write it to this file",
    )
    parser.add_argument(
        "--codes", action="store_true", help="print every code with its meaning, an example and the remedy"
    )
    parser.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="where to write (default: standard output)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Look, print what was found; 4 if there is anything that is not accepted."""
    from api.cli.export import write_out

    if arguments.codes:
        from ingest.checks.advice import table

        write_out([table()], arguments.output)
        return 0
    from api.cli.ingest import progress
    from api.ingestion import read_documents, shipped_files
    from ingest.baseline import not_accepted, read_baseline, write_baseline
    from ingest.lint import lint

    settings = Settings.from_environment(os.environ)
    accepted = read_baseline(arguments.baseline) if arguments.baseline else frozenset()
    files = arguments.files or shipped_files()
    spinner = progress()
    documents = read_documents(files, settings, as_document=arguments.as_document, progress=spinner)
    with spinner("Looking"):
        found = lint(documents)
    if arguments.write_baseline:
        write_baseline(found, arguments.write_baseline)
        print(f"Wrote {arguments.write_baseline}: {_count(len(found), 'finding')} accepted.")
        return 0
    told = not_accepted(found, accepted)
    write_out([_rendered(told, len(found) - len(told), arguments.format)], arguments.output)
    return FOUND if told else 0


def _rendered(findings: Sequence[Finding], accepted: int, form: str) -> str:
    if form == "text":
        return _text(findings, accepted)
    if form == "sarif":
        from api.sarif import sarif
        from api.version import version

        return json.dumps(sarif(findings, version()), ensure_ascii=False, indent=1) + "\n"
    from kb.export import row_of_finding

    rows = [row_of_finding(finding) for finding in findings]
    return json.dumps({"findings": rows, "accepted": accepted}, ensure_ascii=False, indent=1) + "\n"


def _text(findings: Sequence[Finding], accepted: int) -> str:
    lines = []
    for finding in findings:
        found = finding.diagnostic
        lines.append(f"{found.place}: {found.severity} {found.code}: {found.message}")
        where = [f"in {finding.rule}" if finding.rule else "", found.evidence or ""]
        lines.append("    " + ": ".join(filter(None, where)))
        if found.hint:
            lines.append(f"    right: {found.hint}")
    by_severity = Counter(finding.diagnostic.severity for finding in findings)
    parts = [_count(by_severity[name], name) for name in ("error", "warning", "note") if by_severity[name]]
    if accepted:
        parts.append(f"{accepted} accepted")
    lines.append(f"{_count(len(findings), 'finding')}{': ' if parts else ''}{', '.join(parts)}")
    return "\n".join(lines) + "\n"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
