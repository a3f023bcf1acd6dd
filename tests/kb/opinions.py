"""Three opinions on a rulebook of a few lines: reasoner, slow evaluator and clingo on random scenarios, proofs checked."""

from __future__ import annotations

from collections import Counter

from kb.rulebook import Rulebook
from kb.selfcheck.comparing import Comparison


def agree(book: Rulebook, scenarios: int) -> Counter[str]:
    """Hold them against each other on so many scenarios; how often each answer was given."""
    tally = Comparison(book, 0).compare(range(scenarios))
    assert tally.differences == []
    return tally.answers + tally.set_aside
