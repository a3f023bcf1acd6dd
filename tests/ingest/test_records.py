"""Footnotes, images, tables and terms as records, on small invented documents."""

import pytest

from ingest.nodes import Document
from ingest.pipeline import ingest
from tests.ingest.outlines import FERRIES as NAMED_TEXT
from tests.ingest.outlines import NAMED
from tests.ingest.samples import BOOK, FERRIES, MOORS, check_places

PAGE = FERRIES.replace(
    "<h1>K7 Ferries</h1>", '<h1>K7 Ferries</h1><img src="top.gif" alt="The  ferry"/>'
).replace("</body>", '<p><img src="end.gif"></p></body>')


@pytest.fixture(scope="module")
def page() -> Document:
    return ingest(PAGE.encode(), "ferries.html", [BOOK])


def test_every_image_stands_in_a_rule_and_that_of_the_banner_in_the_root(page: Document) -> None:
    assert [(i.id, i.alt, i.src) for i in page.images] == [
        ("K7-i1", "The ferry", "top.gif"),
        ("K7.2-i1", "OAR", "oar.gif"),
        ("K7.22-i1", "", "end.gif"),
    ]
    assert [page.source.text[i.span.start : i.span.end] for i in page.images] == [
        '<img src="top.gif" alt="The  ferry"/>',
        '<img src="oar.gif" alt="OAR"/>',
        '<img src="end.gif">',
    ]
    check_places(page)


def test_footnotes(page: Document) -> None:
    assert [(f.id, f.rule, f.text, f.href, f.within, f.targets) for f in page.footnotes] == [
        ("K7.1-f1", "K7.1", "4", "notes.htm#4", "K7.1-s1", ()),
    ]


def test_a_table_of_a_page_and_one_of_a_text(page: Document) -> None:
    moors = ingest(MOORS.encode(), "moors.txt", [BOOK])
    assert [(t.id, t.rule, t.columns, t.rows, t.row_ids) for t in (*page.tables, *moors.tables)] == [
        ("K7.21-t1", "K7.21", ("Oars", "MP"), (("2", "4 (7.2)"),), ()),
        ("L3.1-t1", "L3.1", ("dr", "Ground"), (("≤ 1", "bog"), ("2-5", "moss"), ("≥ 6", "rock")), ()),
    ]


def test_a_caption_is_the_title_of_its_table() -> None:
    text = PAGE.replace("<table><tr><th>Oars", "<table><caption>Rowing</caption><tr><th>Oars")
    [table] = ingest(text.encode(), "ferries.html", [BOOK]).tables
    assert (table.title, table.columns, len(table.rows)) == ("Rowing", ("Oars", "MP"), 1)


def test_numbered_tables_and_where_they_stand() -> None:
    ferries = ingest(NAMED_TEXT.encode(), "ferries.txt", [NAMED])
    assert [(t.id, t.rule, t.title, t.columns, t.rows, t.row_ids) for t in ferries.tables] == [
        (
            "9.T1",
            "9.A",
            "What Floats",
            ("DIE", "BOAT"),
            (("1", "punt"), ("2", "raft*"), ("3", "oar")),
            ("9.T1.r1", "9.T1.r2", "9.T1.r3"),
        ),
        (
            "9.T2",
            "9.A",
            "Leaks",
            (),
            (
                ("NE", "Nothing: It stays dry. No bailing."),
                ("# W", "Water: Bail it."),
                ("S*", "It sinks."),
                ("+ 2", "New boat."),
                ("- 1", "Old boat."),
            ),
            ("9.T2.resNE", "9.T2.resW", "9.T2.resSx", "9.T2.m1", "9.T2.m2"),
        ),
    ]


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("A hex beside a moor is termed an Edge hex when wet.", [("Edge hex", True)]),
        (
            "Such hexes are referred to as either a Bog or a Moss depending on depth.",
            [("Bog", True), ("Moss", True)],
        ),
        ("A Raft is defined as any two logs.", [("Raft", True)]),
        ('Rock is dry, while "WET" is defined to mean "bog or moss".', [("WET", True)]),
        ("Deep moss is considered Soft Ground if it rains.", [("Soft Ground", True)]),
        ("It is considered to have moved. It is considered part of it.", []),
        ("If a moor is defined as wet, it is.", []),
        ("GULLY: A gully is a dry bed.", [("gully", False)]),
        ("Each Bog-Land Edge (BLE) is wet (SSR).", [("BLE", True)]),
    ],
)
def test_terms(text: str, terms: list[tuple[str, bool]]) -> None:
    found = ingest(f"3. MOORS\n\n3.1 {text}\n".encode(), "moors.txt", [BOOK]).terms
    assert [(t.term, t.explicit) for t in found] == terms
    assert [t.rule for t in found] == ["L3.1"] * len(terms)
