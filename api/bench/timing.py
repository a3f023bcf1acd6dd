"""Processor times of two things done in turn: what else the machine does counts for neither, and its pace is that of both."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Times:
    """Median and least of the rounds, in milliseconds of this process on the processor."""

    median: float
    least: float


@dataclass(frozen=True, slots=True)
class Spread:
    """Times of many actions, in the unit of whoever measured them: the median, the least, and what nine in ten stay within."""

    median: float
    least: float
    most_of_them: float

    @classmethod
    def of(cls, taken: Iterable[float]) -> Spread:
        """The figures of these times, of which there is at least one."""
        inorder = sorted(taken)
        return cls(
            statistics.median(inorder), inorder[0], inorder[min(len(inorder) - 1, len(inorder) * 9 // 10)]
        )


def in_turn(rounds: int, *actions: Callable[[], object]) -> tuple[Times, ...]:
    """Do every action once to warm up and then `rounds` times, one after the other, and time each."""
    for action in actions:
        action()
    taken: list[list[float]] = [[] for _ in actions]
    for _ in range(rounds):
        for action, times in zip(actions, taken, strict=True):
            gc.collect()
            begun = time.process_time()
            action()
            times.append((time.process_time() - begun) * 1000)
    return tuple(Times(statistics.median(times), min(times)) for times in taken)
