"""Bytes to text: size, encoding, and nothing that is not text."""

from __future__ import annotations

import codecs
import re

from ingest.codes import refusal
from ingest.source import Source

#: The largest source that is read, in bytes, unless the caller says otherwise.
MAX_BYTES = 64 * 1024 * 1024

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CHARSET = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([A-Za-z0-9_.:-]{1,40})""", re.IGNORECASE)
_HEAD = 4096
#: How files begin that are no text: PDF, PNG, GIF, JPEG, zip (and what is in one: docx, epub), gzip, bzip2, xz, Office.
_BINARY = (
    *(b"%PDF-", b"\x89PNG", b"GIF8", b"\xff\xd8\xff", b"PK\x03\x04", b"\x1f\x8b", b"BZh", b"\xfd7zXZ"),
    b"\xd0\xcf\x11\xe0",
)
#: Codecs of Python's own, which no file is in.
_OWN = frozenset({"idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape"})


def decode(data: bytes, name: str, *, max_bytes: int = MAX_BYTES) -> Source:
    """The source of these bytes, read as its byte order mark or its HTML `charset` says, else as UTF-8.

    Nothing is guessed and nothing replaced: bytes that do not fit are a `HexlawError` that names the place. Line ends
    are kept as they are, a byte order mark is not text.
    """
    if len(data) > max_bytes:
        hint = "raise the limit if the file is really a rulebook"
        raise refusal("source-too-large", f"{len(data)} bytes, the limit is {max_bytes}", name, hint=hint)
    if data.startswith(_BINARY):
        raise refusal("not-text", "is a binary file", name, hint="export it as HTML or plain text")
    encoding, skip = "utf-8", 0
    for mark, marked in _MARKS:
        if data.startswith(mark):
            encoding, skip = marked, len(mark)
            break
    else:
        declared = _CHARSET.search(data[:_HEAD])
        if declared:
            encoding = _known(declared[1].decode("ascii"), name)
    try:
        text = data[skip:].decode(encoding)
    except UnicodeDecodeError as error:
        if b"\0" in data[:_HEAD]:
            raise refusal(
                "not-text", "is a binary file", name, hint="export it as HTML or plain text"
            ) from error
        before = data[skip : skip + error.start].decode(encoding, "replace")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        byte = data[skip + error.start]
        message = f"byte 0x{byte:02X} is not {encoding.upper()}"
        raise refusal("wrong-encoding", message, name, line, column, hint="save the file as UTF-8") from error
    nul = text.find("\0")
    if nul >= 0:
        line, column = Source.of(name, text[: nul + 1]).position(nul)
        message = "has a NUL character, so it is no text, or UTF-16 without its mark"
        raise refusal("not-text", message, name, line, column, hint="save the file as UTF-8")
    if not text.strip():
        raise refusal("empty-source", "has no text", name)
    return Source.of(name, text, data)


def _known(encoding: str, name: str) -> str:
    try:
        known = codecs.lookup(encoding).name
        if known in _OWN:
            raise LookupError
        b"    ".decode(known, "replace")  # Python knows codecs that are none of text, too: base64, rot13
    except LookupError as error:
        message = f"declares the encoding {encoding!r}, which is not known"
        raise refusal("wrong-encoding", message, name, hint="save the file as UTF-8 and say so") from error
    return known
