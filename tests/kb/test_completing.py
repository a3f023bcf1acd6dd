"""Completing: sentences for what somebody has begun to type, and for what is not understood."""

from __future__ import annotations

import pytest

from kb.cache import rulebook_of
from kb.completing import completions, opposite, replacements
from kb.reason.situation import Situation
from kb.rulebook import Rulebook
from kb.rulelang import player
from kb.rulelang.referents import NotUnderstood
from kb.rulelang.scenario import ScenarioReader

FACTS = ("S1 is a skiff.", "Hex 2M4 is a marsh hex.")


@pytest.fixture
def tidewrack(home: object) -> Rulebook:
    return rulebook_of("tidewrack")


def said(book: Rulebook, typed: str, *, question: bool = False) -> list[str]:
    return [each.sentence for each in completions(book, typed, FACTS, question=question)]


def test_what_begins_so_comes_first(tidewrack: Rulebook) -> None:
    assert said(tidewrack, "The tide")[:3] == ["The tide is High.", "The tide is Mid.", "The tide is Low."]
    assert said(tidewrack, "Hex 2K1 is a sho")[0] == "Hex 2K1 is a shoal hex."


def test_names_of_the_scenario_stand_where_they_can(tidewrack: Rulebook) -> None:
    assert said(tidewrack, "S1 ent")[0] == "S1 enters hex 2M4."
    assert said(tidewrack, "May S1 enter", question=True)[0] == "May S1 enter hex 2M4?"
    assert "What is the room of S1?" in said(tidewrack, "What is the", question=True)


def test_any_words_of_a_sentence_find_it(tidewrack: Rulebook) -> None:
    assert "Hex 2M4 contains a causeway." in said(tidewrack, "causeway")


def test_a_number_stays_as_typed(tidewrack: Rulebook) -> None:
    assert said(tidewrack, "The height of hex 2M4 is 7")[0] == "The height of hex 2M4 is 7."


@pytest.mark.parametrize("typed", ["zzz", "?", "  ", "Hex " * 300, "\x00", "((((", "%s %d"])
def test_whatever_is_typed_is_no_error(tidewrack: Rulebook, typed: str) -> None:
    assert len(said(tidewrack, typed)) <= 10


def test_a_misspelt_sentence_is_mended(tidewrack: Rulebook) -> None:
    assert replacements(tidewrack, "S1 is a skif.", ["S1 is a skiff."]) == ("S1 is a skiff.",)


def test_the_nearest_sentences_are_said_of_its_own_things(tidewrack: Rulebook) -> None:
    near = ["a thing is a shoal hex", "a hex is water"]
    found = replacements(tidewrack, "Hex 2M4 is a swamp hex.", near)
    assert found == ("Hex 2M4 is a shoal hex.", "Hex 2M4 is water.")


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("The scenario is not a spring-tide scenario.", "The scenario is a spring-tide scenario."),
        ("Hex 2M4 does not contain a causeway.", "Hex 2M4 contains a causeway."),
        ("There is no such thing among those that are told.", None),
        ("Something is not a marsh hex.", None),
        ("No hex told is a marsh hex.", None),
        ("S1 is a skiff.", "S1 is not a skiff."),
    ],
)
def test_what_contradicts_a_sentence(tidewrack: Rulebook, sentence: str, told: str | None) -> None:
    assert opposite(tidewrack, sentence) == told


def test_the_nearest_sentences_are_looked_for_when_somebody_asks_for_them(
    tidewrack: Rulebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []

    def nearest(vocabulary: object, sentence: str, **how: bool) -> tuple[str, ...]:
        looked.append(sentence)
        return ("S1 is a skiff",)

    monkeypatch.setattr(player, "nearest_sentences", nearest)
    reader = ScenarioReader(tidewrack.vocabulary)
    with pytest.raises(NotUnderstood) as raised:
        reader.fact("S1 is a skif.", Situation(tidewrack.vocabulary))
    assert looked == []
    assert raised.value.nearest == raised.value.nearest == ("S1 is a skiff",)
    assert looked == ["S1 is a skif."]
