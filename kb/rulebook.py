"""A rulebook ready to answer: what its files say, and the program that is built from it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from ingest.diagnostics import Diagnostic
from ingest.late_dataclasses import dataclass, field
from kb.proof_forms import ProofForms
from kb.reason.engine import Engine
from kb.reason.program import Apart, Program, build_program
from kb.rulelang import tree
from kb.rulelang.render import article
from kb.rulelang.vocabulary import Vocabulary

HeldApart = tuple[str, tuple[str, ...]]
"""A noun that an axiom holds apart from another, and the statements that the axiom rests on."""


@dataclass(frozen=True)
class Contents:
    """What the files of a rulebook say, checked: plain values, from which everything else is built.

    `apart` has for each noun those held apart from it, `statements` all ids in the rulebook's order, `hashes` the text that
    each encoding was written against, `digest` a name for this version of the files.
    """

    vocabulary: Vocabulary
    items: tuple[
        tree.Rule | tree.Withdrawal | tree.Widening | tree.Order | tree.Tie | tree.Record | tree.Reading, ...
    ]
    axioms: tuple[tree.Rule, ...]
    apart: Mapping[str, tuple[HeldApart, ...]]
    statements: tuple[str, ...]
    hashes: Mapping[str, str | None]
    digest: str


@dataclass(eq=False)
class Rulebook:
    """A rulebook ready to answer."""

    id: str
    contents: Contents
    program: Program
    engine: Engine
    reading: str | None = None
    changed_by: dict[str, frozenset[str]] = field(default_factory=dict)
    """For the first reading of a statement the templates whose rules its readings change, kept by `kb.readings`."""
    touched: dict[tuple[str, ...], bool] = field(default_factory=dict)
    cards: dict[Any, Any] = field(default_factory=dict)
    """What derivations say of this program's rules, kept by `kb.derivation`."""
    frames: dict[Any, Any] = field(default_factory=dict)
    """How derivations tell the steps that this program's rules can make, kept by `kb.derivation`."""
    proof_forms: ProofForms = field(default_factory=ProofForms)
    _variants: dict[str, Rulebook] = field(default_factory=dict)

    @property
    def vocabulary(self) -> Vocabulary:
        """What can be said."""
        return self.contents.vocabulary

    @property
    def hashes(self) -> Mapping[str, str | None]:
        """The hash of the text that each encoded statement was encoded from, None where the encoding names none."""
        return self.contents.hashes

    @property
    def digest(self) -> str:
        """The name of this version of the files."""
        return self.contents.digest

    @cached_property
    def readings(self) -> tuple[tuple[tree.Reading, ...], ...]:
        """The readings of each statement that has any, in the order of the statements."""
        groups: dict[str, list[tree.Reading]] = {}
        for item in self.contents.items:
            if isinstance(item, tree.Reading):
                groups.setdefault(item.statements[0], []).append(item)
        return tuple(tuple(group) for group in groups.values())

    def variant(self, reading: str) -> Rulebook:
        """The rulebook as it is under a reading; itself, where that is the default one."""
        if any(each.id == reading and each.default for group in self.readings for each in group):
            return self
        if reading not in self._variants:
            self._variants[reading] = build_rulebook(self.id, self.contents, reading)[0]
        return self._variants[reading]

    def take(self, variant: Rulebook) -> None:
        """Have `variant` at hand as it was built, where its reading is asked for."""
        if variant.reading is not None:
            self._variants[variant.reading] = variant


def build_rulebook(
    rulebook: str, contents: Contents, reading: str | None = None
) -> tuple[Rulebook, list[Diagnostic]]:
    """The rulebook that these contents make, and what is wrong between its rules.

    Each statement is read by its default reading, but for that of `reading`.
    """
    read = {item.id: item for item in contents.items if isinstance(item, tree.Reading)}
    chosen = read.get(reading) if reading is not None else None
    left_out = {
        item.id
        for item in read.values()
        if item is not chosen
        and (not item.default or (chosen is not None and item.statements == chosen.statements))
    }
    apart = {noun: [Apart(*other) for other in others] for noun, others in contents.apart.items()}
    program, found = build_program(
        contents.vocabulary,
        [item for item in contents.items if getattr(item, "reading", None) not in left_out],
        contents.axioms,
        apart,
        contents.statements,
    )
    return Rulebook(rulebook, contents, program, Engine(program), reading), found


def statement_order(statement: str) -> tuple[object, ...]:
    """A sort key for statement ids: rule numbers digit by digit, sentences before exception clauses."""
    rule, _, tail = statement.rpartition("-")
    if not rule:
        rule, tail = statement, ""
    head = re.match(r"([A-Z]*)(\d+)(?:\.(.*))?", rule)
    if head is None:
        return (rule, 0, "", tail)
    number = re.search(r"\d+", tail)
    return (head[1], int(head[2]), head[3] or "", tail[:1], int(number.group()) if number else 0)


def axiom_sentence(vocabulary: Vocabulary, noun: str, apart: Apart) -> str:
    """A disjointness axiom as a sentence: "a land hex is not an OCEAN hex"."""
    templates = vocabulary.templates
    return f"{article(templates[apart.other])} is not {article(templates[noun])}"
