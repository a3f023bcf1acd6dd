"""Facts and questions about named things, read from sentences.

A fact is an assertion about named things: `Hex 1079 is an OCEAN hex.` "The hex", with nothing else of its kind named, is
a thing of its own by that name. A fact may say several things in one sentence (`kb.rulelang.clauses`), that something is not
known, or that there is nothing else of a kind. A question is such an assertion turned round (`Is hex 1079 …?`), a figure
asked for (`What is the slope of the Beach?`), a question about a class (`… to vehicles?`), for those of which something is
so (`Which of T1 and T2 …?`), or for one of several (`Is T1 a truck or a LC?`).
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from ingest.term_forms import singular
from kb.reason.possible import ANYTHING, COUNTED, NOTHING, Possible, Value, narrow
from kb.reason.situation import Situation
from kb.rulelang.asking import Question, QuestionReader
from kb.rulelang.clauses import (
    RELATIVES,
    Cutter,
    Tokens,
    again,
    all_of_these,
    definite,
    for_each,
    impersonally,
    of_one,
    of_one_thing,
    plainer,
    says_nothing,
)
from kb.rulelang.declarations import distance_id
from kb.rulelang.player import each_of
from kb.rulelang.referents import NothingNamed, NotUnderstood, SeveralNamed
from kb.rulelang.sentence import (
    Compared,
    Measured,
    Phrase,
    Predicated,
    Reading,
    Said,
    is_name,
)
from kb.rulelang.telling import plans
from kb.rulelang.vocabulary import Template, Vocabulary
from kb.rulelang.words import AUXILIARIES, number, with_article, words

_ROW = re.compile(
    r"(?:the )?hexes (?P<names>.+?) (?:lie|are|stand|form) (?:in )?(?:one|a|the same) (?:straight )?(?:row|line)"
    r"(?: ,?in (?:that|this) order)?"
    r"(?: ?, each (?:hex |of them )?(?:adjacent|next) to the (?:next|following|one before)(?: one)?)?"
    r"(?: ?, (?P<where>at [^,;]+)| and (?P<more>the .+))?",
    re.IGNORECASE,
)
"""That hexes lie in a row as they are named."""
_FROM_TO = re.compile(r"(?P<letters>[A-Za-z]*)(?P<first>\d+) (?:to|through) (?P=letters)(?P<last>\d+)")
"""Hexes of one letter by the first and the last of them."""
_MOST_IN_ROW = 20
_OWNER = re.compile(r"[Ii]t is (?P<name>the [\w-]+)'s ")
"""Whose time it is, of whom more is told later."""
_SIDE = re.compile(
    r"(?P<both>(?:their (?:common|shared) hexside|the hexside (?:that |which )?they (?:both )?share|"
    r"the hexside where they meet)\b)|"
    r"the (?:common )?hexside (?:between|common to|shared by|joining) "
    r"(?:(?P<all>them(?: both)?|the two(?: hexes)?|the hexes|both(?: hexes)?)"
    r"|(?:(?:the )?hex(?:es)? )?(?P<one>the [\w-]+ hex|\w+) and (?:(?:the )?hex )?(?P<other>the [\w-]+ hex|\w+))",
    re.IGNORECASE,
)
"""A hexside by its two hexes."""
_BETWEEN_THEM = re.compile(
    r"\b(?:[Bb]etween (?:(?P<them>them)(?: both)?|the two(?: hexes)?|(?:these|those) (?:two )?hexes)|"
    r"where (?:they|the two hexes) meet)(?![\w-])"
)
"""Two hexes by the word for both."""
_ON_ITS_OWN = re.compile(r"; |, and (?=(?:there (?:is|are)|they are|the two (?:\w+ )?are) )")
"""Before what is a sentence of its own: "a punt must drift, and there are two ways"."""
_IN_BETWEEN = re.compile(r"(?P<what>there is an? \w+) between (?P<both>\w+ and \w+)\.?", re.IGNORECASE)
"""What there is between two hexes, which is on their hexside."""
_OF_A_PAIR = re.compile(
    r"(?P<said>[^;:()]+ and [^,;:()]+)[,;] (?P<who>both|neither|all|which(?= are))(?: of (?:them|which|whom))?(?: (?:are|is))? "
    r"(?P<so>(?!of |are |is |in |on |at )[^,;:()]+)\.?",
    re.ASCII,
)
"""Things and what all of them are behind them: "T1 carries a drum and a flag, both wet"."""

_OR_NOT = re.compile(r"^(?!.*\b(?:whether|if|unknown)\b).*\bor not\.?$", re.IGNORECASE)
"""What tells of something that it is so, or is not: "the hex is wet or not"."""
_WITH_BETWEEN = re.compile(
    r"(?P<hexes>.+?),? (?:with|separated by) (?P<what>an? [\w-]+)(?: on the hexside)? between them\.?|"
    r"(?P<parted>.+?),? separated by (?P<parts>an? [\w-]+)\.?"
)
"""Two hexes, and what is between them."""
_ON_SIDES = re.compile(
    r"there are (?P<what>\w+)s on the hexsides (?P<all>between \w+ and \w+(?:,? (?:and )?between \w+ and \w+)+)\.?",
    re.IGNORECASE,
)
"""What there is on several hexsides."""
_BEGINS = re.compile(
    r"(?:there is (?=an? (?:[\w-]+ ){1,3}?(?P<there>[a-z]+)(?:[.,;]| and\b|$))"
    r"|(?:the|an?) (?:[\w-]+ ){0,4}?(?P<what>[a-z]+) (?:is|has|exists)\b)",
    re.IGNORECASE,
)
"""What a fact says something of first."""
_MAY_IT = re.compile(r"(?P<may>May|Can|Must) (?:it|he|she)(?= [a-z])")
_THEY = re.compile(r"\b(?:they|both of them)\b")
_AND_IT = re.compile(r"(?:,| and| but) (?:and |but |yet )?(?P<it>it)\b(?!')")
"""Where more is said of what a fact began with."""
_JOINING = frozenset(
    {
        *("a", "an", "the", "and", "or", "but", "is", "are"),
        *("in", "on", "of", "to", "at", "with", "from", "into", "aboard"),
    }
)
"""What is no word of a name."""
_APART = re.compile(
    r"(?P<who>(?:(?P<kind>[A-Za-z][a-z-]+s) )?(?P<one>(?:[Aa]n? (?:[\w-]+ )?)?[\w-]+) "
    r"and (?P<other>(?:an? (?:[\w-]+ )?)?[\w-]+)) "
    r"(?P<doing>(?:are|stand|[a-z]+ing|[A-Z]?[a-z]+)(?: [\w-]+)?) "
    r"in (?:two )?(?P<how>adjacent|different|separate) (?P<sort>[\w-]+ )?(?P<place>hexes|Locations)[.]?"
)
"""What two do in two places."""
_CLAUSES = re.compile(r"[,;] (?:and )?| and (?=\w+ \w+ is )")
"""Where a fact is cut to look at what it says last."""
_AS_A_RULE = re.compile(r"An? [\w -]+ (?:normally|usually) ")
_IT = re.compile(r"\bit(?P<own>s)?\b")
_THAT = re.compile(r"\bthat (?P<what>[a-z]+)\b")
_OF_WHAT = re.compile(r"\bof (?P<what>the [a-z]+)[.]?$")
"""What a fact says something of last."""
_ROLLED = re.compile(
    r"the (?P<which>Original |Final )?(?P<sort>dr|DR)(?: for it)? (?:is|was) (?:an? )?(?P<number>\w+)[.]?",
    re.IGNORECASE,
)
"""What was rolled, without saying for what."""
_WISHES = frozenset({"wants", "want", "wishes", "wish", "intends", "intend"})
_MAY_WISH = re.compile("want|wish|intend")
_CONDITION = frozenset({"if", "unless", "whenever"})
_DICE = frozenset({"dr", "DR"})
_MOST_OF_ROLL = 7
_LETTERS = "BCDEFGH"
"""What tells apart a second thing that nobody named: "A" is an article."""
_MOST_OF_SECOND = 7
"""No second thing is looked for that has so many words."""
_COUNTED = "XYZW"
"""What tells things apart of which only their number was told."""
_SOME_OF_THEM = re.compile(
    r"(?:(?:[Oo]nly |[Jj]ust |[Ee]xactly )?(?P<count>[Oo]ne|[Tt]wo|[Tt]hree)"
    r"(?P<of> of (?:them|these|those|(?:the|these|those)(?: two| three| four)?(?= [a-z])))?"
    r"|(?P<others>[Tt]he others?|[Tt]he rest|[Aa]nother)(?: of (?:them|these|those))?(?P<many> two| three)?)"
    r"(?: (?P<noun>(?!(?:is|are|has|have|was|were)\b)[a-z][\w-]*(?: (?!(?:is|are|has|have|was|were)\b)[\w-]+){0,3}?))?"
    r" (?P<said>(?:is|are|has|have|was|were|(?(noun)(?!)|(?!of\b)[a-z]+)) .+?)\.?"
)
"""What is said of some of those of which only their number was told."""
_AND_THE_OTHERS = re.compile(
    r"(?:;|,? (?:and|but|while)) the (?P<who>other [a-z]+|others?|rest) (?P<said>(?:is|are|has|have) .+)$"
)
_COUNTED_ASIDE = re.compile(
    r"(?P<all>[A-Z][a-z]+ [a-z][^,]*?(?P<verb> (?:is|are|enter|move|stand|lie)\b[^,]*)?),"
    r" (?P<some>one|two|three) of (?:them|which|whom) (?P<said>[^,]+?)(?:, (?P<more>[^,]+?))?\.?"
)
"""Of those counted first, what some are: "Three barges, one of them laden, enter hex 5"."""
_OF_ONE = {"are": "is", "have": "has", "were": "was"}
_BESIDE_IT = ("is", "adjacent", "to", "it")
_WHERE = frozenset({"on", "in", "at", "along"})
_BEFORE_THERE = frozenset({";", ",", "and"})
_SECOND = frozenset({"adjacent", "another", "neighbouring", "neighboring"})
_NEIGHBOURING = frozenset({"adjacent", "next", "neighbouring", "neighboring"})
_NEAR = frozenset(
    {*_NEIGHBOURING, "beside", "border", "borders", "bordering", "front", "along", "alongside", "before"}
)
"""What is said where somebody is next to a place in which he is not."""
_SENTENCES = re.compile(
    r"(?<=[\w)])[.;]\s+(?=[A-Z])|(?<=\w):\s+(?=(?:what|how|may|can|does|do|is|must|which)\b[^:]*\?$)"
)
_NOTHING_ELSE = re.compile(r"(?:no other|nothing else)\s", re.IGNORECASE)
_NO_FURTHER = re.compile(
    r"(?:there (?:is|are) )?no (?:other|further|more|additional) (?P<what>[^.]+?)"
    r"(?: (?:appl(?:y|ies)|counts?|(?:is|are) (?:present|in effect|given))(?: to (?P<figure>the .+?))?)?\.?",
    re.IGNORECASE,
)
_NOTHING_ADDS = re.compile(
    r"nothing else (?:modifies|changes|affects|adds to) (?:the|this|that) (?:\w+ ){0,4}(?:roll|dr|die|result)\.?",
    re.IGNORECASE,
)
"""That there is no further modifier."""


def _it_comes_first(tokens: Tokens) -> bool:
    """Whether an "it" comes before what a sentence brings in, but for what it begins with."""
    at = tokens.index("it") if "it" in tokens else 0
    return 0 < at < next((k for k, token in enumerate(tokens) if k and token in ("a", "an")), 0)


def in_sentences(text: str) -> Sequence[str]:
    """The sentences of a text, each but the last without its end."""
    return (":" in text and all_of_these(text)) or (
        _SENTENCES.split(text) if "." in text[:-1] or ";" in text or ":" in text else (text,)
    )


class ScenarioReader(QuestionReader):
    """Reads facts into a situation, and questions about it."""

    topic = ""
    """What the last fact began with, "the river", for an "it" that stands for no thing that was named."""
    said_so_far = ""
    """The facts so far, for what they speak of that is no thing."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        super().__init__(vocabulary)
        self.in_short: dict[str, str] = {}
        """What facts brought in as "the river", for "the river hex", each with the first such fact."""
        self.counted: tuple[tuple[str, ...], ...] = ()
        """The names given to those of whom only their number was told."""
        self.cutters: dict[Tokens, Cutter] = {}
        """Who cut the sentences so far, and knows their cuts: for readers that read the same facts again."""

    def state(self) -> tuple[object, ...]:
        """All that facts change in the reader itself, and that a question can depend on."""
        of = self.referents
        return (
            self.topic, self.said_so_far, self.wanted, self.done, self.crossed, tuple(self.in_short.items()), self.counted,
            tuple(of.aliases.items()), frozenset(of.renamed), tuple(of.owners.items()), of.sentence, of.said,
        )  # fmt: skip

    def spoken_of_whole(self, situation: Situation) -> dict[str, NotUnderstood]:
        """The facts about "the river", for "the river hex", where hexes of the river have names: which of them is meant, or
        that all are, nothing says."""
        found: dict[str, NotUnderstood] = {}
        for name, sentence in self.in_short.items():
            noun = name.removeprefix("the ")
            if noun in self.vocabulary.templates:
                hexes = [one for one in self.referents.told_as(noun, situation) if one != name]
                if hexes:
                    found[sentence] = NotUnderstood(
                        f"which {noun} is meant is not said: name it", [f"{noun} {one}" for one in hexes[:3]]
                    )
        return found

    def settle(self, situation: Situation) -> None:
        """Take, when the facts and the question are read, what they say together: hexside 1-2 is the one of hex 1 and hex 2,
        and "the hexside" of which only is told what it is that of the two hexes that there are; who is next to a hex told to be
        a Beach hex is next to a Beach hex, and where that tells a range, it is told; who is next to him is no further off than
        one hex more."""
        self._between(situation)
        self._of_the_two(situation)
        for figure, noun in self._distances():
            there = [
                args[0] for (name, args), (held, _) in situation.told.items() if held and name == noun.id
            ]
            if there:
                self._ranges(figure, noun, there, situation)

    def _between(self, situation: Situation) -> None:
        """Tell of each hexside that is named after two hexes, "hexside 1-2", that it is common to them, by the one relation of
        a hexside to two hexes that the vocabulary has. Of a hex that nothing else speaks of nothing is known, not that it is
        no land: such a one is not named by a hexside alone."""
        sides = [
            thing for thing in situation.things if "-" in thing and situation.slots.get(thing) == "hexside"
        ]
        common = self._common() if sides else None
        if common is None:
            return
        for side in sides:
            hexes = side.split("-")
            named = [one for one in hexes if situation.slots.get(one) == "hex"]
            if len(hexes) == 2 and len(named) == 1:
                self._tell_side(side, named[0], situation)
            if len(hexes) != 2 or len(named) != 2:
                continue
            args = _shared(common, side, hexes)
            told = {tuple(sorted(things)) for name, things in situation.told if name == common.id}
            if tuple(sorted(args)) not in told:
                source = f"hexside {side} is named after hex {hexes[0]} and hex {hexes[1]}"
                situation.tell(common.id, args, True, source)

    def _tell_side(self, side: str, one: str, situation: Situation) -> None:
        """Tell of hexside 1-2 that it is a hexside of hex 1, where nothing speaks of hex 2."""
        readings = self._readings(("hexside", side, "is", "a", "hexside", "of", "hex", one), question=False)
        if len(readings) == 1:
            self._tell_one(readings[0], f"hexside {side} is named after hex {one}", situation)

    def _of_the_two(self, situation: Situation) -> None:
        """Tell of "the hexside", where nothing says which, that it is common to the two hexes that there are."""
        side = "the hexside"
        common = self._common() if situation.slots.get(side) == "hexside" else None
        hexes = [thing for thing, slot in situation.slots.items() if slot == "hex"]
        if common is None or len(hexes) != 2:
            return
        about = [args for _, args in (*situation.told, *situation.figures) if side in args]
        if about and all(args == (side,) for args in about):
            source = f"{side} is that of {hexes[0]} and {hexes[1]}"
            situation.tell(common.id, _shared(common, side, hexes), True, source)

    def _common(self) -> Template | None:
        """The relation that says of a hexside which two hexes it is common to; looked for once in a vocabulary."""
        derived = self.vocabulary.derived
        if "common hexside" not in derived:
            slots = ("hexside", "hex", "hex")
            found = [
                t for t in self.vocabulary.templates.values() if t.slots == slots and t.kind == "relation"
            ]
            derived["common hexside"] = found[0] if len(found) == 1 else None
        known: Template | None = derived["common hexside"]  # type: ignore[assignment]
        return known

    def _distances(self) -> list[tuple[Template, Template]]:
        """The figures that are ranges to the nearest of a noun, with the noun; looked for once in a vocabulary."""
        known = self.vocabulary.derived.get("distances")
        if not isinstance(known, list):
            templates = self.vocabulary.templates
            pairs = ((templates.get(distance_id(noun.id)), noun) for noun in templates.values())
            known = self.vocabulary.derived["distances"] = [
                (figure, noun) for figure, noun in pairs if figure is not None and len(figure.slots) == 1
            ]
        return known

    def _ranges(self, figure: Template, noun: Template, there: Sequence[str], situation: Situation) -> None:
        """Tell the ranges to the nearest of a noun that are told by what is next to one of that noun."""
        beside: dict[str, list[tuple[str, str]]] = {}
        for (name, args), (held, sentence) in situation.told.items():
            places = self._side_by_side(name, figure, noun) if held else None
            if places is not None:
                one, other = args[places[0]], args[places[1]]
                beside.setdefault(one, []).append((other, sentence))
                beside.setdefault(other, []).append((one, sentence))
        reached = set(there)
        edge, far = list(there), 1
        while beside and edge:
            further: list[str] = []
            for thing, sentence in (next_to for one in edge for next_to in beside.get(one, ())):
                if thing in reached:
                    continue
                reached.add(thing)
                further.append(thing)
                if (figure.id, (thing,)) not in situation.figures:
                    op = "is" if far == 1 else "at most"
                    self.bound(figure, (thing,), op, Fraction(far), situation, sentence)
            edge, far = further, far + 1

    def _side_by_side(self, relation: str, figure: Template, noun: Template) -> tuple[int, int] | None:
        """The places of the two things that a relation says to be next to each other, as far as a figure is about that: by a
        wording of the figure that says the same with "a Beach hex" for one of them; looked for once in a vocabulary."""
        key = f"next to {noun.id} by {relation}"
        if key not in self.vocabulary.derived:
            found = _next_to(self.vocabulary.templates[relation], figure, noun)
            self.vocabulary.derived[key] = found
        known: tuple[int, int] | None = self.vocabulary.derived[key]  # type: ignore[assignment]
        return known

    # -- questions --------------------------------------------------------------------------------------------

    def question(self, sentence: str, situation: Situation) -> Question:
        """The question that a sentence asks, which may speak of "the hexside between hex 5 and hex 6", and of what a fact
        began with as "it". Raises `NotUnderstood`."""
        may = _MAY_IT.match(sentence.strip())
        if may is not None:
            last, before = self.referents.sentence, situation.copy()
            try:
                return self._question_of_it(sentence, situation)
            except SeveralNamed as error:
                # Whether it may is asked of whom the last fact began with.
                doers = [thing for thing in error.things if _first_named(thing, last)]
                who = _first_named(doers[0], last) if len(doers) == 1 else ""
                if not who:
                    raise
                other = f"{may['may']} {who}{sentence.strip()[may.end() :]}"
                try:
                    asked = self._question_of_it(other, before)
                except NotUnderstood:
                    raise error from None
                situation.take(before)
                return asked
        return self._question_of_it(sentence, situation)

    def _question_of_it(self, sentence: str, situation: Situation) -> Question:
        """The question that a sentence asks, "it" being what a fact began with. Raises `NotUnderstood`."""
        of_topic = bool(self.topic) and _IT.search(sentence) is not None
        if not of_topic and _SIDE.search(sentence) is None and _BETWEEN_THEM.search(sentence) is None:
            return self._question_of_both(sentence, situation)
        before = situation.copy()
        try:
            return super().question(sentence, situation)
        except NotUnderstood as error:
            other = self._sides_named(sentence, before)
            spoken_of = of_topic and (
                isinstance(error, NothingNamed)
                or (self.topic not in before.things and not isinstance(error, SeveralNamed))
            )
            if other == sentence and spoken_of:
                other = _for_it(self.topic, sentence)
            if other == sentence:
                raise
            try:
                asked = super().question(other, before)
            except NotUnderstood:
                raise error from None
            situation.take(before)
            return asked

    def _question_of_both(self, sentence: str, situation: Situation) -> Question:
        """The question that a sentence asks, with "S1 and S2" for a "they" of which it asks what two things do with each
        other: "May they form a raft?". Raises `NotUnderstood`."""
        they = _THEY.search(sentence)
        if they is None:
            return super().question(sentence, situation)
        before = situation.copy()
        try:
            return super().question(sentence, situation)
        except NotUnderstood:
            for slot in dict.fromkeys(before.slots.values()):
                things = self.referents.together(slot, before)
                if len(things) != 2:
                    continue
                both = " and ".join(one if one.startswith("the ") else f"{slot} {one}" for one in things)
                trial = before.copy()
                try:
                    asked = super().question(
                        f"{sentence[: they.start()]}{both}{sentence[they.end() :]}", trial
                    )
                except NotUnderstood:
                    continue
                situation.take(trial)
                return asked
            raise

    def _sides_named(self, sentence: str, situation: Situation) -> str:
        """A sentence with "hexside 5-6" for "the hexside between hex 5 and hex 6", or with the name of that hexside; with
        "between hex 5 and hex 6" for "between them"."""
        match = _SIDE.search(sentence)
        both = _BETWEEN_THEM.search(sentence) if match is None else None
        if both is not None:
            hexes = [thing for thing, slot in situation.slots.items() if slot == "hex"]
            named = " and ".join(one if one.startswith("the ") else f"hex {one}" for one in hexes)
            if len(hexes) == 2:
                return f"{sentence[: both.start()]}between {named}{sentence[both.end() :]}"
            # "A punt is at level 2. A wall between it and the mire hex": a thing and a hex, where there are no others.
            others = [thing for thing in situation.things if thing not in hexes]
            if len(hexes) == len(others) == 1 and both["them"]:
                return f"{sentence[: both.start()]}between {others[0]} and {named}{sentence[both.end() :]}"
        common = self._common() if match is not None else None
        if match is None or common is None:
            return sentence
        if match["both"] or match["all"]:
            hexes = [thing for thing, slot in situation.slots.items() if slot == "hex"]
        else:
            hexes = [_named_as(match["one"], situation), _named_as(match["other"], situation)]
        if len(hexes) != 2:
            return sentence
        place = common.slots.index("hexside")
        for (name, args), (held, _) in situation.told.items():
            if held and name == common.id and set(hexes) == {*args[:place], *args[place + 1 :]}:
                side = args[place]
                side = side if side.startswith("the ") else f"hexside {side}"
                return f"{sentence[: match.start()]}{side}{sentence[match.end() :]}"
        if any(" " in name or "-" in name for name in hexes) or len(words("-".join(hexes))) > 1:
            if "the hexside" in situation.things:
                return sentence
            for name, slot in zip(("the hexside", *hexes), ("hexside", "hex", "hex"), strict=True):
                situation.name(name)
                situation.place(name, slot)
            situation.tell(common.id, _shared(common, "the hexside", hexes), True, sentence)
            return f"{sentence[: match.start()]}the hexside{sentence[match.end() :]}"
        return f"{sentence[: match.start()]}hexside {hexes[0]}-{hexes[1]}{sentence[match.end() :]}"

    # -- facts ------------------------------------------------------------------------------------------------

    def fact(self, sentence: str, situation: Situation) -> str | None:
        """Add a fact to a situation, which may speak of what the fact before it began with as "It". Returns the earlier fact
        that it contradicts, if there is one.

        Raises `NotUnderstood` for a sentence without a reading, with several, or that is no fact about named things.
        """
        if _OR_NOT.search(sentence) is not None:
            raise NotUnderstood("'or not' tells nothing: say which, or that it is not known", ())
        if _AS_A_RULE.match(sentence) is not None:
            return self._of_its_kind(sentence, situation)
        parts = self._some_of_them(sentence, situation)
        if parts:
            return self._told_in_turn(parts, situation)
        topic = self.topic
        if sentence.startswith("They "):
            before, said = situation.copy(), self.said_so_far
            try:
                return self._fact_as_told(sentence, situation)
            except NotUnderstood:
                tried = self._of_each_of_them(words(sentence), said, before)
                if tried is None:
                    raise
                situation.take(tried[0])
                return tried[1]
        if not sentence.startswith("It ") or not topic or topic in situation.things:
            return self._fact_as_told(sentence, situation)
        before, said = situation.copy(), self.said_so_far
        try:
            return self._fact_as_told(sentence, situation)
        except NotUnderstood as error:
            named = f"{topic[0].upper()}{topic[1:]}{sentence[2:]}"
            tried = None if isinstance(error, SeveralNamed) else self._tried(named, said, before)
            if tried is None:
                raise
            situation.take(tried[0])
            return tried[1]

    def _told_in_turn(self, parts: Iterable[str], situation: Situation) -> str | None:
        """Add facts one after the other. Raises `NotUnderstood`."""
        clash = None
        for part in parts:
            clash = self.fact(part, situation) or clash
        return clash

    def _some_of_them(self, sentence: str, situation: Situation) -> tuple[str, ...]:
        """ "One of the trucks is laden", "Two of them are laden", "The others are dry" as what truck X is, where of trucks
        nothing but their number was told before; nothing where the sentence is no such one."""
        aside = _COUNTED_ASIDE.fullmatch(sentence)
        if aside is not None and (number(aside["all"].split()[0].lower()) or 0) > 1:
            is_ = (
                "" if aside["said"].split()[0] in AUXILIARIES else "is " if aside["some"] == "one" else "are "
            )
            some = f"{aside['some'].capitalize()} of them {is_}{aside['said']}"
            more = aside["more"] or ""
            return (f"{aside['all']}{f' {more}' if more else ''}", some) if more or aside["verb"] else ()
        match = _SOME_OF_THEM.fullmatch(sentence.strip())
        if match is None:
            return ()
        others = _AND_THE_OTHERS.search(match["said"])
        if others is not None and match["count"]:
            verb, _, said = match["said"][: others.start()].partition(" ")
            rest = others["said"] + (f" {said}" if others["said"].split()[-1] == "not" else "")
            return (sentence[: match.start("said")] + f"{verb} {said}", f"The {others['who']} {rest}")
        alike = self._of_those_counted(match["noun"], situation)
        if not alike:
            return ()
        last = _told_of(alike[-1], situation)
        left = [one for one in alike if _told_of(one, situation) == last]
        if match["others"]:
            who = match["others"].lower()
            alone = who == "the other" and not match["many"]
            chosen = left[:1] if who == "another" else left
            told_apart = len(left) < len(alike) and not (alone and len(left) > 1)
        else:
            count = int(number(match["count"].lower()) or 0)
            chosen = left[:count]
            placed = not match["of"] and match["said"].split()[1:2] in (["in"], ["at"], ["on"], ["aboard"])
            told_apart = not placed and count <= len(left) and count < len(alike)
        if not told_apart or not chosen:
            return ()
        kind = next(iter(situation.kinds[alike[0]]))
        verb, _, said = match["said"].partition(" ")
        return tuple(f"{kind.capitalize()} {one} {_OF_ONE.get(verb, verb)} {said}".strip() for one in chosen)

    def _of_those_counted(self, noun: str | None, situation: Situation) -> tuple[str, ...]:
        """The things of one kind of which only their number was told: those of a noun, else the only ones that there are."""
        found = [names for names in self.counted if set(names) <= set(situation.things)]
        if noun:
            phrases = self.reader.read_phrase(("the", *words(noun)))
            nouns = [phrase.noun for phrase in phrases if phrase.noun and not phrase.name]
            told = [set(self.referents.told_as(each, situation)) for each in nouns]
            found = [names for names in found if any(things.issuperset(names) for things in told)]
        return found[0] if len(found) == 1 else ()

    def _of_its_kind(self, sentence: str, situation: Situation) -> str | None:
        """Add "A thicket hex normally costs 2 MP", which brings no second thicket hex in beside one that was told of before, or
        is told of later."""
        before, said = situation.copy(), self.said_so_far
        try:
            clash = self._fact_as_told(sentence, situation)
        except NotUnderstood:
            tried = self._tried(f"The{sentence[sentence.index(' ') :]}", said, before)
            if tried is None:
                raise
            situation.take(tried[0])
            return tried[1]
        brought = (thing for thing in situation.things if thing not in before.things)
        self.referents.owners.update({thing: "" for thing in brought if thing.startswith("the ")})
        return clash

    def _fact_as_told(self, sentence: str, situation: Situation) -> str | None:
        """Add a fact, an "It" at whose beginning is a thing that was named. Raises `NotUnderstood`."""
        plainly = self._shapes.plainly(sentence)
        if plainly is not None:
            readings, topic = plainly
            self.topic = topic or self.topic
            self.said_so_far = self.referents.said = f"{self.said_so_far} {sentence}"
            self.referents.sentence = sentence
            return self._tell_written(readings, sentence, situation)
        plain = sentence.strip()
        topic, begins = self.topic, _BEGINS.match(plain)
        self.topic = _topic_of(plain, begins) or self.topic
        said = self.said_so_far
        self.said_so_far = self.referents.said = f"{said} {plain}"
        spoken_of = self._spoken_of(plain, said, situation) if " that " in plain else plain
        if spoken_of != plain and (tried := self._tried(spoken_of, said, situation)) is not None:
            situation.take(tried[0])
            return tried[1]
        it = _IT.search(plain, 3)
        topics = [self.topic, topic] if begins else [topic]
        meant = self._meant_by_it(plain[: it.start()], topics, situation) if it else []
        if not meant:
            return self._fact_on(sentence, said, situation)
        before = situation.copy()
        own = [one for one in topics if one in meant]
        if own and self._only_worded(plain):
            tried = self._tried(f"{plain[:3]}{_for_it(own[0], plain[3:])}", said, before)
            if tried is not None:
                situation.take(tried[0])
                return tried[1]
        try:
            return self._fact_on(sentence, said, situation)
        except NotUnderstood as error:
            for one in meant:
                if one == topic and isinstance(error, SeveralNamed):
                    continue
                tried = self._tried(f"{plain[:3]}{_for_it(one, plain[3:])}", said, before)
                if tried is not None:
                    situation.take(tried[0])
                    return tried[1]
            raise

    def _fact_on(self, sentence: str, said: str, situation: Situation) -> str | None:
        """Add a fact whose "it" is of several things that it could stand for the one with which the fact begins: "hex 5 is
        land, and it is no ford hex". Raises `NotUnderstood`."""
        it = _AND_IT.search(sentence)
        if it is None:
            return self._fact(sentence, said, situation)
        before = situation.copy()
        try:
            return self._fact(sentence, said, situation)
        except SeveralNamed as error:
            begun = [first for thing in error.things if (first := _first_named(thing, sentence))]
            on = f"{sentence[: it.start('it')]}{begun[0]}{sentence[it.end('it') :]}" if begun else ""
            tried = self._tried(on, said, before) if len(begun) == 1 else None
            if tried is None:
                raise
            situation.take(tried[0])
            return tried[1]

    def _of_each_of_them(
        self, tokens: Tokens, said: str, situation: Situation
    ) -> tuple[Situation, str | None] | None:
        """The situation with "T1, T2 and T3 enter a ford hex" for "They enter a ford hex", which is one hex; None where they
        are not two or more things of one kind only."""
        found = []
        said_of_them = tokens[2:] if tokens[1] in ("all", "both", "each") else tokens[1:]
        for slot in dict.fromkeys(situation.slots.values()):
            things = self.referents.together(slot, situation)
            if len(things) > 1:
                one, *others, last = (
                    " ".join(words(thing) if thing.startswith("the ") else (slot, *words(thing)))
                    for thing in things
                )
                named = f"{', '.join((one, *others))} and {last} {' '.join(said_of_them)}"
                found += [self._tried(f"{named[0].upper()}{named[1:]}", said, situation)]
        read = [tried for tried in found if tried is not None]
        return read[0] if len(read) == 1 else None

    def _only_worded(self, plain: str) -> bool:
        """Whether the "it" of a fact may be a word of a wording, "a hex is a hex of it", which says of what for itself."""
        about = [part for part in _CLAUSES.split(plain) if _IT.search(part)]
        clause = about[-1] if about else plain
        tokens = of_one(words(clause))
        return "it" in tokens[1:] and any(
            isinstance(reading, Said) and all(phrase.determiner != "it" for phrase in reading.args)
            for reading in self._as_said(tokens)[1]
        )

    def _tried(self, sentence: str, said: str, situation: Situation) -> tuple[Situation, str | None] | None:
        """The situation with a fact, and the fact that it contradicts; None where it does not read."""
        trial = situation.copy()
        try:
            return trial, self._fact(sentence, said, trial)
        except NotUnderstood:
            return None

    def _tried_each(
        self, sentences: Sequence[str], situation: Situation
    ) -> tuple[Situation, str | None] | None:
        """The situation with several facts, and the last fact that one of them contradicts; None where one does not read."""
        trial = situation.copy()
        before = self.topic, self.said_so_far, self.referents.said, self.referents.sentence
        try:
            return trial, self._told_in_turn(sentences, trial)
        except NotUnderstood:
            self.topic, self.said_so_far, self.referents.said, self.referents.sentence = before
            return None

    def _spoken_of(self, sentence: str, said: str, situation: Situation) -> str:
        """A sentence with "the OCEAN overlay" for "that overlay", where that was spoken of and is no thing of its own."""

        def meant(that: re.Match[str]) -> str:
            what = that["what"]
            if (
                what not in self.vocabulary.templates
                or f"the {what}" in situation.things
                or situation.slots.get(what) is not None
            ):
                return that[0]
            before = re.findall(
                rf"\b(?:[Tt]he|[Aa]n?) ((?:[A-Z][\w/-]+ )+{re.escape(what)})\b", said, re.ASCII
            )
            return f"the {before[-1]}" if before else that[0]

        return _THAT.sub(meant, sentence)

    def _meant_by_it(self, before: str, topics: Sequence[str], situation: Situation) -> list[str]:
        """What an "it" may stand for that is no thing that was named: what the sentence begins with, "the reef", what there is
        only one of that it names before, and what the last fact began with."""
        only = [name for name in self.vocabulary.singletons if name in before]
        own = [one for one in topics if one and one not in situation.things]
        return list(dict.fromkeys((*own[:1], *only, *own[1:])))

    def _fact(self, sentence: str, said: str, situation: Situation) -> str | None:
        """Add a fact, where `said` was told before. Raises `NotUnderstood`."""
        plain = sentence.strip()
        self.referents.sentence = plain
        roll = _ROLLED.fullmatch(plain)
        named = self._roll_named(roll, said) if roll is not None else ""
        if named:
            return self.fact(named, situation)
        owner = _OWNER.match(plain) if "'s" in plain else None
        if owner is not None and owner["name"] not in situation.things:
            self.referents.owners.setdefault(owner["name"], "")
        if (" fair" in plain or " rule" in plain) and says_nothing(words(plain)):
            return None
        if plain[:2].lower() == "no" or plain[:6].lower() == "there ":
            if says_nothing(words(plain)) or self._collected(sentence, situation):
                return None
            if _NOTHING_ELSE.match(plain) and not self._as_said(words(plain))[1]:
                self._close(sentence, situation)
                return None
        parts = in_sentences(plain)
        between = _WITH_BETWEEN.fullmatch(plain) if len(parts) == 1 and self._common() is not None else None
        if between is not None:
            hexes, what = between["hexes"] or between["parted"], between["what"] or between["parts"]
            parts = (hexes, f"There is {what} on the hexside between them")
        sides = _ON_SIDES.fullmatch(plain) if len(parts) == 1 and self._common() is not None else None
        if sides is not None:
            each = re.findall(r"between \w+ and \w+", sides["all"])
            parts = [f"There is a {sides['what']} on the hexside {one}" for one in each]
        if len(parts) > 1:
            return self._told_in_turn(parts, situation)
        mine = impersonally(plain)
        if mine != plain:
            tokens, readings = self._as_said(words(mine))
            if readings:
                return self._tell_plans(readings, tokens, sentence, situation)
            return self._otherwise(tokens, sentence, situation)
        readings = self._shapes.written(sentence, False, lambda shape: self._as_said(words(shape))[1])
        if readings:
            self._shapes.note_plain(sentence, lambda: _topic_of_plain(sentence))
            return self._tell_written(readings, sentence, situation)
        tokens, readings = self._as_said(words(sentence))
        if readings:
            try:
                return self._tell_plans(readings, tokens, sentence, situation)
            except NothingNamed:
                if "on" not in tokens:
                    raise
                return self._otherwise(tokens, sentence, situation)
        pair = _OF_A_PAIR.fullmatch(plain)
        if pair is not None:
            of_them = {"neither": "Neither is", "all": "They are all"}.get(pair["who"], "Both are")
            tried = self._tried_each((pair["said"], f"{of_them} {pair['so']}"), situation)
            if tried is not None:
                situation.take(tried[0])
                return tried[1]
        as_written = words(sentence)
        unknown = _unknown(as_written)
        if as_written != tokens and unknown is not None:
            trial = situation.copy()
            if self._unsettle(unknown, sentence, trial):
                situation.take(trial)
                return None
        return self._otherwise(tokens, sentence, situation)

    def _tell_written(self, readings: Sequence[Reading], sentence: str, situation: Situation) -> str | None:
        """Add what a sentence says that reads as it is written. Raises `NotUnderstood`."""
        try:
            return self._tell_plans(readings, None, sentence, situation)
        except NotUnderstood:
            plain = words(sentence)
            one = words(of_one_thing(sentence.strip())) or for_each(plain)
            tokens, readings = self._as_said(one) if one != plain else ((), [])
            if not readings:
                raise
            return self._tell_plans(readings, tokens, sentence, situation)

    def _roll_named(self, roll: re.Match[str], said: str) -> str:
        """ "The dr is a 2" with the name of the one such roll of which something was said before; empty where none was, or
        more than one."""
        names = {
            rolled.name
            for rolled in self.vocabulary.rolls.values()
            if rolled.name.rpartition(" ")[2] == roll["sort"]
            and re.search(rf"\b{re.escape(rolled.name.rpartition(' ')[0])}\b", said, re.IGNORECASE)
        }
        return f"The {roll['which'] or ''}{names.pop()} is {roll['number']}." if len(names) == 1 else ""

    def _of_roll(self, part: Tokens) -> Sequence[Reading]:
        """What a part of a sentence says was rolled that does not say of whom, or for what: "the dr is 5"."""
        if part[0].lower() != "the" or _DICE.isdisjoint(part[1:4]) or len(part) > _MOST_OF_ROLL:
            return ()
        roll = _ROLLED.fullmatch(" ".join(part))
        named = self._roll_named(roll, self.said_so_far) if roll is not None else ""
        plain = words(named) if named else part
        plain = tuple(
            token for at, token in enumerate(plain) if token not in ("a", "an") or plain[at - 1] != "is"
        )
        return self._readings(plain, question=False) or self.short.read(plain)

    def _otherwise(self, tokens: Tokens, sentence: str, situation: Situation) -> str | None:
        """Add what a sentence says that no wording reads: in several parts, with something left unsaid, or with "the canal"
        for "the canal hex". Raises `NotUnderstood`."""
        trial = situation.copy()
        try:
            clash = self._more_than_one(tokens, sentence, trial)
        except NotUnderstood as error:
            try:
                short = next(filter(None, map(self.short.read, plainer(tokens))), [])
                trial, clash = self._left(short, sentence, situation)
            except NotUnderstood:
                for full in (*_as_what_it_is(tokens, situation), *self._in_full(tokens), *_there_is(tokens)):
                    found = self._told_in_full(full, sentence, situation)
                    if found is not None and found[1] is None:
                        trial, clash = found
                        said = f" {' '.join(tokens)} "
                        for name in trial.things:
                            if (
                                name not in situation.things
                                and name.startswith("the ")
                                and f"{name[3:]} " not in said
                            ):
                                # "The river is calm" speaks of what "a river hex" brings in later.
                                self.referents.owners.setdefault(name, "")
                                self.in_short.setdefault(name, sentence)
                        break
                else:
                    parts = (
                        self._of_the_only_one(sentence)
                        or self._in_two_places(sentence)
                        or _ON_ITS_OWN.split(sentence)
                    )
                    clash = self._one_by_one(parts, trial := situation.copy(), error)
        situation.take(trial)
        return clash

    def _in_two_places(self, sentence: str) -> tuple[str, ...]:
        """ "S1 and S2 fire in adjacent hexes" as what each does, where each is, and that the two places are adjacent; nothing
        where it is not about two things in two places."""
        said = _APART.fullmatch(sentence.strip())
        if said is None:
            return ()
        kind = f"{singular(said['kind'])} " if said["kind"] else ""
        # "A squad and a crew" are "the squad" and "the crew" in what follows.
        who = [re.sub(r"^[Aa]n? ", "the ", said[which]) for which in ("one", "other")]
        doing = said["doing"]
        first = () if doing in ("are", "stand") else (f"{said['who']} {doing}",)
        sort, place = said["sort"] or "", singular(said["place"])
        names = (who[0] if first else f"{kind}{said['one']}", who[1] if first else f"{kind}{said['other']}")
        there = (
            f"{name} is in {sort}{place} {letter}" for name, letter in zip(names, _COUNTED, strict=False)
        )
        near = (
            (f"{place} {_COUNTED[0]} is adjacent to {place} {_COUNTED[1]}",)
            if said["how"] == "adjacent"
            else ()
        )
        return (*first, *there, *near)

    def _of_the_only_one(self, sentence: str) -> tuple[str, ...]:
        """ "The Lagoon is calm. A raft enters hex 5" for "A raft enters hex 5 off a calm Lagoon", of what there is only one of;
        nothing where nothing is so said of it."""
        for name in self.vocabulary.singletons:
            noun = name.removeprefix("the ")
            said = re.search(
                rf"(?:^|,? )(?P<where>on|off|along|at|of|from|to|near) (?:an?|the|this) "
                rf"(?P<what>[\w-]+(?: [\w-]+)?) {re.escape(noun)}(?=[,.;]? |[.;]?$)(?! hex)",
                sentence,
                re.IGNORECASE,
            )
            if said is None:
                continue
            first = f"The {noun} is {said['what']}"
            if self._as_said(words(first))[1]:
                beyond = f" {said['where']} {name}" if said["where"] in ("from", "to", "near") else ""
                rest = f"{sentence[: said.start()]}{beyond}{sentence[said.end() :]}".strip(" ,")
                return first, f"{rest[0].upper()}{rest[1:]}"
        return ()

    def _one_by_one(self, parts: Sequence[str], situation: Situation, error: NotUnderstood) -> str | None:
        """Add what the parts of a sentence say between which there are semicolons, as sentences of their own. Raises the
        `error` where there are none, or one is not understood."""
        if len(parts) == 1:
            raise error from None
        try:
            return self._told_in_turn((f"{part[:1].upper()}{part[1:]}" for part in parts), situation)
        except NotUnderstood:
            raise error from None

    def _told_in_full(
        self, tokens: Tokens, sentence: str, situation: Situation
    ) -> tuple[Situation, str | None] | None:
        """The situation with what such a sentence says, and the fact that is contradicted; None where it does not read."""
        trial = situation.copy()
        readings = self._readings(tokens, question=False)
        try:
            if readings:
                return trial, self._tell(readings, sentence, trial)
            return trial, self._more_than_one(tokens, sentence, trial)
        except NotUnderstood:
            return None

    def _as_said(self, tokens: Tokens) -> tuple[Tokens, list[Reading]]:
        """The readings of a sentence as a fact, and the tokens that were read."""
        if "not" in tokens and "any" in tokens:
            tokens = self._one(tokens)
        readings = self._readings(tokens, question=False)
        if not readings:
            only = self._one(tokens)
            if only != tokens:
                return only, self._readings(only, question=False)
        return tokens, readings

    def _tell(self, readings: Sequence[Reading], sentence: str, situation: Situation) -> str | None:
        """Add what a sentence of one reading says; of several, the one that the things of the situation leave."""
        if len(readings) == 1:
            return self._tell_one(readings[0], sentence, situation)
        trial, clash = self._left(readings, sentence, situation)
        situation.take(trial)
        return clash

    def _tell_plans(
        self, readings: Sequence[Reading], tokens: Tokens | None, sentence: str, situation: Situation
    ) -> str | None:
        """The same of a sentence in these words (None for its own), and take what somebody plans, where that is told as a fact
        of its own, as what "May it?" asks about as well."""
        clash = self._tell(readings, sentence, situation)
        if tokens is None:
            tokens = words(sentence) if " to " in sentence and _MAY_WISH.search(sentence) else ()
        if not _WISHES.isdisjoint(tokens):
            self._wants(again(tokens), sentence, situation)
        return clash

    def _left(
        self, readings: Sequence[Reading], sentence: str, situation: Situation
    ) -> tuple[Situation, str | None]:
        """The situation, and the fact that is contradicted, by the one reading that can be told here, or that needs no thing
        that nobody named; raises where there are more.

        Of a thing of which nothing is known, a noun says what it is by its own name ("B1 is a canal") before it does so as
        another wording for what is said of things of a kind ("hex A is a canal"). Where all words of a sentence are a wording,
        none of them names a thing ("Hedges are bocage").
        """
        possible: list[tuple[tuple[int, int, bool, int], Situation, str | None]] = []
        why: NotUnderstood | None = None
        for reading in readings:
            trial = situation.copy()
            try:
                clash = self._tell_one(reading, sentence, trial)
            except NotUnderstood as error:
                why = why or error
                continue
            brought = [t for t in trial.things if t not in situation.things and t.startswith("the ")]
            misplaced = self._misplaced(reading, situation)
            said = reading.left if isinstance(reading, Compared) else reading
            whole = isinstance(said, Said | Measured) and not said.args
            rank = 0 if whole else 1 if isinstance(reading, Predicated) else 2
            weight = (misplaced, len(brought), clash is not None, rank)
            possible.append((weight, trial, clash))
        least = min((weight for weight, _, _ in possible), default=(0, 0, False, 0))
        found = [(trial, clash) for weight, trial, clash in possible if weight == least]
        if not found and why is not None:
            raise why
        if len(found) != 1:
            raise NotUnderstood(
                "it can be read in more than one way", [self._gist(reading) for reading in readings]
            )
        return found[0]

    def _misplaced(self, reading: Reading, situation: Situation) -> int:
        """How many things a reading names where something else than what they were named as has its place."""
        said = reading.left if isinstance(reading, Compared) else reading
        if not isinstance(said, Said | Measured):
            return 0
        slots = self.vocabulary.templates[said.template].slots
        return sum(
            self.vocabulary.disjoint(situation.slots[phrase.name], slot)
            for phrase, slot in zip(said.args, slots, strict=False)
            if phrase.name in situation.slots
        )

    def _more_than_one(self, tokens: Tokens, sentence: str, situation: Situation) -> str | None:
        """Add what a sentence says that is no sentence of the vocabulary by itself. Raises `NotUnderstood`."""
        unknown = _unknown(tokens)
        if unknown is not None and self._unsettle(unknown, sentence, situation):
            return None
        if self._wants(tokens, sentence, situation) or self._names(tokens, situation):
            return None
        in_row = self._in_a_row(tokens, sentence, situation)
        if in_row is not None:
            return self.fact(" ".join(in_row), situation) if in_row else None
        apart = _IN_BETWEEN.fullmatch(sentence.strip()) if self._common() is not None else None
        on_side = f"{apart['what']} on the hexside between {apart['both']}" if apart else sentence
        by_name = self._sides_named(on_side, situation)
        if by_name != on_side:
            return self.fact(by_name, situation)
        in_full = _said_again(tokens)
        if in_full != tokens:
            return self.fact(" ".join(in_full), situation)
        tokens = self._own_thing(self._second(self._lettered(tokens, situation), situation), situation)
        tokens = self._beside_one(self._other_than_one(tokens, situation), sentence, situation)
        both: list[tuple[str | None, Situation]] = []
        for named in self._both_named(tokens, situation):
            so_far = situation.copy()
            try:
                both.append((self.fact(" ".join(named), so_far), so_far))
            except NotUnderstood:
                continue
        if len(both) == 1:
            situation.take(both[0][1])
            return both[0][0]
        cutter = self.cutters.get(tokens)
        if cutter is None:
            cutter = Cutter(self._says_something, self._is_phrase)
            if _DICE.isdisjoint(tokens):  # of what else it speaks, no fact before it says
                self.cutters[tokens] = cutter
        told: dict[object, Situation] = {}
        clashes: dict[object, str | None] = {}
        shown: dict[object, Sequence[Tokens]] = {}
        odd: dict[object, int] = {}
        why: NotUnderstood | None = None
        for cuts in cutter.ways(tokens):
            for cut in cuts:
                trial = situation.copy()
                try:
                    clash, misplaced = None, 0
                    for part in cut:
                        readings = self._readings(part, question=False) if len(cuts) > 1 else ()
                        misplaced += min((self._misplaced(reading, trial) for reading in readings), default=0)
                        clash = clash or self._tell_part(part, sentence, trial)
                except NotUnderstood as error:
                    why = why or error
                    turned = None
                    if isinstance(error, NothingNamed):
                        # What is adjacent to a place that nobody names is so of no place.
                        near = [part for part in cut if part[-4:] != _BESIDE_IT]
                        turned = self._turned(cut, sentence, situation)
                        if turned is None and 0 < len(near) < len(cut):
                            turned = self._told_all_of(near, sentence, situation)
                    elif isinstance(error, SeveralNamed) and _it_comes_first(tokens):
                        # "A squad in it moves into an open hex": it is none that the sentence brings in later.
                        turned = self._turned(cut, sentence, situation)
                    if turned is None:
                        continue
                    trial, clash = turned
                key = _gathered(trial)
                told.setdefault(key, trial)
                clashes.setdefault(key, clash)
                shown.setdefault(key, cut)
                odd.setdefault(key, misplaced)
            if told:
                break
        for key in [key for key in told if odd[key] > min(odd.values())]:
            del told[key], shown[key]
        if len(told) > 1 and _of_one(tokens):
            # "A squad with a gun and a mortar is in hex 5": one is, with both.
            for key in [key for key in told if any(part[0] in ("a", "an") for part in shown[key][1:])]:
                if len(told) > 1:
                    del told[key], shown[key]
        if len(told) > 1:
            raise NotUnderstood(
                "it can be read in more than one way",
                [". ".join(" ".join(part) for part in cut) for cut in shown.values()],
            )
        if not told:
            if why is not None:
                raise why
            parts = self._conditional(tokens)
            if parts is not None:
                raise NotUnderstood("a fact says what is so, without a condition", parts)
            asks = bool(self._readings(tokens, question=True))
            raise NotUnderstood(
                "it is a question, not a fact" if asks else self._why(sentence), self._nearest(sentence)
            )
        [(key, whole)] = told.items()
        situation.take(whole)
        return clashes[key]

    def _conditional(self, tokens: Tokens) -> tuple[str, ...] | None:
        """ "If hex 5 is flooded, C1 enters hex 6" as the facts that it would be without its condition; None where it has
        none."""
        at = next((at for at, token in enumerate(tokens) if token.lower() in _CONDITION), -1)
        if at < 0 or tokens[at - 1 : at] == ("as",):
            return None
        after = tokens[at + 1 :]
        stop = after.index(",") if at == 0 and "," in after else len(after)
        parts = (tokens[:at], after[:stop], after[stop + 1 :]) if at else (after[:stop], after[stop + 1 :])
        said = (part[part[:1] == ("then",) :] for part in parts)
        bare = (part[: len(part) - (part[-1:] == (",",))] for part in said)
        told = [" ".join(part).replace(" ,", ",") for part in bare if part and self._is_fact(part)]
        return tuple(f"{sentence[0].upper()}{sentence[1:]}." for sentence in told)

    def _turned(
        self, cut: Sequence[Tokens], sentence: str, situation: Situation
    ) -> tuple[Situation, str | None] | None:
        """The situation, and the fact that is contradicted, where another sentence of a cut is told first, which brings in
        what the first one calls "it"; None where that does not help."""
        tried = (self._told_all_of(parts, sentence, situation) for parts in _other_first(cut))
        return next((told for told in tried if told is not None), None)

    def _told_all_of(
        self, parts: Iterable[Tokens], sentence: str, situation: Situation
    ) -> tuple[Situation, str | None] | None:
        """The situation with all parts of a cut told, and the fact that they contradict; None where one does not read."""
        trial, clash = situation.copy(), None
        try:
            for part in parts:
                clash = clash or self._tell_part(part, sentence, trial)
        except NotUnderstood:
            return None
        return trial, clash

    def _in_a_row(self, tokens: Tokens, sentence: str, situation: Situation) -> Tokens | None:
        """Take that hexes lie in a row, "Hexes 1, 2 and 3 lie in a row in that order", "Hexes A1 to A4 …": each between those
        before and behind it, by the one relation of three hexes that the vocabulary has. What else is said; None where this
        is not."""
        stop = tokens.index(";") if ";" in tokens else len(tokens)
        match = _ROW.fullmatch(" ".join(tokens[:stop]))
        slots = ("hex", "hex", "hex")
        between = [t for t in self.vocabulary.templates.values() if t.slots == slots] if match else []
        if match is None or len(between) != 1 or between[0].kind != "relation":
            return None
        row = _counted_up(match["names"])
        if not row:
            names, end = self._listed(("hexes", *match["names"].split()), 1)
            if end != len(match["names"].split()) + 1:
                return None
            row = [" ".join(name) for name in names]
        for name in row:
            situation.name(name)
            situation.place(name, "hex")
        for at, name in enumerate(row):
            for before in row[:at]:
                for behind in row[at + 1 :]:
                    situation.tell(between[0].id, (name, before, behind), True, sentence)
                    situation.tell(between[0].id, (name, behind, before), True, sentence)
        more = words(match["more"] or (f"the hexes are {match['where']}" if match["where"] else ""))
        return (*more, *tokens[stop:]) if more else tokens[stop + 1 :]

    def _lettered(self, tokens: Tokens, situation: Situation) -> Tokens:
        """ "Two squads are in hex 5" as "squad X and squad Y are in hex 5", where nothing was told of a squad before."""
        count = number(tokens[0]) if tokens and tokens[0].isalpha() else None
        if count is None or not 1 < count <= len(_COUNTED):
            return tokens
        for end in range(min(len(tokens) - 2, 6), 1, -1):
            noun = next((p.noun for p in self.reader.read_phrase(("the", *tokens[1:end])) if p.many), None)
            if noun is None or not tokens[end][0].islower():
                continue
            kind = self.vocabulary.base_kind(self.vocabulary.templates[noun])
            letters = [letter for letter in _COUNTED if letter not in (*situation.things, *tokens)]
            if (
                len(letters) < count
                or self.referents.told_as(noun, situation)
                or not self.vocabulary.is_a(kind, "unit")
            ):
                return tokens
            one = (*tokens[1 : end - 1], *words(noun)[-1:])
            given = tuple(letters[: int(count)])
            if given not in self.counted:
                self.counted = (*self.counted, given)
            named = [(*one, letter) for letter in given]
            first = [token for name in named[:-1] for token in (",", *name)][1:]
            return (*first, "and", *named[-1], *tokens[end:])
        return tokens

    def _from_one_to_another(self, tokens: Tokens, situation: Situation) -> Tokens:
        """ "T1 goes from one mire hex into another" as "T1 goes from a mire hex into mire hex B"."""
        one, other = tokens.index("one"), tokens.index("another")
        noun, way = tokens[one + 1 : other - 1], tokens[other - 1]
        name = next((letter for letter in _LETTERS if letter not in (*situation.things, *tokens)), "")
        if not noun or not name or not self._is_phrase(("the", *noun)):
            return tokens
        return (*tokens[:one], "a", *noun, way, *noun, name, *tokens[other + 1 :])

    def _second(self, tokens: Tokens, situation: Situation) -> Tokens:
        """A sentence of "a mire hex" and "the adjacent mire hex", or of "one mire hex" and "another", with a name for the
        second one."""
        if "another" in tokens[4:] and "one" not in tokens:
            # "From a mire hex into another" is from one into another.
            at = tokens.index("another", 4)
            start = next(
                (k for k in range(at - 3) if tokens[k] == "from" and tokens[k + 1] in ("a", "an")), -1
            )
            if (
                start >= 0
                and tokens[at - 1] in ("into", "to")
                and tokens[at + 1 : at + 2] in ((), (",",), ("and",))
            ):
                tokens = (*tokens[: start + 1], "one", *tokens[start + 2 :])
        if "another" in tokens[4:] and "one" in tokens:
            at = tokens.index("another", 4)
            if tokens[at + 1 : at + 2] == ("adjacent",):
                tokens = (*tokens[:at], "an", *tokens[at + 1 :])
            else:
                tokens = self._from_one_to_another(tokens, situation)
        for at in range(3, len(tokens) - 1):
            again = tokens[at] in ("a", "an") and tokens[at - 1] in ("into", "onto")
            if tokens[at] not in _SECOND and not again:
                continue
            for end in range(min(len(tokens), at + _MOST_OF_SECOND), at + 1, -1):
                noun = tokens[at + 1 : end]
                first = [
                    k
                    for k in range(at)
                    if tokens[k].lower() in ("a", "an", "one")
                    and noun in (tokens[k + 1 :][: len(noun)], tokens[k + 2 :][: len(noun)] if again else ())
                ] or self._same_noun(tokens, at, noun)
                if not first or not self._is_phrase(("the", *noun)):
                    continue
                name = next(letter for letter in _LETTERS if letter not in (*situation.things, *tokens))
                start = at - (tokens[at - 1] in ("the", "an", "a"))
                begin = (*tokens[: first[0]], "a", *tokens[first[0] + 1 : start])
                if again:
                    return (*tokens[:at], *noun, name, *tokens[end:])
                if tokens[at - 1 : at + 1] == ("in", "another"):
                    # Wherever that is; of the two of a kind, each gets a name.
                    other = next(
                        letter for letter in _LETTERS if letter not in (*situation.things, *tokens, name)
                    )
                    after = first[0] + 1 + len(noun)
                    if tokens[first[0] + 1 : after] == noun:
                        begin = (*tokens[: first[0]], *noun, other, *tokens[after:start])
                    return (*begin, *noun, name, *tokens[end:])
                return (*begin, "adjacent", *noun, name, *tokens[end:])
        return tokens

    def _other_than_one(self, tokens: Tokens, situation: Situation) -> Tokens:
        """ "The adjacent hex is wet" as "An adjacent hex is wet", where there is one hex: that is not adjacent to itself."""
        if tokens[:2] != ("The", "adjacent"):
            return tokens
        for end in range(min(len(tokens), 2 + _MOST_OF_SECOND), 2, -1):
            phrases = self.reader.read_phrase(("the", *tokens[2:end]))
            if phrases:
                nouns = {phrase.noun for phrase in phrases if phrase.noun and not phrase.name}
                one = {thing for noun in nouns for thing in self.referents.told_as(noun, situation)}
                return ("An", *tokens[1:]) if len(one) == 1 else tokens
        return tokens

    def _beside_one(self, tokens: Tokens, sentence: str, situation: Situation) -> Tokens:
        """ "S1 is in the adjacent mire hex" with a name for that hex, where there is one mire hex already that nothing was
        said to be next to: then it is beside that one."""
        said = self.said_so_far.removesuffix(sentence.strip())
        for at in range(2, len(tokens) - 1):
            where = tokens[at - 1] in ("a", "an", "the") and tokens[at - 2] in ("in", "on")
            if not where or tokens[at] not in _NEIGHBOURING:
                continue
            for end in range(min(len(tokens), at + _MOST_OF_SECOND), at + 1, -1):
                phrases = self.reader.read_phrase(("the", *tokens[at + 1 : end]))
                nouns = {phrase.noun for phrase in phrases if phrase.noun and not phrase.name}
                if not nouns:
                    continue
                one = {thing for noun in nouns for thing in self.referents.told_as(noun, situation)}
                if len(one) != 1 or not _NEAR.isdisjoint(words(said.lower())):
                    return tokens
                name = next(letter for letter in _LETTERS if letter not in (*situation.things, *tokens))
                return (*tokens[: at - 1], *tokens[at + 1 : end], name, *tokens[end:])
        return tokens

    def _same_noun(self, tokens: Tokens, at: int, noun: Tokens) -> list[int]:
        """Where, before `at`, "one" thing begins that is called as "an adjacent open mire hex" is, but for what is said of
        the second one alone: "one mire hex", "a mire hex"."""
        last = noun[1:] if len(noun) > 2 and self._is_phrase(("the", *noun[1:])) else ()
        return [
            k
            for k in range(at)
            if last and tokens[k].lower() in ("one", "a", "an") and tokens[k + 1 :][: len(last)] == last
        ]

    def _own_thing(self, tokens: Tokens, situation: Situation) -> Tokens:
        """ "S1 drops its gun" as "S1 drops the gun", where there is only one gun, of which something was told with S1."""
        for at in range(1, len(tokens) - 2):
            if tokens[at : at + 2] != ("it", "'s"):
                continue
            for end in range(min(len(tokens), at + 5), at + 2, -1):
                phrases = self.reader.read_phrase(("the", *tokens[at + 2 : end]))
                nouns = {phrase.noun for phrase in phrases if phrase.noun and not phrase.name}
                names = {thing for noun in nouns for thing in self.referents.told_as(noun, situation)}
                owners = {thing for _, args in situation.told if not names.isdisjoint(args) for thing in args}
                begin = " ".join(tokens[:at])
                who = [
                    one for one in owners - names if re.search(rf"(?<!\w){re.escape(one)}(?!\w)", begin, re.I)
                ]
                if len(names) == 1 and (
                    len(who) == 1 or (begin.startswith(("It ", "it ")) and len(owners) == 2)
                ):
                    [name] = names
                    return (*tokens[:at], *words(name), *tokens[end:])
        return tokens

    def _both_named(self, tokens: Tokens, situation: Situation) -> list[Tokens]:
        """ "They share a side" as "hex 5 and hex 6 share a side", "Neither is wet" as "neither hex 5 nor hex 6 is wet", for
        each kind of which there are two things and no more."""
        first = tuple(map(str.lower, tokens[:2]))
        if len(tokens) < 3:
            return []
        if first[0] not in ("they", "both", "neither") and first not in (("the", "two"), ("these", "two")):
            return []
        named = first[0] in ("they", "both", "neither")
        rest = tokens[1:] if named else tokens[2 + (tokens[2] not in AUXILIARIES) :]
        of_them = first[1] == "of" and tokens[2] in ("them", "these", "those", "the")
        if first[0] == "neither" and first[1] not in AUXILIARIES and not of_them:
            return []  # "neither T1 nor T2 is wet" names them
        kind = ""
        if rest[:1] == ("of",) or (
            first[0] == "both" and rest and rest[0].endswith("s") and rest[0] not in AUXILIARIES
        ):
            at = 1 + (rest[1] == "the") if rest[0] == "of" else 0
            kind, rest = rest[at], rest[at + 1 :]
        told = self._of_kind(kind, situation) if kind not in ("", "them", "these", "those") else None
        found = []
        for slot in dict.fromkeys(situation.slots.values()):
            things = self.referents.two_of(slot, situation, told)
            if len(things) == 2:
                one, other = (words(t) if t.startswith("the ") else (slot, *words(t)) for t in things)
                joined = ("neither", "nor") if first[0] == "neither" else ("", "and")
                found.append((*filter(None, joined[:1]), *one, joined[1], *other, *rest))
        return found

    def _of_kind(self, kind: str, situation: Situation) -> set[str]:
        """The things that were told to be what a plural says, the squads of "both squads"; none where it is no noun."""
        nouns = {phrase.noun for phrase in self.reader.read_phrase(("a", singular(kind))) if phrase.noun}
        return {thing for noun in nouns for thing in self.referents.told_as(noun, situation)}

    def tell_in_passing(self, tokens: Tokens, sentence: str, situation: Situation) -> None:
        """Tell a situation what a question says of a thing. Raises `NotUnderstood`."""
        clash = self._tell_part(tokens, sentence, situation)
        if clash is not None:
            raise NotUnderstood(f"what it says in passing contradicts '{clash}'")

    def _says_something(self, tokens: Tokens) -> bool:
        unknown = _unknown(tokens)
        return bool(
            self._readings(tokens, question=False)
            or self._of_roll(tokens)
            or self.reader.read_wanted(tokens)
            or self._identity(tokens) is not None
            or (unknown is not None and (self._is_fact(unknown) or self.reader.read_figure(unknown)))
        )

    def _is_phrase(self, tokens: Tokens) -> bool:
        return bool(self.reader.read_phrase(tokens))

    def _tell_part(self, part: Tokens, sentence: str, situation: Situation) -> str | None:
        readings = self._readings(part, question=False)
        if readings and part[-4:] == _BESIDE_IT:
            return self._tell_beside(part[:-4], readings, sentence, situation)
        if readings:
            return self._tell_plans(readings, part, sentence, situation)
        rolled = self._of_roll(part)
        if rolled:
            trial, clash = self._left(rolled, sentence, situation)
            situation.take(trial)
            return clash
        unknown = _unknown(part)
        if unknown is not None and self._unsettle(unknown, sentence, situation):
            return None
        if not self._wants(part, sentence, situation):
            self._names(part, situation)
        return None

    def _tell_beside(
        self, place: Tokens, readings: Sequence[Reading], sentence: str, situation: Situation
    ) -> str | None:
        """Tell that a place is adjacent, to the other one that was named; where that is not one, to the units of which
        something was told."""
        trial = situation.copy()
        try:
            clash = self._tell(readings, sentence, trial)
        except NotUnderstood:
            units = [one for one in situation.things_of("unit") if situation.surely(one, "unit")]
            each = [
                self._readings((*words(one), *_BESIDE_IT[:3], *definite(place)), question=False)
                for one in units
            ]
            if not each or not all(each):
                raise
            trial, clash = situation.copy(), None
            for one in each:
                clash = self._tell(one, sentence, trial) or clash
        situation.take(trial)
        return clash

    def _unsettle(self, tokens: Tokens, sentence: str, situation: Situation) -> bool:
        """Take that it is not known whether something is so, or what a figure is."""
        readings = self._readings(tokens, question=False)
        if not readings:
            figures = self.reader.read_figure(tokens) or self._asked_within(tokens)
            for figure in figures:
                self._unknown_figure(figure, sentence, situation)
            either = () if figures else self._alternatives(tokens)
            for one in either:
                self._unsettle(one, sentence, situation)
            return bool(figures or either)
        for reading in readings:
            if isinstance(reading, Said):
                slots = self.vocabulary.templates[reading.template].slots
                things = self.referents.things(reading.args, slots, situation)
                situation.unsettle(reading.template, things, sentence)
            elif isinstance(reading, Predicated):
                for predicate in reading.predicates:
                    said = self.vocabulary.templates[predicate]
                    kind, fits = self.vocabulary.base_kind(said), said.kind != "kind"
                    thing = self.referents.thing(reading.subject, kind, situation, fits=fits)
                    situation.unsettle(predicate, (thing,), sentence)
            elif isinstance(reading.left, Measured):
                self._unknown_figure(reading.left, sentence, situation)
        return True

    def _alternatives(self, tokens: Tokens) -> tuple[Tokens, ...]:
        """ "Hex 5 is a fen hex or a mire hex" as what either says; none where it does not say two such things."""
        at = len(tokens) - 1 - tokens[::-1].index("or") if "or" in tokens else 0
        first, last = tokens[:at], tokens[at + 1 :]
        if not at or not last or not self._is_fact(first):
            return ()
        shared = (first[:end] for end in range(at - 1, 0, -1))
        other = next((whole for begin in shared if self._is_fact(whole := (*begin, *last))), None)
        return () if other is None else (first, other)

    def _asked_within(self, tokens: Tokens) -> list[Measured]:
        """The figures that a question asks for which a sentence holds: "how far hex 5 is from the nearest Beach hex"."""
        if tokens[0].lower() not in ("how", "what", "which"):
            return []
        for at in range(3, len(tokens)):
            for k in range(2, at) if tokens[at] in ("is", "are") else ():
                found = self._figure_question((*tokens[:k], tokens[at], *tokens[k:at], *tokens[at + 1 :]))
                if found:
                    return found
        return []

    def _unknown_figure(self, figure: Measured, sentence: str, situation: Situation) -> None:
        """Take that a figure is not known."""
        slots = self.vocabulary.templates[figure.template].slots
        situation.doubt(figure.template, self.referents.things(figure.args, slots, situation), sentence)

    def _wants(self, tokens: Tokens, sentence: str, situation: Situation) -> bool:
        """Take what somebody wants to do: what "May it?" asks about, and a fact where the vocabulary has one for it; and its
        things are named."""
        readings = self.reader.read_wanted(tokens)
        if len(readings) != 1:
            return False
        [wanted] = readings
        slots = self.vocabulary.templates[wanted.template].slots
        several = [
            place
            for place, phrase in enumerate(wanted.args)
            if phrase.many
            and phrase.noun
            and not phrase.name
            and not self.vocabulary.templates[phrase.noun].mass
        ]
        if several and not any(wanted.args[place].determiner for place in several):
            # "Hidden mines are to be placed in hex 5" is about any such mine.
            pairs = zip(wanted.args, slots, strict=True)
            self.wanted = (
                wanted.template,
                tuple(
                    self.referents.term(phrase, slot, situation)
                    if place in several
                    else self.referents.thing(phrase, slot, situation)
                    for place, (phrase, slot) in enumerate(pairs)
                ),
            )
            return True
        things = self.referents.things(wanted.args, slots, situation)
        self.wanted = (wanted.template, things)
        planned = plans(self.vocabulary).get(wanted.template)
        if planned is not None:
            situation.tell(planned, things, True, sentence)
        return True

    def _identity(self, tokens: Tokens) -> tuple[Phrase, str] | None:
        """The phrase and the name of a sentence that names a thing: "The hex is 23H2"."""
        if len(tokens) < 4 or tokens[-2] not in ("is", "are") or not is_name(tokens[-1]):
            return None
        phrases = [p for p in self.reader.read_phrase(tokens[:-2]) if p.determiner == "the" and not p.name]
        return (phrases[0], tokens[-1]) if phrases else None

    def _names(self, tokens: Tokens, situation: Situation) -> bool:
        """Take a further name of a thing."""
        found = self._identity(tokens)
        if found is None:
            return False
        phrase, name = found
        if phrase.noun is None:
            return False
        if f"the {phrase.noun}" in situation.things and name not in situation.things:
            self.referents.aliases[name] = f"the {phrase.noun}"
        else:
            kind = self.vocabulary.base_kind(self.vocabulary.templates[phrase.noun])
            situation.name(name)
            self.referents.note(phrase, name, kind, situation)
        return True

    def _with_itself(self, phrases: Sequence[Phrase], things: Sequence[str]) -> None:
        """Raise where words for two things, "a mire hex" and "the hex", came to stand for one."""
        for at, thing in enumerate(things):
            for other in range(at):
                if things[other] == thing and not (phrases[at].name and phrases[other].name):
                    raise NotUnderstood(f"it would say this of {thing} and itself: give both of them names")

    def _tell_one(self, reading: Reading, sentence: str, situation: Situation) -> str | None:
        """Add what a reading says to a situation. Returns the earlier fact that it contradicts, if there is one."""
        if reading.purpose is not None:
            raise NotUnderstood("a fact is told without a purpose", [sentence.rpartition(" for ")[0] + "."])
        clash: str | None = None
        each = each_of(self.referents, reading, situation)
        if each:
            for one in each:
                clash = self._tell_one(one, sentence, situation) or clash
            return clash
        if isinstance(reading, Said):
            slots = self.vocabulary.templates[reading.template].slots
            args = self.referents.things(reading.args, slots, situation)
            if len(set(args)) < len(args):
                self._with_itself(reading.args, args)
            if reading.positive and reading.template.startswith("event: "):
                self.done = (reading.template.replace("event: ", "may: ", 1), args)
            elif reading.positive and len(args) == 3 and self.vocabulary.is_a(slots[0], "unit"):
                self.crossed = args
            clash = situation.tell(reading.template, args, reading.positive, sentence)
            clash = clash or self.misfit((reading.template,), args, situation, sentence)
        elif isinstance(reading, Predicated):
            if reading.mode == "one of":
                raise NotUnderstood("a fact says which: it cannot be one of several", ())
            if not reading.positive and len(reading.predicates) > 1:
                raise NotUnderstood(
                    "it does not say which of its words does not hold",
                    [
                        f"{self._subject(reading)} is not {self._predicate(word)}"
                        for word in reading.predicates
                    ],
                )
            said = self.vocabulary.templates[reading.predicates[0]]
            kind, fits = self.vocabulary.base_kind(said), reading.positive or said.kind != "kind"
            thing = self.referents.thing(reading.subject, kind, situation, fits=fits)
            for predicate in reading.predicates:
                told = situation.tell(predicate, (thing,), reading.positive, sentence)
                clash = clash or told
            clash = clash or self.misfit(reading.predicates, (thing,), situation, sentence)
        else:
            clash = self._bound(reading, situation, sentence)
        return clash

    def _collected(self, sentence: str, situation: Situation) -> bool:
        """Take that nothing else goes into figures that only collect: "No other DRM applies", "… to the TH DRM of T1"."""
        plain = sentence.strip()
        match = _NO_FURTHER.fullmatch("no other modifier" if _NOTHING_ADDS.fullmatch(plain) else plain)
        if match is None:
            return False
        collecting = [t for t in self.vocabulary.templates.values() if t.silence == "base"]
        if match["figure"] is not None:
            named = {measured.template for measured in self.reader.read_figure(words(match["figure"]))}
            collecting = [t for t in collecting if t.id in named]
        closed: set[str] = set()
        for what in re.split(r"\s*,\s*(?:and|or)?\s*|\s+(?:and|or)\s+", match["what"]):
            found = _into(what, collecting)
            if not found:
                return False
            closed.update(found)
        situation.closed.update(dict.fromkeys(sorted(closed), sentence))
        return True

    def _close(self, sentence: str, situation: Situation) -> None:
        """Take the fact that there is nothing else of a template: "No other hex is staked"."""
        rest = _NOTHING_ELSE.sub("a ", sentence.strip(), count=1)
        rest = f"a thing {rest[2:].strip()}" if sentence.strip().lower().startswith("nothing") else rest
        readings = self._readings(rest, question=False)
        if len(readings) != 1 or not isinstance(readings[0], Said | Predicated) or not readings[0].positive:
            raise NotUnderstood(self._why(sentence), self._nearest(rest))
        reading = readings[0]
        phrases = reading.args if isinstance(reading, Said) else (reading.subject,)
        names = (reading.template,) if isinstance(reading, Said) else reading.predicates
        for name in names:
            template = self.vocabulary.templates[name]
            plain = all(
                not phrase.name and not phrase.modifiers and phrase.noun in (slot, None)
                for phrase, slot in zip(phrases, template.slots, strict=True)
            )
            if template.kind == "kind" or not plain:
                wording = template.wordings[0] if not template.unary else f"a {template.slots[0]} is {name}"
                raise NotUnderstood(
                    "it does not speak of all things alike",
                    [re.sub(r"^an? ", "No other ", wording) + "."] if template.kind != "kind" else (),
                )
            situation.closed[name] = sentence

    def _bound(self, reading: Compared, situation: Situation, sentence: str) -> str | None:
        if not isinstance(reading.left, Measured):
            raise NotUnderstood("a fact about a number is about a figure of the vocabulary")
        figure = self.vocabulary.templates[reading.left.template]
        phrases = reading.left.args
        if sentence.split(maxsplit=1)[0].endswith("ing"):
            # "Entering a mire costs a truck 6 MP" is about the truck there is, if there is one.
            phrases = tuple(self.referents.known(phrase, situation) for phrase in phrases)
        args = self.referents.things(phrases, figure.slots, situation)
        values = self._values(reading, figure, situation)
        value = frozenset(values) if len(values) > 1 else values[0]
        clash = self.bound(figure, args, reading.op, value, situation, sentence)
        if reading.op == "is" and isinstance(value, frozenset):
            # Who tells that it is one of several values does not know which, and no silence says it for him.
            situation.doubt(figure.id, args, sentence)
        return clash

    def bound(
        self,
        figure: Template,
        args: tuple[str, ...],
        op: str,
        value: Value | frozenset[Value],
        situation: Situation,
        sentence: str,
    ) -> str | None:
        """Add a bound on a figure. Returns the earlier fact that it contradicts, if there is one."""
        if figure.unit in COUNTED and isinstance(value, Fraction) and value < 0:
            raise NotUnderstood(f"there are no {value} {figure.unit}")
        before = situation.figures.get((figure.id, args), ())
        situation.bound(figure.id, args, op, value, sentence)
        if before:
            domain = (
                Possible(frozenset(listed.name for listed in figure.values)) if figure.values else ANYTHING
            )
            own = narrow(domain, op, value)
            whole = own
            for earlier, other, source in before:
                whole = narrow(whole, earlier, other)
                if NOTHING in (whole, narrow(own, earlier, other)):
                    return source
        return self.misfit((figure.id,), args, situation, sentence)

    def misfit(
        self, told: Sequence[str], things: tuple[str, ...], situation: Situation, sentence: str
    ) -> str | None:
        """The earlier fact by which one of these things cannot be what a sentence told of them, nor what was told of them
        before, if the sentence told what they are."""
        unfit, renamed = self._shapes.unfit, self.referents.renamed
        for thing in things:
            kinds = situation.kinds.get(thing)
            if not kinds:
                continue
            for kind, source in kinds.items():
                if source == sentence or thing in renamed:
                    renamed.discard(thing)
                    clash = self._misfits(thing, kinds, situation, sentence)
                    if clash is not None:
                        return clash
                    break
                for name in told:
                    # Most relations and figures can be said of anything of the kind, and are known to be.
                    if unfit.get((name, kind), _UNSEEN):
                        clash = self._at_odds(thing, name, things, kinds)
                        if clash is not None:
                            return clash
        return None

    def _misfits(
        self, thing: str, kinds: Mapping[str, str], situation: Situation, sentence: str
    ) -> str | None:
        """The same of one thing, of all that was told of it."""
        unfit = self._shapes.unfit
        for atoms in (situation.told, situation.figures):
            for name, args in atoms:
                if thing not in args:
                    continue
                for kind in kinds:
                    if unfit.get((name, kind), _UNSEEN):
                        told = self._at_odds(thing, name, args, kinds)
                        if told is not None:
                            source = self._source(name, args, situation)
                            return told if source == sentence else source
        return None

    def _source(self, name: str, args: tuple[str, ...], situation: Situation) -> str:
        """The sentence that told an atom, or was the first to tell something of a figure."""
        known = situation.told.get((name, args))
        return known[1] if known is not None else situation.figures[name, args][0][2]

    def _at_odds(self, thing: str, name: str, args: Sequence[str], kinds: Mapping[str, str]) -> str | None:
        """The sentence that told the kind by which a thing cannot stand where a relation or figure has it."""
        known = self._shapes.unfit
        for kind, told in kinds.items():
            places = known.get((name, kind))
            if places is None:
                slots = enumerate(self.vocabulary.templates[name].slots)
                found = [place for place, slot in slots if self.vocabulary.disjoint(kind, slot)]
                places = known[name, kind] = tuple(found)
            for place in places:
                if args[place] == thing:
                    return told
        return None


