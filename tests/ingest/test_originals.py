"""The outlines against the originals, which are read where they lie and never copied here."""

from __future__ import annotations

import html
import os
import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from ingest.nodes import Document, TermUse, fold
from ingest.outline import outline_of as make_outline
from ingest.outline import read_outline, render_outline
from ingest.pipeline import ingest
from ingest.term_uses import find_uses
from ingest.undefined_terms import find_undefined
from ontology.books import book_folder, load_books
from tests.ingest.samples import check_places, nodes_text

FILES = {
    "G13": ("asl", "g13-beaches.html"),
    "B21": ("asl", "b21-water-obstacles.txt"),
    "PA": ("asl", "g13-play-aid.tsv"),
    "10": ("squad-terrain", "s10-terrain.txt"),
    "37": ("amphibious-37", "r37-amphibious-landings.txt"),
}
ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(os.environ.get("HEXLAW_SOURCES") or ROOT.parent / "shared" / "sources")


def original(name: str) -> Document:
    file = FOLDER / FILES[name][1]
    if not file.is_file():
        pytest.skip(f"no original {file.name}: set HEXLAW_SOURCES to the folder of your own copies")
    return ingest(file.read_bytes(), file.name, load_books())


@pytest.fixture(scope="module")
def g13() -> Document:
    return original("G13")


@pytest.fixture(scope="module")
def b21() -> Document:
    return original("B21")


@pytest.fixture(scope="module", params=list(FILES))
def document(request: pytest.FixtureRequest) -> Document:
    return original(request.param)


def test_the_outline_agrees_with_the_original(document: Document) -> None:
    assert document.rulebook == FILES[document.id][0]
    file = book_folder(document.rulebook) / f"outline-{document.id}.json"
    shipped = read_outline(file)
    labels = {node.id: node.label for node in shipped.nodes}
    assert shipped == make_outline(document, labels)
    assert render_outline(shipped) == file.read_text(encoding="utf-8")
    assert "" not in labels.values()


def test_the_outline_has_no_prose(document: Document) -> None:
    text = (book_folder(document.rulebook) / f"outline-{document.id}.json").read_text(encoding="utf-8")
    assert [s.id for s in document.statements if len(s.text.split()) > 3 and s.text in text] == []


def test_every_place_is_exact_and_nothing_is_lost(document: Document) -> None:
    check_places(document, emphasis=document.id == "37")
    text = document.source.text
    whole = BeautifulSoup(text, "lxml").get_text() if document.id in ("G13", "PA") else text
    assert nodes_text(document) == "".join(whole.split())


def test_the_beaches_are_cut_as_numbered(g13: Document) -> None:
    parents = {node.id: node.parent for node in g13.nodes}
    assert len(parents) == 84
    assert list(parents)[:3] + list(parents)[-2:] == ["G13", "G13.1", "G13.11", "G13.98", "G13.99"]
    assert {parents[f"G13.{digit}"] for digit in "123456789"} == {"G13"}
    wanted = {
        "4221": "422",
        "422": "42",
        "42": "4",
        "401": "4",
        "12": "1",
        "4423": "442",
        "449": "44",
        "495": "49",
    }
    assert {child: parents[f"G13.{child}"] for child in wanted} == {c: f"G13.{p}" for c, p in wanted.items()}


def test_the_water_obstacles_are_cut_as_numbered(b21: Document) -> None:
    parents = {node.id: node.parent for node in b21.nodes}
    digits = ["1", "11", "12", "121", "122", "13", "14", "2", "21", "3", "4", "41", "42", "43", "5", "6"]
    assert list(parents) == ["B21", *(f"B21.{d}" for d in digits)]
    assert (parents["B21.122"], parents["B21.43"], parents["B21.6"]) == ("B21.12", "B21.4", "B21")


def test_ten_ten_follows_ten_nine() -> None:
    terrain = original("10")
    parents = {node.id: node.parent for node in terrain.nodes}
    assert list(parents)[-5:] == ["10.9", "10.10", "10.101", "10.11", "10.12"]
    assert {child for child, parent in parents.items() if parent != "10"} == {"10", "10.31", "10.101"}
    assert (parents["10.31"], parents["10.101"]) == ("10.3", "10.10")
    assert [(r.rule, r.text, r.targets) for r in terrain.references] == [("10.7", "6.4", ("6.4",))]


def test_images_footnotes_and_tables_are_records(g13: Document, b21: Document) -> None:
    pictures = BeautifulSoup(g13.source.text, "lxml").select("img")
    assert [(i.alt, i.src) for i in g13.images] == [(i["alt"], i["src"]) for i in pictures]
    assert [i.rule for i in g13.images][:5] == ["G13", "G13.21", "G13.22", "G13.23", "G13.23"]
    assert [(f.rule, f.text) for f in g13.footnotes] == [
        ("G13.1", "28"),
        ("G13.14", "29"),
        ("G13.42", "30"),
        ("G13.46", "31"),
        ("G13.6", "32"),
    ]
    assert g13.tables == ()
    assert [(t.id, t.columns, len(t.rows)) for t in b21.tables] == [("B21.121-t1", ("dr", "Force"), 3)]
    landings, aid = original("37"), original("PA")
    assert [(t.id, t.rule, len(t.columns), len(t.rows)) for t in (*landings.tables, *aid.tables)] == [
        ("37.T1", "37.B", 2, 11),
        ("37.T2", "37.B", 3, 13),
        ("37.T3", "37.D", 0, 12),
        ("37.T4", "37.E", 0, 14),
        ("PA.1", "PA", 10, 5),
        ("PA.2", "PA", 9, 6),
        ("PA.3", "PA", 7, 2),
    ]


