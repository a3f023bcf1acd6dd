"""The pages of rules and the indexes as the service shows them: made by what makes the site of `hexlaw docs`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from api.docs.indexes import INDEX_VIEWS
from api.ingestion import ingest_files, shipped_files
from api.schemas import RuleDocument
from api.settings import Settings
from ontology.books import rulebook_ids
from tests.api.conftest import client_with
from tests.api.site_reader import read_page
from tests.api.test_http_ask import problem

BROWSER = {"Accept": "text/html"}


@pytest.mark.parametrize("name", INDEX_VIEWS)
def test_every_index_of_every_rulebook_is_a_page(served: TestClient, name: str) -> None:
    for rulebook in rulebook_ids():
        response = served.get(f"/{name}/{rulebook}", headers=BROWSER)
        assert (response.status_code, response.headers["content-type"]) == (200, "text/html; charset=utf-8")
        page = read_page(response.text)
        assert (page.unclosed, len(page.ids)) == ([], len(set(page.ids)))
        assert f"/{name}/{rulebook}" in page.links
    assert problem(served.get(f"/{name}/als"))["status"] == 404


def test_the_exceptions_of_a_rule_are_looked_up(served: TestClient) -> None:
    page = read_page(served.get("/exceptions/tidewrack", headers=BROWSER).text)
    assert (
        "T4.22-s1 a land unit may land in a hex if the land unit is aboard a craft, and the hex contains a landing stage "
        "denies T4.2-s2 denies it: a land unit may not land in a hex"
    ) in page.text
    assert "/rules/tidewrack/T4.221#T4.221-s1" in page.links


def test_an_order_is_told_with_the_sentence_that_ranks(served: TestClient) -> None:
    edges = served.get("/rules/asl/B21.122").json()["yields_to"]
    ranked = [edge for edge in edges if edge["kind"] == "outranks"]
    assert all(edge["how"] == "stands above" and edge["by"] == "G13.42-s1" for edge in ranked)
    assert {kind for edge in edges for kind in [edge["kind"]]} <= {
        *("withdraws", "restores", "denies", "replaces", "not cumulative", "outranks"),
    }


def test_a_page_links_its_cases_to_where_they_are_asked(served: TestClient) -> None:
    page = served.get("/rules/tidewrack/T4.221", headers=BROWSER).text
    links = [link for link in read_page(page).links if link.startswith("/?rulebook=tidewrack&facts=")]
    assert links
    answered = served.get(links[0], headers=BROWSER)
    assert (answered.status_code, "This cannot be asked" in answered.text) == (200, False)


def test_readings_are_shown_with_what_is_encoded_so(served: TestClient) -> None:
    rule = served.get("/rules/asl/G13.4222").json()
    RuleDocument.model_validate(rule)
    [reading] = rule["readings"]
    assert (reading["of"], reading["reading"], reading["printed"], reading["default"]) == (
        *("G13.4222-s1", "non-Waterproofed", "now-Waterproofed", True),
    )
    text = read_page(served.get("/rules/asl/G13.4222", headers=BROWSER).text).text
    assert "1 reading “non-Waterproofed” taken , printed “now-Waterproofed”, because of G13.4221-s3" in text


def test_what_is_stale_is_marked(home: Path, tmp_path: Path) -> None:
    files = []
    for path in shipped_files():
        text = path.read_text(encoding="utf-8")
        changed = re.sub(r"in a hex\s+that has a landing stage", "in any hex that has a landing stage", text)
        files.append(tmp_path / path.name)
        files[-1].write_text(changed, encoding="utf-8")
    ingest_files(files, Settings(home=home))
    with client_with(home) as client:
        assert client.get("/rules/tidewrack/T4.22").json()["stale"] == ["T4.22-s1"]
        page = read_page(client.get("/rules/tidewrack/T4.22", headers=BROWSER).text)
        assert "Stale: your copy has another text than the one from which T4.22-s1 was encoded." in page.text
        assert "T4.22-s1 encoded stale A carried land unit may land in any hex" in page.text
        assert client.get("/rules/tidewrack/T4.23").json()["stale"] == []
