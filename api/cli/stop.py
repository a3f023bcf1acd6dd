"""Stop the service that runs on this home folder."""

from __future__ import annotations

import argparse
import os

from api.process import stop
from api.settings import Settings

EXAMPLES = """
  hexlaw stop
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments: there are none."""


def run(arguments: argparse.Namespace) -> int:
    """Stop it, or say that none runs; either way it is then not running, and the exit code is 0."""
    settings = Settings.from_environment(os.environ)
    stopped = stop(settings.home)
    print(f"Stopped the service at {stopped.address}." if stopped else f"No service runs on {settings.home}.")
    return 0
