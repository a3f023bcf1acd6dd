"""HTML as a sequence of tags and words, each with its exact place in the text.

Tree builders repair what they read and do not say where a word stood; every record here must point at its place. So
this is a scanner of our own. It drops nothing but comments, declarations, scripts and styles, takes a `<` that opens no
tag as the character it is, and reads any input in linear time (the patterns are possessive and bounded).
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

_TAG = re.compile(
    r"""<(?P<close>/?)(?P<name>[A-Za-z][A-Za-z0-9:-]{0,40}+)"""
    r"""(?P<rest>(?:[^<>"']++|"[^"]{0,2000}+"|'[^']{0,2000}+'){0,64})>"""
)
_ATTRIBUTE = re.compile(r"""([^\s=/"'<>]++)(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"'<>]++)))?""")
_ENTITY = re.compile(r"&(?:#\d{1,8}+|#[xX][0-9a-fA-F]{1,7}+|[A-Za-z][A-Za-z0-9]{0,40}+);?")
_RAW = {name: re.compile(rf"</{name}\s*+>", re.IGNORECASE) for name in ("script", "style")}
#: Elements that begin and end a block of text.
BLOCKS = frozenset(
    re.findall(
        r"\w+",
        """address article aside blockquote body caption center dd div dl dt fieldset figcaption figure footer form
        h1 h2 h3 h4 h5 h6 head header hr html li main nav ol p pre section table tbody td tfoot th thead title tr
        ul""",
    )
)


class Tag(NamedTuple):
    """One tag: its name in lower case, whether it closes, where it stands, its attributes and class names.

    The attributes are by lower-case name, entities resolved; the first of a name counts.
    """

    name: str
    closes: bool
    start: int
    end: int
    attributes: Mapping[str, str]
    classes: tuple[str, ...]


class Words(NamedTuple):
    """Readable text, entities resolved, from `[start, end)` of the source."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Cut:
    """The text breaks off inside something: a comment, a script or a tag that begins here and never ends."""

    what: str
    start: int


def scan(text: str) -> Iterator[Tag | Words | Cut]:
    """All tags and words of the text in order."""
    position, length = 0, len(text)
    last_close = text.rfind(">")
    # Most tags of a page are written like many others, so that what stands in them is read once for a page.
    seen: dict[str, tuple[dict[str, str], tuple[str, ...]]] = {}
    while position < length:
        opening = text.find("<", position)
        if opening < 0:
            opening = length
        if position < opening:
            if text.find("&", position, opening) < 0:  # nearly always, and quicker to see
                yield Words(text[position:opening], position, opening)
            else:
                yield from _words(text, position, opening)
        if opening == length:
            return
        match = _TAG.match(text, opening)
        if match is not None:
            close_mark, name, rest = match.groups()
            position = match.end()
            within = seen.get(rest)
            if within is None:
                within = seen[rest] = _attributes(rest)
            name = name.lower()
            yield Tag(name, close_mark == "/", opening, position, within[0], within[1])
            if name in _RAW and not close_mark:
                close = _RAW[name].search(text, position)
                if close is None:
                    yield Cut(name, opening)
                    return
                position = close.start()
        elif text.startswith(("<!", "<?"), opening):
            end_mark = "-->" if text.startswith("<!--", opening) else ">"
            end = text.find(end_mark, opening + 2)
            if end < 0:
                yield Cut("comment", opening)
                return
            position = end + len(end_mark)
        else:
            if opening > last_close and re.match(r"/?[A-Za-z]", text[opening + 1 : opening + 3]):
                yield Cut("tag", opening)
                yield from _words(text, opening, length)
                return
            yield Words("<", opening, opening + 1)
            position = opening + 1


def _attributes(rest: str) -> tuple[dict[str, str], tuple[str, ...]]:
    """The attributes and class names in what stands behind a tag's name."""
    named: dict[str, str] = {}
    for name, double, single, bare in _ATTRIBUTE.findall(rest):
        named.setdefault(name.lower(), html.unescape(double or single or bare))
    return named, tuple(named.get("class", "").split())


def _words(text: str, start: int, end: int) -> Iterator[Words]:
    for match in _ENTITY.finditer(text, start, end):
        resolved = html.unescape(match[0])
        if resolved == match[0]:
            continue
        if start < match.start():
            yield Words(text[start : match.start()], start, match.start())
        yield Words(resolved, match.start(), match.end())
        start = match.end()
    if start < end:
        yield Words(text[start:end], start, end)
