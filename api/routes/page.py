"""GET /: a page to ask on, and the answer with its derivation. It is a plain form, so that an answer has an address."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from api import example
from api.facts import facts_of_lines
from api.graph import graph_of
from api.pages import render
from api.problems import problem_of
from ingest.diagnostics import HexlawError
from kb.drawn import draw
from kb.notes import notes_after, notes_before
from ontology.books import load_books

router = APIRouter()


@router.get("/", include_in_schema=False)
async def page(request: Request) -> Response:
    """The form, filled with what was asked or else with the example; below it the answer, if something was asked."""
    asked = request.query_params
    form = {
        "rulebook": asked.get("rulebook", example.RULEBOOK),
        "facts": asked.get("facts", "" if "question" in asked else "\n".join(example.FACTS)),
        "question": asked.get("question", example.QUESTION),
        "rulebooks": [(str(book["id"]), str(book["title"])) for book in load_books()],
        "tone": tone,
        "answer": None,
        "drawn": (),
        "before": (),
        "after": (),
        "errors": (),
    }
    if "question" not in asked:
        return render("ask.html", form)
    body = {
        "rulebook": form["rulebook"],
        "facts": facts_of_lines(str(form["facts"])),
        "question": form["question"],
    }
    try:
        answer = graph_of(request).answer(body)
    except HexlawError as error:
        return render("ask.html", {**form, "errors": error.diagnostics}, problem_of(error).status)
    shown = {
        "answer": answer,
        "drawn": draw(answer),
        "before": notes_before(answer),
        "after": notes_after(answer),
    }
    return render("ask.html", {**form, **shown})


def tone(verdict: str) -> str:
    """The style of a verdict, or of whether an exception applies."""
    return verdict if verdict in ("yes", "no", "value", "set") else "open"
