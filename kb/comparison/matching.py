"""Which rule of one edition is which of the other; the steps are those of the package's page."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable

from kb.comparison.likeness import Features, features_of, likest
from kb.comparison.sides import Side, SideRule

LEAST_ALIKE = 0.6
"""How alike two rules must be to count as one under two numbers."""

Text = tuple[tuple[str, str], ...]
"""The pieces of a rule's text: role and hash of each."""

_FAVOUR = 0.1  # for the number that the rule would have had anyway
_WORDS = 4  # a shorter text may stand anywhere


class Matching:
    """Pairs of rules, by id in either direction; `alike` has how alike two are that were paired for that."""

    def __init__(self, old: Side, new: Side) -> None:
        self._old, self._new = old, new
        self._titles = old.texts and new.texts
        self._texts = old.texts and new.texts
        self._others = old.others and new.others
        self.to_new: dict[str, str] = {}
        self.to_old: dict[str, str] = {}
        self.alike: dict[str, float] = {}
        """By the id in the old edition."""
        self._run()

    def _run(self) -> None:
        self._same_number(lambda rule: True if rule.parent is None else None)
        self._same_number(self._signature)
        self._same_number(lambda rule: self._sentences(rule) or None)
        for text in (self._text, self._sentences):
            self._same_text(self._titled(text))
            self._same_text(self._telling(text))
        self._same_text(self._bare_title, only_once=True)
        self._below_counterparts(self._signature)
        self._likest()
        self._below_counterparts(self._signature)
        self._below_counterparts(lambda rule: rule.id.removeprefix(rule.parent or ""))
        self._same_number(lambda rule: True)
        self._below_counterparts(lambda rule: rule.id.removeprefix(rule.parent or ""))

    # -- the steps ------------------------------------------------------------------------------------------------

    def _same_number(self, key: Callable[[SideRule], Hashable | None]) -> None:
        """Pair rules of one number and one key; a rule whose key is None is left alone."""
        for rule in self._left(self._old, self.to_new):
            other = self._new.rules.get(rule.id)
            if other is None or other.id in self.to_old:
                continue
            mine = key(rule)
            if mine is not None and mine == key(other):
                self._pair(rule.id, other.id)

    def _same_text(self, key: Callable[[SideRule], Hashable | None], *, only_once: bool = False) -> None:
        """Pair rules of one key, those below counterparts first, then in document order."""
        groups: dict[Hashable, tuple[list[SideRule], list[SideRule]]] = defaultdict(lambda: ([], []))
        for index, left in enumerate(self._both_left()):
            for rule in left:
                mine = key(rule)
                if mine is not None:
                    groups[mine][index].append(rule)
        several = []
        for olds, news in groups.values():
            if len(olds) == len(news) == 1:
                self._pair(olds[0].id, news[0].id)
            elif not only_once:
                several.append((olds, news))
        paired = -1
        while paired != len(self.to_new):  # so that the order of the groups does not matter
            paired = len(self.to_new)
            for olds, news in several:
                self._pair_below(*self._still_left(olds, news))
        for olds, news in several:
            for rule, other in zip(*self._still_left(olds, news), strict=False):
                self._pair(rule.id, other.id)

    def _below_counterparts(self, key: Callable[[SideRule], Hashable]) -> None:
        """Pair rules of one key whose parents are counterparts, down the tree until nothing more is found."""
        while True:
            before = len(self.to_new)
            groups: dict[Hashable, tuple[list[SideRule], list[SideRule]]] = defaultdict(lambda: ([], []))
            for index, left in enumerate(self._both_left()):
                for rule in left:
                    groups[key(rule)][index].append(rule)
            for olds, news in groups.values():
                self._pair_below(olds, news)
            if len(self.to_new) == before:
                return

    def _pair_below(self, olds: Iterable[SideRule], news: Iterable[SideRule]) -> None:
        """Pair those whose parents are counterparts, in document order below one parent."""
        below: dict[str, list[str]] = defaultdict(list)
        for rule in news:
            if rule.parent is not None:
                below[rule.parent].append(rule.id)
        rest = {parent: iter(ids) for parent, ids in below.items()}
        for rule in olds:
            parent = self.to_new.get(rule.parent or "")
            other = next(rest[parent], None) if parent in rest else None
            if other is not None:
                self._pair(rule.id, other)

    def _likest(self) -> None:
        left_old, left_new = ({rule.id: self._features(rule) for rule in left} for left in self._both_left())
        pairs = likest(left_old, left_new, LEAST_ALIKE, self._favour)
        for (old, new), how in sorted(pairs.items()):
            self._pair(old, new)
            self.alike[old] = how

    def _favour(self, old: str, new: str) -> float:
        one, other = self._old.rules[old].parent, self._new.rules[new].parent
        if one is None or other is None or self.to_new.get(one) != other:
            return _FAVOUR if old == new else 0.0
        return _FAVOUR if old.removeprefix(one) == new.removeprefix(other) else 0.0

    # -- what is compared -----------------------------------------------------------------------------------------

    def _title(self, rule: SideRule) -> str | None:
        return rule.title if self._titles else None

    def _text(self, rule: SideRule) -> Text:
        return tuple((piece.role, piece.hash) for piece in rule.pieces if piece.role != "other")

    def _sentences(self, rule: SideRule) -> Text:
        """The text without the examples, which may come to stand in another rule."""
        return tuple(pair for pair in self._text(rule) if pair[0] != "example")

    def _signature(self, rule: SideRule) -> tuple[str | None, Text]:
        return self._title(rule), self._text(rule)

    def _titled(self, text: Callable[[SideRule], Text]) -> Callable[[SideRule], Hashable | None]:
        """Title and text, where there is enough text to know a rule by."""
        telling = self._telling(text)
        return lambda rule: None if telling(rule) is None else (self._title(rule), text(rule))

    def _telling(self, text: Callable[[SideRule], Text]) -> Callable[[SideRule], Text | None]:
        """The text, where there is enough of it to know a rule by."""

        def enough(rule: SideRule) -> Text | None:
            pieces = [piece for piece in rule.pieces if piece.role in ("statement", "exception")]
            words = sum(len((piece.text or "").split()) for piece in pieces)
            return text(rule) if (words >= _WORDS if self._texts else pieces) else None

        return enough

    def _bare_title(self, rule: SideRule) -> str | None:
        """The title of a rule that has nothing else."""
        return (self._title(rule) or None) if not self._text(rule) else None

    def _features(self, rule: SideRule) -> Features:
        """What makes two rules alike; examples count only where there is nothing else."""
        pieces = [piece for piece in rule.pieces if piece.role in ("statement", "exception")] or [
            piece for piece in rule.pieces if piece.role == "example" or self._others
        ]
        if not self._texts:
            return Counter(piece.hash for piece in pieces)
        found: Features = Counter()
        for piece in pieces:
            found.update(features_of(piece.text or ""))
        if rule.title:
            found["title", rule.title] = 2
        return found

    def _still_left(
        self, olds: Iterable[SideRule], news: Iterable[SideRule]
    ) -> tuple[list[SideRule], list[SideRule]]:
        return [r for r in olds if r.id not in self.to_new], [r for r in news if r.id not in self.to_old]

    def _both_left(self) -> tuple[list[SideRule], list[SideRule]]:
        return self._left(self._old, self.to_new), self._left(self._new, self.to_old)

    @staticmethod
    def _left(side: Side, paired: dict[str, str]) -> list[SideRule]:
        return [rule for rule in side.rules.values() if rule.id not in paired]

    def _pair(self, old: str, new: str) -> None:
        self.to_new[old] = new
        self.to_old[new] = old
