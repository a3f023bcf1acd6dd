"""What is wrong with a claim, as a record that CI can compare: known again by what the claim says, not by where it stands."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

Code = Literal["contradicted", "incomplete", "unread", "citation", "external", "misprint", "missing-row"]
Severity = Literal["error", "warning", "note"]

SEVERITIES: Mapping[Code, Severity] = {
    "contradicted": "error",
    "incomplete": "warning",
    "citation": "warning",
    "unread": "warning",
    "missing-row": "warning",
    "external": "note",
    "misprint": "note",
}


@dataclass(frozen=True, slots=True)
class Situated:
    """A situation with what the rules answer in it."""

    facts: tuple[str, ...]
    differs: tuple[str, ...]
    question: str
    answer: str
    text: str
    rules: tuple[str, ...]
    statements: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong with a claim.

    `printed` is the claim, `should` what it should say as far as that is known, `rules` and `statements` what says so,
    `situations` where it shows. `fingerprint` does not change when the claim moves or is said in other words.
    """

    code: Code
    row: str
    row_title: str
    column: str
    claim: str
    printed: str
    message: str
    should: str
    rules: tuple[str, ...]
    statements: tuple[str, ...]
    situations: tuple[Situated, ...]
    fingerprint: str

    @property
    def severity(self) -> Severity:
        """How bad it is: an error is false, a warning may mislead, a note cannot be settled here."""
        return SEVERITIES[self.code]

    @property
    def told(self) -> tuple[tuple[str, str], ...]:
        """The message in parts, each a text and the rule of the finding that it is, if it is one."""
        if not self.rules:
            return ((self.message, ""),)
        longest = sorted(self.rules, key=len, reverse=True)
        named = re.compile(rf"(?<![\w.])({'|'.join(map(re.escape, longest))})(?!\w|\.\w)")
        parts = named.split(self.message)
        return tuple((part, part if place % 2 else "") for place, part in enumerate(parts) if part)

    @property
    def unnamed(self) -> tuple[str, ...]:
        """The rules that the message does not name."""
        named = {rule for _, rule in self.told}
        return tuple(rule for rule in self.rules if rule not in named)

    def record(self) -> dict[str, Any]:
        """The finding as plain data for JSON."""
        return {
            "fingerprint": self.fingerprint,
            "code": self.code,
            "severity": self.severity,
            "row": self.row,
            "row_title": self.row_title,
            "column": self.column,
            "claim": self.claim,
            "printed": self.printed,
            "message": self.message,
            "should": self.should,
            "rules": list(self.rules),
            "statements": list(self.statements),
            "situations": [
                {
                    "facts": list(each.facts),
                    "differs": list(each.differs),
                    "question": each.question,
                    "answer": each.answer,
                    "text": each.text,
                    "rules": list(each.rules),
                }
                for each in self.situations
            ],
        }


def fingerprint_of(*about: str) -> str:
    """What a finding is known by."""
    return hashlib.sha256(json.dumps(about, ensure_ascii=False).encode()).hexdigest()[:16]


def fresh(findings: Sequence[Finding], accepted: frozenset[str], *, notes: bool) -> list[Finding]:
    """The findings that are not accepted; notes among them only where that is wanted."""
    return [
        found
        for found in findings
        if found.fingerprint not in accepted and (notes or found.severity != "note")
    ]
