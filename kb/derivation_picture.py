"""A picture of an answer's derivations, as SVG: what is concluded above, what it rests on below.

Each step is a box with its rule, its verdict and its sentence in full. Exceptions that were looked at are dashed. A step
that others rest on too is drawn once, and dotted lines lead to it. What was looked at and does not decide is left out.

Boxes never overlap: what a step rests on stands side by side below it, each with all of its own below it; several that
rest on nothing more stand in one column.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from kb.drawn import Drawn, Line, draw

WIDTH = 230
"""How wide a box is, in pixels of the picture."""

_PAD, _TALL, _BESIDE, _BELOW = 9, 16, 16, 30
_COLUMN = 10  # between boxes of one column
_LETTERS = {
    **dict.fromkeys("ijl.,:;'|!", 4.2),
    **dict.fromkeys('frt()[]-“”" ', 5.6),
    **dict.fromkeys("mwMW%@—…", 12.6),
    **dict.fromkeys("ABCDEFGHJKLNOPQRSTUVXYZ&+=<>", 10.2),
}
_BOLD = 1.2  # so much wider is what is printed bold
_LETTER = 8.0  # any other, in a font as wide as those of a system go
_VERDICTS = {"yes": "yes", "no": "no", "unknown": "not known"}
_EXCEPTIONS = {"yes": "applies", "no": "does not apply", "unknown": "may apply"}
_STYLE = (
    "svg{font:13px system-ui,sans-serif;background:#fffefb;color:#1d2321}rect{fill:#fffefb;stroke:#545c57}"
    "text{fill:currentColor}.head{font-weight:600}path{fill:none;stroke:#545c57}.dashed rect{stroke-dasharray:6 4}"
    ".again{stroke-dasharray:2 4}.yes rect{stroke:#17612f}.no rect{stroke:#9a281d}.open rect{stroke:#7d4f00}"
    ".root rect{stroke-width:3}"
    "@media(prefers-color-scheme:dark){svg{background:#1b201f;color:#e7e5dc}rect{fill:#1b201f;stroke:#a7afa9}"
    "path{stroke:#a7afa9}.yes rect{stroke:#82d29a}.no rect{stroke:#f3a196}.open rect{stroke:#e9bd62}}"
)


@dataclass(frozen=True, slots=True)
class Box:
    """A step where it stands: its upper left corner, its height, its lines of text and its style."""

    x: float
    y: float
    height: float
    head: str
    lines: tuple[str, ...]
    style: str
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Tie:
    """A line from the box with one number to that with the other; `again` where that is drawn for another step."""

    above: int
    below: int
    dashed: bool
    again: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything of a picture stands."""

    width: float
    height: float
    boxes: tuple[Box, ...]
    ties: tuple[Tie, ...]


def derivation_svg(
    answer: Mapping[str, Any],
    path_of: Callable[[str], str] | None = None,
    *,
    drawn: Sequence[Drawn] | None = None,
    inline: bool = False,
) -> str:
    """The picture of an answer's derivations, one below the other; the empty text where it has none.

    `path_of` gives the address that the box of a rule leads to; `drawn` are the derivations where they are drawn already;
    `inline` is for a page that has the colours in its own stylesheet.
    """
    layout = laid_out(draw(answer) if drawn is None else drawn)
    if not layout.boxes:
        return ""
    width, height = layout.width, layout.height
    title = f"How it follows: {answer.get('text') or answer.get('answer')}"
    told = f"{len(layout.boxes)} steps; what a step rests on stands below it, exceptions are dashed."
    frame = f'viewBox="-4 -4 {width + 8:g} {height + 8:g}" width="{width + 8:g}" height="{height + 8:g}"'
    head = (
        f'<svg class="picture derivation" {frame} role="group" aria-label={quoteattr(title)}>'
        if inline
        else f'<svg xmlns="http://www.w3.org/2000/svg" {frame} role="img" aria-labelledby="title desc">'
        f'<title id="title">{escape(title)}</title><desc id="desc">{escape(told)}</desc><style>{_STYLE}</style>'
    )
    ties = "".join(_tie(tie, layout.boxes) for tie in layout.ties)
    return f"{head}{ties}{''.join(_box(box, path_of) for box in layout.boxes)}</svg>\n"


def laid_out(derivations: Sequence[Drawn]) -> Layout:
    """Where the boxes of these derivations stand."""
    page = _Page([], [], {})
    y = width = 0.0
    for drawn in derivations:
        if drawn.of is not None and drawn.root.repeated:
            continue
        root = (
            drawn.root
            if drawn.of is None
            else drawn.root._replace(sentence=f"{drawn.of}: {drawn.root.sentence}")
        )
        wide, bottom, _ = page.put(root, 0.0, y, "root")
        width, y = max(width, wide), bottom + 2 * _BELOW
    return Layout(width, max(0.0, y - 2 * _BELOW), tuple(page.boxes), tuple(page.ties))


