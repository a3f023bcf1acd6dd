"""What the service refuses: too many requests at once, bodies that do not come, other origins, hostile input."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx2
import orjson
import pytest
from fastapi.testclient import TestClient

from api import example
from api.app import create_app
from tests.api.conftest import client_with, patient
from tests.api.test_http_ask import problem

JSON = {"Content-Type": "application/json"}


def connected(home: Path, **settings: Any) -> httpx2.AsyncClient:
    app = create_app(patient(home, **settings))
    return httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app), base_url="http://hexlaw")


def test_more_requests_at_once_than_may_be_are_told_when_to_come_back(home: Path) -> None:
    async def run() -> None:
        begun, finish = asyncio.Event(), asyncio.Event()

        async def slowly() -> AsyncIterator[bytes]:
            body = orjson.dumps(example.request())
            yield body[:10]
            begun.set()
            await finish.wait()
            yield body[10:]

        async with connected(home, max_concurrent=1) as client:
            first = asyncio.create_task(client.post("/ask", content=slowly(), headers=JSON))
            await begun.wait()
            refused = await client.post("/ask", json=example.request())
            assert refused.headers["retry-after"] == "1"
            assert problem(refused) == {
                "type": "urn:hexlaw:problem:busy",
                "title": "Service Unavailable",
                "status": 503,
                "detail": "1 requests are in work already; HEXLAW_MAX_CONCURRENT sets the limit.",
            }
            assert (await client.get("/health")).status_code == 200
            finish.set()
            assert (await first).json()["answer"] == "no"
            assert (await client.post("/ask", json=example.request())).status_code == 200

    asyncio.run(run())


def test_a_body_that_does_not_come_is_408(home: Path) -> None:
    async def run() -> None:
        async def never() -> AsyncIterator[bytes]:
            yield b"{"
            await asyncio.Event().wait()

        async with connected(home, body_time=0.01) as client:
            document = problem(await client.post("/ask", content=never(), headers=JSON))
        assert (document["status"], document["type"]) == (408, "urn:hexlaw:problem:too-slow")
        assert (
            document["detail"]
            == "The body did not come within 0.01 seconds; HEXLAW_BODY_TIME sets the limit."
        )

    asyncio.run(run())


def test_other_origins_may_read_nothing_unless_they_are_named(home: Path) -> None:
    origin = {"Origin": "https://example.org"}
    preflight = {**origin, "Access-Control-Request-Method": "POST"}
    with client_with(home) as client:
        assert "access-control-allow-origin" not in client.get("/health", headers=origin).headers
        assert client.options("/ask", headers=preflight).status_code == 405
    with client_with(home, cors=("https://example.org",)) as client:
        allowed = client.get("/health", headers=origin).headers
        assert allowed["access-control-allow-origin"] == "https://example.org"
        assert client.options("/ask", headers=preflight).status_code == 200
        other = client.get("/health", headers={"Origin": "https://example.com"}).headers
        assert "access-control-allow-origin" not in other


BODIES = ("/ask", "/ask/batch", "/why-not", "/odds", "/cite")


@pytest.mark.parametrize("path", BODIES)
def test_ten_megabytes_are_413(served: TestClient, path: str) -> None:
    assert problem(served.post(path, content=b" " * 10_000_000, headers=JSON))["status"] == 413


@pytest.mark.parametrize("path", BODIES)
def test_deep_json_is_400(served: TestClient, path: str) -> None:
    for body in (b"[" * 400_000, b'{"a":' * 100_000, b'{"question":' + b"[" * 5_000 + b"]" * 5_000 + b"}"):
        assert problem(served.post(path, content=body, headers=JSON))["status"] in (400, 422)


@pytest.mark.parametrize("path", ["/ask", "/why-not", "/odds"])
def test_a_hundred_thousand_facts_are_422(served: TestClient, path: str) -> None:
    document = problem(served.post(path, json={**example.request(), "facts": ["A."] * 100_000}))
    assert (document["status"], document["detail"]) == (422, "100000 facts are given")


def test_a_batch_of_many_facts_is_422_for_each_question(served: TestClient) -> None:
    question = {**example.request(), "facts": ["A."] * 1_001}
    answers = served.post("/ask/batch", json={"questions": [question] * 50}).json()["answers"]
    assert {each["problem"]["type"] for each in answers} == {"urn:hexlaw:problem:too-many-facts"}


SCRIPT = "<script>alert(1)</script>"


def test_script_in_facts_comes_back_as_json_alone(served: TestClient) -> None:
    response = served.post("/ask", json={**example.request(), "facts": [SCRIPT], "question": SCRIPT})
    assert (response.status_code, response.headers["content-type"]) == (200, "application/json")
    assert response.json()["answer"] == "not understood"


@pytest.mark.parametrize(
    "number",
    [
        "..%2f..%2fetc%2fpasswd",
        "%2e%2e",
        "....//",
        "G13.4%00",
        "G13.4%0d%0aX-Evil:%201",
        "~" * 2_000,
        "%ff%fe",
        "%3Cscript%3E",
        "G13.4;drop",
        "urn:hexlaw:asl:G13.4",
        "-s1",
        "G13.4-s" + "9" * 4_000,
    ],
)
def test_path_tricks_are_404(served: TestClient, number: str) -> None:
    for accept in ("application/json", "text/html", "text/turtle"):
        response = served.get(f"/rules/asl/{number}", headers={"Accept": accept})
        if accept == "text/html":  # whoever reads pages gets one that says so
            assert (response.status_code, "<script>" in response.text) == (404, False)
        else:
            assert problem(response)["status"] == 404
        assert "x-evil" not in response.headers


def test_a_rulebook_is_no_path(served: TestClient) -> None:
    for rulebook in ("%2e%2e%2fasl", "..%2fasl", "asl%00", "x" * 5_000):
        for path in (f"/rules/{rulebook}", f"/vocabulary/{rulebook}"):
            assert problem(served.get(path))["status"] == 404


def test_a_long_search_is_answered_and_so_is_a_text_of_numbers(served: TestClient) -> None:
    assert served.get("/search", params={"q": "a " * 500}).status_code == 200
    text = "13.4-.5, 13.4/13.5 and " * 200
    assert len(served.post("/cite", json={"rulebook": "asl", "text": text}).json()["citations"]) == 400


def test_a_text_that_is_too_long_is_422(served: TestClient) -> None:
    document = problem(served.post("/cite", json={"rulebook": "asl", "text": "13.4 " * 10_001}))
    assert (document["status"], document["detail"]) == (422, "the text has 50005 characters")
    assert document["errors"][0]["hint"] == "at most 50000"
