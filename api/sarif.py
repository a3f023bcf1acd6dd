"""Findings as SARIF 2.1.0, the format in which checkers report to code hosts and editors.

Paths below the working folder are relative to it (`%SRCROOT%`), so that a code host finds the file in its own checkout;
all others are absolute. Columns count characters, not bytes or UTF-16 units.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import quote

from ingest.baseline import fingerprints
from ingest.checks.advice import ADVICE, meaning, severity
from ingest.lint import Finding

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
ROOT = "%SRCROOT%"


def sarif(findings: Sequence[Finding], version: str, root: PurePath | None = None) -> Mapping[str, Any]:
    """The findings as one run of one tool; only the codes that occur are listed as its rules.

    `root` is the folder that paths are made relative to; None takes the working folder.
    """
    folder = Path.cwd() if root is None else root
    codes = sorted({finding.diagnostic.code for finding in findings})
    pairs = zip(findings, fingerprints(findings), strict=True)
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "hexlaw lint",
                        "semanticVersion": version,
                        "rules": [_rule(code) for code in codes],
                    }
                },
                "automationDetails": {"id": "hexlaw-lint/"},
                "invocations": [{"executionSuccessful": True}],
                "originalUriBaseIds": {ROOT: {"description": {"text": "the folder that lint was called in"}}},
                "columnKind": "unicodeCodePoints",
                "results": [
                    _result(finding, codes.index(finding.diagnostic.code), fingerprint, folder)
                    for finding, fingerprint in pairs
                ],
            }
        ],
    }


def _rule(code: str) -> Mapping[str, Any]:
    """A code as a rule: what it means, an example and the remedy."""
    words = meaning(code)
    sentence = f"{words[:1].upper()}{words[1:]}."
    example, remedy = ADVICE.get(code, ("", ""))
    text = f"{sentence} For example: {example}. To put it right: {remedy}." if example else sentence
    markdown = (
        f"{sentence}\n\n- For example: {example}\n- To put it right: {remedy}\n" if example else sentence
    )
    return {
        "id": code,
        "name": "".join(part.capitalize() for part in code.split("-")),
        "shortDescription": {"text": words},
        "fullDescription": {"text": text},
        "help": {"text": text, "markdown": markdown},
        "helpUri": f"urn:hexlaw:lint:{code}",
        "defaultConfiguration": {"level": severity(code)},
        "properties": {
            "tags": ["rulebook"],
            "precision": "high",
            "problem.severity": _problem(severity(code)),
        },
    }


def _problem(level: str) -> str:
    """The words that code hosts have for a level."""
    return "recommendation" if level == "note" else level


def _result(finding: Finding, index: int, fingerprint: str, root: PurePath) -> Mapping[str, Any]:
    found = finding.diagnostic
    message = found.message if found.hint is None else f"{found.message} (right: {found.hint})"
    location: dict[str, Any] = {
        "physicalLocation": {
            "artifactLocation": _artifact(found.place.file, root),
            "region": {
                "startLine": max(found.place.line, 1),
                "startColumn": max(found.place.column, 1),
                **({"snippet": {"text": found.evidence}} if found.evidence else {}),
            },
        }
    }
    if finding.rule is not None:
        name = f"{finding.rulebook}:{finding.rule}"
        location["logicalLocations"] = [{"name": finding.rule, "fullyQualifiedName": name}]
    return {
        "ruleId": found.code,
        "ruleIndex": index,
        "level": found.severity,
        "message": {"text": message},
        "locations": [location],
        "partialFingerprints": {"hexlaw/v1": fingerprint},
    }


def _artifact(file: str, root: PurePath) -> Mapping[str, str]:
    path = PurePath(file)
    if not path.is_absolute():
        return {"uri": quote(path.as_posix()), "uriBaseId": ROOT}
    if path.is_relative_to(root):
        return {"uri": quote(path.relative_to(root).as_posix()), "uriBaseId": ROOT}
    return {"uri": path.as_uri()}
