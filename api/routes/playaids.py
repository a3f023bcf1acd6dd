"""POST /playaids/check: a play aid held against the rules; GET and POST /playaids: the same as a page."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import parse_qs

import orjson
from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from api.bodies import content_type, json_object, only_fields, raw_body, text_field, wrong_field
from api.graph import graph_of
from api.operations import PLAYAID
from api.pages import render
from api.playaids import page_context
from api.problems import Problem, problem_of
from api.settings import Settings
from ingest.diagnostics import HexlawError
from kb.playaids.aid import aid_document, check_aid
from kb.playaids.checking import Report
from kb.playaids.mapping import mappings_of
from kb.playaids.record import record_of
from ontology.books import book_folder, load_books, rulebook_ids

router = APIRouter()

_SUCH_AS = '{"rulebook": …, "text": …}'
_FORM = "application/x-www-form-urlencoded"
_MOST_ACCEPTED = 10_000

# An aid is checked at a time; others wait here and not in the threads that questions need.
_one = CapacityLimiter(1)


@router.post("/playaids/check", **PLAYAID)
async def check(
    request: Request,
    rulebook: Annotated[
        str | None, Query(description="whose aid it is, where the body is the aid itself")
    ] = None,
) -> Response:
    """Put every claim of a play aid to the rules."""
    settings = graph_of(request).settings
    accepted: frozenset[str] | None = None
    kind, _ = content_type(request)
    if kind in ("text/tab-separated-values", "text/html"):
        data = await raw_body(request, settings)
    else:
        body = await json_object(request, settings, _SUCH_AS)
        only_fields(body, "text", "rulebook", "accepted")
        data = _encoded(text_field(body, "text", '"Tidewrack Play Aid…"'))
        if body.get("rulebook") is not None:
            rulebook = text_field(body, "rulebook", '"tidewrack"')
        accepted = _accepted(body)
    try:
        report = await _checked(data, rulebook, settings)
    except HexlawError as error:
        raise _problem(error) from None
    return Response(orjson.dumps(record_of(report, accepted)), media_type="application/json")


@router.get("/playaids", include_in_schema=False)
async def page(request: Request, shipped: str = "") -> Response:
    """The form; with `shipped`, that aid checked."""
    return await _page(request, {"shipped": shipped})


@router.post("/playaids", include_in_schema=False)
async def checked_page(request: Request) -> Response:
    """What was put into the form, checked."""
    kind, _ = content_type(request)
    if kind != _FORM:
        detail = f"The body is {kind or 'of no stated type'}; send {_FORM}."
        raise Problem(415, "unsupported-media-type", detail)
    body = await raw_body(request, graph_of(request).settings)
    try:
        fields = parse_qs(body.decode(), keep_blank_values=True, max_num_fields=20, errors="strict")
    except ValueError as error:
        raise Problem(400, "bad-form", f"The form cannot be read: {error}.") from None
    return await _page(request, {name: values[0] for name, values in fields.items()})


async def _page(request: Request, fields: Mapping[str, str]) -> Response:
    settings = graph_of(request).settings
    shipped, rulebooks = await to_thread.run_sync(_offered)
    chosen, text, rulebook = fields.get("shipped", ""), fields.get("text", ""), fields.get("rulebook", "")
    form = {
        "shipped": [(name, title) for name, (_, title) in shipped.items()],
        "rulebooks": rulebooks,
        "chosen": chosen,
        "rulebook": rulebook,
        "text": text,
    }
    context: dict[str, Any] = {"here": "playaids", "book": "", "form": form, "report": None, "errors": ()}
    if not chosen and not text.strip():
        return render("playaid.html", context)
    data = shipped[chosen][0].read_bytes() if chosen in shipped else _encoded(text)
    try:
        report = await _checked(data, rulebook or None if chosen not in shipped else None, settings)
    except HexlawError as error:
        return render("playaid.html", {**context, "errors": error.diagnostics}, _problem(error).status)
    return render("playaid.html", {**context, **page_context(report), "form": form})


def _offered() -> tuple[dict[str, tuple[Path, str]], list[tuple[str, str]]]:
    """The aids that come with Hexlaw, by name, and the rulebooks that have a mapping."""
    shipped = {f"{book}:{document}": (path, title) for book, document, path, title in _shipped()}
    books = ((str(book["id"]), str(book["title"])) for book in load_books())
    return shipped, [(name, title) for name, title in books if mappings_of(name)]


async def _checked(data: bytes, rulebook: str | None, settings: Settings) -> Report:
    def work() -> Report:
        end = time.monotonic() + settings.playaid_time
        return check_aid(data, "request", rulebook, deadline=lambda: time.monotonic() > end)

    return await to_thread.run_sync(work, limiter=_one)


def _problem(error: HexlawError) -> Problem:
    first = error.diagnostics[0]
    if first.code == "playaid-timeout":
        return Problem(503, first.code, first.message)
    return problem_of(error)


def _encoded(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        message = f"the text has half a character at {error.start}"
        raise wrong_field("bad-text", "/text", message, "text in UTF-8") from None


def _accepted(body: Mapping[str, Any]) -> frozenset[str] | None:
    accepted = body.get("accepted")
    if accepted is None:
        return None
    if not isinstance(accepted, list) or not all(isinstance(each, str) for each in accepted):
        raise wrong_field(
            "bad-accepted", "/accepted", "accepted is no list of texts", "fingerprints of findings"
        )
    if len(accepted) > _MOST_ACCEPTED:
        raise wrong_field(
            "too-many-accepted", "/accepted", f"{len(accepted)} are accepted", f"at most {_MOST_ACCEPTED}"
        )
    return frozenset(accepted)


@cache
def _shipped() -> tuple[tuple[str, str, Path, str], ...]:
    """The aids that come with rulebooks which have a mapping for them: rulebook, document, file, title."""
    found = []
    for rulebook in rulebook_ids():
        documents = {mapping.document: mapping.title for mapping in mappings_of(rulebook)}
        folder = book_folder(rulebook) / "sources"
        for path in sorted(folder.glob("*.tsv")) if documents else ():
            try:
                document, _ = aid_document(path.read_bytes(), path.name, None)
            except HexlawError:
                continue
            if document.rulebook == rulebook and document.id in documents:
                found.append((rulebook, document.id, path, documents[document.id]))
    return tuple(found)
