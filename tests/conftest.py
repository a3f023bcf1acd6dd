"""Fixtures that every folder of tests may use."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

NO_ORIGINALS = (
    "the originals are not here: set HEXLAW_SOURCES to the folder with your copies "
    "(export HEXLAW_SOURCES=/path/to/rulebooks)"
)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty HEXLAW_HOME of the test's own, and no other setting of Hexlaw in the environment."""
    for name in [name for name in os.environ if name.startswith("HEXLAW_")]:
        monkeypatch.delenv(name)
    folder = tmp_path / "hexlaw-home"
    monkeypatch.setenv("HEXLAW_HOME", str(folder))
    return folder


@pytest.fixture(scope="session")
def originals() -> Path:
    """The folder of the originals: HEXLAW_SOURCES, else ../shared/sources beside the checkout; skips without it."""
    named = os.environ.get("HEXLAW_SOURCES")
    folder = Path(named) if named else Path(__file__).resolve().parent.parent.parent / "shared" / "sources"
    if not folder.is_dir():
        pytest.skip(NO_ORIGINALS)
    return folder
