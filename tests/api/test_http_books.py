"""GET /rules, /coverage, /findings and completion; and which form of these, and of errors, a client gets."""

from __future__ import annotations

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from api.ingestion import shipped_outlines
from api.schemas import CompletionAnswer, CoverageAnswer, FindingsAnswer, RulebookList
from kb.store import build
from tests.api.test_http_ask import problem
from tests.api.test_http_rules import Page

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


def test_the_rulebooks_are_listed(served: TestClient) -> None:
    found = RulebookList.model_validate(served.get("/rules").json())
    by_id = {each.id: each for each in found.rulebooks}
    assert list(by_id) == ["amphibious-37", "asl", "squad-terrain", "tidewrack"]
    assert (by_id["asl"].documents, by_id["asl"].original) == (["G13", "B21", "PA"], False)
    assert by_id["tidewrack"].original


def test_a_rulebook_of_which_nothing_is_ingested_says_so(client: TestClient, home: Path) -> None:
    build(home, [], [outline for outline in shipped_outlines() if outline.rulebook != "asl"])
    page = client.get("/rules", headers=BROWSER).text
    assert "G13, B21, PA; not ingested yet: <code>hexlaw ingest</code> reads its documents" in page
    assert "123 rules of 37; numbers, references and labels, without text" in page


def test_coverage_is_that_of_the_command_line(served: TestClient) -> None:
    whole = CoverageAnswer.model_validate(served.get("/coverage/tidewrack").json())
    assert sum(sum(of.values()) for of in whole.counts.values()) == len(whole.statements)
    only = CoverageAnswer.model_validate(served.get("/coverage/tidewrack", params={"only": "note"}).json())
    assert {row.status for row in only.statements} == {"note"}
    assert only.counts == whole.counts
    document = problem(served.get("/coverage/tidewrack", params={"only": "opne"}))
    assert document["detail"] == "only: there is no status 'opne'"


def test_findings_are_those_of_the_editions(served: TestClient) -> None:
    for rulebook in ("asl", "tidewrack"):
        found = FindingsAnswer.model_validate(served.get(f"/findings/{rulebook}").json())
        assert sum(found.counts.values()) == len(found.findings)


def test_what_is_typed_is_completed(served: TestClient) -> None:
    query = {"complete": "S1 ent", "facts": "S1 is a skiff.\nHex 2M4 is a marsh hex."}
    found = CompletionAnswer.model_validate(served.get("/vocabulary/tidewrack", params=query).json())
    assert found.sentences[0].sentence == "S1 enters hex 2M4."
    query = {"complete": "What is the ti", "asking": "true"}
    found = CompletionAnswer.model_validate(served.get("/vocabulary/tidewrack", params=query).json())
    assert found.sentences[0].sentence == "What is the tide?"


@pytest.mark.parametrize(
    "path",
    ["/rules", "/search?q=marsh", "/search", "/coverage/asl", "/findings/asl", "/vocabulary/asl"],
)
def test_a_browser_gets_a_page(served: TestClient, path: str) -> None:
    response = served.get(path, headers=BROWSER)
    assert (response.status_code, response.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert response.headers["vary"] == "Accept"
    Page.of(response.text)
    again = served.get(path, headers={**BROWSER, "If-None-Match": response.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(
    ("path", "there"),
    [
        ("/rules/", "/rules"),
        ("/rules/asl/", "/rules/asl"),
        ("/rules/asl/G13.4/?x=1", "/rules/asl/G13.4?x=1"),
        ("/coverage/asl/", "/coverage/asl"),
        ("//evil.example/", None),
        ("/nowhere/", None),
    ],
)
def test_a_slash_too_many_leads_a_browser_on(served: TestClient, path: str, there: str | None) -> None:
    page = served.get(f"http://testserver{path}", headers=BROWSER)
    assert (page.status_code, page.headers.get("location")) == ((308, there) if there else (404, None))
    assert served.get(f"http://testserver{path}").status_code == 404


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("/nowhere", 404, "There is nothing at this address"),
        ("/rules/als", 404, "there is no rulebook &#39;als&#39;"),
        ("/rules/asl/G13.4012", 404, '<a href="/rules/asl/G13.401">G13.401</a>'),
        ("/search?q=hex&kind=page", 422, "there is no kind &#39;page&#39;"),
        ("/rules/asl/%3Cscript%3E", 404, "&lt;script&gt;"),
    ],
)
def test_an_error_is_a_page_for_a_browser_and_a_document_for_others(
    served: TestClient, path: str, status: int, said: str
) -> None:
    page = served.get(path, headers=BROWSER)
    assert (page.status_code, page.headers["content-type"]) == (status, "text/html; charset=utf-8")
    assert said in page.text
    Page.of(page.text)
    for accept in ("*/*", "application/json", "text/plain"):
        response = served.get(path, headers={"Accept": accept})
        if response.status_code != 406:
            assert response.headers["content-type"] == "application/problem+json"
            assert response.headers["vary"] == "Accept"
