"""Examples: for each template of a vocabulary a fact and a question about made-up things, as a player would write them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from kb.rulelang.render import PLACES, amount, article
from kb.rulelang.vocabulary import Slot, Template, ValueSlot, Vocabulary, verb_position
from kb.rulelang.words import AUXILIARIES, base_form


def example_fact(vocabulary: Vocabulary, template: Template, value: str | None = None) -> str:
    """A fact that tells a template: "T1 is a truck.", "The depth of hex 1 is deep."; of a figure, that it has this value."""
    names = example_names(vocabulary, template)
    if template.kind == "figure":
        text = f"{_figure(vocabulary, template, names)} is {value or example_value(template)}"
    elif template.unary:
        text = f"{names[0]} is {_predicate(template)}"
    else:
        text = _filled(vocabulary, template, names)
    return f"{_capital(text)}."


def example_question(vocabulary: Vocabulary, template: Template) -> str:
    """A question about a template: "Is T1 a truck?", "What is the depth of hex 1?", "May unit U1 enter hex 2?"."""
    names = example_names(vocabulary, template)
    if template.kind == "figure":
        return f"What is {_figure(vocabulary, template, names)}?"
    if template.unary:
        return f"Is {names[0]} {_predicate(template)}?"
    return f"{_capital(_filled(vocabulary, template, names, asked=True))}?"


def example_names(vocabulary: Vocabulary, template: Template) -> list[str]:
    """Names for the things in the slots, no two alike: "hex 1", "hexside 2-3", "vehicle V1"."""
    found: list[str] = []
    for number, slot in enumerate(template.slots or (template.id,), 1):
        if vocabulary.is_a(slot, "hexside"):
            name = f"{number}-{number + 1}"
        elif vocabulary.is_a(slot, "hex"):
            name = str(number)
        else:
            name = f"{slot[0].upper()}{number}"
        noun = "" if vocabulary.templates[slot].mass else slot
        if not template.slots:  # what a thing is: only places are called by a noun too
            noun = next((place for place in PLACES[:2] if vocabulary.is_a(slot, place)), "")
        found.append(f"{noun} {name}".strip())
    return found


def _predicate(template: Template) -> str:
    return template.id if template.kind == "adjective" else article(template)


def example_value(template: Template) -> str:
    """A value that a figure may have: "deep", "hex 9", "2 hexes"."""
    if template.values:
        return template.values[0].name
    if template.of is not None:
        return f"{template.of} {template.of[0].upper()}9" if template.of != "hex" else "hex 9"
    return amount(Fraction(2), template.unit)


def _figure(vocabulary: Vocabulary, template: Template, names: Sequence[str]) -> str:
    return " ".join(
        names[element.index] if isinstance(element, Slot) else str(element)
        for element in vocabulary.display(template.wordings[0], template)
    )


def _filled(vocabulary: Vocabulary, template: Template, names: Sequence[str], *, asked: bool = False) -> str:
    """The first wording about these things, or the question that it makes."""
    elements: list[str | Slot | ValueSlot] = [*vocabulary.display(template.wordings[0], template)]
    at = verb_position(elements, template.wordings[0])
    verb = elements[at]
    assert isinstance(verb, str)
    before, after = elements[:at], elements[at + 1 :]
    order: list[object]
    if template.kind in ("may", "must"):
        base = base_form(verb)
        order = [template.kind, *before, base, *after] if asked else [*before, template.kind, base, *after]
    elif not asked:
        order = list(elements)
    elif verb in AUXILIARIES:
        order = [verb, *before, *after]
    else:
        order = ["does", *before, base_form(verb), *after]
    return " ".join(names[part.index] if isinstance(part, Slot) else str(part) for part in order)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
