"""What pages of rules are made of: one generation of the graph, looked up by rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from api.told import Told, examples_of, told
from kb.beside import Beside
from kb.cases import Case
from kb.kept import Edition
from kb.queries import rule_page
from kb.quotes import Quotes
from kb.reason.cites import rule_order
from kb.records import Citation, Rule
from kb.rulepage import RulePage
from kb.store import Store
from ontology import vocab
from ontology.books import book_folder, load_book, rulebook_ids

_PREVIEW = 320  # characters of a rule's words in a preview


@dataclass(frozen=True, slots=True)
class Preview:
    """A rule in short: its name, its first words or what it means, and whether it is in no document here."""

    id: str
    name: str | None
    text: str | None
    external: bool

    @property
    def title(self) -> str:
        """The same on one line."""
        outside = " (not ingested)" if self.external else ""
        return f"{self.id}{f' {self.name}' if self.name else ''}{outside}"


@dataclass(frozen=True)
class Shelf:
    """One generation of the graph and the rulebooks' files. Threads may share it.

    `most` says which cases are shown: see `api.told.cases_of`.
    """

    store: Store
    editions: tuple[Edition, ...]
    beside: Beside
    quotes: Quotes
    most: int | None = None

    @classmethod
    def of(cls, store: Store, quotes: Quotes, most: int | None = None) -> Shelf:
        """What this generation holds."""
        editions = in_order(store.editions())
        return cls(store, editions, Beside(editions), quotes, most)

    def editions_of(self, rulebook: str) -> list[Edition]:
        """The editions of a rulebook's documents, in the order of its book.toml."""
        return [edition for edition in self.editions if edition.rulebook == rulebook]

    def told(self, rulebook: str) -> Told:
        """What the files of a rulebook say."""
        return told(rulebook)

    def examples(self, rulebook: str) -> tuple[Case, ...]:
        """The cases of a rulebook that are shown."""
        return examples_of(told(rulebook), self.most)

    def page(self, rulebook: str, rule: str) -> RulePage:
        """What the graph says about a rule; about one that it does not have, that it is in no document here."""
        found = rule_page(self.store, rulebook, rule)
        return found if found is not None and found.id == rule else _nowhere(rulebook, rule)

    @cached_property
    def rules(self) -> Mapping[tuple[str, str], Rule]:
        """The rules of the documents here by rulebook and id, in document order."""
        found: dict[tuple[str, str], Rule] = {}
        for edition in self.editions:
            for rule in edition.rules:
                found.setdefault((edition.rulebook, rule.id), rule)
        return found

    @cached_property
    def citers(self) -> Mapping[str, Mapping[str, Sequence[Citation]]]:
        """By rulebook and rule the references that lead to it, in document order; rules of no document here come last."""
        found: dict[str, dict[str, list[Citation]]] = {}
        for edition in self.editions:
            for citation in edition.citations:
                for target in dict.fromkeys(citation.targets):
                    found.setdefault(edition.rulebook, {}).setdefault(target, []).append(citation)
        places = {key: place for place, key in enumerate(self.rules)}
        return {
            book: dict(sorted(cited.items(), key=lambda item: _place(places.get((book, item[0])), item[0])))
            for book, cited in found.items()
        }

    def external(self, rulebook: str) -> list[str]:
        """The rules that are cited but are in no document here, by number."""
        return [rule for rule in self.citers.get(rulebook, {}) if (rulebook, rule) not in self.rules]

    def above(self, rulebook: str, rule: str) -> list[str]:
        """The rules above a rule, the root of its document first."""
        found: list[str] = []
        here = self.rules.get((rulebook, rule))
        while here is not None and here.parent is not None and here.parent not in found:
            found.insert(0, here.parent)
            here = self.rules.get((rulebook, here.parent))
        return found

    def preview(self, rulebook: str, rule: str) -> Preview:
        """A rule in short."""
        known = self.rules.get((rulebook, rule))
        if known is None:
            return Preview(rule, None, None, True)
        words = self._first_words.get((rulebook, rule))
        if words is None:
            words = next((text for _, text in self.told(rulebook).encodings.get(rule, ())), None)
        return Preview(rule, known.label or known.title, None if words is None else _short(words), False)

    @cached_property
    def _first_words(self) -> Mapping[tuple[str, str], str]:
        found: dict[tuple[str, str], str] = {}
        for edition in self.editions:
            for segment in edition.segments:
                if segment.role == "statement" and segment.text:
                    found.setdefault((edition.rulebook, segment.rule), segment.text)
        return found


def in_order(editions: Iterable[Edition]) -> tuple[Edition, ...]:
    """Editions in the order in which the rulebooks' book.toml name their documents."""
    places = {
        (rulebook, str(document["id"])): place
        for rulebook in rulebook_ids()
        for place, document in enumerate(load_book(book_folder(rulebook))["documents"])
    }
    return tuple(sorted(editions, key=lambda each: (each.rulebook, places.get(each.key, len(places)))))


def _nowhere(rulebook: str, rule: str) -> RulePage:
    return RulePage(
        rulebook=rulebook,
        id=rule,
        iri=vocab.thing(rulebook, rule),
        number=None,
        label=None,
        title=None,
        external=True,
        order=None,
        parent=None,
        children=(),
        edition=None,
        statements=(),
        exceptions=(),
        examples=(),
        references=(),
        cited_by=(),
    )


def _place(place: int | None, rule: str) -> tuple[bool, int, object]:
    return place is None, place or 0, rule_order(rule)


def _short(text: str) -> str:
    if len(text) <= _PREVIEW:
        return text
    return f"{text[:_PREVIEW].rsplit(' ', 1)[0]} …"
