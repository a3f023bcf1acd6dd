"""The one exception of this folder; whoever sits above turns it into a diagnostic."""

from __future__ import annotations

from pathlib import Path


class OntologyError(Exception):
    """Data that cannot be used: what is wrong with it, and in which file and line (0 if unknown)."""

    def __init__(self, message: str, file: Path | str, line: int = 0, hint: str | None = None) -> None:
        where = f"{file}:{line}" if line else str(file)
        super().__init__(f"{where}: {message}" + (f" ({hint})" if hint else ""))
        self.message = message
        self.file = str(file)
        self.line = line
        self.hint = hint