def test_what_the_beaches_define(g13: Document) -> None:
    explicit = {(t.rule, t.term) for t in g13.terms if t.explicit}
    assert explicit >= {
        ("G13.12", "OCEAN"),
        ("G13.2", "Hinterland hex"),
        ("G13.2", "Beach-Hinterland hexside"),
        ("G13.2", "Beach-OCEAN hexside"),
        ("G13.3", "Hard Sand"),
        ("G13.3", "Soft"),
        ("G13.401", "Watercraft"),
        ("G13.401", "amphibian"),
        ("G13.41", "OCEAN-Hinterland hexside"),
        ("G13.41", "OCEAN-Island hexside"),
    }


def test_terms_and_their_uses_in_all_five() -> None:
    documents = [original(name) for name in FILES]
    kinds = {
        d.id: [sum(t.kind == kind for t in d.terms) for kind in ("explicit", "status", "acronym", "implicit")]
        for d in documents
    }
    assert kinds == {
        "G13": [10, 15, 1, 14],
        "B21": [1, 3, 0, 9],
        "PA": [0, 4, 4, 0],
        "10": [1, 5, 0, 3],
        "37": [0, 2, 1, 2],
    }
    uses = find_uses(documents)
    assert sum(use.document == "G13" for use in uses) > 600
    assert sum(use.ambiguous for use in uses) * 20 < len(uses)
    assert all(use.text == fold(html.unescape(plain_at(documents, use))) for use in uses)
    letters = {t.term for t in find_undefined(documents, uses) if t.kind == "acronym"}
    assert letters == {"SMOKE", "A-B", "AVRE", "OT"}


def plain_at(documents: list[Document], use: TermUse) -> str:
    source = next(d.source for d in documents if d.rulebook == use.rulebook and d.id == use.document)
    return re.sub(r"<[^<>]*>", "", source.text[use.span.start : use.span.end])


def test_the_claims_of_the_play_aid() -> None:
    aid = original("PA")
    assert {c.row for c in aid.claims} == {n.id for n in aid.nodes if n.kind == "row"}
    exceptions = [c for c in aid.claims if c.kind == "exception" and "EXC" in c.text]
    assert len(exceptions) == aid.source.text.count("EXC:")
    soft = [c for c in aid.claims if c.row == "PA.1.1" and c.column.startswith("Soft") and c.kind == "cost"]
    assert [c.text.split(":")[0] for c in soft] == [
        "Infantry",
        "Cav/Wagon",
        "Fully Tracked",
        "Halftrack",
        "Armored Car/Motorcycle",
        "Truck",
    ]


def test_the_parts_of_rule_37() -> None:
    landings = original("37")
    ids = [node.id for node in landings.nodes]
    assert ids[:9] == ["37", *(f"37.{letter}" for letter in "abcdefg"), "37.A"]
    assert [i for i in ids if i.startswith("37.B")] == [
        "37.B", *(f"37.B.{n}" for n in range(1, 14)), "37.B.end"
    ]  # fmt: skip
    kinds = ("row", "result", "modifier", "note")
    found = {
        f"37.T{table}": [
            sum(n.kind == kind and n.parent == f"37.T{table}" for n in landings.nodes) for kind in kinds
        ]
        for table in range(1, 5)
    }
    assert found == {
        "37.T1": [11, 0, 0, 2],
        "37.T2": [13, 4, 23, 2],
        "37.T3": [0, 5, 7, 0],
        "37.T4": [0, 5, 9, 2],
    }
    placeholders = [r for r in landings.references if r.kind == "placeholder"]
    assert len(placeholders) == landings.source.text.count("???")
    assert [(r.rule, r.targets) for r in landings.references if r.kind != "placeholder"] == [
        ("37.B.5", ("11.K",)),
        ("37.E", ("12",)),
    ]


