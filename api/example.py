"""The example question: the one that the README, `hexlaw demo`, the page and the OpenAPI document show."""

from __future__ import annotations

from typing import Any

RULEBOOK = "asl"
FACTS = (
    "Hex 1079 is an OCEAN hex.",
    "The slope of the Beach is Slight.",
    "Hex 1079 is 2 hexes from the nearest Beach hex.",
    "T1 is a truck.",
)
QUESTION = "Is hex 1079 a Water Obstacle to T1?"


def request() -> dict[str, Any]:
    """The example as the body of POST /ask."""
    return {"rulebook": RULEBOOK, "facts": list(FACTS), "question": QUESTION}


# Examples of what the service sends, for the OpenAPI document; tests hold them against its schemas.
HEALTH = {
    "status": "ok",
    "version": "0.1.0",
    "generation": "000001-5f3a9c1e",
    "rulebooks": ["asl", "tidewrack"],
}
RULES = {
    "rulebook": RULEBOOK,
    "rules": [
        {"id": "G13.4", "label": "Deep and shallow OCEAN", "title": None, "parent": "G13", "document": "G13"}
    ],
}
RULE = {
    "rulebook": RULEBOOK,
    "id": "G13.401",
    "iri": "urn:hexlaw:asl:G13.401",
    "number": "13.401",
    "label": "What counts as Watercraft",
    "title": None,
    "external": False,
    "order": 12,
    "parent": {"id": "G13.4", "label": "Deep and shallow OCEAN", "title": None, "external": False},
    "children": [],
    "edition": {
        "document": "G13",
        "title": "Beaches",
        "sha256": "0" * 64,
        "origin": "outline",
        "source": None,
        "run": "000001-5f3a9c1e",
    },
    "statements": [
        {"id": "G13.401-s1", "hash": "0" * 12, "text": None, "line": None, "kind": None, "qualifies": None}
    ],
    "exceptions": [],
    "examples": [],
    "references": [],
    "cited_by": [],
    "path": "/rules/asl/G13.401",
    "kind": "rule",
    "text": None,
    "previous": "G13.4",
    "next": "G13.41",
    "terms": [],
    "uses": [],
    "footnotes": [],
    "tables": [],
    "images": [],
    "claims": [],
    "findings": [],
    "readings": [],
    "stale": [],
    "yields_to": [],
    "overrides": [],
    "coverage": [{"id": "G13.401-s1", "status": "definition", "why": None}],
    "encodings": [
        {
            "statements": "G13.401-s1",
            "text": "a vehicle is a Watercraft exactly if the vehicle is one of LC, boat or amphibian.",
        }
    ],
}
ANSWER = {
    "answer": "no",
    "text": "No: hex 1079 is not a Water Obstacle to T1 [G13.4].",
    "cites": ["G13.4"],
    "derivation": {
        "root": "1",
        "steps": {
            "1": {
                "sentence": "hex 1079 is not a Water Obstacle to T1",
                "verdict": "no",
                "rule": "G13.4",
                "statement": "G13.4-s3",
                "because": ["2"],
                "exceptions": [{"rule": "G13.4", "statement": "G13.4-x2", "applies": "no", "because": []}],
            },
            "2": {"sentence": "hex 1079 is an OCEAN hex", "verdict": "yes"},
        },
    },
}
