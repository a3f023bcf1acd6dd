"""List what can be said: the sentences that facts and questions are made of."""

from __future__ import annotations

import argparse
import os

from api.settings import Settings
from ontology.books import rulebook_ids

EXAMPLES = """
  hexlaw vocabulary
  hexlaw vocabulary reef
  hexlaw vocabulary tidewrack craft
  hexlaw vocabulary --rulebook tidewrack tide
  hexlaw vocabulary --json water obstacle
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "words",
        metavar="WORD",
        nargs="*",
        help="a rulebook first, perhaps; then only what these words all occur in",
    )
    parser.add_argument("--rulebook", metavar="ID", help="the rulebook (default: HEXLAW_RULEBOOK, else asl)")
    parser.add_argument("--json", action="store_true", help="one JSON list")


def run(arguments: argparse.Namespace) -> int:
    """Print the templates; the exit code."""
    from kb.answer import wordings
    from kb.wordings import marks_in

    settings = Settings.from_environment(os.environ)
    rulebook, search = arguments.rulebook, list(arguments.words)
    if rulebook is None and search and search[0] in rulebook_ids():
        rulebook = search.pop(0)
    found = wordings(rulebook or settings.rulebook, search)
    if arguments.json:
        import json

        print(json.dumps([wording.to_json() for wording in found], ensure_ascii=False, indent=2))
        return 0
    marks = marks_in(found)
    if marks:
        print(f"-- {'; '.join(f'{mark} {meaning}' for mark, meaning in marks)}")
    for wording in found:
        values = " / ".join(wording.values) or wording.unit or ""
        notes = [f"silence: {wording.silence}", f"* = {values}" if values else "", wording.statement or ""]
        print(f"{wording.sentences[0]}  [{'; '.join(note for note in notes if note)}]")
        for sentence in wording.sentences[1:]:
            print(f"    {sentence}")
        print(f"    e.g. {wording.fact}  {wording.question}")
    if not found:
        print(f"nothing can be said with {' '.join(search)}")
    return 0
