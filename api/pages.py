"""HTML pages: the templates of the folder `templates`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.responses import HTMLResponse  # not FastAPI's name for it: `hexlaw docs` starts faster without

from api.links import ServedLinks
from api.paths import rule_path
from api.tree_html import drawing_html, outcome_html, tree_html

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
_environment.globals["drawing"] = drawing_html
_environment.globals["outcome"] = outcome_html


def render(template: str, context: Mapping[str, Any], status: int = 200) -> HTMLResponse:
    """A page from its template; what is put into it is escaped, and it runs no script but our own file."""
    return HTMLResponse(page_text(template, context), status, PAGE_HEADERS)


def page_text(template: str, context: Mapping[str, Any]) -> str:
    """The same as text; `links` in the context are those to write instead of the service's."""
    return _environment.get_template(template).render(context)


class Frame:
    """What many pages have in common: made from a template once, with holes where the pages differ."""

    def __init__(self, template: str, context: Mapping[str, Any], holes: Sequence[str]) -> None:
        marks = {hole: f"{_HOLE}{place}{_HOLE}" for place, hole in enumerate(holes)}
        # Of the parts every other one is the place of what stands in a hole.
        parts = page_text(template, {**context, **marks}).split(_HOLE)
        self._parts = parts
        self._places = [int(place) for place in parts[1::2]]

    def filled(self, *written: Markup) -> str:
        """The page with this HTML in the holes, in their order."""
        parts = self._parts.copy()
        parts[1::2] = [written[place] for place in self._places]
        return "".join(parts)


_HOLE = "\ue000"
