"""An answer as the page shows it: the template `answer.html` gets these names and decides nothing but looks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from api import choices
from api.asked import Asked
from api.links import ServedLinks
from api.tree_html import picture_html
from kb.drawn import draw
from kb.explain import render_headline
from kb.notes import outcome
from kb.rulebook import Rulebook
from kb.why_not import why_not

Answer = Mapping[str, Any]

FLAGS = {
    "stale": "has changed in your copy since this was encoded; compare it with what is said here",
    "erratum": "is read as an official correction has it",
    "external": "is cited, but is in no document that is ingested; what it says is taken as given",
}
"""What a flag says of its statement."""

_OTHER = {"yes": "no", "no": "yes"}


def answer_context(
    answer: Answer,
    asked: Asked,
    book: Rulebook | None,
    labels: Mapping[str, str | None],
    ask: Callable[[Asked], Answer],
) -> dict[str, Any]:
    """What the template shows of an answer. `ask` answers a question that a link might lead to, to see where it leads."""
    not_understood = choices.unread(answer, asked, book)
    drawn = draw(answer)
    return {
        "answer": answer,
        "headline": render_headline(answer),
        "tone": tone,
        "labels": labels,
        "drawn": [each for each in drawn if each.of is None or not each.root.repeated],
        "picture": picture_html(asked.rulebook, drawn, str(answer.get("text")), ServedLinks()),
        "unread": not_understood,
        "unread_facts": {each.place: each.why for each in not_understood if each.place is not None},
        "deciding": choices.deciding(answer, asked),
        "flips": choices.flips(answer, asked),
        "absences": choices.absences(answer, asked, book),
        "conflicts": choices.conflicts(answer, asked, ask),
        "candidates": choices.candidates(answer, asked),
        "split": choices.split(answer, asked, ask),
        "purposes": choices.purposes(answer, asked, ask),
        "readings": choices.readings(answer, asked),
        "odds": bars(answer),
        "flags": [(flag, FLAGS.get(flag["kind"], flag["kind"])) for flag in answer.get("flags") or ()],
        "rule_of_statement": rule_of_statement,
        "why_not": _why_not(answer, asked),
        "others": _others(answer, asked),
        "odds_path": asked.by("odds").path
        if answer.get("answer") == "undetermined" and asked.how != "odds" and not _of_odds(answer)
        else None,
        "default_path": asked.read_as("").path if asked.reading else None,
        "plain_path": asked.by("ask").path,
        "again": asked.path,
    }


def bars(answer: Answer) -> list[dict[str, Any]]:
    """The outcomes of dice: each with its chance as a fraction, in per cent, and as the length of a bar of 100."""
    found = []
    for part in answer.get("odds") or ():
        chance = Fraction(part["p"])
        found.append(
            {
                "outcome": part["outcome"],
                "p": part["p"],
                "percent": f"{float(chance) * 100:.1f} %",
                "length": f"{float(chance) * 100:.2f}",
            }
        )
    return found


def tone(verdict: str) -> str:
    """The style of a verdict, or of whether an exception applies."""
    return verdict if verdict in ("yes", "no", "value", "set") else "open"


def rule_of_statement(statement: str) -> str:
    """The rule of a statement or exception clause: G13.4 of "G13.4-s3 #2"; of several, the first."""
    first = statement.split(" ")[0]
    rule, dash, part = first.rpartition("-")
    return rule if dash and part[:1] in ("s", "x", "e") else first


def _of_odds(answer: Answer) -> bool:
    """Whether it was asked how likely something is."""
    return bool(answer.get("odds")) or any("odds" in case for case in answer.get("deciding") or ())


def _why_not(answer: Answer, asked: Asked) -> dict[str, Any] | None:
    """What keeps the answer from being another one, where that was asked."""
    if asked.how != "why-not" or answer.get("answer") == "not understood":
        return None
    told = why_not(answer, asked.wanted or None)
    return {
        **told,
        "changes": choices.flips({"flips": told["changes"]}, asked),
        "deciding": choices.deciding({"deciding": told["deciding"]}, asked),
    }


def _others(answer: Answer, asked: Asked) -> list[tuple[str, str]]:
    """The answers of which one can ask why it is not them, each with the address of that question."""
    now = outcome(answer)
    wanted = [_OTHER[now]] if now in _OTHER else []
    if not wanted and not _of_odds(answer):
        wanted = list(dict.fromkeys(outcome(case) for case in answer.get("deciding") or ()))
    return [(each, asked.by("why-not", each).path) for each in wanted]
