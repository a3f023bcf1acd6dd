"""The picture in README.md holds: imports point one way, and there is no other folder of code."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = {"api", "ingest", "kb", "ontology", "tests"}


def test_imports_point_one_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert lint_imports(no_cache=True) == EXIT_STATUS_SUCCESS


def test_there_is_no_other_folder_of_code() -> None:
    made = {"build", "dist"}  # by packaging
    found = {path.parts[len(ROOT.parts)] for path in ROOT.glob("[!.]*/**/*.py")} - made
    assert found == FOLDERS


def test_every_package_is_listed_for_installation() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    listed = set(project["tool"]["setuptools"]["packages"])
    packages = {
        ".".join(path.parent.relative_to(ROOT).parts)
        for folder in FOLDERS - {"tests"}
        for path in (ROOT / folder).rglob("*.py")
    }
    assert listed == packages


@pytest.mark.parametrize("folder", sorted(FOLDERS - {"tests"}))
def test_no_module_is_a_drawer(folder: str) -> None:
    assert [
        path.name for path in (ROOT / folder).rglob("*.py") if path.stem in ("utils", "helpers", "misc")
    ] == []
