"""Patterns: the orders of words in which a template may be asserted, denied and asked for, derived from its wordings.

A wording is written once, in the third person singular: "a unit enters a hex". What players say instead is derived here and
nowhere else: plurals, negations, questions, permissions and duties in other words ("is allowed to enter", "has to enter"),
possessives ("hex 5's depth"), and the questions for a figure's value ("What depth does hex 5 have?", "How many MP does it
cost T1 to enter hex 5?").
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, takewhile
from typing import Literal, NamedTuple

from ingest.late_dataclasses import dataclass
from kb.rulelang.vocabulary import (
    ASKED,
    TOLD,
    Element,
    Slot,
    Template,
    TemplateKind,
    ValueSlot,
    Vocabulary,
    bare,
    verb_position,
)
from kb.rulelang.words import AUXILIARIES, base_form, gerund, gerund_of_participle, number, participle, past

Mode = Literal["said", "asked", "figure", "value", "wanted"]
"""Whether a pattern asserts, asks whether, names a figure, asks for its value, or says that somebody wants to do a thing."""


@dataclass(frozen=True, slots=True)
class Which:
    """The place of "what", "which", "how many hexes" and the like in a question for a value.

    `many` says whether it asks how much of something, so that "how many" and the unit can stand there.
    """

    many: bool = True


class Pattern(NamedTuple):
    """One order of words in which a template is asserted, denied or asked.

    `op` is how a value in the pattern's `ValueSlot` bounds the figure ("is", "at most"); `fixed` is the value that the
    pattern itself says, a number ("adjacent" is a range of 1) or the name of a listed one. A `loose` one is for players
    alone: it is read where no other pattern is, and never in a rule.
    """

    template: Template
    elements: tuple[Element | Which, ...]
    positive: bool
    mode: Mode
    op: str = "is"
    fixed: Fraction | str | None = None
    loose: bool = False

    @property
    def question(self) -> bool:
        """Whether it asks."""
        return self.mode in ("asked", "value")


def patterns_of(
    vocabulary: Vocabulary, template: Template, wording: str, *, free: bool = True, mode: Mode | None = None
) -> Iterator[Pattern]:
    """The patterns of one wording of a template that is no noun or adjective, or of a further sentence of one that is; without
    `free` none that is loose, with a `mode` those of this mode."""
    text = bare(wording)
    figure = template.kind == "figure"
    of = (
        _of_figure(vocabulary, template, text)
        if figure
        else _of_relation(vocabulary, template, text, free=free, mode=mode)
    )
    return (pattern for pattern in of if _is_said(wording, pattern, free, mode))


def _is_said(wording: str, pattern: Pattern, free: bool, mode: Mode | None) -> bool:
    """Whether a pattern is one of its wording, which may be for telling or for asking alone, and of those looked for."""
    if (pattern.loose and not free) or mode not in (None, pattern.mode):
        return False
    return not wording.startswith(TOLD if pattern.question else ASKED)


Asserted = tuple[Template, Sequence[Element | Which], Sequence[tuple[str, ...]], Sequence[Element | Which]]
"""Patterns that assert: the template, what stands before the place of the verb, what may stand there, what stands after."""


def all_asserted(vocabulary: Vocabulary) -> Iterator[Asserted]:
    """Every pattern of a vocabulary that asserts and is not loose, in the order of declaration."""
    for template, wording in wordings(vocabulary):
        if wording.startswith(ASKED):
            continue
        if template.kind == "figure":
            for pattern in patterns_of(vocabulary, template, wording, free=False, mode="said"):
                yield template, pattern.elements, ((),), ()
        else:
            sentence = _Sentence.of(vocabulary, template, wording)
            middles = _asserting(template.kind, template.unary, sentence.verb)
            yield template, sentence.before, middles, sentence.after


@lru_cache(maxsize=8192)
def _asserting(kind: TemplateKind, unary: bool, verb: str) -> tuple[tuple[str, ...], ...]:
    orders = _orders(kind, unary, verb, False, "said")
    return tuple(dict.fromkeys(order.middle for order in orders if isinstance(order, _Order)))


def wordings(vocabulary: Vocabulary) -> Iterator[tuple[Template, str]]:
    """The wordings that are sentences or figures, each with its template, in the order of declaration."""
    for template in vocabulary.templates.values():
        if not template.unary:
            for wording in template.wordings:
                yield template, wording
    for name, wording in vocabulary.phrasings:
        yield vocabulary.templates[name], wording


# -- relations and actions ----------------------------------------------------------------------------------------


class _Sentence(NamedTuple):
    """A wording of a relation or an action, cut at its verb; `holds` is whether it asserts."""

    template: Template
    before: Sequence[Element]
    verb: str
    after: Sequence[Element]
    holds: bool

    @classmethod
    def of(cls, vocabulary: Vocabulary, template: Template, wording: str) -> _Sentence:
        text = bare(wording)
        elements = vocabulary.elements(text.removeprefix("not: "), template)
        at = verb_position(elements, text)
        verb = elements[at]
        assert isinstance(verb, str)
        return cls(template, elements[:at], verb, elements[at + 1 :], not text.startswith("not: "))

    def pattern(self, order: _Order) -> Pattern:
        """The pattern in an order of words."""
        elements = (*order.first, *self.before, *order.middle, *self.after)
        return Pattern(self.template, elements, self.holds is order.agrees, order.mode, loose=order.loose)

    def further(self, more: _Further) -> Iterator[Pattern]:
        """The patterns that are not made by an order of words around the verb alone."""
        return more(self.template, self.before, self.verb, self.after, self.holds)

    def patterns(self, free: bool, only: Mode | None) -> Iterator[Pattern]:
        """All patterns, where `only` is asked for hardly any of another mode."""
        for order in _orders(self.template.kind, self.template.unary, self.verb, free, only):
            if isinstance(order, _Order):
                yield self.pattern(order)
            else:
                yield from self.further(order)

    def owning(self, only: Mode | None) -> Iterator[Pattern]:
        """ "The screens of a tank are erect": "T1's screens are erect", "its screens are erect"."""
        before = self.before
        if not _owned(before):
            return
        owner = [before[-1], "'s", *before[1:-2]]
        for pattern in self.patterns(True, only):
            elements = pattern.elements
            start = next(i for i in range(len(elements)) if elements[i : i + len(before)] == before)
            swapped = (*elements[:start], *owner, *elements[start + len(before) :])
            yield pattern._replace(elements=swapped, loose=True)


def _of_relation(
    vocabulary: Vocabulary, template: Template, wording: str, *, free: bool, mode: Mode | None
) -> Iterator[Pattern]:
    sentence = _Sentence.of(vocabulary, template, wording)
    yield from sentence.patterns(free, mode)
    if free:
        yield from sentence.owning(mode)


def _owned(before: Sequence[Element]) -> bool:
    """Whether a subject is what a thing has: "the screens of a tank"."""
    return (
        len(before) > 3
        and before[0] == "the"
        and before[-2] == "of"
        and isinstance(before[-1], Slot)
        and all(isinstance(e, str) for e in before[:-1])
    )


class _Order(NamedTuple):
    """What stands before the subject of a sentence and in the place of its verb, and whether that agrees with the wording."""

    mode: Mode
    first: tuple[str, ...]
    middle: tuple[str, ...]
    agrees: bool
    loose: bool


_Further = Callable[[Template, Sequence[Element], str, Sequence[Element], bool], Iterator[Pattern]]
"""What else makes patterns of a sentence: of its template, what stands before its verb, the verb and what stands after it, and
whether it asserts."""


@lru_cache(maxsize=8192)
def _orders(
    kind: TemplateKind, unary: bool, verb: str, free: bool, only: Mode | None
) -> tuple[_Order | _Further, ...]:
    """Every order of words with a verb, found once: a vocabulary has thousands of sentences and few verbs."""
    return tuple(
        each
        for each in _all_orders(kind, unary, verb, free)
        if not isinstance(each, _Order) or ((free or not each.loose) and only in (None, each.mode))
    )


def _all_orders(kind: TemplateKind, unary: bool, verb: str, free: bool) -> Iterator[_Order | _Further]:
    base = base_form(verb)

    def said(*middle: str, positive: bool = True, mode: Mode = "said", loose: bool = False) -> _Order:
        return _Order(mode, (), middle, positive, loose)

    def asked(first: str, *middle: str, positive: bool = True, loose: bool = False) -> _Order:
        return _Order("asked", (first,), middle, positive, loose)

    if kind == "must":
        # "Must not" forbids, so it denies the permission; what is not a duty need not be done.
        yield said("must", base)
        yield said("need", "not", base, positive=False)
        yield asked("must", base)
        for helper, rest in _duties(base):
            yield said(helper, *rest, loose=True)
            yield said(helper, "not", *rest, positive=False, loose=True)
            yield asked(helper, *rest, loose=True)
        for has, does in (("has", "does"), ("have", "do")):
            yield said(has, "to", base, loose=True)
            yield said(does, "not", "have", "to", base, positive=False, loose=True)
            yield asked(does, "have", "to", base, loose=True)
        yield asked("need", base, loose=True)
        return
    if kind == "may":
        yield said("must", "not", base, positive=False)
        for is_ in ("is", "are"):
            for word in ("forbidden", "not~able"):
                rest = (*word.split("~"), "to", base)
                yield said(is_, *rest, positive=False, loose=True)
                if word == "forbidden":
                    yield asked(is_, *rest, positive=False, loose=True)
            for word in ("prohibited", "barred"):
                yield said(is_, word, "from", gerund(verb), positive=False, loose=True)
                yield asked(is_, word, "from", gerund(verb), positive=False, loose=True)
        if verb == "is" or verb not in AUXILIARIES:
            for wish in ("wants", "want", "wishes", "wish", "intends", "intend", "tries", "try"):
                yield said(wish, "to", base, mode="wanted", loose=True)
        if free:
            yield _impersonal
            yield _activity
    for helper, rest in _moods(kind, verb):
        # Of what somebody has done a wording of its own says more: who has boarded something is aboard.
        done = kind == "event" and helper in ("has", "have")
        loose = done or helper == "did" or rest[:1] in (("permitted",), ("able",), (gerund(verb),))
        yield said(helper, *rest, loose=loose)
        yield said(helper, "not", *rest, positive=False, loose=loose)
        yield asked(helper, *rest, loose=loose)
        yield asked(helper, "not", *rest, positive=False, loose=loose)
    if kind == "event" and verb not in AUXILIARIES:
        yield said(past(verb), loose=True)
    if kind == "relation" and verb == "must":
        yield said("need", "not", positive=False)
    if free and kind in ("relation", "event"):
        yield _without
    if verb == "has":  # perhaps of a perfect: "a craft has not left a hex", "has a craft left a hex"
        yield said(verb, "not", positive=False)
        yield asked(verb)
        yield asked(verb, "not", positive=False)
        yield said("have", "not", positive=False)
        yield asked("have")
        yield asked("have", "not", positive=False)
    if (verb == "has" or verb not in AUXILIARIES) and (unary or kind in ("relation", "event")):
        yield said(verb)
        yield said(base)


def _duties(base: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for is_ in ("is", "are"):
        for word in ("required", "obliged", "forced"):
            yield is_, (word, "to", base)


def _without(
    template: Template, before: Sequence[Element], verb: str, after: Sequence[Element], holds: bool
) -> Iterator[Pattern]:
    """Of a sluice in a hex: "no sluice is in hex 1"; of a hex that has a sluice: "hex 1 has no sluice"."""
    if before and before[0] in ("a", "an"):
        yield Pattern(template, ("no", *before[1:], verb, *after), not holds, "said", loose=True)
    if after and after[0] in ("a", "an") and template.kind == "relation":
        yield Pattern(template, (*before, verb, "no", *after[1:]), not holds, "said", loose=True)


def _impersonal(
    template: Template, before: Sequence[Element], verb: str, after: Sequence[Element], holds: bool
) -> Iterator[Pattern]:
    """It is allowed (forbidden) for somebody to do a thing."""
    for word, good in _ALLOWING:
        tail = (word, "for", *before, "to", base_form(verb), *after)
        yield Pattern(template, ("it", "is", *tail), holds is good, "said", loose=True)
        yield Pattern(template, ("it", "is", "not", *tail), holds is not good, "said", loose=True)
        yield Pattern(template, ("is", "it", *tail), holds is good, "asked", loose=True)


_ALLOWING = (
    ("allowed", True),
    ("permitted", True),
    ("legal", True),
    ("possible", True),
    ("forbidden", False),
    ("prohibited", False),
    ("illegal", False),
)
"""The words that say of an activity that somebody may do it, or may not."""

_LIGHT_VERBS = frozenset({"uses", "makes", "conducts", "performs"})
"""Verbs that only say that somebody does what the noun after them names."""


def _activity(
    template: Template, before: Sequence[Element], verb: str, after: Sequence[Element], holds: bool
) -> Iterator[Pattern]:
    """What is allowed (forbidden): "entering a hex is … to a unit", "Low Crawl is … to a unit", "placing a Fortification in a
    hex is …", "a Fortification is … in a hex"."""
    forms: list[tuple[list[Element], list[list[Element]]]] = []
    to_somebody: list[list[Element]] = [["to", *before], ["for", *before]]
    if verb not in AUXILIARIES:
        forms.append(([gerund(verb), *after], to_somebody))
    if verb in _LIGHT_VERBS:
        forms.append(([*after], to_somebody))
    done = _done_to(verb, after)
    if done is not None:
        forms.append(([done, *before, *after[1:]], [[]]))
        if len(after) > 2:
            forms.append(([*before], [[*after[1:]]]))
    for acting, ends in forms:
        for word, good in _ALLOWING:
            for end in ends:
                for is_ in ("is", "are"):
                    said, denied = (*acting, is_, word, *end), (*acting, is_, "not", word, *end)
                    yield Pattern(template, said, holds is good, "said", loose=True)
                    yield Pattern(template, denied, holds is not good, "said", loose=True)
                    yield Pattern(template, (is_, *acting, word, *end), holds is good, "asked", loose=True)