def _of_one(tokens: Tokens) -> bool:
    """Whether what a sentence says of somebody with one thing and another it says of him alone."""
    if tokens[0] not in ("A", "An", "The") or "with" not in tokens:
        return False
    verb = next((at for at, token in enumerate(tokens) if token in AUXILIARIES), 0)
    return tokens.index("with") < verb and tokens[verb] in ("is", "has", "was") and "and" in tokens[:verb]


def _told_of(thing: str, situation: Situation) -> tuple[object, ...]:
    """All that is told of a thing, whatever it is called."""

    def without(args: tuple[str, ...]) -> tuple[str, ...]:
        return tuple("" if one == thing else one for one in args)

    atoms = {
        (name, without(args)): held for (name, args), (held, _) in situation.told.items() if thing in args
    }
    figures = {
        (name, without(args)): [bound[:2] for bound in bounds]
        for (name, args), bounds in situation.figures.items()
        if thing in args
    }
    return (atoms, figures, set(situation.kinds.get(thing, ())), set(situation.not_kinds.get(thing, ())))


def _counted_up(names: str) -> list[str]:
    """ "A1 to A4" as A1, A2, A3 and A4; nothing where it is no such range."""
    match = _FROM_TO.fullmatch(names)
    numbers = range(int(match["first"]), int(match["last"]) + 1) if match else range(0)
    return [f"{match['letters']}{each}" for each in numbers] if match and len(numbers) <= _MOST_IN_ROW else []


