"""What overrides what, on pages: lists that are the same stand there once."""

from __future__ import annotations

from api.docs.edges import grouped


def test_encodings_with_the_same_list_share_it() -> None:
    reef = {"kind": "replaces", "statements": "T2.4-s1", "by": None, "text": "a reef hex is a land hex"}
    ice = {**reef, "statements": "T2.5-s1", "text": "a frozen hex is a land hex"}
    edges = [("T2.1-s1", "a", reef), ("T2.1-s2", "b", ice), ("T2.1-s1", "a", ice), ("T2.1-s3", "c", reef)]
    edges += [("T2.1-s3", "c", dict(ice))]
    assert grouped(edges, "text") == [
        {"heads": [{"of": "T2.1-s1", "text": "a"}, {"of": "T2.1-s3", "text": "c"}], "edges": [reef, ice]},
        {"heads": [{"of": "T2.1-s2", "text": "b"}], "edges": [ice]},
    ]
