"""Two editions of Tidewrack compared: what is said, word for word, and as data."""

from __future__ import annotations

import random

import pytest

from ingest.diagnostics import HexlawError
from ingest.nodes import Document, text_hash
from ingest.outline import outline_of
from ingest.pipeline import ingest
from kb.cache import rulebook_of
from kb.comparison.asdata import as_data
from kb.comparison.comparing import Comparison, compare
from kb.comparison.consequences import places_of
from kb.comparison.sides import Piece, Side, SideRule, side_of_document, side_of_edition
from kb.comparison.told import render_plain
from kb.editions import edition_of_document, edition_of_outline
from ontology.books import book_folder, load_book
from tests.kb.editions_of import sentence

BOOK = load_book(book_folder("tidewrack"))
SOURCES = book_folder("tidewrack") / "sources"
GROUND = (SOURCES / "tidewrack-ground.txt").read_text(encoding="utf-8")
LANDING = (SOURCES / "tidewrack-landing.html").read_text(encoding="utf-8")


def document(text: str, name: str = "new") -> Document:
    return ingest(text.encode(), name, [BOOK])


def side(text: str, name: str = "new") -> Side:
    return side_of_document(document(text, name))


def edited(text: str, *edits: tuple[str, str]) -> str:
    for old, new in edits:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def against(new: str, old: str = GROUND) -> Comparison:
    others = [edition_of_document(document(LANDING))]
    return compare(side(old, "old"), side(new), others, rulebook_of("tidewrack").hashes)


def lines(comparison: Comparison) -> list[str]:
    """What is said behind the lines about the two editions."""
    return render_plain(comparison).splitlines()[4:]


def test_a_sentence_changed_is_shown_word_by_word() -> None:
    new = edited(GROUND, ("Wading into a creek costs 3 MP.", "Wading into a creek costs 4 MP."))
    found = against(new)
    assert render_plain(found).splitlines() == [
        "tidewrack:T2 GROUND",
        f"  old: old, 27 rules ({found.old.sha256[:12]})",
        f"  new: new, 27 rules ({found.new.sha256[:12]})",
        "",
        "1 rule differs: 1 changed",
        "  ~ T2.21 CREEK: changed",
        "    ~ T2.21-s2: Wading into a creek costs [-3-] {+4+} MP.",
        "",
        "1 encoding stale: 1 of statements that were changed",
        "  T2.21-s2: its text was changed",
    ]


def test_sentences_added_removed_and_moved() -> None:
    new = edited(
        GROUND,
        (
            "A meadow hex stands at level 0. Nothing in this chapter keeps a land unit out of a meadow.",
            "Nothing in this chapter keeps a land unit out of a meadow. A meadow hex stands at level 0.",
        ),
        ("DUNE: A dune hex", "DUNE: Dunes shift with the wind. A dune hex"),
        (" Until then its sand lies a fathom down.", ""),
    )
    assert lines(against(new)) == [
        "3 rules differ: 3 changed",
        "  ~ T2.11 DUNE: changed",
        "    + T2.11-s1: Dunes shift with the wind.",
        "  ~ T2.12: changed",
        "    ~ T2.12-s2 → T2.12-s1, in another place",
        "    ~ T2.12-s1 → T2.12-s2, in another place",
        "  ~ T2.22 SHOAL: changed",
        "    - T2.22-s2: Until then its sand lies a fathom down.",
        "",
        "5 encodings stale: 1 of statements that are gone, 4 that need another number only",
        "  T2.11-s1: the same text is T2.11-s2",
        "  T2.11-s2: the same text is T2.11-s3",
        "  T2.12-s1: the same text is T2.12-s2",
        "  T2.12-s2: the same text is T2.12-s1",
        "  T2.22-s2: gone",
    ]


