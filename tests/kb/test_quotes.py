"""Quotes: the originals' texts by id, read without a store."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ingest.diagnostics import HexlawError
from ingest.nodes import text_hash
from ingest.outline import outline_of
from kb.generations import QUOTES, folder
from kb.quotes import Quotes
from kb.store import build
from tests.kb.marshes import BOOK, FEN_TEXT, fens, weirs


def test_without_a_graph_there_are_none(tmp_path: Path) -> None:
    quotes = Quotes.current(tmp_path)
    assert quotes.text(BOOK, "M1.2-s1") is None
    assert quotes.hash(BOOK, "M1.2-s1") is None
    assert quotes.edition(BOOK, "M1") is None
    assert dict(quotes.editions(BOOK)) == {}
    assert quotes.refresh() is False
    assert quotes.has(BOOK) is False
    assert quotes.joined(BOOK, ("M1.2-s1",)) is None


def test_an_outline_has_none(tmp_path: Path) -> None:
    build(tmp_path, [], [outline_of(fens(), {})])
    quotes = Quotes.current(tmp_path)
    assert quotes.hash(BOOK, "M1.2-s1") is None
    assert quotes.edition(BOOK, "M1") is None


def test_an_original_has_statements_exceptions_and_examples(tmp_path: Path) -> None:
    build(tmp_path, [fens(), weirs()], [outline_of(fens(), {})])
    quotes = Quotes.current(tmp_path)
    assert quotes.text(BOOK, "M1.1-s1") == "A reed hex hides whoever lies in it (1.2)."
    assert quotes.hash(BOOK, "M1.1-s1") == text_hash("A reed hex hides whoever lies in it (1.2).")
    assert quotes.text(BOOK, "M1.1-x1") == "[EXC: not a punt]"
    assert quotes.text(BOOK, "M1.23-e1") == "EX: A cart in mud pays 2 (1.21)."
    assert quotes.text(BOOK, "M1.1") is None
    assert quotes.text("other", "M1.1-s1") is None
    assert dict(quotes.editions(BOOK)) == {"M1": fens().source.sha256, "W4": weirs().source.sha256}


def test_texts_of_several_are_put_together_anew_for_each_generation(tmp_path: Path) -> None:
    build(tmp_path, [weirs()], [])
    quotes = Quotes.current(tmp_path)
    both = ("M1.1-s1 #2", "M1.1-x1")
    assert quotes.has(BOOK) is True
    assert [quotes.joined(BOOK, both) for _ in range(2)] == [None, None]
    build(tmp_path, [fens()], [])
    assert quotes.refresh() is True
    assert [quotes.joined(BOOK, both) for _ in range(2)] == [
        "A reed hex hides whoever lies in it (1.2). [EXC: not a punt]"
    ] * 2
    assert quotes.joined(BOOK, ()) is None


def test_what_an_original_has_otherwise_or_no_more(tmp_path: Path) -> None:
    build(tmp_path, [fens()], [outline_of(weirs(), {})])
    quotes = Quotes.current(tmp_path)
    written = text_hash("Mud slows a cart.")
    assert quotes.differs(BOOK, "M1.2-s1", written) is False
    assert quotes.differs(BOOK, "M1.2-s1", "0" * 12) is True
    for gone in ("M1.2-s3", "M1.29-s1", "M1.29-x1", "M1-s1"):
        assert quotes.differs(BOOK, gone, written) is True
    for unknown in ("W4.1-s1", "M11.2-s1"):
        assert quotes.differs(BOOK, unknown, written) is False
    assert quotes.differs("other", "M1.2-s1", written) is False


def test_they_follow_the_current_generation(tmp_path: Path) -> None:
    quotes = Quotes.current(tmp_path)
    build(tmp_path, [fens()], [])
    assert quotes.text(BOOK, "M1.2-s1") is None
    assert quotes.refresh() is True
    assert quotes.refresh() is False
    assert quotes.text(BOOK, "M1.2-s1") == "Mud slows a cart."
    build(tmp_path, [fens(FEN_TEXT + "\n")], [])
    assert quotes.refresh() is True
    assert quotes.edition(BOOK, "M1") != fens().source.sha256


def test_a_damaged_file_is_named_and_the_earlier_texts_stay(tmp_path: Path) -> None:
    build(tmp_path, [fens()], [])
    quotes = Quotes.current(tmp_path)
    path = folder(tmp_path, build(tmp_path, [weirs()], [])) / QUOTES
    path.write_text("{")
    with pytest.raises(HexlawError) as raised:
        quotes.refresh()
    assert str(raised.value) == (
        f"{path}: error graph-damaged: is missing or damaged "
        f"(remove {tmp_path}/graph/current, then run `hexlaw ingest`)"
    )
    assert quotes.text(BOOK, "M1.2-s1") == "Mud slows a cart."


def test_reading_them_imports_no_store() -> None:
    script = (
        "import sys, kb.quotes, ontology.vocab\n"
        "print(sorted({m.split('.')[0] for m in sys.modules} & {'rdflib', 'pyoxigraph', 'oxrdflib', 'orjson'}))"
    )
    root = Path(__file__).parents[2]
    result = subprocess.run(
        [sys.executable, "-c", script], cwd=root, capture_output=True, text=True, check=True
    )
    assert result.stdout == "[]\n"
