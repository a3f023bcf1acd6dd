"""A site: every page of some rulebooks, made one after another and handed to whoever writes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from api.assets import MEDIA_TYPES, asset
from api.book_pages import coverage_context, findings_context, vocabulary_context
from api.docs.book_view import book_view, indexes_of, title_of
from api.docs.case_pages import CasePage, CasePages
from api.docs.indexes import INDEX_VIEWS, index_view
from api.docs.links import (
    SiteLinks,
    book_file,
    case_file,
    markdown_file,
    picture_file,
    rule_file,
    static_file,
)
from api.docs.rule_view import rule_view
from api.docs.search_data import search_data
from api.docs.shelf import Shelf
from api.docs.whole_book import whole_book
from api.pages import page_text
from api.told import Asked
from kb.collecting import uncollected
from kb.neighbourhood import neighbourhood_svg
from kb.rulepage import RulePage

Write = Callable[[str, bytes], None]
"""Takes the path of a file in the site, with slashes, and what stands in it."""


@dataclass(frozen=True, slots=True)
class Made:
    """How much was made of a rulebook: `cases` are those in the site, `left_out` those that are not, `otherwise` those of
    the site that the rules no longer answer as is recorded."""

    rulebook: str
    rules: int
    external: int
    encodings: int
    cases: int
    left_out: int
    otherwise: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """The same as plain data."""
        return {**asdict(self), "otherwise": list(self.otherwise)}


@dataclass(slots=True)
class _Tally:
    """How many of each rulebook's cases are done, and how each was answered, by rulebook and id."""

    all: Mapping[str, int]
    so_far: Callable[[str], None]
    done: dict[str, dict[str, Asked]] = field(default_factory=dict)

    def count(self, page: CasePage) -> None:
        """One more."""
        book = page.rulebook
        done = self.done.setdefault(book, {})
        done[page.asked.case.id] = page.asked
        self.so_far(f"{book}: {len(done)} of {self.all[book]} examples asked")


