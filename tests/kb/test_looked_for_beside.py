"""Conditions that look for several things: nothing says of an unnamed one that it is not there beside a named one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kb.fens import asker, load
from tests.kb.opinions import agree, compiled_alike

VOCABULARY = """
noun else no: fen hex (hex)
adjective else ?: staked (hex)
adjective else no: poled (unit)
relation else ?: a unit is bound for a hex
relation else no: a causeway ^leads to a hex
"""
RULE = "F1.1-s1: a causeway leads to a fen hex if a unit A is bound for a hex B, and unit A is poled, and hex B is staked.\n"
FACTS = "Hex 1 is a fen hex.\nU1 is a unit."


@pytest.mark.parametrize(
    ("more", "answer"),
    [
        ("", "no"),
        ("\nU1 is poled.", "undetermined"),
        ("\nU1 is poled.\nU1 is bound for hex 2.\nHex 2 is staked.", "yes"),
        ("\nHex 2 is staked.\nU1 is bound for hex 2.", "no"),
        ("\nHex 1 is not staked.\nU1 is poled.", "undetermined"),
    ],
    ids=["nobody is poled", "bound for some hex", "bound for a staked hex", "not poled", "not this hex"],
)
def test_a_named_thing_may_stand_beside_an_unnamed_one(
    more: str, answer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put = asker(tmp_path, monkeypatch, VOCABULARY, RULE)
    assert put(FACTS + more, "Does a causeway lead to hex 1?")["answer"] == answer


def test_that_there_is_none_is_shown_of_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = RULE + "F1.2-s1: a unit is not bound for a hex if the unit is poled.\n"
    put = asker(tmp_path, monkeypatch, VOCABULARY, rules)
    found = put(FACTS + "\nU1 is poled.\nHex 2 is staked.", "Does a causeway lead to hex 1?")
    assert (found["answer"], found["cites"]) == ("no", ["F1.1", "F1.2"])


def test_the_other_opinions_say_the_same(tmp_path: Path) -> None:
    rules = RULE + "F1.2-s1: a unit is not bound for a fen hex if the unit is poled.\n"
    book, found = load(tmp_path, VOCABULARY, rules)
    assert found == []
    assert sum(agree(book, 150).values()) == 150
    assert compiled_alike(book, 150)[True] > 10
