"""Clauses: a sentence as players write it, cut into sentences that the vocabulary reads.

"T1, a truck, is in hex 5 and is not Waterproofed" says three things, none of which has a wording of its own in so many words.
What is cut here, at a word of English and never at one of a rulebook:

    clause [","] ("and"|"but"|";") clause            the second may share the beginning of the first
    clause (";"|",") word noun                       what the one thing there is, "clear hexside", or is not: "no hedge"
    name "," name "and" name predicate               each name shares the predicate
    thing ("that"|"which"|"who"|"whose") …           said of the thing
    thing ("with"|"without") …                       what the thing has, or has not
    number things "," names "," predicate            what the named things are
    (number | "the") things names predicate          the same
    number unit thing predicate                      how much the thing has
    thing verb"ing" …                                what the thing does
    clause ("and"|"but") thing ("is"|"does") "not"   the rest of the first sentence
    "adjacent" thing                                 to the other one that was named
    thing "," noun ","    thing preposition …        what the thing is, where it is
    clause preposition thing                         where somebody is who does it
    clause preposition time                          when it is done
    clause "while" clause                            what is so meanwhile: "while fording", "when it fords"
    question ("even though"|"even if") …             what is granted
    question "because" …                             a reason, which has to be told besides
    article word [","|"and"] noun …                  what the thing is besides: "a broken, Disrupted squad", "an unfrozen hex"
    … "its" noun …                                   what the thing has
    article word noun …                              what the thing is, where a sentence can say so: "in woods hex 5"
    article word number noun …                       what the thing is: "a Level 1 woods hex"
    thing … amount "from" noun name                  how far the nearest is at most: "is 2 hexes from fen hex 7"
    article word "but" "not" word noun …             what the thing is, and is not: "a broken but not Disrupted squad"
    clause "," "which" …                             what is so of what was spoken of last, where that is no thing
    thing verb … amount "and" thing amount           the verb of the first half, in both: "mud costs 2 MP and ice 1 MP"
    clause "of" article value noun …                 what there is only one of is that: "of a very steep slope"
    clause "by" article value noun …                 what there is only one of is that: "washed by a high tide"
    clause "with" article figure "of" value          what else is so: "the depth dr is 2 with an EC drm of -1"
    clause "with" article value figure               the same of what there is: "in a broad fen with a high tide"
    clause "after" verb"ing" …                       what the thing has done before
    … thing [","] "where" clause                     what is in the thing: "hex 5, where there is a ford"
    "it" "is" thing "'s" …                           it is its, of the thing
    "it" "is" … "in" "which" clause                  what it is, and what is so in it
    article value noun …                             what there is only one of is that: "next to a very steep slope hex"
    clause "," verb"ing" …                           what the thing does besides: "…, staying in hex 5"
    clause "," verb"ed" …                            what is done with it: "…, carried by C1"
    clause "by" verb"ing" …                          what the thing does for that
    thing "," amount ","                             how much the thing has
    thing preposition … clause                       where the thing is, first, where the clause has an "it" for that place
    question ("by"|"for") verb"ing" …                what somebody does by which, or for which, it would be so
    question "this" phase                            when it would be so
    "there is" things                                that each is what it is called
    things "are" amounts … "respectively"            the amount of each
    name "is" noun "," name noun                     the verb in each
    thing "is" article word noun "of" …              what the thing is of the other, and what it is besides

Nothing is left out: each word ends up in a sentence that is read in full. Several ways to cut come back; whoever asks sees
whether they say the same.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, pairwise

from ingest.term_forms import singular
from kb.rulelang.words import AUXILIARIES, NUMBER_WORDS, base_form, number, plural, third_person

Tokens = tuple[str, ...]
Cut = tuple[Tokens, ...]
"""The sentences that a sentence was cut into, in the order in which their things are introduced."""

MOST_READS = 1200
"""How many pieces of one sentence are tried before it counts as not understood."""
_READS_LEFT = MOST_READS // 3
"""How many of them a plainer form of the sentence has at least."""

_JOINS = frozenset({"and", "but", "or", "nor", ";", ","})
_PLACES = frozenset({"in", "IN", "on", "aboard", "at"})
_PREPOSITIONS = _PLACES | {
    "into",
    "from",
    "of",
    "under",
    "across",
    "next",
    "adjacent",
    "between",
    "along",
    "within",
    "beyond",
}
_NEXT_TO = frozenset({"next", "adjacent"})
_TOWARD = frozenset({"at", "against", "to", "from", "of", "onto", "vs"})
_WHITHER = frozenset({("to",), ("into",), ("onto",)})
_WAYS = frozenset({"from", "to", "into", "across", "onto", "through"})
_FROM_WHERE_IT_IS = frozenset(
    {
        "is",
        "fires",
        "fire",
        "attacks",
        "attack",
        "shoots",
        "shoot",
        "aims",
        "aim",
        "sees",
        "see",
        "looks",
        "look",
    }
)
"""What somebody does "from" a place without leaving it."""
_BORNE = frozenset({"by", "against"})
"""What stands before what there is only one of: "washed by a high tide"."""
_THERE: tuple[Tokens, ...] = (("in",), ("to",))
"""What "there" is before an "it": "is a squad there", "moves there"."""
_THERE_AFTER: dict[str, tuple[Tokens, ...]] = {**dict.fromkeys(_WAYS, ((),)), "water": (("of",),)}
"""The same after some words: "from there", "in the water there"."""
_WISHING = frozenset({"wants", "want", "wishes", "wish", "intends", "intend"})
_MOVING = frozenset(
    {"move", "go", "walk", "drive", "step", "cross", "Wade", "wade", "march", "advance", "rout", "enter"}
)
"""What somebody does who leaves one place for another."""
_OWNING = frozenset({"has", "possesses", "carries", "tows", "holds", "fires", "uses", "mans"})
"""The verbs that say whose a thing is: what stands behind that thing is so of it."""
_TIMES = frozenset({"in", "during", "at"})
_LAST = frozenset({"and", "but", "or", "nor"})
RELATIVES = frozenset({"that", "which", "who"})
_ARTICLES = frozenset({"a", "an", "the"})
_WORDLESS = _PREPOSITIONS | _JOINS | AUXILIARIES | _ARTICLES | RELATIVES
"""What is no word of a noun."""
_MOST_WORDS = 7
"""A name that is looked for within a sentence has no more words."""
_MOST_OF_THING = 9
"""What something is said of in passing has no more words."""
_MOST_OWNED = 12
"""A sentence that begins with whose something is has fewer words, where it is put the other way round."""
_MOST_ASIDES = 2
"""How often something may be said in passing in one question."""
_OPENING = _JOINS | RELATIVES | {"whose", "with", "without"}
_QUALIFYING = RELATIVES | {"whose", "with", "without"}
_TAILS = frozenset({"outside", "inside", "neither", "none", "one", "not", "each"})
"""What a comma may come before that a wording does without it: "on land, outside the mire", "two ways, neither of them wet"."""
_GRANTING = frozenset({"although", "though", "because"})
"""Before what is so, too, or is the reason."""
_FROM_ONE = frozenset({"in", "from", "into", "at", "contains", "contained", "holds", "held"})
"""What "one" is an article behind: "in one mire hex"."""
_IDLE = frozenset(
    {
        "also",
        "still",
        "already",
        "now",
        "currently",
        "actually",
        "both",
        "either",
        "however",
        "therefore",
        "ever",
        "thereby",
        "instead",
        "immediately",
        "same",
        "exactly",
        "straight",
        "directly",
        "too",
        "always",
        "afterwards",
    }
)
_STATING = (
    *((article, "ssr", verb) for article in ("an", "a", "the") for verb in ("says", "states", "specifies")),
    *(("ssr", verb) for verb in ("says", "states", "specifies")),
    ("by", "ssr"),
)
"""Who says what follows, which is so then."""

_ALL_THERE_IS = re.compile(
    r"(?: ,)?(?:^| and | but )(?:nothing else (?:applies|(?:is|stands) in the way|changes (?:the|their|it 's) \w+|"
    r"(?:blocks|hinders|obstructs) (?:(?:the|any|their|it 's) )?\w+|"
    r"(?:modifies|affects|alters) (?:their|it 's) \w+)|"
    r"no (?:ssr|other rule|other effect|scenario rule|special rule) "
    r"(?:applies|changes (?:this|that|it)|alters (?:this|that|it)|says otherwise)|"
    r"no other (?:\w+ )?rule (?:is|stands) in the way)",
    re.IGNORECASE,
)
"""That there is no more to it: what nobody tells is not so anyway."""
_NO_OTHER = re.compile(r"(?: ,)? (?:and|but) (?:no other [a-z]+|nothing else)$", re.IGNORECASE)
"""The same of the last that was named, at the end of what is told; who asks so asks whether there is more."""
_ASKING = AUXILIARIES | {"what", "which", "how", "who", "where", "when", "why", "with", "at", "by", "in"}
_IS_TO = (("is", "to"), ("are", "to"))
"""What is to be done somebody wants to do, as he does what he would do."""
_TRIES = tuple((verb, "to") for verb in ("attempts", "attempt", "tries", "try"))
"""What somebody tries he wants to do."""
_SAID_TO_BE = frozenset({"considered", "deemed", "termed", "called"})
_SAID_OF = frozenset({"said", "held", "understood", "taken"})
"""The same where "to be" follows."""
_NEITHER = (("and", "neither", "is"), ("and", "none", "is"), ("and", "neither", "of", "them", "is"))
"""With which a sentence says what those are not that it has counted before."""
_IT_OR_THEY = (("it",), ("they",))
_BECOMING = {"becomes": "is", "become": "is", "became": "is"}
_FITTING = frozenset({"fits", "fit", "meets", "meet", "satisfies", "satisfy"})
_SAID_AS = frozenset({"treated", "regarded", "classed", "counted", "defined", "described"})


_FAIR = re.compile(
    r"(?:the|a|each|every) (?:\w+ )?(?:dr|DR|die roll|roll) is (?:made|rolled|resolved) with (?:a|one|two) fair "
    r"(?:six(?: - |-| )sided )?(?:die|dice)|(?:the|all|both) (?:die|dice) (?:is|are) fair"
    r"|(?:a|one|two) fair (?:six(?: - |-| )sided )?(?:die|dice) (?:is|are) (?:rolled|used|thrown|made)",
    re.IGNORECASE,
)
"""That chance has its way, as it does anyway."""
_NOT_AT_HAND = re.compile(
    r"(?:the|that) (?:\w+ )?rules?(?: (?:cited|named|referred to)(?: (?:there|here|for (?:this|that) case))?)? "
    r"(?:is|are) not (?:available|at hand|to hand|in (?:this|the) rulebook)",
    re.IGNORECASE,
)
"""That a rule is not there, as one that is not ingested never is."""
_BUT_FOR_NOTHING = re.compile(
    r" ,(?: if| provided| and)? nothing else "
    r"(?:being in the way|blocking|preventing|(?:blocks|prevents|forbids) (?:it|this|that))$",
    re.IGNORECASE,
)
"""The same at the end of a question."""
_UNRULED = re.compile(
    r"no (?:ssr|special rule|scenario rule) (?:says|states|specifies) (?:anything|something)(?: else)?"
    r"(?: about (?:it|this|that|them))?",
    re.IGNORECASE,
)
"""That no other rule has a say in it."""
_MINE = re.compile(r"\b(?P<whose>[Mm]y|[Oo]ur) (?=[a-z])")
"""Whose a thing is that nobody else has in what is told."""
_MY_THINGS = re.compile(r"(?:My|Our) (?P<noun>[a-z]+s) (?P<verb>[a-z]+)\b")
_OF_ONE = {"are": "is", "have": "has", "do": "does", "were": "was"}


class Cutter:
    """Cuts sentences by what can be read: `reads` says whether a sentence is one of the vocabulary, `names` whether words
    are a noun phrase."""

    def __init__(self, reads: Callable[[Tokens], bool], names: Callable[[Tokens], bool]) -> None:
        self._reads = reads
        self._names = names
        self._left = MOST_READS
        self._known: dict[Tokens, bool] = {}
        self._named: dict[Tokens, bool] = {}
        self._known_cuts: dict[bool, dict[Tokens, list[Cut]]] = {False: {}, True: {}}
        self._cuts = self._known_cuts[False]
        self._last = False
        """Whether a sentence is cut in the ways that are left for one that nothing else reads."""

    def cuts(self, sentence: Tokens) -> list[Cut]:
        """Every way found to cut a sentence, the ones into the fewest sentences alone; none where a word is left over."""
        return next(self.ways(sentence), [])

    def ways(self, sentence: Tokens) -> Iterator[list[Cut]]:
        """The same of a sentence as it stands, then of it put ever more plainly, as far as there are any."""
        none = True
        for self._last in (False, True):
            self._cuts = self._known_cuts[self._last]
            for tokens in plainer(self._counted_off(sentence)) if none else ():
                self._left = max(self._left, _READS_LEFT)
                found = self._cut(tokens)
                if found:
                    none = False
                    least = min(map(len, found))
                    yield _begun_alike(
                        _nearest([cut for cut in dict.fromkeys(found) if len(cut) == least]), tokens
                    )
        self._last, self._cuts = False, self._known_cuts[False]

    def _counted_off(self, tokens: Tokens) -> Tokens:
        """ "Two trucks T1 and T2 …" and "the trucks T1 and T2 …" without what stands before the noun."""
        if len(tokens) < 4 or (
            tokens[0].lower() != "the" and not (tokens[0].isalpha() and number(tokens[0]))
        ):
            return tokens
        for end in range(3, min(len(tokens), 7)):
            if tokens[end] in _JOINS and self._name(tokens[1:end]) and self._name(tokens[1 : end - 1]):
                return tokens[1:]
        return tokens

    def asides(
        self, question: Tokens, asks: Callable[[Tokens], bool], most: int = _MOST_ASIDES
    ) -> Iterator[tuple[Tokens, Cut]]:
        """The ways to take what is said of a thing in passing, up to `most` times, out of a question: the question left, and
        what is said."""
        for tokens in plainer(question):
            timed = [(when, main) for main, when in self._timed(tokens, self._asked_about(tokens))]
            timed += [(extra, (tokens[0], *main)) for main, extra in self._meanwhile(tokens[1:])]
            timed += self._granted(tokens)
            timed += self._thereby(tokens)
            timed += self._besides(tokens)
            timed += self._setting_out(tokens)
            longer: list[tuple[Tokens, Tokens]] = []
            for extra, main in (*self._asides(tokens, asked=True), *timed):
                if asks(main):
                    reason = "because" in tokens and "because" not in main
                    for said in self._cut(extra):
                        # The reason for which it would be so is no fact; it must be understood.
                        yield main, () if reason else said
                elif most > 1:
                    longer.append((extra, main))
            for extra, main in longer:
                for left, more in self.asides(main, asks, most - 1):
                    for said in self._cut(extra):
                        yield left, (*more, *said)

    def _setting_out(self, question: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
        """ "May S1 move from hex 5 to hex 6?", "May S1 enter hex 6 from hex 5?": where it is, and whether it may go there."""
        begin = next((at for at in range(2, len(question) - 3) if question[at] in _MOVING), 0)
        if not begin or question[0].lower() not in ("may", "can", "must"):
            return
        origin = next((at for at in range(begin + 1, len(question) - 1) if question[at] == "from"), 0)
        subject = question[1:begin]
        if not origin or not self._name(subject):
            return
        to = next((at for at in range(origin + 2, len(question) - 1) if question[at] in ("to", "into")), 0)
        whence = question[origin + 1 : to or len(question)]
        extra = next(
            (
                said
                for said in ((*subject, "is", place, *whence) for place in ("in", "on"))
                if self._read(said)
            ),
            (),
        )
        asked = (question[0], *definite(subject), *question[begin:origin])
        if extra and to == 0 and origin > begin + 1:
            yield extra, asked
        elif extra and to and origin == begin + 1:
            yield extra, (*asked, *question[to:])
            yield extra, (*asked, "into", *question[to + 1 :])

    def _is_asked_to_be(self, question: Tokens, end: int) -> bool:
        """Whether what ends there is what something is asked to be: "Is T1 a craft …"."""
        return question[0].lower() in ("is", "are", "was", "were") and any(
            question[at] in ("a", "an") and self._name(question[1:at]) and self._name(question[at:end])
            for at in range(2, end - 1)
        )

    def _besides(self, question: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
        """ "May S1 ford a non-frigid river hex?", "… an adjacent river hex?": what is so of the thing, and the question without
        it; whether the thing asked about is such a one is not said in passing: "Is hex 5 a non-frigid hex?"."""
        named = (
            (main, extra)
            for main, extra in self._said_before(question)
            if extra[:1] == ("the",) and main != question
        )
        for main, extra in (*self._without(question), *self._beside(question), *named):
            at = next(at for at, word in enumerate(question) if main[at : at + 1] != (word,))
            if question[0].lower() not in ("is", "are") or not _PREPOSITIONS.isdisjoint(question[1:at]):
                yield extra, main

    def _read(self, tokens: Tokens) -> bool:
        known = self._known.get(tokens)
        if known is None:
            if self._left <= 0 or len(tokens) < 2:
                return False
            self._left -= 1
            known = self._known[tokens] = self._reads(tokens)
        return known

    def _name(self, tokens: Tokens) -> bool:
        known = self._named.get(tokens)
        if known is None:
            known = self._named[tokens] = bool(tokens) and self._names(tokens)
        return known

    def _cut(self, tokens: Tokens) -> list[Cut]:
        known = self._cuts.get(tokens)
        if known is not None:
            return known
        self._left -= 1
        if self._left <= 0:
            return []
        if self._read(tokens):
            self._cuts[tokens] = [(tokens,)]
            return self._cuts[tokens]
        self._cuts[tokens] = []  # a sentence that comes back while it is cut is none
        found: list[Cut] = []
        for there in _being_there(tokens) if self._last else ():
            # Where "there are a squad and a truck in hex 5", both are, and not the truck alone.
            found = found or self._cut(there)
        for parts in (*self._halves(tokens), *self._twofold(tokens)) if not found else ():
            found.extend(self._joined(parts))
        if not found:
            for parts in self._further(tokens):
                found.extend(self._joined(parts))
        next_to = any(word in _NEXT_TO and to == "to" for word, to in pairwise(tokens))
        if next_to and found and min(map(len, found)) > 2:
            # "A beach next to a port in hex 5" may be one sentence in full.
            found.extend(
                (*cut, extra)
                for extra, main in self._asides(tokens)
                if not _NEXT_TO.isdisjoint(extra) and self._read(extra)
                for cut in self._cut(main)
            )
        if found and tokens.count("with") > 1 and min(map(len, found)) > 2:
            # "A cart with wet wheels came with its wheels dry": what is one sentence but for what it has, is one.
            sides: list[Cut] = [(main, has) for has, main in self._asides(tokens)]
            found = [cut for cut in sides if all(map(self._read, cut))] or found
        if not found:
            for extra, main in self._asides(tokens):
                if not (self._read(main) or self._more(main)):
                    continue
                # What is said in passing comes after what it is said of was named.
                found.extend(self._joined((main, extra)))
        if not found:
            for extra, main in self._asides(tokens):
                found.extend(self._joined((main, extra)))
        if not found:
            for extra, main in self._asides(tokens, chained=True):
                found.extend(self._joined((main, extra)))
        if not found and self._last:
            for parts in self._at_last(tokens):
                found.extend(self._joined(parts))
            for there in self._there_are(tokens):
                found = found or self._cut(there)
        self._cuts[tokens] = list(dict.fromkeys(found))
        return self._cuts[tokens]

    def _joined(self, parts: tuple[Tokens, Tokens]) -> list[Cut]:
        first = self._cut(parts[0])
        if not first:
            return []
        return [(*one, *other) for other in self._cut(parts[1]) for one in first]

    # -- joined sentences -------------------------------------------------------------------------------------

    def _halves(self, tokens: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
        """The pairs of sentences of which a joined one can consist, what they share in both."""
        for at, word in enumerate(tokens):
            if word not in _JOINS or at == 0 or tokens[at - 1] in _JOINS:
                continue
            end = at + 1
            joint = word
            while end < len(tokens) and tokens[end] in _JOINS:
                joint = tokens[end]
                end += 1
            left, right = tokens[:at], _unsaid(tokens[:at], tokens[end:])
            bare = next((said for said in _without_verb(right) if joint in ";," and self._read(said)), ())
            if bare and self._cut(left):
                yield left, bare
                continue
            denied = joint == "," and right[:1] == ("not",)
            if not right or (joint == "," and not denied and _LAST.isdisjoint(right)):
                # A comma joins in a list, which has an "and" further on, and what is not so; else two whole sentences, at last.
                if right and self._last and self._cut(left):
                    if self._cut(right):
                        yield left, right
                    elif joint == "," and (right[0] in _PLACES or right[0] == "outside"):
                        # "T1 starts 2 hexes from the mire, in the fen": where it is, besides.
                        yield from ((left, whole) for whole in self._sharing(left, right, either=False))
                continue
            either = joint in ("or", "nor") or (joint == "," and not denied and "or" in right)
            if not either and self._cut(left) and self._cut(right):
                yield left, right
                continue
            if self._cut(left):
                yield from ((left, whole) for whole in self._sharing(left, right, either))
            elif "but" in tokens[at:end]:
                continue  # "every tug but T2 is Primed": of what is left out the rest is not said
            elif not self._name(
                left
            ):  # names share what is said of all of them, and no kind: "truck T1 and S2"
                yield from self._tailed(left, right, either)
            if not either and self._name(left) and self._cut(right):
                yield from self._each_named(left, right)

    def _each_named(self, left: Tokens, right: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
        """Two sentences of names that share what is said of them: "T1 and T2 are in hex 5"."""
        ends = [k for k in range(1, len(right)) if self._list(right[:k])]
        read = [k for k in ends if self._read((*left, *right[k:]))]
        # Of "trucks T1 and T2" both are trucks.
        kind = left[:-1] if self._name(left[:-1]) else ()
        for k in read or [k for k in ends if self._cut((*left, *right[k:]))]:
            # "… make an attack on a hex held by an enemy squad": each makes one of its own, on the same hex.
            articles = [at for at in range(k, len(right)) if right[at] in ("a", "an")]
            # "Neither is a wet hex": what each of them is, no other thing is.
            what = articles[0] + 1 if articles and right[articles[0] - 1] in ("is", "are", "not") else k
            same_of = [(*right[k:what], *again(right[what:]))]
            for at in articles[1:2]:
                same_of += [
                    (*right[k:at], *again(right[at:])),
                    (*right[k:at], "the", *right[at + 1 :]),
                ]
            ways = ((*said, *right[:k], *rest) for rest in same_of for said in (kind, ()))
            for same in dict.fromkeys(ways):
                if self._cut(same):
                    yield (*left, *right[k:]), same
                    break
            else:
                yield (*left, *right[k:]), right

    def _list(self, tokens: Tokens) -> bool:
        """Whether words are names and nothing else: "T2", "T2 and T3"."""
        start = 0
        for at, word in enumerate((*tokens, ",")):
            if word in _JOINS:
                if at > start and not self._name(tokens[start:at]):
                    return False
                start = at + 1
        return tokens[0] not in _JOINS

    def _sharing(self, left: Tokens, right: Tokens, either: bool) -> Iterator[Tokens]:
        """The second sentence with what it shares of the beginning of the first."""
        several = next((k for k in range(len(left) - 1, 2, -1) if self._list(left[:k])), 0)
        if "and" in left[:several] and not self._name(left[:several]):
            # What is said further of "T1 and T2" is said of both: "… are laden and in hex 5".
            for end in (several, several + (left[several] == "are")):
                whole = (*left[:end], *right)
                if (not either or "not" in left) and self._cut(whole):
                    yield whole
                    return
        wholes = []
        names: dict[Tokens, int] = {}
        for k in range(len(left) - 1, 0, -1):
            shared = left[:k]
            if either and "not" not in shared:
                continue  # "not wet or deep" denies both; "wet or deep" does not say which
            whole = (*definite(shared), *right)
            if whole != left:
                wholes.append(whole)
                if self._name(shared):
                    names[whole] = k
        read = [whole for whole in wholes if self._read(whole)]
        # "Ocean hex 5 …, and is …" speaks twice of hex 5, and not of something called Ocean.
        longest = max((names[whole] for whole in read if whole in names), default=0)
        read = [whole for whole in read if names.get(whole, longest) == longest]
        if (
            not read
            and not either
            and right[0].endswith("ing")
            and len(right) > 1
            and (subject := self._subject(left))
        ):
            # "W1 is surrounded by land and lacking a flow"
            doing = ((*definite(subject), verb, *right[1:]) for verb in _doing(right[0]))
            read = [whole for whole in doing if self._read(whole)]
        qualified = next((k for k in range(len(left) - 1, 2, -1) if left[k] in RELATIVES), 0)
        things = (left[k:qualified] for k in range(2, qualified) if left[k - 1] in _PLACES | _WAYS)
        # "R1 lands at a hex that is flooded and contains mountains": whoever tells knows which of the two can
        of_place = ((*definite(thing), *right) for thing in things if not either and self._name(thing))
        read.extend(whole for whole in of_place if whole not in read and self._read(whole))
        # "… 3 hexes from fen hex 5 and 2 hexes from fen hex 7" speaks twice of what it measures from.
        if read or not (self._more(right) or number(right[0]) is not None):
            yield from read
            return
        for whole in wholes:
            k = len(whole) - len(right)
            # "Ocean hex 5, which is …" is of hex 5, and of nothing called Ocean.
            within = right[0] in ("which", "who") and self._name(left[k - 1 :])
            if not within and self._cut(whole):
                yield whole

    def _tailed(self, left: Tokens, right: Tokens, either: bool) -> Iterator[tuple[Tokens, Tokens]]:
        """Two sentences that share an end: "B1 was not launched or landed this turn"."""
        for k in range(1, len(right)):
            whole = (*left, *right[k:])
            if self._read(whole):
                yield from ((whole, other) for other in self._sharing(left, right, either))

    def _more(self, tokens: Tokens) -> bool:
        """Whether words may hold a further sentence."""
        return any(token in _OPENING for token in tokens)

    def _twofold(self, tokens: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
        """ "A broken, Disrupted squad": a thing, and the first of the two things that it is."""
        for at in range(2, len(tokens) - 2):
            if tokens[at] not in (",", "and") or tokens[at - 1] in _JOINS:
                continue
            start = next((k for k in (at - 2, at - 3) if k >= 0 and tokens[k].lower() in _ARTICLES), None)
            if start is None:
                continue
            after = at + 1 + (tokens[at : at + 2] == (",", "and"))
            main = (*tokens[: start + 1], *tokens[after:])
            name = self._name_from(main, start, start + 2)
            if name:
                yield main, (*definite(name), "is", *tokens[start + 1 : at])

    def _meanwhile(self, tokens: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
        """ "S1 breaks while fording", "S1 breaks while it fords": what is so at the same time."""
        for at in range(2, len(tokens) - 1):
            if tokens[at] not in ("while", "when"):
                continue
            rest = tokens[at + 1 :]
            subject = self._subject(tokens[:at])
            if subject and (rest[0].endswith("ing") or rest[0] in _PLACES):
                yield tokens[:at], (*definite(subject), "is", *rest)
            yield tokens[:at], rest

    def _granted(self, tokens: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
        """ "Must S1 rout, even though it is Disrupted?", "… even if Disrupted?", "… because it is so?": what is granted, and
        the question."""
        for at in range(3, len(tokens) - 1):
            whole = tokens[at - 1 : at + 1] in (("even", "though"), ("even", "if"))
            if not whole and tokens[at] not in _GRANTING:
                continue
            end = at - whole
            main = tokens[: end - (tokens[end - 1] == ",")]
            yield tokens[at + 1 :], main
            subject = self._subject(tokens[1:end])
            if subject:
                yield (*definite(subject), "is", *tokens[at + 1 :]), main
                if tokens[at + 1] == "it":
                    yield (*definite(subject), *tokens[at + 2 :]), main

    def _thereby(self, tokens: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
        """ "Does T1 become wet by entering hex 5?", "… for being in hex 5?": what it does, and the question."""
        for at in range(3, len(tokens) - 2):
            if tokens[at] not in ("by", "for") or not tokens[at + 1].endswith("ing"):
                continue
            subject = self._subject(tokens[1:at])
            if subject:
                for verb in _doing(tokens[at + 1]):
                    yield (*definite(subject), verb, *tokens[at + 2 :]), tokens[:at]

    def _by_doing(self, tokens: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
        """ "A truck crosses the river by using the ford": what it does, and what it does for that."""
        for at in range(3, len(tokens) - 2):
            subject = self._subject(tokens[:at]) if tokens[at] == "by" else ()
            if subject and tokens[at + 1].endswith("ing"):
                for verb in _doing(tokens[at + 1]):
                    yield tokens[:at], (*definite(subject), verb, *tokens[at + 2 :])
            elif subject and self._read(how := (*definite(subject), "moves", *tokens[at:])):
                # "A truck enters hex 5 by convoy": it moves so.
                yield tokens[:at], how

    def _where(self, tokens: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
        """ "T1 moves into hex 5, where the squad is": what is done, and who is in the thing that was named last."""
        for at in range(3, len(tokens) - 2):
            if tokens[at] != "where":
                continue
            main = tokens[: at - (tokens[at - 1] == ",")]
            starts = range(max(0, len(main) - _MOST_WORDS), len(main))
            name = next((main[start:] for start in starts if self._name(main[start:])), ())
            if name and tokens[-1] == "is":
                yield main, (*tokens[at + 1 : -1], "is", "in", *definite(name))
            elif name and tokens[at + 1] == "there":
                if tokens[at + 2 : at + 3] == ("is",):
                    yield main, (*definite(name), "has", *tokens[at + 3 :])
                # "Hex 5, where there is no ford"
                yield main, (*tokens[at + 1 :], "in", *definite(name))

    def _doing_besides(self, tokens: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
        """ "S1 does not move, staying in that hex": what somebody does, and what he does besides."""
        for at in range(3, len(tokens) - 2):
            if tokens[at] == "using" and tokens[at - 1] not in (",", "by", "is", "are", "not", "while"):
                # "T1 enters hex 5 using the ford"
                if subject := self._subject(tokens[:at]):
                    yield tokens[:at], (*definite(subject), "uses", *tokens[at + 1 :])
                continue
            if tokens[at] not in (",", "while") or not tokens[at + 1].endswith(("ing", "ed")):
                continue
            subject = self._subject(tokens[:at])
            if subject and tokens[at + 1].endswith("ed"):
                # "R1 lands in 1944, carried by LBs"
                # "C1 drifts, towed last turn"
                both = ((*definite(subject), verb, *tokens[at + 1 :]) for verb in ("is", "was"))
                borne = next(filter(self._read, both), ())
                if borne:
                    yield tokens[:at], borne
            elif subject:
                for verb in _doing(tokens[at + 1]):
                    yield tokens[:at], (*definite(subject), verb, *tokens[at + 2 :])
        for at in range(3, len(tokens) - 2):
            # "A squad is in hex 5 after fording into it last turn"
            if tokens[at] == "after" and tokens[at + 1].endswith("ing"):
                main = tokens[: at - (tokens[at - 1] == ",")]
                subject = self._subject(main)
                if subject:
                    yield main, (*definite(subject), "has", f"{tokens[at + 1][:-3]}ed", *tokens[at + 2 :])

    def _introduced(self, tokens: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
        """ "A squad next to a shallow, calm mire wants to ford into it": where it is, and then what of that place."""
        subject = self._subject(tokens)
        at = len(subject)
        if not subject or at >= len(tokens) - 3 or tokens[at] not in _PREPOSITIONS:
            return
        for end in range(len(tokens) - 2, at + 1, -1):
            if "it" not in tokens[end + 1 :] or not tokens[end].islower():
                continue
            place, main = (*subject, "is", *tokens[at:end]), (*definite(subject), *tokens[end:])
            if self._cut(place) and self._cut(main):
                yield place, main
                return

    def _possessed(self, tokens: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
        """ "A crew pushes its Gun": what somebody does with a thing, and that he has it."""
        for at in range(1, len(tokens) - 2):
            if tokens[at + 1] != "'s" or tokens[at] not in ("it", "they"):
                continue
            subject = self._subject(tokens[:at])
            main = (*tokens[:at], "a", *tokens[at + 2 :])
            name = self._name_from(main, at, at + 2) if subject else ()
            if name:
                yield main, (*definite(subject), "has", *definite(name))

    def _owned(self, tokens: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
        """ "It is the squad's MPh": that it is its MPh, and that there is a squad."""
        if "'s" not in tokens[3:-1] or tuple(map(str.lower, tokens[:2])) != ("it", "is"):
            return
        at = tokens.index("'s", 3)
        name = tokens[2:at]
        noun = name[1:] if name[0].lower() in _ARTICLES else name[:-1]
        if noun and self._name(name):
            yield (*definite(name), "is", "a", *noun), ("it", "is", "it", *tokens[at:])

    def _subject(self, tokens: Tokens) -> Tokens:
        """The name with which a sentence begins; none where it begins with none."""
        return self._name_from(tokens, 0, 1)

    def _name_from(self, tokens: Tokens, start: int, least: int) -> Tokens:
        """The longest name that begins at `start` and ends at `least` or after it; none where none does."""
        ends = range(min(len(tokens), start + _MOST_WORDS), least - 1, -1)
        return next((tokens[start:end] for end in ends if self._name(tokens[start:end])), ())

    def _without(self, tokens: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
        """ "A shallow, non-frigid river hex", "an unfrozen hex": a thing, and what it is not."""
        for at, word in enumerate(tokens[:-1]):
            if not word.startswith("un") or len(word) < 6:
                continue
            main = (*tokens[:at], *tokens[at + 1 + (tokens[at + 1] == ",") :])
            start = at - 1 if at and tokens[at - 1].lower() in _ARTICLES else at
            name = self._name_from(main, start, at + 1)
            if not name and tokens[at - 1] == ",":
                # "A calm, unfrozen hex": the last of several.
                main = (*tokens[: at - 1], *tokens[at + 1 :])
                name = self._name_from(("the", *tokens[at + 1 :]), 0, 2)
            if name:
                yield main, (*self._told_to_be(tokens, at, name), "is", "not", word.removeprefix("un"))
        for at, word in enumerate(tokens[:-2]):
            if word.lower() != "non":
                continue
            before = tokens[:at]
            before = before[:-1] if before[-1:] == (",",) else before
            main = (*before, *tokens[at + 2 + (tokens[at + 2] == ",") :])
            for start in range(max(0, len(before) - 4), len(before) + 1):
                name = self._name_from(main, start, len(before) + 1)
                if name:
                    yield main, (*self._told_to_be(tokens, at, name), "is", "not", tokens[at + 1])
                    break
            if len(tokens) > at + 3 and before:
                # "A non-Deep Mire hex": it is no Deep Mire hex.
                main = (*before, *tokens[at + 3 :])
                name = self._name_from(main, len(before) - 1, len(before) + 1)
                denied = (*definite(name), "is", "not", "a", *tokens[at + 1 : at + 4])
                if name and self._read(denied):
                    yield main, denied

    def _told_to_be(self, tokens: Tokens, at: int, name: Tokens) -> Tokens:
        """Of what the word at `at` says that it is not: hex 5 in "Hex 5 is a calm, unfrozen ford hex", else what is named."""
        verb = at - 1 - tokens[:at][::-1].index("is") if "is" in tokens[:at] else 0
        an = tokens[verb + 1].lower() in _ARTICLES
        return tokens[:verb] if verb and an and self._name(tokens[:verb]) else definite(name)

    def _but_not(self, tokens: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
        """ "A broken but not Disrupted squad": a thing, and what it is not."""
        for at in range(2, len(tokens) - 3):
            if tokens[at : at + 2] != ("but", "not"):
                continue
            main = (*tokens[: at - (tokens[at - 1] == ",")], *tokens[at + 3 + (tokens[at + 3] == ",") :])
            start = next(
                (k for k in range(at - 2, max(-1, at - 5), -1) if tokens[k].lower() in _ARTICLES), -1
            )
            name = self._name_from(main, start, at + 1) if start >= 0 else ()
            if name:
                yield main, (*definite(name), "is", "not", tokens[at + 2])

    def _further(self, tokens: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
        """The pairs of sentences that a sentence can be which joins nothing."""
        yield from self._numbered(tokens)
        yield from self._more_of_it(tokens)
        yield from self._measured(tokens)
        yield from self._beside(tokens)
        yield from self._without(tokens)
        yield from self._but_not(tokens)
        yield from self._meanwhile(tokens)
        yield from self._possessed(tokens)
        yield from self._owned(tokens)
        yield from self._said_before(tokens)
        yield from self._placed(tokens)
        yield from self._timed(tokens)
        yield from self._twice(tokens)
        yield from self._doing_besides(tokens)
        yield from self._introduced(tokens)
        yield from self._accompanied(tokens)
        yield from self._only_one(tokens)
        yield from self._by_doing(tokens)
        yield from self._where(tokens)

    def _at_last(self, tokens: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
        """The pairs of sentences that a sentence can be that nothing else reads."""
        if tokens[:1] and tokens[0].lower() in _GRANTING:
            # "Although it is laden, the punt poles": both are so.
            yield from ((tokens[1:at], tokens[at + 1 :]) for at, token in enumerate(tokens) if token == ",")
        yield from (
            (tokens[: at - (tokens[at - 1] == ",")], tokens[at + 1 :])
            for at, token in enumerate(tokens)
            if at > 2 and token in _GRANTING
        )
        at = tokens.index("is") if "is" in tokens[1:6] else 0
        if (
            at
            and tokens[at + 1 : at + 2] in (("a",), ("an",))
            and "of" in tokens[at + 4 :]
            and self._name(tokens[:at])
        ):
            # "Hex 5 is a shallow hex of the lake": it is a hex of the lake, and shallow.
            yield (*tokens[: at + 2], *tokens[at + 3 :]), (*again(tokens[:at]), "is", tokens[at + 2])
        for at in range(3, len(tokens) - 4):
            if tokens[at] == "to" and tokens[at + 1] in _ARTICLES and tokens[at + 3] == "in":
                # "The LOS crosses a dune to a target in hex 5": the target is there.
                yield tokens[:at], ("the", tokens[at + 2], "is", *tokens[at + 3 :])
        for at in range(4, len(tokens) - 2):
            if tokens[at] == "," and number(tokens[at + 1]) is not None and "from" in tokens[at + 3 :]:
                # "Hex 5 lies in the lee, 2 hexes from the beach": how far it is, too.
                subject = self._subject(tokens[:at])
                if subject:
                    yield tokens[:at], (*again(subject), "is", *tokens[at + 1 :])
            if tokens[at : at + 2] == ("together", "with"):
                # "A crew lands together with a squad on the beach": both do.
                subject = self._subject(tokens)
                other = self._name_from(tokens, at + 2, at + 3) if subject else ()
                end = at + 2 + len(other)
                if other:
                    both = (*tokens[len(subject) : at], *tokens[end:])
                    yield (*subject, *both), (*other, *again(both))
            if tokens[at].endswith("ed") and tokens[at + 1] == "by":
                # "A squad makes a landing carried by a boat onto hex 5": by what it is carried, it is besides.
                subject = self._subject(tokens[:at])
                for end in range(at + 3, len(tokens) - 1) if subject else ():
                    borne = (*definite(subject), "is", *tokens[at:end])
                    if tokens[end] in _PLACES | _WAYS and self._read(borne):
                        yield (*tokens[:at], *tokens[end:]), borne
            if tokens[at] in _PLACES and tokens[at - 1] not in _TOWARD and self._read(tokens[:at]):
                # "A squad lands in the first turn on hex 5": it does so then, and there.
                for k in range(at - 2, 1, -1):
                    other = (*definite(tokens[:k]), *tokens[at:])
                    if tokens[k] in _PLACES and self._read(other):
                        yield tokens[:at], other
                        break
        for at in range(1, len(tokens) - 3):
            # "A low tide hex is next to hex 5": that it is a hex, and a low tide hex.
            start = at - 1 if tokens[at - 1].lower() in _ARTICLES else at
            named = start < at or tokens[at + 3][0].isdigit()
            if named and _WORDLESS.isdisjoint(tokens[at : at + 3]):
                main = (*tokens[:at], *tokens[at + 2 :])
                name = self._name_from(main, start, at + 1)
                said = (*definite(name), "is", "a", *tokens[at : at + 3])
                plain = len(name) == 2 and not self._name(tokens[start : at + 3])
                if plain and self._read(said):
                    # What it begins with is named first, so that it is none of those that come after it.
                    rest = main[start + len(name) :]
                    yield (
                        ((*name, *said[len(name) :]), (*definite(name), *rest))
                        if start == 0
                        else (main, said)
                    )
        if tokens[:1] and tokens[0].lower() == "one" and ("another" in tokens or "other" in tokens):
            # "One squad carries a LMG, another a HMG"
            at = tokens.index("another" if "another" in tokens else "other")
            first = ("a", *tokens[1 : at - (tokens[at - 1] == "the")])
            while first[-1] in _JOINS:
                first = first[:-1]
            subject = self._subject(first)
            rest = tokens[at + 1 :]
            if subject and rest and self._read(first):
                for k in range(len(subject), len(first)):
                    other = ("another", *subject[1:], *first[len(subject) : k], *rest)
                    if self._read(other):
                        yield first, other
                        break

    def _there_are(self, tokens: Tokens) -> Iterator[Tokens]:
        """ "There are a squad and a truck with a gun" as that each is what it is called."""
        if len(tokens) < 4 or tokens[0].lower() != "there" or tokens[1] not in ("is", "are"):
            return
        said: list[Tokens] = []
        for part in _parts(tokens[2:], (",", ";", "and")):
            thing = self._name_from(part, 0, 2) if part[0].lower() in ("a", "an") else ()
            if not thing:
                return
            said.append((*part, "is", *thing))
        yield _both(said)

    def _numbered(self, tokens: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
        """ "Two tanks, T1 and T2, enter hex 5": what the named things are, and what they do."""
        if "," not in tokens or number(tokens[0]) is None:
            return
        at = tokens.index(",")
        for end in range(at + 4, len(tokens) - 1):
            names = tokens[at + 1 : end]
            if tokens[end] == "," and "and" in names and self._name(tokens[1:at]):
                yield (*names, "are", *tokens[1:at]), (*names, *tokens[end + 1 :])

    def _more_of_it(self, tokens: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
        """ "Hex 5 is a woods hex that is frozen", "… adjacent to hex 6": what more a thing is, said after what it is."""
        for at in range(4, len(tokens) - 1):
            word = tokens[at]
            apart = tokens[at + 1] == "of" or (word.endswith("ly") and tokens[at + 1].islower())
            done = word.endswith("ed") and tokens[at + 1] in ("by", *_PREPOSITIONS)
            doing = word.endswith("ing") and word.islower()
            if not (apart or done or doing or word in RELATIVES or word in _PREPOSITIONS):
                continue
            subject = self._subject(tokens[:at]) if self._read(tokens[:at]) else ()
            if word in RELATIVES and any(
                tokens[start].lower() in _ARTICLES and self._name(tokens[start:at])
                for start in range(len(subject) + 2, at - 1)
            ):
                continue  # of what was named last: "S1 is a Rider on a tank that is wet"
            if subject and tokens[len(subject) : len(subject) + 2] in (("is", "a"), ("is", "an")):
                for verb in _doing(word) if doing else ():
                    yield tokens[:at], (*definite(subject), verb, *tokens[at + 1 :])
                rest = tokens[at + 1 :] if word in RELATIVES else ("is", *tokens[at:])
                yield tokens[:at], (*definite(subject), *rest)

    def _measured(self, tokens: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
        """ "A 25-ton tank enters hex 5": a thing, and how much it has."""
        for at in range(len(tokens) - 2):
            if number(tokens[at]) is None or not tokens[at + 1].isalpha():
                continue
            start = at - 1 if at and tokens[at - 1].lower() in _ARTICLES else at
            main = (*tokens[:at], *tokens[at + 2 :])
            name = self._name_from(main, start, at + 1)
            if name:
                yield main, (*definite(name), "has", *tokens[at : at + 2])
                yield main, (*definite(name), "is", "of", *tokens[at : at + 2])

    def _beside(self, tokens: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
        """ "T1 enters adjacent hex 5": what it does, and that the hex is adjacent to the other one."""
        for at, word in enumerate(tokens[:-1]):
            if word.lower() != "adjacent" or tokens[at + 1] in ("to", ","):
                continue
            start = at - 1 if at and tokens[at - 1].lower() in _ARTICLES else at
            main = (*tokens[:at], *tokens[at + 1 :])
            name = self._name_from(main, start, at + 1)
            for end in range(at + 2, at + 5) if self._last else ():
                # "An adjacent thicket hex", "an adjacent level 1 thicket hex": what it is need be no noun.
                name = name or self._name_from((*tokens[:at], *tokens[end:]), start, at + 1)
            if name:
                yield main, (*definite(name), "is", "adjacent", "to", "it")

    def _said_before(self, tokens: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
        """ "T1 is in woods hex 5": that it is in hex 5, and that hex 5 is a woods hex, where that is a sentence but no noun."""
        for at, word in enumerate(tokens[:-1]):
            if not word.isalpha() or word.lower() in _ARTICLES or not tokens[at + 1].isalpha():
                continue
            start = at - 1 if at and tokens[at - 1].lower() in _ARTICLES else at
            if start and tokens[start - 1] in ("is", "are", "not"):
                continue  # what something is, or is not, is no word before what it is
            main = (*tokens[:at], *tokens[at + 1 :])
            name = self._name_from(main, start, at + 1)
            if name and self._name(tokens[start : start + len(name) + 1]):
                continue  # "a Beach hex" is a noun as it stands
            for one in _ARTICLES - {"the"} if name else ():
                said = (*definite(name), "is", one, word, tokens[at + 1])
                if self._read(said):
                    yield main, said
            if name and word.endswith(("less", "ed")) and self._read((*definite(name), "is", word)):
                # "A turretless tank", "a furled sail": what can be said of a tank, and is no adjective of the vocabulary.
                yield main, (*definite(name), "is", word)
        yield from self._levelled(tokens)
        yield from self._sloped(tokens)
        yield from self._no_farther(tokens)

    def _levelled(self, tokens: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
        """ "T1 enters a Level 1 woods hex": that it enters a woods hex, and that the woods hex is Level 1."""
        for at in range(1, len(tokens) - 2):
            word, count = tokens[at : at + 2]
            if not (word.isalpha() and count.isdigit()) or {"a", "an"}.isdisjoint(
                tokens[max(at - 2, 0) : at]
            ):
                continue
            main = (*tokens[:at], *tokens[at + 2 :])
            name = self._name_from(("a", *main[at:]), 0, 2) or self._name_from(("a", *main[at + 1 :]), 0, 2)
            if not name or self._name(("a", word, count, *name[1:])):
                continue  # "a Level 1 hill hex" is a noun as it stands
            is_one = at > 2 and tokens[at - 2] in ("is", "are")
            said = (*definite(tokens[: at - 2] if is_one else name), "is", word, count)
            if self._read(said):
                yield main, said

    def _no_farther(self, tokens: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
        """ "Hex 5 is 2 hexes from fen hex 7": that it is at most 2 hexes from the nearest fen hex, and that hex 7 is a fen hex;
        whoever names one does not say that none is nearer."""
        for at in range(3, len(tokens) - 3):
            if tokens[at] != "from" or "not" in tokens[:at]:
                continue
            count = next((place for place in range(at - 1, 1, -1) if number(tokens[place]) is not None), 0)
            one = self._name_from(tokens, at + 1, at + 4)
            if not count or not one:
                continue
            kind = one[:-1]
            nearest = (*tokens[:count], "at", "most", *tokens[count : at + 1], "the", "nearest", *kind)
            main, extra = (*nearest, *tokens[at + 1 + len(one) :]), (*one[-2:], "is", "a", *kind)
            if self._read(main) and self._read(extra):
                yield main, extra

    def _sloped(self, tokens: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
        """ "Hex 5 is next to a very steep slope hex": that it is next to a slope hex, and that the slope is very steep, where
        that is a sentence of what there is only one of."""
        for at in range(1, len(tokens) - 2):
            if tokens[at - 1].lower() not in ("a", "an"):
                continue
            for end in (at + 1, at + 2, at + 3):
                if not tokens[end : end + 1] or not tokens[end - 1].isalpha() or not tokens[end].isalpha():
                    break
                main = (*tokens[:at], *tokens[end:])
                name = self._name_from(main, at - 1, at + 2)
                said = ("the", tokens[end], "is", *tokens[at:end])
                # What can be denied is no name: "the ford is Deepp" would call the ford so.
                denied = (*said[:3], "not", *said[3:])
                if name and self._read(denied) and not self._name((*tokens[at - 1 : end], *name[1:])):
                    yield main, said
                    break

    def _twice(self, tokens: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
        """ "T1 moves from hex 5 to hex 6", "T1 enters hex 6 from hex 5": from where, and to where; who wants to is there."""
        wish = next((at for at in range(1, len(tokens) - 4) if tokens[at] in _WISHING), 0)
        if wish and tokens[wish + 1] == "to" and self._name(tokens[:wish]):
            whether = ("may", *tokens[:wish], *tokens[wish + 2 :])
            for extra, asked in self._setting_out(whether):
                main = (*definite(tokens[:wish]), tokens[wish], "to", *asked[1 + wish :])
                if self._read(main):
                    yield extra, main
                    return
        for at in range(3, len(tokens) - 1):
            if tokens[at] not in _WAYS or not self._read(tokens[:at]):
                continue
            for k in range(1, at):
                other = (*definite(tokens[:k]), *tokens[at:])
                if tokens[k] in _WAYS and self._read(other):
                    yield tokens[:at], other
            subject = self._subject(tokens[:at]) if tokens[at] == "from" else ()
            if subject and tokens[len(subject)] in _FROM_WHERE_IT_IS:
                # "S1 is loading onto T1 from hex 5", "S1 fires from hex 5": it has not left.
                where = ((*subject, "is", place, *tokens[at + 1 :]) for place in ("in", "on"))
                yield (
                    next(
                        (part for part in where if self._read(part)),
                        (*subject, "is", "in", *tokens[at + 1 :]),
                    ),
                    (*definite(subject), *tokens[len(subject) : at]),
                )
            elif subject:
                yield (*subject, "moves", *tokens[at:]), (*definite(subject), *tokens[len(subject) : at])

    def _accompanied(self, tokens: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
        """ "A crew is Wading with a Gun": what somebody does, and what he has."""
        for at in range(2, len(tokens) - 1):
            main = _denying(tokens[:at]) if tokens[at] == "with" else ()
            if not main or not self._cut(main):
                continue
            subject, what = self._subject(main), tokens[at + 1 :]
            beside = any(self._name(tokens[k:at]) for k in range(len(subject) + 1, at))
            if beside and tuple(map(str.lower, subject)) in _IT_OR_THEY and self._last_has(tokens, at):
                continue  # "it enters a hex with woods": the hex has them, whatever "it" is
            # "… a MMG with 5 FP", "S1 possesses a LMG and a MMG with a FP of 5": those are the MMG's.
            counted = len(what) == 2 and number(what[0]) is not None
            owned = (
                len(what) > 3
                and what[0] in ("a", "an")
                and what[-2] == "of"
                and number(what[-1]) is not None
                and any(
                    tokens[k] in ("a", "an")
                    and tokens[len(subject) if tokens[k - 1] == "and" else k - 1] in _OWNING
                    and self._name(tokens[k:at])
                    for k in range(len(subject) + 1, at)
                )
            )
            if subject and not (beside and (counted or owned)):
                own = ("a", *what[2:]) if what[1:2] == ("'s",) else what
                yield main, (*definite(subject), "has", *own)
                if own != what and self._read((*definite(subject), "has", *what)):
                    yield main, (*definite(subject), "has", *what)
                there = self._last_place(main)
                if there and self._read((*definite(there), "has", *what)):
                    # "R1 lands at hex 5 with cliffs": whoever tells knows which of the two can have them.
                    yield main, (*definite(there), "has", *what)
                elif (
                    what[0] != "no"
                    and not self._read((*definite(subject), "has", *own))
                    and self._read(("there", "is", *what))
                ):
                    # "A boat is in a wide river with a swift tide": there is one, whoever may have it.
                    yield main, ("there", "is", *what)

    def _last_place(self, tokens: Tokens) -> Tokens:
        """The place at the end of a sentence, "hex 5"; nothing where it ends otherwise."""
        starts = range(2, len(tokens))
        return next(
            (tokens[k:] for k in starts if tokens[k - 1] in _PLACES | _WAYS and self._name(tokens[k:])), ()
        )

    def _last_has(self, tokens: Tokens, at: int) -> bool:
        """Whether what ends before a "with" could have what follows it."""
        names = (k for k in range(max(1, at - _MOST_WORDS), at) if self._name(tokens[k:at]))
        return any(self._read((*definite(tokens[k:at]), "has", *tokens[at + 1 :])) for k in names)

    def _only_one(self, tokens: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
        """ "It is a DYO scenario, whose river depth is known": what it has is so, where there is only one such thing."""
        for at in range(2, len(tokens) - 2):
            if tokens[at] == "whose":
                yield tokens[: at - (tokens[at - 1] == ",")], ("the", *tokens[at + 1 :])
            if tokens[at : at + 2] == ("in", "which") and tokens[0].lower() == "it":
                yield tokens[: at - (tokens[at - 1] == ",")], tokens[at + 2 :]
            if tokens[at : at + 2] == (",", "which"):
                # "It is washed by the tide, which is high": what is no thing but is the last that was spoken of.
                end = next((k for k in range(at + 3, len(tokens)) if tokens[k] == ","), len(tokens))
                for start in (at - 1, at - 2):
                    said = ("the", *tokens[start:at], *tokens[at + 2 : end])
                    if (
                        tokens[start - 1].lower() == "the"
                        and not self._name(tokens[start - 1 : at])
                        and self._read(said)
                    ):
                        yield (*tokens[:at], *tokens[end + 1 :]), said
                for start in (at - 1, at - 2):
                    said = (*tokens[start:at], *tokens[at + 2 : end])
                    if tokens[start - 1] == "is" and self._read(said):
                        # "Hex 5 is deep mud, which costs a cart 2 MP": it costs that, whatever hex is of it.
                        yield (*tokens[:at], *tokens[end + 1 :]), said
            main = tokens[: at - (tokens[at - 1] == ",")]
            if tokens[at] == "with" and tokens[at + 1] in ("a", "an", "no") and self._read(main):
                # "The landing DR is 7 with a DRM of 2": what else is so, be it of what is spoken of.
                of = tokens.index("of", at) if "of" in tokens[at:] else 0
                spoken = next((main[:k] for k, token in enumerate(main) if token in ("is", "are")), ())
                for whose in ((), ("of", *definite(spoken))) if of > at + 2 else ():
                    said = ("the", *tokens[at + 2 : of], *whose, "is", *tokens[of + 1 :])
                    if self._read(said):
                        yield main, said
                        break
            if tokens[at] in _BORNE and tokens[at + 1] in ("a", "an"):
                # "A barge is washed by a high tide": by the tide, which is high.
                for end in range(at + 4, min(len(tokens), at + 5) + 1):
                    said = ("the", tokens[end - 1], "is", *tokens[at + 2 : end - 1])
                    washed = (*tokens[: at + 1], "the", *tokens[end - 1 :])
                    if not self._name(said[:2]) and self._read((*said[:3], "not", *said[3:])):
                        main = next(filter(self._cut, (washed, *_actively(washed))), ())
                        if main:
                            yield main, said
            if tokens[at] == "of" and tokens[at + 1] in ("a", "an"):
                # "Two hexes from the mire of a very steep slope": the slope is very steep.
                for end in range(at + 4, min(len(tokens), at + 6) + 1):
                    said = ("the", tokens[end - 1], "is", *tokens[at + 2 : end - 1])
                    # What can be denied is no name: "the ford is Deepp" would call the ford so. Where a place follows a
                    # thing, it is the thing's: "a scout hears the call of a muddy cart in hex 5" puts no scout there.
                    theirs = tokens[end : end + 1] and tokens[end] in _PLACES and self._name(said[:2])
                    if not theirs and self._read((*said[:3], "not", *said[3:])) and self._read(said):
                        yield (*tokens[:at], *tokens[end:]), said

    def _placed(self, tokens: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
        """ "A squad is Wading in hex 5": what somebody does, and where he is."""
        for at in range(2, len(tokens) - 1):
            own = tokens[at + 1 : at + 4] == ("it", "'s", "own")
            if tokens[at] not in _PLACES or not (self._read(tokens[:at]) or (own and self._cut(tokens[:at]))):
                continue
            if any(tokens[k - 1] in _TOWARD and self._name(tokens[k:at]) for k in range(2, at)):
                continue  # "S1 fires at T1 in hex 5" says where T1 is
            if self._told_of_place(tokens, at):
                continue  # "S1 lands at a hex that is flooded" says first that S1 lands at a hex
            subject = self._subject(tokens[:at])
            if subject:
                names = (k for k in range(len(subject) + 1, at) if self._name(tokens[k:at]))
                thing = next((k for k in names if k < at - 1 or not self._amount(tokens, k)), at)
                done = thing < at and tokens[thing - 1] not in AUXILIARIES  # what it is, is no other thing
                there = (*definite(tokens[thing:at]), "is", *tokens[at:]) if done else ()
                if there and self._read(there):
                    # "S1 rides T1 in hex 5": both are there; "a mire hex meets a hex at level 0": the latter is.
                    both = ("and", *definite(subject), "is", *again(tokens[at:]))
                    apart = tokens[at] == "at" and subject[-1] == tokens[at - 1]
                    yield tokens[:at], (*there, *(() if apart else both))
                else:
                    yield tokens[:at], (*definite(subject), "is", *tokens[at:])

    def _told_of_place(self, tokens: Tokens, at: int) -> bool:
        """Whether a place after a preposition belongs to the sentence before it, and something is said of that place."""
        for end in range(at + 2, len(tokens) - 1):
            said = tokens[end] in (",", "with", "without", "whose") or tokens[end] in RELATIVES
            if said and self._name(tokens[at + 1 : end]):
                return self._read(tokens[:end])
        return False

    def _amount(self, tokens: Tokens, at: int) -> bool:
        """Whether a number is how much there is of something, "at level 1", and no name, as in "hexes 5 and 6"."""
        return number(tokens[at]) is not None and tokens[at - 1] not in _JOINS

    def _measures(self, tokens: Tokens, at: int) -> bool:
        """Whether a word is what an amount is counted in, as in "a regiment of 2 REs", and no name."""
        return at > 1 and tokens[at - 2] == "of" and number(tokens[at - 1]) is not None

    def _timed(self, tokens: Tokens, subject: Tokens | None = None) -> Iterator[tuple[Tokens, Tokens]]:
        """ "A squad fords hex 5 in its MPh", "In the MPh, a squad fords hex 5": what is done, and when that is."""
        for at in range(2, len(tokens) - 1):
            if tokens[at] in _TIMES:
                when = self._when(tokens[at + 1 :], subject)
                if when is not None:
                    yield tokens[: at - (tokens[at - 1] == ",")], when
                for end in range(at + 3 - tokens[at + 1].isdigit(), min(at + 7, len(tokens))):
                    # "May S1 enter hex 5 in its APh as a raft could?": what is done goes on after the time.
                    if (
                        tokens[end - 1].endswith(("Ph", "Turn", "Phase", "phase"))
                        or tokens[end] in _PLACES | _WAYS
                    ):
                        when = self._when(tokens[at + 1 : end], subject)
                        if when is not None:
                            yield (*tokens[:at], *tokens[end:]), when
        if tokens[-2:-1] == ("this",):
            # "May S1 enter hex 5 this MPh?"
            when = self._when(tokens[-2:], subject)
            if when is not None:
                yield tokens[:-2], when
        if tokens[:1] == ("In",):
            for end in range(3, min(8, len(tokens) - 2)):
                # "In a DYO scenario the ford is deep": what it is, without a comma.
                when = self._when(tokens[1:end], subject)
                if when is not None and tokens[end] != ",":
                    yield tokens[end:], when
        if "," in tokens and tokens[0].lower() in _TIMES:
            at = tokens.index(",")
            when = self._when(tokens[1:at], subject)
            if when is not None and at + 1 < len(tokens):
                yield tokens[at + 1 :], when

    def _when(self, time: Tokens, subject: Tokens | None) -> Tokens | None:
        """The sentence that says what time it is; of the `subject` of a question, "in its own APh" is not said in passing."""
        if subject is not None and time[:3] == ("it", "'s", "own"):
            return ("it", "is", *subject, *time[1:]) if self._read(("it", "is", *time)) else None
        same = (("the", *time[1:]), ("an", *time[1:])) if time[:1] == ("this",) else (time,)
        # What can be said of a named thing too is no time: "it is an Ocean hex".
        return next(
            (
                said
                for each in same
                if self._read(said := ("it", "is", *each))
                and not self._read(("T1", "is", *each))
                and not (each[:3] == ("it", "'s", "own") and self._read(("T1", "is", "in", *each)))
            ),
            None,
        )

    def _asked_about(self, question: Tokens) -> Tokens:
        """The first thing that a question names, "B1" or "the boat"; "it" where none is found."""
        begun = question.index(",") + 1 if "," in question and question[0].lower() in _TIMES else 0
        some = (question[at:end] for at in range(begun + 1, begun + 6) for end in (at + 2, at + 1))
        named = (each for each in some if each and (each[0].lower() in _ARTICLES or each[-1][0].isupper()))
        return next((definite(each) for each in named if self._name(each)), ("it",))

    # -- what is said in passing ------------------------------------------------------------------------------

    def _asides(
        self, tokens: Tokens, *, asked: bool = False, chained: bool = False
    ) -> Iterator[tuple[Tokens, Tokens]]:
        """What a sentence says of a thing in passing, and the sentence without it; of a question, what is `asked` of the
        thing is not said in passing: "Is S1 fording in hex 5?" does not say that it is fording. What is `chained` is only
        the first of several: "C1, not laden, with a mast, is in hex 5" goes on as "C1, with a mast, is in hex 5"."""
        count = len(tokens)
        for at in range(1, count):
            starts = [
                start for start in range(max(0, at - _MOST_OF_THING), at) if self._name(tokens[start:at])
            ]
            if not starts:
                continue
            start = starts[0]
            if start == at - 1 and (self._amount(tokens, start) or self._measures(tokens, start)):
                continue  # "the DR is 7 with a DRM of 2" says nothing of something called 7
            if start == at - 1 and tokens[start - 1] in ("is", "are") and not self._name(tokens[: start - 1]):
                continue  # nor "the tide is High with a DRM of 2" of something called High
            if start == at - 1 and tokens[start - 1] in ("own", "'s") and tokens[at] == ",":
                continue  # nor "in its own MPh, towed last turn" of something called MPh
            thing = definite(tokens[start:at])
            subject = tokens[: start - 1] if start > 1 and tokens[start - 1] in ("is", "are") else ()
            several = len(subject) > 2 and "and" in subject and not self._name(subject)
            if several or (subject and self._name(subject)):
                # "Hex 8 is a river hex next to hex 9" says so of hex 8, whatever other river hex was named before.
                thing = definite(subject)
            begin = at + (tokens[at] == ",")
            if begin >= count:
                continue
            word = tokens[begin]
            counted = word == "with" and begin < count - 1 and number(tokens[begin + 1]) is not None
            if counted and tokens[start] == "the":
                # "A HMG attacks the squad with 8 FP" says nothing of the squad.
                thing = definite(self._subject(tokens[:start])) or thing
            if asked and begin == at and word not in _OPENING and word not in _PREPOSITIONS:
                continue
            if asked and begin == at and word in _QUALIFYING and self._is_asked_to_be(tokens, at):
                continue  # "Is T1 a craft that is wet?" does not say that it is wet
            for end in range(count, begin, -1):
                if begin > at and end < count and tokens[end] != ",":
                    continue  # what a comma begins, a comma ends
                if end < count and tokens[end] == "with" and self._name(tokens[end - 2 : end]):
                    continue  # "with 4 FP and a LMG with 2 FP" does not end before what the LMG has
                rest = tokens[begin:end]
                if rest[:1] == ("of",) and self._counts(tokens, end, thing):
                    continue
                if (
                    begin == at == end - 1
                    and tokens[start - 1] == "from"
                    and tokens[end : end + 1] in _WHITHER
                ):
                    continue  # "from hex 5 upstream to hex 6" says where somebody goes, and not where hex 5 is
                if chained and (begin == at or "," not in tokens[end + 1 :]):
                    continue
                closed = begin > at or ("," in rest and tokens[end : end + 1] == (",",))
                main = (*tokens[:at], *(tokens[end + 1 :] if closed and not chained else tokens[end:]))
                for extra in _of_thing(thing, word, rest):
                    apart = begin > at and end < count
                    doing = begin == at and word.endswith("ing") and not _PLACES.isdisjoint(rest)
                    told = self._read(extra) or (
                        (
                            several
                            or doing
                            or (begin == at and word.endswith("ed") and "and" in rest)
                            or (self._more(rest[1:]) and (apart or word in _OPENING))
                            or (word in RELATIVES and "while" in rest)
                        )
                        and self._cut(extra)
                    )
                    if told:
                        yield extra, main
                        if word == "without" and extra[len(thing)] == "is":
                            break

    def _counts(self, tokens: Tokens, end: int, thing: Tokens) -> bool:
        """Whether what ends here is a number of what follows, "of 3" before "REs": it is no number by itself."""
        counted = tokens[end - 1 : end + 1]
        return len(counted) == 2 and number(counted[0]) is not None and self._read((*thing, "has", *counted))


def _nearest(cuts: list[Cut]) -> list[Cut]:
    """Of the ways to cut "a squad aboard a boat in hex 5 …", those that say where the boat is and not where the squad is: who
    is aboard is there with it. So, too, "a squad in a fen at level 1 …" says at what level the fen is."""
    kept: list[Cut] = []
    for one in cuts:
        for other in cuts:
            mine, others = set(one) - set(other), set(other) - set(one)
            if len(mine) != 1 or len(others) != 1:
                continue
            (who, _, there), (what, _, place) = (_parted(next(iter(parts))) for parts in (mine, others))
            held = ("aboard", "in") if there[:2] == ("at", "level") else ("aboard",)
            if (
                there
                and there == place
                and any(_parted(part) in [(who, by, what) for by in held] for part in one)
            ):
                break
        else:
            kept.append(one)
    return kept or cuts


def _begun_alike(cuts: list[Cut], tokens: Tokens) -> list[Cut]:
    """Of the ways to cut "a landing is made at a beach in the mire" in two, those that say of the last thing named what stands
    at the end, the beach, where there are others that say it of what stands before."""
    alike: list[Cut] = [cut for cut in cuts if len(cut) == 2 and cut[0] == tokens[: len(cut[0])]]
    # So, too, where more is said of what stands before: "a landing in reserve is made at a beach in the mire".
    return alike or [cut for cut in cuts if len(cut) > 2 and cut[0][-1] != tokens[-1]] or cuts


def _parted(part: Tokens) -> tuple[Tokens, str, Tokens]:
    """Who is where: "the squad is aboard the boat" in three."""
    at = part.index("is") if "is" in part else 0
    if not at or len(part) < at + 3:
        return (), "", ()
    by = part[at + 1] if part[at + 1] in ("aboard", "in") else ""
    who, what = (definite(part[:at]), part[at + 2 :] if by else part[at + 1 :])
    return (
        tuple(map(str.lower, who)),
        by,
        tuple(map(str.lower, definite(what) if by else what)),
    )


def _of_thing(thing: Tokens, word: str, rest: Tokens) -> Iterator[Tokens]:
    """What words after a thing say of it, as sentences."""
    if word in RELATIVES and len(rest) > 1:
        yield (*thing, *rest[1:])
        yield (*rest[1:], *thing)
        if rest[1] == "is" and "by" in rest[3:4]:
            yield from _actively((*thing, *rest[1:]))  # "a hex that is reached by the water"
    elif word == "whose" and len(rest) > 1:
        yield (*thing, "'s", *rest[1:])
    elif len(rest) > 1 and (word == "with" or (word == "of" and number(rest[1]) is not None)):
        yield (*thing, "has", *rest[1:])
        if word == "of":
            yield (*thing, "is", *rest)
    elif word == "without" and len(rest) > 1:
        # What can be said of it with "without" says more than that it has no thing of that kind.
        yield (*thing, "is", *rest)
        yield (*thing, "does", "not", "have", *rest[1:])
        yield (*thing, "has", "no", *rest[1:])
    elif word not in _JOINS:
        yield (*thing, "is", *rest)
        if len(rest) == 2 and number(word) is not None:
            yield (*thing, "has", *rest)  # "regiment R1, 3 REs, lands"
        if word.endswith("ed"):
            yield (*thing, "was", *rest)
        if word == "on":
            yield (*thing, "is", "aboard", *rest[1:])
        if word in ("the", "it", "they") and len(rest) > 1:
            yield (*rest, *thing)  # "a hex the water reaches"
        if word.endswith("ed") and "by" in rest[1:2]:
            yield from _actively((*thing, "is", *rest))  # "a hex reached by the water"
        if word.endswith("ing") and len(rest) > 1:
            # "A truck towing a Gun": it tows a Gun.
            # A word with a capital would be read as a name: "the crew Row".
            verbs = _doing(word) if word[0].islower() else ()
            yield from ((*thing, verb, *rest[1:]) for verb in verbs)


def _doing(word: str) -> tuple[str, ...]:
    """The forms of a verb in -ing with which a sentence can say that something does it: towing, tow; being, is."""
    if word == "being":
        return ("is",)
    stem = word.removesuffix("ing")
    return (stem, stem[:-1] if stem[-2:-1] == stem[-1:] else f"{stem}e")


def _unsaid(left: Tokens, right: Tokens) -> Tokens:
    """The second of two sentences with what it leaves unsaid: "T1 is wet, and T2 is not"."""
    if len(right) < 3 or right[-1] != "not":
        return right
    if right[-2] in ("does", "do") and right[-2] not in left:
        # "The squad fires; the crew does not": where the verb is, who reads the halves finds.
        at = next(
            (
                at
                for at in range(len(left) - 1, 0, -1)
                if left[at].islower() and third_person(base_form(left[at])) == left[at]
            ),
            0,
        )
        return (*right, base_form(left[at]), *left[at + 1 :]) if at else right
    if right[-2] not in left:
        return right
    rest = left[left.index(right[-2]) + 1 :]
    return (*right, *rest) if rest and rest[0] != "not" else right


def _without_verb(tokens: Tokens) -> Iterator[Tokens]:
    """A clause with the verb that it leaves out: "the hexside is clear", "there is no hedge", "all is level ground"."""
    if not tokens or not AUXILIARIES.isdisjoint(tokens) or len(tokens) > _MOST_WORDS:
        return
    if tokens[0] == "no":
        yield ("there", "is", *tokens)
    elif tokens[0] == "all":
        yield ("all", "is", *tokens[1:])
    elif len(tokens) in (2, 3) and tokens[0] not in _ARTICLES:
        yield ("the", tokens[-1], "is", *tokens[:-1])


def _being_there(tokens: Tokens) -> Iterator[Tokens]:
    """Words with "a squad is in hex 5" for "there is a squad in hex 5"."""
    if len(tokens) < 5 or tokens[0].lower() != "there" or tokens[1] not in ("is", "are") or tokens[2] == "no":
        return
    parts = _parts(tokens[2:], (",", ";", "and"))
    stands = [next((k for k in range(2, len(part) - 1) if part[k] in _STANDING), 0) for part in parts]
    if len(parts) > 1 and all(stands):
        # "There is a squad in hex 5 and a truck in hex 6": each in its own.
        yield _both((*part[:k], "is", *part[k:]) for part, k in zip(parts, stands, strict=True))
        return
    at = next((at for at in range(3, len(tokens) - 1) if tokens[at] in _STANDING), 0)
    if at > 3:
        several = tokens[1] == "are" or "and" in tokens[2:at]
        yield (*tokens[2:at], "are" if several else "is", *tokens[at:])


def again(tokens: Tokens) -> Tokens:
    """Words that are said again of another thing, with "the" for what they brought in the first time."""
    return tuple("the" if token.lower() in ("a", "an") else token for token in tokens)


def definite(tokens: Tokens) -> Tokens:
    """Words with "the" for an article that introduces: what is said again is said of the same thing."""
    return ("the", *tokens[1:]) if tokens and tokens[0].lower() in _ARTICLES else tokens


def plainer(tokens: Tokens) -> Iterator[Tokens]:
    """A sentence as it stands, then without words that add nothing, then with "is" for "is considered" and the like."""
    tokens = _gapped(tokens)
    yield tokens
    own = _each_its_own(_by_rating(tokens))
    if own != tokens:
        tokens = own
        yield tokens
    idly = _BUT_FOR_NOTHING.search(" ".join(tokens))
    if idly is not None:
        tokens = tuple(" ".join(tokens)[: idly.start()].split())
        yield tokens
    end = _ALL_THERE_IS.search(" ".join(tokens))
    if end is None and tokens and (tokens[0].lower() not in _ASKING or tokens[1:2] == ("the",)):
        end = _NO_OTHER.search(" ".join(tokens))
    if end is not None and end.start() > 0:
        tokens = tokens[: len(" ".join(tokens)[: end.start()].split())]
        yield tokens
        if "," in tokens:
            # It was the last of several: "C1 is laden, it is in hex 5, and nothing else applies".
            comma = len(tokens) - 1 - tokens[::-1].index(",")
            yield (*tokens[:comma], "and", *tokens[comma + 1 :])
    owner = tokens[2 : tokens.index("'s", 3)] if len(tokens) > 4 and "'s" in tokens[3:-1] else ()
    if _JOINS.isdisjoint(owner) and _PREPOSITIONS.isdisjoint(owner):
        if owner and tuple(map(str.lower, tokens[:2])) == ("it", "is"):
            # "It is the squad's MPh": it is its MPh.
            tokens = ("it", "is", "it", *tokens[2 + len(owner) :])
            yield tokens
        if owner and tuple(map(str.lower, tokens[:2])) == ("is", "it"):
            tokens = (*tokens[:2], "it", *tokens[2 + len(owner) :])
            yield tokens
    each = for_each(tokens)
    if each != tokens:
        tokens = each
        yield tokens
    every = _all_of_them(_they_all(tokens))
    if every != tokens:
        tokens = every
        yield tokens
        if tokens[0] == "these" and tokens[-2:] == ("each", "other"):
            yield ("the", *tokens[2:])  # "the hexes are next to each other" may be a wording of its own
    while tokens and tokens[0].lower() in ("so", "then", "now") and len(tokens) > 2:
        tokens = tokens[1:]
        tokens = tokens[1:] if tokens[0] == "," else tokens
        yield tokens
    other = _another(tokens)
    if other != tokens:
        tokens = other
        yield tokens
    said = _known_to_nobody(_thrown(tokens))
    if said != tokens:
        tokens = said
        yield tokens
    order = next((at for at in range(2, len(tokens) - 2) if tokens[at : at + 3] == ("in", "order", "to")), 0)
    if order:
        tokens = (*tokens[:order], *tokens[order + 2 :])
        yield tokens
    was = _denying(of_one(_has_to(_has_been(_roll_for(_called(tokens))))))
    if was != tokens:
        tokens = was
        yield tokens
    if tokens[-2:] == ("or", "not"):
        tokens = tokens[:-2]
        tokens = tokens[:-1] if tokens[-1:] == (",",) else tokens
        yield tokens
    for form in _STATING:
        if len(tokens) > len(form) + 2 and tuple(map(str.lower, tokens[: len(form)])) == form:
            tokens = tokens[len(form) :]
            tokens = tokens[1:] if tokens[0] in (",", "that") else tokens
            yield tokens
            break
    stated = next((at for at in range(3, len(tokens) - 5) if tokens[at].lower() == "ssr"), 0)
    says = tuple(map(str.lower, tokens[stated - 1 : stated + 2])) if stated else ()
    if says in _STATING and tokens[stated - 2] in _JOINS:
        tokens = (*tokens[: stated - 1], *tokens[stated + 2 + (tokens[stated + 2] == "that") :])
        yield tokens
    none = [
        at
        for at in range(2, len(tokens))
        if tokens[at - 1 : at + 1] == ("is", "no") and tokens[at - 2] != "there"
    ]
    if none:
        tokens = (*tokens[: none[0]], "not", "a", *tokens[none[0] + 1 :])
        for at in range(none[0] + 3, len(tokens) - 1):
            if tokens[at] == "no" and tokens[at - 1] in ("and", "or", "nor"):
                tokens = (*tokens[: at - 1], "or", "a", *tokens[at + 1 :])
        yield tokens
    lacking = _and_is_no(tokens)
    if lacking != tokens:
        yield lacking
    if "neither" in map(str.lower, tokens) and "nor" in tokens:
        tokens = _denied(tokens)
        yield tokens
    some = _some_of_them(_having_none(tokens))
    if some != tokens:
        tokens = some
        yield tokens
    cited = _uncited(tokens)
    if cited != tokens:
        tokens = cited
        yield tokens
    places = [
        at
        for at, token in enumerate(tokens)
        if token == "there" and at > 1 and tokens[at - 1] not in AUXILIARIES
    ]
    if places:
        # Before it is left out: who says where somebody is means the place that was spoken of.
        before, after = tokens[: places[-1]], tokens[places[-1] + 1 :]
        for way in _THERE_AFTER.get(before[-1], _THERE):
            yield (*before, *way, "it", *after)
        yield (*before, *after)
        tokens = (*before, "in", "it", *after)
    if len(tokens) > 2 and tokens[-1] == "there" and tokens[-2] in AUXILIARIES:
        yield (*tokens[:-1], "in", "it")
    to_be = next((at for at in range(1, len(tokens) - 2) if tokens[at : at + 2] in _IS_TO), 0)
    would = tokens.index("would") if "would" in tokens[1:-2] else 0
    if to_be:
        wants = "wants" if tokens[to_be] == "is" else "want"
        tokens = (*tokens[:to_be], wants, *tokens[to_be + 1 :])
        yield tokens
    elif would and tokens[would + 1] != "be":
        rest = tokens[would + 1 + (tokens[would + 1] == "otherwise") :]
        yield (*tokens[:would], "wants", "to", *rest)
    tries = next((at for at in range(1, len(tokens) - 2) if tokens[at : at + 2] in _TRIES), 0)
    if tries:
        tokens = (*tokens[:tries], "wants" if tokens[tries][-1] == "s" else "want", *tokens[tries + 1 :])
        yield tokens
    if tokens[-2:] == ("is", "adjacent"):
        tokens = (*tokens, "to", "it")
        yield tokens
    whole = next((at for at in range(3, len(tokens) - 1) if tokens[at - 1 : at + 1] == ("are", "all")), 0)
    if whole and "and" in tokens[:whole]:
        # "Hexes 1, 2 and 3 are all dry"
        tokens = (*tokens[:whole], *tokens[whole + 1 :])
        yield tokens
    beside = next(
        (at for at in range(3, len(tokens) - 1) if tokens[at - 1 : at + 1] == ("are", "adjacent")), 0
    )
    if beside and tokens[beside + 1] not in _JOINS | {"to"} | _STANDING:
        # "Hexes 1 and 2 are adjacent dry hexes"
        tokens = (*tokens[: beside + 1], "and", "are", *tokens[beside + 1 :])
        yield tokens
    less = next((at for at in range(3, len(tokens) - 3) if tokens[at : at + 3] == ("but", "not", "to")), 0)
    to = len(tokens[:less]) - 1 - tokens[:less][::-1].index("to") if "to" in tokens[1:less] else 0
    if to:
        # "It is adjacent to hex 5 but not to hex 6"
        tokens = (*tokens[: less + 2], tokens[to - 1], *tokens[less + 2 :])
        yield tokens
    apiece = tokens.index("each") if "each" in tokens[3:-1] else 0
    if apiece and "and" in tokens[:apiece] and "are" not in tokens[:apiece]:
        # "A squad and a truck each enter hex 5"
        tokens = (*tokens[:apiece], *tokens[apiece + 1 :])
        yield tokens
    if ":" in tokens[1:4]:
        yield from _itemised(tokens)
    owned = next((at for at in range(1, len(tokens) - 3) if tokens[at : at + 3] == ("has", "in", "play")), 0)
    if owned:
        # "He has in play two LCs" says that he has two LCs in play.
        last = next((at for at in range(owned + 3, len(tokens)) if tokens[at] in _JOINS), len(tokens))
        tokens = (*tokens[: owned + 1], *tokens[owned + 3 : last], "in", "play", *tokens[last:])
        yield tokens
    among = _so_many_of_them(tokens)
    if among != tokens:
        yield among
    dated = _day_left_out(tokens)
    if dated != tokens:
        tokens = dated
        yield tokens
    if "(" in tokens:
        spelt = _spelt_out(tokens)
        if spelt != tokens:
            yield spelt
        yield from _apposed(tokens)
        tokens = _opened(tokens)
        yield tokens
    if "not" in tokens and "any" in tokens:
        tokens = tuple("a" if token == "any" else token for token in tokens)
        yield tokens
    alone = next((at for at in range(1, len(tokens) - 1) if _is_alone(tokens[at - 1 : at + 2])), 0)
    if alone:
        # "An enemy in hex 5 fires"
        tokens = (*tokens[: alone + 1], "unit", *tokens[alone + 1 :])
        yield tokens
    if len(tokens) > 3 and tokens[0] in _WHOSE and tokens[1].islower() and not tokens[2].islower():
        # "Enemy squad S2 is in hex 5": who has a name is not told from others by whose he is.
        tokens = (tokens[1].capitalize(), *tokens[2:])
        yield tokens
    enemy = [
        at for at, token in enumerate(tokens[1:], 1) if token == "enemy" and tokens[at - 1].lower() == "an"
    ]
    for at in enemy[:1]:
        # Whose somebody is, no wording without "enemy" asks; who is called "the enemy squad" is another one.
        tokens = (*tokens[: at - 1], "a", *tokens[at + 1 :])
        yield tokens
    in_turn = [at for at in range(1, len(tokens)) if tokens[at - 1] == "and" and tokens[at] in _IN_TURN]
    if in_turn:
        # "The LOS crosses hex 5 and then hex 6": in which order, the sentences tell; who goes "from hex 4 into hex 5 and then
        # into hex 6" goes into hex 6 from hex 5.
        last = in_turn[-1]
        if "from" in tokens[2:last] and tokens[last + 1 : last + 2] == ("into",):
            beside = tokens[last + 2 : last + 4] == ("an", "adjacent")
            rest = ("a", *tokens[last + 4 :]) if beside else tokens[last + 2 :]
            tokens = (*tokens[:last], tokens[tokens.index("from", 2) - 1], "into", *rest)
        tokens = tuple(
            token
            for at, token in enumerate(tokens)
            if token not in _IN_TURN or tokens[at - 1 : at] != ("and",)
        )
        yield tokens
    away = [
        at
        for at in range(2, len(tokens) - 3)
        if tokens[at : at + 2] == ("that", "is") and number(tokens[at + 2]) is not None
    ]
    if away:
        # "A hex that is 5 hexes from the mire" is a hex 5 hexes from it.
        yield tuple(token for at, token in enumerate(tokens) if at - 1 not in away and at not in away)
    if len(tokens) > 7 and tokens[1] in ("many", "much") and tokens[3] == "of" and tokens[5] in AUXILIARIES:
        # "How many REs of cargo does it take?": how many does it take of cargo?
        yield (*tokens[:3], *tokens[5:], "of", tokens[4])
    if tokens[-3:-1] == (",", "in") and tokens[0].lower() == "what":
        yield tokens[:-3]  # "What is the limit, in MPs?"
    if "now" in tokens and "both" in tokens:
        # "It now enters hex 5; both are wet": "both" adds something there.
        tokens = tuple(token for token in tokens if token != "now")
        yield tokens
    idle = tuple(
        token for at, token in enumerate(tokens) if token not in _IDLE and not _adds_nothing(tokens, at)
    )
    if idle != tokens:
        tokens = idle
        yield tokens
    plain = _said_to_be(tokens)
    if plain != tokens:
        tokens = plain
        yield tokens
    counted = _neither(tokens)
    if counted != tokens:
        tokens = counted
        yield tokens
    flowing = _without_commas(tokens, _TAILS)
    if flowing != tokens:
        yield flowing
    placed = _without_commas(tokens, _PLACES)
    if placed != tokens:
        # "A barge is in a hex, in the fen": where somebody is, a comma need not set off.
        yield placed
    single = tuple(
        "a" if token == "one" and at and tokens[at - 1] in _FROM_ONE else token
        for at, token in enumerate(flowing)
        if token != "enemy" or at < 2 or flowing[at - 1] != "one" or flowing[at - 2] not in _FROM_ONE
    )
    if single != flowing:
        yield single
    yield from _put_plainly(single)
    mark = single.index("'s") if "'s" in single[1:4] else 0
    if mark > 1 and single[0].lower() in AUXILIARIES and len(single) < _MOST_OWNED:
        # "Must the mire's depth be told?": must the depth of the mire.
        for stop in range(mark + 2, min(mark + 4, len(single) - 1)):
            yield (single[0], "the", *single[mark + 1 : stop], "of", *single[1:mark], *single[stop:])
    elif mark and len(single) < _MOST_OWNED:
        # "Its depth check fails": the depth check of it does.
        owner = (single[0].lower(), *single[1:mark]) if single[0].lower() in _ARTICLES else single[:mark]
        for stop in range(mark + 2, min(mark + 4, len(single) - 1)):
            yield ("the", *single[mark + 1 : stop], "of", *owner, *single[stop:])
    if len(single) > 3 and single[0].lower() == "one" and single[1] != "of" and single[1].islower():
        yield ("A", *single[1:])  # "One squad survives"
    counted = _in_words(single)
    if counted != single:
        yield counted


def _in_words(tokens: Tokens) -> Tokens:
    """Words with "three hexes wide" for "3 hexes wide": a wording may count in words what nobody needs to measure."""
    return tuple(
        _NUMERALS.get(token, token) if tokens[at + 1 : at + 2] and tokens[at + 1].islower() else token
        for at, token in enumerate(tokens)
    )


_NUMERALS = {str(count): word for word, count in NUMBER_WORDS.items()}


_WHOSE = frozenset({"Enemy", "Friendly"})


def _adds_nothing(tokens: Tokens, at: int) -> bool:
    """Whether a word is of "as well", or an "only" before how much is told: "the boat has only 3 MP"."""
    if tokens[at] == "only":
        counted = at > 1 and number("".join(tokens[at + 1 : at + 2])) is not None
        return counted and tokens[0].lower() not in _ASKING
    start = at - (tokens[at] == "well")
    return tokens[start : start + 2] == ("as", "well") and tokens[start + 2 : start + 3] != ("as",)


def _is_alone(words: Tokens) -> bool:
    """Whether "enemy" is a noun in these three words: "an enemy in"."""
    return words[1] == "enemy" and words[0].lower() in _ARTICLES and words[2] in _STANDING


def _without_commas(tokens: Tokens, before: frozenset[str]) -> Tokens:
    """Words without the commas that stand before one of these."""
    return tuple(
        token
        for at, token in enumerate(tokens)
        if token != "," or tokens[at + 1 : at + 2] == () or tokens[at + 1] not in before
    )


_IN_TURN = frozenset({"then", "later"})
_GAPPING = frozenset({"costs", "has", "needs", "pays", "spends", "receives", "gets"})


def _gapped(tokens: Tokens) -> Tokens:
    """ "Mud costs a cart 2 MP and ice 1 MP" with the verb, and with whom it is so for, in both halves."""
    for gapped in (_gapped_nouns, _gapped_places) if "is" in tokens[1:4] else (_gapped_objects,):
        whole = gapped(tokens)
        if whole != tokens:
            return whole
    verb = next((at for at, token in enumerate(tokens) if token in _GAPPING), 0)
    joint = tokens.index("and", verb) if verb and "and" in tokens[verb:] else 0
    right = tokens[joint + 1 :]
    if not joint or tokens.count("and") > 1 or not 3 <= len(right) <= 6 or joint - verb < 3:
        return tokens
    if right[-1] != tokens[joint - 1] or not tokens[joint - 2].isdigit() or not right[-2].isdigit():
        return tokens
    if not (AUXILIARIES | _GAPPING | {"already", "then", "now"}).isdisjoint(right):
        return tokens  # it has a verb
    return (*tokens[: joint + 1], *right[:-2], *tokens[verb : joint - 2], *right[-2:])


def _gapped_nouns(tokens: Tokens) -> Tokens:
    """ "S1 is a squad, T1 a truck and hex 5 a woods hex" with the verb in each."""
    at = tokens.index("is")
    if tokens[at + 1 : at + 2] not in (("a",), ("an",)) or tokens.count("is") > 1:
        return tokens
    found = list(tokens[: at + 2])
    missing = False
    for k in range(at + 2, len(tokens)):
        begins = next((j for j in (k - 1, k - 2, k - 3) if j > at and tokens[j] in (",", "and")), 0)
        named = tokens[begins + 1 : k]
        if tokens[k] in ("a", "an") and begins and named and any(map(_named_so, named[-1])):
            found.append("is")
            missing = True
        found.append(tokens[k])
    return tuple(found) if missing else tokens


def _gapped_objects(tokens: Tokens) -> Tokens:
    """ "S1 carries a LMG and T1 a mortar" with the verb in each: T1 is not carried."""
    verb = next((at for at in range(1, 4) if _takes_an_object(tokens, at)), 0)
    if not verb:
        return tokens
    first, *others = _parts(tokens, (",", ";", "and"))
    objects = [
        next((at for at in range(1, 4) if _brings_in(part, at) and _named_so(part[at - 1][0])), 0)
        for part in others
    ]
    if not others or not all(objects) or not AUXILIARIES.isdisjoint(chain.from_iterable(others)):
        return tokens
    return _with_verb_in_each(tokens[verb], first, others, objects)


def _takes_an_object(tokens: Tokens, at: int) -> bool:
    """Whether a word is a verb between a name and what is brought in with "a"."""
    verb = "".join(tokens[at : at + 1])
    return (
        _brings_in(tokens, at + 1) and verb.islower() and verb.endswith("s") and _named_so(tokens[at - 1][0])
    )


def _brings_in(tokens: Tokens, at: int) -> bool:
    """Whether "a" stands there."""
    return tokens[at : at + 1] in (("a",), ("an",))


def _with_verb_in_each(verb: str, first: Tokens, others: Sequence[Tokens], places: Sequence[int]) -> Tokens:
    """A list whose first part has the verb, with the verb in the others, too, at these places."""
    each = ((*part[:at], verb, *part[at:]) for part, at in zip(others, places, strict=True))
    return _both((first, *each))


def _gapped_places(tokens: Tokens) -> Tokens:
    """ "S1 is in hex 5 and T1 in hex 6" with the verb in each: who is somewhere else is no second place of the first."""
    at = tokens.index("is")
    where = tokens[at + 1 : at + 2]
    if where not in (("in",), ("on",), ("at",), ("aboard",)) or tokens.count("is") > 1:
        return tokens
    first, *others = _parts(tokens, (",", ";", "and"))
    stands = [part.index(*where) if where[0] in part[1:4] and len(part) > 2 else 0 for part in others]
    things = all(
        part[0].lower() in _ARTICLES or _named_so(part[k - 1][0])
        for part, k in zip(others, stands, strict=True)
    )
    if not others or not things or not all(stands):
        return tokens
    return _with_verb_in_each("is", first, others, stands)


def _named_so(letter: str) -> bool:
    """Whether a letter is one that names have and words have not."""
    return letter.isupper() or letter.isdigit()


def _put_plainly(tokens: Tokens) -> Iterator[Tokens]:
    """Words with "is" for "lies", "nearest" for "closest", "entered" for "had entered", "is defined" for "was defined" and
    "pushes" for "is pushing"."""
    found: list[str] = []
    for at, token in enumerate(tokens):
        after = tokens[at + 1] if at + 1 < len(tokens) else ""
        if token in ("lies", "lie", "stands") and at and after in _STANDING:
            found.append("are" if token == "lie" else "is")
        elif (token in ("had", "being") and after.endswith(("ed", "en")) and at) or (
            token == "then" and found[-1:] in (["is"], ["are"])
        ):
            continue
        elif token in ("was", "were") and (
            after == "not" or after.endswith(("ed", "en")) or _ends_with_number(tokens, at + 1)
        ):
            found.append("is" if token == "was" else "are")
        else:
            found.append(_SAME_AS.get(token, token))
    plain = tuple(found)
    if plain != tokens:
        yield plain
    yield from _actively(plain)
    yield from _the_other_way(plain)
    for at in range(1, len(plain) - 2):
        if plain[at] == "is":
            denied = plain[at + 1] == "not"
            doing = plain[at + 1 + denied]
            if doing.endswith("ing") and doing.islower() and len(doing) > 5:
                for verb in _doing(doing)[::-1]:
                    does = ("does", "not", verb) if denied else (third_person(verb),)
                    yield (*plain[:at], *does, *plain[at + 2 + denied :])


def _ends_with_number(tokens: Tokens, at: int) -> bool:
    """Whether a number stands here and nothing that it counts: "the landing dr was 6"."""
    return number("".join(tokens[at : at + 1])) is not None and (
        at + 1 == len(tokens) or tokens[at + 1] in _JOINS
    )


def _the_other_way(tokens: Tokens) -> Iterator[Tokens]:
    """Words with "a squad is next to the hex" for "the hex is next to a squad"."""
    if not _JOINS.isdisjoint(tokens) or "to" not in tokens:
        return
    to = tokens.index("to")
    if to > 2 and tokens[to - 1] in ("next", "adjacent") and tokens[to - 2] == "is" and len(tokens) > to + 1:
        yield (*tokens[to + 1 :], "is", *tokens[to - 1 : to + 1], *definite(tokens[: to - 2]))


def _actively(tokens: Tokens) -> Iterator[Tokens]:
    """Words with "the tide reaches hex 5" for "hex 5 is reached by the tide", and a question with "does the tide reach"."""
    at = tokens.index("by") if "by" in tokens else 0
    if at < 3 or not tokens[at - 1].endswith("ed") or len(tokens[at - 1]) < 5:
        return
    asked = tokens[0] in ("Is", "Are", "is", "are")
    verb = 0 if asked else at - 2
    denied = tokens[at - 2] == "not"
    verb -= denied and not asked
    if tokens[verb].lower() not in ("is", "are"):
        return
    begin = next((k + 1 for k in range(verb - 1, -1, -1) if tokens[k] in _JOINS), 0)
    end = next((k for k in range(at + 1, len(tokens)) if tokens[k] in _JOINS), len(tokens))
    whom = definite(tokens[1 : at - 1 - denied] if asked else tokens[begin:verb])
    who, rest = tokens[at + 1 : end], tokens[end:]
    if not whom or not who:
        return
    if rest[:2] == (",", "which"):
        rest = ("and", *who, *rest[2:])
    done = tokens[at - 1]
    for base in (f"{done[:-3]}y",) if done.endswith("ied") else (done[:-2], done[:-1]):
        does = ("not", base) if denied else (base,)
        if asked:
            yield ("does", *who, *does, *whom, *rest)
        else:
            yield (
                *tokens[:begin],
                *who,
                *(("does", *does) if denied else (third_person(base),)),
                *whom,
                *rest,
            )


_SAME_AS = {
    "closest": "nearest",
    "thus": "so",
    "pick": "choose",
    "picks": "chooses",
    "select": "choose",
    "selects": "chooses",
    "entire": "whole",
    "towards": "toward",
    "during": "in",
}
_NO_THING_KNOWN = frozenset({"whether", "if", "how", "what", "which", "where", "that"})
"""With which goes on what nobody knows that is no thing."""
_STANDING = frozenset({"in", "on", "within", "between", "next", "adjacent", "at", "along", "beside"})


_BARE_THINGS = re.compile(r"(?P<noun>[A-Z][a-z]+s) (?P<verb>[a-z]+)\b")
"""Things of a kind with which a sentence begins, and what they do."""


def of_one_thing(sentence: str) -> str:
    """A sentence with "a squad fires" for "squads fire", as it is told of some that are not told apart; empty where it begins
    otherwise."""
    several = _BARE_THINGS.match(sentence)
    if several is None or several["verb"].endswith("s"):
        return ""
    verb = _OF_ONE.get(several["verb"]) or third_person(several["verb"])
    noun = singular(several["noun"]).lower()
    return f"{'An' if noun[0] in 'aeio' else 'A'} {noun} {verb}{sentence[several.end() :]}"


def impersonally(sentence: str) -> str:
    """A sentence with "the squad" for "my squad", and for "my squads", of which the same is so."""
    several = _MY_THINGS.match(sentence)
    if several is not None and not several["verb"].endswith("s"):
        verb = _OF_ONE.get(several["verb"]) or third_person(several["verb"])
        sentence = f"The {singular(several['noun'])} {verb}{sentence[several.end() :]}"
    return _MINE.sub(lambda mine: "The " if mine["whose"][0].isupper() else "the ", sentence)


def _has_been(tokens: Tokens) -> Tokens:
    """Words with "is frozen" for "has been frozen": what has been done to a thing, it is."""
    for at in range(1, len(tokens) - 1):
        if tokens[at] == "been" and tokens[at + 1].endswith(("ed", "en")):
            if tokens[at - 1] in ("has", "have"):
                return (*tokens[: at - 1], "is" if tokens[at - 1] == "has" else "are", *tokens[at + 1 :])
            if tokens[at - 2 : at] == ("has", "not"):
                return (*tokens[: at - 2], "is", *tokens[at - 1 : at], *tokens[at + 1 :])
    return tokens


def _has_to(tokens: Tokens) -> Tokens:
    """Words with "must" for "has to", and with "is 7" for "is a 7"."""
    found: list[str] = []
    for at, token in enumerate(tokens):
        if token == "to" and found and found[-1] in ("has", "have") and len(found) > 1:
            found[-1] = "must"
        elif (
            token in ("a", "an")
            and found
            and found[-1] in ("is", "was")
            and number("".join(tokens[at + 1 : at + 2])) is not None
            and (tokens[at + 2 : at + 3] == () or tokens[at + 2] in _JOINS)
        ):
            continue
        else:
            found.append(token)
    return tuple(found)


def _neither(tokens: Tokens) -> Tokens:
    """Words with "two ways, neither of them wet" for "two ways, and neither is wet"."""
    for at in range(3, len(tokens) - 3):
        for form in _NEITHER:
            if tokens[at : at + len(form)] == form:
                before = tokens[: at - (tokens[at - 1] == ",")]
                return (*before, ",", form[1], "of", "them", *tokens[at + len(form) :])
    return tokens


def _another(tokens: Tokens) -> Tokens:
    """Words without "besides its own", "besides the squad's own", where they are about "another"."""
    if "another" not in tokens or tokens[-1] != "own":
        return tokens
    at = next((k for k in range(len(tokens) - 3, 0, -1) if tokens[k] == "besides"), 0)
    return tokens[: at - (tokens[at - 1] == ",")] if at > tokens.index("another") else tokens


def _called(tokens: Tokens) -> Tokens:
    """Words with "squad S1" for "a squad named S1", "a squad called S1"."""
    for at in range(2, len(tokens) - 1):
        if tokens[at] not in ("named", "called", "designated") or tokens[at + 1].islower():
            continue
        start = next((k for k in range(at - 2, max(-1, at - 6), -1) if tokens[k].lower() in _ARTICLES), -1)
        if start >= 0:
            return (*tokens[:start], *tokens[start + 1 : at], *tokens[at + 1 :])
    return tokens


def _roll_for(tokens: Tokens) -> Tokens:
    """Words with "the landing dr" for "the dr for the landing", "the dr made for the landing"."""
    for at in range(1, len(tokens) - 3):
        if tokens[at] not in ("dr", "DR", "roll") or tokens[at - 1].lower() != "the":
            continue
        after = at + 1 + (tokens[at + 1] in ("made", "rolled"))
        roll = "dr" if tokens[at] == "roll" else tokens[at]
        if tokens[after : after + 2] == ("for", "the") and len(tokens) > after + 2:
            return (*tokens[:at], tokens[after + 2], roll, *tokens[after + 3 :])
        if tokens[after : after + 3] == ("for", "it", "'s") and len(tokens) > after + 4:
            return (*tokens[: at - 1], *tokens[after + 1 : after + 4], roll, *tokens[after + 4 :])
        bare = tokens[after + 1] if tokens[after] == "for" and len(tokens) > after + 2 else ""
        if bare.isalpha() and tokens[after + 2] in ("is", "was"):
            return (*tokens[:at], bare, roll, *tokens[after + 2 :])
    return tokens


_ROLLS = frozenset({"DR", "dr"})


def _thrown(tokens: Tokens) -> Tokens:
    """Words with "the landing dr is 3" for "a 3 is rolled for the landing", "the players roll a 3 for the landing", and with
    "the landing DR of S1 is 6" for "the owner rolls a 6 for the landing DR of S1"."""
    for at in range(1, len(tokens) - 2):
        if tokens[at - 1].lower() not in ("a", "an") or number(tokens[at]) is None:
            continue
        made = tokens[at + 1 : at + 3] in (
            ("is", "rolled"),
            ("was", "rolled"),
            ("is", "thrown"),
            ("was", "thrown"),
        )
        by = at - 2 if tokens[at - 2 : at - 1] in (("roll",), ("rolls",), ("rolled",)) else 0
        after = at + 3 if made else at + 1
        what = after + 2 if tokens[after : after + 2] == ("for", "the") else after + 1
        if not (made or by) or tokens[after : after + 1] != ("for",) or not tokens[what:]:
            continue
        subject = by
        while subject and tokens[subject - 1] not in _JOINS:
            subject -= 1
        start = at - 1 if made else subject
        named = next((k + 1 for k in range(what, min(len(tokens), what + 4)) if tokens[k] in _ROLLS), 0)
        if named:
            owned = tokens[named : named + 1] in (("of",), ("for",))
            end = next((k for k in range(named, len(tokens)) if tokens[k] in _JOINS), len(tokens))
            whose = ("of", *tokens[named + 1 : end]) if owned else ()
            rest = tokens[end if owned else named :]
            return (*tokens[:start], "the", *tokens[what:named], *whose, "is", tokens[at], *rest)
        return (*tokens[:start], "the", tokens[what], "dr", "is", tokens[at], *tokens[what + 1 :])
    return tokens


def _known_to_nobody(tokens: Tokens) -> Tokens:
    """Words with "the depth is not known" for "nobody knows the depth"."""
    for at in range(len(tokens) - 2):
        who = 2 if tuple(map(str.lower, tokens[at : at + 2])) == ("no", "one") else 1
        if (tokens[at].lower() != "nobody" and who == 1) or tokens[at + who : at + who + 1] != ("knows",):
            continue
        what = tokens[at + who + 1 :]
        if what and what[0] not in _NO_THING_KNOWN and _JOINS.isdisjoint(what):
            return (*tokens[:at], *what, "is", "not", "known")
    return tokens


def of_one(tokens: Tokens) -> Tokens:
    """Words with "a side of" for "one of the sides of", with "a side of it" for "one of its sides", and so of what is named."""
    for at in range(len(tokens) - 3):
        word = tokens[at + 3 : at + 4]
        if tuple(map(str.lower, tokens[at : at + 3])) == ("one", "of", "the") and word[0].endswith("s"):
            return (*tokens[:at], "a", singular(word[0]), *tokens[at + 4 :])
        if tuple(map(str.lower, tokens[at : at + 2])) == ("one", "of"):
            owned = next((k for k in range(at + 3, min(at + 6, len(tokens) - 1)) if tokens[k] == "'s"), 0)
            if owned and tokens[owned + 1].endswith("s"):
                return (
                    *tokens[:at],
                    *("a", singular(tokens[owned + 1]), "of"),
                    *tokens[at + 2 : owned],
                    *tokens[owned + 2 :],
                )
    return tokens


def _some_of_them(tokens: Tokens) -> Tokens:
    """Words with "and one of them" for ", one of which", and with "and no two of them" for ", no two of which"."""
    for at in range(2, len(tokens) - 3):
        for of in (at + 2, at + 3):
            if tokens[at] == "," and tokens[of : of + 2] in (("of", "which"), ("of", "whom")):
                return (*tokens[:at], "and", *tokens[at + 1 : of + 1], "them", *tokens[of + 2 :])
    return tokens


def _having_none(tokens: Tokens) -> Tokens:
    """Words with "does not spend MPs" for "spends no MPs"."""
    for at in range(2, len(tokens) - 1):
        verb = tokens[at - 1]
        if tokens[at] == "no" and verb.endswith("s") and verb.islower() and verb not in AUXILIARIES:
            return (*tokens[: at - 1], "does", "not", base_form(verb), *tokens[at + 1 :])
    return tokens


def _all_of_them(tokens: Tokens) -> Tokens:
    """Words with "the hexes" for "all hexes" and "all of the hexes", with which they begin, with "these three hexes" for "all
    three hexes" and "the three hexes"."""
    first = tokens[0].lower() if len(tokens) > 3 else ""
    if first not in ("all", "the", "these", "those"):
        return tokens
    rest = tokens[1:]
    rest = rest[1:] if first == "all" and rest[0] == "of" else rest
    rest = rest[1:] if first == "all" and rest[0] == "the" else rest
    counted = rest[0].isalpha() and number(rest[0]) is not None
    if counted and len(rest) > 2:
        return ("these", *rest) if rest[1].islower() and rest[1] not in AUXILIARIES else tokens
    if first != "all":
        return tokens
    return ("the", *rest) if len(rest) > 2 and rest[0].islower() and rest[0] not in AUXILIARIES else tokens


