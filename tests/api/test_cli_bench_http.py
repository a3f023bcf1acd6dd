"""What `hexlaw bench http` and `hexlaw soak` print and how they end; no figure is held against the clock here."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from api.bench import serving, soaking
from api.bench.machine import Machine
from api.bench.service import Connection, Reply, got, memory_of, posted, service_on_loopback
from api.bench.serving import HttpBench
from api.bench.soaking import Memory, Operation, Soak
from api.bench.timing import Spread
from api.cli.main import main
from api.process import running
from ingest.diagnostics import HexlawError

MACHINE = Machine("Abacus 7", 2, "Linux 6", "CPython 3.11.7", {})
FIGURES = HttpBench(
    "asl", "G13.4", 7, 500, MACHINE, Spread(0.5, 0.4, 0.7), 2500.0, Spread(4.0, 2.0, 6.0), 240.0, 5556
)


def test_the_figures_of_http_as_text() -> None:
    assert serving.render(FIGURES).splitlines() == [
        "asl G13.4: 500 different questions to POST /ask, seed 7",
        "on Abacus 7, 2 cores, Linux 6, CPython 3.11.7; client on the same machine",
        "",
        "by the clock, medians (least; nine in ten); answers of 5556 bytes:",
        "  one after the other, whole derivation             0.50 ms (0.40; 0.70), within the limit of 0.8",
        "  the same with what would flip the answer          4.00 ms (2.00; 6.00)",
        "  questions a second, one worker                    2500, at least the 2000 wanted",
        "  the same with what would flip the answer           240",
    ]


def test_what_of_http_is_over_a_limit() -> None:
    assert FIGURES.holds
    assert not replace(FIGURES, alone=Spread(0.81, 0.4, 0.9)).holds
    slow = replace(FIGURES, rate=1999.0)
    assert not slow.holds
    assert "1999, below the 2000 wanted" in serving.render(slow)


def test_a_service_is_asked_and_ended(
    home: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEXLAW_HOME", str(home))
    assert main(["bench", "http", "--json", "--questions", "5", "--seed", "3"]) in (0, 4)
    figures = json.loads(capfd.readouterr().out)
    assert (figures["bench"], figures["questions"], figures["seed"]) == ("http", 5, 3)
    assert figures["alone"]["least"] <= figures["alone"]["median"] <= figures["alone"]["most_of_them"]
    assert figures["size"] > 1000


def test_a_question_that_fails_ends_the_bench() -> None:
    with pytest.raises(HexlawError) as raised:
        serving._answered(422, b'{"status":422}')
    assert str(raised.value) == (
        'POST /ask: error bench-http: a question was answered with 422: {"status":422}'
    )


def test_a_service_that_does_not_start_says_why(home: Path) -> None:
    with (
        pytest.raises(HexlawError) as raised,
        service_on_loopback(home, HEXLAW_MAX_FACTS="some"),
    ):
        pass
    assert str(raised.value).startswith(
        f"{home}: error service-start: the service did not start: environment: error setting"
    )


def test_a_connection_takes_one_answer_after_the_other(home: Path) -> None:
    with service_on_loopback(home) as service:
        connection = Connection(service)
        assert connection.ask(got("/health")).status == 200
        connection.send(got("/health"))
        connection.send(posted("/ask", b"[]"))
        assert connection.reply().status == 200
        refused = connection.reply()
        assert (refused.status, b"must be an object" in refused.body) == (422, True)
        connection.close()
        assert memory_of(service.pid) > 10_000_000
    assert running(home) is None
    assert memory_of(2**22 + 1) == 0
    assert Reply(200, b"") == Reply(200, b"")


def soaked(growth: float | None = 0.1, errors: int = 0) -> Soak:
    every = Operation("all", 90_000, errors, 3.0, 20.25, 150.5)
    return Soak(
        1800.4,
        50.0,
        7,
        MACHINE,
        every,
        (replace(every, name="ask"),),
        Memory(120.0, 180.0, 182.4, growth),
        ("ask: 500 oh: POST /ask",) if errors else (),
    )


def test_what_a_soak_found_as_text() -> None:
    assert soaking.render(soaked()).splitlines() == [
        "90000 requests in 1800 seconds, 50 a second, seed 7",
        "on Abacus 7, 2 cores, Linux 6, CPython 3.11.7; client on the same machine",
        "",
        "                requests  errors   median ms   99 in 100        most",
        "  ask              90000       0        3.00        20.2       150.5",
        "  all              90000       0        3.00        20.2       150.5",
        "",
        "memory: 120 MB at the start, 180 MB warm, 182 MB at the end; "
        "+0.10 MB a minute, within the limit of 0.5",
    ]
    assert soaking.render(soaked(errors=1)).splitlines()[-1] == "fault: ask: 500 oh: POST /ask"
    assert soaking.render(soaked(None)).splitlines()[-1].endswith("at the end; not judged: too short")


def test_what_a_soak_does_not_pass() -> None:
    assert soaked().holds
    assert soaked(None).holds
    assert not soaked(0.6).holds
    assert not soaked(errors=1).holds
    behind = replace(soaked(), unsent=3)
    assert not behind.holds
    assert soaking.render(behind).splitlines()[-1] == (
        "3 requests were not sent in time: the service or its client fell behind"
    )


def test_growth_is_a_line_through_the_samples_once_it_is_warm() -> None:
    samples = [(float(second), 100.0 + min(second, 300) + second / 60) for second in range(0, 1801, 60)]
    memory = soaking._memory(samples, 1800.0)
    assert (memory.start, memory.warm, memory.end) == (100.0, 405.0, 430.0)
    assert memory.growth == pytest.approx(1.0)
    assert soaking._memory(samples[:3], 120.0).growth is None


def test_a_short_soak(home: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXLAW_HOME", str(home))
    assert main(["soak", "--json", "--minutes", "0.05", "--rate", "20", "--seed", "5"]) == 0
    found = json.loads(capfd.readouterr().out)
    assert found["soak"]["faults"] == []
    assert found["soak"]["all"]["requests"] == 60
    assert {each["name"] for each in found["soak"]["operations"]} >= {"ask", "why-not", "odds", "search"}
    assert found["soak"]["memory"]["growth"] is None


@pytest.mark.parametrize(("option", "value"), [("--minutes", "0"), ("--rate", "many"), ("--rate", "inf")])
def test_a_soak_of_no_time_is_refused(option: str, value: str, capfd: pytest.CaptureFixture[str]) -> None:
    most = {"--minutes": 1440, "--rate": 1000}[option]
    assert main(["soak", option, value]) == 2
    assert capfd.readouterr().err.splitlines() == [
        f"{option}: error soak-number: {value!r} is no number above 0 and up to {most} (such as 10)"
    ]
