"""What somebody does on the pages, from a question to the rule behind its answer; with scripts, and without."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import DESKTOP, PHONE, Open

MARSH = ("Hex 2M4 is a marsh hex.", "The height of hex 2M4 is 3.", "P1 is a punt.")
ENTER = "May P1 enter hex 2M4?"


def asking(facts: tuple[str, ...], question: str, rulebook: str = "tidewrack", **more: str) -> str:
    """The address of a question."""
    return (
        f"/?{urlencode({'rulebook': rulebook, 'facts': chr(10).join(facts), 'question': question, **more})}"
    )


@pytest.fixture(params=[True, False], ids=["scripts", "no scripts"])
def scripts(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture(params=[PHONE, DESKTOP], ids=["phone", "desktop"])
def viewport(request: pytest.FixtureRequest) -> dict[str, int]:
    return dict(request.param)


def tell(page: Any, scripts: bool, *facts: str) -> None:
    """Type facts, each in a row of its own where there are rows."""
    if not scripts:
        page.get_by_label("Facts, one a line").fill("\n".join(facts))
        return
    while page.get_by_role("button", name="Remove fact").count() > 1:
        page.get_by_role("button", name="Remove fact").last.click()
    page.get_by_role("combobox", name="Fact 1").fill(facts[0])
    for number, fact in enumerate(facts[1:], 2):
        page.get_by_role("button", name="Add a fact").click()
        page.get_by_role("combobox", name=f"Fact {number}", exact=True).fill(fact)


def test_from_a_question_through_a_deciding_fact_to_the_rule(
    visit: Open, scripts: bool, viewport: dict[str, int]
) -> None:
    page = visit("/?rulebook=tidewrack", java_script_enabled=scripts, viewport=viewport)
    tell(page, scripts, *MARSH)
    page.get_by_label("Question").fill(ENTER)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Ask", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(ENTER)
    answer = page.locator("#answer")
    expect(answer).to_contain_text("Undetermined: yes if the tide is High; no if the tide is Mid")

    page.get_by_role("link", name="yes The tide is High.").click()
    expect(answer).to_contain_text("P1 may enter hex 2M4 (")

    tree = page.locator(".tree")
    step = tree.locator("details details:has(details)").first
    premise = step.locator("details > summary").first
    expect(premise).to_be_hidden()
    step.locator("> summary").click()
    expect(premise).to_be_visible()
    quote = tree.locator("blockquote:visible")
    for _ in range(10):  # deeper, until a rule is quoted
        if quote.count():
            break
        tree.locator("details:not([open]) > summary:visible").first.click()
    expect(quote.first).to_be_visible()

    page.locator("p", has_text="Rests on").get_by_role("link").first.click()
    assert "/rules/tidewrack/T2.3" in page.url
    expect(page.get_by_role("heading", level=1)).to_contain_text("T2.3")


def test_an_example_to_start_from_and_what_would_change_it(visit: Open, scripts: bool) -> None:
    page = visit("/", java_script_enabled=scripts)
    page.get_by_role("link", name="A truck and the shallows off a beach").click()
    expect(page.locator("#answer")).to_contain_text("No: hex 1079 is not a Water Obstacle to T1")
    page.get_by_role("link", name="yes T1 is a boat.").click()
    expect(page.locator("#answer")).to_contain_text("Yes: hex 1079 is a Water Obstacle to T1")
    page.get_by_role("link", name="Why not no?").click()
    expect(page.locator("#why-not")).to_have_text("Why not no")
    page.get_by_role("link", name="Just the answer").click()
    expect(page.locator("#why-not")).to_have_count(0)


def test_what_is_not_understood_is_marked_and_mended_by_a_click(visit: Open, scripts: bool) -> None:
    facts = (*MARSH[:2], "The tide is Hihg.", "P1 is a punt.")
    page = visit(asking(facts, ENTER), java_script_enabled=scripts)
    expect(page.locator("#answer")).to_have_text("Not understood")
    if scripts:
        row = page.get_by_role("combobox", name="Fact 3")
        expect(row).to_have_attribute("aria-invalid", "true")
        expect(row).to_have_value("The tide is Hihg.")
    page.get_by_role("link", name="The tide is High.").click()
    expect(page.locator("#answer")).to_contain_text("P1 may enter hex 2M4 (")


def test_the_address_of_an_answer_asks_it_again(visit: Open, scripts: bool) -> None:
    page = visit(asking(MARSH, ENTER), java_script_enabled=scripts)
    said = page.locator("#answer").inner_text()
    link = page.get_by_role("link", name="Link to this question").get_attribute("href")
    other = visit(link, java_script_enabled=scripts)
    assert other.locator("#answer").inner_text() == said


def test_the_address_can_be_copied(visit: Open) -> None:
    page = visit(asking(MARSH, ENTER), permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    assert "question=May+P1+enter" in page.evaluate("navigator.clipboard.readText()")


def test_search_leads_to_a_rule(visit: Open, scripts: bool, viewport: dict[str, int]) -> None:
    page = visit("/", java_script_enabled=scripts, viewport=viewport)
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Search").click()
    page.get_by_label("Words, or the number of a rule").fill("shoalcraft")
    page.get_by_label("Rulebook").select_option("tidewrack")
    page.get_by_label("What").select_option("rule")
    page.get_by_role("button", name="Search").click()
    expect(page.locator("mark").first).to_have_text("SHOALCRAFT")
    page.locator("ol.results a").first.click()
    assert page.url.endswith("/rules/tidewrack/T4.11")


def test_coverage_findings_and_vocabulary_are_a_click_away(visit: Open, scripts: bool) -> None:
    page = visit("/rules", java_script_enabled=scripts)
    page.get_by_role("link", name="Coverage of tidewrack").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Coverage of tidewrack")
    page.locator("details.rule-rows > summary").first.click()
    expect(page.locator("details[open] .tag").first).to_be_visible()
    book = page.get_by_role("navigation", name="Rulebook tidewrack")
    book.get_by_role("link", name="Findings").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Findings in tidewrack")
    book.get_by_role("link", name="Vocabulary").click()
    page.get_by_label("Only with these words").fill("tide")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_text("The tide is High.", exact=True)).to_be_visible()


def test_a_checked_play_aid_can_be_read(visit: Open, scripts: bool, viewport: dict[str, int]) -> None:
    page = visit("/", java_script_enabled=scripts, viewport=viewport)
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Play aids").click()
    page.get_by_label("A play aid that comes with Hexlaw").select_option("tidewrack:PA")
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("checked")
    finding = page.locator("section", has=page.get_by_role("heading", name="Findings")).locator("li").first
    expect(page.locator("details.claim[open]")).to_have_count(0)
    finding.locator("a").first.click()  # the finding leads to its claim, opened
    claim = page.locator("details.claim[open]")
    expect(claim.locator("> summary")).to_contain_text("contradicted")
    expect(claim.locator(".why")).to_be_visible()
    finding.locator("a.cite").first.click()
    assert "/rules/tidewrack/T" in page.url


def test_errors_are_pages_with_ways_on(visit: Open, browser: Any, address: str) -> None:
    window = browser.new_context(base_url=address)  # a page that is an error is told on the console
    page = window.new_page()
    page.goto("/rules/tidewrack/T4.111")
    expect(page.get_by_role("heading", level=1)).to_have_text("Not Found")
    page.get_by_role("link", name="T4.11", exact=True).click()
    assert page.url.endswith("/rules/tidewrack/T4.11")
    window.close()


def test_sentences_are_completed_with_the_names_told(visit: Open) -> None:
    page = visit("/?rulebook=tidewrack")
    tell(page, True, "Hex 2M4 is a marsh hex.", "S1 is a skiff.")
    page.get_by_role("button", name="Add a fact").click()
    row = page.get_by_role("combobox", name="Fact 3")
    row.press_sequentially("The ti")
    options = page.locator(".combo").get_by_role("option")
    expect(options.first).to_contain_text("The tide is High.")
    expect(row).to_have_attribute("aria-expanded", "true")
    row.press("ArrowDown")
    expect(options.first).to_have_attribute("aria-selected", "true")
    assert row.get_attribute("aria-activedescendant") == options.first.get_attribute("id")
    row.press("Enter")
    expect(row).to_have_value("The tide is High.")
    expect(row).to_have_attribute("aria-expanded", "false")
    question = page.get_by_role("combobox", name="Question")
    question.fill("")
    question.press_sequentially("May S1 ent")
    expect(options.first).to_contain_text("May S1 enter hex 2M4?")
    question.press("Escape")
    expect(options).to_have_count(0)
    question.press("ArrowDown")
    options.first.click()
    expect(question).to_have_value("May S1 enter hex 2M4?")
    question.press("Enter")
    expect(page.locator("#answer")).to_contain_text("Undetermined: yes if the height of hex 2M4")


def test_facts_that_are_pasted_get_a_row_each(visit: Open) -> None:
    page = visit("/?rulebook=tidewrack")
    tell(page, True, "x")
    row = page.get_by_role("combobox", name="Fact 1")
    row.evaluate(
        """(input) => {
            const data = new DataTransfer();
            data.setData("text", "Hex 2M4 is a marsh hex.\\n\\nThe tide is High.\\nS1 is a skiff.");
            input.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
        }"""
    )
    expect(page.get_by_role("combobox", name="Fact")).to_have_count(3)
    assert (
        page.locator("#facts").input_value() == "Hex 2M4 is a marsh hex.\nThe tide is High.\nS1 is a skiff."
    )
    page.get_by_role("combobox", name="Fact 2").fill("")
    page.get_by_role("combobox", name="Fact 2").press("Backspace")
    expect(page.get_by_role("combobox", name="Fact")).to_have_count(2)


def test_everything_by_keyboard(visit: Open) -> None:
    page = visit("/?rulebook=tidewrack")

    def until(name: str, most: int = 60) -> None:
        for _ in range(most):
            page.keyboard.press("Tab")
            focused = page.evaluate(
                "(document.activeElement.getAttribute('aria-label') || document.activeElement.textContent"
                " || document.activeElement.id).trim()"
            )
            outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert outline != "none", focused
            if focused.startswith(name):
                return
        raise AssertionError(f"{name} cannot be reached by Tab")

    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    until("Fact 1")
    page.keyboard.press("Control+a")
    page.keyboard.type(MARSH[0])
    page.keyboard.press("Escape")
    until("Add a fact")
    page.keyboard.press("Enter")
    page.keyboard.type("P1 is a pun")
    expect(page.locator(".combo").get_by_role("option").first).to_contain_text("P1 is a punt.")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    until("question")
    page.keyboard.press("Control+a")
    page.keyboard.type(ENTER)
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(ENTER)
    until("Open all steps")
    page.keyboard.press("Enter")
    expect(page.locator(".tree details:not([open])")).to_have_count(0)
    until("T2.3")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("T2.3")