OF_THEM = (("of", "them"), ("of", "these"), ("of", "those"))
_VERBS_OF_MANY = {"is": "are", "are": "are", "has": "have", "have": "have"}


def _they_all(tokens: Tokens) -> Tokens:
    """Words with "they are wet" for "all are wet", "all three are wet", "each of them is wet", and "they are not wet" for "none
    of them is wet"."""
    first = tokens[0].lower() if tokens else ""
    if first not in ("all", "each", "none"):
        return tokens
    rest = tokens[1:]
    told_of = rest[:2] in OF_THEM
    rest = rest[2:] if told_of else rest
    if first == "all" and not told_of and rest and rest[0].isalpha() and number(rest[0]) is not None:
        rest = rest[1:]
    verb = _VERBS_OF_MANY.get(rest[0]) if len(rest) > 1 else None
    if verb is None or (first == "none" and (not told_of or verb == "have")):
        return tokens
    said = rest[1:]
    if rest[0] == "is" and said[0] in ("a", "an") and len(said) > 1 and _JOINS.isdisjoint(said):
        said = (*said[1:-1], plural(said[-1]))
    return ("they", verb, *(("not",) if first == "none" else ()), *said)


def for_each(tokens: Tokens) -> Tokens:
    """Words with "the width of the hexes is 3, and the hexes have …" for "for every hex the width is 3, and all have …"."""
    if len(tokens) < 7 or tokens[0].lower() != "for" or tokens[1] not in ("every", "each"):
        return tokens
    start = next((at for at in (3, 4) if tokens[at].lower() == "the"), 0)
    verb = next((at for at in range(start, len(tokens)) if tokens[at] == "is"), 0)
    if not start or not verb:
        return tokens
    noun = start - 1 - (tokens[start - 1] == ",")
    things = ("the", *tokens[2:noun], plural(tokens[noun]))
    rest: list[str] = []
    for at, token in enumerate(tokens[verb:], verb):
        whole = (
            token == "all" and tokens[at - 1] in _JOINS and tokens[at + 1 : at + 2] in (("have",), ("are",))
        )
        rest += things if whole else (token,)
    return (*tokens[start:verb], "of", *things, *rest)


