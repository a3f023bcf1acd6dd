"""Play aids: tables in tab-separated lines, and the claims in their cells."""

import pytest

from ingest.nodes import Document
from ingest.pipeline import ingest
from tests.ingest.outlines import AID, COUNTED, KITE_AID
from tests.ingest.samples import check_places, nodes_text


@pytest.fixture(scope="module")
def aid() -> Document:
    return ingest(KITE_AID.encode(), "aid.tsv", [COUNTED, AID])


def test_tables_and_rows(aid: Document) -> None:
    assert [(n.id, n.kind, n.title, n.parent) for n in aid.nodes] == [
        ("PX", "rule", "Kite Aid", None),
        ("PX.1", "table", "", "PX"),
        ("PX.1.1", "row", "Moor", "PX.1"),
        ("PX.1.2", "row", "Rock (bare)", "PX.1"),
        ("PX.2", "table", "Second Aid", "PX"),
        ("PX.2.1", "row", "Pond", "PX.2"),
        ("PX.3", "table", "", "PX"),
        ("PX.3.1", "row", "Sea", "PX.3"),
    ]
    assert aid.findings == ()


def test_a_claim_for_each_bullet_exception_and_cost(aid: Document) -> None:
    assert [(c.id, c.column, c.kind, c.part_of, c.text) for c in aid.claims] == [
        ("PX.1.1-c1", "Movement", "bullet", None, "Bog (L3.1)"),
        ("PX.1.1-c2", "Movement", "cost", None, "Infantry: 1MF +COT"),
        ("PX.1.1-c3", "Movement", "cost", None, "Ox/Cart: COT"),
        ("PX.1.1-c4", "Movement", "cost", None, "Arm. Car: 4+COT;"),
        ("PX.1.1-c5", "Movement", "cost", None, "Sled: ALL"),
        ("PX.1.2-c1", "LOS", "sentence", None, "See (L4) and 7.2-.3; it is open."),
        ("PX.1.2-c2", "Movement", "bullet", None, "No cart [EXC: oxen]. Nor sleds."),
        ("PX.1.2-c3", "Movement", "exception", "PX.1.2-c2", "[EXC: oxen]"),
        ("PX.1.2-c4", "Movement", "bullet", None, "Walls NA"),
        ("PX.2.1-c1", "Notes", "bullet", None, "Walls NA"),
        ("PX.2.1-c2", "Notes", "bullet", None, "Floats (EXC: rafts; 7.21)"),
        ("PX.2.1-c3", "Notes", "exception", "PX.2.1-c2", "(EXC: rafts; 7.21)"),
        ("PX.2.1-c4", "Notes", "bullet", None, "May sink unless dry."),
        ("PX.2.1-c5", "Notes", "exception", "PX.2.1-c4", "unless dry"),
        ("PX.2.1-c6", "Notes", "bullet", None, "As open"),
        ("PX.2.1-c7", "Notes", "bullet", None, "Bare ground."),
        ("PX.2.1-c8", "Notes", "bullet", None, "Cart: 2MP; sled: 3MP"),
        ("PX.2.1-c9", "Notes", "cost", "PX.2.1-c8", "Cart: 2MP"),
        ("PX.2.1-c10", "Notes", "cost", "PX.2.1-c8", "sled: 3MP"),
        ("PX.3.1-c1", "Notes", "sentence", None, "2 MP for oxen; ALL for carts"),
        ("PX.3.1-c2", "Notes", "cost", "PX.3.1-c1", "2 MP for oxen"),
        ("PX.3.1-c3", "Notes", "cost", "PX.3.1-c1", "ALL for carts"),
    ]
    assert {c.id: c.refs for c in aid.claims if c.refs} == {
        "PX.1.1-c1": ("L3.1",),
        "PX.1.2-c1": ("L4", "K7.2", "K7.3"),
        "PX.2.1-c2": ("K7.21",),
        "PX.2.1-c3": ("K7.21",),
    }


@pytest.mark.parametrize(
    ("cell", "items"),
    [
        ("Ox: 2MP Sled: 3MP", ["Ox: 2MP", "Sled: 3MP"]),
        ("Ox: 2MP big sleds: 3MP", ["Ox: 2MP", "big sleds: 3MP"]),
        ("Ox: 2 MF +COT sled: ALL", ["Ox: 2 MF +COT", "sled: ALL"]),
        ("Ox / cart: 2MP Big sled and sled: 3MP", ["Ox / cart: 2MP", "Big sled and sled: 3MP"]),
        ("Ox: 2MP for sleds: see 3", ["Ox: 2MP for sleds: see 3"]),
        ("Oxen pay 2MP carts pay 3MP", ["Oxen pay 2MP carts pay 3MP"]),
    ],
)
def test_items_that_no_list_marks(cell: str, items: list[str]) -> None:
    text = f"Kite Aid\n\nGround\tMovement\nMoor\t<ul> {cell}\n"
    aid = ingest(text.encode(), "aid.tsv", [COUNTED, AID])
    assert [claim.text for claim in aid.claims if claim.part_of is None] == items


def test_an_item_of_a_list_is_one_statement(aid: Document) -> None:
    assert [(s.id, s.text) for s in aid.statements if s.rule == "PX.1.2"] == [
        ("PX.1.2-s1", "See (L4) and 7.2-.3; it is open."),
        ("PX.1.2-s2", "No cart. Nor sleds."),
        ("PX.1.2-s3", "Walls NA"),
    ]
    assert [(x.id, x.kind, x.qualifies, x.text) for x in aid.exceptions] == [
        ("PX.1.2-x1", "bracket", "PX.1.2-s2", "[EXC: oxen]"),
        ("PX.2.1-x1", "paren", "PX.2.1-s2", "(EXC: rafts; 7.21)"),
        ("PX.2.1-x2", "prose", "PX.2.1-s3", "unless dry"),
    ]


def test_nothing_is_lost(aid: Document) -> None:
    check_places(aid)
    words = KITE_AID.replace('<ul style="x">', "").replace("<ul>", "").replace("</ul>", "")
    for mark in ("<li>", "</li>", "<i>", "</i>"):
        words = words.replace(mark, "")
    assert nodes_text(aid) == "".join(words.split())
