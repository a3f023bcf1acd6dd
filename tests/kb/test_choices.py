"""Choices and counts: what is chosen by whom or drawn, how many there are, "another", and amounts that are rounded."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.reason.checker import check_proof
from kb.reason.odds import odds
from kb.reason.situation import Situation
from kb.rulelang.codec import decode, encode
from tests.kb.derivations import deciding
from tests.kb.fens import Ask, asker, load
from tests.kb.opinions import agree

VOCABULARY = """
noun else no: fen hex (hex)
adjective else ?: staked (hex)
relation else no: a craft is in a hex
relation else no: a craft is awash
relation else no: a craft is stuck
relation else no: a craft is crowded
relation else no: a hex drains into a hex B
relation else no: a craft is beside a craft B
figure else ?: the drift of a craft = hex
figure else ?: the draw of a craft = hex
figure base 0: the toll of a craft = pence, FRU
figure else ?: the weight of a craft = tons
figure else ?: the share of a craft = pence, down
figure else ?: the season = spring / summer / winter
"""
RULES = """
F1.1-s1: the drift of a craft is chosen by the owner from a hex B where the craft is in a hex A, and hex A drains into hex B.
F1.2-s1:
  the draw of a craft is chosen at random from a hex B where the craft is in a hex A, and hex A drains into hex B, and
    hex B is not a fen hex.
F1.3-s1: a craft is awash if the drift of the craft is a fen hex.
F1.4-s1: a craft is stuck if the draw of the craft is a hex B, and hex B is staked.
F1.5-s1:
  add 2 to the toll of a craft for each other craft B where craft B is beside the craft.
  add 1 to the toll of a craft for each full 5 tons of the weight of the craft.
  multiply the toll of a craft by 1/2 if the season is winter.
  limit the toll of a craft to at most 9.
  the share of a craft is the toll of the craft divided by 2.
