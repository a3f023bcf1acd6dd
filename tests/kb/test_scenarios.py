"""Facts and questions: how things are named, what a fact may say, what a question may ask, and how both can fail."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kb.rulelang.scenario import _said_again
from tests.kb.fens import Ask, asker

VOCABULARY = """
noun else no: fen hex (hex)
noun else no: mire hex (hex)
adjective else no: flooded (hex)
adjective else ?: staked (hex)
relation else no: a unit is in a hex
relation else ?: a hex drains into a hex B
figure else ?: the depth of a hex = shallow / deep
figure else ?: the draught of a craft = feet | a craft draws *
action else yes: a unit enters a hex
"""
RULES = "F1.1-s1: a fen hex is flooded.\nF1.2-s1: a unit may not enter a flooded hex."
UNREAD = "no sentence of the vocabulary reads like this"


@pytest.fixture
def ask(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asker(tmp_path / "books", monkeypatch, VOCABULARY, RULES)


# -- names --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["1", "1079", "E10", "7CC4", "12A3", "Ely", "X"])
def test_a_thing_by_any_name(ask: Ask, name: str) -> None:
    answer = ask(f"Hex {name} is a fen hex.", f"Is hex {name} flooded?")
    assert (answer["answer"], answer["text"]) == ("yes", f"Yes: hex {name} is flooded (F1.1).")


def test_the_noun_may_be_left_out_where_the_sentence_says_it(ask: Ask) -> None:
    assert ask("12 is a fen hex.", "Is 12 flooded?")["answer"] == "yes"
    assert ask("12 is a fen hex.", "Is hex 12 flooded?")["answer"] == "yes"


@pytest.mark.parametrize(
    ("facts", "question", "text"),
    [
        ("The hex is a fen hex.", "Is the hex flooded?", "Yes: the hex is flooded (F1.1)."),
        ("Hex 3 is a fen hex.", "Is the hex flooded?", "Yes: hex 3 is flooded (F1.1)."),
        ("Hex 3 is a fen hex.", "Is the fen hex flooded?", "Yes: hex 3 is flooded (F1.1)."),
        ("Fen hex 3 is staked.", "Is the fen hex flooded?", "Yes: hex 3 is flooded (F1.1)."),
        ("The punt is in the hex.", "Is the punt in the hex?", "Yes: the punt is in the hex."),
        ("The punt is in the hex.", "Is the craft in the hex?", "Yes: the punt is in the hex."),
        ("C1 is a punt.\nC1 is in hex 3.", "Is the punt in the hex?", "Yes: C1 is in hex 3."),
    ],
)
def test_the_thing_that_was_told(ask: Ask, facts: str, question: str, text: str) -> None:
    assert ask(facts, question)["text"] == text


def test_the_thing_when_there_are_two(ask: Ask) -> None:
    (problem,) = ask("Hex 1 is a fen hex.\nHex 2 is a fen hex.", "Is the fen hex flooded?")["not_understood"]
    assert (problem["where"], problem["why"], problem["nearest"]) == (
        "/question",
        "'the fen hex' could be 1, 2",
        ["say which: 1, 2"],
    )


def test_one_name_is_one_thing(ask: Ask) -> None:
    assert ask("Hex 1 drains into hex 1.", "Does hex 1 drain into hex 1?")["answer"] == "yes"
    assert ask("Hex 1 is a fen hex.\nhex 1 is a fen hex", "Is hex 1 flooded?")["answer"] == "yes"


# -- facts --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fact", "why", "nearest"),
    [
        ("", "the sentence is empty", []),
        ("Hex 1 is a fen hexx.", UNREAD, ["Hex 1 is a fen hex."]),
        ("Hex 1 is floded.", UNREAD, ["Hex 1 is flooded."]),
        ("Is hex 1 flooded?", "it is a question, not a fact", None),
        ("Every hex is flooded.", "a fact is about named things, not about 'every hex'", []),
        ("Fen hexes are flooded.", "a fact is about named things, not about 'fen hex'", []),
        ("A hex is flooded.", None, None),
        ("No unit is in hex 1.", "a fact is about named things, not about 'no unit'", []),
        ("C1 is in some hex.", "a fact is about named things, not about 'some hex'", []),
        (
            "Hex 1 is not a staked fen hex.",
            "it does not say which of its words does not hold",
            ["Hex 1 is not staked", "Hex 1 is not a fen hex"],
        ),
        ("Hex 1 is one of fen hex or mire hex.", "a fact says which: it cannot be one of several", []),
        ("The depth of hex 1 is the depth of hex 2.", None, None),
        (
            "The depth of hex 1 is 3.",
            "it is no number but one of shallow, deep",
            ["the depth of a hex is shallow"],
        ),
        (
            "If hex 1 is staked, hex 2 is flooded.",
            "a fact says what is so, without a condition",
            ["Hex 1 is staked.", "Hex 2 is flooded."],
        ),
        (
            "Hex 2 is flooded unless hex 1 is stakedd.",
            "a fact says what is so, without a condition",
            ["Hex 2 is flooded."],
        ),
    ],
)
def test_what_is_no_fact(ask: Ask, fact: str, why: str | None, nearest: list[str] | None) -> None:
    answer = ask(["Hex 9 is a mire hex.", fact], "Is hex 1 flooded?")
    if fact == "A hex is flooded.":  # a hex is a thing of its own by that name
        assert answer["answer"] == "no"
        return
    assert answer["answer"] == "not understood"
    (problem,) = answer["not_understood"]
    assert (problem["where"], problem["sentence"]) == ("/facts/1", fact)
    if why is not None:
        assert problem["why"] == why
    if nearest is not None:
        assert [each[0].lower() + each[1:] for each in problem["nearest"]] == [
            each[0].lower() + each[1:] for each in nearest
        ]


@pytest.mark.parametrize(
    ("fact", "question", "answer", "value"),
    [
        ({"template": "fen hex", "args": ["1"]}, "Is hex 1 flooded?", "yes", None),
        ({"template": "fen hex", "args": ["hex 1"]}, "Is hex 1 flooded?", "yes", None),
        ({"template": "a unit is in a hex", "args": ["C1", "Hex 1"]}, "Is C1 in hex 1?", "yes", None),
        ({"template": "fen hex", "args": ["1"], "holds": False}, "Is hex 1 a fen hex?", "no", None),
        ({"template": "punt", "args": ["C1"]}, "Is C1 a craft?", "yes", None),
        ({"template": "a unit is in a hex", "args": ["C1", "1"]}, "Is C1 in hex 1?", "yes", None),
        (
            {"template": "event: a unit enters a hex", "args": ["C1", "1"]},
            "Does C1 enter hex 1?",
            "yes",
            None,
        ),
        (
            {"template": "the depth of a hex", "args": ["1"], "value": "deep"},
            "What is the depth of hex 1?",
            "value",
            "deep",
        ),
        (
            {"template": "the draught of a craft", "args": ["C1"], "value": 2},
            "What is the draught of C1?",
            "value",
            2,
        ),
        (
            {"template": "the draught of a craft", "args": ["C1"], "value": "5/6"},
            "What is the draught of C1?",
            "value",
            "5/6",
        ),
    ],
)
def test_a_fact_by_its_template(
    ask: Ask, fact: dict[str, Any], question: str, answer: str, value: Any
) -> None:
    found = ask([fact], question)
    assert (found["answer"], found.get("value")) == (answer, value)


@pytest.mark.parametrize(
    ("fact", "why", "nearest"),
    [
        ({"template": "bog hex", "args": ["1"]}, "there is no template 'bog hex'", None),
        ({"template": "fenn hex", "args": ["1"]}, "there is no template 'fenn hex'", None),
        (
            {"template": "the draught of a craft", "args": ["C1"], "value": "much"},
            "'much' is no number",
            [],
        ),
        (
            {"template": "the depth of a hex", "args": ["1"], "value": "wet"},
            "'wet' is no value of 'the depth of a hex'",
            ["shallow", "deep"],
        ),
    ],
)
def test_a_template_that_does_not_fit(
    ask: Ask, fact: dict[str, Any], why: str, nearest: list[str] | None
) -> None:
    (problem,) = ask([fact], "Is hex 1 flooded?")["not_understood"]
    assert (problem["where"], problem["why"]) == ("/facts/0", why)
    assert nearest is None or problem["nearest"] == nearest


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Hex 1 is flooded.", "Hex 1 is not flooded."),
        ("C1 is a punt.", "C1 is a barge."),
        ("C1 is a punt.", "C1 is not a craft."),
        ("C1 is a walker.", "C1 draws 2 feet."),
        ("The depth of hex 1 is deep.", "The depth of hex 1 is shallow."),
        ("The depth of hex 1 is not deep.", "The depth of hex 1 is not shallow."),
        ("C1 draws 2 feet.", "C1 draws at least 3 feet."),
        ("C1 draws at most 2 feet.", "C1 draws more than 2 feet."),
        ("U1 enters hex 1.", "U1 does not enter hex 1."),
    ],
)
def test_facts_that_cannot_both_be(ask: Ask, first: str, second: str) -> None:
    for one, other in ((first, second), (second, first)):
        answer = ask([one, "Hex 9 is a mire hex.", other], "Is hex 9 flooded?")
        assert (answer["answer"], answer["causes"]) == (
            "conflict",
            [{"kind": "conflict", "facts": [one, other]}],
        )


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Hex 1 is flooded.", "Hex 2 is not flooded."),
        ("C1 is a punt.", "C1 is a craft."),
        ("C1 draws at least 2 feet.", "C1 draws at most 2 feet."),
        ("Hex 1 is a fen hex.", "Hex 1 is a mire hex."),
    ],
)
def test_facts_that_can_both_be(ask: Ask, first: str, second: str) -> None:
    assert ask([first, second], "Is hex 9 flooded?")["answer"] == "no"


def test_bounds_add_up_to_a_value(ask: Ask) -> None:
    answer = ask("C1 draws at least 2 feet.\nC1 draws at most 2 feet.", "What is the draught of C1?")
    assert (answer["answer"], answer["value"]) == ("value", 2)


# -- questions ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "why", "nearest"),
    [
        ("", "the sentence is empty", []),
        ("Why?", UNREAD, ["a thing is a hex", "a craft draws 2 feet", "a thing is a thing"]),
        ("Hex 1 is flooded.", "it is a statement, not a question", ["Is hex 1 flooded?"]),
        ("Hex 1 is flooded?", "it is a statement, not a question", ["Is hex 1 flooded?"]),
        ("Is hex 1 floded?", UNREAD, ["Is hex 1 flooded?"]),
        ("Is no hex flooded?", "a question is about one thing or one class; ask one at a time", []),
        ("Is hex 1 in C1 and C2?", UNREAD, None),
        (
            "Is hex 1 flooded, and what is the depth of hex 1?",
            "it asks more than one thing: ask one at a time",
            ["Is hex 1 flooded?", "What is the depth of hex 1?"],
        ),
        (
            "Is hex 1 flooded? What is its colour?",
            "it asks more than one thing: ask one at a time",
            ["Is hex 1 flooded?"],
        ),
    ],
)
def test_what_is_no_question(ask: Ask, question: str, why: str, nearest: list[str] | None) -> None:
    answer = ask("Hex 1 is a fen hex.", question)
    assert answer["answer"] == "not understood"
    (problem,) = answer["not_understood"]
    assert (problem["where"], problem["sentence"], problem["why"]) == ("/question", question, why)
    assert nearest is None or problem["nearest"] == nearest


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Is hex 1 flooded?", "yes"),
        ("is hex 1 flooded", "yes"),
        ("Is hex 1 flooded, and why?", "yes"),
        ("Is hex 1 a flooded fen hex?", "yes"),
        ("Is hex 1 a flooded mire hex?", "no"),
        ("Is hex 1 one of mire hex or fen hex?", "yes"),
        ("Is hex 1 each of mire hex and fen hex?", "no"),
        ("Is hex 1 not flooded?", "no"),
        ("Is hex 1 not a mire hex?", "yes"),
        ("May C1 enter hex 1?", "no"),
        ("May C1 not enter hex 1?", "yes"),
        ("Can C1 enter hex 2?", "yes"),
        ("Is the depth of hex 1 deep?", "yes"),
        ("Is the depth of hex 1 shallow?", "no"),
    ],
)
def test_yes_or_no(ask: Ask, question: str, answer: str) -> None:
    assert ask("Hex 1 is a fen hex.\nThe depth of hex 1 is deep.", question)["answer"] == answer


def test_a_class(ask: Ask) -> None:
    for question in (
        "Is a fen hex flooded?",
        "Are fen hexes flooded?",
        "Is any fen hex flooded?",
        "Is every fen hex flooded?",
    ):
        answer = ask("", question)
        assert (answer["answer"], answer["text"]) == ("yes", "Yes: a fen hex is flooded (F1.1)."), question


def test_a_question_names_things_that_no_fact_named(ask: Ask) -> None:
    assert ask("", "Is fen hex 4 flooded?")["answer"] == "yes"


def test_a_case_that_a_told_permission_rules_out(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put = asker(
        tmp_path / "books",
        monkeypatch,
        VOCABULARY,
        """
        F1.1-s1: a unit may not enter a hex if the hex is staked.
        F1.2-s1: a hex is flooded if the hex is staked.
        """,
    )
    # Were the hex staked, P1 could not enter it; so it is not, and nothing makes it flooded.
    assert put("P1 is a punt.", "Is hex 1 flooded?")["answer"] == "undetermined"
    assert put("P1 is a punt.\nP1 may enter hex 1.", "Is hex 1 flooded?")["answer"] == "no"


def test_a_sum_of_two_open_figures_is_split(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put = asker(
        tmp_path / "books",
        monkeypatch,
        VOCABULARY
        + "figure else ?: the load of a craft = tons\nfigure else ?: the crew of a craft = tons\n"
        + "relation else no: a craft is heavy\nrelation else no: a craft is afloat\n",
        """
        F1.1-s1: a craft is heavy if the load of the craft plus the crew of the craft is at least 4.
        F1.2-s1:
          a craft is afloat if the craft is heavy.
          a craft is afloat if the load of the craft plus the crew of the craft is less than 4.
        """,
    )
    assert put("P1 is a punt.", "Is P1 afloat?")["answer"] == "yes"
    answer = put("P1 is a punt.\nThe crew of P1 is at most 1 tons.", "Is P1 heavy?")
    assert (answer["answer"], answer["complete"]) == ("undetermined", True)
    assert {(" ".join(case["facts"]), case["answer"]) for case in answer["deciding"]} == {
        ("The load of P1 is at least 4 tons.", "yes"),
        ("The load of P1 is less than 3 tons.", "no"),
        ("The load of P1 is at least 3 tons. The crew of P1 is at least 1 ton.", "yes"),
        ("The load of P1 is less than 4 tons. The crew of P1 is less than 1 ton.", "no"),
    }


@pytest.mark.parametrize(
    ("sentence", "plain"),
    [
        ("There is a wall on X and another on Y", "There is a wall on X and a wall on Y"),
        (
            "There is a wall on X , another on Y and another on Z",
            "There is a wall on X , a wall on Y and a wall on Z",
        ),
        ("There is a wall on X and another in Y", "There is a wall on X and another in Y"),
        ("P1 is in one hex and another on Y", "P1 is in one hex and another on Y"),
    ],
)
def test_another_of_what_there_is(sentence: str, plain: str) -> None:
    assert _said_again(tuple(sentence.split())) == tuple(plain.split())
