"""What lawyers ask of rules: what is allowed or forbidden, neither this nor that, when it is done, and of what nothing is
known."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kb.fens import Ask, asker

VOCABULARY = """
noun else no: fen hex (hex)
noun else no: mire hex (hex)
adjective else no: flooded (hex)
adjective else no: moored (craft)
relation else no: a craft is launched this turn
relation else no: a craft is beached this turn
adjective else no: Fast Moored (craft)
adjective else no: laid up | hauled and dry (craft)
figure else ?: the water of the FEN overlay = fresh / salt | the FEN overlay ^holds *
noun else no: FEN hex | hex of the~FEN overlay (hex)
figure else ?: the calibre of a craft = mm | a craft has a~gun of *
adjective else no: gusty (craft)
relation else no: the~weather is foul | gales are gusty
figure else ?: the survey of a craft = fair (F) / fine (F*) | the~survey of a craft gave * | the~survey of a craft gave F ( * )
relation else no: it is the~Thaw | it is a~Thaw
figure else ?: the depth of a hex = shallow / middling / deep
relation else yes: the depth of a hex is known
figure base 0: the rise of a hex = feet
figure else ?: the water of a hex = feet
action else yes: a unit enters a hex
action else yes: a unit uses Stealth
action else yes: a walker is placed in a hex
"""
RULES = """
F1.1-s1: the depth of a fen hex is deep if the depth of the hex is known.
F1.2-s1: a unit may not enter a hex if it is the Thaw.
F1.3-s1: a punt may not use Stealth.
F1.4-s1: a walker may not be placed in a mire hex.
F1.5-s1: the water of a hex is the rise of the hex plus 1.
F1.6-s1: a hex is flooded if the depth of the hex is deep.
"""


@pytest.fixture
def ask(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asker(tmp_path / "books", monkeypatch, VOCABULARY, RULES)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Is using Stealth forbidden to C1?", "yes"),
        ("Is using Stealth allowed for C1?", "no"),
        ("Is Stealth permitted to C1?", "no"),
        ("Is Stealth forbidden to W1?", "no"),
        ("Is entering hex 1 possible for W1?", "yes"),
        ("Is placing W1 in hex 2 prohibited?", "yes"),
        ("Is placing a walker in hex 1 prohibited?", "no"),
        ("Is W1 allowed in hex 2?", "no"),
        ("Are walkers allowed in hex 2?", "no"),
        ("Is W1 forbidden in hex 1?", "no"),
    ],
)
def test_what_is_allowed_of_an_activity(ask: Ask, question: str, answer: str) -> None:
    facts = "C1 is a punt.\nW1 is a walker.\nHex 1 is a fen hex.\nHex 2 is a mire hex."
    assert ask(facts, question)["answer"] == answer


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        (
            "C1 is neither moored nor launched this turn.",
            ["Is C1 not moored?", "Is C1 not launched this turn?"],
        ),
        ("Neither C1 nor C2 is moored.", ["Is C1 not moored?", "Is C2 not moored?"]),
        (
            "C1 is not launched or beached this turn.",
            ["Is C1 not launched this turn?", "Is C1 not beached this turn?"],
        ),
        ("C1 is launched and beached this turn.", ["Is C1 launched this turn?", "Is C1 beached this turn?"]),
        ("Hex 1 is no fen hex.", ["Is hex 1 not a fen hex?"]),
        ("C1 enters hex 1 in the Thaw.", ["Does C1 enter hex 1?", "Is it the Thaw?"]),
        ("During the Thaw, C1 enters hex 1.", ["Does C1 enter hex 1?", "Is it the Thaw?"]),
    ],
)
def test_a_sentence_says_several_things(ask: Ask, fact: str, said: list[str]) -> None:
    facts = f"C1 is a punt.\nC2 is a punt.\n{fact}"
    assert [(question, ask(facts, question)["answer"]) for question in said] == [
        (each, "yes") for each in said
    ]


def test_a_question_says_when(ask: Ask) -> None:
    facts = "C1 is a punt.\nHex 1 is a fen hex."
    assert ask(facts, "May C1 enter hex 1?")["answer"] == "yes"
    assert ask(facts, "May C1 enter hex 1 in the Thaw?")["answer"] == "no"
    assert ask(facts, "May C1 enter hex 1 during this Thaw?")["answer"] == "no"


def test_what_is_asked_is_not_told(ask: Ask) -> None:
    facts = "C1 is a punt.\nC1 is launched this turn."
    assert ask(facts, "Is C1 moored launched this turn?")["answer"] == "not understood"


@pytest.mark.parametrize(
    "fact",
    [
        "The depth of hex 1 is not known.",
        "It is not known whether the depth of hex 1 is deep.",
        "The depth of hex 1 has not been determined.",
    ],
)
def test_a_figure_that_is_not_known_has_no_default(ask: Ask, fact: str) -> None:
    answer = ask(f"Hex 1 is a fen hex.\n{fact}", "Is hex 1 flooded?")
    assert (answer["answer"], [each["facts"] for each in answer["deciding"]]) == (
        "undetermined",
        [
            ["The depth of hex 1 is shallow."],
            ["The depth of hex 1 is middling."],
            ["The depth of hex 1 is deep."],
        ],
    )
    assert (
        ask(f"Hex 1 is a fen hex.\n{fact}\nThe depth of hex 1 is shallow.", "Is hex 1 flooded?")["answer"]
        == "no"
    )


def test_what_a_figure_starts_from_may_be_unknown(ask: Ask) -> None:
    assert ask("Hex 1 is a fen hex.", "What is the water of hex 1?")["value"] == 1
    answer = ask("Hex 1 is a fen hex.\nThe rise of hex 1 is not known.", "What is the water of hex 1?")
    assert (answer["answer"], answer["text"]) == (
        "undetermined",
        "Undetermined: the water of hex 1 is not known: it depends on the rise of hex 1 (F1.5).",
    )


def test_listed_values_have_no_order(ask: Ask) -> None:
    (problem,) = ask("The depth of hex 1 is at least middling.", "Is hex 1 flooded?")["not_understood"]
    assert (problem["why"], problem["nearest"]) == (
        "the values shallow, middling, deep have no order",
        ["the depth of a hex is shallow"],
    )


def test_all_values_listed_ask_which(ask: Ask) -> None:
    facts = "The depth of hex 1 is middling."
    assert ask(facts, "Is the depth of hex 1 shallow, middling or deep?")["value"] == "middling"
    assert ask(facts, "Is the depth of hex 1 shallow or deep?")["answer"] == "no"


def test_a_thing_spoken_of_before_may_be_called_that(ask: Ask) -> None:
    facts = "The FEN overlay holds salt.\nHex 1 is a hex of that overlay."
    assert ask(facts, "Is hex 1 a FEN hex?")["answer"] == "yes"


def test_that_is_no_name_of_what_a_clause_begins_with(ask: Ask) -> None:
    facts = "The FEN overlay holds salt.\nA craft that is not moored is launched this turn."
    assert ask(facts, "Is the craft moored?")["answer"] == "no"


def test_an_alternative_of_two_words_is_one_alternative(ask: Ask) -> None:
    answer = ask("C1 is a craft.\nC1 is Fast Moored.", "Is the craft Fast Moored or moored?")
    assert (answer["answer"], answer["value"], answer["text"]) == (
        "value",
        "Fast Moored",
        "Fast Moored: C1 is Fast Moored.",
    )


def test_what_is_joined_by_and_is_one_alternative(ask: Ask) -> None:
    facts = "C1 is a craft.\nC1 is Fast Moored."
    answer = ask(facts, "Is C1 hauled and dry, Fast Moored, or moored?")
    assert (answer["answer"], answer["value"]) == ("value", "Fast Moored")


def test_a_calibre_is_written_in_one(ask: Ask) -> None:
    answer = ask("C1 has a gun of 80mm.", "What is the calibre of C1?")
    assert (answer["value"], answer["unit"]) == (80, "mm")


def test_a_starred_letter_is_a_word_where_no_words_in_brackets_follow(ask: Ask) -> None:
    for told, value in (("F", "fair"), ("F*", "fine"), ("F* (fine)", "fine"), ("F (fair)", "fair")):
        assert ask(f"The survey of C1 gave {told}.", "What is the survey of C1?")["value"] == value


def test_no_word_of_a_sentence_that_is_a_wording_as_a_whole_names_a_thing(ask: Ask) -> None:
    assert ask("Gales are gusty.", "Is the weather foul?")["answer"] == "yes"


def test_which_hex_of_the_mire_is_meant_has_to_be_said(ask: Ask) -> None:
    (problem,) = ask("The mire is flooded.\nHex 1 is a mire hex.", "Is hex 1 flooded?")["not_understood"]
    assert (problem["where"], problem["why"], problem["nearest"]) == (
        "/facts/0",
        "which mire hex is meant is not said: name it",
        ["mire hex 1"],
    )
    assert ask("The mire is flooded.", "Is the mire flooded?")["answer"] == "yes"


def test_the_total_of_a_figure_is_the_figure(ask: Ask) -> None:
    assert ask("The rise of hex 1 is 2 feet.", "What is the total rise of hex 1?")["value"] == 2


@pytest.mark.parametrize("tail", ['? (options: "shallow", "deep")', " (0 if none)?"])
def test_what_may_be_answered_may_stand_behind_the_question(ask: Ask, tail: str) -> None:
    answer = ask("The depth of hex 1 is deep.", f"What is the depth of hex 1{tail}")
    assert (answer["answer"], answer["value"]) == ("value", "deep")


def test_a_relation_in_the_words_of_a_class_asks_in_two_ways(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put = asker(tmp_path, monkeypatch, "relation else no: a walker is a~barge\n", "F1.1-s1: note a clash.\n")
    (problem,) = put("", "Is C1 a barge?")["not_understood"]
    assert (problem["why"], problem["nearest"]) == (
        "it can be read in more than one way",
        ["C1 is a barge", "C1 is a barge"],
    )


def test_a_figure_of_a_compound_is_told_as_any_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vocabulary = """
noun else no: fen hex (hex)
adjective else no: flooded (hex)
figure else ?: the rise of the~mere = feet
relation else no: the rise of the mere is told
"""
    rules = "F1.1-s1: a fen hex is flooded if the rise of the mere is told.\n"
    put = asker(tmp_path, monkeypatch, vocabulary, rules)
    assert put("Hex 1 is a fen hex.\nThe rise of the mere is 2 feet.", "Is hex 1 flooded?")["answer"] == "yes"
    assert put("Hex 1 is a fen hex.", "Is hex 1 flooded?")["answer"] == "no"
