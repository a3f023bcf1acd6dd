"""What is wrong with an aid as an errata sheet in Markdown: what is printed, what it should say, and which rules say so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kb.playaids.checking import Report
from kb.playaids.findings import Finding


def errata(report: Report, findings: Sequence[Finding]) -> str:
    """The sheet for these findings of a report."""
    return "\n".join(_lines(report, findings)) + "\n"


def _lines(report: Report, findings: Sequence[Finding]) -> Iterator[str]:
    yield f"# Errata: {report.title}"
    yield ""
    if not findings:
        yield "Nothing is wrong that was not accepted."
        return
    yield "| row | column | printed | should read | rules |"
    yield "|---|---|---|---|---|"
    for found in findings:
        cells = (
            found.row_title or found.row,
            found.column,
            found.printed,
            _should(found),
            "—" if found.code == "citation" else ", ".join(found.rules),
        )
        yield f"| {' | '.join(map(_cell, cells))} |"
    yield ""
    yield "## Why"
    yield ""
    for found in findings:
        where = ", ".join(filter(None, (found.row_title or found.row, found.column)))
        yield f"- **{_text(where)}**, “{_text(found.printed)}”: {_text(found.message)}"
        for each in found.situations:
            facts = " ".join(each.facts)
            yield f"  - {_text(facts)} {_text(each.question)} → {_text(each.text)} ({', '.join(each.statements)})"


def _should(found: Finding) -> str:
    if found.code == "citation":
        return f"a citation of {found.should}"
    return {"yes": "so", "no": "not so"}.get(found.should, found.should) or "—"


def _cell(text: str) -> str:
    return _text(text).replace("|", "\\|")


def _text(text: str) -> str:
    """Text that no Markdown is made of."""
    for sign in "\\`*_<>[]":
        text = text.replace(sign, f"\\{sign}")
    return " ".join(text.split())
