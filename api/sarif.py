"""Findings as SARIF 2.1.0, the format in which checkers report to code hosts and editors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from ingest.baseline import fingerprints
from ingest.checks.codes import CHECKS
from ingest.codes import CODES
from ingest.lint import Finding

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif(findings: Sequence[Finding], version: str) -> Mapping[str, Any]:
    """The findings as one run of one tool; only the codes that occur are listed as its rules."""
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
                        "rules": [
                            {"id": code, "shortDescription": {"text": _meaning(code)}} for code in codes
                        ],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "results": [
                    _result(finding, codes.index(finding.diagnostic.code), fingerprint)
                    for finding, fingerprint in pairs
                ],
            }
        ],
    }


def _result(finding: Finding, index: int, fingerprint: str) -> Mapping[str, Any]:
    found = finding.diagnostic
    message = found.message if found.hint is None else f"{found.message} (right: {found.hint})"
    location: dict[str, Any] = {
        "physicalLocation": {
            "artifactLocation": {"uri": _uri(found.place.file)},
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


def _meaning(code: str) -> str:
    return CHECKS[code][1] if code in CHECKS else CODES.get(code, code)


def _uri(file: str) -> str:
    path = PurePath(file)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())
