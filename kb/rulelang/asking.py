"""Questions: what a sentence asks about named things, about a class, about several things, or about what is likely."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise

from ingest.late_dataclasses import dataclass, replace
from kb.reason.possible import Value
from kb.reason.situation import Situation
from kb.rulelang.clauses import OF_THEM, Cut, Cutter, definite, impersonally, plainer
from kb.rulelang.player import PlayerReader, Tokens, each_of
from kb.rulelang.referents import ClassTerm, NothingNamed, NotUnderstood, OtherCapitals, SeveralNamed
from kb.rulelang.render import Renderer, article
from kb.rulelang.sentence import NOUNS_OF, Compared, Measured, Phrase, Predicated, Reading, Said
from kb.rulelang.telling import asked_rather
from kb.rulelang.words import AUXILIARIES, base_form, plural, third_person, words


@dataclass(frozen=True, slots=True)
class Asked:
    """A yes-or-no question: all of the atoms, each with its polarity, or for `any_of` at least one.

    With `which`, a noun, it is asked of which of that class this is so, "Which hexes are frozen?", rather than whether.
    """

    atoms: tuple[tuple[str, tuple[str | ClassTerm, ...]], ...]
    positive: bool
    any_of: bool = False
    purpose: str | None = None
    which: str = ""


@dataclass(frozen=True, slots=True)
class AskedFigure:
    """A question for a figure's value, or with `op` whether it stands so to `values`."""

    template: str
    args: tuple[str | ClassTerm, ...]
    op: str = ""
    values: tuple[Value, ...] = ()
    purpose: str | None = None


@dataclass(frozen=True, slots=True)
class AskedOdds:
    """How likely it is that all of these hold, or with one figure and no comparison, how likely each value is."""

    parts: tuple[Asked | AskedFigure, ...]
    mean: bool = False
    """Whether the expected value of that figure is asked for, and not how likely each value is."""


@dataclass(frozen=True, slots=True)
class AskedSet:
    """Of which of these all parts are so: things by their names, or with `choice` what is asked for one of, or with
    `happens` the effects that something can have, each by its sentence; with `counts` only how many they are.
    """

    members: tuple[tuple[str, tuple[Asked | AskedFigure, ...]], ...]
    choice: bool = False
    happens: bool = False
    counts: bool = False


Question = Asked | AskedFigure | AskedOdds | AskedSet

_VALUE_WORDS = frozenset({"what", "which", "how", "who"})
_THE_FOLLOWING = (
    ("these",),
    ("the", "following"),
    *(
        (*these, noun)
        for these in (("these",), ("the", "following"))
        for noun in ("things", "units", "vehicles", "hexes")
    ),
)
"""What a question says of things that it lists last."""
_LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
"""Names that a letter is, "A" among them, which elsewhere is an article."""

_NO_NAME_ALONE = frozenset({("A",), ("I",)})
"""Names with which no sentence begins unless it says what is named: "squad A drains into hex 5", "squad I does so"."""

_ASKING = frozenset({"which", "what", "who", "whom"})
_PREPOSITIONS = frozenset(
    {"in", "into", "onto", "on", "from", "to", "of", "by", "at", "across", "with", "through", "for"}
)
_NO_ALTERNATIVE = frozenset({"nothing", "none", "neither", "nobody"})
"""What a list of alternatives may end with that is no thing to choose."""
_ASKS_WHETHER = AUXILIARIES | {"did", "have"}
_ALL_THE: tuple[Tokens, ...] = (
    *(
        (*all_, *of, the)
        for all_ in (("all",), ("both",))
        for of in (("of",), ())
        for the in ("the", "these", "those")
    ),
    ("both",),
    ("these",),
    ("those",),
)
"""What stands before a plural that means each of the things that were told of."""

_THE_TWO = frozenset({"two", "three", "four", "five", "six"})
"""How many there may be of "the two"."""
_HOW_MANY_OF: tuple[tuple[Tokens, str], ...] = (
    (("at", "least", "one", "of"), "any"),
    (("one", "or", "more", "of"), "any"),
    (("any", "one", "of"), "any"),
    (("any", "of"), "any"),
    (("either", "one", "of"), "any"),
    (("either", "of"), "any"),
    (("neither", "one", "of"), "none"),
    (("neither", "of"), "none"),
    (("none", "of"), "none"),
    (("every", "one", "of"), "all"),
    (("each", "one", "of"), "all"),
    (("each", "of"), "all"),
    (("both", "of"), "all"),
    (("all", "of"), "all"),
)
"""Of how many of several things a question asks whether it is so."""
_LISTED_BY = {"either": ("or", "any"), "neither": ("nor", "none"), "both": ("and", "all")}
"""The same before two names, by what joins them."""
_HOW_MANY = frozenset({*_LISTED_BY, *(form[0] for form, _ in _HOW_MANY_OF)})
"""How somebody begins who says of how many of several things it is so."""
_OF_EACH = {"are": "is", "do": "does", "have": "has"}

_JOINT = re.compile(
    r"(?:\s*\?\s*(?:(?:and|or) )?|\s*[,;]\s*(?:and |or )?|\s(?:and|or) )"
    r"(?=(?:what|which|how|who|when|where|may|must|can|does|do|is|are|has) )",
    re.IGNORECASE,
)
"""Where a sentence may go over from one question to another."""
_CLASSED = frozenset({"classed", "classified", "treated", "regarded"})
"""What a question asks for that begins with "How is", as what it is so."""
_SUPPOSING = frozenset({"if", "when", "once", "whenever", "suppose", "assuming"})
_CALLED = frozenset({"called", "termed", "named"})

_OPTIONS = re.compile(
    r"\s*\((?:options: [^()]*|(?:0|none|nothing) if none)\)\s*$|\s*\((?:0|none) if none\)(?=\s*\?$)"
)
"""What may be answered, behind a question that asks for it without."""
_HINT = re.compile(
    r"\s+\((?:answer: [^()]*|name each [^()]*|[^()]+(?:, |; | or | / )[^()]+)\)(?=[\s,]|\?\s*$)",
    re.IGNORECASE,
)
"""The same within a question: "In which season (dry, wet) is it?", "What is it, and why (season; reason)?"."""
_NOW: tuple[Tokens, ...] = tuple(
    (*during, "this", *turn)
    for turn in (("Player", "Turn"), ("turn",))
    for during in (("during",), ("in",), ())
)
"""How a question ends that asks what is so in the situation told."""

_SO = re.compile(
    r"(?:(?:may|can|(?P<must>must)) (?:it|they|he|she|the \w+)(?: do (?:so|it|that|this))?"
    r"|(?:is|are) (?:it|they|he|she|the \w+) (?:allowed|permitted|able) to(?: do (?:so|it|that|this))?"
    r"|is (?:that|this|it|(?:[\w' ]+ )?use) (?:allowed|permitted|legal|possible)(?: there| here)?"
    r"|would (?:that|this|it) be (?:allowed|permitted|legal|possible)(?: there| here)?"
    r"|is (?:that|this|it) (?P<not>forbidden|prohibited|illegal|against (?:a|any|the) rules?)(?: there| here)?"
    r"|(?:may|can) (?:it|they|he|she|the \w+) make (?:that|this|the|such an?) (?:\w+ )?(?:move|entry|attempt|shot|attack|rout)"
    r"|is (?:that|this|the|such an?) (?:\w+ )?(?:move|entry|attempt|shot|attack|rout) (?:allowed|permitted|legal|possible)"
    r"|does (?:that|this|it) (?P<breaks>break|violate) (?:a|any|the) rules?"
    r"|(?:does|do) (?:(?:the|this|that) (?:\w+ )?rules?|(?:rule )?[A-Z]?\d[\d.]*\d) "
    r"(?:(?:allow|permit)|(?P<against>forbid|prohibit|prevent)) "
    r"(?:it|that|this|(?:the |this |that )?(?:entry|entrance|move|attempt)(?: across (?:that|the) \w+)?))",
    re.IGNORECASE,
)
"""Questions about what somebody was said to want to do."""


_COST = re.compile(
    r"(?:how many|what) (?P<unit>\w+) (?:does|do) "
    r"(?:it|that|this|doing so|the (?:move|entry|crossing)|(?P<act>[a-z]+ing(?: .+)?)) cost(?: (?P<payer>the \w+|it))?"
    r"(?: in (?:all|total))?(?: to (?P<to>.+))?",
    re.IGNORECASE,
)
"""A question for what it costs to do what somebody was said to do."""

_RULED = re.compile(
    r"(?:does|do) (?:(?:the|this|these)(?: \w+){0,3}? rules?(?: (?:that|about|of|on|for) .+?)?"
    r"|(?:rule )?[A-Z]{0,2}\d+\.\d+) (?:still )?"
    r"(?:make (?P<whom>(?:the )?\w+) (?P<done>\w+(?: to .+)?)|let (?P<let>(?:the )?\w+) (?P<free>.+)|"
    r"(?:keep|prevent) (?P<kept>.+?) from (?P<barred>\w+ing(?: .+)?)|"
    r"(?P<verb>oblige|force|require|compel|allow|permit|forbid) "
    r"(?P<who>.+?) to (?P<act>.+))",
    re.IGNORECASE,
)
"""A question whether a rule makes somebody do something, or lets him."""
_ABLE = re.compile(r"(?:is|are) (?P<who>.+?) (?:able|free|allowed|permitted) to (?P<act>.+)", re.IGNORECASE)
"""A question whether somebody can do something."""
_RULED_AS = {"allow": "may", "permit": "may"}
_REGARD = re.compile(
    r"(?P<asked>.+) with (?:respect|regard) to (?:that|the|this)(?: \w+){1,2}", re.IGNORECASE
)
"""A question that says last against whom it is so."""
_COUNTED_IN = re.compile(
    r"(?P<asked>(?:what|how|which) .+?)(?: (?:in all|in total|altogether))?(?: , (?:counting|including) .+)?",
    re.IGNORECASE,
)
"""A question for an amount, and that it is for the whole."""
_MANY = {"MFs": "MF", "MPs": "MP", "FPs": "FP", "drms": "drm", "DRMs": "DRM"}
"""Units as a player may write several of them."""

_SIZES = frozenset({"great", "large", "big", "high", "much"})
"""What a question for an amount may ask for: "How great is the landing DRM?"."""
_BEING = re.compile(r"(?P<who>.+?)(?:'s)? being (?P<what>.+)")
"""What has a chance: "the boat being sunk", "its being sunk"."""
_LIKELIHOOD = r"(?:exact )?(?:odds|chances?|probability|likelihood)"
_ODDS = re.compile(
    rf"(?:what (?:are|is) the {_LIKELIHOOD} (?:that|(?P<of>of))|how (?:likely|probable) is it that"
    rf"|(?P<asks>with what {_LIKELIHOOD}|how (?:likely|probable))(?= (?:is|are|does|do|may|must|has)\b)) ",
    re.IGNORECASE,
)
"""How a question for odds begins."""

_EXPECTED = re.compile(
    r"(?P<what>what is) the (?:expected|average|mean) (?:value of (?:the )?)?(?P<figure>.+)", re.IGNORECASE
)
"""A question for the mean of what chance decides."""
_OR_MORE = re.compile(
    r'(?P<is>\bis |\bare )(?P<value>"?[-+]?\d+(?:/\d+)?(?: [A-Za-z]+)?"?) or '
    r"(?P<more>larger|greater|higher|more|above|smaller|less|lower|fewer)\b"
)
"""A comparison that comes behind its number."""

