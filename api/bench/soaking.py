"""A service under steady use for a while: does it ever fail, does it grow, how long do its answers take?

Questions of every rulebook that has cases, why-not, odds, rules in each of their forms, search, citations, pictures and
SPARQL, mixed by a seed and sent at an even rate over a few connections. An answer's time counts from the moment at which its
request was due, so that a service that falls behind shows it.
"""

from __future__ import annotations

import random
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import orjson

from api.bench.asking import questions_of
from api.bench.machine import Machine, this_machine
from api.bench.service import Connection, got, memory_of, posted, service_on_loopback
from api.ingestion import ingest_files, shipped_files
from api.paths import rule_path, segment_of
from api.process import Running
from api.settings import Settings
from kb.cases import shipped_cases
from ontology.books import book_folder, rulebook_ids

GROWTH_LIMIT = 0.5
"""Megabytes a minute by which the memory of the service may grow once it is warm."""

_CONNECTIONS = 4
_CASES = 60
_SAMPLE = 5.0
_BEHIND = 60.0
_JUDGED = 120.0
"""The seconds after the warm-up from which on growth is told from noise."""

_OFTEN = 40
"""How often each case is asked before a soak that judges growth: by then what is compiled late is compiled."""

_QUESTIONS = ("ask", "why-not", "odds")
_FORMS = {"application/json": "rule", "text/html": "page", "text/turtle": "turtle"}

Make = Callable[[random.Random], bytes]


@dataclass(frozen=True, slots=True)
class Operation:
    """What was asked of one operation: how often, how often in vain, and milliseconds at the median, 99 in 100, and most."""

    name: str
    requests: int
    errors: int
    median: float
    nearly_all: float
    most: float


@dataclass(frozen=True, slots=True)
class Memory:
    """Megabytes that the service held at the start, when it was warm and at the end, and by how much it grew a minute from
    then on (by a line through the samples; None where too little was measured)."""

    start: float
    warm: float
    end: float
    growth: float | None


@dataclass(frozen=True, slots=True)
class Soak:
    """What a soak found. `faults` are the first requests that were not answered as they should be, `unsent` is how many were
    not sent since the service, or the client, fell behind for longer than a minute at the end."""

    seconds: float
    rate: float
    seed: int
    machine: Machine
    all: Operation
    operations: tuple[Operation, ...]
    memory: Memory
    faults: tuple[str, ...]
    unsent: int = 0

    @property
    def holds(self) -> bool:
        """Whether nothing failed, everything was sent in its time, and the memory did not grow."""
        grew = self.memory.growth is not None and self.memory.growth > GROWTH_LIMIT
        return not self.all.errors and not self.unsent and not grew


def soak(seconds: float, rate: float, seed: int, progress: Callable[[str], None] = lambda _: None) -> Soak:
    """Start a service of its own, with what is shipped ingested, and use it for so long at so many requests a second."""
    with tempfile.TemporaryDirectory(prefix="hexlaw-soak-") as folder:
        home = Path(folder)
        ingest_files(shipped_files(), replace(Settings.from_environment({}), home=home))
        # What fails here is to be a fault, not a limit that a busy machine comes to.
        limits = {"HEXLAW_SPARQL_WORKERS": str(_CONNECTIONS), "HEXLAW_TIME_LIMIT": "60"}
        with service_on_loopback(home, **limits) as service:
            return _use(service, seconds, rate, seed, progress)


@dataclass(slots=True)
class _Taken:
    """Times in milliseconds by operation, and what failed."""

    times: dict[str, list[float]]
    errors: dict[str, int]
    faults: list[str]
    unsent: int = 0


