"""The shipped cases of a rulebook: questions with their facts and the answers that its rules give, one JSON object a line."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ingest.diagnostics import Diagnostic, HexlawError, Place


@dataclass(frozen=True, slots=True)
class Case:
    """A question with its facts, by its id."""

    id: str
    facts: tuple[Any, ...]
    question: str


def shipped_cases(folder: Path) -> tuple[Case, ...]:
    """The cases in `cases/*.jsonl` of a rulebook's folder. Raises `HexlawError` for a line that is no case."""
    found: list[Case] = []
    wrong: list[Diagnostic] = []
    for path in sorted((folder / "cases").glob("*.jsonl")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            try:
                case = json.loads(line)
                found.append(Case(str(case["id"]), tuple(case["facts"]), str(case["question"])))
            except (ValueError, KeyError, TypeError):
                wrong.append(
                    Diagnostic(
                        "case-malformed",
                        "error",
                        "the line is no case",
                        Place(f"cases/{path.name}", number, 1),
                        'write {"id": "…", "facts": ["…"], "question": "…", …}',
                    )
                )
    if wrong:
        raise HexlawError(*wrong)
    return tuple(found)
