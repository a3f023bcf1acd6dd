"""Questions that take long keep nobody waiting; HEAD is answered as GET is."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx2
import pytest
from fastapi.testclient import TestClient

from api import askers, example, graph
from api.app import create_app
from api.askers import Askers, TakesLonger
from api.graph import Graph
from api.ingestion import shipped_outlines
from api.settings import Settings
from ingest.diagnostics import Diagnostic, HexlawError, Place
from kb.cache import rulebook_of
from kb.quotes import Quotes
from kb.rulebook import Rulebook
from kb.store import build
from tests.api.conftest import client_with
from tests.api.test_http_ask import problem

LONG = {**example.request(), "question": "long"}


class Slow(Graph):
    """A graph of which one question takes until it is told to end."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.begun, self.end = threading.Event(), threading.Event()
        self.tried = 0

    def answer(self, request: Mapping[str, Any], **options: Any) -> dict[str, Any]:
        """The answer, or where it is the long question, what a question has that takes long."""
        if request["question"] != "long":
            return super().answer(request, **options)
        if options.get("time_limit") == askers.QUICK:
            assert options["whole"]
            self.tried += 1
            place = Place("request")
            raise HexlawError(Diagnostic("ask-timeout", "error", "too long", place, None, "/question"))
        self.begun.set()
        assert self.end.wait(60)
        return {"answer": "yes"}


def served(graph: Graph) -> httpx2.AsyncClient:
    app = create_app(graph.settings)
    app.state.graph = app.state.askers.graph = graph
    return httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app), base_url="http://hexlaw")


def test_others_are_answered_while_a_question_takes_long(home: Path) -> None:
    async def run() -> None:
        graph = Slow(Settings(home=home))
        async with served(graph) as client:
            long = asyncio.create_task(client.post("/ask", json=LONG))
            await asyncio.to_thread(graph.begun.wait, 60)
            assert (await client.post("/ask", json=example.request())).json()["answer"] == "no"
            assert not long.done()
            graph.end.set()
            assert (await long).json() == {"answer": "yes"}
            assert graph.tried == 1  # what was tried on the short way is not tried once more by the route

    asyncio.run(run())


def test_too_many_long_questions_are_told_when_to_come_back(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(askers, "_QUEUED", 0)

    async def run() -> None:
        graph = Slow(Settings(home=home, ask_threads=1))
        async with served(graph) as client:
            long = asyncio.create_task(client.post("/ask", json=LONG))
            await asyncio.to_thread(graph.begun.wait, 60)
            refused = await client.post("/ask", json=LONG)
            assert refused.headers["retry-after"] == "1"
            assert problem(refused) == {
                "type": "urn:hexlaw:problem:busy",
                "title": "Service Unavailable",
                "status": 503,
                "detail": "1 questions that take long are in work or waiting; "
                "HEXLAW_ASK_THREADS sets how many are answered at once.",
            }
            graph.end.set()
            assert (await long).status_code == 200

    asyncio.run(run())


def test_a_question_that_takes_longer_at_once_says_so(home: Path) -> None:
    some = Askers(Slow(Settings(home=home)))
    with pytest.raises(TakesLonger):
        some.at_once(LONG)
    with pytest.raises(HexlawError) as raised:
        some.at_once({"rulebook": "none", "question": "?"})
    assert raised.value.diagnostics[0].code == "unknown-rulebook"


def test_a_question_of_no_more_time_than_that_is_answered_at_once(home: Path) -> None:
    graph = Slow(Settings(home=home, time_limit=askers.QUICK))
    graph.end.set()
    assert Askers(graph).at_once({"question": "long"}) == {"answer": "yes"}


def test_an_answer_without_flips_is_the_same_without_them(client: TestClient) -> None:
    whole = client.post("/ask", json=example.request()).json()
    short = client.post("/ask", json={**example.request(), "flips": False}).json()
    assert whole.pop("flips")
    assert short == whole


def test_whether_to_look_for_flips_is_true_or_false(client: TestClient) -> None:
    document = problem(client.post("/ask", json={**example.request(), "flips": "no"}))
    assert document["errors"] == [
        {
            "code": "bad-flips",
            "pointer": "/flips",
            "detail": "whether to look for flips is not given as true or false",
            "hint": "false",
        }
    ]


@pytest.mark.parametrize(
    "kind", ["application/json", "application/json; charset=utf-8", "Application/JSON", "application/a+json"]
)
def test_a_question_is_answered_alike_on_either_way(client: TestClient, kind: str) -> None:
    body = httpx2.Request("POST", "http://hexlaw", json=example.request()).read()
    response = client.post("/ask", content=body, headers={"Content-Type": kind})
    assert response.json() == client.post("/ask?x=1", json=example.request()).json()
    assert response.headers["content-type"] == "application/json"


def test_head_is_get_without_the_body(home: Path) -> None:
    with client_with(home) as client:
        for path in ("/health", "/vocabulary/tidewrack"):
            whole, head = client.get(path), client.head(path)
            assert (head.status_code, head.content) == (200, b"")
            assert head.headers["content-length"] == str(len(whole.content))
        assert client.head("/nothing").status_code == 404
        assert client.head("/ask").status_code == 405


def test_the_files_of_a_rulebook_are_looked_at_once_in_a_while(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[str] = []

    def looked(rulebook: str) -> Rulebook:
        looks.append(rulebook)
        return rulebook_of(rulebook)

    monkeypatch.setattr(graph, "rulebook_of", looked)
    served = Graph(Settings.from_environment({"HEXLAW_HOME": str(home)}))
    monkeypatch.setattr(graph, "LOOKS", 3600.0)
    answers = [served.answer(example.request()) for _ in range(3)]
    assert looks == ["asl"]
    monkeypatch.setattr(graph, "LOOKS", 0.0)
    assert [served.answer(example.request()) for _ in range(2)] == answers[:2]
    assert looks == ["asl"] * 3
    with pytest.raises(HexlawError) as unknown:
        served.answer({**example.request(), "rulebook": "als"})
    assert [each.code for each in unknown.value.diagnostics] == ["unknown-rulebook"]
    assert looks == ["asl"] * 3 + ["als"]


def test_an_answer_looks_for_another_generation_once_in_a_while(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[bool] = []

    def refresh(quotes: Quotes) -> bool:
        looks.append(refreshed(quotes))
        return looks[-1]

    refreshed = Quotes.refresh
    monkeypatch.setattr(Quotes, "refresh", refresh)
    monkeypatch.setattr(graph, "LOOKS", 3600.0)
    served = Graph(Settings.from_environment({"HEXLAW_HOME": str(home)}))
    build(home, [], [])
    answers = [served.answer(example.request()) for _ in range(3)]
    assert looks == [False]
    build(home, [], shipped_outlines())
    served.answer(example.request())
    assert looks == [False]
    served.quotes()
    assert looks == [False, True]
    monkeypatch.setattr(graph, "LOOKS", 0.0)
    assert served.answer(example.request()) == answers[0]
    assert looks == [False, True, False]