def _done_to(verb: str, after: Sequence[Element]) -> str | None:
    """What is done to a thing, in -ing: placing, where a thing "is placed"."""
    first = after[0] if after else None
    return gerund_of_participle(first) if verb in ("is", "are") and isinstance(first, str) else None


def _moods(kind: TemplateKind, verb: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The auxiliaries of a verb and what follows them: ("does", ("contain",)) for contains."""
    base = base_form(verb)
    if kind == "may":
        for word in ("may", "can"):
            yield word, (base,)
        for word in ("is", "are"):
            for able in ("allowed", "permitted", "able"):
                yield word, (able, "to", base)
    elif verb in ("may", "can", "must", "was", "were"):
        yield verb, ()
        if verb in ("may", "can"):
            yield "can" if verb == "may" else "may", ()
    elif verb in ("is", "are"):
        yield "is", ()
        yield "are", ()
    else:
        yield "does", (base,)
        yield "do", (base,)
        if kind == "event":
            yield "did", (base,)
            yield "has", (participle(verb),)
            yield "have", (participle(verb),)
            yield "is", (gerund(verb),)
            yield "are", (gerund(verb),)


# -- figures ------------------------------------------------------------------------------------------------------


def _of_figure(vocabulary: Vocabulary, template: Template, wording: str) -> Iterator[Pattern]:
    text, _, fixed = wording.partition("=>")
    op = "at most" if " within *" in text else "is"
    elements = vocabulary.elements(text, template)
    said = fixed.strip()
    value = (said if said in {v.name for v in template.values} else number(said)) if said else None
    if not fixed and ValueSlot() not in elements:
        yield from _named(template, elements)
        return
    at = verb_position(elements, wording)
    verb = elements[at]
    assert isinstance(verb, str)
    before, after = elements[:at], elements[at + 1 :]
    yield from _told(template, before, verb, after, op, value)
    gerund_first = bool(before) and isinstance(before[0], str) and before[0].endswith("ing")
    if gerund_first and verb not in AUXILIARIES and value is None:
        # "Entering a hex costs a unit 2 MP": "it costs a unit 2 MP to enter a hex".
        assert isinstance(before[0], str)
        reversed_ = [*after, "to", _ungerund(before[0]), *before[1:]]
        yield from _told(template, ["it"], verb, reversed_, op, value, loose=True)


def _told(
    template: Template,
    before: Sequence[Element],
    verb: str,
    after: Sequence[Element],
    op: str = "is",
    fixed: Fraction | str | None = None,
    *,
    loose: bool = False,
) -> Iterator[Pattern]:
    """The patterns of a sentence that tells a figure's value: asserted, denied, asked whether and asked for the value."""
    for helper, rest in _moods("relation", verb):
        yield Pattern(template, (*before, helper, *rest, *after), True, "said", op, fixed, loose)
        yield Pattern(template, (*before, helper, "not", *rest, *after), False, "said", op, fixed, loose)
        yield Pattern(template, (helper, *before, *rest, *after), True, "asked", op, fixed, loose)
        if fixed is None and ValueSlot() in after:
            yield from _value_asked(template, helper, [*before, *rest], after)
        elif fixed is None:
            at = before.index(ValueSlot())
            yield Pattern(
                template,
                (*before[:at], Which(), *before[at + 1 :], helper, *rest, *after),
                True,
                "value",
            )
    if verb not in AUXILIARIES and fixed is None and ValueSlot() in before:
        at = before.index(ValueSlot())  # "the owner makes the landing DR": "Who makes the landing DR?"
        yield Pattern(template, (*before[:at], Which(), *before[at + 1 :], verb, *after), True, "value")
    if verb == "has" or verb not in AUXILIARIES:
        yield Pattern(template, (*before, verb, *after), True, "said", op, fixed, loose)
        yield Pattern(template, (*before, base_form(verb), *after), True, "said", op, fixed, loose)


def _value_asked(
    template: Template, helper: str, subject: Sequence[Element], after: Sequence[Element]
) -> Iterator[Pattern]:
    """Questions for the value of "SUBJECT helper … * …": what stands before the value may come first with it."""
    at = after.index(ValueSlot())
    leading, trailing = [e for e in after[:at] if e not in ("a", "an")], after[at + 1 :]
    if leading and leading[-1] == "of":  # "has a depth of *": "What depth does hex 5 have?"
        leading.pop()
    if leading and all(isinstance(e, str) for e in leading):
        prepositions = [e for e in leading if e in _PREPOSITIONS]
        nouns = [e for e in leading if e not in _PREPOSITIONS]
        yield Pattern(
            template, (*prepositions, Which(not nouns), *nouns, helper, *subject, *trailing), True, "value"
        )
    if len(leading) > 1 and leading[-1] in _PREPOSITIONS and isinstance(leading[0], str):
        # "is resolved with *": "With how many FP is the attack resolved?"
        yield Pattern(
            template, (leading[-1], Which(), helper, *subject, *leading[:-1], *trailing), True, "value"
        )
    yield Pattern(template, (Which(), helper, *subject, *after[:at], *trailing), True, "value")
    counted = tuple(takewhile(lambda e: isinstance(e, str) and e not in _PREPOSITIONS, trailing))
    if template.unit == "number" and counted:
        # "crosses * low walls": "How many low walls does C1 cross?"
        rest = trailing[len(counted) :]
        yield Pattern(template, (Which(), *counted, helper, *subject, *after[:at], *rest), True, "value")


_PREPOSITIONS = frozenset({"at", "in", "on", "by", "from", "to", "with", "within", "toward", "towards"})


def _named(template: Template, elements: Sequence[Element]) -> Iterator[Pattern]:
    """The patterns of a figure that is named by a noun phrase: "the depth of a hex"."""
    for loose, named in ((False, elements), *((True, each) for each in _possessives(elements))):
        yield Pattern(template, tuple(named), True, "figure", loose=loose)
        yield Pattern(template, (*named, "is", ValueSlot()), True, "said", loose=loose)
        yield Pattern(template, (*named, "is", "not", ValueSlot()), False, "said", loose=loose)
        yield Pattern(template, ("is", *named, ValueSlot()), True, "asked", loose=loose)
        yield Pattern(template, (Which(), "is", *named), True, "value")
        yield Pattern(template, (Which(), "are", *named), True, "value")
        yield Pattern(template, (*named, "is", Which()), True, "value")
    head, slot, rest = _headed(elements)
    if template.silence == "base":
        # "What landing DRM applies to C1?"
        end = next((i for i, e in enumerate(elements) if isinstance(e, Slot) or e in _TAILS), len(elements))
        named, behind = elements[1:end], elements[end:]
        for verb in ("applies", "apply"):
            yield Pattern(template, (Which(False), *named, verb, *behind), True, "value", loose=True)
            yield Pattern(
                template, (Which(False), *named, verb, "to", *behind[1:]), True, "value", loose=True
            )
    if slot is not None:
        yield Pattern(template, (Which(False), *head, "is", slot, *rest), True, "value")
        yield Pattern(template, (Which(False), *head, "does", slot, "have", *rest), True, "value")
        with_value = ("a", *head, "of", ValueSlot(), *rest)
        yield Pattern(template, (slot, "has", *with_value), True, "said", loose=True)
        yield Pattern(template, ("does", slot, "have", *with_value), True, "asked", loose=True)
    if tuple(head) in (("cost",), (template.unit, "cost")):
        yield from _costs(template, elements)


def _headed(elements: Sequence[Element]) -> tuple[list[Element], Slot | None, list[Element]]:
    """A figure's head, the thing that has it, and the rest: "the level", "a hex", "from a unit"."""
    words_ = list(elements)
    if not words_ or words_[0] != "the" or "of" not in words_:
        return [e for e in words_ if e != "the"][: words_.index("cost")] if "cost" in words_ else [], None, []
    at = next(
        (i for i, e in enumerate(words_[:-1]) if e == "of" and isinstance(words_[i + 1], Slot)),
        words_.index("of"),
    )
    head = words_[1:at]
    owner = words_[at + 1] if at + 1 < len(words_) else None
    if isinstance(owner, Slot) and all(isinstance(e, str) for e in head):
        return head, owner, words_[at + 2 :]
    return head, None, []


def _possessives(elements: Sequence[Element]) -> Iterator[list[Element]]:
    """The same with the thing that has it before it: "hex 5's level", "the Beach's slope"."""
    head, slot, rest = _headed(elements)
    if slot is not None:
        yield [slot, "'s", *head, *rest]
    elif head and "of" in elements:
        owner = list(elements)[list(elements).index("of") + 1 :]
        if owner and owner[0] == "the" and all(isinstance(e, str) for e in owner):
            yield [*owner, "'s", *head]


def _costs(template: Template, elements: Sequence[Element]) -> Iterator[Pattern]:
    """A cost as a verb: "the cost of entering a hex for a unit" is what entering a hex costs a unit."""
    after = list(elements)[list(elements).index("cost") + 1 :]
    for_ = max((i for i, e in enumerate(after) if e == "for"), default=None)
    payer: list[Element] = []
    if for_ is not None:
        after, payer = after[:for_], after[for_ + 1 :]
        if len(payer) != 1 or not isinstance(payer[0], Slot):
            return
    if len(after) < 2 or after[0] not in ("of", "to"):
        return
    first, rest = after[1], after[2:]
    doing: list[Element] | None = None
    if after[0] == "of" and isinstance(first, Slot) and not rest:
        yield from _told(template, [first], "costs", [*payer, ValueSlot()], loose=True)
        return
    if after[0] == "of" and isinstance(first, str) and first.endswith("ing"):
        doing = [_ungerund(first), *rest]
    elif after[0] == "to" and isinstance(first, str):
        doing = [first, *rest]
    if doing is None:
        return
    assert isinstance(doing[0], str)
    acting = [_gerund_of_base(doing[0]), *doing[1:]]
    yield from _told(template, acting, "costs", [*payer, ValueSlot()], loose=True)
    yield from _told(template, ["it"], "costs", [*payer, ValueSlot(), "to", *doing], loose=True)
    if payer:
        for verb in ("pays", "spends", "expends"):
            yield from _told(template, payer, verb, [ValueSlot(), "to", *doing], loose=True)
            base = base_form(verb)
            yield Pattern(template, (Which(), "must", *payer, base, "to", *doing), True, "value", loose=True)


_UNGERUNDS = {"moving": "move", "leaving": "leave", "making": "make", "using": "use", "taking": "take"}


def _ungerund(word: str) -> str:
    """The base form of a gerund: entering -> enter, moving -> move, running -> run."""
    stem = word.removesuffix("ing")
    if word in _UNGERUNDS:
        return _UNGERUNDS[word]
    if len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] not in "lsz":
        return stem[:-1]
    return stem


