"""GET /search, POST /cite and GET /vocabulary: finding things."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from api import example_answers
from api.schemas import CiteAnswer, SearchAnswer, VocabularyAnswer
from tests.api.test_http_ask import problem


def found(client: TestClient, **parameters: Any) -> dict[str, Any]:
    response = client.get("/search", params=parameters)
    assert (response.status_code, response.headers["content-type"]) == (200, "application/json")
    answer: dict[str, Any] = response.json()
    SearchAnswer.model_validate(answer)
    return answer


def marked(result: dict[str, Any], part: str) -> list[str]:
    return [result[part][start:end] for start, end in result["highlights"][part]]


def test_a_rule_is_found_by_its_number_its_text_and_its_title(served: TestClient) -> None:
    first = found(served, q="T4.1", rulebook="tidewrack", kind="rule")["results"][0]
    assert (first["id"], first["path"], first["document"]) == ("T4.1", "/rules/tidewrack/T4.1", "T4")
    assert found(served, q="4.1", rulebook="tidewrack", kind="rule")["results"][0]["id"] == "T4.1"
    for result in found(served, q="channels marsh", rulebook="tidewrack", kind="rule")["results"][:3]:
        words = {word.casefold() for word in (*marked(result, "title"), *marked(result, "text"))}
        assert words & {"channel", "channels", "marsh", "marshes"}


def test_an_outline_is_found_by_its_labels_and_its_encodings_and_has_no_text(served: TestClient) -> None:
    answer = found(served, q="shallow ocean", rulebook="asl", limit=100)
    assert {result["kind"] for result in answer["results"]} == {"rule", "encoding", "vocabulary"}
    rules = found(served, q="shallow ocean", rulebook="asl", kind="rule")["results"]
    assert "G13.4" in [result["id"] for result in rules]
    assert {result["text"] for result in rules} == {""}
    [rule] = [result for result in rules if result["id"] == "G13.4"]
    assert marked(rule, "title") == ["shallow", "OCEAN"]


def test_what_can_be_said_is_found_without_the_marks_of_the_language(served: TestClient) -> None:
    results = found(served, q="shallow ocean", rulebook="asl", kind="vocabulary", limit=100)["results"]
    texts = [result["title"] + result["text"] for result in results]
    assert any("OCEAN" in text for text in texts)
    assert not any(mark in text for text in texts for mark in ("told: ", "asked: ", "^", "~"))


def test_filters_and_pages(served: TestClient) -> None:
    everything = found(served, q="hex", limit=100)
    assert {result["rulebook"] for result in everything["results"]} > {"asl"}
    for name, value in (("rulebook", "tidewrack"), ("kind", "vocabulary"), ("document", "T4")):
        only = found(served, q="hex", **{name: value})
        assert only["total"] < everything["total"]
        assert {result[name] for result in only["results"]} == {value}
    page = found(served, q="hex", limit=3, offset=2)
    assert (page["limit"], page["offset"], page["total"]) == (3, 2, everything["total"])
    assert page["results"] == everything["results"][2:5]


def test_a_misspelt_word_leads_to_the_nearest_that_is_there(served: TestClient) -> None:
    answer = found(served, q="floded mash 4.1", rulebook="tidewrack")
    assert answer["meant"] == "flooded marsh 4.1"
    assert "meant" not in found(served, q="flooded marsh 4.1")
    assert "meant" not in found(served, q="flooded qzxqzx")
    assert "meant" not in found(served, q="T9.999")
    assert "meant" not in found(served, q="floded mash tyde wadr")  # too many to guess
    page = served.get("/search", params={"q": "floded", "kind": "rule"}, headers={"Accept": "text/html"}).text
    assert 'Did you mean <a href="/search?q=flooded&amp;kind=rule">flooded</a>?' in page


def test_nothing_found_is_an_empty_list(served: TestClient) -> None:
    assert found(served, q="xyzzy") == {
        "query": "xyzzy",
        "total": 0,
        "offset": 0,
        "limit": 20,
        "results": [],
    }


@pytest.mark.parametrize(
    ("parameters", "name", "detail"),
    [
        ({}, "q", "there is no word to search for"),
        ({"q": "  <>"}, "q", "there is no word to search for"),
        ({"q": "x" * 1001}, "q", "String should have at most 1000 characters"),
        ({"q": "hex", "kind": "page"}, "kind", "there is no kind 'page'"),
        ({"q": "hex", "rulebook": "als"}, "rulebook", "there is no rulebook 'als'"),
        ({"q": "hex", "rulebook": "asl", "document": "T4"}, "document", "there is no document 'T4'"),
        ({"q": "hex", "limit": "0"}, "limit", "Input should be greater than or equal to 1"),
        ({"q": "hex", "offset": "-1"}, "offset", "Input should be greater than or equal to 0"),
        (
            {"q": "hex", "limit": "many"},
            "limit",
            "Input should be a valid integer, unable to parse string as an integer",
        ),
    ],
)
def test_a_parameter_that_cannot_be_used_is_422(
    served: TestClient, parameters: dict[str, str], name: str, detail: str
) -> None:
    document = problem(served.get("/search", params=parameters))
    assert (document["status"], document["type"]) == (422, "urn:hexlaw:problem:bad-parameter")
    assert document["detail"] == f"{name}: {detail}"
    assert [(error["parameter"], error["detail"]) for error in document["errors"]] == [(name, detail)]


def test_what_was_found_before_is_not_sent_again(served: TestClient) -> None:
    first = served.get("/search", params={"q": "hex"})
    again = served.get("/search", params={"q": "hex"}, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert served.get("/search", params={"q": "road"}).headers["etag"] != first.headers["etag"]


def cited(client: TestClient, **body: Any) -> dict[str, Any]:
    response = client.post("/cite", json=body)
    assert (response.status_code, response.headers["content-type"]) == (200, "application/json")
    answer: dict[str, Any] = response.json()
    CiteAnswer.model_validate(answer)
    for each in answer["citations"]:
        assert body["text"][each["start"] : each["end"]] == each["text"]
    return answer


def targets(answer: dict[str, Any]) -> list[tuple[str, list[str]]]:
    return [(each["text"], [target["id"] for target in each["targets"]]) for each in answer["citations"]]


def test_citations_are_found_in_any_text(served: TestClient) -> None:
    text = "Is it G13.4, or 13.441-.443? See B21.41/21.42 and A4.133 (not 2.5 MP); G13.4-s3 says so, not G13.9999."
    answer = cited(served, rulebook="asl", text=text)
    assert targets(answer) == [
        ("G13.4", ["G13.4"]),
        ("13.441-.443", ["G13.441", "G13.442", "G13.4421", "G13.4422", "G13.4423", "G13.443"]),
        ("B21.41/21.42 and A4.133", ["B21.41", "B21.42", "A4.133"]),
        ("G13.4-s3", ["G13.4"]),
        ("G13.9999", []),
    ]
    first, a_range, a_list, statement, unknown = answer["citations"]
    assert first["targets"] == [
        {"id": "G13.4", "label": "Deep and shallow OCEAN", "external": False, "path": "/rules/asl/G13.4"}
    ]
    assert (a_range["kind"], a_range["first"], a_range["last"]) == ("range", "G13.441", "G13.443")
    assert a_list["targets"][2] == {"id": "A4.133", "label": None, "external": True, "path": None}
    assert statement["part"] == "G13.4-s3"
    assert unknown["unknown"] == answer["unknown"] == ["G13.9999"]
    assert unknown["nearest"]


@pytest.mark.parametrize(
    ("rulebook", "text", "expected"),
    [
        ("amphibious-37", "37.B.6-8, 37.d and 37.A.99", [["37.B.6", "37.B.7", "37.B.8"], ["37.d"]]),
        ("squad-terrain", "10.10-10.12", [["10.10", "10.101", "10.11", "10.12"]]),
        ("tidewrack", "see 2.34 or 4.1", [["T2.34", "T4.1"]]),
    ],
)
def test_each_rulebook_has_its_numbering(
    served: TestClient, rulebook: str, text: str, expected: list[list[str]]
) -> None:
    answer = cited(served, rulebook=rulebook, text=text)
    assert [ids for _, ids in targets(answer) if ids][: len(expected)] == expected


def test_a_bare_number_is_that_of_the_chapter_that_has_its_section_or_of_the_document_named(
    served: TestClient,
) -> None:
    assert targets(cited(served, rulebook="asl", text="see 21.41 and 13.9")) == [
        ("21.41 and 13.9", ["B21.41", "G13.9"])
    ]
    assert cited(served, rulebook="asl", text="see 21.41", document="G13")["citations"][0]["targets"] == [
        {"id": "G21.41", "label": None, "external": True, "path": None}
    ]


def test_a_text_without_citations_has_none(served: TestClient) -> None:
    assert cited(served, rulebook="asl", text="<script>alert('1')</script>") == {
        "rulebook": "asl",
        "citations": [],
        "unknown": [],
    }


@pytest.mark.parametrize(
    ("change", "pointer", "detail"),
    [
        ({"rulebook": "als"}, "/rulebook", "there is no rulebook 'als'"),
        ({"rulebook": 3}, "/rulebook", "the rulebook is not given as text"),
        ({"text": None}, "/text", "the text is not given as text"),
        ({"document": "T4"}, "/document", "asl has no document 'T4'"),
        ({"document": []}, "/document", "the document is not given as text"),
        ({"a/b": 1}, "/a~1b", "there is no field 'a/b'"),
    ],
)
def test_a_field_that_cannot_be_used_is_422(
    served: TestClient, change: dict[str, Any], pointer: str, detail: str
) -> None:
    document = problem(served.post("/cite", json={"rulebook": "asl", "text": "G13.4", **change}))
    assert document["status"] == 422
    assert [(error["pointer"], error["detail"]) for error in document["errors"]] == [(pointer, detail)]


def test_before_any_ingest_there_is_nothing_to_search_or_to_cite(client: TestClient) -> None:
    for response in (
        client.get("/search", params={"q": "hex"}),
        client.post("/cite", json={"rulebook": "asl", "text": "G13.4"}),
    ):
        document = problem(response)
        assert (document["status"], document["type"]) == (503, "urn:hexlaw:problem:graph-none")


def test_the_vocabulary_is_listed_and_searched(client: TestClient) -> None:
    response = client.get("/vocabulary/tidewrack")
    VocabularyAnswer.model_validate(response.json())
    everything = response.json()["wordings"]
    some = client.get("/vocabulary/tidewrack", params={"q": "marsh"}).json()["wordings"]
    assert some
    assert [each for each in everything if each in some] == some
    assert len(some) < len(everything)
    etag = response.headers["etag"]
    assert client.get("/vocabulary/tidewrack", headers={"If-None-Match": etag}).status_code == 304
    assert problem(client.get("/vocabulary/als"))["nearest"] == [
        "amphibious-37",
        "asl",
        "squad-terrain",
        "tidewrack",
    ]


def test_the_examples_are_as_described() -> None:
    SearchAnswer.model_validate(example_answers.SEARCH)
    CiteAnswer.model_validate(example_answers.CITE)
    VocabularyAnswer.model_validate(example_answers.VOCABULARY)
