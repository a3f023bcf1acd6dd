"""POST /ask, and every way in which a request can be wrong."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from fastapi.testclient import TestClient

from api import example
from api.schemas import Answer, ProblemDocument
from tests.api.conftest import client_with


def problem(response: Any) -> dict[str, Any]:
    """The problem document of a response, after a look that it is one."""
    assert response.headers["content-type"] == "application/problem+json"
    document: dict[str, Any] = response.json()
    ProblemDocument.model_validate(document)
    assert document["status"] == response.status_code
    assert document["type"].startswith("urn:hexlaw:problem:")
    return document


def test_the_example_is_answered(client: TestClient) -> None:
    response = client.post("/ask", json=example.request())
    assert (response.status_code, response.headers["content-type"]) == (200, "application/json")
    answer = response.json()
    Answer.model_validate(answer)
    assert answer["answer"] == "no"
    assert "G13.4" in answer["cites"]
    assert answer["derivation"]["root"] in answer["derivation"]["steps"]


def test_a_sentence_that_is_not_understood_is_an_answer(client: TestClient) -> None:
    request = {**example.request(), "facts": ["T1 is a trukc."]}
    response = client.post("/ask", json=request)
    assert response.status_code == 200
    answer = response.json()
    Answer.model_validate(answer)
    assert answer["answer"] == "not understood"
    assert [part["where"] for part in answer["not_understood"]] == ["/facts/0"]
    assert answer["not_understood"][0]["nearest"]


@pytest.mark.parametrize(
    "content_type",
    ["application/json", "application/json; charset=utf-8", "Application/JSON", "application/x+json"],
)
def test_json_by_any_of_its_names_is_taken(client: TestClient, content_type: str) -> None:
    body = orjson.dumps(example.request())
    assert client.post("/ask", content=body, headers={"Content-Type": content_type}).status_code == 200


@pytest.mark.parametrize(
    ("headers", "detail"),
    [
        (
            {"Content-Type": "text/plain"},
            "The body is text/plain; send JSON with Content-Type: application/json.",
        ),
        (
            {"Content-Type": ""},
            "The body is of no stated type; send JSON with Content-Type: application/json.",
        ),
        ({"Content-Type": "application/json; charset=latin-1"}, "The body is in latin-1; send it in UTF-8."),
        (
            {"Content-Type": "application/json", "Content-Encoding": "gzip"},
            "The body is encoded as gzip; send it as it is.",
        ),
    ],
)
def test_another_type_is_415(client: TestClient, headers: dict[str, str], detail: str) -> None:
    document = problem(client.post("/ask", content=orjson.dumps(example.request()), headers=headers))
    assert document == {
        "type": "urn:hexlaw:problem:unsupported-media-type",
        "title": "Unsupported Media Type",
        "status": 415,
        "detail": detail,
    }


@pytest.mark.parametrize(
    "body", [b"", b"{", b'{"rulebook": "asl",}', b"\xff", b"[" * 100_000, b'{"a": NaN}', b'"\\ud800"']
)
def test_malformed_json_is_400(client: TestClient, body: bytes) -> None:
    document = problem(client.post("/ask", content=body, headers={"Content-Type": "application/json"}))
    assert (document["status"], document["type"]) == (400, "urn:hexlaw:problem:malformed-json")
    assert document["detail"].startswith("The body is not JSON: ")


@pytest.mark.parametrize("body", [b"null", b"3", b'"ask"', b"[]"])
def test_json_that_is_no_object_is_422(client: TestClient, body: bytes) -> None:
    document = problem(client.post("/ask", content=body, headers={"Content-Type": "application/json"}))
    assert document == {
        "type": "urn:hexlaw:problem:request",
        "title": "Unprocessable Content",
        "status": 422,
        "detail": "The body is JSON, but no object.",
        "errors": [
            {
                "pointer": "",
                "detail": "must be an object",
                "hint": 'such as {"rulebook": …, "facts": […], "question": …}',
            }
        ],
    }


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"rulebook": "als"}, "/rulebook"),
        ({"rulebook": 3}, "/rulebook"),
        ({"rulebook": None}, "/rulebook"),
        ({"facts": "T1 is a truck."}, "/facts"),
        ({"facts": ["T1 is a truck.", 3]}, "/facts/1"),
        ({"facts": ["T1 is a truck.", {"template": 3}]}, "/facts/1"),
        ({"facts": [{"template": "truck", "args": ["T1"], "vlaue": 3}]}, "/facts/0"),
        ({"facts": [{"template": "truck", "args": ["T1"], "holds": "no"}]}, "/facts/0/holds"),
        ({"question": ["Is it?"]}, "/question"),
        ({"question": None}, "/question"),
        ({"map": "E10"}, "/map"),
        ({"colour": "blue"}, "/colour"),
        ({"a/b~c": 1}, "/a~1b~0c"),
    ],
)
def test_a_field_that_cannot_be_used_is_422_with_its_pointer(
    client: TestClient, change: dict[str, Any], pointer: str
) -> None:
    document = problem(client.post("/ask", json={**example.request(), **change}))
    assert document["status"] == 422
    assert any(error["pointer"].startswith(pointer) for error in document["errors"])


@pytest.mark.parametrize("field", ["rulebook", "question"])
def test_a_missing_field_is_422(client: TestClient, field: str) -> None:
    request = {name: value for name, value in example.request().items() if name != field}
    document = problem(client.post("/ask", json=request))
    assert document["status"] == 422
    assert [error["pointer"] for error in document["errors"]] == [f"/{field}"]


def test_too_many_facts_are_422(home: Path) -> None:
    with client_with(home, max_facts=4) as client:
        assert client.post("/ask", json=example.request()).status_code == 200
        document = problem(
            client.post("/ask", json={**example.request(), "facts": [*example.FACTS, "T2 is a truck."]})
        )
    assert document == {
        "type": "urn:hexlaw:problem:too-many-facts",
        "title": "Unprocessable Content",
        "status": 422,
        "detail": "5 facts are given",
        "errors": [
            {
                "code": "too-many-facts",
                "detail": "5 facts are given",
                "pointer": "/facts",
                "hint": "at most 4",
            }
        ],
    }


def test_a_body_over_the_limit_is_413_told_or_not(home: Path) -> None:
    body = orjson.dumps(example.request())

    def chunks() -> Iterator[bytes]:
        for start in range(0, len(body), 10):
            yield body[start : start + 10]

    headers = {"Content-Type": "application/json"}
    with client_with(home, max_body=len(body)) as client:
        assert client.post("/ask", content=body, headers=headers).status_code == 200
        assert client.post("/ask", content=chunks(), headers=headers).status_code == 200
    with client_with(home, max_body=len(body) - 1) as client:
        for content in (body, chunks()):
            document = problem(client.post("/ask", content=content, headers=headers))
            assert document == {
                "type": "urn:hexlaw:problem:too-large",
                "title": "Content Too Large",
                "status": 413,
                "detail": f"The body is larger than {len(body) - 1} bytes; HEXLAW_MAX_BODY sets the limit.",
            }


def test_a_question_that_takes_too_long_is_503(home: Path) -> None:
    with client_with(home, time_limit=1e-9) as client:
        document = problem(client.post("/ask", json=example.request()))
    assert (document["status"], document["type"]) == (503, "urn:hexlaw:problem:ask-timeout")


def test_a_fault_is_500_without_its_details(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: object, **named: object) -> dict[str, Any]:
        raise ZeroDivisionError("a secret")

    monkeypatch.setattr("api.graph.ask", broken)
    assert problem(client.post("/ask", json=example.request())) == {
        "type": "urn:hexlaw:problem:unexpected",
        "title": "Internal Server Error",
        "status": 500,
        "detail": "Something went wrong here; the log of the service has the details.",
    }


def test_an_unknown_address_is_404(client: TestClient) -> None:
    for path in ("/asks", "/ask/", "/docs", "/rulebooks"):
        assert problem(client.get(path)) == {
            "type": "urn:hexlaw:problem:not-found",
            "title": "Not Found",
            "status": 404,
            "detail": "There is nothing at this address; GET / has a page to ask on, "
            "GET /openapi.json describes the operations.",
        }


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("GET", "/ask", "POST"),
        ("PUT", "/ask", "POST"),
        ("POST", "/rules/asl/G13.4", "GET"),
        ("DELETE", "/", "GET"),
    ],
)
def test_another_method_is_405(client: TestClient, method: str, path: str, allowed: str) -> None:
    response = client.request(method, path)
    assert response.headers["allow"] == allowed
    assert problem(response) == {
        "type": "urn:hexlaw:problem:method-not-allowed",
        "title": "Method Not Allowed",
        "status": 405,
        "detail": f"This address takes {allowed} alone; "
        "GET / has a page to ask on, GET /openapi.json describes the operations.",
    }


def test_no_operation_writes(client: TestClient) -> None:
    paths = client.get("/openapi.json").json()["paths"]
    methods = {(path, method) for path, operations in paths.items() for method in operations}
    assert {path for path, method in methods if method != "get"} == {
        "/ask",
        "/ask/batch",
        "/why-not",
        "/odds",
        "/cite",
        "/playaids/check",
        "/sparql",
    }
