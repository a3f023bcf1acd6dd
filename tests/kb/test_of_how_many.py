"""Of how many of several things a question asks, "there is" with where, and what a comma says is not so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kb.fens import Ask, asker

VOCABULARY = """
noun else no: fen hex (hex)
noun else no: mire hex (hex)
adjective else no: flooded (hex)
adjective else ?: staked (hex)
adjective else no: laden (craft)
relation else no: a unit is in a hex
relation else no: a craft is near land or a levee
relation else no: a unit carries a unit B | a unit ^has a unit B
relation else no: a craft is proof against ice
relation else no: a craft is proof against wind
relation else no: a craft is proof against hail
action else yes: a unit enters a hex
"""
RULES = """
F1.1-s1: a fen hex is flooded.
F1.2-s1: a unit may not enter a flooded hex.
F1.3-s1: a laden craft is proof against ice.
F1.4-s1: a laden craft is proof against hail.
"""
HEXES = "Hex 1 is a fen hex.\nHex 2 is a mire hex."


@pytest.fixture
def ask(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asker(tmp_path / "books", monkeypatch, VOCABULARY, RULES)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Is at least one of hex 1 and hex 2 flooded?", "yes"),
        ("Is either of hex 1 and hex 2 flooded?", "yes"),
        ("Is either hex 1 or hex 2 flooded?", "yes"),
        ("Are any of them flooded?", "yes"),
        ("Is any one of the two flooded?", "yes"),
        ("Is each of the hexes flooded?", "no"),
        ("Are both of hex 1 and hex 2 flooded?", "no"),
        ("Are both hex 1 and hex 2 flooded?", "no"),
        ("Is neither of them flooded?", "no"),
        ("Is neither hex 1 nor hex 2 flooded?", "no"),
        ("Are none of the two hexes flooded?", "no"),
        ("Are any of them fen hexes and mire hexes?", "not understood"),
    ],
)
def test_of_how_many_it_is_so(ask: Ask, question: str, answer: str) -> None:
    assert ask(HEXES, question)["answer"] == answer


@pytest.mark.parametrize(
    ("question", "of_both", "of_one", "of_neither"),
    [
        ("Is at least one of hex 1 and hex 2 staked?", "yes", "yes", "no"),
        ("Is each of hex 1 and hex 2 staked?", "yes", "no", "no"),
        ("Is neither hex 1 nor hex 2 staked?", "no", "no", "yes"),
    ],
)
def test_all_any_and_none(ask: Ask, question: str, of_both: str, of_one: str, of_neither: str) -> None:
    one, other = "Hex 1 is {}staked.", "Hex 2 is {}staked."
    told = [("", ""), ("", "not "), ("not ", "not ")]
    answers = [
        ask("\n".join((HEXES, one.format(first), other.format(second))), question)["answer"]
        for first, second in told
    ]
    assert answers == [of_both, of_one, of_neither]


def test_what_is_open_of_one_decides(ask: Ask) -> None:
    answer = ask(f"{HEXES}\nHex 1 is not staked.", "Is at least one of hex 1 and hex 2 staked?")
    assert (answer["answer"], [(each["facts"], each["answer"]) for each in answer["deciding"]]) == (
        "undetermined",
        [(["Hex 2 is staked."], "yes"), (["Hex 2 is not staked."], "no")],
    )


def test_what_is_forbidden(ask: Ask) -> None:
    facts = f"{HEXES}\nB1 is a barge.\nB2 is a barge."
    assert ask(facts, "May either of B1 and B2 enter hex 1?")["answer"] == "no"
    assert ask(facts, "May neither B1 nor B2 enter hex 1?")["answer"] == "yes"
    assert ask(facts, "May B1 enter at least one of hex 1 and hex 2?")["answer"] == "yes"
    assert ask(facts, "Is B1 forbidden to enter either of hex 1 and hex 2?")["answer"] == "yes"


@pytest.mark.parametrize("question", ["Which of the two is flooded?", "Which of the two hexes is flooded?"])
def test_which_of_the_two(ask: Ask, question: str) -> None:
    answer = ask(HEXES, question)
    assert (answer["answer"], answer["set"]) == ("set", ["hex 1"])


@pytest.mark.parametrize(
    "fact",
    [
        "There is a barge in hex 1.",
        "There are a barge and a punt in hex 1.",
        "Hex 1 is a fen hex and there is a barge in hex 1.",
    ],
)
def test_there_is_somebody_somewhere(ask: Ask, fact: str) -> None:
    assert ask(fact, "Is the barge in hex 1?")["answer"] == "yes"


@pytest.mark.parametrize(
    ("fact", "answers"),
    [
        ("There are a barge, a punt and a raft in hex 1.", ["yes", "yes", "yes"]),
        ("There is a barge in hex 1, a punt in hex 2 and a raft in hex 1.", ["yes", "no", "yes"]),
        ("There is a barge in hex 1 and a punt in hex 2.", ["yes", "no", "no"]),
        ("There is a barge in hex 2 and a punt in hex 1.", ["no", "yes", "no"]),
        ("A barge is in hex 2 and a punt in hex 1.", ["no", "yes", "no"]),
        ("The barge is in hex 1, the punt in hex 2 and the raft in hex 1.", ["yes", "no", "yes"]),
    ],
)
def test_several_are_where_all_or_each_of_them_is_said_to_be(fact: str, answers: list[str], ask: Ask) -> None:
    craft = ("barge", "punt", "raft")
    assert [ask(fact, f"Is the {name} in hex 1?")["answer"] for name in craft] == answers


@pytest.mark.parametrize(
    "fact", ["U1 is in hex 1 and U2 in hex 2.", "U1 is in hex 1, U2 in hex 2 and U3 in hex 1."]
)
def test_who_is_somewhere_else_is_no_second_place_of_the_first(fact: str, ask: Ask) -> None:
    asked = [f"Is {unit} in hex {place}?" for unit in ("U1", "U2") for place in (1, 2)]
    assert [ask(fact, question)["answer"] for question in asked] == ["yes", "no", "no", "yes"]


def test_a_comma_before_what_is_not_so(ask: Ask) -> None:
    fact = "The barge is in a fen hex, not laden and not near land or a levee."
    assert ask(fact, "Is the barge laden?")["answer"] == "no"
    assert ask(fact, "Is the barge near land or a levee?")["answer"] == "no"
    assert ask(fact, "Is the fen hex flooded?")["answer"] == "yes"


@pytest.mark.parametrize(
    ("fact", "flooded"),
    [
        ("All are flooded.", "yes"),
        ("All of them are flooded.", "yes"),
        ("All three are flooded.", "yes"),
        ("Each is flooded.", "yes"),
        ("Each of these is a flooded hex.", "yes"),
        ("Each of them has been flooded.", "yes"),
        ("None of them is flooded.", "no"),
        ("None of these are flooded.", "no"),
    ],
)
def test_all_of_those_that_were_named(ask: Ask, fact: str, flooded: str) -> None:
    mire = "Hexes 1, 2 and 3 are mire hexes."
    answers = [ask(f"{mire}\n{fact}", f"Is hex {name} flooded?") for name in (1, 2, 3)]
    assert [(each["answer"], each.get("assumed_absent", [])) for each in answers] == [(flooded, [])] * 3


@pytest.mark.parametrize(
    "fact",
    [
        "They are staked.",
        "All of them are staked.",
        "All three are staked.",
        "All three hexes are staked.",
        "The three hexes are staked.",
        "These hexes are staked.",
        "Those three hexes are staked.",
    ],
)
def test_they_are_those_last_told_of_together(ask: Ask, fact: str) -> None:
    facts = f"Hex 5 is a fen hex.\nHexes 1, 2 and 3 are mire hexes.\n{fact}"
    answers = [ask(facts, f"Is hex {name} staked?")["answer"] for name in (1, 2, 3, 5)]
    assert answers == ["yes", "yes", "yes", "undetermined"]


def test_both_are_the_two_last_told_of_together(ask: Ask) -> None:
    facts = "Hexes 1, 2 and 3 are mire hexes.\nHexes 5 and 6 are fen hexes.\nBoth are staked."
    answers = [ask(facts, f"Is hex {name} staked?")["answer"] for name in (1, 5, 6)]
    assert answers == ["undetermined", "yes", "yes"]


def test_they_are_all_where_nothing_was_told_of_several_at_once(ask: Ask) -> None:
    facts = "Hex 1 is a mire hex.\nHex 2 is a fen hex.\nThey are staked."
    assert [ask(facts, f"Is hex {name} staked?")["answer"] for name in (1, 2)] == ["yes", "yes"]


def test_two_sentences_with_a_comma_between(ask: Ask) -> None:
    fact = "Hex 1 is staked, hex 2 is not."
    assert [ask(fact, f"Is hex {name} staked?")["answer"] for name in (1, 2)] == ["yes", "no"]
    assert ask("If hex 1 is a fen hex, hex 2 is staked.", "Is hex 2 staked?")["answer"] == "not understood"


@pytest.mark.parametrize(
    "fact",
    [
        "Although hex 1 is a fen hex, it is staked.",
        "Hex 1 is staked although it is a fen hex.",
        "Hex 1 is staked, because it is a fen hex.",
    ],
)
def test_what_is_granted_is_so_too(ask: Ask, fact: str) -> None:
    assert ask(fact, "Is hex 1 staked?")["answer"] == "yes"
    assert ask(fact, "Is hex 1 flooded?")["answer"] == "yes"


@pytest.mark.parametrize(
    ("fact", "laden"),
    [
        ("One of them is laden.", 1),
        ("One is laden.", 1),
        ("One barge is laden.", 1),
        ("One of the barges is laden.", 1),
        ("Only one of the three barges is laden.", 1),
        ("Two of them are laden.", 2),
        ("Two barges are laden, but the other is not.", 2),
        ("One of them is laden; the others are not laden.", 1),
        ("One of them is not laden.\nThe other two are laden.", 2),
        ("One of them is laden.\nAnother is laden.\nThe rest are not laden.", 2),
    ],
)
def test_some_of_those_of_which_only_the_number_was_told(ask: Ask, fact: str, laden: int) -> None:
    facts = f"Three barges are in hex 1.\n{fact}"
    assert ask(facts, "How many barges are laden?")["value"] == laden
    assert ask(facts, "How many barges are not laden?")["value"] == 3 - laden
    assert ask(facts, "Is at least one barge laden?")["answer"] == "yes"


@pytest.mark.parametrize(
    "fact", ["Three barges, one of them laden, enter hex 1.", "Three barges enter hex 1, one of them laden."]
)
def test_some_of_those_counted_in_the_same_sentence(ask: Ask, fact: str) -> None:
    assert ask(fact, "How many barges are laden?")["value"] == 1
    assert ask(fact, "How many barges enter hex 1?")["value"] == 3


@pytest.mark.parametrize(
    ("facts", "question"),
    [
        ("Three barges are in hex 1.\nOne of the barges is laden.", "Is the barge laden?"),
        ("Two barges are in hex 1.\nThree of them are laden.", "How many barges are laden?"),
        ("Two barges are in hex 1.\nThe others are laden.", "How many barges are laden?"),
        ("B1 and B2 are barges.\nOne of them is laden.", "How many barges are laden?"),
    ],
)
def test_which_of_them_has_to_be_clear(ask: Ask, facts: str, question: str) -> None:
    assert ask(facts, question)["answer"] == "not understood"


def test_one_somewhere_else_is_none_of_them(ask: Ask) -> None:
    facts = "Two barges are in hex 1.\nOne barge is in hex 2."
    assert ask(facts, "How many barges are in hex 1?")["value"] == 2


@pytest.mark.parametrize(
    ("question", "members"),
    [
        ("Which of ice, wind and hail is B1 proof against?", ["ice", "hail"]),
        ("Against which of ice, wind and hail is B1 proof?", ["ice", "hail"]),
    ],
)
def test_which_of_what_is_no_thing(ask: Ask, question: str, members: list[str]) -> None:
    answer = ask("B1 is a laden barge.", question)
    assert (answer["answer"], answer["set"]) == ("set", members)


def test_one_with_two_others_is_where_he_is_said_to_be(ask: Ask) -> None:
    facts = "A barge with a punt and a raft is laden."
    assert [ask(facts, f"Is the {craft} laden?")["answer"] for craft in ("barge", "punt", "raft")] == [
        "yes",
        "no",
        "no",
    ]
