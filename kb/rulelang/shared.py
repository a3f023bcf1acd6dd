"""Sentences that two templates share: what a sentence means is never guessed from the kinds of its things."""

from __future__ import annotations

from collections.abc import Iterator

from kb.rulelang.patterns import Pattern, all_said
from kb.rulelang.vocabulary import Slot, Template, ValueSlot, Vocabulary
from kb.rulelang.words import with_article


def shared_sentences(vocabulary: Vocabulary) -> Iterator[tuple[Template, Template, str]]:
    """Pairs of templates of which a sentence could be either, with such a sentence; each pair once.

    Slots whose classes no thing can be of both keep two templates apart, since types reject readings.
    """
    alike: dict[tuple[object, ...], list[Pattern]] = {}
    for pattern in all_said(vocabulary):
        form = tuple([e if isinstance(e, str) else type(e) for e in pattern.elements])
        alike.setdefault(form, []).append(pattern)
    found: dict[tuple[str, str], tuple[Template, Template, str]] = {}
    for patterns in alike.values():
        for position, later in enumerate(patterns):
            for earlier in patterns[:position]:
                pair = (earlier.template.id, later.template.id)
                if pair[0] != pair[1] and _may_fit_both(vocabulary, earlier, later):
                    sentence = _sentence(later)
                    if pair not in found or sentence in _plain(later.template):
                        found[pair] = (earlier.template, later.template, sentence)
    yield from found.values()


def _plain(template: Template) -> tuple[str, ...]:
    return tuple(wording.replace("~", " ").replace("^", "") for wording in template.wordings)


def _may_fit_both(vocabulary: Vocabulary, one: Pattern, other: Pattern) -> bool:
    slots = zip(_slots(one), _slots(other), strict=True)
    return all(vocabulary.related(kind, other_kind) for kind, other_kind in slots)


def _slots(pattern: Pattern) -> list[str]:
    return [pattern.template.slots[e.index] for e in pattern.elements if isinstance(e, Slot)]


def _sentence(pattern: Pattern) -> str:
    """The words of a pattern with the classes of its slots and "…" for a value."""
    parts = []
    for element in pattern.elements:
        if isinstance(element, Slot):
            parts.append(with_article(pattern.template.slots[element.index]))
        else:
            parts.append("…" if isinstance(element, ValueSlot) else str(element))
    return " ".join(parts)