class Site:
    """The pages of some rulebooks. The same shelf makes the same bytes.

    `cases` makes the pages of the cases of these rulebooks, here unless it is given.
    """

    def __init__(
        self, shelf: Shelf, rulebooks: Sequence[str], write: Write, cases: CasePages | None = None
    ) -> None:
        self.shelf = shelf
        self.rulebooks = tuple(rulebooks)
        self._write = write
        self._cases = cases
        self._links = SiteLinks()
        self._made: set[tuple[str, str]] = set()

    def make(self, so_far: Callable[[str], None]) -> tuple[Made, ...]:
        """Make everything; `so_far` is told, in words, how far it has come."""
        with uncollected():
            return self._everything(self._cases or CasePages(self.rulebooks, 0, self.shelf.most), so_far)

    def _everything(self, cases: CasePages, so_far: Callable[[str], None]) -> tuple[Made, ...]:
        done = self._all(cases, so_far)
        books = [{**each.to_json(), "id": each.rulebook, "title": title_of(each.rulebook)} for each in done]
        self._page("index.html", "site.html", {"here": "rules", "books": books})
        self._links.go_to("search.html")
        indexed = [
            {"id": book, "title": title_of(book), "indexes": indexes_of(book, self._links)}
            for book in self.rulebooks
        ]
        self._page("search.html", "site_search.html", {"here": "search", "books": indexed})
        for name in MEDIA_TYPES:
            self._write(static_file(name), asset(name))
        data = search_data(self.shelf, self.rulebooks, lambda *rule: rule in self._made)
        self._write(static_file("search-data.js"), data)
        return done

    def _all(self, cases: CasePages, so_far: Callable[[str], None]) -> tuple[Made, ...]:
        """The pages of all rulebooks but those that are of no one, in an order in which little is waited for."""
        books = self.rulebooks
        rules = {book: [rule for key, rule in self.shelf.rules if key == book] for book in books}
        external = {book: self.shelf.external(book) for book in books}
        pages = {book: self._looked_up(book, [*rules[book], *external[book]], so_far) for book in books}
        tally = _Tally({book: len(self.shelf.examples(book)) for book in books}, so_far)
        self._case_pages(cases.shown(), tally)
        documents = {book: self._rules(book, pages[book], so_far) for book in books}
        for book in books:
            self._indexes(book)
        self._case_pages(cases.others(), tally)
        for book in books:
            whole = whole_book(self.shelf, book, documents[book], tally.done.get(book, {}))
            self._write(markdown_file(book), whole.encode())
        # What a derivation or an encoding names need stand in no document, nor be cited in one.
        while wanted := [key for key in self._links.wanted if key not in self._made]:
            for book, rule in wanted:
                page = self.shelf.page(book, rule)
                self._picture(book, rule, page)
                self._rule(book, rule, page)
        return tuple(
            self._done(book, len(rules[book]), len(external[book]), tally.done.get(book, {}))
            for book in books
        )

    def _looked_up(
        self, rulebook: str, rules: Sequence[str], so_far: Callable[[str], None]
    ) -> dict[str, RulePage]:
        """What the graph says of these rules, and their pictures."""
        pages = {}
        for number, rule in enumerate(rules, 1):
            page = pages[rule] = self.shelf.page(rulebook, rule)
            self._picture(rulebook, rule, page)
            so_far(f"{rulebook}: {number} rules looked up")
        return pages

    def _case_pages(self, made: Iterable[CasePage], tally: _Tally) -> None:
        for page in made:
            self._write(case_file(page.rulebook, page.asked.case.id), page.html.encode())
            self._links.wanted.update(dict.fromkeys(page.wanted))
            tally.count(page)

    def _rules(
        self, rulebook: str, pages: Mapping[str, RulePage], so_far: Callable[[str], None]
    ) -> dict[str, dict[str, Any]]:
        documents = {}
        for number, (rule, page) in enumerate(pages.items(), 1):
            documents[rule] = self._rule(rulebook, rule, page)
            so_far(f"{rulebook}: {number} of {len(pages)} pages of rules written")
        return documents

    def _done(self, rulebook: str, rules: int, external: int, asked: Mapping[str, Asked]) -> Made:
        said = self.shelf.told(rulebook)
        encodings = sum(len(rows) for rows in said.encodings.values())
        cases = self.shelf.examples(rulebook)
        differing = tuple(case.id for case in cases if not asked[case.id].agrees)
        return Made(rulebook, rules, external, encodings, len(cases), len(said.cases) - len(cases), differing)

    def _indexes(self, rulebook: str) -> None:
        """The start page of a rulebook and its indexes."""
        shelf = self.shelf
        file = book_file(rulebook, "rules")
        self._links.go_to(file)
        context = book_view(shelf, rulebook, self._links)
        self._page(file, "rules.html", {**context, "whole": self._links.whole(rulebook)})
        for name in INDEX_VIEWS:
            self._page(book_file(rulebook, name), f"{name}.html", index_view(shelf, rulebook, name))
        editions = shelf.editions_of(rulebook)
        self._page(book_file(rulebook, "coverage"), "coverage.html", coverage_context(rulebook))
        self._page(book_file(rulebook, "findings"), "findings.html", findings_context(rulebook, editions))
        self._page(book_file(rulebook, "vocabulary"), "vocabulary.html", vocabulary_context(rulebook))

    def _rule(self, rulebook: str, rule: str, page: RulePage) -> dict[str, Any]:
        self._made.add((rulebook, rule))
        file = rule_file(rulebook, rule)
        self._links.go_to(file)
        view = rule_view(self.shelf, page, self._links)
        self._page(file, "rule.html", view)
        document: dict[str, Any] = view["rule"]
        return document

    def _picture(self, rulebook: str, rule: str, page: RulePage) -> None:
        file = picture_file(rulebook, rule)
        self._links.go_to(file)
        drawn = neighbourhood_svg(page, lambda other: self._links.rule(rulebook, other))
        self._write(file, drawn.encode())

    def _page(self, file: str, template: str, context: dict[str, Any]) -> None:
        self._links.go_to(file)
        self._write(file, page_text(template, {**context, "links": self._links}).encode())
