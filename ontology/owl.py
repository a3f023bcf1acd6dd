"""The door to the OWL ontology: Turtle files in, plain records out, and HermiT's opinion where Java is.

Importing this is cheap. Calling it imports rdflib (0.15 s) and owlready2 (0.05 s), so whoever must start fast
keeps what was loaded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from pathlib import Path
from typing import TYPE_CHECKING

from ontology.axioms import Axiom, Ontology, OntologyClass
from ontology.errors import OntologyError

if TYPE_CHECKING:
    from ontology.hermit import ClassificationReport

__all__ = [
    "WARGAME",
    "Axiom",
    "Ontology",
    "OntologyClass",
    "OntologyError",
    "check_consistency",
    "classify_individuals",
    "load_ontology",
]

WARGAME = Path(__file__).with_name("wargame.ttl")
"""The kinds common to hex wargames; give it before a rulebook's own ontology.ttl."""


def load_ontology(paths: Sequence[Path]) -> Ontology:
    """What the Turtle files say, all taken together; raises OntologyError with file and line.

    Nothing is fetched: what a file builds on is given as an earlier path, not as an import.
    """
    from ontology.turtle import read_turtle
    from ontology.world import read_world

    return read_world(read_turtle(paths))


def check_consistency(paths: Sequence[Path]) -> ClassificationReport:
    """The hierarchy as HermiT classifies it; raises OntologyError where Java is missing."""
    from ontology import hermit

    return hermit.check_consistency(paths)


def classify_individuals(paths: Sequence[Path], facts: Mapping[str, Set[str]]) -> dict[str, set[str]]:
    """For each name told to be of some classes (by label), the labels of all classes it then belongs to.

    Raises OntologyError where Java is missing, where a label is unknown, and where a name is told to be what
    nothing can be.
    """
    from ontology import hermit

    return hermit.classify_individuals(paths, facts)
