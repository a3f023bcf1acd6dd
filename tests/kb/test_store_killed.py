"""A builder killed at any moment leaves the earlier graph whole, and the next build succeeds."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

from kb.queries import count_documents, rule_page
from kb.store import Store, build
from tests.kb.marshes import BOOK, fens, many

KILLS = 25
LONGEST = 0.15  # seconds that a builder is left alone; one build takes less

# Builds over and over, so that a kill at a random moment falls into any step of a build.
BUILDER = """
import sys
from pathlib import Path
from kb.store import build
from tests.kb.marshes import many
home, rules = Path(sys.argv[1]), int(sys.argv[2])
documents = [many(rules), many(rules + 1)]
print("ready", flush=True)
turn = 0
while True:
    build(home, [documents[turn % 2]], [])
    turn += 1
"""


def assert_whole(home: Path, expected: set[int]) -> None:
    store = Store.open_current(home)
    counts = {c.document: (c.rules, c.statements, c.references) for c in count_documents(store)}
    rules = counts["B7"][0]
    assert rules in expected
    assert counts == {"B7": (rules, rules, rules), "M1": (7, 7, 6)}
    assert len(store.query("SELECT ?s ?p ?o WHERE { GRAPH ?g { ?s ?p ?o } }")) == len(store)
    page = rule_page(store, BOOK, f"B7.{rules}")
    assert page is not None
    assert page.statements[0].text == f"{rules} Bog {rules} is deeper than {rules - 1}."
    assert {edition.document: len(edition.rules) for edition in store.editions()} == {"B7": rules, "M1": 7}


def test_killed_at_random_moments(tmp_path: Path) -> None:
    moments = random.Random(13)
    build(tmp_path, [fens(), many(40)], [])
    unfinished = 0
    for turn in range(KILLS):
        rules = 50 + 2 * turn
        builder = subprocess.Popen(
            [sys.executable, "-c", BUILDER, str(tmp_path), str(rules)],
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[2],
        )
        assert builder.stdout is not None
        assert builder.stdout.readline() == b"ready\n"
        time.sleep(moments.uniform(0, LONGEST))
        builder.kill()
        builder.wait()
        builder.stdout.close()
        unfinished += any((tmp_path / "graph" / "generations").glob(".building-*"))
        assert_whole(tmp_path, {40, rules - 1, rules, rules + 1})
        build(tmp_path, [many(rules + 1)], [], grace=0.0)
        assert_whole(tmp_path, {rules + 1})
    assert unfinished > 0, "no kill fell into a build: the test shows nothing"
