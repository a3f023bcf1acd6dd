"""The checks of the reference doctor, each on a few invented lines, and on texts in which nothing is wrong."""

from __future__ import annotations

import pytest

from ingest.checks.codes import CHECKS
from ingest.codes import CODES
from ingest.lint import lint
from ingest.pipeline import ingest
from ontology.books import book_folder, load_books
from tests.ingest import misprints
from tests.ingest.invented import MAKERS
from tests.ingest.outlines import KITES, LETTERED
from tests.ingest.samples import BOOK

SOURCES = book_folder("tidewrack") / "sources"
TEXTS = {path.name: path.read_text(encoding="utf-8") for path in sorted(SOURCES.iterdir())}


def found(lines: str) -> list[tuple[str, str | None, str | None]]:
    """Code, rule and what would be right of every finding in a text that begins with rule 3.1."""
    text = f"3. MOORS\n\n3.1 HEATH: {lines}\n"
    document = ingest(text.encode(), "moors.txt", [BOOK])
    return [(f.diagnostic.code, f.rule, f.diagnostic.hint) for f in lint([document])]


@pytest.mark.parametrize("name", TEXTS)
def test_nothing_is_wrong_with_tidewrack(name: str) -> None:
    assert lint([ingest(TEXTS[name].encode(), name, load_books())]) == []


def test_no_code_has_two_meanings() -> None:
    assert set(CHECKS) & set(CODES) == set()


SIGNS = "It takes ≥ one cart. It takes ≥ two carts. "


