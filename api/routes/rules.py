"""GET /rules/{rulebook} and /rules/{rulebook}/{number}: rules, and what points to them, in the form that is asked for."""

from __future__ import annotations

import orjson
from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from api.docs.book_view import book_view
from api.docs.rule_view import rule_view
from api.graph import Graph, graph_of
from api.links import ServedLinks
from api.negotiation import chosen, conditional, page_response
from api.operations import RULE, RULE_FORMS, RULES
from api.paths import part_address, rule_of, rule_path, segment_of
from api.rule_forms import markdown, plain, rules_markdown, rules_plain
from api.rules import NotThere, check_rulebook, find_part, find_rule, rule_document, rule_list
from kb.rulegraph import rule_quads, rules_quads
from kb.rulepage import RulePage
from kb.serialise import serialise

router = APIRouter()

_GRAPHS = {"text/turtle": "turtle", "application/ld+json": "json-ld"}


@router.get("/rules/{rulebook}", **RULES)
async def rules(request: Request, rulebook: str) -> Response:
    """The rules of a rulebook, in document order."""
    graph = graph_of(request)
    check_rulebook(rulebook)
    form = chosen(request, RULE_FORMS)
    store = graph.store()
    found = rule_list(graph.editions(), rulebook)
    if form in _GRAPHS:
        return _sent(request, form, serialise(rules_quads(store, rulebook), _GRAPHS[form]))
    if form == "text/markdown":
        return _sent(request, form, rules_markdown(found))
    if form == "text/plain":
        return _sent(request, form, rules_plain(found))
    if form == "text/html":
        return page_response(request, "rules.html", book_view(graph.shelf(), rulebook, ServedLinks()))
    return conditional(request, orjson.dumps(found), form)


@router.get("/rules/{rulebook}/{number}", **RULE)
async def rule(request: Request, rulebook: str, number: str) -> Response:
    """A rule; a number written otherwise than its id leads to it by a redirect, and so does the id of a statement."""
    graph = graph_of(request)
    form = chosen(request, RULE_FORMS)
    try:
        page = find_rule(graph.store(), rulebook, rule_of(number))
    except NotThere:
        if path := _part_path(graph, rulebook, rule_of(number)):
            return RedirectResponse(path, status_code=308)
        raise
    if segment_of(page.id) != number:
        return RedirectResponse(rule_path(rulebook, page.id), status_code=308)
    return _rule(request, graph, page, form)


def _rule(request: Request, graph: Graph, page: RulePage, form: str) -> Response:
    headers = {"Link": f'<{page.iri}>; rel="describes"'}
    if form in _GRAPHS:
        quads = rule_quads(graph.store(), page.rulebook, page.id)
        return _sent(request, form, serialise(quads, _GRAPHS[form]), headers)
    if form == "text/html":
        return page_response(request, "rule.html", rule_view(graph.shelf(), page, ServedLinks()), headers)
    document = rule_document(page, graph.beside(), graph.quotes())
    if form == "text/markdown":
        return _sent(request, form, markdown(document), headers)
    if form == "text/plain":
        return _sent(request, form, plain(document), headers)
    return conditional(request, orjson.dumps(document), form, headers)


def _part_path(graph: Graph, rulebook: str, identifier: str) -> str | None:
    """The place of a statement, exception clause or example on the page of its rule."""
    if found := find_part(graph.store(), rulebook, identifier):
        page, part = found
        return part_address(rule_path(rulebook, page.id), part)
    return None


def _sent(request: Request, form: str, text: str, headers: dict[str, str] | None = None) -> Response:
    sent = {"X-Content-Type-Options": "nosniff", **(headers or {})}
    return conditional(request, text.encode(), form, sent)
