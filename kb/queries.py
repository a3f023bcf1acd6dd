"""Every named query of the graph, each with the question it answers."""

from __future__ import annotations

import difflib
import re

from kb.rulepage import (
    CitationView,
    DocumentCounts,
    EditionView,
    ReferenceView,
    RuleLink,
    RulePage,
    SegmentView,
)
from kb.store import Row, Store
from ontology import vocab as v
from ontology.vocab import IRI

# What stands around a rule is asked one OPTIONAL triple at a time, and texts are asked apart: an OPTIONAL of two
# triples makes the store go through all there are, and a page would take the longer the bigger the rulebook.

_CHAPTER = re.compile(r"^[A-Za-z]+(?=\d)")

_RULE = """
SELECT ?number ?order ?above ?edition WHERE {
  GRAPH ?edition { ?rule a hx:Rule ; hx:number ?number ; hx:order ?order ; dcterms:isPartOf ?above }
}"""

_EDITION = """
SELECT ?document ?title ?sha256 ?source ?run ?original WHERE {
  GRAPH ?edition { ?edition dcterms:isVersionOf ?of ; hx:sha256 ?sha256 .
    ?of dcterms:identifier ?document ; dcterms:title ?title .
    OPTIONAL { ?edition dcterms:source ?source }
    BIND(EXISTS { ?edition a hx:Original } AS ?original) }
  GRAPH ?of_run { ?edition prov:wasGeneratedBy ?run }
}"""

_CHILDREN = """
SELECT ?child WHERE { GRAPH ?edition { ?child dcterms:isPartOf ?rule ; a hx:Rule ; hx:order ?order } }
ORDER BY ?order"""

_SEGMENTS = """
SELECT ?class ?id ?hash ?line ?kind ?qualified WHERE { GRAPH ?edition {
  ?segment dcterms:isPartOf ?rule ; a ?class ; dcterms:identifier ?id ; hx:order ?order .
  ?text dcterms:isVersionOf ?segment ; hx:hash ?hash .
  OPTIONAL { ?text hx:line ?line }
  OPTIONAL { ?segment dcterms:type ?kind }
  OPTIONAL { ?segment hx:qualifies ?qualified }
} } ORDER BY ?order"""

_TEXTS = """
SELECT ?id ?exact WHERE { GRAPH ?edition {
  ?segment dcterms:isPartOf ?rule ; dcterms:identifier ?id . ?text dcterms:isVersionOf ?segment ;
    oa:hasSelector ?quote . ?quote oa:exact ?exact
} }"""

_REFERENCES = """
SELECT ?id ?printed ?kind ?within ?part ?href ?target ?first ?last WHERE { GRAPH ?edition {
  ?reference dcterms:isPartOf ?rule ; a hx:Reference ; dcterms:identifier ?id ; hx:order ?order ;
    hx:printed ?printed ; dcterms:type ?kind ; hx:part ?part ; hx:standsIn ?within .
  OPTIONAL { ?reference hx:href ?href }
  OPTIONAL { ?reference hx:target ?target }
  OPTIONAL { ?reference hx:first ?first }
  OPTIONAL { ?reference hx:last ?last }
} } ORDER BY ?order"""

_CITED_BY = """
SELECT ?id ?citing ?printed ?kind ?within ?part ?range ?first ?last WHERE { GRAPH ?edition {
  ?reference hx:target ?rule ; dcterms:isPartOf ?citing ; dcterms:identifier ?id ; hx:order ?order ;
    hx:printed ?printed ; dcterms:type ?kind ; hx:part ?part ; hx:standsIn ?within .
  OPTIONAL { ?reference hx:first ?first }
  OPTIONAL { ?reference hx:last ?last }
  BIND(EXISTS { ?reference hx:rangeTarget ?rule } AS ?range)
} } ORDER BY ?edition ?order"""

_LINKS = """
SELECT ?rule ?label ?external ?edition ?order WHERE { GRAPH ?edition {
  VALUES ?rule { %s }
  { ?rule a hx:Rule ; hx:order ?order BIND(false AS ?external) }
  UNION { ?rule a hx:ExternalRule BIND(true AS ?external) }
  OPTIONAL { ?rule skos:prefLabel ?label }
} } ORDER BY ?edition ?order"""

_TITLES = """
SELECT ?rule ?title WHERE { GRAPH ?edition {
  VALUES ?rule { %s }
  ?text dcterms:isVersionOf ?rule ; dcterms:title ?title
} }"""

_NUMBERS = """
SELECT ?id ?external WHERE { GRAPH ?edition {
  { ?rule a hx:Rule BIND(false AS ?external) } UNION { ?rule a hx:ExternalRule BIND(true AS ?external) }
  ?rule dcterms:identifier ?id FILTER(STRSTARTS(STR(?rule), ?prefix))
} }"""

_DOCUMENTS = """
SELECT ?rulebook ?document ?title ?edition ?sha256 ?original WHERE {
  ?edition a hx:Edition ; dcterms:isVersionOf ?of ; hx:sha256 ?sha256 .
  ?of dcterms:identifier ?document ; dcterms:title ?title ; dcterms:isPartOf ?book .
  ?book dcterms:identifier ?rulebook
  BIND(EXISTS { ?edition a hx:Original } AS ?original)
} ORDER BY ?rulebook ?document"""

