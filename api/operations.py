"""The operations in the OpenAPI document: what each takes and sends, every response with an example."""

from __future__ import annotations

from typing import Any, Literal

from fastapi.responses import Response
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from api import example, example_answers, example_playaid
from api.problems import title_of
from api.schemas import (
    Answer,
    AskRequest,
    BatchAnswer,
    BatchRequest,
    CiteAnswer,
    CiteRequest,
    CompletionAnswer,
    CoverageAnswer,
    FindingsAnswer,
    Health,
    PlayAidReport,
    PlayAidRequest,
    ProblemDocument,
    RulebookList,
    RuleDocument,
    RuleList,
    SearchAnswer,
    VocabularyAnswer,
    WhyNotAnswer,
    WhyNotRequest,
)

_MODELS: tuple[type[BaseModel], ...] = (
    AskRequest,
    Answer,
    BatchRequest,
    BatchAnswer,
    WhyNotRequest,
    WhyNotAnswer,
    CiteRequest,
    CiteAnswer,
    PlayAidRequest,
    PlayAidReport,
    SearchAnswer,
    VocabularyAnswer,
    CompletionAnswer,
    CoverageAnswer,
    FindingsAnswer,
    RulebookList,
    ProblemDocument,
    RuleDocument,
    RuleList,
    Health,
)


def components() -> dict[str, Any]:
    """The schemas of all models, as the OpenAPI document holds them."""
    models: list[tuple[type[BaseModel], Literal["serialization"]]] = [
        (model, "serialization") for model in _MODELS
    ]
    _, schema = models_json_schema(models, ref_template="#/components/schemas/{model}")
    return dict(schema["$defs"])


def _schema(model: type[BaseModel]) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{model.__name__}"}


def _body(model: type[BaseModel], value: Any) -> dict[str, Any]:
    content = {"application/json": {"schema": _schema(model), "example": value}}
    return {"requestBody": {"required": True, "content": content}}


def _json(description: str, model: type[BaseModel], value: Any) -> dict[str, Any]:
    content = {"application/json": {"schema": _schema(model), "example": value}}
    return {"description": description, "content": content}


def _paged(description: str, model: type[BaseModel], value: Any) -> dict[str, Any]:
    """A response that browsers get as a page."""
    whole = _json(description, model, value)
    whole["content"]["text/html"] = {"schema": {"type": "string"}, "example": "<!doctype html>"}
    return whole


def _vocabulary() -> dict[str, Any]:
    whole = _paged(
        "The wordings in the order of their declaration; with `complete`, sentences that begin so",
        VocabularyAnswer,
        example_answers.VOCABULARY,
    )
    whole["content"]["application/json"]["schema"] = {
        "anyOf": [_schema(VocabularyAnswer), _schema(CompletionAnswer)]
    }
    return whole


def _problem(description: str, status: int, code: str, detail: str, **more: Any) -> dict[str, Any]:
    value = {
        "type": f"urn:hexlaw:problem:{code}",
        "title": title_of(status),
        "status": status,
        "detail": detail,
        **more,
    }
    content = {"application/problem+json": {"schema": _schema(ProblemDocument), "example": value}}
    return {"description": description, "content": content}


def _wrong(code: str, pointer: str, detail: str) -> dict[str, Any]:
    errors = [{"code": code, "pointer": pointer, "detail": detail}]
    return _problem("The request cannot be used", 422, code, detail, errors=errors)


_UNEXPECTED = _problem(
    "Something unexpected",
    500,
    "unexpected",
    "Something went wrong here; the log of the service has the details.",
)
_NO_GRAPH = _problem(
    "Nothing is ingested yet, the graph is damaged, or the service is busy",
    503,
    "graph-none",
    "there is no graph yet",
)
_TOO_LONG = _problem(
    "The question takes too long, or the service is busy",
    503,
    "ask-timeout",
    "the question was not answered within 5.0 seconds",
)
_BODY_ERRORS: dict[int | str, Any] = {
    400: _problem(
        "The body is not JSON",
        400,
        "malformed-json",
        "The body is not JSON: unexpected end at line 1, column 9.",
    ),
    408: _problem("The body comes too slowly", 408, "too-slow", "The body did not come within 10 seconds."),
    413: _problem("The body is too large", 413, "too-large", "The body is larger than 1000000 bytes."),
    415: _problem(
        "The body is of another type", 415, "unsupported-media-type", "The body is text/plain; send JSON."
    ),
    500: _UNEXPECTED,
}
_NOT_MODIFIED = {"description": "The client has it already: its `If-None-Match` names what there is"}
_NO_RULEBOOK = _problem(
    "There is no such rulebook",
    404,
    "rulebook-unknown",
    "there is no rulebook 'als' (there are: asl, tidewrack)",
    nearest=["asl", "tidewrack"],
)
_NOT_ACCEPTABLE = _problem(
    "There is no form that the client accepts",
    406,
    "not-acceptable",
    "There is no image/png here; there is application/json, text/html.",
)


