"""`hexlaw docs`: the pages of a site, its links, its names of files, and what may not stand in it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from justhtml import JustHTML

from api.docs.case_html import CaseHtml
from api.docs.links import SiteLinks, case_file, rule_file
from api.docs.output import drafted
from api.docs.shelf import Shelf
from api.docs.site import Made, Site
from api.ingestion import ingest_files, ingest_recognised, shipped_files
from api.settings import Settings
from api.told import MOST, Asked, told
from kb.cases import Case
from kb.drawn import Drawn, Line
from kb.quotes import Quotes
from kb.reason.program import rule_number
from kb.store import Store
from ontology.books import rulebook_ids
from tests.api.site_reader import SiteOnDisk

MARSH = """THE SEDGE

1.0 General
1.1 Reeds. A <script>alert(1)</script> unit may not enter reeds [EXC: "><img src=x onerror=alert(2)> boats; see
1.2]. See 1.2 and 9.9.
1.2 Punts & Poles. A punt may enter <b>reeds</b>. </script><script>alert(3)</script>
1.3 Case. Letters matter. a) The first. b) The second.
"""

BOOK = """id = "sedge"
title = "The <Sedge> & Co"

[[documents]]
id = "sedge"
title = "The <Sedge>"
shape = "text-numbered"
numbering = "dotted-integers"
recognise = { line = '^THE SEDGE' }
"""


def site_of(
    home: Path, folder: Path, rulebooks: list[str] | None = None, most: int | None = MOST
) -> tuple[SiteOnDisk, dict[str, Made]]:
    """The site of a home's graph, written to a folder."""
    shelf = Shelf.of(Store.open_current(home), Quotes.current(home), most)
    with drafted(folder) as draft:
        made = Site(shelf, rulebooks or list(rulebook_ids()), draft.write).make(lambda so_far: None)
    return SiteOnDisk(folder), {each.rulebook: each for each in made}


@pytest.fixture(scope="module")
def site(served_home: Path, tmp_path_factory: pytest.TempPathFactory) -> SiteOnDisk:
    """The site of everything that is shipped."""
    return site_of(served_home, tmp_path_factory.mktemp("docs") / "site")[0]


