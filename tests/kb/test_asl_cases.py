"""Every case of asl gets the answer that its rules give, for the reasons that they give."""

from __future__ import annotations

import pytest

from tests.kb.recorded import Case, cases_of, check_case

CASES = cases_of("asl")


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: Case) -> None:
    check_case("asl", case)
