"""What is asked of any thing of a class, where it is so of one that was named and no fact says it in as many words."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kb.fens import Ask, asker

VOCABULARY = """
singleton: the Lagoon
noun else no: fen hex (hex)
noun else no: Lagoon hex (hex)
noun else no: slick hex (hex)
figure else ?: the mood of the Lagoon = calm / rough | the Lagoon is *
relation else no: a unit is in a hex
action else yes: a unit enters a hex
"""
RULES = """
F1.1-s1: a unit is in a hex if the unit enters the hex.
F1.2-s1: a Lagoon hex is a slick hex if the mood of the Lagoon is calm.
"""


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asker(tmp_path, monkeypatch, VOCABULARY, RULES)


def test_who_has_come_into_a_hex_is_in_a_hex_of_its_kind(ask: Ask) -> None:
    facts = "Punt P1 enters hex 5.\nThe Lagoon is calm.\nHex 5 is a Lagoon hex."
    assert ask(facts, "Is P1 in a Lagoon hex?")["answer"] == "yes"
    answer = ask(facts, "Is P1 in a slick hex?")
    assert (answer["answer"], answer["cites"]) == ("yes", ["F1.1", "F1.2"])
    assert ask(facts, "Is P1 in a fen hex?")["answer"] == "no"
    assert ask(facts, "Is P1 not in a slick hex?")["answer"] == "no"