def _other_first(cut: Sequence[Tokens]) -> Iterator[Sequence[Tokens]]:
    """ "A crew pushes it. The crew has a gun" the other way round, "A crew has a gun. The crew pushes it"; nothing where no
    other sentence is about what the first one begins with."""
    first = cut[0]
    if first[0].lower() not in ("a", "an"):
        return
    for part in dict.fromkeys(cut[1:]):
        if part[:2] == ("the", first[1]):
            rest = [other for other in cut[1:] if other != part]
            yield ((first[0], *part[1:]), definite(first), *rest)


def _first_named(thing: str, sentence: str) -> str:
    """The words with which a sentence begins that name a thing, "hex 5" for "Hex 5 is land"; empty where none do."""
    if thing.startswith("the "):
        begins = re.match(
            rf"(?:the|an?) (?:[\w-]+ ){{0,3}}?{re.escape(thing[4:])}(?![\w-])", sentence, re.IGNORECASE
        )
        return thing if begins and _JOINING.isdisjoint(begins[0].split()[1:]) else ""
    named = re.match(rf"(?:[\w-]+ ){{0,3}}?{re.escape(thing)}(?![\w-])", sentence)
    words_ = named[0].split() if named else []
    if not words_ or not _JOINING.isdisjoint(words_[1:-1]):
        return ""
    plain = (w[0].lower() + w[1:] if w == "A" or w[1:].islower() else w for w in words_[:-1])
    return " ".join((*plain, words_[-1]))


