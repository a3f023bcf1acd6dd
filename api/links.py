"""Where the pages lead to: one function for each kind of link, so that the same templates make pages of the service and
files on a disk.
"""

from __future__ import annotations

from typing import Literal, Protocol
from urllib.parse import quote, urlencode

from api.assets import asset_path
from api.paths import part_address, rule_of_part, rule_path, segment_of
from kb.cases import Case

PageName = Literal[
    "ask",
    "rules",
    "search",
    "vocabulary",
    "coverage",
    "findings",
    "terms",
    "exceptions",
    "citers",
    "external",
    "examples",
    "tables",
    "playaids",
]
"""The pages that others lead to, besides those of rules. `rules` without a rulebook is the list of rulebooks; `ask`,
`search` and `playaids` are there without one."""


class Links(Protocol):
    """The addresses that templates write, called `links` in them."""

    def asset(self, name: str) -> str:
        """The address of a file of `api/static`."""

    def page(self, name: PageName, rulebook: str | None = None) -> str | None:
        """The address of a page, of one rulebook if it is of one; None where there is no such page."""

    def rule(self, rulebook: str, rule: str) -> str:
        """The address of a rule's page; `#` and the id of a statement may be put behind it."""

    def part(self, rulebook: str, part: str) -> str:
        """The address of a statement, exception clause or example, or of a rule."""

    def case(self, rulebook: str, case: Case) -> str:
        """The address at which a shipped case is answered."""

    def picture(self, rulebook: str, rule: str) -> str:
        """The address of the picture of what stands around a rule."""


class ServedLinks:
    """The addresses at which the service has its pages."""

    def asset(self, name: str) -> str:
        """The path of a static file, with its version."""
        return asset_path(name)

    def page(self, name: PageName, rulebook: str | None = None) -> str | None:
        """The path of a page; there is each of them."""
        if name in ("ask", "search"):
            path = "/" if name == "ask" else "/search"
            return f"{path}?{urlencode({'rulebook': rulebook})}" if rulebook else path
        if name == "playaids":
            return "/playaids"
        if rulebook is None:
            return "/rules"
        return f"/{name}/{quote(rulebook, safe='')}"

    def rule(self, rulebook: str, rule: str) -> str:
        """The path of a rule."""
        return rule_path(rulebook, rule)

    def part(self, rulebook: str, part: str) -> str:
        """The path of a part of a rule, with the place on its page."""
        return part_address(self.rule(rulebook, rule_of_part(part)), part)

    def case(self, rulebook: str, case: Case) -> str:
        """The page with the case's facts and its question, answered."""
        facts = "\n".join(str(fact) for fact in case.facts)
        return f"/?{urlencode({'rulebook': rulebook, 'facts': facts, 'question': case.question})}"

    def picture(self, rulebook: str, rule: str) -> str:
        """The path of the picture."""
        return f"/graph/{quote(segment_of(rule), safe='~')}.svg?{urlencode({'rulebook': rulebook})}"