@dataclass
class _Page:
    boxes: list[Box]
    ties: list[Tie]
    known: dict[tuple[object, ...], int]

    def put(self, node: Line, x: float, y: float, style: str = "") -> tuple[float, float, int]:
        """Put a step and all below it to the right of `x` and below `y`; how wide it is, where it ends, its number."""
        number = len(self.boxes)
        box = _boxed(node, x, y, style)
        self.boxes.append(box)
        if not node.repeated:
            self.known.setdefault(_same(node), number)
        below = [each for each in node.below if each.passed_over is None]
        again = [
            (each, self.known[_same(each)]) for each in below if each.repeated and _same(each) in self.known
        ]
        rest = [each for each in below if not (each.repeated and _same(each) in self.known)]
        wide, bottom = 0.0, box.y + box.height
        top = bottom + _BELOW
        column = [each for each in rest if not _carries(each)]
        for each in (each for each in rest if _carries(each)):
            left = x + wide + (_BESIDE if wide else 0)
            taken, end, child = self.put(each, left, top)
            self.ties.append(Tie(number, child, each.exception is not None))
            wide, bottom = left + taken - x, max(bottom, end)
        if column:
            left, start = x + wide + (_BESIDE if wide else 0), top
            for each in column:
                _, end, child = self.put(each, left, start)
                # One line leads to the column, others from box to box in it.
                self.ties.append(
                    Tie(number if start == top else child - 1, child, each.exception is not None)
                )
                bottom, start = max(bottom, end), end + _COLUMN
            wide = left + WIDTH - x
        self.ties += [Tie(number, target, each.exception is not None, again=True) for each, target in again]
        wide = max(wide, WIDTH)
        self.boxes[number] = replace(box, x=x + (wide - WIDTH) / 2)
        return wide, bottom, number


def _carries(node: Line) -> bool:
    """Whether something is drawn below a step."""
    return any(each.passed_over is None for each in node.below)


def _same(node: Line) -> tuple[object, ...]:
    return node.sentence, node.statement, node.exception is not None


def _boxed(node: Line, x: float, y: float, style: str) -> Box:
    verdict = node.exception if node.exception is not None else node.verdict
    words = _EXCEPTIONS if node.exception is not None else _VERDICTS
    cited = node.statement or node.rule
    name = f"exception {cited}" if node.exception is not None and cited else cited
    source = name or ("given" if node.given is not None else node.kind.replace("figure", "value"))
    # Of what is told or silent the sentence says all: "given, no: it is no boat" would say "not" twice.
    word = words.get(verdict, "") if name or verdict == "unknown" else ""
    head = " · ".join(filter(None, (source, word)))
    lines = wrapped(node.sentence)
    heads = wrapped(head, _BOLD)
    styles = [style, {"yes": "yes", "no": "no", "unknown": "open"}.get(verdict, "")]
    styles.append("dashed" if node.exception is not None else "")
    height = 2 * _PAD + _TALL * (len(heads) + len(lines))
    return Box(x, y, height, "\n".join(heads), lines, " ".join(filter(None, styles)), node.rule)


def wrapped(text: str, wider: float = 1.0) -> tuple[str, ...]:
    """A text in lines that fit into a box, in letters that are so much wider than plain ones; a word that is longer than a
    line is broken.
    """
    room = (WIDTH - 2 * _PAD) / wider
    lines: list[str] = []
    line, used = "", 0.0
    for word in text.split():
        for part in _broken(word, room):
            size = width_of(part)
            if line and used + _LETTERS[" "] + size > room:
                lines.append(line)
                line, used = "", 0.0
            line, used = (f"{line} {part}", used + _LETTERS[" "] + size) if line else (part, size)
    return (*lines, line) if line else tuple(lines)


def width_of(text: str) -> float:
    """How wide a text is at most, in pixels of the picture."""
    return sum(map(_letter, text))


def _letter(letter: str) -> float:
    return _LETTERS.get(letter, _LETTER if letter < "\u2e80" else 14.0)


def _broken(word: str, room: float) -> list[str]:
    if len(word) * 14 <= room or width_of(word) <= room:
        return [word]
    parts, used = [""], 0.0
    for letter in word:
        used += _letter(letter)
        if used > room:
            parts.append("")
            used = _letter(letter)
        parts[-1] += letter
    return parts


def _box(box: Box, path_of: Callable[[str], str] | None) -> str:
    heads = [line for line in box.head.split("\n") if line]
    lines = [(line, ' class="head"') for line in heads] + [(line, "") for line in box.lines]
    written = "".join(
        f'<text{kind} x="{box.x + _PAD:g}" y="{box.y + _PAD + _TALL * row + 12:g}">{escape(line)}</text>'
        for row, (line, kind) in enumerate(lines)
    )
    inside = (
        f"<g{f' class={quoteattr(box.style)}' if box.style else ''}>"
        f'<rect x="{box.x:g}" y="{box.y:g}" width="{WIDTH}" height="{box.height:g}" rx="5"/>{written}</g>'
    )
    if path_of is None or box.rule is None:
        return inside
    return f"<a href={quoteattr(path_of(box.rule))}>{inside}</a>"


def _tie(tie: Tie, boxes: Sequence[Box]) -> str:
    above, below = boxes[tie.above], boxes[tie.below]
    x1, y1 = above.x + WIDTH / 2, above.y + above.height
    x2, y2 = below.x + WIDTH / 2, below.y
    if y2 < y1:  # it stands beside or above: from the side
        y1, y2 = above.y + above.height / 2, below.y + below.height / 2
        x1, x2 = (above.x, below.x + WIDTH) if below.x < above.x else (above.x + WIDTH, below.x)
    middle = (y1 + y2) / 2
    kinds = " ".join(filter(None, ("exception" if tie.dashed else "", "again" if tie.again else "")))
    mark = f' class="{kinds}"' if kinds else ""
    return f'<path{mark} d="M{x1:g} {y1:g}C{x1:g} {middle:g} {x2:g} {middle:g} {x2:g} {y2:g}"/>'
