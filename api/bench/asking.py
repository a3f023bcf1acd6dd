"""How long a question takes: the verdict with its proof from facts already read, and from English to the JSON answer; alone,
and with renamed copies of the rules beside it. The questions are made from a rulebook's `bench.toml`, by a seed, no two alike.

The process is warm: other questions of the same family, by another seed, were asked before. Each question that is measured is
asked once while it is, and timed until whoever asked has the answer; what it takes to let the proof go again is told apart.
The proofs that are checked are made again.
"""

from __future__ import annotations

import random
import statistics
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import orjson

from api.bench import prolog
from api.bench.machine import Machine, this_machine
from api.bench.prolog import PrologBench
from api.bench.starting import RUNS, START_LIMIT, cold_start
from api.bench.timing import Spread
from ingest.diagnostics import Diagnostic, HexlawError, Place
from kb.answer import answer_of, asker_of
from kb.bench_copies import with_copies
from kb.cache import rulebook_of
from kb.collecting import seldom_collected
from kb.reason.checker import check_proof
from kb.reason.decide import Ask
from kb.reason.engine import Run
from kb.reason.situation import Situation
from kb.rulebook import Rulebook
from kb.rulelang.asking import Asked
from kb.rulelang.scenario import ScenarioReader
from kb.rulelang.shapes import shapes_of
from ontology.books import book_folder

VERDICT_LIMIT = 30.0
"""Microseconds at the median for a verdict with its proof from facts already read."""

ENGLISH_LIMIT = 400.0
"""Microseconds at the median from English to the JSON answer, without what would change it."""

GROWTH_LIMIT = 1.5
"""With the copies loaded, a question takes at most so many times as long."""

LEAST_WARM_UP = 400
"""How many other questions at least are asked before any is measured: as many as are."""

_CLINGO_QUESTIONS = 20

_PROLOG_QUESTIONS = 200

_LOT = 100
"""How many questions are asked of one rulebook before the other has its turn."""

_READINGS = 200
"""How often the clock is read to know how long that takes."""


@dataclass(frozen=True, slots=True)
class AskBench:
    """The figures, times in microseconds on the processor.

    `released` is `verdict` with the proof let go again, `unread` is `english` with no form of words or of a proof
    known, `cold` the milliseconds of `hexlaw ask` from a cold start, `unsound` how many proofs the checker does not pass.
    `copied_verdict` and `copied_english` are with the copies loaded, `beside_verdict` and `beside_english` without, asked in
    turn with them: what else the machine does counts for both. None for what was not measured.
    """

    rulebook: str
    family: str
    seed: int
    questions: int
    machine: Machine
    verdict: Spread
    released: Spread
    english: Spread
    explained: Spread
    unsound: int
    copies: int
    copied_verdict: Spread | None = None
    copied_english: Spread | None = None
    beside_verdict: Spread | None = None
    beside_english: Spread | None = None
    clingo: Spread | None = None
    prolog: PrologBench | str = ""
    unread: Spread | None = None
    cold: float | None = None

    @property
    def warm_up(self) -> int:
        """How many other questions were asked before."""
        return max(LEAST_WARM_UP, self.questions)

    @property
    def growth(self) -> tuple[float, float] | None:
        """How many times as long verdict and answer take with the copies loaded."""
        if self.copied_verdict is None or self.copied_english is None:
            return None
        return (
            self.copied_verdict.median / (self.beside_verdict or self.verdict).median,
            self.copied_english.median / (self.beside_english or self.english).median,
        )

    @property
    def holds(self) -> bool:
        """Whether nothing that was measured is beyond its limit, and every proof is sound."""
        within = self.verdict.median <= VERDICT_LIMIT and self.english.median <= ENGLISH_LIMIT
        within = within and (self.cold is None or self.cold <= START_LIMIT)
        grown = self.growth is not None and max(self.growth) > GROWTH_LIMIT
        return within and not grown and not self.unsound


Question = tuple[tuple[str, ...], str]
"""Facts and a question."""


def questions_of(rulebook: str, count: int, seed: int) -> tuple[str, list[Question]]:
    """The family that a rulebook's `bench.toml` names, and so many different questions of it. Raises `HexlawError`."""
    path = book_folder(rulebook) / "bench.toml"
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        choices = [list(map(str, choice["of"])) for choice in data["choice"]]
        family = str(data["family"])
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise HexlawError(
            Diagnostic(
                "bench-questions",
                "error",
                f"there are no questions for {rulebook}: {error}",
                Place(str(path)),
            )
        ) from None
    chance = random.Random(seed)
    found: dict[Question, None] = {}
    while len(found) < count:
        names = {"hex": str(chance.randrange(1, 10_000)), "unit": f"U{chance.randrange(1, 1_000)}"}
        *facts, question = (chance.choice(choice).format(**names) for choice in choices)
        found[tuple(fact for fact in facts if fact), question] = None
    return family, list(found)