def _bad_parameter(name: str, detail: str) -> dict[str, Any]:
    errors = [{"code": "bad-parameter", "parameter": name, "detail": detail}]
    description = "A parameter cannot be used"
    return _problem(description, 422, "bad-parameter", f"{name}: {detail}", errors=errors)


ASK: dict[str, Any] = {
    "summary": "Ask a question about some facts",
    "openapi_extra": _body(AskRequest, example.request()),
    "responses": {
        200: _json("The answer, whatever the outcome", Answer, example.ANSWER),
        **_BODY_ERRORS,
        422: _wrong("too-many-facts", "/facts", "1001 facts are given"),
        503: _TOO_LONG,
    },
}

BATCH: dict[str, Any] = {
    "summary": "Ask several questions, each about its own facts",
    "openapi_extra": _body(BatchRequest, {"questions": [example.request()]}),
    "responses": {
        200: _json("The answers in the order of the questions", BatchAnswer, {"answers": [example.ANSWER]}),
        **_BODY_ERRORS,
        422: _wrong("too-many-questions", "/questions", "101 questions are asked"),
        503: _TOO_LONG,
    },
}

WHY_NOT: dict[str, Any] = {
    "summary": "See what keeps an answer from being another one",
    "openapi_extra": _body(WhyNotRequest, {**example.request(), "wanted": "yes"}),
    "responses": {
        200: _json("What stands against it, and what would change it", WhyNotAnswer, example_answers.WHY_NOT),
        **_BODY_ERRORS,
        422: _wrong("bad-question", "/question", "the question is not given as text"),
        503: _TOO_LONG,
    },
}

ODDS: dict[str, Any] = {
    "summary": "See how likely each answer is",
    "openapi_extra": _body(AskRequest, example_answers.ODDS_REQUEST),
    "responses": {
        200: _json("The odds, as exact fractions", Answer, example_answers.ODDS),
        **_BODY_ERRORS,
        422: _wrong("bad-question", "/question", "the question is not given as text"),
        503: _TOO_LONG,
    },
}

CITE: dict[str, Any] = {
    "summary": "Find the rules that a text cites",
    "openapi_extra": _body(CiteRequest, example_answers.CITE_REQUEST),
    "responses": {
        200: _json("The citations in order", CiteAnswer, example_answers.CITE),
        **_BODY_ERRORS,
        422: _wrong("unknown-rulebook", "/rulebook", "there is no rulebook 'als'"),
        503: _NO_GRAPH,
    },
}

_PLAYAID_TYPES = ("text/tab-separated-values", "text/html")
_PLAYAID_BODY = _body(PlayAidRequest, example_playaid.REQUEST)
for _type in _PLAYAID_TYPES:
    _PLAYAID_BODY["requestBody"]["content"][_type] = {
        "schema": {"type": "string"},
        "example": example_playaid.TEXT,
    }

PLAYAID: dict[str, Any] = {
    "summary": "Check a play aid against the rules that it summarises",
    "openapi_extra": _PLAYAID_BODY,
    "responses": {
        200: _json("Every claim with its verdict, and what is wrong", PlayAidReport, example_playaid.REPORT),
        **_BODY_ERRORS,
        422: _wrong("no-mapping", "", "is asl:G13, for which there is no mapping"),
        503: _problem(
            "The check takes too long, or the service is busy",
            503,
            "playaid-timeout",
            "the play aid was not checked in the time there was",
        ),
    },
}

