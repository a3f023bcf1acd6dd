"""What else is not known where somebody tells that something is not: of what is flooded exactly if its depth is, the depth."""

from __future__ import annotations

from collections.abc import Iterator

from kb.reason.engine import Engine, Run
from kb.reason.program import Definition
from kb.reason.proof import YES
from kb.reason.situation import Atom, Situation
from kb.reason.slices import things


def doubt_figures(engine: Engine, situation: Situation) -> None:
    """Take the figures behind what is told to be unknown as not known, either."""
    for (figure, of), sentence in _figures_in_doubt(engine, situation):
        situation.doubt(figure, of, sentence)


def _figures_in_doubt(engine: Engine, situation: Situation) -> Iterator[tuple[Atom, str]]:
    """The figures that an "exactly if" asks for, where it is told that nobody knows whether what it defines is so, each with
    the sentence that tells it; none that is told."""
    for (template, args), sentence in list(situation.unsettled.items()):
        for figure, definitions in engine.program.figure_definitions.items():
            for definition in definitions:
                env = definition.bind(args) if definition.head.template == template else None
                if env is None or not _is_about(definition, env, engine, situation):
                    continue
                about = figure, things(definition.args, env)
                if about not in situation.figures and about not in situation.unsettled:
                    yield about, sentence


def _is_about(definition: Definition, env: list[str | None], engine: Engine, situation: Situation) -> bool:
    """Whether an "exactly if" says something of these things: a hex that is no river hex has its depth otherwise."""
    run = Run(engine, situation)
    return all(
        run.verdict(guard.template, things(guard.args, env), None).verdict == YES
        for guard in definition.guards
    )