@pytest.mark.parametrize(
    ("text", "code", "right"),
    [
        (SIGNS + "It is beside a one such pond.", "lost-sign", "≥ one?"),
        (SIGNS + "It counts a 3 ponds for this.", "lost-sign", "≥ 3?"),
        ("It counts a three ponds for this.", "lost-sign", "≥ three?"),
        ("It goes (3.2).\n\n3.2 BOG: It goes (33.2).", "stray-digit", "3.2?"),
        ("A cart is fa6st in the pond.", "stray-digit", "fast?"),
        (SIGNS + "It lies beside ≥ pond or heath.", "lost-sign", "≥ one?"),
        ("It is ≤ 1 for a bog, 2-5 for a fen, & 6 for a pond.", "lost-sign", "≥ 6?"),
        ("It is 1 for a bog, 2-5 for a fen, & ≥ 6 for a pond.", "lost-sign", "≤ 1?"),
        ("Roll and look.\n\n≤ 1 bog\n2-5 fen\n6 pond", "lost-sign", "≥ 6?"),
        ("Roll and look.\n\n1 bog\n2-5 fen\n≥ 6 pond", "lost-sign", "≤ 1?"),
        ("Roll and look.\n\n≤ 1 bog\n2-5 fen\na 6 pond", "lost-sign", "≥ or ≤ 6?"),
        ("Roll and look.\n\n≤ 1 bog\n2-4 fen\n≥ 6 pond", "table-step", "5?"),
        ("Roll and look.\n\n≤ 1 bog\n2-6 fen\n≥ 6 pond", "table-step", "7?"),
        ("Roll and look.\n\n6 bog\n5 fen\n3 moor\n2 pond", "table-step", "4?"),
        ("A non-wooded hex is open. A now-wooded hex is open.", "now-for-non", "non-wooded?"),
        ("It stands at Level 1, Level 2, Level 3 or Level O.", "letter-for-digit", "0?"),
        ("It costs 1O more than that.", "letter-for-digit", "10?"),
        ("It costs l more than that.", "letter-for-digit", "1?"),
        ("It costs +l. That is all of it.", "letter-for-digit", "+1?"),
        ("A pond is a pond. A p0nd is deep.", "digit-for-letter", "pond?"),
        ("It waits (3. 1) and goes on.", "split-number", "3.1?"),
        ("It waits (as per 3. 1) and goes on.", "split-number", "3.1?"),
        ("It waits as per 3.1-. 14 and goes on.", "split-number", "3.1-.14?"),
        ("It then costs 1 2 more of them.", "split-number", "12?"),
        ("A 4- 6-7 cart goes with it.", "split-number", "4-6-7?"),
        ("It costs +1, +2, +1, +3 or +4, and a + 1 more.", "split-number", "+1?"),
        ("A cart in the pon4ds is lost.", "stray-digit", "ponds?"),
        ("It waits (3..1) and goes on.", "number-punctuation", "3.1?"),
        ("It waits (3,1) and goes on.", "number-punctuation", "3.1?"),
        ("It costs 1 MP, 2 MP, 3 MP or 2 MF.", "unit-differs", "MP?"),
        ("It goes to the the pond.", "doubled-word", "the?"),
        ("It goes over a the pond.", "doubled-word", None),
        ("It enters an pond and stays.", "article", "a pond?"),
        ("It enters a empty pond.", "article", "an empty?"),
        ("It may neither swim or wade.", "neither-or", "neither … nor?"),
        ("A hexside, a hexside, a hexside, a hexside, a hexside, a hex-side.", "split-word", "hexside?"),
        ("A cart (or an ox may go there.", "unbalanced-bracket", None),
        ("A cart or an ox) may go there.", "unbalanced-bracket", None),
        ("It must be \\geq the other.", "leftover-markup", None),
        ("It goes to the pond(such as that one).", "punctuation", None),
        ("It waits (Rule ???) for the rest.", "placeholder", "the number"),
        (
            "It goes over the open moor to\n\nthe pond, then, and it may stay there.\n\nIt goes.",
            "broken-paragraph",
            None,
        ),
        (
            "It may go on over the moor in fog.\n\nIt may go on over the moor in fog.",
            "repeated-paragraph",
            "one of the two",
        ),
        ("It goes.\n\n|\n\nIt stays.", "stray-mark", None),
        ("It goes to hex L3.1 and on.", "hex-as-rule", "a hex"),
        ("It goes.\n\n3.2 FEN: It stays.\n\n3.4 BOG: It sinks.", "number-gap", None),
        ("It goes (3.2).\n\n3.2 FEN: It stays.\n\n3.2 BOG: It sinks.", "ambiguous-reference", None),
        (
            "It goes (3.11-.21).\n\n3.11 FEN: No.\n\n3.2 BOG: No.\n\n3.21 POND: No.",
            "range-spans-parents",
            None,
        ),
        ("It goes (3.2-.1).\n\n3.2 BOG: No.", "range-backwards", "L3.1 to L3.2?"),
        ("It goes (3.9).", "dangling-reference", None),
        ("Inf: 1 MF. Inf: 2 MF. Inf: 3 MF. Inf: 1 MP or so.", "unit-differs", "MF?"),
        ("Inf: 1 MF. Inf: 2 MF. Inf: 3 MF. Inf: 3 MP or 2 MP for Inf.", "unit-differs", "MF?"),
        ("A Beach-Hill (B-H) side. The B-H side. The B-H. A Beach-Hill (BH) side.", "split-word", "B-H?"),
        ("LC, LC, LC, LC, LC, LC, LC, LC, LC, LC. An LCI BOAT.", "likely-slip", "LC/BOAT?"),
        ("x 2 is so, x 3 is so, x 4 is so, x 5 is so, x6 is so.", "punctuation", "x and a space"),
        ("It goes down the moor-the one with a pond.", "punctuation", "a dash?"),
        ("It must stop there, and then it may go on (i.e, it may).", "punctuation", None),
        ("It goes (3.2 (Heath)).\n\n3.2 BOG: No.", "title-differs", "L3.1?"),
        # Numbers of rules that are misspelled, and places where one is missing.
        ("It goes (3.2).\n\n3.2 BOG: It goes (3.I).", "letter-for-digit", "3.1?"),
        ("It goes (3.2).\n\n3.2 BOG: See 3 .1, then.", "split-number", "3.1?"),
        ("It goes (3.2).\n\n3.2 BOG: It goes (see 3.,1).", "number-punctuation", "3.1?"),
        ("It goes (see ) and on.", "placeholder", "the number"),
        ("It goes as x.x says.", "placeholder", "the number"),
        ("It goes as 0.0 says.", "placeholder", "the number"),
        ("It stays (see 7E2).\n\n3.2 BOG: It goes (3.1).", "hex-as-rule", "the rule's number"),
        ("It goes (3.2), as 3.2 above says.\n\n3.2 BOG: No.", "citation-differs", "below"),
        (
            "It has mooring lines (3.21). So do mooring lines (3.2).\n\n3.2 BOG: No.\n\n3.21 FEN: No.",
            "citation-differs",
            "L3.21?",
        ),
        ("It is so by the steps of 3.918 here.", "dangling-reference", None),
        ("It goes (3.2).\n\n3.2 BOG: What 3.I is says so.", "letter-for-digit", "3.1?"),
        ("It goes (3.2).\n\n3.2 BOG: It stays, unless 3. 1 says otherwise.", "split-number", "3.1?"),
        (
            "It goes (3.2).\n\n3.2 BOG: It holds for 3.1-3.2l too.\n\n3.21 FEN: No.",
            "letter-for-digit",
            "3.21?",
        ),
        # Signs, by the words around them.
        ("The dr is ≥ 5. The dr is ≥ 4. The dr is ≤ 3. The dr is ≥ 4. The dr is 3.", "lost-sign", "≥ 3?"),
        (
            "The dr is 5 or more. The dr is 4 or less. The dr is 3 or more. The dr is 4 or more. The dr is 3.",
            "lost-sign",
            "3 or more?",
        ),
        (
            "If the DR is ≤ 5 it is lost. If the DR is ≤ 4 it stays, but on a DR of 9 it goes.",
            "lost-sign",
            "≤ or ≥ 9?",
        ),
        ("Roll and look.\n\n6 bog\n5 fen\n4 moor\n3 or less pond", "lost-sign", "6 or more?"),
        (
            "A DR of ≥ 9 is so. A DR of ≤ 4 is not. The DR is ≥ 8 or so. It goes on a DR of 7.",
            "lost-sign",
            "≤ or ≥ 7?",
        ),
        (
            SIGNS * 3 + "It contains ≥ one cart. It contains one fen of its own.",
            "lost-sign",
            "≥ one?",
        ),
        (SIGNS + "The cart that is then going over  2 ponds is slow.", "lost-sign", "≥ or ≤ 2?"),
        (SIGNS + "It must be a gun of a 100mm, or a raft.", "lost-sign", "≥ 100mm?"),
        # Lists and tables.
        (
            "Add these up.\n\n- + 3 In a fen.\n- + 2 On a moor.\n- 1 At night.",
            "bullet-or-sign",
            "a bullet and a sign at each",
        ),
        ("Add these up.\n\n- # -1 For each cart of it.", "doubled-sign", "one sign and one figure"),
        (
            "Look it up.\n\nTable 1 Cart Losses Table\n\nCART WEIGHTS TABLE\n\nIt is so.",
            "title-differs",
            "one name for it",
        ),
        (
            "Look on the FAST CART TABLE.\n\nTable 1 Fast Cart Losses Table\n\nFAST CART LOSSES TABLE\n\nIt is so.",
            "title-differs",
            "the table's own name",
        ),
        ("It may wait in the fen (3.2) *Note: It rests.*\n\n3.2 FEN: No.", "punctuation", "a full stop"),
        # One thing in two ways.
        ("The player's pool is full. It comes from the players pool.", "likely-slip", "player's?"),
        ("The B-H side. A B-H crest. It is a BH crest.", "split-word", "B-H?"),
        (
            "It goes from offboard to it. It is offboard. It goes from off-board to it.",
            "split-word",
            "offboard?",
        ),
        ("Only carts/boats-(3.2) may go.\n\n3.2 BOG: No.", "punctuation", "a space?"),
        ("It may neither set up in/enter a fen.", "neither-or", "neither … nor?"),
        (
            "It costs 1 MP +COT, 2 MP +COT, 3 MP +COT, 1 MP +COT, 2 MP +COT or 4 +COT.",
            "unit-differs",
            "a unit of measure",
        ),
        ("It may stay EXC: at night]. [EXC: a] [EXC: b] [EXC: c] [EXC: d]", "unbalanced-bracket", "[EXC: …]"),
    ],
)
def test_a_fault_is_found(text: str, code: str, right: str | None) -> None:
    codes = found(text)
    assert code in [each for each, _, _ in codes]
    if right is not None:
        assert right in [hint for each, _, hint in codes if each == code]


