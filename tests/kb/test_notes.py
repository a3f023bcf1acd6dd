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


def test_an_answer_without_notes_has_none() -> None:
    assert notes_before({"answer": "yes"}) + notes_after({"answer": "yes"}) == []
