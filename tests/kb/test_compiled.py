"""Compiled slices and the interpreter find the same steps, one by one, in every question of every case and at random."""

from __future__ import annotations

import gc
import random
import re
import weakref
from collections import Counter

import pytest

from kb.answer import ask
from kb.cache import rulebook_of
from kb.reason import engine
from kb.reason.checker import check_proof
from kb.reason.compiled import Compiled
from kb.reason.engine import Run
from kb.reason.proof import Doubt, SketchedDoubt, Step
from kb.reason.running import Declined
from kb.reason.situation import Situation
from kb.reason.slices import FIGURE, SOMETHING, STATUS, VERDICT, foreseen, slice_of
from kb.reason.writer import Writer
from kb.rulebook import Rulebook
from kb.rulelang import tree
from kb.selfcheck.scenarios import Maker
from tests.kb import same_steps, test_asl_cases, test_tidewrack

CASES = {"asl": test_asl_cases.CASES, "tidewrack": test_tidewrack.CASES}
WATER = "a hex is a Water Obstacle to a thing"


@pytest.fixture(autouse=True)
def compile_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "ASKED_OFTEN", 1)


def interpreted(
    run: Run, sort: str, template: str, args: tuple[str, ...], purpose: str | None, world: int
) -> Step:
    plain = Run(run.engine, run.situation, compiled=False)
    if sort == FIGURE:
        return plain.figure(template, args, world)
    return plain.verdict(template, args, purpose, world)


