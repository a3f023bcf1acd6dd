"""Letters that keep nothing apart: "a hex B" where no other hex is in the sentence and hex B is not named again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ingest.diagnostics import Diagnostic, Place
from kb.rulelang import tree
from kb.rulelang.vocabulary import Vocabulary


def used_once(vocabulary: Vocabulary, items: Iterable[object]) -> Iterator[Diagnostic]:
    """Report each variable with a letter that is opened and never used again, and that no other thing needs to be told from.

    Most often another letter was meant where it should have been used.
    """
    seen: set[tuple[str, int, str]] = set()
    for item in items:
        if not isinstance(item, tree.Rule | tree.Withdrawal | tree.Widening):
            continue
        for index, variable in enumerate(item.variables):
            name = f"{variable.noun} {variable.letter}"
            if not variable.letter or (item.file, item.line, name) in seen:
                continue
            others = (v for place, v in enumerate(item.variables) if place != index)
            alone = not any(vocabulary.related(v.kind, variable.kind) for v in others)
            if alone and len(re.findall(rf"\b{re.escape(variable.letter)}\b", item.text)) == 1:
                seen.add((item.file, item.line, name))
                yield Diagnostic(
                    "used-once",
                    "warning",
                    f"'{name}' is named once, and there is no other {variable.noun} to tell it from",
                    Place(item.file, item.line, 1),
                    "name it again where it is meant, or leave the letter out",
                    item.id,
                )
