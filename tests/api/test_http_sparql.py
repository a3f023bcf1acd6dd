"""GET and POST /sparql: the protocol, to clients written elsewhere; what is refused; queries that take too much."""

from __future__ import annotations

import csv
import io
import json
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import rdflib
from fastapi.testclient import TestClient
from rdflib.plugins.stores.sparqlstore import SPARQLStore
from SPARQLWrapper import CSV, JSON, POST, POSTDIRECTLY, TURTLE, XML, SPARQLWrapper

from api import example
from kb.sparql import GRAPH_TYPES, RESULT_TYPES
from tests.api.conftest import client_with
from tests.api.test_http_ask import problem

HX = "urn:hexlaw:vocab:"
RULES = f"SELECT ?rule ?number WHERE {{ ?rule a <{HX}Rule> ; <{HX}number> ?number }} ORDER BY ?rule LIMIT 3"
RULE = "urn:hexlaw:tidewrack:T4.1"
ABOUT = f"CONSTRUCT {{ <{RULE}> ?p ?o }} WHERE {{ <{RULE}> ?p ?o }}"
ENDLESS = "SELECT (COUNT(*) AS ?n) WHERE { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"


def select(client: TestClient, query: str, **parameters: Any) -> list[dict[str, str]]:
    response = client.get("/sparql", params={"query": query, **parameters})
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "application/sparql-results+json"
    bindings = response.json()["results"]["bindings"]
    return [{name: value["value"] for name, value in row.items()} for row in bindings]


def test_the_three_ways_to_put_a_query_agree(served: TestClient) -> None:
    rows = select(served, RULES)
    assert len(rows) == 3
    form = served.post("/sparql", data={"query": RULES})
    direct = served.post("/sparql", content=RULES, headers={"Content-Type": "application/sparql-query"})
    assert form.json() == direct.json() == served.get("/sparql", params={"query": RULES}).json()


@pytest.mark.parametrize("media_type", RESULT_TYPES)
def test_rows_come_in_each_format(served: TestClient, media_type: str) -> None:
    expected = [row["rule"] for row in select(served, RULES)]
    response = served.get("/sparql", params={"query": RULES}, headers={"Accept": media_type})
    assert (response.status_code, response.headers["vary"]) == (200, "Accept")
    assert response.headers["content-type"].partition(";")[0] == media_type
    if media_type.endswith("json"):
        found = [row["rule"]["value"] for row in response.json()["results"]["bindings"]]
    elif media_type.endswith("xml"):
        name = "{http://www.w3.org/2005/sparql-results#}uri"
        found = [str(each.text) for each in ElementTree.fromstring(response.text).iter(name)]
    elif media_type == "text/csv":
        found = [row["rule"] for row in csv.DictReader(io.StringIO(response.text))]
    else:
        found = [line.split("\t")[0].strip("<>") for line in response.text.splitlines()[1:]]
    assert found == expected
    yes = served.get("/sparql", params={"query": "ASK { ?s a hx:Rule }"}, headers={"Accept": media_type})
    assert "true" in yes.text


@pytest.mark.parametrize("media_type", GRAPH_TYPES)
@pytest.mark.parametrize("query", [ABOUT, f"DESCRIBE <{RULE}>"])
def test_a_graph_comes_in_each_format(served: TestClient, media_type: str, query: str) -> None:
    response = served.get("/sparql", params={"query": query}, headers={"Accept": media_type})
    assert response.headers["content-type"].partition(";")[0] == media_type
    if media_type == "application/ld+json":
        assert RULE in json.dumps(json.loads(response.text))
    else:
        form = {"text/turtle": "turtle", "application/n-triples": "nt", "application/rdf+xml": "xml"}[
            media_type
        ]
        graph = rdflib.Graph().parse(data=response.text, format=form)
        assert (rdflib.URIRef(RULE), rdflib.RDF.type, rdflib.URIRef(f"{HX}Rule")) in graph


