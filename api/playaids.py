"""A checked play aid as a page: its tables with a mark at each claim, and what is behind each mark."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from api.asked import Asked
from api.pages import page_text
from kb.drawn import draw
from kb.playaids.checking import Checked, Report
from kb.playaids.errata import errata
from kb.playaids.findings import Finding
from kb.playaids.record import new_findings

SIGNS: Mapping[str, tuple[str, str, str]] = {
    "supported": ("✓", "supported", "yes"),
    "partly": ("≈", "right in part", "open"),
    "contradicted": ("✗", "contradicted", "no"),
    "external": ("↗", "needs a rule that is not encoded", "open"),
    "unread": ("?", "not read", "open"),
    "not covered": ("–", "not covered", "quiet"),
}
"""For each verdict its sign, its words and its style."""

_STATIC = Path(__file__).parent / "static"


@dataclass(frozen=True, slots=True)
class MarkedCell:
    """A cell of the aid with the claims in it."""

    column: str
    claims: tuple[Checked, ...]


@dataclass(frozen=True, slots=True)
class MarkedRow:
    """A row of the aid."""

    title: str
    cells: tuple[MarkedCell, ...]


@dataclass(frozen=True, slots=True)
class MarkedTable:
    """A table of the aid; its first column has the titles of its rows."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[MarkedRow, ...]


def page_context(
    report: Report, accepted: frozenset[str] | None = None, *, served: bool = True
) -> dict[str, Any]:
    """What the template of a checked aid shows; where it is `served`, each claim leads to its question."""
    new = new_findings(report, accepted)
    return {
        "report": report,
        "tables": marked_tables(report),
        "signs": SIGNS,
        "counts": report.counts(),
        "new": new,
        "sheet": errata(report, new),
        "ask_path": ask_path if served else None,
        "drawn": {
            checked.claim.id: draw(checked.answer) for checked in report.claims if checked.answer is not None
        },
    }


def ask_path(rulebook: str, checked: Checked) -> str:
    """The address at which a claim's question is asked under its facts."""
    return Asked(rulebook, "\n".join(checked.facts), checked.question).path


def marked_tables(report: Report) -> list[MarkedTable]:
    """The tables of an aid, each cell with its claims."""
    by_cell: dict[tuple[str, str], list[Checked]] = {}
    titles: dict[str, str] = {}
    for checked in report.claims:
        by_cell.setdefault((checked.claim.row, checked.claim.column), []).append(checked)
        titles[checked.claim.row] = checked.row_title
    found = []
    for table in report.tables:
        rows = []
        for identifier, cells in zip(table.row_ids, table.rows, strict=False):
            marked = tuple(
                MarkedCell(column, tuple(by_cell.get((identifier, column), ())))
                for column in table.columns[1:]
            )
            rows.append(MarkedRow(cells[0] if cells else titles.get(identifier, identifier), marked))
        found.append(MarkedTable(table.title, table.columns, tuple(rows)))
    return found


def alone(report: Report, accepted: frozenset[str] | None = None) -> str:
    """The page as one file that needs nothing else: styles inside, no script, no links to rules or questions."""
    context = {**page_context(report, accepted, served=False), "here": "", "book": "", "form": None}
    return standalone(page_text("playaid.html", context))


def standalone(page: str) -> str:
    """A page of the service made to stand alone on a disk."""
    styles = (_STATIC / "hexlaw.css").read_text(encoding="utf-8")
    page = re.sub(r'<link rel="stylesheet"[^>]*>', lambda _: f"<style>\n{styles}\n</style>", page)
    page = re.sub(r"<script\b[^>]*></script>\n?", "", page)
    page = re.sub(r'<header class="top">.*?</header>\n?', "", page, flags=re.DOTALL)
    return re.sub(r'<a class="cite" href="[^"]*">(.*?)</a>', r'<span class="cite">\1</span>', page)


def findings_lines(findings: Sequence[Finding]) -> list[str]:
    """The findings as lines of text."""
    lines = []
    for found in findings:
        where = " / ".join(filter(None, (found.row_title or found.row, found.column)))
        rules = f" ({', '.join(found.unnamed)})" if found.unnamed else ""
        lines.append(f"{where}: {found.severity} {found.code}: {found.message}{rules}")
        lines.append(f"    printed: {found.printed}")
        if found.should:
            lines.append(f"    should read: {found.should}")
    return lines
