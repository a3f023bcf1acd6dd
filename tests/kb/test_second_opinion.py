"""Three opinions: the reasoner, the slow evaluator and clingo say the same of random scenarios, and each proof holds.

`HEXLAW_SCENARIOS=5000` looks at more of them, `hexlaw selfcheck` at as many as wanted.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from kb.answer import ask
from kb.cache import rulebook_of
from kb.reason.decide import Verdict
from kb.reason.situation import Situation
from kb.rulebook import Rulebook
from kb.rulelang.asking import Asked, AskedFigure
from kb.rulelang.scenario import ScenarioReader
from kb.selfcheck.comparing import (
    CONTRADICTED,
    SILENCE_OF_OTHERS,
    TOLD_ALONG,
    UNTRANSLATED,
    Comparison,
    Said,
)
from kb.selfcheck.reference import Answer, Evaluation, Needed, TooMuch, Work
from kb.selfcheck.scenarios import Scenario
from tests.kb.fens import ONTOLOGY, load
from tests.kb.opinions import agree

SCENARIOS = int(os.environ.get("HEXLAW_SCENARIOS", "120"))
SEED = 20


@pytest.mark.parametrize("rulebook", ["asl", "tidewrack"])
def test_three_opinions_agree(rulebook: str) -> None:
    tally = Comparison(rulebook_of(rulebook), SEED).compare(range(SCENARIOS))
    print(f"{rulebook}: {dict(tally.answers)}; set aside: {dict(tally.set_aside)}")
    assert tally.differences == []
    assert tally.set_aside.total() <= SCENARIOS // 20
    assert tally.proofs == tally.answers.total() == SCENARIOS - tally.set_aside.total()
    answers = tally.answers
    assert min(answers["yes"], answers["no"], answers["undetermined"], answers["value"]) > 0


# -- what an "exactly if" tells of a figure --------------------------------------------------------------------------------

VOCABULARY = """
noun else no: fen hex (hex)
noun else no: reed hex (hex)
noun else no: sedge hex (hex)
adjective else no: low (hex)
relation else no: a hex drains into a hex B
relation else no: a craft fits a hex
figure else ?: the water of a hex = ebb / flow
figure else ?: the tide of a hex = drm
figure else ?: the season = spring / summer / winter
"""
RULES = """
F1.1-s1: a fen hex is low exactly if the water of the hex is ebb.
F1.2-s1: a reed hex is a fen hex.
F1.2-s2: a sedge hex is a fen hex if the season is winter.
F1.2-s3: a sedge hex A is a fen hex if hex A drains into a hex B, and hex B is a reed hex.
F1.3-s1: the water of a fen hex is flow.
F1.4-s1: a punt fits a fen hex exactly if the water of the hex is ebb.
"""
WATER = ("the water of a hex", ("hex 1",), None)


@pytest.fixture
def fens(home: Path, tmp_path: Path) -> Rulebook:
    book, found = load(tmp_path, VOCABULARY, RULES)
    assert [str(diagnostic) for diagnostic in found] == []
    return book


def opinions(book: Rulebook, situation: Situation, question: tuple[str, tuple[str, ...], str | None]) -> Said:
    said = Comparison(book, 0).says(Scenario(situation, question))
    assert said is not None
    assert said.problems == ()
    return said


def hexes(book: Rulebook, *nouns: str) -> Situation:
    """Two hexes, the first of these nouns and low."""
    situation = Situation(book.vocabulary)
    for name in ("hex 1", "hex 2"):
        situation.name(name)
        situation.slots[name] = "hex"
    for noun in (*nouns, "low"):
        assert situation.tell(noun, ("hex 1",), True, "told") is None
    return situation


def test_all_read_a_figure_back_where_a_rule_makes_the_thing_what_is_defined(fens: Rulebook) -> None:
    # A reed hex is a fen hex by another rule; being low tells its water, whatever F1.3-s1 would make of it.
    reed = hexes(fens, "reed hex")
    assert opinions(fens, reed, WATER).opinions == (Answer("value", "ebb"),) * 3
    winter = hexes(fens, "sedge hex")
    winter.bound("the season", (), "is", "winter", "told")
    assert opinions(fens, winter, WATER).opinions == (Answer("value", "ebb"),) * 3
    drained = hexes(fens, "sedge hex")
    drained.bound("the season", (), "is", "summer", "told")
    drained.tell("a hex drains into a hex B", ("hex 1", "hex 2"), True, "told")
    drained.tell("reed hex", ("hex 2",), True, "told")
    assert opinions(fens, drained, WATER).opinions == (Answer("value", "ebb"),) * 3


def test_what_may_be_about_others_does_not_speak_against_what_is_told(fens: Rulebook) -> None:
    # What fits is told to be a craft: only of a punt would it say that the water is ebb.
    for told, known in ((None, "ebb"), ("punt", "ebb"), ("barge", "flow")):
        situation = hexes(fens, "reed hex")
        del situation.told["low", ("hex 1",)]
        situation.name("craft 1")
        situation.slots["craft 1"] = "craft"
        assert situation.tell("a craft fits a hex", ("craft 1", "hex 1"), True, "told") is None
        if told is not None:
            assert situation.tell(told, ("craft 1",), True, "told") is None
            assert opinions(fens, situation, WATER).opinions == (Answer("value", known),) * 3
        situation.bound("the water of a hex", ("hex 1",), "is", "flow", "told")
        expected = Answer("conflict") if told == "punt" else Answer("value", "flow")
        assert opinions(fens, situation, WATER).opinions == (expected,) * 3


@pytest.mark.parametrize(("op", "limit"), [("less than", -1), ("more than", 1), ("at most", -3)])
def test_no_value_is_as_good_as_told_by_one_bound(fens: Rulebook, op: str, limit: int) -> None:
    situation = hexes(fens, "reed hex")
    situation.bound("the tide of a hex", ("hex 1",), op, Fraction(limit), "told")
    said = opinions(fens, situation, ("the tide of a hex", ("hex 1",), None))
    assert said.opinions == (Answer("undetermined"),) * 3


def test_a_figure_told_against_what_defines_it_is_set_aside(fens: Rulebook) -> None:
    comparison = Comparison(fens, 0)
    low = hexes(fens, "reed hex")
    assert comparison.consistent(Scenario(low, WATER), 1_000)
    low.bound("the water of a hex", ("hex 1",), "is", "ebb", "told")
    assert comparison.consistent(Scenario(low, WATER), 1_000)
    told_otherwise = hexes(fens, "reed hex")
    told_otherwise.bound("the water of a hex", ("hex 1",), "is", "flow", "told")
    scenario = Scenario(told_otherwise, ("low", ("hex 1",), None))
    assert not comparison.consistent(scenario, 1_000)
    said = opinions(fens, told_otherwise, scenario.question)
    assert comparison.set_aside(scenario, said) == ""  # nothing to set aside where all say the same
    assert comparison.set_aside(scenario, replace(said, evaluator=Answer("no"))) == CONTRADICTED


def test_one_contradicted_fact_is_enough_whatever_the_others_need(fens: Rulebook) -> None:
    situation = hexes(
        fens, "sedge hex"
    )  # whether it is a fen hex rests on the season, on the hexes beside it, and more
    situation.tell("reed hex", ("hex 2",), True, "told")
    situation.tell("sedge hex", ("hex 2",), False, "told")
    situation.tell("fen hex", ("hex 2",), False, "told")
    work = Work(fens.program, situation, (), 1_000)
    assert Evaluation(work, {}, {}).contradicted()
    del situation.told["fen hex", ("hex 2",)]
    with pytest.raises(Needed):
        Evaluation(work, {}, {}).contradicted()


# -- what a thing can be ---------------------------------------------------------------------------------------------------

ABOARD = """
relation else no: a walker is aboard a craft
adjective else no: dry (unit)
"""
ABOARD_RULES = """
F1.1-s1: a walker is dry if the walker is aboard a craft.
"""


@pytest.mark.parametrize(
    ("aboard", "craft", "expected"),
    [
        ("unit 2", None, "yes"),
        ("unit 2", True, "yes"),
        ("unit 2", False, "no"),
        # Nobody told what unit 1 is: a walker or a craft, but not both.
        ("unit 1", None, "no"),
    ],
)
def test_what_is_something_else_by_what_is_told_or_supposed_of_it_is_no_such_thing(
    home: Path, tmp_path: Path, aboard: str, craft: bool | None, expected: str
) -> None:
    book, found = load(tmp_path, ABOARD, ABOARD_RULES)
    assert [str(diagnostic) for diagnostic in found] == []
    situation = Situation(book.vocabulary)
    for name in ("unit 1", "unit 2"):
        situation.name(name)
        situation.slots[name] = "unit"
    assert situation.tell("a walker is aboard a craft", ("unit 1", aboard), True, "told") is None
    if aboard != "unit 1":
        assert situation.tell("walker", ("unit 1",), True, "told") is None
    if craft is not None:
        assert situation.tell("craft", (aboard,), craft, "told") is None
    said = opinions(book, situation, ("dry", ("unit 1",), None))
    assert said.opinions == (Answer(expected),) * 3


# -- how firm a conclusion is ----------------------------------------------------------------------------------------------

BANKS = """
noun else no: dyke hex (hex)
noun else no: bank hex (hex)
adjective else no: low (hex)
adjective else no: dry (hex)
figure else ?: the season = spring / summer / winter
"""
BANK_RULES = """
F1.1-s1: a dyke hex is low exactly if the season is winter.
F1.2-s1: a bank hex is low.
F1.3-s1: a hex is not dry if the hex is not low.
"""
BANKS_FIRST = "F1.4-s1: order F1.2-s1 over F1.1-s1 by F1.4-s1."
DYKES_FIRST = "F1.4-s1: order F1.1-s1 over F1.2-s1 by F1.4-s1."


@pytest.mark.parametrize(
    ("order", "bank", "expected"),
    [
        # Nobody said that it is no bank hex: it may be low after all, and what is told of it stands.
        (BANKS_FIRST, None, "yes"),
        (BANKS_FIRST, False, "conflict"),
        (BANKS_FIRST, True, "yes"),
        # A bank hex or not, by its dyke it is not low.
        (DYKES_FIRST, None, "conflict"),
        (DYKES_FIRST, False, "conflict"),
        (DYKES_FIRST, True, "conflict"),
    ],
)
def test_what_only_silence_keeps_from_being_otherwise_does_not_stand_against_a_fact(
    home: Path, tmp_path: Path, order: str, bank: bool | None, expected: str
) -> None:
    book, found = load(tmp_path, BANKS, f"{BANK_RULES}{order}\n")
    assert [str(diagnostic) for diagnostic in found] == []
    situation = Situation(book.vocabulary)
    situation.name("hex 1")
    situation.slots["hex 1"] = "hex"
    assert situation.tell("dyke hex", ("hex 1",), True, "told") is None
    assert situation.tell("dry", ("hex 1",), True, "told") is None
    situation.bound("the season", (), "is", "summer", "told")
    if bank is not None:
        assert situation.tell("bank hex", ("hex 1",), bank, "told") is None
    said = opinions(book, situation, ("dry", ("hex 1",), None))
    assert said.opinions == (Answer(expected),) * 3


LOW = """
noun else ?: reed hex (hex)
adjective else no: low (hex)
adjective else no: dry (hex)
"""
LOW_RULES = """
F1.1-s1: a reed hex is low exactly if the hex is dry.
"""


@pytest.mark.parametrize(("reed", "expected"), [(True, "yes"), (False, "no"), (None, "undetermined")])
def test_what_a_definition_tells_waits_for_what_it_is_about(
    home: Path, tmp_path: Path, reed: bool | None, expected: str
) -> None:
    book, found = load(tmp_path, LOW, LOW_RULES)
    assert [str(diagnostic) for diagnostic in found] == []
    situation = Situation(book.vocabulary)
    situation.name("hex 1")
    situation.slots["hex 1"] = "hex"
    assert situation.tell("low", ("hex 1",), True, "told") is None
    if reed is not None:
        assert situation.tell("reed hex", ("hex 1",), reed, "told") is None
    said = opinions(book, situation, ("dry", ("hex 1",), None))
    assert said.opinions == (Answer(expected),) * 3


def test_a_force_is_as_firm_as_what_nobody_told_to_be_added_to_its_dr() -> None:
    facts = [
        "V1 is a glider.",
        "V1 is subject to Current.",
        "The Original Current dr is 2.",
        "The EC drm of the scenario is +4 drm.",
    ]
    assert (
        ask({"rulebook": "asl", "facts": facts, "question": "What is the Current force?"})["value"] == "Slow"
    )
    answer = ask({"rulebook": "asl", "facts": facts, "question": "Is V1 subject to Current?"})
    assert answer["text"] == "Yes: V1 is subject to Current (B21.121)."


def said_of(rulebook: str, facts: Sequence[str], question: str) -> tuple[Answer, ...]:
    """What all say of a question in words about facts in words; clingo only where it has a translation."""
    book = rulebook_of(rulebook)
    reader, situation = ScenarioReader(book.vocabulary), Situation(book.vocabulary)
    for fact in facts:
        assert reader.fact(fact, situation) is None
    asked = reader.question(question, situation)
    if isinstance(asked, AskedFigure):
        template, args = asked.template, asked.args
    else:
        assert isinstance(asked, Asked)
        [(template, args)] = asked.atoms
    return opinions(book, situation, (template, tuple(map(str, args)), asked.purpose)).opinions


def test_what_a_rule_takes_the_place_of_it_takes_the_place_of_for_every_purpose() -> None:
    facts = ("The APh of the own side of U1 is under way.", "It is the RtPh.")
    question = "Is the APh of the own side of U1 under way for TEM?"
    assert said_of("asl", facts, question) == (Answer("no"),) * 3


def test_what_is_not_told_may_make_up_for_what_is_told_beside_it() -> None:
    # Of a dr of 4 only a drm of -3 or less makes the 1 of a Heavy Current.
    facts = ("1080 is directly upstream of B1.", "The Original Current dr is 4.")
    question = "Does the Current bar B1 from 1080?"
    assert said_of("asl", facts, question) == (Answer("undetermined"),) * 3


def test_what_is_told_of_some_further_thing_is_read_back_by_none() -> None:
    facts = ("U1 may cross a canal through hex 1.",)
    assert said_of("squad-terrain", facts, "Is hex 1 a bridge hex?") == (Answer("no"),) * 3


def test_what_is_left_of_what_is_told_is_compared_with_what_else_is_told() -> None:
    # 7 of an allowance of 14 are left.
    facts = (
        "U2 plans a step from hex 2 to hex 1.",
        "The spent MP of U1 is 7.",
        "The move cost of U2 from hex 2 to hex 1 is 7 MP.",
    )
    assert said_of("squad-terrain", facts, "Can U1 pay for the move?") == (Answer("undetermined"),) * 3


def test_that_lines_disagree_is_worse_than_that_one_is_not_encoded() -> None:
    facts = (
        "U1 occupies hex 1.",
        "U1 is attacked from hex 2.",
        "U1 is in hex 2.",
        "Hexside H is a hindering hexside.",
        "U1 is attacked from hex 1 over hexside H.",
        "Hexside H is common to hex 1 and hex 1.",
    )
    assert said_of("squad-terrain", facts, "What is the terrain modifier?") == (Answer("conflict"),) * 2


def test_what_stands_where_only_a_craft_can_is_a_craft_whatever_it_is_not_said_to_be(tmp_path: Path) -> None:
    rules = """
        F1.1-s1: a walker is carried if the walker rides a craft.
        F1.2-s1: a walker is carried if the walker rides a craft, and the craft is a unit.
    """
    vocabulary = "relation else no: a thing rides a craft\nadjective else no: carried (unit)"
    book, found = load(tmp_path, vocabulary, rules)
    assert found == []
    situation = Situation(book.vocabulary)
    situation.tell("a thing rides a craft", ("W1", "C1"), True, "W1 rides C1.")
    situation.slots.update(W1="thing", C1="craft")
    situation.tell("unit", ("C1",), False, "C1 is not a unit.")
    assert list(situation.things_of("craft")) == ["W1", "C1"]
    assert list(situation.things_of("unit")) == ["W1", "C1"]
    assert sum(agree(book, 200).values()) == 200


def test_what_stands_where_only_a_tank_can_is_no_mine() -> None:
    book = rulebook_of("asl")
    situation = Situation(book.vocabulary)
    situation.tell("broken", ("T1",), True, "T1 is broken.")
    situation.tell("a thing is IN a hex", ("T1", "hex 1"), True, "T1 is IN hex 1.")
    situation.tell("a unit rides a vehicle", ("T1", "T1"), True, "T1 rides T1.")
    situation.kinds.pop("T1")
    situation.slots.update({"T1": "tank", "hex 1": "hex"})
    assert opinions(book, situation, ("must: a unit routs", ("T1",), None)).opinions == (Answer("no"),) * 3


def test_what_stands_where_only_a_landing_craft_can_is_one_whatever_else_it_could_be() -> None:
    book = rulebook_of("asl")
    situation = Situation(book.vocabulary)
    situation.tell("Watercraft", ("V1",), True, "V1 is a Watercraft.")
    situation.kinds.pop("V1")
    situation.slots["V1"] = "LC"
    assert opinions(book, situation, ("LC", ("V1",), None)).opinions == (Answer("yes"),) * 3
    assert opinions(book, situation, ("boat", ("V1",), None)).opinions == (Answer("no"),) * 3


def swimming(thing: str, slot: str, template: str) -> Situation:
    """That a thing swims, and that it stands where only a vehicle can; no swimmer is one."""
    situation = Situation(rulebook_of("asl").vocabulary)
    situation.tell(template, (thing,), True, f"{thing}: {template}.")
    situation.kinds.pop(thing)
    situation.slots[thing] = slot
    return situation


def test_who_swims_where_only_a_tank_can_stand_is_told_against_the_ontology() -> None:
    book = rulebook_of("asl")
    situation = swimming("T1", "tank", "swimming")
    assert opinions(book, situation, ("swimmer", ("T1",), None)).opinions == (Answer("conflict"),) * 3
    # Told to be a swimmer itself, it makes the facts contradict the rules, whatever is asked of others.
    situation = swimming("T2", "truck", "swimmer")
    situation.tell("AFV", ("V1",), False, "V1 is not an AFV.")
    scenario = Scenario(situation, ("AFV", ("V1",), None))
    comparison = Comparison(book, 0)
    said = comparison.says(scenario)
    assert said is not None
    assert said.opinions == (Answer("no"), Answer("conflict"), Answer("conflict"))
    assert comparison.set_aside(scenario, said) == CONTRADICTED


@pytest.mark.parametrize(
    ("kind", "answer"),
    [
        ("unit", Answer("undetermined")),
        ("Infantry", Answer("value", "fordable")),
        ("tank", Answer("value", "deep")),
    ],
)
def test_a_figure_is_read_back_in_the_case_that_the_definition_is_about_the_thing(
    kind: str, answer: Answer
) -> None:
    book = rulebook_of("asl")
    situation = Situation(book.vocabulary)
    for thing, slot in (("hex 1", "hex"), ("U1", kind)):
        situation.name(thing)
        situation.place(thing, slot)
    situation.tell("river-course hex", ("hex 1",), True, "Hex 1 is a river-course hex.")
    situation.tell("may: a unit fords a hex", ("U1", "hex 1"), True, "U1 may ford hex 1.")
    assert opinions(book, situation, ("the depth of a hex", ("hex 1",), None)).opinions == (answer,) * 3


# -- nouns held apart, and what is told in a case ---------------------------------------------------------------------------

HEXES = """
:FenHex a owl:Class ; rdfs:label "fen hex" ; vocab:status true ; rdfs:subClassOf game:Hex .
:MireHex a owl:Class ; rdfs:label "mire hex" ; vocab:status true ; rdfs:subClassOf game:Hex .
:BogHex a owl:Class ; rdfs:label "bog hex" ; vocab:status true ; rdfs:subClassOf game:Hex .
:MeadowHex a owl:Class ; rdfs:label "meadow hex" ; vocab:status true ; rdfs:subClassOf game:Hex .
:MireHex owl:disjointWith :MeadowHex .
:BogHex owl:disjointWith :FenHex .
"""
GROUND = """
noun else no: fen hex (hex)
noun else no: mire hex (hex)
noun else no: bog hex (hex)
noun else no: meadow hex (hex)
adjective else no: sodden (hex)
adjective else no: drained (hex)
adjective else no: low (hex)
figure else ?: the water of a hex = ebb / flow
relation else no: the water of a hex is told to be ebb
"""


@pytest.fixture
def ground(home: Path, tmp_path: Path) -> Rulebook:
    rules = """
