"""HermiT held against plain Python: a closure that turns every crank, and an exact search for models."""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path

import pytest

from ontology import hermit
from ontology.books import book_folder
from ontology.owl import (
    WARGAME,
    Axiom,
    Ontology,
    OntologyError,
    check_consistency,
    classify_individuals,
    load_ontology,
)
from tests.ontology.test_owl import ASL, BOOKS, PREFIXES, paths_of

needs_java = pytest.mark.skipif(
    hermit.java() is None,
    reason=f"needs Java: HermiT checks the ontology ({hermit.INSTALL_JAVA})",
)

Pairs = frozenset[tuple[str, str]]


def closure(ontology: Ontology) -> tuple[frozenset[str], Pairs]:
    """Unsatisfiable classes and inferred pairs, as `ClassificationReport` has them; no case is split."""
    above = {entity.iri: {entity.iri} for entity in ontology.classes}
    grown = -1
    while grown != sum(map(len, above.values())):
        grown = sum(map(len, above.values()))
        for axiom in ontology.axioms:
            if axiom.kind == "subclass":
                above[axiom.subject].add(axiom.objects[0])
            if axiom.kind == "union":
                for member in axiom.objects:
                    above[member].add(axiom.subject)
                above[axiom.subject] |= set.intersection(*(above[member] for member in axiom.objects))
        for ups in above.values():
            for up in list(ups):
                ups |= above[up]
    bad = {iri for iri, ups in above.items() if any(_apart(axiom, ups) for axiom in ontology.axioms)}
    pairs = {(iri, up) for iri, ups in above.items() if iri not in bad for up in ups if up != iri}
    return frozenset(bad), frozenset(pairs)


def _apart(axiom: Axiom, ups: set[str]) -> bool:
    return axiom.kind == "disjoint" and len(ups & {axiom.subject, *axiom.objects}) > 1


Clauses = list[frozenset[tuple[str, bool]]]


def clauses_of(ontology: Ontology) -> Clauses:
    """The axioms about one thing, as clauses over "it is a K"."""
    clauses: Clauses = []
    for axiom in ontology.axioms:
        subject, objects = axiom.subject, axiom.objects
        if axiom.kind == "disjoint":
            pairs = combinations((subject, *objects), 2)
            clauses += [frozenset({(one, False), (other, False)}) for one, other in pairs]
        if axiom.kind == "union":
            clauses += [frozenset({(member, False), (subject, True)}) for member in objects]
        if axiom.kind in ("subclass", "union"):
            clauses.append(frozenset({(subject, False), *((iri, True) for iri in objects)}))
    return clauses


def possible(clauses: Clauses, told: dict[str, bool]) -> bool:
    """Whether something can be as told: take what is forced, else try both ways."""
    told = dict(told)
    while True:
        left = []
        for clause in clauses:
            if any(told.get(kind) is value for kind, value in clause):
                continue
            open_ = frozenset(literal for literal in clause if literal[0] not in told)
            if not open_:
                return False
            left.append(open_)
        forced = next((next(iter(clause)) for clause in left if len(clause) == 1), None)
        if forced is None:
            break
        told[forced[0]] = forced[1]
    if not left:
        return True
    kind = min(left[0])[0]
    return any(possible(left, {**told, kind: value}) for value in (True, False))


def by_models(ontology: Ontology) -> tuple[frozenset[str], Pairs]:
    """Unsatisfiable classes and inferred pairs, exactly, by searching for a counterexample to each."""
    clauses = clauses_of(ontology)
    kinds = [entity.iri for entity in ontology.classes]
    bad = frozenset(kind for kind in kinds if not possible(clauses, {kind: True}))
    pairs = frozenset(
        (one, other)
        for one in kinds
        for other in kinds
        if one != other and not {one, other} & bad and not possible(clauses, {one: True, other: False})
    )
    return bad, pairs


@needs_java
@pytest.mark.parametrize("book", BOOKS)
def test_the_shipped_ontologies_are_consistent_and_classified_as_by_hand(book: str) -> None:
    report = check_consistency(paths_of(book))
    bad, pairs = closure(load_ontology(paths_of(book)))
    assert report.unsatisfiable == bad == frozenset()
    assert report.subclasses == pairs


