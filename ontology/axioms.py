"""The records of an ontology: classes and axioms, as plain data that cost nothing to import."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class OntologyClass:
    """A kind, or a status that rules confer; `label` is the noun as the rule language writes it.

    `plural` is given only where irregular, never for a mass noun. `synonyms` are other nouns for the same
    class, sorted. No two classes share a label, synonym or plural.
    """

    iri: str
    label: str
    plural: str | None
    mass: bool
    synonyms: tuple[str, ...]
    status: bool


@dataclass(frozen=True, slots=True)
class Axiom:
    """One axiom; `subject` and `objects` are IRIs of classes, `cite` the statement it rests on, if any.

    subclass: every `subject` is an `objects[0]`. disjoint: nothing is two of `subject` and `objects`. union:
    every one of `objects` is a `subject`, and every `subject` is at least one of them; `negative` says that
    this second half acts as a rule too: what is none of `objects` is not a `subject`.
    """

    kind: Literal["subclass", "disjoint", "union"]
    subject: str
    objects: tuple[str, ...]
    cite: str | None
    negative: bool


@dataclass(frozen=True, slots=True)
class Ontology:
    """Classes by IRI and axioms by kind, subject and objects: the same order at every load."""

    classes: tuple[OntologyClass, ...]
    axioms: tuple[Axiom, ...]
