"""Small invented documents in the two shapes, their book.toml as a mapping, and checks that hold for any document."""

from __future__ import annotations

import dataclasses
import html
import re
from typing import Any

from ingest.nodes import Document, fold
from ingest.source import Source, Span

BOOK: dict[str, Any] = {
    "id": "kestrel",
    "title": "Kestrel",
    "chapters": "KLM",
    "documents": [
        {
            "id": "K7",
            "title": "Ferries",
            "shape": "html-headings",
            "numbering": "decimal-digits",
            "chapter": "K",
            "section": "7",
            "recognise": {"title": r"^K7\b", "heading": r"^7\.\s+FERRIES"},
        },
        {
            "id": "L3",
            "title": "Moors",
            "shape": "text-numbered",
            "numbering": "decimal-digits",
            "chapter": "L",
            "section": "3",
            "recognise": {"line": r"^3\.\s+MOORS"},
            "marks": ["Q&A"],
        },
    ],
    "hrefs": [
        {
            "kind": "rule",
            "pattern": r"^(?P<chapter>[a-z])(?:\d+|front)\.htm#(?:(?P<section>\d+))?\.(?P<digits>\d+[A-Z]?)$",
        },
        {"kind": "section", "pattern": r"^(?P<chapter>[a-z])(?P<section>\d+)\.htm$"},
        {"kind": "footnote", "pattern": r"^notes\.htm#\d+$"},
        {"kind": "chart", "pattern": r"^chart_\w+\.htm$"},
    ],
}

FERRIES = """<!DOCTYPE html>
<html><head><title>K7 Ferries</title><style>p { color: red }</style><script>if (1 < 2) { go("<p>"); }</script></head>
<body><table><tr><td><h1>K7 Ferries</h1></td></tr></table>
<!-- the body -->
<table><tr><td>
<h1 class="p_Heading12"><span class="f_Heading12">7. FERRIES</span></h1>
<p><a id="7.1"></a><span class="f_Strong">7.1 &nbsp;LANDING STAGE:</span> A ferry hex is any hex with a stage (see
<a href="k7.htm#7.21">7.21-.22</a>).<span class="f_Exponent"><a href="notes.htm#4">4</a></span> A unit in it (e.g., a
cart) may board &amp; leave
<span class="f_EXC">[EXC: oxen [brown and white]; <a href="l3.htm#3.2">L3.2</a>]</span>, at once.
(It cannot swim; <a href="k7.htm#7.2">7.2</a>.) All carts, except sledges, may wait unless told
otherwise<br>elsewhere.</p>
<p class="p_Example"><span class="f_Example">EX: A cart boards in 7C4 [EXC: not at night]. It waits.</span></p>
<p class="p_Example"><span class="f_Example">Then it leaves for 1080.</span></p>
<p><a id="7.2"></a><img src="oar.gif" alt="OAR"/><span class="f_Strong">7.2 CROSSING:</span> \
<a href="chart_crossing.htm">K7.2 Crossing DR</a> Crossing costs 3 MP as per <a href="m4.htm">M4.</a> and Section
<a href="m5.htm">M5</a>.</p>
<p>It ends the U.S. Army turn; a 2-1-3 rows on. See <a href="k7.htm#7.1">7.3</a> &lt;or&gt; see 7.21/7.22 and K.4.</p>
<p><a id="7.21"></a><span class="f_Strong">7.21 ICE:</span> Unless the river is frozen, none of this applies.</p>
<table><tr><th>Oars</th><th>MP</th></tr><tr><td>2</td><td>4 (<a href="k7.htm#7.2">7.2</a>)</td></tr></table>
<p><a id="7.22"></a><span class="f_Strong">7.22 NIGHT</span></p>
<p>Nothing crosses at night (<a href="kfront.htm#.4">K.4-.4C</a>).</p>
</td></tr></table></body></html>
"""

