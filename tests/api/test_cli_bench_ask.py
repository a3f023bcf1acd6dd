"""What `hexlaw bench ask` and `hexlaw bench load` print and how they end; no figure is held against the clock here."""

from __future__ import annotations

import json

import pytest

from api.bench import asking, loading
from api.bench.asking import AskBench, questions_of
from api.bench.loading import LoadBench
from api.bench.machine import Machine
from api.bench.timing import Spread
from api.cli.main import main
from ingest.diagnostics import HexlawError

MACHINE = Machine("Abacus 7", 2, "Linux 6", "CPython 3.11.7", {})


def figures(verdict: float, english: float, copied: float | None = None, unsound: int = 0) -> AskBench:
    micros = None if copied is None else Spread(copied, 1.0, 2 * copied)
    return AskBench(
        "asl",
        "G13.4",
        7,
        2000,
        MACHINE,
        Spread(verdict, 1.0, 40.0),
        Spread(verdict + 5, 1.5, 45.0),
        Spread(english, 2.0, 500.0),
        Spread(900.0, 3.0, 1000.0),
        unsound,
        0 if copied is None else 1000,
        micros,
        micros,
        prolog="not installed",
    )


def test_the_figures_as_text() -> None:
    assert asking.render(figures(20.0, 300.0)).splitlines() == [
        "asl G13.4: 2000 different questions, seed 7",
        "on Abacus 7, 2 cores, Linux 6, CPython 3.11.7",
        "warm from 2000 other questions, seed 8; no fact and no answer is kept",
        "",
        "processor time, medians (least; nine in ten):",
        "  verdict with its proof, from facts read             20.0 µs (1.0; 40.0), within the limit of 30",
        "  the same, and its proof let go again                25.0 µs (1.5; 45.0)",
        "  from English to JSON                               300.0 µs (2.0; 500.0), within the limit of 400",
        "  the same with what would change or decide it       900.0 µs (3.0; 1000.0)",
        "  clingo: not installed",
        "  SWI-Prolog: not installed",
        "  proofs that the checker does not pass: 0",
    ]


def test_what_is_over_a_limit() -> None:
    assert figures(20.0, 300.0).holds
    assert not figures(31.0, 300.0).holds
    assert not figures(20.0, 401.0).holds
    assert not figures(20.0, 300.0, unsound=1).holds
    grown = figures(20.0, 20.0, 31.0)
    assert (grown.growth, grown.holds) == ((1.55, 1.55), False)
    assert asking.as_data(grown)["copies"]["growth"] == [1.55, 1.55]


def test_the_questions_are_different_and_the_same_for_a_seed() -> None:
    family, questions = questions_of("asl", 200, 3)
    assert (family, len(set(questions))) == ("G13.4", 200)
    assert questions_of("asl", 200, 3)[1] == questions
    with pytest.raises(HexlawError, match="there are no questions for tidewrack"):
        questions_of("tidewrack", 1, 1)


def test_a_short_run_measures_everything(home: object, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["bench", "ask", "--json", "--questions", "5", "--renamed", "2"])
    data = json.loads(capsys.readouterr().out)
    assert code in (0, 4)
    assert (data["questions"], data["unsound"], data["copies"]["number"]) == (5, 0, 2)
    assert all(data[name]["median"] > 0 for name in ("verdict", "released", "english", "explained"))
    assert data["released"]["median"] > data["verdict"]["median"]
    assert data["holds"] is (code == 0)


def test_loading(home: object, capsys: pytest.CaptureFixture[str]) -> None:
    bench = LoadBench(MACHINE, (("asl", 1.5, 300), ("tidewrack", 0.25, 150)))
    assert (bench.seconds, bench.holds) == (1.75, True)
    assert not LoadBench(MACHINE, (("asl", 2.5, 300),)).holds
    assert loading.render(bench).splitlines()[1:] == [
        "  asl                1.50 s, 300 rules",
        "  tidewrack          0.25 s, 150 rules",
        "  together           1.75 s, within the limit of 2 s",
    ]
    code = main(["bench", "load", "--json"])
    data = json.loads(capsys.readouterr().out)
    assert {row["rulebook"] for row in data["rulebooks"]} >= {"asl", "tidewrack"}
    assert data["holds"] is (code == 0)
