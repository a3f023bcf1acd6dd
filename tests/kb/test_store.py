"""The store: generations built beside the current one, a pointer that is switched, and readers that move over."""

from __future__ import annotations

import json
import os
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest
from rdflib import RDF, Literal, URIRef

from ingest.diagnostics import HexlawError
from kb import building, generations
from kb.generations import current, folder, graph_folder, pointer
from kb.queries import count_documents
from kb.store import Store, build
from ontology import vocab as v
from tests.kb.marshes import BOOK, FEN_TEXT, fens, many, weirs


def documents(home: Path) -> list[tuple[str, int]]:
    return [(counts.document, counts.rules) for counts in count_documents(Store.open_current(home))]


def names(home: Path) -> set[str]:
    return {path.name for path in (graph_folder(home) / "generations").iterdir()}


def test_without_a_graph_it_says_what_makes_one(tmp_path: Path) -> None:
    assert Store.generation(tmp_path) is None
    with pytest.raises(HexlawError) as raised:
        Store.open_current(tmp_path)
    assert str(raised.value) == (
        f"{tmp_path}/graph: error graph-none: there is no graph yet (`hexlaw ingest` makes one)"
    )
    assert list(tmp_path.iterdir()) == []


def test_a_build_is_the_current_generation(tmp_path: Path) -> None:
    name = build(tmp_path, [fens()], [])
    assert name.startswith("000001-")
    assert Store.generation(tmp_path) == name
    assert Store.open_current(tmp_path).opened == name
    assert documents(tmp_path) == [("M1", 7)]


def test_a_build_keeps_other_documents_and_replaces_the_same_one(tmp_path: Path) -> None:
    first = build(tmp_path, [fens()], [])
    build(tmp_path, [weirs(), many(3)], [])
    assert documents(tmp_path) == [("B7", 3), ("M1", 7), ("W4", 3)]
    last = build(tmp_path, [many(2)], [])
    assert documents(tmp_path) == [("B7", 2), ("M1", 7), ("W4", 3)]
    runs = {edition.document: edition.run for edition in Store.open_current(tmp_path).editions()}
    assert (runs["M1"], runs["B7"]) == (first, last)


def test_a_store_stays_where_it_is_until_it_is_told_to_look(tmp_path: Path) -> None:
    build(tmp_path, [fens()], [])
    store = Store.open_current(tmp_path)
    assert store.refresh() is False
    name = build(tmp_path, [weirs()], [])
    assert [counts.document for counts in count_documents(store)] == ["M1"]
    pinned = store.pinned()
    assert store.refresh() is True
    assert store.refresh() is False
    assert store.opened == name
    assert [counts.document for counts in count_documents(store)] == ["M1", "W4"]
    assert [counts.document for counts in count_documents(pinned)] == ["M1"]


def test_a_refresh_that_fails_leaves_the_store_where_it_was(tmp_path: Path) -> None:
    name = build(tmp_path, [fens()], [])
    store = Store.open_current(tmp_path)
    pointer(tmp_path).write_text("nonsense\n")
    with pytest.raises(HexlawError):
        store.refresh()
    assert store.opened == name
    assert [counts.rules for counts in count_documents(store)] == [7]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("../../etc\n", "does not name a generation of the graph"),
        ("", "does not name a generation of the graph"),
        ("000009-0123abcd\n", "names generation 000009-0123abcd, which is not there"),
    ],
)
def test_a_pointer_that_is_not_ours(tmp_path: Path, text: str, message: str) -> None:
    build(tmp_path, [fens()], [])
    pointer(tmp_path).write_text(text)
    for action in (Store.open_current, Store.generation, lambda home: build(home, [fens()], [])):
        with pytest.raises(HexlawError) as raised:
            action(tmp_path)
        assert str(raised.value) == (
            f"{tmp_path}/graph/current: error graph-pointer: {message} "
            "(remove this file, then run `hexlaw ingest`)"
        )
    pointer(tmp_path).unlink()
    build(tmp_path, [fens()], [])
    assert documents(tmp_path) == [("M1", 7)]


def other_format(home: Path, version: int) -> Path:
    path = folder(home, build(home, [fens()], [])) / generations.MANIFEST
    path.write_text(json.dumps({**json.loads(path.read_text()), "format": version}))
    return path


def test_an_older_format_asks_for_another_ingest_and_is_begun_anew(tmp_path: Path) -> None:
    path = other_format(tmp_path, 1)
    with pytest.raises(HexlawError) as raised:
        Store.open_current(tmp_path)
    assert str(raised.value) == (
        f"{path}: error graph-older: the graph has format 1, this program reads format 2 "
        "(run `hexlaw ingest` again, with your files)"
    )
    build(tmp_path, [weirs()], [])
    assert documents(tmp_path) == [("W4", 3)]


