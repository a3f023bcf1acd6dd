"""Files that are broken: a clear message or a finding each, and a home that is changed whole or not at all."""

from __future__ import annotations

import errno
import gzip
import io
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from api.ingestion import ingest_files, shipped_files
from api.settings import Settings
from ingest.pipeline import ingest
from kb.store import Store
from ontology.books import book_folder
from tests.api.conftest import ROOT, Hexlaw, Result
from tests.fuzz.homes import snapshot

SOURCES = book_folder("tidewrack") / "sources"
GROUND = (SOURCES / "tidewrack-ground.txt").read_bytes()
LANDING = (SOURCES / "tidewrack-landing.html").read_bytes()
KNOWN = (
    "(known: amphibious-37:37, asl:G13, asl:B21, asl:PA, squad-terrain:10, tidewrack:T2, tidewrack:T4, tidewrack:T5, "
    "tidewrack:T6, tidewrack:PA)"
)
NO_TEXT = "error not-text: is a binary file (export it as HTML or plain text)"
NUL = "error not-text: has a NUL character, so it is no text, or UTF-16 without its mark (save the file as UTF-8)"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a graph of Tidewrack, made once."""
    folder = tmp_path_factory.mktemp("built") / "home"
    ingest_files(shipped_files(), Settings(home=folder))
    return folder


@pytest.fixture
def full(built: Path, home: Path) -> Path:
    """The test's own home with that graph in it."""
    shutil.copytree(built, home)
    return home


def zipped(data: bytes) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as file:
        file.writestr("rules.txt", data)
    return written.getvalue()


