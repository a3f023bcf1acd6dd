"""A comparison as lines for people: a tree of parts, each with a style that a face may colour; and as plain text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from kb.comparison.comparing import Comparison
from kb.comparison.consequences import Misled, StaleEncoding
from kb.comparison.pieces import PieceChange
from kb.comparison.rules import Both, ReferenceChange, RuleChange, count_kinds
from kb.comparison.sides import Side
from kb.comparison.words import shortened, word_difference

Style = Literal["", "head", "dim", "id", "added", "removed", "changed", "went", "came"]
Part = tuple[str, Style]
"""Some words and how they are shown; `went` and `came` are words of a wording that was changed."""


@dataclass(frozen=True, slots=True)
class Told:
    """A line and the lines below it."""

    parts: tuple[Part, ...]
    below: tuple[Told, ...] = ()


def told(comparison: Comparison) -> list[Told]:
    """What there is to say, a tree for each matter: the two editions, the rules, the references, the encodings."""
    found = [_sides(comparison)]
    rules = [_rule(change, count) for change, count in _folded(comparison.rules)]
    found.append(Told(((_summary(comparison), "head"),), tuple(rules)))
    if comparison.references:
        lines = tuple(_misled(misled) for misled in comparison.references)
        found.append(Told((("References that lead elsewhere now, or nowhere:", "head"),), lines))
    if comparison.encodings:
        lines = tuple(_encoding(encoding) for encoding in comparison.encodings)
        found.append(Told(((_stale(comparison.encodings), "head"),), lines))
    return found


def render_plain(comparison: Comparison) -> str:
    """The lines indented, what went as [-words-] and what came as {+words+}."""
    return "\n\n".join("\n".join(_plain(tree, 0)) for tree in told(comparison))


def _plain(tree: Told, depth: int) -> list[str]:
    marks = {"went": "[-{}-]", "came": "{{+{}+}}"}
    line = "".join(marks.get(style, "{}").format(text) for text, style in tree.parts)
    return ["  " * depth + line, *(line for each in tree.below for line in _plain(each, depth + 1))]


# -- the two editions ---------------------------------------------------------------------------------------------


def _sides(comparison: Comparison) -> Told:
    old, new = comparison.old, comparison.new
    title: list[Part] = [(f"{new.rulebook}:{new.document}", "id"), (f" {new.title or old.title}", "head")]
    return Told(tuple(title), (_side("old", old), _side("new", new)))


def _side(name: str, side: Side) -> Told:
    known = "" if side.texts else ", only numbers, references and hashes"
    count = _count(len(side.rules), "rule")
    return Told(((f"{name}: ", "dim"), (side.source, ""), (f", {count}{known} ({side.sha256[:12]})", "dim")))


def _summary(comparison: Comparison) -> str:
    if comparison.rules:
        kinds = ", ".join(f"{count} {kind}" for kind, count in count_kinds(comparison.rules).items())
        verb = "differs" if len(comparison.rules) == 1 else "differ"
        return f"{_count(len(comparison.rules), 'rule')} {verb}: {kinds}"
    if comparison.old.sha256 == comparison.new.sha256:
        return "No rule differs: it is the same file."
    return "No rule differs; the files do, in what is no text of a rule."


# -- rules --------------------------------------------------------------------------------------------------------


def _folded(changes: Sequence[RuleChange]) -> list[tuple[RuleChange, int]]:
    """The changes without rules that only went along with one above, and how many of those each took along."""
    along = [change for change in changes if change.along and change.kinds == ("renumbered",)]
    taken = Counter(change.along for change in along)
    folded = {change.ids for change in along}
    return [(change, taken[change.ids]) for change in changes if change.ids not in folded]


def _rule(change: RuleChange, along: int) -> Told:
    old, new = change.ids
    title = f" {change.titles[1] or change.titles[0] or ''}".rstrip()
    if new is None or old is None:
        style: Style = "removed" if new is None else "added"
        sign = "- " if new is None else "+ "
        parts: list[Part] = [(sign, style), (change.id, "id"), (title, ""), (f": {change.kinds[0]}", style)]
        return Told(tuple(parts), tuple(_piece(piece) for piece in change.pieces))
    number = old if old == new else f"{old} → {new}"
    parts = [("~ ", "changed"), (number, "id"), (title, ""), (f": {', '.join(change.kinds)}", "changed")]
    if along:
        parts.append((f", and {_count(along, 'rule')} below with it", "changed"))
    if change.along is not None:
        parts.append((f", with {change.along[0]} → {change.along[1]}", "dim"))
    elif old != new and change.alike is not None:
        parts.append((f" ({change.alike:.0%} alike)", "dim"))
    below: list[Told] = []
    if "retitled" in change.kinds:
        below.append(Told((("title: ", "dim"), *_words(change.titles))))
    if "moved" in change.kinds:
        below.append(Told(((f"below {change.parents[1]}, was below {change.parents[0]}", ""),)))
    if change.order is not None:
        was, now = (", ".join(order) for order in change.order)
        below.append(Told(((f"the rules below it stand as {now}; they stood as {was}", ""),)))
    below += [_piece(piece) for piece in change.pieces]
    below += _references(change.references)
    return Told(tuple(parts), tuple(below))


def _piece(change: PieceChange) -> Told:
    old, new = change.old, change.new
    piece = new or old
    assert piece is not None
    if old is None or new is None:
        style: Style = "added" if old is None else "removed"
        parts: list[Part] = [("+ " if old is None else "- ", style), (piece.id, "id")]
        if change.elsewhere is not None:
            parts.append((f" ({'was' if old is None else 'now'} {change.elsewhere})", "dim"))
        elif piece.text is not None:
            parts.append((f": {piece.text}", style))
        return Told(tuple(parts))
    parts = [("~ ", "changed"), (old.id if old.id == new.id else f"{old.id} → {new.id}", "id")]
    if change.displaced:
        parts.append((", in another place", "changed"))
    if change.qualifies is not None:
        was, now = (identifier or "nothing" for identifier in change.qualifies)
        parts.append((f", narrows {now}, narrowed {was}", "changed"))
    if old.kind != new.kind:
        parts.append((f", {new.kind}, was {old.kind}", "changed"))
    if old.hash != new.hash and new.text is not None:
        wording = _words((old.text, new.text)) if old.text is not None else ((new.text, ""),)
        parts += [(": ", ""), *wording]
    return Told(tuple(parts))


def _words(texts: Both) -> tuple[Part, ...]:
    """Two wordings as one line."""
    styles: dict[str, Style] = {"=": "", "-": "went", "+": "came"}
    parts: list[Part] = []
    for sign, text in shortened(word_difference(texts[0] or "", texts[1] or "")):
        if parts:
            parts.append((" ", ""))
        parts.append((text, styles[sign]))
    return tuple(parts)


def _references(changes: Sequence[ReferenceChange]) -> list[Told]:
    """Those that lead to another page, and in one line each those that went and that came."""
    found = [
        Told((("~ ", "changed"), (f"reference {new.text}: leads to {new.href}, led to {old.href}", "")))
        for old, new in ((change.old, change.new) for change in changes)
        if old is not None and new is not None
    ]
    went = [change.old.text for change in changes if change.old is not None and change.new is None]
    came = [change.new.text for change in changes if change.new is not None and change.old is None]
    if went:
        found.append(Told((("- ", "removed"), (f"references: {', '.join(went)}", ""))))
    if came:
        found.append(Told((("+ ", "added"), (f"references: {', '.join(came)}", ""))))
    return found


# -- what follows -------------------------------------------------------------------------------------------------


def _misled(misled: Misled) -> Told:
    citation = misled.citation
    where = f" (line {citation.at.line})" if citation.at else ""
    head: list[Part] = [(citation.rule, "id"), (where, "dim"), (f" cites {citation.text}: ", "")]
    if misled.trouble == "range":
        parts = [
            f"{words} {', '.join(rules)}"
            for words, rules in (("takes in", misled.gained), ("no longer takes in", misled.lost))
            if rules
        ]
        return Told((*head, (" and ".join(parts), "")))
    now = "is gone" if misled.trouble == "dangling" else "is another rule now"
    meant = (
        "the rule it meant was removed" if misled.meant is None else f"the rule it meant is {misled.meant}"
    )
    if misled.trouble == "dangling" and misled.meant is None:
        return Told((*head, (f"{misled.target} was removed", "removed")))
    return Told((*head, (f"{misled.target} {now}; {meant}", "changed")))


def _stale(encodings: Sequence[StaleEncoding]) -> str:
    counts: Counter[str] = Counter(encoding.kind for encoding in encodings)
    words = {
        "changed": "of statements that were changed",
        "gone": "of statements that are gone",
        "renumbered": "that need another number only",
    }
    parts = [f"{counts[kind]} {text}" for kind, text in words.items() if counts[kind]]
    return f"{_count(len(encodings), 'encoding')} stale: {', '.join(parts)}"


def _encoding(encoding: StaleEncoding) -> Told:
    parts: list[Part] = [(encoding.statement, "id")]
    if encoding.kind == "renumbered":
        parts.append((f": the same text is {encoding.now}", "changed"))
    elif encoding.kind == "gone":
        parts.append((": gone", "removed"))
    else:
        now = "" if encoding.now == encoding.statement else f", and is {encoding.now}"
        parts.append((f": its text was changed{now}", "changed"))
    if encoding.candidates:
        parts.append((f"; its old text stands at {', '.join(encoding.candidates)}", ""))
    if encoding.before:
        parts.append((" (was stale before)", "dim"))
    if encoding.places:
        parts.append((f"  {', '.join(encoding.places)}", "dim"))
    return Told(tuple(parts))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
