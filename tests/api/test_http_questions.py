"""POST /ask/batch, /why-not and /odds."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api import example, example_answers
from api.schemas import Answer, BatchAnswer, WhyNotAnswer
from tests.api.conftest import client_with
from tests.api.test_http_ask import problem


def posted(client: TestClient, path: str, body: Any) -> dict[str, Any]:
    response = client.post(path, json=body)
    assert (response.status_code, response.headers["content-type"]) == (200, "application/json")
    answer: dict[str, Any] = response.json()
    return answer


def test_a_batch_is_answered_as_its_questions_alone(client: TestClient) -> None:
    other = {**example.request(), "facts": ["T1 is a trukc."]}
    both = posted(client, "/ask/batch", {"questions": [example.request(), other]})
    BatchAnswer.model_validate(both)
    assert both["answers"] == [posted(client, "/ask", each) for each in (example.request(), other)]
    assert posted(client, "/ask/batch", {"questions": []}) == {"answers": []}


def test_a_question_of_a_batch_that_cannot_be_asked_has_its_problem_in_its_place(client: TestClient) -> None:
    wrong = [{**example.request(), "rulebook": "als"}, 3, {**example.request(), "facts": [3]}]
    answers = posted(client, "/ask/batch", {"questions": [example.request(), *wrong]})
    BatchAnswer.model_validate(answers)
    first, *problems = answers["answers"]
    assert first["answer"] == "no"
    assert [each["problem"]["status"] for each in problems] == [422, 422, 422]
    assert [each["problem"]["errors"][0]["pointer"] for each in problems] == [
        "/questions/1/rulebook",
        "/questions/2",
        "/questions/3/facts/0",
    ]


@pytest.mark.parametrize(
    ("body", "pointer", "detail"),
    [
        ({}, "/questions", "the questions are not a list"),
        ({"questions": {}}, "/questions", "the questions are not a list"),
        ({"questions": [], "facts": []}, "/facts", "there is no field 'facts'"),
        ({"questions": [{}, {}, {}]}, "/questions", "3 questions are asked"),
    ],
)
def test_a_batch_that_cannot_be_used_is_422(home: Path, body: Any, pointer: str, detail: str) -> None:
    with client_with(home, max_batch=2) as client:
        document = problem(client.post("/ask/batch", json=body))
    assert document["status"] == 422
    assert [(error["pointer"], error["detail"]) for error in document["errors"]] == [(pointer, detail)]


def why_not(client: TestClient, **change: Any) -> dict[str, Any]:
    answer = posted(client, "/why-not", {**example.request(), **change})
    WhyNotAnswer.model_validate(answer)
    return answer


def test_why_not_names_the_rules_that_do_not_lead_there_and_what_would(client: TestClient) -> None:
    answer = why_not(client)
    assert (answer["answer"], answer["wanted"], answer["reached"]) == ("no", "yes", False)
    by_statement = {each["statement"]: each for each in answer["obstacles"]}
    general = by_statement["B21.1-s1"]
    assert general["why"] == "an exception stands against it"
    assert [each["rule"] for each in general["against"]] == ["G13.4"]
    assert by_statement["G13.4-x2"]["unmet"] == ["T1 is not a boat", "T1 is not a LC"]
    assert {"facts": ["T1 is a boat."], "instead_of": "T1 is a truck.", "answer": "yes"} in answer["changes"]
    assert "It would be yes with “T1 is a boat.” instead of “T1 is a truck.”." in answer["text"]
    for change in answer["changes"]:
        facts = [fact for fact in example.FACTS if fact != change.get("instead_of")] + change["facts"]
        assert posted(client, "/ask", {**example.request(), "facts": facts})["answer"] == "yes"
    steps = answer["derivation"]["steps"]
    assert all(name in steps for each in answer["obstacles"] for name in each["because"])


def test_why_not_what_it_is_says_that_it_is(client: TestClient) -> None:
    answer = why_not(client, wanted="no")
    assert (answer["reached"], answer["obstacles"], answer["changes"]) == (True, [], [])
    assert answer["text"].startswith("It is no: ")


def test_why_not_tells_the_facts_that_would_decide(client: TestClient) -> None:
    facts = [fact for fact in example.FACTS if "slope" not in fact]
    answer = why_not(client, facts=facts, wanted="yes")
    assert answer["answer"] == "undetermined"
    assert [case["facts"] for case in answer["deciding"]] == [["The slope of the Beach is Steep."]]
    assert len(why_not(client, facts=facts)["deciding"]) == 3


def test_why_not_of_a_question_that_is_not_understood(client: TestClient) -> None:
    answer = why_not(client, question="Is it?")
    assert (answer["answer"], answer["obstacles"]) == ("not understood", [])
    assert answer["text"].startswith("Not understood: ")


def test_the_answer_wanted_is_text(client: TestClient) -> None:
    document = problem(client.post("/why-not", json={**example.request(), "wanted": 3}))
    assert document["errors"][0]["pointer"] == "/wanted"


def test_odds_are_exact_and_add_up(client: TestClient) -> None:
    answer = posted(client, "/odds", example_answers.ODDS_REQUEST)
    Answer.model_validate(answer)
    assert (answer["answer"], answer["value"], answer["unit"]) == ("value", "1/6", "probability")
    assert [(each["outcome"], each["p"]) for each in answer["odds"]] == [("yes", "1/6"), ("no", "5/6")]
    figure = posted(
        client, "/odds", {**example_answers.ODDS_REQUEST, "question": "What is the force of the Current?"}
    )
    assert sum(Fraction(each["p"]) for each in figure["odds"]) == 1
    asked = posted(
        client,
        "/ask",
        {**example_answers.ODDS_REQUEST, "question": "What are the odds that the Current is Slow?"},
    )
    assert asked["value"] == "1/6"


def test_what_no_die_decides_is_certain(client: TestClient) -> None:
    answer = posted(client, "/odds", example.request())
    assert (answer["answer"], answer["value"]) == ("value", "0")


@pytest.mark.parametrize("path", ["/ask/batch", "/why-not", "/odds"])
def test_each_is_refused_as_a_question_is(client: TestClient, path: str) -> None:
    assert problem(client.post(path, content=b"x"))["status"] == 415
    headers = {"Content-Type": "application/json"}
    assert problem(client.post(path, content=b"{", headers=headers))["status"] == 400
    assert problem(client.post(path, content=b"[]", headers=headers))["status"] == 422
    assert problem(client.get(path))["status"] == 405


def test_the_examples_are_as_described() -> None:
    WhyNotAnswer.model_validate(example_answers.WHY_NOT)
    Answer.model_validate(example_answers.ODDS)