def _for_it(thing: str, sentence: str) -> str:
    """A sentence with the name of a thing for its first "it", or with "the river's" for "its"."""
    return _IT.sub(lambda it: f"{thing}'s" if it["own"] else thing, sentence, count=1)


def _topic_of_plain(sentence: str) -> str | None:
    """The topic of a fact that only says what its wording says, whatever was told before: nothing in it stands for what was
    spoken of, it is no note on the facts themselves, and it is one sentence. None for any other.

    Names and numbers count for nothing here, so that all facts of a shape have one topic.
    """
    if (
        sentence != sentence.strip()
        or " that " in sentence
        or "'s" in sentence
        or " fair" in sentence
        or " rule" in sentence
        or sentence[:2].lower() == "no"
        or sentence[:6].lower() == "there "
        or _IT.search(sentence, 3)
        or _ROLLED.fullmatch(sentence)
        or len(in_sentences(sentence)) > 1
        or impersonally(sentence) != sentence
    ):
        return None
    return _topic_of(sentence, _BEGINS.match(sentence))


def _topic_of(sentence: str, begins: re.Match[str] | None) -> str:
    """What a fact that `begins` so says something of, "the river"; empty where it says nothing so."""
    return f"the {begins['what'] or begins['there']}" if begins else _last_of(sentence)


