"""What HermiT, a complete reasoner for OWL, makes of an ontology: a second opinion, never needed to answer.

HermiT runs on Java; everything else here runs without.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ontology.errors import OntologyError
from ontology.turtle import read_turtle
from ontology.world import owlready2, world_of

LOT = 500
"""Individuals asked about at once: HermiT takes 1.6 s for 500 and 22 s for 2,000."""

INSTALL_JAVA = "apt install default-jre-headless"
"""What brings Java to a Debian or Ubuntu machine."""


@dataclass(frozen=True, slots=True)
class ClassificationReport:
    """Classes that nothing can belong to, and all pairs (class, superclass) that follow, both by IRI.

    The pairs are closed under chaining; owl:Thing and the pair of a class with itself are left out.
    """

    unsatisfiable: frozenset[str]
    subclasses: frozenset[tuple[str, str]]


def java() -> str | None:
    """Where Java is, or None; without it nothing is lost but HermiT's checks."""
    return shutil.which("java")


def check_consistency(paths: Sequence[Path]) -> ClassificationReport:
    """The hierarchy as HermiT classifies it; raises OntologyError where Java is missing."""
    _need_java("checks that the ontology is consistent")
    turtle = read_turtle(paths)
    with world_of(turtle) as world:
        if not _run(world):
            raise turtle.error("the ontology contradicts itself")
        bad = frozenset(c.iri for c in world.inconsistent_classes() if c is not owlready2.Nothing)
        pairs = frozenset(
            (entity.iri, other.iri)
            for entity in world.classes()
            if entity.iri not in bad
            for other in entity.ancestors()
            if other is not owlready2.Thing and other.iri != entity.iri
        )
    return ClassificationReport(bad, pairs)


def classify_individuals(paths: Sequence[Path], facts: Mapping[str, Set[str]]) -> dict[str, set[str]]:
    """For each name told to be of some classes (by label), the labels of all classes it then belongs to.

    Asked in lots of at most LOT. Raises OntologyError where Java is missing, where a label is unknown, and
    where a name is told to be what nothing can be.
    """
    _need_java("classifies individuals for cross-checks")
    names = sorted(facts)
    found: dict[str, set[str]] = {}
    for start in range(0, len(names), LOT):
        lot = {name: facts[name] for name in names[start : start + LOT]}
        result = _classify(paths, lot)
        if result is None:
            name = _culprit(paths, lot)
            told = ", ".join(sorted(facts[name]))
            raise OntologyError(f"{name} cannot be all of: {told}", _files(paths))
        found.update(result)
    return found


def _classify(paths: Sequence[Path], lot: Mapping[str, Set[str]]) -> dict[str, set[str]] | None:
    """The lot classified, or None if it contradicts the ontology."""
    with world_of(read_turtle(paths)) as world:
        kinds = {str(entity.label[0]): entity for entity in world.classes() if entity.label}
        things = world.get_ontology("urn:hexlaw:individuals#")
        individuals: dict[str, Any] = {}
        with things:
            for number, (name, labels) in enumerate(lot.items()):
                unknown = sorted(labels - kinds.keys())
                if unknown:
                    raise OntologyError(f'no class is labelled "{unknown[0]}"', _files(paths))
                individual = owlready2.Thing(f"i{number}", namespace=things)
                individual.is_a.extend(kinds[label] for label in sorted(labels))
                individuals[name] = individual
        if not _run(world):
            return None
        return {
            name: {
                str(ancestor.label[0])
                for kind in individual.is_a
                for ancestor in kind.ancestors()
                if ancestor is not owlready2.Thing
            }
            for name, individual in individuals.items()
        }


def _culprit(paths: Sequence[Path], lot: Mapping[str, Set[str]]) -> str:
    """The name of a lot that contradicts the ontology by itself, found by halving."""
    names = sorted(lot)
    while len(names) > 1:
        half = names[: len(names) // 2]
        innocent = _classify(paths, {name: lot[name] for name in half}) is not None
        names = names[len(half) :] if innocent else half
    return names[0]


def _run(world: Any) -> bool:
    """Let HermiT classify the world in place; False if it is inconsistent."""
    try:
        owlready2.sync_reasoner_hermit(world, debug=0)
    except owlready2.OwlReadyInconsistentOntologyError:
        return False
    except owlready2.OwlReadyJavaError as error:
        raise OntologyError(f"HermiT failed: {str(error).splitlines()[-1]}", "java") from error
    return True


def _need_java(what: str) -> None:
    if java() is None:
        raise OntologyError(f"needs Java: with it, HermiT {what}", "java", hint=f"install it: {INSTALL_JAVA}")


def _files(paths: Sequence[Path]) -> str:
    return ", ".join(str(path) for path in paths)
