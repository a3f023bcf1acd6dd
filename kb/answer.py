"""Asking: a request in, the answer of the contract out.

`ask` is the one function that every face calls. A request is `{"rulebook", "facts", "map", "question"}`; every outcome,
"not understood" included, is an answer. Only a malformed request is an error.
"""

from __future__ import annotations

import operator
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ingest.diagnostics import Diagnostic, HexlawError, Place
from ingest.late_dataclasses import dataclass, replace
from kb.cache import rulebook_of
from kb.derivation import Teller, assumed, listed
from kb.proof_forms import ProofForms
from kb.readings import differing, readings_of, used_readings
from kb.reason.cites import cited_rules, rule_order, statements_of
from kb.reason.decide import (
    SETTLED,
    Ask,
    Assumption,
    Case,
    Decision,
    Only,
    Patience,
    Verdict,
    changes,
    decide,
    walk,
)
from kb.reason.doubt import doubt_figures
from kb.reason.engine import SOMETHING, Run, Timeout, compared_with
from kb.reason.odds import Odds, odds
from kb.reason.possible import Possible, Value, compare, only
from kb.reason.program import Program, rule_number
from kb.reason.proof import NO, UNKNOWN, YES, Step, worst
from kb.reason.situation import Situation
from kb.reason.thrown import with_throws
from kb.rulelang import tree
from kb.rulelang.asking import Asked, AskedFigure, AskedOdds, AskedSet, Question
from kb.rulelang.referents import ClassTerm, NothingNamed, NotUnderstood, OtherCapitals
from kb.rulelang.render import PLACES, Renderer
from kb.rulelang.scenario import ScenarioReader, in_sentences
from kb.rulelang.scenes import scenes_of
from kb.rulelang.sentence import is_name
from kb.rulelang.telling import said_for
from kb.rulelang.words import with_article
from ontology.books import book_folder
from ontology.errors import OntologyError

if TYPE_CHECKING:
    from kb.quotes import Quotes
    from kb.rulebook import Rulebook
    from kb.wordings import Wording

ENGINE = "hexlaw-1"
"""The version of the semantics: it changes when the same encodings and facts could give another answer."""

MOST_FACTS = 1_000
"""How many facts a request may hold unless told otherwise."""


def ask(
    request: Mapping[str, Any],
    *,
    quotes: Quotes | None = None,
    time_limit: float | None = None,
    most_facts: int = MOST_FACTS,
    likelihood: bool = False,
    reading: tuple[str, str] | None = None,
    whole: bool = False,
    to_write: bool = False,
    book_of: Callable[[str], Rulebook] = rulebook_of,
) -> dict[str, Any]:
    """Answer a request. `quotes` are the user's own editions; `time_limit` is in seconds; `book_of` finds a rulebook by its
    id, as `kb.cache.rulebook_of` does.

    With `likelihood` a question is answered by how likely each outcome is, as if its odds were asked for; with `reading`,
    a statement and the name of one of its readings, as if that were the default one. A `whole` answer is not cut short so
    that it comes in time. A request may have `"flips": false` for an answer without what would flip it. In an answer that is
    `to_write` and no more, steps that are JSON already are left so, as an `orjson.Fragment`.

    Raises `HexlawError` for a malformed request (the diagnostic's evidence is the JSON pointer to what is wrong), for an
    unknown rulebook, and with code `ask-timeout` when the time is up.
    """
    rulebook, facts, question = _checked(request, most_facts)
    book = _rulebook(rulebook, book_of)
    if reading is not None:
        book = _read_as(book, *reading)
    book.engine.begin_request()
    deadline: Callable[[], bool] | None = None
    start = time.monotonic()
    if time_limit is not None:
        end = start + time_limit

        def deadline() -> bool:
            return time.monotonic() > end

    # Cases are split for less than half of the time: the answer is worth more than a longer list of them.
    enough = None if time_limit is None or whole else time.monotonic() + _CASES_SHARE * time_limit
    patience = Patience()
    try:
        session = _Session(
            book,
            quotes,
            deadline,
            lambda: patience() or (enough is not None and time.monotonic() > enough),
        )
        session.likelihood = likelihood
        session.flipping = request.get("flips") is not False
        session.to_write = to_write
        if time_limit is not None and not whole:
            late = start + _FLIPS_SHARE * time_limit
            session.late = lambda: time.monotonic() > late
        return session.answer(facts, question)
    except Timeout:
        raise HexlawError(
            Diagnostic(
                "ask-timeout",
                "error",
                f"the question was not answered within {time_limit} seconds",
                Place("request"),
                "ask with fewer open facts, or allow more time",
                "/question",
            )
        ) from None


class Put:
    """A question with its facts, read once and put to one version of a rulebook after another.

    The versions share a vocabulary; `templates` are those that the question is about, None where it or a fact cannot be
    read, or facts contradict each other: no rule has a part in such an answer.
    """

    def __init__(self, book: Rulebook, facts: Sequence[Any], question: str) -> None:
        self._read = _Session(book, None, None)
        self._read.read(facts, question)
        self.templates = None if self._read.asked is None else tuple(_templates(self._read.asked))

    def answer(self, book: Rulebook, deadline: Callable[[], bool] | None = None) -> dict[str, Any]:
        """The answer that a version gives, without what would flip it. Raises `Timeout` where the deadline has come."""
        assert self._read.asked is not None
        session = _Session(book, None, deadline)
        session.facts, session.text, session.asked = self._read.facts, self._read.text, self._read.asked
        session.situation = self._read.situation.copy()
        session.flipping = False
        return session._decided(session.asked)


def answer_of(
    book: Rulebook, facts: Sequence[Any], question: str, *, explain: bool = True, to_write: bool = False
) -> dict[str, Any]:
    """The answer of a rulebook that is at hand; without `explain`, what would flip it is left out; `to_write` as for `ask`."""
    session = _Session(book, None, None)
    session.flipping = explain
    session.to_write = to_write
    return session.answer(facts, question)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an answer comes to, without its derivation: the answer, and a figure's value and unit as JSON has them.

    `possible` is False where the facts contradict each other.
    """

    answer: str
    value: int | str | None = None
    unit: str | None = None
    possible: bool = True


def outcome_of(
    book: Rulebook, facts: Sequence[Any], question: str, deadline: Callable[[], bool] | None = None
) -> Outcome:
    """What the answer comes to, for whoever asks many questions and reads few derivations; those about named things are fast.

    Raises `Timeout` where the deadline has come.
    """
    session = _Session(book, None, deadline)
    unread = session.read(facts, question)
    asked = session.asked
    if unread is not None or asked is None:
        answer = str((unread or {}).get("answer", "not understood"))
        return Outcome(answer, possible=answer != "conflict")
    if isinstance(asked, AskedSet | AskedOdds) or any(isinstance(term, ClassTerm) for term in _terms(asked)):
        told = session._decided(asked)
        return Outcome(told["answer"], told.get("value"), told.get("unit"))
    verdict = session._decide(session.situation, _asker(asked, {})).verdict
    unit = None
    if isinstance(asked, AskedFigure):
        unit = book.vocabulary.templates[asked.template].unit
    return Outcome(session._side(verdict, asked), _plain(verdict.value), unit)


def asker_of(question: Question) -> Ask:
    """A question about named things as something to ask of a run."""
    return _asker(question, {})


def wordings(rulebook: str, search: Sequence[str] = ()) -> list[Wording]:
    """What can be said about a rulebook's world, or what of it these words occur in."""
    from kb.wordings import wordings_of

    return wordings_of(_rulebook(rulebook).vocabulary, search)


def problems_of(rulebook: str) -> tuple[list[Diagnostic], int, int]:
    """Everything that is wrong in a rulebook's files, and how many rules and templates were read from them."""
    from kb.rulefiles import read_rulebook

    try:
        folder = book_folder(rulebook)
    except OntologyError as error:
        raise _unknown_rulebook(error) from None
    book, found = read_rulebook(rulebook, folder)
    if not any(diagnostic.severity == "error" for diagnostic in found):
        from kb.reason.clashes import unranked

        found = [*found, *unranked(book.program, book.engine)]
    return found, len(book.program.entries), len(book.vocabulary.templates)