def _gerund_of_base(base: str) -> str:
    return next((word for word, own in _UNGERUNDS.items() if own == base), gerund(f"{base}s"))


# -- what may be left unsaid --------------------------------------------------------------------------------------


def shortened(pattern: Pattern) -> Iterator[Pattern]:
    """A pattern without some of the things it speaks of: "is a Swamping DR required" for "… required of a unit".

    Whoever reads it looks for the one thing that can be meant.
    """
    elements = pattern.elements
    tails = _tails(elements)
    for count in range(1, len(tails) + 1):
        for dropped in combinations(tails, count):
            places = {place for start, end in dropped for place in range(start, end)}
            left = tuple(e for place, e in enumerate(elements) if place not in places)
            if any(isinstance(e, str) and e not in _COMMON and e not in AUXILIARIES for e in left):
                yield pattern._replace(elements=left)


def _tails(elements: Sequence[Element | Which]) -> list[tuple[int, int]]:
    """Where a preposition and the thing behind it stand: "of a unit", "on exiting a hex"."""
    found: list[tuple[int, int]] = []
    position = 1
    while position < len(elements) - 1:
        if isinstance(elements[position], str) and elements[position] in _TAILS:
            end = position + 1
            while (
                end < min(len(elements) - 1, position + 3)
                and isinstance(elements[end], str)
                and elements[end] not in _TAILS
            ):
                end += 1
            if isinstance(elements[end], Slot):
                found.append((position, end + 1))
                position = end
        position += 1
    return found


