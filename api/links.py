"""Where the pages lead to: one function for each kind of link, so that the same templates make pages of the service and
files on a disk.
"""

from __future__ import annotations

from typing import Literal, Protocol
from urllib.parse import quote, urlencode

from api.assets import asset_path
from api.paths import rule_path

PageName = Literal["ask", "rules", "search", "vocabulary", "coverage", "findings"]
"""The pages that others lead to, besides those of rules. `rules` without a rulebook is the list of rulebooks."""


class Links(Protocol):
    """The addresses that templates write, called `links` in them."""

    def asset(self, name: str) -> str:
        """The address of a file of `api/static`."""

    def page(self, name: PageName, rulebook: str | None = None) -> str | None:
        """The address of a page, of one rulebook if it is of one; None where there is no such page."""

    def rule(self, rulebook: str, rule: str) -> str:
        """The address of a rule's page; `#` and the id of a statement may be put behind it."""


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
        if rulebook is None:
            return "/rules"
        return f"/{name}/{quote(rulebook, safe='')}"

    def rule(self, rulebook: str, rule: str) -> str:
        """The path of a rule."""
        return rule_path(rulebook, rule)