_COUNTS = """
SELECT ?class (COUNT(DISTINCT ?thing) AS ?count) WHERE {
  GRAPH ?edition { ?thing a ?class }
  VALUES ?class { hx:Rule hx:Statement hx:ExceptionClause hx:Example hx:Reference }
} GROUP BY ?class"""

_UNRESOLVED = """
SELECT (COUNT(*) AS ?count) WHERE {
  GRAPH ?edition { ?reference a hx:Reference FILTER NOT EXISTS { ?reference hx:target ?target } }
}"""


def rule_page(store: Store, rulebook: str, number: str) -> RulePage | None:
    """What does a rule say, what stands around it, where does it point, and who cites it?

    `number` may be written as in `resolve_number`. None where no rule and no reference has such a number.
    """
    store = store.pinned()
    identifier = resolve_number(store, rulebook, number)
    if identifier is None:
        return None
    rule = v.thing(rulebook, identifier)
    own = store.query(_RULE, {"rule": rule})
    found: Row = own[0] if own else {}
    # What no document has holds nothing.
    references = store.query(_REFERENCES, {"rule": rule}) if own else []
    segments = store.query(_SEGMENTS, {"rule": rule}) if own else []
    cited_by = store.query(_CITED_BY, {"rule": rule})
    children = store.query(_CHILDREN, {"rule": rule})
    links = _links(
        store,
        rulebook,
        {
            rule,
            *(_iri(row["target"]) for row in references if row["target"] is not None),
            *(_iri(row["citing"]) for row in cited_by),
            *(_iri(row["child"]) for row in children),
            *(_iri(row["above"]) for row in own),
        },
    )
    this = links[rule]
    texts = {
        _text(row["id"]): _text(row["exact"])
        for row in (store.query(_TEXTS, {"rule": rule}) if segments else ())
    }
    return RulePage(
        rulebook=rulebook,
        id=identifier,
        iri=rule,
        number=_optional(found.get("number")),
        label=this.label,
        title=this.title,
        external=this.external,
        order=_integer(found.get("order")),
        parent=links.get(_iri(found["above"])) if own else None,  # above a root stands its document
        children=tuple(links[_iri(row["child"])] for row in children),
        edition=_edition(store, _iri(found["edition"])) if own else None,
        statements=_segments(rulebook, segments, v.STATEMENT, texts),
        exceptions=_segments(rulebook, segments, v.EXCEPTION_CLAUSE, texts),
        examples=_segments(rulebook, segments, v.EXAMPLE, texts),
        references=_references(rulebook, references, links),
        cited_by=tuple(_citation(rulebook, row, links) for row in cited_by),
    )


def resolve_number(store: Store, rulebook: str, number: str) -> str | None:
    """Which rule does somebody mean who writes "G13.4", "g13.4" or "13.4"?

    The id as it stands comes first, then the one id that differs in case alone, then the one that follows a
    chapter's letters; in each case a rule of a document here before an external one. None where there is none
    or more than one.
    """
    number = number.strip()
    rule = v.thing(rulebook, number)
    if store.ask("ASK { ?rule a ?class VALUES ?class { hx:Rule hx:ExternalRule } }", {"rule": rule}):
        return number
    ids = _numbers(store, rulebook)
    folded = number.casefold()
    for same in (
        lambda identifier: identifier.casefold() == folded,
        lambda identifier: _CHAPTER.sub("", identifier).casefold() == folded,
    ):
        for external in (False, True):
            candidates = [
                identifier for identifier, outside in ids if outside == external and same(identifier)
            ]
            if len(candidates) == 1:
                return candidates[0]
            if candidates:
                return None
    return None


def nearest_numbers(store: Store, rulebook: str, number: str, limit: int = 5) -> list[str]:
    """Which rules of the documents here come closest to a number that no rule has? The best first.

    First the nearest rule above it that exists, then what looks like it.
    """
    ids = [identifier for identifier, external in _numbers(store, rulebook) if not external]
    written: dict[str, str] = {}
    for identifier in ids:
        bare = _CHAPTER.sub("", identifier).casefold()
        written.setdefault(identifier.casefold(), identifier)
        written.setdefault(bare, identifier)
    wanted = number.strip().casefold()
    above = next(
        (written[wanted[:end]] for end in range(len(wanted) - 1, 0, -1) if wanted[:end] in written), None
    )
    close = difflib.get_close_matches(wanted, written, n=limit + 1, cutoff=0.5)
    return list(dict.fromkeys([*([above] if above else []), *(written[name] for name in close)]))[:limit]


