"""Numbered books of looks of their own, read without a pattern: shape and numbering are all that is said."""

from typing import Any

import pytest

from ingest.nodes import Document
from ingest.pipeline import ingest
from tests.ingest.samples import check_places


def read(
    text: str, numbering: str, shape: str = "text-numbered", chapters: str = "", **fields: Any
) -> Document:
    document = {"id": "X", "title": "X", "chapter": "", "section": "", "recognise": {}, **fields}
    book = {
        "id": "x",
        "title": "X",
        "chapters": chapters,
        "documents": [{**document, "shape": shape, "numbering": numbering}],
    }
    return ingest(text.encode(), "x", [book], as_document="X" if document["id"] == "X" else document["id"])


def tree(document: Document) -> list[tuple[str, str, str | None]]:
    return [(node.id, node.title, node.parent) for node in document.nodes[1:]]


def cited(document: Document) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(r.rule, r.text, r.targets) for r in document.references]


BRACKETS = """THE GREY FORD

[1.0] INTRODUCTION
It takes 2.5 hours. See Section 2.

[2.0] EQUIPMENT
[2.1] THE MAP
Hexes have names such as 0412 (exception: see 2.21).
[2.2] COUNTERS
[2.21] A unit of 1.5 strength at 3.5:1 loses, see Cases 2.1 and 2.2.
[2.22] Units are small (2.1-2.2). 1.0 says more.
"""


def test_numbers_in_brackets_below_headings_with_a_nought() -> None:
    document = read(BRACKETS, "decimal-digits")
    assert tree(document) == [
        ("1.0", "INTRODUCTION", "X"),
        ("2.0", "EQUIPMENT", "X"),
        ("2.1", "THE MAP", "2.0"),
        ("2.2", "COUNTERS", "2.0"),
        ("2.21", "", "2.2"),
        ("2.22", "", "2.2"),
    ]
    assert cited(document) == [
        ("1.0", "2", ("2.0",)),
        ("2.1", "2.21", ("2.21",)),
        ("2.21", "2.1 and 2.2", ("2.1", "2.2")),
        ("2.22", "2.1-2.2", ("2.1", "2.2", "2.21", "2.22")),
        ("2.22", "1.0", ("1.0",)),
    ]
    assert document.findings == ()
    check_places(document)


SMALL = """The old harbour

Contents
1. How it is played ... 1
1.1 Order of play ... 2

1. How it is played

1.1 Order of play

Each turn has phases:

1. Roll two dice
2. Move ships

1.2 Who begins
The youngest (see 2.1, Kinds of ships).

Page 2

2. Ships

2.1 Kinds of ships

2.1.1 Masts. A ship has 2.5 masts under §1 or §§ 1-2.
Example: A sloop (2.1.1).
Example: A barge.

2.1.10 See Masts, or 2.1.1(b).

Glossary

Sloop: see 2.1.1.

Index

Masts 2.1.1
"""


def test_contents_lists_page_numbers_glossary_and_index() -> None:
    document = read(SMALL, "dotted-integers")
    assert tree(document) == [
        ("1", "How it is played", "X"),
        ("1.1", "Order of play", "1"),
        ("1.2", "Who begins", "1"),
        ("2", "Ships", "X"),
        ("2.1", "Kinds of ships", "2"),
        ("2.1.1", "Masts", "2.1"),
        ("2.1.10", "", "2.1"),
    ]
    assert [(s.id, s.text) for s in document.statements] == [
        ("1.1-s1", "Each turn has phases:"),
        ("1.1-s2", "1. Roll two dice"),
        ("1.1-s3", "2. Move ships"),
        ("1.2-s1", "The youngest (see 2.1, Kinds of ships)."),
        ("2.1.1-s1", "A ship has 2.5 masts under §1 or §§ 1-2."),
        ("2.1.10-s1", "See Masts, or 2.1.1(b)."),
        ("X-s1", "Sloop: see 2.1.1."),
    ]
    assert [e.text for e in document.examples] == ["Example: A sloop (2.1.1). Example: A barge."]
    every = ("1", "1.1", "1.2", "2", "2.1", "2.1.1", "2.1.10")
    assert cited(document) == [
        ("1.2", "2.1", ("2.1",)),
        ("2.1.1", "1", ("1",)),
        ("2.1.1", "1-2", every),
        ("2.1.1", "2.1.1", ("2.1.1",)),
        ("2.1.10", "Masts", ("2.1.1",)),
        ("2.1.10", "2.1.1(b)", ("2.1.1",)),
        ("X", "2.1.1", ("2.1.1",)),
    ]
    check_places(document)


def test_markdown_with_a_table() -> None:
    document = read(
        "# Fen\n\n## 1 Ground\n\n### 1.1 Costs\n\nSee **1.2**:\n\n"
        "| Ground | Cost | Rule |\n|---|---|---|\n| Clear | 1.2 | 1.2 |\n\n- One; or\n- two.\n\n### 1.2 Fog\n",
        "dotted-integers",
    )
    assert tree(document) == [("1", "Ground", "X"), ("1.1", "Costs", "1"), ("1.2", "Fog", "1")]
    assert [s.text for s in document.statements] == ["See 1.2:", "- One; or", "- two."]
    assert [(t.columns, t.rows) for t in document.tables] == [
        (("Ground", "Cost", "Rule"), (("Clear", "1.2", "1.2"),))
    ]
    assert cited(document) == [("1.1", "1.2", ("1.2",)), ("1.1", "1.2", ("1.2",))]


