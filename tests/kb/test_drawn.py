from typing import Any

from kb.drawn import Drawn, Line, draw

ANSWER: dict[str, Any] = {
    "answer": "no",
    "derivation": {
        "root": "a",
        "steps": {
            "a": {
                "sentence": "h1 is no obstacle",
                "verdict": "no",
                "rule": "T1",
                "statement": "T1-s1",
                "quote": "Not an obstacle.",
                "says": "a shallow hex is not an obstacle.",
                "because": ["b", "c"],
                "exceptions": [
                    {
                        "rule": "T1",
                        "statement": "T1-x1",
                        "says": "not to a boat.",
                        "applies": "no",
                        "because": ["c"],
                    }
                ],
                "considered": [
                    {"rule": "T2", "statement": "T2-s1", "says": "a rule.", "why": "a condition fails"}
                ],
                "assumes": [{"sentence": "nothing is frozen"}],
            },
            "b": {"sentence": "h1 is shallow", "verdict": "yes", "because": ["c"]},
            "c": {"sentence": "h1 is 2 hexes away", "verdict": "yes", "because": ["d"]},
            "d": {"sentence": "it is told", "verdict": "yes", "given": "It is told."},
        },
    },
}


def test_a_shared_step_is_drawn_once_in_full() -> None:
    leaf = Line("it is told", "yes", given="It is told.")
    shared = Line("h1 is 2 hexes away", "yes", below=(leaf,))
    again = Line("h1 is 2 hexes away", "yes", repeated=True)
    shallow = Line("h1 is shallow", "yes", below=(shared,))
    exception = Line("not to a boat.", "", "T1", "T1-x1", exception="no", below=(again,))
    passed_over = Line("a rule.", "", "T2", "T2-s1", passed_over="a condition fails")
    root = Line(
        "h1 is no obstacle",
        "no",
        "T1",
        "T1-s1",
        says="a shallow hex is not an obstacle.",
        quote="Not an obstacle.",
        assumes=("nothing is frozen",),
        below=(shallow, again, exception, passed_over),
    )
    assert draw(ANSWER) == (Drawn(None, root),)


def test_a_step_that_is_its_own_premise_ends_the_drawing() -> None:
    steps = {"a": {"sentence": "loop", "verdict": "unknown", "because": ["a"]}}
    answer = {"derivation": {"root": "a", "steps": steps}}
    again = Line("loop", "unknown", repeated=True)
    assert draw(answer) == (Drawn(None, Line("loop", "unknown", below=(again,))),)


def test_each_part_of_a_split_has_its_derivation() -> None:
    steps = {"a": {"sentence": "a", "verdict": "no"}, "b": {"sentence": "b", "verdict": "yes"}}
    split = [{"class": "boat", "answer": "yes", "root": "b"}, {"class": "truck", "answer": "no", "root": "a"}]
    answer = {"derivation": {"root": "a", "steps": steps}, "split": split}
    assert draw(answer) == (Drawn("boat: yes", Line("b", "yes")), Drawn("truck: no", Line("a", "no")))


def test_an_answer_without_derivation_draws_nothing() -> None:
    assert draw({"answer": "not understood"}) == ()


def test_a_verdict_and_the_one_rule_for_it_are_one_line() -> None:
    steps = {
        "a": {
            "sentence": "h1 is deep",
            "verdict": "yes",
            "because": ["b"],
            "considered": [
                {
                    "rule": "T1",
                    "statement": "T1-s1",
                    "says": "deep exactly if far.",
                    "why": "a condition fails",
                },
                {"rule": "T3", "statement": "T3-s1", "says": "shallow if near.", "why": "a condition fails"},
            ],
        },
        "b": {
            "sentence": "h1 is deep",
            "verdict": "yes",
            "rule": "T1",
            "statement": "T1-s1",
            "says": "deep exactly if far.",
            "quote": "Far is deep.",
            "because": ["c"],
        },
        "c": {"sentence": "h1 is far", "verdict": "yes", "given": "H1 is 9 hexes away."},
    }
    far = Line("h1 is far", "yes", given="H1 is 9 hexes away.")
    other = Line("shallow if near.", rule="T3", statement="T3-s1", passed_over="a condition fails")
    one = Line(
        "h1 is deep",
        "yes",
        "T1",
        "T1-s1",
        says="deep exactly if far.",
        quote="Far is deep.",
        below=(far, other),
    )
    assert draw({"derivation": {"root": "a", "steps": steps}}) == (Drawn(None, one),)
    assert far.told == "given: H1 is 9 hexes away."


def test_why_an_exception_does_not_apply_stands_right_below_it() -> None:
    steps = {
        "a": {
            "sentence": "h1 is wet",
            "verdict": "yes",
            "rule": "T1",
            "exceptions": [
                {"statement": "T2-s1", "says": "dry if frozen.", "applies": "no", "because": ["b"]}
            ],
        },
        "b": {
            "sentence": "h1 is wet",
            "verdict": "no",
            "statement": "T2-s1",
            "says": "dry if frozen.",
            "because": ["c"],
        },
        "c": {"sentence": "h1 is not frozen", "verdict": "no"},
    }
    exception = Line(
        "dry if frozen.", statement="T2-s1", exception="no", below=(Line("h1 is not frozen", "no"),)
    )
    wet = Line("h1 is wet", "yes", "T1", below=(exception,))
    assert draw({"derivation": {"root": "a", "steps": steps}}) == (Drawn(None, wet),)
