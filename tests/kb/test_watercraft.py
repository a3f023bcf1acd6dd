"""Watercraft come from an axiom of the ontology: with it in, its step stands in the derivation; without it, they are none."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from kb.answer import ask
from kb.cache import rulebook_of
from ontology.books import book_folder
from tests.kb.derivations import line, split

LIST = ":Watercraft owl:equivalentClass _:watercraft ."
APART = "owl:members ( :LandingCraft :Boat :Amphibian :Glider :Swimmer )"

QUESTIONS = {
    "an amphibian": ("A1 is an amphibian.",),
    "a boat": ("A1 is a boat.",),
    "a LC": ("A1 is a LC.",),
    "a DD tank, screens erect": ("A1 is a DD tank.", "The screens of A1 are erect."),
    "a truck with the superscript": ("A1 is a truck.", "A1 has an amphibious-MP superscript."),
    "a DD tank, screens dropped": ("A1 is a DD tank.", "The screens of A1 are dropped."),
    "a truck": ("A1 is a truck.",),
}
WATERCRAFT = dict(zip(QUESTIONS, ("yes", "yes", "yes", "yes", "yes", "no", "no"), strict=True))


def asked(facts: Sequence[str], question: str = "Is A1 a Watercraft?") -> Mapping[str, Any]:
    return ask({"rulebook": "asl", "facts": list(facts), "question": question})


@pytest.fixture
def without(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Use a copy of the rulebook whose ontology lacks the blocks with this text."""

    def use(text: str) -> int:
        folder = tmp_path / "rulebooks" / "asl"
        shutil.copytree(book_folder("asl"), folder, ignore=shutil.ignore_patterns("cases"))
        file = folder / "ontology.ttl"
        blocks = file.read_text(encoding="utf-8").split("\n\n")
        kept = [block for block in blocks if text not in block]
        file.write_text("\n\n".join(kept), encoding="utf-8")
        monkeypatch.setenv("HEXLAW_RULEBOOKS", str(folder.parent))
        return len(blocks) - len(kept)

    return use


@pytest.mark.parametrize("name", list(QUESTIONS))
def test_with_the_axiom(home: Path, name: str) -> None:
    answer = asked(QUESTIONS[name])
    assert (answer["answer"], answer["cites"]) == (WATERCRAFT[name], ["G13.401"])
    side = "is a Watercraft" if WATERCRAFT[name] == "yes" else "is not a Watercraft"
    assert line(answer)[0] == f"A1 {side} [G13.401-s1]"
    step = next(
        step for step in answer["derivation"]["steps"].values() if step.get("statement") == "G13.401-s1"
    )
    kinds = "a LC, a boat or an amphibian"
    assert (
        step["says"]
        == f"a vehicle is a Watercraft {'if' if side.startswith('is a') else 'only if'} the vehicle is {kinds}"
    )


def test_without_the_axiom_nothing_is_a_watercraft(without: Any) -> None:
    with_it = {name: asked(facts) for name, facts in QUESTIONS.items()}
    assert without(LIST) == 1
    for name, facts in QUESTIONS.items():
        answer = asked(facts)
        assert (answer["answer"], answer["cites"], line(answer)) == (
            "no",
            ["G13.401"],  # the statement that the word is declared with
            ["A1 is not a Watercraft [silence]"],
        )
        assert answer["assumed_absent"] == [{"sentence": "A1 is not a Watercraft."}]
        assert (answer["answer"] != with_it[name]["answer"]) is (WATERCRAFT[name] == "yes")


def test_the_axiom_put_back_gives_the_same_again(without: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    before = asked(QUESTIONS["a boat"])
    without(LIST)
    assert asked(QUESTIONS["a boat"])["answer"] == "no"
    monkeypatch.delenv("HEXLAW_RULEBOOKS")
    assert asked(QUESTIONS["a boat"]) == before


def test_without_it_an_amphibian_might_be_a_boat(without: Any) -> None:
    """That no amphibian is a boat or a LC is an axiom too, on which the answer for the whole class rests."""
    facts = ("Hex 1079 is a shallow OCEAN hex.",)
    question = "Is hex 1079 a Water Obstacle to amphibians?"
    answer = asked(facts, question)
    assert (answer["answer"], answer["cites"]) == ("no", ["G13.4"])
    assert without(APART) == 1
    answer = asked(facts, question)
    assert answer["answer"] == "split"
    assert (split(answer)["boat"], split(answer)["LC"], sorted(split(answer).values())) == (
        "yes",
        "yes",
        ["no", "yes", "yes"],
    )


def test_the_answers_that_do_not_rest_on_it_stay(without: Any) -> None:
    facts = ("Hex 1079 is a shallow OCEAN hex.", "T1 is a truck.")
    before = asked(facts, "Is hex 1079 a Water Obstacle to T1?")
    without(LIST)
    after = asked(facts, "Is hex 1079 a Water Obstacle to T1?")
    assert {**before, "receipt": None} == {**after, "receipt": None}
    assert before["receipt"]["encodings"] != after["receipt"]["encodings"]


def test_each_rulebook_in_use_is_the_one_that_was_read(home: Path) -> None:
    assert rulebook_of("asl").digest == asked(QUESTIONS["a boat"])["receipt"]["encodings"]
