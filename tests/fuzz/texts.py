"""The texts that are damaged: all of Tidewrack, one of every shape."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from ingest.pipeline import ingest
from ontology.books import book_folder, load_book
from tests.fuzz.mutations import mutate

FOLDER = book_folder("tidewrack")
BOOKS: list[Mapping[str, Any]] = [load_book(FOLDER)]


def _texts() -> dict[str, bytes]:
    files = [path.read_bytes() for path in sorted((FOLDER / "sources").iterdir())]
    return dict(sorted((ingest(data, "text", BOOKS).id, data) for data in files))


#: The bytes of each document, by its id.
TEXTS = _texts()


def damaged(seed: int) -> tuple[str, bytes]:
    """The document that a seed is about, and its text, damaged: the same for the same seed, text and mutations."""
    document = list(TEXTS)[seed % len(TEXTS)]
    chance = random.Random(f"{document}:{seed}")
    return document, mutate(
        chance, TEXTS[document], [text for other, text in TEXTS.items() if other != document]
    )