F1.1-s1: a sodden hex is a mire hex.
F1.1-s2: a hex is a bog hex if the water of the hex is told to be ebb.
F1.2-s1: a mire hex is a bog hex.
F1.3-s1: a drained hex is a meadow hex.
F1.4-s1: a hex is low if the water of the hex is flow.
"""
    book, found = load(tmp_path, GROUND, rules, ONTOLOGY + HEXES)
    assert [str(diagnostic) for diagnostic in found] == []
    return book


def a_fen_hex(book: Rulebook) -> Situation:
    situation = Situation(book.vocabulary)
    situation.name("hex 1")
    situation.slots["hex 1"] = "hex"
    assert situation.tell("fen hex", ("hex 1",), True, "told") is None
    return situation


def test_what_nobody_says_of_a_thing_casts_no_doubt_on_what_it_is(ground: Rulebook) -> None:
    """That nobody says it is drained, and so a meadow hex, does not keep a sodden hex from being a mire and bog hex, which no
    fen hex is."""
    situation = a_fen_hex(ground)
    assert situation.tell("sodden", ("hex 1",), True, "told") is None
    comparison = Comparison(ground, 0)
    scenario = Scenario(situation, ("fen hex", ("hex 1",), None))
    said = opinions(ground, situation, scenario.question)
    # The others take that silence for a doubt; with the slow evaluator sure of nouns too, they agree.
    assert said.opinions == (Answer("conflict"), Answer("yes"), Answer("yes"))
    assert comparison.set_aside(scenario, said) == SILENCE_OF_OTHERS
    assert comparison.set_aside(scenario, replace(said, evaluator=Answer("no"))) == ""
    otherwise = replace(said.reasoner, verdict=Verdict("no"))
    assert comparison.set_aside(scenario, replace(said, reasoner=otherwise)) == ""


def test_a_difference_over_what_a_case_tells_is_set_aside(
    ground: Rulebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a case in which its water is ebb that is told, so that it is a mire hex; to the others it is so, and not told."""
    comparison = Comparison(ground, 0)
    scenario = Scenario(a_fen_hex(ground), ("low", ("hex 1",), None))
    said = opinions(ground, scenario.situation, scenario.question)
    assert said.opinions == (Answer("yes"), Answer("undetermined"), Answer("undetermined"))
    assert comparison.set_aside(scenario, said) == TOLD_ALONG
    # Where they do not agree on its cases it is not, nor where no rule asks what is told.
    [case] = said.reasoner.cases
    wrong = replace(said.reasoner, cases=[replace(case, verdict=Verdict("no"))])
    assert comparison.set_aside(scenario, replace(said, reasoner=wrong)) == ""
    kept = replace(said.reasoner, refused=[], cases=[replace(case, supposed=())])
    assert comparison.set_aside(scenario, replace(said, reasoner=kept)) == ""

    def too_large(*_: object) -> Answer:
        raise TooMuch

    # On a case that is too large for the slow evaluator the other two have to agree.
    monkeypatch.setattr(comparison, "_slowly", too_large)
    assert comparison.set_aside(scenario, said) == TOLD_ALONG
    assert comparison.set_aside(scenario, replace(said, reasoner=wrong)) == ""


# -- what clingo's program does not have ----------------------------------------------------------------------------------


def test_without_a_translation_the_other_two_are_compared(home: Path, tmp_path: Path) -> None:
    book, found = load(
        tmp_path,
        """
relation else no: a craft is in a hex
figure else ?: the load of a craft = MP
figure base 0: the whole load = MP
""",
        """
F1.1-s1: the whole load is 1 MP.
F1.2-s1: add the load of a craft to the whole load if the craft is in a hex.
F1.3-s1: the load of a craft is 2 MP if the craft is in a hex.
""",
    )
    assert found == []
    situation = Situation(book.vocabulary)
    for name in ("C1", "C2"):
        situation.name(name)
        situation.place(name, "craft")
        situation.tell("a craft is in a hex", (name, "hex 1"), True, "told")
    said = opinions(book, situation, ("the whole load", (), None))
    assert said.opinions == (Answer("value", Fraction(5)),) * 2
    assert (said.clingo.answer, said.clingo.translated) == (None, False)
    assert said.clingo.why_not == "F1.2-s1 #1: a line once for each of several things"
    tally = Comparison(book, 3).compare(range(40))
    assert tally.differences == []
    assert 0 < tally.met[UNTRANSLATED] < 40
