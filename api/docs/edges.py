"""What overrides what, as pages show it: encodings with the same list of others beside them share it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

Edge = Mapping[str, Any]


def grouped(edges: Iterable[tuple[str, str, Edge]], said: str) -> list[dict[str, Any]]:
    """Groups of `heads`, the statements and sentence of each encoding, with the `edges` of each of them.

    The edges come with the statements and the sentence of the encoding that they are of; `said` is the field that tells the
    other one's sentence. A group stands where the first of its encodings does.
    """
    of_each: dict[tuple[str, str], list[Edge]] = {}
    for of, text, edge in edges:
        of_each.setdefault((of, text), []).append(edge)
    groups: dict[tuple[Any, ...], dict[str, Any]] = {}
    for (of, text), each in of_each.items():
        same = tuple((edge["kind"], edge["statements"], edge["by"], edge[said]) for edge in each)
        group = groups.setdefault(same, {"heads": [], "edges": each})
        group["heads"].append({"of": of, "text": text})
    return list(groups.values())
