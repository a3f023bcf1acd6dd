"""What the service serves: the current generation of the graph and of its quotes, followed as it changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import Request

from api.settings import Settings
from kb.answer import ask
from kb.quotes import Quotes
from kb.store import Store


class Graph:
    """Opens what is current when first needed, and looks before each use whether there is something newer."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._quotes: Quotes | None = None
        self._store: Store | None = None

    def store(self) -> Store:
        """The current generation, open; HexlawError where there is none."""
        if self._store is None:
            self._store = Store.open_current(self.settings.home)
        self._store.refresh()
        return self._store

    def generation(self) -> str | None:
        """The name of the current generation; None before anything is ingested."""
        return Store.generation(self.settings.home)

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a request, quoting what is current; HexlawError where it is malformed or takes too long."""
        if self._quotes is None:
            self._quotes = Quotes.current(self.settings.home)
        self._quotes.refresh()
        limits = self.settings
        return ask(request, quotes=self._quotes, time_limit=limits.time_limit, most_facts=limits.max_facts)


def graph_of(request: Request) -> Graph:
    """The graph that the application of this request serves."""
    graph = request.app.state.graph
    assert isinstance(graph, Graph)
    return graph
