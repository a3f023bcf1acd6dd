"""What holds for every test: each proof that an answer is made from passes the checker, whoever asked and however."""

from __future__ import annotations

from typing import Any

import pytest

import kb.answer
from kb.reason.checker import check_proof
from kb.reason.decide import Assumption, Decision, decide
from kb.reason.engine import Engine
from kb.reason.odds import OddsDecision, odds
from kb.reason.proof import Step
from kb.reason.situation import Situation
from kb.selfcheck.comparing import loop_cut

_DECIDE = decide
_ODDS = odds
_TOLD = kb.answer._Session._told


def accepted(root: Step, engine: Engine, situation: Situation, supposed: tuple[Assumption, ...] = ()) -> None:
    """Have a proof checked, in the situation with what is supposed besides."""
    if supposed:
        situation = situation.copy()
        for fact in supposed:
            fact.tell(situation)
    problems = [each for each in check_proof(root, engine.program, situation) if not loop_cut(each)]
    assert not problems, "\n".join(problems)


def _decide(engine: Engine, situation: Situation, *rest: Any, **named: Any) -> Decision:
    decision = _DECIDE(engine, situation, *rest, **named)
    accepted(decision.root, engine, situation)
    for case in (*decision.cases, *decision.deciding):
        accepted(case.root, engine, situation, case.supposed)
    for step in decision.refused:
        accepted(step, engine, situation)
    return decision


def _odds(engine: Engine, situation: Situation, *rest: Any, **named: Any) -> OddsDecision:
    found = _ODDS(engine, situation, *rest, **named)
    for case in found.cases:
        accepted(case.root, engine, situation)
    return found


def _told(session: Any, question: Any, decision: Decision, request: Any, *, asked: Any = None) -> Any:
    accepted(decision.root, session.book.engine, session.situation)
    return _TOLD(session, question, decision, request, asked=asked)


def check_every_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every answer's proofs checked from now on: decisions with their cases, odds, and what a class comes to."""
    monkeypatch.setattr(kb.answer, "decide", _decide)
    monkeypatch.setattr(kb.answer, "odds", _odds)
    monkeypatch.setattr(kb.answer._Session, "_told", _told)
