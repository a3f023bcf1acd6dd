"""Laws of asking, held over random scenarios of water."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from kb.answer import ask
from kb.cache import rulebook_of
from kb.rulelang.render import Renderer
from kb.rulelang.sentence import Compared, Listed, Measured, Named, Predicated, Quantity, Reader, Said
from kb.rulelang.vocabulary import Template, Vocabulary
from tests.kb.test_tidewrack import CASES
from tests.properties.scenarios_at_sea import HEX, THING, questions, situations

# A question about everything that is open may take long; how long is measured elsewhere.
LAW = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
SETTLED = ("yes", "no", "value")


@pytest.fixture(autouse=True)
def own_home(home: object) -> None:
    """Rulebooks are kept in the test's own home."""


def asked(facts: Sequence[str], question: str) -> dict[str, Any]:
    return ask({"rulebook": "asl", "facts": list(facts), "question": question})


def gist(answer: Mapping[str, Any]) -> dict[str, Any]:
    """What an answer says, however its facts were ordered: sets in place of lists."""
    found: dict[str, Any] = {key: answer.get(key) for key in ("answer", "value", "unit", "complete")}
    found["cites"] = frozenset(answer.get("cites", ()))
    for key in ("deciding", "flips"):
        found[key] = {
            (frozenset(case["facts"]), case["answer"], case.get("value")) for case in answer.get(key, ())
        }
    found["split"] = {(row["class"], row["answer"]) for row in answer.get("split", ())}
    return found


@given(facts=situations(), question=questions, data=st.data())
@LAW
def test_the_order_of_facts_does_not_matter(facts: list[str], question: str, data: st.DataObject) -> None:
    other = data.draw(st.permutations(facts))
    assert gist(asked(facts, question)) == gist(asked(other, question))


@given(facts=situations(), question=questions)
@LAW
def test_names_do_not_matter(facts: list[str], question: str) -> None:
    def renamed(text: str) -> str:
        return re.sub(rf"\b{THING}\b", "Q3", re.sub(rf"\b{HEX}\b", "1123", text))

    answer = asked(facts, question)
    other = asked([renamed(fact) for fact in facts], renamed(question))
    assert other["text"] == renamed(answer["text"])
    assert gist(other)["answer"] == gist(answer)["answer"]
    assert other.get("cites") == answer.get("cites")
    assert [
        (tuple(renamed(fact) for fact in case["facts"]), case["answer"])
        for case in answer.get("deciding", ())
    ] == [(tuple(case["facts"]), case["answer"]) for case in other.get("deciding", ())]
    steps, others = ({**a.get("derivation", {}).get("steps", {})} for a in (answer, other))
    assert [renamed(step["sentence"]) for step in steps.values()] == [
        step["sentence"] for step in others.values()
    ]


IRRELEVANT = (
    "Hex 9Z9 is frozen.",
    "Hex 9Z9 is an Exposed-reef hex.",
    "Hex 9Z9 contains rubble.",
    "V1 is a LC.",
    "V1 is a DD tank.",
    "The screens of V1 are dropped.",
    "Hex 9Z9 is 2 hexes from the nearest Beach hex.",
    "Hexside 9Z9-Z8 is a pond hexside.",
    "V1 is in hex 9Z9.",
    "The weight of V1 is 30 tons.",
    "Heavy Surf is in effect.",
)


@given(facts=situations(), question=questions, extra=st.sampled_from(IRRELEVANT))
@LAW
def test_a_fact_about_something_else_changes_nothing(facts: list[str], question: str, extra: str) -> None:
    assert gist(asked(facts, question)) == gist(asked([*facts, extra], question))


@given(facts=situations(), question=questions)
@LAW
def test_a_deciding_set_gives_the_answer_it_promises(facts: list[str], question: str) -> None:
    answer = asked(facts, question)
    for case in answer.get("deciding", ()):
        told = asked([*facts, *case["facts"]], question)
        assert (told["answer"], told.get("value")) == (case["answer"], case.get("value")), case
    if answer["answer"] == "undetermined" and answer["complete"]:
        assert len({(case["answer"], case.get("value")) for case in answer["deciding"]}) > 1


@given(facts=situations(), question=questions)
@LAW
def test_a_deciding_set_needs_each_of_its_facts(facts: list[str], question: str) -> None:
    answer = asked(facts, question)
    for case in answer.get("deciding", ()):
        for left_out in case["facts"]:
            told = asked([*facts, *(fact for fact in case["facts"] if fact != left_out)], question)
            assert (told["answer"], told.get("value")) != (case["answer"], case.get("value")), (
                case,
                left_out,
            )


@given(facts=situations(), question=questions)
@LAW
def test_a_flip_flips(facts: list[str], question: str) -> None:
    answer = asked(facts, question)
    for flip in answer.get("flips", ()):
        assert flip["answer"] != answer["answer"]
        kept = [fact for fact in facts if fact != flip.get("instead_of")]
        assert len(kept) == len(facts) - ("instead_of" in flip)
        told = asked([*kept, *flip["facts"]], question)
        assert told["answer"] == flip["answer"], (flip, told["text"])


@given(facts=situations())
@settings(LAW, max_examples=15)
def test_a_class_answers_as_each_of_its_kinds(facts: list[str]) -> None:
    question = f"Is hex {HEX} a Water Obstacle to {{}}?"
    whole = asked(facts, question.format("vehicles"))
    assume(whole["answer"] in ("yes", "no", "split"))
    rows = {row["class"]: row["answer"] for row in whole.get("split", ())}
    for kind in ("truck", "tank", "halftrack", "car", "glider", "boat", "LC", "DD tank", "wagon"):
        expected = rows.get(kind, rows.get("any other vehicle", whole["answer"]))
        one = asked([*facts, f"V1 is a {kind}."], question.format("V1"))
        assert one["answer"] == expected, kind
        assert asked(facts, question.format(f"a {kind}"))["answer"] == expected, kind


