import pytest

from ingest.nodes import Document
from ingest.pipeline import ingest
from tests.ingest.samples import BOOK, MOORS, check_places, nodes_text


@pytest.fixture(scope="module")
def moors() -> Document:
    return ingest(MOORS.encode(), "moors.txt", [BOOK])


def test_rules_titles_and_parents(moors: Document) -> None:
    assert [(n.id, n.title, n.parent) for n in moors.nodes] == [
        ("L3", "MOORS", None),
        ("L3.1", "", "L3"),
        ("L3.11", "PEAT", "L3.1"),
        ("L3.2", "", "L3"),
        ("L3.21", "GULLY", "L3.2"),
        ("L3.22", "", "L3.2"),
    ]


def test_statements(moors: Document) -> None:
    assert [(s.id, s.text) for s in moors.statements] == [
        ("L3.1-s1", "A moor is wet ground, as a rule."),
        ("L3.1-s2", "7E2 is one."),
        ("L3.1-s3", "Roll a dr (25.5) as follows:"),
        ("L3.1-s4", "Mark it."),
        ("L3.1-s5", "Units on foot (except sappers) sink."),
        ("L3.11-s1", "Peat burns if M4.133 says so; 3.2-.22 stops it."),
        ("L3.11-s2", "A cart slows (M5.)."),
        ("L3.11-s3", "It stops at 3.3."),
        ("L3.2-s1", "Rock is dry (3.1, 3.21 and 7.4)."),
        ("L3.21-s1", "A gully is level -1."),
        ("L3.21-s2", "It rises 3.2 levels to the south."),
        ("L3.22-s1", "The gully of 3.21-. 22 ends."),
    ]


def test_exceptions_examples_tables_and_marks(moors: Document) -> None:
    assert [(x.id, x.kind, x.qualifies, x.text) for x in moors.exceptions] == [
        ("L3.1-x1", "bracket", "L3.1-s1", "[EXC: 3.2]"),
        ("L3.1-x2", "prose", "L3.1-s5", "(except sappers)"),
    ]
    assert [(e.id, e.text) for e in moors.examples] == [
        ("L3.1-e1", "(EX: 7C4, 23H2)"),
        ("L3.1-e2", "For example, a squad in 8CC8 sinks."),
        ("L3.11-e1", "EX: A cart in 24L9-M9 with a +1.5 burns at 4-4-7."),
    ]
    assert [(p.id, p.kind, p.text) for p in moors.passages if p.kind != "heading"] == [
        ("L3.1-p2", "table", "dr Ground ≤ 1 bog 2-5 moss ≥ 6 rock"),
        ("L3.1-p3", "mark", "Q&A"),
    ]


def test_an_example_goes_on_as_long_as_it_supposes() -> None:
    text = "3.1 Rafts float. For example, a raft carries two. If it had three, it would sink. If it is wet, it sinks."
    found = ingest(f"3. MOORS\n\n{text}\n".encode(), "moors.txt", [BOOK])
    assert [e.text for e in found.examples] == [
        "For example, a raft carries two. If it had three, it would sink."
    ]
    assert [s.text for s in found.statements] == ["Rafts float.", "If it is wet, it sinks."]


def test_references(moors: Document) -> None:
    assert [(r.within, r.text, r.kind, r.targets) for r in moors.references] == [
        ("L3.1-x1", "3.2", "plain", ("L3.2",)),
        ("L3.1-s3", "25.5", "plain", ("L25.5",)),
        ("L3.11-s1", "M4.133", "plain", ("M4.133",)),
        ("L3.11-s1", "3.2-.22", "range", ("L3.2", "L3.21", "L3.22")),
        ("L3.11-s2", "M5.", "section", ("M5",)),
        ("L3.11-s3", "3.3", "plain", ()),
        ("L3.2-s1", "3.1, 3.21 and 7.4", "list", ("L3.1", "L3.21", "L7.4")),
        ("L3.22-s1", "3.21-. 22", "range", ("L3.21", "L3.22")),
    ]


def test_places(moors: Document) -> None:
    check_places(moors)
    assert nodes_text(moors) == "".join(MOORS.split())
    assert moors.source.position(moors.statements[1].span.start) == (3, 49)


def test_line_ends_of_another_system_change_no_hash() -> None:
    there = ingest(MOORS.replace("\n", "\r\n").encode(), "moors.txt", [BOOK])
    here = ingest(MOORS.encode(), "moors.txt", [BOOK])
    assert [(s.id, s.hash) for s in there.statements] == [(s.id, s.hash) for s in here.statements]
    assert [(n.id, n.title) for n in there.nodes] == [(n.id, n.title) for n in here.nodes]
    check_places(there)
