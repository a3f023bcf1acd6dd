"""How many edits of a play aid are noticed: all of them, or every so many.

python -m tests.kb.playaid_measure tidewrack
HEXLAW_SOURCES=folder python -m tests.kb.playaid_measure asl
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from kb.playaids.findings import Finding
from tests.kb.aids import TIDEWRACK, checked, original
from tests.kb.playaid_edits import Edit, false_edits, harmless_edits


def unnoticed(text: str, rulebook: str, edits: Sequence[Edit]) -> list[Edit]:
    """The edits after which no new finding in the edited row and column names a rule."""
    before = {finding.fingerprint for finding in checked(text, rulebook).findings}
    missed = []
    for edit in edits:
        new = [f for f in checked(edit.text, rulebook).findings if f.fingerprint not in before]
        if not any(f.row_title == edit.row and f.column == edit.column and f.rules for f in new):
            missed.append(edit)
    return missed


def blamed(text: str, rulebook: str, edits: Sequence[Edit]) -> list[tuple[Edit, list[Finding]]]:
    """The edits after which there is any new finding, with what is found."""
    before = {finding.fingerprint for finding in checked(text, rulebook).findings}
    found = []
    for edit in edits:
        new = [f for f in checked(edit.text, rulebook).findings if f.fingerprint not in before]
        if new:
            found.append((edit, new))
    return found


def main(rulebook: str) -> int:
    """Try every edit of a rulebook's aid, and print which were noticed that should not be and the other way round."""
    path = TIDEWRACK if rulebook == "tidewrack" else original()
    if path is None:
        print("HEXLAW_SOURCES names no folder with the original", file=sys.stderr)
        return 2
    text = path.read_text(encoding="utf-8")
    false, harmless = false_edits(text, rulebook), harmless_edits(text, rulebook)
    missed, wrong = unnoticed(text, rulebook, false), blamed(text, rulebook, harmless)
    print(f"{len(false)} edits that make a claim false: {len(false) - len(missed)} noticed")
    for edit in missed:
        print(f"  {edit}")
    print(f"{len(harmless)} edits of words alone: {len(wrong)} blamed")
    for edit, found in wrong:
        print(f"  {edit}: {found[0].message}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
