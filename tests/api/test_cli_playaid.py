"""`hexlaw playaid check`: what it prints and writes, and how it ends."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

from api.cli.main import parser_of
from api.schemas import PlayAidReport
from tests.api.conftest import Hexlaw
from tests.kb.aids import TIDEWRACK


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A table of Tidewrack's aid with one row, in which one claim is false and one leaves an exception out."""
    path = tmp_path / "aid.tsv"
    path.write_text(
        "Tidewrack Play Aid\n\nTide\tReach\tMarsh\tShoal\tLanding\n"
        "Mid\t3\t<ul><li>Heights 1 and 2 are flooded [EXC: dyked marsh; 2.35] (2.3).</li></ul>\tWater\t\n"
        "High\t4 (5 in a spring-tide scenario; 2.41)\t\tWater\t\n"
        "Low\t0\t\tDry ground (2.22)\t\n",
        encoding="utf-8",
    )
    return path


def test_findings_are_4_each_with_place_rules_and_what_is_right(hexlaw: Hexlaw, small: Path) -> None:
    result = hexlaw("playaid", "check", str(small))
    assert (result.code, result.err) == (4, "")
    lines = result.out.splitlines()
    assert lines[:3] == [
        "Mid / Reach: error contradicted: the rules say otherwise: The reach of the tide is 2 (T2.3).",
        "    printed: 3",
        "    should read: 2",
    ]
    assert lines[3].startswith(
        "Mid / Marsh: warning incomplete: leaves out an exception where hex 1 contains wrack: "
    )
    assert lines[-1] == "2 findings; claims: 5 supported, 1 partly, 1 contradicted"


def test_json_is_as_described(hexlaw: Hexlaw, small: Path) -> None:
    result = hexlaw("playaid", "check", "--json", str(small))
    report = PlayAidReport.model_validate(json.loads(result.out))
    assert (result.code, report.rulebook, report.document) == (4, "tidewrack", "PA")
    assert report.new == [finding.fingerprint for finding in report.findings]
    [claim] = [claim for claim in report.claims if claim.row_title == "Mid" and claim.column == "Reach"]
    assert (claim.verdict, claim.question) == ("contradicted", "What is the reach of the tide?")
    assert claim.answer is not None
    assert (claim.answer.value, claim.answer.cites) == (2, ["T2.3"])


def test_a_baseline_accepts_what_is_known(hexlaw: Hexlaw, small: Path, tmp_path: Path) -> None:
    accepted = str(tmp_path / "accepted.json")
    written = hexlaw("playaid", "check", "--write-baseline", accepted, str(small))
    assert (written.code, written.out) == (0, f"Wrote {accepted}: 2 findings accepted.\n")
    again = hexlaw("playaid", "check", "--baseline", accepted, str(small))
    assert (again.code, again.out) == (0, "0 findings; claims: 5 supported, 1 partly, 1 contradicted\n")
    small.write_text(small.read_text(encoding="utf-8").replace("High\t4 ", "High\t6 "), encoding="utf-8")
    worse = hexlaw("playaid", "check", "--baseline", accepted, str(small))
    assert worse.code == 4
    assert worse.out.startswith("High / Reach: error contradicted: ")


class _Page(HTMLParser):
    """What a page holds that it would have to fetch, and its open elements."""

    def __init__(self) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.details = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.details += tag == "details"
        if tag in ("script", "img", "iframe") or (tag == "link" and given.get("rel") == "stylesheet"):
            self.fetched.append(tag)
        if tag == "a" and not str(given.get("href", "#")).startswith("#"):
            self.fetched.append(str(given.get("href")))


def test_the_page_stands_alone(hexlaw: Hexlaw, tmp_path: Path) -> None:
    out = tmp_path / "checked.html"
    assert hexlaw("playaid", "check", str(TIDEWRACK), "--html", str(out)).code == 4
    text = out.read_text(encoding="utf-8")
    page = _Page()
    page.feed(text)
    assert (page.fetched, page.details > 70) == ([], True)
    assert "<style>" in text
    for words in ("supported:", "contradicted:", "right in part:"):
        assert words in text
    assert "Ask this" not in text


def test_the_page_takes_no_markup_from_the_aid(hexlaw: Hexlaw, small: Path, tmp_path: Path) -> None:
    text = small.read_text(encoding="utf-8").replace(
        "\tWater\t\n", "\t&lt;script&gt;alert(1)&lt;/script&gt;\t\n", 1
    )
    small.write_text(text, encoding="utf-8")
    out = tmp_path / "checked.html"
    hexlaw("playaid", "check", str(small), "--html", str(out))
    page = out.read_text(encoding="utf-8")
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


def test_the_errata_sheet_is_markdown(hexlaw: Hexlaw, small: Path, tmp_path: Path) -> None:
    out = tmp_path / "errata.md"
    hexlaw("playaid", "check", str(small), "--errata", str(out))
    assert out.read_text(encoding="utf-8").splitlines()[:5] == [
        "# Errata: Tidewrack play aid",
        "",
        "| row | column | printed | should read | rules |",
        "|---|---|---|---|---|",
        "| Mid | Reach | 3 | 2 | T2.3 |",
    ]


def test_what_cannot_be_used_is_2(hexlaw: Hexlaw, tmp_path: Path) -> None:
    missing = tmp_path / "missing.tsv"
    result = hexlaw("playaid", "check", str(missing))
    assert (result.code, result.out) == (2, "")
    assert result.err == f"{missing}: error file: cannot be read: No such file or directory\n"
    aid = tmp_path / "aid.tsv"
    aid.write_bytes(b"Tidewrack Play Aid\n\n\xff\xfe\n")
    assert hexlaw("playaid", "check", str(aid)).err == (
        f"{aid}:3:0: error not-utf-8: the aid is not UTF-8 text (save it as UTF-8)\n"
    )
    aid.write_text("Shopping\tmilk\n")
    assert hexlaw("playaid", "check", str(aid)).err == (
        f"{aid}: error unknown-document: is no play aid that is known by its first line (known: asl:PA (G13 play aid), "
        "tidewrack:PA (Tidewrack play aid); else say whose rules it is about)\n"
    )
    assert hexlaw("playaid", "check", str(TIDEWRACK), "--rulebook", "squad-terrain").err.startswith(
        f"{TIDEWRACK}: error no-mapping: the rulebook 'squad-terrain' has no mapping of a play aid"
    )
    assert hexlaw("playaid", "check", str(TIDEWRACK), "--rulebook", "nowhere").err.startswith(
        f"{TIDEWRACK}: error unknown-rulebook: there is no rulebook 'nowhere'"
    )


def test_a_page_of_html_is_read_as_its_tables(hexlaw: Hexlaw, tmp_path: Path) -> None:
    page = tmp_path / "aid.html"
    page.write_text(
        "<html><head><title>Tidewrack Play Aid</title></head><body><table>"
        "<tr><th>Tide</th><th>Reach</th><th>Marsh</th><th>Shoal</th><th>Landing</th></tr>"
        "<tr><td>Mid</td><td>3</td><td></td><td>Water</td><td></td></tr>"
        "</table></body></html>",
        encoding="utf-8",
    )
    result = hexlaw("playaid", "check", str(page))
    assert result.out.splitlines()[0] == (
        "Mid / Reach: error contradicted: the rules say otherwise: The reach of the tide is 2 (T2.3)."
    )


def test_the_help_has_examples() -> None:
    text = parser_of("playaid").format_help()
    assert "hexlaw playaid check --baseline accepted.json --json g13-play-aid.tsv" in text
