"""Rolls: what is declared with one, what may be told of its dice, and the odds of what rests on it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from kb.notes import outcome
from kb.reason.checker import check_proof
from kb.reason.odds import odds
from kb.reason.situation import Situation
from kb.rulelang.codec import decode, encode
from kb.rulelang.vocabulary import Roll
from tests.kb.derivations import deciding
from tests.kb.fens import Answer, Ask, asker, load
from tests.kb.opinions import agree
from tests.kb.tampering import changes

VOCABULARY = """
singleton: the flood
adjective else no: leaky (craft)
noun else no: fen hex (hex)
relation else no: a craft is awash
relation else no: a craft is turned
relation else no: a craft is holed
relation else no: a craft is rocked
relation else no: the omen is ill
figure else ?: the season = spring / summer / winter
figure else ?: the surge of the flood = feet
figure else ?: the trim of a craft = number
figure else ?: the swell = feet
action else yes: a craft enters a hex
roll: the drift DR of a craft = 2 dice (colored, white), by the owner @ F1.1-s1
roll: the surge dr of the flood = 1 die, by the players secret
"""
RULES = """
F1.1-s1: the drift DR of a craft is required if the craft enters a fen hex.
F1.2-s1:
  add +2 to the drift DRM of a craft if the craft is leaky.
  table the surge of the flood by the Final surge dr of the flood: 1 or less: 0, 2..4: 3, 5 or more: 6.
  add 1 to the drift DRM of a craft if the season is winter.
F1.3-s1: a craft is awash if the Final drift DR of the craft is at least 10.
F1.4-s1: a craft is turned if the colored die of the drift DR of the craft is the white die of the drift DR of the craft.
F1.4-s2: a craft is rocked if the Original surge dr of the flood is less than the swell.
F1.4-s3: the omen is ill exactly if the Original surge dr of the flood is one of 1, 3 or 5.
F1.5-s1:
  a craft is holed if the Original surge dr of the flood is one of 1, 3 or 5, and the Original drift DR of the craft is 12.
  the trim of a craft is the lesser of the colored die of the drift DR of the craft and
    the white die of the drift DR of the craft.
