"""`hexlaw docs`: what it prints, which folders it takes, and that a site is put in place whole."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from api.docs.case_pages import CasePage, CasePages
from api.docs.output import NOTE, drafted
from api.docs.site import Site
from api.told import told
from ingest.diagnostics import HexlawError
from tests.api.conftest import Hexlaw


def names(folder: Path) -> list[str]:
    """What lies in a folder, hidden files too."""
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def ingested(hexlaw: Hexlaw) -> Hexlaw:
    """The command, with what is shipped in the graph."""
    assert hexlaw("ingest", "--quiet").code == 0
    return hexlaw


def test_it_tells_what_it_wrote(ingested: Hexlaw, tmp_path: Path) -> None:
    out = tmp_path / "site"
    done = ingested("docs", str(out), "--rulebook", "squad-terrain")
    assert (done.code, done.err) == (0, "")
    files = len([path for path in out.rglob("*") if path.is_file()])
    assert done.out == (
        "squad-terrain: 15 rules, 1 more cited, 575 encodings, 84 examples, 1934 left out\n"
        f"Wrote {files} files to {out}; open {out / 'index.html'}\n"
    )
    assert names(out) == [NOTE, "index.html", "search.html", "squad-terrain", "squad-terrain.md", "static"]
    again = json.loads(ingested("docs", str(out), "--rulebook", "squad-terrain", "--json").out)
    assert again["files"] == files
    assert again["rulebooks"] == [
        {
            "rulebook": "squad-terrain",
            "rules": 15,
            "external": 1,
            "encodings": 575,
            "cases": 84,
            "left_out": 1934,
            "otherwise": [],
        }
    ]
    assert names(tmp_path) == ["hexlaw-home", "site"]


def test_how_many_examples_is_told(ingested: Hexlaw, tmp_path: Path) -> None:
    some = json.loads(
        ingested("docs", str(tmp_path / "site"), "--rulebook", "tidewrack", "--examples", "0", "--json").out
    )
    [book] = some["rulebooks"]
    assert book["cases"] == len({case.id for case in told("tidewrack").cases if case.example})
    refused = ingested("docs", str(tmp_path / "site"), "--examples", "some")
    assert (refused.code, refused.out) == (2, "")
    assert "argument --examples: 'some' is no number of examples; write one, or `all`" in refused.err


def test_another_folder_is_refused(ingested: Hexlaw, tmp_path: Path) -> None:
    out = tmp_path / "mine"
    out.mkdir()
    (out / "letter.txt").write_text("mine")
    done = ingested("docs", str(out), "--rulebook", "squad-terrain")
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        f"{out}: error docs-out: is not empty, and no site of ours "
        "(name a folder that is empty, or does not exist yet)\n"
    )
    assert names(out) == ["letter.txt"]


def test_a_file_is_refused(ingested: Hexlaw, tmp_path: Path) -> None:
    out = tmp_path / "file"
    out.write_text("mine")
    done = ingested("docs", str(out))
    assert (done.code, out.read_text()) == (2, "mine")
    assert (
        done.err == f"{out}: error docs-out: is no folder (name one that is empty, or does not exist yet)\n"
    )


def test_a_site_with_somebody_elses_file_is_refused(ingested: Hexlaw, tmp_path: Path) -> None:
    out = tmp_path / "site"
    assert ingested("docs", str(out), "--rulebook", "squad-terrain").code == 0
    (out / "squad-terrain" / "notes.txt").write_text("mine")
    done = ingested("docs", str(out), "--rulebook", "squad-terrain")
    assert done.code == 2
    assert done.err == (
        f"{out}: error docs-out: holds what was not written by `hexlaw docs`: squad-terrain/notes.txt "
        "(move that elsewhere first)\n"
    )


def test_an_unknown_rulebook_and_no_graph_are_told(hexlaw: Hexlaw, tmp_path: Path) -> None:
    done = hexlaw("docs", str(tmp_path / "site"), "--rulebook", "als")
    assert (done.code, "there is no rulebook 'als'" in done.err) == (2, True)
    done = hexlaw("docs", str(tmp_path / "site"))
    assert (done.code, "there is no graph yet" in done.err) == (2, True)
    assert not (tmp_path / "site").exists()


def test_a_site_that_fails_midway_leaves_the_old_one(tmp_path: Path) -> None:
    out = tmp_path / "site"
    with drafted(out) as draft:
        draft.write("index.html", b"old")

    def fail() -> None:
        with drafted(out) as draft:
            draft.write("index.html", b"new")
            raise RuntimeError("midway")

    with pytest.raises(RuntimeError, match="midway"):
        fail()
    assert (out / "index.html").read_bytes() == b"old"
    assert names(tmp_path) == ["site"]
    with drafted(out) as draft:
        draft.write("a/b.html", b"new")
    assert names(out) == ["a", NOTE]
    assert names(tmp_path) == ["site"]


def test_what_killed_runs_left_is_cleared_up_and_a_site_that_was_moved_away_comes_back(
    tmp_path: Path,
) -> None:
    out = tmp_path / "site"
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    with drafted(out) as draft:
        draft.write("index.html", b"old")
    (tmp_path / f".site.draft-{gone.pid}-abc").mkdir()
    running = tmp_path / f".site.draft-{os.getpid()}-abc"
    running.mkdir()
    out.rename(tmp_path / f".site.old-{gone.pid}-abc")
    with drafted(out) as draft:
        assert (out / "index.html").read_bytes() == b"old"
        draft.write("index.html", b"new")
    assert (out / "index.html").read_bytes() == b"new"
    assert names(tmp_path) == [running.name, "site"]


def test_what_is_put_there_meanwhile_is_not_lost(tmp_path: Path) -> None:
    out = tmp_path / "site"

    def write() -> None:
        with drafted(out) as draft:
            draft.write("index.html", b"new")
            out.mkdir()
            (out / "letter.txt").write_text("mine")

    with pytest.raises(HexlawError, match="no site of ours"):
        write()
    assert names(out) == ["letter.txt"]


def test_cases_are_answered_alike_in_other_processes() -> None:
    rulebooks = ["tidewrack"]

    def by_case(pages: Iterable[CasePage]) -> dict[str, CasePage]:
        return {page.asked.case.id: page for page in pages}

    with CasePages(rulebooks, 1) as beside, CasePages(rulebooks, 0) as here:
        shown, others = by_case(beside.shown()), by_case(beside.others())
        assert (shown, others) == (by_case(here.shown()), by_case(here.others()))
    assert not shown.keys() & others.keys()
    assert shown.keys() | others.keys() == {case.id for case in told("tidewrack").cases}
    assert [page.asked.case.id for page in (*shown.values(), *others.values()) if not page.asked.agrees] == []
    assert any(page.asked.drawn for page in shown.values())
    assert not any(page.asked.drawn for page in others.values())


BEGUN = """
import threading
from api.docs.case_pages import processes
print(processes().get_start_method())
ended = threading.Event()
threading.Thread(target=ended.wait).start()
print(processes().get_start_method())
ended.set()
"""


def test_processes_begin_as_copies_only_where_no_other_thread_is_lost() -> None:
    said = subprocess.run([sys.executable, "-c", BEGUN], capture_output=True, text=True, check=True).stdout
    assert said.split() == ["fork" if sys.platform == "linux" else "spawn", "spawn"]


def test_an_example_that_is_answered_otherwise_is_told(
    ingested: Hexlaw, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Site.make

    def otherwise(site: Site, so_far: object) -> object:
        return tuple(replace(each, otherwise=("a-case",)) for each in made(site, lambda words: None))

    monkeypatch.setattr(Site, "make", otherwise)
    done = ingested("docs", str(tmp_path / "site"), "--rulebook", "squad-terrain")
    assert done.code == 4
    assert done.out.endswith("answered otherwise than is recorded: squad-terrain a-case\n")