@pytest.mark.parametrize(
    ("identifier", "begins"),
    [
        ("G13.1-s2", "Any overlay whose"),
        ("G13.12-s2", "For rules purposes"),
        ("G13.12-s3", "OCEAN rules apply"),
        ("G13.14-s7", "A frozen Effluent"),
        ("G13.21-s3", "Therefore, all LOS"),
        ("G13.4-s1", "An OCEAN hex is Level"),
        ("G13.4-s3", "A shallow-OCEAN hex"),
        ("G13.4-s4", "A deep OCEAN"),
        ("G13.42-s4", "A Wading unit is"),
        ("G13.421-s3", "(They also"),
        ("G13.421-s7", "Broken Infantry may"),
        ("G13.4221-s3", "A Waterproofed vehicle"),
        ("G13.4222-s1", "As a now-"),
        ("G13.43-s2", "Regardless of whether"),
        ("G13.431-s4", "Each Submerged-reef hex"),
        ("G13.441-s1", "Each Watercraft that"),
        ("G13.441-s6", "A non-Waterproofed"),
        ("G13.4421-s8", "For Defensive First"),
        ("G13.46-s2", "In addition, a Gun"),
        ("G13.91-s4", "Unless the players"),
        ("G13.93-s3", "If the beach is Steeply"),
    ],
)
def test_beach_statements_have_their_numbers(g13: Document, identifier: str, begins: str) -> None:
    assert {s.id: s.text for s in g13.statements}[identifier].startswith(begins)


@pytest.mark.parametrize(
    ("identifier", "begins"),
    [
        ("B21.1-s2", "Any non-stream hex"),
        ("B21.1-s3", "There are four"),
        ("B21.121-s5", "This same dr"),
        ("B21.121-s11", "If there is more"),
        ("B21.122-s4", "If undefined by"),
        ("B21.13-s4", "A pond can exist"),
        ("B21.2-s3", "Similarly, a unit"),
        ("B21.43-s2", "Broken units in"),
        ("B21.6-s1", "All Water Obstacles"),
        ("B21.6-s2", "When frozen"),
        ("B21.6-s5", "The ice may"),
        ("B21.6-s6", "Wire and unhidden"),
    ],
)
def test_water_statements_have_their_numbers(b21: Document, identifier: str, begins: str) -> None:
    assert {s.id: s.text for s in b21.statements}[identifier].startswith(begins)


def test_the_exceptions_of_shallow_water(g13: Document, b21: Document) -> None:
    found = {x.id: (x.kind, x.qualifies) for x in (*g13.exceptions, *b21.exceptions)}
    assert found["G13.4-x1"] == ("bracket", "G13.4-s2")
    assert found["G13.4-x2"] == ("bracket", "G13.4-s3")
    assert found["G13.4221-x1"] == ("bracket", "G13.4221-s1")
    assert found["G13.4221-x2"] == ("bracket", "G13.4221-s3")
    assert found["G13.401-x1"] == ("bracket", "G13.401-s2")
    assert found["G13.431-x1"] == ("bracket", "G13.431-s2")
    assert found["G13.431-x2"] == ("bracket", "G13.431-s4")
    assert found["B21.6-x1"] == ("prose", "B21.6-s1")
    assert found["B21.2-x1"] == ("bracket", "B21.2-s1")
    assert sum(kind == "bracket" for kind, _ in found.values()) == 42
    text = g13.source.text + b21.source.text
    assert sum(kind == "bracket" for kind, _ in found.values()) == text.count("[EXC:")


def test_references_resolve_as_a_reader_would(g13: Document, b21: Document) -> None:
    slight = [r for r in g13.references if r.rule == "G13.21"]
    assert [r.targets for r in slight[1:]] == [("A9.22",), ("C2.6",), ("C7.22",), ("C13.61",), ("D9.4",)]
    surf = next(r for r in g13.references if r.rule == "G13.44")
    ten = ("441", "442", "4421", "4422", "4423", "443", "444", "445", "446", "447")
    assert (surf.text, surf.kind, surf.first, surf.last) == ("13.441-.447", "range", "G13.441", "G13.447")
    assert surf.targets == tuple(f"G13.{digits}" for digits in ten)
    texts = {r.text: r.targets for r in b21.references}
    assert (texts["16.6"], texts["25.5"], texts["A4.133"]) == (("B16.6",), ("B25.5",), ("A4.133",))
    spaced = [r for r in g13.references if r.text == "13.441-. 447"]
    assert [r.targets for r in spaced] == [surf.targets]
    by_text = {r.text: (r.kind, r.targets) for r in g13.references}
    assert by_text["G.9-.9D"] == ("range", ("G.9", "G.9D"))
    assert by_text["B20.9-.98"] == ("range", ("B20.9", "B20.98"))
    assert by_text["13.21-.22"] == ("range", ("G13.21", "G13.22"))
    assert by_text["13.624/13.625"] == ("list", ("G13.624", "G13.625"))
    assert by_text["E5."] == ("section", ("E5",))
    assert by_text["12.21"] == ("link", ("G12.21",))
    assert by_text["28"] == ("footnote", ())


def test_every_link_is_a_reference_and_one_of_them_is_mislabelled(g13: Document, b21: Document) -> None:
    hrefs = BeautifulSoup(g13.source.text, "lxml").select("a[href]")
    assert [r.href for r in g13.references if r.href] == [link["href"] for link in hrefs]
    assert [(f.code, f.message) for f in g13.findings] == [
        ("href-differs", "the text says B21.12, the href B21.2"),
    ]
    assert b21.findings == ()
    assert [
        r.text for r in (*g13.references, *b21.references) if not r.targets and r.kind in ("link", "plain")
    ] == []
