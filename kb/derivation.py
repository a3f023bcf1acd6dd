"""The derivation: a proof told in sentences, as the steps of the answer's contract."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from kb.reason.decide import Assumption, implies
from kb.reason.engine import SOMETHING
from kb.reason.possible import NOTHING, Possible
from kb.reason.program import Apart, Entry, rule_number
from kb.reason.proof import NO, UNKNOWN, YES, Looked, Step
from kb.rulebook import axiom_sentence
from kb.rulelang import tree
from kb.rulelang.render import Form, Renderer, amount, article
from kb.rulelang.telling import is_telling
from kb.rulelang.words import with_article

if TYPE_CHECKING:
    from kb.quotes import Quotes
    from kb.rulebook import Rulebook

VERDICTS = {YES: "yes", NO: "no", UNKNOWN: "unknown"}
_OPS = {
    "is": "is",
    "is not": "is not",
    "at least": "is at least",
    "at most": "is at most",
    "more than": "is more than",
    "less than": "is less than",
}
_PLAIN = frozenset({"given", "silence", "rule", "verdict", "kind", "failed", "figure", "given figure"})
_TOLD_AGAINST = frozenset({"told against", "bounded"})
_TOLD_FIGURES = _TOLD_AGAINST | {"given figure"}
_GIVEN = frozenset({"given", "read back", "kind"}) | _TOLD_FIGURES
_TOLD_OF_DATA = frozenset({"widening", "not encoded"})
_SILENT = frozenset({"silence", "absent"})
_FRAMED = frozenset({"given", "silence", "rule", "verdict", "kind", "failed"})
_SUPPOSED = frozenset({"assumed", "ruled out"})
_WHYS = {"failed": "a condition fails", "beaten": "an exception stands against it"}
# The kinds of step of which nothing more is to be told than of any.
_SIMPLE = frozenset({"rule", "failed", "verdict", "compare", "figure", "line", "beaten"})
_NEGATED_OPS = {
    "is": "is not",
    "is not": "is",
    "at least": "is less than",
    "at most": "is more than",
    "more than": "is at most",
    "less than": "is at least",
}


class _Card:
    """What a derivation says of a rule, an exception or an axiom whatever it is said of; made once for a rulebook.

    `told` is what a step has of it, `refused` what is said of it where it was looked at and does not stand.
    """

    __slots__ = (
        "_looked", "_steps", "hangs", "label", "outside", "reading", "refused", "rule", "says", "statements", "told",
    )  # fmt: skip

    def __init__(
        self, rulebook: Rulebook, by: object, name: str, statements: tuple[str, ...], says: str
    ) -> None:
        self.statements = statements
        self.rule = rule_number(statements[0]) if statements else ""
        self.label = _label(rulebook, name, statements)
        self.says = says
        self.told = {"rule": self.rule, "statement": self.label} if statements else {}
        if says:
            self.told["says"] = says
        self.refused: dict[str, Any] = {
            "rule": self.rule,
            "statement": self.label or "the ontology",
            "says": says,
            "why": _WHYS["failed"],
        }
        self._looked: dict[str, dict[str, Any]] = {}
        self._steps: dict[tuple[str, int], dict[str, Any]] = {}
        self.reading: str | None = None
        self.outside: str | None = None
        if isinstance(by, Entry):
            self.reading, self.outside = by.rule.reading, by.rule.outside
        elif isinstance(by, tree.Withdrawal):
            self.reading = by.reading
        self.hangs = self.reading is not None or self.outside is not None

    def step(self, kind: str, verdict: int) -> dict[str, Any]:
        """The record of a step by it, whose sentence and premises are still to be put in."""
        found = self._steps.get((kind, verdict))
        if found is None:
            found = {"kind": kind, "sentence": "", "verdict": VERDICTS[verdict], **self.told}
            self._steps[kind, verdict] = found
        return found.copy()

    def looked(self, look: Looked) -> dict[str, Any]:
        """What is said of it where it was looked at as an exception, whatever came of that."""
        found = self._looked.get(look.effect)
        if found is None:
            found = self._looked[look.effect] = {
                "rule": self.rule,
                "statement": self.label,
                "effect": look.effect or effect_of(look.by),
                "says": self.says,
                "applies": "",
            }
        return found.copy()


class _Frame(NamedTuple):
    """How a step of one kind and verdict about one template, by one rule or by none, is told of whatever things; made once for
    a rulebook. `record` is what is told of it, its sentence and what it rests on still to be put in."""

    record: dict[str, Any]
    form: Form
    card: _Card | None


_Frames = dict[tuple[str, int, str, int], _Frame | None]
"""Frames by kind, verdict, template and rule, the rule by its identity."""


class Teller:
    """Tells the proofs of one answer: premises before what rests on them, and no step twice.

    `silent` has the steps told that nobody's saying so settles: what is assumed there, None where nothing is.
    """

    def __init__(self, rulebook: Rulebook, renderer: Renderer, quotes: Quotes | None) -> None:
        self.rulebook = rulebook
        self.renderer = renderer
        self.quotes = quotes
        self.steps: dict[str, dict[str, Any]] = {}
        self.outside: dict[str, None] = {}
        self.errata: dict[str, None] = {}
        self.silent: dict[Step, str | None] = {}
        self._templates = rulebook.vocabulary.templates
        self._figures = rulebook.vocabulary.figures
        self._cards: dict[Any, _Card] = rulebook.cards
        self._frames: _Frames = rulebook.frames
        self._shown: dict[_Card, None] = {}
        self._noted: Sequence[str] = ()
        self._ids: dict[Step, str] = {}
        self._alike: dict[str, list[str]] = {}  # the steps that say the same

    @property
    def statements(self) -> Iterable[str]:
        """The statements behind the rules that were told of, in their order; noted where there are quotes."""
        here = (statement for card in self._shown for statement in card.statements)
        return dict.fromkeys((*self._noted, *here))

    def take(self, told: Mapping[str, Any]) -> None:
        """Take over what was told by the form of a proof."""
        self.steps = told["steps"]
        self.outside, self.errata = dict.fromkeys(told["outside"]), dict.fromkeys(told["errata"])
        self._noted = told["statements"]

    def tell(self, step: Step) -> str:
        """The id of a step, which from now on stands in `steps` with everything that it rests on."""
        return self._ids.get(step) or self._tell(step)

    def _tell(self, step: Step) -> str:
        key, entry, considered = step.key, step.entry, step.considered
        if key is None:
            return self._tell_any(step)
        template, args, purpose = key
        kind = step.kind
        name = kind, step.verdict, template, id(entry)
        try:
            frame = self._frames[name]
        except KeyError:
            frame = self._frames[name] = self._frame(step, template)
        if frame is None or purpose or SOMETHING in args:
            return self._tell_any(step)
        sentence = self.renderer.filled(frame.form, args)
        record = frame.record.copy()
        record["sentence"] = sentence
        card = frame.card
        if card is not None and self.quotes is not None:
            self._quote(card, record)
        if kind in _GIVEN:
            given = _given(step)
            if given is not None:
                record["given"] = given
            record["because"] = []
        else:
            because = step.because
            if kind == "silence":
                because = self._premises(step) if considered else ()
            record["because"] = self._all(because) if because else []
        if step.exceptions:
            record["exceptions"] = [self._looked(look) for look in step.exceptions]
        if considered:
            self._consider(considered, record)
        if card is not None and card.hangs:
            self._hanging(step, card, record)
        if kind == "silence":
            self._assume(step, sentence, record)
        return self._put(step, sentence, record)

    def _frame(self, step: Step, template: str) -> _Frame | None:
        """How such a step is told of whatever things; None where more than their names makes a difference."""
        kind, entry, verdict = step.kind, step.entry, step.verdict
        if template in self._figures or verdict == UNKNOWN or kind not in _FRAMED:
            return None
        card: _Card | None = None
        if entry is not None:
            if entry.__class__ is not Entry or kind not in _SIMPLE:
                return None
            card = self._card(entry)
        if kind == "failed":
            words, slots = self.renderer.form(template, _would_be(entry))
            form = Form(f"it does not follow that {words}", slots)
        else:
            form = self.renderer.form(template, verdict != NO)
        record = {"kind": kind, "sentence": "", "verdict": VERDICTS[verdict]}
        return _Frame(card.step(kind, verdict) if card is not None else record, form, card)

    def _tell_any(self, step: Step) -> str:
        """The id of a step of whichever kind."""
        kind, because, entry = step.kind, step.because, step.entry
        if kind == "line" and len(because) == 1:
            return self._ids.get(because[0]) or self._tell(because[0])  # that is the rule that makes it
        sentence = self.sentence(step)
        card = self._card_of(step) if entry is not None or kind in _TOLD_OF_DATA else None
        if card is not None:
            record = card.step(kind, step.verdict)
            record["sentence"] = sentence
            if self.quotes is not None:
                self._quote(card, record)
        else:
            record = {"kind": kind, "sentence": sentence, "verdict": VERDICTS[step.verdict]}
        if kind not in _SIMPLE:
            if kind in _GIVEN and (given := _given(step)) is not None:
                record["given"] = given
            if kind not in _GIVEN or kind in _TOLD_AGAINST:
                because = self._premises(step)
        record["because"] = self._all(because) if because else []
        if step.exceptions:
            record["exceptions"] = [self._looked(look) for look in step.exceptions]
        if step.considered:
            self._consider(step.considered, record)
        if card is not None and card.hangs:
            self._hanging(step, card, record)
        if kind in _SILENT:
            self._assume(step, sentence, record)
        elif kind in _SUPPOSED and step.data:
            record["assumes"] = self.assumptions(step.data)
        return self._put(step, sentence, record)

    def _quote(self, card: _Card, record: dict[str, Any]) -> None:
        """Take note that a rule is told of, and quote it."""
        self._shown[card] = None
        if self.quotes is not None:
            quote = self.quotes.joined(self.rulebook.id, card.statements)
            if quote:
                record["quote"] = quote

    def _assume(self, step: Step, sentence: str, record: dict[str, Any]) -> None:
        """Take note of what is assumed where nobody told it."""
        rests = assumed(step)
        if rests:
            record["assumes"] = [sentence]
        self.silent[step] = sentence if rests else None

    def _hanging(self, step: Step, card: _Card, record: dict[str, Any]) -> None:
        """Add on what a rule hangs: a reading of its statement, a rule that is not here."""
        if card.reading is not None:
            record["reading"] = self._read(card.reading)
        if card.outside is not None and step.kind in ("rule", "unknown", "line"):
            record["assumes"] = [f"{card.outside}, cited, not ingested"]
            self.outside[card.outside] = None

    def _put(self, step: Step, sentence: str, record: dict[str, Any]) -> str:
        """The id of a step of which this is told: that of one that says the very same, where there is one."""
        steps = self.steps
        name = f"s{len(steps) + 1}"
        alike = self._alike.get(sentence)
        if alike is None:
            self._alike[sentence] = [name]
        else:
            for known in alike:
                if steps[known] == record:
                    self._ids[step] = known
                    return known
            alike.append(name)
        steps[name] = record
        self._ids[step] = name
        return name

    def _all(self, steps: Sequence[Step]) -> list[str]:
        """The ids of some steps, each told where it was not before."""
        ids, tell = self._ids.get, self._tell
        if len(steps) == 1:
            return [ids(steps[0]) or tell(steps[0])]
        return [ids(step) or tell(step) for step in steps]

    def _read(self, reading: str) -> str:
        """The reading by which a rule stands, by its name."""
        found = next(each for group in self.rulebook.readings for each in group if each.id == reading)
        if found.erratum:
            self.errata[found.statements[0]] = None
        return found.name

    def _premises(self, step: Step) -> Sequence[Step]:
        if step.kind == "silence":
            if not step.considered:
                return ()
            # Where a fact was overruled, by the rule that took its place.
            overruled = (
                other for other in step.considered if other.kind == "beaten" and other.data == "given"
            )
            return [premise for other in overruled for premise in other.because]
        if step.kind in ("cases", "odds"):
            return (*step.because, *step.considered)
        return () if step.kind == "absent" else step.because

    def _card_of(self, step: Step) -> _Card | None:
        """What is said of the rule behind a step; None where there is none."""
        entry = step.entry
        if step.kind in _TOLD_OF_DATA:
            found = self._card_of_data(step)
            if found is not None:
                return found
        if entry.__class__ is Entry:
            return self._cards.get(id(entry)) or self._card(entry)
        if isinstance(entry, Apart):
            if step.key is None:
                return None
            key = (id(entry), step.key[0])
            found = self._cards.get(key)
            if found is None:
                sentence = axiom_sentence(self.rulebook.vocabulary, step.key[0], entry)
                found = self._cards[key] = _Card(self.rulebook, entry, "", entry.statements, sentence)
            return found
        return self._card(entry) if isinstance(entry, Entry) else None

    def _card_of_data(self, step: Step) -> _Card | None:
        """What is said of a widening, or of what is not encoded."""
        if step.kind == "widening":
            item = next(w for e in self.rulebook.program.entries for w in e.widened if w.id == step.data)
            return _Card(self.rulebook, item, "", item.statements, item.text)
        if isinstance(step.data, tree.Record):
            record = step.data
            return _Card(self.rulebook, record, "", record.statements, f"not encoded: {record.text}")
        return None

    def _card(self, by: Entry | tree.Withdrawal) -> _Card:
        """What is said of a rule or a withdrawal."""
        found = self._cards.get(id(by))
        if found is None:
            if isinstance(by, Entry):
                found = _Card(self.rulebook, by, by.rule.id, by.rule.statements, by.rule.text)
            else:
                found = _Card(self.rulebook, by, by.id, by.statements, by.text)
            self._cards[id(by)] = found
        return found

    def _looked(self, look: Looked) -> dict[str, Any]:
        """An exception that was looked at."""
        by = look.by
        card = self._cards.get(id(by)) or self._card(by)
        if self.quotes is not None:
            self._shown[card] = None
        record = card.looked(look)
        record["applies"] = VERDICTS[look.applies]
        if card.reading is not None:
            record["reading"] = self._read(card.reading)
        record["because"] = self._all(look.because) if look.because else []
        if look.exceptions:
            record["exceptions"] = [self._looked(inner) for inner in look.exceptions]
        return record

    def _consider(self, steps: Sequence[Step], record: dict[str, Any]) -> None:
        """Add the rules that do not stand; what only an axiom refuses is none."""
        considered = [self._considered(step) for step in steps if step.entry is not None]
        if considered:
            record["considered"] = considered

    def _considered(self, step: Step) -> dict[str, Any]:
        """A rule that does not stand, and why."""
        entry = step.entry
        card = (self._cards.get(id(entry)) if entry.__class__ is Entry else None) or self._card_of(step)
        if card is None:
            record: dict[str, Any] = {"rule": "", "statement": "the ontology", "says": "", "why": _why(step)}
        else:
            if self.quotes is not None:
                self._shown[card] = None
            record = card.refused.copy()
            if step.kind != "failed" or step.data is not None:
                record["why"] = _why(step)
        record["because"] = self._all(step.because) if step.because else []
        if step.exceptions:
            record["exceptions"] = [self._looked(look) for look in step.exceptions]
        return record

    def near_miss(self, step: Step) -> dict[str, Any] | None:
        """A line of a sum that does not count: what it would have said, and why not; None for any other step."""
        entry = step.entry
        if not isinstance(entry, Entry) or step.key is None or step.kind not in ("failed", "beaten"):
            return None
        conclusion = entry.rule.conclusion
        if not isinstance(conclusion, tree.SetFigure) or conclusion.mode == "base":
            return None
        template, args, _ = step.key
        figure = self.renderer.figure(template, args)
        why = ""
        if step.kind == "failed" and step.because:
            why = self.sentence(step.because[0])
        for look in step.exceptions:
            if look.applies == YES and step.kind == "beaten" and not why:
                because = self.sentence(look.because[0]) if look.because else ""
                why = f"{because} ({self._exception(look.by)})".strip()
        card = self._card(entry)
        row = {
            "sentence": self._line(step, conclusion, figure, template),
            "rule": card.rule,
            "statement": card.label,
        }
        if why:
            row["why"] = why
        return row

    def _exception(self, by: object) -> str:
        if isinstance(by, Entry | tree.Withdrawal):
            return self._card(by).label
        return " + ".join(getattr(by, "statements", ()))

    # -- sentences --------------------------------------------------------------------------------------------

    def sentence(self, step: Step) -> str:
        """What a step says, without the final stop."""
        renderer = self.renderer
        kind, key = step.kind, step.key
        if kind in _PLAIN and key is not None:  # nine in ten
            template, args, purpose = key
            if template in self._figures:
                told = self._figure(step, template, _shown(args))
                return f"{told} for {purpose}" if purpose else told
            if SOMETHING not in args:
                if kind == "failed":
                    return f"it does not follow that {renderer.atom(key, _would_be(step.entry))}"
                verdict = step.verdict
                if verdict != UNKNOWN:
                    return renderer.atom(key, verdict != NO)
        if step.kind == "compare":
            return self._comparison(step)
        if step.kind == "widening":
            item = next(w for e in self.rulebook.program.entries for w in e.widened if w.id == step.data)
            templates = self.rulebook.vocabulary.templates
            if item.figure is not None:
                read = "is read otherwise" if step.verdict == YES else "is read as it is"
                return f"{templates[item.figure].wordings[0]} {read} here"
            verb = "counts" if step.verdict == YES else "does not count"
            return f"{article(templates[item.kind])} {verb} as {article(templates[item.noun])} here"
        if step.kind == "together" and step.verdict != UNKNOWN:
            return " and ".join(dict.fromkeys(map(self.sentence, step.because)))
        if step.kind == "odds":
            return "chance leaves these outcomes"
        if step.kind == "outcome":
            cases = len(step.because)
            return f"this comes with a chance of {step.data}{f', in {cases} cases' if cases > 1 else ''}"
        if step.kind == "assumed" and step.because[0].kind == "odds":
            return f"if {' and '.join(self.assumptions(step.data))}: {self.sentence(step.because[0])}"
        if step.kind == "among":
            return self._picked(step)
        if step.kind == "extreme":
            return self._extreme(step)
        if step.kind == "absent":
            return "there is no such thing among those that are told"
        if step.key is None:
            return "it is so under this condition"
        template, args, purpose = step.key
        shown = _shown(args)
        entry = self._templates[template]
        if step.kind == "asked figure":
            return self._figure(step.because[0], template, shown)
        if entry.kind == "figure":
            told = self._figure(step, template, shown)
            return f"{told} for {purpose}" if purpose else told
        if step.kind in ("failed", "beaten"):
            # What a rule that does not stand would have said.
            would = _would_be(step.entry)
            return f"it does not follow that {renderer.sentence(template, shown, would, purpose)}"
        if step.kind == "loop":
            return f"that {renderer.sentence(template, shown, True, purpose)} does not follow from itself"
        if step.kind == "cases":
            facts = dict.fromkeys(
                self.regardless(fact.template, fact.args) for case in step.because for fact in case.data or ()
            )
            told = renderer.sentence(template, shown, step.verdict != NO, purpose)
            return f"{told}, {' and '.join(facts) or 'as it must be by what is told'}"
        if step.kind == "ruled out":
            supposed = " and ".join(self.assumptions(step.data))
            return f"it cannot be that {supposed}, by the rules and what was told"
        if step.kind == "assumed":
            if not step.data:
                return self.sentence(step.because[0])
            supposed = " and ".join(self.assumptions(step.data))
            return f"if {supposed}: {renderer.sentence(template, shown, step.verdict != NO, purpose)}"
        if step.verdict == UNKNOWN and step.kind != "conflict":
            return f"it is not known whether {renderer.sentence(template, shown, True, purpose)}"
        if step.kind == "conflict":
            return f"the rules disagree whether {renderer.sentence(template, shown, True, purpose)}"
        if step.verdict == NO and SOMETHING in args:
            # Of nothing that was told it is so, whatever there is beside: "something is not in hex 1" would say less.
            place = args.index(SOMETHING)
            slot = entry.slots[place] if entry.slots else "thing"
            none = "nothing told" if slot == "thing" else f"no {slot} told"
            return renderer.sentence(template, (*shown[:place], none, *shown[place + 1 :]), True, purpose)
        return renderer.sentence(template, shown, step.verdict != NO, purpose)

    def regardless(self, template: str, args: Sequence[str]) -> str:
        """That a fact makes no difference: "whatever the slope of the Beach is", "whether or not hex 5 is frozen"."""
        if self.rulebook.vocabulary.templates[template].kind == "figure":
            return f"whatever {self.renderer.figure(template, args)} is"
        return f"whether or not {self.renderer.sentence(template, args)}"

    def assumptions(self, facts: Sequence[Assumption]) -> list[str]:
        """Facts supposed together as sentences, without the bounds that a narrower one of the same figure includes."""
        return [
            self.assumption(fact)
            for fact in facts
            if not any(other.op == fact.op and other != fact and implies(other, fact) for other in facts)
        ]

    def any_of(self, cases: Iterable[Sequence[Assumption]]) -> str:
        """Cases in one clause: those that differ in one value of one figure by its values, "the tide is low or mid", each other
        by its own sentences."""
        found: dict[object, list[str]] = {}
        for facts in cases:
            figures = [fact for fact in facts if fact.kind == "figure" and fact.op == "is"]
            if len(figures) != 1:
                found[tuple(facts)] = [" and ".join(self.assumptions(facts))]
                continue
            [figure] = figures
            others = tuple(fact for fact in facts if fact is not figure)
            value = self.renderer.value(figure.template, figure.value)
            alike = found.setdefault((others, figure.about), [])
            if alike:
                alike.append(value)
            else:
                alike.append(" and ".join(self.assumptions((*others, figure))))
        return ", or if ".join(
            f"{', '.join(alike[:-1])} or {alike[-1]}" if len(alike) > 1 else alike[0]
            for alike in found.values()
        )

    def assumption(self, fact: Assumption) -> str:
        """A supposed fact as a sentence that can be told."""
        if fact.kind != "figure":
            return self.renderer.sentence(fact.template, fact.args, fact.positive)
        figure = self.renderer.figure(fact.template, fact.args)
        return f"{figure} {_OPS[fact.op]} {self.renderer.value(fact.template, fact.value)}"

    def _figure(self, step: Step, template: str, args: Sequence[str]) -> str:
        figure = self.renderer.figure(template, args)
        if step.kind == "rounded":
            return f"rounded {step.data[0]}, {figure} {self.possible(template, step.data[1])}"
        if step.kind == "assumed":
            if not step.data:
                return self._figure(step.because[0], template, args)
            supposed = " and ".join(self.assumptions(step.data))
            inner = self._figure(step.because[0], template, args)
            return f"if {supposed}: {inner}"
        if step.kind in ("rule", "failed", "beaten", "unknown", "line") and isinstance(step.entry, Entry):
            conclusion = step.entry.rule.conclusion
            if isinstance(conclusion, tree.SetFigure) and conclusion.mode != "base":
                return self._line(step, conclusion, figure, template)
            if isinstance(conclusion, tree.SetFigure) and isinstance(
                conclusion.amount, tree.Number | tree.Symbol
            ):
                value = (
                    conclusion.amount.name
                    if isinstance(conclusion.amount, tree.Symbol)
                    else self.renderer.value(template, conclusion.amount.value)
                )
                return f"{figure} is {value}"
        if step.data == NOTHING and any(each.kind in ("among", "extreme") for each in step.because):
            return f"{figure} has no value"
        if isinstance(step.data, Possible):
            against = ", told against what rules say" if step.kind == "told against" else ""
            return f"{figure} {self.possible(template, step.data)}{against}"
        return figure

    def _picked(self, step: Step) -> str:
        """Which things a condition picks out."""
        picked = step.data
        kind = picked.among.kind
        sure = [self.renderer.name(thing, kind) for thing in picked.sure]
        maybe = [self.renderer.name(thing, kind) for thing, truth in picked.things if truth == UNKNOWN]
        said = (
            f"of what is told, {listed(sure, 'and')} counts"
            if len(sure) == 1
            else f"of what is told, {listed(sure, 'and')} count"
        )
        if not sure:
            said = "nothing that is told counts"
        if maybe:
            said += f"; it is not known of {listed(maybe, 'and')}"
        return said if picked.others == NO else f"{said}; there may be others"

    def _extreme(self, step: Step) -> str:
        """The least or greatest of some figures: "the least depth of a hex is 3 feet there"."""
        amount_of, env, possible = step.data
        template = amount_of.of.atom.template
        named = self._extreme_of(amount_of, env)
        if possible == NOTHING:
            return f"there is no {named.removeprefix('the ')}"
        return f"{named} {self.possible(template, possible)}"

    def _extreme_of(self, of: tree.Extreme, env: Sequence[str | None]) -> str:
        """An extreme in words, what it is of by its noun: "the least depth of a hex"."""
        args = tuple(
            with_article(of.among.kind)
            if arg == tree.Var(of.among.variable)
            else (env[arg.index] or "something")
            if isinstance(arg, tree.Var)
            else arg.name
            for arg in of.of.atom.args
        )
        figure = self.renderer.figure(of.of.atom.template, args)
        return f"the {'greatest' if of.most else 'least'} {figure.removeprefix('the ')}"

    def _line(self, step: Step, conclusion: tree.SetFigure, figure: str, template: str) -> str:
        """A line of a sum in words: "+1 MP to the entry cost of hex 5", "the entry cost of hex 5 times 2"."""
        amount_of = conclusion.amount
        if not isinstance(amount_of, tree.Number):
            worth = step.data[1] if step.kind == "line" else None
            if worth is None or worth.known is None:
                return f"{conclusion.mode} an amount: {figure}"
            amount_of = tree.Number(worth.known, None)
        if conclusion.mode == "multiply":
            return f"{figure}, times {amount_of.value}"
        value = self.renderer.value(template, amount_of.value)
        if conclusion.mode == "add":
            return f"{'+' if amount_of.value > 0 and not value.startswith('+') else ''}{value} to {figure}"
        return f"{figure}, limited to {conclusion.mode} {value}"

    def possible(self, template: str, possible: Possible) -> str:
        """What a figure's possible values say of it: "is 3 hexes", "is Slight or Steep", "is not known"."""
        value = self.renderer.value
        known = possible.known
        if known is not None:
            return f"is {value(template, known)}"
        if possible.options is not None:
            listed = [v.name for v in self.rulebook.vocabulary.templates[template].values]
            names = sorted(
                possible.options,
                key=lambda v: (
                    listed.index(str(v)) if str(v) in listed else 0,
                    v if not isinstance(v, str) else 0,
                    str(v),
                ),
            )
            texts = [value(template, name) for name in names]
            numbers = [name for name in names if isinstance(name, Fraction)]
            if len(numbers) == len(names) > 3 and numbers[-1] - numbers[0] == len(names) - 1:
                return f"is at least {texts[0]} and at most {texts[-1]}"
            return (
                f"is {', '.join(texts[:-1])} or {texts[-1]}" if texts else "is contradicted by what is told"
            )
        low, high = possible.low, possible.high
        if low is not None and high is not None:
            return f"is at least {value(template, low)} and at most {value(template, high)}"
        if low is not None and low != 0:
            return f"is at least {value(template, low)}"
        if high is not None:
            return f"is at most {value(template, high)}"
        return "is not known"

    def _comparison(self, step: Step) -> str:
        condition, left, right, env = step.data
        op = (_OPS if step.verdict != NO else _NEGATED_OPS)[condition.op]
        text = f"{self._amount(condition.left, left, env)} {op} {self._amount(condition.right, right, env)}"
        return text if step.verdict != UNKNOWN else f"it is not known whether {text}"

    def _amount(self, part: tree.Amount, value: Possible, env: Sequence[str | None]) -> str:
        if isinstance(part, tree.Figure):
            template = part.atom.template
            args = [
                (env[arg.index] or "something") if isinstance(arg, tree.Var) else arg.name
                for arg in part.atom.args
            ]
            name = self.renderer.figure(template, tuple(args))
            known = value.known
            if known is not None:
                return f"{name} ({self.renderer.value(template, known)})"
            return f"{name} ({self.possible(template, value).removeprefix('is ')})"
        if isinstance(part, tree.Extreme):
            told = self.possible(part.of.atom.template, value).removeprefix("is ")
            return f"{self._extreme_of(part, env)} ({told})"
        if isinstance(part, tree.Symbol):
            return part.name
        if isinstance(part, tree.Thing):
            return self.renderer.name(str(value.known), "thing")
        if isinstance(part, tree.Number):
            return amount(part.value, part.unit)
        return str(value.known if value.known is not None else "an amount that is not known")


