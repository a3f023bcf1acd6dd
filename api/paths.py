"""The path of a rule: ids that differ in case alone (`37.a`, `37.A`) get paths that differ without it too.

A `~` stands before and after each run of small letters: `37.~a~`, `37.T2.~res~NE`. Ids have no `~`. The names of files are
made in the same way.
"""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
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


def anchor_of(part: str) -> str:
    """The place on a rule's page of a statement, exception clause or example; `G13.4-s3 #2` is at that of `G13.4-s3`."""
    return re.sub(r"\s", "_", part.partition(" #")[0])


def rule_of_part(part: str) -> str:
    """The rule in which a statement or another record stands, by its id: `G13.4` for `G13.4-s3`, `G13.4-s3 #2` and itself."""
    return _PART.sub("", part.partition(" #")[0])


def part_address(rule: str, part: str) -> str:
    """The address of a part of the rule that is at `rule`: of a statement, exception clause or example its place there."""
    found = _PART.search(part.partition(" #")[0])
    return f"{rule}#{quote(anchor_of(part), safe='')}" if found and found[1] in "sxge" else rule


def file_stem(rule: str) -> str:
    """A name for the file of a rule, which no disk refuses or takes for that of another one."""
    return _file_name(segment_of(rule), rule)


@lru_cache(maxsize=50_000)  # every page of a site leads to the same rulebook, and to many of the same cases
def name_stem(name: str) -> str:
    """The same for a name, which as a rule is in small letters: here the capitals are marked."""
    return _file_name(_CAPITALS.sub(r"~\g<0>~", name), name)


def _file_name(marked: str, identifier: str) -> str:
    name = quote(marked, safe="~")
    if name.partition(".")[0].upper() in _RESERVED:
        name = f"~{name}"
    if len(name) > _LONGEST:
        name = f"{name[:_LONGEST]}~{hashlib.sha256(identifier.encode()).hexdigest()[:16]}"
    return name.rstrip(".") + "~" * (len(name) - len(name.rstrip(".")))


_LONGEST = 180
_RESERVED = {
    "STATIC",
    "CON",
    "PRN",
    "AUX",
    "NUL",
    *(f"{name}{n}" for name in ("COM", "LPT") for n in range(1, 10)),
}
_CAPITALS = re.compile(r"[A-Z]+")
_PART = re.compile(r"-([a-z])\d{1,4}$")
_SMALL = re.compile(r"[a-z]+")
_MARKED = re.compile(r"~([A-Za-z]+)~")
