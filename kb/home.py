"""Where Hexlaw keeps what it writes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def home_of(environment: Mapping[str, str]) -> Path:
    """HEXLAW_HOME, else `hexlaw` in XDG_DATA_HOME, else `~/.local/share/hexlaw`; it need not exist.

    Raises `RuntimeError` where the user's own folder is needed and cannot be told.
    """
    if named := environment.get("HEXLAW_HOME"):
        return Path(named).expanduser().resolve()
    if data := environment.get("XDG_DATA_HOME"):
        return Path(data) / "hexlaw"
    return Path.home() / ".local" / "share" / "hexlaw"
