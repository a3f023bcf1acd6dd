"""Looks and references as they are met in rulebooks of many kinds: lists with whole sections, titles side by side."""

import pytest

from ingest.references.grammar import Grammar
from tests.ingest.samples import check_places
from tests.ingest.test_usual_looks import cited, read, tree


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Rules 4.1.2, 2, and 1.1.1 apply", ["4.1.2", "2", "1.1.1"]),
        ("Sections 4, 5.2 and 6.", ["4", "5.2", "6"]),
        ("sections 1, 2.1-2.3, 5", ["1", "2.1-2.3", "5"]),
        ("Rules 4.1 and 7 hexes off", ["4.1"]),
        ("Rules 4.1 and A player", ["4.1"]),
        ("Appendices A, B and C apply", ["A", "B", "C"]),
        ("rule 4.1, 2 or 3 times", ["4.1"]),
    ],
)
def test_whole_sections_in_a_list_of_rules(text: str, found: list[str]) -> None:
    grammar = Grammar("", "", "dotted-integers", sections="letters")
    assert [text[start:end] for start, end, _ in grammar.find(text)] == found


@pytest.mark.parametrize("text", ["704.5k–aa", "704.5k-aa"])
def test_a_range_from_one_letter_to_two(text: str) -> None:
    mention = Grammar("", "", "lettered").parse(text)
    assert mention is not None
    assert (mention.form, [str(number) for number in mention.numbers]) == ("range", ["704.5k", "704.5aa"])


FENS = """Fens

1. Ways

1.1 Dry Ways

See Floods or “Reed Beds”, and the Dry Ways chart. A dike holds 0.125 of a boat.

1.2 Floods

See the Floods table on the map, then see Reed Beds.

1.3 Reed Beds

Refer to Floods, Dry Ways and Reed cutting.
"""


def test_titles_side_by_side_and_other_names_that_begin_as_they_do() -> None:
    document = read(FENS, "dotted-integers")
    assert cited(document) == [
        ("1.1", "Floods", ("1.2",)),
        ("1.1", "Reed Beds", ("1.3",)),
        ("1.2", "Reed Beds", ("1.3",)),
        ("1.3", "Floods", ("1.2",)),
        ("1.3", "Dry Ways", ("1.1",)),
    ]
    assert document.findings == ()


DIKES = """THE DIKE LAWS

Contents
Introduction page 2
Article 1: Of the water and the land page 2
Article 2: Of the pumps page 3
Appendix A. Short games page 5
Appendix B. Signs page 6

INTRODUCTION

These laws hold on every dike.

Article 1: Of the water and the land

1.1 Land may be flooded as in Article 2.

1.1.1 a flooded hex counts as water,

1.1.2 any hex beside it is wet (see 1.1.1).

1.2 Stop the clock. See rule 1.1, "Water."

Article 2: Of the pumps

Pumps work as Appendix B says:

1. Start Pump

2. Stop Pump

Appendix A. Short games

A.1 A short game has 12 turns (Articles 1.1 and A.2).

A.2 nobody needs a clock.

Appendix B. Signs

A wave stands for water.

Glossary of terms used by dikers

pump: 1.1. What lifts water.
"""


def test_sections_without_rules_small_letters_and_contents_with_the_word_page() -> None:
    document = read(DIKES, "dotted-integers")
    assert tree(document) == [
        ("1", "Of the water and the land", "X"),
        ("1.1", "", "1"),
        ("1.1.1", "", "1.1"),
        ("1.1.2", "", "1.1"),
        ("1.2", "", "1"),
        ("2", "Of the pumps", "X"),
        ("A", "Short games", "X"),
        ("A.1", "", "A"),
        ("A.2", "", "A"),
        ("B", "Signs", "X"),
    ]
    assert cited(document) == [
        ("1.1", "2", ("2",)),
        ("1.1.2", "1.1.1", ("1.1.1",)),
        ("1.2", "1.1", ("1.1",)),
        ("2", "B", ("B",)),
        ("A.1", "1.1 and A.2", ("1.1", "A.2")),
        ("X", "1.1", ("1.1",)),
    ]
    assert [d.code for d in document.findings] == []
    check_places(document)


PROTOCOL = """Reed Group                                              March 2020

1.  Introduction

   Reeds send messages (see Section 2.1, and Section 3).

Rush                         For all                         [Page 1]

2.  Messages

2.1.  Form

   A message is a reed, as
   2.2 reeds are none.

3.  Safety

   Nothing is safe.
"""


def test_sections_in_their_turn_and_page_ends() -> None:
    document = read(PROTOCOL, "dotted-integers")
    assert [node.id for node in document.nodes] == ["X", "1", "2", "2.1", "3"]
    assert cited(document) == [("1", "2.1", ("2.1",)), ("1", "3", ("3",))]
    assert [p.text for p in document.passages if p.kind == "mark"] == ["Rush For all [Page 1]"]
    check_places(document)


MOOR = """# The Long Moor

- [1. Camps](#1-camps)
- [2. Paths](#2-paths)

## 1. Camps

Camps lie on paths, see [those rules](#21-dry-paths), [rule 2.2](#wet) and **[the map](map.md)**.

## 2. Paths

### 2.1 Dry Paths

Dry paths end at [camps](#1-camps "Camps").

<a id="wet"></a>
### 2.2 Wet Paths

Wet ones end at [the cairn](#cairn), or [nowhere](#none).

### 2.3 Cairns {#cairn}

Cairns stand.
"""