_CAUSES = ("undetermined", "not encoded", "conflict", "ill-founded")

_FEW_MISSING = 3
"""Up to how many facts that would have to be told are named where no values of them are known to settle the question."""

_CASES_SHARE = 0.4
"""The share of a question's time, where that has a limit, that splitting it into cases may take."""

_FLIPS_SHARE = 0.7
"""The share of it after which nothing more is looked for that would flip the answer, which is given without."""

_OPEN = frozenset({"open", "open figure", "rolled", "chosen"})
_SILENCE = frozenset({"silence"})
_kind_of = operator.attrgetter("kind")
"""The kinds of step for which nothing was told."""

_SUMS = frozenset({"figure", "line", "not encoded"})
"""The kinds of step that pass over lines of a sum."""

_MOST_FLIPS = 8
"""How many changes that flip an answer are told."""

_MOST_SUGGESTIONS = 20
"""For how many sentences that are not understood the nearest ones are looked for."""

_RULE_NUMBER = re.compile(r"(?<![\w.])[A-Z]{1,2}\d+\.\d+[a-z]?(?![\w.]*\d)")


def known_rules(rulebook: str, program: Program) -> list[str]:
    """The numbers of all rules of a rulebook that the encodings or a shipped outline know."""
    found = {rule_number(statement) for statement in program.statements}
    from ingest.outline import read_outline  # only a sentence that names a rule nobody knows needs it

    for path in sorted(book_folder(rulebook).glob("outline-*.json")):
        found.update(node.id for node in read_outline(path).nodes)
    return sorted(found, key=rule_order)


def _rulebook(rulebook: str, book_of: Callable[[str], Rulebook] = rulebook_of) -> Rulebook:
    try:
        return book_of(rulebook)
    except OntologyError as error:
        raise _unknown_rulebook(error) from None


def _read_as(book: Rulebook, statement: str, name: str) -> Rulebook:
    """The rulebook under one of its readings. Raises `HexlawError` where there is no such."""
    known = [each for group in book.readings for each in group]
    for each in known:
        if (each.statements[0], each.name) == (statement, name):
            return book.variant(each.id)
    message = f"there is no reading {name!r} of {statement}"
    hint = "there are: " + ("; ".join(f"{each.name!r} of {each.statements[0]}" for each in known) or "none")
    raise HexlawError(Diagnostic("unknown-reading", "error", message, Place("request"), hint, "/reading"))


def _unknown_rulebook(error: OntologyError) -> HexlawError:
    return HexlawError(
        Diagnostic("unknown-rulebook", "error", error.message, Place("request"), error.hint, "/rulebook")
    )


def _checked(request: Mapping[str, Any], most_facts: int) -> tuple[str, list[Any], str]:
    def wrong(code: str, message: str, pointer: str, hint: str) -> HexlawError:
        return HexlawError(Diagnostic(code, "error", message, Place("request"), hint, pointer))

    for field in request:
        if field not in ("rulebook", "facts", "map", "question", "flips"):
            pointer = f"/{field.replace('~', '~0').replace('/', '~1')}"
            raise wrong(
                "unknown-field",
                f"there is no field '{field}'",
                pointer,
                "rulebook, facts, map, question, flips",
            )
    rulebook, question = request.get("rulebook"), request.get("question")
    if not isinstance(rulebook, str):
        raise wrong("bad-rulebook", "the rulebook is not given as text", "/rulebook", 'as in "asl"')
    if not isinstance(question, str):
        raise wrong(
            "bad-question", "the question is not given as text", "/question", 'as in "Is hex 1079 frozen?"'
        )
    facts = request.get("facts", [])
    if not isinstance(facts, list):
        raise wrong("bad-facts", "the facts are not a list", "/facts", "a list of sentences")
    if len(facts) > most_facts:
        raise wrong("too-many-facts", f"{len(facts)} facts are given", "/facts", f"at most {most_facts}")
    for number, fact in enumerate(facts):
        if isinstance(fact, str):
            continue
        if not isinstance(fact, Mapping) or not isinstance(fact.get("template"), str):
            raise wrong(
                "bad-fact",
                "a fact is neither a sentence nor a template with arguments",
                f"/facts/{number}",
                '"T1 is a truck." or {"template": "truck", "args": ["T1"]}',
            )
        args = fact.get("args", [])
        if not isinstance(args, list) or not all(isinstance(arg, str) for arg in args):
            raise wrong(
                "bad-fact", "the arguments are not a list of names", f"/facts/{number}/args", '["T1"]'
            )
        if other := next((name for name in fact if name not in _FACT_FIELDS), None):
            raise wrong(
                "bad-fact", f"a fact has no field '{other}'", f"/facts/{number}", ", ".join(_FACT_FIELDS)
            )
        if not isinstance(fact.get("holds", True), bool):
            raise wrong(
                "bad-fact",
                "whether a fact holds is not given as true or false",
                f"/facts/{number}/holds",
                "false",
            )
    if not isinstance(request.get("flips", True), bool):
        raise wrong("bad-flips", "whether to look for flips is not given as true or false", "/flips", "false")
    if request.get("map") is not None:
        raise wrong("no-maps", "maps are not read yet", "/map", "tell distances and hexsides as facts")
    return rulebook, list(facts), question


def _all_settled(case: Odds) -> bool:
    return all(outcome.verdict.answer in SETTLED for outcome in case.outcomes)


_FACT_FIELDS = ("template", "args", "value", "holds")


def _as_told(fact: object) -> str:
    """A fact as it was told: a sentence, or a template with what fills it, as JSON."""
    if isinstance(fact, str):
        return fact
    import json  # only facts by their templates need it

    return json.dumps(fact, ensure_ascii=False, default=str)


def _stands_for(run: Run, thing: str, term: str | ClassTerm) -> bool:
    """Whether a thing is the one that a question names, or surely of the class that it asks for."""
    if isinstance(term, str):
        return thing == term
    return all(run.verdict(word, (thing,)).verdict == YES for word in (*term.modifiers, term.kind))


def _without_noun(name: str, slot: str) -> str:
    """The name of a thing as sentences have it: of hex 1 it is 1, for the noun is no part of it."""
    noun, _, rest = name.partition(" ")
    places = {place.casefold() for place in (*PLACES, slot)}
    return rest if noun.casefold() in places and rest and " " not in rest and is_name(rest) else name


@dataclass(slots=True)
class _Cell:
    """A kind of thing that a question about a class tells apart, with its answer."""

    label: str
    decision: Decision


@dataclass(slots=True)
class _Member:
    """One of the things, or alternatives, that a question asks for: its answer, and the part that settles it."""

    name: str
    answer: str
    decision: Decision
    part: Asked | AskedFigure


