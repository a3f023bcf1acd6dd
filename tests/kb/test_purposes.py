"""Purposes, sums with what they leave out, effects and histories, and facts that close a template."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.explain import render_full
from kb.reason.situation import Situation
from kb.selfcheck.comparing import Comparison
from kb.selfcheck.reference import Answer
from kb.selfcheck.scenarios import Scenario
from tests.kb.derivations import deciding
from tests.kb.fens import Ask, asker, load
from tests.kb.opinions import agree

VOCABULARY = """
singleton: the flood
purpose: sight, towing
noun else no: fen hex (hex)
adjective else no: flooded (hex)
adjective else no: leaky (craft)
adjective else no: laden (craft)
adjective else ?: staked (hex)
adjective else no: muddy (hex)
state else no: sunk (craft)
state else no: a craft is aground
relation else ?: a craft is beside a craft B
relation else no: a hex is seen
relation else no: a craft is slow
figure else ?: the level of a hex = level
figure base 0: the toll of a craft = pence
relation else no: a craft lies in a hex
figure else ?: the reach of a craft = level
figure else ?: the fare of a craft = pence
figure else ?: the draught of a craft = feet
figure else ?: the season = spring / summer / winter
action else yes: a craft leaves a hex with history
"""
RULES = """
F1.1-s1:
  the level of a hex is level -1 if the hex is a fen hex.
  the level of a hex is level 0 for sight if the hex is flooded.
  the level of a hex is level 2 for sight if the hex is staked, and the hex is not flooded.
F1.2-s1: a hex is seen if the level of the hex is at least level 0 for sight.
F1.3-s1:
  add 2 to the toll of a craft if the craft is leaky.
  add 1 to the toll of a craft if the season is winter.
  add 3 to the toll of a craft if the craft is laden.
  add 1 to the toll of a craft for towing if the craft is laden.
F1.3-x1: F1.3-s1 #1 does not apply if the craft is a raft.
F1.4-s1: a fen hex is flooded for towing.
F1.5-s1:
  a craft becomes aground if the draught of the craft is between 2 and 4.
  a craft becomes sunk if the craft becomes aground, and the craft is leaky.
F1.6-s1: a craft may not leave a hex if the craft has left a hex B this Player Turn.
F1.7-s1:
  the fare of a craft is the sum of:
    2
    the draught of the craft if the craft is laden
    the toll of the craft.
F1.9-s1: the reach of a craft is the level of a hex B plus 3 if the craft lies in hex B.
F1.8-s1: a craft is slow if the craft is beside a craft B.
F2.1-s1:
  a fen hex is muddy.
  a fen hex is muddy for sight.
  a fen hex is muddy for towing.
