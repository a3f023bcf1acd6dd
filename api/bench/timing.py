"""Times of two things done in turn, so that whatever else the machine does falls on both."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Times:
    """Median and least of the rounds, in milliseconds."""

    median: float
    least: float


def in_turn(rounds: int, *actions: Callable[[], object]) -> tuple[Times, ...]:
    """Do every action once to warm up and then `rounds` times, one after the other, and time each."""
    for action in actions:
        action()
    taken: list[list[float]] = [[] for _ in actions]
    for _ in range(rounds):
        for action, times in zip(actions, taken, strict=True):
            gc.collect()
            begun = time.perf_counter()
            action()
            times.append((time.perf_counter() - begun) * 1000)
    return tuple(Times(statistics.median(times), min(times)) for times in taken)