def test_a_format_that_there_is_not_is_406(served: TestClient) -> None:
    for query, types in ((RULES, RESULT_TYPES), (ABOUT, GRAPH_TYPES)):
        document = problem(served.get("/sparql", params={"query": query}, headers={"Accept": "image/png"}))
        assert (document["status"], document["detail"]) == (
            406,
            f"There is no image/png here; there is {', '.join(types)}.",
        )


def test_the_dataset_may_be_named_in_the_request_or_in_the_query(served: TestClient) -> None:
    graphs = "SELECT DISTINCT ?g WHERE { GRAPH ?g { ?s a hx:Rule } } ORDER BY ?g"
    first, second, *_ = (row["g"] for row in select(served, graphs))
    count = "SELECT (COUNT(?s) AS ?n) WHERE { ?s a hx:Rule }"
    everything = int(select(served, count)[0]["n"])
    one = int(select(served, count, **{"default-graph-uri": first})[0]["n"])
    two = int(select(served, count, **{"default-graph-uri": [first, second]})[0]["n"])
    assert 0 < one < two < everything
    assert select(served, count.replace("WHERE", f"FROM <{first}> WHERE"))[0]["n"] == str(one)
    assert [row["g"] for row in select(served, graphs, **{"named-graph-uri": second})] == [second]
    assert select(served, count, **{"named-graph-uri": second})[0]["n"] == "0"
    named = graphs.replace("WHERE", f"FROM NAMED <{first}> WHERE", 1)
    assert [row["g"] for row in select(served, named)] == [first]
    form = served.post("/sparql", data={"query": count, "default-graph-uri": first})
    assert form.json()["results"]["bindings"][0]["n"]["value"] == str(one)
    body = served.post(
        "/sparql",
        params={"default-graph-uri": first},
        content=count,
        headers={"Content-Type": "application/sparql-query"},
    )
    assert body.json() == form.json()


@pytest.mark.parametrize("method", ["GET", POST])
@pytest.mark.parametrize("form", [JSON, XML, CSV])
def test_sparqlwrapper_is_answered(address: str, method: str, form: str) -> None:
    client = SPARQLWrapper(f"{address}/sparql")
    client.setMethod(method)
    client.setReturnFormat(form)
    client.setQuery(RULES)
    answer: Any = client.query().convert()
    if form == JSON:
        assert len(answer["results"]["bindings"]) == 3
    elif form == XML:
        assert len(answer.getElementsByTagName("result")) == 3
    else:
        assert len(answer.decode().splitlines()) == 4


def test_sparqlwrapper_posts_directly_and_constructs(address: str) -> None:
    client = SPARQLWrapper(f"{address}/sparql")
    client.setMethod(POST)
    client.setRequestMethod(POSTDIRECTLY)
    client.setReturnFormat(TURTLE)
    client.setQuery(ABOUT)
    answer: Any = client.query().convert()
    graph = rdflib.Graph().parse(data=answer, format="turtle")
    assert (rdflib.URIRef(RULE), rdflib.RDF.type, rdflib.URIRef(f"{HX}Rule")) in graph


@pytest.mark.parametrize("method", ["GET", "POST", "POST_FORM"])
def test_rdflib_s_sparqlstore_is_answered(address: str, method: Any) -> None:
    graph = rdflib.Graph(SPARQLStore(f"{address}/sparql", method=method))
    assert len(list(graph.query(RULES))) == 3
    assert (rdflib.URIRef(RULE), rdflib.RDF.type, rdflib.URIRef(f"{HX}Rule")) in graph


