"""How fast the service answers: `POST /ask` on loopback, every question another one, with the whole derivation.

Measured from the moment the request is sent until its answer is there, first one question after the other on a connection
that is kept open, then as many as the service takes on several connections at once. Asked with and without what would
flip the answer (`"flips": false`), which is most of the work where it is wanted.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import orjson

from api.bench.asking import Question, questions_of
from api.bench.machine import Machine, this_machine
from api.bench.service import Connection, posted, service_on_loopback
from api.bench.timing import Spread
from api.process import Running
from ingest.diagnostics import Diagnostic, HexlawError, Place

MEDIAN_LIMIT = 0.8
"""Milliseconds at the median from the request to its answer."""

RATE_LIMIT = 2000.0
"""Different questions a second that one worker has to answer."""

_CONNECTIONS = 8
_WARM = 200


@dataclass(frozen=True, slots=True)
class HttpBench:
    """The figures, times in milliseconds by the clock.

    `alone` is for one question after the other, `rate` in questions a second, `size` in bytes an answer.
    """

    rulebook: str
    family: str
    seed: int
    questions: int
    machine: Machine
    alone: Spread
    rate: float
    flips: Spread
    flips_rate: float
    size: int

    @property
    def holds(self) -> bool:
        """Whether both figures keep to their limits."""
        return self.alone.median <= MEDIAN_LIMIT and self.rate >= RATE_LIMIT


def bench_http(rulebook: str, count: int, seed: int) -> HttpBench:
    """Start a service and ask it so many questions. HexlawError where it does not start, or answers with an error."""
    family, questions = questions_of(rulebook, count + _WARM, seed)
    with service_on_loopback() as service:
        plain = [_request(rulebook, question, flips=False) for question in questions]
        alone, size = _one_by_one(service, plain)
        rate = _at_once(service, plain[_WARM:])
        few = [_request(rulebook, question, flips=True) for question in questions[: _WARM + count // 5]]
        flips, _ = _one_by_one(service, few)
        flips_rate = _at_once(service, few[_WARM:])
    return HttpBench(rulebook, family, seed, count, this_machine(()), alone, rate, flips, flips_rate, size)


def _request(rulebook: str, question: Question, *, flips: bool) -> bytes:
    facts, text = question
    body = {"rulebook": rulebook, "facts": list(facts), "question": text}
    return posted("/ask", orjson.dumps(body if flips else {**body, "flips": False}))


def _one_by_one(service: Running, requests: Sequence[bytes]) -> tuple[Spread, int]:
    """The time of each request but the first ones, and the median size of an answer."""
    connection = Connection(service)
    taken: list[float] = []
    sizes: list[int] = []
    try:
        for request in requests:
            begun = time.perf_counter_ns()
            reply = connection.ask(request)
            taken.append((time.perf_counter_ns() - begun) / 1e6)
            _answered(reply.status, reply.body)
            sizes.append(len(reply.body))
    finally:
        connection.close()
    return Spread.of(taken[_WARM:]), round(statistics.median(sizes))


def _at_once(service: Running, requests: Sequence[bytes]) -> float:
    """How many requests a second are answered where one waits on each of several connections."""
    connections = [Connection(service) for _ in range(_CONNECTIONS)]
    waiting: list[Connection] = []
    begun = time.perf_counter()
    try:
        for number, request in enumerate(requests):
            if len(waiting) == _CONNECTIONS:
                first = waiting.pop(0)
                reply = first.reply()
                _answered(reply.status, reply.body)
            connection = connections[number % _CONNECTIONS]
            connection.send(request)
            waiting.append(connection)
        for connection in waiting:
            reply = connection.reply()
            _answered(reply.status, reply.body)
        return len(requests) / (time.perf_counter() - begun)
    finally:
        for connection in connections:
            connection.close()


def _answered(status: int, body: bytes) -> None:
    if status != 200 or b'"derivation"' not in body:
        message = f"a question was answered with {status}: {body[:200].decode(errors='replace')}"
        raise HexlawError(Diagnostic("bench-http", "error", message, Place("POST /ask")))


def as_data(bench: HttpBench) -> dict[str, Any]:
    """The figures as JSON has them: milliseconds by the clock, questions a second, bytes."""
    return {
        "bench": "http",
        "rulebook": bench.rulebook,
        "family": bench.family,
        "seed": bench.seed,
        "questions": bench.questions,
        "machine": asdict(bench.machine),
        "alone": asdict(bench.alone) | {"limit": MEDIAN_LIMIT},
        "rate": {"per_second": bench.rate, "connections": _CONNECTIONS, "limit": RATE_LIMIT},
        "with_flips": {"alone": asdict(bench.flips), "per_second": bench.flips_rate},
        "size": bench.size,
        "holds": bench.holds,
    }


def render(bench: HttpBench) -> str:
    """The figures as text."""
    machine = bench.machine

    def row(what: str, millis: Spread) -> str:
        return f"  {what:<46} {millis.median:7.2f} ms ({millis.least:.2f}; {millis.most_of_them:.2f})"

    alone = "within" if bench.alone.median <= MEDIAN_LIMIT else "over"
    enough = "at least" if bench.rate >= RATE_LIMIT else "below"
    return "\n".join(
        [
            f"{bench.rulebook} {bench.family}: {bench.questions} different questions to POST /ask, seed {bench.seed}",
            f"on {machine.processor}, {machine.cores} cores, {machine.system}, {machine.python}; client on the same machine",
            "",
            f"by the clock, medians (least; nine in ten); answers of {bench.size} bytes:",
            f"{row('one after the other, whole derivation', bench.alone)}, {alone} the limit of {MEDIAN_LIMIT:g}",
            row("the same with what would flip the answer", bench.flips),
            f"  {'questions a second, one worker':<46} {bench.rate:7.0f}, {enough} the {RATE_LIMIT:g} wanted",
            f"  {'the same with what would flip the answer':<46} {bench.flips_rate:7.0f}",
        ]
    )
