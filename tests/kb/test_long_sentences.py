"""Long sentences: what is said in several relative clauses and at a time is read, and what is not read is no fault."""

from __future__ import annotations

import pytest

from kb.answer import ask


def test_three_clauses_and_a_year() -> None:
    long = (
        "A commando unit that is not intrinsically amphibious, is not motorized and has no heavy equipment makes an "
        "amphibious assault in 1944."
    )
    asked = {"rulebook": "amphibious-37", "facts": [long]}
    for question in (
        "Is the unit motorized?",
        "Does the unit have heavy equipment?",
        "Is it before November 1943?",
    ):
        assert ask({**asked, "question": question})["answer"] == "no"


@pytest.mark.parametrize("who", ["a squad and its leader carrying a gun with a zorple", "it"])
def test_a_passive_without_a_subject(who: str) -> None:
    fact = f"A hex of the river, which is deep, not frozen, and next to hex 5, is crossed by {who}."
    answer = ask({"rulebook": "asl", "facts": [fact], "question": "Is hex 5 shallow?"})
    assert answer["answer"] == "not understood"