def _denying(tokens: Tokens) -> Tokens:
    """Words with "is not frigid" for "is non-frigid", with "is not frozen" for "is unfrozen", with "is not a mire hex" for
    "is a non-mire hex"."""
    found: list[str] = []
    position = 0
    while position < len(tokens):
        word, before = tokens[position], tokens[position - 1] if position else ""
        width = 2 if word == "non" else 1
        after = tokens[position + 4 : position + 5]
        if word in ("a", "an") and before == "is" and tokens[position + 1 : position + 2] == ("non",):
            if after and after[0] not in _JOINS:
                return tokens  # what follows is not denied
            found += ("not", "a")
            position += 2
            continue
        if before in ("is", "are") or before in _JOINS:
            bare = tokens[position + 1 : position + 2] if width == 2 else (word.removeprefix("un"),)
            ends = tokens[position + width : position + width + 1]
            if (
                bare
                and (not ends or ends[0] in _JOINS)
                # who is unloading does something
                and (width == 2 or (word[:2] == "un" and len(word) > 5 and not word.endswith("ing")))
            ):
                found += ("not", *bare)
                position += width
                continue
        found.append(word)
        position += 1
    return tuple(found)


def says_nothing(tokens: Tokens) -> bool:
    """Whether a sentence says no more than that there is no more to be said, or that dice are fair."""
    said = " ".join(tokens)
    return any(form.fullmatch(said) is not None for form in (_ALL_THERE_IS, _FAIR, _NOT_AT_HAND, _UNRULED))


