"""Rules that can disagree with nothing to rank them: found when a rulebook is checked, with a scenario that shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.answer import ask, problems_of
from kb.cache import rulebook_of
from kb.reason.clashes import clashes
from tests.kb.fens import load, write

VOCABULARY = """
noun else no: fen hex (hex)
noun else no: mire hex (hex)
adjective else no: flooded (hex)
adjective else no: dyked (hex)
adjective else ?: staked (hex)
relation else no: a unit is in a hex
figure else ?: the depth of a hex = feet
figure else ?: the toll of a craft = pence
figure else ?: the season = spring / summer / winter
action else yes: a unit enters a hex
"""


def found(folder: Path, rules: str) -> list[tuple[str, str, tuple[str, ...], str]]:
    """The clashes of a rulebook with the vocabulary above."""
    book, problems = load(folder, VOCABULARY, rules)
    assert problems == []
    return [
        (clash.one.id, clash.other.id, clash.facts, clash.about)
        for clash in clashes(book.program, book.engine)
    ]


@pytest.mark.parametrize(
    ("rules", "facts", "question"),
    [
        (
            "F1.1-s1: a unit may not enter a fen hex.\nF1.2-s1: a punt may enter a flooded hex.",
            ("P1 is a punt.", "Hex 1 is a fen hex.", "Hex 1 is flooded."),
            "whether P1 may enter hex 1",
        ),
        (
            "F1.1-s1: a fen hex is flooded.\nF1.2-s1: a hex is not flooded if the depth of the hex is less than 2 feet.",
            ("Hex 1 is a fen hex.", "The depth of hex 1 is 1 feet."),
            "whether hex 1 is flooded",
        ),
        (
            "F1.1-s1: the toll of a craft is 2 if the season is winter.\n"
            "F1.2-s1: the toll of a craft is 3 if the craft is in a fen hex.",
            ("C1 is a craft.", "Hex 1 is a fen hex.", "C1 is in hex 1.", "The season is winter."),
            "what the toll of C1 is",
        ),
        (
            "F1.1-s1: a hex is flooded if the hex is dyked.\nF1.2-s1: a hex is dyked if the hex is staked.\n"
            "F1.3-s1: a mire hex is not flooded.",
            ("Hex 1 is staked.", "Hex 1 is a mire hex."),
            "whether hex 1 is flooded",
        ),
    ],
)
def test_a_pair_that_nothing_ranks(tmp_path: Path, rules: str, facts: tuple[str, ...], question: str) -> None:
    assert [(shown, asked) for _, _, shown, asked in found(tmp_path, rules)] == [(facts, question)]


@pytest.mark.parametrize(
    "rules",
    [
        "F1.1-s1: a unit may not enter a fen hex.\nF1.2-s1: a punt may enter a fen hex, instead of F1.1-s1.",
        "F1.1-s1: a unit may not enter a fen hex.\nF1.2-s1: a punt may enter a fen hex.\n"
        "F1.2-s2: order F1.2 over F1.1 by F1.2-s2",
        "F1.1-s1: a unit may not enter a fen hex.\nF1.2-s1: a punt may enter a fen hex.\n"
        "F1.2-s2: F1.1-s1 does not apply if the unit is a punt.",
        "F1.1-s1: a punt may not enter a fen hex.\nF1.2-s1: a barge may enter a fen hex.",
        "F1.1-s1: a hex is flooded exactly if the hex is dyked.",
    ],
)
def test_pairs_that_cannot_disagree(tmp_path: Path, rules: str) -> None:
    assert found(tmp_path, rules) == []


@pytest.mark.parametrize(("share", "pairs"), [(1, 0), (3, 0), (4, 1)])
def test_a_search_ends_where_it_has_looked_at_its_share(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, share: int, pairs: int
) -> None:
    monkeypatch.setattr("kb.reason.clashes._MOST_PARTS", share)
    rules = "F1.1-s1: a unit may not enter a fen hex.\nF1.2-s1: a punt may enter a flooded hex."
    assert len(found(tmp_path, rules)) == pairs


def test_checking_a_rulebook_reports_it(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = "F1.1-s1: a unit may not enter a fen hex.\nF1.2-s1: a punt may enter a flooded hex."
    write(tmp_path / "books", VOCABULARY, rules)
    monkeypatch.setenv("HEXLAW_RULEBOOKS", str(tmp_path / "books"))
    [problem] = problems_of("fens")[0]
    assert (problem.code, problem.severity, str(problem.place)) == ("unranked", "warning", "fens.rules:2:1")
    assert problem.message == (
        "F1.1-s1 #1 and F1.2-s1 #1 can disagree, and nothing ranks them: P1 is a punt. Hex 1 is a fen hex."
        " Hex 1 is flooded. They disagree whether P1 may enter hex 1."
    )
    facts = ["P1 is a punt.", "Hex 1 is a fen hex.", "Hex 1 is flooded."]
    answer = ask({"rulebook": "fens", "facts": facts, "question": "May P1 enter hex 1?"})
    assert answer["answer"] == "conflict"
    assert [cause["statement"] for cause in answer["causes"]] == ["F1.2-s1", "F1.1-s1"]


def test_tidewrack_has_none(home: Path) -> None:
    book = rulebook_of("tidewrack")
    assert list(clashes(book.program, book.engine)) == []
