"""What an answer says beside its derivation, as headings and lines that any face can show."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def notes(answer: Mapping[str, Any]) -> list[tuple[str, list[str]]]:
    """The headings, each with its lines; those that do not apply are left out."""
    found = [
        ("Not understood", [line for part in answer.get("not_understood") or () for line in _unread(part)]),
        ("What would decide", [_decides(each) for each in answer.get("deciding") or ()]),
        ("What would change it", [_text(flip) for flip in answer.get("flips") or ()]),
        (
            "Taken as not so, since nothing says it",
            [_text(each) for each in answer.get("assumed_absent") or ()],
        ),
        ("Readings", [_reading(each) for each in answer.get("readings") or ()]),
        ("Because of", [_kinded(each) for each in answer.get("causes") or ()]),
        ("Flags", [_kinded(each) for each in answer.get("flags") or ()]),
    ]
    return [(heading, lines) for heading, lines in found if lines]


def _unread(part: Mapping[str, Any]) -> list[str]:
    near = [f"nearest: {sentence}" for sentence in part.get("nearest") or ()]
    return [f"{part.get('where')}: {part.get('why')}", *near]


def _decides(part: Mapping[str, Any]) -> str:
    return f"{part.get('answer')}, if {' and '.join(_text(fact).rstrip('.') for fact in part.get('facts') or ())}"


def _reading(part: Mapping[str, Any]) -> str:
    return f"{part.get('of')}, read {part.get('reading')!r}: {part.get('answer')}"


def _kinded(part: Mapping[str, Any]) -> str:
    return f"{part.get('kind')}: {part.get('statement')}"


def _text(value: Any) -> str:
    if isinstance(value, Mapping):
        return (
            str(value["sentence"])
            if "sentence" in value
            else ", ".join(_text(each) for each in value.values())
        )
    if isinstance(value, list | tuple):
        return " and ".join(_text(each).rstrip(".") for each in value)
    return str(value)
