"""What a text defines: the phrases that say so, what is shown without saying, letters and their words, glossaries."""

import pytest

from ingest.acronyms import explained, of_title
from ingest.defining import defined_terms
from ingest.glossary import is_glossary
from ingest.pipeline import ingest
from ingest.term_forms import key, same_case, singular, tokens
from tests.ingest.samples import BOOK

LETTERED = {
    "id": "drift",
    "title": "Drift",
    "chapters": "",
    "documents": [
        {
            "id": "DR",
            "title": "Drift",
            "shape": "text-outline",
            "numbering": "lettered",
            "chapter": "",
            "section": "",
            "groups": "hundreds",
            "recognise": {"line": "^Drift$"},
            "layout": {
                "root": "^(?P<title>Drift)$",
                "rules": [
                    r"^(?P<number>\d{3}\.\d+[a-z]*)\.?(?=\s)",
                    r"^(?P<number>\d+)\.\s(?P<title>[A-Z]\w+)$",
                ],
            },
        }
    ],
}

DRIFT = """Drift

1. Boats

101. Crews

101.1. A crew is a band of people who row.

101.1a The lead crew is the one that rows first. A crew ashore is said to be "idle."

101.1b To moor a boat means to tie it to a quay.

102. Definitions

102.1. Raft
A craft of logs.

102.2. Skiff: A small craft with one oar.

102.2a Haul Point (HP) - A point of hauling.

Glossary

Abandon
To leave a craft with no crew. See rule 101.1a.

Lead Crew
The crew that rows first. See rule 101.1a.

Barge: A slow craft.
"""


