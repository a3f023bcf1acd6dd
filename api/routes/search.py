"""GET /search: full text over rules, terms, encodings and vocabulary."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any
from urllib.parse import urlencode

import orjson
from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from api.graph import Graph, graph_of
from api.negotiation import chosen, conditional, page_response
from api.operations import PAGE_FORMS, SEARCH
from api.paths import rule_path
from api.problems import bad_parameter
from kb.search import KINDS, Hit
from ontology.books import book_folder, load_book, rulebook_ids

router = APIRouter()


@router.get("/search", **SEARCH)
async def search(
    request: Request,
    q: Annotated[
        str, Query(max_length=1000, description="words, or the number of a rule", examples=["shallow ocean"])
    ] = "",
    rulebook: Annotated[str | None, Query(description="only this rulebook", examples=["asl"])] = None,
    kind: Annotated[
        str | None, Query(description=f"only this kind: {', '.join(KINDS)}", examples=["rule"])
    ] = None,
    document: Annotated[str | None, Query(description="only this document", examples=["G13"])] = None,
    limit: Annotated[int, Query(ge=1, le=100, description="how many at most")] = 20,
    offset: Annotated[int, Query(ge=0, le=100_000, description="how many of the best to pass over")] = 0,
) -> Response:
    """What fits, the best first; the text of rules is searched where the user's own edition is ingested.

    A page for a browser, which without words has the form alone.
    """
    graph = graph_of(request)
    form = chosen(request, PAGE_FORMS)
    rulebook, kind = rulebook or None, kind or None  # a form sends what is left open as nothing
    _known("kind", kind, KINDS)
    _known("rulebook", rulebook, rulebook_ids())
    _known("document", document, _documents(graph, rulebook))
    filters = {"rulebook": rulebook, "kind": kind, "document": document}
    has_words = any(character.isalnum() for character in q)
    if not has_words and form != "text/html":
        raise bad_parameter("q", "there is no word to search for", "such as q=shallow+ocean")
    total, hits = graph.index().find(q, limit=limit, offset=offset, **filters) if has_words else (0, [])
    meant = graph.index().meant(q) if has_words else None
    if meant and not graph.index().find(meant, limit=1, rulebook=rulebook, kind=kind, document=document)[0]:
        meant = None
    rules = {(edition.rulebook, rule.id) for edition in graph.editions() for rule in edition.rules}
    found = {
        "query": q,
        "total": total,
        "offset": offset,
        "limit": limit,
        "results": [result(hit, (hit.entry.rulebook, hit.entry.rule) in rules) for hit in hits],
        **({"meant": meant} if meant else {}),
    }
    if form == "text/html":
        return page_response(request, "search.html", _shown(request, found, filters, has_words))
    return conditional(request, orjson.dumps(found), "application/json")


def _shown(
    request: Request, found: dict[str, Any], filters: dict[str, str | None], has_words: bool
) -> dict[str, Any]:
    """The page of what was found: marked where the words stand, with the pages before and after it."""
    for each in found["results"]:
        each["title_parts"] = marked(each["title"], each["highlights"]["title"])
        each["text_parts"] = marked(each["text"], each["highlights"]["text"])
    offset, limit = found["offset"], found["limit"]
    asked = {name: value for name, value in {"q": found["query"], **filters}.items() if value}

    def page_at(place: int) -> str:
        more = {"limit": limit} if "limit" in request.query_params else {}
        return f"/search?{urlencode({**asked, **more, 'offset': place})}"

    meant = urlencode({**asked, "q": found["meant"]}) if "meant" in found else None
    return {
        "meant": f"/search?{meant}" if meant else None,
        "here": "search",
        "book": filters["rulebook"] or "",
        "found": found,
        "filters": filters,
        "has_words": has_words,
        "kinds": KINDS,
        "rulebooks": rulebook_ids(),
        "before": page_at(max(0, offset - limit)) if offset else None,
        "after": page_at(offset + limit) if offset + limit < found["total"] else None,
    }


def marked(text: str, spans: Sequence[Sequence[int]]) -> list[tuple[str, bool]]:
    """The text in parts, each with whether it is one of the spans."""
    parts: list[tuple[str, bool]] = []
    at = 0
    for start, end in spans:
        parts += [(text[at:start], False), (text[start:end], True)]
        at = end
    return [(part, hit) for part, hit in (*parts, (text[at:], False)) if part]


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
