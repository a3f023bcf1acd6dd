"""POST /playaids/check and the page /playaids."""

from __future__ import annotations

import html
import json
import re

import pytest
from fastapi.testclient import TestClient

from api import example_playaid
from api.schemas import PlayAidReport
from tests.api.test_http_ask import problem
from tests.kb.aids import TIDEWRACK

TEXT = TIDEWRACK.read_text(encoding="utf-8")


def test_an_aid_as_json_and_as_itself(served: TestClient) -> None:
    told = served.post("/playaids/check", json={"text": TEXT})
    assert (told.status_code, told.headers["content-type"]) == (200, "application/json")
    report = PlayAidReport.model_validate(told.json())
    assert (report.counts["supported"], len(report.new)) == (71, 10)
    plain = served.post(
        "/playaids/check", content=TEXT.encode(), headers={"Content-Type": "text/tab-separated-values"}
    )
    assert plain.json() == told.json()
    accepted = served.post("/playaids/check", json={"text": TEXT, "accepted": report.new})
    assert accepted.json()["new"] == []


def test_the_example_is_what_is_sent(served: TestClient) -> None:
    told = served.post("/playaids/check", json=example_playaid.REQUEST).json()
    example = PlayAidReport.model_validate(example_playaid.REPORT)
    assert [(c["text"], c["verdict"]) for c in told["claims"]] == [
        ("3", "contradicted"),
        ("Water", "supported"),
    ]
    [finding] = [each for each in told["findings"] if each["code"] == "contradicted"]
    wanted = example.findings[0].model_dump()
    for each in (finding, wanted):
        each.pop("fingerprint")
    assert finding == wanted


@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        ({}, "bad-text", "/text"),
        ({"text": 5}, "bad-text", "/text"),
        ({"text": "x", "rules": "asl"}, "unknown-field", "/rules"),
        ({"text": "x", "rulebook": 5}, "bad-rulebook", "/rulebook"),
        ({"text": "x", "accepted": "all"}, "bad-accepted", "/accepted"),
        ({"text": "x", "accepted": ["a"] * 10_001}, "too-many-accepted", "/accepted"),
        ({"text": "x"}, "unknown-document", ""),
        ({"text": "x", "rulebook": "nowhere"}, "unknown-rulebook", ""),
        ({"text": "x", "rulebook": "amphibious-37"}, "no-mapping", ""),
    ],
)
def test_what_cannot_be_used_is_422(served: TestClient, body: object, code: str, pointer: str) -> None:
    response = served.post(
        "/playaids/check", content=json.dumps(body), headers={"Content-Type": "application/json"}
    )
    document = problem(response)
    assert (document["status"], document["type"]) == (422, f"urn:hexlaw:problem:{code}")
    assert document["errors"][0]["pointer"] == pointer


def test_another_type_is_415(served: TestClient) -> None:
    response = served.post("/playaids/check", content=b"x", headers={"Content-Type": "image/png"})
    assert problem(response)["type"] == "urn:hexlaw:problem:unsupported-media-type"
    assert response.status_code == 415


def test_deep_brackets_and_long_claims_are_not_read(served: TestClient) -> None:
    claims = "\t".join(["((((" * 500 + "dry", "low tide " * 1_000, "9" * 500])
    text = f"Tidewrack Play Aid\n\nTide\tReach\tMarsh\tShoal\nMid\t{claims}\n"
    told = served.post("/playaids/check", json={"text": text}).json()
    assert {claim["verdict"] for claim in told["claims"]} <= {"unread", "contradicted"}


def test_the_page_shows_a_shipped_aid_checked(served: TestClient) -> None:
    form = served.get("/playaids")
    assert form.status_code == 200
    assert '<option value="tidewrack:PA">Tidewrack play aid</option>' in form.text
    page = served.get("/playaids", params={"shipped": "tidewrack:PA"}).text
    assert '<h1 id="checked">Tidewrack play aid, checked</h1>' in page
    assert page.count('<details class="claim') == 81
    assert "10 findings." in page


def test_each_claim_leads_to_its_question_with_the_same_answer(served: TestClient) -> None:
    page = served.get("/playaids", params={"shipped": "tidewrack:PA"}).text
    claims = re.findall(
        r'<p><strong>([^<]*)</strong> ([^<]*?) <a class="small" href="(/[?][^"]*)">Ask this', page
    )
    report = served.post("/playaids/check", json={"text": TEXT}).json()
    assert len(claims) == len([claim for claim in report["claims"] if claim["question"]])
    for _, answer, path in claims[::10]:
        assert f">{answer}</h2>" in served.get(html.unescape(path)).text


def test_the_form_needs_no_script(served: TestClient) -> None:
    page = served.post("/playaids", data={"text": example_playaid.TEXT, "rulebook": "tidewrack"})
    assert page.status_code == 200
    assert "contradicted:" in page.text
    wrong = served.post("/playaids", data={"text": "nothing", "rulebook": ""})
    assert (wrong.status_code, "This cannot be checked" in wrong.text) == (422, True)