@needs_java
def test_what_follows_for_asl() -> None:
    asl, game = "urn:hexlaw:asl:kind:", "urn:hexlaw:wargame:kind:"
    pairs = check_consistency(ASL).subclasses
    assert (asl + "LandingCraft", asl + "Watercraft") in pairs
    assert (asl + "OceanRiverHex", asl + "WaterObstacleHex") in pairs
    assert (asl + "SubmergedReefHex", asl + "OceanGenusHex") in pairs
    assert (asl + "DDTank", game + "Vehicle") in pairs
    assert (asl + "DDTank", asl + "Amphibian") not in pairs
    assert (asl + "MapboardRiverHex", asl + "OceanGenusHex") not in pairs


@needs_java
def test_a_class_that_nothing_can_belong_to_is_named(tmp_path: Path) -> None:
    file = tmp_path / "x.ttl"
    file.write_text(
        PREFIXES
        + "@prefix game: <urn:hexlaw:wargame:kind:> .\n"
        + ':Mule a owl:Class ; rdfs:label "mule" ; rdfs:subClassOf game:Truck , game:Tank .\n'
        + ':Foal a owl:Class ; rdfs:label "foal" ; rdfs:subClassOf :Mule .\n',
        encoding="utf-8",
    )
    report = check_consistency([WARGAME, file])
    assert report.unsatisfiable == {"urn:test:kind:Mule", "urn:test:kind:Foal"}
    assert (report.unsatisfiable, report.subclasses) == closure(load_ontology([WARGAME, file]))


@needs_java
@pytest.mark.parametrize("seed", range(4))
def test_random_hierarchies_are_classified_as_by_search(seed: int, tmp_path: Path) -> None:
    pick = random.Random(seed)
    names = [f"K{n}" for n in range(20)]
    lines = [f':{name} a owl:Class ; rdfs:label "{name}" .' for name in names]
    for place, name in enumerate(names[1:], start=1):
        lines.append(f":{name} rdfs:subClassOf :{pick.choice(names[:place])} .")
    for name in pick.sample(names[:10], 3):
        members = " ".join(f":{member}" for member in pick.sample(names[10:], 3))
        lines.append(f":{name} owl:equivalentClass [ a owl:Class ; owl:unionOf ( {members} ) ] .")
    for one, other in pick.sample(list(combinations(names, 2)), 6):
        lines.append(f":{one} owl:disjointWith :{other} .")
    file = tmp_path / "x.ttl"
    file.write_text(PREFIXES + "\n".join(lines), encoding="utf-8")
    report = check_consistency([file])
    assert (report.unsatisfiable, report.subclasses) == by_models(load_ontology([file]))


@needs_java
def test_individuals_are_classified_in_lots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hermit, "LOT", 2)
    vehicle = {"vehicle", "unit", "thing"}
    assert classify_individuals(
        ASL, {"T1": {"truck", "amphibian"}, "S1": {"DD tank"}, "H": {"Ocean hex"}}
    ) == {
        "T1": {"truck", "amphibian", "Watercraft", *vehicle},
        "S1": {"DD tank", "tank", "AFV", *vehicle},
        "H": {"Ocean hex", "OCEAN hex", "Water Obstacle hex", "hex", "covering", "place"},
    }


@needs_java
def test_an_individual_that_cannot_be_is_named() -> None:
    files = ", ".join(map(str, ASL))
    told = {"A": {"boat"}, "B": {"LC"}, "C": {"land hex", "Submerged-reef hex"}, "D": {"truck"}}
    with pytest.raises(OntologyError) as raised:
        classify_individuals(ASL, told)
    assert str(raised.value) == f"{files}: C cannot be all of: Submerged-reef hex, land hex"
    with pytest.raises(OntologyError) as raised:
        classify_individuals(ASL, {"A": {"bote"}})
    assert str(raised.value) == f'{files}: no class is labelled "bote"'


def test_without_java_it_is_said_what_java_adds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    with pytest.raises(OntologyError) as raised:
        check_consistency([book_folder("asl") / "ontology.ttl"])
    assert str(raised.value) == (
        "java: needs Java: with it, HermiT checks that the ontology is consistent "
        "(install it: apt install default-jre-headless)"
    )
