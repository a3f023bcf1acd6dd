"""A report as plain data for JSON, and the baseline of findings that are accepted."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ingest.baseline import read_baseline
from ingest.diagnostics import Diagnostic, HexlawError, Place
from kb.playaids.checking import Checked, Report
from kb.playaids.findings import Finding, fresh

FORMAT = 1


def new_findings(report: Report, accepted: frozenset[str] | None) -> list[Finding]:
    """The findings that are not accepted; notes count only where it is told what is accepted."""
    return fresh(report.findings, accepted or frozenset(), notes=accepted is not None)


def record_of(report: Report, accepted: frozenset[str] | None = None) -> dict[str, Any]:
    """The whole report; `new` are the findings that are not accepted."""
    return {
        "rulebook": report.rulebook,
        "document": report.document,
        "title": report.title,
        "covers": report.covers,
        "counts": report.counts(),
        "claims": [_claim(checked) for checked in report.claims],
        "findings": [finding.record() for finding in report.findings],
        "new": [finding.fingerprint for finding in new_findings(report, accepted)],
        "not_covered": list(report.uncovered),
        "missing": list(report.missing),
    }


def _claim(checked: Checked) -> dict[str, Any]:
    answer = checked.answer
    return {
        "id": checked.claim.id,
        "row": checked.claim.row,
        "row_title": checked.row_title,
        "column": checked.claim.column,
        "text": checked.claim.text,
        "verdict": checked.verdict,
        "why": checked.why,
        "rules": list(checked.rules),
        "facts": list(checked.facts),
        "question": checked.question or None,
        "answer": None if answer is None else _answer(answer),
        "left_out": checked.left_out,
        "findings": [finding.fingerprint for finding in checked.findings],
    }


def _answer(answer: Mapping[str, Any]) -> dict[str, Any]:
    fields = ("answer", "value", "unit", "text", "cites", "derivation")
    return {field: answer[field] for field in fields if field in answer}


def write_accepted(findings: Sequence[Finding], path: Path) -> None:
    """Write these findings as the accepted ones. Raises HexlawError if the file cannot be written."""
    lines = [
        json.dumps(
            {
                "fingerprint": finding.fingerprint,
                "code": finding.code,
                "in": finding.row_title or finding.row,
                "column": finding.column,
                "rules": list(finding.rules),
            },
            ensure_ascii=False,
        )
        for finding in sorted(findings, key=lambda each: each.fingerprint)
    ]
    records = ",\n".join(lines)
    try:
        path.write_text(f'{{"format": {FORMAT}, "accepted": [\n{records}\n]}}\n', encoding="utf-8")
    except OSError as error:
        message = f"cannot be written: {error.strerror}"
        raise HexlawError(Diagnostic("baseline", "error", message, Place(str(path)))) from None


def read_accepted(path: Path) -> frozenset[str]:
    """The fingerprints of the accepted findings. Raises HexlawError if the file is no baseline."""
    return read_baseline(path)
