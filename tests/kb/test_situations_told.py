"""Situations as they are told in one breath: hexes next to each other, what is between them, one move and then another."""

from __future__ import annotations

import pytest

from kb.answer import ask


@pytest.mark.parametrize(
    ("facts", "question", "answer"),
    [
        ("Hexes 1 and 2 are adjacent open hexes at ground level.", "Is hex 2 at ground level?", "yes"),
        ("Hexes 1 and 2 are adjacent and at ground level.", "Is hex 1 adjacent to hex 2?", "yes"),
        (
            "Hexes 1 and 2 are adjacent open hexes, with a wall on the hexside between them.",
            "Is hexside 1-2 a wall?",
            "yes",
        ),
        ("Hexes 1 and 2 are adjacent open hexes separated by a hedge.", "Is hexside 1-2 a hedge?", "yes"),
        (
            "There are hedges on the hexsides between 1 and 2 and between 2 and 3.",
            "Is hexside 2-3 a hedge?",
            "yes",
        ),
        ("Hexes 1 and 2 are a woods hex and a marsh hex respectively.", "Is hex 2 a marsh hex?", "yes"),
        ("Infantry wants to enter a canal hex where there is no bridge.", "May it?", "no"),
        (
            "The LOS crosses a wall; the firer is not adjacent to the wall; all is ground level.",
            "What is the hindrance modifier?",
            1,
        ),
        (
            "A unit fires across a wall at an enemy in an open hex; the firer is not adjacent to the wall.",
            "What is the hindrance modifier?",
            1,
        ),
        (
            "A desert hex contains a hay stack; a unit in it is fired on from an adjacent open hex.",
            "What is the hindrance modifier?",
            1,
        ),
        ("The LOS runs through a crop hex to a target in a woods hex.", "What is the total modifier?", 3),
        (
            "The LOS runs along a hedge and later crosses a wall; the firer is adjacent to the hedge but not to the wall.",
            "What is the hindrance modifier?",
            2,
        ),
        ("A squad and a tank each enter a wadi hex.", "How many MP does the tank spend?", 3),
        (
            "Infantry moves from an open hex across a wall into an adjacent woods hex and then into an adjacent building hex.",
            "How many MP does it spend in all?",
            5,
        ),
    ],
)
def test_told_in_one_breath(facts: str, question: str, answer: str | int) -> None:
    got = ask({"rulebook": "squad-terrain", "facts": [facts], "question": question})
    assert (got.get("value") if isinstance(answer, int) else got["answer"]) == answer


def test_a_situation_and_its_question_in_one_sentence() -> None:
    asked = "A squad in a beach hex moves into an adjacent woods hex: what does it cost?"
    assert ask({"rulebook": "squad-terrain", "facts": [], "question": asked})["value"] == 2


def test_a_part_that_is_not_understood_leaves_the_whole_so() -> None:
    facts = ["The LOS crosses a wall; the zorple is not adjacent to the wall."]
    asked = {"rulebook": "squad-terrain", "facts": facts, "question": "What is the hindrance modifier?"}
    assert ask(asked)["answer"] == "not understood"
