"""What is said for a thing, "the level of a hex for a craft": it hides what is so in general, which holds without it."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.reason import engine
from tests.kb.derivations import line
from tests.kb.fens import Ask, asker, load
from tests.kb.opinions import agree, compiled_alike

VOCABULARY = """
noun else no: fen hex (hex); reed hex (hex)
adjective else no: flooded (hex); lit (craft); dry (hex)
figure else ?: the level of a hex = level
figure base 0: the fee of a hex = pence
relation else no: a craft is in a hex; a hex is open to a unit
purpose: the level of a hex for a craft; a hex is flooded for a craft; the fee of a hex for a craft
purpose: a hex is a fen hex for a craft; a hex is open to a unit for a craft B
"""
RULES = """
F1.1-s1: the level of a hex is level 1.
F1.1-s2: the level of a hex is level 0 for a craft if the craft is in the hex, and the hex is dry.
F1.2-s1: a fen hex is flooded.
F1.2-s2: a hex is not flooded for a lit craft.
F1.2-x1: F1.2-s2 does not apply if the craft is a barge.
F1.3-s1: add 2 to the fee of a hex if the hex is flooded.
F1.3-s2: add 3 to the fee of a hex for a punt.
F1.4-s1: a reed hex is a fen hex for a craft if the craft is lit.
F1.5-s1: a hex is dry if the hex is not flooded for a craft, and the craft is in the hex.
"""


@pytest.fixture
def ask(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asker(tmp_path / "books", monkeypatch, VOCABULARY, RULES)


FEN = "C1 is a punt.\nC2 is a barge.\nHex 1 is a fen hex."


@pytest.mark.parametrize(
    ("facts", "question", "text"),
    [
        (
            "Hex 1 is dry.\nC1 is in hex 1.",
            "What is the level of hex 1 for C1?",
            "The level of hex 1 for C1 is level 0 (F1.1).",
        ),
        (
            "Hex 1 is dry.\nC1 is in hex 1.",
            "What is the level of hex 1?",
            "The level of hex 1 is level 1 (F1.1).",
        ),
        (
            "Hex 1 is dry.",
            "Is the level of hex 1 for C1 at least 1?",
            "Yes: the level of hex 1 for C1 is level 1 (F1.1).",
        ),
        ("C1 is lit.", "Is hex 1 flooded for C1?", "No: hex 1 is not flooded for C1 (F1.2)."),
        ("C1 is not lit.", "Is hex 1 flooded for C1?", "Yes: hex 1 is flooded for C1 (F1.2)."),
        ("C2 is lit.", "Is hex 1 flooded for C2?", "Yes: hex 1 is flooded for C2 (F1.2)."),
        ("C1 is lit.", "Is hex 1 flooded?", "Yes: hex 1 is flooded (F1.2)."),
        (
            "C1 is lit.",
            "What is the fee of hex 1 for C1?",
            "The fee of hex 1 for C1 is 5 pence (F1.2, F1.3).",
        ),
        (
            "C1 is lit.",
            "What is the fee of hex 1 for C2?",
            "The fee of hex 1 for C2 is 2 pence (F1.2, F1.3).",
        ),
        (
            "C1 is lit.\nHex 2 is a reed hex.",
            "Is hex 2 a fen hex for C1?",
            "Yes: hex 2 is a fen hex for C1 (F1.4).",
        ),
        ("C1 is lit.\nHex 2 is a reed hex.", "Is hex 2 a fen hex?", "No: hex 2 is not a fen hex."),
    ],
)
def test_for_a_thing(ask: Ask, facts: str, question: str, text: str) -> None:
    assert ask(f"{FEN}\n{facts}", question)["text"] == text


def test_what_is_so_in_general_shows_in_the_derivation(ask: Ask) -> None:
    answer = ask(FEN, "Is hex 1 flooded for C1?")
    assert line(answer) == [
        "hex 1 is flooded for C1 [rule]",
        "hex 1 is flooded [F1.2-s1]",
        "hex 1 is a fen hex [given]",
    ]


def test_all_opinions_agree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book, _ = load(tmp_path, VOCABULARY, RULES)
    counts = agree(book, 300)
    assert min(counts["yes"], counts["no"], counts["value"]) > 30
    monkeypatch.setattr(engine, "ASKED_OFTEN", 1)
    assert compiled_alike(book, 60)[True] > 10


@pytest.mark.parametrize(
    ("declared", "message"),
    [
        (
            "a hex is sunny for a craft",
            "'a hex is sunny' is nothing that can be said in general: declare it first",
        ),
        ("a hex is flooded for a storm", "'a storm' is no thing of the ontology for which it could be said"),
        ("a hex is flooded for a craft", "'a hex is flooded for a craft' is declared twice"),
    ],
)
def test_what_cannot_be_declared(tmp_path: Path, declared: str, message: str) -> None:
    _, found = load(tmp_path, f"{VOCABULARY}purpose: {declared}\n", RULES)
    assert [each.message for each in found] == [message]


def test_a_rule_about_a_named_thing_stands_instead_for_it_alone(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = """
        F1.1-s1: a fen hex is flooded.
        F1.1-s2: hex 5 is not flooded, instead of F1.1-s1.
        F1.2-s1: the level of a hex is level 1.
        F1.2-s2: the level of hex 5 is level 2, instead of F1.2-s1.
        F1.2-s3: hex 5 is flooded for a craft if the craft is lit.
    """
    ask = asker(tmp_path / "books", monkeypatch, VOCABULARY, rules)
    facts = "Hexes 5 and 6 are fen hexes.\nC1 is a punt.\nC1 is lit."
    assert [
        ask(facts, f"Is hex {name} flooded{whom}?")["answer"] for name in (5, 6) for whom in ("", " for C1")
    ] == ["no", "yes", "yes", "yes"]
    assert [ask(facts, f"What is the level of hex {name}?")["text"] for name in (5, 6)] == [
        "The level of hex 5 is level 2 (F1.2).",
        "The level of hex 6 is level 1 (F1.2).",
    ]


def test_what_is_added_may_say_to_the(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vocabulary = f"{VOCABULARY}distance else ?: reed hex\n"
    rules = "F1.1-s1: add the range from the hex to the nearest reed hex times 2 to the fee of a hex if the hex is flooded."
    ask = asker(tmp_path / "books", monkeypatch, vocabulary, rules)
    facts = "Hex 1 is flooded.\nHex 1 is 3 hexes from the nearest reed hex."
    assert ask(facts, "What is the fee of hex 1?")["text"] == "The fee of hex 1 is 6 pence (F1.1)."
