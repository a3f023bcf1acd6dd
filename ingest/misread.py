"""Characters that come of a text once read in a wrong encoding: "â‰¤" where "≤" stood."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest.codes import finding
from ingest.diagnostics import Diagnostic
from ingest.source import Source

# The bytes of one character in UTF-8, each read as a character of cp1252 or Latin-1.
_FURTHER = "[\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]"
_LEAD = re.compile("[\xc2-\xef]")  # quicker to look for
_MISREAD = re.compile(rf"[\xc2-\xdf]{_FURTHER}|[\xe0-\xef]{_FURTHER}{{2}}")
# What a rulebook may well have: letters with accents, dashes and quotes, arrows and signs.
_USUAL = re.compile("[\xa0-\u017f\u2010-\u2044\u2190-\u22ff\u25a0-\u27bf]")


def find_misread(source: Source) -> Iterator[Diagnostic]:
    """A finding for each such sequence where it first stands, with how often it does."""
    if _LEAD.search(source.text) is None:
        return
    first: dict[str, int] = {}
    counts: dict[str, int] = {}
    for match in _MISREAD.finditer(source.text):
        first.setdefault(match[0], match.start())
        counts[match[0]] = counts.get(match[0], 0) + 1
    for written, offset in first.items():
        meant = _meant(written)
        if meant is not None:
            often = f", {counts[written]} times" if counts[written] > 1 else ""
            message = f"“{written}” is “{meant}” read in a wrong encoding{often}"
            hint = "save the original as UTF-8 again"
            yield finding("misread-encoding", "warning", message, source, offset, hint=hint, evidence=written)


def _meant(written: str) -> str | None:
    """The one usual character that the sequence was, or None."""
    try:
        read = b"".join(_byte(character) for character in written).decode()
    except UnicodeError:
        return None
    return read if _USUAL.fullmatch(read) else None


def _byte(character: str) -> bytes:
    try:
        return character.encode("cp1252")
    except UnicodeEncodeError:
        return character.encode("latin-1")
