"""Show a rule: its text or its outline, what it means, where it points, who cites it.

The id of a statement, exception clause or example, as derivations name it, shows that part alone.
"""

from __future__ import annotations

import argparse
import os
import sys
import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from api.settings import Settings

if TYPE_CHECKING:
    from kb.rulepage import RulePage, SegmentView

EXAMPLES = """
  hexlaw show G13.4
  hexlaw show 13.401
  hexlaw show G13.4-s3
  hexlaw show --rulebook tidewrack T4.2
  hexlaw show G13.4 --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "number", metavar="NUMBER", help="the rule's number, such as G13.4; or of a part, G13.4-s3"
    )
    parser.add_argument("--rulebook", metavar="ID", help="its rulebook (default: HEXLAW_RULEBOOK, else asl)")
    parser.add_argument(
        "--json", action="store_true", help="the rule as JSON, as GET /rules/ID/NUMBER sends it"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the rule; the exit code."""
    from api.rules import find_rule_or_part, rule_document
    from kb.beside import Beside
    from kb.quotes import Quotes
    from kb.store import Store

    settings = Settings.from_environment(os.environ)
    store = Store.open_current(settings.home)
    page, part = find_rule_or_part(store, arguments.rulebook or settings.rulebook, arguments.number)
    document = rule_document(page, Beside(store.editions()), Quotes.current(settings.home))
    if arguments.json:
        import json

        print(json.dumps(document, ensure_ascii=False, indent=2))
        return 0
    for line in (
        _lines(page, document["encodings"]) if part is None else _part(page, part, document["encodings"])
    ):
        print(line)
    return 0


def _lines(page: RulePage, encodings: list[dict[str, Any]]) -> Iterator[str]:
    """The rule as text, headings in bold on a terminal."""
    yield from _head(page)
    if page.parent:
        yield f"in: {_named(page.parent)}"
    yield from _section("Statements", [_segment(each) for each in page.statements])
    yield from _section("Exceptions", [_segment(each) for each in page.exceptions])
    yield from _section("What it means", [f"{each['statements']}  {each['text']}" for each in encodings])
    yield from _section("Examples", [_segment(each) for each in page.examples])
    yield from _section("Parts", [_named(each) for each in page.children])
    yield from _section(
        "Points to",
        [
            f"“{each.text}”{' (a range)' if each.first and each.last else ''}: "
            + (", ".join(target.id for target in each.targets) or "leads nowhere")
            for each in page.references
        ],
    )
    yield from _section(
        "Cited by",
        [
            _named(each.rule) + (f" (through the range {each.text})" if each.through_range else "")
            for each in page.cited_by
        ],
    )
    yield from _outlined(page)


def _part(page: RulePage, part: str, encodings: list[dict[str, Any]]) -> Iterator[str]:
    """One statement, exception clause or example of the rule: its text, what qualifies it, what it means."""
    yield from _head(page)
    segments = [
        each
        for each in (*page.statements, *page.exceptions, *page.examples)
        if part in (each.id, each.qualifies)
    ]
    yield ""
    for each in segments:
        yield from _wrapped(_segment(each))
    meant = [each for each in encodings if part in each["statements"].replace(" + ", " ").split()]
    yield from _section("What it means", [f"{each['statements']}  {each['text']}" for each in meant])
    yield from _outlined(page)


def _head(page: RulePage) -> Iterator[str]:
    """Which rule this is, of which edition."""
    yield _bold(" ".join(filter(None, [page.id, page.title or page.label])))
    if page.edition is None:
        yield f"cited in {page.rulebook}, but in no document that is ingested"
    else:
        origin = "your copy" if page.edition.origin == "original" else "outline"
        yield f"{page.rulebook}, {page.edition.title} ({origin}, edition {page.edition.sha256[:12]})"
    if page.title and page.label:
        yield f"about: {page.label}"


def _outlined(page: RulePage) -> Iterator[str]:
    if any(each.text is None for each in page.statements):
        yield ""
        yield f"Only the outline of this rule is known; `hexlaw ingest` reads your own copy of {page.rulebook}."


def _section(heading: str, items: list[str]) -> Iterator[str]:
    if items:
        yield ""
        yield _bold(heading)
        for item in items:
            yield from _wrapped(item)


def _wrapped(item: str) -> Iterator[str]:
    yield textwrap.fill(
        item,
        width=100,
        initial_indent="  ",
        subsequent_indent="      ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def _segment(segment: SegmentView) -> str:
    to = f" to {segment.qualifies}" if segment.qualifies else ""
    return f"{segment.id}{to}  {segment.text or ''}".rstrip()


def _named(link: Any) -> str:
    name = link.label or link.title
    return " ".join(filter(None, [link.id, name, "(not ingested)" if link.external else ""]))


def _bold(text: str) -> str:
    return f"\033[1m{text}\033[0m" if sys.stdout.isatty() and not os.environ.get("NO_COLOR") else text
