"""Pictures of derivations: where the boxes stand, what is in them, and what is drawn once."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import combinations

import pytest

from api.links import ServedLinks
from api.told import told
from api.tree_html import tree_html
from kb.answer import ask
from kb.derivation_picture import WIDTH, Box, derivation_svg, laid_out, width_of, wrapped
from kb.drawn import Drawn, Line

SVG = "{http://www.w3.org/2000/svg}"
SKIFF = {
    "rulebook": "tidewrack",
    "facts": [
        "Hex 2M4 is a marsh hex.",
        "The height of hex 2M4 is 3.",
        "The tide is High.",
        "S1 is a skiff.",
    ],
    "question": "May S1 enter hex 2M4?",
}


def steps(line: Line) -> Iterator[Line]:
    """The steps that are drawn: those that were looked at and do not decide are not."""
    yield line
    for below in line.below:
        if below.passed_over is None:
            yield from steps(below)


def overlap(one: Box, other: Box) -> bool:
    return (
        one.x < other.x + WIDTH
        and other.x < one.x + WIDTH
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )


@pytest.fixture(scope="module")
def derivations() -> dict[str, tuple[Drawn, ...]]:
    """Those of all shipped cases of Tidewrack."""
    said = told("tidewrack")
    return {case.id: said.ask(case).drawn for case in said.cases}


def test_boxes_never_overlap_and_are_in_the_picture(derivations: dict[str, tuple[Drawn, ...]]) -> None:
    for case, drawn in derivations.items():
        layout = laid_out(drawn)
        assert [pair for pair in combinations(layout.boxes, 2) if overlap(*pair)] == [], case
        for box in layout.boxes:
            assert 0 <= box.x <= layout.width - WIDTH, case
            assert 0 <= box.y <= layout.height - box.height, case


def test_texts_are_whole_and_stay_in_their_boxes(derivations: dict[str, tuple[Drawn, ...]]) -> None:
    for case, drawn in derivations.items():
        layout = laid_out(drawn)
        for box in layout.boxes:
            lines = [*box.head.split("\n"), *box.lines]
            assert [line for line in lines if width_of(line) > WIDTH - 2 * 9] == [], case
            assert box.height >= 16 * len([line for line in lines if line]) + 2 * 9, case
        told_all = {" ".join(box.lines) for box in layout.boxes}
        for each in drawn:
            if each.of is None:
                assert {line.sentence for line in steps(each.root)} <= told_all, case


def test_a_word_that_is_too_long_is_broken() -> None:
    lines = wrapped("a " + "m" * 60 + " b")
    assert "".join(lines).replace(" ", "") == "a" + "m" * 60 + "b"
    assert all(width_of(line) <= WIDTH - 2 * 9 for line in lines)


def test_a_picture_tells_what_it_is_and_is_the_same_again() -> None:
    answer = ask(SKIFF)
    picture = derivation_svg(answer)
    assert picture == derivation_svg(ask(SKIFF))
    root = ET.fromstring(picture)
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == f"How it follows: {answer['text']}"
    boxes = len(root.findall(f".//{SVG}rect"))
    assert root.findtext(f"{SVG}desc") == (
        f"{boxes} steps; what a step rests on stands below it, exceptions are dashed."
    )


def test_rules_lead_to_where_they_stand_and_markup_is_text() -> None:
    step = Line("<b> & more", "yes", rule="T1.1", statement="T1.1-s1")
    picture = derivation_svg({"text": "<x>"}, lambda rule: f"/rules/{rule}?a&b", drawn=[Drawn(None, step)])
    root = ET.fromstring(picture)
    assert [link.get("href") for link in root.findall(f"{SVG}a")] == ["/rules/T1.1?a&b"]
    assert ["".join(text.itertext()) for text in root.iter(f"{SVG}text")] == ["T1.1-s1 · yes", "<b> & more"]


def test_a_shared_step_is_drawn_once_and_exceptions_are_dashed() -> None:
    shared = Line(
        "the sea is high", "yes", kind="rule", below=(Line("it is told", "yes", given="it is told"),)
    )
    again = Line("the sea is high", "yes", kind="rule", repeated=True)
    exception = Line("but boats may", rule="T1.2", exception="no", below=(again,))
    passed = Line("another rule", passed_over="its conditions do not hold")
    layout = laid_out([Drawn(None, Line("boats may not", "no", below=(shared, exception, passed)))])
    assert [" ".join(box.lines) for box in layout.boxes] == [
        "boats may not",
        "the sea is high",
        "it is told",
        "but boats may",
    ]
    assert layout.boxes[3].head.replace("\n", " ") == "exception T1.2 · does not apply"
    assert "dashed" in layout.boxes[3].style
    assert [(tie.above, tie.below, tie.dashed, tie.again) for tie in layout.ties] == [
        (1, 2, False, False),
        (0, 1, False, False),
        (3, 1, False, True),
        (0, 3, True, False),
    ]


def test_a_rule_that_is_no_statement_is_told_as_this() -> None:
    passed = Line("a hex is wet", passed_over="a condition fails")
    written = tree_html("tidewrack", Line("the hex is dry", "yes", below=(passed,)), ServedLinks())
    assert 'Not this, a condition fails: <span class="quiet">a hex is wet</span>' in written


def test_an_answer_without_a_derivation_has_no_picture() -> None:
    assert derivation_svg({"answer": "not understood"}) == ""