def _use(service: Running, seconds: float, rate: float, seed: int, progress: Callable[[str], None]) -> Soak:
    makers, ahead = _operations(service, seed)
    if seconds - _warm_at(seconds) >= _JUDGED:
        _warm_up(service, ahead, progress)
    taken = [_Taken({name: [] for name in makers}, dict.fromkeys(makers, 0), []) for _ in range(_CONNECTIONS)]
    begun = time.monotonic()
    samples = [(0.0, memory_of(service.pid) / 1e6)]
    threads = [
        threading.Thread(
            target=_send, args=(service, makers, taken[n], begun, seconds, rate, n, seed), daemon=True
        )
        for n in range(_CONNECTIONS)
    ]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        threads[0].join(min(_SAMPLE, seconds / 20))
        for thread in threads[1:] if not threads[0].is_alive() else ():
            thread.join()
        now = time.monotonic() - begun
        samples.append((now, memory_of(service.pid) / 1e6))
        progress(f"{now:.0f} of {seconds:.0f} seconds, {samples[-1][1]:.0f} MB")
    lasted = time.monotonic() - begun
    operations = tuple(_operation(name, taken, [name]) for name in makers)
    faults = tuple(fault for each in taken for fault in each.faults)[:10]
    return Soak(
        lasted,
        rate,
        seed,
        this_machine(()),
        _operation("all", taken, list(makers)),
        operations,
        _memory(samples, seconds),
        faults,
        sum(each.unsent for each in taken),
    )


def _warm_up(service: Running, requests: Sequence[bytes], progress: Callable[[str], None]) -> None:
    """Send all that fills what a service keeps within bounds, so that whatever grows afterwards has none."""
    connection = Connection(service)
    for number, request in enumerate(requests):
        connection.ask(request)
        if not number % 100:
            progress(f"warming up: {number} of {len(requests)} requests")
    connection.close()


def _send(
    service: Running,
    makers: Mapping[str, Make],
    taken: _Taken,
    begun: float,
    seconds: float,
    rate: float,
    number: int,
    seed: int,
) -> None:
    """Every so many-th request, over a connection of its own."""
    chance = random.Random(f"{seed} {number}")
    names = list(makers)
    connection: Connection | None = None
    count = number
    while (due := count / rate) < seconds:
        count += _CONNECTIONS
        if time.monotonic() - begun > seconds + _BEHIND:
            taken.unsent += 1
            continue
        name = chance.choice(names)
        request = makers[name](chance)
        if (early := begun + due - time.monotonic()) > 0:
            time.sleep(early)
        try:
            connection = connection or Connection(service)
            reply = connection.ask(request)
            fault = (
                "" if reply.status == 200 else f"{reply.status} {reply.body[:200].decode(errors='replace')}"
            )
        except OSError as error:
            connection, fault = None, f"{type(error).__name__}: {error}"
        taken.times[name].append((time.monotonic() - begun - due) * 1000)
        if fault:
            taken.errors[name] += 1
            if len(taken.faults) < 10:
                taken.faults.append(f"{name}: {fault}: {request[:300].decode(errors='replace')}")
    if connection is not None:
        connection.close()


