"""Check the files of a rulebook, those of its play aids among them: every problem at once, with its place and what is right."""

from __future__ import annotations

import argparse
import os
import sys

from api.settings import Settings

EXAMPLES = """
  hexlaw check
  hexlaw check tidewrack
  HEXLAW_RULEBOOKS=~/rulebooks hexlaw check mine
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "rulebook", metavar="ID", nargs="?", help="the rulebook (default: HEXLAW_RULEBOOK, else asl)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print what is wrong, and how much was read; 2 if there are errors."""
    from kb.answer import problems_of

    settings = Settings.from_environment(os.environ)
    rulebook = arguments.rulebook or settings.rulebook
    found, rules, templates = problems_of(rulebook)
    if not any(diagnostic.severity == "error" for diagnostic in found):
        from kb.playaids.soundness import mapping_problems

        found = [*found, *mapping_problems(rulebook)]
    for diagnostic in found:
        print(diagnostic, file=sys.stderr)
    errors = sum(diagnostic.severity == "error" for diagnostic in found)
    print(
        f"{rulebook}: {rules} rules, {templates} templates, {errors} errors, {len(found) - errors} other findings"
    )
    return 2 if errors else 0