def _and_is_no(tokens: Tokens) -> Tokens:
    """Words with "and is not a ford hex" for "and no ford hex" behind what something is: "hex 5 is dry and no ford hex"."""
    for at in range(4, len(tokens) - 1):
        if tokens[at] != "no" or tokens[at - 1] not in ("and", "but"):
            continue
        verb = next((k for k in range(at - 2, 0, -1) if tokens[k] in AUXILIARIES), 0)
        said = tokens[verb + 1 : at - 1]
        said = said[:-1] if said[-1:] == (",",) else said
        there = tokens[verb - 1].lower() == "there"
        if tokens[verb] == "is" and not there and _PREPOSITIONS.isdisjoint(said) and "," not in said:
            ends = AUXILIARIES.isdisjoint(tokens[at + 1 :])
            return (*tokens[:at], "is", "not", "a", *tokens[at + 1 :]) if ends else tokens
    return tokens


def _denied(tokens: Tokens) -> Tokens:
    """Words with "not" for "neither": "S1 is not here nor there", "S1 and S2 are not here"."""
    if tokens[0].lower() != "neither":
        return tuple("not" if token == "neither" else token for token in tokens)
    found = ["and" if token == "nor" else token for token in tokens[1:]]
    verb = next((at for at, token in enumerate(found) if token in AUXILIARIES), len(found))
    return (*found[: verb + 1], "not", *found[verb + 1 :])