def test_a_rule_put_in_pushes_the_next_and_references_go_astray() -> None:
    new = edited(
        GROUND,
        ("2.13 KEELS", "2.13 FORD: Wagons may cross a ford unless the tide is High.\n\n2.14 KEELS"),
        ("2.35 DYKE: A dyked marsh hex", "2.38 DYKE: A dyked marsh hex"),
        ("2.351 SANDBAGS", "2.381 SANDBAGS"),
        ("2.61 MULES", "2.61 TEAMS"),
    )
    assert lines(against(new)) == [
        "5 rules differ: 1 added, 3 renumbered, 1 retitled",
        "  + T2.13 FORD: added",
        "    + T2.13-s1: Wagons may cross a ford unless the tide is High.",
        "    + T2.13-x1: unless the tide is High",
        "  ~ T2.13 → T2.14 KEELS ON LAND: renumbered",
        "  ~ T2.35 → T2.38 DYKE: renumbered, and 1 rule below with it",
        "  ~ T2.61 TEAMS: retitled",
        "    title: [-MULES-] {+TEAMS+}",
        "",
        "References that lead elsewhere now, or nowhere:",
        "  T2.3 (line 25) cites 2.35/2.36: T2.35 is gone; the rule it meant is T2.38",
        "  T2.381 (line 50) cites 2.35: T2.35 is gone; the rule it meant is T2.38",
        "  T4.21 (line 26) cites 2.13: T2.13 is another rule now; the rule it meant is T2.14",
        "",
        "5 encodings stale: 5 that need another number only",
        "  T2.13-s1: the same text is T2.14-s1",
        "  T2.13-x1: the same text is T2.14-x1",
        "  T2.35-s1: the same text is T2.38-s1",
        "  T2.35-x1: the same text is T2.38-x1",
        "  T2.351-s1: the same text is T2.381-s1",
    ]


def test_a_rule_taken_out_a_range_that_shrinks_and_a_table() -> None:
    new = edited(
        GROUND,
        (
            "2.23 CHANNEL: A channel hex never falls dry. A raft may not enter a channel hex [EXC: a raft in tow].\n\n",
            "",
        ),
        ("2-3 soft", "2-3 miry"),
        ("2.12 A meadow", "2.19 A meadow"),
        ("2.2 WATER: Water", "2.2 WET: Water"),
    )
    comparison = against(new)
    assert lines(comparison)[:9] == [
        "4 rules differ: 1 removed, 1 renumbered, 1 retitled, 1 changed",
        "  ~ T2.12 → T2.19: renumbered",
        "  ~ T2.2 WET: retitled",
        "    title: [-WATER-] {+WET+}",
        "  - T2.23 CHANNEL: removed",
        "    - T2.23-s1: A channel hex never falls dry.",
        "    - T2.23-s2: A raft may not enter a channel hex.",
        "    - T2.23-x1: [EXC: a raft in tow]",
        "  ~ T2.31 GOING: changed",
    ]
    assert "    ~ T2.31-p2: Height Going ≤ 1 mire 2-3 [-soft-] {+miry+} ≥ 4 firm" in lines(comparison)
    assert [(m.trouble, m.citation.text, m.target, m.meant) for m in comparison.references] == [
        ("dangling", "2.2-.23", "T2.23", None)
    ]


def test_a_range_takes_in_what_is_put_in() -> None:
    new = edited(GROUND, ("2.3 MARSH", "2.221 QUICKSAND: A wagon may not enter quicksand.\n\n2.3 MARSH"))
    told = [(m.trouble, m.citation.rule, m.citation.text, m.gained, m.lost) for m in against(new).references]
    assert told == [("range", "T2.5", "2.2-.23", ("T2.221",), ())]


def test_exceptions_examples_and_references() -> None:
    new = edited(
        LANDING,
        ("[EXC: onto a dune]", "[EXC: onto a dune or a bank]"),
        ("With a crane on the stage W1 may land", "With a crane on the stage W1 may go ashore"),
        ('see also <a href="tw_ch2.htm#2.22" class="topiclink">2.22</a>', "see also 2.21"),
        ('href="tw_ch2.htm#2.36"', 'href="tw_ch2.htm#2.35"'),
    )
    found = compare(side(LANDING, "old"), side(new))
    assert lines(found) == [
        "3 rules differ: 3 changed",
        "  ~ T4.21 BEACHING: changed",
        "    ~ T4.21-s3: … the tide is High; see also [-2.22-] {+2.21+} and 4.4.",
        "    ~ T4.21-x1: [EXC: onto a [-dune]-] {+dune or a bank]+}",
        "    - references: 2.22",
        "    + references: 2.21",
        "  ~ T4.221 CRANE: changed",
        "    ~ T4.221-e1: … crane on the stage W1 may [-land-] {+go ashore+} (4.221); with a boiler on W1 …",
        "  ~ T4.4 STRANDING: changed",
        "    ~ reference 2.36: leads to tw_ch2.htm#2.35, led to tw_ch2.htm#2.36",
    ]


