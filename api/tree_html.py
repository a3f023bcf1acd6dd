"""A derivation on a page: as a tree whose steps open one by one, without a script, and as a picture; and what it comes to.

The tree is written here and not as a template, since a site has tens of thousands of steps, and a template takes ten times
as long.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from markupsafe import Markup
from markupsafe import escape as markup_escape  # as the templates do

from kb.derivation_picture import derivation_svg

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from api.links import Links
    from api.told import Asked
    from kb.drawn import Drawn, Line

_MANY = 4
"""So many rules that were looked at and do not decide stand behind a line of their own."""

_KINDS = {
    "compare": "comparison",
    "line": "line of the sum",
    "figure": "figure",
    "not encoded": "not encoded",
    "conflict": "conflict",
    "chosen": "choice",
    "outcome": "chance",
    "rolled": "dice",
    "open": "not known",
    "open figure": "not known",
    "told against": "told against the rules",
    "bounded": "told in part",
}
"""What kind of step it is, in words, where the sentence does not show it."""

_SETTLED = ("yes", "no", "value", "set", "split")

_EXCEPTIONS = {"yes": ("applies", "word no"), "no": ("does not apply", "word")}


def tree_html(rulebook: str, root: Line, links: Links, depth: int = 0) -> Markup:
    """The tree of a drawn derivation, the rules in it linked; the first step is open unless `depth` is more than 0."""
    # All that is told is escaped where it is written.
    written: list[str] = []
    _write(written, rulebook, root, links, depth)
    return Markup("".join(written))


def picture_html(rulebook: str, drawn: Sequence[Drawn], text: str, links: Links) -> Markup | None:
    """The derivations of the answer that says `text` as a picture, the rules in it linked; None where it would be a box."""
    if not any(each.root.below for each in drawn):
        return None
    svg = derivation_svg({"text": text}, lambda rule: links.rule(rulebook, rule), drawn=drawn, inline=True)
    return Markup(svg)  # what the answer says is escaped there


def drawing_html(picture: Markup) -> Markup:
    """The picture of a derivation, to be opened."""
    return Markup(
        '<details class="drawing"><summary>As a picture</summary>\n'
        '<p class="quiet small">What a step rests on stands below it; dashed: an exception that was looked at; dotted: '
        "leads to a step that stands elsewhere.</p>\n"
        '<div class="scroll" tabindex="0" role="region" aria-label="Picture of the derivation">'
        f"{picture}</div>\n</details>\n"
    )


def outcome_html(asked: Asked) -> Markup:
    """What the answer to a shipped case comes to, and what is recorded where that is something else."""
    word = asked.answer if asked.answer in _SETTLED else "open"
    said = f'<span class="word {word}">{markup_escape(asked.text or asked.answer)}</span>'
    if not asked.agrees:
        recorded = asked.case.answer if asked.case.value is None else asked.case.value
        said += f' <span class="tag no">recorded otherwise: {markup_escape(recorded)}</span>'
    return Markup(said)


def _write(written: list[str], rulebook: str, node: Line, links: Links, depth: int) -> None:
    if not (node.below or node.quote or node.says):
        said = _said(node, _cite(rulebook, node, links))
        written.append(f'<div class="leaf{_mark(node)}">{said}</div>\n')
        return
    # What is pressed holds nothing else to press: the rule's number is text in the line and a link below it.
    number = f'<span class="cite">{escape(node.statement or node.rule)}</span>' if node.rule else ""
    opened = " open" if depth < 1 else ""
    written.append(f'<details class="step{_mark(node)}"{opened}>\n<summary>{_said(node, number)}</summary>\n')
    written.extend(_more(rulebook, node, links))
    aside = [below for below in node.below if below.passed_over is not None]
    for below in node.below:
        if len(aside) < _MANY or below.passed_over is None:
            _write(written, rulebook, below, links, depth + 1)
    if len(aside) >= _MANY:
        told = f"{len(aside)} other rules were looked at and do not decide"
        written.append(f'<details class="step exception">\n<summary>{told}</summary>\n')
        for below in aside:
            _write(written, rulebook, below, links, depth + 2)
        written.append("</details>\n")
    written.append("</details>\n")


def _said(node: Line, number: str) -> str:
    """The line of a step: what it says, the number of its rule, and where it comes from."""
    above = ' <span class="quiet">(shown above)</span>' if node.repeated else ""
    sentence = escape(node.sentence)
    if node.exception is not None:
        word, style = _EXCEPTIONS.get(node.exception, ("may apply", "word open"))
        said = f'<span class="{style}">{word}</span>: <span class="quiet">{sentence}</span>'
        return f"Exception{' ' if number else ''}{number} {said}{above}"
    if node.passed_over is not None:
        return f'Not {number or "this"}, {escape(node.passed_over)}: <span class="quiet">{sentence}</span>{above}'
    kind = "table" if " row " in (node.statement or "") else _KINDS.get(node.kind)
    source = ""
    if told := node.told:
        source = f' <span class="quiet">({escape(told)})</span>'
    elif node.sentence in node.assumes:
        source = ' <span class="quiet">(assumed: nothing says otherwise)</span>'
    return (
        (f'<span class="kind">{kind}</span> ' if kind else "")
        + ('<span class="open">' if node.verdict == "unknown" else "<span>")
        + f"{sentence}</span>{' ' if number else ''}{number}{source}{above}"
    )


def _more(rulebook: str, node: Line, links: Links) -> Iterator[str]:
    """What a step that opens has below its line: its rule, the words of the text, what it assumes."""
    cite = _cite(rulebook, node, links)
    if cite or node.says:
        told = ": ".join(filter(None, (cite, escape(node.says or ""))))
        yield f'<p class="says">{told if node.says else f"See {cite}"}</p>\n'
    if node.quote:
        yield f"<blockquote>{escape(node.quote)}</blockquote>\n"
    for assumed in node.assumes:
        if assumed != node.sentence:
            yield f'<p class="open">Assumed: {escape(assumed)}</p>\n'


def _cite(rulebook: str, node: Line, links: Links) -> str:
    if not node.rule:
        return ""
    address = escape(links.rule(rulebook, node.rule))
    return f'<a class="cite" href="{address}">{escape(node.statement or node.rule)}</a>'


def _mark(node: Line) -> str:
    if node.exception is None and node.passed_over is None:
        return ""
    return " exception" + {"yes": " applies", "unknown": " unknown"}.get(node.exception or "", "")
