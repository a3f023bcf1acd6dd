"""Fixtures that every folder of tests may use."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

NO_ORIGINALS = (
    "the originals are not here: set HEXLAW_SOURCES to the folder with your copies "
    "(export HEXLAW_SOURCES=/path/to/rulebooks)"
)


@pytest.fixture(autouse=True, scope="session")
def _no_home_of_the_user(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep every test away from the user's own HEXLAW_HOME."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HEXLAW_HOME", str(tmp_path_factory.mktemp("hexlaw")))
        yield


@pytest.fixture(autouse=True)
def _every_proof_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have each proof looked over that any test's answer is made from, by whatever way it was asked for in this process."""
    from tests.kb.checked import (
        check_every_proof,
    )  # what only reads books needs no reasoner before its first test

    check_every_proof(monkeypatch)


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
