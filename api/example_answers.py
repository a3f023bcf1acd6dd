"""Examples of further requests and answers, for the OpenAPI document; tests hold them against its schemas."""

from __future__ import annotations

CITE_REQUEST = {
    "rulebook": "tidewrack",
    "text": "Mud stops wheels (2.34), as T4.1-.12 say; T4.99 does not exist.",
}
CITE = {
    "rulebook": "tidewrack",
    "citations": [
        {
            "start": 18,
            "end": 22,
            "text": "2.34",
            "kind": "plain",
            "targets": [
                {"id": "T2.34", "label": "Deep mud", "external": False, "path": "/rules/tidewrack/T2.34"}
            ],
            "part": None,
            "first": None,
            "last": None,
            "unknown": [],
            "nearest": [],
            "ambiguous": False,
        }
    ],
    "unknown": ["T4.99"],
}
SEARCH = {
    "query": "shallow ocean",
    "total": 1,
    "offset": 0,
    "limit": 20,
    "results": [
        {
            "kind": "rule",
            "rulebook": "asl",
            "document": "G13",
            "id": "G13.4",
            "rule": "G13.4",
            "path": "/rules/asl/G13.4",
            "title": "Deep and shallow OCEAN",
            "text": "",
            "highlights": {"title": [[9, 16], [17, 22]], "text": []},
            "score": 9.71,
        }
    ],
}
VOCABULARY = {
    "rulebook": "asl",
    "wordings": [
        {
            "id": "OCEAN hex",
            "kind": "noun",
            "sentences": ["a hex is an OCEAN hex"],
            "silence": "no",
            "statement": "G13.4-s1",
        }
    ],
}