def test_a_newer_format_is_left_alone(tmp_path: Path) -> None:
    path = other_format(tmp_path, 3)
    before = names(tmp_path)
    for action in (Store.open_current, lambda home: build(home, [weirs()], [])):
        with pytest.raises(HexlawError) as raised:
            action(tmp_path)
        assert str(raised.value) == (
            f"{path}: error graph-newer: the graph has format 3, this program reads format 2 (update hexlaw)"
        )
    assert names(tmp_path) == before


@pytest.mark.parametrize("name", [generations.MANIFEST, generations.DOCUMENTS])
def test_a_damaged_generation_is_not_built_upon(tmp_path: Path, name: str) -> None:
    path = folder(tmp_path, build(tmp_path, [fens()], [])) / name
    path.write_text('{"rulebook": ')
    with pytest.raises(HexlawError) as raised:
        build(tmp_path, [weirs()], [])
    assert str(raised.value) == (
        f"{path}: error graph-damaged: is missing or damaged "
        f"(remove {tmp_path}/graph/current, then run `hexlaw ingest`)"
    )


def test_a_generation_without_its_store(tmp_path: Path) -> None:
    path = folder(tmp_path, build(tmp_path, [fens()], [])) / generations.STORE
    path.rename(path.with_name("elsewhere"))
    with pytest.raises(HexlawError) as raised:
        Store.open_current(tmp_path)
    assert str(raised.value) == (
        f"{path}: error graph-damaged: is missing or damaged "
        f"(remove {tmp_path}/graph/current, then run `hexlaw ingest`)"
    )


def test_two_builders_do_not_mix(tmp_path: Path) -> None:
    with pytest.raises(HexlawError) as raised, building.building(tmp_path):  # noqa: PT012
        holder = (graph_folder(tmp_path) / "lock").read_text().strip()
        assert holder.startswith(f"process {os.getpid()}, since ")
        build(tmp_path, [fens()], [])
    assert str(raised.value) == (
        f"{tmp_path}/graph/lock: error graph-locked: {holder} is building the graph (try again when it has ended)"
    )
    build(tmp_path, [fens()], [])
    assert documents(tmp_path) == [("M1", 7)]


def test_a_home_that_cannot_be_written(tmp_path: Path) -> None:
    home = tmp_path / "file"
    home.write_text("not a folder")
    with pytest.raises(HexlawError) as raised:
        build(home, [fens()], [])
    assert str(raised.value) == (
        f"{home}/graph: error graph-write: the graph cannot be written: Not a directory"
    )
    assert Store.generation(home) is None