_HAPPENS = re.compile(
    r"what (?:happens|will happen|becomes)(?: (?:to|of) (?P<to>.+?))?(?: (?:if|when|once) (?P<if>.+?))?\s*\??",
    re.IGNORECASE,
)
"""A question for effects."""


Meanings = dict[Asked | AskedFigure | AskedSet, str]
"""What a sentence can ask, each with words for it."""


class QuestionReader(PlayerReader):
    """Reads questions."""

    def question(self, sentence: str, situation: Situation) -> Question:
        """The question that a sentence asks. Raises `NotUnderstood`."""
        # Who asks of all of them asks of all that were named, whatever was said last.
        self.referents.said = ""
        sentence = impersonally(_OPTIONS.sub("", sentence))
        sentence = _OR_MORE.sub(_compared, sentence)
        bare = _HINT.sub("", sentence)
        if bare == sentence:
            return self._question(sentence, situation)
        try:
            return self._question(sentence, situation)
        except NotUnderstood:
            with suppress(NotUnderstood):
                return self._question(bare, situation)
            raise

    def _question(self, sentence: str, situation: Situation) -> Question:
        likely = _ODDS.match(sentence.strip())
        if likely is not None:
            return self._odds(sentence, likely, situation)
        happens = _HAPPENS.fullmatch(sentence.strip())
        if happens is not None:
            try:
                return self._effects(sentence, happens, situation)
            except NotUnderstood:
                if happens["if"]:
                    raise
                # "What happens to T1 and those aboard?" may be a figure of the vocabulary.
                with suppress(NotUnderstood):
                    return self._plain(sentence, situation)
                raise
        readings = self._shapes.written(sentence, True, self._whether)
        if len(readings) == 1:
            return self._asked(readings[0], situation)
        expected = _EXPECTED.fullmatch(sentence.strip())
        if expected is not None:
            try:
                of = self._plain(f"{expected['what']} the {expected['figure']}", situation.copy())
            except NotUnderstood:
                of = None
            if isinstance(of, AskedFigure) and not of.op:
                for arg in of.args:
                    if isinstance(arg, str):
                        situation.name(arg)
                return AskedOdds((of,), mean=True)
        return self._plain(sentence, situation)

    def _whether(self, sentence: str) -> list[Reading]:
        """The readings of a sentence that asks whether something is so and nothing else."""
        tokens = words(sentence)
        if len(tokens) < 3 or tokens[0].lower() not in _ASKS_WHETHER or tokens[1] == "not":
            return []
        return (
            [] if self._figure_question(tokens) else self._asked_once(self._readings(tokens, question=True))
        )

    def _asked_once(self, readings: Sequence[Reading]) -> list[Reading]:
        """Readings without those that ask of a named thing whether it is a noun where another one asks what is asked rather."""
        rather = asked_rather(self.vocabulary)
        said = {
            (one.template, one.args, one.positive, one.purpose) for one in readings if isinstance(one, Said)
        }
        return [
            one
            for one in readings
            if not isinstance(one, Predicated)
            or len(one.predicates) > 1
            or not one.subject.name
            or (rather.get(one.predicates[0]), (one.subject,), one.positive, one.purpose) not in said
        ]

    def _effects(self, sentence: str, happens: re.Match[str], situation: Situation) -> AskedSet:
        """Everything that anything, or the thing asked about, can become; what is said behind "if" is told first."""
        if happens["if"]:
            clause = words(happens["if"])
            if not self._is_fact(clause):
                raise NotUnderstood(self._why(sentence), self._nearest(happens["if"]))
            self.tell_in_passing(clause, sentence, situation)
        about: str | None = None
        if happens["to"]:
            whom = words(happens["to"])
            phrases = self.reader.read_phrase(whom)
            for at in range(2, len(whom) - 1) if not phrases else ():
                # "What happens to the squad in hex 5?" tells where it is.
                there = (*whom[:at], "is", *whom[at:])
                if self.reader.read_phrase(whom[:at]) and self._is_fact(there):
                    self.tell_in_passing(there, sentence, situation)
                    phrases = self.reader.read_phrase(whom[:at])
                    break
            term = self.referents.term(phrases[0], phrases[0].noun or "thing", situation) if phrases else None
            if not isinstance(term, str):
                raise NotUnderstood(f"'{happens['to']}' is no named thing", ("What happens to T1?",))
            about = term
        renderer = Renderer(self.vocabulary, situation.kind_names())
        members: list[tuple[str, tuple[Asked, ...]]] = []
        for effect in (*self.vocabulary.effects, *self.vocabulary.fates):
            for thing in situation.things_of(self.vocabulary.templates[effect].slots[0]):
                if about in (None, thing):
                    said = renderer.sentence(effect, (thing,), True)
                    members.append((said, (Asked(((effect, (thing,)),), True),)))
        if not members:
            raise NotUnderstood("no rule says of anything here that it becomes something")
        return AskedSet(tuple(members), happens=True)

    def _odds(self, sentence: str, likely: re.Match[str], situation: Situation) -> AskedOdds:
        """The odds that a sentence asks for: of a statement ("that …"), a figure ("of …") or a question ("how likely is …")."""
        rest = sentence.strip()[likely.end() :].rstrip(" ?.")
        being = _BEING.fullmatch(rest) if likely["of"] else None
        if being is not None:
            who = "it" if being["who"] == "its" else being["who"]
            again = f"What is the probability that {who} is {being['what']}?"
            that = _ODDS.match(again)
            assert that is not None
            return self._odds(again, that, situation)
        if likely["of"]:
            figures = dict.fromkeys(self._figure_question(("what", "is", *words(rest))))
            if len(figures) != 1:
                such = self._odds_of_such(words(rest), situation)
                if such is not None:
                    return such
                raise NotUnderstood("it does not ask for the odds of a figure", self._nearest(rest))
            [figure] = figures
            slots = self.vocabulary.templates[figure.template].slots
            self._fit(figure.args, slots, situation)
            return AskedOdds((AskedFigure(figure.template, self._terms(figure.args, slots, situation)),))
        if likely["asks"]:
            such = self._odds_of_such(words(rest)[1:], situation)
            if such is not None:
                return such
            asked = self._plain(f"{rest}?", situation)
            if isinstance(asked, AskedSet):
                raise NotUnderstood("odds are asked for one thing at a time")
            return AskedOdds((asked,))
        each = words(rest)
        at = next((at for at, token in enumerate(each) if token in ("is", "are")), 0)
        if at and each[0] in _HOW_MANY:
            # "That both trucks are sunk": as it would be asked, of the things told of.
            again = " ".join((each[at].capitalize(), *each[:at], *each[at + 1 :], "?"))
            with suppress(NotUnderstood):
                asked = self._plain(again, situation)
                if not isinstance(asked, AskedSet):
                    return AskedOdds((asked,))
        parts: list[Asked | AskedFigure] = []
        for part in self._each_said(rest):
            readings = self._likely(part)
            if not readings:
                said = " ".join(part)
                raise NotUnderstood(self._why(said), self._nearest(said))
            found = dict.fromkeys(self._asked(reading, situation) for reading in readings)
            if len(found) > 1:
                raise NotUnderstood(
                    "it can be read in more than one way", [self._gist(reading) for reading in readings]
                )
            parts.extend(found)
        return AskedOdds(tuple(parts))

    def _odds_of_such(self, what: Tokens, situation: Situation) -> AskedOdds | None:
        """The odds of "a very steep slope": that the slope is very steep, where that is a sentence; None where it is none."""
        if len(what) < 3 or what[0].lower() not in ("a", "an"):
            return None
        for at in range(2, len(what)):
            readings = self._readings(("the", *what[at:], "is", *what[1:at]), question=False)
            if len(readings) == 1:
                return AskedOdds((self._asked(readings[0], situation),))
        return None

    def _likely(self, said: Tokens) -> Sequence[Reading]:
        """The readings of what is said to have a chance: as it would be asked, "Is hex 5 dry", before as it would be told."""
        at = next((at for at, token in enumerate(said) if token in ("is", "are")), 0)
        asked = (said[at].capitalize(), *said[:at], *said[at + 1 :]) if at else ()
        if asked and "not" not in said:
            readings = self._readings(asked, question=True)
            if len(readings) == 1:
                return readings
        return self._readings(said, question=False) or self.short.read(said)

    def _each_said(self, sentence: str) -> Iterator[Tokens]:
        """The statements in "that S, and that S2", or "that S and S2", or "that T1 is A and B"."""
        for part in re.split(r",? and that |, and (?:that )?", sentence):
            tokens = words(part)
            cuts = [] if self._is_fact(tokens) else self._cutter().cuts(tokens)
            yield from cuts[0] if len(cuts) == 1 else (tokens,)

    def _cutter(self) -> Cutter:
        return Cutter(lambda part: self._is_fact(part), lambda part: bool(self.reader.read_phrase(part)))

    def _plain(self, sentence: str, situation: Situation) -> Asked | AskedFigure | AskedSet:
        """What a sentence asks that asks for no odds."""
        named = dict(situation.slots)  # as the facts have it, and not as the question may
        tokens = words(sentence)
        if not _MANY.keys().isdisjoint(tokens):
            tokens = tuple(_MANY.get(token, token) for token in tokens)
        if len(tokens) > 3 and tokens[0].lower() == "why" and tokens[1] in _ASKS_WHETHER:
            # Why something is so, or is not, is in the answer to whether it is.
            tokens = tokens[1:]
            at = tokens.index("not") if "not" in tokens else len(tokens)
            tokens = (*tokens[:at], *tokens[at + 1 :])
        if len(tokens) > 4 and tokens[-2:] == ("and", "why"):
            # So is why it is.
            tokens = tokens[: -2 - (tokens[-3] == ",")]
        if len(tokens) > 2 and tokens[0].lower() in AUXILIARIES and tokens[1] == "not":
            # "Isn't hex 1 shallow?" asks what "Is hex 1 shallow?" asks.
            tokens = (tokens[0], *tokens[2:])
        found: Meanings = {}
        if self.crossed and (self.done or self.wanted) is None:
            for whole in self._of_done(tokens, situation):
                found = found or self._any(whole, sentence, situation)
        found = found or self._first_of(tokens, situation)
        for listed in self._of_listed(tokens) if ":" in tokens else ():
            found = found or self._any(listed, sentence, situation)
        found = found or self._any(tokens, sentence, situation)
        if not found and ":" in tokens:
            # "What is the river: fordable, deep or flooded?" lists what could be the answer.
            at = tokens.index(":")
            trial = situation.copy()
            found = self._any(tokens[:at], sentence, trial)
            if self._left_out(found, tokens[at + 1 :]):
                # "Which may S1 fire: the LMG or its own weapon?" where the second is no thing that is told of.
                found = self._either((*tokens[1:at], *tokens[at + 1 :]), situation)
            elif found:
                situation.take(trial)
            if not found and tuple(map(str.lower, tokens[:2])) == ("what", "is"):
                found = self._any(("is", *tokens[2:at], *tokens[at + 1 :]), sentence, situation)
        if not found and ":" in tokens:
            found = self._of_new(tokens, sentence, situation)
        if not found:
            found = self._listing(tokens, sentence, situation)
        now = next((tokens[: -len(end)] for end in _NOW if tokens[-len(end) :] == end), tokens)
        if not found and now != tokens:
            found = self._any(now, sentence, situation)
        last = _purpose_last(now)
        if not found and last != now:
            found = self._any(last, sentence, situation)
        if not found:
            found = self._supposed(now, sentence, situation)
        if not found:
            found = self._unsaid(tokens, situation)
        if not found:
            # what belongs to an amount is counted in anyway
            counted = _COUNTED_IN.fullmatch(" ".join(now))
            whole = tuple(counted["asked"].split()) if counted else now
            if whole != now:
                found = self._unsaid(whole, situation)
            for other in (*_put_otherwise(now), whole, *self._of_done(whole, situation), *self._in_full(now)):
                found = found or (self._any(other, sentence, situation) if other != now else {})
            for other in _put_otherwise(now) if not found else ():
                found = found or self._unsaid(other, situation)
        for said in (now, *self._of_anyone(now)) if not found else ():
            kinds = self._of_kinds(said)
            found = found or (self._any(kinds, sentence, situation) if kinds != now else {})
        if not found and "total" in now:
            # Of a figure there is no other than the total.
            found = self._any(tuple(token for token in now if token != "total"), sentence, situation)
        if not found:
            found = self._of_owned(tokens, sentence, situation)
        if not found:
            if self._readings(tokens, question=False):
                raise NotUnderstood("it is a statement, not a question", _turned(sentence))
            apart = self._apart(sentence, situation)
            if apart:
                raise NotUnderstood("it asks more than one thing: ask one at a time", apart)
            raise NotUnderstood(self._why(sentence), self._nearest(sentence, question=True))
        if len(found) > 1:
            found = self._placed(found, named) or found
        if len(found) > 1:
            raise NotUnderstood("it can be read in more than one way", list(found.values()))
        return next(iter(found))

    def _left_out(self, found: Meanings, listed: Tokens) -> bool:
        """Whether a question asks of fewer named things than are listed behind its colon."""
        asked = next(iter(found), None)
        if not isinstance(asked, AskedSet) or asked.choice or "or" not in listed:
            return False
        alternatives = 1 + sum(token in (",", "or") for token in listed)
        alternatives -= sum(pair == (",", "or") for pair in pairwise(listed))
        alternatives -= any(token.lower() in _NO_ALTERNATIVE for token in listed)
        return len(asked.members) < alternatives

    def _of_new(self, tokens: Tokens, sentence: str, situation: Situation) -> Meanings:
        """ "Which of these are wet: a squad, a truck?": which of the things that the question itself names first."""
        asks = next((at for at in (0, 1) if tokens[at].lower() == "which" and tokens[at + 1] == "of"), -1)
        at = tokens.index(":")
        end = next((k for k in range(asks + 3, asks + 6) if tokens[asks + 2 : k] in _THE_FOLLOWING), 0)
        listed = tuple("and" if token == "or" else token for token in tokens[at + 1 :])
        if asks < 0 or not end or listed[:1] not in (("a",), ("an",)):
            return {}
        trial = situation.copy()
        try:
            for part in self._parts_of(("there", "are", *listed)):
                self.tell_in_passing(part, sentence, trial)
        except NotUnderstood:
            return {}
        named = [words(thing) for thing in trial.things if thing not in situation.things]
        names = tuple(token for name in named for token in (*name, ","))[:-1]
        found = (
            self._any((*tokens[: asks + 2], *names, *tokens[end:at]), sentence, trial)
            if len(named) > 1
            else {}
        )
        if found:
            situation.take(trial)
        return found

    def _of_anyone(self, tokens: Tokens) -> Iterator[Tokens]:
        """ "What does it cost to enter a hex?" as what it costs a unit, where no one thing is meant."""
        for at in range(2, len(tokens) - 2):
            if tokens[at : at + 2] == ("cost", "to") and "unit" in self.vocabulary.templates:
                yield (*tokens[: at + 1], "a", "unit", *tokens[at + 1 :])

    def _apart(self, sentence: str, situation: Situation) -> tuple[str, ...]:
        """ "Does hex 5 block LOS, and what does it cost?" as the two questions that it asks, or as the one of them that is
        understood; nothing where it asks no two."""
        one: tuple[str, ...] = ()
        for joint in _JOINT.finditer(sentence):
            parts = [sentence[: joint.start()].strip(), sentence[joint.end() :].strip().rstrip(" ?.")]
            understood: list[str] = []
            for part in parts:
                asked = f"{part[:1].upper()}{part[1:]}?"
                with suppress(NotUnderstood):
                    self._plain(asked, situation.copy())
                    understood.append(asked)
            if len(understood) == len(parts):
                return tuple(understood)
            if parts[1].partition(" ")[0].lower() not in ("is", "are", "has"):
                one = one or tuple(understood)
        return one

    def _listing(self, tokens: Tokens, sentence: str, situation: Situation) -> Meanings:
        """ "Which coordinate is it, the lower or the higher?": a question for a value that lists values it can be."""
        if "," not in tokens or "or" not in tokens or _ASKING.isdisjoint(map(str.lower, tokens[:2])):
            return {}
        at = tokens.index(",")
        found = self._any(tokens[:at], sentence, situation)
        listed = " ".join(tokens[at + 1 :]).replace(" , ", " or ").replace("or or", "or").split(" or ")
        for asked in found:
            if not isinstance(asked, AskedFigure) or asked.op:
                return {}
            forms = {
                _label(words(form))
                for value in self.vocabulary.templates[asked.template].values
                for form in (value.name, *value.synonyms)
            }
            if any(_label(words(one)) not in forms for one in listed):
                return {}
        return found

    def _of_owned(self, tokens: Tokens, sentence: str, situation: Situation) -> Meanings:
        """ "May S1 fire its Gun?" as of the Gun that S1 is told to have, or that it has as the question says."""
        for at in range(2, len(tokens) - 2):
            if tokens[at : at + 2] != ("it", "'s"):
                continue
            owner = next((tokens[1:k] for k in range(at, 1, -1) if self.reader.read_phrase(tokens[1:k])), ())
            for end in range(min(len(tokens), at + 6), at + 2, -1):
                noun = tokens[at + 2 : end]
                nouns = {p.noun for p in self.reader.read_phrase(("the", *noun)) if p.noun and not p.name}
                has = self._readings((*owner, "has", "the", *noun), question=False) if nouns and owner else []
                if len(nouns) != 1 or len(has) != 1 or not isinstance(has[0], Said):
                    continue
                whole = self._owned(has[0], nouns.pop(), (*owner, "has", "a", *noun), sentence, situation)
                if whole:
                    return self._any((*tokens[:at], *whole, *tokens[end:]), sentence, situation)
        return {}

    def _owned(self, has: Said, noun: str, said: Tokens, sentence: str, situation: Situation) -> Tokens:
        """The words for the one thing of a noun that somebody is told to have; a new one where there is none of that noun."""
        slots = self.vocabulary.templates[has.template].slots
        owner = self.referents.term(has.args[0], slots[0], situation)
        things = [thing for thing in situation.things_of(noun) if situation.surely(thing, noun)]
        own = [t for t in things if situation.told.get((has.template, (str(owner), t)), (False, ""))[0]]
        if not things and isinstance(owner, str):
            self.tell_in_passing(said, sentence, situation)
            return ("the", *words(noun))
        return words(own[0]) if len(own) == 1 else ()

    def _placed(self, found: Meanings, named: Mapping[str, str]) -> Meanings:
        """Of what a sentence can ask, what asks of things that can be what they were named as: W1, of which a type of water was
        told, is no hex."""

        def fits(template: str, args: Sequence[str | ClassTerm]) -> bool:
            asked = self.vocabulary.templates[template]
            slots = (self.vocabulary.base_kind(asked),) if asked.unary else asked.slots
            known = [
                (named.get(arg), slot) for arg, slot in zip(args, slots, strict=True) if isinstance(arg, str)
            ]
            return all(place is None or self.vocabulary.related(place, slot) for place, slot in known)

        return {
            asked: gist
            for asked, gist in found.items()
            if isinstance(asked, AskedSet)
            or all(
                fits(template, args)
                for template, args in (
                    [(asked.template, asked.args)] if isinstance(asked, AskedFigure) else asked.atoms
                )
            )
        }

    def _any(self, tokens: Tokens, sentence: str, situation: Situation) -> Meanings:
        """Everything that a sentence can ask, each with words for it: as it stands, else put more plainly, else with what
        it says in passing told first."""
        tokens = self._definite(tokens)
        found = self._simple(tokens, situation) or self._of_wanted(tokens, situation)
        if not found:
            found = self._several(tokens, situation)
        for plain in plainer(tokens):
            if found:
                break
            found = self._simple(plain, situation) or self._several(plain, situation)
        if found:
            return found
        for plain in self._meanwhile(tokens):
            found = found or self._simple(plain, situation) or self._several(plain, situation)
        if found:
            return found
        for main, said in self._cutter().asides(
            tokens,
            lambda part: self._is_question(part, situation) or _SO.fullmatch(" ".join(part)) is not None,
        ):
            trial = situation.copy()
            try:
                for part in said:
                    self.tell_in_passing(part, sentence, trial)
                    main = self._same(main, part)
                more = self._simple(main, trial) or self._several(main, trial) or self._of_wanted(main, trial)
            except NotUnderstood:
                continue
            if more:
                situation.take(trial)
                return more
        return {}

    def _supposed(self, tokens: Tokens, sentence: str, situation: Situation) -> Meanings:
        """What "If a squad enters hex 5, is it Wading?" and "Is a squad Wading if it enters hex 5?" ask, of a situation in
        which it does."""
        parts: list[tuple[Tokens, Tokens]] = []
        if tokens and tokens[0].lower() in _SUPPOSING:
            parts = [
                (tokens[1:at], tokens[at + 1 + (tokens[at + 1 : at + 2] == ("then",)) :])
                for at, token in enumerate(tokens)
                if token == "," and 2 < at < len(tokens) - 2
            ]
        for at in range(3, len(tokens) - 2):
            if tokens[at] in _SUPPOSING and tokens[0].lower() not in _SUPPOSING:
                asked = tokens[: at - (tokens[at - 1] == ",")]
                start = next((k for k in (1, 2, 3, 4) if asked[k : k + 1] and asked[k] in ("a", "an")), 0)
                thing = next(
                    (
                        asked[start:k]
                        for k in range(start + 4, start + 1, -1)
                        if self._is_class(asked[start:k])
                    ),
                    (),
                )
                clause = tokens[at + 1 :]
                if thing and clause[0] in ("it", "they"):
                    clause = (*thing, *clause[1:])
                parts.append((clause, asked))
        for clause, asked in parts:
            trial = situation.copy()
            done = self.done
            try:
                for part in self._parts_of(clause):
                    self.tell_in_passing(part, sentence, trial)
                    asked = self._same(asked, definite(part))
                more = self._any(asked, sentence, trial) or self._unsaid(asked, trial)
            except NotUnderstood:
                more = {}
            if more:
                situation.take(trial)
                return more
            self.done = done
        return {}

    def _parts_of(self, clause: Tokens) -> Cut:
        """The sentences that a clause says, by the one way to cut it. Raises `NotUnderstood`."""
        cuts = [(clause,)] if self._is_fact(clause) else self._cutter().cuts(clause)
        if len(cuts) != 1:
            raise NotUnderstood(self._why(" ".join(clause)))
        return cuts[0]

    def _same(self, question: Tokens, said: Tokens) -> Tokens:
        """A question with "the squad" for the "a squad" of which something is said in passing: it asks of no other one."""
        for end in range(min(len(said), 6) if said[0] == "the" else 0, 1, -1):
            if not self.reader.read_phrase(said[:end]):
                continue
            for at in range(len(question) - end + 1):
                if question[at].lower() in ("a", "an") and question[at + 1 : at + end] == said[1:end]:
                    return (*question[:at], "the", *question[at + 1 :])
        return question

    def tell_in_passing(self, tokens: Tokens, sentence: str, situation: Situation) -> None:
        """Tell a situation what a question says of a thing. Raises `NotUnderstood`."""
        raise NotImplementedError

    def _meanwhile(self, tokens: Tokens) -> Iterator[Tokens]:
        """ "May a squad fire while fording?" as "May a fording squad fire?"."""
        if "while" not in tokens[3:-1] or tokens[0].lower() not in _ASKS_WHETHER:
            return
        at = tokens.index("while", 3)
        doing = tokens[at + 1 :]
        start = 2 if tokens[1].lower() in ("a", "an", "the") else 1
        if doing[0].endswith("ing"):
            yield (*tokens[:start], *doing, *tokens[start:at])

    def _definite(self, tokens: Tokens) -> Tokens:
        """A sentence with "the trucks" for "both trucks", "these trucks" and "all of the trucks"."""
        for at, word in enumerate(tokens):
            if word in ("both", "all", "each") and tokens[at + 1 : at + 3] in OF_THEM:
                return (*tokens[:at], "they", *tokens[at + 3 :])
            for form in _ALL_THE if word in ("all", "both", "these", "those") else ():
                rest = tokens[at + len(form) :]
                if tokens[at : at + len(form)] == form and self._plural(rest) is not None:
                    return (*tokens[:at], "the", *rest)
            if (
                word == "both"
                and at
                and tokens[at + 1 : at + 2] != ("of",)
                and not self._begins_with_thing(tokens[at + 1 :])
            ):
                return (*tokens[:at], *(() if "they" in tokens[:at] else ("they",)), *tokens[at + 1 :])
        return tokens

    def _begins_with_thing(self, tokens: Tokens) -> bool:
        return any(self.reader.read_phrase(tokens[:end]) for end in range(1, min(len(tokens), 5) + 1))

    def _is_fact(self, tokens: Tokens) -> bool:
        return bool(self._readings(tokens, question=False))

    def _is_question(self, tokens: Tokens, situation: Situation) -> bool:
        return bool(self._readings(tokens, question=True) or self._figure_question(tokens))

    def _simple(self, tokens: Tokens, situation: Situation) -> Meanings:
        """What a sentence can ask that is one question of the vocabulary, whether or for a value."""
        found: Meanings = {}
        problem: NotUnderstood | None = None
        purpose: str | None = None
        inner = tokens
        if "for" in tokens and tokens[0].lower() in ("what", "how"):
            for each in self.vocabulary.purposes:
                for form in (("for", *words(each)), ("for", *words(each), "purposes")):
                    if tokens[-len(form) :] == form:
                        inner, purpose = tokens[: -len(form)], each
        for figure in self._figure_question(inner):
            slots = self.vocabulary.templates[figure.template].slots
            try:
                self._fit(figure.args, slots, situation)
                args = self._terms(self._only(figure.args, slots, situation), slots, situation)
            except NotUnderstood as error:
                problem = error
                continue
            found.setdefault(AskedFigure(figure.template, args, purpose=purpose), figure.template)
        readings = self._readings(tokens, question=True)
        told_apart = bool(found) or len(readings) > 1
        for reading in readings:
            try:
                found.setdefault(self._asked(reading, situation), self._gist(reading) if told_apart else "")
            except NotUnderstood as error:
                problem = error
        if not found and problem is not None:
            raise problem
        return self._closest(found, situation)

    def _only(
        self, phrases: Sequence[Phrase], slots: Sequence[str], situation: Situation
    ) -> Sequence[Phrase]:
        """What a figure is asked of, with the one truck that there is for "the trucks". Raises for several of them."""
        for place, (phrase, slot) in enumerate(zip(phrases, slots, strict=True)):
            found = self.referents.each(phrase, slot, situation)
            if len(found) > 1:
                names = ", ".join(each.name for each in found)
                raise NotUnderstood(
                    f"'{self.referents.words(phrase)}' could be {names}", [f"say which: {names}"]
                )
            if found:
                phrases = (*phrases[:place], found[0], *phrases[place + 1 :])
        return phrases

    def _closest(self, found: Meanings, situation: Situation) -> Meanings:
        """Of figures that could be meant, those made for just such things: what a truck pays as a vehicle, not as a unit."""
        if len(found) < 2 or not all(isinstance(asked, AskedFigure) for asked in found):
            return found

        def closer(one: object, other: object) -> bool:
            if not isinstance(one, AskedFigure) or not isinstance(other, AskedFigure):
                return False
            kinds = dict(zip(one.args, self.vocabulary.templates[one.template].slots, strict=True))
            wider = dict(zip(other.args, self.vocabulary.templates[other.template].slots, strict=True))
            return kinds.keys() == wider.keys() and all(
                kind == wider[arg]
                or (
                    self.vocabulary.is_a(kind, wider[arg])
                    and isinstance(arg, str)
                    and situation.surely(arg, kind)
                )
                for arg, kind in kinds.items()
            )

        return {
            asked: gist
            for asked, gist in found.items()
            if not any(closer(other, asked) and not closer(asked, other) for other in found)
        }

    def _unsaid(self, tokens: Tokens, situation: Situation) -> Meanings:
        """What a sentence can ask that leaves unsaid what it is about: "What is the landing DRM?"."""
        found: Meanings = {}
        for plain in plainer(tokens):
            for figure in self.short.read_value_question(plain):
                slots = self.vocabulary.templates[figure.template].slots
                try:
                    args = self._terms(figure.args, slots, situation)
                except SeveralNamed as error:
                    # Of several, who was last said to do something is meant: "the truck enters hex 5, where a squad is".
                    doer = self.done[1][:1] if self.done is not None else ()
                    if len(slots) != 1 or not set(doer) & set(error.things):
                        continue
                    args = doer
                except NotUnderstood:
                    continue
                found.setdefault(AskedFigure(figure.template, args), figure.template)
            for reading in self.short.read(plain, question=True):
                try:
                    found.setdefault(self._asked(reading, situation), self._gist(reading))
                except NotUnderstood:
                    continue
            if found:
                break
        return self._of_the_act(self._closest(found, situation))

    def _of_the_act(self, found: Meanings) -> Meanings:
        """Of figures that could be meant, those with a wording that speaks of what somebody does: who enters a hex spends what
        it takes to enter it, and not what it takes to reach it."""
        doing = self.done or self.wanted
        if doing is None or len(found) < 2 or not all(isinstance(asked, AskedFigure) for asked in found):
            return found
        template = doing[0].partition(": ")[2]
        nouns = {word for slot in self.vocabulary.templates[doing[0]].slots for word in words(slot)}
        verbs = {base_form(word) for word in words(template)} - nouns - {"a", "an", "the"}

        def speaks(asked: object) -> bool:
            wordings = (
                self.vocabulary.templates[asked.template].wordings if isinstance(asked, AskedFigure) else ()
            )
            return any(not verbs.isdisjoint(words(wording.replace("^", ""))) for wording in wordings)

        return {asked: gist for asked, gist in found.items() if speaks(asked)} or found

    # -- what somebody wants to do ------------------------------------------------------------------------------

    def _of_wanted(self, tokens: Tokens, situation: Situation) -> Meanings:
        """ "May it do so?", "Is that allowed?": what somebody was said to want to do."""
        match = _SO.fullmatch(" ".join(tokens))
        wanted = self.wanted or self.done
        positive = match is None or (match["not"] or match["against"] or match["breaks"]) is None
        if wanted is None:
            return self._of_state(positive, situation) if match is not None and match["must"] is None else {}
        template, things = wanted
        if match is None:
            named = _all_named(things)
            return self._begun(tokens, template, named) if named else {}
        if match["must"]:
            template = template.replace("may: ", "must: ", 1)
        return {Asked(((template, things),), positive): template}

    def _of_state(self, positive: bool, situation: Situation) -> Meanings:
        """ "A furnace is in the hold. Is that allowed?", where nobody was said to do anything: whether it may be there."""
        shown = Renderer(self.vocabulary, situation.kind_names())
        found: Meanings = {}
        for (template, args), (held, _) in situation.told.items():
            name = words(args[0]) if held and len(args) > 1 else ()
            said = words(shown.sentence(template, args, True)) if name else ()
            if name and said[: len(name) + 1] == (*name, "is"):
                asked = self._simple(("may", *name, "be", *said[len(name) + 1 :]), situation)
                found.update({one: gist for one, gist in asked.items() if isinstance(one, Asked)})
        return {
            replace(one, positive=one.positive == positive): gist
            for one, gist in found.items()
            if isinstance(one, Asked)
        }

    def _begun(self, tokens: Tokens, template: str, things: tuple[str, ...]) -> Meanings:
        """ "May it ford?", where it wants to ford hex 5: the same, said no further than the verb."""
        modal = next((word for word in ("may", "must") if template.startswith(f"{word}: ")), "")
        if len(tokens) < 3 or tokens[0].lower() not in (modal, "can" if modal == "may" else modal):
            return {}
        said = words(Renderer(self.vocabulary, {}).sentence(template, things, True))
        name = words(things[0])
        for begin in (2, 1 + len(name)):
            if begin == 2 and tokens[1] not in ("it", "they", "he", "she"):
                continue
            act = tokens[begin:]
            if act[:2] in (("attempt", "to"), ("try", "to")):
                act = act[2:]
            act = act[:-1] if act[-1:] == ("there",) else act
            verb = said.index(modal) + 1 if modal in said else len(said)
            if (
                act
                and (begin == 2 or " ".join(tokens[1:begin]).lower() == " ".join(name).lower())
                and said[verb : verb + len(act)] == act
            ):
                return {Asked(((template, things),), True): template}
        return {}

    def _of_done(self, tokens: Tokens, situation: Situation) -> Iterator[Tokens]:
        """ "How many MP does it cost?", "… does entering it cost?", "… does entering hex 5 cost?", in full: with who does so,
        and what; nothing where nobody was said to do anything, or no cost is asked for."""
        match = _COST.fullmatch(" ".join(tokens))
        doing = self.done or self.wanted
        if match is not None and doing is None and self.crossed:
            unit, (payer_, *places_) = match["unit"], self.crossed
            for thing in places_[::-1]:
                crossing = ("the", "crossing", "of", *words(payer_), "into", *words(thing))
                yield ("how", "many", unit, "does", *crossing, "cost")
            if match["payer"] in (None, "it", payer_):
                yield (
                    "how",
                    "many",
                    unit,
                    "does",
                    "it",
                    "cost",
                    *words(payer_),
                    "to",
                    "enter",
                    *words(places_[-1]),
                )
        if match is None or doing is None:
            return
        template, things = doing[0], _all_named(doing[1])
        if not things:
            return
        said = words(Renderer(self.vocabulary, situation.kind_names()).sentence(template, things, True))
        payer = words(things[0])
        if said[: len(payer) + 1] != (*payer, "may"):
            return
        unit, act, places = match["unit"], said[len(payer) + 1 :], [words(thing) for thing in things[1:]]
        asked = words(match["act"] or match["to"] or "")
        if len(asked) > 1 and asked[1] not in ("it", "there", "that"):
            phrases = self.reader.read_phrase(asked[1:])
            if not phrases:
                return
            if any(phrase.name or phrase.determiner != "the" for phrase in phrases):
                act, places = (act[0], *asked[1:]), [asked[1:]]
        for place in places or [()]:
            # a hex that was entered has a cost, not the hexside it was entered across
            end = max(
                (k for k in range(1, len(act) + 1) if act[k - len(place) : k] == place), default=len(act)
            )
            yield ("how", "many", unit, "does", "it", "cost", *payer, "to", *act[:end])
            if place:
                yield ("what", "is", "the", unit, "cost", "of", *place, "for", *payer)

    # -- several things, or one of several ----------------------------------------------------------------------

    def _several(self, tokens: Tokens, situation: Situation) -> Meanings:
        return (
            self._of_how_many(tokens, situation)
            or self._which(tokens, situation)
            or self._either(tokens, situation)
            or self._counted(tokens, situation)
            or self._kinds_of(tokens, situation)
            or self._all_of(tokens, situation)
            or self._of_which(tokens, situation)
        )

    def _of_which(self, tokens: Tokens, situation: Situation) -> Meanings:
        """ "Which of A, B and C is S1 immune to?", "To which of A, B and C is S1 subject?", where what is listed are no things:
        of which of them a question is so that ends with each."""
        before = tokens[: tokens[1:2] == ("which",)]
        if tuple(map(str.lower, tokens[len(before) : len(before) + 2])) != ("which", "of"):
            return {}
        listed = tokens[len(before) + 2 :]
        joints = [at for at, token in enumerate(listed) if token == "and"]
        verb = next((at for at, token in enumerate(listed) if token in _ASKS_WHETHER), 0)
        if len(joints) != 1 or not 0 < joints[0] < verb or "," not in listed[: joints[0]]:
            return {}
        last = listed[joints[0] + 1 : verb]
        first = listed[: joints[0] - (listed[joints[0] - 1] == ",")]
        whether = (*listed[verb:], *(token.lower() for token in before), *first, "or", *last)
        return {
            replace(found, choice=False): words_
            for found, words_ in self._either(whether, situation).items()
            if isinstance(found, AskedSet)
        }

    def _all_of(self, tokens: Tokens, situation: Situation) -> Meanings:
        """ "Is S1 immune to A, B and C?", "Are T1 and T2 trucks?", "May T1 and T2 ford?": whether all of them are so."""
        if "and" not in tokens or tokens[0].lower() not in _ASKS_WHETHER:
            return {}
        if tokens[0].lower() == "are":
            names, end = self._listed(tokens, 1)
            if names and "or" not in tokens[:end]:
                each = self._members(names, None, ("are", *tokens[end:]), 1, (), situation)
                together = _together([part for _, parts in each for part in parts])
                if together is not None and len(together.atoms) == len(names):
                    return {together: " ".join(tokens)}
        names, end = self._listed(tokens, 1)
        if names and "or" not in tokens[:end]:
            every = self._of_these(tokens, 1, 1, "all", situation, (names, end))
            if every:
                return every
        together = _together([asked for _, asked in self._of_each_class(tokens, "and", situation)])
        if together is not None:
            return {together: " ".join(tokens)}
        last = len(tokens) - 1 - tokens[::-1].index("and")
        for found in self._either((*tokens[:last], "or", *tokens[last + 1 :]), situation):
            if isinstance(found, AskedSet):
                together = _together([part for _, parts in found.members for part in parts])
                if together is not None:
                    return {together: " ".join(tokens)}
        return {}

    def _of_how_many(self, tokens: Tokens, situation: Situation) -> Meanings:
        """ "Is either of T1 and T2 frozen?", "May neither of them enter?", "Is hex 5 wet for at least one of T1 and T2?":
        whether it is so of all of several things, of any, or of none."""
        if len(tokens) < 3 or tokens[0].lower() not in _ASKS_WHETHER:
            return {}
        for at in range(1, len(tokens) - 1):
            joint = _LISTED_BY.get(tokens[at], ("",))[0]
            if (
                tokens[at] != "both"
                and joint
                and joint not in tokens[at:]
                and tokens[at + 1] not in ("of", "one")
            ):
                # "Is neither truck sunk?", "Is neither sunk?": neither of the trucks, neither of them.
                of = ("them", tokens[at + 1])
                if self._is_class(("a", tokens[at + 1])):
                    of = ("the", plural(tokens[at + 1]))
                tokens = (*tokens[: at + 1], "of", *of, *tokens[at + 2 :])
            if tokens[at : at + 3] == ("at", "least", "one") and self._is_class(
                ("a", *tokens[at + 3 : at + 4])
            ):
                # "Is at least one truck sunk?": at least one of the trucks.
                tokens = (*tokens[: at + 3], "of", "the", plural(tokens[at + 3]), *tokens[at + 4 :])
            for form, extent in _HOW_MANY_OF:
                if tokens[at : at + len(form)] == form:
                    return self._of_these(tokens, at, at + len(form), extent, situation)
            joint, extent = _LISTED_BY.get(tokens[at], ("", ""))
            if joint and joint in tokens[at:]:
                names, end = self._listed(tokens, at + 1, joint)
                if len(names) == 2:
                    return self._of_these(tokens, at, at + 1, extent, situation, (names, end))
        return {}

    def _of_these(
        self,
        tokens: Tokens,
        at: int,
        start: int,
        extent: str,
        situation: Situation,
        listed: tuple[list[Tokens], int] | None = None,
    ) -> Meanings:
        """What is asked of the things that `tokens[start:]` begins with, at their place in the question: of all of them, of any
        or of none."""
        trial = situation.copy()
        names, end = listed or self._listed(tokens, start)
        choices: list[tuple[list[Tokens], Phrase | None, Tokens]]
        choices = [(names, None, tokens[end:])] if names else []
        if not names:
            choices = list(self._asked_for(("which", "of", *tokens[start:]), trial))
        for candidates, noun, rest in choices:
            verb = _OF_EACH.get(tokens[0].lower())
            for head in ((verb, *tokens[1:at]), tokens[:at]) if verb else (tokens[:at],):
                members = self._members(candidates, noun, (*head, *rest), at, (), trial)
                each = [part for _, parts in members for part in parts]
                together = _together(each)
                if not members or together is None or (names and len(members) != len(names)):
                    continue
                asked = {
                    "all": together,
                    "any": replace(together, any_of=together.positive),
                    "none": replace(together, positive=not together.positive, any_of=together.positive),
                }[extent]
                situation.take(trial)
                return {asked: " ".join(tokens)}
        return {}

    def _of_each_class(
        self, tokens: Tokens, joint: str, situation: Situation
    ) -> list[tuple[str, Asked | AskedFigure]]:
        """What "May boats and trucks enter hex 5?" asks of each of the classes with which it begins; nothing where it begins
        with no two of them."""
        parts, end = self._listed_classes(tokens, 1, joint)
        found: list[tuple[str, Asked | AskedFigure]] = []
        for part in parts:
            readings = self._readings((tokens[0], *part, *tokens[end:]), question=True)
            asked = dict.fromkeys(self._asked(reading, situation) for reading in readings)
            if len(asked) != 1:
                return []
            found.append((" ".join(part), next(iter(asked))))
        return found

    def _listed_classes(self, tokens: Tokens, start: int, joint: str) -> tuple[list[Tokens], int]:
        """The phrases for classes in a list of at least two, "boats, trucks and LC", and the token after it, of which there is
        one."""
        parts: list[Tokens] = []
        last: Tokens = ()
        while True:
            end = next((end for end in range(start + 4, start, -1) if self._is_class(tokens[start:end])), 0)
            if not end or end >= len(tokens):
                return [], start
            last = tokens[start - 1 : start] if parts else ()
            parts.append(tokens[start:end])
            start = end + (tokens[end] == ",")
            if tokens[start : start + 1] == (joint,):
                start += 1
            elif start == end:
                break
        return (parts, end) if last == (joint,) else ([], start)

    def _which_classes(self, tokens: Tokens, preposition: Tokens, situation: Situation) -> Meanings:
        """ "Which of boats, trucks and LC may enter hex 5?": of which of these classes it is so."""
        if tokens[1:2] != ("of",):
            return {}
        parts, end = self._listed_classes(tokens, 2, "and")
        rest = tokens[end:]
        for place in range(len(rest) + 1) if parts else ():
            members: list[tuple[str, tuple[Asked | AskedFigure, ...]]] = []
            for part in parts:
                verbs = (rest[:1], (_OF_EACH.get(rest[0], rest[0]),)) if place == 0 else (rest[:1],)
                for verb in dict.fromkeys(verbs):
                    plain = (*verb, *rest[1:])
                    whole = (*plain[:place], *preposition, *part, *plain[place:])
                    readings = self._readings(whole, question=place > 0 or bool(preposition))
                    asked = dict.fromkeys(self._asked(reading, situation) for reading in readings)
                    if len(asked) == 1:
                        members.append((self._alternative(part), (next(iter(asked)),)))
                        break
            if len(members) == len(parts):
                return {AskedSet(tuple(members)): " ".join(tokens)}
        return {}

    def _of_listed(self, tokens: Tokens) -> Iterator[Tokens]:
        """ "Which of these may enter hex 5: a boat, a truck or LC?": which of those behind the colon may."""
        at = tokens.index(":")
        asks = next((place for place, token in enumerate(tokens[:2]) if token.lower() in _ASKING), at)
        verb = next(
            (place for place in range(asks + 1, min(asks + 6, at)) if tokens[place] in AUXILIARIES), at
        )
        of_what, listed = tokens[asks + 1 : verb], tokens[at + 1 :]
        if verb == at or (not of_what and not asks and tokens[verb] in ("is", "are")):
            return  # "Which is it: deep or shallow?" asks for a value
        if of_what and of_what[0] != "of" and not self._plural(of_what):
            return
        joined = tuple("and" if token == "or" else token for token in listed)
        if "and" not in joined and "," in joined:
            last = len(joined) - 1 - joined[::-1].index(",")
            joined = (*joined[:last], "and", *joined[last + 1 :])
        yield (*tokens[:asks], "which", "of", *joined, *tokens[verb:at])

    def _is_class(self, tokens: Tokens) -> bool:
        """Whether words are a phrase for a class: "boats", "a boat"."""
        return any(
            phrase.noun is not None
            and not phrase.name
            and (phrase.determiner in ("a", "an") if not phrase.many else not phrase.determiner)
            for phrase in self.reader.read_phrase(tokens)
        )

    def _counted(self, tokens: Tokens, situation: Situation) -> Meanings:
        """ "How many of T1, T2 and T3 are Wading?", "How many hexes are shallow?", "Into how many hexes may T1 drift?"."""
        preposition = tokens[:1] if tokens and tokens[0].lower() in _PREPOSITIONS else ()
        asking = tokens[len(preposition) :]
        if len(asking) < 4 or asking[0].lower() != "how" or asking[1] != "many":
            return {}
        return {
            replace(asked, counts=True): gist
            for asked, gist in self._which((*preposition, "which", *asking[2:]), situation).items()
            if isinstance(asked, AskedSet)
        }

    def _kinds_of(self, tokens: Tokens, situation: Situation) -> Meanings:
        """ "What kind of hexside is hexside 5-6?": which nouns of the vocabulary are so of it."""
        if len(tokens) > 3 and tokens[0].lower() == "what" and tokens[1] == "is" and tokens[-1] in _CALLED:
            named = [phrase for phrase in self.reader.read_phrase(tokens[2:-1]) if not phrase.many]
            bases = [self.vocabulary.base_kind(self.vocabulary.templates[p.noun]) for p in named if p.noun]
            if len(bases) != 1:
                return {}
            tokens = ("what", "kind", "of", *words(bases[0]), "is", *tokens[2:-1])
        if len(tokens) < 6 or tokens[0].lower() not in ("what", "which"):
            return {}
        if tokens[1] not in ("kind", "type", "sort") or tokens[2] != "of" or "is" not in tokens:
            return {}
        at = tokens.index("is")
        nouns = [phrase.noun for phrase in self.reader.read_phrase(("the", *tokens[3:at])) if phrase.noun]
        phrases = [phrase for phrase in self.reader.read_phrase(tokens[at + 1 :]) if not phrase.many]
        if len(nouns) != 1 or len(phrases) != 1:
            return {}
        thing = self.referents.term(phrases[0], nouns[0], situation)
        members = tuple(
            (template.id, (Asked(((template.id, (thing,)),), True),))
            for template in self.vocabulary.templates.values()
            if template.kind == "noun" and template.slots == (nouns[0],) and template.silence == "no"
        )
        return {AskedSet(members, choice=True): " ".join(tokens)} if members else {}

    def _which(self, tokens: Tokens, situation: Situation) -> Meanings:
        """ "Which of T1 and T2 are Wading?", "Into which hexes may T1 drift?", "Who may enter hex 5?"."""
        preposition: Tokens = ()
        if len(tokens) > 3 and tokens[0].lower() in _PREPOSITIONS and tokens[1].lower() in _ASKING:
            preposition, tokens = (tokens[0].lower(),), tokens[1:]
        if len(tokens) < 2 or tokens[0].lower() not in _ASKING:
            return {}
        found = self._which_classes(tokens, preposition, situation)
        if found:
            return found
        for candidates, noun, rest in self._asked_for(tokens, situation):
            if noun is not None and (not candidates or self._of_class(tokens, noun, candidates)):
                # Nothing is named, so the question is about the class.
                found |= self._of_any(noun.noun or "", _a(noun), rest, preposition, situation)
                continue
            named: Meanings = {}
            trials: dict[object, Situation] = {}
            for place in range(len(rest) + 1):
                # What a reading says of things in passing is told where it is the one that is meant.
                trial = situation.copy()
                members = self._members(candidates, noun, rest, place, preposition, trial)
                if members:
                    named.setdefault(AskedSet(members), " ".join(tokens))
                    trials.setdefault(AskedSet(members), trial)
            if noun is None and tokens[1] == "of":
                # What is asked of all that the question names is meant before what only some of them can be.
                every = {asked: said for asked, said in named.items() if _of_all(asked, candidates)}
                named = every or named
            if len(named) == 1:
                situation.take(trials[next(iter(named))])
            if not named and noun is None and tokens[1:2] != ("of",):
                # "What may S1 fire?" where nothing is named that could be fired asks for kinds of things.
                of_a_name = rest[:1] == ("is",) and any(
                    phrase.name for end in range(2, 6) for phrase in self.reader.read_phrase(rest[1:end])
                )
                for kind in dict.fromkeys(("thing", "unit", *(() if of_a_name else self._wide()))):
                    if not named and kind in self.vocabulary.templates:
                        named = self._of_any(kind, ("a", kind), rest, preposition, situation)
            found |= named
        return found or ({} if preposition else self._narrowed(tokens, situation))

    def _wide(self) -> list[str]:
        """The kinds of which something is said and that have kinds of their own: "What blocks LOS?"."""
        vocabulary = self.vocabulary
        said = {template.slots[0] for template in vocabulary.templates.values() if len(template.slots) == 1}
        above = {kind for parents in vocabulary.parents.values() for kind in parents}
        return [kind for kind in vocabulary.templates if kind in said and kind in above]

    def _narrowed(self, tokens: Tokens, situation: Situation) -> Meanings:
        """ "Which units in hex 5 are frozen?": which units are frozen, of those in hex 5."""
        if tokens[1:2] == ("of",) and tokens[2:3] in (("the",), ("these",), ("those",)):
            tokens = (tokens[0], *tokens[3:])
        for end in range(2, min(len(tokens), 8)):
            whom = tokens[:end]
            relative = tokens[end] in ("that", "which", "who")
            if not (relative or tokens[end] in _PREPOSITIONS):
                continue
            if not self.reader.read_phrase(("the", *whom[1:])):
                continue
            for at in range(end + 2, len(tokens)):
                if tokens[at] not in AUXILIARIES:
                    continue
                where = tokens[end + 1 : at] if relative else ("are", *tokens[end:at])
                both = self._both((*whom, *tokens[at:]), (*whom, *where), situation)
                if both is not None:
                    return {both: " ".join(tokens)}
        return {}

    def _both(self, asked: Tokens, where: Tokens, situation: Situation) -> AskedSet | None:
        """What one question asks for, of what another asks for; None where it is not one set of named things each."""
        narrower, wider = self._which(where, situation), self._which(asked, situation)
        if len(narrower) != 1 or len(wider) != 1:
            return None
        [one], [other] = narrower, wider
        if not isinstance(one, AskedSet) or not isinstance(other, AskedSet):
            return None
        there = dict(one.members)
        members = [(name, (*there[name], *parts)) for name, parts in other.members if name in there]
        return AskedSet(tuple((name, tuple(dict.fromkeys(parts))) for name, parts in members))

    def _of_any(
        self, kind: str, noun: Tokens, rest: Tokens, preposition: Tokens, situation: Situation
    ) -> Meanings:
        """Of which of a class the rest of a question is so; what reads with the class as its subject is meant so."""
        found: Meanings = {}
        for place in range(len(rest) + 1):
            if any(phrase.name for phrase in self.reader.read_phrase((*noun, *rest[place : place + 1]))):
                continue  # "which SW may S1 fire" asks of no SW S1
            whole = (*rest[:place], *preposition, *noun, *rest[place:])
            for reading in self._readings(whole, question=place > 0 or bool(preposition)):
                if not isinstance(reading, Compared):
                    asked = self._asked(reading, situation)
                    if isinstance(asked, Asked):
                        found.setdefault(replace(asked, which=kind), self._gist(reading))
            if found and place == 0:
                break
        return found

    def _of_class(self, tokens: Tokens, noun: Phrase, candidates: Sequence[Tokens]) -> bool:
        """Whether "which vehicles" asks for kinds of them: there are kinds, and no two vehicles are named to choose from."""
        parents = self.vocabulary.parents
        return (
            tokens[1] != "of"
            and len(candidates) < 2
            and any(noun.noun in above for above in parents.values())
        )

    def _asked_for(
        self, tokens: Tokens, situation: Situation
    ) -> Iterator[tuple[list[Tokens], Phrase | None, Tokens]]:
        """What a question asks for: names, the noun they must be of, and the rest of the question."""
        if tokens[1] == "of" and tokens[0].lower() == "which":
            names, end = self._listed(tokens, 2)
            for start in range(3, min(len(tokens), 6)) if not names else ():
                # "of the regiments R1 and R2"
                if any(p.many and not p.name for p in self.reader.read_phrase(tokens[2:start])):
                    names, end = self._listed(tokens, start)
                    break
            if names:
                yield names, None, tokens[end:]
                return
            if tokens[2] in ("them", "these", "those"):
                yield self._all(None, situation), None, tokens[3:]
                return
            if tokens[2] == "the" and len(tokens) > 4 and tokens[3] in _THE_TWO:
                if tokens[4] in AUXILIARIES or not self._plural(tokens[4:]):
                    yield self._all(None, situation), None, tokens[4:]
                    return
                tokens = (*tokens[:3], *tokens[4:])
            tokens = (tokens[0], *tokens[3:]) if tokens[2] in ("the", "these", "those") else tokens
        if tokens[0].lower() in ("who", "whom", "what") or tokens[1] in AUXILIARIES:
            yield self._all(None, situation), None, tokens[1:]
        for end in range(2, min(len(tokens), 8)):
            for phrase in self.reader.read_phrase(("the", *tokens[1:end])):
                if phrase.noun is not None and not phrase.name:
                    kind = self.vocabulary.base_kind(self.vocabulary.templates[phrase.noun])
                    yield self._all(kind, situation), phrase, tokens[end:]

    def _all(self, kind: str | None, situation: Situation) -> list[Tokens]:
        own = self.vocabulary.singletons
        things = situation.things if kind is None else situation.things_of(kind)
        return [words(thing) for thing in things if thing not in own]

    def _listed(self, tokens: Tokens, start: int, joint: str = "") -> tuple[list[Tokens], int]:
        """The names in a list, "T1, T2 and hex 5", and the token after it; with `joint` those of two that it joins."""
        joints = (joint,) if joint else ("and", "or")
        names: list[Tokens] = []
        position = start
        while position < len(tokens):
            end = next(
                (
                    stop
                    for stop in range(min(len(tokens), position + 5), position, -1)
                    if (stop == position + 1 and tokens[position] in _LETTERS)
                    or any(
                        p.name or p.determiner == "the"
                        for p in self.reader.read_phrase(tokens[position:stop])
                    )
                ),
                None,
            )
            if end is None:
                break
            names.append(tokens[position:end])
            position = end
            if position < len(tokens) and tokens[position] in (",", *joints):
                position += 1
                position += position < len(tokens) and tokens[position] in joints
            else:
                break
        return (names, position) if len(names) > 1 else ([], start)

    def _members(
        self,
        candidates: Sequence[Tokens],
        noun: Phrase | None,
        rest: Tokens,
        place: int,
        preposition: Tokens,
        situation: Situation,
    ) -> tuple[tuple[str, tuple[Asked | AskedFigure, ...]], ...]:
        """Each thing with what is asked of it, where its name belongs at this place of the rest; none where it does not."""
        members: list[tuple[str, tuple[Asked | AskedFigure, ...]]] = []
        for name in candidates:
            whole = (*rest[:place], *preposition, *name, *rest[place:])
            subject = place == 0 and not preposition
            asked: dict[Asked | AskedFigure, None] = {}
            readings = self._readings(whole, question=not subject)
            if not readings and subject and name in _NO_NAME_ALONE:
                readings = self._readings((*_kind_named(name[0], situation), *whole), question=False)
            for reading in readings:
                try:
                    asked[self._asked(reading, situation)] = None
                except OtherCapitals:
                    raise
                except NotUnderstood:
                    continue
            if len(asked) > 1:
                return ()
            if not asked:
                if noun is None or place == len(rest):
                    continue
                return ()
            [one] = asked
            # "A" alone is read as an article, but who stands among those that may be meant is named so.
            phrase = next(iter(self.reader.read_phrase(name)), Phrase("", (), None, " ".join(name)))
            thing = self.referents.term(phrase, "thing" if noun is None else _kind_of(noun), situation)
            if not isinstance(thing, str) or not _about(one, thing):
                return ()
            if noun is None and _of_itself(one, thing):
                continue  # what S1 may fire is not S1
            conditions: tuple[Asked, ...] = ()
            if noun is not None:
                conditions = tuple(
                    Asked(((word, (thing,)),), True)
                    for word in (*noun.modifiers, *((noun.noun,) if noun.noun else ()))
                    if not self._surely(thing, word, situation)
                )
            members.append((thing, (*conditions, one)))
        return tuple(members)

    def _surely(self, thing: str, word: str, situation: Situation) -> bool:
        return self.vocabulary.templates[word].kind == "kind" and situation.surely(thing, word)

    def _either(self, tokens: Tokens, situation: Situation) -> Meanings:
        """ "Is T1 a truck or a LC?": which of the alternatives is so."""
        if "or" not in tokens or not tokens or tokens[0].lower() not in _ASKS_WHETHER:
            return {}
        classes = tuple((name, (asked,)) for name, asked in self._of_each_class(tokens, "or", situation))
        if classes:
            return {AskedSet(classes, choice=True): " ".join(tokens)}
        found: Meanings = {}
        last = len(tokens) - 1 - tokens[::-1].index("or")
        if tokens[last + 1 : last + 2] == (tokens[0].lower(),) and tokens[last + 2 : last + 3] in (
            ("it",),
            ("they",),
        ):
            tokens = (*tokens[: last + 1], *tokens[last + 3 :])  # "Does it sink or does it float?"
        head, ends = tokens[:last], [tokens[last + 1 :]]
        head = head[:-1] if head[-1:] == (",",) else head
        while "," in head:
            comma = len(head) - 1 - head[::-1].index(",")
            ends.insert(0, head[comma + 1 :])
            head = head[:comma]
        known = set(situation.things)
        naming: tuple[AskedSet, Situation] | None = None
        for k in range(len(head) - 1, 1, -1):
            if head[k - 1] == "and" or head[k] == "and":
                continue  # "A and B, C, or D" has no half of "A and B" among its alternatives
            alternatives = [head[k:], *ends]
            trial = situation.copy()
            members: list[tuple[str, tuple[Asked | AskedFigure, ...]]] = []
            for words_ in alternatives:
                asked: dict[Asked | AskedFigure, None] = {}
                for plain in plainer((*head[:k], *words_)):
                    readings = self._readings(plain, question=True)
                    for reading in readings:
                        try:
                            asked[self._asked(reading, trial)] = None
                        except NothingNamed:
                            if len(readings) == 1:
                                raise  # there is no other way to read it
                    if asked:
                        break
                if len(asked) != 1:
                    break
                members.append((self._alternative(words_), (next(iter(asked)),)))
            if len(members) == len(alternatives):
                whole = AskedSet(tuple(members), choice=True)
                if known.issuperset(trial.things):
                    naming = whole, trial
                    break
                # "Is the LC Fast Aground or sunk?" asks of no LC Fast where another way of reading it names nothing new.
                naming = naming or (whole, trial)
        if naming is not None:
            situation.take(naming[1])
            found[naming[0]] = " ".join(tokens)
        return found

    def _first_of(self, tokens: Tokens, situation: Situation) -> Meanings:
        """ "Which comes first: the Tide or the Surf dr?": which of the two comes before the other."""
        said = _FIRST_OF.fullmatch(" ".join(tokens))
        if said is None:
            return {}
        one, other = (tuple(said[each].split()) for each in ("one", "other"))
        trial = situation.copy()
        members: list[tuple[str, tuple[Asked | AskedFigure, ...]]] = []
        for this, that in ((one, other), (other, one)):
            asked = dict.fromkeys(
                self._asked(reading, trial)
                for reading in self._readings(("does", *this, "come", "before", *that), question=True)
            )
            if len(asked) != 1:
                return {}
            members.append((self._alternative(this), (next(iter(asked)),)))
        situation.take(trial)
        return {AskedSet(tuple(members), choice=True): " ".join(tokens)}

    def _alternative(self, tokens: Tokens) -> str:
        """An alternative as it is named in an answer, a noun as the vocabulary writes it."""
        label = _label(tokens)
        for phrase in self.reader.read_phrase(tokens):
            if phrase.noun is not None and not phrase.name and not phrase.modifiers:
                template = self.vocabulary.templates[phrase.noun]
                for wording in (template.id, *template.wordings):
                    if " ".join(words(wording)) == label:
                        return wording
        return label

    def _figure_question(self, tokens: tuple[str, ...]) -> list[Measured]:
        if _VALUE_WORDS.isdisjoint(map(str.lower, tokens)):
            return []
        found = self.reader.read_value_question(tokens) or self.folding.read_value_question(tokens)
        if found:
            return found
        if (
            len(tokens) > 3
            and tokens[0].lower() == "how"
            and tokens[1] in ("many", "much", "far", "deep", "high")
        ):
            for position, token in enumerate(tokens):
                if token in ("is", "are", "does") and position >= 2:
                    found = self.reader.read_figure(tokens[position + 1 :]) or self._measured(
                        tokens[position + 1 :]
                    )
                    if found:
                        return found
        return []

    def _measured(self, tokens: tuple[str, ...]) -> list[Measured]:
        """The figures of which these words would tell the value if it stood among them: "hex 1 [is 3] from a Beach hex"."""
        found: dict[Measured, None] = {}
        for position in range(1, len(tokens)):
            told = (*tokens[:position], "is", "1", *tokens[position:])
            for reading in self.reader.read(told):
                if (
                    isinstance(reading, Compared)
                    and isinstance(reading.left, Measured)
                    and not self.vocabulary.templates[reading.left.template].values  # those are no numbers
                ):
                    found[reading.left] = None
        return list(found)

    def _asked(self, reading: Reading, situation: Situation) -> Asked | AskedFigure:
        each = each_of(self.referents, reading, situation)
        if len(each) > 1:
            together = _together([self._asked(one, situation) for one in each])
            if together is None:
                raise NotUnderstood("it asks of several things at once: ask of one at a time")
            return together
        reading = each[0] if each else reading
        if isinstance(reading, Said):
            slots = self.vocabulary.templates[reading.template].slots
            args = self._terms(reading.args, slots, situation)
            self._fit(reading.args, slots, situation)
            template = asked_rather(self.vocabulary).get(reading.template, reading.template)
            return Asked(((template, args),), reading.positive, purpose=reading.purpose)
        if isinstance(reading, Predicated):
            predicate = self.vocabulary.templates[reading.predicates[0]]
            kind = self.vocabulary.base_kind(predicate)
            if predicate.kind != "kind":
                self._fit((reading.subject,), (kind,), situation)
            fits = predicate.kind != "kind"
            try:
                terms = (self.referents.term(reading.subject, kind, situation, fits=fits),)
            except SeveralNamed as error:
                # Nobody asks of the hex that he named as a river hex whether it is one.
                left = [
                    thing
                    for thing in error.things
                    if not all((one, (thing,)) in situation.told for one in reading.predicates)
                ]
                if len(left) != 1:
                    raise
                terms = (left[0],)
            rather = asked_rather(self.vocabulary)
            atoms = tuple((rather.get(predicate, predicate), terms) for predicate in reading.predicates)
            return Asked(atoms, reading.positive, reading.mode == "one of", reading.purpose)
        if not isinstance(reading.left, Measured):
            raise NotUnderstood("a question about a number is about a figure of the vocabulary")
        figure = self.vocabulary.templates[reading.left.template]
        self._fit(reading.left.args, figure.slots, situation)
        args = self._terms(reading.left.args, figure.slots, situation)
        values = tuple(self._values(reading, figure, situation))
        # Who names all that there are asks which of them it is, whether or not there may be none.
        if reading.op == "is" and 1 < len(values) >= sum(value.name != "none" for value in figure.values):
            # "Is the river fordable, deep or flooded?": it is one of them, and which is asked for.
            return AskedFigure(figure.id, args, purpose=reading.purpose)
        return AskedFigure(figure.id, args, reading.op, values, reading.purpose)

    def _fit(self, phrases: Sequence[Phrase], slots: Sequence[str], situation: Situation) -> None:
        """Raise for a named thing told to be what the question cannot be about: a truck for a hex."""
        for phrase, slot in zip(phrases, slots, strict=True):
            for kind, source in situation.kinds.get(phrase.name, {}).items():
                if self.vocabulary.disjoint(kind, slot):
                    one = article(self.vocabulary.templates[slot])
                    raise NotUnderstood(f"'{phrase.name}' is not {one}: {source.rstrip('.')}")

    def _terms(
        self, phrases: Sequence[Phrase], slots: Sequence[str], situation: Situation
    ) -> tuple[str | ClassTerm, ...]:
        return self.referents.terms(phrases, slots, situation)


