"""What happens: all that something becomes, as a set of effects."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kb.fens import Ask, asker

VOCABULARY = """
    state else no: sunk (craft)
    state else no: stranded (craft)
    state else no: soaked (walker)
    adjective else no: leaky (craft)
    adjective else ?: patched (craft)
    action else yes: a craft enters a hex
    noun else no: mere hex (hex)
    noun else no: mud hex (hex)
"""
RULES = """
    F1.1-s1: a leaky craft becomes sunk if the craft enters a mere hex.
    F1.1-s2: a craft becomes stranded if the craft enters a mud hex.
    F1.1-s3: a patched craft becomes stranded if the craft enters a mere hex.
"""
MERE = ["P1 is a punt.", "P1 is leaky.", "Hex 5 is a mere hex."]
MUD = ["P1 is a punt.", "P2 is a punt.", "Hex 5 is a mud hex."]


@pytest.fixture
def put(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asker(tmp_path, monkeypatch, VOCABULARY, RULES)


@pytest.mark.parametrize(
    ("facts", "question"),
    [
        ([*MERE, "P1 is not patched.", "P1 enters hex 5."], "What happens to P1?"),
        ([*MERE, "P1 is not patched.", "P1 enters hex 5."], "What happens?"),
        ([*MERE, "P1 is not patched."], "What happens if P1 enters hex 5?"),
        ([*MERE, "P1 is not patched."], "What happens to P1 when P1 enters hex 5?"),
        ([*MERE, "P1 is not patched.", "P1 enters hex 5."], "What becomes of P1?"),
    ],
)
def test_an_effect(put: Ask, facts: list[str], question: str) -> None:
    found = put(facts, question)
    assert (found["answer"], found["set"], found["cites"]) == ("set", ["P1 becomes sunk"], ["F1.1"])
    assert found["text"] == "P1 becomes sunk (F1.1)."


def test_several_effects(put: Ask) -> None:
    found = put([*MERE, "P1 is patched."], "What happens if P1 enters hex 5?")
    assert found["set"] == ["P1 becomes sunk", "P1 becomes stranded"]


def test_effects_on_others_are_left_out_of_a_question_about_one(put: Ask) -> None:
    facts = [*MUD, "P1 enters hex 5.", "P2 enters hex 5."]
    assert put(facts, "What happens?")["set"] == ["P1 becomes stranded", "P2 becomes stranded"]
    assert put(facts, "What happens to P2?")["set"] == ["P2 becomes stranded"]


def test_nothing_happens(put: Ask) -> None:
    found = put(MUD, "What happens to P1?")
    assert (found["answer"], found["set"], found["text"]) == ("set", [], "Nothing.")


def test_an_effect_that_is_open(put: Ask) -> None:
    found = put([*MERE[::2], "P1 enters hex 5."], "What happens to P1?")
    assert found["answer"] == "undetermined"
    assert [(each["of"], each["facts"], each["answer"]) for each in found["deciding"]] == [
        ("P1 becomes stranded", ["P1 is patched."], "yes"),
        ("P1 becomes stranded", ["P1 is not patched."], "no"),
    ]


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("What happens to P1 if the moon is full?", "no sentence of the vocabulary reads like this"),
        ("What happens to the moon?", "'the moon' is no named thing"),
        ("What happens to hex 5?", "no rule says of anything here that it becomes something"),
    ],
)
def test_a_question_for_effects_that_is_not_understood(put: Ask, question: str, why: str) -> None:
    [problem] = put(MERE, question)["not_understood"]
    assert (problem["where"], problem["why"]) == ("/question", why)
