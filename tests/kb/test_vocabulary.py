"""What a vocabulary refuses, and how it lists what can be said."""

from __future__ import annotations

from pathlib import Path

from kb.reason.situation import Situation
from kb.rulelang.scenario import ScenarioReader
from kb.wordings import marks_in, wordings_of
from tests.kb.fens import load


def test_types_never_choose_between_templates(tmp_path: Path) -> None:
    _, found = load(
        tmp_path,
        "relation else no: a hex floods\nrelation else no: a unit floods\n",
        "F1.1-s1: a hex floods.",
    )
    assert [(each.code, each.message, each.place.line) for each in found] == [
        (
            "vocabulary-entry",
            "'a unit floods' reads like 'a hex floods' but for what its slots are: word one of them otherwise",
            2,
        )
    ]


def test_slots_in_another_order_are_told_apart_by_their_letters(tmp_path: Path) -> None:
    vocabulary = """
        relation else no: a unit moves from a hex A into a hex B | a unit enters a hex B from a hex A
        noun else no: fen hex (hex)
    """
    book, found = load(
        tmp_path, vocabulary, "F1.1-s1: a hex B is a fen hex if a unit enters hex B from a hex A."
    )
    assert found == []
    situation, reader = Situation(book.vocabulary), ScenarioReader(book.vocabulary)
    reader.fact("U1 enters hex 1 from hex 2.", situation)
    reader.fact("U1 moves from hex 3 into hex 4.", situation)
    assert [things for _, things in situation.told] == [("U1", "2", "1"), ("U1", "3", "4")]


def test_what_somebody_has_done_may_say_more_than_that_he_does_it(tmp_path: Path) -> None:
    vocabulary = """
        action else yes: a unit boards a craft
        action else yes: a unit leaves a craft
        relation else no: a unit is aboard a craft | told: a unit has boarded a craft
    """
    book, found = load(
        tmp_path, vocabulary, "F1.1-s1: a unit may not leave a craft if the unit is not aboard the craft."
    )
    assert found == []
    situation, reader = Situation(book.vocabulary), ScenarioReader(book.vocabulary)
    for fact in ("U1 boards C1.", "U2 has boarded C1.", "U3 has not boarded C1.", "U4 has left C1."):
        assert reader.fact(fact, situation) is None
    assert {args[0]: (template, holds) for (template, args), (holds, _) in situation.told.items()} == {
        "U1": ("event: a unit boards a craft", True),
        "U2": ("a unit is aboard a craft", True),
        "U3": ("a unit is aboard a craft", False),
        "U4": ("event: a unit leaves a craft", True),
    }


def test_what_can_be_said_is_a_list_to_search(tmp_path: Path) -> None:
    vocabulary = """
        noun else no: marsh hex | a hex is marshy (hex) @F1.1-s1
        figure else ?: the depth of a hex = low / high | the water of a hex is *
        relation else yes: a~dike ^holds | not: a~dike is broken
    """
    book, found = load(tmp_path, vocabulary, "F1.1-s1: a hex is a marsh hex if a dike is broken.")
    assert found == []
    assert [wording.to_json() for wording in wordings_of(book.vocabulary, ["depth"])] == [
        {
            "id": "the depth of a hex",
            "kind": "figure",
            "sentences": ["the depth of a hex is *", "the water of a hex is *"],
            "values": ["low", "high"],
            "silence": "must be told",
            "slots": ["hex"],
            "fact": "The depth of hex 1 is low.",
            "question": "What is the depth of hex 1?",
        }
    ]
    assert [wording.id for wording in wordings_of(book.vocabulary, ["DIKE", "broken"])] == ["a dike holds"]
    marsh = next(wording for wording in wordings_of(book.vocabulary) if wording.id == "marsh hex")
    assert (marsh.sentences, marsh.silence, marsh.statement) == (
        ("a hex is a marsh hex", "a hex is marshy"),
        "no",
        "F1.1-s1",
    )


def test_marks_of_the_language_stand_in_no_sentence_that_is_shown(tmp_path: Path) -> None:
    vocabulary = """
        adjective else no: flooded | told: a hex ^lies under~water (hex)
        relation else yes: a~dike ^holds | not: a~dike is broken | asked: the~water ^stays behind a~dike
        figure else ?: the depth of a hex = level | asked: the~water in a hex is * | a hex is dry => 0
    """
    rules = "F1.1-s1: a hex is flooded if a dike is broken, and the depth of the hex is at least 1 level."
    book, found = load(tmp_path, vocabulary, rules)
    assert found == []
    wordings = wordings_of(book.vocabulary)
    assert {wording.id: wording.sentences for wording in wordings if wording.kind != "kind"} == {
        "flooded": ("a hex is flooded", "told: a hex lies under water"),
        "a dike holds": ("a dike holds", "not: a dike is broken", "asked: the water stays behind a dike"),
        "the depth of a hex": (
            "the depth of a hex is *",
            "a hex is dry => 0",
            "asked: the water in a hex is *",
        ),
    }
    assert marks_in(wordings) == [
        ("told:", "in facts alone"),
        ("asked:", "in questions alone"),
        ("not:", "says the opposite"),
        ("*", "a value"),
        ("=>", "the value that the sentence says"),
    ]
    assert marks_in(wording for wording in wordings if wording.kind == "kind") == []


def test_a_class_has_the_article_that_its_first_sound_takes(tmp_path: Path) -> None:
    vocabulary = """
        adjective else no: drilled (unit)
        noun else no: dune hex (hex)
        adjective else no: torn (overlay)
    """
    book, _ = load(tmp_path, vocabulary, "F1.1-s1: a unit is drilled.")
    said = {
        wording.id: wording.sentences for wording in wordings_of(book.vocabulary) if wording.kind != "kind"
    }
    assert said == {
        "drilled": ("a unit is drilled",),
        "dune hex": ("a hex is a dune hex",),
        "torn": ("an overlay is torn",),
    }
