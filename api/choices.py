"""The one-click choices that an answer offers: each a link that asks again with something told, changed or read otherwise."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from api.asked import Asked
from kb.completing import opposite, replacements
from kb.notes import outcome
from kb.rulebook import Rulebook

Answer = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Choice:
    """A link: what to do, what then is the answer, what it replaces."""

    text: str
    path: str | None
    then: str = ""
    instead_of: str = ""


@dataclass(frozen=True, slots=True)
class Unread:
    """A sentence that is not understood: which fact it is (None: the question), why, and what can be written instead."""

    place: int | None
    name: str
    sentence: str
    why: str
    choices: tuple[Choice, ...]
    nearest: tuple[str, ...]


def deciding(answer: Answer, asked: Asked) -> list[Choice]:
    """For each set of facts that would decide: tell them."""
    return [
        Choice(" ".join(case["facts"]), asked.told(*case["facts"]).path, _of(case) + outcome(case))
        for case in answer.get("deciding") or ()
    ]


def flips(answer: Answer, asked: Asked) -> list[Choice]:
    """For each change of facts that would change the answer: make it."""
    found = []
    for case in answer.get("flips") or answer.get("changes") or ():
        instead = case.get("instead_of")
        path = asked.told(*case["facts"], instead_of=instead).path
        found.append(Choice(" ".join(case["facts"]), path, outcome(case), instead or ""))
    return found


def absences(answer: Answer, asked: Asked, book: Rulebook | None) -> list[Choice]:
    """For each thing that was assumed not to be so: tell that it is, in place of what says otherwise. Without a link where
    it cannot be told.
    """
    found = []
    for absent in answer.get("assumed_absent") or ():
        told = opposite(book, absent["sentence"]) if book is not None else None
        path = asked.path_telling(told) if told is not None else None
        found.append(Choice(absent["sentence"], path, told or ""))
    return found


def conflicts(answer: Answer, asked: Asked, ask: Callable[[Asked], Answer]) -> list[Choice]:
    """For each told fact that contradicts another: leave it out, and what the answer then is."""
    found = []
    for fact in dict.fromkeys(
        fact for cause in answer.get("causes") or () for fact in cause.get("facts") or ()
    ):
        left = [told for told in asked.facts if told != fact]
        if len(left) == len(asked.facts):
            continue
        other = asked.with_facts(left)
        found.append(Choice(f"Leave out “{fact}”", other.path, outcome(ask(other))))
    return found


def candidates(answer: Answer, asked: Asked) -> list[Choice]:
    """For each thing that may be chosen: tell that it was. Empty where choosing it is among the facts that decide."""
    options = answer.get("options")
    figure = re.match(r"(?P<of>.+?) is (?:one of )?\S", str(answer.get("text")))
    if not options or answer.get("answer") != "set" or figure is None:
        return []
    return [
        Choice(f"{figure['of']} is {thing}.", asked.told(f"{figure['of']} is {thing}.").path, thing)
        for thing in options["candidates"]
    ]


def unread(answer: Answer, asked: Asked, book: Rulebook | None) -> list[Unread]:
    """What is not understood, each with sentences to click on that take its place."""
    found = []
    facts = asked.facts
    for part in answer.get("not_understood") or ():
        sentence, nearest = str(part.get("sentence", "")), tuple(part.get("nearest") or ())
        place = re.fullmatch(r"/facts/(\d+)", part["where"])
        others = [fact for number, fact in enumerate(facts) if place is None or number != int(place[1])]
        written = (
            replacements(book, sentence, nearest, others, question=place is None) if book is not None else ()
        )
        choices = tuple(
            Choice(each, (asked.asking(each) if place is None else asked.rewritten(int(place[1]), each)).path)
            for each in written
        )
        name = "The question" if place is None else f"Fact {int(place[1]) + 1}"
        found.append(
            Unread(
                int(place[1]) if place else None,
                name,
                sentence,
                str(part.get("why")),
                choices,
                () if choices else nearest,
            )
        )
    return found


def split(answer: Answer, asked: Asked, ask: Callable[[Asked], Answer]) -> list[Choice]:
    """For each kind of thing that the answer tells apart: ask about that kind, where the question can be put so."""
    found = []
    for part in answer.get("split") or ():
        path = None
        if not part["class"].startswith("any other "):
            path = _checked(_about(asked, part["class"], answer), part, ask)
        found.append(Choice(part["class"], path, outcome(part)))
    return found


def purposes(answer: Answer, asked: Asked, ask: Callable[[Asked], Answer]) -> list[Choice]:
    """For each purpose for which the answer is told apart: ask for that purpose."""
    found = []
    for part in answer.get("purposes") or ():
        question = f"{asked.question.rstrip(' ?.')} for {part['for']}?"
        found.append(Choice(part["for"], _checked([asked.asking(question)], part, ask), outcome(part)))
    return found


def readings(answer: Answer, asked: Asked) -> list[tuple[str, list[tuple[Answer, Choice]]]]:
    """For each statement with several readings: what the answer is under each, and a link that reads it so."""
    by_statement: dict[str, list[tuple[Answer, Choice]]] = {}
    for row in answer.get("readings") or ():
        path = asked.read_as("" if row.get("default") else f"{row['of']}={row['reading']}").path
        value = ", ".join(map(str, row["set"])) if row.get("set") else outcome(row)
        by_statement.setdefault(row["of"], []).append((row, Choice(row["reading"], path, value)))
    return list(by_statement.items())


def _of(case: Answer) -> str:
    return f"{case['of']}: " if case.get("of") else ""


def _about(asked: Asked, kind: str, answer: Answer) -> Sequence[Asked]:
    """The question with this kind in place of the class that it asks about."""
    wholes = {
        part["class"].removeprefix("any other ")
        for part in answer["split"]
        if part["class"].startswith("any other ")
    }
    article = "an" if kind[:1].lower() in "aeiou" else "a"
    found = []
    for whole in wholes:
        plural = rf"{re.escape(whole)}(?:s|es)?"
        found += [
            asked.asking(re.sub(rf"\b(?:an?|any|some) {plural}\b", f"{article} {kind}", asked.question)),
            asked.asking(re.sub(rf"\b{plural}\b", f"{article} {kind}", asked.question)),
        ]
    return [each for each in found if each.question != asked.question]


def _checked(tries: Sequence[Asked], expected: Answer, ask: Callable[[Asked], Answer]) -> str | None:
    """The address of the first of these questions that has the answer expected."""
    for each in tries:
        if outcome(ask(each)) == outcome(expected):
            return each.path
    return None