def moors(text: str) -> list[tuple[str, str, str, str | None]]:
    """Rule, term, kind and expansion of what a text of rule 3.1 and further rules defines."""
    document = ingest(f"3. MOORS\n\n3.1 {text}\n".encode(), "moors.txt", [BOOK])
    return [(t.rule, t.term, t.kind, t.expansion) for t in document.terms]


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ('A "Shaken" unit is one that has failed a check.', ["Shaken"]),
        ("A “Shaken” unit may rest. A unit is “Routed” when it flees.", ["Routed"]),
        ("A *screened* unit is one with a friend in front.", ["screened"]),
        ("**Fast** units are those that move 8 or more.", ["Fast"]),
        ("**Drift** is the movement of a boat without a crew. It is **slow** today.", ["Drift"]),
        ("Night is hereafter “Dark”.", ["Dark"]),
        ("The current only defines “upstream”.", ["upstream"]),
        ("Such a stack is termed an Open Stack, and may not move.", ["Open Stack"]),
        ("Units that moved are hereafter called Spent units.", ["Spent unit"]),
        ("Cavalry, foot and guns are collectively termed Troops.", ["Troops"]),
        ("A battery and its crew (henceforth the Gun Group) count as one.", ["Gun Group"]),
        ("A battery with its crew (hereafter “Gun Group”) counts as one.", ["Gun Group"]),
        ("The side that rows, hereafter the Rower, rolls first.", ["Rower"]),
        ("The side that rows (hereafter referred to as the Rower) rolls first.", ["Rower"]),
        ("The side that rows (the “Rower”) rolls first.", ["Rower"]),
        ("Hereafter the unit may move. It is called upon to roll.", []),
        ("The number of steps, or “strength”, stands on the counter.", ["strength"]),
        ("Units of that size (“giants” for short) may split.", ["giants"]),
        ("The side that moves first is known as the First Player.", ["First Player"]),
        ("A stack of three, called a Trio, moves as one.", ["Trio"]),
        ("An attack at night is also called a Sortie or a Night Raid.", ["Sortie", "Night Raid"]),
        ("Each such hex is referred to hereafter as a Beacon hex.", ["Beacon hex"]),
        ("We shall refer to such a hex as a Bog.", ["Bog"]),
        ("We call this a raid. By “foray” is meant a small one.", ["foray", "raid"]),
        ("The term for such a hex is Bog. The so-called Iron Line runs on.", ["Bog", "Iron Line"]),
        ("The word “adjacent” means sharing a hexside.", ["adjacent"]),
        ("Adjacent means sharing a hexside.", ["Adjacent"]),
        ("The term Active Side refers to the side whose turn it is.", ["Active Side"]),
        ("A Crossing is defined as any hexside with a ford.", ["Crossing"]),
        ("A hex from which all is seen is defined to be In Sight.", ["In Sight"]),
        ("If a moor is defined as wet, it is. This means that it sinks.", []),
        ("A result of 6 means the unit is lost. It goes by means of a raft.", []),
        ("To salvage a wreck means to take its cargo.", ["salvage"]),
        ("Craft: any punt that a crew can row.", ["Craft"]),
        ("Note: any punt that a crew can row.", []),
        ("Guns that fire high are designated Indirect.", ["Indirect"]),
        ("Units inside a fort are said to be Sheltered.", ["Sheltered"]),
    ],
)
def test_what_a_sentence_says_that_it_defines(text: str, terms: list[str]) -> None:
    assert sorted(term for _, term, kind, _ in moors(text) if kind == "explicit") == sorted(terms)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("A unit in rubble is considered to be Entrenched.", ["Entrenched"]),
        ("A unit which came by sea is deemed Seaborne.", ["Seaborne"]),
        ("Considered a Shallow hex.", ["Shallow hex"]),
        ("A bank near it is considered the equivalent of a Reed hex.", ["Reed hex"]),
        ("Such hexes are considered bank (or shore, where it is sea) hexes.", ["bank", "shore"]),
        (
            "It is considered a Level 2 Scrub (L3.) hex and Rough Ground, in which it rains.",
            ["Level 2 Scrub hex", "Rough Ground"],
        ),
        ("A moor—not the bog—is considered a mire—not a bog—hex.", ["mire hex"]),
        ("It is not considered a Bog. It is considered moved. They are considered adjacent to it.", []),
        ("All who drown are classed as cut off.", ["cut off"]),
    ],
)  # fmt: skip
def test_what_is_considered_so(text: str, terms: list[str]) -> None:
    found = moors(text)
    assert [term for _, term, kind, _ in found if kind == "status"] == terms
    assert {kind for *_, kind, _ in found} <= {"status", "implicit"}


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("GULLY: A gully is a dry bed.", ["gully"]),
        ("POND/LAKE: A pond/lake is still water.", ["pond", "lake"]),
        ("LC WRECK: A LC wreck is in the way.", ["LC wreck"]),
        ("Any counter whose back is red is a Raid counter, and each of its hexes is a Raid hex.", ["Raid counter", "Raid hex"]),
        ("The tide should be defined as low, mid, or high by a roll.", ["low", "mid", "high"]),
        ("The wall will be defined as being either Stone or Brick.", ["Stone", "Brick"]),
        ("Night raids are a form of attack at night.", ["Night raid"]),
        ("A row of such hexes (a ridge) hides units.", ["ridge"]),
        ("It may plan for fully armed crews (any crew with a gun).", ["fully armed crew"]),
    ],
)  # fmt: skip
def test_what_is_shown_without_being_said(text: str, terms: list[str]) -> None:
    assert [(term, kind) for _, term, kind, _ in moors(text)] == [(term, "implicit") for term in terms]


