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

from ontology.book_fields import with_defaults
from ontology.errors import OntologyError


def rulebook_ids() -> tuple[str, ...]:
    """The ids of all rulebooks found, sorted."""
    return tuple(sorted({folder.name for root in _roots() for folder in _books_in(root)}))


def book_folder(rulebook: str) -> Path:
    """The folder of a rulebook. Raises `OntologyError` naming those there are if there is none of this id."""
    for root in reversed(_roots()):
        seen = _SEEN.get((root, rulebook))
        if seen is not None and os.path.isfile(seen[1]):  # noqa: PTH113 - at each question, without making paths
            return seen[0]
        if any(folder.name == rulebook for folder in _books_in(root)):
            folder = root / rulebook
            _SEEN[root, rulebook] = folder, str(folder / "book.toml")
            return folder
    known = ", ".join(rulebook_ids()) or "none"
    raise OntologyError(f"there is no rulebook {rulebook!r}", _roots()[-1], hint=f"there are: {known}")


def load_book(path: Path) -> Mapping[str, Any]:
    """What a `book.toml` says; `path` is the file or its folder.

    The result has at least `id`, `title` and `documents` (a list of tables with `id`, `title`, `shape`,
    `numbering`, `chapter`, `section` and `recognise`). Raises `OntologyError` if the file is missing, is not
    TOML, lacks a field or has one that is not known.
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
    return with_defaults(book, file)


def load_books() -> tuple[Mapping[str, Any], ...]:
    """All rulebooks, in the order of their ids."""
    return tuple(load_book(book_folder(rulebook)) for rulebook in rulebook_ids())


_SHIPPED = Path(__file__).with_name("rulebooks")

_SEEN: dict[tuple[Path, str], tuple[Path, str]] = {}
"""The folder in which a rulebook was found among those of a folder, and its `book.toml`: it is looked for there first."""


def _roots() -> list[Path]:
    """The folders of rulebooks, the ones that win last."""
    extra = os.environ.get("HEXLAW_RULEBOOKS")
    return [_SHIPPED, Path(extra)] if extra else [_SHIPPED]


def _books_in(root: Path) -> Iterator[Path]:
    if root.is_dir():
        yield from (folder for folder in sorted(root.iterdir()) if (folder / "book.toml").is_file())
