"""GET /search: full text over rules, terms, encodings and vocabulary."""

from __future__ import annotations

from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from api.graph import Graph, graph_of
from api.negotiation import conditional
from api.operations import SEARCH
from api.paths import rule_path
from api.problems import Problem
from kb.search import KINDS, Hit
from ontology.books import book_folder, load_book, rulebook_ids

router = APIRouter()


@router.get("/search", **SEARCH)
async def search(
    request: Request,
    q: Annotated[
        str, Query(max_length=1000, description="words, or the number of a rule", examples=["shallow ocean"])
    ],
    rulebook: Annotated[str | None, Query(description="only this rulebook", examples=["asl"])] = None,
    kind: Annotated[
        str | None, Query(description=f"only this kind: {', '.join(KINDS)}", examples=["rule"])
    ] = None,
    document: Annotated[str | None, Query(description="only this document", examples=["G13"])] = None,
    limit: Annotated[int, Query(ge=1, le=100, description="how many at most")] = 20,
    offset: Annotated[int, Query(ge=0, le=100_000, description="how many of the best to pass over")] = 0,
) -> Response:
    """What fits, the best first; the text of rules is searched where the user's own edition is ingested."""
    if not any(character.isalnum() for character in q):
        raise bad_parameter("q", "there is no word to search for", "such as q=shallow+ocean")
    graph = graph_of(request)
    _known("kind", kind, KINDS)
    _known("rulebook", rulebook, rulebook_ids())
    _known("document", document, _documents(graph, rulebook))
    filters = {"rulebook": rulebook, "kind": kind, "document": document}
    total, hits = graph.index().find(q, limit=limit, offset=offset, **filters)
    rules = {(edition.rulebook, rule.id) for edition in graph.editions() for rule in edition.rules}
    found = {
        "query": q,
        "total": total,
        "offset": offset,
        "limit": limit,
        "results": [result(hit, (hit.entry.rulebook, hit.entry.rule) in rules) for hit in hits],
    }
    return conditional(request, orjson.dumps(found), "application/json")


def result(hit: Hit, has_page: bool) -> dict[str, Any]:
    """A hit as JSON; its path is that of its rule."""
    entry = hit.entry
    return {
        "kind": entry.kind,
        "rulebook": entry.rulebook,
        "document": entry.document,
        "id": entry.id,
        "rule": entry.rule,
        "path": rule_path(entry.rulebook, entry.rule) if entry.rule and has_page else None,
        "title": entry.title,
        "text": hit.snippet,
        "highlights": {"title": hit.in_title, "text": hit.in_snippet},
        "score": round(hit.score, 3),
    }


def bad_parameter(name: str, detail: str, hint: str) -> Problem:
    """The problem of a parameter that cannot be used."""
    error = {"code": "bad-parameter", "parameter": name, "detail": detail, "hint": hint}
    return Problem(422, "bad-parameter", f"{name}: {detail}", [error])


def _known(name: str, value: str | None, there_are: tuple[str, ...]) -> None:
    if value is not None and value not in there_are:
        raise bad_parameter(name, f"there is no {name} {value[:100]!r}", f"there are: {', '.join(there_are)}")


def _documents(graph: Graph, rulebook: str | None) -> tuple[str, ...]:
    books = [rulebook] if rulebook is not None else rulebook_ids()
    return graph.kept(
        f"documents {rulebook}",
        lambda: tuple(
            dict.fromkeys(
                str(document["id"])
                for book in books
                for document in load_book(book_folder(book))["documents"]
            )
        ),
    )