F2.1-x1: a flooded hex is not muddy for sight, instead of F2.1-s1.
"""

FEN = "Hex 1 is a fen hex."
RAFT = "R1 is a raft."


@pytest.fixture
def ask(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asker(tmp_path / "books", monkeypatch, VOCABULARY, RULES)


# -- purposes -------------------------------------------------------------------------------------------------------------


def test_a_figure_for_a_purpose(ask: Ask) -> None:
    wet = f"{FEN}\nHex 1 is flooded."
    assert (
        ask(wet, "What is the level of hex 1 for sight?")["text"]
        == "The level of hex 1 is level 0 for sight (F1.1)."
    )
    general = ask(wet, "What is the level of hex 1?")
    assert general["text"] == "The level of hex 1 is level -1 (F1.1). For sight: 0 (F1.1)."
    [row] = general["purposes"]
    assert (row["for"], row["answer"], row["value"]) == ("sight", "value", 0)
    assert "\nfor sight: 0:\n" in render_full(general)


def test_a_figure_for_a_purpose_in_a_condition(ask: Ask) -> None:
    assert ask(f"{FEN}\nHex 1 is flooded.", "Is hex 1 seen?")["answer"] == "yes"
    assert ask(f"{FEN}\nHex 1 is not staked.", "Is hex 1 seen?")["answer"] == "no"
    assert deciding(ask(FEN, "Is hex 1 seen?")) == [
        (["Hex 1 is staked."], "yes"),
        (["Hex 1 is not staked."], "no"),
    ]


def test_a_noun_for_a_purpose(ask: Ask) -> None:
    answer = ask(FEN, "Is hex 1 flooded?")
    assert answer["text"] == "No: hex 1 is not flooded. For towing: yes (F1.4)."
    assert [(row["for"], row["answer"]) for row in answer["purposes"]] == [("towing", "yes")]
    assert "purposes" not in ask(FEN, "Is hex 1 flooded for towing?")


def test_what_takes_a_rules_place_for_one_purpose_leaves_it_for_others(ask: Ask) -> None:
    wet = f"{FEN}\nHex 1 is flooded."
    assert ask(wet, "Is hex 1 muddy for sight?")["text"] == "No: hex 1 is not muddy for sight (F2.1)."
    for question, statement in (
        ("Is hex 1 muddy?", "F2.1-s1 #1"),
        ("Is hex 1 muddy for towing?", "F2.1-s1 #3"),
    ):
        answer = ask(wet, question)
        root = answer["derivation"]["steps"][answer["derivation"]["root"]]
        assert (answer["answer"], root["statement"], root.get("exceptions", [])) == ("yes", statement, [])


def test_lines_of_a_sum_for_a_purpose(ask: Ask) -> None:
    answer = ask(f"{RAFT}\nThe season is winter.\nR1 is laden.", "What is the toll of R1?")
    assert answer["text"] == "The toll of R1 is 4 pence (F1.3). For towing: 5 (F1.3)."


def test_a_fact_has_no_purpose(ask: Ask) -> None:
    [problem] = ask("Hex 1 is flooded for sight.", "Is hex 1 flooded?")["not_understood"]
    assert (problem["why"], problem["nearest"]) == ("a fact is told without a purpose", ["Hex 1 is flooded."])


# -- near misses ----------------------------------------------------------------------------------------------------------


def test_what_a_sum_leaves_out(ask: Ask) -> None:
    answer = ask(f"{RAFT}\nR1 is leaky.\nThe season is summer.", "What is the toll of R1?")
    assert [(miss["sentence"], miss["statement"], miss["why"]) for miss in answer["near_misses"]] == [
        ("+2 pence to the toll of R1", "F1.3-s1 #1", "R1 is a raft (F1.3-x1)"),
        ("+1 pence to the toll of R1", "F1.3-s1 #2", "the season (summer) is not winter"),
        ("+3 pence to the toll of R1", "F1.3-s1 #3", "R1 is not laden"),
    ]
    assert (
        "\nNot counted\n  +2 pence to the toll of R1 [F1.3-s1 #1]: R1 is a raft (F1.3-x1)\n"
        in render_full(answer)
    )


@pytest.mark.parametrize(
    ("facts", "fare"), [("R1 is not laden.", 2), ("R1 is laden.\nThe draught of R1 is 4 feet.", 9)]
)
def test_a_sum_of_lines(ask: Ask, facts: str, fare: int) -> None:
    assert ask(f"{RAFT}\nThe season is summer.\n{facts}", "What is the fare of R1?")["value"] == fare


def test_an_amount_that_speaks_of_another_thing(ask: Ask) -> None:
    facts = f"{RAFT}\nR1 lies in hex 1.\n{FEN}\nThe level of hex 2 is level 4."
    answer = ask(facts, "What is the reach of R1?")
    assert (answer["value"], answer["cites"]) == (2, ["F1.1", "F1.9"])
    assert ask(RAFT, "What is the reach of R1?")["answer"] == "undetermined"
    assert ask(f"{facts}\nR1 lies in hex 2.", "What is the reach of R1?")["answer"] == "conflict"


# -- effects and histories --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("draught", "expected"), [(1, "no"), (2, "yes"), (4, "yes"), (5, "no")])
def test_an_effect(ask: Ask, draught: int, expected: str) -> None:
    facts = f"{RAFT}\nThe draught of R1 is {draught} feet."
    assert ask(facts, "Does R1 become aground?")["answer"] == expected
    assert ask(facts, "Is R1 aground?")["answer"] == "no"


def test_an_effect_may_lead_to_another(ask: Ask) -> None:
    answer = ask(f"{RAFT}\nR1 is leaky.\nThe draught of R1 is 3 feet.", "Does R1 become sunk?")
    assert answer["text"] == "Yes: R1 becomes sunk (F1.5)."
    assert ask(f"{RAFT}\nR1 is sunk.", "Is R1 sunk?")["answer"] == "yes"


def test_an_effect_is_not_so_yet(tmp_path: Path) -> None:
    _, found = load(tmp_path, VOCABULARY, "F1.1-s1: a craft is slow if the craft becomes aground.")
    assert [each.message for each in found] == [
        "F1.1-s1 #1 concludes what is so from 'a craft becomes aground', which is only so afterwards"
    ]


@pytest.mark.parametrize(
    ("told", "expected"),
    [("this phase", "no"), ("this MPh", "no"), ("this Player Turn", "no"), ("this game", "yes")],
)
def test_what_has_been_done(ask: Ask, told: str, expected: str) -> None:
    facts = f"{RAFT}\nR1 has left hex 3 {told}."
    assert ask(facts, "May R1 leave hex 4?")["answer"] == expected
    assert ask(facts, "Has R1 left hex 3 this game?")["answer"] == "yes"


# -- closing ----------------------------------------------------------------------------------------------------------------


def test_a_fact_that_says_there_is_nothing_else(ask: Ask) -> None:
    crew = "P1 is a punt.\nP2 is a punt."
    assert ask(crew, "Is P1 slow?")["answer"] == "undetermined"
    answer = ask(f"{crew}\nNo other craft is beside a craft.", "Is P1 slow?")
    assert answer["answer"] == "no"
    assert (
        ask(f"{crew}\nP1 is beside P2.\nNo other craft is beside a craft.", "Is P1 slow?")["answer"] == "yes"
    )
    assert ask(f"{FEN}\nNo other hex is staked.", "Is hex 1 staked?")["assumed_absent"] == [
        {"sentence": "Hex 1 is not staked."}
    ]


def test_closing_is_for_all_things_alike(ask: Ask) -> None:
    [problem] = ask("No other fen hex is staked.", "Is hex 1 staked?")["not_understood"]
    assert (problem["why"], problem["nearest"]) == (
        "it does not speak of all things alike",
        ["No other hex is staked."],
    )


# -- second opinions ----------------------------------------------------------------------------------------------------------


def test_random_scenarios_with_purposes(tmp_path: Path) -> None:
    book, found = load(tmp_path, VOCABULARY, RULES)
    assert found == []
    given = agree(book, 200)
    assert min(given["yes"], given["no"], given["undetermined"], given["value"]) > 0


def test_what_holds_in_general_settles_the_cases_of_a_question_for_a_purpose(
    home: Path, tmp_path: Path
) -> None:
    vocabulary = """
    purpose: rest
    adjective else no: barred (craft)
    adjective else ?: moored (craft)
    adjective else no: adrift (craft)
    """
    rules = """
    F1.1-s1: a craft is not barred if the craft is moored.
    F1.1-s2: a craft is not barred if the craft is not moored.
    F1.2-s1: a craft is adrift if the craft is not moored.
    F1.3-s1: a craft is barred for rest if the craft is adrift, and the craft is moored.
    """
    book, _ = load(tmp_path, vocabulary, rules)
    situation = Situation(book.vocabulary)
    situation.name("C1")
    situation.kinds["C1"] = {"craft": "told"}
    said = Comparison(book, 0).says(Scenario(situation, ("barred", ("C1",), "rest")))
    assert said is not None
    assert said.opinions == (Answer("no"),) * 3
    assert said.problems == ()