def _uncited(tokens: Tokens) -> Tokens:
    """Words without "as per B20.46", "under G13.41" and "because of rule 20.46", without "(rather than …)",
    and with "and" for "and so"."""
    found: list[str] = []
    position = 0
    while position < len(tokens):
        for form in _CITING:
            end = position + len(form)
            cites = tokens[position:end] == form
            end += cites and tokens[end : end + 1] == ("rule",)
            if cites and end < len(tokens) and _RULE.fullmatch(tokens[end]):
                position = end + 1
                break
        else:
            if tokens[position : position + 2] == ("rather", "than"):
                inside = found[-1:] == ["("]
                if inside:
                    found.pop()
                closing = (
                    tokens.index(")", position) + 1 if inside and ")" in tokens[position:] else len(tokens)
                )
                position = closing
            elif tokens[position : position + 2] == ("and", "so"):
                found.append("and")
                position += 2
            else:
                found.append(tokens[position])
                position += 1
    return tuple(found)


_CITING = (
    ("as", "per"),
    ("per",),
    ("under",),
    ("by",),
    ("according", "to"),
    ("in", "accordance", "with"),
    ("because", "of"),
    ("due", "to"),
    ("owing", "to"),
    ("by", "virtue", "of"),
    ("on", "account", "of"),
)
_RULE = re.compile(r"[A-Z]{0,2}\d+\.\d+[a-z]?")


