"""What the service answers as it reads it, and what it leaves to the usual way, on a connection of its own."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import orjson
import pytest

from api import askers, connection, direct, example
from api.bench.service import Connection, Reply, got, posted
from api.process import Running
from tests.api.conftest import listening

QUESTION = posted("/ask", orjson.dumps(example.request()))


@contextmanager
def connected(home: Path, **settings: Any) -> Iterator[Connection]:
    """A connection to a service of its own with these settings."""
    with listening(home, **settings) as url:
        address = urlsplit(url)
        some = Connection(Running(0, address.hostname or "", address.port or 0))
        try:
            yield some
        finally:
            some.close()


@pytest.fixture
def ways(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """By which way each question was tried, as it is."""
    found: list[str] = []

    def tried(way: str) -> Any:
        def answered(some: Any, body: bytes, scope: Any) -> bytes | None:
            found.append(way)
            return usual(some, body, scope)

        return answered

    usual = direct.answered
    monkeypatch.setattr(connection, "answered", tried("at once"))
    monkeypatch.setattr(direct, "answered", tried("usual"))
    return found


def same_answer(reply: Reply) -> None:
    assert reply.status == 200
    assert orjson.loads(reply.body)["answer"] == "no"


def test_a_whole_question_is_answered_as_it_is_read(home: Path, ways: list[str]) -> None:
    with connected(home) as some:
        for _ in range(3):
            same_answer(some.ask(QUESTION))
        assert ways == ["at once"] * 3
        assert some.ask(got("/health")).status == 200
        assert some.ask(posted("/ask/batch", b'{"questions": []}')).body == b'{"answers":[]}'
    assert ways == ["at once"] * 3


def parsed(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The targets of the requests that are parsed, as it is, with no head known from before."""
    found: list[bytes] = []
    usual = connection.Connection.on_url

    def on_url(some: connection.Connection, url: bytes) -> None:
        found.append(url)
        usual(some, url)

    monkeypatch.setattr(connection.Connection, "on_url", on_url)
    monkeypatch.setattr(connection, "_HEADS", connection.Heads())
    return found


