"""The service as a process, on loopback: started, found, followed, stopped."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api import example
from api.process import Running, answers, listen, registered, running, start, stop
from ingest.diagnostics import HexlawError
from kb.store import Store
from tests.api.conftest import ROOT, Hexlaw
from tests.api.test_cli_ingest import LANDING


@pytest.fixture
def service(home: Path) -> Iterator[Running]:
    """The service, detached, on a port that was free."""
    service = start(home, "127.0.0.1", 0)
    yield service
    stop(home)


def get(service: Running, path: str) -> Any:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(service.address + path, timeout=30) as response:
        return json.load(response)


def test_a_service_is_found_and_stopped(service: Running, home: Path) -> None:
    assert running(home) == service
    assert get(service, "/health")["status"] == "ok"
    assert os.getsid(service.pid) == service.pid
    assert stop(home) == service
    assert running(home) is None
    assert stop(home) is None


def test_a_killed_service_leaves_nothing_behind(service: Running, home: Path) -> None:
    os.kill(service.pid, signal.SIGKILL)
    os.waitpid(service.pid, 0)
    assert running(home) is None


def test_a_second_service_on_the_same_home_is_refused(service: Running, home: Path) -> None:
    with pytest.raises(HexlawError) as raised, registered(home, Running(1, "127.0.0.1", 1)):
        pass
    assert str(raised.value) == (
        f"{home}: error service-running: a service runs here already at {service.address} "
        "(`hexlaw stop` stops it; another HEXLAW_HOME has a service of its own)"
    )


def test_the_service_follows_ingest_in_another_process(
    service: Running, home: Path, hexlaw_process: Hexlaw, tmp_path: Path
) -> None:
    assert get(service, "/health")["generation"] is None
    assert hexlaw_process("ingest").code == 0
    first = get(service, "/rules/tidewrack/T4.1")
    assert get(service, "/health")["generation"] == Store.generation(home)
    text = LANDING.read_text(encoding="utf-8")
    statement = first["statements"][0]["text"]
    words = statement.split()
    word = max(words, key=len)
    changed = tmp_path / "landing.html"
    at = text.index(word, text.index('id="4.1"'))
    changed.write_text(text[:at] + "altogether " + text[at:], encoding="utf-8")
    assert hexlaw_process("ingest", str(changed)).code == 0
    second = get(service, "/rules/tidewrack/T4.1")
    assert "altogether" in str(second["statements"])
    assert second["edition"]["sha256"] != first["edition"]["sha256"]
    assert running(home) == service


def test_asking_works_beside_the_service(service: Running, hexlaw_process: Hexlaw) -> None:
    facts = [word for fact in example.FACTS for word in ("--fact", fact)]
    result = hexlaw_process("ask", "--json", *facts, example.QUESTION)
    assert (result.code, json.loads(result.out)["answer"]) == (0, "no")


def test_a_taken_port_is_told_and_the_next_is_used(home: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        number = taken.getsockname()[1]
        with pytest.raises(HexlawError) as raised:
            listen("127.0.0.1", number)
        assert str(raised.value) == (
            f"--port: error port: port {number} of 127.0.0.1 cannot be used: Address already in use "
            "(choose another with --port N)"
        )
        with listen("127.0.0.1", number, or_next=True) as bound:
            assert number < bound.getsockname()[1] <= number + 50


def test_a_host_that_does_not_exist_is_told() -> None:
    with pytest.raises(HexlawError) as raised:
        listen("no.such.host.invalid", 8321)
    assert str(raised.value) == (
        "environment: error address: there is no address 'no.such.host.invalid' "
        "(set HEXLAW_HOST to an address of this machine, such as 127.0.0.1)"
    )


def test_a_service_that_cannot_start_shows_its_log(home: Path) -> None:
    with pytest.raises(HexlawError) as raised:
        start(home, "no.such.host.invalid", 0)
    assert str(raised.value) == (
        f"{home / 'service.log'}: error service-start: the service did not start:\n"
        "environment: error address: there is no address 'no.such.host.invalid' "
        "(set HEXLAW_HOST to an address of this machine, such as 127.0.0.1) (`hexlaw serve` runs it in the foreground)"
    )


def test_serving_in_the_foreground_ends_with_a_signal(home: Path) -> None:
    command = [sys.executable, "-m", "api.cli.main", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout
        line = process.stdout.readline()
        service = running(home)
        assert service is not None
        assert line == f"Hexlaw listens on {service.address}\n"
        while not answers(service):
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        assert process.wait() == -signal.SIGTERM
    assert running(home) is None


def test_demo_ingests_answers_and_leaves_the_service_running(hexlaw_process: Hexlaw, home: Path) -> None:
    try:
        result = hexlaw_process("demo", "--port", "0", HEXLAW_SOURCES=str(ROOT / "ontology"))
        assert (result.code, result.err) == (0, "")
        service = running(home)
        assert service is not None
        lines = result.out.splitlines()
        assert lines[0] == "Ingested:"
        assert "  and the outlines of amphibious-37:37, asl:B21, asl:G13, asl:PA, squad-terrain:10" in lines
        assert f"Originals: from {ROOT / 'ontology'}" in lines
        assert "  left out README.md: is not a document of a known rulebook" in lines
        assert f"The graph is at generation {Store.generation(home)}, in {home}." in lines
        assert "$ hexlaw ask --rulebook asl \\" in lines
        assert lines[-2:] == [f"The service runs at {service.address}", "`hexlaw stop` stops it."]
        answer = hexlaw_process(
            "ask", "--full", *(w for f in example.FACTS for w in ("--fact", f)), example.QUESTION
        )
        assert answer.out.strip() in result.out
        again = hexlaw_process("demo")
        assert again.out.splitlines()[-2] == f"The service runs already, at {service.address}"
    finally:
        stop(home)


def test_demo_takes_the_next_free_port_and_says_so(hexlaw_process: Hexlaw, home: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        number = taken.getsockname()[1]
        try:
            result = hexlaw_process("demo", "--port", str(number))
            service = running(home)
            assert service is not None
            assert result.out.splitlines()[-3:] == [
                f"Port {number} is taken; {service.port} is the next free one.",
                f"The service runs at {service.address}",
                "`hexlaw stop` stops it.",
            ]
        finally:
            stop(home)


def test_demo_says_that_it_found_no_folder_of_originals(hexlaw_process: Hexlaw, tmp_path: Path) -> None:
    missing = tmp_path / "books"
    result = hexlaw_process("demo", HEXLAW_SOURCES=str(missing))
    assert (result.code, result.out) == (2, "")
    assert result.err == (
        f"{missing}: error sources: HEXLAW_SOURCES is not a folder that can be read: No such file or directory\n"
    )