def _apposed(tokens: Tokens) -> Iterator[Tokens]:
    """Words with what a thing is said to be in brackets between commas: "T1 (a tank) enters"."""
    opening = [at for at, token in enumerate(tokens[:-1]) if token == "("]
    if opening and all(tokens[at + 1] in ("a", "an") for at in opening):
        flat = tuple("," if token in "()" else token for token in tokens)
        yield flat[:-1] if flat[-1] == "," else flat
    elif len(opening) == 1 and ")" in tokens[opening[0] :]:
        # "A brigade (1 RE, not motorized) lands": which is of 1 RE and is not motorized.
        start, end = opening[0], tokens.index(")", opening[0])
        parts = _parts(tokens[start + 1 : end], (",", ";", "and"))
        for owning in ("is", "has"):
            whole = _both(_said_of(part, owning) for part in parts)
            yield (*tokens[:start], ",", "which", *whole, ",", *tokens[end + 1 :])


def _so_many_of_them(tokens: Tokens) -> Tokens:
    """Words with "and one of them is laden" for "two craft, one of them laden", and "and none is in it" for "none in it"."""
    for at in range(2, len(tokens) - 2):
        if tokens[at - 1] != ",":
            continue
        told_of = tokens[at + 1 : at + 3] in OF_THEM
        after = at + (3 if told_of else 1)
        if not (told_of and number(tokens[at]) is not None) and tokens[at] not in ("none", "all", "both"):
            continue
        if not told_of and tokens[after : after + 1] not in (("in",), ("on",), ("at",)):
            continue
        if len(tokens) > after and not tokens[after].endswith("s") and tokens[after] not in AUXILIARIES:
            are = "are" if tokens[at] in ("all", "both") or number(tokens[at]) not in (None, 1) else "is"
            return (*tokens[: at - 1], "and", *tokens[at:after], are, *tokens[after:])
    return tokens


