"""How many requests are in work at once: the next one is told when to come back."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

from api.problems import Problem

_NEVER_REFUSED = ("/health",)


class Limited:
    """An application that takes so many requests at once and answers more with 503; health is always told."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self.app = app
        self.most = most
        self.in_work = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] != "http" or scope["path"] in _NEVER_REFUSED:
            await self.app(scope, receive, send)
            return
        if self.in_work >= self.most:
            detail = f"{self.most} requests are in work already; HEXLAW_MAX_CONCURRENT sets the limit."
            problem = Problem(503, "busy", detail, headers={"Retry-After": "1"})
            await problem.response()(scope, receive, send)
            return
        self.in_work += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.in_work -= 1
