"""Of which of several classes something is so, listed in the question or behind a colon."""

from __future__ import annotations

import pytest

from kb.answer import ask

FLOODED = ["Hex 2M4 is a marsh hex.", "Hex 2M4 is flooded.", "The tide is High."]


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Which of wagons, foot gangs and punts may enter hex 2M4?", ["punts"]),
        ("Which of wagons, foot gangs, and punts may enter hex 2M4?", ["punts"]),
        ("Which of a wagon and a punt may enter hex 2M4?", ["punt"]),
        ("Which of wagons and foot gangs may enter hex 2M4?", []),
        ("Which of these may enter hex 2M4: a wagon, a foot gang or a punt?", ["punt"]),
        ("Which of the following may enter hex 2M4: a wagon, a foot gang, a punt?", ["punt"]),
        ("Which may enter hex 2M4: a wagon or a punt?", ["punt"]),
        ("Which units may enter hex 2M4: wagons, foot gangs, punts?", ["punts"]),
    ],
)
def test_each_class_is_asked_for_itself(question: str, found: list[str]) -> None:
    answer = ask({"rulebook": "tidewrack", "facts": FLOODED, "question": question})
    assert (answer["answer"], answer["set"]) == ("set", found)
    alone = [f"May {each if each.endswith('s') else f'a {each}'} enter hex 2M4?" for each in found]
    assert all(
        ask({"rulebook": "tidewrack", "facts": FLOODED, "question": one})["answer"] == "yes" for one in alone
    )


def test_more_than_two_are_told_as_a_list() -> None:
    question = "Which of punts, rafts and skiffs may enter hex 2M4?"
    answer = ask({"rulebook": "tidewrack", "facts": FLOODED, "question": question})
    assert (answer["set"], answer["text"].partition(":")[0]) == (
        ["punts", "rafts", "skiffs"],
        "Punts, rafts and skiffs",
    )


def test_they_are_counted() -> None:
    question = "How many of wagons, foot gangs and punts may enter hex 2M4?"
    answer = ask({"rulebook": "tidewrack", "facts": FLOODED, "question": question})
    assert (answer["answer"], answer["value"]) == ("value", 1)


def test_names_behind_a_colon_are_those_that_are_asked_about() -> None:
    facts = [*FLOODED, "W1 is a wagon.", "P1 is a punt.", "P2 is a punt."]
    question = "Which of these may enter hex 2M4: W1 or P1?"
    answer = ask({"rulebook": "tidewrack", "facts": facts, "question": question})
    assert (answer["answer"], answer["set"]) == ("set", ["P1"])


def test_what_can_be_the_value_of_a_figure_is_no_class() -> None:
    answer = ask({"rulebook": "tidewrack", "facts": FLOODED, "question": "Which is the tide: High or Low?"})
    assert (answer["answer"], answer["value"]) == ("value", "High")
