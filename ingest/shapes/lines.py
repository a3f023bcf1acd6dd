"""How a source of lines is known: by the first that is not empty."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ingest.source import Source


def fits_first_line(source: Source, document: Mapping[str, Any]) -> bool:
    """Whether the first line that is not empty fits the document's `line` pattern."""
    pattern = document["recognise"].get("line")
    first = re.search(r"\S[^\n]*", source.text)
    return bool(pattern and first and re.search(pattern, first[0]))
