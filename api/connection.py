"""The shortest way to an answer: a plain question is answered as soon as it has been read from the connection.

What the server does for any request (a task of its own, with what stops it if it takes long, and what receives and sends in
pieces) takes a fifth of the time of a question. One that came whole, is plain and is quickly answered needs none of it. Every
other request goes the usual way, and so does a question that is found to be for the route.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn._types import ASGI3Application
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

from api.askers import Askers
from api.direct import answered, plain
from api.limits import Work

_HEAD = b"content-type: application/json\r\ncontent-length: %d\r\n\r\n"


class Connection(HttpToolsProtocol):
    """A client's connection to the service: the application is the one of `api.app.create_app`."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        state: Any = config.app.state  # type: ignore[union-attr]
        self._askers: Askers = state.askers
        self._work: Work = state.work
        # A page from elsewhere has to be told that it may read the answer.
        self._usual = bool(self._askers.graph.settings.cors) or self.access_log
        self._may = False  # whether what is read now may still be answered as it is read
        self._awaited: tuple[RequestResponseCycle, ASGI3Application] | None = None

    def data_received(self, data: bytes) -> None:
        """Take what came; one question of it is answered at once, so that nobody keeps others waiting with many."""
        self._may = not self._usual
        super().data_received(data)
        self._may = False
        self._start_awaited()  # the rest of its body is still to come

    def on_message_complete(self) -> None:
        """Answer the question whose body came whole."""
        super().on_message_complete()
        awaited = self._awaited
        if awaited is not None:
            answer = self._answer(awaited[0])
            if answer is None:
                self._start_awaited()
            else:
                self._awaited = None
                self._send(awaited[0], answer)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        """Begin a request in the usual way, but a question that may be plain once its body is there."""
        if self._may and cycle.more_body and cycle.keep_alive and app is self.app:
            self._may = False
            scope = cycle.scope
            if scope["path"] == "/ask" and plain(scope):
                self._awaited = cycle, app
                return
        # An answer that was sent while the same data was read has set a clock to the next request: here it is.
        self._unset_keepalive_if_required()
        super()._start_asgi_task(cycle, app)

    def _start_awaited(self) -> None:
        if self._awaited is not None:
            awaited, self._awaited = self._awaited, None
            super()._start_asgi_task(*awaited)

    def _answer(self, cycle: RequestResponseCycle) -> bytes | None:
        """The answer, as JSON; None where the request has to go the usual way."""
        if self._work.full or self.flow.write_paused or cycle.waiting_for_100_continue:
            return None
        scope: Any = cycle.scope
        try:
            return answered(self._askers, cycle.body, scope)
        except Exception:  # the usual way tells of it
            return None

    def _send(self, cycle: RequestResponseCycle, answer: bytes) -> None:
        """Send an answer, whole."""
        parts = [b"HTTP/1.1 200 OK\r\n"]
        for name, value in cycle.default_headers:
            parts += (name, b": ", value, b"\r\n")
        parts += (_HEAD % len(answer), answer)
        cycle.response_started = cycle.response_complete = True
        cycle.waiting_for_100_continue = False
        self.transport.write(b"".join(parts))
        self.on_response_complete()
