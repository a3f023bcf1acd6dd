"""What is told of a figure in part, "not deep", "at least 2", stands against the rules that give it, as a value does."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from kb.answer import ask as ask_of
from kb.reason import engine
from kb.reason.checker import check_proof
from kb.reason.decide import decide
from kb.reason.engine import Run
from kb.reason.possible import Possible, Value, only
from kb.reason.proof import Step
from kb.reason.situation import Situation
from kb.rulebook import Rulebook
from kb.selfcheck.comparing import Comparison
from kb.selfcheck.reference import Answer
from kb.selfcheck.scenarios import Maker, Scenario
from tests.kb import opinions, same_steps
from tests.kb.fens import Ask, asker, load
from tests.kb.tampering import changes
from tests.kb.test_checker import still_proven

VOCABULARY = """
noun else no: fen hex (hex)
noun else no: mire hex (hex)
adjective else no: drained (hex)
adjective else ?: wet (hex)
adjective else no: flooded (hex)
figure else ?: the depth of a hex = shallow / middling / deep
figure else ?: the level of a hex = level
figure base 0: the rise of a hex = feet
figure else ?: the footing of a hex = firm / soft
action else no: a walker wades a hex
"""
RULES = """
F1.1-s1: the depth of a fen hex is deep if the hex is not drained.
F1.1-s2: the depth of a mire hex is deep.
F1.1-s3: the depth of a hex is shallow if the hex is drained, and the hex is not a mire hex.
F1.2-s1: the level of a fen hex is level -1.
F1.2-s2: add 2 feet to the rise of a fen hex.
F1.2-s3: add 1 feet to the rise of a hex if the hex is wet.
F1.2-s4: the footing of a fen hex is soft if the hex is wet.
F1.3-s1: a walker may wade a hex exactly if the depth of the hex is shallow.
F1.3-s2: a hex is flooded if the rise of the hex is at least 3 feet.
"""
DEPTH, LEVEL = "the depth of a hex", "the level of a hex"
RISE, FOOTING = "the rise of a hex", "the footing of a hex"
Bound = tuple[str, Value | frozenset[Value]]


@pytest.fixture
def book(home: Path, tmp_path: Path) -> Rulebook:
    found, problems = load(tmp_path, VOCABULARY, RULES)
    assert [str(problem) for problem in problems] == []
    return found


@pytest.fixture
def ask(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    return asker(tmp_path / "books", monkeypatch, VOCABULARY, RULES)


def situation(book: Rulebook, nouns: str, figure: str, *bounds: Bound) -> Situation:
    """Hex 1, of these nouns, with what is told of one figure of it."""
    made = Situation(book.vocabulary)
    made.name("hex 1")
    made.slots["hex 1"] = "hex"
    for noun in nouns.split(", "):
        assert made.tell(noun, ("hex 1",), True, "told") is None
    for op, value in bounds:
        made.bound(figure, ("hex 1",), op, value, "told")
    return made


def number(value: int) -> Fraction:
    return Fraction(value)


ROWS: list[tuple[str, str, tuple[Bound, ...], str, Possible, Answer]] = [
    # by default deep: one value is ruled out
    ("fen hex", DEPTH, (("is not", "deep"),), "told against", Possible(frozenset(("shallow", "middling"))),
     Answer("undetermined")),
    # by rule whatever is told
    ("mire hex", DEPTH, (("is not", "deep"),), "told against", Possible(frozenset(("shallow", "middling"))),
     Answer("undetermined")),
    # one of two, neither of which is what the rule gives
    ("fen hex", DEPTH, (("is", frozenset(("shallow", "middling"))),), "told against",
     Possible(frozenset(("shallow", "middling"))), Answer("undetermined")),
    # what is left by two bounds is as good as told
    ("fen hex", DEPTH, (("is not", "deep"), ("is not", "middling")), "given figure", only("shallow"),
     Answer("value", "shallow")),
    # what agrees with the rule leaves it as it is
    ("fen hex", DEPTH, (("is not", "shallow"),), "figure", only("deep"), Answer("value", "deep")),
    ("fen hex", LEVEL, (("at most", number(0)),), "figure", only(number(-1)), Answer("value", number(-1))),
    ("fen hex", LEVEL, (("at least", number(2)),), "told against", Possible(None, number(2)),
     Answer("undetermined")),
    ("fen hex", LEVEL, (("more than", number(-1)), ("less than", number(1))), "given figure",
     Possible(None, number(0), number(0)), Answer("value", number(0))),
    # a sum, with a line of which it is not known whether it counts
    ("fen hex, wet", RISE, (("at least", number(3)),), "figure", only(number(3)), Answer("value", number(3))),
    ("fen hex, wet", RISE, (("at least", number(4)),), "told against", Possible(None, number(4)),
     Answer("undetermined")),
    ("fen hex", RISE, (("at least", number(3)),), "bounded", Possible(None, number(3)),
     Answer("undetermined")),
    ("mire hex", RISE, (("more than", number(1)),), "told against", Possible(None, number(2)),
     Answer("undetermined")),
    # whether the rule for it stands is not known: if it does, what is told stands against it
    ("fen hex", FOOTING, (("is not", "soft"),), "given figure", only("firm"), Answer("value", "firm")),
]  # fmt: skip


@pytest.mark.parametrize(("nouns", "figure", "bounds", "kind", "data", "expected"), ROWS)
def test_a_bound_stands_against_what_rules_give(
    book: Rulebook,
    monkeypatch: pytest.MonkeyPatch,
    nouns: str,
    figure: str,
    bounds: tuple[Bound, ...],
    kind: str,
    data: Possible,
    expected: Answer,
) -> None:
    told = situation(book, nouns, figure, *bounds)
    step = Run(book.engine, told, compiled=False).figure(figure, ("hex 1",))
    assert (step.kind, step.data) == (kind, data)
    said = Comparison(book, 0).says(Scenario(told, (figure, ("hex 1",), None)))
    assert said is not None
    assert said.opinions == (expected,) * 3
    assert said.problems == ()
    # A compiled slice finds the same steps.
    monkeypatch.setattr(engine, "ASKED_OFTEN", 1)
    assert same_steps.difference(Run(book.engine, told).figure(figure, ("hex 1",)), step) == ""


def test_a_proof_that_passes_over_a_bound_is_refused(book: Rulebook) -> None:
    told = situation(book, "fen hex", DEPTH, ("is not", "deep"))
    step = Run(book.engine, told).figure(DEPTH, ("hex 1",))
    assert check_proof(step, book.program, told) == []
    [rules] = step.because
    assert check_proof(rules, book.program, told) == [
        "figure ('the depth of a hex', ('hex 1',), None) a bound that was told was passed over"
    ]
    silent = situation(book, "fen hex", DEPTH)
    assert "nobody told so" in check_proof(step, book.program, silent)[0]
    agreeing = situation(book, "fen hex", DEPTH, ("is not", "shallow"))
    other = Step(
        "told against", 0, rules.key, (rules,), cause=1, data=Possible(frozenset(("middling", "deep")))
    )
    assert check_proof(other, book.program, agreeing) == [
        "told against ('the depth of a hex', ('hex 1',), None) what is told leaves something else of what the rules say"
    ]


def test_no_bent_proof_with_a_bound_is_accepted(book: Rulebook) -> None:
    refused: Counter[str] = Counter()
    for nouns, figure, bounds, kind, _, _ in ROWS:
        if kind not in ("told against", "bounded"):
            continue
        told = situation(book, nouns, figure, *bounds)
        root = Run(book.engine, told).figure(figure, ("hex 1",))
        for what, step, bend, unbend in changes(root, book.program):
            bend()
            problems = check_proof(root, book.program, told)
            unbend()
            assert problems or still_proven(what, step), f"{figure}: {what}: {step.kind} {step.key}"
            refused[what] += bool(problems)
    assert min(refused[what] for what in ("verdict", "premise removed", "number changed", "rule swapped")) > 0


def test_three_opinions_agree_where_bounds_are_told_of_what_rules_give(book: Rulebook) -> None:
    # Few scenarios come by a bound on what rules leave open: two of the second thousand do.
    tally = Comparison(book, 0).compare([*range(1000), *range(29_000, 30_000)])
    assert tally.differences == []
    assert tally.met["a bound that stands against rules"] > 5
    assert tally.met["a bound on what rules leave open"] > 0
    assert set(opinions.compiled_alike(book, 100)) <= {True, False}


def test_a_bound_stands_beside_lines_of_which_nothing_else_counts(book: Rulebook) -> None:
    told = situation(book, "fen hex", RISE, ("at least", number(3)))
    told.closed[RISE] = "No other rise counts."
    step = Run(book.engine, told).figure(RISE, ("hex 1",))
    assert (step.kind, step.data) == ("told against", Possible(None, number(3)))
    assert check_proof(step, book.program, told) == []


def test_each_case_of_a_bound_gives_what_it_promises(book: Rulebook) -> None:
    told = situation(book, "fen hex", DEPTH, ("is not", "deep"))
    decision = decide(book.engine, told, lambda run: run.figure(DEPTH, ("hex 1",)))
    assert [(case.supposed[0].value, case.verdict.value) for case in decision.cases] == [
        ("shallow", "shallow"),
        ("middling", "middling"),
    ]
    assert decision.complete


def test_scenarios_tell_bounds_of_what_rules_give(book: Rulebook) -> None:
    maker, ops = Maker(book.program), Counter[str]()
    for each in range(2000):
        scenario = maker.make(random.Random(each))
        for (template, _), bounds in scenario.situation.figures.items():
            if book.program.by_template.get(template):
                ops.update(op for op, _, _ in bounds)
    assert set(ops) == {"is", "is not", "at least", "at most", "more than", "less than"}


@pytest.mark.parametrize(
    ("fact", "question", "answer", "value"),
    [
        ("The depth of hex 1 is not deep.", "What is the depth of hex 1?", "undetermined", None),
        ("The depth of hex 1 is not deep.", "Is the depth of hex 1 deep?", "no", None),
        ("The depth of hex 1 is not deep.", "May W1 wade hex 1?", "undetermined", None),
        ("The depth of hex 1 is not shallow.", "May W1 wade hex 1?", "no", None),
        ("The depth of hex 1 is neither deep nor middling.", "May W1 wade hex 1?", "yes", None),
        ("The level of hex 1 is at least 2.", "What is the level of hex 1?", "undetermined", None),
        ("The level of hex 1 is at least 2.", "Is the level of hex 1 at least 1?", "yes", None),
        ("The level of hex 1 is at most 2.", "What is the level of hex 1?", "value", -1),
    ],
)
def test_a_bound_in_english(ask: Ask, fact: str, question: str, answer: str, value: int | None) -> None:
    said = ask(f"W1 is a walker.\nHex 1 is a fen hex.\n{fact}", question)
    assert said["answer"] == answer
    assert said.get("value") == value


DEEP, FORD = "How deep is the river?", "May infantry ford the river?"
NOT_DEEP = "The river is not deep."


@pytest.mark.parametrize(
    ("facts", "question", "text"),
    [
        (
            (NOT_DEEP,),
            DEEP,
            "Undetermined: fordable if the depth of the river is fordable; flooded if the depth of the river is flooded "
            "(B21.122).",
        ),
        (
            (NOT_DEEP, "The river is not flooded."),
            DEEP,
            "The depth of the river is fordable (B21.122).",
        ),
        (
            (NOT_DEEP, "The river is not flooded."),
            FORD,
            "Yes: Infantry may ford the river (B21.122, B21.41).",
        ),
        (
            (NOT_DEEP,),
            FORD,
            "Undetermined: yes if the depth of the river is fordable; no if the depth of the river is flooded "
            "(B21.122, B21.41).",
        ),
        (("The river is not fordable.",), FORD, "No: Infantry may not ford the river (B21.122, B21.41)."),
        (
            ("Hex 5 is a river hex.", "The level of hex 5 is at least 2."),
            "What is the level of hex 5?",
            "Undetermined: the level of hex 5 is at least level 2, told against what rules say (G13.4).",
        ),
        (
            ("Hex 5 is a river hex.", "The level of hex 5 is at least 2."),
            "Is the level of hex 5 at least 1?",
            "Yes: the level of hex 5 is at least level 2, told against what rules say (G13.4).",
        ),
    ],
)
def test_a_river_that_is_told_not_to_be_deep(
    home: Path, facts: tuple[str, ...], question: str, text: str
) -> None:
    assert ask_of({"rulebook": "asl", "facts": list(facts), "question": question})["text"] == text
