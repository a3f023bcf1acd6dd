"""A rulebook's program as Prolog clauses, and the answers of the meta-interpreter beside the reasoner's."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest

from api.bench import asking, prolog
from api.bench.prolog import PrologBench
from api.bench.timing import Spread
from kb.cache import rulebook_of
from kb.reason.situation import Situation
from kb.rulebook import Rulebook
from kb.rulelang.scenario import ScenarioReader
from kb.selfcheck import prolog_opinion
from kb.selfcheck.comparing import Comparison
from kb.selfcheck.prolog import number, program_text, question_text, quoted
from kb.selfcheck.prolog_opinion import PrologFailed, PrologOpinion, installed, opinions
from kb.selfcheck.reference import Answer
from kb.selfcheck.scenarios import Maker
from tests.kb import fens

with_prolog = pytest.mark.skipif(not installed(), reason="no SWI-Prolog here: apt-get install swi-prolog-nox")

VOCABULARY = """
noun else no: fen hex (hex)
adjective else no: flooded (hex); staked (hex)
relation else no: a hex contains rubble; a hex contains a spring
"""

RULES = """
F1.1-s1: a fen hex is flooded.
F1.2-s1: a hex is not flooded, instead of F1.1-s1, if the hex contains rubble, and but for this rule, the hex is flooded.
F1.3-s1: F1.2-s1 does not apply if the hex contains a spring.
"""


def marsh(folder: Path) -> Rulebook:
    book, found = fens.load(folder, VOCABULARY, RULES)
    assert [str(each) for each in found] == []
    return book


def test_rules_as_clauses(tmp_path: Path) -> None:
    lines = program_text(marsh(tmp_path).program).splitlines()
    assert lines[0] == ":- style_check(-singleton)."
    assert ":- dynamic outranks/2." in lines
    wanted = ("rule", "rivalled", "body", "exempt", "withdrawing", "rival", "left_out")
    assert [line for line in lines if line.partition("(")[0] in wanted] == [
        "rule('flooded',[V0],0,pro,e(x,V0),[]).",
        "rule('flooded',[V0],1,con,e(x,V0),[]).",
        "rivalled('flooded',pro).",
        "body(0,e(x,V0),holds(y,'fen hex',general,[V0])).",
        "body(1,e(x,V0),all([holds(y,'a hex contains rubble',general,[V0]),"
        "but_for(1,holds(y,'flooded',general,[V0]))])).",
        "exempt(1,e(x,V0),0,e(x,V0)).",
        "withdrawing(0,e(x,V0),holds(y,'a hex contains a spring',general,[V0])).",
        "rival(0,e(x,V0),1,e(x,V0),[]).",
        "left_out(1,1).",
    ]


def read(book: Rulebook, *facts: str) -> Situation:
    situation, reader = Situation(book.vocabulary), ScenarioReader(book.vocabulary)
    for fact in facts:
        assert reader.fact(fact, situation) is None
    return situation


def test_facts_and_a_question_as_a_term(tmp_path: Path) -> None:
    situation = read(marsh(tmp_path), "Hex 7 is a fen hex.", "Hex 7 does not contain rubble.")
    assert question_text(situation, ("flooded", ("7",), None), 3) == (
        "question(3,[named('7','hex'),are('7','hex'),fact('fen hex',['7'],y),"
        "fact('a hex contains rubble',['7'],n)],atom('flooded',general,['7']))."
    )


@with_prolog
def test_answers_by_exceptions(tmp_path: Path) -> None:
    book = marsh(tmp_path)
    fen, rubble, spring = "Hex 7 is a fen hex.", "Hex 7 contains rubble.", "Hex 7 contains a spring."
    told = ((), (fen,), (fen, rubble), (fen, rubble, spring))
    found = opinions(book.program, [(read(book, *facts), ("flooded", ("7",), None)) for facts in told], 3)
    assert [each.answer.answer for each in found] == ["no", "yes", "no", "yes"]
    assert all(each.alone >= 0 for each in found)


def test_names_and_numbers() -> None:
    assert quoted("the Beach's \\ edge\n") == "'the Beach\\'s \\\\ edge\\n'"
    assert [number(Fraction(3)), number(Fraction(-1, 2))] == ["3", "-1r2"]


@with_prolog
def test_it_agrees_about_the_questions_of_the_bench(home: object) -> None:
    book = rulebook_of("asl")
    asked = list(asking._put(book, asking.questions_of("asl", 200, 11)[1]))
    found = opinions(book.program, asked)
    decided = sum(each.decided for each in found)
    assert (len(found), prolog.agreeing(book, asked, found)) == (200, decided)
    assert decided >= 180


@with_prolog
def test_it_agrees_about_random_scenarios_of_tidewrack(home: object) -> None:
    book = rulebook_of("tidewrack")
    maker, comparison = Maker(book.program), Comparison(book, 5)
    scenarios = [maker.make(random.Random(f"prolog {count}")) for count in range(200)]
    found = opinions(book.program, [(each.situation, each.question) for each in scenarios])
    differing = [
        scenario.text
        for scenario, opinion in zip(scenarios, found, strict=True)
        if opinion.decided
        and opinion.answer != prolog.reasoned(book, scenario.situation, scenario.question)
        and comparison.consistent(scenario, 20_000)
    ]
    assert differing == []
    assert sum(each.decided for each in found) >= 120


@with_prolog
def test_a_process_that_fails_or_takes_too_long_is_told_as_that() -> None:
    with pytest.raises(PrologFailed, match=r"swipl ended with exit code \d: ERROR: -g nonsense"):
        prolog_opinion._run([], "nonsense", 60)
    with pytest.raises(PrologFailed, match=r"swipl took longer than 0\.5 s"):
        prolog_opinion._run([], "sleep(30)", 0.5)


def test_answers_as_printed() -> None:
    assert prolog_opinion._opinion("3\ty\t12.500000\t20.0") == PrologOpinion(Answer("yes"), 12.5, 20.0)
    assert prolog_opinion._opinion("3\tval(3r2)\t1\t2").answer == Answer("value", Fraction(3, 2))
    assert prolog_opinion._opinion("3\tval(Slight)\t1\t2").answer == Answer("value", "Slight")
    assert prolog_opinion._opinion("3\tunknown(3)\t1\t2").answer == Answer("conflict")
    assert not prolog_opinion._opinion("3\ttoo long\t0\t0").decided
    with pytest.raises(PrologFailed, match="swipl printed 'Warning', which is no answer"):
        prolog_opinion._opinion("Warning")


def test_the_figures_as_text(monkeypatch: pytest.MonkeyPatch, home: object) -> None:
    bench = PrologBench(Spread(900.0, 200.0, 5000.0), Spread(950.0, 210.0, 5100.0), 200, 10, 188, 188)
    assert prolog.lines(bench) == [
        "  SWI-Prolog, a proof built by interpreting          900.0 µs (200.0; 5000.0)",
        "  the same, its facts asserted and retracted         950.0 µs (210.0; 5100.0)",
        "    (200 of the questions, each 10 times in a row; 188 of its 188 answers agree, 12 left open)",
    ]
    assert prolog.lines("not installed") == ["  SWI-Prolog: not installed"]
    monkeypatch.setattr(prolog, "installed", lambda: False)
    assert prolog.beside(rulebook_of("tidewrack"), []) == "not installed"

    def failing(*_: object) -> list[PrologOpinion]:
        raise PrologFailed("swipl took longer than 600 s")

    monkeypatch.setattr(prolog, "installed", lambda: True)
    monkeypatch.setattr(prolog, "opinions", failing)
    assert prolog.beside(rulebook_of("tidewrack"), []) == "not measured: swipl took longer than 600 s"