class _Session:
    """One question with its facts."""

    def __init__(
        self,
        book: Rulebook,
        quotes: Quotes | None,
        deadline: Callable[[], bool] | None,
        hurry: Callable[[], bool] = lambda: False,
    ) -> None:
        self.hurry = hurry
        self.book = book
        self.quotes = quotes if quotes is not None and quotes.has(book.id) else None
        self.deadline = deadline
        self.reader = ScenarioReader(book.vocabulary)
        self.situation = Situation(book.vocabulary)
        self.stand_ins: dict[str, str] = {}  # the things that stand for a class, with its noun
        self.facts: list[Any] = []
        self.text = ""
        self.light = False
        self.light_answer = ""
        self.flipping = True
        self.late: Callable[[], bool] | None = None
        self.to_write = False
        self.likelihood = False
        self.asked: Question | None = None
        self._walked: dict[int, tuple[Step, list[Step], frozenset[str]]] = {}
        self._by_readings: dict[Step, Sequence[str]] = {}

    def answer(self, facts: Sequence[Any], text: str, *, light: bool = False) -> dict[str, Any]:
        """The answer to a question under these facts; a light one has the field `answer` and no more."""
        self.light = light
        result = self.read(facts, text)
        return self._decided(self.asked) if result is None and self.asked is not None else result or {}

    def read(self, facts: Sequence[Any], text: str) -> dict[str, Any] | None:
        """Take up the facts and the question; the answer where they cannot be read, or contradict each other."""
        self.facts, self.text = list(facts), text
        problems: list[dict[str, Any]] = []
        clashes: list[tuple[str, str]] = []
        scenes = scenes_of(self.book.vocabulary)
        form = scenes.form(facts)
        known = form is not None and scenes.tell(form, facts, self.reader, self.situation)
        for number, fact in enumerate(() if known else facts):
            if self.deadline is not None and self.deadline():
                raise Timeout
            # Whoever tells many sentences that cannot be read is helped by the first few as well as by all.
            self.reader.suggests = len(problems) < _MOST_SUGGESTIONS
            try:
                clash = self._tell(fact)
            except NotUnderstood as error:
                problems.append(self._problem(f"/facts/{number}", fact, error))
                continue
            if clash is not None:
                clashes.append((clash, _as_told(fact)))
        if form is not None and not (known or problems or clashes):
            scenes.note(form, facts, self.reader, self.situation)
        for sentence, unclear in self.reader.spoken_of_whole(self.situation).items():
            if sentence in facts:
                where = f"/facts/{self.facts.index(sentence)}"
                problems.append(self._problem(where, sentence, unclear))
        question: Question | None = None
        self.reader.suggests = True
        *before, last = in_sentences(text)
        for part in before:
            # Whoever tells the situation in the same breath as the question tells facts.
            try:
                clash = self._tell(part)
            except NotUnderstood as error:
                problems.append(self._problem("/question", part, error))
                continue
            if clash is not None:
                clashes.append((clash, part))
        try:
            question = self.reader.question(last, self.situation)
        except NotUnderstood as error:
            # What "it" stands for, a fact that was not read may have named.
            if not (problems and isinstance(error, NothingNamed)):
                problems.append(self._problem("/question", last, error))
        self.reader.settle(self.situation)
        doubt_figures(self.book.engine, self.situation)
        if problems or question is None:
            why = "; ".join(f"'{p['sentence']}': {p['why']}" for p in problems)
            return self._finished(
                {"answer": "not understood", "text": f"Not understood: {why}.", "not_understood": problems}
            )
        if clashes:
            first, second = clashes[0]
            return self._finished(
                {
                    "answer": "conflict",
                    "text": f"The facts contradict each other: “{first}” and “{second}”.",
                    "causes": [{"kind": "conflict", "facts": [first, second]}],
                }
            )
        if self.likelihood and isinstance(question, Asked | AskedFigure):
            question = AskedOdds((question,))
        self.asked = question
        return None

    def _problem(self, where: str, sentence: Any, error: NotUnderstood) -> dict[str, Any]:
        why, nearest = str(error), list(error.nearest)
        if isinstance(error, OtherCapitals):
            nearest = [error.mended(_as_told(sentence))]
        for number in _RULE_NUMBER.findall(str(sentence)):
            known = known_rules(self.book.id, self.book.program)
            if number not in known:
                import difflib  # only a sentence that is not understood needs it

                why = f"there is no rule {number}"
                nearest = difflib.get_close_matches(number, known, n=3, cutoff=0.5) or nearest
        return {"where": where, "sentence": _as_told(sentence), "why": why, "nearest": nearest}

    def _tell(self, fact: Any) -> str | None:
        if isinstance(fact, str):
            return self.reader.fact(fact, self.situation)
        template = self.book.vocabulary.templates.get(fact["template"])
        args = tuple(fact.get("args", []))
        said = _as_told(fact)
        if template is None:
            import difflib  # only a template that is not there needs it

            near = difflib.get_close_matches(fact["template"], self.book.vocabulary.templates, n=3)
            similar = near or self.reader.similar(fact["template"])
            raise NotUnderstood(f"there is no template '{fact['template']}'", similar)
        needed = 1 if template.unary else len(template.slots)
        if len(args) != needed:
            raise NotUnderstood(f"'{template.id}' takes {needed} arguments, not {len(args)}")
        slots = template.slots or ("thing",)
        args = tuple(_without_noun(arg, slot) for arg, slot in zip(args, slots, strict=False))
        args = tuple(self.reader.referents.named(arg, self.situation) for arg in args)
        for arg, slot in zip(args, slots, strict=False):
            self.situation.place(arg, slot)
        if template.kind == "figure":
            value = fact.get("value")
            known: Value
            if template.values and value in [v.name for v in template.values]:
                known = str(value)
            elif not template.values and isinstance(value, int | str):
                try:
                    known = Fraction(value)
                except (ValueError, ZeroDivisionError):
                    raise NotUnderstood(f"'{value}' is no number") from None
            else:
                raise NotUnderstood(
                    f"'{value}' is no value of '{template.id}'", [v.name for v in template.values]
                )
            return self.reader.bound(template, args, "is", known, self.situation, said)
        clash = self.situation.tell(template.id, args, fact.get("holds", True), said)
        return clash or self.reader.misfit((template.id,), args, self.situation, said)

    # -- deciding ---------------------------------------------------------------------------------------------

    def _decided(self, question: Question) -> dict[str, Any]:
        if isinstance(question, Asked):
            question = self._instance(question)
        elif isinstance(question, AskedSet):
            question = replace(
                question,
                members=tuple(
                    (name, tuple(self._instance(part) if isinstance(part, Asked) else part for part in parts))
                    for name, parts in question.members
                ),
            )
        classes = [term for term in _terms(question) if isinstance(term, ClassTerm)]
        if classes and isinstance(question, Asked):
            shown = self._shown_by_one(question)
            if shown is not None:
                return shown
        names = {term: self._stand_in(term) for term in classes}
        self.stand_ins = {name: term.kind for term, name in names.items()}
        request = _asker(question.members[0][1][0] if isinstance(question, AskedSet) else question, names)
        self.renderer = Renderer(self.book.vocabulary, self.situation.kind_names())
        if isinstance(question, AskedSet):
            return self._set(question, names)
        if isinstance(question, AskedOdds):
            return self._odds(question, request)
        if not classes:
            decision = self._decide(self.situation, request, explain=not self.light)
            purposed = self._for_a_purpose(question, decision)
            if purposed is None:
                return self._told(question, decision, request)
            request = _asker(purposed, {})
            decision = self._decide(self.situation, request, explain=not self.light)
            return self._told(purposed, decision, request, asked=question)
        return self._classes(question, list(names.values()), request)

    def _for_a_purpose(self, question: Question, decision: Decision) -> Question | None:
        """The question for its first purpose, where nothing speaks of it without one, and all the purposes for which rules
        speak have one other answer: whoever asks without a purpose means these."""
        if (
            decision.root.kind != "silence"
            or not isinstance(question, Asked)
            or question.purpose is not None
            or len(question.atoms) > 1
        ):
            return None
        spoken = [
            asked
            for asked in (
                replace(question, purpose=purpose)
                for purpose in self.book.program.purposes(question.atoms[0][0])
            )
            if self._speaks_for(asked)
        ]
        verdicts = {self._decide(self.situation, _asker(asked, {})).verdict for asked in spoken}
        # What is said for a single purpose is said for no other.
        alike = len(spoken) > 1 and len(verdicts) == 1 and verdicts != {decision.verdict}
        return spoken[0] if alike else None

    def _speaks_for(self, asked: Asked) -> bool:
        """Whether rules of its own stand for the purpose of a question."""
        key = self._decide(self.situation, _asker(asked, {})).root.key
        return key is not None and key[2] == asked.purpose

    def _decide(
        self,
        situation: Situation,
        request: Ask,
        only: Only | None = None,
        *,
        explain: bool = False,
    ) -> Decision:
        return decide(
            self.book.engine, situation, request, self.deadline, only, explain=explain, hurry=self.hurry
        )

    def _instance(self, question: Asked) -> Asked:
        """The question about the thing itself where a fact tells what was asked of some thing of the class.

        "Is U1 in a fen hex?" asks for one, and who told "U1 is in hex 2" has named it if hex 2 is a fen hex.
        """
        [(template, args), *more] = question.atoms
        if more or not any(isinstance(arg, ClassTerm) for arg in args):
            return question
        run = Run(self.book.engine, self.situation, self.deadline)
        for (name, things), (held, _) in self.situation.told.items():
            if name != template or not held:
                continue
            if all(_stands_for(run, thing, term) for thing, term in zip(things, args, strict=True)):
                return replace(question, atoms=((template, things),))
        return question

    def _shown_by_one(self, question: Asked) -> dict[str, Any] | None:
        """The answer about a thing that was named and is of the class that is asked for, where something is so of it that
        silence denies: "Is U1 in a fen hex?" of a U1 that moves into fen hex 2."""
        [(template, args), *more] = question.atoms
        shape = self.book.vocabulary.templates[template]
        if (
            more
            or shape.kind != "relation"
            or shape.silence != "no"
            or isinstance(args[0], ClassTerm)  # "is a fen hex dry" asks of any of them, and not of one
            or sum(isinstance(a, ClassTerm) for a in args) > 1
        ):
            return None
        run = Run(self.book.engine, self.situation, self.deadline)
        for thing in list(self.situation.things):
            if thing in args or thing in self.book.vocabulary.singletons:
                continue
            things = tuple(thing if isinstance(arg, ClassTerm) else arg for arg in args)
            fits = all(_stands_for(run, one, term) for one, term in zip(things, args, strict=True))
            if fits and run.verdict(template, things).verdict == YES:
                derived = [
                    (word, (thing,))
                    for arg in args
                    if isinstance(arg, ClassTerm) and question.positive
                    for word in (*arg.modifiers, arg.kind)
                    if (word, (thing,)) not in self.situation.told
                    and self.book.vocabulary.templates[word].kind != "kind"
                ]
                return self._decided(replace(question, atoms=((template, things), *derived)))
        return None

    def _stand_in(self, term: ClassTerm) -> str:
        """A thing of which nothing is known but that it is of the class."""
        situation = self.situation
        template = self.book.vocabulary.templates[term.kind]
        words = " ".join((*term.modifiers, term.kind))
        name = words if template.mass else with_article(words)
        situation.name(name)
        if self.book.vocabulary.templates[term.kind].kind == "kind":
            situation.kinds[name] = {term.kind: f"the question is about {name}"}
        else:
            situation.tell(term.kind, (name,), True, f"the question is about {name}")
        for modifier in term.modifiers:
            situation.tell(modifier, (name,), True, f"the question is about {name}")
        return name

    def _classes(self, question: Question, names: list[str], request: Ask) -> dict[str, Any]:
        """A question about a class: every kind of it that the rules tell apart, asked for itself."""

        def of_class(run: Run, about: tuple[str, str, tuple[str, ...]]) -> bool:
            return about[0] == "kind" and about[2][0] in names

        def not_of_class(run: Run, about: tuple[str, str, tuple[str, ...]]) -> bool:
            return not of_class(run, about)

        whole = self._decide(self.situation, request, of_class)
        which = question.which if isinstance(question, Asked) else ""
        meant = [name for name in names if self.stand_ins[name] == which]
        told_apart = [fact.args[0] for case in whole.cases for fact in case.supposed]
        about = next((name for name in [*told_apart, *meant] if name in names), names[0])
        cells: list[_Cell] = []
        for case in whole.cases or [Case((), whole.verdict, whole.root)]:
            inner = self.situation.copy()
            for fact in case.supposed:
                fact.tell(inner)
            decision = self._decide(inner, request, not_of_class)
            cells.append(_Cell(self._cell_name(case, names), decision))
            if not cells[-1].label:
                cells.extend(self._by_status(inner, about, request, not_of_class, decision, bool(which)))
        verdicts = {cell.decision.verdict for cell in cells}
        if len(verdicts) == 1 and cells[0].decision.verdict.answer in SETTLED:
            if len(cells) == 1:
                return self._told(question, cells[0].decision, request)
            side = cells[0].decision.root.verdict
            root = Step(
                "kinds",
                side,
                whole.root.key,
                [cell.decision.root for cell in cells],
                considered=whole.refused,
                data=whole.root.data,
            )
            root.asked = tuple(case.supposed for case in whole.cases)
            return self._told(question, Decision(cells[0].decision.verdict, root), request)
        if len(verdicts) == 1:
            # No kind is known to differ: tell what would decide, kinds among it.
            decision = self._decide(self.situation, request, explain=not self.light)
            return self._told(question, decision, request)
        return self._split(cells, about, question)

    def _by_status(
        self, situation: Situation, name: str, request: Ask, only: Only, rest: Decision, which: bool
    ) -> Iterator[_Cell]:
        """What holds for those of a class that have a status which nothing says of the rest of it, where that differs.

        A class that neither has kinds nor is one, as of hexes, is told apart by its statuses and states where it is asked for
        `which` of it.
        """
        vocabulary = self.book.vocabulary
        whole = self.stand_ins[name]
        kinds = any(
            (whole in above or (kind == whole and any(map(vocabulary.parents.get, above))))
            and vocabulary.templates[kind].kind == "kind"
            for kind, above in vocabulary.parents.items()
        )
        if not kinds and not (which and rest.verdict.answer in SETTLED):
            return
        own = (rest.root.key or ("",))[0]
        narrow: dict[str, Verdict] = {}
        for status in vocabulary.templates.values():
            above = vocabulary.parents.get(status.id, frozenset())
            if status.kind not in (("noun",) if kinds else ("noun", "adjective")) or status.id == own:
                continue
            [place] = status.slots if len(status.slots) == 1 else ("",)
            narrower = which and whole in vocabulary.parents.get(place, ())
            if not (whole in above or place == whole or narrower):
                continue
            genus = any(status.id in others for others in vocabulary.parents.values())
            if kinds and genus:
                continue  # its species are asked for themselves
            inner = situation.copy()
            inner.tell(status.id, (name,), True, f"the question is about {name}")
            decision = self._decide(inner, request, only)
            if genus and decision.verdict.answer not in SETTLED:
                continue  # what its species are settles it
            usual = rest.verdict
            if narrower and whole not in above:
                # What has a status of a narrower class is told apart from that class.
                if place not in narrow:
                    of_place = situation.copy()
                    of_place.tell(place, (name,), True, f"the question is about {name}")
                    narrow[place] = self._decide(of_place, request, only).verdict
                usual = narrow[place]
            if decision.verdict not in (usual, rest.verdict):
                yield _Cell(status.id, decision)

    def _cell_name(self, case: Case, names: list[str]) -> str:
        positive = [fact.template for fact in case.supposed if fact.positive and fact.args[0] in names]
        if positive:
            most = max(positive, key=lambda kind: len(self.book.vocabulary.parents.get(kind, ())))
            return most
        return ""

    def _split(self, cells: list[_Cell], name: str, question: Question) -> dict[str, Any]:
        if self.light:
            return {"answer": "split"}
        teller = Teller(self.book, self.renderer, self.quotes)
        by_verdict: dict[Verdict, list[_Cell]] = {}
        for cell in cells:
            by_verdict.setdefault(cell.decision.verdict, []).append(cell)
        whole = self.stand_ins[name]
        within = self._exceptions(cells)
        rows: list[dict[str, Any]] = []
        texts: list[str] = []
        for verdict, same in sorted(by_verdict.items(), key=lambda item: any(c.label for c in item[1])):
            answer = self._side(verdict, question)
            labels = [cell.label for cell in same if cell.label in within]
            plain = [self._article(label, whole) for label in labels if label and not within[label]]
            but = [self._but(label, within[label], whole) for label in labels if not label or within[label]]
            word = self._value(verdict.value) if verdict.value is not None else answer
            texts.append(f"{word} for {', or '.join([' or '.join(plain), *but] if plain else but)}")
            for cell in same:
                rows.append(
                    {
                        "class": cell.label or f"any other {whole}",
                        "answer": answer,
                        "root": teller.tell(cell.decision.root),
                        **({"value": _plain(verdict.value)} if verdict.value is not None else {}),
                    }
                )
        cites = sorted({rule for cell in cells for rule in cited_rules(cell.decision.root)}, key=rule_order)
        return self._finished(
            {
                "answer": "split",
                "text": f"It depends on the kind: {'; '.join(texts)}{self._because(cites)}.",
                "cites": cites,
                "derivation": {"root": rows[0]["root"], "steps": teller.steps},
                "split": rows,
            },
            teller,
            [cell.decision.root for cell in cells],
        )

    def _exceptions(self, cells: list[_Cell]) -> dict[str, list[str]]:
        """The kinds to tell of, each with those within it of which something else holds: "a vehicle other than a boat".

        A kind within another of which the same holds needs no words of its own. The rest of the class has the name "".
        """
        parents = self.book.vocabulary.parents
        verdicts = {cell.label: cell.decision.verdict for cell in cells}
        kinds = {label: parents.get(label, frozenset()) for label in verdicts}
        found: dict[str, list[str]] = {label: [] for label in verdicts if not label}
        for label in sorted((label for label in verdicts if label), key=lambda label: len(kinds[label])):
            above = [other for other in verdicts if other and other in kinds[label]]
            genus = max(above, key=lambda other: len(kinds[other]), default="")
            if genus not in verdicts:
                found[label] = []
            elif verdicts[genus] != verdicts[label]:
                found[label] = []
                while genus not in found:
                    over = [other for other in verdicts if other and other in kinds[genus]]
                    genus = max(over, key=lambda other: len(kinds[other]), default="")
                found[genus].append(label)
        return {label: found[label] for label in verdicts if label in found}

    def _set(self, question: AskedSet, names: Mapping[ClassTerm, str]) -> dict[str, Any]:
        """Of which things something is so, each asked for itself; of a choice, which of its alternatives."""
        rows: list[_Member] = []
        for name, parts in question.members:
            decisions = [
                self._decide(self.situation, _asker(part, names), explain=not self.light) for part in parts
            ]
            sides = [self._side(d.verdict, part) for d, part in zip(decisions, parts, strict=True)]
            at = next((sides.index(side) for side in ("no", *_CAUSES[::-1]) if side in sides), len(sides) - 1)
            rows.append(_Member(name, "yes" if sides[at] == "value" else sides[at], decisions[at], parts[at]))
        sure = [row.name for row in rows if row.answer == "yes"]
        open_ = [row for row in rows if row.answer not in ("yes", "no")]
        answer = "set"
        nothing_sure = question.happens and not sure
        if open_ and (question.choice or nothing_sure or len(open_) == len(rows)):
            # One of several that holds settles nothing while another may; who knows of none has no set to tell.
            answer = max((row.answer for row in open_), key=_CAUSES.index)
        elif question.choice and len(sure) < 2:
            answer = "value" if sure else "no"
        self.light_answer = answer
        if self.light:
            return {"answer": answer}
        teller = Teller(self.book, self.renderer, self.quotes)
        roots = [row.decision.root for row in rows]
        cites = sorted({rule for root in roots for rule in cited_rules(root)}, key=rule_order)
        if question.counts and answer == "set":
            answer = "undetermined" if open_ else "value"
        as_named = question.choice or question.happens
        shown = {row.name: row.name if as_named else self._shown(row) for row in rows}
        result: dict[str, Any] = {"answer": answer}
        if answer == "value":
            result["value"] = len(sure) if question.counts else sure[0]
        elif answer == "set":
            result["set"] = [shown[name] for name in sure]
        none = "nothing" if question.happens else "neither" if len(rows) == 2 else "none of them"
        said = listed([shown[name] for name in sure], "and") or none
        text = said
        if open_:
            text = "; ".join(
                [*([said] if sure else []), *(self._not_settled(row, shown, teller) for row in open_)]
            )
        if question.counts:
            text = f"{'at least ' if open_ else ''}{len(sure)}: {text}"
        because = "; ".join(teller.sentence(row.decision.root) for row in rows if row.answer == "yes")
        if because and not open_ and not question.happens:
            text += f": {because}"
        result["text"] = f"{_capital(text)}{self._because(cites)}."
        result["cites"] = cites
        result["members"] = [
            {"thing": shown[row.name], "answer": row.answer, "root": teller.tell(row.decision.root)}
            for row in rows
        ]
        result["derivation"] = {"root": result["members"][0]["root"], "steps": teller.steps}
        if open_:
            result["deciding"] = [
                {
                    "facts": [f"{_capital(text)}." for text in teller.assumptions(case.supposed)],
                    "of": shown[row.name],
                    "answer": self._side(case.verdict, row.part),
                    "root": teller.tell(case.root),
                }
                for row in open_
                for case in row.decision.deciding
            ]
            result["complete"] = all(row.decision.complete for row in open_)
            causes = [cause for row in open_ for cause in self._causes(row.decision.root)]
            result["causes"] = [cause for at, cause in enumerate(causes) if cause not in causes[:at]]
        return self._finished(result, teller, roots)

    def _shown(self, row: _Member) -> str:
        return self.renderer.name(row.name, self.situation.slots.get(row.name, "thing"))

    def _not_settled(self, row: _Member, shown: Mapping[str, str], teller: Teller) -> str:
        cases = self._undetermined(teller, row.decision, row.part)
        return f"{row.answer} for {shown[row.name]}: {cases}"

    def _but(self, label: str, within: Sequence[str], whole: str) -> str:
        """A kind, or the rest of the class, without those within it of which something else holds."""
        each = self._article(label, whole) if label else f"any {whole}"
        others = " or ".join(self._article(other, whole) for other in within)
        return f"{each} other than {others}" if others else each

    def _article(self, kind: str, whole: str) -> str:
        from kb.rulelang.render import article

        template = self.book.vocabulary.templates[kind]
        return with_article(f"{kind} {whole}") if template.kind == "adjective" else article(template)

    def _word(self, verdict: Verdict) -> str:
        return self._value(verdict.value) if verdict.value is not None else verdict.answer

    def _value(self, value: Value | None) -> str:
        if value is None:
            return ""
        return value if isinstance(value, str) else str(value)

    def _odds(self, question: AskedOdds, request: Ask) -> dict[str, Any]:
        """How likely the outcomes of a question are; for each case of what is not told where that makes a difference."""
        situation = with_throws(self.book.engine, self.situation)
        found = odds(self.book.engine, situation, request, self.deadline, self.hurry)
        known = found.known
        self.light_answer = "value" if known is not None else "undetermined"
        if self.light:
            return {"answer": self.light_answer}
        teller = Teller(self.book, self.renderer, self.quotes)
        roots = [case.root for case in found.cases]
        cites = sorted({rule for root in roots for rule in cited_rules(root)}, key=rule_order)
        asked = question.parts[0] if len(question.parts) == 1 else None
        figure = isinstance(asked, AskedFigure) and not asked.op
        flipped = isinstance(asked, Asked) and not asked.positive
        shown = known or (found.cases[0] if len(found.cases) == 1 else None)
        result: dict[str, Any] = {"answer": "undetermined"}
        mean = self._mean(known) if question.mean and known is not None else None
        if mean is not None:
            assert isinstance(asked, AskedFigure)
            result = {"answer": "value", "value": str(mean)}
            unit = self.book.vocabulary.templates[asked.template].unit
            if unit:
                result["unit"] = unit
            result["text"] = f"The expected value is {mean}{self._because(cites)}."
        elif known is not None and not figure:
            p = known.chance(Verdict("no" if flipped else "yes"))
            result = {"answer": "value", "value": str(p), "unit": "probability"}
            result["text"] = f"The odds are {p}{self._because(cites)}."
        elif shown is not None:
            unsettled = [o.verdict.answer for o in shown.outcomes if o.verdict.answer not in SETTLED]
            if not figure and unsettled:
                result["answer"] = max(unsettled, key=_CAUSES.index)
            elif known is not None:
                # How likely each value is is all that was asked for; there is no one value to give.
                result = {"answer": "value", "unit": "probability"}
            each = "; ".join(f"{self._outcome(o.verdict, flipped)} {o.p}" for o in shown.outcomes)
            result["text"] = f"The odds are: {each}{self._because(cites)}."
        else:
            cases = "; ".join(
                f"{self._likely(case, figure, flipped)} if {' and '.join(teller.assumptions(case.supposed))}"
                for case in found.cases
            )
            result["text"] = f"Undetermined: {cases}{self._because(cites)}."
        result["cites"] = cites
        if shown is None:
            result["deciding"] = [
                {
                    "facts": [f"{_capital(text)}." for text in teller.assumptions(case.supposed)],
                    "answer": "value" if not figure or _all_settled(case) else "undetermined",
                    **(
                        {"value": str(case.chance(Verdict("no" if flipped else "yes")))} if not figure else {}
                    ),
                    "odds": self._shares(case, flipped, teller),
                    "root": teller.tell(case.root),
                }
                for case in found.cases
            ]
            result["complete"] = found.complete
        else:
            result["odds"] = self._shares(shown, flipped, teller)
        result["derivation"] = {"root": teller.tell(roots[0]), "steps": teller.steps}
        if result["answer"] != "value":
            result["causes"] = self._causes(*roots, chance=True)
        return self._finished(result, teller, roots)

    def _mean(self, case: Odds) -> Fraction | None:
        """The expected value of a figure; none where an outcome is no number."""
        total = Fraction(0)
        for outcome in case.outcomes:
            if not isinstance(outcome.verdict.value, Fraction):
                return None
            total += outcome.p * outcome.verdict.value
        return total

    def _shares(self, case: Odds, flipped: bool, teller: Teller) -> list[dict[str, Any]]:
        return [
            {
                "outcome": self._outcome(outcome.verdict, flipped),
                "p": str(outcome.p),
                "root": teller.tell(outcome.root),
            }
            for outcome in case.outcomes
        ]

    def _likely(self, case: Odds, figure: bool, flipped: bool) -> str:
        if figure:
            return ", ".join(f"{self._outcome(o.verdict, flipped)} {o.p}" for o in case.outcomes)
        return str(case.chance(Verdict("no" if flipped else "yes")))

    def _outcome(self, verdict: Verdict, flipped: bool) -> str:
        word = self._word(verdict)
        return {"yes": "no", "no": "yes"}.get(word, word) if flipped else word

    # -- telling ----------------------------------------------------------------------------------------------

    def _told(
        self, question: Question, decision: Decision, request: Ask, *, asked: Question | None = None
    ) -> dict[str, Any]:
        """The answer to a question, with what it is for each purpose of the one that was `asked`."""
        teller = Teller(self.book, self.renderer, self.quotes)
        root = decision.root
        verdict = decision.verdict
        self.light_answer = self._side(verdict, question)
        result: dict[str, Any] = {"answer": verdict.answer}
        if self.light:
            return {"answer": self.light_answer}
        told = self._of_proof(decision, teller, question)
        cites = told["cites"]
        if decision.deciding:
            cites = sorted(
                {*cites, *(rule for case in decision.deciding for rule in cited_rules(case.root))},
                key=rule_order,
            )
        if not cites and root.key is not None:
            # Nothing but silence, or what was told: the term's own statement says what it is about.
            statement = self.book.vocabulary.templates[root.key[0]].statement
            cites = [rule_number(statement)] if statement else []
        answer = verdict.answer
        if answer == "value" and verdict.value is not None and isinstance(question, AskedFigure):
            template = self.book.vocabulary.templates[question.template]
            result["value"] = _plain(verdict.value)
            if template.unit is not None:
                result["unit"] = template.unit
        sentence = told["sentence"]
        if answer in ("yes", "no"):
            flipped = isinstance(question, Asked) and not question.positive
            result["answer"] = answer = ({"yes": "no", "no": "yes"}[answer]) if flipped else answer
            whatever = told["whatever"]
            if whatever:
                result["whatever"] = whatever
                if root.kind != "cases":
                    sentence = f"{sentence}, {' and '.join(whatever)}"
            lead = answer.capitalize()
            if root.kind == "silence" and root.key is not None and answer == "yes":
                kind = self.book.vocabulary.templates[root.key[0]].kind
                lead = "Yes, no rule forbids it" if kind == "may" else lead
            result["text"] = f"{lead}: {sentence}{self._because(cites)}."
        elif answer == "value":
            result["text"] = f"{sentence[0].upper()}{sentence[1:]}{self._because(cites)}."
        elif root.kind == "chosen" and isinstance(question, AskedFigure) and not question.op:
            result["answer"] = answer = "set"
            result["set"] = self._options(root)["candidates"]
            result["text"] = f"{_capital(sentence)}{self._choosing(root)}{self._because(cites)}."
        elif answer == "undetermined":
            result["text"] = (
                f"Undetermined: {self._undetermined(teller, decision, question)}{self._because(cites)}."
            )
        else:
            result["text"] = f"{answer.capitalize()}: {sentence}{self._because(cites)}."
        result["cites"] = cites
        if answer in ("set", "undetermined"):
            open_choices = [step for step in self._steps(root) if step.kind == "chosen"]
            if open_choices:
                result["options"] = self._options(open_choices[0])
        result["derivation"] = {"root": told["root"], "steps": teller.steps}
        if answer not in ("yes", "no", "value", "set"):
            result["deciding"] = [
                {
                    "facts": [f"{_capital(text)}." for text in teller.assumptions(case.supposed)],
                    "answer": self._side(case.verdict, question),
                    **({"value": _plain(case.verdict.value)} if case.verdict.value is not None else {}),
                    "root": teller.tell(case.root),
                }
                for case in decision.deciding
            ]
            result["complete"] = decision.complete
            result["causes"] = self._causes(root)
        if told["near_misses"]:
            result["near_misses"] = told["near_misses"]
        purposes = self._purposes(asked or question, teller)
        if purposes:
            result["purposes"] = purposes
            result["text"] += "".join(
                f" For {row['for']}: {row.get('value', row['answer'])}{self._because(row['cites'])}."
                for row in purposes
            )
            cited = {*result["cites"], *(rule for row in purposes for rule in row["cites"])}
            result["cites"] = sorted(cited, key=rule_order)
        if verdict.answer in ("yes", "no"):
            flipping = self.flipping and self.book.reading is None
            found, whole = self._flips(teller, decision, request) if flipping else ([], True)
            if found:
                result["flips"] = found
            if not whole:
                result["complete"] = False
        return self._finished(result, teller, [root], told["absent"])

    def _of_proof(self, decision: Decision, teller: Teller, question: Question) -> dict[str, Any]:
        """What there is to tell of a proof whatever was asked; its steps stand in the teller."""
        root = decision.root
        # What is told into the same derivation later must know its steps.
        purposes = any(self.book.program.purposes(template) for template in _templates(question))
        if decision.deciding or purposes:
            return self._told_plainly(root, teller)
        told = self._forms().told(
            root,
            self.renderer,
            lambda renderer: self._told_of_form(root, Teller(self.book, renderer, self.quotes)),
            _written if self.to_write else None,
        )
        teller.take(told)
        self._by_readings[root] = told["readings"]
        return told

    def _forms(self) -> ProofForms:
        """The forms of proofs: with quotes they are told otherwise, for as long as these are current."""
        if self.quotes is None:
            return self.book.proof_forms
        known = self.quotes.derived
        key = "forms of proofs", self.book.id, self.book.digest, self.book.reading
        found = known.get(key)
        if not isinstance(found, ProofForms):
            found = known[key] = ProofForms()
        return found

    def _told_of_form(self, root: Step, teller: Teller) -> dict[str, Any]:
        """What is told of every proof of one form: also by which readings it goes, where somebody asks for them."""
        readings = sorted(set(used_readings(root))) if self._has_readings else []
        return {**self._told_plainly(root, teller), "readings": readings}

    def _told_plainly(self, root: Step, teller: Teller) -> dict[str, Any]:
        """The same, told step by step."""
        name = teller.tell(root)
        return {
            "sentence": teller.sentence(root),
            "cites": list(cited_rules(root)),
            "whatever": self._whatever(teller, root),
            "root": name,
            "steps": teller.steps,
            "near_misses": self._near_misses(root, teller),
            "absent": self._absent(teller, [root]),
            "outside": list(teller.outside),
            "errata": list(teller.errata),
            "statements": list(teller.statements),
        }

    def _near_misses(self, root: Step, teller: Teller) -> list[dict[str, Any]]:
        """The lines of sums that do not count, each with the first reason why not."""
        found: dict[str, dict[str, Any]] = {}
        sums = self._steps_of(root, _SUMS)
        if not any(step.considered for step in sums):
            return []  # of most answers
        queue, seen = [root], {id(root)}
        for step in queue:  # it grows meanwhile
            for line in step.considered if step.kind in _SUMS else ():
                miss = teller.near_miss(line)
                if miss is not None:
                    found.setdefault(f"{miss['statement']} {miss['sentence']}", miss)
            for premise in step.because:
                if id(premise) not in seen:
                    seen.add(id(premise))
                    queue.append(premise)
        return list(found.values())

    def _purposes(self, question: Question, teller: Teller) -> list[dict[str, Any]]:
        """What the answer is for each purpose for which rules of its own stand, where it was asked without one."""
        found: list[dict[str, Any]] = []
        if isinstance(question, AskedOdds | AskedSet) or question.purpose is not None:
            return found
        if self.stand_ins or (isinstance(question, Asked) and len(question.atoms) > 1):
            return found
        [template] = _templates(question)
        for purpose in self.book.program.purposes(template):
            asked = replace(question, purpose=purpose)
            decision = self._decide(self.situation, _asker(asked, {}))
            root = decision.root.because[0] if decision.root.kind == "asked figure" else decision.root
            if root.key is not None and root.key[2] == purpose:
                row: dict[str, Any] = {"for": purpose, "answer": self._side(decision.verdict, question)}
                if decision.verdict.value is not None:
                    row["value"] = _plain(decision.verdict.value)
                cites = list(cited_rules(decision.root))
                found.append({**row, "cites": cites, "root": teller.tell(decision.root)})
        return found

    def _flips(self, teller: Teller, decision: Decision, request: Ask) -> tuple[list[dict[str, Any]], bool]:
        """The changes of one fact that flip the answer, each asked again as whoever makes it would ask; and whether there was
        time to look at all of them."""
        found: list[dict[str, Any]] = []
        try:
            for flip in self._flipping(teller, decision, request, self.late or self.deadline):
                found.append(flip)
                if len(found) == _MOST_FLIPS:
                    break
        except Timeout:
            if self.late is None:
                raise
            return found, False
        return found, True

    def _flipping(
        self, teller: Teller, decision: Decision, request: Ask, deadline: Callable[[], bool] | None
    ) -> Iterator[dict[str, Any]]:
        """They one by one, until the deadline."""
        fixed = self._fixed(decision.root)
        now = self.light_answer
        for fact, instead in changes(self.book.engine, self.situation, request, decision, deadline):
            if fixed(fact) or (instead is not None and instead not in self.facts):
                continue
            sentence = f"{_capital(teller.assumption(fact))}."
            told = [*(other for other in self.facts if instead is None or other != instead), sentence]
            again = _Session(self.book, None, deadline, self.hurry)
            again.reader.cutters = self.reader.cutters
            then = again.answer(told, self.text, light=True)["answer"]
            if then in ("yes", "no") and then != now:
                yield {"facts": [sentence], **({"instead_of": instead} if instead else {}), "answer": then}

    def _fixed(self, root: Step) -> Callable[[Assumption], bool]:
        """The facts that no change is proposed for: what was asked, and what makes a thing the one asked about."""
        asked = root.key[:2] if root.key is not None else None
        stand_ins = self.stand_ins

        def fixed(fact: Assumption) -> bool:
            told = self.situation.told.get((fact.template, fact.args))
            own = told is not None and told[1].startswith("the question is about")
            return (
                (fact.template, fact.args) == asked
                or own
                or (fact.kind == "kind" and fact.args[0] in stand_ins)
            )

        return fixed

    def _options(self, step: Step) -> dict[str, Any]:
        """Who chooses among which things where a choice is open."""
        of = self.book.vocabulary.templates[(step.key or ("",))[0]].of
        return {
            "chooser": self._chooser(step),
            "candidates": sorted(
                self.renderer.name(str(thing), of or "thing") for thing in step.data.options
            ),
        }

    def _chooser(self, step: Step) -> str:
        conclusion = step.because[0].entry.rule.conclusion
        return conclusion.amount.chooser or "chance"

    def _choosing(self, step: Step) -> str:
        chooser = self._chooser(step)
        return ", drawn at random" if chooser == "chance" else f", as chosen by {chooser}"

    def _side(self, verdict: Verdict, question: Question) -> str:
        if isinstance(question, Asked) and not question.positive:
            return {"yes": "no", "no": "yes"}.get(verdict.answer, verdict.answer)
        return verdict.answer

    def _steps(self, root: Step) -> list[Step]:
        """Every step of a proof, nearest first; a proof is walked through once."""
        known = self._walked.get(id(root))
        if known is None:
            steps = walk(root)
            known = self._walked[id(root)] = root, steps, frozenset(map(_kind_of, steps))
        return known[1]

    def _steps_of(self, root: Step, kinds: frozenset[str]) -> list[Step]:
        """The steps of a proof that are of these kinds: most often there are none."""
        steps = self._steps(root)
        if kinds.isdisjoint(self._walked[id(root)][2]):
            return []
        return [step for step in steps if step.kind in kinds]

    def _whatever(self, teller: Teller, root: Step) -> list[str]:
        """The untold facts that were looked at and make no difference: "whatever the slope of the Beach is"."""
        found: dict[str, None] = {}
        for step in self._steps_of(root, _OPEN):
            if step.verdict == UNKNOWN and step.key is not None and SOMETHING not in step.key[1]:
                template = self.book.vocabulary.templates[step.key[0]]
                if template.kind != "kind":
                    found[teller.regardless(step.key[0], step.key[1])] = None
        for fact in (fact for step in root.because if step.kind == "assumed" for fact in step.data):
            found[teller.regardless(fact.template, fact.args)] = None
        return list(found)

    def _because(self, cites: Sequence[str]) -> str:
        return f" ({', '.join(cites)})" if cites else ""

    def _undetermined(self, teller: Teller, decision: Decision, question: Question) -> str:
        by_answer: dict[str, list[Sequence[Assumption]]] = {}
        for case in decision.deciding:
            word = self._side(case.verdict, question)
            if case.verdict.value is not None:
                word = self._value(case.verdict.value)
            by_answer.setdefault(word, []).append(case.supposed)
        if not by_answer:
            unknown, missing = teller.sentence(decision.root), self._depends(decision.root)
            if not missing or len(missing) > _FEW_MISSING or any(each in unknown for each in missing):
                return unknown
            return f"{unknown}: it depends on {' and on '.join(missing)}"
        return "; ".join(f"{word} if {teller.any_of(cases)}" for word, cases in by_answer.items())

    def _missing(self, step: Step, *, chance: bool = False) -> str | None:
        """What would have to be told, where a step leaves that open; `chance`: other than what is left to dice."""
        if step.kind not in _OPEN or step.verdict != UNKNOWN or step.key is None:
            return None
        name, args, _ = step.key
        if chance and name in self.book.vocabulary.rolls:
            return None
        shown = tuple("something" if arg == SOMETHING else arg for arg in args)
        if self.book.vocabulary.templates[name].kind == "figure":
            return self.renderer.figure(name, shown)
        return self.renderer.sentence(name, shown)

    def _depends(self, root: Step) -> list[str]:
        """On what a verdict that is not known depends, each as it stands behind "it depends on": a figure, or whether something
        is so."""
        found: dict[str, None] = {}
        for step in self._steps(root):
            missing = self._missing(step)
            if missing is not None and step.key is not None:
                figure = self.book.vocabulary.templates[step.key[0]].kind == "figure"
                found[missing if figure else f"whether {missing}"] = None
        return list(found)

    def _causes(self, *roots: Step, chance: bool = False) -> list[dict[str, Any]]:
        """What keeps these from being settled, each once; `chance`: other than what is left to dice."""
        found: dict[tuple[str, str], None] = {}
        for step in (step for root in roots for step in self._steps(root)):
            if step.kind == "conflict":
                # Of a figure it shows what its rules work out their values from, too.
                sides = [other for other in step.because if step.data is None or other.key == step.key]
                for other in sides:
                    for statement in statements_of(other.entry) or ("a given fact",):
                        found["conflict", statement] = None
            elif step.kind == "not encoded" and isinstance(step.data, tree.Record):
                found["not encoded", " + ".join(step.data.statements)] = None
            elif step.kind == "not encoded" and step.entry is not None:
                found["not encoded", " + ".join(statements_of(step.entry))] = None
            elif (missing := self._missing(step, chance=chance)) is not None:
                found["undetermined", missing] = None
        return [
            {"kind": kind, ("missing" if kind == "undetermined" else "statement"): what}
            for kind, what in found
        ]

    def _absent(self, teller: Teller, roots: Sequence[Step]) -> list[str]:
        """What is assumed because nobody told otherwise, each without a capital and a stop."""
        absences: dict[str, None] = {}
        silent = teller.silent
        steps = [step for root in roots for step in self._steps_of(root, _SILENCE)]
        below = {id(each) for step in steps if assumed(step) for each in _unnamed_below(step)}
        for step in steps:
            if step.key is None or id(step) in below:
                continue
            name, args, _ = step.key
            if len(set(args)) < len(args):
                # How a thing stands to itself is nothing that anybody would tell.
                continue
            said = said_for(self.book.vocabulary, name)
            if said is not None and said != name:
                # That nobody tells it to be so: it is not.
                if SOMETHING not in args:
                    absences[teller.renderer.sentence(said, args, False)] = None
            elif step in silent:
                if text := silent[step]:
                    absences[text] = None
            elif assumed(step):
                absences[teller.sentence(step)] = None
        return list(absences)

    def _finished(
        self,
        result: dict[str, Any],
        teller: Teller | None = None,
        roots: Sequence[Step] = (),
        absent: Sequence[str] | None = None,
    ) -> dict[str, Any]:
        """The answer with what every answer has; what is `absent` may be at hand."""
        if teller is not None:
            absent = self._absent(teller, roots) if absent is None else absent
            if absent:
                result["assumed_absent"] = [{"sentence": f"{_capital(text)}."} for text in absent]
            flags = self._flags(teller)
            if flags:
                result["flags"] = flags
            self._readings(result, roots)
        result["receipt"] = {
            "engine": ENGINE,
            "rulebook": self.book.id,
            "encodings": self.book.digest,
            "editions": dict(self.quotes.editions(self.book.id)) if self.quotes is not None else {},
        }
        return result

    @property
    def _has_readings(self) -> bool:
        """Whether an answer says what it is under other readings: under one of them it does not."""
        return bool(self.book.readings) and self.book.reading is None

    def _readings(self, result: dict[str, Any], roots: Sequence[Step]) -> None:
        """Add what the answer is under other readings of the statements that it may hang on."""
        if not self._has_readings or self.asked is None:
            return

        def again(book: Rulebook) -> dict[str, Any]:
            book.engine.begin_request()
            return _Session(book, None, self.deadline, self.hurry).answer(self.facts, self.text)

        def used() -> set[str]:
            known = self._by_readings
            return {
                reading
                for root in roots
                for reading in (known[root] if root in known else used_readings(root))
            }

        rows = readings_of(self.book, list(_templates(self.asked)), used, result, again)
        if rows:
            result["readings"] = rows
        for row in differing(rows):
            said = row.get("value", row["answer"])
            result["text"] += f" With {row['of']} read as “{row['reading']}”: {said}."

    def _flags(self, teller: Teller) -> list[dict[str, Any]]:
        """What of the derivation rests on something else than the rules as they are: rules cited but not ingested, encodings
        that were written against another text than the user's edition has."""
        found = [{"kind": "external", "statement": rule} for rule in teller.outside]
        found.extend({"kind": "erratum", "statement": statement} for statement in teller.errata)
        if self.quotes is None:
            return found
        for statement in teller.statements:
            name = statement.partition(" #")[0]
            written = self.book.hashes.get(name)
            if written and self.quotes.differs(self.book.id, name, written):
                found.append({"kind": "stale", "statement": name})
        return found