def test_an_exception_that_narrows_another_sentence() -> None:
    new = edited(
        GROUND,
        (
            "A channel hex never falls dry. A raft",
            "A channel hex never falls dry [EXC: a raft in tow]. A raft",
        ),
        ("a channel hex [EXC: a raft in tow].", "a channel hex."),
    )
    assert lines(against(new))[:3] == [
        "1 rule differs: 1 changed",
        "  ~ T2.23 CHANNEL: changed",
        "    ~ T2.23-x1, narrows T2.23-s1, narrowed T2.23-s2",
    ]


def test_only_white_space_and_markup() -> None:
    found = against(edited(GROUND, ("Wading into a creek", "Wading   into\na creek")))
    assert found.same
    assert lines(found) == ["No rule differs; the files do, in what is no text of a rule."]
    assert lines(against(GROUND)) == ["No rule differs: it is the same file."]


def test_with_an_outline_hashes_are_enough() -> None:
    new = edited(
        GROUND,
        ("Wading into a creek costs 3 MP.", "Wading into a creek costs 4 MP."),
        ("2.35 DYKE: A dyked marsh hex", "2.38 DYKE: A dyked marsh hex"),
        ("2.351 SANDBAGS", "2.381 SANDBAGS"),
        ("2.34 MUD", "2.34 SLUSH"),
    )
    outline = side_of_edition(edition_of_outline(outline_of(document(GROUND), {})))
    found = compare(outline, side(new), (), rulebook_of("tidewrack").hashes)
    assert render_plain(found).splitlines()[1] == (
        f"  old: outline of T2, 27 rules, only numbers, references and hashes ({outline.sha256[:12]})"
    )
    assert lines(found)[:4] == [
        "3 rules differ: 2 renumbered, 1 changed",
        "  ~ T2.21 CREEK: changed",
        "    ~ T2.21-s2: Wading into a creek costs 4 MP.",
        "  ~ T2.35 → T2.38 DYKE: renumbered, and 1 rule below with it",
    ]
    with_texts = against(new)
    assert found.encodings == with_texts.encodings


def test_an_edition_of_the_graph_is_as_good_as_its_file() -> None:
    new = side(edited(GROUND, ("at level 0. Nothing", "at level 1. Nothing")))
    kept = compare(side_of_edition(edition_of_document(document(GROUND))), new)
    read = compare(side(GROUND), new)
    assert kept.rules == read.rules


def test_the_contract_of_the_json() -> None:
    new = edited(
        GROUND,
        ("Wading into a creek costs 3 MP.", "Wading into a creek costs 4 MP."),
        ("2.35 DYKE: A dyked", "2.38 DYKE: Every dyked"),
        ("2.351 SANDBAGS", "2.381 SANDBAGS"),
    )
    data = as_data(against(new))
    assert list(data) == [
        "rulebook",
        "document",
        "same",
        "old",
        "new",
        "counts",
        "rules",
        "references",
        "encodings",
    ]
    assert (data["rulebook"], data["document"], data["same"]) == ("tidewrack", "T2", False)
    assert data["new"] == {
        "source": "new",
        "sha256": document(new).source.sha256,
        "title": "GROUND",
        "rules": 27,
        "texts": True,
    }
    assert data["counts"] == {"renumbered": 2, "changed": 2}
    creek, dyke, sandbags = data["rules"]
    assert {key: value for key, value in creek.items() if key != "statements"} == {
        "old": "T2.21",
        "new": "T2.21",
        "changes": ["changed"],
        "alike": creek["alike"],
    }
    [sentence] = creek["statements"]
    assert {key: value for key, value in sentence.items() if key != "hash"} == {
        "change": "changed",
        "old": "T2.21-s2",
        "new": "T2.21-s2",
        "text": {"old": "Wading into a creek costs 3 MP.", "new": "Wading into a creek costs 4 MP."},
        "words": [["=", "Wading into a creek costs"], ["-", "3"], ["+", "4"], ["=", "MP."]],
    }
    assert (dyke["old"], dyke["new"], dyke["changes"]) == ("T2.35", "T2.38", ["renumbered", "changed"])
    assert 0.6 <= dyke["alike"] < 1
    assert sandbags == {
        "old": "T2.351",
        "new": "T2.381",
        "changes": ["renumbered"],
        "along": {"old": "T2.35", "new": "T2.38"},
    }
    assert data["references"][0] == {
        "trouble": "dangling",
        "document": "T2",
        "in": "T2.3",
        "within": "T2.3-x1",
        "text": "2.35/2.36",
        "line": 23,
        "target": "T2.35",
        "meant": "T2.38",
    }
    assert data["encodings"] == [
        {"statement": "T2.21-s2", "kind": "changed", "now": "T2.21-s2", "places": []},
        {"statement": "T2.35-s1", "kind": "changed", "now": "T2.38-s1", "places": []},
        {"statement": "T2.35-x1", "kind": "renumbered", "now": "T2.38-x1", "places": []},
        {"statement": "T2.351-s1", "kind": "renumbered", "now": "T2.381-s1", "places": []},
    ]


