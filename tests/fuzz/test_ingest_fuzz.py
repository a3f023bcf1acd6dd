"""Damaged texts: a few from fixed seeds, and every input that once was read wrongly."""

from __future__ import annotations

from pathlib import Path

import pytest

from api.ingestion import ingest_files
from api.settings import Settings
from tests.fuzz.homes import check_home
from tests.fuzz.invariants import check
from tests.fuzz.kept import KEPT, Kept
from tests.fuzz.mutations import LONGEST, MUTATIONS, mutate
from tests.fuzz.runner import fuzz
from tests.fuzz.texts import BOOKS, FOLDER, TEXTS, damaged


@pytest.mark.parametrize("document", TEXTS)
def test_whole_texts_are_documents(document: str) -> None:
    assert check(TEXTS[document], document, BOOKS) == "document"
    assert check(TEXTS[document], None, BOOKS) == "document"


@pytest.mark.parametrize("first", range(0, 100, 20))
def test_damaged_texts(first: int) -> None:
    for seed in range(first, first + 20):
        document, data = damaged(seed)
        check(data, document, BOOKS, graph=seed % 4 == 0)


@pytest.mark.parametrize("kept", KEPT, ids=[kept.name for kept in KEPT])
def test_what_was_once_read_wrongly(kept: Kept) -> None:
    assert check(kept.data, kept.document, BOOKS) == kept.outcome


def test_the_same_seed_gives_the_same_text() -> None:
    assert [damaged(seed) for seed in range(20)] == [damaged(seed) for seed in range(20)]
    assert len({data for _, data in map(damaged, range(20))}) == 20


def test_every_mutation_changes_some_text() -> None:
    import random

    for mutation in MUTATIONS:
        assert any(mutation(random.Random(seed), TEXTS["T4"]) != TEXTS["T4"] for seed in range(20)), mutation
    assert len(mutate(random.Random(0), TEXTS["T4"])) <= 3 * LONGEST


def test_a_home_is_changed_whole_or_not_at_all(tmp_path: Path) -> None:
    home = tmp_path / "home"
    ingest_files(sorted((FOLDER / "sources").iterdir()), Settings(home=home))
    for seed in range(40, 44):
        document, data = damaged(seed)
        check_home(data, document, home)
    check_home(b"\0", "T2", home)
    check_home(TEXTS["T2"], "T2", home)


def test_runs_are_told_and_counted() -> None:
    report = fuzz(1, 4)
    assert (report.runs, report.failures, sum(report.outcomes.values())) == (4, [], 4)
