"""Whatever the file, lint says in one line what is wrong with it, or finds what is wrong in it; never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from ontology.books import book_folder
from tests.api.conftest import Hexlaw

SOURCES = book_folder("tidewrack") / "sources"
GROUND = (SOURCES / "tidewrack-ground.txt").read_bytes()
LANDING = (SOURCES / "tidewrack-landing.html").read_bytes()
PAGE = b"<html><head><title>Shop</title></head><body><h1>Shop</h1><p>We sell nets and oars.</p></body></html>"


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("empty.txt", b"", "error empty-source: has no text"),
        ("blank.txt", b" \n\n \t\n", "error empty-source: has no text"),
        ("nul.txt", GROUND[:400] + b"\0" + GROUND[400:], "error not-text: has a NUL character"),
        ("picture.png", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 9, "error not-text: is a binary file"),
        ("latin.txt", GROUND.replace("≤".encode(), b"\xb1"), "error wrong-encoding: byte 0xB1 is not UTF-8"),
        ("shop.html", PAGE, "error unknown-document: is not a document of a known rulebook"),
    ],
)
def test_what_is_no_rulebook_is_refused(
    hexlaw: Hexlaw, tmp_path: Path, name: str, data: bytes, message: str
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    result = hexlaw("lint", str(path))
    assert (result.code, result.out) == (2, "")
    [line] = result.err.splitlines()
    assert message in line


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("cut.html", LANDING[: LANDING.index(b"4.4 STRANDING") + 60], "truncated-markup"),
        ("unclosed.txt", GROUND.replace(b"2.5].", b"2.5.", 1), "unclosed-bracket"),
        ("nested.txt", GROUND.replace(b"[EXC: where", b"[EXC: [EXC: where", 1), "unclosed-bracket"),
        ("open.txt", GROUND + b"\n2.7 END: It ends ((( here.\n", "unbalanced-bracket"),
        ("garbled.txt", GROUND.replace(b"meadow hex", "meadow \ufffdhex".encode(), 1), "leftover-markup"),
    ],
)
def test_what_is_broken_in_a_rulebook_is_found(
    hexlaw: Hexlaw, tmp_path: Path, name: str, data: bytes, code: str
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    result = hexlaw("lint", str(path))
    assert (result.code, result.err) == (4, "")
    assert f" {code}: " in result.out
