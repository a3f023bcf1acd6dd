"""Print rules files in their one form: a sentence a line, blocks two spaces deeper a level, comments where they stand."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from ingest.diagnostics import Diagnostic, HexlawError, Place

EXAMPLES = """
  hexlaw fmt rules/ground.rules
  hexlaw fmt --check rules/*.rules
  hexlaw fmt --write rules/*.rules
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "files", metavar="FILE", nargs="+", type=Path, help="a rules file, or a folder of them"
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--check", action="store_true", help="name the files that are not in that form; 4 if there are any"
    )
    how.add_argument("--write", action="store_true", help="write the files in that form in their place")


def run(arguments: argparse.Namespace) -> int:
    """Print the files formatted, or check or rewrite them; the exit code."""
    from kb.rulelang.layout import formatted

    other = 0
    for path in _files(arguments.files):
        try:
            text = path.read_bytes().decode("utf-8")
        except OSError as error:
            raise _refused(path, f"cannot be read: {error.strerror}") from None
        except UnicodeDecodeError:
            raise _refused(path, "is not UTF-8") from None
        new = formatted(text)
        if arguments.check:
            if new != text:
                other += 1
                print(path)
        elif not arguments.write:
            print(new, end="")
        elif new != text:
            _replace(path, new)
            print(path)
    return 4 if other else 0


def _files(paths: list[Path]) -> list[Path]:
    found: list[Path] = []
    for path in paths:
        inside = sorted(path.glob("*.rules")) if path.is_dir() else [path]
        if not inside:
            raise _refused(path, "holds no rules files", "name a file")
        found.extend(inside)
    return found


def _replace(path: Path, text: str) -> None:
    """Put the text in the file's place at once, so that nobody finds half of it."""
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        try:
            beside.write_bytes(text.encode("utf-8"))
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise _refused(path, f"cannot be written: {error.strerror}") from None


def _refused(path: Path, why: str, hint: str | None = None) -> HexlawError:
    return HexlawError(Diagnostic("fmt-file", "error", why, Place(str(path)), hint))