"""
PUNT = "P1 is a punt."
SUMMER = "The season is summer."


@pytest.fixture
def ask(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asker(tmp_path / "books", monkeypatch, VOCABULARY, RULES)


def shares(answer: Answer) -> dict[str, str]:
    """How likely each outcome is."""
    return {row["outcome"]: row["p"] for row in answer["odds"]}


# -- what a roll declares -------------------------------------------------------------------------------------------------


def test_the_templates_of_a_roll(tmp_path: Path) -> None:
    book, found = load(tmp_path, VOCABULARY, RULES)
    assert found == []
    assert set(book.vocabulary.rolls.values()) == {
        Roll(
            "drift DR",
            "the drift DR of a craft is required",
            "the Original drift DR of a craft",
            "the drift DRM of a craft",
            "the Final drift DR of a craft",
            ("the colored die of the drift DR of a craft", "the white die of the drift DR of a craft"),
            "the owner",
        ),
        Roll(
            "surge dr",
            "the surge dr of the flood is required",
            "the Original surge dr of the flood",
            "the surge drm of the flood",
            "the Final surge dr of the flood",
            (),
            "the players",
            True,
        ),
    }
    assert book.vocabulary.templates["the drift DRM of a craft"].unit == "DRM"
    assert decode(encode(book.vocabulary)).rolls == book.vocabulary.rolls


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "roll: the drift of a craft = 2 dice",
            "'the drift of a craft = 2 dice' is no roll: write it as"
            " 'the landing DR of a unit = 2 dice (colored, white), by the owner'",
        ),
        (
            "roll: the drift DR of a craft = 2 dice (white, white)",
            "'the drift DR of a craft = 2 dice (white, white)' does not name its two dice: 'colored, white'",
        ),
    ],
)
def test_what_is_no_roll(tmp_path: Path, line: str, message: str) -> None:
    _, found = load(tmp_path, line, "F1.1-s1: note nothing")
    assert [str(each.message) for each in found] == [message]


# -- what is told of a roll -----------------------------------------------------------------------------------------------


def test_a_roll_is_required(ask: Ask) -> None:
    answer = ask(f"{PUNT}\nP1 enters hex 1.\nHex 1 is a fen hex.", "Is the drift DR of P1 required?")
    assert (answer["answer"], answer["text"]) == ("yes", "Yes: the drift DR of P1 is required (F1.1).")


@pytest.mark.parametrize(
    ("facts", "question", "expected"),
    [
        ("P1 is leaky.\nThe drift DR of P1 is 8.", "Is P1 awash?", "yes"),
        ("The drift DR of P1 is 8.", "Is P1 awash?", "no"),
        ("The Final drift DR of P1 is 10.", "Is P1 awash?", "yes"),
        ("P1 is leaky.\nThe colored die of the drift DR of P1 is 1.", "Is P1 awash?", "no"),
        ("P1 is leaky.\nThe Original drift DR of P1 is at least 8.", "Is P1 awash?", "yes"),
        ("The Original drift DR of P1 is 12.", "Is P1 turned?", "yes"),
        ("The Original drift DR of P1 is 7.", "Is P1 turned?", "no"),
        ("The colored die of the drift DR of P1 is 3.", "Is P1 turned?", "undetermined"),
        ("The drift DR of P1 is 13.", "Is P1 awash?", "conflict"),
    ],
)
def test_what_is_told_of_the_dice(ask: Ask, facts: str, question: str, expected: str) -> None:
    assert ask(f"{PUNT}\n{SUMMER}\n{facts}", question)["answer"] == expected


def test_a_figure_over_the_two_dice(ask: Ask) -> None:
    dice = "The colored die of the drift DR of P1 is 5.\nThe white die of the drift DR of P1 is 2."
    assert ask(f"{PUNT}\n{dice}", "What is the trim of P1?")["value"] == 2
    assert ask(f"{PUNT}\n{dice}", "What is the drift DR of P1?")["value"] == 7


def test_what_a_roll_must_reach_decides(ask: Ask) -> None:
    answer = ask(PUNT, "Is P1 awash?")
    assert deciding(answer) == [
        (["The Original drift DR of P1 is at least 10."], "yes"),
        (["The Original drift DR of P1 is less than 10.", "The season is spring."], "no"),
        (["The Original drift DR of P1 is less than 10.", "The season is summer."], "no"),
        (["The season is winter.", "The Original drift DR of P1 is at least 9."], "yes"),
        (["The Original drift DR of P1 is less than 9."], "no"),
    ]
    assert answer["complete"]


# -- odds -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "question", "value"),
    [
        (SUMMER, "What are the odds that P1 is awash?", "1/6"),
        (f"{SUMMER}\nP2 is a punt.", "What are the odds that P1 is awash and P2 is awash?", "1/36"),
        (SUMMER, "What is the chance that P1 is not awash?", "5/6"),
        ("The season is winter.", "What is the probability that P1 is awash?", "5/18"),
        (f"{SUMMER}\nThe drift DR of P1 is 11.", "What are the odds that P1 is awash?", "1"),
        (
            f"{SUMMER}\nThe colored die of the drift DR of P1 is 5.",
            "How likely is it that P1 is awash?",
            "1/3",
        ),
        (f"{SUMMER}\nThe drift DR of P1 is at least 9.", "What are the odds that P1 is awash?", "3/5"),
        ("", "With what probability is P1 turned?", "1/6"),
        ("", "What are the odds that the trim of P1 is at least 5?", "1/9"),
        ("", "What are the odds that P1 is holed?", "1/72"),
        ("The omen is ill.", "What are the odds that the surge of the flood is 0?", "1/3"),
        ("The omen is not ill.", "What are the odds that the surge of the flood is 3?", "2/3"),
        (
            f"{SUMMER}\nThe omen is ill.\nThe surge dr of the flood is 2.",
            "What are the odds that P1 is awash?",
            "1/6",
        ),
        (SUMMER, "What are the odds that P1 is awash, and P1 is turned?", "1/18"),
        (SUMMER, "What are the odds that P1 is awash and that P1 is not turned?", "1/9"),
    ],
)
def test_odds(ask: Ask, facts: str, question: str, value: str) -> None:
    answer = ask(f"{PUNT}\n{facts}", question)
    assert (answer["answer"], answer["value"], answer["unit"]) == ("value", value, "probability")
    assert sum(Fraction(p) for p in shares(answer).values()) == 1


def test_the_odds_of_each_value(ask: Ask) -> None:
    answer = ask("", "What are the odds of the surge of the flood?")
    assert shares(answer) == {"0": "1/6", "3": "1/2", "6": "1/3"}
    assert answer["text"] == "The odds are: 0 1/6; 3 1/2; 6 1/3 (F1.2)."
    # The odds are known: there is no one value, and nothing left that would decide.
    assert (answer["answer"], answer["unit"]) == ("value", "probability")
    assert not {"value", "deciding", "causes"} & set(answer)


def test_the_odds_of_each_value_where_a_fact_is_missing() -> None:
    case = {"answer": "value", "odds": [{"outcome": "0", "p": "1/6"}, {"outcome": "3", "p": "5/6"}]}
    assert outcome(case) == "0 1/6, 3 5/6"


def test_odds_where_a_fact_is_missing(ask: Ask) -> None:
    answer = ask(PUNT, "What are the odds that P1 is awash?")
    assert answer["text"] == (
        "Undetermined: 1/6 if the season is spring; 1/6 if the season is summer; 5/18 if the season is winter"
        " (F1.2, F1.3)."
    )
    assert [(case["facts"], case["value"]) for case in answer["deciding"]] == [
        (["The season is spring."], "1/6"),
        (["The season is summer."], "1/6"),
        (["The season is winter."], "5/18"),
    ]


def test_odds_name_only_the_narrowest_bounds_and_no_dice_as_unknown(ask: Ask) -> None:
    answer = ask(PUNT, "What are the odds that P1 is rocked?")
    told = {case["value"]: case["facts"] for case in answer["deciding"]}
    assert told["1/3"] == ["The swell is more than 2 feet.", "The swell is at most 3 feet."]
    assert all(len(facts) <= 2 for facts in told.values())
    assert answer["causes"] == [{"kind": "undetermined", "missing": "the swell"}]


def test_odds_agree_with_asking_each_roll(ask: Ask) -> None:
    awash = 0
    for colored, white in product(range(1, 7), repeat=2):
        dice = f"The colored die of the drift DR of P1 is {colored}.\nThe white die of the drift DR of P1 is {white}."
        awash += (
            ask(f"{PUNT}\nP1 is leaky.\nThe season is winter.\n{dice}", "Is P1 awash?")["answer"] == "yes"
        )
    value = ask(f"{PUNT}\nP1 is leaky.\nThe season is winter.", "What are the odds that P1 is awash?")[
        "value"
    ]
    assert Fraction(value) == Fraction(awash, 36)


def test_odds_of_what_nobody_says(ask: Ask) -> None:
    answer = ask(PUNT, "What are the odds that P1 flies?")
    assert (answer["answer"], answer["not_understood"][0]["why"]) == (
        "not understood",
        "no sentence of the vocabulary reads like this",
    )


# -- second opinions ------------------------------------------------------------------------------------------------------


def test_random_scenarios_with_dice(tmp_path: Path) -> None:
    book, _ = load(tmp_path, VOCABULARY, RULES)
    given = agree(book, 240)
    assert min(given["yes"], given["no"], given["undetermined"], given["value"]) > 0


def test_proofs_of_odds_are_checked(tmp_path: Path) -> None:
    book, _ = load(tmp_path, VOCABULARY, RULES)
    situation = Situation(book.vocabulary)
    situation.tell("punt", ("P1",), True, PUNT)
    situation.bound("the season", (), "is", "winter", "The season is winter.")
    found = odds(book.engine, situation, lambda run: run.verdict("a craft is awash", ("P1",))).known
    assert found is not None
    assert check_proof(found.root, book.program, situation) == []
    slipped = []
    for what, step, bend, unbend in changes(found.root, book.program):
        bend()
        if not check_proof(found.root, book.program, situation):
            slipped.append((what, step.kind, step.key))
        unbend()
    assert slipped == []
    before = found.root.because[0].data
    found.root.because[0].data = before + Fraction(1, 36)
    assert "its outcomes do not add up to one" in check_proof(found.root, book.program, situation)[-1]
