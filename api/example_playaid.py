"""The example of a checked play aid in the OpenAPI document: one row of Tidewrack's, with one claim that is false."""

from __future__ import annotations

from typing import Any

TEXT = "Tidewrack Play Aid\n\nTide\tReach\tMarsh\tShoal\tLanding\nMid\t3\t\tWater\t\n"

REQUEST: dict[str, Any] = {"text": TEXT, "rulebook": "tidewrack"}

_SITUATION: dict[str, Any] = {
    "facts": ["The tide is Mid."],
    "differs": [],
    "question": "What is the reach of the tide?",
    "answer": "2",
    "text": "The reach of the tide is 2 (T2.3).",
    "rules": ["T2.3"],
}

_CLAIM: dict[str, Any] = {
    "id": "PA.1.1-c1",
    "row": "PA.1.1",
    "row_title": "Mid",
    "column": "Reach",
    "text": "3",
    "verdict": "contradicted",
    "why": "the rules say otherwise: The reach of the tide is 2 (T2.3).",
    "rules": ["T2.3"],
    "facts": ["The tide is Mid."],
    "question": "What is the reach of the tide?",
    "answer": {
        "answer": "value",
        "value": 2,
        "unit": "number",
        "text": "The reach of the tide is 2 (T2.3).",
        "cites": ["T2.3"],
    },
    "left_out": [],
    "findings": ["0123456789abcdef"],
}

REPORT: dict[str, Any] = {
    "rulebook": "tidewrack",
    "document": "PA",
    "title": "Tidewrack play aid",
    "covers": "all rows and columns",
    "counts": {
        "supported": 0,
        "partly": 0,
        "contradicted": 1,
        "external": 0,
        "unread": 0,
        "not covered": 0,
    },
    "claims": [_CLAIM],
    "findings": [
        {
            "fingerprint": "0123456789abcdef",
            "code": "contradicted",
            "severity": "error",
            "row": "PA.1.1",
            "row_title": "Mid",
            "column": "Reach",
            "claim": "PA.1.1-c1",
            "printed": "3",
            "message": "the rules say otherwise: The reach of the tide is 2 (T2.3).",
            "should": "2",
            "rules": ["T2.3"],
            "statements": ["T2.3-s2 row 2"],
            "situations": [_SITUATION],
        }
    ],
    "new": ["0123456789abcdef"],
    "not_covered": [],
    "missing": [],
}