def _last_of(sentence: str) -> str:
    """What a fact says something of last, "the river"; empty where it says nothing so."""
    found = _OF_WHAT.search(sentence) if " of the " in sentence else None
    return found["what"] if found else ""


def _next_to(relation: Template, figure: Template, noun: Template) -> tuple[int, int] | None:
    """The places of two things of which "hex 1 is next to hex 2" tells a range of 1 where hex 2 is of a noun: a wording of the
    figure that tells it says so with "a Beach hex" for "a hex B"."""
    [kind] = figure.slots
    places = [place for place, slot in enumerate(relation.slots) if slot == kind]
    if len(places) != 2:
        return None
    told = {wording.partition(" => 1")[0] for wording in figure.wordings if wording.endswith(" => 1")}
    one, second = with_article(kind), f"{with_article(kind)} B"
    for wording in relation.wordings:
        if wording.endswith(second):
            same = wording.removesuffix(second).replace(f"{one} A ", f"{one} ") + with_article(noun.id)
            if same in told:
                return places[0], places[1]
    return None


def _shared(common: Template, side: str, hexes: Sequence[str]) -> tuple[str, ...]:
    """The things of the relation that a hexside is common to two hexes, in its order."""
    place = common.slots.index("hexside")
    return (*hexes[:place], side, *hexes[place:])


