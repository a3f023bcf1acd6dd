"""What is asked of a class by its noun: the noun stands for no thing with the name that comes next in the question."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kb.fens import Ask, asker

VOCABULARY = """
adjective else no: drenched (thing)
relation else yes: a thing ^may hail
action else yes: a unit hails a craft
"""
RULES = """
F1.1-s1: a drenched walker may not hail a raft.
F1.2-s1: a raft may not hail if the raft is drenched.
"""


@pytest.fixture
def ask(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asker(tmp_path / "books", monkeypatch, VOCABULARY, RULES)


def test_who_does_it_is_not_what_it_is_done_with(ask: Ask) -> None:
    answer = ask(["W1 is a walker.", "W1 is drenched."], "Which craft may W1 hail?")
    assert answer["answer"] == "split"
    assert (
        answer["text"] == "It depends on the kind: yes for any craft other than a raft; no for a raft (F1.1)."
    )