@given(facts=situations(), question=questions)
@LAW
def test_what_is_told_is_what_is_answered(facts: list[str], question: str) -> None:
    """A settled answer stays when it is told as a fact itself."""
    answer = asked(facts, question)
    assume(answer["answer"] in ("yes", "no") and question.startswith("Is "))
    subject = f"hex {HEX}" if question.startswith("Is hex") else THING
    said = question.removeprefix(f"Is {subject} ").removesuffix("?")
    fact = f"{subject[0].upper()}{subject[1:]} is {'' if answer['answer'] == 'yes' else 'not '}{said}."
    # A fact that rules override, as an Exposed reef does OCEAN, cannot be told beside its negation.
    assume(fact.replace(" not ", " ") not in facts and fact.replace(" is ", " is not ") not in facts)
    assert asked([*facts, fact], question)["answer"] == answer["answer"], fact


# -- the same of the other rulebook's cases -----------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_laws_hold_for_every_case_of_tidewrack(case: Mapping[str, Any]) -> None:
    def put(facts: Sequence[str]) -> dict[str, Any]:
        return ask({"rulebook": "tidewrack", "facts": list(facts), "question": case["question"]})

    facts = list(case["facts"])
    answer = put(facts)
    assert gist(put(facts[::-1])) == gist(answer)
    for told in answer.get("deciding", ()):
        again = put([*facts, *told["facts"]])
        assert (again["answer"], again.get("value")) == (told["answer"], told.get("value")), told


# -- what is shown can be read ------------------------------------------------------------------------------------------


def _names(template: Template) -> list[str]:
    return [f"X{index}" for index in range(1 if template.unary else len(template.slots))]


def _apart(vocabulary: Vocabulary, one: str, other: Template) -> bool:
    """Whether two relations are of things of classes that have nothing in common."""
    slots = zip(vocabulary.templates[one].slots, other.slots, strict=False)
    return any(vocabulary.disjoint(*pair) for pair in slots)


@pytest.mark.parametrize("rulebook", ["asl", "tidewrack"])
def test_a_rendered_sentence_reads_as_what_it_shows(rulebook: str) -> None:
    vocabulary = rulebook_of(rulebook).vocabulary
    renderer, reader = Renderer(vocabulary), Reader(vocabulary)
    for template in vocabulary.templates.values():
        args = _names(template)
        if template.kind == "figure":
            continue
        for positive in (True, False):
            for purpose in (None, *vocabulary.purposes):
                text = renderer.sentence(template.id, args, positive, purpose)
                readings = reader.read(text)
                if len(readings) > 1:
                    # Of a thing of another kind a noun can say something else ("hex A is a canal"): a scenario, which
                    # knows the thing, takes the noun by its own name unless that cannot be.
                    # So it does with what is said of things of other classes ("X0 crosses X1" of a LOS and of a unit).
                    others = [reading for reading in readings if isinstance(reading, Said)]
                    readings = [reading for reading in readings if isinstance(reading, Predicated)] or [
                        reading for reading in others if not _apart(vocabulary, reading.template, template)
                    ]
                assert len(readings) == 1, (text, readings)
                (reading,) = readings
                assert reading.purpose == purpose
                if isinstance(reading, Predicated):
                    assert (reading.predicates, reading.positive) == ((template.id,), positive), text
                    assert reading.subject.name == args[0]
                else:
                    assert isinstance(reading, Said)
                    assert (reading.template, reading.positive) == (template.id, positive), text
                    assert [phrase.name for phrase in reading.args] == args


@pytest.mark.parametrize("rulebook", ["asl", "tidewrack"])
def test_a_rendered_value_reads_as_what_it_shows(rulebook: str) -> None:
    vocabulary = rulebook_of(rulebook).vocabulary
    renderer, reader = Renderer(vocabulary), Reader(vocabulary)
    for template in vocabulary.templates.values():
        if template.kind != "figure":
            continue
        args = _names(template)
        listed = [value.name for value in template.values]
        values: list[Fraction | str] = [*listed]
        if template.of is not None:
            values = ["X9"]
        values = values or [Fraction(n, d) for n, d in ((-1, 1), (0, 1), (1, 1), (12, 1), (5, 6))]
        figure = renderer.figure(template.id, args)
        for value in values:
            for words, op in (
                ("is", "is"),
                ("is not", "is not"),
                ("is at least", "at least"),
                ("is at most", "at most"),
            ):
                if isinstance(value, str) and op not in ("is", "is not"):
                    continue
                text = f"{figure} {words} {renderer.value(template.id, value)}"
                readings = reader.read(text)
                assert len(readings) == 1, (text, readings)
                (reading,) = readings
                assert isinstance(reading, Compared)
                assert isinstance(reading.left, Measured)
                assert (reading.left.template, reading.op) == (template.id, op), text
                assert [phrase.name for phrase in reading.left.args] == args
                (amount,) = reading.right
                if template.of is not None:
                    assert isinstance(amount, Named), text
                    assert amount.phrase.name == value, text
                    continue
                assert amount == (
                    Listed(value) if isinstance(value, str) else Quantity(value, template.unit)
                ), text
