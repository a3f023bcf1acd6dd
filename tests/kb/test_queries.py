"""The named queries: a rule's page, numbers as people write them, the nearest ones, and counts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ingest.nodes import text_hash
from ingest.outline import outline_of
from kb.queries import count_documents, nearest_numbers, resolve_number, rule_page
from kb.rulepage import DocumentCounts, EditionView, RuleLink, RulePage, SegmentView
from kb.store import Store, build
from tests.kb.marshes import BOOK, fens, many, weirs

LABELS = {"M1": "Of fens", "M1.2": "What mud does", "M1.21": "Carts"}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    home = tmp_path_factory.mktemp("home")
    build(home, [fens(), weirs(), many(12)], [outline_of(fens(), LABELS)])
    return Store.open_current(home)


def page(store: Store, number: str) -> RulePage:
    found = rule_page(store, BOOK, number)
    assert found is not None
    return found


def test_a_page_says_what_the_rule_is_and_what_stands_around_it(store: Store) -> None:
    mud = page(store, "M1.2")
    assert (mud.rulebook, mud.id, mud.iri, mud.number) == (BOOK, "M1.2", "urn:hexlaw:fen:M1.2", "1.2")
    assert (mud.label, mud.title, mud.external, mud.order) == ("What mud does", "MUD", False, 2)
    assert mud.parent == RuleLink("M1", "Of fens", "Fens", False)
    assert mud.children == (
        RuleLink("M1.21", "Carts", None, False),
        RuleLink("M1.22", None, None, False),
        RuleLink("M1.23", None, None, False),
    )
    assert mud.edition == EditionView(
        "M1", "Fens", fens().source.sha256, "original", "fens.html", store.opened
    )
    assert page(store, "M1").parent is None
    assert [child.id for child in page(store, "M1").children] == ["M1.1", "M1.2", "M1.3"]


def test_a_page_has_the_texts_of_an_original(store: Store) -> None:
    mud, reeds = page(store, "M1.2"), page(store, "M1.1")
    stops = "It stops a gun (1.21-.23, W4.1)."
    assert mud.statements == (
        SegmentView("M1.2-s1", text_hash("Mud slows a cart."), "Mud slows a cart.", 3),
        SegmentView("M1.2-s2", text_hash(stops), stops, 3),
    )
    bracket = "[EXC: not a punt]"
    assert reeds.exceptions == (SegmentView("M1.1-x1", text_hash(bracket), bracket, 2, "bracket", "M1.1-s1"),)
    assert [example.id for example in page(store, "M1.23").examples] == ["M1.23-e1"]


def test_a_page_of_an_outline_has_ids_and_hashes_alone(tmp_path: Path) -> None:
    build(tmp_path, [], [outline_of(fens(), LABELS)])
    store = Store.open_current(tmp_path)
    reeds = page(store, "M1.1")
    assert reeds.statements == (
        SegmentView("M1.1-s1", text_hash("A reed hex hides whoever lies in it (1.2)."), None, None),
    )
    assert [(x.text, x.kind, x.qualifies) for x in reeds.exceptions] == [(None, "bracket", "M1.1-s1")]
    assert reeds.title is None
    assert reeds.edition is not None
    assert (reeds.edition.origin, reeds.edition.source) == ("outline", None)
    assert [reference.text for reference in reeds.references] == ["1.2"]


def test_references_out_in_document_order(store: Store) -> None:
    assert [
        (r.id, r.text, r.kind, r.within, r.part, r.href, [t.id for t in r.targets], r.first, r.last)
        for number in ("M1.2", "M1.3")
        for r in page(store, number).references
    ] == [
        ("M1.2-r1", "1.21-.23", "range", "M1.2-s2", "statement", None, ["M1.21", "M1.22", "M1.23"], "M1.21", "M1.23"),
        ("M1.2-r2", "W4.1", "plain", "M1.2-s2", "statement", None, ["W4.1"], None, None),
        ("M1.3-r1", "Rule ???", "placeholder", "M1.3-s1", "statement", None, [], None, None),
        ("M1.3-r2", "1.2", "link", "M1.3-s1", "statement", "#1.2", ["M1.2"], None, None),
    ]  # fmt: skip


def test_who_cites_a_rule_directly_or_through_a_range(store: Store) -> None:
    assert [
        (c.rule.id, c.text, c.within, c.through_range, c.first, c.last) for c in page(store, "M1.21").cited_by
    ] == [
        ("M1.2", "1.21-.23", "M1.2-s2", True, "M1.21", "M1.23"),
        ("M1.23", "1.21", "M1.23-e1", False, None, None),
    ]
    assert [(c.rule.id, c.through_range) for c in page(store, "M1.22").cited_by] == [("M1.2", True)]
    assert [(c.rule, c.through_range) for c in page(store, "W4.1").cited_by] == [
        (RuleLink("M1.2", "What mud does", "MUD", False), False),
        (RuleLink("W4.2", None, None, False), False),
    ]


def test_an_external_rule_has_a_page_of_those_who_cite_it(store: Store) -> None:
    outside = page(store, "Z10.1")
    assert (outside.external, outside.number, outside.order, outside.parent) == (True, None, None, None)
    assert (outside.edition, outside.statements, outside.references) == (None, (), ())
    assert [(c.rule.id, c.through_range) for c in outside.cited_by] == [("W4.2", True)]
    [_, through] = page(store, "W4.2").references
    assert [(target.id, target.external) for target in through.targets] == [("Z9.5", True), ("Z10.1", True)]


def test_a_page_as_plain_json(store: Store) -> None:
    plain = page(store, "M1.1").to_json()
    assert json.loads(json.dumps(plain)) == plain
    assert plain["parent"] == {"id": "M1", "label": "Of fens", "title": "Fens", "external": False}
    assert plain["references"][0]["targets"] == [
        {"id": "M1.2", "label": "What mud does", "title": "MUD", "external": False}
    ]
    assert sorted(plain) == sorted(RulePage.__dataclass_fields__)


@pytest.mark.parametrize(
    ("written", "rule"),
    [
        ("M1.21", "M1.21"),
        ("m1.21", "M1.21"),
        (" 1.21 ", "M1.21"),
        ("4.1", "W4.1"),
        ("z9.5", "Z9.5"),
        ("9.5", "Z9.5"),
        ("m1", "M1"),
        ("1.9", None),
        ("", None),
        ("M1.2-s1", None),
        ('"> <', None),
    ],
)
def test_numbers_as_people_write_them(store: Store, written: str, rule: str | None) -> None:
    assert resolve_number(store, BOOK, written) == rule


def test_a_number_that_two_chapters_have_is_not_guessed(tmp_path: Path) -> None:
    build(tmp_path, [many(3, "B7"), many(3, "C7")], [])
    store = Store.open_current(tmp_path)
    assert resolve_number(store, BOOK, "7.2") is None
    assert resolve_number(store, BOOK, "c7.2") == "C7.2"
    assert nearest_numbers(store, BOOK, "7.2")[:2] == ["B7.2", "C7.2"]


def test_no_page_for_what_is_not_there(store: Store) -> None:
    assert rule_page(store, BOOK, "M1.9") is None
    assert rule_page(store, "other", "M1.2") is None


def test_the_nearest_numbers(store: Store) -> None:
    assert nearest_numbers(store, BOOK, "M1.24")[:4] == ["M1.2", "M1.23", "M1.22", "M1.21"]
    assert nearest_numbers(store, BOOK, "1.24")[0] == "M1.2"
    assert nearest_numbers(store, BOOK, "W4.1.1")[0] == "W4.1"
    assert nearest_numbers(store, BOOK, "qqq") == []
    assert nearest_numbers(store, "other", "M1.2") == []
    assert len(nearest_numbers(store, BOOK, "B7.99", limit=2)) == 2


def test_counts_of_each_document(store: Store) -> None:
    fen, weir, bog = fens(), weirs(), many(12)
    assert count_documents(store) == (
        DocumentCounts(BOOK, "B7", "Bogs", "original", bog.source.sha256, 12, 12, 0, 0, 12, 0),
        DocumentCounts(BOOK, "M1", "Fens", "original", fen.source.sha256, 7, 7, 1, 1, 6, 1),
        DocumentCounts(BOOK, "W4", "Weirs", "original", weir.source.sha256, 3, 2, 0, 0, 3, 0),
    )
    assert count_documents(store)[1].to_json()["unresolved"] == 1
