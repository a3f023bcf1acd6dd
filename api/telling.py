"""A fact told by a click: it takes the place of the told fact that it contradicts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from api.asked import Asked

_MOST = 12
"""So many of the told facts are tried, those first that have most words in common with the new one."""


def telling(asked: Asked, fact: str, ask: Callable[[Asked], Mapping[str, Any]]) -> tuple[Asked, str | None]:
    """The question with this fact, and the fact that was left out for it.

    None is left out unless the answer (by `ask`) is a conflict with it and no conflict without; where that is so of no
    single fact, the new one stands beside all others, and the answer shows what disagrees.
    """
    beside = asked.told(fact)
    if fact in asked.facts or ask(beside)["answer"] != "conflict":
        return beside, None
    words = _words(fact)
    # `sorted` keeps the order of those that are as near as each other.
    for other in sorted(asked.facts, key=lambda each: -len(words & _words(each)))[:_MOST]:
        instead = asked.told(fact, instead_of=other)
        if ask(instead)["answer"] not in ("conflict", "not understood"):
            return instead, other
    return beside, None


def _words(sentence: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", sentence.casefold()))
