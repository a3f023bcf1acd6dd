"""SARIF logs hold what the standard requires and what code hosts ask for beyond it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from api.sarif import sarif
from ingest import checks
from ingest.baseline import fingerprints
from ingest.checks.advice import ADVICE, table
from ingest.checks.codes import CHECKS
from ingest.diagnostics import Diagnostic, Place
from ingest.lint import Finding, lint
from tests.ingest.invented import MAKERS

#: Names of properties that the standard has for each object that we write, those that it requires first.
ALLOWED = {
    "log": ({"version", "runs"}, {"$schema", "inlineExternalProperties", "properties"}),
    "run": (
        {"tool"},
        {
            "automationDetails",
            "invocations",
            "originalUriBaseIds",
            "columnKind",
            "results",
            "artifacts",
            "properties",
        },
    ),
    "tool": ({"driver"}, {"extensions", "properties"}),
    "driver": ({"name"}, {"semanticVersion", "version", "informationUri", "rules", "fullName", "properties"}),
    "rule": (
        {"id"},
        {
            "name",
            "shortDescription",
            "fullDescription",
            "help",
            "helpUri",
            "defaultConfiguration",
            "properties",
        },
    ),
    "result": (
        {"message"},
        {
            "ruleId",
            "ruleIndex",
            "level",
            "kind",
            "locations",
            "partialFingerprints",
            "fingerprints",
            "properties",
        },
    ),
    "location": (set(), {"physicalLocation", "logicalLocations", "message", "id", "properties"}),
    "region": (
        set(),
        {
            "startLine",
            "startColumn",
            "endLine",
            "endColumn",
            "charOffset",
            "charLength",
            "snippet",
            "message",
        },
    ),
    "logical": (set(), {"name", "fullyQualifiedName", "decoratedName", "kind", "index", "parentIndex"}),
}
LEVELS = {"none", "note", "warning", "error"}


def problems(log: Any) -> Iterator[str]:
    """Everything in which a log is not as section 3 of the standard wants it."""
    yield from names("log", log)
    if log.get("version") != "2.1.0":
        yield "version"
    for run in log["runs"]:
        yield from names("run", run)
        yield from names("tool", run["tool"])
        driver = run["tool"]["driver"]
        yield from names("driver", driver)
        if not driver["name"]:
            yield "a tool without a name"
        if not re.fullmatch(r"\d+\.\d+\.\d+(?:[-+].*)?", driver["semanticVersion"]):
            yield "no semantic version"
        if run.get("columnKind") not in ("utf16CodeUnits", "unicodeCodePoints"):
            yield "columnKind"
        rules = driver.get("rules", [])
        if len({rule["id"] for rule in rules}) != len(rules):
            yield "a rule twice"
        for rule in rules:
            yield from names("rule", rule)
            for field in ("shortDescription", "fullDescription", "help"):
                if not rule[field]["text"]:
                    yield f"{rule['id']}: {field} without text"
            if not urlsplit(rule["helpUri"]).scheme:
                yield f"{rule['id']}: helpUri is not absolute"
            if rule["defaultConfiguration"]["level"] not in LEVELS:
                yield f"{rule['id']}: level"
        for result in run.get("results", []):
            yield from result_problems(result, rules, run)


def result_problems(result: Any, rules: list[Any], run: Any) -> Iterator[str]:
    yield from names("result", result)
    if not result["message"].get("text"):
        yield "a message without text"
    if result["level"] not in LEVELS:
        yield "level"
    if not 0 <= result["ruleIndex"] < len(rules) or rules[result["ruleIndex"]]["id"] != result["ruleId"]:
        yield "ruleIndex"
    if not result["locations"]:
        yield "no location"  # a code host shows no result without one
    if not all(isinstance(v, str) and v for v in result["partialFingerprints"].values()):
        yield "partialFingerprints"
    for location in result["locations"]:
        yield from names("location", location)
        place = location["physicalLocation"]
        region = place["region"]
        yield from names("region", region)
        if region["startLine"] < 1 or region.get("startColumn", 1) < 1:
            yield "lines and columns are counted from 1"
        uri, base = place["artifactLocation"]["uri"], place["artifactLocation"].get("uriBaseId")
        if " " in uri or "\\" in uri:
            yield f"no URI: {uri}"
        if base is None and not urlsplit(uri).scheme:
            yield f"neither absolute nor below a base: {uri}"
        if base is not None and (base not in run["originalUriBaseIds"] or uri.startswith("/")):
            yield f"base: {uri}"
        for logical in location.get("logicalLocations", []):
            yield from names("logical", logical)


def names(kind: str, value: Any) -> Iterator[str]:
    required, further = ALLOWED[kind]
    yield from (f"{kind} without {name}" for name in sorted(required - set(value)))
    yield from (f"{kind} with {name}" for name in sorted(set(value) - required - further))


def finding(code: str = "doubled-word", *, file: str = "a b.txt", line: int = 3, column: int = 4) -> Finding:
    diagnostic = Diagnostic(
        code, "warning", "“the the”", Place(file, line, column), "the?", "over the the moor"
    )
    return Finding("heron", "M5", "M5.1", diagnostic)


def test_logs_are_as_the_standard_wants_them() -> None:
    made = MAKERS["decimal"](1)
    wrong = made.text.replace(" ≥ 5", " a 5").replace("non-", "now-", 1).replace(" the ", " the the ", 9)
    findings = lint([made.read(wrong)])
    assert {"lost-sign", "now-for-non", "doubled-word"} <= {each.diagnostic.code for each in findings}
    log = json.loads(json.dumps(sarif(findings, "1.2.3")))
    assert list(problems(log)) == []
    assert list(problems(sarif([], "1.2.3"))) == []


def test_the_check_sees_what_is_wrong() -> None:
    log = json.loads(json.dumps(sarif([finding()], "1.2.3")))
    log["runs"][0]["results"][0]["ruleIndex"] = 1
    log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startColumn"] = 0
    log["runs"][0]["more"] = 1
    assert list(problems(log)) == ["run with more", "ruleIndex", "lines and columns are counted from 1"]


@pytest.mark.parametrize(
    ("file", "artifact"),
    [
        ("a b.txt", {"uri": "a%20b.txt", "uriBaseId": "%SRCROOT%"}),
        ("/projects/here/docs/a.txt", {"uri": "docs/a.txt", "uriBaseId": "%SRCROOT%"}),
        ("/elsewhere/ä.txt", {"uri": "file:///elsewhere/%C3%A4.txt"}),
    ],
)
def test_paths(file: str, artifact: dict[str, str]) -> None:
    log = sarif([finding(file=file)], "1.2.3", PurePath("/projects/here"))
    place = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == artifact
    assert unquote(artifact["uri"]).endswith(Path(file).name)


def test_a_finding_without_a_place_stands_in_the_first_line() -> None:
    log = sarif([finding(line=0, column=0)], "1.2.3")
    place = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert place["region"]["startLine"] == place["region"]["startColumn"] == 1


def test_a_rule_says_what_is_wrong_and_what_to_do() -> None:
    log = sarif([finding()], "1.2.3")
    [rule] = log["runs"][0]["tool"]["driver"]["rules"]
    assert rule["name"] == "DoubledWord"
    assert rule["shortDescription"] == {"text": "a word stands twice in a row"}
    assert rule["help"]["text"] == (
        "A word stands twice in a row. For example: the the, of the of the, a the. To put it right: take one out."
    )
    assert rule["defaultConfiguration"] == {"level": "warning"}
    assert rule["properties"]["problem.severity"] == "warning"


def test_fingerprints_do_not_depend_on_the_line() -> None:
    assert fingerprints([finding(line=3)]) == fingerprints([finding(line=30)])
    assert len(set(fingerprints([finding(), finding()]))) == 2


def test_the_page_has_every_code() -> None:
    page = Path(checks.__file__).with_name("README.md").read_text(encoding="utf-8")
    assert page.split("<!-- codes -->\n")[1] == table()


def test_every_code_has_an_example_and_a_remedy() -> None:
    assert set(CHECKS) <= set(ADVICE)
