"""Facts and questions in the English of players: several facts in a sentence, unnamed things, duties and permissions in other
words, which of several, one of several, and what is not known."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.rulelang.clauses import for_each, of_one_thing, plainer
from kb.rulelang.words import words
from tests.kb.fens import Ask, asker

VOCABULARY = """
noun else no: fen hex (hex)
noun else no: mire hex (hex)
adjective else no: flooded (hex)
adjective else no: frozen (hex)
adjective else no: staked (hex)
noun else no: dry hex | told: a hex is a~levee hex (hex)
adjective else no: laden | a craft ^sags (craft)
adjective else ?: masted | not: mastless (craft)
singleton: the Weir
figure else ?: the tide = spring / neap | the tide is * | told: the~Weir is * | the~tide ^has turned => neap
relation else no: the~tide ^reaches a hex
relation else no: a hex is near the Weir
relation else no: the mire is wide | told: the mire is very wide
relation else no: a hex is next to the mire
relation else no: a unit stands next to a hex | told: a unit is adjacent~to a hex
relation else no: a unit is in a hex | a unit moves from a hex
relation else no: a hex contains a~sluice
relation else no: a craft has a~mast
figure else ?: the depth of a hex = shallow / middling / deep | the water of a hex is *
figure else ?: the level of a hex = level | a hex is at level *
figure else ?: the draught of a craft = feet | a craft draws * | told: a craft has *
figure else ?: the MP cost of entering a hex for a unit = MP
distance else ?: fen hex
relation else no: a hex is adjacent to a hex B | a hex is next to a hex B | a hex and a hex B are neighbours
relation else no: nobody ^guards a hex
adjective else no: Poling | a craft ^Poles (craft)
relation else no: a hex is a Deep Pool to a craft | a hex counts as a~Deep Pool to a craft
action else yes: a unit enters a hex | a unit moves to a hex
action else yes: a unit enters a hex across a hexside
action else no: a unit rests in a hex
relation else no: a hexside is common to a hex A and a hex B | a hex A and a hex B ^share a hexside
relation else no: a craft is a~neighbour of a craft B
relation else no: a craft is draining
roll: the sinking DR of a craft = 2 dice, by the owner
"""
RULES = """
F1.1-s1: a fen hex is flooded.
F1.2-s1: a unit may not enter a flooded hex.
F1.4-s1: a flooded hex is a Deep Pool to a barge.
F1.3-s1: a unit must rest in a hex if the unit is in the hex, and the hex is a mire hex.
"""


@pytest.fixture
def ask(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asker(tmp_path / "books", monkeypatch, VOCABULARY, RULES)


# -- several facts in one sentence ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        (
            "Hex 1 is a mire hex and contains a sluice.",
            ["Is hex 1 a mire hex?", "Does hex 1 contain a sluice?"],
        ),
        (
            "C1, a punt, moves from hex 1, where C2 is.",
            ["Is C1 in hex 1?", "Is C2 in hex 1?"],
        ),
        (
            "The tide reaches hex 1 and then hex 2.",
            ["Does the tide reach hex 1?", "Does the tide reach hex 2?"],
        ),
        ("C1, a punt, stands next to the adjacent mire hex.", ["Is the hex a mire hex?"]),
        ("Hex 1 is frozen and staked.", ["Is hex 1 frozen?", "Is hex 1 staked?"]),
        ("Hex 1 is frozen and unstaked.", ["Is hex 1 frozen?", "Is hex 1 not staked?"]),
        ("Hex 1 is frozen and non-staked.", ["Is hex 1 frozen?", "Is hex 1 not staked?"]),
        (
            "Hex 1 is a mire hex. Hex 2 is a flooded, non-staked, unfrozen mire hex.",
            ["Is hex 2 a mire hex?", "Is hex 2 not staked?", "Is hex 2 not frozen?"],
        ),
        ("A frozen but not staked hex is a mire hex.", ["Is the hex a mire hex?", "Is the hex not staked?"]),
        ("A mastless punt is in hex 1.", ["Is the punt not masted?", "Is the punt in hex 1?"]),
        ("Hex 1 is reached by the tide.", ["Does the tide reach hex 1?", "Is hex 1 reached by the tide?"]),
        ("Hex 1 is not reached by the tide.", ["Does the tide not reach hex 1?"]),
        ("Hex 1 is reached by the tide, which is neap.", ["Is the tide neap?", "Does the tide reach hex 1?"]),
        ("The tide reaches hex 1 and has turned.", ["Is the tide neap?"]),
        ("Hex 1 is near the Weir of a neap tide.", ["Is the tide neap?", "Is hex 1 near the Weir?"]),
        ("The mire is wide and hex 1 is next to it.", ["Is the mire wide?", "Is hex 1 next to the mire?"]),
        ("The mire is wide. Hex 1 is next to it.", ["Is the mire wide?", "Is hex 1 next to the mire?"]),
        ("Hex 1 is near the Weir and hex 2 is near it.", ["Is hex 2 near the Weir?"]),
        (
            "C1 is laden. The adjacent hex is frozen.",
            ["Is the hex frozen?", "Does C1 stand next to the hex?"],
        ),
        ("C1 is laden. Hex 2 is adjacent.", ["Does C1 stand next to hex 2?"]),
        ("Hex 1 is frozen. Hex 2 is adjacent.", ["Is hex 2 adjacent to hex 1?"]),
        (
            "Hex 1 is frozen, and an SSR states that hex 2 is staked.",
            ["Is hex 1 frozen?", "Is hex 2 staked?"],
        ),
        (
            "C1, a punt, is laden. The sinking DR of C1 is required. The DR is a 7.",
            ["Is the sinking DR of C1 7?"],
        ),
        ("C1, a punt, is laden. The DR is a 7.", None),
        ("Hex 1 is one of the hexes that the tide reaches.", ["Does the tide reach hex 1?"]),
        (
            "Hexes 1 and 2 are frozen. Neither of them is staked.",
            ["Is hex 1 not staked?", "Is hex 2 not staked?"],
        ),
        ("The tide, which is neap, reaches hex 1.", ["Is the tide neap?", "Does the tide reach hex 1?"]),
        ("A punt reached by the tide is laden.", None),
        (
            "A punt is in a hex reached by the tide.",
            ["Does the tide reach the hex?", "Is the punt in the hex?"],
        ),
        ("C1 moves from one fen hex to another.", ["Is the fen hex a fen hex?", "Does C1 enter hex B?"]),
        ("A punt is loaded with eels.", None),
        ("C1 was reached. Hex 1 was frozen.", None),
        ("Hex 1 was frozen and was staked.", ["Is hex 1 frozen?", "Is hex 1 staked?"]),
        ("The sinking DR is spoken of. Hex 1 is frozen.", None),
        ("C1 is laden when it is in hex 1.", ["Is C1 laden?", "Is C1 in hex 1?"]),
        ("Hex 1 is a non-mire hex.", ["Is hex 1 not a mire hex?"]),
        ("Hex 1 is a non-mire hex with a sluice.", None),
        ("Hex 1 is a mire hex reached by the tide.", ["Is hex 1 a mire hex?", "Does the tide reach hex 1?"]),
        ("Hex 1 is adjacent to an enemy punt.", ["Does the punt stand next to hex 1?"]),
        ("A punt is laden. An enemy punt is in hex 1.", None),
        ("The mire is wide and its ford is deep.", None),
        ("The sinking DR of C1 is 7 with a sinking DRM of 2.", None),
        ("Hex 1 is frozen with a depth of deep.", ["Is hex 1 frozen?", "Is the depth of hex 1 deep?"]),
        ("C1 is laden. It is in the same hex 1.", ["Is C1 in hex 1?"]),
        (
            "Hex 1 is frozen, staked and a mire hex.",
            ["Is hex 1 frozen?", "Is hex 1 staked?", "Is hex 1 a mire hex?"],
        ),
        ("Hex 1 is not frozen or staked.", ["Is hex 1 not frozen?", "Is hex 1 not staked?"]),
        ("Hex 1 is frozen, but hex 2 is not.", ["Is hex 1 frozen?", "Is hex 2 not frozen?"]),
        ("Hex 1 is frozen, but hex 2 does not.", None),
        (
            "A punt drawing 2 feet enters hex 5.",
            ["Is the draught of the punt 2 feet?", "Does the punt enter hex 5?"],
        ),
        (
            "A punt of 2 feet enters hex 5.",
            ["Is the draught of the punt 2 feet?", "Does the punt enter hex 5?"],
        ),
        ("A 2 feet punt enters hex 5.", ["Is the draught of the punt 2 feet?", "Does the punt enter hex 5?"]),
        ("An SSR states that hex 1 is frozen.", ["Is hex 1 frozen?"]),
        ("By SSR, hex 1 is frozen.", ["Is hex 1 frozen?"]),
        ("Two punts C1 and C2 are in hex 5.", ["Is C1 a punt?", "Is C1 in hex 5?", "Is C2 in hex 5?"]),
        ("The punts C1 and C2 are in hex 5.", ["Is C2 a punt?", "Is C1 in hex 5?", "Is C2 in hex 5?"]),
        ("Hex 1 is frozen, but hex 2 is not frozen.", ["Is hex 1 frozen?", "Is hex 2 not frozen?"]),
        ("Hex 1 is frozen; it is a mire hex.", ["Is hex 1 frozen?", "Is hex 1 a mire hex?"]),
        ("Hex 1 is frozen. It is a mire hex.", ["Is hex 1 frozen?", "Is hex 1 a mire hex?"]),
        ("C1 and C2 are punts.", ["Is C1 a punt?", "Is C2 a punt?"]),
        ("Hexes 1, 2 and 3 are frozen.", ["Is hex 1 frozen?", "Is hex 2 frozen?", "Is hex 3 frozen?"]),
        ("C1, a punt, is in hex 5.", ["Is C1 a punt?", "Is C1 in hex 5?"]),
        ("C1 is a punt in hex 5.", ["Is C1 a punt?", "Is C1 in hex 5?"]),
        ("A punt C1 is in hex 5.", ["Is C1 a punt?", "Is C1 in hex 5?"]),
        ("C1 is in hex 5, which is frozen.", ["Is C1 in hex 5?", "Is hex 5 frozen?"]),
        (
            "A punt that is not laden enters a frozen hex.",
            ["Does the punt enter the hex?", "Is the punt not laden?"],
        ),
        ("A punt with a mast is in hex 5.", ["Does the punt have a mast?", "Is the punt in hex 5?"]),
        ("A punt without a mast is in hex 5.", ["Does the punt not have a mast?", "Is the punt in hex 5?"]),
        ("A punt is in a frozen, non-staked hex.", ["Is the hex frozen?", "Is the hex not staked?"]),
        ("Hex 1, whose depth is deep, is frozen.", ["Is the depth of hex 1 deep?", "Is hex 1 frozen?"]),
        ("Hex 1 is still considered frozen.", ["Is hex 1 frozen?"]),
        ("Hex 1 counts as a mire hex.", ["Is hex 1 a mire hex?"]),
        ("The hex is 23H2. It is frozen.", ["Is hex 23H2 frozen?"]),
        ("Hex 1's depth is deep.", ["Is the depth of hex 1 deep?"]),
        ("Hex 1 has a depth of deep.", ["Is the depth of hex 1 deep?"]),
        ("C1 entered hex 1.", ["Does C1 enter hex 1?"]),
        ("C1 is entering hex 1.", ["Does C1 enter hex 1?"]),
        ("C1 sags in hex 5.", ["Is C1 laden?", "Does C1 sag?", "Is C1 in hex 5?"]),
        ("Punts C1 and C2 are in hex 5.", ["Is C1 a punt?", "Is C2 a punt?", "Is C2 in hex 5?"]),
        ("Punt C1 and C2 are in hex 5.", ["Is C1 a punt?", "Is C1 in hex 5?", "Is C2 in hex 5?"]),
        ("C1 and C2 are punts in hex 5.", ["Is C2 a punt?", "Is C1 in hex 5?", "Is C2 in hex 5?"]),
        (
            "Punts C1, C2 and C3 are laden and not in hex 5.",
            ["Is C1 laden?", "Is C3 laden?", "Is C2 a punt?", "Is C1 not in hex 5?", "Is C2 not in hex 5?"],
        ),
        ("Hex 2 is a mire hex. Hex 1 is a mire hex adjacent to hex 3.", ["Is hex 1 adjacent to hex 3?"]),
        ("Hex 1 is frozen and nothing else applies.", ["Is hex 1 frozen?"]),
        (
            "Hex 1 is frozen, it is a mire hex, and no SSR changes this.",
            ["Is hex 1 frozen?", "Is hex 1 a mire hex?"],
        ),
        ("C1 sags while entering hex 5.", ["Is C1 laden?", "Does C1 enter hex 5?"]),
        ("C1 sags while it is in hex 5.", ["Is C1 laden?", "Is C1 in hex 5?"]),
        (
            "A punt is in a frozen, staked mire.",
            ["Is the hex frozen?", "Is the hex staked?", "Is the punt in the hex?"],
        ),
        ("A mire hex, frozen and staked, contains a sluice.", ["Is the hex frozen?", "Is the hex staked?"]),
        ("A punt is in a levee hex.", ["Is the hex a dry hex?", "Is the punt in the hex?"]),
        ("C1, a punt, enters levee hex 5.", ["Is hex 5 a dry hex?", "Does C1 enter hex 5?"]),
        (
            "Hex 1 is a mire hex adjacent to levee hex 2.",
            ["Is hex 2 a dry hex?", "Is hex 1 adjacent to hex 2?"],
        ),
        ("A punt is in a copse hex.", None),
        ("A punt is in a frozen and staked hex.", ["Is the hex frozen?", "Is the hex staked?"]),
        ("A punt is in an unfrozen hex.", ["Is the hex not frozen?", "Is the punt in the hex?"]),
        ("A punt is in the mire.", ["Is the mire hex a mire hex?", "Is the punt in the mire hex?"]),
        ("A punt is on a staked fen hex.", ["Is the fen hex staked?", "Is the punt in the fen hex?"]),
        ("A punt is on a staked fen.", ["Is the fen hex staked?", "Is the punt in the fen hex?"]),
        ("A punt sags with its mast.", ["Is the punt laden?", "Does the punt have a mast?"]),
        (
            "C1, a punt, enters hex 5 next to a fen hex.",
            ["Is the fen hex a fen hex?", "Is hex 5 not a fen hex?", "Is hex 5 next to the fen hex?"],
        ),
        (
            "A punt is in hex 5, adjacent to a fen hex.",
            ["Is hex 5 not a fen hex?", "Is the fen hex a fen hex?"],
        ),
        ("Hexside A is common to fen hexes 1 and 2.", ["Is hex 1 a fen hex?", "Is hex 2 a fen hex?"]),
        ("Hexside A is common to hexes 1 and 2.", ["Is hex 2 not a fen hex?"]),
        ("Fen hexes 1 and 2 are neighbours.", ["Is hex 2 a fen hex?", "Is hex 1 adjacent to hex 2?"]),
        ("Nobody guards hex 1.", ["Does nobody guard hex 1?"]),
        ("My punt is laden.", ["Is the punt laden?", "Is my punt laden?"]),
        ("My punts are laden.", ["Is the punt laden?"]),
        ("Our punt sags by entering hex 5.", ["Is the punt laden?", "Does the punt enter hex 5?"]),
        ("Everything enters hex 1.", None),
        ("A punt Poles in hex 5.", ["Does the punt Pole?", "Is the punt in hex 5?"]),
        ("A punt enters shallow fen.", None),
        ("A punt is in frozen fen.", ["Is the fen hex frozen?", "Is the punt in the fen hex?"]),
        ("Hex 1 is a levee hex that is frozen.", ["Is hex 1 a dry hex?", "Is hex 1 frozen?"]),
        ("Hex 1 is a levee hex adjacent to hex 2.", ["Is hex 1 a dry hex?", "Is hex 1 adjacent to hex 2?"]),
        ("Fen hex 1 and hex 2 share hexside A.", ["Is hexside A common to hex 1 and hex 2?"]),
        ("Hex 1 has been flooded. It has not been frozen.", ["Is hex 1 flooded?", "Is hex 1 not frozen?"]),
        ("Hex 1 is three hexes from the closest fen hex.", ["Is hex 1 3 hexes from the nearest fen hex?"]),
        ("C1's sinking Final DR is 9.", ["Is the Final sinking DR of C1 9?"]),
        ("The sinking Original DR of C1 is 9.", ["Is the Original sinking DR of C1 9?"]),
        (
            "A punt that is not laden moves from hex 5 to hex 6.",
            ["Is the punt not laden?", "Is the punt in hex 5?", "Does the punt enter hex 6?"],
        ),
        ("Tide is spring.", ["Is the tide spring?", "Is tide spring?"]),
        # Of what was named last, and not of the punt.
        (
            "A punt is a neighbour of a barge that is laden.",
            ["Is the barge laden?", "Is the punt not laden?"],
        ),
        ("A punt is draining from hex 5.", ["Is the punt draining?", "Is the punt in hex 5?"]),
        ("A punt enters the hex with 4 feet.", ["Does the punt draw 4 feet?"]),
        ("No SSR says anything about it. Hex 1 is frozen.", ["Is hex 1 frozen?"]),
        (
            "The mire is not frozen and not staked.",
            ["Is the mire hex not frozen?", "Is the mire hex not staked?"],
        ),
    ],
)
def test_a_sentence_says_several_things(ask: Ask, fact: str, said: list[str] | None) -> None:
    if said is None:
        assert ask(fact, "Is hex 1 frozen?")["answer"] == "not understood"
        return
    assert [(question, ask(fact, question)["answer"]) for question in said] == [
        (each, "yes") for each in said
    ]


def test_what_could_say_two_things_is_not_guessed(ask: Ask) -> None:
    (problem,) = ask("Hex 1 is not frozen and staked.", "Is hex 1 staked?")["not_understood"]
    assert (problem["why"], problem["nearest"]) == (
        "it can be read in more than one way",
        ["Hex 1 is not frozen. Hex 1 is not staked", "Hex 1 is not frozen. Hex 1 is staked"],
    )


@pytest.mark.parametrize(
    ("question", "answer", "value"),
    [
        ("How many MP does it cost?", "value", 3),
        ("How many MP does that cost?", "value", 3),
        ("How many MP does the move cost?", "value", 3),
        ("How many MP does entering it cost?", "value", 3),
        ("How many MP does entering the hex cost?", "value", 3),
        ("How many MP does entering hex 5 cost?", "value", 3),
        ("How many MP does entering hex 6 cost?", "value", 4),
        ("How many MP does it cost to enter hex 6?", "value", 4),
        ("How many MP does swoggling cost?", "value", 3),
        ("How many MF does it cost?", "not understood", None),
        ("How many MP does entering a swamp cost?", "not understood", None),
        ("Is C1 laden this turn?", "no", None),
        ("Must C1 rest in the mire this Player Turn?", "no", None),
    ],
)
def test_what_is_done_costs(ask: Ask, question: str, answer: str, value: int | None) -> None:
    facts = "C1 is a punt.\nEntering hex 5 costs C1 3 MP.\nEntering hex 6 costs C1 4 MP.\nC1 enters hex 5."
    found = ask(facts, question)
    assert (found["answer"], found.get("value")) == (answer, value)


def test_what_is_entered_costs_and_not_what_is_crossed(ask: Ask) -> None:
    facts = "C1 is a punt.\nEntering hex 5 costs C1 3 MP.\nC1 enters hex 5 across hexside H."
    assert ask(facts, "How many MP does it cost?")["value"] == 3


def test_of_nothing_that_is_done_no_cost_is_asked(ask: Ask) -> None:
    assert ask("C1 is a punt.", "How many MP does it cost?")["answer"] == "not understood"


def test_that_there_is_no_more_to_it_is_no_fact(ask: Ask) -> None:
    found = ask("Hex 1 is frozen.\nNothing else applies.\nNo SSR changes this.", "Is hex 1 frozen?")
    assert (found["answer"], "not_understood" in found) == ("yes", False)


def test_what_is_not_known_is_said_beside_what_is(ask: Ask) -> None:
    facts = "Hex 1 is a mire hex whose depth is not known."
    assert ask(facts, "What is the depth of hex 1?")["answer"] == "undetermined"
    assert ask(facts, "Is hex 1 a mire hex?")["answer"] == "yes"


def test_what_a_mass_of_things_pays_is_paid_by_the_one_there_is(ask: Ask) -> None:
    facts = "C1 is a punt.\nEntering hex 5 costs a craft 3 MP."
    assert ask(facts, "What is the MP cost of entering hex 5 for C1?")["value"] == 3


# -- unnamed things ------------------------------------------------------------------------------------------------------


def test_it_is_the_only_thing_that_can_be_meant(ask: Ask) -> None:
    facts = "C1 is a punt.\nC1 is in hex 1.\nIt is a mire hex.\nIt draws 2 feet."
    assert ask(facts, "Is hex 1 a mire hex?")["answer"] == "yes"
    assert ask(facts, "What is its draught?")["value"] == 2
    (problem,) = ask("C1 and C2 are punts.", "Is it laden?")["not_understood"]
    assert (problem["why"], problem["nearest"]) == ("'it' could be C1, C2", ["say which: C1, C2"])
    (problem,) = ask("", "Is it laden?")["not_understood"]
    assert problem["why"] == "'it' stands for nothing: no craft was named"


def test_it_is_what_the_fact_before_began_with_where_no_thing_can_be_meant(ask: Ask) -> None:
    assert ask("The tide is neap.\nIt reaches hex 1.", "Does the tide reach hex 1?")["answer"] == "yes"
    assert ask("The tide is neap.\nIt is laden.", "Is C1 laden?")["answer"] == "not understood"
    assert ask("The mire is wide.\nC1 is a punt.\nIt is laden.", "Is C1 laden?")["answer"] == "yes"


def test_the_punt_is_the_one_that_was_told_of(ask: Ask) -> None:
    assert ask("C1 is a punt.\nThe punt is laden.", "Is C1 laden?")["answer"] == "yes"
    (problem,) = ask("C1 and C2 are punts.\nThe punt is laden.", "Is C1 laden?")["not_understood"]
    assert (problem["where"], problem["why"]) == ("/facts/1", "'the punt' could be C1, C2")


def test_a_second_thing_needs_a_name(ask: Ask) -> None:
    (problem,) = ask("A punt is laden.\nA punt is in hex 1.", "Is the punt laden?")["not_understood"]
    assert (problem["where"], problem["why"]) == (
        "/facts/1",
        "'a punt' would be a second punt: give both of them names",
    )


def test_a_reading_that_needs_no_new_thing_is_the_one(ask: Ask) -> None:
    answer = ask("Hex 1 is adjacent to a fen hex.", "How far is hex 1 from the nearest fen hex?")
    assert (answer["answer"], answer["value"]) == ("value", 1)


# -- what is not known ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fact",
    [
        "It is not known whether hex 1 is frozen.",
        "It is unknown if hex 1 is frozen or not.",
        "It is not stated whether hex 1 is frozen.",
        "Whether hex 1 is frozen is not stated.",
        "Whether hex 1 is frozen is not known.",
        "Nobody knows whether hex 1 is frozen.",
    ],
)
def test_what_is_said_not_to_be_known_is_no_absence(ask: Ask, fact: str) -> None:
    answer = ask(fact, "Is hex 1 frozen?")
    assert (answer["answer"], answer["causes"]) == (
        "undetermined",
        [{"kind": "undetermined", "missing": "hex 1 is frozen"}],
    )
    assert "assumed_absent" not in answer
    assert ask(fact, "Is hex 2 frozen?")["answer"] == "no"


def test_a_figure_that_is_not_known_is_left_open(ask: Ask) -> None:
    answer = ask("The depth of hex 1 is not known.", "Is the depth of hex 1 deep?")
    assert answer["answer"] == "undetermined"


# -- permissions and duties ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("May C1 enter hex 1?", "no"),
        ("Can't C1 enter hex 1?", "no"),
        ("Is C1 permitted to enter hex 1?", "no"),
        ("Is C1 able to enter hex 1?", "no"),
        ("Is it legal for C1 to enter hex 1?", "no"),
        ("Is C1 forbidden to enter hex 1?", "yes"),
        ("Is it forbidden for C1 to enter hex 1?", "yes"),
        ("Is C1 prohibited from entering hex 1?", "yes"),
        ("Must C1 rest in hex 2?", "yes"),
        ("Is C1 required to rest in hex 2?", "yes"),
        ("Does C1 have to rest in hex 2?", "yes"),
        ("Need C1 rest in hex 1?", "no"),
        ("Does C1 enter hex 1 or not?", "no"),
    ],
)
def test_may_and_must_in_other_words(ask: Ask, question: str, answer: str) -> None:
    facts = "C1 is a punt.\nHex 1 is a fen hex.\nHex 2 is a mire hex.\nC1 is in hex 2."
    assert ask(facts, question)["answer"] == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("May it?", "no"),
        ("May it do so?", "no"),
        ("Is that allowed?", "no"),
        ("Is that forbidden?", "yes"),
        ("Must it?", "no"),
    ],
)
def test_what_somebody_wants_to_do(ask: Ask, question: str, answer: str) -> None:
    assert ask("Punt C1 wants to enter fen hex 1.", question)["answer"] == answer


# -- values --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fact", "question", "value"),
    [
        ("The depth of hex 1 is deep.", "What depth does hex 1 have?", "deep"),
        ("The depth of hex 1 is deep.", "Which depth is hex 1?", "deep"),
        ("The depth of hex 1 is deep.", "How deep is hex 1?", None),
        ("The depth of hex 1 is deep.", "What is hex 1's depth?", "deep"),
        ("The depth of hex 1 is deep.", "What is the water of hex 1: shallow, middling or deep?", "deep"),
        ("Hex 1 is at level -1.", "At what level is hex 1?", -1),
        ("C1 draws 2 feet.", "How many feet does C1 draw?", 2),
        ("C1 draws two feet.", "What does C1 draw?", 2),
        ("The MP cost of entering hex 1 for C1 is 3 MP.", "How many MP does it cost C1 to enter hex 1?", 3),
        ("Entering hex 1 costs C1 3 MP.", "How many MP does entering hex 1 cost C1?", 3),
        ("It costs C1 3 MP to enter hex 1.", "How many MP does C1 pay to enter hex 1?", 3),
    ],
)
def test_how_a_value_is_asked_for(ask: Ask, fact: str, question: str, value: int | str | None) -> None:
    answer = ask(fact, question)
    if value is None:  # the level too could be meant by how deep a hex is, so the noun must be the figure's
        assert answer["answer"] in ("value", "not understood")
        return
    assert (answer["answer"], answer.get("value")) == ("value", value)


def test_a_cost_is_compared(ask: Ask) -> None:
    assert (
        ask("It costs C1 3 MP to enter hex 1.", "Does it cost C1 at least 3 MP to enter hex 1?")["answer"]
        == "yes"
    )


# -- which of several, and one of several --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "members"),
    [
        ("Which of hex 1, hex 2 and hex 3 are flooded?", ["hex 1", "hex 3"]),
        ("Which of hexes 1, 2 and 3 is not flooded?", ["hex 2"]),
        ("Which hexes are flooded?", ["hex 1", "hex 3"]),
        ("Which fen hex is frozen?", ["hex 3"]),
        ("Which hex may C1 enter?", ["hex 2"]),
        ("Into which of hex 1 and hex 2 may C1 enter?", None),
        ("In which hex is C1?", ["hex 2"]),
        ("Which of them are flooded?", ["hex 1", "hex 3"]),
        ("Who must rest in hex 2?", ["C1"]),
        ("What is in hex 2?", ["C1"]),
        ("Which hexes that are flooded are frozen?", ["hex 3"]),
        ("Which punts in hex 2 are laden?", []),
        ("Who in hex 2 must rest in it?", None),
    ],
)
def test_which_of_several(ask: Ask, question: str, members: list[str] | None) -> None:
    facts = "Hex 1 is a fen hex.\nHex 2 is a mire hex.\nHex 3 is a frozen fen hex.\nC1 is a punt.\nC1 is in hex 2."
    answer = ask(facts, question)
    if members is None:
        assert answer["answer"] == "not understood"
        return
    assert (answer["answer"], answer["set"]) == ("set", members)
    assert {row["thing"] for row in answer["members"] if row["answer"] == "yes"} == set(members)
    assert all(row["root"] in answer["derivation"]["steps"] for row in answer["members"])


def test_members_that_are_not_settled(ask: Ask) -> None:
    facts = "Hex 1 is a fen hex.\nIt is not known whether hex 2 is a fen hex."
    answer = ask(facts, "Which of hex 1 and hex 2 are flooded?")
    assert (answer["answer"], answer["set"], answer["complete"]) == ("set", ["hex 1"], True)
    assert [(row["thing"], row["answer"]) for row in answer["members"]] == [
        ("hex 1", "yes"),
        ("hex 2", "undetermined"),
    ]
    assert [(row["of"], row["facts"], row["answer"]) for row in answer["deciding"]] == [
        ("hex 2", ["Hex 2 is a fen hex."], "yes"),
        ("hex 2", ["Hex 2 is not a fen hex."], "no"),
    ]
    assert answer["text"] == (
        "Hex 1; undetermined for hex 2: yes if hex 2 is a fen hex; no if hex 2 is not a fen hex (F1.1)."
    )


def test_of_a_class_where_nothing_is_named(ask: Ask) -> None:
    answer = ask("", "Which units may enter fen hex 1?")
    assert (answer["answer"], answer["text"]) == ("no", "No: a unit may not enter hex 1 (F1.1, F1.2).")


@pytest.mark.parametrize(
    ("question", "answer", "value"),
    [
        ("Is hex 1 a fen hex or a mire hex?", "value", "fen hex"),
        ("Is hex 1 treated as a mire hex or as a fen hex?", "value", "fen hex"),
        ("Is hex 1 frozen, staked or flooded?", "value", "flooded"),
        ("Is hex 2 a fen hex or a mire hex?", "no", None),
        ("May C1 enter hex 1 or rest in hex 1?", "no", None),
        ("May punts or barges enter hex 1?", "no", None),
    ],
)
def test_one_of_several(ask: Ask, question: str, answer: str, value: str | None) -> None:
    found = ask("Hex 1 is a fen hex.\nC1 is a punt.", question)
    assert (found["answer"], found.get("value")) == (answer, value)


POOLS = "Hex 1 is a fen hex.\nHex 2 is a fen hex.\nHex 3 is a mire hex.\nB1 is a barge.\nP1 is a punt."


@pytest.mark.parametrize(
    ("question", "answer", "members"),
    [
        ("Which of hexes 1, 2 and 3 are Deep Pools to B1?", "set", ["hex 1", "hex 2"]),
        ("Which of hexes 1 and 3 are mire hexes?", "set", ["hex 3"]),
        ("Which hexes are Deep Pools to B1?", "set", ["hex 1", "hex 2"]),
        ("What hexes are Deep Pools to B1?", "set", ["hex 1", "hex 2"]),
        ("How many of hexes 1, 2 and 3 are Deep Pools to B1?", "value", None),
        ("To which is hex 1 a Deep Pool?", "set", ["B1"]),
        ("Are hexes 1 and 2 Deep Pools to B1?", "yes", None),
        ("Are hexes 1 and 3 Deep Pools to B1?", "no", None),
        ("Are hexes 1 and 2 fen hexes?", "yes", None),
        ("Are B1 and P1 barges?", "no", None),
        ("May punts and barges enter hex 1?", "no", None),
        ("May punts, barges and walkers enter hex 3?", "yes", None),
        ("May a punt and a barge enter hex 3?", "yes", None),
        ("Are barges and rafts craft?", "yes", None),
        ("Which of the punts in hex 1 are laden?", "set", []),
    ],
)
def test_several_are_asked_about(ask: Ask, question: str, answer: str, members: list[str] | None) -> None:
    told = ask(POOLS, question)
    assert (told["answer"], told.get("set")) == (answer, members)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Are the fen hexes Deep Pools to B1?", "yes"),
        ("Are both fen hexes Deep Pools to B1?", "yes"),
        ("Are all of the hexes Deep Pools to B1?", "no"),
        ("Are these hexes fen hexes?", "no"),
        ("Is hex 1 a Deep Pool to the barges?", "yes"),
    ],
)
def test_the_hexes_are_each_of_those_that_were_told_of(ask: Ask, question: str, answer: str) -> None:
    assert ask(POOLS, question)["answer"] == answer


@pytest.mark.parametrize(
    ("facts", "question", "answer"),
    [
        ("P1 and P2 are punts.\nP1 and P2 are laden.", "Is each punt laden?", "yes"),
        ("P1 and P2 are punts.\nP1 is laden.", "Is every punt laden?", "no"),
        ("P1 and P2 are punts.\nEach punt is laden.", "Is P2 laden?", "yes"),
    ],
)
def test_each_punt_is_one_of_several_that_were_told_of(
    ask: Ask, facts: str, question: str, answer: str
) -> None:
    assert ask(facts, question)["answer"] == answer


def test_what_is_told_of_the_punts_is_told_of_each(ask: Ask) -> None:
    facts = "C1 and C2 are punts.\nB1 is a barge.\nThe punts are in hex 5."
    found = [ask(facts, f"Is {name} in hex 5?")["answer"] for name in ("C1", "C2", "B1")]
    assert found == ["yes", "yes", "no"]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Are they in hex 5?", "no"),
        ("Are both in hex 5?", "no"),
        ("Are they both laden?", "yes"),
        ("Are both C1 and C2 laden?", "yes"),
    ],
)
def test_they_are_the_units_that_were_told_of(ask: Ask, question: str, answer: str) -> None:
    assert ask("C1 and C2 are punts.\nC1 is in hex 5.\nThey are laden.", question)["answer"] == answer


def test_what_is_done_may_be_asked_about(ask: Ask) -> None:
    assert ask("C1 is a punt.\nHex 1 is a fen hex.\nC1 enters hex 1.", "Is that allowed?")["answer"] == "no"


def test_it_is_no_problem_of_its_own_where_no_fact_was_read(ask: Ask) -> None:
    (problem,) = ask("A punt swoggles.", "Is it laden?")["not_understood"]
    assert problem["where"] == "/facts/0"


def test_of_a_figure_it_has_to_be_said_of_which(ask: Ask) -> None:
    (problem,) = ask("C1 and C2 are punts.", "How many MP do the punts pay to enter hex 1?")["not_understood"]
    assert problem["why"] == "'the punt' could be C1, C2"


def test_who_is_on_a_punt_is_not_in_a_hex_of_its_name(ask: Ask) -> None:
    (problem,) = ask("C1 and C2 are punts.\nC1 is on C2.", "Is C1 laden?")["not_understood"]
    assert (problem["where"], problem["why"]) == ("/facts/1", "no sentence of the vocabulary reads like this")


def test_what_is_only_counted_needs_names_where_there_are_others(ask: Ask) -> None:
    (problem,) = ask("P1 is a punt.\nTwo punts are in hex 5.", "Is hex 5 frozen?")["not_understood"]
    assert problem["why"] == "what it counts have no names: give each punt one"


def test_what_is_only_counted_is_told_apart_by_letters(ask: Ask) -> None:
    facts = "Two laden punts are in hex 5.\nHex 5 is a fen hex."
    assert ask(facts, "Are they laden?")["answer"] == "yes"
    answer = ask(facts, "Which punts are in hex 5?")
    assert answer["text"] == "X and Y: X is in hex 5; Y is in hex 5."


def test_several_are_told_to_be_something(ask: Ask) -> None:
    assert ask("Hexes 1 and 2 are Deep Pools to P1.", "Is hex 2 a Deep Pool to P1?")["answer"] == "yes"


@pytest.mark.parametrize(
    ("facts", "question", "written", "near"),
    [
        ("", "May c1 enter hex 1?", "c1", "May C1 enter hex 1?"),
        ("", "Which of C1 and c1 are laden?", "c1", "Which of C1 and C1 are laden?"),
        ("c1 is laden.", "May C1 enter hex 1?", "c1", "C1 is laden."),
        ("c1 is in hex 7A.\nHex 7a is frozen.", "May C1 enter hex 1?", "c1", "C1 is in hex 7A."),
    ],
)
def test_a_name_in_other_capitals_is_refused(
    ask: Ask, facts: str, question: str, written: str, near: str
) -> None:
    answer = ask("C1 is a punt.\n" + facts, question)
    problem = answer["not_understood"][0]
    assert (answer["answer"], problem["why"], problem["nearest"]) == (
        "not understood",
        f"nothing is named '{written}', but 'C1' is",
        [near],
    )


def test_a_fact_by_its_template_names_things_in_their_capitals(ask: Ask) -> None:
    answer = ask(["C1 is a punt.", {"template": "laden", "args": ["c1"]}], "Is C1 laden?")
    assert [problem["why"] for problem in answer["not_understood"]] == ["nothing is named 'c1', but 'C1' is"]


def test_what_a_thing_is_called(ask: Ask) -> None:
    found = ask("Hex 1 is a fen hex.", "What is hex 1 called?")
    assert [each["thing"] for each in found["members"] if each["answer"] == "yes"] == ["fen hex"]


def test_what_applies(ask: Ask) -> None:
    assert ask("C1's sinking DRM is 3 DRM.", "What sinking DRM applies?")["value"] == 3
    assert ask("C1 is laden.", "What sulking DRM applies?")["answer"] == "not understood"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("If hex 1 is a fen hex, is it flooded?", "yes"),
        ("If hex 1 is a mire hex, is it flooded?", "no"),
        ("When a punt is in mire hex 4, must it rest in hex 4?", "yes"),
        ("Must a punt rest in hex 4 if it is in hex 4 and hex 4 is a mire hex?", "yes"),
        ("Must a punt rest in hex 4 if it is in hex 4?", "no"),
        ("Does a punt enter hex 5 if hex 5 is staked?", "no"),
        ("If hex 1 is a copse hex, is it flooded?", "not understood"),
        ("Is hex 1 flooded if it swoggles?", "not understood"),
    ],
)
def test_what_would_be_so(ask: Ask, question: str, answer: str) -> None:
    assert ask([], question)["answer"] == answer


def test_a_purpose_comes_first(ask: Ask) -> None:
    question = "For swoggling purposes, is hex 3 frozen?"
    assert ask("Hex 3 is frozen.", question)["answer"] == "not understood"


@pytest.mark.parametrize(
    ("facts", "question", "answer"),
    [
        (["U1 is a unit.", "U1 is not in hex 2, resting in hex 1."], "Does U1 rest in hex 1?", "yes"),
        (["A unit next to hex 1 is in hex 2."], "Is it in hex 2?", "not understood"),
        (
            ["Hex 1 is a mire hex."],
            "Does the rule that fens flood oblige a unit in hex 1 to rest in hex 1?",
            "yes",
        ),
        (
            ["C1 is a craft.", "Hex 1 is a fen hex.", "C1 wants to enter hex 1."],
            "Does the rule allow it?",
            "no",
        ),
        (
            ["U1 is a unit.", "Hex 1 is a fen hex.", "U1 wants to enter hex 1."],
            "Do the rules forbid it?",
            "yes",
        ),
    ],
)
def test_what_is_said_besides(ask: Ask, facts: list[str], question: str, answer: str) -> None:
    assert ask(facts, question)["answer"] == answer


@pytest.mark.parametrize(
    ("facts", "question", "answer"),
    [
        ("Hex 1 is a fen hex.\nA punt is to enter hex 1.", "May it?", "no"),
        ("Hex 1 is a fen hex.\nA punt would enter hex 1.", "May it do so?", "no"),
        ("Hex 1 is a fen hex.\nPunts are to enter hex 1.", "Is that allowed?", "no"),
        ("Hex 1 is a fen hex.\nA punt is in hex 1.", "Is the punt able to enter hex 1?", "no"),
        ("Hexes 1 and 2 are fen hexes.", "Are both of them flooded?", "yes"),
        ("Hexes 1 and 2 are fen hexes.\nHex 3 is frozen.", "Are all of them flooded?", "no"),
        ("The tide has turned.", "What is the tide: spring or neap?", "value"),
        ("The wide mire is deep.", "Is it reached by the tide?", "not understood"),
        ("A very wide mire is known.", "Is hex 1 next to it?", "not understood"),
        ("The mire is wide.", "Is it wide?", "yes"),
        ("Hex 1 is adjacent to fen hex 2.", "Is it a fen hex?", "no"),
        ("Hex 1 is adjacent to fen hex 2.", "Is it frozen?", "not understood"),
        (
            "The sinking DR of C1 is required.\nC1 is laden and the DR is a 7.",
            "Is the sinking DR of C1 7?",
            "yes",
        ),
        ("C1 is laden and the DR is a 7.", "Is the sinking DR of C1 7?", "not understood"),
        ("Hex 1 is a fen hex.\nA punt which wants to enter it has a mast.", "May it?", "no"),
        ("The mire is wide.\nC1 is laden.", "Is it laden?", "yes"),
    ],
)
def test_what_is_to_be_done_and_what_was_spoken_of(ask: Ask, facts: str, question: str, answer: str) -> None:
    assert ask(facts, question)["answer"] == answer


@pytest.mark.parametrize(
    ("fact", "question"),
    [
        ("P1 (a punt) is in hex 5 (a mire hex).", "Must P1 rest in hex 5?"),
        ("P1 is a punt.", "Must P1 (a punt) rest in hex 5 (a mire hex)?"),
    ],
)
def test_what_a_thing_is_may_stand_in_brackets(ask: Ask, fact: str, question: str) -> None:
    answer = ask(["P1 is in hex 5.", fact], question)
    assert (answer["answer"], answer["cites"]) == ("yes", ["F1.3"])


def test_a_number_is_no_hex_of_that_name(ask: Ask) -> None:
    facts = "Hex 1 is a fen hex.\nHex 3 at level 1 is a mire hex."
    assert ask(facts, "What is the level of hex 3?")["value"] == 1


def test_who_has_something_that_is_spoken_of_as_it(ask: Ask) -> None:
    answer = ask("A punt with a mast wants to enter fen hex 1.", "May it?")
    assert answer["answer"] == "no"


def test_what_happens_to_a_thing_somewhere_tells_where_it_is(ask: Ask) -> None:
    answer = ask("A punt is laden.", "What happens to the punt in hex 1?")
    assert answer["answer"] == "not understood"


# -- facts told with the question ----------------------------------------------------------------------------------------


def test_sentences_before_the_question_are_facts(ask: Ask) -> None:
    answer = ask("P1 is a punt.", "Hex 1 is a fen hex. P1 wants to enter hex 1; P1 is laden. May it?")
    assert (answer["answer"], answer["cites"]) == ("no", ["F1.1", "F1.2"])


def test_a_sentence_before_the_question_that_is_not_read_is_named(ask: Ask) -> None:
    answer = ask("P1 is a punt.", "Hex 1 is a fen hex. P1 is ladder. May P1 enter hex 1?")
    assert [(each["where"], each["sentence"]) for each in answer["not_understood"]] == [
        ("/question", "P1 is ladder")
    ]


def test_a_sentence_before_the_question_may_contradict_a_fact(ask: Ask) -> None:
    answer = ask("Hex 1 is frozen.", "Hex 1 is not frozen. Is hex 1 a fen hex?")
    assert answer["text"] == "The facts contradict each other: “Hex 1 is frozen.” and “Hex 1 is not frozen”."


# -- what a question says of a thing ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("May C1 enter hex 5?", "yes"),
        ("May C1 enter hex 5 while it is flooded?", "no"),
        ("May the punt enter the flooded hex?", "no"),
        ("Is hex 5 a Deep Pool to the barge because hex 5 is flooded?", "no"),
        ("Is hex 5 a Deep Pool to the barge for being flooded?", "yes"),
        ("Is hex 5 a Deep Pool to the barge?", "no"),
    ],
)
def test_what_a_question_says_of_a_thing_is_so(ask: Ask, question: str, answer: str) -> None:
    facts = ["C1 is a punt.", "C2 is a barge.", "Hex 5 is a mire hex."]
    assert ask(facts, question)["answer"] == answer


def test_a_reason_that_is_asked_for_has_to_be_told(ask: Ask) -> None:
    facts = ["C2 is a barge.", "Hex 5 is a mire hex.", "Hex 5 is flooded."]
    assert ask(facts, "Is hex 5 a Deep Pool to the barge because hex 5 is flooded?")["answer"] == "yes"
    answer = ask(facts[:2], "Is hex 5 a Deep Pool to the barge because hex 5 wibbles?")
    assert answer["answer"] == "not understood"


def test_what_a_question_says_of_a_thing_is_not_said_against_a_fact(ask: Ask) -> None:
    (problem,) = ask("A mire hex is not flooded.", "May a punt enter the flooded mire hex?")["not_understood"]
    assert problem["why"] == "a fact says that the mire hex is not flooded"


@pytest.mark.parametrize(
    ("question", "members"),
    [
        ("Which hexes are flooded?", ["hex A"]),
        ("How many hexes are flooded?", ["hex A"]),
        ("Which of A and B is flooded?", ["hex A"]),
        ("Which of the hexes A and B are flooded?", ["hex A"]),
        ("Which of hexes A and B are flooded?", ["hex A"]),
    ],
)
def test_who_is_named_a_is_one_of_several(ask: Ask, question: str, members: list[str]) -> None:
    answer = ask(["Hex A is a fen hex.", "Hex B is a mire hex."], question)
    assert [row["thing"] for row in answer["members"] if row["answer"] == "yes"] == members


def test_which_of_several_are_in_a_hex_of_a_kind_is_asked_of_where_they_are_told_to_be(ask: Ask) -> None:
    facts = ["C1 is a punt.", "C2 is a punt.", "C1 is in hex 5.", "C2 is in hex 6.", "Hex 5 is a fen hex."]
    assert ask([*facts, "Hex 6 is a mire hex."], "Which punts are in a fen hex?")["set"] == ["C1"]


@pytest.mark.parametrize(
    ("fact", "question", "answer"),
    [
        ("C1 (a punt, not laden) is in hex 5.", "Is C1 laden?", "no"),
        ("C1 (laden) is in hex 5.", "Is C1 laden?", "yes"),
        ("A punt (laden) is in hex 5.", "Is the punt in hex 5?", "yes"),
        ("Hex 5: a fen hex, frozen.", "Is hex 5 frozen?", "yes"),
        ("Hex 5: a fen hex; not frozen.", "Is hex 5 frozen?", "no"),
        ("Punt C1: laden, is in hex 5.", "Is C1 in hex 5?", "yes"),
    ],
)
def test_what_is_said_of_a_thing_in_brackets_or_behind_a_colon(
    ask: Ask, fact: str, question: str, answer: str
) -> None:
    assert ask(fact, question)["answer"] == answer


def test_what_is_told_of_a_kind_is_told_of_one() -> None:
    assert of_one_thing("Crews enter hex 5.") == "A crew enters hex 5."
    assert of_one_thing("Hexes 5 and 6 are dry.") == ""
    assert for_each(("For", "every", "hex", "the", "depth", "is", "3")) == (
        *("the", "depth", "of", "the", "hexes", "is", "3"),
    )


@pytest.mark.parametrize(
    ("facts", "question", "answer"),
    [
        (["C1 is a punt.", "C1, laden, with a mast, is in hex 5."], "Does C1 have a mast?", "yes"),
        (["C1 is a punt.", "C1, laden, with a mast, is in hex 5."], "Is C1 laden?", "yes"),
        (["Hex 5 is a fen hex.", "One punt is laden."], "Is the punt laden?", "yes"),
    ],
)
def test_several_things_said_in_passing(ask: Ask, facts: list[str], question: str, answer: str) -> None:
    assert ask(facts, question)["answer"] == answer


def test_what_may_be_answered_is_said_within_a_question(ask: Ask) -> None:
    facts = ["The tide is neap."]
    assert ask(facts, "What is the tide (spring, neap)?")["value"] == "neap"
    assert ask(facts, "What is the tide (answer: spring; neap)?")["value"] == "neap"


@pytest.mark.parametrize(
    ("fact", "question", "answer"),
    [
        ("C1 is a punt in hex 5, in hex 5.", "Is C1 in hex 5?", "yes"),
        ("C1 is a punt in hex 5 and nothing else.", "Is C1 in hex 5?", "yes"),
        ("C1 is a punt in hex 5, and in no other hex.", "Is C1 in hex 5?", "not understood"),
    ],
)
def test_a_comma_before_a_place_and_the_end_of_a_list(
    ask: Ask, fact: str, question: str, answer: str
) -> None:
    assert ask(fact, question)["answer"] == answer


def test_a_verb_that_is_left_out_in_the_second_half_is_that_of_the_first() -> None:
    halves = "Mud costs a cart 2 MP and ice 1 MP", "Mud costs a cart 2 MP and ice costs a cart 1 MP"
    assert next(plainer(tuple(halves[0].split()))) == tuple(halves[1].split())
    whole = ("Mud", "costs", "a", "cart", "2", "MP", "and", "it", "is", "deep")
    assert next(plainer(whole)) == whole


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("C1 tows a raft and C2 a punt", "C1 tows a raft and C2 tows a punt"),
        (
            "A cart C1 tows a raft , a cart C2 a punt and hauler H1 an eel",
            "A cart C1 tows a raft and a cart C2 tows a punt and hauler H1 tows an eel",
        ),
        ("C1 tows a raft and a punt", "C1 tows a raft and a punt"),
        ("C1 tows a raft and C2 is a punt", "C1 tows a raft and C2 is a punt"),
        ("C1 tows a raft and C2", "C1 tows a raft and C2"),
    ],
)
def test_what_another_thing_has_for_its_object_is_not_one_of_the_first(said: str, meant: str) -> None:
    assert " ".join(next(plainer(tuple(said.split())))) == meant


@pytest.mark.parametrize("question", ["Does the tide reach hex 1?", "Does this tide reach hex 1?"])
def test_what_is_no_thing_may_be_pointed_at(question: str, ask: Ask) -> None:
    facts = ("The tide is spring.", "The tide reaches hex 1.")
    assert [ask(fact, question)["answer"] for fact in facts] == ["no", "yes"]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Is hex 7 a fen hex?", "yes"),
        ("Is hex 1 at most 2 hexes from the nearest fen hex?", "yes"),
        ("Is hex 1 at most 1 hex from the nearest fen hex?", "undetermined"),
        ("Is hex 1 more than 2 hexes from the nearest fen hex?", "no"),
    ],
)
def test_the_nearest_is_no_farther_than_one_that_is_named(question: str, answer: str, ask: Ask) -> None:
    assert ask("Hex 1 is 2 hexes from fen hex 7.", question)["answer"] == answer


def test_how_far_it_is_not_from_one_that_is_named_says_nothing_of_the_nearest(ask: Ask) -> None:
    for fact in ("Hex 1 is not 2 hexes from fen hex 7.", "Hex 1 is more than 2 hexes from fen hex 7."):
        assert ask(fact, "Is hex 7 a fen hex?")["answer"] == "not understood"


def test_two_distances_in_one_sentence_are_both_told(ask: Ask) -> None:
    fact = "Hex 1 is 3 hexes from fen hex 7 and 2 hexes from fen hex 8."
    questions = (
        "Is hex 7 a fen hex?",
        "Is hex 8 a fen hex?",
        "Is hex 1 at most 2 hexes from the nearest fen hex?",
    )
    assert [ask(fact, question)["answer"] for question in questions] == ["yes", "yes", "yes"]


def test_a_distance_from_what_was_told_to_be_of_a_kind_is_one_from_that_kind(ask: Ask) -> None:
    question = "Is hex 1 at most 2 hexes from the nearest fen hex?"
    assert ask("Hex 7 is a fen hex.\nHex 1 is 2 hexes from hex 7.", question)["answer"] == "yes"
    assert ask("Hex 1 is 2 hexes from hex 7.", question)["answer"] == "not understood"


@pytest.mark.parametrize("word", ["At", "In", "On", "From"])
def test_what_begins_a_sentence_and_only_joins_names_nothing(word: str, ask: Ask) -> None:
    assert ask(f"{word} is a fen hex.", "Is hex 1 flooded?")["answer"] == "not understood"


def test_what_a_wording_counts_in_words_may_be_written_with_a_numeral() -> None:
    said = ("A", "fen", "is", "3", "hexes", "wide")
    assert ("A", "fen", "is", "three", "hexes", "wide") in plainer(said)
    assert all("five" not in form for form in plainer(("It", "costs", "5", "MP", "in", "hex", "5")))


@pytest.mark.parametrize("whose", ["Enemy", "Friendly"])
def test_who_has_a_name_is_told_without_whose_he_is(ask: Ask, whose: str) -> None:
    assert ask(f"{whose} punt C1 is laden.", "Is C1 laden?")["answer"] == "yes"


def test_a_hexside_may_be_named_by_two_letters() -> None:
    assert words("Hexside A-B is clear.") == ("Hexside", "A-B", "is", "clear")
    assert words("an A-T mine")[1:3] != ("A-T", "mine")