def test_explicit_is_what_the_text_says() -> None:
    text = "A raft is termed a Float. It is considered Open Ground. Each Haul Point (HP) counts. A bog is a hex that sinks."
    document = ingest(f"3. MOORS\n\n3.1 {text}\n".encode(), "moors.txt", [BOOK])
    assert [(t.id, t.term, t.explicit, t.kind, t.within) for t in document.terms] == [
        ("L3.1-d1", "Float", True, "explicit", "L3.1-s1"),
        ("L3.1-d2", "Open Ground", True, "status", "L3.1-s2"),
        ("L3.1-d3", "HP", True, "acronym", "L3.1-s3"),
        ("L3.1-d4", "bog", False, "implicit", "L3.1-s4"),
    ]


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("Line of Sight (LOS) is straight.", ("LOS", "Line of Sight")),
        ("LOS (Line of Sight) is straight.", ("LOS", "Line of Sight")),
        ("The die roll modifiers (DRMs) add up.", ("DRM", "die roll modifiers")),
        ("Each Moor-Bog Edge (M-B-E) is wet.", ("M-B-E", "Moor-Bog Edge")),
        ("DR = dice roll.", ("DR", "dice roll")),
        ("MP: Movement Point", ("MP", "Movement Point")),
        ("DRM stands for dice roll modifier.", ("DRM", "dice roll modifier")),
        ("The terrain effects modifier, or TEM, is added.", ("TEM", "terrain effects modifier")),
        ("Zone of Control, abbreviated ZOC, is drawn.", ("ZOC", "Zone of Control")),
        ("The Air Rating (“AR”; 3.2) counts.", ("AR", "Air Rating")),
        ("Its Headquarters (HQ) moves.", ("HQ", "Headquarters")),
        ("Its HQ (headquarters) moves.", ("HQ", "headquarters")),
        ("It is wet (SSR). A bog (EXC: moss) is not. See that (see XY).", None),
    ],
)
def test_letters_and_their_words(text: str, letters: tuple[str, str] | None) -> None:
    found = [(each.term, each.expansion) for each in explained(text)]
    assert found == ([] if letters is None else [letters])
    assert all(each.kind == "acronym" for each in explained(text))


def test_letters_that_are_a_title() -> None:
    assert [d.expansion for d in of_title("UDT", ["All Underwater Demolition Team rolls come first."])] == [
        "Underwater Demolition Team"
    ]
    assert list(of_title("BOG", ["All bogs are wet."])) == []


def test_listed_letters_are_terms_of_the_root() -> None:
    book = {**BOOK, "acronyms": {"MP": "movement point", "ZZ": "never used", "HP": "hit point"}}
    text = "3. MOORS\n\n3.1 A Haul Point (HP) helps.\n\n3.2 A cart has 3 MPs, a CAMP none.\n"
    terms = ingest(text.encode(), "moors.txt", [book]).terms
    assert [(t.id, t.term, t.kind, t.explicit, t.expansion, t.rule, t.within) for t in terms] == [
        ("L3.1-d1", "HP", "acronym", True, "Haul Point", "L3.1", "L3.1-s1"),
        ("L3-d1", "MP", "listed", False, "movement point", "L3", "L3.2-s1"),
    ]


def test_a_glossary_with_numbers() -> None:
    text = """Of moors.

3.9 GLOSSARY

AMBUSH: An attack from hiding.

Bog — A hex of soft ground.

Line of Sight (LOS): The line from dot to dot.

Quay. A hex with a stage.

3.91 RAID: An attack from the sea.

3.92 TERMS AND ABBREVIATIONS: The following apply.

AFV = Armored Fighting Vehicle

3.A OTHER MATTERS: Infantry: 2 MP.
"""
    assert moors(text)[:7] == [
        ("L3.9", "ambush", "explicit", None),
        ("L3.9", "Bog", "explicit", None),
        ("L3.9", "Line of Sight", "explicit", None),
        ("L3.9", "LOS", "acronym", "Line of Sight"),
        ("L3.9", "Quay", "explicit", None),
        ("L3.91", "raid", "explicit", None),
        ("L3.92", "AFV", "acronym", "Armored Fighting Vehicle"),
    ]


def test_a_glossary_of_a_lettered_book() -> None:
    terms = ingest(DRIFT.encode(), "drift.txt", [LETTERED]).terms
    assert [(t.rule, t.term, t.explicit) for t in terms] == [
        ("101.1", "crew", False),
        ("101.1a", "idle", True),
        ("101.1b", "moor", True),
        ("102.1", "Raft", True),
        ("102.2", "Skiff", True),
        ("102.2a", "Haul Point", True),
        ("102.2a", "HP", True),
        ("DR", "Abandon", True),
        ("DR", "Lead Crew", True),
        ("DR", "Barge", True),
    ]


