"""How far a long ingest has come: shown on a terminal, not in a pipe, and not if nobody wants to know."""

from __future__ import annotations

import io
import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console

from api.cli.ingest import Spinner
from api.ingestion import SoFar, read_documents
from api.settings import Settings
from ontology.books import book_folder
from tests.api.conftest import ROOT, Hexlaw
from tests.kb.editions_of import book, text_of

SOURCES = book_folder("tidewrack") / "sources"
GROUND = SOURCES / "tidewrack-ground.txt"
LANDING = SOURCES / "tidewrack-landing.html"


class Told:
    """Progress that keeps what it is told."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    @contextmanager
    def __call__(self, doing: str) -> Iterator[SoFar]:
        self.lines.append(doing)
        yield lambda so_far: self.lines.append(f"  {so_far}")


def test_files_are_counted_and_rules_in_each(home: Path) -> None:
    told = Told()
    read_documents([GROUND, LANDING], Settings(home), progress=told)
    assert told.lines == [
        "Reading tidewrack-ground.txt (1 of 2)",
        "  27 rules cut",
        "  27 rules searched for references",
        "Reading tidewrack-landing.html (2 of 2)",
        "  15 rules cut",
        "  15 rules searched for references",
    ]


def test_a_long_document_tells_how_far_it_has_come(home: Path, tmp_path: Path) -> None:
    told = Told()
    path = tmp_path / "long.txt"
    path.write_text(text_of(book(1, 120)).replace("3. MOORS", "2. GROUND").replace("\n3.", "\n2."))
    read_documents([path], Settings(home), progress=told)
    assert told.lines == [
        "Reading long.txt",
        "  50 rules cut",
        "  100 rules cut",
        "  121 rules cut",
        "  50 rules searched for references",
        "  100 rules searched for references",
        "  121 rules searched for references",
    ]


def test_a_spinner_shows_what_it_is_told() -> None:
    console = Console(file=io.StringIO(), force_terminal=True, width=100)
    with Spinner(console)("Reading [x].txt") as so_far:
        so_far("50 rules cut")
    assert isinstance(console.file, io.StringIO)
    assert "Reading [x].txt" in console.file.getvalue()


def on_a_terminal(home: Path, *words: str) -> tuple[int, str, str]:
    """Run the command with its errors on a terminal: exit code, standard output, what the terminal got."""
    ours, its = pty.openpty()
    environment = {**os.environ, "HEXLAW_HOME": str(home), "TERM": "xterm"}
    command = [sys.executable, "-m", "api.cli.main", *words]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=its, cwd=ROOT, env=environment, text=True
    ) as process:
        os.close(its)
        shown = b""
        while True:
            try:
                piece = os.read(ours, 4096)
            except OSError:  # the other end is closed
                break
            if not piece:
                break
            shown += piece
        out = process.stdout.read() if process.stdout else ""
    os.close(ours)
    return process.returncode, out, shown.decode()


def test_a_terminal_shows_progress_a_pipe_does_not(home: Path, hexlaw_process: Hexlaw) -> None:
    code, out, shown = on_a_terminal(home, "ingest", str(GROUND), str(LANDING))
    assert code == 0
    assert len(out.splitlines()) == 4
    shipped = "With what comes with Hexlaw: tidewrack:PA, tidewrack:T5, tidewrack:T6\n"
    assert shipped in out
    assert "Reading tidewrack-ground.txt (1 of" in shown
    assert "Building the graph" in shown
    piped = hexlaw_process("ingest", str(GROUND), str(LANDING))
    assert (piped.code, piped.err) == (0, "")
    strip = re.compile(r"generation \S+")
    # What comes with Hexlaw is in the graph by now.
    assert strip.sub("", piped.out) == strip.sub("", out.replace(shipped, ""))


def test_quiet_prints_nothing_but_errors(home: Path, hexlaw: Hexlaw, tmp_path: Path) -> None:
    assert on_a_terminal(home, "ingest", "--quiet", str(GROUND)) == (0, "", "")
    result = hexlaw("ingest", "-q", str(tmp_path / "missing"))
    assert (result.code, result.out) == (2, "")
    assert result.err == f"{tmp_path / 'missing'}: error file: cannot be read: No such file or directory\n"
