"""What differs between the pages of cases, written into the frame that they have in common.

It is written here and not as a template, since a site has thousands of cases: a template takes ten times as long.
"""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup, escape

from api.docs.links import SiteLinks, case_file
from api.pages import Frame
from api.told import Asked
from api.tree_html import drawing_html, outcome_html, tree_html

_TONES = {"yes": " tone-yes", "no": " tone-no", "value": " tone-value", "set": " tone-set"}


class CaseHtml:
    """Writes the pages of the cases of a rulebook, all from one frame."""

    def __init__(self, rulebook: str) -> None:
        self.rulebook = rulebook
        links = SiteLinks()
        links.go_to(case_file(rulebook, "any"))  # all are in one folder
        context = {"book": rulebook, "here": "examples", "links": links}
        self._frame = Frame("case.html", context, ("case", "main"))

    def page(self, asked: Asked, picture: Markup | None, links: SiteLinks) -> str:
        """The page of a case, whose links are taken note of, with the picture of its derivations where there is one."""
        # All that is told is escaped where it is written.
        return self._frame.filled(escape(asked.case.id), Markup("".join(self._main(asked, picture, links))))

    def _main(self, asked: Asked, picture: Markup | None, links: SiteLinks) -> Iterator[str]:
        case, book = asked.case, self.rulebook
        tone = _TONES.get(asked.answer, " tone-open")
        yield f'<h1>{escape(case.question)}</h1>\n<section class="card answer{tone}">\n'
        yield f'<p class="verdict">{outcome_html(asked)}</p>\n'
        if case.cites:
            cited = (
                f'<a class="cite" href="{escape(links.rule(book, rule))}" data-see="{escape(rule)}">{escape(rule)}</a>'
                for rule in case.cites
            )
            yield f"<p>Rests on {', '.join(cited)}.</p>\n"
        yield "</section>\n<h2>Given</h2>\n<ul>\n"
        yield from [f"<li>{escape(fact)}</li>\n" for fact in case.facts] or [
            '<li class="quiet">nothing</li>\n'
        ]
        yield "</ul>\n"
        if asked.drawn:
            yield "<h2>Why</h2>\n"
            for drawn in asked.drawn:
                if drawn.of:
                    yield f"<h3>{escape(drawn.of)}</h3>"
                yield f'<div class="tree">{tree_html(book, drawn.root, links)}</div>\n'
            if picture:
                yield drawing_html(picture)
        if case.example:
            href, part = escape(links.part(book, case.example)), escape(case.example)
            yield f'<p class="quiet">A worked example of <a class="cite" href="{href}">{part}</a>.</p>'