_FIRST_OF = re.compile(
    r"(?i:which|what)(?: of (?:these|them|the two))?(?: step)?"
    r" (?:comes|happens|is (?:made|done|carried out|resolved|taken)) (?:first|earlier)"
    r" [:,] (?P<one>[^,:]+?) or (?P<other>[^,:]+)"
)


def _put_otherwise(tokens: Tokens) -> Iterator[Tokens]:
    """ "What TH DRM applies to T1?" as "What is the TH DRM to T1?"."""
    said = " ".join(tokens)
    if ":" in tokens[2:-1]:
        # What is listed behind a colon is what the answer could be.
        yield from _put_otherwise(tokens[: tokens.index(":", 2)])
    ruled = _RULED.fullmatch(said)
    if ruled is not None and ruled["done"]:
        yield ("must", *ruled["whom"].split(), *ruled["done"].split())
        yield ("is", *ruled["whom"].split(), *ruled["done"].split())
    elif ruled is not None and ruled["free"]:
        yield ("may", *ruled["let"].split(), *ruled["free"].split())
    elif ruled is not None and ruled["barred"]:
        yield ("is", *ruled["barred"].split(), "forbidden", "to", *ruled["kept"].split())
    elif ruled is not None:
        who, act = ruled["who"].split(), ruled["act"].split()
        if ruled["verb"] == "forbid":
            yield ("is", *who, "forbidden", "to", *act)
        else:
            yield (_RULED_AS.get(ruled["verb"], "must"), *who, *act)
    low = tuple(map(str.lower, tokens[:5]))
    if len(tokens) > 3 and low[0] in ("is", "does") and low[1] in ("this", "that"):
        # "Is that Hazardous Movement?" asks of what was spoken of.
        yield (tokens[0], "it", *tokens[2:])
    if len(tokens) > 4 and low[0] in ("what", "which") and tokens[-2:] in (("is", "this"), ("is", "that")):
        # "What kind of mire is this?"
        yield (*tokens[:-1], "it")
    if "at" in low[:2] and low[low.index("at") :][:4] == ("at", "most", "how", "many"):
        # "At most how many SPs may be affected?" asks how many may be.
        at = low.index("at")
        yield (*tokens[:at], *tokens[at + 2 :])
    if (
        len(tokens) > 4
        and low[:2] == ("how", "long")
        and tokens[2] in ("does", "do")
        and tokens[-1] == "take"
    ):
        # "How long does the crossing take?" asks for the time that it takes.
        yield ("what", "is", "the", "time", "that", *tokens[3:-1], "takes")
    if len(tokens) > 4 and low[:2] == ("how", "much") and tokens[3] in ("does", "do"):
        # "How much ballast does it carry?" asks what ballast it carries.
        yield ("what", *tokens[2:])
    if len(tokens) > 3 and low[0] == "how" and tokens[1] in NOUNS_OF and tokens[2] in ("is", "are", "was"):
        # "How deep is hex 5?" asks for its depth.
        yield ("what", "is", "the", NOUNS_OF[tokens[1]], "of", *tokens[3:])
    if (
        len(tokens) > 5
        and low[:2] == ("how", "many")
        and tokens[3] in NOUNS_OF
        and tokens[4] in ("is", "are")
    ):
        # "How many hexes wide is the mire?" asks for its width, which may have that unit in its name.
        yield ("what", "is", "the", NOUNS_OF[tokens[3]], "of", *tokens[5:])
        yield ("what", "is", "the", NOUNS_OF[tokens[3]], "in", tokens[2], "of", *tokens[5:])
    if len(tokens) > 4 and low[0] == "how" and tokens[1] in ("is", "are") and tokens[-1] in _CLASSED:
        # "How is this loss classed?" asks what it is classed as.
        yield ("what", *tokens[1:], "as")
    by = 2 if low[1:2] == ("what",) and low[0] in ("with", "by") else 1 if low[:1] == ("how",) else 0
    if by and len(tokens) > by + 2 and tokens[by] in ("is", "are") and tokens[-1].endswith("ed"):
        # "With what is the wreck marked?", "How is the wreck marked?": what marks it.
        for stem in (tokens[-1][:-2], tokens[-1][:-1]):
            yield ("what", third_person(stem), *tokens[by + 1 : -1])
    if len(tokens) > 4 and low[0] == "when" and tokens[1] in ("is", "does", "do"):
        # "When does the rudder jam?", "When is the sail set?" ask for the time when it jams, when it is set.
        for end in range(3, len(tokens)):
            verb = "is" if tokens[1] == "is" else third_person(tokens[end])
            rest = tokens[end + (tokens[1] != "is") :]
            yield ("what", "is", "the", "time", "when", *tokens[2:end], verb, *rest)
    asks = next((at for at in range(4, len(tokens) - 1) if tokens[at] in ("which", "what")), 0)
    if (
        asks
        and tokens[asks - 1] in ("by", "to", "from", "of")
        and not {"is", "are"}.isdisjoint(tokens[:asks])
    ):
        # "Hex 5 is reached by which kind of boat?" asks what is the kind of boat by which it is.
        before = (tokens[0].lower(), *tokens[1 : asks - 1])
        yield ("what", "is", "the", *tokens[asks + 1 :], tokens[asks - 1], "which", *before)
    able = _ABLE.fullmatch(said)
    if able is not None:
        yield ("may", *able["who"].split(), *able["act"].split())
    regard = _REGARD.fullmatch(said)
    if regard is not None:
        yield tuple(regard["asked"].split())
    value = next((at for at, token in enumerate(tokens[:2]) if token.lower() in ("how", "what")), -1)
    if value >= 0:
        for at in range(value + 1, min(len(tokens) - 1, value + 5)):
            if tokens[at] in ("may", "can", "must", "will"):
                # "With how many FP may it attack?" asks with how many it does.
                yield (*tokens[:at], "does", *tokens[at + 1 :])
    if len(tokens) > 3 and tokens[0].lower() == "could":
        yield ("may", *tokens[1:])
    if len(tokens) > 3 and tokens[0].lower() in ("should", "need"):
        yield ("must", *tokens[1:])
    for at in range(4, len(tokens) - 2) if tokens and low[0] in ("is", "are") else ():
        # "Is S1 a craft that is wet?" asks both, and so does "… that counts as wet?".
        of = 2 + (tokens[at + 1 : at + 3] in (("counts", "as"), ("count", "as")))
        if tokens[at] in ("that", "which", "who") and (of > 2 or tokens[at + 1] in ("is", "are")):
            yield (*tokens[:at], "and", *tokens[at + of :])
    if tokens[-3:-1] == ("with", "each") and tokens[-1] == "other":
        yield tokens[:-3]
    if len(tokens) > 3 and tokens[0].lower() == "how" and tokens[1] in _SIZES and tokens[2] == "is":
        if tokens[-2] == "'s":
            # "How great is the punt's draught?"
            yield ("what", "is", "the", tokens[-1], "of", *tokens[3:-2])
        else:
            yield ("what", *tokens[2:])
    if len(tokens) > 4 and low[0] in ("what", "which") and tokens[2] == "is" and tokens[-1] == "at":
        # "What level is T1 at?"
        yield ("what", "is", "the", tokens[1], "of", *tokens[3:-1])
    if len(tokens) > 5 and low[0] in AUXILIARIES and low[1] == "the":
        # "Is the landing place chosen by dr?" asks of the landing place of what was spoken of.
        for end in (3, 4):
            yield (*tokens[:end], "of", "it", *tokens[end:])
    if len(tokens) > 4 and tokens[0].lower() in ("at", "in") and tokens[1] in ("what", "which"):
        # "At what level is T1?", "In what kind of water is T1 said to be?": the level of T1, the kind of water in which it is.
        at = next((at for at in range(3, len(tokens) - 1) if tokens[at] in ("is", "are")), 0)
        if at == 3 and tokens[0].lower() == "at":
            yield ("what", "is", "the", tokens[2].lower(), "of", *tokens[4:])
        for end in range(at + 2, min(len(tokens), at + 5)) if at else ():
            yield (
                "what",
                "is",
                "the",
                *tokens[2:at],
                "in",
                "which",
                *tokens[at + 1 : end],
                "is",
                *tokens[end:],
            )
    if len(tokens) < 3 or tokens[0].lower() not in ("what", "which"):
        return
    if tokens[-1] == "have" and "does" in tokens[2:5]:
        at = tokens.index("does")
        yield ("what", "is", "the", *tokens[1:at], "of", *tokens[at + 1 : -1])
    elif "does" in tokens[2:6]:
        # "What kind of ZOC does U1 exert in its hex?" asks what is the kind of ZOC that U1 exerts there.
        at = tokens.index("does")
        for end in range(at + 2, min(len(tokens), at + 5)):
            does = third_person(tokens[end])
            yield (
                "what",
                "is",
                "the",
                *tokens[1:at],
                "that",
                *tokens[at + 1 : end],
                does,
                *tokens[end + 1 :],
            )
    asked = next((at for at in range(2, min(len(tokens) - 2, 6)) if tokens[at] in ("may", "must", "can")), 0)
    for end in range(asked + 2, min(len(tokens), asked + 5)) if asked else ():
        # "What speed must a laden truck keep?" asks for the speed that it must keep.
        whose, must = tokens[asked + 1 : end], tokens[asked:][:1]
        yield ("what", "is", "the", *tokens[1:asked], "that", *whose, *must, *tokens[end:])
    if tokens[1] in ("player", "side"):
        yield ("who", *tokens[2:])
    for at in range(2, min(len(tokens), 8)):
        if tokens[at] in ("applies", "apply"):
            if at + 1 == len(tokens):
                # "Which result applies?" asks for the one that applies to whom all is about.
                yield ("what", "is", "the", *tokens[1:at], "that", *tokens[at:], "to", "it")
            yield ("what", "is", "the", *tokens[1:at], *tokens[at + 1 :])


