"""The OpenAPI document against the service: what schemathesis makes up is answered as described, and nothing fails."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


OPERATIONS = [
    "GET /search",
    "GET /vocabulary/{rulebook}",
    "GET /rules",
    "GET /coverage/{rulebook}",
    "GET /findings/{rulebook}",
    "GET /rules/{rulebook}",
    "GET /rules/{rulebook}/{number}",
    "GET /graph/{number}.svg",
    "GET /sparql",
    "POST /sparql",
    "GET /health",
    "POST /ask",
    "POST /ask/batch",
    "POST /why-not",
    "POST /odds",
    "POST /cite",
    "POST /playaids/check",
]


@pytest.fixture(scope="module")
def described(address: str) -> dict[str, Any]:
    """Each operation of the document by its name."""
    schema: Any = schemathesis.openapi.from_url(f"{address}/openapi.json")
    return {found.ok().label: found.ok() for found in schema.get_all_operations()}


def test_every_operation_is_tried(described: dict[str, Any]) -> None:
    assert set(described) == set(OPERATIONS)


# Any text is a number of a rule or a query as far as the document says, so that only these can be asked wrongly.
WRONG = [
    "GET /search",
    "POST /ask",
    "POST /ask/batch",
    "POST /why-not",
    "POST /odds",
    "POST /cite",
    "POST /playaids/check",
]
TRIED = [
    *((operation, GenerationMode.POSITIVE) for operation in OPERATIONS),
    *((operation, GenerationMode.NEGATIVE) for operation in WRONG),
]


@pytest.mark.parametrize(("operation", "mode"), TRIED)
def test_an_operation_answers_as_it_is_described(
    described: dict[str, Any], operation: str, mode: GenerationMode
) -> None:
    @settings(max_examples=10, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(described[operation].as_strategy(generation_mode=mode))
    def tried(case: Any) -> None:
        case.validate_response(case.call(), checks=CHECKS)

    tried()
