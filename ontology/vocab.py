"""Every IRI we use, as a named constant; plain strings, so that importing this costs nothing.

Standard vocabularies come first: DCTERMS for parts, titles and references, SKOS for labels, PROV-O for
editions and runs, Web Annotation for the place of a text in its source. Our own terms, under
`urn:hexlaw:vocab:`, are described in `core.ttl`, and `shapes.ttl` says how a well-formed graph uses them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final
from urllib.parse import quote, unquote


class IRI(str):
    """A string that is an IRI, so that a row of a query tells its IRIs from its texts."""

    __slots__ = ()


BASE: Final = "urn:hexlaw:"
HX: Final = "urn:hexlaw:vocab:"
RDF: Final = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
DCTERMS: Final = "http://purl.org/dc/terms/"
SKOS: Final = "http://www.w3.org/2004/02/skos/core#"
PROV: Final = "http://www.w3.org/ns/prov#"
OA: Final = "http://www.w3.org/ns/oa#"
CSVW: Final = "http://www.w3.org/ns/csvw#"
DCMITYPE: Final = "http://purl.org/dc/dcmitype/"
XSD: Final = "http://www.w3.org/2001/XMLSchema#"

PREFIXES: Final[dict[str, str]] = {
    "hx": HX,
    "rdf": RDF,
    "dcterms": DCTERMS,
    "skos": SKOS,
    "prov": PROV,
    "oa": OA,
    "csvw": CSVW,
    "dcmitype": DCMITYPE,
    "xsd": XSD,
}
"""The prefixes that every query of ours may use."""

# RDF
TYPE: Final = IRI(RDF + "type")
VALUE: Final = IRI(RDF + "value")

# DCTERMS
IDENTIFIER: Final = IRI(DCTERMS + "identifier")
TITLE: Final = IRI(DCTERMS + "title")
IS_PART_OF: Final = IRI(DCTERMS + "isPartOf")
HAS_PART: Final = IRI(DCTERMS + "hasPart")
REFERENCES: Final = IRI(DCTERMS + "references")
KIND: Final = IRI(DCTERMS + "type")
SOURCE: Final = IRI(DCTERMS + "source")
IS_VERSION_OF: Final = IRI(DCTERMS + "isVersionOf")
SUBJECT: Final = IRI(DCTERMS + "subject")
DESCRIPTION: Final = IRI(DCTERMS + "description")

# SKOS
LABEL: Final = IRI(SKOS + "prefLabel")
OTHER_LABEL: Final = IRI(SKOS + "altLabel")
DEFINITION: Final = IRI(SKOS + "definition")
CONCEPT: Final = IRI(SKOS + "Concept")
CONCEPT_SCHEME: Final = IRI(SKOS + "ConceptScheme")
IN_SCHEME: Final = IRI(SKOS + "inScheme")

# PROV-O
ENTITY: Final = IRI(PROV + "Entity")
ACTIVITY: Final = IRI(PROV + "Activity")
SOFTWARE_AGENT: Final = IRI(PROV + "SoftwareAgent")
WAS_GENERATED_BY: Final = IRI(PROV + "wasGeneratedBy")
WAS_ASSOCIATED_WITH: Final = IRI(PROV + "wasAssociatedWith")
STARTED_AT: Final = IRI(PROV + "startedAtTime")
ENDED_AT: Final = IRI(PROV + "endedAtTime")
USED: Final = IRI(PROV + "used")

# Web Annotation
SPECIFIC_RESOURCE: Final = IRI(OA + "SpecificResource")
HAS_SOURCE: Final = IRI(OA + "hasSource")
HAS_SELECTOR: Final = IRI(OA + "hasSelector")
TEXT_QUOTE_SELECTOR: Final = IRI(OA + "TextQuoteSelector")
EXACT: Final = IRI(OA + "exact")
PREFIX: Final = IRI(OA + "prefix")
SUFFIX: Final = IRI(OA + "suffix")
TEXT_POSITION_SELECTOR: Final = IRI(OA + "TextPositionSelector")
START: Final = IRI(OA + "start")
END: Final = IRI(OA + "end")
ANNOTATION: Final = IRI(OA + "Annotation")
HAS_TARGET: Final = IRI(OA + "hasTarget")
BODY_VALUE: Final = IRI(OA + "bodyValue")

# CSV on the Web: tables; and the types of DCMI
DATA_TABLE: Final = IRI(CSVW + "Table")
DATA_COLUMN: Final = IRI(CSVW + "Column")
DATA_ROW: Final = IRI(CSVW + "Row")
DATA_CELL: Final = IRI(CSVW + "Cell")
HAS_COLUMN: Final = IRI(CSVW + "column")
HAS_ROW: Final = IRI(CSVW + "row")
HEAD: Final = IRI(CSVW + "title")
ROW_NUMBER: Final = IRI(CSVW + "rownum")
DESCRIBES: Final = IRI(CSVW + "describes")
STILL_IMAGE: Final = IRI(DCMITYPE + "StillImage")

# Our own classes
RULEBOOK: Final = IRI(HX + "Rulebook")
DOCUMENT: Final = IRI(HX + "Document")
EDITION: Final = IRI(HX + "Edition")
ORIGINAL: Final = IRI(HX + "Original")
OUTLINE: Final = IRI(HX + "Outline")
RULE: Final = IRI(HX + "Rule")
EXTERNAL_RULE: Final = IRI(HX + "ExternalRule")
STATEMENT: Final = IRI(HX + "Statement")
EXCEPTION_CLAUSE: Final = IRI(HX + "ExceptionClause")
EXAMPLE: Final = IRI(HX + "Example")
REFERENCE: Final = IRI(HX + "Reference")
PASSAGE: Final = IRI(HX + "Passage")
TABLE: Final = IRI(HX + "Table")
TERM: Final = IRI(HX + "Term")
TERM_USE: Final = IRI(HX + "TermUse")
UNDEFINED_TERM: Final = IRI(HX + "UndefinedTerm")
IMAGE: Final = IRI(HX + "Image")
FOOTNOTE: Final = IRI(HX + "Footnote")
CLAIM: Final = IRI(HX + "Claim")
FINDING: Final = IRI(HX + "Finding")
EDITION_TEXT: Final = IRI(HX + "EditionText")

# Our own properties
NUMBER: Final = IRI(HX + "number")
ORDER: Final = IRI(HX + "order")
ANCHOR: Final = IRI(HX + "anchor")
HASH: Final = IRI(HX + "hash")
SHA256: Final = IRI(HX + "sha256")
LINE: Final = IRI(HX + "line")
QUALIFIES: Final = IRI(HX + "qualifies")
STANDS_IN: Final = IRI(HX + "standsIn")
PART: Final = IRI(HX + "part")
PRINTED: Final = IRI(HX + "printed")
HREF: Final = IRI(HX + "href")
TARGET: Final = IRI(HX + "target")
RANGE_TARGET: Final = IRI(HX + "rangeTarget")
FIRST: Final = IRI(HX + "first")
LAST: Final = IRI(HX + "last")
WIDTH: Final = IRI(HX + "width")
NUMBERED: Final = IRI(HX + "numbered")
CELL: Final = IRI(HX + "cell")
IN_COLUMN: Final = IRI(HX + "inColumn")
COLUMN: Final = IRI(HX + "column")
USES: Final = IRI(HX + "uses")
EXPLICIT: Final = IRI(HX + "explicit")
GENERIC: Final = IRI(HX + "generic")
CODE: Final = IRI(HX + "code")
SEVERITY: Final = IRI(HX + "severity")
EVIDENCE: Final = IRI(HX + "evidence")
RIGHT: Final = IRI(HX + "right")
CHARACTER: Final = IRI(HX + "character")

OWN_TERMS: Final[frozenset[IRI]] = frozenset(
    value for value in list(globals().values()) if isinstance(value, IRI) and value.startswith(HX)
)
"""Our own classes and properties; `core.ttl` describes exactly these and the concepts of the kinds."""

REFERENCE_KINDS: Final = (
    "link", "plain", "range", "list", "section", "footnote", "note", "chart", "placeholder",
)  # fmt: skip
EXCEPTION_KINDS: Final = ("bracket", "paren", "prose")
PARTS: Final = ("statement", "exception", "example", "title")
RULE_KINDS: Final = (
    "rule", "item", "table", "header", "row", "result", "modifiers", "modifier", "note",
)  # fmt: skip
PASSAGE_KINDS: Final = ("front", "heading", "table", "footnote mark", "chart link", "mark", "version")
CLAIM_KINDS: Final = ("bullet", "sentence", "exception", "cost")
TERM_KINDS: Final = ("explicit", "status", "implicit", "acronym", "listed")
UNDEFINED_KINDS: Final = ("acronym", "quoted", "capitalised")

AGENT: Final = IRI(BASE + "agent:hexlaw")
"""The software agent of every run."""

# Characters that stand in an id as they are; the rest is percent-encoded, so that any id gives a valid IRI.
_SAFE = "-._~!$&'()*+,;=@/"


def reference_kind(kind: str) -> IRI:
    """The concept for a kind of reference, one of `REFERENCE_KINDS`."""
    return IRI(f"{HX}reference-kind:{kind}")


def exception_kind(kind: str) -> IRI:
    """The concept for a kind of exception clause, one of `EXCEPTION_KINDS`."""
    return IRI(f"{HX}exception-kind:{kind}")


def part_of_rule(part: str) -> IRI:
    """The concept for the part of a rule that a reference stands in, one of `PARTS`."""
    return IRI(f"{HX}part:{part}")


def rule_kind(kind: str) -> IRI:
    """The concept for a kind of rule, one of `RULE_KINDS`."""
    return IRI(f"{HX}rule-kind:{kind}")


def passage_kind(kind: str) -> IRI:
    """The concept for a kind of passage, one of `PASSAGE_KINDS`; a space in it becomes a hyphen."""
    return IRI(f"{HX}passage-kind:{kind.replace(' ', '-')}")


def claim_kind(kind: str) -> IRI:
    """The concept for a kind of claim, one of `CLAIM_KINDS`."""
    return IRI(f"{HX}claim-kind:{kind}")


def term_kind(kind: str) -> IRI:
    """The concept for a kind of defined term, one of `TERM_KINDS`."""
    return IRI(f"{HX}term-kind:{kind}")


def undefined_kind(kind: str) -> IRI:
    """The concept for what marks a word as a term that nothing defines, one of `UNDEFINED_KINDS`."""
    return IRI(f"{HX}undefined-kind:{kind}")


@lru_cache(maxsize=1024)
def rulebook(book: str) -> IRI:
    """The rulebook itself: `urn:hexlaw:asl`."""
    return IRI(BASE + quote(book, safe=_SAFE))


@lru_cache(maxsize=65536)
def thing(book: str, identifier: str) -> IRI:
    """A rule, statement, exception, example or reference, whatever the edition: `urn:hexlaw:asl:G13.4-s1`."""
    return IRI(f"{rulebook(book)}:{quote(identifier, safe=_SAFE)}")


def table(book: str, identifier: str, *, numbered: bool) -> IRI:
    """A table; one that is `numbered` is a rule with the same id, so that it is `urn:hexlaw:asl:PA.1:table`."""
    return IRI(f"{thing(book, identifier)}:table") if numbered else thing(book, identifier)


def terms(book: str) -> IRI:
    """The scheme of the terms that a rulebook defines: `urn:hexlaw:asl:scheme:terms`."""
    return IRI(f"{rulebook(book)}:scheme:terms")


def finding(of_edition: IRI, number: int) -> IRI:
    """A finding of an edition, counted from 1: `urn:hexlaw:asl:document:G13:edition:<hash>:finding:3`."""
    return IRI(f"{of_edition}:finding:{number}")


def undefined(of_edition: IRI, number: int) -> IRI:
    """A term that nothing defines, where an edition has its first use, counted from 1: `…:edition:<hash>:undefined:3`."""
    return IRI(f"{of_edition}:undefined:{number}")


def identifier(book: str, iri: IRI) -> str:
    """The id that `thing` made this IRI of: "G13.4-s1"."""
    return unquote(iri.removeprefix(f"{rulebook(book)}:"))


def document(book: str, identifier: str) -> IRI:
    """A document of a rulebook: `urn:hexlaw:asl:document:G13` (a rule may have the same id)."""
    return IRI(f"{rulebook(book)}:document:{quote(identifier, safe=_SAFE)}")


def edition(of: IRI, edition_hash: str) -> IRI:
    """What one edition has of a document, rule or part of it: `urn:hexlaw:asl:G13.4:edition:<hash>`."""
    return IRI(f"{of}:edition:{edition_hash}")


def run(generation: str) -> IRI:
    """The run that built a generation of the graph; also the named graph that tells about it."""
    return IRI(f"{BASE}run:{generation}")
