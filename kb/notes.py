"""What an answer says beside its derivation, as headings and lines that any face can show."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Notes = list[tuple[str, list[str]]]
"""Headings, each with its lines."""


MOST_ABSENT = 8
"""How many of the absences that an answer assumes are told in full: rules that do not apply assume a hundred."""


def notes_before(answer: Mapping[str, Any]) -> Notes:
    """What is to be read before the derivation: what was not understood, what would decide."""
    return _there(
        ("Not understood", [line for part in answer.get("not_understood") or () for line in _unread(part)]),
        ("What would decide", [_decides(each) for each in answer.get("deciding") or ()]),
    )


def notes_after(answer: Mapping[str, Any]) -> Notes:
    """What is to be read after it: what would change the answer, what it assumes, which readings it hangs on."""
    return _there(
        ("What would change it", [_flips(each) for each in answer.get("flips") or ()]),
        (
            "Assumed, since nothing says otherwise",
            _some([_text(each) for each in answer.get("assumed_absent") or ()]),
        ),
        ("Not counted", [_miss(each) for each in answer.get("near_misses") or ()]),
        ("Readings", [_reading(each) for each in answer.get("readings") or ()]),
        ("Causes", [_kinded(each) for each in answer.get("causes") or ()]),
        ("Flags", [_kinded(each) for each in answer.get("flags") or ()]),
    )


def _some(absent: list[str]) -> list[str]:
    """The absences that the answer rests on most nearly; of many the others are counted."""
    more = len(absent) - MOST_ABSENT
    return absent if more < 2 else [*absent[:MOST_ABSENT], f"and {more} more, which the JSON answer lists"]


def _there(*found: tuple[str, list[str]]) -> Notes:
    return [(heading, lines) for heading, lines in found if lines]


def _unread(part: Mapping[str, Any]) -> list[str]:
    near = [f"nearest: {sentence}" for sentence in part.get("nearest") or ()]
    return [f"“{part['sentence']}”: {part.get('why')}" if "sentence" in part else str(part.get("why")), *near]


def _decides(part: Mapping[str, Any]) -> str:
    return f"{outcome(part)}, if {_facts(part)}"


def _flips(part: Mapping[str, Any]) -> str:
    instead = f" instead of {_bare(part['instead_of'])}" if part.get("instead_of") else ""
    return f"{outcome(part)}, if {_facts(part)}{instead}"


def outcome(part: Mapping[str, Any]) -> str:
    """What a part of an answer comes to: its value, else how likely each value is, else its verdict."""
    if "value" in part:
        return str(part["value"])
    if part.get("answer") == "value" and part.get("odds"):
        return ", ".join(f"{each['outcome']} {each['p']}" for each in part["odds"])
    return str(part.get("answer"))


def _facts(part: Mapping[str, Any]) -> str:
    return " and ".join(_bare(fact) for fact in part.get("facts") or ())


def _miss(part: Mapping[str, Any]) -> str:
    why = f": {part['why']}" if part.get("why") else ""
    return f"{part.get('sentence')} [{part.get('statement')}]{why}"


def _reading(part: Mapping[str, Any]) -> str:
    return f"{part.get('of')}, read {part.get('reading')!r}: {outcome(part)}"


def _kinded(part: Mapping[str, Any]) -> str:
    about = part.get("statement") or part.get("missing") or " and ".join(part.get("facts") or ())
    return f"{part.get('kind')}: {about}"


def _text(value: Any) -> str:
    return str(value["sentence"]) if isinstance(value, Mapping) and "sentence" in value else str(value)


def _bare(fact: Any) -> str:
    """A sentence as part of another: without its full stop, and without the capital that it begins with."""
    text = _text(fact).rstrip(".")
    return text[:1].lower() + text[1:] if text[1:2].islower() else text
