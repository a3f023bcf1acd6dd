"""What stands beside the rules' text as triples: what there is of each record, and that the shapes notice what is wrong."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pyshacl
import pytest
from rdflib import SH, Graph, Literal, URIRef

from kb.apparatus import apparatus
from kb.editions import Edition
from kb.load import Run, edition_iri, load_editions
from kb.records import (
    At,
    Citation,
    Claim,
    Finding,
    Footnote,
    Image,
    Passage,
    Rule,
    Segment,
    Table,
    Term,
    Undefined,
    Use,
)
from kb.serialise import serialise
from ontology import vocab as v
from ontology.vocab import IRI

SHAPES = Path(__file__).parents[2] / "ontology" / "shapes.ttl"
HASH = "0123456789ab"

AID = Edition(
    "fen",
    "A1",
    "Aid",
    "ab" * 32,
    "original",
    "aid.tsv",
    (
        Rule("A1", "1", None, 0),
        Rule("A1.1", "1", "A1", 1, kind="table"),
        Rule("A1.1.1", "1", "A1.1", 2, kind="row"),
    ),
    (Segment("A1.1.1-s1", "A1.1.1", "statement", HASH, text="A punt is wet (M1.1)."),),
    (
        Citation(
            "A1.1.1-r1", "A1.1.1", "A1.1.1-s1", "statement", "M1.1", "plain", None, ("M1.1",), None, None
        ),
    ),
    "run",
    tables=(
        Table("A1.1", "A1", 2, HASH, ("A1.1.1",), "Craft", ("Craft", "Wet"), (("Punt", "yes", "more"),)),
        Table("A1-t1", "A1", 1, HASH, (), None, ("dr",), (("1",), ("2",))),
    ),
    terms=(Term("A1.1.1-d1", "PW", "A1.1.1", False, "A1.1.1-s1", "acronym", "punt, wet"),),
    images=(Image("A1-i1", "A1", "a heron", "heron.gif", At(3, 9, 1)),),
    footnotes=(Footnote("A1.1.1-f1", "A1.1.1", "A1.1.1-s1", "4", "notes.htm#4"),),
    claims=(
        Claim("A1.1.1-c1", "A1.1.1", "bullet", None, HASH, ("A1.1.1-r1",), "Wet", "wet (M1.1)"),
        Claim("A1.1.1-c2", "A1.1.1", "cost", "A1.1.1-c1", HASH, (), "Wet", "1 MP"),
    ),
    findings=(Finding("doubled-word", "A1.1.1", "warning", "“a a”", "a a", "a?", "aid.tsv", 3, 7),),
    uses=(Use("A1.1.1-u1", "PW", "A1.1.1", "A1.1.1-s1", "PWs", ("A1.1.1-d1",), ("PW",)),),
    passages=(Passage("A1-p1", "A1", "front", "Aid"),),
    undefined=(Undefined("Mere", "capitalised", "A1.1.1", "A1.1.1-s1", 3, At(1, 5, 2)),),
)
EDITION = edition_iri(AID)
NOW = datetime(2026, 3, 1, tzinfo=UTC)


def thing(identifier: str) -> IRI:
    return v.thing("fen", identifier)


def about(subject: str) -> dict[str, set[object]]:
    """What the triples say of a subject, rdf:type and what every record has left out."""
    usual = {v.TYPE, v.IDENTIFIER, v.IS_PART_OF, v.ORDER}
    found: dict[str, set[object]] = {}
    for s, p, o in apparatus(AID, EDITION):
        if s == subject and p not in usual:
            found.setdefault(p.rsplit("#")[-1].rsplit("/")[-1].rsplit(":")[-1], set()).add(o)
    return found


def test_a_numbered_table_is_apart_from_its_rule() -> None:
    table = IRI(f"{thing('A1.1')}:table")
    text = v.edition(table, AID.short)
    assert about(table) == {"numbered": {thing("A1.1")}}
    assert about(text) == {
        "isVersionOf": {table},
        "hasSource": {EDITION},
        "hash": {HASH},
        "width": {2},
        "title": {"Craft"},
        "column": {f"{text}:column:1", f"{text}:column:2"},
        "row": {f"{text}:row:1"},
    }
    assert about(f"{text}:column:2") == {"title": {"Wet"}}
    assert about(f"{text}:row:1") == {
        "rownum": {1},
        "describes": {thing("A1.1.1")},
        "cell": {f"{text}:row:1:cell:{number}" for number in (1, 2, 3)},
    }
    assert about(f"{text}:row:1:cell:2") == {"value": {"yes"}, "inColumn": {f"{text}:column:2"}}
    # More cells than heads: the last is in no column.
    assert about(f"{text}:row:1:cell:3") == {"value": {"more"}}


def test_a_table_in_running_text_has_its_own_id() -> None:
    text = v.edition(thing("A1-t1"), AID.short)
    assert about(thing("A1-t1")) == {}
    assert about(text)["row"] == {f"{text}:row:1", f"{text}:row:2"}


def test_an_outlines_table_has_rows_and_columns_without_texts() -> None:
    outline = replace(AID, tables=(replace(AID.tables[0], columns=None, rows=None, title=None),))
    said = {(s, p) for s, p, _ in apparatus(outline, EDITION)}
    text = v.edition(IRI(f"{thing('A1.1')}:table"), AID.short)
    assert (f"{text}:row:1", v.DESCRIBES) in said
    assert (f"{text}:column:2", v.ORDER) in said
    assert not {p for _, p in said} & {v.HEAD, v.CELL, v.VALUE, v.TITLE}


def test_a_term_and_its_use() -> None:
    assert about(thing("A1.1.1-d1")) == {
        "inScheme": {"urn:hexlaw:fen:scheme:terms"},
        "prefLabel": {"PW"},
        "altLabel": {"punt, wet"},
        "type": {"urn:hexlaw:vocab:term-kind:acronym"},
        "definition": {thing("A1.1.1-s1")},
        "explicit": {False},
    }
    assert about(thing("A1.1.1-u1")) == {
        "standsIn": {thing("A1.1.1-s1")},
        "printed": {"PWs"},
        "subject": {thing("A1.1.1-d1")},
    }
    assert about(f"{EDITION}:undefined:1") == {
        "hasSource": {EDITION},
        "prefLabel": {"Mere"},
        "type": {"urn:hexlaw:vocab:undefined-kind:capitalised"},
        "standsIn": {thing("A1.1.1-s1")},
        "uses": {3},
        "line": {2},
    }


def test_an_image_a_footnote_mark_a_claim_and_a_finding() -> None:
    image = v.edition(thing("A1-i1"), AID.short)
    assert about(image) == {
        "description": {"a heron"},
        "href": {"heron.gif"},
        "isVersionOf": {thing("A1-i1")},
        "hasSource": {EDITION},
        "line": {1},
        "hasSelector": {f"{image}:position"},
    }
    assert about(thing("A1.1.1-f1")) == {
        "standsIn": {thing("A1.1.1-s1")},
        "printed": {"4"},
        "href": {"notes.htm#4"},
    }
    assert about(thing("A1.1.1-c1")) == {
        "type": {"urn:hexlaw:vocab:claim-kind:bullet"},
        "references": {thing("M1.1")},
    }
    assert about(thing("A1.1.1-c2"))["standsIn"] == {thing("A1.1.1-c1")}
    assert about(f"{EDITION}:finding:1") == {
        "hasTarget": {EDITION},
        "code": {"doubled-word"},
        "severity": {"warning"},
        "bodyValue": {"“a a”"},
        "evidence": {"a a"},
        "right": {"a?"},
        "line": {3},
        "character": {7},
    }


def graph() -> Graph:
    quads = load_editions([AID], Run("run", NOW, NOW, "1"))
    return Graph().parse(data=serialise(quads, "turtle"), format="turtle")


def test_it_is_well_formed() -> None:
    conforms, _, report = pyshacl.validate(graph(), shacl_graph=Graph().parse(SHAPES))
    assert conforms, report


TABLE = v.edition(v.table("fen", "A1.1", numbered=True), "ab" * 6)


@pytest.mark.parametrize(
    ("subject", "predicate", "value"),
    [
        (thing("A1.1"), v.KIND, URIRef("urn:hexlaw:vocab:rule-kind:heap")),
        (v.table("fen", "A1.1", numbered=True), v.NUMBERED, URIRef("urn:hexlaw:fen:A1.9")),
        (TABLE, v.WIDTH, None),
        (IRI(f"{TABLE}:row:1"), v.ROW_NUMBER, Literal(0)),
        (IRI(f"{TABLE}:row:1"), v.DESCRIBES, URIRef("urn:hexlaw:fen:A1.9")),
        (IRI(f"{TABLE}:row:1:cell:1"), v.VALUE, None),
        (IRI(f"{TABLE}:column:1"), v.ORDER, None),
        (thing("A1.1.1-d1"), v.LABEL, None),
        (thing("A1.1.1-d1"), v.DEFINITION, URIRef("urn:hexlaw:fen:A1.1.1-s9")),
        (thing("A1.1.1-d1"), v.EXPLICIT, Literal("yes")),
        (thing("A1.1.1-u1"), v.SUBJECT, URIRef("urn:hexlaw:fen:A1.1.1-d9")),
        (thing("A1.1.1-u1"), v.PRINTED, None),
        (IRI(f"{EDITION}:undefined:1"), v.USES, Literal(0)),
        (thing("A1-i1"), v.ORDER, None),
        (thing("A1-p1"), v.KIND, URIRef("urn:hexlaw:vocab:passage-kind:rest")),
        (thing("A1.1.1-f1"), v.STANDS_IN, None),
        (thing("A1.1.1-c1"), v.KIND, URIRef("urn:hexlaw:vocab:claim-kind:rumour")),
        (thing("A1.1.1-c1"), v.REFERENCES, URIRef("urn:hexlaw:fen:M1.9")),
        (IRI(f"{EDITION}:finding:1"), v.SEVERITY, Literal("grave")),
        (IRI(f"{EDITION}:finding:1"), v.BODY_VALUE, None),
    ],
)
def test_the_shapes_notice_what_is_wrong(
    subject: IRI, predicate: IRI, value: URIRef | Literal | None
) -> None:
    wrong = graph()
    wrong.remove((URIRef(subject), URIRef(predicate), None))
    if value is not None:
        wrong.add((URIRef(subject), URIRef(predicate), value))
    conforms, results, _ = pyshacl.validate(wrong, shacl_graph=Graph().parse(SHAPES))
    assert not conforms
    assert URIRef(subject) in set(results.objects(None, SH.focusNode))
