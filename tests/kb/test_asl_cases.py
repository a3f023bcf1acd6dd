"""Every case of asl gets the answer that its rules give, for the reasons that they give (`ontology/rulebooks/asl/cases`)."""

from __future__ import annotations

import pytest

from tests.kb.asked_cases import Case, cases_of, check

CASES = cases_of("asl")


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: Case) -> None:
    check("asl", case)
