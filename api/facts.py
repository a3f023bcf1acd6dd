"""Facts as text: one fact a line, `#` opens a comment; or a JSON list."""

from __future__ import annotations

import json
import re
from typing import Any

from ingest.diagnostics import Diagnostic, HexlawError, Place

_COMMENT = re.compile(r"(^|\s)#.*")


def facts_of_lines(text: str) -> list[str]:
    """The facts of a text: a fact a line, empty lines and comments left out. A `#` inside a word is no comment."""
    lines = (_COMMENT.sub("", line).strip() for line in text.splitlines())
    return [line for line in lines if line]


def facts_of_file(name: str, data: bytes) -> list[Any]:
    """The facts of a file: a JSON list if it begins with `[`, else lines. Raises HexlawError if it is neither."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _unusable(name, line, 0, "is not UTF-8 text", "save the facts as UTF-8") from None
    if not text.lstrip().startswith("["):
        return facts_of_lines(text)
    try:
        facts = json.loads(text)
    except json.JSONDecodeError as error:
        raise _unusable(name, error.lineno, error.colno, f"is not JSON: {error.msg}", _RIGHT) from None
    except RecursionError:
        raise _unusable(name, 1, 1, "is JSON nested too deeply", _RIGHT) from None
    return list(facts)


_RIGHT = 'a JSON list of sentences such as ["T1 is a truck."], or one sentence a line'


def _unusable(name: str, line: int, column: int, message: str, hint: str) -> HexlawError:
    return HexlawError(
        Diagnostic("facts-file", "error", f"the file {message}", Place(name, line, column), hint)
    )
