"""The shape whose numbers, lists and tables are described in `book.toml`, on small invented documents."""

import pytest

from ingest.nodes import Document
from ingest.pipeline import ingest
from tests.ingest.outlines import COUNTED, FERRIES, GROUND, KITES, LETTERED, NAMED
from tests.ingest.samples import check_places, nodes_text


@pytest.fixture(scope="module")
def ground() -> Document:
    return ingest(GROUND.encode(), "ground.txt", [COUNTED, LETTERED, NAMED])


@pytest.fixture(scope="module")
def kites() -> Document:
    return ingest(KITES.encode(), "kites.txt", [COUNTED, LETTERED, NAMED])


@pytest.fixture(scope="module")
def ferries() -> Document:
    return ingest(FERRIES.encode(), "ferries.txt", [COUNTED, LETTERED, NAMED])


def test_ten_follows_nine_and_thirty_one_is_below_three(ground: Document) -> None:
    assert [
        (n.id, n.title, n.parent) for n in ground.nodes if len(n.number) > 3 or n.number in ("6", "6.9")
    ] == [
        ("6", "Ground", None),
        ("6.31", "Ford", "6.3"),
        ("6.9", "Field", "6"),
        ("6.10", "Hedge", "6"),
        ("6.101", "Thick hedge", "6.10"),
        ("6.11", "Pool", "6"),
    ]
    assert ground.findings == ()
    assert [(s.id, s.text) for s in ground.statements if s.rule == "6.101"] == [
        ("6.101-s1", "It costs 101 points (see 6.31)."),
        ("6.101-s2", "Nobody waits."),
    ]
    assert {(r.text, r.kind, r.targets) for r in ground.references} == {("6.31", "plain", ("6.31",))}


def test_letters_and_hundreds_behind_a_table_of_contents(kites: Document) -> None:
    assert [(n.id, n.title, n.parent) for n in kites.nodes] == [
        ("KR", "Kite rules", None),
        ("1", "Wind", "KR"),
        ("101", "Breeze", "1"),
        ("101.1", "", "101"),
        ("101.1a", "", "101.1"),
        ("101.1c", "", "101.1"),
        ("101.12", "", "101"),
        ("102", "Gale", "1"),
        ("102.1", "", "102"),
        ("102.1b", "", "102.1"),
    ]
    assert [(p.id, p.kind, p.text) for p in kites.passages if p.kind == "front"] == [
        ("KR-p1", "front", "Kite Rules Contents"),
        ("KR-p2", "front", "1. Wind 101. Breeze 102. Gale"),
    ]
    assert [(e.id, e.text) for e in kites.examples] == [
        ("101.1a-e1", "Example: Two kites on one string rise together."),
    ]
    assert [(r.within, r.text, r.targets) for r in kites.references] == [
        ("101.1a-s1", "101.12", ("101.12",)),
        ("101.1c-s2", "101.1a and 102.1b", ("101.1a", "102.1b")),
        ("102.1b-s1", "103.2", ()),
        ("102.1b-s1", "101.1a–c", ("101.1a", "101.1c")),
    ]
    assert [f.message for f in kites.findings] == ["there is no rule 103.2"]


def test_lists_tables_and_names(ferries: Document) -> None:
    assert [(n.id, n.kind, n.title, n.parent) for n in ferries.nodes] == [
        ("9", "rule", "FERRIES", None),
        ("9.a", "item", "", "9"),
        ("9.b", "item", "", "9"),
        ("9.A", "rule", "LOADING", "9"),
        ("9.A.1", "item", "", "9.A"),
        ("9.A.2", "item", "", "9.A"),
        ("9.A.end", "rule", "", "9.A"),
        ("9.T1", "table", "What Floats", "9"),
        ("9.T1.h1", "header", "BOATS", "9.T1"),
        ("9.T1.r1", "row", "", "9.T1"),
        ("9.T1.r2", "row", "", "9.T1"),
        ("9.T1.h2", "header", "OARS", "9.T1"),
        ("9.T1.r3", "row", "", "9.T1"),
        ("9.T1.n1", "note", "", "9.T1"),
        ("9.T1.n2", "note", "", "9.T1"),
        ("9.T1.n3", "note", "", "9.T1"),
        ("9.ICE", "rule", "", "9"),
        ("9.T2", "table", "Leaks", "9"),
        ("9.T2.resNE", "result", "Nothing", "9.T2"),
        ("9.T2.resW", "result", "Water", "9.T2"),
        ("9.T2.resSx", "result", "", "9.T2"),
        ("9.T2.mods", "modifiers", "", "9.T2"),
        ("9.T2.m1", "modifier", "", "9.T2"),
        ("9.T2.m2", "modifier", "", "9.T2"),
        ("9.B", "rule", "LANDING", "9"),
    ]


