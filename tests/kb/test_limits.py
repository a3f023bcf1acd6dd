"""Much at once: many facts, sentences that nobody can read, a question that takes too long."""

from __future__ import annotations

import pytest

from ingest.diagnostics import HexlawError
from kb.answer import ask


def test_the_first_sentences_that_cannot_be_read_come_with_the_nearest() -> None:
    facts = [f"Hex {number} is a shalow OCEAN hex." for number in range(30)]
    answer = ask({"rulebook": "asl", "facts": facts, "question": "Is hex 1 shallow?"})
    assert answer["answer"] == "not understood"
    assert [problem["where"] for problem in answer["not_understood"]] == [f"/facts/{n}" for n in range(30)]
    nearest = [problem["nearest"] for problem in answer["not_understood"]]
    assert nearest[:20] == [[f"Hex {number} is a shallow OCEAN hex."] for number in range(20)]
    assert nearest[20:] == [[]] * 10


def test_facts_about_other_things_are_no_matter() -> None:
    facts = [f"Hex {number} is a deep OCEAN hex." for number in range(2, 300)]
    answer = ask(
        {
            "rulebook": "asl",
            "facts": ["Hex 1 is an OCEAN hex.", *facts],
            "question": "Is hex 1 a Water Obstacle to a truck?",
        }
    )
    assert answer["answer"] == "undetermined"
    assert answer["complete"] is True


def test_a_fact_that_a_case_contradicts_rules_the_case_out() -> None:
    """Deep is not shallow, so that no slope and no range under which the hex were shallow is a case."""
    answer = ask(
        {
            "rulebook": "asl",
            "facts": ["Hex 1 is a deep OCEAN hex."],
            "question": "Is hex 1 a Water Obstacle to a truck?",
        }
    )
    assert (answer["answer"], answer["cites"]) == ("yes", ["B21.1", "G13.12", "G13.4"])


@pytest.mark.parametrize("limit", [0.0, -1.0])
def test_time_runs_out(limit: float) -> None:
    request = {"rulebook": "asl", "facts": ["Hex 1 is an OCEAN hex."], "question": "Is hex 1 shallow?"}
    with pytest.raises(HexlawError) as raised:
        ask(request, time_limit=limit)
    [diagnostic] = raised.value.diagnostics
    assert (diagnostic.code, diagnostic.message, diagnostic.hint, diagnostic.evidence) == (
        "ask-timeout",
        f"the question was not answered within {limit} seconds",
        "ask with fewer open facts, or allow more time",
        "/question",
    )


def test_what_is_like_nothing_comes_with_the_least_unlike_all_the_same() -> None:
    answer = ask({"rulebook": "asl", "facts": ["The moon is yellow."], "question": "Is hex 1 shallow?"})
    [problem] = answer["not_understood"]
    assert (problem["where"], problem["sentence"]) == ("/facts/0", "The moon is yellow.")
    assert problem["nearest"] == [
        "a hexside is an own hexside of a unit",
        "a hexside is one of the low-seawall hexsides of a hex",
        "a thing is below a hex",
    ]


def test_what_would_flip_an_answer_is_left_out_where_there_is_no_time_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    facts = ["Hex 1 is a shoal hex.", "S1 is a skiff.", "The tide is Low."]
    request = {"rulebook": "tidewrack", "facts": facts, "question": "May S1 enter hex 1?"}
    whole = ask(request)
    monkeypatch.setattr("kb.answer._FLIPS_SHARE", 0.0)
    hurried = ask(request, time_limit=60.0)
    assert hurried["text"] == whole["text"]
    assert ("flips" in whole, "flips" in hurried) == (True, False)
    assert (whole.get("complete"), hurried["complete"]) == (None, False)
