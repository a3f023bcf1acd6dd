"""What goes over the wire, for the OpenAPI document: requests, answers, rules, problems, each with an example.

The models describe and are not used to build or to check what is sent: the engine checks requests itself, with better
messages, and its answers leave as they are. Tests hold the answers against these models.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import models_json_schema

from api import example
from api.problems import title_of

Verdict = Literal[
    "yes",
    "no",
    "value",
    "set",
    "split",
    "undetermined",
    "conflict",
    "not encoded",
    "ill-founded",
    "not understood",
]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid")


class TemplateFact(_Model):
    """A fact as a template of the vocabulary and what fills its slots."""

    template: str
    args: list[Any]


class AskRequest(_Model):
    """A question about some facts."""

    rulebook: str = Field(description="the id of the rulebook; GET /health lists them")
    facts: list[str | TemplateFact] = Field(default=[], description="sentences of the rulebook's vocabulary")
    question: str
    map: None = Field(default=None, description="a map; none is understood yet")


class ExceptionLookedAt(BaseModel):
    """An exception that was looked at on the way, and whether it applies."""

    model_config = ConfigDict(extra="allow")
    rule: str
    statement: str
    applies: Literal["yes", "no", "unknown"]
    because: list[str] = []


class Step(BaseModel):
    """One step of a derivation; `because` and the exceptions name further steps."""

    model_config = ConfigDict(extra="allow")
    sentence: str
    verdict: str
    rule: str | None = None
    statement: str | None = None
    quote: str | None = None
    because: list[str] = []
    exceptions: list[ExceptionLookedAt] = []
    assumes: list[Any] = []


class Derivation(_Model):
    """The steps by id, and which of them is the answer's own."""

    root: str | None = None
    steps: dict[str, Step]


class Answer(BaseModel):
    """An answer; what does not apply is left out."""

    model_config = ConfigDict(extra="forbid")
    answer: Verdict
    value: Any = None
    unit: str | None = None
    set: list[Any] | None = None
    text: str
    cites: list[str] = []
    derivation: Derivation | None = None
    split: list[dict[str, Any]] = []
    deciding: list[dict[str, Any]] = []
    complete: bool | None = None
    flips: list[Any] = []
    odds: list[dict[str, Any]] = []
    near_misses: list[Any] = []
    options: dict[str, Any] | None = None
    purposes: list[dict[str, Any]] = []
    causes: list[dict[str, Any]] = []
    assumed_absent: list[dict[str, Any]] = []
    readings: list[dict[str, Any]] = []
    flags: list[dict[str, Any]] = []
    not_understood: list[dict[str, Any]] = []
    receipt: dict[str, Any] = {}


class ProblemError(_Model):
    """One thing that is wrong with a request."""

    code: str | None = None
    pointer: str | None = Field(default=None, description="a JSON pointer into the request's body")
    detail: str
    hint: str | None = None


class ProblemDocument(_Model):
    """An error, as RFC 9457 has it."""

    type: str
    title: str
    status: int
    detail: str
    errors: list[ProblemError] = []
    nearest: list[str] = Field(default=[], description="for a rule that does not exist: the nearest numbers")


class RuleLink(_Model):
    """A rule by id, with our label and the original's title where they are known; external: in no document here."""

    id: str
    label: str | None
    title: str | None
    external: bool


class RuleEdition(_Model):
    """The edition of the rule's document; its origin is `original` or `outline`."""

    document: str
    title: str
    sha256: str
    origin: Literal["original", "outline"]
    source: str | None
    run: str


class RuleSegment(_Model):
    """A statement, exception or example; without text where only its outline is known."""

    id: str
    hash: str
    text: str | None
    line: int | None
    kind: str | None
    qualifies: str | None


class RuleReference(_Model):
    """A reference as printed in the rule; with first and last it is a range."""

    id: str
    text: str
    kind: str
    within: str
    part: str
    href: str | None
    targets: list[RuleLink]
    first: str | None
    last: str | None


class RuleCitation(_Model):
    """A reference elsewhere that leads here, perhaps through a range."""

    id: str
    rule: RuleLink
    text: str
    kind: str
    within: str
    part: str
    through_range: bool
    first: str | None
    last: str | None


class Encoding(_Model):
    """What statements mean, in controlled English."""

    statements: str
    text: str


