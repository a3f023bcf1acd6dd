from pathlib import Path

import pytest

from ontology.books import book_folder, load_book, load_books, rulebook_ids
from ontology.errors import OntologyError

BOOK = """
id = "merlin"
title = "Merlin"

[[documents]]
id = "M1"
title = "Moors"
shape = "text-numbered"
numbering = "decimal-digits"
chapter = "M"
section = "1"
recognise = { line = '^1\\. MOORS' }
"""


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HEXLAW_RULEBOOKS", str(tmp_path))
    (tmp_path / "merlin").mkdir()
    (tmp_path / "merlin" / "book.toml").write_text(BOOK, encoding="utf-8")
    return tmp_path


def test_the_shipped_rulebooks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HEXLAW_RULEBOOKS", raising=False)
    assert set(rulebook_ids()) >= {"asl", "tidewrack"}
    assert {str(d["id"]) for d in load_book(book_folder("asl"))["documents"]} >= {"G13", "B21"}
    assert [book["id"] for book in load_books()] == list(rulebook_ids())


def test_a_rulebook_of_ones_own(shelf: Path) -> None:
    assert "merlin" in rulebook_ids()
    assert book_folder("merlin") == shelf / "merlin"
    assert load_book(book_folder("merlin")) == load_book(shelf / "merlin" / "book.toml")
    assert load_book(shelf / "merlin")["documents"][0]["recognise"] == {"line": r"^1\. MOORS"}


def test_ones_own_wins_over_a_shipped_one(shelf: Path) -> None:
    (shelf / "merlin").rename(shelf / "asl")
    assert book_folder("asl") == shelf / "asl"


def test_a_rulebook_is_found_where_it_has_moved_to(shelf: Path) -> None:
    shipped = book_folder("asl")
    (shelf / "merlin").rename(shelf / "asl")
    assert [book_folder("asl") for _ in range(2)] == [shelf / "asl"] * 2
    (shelf / "asl" / "book.toml").unlink()
    assert book_folder("asl") == shipped


def test_an_unknown_rulebook_names_those_there_are(shelf: Path) -> None:
    with pytest.raises(OntologyError) as caught:
        book_folder("chess")
    assert caught.value.message == "there is no rulebook 'chess'"
    assert caught.value.hint == f"there are: {', '.join(rulebook_ids())}"


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ("id = x\n", "is not TOML: Invalid value (at line 1, column 6)", 1),
        ("title = 'x'", "has no 'id'", 0),
        ("id = 'x'\ntitle = 'x'", "has no documents", 0),
        (BOOK.replace('shape = "text-numbered"', ""), "document M1 has no 'shape'", 0),
        (BOOK.replace("recognise", "recognize"), "document M1 has an unknown 'recognize'", 0),
        (BOOK.replace('title = "Moors"', 'titel = "Moors"'), "document M1 has an unknown 'titel'", 0),
        (BOOK.replace("text-numbered", "text"), "document M1 has an unknown shape 'text'", 0),
        (BOOK + "groups = 'tens'", "document M1 has an unknown groups 'tens'", 0),
        (BOOK + "bare_sections = 'yes'", "document M1: bare_sections is not true or false", 0),
        (BOOK + "marks = 'Q&A'", "document M1: marks is not a list of texts", 0),
        (BOOK + "markup = { titel = ['b'] }", "document M1: markup has an unknown 'titel'", 0),
        (BOOK + "layout = { rules = '(?P<number>1)' }", "document M1: layout.rules is not a list", 0),
        (BOOK + "[[hrefs]]\nkind = 'page'\npattern = 'x'", "hrefs has an unknown kind 'page'", 0),
        (BOOK.replace("{ line", "{ words"), "document M1: recognise has an unknown 'words'", 0),
        (
            BOOK.replace("'^1", "'*^1"),
            "document M1: recognise.line: is not a regular expression: nothing to repeat at position 0",
            0,
        ),
        (BOOK + "layout = 3", "document M1: layout is not a table", 0),
        (BOOK + "layout = { ruels = [] }", "document M1: layout has an unknown 'ruels'", 0),
        (BOOK + "layout = { rules = ['^1'] }", "document M1: layout.rules has no group 'number'", 0),
        (BOOK + "layout = { items = [3] }", "document M1: layout.items is not a pattern", 0),
        (
            BOOK + "layout = { named = [{ number = '1.A', line = '(' }] }",
            "document M1: layout.named: is not a regular expression: missing ), "
            "unterminated subpattern at position 0",
            0,
        ),
        (
            BOOK + "layout = { table = { result = 'NE' } }",
            "document M1: layout.table.result has no group 'code'",
            0,
        ),
    ],
)
def test_what_is_wrong_with_a_book_is_said(shelf: Path, text: str, message: str, line: int) -> None:
    file = shelf / "merlin" / "book.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(OntologyError) as caught:
        load_book(file)
    assert (caught.value.message, caught.value.file, caught.value.line) == (message, str(file), line)


def test_a_book_that_is_not_there_or_not_utf8(shelf: Path) -> None:
    with pytest.raises(OntologyError, match="cannot be read: No such file or directory"):
        load_book(shelf / "none.toml")
    (shelf / "latin.toml").write_bytes(b"id = '\xe9'")
    with pytest.raises(OntologyError, match="is not UTF-8 at byte 6"):
        load_book(shelf / "latin.toml")
