"""A rulebook of a megabyte with 3,000 rules and a table of contents in front, by a book.toml alone, in one run."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from api.ingestion import counts, read_documents
from api.settings import Settings
from tests.api.conftest import Hexlaw
from tests.kb.editions_of import sentence

RULES = 3000
SECTIONS = 30

OUTLINE = r"""
id = "heron"
title = "The Heron"
[[documents]]
id = "HR"
title = "The Heron"
shape = "text-outline"
numbering = "lettered"
chapter = ""
section = ""
recognise = { line = '^The Heron$' }
[documents.layout]
rules = ['^(?P<number>\d{3})\. (?P<title>[A-Z][\w ]+)$', '^(?P<number>\d{3}\.\d+)\. ', '^(?P<number>\d{3}\.\d+[a-z]) ']
"""

PAGE = r"""
id = "heron"
title = "The Heron"
chapters = ""
[[documents]]
id = "HR"
title = "The Heron"
shape = "html-headings"
numbering = "lettered"
chapter = ""
section = ""
recognise = { title = '^The Heron$' }
[documents.layout]
rules = ['^(?P<number>\d{3})\. (?P<title>[A-Z][\w ]+)$', '^(?P<number>\d{3}\.\d+)\. ', '^(?P<number>\d{3}\.\d+[a-z]) ']
"""


def sections(dice: random.Random) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Number and title of each section, and the number and text of each rule below it; 3,000 of both together."""
    found = []
    for section in range(101, 101 + SECTIONS):
        rules = []
        for number in range(1, 34):
            for letter in ("", "a", "b"):
                mark = "" if letter else "."
                seen = f"(see rule {section}.{dice.randint(1, 33)}a)"
                text = f"{sentence(dice)} {sentence(dice)} {sentence(dice)} {sentence(dice)[:-1]} {seen}."
                rules.append((f"{section}.{number}{letter}{mark}", text))
        found.append((str(section), sentence(dice)[:12].strip().title(), rules))
    return found


def outline() -> str:
    """The book as text, its sections listed first."""
    parts = sections(random.Random("heron"))
    lines = ["The Heron", "Contents", *(f"{number}. {title}" for number, title, _ in parts)]
    for number, title, rules in parts:
        lines.append(f"{number}. {title}")
        lines += [f"{each} {text}" for each, text in rules]
    return "\n\n".join(lines) + "\n"


def page() -> str:
    """The book as a page, with a link to every section in front, and every rule with an id."""
    parts = sections(random.Random("heron"))
    entries = "".join(f'<li><a href="#s{number}">{number}. {title}</a></li>' for number, title, _ in parts)
    lines = ["<!DOCTYPE html><html><head><title>The Heron</title></head><body><h1>The Heron</h1>"]
    lines.append(f"<ul>{entries}</ul>")
    for number, title, rules in parts:
        lines.append(f'<h2 id="s{number}">{number}. {title}</h2>')
        lines += [f'<p id="r{each.rstrip(".")}">{each} {text}</p>' for each, text in rules]
    return "\n".join([*lines, "</body></html>"])


COUNTS = (
    f"heron:HR The Heron: {RULES + 1} rules, {4 * (RULES - SECTIONS)} statements, 0 exceptions, 0 examples, "
    f"{RULES - SECTIONS} references, 0 findings"
)
"""The root is a rule too; every rule below a section has four sentences and one reference."""


def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, toml: str, text: str) -> Path:
    """The file, its rulebook described beside it."""
    folder = tmp_path / "books" / "heron"
    folder.mkdir(parents=True)
    (folder / "book.toml").write_text(toml)
    monkeypatch.setenv("HEXLAW_RULEBOOKS", str(folder.parent))
    path = tmp_path / name
    path.write_text(text)
    assert path.stat().st_size > 1_000_000
    return path


@pytest.mark.parametrize(
    ("name", "toml", "text"), [("heron.txt", OUTLINE, outline()), ("heron.html", PAGE, page())]
)
def test_three_thousand_rules_are_read(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, toml: str, text: str
) -> None:
    [document] = read_documents([written(tmp_path, monkeypatch, name, toml, text)], Settings(home))
    assert counts(document) == COUNTS
    assert {len(reference.targets) for reference in document.references} == {1}
    ids = {node.id for node in document.nodes}
    assert {target for reference in document.references for target in reference.targets} <= ids


def test_three_thousand_rules_become_a_graph_in_one_run(
    hexlaw: Hexlaw, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = hexlaw("ingest", str(written(tmp_path, monkeypatch, "heron.txt", OUTLINE, outline())))
    assert (result.code, result.err) == (0, "")
    assert result.out.splitlines()[0] == COUNTS
    shown = hexlaw("show", "--rulebook", "heron", "130.33b")
    assert (shown.code, shown.err) == (0, "")
