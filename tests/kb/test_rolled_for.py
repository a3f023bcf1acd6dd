"""What was rolled and for what, what nobody knows, how likely such a thing is, what its crew may do, and what there is
besides, in an invented vocabulary."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kb.fens import Ask, asker

VOCABULARY = """
singleton: the tide
adjective else no: flooded (hex)
relation else no: a unit is in a hex
relation else no: a unit is in a~broad fen
relation else no: a hex is calm
relation else no: the tide is measured | the tide is known
figure else ?: the depth of a hex = feet
figure else ?: the height of the tide = high / low | the tide is * | told: there is a * tide
figure else ?: the drift of a craft = left / right | told: a craft drifts *
action else yes: the~crew of a craft ^chooses the~mooring
roll: the tide dr = 1 die, by the players
roll: the drift dr of a craft = 1 die, by the owner
"""
RULES = """
F1.1-s1: table the height of the tide by the Final tide dr:
    1..2: high
    3 or more: low.
F1.2-s1: the drift of a craft is left if the Final drift dr of the craft is at most 3.
F1.3-s1: the drift of a craft is right if the Final drift dr of the craft is at least 4.
F1.4-s1: the crew of a craft may not choose the mooring if the tide is high.
F1.5-s1: a hex is calm if the tide is not known.
"""


@pytest.fixture
def ask(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asker(tmp_path / "books", monkeypatch, VOCABULARY, RULES)


@pytest.mark.parametrize(
    ("facts", "question", "answer"),
    [
        # for what the dr was made
        (["The dr for the tide is 2."], "Is the tide high or low?", "high"),
        (["The dr for tide is 3."], "Is the tide high or low?", "low"),
        (["C1 is a punt.", "The dr for its drift is 5."], "What is the drift of C1?", "right"),
        (["A 2 is rolled for the tide."], "Is the tide high or low?", "high"),
        (["The players roll a 4 for the tide."], "Is the tide high or low?", "low"),
        # what nobody knows
        (["Nobody knows the tide."], "Is hex 5 calm?", "yes"),
        (["No one knows the tide."], "Is hex 5 calm?", "yes"),
        # how likely such a thing is
        ([], "How likely is a high tide?", "1/3"),
        ([], "What is the chance of a low tide?", "2/3"),
        # what belongs to it, where the question begins with a verb
        (["C1 is a punt.", "The tide dr is 1."], "May its crew choose the mooring?", "no"),
        (["C1 is a punt.", "The tide dr is 1."], "May its crew pick the mooring?", "no"),
        # what there is besides
        (["C1 is in a broad fen with a high tide."], "May the crew of C1 choose the mooring?", "no"),
        # how it is
        (["The depth of hex 5 is 4 feet."], "How deep is hex 5?", "4"),
    ],
)
def test_what_is_rolled_for(ask: Ask, facts: list[str], question: str, answer: str) -> None:
    answered = ask(facts, question)
    assert str(answered.get("value", answered["answer"])) == answer