def _named_as(name: str, situation: Situation) -> str:
    """The thing that words name, as they are written where there is none."""
    return next((thing for thing in situation.things if thing.lower() == name.lower()), name)


_UNSEEN = (-1,)
"""What stands for places that were not looked for yet."""

_UNKNOWN = (
    r"(?:not (?:yet )?(?:known|stated|given|told|said|clear|specified)|unknown|unclear|unspecified|unstated)"
)
_WHETHER = re.compile(
    rf"(?:it is {_UNKNOWN} (?:(?:whether|if) |(?=how |what |which ))(?P<after>.+)"
    rf"|(?:nobody|no one) knows whether (?P<nobody>.+)|whether (?P<before>.+?) is {_UNKNOWN}"
    rf"|(?P<figure>.+?) (?:is|are) {_UNKNOWN}"
    r"|(?P<to_come>.+?) (?:has|have) not (?:yet )?been (?:made|rolled|told|given|stated|determined|decided|defined))",
    re.IGNORECASE,
)


def _said_again(tokens: Tokens) -> Tokens:
    """ "There is a wall on X and another on Y" as "there is a wall on X and a wall on Y"."""
    if "another" not in tokens:
        return tokens
    found: list[str] = []
    thing: Tokens = ()
    for at, token in enumerate(tokens):
        begins = at == 0 or tokens[at - 1] in _BEFORE_THERE
        if begins and token.lower() == "there" and tokens[at + 1 : at + 2] in (("is",), ("was",)):
            end = next((end for end in range(at + 4, len(tokens)) if tokens[end] in _WHERE), at)
            thing = tokens[at + 2 : end + 1] if tokens[at + 2 : at + 3] in (("a",), ("an",)) else ()
        again = (
            token == "another" and tokens[at - 1] in ("and", ",") and tokens[at + 1 : at + 2] == thing[-1:]
        )
        found.extend(thing[:-1] if thing and again else (token,))
    return tuple(found)


