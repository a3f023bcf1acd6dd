from typing import Any

from kb.explain import render_headline, render_lines, render_sentence
from kb.notes import notes_after, notes_before


def test_what_is_to_be_read_before_the_derivation() -> None:
    answer = {
        "not_understood": [
            {
                "where": "/facts/0",
                "sentence": "T1 is a trukc.",
                "why": "no template fits",
                "nearest": ["a truck"],
            }
        ],
        "deciding": [
            {"facts": ["The slope of the Beach is Slight.", "Hex 7 is frozen."], "answer": "no"},
            {"facts": ["LC 3 is a boat."], "answer": "value", "value": 3},
        ],
    }
    assert notes_before(answer) == [
        ("Not understood", ["“T1 is a trukc.”: no template fits", "nearest: a truck"]),
        (
            "What would decide",
            ["no, if the slope of the Beach is Slight and hex 7 is frozen", "3, if LC 3 is a boat"],
        ),
    ]


def test_a_long_sentence_that_repeats_what_would_decide_is_no_headline() -> None:
    bounds = [("Slight", "at most 3", "no"), ("Moderate", "at most 2", "no"), ("Steep", "more than 1", "yes")]
    answer: dict[str, Any] = {
        "answer": "undetermined",
        "text": f"Undetermined: no if the slope of the Beach is Slight {'and so on ' * 20}(G13.4).",
        "deciding": [
            {
                "facts": [f"The slope of the Beach is {slope}.", f"The range is {range_} hexes."],
                "answer": then,
            }
            for slope, range_, then in bounds
        ],
        "causes": [
            {"kind": "undetermined", "missing": name} for name in ("the range", "the slope of the Beach")
        ],
        "cites": ["B21.1", "G13.4"],
    }
    headline = "Undetermined: no or yes, depending on the range and the slope of the Beach (B21.1, G13.4)."
    assert render_headline(answer) == headline
    assert render_lines(answer).startswith(f"{headline}\n\nWhat would decide\n  no, if")
    assert render_sentence(answer) == answer["text"]
    answer["causes"].append({"kind": "undetermined", "missing": "T1 is a truck"})
    assert render_headline(answer) == (
        "Undetermined: no or yes, depending on what is not told (B21.1, G13.4)."
    )
    answer["text"] = "Undetermined: no if the range is at most 1 hex (G13.4)."
    assert render_headline(answer) == answer["text"]


def test_what_is_to_be_read_after_it() -> None:
    answer = {
        "flips": [{"facts": ["T1 is a boat."], "instead_of": "T1 is a truck.", "answer": "yes"}],
        "assumed_absent": [{"sentence": "Hex 7 is not frozen."}],
        "readings": [{"of": "G13.21-s3", "reading": "at least one", "answer": "yes"}],
        "causes": [
            {"kind": "undetermined", "missing": "the slope of the Beach"},
            {"kind": "conflict", "facts": ["a", "b"]},
        ],
        "flags": [{"kind": "stale", "statement": "G13.4-s1"}],
    }
    assert notes_after(answer) == [
        ("What would change it", ["yes, if T1 is a boat instead of T1 is a truck"]),
        ("Assumed, since nothing says otherwise", ["Hex 7 is not frozen."]),
        ("Readings", ["G13.21-s3, read 'at least one': yes"]),
        ("Causes", ["undetermined: the slope of the Beach", "conflict: a and b"]),
        ("Flags", ["stale: G13.4-s1"]),
    ]


def test_of_many_absences_the_first_are_told_and_the_others_counted() -> None:
    def told(number: int) -> list[str]:
        absent = [{"sentence": f"Hex {each} is not frozen."} for each in range(number)]
        [(_, lines)] = notes_after({"assumed_absent": absent})
        return lines

    assert told(9) == [f"Hex {each} is not frozen." for each in range(9)]
    assert told(10) == [
        *(f"Hex {each} is not frozen." for each in range(8)),
        "and 2 more, which the JSON answer lists",
    ]


def test_an_answer_without_notes_has_none() -> None:
    assert notes_before({"answer": "yes"}) + notes_after({"answer": "yes"}) == []