def _terms(question: Question) -> Iterator[str | ClassTerm]:
    """The things and classes that a question is about."""
    if isinstance(question, AskedSet):
        for _, parts in question.members:
            for part in parts:
                yield from _terms(part)
    elif isinstance(question, AskedOdds):
        for part in question.parts:
            yield from _terms(part)
    elif isinstance(question, Asked):
        for _, args in question.atoms:
            yield from args
    else:
        yield from question.args


def _templates(question: Question) -> Iterator[str]:
    """The templates that a question is about."""
    if isinstance(question, AskedSet):
        yield from dict.fromkeys(
            t for _, parts in question.members for part in parts for t in _templates(part)
        )
    elif isinstance(question, AskedOdds):
        for part in question.parts:
            yield from _templates(part)
    elif isinstance(question, Asked):
        yield from (template for template, _ in question.atoms)
    else:
        yield question.template


def _asker(question: Question, names: Mapping[ClassTerm, str]) -> Ask:
    """The question as something to ask of a run, its class terms standing for the things they were named."""

    def bound(args: Sequence[str | ClassTerm]) -> tuple[str, ...]:
        return tuple(names[arg] if isinstance(arg, ClassTerm) else arg for arg in args)

    assert not isinstance(question, AskedSet)  # each of its members is asked for itself
    if isinstance(question, AskedOdds):
        signs = tuple(NO if isinstance(part, Asked) and not part.positive else YES for part in question.parts)
        parts = [_asker(part, names) for part in question.parts]
        if len(parts) == 1:
            return parts[0]

        def all_of(run: Run) -> Step:
            steps = [part(run) for part in parts]
            truths = [sign * step.verdict for sign, step in zip(signs, steps, strict=True)]
            truth = min(truths)
            kept = [
                (sign, step) for sign, step, each in zip(signs, steps, truths, strict=True) if each == truth
            ]
            whole = Step(
                "together",
                truth,
                steps[0].key,  # the same in every case, whichever part settles it
                [step for _, step in kept],
                closed=any(step.closed for _, step in kept),
                cause=worst([step for _, step in kept]) if truth == UNKNOWN else 0,
                data=tuple(sign for sign, _ in kept),
            )
            whole.asked = (False, tuple((sign, step.key) for sign, step in zip(signs, steps, strict=True)))
            return whole

        return all_of
    if isinstance(question, AskedFigure):
        template, args = question.template, bound(question.args)
        if not question.op:
            return lambda run: run.figure(template, args, 0, question.purpose)
        op, values = question.op, question.values

        def compared(run: Run) -> Step:
            step = run.figure(template, args, 0, question.purpose)
            right = only(values[0]) if len(values) == 1 else Possible(frozenset(values))
            outcomes = [compare(op, step.data, only(value)) for value in values]
            truth = max(outcomes) if op == "is" else min(outcomes)
            if truth == UNKNOWN:
                compared_with(run, step, op, frozenset(values))
            whole = Step(
                "asked figure",
                truth,
                (template, args, None),
                (step,),
                closed=step.closed,
                cause=max(1, worst([step])) if truth == UNKNOWN else 0,
                data=step.data if truth != UNKNOWN else right,
            )
            whole.asked = (op, tuple(values))
            return whole

        return compared
    atoms = [(template, bound(args)) for template, args in question.atoms]
    purpose = question.purpose
    if len(atoms) == 1:
        return lambda run: run.verdict(atoms[0][0], atoms[0][1], purpose)

    def several(run: Run) -> Step:
        steps = [run.verdict(template, args, purpose) for template, args in atoms]
        verdicts = [step.verdict for step in steps]
        truth = max(verdicts) if question.any_of else min(verdicts)
        deciding = [step for step in steps if step.verdict == truth]
        kept = steps if truth == (NO if question.any_of else YES) else deciding
        whole = Step(
            "together",
            truth,
            kept[0].key,
            kept,
            closed=any(s.closed for s in kept),
            cause=worst(kept) if truth == UNKNOWN else 0,
        )
        whole.asked = (question.any_of, tuple((YES, step.key) for step in steps))
        return whole

    return several


def _written(steps: str) -> Any:
    """Steps that are JSON already, to be written as they are."""
    import orjson  # what is not written as JSON needs none

    return orjson.Fragment(steps)


def _plain(value: Value | None) -> int | str | None:
    """A value for JSON: a whole number as a number, a fraction as "5/6", a listed value as its name."""
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else str(value)
    return value


def _unnamed_below(silence: Step) -> Iterator[Step]:
    """Of the steps by which no rule breaks a silence about things that are named, those about a thing of which nothing is told:
    who assumes the one assumes these."""
    if silence.key is not None and SOMETHING not in silence.key[1]:
        for reason in (each for rule in silence.considered for each in rule.because):
            for each in reason.because if reason.kind == "absent" else (reason,):
                if each.key is not None and SOMETHING in each.key[1]:
                    yield each


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