@pytest.mark.parametrize("step", ["_sync_tree", "_sync", "_point"])
def test_a_build_that_fails_at_any_step_leaves_the_earlier_graph(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    name = build(tmp_path, [fens()], [])
    with monkeypatch.context() as patch:
        patch.setattr(building, step, refuse)
        with pytest.raises(HexlawError) as raised:
            build(tmp_path, [weirs()], [])
    assert str(raised.value) == (
        f"{tmp_path}/graph: error graph-write: the graph cannot be written: No space left on device"
    )
    assert Store.generation(tmp_path) == name
    assert documents(tmp_path) == [("M1", 7)]
    build(tmp_path, [weirs()], [])
    assert documents(tmp_path) == [("M1", 7), ("W4", 3)]


def test_what_a_killed_builder_left_is_removed_by_the_next(tmp_path: Path) -> None:
    build(tmp_path, [fens()], [])
    (graph_folder(tmp_path) / "generations" / ".building-000002-00000000" / "store").mkdir(parents=True)
    (graph_folder(tmp_path) / ".current-000002-00000000").write_text("0000")
    build(tmp_path, [weirs()], [])
    assert {path.name for path in graph_folder(tmp_path).iterdir()} == {"current", "generations", "lock"}
    assert sorted(name.split("-")[0] for name in names(tmp_path)) == ["000001", "000002"]


def test_old_generations_go_but_the_one_before_stays(tmp_path: Path) -> None:
    built = [build(tmp_path, [fens()], [], grace=0.0) for _ in range(4)]
    assert names(tmp_path) == set(built[-2:])


def test_within_its_grace_a_generation_stays(tmp_path: Path) -> None:
    built = [build(tmp_path, [fens()], []) for _ in range(3)]
    assert names(tmp_path) == set(built)


def test_a_reader_survives_the_removal_of_its_generation(tmp_path: Path) -> None:
    build(tmp_path, [many(300)], [])
    store = Store.open_current(tmp_path)
    opened = store.opened
    for _ in range(3):
        build(tmp_path, [fens()], [], grace=0.0)
    assert opened not in names(tmp_path)
    assert [(counts.document, counts.rules) for counts in count_documents(store)] == [("B7", 300)]
    store.refresh()
    assert [counts.document for counts in count_documents(store)] == ["B7", "M1"]


def test_threads_may_read_while_it_moves_over(tmp_path: Path) -> None:
    build(tmp_path, [many(50)], [])
    store = Store.open_current(tmp_path)
    seen: list[list[int]] = []
    stop = threading.Event()

    def read() -> None:
        while not stop.is_set():
            store.refresh()
            seen.append([counts.rules for counts in count_documents(store)])

    threads = [threading.Thread(target=read) for _ in range(3)]
    for thread in threads:
        thread.start()
    for rules in (60, 70):
        build(tmp_path, [many(rules)], [])
    stop.set()
    for thread in threads:
        thread.join()
    assert {tuple(rules) for rules in seen} <= {(50,), (60,), (70,)}
    assert store.refresh() in (True, False)
    assert [counts.rules for counts in count_documents(store)] == [70]


def test_rows_hold_plain_values(tmp_path: Path) -> None:
    before = datetime.now(UTC)
    name = build(tmp_path, [fens()], [])
    store = Store.open_current(tmp_path)
    [row] = store.query(
        "SELECT ?rule ?order ?number ?none "
        "WHERE { ?rule dcterms:identifier ?id ; hx:order ?order ; hx:number ?number }",
        {"id": "M1.2"},
    )
    assert row == {"rule": "urn:hexlaw:fen:M1.2", "order": 2, "number": "1.2", "none": None}
    assert isinstance(row["rule"], v.IRI)
    assert not isinstance(row["number"], v.IRI)
    [run] = store.query("SELECT ?began WHERE { ?run prov:startedAtTime ?began }", {"run": v.run(name)})
    assert isinstance(run["began"], datetime)
    assert before <= run["began"] <= datetime.now(UTC)
    assert store.query("SELECT (1.5 AS ?half) (true AS ?yes) WHERE {}") == [{"half": 1.5, "yes": True}]


def test_a_bound_text_is_a_text_whatever_is_in_it(tmp_path: Path) -> None:
    build(tmp_path, [fens()], [])
    store = Store.open_current(tmp_path)
    for text in ('" } DROP ALL #', "back\\slash", "two\nlines", "?id"):
        assert store.query("SELECT ?rule WHERE { ?rule dcterms:identifier ?id }", {"id": text}) == []
    assert store.ask("ASK { ?rule dcterms:identifier ?id }", {"id": "M1.2"}) is True


def test_a_query_that_is_none(tmp_path: Path) -> None:
    build(tmp_path, [fens()], [])
    store = Store.open_current(tmp_path)
    with pytest.raises(HexlawError) as raised:
        store.query("SELECT ?rule WHERE")
    [diagnostic] = raised.value.diagnostics
    assert (diagnostic.code, diagnostic.evidence) == ("graph-query", "SELECT ?rule WHERE")
    with pytest.raises(TypeError, match="is for SELECT"):
        store.query("ASK {}")
    with pytest.raises(TypeError, match="is for ASK"):
        store.ask("SELECT * WHERE {}")


# rdflib 7 warns of a deprecated property that it reads itself.
@pytest.mark.filterwarnings("ignore:Dataset.default_context is deprecated:DeprecationWarning")
def test_rdflib_sees_the_same_graph(tmp_path: Path) -> None:
    build(tmp_path, [fens(), weirs()], [])
    store = Store.open_current(tmp_path)
    dataset = store.dataset()
    rules = set(dataset.subjects(RDF.type, URIRef(v.RULE)))
    assert len(rules) == 10
    assert (URIRef("urn:hexlaw:fen:M1.2"), URIRef(v.NUMBER), Literal("1.2")) in dataset
    assert len(list(dataset.triples((None, None, None)))) == len(store)
    graphs = {str(graph.identifier) for graph in dataset.graphs()} - {"urn:x-rdflib:default"}
    assert graphs == {
        f"urn:hexlaw:fen:document:M1:edition:{fens().source.sha256[:12]}",
        f"urn:hexlaw:fen:document:W4:edition:{weirs().source.sha256[:12]}",
        f"urn:hexlaw:run:{store.opened}",
    }


def test_a_new_edition_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    build(tmp_path, [fens()], [])
    changed = fens(FEN_TEXT.replace("Fens</h1>", "Fens, 2nd edition</h1>"))
    build(tmp_path, [changed], [])
    store = Store.open_current(tmp_path)
    assert [edition.sha256 for edition in store.editions()] == [changed.source.sha256]
    assert store.query("SELECT DISTINCT ?edition WHERE { ?edition a hx:Edition }") == [
        {"edition": f"urn:hexlaw:{BOOK}:document:M1:edition:{changed.source.sha256[:12]}"}
    ]
    assert current(tmp_path) == store.opened
