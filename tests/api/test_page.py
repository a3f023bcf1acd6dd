"""The page at `/`: what it shows of an answer, and where its links lead."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlencode

import pytest
from fastapi.testclient import TestClient

from ontology.books import load_books
from tests.api.conftest import client_with
from tests.api.test_docs_site import BOOK
from tests.api.test_http_rules import Page
from tests.kb import test_choices as chosen
from tests.kb import test_readings as readings
from tests.kb.fens import asker

RIVER = (
    "Hex 5A1 is a river hex.",
    "S1 is a squad.",
    "The river is not frigid.",
    "The depth of the river is not known.",
)
MARSH = ("Hex 2M4 is a marsh hex.", "The height of hex 2M4 is 3.")


def asked(
    client: TestClient, rulebook: str, facts: Sequence[str], question: str, **more: str
) -> tuple[str, dict[str, str]]:
    """The page of a question: its text, and its one-click choices with the addresses that they lead to."""
    query = {"rulebook": rulebook, "facts": "\n".join(facts), "question": question, **more}
    return opened(client, client.get("/", params=query).text)


def opened(client: TestClient, page: str) -> tuple[str, dict[str, str]]:
    Page.of(page)
    found = re.findall(r'<a class="choice" href="([^"]+)">(.*?)</a>', page, re.DOTALL)
    choices = {text_of(inner): html.unescape(path) for path, inner in found}
    return text_of(page.partition("<main")[2].partition("</main>")[0]), choices


def text_of(markup: str) -> str:
    return " ".join(html.unescape(re.sub("<[^>]+>", " ", markup)).split())


def follow(client: TestClient, path: str) -> tuple[str, dict[str, str]]:
    response = client.get(path)
    assert response.status_code == 200
    return opened(client, response.text)


def test_a_rulebook_without_encodings_says_so(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "books" / "sedge"
    folder.mkdir(parents=True)
    (folder / "book.toml").write_text(BOOK)
    monkeypatch.setenv("HEXLAW_RULEBOOKS", str(tmp_path / "books"))
    with client_with(home) as client:
        page, _ = opened(client, client.get("/", params={"rulebook": "sedge"}).text)
    assert "Nothing of sedge is encoded yet, so that no question about it is understood." in page
    assert "In the words of the rulebook. What is not told" in page


def test_a_rulebook_is_asked_in_its_words(served: TestClient) -> None:
    page, _ = opened(served, served.get("/", params={"rulebook": "tidewrack"}).text)
    assert "is encoded yet" not in page
    assert "In the words of the rulebook, such as “Hex 2M4 is a marsh hex.” or “" in page


def test_facts_that_contradict_each_other_can_be_left_out(served: TestClient) -> None:
    facts = ("P1 is a punt.", "P1 is not a punt.", "Hex 2M4 is a marsh hex.")
    page, choices = asked(served, "tidewrack", facts, "Is P1 a punt?")
    assert "The facts contradict each other: “P1 is a punt.” and “P1 is not a punt.”" in page
    assert list(choices)[:2] == ["no Leave out “P1 is a punt.”", "yes Leave out “P1 is not a punt.”"]
    page, _ = follow(served, choices["yes Leave out “P1 is not a punt.”"])
    assert "Yes: P1 is a punt" in page


def test_of_odds_that_hang_on_a_fact_nobody_is_asked_why_they_are_no_others(served: TestClient) -> None:
    page, choices = asked(served, "asl", (), "What are the odds that the Current is heavy?")
    assert "Undetermined: 0, 1/6, 1/3, 1/2, 2/3, 5/6 or 1, depending on the EC drm of the scenario" in page
    assert (
        "1/2 The EC drm of the scenario is less than -1 drm. The EC drm of the scenario is at least -2 drm."
        in choices
    )
    assert "Why not" not in page
    assert "How likely is each answer?" not in page


def test_facts_may_be_given_one_by_one(served: TestClient) -> None:
    fields = [
        ("rulebook", "tidewrack"),
        *(("facts", fact) for fact in MARSH),
        ("question", "Is hex 2M4 a marsh hex?"),
    ]
    page = served.get(f"/?{urlencode(fields)}").text
    lines = [*fields[:1], ("facts", "\n".join(MARSH)), fields[-1]]
    assert page == served.get(f"/?{urlencode(lines)}").text


def test_every_example_is_understood(served: TestClient) -> None:
    for book in load_books():
        page, choices = opened(served, served.get("/", params={"rulebook": book["id"]}).text)
        assert len(choices) == len(book["examples"])
        for path in choices.values():
            assert "Not understood" not in follow(served, path)[0]
        if book["examples"]:
            assert html.escape(book["examples"][0]["facts"][0]) in page


def test_a_deciding_fact_is_told_by_a_click(served: TestClient) -> None:
    text, choices = asked(served, "asl", RIVER, "May S1 ford hex 5A1?")
    assert "What would decide Choose what is so; it is added to the facts. These are all there are." in text
    text, _ = follow(served, choices["yes The depth of the river is fordable."])
    assert "Yes: S1 may ford hex 5A1" in text


def test_a_change_that_flips_the_answer_replaces_a_fact(served: TestClient) -> None:
    facts = ("Hex 1079 is a shallow OCEAN hex.", "T1 is a truck.")
    text, choices = asked(served, "asl", facts, "Is hex 1079 a Water Obstacle to T1?")
    assert "What would change it" in text
    text, _ = follow(served, choices["yes T1 is a boat. instead of: T1 is a truck."])
    assert "Yes: hex 1079 is a Water Obstacle to T1" in text


def test_a_split_leads_to_each_kind(served: TestClient) -> None:
    text, choices = asked(served, "tidewrack", (*MARSH, "The tide is High."), "May a craft enter hex 2M4?")
    assert "It depends on the kind" in text
    text, _ = follow(served, choices["yes skiff"])
    assert "Yes: a skiff may enter hex 2M4" in text


def test_many_rules_that_do_not_decide_stand_behind_one_line(served: TestClient) -> None:
    text, _ = asked(served, "tidewrack", (*MARSH, "The tide is High."), "May a craft enter hex 2M4?")
    assert " other rules were looked at and do not decide Not T2." in text


def test_purposes_lead_to_the_question_for_each(served: TestClient) -> None:
    facts = ("Hex 5A1 is a pond hex.", "There is a LOS to hex 5A1.")
    _, choices = asked(served, "asl", facts, "Is hex 5A1 Open Ground?")
    text, _ = follow(served, choices["yes Rout"])
    assert "Yes: hex 5A1 is an open-ground hex for Rout" in text


def test_what_was_assumed_can_be_told(served: TestClient) -> None:
    facts = (*MARSH, "The tide is High.", "S1 is a skiff.")
    response = served.get(
        "/",
        params={"rulebook": "tidewrack", "facts": "\n".join(facts), "question": "May S1 enter hex 2M4?"},
    )
    path = re.search(r'does not contain a thicket\. <a class="small" href="([^"]+)"', response.text)
    assert path is not None
    text, _ = follow(served, html.unescape(path[1]))
    assert "No: S1 may not enter hex 2M4" in text


@pytest.mark.parametrize(
    ("rulebook", "facts", "question", "told", "instead"),
    [
        (
            "tidewrack",
            ("S1 is a skiff.", *MARSH, "The tide is High."),
            "May S1 enter hex 2M4?",
            "S1 is a float wagon.",
            "S1 is a skiff.",
        ),
        (
            "asl",
            ("T1 has an amphibious-MP superscript.", "T1 is a truck."),
            "Is T1 a Watercraft?",
            "T1 is a DD tank.",
            "T1 is a truck.",
        ),
    ],
)
def test_what_is_told_by_a_click_takes_the_place_of_what_it_contradicts(
    served: TestClient, rulebook: str, facts: tuple[str, ...], question: str, told: str, instead: str
) -> None:
    query = {"rulebook": rulebook, "facts": "\n".join(facts), "question": question}
    paths = re.findall(r'href="([^"]*;told=[^"]*)"', served.get("/", params=query).text)
    path = next(each for each in map(html.unescape, paths) if told.replace(" ", "+") in each)
    answer = served.get(path).text
    text, _ = opened(served, answer)
    assert f"“{told}” is told in place of “{instead}”, which says otherwise." in text
    assert "What disagrees" not in text
    assert "\n".join([*(fact for fact in facts if fact != instead), told]) in html.unescape(answer)


def test_what_contradicts_no_single_fact_is_told_beside_them(served: TestClient) -> None:
    facts = ("S1 is a skiff.", "S1 is a foot gang.")
    text, _ = asked(served, "tidewrack", facts, "May S1 enter hex 2M4?", told="S1 is a mule team.")
    assert "What disagrees" in text
    assert "in place of" not in text


def test_a_sentence_that_is_not_understood_can_be_replaced_and_stays_typed(served: TestClient) -> None:
    facts = (*MARSH, "The tide is High.", "S1 is a skif.")
    text, choices = asked(served, "tidewrack", facts, "May S1 enter hex 2M4?")
    assert "Fact 4: “S1 is a skif.”" in text
    response = served.get(
        "/", params={"rulebook": "tidewrack", "facts": "S1 is a skif.", "question": "Is S1?"}
    )
    assert 'aria-invalid="true" data-unread="' in response.text
    assert '">S1 is a skif.</textarea>' in response.text
    text, _ = follow(served, choices["S1 is a skiff."])
    assert "Yes: S1 may enter hex 2M4" in text


def test_odds_have_bars_and_figures(served: TestClient) -> None:
    query = {
        "rulebook": "asl",
        "facts": "No EC drm applies.",
        "question": "What are the odds that the Current is heavy?",
    }
    page = served.get("/", params=query).text
    assert "yes 1/6 16.7 %" in text_of(page)
    assert '<rect class="full" width="16.67" height="8"/>' in page


def test_any_question_can_be_asked_by_its_odds(served: TestClient) -> None:
    text, _ = asked(served, "asl", ["No EC drm applies."], "Is the Current heavy?", how="odds")
    assert "The odds are" in text


def test_why_not_names_what_stands_against_it(served: TestClient) -> None:
    facts = ("Hex 1079 is a shallow OCEAN hex.", "T1 is a truck.")
    text, choices = asked(
        served, "asl", facts, "Is hex 1079 a Water Obstacle to T1?", how="why-not", wanted="yes"
    )
    assert "Why not yes" in text
    assert "B21.1-s1 does not lead there: an exception stands against it." in text
    assert "if yes T1 is a boat. instead of: T1 is a truck." in choices


def test_a_reading_can_be_chosen_and_left(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asker(tmp_path / "books", monkeypatch, readings.VOCABULARY, readings.RULES)
    text, choices = asked(client, "fens", ["The depth of hex 1 is 3 feet."], "Is hex 1 flooded?")
    assert "No: hex 1 is not flooded" in text
    other = "yes read as “3 or more” Because of the table has it so. By B. Wader."
    text, choices = follow(client, choices[other])
    assert "Yes: hex 1 is flooded" in text
    assert "Read otherwise than usual: F1.1-s1 as “3 or more”. Read as usual" in text


def test_who_chooses_can_choose_by_a_click(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asker(tmp_path / "books", monkeypatch, chosen.VOCABULARY, chosen.RULES)
    text, choices = asked(client, "fens", chosen.DITCH.splitlines(), "What is the drift of P1?")
    assert "Chosen by the owner" in text
    text, _ = follow(client, choices["hex 3 The drift of P1 is hex 3."])
    assert "The drift of P1 is hex 3" in text


def test_a_reading_that_there_is_not_is_told(served: TestClient) -> None:
    response = served.get("/", params={"rulebook": "asl", "question": "Is it?", "reading": "G13.4-s1=x"})
    assert response.status_code == 422
    assert "there is no reading &#39;x&#39; of G13.4-s1" in response.text


def test_a_field_that_the_page_does_not_have_is_told_beside_the_answer(served: TestClient) -> None:
    query = {"rulebook": "asl", "facts": "Hex 5 is a river hex.", "question": "Is hex 5 a river hex?"}
    response = served.get("/", params={**query, "fact": "Hex 5 is deep.", "<b>": "1"})
    assert response.status_code == 200
    text, _ = opened(served, response.text)
    assert (
        "Not read The address has a field “fact”, which this page does not have. (It has rulebook, facts, "
        in text
    )
    assert "&lt;b&gt;" in response.text
    assert "<b>" not in response.text
    assert "Yes: hex 5 is a river hex" in text
    assert "Not read" not in opened(served, served.get("/", params=query).text)[0]


def test_near_misses_and_causes_are_shown(served: TestClient) -> None:
    text, _ = asked(served, "asl", ["K1 is a tank.", "K1 is not Wading."], "What is the TH DRM against K1?")
    _, missed = text.split("Not counted ")
    assert "+2 DRM to the TH DRM against K1 G13.422-s4 #1 because K1 is not Wading" in missed
    assert "+1 DRM to the TH DRM against K1 G13.445-s1 #4 because K1 is not shot at from surf" in missed
    text, _ = asked(
        served, "asl", ["Hex 1070 is a frozen OCEAN hex.", "B1 is a boat."], "May B1 enter hex 1070?"
    )
    assert "Not encoded: B21.4-s3" in text
    text, _ = asked(
        served, "asl", ["The Current is heavy.", "The Current is slow."], "What is the Current force?"
    )
    assert text


def test_facts_that_contradict_each_other_are_shown_both(served: TestClient) -> None:
    text, _ = asked(served, "asl", ["T1 is a truck.", "T1 is not a truck."], "Is T1 a truck?")
    assert "What disagrees “T1 is a truck.” and “T1 is not a truck.”" in text


def test_the_address_asks_the_same_again(served: TestClient) -> None:
    query = {"rulebook": "asl", "facts": "\r\n".join(RIVER), "question": "May S1 ford hex 5A1?"}
    page = served.get("/", params=query).text
    again = re.search(r'<a href="([^"]+)" data-copy="address">', page)
    assert again is not None
    answer = '<h2 id="answer".*?</h2>'
    repeated = served.get(html.unescape(again[1]).partition("#")[0]).text
    assert re.search(answer, repeated) is not None
    assert re.findall(answer, repeated) == re.findall(answer, page)


@pytest.mark.parametrize("how", ["", "x", "odds", "why-not"])
def test_a_question_in_no_words_keeps_what_was_typed(served: TestClient, how: str) -> None:
    response = served.get(
        "/", params={"rulebook": "asl", "facts": "T1 is a truck.", "question": "", "how": how}
    )
    assert response.status_code == 200
    assert "T1 is a truck.</textarea>" in response.text
    assert "Not understood" in response.text


def test_a_derivation_is_drawn_behind_a_line(served: TestClient) -> None:
    query = {
        "rulebook": "tidewrack",
        "facts": "\n".join((*MARSH, "S1 is a skiff.")),
        "question": "May S1 enter hex 2M4?",
    }
    page = served.get("/", params=query).text
    Page.of(page)
    picture = page.partition("<summary>As a picture</summary>")[2].partition("</details>")[0]
    assert '<svg class="picture derivation"' in picture
    assert re.findall(r'<a href="(/rules/tidewrack/[^"]*)">', picture)


def test_nothing_is_drawn_where_nothing_follows(served: TestClient) -> None:
    assert "As a picture" not in asked(served, "tidewrack", (), "Is the moon blue?")[0]
