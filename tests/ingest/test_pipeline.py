"""Bad input gives an error with a stable code and a message, never a traceback."""

import re
from pathlib import Path
from typing import Any

import pytest

import ingest.codes
from ingest.diagnostics import HexlawError
from ingest.pipeline import ingest as ingest_bytes
from tests.ingest.samples import BOOK, FERRIES, MOORS


def complaint(data: bytes, books: list[dict[str, Any]] | None = None, **options: Any) -> str:
    with pytest.raises(HexlawError) as caught:
        ingest_bytes(data, "file", [BOOK] if books is None else books, **options)
    return str(caught.value)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "file: error empty-source: has no text"),
        (b" \n", "file: error empty-source: has no text"),
        (
            b"3. MOORS\n\n3.1 caf\xe9",
            "file:3:8: error wrong-encoding: byte 0xE9 is not UTF-8 (save the file as UTF-8)",
        ),
        (
            b"3. MOORS\n\n3.1 a\0b",
            "file:3:6: error not-text: has a NUL character, so it is no text, or UTF-16 without its mark"
            " (save the file as UTF-8)",
        ),
        (b"\x89PNG\r\n\0\0\xff", "file: error not-text: is a binary file (export it as HTML or plain text)"),
        (
            b"<html><title>Cakes</title><h1>7. CAKES</h1></html>",
            "file: error unknown-document: is not a document of a known rulebook (known: kestrel:K7, kestrel:L3)",
        ),
        (
            b"<html><title>K7</title><h1>7. FERRIES</h1><p>Nothing.</p></html>",
            "file: error no-rules: looks like K7, but has no rule numbered 7.… (is it the whole page?)",
        ),
        (
            b"<html><meta charset='klingon'><title>K7</title></html>",
            "file: error wrong-encoding: declares the encoding 'klingon', which is not known"
            " (save the file as UTF-8 and say so)",
        ),
    ],
)
def test_what_cannot_be_read_is_said(data: bytes, message: str) -> None:
    assert complaint(data) == message


def test_too_large_a_source() -> None:
    message = "file: error source-too-large: 9 bytes, the limit is 8 (raise the limit if the file is really a rulebook)"
    assert complaint(b"3. MOORS\n", max_bytes=8) == message


def test_the_document_can_be_told() -> None:
    untitled = FERRIES.replace("K7 Ferries", "Unknown")
    assert complaint(untitled.encode()).startswith("file: error unknown-document: ")
    assert ingest_bytes(untitled.encode(), "file", [BOOK], as_document="kestrel:K7").id == "K7"
    assert complaint(b"x", as_document="Z9") == (
        "file: error no-such-document: no rulebook has a document 'Z9' (known: kestrel:K7, kestrel:L3)"
    )


def test_two_rulebooks_with_one_document() -> None:
    twin = {**BOOK, "id": "merlin"}
    assert complaint(MOORS.encode(), [BOOK, twin]) == (
        "file: error ambiguous-document: fits more than one document: kestrel:L3, merlin:L3"
        " (say which, such as kestrel:L3)"
    )
    assert ingest_bytes(MOORS.encode(), "file", [BOOK, twin], as_document="merlin:L3").rulebook == "merlin"


def test_an_unknown_shape() -> None:
    book = {**BOOK, "documents": [{**BOOK["documents"][0], "shape": "scroll"}]}
    assert complaint(b"x", [book]) == (
        "file: error unknown-shape: kestrel:K7 asks for a shape 'scroll' "
        "(known: html-headings, text-numbered, text-outline, tab-tables)"
    )


def test_an_unknown_numbering() -> None:
    book = {**BOOK, "documents": [{**BOOK["documents"][1], "numbering": "roman"}]}
    assert complaint(b"x", [book]) == (
        "file: error unknown-numbering: kestrel:L3 asks for a numbering 'roman' "
        "(known: decimal-digits, dotted-integers, lettered, named)"
    )


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_byte_order_mark_is_believed(encoding: str) -> None:
    plain, marked = (ingest_bytes(MOORS.encode(name), "file", [BOOK]) for name in ("utf-8", encoding))
    assert [(s.id, s.hash) for s in marked.statements] == [(s.id, s.hash) for s in plain.statements]
    assert marked.source.sha256 != plain.source.sha256


def test_a_declared_charset_is_believed() -> None:
    page = "<html><meta charset='windows-1252'><title>K7</title><h1>7. FERRIES</h1><h2>7.1 CAFÉ</h2></html>"
    document = ingest_bytes(page.encode("windows-1252"), "file", [BOOK])
    assert document.nodes[1].title == "CAFÉ"


def test_every_code_in_the_sources_is_a_known_one_and_every_known_one_is_used() -> None:
    folder = Path(ingest.codes.__file__).parent
    text = "\n".join(
        path.read_text(encoding="utf-8") for path in folder.rglob("*.py") if path.name != "codes.py"
    )
    quoted = set(re.findall(r'"([a-z]+(?:-[a-z]+)+)"', text))
    assert set(ingest.codes.CODES) <= quoted
