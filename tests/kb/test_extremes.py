"""The least and the greatest: of a figure among things, and which of them is chosen by it."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.reason import engine
from kb.rulelang.codec import decode, encode
from kb.rulelang.layout import formatted
from tests.kb.derivations import deciding, line
from tests.kb.fens import Ask, asker, lines, load
from tests.kb.opinions import agree, compiled_alike

VOCABULARY = """
noun else no: fen hex (hex)
adjective else no: deep (hex); staked (hex); slow (craft); snug (hex)
relation else no: a craft is in a hex; a hex borders a hex B
adjective else ?: watched (craft)
figure else ?: the depth of a hex = feet
figure else ?: the speed of a craft = hexes
figure else ?: the pace of a hex = hexes; the watch of a hex = hexes
figure base 0: the toll of a craft = pence
figure else ?: the haven of a craft = hex; the drift of a craft = hex
figure else ?: the crest of a hex = low / high
"""
RULES = """
F1.1-s1:
  the pace of a hex is the least speed of a craft where the craft is in the hex.
  the watch of a hex is the greatest speed of a watched craft where the hex borders a hex B.
F1.2-s1:
  the haven of a craft is chosen by the owner from a hex B with the greatest depth of hex B where the craft is in a hex A, and
    hex A borders hex B.
F1.2-s2:
  the drift of a craft is chosen at random from a hex B with the fewest depth of hex B where hex B is staked.
F1.3-s1:
  add the most depth of a fen hex B where a hex A borders hex B, and the craft is in hex A to the toll of a craft.
F1.4-s1:
  a hex is snug if the depth of the hex is at most the least depth of a staked hex B.
F1.5-s1:
  a craft is slow if the craft is in a hex, and the speed of the craft is the lowest speed of a craft B where craft B is in
    the hex.