def test_statements_exceptions_and_examples(ferries: Document) -> None:
    assert [(s.id, s.text) for s in ferries.statements] == [
        ("9-s1", "A ferry crosses (Rule ???)."),
        ("9-s2", "The rest follows:"),
        ("9.a-s1", "It carries two carts."),
        ("9.b-s1", "It waits (Rule 4)"),
        ("9.b-s2", "Note: Nobody pays it."),
        ("9.A-s1", "Carts load first, in any order they like."),
        ("9.A.1-s1", "Oxen wait."),
        ("9.A.2-s1", "Sheep may load (Rule 11.K)."),
        ("9.A.2-s2", "Exception: Rams may not."),
        ("9.A.end-s1", "Goats swim."),
        ("9.T1.h1-s1", "BOATS"),
        ("9.T1.r1-s1", "1 punt"),
        ("9.T1.r2-s1", "2 raft*"),
        ("9.T1.h2-s1", "OARS"),
        ("9.T1.r3-s1", "3 oar"),
        ("9.T1.n1-s1", "A raft is no boat."),
        ("9.T1.n2-s1", "Oars float."),
        ("9.T1.n3-s1", "Punts float unless holed."),
        ("9.ICE-s1", "Where ice lies, nobody floats."),
        ("9.T2.resNE-s1", "It stays dry."),
        ("9.T2.resNE-s2", "No bailing."),
        ("9.T2.resW-s1", "Bail it."),
        ("9.T2.resSx-s1", "It sinks."),
        ("9.T2.mods-s1", "Modifiers (all add up):"),
        ("9.T2.m1-s1", "+ 2 New boat."),
        ("9.T2.m2-s1", "- 1 Old boat."),
        ("9.B-s1", "All land (see 9.A.1)."),
    ]
    assert [(x.id, x.kind, x.qualifies) for x in ferries.exceptions] == [
        ("9.A.2-x1", "prose", "9.A.2-s1"),
        ("9.T1.n3-x1", "prose", "9.T1.n3-s1"),
    ]
    assert [(e.id, e.text) for e in ferries.examples] == [
        ("9.A.1-e1", "For example, an ox stands by (see 9.A.2). It grazes there."),
    ]


def test_references_and_placeholders(ferries: Document) -> None:
    assert [(r.within, r.text, r.kind, r.targets) for r in ferries.references] == [
        ("9-s1", "Rule ???", "placeholder", ()),
        ("9.b-s1", "4", "section", ("4",)),
        ("9.A.1-e1", "9.A.2", "plain", ("9.A.2",)),
        ("9.A.2-s1", "11.K", "plain", ("11.K",)),
        ("9.B-s1", "9.A.1", "plain", ("9.A.1",)),
    ]
    assert ferries.findings == ()


def test_what_is_no_statement_is_a_passage(ferries: Document) -> None:
    assert [(p.kind, p.text) for p in ferries.passages if p.kind not in ("heading",)] == [
        ("version", "(V 3.02)"),
        ("table", "DIE BOAT"),
        ("table", "LEAKS"),
        ("mark", "|"),
    ]


def test_nothing_is_lost(ground: Document, kites: Document, ferries: Document) -> None:
    for document, text in ((ground, GROUND), (kites, KITES)):
        check_places(document)
        assert nodes_text(document) == "".join(text.split())
    check_places(ferries, emphasis=True)
    assert nodes_text(ferries) == "".join(FERRIES.split())
