"""`hexlaw selfcheck`: what it prints, and that a difference is told with the facts that make it."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from api.cli import main, selfcheck
from kb.cache import rulebook_of
from kb.selfcheck import comparing, reference
from kb.selfcheck.comparing import Comparison, Tally, smaller
from kb.selfcheck.reference import Answer
from kb.selfcheck.scenarios import Scenario
from ontology import hermit

needs_java = pytest.mark.skipif(
    hermit.java() is None,
    reason=f"needs Java: HermiT checks the ontology ({hermit.INSTALL_JAVA})",
)


def put(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main.main(["selfcheck", *words])
    out, err = capsys.readouterr()
    return code, out, err


def test_all_agree(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = put(capsys, "tidewrack", "--scenarios", "20", "--seed", "4", "--json")
    [row] = json.loads(out)["rulebooks"]
    assert (code, row["rulebook"], row["scenarios"]) == (0, "tidewrack", 20)
    assert (row["differences"], row["class_differences"]) == ([], [])
    assert sum(row["answers"].values()) + sum(row["set_aside"].values()) == 20
    assert err.startswith("tidewrack: 20 of 20 scenarios, 0 differences, ")


def process_of(lot: tuple[str, int, int, int]) -> Tally:
    """In which process a lot was compared, as a number of scenarios."""
    return Tally(os.getpid())


def test_a_process_takes_a_few_lots_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """clingo gives no symbol back before its process ends."""
    monkeypatch.setattr(selfcheck, "_some", process_of)
    monkeypatch.setattr(selfcheck, "LOTS_A_PROCESS", 2)
    lots = [("tidewrack", 4, first, 1) for first in range(5)]
    few = [tally.scenarios for tally in selfcheck._each(lots[:2], 1)]
    many = [tally.scenarios for tally in selfcheck._each(lots, 1)]
    assert few == [os.getpid()] * 2
    assert sorted(Counter(many).values()) == [1, 2, 2]
    assert os.getpid() not in many


def test_lots_in_processes_come_to_the_same(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("tidewrack", "--scenarios", "3", "--seed", "4", "--json")
    together = json.loads(put(capsys, *words)[1])
    monkeypatch.setattr(selfcheck, "AT_ONCE", 1)
    monkeypatch.setattr(selfcheck, "LOTS_A_PROCESS", 2)
    assert json.loads(put(capsys, *words)[1]) == together


def test_a_difference_is_told_with_the_facts_that_make_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An evaluator that is wrong wherever the tide is told."""

    def wrong(program: object, situation: object, question: object, most: int = 0, **_: object) -> Answer:
        told = any(name == "the tide" for name, _ in getattr(situation, "figures"))  # noqa: B009
        return Answer("conflict") if told else right(program, situation, question, most)  # type: ignore[arg-type]

    right = reference.answer
    monkeypatch.setattr(comparing, "answer", wrong)
    selfcheck._comparison.cache_clear()
    code, out, _ = put(capsys, "tidewrack", "--scenarios", "12", "--seed", "4", "--json")
    [row] = json.loads(out)["rulebooks"]
    first = row["differences"][0]
    assert code == selfcheck.DIFFERS
    assert [fact[:11] for fact in first["facts"]] == ["the tide is"]
    assert first["says"]["slow evaluator"] == "conflict"
    assert first["says"]["clingo"] == first["says"]["reasoner"]


def test_a_scenario_is_cut_down_to_what_it_takes() -> None:
    comparison = Comparison(rulebook_of("tidewrack"), 4)
    scenario = max(
        (comparison.maker.make(__import__("random").Random(str(n)), 0.0) for n in range(5)),
        key=lambda each: len(each.situation.figures),
    )
    wanted: Sequence[object] = list(scenario.situation.figures)[:2]

    def still(fewer: Scenario) -> bool:
        return all(atom in fewer.situation.figures for atom in wanted)

    found = smaller(scenario, still).situation
    assert list(found.figures) == list(wanted)
    assert (found.told, [k for kinds in found.kinds.values() for k in kinds]) == ({}, [])


@needs_java
def test_hermit_classifies_as_the_reasoner_does(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = put(capsys, "asl", "--scenarios", "0", "--hermit", "60", "--json")
    [row] = json.loads(out)["rulebooks"]
    assert (code, row["classified"], row["class_differences"]) == (0, 60, [])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "selfcheck-rulebook: which rulebook?"),
        (("asl", "--jobs", "0"), "selfcheck-number: 0 is too few"),
    ],
)
def test_what_cannot_be_done(
    capsys: pytest.CaptureFixture[str], words: Sequence[str], message: str, tmp_path: Path
) -> None:
    code, out, err = put(capsys, *words)
    assert (code, out) == (2, "")
    assert message.partition(": ")[2] in err
