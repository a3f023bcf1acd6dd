"""What holds for every test of the reasoner: each proof that an answer is made from passes the checker."""

from __future__ import annotations

from typing import Any

import pytest

import kb.answer
from kb.reason.checker import check_proof
from kb.reason.decide import Decision, decide
from kb.reason.engine import Engine
from kb.reason.situation import Situation
from kb.selfcheck.comparing import loop_cut


def _decide_and_check(engine: Engine, situation: Situation, *rest: Any, **named: Any) -> Decision:
    decision = decide(engine, situation, *rest, **named)
    problems = check_proof(decision.root, engine.program, situation)
    assert [each for each in problems if not loop_cut(each)] == []
    return decision


@pytest.fixture(autouse=True)
def _every_proof_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kb.answer, "decide", _decide_and_check)
