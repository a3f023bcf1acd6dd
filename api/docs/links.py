"""Where a site on a disk has its pages, and how one leads to another: relative addresses that work from anywhere.

    index.html, search.html               the rulebooks; the search
    <rulebook>.md                         everything about a rulebook in one file
    <rulebook>/index.html                 its start page
    <rulebook>/terms.html …               its indexes
    <rulebook>/rules/<rule>.html          a rule
    <rulebook>/pictures/<rule>.svg        what stands around it
    <rulebook>/examples/<case>.html       a shipped case, answered
    static/                               stylesheet, scripts, what the search looks through

No two names differ in case alone, and none is one that some disk refuses (`api.paths.file_stem`).
"""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import quote

from api.links import PageName
from api.paths import file_stem, name_stem, part_address, rule_of_part
from kb.cases import Case


class SiteLinks:
    """The addresses that the page being made writes: those of `api.links.Links`, relative to its folder.

    `go_to` says which page is being made. `wanted` collects the rules that pages lead to, so that each gets a page.
    """

    def __init__(self) -> None:
        self.wanted: dict[tuple[str, str], None] = {}
        self._up = ""

    def go_to(self, file: str) -> None:
        """From now on, addresses are those on the page in this file (its path in the site)."""
        self._up = "../" * file.count("/")

    def asset(self, name: str) -> str:
        """The address of a static file."""
        return self._to(static_file(name))

    def page(self, name: PageName, rulebook: str | None = None) -> str | None:
        """The address of a page; a site has none on which to ask or to check, and one search for all rulebooks."""
        if rulebook is None:
            return self._to(_TOP[name]) if name in _TOP else None
        return None if name in _SERVED else self._to(book_file(rulebook, name))

    def rule(self, rulebook: str, rule: str) -> str:
        """The address of a rule's page."""
        self.wanted[rulebook, rule] = None
        return self._to(rule_file(rulebook, rule))

    def part(self, rulebook: str, part: str) -> str:
        """The address of a statement, exception clause or example, or of a rule."""
        return part_address(self.rule(rulebook, rule_of_part(part)), part)

    def case(self, rulebook: str, case: Case) -> str:
        """The address of a shipped case's page."""
        return self._to(case_file(rulebook, case.id))

    def picture(self, rulebook: str, rule: str) -> str:
        """The address of the picture of what stands around a rule."""
        return self._to(picture_file(rulebook, rule))

    def whole(self, rulebook: str) -> str:
        """The address of the file with everything about a rulebook."""
        return self._to(markdown_file(rulebook))

    def _to(self, file: str) -> str:
        return self._up + _quoted(file)


_TOP: dict[PageName, str] = {"rules": "index.html", "search": "search.html"}
_SERVED: tuple[PageName, ...] = ("ask", "search", "playaids")


@lru_cache(maxsize=50_000)  # every page leads to the same rules
def _quoted(file: str) -> str:
    return quote(file, safe="/~")


def static_file(name: str) -> str:
    """Where a site has a file of `api/static`."""
    return f"static/{name}"


@lru_cache(maxsize=1_000)
def book_file(rulebook: str, name: PageName) -> str:
    """Where it has a page of a rulebook."""
    return f"{name_stem(rulebook)}/{'index' if name == 'rules' else name}.html"


@lru_cache(maxsize=50_000)
def rule_file(rulebook: str, rule: str) -> str:
    """Where it has a rule."""
    return f"{name_stem(rulebook)}/rules/{file_stem(rule)}.html"


def picture_file(rulebook: str, rule: str) -> str:
    """Where it has the picture of a rule."""
    return f"{name_stem(rulebook)}/pictures/{file_stem(rule)}.svg"


def case_file(rulebook: str, case: str) -> str:
    """Where it has a case."""
    return f"{name_stem(rulebook)}/examples/{name_stem(case)}.html"


def markdown_file(rulebook: str) -> str:
    """Where it has the file with everything about a rulebook."""
    return f"{name_stem(rulebook)}.md"
