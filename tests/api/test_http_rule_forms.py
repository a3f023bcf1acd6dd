"""GET /rules in every form, conditional requests, and what a rule is shown with."""

from __future__ import annotations

import json
from pathlib import Path

import pyoxigraph
import pytest
import rdflib
from fastapi.testclient import TestClient

from api.ingestion import ingest_files, shipped_files
from api.operations import RULE_FORMS
from api.paths import rule_path
from api.schemas import RuleDocument
from api.settings import Settings
from kb.coverage import STATUSES
from tests.api.conftest import client_with
from tests.api.test_http_ask import problem
from tests.api.test_http_rules import Page

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@pytest.mark.parametrize(
    ("accept", "form"),
    [
        (None, "application/json"),
        ("*/*", "application/json"),
        (BROWSER, "text/html"),
        ("text/*", "text/html"),
        ("text/turtle", "text/turtle"),
        ("application/ld+json;q=0.9, application/json;q=0.8", "application/ld+json"),
        ("text/markdown", "text/markdown"),
        ("text/plain, */*;q=0.1", "text/plain"),
        ("application/json;q=0, */*;q=0.5", "text/html"),
        ("nonsense", "application/json"),
    ],
)
@pytest.mark.parametrize("path", ["/rules/tidewrack", "/rules/tidewrack/T4.1"])
def test_the_form_is_what_the_client_accepts(
    served: TestClient, path: str, accept: str | None, form: str
) -> None:
    response = served.get(path, headers={"Accept": accept} if accept else {})
    assert response.status_code == 200
    assert response.headers["content-type"].partition(";")[0] == form
    assert response.headers["vary"] == "Accept"


@pytest.mark.parametrize("path", ["/rules/tidewrack", "/rules/tidewrack/T4.1"])
def test_a_form_that_there_is_not_is_406(served: TestClient, path: str) -> None:
    response = served.get(path, headers={"Accept": "image/png"})
    assert response.headers["vary"] == "Accept"
    assert problem(response) == {
        "type": "urn:hexlaw:problem:not-acceptable",
        "title": "Not Acceptable",
        "status": 406,
        "detail": "There is no image/png here; there is application/json, text/html, text/markdown, text/plain, "
        "text/turtle, application/ld+json.",
    }


@pytest.mark.parametrize("form", RULE_FORMS)
@pytest.mark.parametrize("path", ["/rules/tidewrack", "/rules/tidewrack/T4.1"])
def test_what_the_client_has_is_not_sent_again(served: TestClient, path: str, form: str) -> None:
    first = served.get(path, headers={"Accept": form})
    tag = first.headers["etag"]
    for condition in (tag, f'"other", W/{tag}', "*"):
        again = served.get(path, headers={"Accept": form, "If-None-Match": condition})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert served.get(path, headers={"Accept": form, "If-None-Match": '"other"'}).status_code == 200


def test_each_form_has_an_entity_tag_of_its_own(served: TestClient) -> None:
    tags = {
        served.get("/rules/tidewrack/T4.1", headers={"Accept": form}).headers["etag"] for form in RULE_FORMS
    }
    assert len(tags) == len(RULE_FORMS)


def test_the_graph_of_a_rule_is_the_same_in_both_syntaxes(served: TestClient) -> None:
    turtle = rdflib.Graph().parse(
        data=served.get("/rules/tidewrack/T4.1", headers={"Accept": "text/turtle"}).text, format="turtle"
    )
    linked = pyoxigraph.parse(
        served.get("/rules/tidewrack/T4.1", headers={"Accept": "application/ld+json"}).content,
        format=pyoxigraph.RdfFormat.JSON_LD,
    )
    assert len({quad.triple for quad in linked}) == len(turtle)
    rule = rdflib.URIRef("urn:hexlaw:tidewrack:T4.1")
    document = served.get("/rules/tidewrack/T4.1").json()
    hx = rdflib.Namespace("urn:hexlaw:vocab:")
    assert (rule, rdflib.RDF.type, hx.Rule) in turtle
    exact = rdflib.URIRef("http://www.w3.org/ns/oa#exact")
    texts = {str(text) for text in turtle.objects(None, exact)}
    assert {each["text"] for each in document["statements"]} <= texts
    assert {str(s).rpartition(":")[2] for s in turtle.subjects(hx.target, rule)} == {
        each["id"] for each in document["cited_by"]
    }
    assert not list(turtle.objects(rdflib.URIRef(f"{rule}1"), hx.number))