def bench_ask(rulebook: str, count: int, seed: int, copies: int) -> AskBench:
    """Measure with so many questions, and again with so many renamed copies of the family's rules loaded."""
    book = rulebook_of(rulebook)
    family, questions = questions_of(rulebook, count, seed)
    asked = set(questions)
    others = questions_of(rulebook, max(LEAST_WARM_UP, count), seed + 1)[1]
    before = [question for question in others if question not in asked]
    [(verdict, released)] = _timed_in_turn(_deciding(book, questions, before))
    [(english, _)] = _timed_in_turn(_answering(book, questions, before))
    [(unread, _)] = _timed_in_turn(_answering(book, questions, before, unread=True))
    few = max(1, count // 20)
    [(explained, _)] = _timed_in_turn(_answering(book, questions[:few], before[:few], explain=True))
    verdicts: list[Spread] | list[None] = [None, None]
    answers: list[Spread] | list[None] = [None, None]
    if copies:
        both = book, with_copies(book, family, copies)
        verdicts = [each for each, _ in _timed_in_turn(*(_deciding(one, questions, before) for one in both))]
        answers = [each for each, _ in _timed_in_turn(*(_answering(one, questions, before) for one in both))]
    return AskBench(
        rulebook,
        family,
        seed,
        count,
        this_machine(()),
        verdict,
        released,
        english,
        explained,
        _unsound(book, questions),
        copies,
        copied_verdict=verdicts[1],
        copied_english=answers[1],
        beside_verdict=verdicts[0],
        beside_english=answers[0],
        clingo=_clingo(book, questions[:_CLINGO_QUESTIONS]),
        prolog=_prolog(book, questions[:_PROLOG_QUESTIONS]),
        unread=unread,
        cold=cold_start(min(RUNS, max(1, count // 10))),
    )


def _read(book: Rulebook, question: Question) -> tuple[Situation, Ask, Any]:
    reader, situation = ScenarioReader(book.vocabulary), Situation(book.vocabulary)
    for fact in question[0]:
        reader.fact(fact, situation)
    asked = reader.question(question[1], situation)
    return situation, asker_of(asked), asked


Actions = Sequence[Callable[[], object]]


class Timing(NamedTuple):
    """What is timed, each once, and what is done before."""

    actions: Actions
    before: Actions


def _deciding(book: Rulebook, questions: Sequence[Question], before: Sequence[Question]) -> Timing:
    """Verdicts with their proofs, of facts that are read."""

    def actions(which: Sequence[Question]) -> Actions:
        read = [_read(book, question) for question in which]
        return [lambda ask=ask, of=of: ask(Run(book.engine, of)) for of, ask, _ in read]  # type: ignore[misc]

    return Timing(actions(questions), actions(before))


def _unsound(book: Rulebook, questions: Sequence[Question]) -> int:
    """How many of the proofs the checker does not pass."""
    read = [_read(book, question) for question in questions]
    return sum(
        bool(check_proof(ask(Run(book.engine, situation)), book.program, situation))
        for situation, ask, _ in read
    )


def _answering(
    book: Rulebook,
    questions: Sequence[Question],
    before: Sequence[Question],
    *,
    explain: bool = False,
    unread: bool = False,
) -> Timing:
    """Answers from English to JSON; with `unread` no form of words, nor of a proof, is known from a question before."""
    shapes = shapes_of(book.vocabulary)

    def answering(question: Question) -> Callable[[], object]:
        def answer() -> object:
            if unread:
                shapes.forget()
                book.proof_forms.forget()
            return orjson.dumps(answer_of(book, question[0], question[1], explain=explain, to_write=True))

        return answer

    return Timing(list(map(answering, questions)), list(map(answering, before)))


def _timed_in_turn(*timings: Timing) -> list[tuple[Spread, Spread]]:
    """For each of these the time on the processor of each action, once, until its result is there, and until that is let go
    again; a lot of one after a lot of the other.

    What is compiled late was compiled while others were done before. Dead cycles are looked for as seldom as in a service.
    What reading the clock takes is taken off: on a virtual machine it can be a microsecond.
    """
    for timing in timings:
        for action in timing.before:
            action()
    clock = time.process_time_ns

    def timed(actions: Actions, there: list[int], gone: list[int]) -> None:
        for action in actions:
            begun = clock()
            result = action()
            there.append(clock() - begun)
            del result
            gone.append(clock() - begun)

    alone: tuple[list[int], list[int]] = ([], [])
    taken: list[tuple[list[int], list[int]]] = [([], []) for _ in timings]
    with seldom_collected():
        timed([_nothing] * _READINGS, *alone)
        for first in range(0, max(len(timing.actions) for timing in timings), _LOT):
            for timing, times in zip(timings, taken, strict=True):
                timed(timing.actions[first : first + _LOT], *times)
    once, twice = (statistics.median(readings) for readings in alone)
    return [
        (
            Spread.of((each - once) / 1000 for each in there),
            Spread.of((each - twice) / 1000 for each in gone),
        )
        for there, gone in taken
    ]


def _nothing() -> None:
    """What is timed to know how long reading the clock takes."""


def _clingo(book: Rulebook, questions: Sequence[Question]) -> Spread | None:
    """What clingo takes for the same program, loaded, for one question after the other; None without clingo."""
    try:
        import clingo  # noqa: F401 - only whether it is there
    except ImportError:
        return None
    from kb.selfcheck.asp import CannotExport
    from kb.selfcheck.clingo_opinion import ClingoOpinion

    opinion = ClingoOpinion(book.program)
    actions: list[Callable[[], object]] = []
    for put in _put(book, questions):
        actions.append(lambda put=put: opinion.answers([put]))  # type: ignore[misc]
    try:
        return _timed_in_turn(Timing(actions, actions))[0][0] if actions else None
    except CannotExport:
        return None


def _prolog(book: Rulebook, questions: Sequence[Question]) -> PrologBench | str:
    """What SWI-Prolog takes for the same program, loaded, for one question after the other; else why that is not known."""
    return prolog.beside(book, list(_put(book, questions)))


def _put(
    book: Rulebook, questions: Sequence[Question]
) -> Iterator[tuple[Situation, tuple[str, tuple[str, ...], str | None]]]:
    """The questions about one atom as second opinions take them, each with its facts read."""
    for question in questions:
        situation, _, asked = _read(book, question)
        if isinstance(asked, Asked) and len(asked.atoms) == 1:
            [(template, args)] = asked.atoms
            yield situation, (template, tuple(map(str, args)), asked.purpose)


def as_data(bench: AskBench) -> dict[str, Any]:
    """The figures as JSON has them: microseconds on the processor."""
    return {
        "bench": "ask",
        "rulebook": bench.rulebook,
        "family": bench.family,
        "seed": bench.seed,
        "questions": bench.questions,
        "warm_up": {"questions": bench.warm_up, "seed": bench.seed + 1},
        "machine": asdict(bench.machine),
        "verdict": asdict(bench.verdict) | {"limit": VERDICT_LIMIT},
        "released": asdict(bench.released),
        "english": asdict(bench.english) | {"limit": ENGLISH_LIMIT},
        "unread": asdict(bench.unread) if bench.unread else None,
        "explained": asdict(bench.explained),
        "cold": {"milliseconds": bench.cold, "runs": RUNS, "limit": START_LIMIT},
        "unsound": bench.unsound,
        "copies": {
            "number": bench.copies,
            "verdict": asdict(bench.copied_verdict) if bench.copied_verdict else None,
            "english": asdict(bench.copied_english) if bench.copied_english else None,
            "beside": [asdict(each) for each in (bench.beside_verdict, bench.beside_english) if each],
            "growth": list(bench.growth) if bench.growth else None,
            "limit": GROWTH_LIMIT,
        },
        "clingo": asdict(bench.clingo) if bench.clingo else None,
        "prolog": bench.prolog if isinstance(bench.prolog, str) else asdict(bench.prolog),
        "holds": bench.holds,
    }


def render(bench: AskBench) -> str:
    """The figures as text."""
    machine = bench.machine

    def row(what: str, micros: Spread, limit: float | None = None) -> str:
        held = (
            ""
            if limit is None
            else f", {'within' if micros.median <= limit else 'over'} the limit of {limit:g}"
        )
        return f"  {what:<46} {micros.median:9.1f} µs ({micros.least:.1f}; {micros.most_of_them:.1f}){held}"

    lines = [
        f"{bench.rulebook} {bench.family}: {bench.questions} different questions, seed {bench.seed}",
        f"on {machine.processor}, {machine.cores} cores, {machine.system}, {machine.python}",
        f"warm from {bench.warm_up} other questions, seed {bench.seed + 1}; no fact and no answer is kept",
        "",
        "processor time, medians (least; nine in ten):",
        row("verdict with its proof, from facts read", bench.verdict, VERDICT_LIMIT),
        row("the same, and its proof let go again", bench.released),
        row("from English to JSON", bench.english, ENGLISH_LIMIT),
    ]
    if bench.unread:
        lines.append(row("the same, no form of words or proof known", bench.unread))
    lines.append(row("the same with what would change or decide it", bench.explained))
    if bench.copied_verdict and bench.copied_english and bench.growth:
        lines.append(row(f"verdict, {bench.copies} renamed copies loaded", bench.copied_verdict))
        lines.append(row(f"from English to JSON, {bench.copies} renamed copies", bench.copied_english))
        held = "within" if max(bench.growth) <= GROWTH_LIMIT else "over"
        lines.append(
            f"  that is {bench.growth[0]:.2f} and {bench.growth[1]:.2f} times as long as without, asked in turn, "
            f"{held} the limit of {GROWTH_LIMIT:g}"
        )
    if bench.clingo:
        lines.append(row("clingo, the same program, ground and solved", bench.clingo))
    else:
        lines.append("  clingo: not installed")
    lines.extend(prolog.lines(bench.prolog))
    if bench.cold is not None:
        held = "within" if bench.cold <= START_LIMIT else "over"
        lines.append(
            f"  {'`hexlaw ask` from a cold start, by the clock':<46} {bench.cold:9.1f} ms, {held} the limit of {START_LIMIT:g}"
        )
    lines.append(f"  proofs that the checker does not pass: {bench.unsound}")
    return "\n".join(lines)
