"""What stands before the routes: how many requests are in work at once, and HEAD answered as GET is."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.problems import Problem

_NEVER_REFUSED = ("/health",)


class Work:
    """How many requests are in work, and the most that may be."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.requests = 0

    @property
    def full(self) -> bool:
        """Whether a further request has to be refused."""
        return self.requests >= self.most


class Limited:
    """An application that takes so many requests at once and answers more with 503; health is always told."""

    def __init__(self, app: ASGIApp, work: Work) -> None:
        self.app = app
        self.work = work

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] != "http" or scope["path"] in _NEVER_REFUSED:
            await self.app(scope, receive, send)
            return
        if self.work.full:
            detail = f"{self.work.most} requests are in work already; HEXLAW_MAX_CONCURRENT sets the limit."
            problem = Problem(503, "busy", detail, headers={"Retry-After": "1"})
            await problem.response()(scope, receive, send)
            return
        self.work.requests += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.work.requests -= 1


class Headed:
    """An application that answers HEAD as it answers GET, without the body. Not below `/mcp`, where GET opens a stream."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on as a GET where it is a HEAD."""
        if scope["type"] != "http" or scope["method"] != "HEAD" or scope["path"].startswith("/mcp"):
            await self.app(scope, receive, send)
            return

        async def head(message: Message) -> None:
            await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

        await self.app({**scope, "method": "GET"}, receive, head)
