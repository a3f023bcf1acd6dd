"""Whatever a source looks like: a document with every word in its place, or an error that says what is wrong."""

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.diagnostics import HexlawError
from ingest.pipeline import ingest
from ingest.sentences import cut_sentences
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


def attempt(data: bytes, document: str) -> None:
    try:
        found = ingest(data, "file", [BOOK], as_document=document)
    except HexlawError:
        return
    check_places(found)
    records = (
        found.nodes,
        found.statements,
        found.exceptions,
        found.examples,
        found.references,
        found.passages,
    )
    ids = [record.id for group in records for record in group]
    assert len(set(ids)) == len(ids)


@given(st.lists(_PIECES, max_size=40).map("".join))
def test_any_page_of_such_pieces(body: str) -> None:
    attempt((_HEAD + body).encode(), "K7")


@given(st.lists(_PIECES, max_size=40).map("".join))
def test_any_text_of_such_pieces(body: str) -> None:
    attempt(("3. MOORS\n\n3.1 One.\n\n" + body.replace("<html", "")).replace("7.", "3.").encode(), "L3")


@given(st.integers(0, len(FERRIES)), st.integers(0, len(MOORS)))
@settings(max_examples=30)
def test_any_beginning_of_a_document(page: int, text: int) -> None:
    attempt(FERRIES[:page].encode(), "K7")
    attempt(MOORS[:text].encode(), "L3")


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