_TAILS = frozenset({"of", "to", "for", "against", "on", "from", "in", "into", "across", "by", "vs"})


# -- how they are found -------------------------------------------------------------------------------------------


_COMMON = frozenset(
    (
        "a",
        "an",
        "the",
        "of",
        "to",
        "for",
        "is",
        "are",
        "it",
        "'s",
        "has",
        "have",
        "in",
        "on",
        "from",
        "at",
        "by",
        "with",
    )
)
_COSTLY = ("cost", "costs", "pay", "pays", "spend", "spends", "expend", "expends")


Telling = tuple[Collection[str], Sequence[str]]
"""The words that stand in every pattern of a wording, and those of which one does."""


def telling_words(
    vocabulary: Vocabulary, template: Template, wording: str
) -> tuple[frozenset[str], tuple[str, ...]]:
    """The words that stand in every pattern of a wording, and those of which one does.

    The first are without the verb, which changes, and without words that some pattern leaves out.
    """
    text = wording.removeprefix("not: ").partition("=>")[0]
    elements = vocabulary.elements(text, template)
    fixed = [e for e in elements if isinstance(e, str)]
    if template.kind == "figure" and ValueSlot() not in elements and "=>" not in wording:
        if "cost" in fixed:
            return frozenset(), _COSTLY
        own = frozenset(e for e in fixed if e not in _COMMON)
        return own or frozenset(e for e in fixed if e not in ("the", "of")), ()
    at = verb_position(elements, wording)
    verb = elements[at]
    assert isinstance(verb, str)
    skipped = 2 if template.kind != "figure" and _owned(elements[:at]) else 0
    rest = [*elements[1 : at - 2], *elements[at - 1 :]] if skipped else elements
    at -= skipped
    others = [e for place, e in enumerate(rest) if place != at and isinstance(e, str)]
    if template.kind == "figure" and others and others[0].endswith("ing") and elements[0] == others[0]:
        others = others[1:]
    if template.kind == "figure":
        others = [e for e in others if e not in ("a", "an", "of")]
    own = frozenset(e for e in others if e not in ("a", "an"))
    done = _done_to(verb, rest[at + 1 :]) if template.kind == "may" else None
    if done is not None:
        # "Placing wire in a hex is allowed" does without "placed", "wire is allowed in a hex" without either.
        first = str(rest[at + 1])
        return own - {first}, (first, done, *(word for word, _ in _ALLOWING))
    if own:
        return own, ()
    return frozenset(), tuple(dict.fromkeys(_forms(verb)))


