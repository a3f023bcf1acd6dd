"""A service in a process of its own under hard use: ended while it works, killed, sent what is meant to break it."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import orjson
import pytest

from api import example
from api.bench.service import Connection, Reply, got, memory_of, posted, service_on_loopback
from api.ingestion import ingest_recognised, shipped_files
from api.process import Running, running, start
from api.settings import Settings
from tests.api.test_http_sparql import ENDLESS

GIB = 2**30


def held_back(service: Running, body: bytes) -> socket.socket:
    """A connection with a question in work: its head is read, its body is awaited."""
    connection = socket.create_connection((service.host, service.port), timeout=60)
    connection.sendall(
        b"POST /ask HTTP/1.1\r\nHost: hexlaw\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n"
        b"Content-Length: %d\r\n\r\n" % len(body)
    )
    assert connection.recv(100).startswith(b"HTTP/1.1 100 ")
    return connection


def test_what_is_in_work_is_answered_when_the_service_is_ended(home: Path) -> None:
    body = orjson.dumps(example.request())
    with service_on_loopback(home) as service:
        connections = [held_back(service, body) for _ in range(8)]
        os.kill(service.pid, signal.SIGTERM)
        for connection in connections:
            connection.sendall(body)
        for connection in connections:
            parts = []
            while part := connection.recv(65_536):
                parts.append(part)
            head, _, answer = b"".join(parts).partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 200 ")
            assert orjson.loads(answer)["answer"] == "no"
            connection.close()
    assert running(home) is None


def test_a_killed_service_comes_back_with_the_same_graph(home: Path) -> None:
    ingest_recognised(shipped_files(), Settings(home=home))
    seen: list[list[Reply]] = []
    for _ in range(2):
        service = start(home, "127.0.0.1", 0)
        connection = Connection(service)
        paths = ("/health", "/rules/tidewrack", "/rules/tidewrack/T4.1", "/rules/asl/G13.4")
        seen.append([connection.ask(got(path)) for path in paths])
        query = quote("SELECT (COUNT(*) AS ?n) WHERE { ?s ?p ?o }")
        seen[-1].append(connection.ask(got(f"/sparql?query={query}", "text/csv")))
        os.kill(service.pid, signal.SIGKILL)
        os.waitpid(service.pid, 0)
        connection.close()
    assert seen[0] == seen[1]
    assert {reply.status for reply in seen[0]} == {200}


def test_questions_are_answered_while_a_query_never_ends(home: Path) -> None:
    ingest_recognised(shipped_files(), Settings(home=home))
    with service_on_loopback(home, HEXLAW_SPARQL_TIME="3") as service:
        endless, other = Connection(service), Connection(service)
        endless.send(got(f"/sparql?query={quote(ENDLESS)}", "text/csv"))
        for number in range(20):
            request = {**example.request(), "question": f"Is hex 1079 a Water Obstacle to U{number}?"}
            assert other.ask(posted("/ask", orjson.dumps(request))).status == 200
        ended = endless.reply()
        assert (ended.status, b"sparql-timeout" in ended.body) == (422, True)
        assert other.ask(got("/health")).status == 200
        endless.close()
        other.close()


HOSTILE = {
    "ten megabytes": (b"[" + b'"a",' * 2_500_000, 413),
    "ten megabytes in a fact": (orjson.dumps({**example.request(), "facts": ["a " * 5_000_000]}), 413),
    "a hundred thousand facts": (orjson.dumps({**example.request(), "facts": ["A."] * 100_000}), 422),
    "a hundred thousand fields": (orjson.dumps({str(number): 1 for number in range(100_000)}), 422),
    "deep lists": (b"[" * 500_000, 400),
    "deep objects": (b'{"a":' * 150_000, 400),
    "no text at all": (b"\xff\xfe" * 400_000, 400),
}


@pytest.mark.parametrize("path", ["/ask", "/ask/batch", "/why-not", "/odds", "/cite"])
def test_hostile_input_is_refused_within_memory(hostile: Running, path: str) -> None:
    for _ in range(3):
        for body, status in HOSTILE.values():
            connection = Connection(hostile)
            try:
                reply = connection.ask(posted(path, body))
            except (BrokenPipeError, ConnectionResetError):
                assert status == 413  # it said so and closed, while more was sent
            else:
                assert reply.status in (status, 422)
                assert orjson.loads(reply.body)["status"] == reply.status
            connection.close()
    connection = Connection(hostile)
    assert connection.ask(posted("/ask", orjson.dumps(example.request()))).status == 200
    connection.close()
    assert memory_of(hostile.pid) < GIB


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service for what is meant to break it."""
    with service_on_loopback(tmp_path_factory.mktemp("hostile")) as service:
        yield service


def test_a_thousand_long_facts_end_at_the_limit_of_time(hostile: Running) -> None:
    facts = [f"The hex {number} which is not in the hex, and of the unit, may it?" for number in range(1_000)]
    connection = Connection(hostile)
    reply = connection.ask(posted("/ask", orjson.dumps({**example.request(), "facts": facts})))
    connection.close()
    assert reply.status in (200, 503)
    assert memory_of(hostile.pid) < GIB
