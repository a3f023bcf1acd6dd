"""How long `hexlaw ask` takes from a cold start: a process of its own for each question, as on a command line."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

from api import example

START_LIMIT = 250.0
"""Milliseconds at the median from starting the process to its end, once the rulebook is kept under the home."""

RUNS = 10


def cold_start(runs: int = RUNS) -> float:
    """The median, in milliseconds, of so many runs of the example question after a first one, which may read the rulebook."""
    folder = str(Path(__file__).resolve().parent.parent.parent)
    path = os.pathsep.join(filter(None, [folder, os.environ.get("PYTHONPATH", "")]))
    facts = [word for fact in example.FACTS for word in ("--fact", fact)]
    command = [sys.executable, "-P", "-m", "api.cli.main", "ask", "--rulebook", example.RULEBOOK]
    environment = {**os.environ, "PYTHONPATH": path}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # as installed: compiled once
    taken = []
    for _ in range(runs + 1):
        begun = time.perf_counter()
        subprocess.run(
            [*command, *facts, example.QUESTION],
            check=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env=environment,
        )
        taken.append((time.perf_counter() - begun) * 1000)
    return statistics.median(taken[1:])