def _words_left(
    vocabulary: Vocabulary, template: Template, wording: str
) -> tuple[frozenset[str], tuple[str, ...]]:
    """The same for the patterns of a wording that leave something unsaid; no words where there are none."""
    elements = vocabulary.elements(wording.removeprefix("not: ").partition("=>")[0], template)
    tails = _tails(elements)
    if not tails:
        return frozenset(), ()
    own, keys = telling_words(vocabulary, template, wording)
    said = {e for start, end in tails for e in elements[start:end] if isinstance(e, str)}
    return (frozenset(), keys) if keys else (own - said - {"a", "an"}, ())


def _verbs(vocabulary: Vocabulary, template: Template, wording: str, fold: bool) -> frozenset[str]:
    """The forms of the verb of a relation or an action, of which one stands in each of its patterns; none for a figure."""
    if template.kind == "figure":
        return frozenset()
    elements = vocabulary.elements(bare(wording).removeprefix("not: "), template)
    verb = elements[verb_position(elements, wording)]
    assert isinstance(verb, str)
    forms = [*_forms(verb), verb, base_form(verb), participle(verb), past(verb), gerund(verb)]
    if template.kind == "may" and verb in _LIGHT_VERBS:
        forms.extend(word for word, _ in _ALLOWING)
    return frozenset(form.lower() if fold else str(form) for form in forms)


