"""The fields of a `book.toml`: which there are, what each may be, and what counts where one is left out.

An unknown field is an error, for a misspelt one would otherwise change nothing and say nothing.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ontology.errors import OntologyError

_BOOK = ("id", "title", "chapters", "documents", "hrefs", "acronyms", "complete", "examples")
_COMPLETE = ("rules",)
_EXAMPLE = ("about", "facts", "question")
_DOCUMENT = (
    *(
        "id",
        "title",
        "shape",
        "numbering",
        "groups",
        "chapter",
        "section",
        "sections",
        "context",
        "cites",
        "bare_sections",
        "titles",
    ),
    *("recognise", "layout", "marks", "markup"),
)
_PATTERN_KEYS = ("title", "heading", "line")
_MARKUP = ("title", "example", "footnote")
_LAYOUT = (
    *("root", "rules", "items", "named", "after_list", "example", "emphasis", "table", "begins"),
    *("furniture", "back"),
)
_TABLE = ("caption", "number", "header", "results", "result", "modifiers", "modifier", "note")
_HREF = ("kind", "pattern", "chapter")
_HREF_KINDS = ("rule", "section", "footnote", "note", "chart")
_NUMBERINGS = ("decimal-digits", "dotted-integers", "lettered", "named")
_SHAPES = ("html-headings", "text-numbered", "text-outline", "tab-tables")
_GROUPS = {"caption": "number", "result": "code", "modifier": "value"}
_PLAIN = ("table", "after_list", "number", "emphasis")


def with_defaults(book: dict[str, Any], file: Path) -> Mapping[str, Any]:
    """The book with what is left out put in; `file` is for messages. Raises `OntologyError` at what cannot be."""
    for key in ("id", "title"):
        if not isinstance(book.get(key), str):
            raise OntologyError(f"has no {key!r}", file, hint=f'write {key} = "…"')
    _known(book, _BOOK, "has", file)
    _text(book.setdefault("chapters", ""), "chapters", file)
    documents = book.get("documents")
    if not isinstance(documents, list) or not all(isinstance(document, dict) for document in documents):
        raise OntologyError("has no documents", file, hint="write one [[documents]] table for each")
    for document in documents:
        _document(document, file)
    acronyms = book.get("acronyms", {})
    if not isinstance(acronyms, dict):
        raise OntologyError("acronyms is not a table", file, hint="write [acronyms]")
    for letters, words in acronyms.items():
        _text(words, f"acronyms: {letters}", file)
    complete = book.get("complete", {})
    if not isinstance(complete, dict):
        raise OntologyError("complete is not a table", file, hint="write [complete]")
    _known(complete, _COMPLETE, "complete has", file)
    _texts(complete.get("rules", []), "complete.rules", file)
    hrefs = book.get("hrefs", [])
    if not isinstance(hrefs, list) or not all(isinstance(form, dict) for form in hrefs):
        raise OntologyError("hrefs is not a list of tables", file, hint="write one [[hrefs]] table for each")
    for form in hrefs:
        _known(form, _HREF, "hrefs has", file)
        _choice(form.get("kind"), _HREF_KINDS, "hrefs", "kind", file)
        _pattern(form.get("pattern", ""), "hrefs", file)
    examples = book.setdefault("examples", [])
    if not isinstance(examples, list) or not all(isinstance(example, dict) for example in examples):
        raise OntologyError(
            "examples is not a list of tables", file, hint="write one [[examples]] table for each"
        )
    for number, example in enumerate(examples, 1):
        _known(example, _EXAMPLE, f"example {number} has", file)
        _texts(example.get("facts"), f"example {number}: facts", file)
        for key in ("about", "question"):
            _text(example.get(key), f"example {number}: {key}", file)
    return book


def _document(document: dict[str, Any], file: Path) -> None:
    name = document.get("id", "without an id")
    where = f"document {name}"
    _known(document, _DOCUMENT, f"{where} has", file)
    for key in ("id", "shape", "numbering"):
        if not isinstance(document.get(key), str):
            raise OntologyError(f"{where} has no {key!r}", file, hint=f'write {key} = "…"')
    _choice(document["shape"], _SHAPES, where, "shape", file)
    for key in ("numbering", "cites"):
        _choice(document.get(key, document["numbering"]), _NUMBERINGS, where, key, file)
    _choice(document.get("sections", ""), ("", "digits", "letters", "roman"), where, "sections", file)
    _choice(document.get("groups", ""), ("", "hundreds"), where, "groups", file)
    for key, default in (("title", document["id"]), ("chapter", ""), ("section", "")):
        _text(document.setdefault(key, default), f"{where}: {key}", file)
    for key in ("context",):
        _text(document.get(key, ""), f"{where}: {key}", file)
    for key in ("bare_sections", "titles"):
        if not isinstance(document.get(key, False), bool):
            raise OntologyError(f"{where}: {key} is not true or false", file)
    _texts(document.get("marks", []), f"{where}: marks", file)
    recognise = document.setdefault("recognise", {})
    if not isinstance(recognise, dict):
        raise OntologyError(
            f"{where} does not say how it is recognised", file, hint="write [documents.recognise]"
        )
    for key, pattern in recognise.items():
        if key not in _PATTERN_KEYS or not isinstance(pattern, str):
            hint = f"known: {', '.join(_PATTERN_KEYS)}"
            raise OntologyError(f"{where}: recognise has an unknown {key!r}", file, hint=hint)
        _pattern(pattern, f"{where}: recognise.{key}", file)
    markup = document.get("markup", {})
    if not isinstance(markup, dict):
        raise OntologyError(f"{where}: markup is not a table", file, hint="write [documents.markup]")
    _known(markup, _MARKUP, f"{where}: markup has", file)
    for key, classes in markup.items():
        _texts(classes, f"{where}: markup.{key}", file)
    _layout(document.get("layout", {}), f"{where}: layout", file)


def _layout(layout: Any, where: str, file: Path) -> None:
    """The patterns of a document's layout."""
    if not isinstance(layout, dict) or not isinstance(layout.get("table", {}), dict):
        raise OntologyError(f"{where} is not a table", file, hint="write [documents.layout]")
    table = layout.get("table", {})
    for given, known, place in ((layout, _LAYOUT, where), (table, _TABLE, f"{where}.table")):
        _known(given, known, f"{place} has", file)
        for key, value in given.items():
            if key in _PLAIN:
                continue
            for pattern in value if isinstance(value, list) else [value]:
                if key == "named" and isinstance(pattern, dict):
                    _known(pattern, ("number", "line"), f"{place}.named has", file)
                    _text(pattern.get("number"), f"{place}.named: number", file)
                    pattern = pattern.get("line")
                if not isinstance(pattern, str):
                    raise OntologyError(
                        f"{place}.{key} is not a pattern", file, hint="write it in single quotes"
                    )
                _pattern(pattern, f"{place}.{key}", file)
    for place, patterns, group in (
        (f"{where}.rules", layout.get("rules", []), "number"),
        (f"{where}.items", layout.get("items", []), "item"),
        *((f"{where}.table.{key}", [table[key]], group) for key, group in _GROUPS.items() if key in table),
    ):
        if not isinstance(patterns, list):
            raise OntologyError(f"{place} is not a list", file, hint="write it in square brackets")
        for pattern in patterns:
            if group not in re.compile(pattern).groupindex:
                raise OntologyError(f"{place} has no group {group!r}", file, hint=f"write (?P<{group}>…)")


def _known(given: Mapping[str, Any], known: Iterable[str], where: str, file: Path) -> None:
    for key in given:
        if key not in known:
            near = difflib.get_close_matches(key, known, n=1, cutoff=0.7)
            hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(known)}"
            raise OntologyError(f"{where} an unknown {key!r}", file, hint=hint)


def _choice(given: Any, known: tuple[str, ...], where: str, key: str, file: Path) -> None:
    if given not in known:
        names = ", ".join(name for name in known if name)
        raise OntologyError(f"{where} has an unknown {key} {given!r}", file, hint=f"known: {names}")


def _text(given: Any, where: str, file: Path) -> None:
    if not isinstance(given, str):
        raise OntologyError(f"{where} is not a text", file, hint="write it in quotes")


def _texts(given: Any, where: str, file: Path) -> None:
    if not isinstance(given, list) or not all(isinstance(text, str) for text in given):
        raise OntologyError(f"{where} is not a list of texts", file, hint='write ["…", "…"]')


def _pattern(pattern: Any, where: str, file: Path) -> None:
    _text(pattern, where, file)
    try:
        re.compile(pattern)
    except re.error as error:
        raise OntologyError(f"{where}: is not a regular expression: {error}", file) from error