def test_roman_numbers_and_an_appendix() -> None:
    text = (
        "FEN\n\nI. MOVES\n\nI.1 Units move (see II.1 and Appendix A).\n\nII. FIGHTS\n\nII.1 Units fight (A.1).\n\n"
        "IX. ENDS\n\nIX.1 All ends (Sections I to II).\n\nA. DICE\n\nA.1 Two dice.\n"
    )
    document = read(text, "dotted-integers", sections="roman")
    assert [node.id for node in document.nodes[1:]] == ["I", "I.1", "II", "II.1", "IX", "IX.1", "A", "A.1"]
    assert cited(document) == [
        ("I.1", "II.1", ("II.1",)),
        ("I.1", "A", ("A",)),
        ("II.1", "A.1", ("A.1",)),
        ("IX.1", "I to II", ("I", "I.1", "II", "II.1")),
    ]


def test_one_section_keeps_the_others_as_targets() -> None:
    document = read(
        "7. CONVOYS\n\n7.2 Sailing\n\n7.2.1 See 12.4; 2.5 zones.\n", "dotted-integers", id="7", section="7"
    )
    assert document.title == "CONVOYS"
    assert tree(document) == [("7.2", "Sailing", "7"), ("7.2.1", "", "7.2")]
    assert cited(document) == [("7.2.1", "12.4", ("12.4",))]


def test_a_chapter_keeps_the_others_as_targets() -> None:
    text = "B. LAND\n\nB1. WOODS\n\n1.1 See A4.1, B1.2, 1.3 or Section A7.\n\nB1.2 Wet.\n"
    document = read(text, "decimal-digits", chapters="AB", chapter="B", id="B")
    assert [(node.id, node.parent) for node in document.nodes[1:]] == [
        ("B1", "B"),
        ("B1.1", "B1"),
        ("B1.2", "B1"),
    ]
    assert cited(document) == [("B1.1", "A4.1, B1.2, 1.3", ("A4.1", "B1.2")), ("B1.1", "A7", ("A7",))]


FOG = """<html><head><title>Fog</title></head><body><h1>Fog</h1>
<ul><li>1 Basics</li><li>1.1 How it lifts</li><li>1.2 Winter</li></ul>
<h2 id="a">1 Basics<a href="#a">¶</a></h2><p>Fog is grey.<sup><a href="#fn1">1</a></sup> See <a href="#b">below</a>.</p>
<h3><span id="b">1.1 How it lifts</span></h3><p>It lifts (<a href="x.html#a">rule 1</a>) in 1.5 hours.</p>
<p><b>1.1.1 Noon.</b> At noon; see 1.2.</p><p>Example: Fog.</p><p>Example: Mist.</p>
<h3 id="c">1.2 Winter</h3><p>It stays.</p>
<h2>Notes</h2><p id="fn1">Or white (1.1).</p></body></html>"""


def test_html_with_ids_permalinks_and_notes() -> None:
    document = read(FOG, "dotted-integers", "html-headings")
    assert tree(document) == [
        ("1", "Basics", "X"),
        ("1.1", "How it lifts", "1"),
        ("1.1.1", "Noon", "1.1"),
        ("1.2", "Winter", "1"),
    ]
    assert [(r.rule, r.text, r.kind, r.targets) for r in document.references] == [
        ("1", "1", "footnote", ()),
        ("1", "below", "link", ("1.1",)),
        ("1.1", "rule 1", "section", ("1",)),
        ("1.1.1", "1.2", "plain", ("1.2",)),
        ("X", "1.1", "plain", ("1.1",)),
    ]
    assert [e.text for e in document.examples] == ["Example: Fog.", "Example: Mist."]
    assert document.findings == ()
    check_places(document)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("(see 4)", ["4"]),
        ("see 4 hexes", []),
        ("Rules 4–5, and Rule 4-1", ["4–5"]),
        ("rule 4.2 Hexes, but 4.2 hexes", ["4.2"]),
        ("4.2(a)(ii), 4.2(a) and (b)", ["4.2(a)(ii), 4.2(a) and (b)"]),
        ("4.2(a)-(c); 4.2 − 4.5", ["4.2(a)-(c)", "4.2 − 4.5"]),
        ("version 4.2, 4.2:1, 4.2-1 odds, 1:4.2, −4.2, £4.2, 4.2 km, 4.2 EUR, 4.2%", []),
        ("on 4.2.44 at 9.30 with 9.5 rations, 9.5 in all", []),
        ("as 9.5 says (9.6), under 9.7", ["9.5", "9.6", "9.7"]),
    ],
)
def test_figures_are_no_references(text: str, found: list[str]) -> None:
    rules = "\n\n".join(f"{n} It is so." for n in ("4.1", "4.2", "4.3", "5.1"))
    document = read(
        f"BOOK\n\n4. Moves\n\n{rules}\n\n5.2 Now {text}.\n".replace("5.1 It", "5. Ends\n\n5.1 It"),
        "dotted-integers",
    )
    assert [r.text for r in document.references] == found