def _forms(verb: str) -> Iterator[str]:
    """Every form in which a verb can stand in a pattern."""
    if verb in ("is", "are"):
        yield from ("is", "are")
        return
    if verb in ("may", "can"):
        yield from ("may", "can")
        return
    if verb == "must":
        yield from ("must", "need")
        return
    yield from (verb, base_form(verb), participle(verb), past(verb), gerund(verb))
    if verb == "has":
        yield "have"


class Node:
    """A step through the patterns of one wording: what may stand next, and the pattern that ends here."""

    __slots__ = ("end", "forks", "slots", "value", "which", "words")

    def __init__(self) -> None:
        # There are a great many, most of which have one way on: what is empty is shared.
        self.words: Mapping[str, Node] = _NO_WORDS
        self.slots: Sequence[tuple[int, Node]] = ()
        self.value: Node | None = None
        self.which: Sequence[tuple[Which, Node]] = ()
        self.end: Pattern | None = None
        self.forks = False  # whether anything but a word may stand next

    @property
    def empty(self) -> bool:
        """Whether nothing stands next and nothing ends here."""
        return not self.words and not self.forks and self.end is None

    def become(self, other: Node) -> None:
        """Share what may stand next, and what ends here, with another node, to neither of which anything is to be added."""
        self.words, self.slots, self.value, self.which = other.words, other.slots, other.value, other.which
        self.end, self.forks = other.end, other.forks

    def step(self, element: Element | Which, fold: bool) -> Node:
        """The node after an element, made where there is none."""
        if isinstance(element, str):
            word = "a" if element == "an" else element
            word = word.lower() if fold else str(word)
            known = self.words.get(word)
            if known is None:
                known = Node()
                self.words = {**self.words, word: known}
            return known
        self.forks = True
        if isinstance(element, Slot):
            for index, node in self.slots:
                if index == element.index:
                    return node
            self.slots = (*self.slots, (element.index, Node()))
            return self.slots[-1][1]
        if isinstance(element, Which):
            for which, node in self.which:
                if which == element:
                    return node
            self.which = (*self.which, (element, Node()))
            return self.which[-1][1]
        if self.value is None:
            self.value = Node()
        return self.value


