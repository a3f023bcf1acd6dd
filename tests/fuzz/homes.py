"""What ingest does to HEXLAW_HOME: a new graph that is whole, or nothing at all."""

from __future__ import annotations

import hashlib
from pathlib import Path

from api.ingestion import ingest_files
from api.settings import Settings
from ingest.diagnostics import HexlawError
from kb.store import Store
from tests.fuzz.invariants import Broken


def snapshot(home: Path) -> dict[str, str]:
    """Every file below the home with the hash of its bytes, the lock left out: it says who built last."""
    return {
        str(path.relative_to(home)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(home.rglob("*"))
        if path.is_file() and path.name != "lock"
    }


def check_home(data: bytes, document: str, home: Path) -> None:
    """Ingest the data from a file into a home that has a graph; raises Broken where that leaves a half of anything."""
    settings = Settings(home=home)
    before, generation = snapshot(home), Store.generation(home)
    path = home.parent / "damaged.txt"
    path.write_bytes(data)
    try:
        done = ingest_files([path], settings, as_document=f"tidewrack:{document}")
    except HexlawError:
        if snapshot(home) != before:
            raise Broken("an error has changed the home") from None
        return
    if Store.generation(home) != done.generation or done.generation == generation:
        raise Broken("the graph is not the one that was built")
    editions = Store.open_current(home).editions()
    if [e.sha256 for e in editions if (e.rulebook, e.document) == ("tidewrack", document)] != [
        done.documents[0].source.sha256
    ]:
        raise Broken("the graph does not have what was read")
    if [name for name in snapshot(home) if any(part.startswith(".") for part in Path(name).parts)]:
        raise Broken("something unfinished is left in the home")
