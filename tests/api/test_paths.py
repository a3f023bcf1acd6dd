import pytest

from api.paths import rule_of, rule_path


@pytest.mark.parametrize(
    ("rule", "path"),
    [
        ("G13.4", "/rules/b/G13.4"),
        ("37.A", "/rules/b/37.A"),
        ("37.a", "/rules/b/37.~a~"),
        ("37.T2.resNE", "/rules/b/37.T2.~res~NE"),
        ("37.T3.resFx", "/rules/b/37.T3.~res~F~x~"),
        ("a/b c", "/rules/b/~a~%2F~b~%20~c~"),
    ],
)
def test_a_path_names_its_rule(rule: str, path: str) -> None:
    assert rule_path("b", rule) == path
    assert rule_of(path.removeprefix("/rules/b/").replace("%2F", "/").replace("%20", " ")) == rule
    assert rule_of(rule) == rule


def test_paths_of_ids_that_differ_in_case_differ_without_it() -> None:
    ids = [
        "37.a",
        "37.A",
        "37.T2.resNE",
        "37.T2.resne",
        "37.T2.RESne",
        "37.T2.ResNe",
        "37.T3.resFx",
        "37.T3.resfx",
    ]
    assert len({rule_path("b", rule).lower() for rule in ids}) == len(ids)
