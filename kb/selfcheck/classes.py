"""Classes of things: what HermiT and the reasoner make of random units and hexes must be the same."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kb.reason.engine import Engine, Run
from kb.reason.program import Apart, build_program
from kb.reason.proof import YES
from kb.reason.situation import Situation
from kb.rulebook import Rulebook
from ontology.books import book_folder
from ontology.owl import WARGAME, classify_individuals, load_ontology

MOST_TOLD = 3
"""How many classes a thing is told to be of at most."""


@dataclass(frozen=True, slots=True)
class ClassDifference:
    """A thing of which HermiT and the reasoner differ: what it was told to be, and what only one of them concludes."""

    rulebook: str
    told: tuple[str, ...]
    only_hermit: tuple[str, ...]
    only_reasoner: tuple[str, ...]


class Classes:
    """Things told to be of some classes, and what then follows from the axioms of a rulebook alone."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.vocabulary = book.vocabulary
        own = book_folder(book.id) / "ontology.ttl"
        self.paths = [WARGAME, *([own] if own.exists() else [])]
        self.labels = sorted(
            entity.label
            for entity in load_ontology(self.paths).classes
            if entity.label in self.vocabulary.templates
        )
        contents = book.contents
        apart = {
            noun: [Apart(other, statements) for other, statements in found]
            for noun, found in contents.apart.items()
        }
        program, _ = build_program(self.vocabulary, (), contents.axioms, apart, contents.statements)
        self.engine = Engine(program)

    def things(self, number: int, seed: int) -> Iterator[tuple[str, frozenset[str]]]:
        """So many things, each told to be of one to three classes that can go together."""
        chance = random.Random(f"{seed} classes of {self.book.id}")
        for index in range(number):
            told: frozenset[str] = frozenset()
            for _ in range(chance.randint(1, MOST_TOLD)):
                more = told | {chance.choice(self.labels)}
                if self.go_together(more):
                    told = more
            yield f"thing {index + 1}", told or frozenset({chance.choice(self.labels)})

    def go_together(self, told: frozenset[str]) -> bool:
        """Whether the reasoner finds nothing wrong with a thing of all these classes."""
        situation = Situation(self.vocabulary)
        if any(situation.tell(label, ("it",), True, label) is not None for label in sorted(told)):
            return False
        run = Run(self.engine, situation)
        return all(run.verdict(label, ("it",)).verdict == YES for label in told)

    def concluded(self, told: frozenset[str]) -> set[str]:
        """Every class of which the reasoner says that a thing told to be of these belongs to it."""
        situation = Situation(self.vocabulary)
        for label in sorted(told):
            situation.tell(label, ("it",), True, label)
        run = Run(self.engine, situation)
        return {label for label in self.labels if run.verdict(label, ("it",)).verdict == YES}

    def differences(self, facts: Mapping[str, frozenset[str]]) -> list[ClassDifference]:
        """The things of which the two differ. Raises `OntologyError` without Java."""
        found = classify_individuals(self.paths, facts)
        known = set(self.labels)
        differences = []
        for thing, told in facts.items():
            hermit, reasoner = found[thing] & known, self.concluded(told)
            if hermit != reasoner:
                differences.append(
                    ClassDifference(
                        self.book.id,
                        tuple(sorted(told)),
                        tuple(sorted(hermit - reasoner)),
                        tuple(sorted(reasoner - hermit)),
                    )
                )
        return differences