_NO_WORDS: Mapping[str, Node] = {}


class Form:
    """A wording and its patterns, put together when first a sentence could be one of them."""

    __slots__ = (
        "_fold",
        "_free",
        "_roots",
        "_short",
        "_verbs",
        "_vocabulary",
        "need",
        "order",
        "template",
        "wording",
    )

    def __init__(
        self,
        vocabulary: Vocabulary,
        template: Template,
        wording: str,
        need: frozenset[str],
        order: int,
        fold: bool,
        free: bool,
        short: bool = False,
    ) -> None:
        self._short = short
        self.template = template
        self.wording = wording
        self.need = need
        self._verbs: frozenset[str] | None = None if need else frozenset()
        self.order = order
        self._vocabulary = vocabulary
        self._fold = fold
        self._free = free
        self._roots: dict[Mode | None, dict[Mode, Node]] | None = None

    def has_verb(self, tokens: Set[str]) -> bool:
        """Whether a form of the verb stands among the words of a sentence, where each pattern has one."""
        if self._verbs is None:
            self._verbs = _verbs(self._vocabulary, self.template, self.wording, self._fold)
        return not self._verbs or not self._verbs.isdisjoint(tokens)

    def root(self, mode: Mode) -> Node | None:
        """Where the patterns of a mode begin; None where there is none."""
        roots = self._roots
        if roots is None:
            roots = self._roots = {}
            _keep(self._vocabulary, self)
        # Those of a figure come together.
        only = None if self.template.kind == "figure" else mode
        made = roots.get(only)
        if made is None:
            made = roots[only] = self._made(only)
        return made.get(mode)

    def _made(self, only: Mode | None) -> dict[Mode, Node]:
        roots: dict[Mode, Node] = {}
        if self._short or self.template.kind == "figure":
            of = patterns_of(self._vocabulary, self.template, self.wording, free=self._free, mode=only)
            self._put(roots, (each for one in of for each in (shortened(one) if self._short else (one,))))
        else:
            self._sentences(roots, only)
        return roots

    def _put(self, roots: dict[Mode, Node], patterns: Iterable[Pattern]) -> None:
        for pattern in patterns:
            node = roots.setdefault(pattern.mode, Node())
            for element in pattern.elements:
                node = node.step(element, self._fold)
            if node.end is None:
                node.end = pattern

    def _sentences(self, roots: dict[Mode, Node], only: Mode | None) -> None:
        """The patterns of a relation or an action. Most of them end alike: what stands behind the verb is put together once for
        all of them that mean the same."""
        template, fold = self.template, self._fold
        sentence = _Sentence.of(self._vocabulary, template, self.wording)
        ends: dict[Node, _Order] = {}
        further: list[Pattern] = []
        for order in _orders(template.kind, template.unary, sentence.verb, self._free, only):
            if not isinstance(order, _Order):
                further.extend(sentence.further(order))
            elif not self.wording.startswith(TOLD if order.mode == "asked" else ASKED):
                node = roots.setdefault(order.mode, Node())
                for element in (*order.first, *sentence.before, *order.middle):
                    node = node.step(element, fold)
                ends.setdefault(node, order)
        if self._free:
            further.extend(sentence.owning(only))
        self._put(roots, (each for each in further if _is_said(self.wording, each, self._free, only)))
        # Another pattern may go on from where one's verb ends ("is", "is not"), and has what is behind it for itself.
        through = [node for node in ends if not node.empty]
        while through:
            for node in through:
                order = ends.pop(node)
                for element in sentence.after:
                    node = node.step(element, fold)
                node.end = node.end or sentence.pattern(order)
            through = [node for node in ends if not node.empty]
        behind: dict[tuple[Mode, bool, bool], Node] = {}
        for node, order in ends.items():
            key = order.mode, order.agrees, order.loose
            same = behind.get(key)
            if same is None:
                same = last = behind[key] = Node()
                for element in sentence.after:
                    last = last.step(element, fold)
                last.end = sentence.pattern(order)
            node.become(same)

    def let_go(self) -> None:
        """Forget the patterns, which are put together again when they are next asked for."""
        self._roots = None


