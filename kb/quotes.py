"""What the user's originals say, by statement, exception clause or example: text and hash, read from one JSON
file.

Asking needs these and nothing else of the graph, so this module imports no store.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kb import generations
from kb.generations import graph_error

if TYPE_CHECKING:
    from kb.kept import Edition

_Books = Mapping[str, Mapping[str, Mapping[str, Any]]]
_State = tuple[
    _Books, generations.Signature | None, dict[tuple[str, tuple[str, ...]], str | None], dict[object, object]
]
"""The texts, the generation that they are of, those of several statements that were put together, and what was derived."""


class Quotes:
    """The texts of the current generation's originals; empty where none is ingested. Threads may share it."""

    def __init__(
        self, books: _Books, home: Path | None = None, signature: generations.Signature | None = None
    ) -> None:
        self._home = home
        self._state: _State = books, signature, {}, {}  # replaced as one: a thread never sees half of each

    @classmethod
    def current(cls, home: Path) -> Quotes:
        """Those of the current generation under HEXLAW_HOME; raises HexlawError where it cannot be read."""
        return cls(*_read(home))

    def refresh(self) -> bool:
        """Read again if another generation became current, and say whether; costs one `stat` if not.

        Raises HexlawError where the new one cannot be read; then the texts stay as they are.
        """
        if self._home is None or generations.signature(self._home) == self._state[1]:
            return False
        books, _, signature = _read(self._home)
        self._state = books, signature, {}, {}
        return True

    @property
    def derived(self) -> dict[object, object]:
        """What others found with these texts and keep for as long as they are current."""
        return self._state[3]

    def has(self, rulebook: str) -> bool:
        """Whether any original of a rulebook is ingested."""
        return rulebook in self._state[0]

    def text(self, rulebook: str, identifier: str) -> str | None:
        """The original's text of a statement, exception clause or example; None where no original has it."""
        return self._get(rulebook, "texts", identifier, 0)

    def joined(self, rulebook: str, statements: tuple[str, ...]) -> str | None:
        """The texts of these statements, one after the other; a part of a statement ("G13.4-s1 #2") has the whole one's."""
        kept = self._state[2]
        try:
            return kept[rulebook, statements]
        except KeyError:
            found = [self.text(rulebook, statement.partition(" #")[0]) for statement in statements]
            whole = kept[rulebook, statements] = " ".join(text for text in found if text) or None
            return whole

    def hash(self, rulebook: str, identifier: str) -> str | None:
        """The hash of that text (`ingest.nodes.text_hash`)."""
        return self._get(rulebook, "texts", identifier, 1)

    def differs(self, rulebook: str, identifier: str, written: str) -> bool:
        """Whether the original of the document with this id does not have, under the id, the text with this hash.

        False where the document's original is not ingested, True where it has nothing of this id any more.
        """
        present = self.hash(rulebook, identifier)
        if present is not None:
            return present != written
        return _section(identifier) in self._state[0].get(rulebook, {}).get("sections", {})

    def edition(self, rulebook: str, document: str) -> str | None:
        """The SHA-256 of the original of a document; None where none is ingested."""
        return self.editions(rulebook).get(document)

    def editions(self, rulebook: str) -> Mapping[str, str]:
        """The SHA-256 of every original of a rulebook that is ingested, by document."""
        return self._state[0].get(rulebook, {}).get("editions", {})

    def rules(self, rulebook: str) -> tuple[str, ...]:
        """The rules of a rulebook's originals in which a statement, exception clause or example stands, in their order."""
        texts = self._state[0].get(rulebook, {}).get("texts", {})
        return tuple(dict.fromkeys(identifier.rpartition("-")[0] for identifier in texts))

    def _get(self, rulebook: str, table: str, identifier: str, column: int) -> str | None:
        row = self._state[0].get(rulebook, {}).get(table, {}).get(identifier)
        return None if row is None else row[column]


def quotes_of(editions: Iterable[Edition]) -> bytes:
    """The JSON file of these editions, of which only originals have texts."""
    books: dict[str, dict[str, dict[str, Any]]] = {}
    for edition in editions:
        if edition.origin == "original":
            book = books.setdefault(edition.rulebook, {"editions": {}, "texts": {}, "sections": {}})
            book["editions"][edition.document] = edition.sha256
            book["sections"].update({_section(rule.id): edition.document for rule in edition.rules})
            book["texts"].update({s.id: [s.text, s.hash] for s in edition.segments})
    return json.dumps(books, ensure_ascii=False, separators=(",", ":")).encode()


def _section(identifier: str) -> str:
    """What stands before the first dot of the number in an id: "G13" of "G13.4-s1"."""
    return identifier.partition("-")[0].partition(".")[0]


def _read(home: Path) -> tuple[_Books, Path, generations.Signature | None]:
    signature = generations.signature(home)
    name = generations.current(home)
    if name is None:
        return {}, home, signature
    generations.manifest(home, name)
    path = generations.folder(home, name) / generations.QUOTES
    try:
        books = json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        if generations.signature(home) != signature:
            return _read(home)  # replaced, and removed, while we looked
        hint = f"remove {generations.pointer(home)}, then run `hexlaw ingest`"
        raise graph_error("graph-damaged", "is missing or damaged", path, hint) from error
    return books, home, signature