REFUSED: dict[str, tuple[bytes, str]] = {
    "utf-16-without-mark": (GROUND.decode().encode("utf-16-le"), f":1:2: {NUL}"),
    "utf-16-other-way": (GROUND.decode().encode("utf-16-be"), f":1:1: {NUL}"),
    "latin-1-said-to-be-utf-8": (
        LANDING.replace(b"Each player", "Café".encode("latin-1") + b" player"),
        ":21:241: error wrong-encoding: byte 0xE9 is not UTF-8 (save the file as UTF-8)",
    ),
    "cut-within-a-character": (
        GROUND[: GROUND.index("≤".encode()) + 1],
        ":28:1: error wrong-encoding: byte 0xE2 is not UTF-8 (save the file as UTF-8)",
    ),
    "unknown-charset": (
        LANDING.replace(b"charset=UTF-8", b"charset=klingon"),
        ": error wrong-encoding: declares the encoding 'klingon', which is not known (save the file as UTF-8 and say so)",
    ),
    "charset-that-is-no-text": (
        LANDING.replace(b"charset=UTF-8", b"charset=base64"),
        ": error wrong-encoding: declares the encoding 'base64', which is not known (save the file as UTF-8 and say so)",
    ),
    "nul-in-the-text": (GROUND[:500] + b"\0" + GROUND[500:], f":7:82: {NUL}"),
    "nothing-but-nul": (bytes(5000), f":1:1: {NUL}"),
    "png": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), f": {NO_TEXT}"),
    "zip": (zipped(GROUND), f": {NO_TEXT}"),
    "gzip": (gzip.compress(GROUND), f": {NO_TEXT}"),
    "pdf": (b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", f": {NO_TEXT}"),
    "no-rulebook": (
        b"<html><head><title>Soup</title></head><body><h1>Soup</h1><p>Boil water.</p></body></html>",
        f": error unknown-document: is not a document of a known rulebook {KNOWN}",
    ),
    "only-a-heading": (
        b"2. GROUND\n\nNothing follows.\n",
        ": error no-rules: looks like T2, but has no rule numbered 2.… (is it the whole page?)",
    ),
    "cut-within-the-head": (
        LANDING[:200],
        f": error unknown-document: is not a document of a known rulebook {KNOWN}",
    ),
    "empty": (b"", ": error empty-source: has no text"),
    "blank": (" \n\t\n\xa0".encode(), ": error empty-source: has no text"),
    "only-a-mark": (b"\xef\xbb\xbf", ": error empty-source: has no text"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_read_is_refused_and_nothing_changes(
    hexlaw: Hexlaw, full: Path, tmp_path: Path, name: str
) -> None:
    data, message = REFUSED[name]
    before = snapshot(full)
    file = tmp_path / "broken"
    file.write_bytes(data)
    assert hexlaw("ingest", str(file)) == Result(2, "", f"{file}{message}\n")
    assert snapshot(full) == before


CUT = LANDING.index(b'id="4.221"') + 5
FOUND: dict[str, tuple[bytes, list[str]]] = {
    "cut-within-a-tag": (
        LANDING[:CUT],
        [
            ":25:152: warning range-end-missing: there is no rule T4.24 (nearest: T4.21, T4.22, T4.2)",
            ":27:171: warning dangling-reference: there is no rule T4.4 (nearest: T4.1, T4.2, T4.11)",
            ":29:4: warning truncated-markup: the source ends inside a tag that begins here (is the file whole?)",
            ":29:12: warning truncated-markup: the source ends before <html> is closed (is the file whole?)",
        ],
    ),
    "comment-that-never-ends": (
        LANDING.replace(b'<p><a id="4.3">', b'<!-- <p><a id="4.3">'),
        [
            ":27:171: warning dangling-reference: there is no rule T4.4 (nearest: T4.1, T4.2, T4.11)",
            ":34:1: warning truncated-markup: the source ends inside a comment that begins here (is the file whole?)",
            ":44:1: warning truncated-markup: the source ends before <html> is closed (is the file whole?)",
        ],
    ),
    "misread": (
        GROUND.decode().encode().decode("cp1252").encode(),
        [
            ":28:1: warning misread-encoding: “â‰¤” is “≤” read in a wrong encoding (save the original as UTF-8 again)",
            ":30:1: warning misread-encoding: “â‰¥” is “≥” read in a wrong encoding (save the original as UTF-8 again)",
        ],
    ),
    "unclosed-bracket": (
        GROUND + b"\n\n2.63 OPEN: A hex is wet [EXC: dry.\n",
        [
            ":71:25: warning unclosed-bracket: this exception's bracket is not closed in its paragraph "
            "(taken to run to the paragraph's end)"
        ],
    ),
    "nested-brackets": (GROUND + b"\n\n2.63 DEEP: A hex is wet [EXC: dry [EXC: wet [EXC: dry]]].\n", []),
    "utf-16-with-mark": (GROUND.decode().encode("utf-16"), []),
}  # fmt: skip


@pytest.mark.parametrize("name", FOUND)
def test_what_can_be_read_is_read_and_what_is_odd_is_told(
    hexlaw: Hexlaw, full: Path, tmp_path: Path, name: str
) -> None:
    data, findings = FOUND[name]
    before = Store.generation(full)
    file = tmp_path / "broken"
    file.write_bytes(data)
    result = hexlaw("ingest", str(file))
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[1:-1] == [f"  {file}{finding}" for finding in findings]
    assert lines[0].endswith(f", {len(findings)} finding{'' if len(findings) == 1 else 's'}")
    assert Store.generation(full) != before


def test_the_limit_of_size_can_be_raised(hexlaw_process: Hexlaw, full: Path, tmp_path: Path) -> None:
    before = snapshot(full)
    file = tmp_path / "ground.txt"
    file.write_bytes(GROUND)
    message = f"{file}: error file: is larger than 4000 bytes (HEXLAW_MAX_FILE sets the limit)\n"
    assert hexlaw_process("ingest", str(file), HEXLAW_MAX_FILE="4000") == Result(2, "", message)
    assert snapshot(full) == before
    assert hexlaw_process("ingest", str(file), HEXLAW_MAX_FILE=str(len(GROUND))).code == 0


def test_a_large_file_is_not_read_beyond_the_limit(
    hexlaw_process: Hexlaw, full: Path, tmp_path: Path
) -> None:
    file = tmp_path / "large.txt"
    with file.open("wb") as written:
        written.truncate(2**40)  # a hole: it takes no room on the disk
    message = f"{file}: error file: is larger than 64000000 bytes (HEXLAW_MAX_FILE sets the limit)\n"
    before = snapshot(full)
    assert hexlaw_process("ingest", str(file)) == Result(2, "", message)
    assert snapshot(full) == before


@pytest.mark.parametrize(
    ("number", "reason"), [(errno.EACCES, "Permission denied"), (errno.EIO, "Input/output error")]
)
def test_a_file_that_cannot_be_opened(
    hexlaw: Hexlaw, full: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, reason: str
) -> None:
    file = tmp_path / "mine.txt"
    file.write_bytes(GROUND)
    opened = Path.open

    def refuse(path: Path, *arguments: Any, **named: Any) -> Any:
        if path == file:
            raise OSError(number, os.strerror(number))
        return opened(path, *arguments, **named)

    before = snapshot(full)
    with monkeypatch.context() as patch:  # the one who runs the tests may be allowed to read anything
        patch.setattr(Path, "open", refuse)
        result = hexlaw("ingest", str(file))
    assert result == Result(2, "", f"{file}: error file: cannot be read: {reason}\n")
    assert snapshot(full) == before


def test_links_that_lead_nowhere(hexlaw: Hexlaw, full: Path, tmp_path: Path) -> None:
    before = snapshot(full)
    loop, dangling = tmp_path / "loop.txt", tmp_path / "dangling.txt"
    loop.symlink_to(loop)
    dangling.symlink_to(tmp_path / "gone.txt")
    assert hexlaw("ingest", str(loop), str(dangling), str(tmp_path)) == Result(
        2,
        "",
        f"{loop}: error file: cannot be read: Too many levels of symbolic links\n"
        f"{dangling}: error file: cannot be read: No such file or directory\n"
        f"{tmp_path}: error file: cannot be read: Is a directory\n",
    )
    assert snapshot(full) == before


def test_a_file_that_vanishes(
    hexlaw: Hexlaw, full: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = tmp_path / "ground.txt", tmp_path / "landing.html"
    first.write_bytes(GROUND)
    second.write_bytes(LANDING)
    read = ingest

    def vanishing(*arguments: Any, **named: Any) -> Any:
        first.unlink(missing_ok=True)  # read already: it is not needed any more
        second.unlink(missing_ok=True)
        return read(*arguments, **named)

    before = snapshot(full)
    with monkeypatch.context() as patch:
        patch.setattr("api.ingestion.ingest", vanishing)
        result = hexlaw("ingest", str(first), str(second))
    assert result == Result(2, "", f"{second}: error file: cannot be read: No such file or directory\n")
    assert snapshot(full) == before
    first.write_bytes(GROUND)
    with monkeypatch.context() as patch:
        patch.setattr("api.ingestion.ingest", vanishing)
        assert hexlaw("ingest", str(first)).code == 0
    assert Store.open_current(full).editions()


def test_a_home_that_is_a_file(hexlaw_process: Hexlaw, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.write_text("mine\n")
    result = hexlaw_process("ingest", HEXLAW_HOME=str(home))
    message = f"{home}/graph: error graph-write: the graph cannot be written: Not a directory\n"
    assert result == Result(2, "", message)
    assert home.read_text() == "mine\n"


def test_a_home_that_may_not_be_written(hexlaw: Hexlaw, full: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Path.mkdir

    def refuse(path: Path, *arguments: Any, **named: Any) -> None:
        if full in path.parents and not path.exists():
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        made(path, *arguments, **named)

    before = snapshot(full)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "mkdir", refuse)
        result = hexlaw("ingest")
    message = f"{full}/graph: error graph-write: the graph cannot be written: Read-only file system\n"
    assert result == Result(2, "", message)
    assert snapshot(full) == before
    assert hexlaw("ingest").code == 0


def test_a_disk_that_takes_no_more(full: Path) -> None:
    # No file may grow beyond 20 KB in this process: the system refuses to write, as a full disk would.
    limited = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (20_480, 20_480)); "
        "from api.cli.main import main; sys.exit(main(['ingest']))"
    )
    before = snapshot(full)
    done = subprocess.run(
        [sys.executable, "-B", "-c", limited], capture_output=True, text=True, cwd=ROOT, env=dict(os.environ)
    )
    message = f"{full}/graph: error graph-write: the graph cannot be written: File too large\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)
    assert snapshot(full) == before
    assert Store.open_current(full).editions()