def _spelt_out(tokens: Tokens) -> Tokens:
    """ "The check gave F (failure)": what a letter stands for in its place, where brackets behind it say it."""
    at = tokens.index("(") - 1
    end = tokens.index(")", at) if ")" in tokens[at:] else 0
    stands = at > 0 and len(tokens[at]) == 1 and tokens[at].isupper() and tokens[at - 1] in _GIVING
    return (*tokens[:at], *tokens[at + 2 : end], *tokens[end + 1 :]) if stands and end else tokens


_GIVING = frozenset({"gave", "gives", "is", "was", "result", "got", "a", "an"})


def _day_left_out(tokens: Tokens) -> Tokens:
    """Words with the month alone for "31 October 1943" and "Oct 31, 43", on whichever side of it the day stands."""
    for at, token in enumerate(tokens):
        month = _MONTHS.get(token)
        if month is None:
            continue
        start, end = at, at + 1
        if at and _DAY.fullmatch(tokens[at - 1]):
            start -= 1
        elif _DAY.fullmatch(" ".join(tokens[end : end + 1])):
            end += 1
            end += tokens[end : end + 1] == (",",)
        year = " ".join(tokens[end : end + 1])
        if start == at and end == at + 1 and month == token and len(year) != 2:
            continue
        if _YEAR.fullmatch(year):
            if start and tokens[start - 1] == "on":
                return (*tokens[: start - 1], "in", month, f"19{year[-2:]}", *tokens[end + 1 :])
            return (*tokens[:start], month, f"19{year[-2:]}", *tokens[end + 1 :])
    return tokens


