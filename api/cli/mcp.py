"""Serve tools for assistants (Model Context Protocol) over standard input and output: ask, read, search, cite."""

from __future__ import annotations

import argparse
import os

from api.settings import Settings

EXAMPLES = """
  hexlaw mcp
  HEXLAW_HOME=~/games/hexlaw hexlaw mcp
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments: none."""


def run(arguments: argparse.Namespace) -> int:
    """Serve until the input ends; the exit code."""
    settings = Settings.from_environment(os.environ)
    try:
        import mcp  # noqa: F401  # is it installed?
    except ModuleNotFoundError:
        from ingest.diagnostics import Diagnostic, HexlawError, Place

        message = "the library for the Model Context Protocol is not installed"
        hint = "pip install 'hexlaw[mcp]'"
        raise HexlawError(Diagnostic("mcp-missing", "error", message, Place("environment"), hint)) from None
    from api.graph import Graph
    from api.mcp import mcp_server

    mcp_server(Graph(settings)).run("stdio")
    return 0