@pytest.mark.parametrize(
    "text",
    [
        SIGNS + "An original 12 is a 12. A roll of a 9 or 10 is high.",
        SIGNS + "It crosses a one-hex pond.",
        "Roll and look.\n\n1 bog\n2-5 fen\n6 pond",
        "Roll and look.\n\n≤ 1 bog\n2-5 fen\n≥ 6 pond",
        "Roll and look.\n\n10 bog\n20 fen\n30 moor\n40 pond",
        "It counts 1-3 for this, 4-6 for that.",
        "It is at 7O5, not at 7N5. Hex O5 is one.",
        "It happened on Aug 1 41, or that day.",
        "It knew that that was so, and had had enough.",
        "The High- and Low-Tide marks stay.",
        "It costs the unit(s) and hex(es) in it.",
        "It goes (i.e., at once) and so on (e.g., now).",
        "a) It may go. b) It may stay.",
        "An honest hour is a useful unit, as a one is.",
        "A 4-4-7 and a 2-8 X stand in 24L9-M9.",
        "It may neither swim nor wade, or so it says.",
        "It goes (3.2 (Bog)).\n\n3.2 BOG: No.",
        "It goes (3.11-.12).\n\n3.11 FEN: No.\n\n3.12 POND: No.",
    ],
)
def test_what_is_right_is_no_fault(text: str) -> None:
    assert found(text) == []


