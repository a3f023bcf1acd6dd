"""Editions and their quads: what is in the graph is what the records say, and it is well-formed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pyshacl
import pytest
from rdflib import SH, BNode, Graph, Literal, URIRef

from ingest.diagnostics import HexlawError
from ingest.nodes import Document, text_hash
from ingest.outline import Outline, outline_of
from kb.editions import Edition, edition_of_document, edition_of_outline, live
from kb.store import Store, build
from ontology import vocab as v
from tests.kb.marshes import BOOK, FEN_TEXT, fens, many, weirs

SHAPES = Path(__file__).parents[2] / "ontology" / "shapes.ttl"

LABELS = {"M1": "Of fens", "M1.1": "What reeds do", "M1.2": "What mud does"}


def opened(home: Path, *documents: Document, outlines: tuple[Outline, ...] = ()) -> Store:
    build(home, documents, outlines)
    return Store.open_current(home)


def count(store: Store, pattern: str) -> object:
    return store.query(f"SELECT (COUNT(DISTINCT ?x) AS ?n) WHERE {{ {pattern} }}")[0]["n"]


def values(store: Store, pattern: str) -> set[object]:
    return {row["x"] for row in store.query(f"SELECT ?x WHERE {{ {pattern} }}")}


def memory_graph(store: Store) -> Graph:
    graph = Graph()
    for row in store.query("SELECT ?s ?p ?o WHERE { GRAPH ?g { ?s ?p ?o } }"):
        value = row["o"]
        graph.add(
            (
                URIRef(str(row["s"])),
                URIRef(str(row["p"])),
                URIRef(value) if isinstance(value, v.IRI) else Literal(value),
            )
        )
    return graph


@pytest.mark.parametrize("as_outline", [False, True])
def test_sparql_and_the_records_count_the_same(tmp_path: Path, as_outline: bool) -> None:
    documents = (fens(), weirs(), many(20))
    outlines = tuple(outline_of(document, {}) for document in documents)
    store = opened(tmp_path, outlines=outlines) if as_outline else opened(tmp_path, *documents)
    for document in documents:
        graph = f"GRAPH ?g {{ %s }} ?g dcterms:isVersionOf <{v.document(BOOK, document.id)}>"
        targets = [(r.id, target) for r in document.references for target in r.targets]
        through_range = [(r.id, t) for r in document.references if r.kind == "range" for t in r.targets]
        assert count(store, graph % "?x a hx:Rule") == len(document.nodes)
        assert count(store, graph % "?x a hx:Statement") == len(document.statements)
        assert count(store, graph % "?x a hx:ExceptionClause") == len(document.exceptions)
        assert count(store, graph % "?x a hx:Example") == len(document.examples)
        assert count(store, graph % "?x a hx:Reference") == len(document.references)
        for term, expected in (("target", targets), ("rangeTarget", through_range)):
            rows = store.query(
                f"SELECT ?r ?t WHERE {{ {graph % f'?reference hx:{term} ?to'} . "
                "?reference dcterms:identifier ?r . ?to dcterms:identifier ?t }"
            )
            assert sorted((row["r"], row["t"]) for row in rows) == sorted(expected)
    assert count(store, "?x a hx:Reference FILTER NOT EXISTS { ?x hx:target ?t }") == 1


@pytest.mark.parametrize("as_outline", [False, True])
def test_the_graph_is_well_formed(tmp_path: Path, as_outline: bool) -> None:
    documents = (fens(), weirs(), many(3))
    outlines = tuple(outline_of(document, LABELS) for document in documents)
    store = opened(tmp_path, outlines=outlines) if as_outline else opened(tmp_path, *documents)
    conforms, _, report = pyshacl.validate(memory_graph(store), shacl_graph=Graph().parse(SHAPES))
    assert conforms, report


def test_the_shapes_notice_what_is_wrong(tmp_path: Path) -> None:
    store = opened(tmp_path, fens())
    shapes = Graph().parse(SHAPES)
    rule, sentence, reference = (URIRef(v.thing(BOOK, i)) for i in ("M1.2", "M1.2-s1", "M1.1-r1"))
    text, exception = (
        URIRef(f"{sentence}:edition:{fens().source.sha256[:12]}"),
        URIRef(v.thing(BOOK, "M1.1-x1")),
    )
    for noticed, subject, predicate, value in (
        (rule, rule, v.ORDER, None),
        (rule, rule, v.IS_PART_OF, None),
        (sentence, text, v.HASH, None),
        (exception, exception, v.QUALIFIES, URIRef("urn:hexlaw:fen:M1.1-s9")),
        (reference, reference, v.TARGET, URIRef("urn:hexlaw:fen:nowhere")),
        (reference, reference, v.KIND, URIRef("urn:hexlaw:vocab:reference-kind:guess")),
    ):
        graph = memory_graph(store)
        graph.remove((subject, URIRef(predicate), None))
        if value is not None:
            graph.add((subject, URIRef(predicate), value))
        conforms, results, _ = pyshacl.validate(graph, shacl_graph=shapes)
        assert not conforms
        assert set(results.objects(None, SH.focusNode)) == {noticed}


def test_no_triple_stands_in_two_graphs_and_none_is_blank(tmp_path: Path) -> None:
    store = opened(tmp_path, fens(), weirs())
    assert len(memory_graph(store)) == len(store)
    assert not any(isinstance(node, BNode) for node in memory_graph(store).all_nodes())


def test_iris_do_not_depend_on_the_edition_and_texts_do(tmp_path: Path) -> None:
    document = fens()
    short = document.source.sha256[:12]
    store = opened(tmp_path, document)
    rules = values(store, "?x a hx:Rule")
    assert rules == {f"urn:hexlaw:fen:{node.id}" for node in document.nodes}
    assert values(store, "?x dcterms:isVersionOf <urn:hexlaw:fen:M1.2>") == {
        f"urn:hexlaw:fen:M1.2:edition:{short}"
    }
    text = f"<urn:hexlaw:fen:M1.1-s1:edition:{short}>"
    assert values(store, f"{text} hx:hash ?x") == {text_hash("A reed hex hides whoever lies in it (1.2).")}
    assert values(store, f"{text} oa:hasSource ?x") == {f"urn:hexlaw:fen:document:M1:edition:{short}"}
    assert values(store, f"{text} hx:line ?x") == {2}


def test_a_text_is_found_again_by_its_quote_and_its_place(tmp_path: Path) -> None:
    store = opened(tmp_path, fens())
    short = fens().source.sha256[:12]
    [quote] = store.query(
        "SELECT ?exact ?prefix ?suffix WHERE "
        "{ ?text oa:hasSelector ?s . ?s oa:exact ?exact ; oa:prefix ?prefix ; oa:suffix ?suffix }",
        {"text": v.edition(v.thing(BOOK, "M1.1-s1"), short)},
    )
    assert quote == {
        "exact": "A reed hex hides whoever lies in it (1.2).",
        "prefix": "M1 Fens 1.1 REEDS:",
        "suffix": "[EXC: not a punt] 1.2 MUD: Mud s",
    }
    [place] = store.query(
        "SELECT ?start ?end WHERE { ?text oa:hasSelector ?s . ?s oa:start ?start ; oa:end ?end }",
        {"text": v.edition(v.thing(BOOK, "M1.1-x1"), short)},
    )
    assert isinstance(place["start"], int)
    assert isinstance(place["end"], int)
    assert FEN_TEXT[place["start"] : place["end"]] == "[EXC: not a punt]"


def test_an_exception_is_tied_to_what_it_qualifies(tmp_path: Path) -> None:
    store = opened(tmp_path, fens())
    assert store.query("SELECT ?x ?of ?kind WHERE { ?x hx:qualifies ?of ; dcterms:type ?kind }") == [
        {
            "x": "urn:hexlaw:fen:M1.1-x1",
            "of": "urn:hexlaw:fen:M1.1-s1",
            "kind": "urn:hexlaw:vocab:exception-kind:bracket",
        }
    ]


def test_a_reference_is_a_node(tmp_path: Path) -> None:
    store = opened(tmp_path, fens())
    link, to = "<urn:hexlaw:fen:M1.3-r2>", "urn:hexlaw:fen:"
    assert values(store, f"{link} hx:printed ?x") == {"1.2"}
    assert values(store, f"{link} hx:href ?x") == {"#1.2"}
    assert values(store, f"{link} dcterms:type ?x") == {"urn:hexlaw:vocab:reference-kind:link"}
    assert values(store, f"{link} hx:standsIn ?x") == {f"{to}M1.3-s1"}
    assert values(store, f"{link} hx:part ?x") == {"urn:hexlaw:vocab:part:statement"}
    assert values(store, f"{link} dcterms:isPartOf ?x") == {f"{to}M1.3"}
    assert values(store, f"<{to}M1.2> dcterms:references ?x") == {
        f"{to}{rule}" for rule in ("M1.21", "M1.22", "M1.23", "W4.1")
    }
    assert values(store, f"<{to}M1.2-r1> hx:first ?x") == {f"{to}M1.21"}
    assert values(store, f"<{to}M1.2-r1> hx:last ?x") == {f"{to}M1.23"}


def test_a_target_is_external_until_its_document_is_there(tmp_path: Path) -> None:
    store = opened(tmp_path, fens())
    assert values(store, "?x a hx:ExternalRule") == {"urn:hexlaw:fen:W4.1"}
    assert values(store, "<urn:hexlaw:fen:W4.1> dcterms:identifier ?x") == {"W4.1"}
    store = opened(tmp_path, weirs())
    assert values(store, "?x a hx:ExternalRule") == {"urn:hexlaw:fen:Z9.5", "urn:hexlaw:fen:Z10.1"}


def test_the_run_tells_where_everything_comes_from(tmp_path: Path) -> None:
    first = build(tmp_path, [fens()], [])
    last = build(tmp_path, [weirs()], [])
    store = Store.open_current(tmp_path)
    editions = {
        document.id: f"urn:hexlaw:fen:document:{document.id}:edition:{document.source.sha256[:12]}"
        for document in (fens(), weirs())
    }
    assert store.query("SELECT ?e ?run WHERE { ?e prov:wasGeneratedBy ?run } ORDER BY ?e") == [
        {"e": editions["M1"], "run": f"urn:hexlaw:run:{first}"},
        {"e": editions["W4"], "run": f"urn:hexlaw:run:{last}"},
    ]
    assert values(store, f"<urn:hexlaw:run:{last}> prov:used ?x") == set(editions.values())
    assert values(store, f"<urn:hexlaw:run:{last}> prov:wasAssociatedWith ?x") == {"urn:hexlaw:agent:hexlaw"}
    assert values(store, f"<{editions['M1']}> dcterms:source ?x") == {"fens.html"}
    assert values(store, f"<{editions['M1']}> hx:sha256 ?x") == {fens().source.sha256}


def test_an_original_takes_over_from_its_outline_and_keeps_its_labels(tmp_path: Path) -> None:
    outline = replace(outline_of(fens(), LABELS), sha256="0" * 64)
    store = opened(tmp_path, outlines=(outline,))
    assert count(store, "?x a hx:Rule") == 7
    assert values(store, "?x a hx:Outline") == {"urn:hexlaw:fen:document:M1:edition:000000000000"}
    assert values(store, "?q oa:exact ?x") == set()
    for documents, outlines in (((fens(),), ()), ((), (outline,)), ((fens(),), (outline,))):
        store = opened(tmp_path, *documents, outlines=outlines)
        assert count(store, "?x a hx:Rule") == 7
        assert count(store, "?x a hx:Reference") == 6
        assert values(store, "?x a hx:Edition") == {
            f"urn:hexlaw:fen:document:M1:edition:{fens().source.sha256[:12]}"
        }
        assert values(store, "?x a hx:Outline") == set()
        assert values(store, "?rule skos:prefLabel ?x") == set(LABELS.values())


def test_live_shows_each_document_once() -> None:
    outline = edition_of_outline(outline_of(fens(), LABELS))
    original, other = edition_of_document(fens()), edition_of_document(weirs())
    shown = live([original, outline, other])
    assert [(edition.document, edition.origin) for edition in shown] == [
        ("M1", "original"),
        ("W4", "original"),
    ]
    assert [rule.label for rule in shown[0].rules][:4] == ["Of fens", "What reeds do", "What mud does", None]
    assert live([outline]) == (outline,)


def test_a_line_of_json_gives_the_edition_back() -> None:
    for edition in (edition_of_document(fens()), edition_of_outline(outline_of(weirs(), LABELS))):
        line = edition.to_line()
        assert b"\n" not in line
        assert Edition.from_line(line) == edition


def test_two_records_of_one_id_are_refused() -> None:
    document = fens()
    twice = replace(document, nodes=(*document.nodes, document.nodes[2]))
    with pytest.raises(HexlawError) as raised:
        edition_of_document(twice)
    assert str(raised.value) == (
        'fens.html: error graph-duplicate-id: "M1.2" names more than one record of M1 '
        "(give each rule a number of its own)"
    )


def test_any_id_gives_an_iri_and_comes_back() -> None:
    for identifier in ("G13.4-s1", "37.T3.resFx", "¶ 10.1 <b>", "a:b%20", "«Ж»", "601.2a–d"):
        iri = v.thing("my book", identifier)
        assert v.identifier("my book", iri) == identifier
        assert not set(iri) & set(' <>"{}|\\^`')
        assert iri.isascii()
    assert v.thing("asl", "G13.4") == "urn:hexlaw:asl:G13.4"
    assert v.edition(v.thing("asl", "G13.4"), "0123456789ab") == "urn:hexlaw:asl:G13.4:edition:0123456789ab"