@pytest.fixture
def listener() -> Any:
    """An address on loopback, and the connections that it has seen."""
    seen: list[Any] = []
    bound = socket.create_server(("127.0.0.1", 0))
    stop = threading.Event()

    def accept() -> None:
        while True:
            connection, where = bound.accept()
            connection.close()
            if stop.is_set():
                return
            seen.append(where)

    thread = threading.Thread(target=accept)
    thread.start()
    yield f"http://127.0.0.1:{bound.getsockname()[1]}/x", seen
    stop.set()
    socket.create_connection(bound.getsockname()).close()
    thread.join()
    bound.close()


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("SELECT * WHERE {{ SERVICE <{0}> {{ ?s ?p ?o }} }}", "sparql-service"),
        ("SELECT * WHERE {{ SERVICE SILENT <{0}> {{ ?s ?p ?o }} }}", "sparql-service"),
        ("SELECT * WHERE {{ ?s ?p ?o FILTER EXISTS {{ SERVICE <{0}> {{ ?s ?p ?o }} }} }}", "sparql-service"),
        (
            "ASK {{ {{ SELECT * {{ OPTIONAL {{ SeRvIcE ?where {{ ?s ?p ?o }} }} }} }} BIND(<{0}> AS ?where) }}",
            "sparql-service",
        ),
        (
            "PREFIX x: <{0}> CONSTRUCT {{ ?s ?p ?o }} WHERE {{ # no\n SERVICE x: {{ ?s ?p ?o }} }}",
            "sparql-service",
        ),
        ("SELECT * WHERE {{ S\\u0045RVICE <{0}> {{ ?s ?p ?o }} }}", "sparql-service"),
        ("SELECT * FROM <{0}> WHERE {{ ?s ?p ?o }}", "sparql-remote-graph"),
        ("SELECT * FROM NAMED <{0}> WHERE {{ GRAPH ?g {{ ?s ?p ?o }} }}", "sparql-remote-graph"),
        ("PREFIX x: <{0}> SELECT * FROM x:y WHERE {{ ?s ?p ?o }}", "sparql-remote-graph"),
        ("DESCRIBE <urn:x> FROM <{0}>", "sparql-remote-graph"),
        ("LOAD <{0}>", "sparql-update"),
        ("LOAD SILENT <{0}> INTO GRAPH <urn:x>", "sparql-update"),
        ("DROP ALL", "sparql-update"),
        ("INSERT DATA {{ <urn:a> <urn:b> <urn:c> }}", "sparql-update"),
        ("DELETE WHERE {{ ?s ?p ?o }}", "sparql-update"),
        ("nonsense", "sparql-syntax"),
        ("", "sparql-syntax"),
        ("SELECT * WHERE {{ ?s nope:x ?o }}", "sparql-syntax"),
        ("SELECT * FROM nope:x WHERE {{ ?s ?p ?o }}", "sparql-syntax"),
        ("SELECT * WHERE " + "{{" * 3_000 + "}}" * 3_000, "sparql-syntax"),
    ],
)
def test_what_is_not_a_query_of_this_graph_is_refused_and_asks_nobody(
    served: TestClient, listener: Any, query: str, code: str
) -> None:
    url, seen = listener
    document = problem(served.get("/sparql", params={"query": query.format(url)}))
    assert (document["status"], document["type"]) == (400, f"urn:hexlaw:problem:{code}")
    assert seen == []


def test_graphs_from_elsewhere_are_refused_in_the_request_too(served: TestClient, listener: Any) -> None:
    url, seen = listener
    for name in ("default-graph-uri", "named-graph-uri"):
        document = problem(served.get("/sparql", params={"query": RULES, name: url}))
        assert document["detail"] == f"the graph <{url}> is not in this store, and none is fetched"
        assert document["errors"][0]["hint"] == "graphs here begin with urn:hexlaw:"
    assert seen == []


def test_what_only_looks_like_a_service_is_none(served: TestClient) -> None:
    rows = select(served, 'SELECT ?x WHERE { BIND("SERVICE <http://x> {}" AS ?x) } # SERVICE')
    assert rows == [{"x": "SERVICE <http://x> {}"}]


