"""What could hold at all: a sure "no" only where nothing told and no rule could make it so."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.reason.could import could_hold
from kb.reason.situation import Situation
from tests.kb.fens import load

VOCABULARY = """
noun else no: fen hex (hex)
noun else no: mire hex (hex)
adjective else no: sodden (hex)
adjective else no: low (hex)
adjective else ?: staked (hex)
adjective else no: dyked (hex)
"""
RULES = """
F1.1-s1: a hex is a mire hex if any of:
    the hex is sodden
    all of:
        the hex is low
        the hex is not dyked.
F1.2-s1: a hex is a fen hex if the hex is a mire hex.
F1.3-s1: a hex is a mire hex if the hex is a fen hex.
F1.4-s1: a fen hex is low exactly if the hex is dyked.
F1.5-s1: hex 7A is sodden.
"""


@pytest.mark.parametrize(
    ("told", "template", "thing", "expected"),
    [
        ((), "fen hex", "hex 1", False),
        ((), "sodden", "hex 1", False),
        ((), "staked", "hex 1", True),
        (("sodden",), "fen hex", "hex 1", True),
        (("sodden",), "fen hex", "hex 2", False),
        (("low",), "mire hex", "hex 1", True),
        (("low",), "dyked", "hex 1", True),
        (("low",), "dyked", "hex 2", False),
        ((), "mire hex", "7A", True),
    ],
)
def test_what_could_hold(
    home: Path, tmp_path: Path, told: tuple[str, ...], template: str, thing: str, expected: bool
) -> None:
    book, found = load(tmp_path, VOCABULARY, RULES)
    assert [str(each) for each in found if each.severity == "error"] == []
    situation = Situation(book.vocabulary)
    for name in ("hex 1", "hex 2", "7A"):
        situation.name(name)
        situation.slots[name] = "hex"
    for each in told:
        assert situation.tell(each, ("hex 1",), True, "told") is None
    assert could_hold(book.program, situation, template, (thing,)) is expected
