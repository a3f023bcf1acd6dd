"""A sentence read by its shape has the readings that it has when it is read by itself."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from kb.cache import rulebook_of
from kb.cases import shipped_cases
from kb.reason.situation import Situation
from kb.rulelang import shapes
from kb.rulelang.referents import NotUnderstood
from kb.rulelang.scenario import ScenarioReader, _topic_of_plain
from kb.rulelang.sentence import Phrase, Reader, Reading
from kb.rulelang.shapes import Shapes, shapes_of
from kb.rulelang.vocabulary import ListedValue, Template, Vocabulary
from kb.rulelang.words import words
from ontology.books import book_folder


@pytest.mark.parametrize("book", ["asl", "tidewrack"])
@pytest.mark.parametrize("fold", [False, True])
def test_a_shape_reads_as_the_sentence_does(book: str, fold: bool) -> None:
    vocabulary = rulebook_of(book).vocabulary
    reader, known = Reader(vocabulary, fold=fold, free=True), Shapes(vocabulary)
    sentences = {
        sentence
        for case in shipped_cases(book_folder(book))[::3]
        for sentence in (*case.facts, case.question)
        if isinstance(sentence, str)
    }
    assert len(sentences) > 50
    for sentence in sorted(sentences):
        tokens = words(sentence)
        for question in (False, True):
            alone = reader.read(tokens, question=question)
            assert known.read(reader, tokens, question) == alone
            assert known.read(reader, tokens, question) == alone


def test_names_and_numbers_are_put_into_what_was_read_before() -> None:
    vocabulary = rulebook_of("asl").vocabulary
    known = Shapes(vocabulary)
    reader = Reader(vocabulary, free=True)
    [first] = known.read(reader, words("Hex 15 is adjacent to hex 16"), False)
    assert len(known._known) == 1
    [second] = known.read(reader, words("Hex B7 is adjacent to hex 16"), False)
    assert len(known._known) == 2  # a name that is no number is read anew
    [third] = known.read(reader, words("Hex 12 is adjacent to hex 13"), False)
    assert len(known._known) == 2
    assert [phrase.name for each in (first, second, third) for phrase in _args(each)] == [
        *("15", "16"),
        *("B7", "16"),
        *("12", "13"),
    ]
    known.forget()
    assert known._known == {}


@pytest.mark.parametrize(
    ("sentence", "shape"),
    [
        ("Hex 15 is adjacent to hex 16.", "Hex 900000000 is adjacent to hex 900000001."),
        ("Is hex B7 adjacent to hex B7?", "Is hex Q900000000 adjacent to hex Q900000000?"),
        ("hex 5a's height is 3", None),
        ("Hex 24L9-M9 is frozen.", None),
        ("Hex 5, frozen.", None),
        ("T1's load is 5.5 tons.", None),
        ("Hex 5.  T1 is a truck.", None),
    ],
)
def test_a_form_of_words_is_known_as_it_is_written(sentence: str, shape: str | None) -> None:
    vocabulary = rulebook_of("asl").vocabulary
    known, reader = Shapes(vocabulary), Reader(vocabulary, free=True)
    question = sentence.endswith("?")
    asked: list[str] = []

    def read(written: str) -> list[Reading]:
        asked.append(written)
        return reader.read(words(written), question=question)

    for _ in range(2):
        found = known.written(sentence, question, read)
        assert found == ([] if shape is None else reader.read(words(sentence), question=question))
    assert asked == ([] if shape is None else [shape])
    assert bool(found) is (shape is not None)


def _args(reading: object) -> tuple[Phrase, ...]:
    args = getattr(reading, "args", None)
    assert args is not None
    return tuple(args)


def test_the_same_name_twice_is_another_shape() -> None:
    vocabulary = rulebook_of("tidewrack").vocabulary
    known = Shapes(vocabulary)
    once, held = known._shape(words("Hex 5 is adjacent to hex 6"))
    twice, _ = known._shape(words("Hex 5 is adjacent to hex 5"))
    assert once != twice
    assert sorted(held.values()) == ["5", "6"]


def test_words_of_the_vocabulary_are_no_holes() -> None:
    vocabulary = Vocabulary()
    vocabulary.add(
        Template(
            "the mark",
            "figure",
            (),
            "open",
            ("the mark",),
            values=(ListedValue("M1"), ListedValue("x", ("2b",))),
        )
    )
    known = Shapes(vocabulary)
    assert known._shape(("M1", "2b", "M2")) == (("M1", "2b", "Q900000000"), {"Q900000000": "M2"})


def test_a_sentence_with_too_many_names_is_read_as_it_is() -> None:
    known = shapes_of(rulebook_of("tidewrack").vocabulary)
    tokens = tuple(f"T{number}" for number in range(11))
    assert known._shape(tokens) == (tokens, {})


def test_shapes_are_forgotten_once_there_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shapes, "_MOST", 2)
    vocabulary = rulebook_of("tidewrack").vocabulary
    reader, known = Reader(vocabulary, free=True), Shapes(vocabulary)
    for sentence in ("Hex 1 is flooded", "Hex 1 is not flooded", "Hex 1 is a ford hex"):
        known.read(reader, words(sentence), False)
    assert len(known._known) == 1


def test_a_player_is_read_by_shape() -> None:
    vocabulary = rulebook_of("tidewrack").vocabulary
    assert ScenarioReader(vocabulary)._shapes is shapes_of(vocabulary)


@pytest.mark.parametrize("book", ["asl", "tidewrack", "amphibious-37"])
def test_facts_of_a_plain_shape_tell_what_they_tell_when_read_by_themselves(book: str) -> None:
    vocabulary = rulebook_of(book).vocabulary
    known, plain = shapes_of(vocabulary), 0
    for case in shipped_cases(book_folder(book))[::7]:
        facts = [fact for fact in case.facts if isinstance(fact, str)]
        try:
            alone = _told(vocabulary, facts)
        except NotUnderstood:
            continue
        plain += sum(known.plainly(fact) is not None for fact in facts)
        assert _told(vocabulary, facts, forget=False) == alone
    assert plain > 20


@pytest.mark.parametrize(
    ("sentence", "topic"),
    [
        ("Hex 15 is adjacent to hex 16.", ""),
        ("The river is shallow.", "the river"),
        ("A tank is in hex 3.", "the tank"),
        ("Hex 3 contains it.", None),
        ("It is the squad's MPh.", None),
        ("Hex 3 is frozen. Hex 4 is shallow.", None),
        ("No other unit is in hex 3.", None),
        (" Hex 3 is frozen.", None),
    ],
)
def test_what_stands_for_something_spoken_of_is_not_plain(sentence: str, topic: str | None) -> None:
    assert _topic_of_plain(sentence) == topic


def test_a_shape_that_was_forgotten_meanwhile_is_not_plain() -> None:
    known = Shapes(rulebook_of("tidewrack").vocabulary)
    known.note_plain("Hex 1 is flooded.", lambda: "")
    assert known.plainly("Hex 2 is flooded.") is None


def _told(
    vocabulary: Vocabulary, facts: Sequence[str], *, forget: bool = True
) -> tuple[Situation, str, list[str | None]]:
    """What a reader makes of facts, what its topic is then, and which facts each contradicted."""
    reader, situation = ScenarioReader(vocabulary), Situation(vocabulary)
    clashes = []
    for fact in facts:
        if forget:
            shapes_of(vocabulary).forget()
        clashes.append(reader.fact(fact, situation))
    return situation, reader.topic, clashes