F1.6-s1: a craft A is crowded if another craft B is beside craft A, and another craft C is beside craft A.
"""
DITCH = "P1 is a punt.\nP1 is in hex 1.\nHex 1 drains into hex 2.\nHex 1 drains into hex 3."


@pytest.fixture
def ask(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asker(tmp_path / "books", monkeypatch, VOCABULARY, RULES)


# -- choices --------------------------------------------------------------------------------------------------------------


def test_who_chooses_among_what(ask: Ask) -> None:
    answer = ask(DITCH, "What is the drift of P1?")
    assert (answer["answer"], answer["set"]) == ("set", ["hex 2", "hex 3"])
    assert answer["options"] == {"chooser": "the owner", "candidates": ["hex 2", "hex 3"]}
    assert answer["text"] == "The drift of P1 is hex 2 or hex 3, as chosen by the owner (F1.1)."


def test_what_is_drawn(ask: Ask) -> None:
    answer = ask(DITCH, "What is the draw of P1?")
    assert answer["options"] == {"chooser": "chance", "candidates": ["hex 2", "hex 3"]}
    assert answer["text"] == "The draw of P1 is hex 2 or hex 3, drawn at random (F1.2)."


def test_one_candidate_is_the_value(ask: Ask) -> None:
    answer = ask(f"{DITCH}\nHex 3 is a fen hex.", "What is the draw of P1?")
    assert (answer["answer"], answer["value"], answer["text"]) == (
        "value",
        "2",
        "The draw of P1 is hex 2 (F1.2).",
    )


def test_a_fact_tells_the_choice(ask: Ask) -> None:
    told = f"{DITCH}\nHex 3 is a fen hex.\nThe drift of P1 is hex 3."
    assert ask(told, "Is P1 awash?")["answer"] == "yes"
    assert ask(told, "Is the drift of P1 hex 3?")["answer"] == "yes"
    assert ask(told, "Is the drift of P1 hex 2?")["answer"] == "no"


def test_what_was_not_chosen(ask: Ask) -> None:
    assert ask(f"{DITCH}\nThe drift of P1 is not hex 3.", "What is the drift of P1?")["value"] == "2"


def test_an_open_choice_decides(ask: Ask) -> None:
    answer = ask(f"{DITCH}\nHex 3 is a fen hex.", "Is P1 awash?")
    assert deciding(answer) == [(["The drift of P1 is hex 2."], "no"), (["The drift of P1 is hex 3."], "yes")]
    assert answer["complete"]
    assert answer["options"] == {"chooser": "the owner", "candidates": ["hex 2", "hex 3"]}
    assert answer["causes"] == [{"kind": "undetermined", "missing": "the drift of P1"}]


def test_candidates_decide_while_the_choice_is_open(ask: Ask) -> None:
    answer = ask(f"{DITCH}\nHex 2 is a fen hex.\nHex 3 is a fen hex.", "Is P1 awash?")
    assert (answer["answer"], answer["cites"]) == ("yes", ["F1.1", "F1.3"])
    assert answer["whatever"] == ["whatever the drift of P1 is"]


def test_no_candidate_makes_every_comparison_fail(ask: Ask) -> None:
    assert ask("P1 is a punt.", "Is P1 awash?")["answer"] == "no"
    assert ask("P1 is a punt.", "What is the drift of P1?")["answer"] == "undetermined"


def test_odds_of_a_draw(ask: Ask) -> None:
    answer = ask(f"{DITCH}\nHex 2 is staked.\nHex 3 is not staked.", "What are the odds that P1 is stuck?")
    assert (answer["value"], answer["cites"]) == ("1/2", ["F1.2", "F1.4"])


def test_a_player_s_choice_has_no_odds(ask: Ask) -> None:
    answer = ask(f"{DITCH}\nHex 3 is a fen hex.", "What are the odds that P1 is awash?")
    assert (
        answer["text"] == "Undetermined: 0 if the drift of P1 is hex 2; 1 if the drift of P1 is hex 3 (F1.3)."
    )


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        (
            "the weight of a craft is chosen by the owner from a hex B where the craft is in hex B.",
            "the value of 'the weight of a craft' is not a thing",
        ),
        (
            "the drift of a craft is chosen by the owner from a craft B where the craft is beside craft B.",
            "'a craft B' can be no value of 'the drift of a craft'",
        ),
    ],
)
def test_what_cannot_be_chosen(tmp_path: Path, rule: str, message: str) -> None:
    _, found = load(tmp_path, VOCABULARY, f"F1.1-s1: {rule}")
    assert [each.message for each in found] == [message]


# -- counts ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "toll"),
    [
        ("The weight of P1 is 0 tons.", 0),
        ("The weight of P1 is 13 tons.", 2),
        ("The weight of P1 is 15 tons.", 3),
        ("The weight of P1 is 4 tons.\nP2 is beside P1.\nP3 is beside P1.\nP1 is beside P1.", 4),
        ("The weight of P1 is 5 tons.\nThe season is winter.", 1),
        ("The weight of P1 is 60 tons.", 9),
    ],
)
def test_for_each(ask: Ask, facts: str, toll: int) -> None:
    season = "" if "season" in facts else "\nThe season is summer."
    kinds = "P1 is a punt.\nP2 is a punt.\nP3 is a barge.\n"
    assert ask(f"{kinds}{facts}{season}", "What is the toll of P1?")["value"] == toll


def test_how_much_holds_how_many(ask: Ask) -> None:
    answer = ask(
        "P1 is a punt.\nThe weight of P1 is at most 13 tons.\nThe season is summer.",
        "Is the toll of P1 at least 2 pence?",
    )
    assert deciding(answer) == [
        (["The weight of P1 is at least 10 tons."], "yes"),
        (["The weight of P1 is less than 10 tons."], "no"),
    ]


def test_rounding_comes_once_after_all_multiplying(ask: Ask) -> None:
    told = "P1 is a punt.\nThe season is summer.\nThe weight of P1 is 17 tons."
    answer = ask(told, "What is the share of P1?")
    assert answer["value"] == 1  # half of 3, rounded down
    steps = [step["sentence"] for step in answer["derivation"]["steps"].values() if step["kind"] == "rounded"]
    assert steps == ["rounded down, the share of P1 is 1 pence"]


def test_another_is_another_thing(ask: Ask) -> None:
    crew = "P1 is a punt.\nP2 is a punt.\nP3 is a punt.\nP2 is beside P1."
    assert ask(f"{crew}\nP1 is beside P1.", "Is P1 crowded?")["answer"] == "no"
    assert ask(f"{crew}\nP3 is beside P1.", "Is P1 crowded?")["answer"] == "yes"


def test_a_rounding_that_is_none(tmp_path: Path) -> None:
    _, found = load(tmp_path, "figure else ?: the toll of a craft = pence, roughly", "F1.1-s1: note nothing")
    assert [each.message for each in found] == ["'roughly' is no way of rounding: FRU, up, down or exact"]


# -- second opinions ------------------------------------------------------------------------------------------------------


def test_random_scenarios_with_choices(tmp_path: Path) -> None:
    book, _ = load(tmp_path, VOCABULARY, RULES)
    given = agree(book, 200)
    assert min(given["yes"], given["no"], given["undetermined"], given["value"]) > 0


def test_proofs_of_draws_are_checked(tmp_path: Path) -> None:
    book, _ = load(tmp_path, VOCABULARY, RULES)
    assert decode(encode(book.contents.items)) == book.contents.items
    situation = Situation(book.vocabulary)
    situation.tell("punt", ("P1",), True, "P1 is a punt.")
    situation.tell("a craft is in a hex", ("P1", "1"), True, "P1 is in hex 1.")
    for hex_, staked in (("2", True), ("3", False), ("4", True)):
        situation.tell("a hex drains into a hex B", ("1", hex_), True, f"Hex 1 drains into hex {hex_}.")
        situation.tell("staked", (hex_,), staked, f"Hex {hex_} is staked or not.")
        situation.slots.setdefault(hex_, "hex")
    found = odds(book.engine, situation, lambda run: run.verdict("a craft is stuck", ("P1",))).known
    assert found is not None
    assert [(outcome.verdict.answer, str(outcome.p)) for outcome in found.outcomes] == [
        ("yes", "2/3"),
        ("no", "1/3"),
    ]
    assert check_proof(found.root, book.program, situation) == []
    found.root.considered = ()
    assert check_proof(found.root, book.program, situation) != []
