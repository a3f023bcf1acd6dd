"""The walk-through of one more exception: its commands are run, its edits made, and what is printed is what it shows."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "kb" / "rulelang" / "WALKTHROUGH.md"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BELOW = re.compile(r"In `([^`]+)`, below\sthe\sline\sthat\shas\s`([^`]+)`:\s*$")
INTO = re.compile(r"Put this into\s`([^`]+)`:\s*$")


def test_the_page_does_what_it_says(tmp_path: Path) -> None:
    page = PAGE.read_text(encoding="utf-8")
    book = tmp_path / "rulebooks" / "asl"
    shown: list[tuple[str, str]] = []
    printed: list[tuple[str, str]] = []
    end = 0
    for block in BLOCK.finditer(page):
        before, (kind, text) = page[end : block.start()], block.groups()
        end = block.end()
        below, into = BELOW.search(before), INTO.search(before)
        if kind == "sh":
            printed.append((text, unnumbered(run(text, tmp_path))))
        elif kind == "text":
            shown.append((printed[-1][0], unnumbered(text)))
        elif below is not None:
            insert(book / below[1], below[2], text)
        elif into is not None:
            (book / into[1]).write_text(text, encoding="utf-8")
        else:
            raise AssertionError(f"a block that nothing is done with: {text}")
    assert len(shown) == 8
    assert [pair for pair in printed if pair[1]] == shown


def run(command: str, home: Path) -> str:
    """What a command of the page prints, in a home with the rulebooks that it says."""
    hexlaw = f'hexlaw() {{ {shlex.quote(sys.executable)} -m api.cli.main "$@"; }}'
    environment = {
        **os.environ,
        "HOME": str(home),
        "HEXLAW_HOME": str(home / "hexlaw"),
        "HEXLAW_RULEBOOKS": str(home / "rulebooks"),
    }
    done = subprocess.run(
        ["bash", "-c", f"{hexlaw}\n{command}"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment,
    )
    return done.stdout + done.stderr


def unnumbered(text: str) -> str:
    """The text without the numbers of lines of the rules file, which move whenever something above them is written."""
    return re.sub(r"(?<=\.rules:)\d+", "…", text)


def insert(file: Path, mark: str, text: str) -> None:
    """Put text below the one line that has a mark."""
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    [place] = [number for number, line in enumerate(lines) if mark in line]
    file.write_text("".join((*lines[: place + 1], text, *lines[place + 1 :])), encoding="utf-8")
