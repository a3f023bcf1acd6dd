"""POST /ask, /ask/batch, /why-not and /odds: questions about facts, and answers with their derivations."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import orjson
from fastapi import APIRouter, Request
from fastapi.responses import Response

from api.askers import Askers
from api.bodies import json_object, only_fields, wrong_field
from api.direct import LONG
from api.graph import graph_of
from api.operations import ASK, BATCH, ODDS, WHY_NOT
from api.problems import Problem, problem_of
from ingest.diagnostics import HexlawError
from kb.why_not import why_not

router = APIRouter()

SUCH_AS = '{"rulebook": …, "facts": […], "question": …}'


@router.post("/ask", **ASK)
async def ask(request: Request) -> Response:
    """Answer a question. Every outcome is a 200, also `not understood`; only a malformed request is an error."""
    graph = graph_of(request)
    body = await json_object(request, graph.settings, SUCH_AS)
    return _json(await _askers(request).answer(body, long=LONG in request.scope))


@router.post("/ask/batch", **BATCH)
async def batch(request: Request) -> Response:
    """Answer several questions, each as `POST /ask` does; a malformed one has its problem in its place."""
    graph = graph_of(request)
    body = await json_object(request, graph.settings, f'{{"questions": [{SUCH_AS}]}}')
    only_fields(body, "questions")
    questions = body.get("questions")
    if not isinstance(questions, list):
        raise wrong_field("bad-questions", "/questions", "the questions are not a list", f"as in [{SUCH_AS}]")
    if len(questions) > (most := graph.settings.max_batch):
        message = f"{len(questions)} questions are asked"
        raise wrong_field("too-many-questions", "/questions", message, f"at most {most}")
    answers = []
    for number, question in enumerate(questions):
        answers.append(await _one(_askers(request), number, question))
        await asyncio.sleep(0)  # others get their turn between two questions
    return _json({"answers": answers})


@router.post("/why-not", **WHY_NOT)
async def ask_why_not(request: Request) -> Response:
    """Why the answer is not another one: the rules that do not lead there, and the changes of facts that would."""
    graph = graph_of(request)
    body = await json_object(request, graph.settings, SUCH_AS)
    wanted = body.pop("wanted", None)
    if wanted is not None and not isinstance(wanted, str):
        raise wrong_field("bad-wanted", "/wanted", "the answer wanted is not given as text", 'as in "yes"')
    return _json(why_not(await _askers(request).answer(body), wanted))


@router.post("/odds", **ODDS)
async def ask_odds(request: Request) -> Response:
    """How likely each answer to a question is, by every way in which dice can fall: exact fractions."""
    graph = graph_of(request)
    body = await json_object(request, graph.settings, SUCH_AS)
    return _json(await _askers(request).answer(body, likelihood=True))


def _askers(request: Request) -> Askers:
    askers = request.app.state.askers
    assert isinstance(askers, Askers)
    return askers


async def _one(askers: Askers, number: int, question: Any) -> dict[str, Any]:
    """One answer of a batch, or the problem of a question that cannot be asked."""
    try:
        if not isinstance(question, dict):
            hint = f"such as {SUCH_AS}"
            raise wrong_field("request", "", "the question is no object", hint)
        return await askers.answer(question)
    except HexlawError as error:
        return {"problem": _placed(problem_of(error).document(), number)}
    except Problem as error:
        return {"problem": _placed(error.document(), number)}


def _placed(problem: dict[str, Any], number: int) -> dict[str, Any]:
    """The problem with its pointers into the body of the batch."""
    errors: list[Mapping[str, Any]] = problem.get("errors", [])
    placed = [{**each, "pointer": f"/questions/{number}{each.get('pointer', '')}"} for each in errors]
    return {**problem, **({"errors": placed} if placed else {})}


def _json(value: object) -> Response:
    return Response(orjson.dumps(value), media_type="application/json")
