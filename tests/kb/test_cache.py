"""A rulebook kept on disk gives the same answers, and only as long as it is the same rulebook."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from ingest.diagnostics import HexlawError
from kb import cache, rulefiles
from kb.answer import ask
from kb.cache import cache_file
from kb.readings import changed_by
from kb.rulelang.lexicon import capital_verbs
from kb.rulelang.patterns import found_by, telling_of
from ontology.books import book_folder

ROOT = Path(__file__).resolve().parents[2]

BOOK = "squad-terrain"
"""A rulebook that is soon read and has an outline."""

QUESTIONS: list[dict[str, Any]] = [
    {"facts": ["Hexes A1 to A4 lie in a row in that order.", *more], "question": question}
    for more, question in [
        (["A2 is a road hex.", "A3 is a building hex."], "Is there a LOS between A1 and A4?"),
        (["A2 is a road hex.", "A3 is a stream hex."], "Is there a LOS between A1 and A4?"),
        (["A3 is a building hex."], "Is there a LOS between A1 and A2?"),
        (["A2 is a road hex."], "Is there a LOS between A1 and A4?"),
        (["A2 is a road hex."], "Is A2 a road hex?"),
        (["A2 is damp."], "Is A2 a road hex?"),
    ]
]


def answer() -> dict[str, Any]:
    """The answer to a question that is quickly answered."""
    return ask({"rulebook": BOOK, **QUESTIONS[-2]})


def answers() -> list[dict[str, Any]]:
    return [ask({"rulebook": BOOK, **question}) for question in QUESTIONS]


@pytest.fixture
def folder(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of a rulebook that may be changed, taking the place of the shipped one; no rulebook is in memory."""
    copy = tmp_path / "rulebooks" / BOOK
    shutil.copytree(book_folder(BOOK), copy)
    monkeypatch.setenv("HEXLAW_RULEBOOKS", str(copy.parent))
    forget(monkeypatch)
    return copy