def test_links_of_markdown_and_the_ids_that_they_lead_to() -> None:
    document = read(MOOR, "dotted-integers")
    assert [(node.id, node.title, node.anchor) for node in document.nodes[1:]] == [
        ("1", "Camps", "1-camps"),
        ("2", "Paths", "2-paths"),
        ("2.1", "Dry Paths", "21-dry-paths"),
        ("2.2", "Wet Paths", "wet"),
        ("2.3", "Cairns", "cairn"),
    ]
    assert [(r.rule, r.text, r.href, r.targets) for r in document.references] == [
        ("1", "those rules", "#21-dry-paths", ("2.1",)),
        ("1", "rule 2.2", "#wet", ("2.2",)),
        ("1", "the map", "map.md", ()),
        ("2.1", "camps", "#1-camps", ("1",)),
        ("2.2", "the cairn", "#cairn", ("2.3",)),
        ("2.2", "nowhere", "#none", ()),
    ]
    assert [(d.code, d.evidence) for d in document.findings] == [("unknown-href", "nowhere → #none")]
    assert document.statements[0].text == "Camps lie on paths, see those rules, rule 2.2 and the map."
    check_places(document, emphasis=True)


OPEN_ENDS = """<!doctype html><html><title>Moor</title><body>
<h2><a href="#1.0" id="1.0">1.0 Camps</a></h2>
<p>Camps lie on paths (<a href="#1.1">1.1</a>) or <a href="charts.html#camps">the chart</a>.
<p id="1.1">1.1 if a path ends, so does the camp.
<h3><a href="#1.2">1.2</a> Cairns</h3>
<p>Cairns stand (<a href="#1.1">1.1</a>-.2).
</html>"""


def test_a_page_that_leaves_out_the_ends_of_its_elements() -> None:
    document = read(OPEN_ENDS.replace("</html>", ""), "dotted-integers", "html-headings")
    assert tree(document) == [("1.0", "Camps", "X"), ("1.1", "", "1.0"), ("1.2", "Cairns", "1.0")]
    assert cited(document) == [("1.0", "1.1", ("1.1",)), ("1.0", "the chart", ()), ("1.2", "1.1", ("1.1",))]
    assert document.findings == ()
    cut_short = read(OPEN_ENDS.replace(").\n</html>", ""), "dotted-integers", "html-headings")
    assert [d.code for d in cut_short.findings] == ["truncated-markup"]


LICENCE = """FEN PUBLIC LICENCE
Version 1.0, July 1999

  0. The words "fen" and "dike" mean what they mean in English, and
every other word does too. Sections 1 and 3 below say more (Fen Share 3.0).

  1. Terms of Use. You may drain a fen as U.S. law allows. That takes:

    1. a spade,

    2. a pump and

    3. two hands.

  2. You may not do so in spring.

3) never in rain.

  3. Revised versions of this text.

  New ones may come (see 1.0 and section 2).

4. No Warranty
--------------

Fens are as they are.
"""


def test_sections_whose_text_begins_behind_their_number_and_lists_that_look_so() -> None:
    document = read(LICENCE, "dotted-integers")
    assert tree(document) == [
        ("0", "", "X"),
        ("1", "Terms of Use", "X"),
        ("2", "", "X"),
        ("3", "Revised versions of this text", "X"),
        ("4", "No Warranty", "X"),
    ]
    assert cited(document) == [
        ("0", "1", ("1",)),
        ("0", "3", ("3",)),
        ("3", "1.0", ("1",)),
        ("3", "2", ("2",)),
    ]
    assert document.findings == ()
    check_places(document)


def test_a_list_in_front_of_the_sections_is_none_of_them() -> None:
    text = (
        "Fens\n\nDo this:\n\n1. Read this.\n\n2. Sign it.\n\n1. Ways\n\nWet.\n\n2. Dikes\n\n2.1 They hold.\n"
    )
    assert tree(read(text, "dotted-integers")) == [
        ("1", "Ways", "X"),
        ("2", "Dikes", "X"),
        ("2.1", "", "2"),
    ]


NOTED = """<html><head><title>Moor</title></head><body>
<p><b>4. Camps</b></p><p>A camp is made so:</p><p>1. Choose a path.</p><p>4. Choose a camp.</p><p>5. Sleep there.</p>
<p>4.1 Camps are dry<sup><a href="#n1">1</a></sup>.</p>
<p><b>5. Paths</b></p><p>5.1 Paths are wet (4.1).</p>
<div id="n1">1. Most of them.</div>
</body></html>"""


def test_numbered_paragraphs_of_a_page_that_are_no_sections() -> None:
    document = read(NOTED, "dotted-integers", "html-headings")
    assert tree(document) == [
        ("4", "Camps", "X"),
        ("4.1", "", "4"),
        ("5", "Paths", "X"),
        ("5.1", "", "5"),
    ]
    assert [(r.rule, r.text, r.kind, r.targets) for r in document.references] == [
        ("4.1", "1", "footnote", ()),
        ("5.1", "4.1", "plain", ("4.1",)),
    ]
    assert document.findings == ()
    check_places(document)
