"""GET /vocabulary/{rulebook}: what can be said in facts and questions, and what somebody may be about to say."""

from __future__ import annotations

from typing import Annotated

import orjson
from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from api.book_pages import vocabulary_context
from api.facts import facts_of_lines
from api.negotiation import chosen, conditional, page_response
from api.operations import PAGE_FORMS, VOCABULARY
from api.rules import check_rulebook
from kb.answer import wordings
from kb.cache import rulebook_of
from kb.completing import completions

router = APIRouter()

_MOST_FACTS = 100
"""How many facts are looked through for names."""


@router.get("/vocabulary/{rulebook}", **VOCABULARY)
async def vocabulary(
    request: Request,
    rulebook: str,
    q: Annotated[
        str, Query(max_length=1000, description="only what these words all occur in", examples=["reef"])
    ] = "",
    complete: Annotated[
        str | None,
        Query(
            max_length=1000,
            description="instead of the list, sentences for what somebody has begun to type",
            examples=["Hex 1079 is an OC"],
        ),
    ] = None,
    asking: Annotated[bool, Query(description="with `complete`: a question is typed, no fact")] = False,
    facts: Annotated[
        str,
        Query(
            max_length=20_000,
            description="with `complete`: what else is told, one fact a line, for the names in it",
            examples=["T1 is a truck."],
        ),
    ] = "",
) -> Response:
    """The sentences that facts and questions are made of, in the order of their declaration."""
    check_rulebook(rulebook)
    form = chosen(request, PAGE_FORMS)
    if complete is not None:
        told = facts_of_lines(facts)[:_MOST_FACTS]
        fitting = completions(rulebook_of(rulebook), complete, told, question=asking)
        sentences = [each.to_json() for each in fitting]
        found = {"rulebook": rulebook, "complete": complete, "sentences": sentences}
        return conditional(request, orjson.dumps(found), "application/json")
    if form == "text/html":
        return page_response(request, "vocabulary.html", vocabulary_context(rulebook, q.split()))
    found = {"rulebook": rulebook, "wordings": [each.to_json() for each in wordings(rulebook, q.split())]}
    return conditional(request, orjson.dumps(found), "application/json")
