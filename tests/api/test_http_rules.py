"""GET /rules, /health, the page and the OpenAPI document."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api import example
from api.assets import asset_path
from api.paths import rule_path
from api.schemas import Answer, Health, RuleDocument, RuleList
from api.version import version
from kb.store import Store
from tests.api.conftest import Hexlaw, client_with
from tests.api.test_http_ask import problem


@pytest.fixture
def ingested(hexlaw: Hexlaw, home: Path) -> Iterator[TestClient]:
    hexlaw("ingest")
    with client_with(home) as client:
        yield client


def test_a_rule_is_served(ingested: TestClient) -> None:
    response = ingested.get("/rules/asl/G13.4")
    assert (response.status_code, response.headers["content-type"]) == (200, "application/json")
    rule = response.json()
    RuleDocument.model_validate(rule)
    assert (rule["id"], rule["label"], rule["parent"]["id"]) == ("G13.4", "Deep and shallow OCEAN", "G13")
    assert [each["id"] for each in rule["statements"]] == [f"G13.4-s{n}" for n in range(1, 5)]
    assert [(each["id"], each["qualifies"]) for each in rule["exceptions"]] == [
        ("G13.4-x1", "G13.4-s2"),
        ("G13.4-x2", "G13.4-s3"),
    ]


def test_every_rule_of_the_list_is_served_as_described(ingested: TestClient) -> None:
    for rulebook in ("asl", "tidewrack"):
        listed = ingested.get(f"/rules/{rulebook}").json()
        RuleList.model_validate(listed)
        assert listed["rulebook"] == rulebook
        for rule in listed["rules"]:
            response = ingested.get(rule_path(rulebook, rule["id"]))
            assert response.status_code == 200
            RuleDocument.model_validate(response.json())


@pytest.mark.parametrize("written", ["g13.4", "13.4", "%20G13.4%20"])
def test_a_number_written_otherwise_is_redirected(ingested: TestClient, written: str) -> None:
    response = ingested.get(f"/rules/asl/{written}")
    assert (response.status_code, response.headers["location"]) == (308, "/rules/asl/G13.4")


def test_an_unknown_rule_is_404_with_the_nearest(ingested: TestClient) -> None:
    document = problem(ingested.get("/rules/asl/G13.4012"))
    assert (document["status"], document["type"]) == (404, "urn:hexlaw:problem:rule-unknown")
    assert document["nearest"][0] == "G13.401"
    assert document["detail"].startswith("there is no rule 'G13.4012' in asl (nearest: G13.401, ")


@pytest.mark.parametrize(
    "number", ["%3Cx%3E", "a%20b", "%00", "x" * 5_000, "%F0%9F%92%A5", "G13.4%3E", "%2E.%2F", "%22"]
)
def test_a_number_that_is_none_is_404(ingested: TestClient, number: str) -> None:
    assert problem(ingested.get(f"/rules/asl/{number}"))["status"] == 404


def test_an_unknown_rulebook_is_404_with_those_there_are(ingested: TestClient) -> None:
    for path in ("/rules/als", "/rules/als/G13.4"):
        assert problem(ingested.get(path)) == {
            "type": "urn:hexlaw:problem:rulebook-unknown",
            "title": "Not Found",
            "status": 404,
            "detail": "there is no rulebook 'als' (there are: amphibious-37, asl, squad-terrain, tidewrack)",
            "nearest": ["amphibious-37", "asl", "squad-terrain", "tidewrack"],
        }


def test_before_any_ingest_rules_are_503_and_questions_are_answered(client: TestClient) -> None:
    document = problem(client.get("/rules/asl/G13.4"))
    assert (document["status"], document["type"]) == (503, "urn:hexlaw:problem:graph-none")
    assert document["errors"] == [
        {"code": "graph-none", "detail": "there is no graph yet", "hint": "`hexlaw ingest` makes one"}
    ]
    assert client.get("/health").json()["generation"] is None
    assert client.post("/ask", json=example.request()).json()["answer"] == "no"


def test_health_tells_version_generation_and_rulebooks(ingested: TestClient, home: Path) -> None:
    health = ingested.get("/health").json()
    Health.model_validate(health)
    assert health == {
        "status": "ok",
        "version": version(),
        "generation": Store.generation(home),
        "rulebooks": ["amphibious-37", "asl", "squad-terrain", "tidewrack"],
    }


def test_a_browser_gets_a_page_of_a_rule(ingested: TestClient) -> None:
    browser = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
    response = ingested.get("/rules/asl/G13.4", headers=browser)
    assert (response.status_code, response.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert response.headers["vary"] == "Accept"
    page = Page.of(response.text)
    assert "/rules/asl/G13.401" in page.links
    assert "/rules/asl/G14.53" in page.links
    assert ingested.get("/rules/asl/G14.53", headers=browser).status_code == 200
    assert ingested.get("/rules/tidewrack/T4.1", headers=browser).status_code == 200


class Page(HTMLParser):
    """What a test looks at in a page; tags must be closed in order."""

    VOID = ("meta", "link", "input")

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.tags: list[str] = []
        self.open: list[str] = []
        self.text = ""

    @classmethod
    def of(cls, text: str) -> Page:
        page = cls()
        page.feed(text)
        page.close()
        assert page.open == []
        return page

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in self.VOID:
            self.open.append(tag)
        self.links += [value for name, value in attributes if tag == "a" and name == "href" and value]
        assert not any(name.startswith("on") for name, _ in attributes)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_asks_the_example_and_shows_its_derivation(client: TestClient) -> None:
    form = client.get("/")
    assert form.status_code == 200
    assert re.findall("<script.*?>", form.text) == [f'<script src="{asset_path("hexlaw.js")}" defer>']
    assert all(sentence in form.text for sentence in (*example.FACTS, example.QUESTION))
    asked = {"rulebook": "asl", "facts": "\r\n".join(example.FACTS), "question": example.QUESTION}
    response = client.get("/", params=asked)
    assert response.status_code == 200
    page = Page.of(response.text)
    answer = client.post("/ask", json=example.request()).json()
    assert answer["text"] in page.text
    assert {f"/rules/asl/{rule}" for rule in answer["cites"]} <= set(page.links)
    assert page.tags.count("details") > 0
    assert "default-src 'none'" in response.headers["content-security-policy"]


@pytest.mark.parametrize(
    ("facts", "question", "expected"),
    [
        (["T1 is a trukc."], example.QUESTION, "Not understood"),
        (example.FACTS[:1] + example.FACTS[2:], example.QUESTION, "What would decide"),
        (example.FACTS[:3], "Is hex 1079 a Water Obstacle to a vehicle?", "boat"),
        (example.FACTS, "", "Not understood"),
    ],
)
def test_every_outcome_has_its_page(
    client: TestClient, facts: list[str], question: str, expected: str
) -> None:
    response = client.get("/", params={"rulebook": "asl", "facts": "\n".join(facts), "question": question})
    assert response.status_code == 200
    assert expected in Page.of(response.text).text


def test_what_was_typed_is_shown_and_not_run(client: TestClient) -> None:
    asked = {
        "rulebook": "asl",
        "facts": "<script>alert(1)</script>",
        "question": '"><img src=x onerror=alert(1)>',
    }
    text = client.get("/", params=asked).text
    assert Page.of(text).tags.count("script") == text.count("/static/hexlaw.js") == 1
    assert "<img src=x" not in text


def test_a_question_that_cannot_be_asked_is_told_on_the_page(client: TestClient) -> None:
    response = client.get("/", params={"rulebook": "als", "question": "Is it?"})
    assert response.status_code == 422
    assert "This cannot be asked" in Page.of(response.text).text


def test_the_openapi_document_has_an_example_for_each_operation(client: TestClient) -> None:
    document = client.get("/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    assert set(document["paths"]) == {
        "/ask",
        "/ask/batch",
        "/why-not",
        "/odds",
        "/playaids/check",
        "/cite",
        "/search",
        "/sparql",
        "/graph/{number}.svg",
        "/vocabulary/{rulebook}",
        "/rules",
        "/rules/{rulebook}",
        "/rules/{rulebook}/{number}",
        "/coverage/{rulebook}",
        "/findings/{rulebook}",
        "/health",
    }
    for path in document["paths"].values():
        for operation in path.values():
            assert operation["summary"]
            for status, response in operation["responses"].items():
                for content in response.get("content", {"": {"example": status in ("304", "308")}}).values():
                    assert content["example"], (operation["summary"], status)
    assert set(references(document)) <= {
        f"#/components/schemas/{name}" for name in document["components"]["schemas"]
    }


def references(value: Any) -> Iterator[str]:
    """Every `$ref` in a document."""
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for each in value.values():
            yield from references(each)
    elif isinstance(value, list):
        for each in value:
            yield from references(each)


def test_the_examples_are_as_described() -> None:
    Answer.model_validate(example.ANSWER)
    RuleDocument.model_validate(example.RULE)
    RuleList.model_validate(example.RULES)
    Health.model_validate(example.HEALTH)
