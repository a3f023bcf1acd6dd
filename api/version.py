"""The version of this installation."""

from __future__ import annotations

import importlib.metadata
import tomllib
from pathlib import Path


def version() -> str:
    """The version as installed; in a checkout that is not installed, the one in pyproject.toml."""
    try:
        return importlib.metadata.version("hexlaw")
    except importlib.metadata.PackageNotFoundError:
        project = Path(__file__).resolve().parent.parent / "pyproject.toml"
        return str(tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"])
