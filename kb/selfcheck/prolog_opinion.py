"""What SWI-Prolog makes of a program: one process that has it loaded answers question after question, and times each."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from kb.reason.program import Program
from kb.reason.situation import Situation
from kb.selfcheck.prolog import program_text, question_text, quoted
from kb.selfcheck.reference import CAUSES, Answer, Question

REASONER = Path(__file__).with_name("prolog_reasoner.pl")
"""The meta-interpreter."""

INSTALL_PROLOG = "apt-get install swi-prolog-nox, or your system's package of SWI-Prolog"
"""What brings SWI-Prolog, which is not needed to answer."""

TIME_LIMIT = 600.0
"""Seconds that all questions together may take."""


class PrologFailed(Exception):
    """SWI-Prolog is there, but did not answer; the message says why."""


@dataclass(frozen=True, slots=True)
class PrologOpinion:
    """The answer with its proof built; microseconds of the processor for it with the facts there, and with telling and
    forgetting them as well; 0 where nothing was timed."""

    answer: Answer
    alone: float
    told: float

    @property
    def decided(self) -> bool:
        """Whether it is yes, no or a value."""
        return self.answer.answer in ("yes", "no", "value")


def installed() -> bool:
    """Whether SWI-Prolog is there."""
    return shutil.which("swipl") is not None


def opinions(
    program: Program,
    asked: Sequence[tuple[Situation, Question]],
    times: int = 0,
    limit: float = TIME_LIMIT,
) -> list[PrologOpinion]:
    """The answers to questions, each under its own facts, and each timed over so many times of asking it.

    Raises `PrologFailed`, and `CannotExport` for a construct that has no translation.
    """
    with tempfile.TemporaryDirectory(prefix="hexlaw-prolog-") as folder:
        rules, questions = Path(folder, "program.pl"), Path(folder, "questions.pl")
        rules.write_text(program_text(program), encoding="utf-8")
        lines = [question_text(situation, question, n) for n, (situation, question) in enumerate(asked)]
        questions.write_text("\n".join(lines) + "\n", encoding="utf-8")
        output = _run([str(REASONER), str(rules)], f"measure({quoted(str(questions))},{times})", limit)
    found = [_opinion(line) for line in output.splitlines()]
    if len(found) != len(asked):
        raise PrologFailed(f"swipl answered {len(found)} of {len(asked)} questions")
    return found


def _run(files: Sequence[str], goal: str, limit: float) -> str:
    goals = [f"consult({quoted(file)})" for file in files] + [goal]
    command = [
        "swipl",
        "-q",
        "-f",
        "none",
        "-O",
        *(part for each in goals for part in ("-g", each)),
        "-t",
        "halt",
    ]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, encoding="utf-8", timeout=limit, check=False
        )
    except subprocess.TimeoutExpired:
        raise PrologFailed(f"swipl took longer than {limit:g} s") from None
    except OSError as error:
        raise PrologFailed(f"swipl cannot be run: {error}") from None
    problems = done.stderr.strip().splitlines()
    if done.returncode or problems:
        said = f": {problems[0]}" if problems else ""
        raise PrologFailed(f"swipl ended with exit code {done.returncode}{said}")
    return done.stdout


def _opinion(line: str) -> PrologOpinion:
    """One line of what the meta-interpreter prints: number, answer, and two times."""
    try:
        _, said, alone, told = line.split("\t")
        return PrologOpinion(_answer(said), float(alone), float(told))
    except ValueError:
        raise PrologFailed(f"swipl printed {line!r}, which is no answer") from None


def _answer(said: str) -> Answer:
    if said in ("y", "n"):
        return Answer("yes" if said == "y" else "no")
    if said.startswith("val("):
        text = said.removeprefix("val(").removesuffix(")")
        try:
            return Answer("value", Fraction(text.replace("r", "/")))
        except ValueError:
            return Answer("value", text)
    why = said.removeprefix("unknown(").removesuffix(")")
    if why.isdigit():
        return Answer(CAUSES[int(why)])
    if said in ("novalue", "too long"):
        return Answer(said)
    raise ValueError(said)
