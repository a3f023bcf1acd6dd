"""What is not encoded, and what rules outside say: where an answer could hang on it, and what an answer then says."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.rulelang.codec import decode, encode
from tests.kb.derivations import deciding, line
from tests.kb.fens import Answer, Ask, asker, load
from tests.kb.opinions import agree

VOCABULARY = """
noun else no: fen hex (hex)
noun else no: mire hex (hex)
adjective else no: flooded (hex)
adjective else no: dyked (hex)
adjective else ?: staked (hex)
adjective else no: laden (unit)
adjective else no: barred (hex)
figure base 0: the toll of a craft in a hex = pence
figure normal Q7.2: the cost of a hex for a unit = MP
figure else ?: the fare of a craft = pence
figure else ?: the season = spring / summer / winter
action else yes: a unit enters a hex
"""
RULES = """
F1.1-s1: a fen hex is flooded.
F1.1-s2: not encoded: missing the tides; touches a hex is flooded if the hex is staked; touches barred
F1.2-s1: a dyked hex is not flooded, instead of F1.1-s1.
F1.3-s1:
  outside Q4.1: add 2 to the toll of a punt in a fen hex.
  outside Q4.1: add 6 to the toll of a barge in a fen hex.
  not encoded: missing the tolls of other craft; touches the toll of a craft in a fen hex if
    the craft is not one of punt or barge
F1.4-s1: add 1 to the toll of a craft in a fen hex.
F1.5-s1:
  multiply the cost of a hex for a unit by 2 if the hex is flooded.
  the cost of a mire hex for a unit is 5 MP, instead of Q7.2.
F1.6-s1: F1.1-s2 does not apply if the season is winter.
"""


@pytest.fixture
def ask(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asker(tmp_path / "books", monkeypatch, VOCABULARY, RULES)


def causes(answer: Answer) -> list[tuple[str, str]]:
    """Why there is no answer."""
    return [(cause["kind"], cause.get("statement") or cause["missing"]) for cause in answer["causes"]]


# -- not encoded ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ("Hex 1 is a fen hex.\nHex 1 is not staked.", "yes"),
        ("Hex 1 is a fen hex.\nHex 1 is staked.\nThe season is summer.", "not encoded"),
        ("Hex 1 is staked.\nThe season is summer.", "not encoded"),
        ("Hex 1 is a fen hex.\nHex 1 is staked.\nThe season is winter.", "yes"),
        ("Hex 1 is flooded.\nHex 1 is staked.", "yes"),
    ],
)
def test_a_statement_that_is_not_encoded(ask: Ask, facts: str, expected: str) -> None:
    assert ask(facts, "Is hex 1 flooded?")["answer"] == expected


def test_what_is_missing_is_named(ask: Ask) -> None:
    answer = ask("Hex 1 is a fen hex.\nHex 1 is staked.\nThe season is summer.", "Is hex 1 flooded?")
    assert causes(answer) == [("not encoded", "F1.1-s2")]
    assert answer["cites"] == ["F1.1"]
    assert line(answer)[:3] == [
        "it is not known whether hex 1 is flooded [unknown]",
        "hex 1 is flooded [F1.1-s1]",
        "hex 1 is a fen hex [given]",
    ]


def test_a_statement_that_may_say_something(ask: Ask) -> None:
    answer = ask("Hex 1 is a fen hex.\nThe season is summer.", "Is hex 1 flooded?")
    assert (answer["answer"], deciding(answer)) == ("not encoded", [(["Hex 1 is not staked."], "yes")])


def test_without_a_condition_it_speaks_where_nothing_else_does(ask: Ask) -> None:
    assert causes(ask("", "Is hex 1 barred?")) == [("not encoded", "F1.1-s2")]
    assert ask("Hex 1 is barred.", "Is hex 1 barred?")["answer"] == "yes"


def test_a_sum_that_lacks_a_line(ask: Ask) -> None:
    hex_ = "Hex 1 is a fen hex."
    punt = ask(f"P1 is a punt.\n{hex_}", "What is the toll of P1 in hex 1?")
    assert (punt["value"], punt["cites"]) == (3, ["F1.3", "F1.4", "Q4.1"])
    raft = ask(f"P1 is a raft.\n{hex_}", "What is the toll of P1 in hex 1?")
    assert (raft["answer"], causes(raft)) == ("not encoded", [("not encoded", "F1.3-s1")])
    assert line(raft)[-3:] == [
        "the toll of P1 in hex 1 is 1 pence [figure]",
        "the toll of P1 in hex 1 is 0 pence [figure]",
        "+1 pence to the toll of P1 in hex 1 [F1.4-s1]",
    ]


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (
            "not encoded: missing the tides; touches flooded only if the hex is staked.",
            "'touches … only if …' is not known",
        ),
        (
            "not encoded: missing the tides; touches the weather if it rains.",
            "'the weather' is no template of the vocabulary",
        ),
        ("outside Q4.1: F1.1-s1 does not apply.", "what an outside rule says is a rule"),
    ],
)
def test_records_that_cannot_be_read(tmp_path: Path, record: str, message: str) -> None:
    _, found = load(tmp_path, VOCABULARY, f"F1.1-s1: a fen hex is flooded.\nF1.2-s1: {record}")
    assert [each.message for each in found] == [message]


# -- rules outside --------------------------------------------------------------------------------------------------------


def test_what_an_outside_rule_says_is_an_assumption_by_name(ask: Ask) -> None:
    answer = ask("P1 is a punt.\nHex 1 is a fen hex.", "What is the toll of P1 in hex 1?")
    assumed = [
        step["assumes"]
        for step in answer["derivation"]["steps"].values()
        if step.get("statement") == "F1.3-s1 #1"
    ]
    assert assumed == [["Q4.1, cited, not ingested"]]
    assert answer["flags"] == [{"kind": "external", "statement": "Q4.1"}]


def test_a_normal_value_that_a_rule_amends(ask: Ask) -> None:
    normal = "P1 is a punt.\nHex 1 is not staked.\nThe normal cost of hex 1 for P1 is 2 MP."
    dry = ask(normal, "What is the cost of hex 1 for P1?")
    assert (dry["value"], dry["cites"]) == (2, ["Q7.2"])
    wet = ask(f"{normal}\nHex 1 is a fen hex.", "What is the cost of hex 1 for P1?")
    assert (wet["value"], wet["cites"]) == (4, ["F1.1", "F1.5", "Q7.2"])
    mire = ask(f"{normal}\nHex 1 is a mire hex.", "What is the cost of hex 1 for P1?")
    assert (mire["value"], mire["cites"]) == (5, ["F1.5"])


def test_a_normal_value_that_nobody_tells(ask: Ask) -> None:
    answer = ask(
        "P1 is a punt.\nHex 1 is a fen hex.\nHex 1 is not staked.",
        "Is the cost of hex 1 for P1 at least 4 MP?",
    )
    assert deciding(answer) == [
        (["The normal cost of hex 1 for P1 is at least 2 MP."], "yes"),
        (["The normal cost of hex 1 for P1 is less than 2 MP."], "no"),
    ]


# -- second opinions ------------------------------------------------------------------------------------------------------


def test_random_scenarios_with_what_is_not_encoded(tmp_path: Path) -> None:
    book, _ = load(tmp_path, VOCABULARY, RULES)
    assert decode(encode(book.contents.items)) == book.contents.items
    given = agree(book, 200)
    assert min(given["yes"], given["no"], given["undetermined"], given["value"], given["not encoded"]) > 0
