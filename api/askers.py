"""Where questions are answered: at once where that is quick, else in one of a few threads.

Most questions take a fraction of a millisecond to a few, so they are answered on the event loop, where a thread would
cost more than it saves. One that takes longer than `QUICK` is given up there and begun again in a thread, with the time
that a question may take; meanwhile the loop answers others.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from api.graph import Graph
from api.problems import Problem
from ingest.diagnostics import HexlawError

QUICK = 0.02
"""The seconds for which a question may keep others waiting."""

_QUEUED = 8
"""How many long questions may wait for each thread."""


class TakesLonger(Exception):
    """A question that is not answered within `QUICK`."""


class Askers:
    """Answers questions about what a graph holds."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self._threads = graph.settings.ask_threads
        self._pool = ThreadPoolExecutor(self._threads, thread_name_prefix="ask")
        self._long = 0

    def at_once(self, request: Mapping[str, Any], **options: Any) -> dict[str, Any]:
        """The answer to a request, options as for `Graph.answer`. Raises `TakesLonger`, and `HexlawError` as that does."""
        limit = self.graph.settings.time_limit
        if limit <= QUICK:
            return self.graph.answer(request, **options)
        try:
            return self.graph.answer(request, time_limit=QUICK, whole=True, **options)
        except HexlawError as error:
            if error.diagnostics[0].code == "ask-timeout":
                raise TakesLonger from None
            raise

    async def answer(
        self, request: Mapping[str, Any], *, long: bool = False, **options: Any
    ) -> dict[str, Any]:
        """The answer, others being answered meanwhile; a question that is known to be `long` is not tried at once.

        Raises `Problem` 503 where too many long questions wait, and `HexlawError` as `Graph.answer` does.
        """
        if not long:
            try:
                return self.at_once(request, **options)
            except TakesLonger:
                pass
        if self._long >= self._threads * (1 + _QUEUED):
            detail = (
                f"{self._long} questions that take long are in work or waiting; "
                "HEXLAW_ASK_THREADS sets how many are answered at once."
            )
            raise Problem(503, "busy", detail, headers={"Retry-After": "1"})
        self._long += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._pool, lambda: self.graph.answer(request, **options))
        finally:
            self._long -= 1

    def close(self) -> None:
        """Begin no further question."""
        self._pool.shutdown(wait=False, cancel_futures=True)