def test_what_was_stale_before_and_what_has_several_places() -> None:
    hashes = rulebook_of("tidewrack").hashes
    old, new = side(GROUND, "old"), side(GROUND)
    stale = compare(old, new, (), {**hashes, "T2.12-s1": "000000000000"}).encodings
    assert [(e.statement, e.kind, e.now, e.before) for e in stale] == [
        ("T2.12-s1", "changed", "T2.12-s1", True)
    ]
    twice = edited(
        GROUND,
        ("A meadow hex stands at level 0. ", ""),
        ("DUNE: A dune", "DUNE: A meadow hex stands at level 0. A meadow hex stands at level 0. A dune"),
    )
    [gone] = [e for e in compare(old, side(twice), (), hashes).encodings if e.statement == "T2.12-s1"]
    assert (gone.kind, gone.now, gone.candidates) == ("gone", None, ("T2.11-s1", "T2.11-s2"))


def test_an_encoding_without_a_hash_goes_by_the_old_edition() -> None:
    new = side(edited(GROUND, ("at level 0. Nothing", "at level 1. Nothing")))
    encodings = compare(side(GROUND, "old"), new, (), {"T2.12-s1": None, "T2.12-s2": None}).encodings
    assert [(e.statement, e.kind, e.before) for e in encodings] == [("T2.12-s1", "changed", False)]


def test_places_are_lines_of_the_rules_files() -> None:
    folder = book_folder("tidewrack")
    text = (folder / "ground.rules").read_text(encoding="utf-8").splitlines()
    found = places_of(folder, ["T2.21-s2", "T9.9-s1"])
    assert list(found) == ["T2.21-s2"]
    for place in found["T2.21-s2"]:
        name, _, number = place.partition(":")
        if name == "ground.rules":
            assert "T2.21-s2" in text[int(number) - 1]


def test_two_documents_are_no_two_editions() -> None:
    with pytest.raises(HexlawError) as caught:
        compare(side(GROUND, "ground.txt"), side(LANDING, "landing.html"))
    assert str(caught.value) == (
        "landing.html: error compare-documents: is tidewrack:T4, but ground.txt is tidewrack:T2 "
        "(compare two editions of one document)"
    )


def test_rules_below_one_that_stand_in_another_order() -> None:
    paragraphs = GROUND.split("\n\n")
    at = next(i for i, paragraph in enumerate(paragraphs) if paragraph.startswith("2.61"))
    paragraphs[at], paragraphs[at + 1] = paragraphs[at + 1], paragraphs[at]
    assert lines(against("\n\n".join(paragraphs))) == [
        "3 rules differ: 2 changed, 1 reordered",
        "  ~ T2.6 COST OF ENTRY: reordered",
        "    the rules below it stand as T2.62, T2.61; they stood as T2.61, T2.62",
        "  ~ T2.62 LADEN: changed",
        "    - T2.62-e1 (now T2.61-e1)",
        "    - references: 2.34, 2.31, 2.6, 2.61, 2.62",
        "  ~ T2.61 MULES: changed",
        "    + T2.61-e1 (was T2.62-e1)",
        "    + references: 2.34, 2.31, 2.6, 2.61, 2.62",
    ]


def _long(first: int, extra: str) -> Side:
    """An edition of 1,000 rules, numbered from `first`, each of one sentence and `extra`."""
    dice = random.Random("long")
    rules = {"T2": SideRule("T2", None, "")}
    for number in range(first, first + 1000):
        text = f"{sentence(dice)} {extra}"
        piece = Piece(f"T2.{number}-s1", "statement", text_hash(text), text)
        rules[f"T2.{number}"] = SideRule(f"T2.{number}", "T2", "", [piece])
    return Side("tidewrack", "T2", "", str(first), "file", rules, texts=True, others=True)


def test_a_long_book_of_which_every_rule_was_renumbered_and_changed() -> None:
    found = compare(_long(1000, "It is so."), _long(1001, "It was so."))
    assert {change.ids for change in found.rules} == {(f"T2.{n}", f"T2.{n + 1}") for n in range(1000, 2000)}
    assert {change.kinds for change in found.rules} == {("renumbered", "changed")}
