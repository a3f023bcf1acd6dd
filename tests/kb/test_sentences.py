"""What can be said with each kind of declaration, and how sentences are read: words, phrases, wordings, questions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from kb.rulelang.words import base_form, number, participle, plural, with_article, words
from tests.kb.fens import Ask, asker

Fens = Callable[..., Ask]


@pytest.fixture
def fens(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fens:
    """Ask a rulebook with this vocabulary, and perhaps rules."""
    return lambda vocabulary, rules="": asker(tmp_path / "books", monkeypatch, vocabulary, rules)


def answers(ask: Ask, facts: str, *questions: str) -> list[str]:
    """The answers to several questions in one situation."""
    return [ask(facts, question)["answer"] for question in questions]


# -- words --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Hex 1079 is an OCEAN hex.", ("Hex", "1079", "is", "an", "OCEAN", "hex")),
        ("It isn't 24L9-M9!", ("It", "is", "not", "24L9-M9")),
        ("a Beach-OCEAN hexside", ("a", "Beach", "OCEAN", "hexside")),
        ("G13.4 and 2 1/2 or -1/2 or ½", ("G13.4", "and", "5/2", "or", "-1/2", "or", "1/2")),
        ("1½ MP, 24L9 1/2", ("3/2", "MP", ",", "24L9", "1/2")),
        ("level -1, or +3 DRM", ("level", "-1", ",", "or", "+3", "DRM")),
        ("What’s the depth?", ("What", "is", "the", "depth")),
        (
            "units can't, mustn't and needn't",
            ("units", "can", "not", ",", "must", "not", "and", "need", "not"),
        ),
        ("", ()),
        (" \t ", ()),
    ],
)
def test_tokens(sentence: str, expected: tuple[str, ...]) -> None:
    assert words(sentence) == expected


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("3", 3),
        ("three", 3),
        ("Twelve", 12),
        ("-2", -2),
        ("1.5", Fraction(3, 2)),
        ("5/6", Fraction(5, 6)),
        ("-5/6", Fraction(-5, 6)),
        ("half", Fraction(1, 2)),
        ("thirteen", None),
        ("3a", None),
        ("", None),
    ],
)
def test_numbers(word: str, value: Fraction | int | None) -> None:
    assert number(word) == value


@pytest.mark.parametrize(
    ("verb", "base", "past"),
    [
        ("contains", "contain", "contained"),
        ("lies", "lie", "lied"),
        ("carries", "carry", "carried"),
        ("enters", "enter", "entered"),
        ("crosses", "cross", "crossed"),
        ("Beaches", "Beach", "Beached"),
        ("goes", "go", "gone"),
        ("plays", "play", "played"),
        ("is", "be", "beed"),
        ("has", "have", "haved"),
    ],
)
def test_verbs(verb: str, base: str, past: str) -> None:
    assert (base_form(verb), participle(verb)) == (
        base,
        past if verb not in ("is", "has") else participle(verb),
    )


@pytest.mark.parametrize(
    ("noun", "many"),
    [
        ("hex", "hexes"),
        ("OCEAN hex", "OCEAN hexes"),
        ("boat", "boats"),
        ("ferry", "ferries"),
        ("bay", "bays"),
    ],
)
def test_plurals(noun: str, many: str) -> None:
    assert plural(noun) == many


@pytest.mark.parametrize(
    ("noun", "expected"),
    [
        ("OCEAN hex", "an OCEAN hex"),
        ("unit", "a unit"),
        ("LC", "a LC"),
        ("A-T mine", "an A-T mine"),
        ("eel", "an eel"),
    ],
)
def test_articles(noun: str, expected: str) -> None:
    assert with_article(noun) == expected


# -- silence ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("declared", "about", "silence", "expected"),
    [
        ("noun else {}: fen hex (hex)", "hex 1 a fen hex", "no", "no"),
        ("noun else {}: fen hex (hex)", "hex 1 a fen hex", "yes", "yes"),
        ("noun else {}: fen hex (hex)", "hex 1 a fen hex", "?", "undetermined"),
        ("adjective else {}: wet (hex)", "hex 1 wet", "no", "no"),
        ("adjective else {}: wet (hex)", "hex 1 wet", "yes", "yes"),
        ("adjective else {}: wet (hex)", "hex 1 wet", "?", "undetermined"),
        ("relation else {}: a hex is drained by a craft", "hex 1 drained by C1", "no", "no"),
        ("relation else {}: a hex is drained by a craft", "hex 1 drained by C1", "yes", "yes"),
        ("relation else {}: a hex is drained by a craft", "hex 1 drained by C1", "?", "undetermined"),
    ],
)
def test_silence(fens: Fens, declared: str, about: str, silence: str, expected: str) -> None:
    ask = fens(declared.format(silence))
    answer = ask("", f"Is {about}?")
    assert answer["answer"] == expected
    assert ("assumed_absent" in answer) is (expected != "undetermined")
    thing, said = about.split(" ", 2)[:2], about.split(" ", 2)[2]
    subject = " ".join(thing)
    assert ask(f"{subject.capitalize()} is {said}.", f"Is {about}?")["answer"] == "yes"
    assert ask(f"{subject.capitalize()} is not {said}.", f"Is {about}?")["answer"] == "no"


def test_an_action_is_an_event_a_permission_and_a_duty(fens: Fens) -> None:
    ask = fens("action else yes: a unit enters a hex\naction else no: a unit burns a hex")
    assert answers(
        ask,
        "",
        "Does U1 enter hex 1?",
        "Has U1 entered hex 1?",
        "May U1 enter hex 1?",
        "Can U1 enter hex 1?",
        "Is U1 allowed to enter hex 1?",
        "Must U1 enter hex 1?",
        "May U1 burn hex 1?",
    ) == ["no", "no", "yes", "yes", "yes", "no", "no"]
    assert answers(
        ask,
        "U1 has entered hex 1.\nU1 may burn hex 1.",
        "Does U1 enter hex 1?",
        "Can U1 burn hex 1?",
        "Does U1 burn hex 1?",
    ) == ["yes", "yes", "no"]
    assert answers(ask, "U1 must not enter hex 1.", "Must U1 enter hex 1?") == ["no"]


# -- nouns and adjectives -------------------------------------------------------------------------------------------------


def test_a_noun_has_other_words(fens: Fens) -> None:
    ask = fens("noun else no: fen hex | quag hex | a hex is boggy (hex)")
    for fact in ("Hex 1 is a fen hex.", "Hex 1 is a quag hex.", "Hex 1 is boggy.", "Fen hex 1 is boggy."):
        assert (
            answers(ask, fact, "Is hex 1 a fen hex?", "Is hex 1 a quag hex?", "Is hex 1 boggy?")
            == ["yes"] * 3
        )
    assert answers(ask, "Hex 1 is not boggy.", "Is hex 1 a fen hex?", "Is hex 1 not a fen hex?") == [
        "no",
        "yes",
    ]


def test_words_before_a_name_are_told_too(fens: Fens) -> None:
    ask = fens(
        "noun else no: fen hex (hex)\nadjective else no: wet (hex)\nadjective else no: deep (hex)\n"
        "relation else no: a unit is in a hex"
    )
    assert (
        answers(ask, "U1 is in wet deep fen hex 1.", "Is hex 1 wet?", "Is hex 1 deep?", "Is hex 1 a fen hex?")
        == ["yes"] * 3
    )
    assert answers(
        ask, "Hex 1 is a wet fen hex.", "Is hex 1 a wet deep fen hex?", "Is hex 1 a wet fen hex?"
    ) == ["no", "yes"]
    assert answers(
        ask, "Hex 1 is wet.", "Is hex 1 one of wet or deep?", "Is hex 1 each of wet and deep?"
    ) == ["yes", "no"]


def test_capitals_tell_words_apart(fens: Fens) -> None:
    ask = fens("noun else no: FEN hex (hex)\nnoun else no: Fen hex (hex)")
    assert answers(ask, "Hex 1 is a FEN hex.", "Is hex 1 a FEN hex?", "Is hex 1 a Fen hex?") == ["yes", "no"]
    (problem,) = ask("Hex 1 is a fen hex.", "Is hex 1 a FEN hex?")["not_understood"]
    assert (problem["where"], problem["why"]) == ("/facts/0", "no sentence of the vocabulary reads like this")


def test_case_is_folded_where_only_one_word_can_be_meant(fens: Fens) -> None:
    ask = fens("noun else no: Fen hex (hex)\nadjective else no: wet (hex)")
    for fact in ("hex 1 is a fen hex", "Hex 1 is a FEN HEX."):
        assert answers(ask, fact, "Is hex 1 a Fen hex?", "is hex 1 a fen hex") == ["yes", "yes"], fact


# -- relations ------------------------------------------------------------------------------------------------------------


def test_further_wordings_and_negative_ones(fens: Fens) -> None:
    ask = fens(
        "relation else ?: a craft is moored in a hex | a craft lies in a hex | not: a craft has left a hex | "
        "not: there is no~mooring of a craft in a hex"
    )
    question = "Is C1 moored in hex 1?"
    for fact, expected in (
        ("C1 is moored in hex 1.", "yes"),
        ("C1 lies in hex 1.", "yes"),
        ("C1 has left hex 1.", "no"),
        ("C1 has not left hex 1.", "yes"),
        ("C1 does not lie in hex 1.", "no"),
        ("C1 doesn't lie in hex 1.", "no"),
        ("C1 isn't moored in hex 1.", "no"),
        ("There is no mooring of C1 in hex 1.", "no"),
    ):
        assert ask(fact, question)["answer"] == expected, fact
    for turned in ("Does C1 lie in hex 1?", "Has C1 not left hex 1?", "Does C1 not lie in hex 1?"):
        expected = "no" if turned == "Does C1 not lie in hex 1?" else "yes"
        assert ask("C1 is moored in hex 1.", turned)["answer"] == expected, turned


def test_a_tilde_joins_words_that_open_no_slot(fens: Fens) -> None:
    ask = fens("relation else no: a hex contains a~craft | there is a~craft in a hex")
    for fact in ("Hex 1 contains a craft.", "There is a craft in hex 1."):
        assert answers(ask, fact, "Does hex 1 contain a craft?", "Is there a craft in hex 1?") == [
            "yes",
            "yes",
        ]
    assert ask("Hex 1 contains C1.", "Does hex 1 contain a craft?")["answer"] == "not understood"


def test_a_caret_marks_the_verb(fens: Fens) -> None:
    ask = fens("relation else no: Fog ^hides a hex from a unit")
    assert answers(ask, "Fog hides hex 1 from U1.", "Does Fog hide hex 1 from U1?") == ["yes"]
    answer = ask("Fog does not hide hex 1 from U1.", "Does Fog hide hex 1 from U1?")
    assert (answer["answer"], answer["text"]) == ("no", "No: Fog does not hide hex 1 from U1.")


def test_what_must_be_so_and_is_not_need_not(fens: Fens) -> None:
    ask = fens("relation else no: the depth of a hex must be defined")
    answer = ask("The depth of hex 1 need not be defined.", "Must the depth of hex 1 be defined?")
    assert (answer["answer"], answer["text"]) == ("no", "No: the depth of hex 1 need not be defined.")


def test_two_slots_of_one_kind_keep_their_order(fens: Fens) -> None:
    ask = fens("relation else no: a hex A drains into a hex B")
    assert answers(
        ask, "Hex 1 drains into hex 2.", "Does hex 1 drain into hex 2?", "Does hex 2 drain into hex 1?"
    ) == [
        "yes",
        "no",
    ]


def test_who_is_asked_or_denied_to_be_of_a_kind_is_not_said_to_be(fens: Fens) -> None:
    ask = fens("relation else no: a craft is aground")
    asked = ("Is U1 a craft?", "Is U1 a walker?")
    assert answers(ask, "U1 is not a punt.", *asked) == ["undetermined", "undetermined"]
    assert answers(ask, "It is not known whether U1 is a punt.", *asked) == ["undetermined", "undetermined"]


def test_a_slot_takes_what_can_be_of_its_kind(fens: Fens) -> None:
    ask = fens("relation else no: a craft is aground\nrelation else no: a unit is in a hex")
    assert answers(ask, "C1 is a punt.\nC1 is aground.", "Is C1 aground?") == ["yes"]
    asked = ("Is U1 aground?", "Is U1 a craft?", "Is U1 a walker?", "Is U1 a punt?")
    found = answers(ask, "U1 is a unit.\nU1 is aground.", *asked)
    assert found == ["yes", "yes", "no", "undetermined"]
    assert ask("W1 is a walker.\nW1 is aground.", "Is W1 a walker?")["answer"] == "conflict"
    assert ask("Walker W1 is aground.", "Is W1 a walker?")["answer"] == "not understood"


# -- figures --------------------------------------------------------------------------------------------------------------


def test_listed_values_and_their_synonyms(fens: Fens) -> None:
    ask = fens(
        "figure else ?: the depth of a hex = shallow (low; knee deep) / middling / deep (very deep) | "
        "the water of a hex is * | a hex has * water"
    )
    for fact, value in (
        ("The depth of hex 1 is shallow.", "shallow"),
        ("The depth of hex 1 is knee deep.", "shallow"),
        ("The water of hex 1 is very deep.", "deep"),
        ("Hex 1 has middling water.", "middling"),
        ("The depth of hex 1 is Low.", "shallow"),
    ):
        assert ask(fact, "What is the depth of hex 1?")["value"] == value
    assert answers(
        ask,
        "The depth of hex 1 is one of shallow or deep.",
        "Is the depth of hex 1 middling?",
        "Is the depth of hex 1 shallow or deep?",
        "Is the depth of hex 1 deep?",
    ) == ["no", "yes", "undetermined"]


def test_numbers_with_units(fens: Fens) -> None:
    ask = fens(
        "figure else ?: the draught of a craft = feet | a craft draws *\nfigure else ?: the level of a hex = level"
    )
    for fact in (
        "C1 draws 2 feet.",
        "The draught of C1 is 2 feet.",
        "C1 draws 2.",
        "C1 draws two feet.",
        "C1 draws exactly 2 feet.",
    ):
        answer = ask(fact, "What is the draught of C1?")
        assert (answer["value"], answer["unit"]) == (2, "feet"), fact
    for fact in ("The level of hex 1 is level -1.", "The level of hex 1 is -1."):
        assert ask(fact, "What is the level of hex 1?")["value"] == -1
    assert ask("C1 draws 5/6 feet.", "What is the draught of C1?")["value"] == "5/6"


@pytest.mark.parametrize(
    ("words", "holds"),
    [
        ("2 feet", {2}),
        ("at least 2 feet", {2, 3, 4}),
        ("2 feet or more", {2, 3, 4}),
        ("≥ 2 feet", {2, 3, 4}),
        ("at most 2 feet", {0, 1, 2}),
        ("2 feet or less", {0, 1, 2}),
        ("less than 2 feet", {0, 1}),
        ("fewer than 2 feet", {0, 1}),
        ("more than 2 feet", {3, 4}),
        ("> 2 feet", {3, 4}),
    ],
)
def test_comparisons(fens: Fens, words: str, holds: set[int]) -> None:
    ask = fens("figure else ?: the draught of a craft = feet | a craft draws *")
    for feet in range(5):
        expected = "yes" if feet in holds else "no"
        assert ask(f"C1 draws {feet} feet.", f"Is the draught of C1 {words}?")["answer"] == expected
        assert ask(f"C1 draws {feet} feet.", f"Does C1 draw {words}?")["answer"] == expected


def test_distances(fens: Fens) -> None:
    ask = fens("noun else no: fen hex (hex)\ndistance else ?: fen hex")
    question = "What is the range from hex 1 to the nearest fen hex?"
    for fact, value in (
        ("Hex 1 is 3 hexes from the nearest fen hex.", 3),
        ("Hex 1 is 3 hexes away from a fen hex.", 3),
        ("The nearest fen hex is three hexes from hex 1.", 3),
        ("Hex 1 is adjacent to a fen hex.", 1),
        ("The distance from hex 1 to the nearest fen hex is 3 hexes.", 3),
        ("Hex 1 is 1 hex from a fen hex.", 1),
    ):
        assert ask(fact, question)["value"] == value, fact
    for asked in ("How far is hex 1 from the nearest fen hex?", "How many hexes is hex 1 from a fen hex?"):
        assert ask("Hex 1 is 3 hexes from a fen hex.", asked)["value"] == 3
    within = "Hex 1 is within 3 hexes of a fen hex."
    assert answers(
        ask,
        within,
        "Is hex 1 within 4 hexes of a fen hex?",
        "Is hex 1 adjacent to a fen hex?",
        "Is hex 1 5 hexes from a fen hex?",
    ) == ["yes", "undetermined", "no"]


# -- singletons and purposes ----------------------------------------------------------------------------------------------


def test_a_singleton_is_one_thing_without_a_name(fens: Fens) -> None:
    ask = fens(
        "singleton: the flood; the lock\nrelation else no: the lock is open\nfigure else ?: the height of the flood = feet"
    )
    assert answers(ask, "The lock is open.", "Is the lock open?") == ["yes"]
    assert ask("The height of the flood is 3 feet.", "What is the height of the flood?")["value"] == 3


def test_purposes(fens: Fens) -> None:
    ask = fens(
        "purpose: towing, fishing\nadjective else no: safe (hex)\nnoun else no: fen hex (hex)",
        "F1.1-s1: a fen hex is safe for fishing.",
    )
    assert answers(
        ask,
        "Hex 1 is a fen hex.",
        "Is hex 1 safe for fishing?",
        "Is hex 1 safe for fishing purposes?",
        "Is hex 1 safe for towing?",
        "Is hex 1 safe?",
    ) == ["yes", "yes", "no", "no"]
    answer = ask("Hex 1 is a fen hex.", "Is hex 1 safe for fishing?")
    assert answer["text"] == "Yes: hex 1 is safe for fishing (F1.1)."
