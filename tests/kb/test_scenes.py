"""What facts of a known form tell is what they tell when each is read by itself."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any

import pytest

from kb.answer import answer_of
from kb.cache import rulebook_of
from kb.cases import shipped_cases
from kb.reason.situation import Situation
from kb.rulebook import Rulebook
from kb.rulelang import scenes
from kb.rulelang.referents import NotUnderstood
from kb.rulelang.scenario import ScenarioReader
from kb.rulelang.scenes import Scenes, scenes_of
from kb.rulelang.shapes import shapes_of
from kb.rulelang.vocabulary import Vocabulary
from ontology.books import book_folder

BEACH = (
    "Hex 747 is an OCEAN hex.",
    "Hex 747 is 2 hexes from the nearest Beach hex.",
    "The slope of the Beach is Slight.",
    "T1 is a truck.",
)

State = tuple[ScenarioReader, Situation]


def read(vocabulary: Vocabulary, facts: Sequence[str]) -> State:
    """A reader and a situation that took up facts, each by itself. Raises `NotUnderstood`."""
    reader, situation = ScenarioReader(vocabulary), Situation(vocabulary)
    for fact in facts:
        assert reader.fact(fact, situation) is None, fact
    return reader, situation


def told(known: Scenes, vocabulary: Vocabulary, facts: Sequence[str]) -> State | None:
    """The same by the scene of the facts; None where there is none."""
    reader, situation = ScenarioReader(vocabulary), Situation(vocabulary)
    form = known.form(facts)
    return (reader, situation) if form and known.tell(form, facts, reader, situation) else None


def learned(vocabulary: Vocabulary, facts: Sequence[str]) -> Scenes:
    """Scenes that know what facts of this form tell, where that can be known."""
    known = Scenes(shapes_of(vocabulary))
    for _ in range(3):
        state = read(vocabulary, facts)
        form = known.form(facts)
        if form is not None:
            known.note(form, facts, *state)
    return known


def others(facts: Sequence[str], chance: random.Random) -> list[str]:
    """Facts of the same form about other things: T7 for T1, 19 for 12, but for what may be a number of something."""
    names: dict[str, str] = {}

    def name(found: re.Match[str]) -> str:
        return names.setdefault(found[0], f"{found[0][0]}{len(names) * 1000 + chance.randrange(100, 999)}")

    return [re.sub(r"\b[A-Z]\d+\b", name, fact) for fact in facts]


@pytest.mark.parametrize(
    ("book", "every"), [("asl", 40), ("tidewrack", 3), ("amphibious-37", 12), ("squad-terrain", 12)]
)
def test_a_scene_tells_what_the_facts_tell_one_by_one(book: str, every: int) -> None:
    vocabulary, chance, found = rulebook_of(book).vocabulary, random.Random(11), 0
    for case in shipped_cases(book_folder(book))[::every]:
        if not all(isinstance(fact, str) for fact in case.facts):
            continue
        try:
            known = learned(vocabulary, case.facts)
        except (NotUnderstood, AssertionError):
            continue
        for facts in (list(case.facts), others(case.facts, chance)):
            scene = told(known, vocabulary, facts)
            if scene is not None:
                found += 1
                assert scenes._state(*scene) == scenes._state(*read(vocabulary, facts)), facts
    assert found > 25


def test_facts_of_another_form_are_not_told_by_a_scene() -> None:
    vocabulary = rulebook_of("asl").vocabulary
    known = learned(vocabulary, BEACH)
    other = [fact.replace("747", "812").replace("T1", "T9") for fact in BEACH]
    assert told(known, vocabulary, other) is not None
    assert told(known, vocabulary, [*other[:1], other[1].replace("812", "813"), *other[2:]]) is None, (
        "two hexes"
    )
    assert told(known, vocabulary, other[::-1]) is None, "another order"
    assert told(known, vocabulary, other[:-1]) is None, "a fact less"
    assert told(known, vocabulary, [*other[:-1], "T9 is a boat."]) is None, "another word"


def test_how_much_something_is_belongs_to_the_form() -> None:
    vocabulary = rulebook_of("asl").vocabulary
    facts = ["Hex 747 is 31 hexes from the nearest Beach hex.", "T1 is a truck."]
    known = learned(vocabulary, facts)
    assert told(known, vocabulary, [facts[0].replace("747", "748"), facts[1]]) is not None
    assert told(known, vocabulary, [facts[0].replace("31", "32"), facts[1]]) is None
    form = known.form(facts)
    assert form is not None
    assert form.names == ("747", "31", "T1")
    assert form.form[1] == ("31",)


def test_a_name_that_is_a_number_as_well_stands_as_it_is() -> None:
    vocabulary = rulebook_of("asl").vocabulary
    facts = ["Hex 31 is 31 hexes from the nearest Beach hex.", "Hex 31 is an OCEAN hex."]
    known = learned(vocabulary, facts)
    scene = told(known, vocabulary, facts)
    assert scene is not None
    assert scenes._state(*scene) == scenes._state(*read(vocabulary, facts))
    assert told(known, vocabulary, [fact.replace("Hex 31", "Hex 32") for fact in facts]) is None


@pytest.mark.parametrize(
    "facts",
    [
        ["t1 is a truck.", "T1 is a boat."],  # names that differ in their capitals
        ["T1 is a truck.", {"template": "a hex contains rubble", "args": ["7"]}],
        ["T1 is a truck.", "T1 is in hex 7-8."],
        ["T1 is a truck.\n", "T1 is in hex 7."],
        [f"U{number} is a truck." for number in range(41)],
        [],
    ],
)
def test_facts_without_a_form(facts: list[Any]) -> None:
    assert Scenes(shapes_of(rulebook_of("asl").vocabulary)).form(facts) is None


def test_a_fact_of_no_plain_shape_makes_no_scene() -> None:
    vocabulary = rulebook_of("asl").vocabulary
    facts = ["T1 is a truck.", "Hex 747 is frozen. Hex 748 is frozen."]
    known = learned(vocabulary, facts)
    assert known.form(facts) is not None
    assert not known._known
    assert not known._amounts


def test_facts_of_many_names_make_a_scene() -> None:
    vocabulary = rulebook_of("asl").vocabulary
    known = learned(vocabulary, [f"U{number} is a truck." for number in range(100, 140)])
    other = [f"U{number} is a truck." for number in range(200, 240)]
    scene = told(known, vocabulary, other)
    assert scene is not None
    assert scenes._state(*scene) == scenes._state(*read(vocabulary, other))


def test_the_first_facts_of_a_form_make_no_scene() -> None:
    vocabulary = rulebook_of("asl").vocabulary
    state, known = read(vocabulary, BEACH), Scenes(shapes_of(vocabulary))
    form = known.form(BEACH)
    assert form is not None
    known.note(form, BEACH, *state)
    assert not known._known
    assert told(known, vocabulary, BEACH) is None
    known.note(form, BEACH, *state)
    assert len(known._known) == 1
    assert told(known, vocabulary, BEACH) is not None


def test_a_scene_that_tells_something_else_is_not_kept() -> None:
    vocabulary = rulebook_of("asl").vocabulary
    reader, situation = read(vocabulary, BEACH)
    situation.slots["747"] = "truck"
    known = Scenes(shapes_of(vocabulary))
    form = known.form(BEACH)
    assert form is not None
    for _ in range(2):
        known.note(form, BEACH, reader, situation)
    assert list(known._known.values()) == [None]
    assert told(known, vocabulary, BEACH) is None


def test_scenes_are_forgotten_once_there_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Scenes, "MOST", 3)
    vocabulary = rulebook_of("asl").vocabulary
    known = Scenes(shapes_of(vocabulary))
    for distance in range(21, 41):
        facts = [BEACH[0], BEACH[1].replace("2", str(distance))]
        for _ in range(3):
            form = known.form(facts)
            state = read(vocabulary, facts)
            if form is not None:
                known.note(form, facts, *state)
        assert len(known._known) + len(known._seen) <= 3
    assert told(known, vocabulary, facts) is not None


@pytest.mark.parametrize(("name", "every"), [("asl", 300), ("tidewrack", 20), ("squad-terrain", 60)])
def test_an_answer_does_not_depend_on_what_was_asked_before(name: str, every: int) -> None:
    book, scene = rulebook_of(name), 0
    for case in shipped_cases(book_folder(name))[::every]:
        known = _forgotten(book)
        first = answer_of(book, case.facts, case.question)
        for _ in range(3):
            assert answer_of(book, case.facts, case.question) == first
        scene += any(known._known.values())
    assert scene > 10


def _forgotten(book: Rulebook) -> Scenes:
    known = scenes_of(book.vocabulary)
    known.forget()
    return known