def _label(rulebook: Rulebook, name: str, statements: Sequence[str]) -> str:
    """The statements behind a rule, with its #part where its entry has several: "G13.4-s3 #2"."""
    base, _, part = name.partition(" #")
    label = " + ".join(statements)
    if part and rulebook.program.parts.get(base, 0) > 1:
        return f"{label} #{part}"
    _, row, number = part.partition(" row ")
    return f"{label} row {number}" if row else label


def _given(step: Step) -> Any:
    """The fact as it was told."""
    if step.kind == "kind":
        kind, source = step.data
        return source if source is not None else f"by the place where it was named ({kind})"
    if step.kind in _TOLD_FIGURES:
        return step.env[0] if step.env else None
    return step.data if isinstance(step.data, str) else None


def _why(step: Step) -> str:
    """Why a rule that was looked at does not count; where an order put it below, by which sentence, or by convention."""
    if isinstance(step.data, tree.Order):
        by = "by convention" if step.data.by == "convention" else f"by {step.data.by}"
        return f"a rule ranked above it {by} stands against it"
    return _WHYS.get(step.kind, step.kind)


def _would_be(entry: object) -> bool:
    """The side on which a rule that does not stand would have been."""
    conclusion = entry.rule.conclusion if isinstance(entry, Entry) else None
    return conclusion.positive if isinstance(conclusion, tree.Conclude) else True


