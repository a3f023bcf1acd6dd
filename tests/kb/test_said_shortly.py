"""What players leave unsaid, put shortly or ask about in passing: elided things, possessives, lists that share an object, ways
from and to, what is adjacent, statuses beside kinds, counts, kinds, reasons, who rolls, and what happens."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kb.fens import Ask, asker, load

VOCABULARY = """
singleton: the tide
noun else no: fen hex | a hex is fen (hex)
noun else no: mire hex (hex)
noun else no: sealed craft | a craft is sealed (craft)
adjective else no: flooded (hex)
adjective else no: deep (hex)
adjective else no: lost (craft)
adjective else no: mired (craft)
adjective else no: unmanned | not: manned (craft)
relation else no: a unit is in a hex
relation else no: a hex contains a~sluice
relation else no: a hex is adjacent to a hex B
relation else no: a craft has a~mast
relation else no: a hex is closed to a unit
relation else yes: a craft is welcome in a hex
relation else yes: a craft is welcome under a hex
relation else no: the screens of a craft are raised
relation else no: a~lock ^serves a hex
relation else no: a craft ^leaks in a hex across a~dyke
figure else ?: the depth of a hex = feet
figure else ?: the draught of a craft = feet
figure else ?: the mooring fee of a craft = crowns | mooring ^costs a craft *
figure else ?: the rolled hurt of a craft = dent / hole | a craft suffers a * hurt | told: a craft suffers *
figure else ?: the hurt of a craft = dent / hole | asked: a craft suffers *
figure else ?: the roller of the drift DR = the owner (owner) / the umpire (umpire) | * makes the~drift DR
figure else ?: the height of the tide = high / low | the tide is *
figure else ?: the force of the tide = feet
figure else ?: the bed of a hex = mud / sand / rock
relation else yes: the bed of a hex is known
action else yes: a unit enters a hex | a unit moves to a hex
action else yes: a unit leaves a hex | a unit moves from a hex
roll: the drift DR of a craft = 2 dice
fate: lost
"""
RULES = """
F1.1-s1: a fen hex is flooded.
F1.2-s1: a unit may not enter a flooded hex.
F1.2-x1: F1.2-s1 does not apply if the unit is a sealed craft.
F1.3-s1: a craft is lost if the Final drift DR of the craft is at least 11.
F1.4-s1: the roller of the drift DR is the umpire.
F1.5-s1: the hurt of a craft is hole if the rolled hurt of the craft is dent.
F1.6-s1: add the draught of a craft to the drift DRM of a craft.
F1.8-s1: a fen hex is closed to a punt.
F1.9-s1: a punt is not welcome in a fen hex.
F1.10-s1: the bed of a hex is mud if the bed of the hex is known.
F1.7-s1: a craft is mired if the craft is in a flooded hex, and the craft is not sealed, and the craft does not have a mast.
"""


@pytest.fixture
def ask(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asker(tmp_path / "books", monkeypatch, VOCABULARY, RULES)


@pytest.mark.parametrize(
    ("facts", "question", "answer"),
    [
        # what a sentence leaves unsaid is the one thing that can be meant
        (["C1 is a punt.", "The draught of C1 is 2 feet."], "What is the drift DRM?", 2),
        (["C1 is a punt.", "The draught of C1 is 2 feet."], "What is the DRM to the drift DR?", 2),
        (["C1 is a punt.", "The draught is 2 feet."], "What is the DRM to C1's drift DR?", 2),
        (["C1 is a punt.", "The draught of C1 is 3 feet."], "What drift DRM applies?", 3),
        (["C1 is a punt.", "The Final drift DR is 11."], "Is C1 lost?", "yes"),
        (["C1 leaks in hex 1 across a dyke."], "Does C1 leak across a dyke?", "yes"),
        # "in hex 1" may be left unsaid; what is under it is somewhere else
        (["Hex 1 is a fen hex.", "C1 is a punt.", "C1 is in hex 1."], "Is C1 welcome?", "no"),
        # that there is what is named, and no more
        (["A fen hex."], "Is it flooded?", "yes"),
        (["A fen hex that contains a sluice."], "Does the hex contain a sluice?", "yes"),
        (["A punt in hex 1."], "Is the punt in hex 1?", "yes"),
        (["A punt; a fen hex."], "May the punt enter the fen hex?", "no"),
        # what a thing has
        (["C1 is a punt.", "Its screens are raised."], "Are C1's screens raised?", "yes"),
        # words that deny
        (["No lock serves hex 1."], "Does a lock serve hex 1?", "no"),
        (["Hex 1 has a depth of 2 feet.", "Hex 1 contains no sluice."], "Does hex 1 contain a sluice?", "no"),
        (["C1 is manned."], "Is C1 unmanned?", "no"),
        (["Hex 1 is not adjacent to hex 2."], "Is hex 1 adjacent to hex 2?", "no"),
        # a noun's word before another noun, and adjectives side by side
        (["Hex 1 is deep fen."], "Is hex 1 flooded?", "yes"),
        (["C1 is a sealed punt.", "Hex 1 is fen."], "May C1 enter hex 1?", "yes"),
        # "there" is the place that was spoken of, in it or to it, and not left out where somebody is said to be
        (["Hex 1 is a fen hex.", "C1 is a punt there."], "Is C1 in hex 1?", "yes"),
        (["Hex 1 is a fen hex.", "A punt is there."], "Is the punt in hex 1?", "yes"),
        (["Hex 1 is a fen hex.", "C1 is a punt.", "C1 moves there."], "Does C1 enter hex 1?", "yes"),
        (
            ["Hex 1 is a fen hex.", "C1 is a punt in hex 1.", "C1 moves from there."],
            "Does C1 leave hex 1?",
            "yes",
        ),
        # the place next to the one there is another one, wherever nobody was said to be next to it
        (
            ["C1, a punt, is in a fen hex.", "C2, a punt, is in the adjacent fen hex."],
            "Is C2 in fen hex B?",
            "yes",
        ),
        (
            ["C1, a punt, is in a fen hex.", "C2, a punt, is in an adjacent fen hex."],
            "Is C2 in fen hex B?",
            "yes",
        ),
        (["C1, a punt, is in a fen hex.", "C2, a punt, is in the next hex."], "Is C2 in the fen hex?", "no"),
        (
            ["Hex 1 is adjacent to fen hex 2.", "C2, a punt, is in the adjacent fen hex."],
            "Is C2 in hex 2?",
            "yes",
        ),
        # of two that were told of, without their names
        (["C1 and C2 are punts.", "C1 is unmanned."], "Is neither punt unmanned?", "no"),
        (["C1 and C2 are punts.", "C1 is manned.", "C2 is manned."], "Is neither punt unmanned?", "yes"),
        (["C1 and C2 are punts.", "C1 is unmanned."], "Is either punt unmanned?", "yes"),
        # what several share
        (["A punt and a walker are in a fen hex."], "Is the walker in the fen hex?", "yes"),
        (["Two punts, C1 and C2, are in hex 1."], "Is C2 in hex 1?", "yes"),
        (["C1 is a punt.", "C1 moves from hex 1 to hex 2."], "Does C1 leave hex 1?", "yes"),
        (["C1 is a punt.", "C1 moves from hex 1 to hex 2."], "Does C1 enter hex 2?", "yes"),
        (["A punt enters hex 2 from mire hex 1."], "Does the punt leave hex 1?", "yes"),
        (["A punt enters hex 2 from mire hex 1."], "Does the punt enter hex 2?", "yes"),
        (["Hex 1 is a fen hex.", "Adjacent hex 2 is deep."], "Is hex 2 adjacent to hex 1?", "yes"),
        # what any such thing costs is what the one there is costs
        (["C1 is a punt.", "Mooring costs a punt 3 crowns."], "What is the mooring fee of C1?", 3),
        # the only one there is
        (["A tide is high."], "What is the height of the tide?", "high"),
        (["The tide is high, with a force of 2 feet."], "What is the force of the tide?", 2),
        # an "A" that no article can be
        (["A is a fen hex."], "Is hex A flooded?", "yes"),
        (["A and B are fen hexes."], "Is hex A flooded?", "yes"),
        (["Punt A is in hex 1.", "A enters hex 2."], "Does A enter hex 2?", "yes"),
        # who tells of several values does not know which, whatever silence would say
        (["Hex 1 is a fen hex."], "What is the bed of hex 1?", "mud"),
        (["The bed of hex 1 is mud or sand."], "What is the bed of hex 1?", "undetermined"),
        (["The bed of hex 1 is either sand or rock."], "Is the bed of hex 1 mud?", "no"),
        # told in one way, asked in another
        (["C1 suffers dent."], "What does C1 suffer?", "hole"),
        # asked
        (["Hex 1 is fen."], "Why is hex 1 flooded?", "yes"),
        (["Hex 1 is fen.", "W1 is a walker."], "Why may W1 not enter hex 1?", "no"),
        (["Hex 1 is fen."], "Is hex 1 flooded as per F1.1 (rather than dry)?", "yes"),
        (["Hex 1 is fen."], "Is hex 1 flooded because of F1.1?", "yes"),
        (["Hex 1 is fen."], "Is hex 1 flooded under rule F1.1?", "yes"),
        (["Hex 1 is fen."], "Does rule F1.1 make it flooded?", "yes"),
        (["Hex 1 is fen."], "Is that a fen hex?", "yes"),
        (["Hex 1 is fen."], "Does this contain a sluice?", "no"),
        (["Hex 1 is fen.", "W1 is a walker."], "Does F1.2 let W1 enter hex 1?", "no"),
        (["Hex 1 is fen.", "W1 is a walker."], "Does rule F1.2 keep W1 from entering hex 1?", "yes"),
        (["C1 is a punt."], "Who makes the drift DR?", "the umpire"),
        (["Hexes 1 and 2 are fen hexes.", "Hex 3 is deep."], "How many of hexes 1, 2 and 3 are flooded?", 2),
        (["Hexes 1 and 2 are fen hexes.", "Hex 3 is deep."], "How many hexes are flooded?", 2),
        (
            ["C1 is a punt in hex 1.", "Hexes 1 and 2 are fen hexes."],
            "In how many of hexes 1 and 2 is C1?",
            1,
        ),
        (["C1 is a punt in hex 1.", "Hexes 1 and 2 are fen hexes."], "In how many hexes is C1?", 1),
        (["Hex 1 is a fen hex."], "What kind of hex is hex 1?", "fen hex"),
        (["Hex 1 is a fen hex.", "Hex 1 is deep."], "Is hex 1 flooded and deep?", "yes"),
        # what is said in passing of any thing is said of the one asked about
        ([], "Is a punt in a fen hex mired?", "yes"),
        ([], "Is a sealed punt in a fen hex mired?", "no"),
        ([], "Is a punt mired?", "no"),
        # of several classes
        (["Hex 1 is a fen hex."], "Is hex 1 closed to punts and barges?", "no"),
        (["Hex 1 is a fen hex."], "Is hex 1 closed to punts or barges?", "punts"),
        (["Hex 1 is a fen hex."], "Is a punt in hex 1 mired?", "yes"),
        (["C1 is a punt in hex 1.", "Hex 1 is a fen hex."], "Is a punt in hex 1 mired?", "yes"),
        ([], "Is a punt with a mast in a fen hex mired?", "no"),
    ],
)
def test_read(ask: Ask, facts: list[str], question: str, answer: object) -> None:
    told = ask(facts, question)
    assert (told.get("value") if told["answer"] == "value" else told["answer"]) == answer, told["text"]


def test_what_happens(ask: Ask) -> None:
    told = ask(
        ["C1 is a punt.", "The Final drift DR of C1 is 12.", "The draught of C1 is 2 feet."],
        "What happens to C1?",
    )
    assert told["text"] == "C1 is lost (F1.3)."


def test_a_status_that_differs_is_told_beside_the_kinds(ask: Ask) -> None:
    told = ask(["Hex 1 is fen."], "May craft enter hex 1?")
    assert (
        told["text"]
        == "It depends on the kind: no for any craft other than a sealed craft; yes for a sealed craft (F1.1, F1.2)."
    )
    assert ask(["Hex 1 is fen."], "Which craft may enter hex 1?")["text"] == told["text"]


@pytest.mark.parametrize(
    ("facts", "question", "answer"),
    [
        (["All of these are in fen hex 1: punt C1; punt C2.", "C2 is sealed."], "Is C1 mired?", "yes"),
        (["There is a punt.", "It is in fen hex 1."], "Is the punt mired?", "yes"),
        (["A 4-4-7 punt is in fen hex 1."], "Is the punt mired?", "yes"),
        (["C1 is a punt and hex 1 a fen hex.", "C1 is in hex 1."], "Is C1 mired?", "yes"),
        (["C1 is a punt in hex 2.", "Hex 1 is a fen hex."], "May C1 move from hex 2 to hex 1?", "no"),
    ],
)
def test_lists_ratings_and_what_is_left_out(ask: Ask, facts: list[str], question: str, answer: str) -> None:
    assert ask(facts, question)["answer"] == answer


@pytest.mark.parametrize(
    ("names", "verb"),
    [("AB", "enters"), ("AB", "enter"), ("BA", "enters"), ("IJ", "enters"), ("IJ", "enter")],
)
def test_who_is_named_by_a_letter_that_is_a_word_is_one_of_several(ask: Ask, names: str, verb: str) -> None:
    first, second = names[0], names[1]
    facts = [f"Punt {first} and punt {second} enter hex 1."]
    assert ask(facts, f"Which of {first} and {second} {verb} hex 1?")["set"] == [first, second]


def test_or_not_tells_nothing(ask: Ask) -> None:
    assert ask(["Hex 1 is deep or not."], "Is hex 1 deep?")["answer"] == "not understood"
    assert (
        ask(["It is not known whether hex 1 is deep or not."], "Is hex 1 deep?")["answer"] == "undetermined"
    )


def test_nothing_is_guessed_between_two(ask: Ask) -> None:
    told = ask(["C1 and C2 are punts."], "What is the drift DRM?")
    assert told["answer"] == "not understood"


def test_a_place_belongs_to_what_a_preposition_is_about(ask: Ask) -> None:
    told = ask(["Hex 1 is adjacent to a fen hex."], "Is hex 1 flooded?")
    assert told["answer"] == "no"


@pytest.mark.parametrize(
    ("fact", "why"),
    [
        ("A fen hex is adjacent to it.", "'it' stands for nothing: no hex was named"),
        (
            "A fen hex is adjacent to the hex.",
            "it would say this of the fen hex and itself: give both of them names",
        ),
    ],
)
def test_nothing_is_told_of_a_thing_and_itself(ask: Ask, fact: str, why: str) -> None:
    told = ask([fact], "Is the fen hex flooded?")
    assert [each["why"] for each in told["not_understood"]] == [why]


def test_words_that_only_one_was_told_to_be_stand_for_that_one(ask: Ask) -> None:
    facts = ["A hex is flooded and an adjacent hex is deep.", "C1 is a punt.", "C1 is in the deep hex."]
    assert ask(facts, "Is C1 mired?")["answer"] == "no"
    assert ask([*facts[:2], "C1 is in the flooded hex."], "Is C1 mired?")["answer"] == "yes"


def test_a_fate_must_be_declared(tmp_path: Path) -> None:
    _, found = load(tmp_path, "fate: gone\n", "")
    assert [diagnostic.message for diagnostic in found] == [
        "'gone' is nothing that can happen to one thing: declare it first"
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("unit: knots = mile an hour", "no figure is told in 'knots': declare one first"),
        ("unit: MP =", "'MP =' does not say what MP stands for: write 'MP = a few words'"),
        ("unit: MP = point / ", "'point /' leaves a name out"),
    ],
)
def test_what_a_unit_stands_for_is_checked(tmp_path: Path, line: str, message: str) -> None:
    _, found = load(tmp_path, f"figure else ?: the pace of a craft = MP\n{line}\n", "")
    assert [diagnostic.message for diagnostic in found] == [message]
