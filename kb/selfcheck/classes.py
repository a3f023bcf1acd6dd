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
        self.ontology = load_ontology(self.paths)
        self.names = {entity.iri: entity.label for entity in self.ontology.classes}
        self.labels = sorted(set(self.names.values()) & set(self.vocabulary.templates))
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

    def above(self, told: frozenset[str]) -> frozenset[str]:
        """These classes and all that they belong to by subclass and union, by label."""
        found = set(told)
        grown = 0
        while grown != len(found):
            grown = len(found)
            for axiom in self.ontology.axioms:
                subject, objects = self.names[axiom.subject], [self.names[each] for each in axiom.objects]
                if axiom.kind == "subclass" and subject in found:
                    found.add(objects[0])
                if axiom.kind == "union" and found.intersection(objects):
                    found.add(subject)
        return frozenset(found)

    def can_be(self, told: frozenset[str]) -> bool:
        """Whether a thing can be of all these classes: of no two that are disjoint, and of each union some member."""
        found = self.above(told)
        for axiom in self.ontology.axioms:
            members = [self.names[each] for each in axiom.objects]
            if axiom.kind == "disjoint" and len(found & {self.names[axiom.subject], *members}) > 1:
                return False
            if (
                axiom.kind == "union"
                and self.names[axiom.subject] in found
                and not found.intersection(members)
                and not any(self.can_be(found | {member}) for member in members)
            ):
                return False
        return True

    def undecided(self, told: frozenset[str]) -> bool:
        """Whether a thing is told to be of a genus, and of none of its species: only by ruling species out one by one could
        more follow from what else it is, and that the reasoner does not do."""
        found = self.above(told)
        return any(
            axiom.kind == "union"
            and self.names[axiom.subject] in found
            and not found.intersection(self.names[each] for each in axiom.objects)
            for axiom in self.ontology.axioms
        )

    def go_together(self, told: frozenset[str]) -> bool:
        """Whether a thing can be of all these classes, and the reasoner finds nothing wrong with it."""
        if not self.can_be(told) or (len(told) > 1 and self.undecided(told)):
            return False
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
