"""The one form of a rules file: it is reached in one step, and nothing that is said changes on the way."""

from __future__ import annotations

import random
import re
import shutil
from collections import Counter
from pathlib import Path

import pytest

from api.cli.main import main
from kb.cases import shipped_cases
from kb.rulefiles import read_contents
from kb.rulelang.layout import formatted
from ontology.books import book_folder, rulebook_ids
from tests.kb.fens import load

MESSY = """

-- Fords.
noun  else no:   ford hex |  a hex is fordable (hex)   @ F1.1-s1
relation else no: a unit is in
   a hex


F1.1-s1@1f0c2a9be377   +   F1.1-s2 :  a hex is a ford hex if
        the hex is flooded.   a unit may enter a ford hex  -- by day
-- who may not
F1.2-s1:
      a unit may not enter a hex, instead of F1.1-s1 #2,
      if all of:
            the hex is flooded   -- by the tide
            any of:
               the unit is a cart
               -- carts sink
               the unit is a  wagon
  -- the table
  table the reach of the tide by the phase of the Moon:
     new: 3 hexes
     full: 4 hexes.
F1.3-s1: note "it says. So"
"""
TIDY = """-- Fords.
noun else no: ford hex | a hex is fordable (hex) @F1.1-s1
relation else no: a unit is in a hex

F1.1-s1@1f0c2a9be377 + F1.1-s2:
  a hex is a ford hex if the hex is flooded.
  a unit may enter a ford hex.  -- by day
-- who may not
F1.2-s1:
  a unit may not enter a hex, instead of F1.1-s1 #2, if all of:
    the hex is flooded  -- by the tide
    any of:
      the unit is a cart
      -- carts sink
      the unit is a wagon
"""


def test_a_file_in_its_one_form() -> None:
    text = "\n".join(formatted(MESSY).splitlines()[:15]) + "\n"
    assert text == TIDY


def test_shipped_rules_are_in_their_one_form() -> None:
    other = [
        str(path)
        for rulebook in rulebook_ids()
        for path in sorted(book_folder(rulebook).glob("*.rules"))
        if formatted(path.read_text(encoding="utf-8")) != path.read_text(encoding="utf-8")
    ]
    assert other == []  # hexlaw fmt --write


@pytest.mark.parametrize("rulebook", ["tidewrack", "asl"])
@pytest.mark.parametrize("seed", range(3))
def test_what_is_read_is_the_same_before_and_after(tmp_path: Path, rulebook: str, seed: int) -> None:
    before = book_folder(rulebook)
    after = tmp_path / rulebook
    shutil.copytree(before, after)
    for path in after.glob("*.rules"):
        text = path.read_text(encoding="utf-8")
        once = formatted(_disordered(text, random.Random(seed)))
        assert formatted(once) == once
        path.write_text(once, encoding="utf-8")
    one, other = read_contents(before), read_contents(after)
    assert _said(one[0].items) == _said(other[0].items)
    assert one[0].vocabulary == other[0].vocabulary
    assert len(one[1]) == len(other[1])


def _said(items: object) -> str:
    """What was read, without the lines where it stands."""
    return re.sub(r"line=\d+", "", repr(items))


def _disordered(text: str, chance: random.Random) -> str:
    """The file with indentation doubled, spaces and empty lines put in, where none of it means anything."""
    lines: list[str] = []
    for line in text.splitlines():
        indent, words = len(line) - len(line.lstrip()), line.lstrip()
        if '"' not in line and " -- " not in line and indent and chance.random() < 0.3:
            words = words.replace(" the ", "  the ")
        line = " " * (indent * 2) + words
        lines.append(line + " " * chance.randrange(2))
        if not line.strip() and chance.random() < 0.5:
            lines.append("")
    return "\n".join(lines)


@pytest.mark.parametrize(
    "text", ["", "\n\n", "-- only a comment\n", "neither one nor the other\n   at all\n", "  lost\n"]
)
def test_any_text_has_a_form(text: str) -> None:
    once = formatted(text)
    assert formatted(once) == once
    assert once.split() == text.split()


def test_entries_that_share_a_line_are_given_one_each(tmp_path: Path) -> None:
    text = (
        "noun else no:  fen hex (hex) ; reed hex | a hex is reedy (hex) @F1.1-s1\n"
        "figure else ?: the tide = ebb (out; low) / flow\n"
    )
    assert formatted(text).splitlines() == [
        "noun else no: fen hex (hex) @F1.1-s1",
        "noun else no: reed hex | a hex is reedy (hex) @F1.1-s1",
        "figure else ?: the tide = ebb (out; low) / flow",
    ]
    one, other = (
        load(tmp_path / name, said, "")[0].vocabulary for name, said in (("a", text), ("b", formatted(text)))
    )
    assert one == other
    assert [one.templates[name].statement for name in ("fen hex", "reed hex", "the tide")] == [
        "F1.1-s1",
        "F1.1-s1",
        None,
    ]


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "fords.rules"
    path.write_text("noun else no:  ford hex (hex)\n", encoding="utf-8")
    assert main(["fmt", str(path)]) == 0
    assert capsys.readouterr().out == "noun else no: ford hex (hex)\n"
    assert main(["fmt", "--check", str(tmp_path)]) == 4
    assert capsys.readouterr().out == f"{path}\n"
    assert main(["fmt", "--write", str(path)]) == 0
    assert path.read_text(encoding="utf-8") == "noun else no: ford hex (hex)\n"
    assert main(["fmt", "--check", str(path)]) == 0
    assert main(["fmt", str(tmp_path / "none")]) == 2
    none = tmp_path / "none"
    assert capsys.readouterr().err == f"{none}: error fmt-file: cannot be read: No such file or directory\n"


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_each_recorded_case_has_an_id_of_its_own(rulebook: str) -> None:
    """Also where names of files do not tell capitals apart: each has a page."""
    often = Counter(case.id.lower() for case in shipped_cases(book_folder(rulebook)))
    assert [name for name, count in often.items() if count > 1] == []
    assert len(often) > 100
