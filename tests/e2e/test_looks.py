"""How the pages look: nothing sticks out at the width of a phone, and axe finds nothing serious, in light and in dark.

With SCREENSHOTS set to a folder, a picture of each page at each width and in each scheme is put there.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.e2e.conftest import DESKTOP, PHONE, Open
from tests.e2e.test_journeys import ENTER, MARSH, asking

PAGES = {
    "ask": "/",
    "undetermined": asking(MARSH, ENTER),
    "no": asking(
        ("Hex 1079 is a shallow OCEAN hex.", "T1 is a truck."), "Is hex 1079 a Water Obstacle to T1?", "asl"
    ),
    "why-not": asking(
        ("Hex 1079 is a shallow OCEAN hex.", "T1 is a truck."),
        "Is hex 1079 a Water Obstacle to T1?",
        "asl",
        how="why-not",
    ),
    "split": asking((*MARSH[:2], "The tide is High."), "May a craft enter hex 2M4?"),
    "odds": asking(("No EC drm applies.",), "What are the odds that the Current is heavy?", "asl"),
    "sum": asking(
        ("K1 is a tank.", "K1 is Wading.", "Heavy Surf is specified."),
        "What is the TH DRM against K1?",
        "asl",
    ),
    "purposes": asking(
        ("Hex 5A1 is a pond hex.", "There is a LOS to hex 5A1."), "Is hex 5A1 Open Ground?", "asl"
    ),
    "conflict": asking(("T1 is a truck.", "T1 is not a truck."), "Is T1 a truck?", "asl"),
    "not-encoded": asking(
        ("Hex 1070 is a frozen OCEAN hex.", "B1 is a boat."), "May B1 enter hex 1070?", "asl"
    ),
    "not-understood": asking((*MARSH[:2], "The tide is Hihg."), "May P1 entre hex 2M4?"),
    "search": "/search?q=marsh&rulebook=tidewrack",
    "search-empty": "/search",
    "rulebooks": "/rules",
    "coverage": "/coverage/tidewrack",
    "findings": "/findings/tidewrack",
    "vocabulary": "/vocabulary/tidewrack?q=hex",
    "rule": "/rules/tidewrack/T4.22",
    "rules": "/rules/tidewrack",
    "terms": "/terms/tidewrack",
    "exceptions": "/exceptions/tidewrack",
    "citers": "/citers/tidewrack",
    "external": "/external/tidewrack",
    "examples": "/examples/tidewrack",
    "tables": "/tables/tidewrack",
    "playaids": "/playaids",
    "checked": "/playaids?shipped=tidewrack:PA",
}
SCHEMES = ("light", "dark")


@pytest.mark.parametrize("width", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_and_can_be_used_by_all(visit: Open, name: str, width: dict[str, int]) -> None:
    page = visit(PAGES[name], viewport=width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width["width"]
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        keep(page, f"{name}-{width['width']}-{scheme}")
        assert faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width["width"]  # all is opened by now


@pytest.mark.parametrize("width", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_drawn_derivation_keeps_its_words_in_its_boxes(visit: Open, width: dict[str, int]) -> None:
    page = visit(PAGES["no"], viewport=width)
    page.get_by_text("As a picture").click()
    drawing = page.locator("svg.derivation")
    drawing.scroll_into_view_if_needed()
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        keep(page, f"drawn-{width['width']}-{scheme}")
    assert drawing.locator("g").count() > 3
    assert page.evaluate(STICKING_OUT) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width["width"]


STICKING_OUT = """[...document.querySelectorAll("svg.derivation g")].flatMap((each) => {
  const box = each.querySelector("rect").getBBox();
  return [...each.querySelectorAll("text")].filter((text) => {
    const words = text.getBBox();
    return words.x < box.x || words.x + words.width > box.x + box.width || words.y + words.height > box.y + box.height;
  }).map((text) => text.textContent);
})"""
"""The texts of a drawn derivation that stick out of their boxes."""


def faults(page: Any) -> list[str]:
    """The serious and critical faults that axe finds, with every step opened."""
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [
        f"{each['id']}: {node['html']} {node['failureSummary']}"
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]


def keep(page: Any, name: str) -> None:
    """Keep a picture of the page where pictures are wanted."""
    if folder := os.environ.get("SCREENSHOTS"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=str(Path(folder, f"{name}.png")), full_page=True)


def test_an_open_list_of_sentences_can_be_used_by_all(visit: Open) -> None:
    page = visit("/?rulebook=tidewrack", viewport=PHONE)
    page.get_by_role("combobox", name="Fact 1").fill("The tide")
    page.locator(".combo").get_by_role("option").first.wait_for()
    page.keyboard.press("ArrowDown")
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        keep(page, f"completing-360-{scheme}")
        assert faults(page) == []


def test_on_a_phone_a_checked_play_aid_is_read_without_scrolling_aside(visit: Open) -> None:
    page = visit(PAGES["checked"], viewport=PHONE)
    boxes = "[...document.querySelectorAll('.scroll:has(> .aid)')]"
    assert page.evaluate(f"{boxes}.length") > 0
    assert page.evaluate(f"{boxes}.every((box) => box.scrollWidth <= box.clientWidth)")
    assert page.evaluate(
        "getComputedStyle(document.querySelector('.aid td'), '::before').content"
    ) == page.evaluate("JSON.stringify(document.querySelectorAll('.aid th')[1].textContent)")


def test_on_a_phone_the_page_that_is_open_stands_in_sight_in_the_navigation(visit: Open) -> None:
    for name in ("rules", "findings"):
        page = visit(PAGES[name], viewport=PHONE)
        box = page.locator("nav.book [aria-current]").bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]


def test_a_page_can_be_printed(visit: Open) -> None:
    page = visit(PAGES["no"])
    page.emulate_media(media="print")
    for hidden in ("form.ask", ".top", ".tree-tools"):
        assert page.locator(hidden).first.is_hidden()
    assert page.locator("#answer").is_visible()
