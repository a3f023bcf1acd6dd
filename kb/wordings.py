"""What can be said about a rulebook's world: its templates as records for whoever looks for words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kb.rulelang.render import article
from kb.rulelang.vocabulary import Template, Vocabulary

_SILENCES = {"no": "no", "yes": "yes", "open": "must be told", "base": "its base"}


@dataclass(frozen=True, slots=True)
class Wording:
    """One template: the sentences that say it, what silence about it means, and the statement that defines it."""

    id: str
    kind: str
    sentences: tuple[str, ...]
    values: tuple[str, ...]
    unit: str | None
    silence: str
    statement: str | None

    def to_json(self) -> dict[str, Any]:
        """The record as plain data, fields that do not apply left out."""
        record = {
            "id": self.id,
            "kind": self.kind,
            "sentences": list(self.sentences),
            "values": list(self.values),
            "unit": self.unit,
            "silence": self.silence,
            "statement": self.statement,
        }
        return {name: value for name, value in record.items() if value not in (None, [])}


def wordings_of(vocabulary: Vocabulary, search: Sequence[str] = ()) -> list[Wording]:
    """Every template in the order of its declaration, or those in which each of the words occurs, case aside."""
    further: dict[str, list[str]] = {}
    for name, sentence in vocabulary.phrasings:
        further.setdefault(name, []).append(sentence)
    found = [_wording(template, further.get(template.id, [])) for template in vocabulary.templates.values()]
    wanted = [word.lower() for word in search]
    return [
        wording
        for wording in found
        if all(any(word in text.lower() for text in (*wording.sentences, *wording.values)) for word in wanted)
    ]


def _wording(template: Template, further: Sequence[str]) -> Wording:
    values = tuple(value.name for value in template.values)
    return Wording(
        template.id,
        template.kind,
        (*_sentences(template), *further),
        values,
        template.unit,
        _SILENCES[template.silence]
        if template.kind != "kind"
        else "must be told, or follows from another kind",
        template.statement,
    )


def _sentences(template: Template) -> list[str]:
    if template.unary:
        subject = template.slots[0] if template.slots else "thing"
        one = "an" if subject[0] in "aeiou" else "a"
        names = template.wordings or (template.id,)
        if template.kind == "adjective":
            return [f"{one} {subject} is {name}" for name in names]
        return [f"{one} {subject} is {article(template)}", *names[1:]]
    plain = [wording.replace("~", " ").replace("^", "") for wording in template.wordings]
    if template.kind == "figure":
        return [text if "*" in text or "=>" in text else f"{text} is *" for text in plain]
    if template.kind in ("may", "must"):
        return [f"{template.kind}: {text}" for text in plain]
    return plain