@pytest.mark.parametrize("rulebook", CASES)
def test_every_case_is_answered_by_the_same_steps(rulebook: str, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = Run._answer
    found: list[str] = []
    asked: Counter[str] = Counter()

    def both(
        run: Run, sort: str, template: str, args: tuple[str, ...], purpose: str | None, world: int
    ) -> Step | None:
        step = answer(run, sort, template, args, purpose, world)
        asked["left to the interpreter" if step is None else "compiled"] += 1
        if step is not None:
            differs = same_steps.difference(step, interpreted(run, sort, template, args, purpose, world))
            if differs:
                found.append(f"{template} {args} {run.situation.told}: {differs}")
        return step

    monkeypatch.setattr(Run, "_answer", both)
    # A case in sixteen, each with all that is asked on the way to its answer.
    for case in CASES[rulebook][::16]:
        ask({"rulebook": rulebook, "facts": case["facts"], "question": case["question"]})
    assert found == []
    assert asked["compiled"] > 0


@pytest.mark.parametrize("rulebook", CASES)
def test_random_scenarios_are_answered_by_the_same_steps(rulebook: str) -> None:
    book = rulebook_of(rulebook)
    maker = Maker(book.program)
    found: list[str] = []
    for number in range(60):
        scenario = maker.make(random.Random(number))
        template, args, purpose = scenario.question
        sort = FIGURE if book.vocabulary.templates[template].kind == "figure" else VERDICT
        run = Run(book.engine, scenario.situation)
        step = run.figure(template, args) if sort == FIGURE else run.verdict(template, args, purpose)
        differs = same_steps.difference(step, interpreted(run, sort, template, args, purpose, 0))
        if differs:
            found.append(f"scenario {number}\n{scenario.text}\n{differs}")
    assert found == []


def told(book: Rulebook, *facts: tuple[str, tuple[str, ...]]) -> Situation:
    situation = Situation(book.vocabulary)
    for template, args in facts:
        assert situation.tell(template, args, True, f"{args} is told to be {template}") is None
    return situation


def test_a_question_is_compiled_once_for_all_things() -> None:
    book = rulebook_of("asl")
    for hex_name, thing in (("1079", "T1"), ("1080", "T2")):
        situation = told(book, ("OCEAN hex", (hex_name,)), ("shallow", (hex_name,)), ("truck", (thing,)))
        step = Run(book.engine, situation).verdict(WATER, (hex_name, thing))
        assert (step.verdict, step.key) == (-1, (WATER, (hex_name, thing), None))
        assert check_proof(step, book.program, situation) == []
    first, second = (
        book.engine.compiled(VERDICT, WATER, args, None, 0) for args in (("1079", "T1"), ("7", "T9"))
    )
    assert first is not None
    assert second is not None
    assert (first[0], first[1], second[1]) == (second[0], ("1079", "T1"), ("7", "T9"))


def test_what_is_open_is_spelt_out_where_it_is_read() -> None:
    book = rulebook_of("asl")
    situation = told(book, ("OCEAN hex", ("1079",)))
    plain = Run(book.engine, situation, compiled=False).verdict("OCEAN-river hex", ("1079",))
    step = Run(book.engine, situation).verdict("OCEAN-river hex", ("1079",))
    assert (type(step), step.verdict, step.cause) == (SketchedDoubt, 0, 1)
    # Two rules are open by themselves, two by an axiom.
    assert [type(each) for each in step.because] == [SketchedDoubt, SketchedDoubt, Step, Step]
    assert same_steps.difference(step, plain) == ""
    assert [type(each) for each in (step, *step.because)] == [Doubt, Doubt, Doubt, Step, Step]


def test_a_constant_of_the_rulebook_keeps_its_place() -> None:
    book = rulebook_of("asl")
    for hex_name, verdict in (("7E2", 1), ("7E3", -1)):
        step = Run(book.engine, told(book)).verdict("river hex", (hex_name,))
        assert (hex_name, step.verdict) == (hex_name, verdict)
    assert book.engine.compiled(VERDICT, "a hex is next to a hex B", ("5", "5"), None, 0) is None


def test_only_what_is_come_to_has_a_function() -> None:
    book = rulebook_of("asl")
    made = Compiled(book.engine, slice_of(book.program, (VERDICT, WATER, (0, 1), None, 0), 2))
    assert [name for name in made.names if re.fullmatch(r"[gn]\d+", name)] == ["n0"]
    situation = told(book, ("OCEAN hex", ("1079",)), ("shallow", ("1079",)), ("truck", ("T1",)))
    assert made.answer(Run(book.engine, situation), ("1079", "T1")).verdict == -1
    functions = [name for name in made.names if re.fullmatch(r"[gn]\d+", name)]
    assert 1 < len(functions) < len(made.slice.nodes)


def test_of_what_was_made_for_smaller_states_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    book = rulebook_of("asl")
    made = Compiled(book.engine, slice_of(book.program, (VERDICT, WATER, (0, 1), None, 0), 2))
    starts: list[weakref.ref[type]] = []
    starter = Compiled._starter

    def noted(self: Compiled) -> object:
        found = starter(self)
        starts.append(weakref.ref(self.names["State"]))
        return found

    monkeypatch.setattr(Compiled, "_starter", noted)
    for nouns in (("OCEAN hex",), ("OCEAN hex", "shallow"), ("river hex",), ("canal hex",)):
        situation = told(book, *((noun, ("1079",)) for noun in nouns), ("truck", ("T1",)))
        made.answer(Run(book.engine, situation), ("1079", "T1"))
    assert len(starts) > 2
    del situation
    gc.collect()
    assert [state() for state in starts if state() is not None] == [made.names["State"]]
    # Nor does a start that is made once more leave anything.
    count = len(made.names)
    made._start = None
    assert made.answer(Run(book.engine, told(book, ("canal hex", ("1079",)))), ("1079", "T1")).verdict == 1
    assert len(made.names) == count


ENTER, MOVES = "may: a unit enters a hex", "a unit moves from a hex A across a hexside into a hex B"


@pytest.mark.parametrize(
    ("told_too", "truth"),
    [
        ((), -1),
        ((((MOVES, ("L1", "1079", "1079-1080", "1080"))),), -1),
        ((((MOVES, ("L1", "1080", "1079-1080", "1079"))),), 1),
    ],
    ids=["nothing", "a move elsewhere", "a move there"],
)
def test_a_condition_that_looks_for_two_things_is_foreseen(
    told_too: tuple[tuple[str, tuple[str, ...]], ...], truth: int
) -> None:
    book = rulebook_of("asl")
    situation = told(book, ("OCEAN hex", ("1079",)), ("shallow", ("1079",)), ("LC", ("L1",)), *told_too)
    key = (VERDICT, "event: a unit enters a hex", (0, 1), None, 0)
    made = Compiled(book.engine, slice_of(book.program, key, 2))
    run = Run(book.engine, situation)
    if len(situation.things) > 2:
        with pytest.raises(Declined):
            made.answer(run, ("L1", "1079"))
    else:
        step = made.answer(run, ("L1", "1079"))
        assert step.verdict == truth
        plain = Run(book.engine, situation, compiled=False).verdict(str(key[1]), ("L1", "1079"))
        assert same_steps.difference(step, plain) == ""
    assert Run(book.engine, situation).verdict(str(key[1]), ("L1", "1079")).verdict == truth


def test_a_place_that_cannot_be_of_a_kind_is_not_tried_for_it() -> None:
    book = rulebook_of("asl")
    made = slice_of(book.program, (VERDICT, ENTER, (0, 1), None, 0), 2)
    assert made.classes == ("unit", "hex")
    condition = next(
        entry.rule.condition
        for entry in book.program.entries
        if isinstance(entry.rule.condition, tree.Exists) and entry.rule.condition.kinds == ("hex", "hexside")
    )
    assert isinstance(condition, tree.Exists)
    env = (0, 1, *[None] * (max(condition.variables) - 1))
    # No unit is a hex and no hex a hexside, so that only what nothing is told of is left, by itself or beside the hex.
    found = foreseen(condition, env, made)
    assert found is not None
    known, strange, beside = found
    assert known == ()
    assert [tuple(each[i] for i in condition.variables) for each in (strange, *beside)] == [
        (SOMETHING, SOMETHING),
        (1, SOMETHING),
    ]


POND = "a hex contains a pond"
ALONG = "a pond lies along the hexside of a hex A and a hex B"


@pytest.mark.parametrize(
    ("facts", "verdict"),
    [
        ([("truck", ("T1",))], -1),
        ([("OCEAN hex", ("1080",)), ("truck", ("T2",))], -1),
        ([("OCEAN hex", ("1080",)), ("OCEAN hex", ("1081",))], -1),
        ([(ALONG, ("1081", "1082"))], -1),
        ([(ALONG, ("1080", "1082"))], 1),
        ([(ALONG, ("1082", "1080"))], 1),
    ],
    ids=["no hex", "one", "two", "a pond elsewhere", "a pond here", "the other way round"],
)
def test_a_rule_that_looks_for_what_nobody_told_fails_at_once(
    facts: list[tuple[str, tuple[str, ...]]], verdict: int
) -> None:
    """Of at most one hex its step is the same in every question; with more, or where it is told of one, it is looked for."""
    book = rulebook_of("asl")
    situation = told(book, *facts)
    made = Compiled(book.engine, slice_of(book.program, (VERDICT, POND, (0,), None, 0), 1))
    run = Run(book.engine, situation)
    if len(list(situation.things_of("hex"))) > 1:
        with pytest.raises(Declined):
            made.answer(run, ("1080",))
    else:
        plain = Run(book.engine, situation, compiled=False).verdict(POND, ("1080",))
        assert same_steps.difference(made.answer(run, ("1080",)), plain) == ""
        # As either hex of a hexside, without the hex of the question among what is told of or with it.
        at_once = [what[2:] for what in made._fixed if isinstance(what, tuple) and what[0] == "none"]
        assert [(env, len(among)) for env, among in at_once] == 2 * [((0, None), 0), ((0, None), 1)]
    assert Run(book.engine, situation).verdict(POND, ("1080",)).verdict == verdict


def test_slices_are_forgotten_before_they_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    book = rulebook_of("asl")
    fresh = engine.Engine(book.program)
    step = Run(fresh, told(book, ("OCEAN hex", ("1",)))).verdict("OCEAN hex", ("1",))
    first = fresh.compiled(VERDICT, "OCEAN hex", ("1",), None, 0)
    assert first is not None
    assert list(fresh._compiled.values()) == [first[0]]
    monkeypatch.setattr(engine, "MOST_KEPT", len(first[0].slice.nodes))
    assert Run(fresh, told(book)).verdict("river hex", ("1",)).verdict == -1
    second = fresh.compiled(VERDICT, "river hex", ("1",), None, 0)
    assert second is not None
    assert list(fresh._compiled.values()) == [second[0]]
    # What was forgotten is compiled again, and says the same.
    again = Run(fresh, told(book, ("OCEAN hex", ("1",)))).verdict("OCEAN hex", ("1",))
    assert same_steps.difference(again, step) == same_steps.difference(step, step)
    assert list(fresh._compiled.values()) != [second[0]]


def test_the_source_holds_no_text_that_was_read() -> None:
    """Texts and names stand beside the source as values, whatever characters they have."""
    book = rulebook_of("asl")
    made = Compiled(book.engine, slice_of(book.program, (VERDICT, WATER, (0, 1), None, 0), 2))
    source = "\n".join(line for node in made.slice.nodes for line in Writer(made, node).function())
    kinds = {"compare", "failed", "figure", "given", "given figure", "open", "rule", "silence"}
    assert set(re.findall(r"'([^']*)'", source)) <= {*kinds, "withdraw", ""}
    assert '"' not in source


def test_loops_are_told_apart_from_what_only_rests_on_them() -> None:
    book = rulebook_of("asl")
    made = slice_of(book.program, (VERDICT, "OCEAN hex", (0,), None, 0), 1)
    looping = {node.key[1] for node in made.nodes if node.bit and node.key[0] == VERDICT}
    assert {"pond hex", "a hex is next to a hex B"} <= looping
    assert "a hex contains rubble" not in looping
    assert all(node.bit == 0 or node.rests_on for node in made.nodes)
    assert {node.key[0] for node in made.nodes} >= {STATUS, VERDICT}


def test_nothing_is_compiled_while_questions_are_left_to_the_interpreter() -> None:
    book = rulebook_of("tidewrack")
    template = next(name for name in book.program.by_template if book.vocabulary.templates[name].unary)
    with book.engine.interpreted():
        assert [book.engine.compiled(VERDICT, template, (thing,), None, 0) for thing in "ab"] == [None, None]
    assert book.engine.compiled(VERDICT, template, ("a",), None, 0) is not None


def test_what_is_asked_again_and_again_by_others_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Within one request asking of the same things counts for little, in each further one as much as asking of others."""
    book = rulebook_of("asl")
    monkeypatch.setattr(engine, "ASKED_OFTEN", 3)

    def compiled_after(requests: int, each: int) -> bool:
        fresh = engine.Engine(book.program)
        for _ in range(requests):
            fresh.begin_request()
            for _ in range(each):
                fresh.compiled(VERDICT, "OCEAN hex", ("1",), None, 0)
        return bool(fresh._compiled)

    assert not compiled_after(1, 3)
    assert not compiled_after(2, 1)
    assert compiled_after(3, 1)