_DAY = re.compile(r"[0-3]?\d(?:st|nd|rd|th)?")
_YEAR = re.compile(r"(?:19)?\d\d")
_MONTHS = {short: month for month in calendar.month_name[1:] for short in (month, month[:3])}


def _itemised(tokens: Tokens) -> Iterator[Tokens]:
    """What a list says of the thing before its colon as one sentence: "Unit A: in reserve, starts 2 hexes from hex 5"."""
    at = tokens.index(":")
    said = [
        part if len(part) > 1 and part[0].endswith("s") else _said_of(part, "is")
        for part in _parts(tokens[at + 1 :], (",", ";"))
    ]
    if said:
        yield (*tokens[:at], *_both(said))


_THESE = re.compile(
    r"(?:all (?:of )?)?(?:these|the following)(?: [a-z]+s)? (?:is|are)(?: (?P<rest>(?!in play$)[^:]+))?"
    r"|consider|(?:the [a-z]+s|in play|there) (?:is|are)|(?:these|the following) [a-z]+s are in play",
    re.IGNORECASE,
)
"""What stands before the colon of a list of things."""


def all_of_these(sentence: str) -> list[str]:
    """ "All of these are in hex 5: a squad; a truck." as what is said of each, "The units are: a squad; a truck." as that there
    is each; nothing where no list of things is announced."""
    before, _, after = sentence.strip(" .").partition(":")
    opening = _THESE.fullmatch(before.strip()) if after else None
    if opening is None:
        return []
    items = [item.strip() for item in re.split(r";(?: and)?" if ";" in after else r",(?: and)?| and ", after)]
    if not opening["rest"]:
        return [f"There is {item}." for item in items if item]
    rest = opening["rest"].strip()
    again_ = re.sub(r"\ban? ", "the ", rest)
    return [
        f"{item[:1].upper()}{item[1:]} is {again_ if at else rest}." for at, item in enumerate(items) if item
    ]


_RATED = re.compile(r"\d+-\d+(?:-\d+)?")
"""What a unit is rated as in figures."""


def _by_rating(tokens: Tokens) -> Tokens:
    """Words with "squad 4-4-7" for "a 4-4-7 squad", and "a gun" for "a 75 mm gun"."""
    found: list[str] = []
    at = 0
    while at < len(tokens):
        follow = tokens[at + 1 :]
        if tokens[at].lower() in _ARTICLES and len(follow) > 1 and _RATED.fullmatch(follow[0]):
            if not follow[1].islower() or follow[1] in AUXILIARIES or number(follow[1]) is not None:
                return tokens
            found += [follow[1], follow[0]]
            at += 3
        elif (
            tokens[at].lower() in _ARTICLES and len(follow) > 2 and follow[1] == "mm" and follow[0].isdigit()
        ):
            found.append(tokens[at])
            at += 3
        else:
            found.append(tokens[at])
            at += 1
    return tuple(found)


def _each_its_own(tokens: Tokens) -> Tokens:
    """ "Hexes 5 and 6 are 1 and 2 hexes from hex 7 respectively" as what is said of each."""
    at = next((at for at, token in enumerate(tokens) if token.lower() == "respectively"), 0)
    verb = next((k for k in range(2, at) if tokens[k] in ("are", "have")), 0)
    if not verb:
        return tokens
    whole = (*tokens[:at], *tokens[at + 1 :])
    whole = whole[:-1] if whole[-1] == "," else whole
    name = next((k for k in range(verb) if k + 1 < verb and tokens[k + 1] in (",", "and")), 0)
    noun, names = tokens[:name], _parts(tokens[name:verb], (",", "and"))
    one = (*noun[:-1], singular(noun[-1])) if noun else ()
    kinds = _parts(whole[verb + 1 :], (",", "and"))
    if len(kinds) == len(names) > 1 and all(kind[0] in _ARTICLES for kind in kinds):
        # "Hexes 5 and 6 are a fen hex and a dune hex respectively"
        return _both((*one, *name, "is", *kind) for name, kind in zip(names, kinds, strict=True))
    last = whole.index("and", verb) if "and" in whole[verb:] else 0
    values = _parts(whole[verb + 1 : last], (",",)) if last else []
    if len(values) != len(names) - 1 or len(names) < 2 or any(len(one) > 1 for one in (*names, *values[1:])):
        return tokens
    head, values[0] = values[0][:-1], values[0][-1:]
    rest = whole[last + 2 :]
    values.append(whole[last + 1 : last + 2])
    does = "is" if tokens[verb] == "are" else "has"
    return _both((*one, *name, does, *head, *value, *rest) for name, value in zip(names, values, strict=True))


def _parts(tokens: Tokens, between: tuple[str, ...]) -> list[Tokens]:
    """The parts of a list, without what stands between them and an "and" with which one begins."""
    parts: list[list[str]] = [[]]
    for token in tokens:
        if token in between:
            parts.append([])
        elif parts[-1] or token != "and":
            parts[-1].append(token)
    return [tuple(part) for part in parts if part]


def _both(parts: Iterable[Tokens]) -> Tokens:
    """What a list says, joined by "and"."""
    return tuple(token for part in parts for token in ("and", *part))[1:]


def _said_of(part: Tokens, owning: str) -> Tokens:
    """What stands in brackets behind a thing with the verb that it lacks: "of 1 RE", "is not motorized", "has a symbol"."""
    if number(part[0]) is not None:
        return ("is", "of", *part)
    if part[0] in ("a", "an", "not", "in", "on", "of"):
        return ("is", *part)
    if part[0] in ("with", "without", "no"):
        return ("has", *(("no", *part[1:]) if part[0] == "without" else part[part[0] == "with" :]))
    return (owning, *part)


def _opened(tokens: Tokens) -> Tokens:
    """Words with commas for brackets: what stands in them is said too."""
    found: list[str] = []
    for place, token in enumerate(tokens):
        if token == ")":
            if tokens[place + 1 : place + 2] not in ((",",), (";",), ()):
                found.append(",")
        else:
            found.append("and" if token == "(" else token)
    return tuple(found)


def _said_to_be(tokens: Tokens) -> Tokens:
    """Words without "considered", "treated as" and the like: a thing that counts as one is one."""
    found: list[str] = []
    position = 0
    while position < len(tokens):
        word, follow = tokens[position], tokens[position + 1 : position + 2]
        if word in _SAID_TO_BE:
            position += 1
            position += 2 if tokens[position : position + 2] == ("to", "be") else 0
        elif word in _SAID_OF and tokens[position + 1 : position + 3] == ("to", "be"):
            position += 3
        elif word in _BECOMING:
            helper = found.index("does") if "does" in found else 0
            if found and found[helper].lower() in ("does", "do", "did", "will"):
                found[helper] = "Is" if helper == 0 else "is"
            else:
                found.append("is")
            position += 1
        elif word in _SAID_AS and follow == ("as",):
            position += 2
            position += 1 if tokens[position : position + 1] == ("being",) else 0
        elif word in ("counts", "count", "qualifies", "qualify") and follow == ("as",):
            if found[-2:] == ["does", "not"] or found[-2:] == ["do", "not"]:
                found[-2] = "is"
            elif found and found[0].lower() in ("does", "do"):
                found[0] = "Is"
            else:
                found.append("is")
            position += 2
        elif word in _FITTING and tokens[position + 1 : position + 4] == ("the", "definition", "of"):
            if found[-2:] == ["does", "not"]:
                found[-2] = "is"
            elif found and found[0].lower() == "does":
                found[0] = "Is"
            else:
                found.append("is")
            position += 4
        else:
            found.append(word)
            position += 1
    return tuple(found)