SEARCH: dict[str, Any] = {
    "summary": "Search rules, terms, encodings and vocabulary",
    "responses": {
        200: _paged("What fits, the best first", SearchAnswer, example_answers.SEARCH),
        304: _NOT_MODIFIED,
        406: _NOT_ACCEPTABLE,
        422: _bad_parameter("kind", "there is no kind 'page'"),
        500: _UNEXPECTED,
        503: _NO_GRAPH,
    },
}

VOCABULARY: dict[str, Any] = {
    "summary": "List what can be said in facts and questions",
    "responses": {
        200: _vocabulary(),
        304: _NOT_MODIFIED,
        404: _NO_RULEBOOK,
        406: _NOT_ACCEPTABLE,
        422: _bad_parameter("q", "String should have at most 1000 characters"),
        500: _UNEXPECTED,
        503: _NO_GRAPH,
    },
}

RULEBOOKS: dict[str, Any] = {
    "summary": "List the rulebooks",
    "responses": {
        200: _paged("The rulebooks", RulebookList, example_answers.RULEBOOKS),
        304: _NOT_MODIFIED,
        406: _NOT_ACCEPTABLE,
        500: _UNEXPECTED,
        503: _NO_GRAPH,
    },
}

COVERAGE: dict[str, Any] = {
    "summary": "See what has become of each statement of a rulebook",
    "responses": {
        200: _paged("Each statement", CoverageAnswer, example_answers.COVERAGE),
        304: _NOT_MODIFIED,
        404: _NO_RULEBOOK,
        406: _NOT_ACCEPTABLE,
        422: _bad_parameter("only", "there is no status 'opne'"),
        500: _UNEXPECTED,
        503: _NO_GRAPH,
    },
}

FINDINGS: dict[str, Any] = {
    "summary": "See what is wrong in the texts of a rulebook",
    "responses": {
        200: _paged("The findings", FindingsAnswer, example_answers.FINDINGS),
        304: _NOT_MODIFIED,
        404: _NO_RULEBOOK,
        406: _NOT_ACCEPTABLE,
        422: _bad_parameter("code", "String should have at most 100 characters"),
        500: _UNEXPECTED,
        503: _NO_GRAPH,
    },
}

PAGE_FORMS = ("application/json", "text/html")
"""The forms of what is either data or a page; who accepts anything gets the first."""

RULE_FORMS = (
    "application/json",
    "text/html",
    "text/markdown",
    "text/plain",
    "text/turtle",
    "application/ld+json",
)
"""The forms of a rule and of a list of rules, by `Accept`; who accepts anything gets the first."""

_TURTLE = "<urn:hexlaw:asl:G13.4> a <urn:hexlaw:vocab:Rule> .\n"
_LD = [{"@id": "urn:hexlaw:asl:G13.4", "@type": ["urn:hexlaw:vocab:Rule"]}]


def _forms(description: str, model: type[BaseModel], value: Any, text: str) -> dict[str, Any]:
    """A response in each of the forms."""
    whole = _json(description, model, value)
    whole["content"] |= {
        "text/html": {"schema": {"type": "string"}, "example": f"<!doctype html><title>{text}</title>"},
        "text/markdown": {"schema": {"type": "string"}, "example": f"# {text}\n"},
        "text/plain": {"schema": {"type": "string"}, "example": f"{text}\n"},
        "text/turtle": {"schema": {"type": "string"}, "example": _TURTLE},
        "application/ld+json": {"schema": {}, "example": _LD},
    }
    return whole


RULES: dict[str, Any] = {
    "summary": "List the rules of a rulebook",
    "responses": {
        200: _forms("The rules in document order", RuleList, example.RULES, "asl"),
        304: _NOT_MODIFIED,
        404: _NO_RULEBOOK,
        406: _NOT_ACCEPTABLE,
        500: _UNEXPECTED,
        503: _NO_GRAPH,
    },
}

RULE: dict[str, Any] = {
    "summary": "Read a rule, and see what it points to and who cites it",
    "responses": {
        200: _forms("The rule", RuleDocument, example.RULE, "G13.401 What counts as Watercraft"),
        304: _NOT_MODIFIED,
        308: {"description": "The number is written otherwise than the rule's id; Location has the id"},
        404: _problem(
            "There is no such rule",
            404,
            "rule-unknown",
            "there is no rule 'G13.48' in asl (nearest: G13.4, G13.44)",
            nearest=["G13.4", "G13.44"],
        ),
        406: _NOT_ACCEPTABLE,
        500: _UNEXPECTED,
        503: _NO_GRAPH,
    },
}

