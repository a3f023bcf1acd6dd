"""None such, and not for any: "if no hex is flooded", "no punt may enter"."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kb.fens import asker, load
from tests.kb.opinions import agree

VOCABULARY = """
noun else no: fen hex (hex); sea hex (hex); inland hex (hex)
adjective else no: staked (hex)
figure else ?: the depth of a hex = deep / low
relation else no: a hex holds a unit
action else yes: a unit enters a hex
"""


@pytest.mark.parametrize(
    ("condition", "answers"),
    [
        ("no hex is a sea hex", ("yes", "no", "yes")),
        ("no hex is staked", ("yes", "yes", "no")),
        ("none of: (no hex is a sea hex; no hex is staked)", ("no", "no", "no")),
        ("any of: (no hex is a sea hex; no hex is staked)", ("yes", "yes", "yes")),
    ],
)
def test_in_a_condition_there_is_none_such(
    condition: str, answers: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    head, _, parts = condition.partition(": (")
    block = f" {head}:\n" + "\n".join(f"    {part}" for part in parts.rstrip(")").split("; "))
    condition = block if parts else f" {condition}"
    put = asker(tmp_path, monkeypatch, VOCABULARY, f"F1.1-s1:\n  a fen hex is an inland hex if{condition}.\n")
    told = ("", "\nHex 2 is a sea hex.", "\nHex 3 is staked.")
    found = [put(f"Hex 1 is a fen hex.{more}", "Is hex 1 an inland hex?")["answer"] for more in told]
    assert tuple(found) == answers


def test_of_a_figure_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rule = "F1.1-s1: a fen hex is an inland hex if the depth of no hex is deep.\n"
    put = asker(tmp_path, monkeypatch, VOCABULARY, rule)
    assert (
        put("Hex 1 is a fen hex.\nThe depth of hex 2 is deep.", "Is hex 1 an inland hex?")["answer"] == "no"
    )


def test_the_other_opinions_say_the_same(tmp_path: Path) -> None:
    rules = """
F1.1-s1: a fen hex is an inland hex if none of:
    no hex is staked
    no hex is a sea hex.
F1.2-s1: no unit may enter a sea hex if no hex is staked.
F1.3-s1: a fen hex holds no unit if the hex is staked.
F1.4-s1: no sea hex is an inland hex.
"""
    book, found = load(tmp_path, VOCABULARY, rules)
    assert found == []
    assert sum(agree(book, 150).values()) == 150


def test_in_a_conclusion_it_is_denied_of_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put = asker(
        tmp_path,
        monkeypatch,
        VOCABULARY,
        "F1.1-s1: no unit may enter a fen hex.\nF1.2-s1: a unit may enter no sea hex if the hex is staked.\n",
    )
    facts = "Hex 1 is a fen hex.\nHex 2 is a sea hex.\nHex 2 is staked.\nHex 3 is a sea hex.\nU1 is a unit."
    found = [put(facts, f"May U1 enter hex {number}?")["answer"] for number in (1, 2, 3)]
    assert found == ["no", "no", "yes"]


@pytest.mark.parametrize(
    ("rule", "phrase"),
    [
        ("no unit may not enter a fen hex.", "no unit"),
        ("no unit may enter no fen hex.", "no fen hex"),
        ("the depth of no fen hex is deep.", "no fen hex"),
    ],
)
def test_what_it_would_mean_twice_over_is_refused(rule: str, phrase: str, tmp_path: Path) -> None:
    _, found = load(tmp_path, VOCABULARY, f"F1.1-s1: {rule}\n")
    assert [(each.code, each.message) for each in found] == [
        ("conclusion", f"'{phrase}' cannot stand there in a conclusion: say what is not so of 'a …'")
    ]
