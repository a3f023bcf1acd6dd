"""What SWI-Prolog takes for the bench's questions, with our proof-building meta-interpreter, and whether it agrees.

One process, the whole program loaded; each question alone, so many times in a row, its facts asserted before, by Prolog's own
clock of the processor less that of an empty loop; then the same with its facts asserted and retracted each time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from api.bench.timing import Spread
from kb.reason.decide import decide
from kb.reason.engine import Run
from kb.reason.proof import Step
from kb.reason.situation import Situation
from kb.rulebook import Rulebook
from kb.selfcheck.asp import CannotExport
from kb.selfcheck.prolog_opinion import PrologFailed, PrologOpinion, installed, opinions
from kb.selfcheck.reference import Answer, Question

TIMES = 10
"""How often each question is asked for one time of it."""


@dataclass(frozen=True, slots=True)
class PrologBench:
    """Microseconds of the processor for an answer with its proof, its facts there (`alone`) and with telling them (`told`).

    Of so many `questions` the answers that are yes, no or a value are `decided`, those that the reasoner gives `agreed`.
    """

    alone: Spread
    told: Spread
    questions: int
    times: int
    decided: int
    agreed: int


def beside(book: Rulebook, asked: Sequence[tuple[Situation, Question]]) -> PrologBench | str:
    """The figures; or in words why there are none."""
    if not installed():
        return "not installed"
    try:
        found = opinions(book.program, asked, TIMES)
    except CannotExport as error:
        return f"not measured: the program has no translation: {error}"
    except PrologFailed as error:
        return f"not measured: {error}"
    timed = [opinion for opinion in found if opinion.alone]
    if not timed:
        return "not measured: no question was answered"
    return PrologBench(
        Spread.of(opinion.alone for opinion in timed),
        Spread.of(opinion.told for opinion in timed),
        len(asked),
        TIMES,
        sum(opinion.decided for opinion in found),
        agreeing(book, asked, found),
    )


def agreeing(
    book: Rulebook, asked: Sequence[tuple[Situation, Question]], found: Sequence[PrologOpinion]
) -> int:
    """How many of the answers that are yes, no or a value are the reasoner's too."""
    return sum(
        opinion.decided and opinion.answer == reasoned(book, *each)
        for each, opinion in zip(asked, found, strict=True)
    )


def reasoned(book: Rulebook, situation: Situation, question: Question) -> Answer:
    """The reasoner's answer."""
    template, args, purpose = question

    def ask(run: Run) -> Step:
        if run.vocabulary.templates[template].kind == "figure":
            return run.figure(template, args, purpose=purpose)
        return run.verdict(template, args, purpose)

    verdict = decide(book.engine, situation, ask).verdict
    return Answer(verdict.answer, verdict.value if verdict.answer == "value" else None)


def lines(bench: PrologBench | str) -> list[str]:
    """The figures as lines of the bench's text."""
    if isinstance(bench, str):
        return [f"  SWI-Prolog: {bench}"]
    rows = (
        ("SWI-Prolog, a proof built by interpreting", bench.alone),
        ("the same, its facts asserted and retracted", bench.told),
    )
    left = bench.questions - bench.decided
    return [
        *(
            f"  {what:<46} {each.median:9.1f} µs ({each.least:.1f}; {each.most_of_them:.1f})"
            for what, each in rows
        ),
        f"    ({bench.questions} of the questions, each {bench.times} times in a row; {bench.agreed} of its {bench.decided}"
        f" answers agree, {left} left open)",
    ]