_SPARQL = "SELECT ?rule WHERE { ?rule a hx:Rule } LIMIT 1"
_ROWS = {
    "head": {"vars": ["rule"]},
    "results": {"bindings": [{"rule": {"type": "uri", "value": "urn:hexlaw:asl:G13.4"}}]},
}
_XML = (
    '<?xml version="1.0"?><sparql xmlns="http://www.w3.org/2005/sparql-results#"><head><variable name="rule"/>'
    '</head><results><result><binding name="rule"><uri>urn:hexlaw:asl:G13.4</uri></binding></result></results></sparql>'
)
_SPARQL_EXAMPLES: dict[str, Any] = {
    "application/sparql-results+json": _ROWS,
    "application/json": _ROWS,
    "application/sparql-results+xml": _XML,
    "application/xml": _XML,
    "text/csv": "rule\r\nurn:hexlaw:asl:G13.4\r\n",
    "text/tab-separated-values": "?rule\n<urn:hexlaw:asl:G13.4>\n",
    "text/turtle": _TURTLE,
    "application/n-triples": '<urn:hexlaw:asl:G13.4> <urn:hexlaw:vocab:number> "13.4" .\n',
    "application/ld+json": _LD,
    "application/rdf+xml": '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>',
}
_SPARQL_RESPONSES: dict[int | str, Any] = {
    200: {
        "description": "Rows for SELECT and ASK, a graph for CONSTRUCT and DESCRIBE",
        "content": {
            media_type: {
                "schema": {} if media_type.endswith("json") else {"type": "string"},
                "example": value,
            }
            for media_type, value in _SPARQL_EXAMPLES.items()
        },
    },
    400: _problem(
        "The query cannot be read, or is refused: an update, SERVICE, a graph from elsewhere",
        400,
        "sparql-service",
        "SERVICE is refused; a query asks nobody else",
    ),
    406: _NOT_ACCEPTABLE,
    422: _problem(
        "The query takes more time or memory, or has a larger result, than it may",
        422,
        "sparql-timeout",
        "the query was ended after 10 seconds; HEXLAW_SPARQL_TIME sets the limit",
    ),
    500: _UNEXPECTED,
    503: _NO_GRAPH,
}

SPARQL_GET: dict[str, Any] = {
    "summary": "Put a SPARQL query to the graph",
    "responses": _SPARQL_RESPONSES,
}

SPARQL_POST: dict[str, Any] = {
    "summary": "Put a SPARQL query to the graph, in a form or as the body",
    "openapi_extra": {
        "requestBody": {
            "required": True,
            "content": {
                "application/sparql-query": {"schema": {"type": "string"}, "example": _SPARQL},
                "application/x-www-form-urlencoded": {
                    "schema": {
                        "type": "object",
                        "properties": {"query": {"type": "string"}},
                        "required": ["query"],
                    },
                    "example": {"query": _SPARQL},
                },
            },
        }
    },
    "responses": {
        **_SPARQL_RESPONSES,
        **{status: _BODY_ERRORS[status] for status in (408, 413, 415)},
    },
}

_SVG = '<svg xmlns="http://www.w3.org/2000/svg"><title>G13.4: cited by 9, cites 4, has 3 parts</title></svg>'
GRAPH: dict[str, Any] = {
    "summary": "See a picture of what stands around a rule",
    "response_class": Response,
    "responses": {
        200: {
            "description": "The picture",
            "content": {"image/svg+xml": {"schema": {"type": "string"}, "example": _SVG}},
        },
        304: _NOT_MODIFIED,
        308: {"description": "The number is written otherwise than the rule's id; Location has the id"},
        404: RULE["responses"][404],
        500: _UNEXPECTED,
        503: _NO_GRAPH,
    },
}

HEALTH: dict[str, Any] = {
    "summary": "See whether the service is up",
    "responses": {200: _json("It is up", Health, example.HEALTH), 500: _UNEXPECTED, 503: _NO_GRAPH},
}