def test_the_list_as_a_graph_has_every_rule(served: TestClient) -> None:
    graph = rdflib.Graph().parse(
        data=served.get("/rules/tidewrack", headers={"Accept": "text/turtle"}).text, format="turtle"
    )
    listed = served.get("/rules/tidewrack").json()["rules"]
    identifiers = graph.objects(None, rdflib.DCTERMS.identifier)
    assert sorted(map(str, identifiers)) == sorted(rule["id"] for rule in listed)


def test_a_rule_is_shown_with_all_that_stands_in_it(served: TestClient) -> None:
    rule = served.get("/rules/tidewrack/T4.1").json()
    RuleDocument.model_validate(rule)
    assert rule["text"].startswith(rule["statements"][0]["text"][:20])
    assert (rule["path"], rule["kind"], rule["previous"]) == ("/rules/tidewrack/T4.1", "rule", "T4")
    assert {row["id"] for row in rule["coverage"]} == {
        each["id"] for each in (*rule["statements"], *rule["exceptions"])
    }
    assert {row["status"] for row in rule["coverage"]} <= set(STATUSES)


def test_exceptions_are_told_both_ways(served: TestClient) -> None:
    above = served.get("/rules/asl/B21.6").json()["yields_to"]
    assert ("B21.6-x1", "B21.6-s1", "does not apply") in [
        (each["statements"], each["of"], each["how"]) for each in above
    ]
    stands = served.get("/rules/asl/G13.493").json()["overrides"]
    [over] = [each for each in stands if each["rules"] == ["G13.4"]]
    assert (over["statements"], over["of"], over["how"]) == ("G13.4-s3", "G13.493-s1", "instead of")
    assert over["text"] in [each["text"] for each in served.get("/rules/asl/G13.4").json()["yields_to"]]


def test_a_citer_through_a_range_is_marked_in_every_form_for_people(served: TestClient) -> None:
    through = [c for c in served.get("/rules/asl/G13.445").json()["cited_by"] if c["through_range"]]
    assert through
    for form in ("text/html", "text/markdown", "text/plain"):
        text = served.get("/rules/asl/G13.445", headers={"Accept": form}).text
        assert "(through the range 13.441-.447)" in text


def test_the_id_of_a_statement_leads_to_its_place(served: TestClient) -> None:
    response = served.get("/rules/asl/g13.4-s3")
    assert (response.status_code, response.headers["location"]) == (308, "/rules/asl/G13.4#G13.4-s3")
    page = served.get("/rules/asl/G13.4", headers={"Accept": BROWSER}).text
    assert 'id="G13.4-s3"' in page
    assert problem(served.get("/rules/asl/G13.4-s99"))["status"] == 404


def test_rules_whose_ids_differ_in_case_alone_are_told_apart_in_links(served: TestClient) -> None:
    text = served.get("/rules/amphibious-37", headers={"Accept": "text/markdown"}).text
    assert "[37.A](/rules/amphibious-37/37.A)" in text
    assert f"[37.a]({rule_path('amphibious-37', '37.a')})" in text


def test_every_rule_is_served_in_every_form(served: TestClient) -> None:
    for rulebook in ("tidewrack", "squad-terrain"):
        for rule in served.get(f"/rules/{rulebook}").json()["rules"]:
            for form in RULE_FORMS:
                response = served.get(rule_path(rulebook, rule["id"]), headers={"Accept": form})
                assert response.status_code == 200
                if form == "text/html":
                    Page.of(response.text)
                elif form.endswith("json"):
                    json.loads(response.text)


def test_markup_in_a_rulebook_is_shown_and_not_run(tmp_path: Path) -> None:
    """A user's own edition may hold anything."""
    [original] = [path for path in shipped_files() if path.read_text("utf-8").startswith("2. GROUND")]
    text = original.read_text("utf-8")
    first = text.index("\n2.1 ")
    end = text.index(".", first + 6) + 1
    evil = " <script>alert(1)</script> [x](javascript:alert(2)) <img src=x onerror=alert(3)>."
    (tmp_path / "evil.txt").write_text(text[:end] + evil + text[end:], "utf-8")
    home = tmp_path / "home"
    ingest_files([tmp_path / "evil.txt"], Settings(home=home), as_document="tidewrack:T2")
    with client_with(home) as client:
        assert "<script>" in client.get("/rules/tidewrack/T2.1").json()["text"]
        page = client.get("/rules/tidewrack/T2.1", headers={"Accept": BROWSER}).text
        assert Page.of(page).tags.count("script") == page.count("/static/hexlaw.js") == 1
        assert "<img src=x" not in page
        marked = client.get("/rules/tidewrack/T2.1", headers={"Accept": "text/markdown"}).text
        assert "<script>" not in marked
        assert "[x](javascript" not in marked
        plain = client.get("/rules/tidewrack/T2.1", headers={"Accept": "text/plain"})
        assert plain.headers["x-content-type-options"] == "nosniff"
