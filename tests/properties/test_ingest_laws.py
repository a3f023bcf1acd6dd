"""Whatever a source looks like: a document with every word in its place, or an error that says what is wrong."""

import itertools
import re
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.diagnostics import HexlawError
from ingest.pipeline import ingest
from ingest.sentences import cut_sentences
from tests.ingest.outlines import AID, COUNTED, GROUND, KITE_AID, KITES, LETTERED, LINKED, NAMED
from tests.ingest.outlines import FERRIES as BOATS
from tests.ingest.samples import BOOK, FERRIES, MOORS, check_places

_HEAD = "<html><title>K7</title><h1>7. FERRIES</h1><p><span class='f_Strong'>7.1 A:</span> One.</p>"
_PIECES = st.sampled_from(
    [
        *(
            "<p>",
            "</p>",
            "<b>",
            "</span>",
            "<span class='f_Strong'>",
            "<br>",
            "<table>",
            "</table>",
            "<td>",
            "<tr>",
        ),
        *(
            "<p class='p_Example'>",
            "<a id='7.2'></a>",
            "7.2 ",
            "7.21 ICE: ",
            "<a href='k7.htm#7.1'>",
            "</a>",
            "7.1-.2",
        ),
        *(
            "[EXC: ",
            "]",
            "(",
            ")",
            "(EX: ",
            ". ",
            "A cart",
            " unless wet",
            "; ",
            "&amp;",
            "&lt;",
            "EX: ",
            "<li>",
            "U.S. ",
        ),
        *("\n", "\n\n", "L3.2", "K.4", "≤ 1", "<!-- x -->", "For example, ", '"', "'", "</html>"),
    ]
)


_LINES = st.sampled_from(
    [
        *(
            "9.A. LOADING.\n",
            "9.B. A.\n",
            "- 1) Oxen wait.\n",
            "- a) ",
            "Table 1 Boats\n",
            "BOATS\n",
            "1\tpunt\n",
        ),
        *(
            "Results:\n",
            "NE: Nothing: It stays.\n",
            "Modifiers\n",
            "- + 2 New.\n",
            "- 1 Old.\n",
            "Note: 1) Oars.\n",
        ),
        *(
            "*For example, an ox",
            "* ",
            "** ",
            "**a**",
            "*It waits.* ",
            "Where ice\n",
            "6.10 Hedge§\n",
            "6.3 ",
            "6.31 A§",
        ),
        *(
            "101.1a It lifts. ",
            "101. Breeze\n",
            "1. Wind\n",
            "see 101.1a",
            "\t",
            "<ul> ",
            "</ul>",
            "<li>",
            "(EXC: oxen) ",
        ),
        *(
            "Truck: 6MP ",
            "Kite Aid\n",
            "Walls NA Floats ",
            "(L3) ",
            "\n",
            "\n\n",
            "and ",
            ". ",
            "|\n",
            "Rule ???",
            "EX: ",
        ),
    ]
)


def attempt(data: bytes, document: str, book: dict[str, Any] = BOOK) -> None:
    try:
        found = ingest(data, "file", [book], as_document=document)
    except HexlawError:
        return
    check_places(found, emphasis=document == "9")
    records = (
        found.nodes,
        found.statements,
        found.exceptions,
        found.examples,
        found.references,
        found.passages,
        found.footnotes,
        found.images,
        found.terms,
        found.claims,
    )
    ids = [record.id for group in records for record in group]
    assert len(set(ids)) == len(ids)
    assert len({table.id for table in found.tables}) == len(found.tables)


@given(st.lists(_PIECES, max_size=40).map("".join))
def test_any_page_of_such_pieces(body: str) -> None:
    attempt((_HEAD + body).encode(), "K7")
    attempt((_HEAD + body).encode(), "HB", LINKED)


@given(st.lists(_PIECES, max_size=40).map("".join))
def test_any_text_of_such_pieces(body: str) -> None:
    attempt(("3. MOORS\n\n3.1 One.\n\n" + body.replace("<html", "")).replace("7.", "3.").encode(), "L3")


@given(st.integers(0, len(FERRIES)), st.integers(0, len(MOORS)))
@settings(max_examples=30)
def test_any_beginning_of_a_document(page: int, text: int) -> None:
    attempt(FERRIES[:page].encode(), "K7")
    attempt(MOORS[:text].encode(), "L3")


@given(st.lists(_LINES, max_size=40).map("".join))
def test_any_outline_of_such_lines(body: str) -> None:
    start = "9. FERRIES. (V 1)\n\n9.A. A.\n\n6.1 One§\n101. Two\n\nx\ty\nz\t"
    attempt((start + "<ul>" + body).encode(), "PX", AID)
    for document, book in (("6", COUNTED), ("KR", LETTERED), ("9", NAMED)):
        attempt((start + body.replace("<", "(")).encode(), document, book)


_WORDS = re.findall(
    r"\S+",
    """1 2 . 1.1 1.2 2.1.1 4.2a (a) [5.0] # ## See see Rule rules § – - Index Glossary Example: [EXC: ] ( ) A Moves
    Costs. unless “ … .... I. IV.2 Appendix A.1 1.0 0.5 x it""",
)
_LOOKS = st.sampled_from([*_WORDS, " ", "\n", "\n\n", "\t", "\r\n"])


@given(
    st.lists(_LOOKS, max_size=60).map("".join),
    st.sampled_from(("decimal-digits", "dotted-integers", "lettered", "named")),
    st.sampled_from(("digits", "letters", "roman")),
)
@settings(max_examples=60)
def test_any_text_in_the_usual_looks(body: str, numbering: str, sections: str) -> None:
    described = {"id": "1", "title": "Any", "chapter": "", "section": "", "recognise": {}}
    described |= {"shape": "text-numbered", "numbering": numbering, "sections": sections}
    attempt(
        f"ANY\n\n1.1 One.\n\n{body}".encode(), "1", {"id": "any", "title": "Any", "documents": [described]}
    )


@given(st.integers(0, 900))
@settings(max_examples=30)
def test_any_beginning_of_an_outline(length: int) -> None:
    for text, document, book in (
        (GROUND, "6", COUNTED),
        (KITES, "KR", LETTERED),
        (BOATS, "9", NAMED),
        (KITE_AID, "PX", AID),
    ):
        attempt(text[:length].encode(), document, book)


@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    attempt(data, "L3")
    attempt(b"<html>" + data, "K7")


@given(st.text('ab.!?()[] AB"12-', max_size=60))
def test_sentences_hold_all_of_a_text(text: str) -> None:
    ranges = cut_sentences(text)
    assert "".join("".join(text[start:end].split()) for start, end in ranges) == "".join(text.split())
    assert all(a < b for a, b in ranges)
    assert all(one[1] <= other[0] for one, other in itertools.pairwise(ranges))
