"""A rulebook with renamed copies of some of its rules beside them: what a question must not take longer for."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from kb.reason.program import rule_number
from kb.rulebook import Contents, Rulebook, build_rulebook
from kb.rulelang import tree
from kb.rulelang.vocabulary import Template, Vocabulary

_T = TypeVar("_T")


def with_copies(book: Rulebook, family: str, count: int) -> Rulebook:
    """The rulebook with so many copies of the rules of `family`, templates and ids renamed in each."""
    items = [
        item
        for item in book.contents.items
        if isinstance(item, tree.Rule | tree.Withdrawal) and rule_number(item.statements[0]) == family
    ]
    templates = _templates(items, book.vocabulary)
    vocabulary = _copied(book.vocabulary)
    copies: list[Any] = list(book.contents.items)
    for number in range(1, count + 1):
        tag = f"k{number}"
        names = {template.id: f"{template.id} {tag}" for template in templates}
        for template in templates:
            vocabulary.add(_renamed_template(template, tag))
        copies.extend(_renamed(item, names, tag) for item in items)
    contents = Contents(
        vocabulary,
        tuple(copies),
        book.contents.axioms,
        book.contents.apart,
        book.contents.statements,
        book.contents.hashes,
        book.contents.digest,
    )
    return build_rulebook(book.id, contents)[0]


def _copied(vocabulary: Vocabulary) -> Vocabulary:
    values: list[Any] = [getattr(vocabulary, name) for name in Vocabulary.__match_args__]
    copies: list[Any] = [value.copy() if isinstance(value, dict | list) else value for value in values]
    return Vocabulary(*copies)


def _templates(items: list[Any], vocabulary: Vocabulary) -> list[Template]:
    """The templates, but for kinds, that these items are about."""
    found: dict[str, Template] = {}

    def walk(part: Any) -> None:
        if isinstance(part, tree.Atom):
            template = vocabulary.templates[part.template]
            if template.kind != "kind":
                found[template.id] = template
        if is_dataclass(part) and not isinstance(part, type):
            for field in fields(part):
                walk(getattr(part, field.name))
        elif isinstance(part, tuple):
            for each in part:
                walk(each)

    for item in items:
        walk(item)
    return list(found.values())


def _renamed_template(template: Template, tag: str) -> Template:
    def wording(text: str) -> str:
        head, arrow, value = text.partition("=>")
        return f"{head.strip()} {tag} {arrow} {value}".strip() if arrow else f"{text} {tag}"

    return replace(
        template, id=f"{template.id} {tag}", wordings=tuple(map(wording, template.wordings)), plural=None
    )


def _renamed(part: _T, names: dict[str, str], tag: str) -> _T:
    """A part of a rule with its templates, and a rule with its ids, renamed."""
    value: Any = part
    if isinstance(value, tree.Atom):
        return replace(value, template=names.get(value.template, value.template))  # type: ignore[return-value]
    if isinstance(value, tuple):
        return tuple(_renamed(each, names, tag) for each in value)  # type: ignore[return-value]
    if is_dataclass(value) and not isinstance(value, type):
        changes: dict[str, Any] = {}
        for field in fields(value):
            old = getattr(value, field.name)
            if field.name in ("id",):
                changes[field.name] = f"{tag}.{old}"
            elif field.name in ("statements", "instead_of", "targets"):
                changes[field.name] = tuple(f"{tag}.{each}" for each in old)
            elif is_dataclass(old) or isinstance(old, tuple):
                changes[field.name] = _renamed(old, names, tag)
        changed: Any = replace(value, **changes)
        return changed  # type: ignore[no-any-return]
    return part