def count_documents(store: Store) -> tuple[DocumentCounts, ...]:
    """Which documents are in the graph, in which edition, and how much of each?"""
    store = store.pinned()
    counted = []
    for row in store.query(_DOCUMENTS):
        edition = _iri(row["edition"])
        counts = {
            _text(c["class"]): _integer(c["count"]) or 0 for c in store.query(_COUNTS, {"edition": edition})
        }
        counted.append(
            DocumentCounts(
                rulebook=_text(row["rulebook"]),
                document=_text(row["document"]),
                title=_text(row["title"]),
                origin="original" if row["original"] else "outline",
                sha256=_text(row["sha256"]),
                rules=counts.get(v.RULE, 0),
                statements=counts.get(v.STATEMENT, 0),
                exceptions=counts.get(v.EXCEPTION_CLAUSE, 0),
                examples=counts.get(v.EXAMPLE, 0),
                references=counts.get(v.REFERENCE, 0),
                unresolved=_integer(store.query(_UNRESOLVED, {"edition": edition})[0]["count"]) or 0,
            )
        )
    return tuple(counted)


def _numbers(store: Store, rulebook: str) -> list[tuple[str, bool]]:
    rows = store.query(_NUMBERS, {"prefix": f"{v.rulebook(rulebook)}:"})
    return [(_text(row["id"]), bool(row["external"])) for row in rows]


def _links(store: Store, rulebook: str, rules: set[IRI]) -> dict[IRI, RuleLink]:
    """A link for each rule: those of the documents here in document order, then the external ones by number."""
    values = " ".join(f"<{rule}>" for rule in sorted(rules))
    titles = {_iri(row["rule"]): _text(row["title"]) for row in store.query(_TITLES % values)}
    rows = store.query(_LINKS % values)
    rows.sort(key=lambda row: _by_number(_iri(row["rule"])) if row["external"] else ((0, "", 0),))
    return {
        rule: RuleLink(
            v.identifier(rulebook, rule), _optional(row["label"]), titles.get(rule), bool(row["external"])
        )
        for row in rows
        for rule in [_iri(row["rule"])]
    }


def _by_number(rule: IRI) -> tuple[tuple[int, str, int], ...]:
    """A key that puts B9.5 before B10.1, and every external rule after ((0, "", 0),)."""
    return tuple((1, text, int(digits or 0)) for text, digits in re.findall(r"(\D*)(\d*)", rule))


def _edition(store: Store, edition: IRI) -> EditionView:
    row = store.query(_EDITION, {"edition": edition})[0]
    return EditionView(
        document=_text(row["document"]),
        title=_text(row["title"]),
        sha256=_text(row["sha256"]),
        origin="original" if row["original"] else "outline",
        source=_optional(row["source"]),
        run=_text(row["run"]).rsplit(":", 1)[-1],
    )


def _segments(rulebook: str, rows: list[Row], kind: IRI, texts: dict[str, str]) -> tuple[SegmentView, ...]:
    return tuple(
        SegmentView(
            id=_text(row["id"]),
            hash=_text(row["hash"]),
            text=texts.get(_text(row["id"])),
            line=_integer(row["line"]),
            kind=None if row["kind"] is None else _last(row["kind"]),
            qualifies=_id(rulebook, row["qualified"]),
        )
        for row in rows
        if row["class"] == kind
    )


def _references(rulebook: str, rows: list[Row], links: dict[IRI, RuleLink]) -> tuple[ReferenceView, ...]:
    targets: dict[str, set[IRI]] = {}
    for row in rows:
        targets.setdefault(_text(row["id"]), set()).update(
            [] if row["target"] is None else [_iri(row["target"])]
        )
    one_each = {_text(row["id"]): row for row in rows}
    return tuple(
        ReferenceView(
            id=identifier,
            text=_text(row["printed"]),
            kind=_last(row["kind"]),
            within=v.identifier(rulebook, _iri(row["within"])),
            part=_last(row["part"]),
            href=_optional(row["href"]),
            targets=tuple(link for rule, link in links.items() if rule in targets[identifier]),
            first=_id(rulebook, row["first"]),
            last=_id(rulebook, row["last"]),
        )
        for identifier, row in one_each.items()
    )


def _citation(rulebook: str, row: Row, links: dict[IRI, RuleLink]) -> CitationView:
    return CitationView(
        id=_text(row["id"]),
        rule=links[_iri(row["citing"])],
        text=_text(row["printed"]),
        kind=_last(row["kind"]),
        within=v.identifier(rulebook, _iri(row["within"])),
        part=_last(row["part"]),
        through_range=bool(row["range"]),
        first=_id(rulebook, row["first"]),
        last=_id(rulebook, row["last"]),
    )


def _id(rulebook: str, value: object) -> str | None:
    return None if value is None else v.identifier(rulebook, _iri(value))


def _last(value: object) -> str:
    """The name of a concept: `urn:hexlaw:vocab:part:title` is "title"."""
    return _iri(value).rsplit(":", 1)[-1]


def _iri(value: object) -> IRI:
    assert isinstance(value, IRI)
    return value


def _text(value: object) -> str:
    assert isinstance(value, str)
    return value


def _optional(value: object) -> str | None:
    assert value is None or isinstance(value, str)
    return value


def _integer(value: object) -> int | None:
    assert value is None or isinstance(value, int)
    return value
