"""A proof told by its form is told as it is by itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import orjson
import pytest

from api.bench.asking import questions_of
from kb import proof_forms
from kb.answer import answer_of, ask
from kb.cache import rulebook_of
from kb.cases import shipped_cases
from kb.proof_forms import ProofForms, Read
from kb.quotes import Quotes
from kb.reason import engine
from kb.reason.proof import Step
from kb.rulebook import Rulebook
from kb.rulelang.render import Renderer
from kb.store import build
from ontology.books import book_folder
from tests.kb.marshes import fens

TRUCK = (
    "Hex 7 is an OCEAN hex.",
    "Hex 7 is 2 hexes from the nearest Beach hex.",
    "The slope of the Beach is Slight.",
    "T1 is a truck.",
)
QUESTION = "Is hex 7 a Water Obstacle to T1?"


def plain_answer(book: Rulebook, facts: Sequence[Any], question: str) -> dict[str, Any]:
    """The answer with every proof told by itself."""
    known, book.proof_forms = book.proof_forms, ProofForms()
    try:
        return answer_of(book, facts, question, explain=False)
    finally:
        book.proof_forms = known


def renamed(text: Any, by: int) -> Any:
    """A sentence about other hexes and units."""
    if not isinstance(text, str):
        return text
    return re.sub(r"\b([A-Z]|[Hh]ex )(\d+)\b", lambda found: f"{found[1]}{int(found[2]) + by}", text)


@pytest.fixture
def asl(monkeypatch: pytest.MonkeyPatch) -> Rulebook:
    """The rulebook without any form."""
    book = rulebook_of("asl")
    monkeypatch.setattr(book, "proof_forms", ProofForms())
    return book


@pytest.mark.parametrize(("name", "every"), [("asl", 30), ("tidewrack", 2)])
def test_a_form_tells_what_is_told_of_the_proof_itself(name: str, every: int) -> None:
    book = rulebook_of(name)
    book.proof_forms.forget()
    for case in shipped_cases(book_folder(name))[::every]:
        for by in (0, 0, 40):
            facts, question = [renamed(fact, by) for fact in case.facts], renamed(case.question, by)
            told = answer_of(book, facts, question, explain=False)
        assert told == plain_answer(book, facts, question)
    assert len(book.proof_forms._known) > 50


def test_a_proof_of_several_slices_is_told_by_itself(asl: Rulebook, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each slice counts the things that it is asked about from the first."""
    monkeypatch.setattr(engine, "ASKED_OFTEN", 1)
    for number in range(1, 5):
        facts = (f"Hex {number} is a shallow OCEAN hex.", "T1 is a truck.", "T1 is Waterproofed.")
        question = f"What is the MP cost of hex {number} for T1?"
        told = answer_of(asl, facts, question, explain=False)
        assert told == plain_answer(asl, facts, question)
        assert (told["value"], told["cites"]) == (7, ["B20.4", "G13.42", "G13.422"])


def test_an_answer_to_be_written_is_the_same_when_it_is(asl: Rulebook) -> None:
    written = 0
    for facts, question in questions_of("asl", 400, 5)[1]:
        answer = answer_of(asl, facts, question, explain=False, to_write=True)
        written += isinstance(answer["derivation"]["steps"], orjson.Fragment)
        assert orjson.dumps(answer) == orjson.dumps(plain_answer(asl, facts, question))
    assert written > 80


def test_questions_of_one_family_have_few_forms(asl: Rulebook) -> None:
    for facts, question in questions_of("asl", 300, 3)[1]:
        assert answer_of(asl, facts, question, explain=False) == plain_answer(asl, facts, question)
    assert 20 < len(asl.proof_forms._known) < 150


