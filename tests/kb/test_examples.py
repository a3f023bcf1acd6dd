"""The examples that the vocabulary gives: each is read in exactly one way, and means what it is an example of."""

from __future__ import annotations

import pytest

from kb.cache import rulebook_of
from kb.reason.situation import Situation
from kb.rulelang.asking import Asked, AskedFigure
from kb.rulelang.examples import example_fact, example_question
from kb.rulelang.scenario import ScenarioReader
from kb.rulelang.sentence import Compared, Measured, Predicated, Said
from kb.rulelang.vocabulary import ASKED
from kb.rulelang.words import with_article, words
from ontology.books import rulebook_ids


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_every_example_of_a_shipped_rulebook_is_read_in_one_way(home: object, rulebook: str) -> None:
    vocabulary = rulebook_of(rulebook).vocabulary
    odd: list[tuple[str, object]] = []
    for template in vocabulary.templates.values():
        reader = ScenarioReader(vocabulary)
        fact = example_fact(vocabulary, template)
        readings = reader.reader.read(words(fact))
        about = [
            reading.template
            if isinstance(reading, Said)
            else reading.predicates[-1]
            if isinstance(reading, Predicated)
            else reading.left.template
            if isinstance(reading, Compared) and isinstance(reading.left, Measured)
            else ""
            for reading in readings
        ]
        known = Situation(vocabulary)
        if about != [template.id] and not _told_of_kind(reader, known, fact, template.id):
            odd.append((fact, readings))
            continue
        question = example_question(vocabulary, template)
        asked = reader.question(question, known)
        meant = (
            asked.atoms[-1][0]
            if isinstance(asked, Asked)
            else asked.template
            if isinstance(asked, AskedFigure)
            else ""
        )
        # A noun whose question the vocabulary gives to another template is asked as that one.
        own = (
            f"{with_article(template.slots[0])} is {with_article(template.id)}"
            if template.kind == "noun"
            else ""
        )
        rather = [name for name, text in vocabulary.phrasings if text.replace("~", " ") == f"{ASKED}{own}"]
        if meant not in (rather or [template.id]):
            odd.append((question, asked))
    assert odd == []


def _told_of_kind(reader: ScenarioReader, known: Situation, fact: str, kind: str) -> bool:
    """Whether a fact tells of a thing of which nothing is known that it is of a kind, and nothing else: what the same words say
    of a thing of another kind ("L1 is a wreck", of a LC) they do not say of this one. The fact is then `known`."""
    reader.fact(fact, known)
    return [list(kinds) for kinds in known.kinds.values()] == [[kind]] and not any(
        known.vocabulary.templates[name].unary for name, _ in known.told
    )