@pytest.mark.parametrize(
    "title", ["GLOSSARY", "Definitions", "Terms and Abbreviations", "9. Glossary of Terms", "Game Terms:"]
)
def test_headings_of_glossaries(title: str) -> None:
    assert is_glossary(title)


@pytest.mark.parametrize(
    "title", ["TERMS OF SURRENDER", "Long-term effects", "", "Defining the weather", "Terminal units"]
)
def test_other_headings(title: str) -> None:
    assert not is_glossary(title)


def test_forms_of_a_term() -> None:
    assert [
        singular(word) for word in ("hexes", "LCs", "ferries", "moss", "LOS", "gases", "Axis", "men")
    ] == [
        "hex",
        "LC",
        "ferry",
        "moss",
        "LOS",
        "gas",
        "Axis",
        "man",
    ]
    assert key("Beach hex-sides") == key("beach Hexside") == "beachhexside"
    assert key("LC's") == key("LCs") == "lc"
    assert same_case(tokens("open moor"), tokens("Open moors")) == 1
    assert same_case(tokens("Open moor"), tokens("open moor")) == 0
    assert same_case(tokens("MOOR"), tokens("Moor")) == 0
    assert same_case(tokens("bog hexside"), tokens("bog hex-sides")) == 2


def test_brackets_define_only_what_they_say() -> None:
    assert list(defined_terms("[EXC: a raft is a craft that floats]", said_only=True)) == []
    assert [d.term for d in defined_terms("[EXC: a raft, termed a Float]", said_only=True)] == ["Float"]


def test_a_page_with_bold_words_and_a_glossary_of_its_own() -> None:
    document = {
        "id": "5",
        "title": "Reeds",
        "shape": "html-headings",
        "numbering": "decimal-digits",
        "chapter": "",
        "section": "5",
        "recognise": {"heading": r"^5\. REEDS"},
        "layout": {"rules": [r"^(?P<number>5\.\d)\s+(?P<title>[A-Z]\w+)$"]},
    }
    page = """<html><head><title>Reeds</title></head><body><h1>5. REEDS</h1>
<h3>5.1 Channels</h3><p>A <b>channel hex</b> is any hex with a blue dot. Units in it are <i>afloat</i>.</p>
<p><strong>Drift</strong> is the movement of a boat without a crew. The act of landing is known as <b>Beaching</b>.</p>
<h3>5.2 Glossary</h3>
<dl><dt>Anchor</dt><dd>What holds a boat.</dd><dt>Bilge Point (BP)</dt><dd>A point of water in a boat.</dd></dl>
<p><b>Cargo:</b> Whatever a boat carries.</p><ul><li><b>Ebb</b>: The outgoing tide.</li></ul></body></html>"""
    book = {"id": "reeds", "title": "Reeds", "chapters": "", "documents": [document]}
    terms = ingest(page.encode(), "reeds.html", [book]).terms
    assert [(t.rule, t.term, t.kind) for t in terms] == [
        ("5.1", "channel hex", "explicit"),
        ("5.1", "afloat", "explicit"),
        ("5.1", "Drift", "explicit"),
        ("5.1", "Beaching", "explicit"),
        ("5.2", "Anchor", "explicit"),
        ("5.2", "BP", "acronym"),
        ("5.2", "Bilge Point", "explicit"),
        ("5.2", "Cargo", "explicit"),
        ("5.2", "Ebb", "explicit"),
    ]


def test_tables_of_terms() -> None:
    text = """Letters are explained in tables.

Letters\tMeaning
LOS\tline of sight
DX\tgone for good

3.2 ABBREVIATIONS: These are used too.

MP\tmovement point
HQ\theadquarters

3.3 A table of costs has none.

Unit\tCost
Cart\t3 MP
"""
    assert moors(text) == [
        ("L3.1", "LOS", "acronym", "line of sight"),
        ("L3.1", "DX", "explicit", None),
        ("L3.2", "MP", "acronym", "movement point"),
        ("L3.2", "HQ", "acronym", "headquarters"),
    ]
