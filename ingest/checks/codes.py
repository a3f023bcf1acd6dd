"""The stable codes of what the checks report, beside those of `ingest.codes`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ingest.diagnostics import Severity

#: Every code with its severity and what it means; a code is never given a second meaning.
CHECKS: Mapping[str, tuple[Severity, str]] = MappingProxyType(
    {
        "ambiguous-reference": ("warning", "a reference to a number that more than one rule has"),
        "hex-as-rule": ("warning", "the name of a hex was taken for a rule"),
        "range-spans-parents": ("note", "a range whose ends stand below different rules"),
        "title-differs": (
            "warning",
            "the words at a reference are the title of another rule than its target",
        ),
        "unlinked-reference": ("note", "a reference without a link, where nearly all others have one"),
        "placeholder": ("warning", "something still to be filled in"),
        "number-gap": ("warning", "a number is missing between two rules"),
        "repeated-paragraph": ("warning", "a paragraph stands in the text twice"),
        "broken-paragraph": ("note", "a paragraph breaks off and goes on in the next"),
        "stray-mark": ("note", "a line of marks without a word"),
        "lost-sign": ("warning", "a sign such as ≥ or ≤ seems to be lost"),
        "table-step": ("warning", "a figure that no row of a table has, or that two have"),
        "now-for-non": ("warning", "“now-” or its like stands where “non-” is meant"),
        "letter-for-digit": ("warning", "a letter stands where a digit is meant: O for 0, l for 1"),
        "digit-for-letter": ("warning", "a digit stands where a letter is meant: 0 for O, 1 for l"),
        "split-number": ("warning", "a space inside a number"),
        "stray-digit": ("warning", "a digit inside or at the end of a word"),
        "number-punctuation": ("warning", "a rule number with the wrong mark, or one too many, inside"),
        "unit-differs": ("warning", "a unit of measure that what it measures has nowhere else"),
        "doubled-sign": ("warning", "two signs at one modifier"),
        "bullet-or-sign": ("note", "a dash that may be a bullet or a minus sign"),
        "citation-differs": (
            "note",
            "the same words cite another rule elsewhere, or “above” and “below” are exchanged",
        ),
        "cell-missing": ("note", "a row of a table with a cell too few or too many, or one cell left empty"),
        "unclosed-element": ("note", "an element of markup that is opened and never closed"),
        "doubled-word": ("warning", "a word stands twice in a row"),
        "article": ("note", "an article that does not fit the word behind it"),
        "neither-or": ("note", "“neither” without “nor”"),
        "likely-slip": (
            "warning",
            "a word in a place where the text has one that differs in a letter or two",
        ),
        "split-word": ("note", "a word with the hyphen or space of a line break inside"),
        "unbalanced-bracket": ("warning", "a bracket without its other half"),
        "leftover-markup": (
            "warning",
            "a command or entity of some markup, or garbled characters, in the text",
        ),
        "punctuation": ("note", "a mark or space too many or too few"),
    }
)