@pytest.fixture(scope="module")
def quoting(originals: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[SiteOnDisk, list[str]]:
    """The site with the originals, and the statements in them that are long enough to be known again."""
    home = tmp_path_factory.mktemp("originals")
    ingest_recognised([*shipped_files(), *sorted(originals.iterdir())], Settings(home=home))
    texts = [
        segment.text
        for edition in Store.open_current(home).editions()
        for segment in edition.segments
        if edition.rulebook != "tidewrack" and segment.text and len(segment.text.split()) > 6
    ]
    return site_of(home, tmp_path_factory.mktemp("docs") / "quoting")[0], texts


@pytest.fixture
def sedge(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SiteOnDisk:
    """The site of a rulebook of its own, whose text and titles are full of markup."""
    folder = tmp_path / "books" / "sedge"
    folder.mkdir(parents=True)
    (folder / "book.toml").write_text(BOOK)
    (tmp_path / "sedge.txt").write_text(MARSH)
    monkeypatch.setenv("HEXLAW_RULEBOOKS", str(tmp_path / "books"))
    ingest_files([tmp_path / "sedge.txt"], Settings(home=home))
    return site_of(home, tmp_path / "site", ["sedge"])[0]


def test_a_page_tells_all_that_is_known_of_a_rule(site: SiteOnDisk) -> None:
    page = site.page("tidewrack/rules/T4.22.html")
    assert page.text.startswith("T4.22 LANDING STAGE · tidewrack · Hexlaw")
    for words in (
        "T4.22-s1 encoded A carried land unit may land in a hex that has a landing stage.",
        "a land unit may land in a hex if the land unit is aboard a craft, and the hex contains a landing stage",
        "T4.22-x1 exception to T4.22-s1 encoded [EXC: a wagon at low tide, when the deck stands too high]",
        "denies T4.2-s2 denies it: a land unit may not land in a hex",
        "withdraws T4.22-x1 makes it not apply: T4.22-s1 does not apply if the land unit is a wagon, and the tide is Low",
        "restores T4.221-s1 restores it: T4.22-x1 does not apply if the hex contains a crane",
        "worked example of T4.221 May W1 land in hex 2L2? No: W1 may not land in hex 2L2 (T4.22).",
        "T4.2 GOING ASHORE “4.21-.24” in T4.2-s1 (through the range 4.21-.24)",
    ):
        assert words in page.text
    assert {"T4.22-s1", "T4.22-x1"} <= set(page.ids)
    leads = {site.target("tidewrack/rules/T4.22.html", link) for link in page.links}
    rules = {(f"tidewrack/rules/{rule}.html", "") for rule in ("T4.21", "T4.221", "T4.2")}
    assert rules | {("tidewrack/index.html", ""), ("tidewrack/pictures/T4.22.svg", "")} <= leads
    assert ("tidewrack/rules/T4.2.html", "T4.2-s2") in leads


def test_no_link_is_dead(site: SiteOnDisk) -> None:
    assert site.dead_links() == []


def test_of_the_cases_a_site_has_the_worked_examples_and_the_plainest(
    served_home: Path, tmp_path: Path
) -> None:
    site, made = site_of(served_home, tmp_path / "site", ["tidewrack"], 1)
    said = told("tidewrack")
    files = {file for file in site.files if "/examples/" in file}
    assert {case_file("tidewrack", case.id) for case in said.cases if case.example} <= files
    for rule, cases in said.cases_of.items():
        others = [case for case in cases if case.example is None or rule_number(case.example) != rule]
        assert {case_file("tidewrack", case.id) for case in others[:1]} <= files
    assert (made["tidewrack"].cases, made["tidewrack"].left_out) == (len(files), len(said.cases) - len(files))
    assert made["tidewrack"].left_out > 0
    assert site.dead_links() == []
    whole, all_made = site_of(served_home, tmp_path / "whole", ["tidewrack"], None)
    assert (all_made["tidewrack"].cases, all_made["tidewrack"].left_out) == (len(said.cases), 0)
    assert {case_file("tidewrack", case.id) for case in said.cases} <= set(whole.files)


def test_every_rule_and_every_index_is_two_clicks_away(site: SiteOnDisk) -> None:
    reached = site.reached(2)
    rules = [file for file in site.files if "/rules/" in file]
    stubs = {file for file in rules if "Cited here, but in no document that is ingested." in site.read(file)}
    assert [file for file in rules if file not in reached and file not in stubs] == []
    assert stubs - site.reached(3) == set()
    for rulebook in rulebook_ids():
        assert {f"{rulebook}.md", f"{rulebook}/coverage.html", f"{rulebook}/findings.html"} <= reached


@pytest.mark.parametrize("index", ["examples", "exceptions", "citers"])
def test_a_bar_leads_to_each_rule_of_a_long_index(site: SiteOnDisk, index: str) -> None:
    page = (site.folder / "tidewrack" / f"{index}.html").read_text(encoding="utf-8")
    bar = page.partition('<nav class="jump" aria-label="On this page">')[2].partition("</nav>")[0]
    places = re.findall(r'href="#([^"]+)"', bar)
    assert len(places) > 5
    assert all(page.count(f' id="{place}"') == 1 for place in places)
    assert [place for place in places if f' id="{place}"' not in page] == []


def test_a_bar_leads_to_each_letter_of_the_terms(site: SiteOnDisk) -> None:
    page = (site.folder / "tidewrack" / "terms.html").read_text(encoding="utf-8")
    bar = page.partition('<nav class="jump" aria-label="On this page">')[2].partition("</nav>")[0]
    found = re.findall(r'href="#([^"]+)">([^<]+)<', bar)
    firsts = re.findall(r'<div id="(letter-\d+)"><dt>(.)', page)
    assert [(place, letter) for place, letter in found if place.startswith("letter-")] == [
        (place, letter.upper()) for place, letter in firsts
    ]
    assert found[-1] == ("vocabulary", "vocabulary")


def test_no_two_files_differ_in_case_alone_and_no_disk_refuses_one(site: SiteOnDisk) -> None:
    assert len({file.casefold() for file in site.files}) == len(site.files)
    odd = re.compile(r'[<>:"|?*\\\x00-\x1f]|[. ]$')
    parts = {part for file in site.files for part in file.split("/")}
    assert [part for part in parts if odd.search(part) or len(part) > 200] == []


def test_ids_that_differ_in_case_have_pages_of_their_own() -> None:
    names = [rule_file("b", rule) for rule in ("37.a", "37.A", "AUX", "aux", "37.T2.resNE", "37.T2.resne")]
    assert names == [
        "b/rules/37.~a~.html",
        "b/rules/37.A.html",
        "b/rules/~AUX.html",
        "b/rules/~aux~.html",
        "b/rules/37.T2.~res~NE.html",
        "b/rules/37.T2.~resne~.html",
    ]


def test_the_html_is_valid(site: SiteOnDisk) -> None:
    pages = [file for file in site.files if file.endswith(".html") and "/examples/" not in file]
    cases = [file for file in site.files if "/examples/" in file][::50]
    errors = {
        file: [(error.code, error.line) for error in JustHTML(site.read(file), collect_errors=True).errors]
        for file in [*pages[::5], *cases]
    }
    assert {file: found for file, found in errors.items() if found} == {}
    read = {file: site.page(file) for file in errors}
    assert [file for file, page in read.items() if page.unclosed or page.handlers] == []
    assert [file for file, ids in site.ids.items() if len(set(ids)) < len(ids)] == []


def test_the_same_graph_makes_the_same_bytes(site: SiteOnDisk, served_home: Path, tmp_path: Path) -> None:
    again = site_of(served_home, tmp_path / "again", ["tidewrack"])[0]
    own = [file for file in again.files if file.startswith("tidewrack")]
    assert [file for file in own if again.read(file) != site.read(file)] == []
    assert own == [file for file in site.files if file.startswith("tidewrack")]


def test_an_outline_shows_no_text(site: SiteOnDisk) -> None:
    outlined = [
        file for file in site.files if file.startswith(("asl/rules/", "amphibious-37/", "squad-terrain/"))
    ]
    assert [file for file in outlined if 'class="text"' in site.read(file)] == []


def test_the_text_is_there_only_where_the_originals_are(
    site: SiteOnDisk, quoting: tuple[SiteOnDisk, list[str]]
) -> None:
    with_originals, texts = quoting
    words = {" ".join(text.split()[:7]) for text in texts}
    everything = " ".join(
        site.words(file) for file in site.files if file.endswith((".html", ".svg", ".md", ".js"))
    )
    assert [text for text in words if text in everything] == []
    quoted = (
        with_originals.page("asl/rules/G13.4.html").text + with_originals.page("asl/rules/B21.1.html").text
    )
    assert sum(text in quoted for text in words) > 3


def test_no_link_is_dead_where_the_originals_are(quoting: tuple[SiteOnDisk, list[str]]) -> None:
    site = quoting[0]
    assert site.dead_links() == []
    assert [file for file, ids in site.ids.items() if len(set(ids)) < len(ids)] == []


def test_what_a_rule_says_is_never_run(sedge: SiteOnDisk) -> None:
    scripts = {"hexlaw.js", "search-data.js", "docs-search.js"}
    for file in sedge.links:
        page = sedge.page(file)
        assert "img" not in page.tags, file
        assert page.handlers == [], file
        sources = [link.rsplit("/", 1)[-1] for link in page.links if link.endswith(".js")]
        assert len(sources) == page.tags.count("script"), file
        assert set(sources) <= scripts, file
    data = sedge.read("static/search-data.js")
    assert "</script" not in data
    rows = json.loads(data.removeprefix("window.hexlawSearch = ").rstrip().removesuffix(";"))
    assert any("<script>alert(1)</script>" in row[4] for row in rows)
    assert "<script" not in sedge.read("sedge.md")
    assert "<script>alert(1)</script> unit may not enter reeds" in sedge.page("sedge/rules/1.1.html").text


def test_a_rulebook_without_encodings_has_its_pages(sedge: SiteOnDisk) -> None:
    assert sedge.dead_links() == []
    page = sedge.page("sedge/rules/1.1.html")
    assert "“1.2” in 1.1-x1 , an exception : 1.2 Punts & Poles" in page.text
    assert "The <Sedge> & Co" in sedge.page("index.html").text


def test_the_markdown_has_every_rule(site: SiteOnDisk) -> None:
    text = site.read("tidewrack.md")
    heads = re.findall(r"^### (\S+)", text, re.MULTILINE)
    rules = re.findall(r'<a id="rule-', text)
    assert len(rules) == len([file for file in site.files if file.startswith("tidewrack/rules/")])
    assert "T4.22" in heads
    assert "#### Yields to" in text
    assert "**May W1 land in hex 2L2?** No: W1 may not land in hex 2L2 (T4.22)." in text


def test_what_a_case_tells_is_text_on_its_page_and_its_links_are_taken_note_of() -> None:
    case = Case("<i>", ("<b> & 'b'",), '"<q>"?', "no", cites=("T1",), example="T2-e1")
    asked = Asked(case, "yes", "Yes: <y>.", False, (Drawn("<of>", Line("<s>", "yes", rule="T3")),))
    links = SiteLinks()
    links.go_to(case_file("tidewrack", case.id))
    page = CaseHtml("tidewrack").page(asked, None, links)
    assert "<title>&lt;i&gt; · tidewrack · Hexlaw</title>" in page
    assert '<li aria-current="page">&lt;i&gt;</li>' in page
    for markup in ("<q>", "<b>", "<y>", "<of>", "<s>"):
        assert markup not in page
        assert markup.replace("<", "&lt;").replace(">", "&gt;") in page
    assert "recorded otherwise: no" in page
    assert list(links.wanted) == [("tidewrack", rule) for rule in ("T1", "T3", "T2")]


def test_pages_of_one_frame_differ_in_their_holes_alone() -> None:
    page = CaseHtml("tidewrack").page
    one, other = (
        page(Asked(Case(name, (), "Is it?"), "yes", "Yes.", True, ()), None, SiteLinks())
        for name in ("a1", "b2")
    )
    assert one != other
    assert one.replace("a1", "b2") == other
