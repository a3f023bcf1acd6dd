"""Loading: what the shipped ontologies say, that each citation exists, and what is said of a bad file."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from ingest.pipeline import ingest
from ontology.books import book_folder, load_book, rulebook_ids
from ontology.owl import WARGAME, Axiom, Ontology, OntologyError, load_ontology

ASL = [WARGAME, book_folder("asl") / "ontology.ttl"]
BOOKS = [book for book in rulebook_ids() if (book_folder(book) / "ontology.ttl").is_file()]

PREFIXES = """\
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix vocab: <urn:hexlaw:vocab:> .
@prefix : <urn:test:kind:> .
"""


def paths_of(book: str) -> list[Path]:
    return [WARGAME, book_folder(book) / "ontology.ttl"]


def by_label(ontology: Ontology) -> set[tuple[str, str, tuple[str, ...], str | None, bool]]:
    """The axioms with labels for IRIs."""
    names = {entity.iri: entity.label for entity in ontology.classes}
    return {
        (a.kind, names[a.subject], tuple(names[iri] for iri in a.objects), a.cite, a.negative)
        for a in ontology.axioms
    }


@pytest.fixture(scope="module")
def asl() -> Ontology:
    return load_ontology(ASL)


STEPS = (
    "mapboard step",
    "Beach-overlay step",
    "reef step",
    "Slope step",
    "width step",
    "purchase step",
    "OCEAN-overlay step",
    "defender step",
    "Recon step",
    "UDT step",
    "Tide step",
    "Surf step",
    "attacker step",
    "Bombardment step",
    "opening of play",
)


def test_the_axioms_of_asl_that_rest_on_a_statement(asl: Ontology) -> None:
    water, ocean = "Water Obstacle hex", ("Ocean hex", "OCEAN-lake hex", "OCEAN-river hex")
    assert {axiom for axiom in by_label(asl) if axiom[3]} == {
        ("union", "Watercraft", ("LC", "boat", "amphibian"), "G13.401-s1", True),
        ("union", "OCEAN hex", ocean, "G13.12-s2", False),
        ("disjoint", ocean[0], ocean[1:], "G13.12-s2", False),
        ("subclass", "amphibian", ("vehicle",), "G13.401-s2", False),
        ("subclass", "OCEAN hex", (water,), "G13.12-s2", False),
        ("subclass", "canal hex", (water,), "B21.11-s1", False),
        ("subclass", "river hex", (water,), "B21.12-s1", False),
        ("subclass", "pond hex", (water,), "B21.13-s1", False),
        ("subclass", "lake hex", (water,), "B21.14-s1", False),
        ("disjoint", "stream hex", (water,), "B21.1-s2", False),
        ("subclass", "pond hexside", ("Water Obstacle hexside",), "B21.13-s4", False),
        ("subclass", "Submerged-reef hex", ("Ocean hex",), "G13.431-s4", False),
        ("disjoint", "Exposed-reef hex", ("Submerged-reef hex",), "G13.431-s1", False),
        ("disjoint", "land hex", ("OCEAN hex",), "G13.4-s3", False),
        ("disjoint", "land hex", (water,), "G13.493-s1", False),
        ("subclass", "Beach hex", ("land hex",), "G13.2-s1", False),
        ("subclass", "Hinterland hex", ("land hex",), "G13.2-s1", False),
        ("disjoint", "OCEAN-Hinterland hexside", ("OCEAN-Island hexside",), "G13.41-s1", False),
        ("disjoint", "wooden-pier hex", ("stone-pier hex",), "G13.7-s2", False),
        ("disjoint", "low-seawall hexside", ("high-seawall hexside",), "G13.6-s2", False),
        ("subclass", "Beach-overlay hex", ("Beach hex",), "G13.1-s1", False),
        ("subclass", "Effluent hex", ("Beach hex",), "G13.14-s3", False),
        ("disjoint", "attacker", ("defender",), "G13.97-s1", False),
        ("disjoint", STEPS[0], STEPS[1:], "G13.9-s1", False),
    }


def test_general_knowledge_of_the_game_has_no_citation(asl: Ontology) -> None:
    axioms = by_label(asl)
    for kind, parent in [("LC", "vehicle"), ("boat", "vehicle"), ("DD tank", "tank"), ("tank", "vehicle")]:
        assert ("subclass", kind, (parent,), None, False) in axioms
    wheeled = ("motorcycle", "wagon", "sledge", "jeep", "truck")
    vehicles = ("boat", "glider", *wheeled, "tank", "halftrack", "car")
    assert ("disjoint", "LC", vehicles, None, False) in axioms
    assert ("disjoint", "vehicle", ("Infantry", "cavalry", "horse"), None, False) in axioms


def test_an_amphibian_may_be_a_truck_or_a_tank(asl: Ontology) -> None:
    for kind, subject, objects, _, _ in by_label(asl):
        apart = kind == "disjoint" and "amphibian" in (subject, *objects)
        assert not apart or {subject, *objects} == {"LC", "boat", "amphibian", "glider", "swimmer"}


def test_nouns_and_their_kinds(asl: Ontology) -> None:
    nouns = {entity.label: entity for entity in asl.classes}
    assert {label for label, noun in nouns.items() if noun.mass} == {
        "Infantry",
        "SMOKE",
        "Wire",
        "cavalry",
        "rubble",
    }
    assert {label: noun.plural for label, noun in nouns.items() if noun.plural} == {
        "AFV": "AFV",
        "BAZ": "BAZ",
        "DC": "DC",
        "FT": "FT",
        "LC": "LC",
        "MG": "MG",
        "MMC": "MMC",
        "PF": "PF",
        "PSK": "PSK",
        "SMC": "SMC",
        "SW": "SW",
        "body of water": "bodies of water",
        "LOS": "LOS",
        "Watercraft": "Watercraft",
        "hero": "heroes",
    }
    assert {label: noun.synonyms for label, noun in nouns.items() if noun.synonyms} == {
        "BAZ": ("bazooka",),
        "body of water": ("stretch of water", "waterway"),
        "boat": ("assault boat", "pneumatic boat", "rubber boat"),
        "FT": ("flamethrower",),
        "Gun": ("AT Gun", "AT gun", "ATG", "INF Gun", "anti-tank gun"),
        "LC": ("landing craft",),
        "MG": ("machine gun",),
        "crew": ("gun crew",),
        "hexrow": ("Hex Grain", "hex grain", "hex row", "row of hexes"),
        "SW": ("support weapon",),
        "LOS": ("line of sight",),
        "attack": ("hit",),
        "hex": ("Location",),
        "mine": ("minefield",),
        "halftrack": ("half-track",),
        "half-squad": ("HS",),
        "horse": ("Horse counter",),
        "mortar": ("light mortar",),
        "Wire": ("Wire counter",),
        "A-P mine": ("A-P minefield", "anti-personnel mine", "anti-personnel minefield"),
        "A-T mine": ("A-T minefield", "anti-tank mine", "anti-tank minefield"),
        "ATR": ("anti-tank rifle",),
        "DC": ("demolition charge",),
        "HMG": ("heavy machine gun",),
        "LMG": ("light machine gun",),
        "MMG": ("medium machine gun",),
        "PF": ("Panzerfaust",),
        "PSK": ("Panzerschreck",),
    }
    told = {"thing", "unit", "vehicle", "truck", "tank", "LC", "boat", "hex", "hexside"}
    assert {label for label in told if nouns[label].status} == set()
    conferred = {
        "glider",
        "Water Obstacle hex",
        "OCEAN hex",
        "Ocean hex",
        "Watercraft",
        "amphibian",
        "land hex",
        "DD tank",
    }
    assert {label for label in conferred if not nouns[label].status} == set()


@pytest.mark.parametrize("book", BOOKS)
def test_labels_and_names_are_unique(book: str) -> None:
    classes = load_ontology(paths_of(book)).classes
    labels = [entity.label for entity in classes]
    assert len(set(labels)) == len(labels)
    folded = [entity.iri.lower() for entity in classes]
    assert len(set(folded)) == len(folded)


def test_every_citation_is_a_statement_of_the_outline(asl: Ontology) -> None:
    outlines = "\n".join(
        path.read_text(encoding="utf-8") for path in sorted(ASL[1].parent.glob("outline-*.json"))
    )
    known = set(re.findall(r'"([A-Z]\d[\d.]*-s\d+)"', outlines))
    assert {axiom.cite for axiom in asl.axioms if axiom.cite} - known == set()


def test_every_citation_of_tidewrack_is_a_statement_of_its_text() -> None:
    folder = book_folder("tidewrack")
    known: set[str] = set()
    for source in sorted((folder / "sources").iterdir()):
        document = ingest(source.read_bytes(), source.name, [load_book(folder)])
        known |= set(re.findall(r"'(T[\w.]+-s\d+)'", repr(document)))
    cited = {axiom.cite for axiom in load_ontology(paths_of("tidewrack")).axioms if axiom.cite}
    assert cited
    assert cited - known == set()


@pytest.mark.parametrize("statement", ["G13.401-s1", "G13.12-s2", "B21.11-s1", "G13.4-s3", "G13.431-s4"])
def test_taking_a_block_out_of_the_file_takes_its_axiom_out(
    statement: str, asl: Ontology, tmp_path: Path
) -> None:
    blocks = ASL[1].read_text(encoding="utf-8").split("\n\n")
    copy = tmp_path / "ontology.ttl"
    kept = [block for block in blocks if f'"{statement}"' not in block]
    copy.write_text("\n\n".join(kept), encoding="utf-8")
    left = load_ontology([WARGAME, copy])
    assert left.classes == asl.classes
    assert set(left.axioms) == {axiom for axiom in asl.axioms if axiom.cite != statement}


@pytest.mark.parametrize("book", BOOKS)
def test_two_loads_give_the_same_in_the_same_order(book: str) -> None:
    assert load_ontology(paths_of(book)) == load_ontology(paths_of(book))


def test_loading_says_nothing() -> None:
    """Neither import nor load prints, whatever owlready2 has to say."""
    code = "from ontology.owl import WARGAME, load_ontology; load_ontology([WARGAME])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert (run.stdout, run.stderr) == ("", "")


def test_the_records_cost_no_library() -> None:
    code = "import sys, ontology.owl; print({'rdflib', 'owlready2'} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert run.stdout == "set()\n"


def test_a_union_without_a_citation_or_a_negative(tmp_path: Path) -> None:
    file = tmp_path / "x.ttl"
    file.write_text(
        PREFIXES
        + ':A a owl:Class ; rdfs:label "a" ; owl:equivalentClass [ a owl:Class ; owl:unionOf ( :B :C ) ] .\n'
        + ':B a owl:Class ; rdfs:label "b" .\n:C a owl:Class ; rdfs:label "c" .\n',
        encoding="utf-8",
    )
    members = ("urn:test:kind:B", "urn:test:kind:C")
    assert load_ontology([file]).axioms == (Axiom("union", "urn:test:kind:A", members, None, False),)


A, B = ':A a owl:Class ; rdfs:label "a" .\n', ':B a owl:Class ; rdfs:label "b" .\n'
CITES = "[] a owl:Axiom ; owl:annotatedSource :A ; owl:annotatedProperty rdfs:subClassOf ;\n"
NOUN_HINT = "(words with single spaces between them, without punctuation)"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (':A a owl:Class ; rdfs:label "a\n', "5: is not Turtle: newline found in string literal"),
        (
            ":A a owl:Class\n:B a owl:Class .",
            "6: is not Turtle: expected '.' or '}' or ']' at end of statement",
        ),
        ("\n:A a foo:Class .", '6: is not Turtle: Prefix "foo:" not bound'),
        (A + ":A rdfs:seeAlso <a{b> .", "6: <a{b> is not an IRI"),
        (A + ":B a owl:Class .", "6: B needs one rdfs:label, the noun for it, and has none"),
        (':A a owl:Class ; rdfs:label "a", "b" .', "5: A needs one rdfs:label, the noun for it, and has 2"),
        (A + ':B a owl:Class ; rdfs:label "a" .', '6: "a" is a name of both A and B'),
        (A + ':B a owl:Class ; rdfs:label "b" ; vocab:plural "a" .', '6: "a" is a name of both A and B'),
        (':A a owl:Class ; rdfs:label "a, b" .', f'5: A: "a, b" cannot be a noun {NOUN_HINT}'),
        (':A a owl:Class ; rdfs:label "a" ; vocab:plural "b", "c" .', "5: A has 2 plurals"),
        (
            ':A a owl:Class ; rdfs:label "a" ; vocab:mass true ; vocab:plural "b" .',
            "5: A is a mass noun and has a plural",
        ),
        (':A a owl:Class ; rdfs:label "a" ; vocab:mass "yes" .', "5: vocab:mass is true or false, not yes"),
        (
            ':A a owl:Class ; rdfs:label "a" ; vocab:masss true .',
            "5: there is no annotation vocab:masss (there are: vocab:statement, vocab:onlyIf, vocab:plural, "
            "vocab:mass, vocab:status)",
        ),
        (
            ':A a owl:Class ; rdfs:label "a" ; vocab:statement "1-s1" .',
            "5: vocab:statement stands on an axiom, not on a class",
        ),
        (A + ":A rdfs:subClassOf :Gone .", "6: Gone is not declared as a class"),
        (
            A + "[] a owl:AllDisjointClasses ; owl:members ( :A :Gone ) .",
            "6: Gone is not declared as a class",
        ),
        (
            A + "[] a owl:AllDisjointClasses ;\n owl:members ( :A ) .",
            "5: owl:AllDisjointClasses needs two members at least",
        ),
        (
            A + ":A owl:equivalentClass [ a owl:Class ; owl:intersectionOf ( :A ) ] .",
            "5: A is equivalent to something other than a union of classes",
        ),
        (
            A + ":A rdfs:subClassOf [ a owl:Class ; owl:unionOf ( :A ) ] .",
            "5: A has an axiom with a class that has no name",
        ),
        (
            A + B + CITES + '   owl:annotatedTarget :B ; vocab:statement "1-s1" .',
            "7: cites for an axiom that is not there",
        ),
        (
            A
            + B
            + ":A rdfs:subClassOf :B .\n"
            + CITES
            + '   owl:annotatedTarget :B ; vocab:statement "1-s2", "1-s1" .',
            "9: one axiom cites 1-s1 and 1-s2 (state the axiom once, with the statement that says it)",
        ),
        (
            A + B + ":A rdfs:subClassOf :B .\n" + CITES + "   owl:annotatedTarget :B ; vocab:onlyIf true .",
            "9: vocab:onlyIf stands on a union only",
        ),
        (
            A + B + ":A rdfs:subClassOf :B .\n:B rdfs:subClassOf :A .",
            "7: every A is a B is a A: a circle",
        ),
    ],
)
def test_a_bad_file_is_told_with_its_line(text: str, error: str, tmp_path: Path) -> None:
    file = tmp_path / "x.ttl"
    file.write_text(PREFIXES + text, encoding="utf-8")
    with pytest.raises(OntologyError) as raised:
        load_ontology([file])
    assert str(raised.value) == f"{file}:{error}"


def test_an_error_stands_in_the_file_that_has_it(tmp_path: Path) -> None:
    file = tmp_path / "x.ttl"
    file.write_text(PREFIXES + ':A a owl:Class ; rdfs:label "truck" .\n', encoding="utf-8")
    with pytest.raises(OntologyError) as raised:
        load_ontology([WARGAME, file])
    assert (raised.value.file, raised.value.line) == (str(file), 5)
    assert raised.value.message == '"truck" is a name of both Truck and A'


def test_a_file_that_is_not_there_or_not_text(tmp_path: Path) -> None:
    file = tmp_path / "x.ttl"
    with pytest.raises(OntologyError) as raised:
        load_ontology([file])
    assert str(raised.value) == f"{file}: cannot be read: No such file or directory"
    file.write_bytes(b"# a\n\xff")
    with pytest.raises(OntologyError) as raised:
        load_ontology([file])
    assert str(raised.value) == f"{file}:2: is not UTF-8 at byte 4 (save it as UTF-8)"