def _compared(said: re.Match[str]) -> str:
    """ "Is 6 MP or larger" as "is at least 6 MP"."""
    least = said["more"] in ("larger", "greater", "higher", "more", "above")
    value = said["value"].strip('"').removeprefix("+")
    return f"{said['is']}at {'least' if least else 'most'} {value}"


def _purpose_last(tokens: Tokens) -> Tokens:
    """ "For Drift purposes, is hex 5 land?" as "Is hex 5 land for Drift?"."""
    if not tokens or tokens[0].lower() != "for" or "," not in tokens[1:5]:
        return tokens
    at = tokens.index(",")
    purpose = tokens[1:at]
    return (*tokens[at + 1 :], "for", *(purpose[:-1] if purpose[-1] == "purposes" else purpose))


def _of_all(asked: Asked | AskedFigure | AskedSet, candidates: Sequence[Tokens]) -> bool:
    return isinstance(asked, AskedSet) and len(asked.members) == len(candidates)


def _together(parts: Sequence[Asked | AskedFigure]) -> Asked | None:
    """The question whether all of these are so; None where they cannot be asked as one."""
    atoms = tuple(atom for part in parts if isinstance(part, Asked) for atom in part.atoms)
    sides = {part.positive for part in parts if isinstance(part, Asked) and not part.purpose}
    if len(sides) != 1 or len(atoms) != len(parts):
        return None
    [positive] = sides
    return Asked(atoms, positive, any_of=not positive)


