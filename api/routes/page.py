"""GET /: a page to ask on, and the answer with its derivation. It is a plain form, so that an answer has an address."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from api.answer_page import answer_context
from api.asked import Asked
from api.graph import Graph, graph_of
from api.pages import render
from api.problems import problem_of
from api.telling import telling
from ingest.diagnostics import HexlawError
from kb.cache import rulebook_of
from ontology.books import book_folder, load_books

router = APIRouter()


@router.get("/", include_in_schema=False)
async def page(request: Request) -> Response:
    """The form, filled with what was asked or else with an example; below it the answer, if something was asked.

    `facts` holds facts, one a line, and may be given again. With `told`, that fact is told too, in place of the one that it
    contradicts. Of any other field in the address the page says that it has none such, for a fact in it would be missing
    from the answer; it is no error, since those who pass addresses on add fields of their own.
    """
    graph = graph_of(request)
    books = load_books()
    query = request.query_params
    asked = Asked.of({**query, "facts": "\n".join(query.getlist("facts"))}, graph.settings.rulebook)
    chosen = next((book for book in books if book["id"] == asked.rulebook), None)
    examples = [
        (str(example["about"]), Asked(asked.rulebook, "\n".join(example["facts"]), str(example["question"])))
        for example in (chosen or {}).get("examples", [])
    ]
    form: dict[str, Any] = {
        "such_as": examples[0][1].facts[:2] if examples else (),
        "nothing_encoded": chosen is not None and not any(book_folder(asked.rulebook).glob("*.rules")),
        "here": "ask",
        "book": asked.rulebook if chosen is not None else "",
        "rulebooks": [(str(book["id"]), str(book["title"])) for book in books],
        "asked": asked,
        "examples": examples,
        "answer": None,
        "errors": (),
        "unknown": [name[:100] for name in query if name not in _FIELDS],
        "fields": _FIELDS,
    }
    if "question" not in request.query_params:
        if examples and "facts" not in request.query_params:
            form["asked"] = examples[0][1]
        return render("ask.html", form)
    told, instead_of = request.query_params.get("told", "").strip(), None
    try:
        if told:
            asked, instead_of = telling(asked, told, lambda other: _answer(graph, other, flips=False))
            form["asked"] = asked
        answer = _answer(graph, asked)
    except HexlawError as error:
        return render("ask.html", {**form, "errors": error.diagnostics}, problem_of(error).status)
    book = rulebook_of(asked.rulebook)
    form["instead"] = (told, instead_of) if instead_of is not None else None
    shown = answer_context(
        answer, asked, book, _labels(graph, asked.rulebook), lambda other: _answer(graph, other)
    )
    return render("ask.html", {**form, **shown})


_FIELDS = ("rulebook", "facts", "question", "how", "wanted", "reading", "told")


def _answer(graph: Graph, asked: Asked, *, flips: bool = True) -> dict[str, Any]:
    statement, _, name = asked.reading.partition("=")
    reading = (statement, name) if asked.reading else None
    return graph.answer({**asked.body(), "flips": flips}, likelihood=asked.how == "odds", reading=reading)


def _labels(graph: Graph, rulebook: str) -> dict[str, str | None]:
    """The labels of a rulebook's rules; none before anything is ingested."""
    try:
        return graph.labels(rulebook)
    except HexlawError:
        return {}