def _unknown(tokens: Tokens) -> Tokens | None:
    """What a sentence says is not known: "It is not known whether hex 5 is frozen"."""
    match = _WHETHER.fullmatch(" ".join(tokens))
    if match is None:
        return None
    said = next(part for part in match.groups() if part)
    return tuple(said.removesuffix(" or not").split())


def _into(what: str, collecting: Sequence[Template]) -> list[str]:
    """The figures into which something goes: any with a modifier, those with its unit, or those of its name."""
    one = what.removesuffix("s") if what.lower() == "modifiers" else what
    if one.lower() == "modifier":
        return [template.id for template in collecting]
    for same in (str, str.lower):
        begins = same(f"the {one} ")
        found = [
            t.id
            for t in collecting
            if same(one) == same(t.unit or "")
            or any(f"{same(w.replace('~', ' '))} ".startswith(begins) for w in t.wordings)
        ]
        if found:
            return found
    return []


def _gathered(situation: Situation) -> object:
    """What a situation holds, whoever told it: equal for two that hold the same. A thing is what it was told to be, and what
    stands where it was named."""
    return (
        frozenset((atom, held) for atom, (held, _) in situation.told.items()),
        frozenset((atom, op, value) for atom, bounds in situation.figures.items() for op, value, _ in bounds),
        frozenset((thing, kind) for thing, kinds in situation.kinds.items() for kind in kinds)
        | frozenset(situation.slots.items()),
        frozenset((thing, kind) for thing, kinds in situation.not_kinds.items() for kind in kinds),
        frozenset(situation.unsettled),
    )


