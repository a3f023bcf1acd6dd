"""What the graph shows of the editions it keeps: one of each document, its ranges expanded over all documents of the
rulebook.

Ingest expands a range over the rules of the document that it read, and of a range into another document it knows the two
ends. Here the documents of a rulebook stand together, so that "13.441-.447" in a play aid leads to all that lies between.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ingest.nodes import Document
from ingest.numbering import Number, expand_range, order_key, parse_number
from kb.editions import edition_of_document, editions_of_documents
from kb.kept import Edition, live
from kb.records import Citation, Rule, Use


def shown(editions: Iterable[Edition]) -> tuple[Edition, ...]:
    """The editions that the graph shows (`kb.kept.live`), with every range expanded."""
    once = live(editions)
    books: dict[str, list[Edition]] = {}
    for edition in once:
        books.setdefault(edition.rulebook, []).append(edition)
    places = {book: _Places(own) for book, own in books.items()}
    terms = {
        book: {term.id: term.term for edition in own for term in edition.terms} for book, own in books.items()
    }
    return tuple(
        _defined(_expanded(edition, places[edition.rulebook]), terms[edition.rulebook]) for edition in once
    )


def shown_documents(
    documents: Sequence[Document], beside: Iterable[Edition] = (), *, alone: bool = False
) -> tuple[Edition, ...]:
    """The editions of these originals, as the graph shows them where those `beside` them are in it too.

    With `alone`, without what is told of documents only together: findings, uses of terms and undefined terms, which
    take their time. Raises HexlawError where two records of a document share an id.
    """
    originals = [edition_of_document(d) for d in documents] if alone else editions_of_documents(documents)
    keys = {edition.key for edition in originals}
    return tuple(edition for edition in shown([*beside, *originals]) if edition.key in keys)


class _Places:
    """Where the rules of a rulebook's documents stand."""

    def __init__(self, editions: Iterable[Edition]) -> None:
        self._rules: dict[str, tuple[Rule, ...]] = {edition.document: edition.rules for edition in editions}
        self._at = {
            rule.id: (document, index)
            for document, rules in self._rules.items()
            for index, rule in enumerate(rules)
        }
        # A document whose rules stand in the order of decimal digits may be asked for numbers that it does not have.
        self._decimal = [number for document in self._rules for number in self._in_decimals(document)]

    def between(self, first: str, last: str) -> tuple[str, ...] | None:
        """The rules from one end to the other in printed order with what stands below the last; an end that no
        document here should have is kept. None if nothing more than the ends is known.
        """
        start, end = self._at.get(first), self._at.get(last)
        if start is not None and end is not None and start[0] == end[0]:
            return self._from_to(*start, end[1]) if start[1] <= end[1] else None
        low, high = parse_number(first), parse_number(last)
        if low is None or high is None or order_key(low) > order_key(high):
            return None
        sections = {(number.chapter, number.section) for number in self._decimal}
        if not {(low.chapter, low.section), (high.chapter, high.section)} & sections:
            return None
        numbers = sorted(self._decimal, key=order_key)
        found = [str(number) for number in expand_range(low, high, numbers)]
        outside = [end for end in (low, high) if (end.chapter, end.section) not in sections]
        before = [first] if low in outside else []
        return (*before, *found, *([last] if high in outside else []))

    def _from_to(self, document: str, start: int, end: int) -> tuple[str, ...]:
        rules = self._rules[document]
        found = [rule.id for rule in rules[start : end + 1]]
        below = {rules[end].id}
        for rule in rules[end + 1 :]:
            if rule.parent not in below:
                break
            below.add(rule.id)
            found.append(rule.id)
        return tuple(found)

    def _in_decimals(self, document: str) -> tuple[Number, ...]:
        """The numbers of a document, none if they do not stand in the order of decimal digits."""
        numbers = [parse_number(rule.id) for rule in self._rules[document]]
        known = tuple(number for number in numbers if number is not None)
        keys = [order_key(number) for number in known]
        return known if len(known) == len(numbers) and keys == sorted(keys) else ()


def _expanded(edition: Edition, places: _Places) -> Edition:
    """The edition with its ranges into other documents expanded; what it has of its own was expanded by ingest."""
    own = {rule.id for rule in edition.rules}

    def expanded(citation: Citation) -> Citation:
        if citation.first is None or citation.last is None or {citation.first, citation.last} <= own:
            return citation
        return replace(citation, targets=places.between(citation.first, citation.last) or citation.targets)

    return replace(edition, citations=tuple(expanded(citation) for citation in edition.citations))


def _defined(edition: Edition, terms: Mapping[str, str]) -> Edition:
    """The edition without uses of definitions that are no more, since another document was read anew."""

    def defined(use: Use) -> Use:
        pairs = zip(use.definitions, use.named, strict=True)
        kept = tuple((name, term) for name, term in pairs if terms.get(name) == term)
        if len(kept) == len(use.definitions):
            return use
        return replace(
            use, definitions=tuple(name for name, _ in kept), named=tuple(term for _, term in kept)
        )

    return replace(edition, uses=tuple(defined(use) for use in edition.uses))
