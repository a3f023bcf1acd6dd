"""What every answer keeps to: flips that flip, steps that say what holds, things told before classes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from kb.answer import ask
from tests.kb.fens import load
from tests.kb.test_rules_files import VOCABULARY, Fens, fens  # noqa: F401
from tests.kb.test_tidewrack import CASES


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_flip_flips(case: dict[str, Any]) -> None:
    def put(facts: Sequence[str]) -> dict[str, Any]:
        return ask({"rulebook": "tidewrack", "facts": list(facts), "question": case["question"]})

    answer = put(case["facts"])
    for flip in answer.get("flips", ()):
        assert flip.get("instead_of") is None or flip["instead_of"] in case["facts"], flip
        kept = [fact for fact in case["facts"] if fact != flip.get("instead_of")]
        again = put([*kept, *flip["facts"]])
        assert again["answer"] == flip["answer"] != answer["answer"], (flip, again["text"])


def test_no_flip_puts_a_thing_in_relation_to_itself() -> None:
    facts = ["A truck is in a shallow-OCEAN hex."]
    flips = ask({"rulebook": "asl", "facts": facts, "question": "Is the truck Wading?"})["flips"]
    assert [flip["facts"] for flip in flips] == [
        ["The truck is on a bridge."],
        ["The truck is not in the OCEAN hex."],
        ["The truck is PRC."],
        ["The OCEAN hex is frozen."],
        ["The truck is on a bridge over the OCEAN hex."],
        ["The truck is on a pier."],
        ["The truck is on the pier in the OCEAN hex."],
        ["The OCEAN hex is a pier Location."],
    ]


def test_no_step_of_a_yes_says_no() -> None:
    facts = ["Hex 1 is an OCEAN hex.", "Hex 1 is deep.", "T1 is a truck."]
    answer = ask({"rulebook": "asl", "facts": facts, "question": "Is hex 1 a Water Obstacle to T1?"})
    said = [step["sentence"] for step in answer["derivation"]["steps"].values()]
    assert answer["answer"] == "yes"
    assert "hex 1 is not a Water Obstacle to T1" not in said
    assert "it does not follow that hex 1 is not a Water Obstacle to T1" in said


def test_the_other_half_of_an_exactly_if_is_not_passed_over_too() -> None:
    facts = [
        "Hex 1 is an OCEAN hex.",
        "Hex 1 is adjacent to a Beach hex.",
        "The slope of the Beach is Steep.",
    ]
    answer = ask({"rulebook": "asl", "facts": facts, "question": "Is hex 1 shallow?"})
    steps = answer["derivation"]["steps"]
    root = steps[answer["derivation"]["root"]]
    assert [steps[each]["statement"] for each in root["because"]] == ["G13.4-s2 #2"]
    assert [each["statement"] for each in root["considered"]] == ["B21.41-s1 #3"]


def test_a_row_of_a_lone_table_is_named(fens: Fens) -> None:  # noqa: F811
    put = fens("F1.1-s1: table the reach of the flood by the season: spring: 3, summer: 1, winter: 2.")
    steps = put("The season is summer.", "What is the reach of the flood?")["derivation"]["steps"]
    assert [step["statement"] for step in steps.values() if "statement" in step] == ["F1.1-s1 row 2"]


def test_figures_told_by_template_can_contradict_each_other(fens: Fens) -> None:  # noqa: F811
    put = fens("F1.1-s1: a fen hex is flooded.")
    facts = [
        {"template": "the depth of a hex", "args": ["1"], "value": value} for value in ("deep", "shallow")
    ]
    answer = put(facts, "Is hex 1 flooded?")
    assert (answer["answer"], answer["causes"]) == (
        "conflict",
        [{"kind": "conflict", "facts": [json.dumps(fact) for fact in facts]}],
    )


def test_a_number_of_hexes_is_not_negative(fens: Fens) -> None:  # noqa: F811
    put = fens("F1.1-s1: a fen hex is flooded.")
    answer = put("Hex 1 is -2 hexes from a fen hex.", "Is hex 1 flooded?")
    assert (answer["answer"], answer["not_understood"][0]["why"]) == (
        "not understood",
        "there are no -2 hexes",
    )


def test_a_thing_that_was_told_answers_for_its_class(fens: Fens) -> None:  # noqa: F811
    put = fens("F1.1-s1: a fen hex is flooded.")
    assert put("U1 is in hex 2.\nHex 2 is a fen hex.", "Is U1 in a fen hex?")["answer"] == "yes"
    assert put("U1 is in hex 2.\nHex 2 is a mire hex.", "Is U1 in a fen hex?")["answer"] == "no"


@pytest.mark.parametrize(
    ("rules", "code", "message"),
    [
        (
            "F1.1-s1: a fen hex is flooded, instead of F1.2-s1.\n"
            "F1.2-s1: a fen hex is not flooded, instead of F1.1-s1.",
            "loop",
            "F1.1-s1 #1 and F1.2-s1 #1 are each instead of the other",
        ),
        (
            "F1.1-s1: order F1.8 over F1.2 by F1.1-s1.\nF1.2-s1: a fen hex is flooded.",
            "no-target",
            "the order aims at F1.8, but no rule has that id",
        ),
        (
            "F1.1-s1: F1.2-s1 applies to a mire hex as to an island hex.\nF1.2-s1: a fen hex is flooded.",
            "idle-widening",
            "F1.1-s1 #1 widens 'island hex', which no rule that it names asks for",
        ),
        (
            "F1.1-s1: a fen hex is passable if the hex is flooded, and the hex is not flooded.",
            "never",
            "F1.1-s1 #1 can never fire: it asks for 'flooded' and for its opposite",
        ),
    ],
    ids=["instead of each other", "an order of nothing", "a widening of nothing", "a rule that never fires"],
)
def test_what_can_have_no_effect_is_refused(tmp_path: Path, rules: str, code: str, message: str) -> None:
    assert [(each.code, each.message) for each in load(tmp_path, VOCABULARY, rules)[1]] == [(code, message)]


def test_an_exactly_if_says_nothing_of_other_things() -> None:
    """That a hex is not deep makes it shallow only if it is an OCEAN hex."""

    def put(*facts: str) -> tuple[str, list[str]]:
        answer = ask(
            {"rulebook": "asl", "facts": ["Hex 5 is not deep.", *facts], "question": "Is hex 5 shallow?"}
        )
        return answer["answer"], answer["cites"]

    assert put("Hex 5 is an OCEAN hex.") == ("yes", ["G13.4"])
    assert put()[0] == "no"
    assert put("Hex 5 is a Beach hex.")[0] == "no"


def test_what_could_only_be_denied_is_silent_all_the_same() -> None:
    """Whether the hex is land is open, but nothing could make it OCEAN."""
    answer = ask({"rulebook": "asl", "facts": ["Hex 5 is not deep."], "question": "Is hex 5 an OCEAN hex?"})
    assert (answer["answer"], answer["text"]) == ("no", "No: hex 5 is not an OCEAN hex (G13.12).")


def test_what_was_told_and_overruled_is_not_assumed_absent() -> None:
    """Rubble makes the hex land, told an Ocean hex or not."""
    facts = ["Hex 5 is an Ocean hex.", "Hex 5 lies between a reef and the shore.", "Hex 5 contains rubble."]
    answer = ask({"rulebook": "asl", "facts": facts, "question": "Is hex 5 an Ocean hex?"})
    assert answer["answer"] == "no"
    assert "G13.493" in answer["cites"]
    assert {"sentence": "Hex 5 is not an Ocean hex."} not in answer.get("assumed_absent", [])


def test_what_is_assumed_of_a_named_hex_is_not_assumed_again_of_others() -> None:
    """That the hex holds no pond says that none lies along its hexsides; what is told of a hexrow anybody can read."""
    facts = [
        "Hex 1079 is an OCEAN hex.",
        "The slope of the Beach is Slight.",
        "Hex 1079 is 2 hexes from the nearest Beach hex.",
        "T1 is a truck.",
    ]
    answer = ask({"rulebook": "asl", "facts": facts, "question": "Is hex 1079 a Water Obstacle to T1?"})
    assert [each["sentence"] for each in answer["assumed_absent"]] == [
        "Hex 1079 is not frozen.",
        "Hex 1079 does not contain a pond.",
        "Hex 1079 is not an Exposed-reef hex.",
        "Hex 1079 does not contain rubble.",
        "The scenario is not sub-zero.",
        "Hex 1079 does not contain a pond without a center dot.",
        "Hex 1079 is not a reef hex.",
    ]
