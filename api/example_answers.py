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
WHY_NOT = {
    "answer": "no",
    "wanted": "yes",
    "reached": False,
    "text": "No: hex 1079 is not a Water Obstacle to T1 (G13.4). It would be yes with “T1 is a boat.” "
    "instead of “T1 is a truck.”.",
    "obstacles": [
        {
            "rule": "G13.4",
            "statement": "G13.4-x2",
            "says": "G13.4-s3 #2 does not apply if the thing is one of boat or LC",
            "why": "this exception does not apply",
            "unmet": ["T1 is not a boat", "T1 is not a LC"],
            "against": [],
            "because": ["s10", "s11"],
        }
    ],
    "changes": [{"facts": ["T1 is a boat."], "instead_of": "T1 is a truck.", "answer": "yes"}],
    "deciding": [],
    "cites": ["G13.4"],
}
ODDS_REQUEST = {
    "rulebook": "asl",
    "facts": ["The EC drm of the scenario is 0."],
    "question": "Is the Current Slow?",
}
ODDS = {
    "answer": "value",
    "value": "1/6",
    "unit": "probability",
    "text": "The odds are 1/6 (B21.121).",
    "cites": ["B21.121"],
    "odds": [{"outcome": "yes", "p": "1/6", "root": "s14"}, {"outcome": "no", "p": "5/6", "root": "s31"}],
}
RULEBOOKS = {
    "rulebooks": [
        {
            "id": "tidewrack",
            "title": "Tidewrack, a game of landings, marsh and tide",
            "documents": ["T2", "T4", "T5", "TA"],
            "rules": 91,
            "original": True,
        }
    ]
}
COVERAGE = {
    "rulebook": "tidewrack",
    "statements": [
        {
            "id": "T2.3-s3",
            "rule": "T2.3",
            "document": "T2",
            "status": "encoded",
            "file": "ground.rules",
            "line": 40,
        }
    ],
    "counts": {"T2": {"encoded": 41, "note": 2}},
    "not_encodable": {"statements": 0, "in_part": 0, "of": 43, "percent": 0.0, "bar": 3},
    "complete": ["T2"],
    "unfinished": [],
}
FINDINGS = {
    "rulebook": "tidewrack",
    "counts": {"reference-dead": 1},
    "findings": [
        {
            "code": "reference-dead",
            "severity": "warning",
            "message": "2.9 is no rule",
            "evidence": "2.9",
            "right": None,
            "line": 12,
            "rule": "T2.3",
            "document": "T2",
        }
    ],
}
