"""A headless Chromium that is installed here, and the service that it looks at."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.api.conftest import address as address
from tests.api.conftest import served_home as served_home

playwright = pytest.importorskip(
    "playwright.sync_api", reason="no Playwright here: install the dev dependencies"
)

PHONE, DESKTOP = {"width": 360, "height": 740}, {"width": 1280, "height": 800}


def chromium() -> str | None:
    """The browser to use: CHROMIUM, else the first one of the usual names."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """The browser, closed behind each module: while it is open no other event loop can run in this thread."""
    path = chromium()
    if path is None:
        pytest.skip("no Chromium here: install it, or set CHROMIUM")
    with playwright.sync_playwright() as found:
        # Chromium refuses its sandbox to root, as whom containers run.
        sandbox = [] if os.geteuid() else ["--no-sandbox"]
        running = found.chromium.launch(executable_path=path, args=sandbox)
        yield running
        running.close()


Open = Callable[..., Any]


@pytest.fixture
def visit(browser: Any, address: str) -> Iterator[Open]:
    """Open a path of the service in a window of its own; whatever a page complains of fails the test."""
    complaints: list[str] = []
    windows: list[Any] = []

    def opened(path: str = "/", **context: Any) -> Any:
        context.setdefault("viewport", DESKTOP)
        window = browser.new_context(base_url=address, **context)
        windows.append(window)
        page = window.new_page()
        page.set_default_timeout(60_000)
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(path)
        return page

    yield opened
    for window in windows:
        window.close()
    assert complaints == []


@contextmanager
def loading(page: Any) -> Iterator[None]:
    """What is done inside leads to another page."""
    with page.expect_navigation():
        yield