def test_a_head_that_was_read_before_is_not_parsed_again(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(askers, "QUICK", 5.0)  # however slow the machine is
    heads = parsed(monkeypatch)
    other = QUESTION.replace(b"1079", b"1080")
    longer = QUESTION.replace(b"Host: hexlaw", b"Host: hexlaw.example")
    with connected(home) as some:
        first = some.ask(QUESTION)
        second = some.ask(other)
        assert heads == [b"/ask"]
        assert orjson.loads(second.body) == orjson.loads(first.body.replace(b"1079", b"1080"))
        # Another head, more than one body, less than one: each is parsed.
        assert some.ask(longer).body == first.body
        some.send(QUESTION + QUESTION)
        assert [some.reply().body, some.reply().body] == [first.body, first.body]
        assert heads == [b"/ask"] * 4
        some.send(QUESTION[:-1])
        time.sleep(0.1)
        some.send(QUESTION[-1:])
        assert some.reply().body == first.body
        assert heads == [b"/ask"] * 5
        assert [some.ask(QUESTION).body, some.ask(longer).body] == [first.body, first.body]
    assert heads == [b"/ask"] * 5


def test_a_question_behind_a_known_head_that_is_for_the_route_is_tried_once(
    home: Path, ways: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(askers, "QUICK", 5.0)  # however slow the machine is
    heads = parsed(monkeypatch)
    body = orjson.dumps(example.request())
    with connected(home) as some:
        same_answer(some.ask(posted("/ask", body)))
        reply = some.ask(posted("/ask", b"{" + b" " * (len(body) - 1)))
        assert (reply.status, orjson.loads(reply.body)["type"]) == (400, "urn:hexlaw:problem:malformed-json")
        same_answer(some.ask(posted("/ask", body)))
    assert ways == ["at once"] * 3
    assert heads == [b"/ask"] * 2


def test_heads_are_kept_where_they_are_short_and_the_body_stands_behind_them() -> None:
    heads = connection.Heads()
    heads.keep(b"POST /ask HTTP/1.1\r\n\r\n{}", 2)
    assert heads.size(b"POST /ask HTTP/1.1\r\n\r\n") == 2
    heads.keep(b"POST /coded HTTP/1.1\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 2)  # in chunks
    assert heads.size(b"POST /coded HTTP/1.1\r\n\r\n") is None
    long = b"POST /ask HTTP/1.1\r\nX: %s\r\n\r\n" % (b"x" * 512)
    heads.keep(long + b"{}", 2)
    assert heads.size(long) is None
    for number in range(heads.MOST):
        heads.keep(b"POST /%d HTTP/1.1\r\n\r\n" % number, 0)
    assert heads.size(b"POST /ask HTTP/1.1\r\n\r\n") is None  # there were too many
    assert heads.size(b"POST /1023 HTTP/1.1\r\n\r\n") == 0


def test_the_answer_has_the_headers_of_the_usual_way(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(askers, "QUICK", 5.0)  # however slow the machine is
    with listening(home) as url:
        address = urlsplit(url)
        heads = []
        for request in (QUESTION, QUESTION.replace(b"HTTP/1.1", b"HTTP/1.0", 1)):
            with socket.create_connection((address.hostname, address.port), timeout=60) as some:
                some.sendall(request)
                sent = b""
                while b"\r\n\r\n" not in sent and (part := some.recv(65_536)):
                    sent += part
            lines = sent.partition(b"\r\n\r\n")[0].decode().split("\r\n")
            heads.append([line for line in lines if not line.startswith("date: ")])
    size = heads[0][-1]
    assert size.startswith("content-length: ")
    assert heads[0][-2] == "content-type: application/json"
    assert heads[0][0] == "HTTP/1.1 200 OK"
    assert heads[1] == [*heads[0], "connection: close"]


def test_several_questions_sent_at_once_are_answered_in_their_order(home: Path, ways: list[str]) -> None:
    others = [{**example.request(), "question": f"Is hex {number} frozen?"} for number in (1079, 1080, 1081)]
    with connected(home) as some:
        some.send(b"".join(posted("/ask", orjson.dumps(other)) for other in others) + got("/health"))
        answers = [orjson.loads(some.reply().body) for _ in others]
        assert some.reply().status == 200
        one_by_one = [orjson.loads(some.ask(posted("/ask", orjson.dumps(other))).body) for other in others]
    assert answers == one_by_one
    assert ways == ["at once", "usual", "usual", "at once", "at once", "at once"]


def test_a_body_in_pieces_goes_the_usual_way(home: Path, ways: list[str]) -> None:
    head, _, body = QUESTION.partition(b"\r\n\r\n")
    with listening(home) as url:
        address = urlsplit(url)
        with socket.create_connection((address.hostname, address.port), timeout=60) as some:
            some.sendall(head + b"\r\nExpect: 100-continue\r\n\r\n")
            assert some.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
            some.sendall(body)
            assert some.recv(65_536).startswith(b"HTTP/1.1 200 OK\r\n")
    assert ways == ["usual"]


@pytest.mark.parametrize(
    ("body", "status"),
    [(b"{", 400), (b"[]", 422), (b'{"rulebook": 1}', 422), (b'{"a": "%s"}' % (b"a" * 2_000), 413)],
)
def test_what_is_wrong_is_told_by_the_route(home: Path, ways: list[str], body: bytes, status: int) -> None:
    with connected(home, max_body=1_000) as some:
        reply = some.ask(posted("/ask", body))
    assert (reply.status, orjson.loads(reply.body)["status"]) == (status, status)
    assert ways == ["at once"]  # and not once more


def test_where_too_much_is_in_work_a_question_is_refused(home: Path, ways: list[str]) -> None:
    with connected(home, max_concurrent=0) as some:
        assert orjson.loads(some.ask(QUESTION).body)["type"] == "urn:hexlaw:problem:busy"
        assert some.ask(got("/health")).status == 200
    assert ways == []


def test_a_fault_is_told_by_the_usual_way(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(connection, "answered", broken)
    with connected(home) as some:
        same_answer(some.ask(QUESTION))


def test_for_pages_from_elsewhere_the_usual_way_is_taken(home: Path, ways: list[str]) -> None:
    with connected(home, cors=("https://elsewhere.example",)) as some:
        same_answer(some.ask(QUESTION))
    assert ways == ["usual"]
