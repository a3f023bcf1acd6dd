"""The HTTP application, built by a function so that tests run it in memory."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Any

from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware
from fastapi.openapi.utils import get_openapi
from starlette.applications import Starlette

from api.askers import Askers
from api.direct import Direct
from api.graph import Graph
from api.limits import Headed, Limited, Work
from api.operations import components
from api.problems import add_handlers
from api.routes import (
    ask,
    assets,
    books,
    cite,
    graph,
    health,
    indexes,
    page,
    playaids,
    rules,
    search,
    sparql,
    vocabulary,
)
from api.settings import Settings
from api.sparql_workers import SparqlWorkers
from api.version import version


def create_app(settings: Settings) -> FastAPI:
    """The application for these settings. Nothing in it writes; all its errors are problem documents."""
    app = FastAPI(
        title="Hexlaw",
        version=version(),
        description="Answers questions about wargame rules and shows its work, down to the rule numbers.",
        docs_url=None,  # the usual viewers fetch their scripts from elsewhere
        redoc_url=None,
        redirect_slashes=False,
        lifespan=_lifespan,
    )
    app.state.graph = Graph(settings)
    app.state.askers = Askers(app.state.graph)
    app.state.work = Work(settings.max_concurrent)
    app.state.sparql = SparqlWorkers(settings)
    for module in (
        ask,
        cite,
        playaids,
        search,
        vocabulary,
        books,
        rules,
        graph,
        sparql,
        health,
        page,
        indexes,
        assets,
    ):
        app.include_router(module.router)
    app.state.mcp = _tools(app)
    add_handlers(app)
    app.add_middleware(Direct, askers=app.state.askers)
    app.add_middleware(Headed)
    app.add_middleware(Limited, work=app.state.work)
    if settings.cors:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=settings.cors,
            allow_methods=["GET", "POST"],
            allow_headers=["Content-Type", "If-None-Match"],
            expose_headers=["ETag", "Link"],
        )
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]
    return app


@contextlib.asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """End what runs in other processes when the service ends."""
    tools = app.state.mcp
    try:
        if tools is None:
            yield
        else:
            async with tools.router.lifespan_context(tools):
                yield
    finally:
        app.state.askers.close()
        app.state.sparql.close()


def _tools(app: FastAPI) -> Starlette | None:
    """The tools for assistants, added at `/mcp` where their library is installed."""
    try:
        from api.mcp import mcp_application
    except ModuleNotFoundError as missing:
        if missing.name != "mcp":
            raise
        return None
    tools = mcp_application(app.state.graph)
    app.router.routes.extend(tools.routes)
    return tools


def _openapi(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document; the schemas are our own, since bodies are neither parsed nor checked by FastAPI."""
    if app.openapi_schema is None:
        document = get_openapi(
            title=app.title, version=app.version, description=app.description, routes=app.routes
        )
        document["components"] = {"schemas": components()}
        for path in document["paths"].values():
            for operation in path.values():
                if (
                    not operation["responses"]
                    .get("422", {})
                    .get("content", {})
                    .get("application/problem+json")
                ):
                    operation["responses"].pop("422", None)
        app.openapi_schema = document
    return app.openapi_schema