def test_every_proof_of_the_family_has_a_form(asl: Rulebook, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that go by a widening too."""
    formless: list[str] = []
    read_form = proof_forms.read_form

    def reading(root: Step, renderer: Renderer) -> Read | None:
        read = read_form(root, renderer)
        if read is None:
            formless.append(root.kind)
        return read

    monkeypatch.setattr(proof_forms, "read_form", reading)
    widened = 0
    for facts, question in questions_of("asl", 200, 11)[1]:
        steps = answer_of(asl, facts, question, explain=False)["derivation"]["steps"]
        widened += any(step["kind"] == "widening" for step in steps.values())
    assert (formless, widened > 5) == ([], True)


def test_a_form_is_made_for_the_second_proof_of_it(asl: Rulebook) -> None:
    forms, seen = asl.proof_forms, []
    for number in (7, 8, 9):
        facts = [fact.replace("Hex 7", f"Hex {number}") for fact in TRUCK]
        answer_of(asl, facts, QUESTION.replace("hex 7", f"hex {number}"), explain=False)
        seen.append((len(forms._seen), len(forms._known)))
    assert seen == [(1, 0), (0, 1), (0, 1)]


def test_a_form_is_made_of_the_first_proof_when_most_were_told_by_their_forms(asl: Rulebook) -> None:
    forms, seen = asl.proof_forms, []
    for place in (*["2 hexes from the nearest Beach hex"] * 6, "adjacent to a Beach hex"):
        answer_of(asl, [TRUCK[0], f"Hex 7 is {place}.", *TRUCK[2:]], QUESTION, explain=False)
        seen.append((len(forms._seen), len(forms._known)))
    assert seen == [(1, 0), (0, 1), (0, 1), (0, 1), (0, 1), (0, 1), (0, 2)]


@pytest.mark.parametrize("name", ["t1", "T1", "the truck", "Åse", 'T"1', "T\\1", "T\n1", "T\ue0001", "%s"])
def test_any_name_stands_in_a_hole(asl: Rulebook, name: str) -> None:
    """Names come in facts by their templates with any letters."""
    for each in ("T3", "T4", "T5", name):
        facts = [*TRUCK[:3], {"template": "truck", "args": [each]}]
        question = "Is hex 7 a Water Obstacle to the truck?"
        told = answer_of(asl, facts, question, explain=False)
        assert told == plain_answer(asl, facts, question)
        assert told["answer"] in ("yes", "no")


def test_what_is_assumed_begins_with_a_capital_whatever_the_name(asl: Rulebook) -> None:
    for name in ("T1", "T2", "T3", "t4"):
        facts = (f"{name} is a truck.", "Hex 7 is a woods hex.")
        told = answer_of(asl, facts, f"Is {name} aboard LC1?", explain=False)
    assert told["assumed_absent"][0]["sentence"].startswith("T4 is not aboard")


def test_forms_are_forgotten_when_there_are_many(asl: Rulebook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ProofForms, "MOST", 3)
    for facts, question in questions_of("asl", 60, 4)[1]:
        assert answer_of(asl, facts, question, explain=False) == plain_answer(asl, facts, question)
        assert len(asl.proof_forms._known) + len(asl.proof_forms._seen) <= 3


def edition(book: Rulebook) -> Quotes:
    """The user's own edition of every statement, of which each second has another text than was encoded."""
    texts = {
        name: [f"The {name} of 7 editions.", written if place % 2 else "0" * 12]
        for place, (name, written) in enumerate(sorted(book.hashes.items()))
    }
    return Quotes({book.id: {"editions": {"G13": "a" * 64}, "texts": texts, "sections": {}}})


def test_with_quotes_a_form_tells_them_and_what_is_stale(asl: Rulebook) -> None:
    own = edition(asl)
    forms: set[int] = set()
    stale = 0
    for facts, question in questions_of("asl", 120, 6)[1]:
        request = {"rulebook": "asl", "facts": list(facts), "question": question}
        told = ask(request, quotes=own)
        assert told == ask(request, quotes=edition(asl))  # where nothing was told before
        assert "of 7 editions." in str(told["derivation"])
        assert told["receipt"]["editions"] == {"G13": "a" * 64}
        stale += any(flag["kind"] == "stale" for flag in told.get("flags", ()))
        forms.update(len(each._known) for each in own.derived.values() if isinstance(each, ProofForms))
    assert max(forms) > 10
    assert 20 < stale < 120
    assert not asl.proof_forms._known


def test_forms_of_another_generation_are_not_used(tmp_path: Path) -> None:
    own = Quotes({}, tmp_path)
    own.derived["forms"] = ProofForms()
    build(tmp_path, [fens()], [])
    assert own.refresh() is True
    assert own.derived == {}
