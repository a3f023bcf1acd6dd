"""The path of a rule: ids that differ in case alone (`37.a`, `37.A`) get paths that differ without it too.

A `~` stands before and after each run of small letters: `37.~a~`, `37.T2.~res~NE`. Ids have no `~`.
"""

from __future__ import annotations

import re
from urllib.parse import quote


def rule_path(rulebook: str, rule: str) -> str:
    """The path at which the service has a rule."""
    return f"/rules/{quote(rulebook, safe='')}/{quote(segment_of(rule), safe='')}"


def segment_of(rule: str) -> str:
    """The last segment of that path, not percent-encoded."""
    return _SMALL.sub(r"~\g<0>~", rule)


def rule_of(segment: str) -> str:
    """The id that such a segment names; one that is written as the id itself names it too."""
    return _MARKED.sub(lambda marked: marked[1].lower(), segment)


_SMALL = re.compile(r"[a-z]+")
_MARKED = re.compile(r"~([A-Za-z]+)~")