@pytest.fixture
def kept(folder: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a rulebook that was read once; the next question comes as if to a new process."""
    answer()
    forget(monkeypatch)
    return home / "cache" / f"rulebook-{BOOK}"


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Grows by the folder of each rulebook that is read from its files."""
    read: list[Path] = []
    original = rulefiles.read_contents

    def watched(folder: Path) -> Any:
        read.append(folder)
        return original(folder)

    monkeypatch.setattr(rulefiles, "read_contents", watched)
    return read


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_LOADED", {})


def test_a_rulebook_is_kept_under_the_home(kept: Path, folder: Path) -> None:
    assert [path.name for path in kept.parent.iterdir()] == [kept.name]
    check, rest = kept.read_bytes().split(b"\n", 1)
    assert int(check, 16) == crc32(rest)
    head, body = json.loads(rest.splitlines()[0]), rest.splitlines()[-1]
    names = ["ontology.ttl", "terrain.rules", "vocabulary.rules"]
    texts = [(folder / name).read_bytes() for name in names]
    assert rest == b"\n".join([rest.splitlines()[0], *texts, body])
    assert head["format"] == cache.FORMAT
    assert head["files"] == [[name, len(text)] for name, text in zip(names, texts, strict=True)]
    by = [path for path, _, _ in head["by"]]
    assert by[0] == str(folder / "outline-10.json")
    assert str(ROOT / "kb" / "rulelang" / "words.py") in by
    assert str(ROOT / "ontology" / "wargame.ttl") in by
    assert json.loads(body)[0][-1][0] == "tuple"


def test_where_it_is_kept_can_be_set() -> None:
    assert cache_file("asl", {"HEXLAW_HOME": "/h"}) == Path("/h/cache/rulebook-asl")
    assert cache_file("asl", {"XDG_DATA_HOME": "/d"}) == Path("/d/hexlaw/cache/rulebook-asl")


def test_what_is_kept_gives_the_same_answers(
    folder: Path, readings: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = answers()
    assert readings == [folder]
    forget(monkeypatch)
    assert answers() == first
    assert readings == [folder]


def test_what_readings_change_is_kept(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a question on which no reading bears is answered without the program of another reading."""
    forget(monkeypatch)
    read = cache.rulebook_of("asl")
    forget(monkeypatch)
    monkeypatch.setattr(rulefiles, "load_rulebook", lambda *_: pytest.fail("the files were read"))
    book = cache.rulebook_of("asl")
    found = {group[0].id: changed_by(book, group) for group in book.readings}
    assert (book is read, book._variants) == (False, {})
    assert found
    assert found == {group[0].id: changed_by(replace(read, changed_by={}), group) for group in read.readings}
    assert all(names <= book.vocabulary.templates.keys() and names for names in found.values())


def test_the_words_that_find_a_wording_are_kept(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    forget(monkeypatch)
    read = cache.rulebook_of("asl").vocabulary
    forget(monkeypatch)
    monkeypatch.setattr(rulefiles, "load_rulebook", lambda *_: pytest.fail("the files were read"))
    kept = cache.rulebook_of("asl").vocabulary
    names = {"telling words", "capital verbs", ("found by", False), ("found by", True)}
    assert names <= kept.derived.keys()
    for vocabulary in (read, kept):
        assert [(set(need), list(keys)) for need, keys in telling_of(vocabulary)] == [
            (set(need), list(keys)) for need, keys in telling_of(replace(read))
        ]
    for fold in (False, True):
        assert found_by(kept, fold) == found_by(replace(read), fold)
    assert capital_verbs(kept) == capital_verbs(replace(read))


def _append(name: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        path = folder / name
        path.write_text(f"{path.read_text(encoding='utf-8')}\n", encoding="utf-8")

    return change


def _same_size_and_time(folder: Path) -> None:
    path = folder / "terrain.rules"
    status = path.stat()
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("-- Section", "-- section", 1), encoding="utf-8")
    assert path.read_text(encoding="utf-8") != text
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert path.stat().st_size == status.st_size


def _add(folder: Path) -> None:
    (folder / "more.rules").write_text("-- nothing yet\n", encoding="utf-8")


def _rename(folder: Path) -> None:
    (folder / "terrain.rules").rename(folder / "land.rules")


@pytest.mark.parametrize(
    "change",
    [
        _append("vocabulary.rules"),
        _append("terrain.rules"),
        _append("ontology.ttl"),
        _append("outline-10.json"),
        _same_size_and_time,
        _add,
        _rename,
    ],
    ids=["vocabulary", "rules", "ontology", "outline", "same size and time", "a file more", "another name"],
)
def test_changed_files_are_read_again(
    change: Callable[[Path], None],
    folder: Path,
    kept: Path,
    readings: list[Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = kept.read_bytes()
    change(folder)
    after = answer()
    assert readings == [folder]
    assert kept.read_bytes() != before
    forget(monkeypatch)
    assert answer() == after
    assert readings == [folder]


def test_a_process_that_goes_on_reads_changed_files_too(folder: Path, readings: list[Path]) -> None:
    answer()
    answer()
    assert readings == [folder]
    _add(folder)
    answer()
    assert readings == [folder, folder]


def test_another_program_reads_the_files_itself(
    folder: Path, kept: Path, readings: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for pattern in cache._READ_BY:
        for path in ROOT.glob(pattern):
            copy = tmp_path / "program" / path.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, copy)
    monkeypatch.setattr(cache, "_PROGRAM", tmp_path / "program")
    answer()
    forget(monkeypatch)
    answer()
    assert readings == [folder]
    copy.touch()
    forget(monkeypatch)
    answer()
    assert readings == [folder, folder]


def checked(rest: bytes) -> bytes:
    return f"{crc32(rest):08x}".encode() + b"\n" + rest


def _other_rows(whole: bytes) -> bytes:
    """The file of a program that calls itself the same and writes something else."""
    _, _, rest = whole.partition(b"\n")
    return checked(rest.removesuffix(rest.splitlines()[-1]) + b'[["tuple"],["tuple",0]]')


def _other_format(whole: bytes) -> bytes:
    _, _, rest = whole.partition(b"\n")
    return checked(rest.replace(b'"format": %d,' % cache.FORMAT, b'"format": %d,' % (cache.FORMAT - 1), 1))


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda whole: b"",
    "cut short": lambda whole: whole[: len(whole) // 2],
    "without its last byte": lambda whole: whole[:-1],
    "its head alone": lambda whole: whole.splitlines()[0],
    "a statement of it misread": lambda whole: whole.replace(b"10.101-s2 #3", b"10.101-s2 #2"),
    "another format": _other_format,
    "rows of something else": _other_rows,
    "without its rows": lambda whole: checked(whole.partition(b"\n")[2].removesuffix(whole.splitlines()[-1])),
    "not JSON": lambda whole: b"\x00\xff\n" * 1000,
    "JSON of somebody else": lambda whole: b'{"a": 1}\n[]\n',
    "nested too deeply": lambda whole: b"[" * 100_000,
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_file_is_passed_over_and_written_anew(
    damage: Callable[[bytes], bytes],
    folder: Path,
    kept: Path,
    readings: list[Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = kept.read_bytes()
    assert damage(whole) != whole
    kept.write_bytes(damage(whole))
    after = answer()
    assert readings == [folder]
    assert kept.read_bytes() == whole
    forget(monkeypatch)
    assert answer() == after
    assert readings == [folder]


def test_what_cannot_be_read_or_replaced_is_left_alone(
    folder: Path, kept: Path, readings: list[Path]
) -> None:
    kept.unlink()
    kept.mkdir()
    assert answer()["answer"] == "yes"
    assert readings == [folder]
    assert list(kept.parent.iterdir()) == [kept]
    assert list(kept.iterdir()) == []


def test_a_home_that_cannot_be_written_to_only_means_that_files_are_read(
    folder: Path, home: Path, readings: list[Path]
) -> None:
    home.write_text("not a folder", encoding="utf-8")
    assert answer()["answer"] == "yes"
    assert readings == [folder]
    assert home.read_text(encoding="utf-8") == "not a folder"


def test_a_rulebook_with_errors_is_not_kept(folder: Path, home: Path) -> None:
    path = folder / "terrain.rules"
    path.write_text(f"{path.read_text(encoding='utf-8')}\nthis is no entry\n", encoding="utf-8")
    for _ in range(2):
        with pytest.raises(HexlawError) as caught:
            answer()
        assert [diagnostic.code for diagnostic in caught.value.diagnostics] == ["stray-line"]
    assert not home.exists()


def test_files_that_change_while_they_are_read_are_not_kept(
    folder: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = rulefiles.read_contents

    def meddled(folder: Path) -> Any:
        found = original(folder)
        _add(folder)
        return found

    monkeypatch.setattr(rulefiles, "read_contents", meddled)
    answer()
    assert not home.exists()


IMPORTS = """
import sys
from api.cli.main import main
code = main(["ask", "--short", "--fact", "Hex 7 is an OCEAN hex.", "Is hex 7 a Water Obstacle hex?"])
print(code, *sorted({"rdflib", "owlready2", "pyoxigraph", "kb.rulefiles", "kb.rulelang.entries"} & set(sys.modules)))
"""


def test_a_new_process_imports_no_ontology_and_reads_no_sentence(home: Path) -> None:
    def lines() -> list[str]:
        done = subprocess.run(
            [sys.executable, "-c", IMPORTS],
            cwd=ROOT,
            env=dict(os.environ),
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stderr == ""
        return done.stdout.splitlines()

    sentence, imported = lines()
    assert imported == "0 kb.rulefiles kb.rulelang.entries owlready2 rdflib"
    assert lines() == [sentence, "0"]