"""
CREW = "P1 is a punt.\nP2 is a barge.\nP1 is in hex 1.\nP2 is in hex 1.\nThe speed of P1 is 4 hexes."
POOL = """
P1 is a punt.
P1 is in hex 1.
Hex 1 borders hex 2.
Hex 1 borders hex 3.
Hex 1 borders hex 4.
The depth of hex 2 is 3 feet.
The depth of hex 3 is 5 feet.
"""


@pytest.fixture
def ask(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asker(tmp_path / "books", monkeypatch, VOCABULARY, RULES)


def test_the_least_of_a_figure_among_things(ask: Ask) -> None:
    answer = ask(f"{CREW}\nThe speed of P2 is 2 hexes.", "What is the pace of hex 1?")
    assert answer["text"] == "The pace of hex 1 is 2 hexes (F1.1)."
    assert line(answer) == [
        "the pace of hex 1 is 2 hexes [figure]",
        "the pace of hex 1 [F1.1-s1 #1]",
        "the least speed of a craft is 2 hexes [extreme]",
        "of what is told, P1 and P2 count [among]",
        "P1 is in hex 1 [given]",
        "P2 is in hex 1 [given]",
        "no craft told is in hex 1 [silence]",
        "the speed of P1 is 4 hexes [given]",
        "the speed of P2 is 2 hexes [given]",
    ]


def test_of_nothing_there_is_no_least(ask: Ask) -> None:
    answer = ask("P1 is a punt.", "Is the pace of hex 1 at least 0 hexes?")
    assert (answer["answer"], answer["text"]) == ("no", "No: the pace of hex 1 has no value (F1.1).")
    assert "there is no least speed of a craft [extreme]" in line(answer)
    answer = ask("P1 is a punt.", "Is the haven of P1 hex 1?")
    assert answer["text"] == "No: the haven of P1 has no value (F1.2)."


def test_who_may_be_among_them_must_be_known(ask: Ask) -> None:
    facts = ["P1 is a punt.", "The speed of P1 is 4 hexes.", "P1 is watched.", "Hex 1 borders hex 2."]
    assert ask(facts, "Is the watch of hex 1 at least 4 hexes?")["answer"] == "undetermined"
    answer = ask([*facts, "No other craft is watched."], "What is the watch of hex 1?")
    assert answer["text"] == "The watch of hex 1 is 4 hexes (F1.1)."


def test_a_condition_compares_with_the_least(ask: Ask) -> None:
    assert ask(f"{CREW}\nThe speed of P2 is 2 hexes.", "Is P1 slow?")["answer"] == "no"
    assert ask(f"{CREW}\nThe speed of P2 is 2 hexes.", "Is P2 slow?")["answer"] == "yes"
    assert deciding(ask(CREW, "Is P1 slow?")) == [
        (["The speed of P2 is 4 hexes."], "yes"),
        (["The speed of P2 is at most 4 hexes.", "The speed of P2 is not 4 hexes."], "no"),
        (["The speed of P2 is more than 4 hexes."], "yes"),
    ]
    assert deciding(ask(f"{POOL}\nHexes 2 and 3 are staked.", "Is hex 4 snug?")) == [
        (["The depth of hex 4 is at most 3 feet."], "yes"),
        (["The depth of hex 4 is more than 3 feet."], "no"),
    ]


def test_a_choice_among_those_that_have_most(ask: Ask) -> None:
    answer = ask(f"{POOL}\nThe depth of hex 4 is 1 feet.", "What is the haven of P1?")
    assert answer["text"] == "The haven of P1 is hex 3 (F1.2)."
    assert "the depth of hex 2 (3 feet) is not the greatest depth of a hex (5 feet) [compare]" in line(answer)
    answer = ask(f"{POOL}\nThe depth of hex 4 is 5 feet.", "What is the haven of P1?")
    assert answer["text"] == "The haven of P1 is hex 3 or hex 4, as chosen by the owner (F1.2)."


def test_a_draw_among_those_that_have_fewest(ask: Ask) -> None:
    facts = f"{POOL}\nThe depth of hex 4 is 3 feet.\nHexes 2, 3 and 4 are staked."
    answer = ask(facts, "What are the odds that the drift of P1 is hex 2?")
    assert answer["text"] == "The odds are 1/2 (F1.2)."


def test_a_line_of_a_sum(ask: Ask) -> None:
    assert (
        ask(f"{POOL}\nHexes 2 and 3 are fen hexes.", "What is the toll of P1?")["text"]
        == "The toll of P1 is 5 pence (F1.3)."
    )


def test_all_opinions_agree_and_nothing_is_compiled_that_is_not_foreseen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book, _ = load(tmp_path, VOCABULARY, RULES)
    counts = agree(book, 200)
    assert min(counts["yes"], counts["no"], counts["value"]) > 5
    monkeypatch.setattr(engine, "ASKED_OFTEN", 1)
    assert compiled_alike(book, 60)[False] > 10


def test_it_is_read_back_as_it_was(tmp_path: Path) -> None:
    assert formatted(lines(RULES)) == lines(RULES).replace(",\n    ", ",\n    ").replace(
        " and\n    ", " and "
    ).replace("in\n    the", "in the")
    book, _ = load(tmp_path, VOCABULARY, RULES)
    rules = [entry.rule for entry in book.program.entries]
    assert decode(encode(rules)) == rules


@pytest.mark.parametrize(
    ("rule", "message", "hint"),
    [
        (
            "the pace of a hex is the least crest of a hex B where hex B borders the hex.",
            "the values of 'the crest of a hex' are no numbers: there is no least of them",
            None,
        ),
        (
            "the pace of a hex is the least depth of the hex.",
            "'the least depth of the hex' opens no things",
            "let it open one of which it is the least: 'the least depth of a hex B where …'",
        ),
        (
            "the haven of a craft is chosen by the owner from a hex B with the least depth of a hex C.",
            "'with the least depth of a hex C' is not about the hex that is chosen",
            "say it of 'hex B'",
        ),
        (
            "the haven of a craft is chosen by the owner from a hex B where hex B is staked if hex B is deep.",
            "'hex B' has not been opened: nothing before it says 'a hex B'",
            None,
        ),
        (
            "the pace of a hex is the least pace of a hex B where hex B borders the hex.",
            "F1.1-s1 #1 makes 'the pace of a hex' depend on 'the pace of a hex' failing, which depends on it in turn",
            "write 'but for this rule, …' before the condition that leads back; the loop runs through: the pace of a hex",
        ),
    ],
)
def test_what_is_no_least(tmp_path: Path, rule: str, message: str, hint: str | None) -> None:
    _, found = load(tmp_path, VOCABULARY, f"F1.1-s1: {rule}")
    assert [(each.message, each.hint) for each in found] == [(message, hint)]


def test_two_ways_to_read_it_are_an_error(tmp_path: Path) -> None:
    more = f"{VOCABULARY}figure else ?: the least depth of a hex = feet\n"
    _, found = load(
        tmp_path, more, "F1.1-s1: a hex A is snug if the depth of hex A is the least depth of a hex B."
    )
    assert [(each.code, each.message, each.hint) for each in found] == [
        (
            "two-readings",
            "'the depth of hex A is the least depth of a hex B' has 2 readings",
            "'the least …' is a figure of its own, and the least of 'the depth of a hex B'",
        )
    ]
