"""HTML pages: the templates of the folder `templates`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import HTMLResponse  # not FastAPI's name for it: `hexlaw docs` starts faster without

from api.links import ServedLinks
from api.paths import rule_path
from api.tree_html import tree_html

PAGE_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Vary": "Accept",
}

_environment = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,  # a page takes several templates, and each time a look at each file
)
_environment.globals["rule_path"] = rule_path
_environment.globals["links"] = ServedLinks()
_environment.globals["tree_html"] = tree_html


def render(template: str, context: Mapping[str, Any], status: int = 200) -> HTMLResponse:
    """A page from its template; what is put into it is escaped, and it runs no script but our own file."""
    return HTMLResponse(page_text(template, context), status, PAGE_HEADERS)


def page_text(template: str, context: Mapping[str, Any]) -> str:
    """The same as text; `links` in the context are those to write instead of the service's."""
    return _environment.get_template(template).render(context)