def _operations(service: Running, seed: int) -> tuple[dict[str, Make], list[bytes]]:
    """What makes the requests of each operation, the more frequent ones first; and the requests of a warm-up."""
    books = [book for book in rulebook_ids() if (book_folder(book) / "cases").is_dir()]
    asked: list[dict[str, Any]] = []
    other: list[dict[str, Any]] = []
    for book in books:
        # So few that each can be asked often enough, before growth is judged, for what is compiled late to be compiled.
        cases = list(shipped_cases(book_folder(book)))
        cases = random.Random(seed).sample(cases, min(len(cases), _CASES // len(books)))
        asked += [{"rulebook": book, "facts": list(case.facts), "question": case.question} for case in cases]
        if (book_folder(book) / "bench.toml").is_file():
            questions = questions_of(book, 50 * _CASES, seed)[1]
            other += [{"rulebook": book, "facts": list(facts), "question": text} for facts, text in questions]
    families = [family for family in (asked, other) if family]
    connection = Connection(service)
    rules = [
        (book, rule["id"])
        for book in rulebook_ids()
        for rule in _rules(connection.ask(got(f"/rules/{quote(book)}")).body)
    ]
    connection.close()
    words = sorted(
        {word for each in asked for word in each["question"].rstrip("?").split() if word.isalpha()}
    )

    def question(path: str) -> Make:
        return lambda chance: posted(path, orjson.dumps(chance.choice(chance.choice(families))))

    def rule(accept: str) -> Make:
        def make(chance: random.Random) -> bytes:
            book, number = chance.choice(rules)
            return got(rule_path(book, number), accept)

        return make

    def cite(chance: random.Random) -> bytes:
        book, number = chance.choice(rules)
        text = f"See {number} and {chance.choice(rules)[1]}; but not {chance.randrange(10, 99)}.{chance.randrange(99)}."
        return posted("/cite", orjson.dumps({"rulebook": book, "text": text}))

    def sparql(chance: random.Random) -> bytes:
        iri = "urn:hexlaw:{}:{}".format(*chance.choice(rules))
        query = f"SELECT ?p ?o WHERE {{ <{iri}> ?p ?o }} LIMIT 20"
        return got(f"/sparql?query={quote(query)}", "application/sparql-results+json")

    def picture(chance: random.Random) -> bytes:
        book, number = chance.choice(rules)
        return got(
            f"/graph/{quote(segment_of(number), safe='~')}.svg?rulebook={quote(book)}", "image/svg+xml"
        )

    ahead = [
        posted(f"/{name}", orjson.dumps(each)) for name in _QUESTIONS for each in (*asked * _OFTEN, *other)
    ]
    ahead += [got(rule_path(*each), accept) for each in rules for accept in _FORMS]
    return {
        **{name: question(f"/{name}") for name in _QUESTIONS},
        **{name: rule(accept) for accept, name in _FORMS.items()},
        "search": lambda chance: got(f"/search?q={quote(' '.join(chance.sample(words, 2)))}"),
        "cite": cite,
        "picture": picture,
        "sparql": sparql,
        "health": lambda chance: got("/health"),
    }, ahead


def _rules(body: bytes) -> Sequence[Mapping[str, Any]]:
    """The rules of a list of them; none where a rulebook has none."""
    return [rule for rule in orjson.loads(body).get("rules", ()) if isinstance(rule, dict)]


def _operation(name: str, taken: Sequence[_Taken], names: Sequence[str]) -> Operation:
    times = sorted(one for each in taken for which in names for one in each.times[which])
    errors = sum(each.errors[which] for each in taken for which in names)
    if not times:
        return Operation(name, 0, errors, 0.0, 0.0, 0.0)
    nearly = times[min(len(times) - 1, len(times) * 99 // 100)]
    return Operation(name, len(times), errors, statistics.median(times), nearly, times[-1])


def _warm_at(seconds: float) -> float:
    """After how many of these seconds the service is taken to be warm: a third of them, and at most five minutes."""
    return min(300.0, seconds / 3)


def _memory(samples: Sequence[tuple[float, float]], seconds: float) -> Memory:
    """What the samples, of seconds and megabytes, say."""
    warm_at = _warm_at(seconds)
    later = [sample for sample in samples if sample[0] >= warm_at] or [samples[-1]]
    growth = None
    if later[-1][0] - later[0][0] >= _JUDGED:
        growth = statistics.linear_regression(*zip(*later, strict=True)).slope * 60
    return Memory(samples[0][1], later[0][1], later[-1][1], growth)


def as_data(found: Soak) -> dict[str, Any]:
    """What was found as JSON has it: milliseconds by the clock, megabytes."""
    data = asdict(found)
    return {"soak": data, "growth_limit": GROWTH_LIMIT, "holds": found.holds}


def render(found: Soak) -> str:
    """What was found as text."""
    machine, memory = found.machine, found.memory
    lines = [
        f"{found.all.requests} requests in {found.seconds:.0f} seconds, {found.rate:g} a second, seed {found.seed}",
        f"on {machine.processor}, {machine.cores} cores, {machine.system}, {machine.python}; client on the same machine",
        "",
        "                requests  errors   median ms   99 in 100        most",
    ]
    lines += [
        f"  {each.name:<12} {each.requests:>9} {each.errors:>7} {each.median:>11.2f} "
        f"{each.nearly_all:>11.1f} {each.most:>11.1f}"
        for each in (*found.operations, found.all)
    ]
    grew = "not judged: too short" if memory.growth is None else f"{memory.growth:+.2f} MB a minute"
    held = ""
    if memory.growth is not None:
        held = f", {'within' if memory.growth <= GROWTH_LIMIT else 'over'} the limit of {GROWTH_LIMIT:g}"
    lines += [
        "",
        f"memory: {memory.start:.0f} MB at the start, {memory.warm:.0f} MB warm, {memory.end:.0f} MB at the end; {grew}{held}",
    ]
    if found.unsent:
        lines.append(f"{found.unsent} requests were not sent in time: the service or its client fell behind")
    lines += [f"fault: {fault}" for fault in found.faults]
    return "\n".join(lines)
