"""A rule, or the list of a rulebook's rules, as Markdown and as plain text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from api.paths import rule_path

_MARKS = re.compile(r"([\\`*_\[\]#|~])")


def markdown(rule: Mapping[str, Any]) -> str:
    """The rule as Markdown (CommonMark), its links to other rules as paths; what was read stays text."""
    return "\n".join(_lines(rule, _Markdown(rule["rulebook"]))) + "\n"


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


class _Markdown:
    """Text that no mark-up can stand in."""

    def __init__(self, rulebook: str) -> None:
        self.rulebook = rulebook

    def head(self, level: int, text: str) -> str:
        """A heading."""
        return f"{'#' * level} {self.text(text)}"

    def text(self, text: str) -> str:
        """Words that mean themselves."""
        escaped = _MARKS.sub(r"\\\1", text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return re.sub(r"^(\d+)([.)])(?=\s)", r"\1\\\2", re.sub(r"^([-+])(?=\s)", r"\\\1", escaped))

    def link(self, rule: str, external: bool) -> str:
        """A rule by its number, which leads to it."""
        return f"[{self.text(rule)}]({rule_path(self.rulebook, rule)})"


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
    for head, name in (("Yields to", "yields_to"), ("Stands against", "overrides")):
        yield from section(
            head,
            [
                f"{', '.join(form.link(other, False) for other in each['rules'])} "
                f"({form.text(each['statements'])}, {each['how']}): {form.text(each['text'])}"
                for each in rule[name]
            ],
        )
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
