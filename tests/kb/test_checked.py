"""The check that goes along with every test: a bent proof stops whoever asked, by whatever way."""

from __future__ import annotations

from typing import Any

import pytest

from kb.answer import ask
from kb.reason.decide import Decision, decide
from kb.reason.proof import NO, YES
from tests.kb import checked

FACTS = ["Hex 1 is a canal hex.", "T1 is a truck."]


def test_an_answer_with_a_bent_proof_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def bent(*rest: Any, **named: Any) -> Decision:
        decision = decide(*rest, **named)
        for step in decision.root.because:
            step.verdict = NO if step.verdict == YES else YES
        return decision

    request = {"rulebook": "asl", "facts": FACTS, "question": "Is hex 1 a Water Obstacle to T1?"}
    assert ask(request)["answer"] == "yes"
    monkeypatch.setattr(checked, "_DECIDE", bent)
    with pytest.raises(
        AssertionError, match=r"nobody told so|its condition is not shown|the taxonomy does not say so"
    ):
        ask(request)
