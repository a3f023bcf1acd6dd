"""The shortest way to an answer: a plain question is answered as soon as it has been read from the connection.

What the server does for any request (a task of its own, with what stops it if it takes long, and what receives and sends in
pieces) takes a fifth of the time of a question. One that came whole, is plain and is quickly answered needs none of it. Every
other request goes the usual way, and so does a question that is found to be for the route.

A client says the same of each of its questions but how long its body is. A head that was parsed before, byte for byte, and
found to be that of a plain question with a body of that length is known (`Heads`) and not parsed again.
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
_END = b"\r\n\r\n"


class Heads:
    """The heads of plain questions that were parsed, each with the length of the body that it announces; few and short."""

    MOST = 1_024
    LONGEST = 512

    def __init__(self) -> None:
        self._known: dict[bytes, int] = {}

    def size(self, head: bytes) -> int | None:
        """How long the body behind this head is; None where the head has to be parsed."""
        return self._known.get(head)

    def keep(self, data: bytes, body: int) -> None:
        """Keep the head of a plain question that came whole, with a body of this length; not one whose body is coded."""
        end = data.find(_END) + len(_END)
        if end <= self.LONGEST and end + body == len(data):
            if len(self._known) >= self.MOST:
                self._known.clear()
            self._known[data[:end]] = body


_HEADS = Heads()


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
        self._usual = self._usual or bool(config.root_path) or config.limit_concurrency is not None
        self._may = False  # whether what is read now may still be answered as it is read
        self._awaited: tuple[RequestResponseCycle, ASGI3Application] | None = None
        self._data = b""  # what is read now, where it may be a whole question
        self._reading = False  # whether a request has begun and its end is still to come
        self._found: dict[str, Any] = {}  # what the scope is to be told of the question that is read now

    def data_received(self, data: bytes) -> None:
        """Take what came; one question of it is answered at once, so that nobody keeps others waiting with many."""
        if not self._usual and not self._reading and (self.cycle is None or self.cycle.response_complete):
            end = data.find(_END) + len(_END)
            if _HEADS.size(data[:end]) == len(data) - end and not self.transport.is_closing():
                found: dict[str, Any] = {}
                answer = self._answer(data[end:], found)
                if answer is not None:
                    self._send(answer)
                    return
                self._found = found
            self._data = data
        self._may = not self._usual
        super().data_received(data)
        self._may = False
        self._start_awaited()  # the rest of its body is still to come
        self._data, self._found = b"", {}

    def on_message_begin(self) -> None:
        """Begin to read a request."""
        self._reading = True
        super().on_message_begin()

    def on_message_complete(self) -> None:
        """Answer the question whose body came whole."""
        self._reading = False
        super().on_message_complete()
        awaited = self._awaited
        if awaited is not None:
            cycle = awaited[0]
            scope: Any = cycle.scope
            scope.update(self._found)
            answer = None
            if not self._found and not cycle.waiting_for_100_continue:
                answer = self._answer(cycle.body, scope)
            if answer is None:
                self._start_awaited()
            else:
                self._awaited = None
                cycle.response_started = cycle.response_complete = True
                _HEADS.keep(self._data, len(cycle.body))
                self._send(answer)

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

    def _answer(self, body: bytes | bytearray, scope: dict[str, Any]) -> bytes | None:
        """The answer, as JSON; None where the request has to go the usual way."""
        if self._work.full or self.flow.write_paused:
            return None
        try:
            return answered(self._askers, body, scope)
        except Exception:  # the usual way tells of it
            return None

    def _send(self, answer: bytes) -> None:
        """Send an answer, whole."""
        parts = [b"HTTP/1.1 200 OK\r\n"]
        for name, value in self.server_state.default_headers:
            parts += (name, b": ", value, b"\r\n")
        parts += (_HEAD % len(answer), answer)
        self.transport.write(b"".join(parts))
        self.on_response_complete()