def _about(asked: Asked | AskedFigure, thing: str) -> bool:
    """Whether something is asked of a thing, and not of a class that it could belong to: "are Watercraft the boat"."""
    if isinstance(asked, AskedFigure):
        return thing in (*asked.args, *asked.values)
    return any(thing in args for _, args in asked.atoms)


def _of_itself(asked: Asked | AskedFigure, thing: str) -> bool:
    """Whether something is asked of a thing and itself."""
    each = [asked.args] if isinstance(asked, AskedFigure) else [args for _, args in asked.atoms]
    return any(args.count(thing) > 1 for args in each)


def _a(noun: Phrase) -> Tokens:
    return ("a", *words(" ".join((*noun.modifiers, noun.noun or ""))))


def _kind_of(noun: Phrase) -> str:
    return noun.noun or "thing"


def _all_named(things: Sequence[str | ClassTerm]) -> tuple[str, ...]:
    """Things by their names; none where there is one that is any thing of a class."""
    named = tuple([thing for thing in things if isinstance(thing, str)])
    return named if len(named) == len(things) else ()


def _label(tokens: Tokens) -> str:
    """An alternative as it is named in an answer: without article, and without "as" or "for"."""
    while len(tokens) > 1 and tokens[0].lower() in ("a", "an", "the", "as", "for", "in"):
        tokens = tokens[1:]
    return " ".join(tokens).replace("it 's", "its")


def _turned(sentence: str) -> tuple[str, ...]:
    """A statement with "is" as the question it would be."""
    subject, verb, rest = sentence.strip().rstrip(".?!").partition(" is ")
    if not verb or rest.startswith("not "):
        return ()
    return (f"Is {subject[0].lower() + subject[1:] if subject[1:2].islower() else subject} {rest}?",)


def _kind_named(thing: str, situation: Situation) -> Tokens:
    """What a thing is called before its name: as what it was told of, or what stands where it was named."""
    kind = next(iter(situation.kinds.get(thing, ())), situation.slots.get(thing, ""))
    return words(kind)
