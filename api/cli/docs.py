"""Write a browsable site about the rules: a page for each with what it says and means, who cites it and what overrides it.

It works from a disk, without a server. Texts of rules are in it only where your own copies are ingested. OUT is replaced as
a whole when everything is written, in two renames between which it is away for an instant; a folder that holds anything
else is refused.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
from collections.abc import Sequence
from pathlib import Path

from api.settings import Settings
from api.told import MOST

EXAMPLES = """
  hexlaw docs site
  hexlaw docs site --rulebook asl --rulebook tidewrack
  hexlaw docs site --examples all
  hexlaw docs /var/www/rules --json
"""

OTHERWISE = 4


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("out", metavar="OUT", type=Path, help="the folder: empty, new, or a site made before")
    parser.add_argument(
        "--rulebook",
        metavar="ID",
        action="append",
        default=[],
        help="only this rulebook; may be given again (default: all that there are)",
    )
    parser.add_argument(
        "--examples",
        metavar="N",
        type=_examples,
        default=MOST,
        help=f"of how many cases that rest on a rule, besides its worked examples, to make pages, the plainest first; or "
        f"`all` (default: {MOST})",
    )
    parser.add_argument("--json", action="store_true", help="what was made, as one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Write the site; 4 if an example is answered otherwise than is recorded."""
    from api.docs.case_pages import CasePages, processors
    from api.docs.output import check
    from kb.collecting import uncollected
    from ontology.books import rulebook_ids

    settings = Settings.from_environment(os.environ)
    if arguments.rulebook:
        from api.rules import check_rulebook

        for rulebook in arguments.rulebook:
            check_rulebook(rulebook)
    rulebooks = [each for each in rulebook_ids() if not arguments.rulebook or each in arguments.rulebook]
    check(arguments.out.resolve())
    with uncollected():
        with CasePages(
            rulebooks, processors() - 1, arguments.examples
        ) as cases:  # begins now, before the graph has threads
            # What only pages of rules need is read while cases are asked already.
            from api.cli.ingest import progress
            from api.docs.output import drafted
            from api.docs.shelf import Shelf
            from api.docs.site import Site
            from kb.quotes import Quotes
            from kb.store import Store

            shelf = Shelf.of(
                Store.open_current(settings.home), Quotes.current(settings.home), arguments.examples
            )
            with progress()("Writing the site") as so_far, drafted(arguments.out) as draft:
                made = Site(shelf, rulebooks, draft.write, cases).make(so_far)
        gc.freeze()  # the process ends here: not to be looked through for dead cycles once more, which takes a second
    otherwise = [f"{each.rulebook} {case}" for each in made for case in each.otherwise]
    if arguments.json:
        done = {
            "out": str(arguments.out),
            "files": len(draft.files),
            "bytes": draft.size,
            "rulebooks": [each.to_json() for each in made],
        }
        print(json.dumps(done, ensure_ascii=False, indent=2))
    else:
        for each in made:
            print(
                f"{each.rulebook}: {_count(each.rules, 'rule')}, {each.external} more cited, "
                f"{_count(each.encodings, 'encoding')}, {_count(each.cases, 'example')}"
                + (f", {each.left_out} left out" if each.left_out else "")
            )
        print(f"Wrote {len(draft.files)} files to {arguments.out}; open {arguments.out / 'index.html'}")
        _tell(otherwise)
    return OTHERWISE if otherwise else 0


def _examples(text: str) -> int | None:
    if text == "all":
        return None
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no number of examples; write one, or `all`")
    return int(text)


def _tell(otherwise: Sequence[str]) -> None:
    for case in otherwise:
        print(f"answered otherwise than is recorded: {case}")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
