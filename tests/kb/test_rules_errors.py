"""What is wrong in a rulebook's files is said word for word: code, place, message and hint, all at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.diagnostics import HexlawError
from kb.rulefiles import load_rulebook
from tests.kb.fens import ONTOLOGY, load, write
from tests.kb.test_rules_files import VOCABULARY

START = "start an entry with its statement and a colon, as in 'G13.4-s1: …', and indent what belongs to it"
NAME_ONE = "name a statement that is encoded"
FEN = "F1.1-s1: a fen hex is flooded.\n"

Finding = tuple[str, str, str, str | None]

RULES: dict[str, tuple[str, list[Finding]]] = {
    "a line that is nothing": (
        "F1.1-s1 a fen hex is flooded.",
        [
            (
                "fens.rules:1:1",
                "stray-line",
                "'F1.1-s1 a fen hex is flooded.' is neither a declaration nor an entry",
                START,
            )
        ],
    ),
    "no reading": (
        "F1.1-s1: a fen hex is floded.",
        [
            (
                "fens.rules:1:1",
                "no-reading",
                "'a fen hex is floded' has no reading",
                "nearest: a fen hex is flooded",
            )
        ],
    ),
    "no reading of a condition": (
        "F1.1-s1:\n  a fen hex is flooded\n    if the moon is full.",
        [("fens.rules:2:1", "no-reading", "'the moon is full' has no reading", None)],
    ),
    "a thing of the wrong kind": (
        "F1.1-s1: a unit is flooded.",
        [
            (
                "fens.rules:1:1",
                "no-reading",
                "'a unit is flooded' has no reading",
                "nearest: a hex is flooded; the height of the flood is 2 feet; the reach of the flood is 2 hexes",
            )
        ],
    ),
    "a noun that nothing opened": (
        "F1.1-s1: a fen hex is flooded if the unit is laden.",
        [
            (
                "fens.rules:1:1",
                "unbound",
                "'the unit' has not been opened: nothing before it says 'a unit'",
                None,
            )
        ],
    ),
    "a letter that nothing opened": (
        "F1.1-s1: a fen hex is flooded if the hex drains into hex B.",
        [
            (
                "fens.rules:1:1",
                "unbound",
                "'hex B' has not been opened: nothing before it says 'a hex B'",
                None,
            )
        ],
    ),
    "a letter that only another way opened": (
        "F1.1-s1:\n  a fen hex is flooded if any of:\n    the hex drains into a hex B\n    hex B is passable.",
        [
            (
                "fens.rules:2:1",
                "unbound",
                "'hex B' has not been opened: nothing before it says 'a hex B'",
                None,
            )
        ],
    ),
    "a conclusion about nothing in particular": (
        "F1.1-s1: the hex is flooded.",
        [
            (
                "fens.rules:1:1",
                "unbound",
                "'the hex' has not been opened: nothing before it says 'a hex'",
                None,
            )
        ],
    ),
    "a count of one named thing": (
        "F1.1-s1: add 3 to the toll of a craft for each other fen hex Bank.",
        [
            (
                "fens.rules:1:1",
                "for-each",
                "'a fen hex Bank' names one thing: what can be several is 'a N', or 'a N B'",
                None,
            )
        ],
    ),
    "a division by zero": (
        "F1.1-s1: add 1/0 to the toll of a craft.",
        [("fens.rules:1:1", "no-reading", "'1/0' is no amount of the toll of a craft", None)],
    ),
    "and beside or": (
        "F1.1-s1: a hex is passable if the hex is staked, and the hex is flooded, or the hex is a fen hex.",
        [
            (
                "fens.rules:1:1",
                "mixed-connectives",
                "'the hex is staked, and the hex is flooded, or the hex is a fen hex' joins conditions by 'and' "
                "and by 'or' on one level",
                "put one of them into an indented block under 'all of:' or 'any of:'",
            )
        ],
    ),
    "an empty block": (
        "F1.1-s1:\n  a hex is passable if all of:\n",
        [("fens.rules:2:1", "empty-block", "nothing stands under 'all of:'", None)],
    ),
    "an empty entry": (
        "F1.1-s1:\nF1.2-s1: a fen hex is passable.",
        [
            (
                "fens.rules:1:1",
                "empty-entry",
                "nothing stands under F1.1-s1",
                "write a rule, or say why there is none, as in 'note \"only colour\"'",
            )
        ],
    ),
    "a second entry": (
        FEN + "F1.1-s1: a fen hex is passable.",
        [
            (
                "fens.rules:2:1",
                "second-entry",
                "F1.1-s1 already has an entry, at fens.rules:1:1",
                "write both under one header, so that their parts are numbered together",
            )
        ],
    ),
    "one of several concluded": (
        "F1.1-s1: a hex is one of flooded or passable.",
        [
            (
                "fens.rules:1:1",
                "conclusion",
                "a conclusion says each thing for itself: write one sentence for each",
                None,
            )
        ],
    ),
    "a bound concluded": (
        "F1.1-s1: the fare of a craft is at least 4.",
        [
            (
                "fens.rules:1:1",
                "conclusion",
                "a conclusion about a figure gives it one value: 'FIGURE is VALUE'",
                None,
            )
        ],
    ),
    "a figure under only if": (
        "F1.1-s1: the fare of a craft is 4 only if the lock is open.",
        [
            (
                "fens.rules:1:1",
                "only-if-figure",
                "a figure's value stands under 'if', not under 'only if'",
                None,
            )
        ],
    ),
    "a withdrawal of nothing": (
        "F1.1-x1: F1.9-s1 does not apply if the lock is open.",
        [("fens.rules:1:1", "no-target", "F1.1-x1 #1 aims at F1.9-s1, but no rule has that id", NAME_ONE)],
    ),
    "a part that there is not": (
        FEN + "F1.1-x1: F1.1-s1 #2 does not apply if the lock is open.",
        [("fens.rules:2:1", "no-target", "F1.1-x1 #1 aims at F1.1-s1 #2, but no rule has that id", NAME_ONE)],
    ),
    "instead of nothing": (
        "F1.1-s1: a fen hex is flooded, instead of F1.9-s1.",
        [("fens.rules:1:1", "no-target", "F1.1-s1 #1 aims at F1.9-s1, but no rule has that id", NAME_ONE)],
    ),
    "instead of what it does not contradict": (
        FEN + "F1.2-s1: a fen hex is passable, instead of F1.1-s1.",
        [
            (
                "fens.rules:2:1",
                "idle-instead",
                "F1.2-s1 #1 is 'instead of' F1.1-s1, but the two do not disagree",
                "name a rule that concludes the opposite, another value, or what an axiom holds apart",
            )
        ],
    ),
    "a noun that the target does not have": (
        FEN + "F1.1-x1: F1.1-s1 does not apply if the unit is laden.",
        [
            (
                "fens.rules:2:1",
                "unshared-noun",
                "'the unit' is no noun of F1.1-s1 #1, at which F1.1-x1 #1 aims",
                "its nouns are: fen hex",
            )
        ],
    ),
    "a table without a value": (
        "F1.1-s1: table the reach of the flood by the season: spring: 3 hexes, winter: 1 hex.",
        [("fens.rules:1:1", "table-gap", "the table has no row for summer", None)],
    ),
    "a table with a value twice": (
        "F1.1-s1: table the reach of the flood by the season: spring: 3, summer: 1, spring: 2, winter: 1.",
        [("fens.rules:1:1", "table-overlap", "the table has two rows for spring", None)],
    ),
    "a table with a gap between its ranges": (
        "F1.1-s1: table the season by the height of the flood: 1 or less: summer, 3 or more: winter.",
        [("fens.rules:1:1", "table-gap", "the table has a gap between '1 or less' and '3 or more'", None)],
    ),
    "a table with ranges that overlap": (
        "F1.1-s1: table the season by the height of the flood: 2 or less: summer, 2..3: spring, 4 or more: winter.",
        [("fens.rules:1:1", "table-overlap", "the rows '2 or less' and '2..3' overlap", None)],
    ),
    "a table with a row of something else": (
        "F1.1-s1: table the reach of the flood by the season: spring: wet, summer: 1 hex, winter: 1 hex.",
        [
            (
                "fens.rules:1:1",
                "table-row",
                "row 'spring: wet' does not give a value of the reach of the flood",
                None,
            )
        ],
    ),
    "a table with a key of something else": (
        "F1.1-s1: table the reach of the flood by the season: autumn: 1 hex, spring: 3 hexes.",
        [("fens.rules:1:1", "table-row", "'autumn' is no value of the season", None)],
    ),
    "a table of nothing known": (
        "F1.1-s1: table the temper of the flood by the season: spring: 3.",
        [
            (
                "fens.rules:1:1",
                "no-reading",
                "'the temper of the flood' is no figure of the vocabulary",
                "nearest: a hex is flooded; the height of the flood is 2 feet; the reach of the flood is 2 hexes",
            )
        ],
    ),
    "a table without rows": (
        "F1.1-s1: table the reach of the flood by the season:\n",
        [("fens.rules:1:1", "table-empty", "the table has no rows", "write a row as 'Slight: 3 hexes'")],
    ),
    "a record that does not say what is missing": (
        "F1.1-s1: not encoded: the tides.",
        [
            (
                "fens.rules:1:1",
                "record-syntax",
                "a record 'not encoded' says which operation is missing",
                "write it as 'not encoded: missing persistence; touches TEMPLATE'",
            )
        ],
    ),
    "a record that touches nothing known": (
        "F1.1-s1: not encoded: missing the tides; touches the weather.",
        [("fens.rules:1:1", "record-syntax", "'the weather' is no template of the vocabulary", None)],
    ),
    "an amount of nothing": (
        "F1.1-s1: add much to the fare of a craft.",
        [("fens.rules:1:1", "no-reading", "'much' is no amount of the fare of a craft", None)],
    ),
}

VOCABULARIES: dict[str, tuple[str, list[Finding]]] = {
    "silence left out": (
        "noun: fen hex (hex)",
        [
            (
                "vocabulary.rules:1:1",
                "no-silence",
                "'fen hex (hex)' does not say what silence means",
                'write "noun else no:", "noun else yes:" or "noun else ?:"',
            )
        ],
    ),
    "a silence that there is not": (
        "noun else maybe: fen hex (hex)",
        [
            (
                "vocabulary.rules:1:1",
                "vocabulary-syntax",
                "'noun else maybe: fen hex (hex)' is not a declaration",
                'write it as "relation else no: a hex contains rubble"',
            )
        ],
    ),
    "a declaration of two statements": (
        "noun else no: fen hex (hex) @F1.1-s1 @F1.2-s1",
        [
            (
                "vocabulary.rules:1:1",
                "vocabulary-statement",
                "'@F1.1-s1 @F1.2-s1' is not the id of one statement",
                "name the one statement that the declaration rests on, last on its line",
            )
        ],
    ),
    "a noun of nothing": (
        "noun else no: fen hex",
        [
            (
                "vocabulary.rules:1:1",
                "vocabulary-syntax",
                "'fen hex' does not say what it is said of",
                'write the class of the ontology behind it, as in "noun else no: fen hex (hex)"',
            )
        ],
    ),
    "a class that there is not": (
        "adjective else no: wet (bog)",
        [("vocabulary.rules:1:1", "unknown-class", "the ontology has no class 'bog'", None)],
    ),
    "a word declared twice": (
        "adjective else no: wet (hex)\nnoun else no: wet (hex)",
        [("vocabulary.rules:2:1", "vocabulary-entry", "'wet' is declared twice", None)],
    ),
    "a wording of two nouns": (
        "noun else no: fen hex | bog hex (hex)\nnoun else no: bog hex (hex)",
        [
            (
                "vocabulary.rules:2:1",
                "vocabulary-entry",
                "'bog hex' is a word for both fen hex and bog hex",
                None,
            )
        ],
    ),
    "a wording with too few slots": (
        "relation else no: a hex drains into a hex B | a hex is drained",
        [
            (
                "vocabulary.rules:1:1",
                "vocabulary-entry",
                "'a hex is drained' has 1 of the 2 slots hex, hex",
                None,
            )
        ],
    ),
    "no verb": (
        "relation else no: the lock",
        [
            (
                "vocabulary.rules:1:1",
                "vocabulary-entry",
                "'the lock' has no verb that can be told: mark it, as in 'Mud ^affects a hex'",
                None,
            )
        ],
    ),
    "a preposition in the place of a verb that is not marked": (
        "relation else no: water parts a hex A from a hex B",
        [
            (
                "vocabulary.rules:1:1",
                "vocabulary-entry",
                "'water parts a hex A from a hex B' has no verb that can be told: "
                "mark it, as in 'Mud ^affects a hex'",
                None,
            )
        ],
    ),
    "a figure without values": (
        "figure else ?: the depth of a hex",
        [
            (
                "vocabulary.rules:1:1",
                "vocabulary-entry",
                "'the depth of a hex' does not say its values: add '= hexes' or '= Slight / Steep'",
                None,
            )
        ],
    ),
    "a range to nothing": (
        "distance else ?: bog hex",
        [
            (
                "vocabulary.rules:1:1",
                "unknown-noun",
                "there is no noun 'bog hex' to measure the range to",
                "declare it first: 'noun else no: bog hex (hex)'",
            )
        ],
    ),
    "a wording of two templates": (
        "relation else no: a hex contains a~weir\nrelation else no: a hex holds a~weir | a hex contains a~weir",
        [
            (
                "vocabulary.rules:2:1",
                "vocabulary-entry",
                "'a hex contains a~weir' reads like 'a hex contains a weir' but for what its slots are: "
                "word one of them otherwise",
                None,
            )
        ],
    ),
    "templates that differ in the kind of a slot": (
        "relation else no: a unit is at a hex\nrelation else no: a craft is at a hex",
        [
            (
                "vocabulary.rules:2:1",
                "vocabulary-entry",
                "'a craft is at a hex' reads like 'a unit is at a hex' but for what its slots are: "
                "word one of them otherwise",
                None,
            )
        ],
    ),
    "a first wording without a verb before one for facts": (
        "relation else no: a~reef lies in a hex | told: a~reef is in a hex",
        [
            (
                "vocabulary.rules:1:1",
                "vocabulary-entry",
                "'a~reef lies in a hex' has no verb that can be told: mark it, as in 'Mud ^affects a hex'",
                None,
            )
        ],
    ),
    "a wording for facts without a verb": (
        "relation else no: a~reef ^lies in a hex | told: a~reef lies in a hex",
        [
            (
                "vocabulary.rules:1:1",
                "vocabulary-entry",
                "'a~reef lies in a hex' has no verb that can be told: mark it, as in 'Mud ^affects a hex'",
                None,
            )
        ],
    ),
    "a wording for questions that leaves out a thing": (
        "relation else no: a hex is linked to a hex B | asked: a hex ^meets a B",
        [
            (
                "vocabulary.rules:1:1",
                "vocabulary-entry",
                "'a hex ^meets a B' has 1 of the 2 slots hex, hex",
                None,
            )
        ],
    ),
    "a wording for facts that comes first": (
        "relation else no: told: a hex is linked to a hex B",
        [
            (
                "vocabulary.rules:1:1",
                "vocabulary-entry",
                "'told: a hex is linked to a hex B' comes first: the first wording is for facts, for questions and to show",
                None,
            )
        ],
    ),
    "an adjective that is only denied": (
        "adjective else no: not: dry (hex)",
        [
            (
                "vocabulary.rules:1:1",
                "vocabulary-entry",
                "'not: dry (hex)' has no word for it: begin with one, as in 'flooded (hex)'",
                None,
            )
        ],
    ),
    "a noun without a word": (
        "noun else no: (hex)",
        [("vocabulary.rules:1:1", "vocabulary-entry", "it has no words", None)],
    ),
    "a singleton without a name": (
        "singleton: the flood;",
        [("vocabulary.rules:1:1", "vocabulary-entry", "'the flood;' leaves a name out", None)],
    ),
    "a purpose without a name": (
        "purpose: towing,",
        [("vocabulary.rules:1:1", "vocabulary-entry", "'towing,' leaves a name out", None)],
    ),
    "a figure without a word": (
        "figure else ?: the of a hex = feet",
        [
            (
                "vocabulary.rules:1:1",
                "vocabulary-entry",
                "'the of a hex' has no word that tells what it is about",
                None,
            )
        ],
    ),
    "a wording that says no number": (
        "figure else ?: the width of a hex = feet | a hex is narrow => thin",
        [
            (
                "vocabulary.rules:1:1",
                "vocabulary-entry",
                "'a hex is narrow => thin' says no value behind '=>', as in 'a hex is adjacent to a hex B => 1'",
                None,
            )
        ],
    ),
    "the number of a part in a wording": (
        "relation else no: a hex is linked to #1 hex B",
        [
            (
                "vocabulary.rules:1:1",
                "vocabulary-entry",
                "'a hex is linked to #1 hex B' has a '#', which stands before the number of a part: leave it out",
                None,
            )
        ],
    ),
    "a sentence of an action and of a relation": (
        "action else yes: a unit enters a hex\nrelation else no: a craft may enter a hex",
        [
            (
                "vocabulary.rules:2:1",
                "shared-sentence",
                "'a craft may enter a hex' could be 'may: a unit enters a hex' or 'a craft may enter a hex'",
                "word one of them differently: what a sentence means is never guessed from the kinds of its things",
            )
        ],
    ),
}


@pytest.mark.parametrize("name", list(RULES))
def test_a_finding_in_the_encodings(tmp_path: Path, name: str) -> None:
    rules, expected = RULES[name]
    _, found = load(tmp_path, VOCABULARY, rules)
    assert [(str(f.place), f.code, f.message, f.hint) for f in found] == expected
    assert {f.severity for f in found} == {"error"}


@pytest.mark.parametrize("name", list(VOCABULARIES))
def test_a_finding_in_the_vocabulary(tmp_path: Path, name: str) -> None:
    vocabulary, expected = VOCABULARIES[name]
    _, found = load(tmp_path, vocabulary, "")
    assert [(str(f.place), f.code, f.message, f.hint) for f in found] == expected


def test_two_readings_show_both(tmp_path: Path) -> None:
    words = "noun else no: bog hex | a hex is a bog (hex)\nnoun else no: bog hexside | a hexside is a bog (hexside)"
    _, found = load(tmp_path, words, "F1.1-s1: 7 is a bog.")
    assert [(f.code, f.message, f.hint) for f in found] == [
        ("two-readings", "'7 is a bog' has 2 readings", "as 'bog hex'; as 'bog hexside'")
    ]


def test_a_status_must_be_declared(tmp_path: Path) -> None:
    weir = '\n:Weir a owl:Class ; rdfs:label "weir" ; vocab:status true ; rdfs:subClassOf game:Hexside .\n'
    _, found = load(tmp_path, "", "", ONTOLOGY + weir)
    assert [(str(f.place), f.code, f.message) for f in found] == [
        (
            "vocabulary.rules",
            "undeclared-status",
            "the ontology calls 'weir' a status, but the vocabulary does not declare it",
        )
    ]


@pytest.mark.parametrize(
    "rules",
    [
        "F1.1-s1: a hex is flooded if the hex is not flooded.",
        "F1.1-s1: a hex is flooded if the hex is not passable.\nF1.2-s1: a hex is passable if the hex is not flooded.",
        FEN + "F1.1-x1: F1.1-s1 does not apply if the hex is flooded.",
    ],
)
def test_a_loop_through_what_fails_is_refused(tmp_path: Path, rules: str) -> None:
    _, found = load(tmp_path, VOCABULARY, rules)
    assert {f.code for f in found} == {"loop"}
    assert all("but for this rule" in (f.hint or "") for f in found)


def test_a_loop_through_what_holds_is_none(tmp_path: Path) -> None:
    rules = (
        "F1.1-s1: a hex is flooded if the hex is passable.\nF1.2-s1: a hex is passable if the hex is flooded."
    )
    assert load(tmp_path, VOCABULARY, rules)[1] == []


def test_everything_wrong_is_said_at_once_and_nothing_answers(tmp_path: Path) -> None:
    rules = "\n".join(
        (
            "F1.1-s1: a fen hex is floded.",
            "F1.2-s1: a fen hex is passable, instead of F1.9-s1.",
            "nothing at all",
            "F1.3-s1: table the reach of the flood by the season: spring: 3.",
        )
    )
    folder = write(tmp_path, VOCABULARY + "\nnoun: weir hex (hex)\n", rules)
    with pytest.raises(HexlawError) as raised:
        load_rulebook("fens", folder)
    assert sorted((str(f.place), f.code) for f in raised.value.diagnostics) == [
        ("fens.rules:1:1", "no-reading"),
        ("fens.rules:2:1", "no-target"),
        ("fens.rules:3:1", "stray-line"),
        ("fens.rules:4:1", "table-gap"),
        (f"vocabulary.rules:{VOCABULARY.strip().count(chr(10)) + 3}:1", "no-silence"),
    ]


def test_a_letter_that_keeps_nothing_apart(tmp_path: Path) -> None:
    vocabulary = "relation else no: a hex is linked to a unit\nadjective else no: wet (hex)\nadjective else no: tired (unit)"
    _, found = load(tmp_path, vocabulary, "F1.1-s1: a hex is wet if the hex is linked to a unit B.")
    assert [(each.code, each.severity, each.message, each.hint) for each in found] == [
        (
            "used-once",
            "warning",
            "'unit B' is named once, and there is no other unit to tell it from",
            "name it again where it is meant, or leave the letter out",
        )
    ]
    _, found = load(
        tmp_path, vocabulary, "F1.1-s1: a hex is wet if the hex is linked to a unit B, and unit B is tired."
    )
    assert found == []
