"""`hexlaw ingest` killed at any moment leaves the earlier graph whole, and the next one succeeds."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

from kb.queries import count_documents
from kb.store import Store
from ontology.books import book_folder
from tests.api.conftest import ROOT, Hexlaw

GROUND = book_folder("tidewrack") / "sources" / "tidewrack-ground.txt"
KILLS = 12


def state(home: Path) -> tuple[str, frozenset[tuple[str, int, int, int]]]:
    """The edition of T2 that the graph has, and what it counts in each document."""
    store = Store.open_current(home)
    edition = next(each.sha256 for each in store.editions() if each.document == "T2")
    counts = frozenset((c.document, c.rules, c.statements, c.references) for c in count_documents(store))
    assert len(store.query("SELECT ?s ?p ?o WHERE { GRAPH ?g { ?s ?p ?o } }")) == len(store)
    return edition, counts


def test_ingest_killed_at_random_moments(hexlaw: Hexlaw, home: Path, tmp_path: Path) -> None:
    text = GROUND.read_text(encoding="utf-8")
    copies = [tmp_path / f"ground-{number}.txt" for number in (1, 2)]
    whole = {}
    for number, copy in enumerate(copies):
        # A line of its own at the end continues the last rule, so that the two editions differ.
        copy.write_text(f"{text.rstrip()} Edition {number} ends here.\n", encoding="utf-8")
        assert hexlaw("ingest", str(copy)).code == 0
        edition, counts = state(home)
        whole[edition] = counts
    assert len(whole) == 2
    started = time.monotonic()
    words = [sys.executable, "-m", "api.cli.main", "ingest"]
    subprocess.run([*words, str(copies[0])], check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    longest = time.monotonic() - started  # only to spread the kills over one whole run
    moments = random.Random(41)
    unfinished = 0
    for turn in range(KILLS):
        before = state(home)
        killed = subprocess.Popen(
            [*words, str(copies[turn % 2])], cwd=ROOT, stdout=subprocess.DEVNULL, env={**os.environ}
        )
        time.sleep(moments.uniform(longest / 4, longest))
        killed.kill()
        unfinished += killed.wait() != 0
        edition, counts = state(home)
        assert whole[edition] == counts
        assert edition in (before[0], *whole)
    assert unfinished, "no kill fell into a run: the moments are badly chosen"
    assert hexlaw("ingest", str(copies[1])).code == 0
    assert state(home)[1] == list(whole.values())[1]
