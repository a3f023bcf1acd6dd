"""Telling whoever waits for a long document how far it has come."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Literal, TypeVar

Stage = Literal["cut", "references"]
Watch = Callable[[Stage, int], None]
"""Told what is being done, and through how many rules it has gone; about every `EVERY` rules, and at the end."""

EVERY = 50

Item = TypeVar("Item")


def watched(
    items: Iterable[Item], begins_rule: Callable[[Item], bool], stage: Stage, watch: Watch | None
) -> Iterable[Item]:
    """The same items; `watch` is told of the rules that began among them."""
    return items if watch is None else _watched(items, begins_rule, stage, watch)


def _watched(
    items: Iterable[Item], begins_rule: Callable[[Item], bool], stage: Stage, watch: Watch
) -> Iterator[Item]:
    rules = 0
    for item in items:
        if begins_rule(item):
            rules += 1
            if rules % EVERY == 0:
                watch(stage, rules)
        yield item
    watch(stage, rules)
