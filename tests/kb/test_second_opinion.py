"""Three opinions: the reasoner, the slow evaluator and clingo say the same of random scenarios, and each proof holds.

`HEXLAW_SCENARIOS=5000` looks at more of them, `hexlaw selfcheck` at as many as wanted.
"""

from __future__ import annotations

import os

import pytest

from kb.cache import rulebook_of
from kb.selfcheck.comparing import Comparison

SCENARIOS = int(os.environ.get("HEXLAW_SCENARIOS", "60"))
SEED = 20


@pytest.mark.parametrize("rulebook", ["asl", "tidewrack"])
def test_three_opinions_agree(rulebook: str) -> None:
    tally = Comparison(rulebook_of(rulebook), SEED).compare(range(SCENARIOS))
    print(f"{rulebook}: {dict(tally.answers)}; set aside: {dict(tally.set_aside)}")
    assert tally.differences == []
    assert tally.set_aside.total() <= SCENARIOS // 20
    assert tally.proofs == tally.answers.total() == SCENARIOS - tally.set_aside.total()
    answers = tally.answers
    assert min(answers["yes"], answers["no"], answers["undetermined"], answers["value"]) > 0
