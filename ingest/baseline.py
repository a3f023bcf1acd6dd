"""Accepted findings, kept in a file, so that only new ones are told.

A finding is known again by its code, its rule and its evidence, not by its line: what moves in the file stays accepted.
The file holds hashes and ids alone, none of the document's text:

    {"format": 1, "accepted": [
    {"fingerprint": "…", "code": "lost-sign", "document": "asl:G13", "in": "G13.21"},
    …
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from ingest.diagnostics import Diagnostic, HexlawError, Place
from ingest.lint import Finding

FORMAT = 1


def fingerprints(findings: Sequence[Finding]) -> list[str]:
    """What each finding is known by; of several that are alike, each has its own."""
    seen: dict[str, int] = {}
    prints = []
    for finding in findings:
        found = finding.diagnostic
        about = [
            found.code,
            finding.rulebook,
            finding.document,
            finding.rule,
            found.evidence or found.message,
        ]
        key = json.dumps(about, ensure_ascii=False)
        seen[key] = number = seen.get(key, 0) + 1
        prints.append(hashlib.sha256(f"{key}{number}".encode()).hexdigest()[:16])
    return prints


def write_baseline(findings: Sequence[Finding], path: Path) -> None:
    """Write these findings as the accepted ones. Raises HexlawError if the file cannot be written."""
    lines = [
        json.dumps(
            {
                "fingerprint": fingerprint,
                "code": finding.diagnostic.code,
                "document": f"{finding.rulebook}:{finding.document}",
                "in": finding.rule,
            },
            ensure_ascii=False,
        )
        for fingerprint, finding in zip(fingerprints(findings), findings, strict=True)
    ]
    records = ",\n".join(lines)
    try:
        path.write_text(f'{{"format": {FORMAT}, "accepted": [\n{records}\n]}}\n', encoding="utf-8")
    except OSError as error:
        raise _refusal(path, f"cannot be written: {error.strerror}") from None


def read_baseline(path: Path) -> frozenset[str]:
    """The fingerprints of the accepted findings. Raises HexlawError if the file is no baseline."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise _refusal(path, f"cannot be read: {error.strerror}") from None
    except (UnicodeDecodeError, json.JSONDecodeError):
        raise _refusal(path, "is not JSON", "`hexlaw lint --write-baseline FILE` writes one") from None
    if (
        not isinstance(data, dict)
        or data.get("format") != FORMAT
        or not isinstance(data.get("accepted"), list)
    ):
        message = f"is no baseline of format {FORMAT}"
        raise _refusal(path, message, "`hexlaw lint --write-baseline FILE` writes one")
    accepted = [record.get("fingerprint") for record in data["accepted"] if isinstance(record, dict)]
    return frozenset(fingerprint for fingerprint in accepted if isinstance(fingerprint, str))


def not_accepted(findings: Sequence[Finding], accepted: Iterable[str]) -> list[Finding]:
    """The findings that are not among the accepted ones."""
    known = frozenset(accepted)
    pairs = zip(findings, fingerprints(findings), strict=True)
    return [finding for finding, fingerprint in pairs if fingerprint not in known]


def _refusal(path: Path, message: str, hint: str | None = None) -> HexlawError:
    return HexlawError(Diagnostic("baseline", "error", message, Place(str(path)), hint))
