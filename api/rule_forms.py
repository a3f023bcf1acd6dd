"""A rule, or the list of a rulebook's rules, as Markdown and as plain text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from api.paths import rule_path

_MARKS = re.compile(r"([\\`*_\[\]#|~])")


def markdown(rule: Mapping[str, Any]) -> str:
    """The rule as Markdown (CommonMark), its links to other rules as paths; what was read stays text."""
    return "\n".join(_lines(rule, _Markdown(rule["rulebook"]))) + "\n"


def part_of_book(rule: Mapping[str, Any], link_of: Callable[[str], str]) -> str:
    """The rule as a part of a longer Markdown text, its heading two levels down; `link_of` is where a rule stands in it."""
    return "\n".join(_lines(rule, _Markdown(rule["rulebook"], link_of, 2))) + "\n"


def plain(rule: Mapping[str, Any]) -> str:
    """The rule as plain text."""
    return "\n".join(_lines(rule, _Plain())) + "\n"


def rules_markdown(found: Mapping[str, Any]) -> str:
    """The rules of a rulebook as a nested list in Markdown."""
    form = _Markdown(found["rulebook"])
    return "\n".join([form.head(1, found["rulebook"]), "", *_tree(found, form)]) + "\n"


def rules_plain(found: Mapping[str, Any]) -> str:
    """The rules of a rulebook as an indented list."""
    return "\n".join([found["rulebook"], "", *_tree(found, _Plain())]) + "\n"


def escaped(text: str) -> str:
    """Words in Markdown that mean themselves."""
    marked = _MARKS.sub(r"\\\1", text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"^(\d+)([.)])(?=\s)", r"\1\\\2", re.sub(r"^([-+])(?=\s)", r"\\\1", marked))


class _Plain:
    """Text as it is."""

    def head(self, level: int, text: str) -> str:
        """A heading."""
        return text

    def text(self, text: str) -> str:
        """Words that mean themselves."""
        return text

    def link(self, rule: str, external: bool) -> str:
        """A rule by its number."""
        return rule

    def table(self, table: Mapping[str, Any]) -> list[str]:
        """A table with its cells, apart by tabs."""
        return ["\t".join(row) for row in [table["columns"] or [], *table["rows"]] if row]


class _Markdown:
    """Text that no mark-up can stand in."""

    def __init__(self, rulebook: str, link_of: Callable[[str], str] | None = None, below: int = 0) -> None:
        self._link_of = link_of or (lambda rule: rule_path(rulebook, rule))
        self._below = below

    def head(self, level: int, text: str) -> str:
        """A heading."""
        return f"{'#' * (level + self._below)} {self.text(text)}"

    def text(self, text: str) -> str:
        """Words that mean themselves."""
        return escaped(text)

    def link(self, rule: str, external: bool) -> str:
        """A rule by its number, which leads to it."""
        return f"[{self.text(rule)}]({self._link_of(rule)})"

    def table(self, table: Mapping[str, Any]) -> list[str]:
        """A table with its cells."""
        heads = table["columns"] or [""] * max((len(row) for row in table["rows"]), default=0)
        return [
            f"| {' | '.join(map(self._cell, heads))} |",
            f"|{' --- |' * len(heads)}",
            *(f"| {' | '.join(map(self._cell, row))} |" for row in table["rows"]),
        ]

    def _cell(self, text: str) -> str:
        return self.text(" ".join(text.split())) or " "


def _tree(found: Mapping[str, Any], form: _Plain | _Markdown) -> Iterator[str]:
    depths: dict[str, int] = {}
    for rule in found["rules"]:
        depth = depths[rule["id"]] = depths.get(rule["parent"], -1) + 1
        name = rule["title"] or rule["label"]
        yield f"{'  ' * depth}- {form.link(rule['id'], False)}{f' {form.text(name)}' if name else ''}"


def _lines(rule: Mapping[str, Any], form: _Plain | _Markdown) -> Iterator[str]:
    def named(link: Mapping[str, Any]) -> str:
        name = link["label"] or link["title"]
        outside = " (not ingested)" if link["external"] else ""
        return f"{form.link(link['id'], link['external'])}{f' {form.text(name)}' if name else ''}{outside}"

    def section(head: str, items: list[str]) -> Iterator[str]:
        if items:
            yield from ("", form.head(2, head), "")
            yield from (f"- {item}" for item in items)

    def segment(each: Mapping[str, Any]) -> str:
        to = f" to {each['qualifies']}" if each["qualifies"] else ""
        return f"{form.text(each['id'])}{to}{': ' + form.text(each['text']) if each['text'] else ''}"

    yield form.head(1, " ".join(filter(None, [rule["id"], rule["title"] or rule["label"]])))
    yield ""
    edition = rule["edition"]
    if edition is None:
        yield form.text(f"Cited in {rule['rulebook']}, but in no document that is ingested.")
    else:
        origin = "your copy" if edition["origin"] == "original" else "outline"
        yield form.text(
            f"{rule['rulebook']}, {edition['title']} ({origin}, edition {edition['sha256'][:12]})"
        )
    if rule["parent"]:
        yield from ("", f"In {named(rule['parent'])}")
    yield from section("Statements", [segment(each) for each in rule["statements"]])
    yield from section("Exceptions", [segment(each) for each in rule["exceptions"]])
    yield from section(
        "What it means",
        [f"{form.text(each['statements'])}: {form.text(each['text'])}" for each in rule["encodings"]],
    )
    yield from section(
        "Stale",
        [f"{form.text(each)}: encoded from another text than this edition's" for each in rule["stale"]],
    )
    yield from section("Readings", [_reading(each, form) for each in rule["readings"]])
    for head, name in (("Yields to", "yields_to"), ("Stands against", "overrides")):
        yield from section(
            head,
            [
                f"{', '.join(form.link(other, False) for other in each['rules'])} "
                f"({form.text(each['statements'])}, {_how(each)}): {form.text(each['text'])}"
                for each in rule[name]
            ],
        )
    for table in rule["tables"]:
        if table["rows"]:
            yield from ("", form.head(2, f"Table {table['title'] or table['id']}"), "", *form.table(table))
    yield from section("Examples", [segment(each) for each in rule["examples"]])
    yield from section(
        "Terms",
        [
            ": ".join(form.text(part) for part in (each["term"], each["expansion"]) if part)
            for each in rule["terms"]
        ],
    )
    yield from section("Parts", [named(each) for each in rule["children"]])
    yield from section(
        "Points to",
        [
            f"“{form.text(each['text'])}”{' (a range)' if each['first'] and each['last'] else ''}: "
            + (", ".join(form.link(to["id"], to["external"]) for to in each["targets"]) or "leads nowhere")
            for each in rule["references"]
        ],
    )
    yield from section(
        "Cited by",
        [
            named(each["rule"])
            + (f" (through the range {form.text(each['text'])})" if each["through_range"] else "")
            for each in rule["cited_by"]
        ],
    )
    yield from section(
        "Coverage",
        [
            f"{form.text(each['id'])}: "
            + ", ".join(form.text(part) for part in (each["status"], each["why"]) if part)
            for each in rule["coverage"]
        ],
    )
    yield from section(
        "Findings",
        [f"{each['severity']} {each['code']}: {form.text(each['message'])}" for each in rule["findings"]],
    )


def _how(edge: Mapping[str, Any]) -> str:
    ranked = f", ranked by {edge['by']}" if edge["by"] else ""
    return f"{edge['kind']}, {edge['how']}{ranked}"


def _reading(reading: Mapping[str, Any], form: _Plain | _Markdown) -> str:
    said = [f"{form.text(reading['of'])} as “{form.text(reading['reading'])}”"]
    said += ["taken"] if reading["default"] else []
    said += ["erratum"] if reading["erratum"] else []
    for name, words in (
        ("printed", "printed “{}”"),
        ("because", "because of {}"),
        ("by", "by {}"),
        ("on", "{}"),
    ):
        if reading[name]:
            said.append(words.format(form.text(reading[name])))
    means = "; ".join(form.text(each["text"]) for each in reading["encodings"])
    return ", ".join(said) + (f": {means}" if means else "")
