"""The encodings of a rulebook as sentences: what stands beside which rule, and which rules yield to which."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kb.cache import rulebook_of
from kb.reason.program import Exemption, Program, rule_number


def all_encodings(rulebook: str) -> list[tuple[str, str, str]]:
    """The encodings of all rules in the order of their statements: the rule, statement ids and the sentence.

    One that encodes statements of several rules is there for each of them. Raises `OntologyError` for an unknown rulebook.
    """
    return encodings(rulebook_of(rulebook).program)


def encodings(program: Program) -> list[tuple[str, str, str]]:
    """The encodings of a program, as `all_encodings` gives them."""
    rows: list[tuple[tuple[str, ...], str, int]] = []
    rows.extend((entry.rule.statements, entry.rule.text, entry.rule.line) for entry in program.entries)
    rows.extend((each.item.statements, each.item.text, each.item.line) for each in program.exemptions)
    rows.extend((item.statements, item.text, item.line) for item in program.widenings)
    rows.extend((item.statements, f"{item.kind}: {item.text}", item.line) for item in program.records)
    positions = program.positions
    rows.sort(key=lambda row: (min((positions.get(s, 0) for s in row[0]), default=0), row[2]))
    found = (
        (rule_number(statement), " + ".join(statements), text)
        for statements, text, _ in rows
        for statement in statements
    )
    return list(dict.fromkeys(found))


@dataclass(frozen=True, slots=True)
class Yielding:
    """An encoding that yields to another: `winner` and `loser` are statement ids, `sentence` is the winner's.

    `how` is "instead of" where the winner takes its place, else "does not apply".
    """

    winner: str
    loser: str
    how: Literal["instead of", "does not apply"]
    sentence: str

    @property
    def over(self) -> tuple[str, ...]:
        """The rules of the winner."""
        return _rules_in(self.winner)

    @property
    def under(self) -> tuple[str, ...]:
        """The rules of the loser."""
        return _rules_in(self.loser)


def yieldings(rulebook: str) -> list[Yielding]:
    """Which encodings yield to which, in the order of those that yield.

    Raises `OntologyError` for an unknown rulebook.
    """
    program = rulebook_of(rulebook).program
    found: dict[Yielding, None] = {}

    def withdrawn(loser: tuple[str, ...], exemption: Exemption, seen: frozenset[int]) -> None:
        item = exemption.item
        found[Yielding(" + ".join(item.statements), " + ".join(loser), "does not apply", item.text)] = None
        for other, _ in exemption.withdrawals:
            if id(other) not in seen:
                withdrawn(item.statements, other, seen | {id(other)})

    for entry in program.entries:
        loser = entry.rule.statements
        for rival, _ in entry.rivals:
            winner = " + ".join(rival.rule.statements)
            found[Yielding(winner, " + ".join(loser), "instead of", rival.rule.text)] = None
        for exemption, _ in entry.withdrawals:
            withdrawn(loser, exemption, frozenset({id(exemption)}))
    return list(found)


def _rules_in(statements: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rule_number(statement) for statement in statements.split(" + ")))
