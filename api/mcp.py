"""Tools for assistants (Model Context Protocol): ask, read, search, cite. Every answer names the rules that it rests on.

They are the functions behind `POST /ask`, `GET /rules`, `GET /search` and `POST /cite`. Only this module imports the
library, which takes longer to import than all else; without it (`pip install hexlaw[mcp]`) there is no `/mcp`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import Field
from starlette.applications import Starlette

from api.graph import Graph
from api.problems import Problem
from api.routes.cite import MOST_TEXT, citations
from api.routes.search import result
from api.rule_forms import markdown
from api.rules import check_rulebook, find_rule_or_part, rule_document
from api.version import version
from ingest.diagnostics import HexlawError
from kb.explain import render_full

_T = TypeVar("_T")
_Rulebook = Annotated[
    str, Field(description="the id of a rulebook: asl, tidewrack, amphibious-37, squad-terrain")
]
_READS = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
_INSTRUCTIONS = (
    "Hexlaw answers questions about wargame rules from encoded rules, with the rule numbers that each answer rests on. "
    "Facts and questions are sentences of the rulebook's vocabulary; `search` with kind vocabulary finds their wording. "
    "An answer may be undetermined (a fact is missing), a conflict, or not encoded: say so, and cite the rule numbers."
)


def mcp_server(graph: Graph) -> MCPServer:
    """The server with its four tools, which only read."""
    server = MCPServer("hexlaw", title="Hexlaw", instructions=_INSTRUCTIONS, version=version())

    @server.tool(annotations=_READS)
    async def ask(
        rulebook: _Rulebook,
        question: Annotated[str, Field(description="such as: Is hex 1079 a Water Obstacle to T1?")],
        facts: Annotated[list[str], Field(description="such as: Hex 1079 is an OCEAN hex.")] = [],  # noqa: B006
    ) -> dict[str, Any]:
        """Answer a question about some facts, with the rule numbers and the reasons; also what would change the answer."""
        answer = _told(lambda: graph.answer({"rulebook": rulebook, "facts": facts, "question": question}))
        shown = {name: value for name, value in answer.items() if name not in ("derivation", "receipt")}
        return {**shown, "cites": answer.get("cites", []), "explanation": render_full(answer)}

    @server.tool(annotations=_READS)
    async def read(
        rulebook: _Rulebook,
        number: Annotated[str, Field(description="such as G13.4, 13.4, or G13.4-s3 for its rule")],
    ) -> dict[str, Any]:
        """Read a rule: its text where the user's own copy is ingested, what it means, its exceptions, who cites it."""

        def found() -> dict[str, Any]:
            page, _ = find_rule_or_part(graph.store(), rulebook, number)
            document = rule_document(page, graph.beside(), graph.quotes())
            return {"rule": document["id"], "path": document["path"], "text": markdown(document)}

        return _told(found)

    @server.tool(annotations=_READS)
    async def search(
        query: Annotated[str, Field(description="words, or the number of a rule", max_length=1000)],
        rulebook: Annotated[str | None, Field(description="only this rulebook")] = None,
        kind: Literal["rule", "term", "encoding", "vocabulary"] | None = None,
        limit: Annotated[int, Field(ge=1, le=50)] = 10,
    ) -> dict[str, Any]:
        """Find rules, terms, encodings, and sentences in which facts and questions can be told."""

        def found() -> dict[str, Any]:
            if rulebook is not None:
                check_rulebook(rulebook)
            total, hits = graph.index().find(query, rulebook=rulebook, kind=kind, limit=limit)
            return {"total": total, "results": [result(hit, False) for hit in hits]}

        return _told(found)

    @server.tool(annotations=_READS)
    async def cite(
        rulebook: _Rulebook,
        text: Annotated[str, Field(description="any text that names rules", max_length=MOST_TEXT)],
    ) -> dict[str, Any]:
        """Find the rules that a text cites, and numbers in it that no rule has."""

        def found() -> dict[str, Any]:
            check_rulebook(rulebook)
            return citations(graph, rulebook, text)

        return _told(found)

    return server


def mcp_application(graph: Graph) -> Starlette:
    """The same over HTTP at `/mcp` (streamable, without sessions); its lifespan must be run."""
    settings = graph.settings
    return mcp_server(graph).streamable_http_app(
        json_response=True, stateless_http=True, max_request_body_size=settings.max_body, host=settings.host
    )


def _told(find: Callable[[], _T]) -> _T:
    """What was found, or the reason why not, told to the assistant."""
    try:
        return find()
    except HexlawError as error:
        first = error.diagnostics[0]
        raise ToolError(f"{first.message} ({first.hint})" if first.hint else first.message) from None
    except Problem as error:
        raise ToolError(error.detail) from None