@pytest.mark.parametrize(
    ("sent", "status", "detail"),
    [
        ({"params": {}}, 400, "there must be one query, and there are 0"),
        ({"params": {"query": [RULES, RULES]}}, 400, "there must be one query, and there are 2"),
        (
            {"params": {"query": RULES, "update": "DROP ALL"}},
            400,
            "updates are refused; this graph is only read",
        ),
    ],
)
def test_a_request_that_cannot_be_used(served: TestClient, sent: Any, status: int, detail: str) -> None:
    document = problem(served.get("/sparql", **sent))
    assert (document["status"], document["detail"]) == (status, detail)


def test_a_body_that_cannot_be_used(served: TestClient) -> None:
    def refused(body: bytes, kind: str) -> tuple[int, str]:
        document = problem(served.post("/sparql", content=body, headers={"Content-Type": kind}))
        return document["status"], document["detail"]

    assert refused(b"DROP ALL", "application/sparql-update") == (
        400,
        "updates are refused; this graph is only read",
    )
    assert refused(b"update=DROP+ALL", "application/x-www-form-urlencoded")[0] == 400
    assert refused(b"{}", "application/json") == (
        415,
        "The body is application/json; send application/sparql-query or application/x-www-form-urlencoded.",
    )
    assert refused(b"\xff", "application/sparql-query") == (400, "the body is not UTF-8 at byte 0")
    assert refused(b"&".join([b"query=x"] * 2_000), "application/x-www-form-urlencoded")[0] == 400
    assert refused(b" " * 2_000_000, "application/sparql-query")[0] == 413


def test_a_query_that_never_ends_is_ended_while_questions_are_answered(served_home: Path) -> None:
    with client_with(served_home, sparql_time=2.0, sparql_workers=1) as client:
        assert client.get("/sparql", params={"query": RULES}).status_code == 200
        with ThreadPoolExecutor(1) as pool:
            endless = pool.submit(client.get, "/sparql", params={"query": ENDLESS})
            answered = 0
            while not endless.done():
                assert client.post("/ask", json=example.request()).json()["answer"] == "no"
                answered += 1
            document = problem(endless.result())
        assert answered > 0
        assert (document["status"], document["type"]) == (422, "urn:hexlaw:problem:sparql-timeout")
        assert document["detail"] == "the query was ended after 2 seconds; HEXLAW_SPARQL_TIME sets the limit"
        assert client.get("/sparql", params={"query": RULES}).status_code == 200


def test_more_queries_than_may_run_are_told_when_to_come_back(served_home: Path) -> None:
    with client_with(served_home, sparql_workers=0) as client:
        response = client.get("/sparql", params={"query": RULES})
        assert response.headers["retry-after"] == "1"
        assert problem(response)["detail"] == (
            "0 queries are running already; HEXLAW_SPARQL_WORKERS sets the limit."
        )


def test_a_result_that_is_too_large_is_refused(served_home: Path) -> None:
    with client_with(served_home, sparql_result=1_000) as client:
        document = problem(client.get("/sparql", params={"query": "SELECT * WHERE { ?s ?p ?o }"}))
        assert (document["status"], document["detail"]) == (422, "the result is larger than 1000 bytes")
        assert client.get("/sparql", params={"query": "ASK { ?s ?p ?o }"}).status_code == 200


def test_a_query_that_takes_too_much_memory_is_ended(served_home: Path) -> None:
    hungry = "SELECT * WHERE { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } ORDER BY ?a"
    with client_with(served_home, sparql_memory=300_000_000, sparql_time=60.0) as client:
        document = problem(client.get("/sparql", params={"query": hungry}))
        assert (document["status"], document["type"]) == (422, "urn:hexlaw:problem:sparql-memory")
        assert client.get("/sparql", params={"query": RULES}).status_code == 200


def test_before_any_ingest_there_is_nothing_to_query(client: TestClient) -> None:
    document = problem(client.get("/sparql", params={"query": RULES}))
    assert (document["status"], document["type"]) == (503, "urn:hexlaw:problem:graph-none")
