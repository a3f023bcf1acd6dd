"""Problem documents (RFC 9457): the one shape of every error that the service sends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

import orjson
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import RedirectResponse, Response
from starlette.exceptions import HTTPException
from starlette.routing import Match

from api.accept import accepted, preferred
from api.pages import render
from api.paths import rule_path
from api.rules import NotThere
from ingest.diagnostics import Diagnostic, HexlawError

MEDIA_TYPE = "application/problem+json"
FORMS = (MEDIA_TYPE, "application/json", "text/html")
"""What an error may be sent as; who accepts anything gets the first."""


class Problem(Exception):
    """An error to send: its status, a stable code, a sentence, and the places in the request that it is about."""

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        errors: Sequence[Mapping[str, Any]] = (),
        headers: Mapping[str, str] | None = None,
        nearest: Sequence[str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = detail
        self.errors = errors
        self.headers = headers
        self.nearest = nearest

    def response(self) -> Response:
        """The problem document as a response."""
        return Response(orjson.dumps(self.document()), self.status, dict(self.headers or {}), MEDIA_TYPE)

    def document(self) -> dict[str, Any]:
        """The problem document: type (a URN), title, status, detail, and errors and nearest where there are any."""
        document: dict[str, Any] = {
            "type": f"urn:hexlaw:problem:{self.code}",
            "title": title_of(self.status),
            "status": self.status,
            "detail": self.detail,
        }
        if self.errors:
            document["errors"] = list(self.errors)
        if self.nearest is not None:
            document["nearest"] = list(self.nearest)
        return document


def bad_parameter(name: str, detail: str, hint: str) -> Problem:
    """The problem of a parameter of an address that cannot be used."""
    error = {"code": "bad-parameter", "parameter": name, "detail": detail, "hint": hint}
    return Problem(422, "bad-parameter", f"{name}: {detail}", [error])


def title_of(status: int) -> str:
    """The name of a status as RFC 9110 has it, which older versions of Python name otherwise."""
    return {413: "Content Too Large", 422: "Unprocessable Content"}.get(status) or HTTPStatus(status).phrase


def problem_of(error: HexlawError) -> Problem:
    """Diagnostics as a problem, each with its place in the request: 422 if they are about that.

    Else 503: the question took too long, or the graph or the rulebook cannot be used.
    """
    first = error.diagnostics[0]
    status = 422 if first.place.file == "request" and first.code != "ask-timeout" else 503
    return Problem(status, first.code, first.message, [_error(each) for each in error.diagnostics])


def _error(diagnostic: Diagnostic) -> dict[str, Any]:
    """One member of `errors`; a diagnostic about the request has its JSON pointer in `evidence`."""
    fields: dict[str, Any] = {"code": diagnostic.code, "detail": diagnostic.message}
    if diagnostic.place.file == "request":
        fields["pointer"] = diagnostic.evidence or ""
    if diagnostic.hint:
        fields["hint"] = diagnostic.hint
    return fields


_DETAILS = {
    404: "There is nothing at this address; GET / has a page to ask on, GET /openapi.json describes the operations.",
    405: "This address takes {allowed} alone; GET / has a page to ask on, GET /openapi.json describes the operations.",
}


def _sent(request: Request, problem: Problem) -> Response:
    """The problem as the client wants it: a page for a browser, else the document."""
    if preferred(accepted(request), FORMS) != "text/html":
        response = problem.response()
        response.headers.setdefault("Vary", "Accept")
        return response
    rulebook = str(request.path_params.get("rulebook", ""))
    of_rules = problem.code == "rule-unknown"
    links = [
        (near, rule_path(rulebook, near) if of_rules else f"/rules/{quote(near, safe='')}")
        for near in problem.nearest or ()
    ]
    shown = {
        "problem": problem,
        "title": title_of(problem.status),
        "links_to": links,
        "asked": request.url.path,
    }
    page = render("problem.html", shown, problem.status)
    page.headers.update(problem.headers or {})
    return page


def _without_slash(request: Request) -> str | None:
    """The page that a browser means whose address has one slash too many, at its end; None if there is none."""
    path = request.url.path
    bare = path.removesuffix("/")
    if not bare or bare == path or "//" in path or preferred(accepted(request), FORMS) != "text/html":
        return None
    scope = {**request.scope, "path": bare}
    if not any(route.matches(scope)[0] is Match.FULL for route in request.app.routes):
        return None
    return quote(bare) + (f"?{request.url.query}" if request.url.query else "")


def add_handlers(app: FastAPI) -> None:
    """Make every error of the application leave as a problem document."""

    async def problem(request: Request, error: Exception) -> Response:
        assert isinstance(error, Problem)
        return _sent(request, error)

    async def diagnostics(request: Request, error: Exception) -> Response:
        assert isinstance(error, HexlawError)
        return _sent(request, problem_of(error))

    async def not_there(request: Request, error: Exception) -> Response:
        assert isinstance(error, NotThere)
        [diagnostic] = error.diagnostics
        detail = f"{diagnostic.message} ({diagnostic.hint})"
        return _sent(request, Problem(404, diagnostic.code, detail, nearest=error.nearest))

    async def parameters(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        errors = [
            {"code": "bad-parameter", "parameter": str(each["loc"][-1]), "detail": str(each["msg"])}
            for each in error.errors()
        ]
        detail = f"{errors[0]['parameter']}: {errors[0]['detail']}"
        return _sent(request, Problem(422, "bad-parameter", detail, errors))

    async def http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == 404 and (there := _without_slash(request)):
            return RedirectResponse(there, 308)
        code = title_of(error.status_code).lower().replace(" ", "-")
        allowed = (error.headers or {}).get("Allow", "another method").replace(", ", " and ")
        detail = _DETAILS.get(error.status_code, str(error.detail)).replace("{allowed}", allowed)
        return _sent(request, Problem(error.status_code, code, detail, headers=error.headers))

    async def unexpected(request: Request, error: Exception) -> Response:
        detail = "Something went wrong here; the log of the service has the details."
        return _sent(request, Problem(500, "unexpected", detail))

    app.add_exception_handler(Problem, problem)
    app.add_exception_handler(HexlawError, diagnostics)
    app.add_exception_handler(NotThere, not_there)
    app.add_exception_handler(RequestValidationError, parameters)
    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(Exception, unexpected)
