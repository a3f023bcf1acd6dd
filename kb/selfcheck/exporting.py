"""A rulebook's program with facts and a question in words, as an answer-set program to read and to run."""

from __future__ import annotations

from collections.abc import Sequence

from ingest.diagnostics import Diagnostic, HexlawError, Place
from kb.reason.doubt import doubt_figures
from kb.reason.situation import Situation
from kb.rulebook import Rulebook
from kb.rulelang.asking import Asked, AskedFigure
from kb.rulelang.referents import NotUnderstood
from kb.rulelang.scenario import ScenarioReader
from kb.selfcheck.clingo_opinion import ClingoOpinion
from kb.selfcheck.reference import Question


def exported(book: Rulebook, facts: Sequence[str], question: str) -> str:
    """The program as text. Raises `HexlawError` for sentences that cannot be read, `CannotExport` for a construct that has no
    translation."""
    situation = Situation(book.vocabulary)
    reader = ScenarioReader(book.vocabulary)
    where = "--fact"
    try:
        for fact in facts:
            clash = reader.fact(fact, situation)
            if clash is not None:
                raise _error("export-fact", f"'{clash}' and '{fact}' contradict each other", where, None)
        where = "--question"
        asked = _question(reader, situation, question)
        reader.settle(situation)
        doubt_figures(book.engine, situation)
    except NotUnderstood as error:
        nearest = f"nearest: {'; '.join(error.nearest)}" if error.nearest else None
        raise _error("export-sentence", str(error), where, nearest) from None
    solver = ClingoOpinion(book.program)
    text = solver.text([(0, situation, asked)], checked=True)
    unit = solver.translation.scale.by
    head = [
        f"% {book.id}: {question}",
        *(f"% {fact}" for fact in facts),
        '% Solve with clingo --enum-mode=brave 0. out(0, …) is what can come out: "yes", "no", value(…), or why it is not',
        "% known (1 undetermined, 2 not encoded, 3 conflict); raw(0, …) counts also what a fact speaks against.",
        f"% Numbers are {unit} times what they mean.",
    ]
    return "\n".join([*head, text])


def _question(reader: ScenarioReader, situation: Situation, text: str) -> Question:
    found = reader.question(text, situation)
    if isinstance(found, AskedFigure):
        things = tuple(arg for arg in found.args if isinstance(arg, str))
        if len(things) == len(found.args):
            return found.template, things, None
    if isinstance(found, Asked) and len(found.atoms) == 1:
        [(template, args)] = found.atoms
        things = tuple(arg for arg in args if isinstance(arg, str))
        if len(things) == len(args):
            return template, things, None
    raise _error(
        "export-question",
        "only a question whether something is so, or what a figure is, can be exported",
        "--question",
        "about things by their names",
    )


def _error(code: str, message: str, where: str, hint: str | None) -> HexlawError:
    return HexlawError(Diagnostic(code, "error", message, Place(where), hint))
