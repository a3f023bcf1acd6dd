"""What the service serves: the current generation of the graph and of its quotes, followed as it changes."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from fastapi import Request

from api.docs.shelf import Shelf, in_order
from api.settings import Settings
from kb.answer import ask, wordings
from kb.beside import Beside
from kb.cache import rulebook_of
from kb.citing import Citer
from kb.encoded import all_encodings
from kb.kept import Edition
from kb.quotes import Quotes
from kb.rulebook import Rulebook
from kb.search import SearchIndex, entries_of
from kb.store import Store
from ontology.books import book_folder, load_book, rulebook_ids

_T = TypeVar("_T")

LOOKS = 0.02
"""The seconds for which an answer does not look again at the files of a rulebook, nor for another generation: each look takes
a twentieth of a question's time."""


class Graph:
    """Opens what is current when first needed, and looks before each use whether there is something newer; before answers at
    most every `LOOKS`."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._quotes: Quotes | None = None
        self._looked = 0.0  # when an answer looked for newer ones
        self._store: Store | None = None
        self._made: dict[str, Any] = {}
        self._made_of: str | None = None
        self._books: dict[str, tuple[float, Rulebook]] = {}

    def store(self) -> Store:
        """The current generation, open; HexlawError where there is none."""
        if self._store is None:
            self._store = Store.open_current(self.settings.home)
        self._store.refresh()
        return self._store

    def generation(self) -> str | None:
        """The name of the current generation; None before anything is ingested."""
        return Store.generation(self.settings.home)

    def editions(self) -> tuple[Edition, ...]:
        """The records of the documents in the current generation; HexlawError where there is none."""
        store = self.store()
        return self.kept("editions", lambda: store.editions())

    def beside(self) -> Beside:
        """What stands in the rules beside their sentences; HexlawError where there is no generation."""
        editions = self.editions()
        return self.kept("beside", lambda: Beside(editions))

    def quotes(self) -> Quotes:
        """The texts of the current generation's originals; HexlawError where they cannot be read."""
        if self._quotes is None:
            self._quotes = Quotes.current(self.settings.home)
        self._quotes.refresh()
        return self._quotes

    def _quotes_for_answers(self) -> Quotes:
        """The same as they were at most `LOOKS` ago."""
        now = time.monotonic()
        if self._quotes is not None and now - self._looked < LOOKS:
            return self._quotes
        quotes = self.quotes()
        self._looked = now
        return quotes

    def shelf(self) -> Shelf:
        """What pages of rules are made of; HexlawError where there is no generation."""
        editions, beside, quotes = self.editions(), self.beside(), self.quotes()
        return self.kept("shelf", lambda: Shelf(self.store().pinned(), in_order(editions), beside, quotes))

    def index(self) -> SearchIndex:
        """What can be searched in the current generation and the rulebooks; HexlawError where there is none."""
        editions = self.editions()
        books = rulebook_ids()
        return self.kept("index", lambda: SearchIndex(entries_of(editions, books, wordings, all_encodings)))

    def citer(self, rulebook: str) -> Citer:
        """What finds the citations of a rulebook that there is; HexlawError where there is no generation."""
        editions = self.editions()
        return self.kept(f"citer {rulebook}", lambda: Citer(load_book(book_folder(rulebook)), editions))

    def labels(self, rulebook: str) -> dict[str, str | None]:
        """Our label of each rule of a rulebook, or else its title; HexlawError where there is no generation."""
        editions = self.editions()
        return self.kept(
            f"labels {rulebook}",
            lambda: {
                rule.id: rule.label or rule.title
                for edition in editions
                if edition.rulebook == rulebook
                for rule in edition.rules
            },
        )

    def kept(self, name: str, make: Callable[[], _T]) -> _T:
        """What was made of the open generation under this name, made where it was not yet."""
        opened = None if self._store is None else self._store.opened
        if opened != self._made_of:
            self._made, self._made_of = {}, opened
        if name not in self._made:
            self._made[name] = make()
        made: _T = self._made[name]
        return made

    def answer(
        self,
        request: Mapping[str, Any],
        *,
        likelihood: bool = False,
        reading: tuple[str, str] | None = None,
        time_limit: float | None = None,
        whole: bool = False,
        to_write: bool = False,
    ) -> dict[str, Any]:
        """The answer to a request, quoting what was current at most `LOOKS` ago; HexlawError where it is malformed or takes
        too long.

        `time_limit` stands for that of the settings; `whole` and `to_write` are as for `kb.answer.ask`.
        """
        limits = self.settings
        return ask(
            request,
            quotes=self._quotes_for_answers(),
            time_limit=limits.time_limit if time_limit is None else time_limit,
            most_facts=limits.max_facts,
            likelihood=likelihood,
            reading=reading,
            whole=whole,
            to_write=to_write,
            book_of=self.rulebook,
        )

    def rulebook(self, rulebook: str) -> Rulebook:
        """A rulebook ready to answer, as its files were at most `LOOKS` ago; errors as of `kb.cache.rulebook_of`."""
        known, now = self._books.get(rulebook), time.monotonic()
        if known is None or now - known[0] >= LOOKS:
            known = self._books[rulebook] = now, rulebook_of(rulebook)
        return known[1]


def graph_of(request: Request) -> Graph:
    """The graph that the application of this request serves."""
    graph = request.app.state.graph
    assert isinstance(graph, Graph)
    return graph
