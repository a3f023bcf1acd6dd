"""Loops through an exception or a negation are refused when a rulebook is loaded; loops of conditions that hold are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kb.fens import asker, load

VOCABULARY = """
    noun else no: marsh hex (hex)
    noun else no: fen hex (hex)
    noun else no: firm hex (hex)
    adjective else no: drained (hex)
"""


def found(folder: Path, rules: str) -> list[tuple[str, str, str | None]]:
    _, diagnostics = load(folder, VOCABULARY, rules)
    return [(each.code, each.message, each.hint) for each in diagnostics]


def test_a_loop_through_a_negation(tmp_path: Path) -> None:
    rules = """
        F1.1-s1: a hex is a marsh hex if the hex is not a firm hex.
        F1.1-s2: a hex is a firm hex if the hex is a marsh hex.
    """
    assert found(tmp_path, rules) == [
        (
            "loop",
            "F1.1-s1 #1 makes 'marsh hex' depend on 'firm hex' failing, which depends on it in turn",
            "write 'but for this rule, …' before the condition that leads back; "
            "the loop runs through: firm hex, marsh hex",
        )
    ]


def test_a_loop_through_a_withdrawal(tmp_path: Path) -> None:
    rules = """
        F1.1-s1: a fen hex is a marsh hex.
        F1.1-x1: F1.1-s1 does not apply if the hex is drained.
        F1.1-s2: a marsh hex is drained.
    """
    assert [message for _, message, _ in found(tmp_path, rules)] == [
        "F1.1-x1 #1 makes 'marsh hex' depend on 'drained' failing, which depends on it in turn"
    ]


def test_a_loop_through_instead_of(tmp_path: Path) -> None:
    rules = """
        F1.1-s1: a fen hex is a marsh hex.
        F1.1-s2: a hex is not a marsh hex, instead of F1.1-s1, if the hex is drained.
        F1.1-s3: a hex is drained if the hex is a marsh hex.
    """
    assert [code for code, _, _ in found(tmp_path, rules)] == ["loop"]


def test_but_for_this_rule_is_the_way_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    rules = """
        F1.1-s1: a fen hex is a marsh hex.
        F1.1-s2: a hex is drained if but for this rule, the hex is a marsh hex, and the hex is a firm hex.
        F1.1-x1: F1.1-s1 does not apply if the hex is drained.
    """
    put = asker(tmp_path, monkeypatch, VOCABULARY, rules)
    assert put("Hex 1 is a fen hex.", "Is hex 1 a marsh hex?")["answer"] == "yes"
    assert put("Hex 1 is a fen hex.\nHex 1 is a firm hex.", "Is hex 1 a marsh hex?")["answer"] == "no"


def test_a_genus_and_its_species_may_define_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    rules = """
        F1.1-s1: a fen hex is a marsh hex.
        F1.1-s2: a marsh hex is a fen hex if the hex is drained.
    """
    put = asker(tmp_path, monkeypatch, VOCABULARY, rules)
    assert put("Hex 1 is drained.", "Is hex 1 a fen hex?")["answer"] == "no"
    assert put("Hex 1 is drained.\nHex 1 is a marsh hex.", "Is hex 1 a fen hex?")["answer"] == "yes"
    assert put("Hex 1 is a fen hex.", "Is hex 1 a marsh hex?")["answer"] == "yes"


def test_rules_that_come_after_each_other_and_deny_each_other_are_a_loop(tmp_path: Path) -> None:
    rules = """
        F1.1-s1: a fen hex is a marsh hex if but for this rule, after F1.1-s2, the hex is not drained.
        F1.1-s2: a hex is drained if but for this rule, after F1.1-s1, the hex is not a marsh hex.
    """
    assert found(tmp_path, rules) == [
        (
            "loop",
            "F1.1-s2 #1 makes 'drained' depend on 'marsh hex' failing, which depends on it in turn",
            "write 'but for this rule, …' before the condition that leads back; "
            "the loop runs through: drained, marsh hex",
        )
    ]
