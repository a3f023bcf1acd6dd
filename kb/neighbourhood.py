"""A picture of what stands around a rule, as SVG: who cites it on the left, what it cites on the right, its parent above, its
parts below. A reference that stands in an exception is dashed, one through a range dotted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal
from xml.sax.saxutils import escape, quoteattr

from kb.rulepage import RuleLink, RulePage

_WIDTH, _HEIGHT, _GAP, _ASIDE = 220, 40, 12, 110
_MOST = 12
_LETTERS = 30
_STYLE = (
    "svg{font:13px system-ui,sans-serif}rect{fill:#fff;stroke:#8a938e}text{fill:#1d2321}a rect{stroke:#1b5e7b}"
    ".self rect{stroke-width:3}.external rect{stroke-dasharray:2 3}.label{font-size:11px;fill:#5c645f}"
    "path{fill:none;stroke:#5c645f}.exception{stroke:#a02a1f;stroke-dasharray:6 4}.range{stroke-dasharray:2 4}"
    "@media(prefers-color-scheme:dark){rect{fill:#1f2523;stroke:#6b746f}text{fill:#e8e6dd}a rect{stroke:#7cc4e4}"
    ".label{fill:#a3aba6}path{stroke:#a3aba6}.exception{stroke:#f09a8f}}"
)

Tie = Literal["", "exception", "range"]


@dataclass(frozen=True, slots=True)
class _Beside:
    link: RuleLink
    tie: Tie


def neighbourhood_svg(page: RulePage, path_of: Callable[[str], str], *, inline: bool = False) -> str:
    """The picture; `path_of` gives the address that a rule's box leads to. At most 12 rules stand on each side, then how
    many more there are. `inline` is for a page that has the colours in its own stylesheet.
    """
    citers = _each(
        (_Beside(c.rule, "exception" if c.part == "exception" else "range" if c.through_range else ""))
        for c in page.cited_by
    )
    cited = _each(
        _Beside(target, "exception" if r.part == "exception" else "range" if r.first and r.last else "")
        for r in page.references
        for target in r.targets
    )
    parts = _each(_Beside(child, "") for child in page.children)
    rows = max(_rows(citers), _rows(cited), 1)
    top = _HEIGHT + 3 * _GAP if page.parent else 0
    middle = top + (rows * (_HEIGHT + _GAP) - _GAP) / 2
    centre = _WIDTH + _ASIDE if citers else 0  # a side where nothing stands takes no room
    below = max(top + rows * (_HEIGHT + _GAP), middle + _HEIGHT / 2 + 3 * _GAP)
    height = below + _rows(parts) * (_HEIGHT + _GAP) + _GAP
    width = centre + _WIDTH + (_ASIDE + _WIDTH if cited else 0)
    itself = RuleLink(page.id, page.label, page.title, page.external)
    lines: list[str] = []
    boxes = [_box(itself, centre, middle - _HEIGHT / 2, None, "self")]
    if page.parent:
        boxes.append(_box(page.parent, centre, 0, path_of))
        lines.append(_line(centre + _WIDTH / 2, _HEIGHT, centre + _WIDTH / 2, middle - _HEIGHT / 2, ""))
    for side, left, near, far in (
        (citers, 0, centre, _WIDTH),
        (cited, centre + _WIDTH + _ASIDE, centre + _WIDTH, 0),
    ):
        start = middle - (_rows(side) * (_HEIGHT + _GAP) - _GAP) / 2
        for row, beside in enumerate(side[:_MOST]):
            y = start + row * (_HEIGHT + _GAP)
            boxes.append(_box(beside.link, left, y, path_of))
            lines.append(_line(left + far, y + _HEIGHT / 2, near, middle, beside.tie))
        if len(side) > _MOST:
            boxes.append(_more(len(side) - _MOST, left, start + _MOST * (_HEIGHT + _GAP)))
    for row, part in enumerate(parts[:_MOST]):
        boxes.append(_box(part.link, centre, below + row * (_HEIGHT + _GAP), path_of))
    if parts:
        lines.append(_line(centre + _WIDTH / 2, middle + _HEIGHT / 2, centre + _WIDTH / 2, below, ""))
    if len(parts) > _MOST:
        boxes.append(_more(len(parts) - _MOST, centre, below + _MOST * (_HEIGHT + _GAP)))
    told = f"{page.id}: cited by {len(citers)}, cites {len(cited)}, has {len(parts)} parts"
    frame = f'viewBox="-4 -4 {width + 8:g} {height + 8:g}" width="{width + 8:g}" height="{height + 8:g}"'
    head = (
        f'<svg class="picture{" wide" * bool(citers or cited)}" {frame} role="group" aria-label={quoteattr(told)}>'
        if inline
        else f'<svg xmlns="http://www.w3.org/2000/svg" {frame} role="img" aria-label={quoteattr(told)}>'
        f"<title>{escape(told)}</title><style>{_STYLE}</style>"
    )
    return f"{head}{''.join(lines)}{''.join(boxes)}</svg>\n"


def _each(found: Iterable[_Beside]) -> list[_Beside]:
    """Each rule once, by its strongest tie: an exception before a plain reference before a range."""
    ties: dict[str, _Beside] = {}
    for beside in found:
        known = ties.get(beside.link.id)
        if known is None or _ORDER.index(beside.tie) < _ORDER.index(known.tie):
            ties[beside.link.id] = beside
    return list(ties.values())


_ORDER: tuple[Tie, ...] = ("exception", "", "range")


def _rows(side: list[_Beside]) -> int:
    return min(len(side), _MOST + 1)


def _box(link: RuleLink, x: float, y: float, path_of: Callable[[str], str] | None, kind: str = "") -> str:
    name = link.label or link.title or ""
    shown = name if len(name) <= _LETTERS else f"{name[: _LETTERS - 1]}…"
    classes = " ".join(filter(None, [kind, "external" if link.external else ""]))
    inside = (
        f"<title>{escape(f'{link.id} {name}'.strip())}</title>"
        f'<rect x="{x:g}" y="{y:g}" width="{_WIDTH}" height="{_HEIGHT}" rx="5"/>'
        f'<text x="{x + 8:g}" y="{y + 17:g}">{escape(link.id)}</text>'
        f'<text class="label" x="{x + 8:g}" y="{y + 33:g}">{escape(shown)}</text>'
    )
    box = f"<g{f' class={quoteattr(classes)}' if classes else ''}>{inside}</g>"
    return box if path_of is None else f"<a href={quoteattr(path_of(link.id))}>{box}</a>"


def _more(count: int, x: float, y: float) -> str:
    return f'<text class="label" x="{x + 8:g}" y="{y + 17:g}">and {count} more</text>'


def _line(x1: float, y1: float, x2: float, y2: float, tie: Tie) -> str:
    bend = (x1 + x2) / 2
    mark = f' class="{tie}"' if tie else ""
    return f'<path{mark} d="M{x1:g} {y1:g}C{bend:g} {y1:g} {bend:g} {y2:g} {x2:g} {y2:g}"/>'