def _shown(args: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(["something" if arg == SOMETHING else arg for arg in args]) if SOMETHING in args else args


def listed(names: Sequence[str], joined: str) -> str:
    """Names as a list in a sentence, "A, B and C" where they are joined by "and"; empty where there are none."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {joined} {names[-1]}" if names else ""


def assumed(step: Step) -> bool:
    """Whether a step only rests on nobody's having said otherwise: not so where a fact said it and a rule took its place."""
    if step.kind not in _SILENT or (step.key is not None and is_telling(step.key[0])):
        return False
    # What only says what is told rests on that, which is assumed by itself.
    rests_on_telling = bool(step.considered)
    for other in step.considered:
        if other.kind == "beaten" and other.data == "given":
            return False
        rests_on_telling = rests_on_telling and _not_told(other)
    return not rests_on_telling


def _not_told(step: Step) -> bool:
    """Whether a rule fails at nothing but that something is not told."""
    if step.kind != "failed" or not step.because:
        return False
    for each in step.because:  # noqa: SIM110 - of every proof, for each rule that could have said what is silent
        if each.key is None or not is_telling(each.key[0]):
            return False
    return True


def effect_of(entry: Entry) -> str:
    """What a rule "instead of" another does to it: deny where it concludes the opposite, replace where another value."""
    return "replace" if isinstance(entry.rule.conclusion, tree.SetFigure) else "deny"
