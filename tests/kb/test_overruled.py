"""A fact that tells a noun held apart from the one concluded, and a rule that stands instead of it: the proof shows both."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.reason.checker import check_proof
from kb.reason.engine import Run
from kb.reason.proof import Step
from kb.reason.situation import Situation
from kb.rulebook import Rulebook
from kb.rulelang.scenario import ScenarioReader
from kb.selfcheck.comparing import Comparison
from kb.selfcheck.reference import Answer
from kb.selfcheck.scenarios import Scenario
from tests.kb import fens, same_steps

HEXES = """
:FenHex a owl:Class ; rdfs:label "fen hex" ; vocab:status true ; rdfs:subClassOf game:Hex .
:MireHex a owl:Class ; rdfs:label "mire hex" ; vocab:status true ; rdfs:subClassOf game:Hex .
:MeadowHex a owl:Class ; rdfs:label "meadow hex" ; vocab:status true ; rdfs:subClassOf game:Hex .
:MireHex owl:disjointWith :FenHex , :MeadowHex .
"""
VOCABULARY = """
noun else no: fen hex (hex)
noun else no: mire hex (hex)
noun else no: meadow hex (hex)
adjective else no: sodden (hex)
adjective else no: flooded (hex)
adjective else no: drained (hex)
"""
RULES = """
F1.1-s1: a sodden hex is a mire hex.
F1.2-s1: a flooded hex is a fen hex.
F1.3-s1: a drained hex is a meadow hex, instead of F1.1-s1.
"""
FACTS = ("Hex 1 is a mire hex.", "Hex 1 is flooded.", "Hex 1 is drained.")


@pytest.fixture
def book(tmp_path: Path) -> Rulebook:
    """The fens with hexes that cannot be each other."""
    made, found = fens.load(tmp_path, VOCABULARY, RULES, fens.ONTOLOGY + HEXES)
    assert found == []
    return made


@pytest.fixture
def situation(book: Rulebook) -> Situation:
    """What the facts tell."""
    told = Situation(book.vocabulary)
    for fact in FACTS:
        ScenarioReader(book.vocabulary).fact(fact, told)
    return told


def overruled(step: Step) -> list[tuple[object, list[str]]]:
    """What a proof shows as overruled by rules: about what, and by which rules."""
    return [
        (each.key, [by.entry.rule.id for by in each.because])
        for each in step.considered
        if each.kind == "beaten" and each.data == "given"
    ]


@pytest.mark.parametrize("compiled", [False, True])
def test_what_stands_instead_of_a_noun_held_apart_is_shown(
    book: Rulebook, situation: Situation, compiled: bool
) -> None:
    for _ in range(20):
        step = Run(book.engine, situation, compiled=compiled).verdict("fen hex", ("1",))
    assert step.verdict == 1
    assert overruled(step) == [(("mire hex", ("1",), None), ["F1.3-s1 #1"])]
    assert check_proof(step, book.program, situation) == []


def test_a_proof_that_leaves_it_out_is_refused(book: Rulebook, situation: Situation) -> None:
    step = Run(book.engine, situation, compiled=False).verdict("fen hex", ("1",))
    step.considered = [each for each in step.considered if each.data != "given"]
    assert check_proof(step, book.program, situation) == [
        "rule F1.2-s1 #1 ('fen hex', ('1',), None) it was told that it is a mire hex"
    ]


def test_one_that_shows_another_rule_instead_is_refused(book: Rulebook, situation: Situation) -> None:
    step = Run(book.engine, situation, compiled=False).verdict("fen hex", ("1",))
    [beaten] = [each for each in step.considered if each.data == "given"]
    beaten.because = step.because
    assert check_proof(step, book.program, situation) == [
        "beaten ('mire hex', ('1',), None) nothing beats it",
        "beaten ('mire hex', ('1',), None) that rule is not instead of the fact",
    ]


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("a flooded hex is a mire hex.", "conflict"),
        ("a flooded hex is a mire hex if the season is summer.", "conflict"),
        ("a dyked hex is a mire hex.", "no"),
        ("a flooded hex is not a mire hex if the season is summer.", "no"),
    ],
)
@pytest.mark.parametrize("denial", ["not a mire hex", "a meadow hex"])
def test_without_the_fact_the_other_rules_speak(
    rule: str, expected: str, denial: str, tmp_path: Path
) -> None:
    """Nothing ranks a further rule that agrees with the fact against what stands instead of it."""
    made, found = fens.load(
        tmp_path,
        f"{VOCABULARY}adjective else no: dyked (hex)\nfigure else ?: the season = summer / winter\n",
        "F1.1-s1: a sodden hex is a mire hex.\n"
        f"F1.3-s1: a drained hex is {denial}, instead of F1.1-s1.\n"
        f"F1.4-s1: {rule}\n",
        fens.ONTOLOGY + HEXES,
    )
    assert found == []
    told = Situation(made.vocabulary)
    for fact in ("Hex 1 is a mire hex.", "Hex 1 is flooded.", "Hex 1 is drained.", "The season is summer."):
        ScenarioReader(made.vocabulary).fact(fact, told)
    said = Comparison(made, 0).says(Scenario(told, ("mire hex", ("1",), None)))
    assert said is not None
    assert said.opinions == (Answer(expected),) * 3
    assert said.problems == ()
    steps = [
        Run(made.engine, told, compiled=compiled).verdict("mire hex", ("1",)) for compiled in (True, False)
    ]
    assert same_steps.difference(*steps) == ""


def test_where_another_rule_agrees_with_the_fact_all_that_is_overruled_is_shown(tmp_path: Path) -> None:
    """Told to be a mire and a bog, which no hex is; drained stands instead of both, and being flooded makes it a mire."""
    nouns = "".join(
        f':{name}Hex a owl:Class ; rdfs:label "{name.lower()} hex" ; vocab:status true ; rdfs:subClassOf {above} .\n'
        for name, above in (
            ("Wet", "game:Hex"),
            ("Mire", ":WetHex"),
            ("Bog", ":WetHex"),
            ("Meadow", "game:Hex"),
        )
    )
    made, found = fens.load(
        tmp_path,
        "".join(f"noun else no: {name} hex (hex)\n" for name in ("wet", "mire", "bog", "meadow"))
        + "".join(f"adjective else no: {name} (hex)\n" for name in ("sodden", "soggy", "drained", "flooded")),
        "F1.1-s1: a sodden hex is a mire hex.\n"
        "F1.2-s1: a soggy hex is a bog hex.\n"
        "F1.3-s1: a drained hex is a meadow hex, instead of F1.1-s1 + F1.2-s1.\n"
        "F1.4-s1: a flooded hex is a mire hex.\n",
        f"{fens.ONTOLOGY}{nouns}:WetHex owl:disjointWith :MeadowHex .\n:MireHex owl:disjointWith :BogHex .\n",
    )
    assert [each for each in found if each.severity == "error"] == []
    told = Situation(made.vocabulary)
    for fact in ("mire hex", "bog hex", "drained", "flooded"):
        told.name("hex 1")
        told.slots["hex 1"] = "hex"
        told.told[fact, ("hex 1",)] = (True, "told")
    steps = [
        Run(made.engine, told, compiled=compiled).verdict("mire hex", ("hex 1",))
        for compiled in (True, False)
    ]
    assert same_steps.difference(*steps) == ""
    assert steps[0].verdict == 1
    assert overruled(steps[0]) == [
        (("mire hex", ("hex 1",), None), ["F1.3-s1 #1"]),
        (("bog hex", ("hex 1",), None), ["F1.3-s1 #1"]),
    ]
    assert check_proof(steps[0], made.program, told) == []
