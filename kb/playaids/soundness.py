"""Whether the mappings of a rulebook's play aids are sound: their fields, and every sentence that they put to the rules."""

from __future__ import annotations

from collections.abc import Iterator

from ingest.diagnostics import Diagnostic, HexlawError, Place
from kb.answer import answer_of
from kb.cache import rulebook_of
from kb.playaids.asking import Asker
from kb.playaids.checking import Checker
from kb.playaids.mapping import AidMapping, mappings_of
from kb.rulebook import Rulebook


def mapping_problems(rulebook: str) -> list[Diagnostic]:
    """Everything that is wrong with the mappings of a rulebook whose rules are sound."""
    try:
        mappings = mappings_of(rulebook)
    except HexlawError as error:
        return list(error.diagnostics)
    book = rulebook_of(rulebook)
    return [found for mapping in mappings for found in (*_facts(mapping, book), *_questions(mapping, book))]


def _facts(mapping: AidMapping, book: Rulebook) -> Iterator[Diagnostic]:
    """The facts of a mapping that nobody understands; what only a situation fills in is tried with each value."""
    said: dict[str, None] = {}
    for aspect in mapping.aspects.values():
        said.update(dict.fromkeys(fact for facts in aspect.values.values() for fact in facts))
    for predicate in mapping.predicates.values():
        said.update(dict.fromkeys(predicate.facts))
    for table in mapping.tables:
        said.update(dict.fromkeys(fact for row in table.rows for fact in row.facts))
        said.update(dict.fromkeys(fact for column in table.columns for fact in column.facts))
    for fact in said:
        if "{" in fact:
            continue
        for problem in answer_of(book, [fact], "?", explain=False).get("not_understood", ()):
            if problem["where"] == "/facts/0":
                yield _wrong(mapping, f"'{fact}': {problem['why']}", "; ".join(problem["nearest"]))


def _questions(mapping: AidMapping, book: Rulebook) -> Iterator[Diagnostic]:
    """The predicates that make no sense in any cell."""
    checker = Checker(mapping, Asker(book))
    spots = [spot for table in checker.spots for spot in table.values()]
    for name, predicate in mapping.predicates.items():
        if predicate.ask and not any(checker.judge.any_of(name, spot).asked for spot in spots):
            asked = "; ".join(predicate.ask)
            yield _wrong(mapping, f"predicate '{name}' makes sense in no cell: {asked}", "")


def _wrong(mapping: AidMapping, message: str, hint: str) -> Diagnostic:
    place = Place(f"playaids of {mapping.rulebook}:{mapping.document}")
    return Diagnostic("playaid-mapping", "error", message, place, hint or None)