def test_what_is_usual_is_told_by_all_documents_of_a_rulebook() -> None:
    first = "3. MOORS\n\n3.1 HEATH: A cart that is exiting a deep pond must stop. "
    first += "It is exiting a deep pond. It is exiting a fen.\n"
    second = (
        '<html><head><title>K7 Ferries</title></head><body><h1>7. FERRIES</h1><p><a id="7.1"></a>'
        '<span class="f_Strong">7.1 LAND:</span> A cart that is existing a deep pond is slow.</p></body></html>'
    )
    documents = [ingest(first.encode(), "moors.txt", [BOOK]), ingest(second.encode(), "ferries.html", [BOOK])]
    [finding] = lint(documents)
    assert (finding.document, finding.rule) == ("K7", "K7.1")
    assert str(finding.diagnostic) == (
        "ferries.html:1:144: warning likely-slip: “existing” where the same words elsewhere have “exiting” "
        "(exiting?)"
    )
    assert lint(documents[1:]) == []


@pytest.mark.parametrize(
    ("right", "wrong", "code", "message"),
    [
        ("102.1b", "102.1c–b", "range-backwards", "102.1b comes before 102.1c"),
        ("102.1b", "102.1d", "dangling-reference", "there is no rule 102.1d"),
        ("102.1b", "1102.1b", "stray-digit", "“1102.1b” has a digit more than the rule 102.1b"),
        ("102.1b", "102.1 b;", "split-number", "“102.1 b” has a space inside"),
        ("102.1b", "1O2.1", "letter-for-digit", "“1O2.1” has a letter for a digit"),
        ("102.1. A", "102.1. A gale.\n\n102.3. A", "number-gap", "between 102.1 and 102.3 there is no 102.2"),
    ],
)
def test_numbers_with_letters(right: str, wrong: str, code: str, message: str) -> None:
    text = KITES.replace(right, wrong, 1)
    told = [
        (f.diagnostic.code, f.diagnostic.message)
        for f in lint([ingest(text.encode(), "kites.txt", [LETTERED])])
    ]
    assert (code, message) in told


def page(body: str) -> list[tuple[str, str]]:
    """Code and message of every finding in a page with two rules, the second with this text."""
    text = (
        "<html><head><title>K7 Ferries</title></head><body><h1>7. FERRIES</h1>"
        '<p><a id="7.1"></a><span class="f_Strong">7.1 STAGE:</span> It goes.</p>'
        f'<p><a id="7.2"></a><span class="f_Strong">7.2 RAFT:</span> {body}</p></body></html>'
    )
    findings = lint([ingest(text.encode(), "ferries.html", [BOOK])])
    return [(finding.diagnostic.code, finding.diagnostic.message) for finding in findings]


