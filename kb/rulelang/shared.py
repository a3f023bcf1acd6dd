"""Sentences that two templates share: what a sentence means is never guessed from the kinds of its things."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kb.rulelang.patterns import Which, all_asserted
from kb.rulelang.vocabulary import Element, Slot, Template, ValueSlot, Vocabulary, unmarked
from kb.rulelang.words import with_article

_Sentence = tuple[Template, Sequence[Element | Which], tuple[str, ...], Sequence[Element | Which]]


def shared_sentences(vocabulary: Vocabulary) -> Iterator[tuple[Template, Template, str]]:
    """Pairs of templates of which a sentence could be either, with such a sentence; each pair once.

    Slots whose classes no thing can be of both keep two templates apart, since types reject readings.
    """
    alike: dict[tuple[object, ...], list[_Sentence]] = {}
    for template, before, middles, after in all_asserted(vocabulary):
        first, last = _form(before), _form(after)
        for middle in middles:
            alike.setdefault((*first, *middle, *last), []).append((template, before, middle, after))
    found: dict[tuple[str, str], tuple[Template, Template, str]] = {}
    for sentences in alike.values():
        for position, later in enumerate(sentences):
            for earlier in sentences[:position]:
                pair = (earlier[0].id, later[0].id)
                if pair[0] != pair[1] and _may_fit_both(vocabulary, earlier, later):
                    sentence = _words(later)
                    if pair not in found or sentence in _plain(later[0]):
                        found[pair] = (earlier[0], later[0], sentence)
    yield from found.values()


def _form(elements: Sequence[Element | Which]) -> tuple[object, ...]:
    return tuple([e if isinstance(e, str) else type(e) for e in elements])


def _plain(template: Template) -> tuple[str, ...]:
    return tuple(map(unmarked, template.wordings))


def _may_fit_both(vocabulary: Vocabulary, one: _Sentence, other: _Sentence) -> bool:
    slots = zip(_slots(one), _slots(other), strict=True)
    return all(vocabulary.related(kind, other_kind) for kind, other_kind in slots)


def _slots(sentence: _Sentence) -> list[str]:
    template, before, _, after = sentence
    return [template.slots[e.index] for e in (*before, *after) if isinstance(e, Slot)]


def _words(sentence: _Sentence) -> str:
    """The words of a sentence with the classes of its slots and "…" for a value."""
    template, before, middle, after = sentence
    parts = []
    for element in (*before, *middle, *after):
        if isinstance(element, Slot):
            parts.append(with_article(template.slots[element.index]))
        else:
            parts.append("…" if isinstance(element, ValueSlot) else str(element))
    return " ".join(parts)
