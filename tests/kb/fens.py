"""The Fens: rulebooks of a few lines, invented for one test each, with punts, barges, eels and wet ground."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from ingest.diagnostics import Diagnostic
from kb.answer import ask
from kb.rulebook import Rulebook
from kb.rulefiles import read_rulebook

ONTOLOGY = """
@prefix owl:   <http://www.w3.org/2002/07/owl#> .
@prefix rdfs:  <http://www.w3.org/2000/01/rdf-schema#> .
@prefix vocab: <urn:hexlaw:vocab:> .
@prefix game:  <urn:hexlaw:wargame:kind:> .
@prefix :      <urn:hexlaw:fens:kind:> .

<urn:hexlaw:fens:ontology> a owl:Ontology ; rdfs:label "Fens" .

:Craft a owl:Class ; rdfs:label "craft" ; vocab:plural "craft" ; rdfs:subClassOf game:Unit .

:Punt a owl:Class ; rdfs:label "punt" ; rdfs:subClassOf :Craft .

:Barge a owl:Class ; rdfs:label "barge" ; rdfs:subClassOf :Craft .

:Raft a owl:Class ; rdfs:label "raft" ; rdfs:subClassOf :Craft .

[] a owl:AllDisjointClasses ; owl:members ( :Punt :Barge :Raft ) .

:Walker a owl:Class ; rdfs:label "walker" ; rdfs:subClassOf game:Unit .

[] a owl:AllDisjointClasses ; owl:members ( :Craft :Walker game:Vehicle ) .

:Eels a owl:Class ; rdfs:label "eels" ; vocab:mass true ; rdfs:subClassOf game:Thing .

:Peat a owl:Class ; rdfs:label "peat" ; vocab:mass true ; rdfs:subClassOf game:Thing .

[] a owl:AllDisjointClasses ; owl:members ( game:Unit :Eels :Peat ) .
"""

BOOK = """
id = "fens"
title = "Fens"
chapters = "F"

[[documents]]
id = "F1"
title = "Fens"
shape = "text-numbered"
numbering = "decimal-digits"
chapter = "F"
section = "1"
recognise = { line = '^1\\. FENS' }
"""

Answer = dict[str, Any]
Ask = Callable[..., Answer]
"""(facts, question) -> answer; facts as a list, or sentences in one text, a line each."""


def write(folder: Path, vocabulary: str, rules: str, ontology: str = ONTOLOGY) -> Path:
    """Write a rulebook "fens" into a folder of rulebooks; its own folder."""
    book = folder / "fens"
    book.mkdir(parents=True, exist_ok=True)
    (book / "book.toml").write_text(BOOK, encoding="utf-8")
    (book / "ontology.ttl").write_text(ontology, encoding="utf-8")
    (book / "vocabulary.rules").write_text(lines(vocabulary), encoding="utf-8")
    (book / "fens.rules").write_text(lines(rules), encoding="utf-8")
    return book


def lines(text: str) -> str:
    """A text written indented in a test, at the margin."""
    found = text.strip("\n").splitlines()
    depth = min((len(line) - len(line.lstrip()) for line in found if line.strip()), default=0)
    return "\n".join(line[depth:] for line in found) + "\n"


def load(
    folder: Path, vocabulary: str, rules: str, ontology: str = ONTOLOGY
) -> tuple[Rulebook, list[Diagnostic]]:
    """A rulebook "fens" as read from its files, and what is wrong with them."""
    return read_rulebook("fens", write(folder, vocabulary, rules, ontology))


def asker(
    folder: Path, patch: pytest.MonkeyPatch, vocabulary: str, rules: str, ontology: str = ONTOLOGY
) -> Ask:
    """Ask a rulebook "fens", written for the purpose and loaded without a finding."""
    _, found = load(folder, vocabulary, rules, ontology)
    assert [str(diagnostic) for diagnostic in found] == []
    patch.setenv("HEXLAW_RULEBOOKS", str(folder))

    def put(facts: str | Sequence[Any], question: str) -> Answer:
        told = (
            [line.strip() for line in facts.splitlines() if line.strip()]
            if isinstance(facts, str)
            else list(facts)
        )
        return ask({"rulebook": "fens", "facts": told, "question": question})

    return put
