"""Many damaged texts, in processes of their own: a run that never ends or eats all memory is ended and told."""

from __future__ import annotations

import json
import resource
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

from api.ingestion import ingest_files
from api.settings import Settings
from tests.fuzz.homes import check_home
from tests.fuzz.invariants import Broken, check
from tests.fuzz.texts import BOOKS, FOLDER, TEXTS, damaged

#: Seconds of the processor that one text may take; usual is 0.1.
SECONDS = 30
MEMORY = 4 * 2**30
BATCH = 500
#: One text in so many is linted and exported, too, one goes through the graph, and one into a home: these take longer.
FURTHER, GRAPHS, HOMES = 4, 20, 400


@dataclass
class Report:
    """What came of the runs: how often each outcome, what failed, which took longest."""

    runs: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    failures: list[tuple[int, str]] = field(default_factory=list)
    slowest: tuple[float, int] = (0.0, -1)


class TooLong(BaseException):
    """A text took longer than it may; no `except Exception` may swallow it."""


def fuzz(seed: int, runs: int, tell: Callable[[Report], None] = lambda report: None) -> Report:
    """The runs with the seeds from `seed` on, one process for each batch; `tell` is told after each what came of all."""
    report = Report()
    first, last = seed, seed + runs
    while first < last:
        done = first
        for outcome in _child(first, min(BATCH, last - first)):
            done = outcome["seed"] + 1
            report.runs += 1
            report.outcomes[outcome["outcome"]] += 1
            if "wrong" in outcome:
                report.failures.append((outcome["seed"], outcome["wrong"]))
            report.slowest = max(report.slowest, (outcome["seconds"], outcome["seed"]))
        if done < min(first + BATCH, last):
            report.runs += 1
            report.outcomes["died"] += 1
            report.failures.append((done, "the process died, or was ended after a run without end"))
            done += 1
        first = done
        tell(report)
    return report


def _child(seed: int, runs: int) -> Iterator[dict[str, Any]]:
    """The outcomes of one process, as it tells them."""
    command = [sys.executable, "-m", "tests.fuzz.runner", str(seed), str(runs)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=FOLDER.parents[2]) as process:
        assert process.stdout is not None
        for line in process.stdout:
            yield json.loads(line)


def run(seed: int, home: Path) -> str:
    """One text, damaged: its outcome. Raises what it should not."""
    document, data = damaged(seed)
    turn = seed // len(TEXTS)  # each document has the same turns
    outcome = check(data, document, BOOKS, further=turn % FURTHER == 0, graph=turn % GRAPHS == 0)
    if turn % GRAPHS == 1:
        check(data, None, BOOKS, further=False, graph=False)
    if turn % HOMES == 0:
        check_home(data, document, home)
    return outcome


def _serve(seed: int, runs: int) -> None:
    """Be such a process: the runs in order, a line for each."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGPROF, _stop)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        if any(each // len(TEXTS) % HOMES == 0 for each in range(seed, seed + runs)):
            ingest_files(sorted((FOLDER / "sources").iterdir()), Settings(home=home))
        for each in range(seed, seed + runs):
            told: dict[str, Any] = {"seed": each}
            began = time.process_time()
            # Where even that is not heeded, the system ends the process a while later.
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            used = int(time.process_time())
            resource.setrlimit(resource.RLIMIT_CPU, (used + 3 * SECONDS, resource.RLIM_INFINITY))
            try:
                told["outcome"] = run(each, home)
            except (Exception, TooLong) as error:
                told |= {"outcome": "wrong", "wrong": _described(error)}
            signal.setitimer(signal.ITIMER_PROF, 0)
            told["seconds"] = time.process_time() - began
            print(json.dumps(told), flush=True)


def _stop(number: int, frame: FrameType | None) -> None:
    raise TooLong(f"more than {SECONDS} seconds")


def _described(error: BaseException) -> str:
    at = traceback.extract_tb(error.__traceback__)[-1]
    where = "" if isinstance(error, Broken) else f", {Path(at.filename).name}:{at.lineno}"
    return f"{type(error).__name__}: {error}{where}"[:400]


if __name__ == "__main__":
    _serve(int(sys.argv[1]), int(sys.argv[2]))
