"""What `hexlaw bench` prints and how it ends; no figure is held against the clock here."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from api.bench import ingesting
from api.bench.ingesting import IngestBench
from api.bench.machine import Machine, this_machine
from api.bench.memory import Memory
from api.bench.timing import Times, in_turn
from ontology.books import book_folder
from tests.api.conftest import Hexlaw

SOURCES = book_folder("tidewrack") / "sources"
LANDING = SOURCES / "tidewrack-landing.html"
GROUND = SOURCES / "tidewrack-ground.txt"


def bench(ingest: float, parser: float, *memory: Memory) -> IngestBench:
    machine = Machine("Abacus 7", 2, "Linux 6", "CPython 3.11.7", {"lxml": "6.0"})
    return IngestBench(
        "t4.html", 1000, "tidewrack:T4", machine, 15, Times(ingest, 1.5), Times(parser, 1.0), memory
    )


def test_the_figures_as_text() -> None:
    figures = bench(
        5.0,
        2.0,
        Memory(1, 10**6, 20_000_000, 0.25),
        Memory(10, 10**7, 110_000_000, 2.5),
        Memory(100, 10**8, 1_100_000_000, 25.0),
    )
    assert ingesting.render(figures).splitlines() == [
        "tidewrack:T4: t4.html, 1000 bytes",
        "on Abacus 7, 2 cores, Linux 6, CPython 3.11.7, lxml 6.0",
        "",
        "processor time, medians of 15 rounds in turn (least in parentheses):",
        "  ingest, bytes to records        5.00 ms (1.50)",
        "  beautifulsoup4 with lxml        2.00 ms (1.00)",
        "  ratio                           2.50, within the limit of 3",
        "",
        "memory at the most, beyond what the process has without the file; the file repeated byte for byte:",
        "  copies       file     memory   bytes a byte   time",
        "       1    1.00 MB    20.0 MB           20.0  0.25 s",
        "      10   10.00 MB   110.0 MB           11.0  2.50 s",
        "     100  100.00 MB  1100.0 MB           11.0 25.00 s",
        "  each byte of the last step takes 1.10 times what it took in the step before: linear (limit 1.25)",
    ]
    assert figures.holds


def test_what_is_over_a_limit() -> None:
    slow = bench(7.0, 2.0)
    assert (slow.ratio, slow.growth, slow.linear, slow.holds) == (3.5, None, None, False)
    assert "  ratio                           3.50, over the limit of 3" in ingesting.render(slow)
    greedy = bench(1.0, 1.0, Memory(1, 1, 1, 0.0), Memory(2, 2, 2, 0.0), Memory(3, 3, 5, 0.0))
    assert (greedy.growth, greedy.linear, greedy.holds) == (3.0, False, False)
    assert ingesting.render(greedy).splitlines()[-1].endswith("in the step before: not linear (limit 1.25)")


def test_bench_ingest_measures(hexlaw: Hexlaw, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ingesting, "LIMIT", 1e9)
    monkeypatch.setattr(ingesting, "GROWTH", 1e9)
    result = hexlaw("bench", "ingest", "--json", "--rounds", "2", "--copies", "2,1", str(LANDING))
    assert (result.code, result.err) == (0, "")
    data = json.loads(result.out)
    assert list(data) == ["bench", "file", "bytes", "document", "machine", "time", "memory", "holds"]
    assert (data["bench"], data["document"], data["holds"]) == ("ingest", "tidewrack:T4", True)
    assert (data["file"], data["bytes"]) == (str(LANDING), LANDING.stat().st_size)
    assert list(data["machine"]) == ["processor", "cores", "system", "python", "libraries"]
    assert data["machine"]["cores"] >= 1
    assert list(data["machine"]["libraries"]) == ["beautifulsoup4", "lxml"]
    times = data["time"]
    assert list(times) == ["rounds", "ingest", "parser", "ratio", "limit"]
    assert times["rounds"] == 2
    assert times["ratio"] == times["ingest"]["median"] / times["parser"]["median"]
    assert 0 < times["ingest"]["least"] <= times["ingest"]["median"]
    memory = data["memory"]
    assert [(each["copies"], each["size"]) for each in memory["copies"]] == [
        (1, data["bytes"]),
        (2, 2 * data["bytes"]),
    ]
    assert all(each["peak"] >= 0 and each["seconds"] > 0 for each in memory["copies"])
    assert (memory["growth"], memory["linear"], memory["repeated"]) == (None, None, "byte for byte")


def test_over_the_limit_is_4(hexlaw: Hexlaw, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ingesting, "LIMIT", 0.0)
    result = hexlaw("bench", "ingest", "--rounds", "1", "--copies", "none", str(GROUND))
    assert (result.code, result.err) == (4, "")
    assert re.search(r"^  ratio +\d+\.\d\d, over the limit of 0$", result.out, re.MULTILINE)
    assert "memory" not in result.out


def test_without_a_file_the_largest_page_of_the_originals_or_of_what_is_shipped(
    hexlaw: Hexlaw, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(ingesting, "LIMIT", 1e9)
    words = ("bench", "ingest", "--rounds", "1", "--copies", "none")
    monkeypatch.setenv("HEXLAW_SOURCES", str(tmp_path))
    (tmp_path / "notes.txt").write_text("nothing\n")
    assert hexlaw(*words).out.startswith(f"tidewrack:T4: {LANDING}, ")
    copy = tmp_path / "landing.html"
    copy.write_bytes(LANDING.read_bytes())
    assert hexlaw(*words).out.startswith(f"tidewrack:T4: {copy}, ")


def test_what_cannot_be_measured_is_2(hexlaw: Hexlaw, tmp_path: Path) -> None:
    for words, message in [
        (("--rounds", "0"), "--rounds: error bench-number: '0' is no number from 1 to 1000 (such as 10)\n"),
        (
            ("--copies", "1,x"),
            "--copies: error bench-number: 'x' is no number from 1 to 1000 (such as 10)\n",
        ),
        (
            (str(tmp_path / "missing"),),
            f"{tmp_path / 'missing'}: error file: cannot be read: No such file or directory\n",
        ),
    ]:
        result = hexlaw("bench", "ingest", *words)
        assert (result.code, result.out, result.err) == (2, "", message)


def test_actions_are_done_in_turn() -> None:
    done: list[str] = []
    one, other = in_turn(2, lambda: done.append("a"), lambda: done.append("b"))
    assert done == ["a", "b"] * 3
    assert 0 <= one.least <= one.median
    assert 0 <= other.least <= other.median


def test_this_machine_has_a_name() -> None:
    machine = this_machine(("lxml",))
    assert machine.processor
    assert machine.python.startswith("CPython 3.") or machine.python
    assert list(machine.libraries) == ["lxml"]
