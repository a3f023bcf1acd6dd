"""Rulebooks as data: which there are, in which folder, and what each `book.toml` says.

A rulebook is a folder with a `book.toml`; its name is the rulebook's id. The shipped ones stand beside this
module. The folder named by `HEXLAW_RULEBOOKS`, if it is set, holds further ones (or, under the same name,
replaces a shipped one), so that a rulebook of one's own needs no change of the installation. The fields of
`book.toml` are described in `ontology/README.md`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ontology.errors import OntologyError

_PATTERN_KEYS = ("title", "heading", "line")
_LAYOUT_KEYS = ("root", "rules", "items", "named", "after_list", "example", "emphasis", "table", "begins")
_GROUPS = {"caption": "number", "result": "code", "modifier": "value"}
_TABLE_KEYS = ("caption", "number", "header", "results", "result", "modifiers", "modifier", "note")


def rulebook_ids() -> tuple[str, ...]:
    """The ids of all rulebooks found, sorted."""
    return tuple(sorted({folder.name for root in _roots() for folder in _books_in(root)}))


def book_folder(rulebook: str) -> Path:
    """The folder of a rulebook. Raises `OntologyError` naming those there are if there is none of this id."""
    for root in reversed(_roots()):
        if any(folder.name == rulebook for folder in _books_in(root)):
            return root / rulebook
    known = ", ".join(rulebook_ids()) or "none"
    raise OntologyError(f"there is no rulebook {rulebook!r}", _roots()[-1], hint=f"there are: {known}")


def load_book(path: Path) -> Mapping[str, Any]:
    """What a `book.toml` says; `path` is the file or its folder.

    The result has at least `id`, `title` and `documents` (a list of tables with `id`, `title`, `shape`,
    `numbering`, `chapter`, `section` and `recognise`). Raises `OntologyError` if the file is missing, is not
    TOML or lacks a field.
    """
    file = path / "book.toml" if path.is_dir() else path
    import tomllib  # asking a question reads no book.toml, and starts faster without

    try:
        book = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise OntologyError(f"cannot be read: {error.strerror}", file) from error
    except UnicodeDecodeError as error:
        raise OntologyError(f"is not UTF-8 at byte {error.start}", file, hint="save it as UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        raise OntologyError(f"is not TOML: {error}", file, int(line[1]) if line else 0) from error
    _check(book, file)
    return book


def load_books() -> tuple[Mapping[str, Any], ...]:
    """All rulebooks, in the order of their ids."""
    return tuple(load_book(book_folder(rulebook)) for rulebook in rulebook_ids())


def _roots() -> list[Path]:
    """The folders of rulebooks, the ones that win last."""
    roots = [Path(__file__).with_name("rulebooks")]
    extra = os.environ.get("HEXLAW_RULEBOOKS")
    return [*roots, Path(extra)] if extra else roots


def _books_in(root: Path) -> Iterator[Path]:
    if root.is_dir():
        yield from (folder for folder in sorted(root.iterdir()) if (folder / "book.toml").is_file())


def _check(book: Mapping[str, Any], file: Path) -> None:
    for key in ("id", "title"):
        if not isinstance(book.get(key), str):
            raise OntologyError(f"has no {key!r}", file, hint=f'write {key} = "…"')
    documents = book.get("documents")
    if not isinstance(documents, list) or not all(isinstance(document, dict) for document in documents):
        raise OntologyError("has no documents", file, hint="write one [[documents]] table for each")
    for document in documents:
        name = document.get("id", "without an id")
        for key in ("id", "title", "shape", "numbering", "chapter", "section"):
            if not isinstance(document.get(key), str):
                raise OntologyError(f"document {name} has no {key!r}", file, hint=f'write {key} = "…"')
        recognise = document.get("recognise")
        if not isinstance(recognise, dict) or not recognise:
            raise OntologyError(
                f"document {name} does not say how it is recognised", file, hint="write [documents.recognise]"
            )
        for key, pattern in recognise.items():
            if key not in _PATTERN_KEYS or not isinstance(pattern, str):
                hint = f"known: {', '.join(_PATTERN_KEYS)}"
                raise OntologyError(f"document {name}: recognise has an unknown {key!r}", file, hint=hint)
            _check_pattern(pattern, f"document {name}: recognise.{key}", file)
        _check_layout(document.get("layout", {}), f"document {name}: layout", file)
    for form in book.get("hrefs", []):
        _check_pattern(form.get("pattern", ""), "hrefs", file)


def _check_layout(layout: Any, where: str, file: Path) -> None:
    """The patterns of a `text-outline` document."""
    if not isinstance(layout, dict) or not isinstance(layout.get("table", {}), dict):
        raise OntologyError(f"{where} is not a table", file, hint="write [documents.layout]")
    for given, known, place in (
        (layout, _LAYOUT_KEYS, where),
        (layout.get("table", {}), _TABLE_KEYS, f"{where}.table"),
    ):
        for key, value in given.items():
            if key not in known:
                raise OntologyError(
                    f"{place} has an unknown {key!r}", file, hint=f"known: {', '.join(known)}"
                )
            if key in ("table", "after_list", "number", "emphasis"):
                continue
            patterns = value if isinstance(value, list) else [value]
            for pattern in patterns:
                if key == "named" and isinstance(pattern, dict):
                    pattern = pattern.get("line")
                if not isinstance(pattern, str):
                    raise OntologyError(
                        f"{place}.{key} is not a pattern", file, hint="write it in single quotes"
                    )
                _check_pattern(pattern, f"{place}.{key}", file)
    table = layout.get("table", {})
    for place, patterns, group in (
        (f"{where}.rules", layout.get("rules", []), "number"),
        (f"{where}.items", layout.get("items", []), "item"),
        *((f"{where}.table.{key}", [table[key]], group) for key, group in _GROUPS.items() if key in table),
    ):
        for pattern in patterns:
            if group not in re.compile(pattern).groupindex:
                raise OntologyError(f"{place} has no group {group!r}", file, hint=f"write (?P<{group}>…)")


def _check_pattern(pattern: str, where: str, file: Path) -> None:
    try:
        re.compile(pattern)
    except re.error as error:
        raise OntologyError(f"{where}: is not a regular expression: {error}", file) from error