class RuleDocument(_Model):
    """A rule: what stands in it, what it points to, who cites it, what it means."""

    rulebook: str
    id: str
    iri: str
    number: str | None
    label: str | None
    title: str | None
    external: bool
    order: int | None
    parent: RuleLink | None
    children: list[RuleLink]
    edition: RuleEdition | None
    statements: list[RuleSegment]
    exceptions: list[RuleSegment]
    examples: list[RuleSegment]
    references: list[RuleReference]
    cited_by: list[RuleCitation]
    encodings: list[Encoding]


class RuleEntry(_Model):
    """A rule in the list of its rulebook."""

    id: str
    label: str | None
    title: str | None
    parent: str | None
    document: str


class RuleList(_Model):
    """The rules of a rulebook in document order."""

    rulebook: str
    rules: list[RuleEntry]


class Health(_Model):
    """The state of the service; generation is null before any ingest."""

    status: Literal["ok"]
    version: str
    generation: str | None
    rulebooks: list[str]


def _schema(model: type[BaseModel]) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{model.__name__}"}


def components() -> dict[str, Any]:
    """The schemas of all models, as the OpenAPI document holds them."""
    models: list[tuple[type[BaseModel], Literal["serialization"]]] = [
        (model, "serialization")
        for model in (AskRequest, Answer, ProblemDocument, RuleDocument, RuleList, Health)
    ]
    _, schema = models_json_schema(models, ref_template="#/components/schemas/{model}")
    return dict(schema["$defs"])


def _json(description: str, model: type[BaseModel], value: Any) -> dict[str, Any]:
    content = {"application/json": {"schema": _schema(model), "example": value}}
    return {"description": description, "content": content}


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


_UNEXPECTED = _problem(
    "Something unexpected",
    500,
    "unexpected",
    "Something went wrong here; the log of the service has the details.",
)
_NO_GRAPH = _problem(
    "Nothing is ingested yet, or the graph is damaged", 503, "graph-none", "there is no graph yet"
)

ASK: dict[str, Any] = {
    "summary": "Ask a question about some facts",
    "openapi_extra": {
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": _schema(AskRequest), "example": example.request()}},
        }
    },
    "responses": {
        200: _json("The answer, whatever the outcome", Answer, example.ANSWER),
        400: _problem(
            "The body is not JSON",
            400,
            "malformed-json",
            "The body is not JSON: unexpected end at line 1, column 9.",
        ),
        413: _problem("The body is too large", 413, "too-large", "The body is larger than 1000000 bytes."),
        415: _problem(
            "The body is of another type", 415, "unsupported-media-type", "The body is text/plain; send JSON."
        ),
        422: _problem(
            "The request cannot be used",
            422,
            "too-many-facts",
            "1001 facts are given",
            errors=[
                {
                    "code": "too-many-facts",
                    "pointer": "/facts",
                    "detail": "1001 facts are given",
                }
            ],
        ),
        500: _UNEXPECTED,
        503: _problem(
            "The question takes too long", 503, "ask-timeout", "the question takes longer than 5 seconds"
        ),
    },
}

RULES: dict[str, Any] = {
    "summary": "List the rules of a rulebook",
    "responses": {
        200: _json("The rules in document order", RuleList, example.RULES),
        404: _problem(
            "There is no such rulebook",
            404,
            "rulebook-unknown",
            "there is no rulebook 'als' (there are: asl, tidewrack)",
            nearest=["asl", "tidewrack"],
        ),
        500: _UNEXPECTED,
        503: _NO_GRAPH,
    },
}

RULE: dict[str, Any] = {
    "summary": "Read a rule, and see what it points to and who cites it",
    "responses": {
        200: _json("The rule; a page for a browser", RuleDocument, example.RULE),
        308: {"description": "The number is written otherwise than the rule's id; Location has the id"},
        404: _problem(
            "There is no such rule",
            404,
            "rule-unknown",
            "there is no rule 'G13.48' in asl (nearest: G13.4, G13.44)",
            nearest=["G13.4", "G13.44"],
        ),
        500: _UNEXPECTED,
        503: _NO_GRAPH,
    },
}

HEALTH: dict[str, Any] = {
    "summary": "See whether the service is up",
    "responses": {200: _json("It is up", Health, example.HEALTH), 500: _UNEXPECTED, 503: _NO_GRAPH},
}
