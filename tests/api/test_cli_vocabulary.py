"""`hexlaw vocabulary`: what can be said, in sentences without marks, or as JSON."""

from __future__ import annotations

import json

from tests.api.conftest import Hexlaw


def test_a_sentence_stands_with_what_silence_about_it_means_and_an_example(hexlaw: Hexlaw) -> None:
    result = hexlaw("vocabulary", "tidewrack", "craft", "stranded")
    assert (result.code, result.err) == (0, "")
    assert result.out == (
        "a craft is stranded  [silence: no; T4.4-s1]\n    e.g. Craft C1 is stranded.  Is craft C1 stranded?\n"
    )


def test_marks_that_occur_are_explained_first_and_no_others_do(hexlaw: Hexlaw) -> None:
    lines = hexlaw("vocabulary", "--rulebook", "asl", "shallow", "reach").out.splitlines()
    assert lines[:2] == [
        "-- asked: in questions alone; * a value",
        "the shallow reach of the Beach is *  [silence: must be told; * = hexes; G13.4-s2]",
    ]
    assert "    asked: an OCEAN hex is shallow up to * from a Beach hex" in lines
    for rulebook in ("asl", "tidewrack"):
        out = hexlaw("vocabulary", rulebook).out
        assert out.startswith("-- ")
        assert not {"^", "~"} & set(out)


def test_nothing_found_is_said_and_is_an_empty_list_as_json(hexlaw: Hexlaw) -> None:
    assert hexlaw("vocabulary", "tidewrack", "slackwater").out == "nothing can be said with slackwater\n"
    assert hexlaw("vocabulary", "tidewrack", "slackwater", "--json").out == "[]\n"
    [stranded] = json.loads(hexlaw("vocabulary", "tidewrack", "craft", "stranded", "--json").out)
    assert (stranded["sentences"], stranded["silence"]) == (["a craft is stranded"], "no")
