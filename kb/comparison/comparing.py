"""Two editions of one document compared: the one function to call, and what it gives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ingest.diagnostics import Diagnostic, HexlawError, Place
from kb.comparison.consequences import Misled, StaleEncoding, misled_references, stale_encodings
from kb.comparison.matching import Matching
from kb.comparison.rules import RuleChange, changes_of_rules
from kb.comparison.sides import Side
from kb.editions import Edition


@dataclass(frozen=True, slots=True)
class Comparison:
    """What became of the rules, which references are misled by it, and which encodings are stale."""

    old: Side
    new: Side
    rules: tuple[RuleChange, ...]
    references: tuple[Misled, ...]
    encodings: tuple[StaleEncoding, ...]

    @property
    def same(self) -> bool:
        """Whether the two say the same: no rule differs."""
        return not self.rules


def compare(
    old: Side,
    new: Side,
    others: Iterable[Edition] = (),
    encoded: Mapping[str, str | None] | None = None,
    places: Mapping[str, tuple[str, ...]] | None = None,
) -> Comparison:
    """Compare two editions of one document.

    `others` are the editions of the rulebook's other documents, whose references count too; `encoded` and `places` are
    those of `consequences.stale_encodings`. Raises HexlawError if the two are not of the same document.
    """
    if (old.rulebook, old.document) != (new.rulebook, new.document):
        message = f"is {new.rulebook}:{new.document}, but {old.source} is {old.rulebook}:{old.document}"
        hint = "compare two editions of one document"
        raise HexlawError(Diagnostic("compare-documents", "error", message, Place(new.source), hint))
    matching = Matching(old, new)
    rules, pairs = changes_of_rules(old, new, matching)
    references = misled_references(old, new, matching, others)
    encodings = stale_encodings(old, new, pairs, encoded or {}, places or {})
    return Comparison(old, new, rules, references, encodings)
