"""With the user's copies ingested: derivations quote them, and an encoding whose sentence has changed is stale.

The originals are changed in memory while the test runs; nothing of their text is written here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.ingestion import files_in, ingest_recognised
from api.settings import Settings
from tests.api.conftest import client_with
from tests.kb.derivations import records
from tests.kb.test_water_obstacles import ROWS, Row

CHANGED = ["G13.4-s3", "G13.4-x2", "G13.12-s2", "B21.1-s1", "B21.6-s2", "G13.401-s1", "B21.11-s1"]


def _texts(documents: Sequence[Any]) -> dict[str, str]:
    return {each.id: each.text for d in documents for each in (*d.statements, *d.exceptions)}


def _hashes(documents: Sequence[Any]) -> dict[str, str]:
    return {each.id: each.hash for d in documents for each in (*d.statements, *d.exceptions)}


@pytest.fixture(scope="module")
def copies(originals: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the two originals that the encodings are written against."""
    folder = tmp_path_factory.mktemp("copies")
    for path in files_in(originals):
        if path.name.startswith(("g13-beaches", "b21-")):
            (folder / path.name).write_bytes(path.read_bytes())
    return folder


@pytest.fixture(scope="module")
def ingested(copies: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Sequence[Any]]:
    """A home with the originals in its graph, and the documents as they were read."""
    home = tmp_path_factory.mktemp("home")
    done, _ = ingest_recognised(files_in(copies), Settings(home))
    assert sorted(document.id for document in done.documents) == ["B21", "G13"]
    return home, done.documents


def _asked(client: TestClient, row: Row) -> dict[str, Any]:
    body = {"rulebook": "asl", "facts": list(row.facts), "question": row.question}
    answer: dict[str, Any] = client.post("/ask", json=body).json()
    return answer


def _used(answer: Mapping[str, Any]) -> set[str]:
    """The statements that the derivation uses: of its steps, of what they considered, of the exceptions looked at."""
    found = {record["statement"] for record in records(answer) if "statement" in record}
    found |= {look["statement"] for record in records(answer) for look in record.get("exceptions", ())}
    return {part.partition(" #")[0] for statements in found for part in statements.split(" + ")}


def test_every_step_quotes_the_sentence_of_its_statement(ingested: tuple[Path, Sequence[Any]]) -> None:
    home, documents = ingested
    texts = _texts(documents)
    with client_with(home) as client:
        for row in ROWS:
            answer = _asked(client, row)
            assert (answer["answer"], set(answer["cites"])) == (row.answer, set(row.rests_on))
            cited = [step for step in answer["derivation"]["steps"].values() if step.get("statement")]
            for step in cited:
                statements = [part.partition(" #")[0] for part in step["statement"].split(" + ")]
                assert step["quote"] == " ".join(texts[statement] for statement in statements)
            assert "flags" not in answer
            assert set(answer["receipt"]["editions"]) == {"B21", "G13"}


def test_without_originals_nothing_is_quoted(home: Path) -> None:
    with client_with(home) as client:
        for row in ROWS[:3]:
            answer = _asked(client, row)
            assert [step for step in answer["derivation"]["steps"].values() if "quote" in step] == []
            assert answer["receipt"]["editions"] == {}


def _edit(copies: Path, folder: Path, text: str, kept: Callable[[Sequence[Any]], bool]) -> Sequence[Any]:
    """Ingest copies of which one sentence has one word more; `kept` says whether a trial changed what it should.

    The word goes before the last word of the longest run of the sentence that stands once in the file's bytes.
    """
    words = text.split()
    for size in range(len(words), 2, -1):
        for start in range(len(words) - size + 1):
            run = " ".join(words[start : start + size]).encode()
            found = [path for path in files_in(copies) if path.read_bytes().count(run) == 1]
            if len(found) != 1:
                continue
            head, _, last = run.rpartition(b" ")
            files = []
            for path in files_in(copies):
                copy = folder / path.name
                data = path.read_bytes()
                copy.write_bytes(data.replace(run, head + b" always " + last) if path == found[0] else data)
                files.append(copy)
            done, _ = ingest_recognised(files, Settings(folder / "home"))
            if kept(done.documents):
                return done.documents
    raise AssertionError("no run of words of the sentence stands once in the file")


@pytest.mark.parametrize("statement", CHANGED)
def test_a_changed_sentence_makes_exactly_its_encoding_stale(
    copies: Path, ingested: tuple[Path, Sequence[Any]], tmp_path: Path, statement: str
) -> None:
    _, documents = ingested
    before = _hashes(documents)

    def only_this(changed: Sequence[Any]) -> bool:
        after = _hashes(changed)
        return {name for name in before if after.get(name) != before[name]} == {statement} and set(
            after
        ) == set(before)

    _edit(copies, tmp_path, _texts(documents)[statement], only_this)
    stale, fresh = [], []
    with client_with(tmp_path / "home") as client:
        for row in ROWS:
            answer = _asked(client, row)
            assert (answer["answer"], set(answer["cites"])) == (row.answer, set(row.rests_on))
            if statement in _used(answer):
                assert answer["flags"] == [{"kind": "stale", "statement": statement}], row.name
                stale.append(row.name)
            else:
                assert "flags" not in answer, row.name
                fresh.append(row.name)
        watercraft = client.post(
            "/ask", json={"rulebook": "asl", "facts": ["A1 is a boat."], "question": "Is A1 a Watercraft?"}
        ).json()
        expected = [{"kind": "stale", "statement": statement}] if statement == "G13.401-s1" else []
        assert watercraft.get("flags", []) == expected
    assert fresh
    assert stale or statement == "G13.401-s1"
