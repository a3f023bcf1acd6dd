"""One diagnostic value for everything that is wrong with an input: code, severity, message, place, hint."""

from __future__ import annotations

from typing import Literal

from ingest.late_dataclasses import dataclass

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a file: its name, and the line and column from 1 (0 where there is none)."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        if not self.line:
            return self.file
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """What was wrong, where, and what would be right; `code` is stable."""

    code: str
    severity: Severity
    message: str
    place: Place
    hint: str | None = None
    evidence: str | None = None

    def __str__(self) -> str:
        hint = f" ({self.hint})" if self.hint else ""
        return f"{self.place}: {self.severity} {self.code}: {self.message}{hint}"


class HexlawError(Exception):
    """Bad input, as one or more diagnostics; the faces print them and no traceback."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__("\n".join(str(d) for d in diagnostics))
        self.diagnostics = diagnostics