MOST_FORMS = 3000
"""Of how many wordings the patterns are kept: those of all wordings of a large vocabulary take more than a gigabyte."""


def _keep(vocabulary: Vocabulary, form: Form) -> None:
    """Count a wording among those whose patterns are kept; the one that was put together longest ago is let go for it."""
    kept = vocabulary.derived.get("forms kept")
    if not isinstance(kept, deque):
        kept = vocabulary.derived["forms kept"] = deque()
    kept.append(form)
    while len(kept) > MOST_FORMS:
        kept.popleft().let_go()


def telling_of(vocabulary: Vocabulary) -> Sequence[Telling]:
    """The telling words of every wording of a vocabulary, in the order of `wordings`, found once."""
    known: Sequence[Telling] | None = vocabulary.derived.get("telling words")  # type: ignore[assignment]
    if known is None:
        known = [telling_words(vocabulary, template, bare(text)) for template, text in wordings(vocabulary)]
        vocabulary.derived["telling words"] = known
    return known


def found_by(vocabulary: Vocabulary, fold: bool) -> Mapping[str, Sequence[int]]:
    """By which words the wordings are looked for, with `fold` in small letters: each as its place in the order of `wordings`;
    by all words of which one stands in every pattern, else by the one that tells it best. Found once."""
    known: Mapping[str, Sequence[int]] | None = vocabulary.derived.get(("found by", fold))  # type: ignore[assignment]
    if known is None:
        told = [_in_case(telling, fold) for telling in telling_of(vocabulary)]
        known = _by_word(dict(enumerate(told)))
        vocabulary.derived["found by", fold] = known
    return known


def keep_telling(
    vocabulary: Vocabulary, known: Sequence[Telling], by_word: Sequence[Mapping[str, Sequence[int]]]
) -> None:
    """Take the telling words of a vocabulary, and by which of them wordings are looked for, as written and in small letters,
    as they were found before, instead of finding them again."""
    vocabulary.derived["telling words"] = known
    for fold, found in zip((False, True), by_word, strict=True):
        vocabulary.derived["found by", fold] = found


def _in_case(telling: Telling, fold: bool) -> Telling:
    need, keys = telling
    return (set(map(str.lower, need)), tuple(map(str.lower, keys))) if fold else telling


def _by_word(told: Mapping[int, Telling]) -> dict[str, list[int]]:
    counts = Counter(word for need, _ in told.values() for word in need)
    found: dict[str, list[int]] = {}
    for order, (need, keys) in told.items():
        for word in keys or (min(need, key=lambda word: (counts[word], -len(word), word)),):
            found.setdefault(word, []).append(order)
    return found


class Forms:
    """The wordings of a vocabulary by the words that tell them, with `fold` without regard to case, with `free` with the
    loose patterns, with `short` in the patterns that leave something unsaid.

    What is looked for among them are those that share all their telling words with a sentence, so that reading does not
    get slower with templates that a sentence cannot be.
    """

    def __init__(self, vocabulary: Vocabulary, fold: bool, free: bool, short: bool = False) -> None:
        self._vocabulary = vocabulary
        self._how = fold, free, short
        self._wordings = tuple(wordings(vocabulary))
        self._told: Mapping[int, Telling] | Sequence[Telling]
        self._orders: Mapping[str, Sequence[int]]
        if short:
            left = (_words_left(vocabulary, template, bare(text)) for template, text in self._wordings)
            told = {order: _in_case(each, fold) for order, each in enumerate(left) if any(each)}
            self._told, self._orders = told, _by_word(told)
        else:
            self._told, self._orders = telling_of(vocabulary), found_by(vocabulary, fold)
        self._by_word: dict[str, list[Form]] = {}
        self._forms: dict[int, Form] = {}

    def among(self, tokens: Set[str]) -> list[Form]:
        """The wordings of which all telling words stand among these, in the order of declaration."""
        orders, by_word = self._orders, self._by_word
        found = [
            form
            for word in tokens
            if word in orders
            for form in by_word.get(word) or self._of_word(word)
            if form.need <= tokens and form.has_verb(tokens)
        ]
        if len(found) > 1:
            found = sorted(dict.fromkeys(found), key=_order)
        return found

    def _of_word(self, word: str) -> list[Form]:
        """The wordings that are looked for by a word, made ready when first somebody says it."""
        found = self._by_word[word] = [
            self._forms.get(order) or self._form(order) for order in self._orders[word]
        ]
        return found

    def _form(self, order: int) -> Form:
        fold, free, short = self._how
        need, _ = _in_case(self._told[order], fold)
        template, wording = self._wordings[order]
        form = Form(self._vocabulary, template, wording, frozenset(need), order, fold, free, short)
        return self._forms.setdefault(order, form)


def _order(form: Form) -> int:
    return form.order


def forms_of(vocabulary: Vocabulary, fold: bool, free: bool, short: bool = False) -> Forms:
    """The wordings of a vocabulary by their words, put in order once."""
    known = vocabulary.derived.get(("forms", fold, free, short))
    if not isinstance(known, Forms):
        known = Forms(vocabulary, fold, free, short)
        vocabulary.derived["forms", fold, free, short] = known
    return known
