"""The encodings of a rulebook as sentences: what stands beside which rule, and which rules yield to which."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from kb.cache import rulebook_of
from kb.reason.program import Entry, Exemption, Program, rule_number
from kb.rulelang import tree


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


How = Literal["instead of", "does not apply", "stands above"]
Kind = Literal["withdraws", "restores", "denies", "replaces", "not cumulative", "outranks"]


@dataclass(frozen=True, slots=True)
class Yielding:
    """An encoding that yields to another: `winner` and `loser` are statement ids, `sentence` is the winner's.

    `how` is "instead of" where the winner takes its place, "stands above" where an order ranks it, else "does not apply".
    `kind` says more: a sentence that makes a rule not apply withdraws it, one that makes such a sentence not apply restores
    it; a rule may deny another's conclusion, or put another value in its place. `yielding` is the loser's sentence, `by`
    the statement that ranks the two ("convention" for an order that none states).
    """

    winner: str
    loser: str
    how: How
    sentence: str
    kind: Kind = "withdraws"
    yielding: str = ""
    by: str | None = None

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
    return yieldings_in(rulebook_of(rulebook).program)


def yieldings_in(program: Program) -> list[Yielding]:
    """Which encodings of a program yield to which, as `yieldings` gives them."""
    found: dict[Yielding, None] = {}

    def withdrawn(
        loser: tuple[str, ...], sentence: str, exemption: Exemption, seen: frozenset[int], kind: Kind
    ) -> None:
        item = exemption.item
        winner = " + ".join(item.statements)
        found[Yielding(winner, " + ".join(loser), "does not apply", item.text, kind, sentence)] = None
        for other, _ in exemption.withdrawals:
            if id(other) not in seen:
                withdrawn(item.statements, item.text, other, seen | {id(other)}, "restores")

    for entry in program.entries:
        loser, sentence = entry.rule.statements, entry.rule.text
        for rival, _ in entry.rivals:
            winner = " + ".join(rival.rule.statements)
            kind = _kind(rival, entry)
            found[Yielding(winner, " + ".join(loser), "instead of", rival.rule.text, kind, sentence)] = None
        for exemption, _ in entry.withdrawals:
            withdrawn(loser, sentence, exemption, frozenset({id(exemption)}), "withdraws")
        for rival, order in _ranked_above(program, entry):
            winner = " + ".join(rival.rule.statements)
            found[
                Yielding(
                    winner,
                    " + ".join(loser),
                    "stands above",
                    rival.rule.text,
                    "outranks",
                    sentence,
                    order.by,
                )
            ] = None
    return list(found)


def _kind(winner: Entry, loser: Entry) -> Kind:
    one, other = winner.rule.conclusion, loser.rule.conclusion
    if not winner.rule.instead_of:
        return "not cumulative"
    denies = isinstance(one, tree.Conclude) and isinstance(other, tree.Conclude)
    return "denies" if denies and one.atom.template == other.atom.template else "replaces"


def _ranked_above(program: Program, loser: Entry) -> Iterator[tuple[Entry, tree.Order]]:
    """The rules that an order alone ranks above another with which they can disagree."""
    if not any(not upper for _, upper in program.rank(loser)):
        return
    rivals = {id(rival) for rival, _ in loser.rivals}
    for winner in program.by_template.get(loser.atom.template, ()):
        if winner is not loser and id(winner) not in rivals and _disagree(winner.rule, loser.rule):
            order = program.beats(winner, loser)
            if order is not None:
                yield winner, order


def _disagree(one: tree.Rule, other: tree.Rule) -> bool:
    """Whether two rules about the same conclude the opposite, or each a value."""
    a, b = one.conclusion, other.conclusion
    if a.atom.purpose != b.atom.purpose:
        return False
    if isinstance(a, tree.Conclude) and isinstance(b, tree.Conclude):
        return a.positive != b.positive
    return (
        isinstance(a, tree.SetFigure)
        and isinstance(b, tree.SetFigure)
        and a.mode == "base"
        and b.mode == "base"
    )


def _rules_in(statements: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rule_number(statement) for statement in statements.split(" + ")))