LINK = '<a href="k7.htm#7.1">7.1</a>'


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (f"It goes ({LINK}).", []),
        ('It goes (<a href="k7.htm#7.2">7.1</a>).', [("href-differs", "the text says K7.1, the href K7.2")]),
        ('It goes (<a href="k7.htm#7.1">7. 1</a>).', [("split-number", "“7. 1” has a space inside")]),
        (
            'It goes as <a href="notes.htm#5">Note 4</a> says.',
            [("href-differs", "the text says 4, the href 5")],
        ),
        ('It goes as <a href="notes.htm#4">Note 4</a> says.', []),
        (
            'It goes (<a href="k7.htm#7.1">Raft</a>).',
            [("title-differs", "K7.1 is “STAGE”; “Raft” is the title of K7.2")],
        ),
        ('It goes (<a href="k7.htm#7.1">Stage</a>).', []),
        (
            f"It goes ({'; '.join([LINK] * 25)}; 7.1).",
            [("unlinked-reference", "a reference without a link, where all others have one")],
        ),
        (
            "It goes <i>over</i> the &amp;nbsp; moor.",
            [("leftover-markup", "“&nbsp;” is left over from some markup or encoding")],
        ),
        ('It has a <img src="a.gif" alt="a">, and <sup>3</sup> so on.', []),
    ],
)
def test_links_and_markup_of_a_page(body: str, expected: list[tuple[str, str]]) -> None:
    assert page(body) == expected


def test_wrapped_lines_are_one_paragraph() -> None:
    lines = [
        "3.1 HEATH: A cart that goes over the open moor in the fog must stay on the road (and the",
        "the road is what the map shows as one, whether there is a cart on it or there is none",
        "at all) until the fog is gone again from the whole of the open moor and the fen by it.",
    ]
    text = "3. MOORS\n\n" + "\n".join(lines) + "\n"
    document = ingest(text.encode(), "moors.txt", [BOOK])
    codes = [(f.diagnostic.code, f.diagnostic.place.line) for f in lint([document])]
    assert codes == [("doubled-word", 3)]


SUBJECTS = misprints.subjects((1,))
CLEANS = misprints.cleans(SUBJECTS)


@pytest.mark.parametrize("kind", misprints.KINDS, ids=lambda kind: kind.name)
def test_misprints_are_found(kind: misprints.Kind) -> None:
    [(_, score)] = misprints.run(SUBJECTS, range(1), [kind.name], CLEANS)
    assert score.put, "no text has a place for it"
    assert score.found >= 0.9 * score.put or len(score.missed) < 2, score.missed


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("shape", MAKERS)
def test_nothing_is_wrong_with_invented_books(shape: str, seed: int) -> None:
    assert lint([MAKERS[shape](seed).read()]) == []


#: What a printer may well set so, in a text that has signs, hyphens, units and odds.
RIGHT = """
The odds of 3:1, 2:1 or 1:2 are looked up; on a roll of 1,2 or 3 nothing comes of it. A roll of 3,4,5 is a miss.
It costs 1,500 points, 2 1/2 points or 50% of them. On Sept. 17, 1944, at 10:30, I Corps and 3rd Army moved.
A 4-6-7 squad, a 2-8 X and a T-34/85 with an 88L gun and an MG42 stand in hex 7E2, in a fen hex (7E3), or at 7E4-F4.
A moor hex (3.2) lies beside a fen hex (3.21). A one-hex pond is no lake, and an 8 is no 9. A DR of 2 always works.
If the DR is ≤ 4 it is lost; if it is 5 or 6 it stays; if it is ≥ 7 it may go on. An Original DR of 12 ends it.
A cart that is ≥ 3 hexes away, or ≥ 2 hexes if it is dark, is not seen. A cart 1 hex away is. Roll ≥ 5 and go.
The players roll in turn. The player's cart goes first. Neither of them may stop, nor may one, both or neither turn.
The set-up of a non-wet hex, a not-so-wet one and a well-made one. Units of a player are set up in its hexes.
Level 1, Level 2 and Level 0. Each fully-tracked cart (2 + 1 = 3 MP) pays 3 MP, each cart on foot 1 MF.
A unit and/or its cart w/ oxen may enter/leave. He had had enough, and that that was so. See also 3.2, below.
"""


def test_what_is_odd_but_right_is_no_fault() -> None:
    lines = " ".join(RIGHT.split())
    assert found(f"{lines}\n\n3.2 FEN: It is wet.\n\n3.21 BOG: It is wetter (3.2).") == []
