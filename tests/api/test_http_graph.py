"""GET /graph/{number}.svg: the picture of a neighbourhood."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from fastapi.testclient import TestClient

from api.paths import rule_path
from tests.api.test_http_ask import problem

SVG = "{http://www.w3.org/2000/svg}"


def links(text: str) -> list[str]:
    return [str(each.get("href")) for each in ElementTree.fromstring(text).iter(f"{SVG}a")]


def test_the_picture_has_who_stands_around_the_rule(served: TestClient) -> None:
    response = served.get("/graph/G13.4.svg")
    assert (response.status_code, response.headers["content-type"]) == (200, "image/svg+xml")
    rule = served.get("/rules/asl/G13.4").json()
    around = [rule["parent"], *rule["children"][:12]]
    assert {rule_path("asl", each["id"]) for each in around} <= set(links(response.text))
    title = ElementTree.fromstring(response.text).findtext(f"{SVG}title")
    assert title is not None
    citers = {each["rule"]["id"] for each in rule["cited_by"]}
    assert title.startswith(f"G13.4: cited by {len(citers)}, cites ")
    again = served.get("/graph/G13.4.svg", headers={"If-None-Match": response.headers["etag"]})
    assert again.status_code == 304


def test_a_citer_through_a_range_and_an_exception_are_marked(served: TestClient) -> None:
    assert 'class="range"' in served.get("/graph/G13.445.svg").text
    assert 'class="exception"' in served.get("/graph/B21.41.svg").text


def test_a_side_where_nothing_stands_takes_no_room(served: TestClient) -> None:
    """From as wide as three rules beside each other down to one, as there are citers and cited rules."""
    widths = set()
    for number in ("G13.4", "G13.1", "G13.13", "B21.1", "G13.24", "G13.45"):
        rule = served.get(f"/rules/asl/{number}").json()
        sides = bool(rule["cited_by"]) + any(each["targets"] for each in rule["references"])
        picture = ElementTree.fromstring(served.get(f"/graph/{number}.svg").text)
        assert float(picture.get("width", 0)) == 8 + 220 + sides * (220 + 110)
        boxes = [float(rect.get("x", -1)) for rect in picture.iter(f"{SVG}rect")]
        assert (min(boxes), max(boxes)) == (0, sides * (220 + 110))
        widths.add(sides)
    assert len(widths) > 1


def test_many_neighbours_are_counted(served: TestClient) -> None:
    assert " more</text>" in served.get("/graph/G13.44.svg").text


@pytest.mark.parametrize("rulebook", ["tidewrack", "amphibious-37"])
def test_every_rule_has_a_picture_whose_links_are_alive(served: TestClient, rulebook: str) -> None:
    alive: set[str] = set()
    for rule in served.get(f"/rules/{rulebook}").json()["rules"]:
        segment = rule_path(rulebook, rule["id"]).rpartition("/")[2]
        response = served.get(f"/graph/{segment}.svg", params={"rulebook": rulebook})
        assert response.status_code == 200
        for link in set(links(response.text)) - alive:
            assert served.get(link).status_code == 200
            alive.add(link)


def test_a_number_written_otherwise_is_redirected(served: TestClient) -> None:
    response = served.get("/graph/t4.1.svg", params={"rulebook": "tidewrack"})
    assert (response.status_code, response.headers["location"]) == (308, "/graph/T4.1.svg?rulebook=tidewrack")
    assert served.get("/graph/g13.4.svg").headers["location"] == "/graph/G13.4.svg"


def test_what_is_not_there_is_404(served: TestClient) -> None:
    for path in (
        "/graph/G99.9.svg",
        "/graph/G13.4.svg?rulebook=als",
        "/graph/%3Cscript%3E.svg",
        "/graph/G13.4.png",
    ):
        assert problem(served.get(path))["status"] == 404