def _there_is(tokens: Tokens) -> Iterator[Tokens]:
    """ "A deep fen hex.", "A fen hex that is deep.", "Two punts in hex 5.": that there is what is named, or that there are."""
    named = tuple(itertools.takewhile(lambda token: token not in RELATIVES, tokens))
    if named and AUXILIARIES.isdisjoint(named):
        if len(tokens) > 1 and named[0].lower() not in ("a", "an", "the") and is_name(tokens[-1]):
            # "Hex 5", "Fen hex 5"
            if len(tokens) == 2:
                yield ("the", named[0].lower(), "is", tokens[-1])
            else:
                yield (*tokens[-2:], "is", "a", named[0].lower(), *tokens[1:-1])
        if named[0].lower() in ("a", "an"):
            yield ("there", "is", named[0].lower(), *tokens[1:])
        elif number(named[0]) is not None:
            yield ("there", "are", named[0].lower(), *tokens[1:])


def _as_what_it_is(tokens: Tokens, situation: Situation) -> Iterator[Tokens]:
    """ "Hex 5 is 2 hexes from hex 7", where hex 7 was told to be a fen hex: "… from fen hex 7"."""
    for at in range(2, len(tokens) - 1):
        noun, name = tokens[at : at + 2]
        if tokens[at - 1] != "from" or name not in situation.things:
            continue
        told = [
            template for (template, args), (holds, _) in situation.told.items() if holds and args == (name,)
        ]
        for label in dict.fromkeys((*told, *situation.kinds.get(name, ()))):
            said = words(label)
            if said[-1] == noun and len(said) > 1:
                yield (*tokens[:at], *said[:-1], *tokens[at:])
