"""POST /cite: the citations of rules in any text."""

from __future__ import annotations

from typing import Any

import orjson
from anyio import to_thread
from fastapi import APIRouter, Request
from fastapi.responses import Response

from api.bodies import json_object, only_fields, text_field, wrong_field
from api.graph import Graph, graph_of
from api.operations import CITE
from api.paths import rule_path
from kb.citing import Cited
from ontology.books import rulebook_ids

router = APIRouter()

MOST_TEXT = 50_000
"""How many characters of text are searched at once: of nothing but numbers, a second or two."""


@router.post("/cite", **CITE)
async def cite(request: Request) -> Response:
    """Where rules are named in a text, which they are, and which numbers are those of no rule."""
    graph = graph_of(request)
    body = await json_object(request, graph.settings, '{"rulebook": …, "text": …}')
    only_fields(body, "rulebook", "text", "document")
    rulebook = text_field(body, "rulebook", '"asl"')
    text = text_field(body, "text", '"See G13.4."')
    document = None if body.get("document") is None else text_field(body, "document", '"G13"')
    if rulebook not in rulebook_ids():
        hint = f"there are: {', '.join(rulebook_ids())}"
        raise wrong_field("unknown-rulebook", "/rulebook", f"there is no rulebook {rulebook[:100]!r}", hint)
    if len(text) > MOST_TEXT:
        message = f"the text has {len(text)} characters"
        raise wrong_field("text-too-long", "/text", message, f"at most {MOST_TEXT}")
    graph.citer(rulebook)  # made here, so that the thread only reads
    graph.labels(rulebook)
    found = await to_thread.run_sync(citations, graph, rulebook, text, document)
    return Response(orjson.dumps(found), media_type="application/json")


def citations(graph: Graph, rulebook: str, text: str, document: str | None = None) -> dict[str, Any]:
    """The citations of a text as JSON, and all the unknown numbers together.

    Raises HexlawError for a document that the rulebook does not have, and where nothing is ingested.
    """
    found = graph.citer(rulebook).find(text, document)
    labels = graph.labels(rulebook)
    return {
        "rulebook": rulebook,
        "citations": [_citation(cited, rulebook, labels) for cited in found],
        "unknown": list(dict.fromkeys(number for cited in found for number in cited.unknown)),
    }


def _citation(cited: Cited, rulebook: str, labels: dict[str, str | None]) -> dict[str, Any]:
    targets = [
        {
            "id": target,
            "label": labels.get(target),
            "external": target in cited.external,
            "path": None if target in cited.external else rule_path(rulebook, target),
        }
        for target in cited.targets
    ]
    return {
        "start": cited.start,
        "end": cited.end,
        "text": cited.text,
        "kind": cited.kind,
        "targets": targets,
        "part": cited.part,
        "first": cited.first,
        "last": cited.last,
        "unknown": list(cited.unknown),
        "nearest": list(cited.nearest),
        "ambiguous": cited.ambiguous,
    }