MOORS = """3. MOORS

3.1 A moor is wet ground, [EXC: 3.2] as a rule. 7E2 is one. Roll a dr (25.5) as follows:

dr Ground
≤ 1 bog
2-5 moss
≥ 6 rock

Mark it (EX: 7C4, 23H2). Units on foot (except sappers) sink. For example, a squad in 8CC8 sinks. Q&A

3.11 PEAT: Peat burns if M4.133 says so; 3.2-.22 stops it. A cart slows (M5.). It stops at 3.3.

EX: A cart in 24L9-M9 with a +1.5 burns at 4-4-7.

3.2 Rock is dry (3.1, 3.21 and 7.4).
3.21 GULLY: A gully is level -1. It rises
3.2 levels to the south.
3.22 The gully of 3.21-. 22 ends.
"""


def plain(text: str) -> str:
    """HTML without its markup, white space folded: the plain reading, independent of what is tested."""
    text = re.sub(r"<!--.*?-->|<(script|style)\b.*?</\1>", "", text, flags=re.DOTALL)
    text = re.sub(r"</?(?:p|br|td|th|tr|table|h\d|li|ul|ol|div|title|head|body|html)\b[^>]*>", " ", text)
    return fold(html.unescape(re.sub(r"<[a-zA-Z/!][^>]*>", "", text)))


_STARS = re.compile(
    r"(?P<a>\*\*)(?=\S)[^*\n]+?(?<=\S)(?P<b>\*\*)|(?<![\w*])(?P<c>\*)(?=\S)[^*\n]+?(?<=\S)(?P<d>\*)(?![\w*])"
)


_LINKS = re.compile(
    r"(?P<a>\[)[^\[\]\n]+(?P<b>\]\([^()\n]+\))|(?P<c>[ \t]*\{#[\w-]+\})|(?P<d>(?!))"
)  # of Markdown


def _blanked(text: str, places: list[tuple[int, int]]) -> str:
    for start, end in places:
        text = text[:start] + "\u200b" * (end - start) + text[end:]
    return text


def _is_markup(text: str) -> bool:
    return any(mark in text for mark in ("<html", "<ul", "</ul"))


def at_span(document: Document, span: Span, holes: tuple[Span, ...] = ()) -> str:
    """The source's readable text at a span, holes left out."""
    text, parts, start = document.source.text, [], span.start
    for hole in sorted(holes, key=lambda hole: hole.start):
        parts.append(text[start : hole.start])
        start = hole.end
    joined = "".join([*parts, text[start : span.end]]).replace("\u200b", "")
    return plain(joined) if _is_markup(text) else fold(joined)


def check_places(document: Document, *, emphasis: bool = False) -> None:
    """Every record's text is what stands at its place, and every word of the source stands in exactly one record.

    With `emphasis`, the stars and links of Markdown are no part of a record's text.
    """
    text = document.source.text
    if emphasis:
        stars = [
            place
            for pattern in (_STARS, _LINKS)
            for match in pattern.finditer(text)
            for place in map(match.span, "abcd")
            if place[0] >= 0
        ]
        text = _blanked(text, stars)
        document = dataclasses.replace(document, source=Source.of(document.source.name, text))
    owners = [0] * len(text)

    def own(span: Span, by: int = 1) -> None:
        for offset in range(span.start, span.end):
            owners[offset] += by

    examples = [example.span for example in document.examples]
    for statement in document.statements:
        assert at_span(document, statement.span, statement.holes) == statement.text, statement.id
        own(statement.span)
        for hole in statement.holes:
            own(hole, -1)
    for clause in document.exceptions:
        assert at_span(document, clause.span, clause.holes) == clause.text, clause.id
        inside = any(span.start <= clause.span.start < span.end for span in examples)
        if clause.kind != "prose" and not inside:
            own(clause.span)
    for example in document.examples:
        assert at_span(document, example.span) == example.text, example.id
        own(example.span)
    for passage in document.passages:
        assert at_span(document, passage.span) == passage.text, passage.id
        own(passage.span)
    for reference in document.references:
        assert at_span(document, reference.span) == reference.text, reference.id
    assert max(owners, default=0) <= 1
    lost = "".join(character if not owner else "\x00" for character, owner in zip(text, owners, strict=True))
    lost = lost.replace("\u200b", "")
    rest = plain(lost) if _is_markup(text) else fold(lost)
    assert rest.replace("\x00", "").strip() == ""


def nodes_text(document: Document) -> str:
    """The readable text of all nodes put together, without white space."""
    return "".join("".join(at_span(document, node.span).split()) for node in document.nodes)
