"""The vocabulary part of a rules file: one declaration a line, turned into templates.

    declaration = kind ["else" silence | "map"] ":" entry {";" entry} ["@" statement]
    entry       = wording {"|" wording} ["=" values]
    kind        = "noun" | "adjective" | "state" | "relation" | "figure" | "distance" | "action" | "singleton" | "purpose"
                | "fate" | "unit"
    silence     = "no" | "yes" | "?" ;  a figure that only collects says "base" NUMBER instead, one of which a rule that is
                  not ingested gives the normal value says "normal" RULE; what a map shows says "map", and must be told
                  as long as there is none
    values      = value {"/" value} | class | unit ["," ("FRU" | "up" | "down" | "exact")]
    value       = name ["(" synonym {";" synonym} ")"]

A noun and an adjective name what they are said of in parentheses: `noun else no: Beach hex (hex)`. A figure's further
wordings hold `*` where the value stands. `distance` declares the range from a hex to the nearest hex of a noun, with all
the ways in which players put it, and takes further ones. There is no default silence: an entry without one is an error.
`told: ` before a further wording keeps it to facts, `asked: ` to questions.

A `state` is an adjective, "sunk (vehicle)" or "a vehicle is sunk", that can also become so. An action may say `with history`:
then it can be told, and asked, that somebody has done it this phase, this MPh, this Player Turn or this game. A `fate` is
a template of one thing for which "What happens to T1?" asks too.

A `purpose` is one for which something can be said, "sight, movement", or says that something declared before can be said for a
thing: "the level of a hex for a LOS".

A `unit` is written out in other words too: "unit: MP = movement point", of figures that are told in it.

    roll        = "roll:" name ["of" subject] "=" ("1 die" | "2 dice" ["(" label "," label ")"]) ["," "by" whom] ["secret"]

A roll's name ends in DR, dr, die or roll. It gives the relation that it is required, the figures of its dice, the Original
and Final result, and its modifier, which collects from 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from ingest.diagnostics import Diagnostic, Place
from ingest.late_dataclasses import dataclass, replace
from kb.rulelang.vocabulary import (
    ASKED,
    TOLD,
    ListedValue,
    Roll,
    Silence,
    Template,
    Vocabulary,
    VocabularyError,
    unmarked,
    verb_position,
)
from kb.rulelang.words import ARTICLES, participle, with_article, words

_SILENCES: dict[str, Silence] = {"no": "no", "yes": "yes", "?": "open"}
_DECLARATION = re.compile(
    r"(?P<kind>noun|adjective|relation|figure|action|state|distance|singleton|purpose|fate|unit|roll)"
    r"(?:\s+else\s+(?P<silence>no|yes|\?)|\s+(?P<map>map)|\s+base\s+(?P<base>-?\d+)|\s+normal\s+(?P<normal>\S+?))?\s*:\s*(?P<rest>.*)"
)
_BETWEEN_ENTRIES = re.compile(r";(?![^(]*\))")
_LISTS = ("singleton", "purpose", "fate", "unit", "roll")
_OF = re.compile(r"(?P<label>.*?)\s*\((?P<of>[^()]+)\)\s*$")
KEYWORDS = (
    "noun",
    "adjective",
    "relation",
    "figure",
    "action",
    "state",
    "distance",
    "singleton",
    "purpose",
    "fate",
    "unit",
    "roll",
)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a rules file: its number from 1 and its text without the line's end."""

    number: int
    text: str


def is_declaration(text: str) -> bool:
    """Whether a line at the margin starts a declaration."""
    word = text.split(maxsplit=1)[0].rstrip(":") if text.strip() else ""
    return word in KEYWORDS


def declaration_of(text: str) -> tuple[str, list[str], str] | None:
    """What stands before the colon of a declaration, its entries, and its statement; None for one that is a list of names."""
    match = _DECLARATION.fullmatch(text)
    if match is None or match["kind"] in _LISTS:
        return None
    rest, _, statement = match["rest"].partition(" @")
    kind = text[: match.start("rest")].rstrip().removesuffix(":").rstrip()
    return kind, entries_of(rest), statement.strip()


def declare(vocabulary: Vocabulary, line: Line, file: str) -> Iterator[Diagnostic]:
    """Add what a line declares to the vocabulary; yields what is wrong with it, if anything."""
    place = Place(file, line.number, 1)
    match = _DECLARATION.fullmatch(line.text.strip())
    if match is None:
        yield Diagnostic(
            "vocabulary-syntax",
            "error",
            f"'{line.text.strip()}' is not a declaration",
            place,
            'write it as "relation else no: a hex contains rubble"',
        )
        return
    rest, _, statement = match["rest"].partition(" @")
    if len(statement.split()) > 1:
        yield Diagnostic(
            "vocabulary-statement",
            "error",
            f"'@{statement}' is not the id of one statement",
            place,
            "name the one statement that the declaration rests on, last on its line",
        )
        return
    for entry in (rest,) if match["kind"] in _LISTS else entries_of(rest):
        try:
            yield from _declare(vocabulary, match, entry.strip(), statement.strip() or None, place)
        except VocabularyError as error:
            yield Diagnostic("vocabulary-entry", "error", str(error), place)


def entries_of(text: str) -> list[str]:
    """The entries of a declaration: "fen hex (hex); reed hex (hex)" are two. Within parentheses ";" parts synonyms."""
    return [part.strip() for part in _BETWEEN_ENTRIES.split(text)]


def _declare(
    vocabulary: Vocabulary, match: re.Match[str], rest: str, statement: str | None, place: Place
) -> Iterator[Diagnostic]:
    kind = match["kind"]
    if kind == "singleton":
        for name in _names(rest):
            vocabulary.singletons[name] = name.removeprefix("the ")
        return
    if kind == "purpose" and _FOR_THING.search(rest):
        for entry in entries_of(rest):
            _for_thing(vocabulary, entry, statement)
        return
    if kind == "purpose":
        vocabulary.purposes = (*vocabulary.purposes, *_names(rest, ","))
        return
    if kind == "fate":
        for name in (part.strip() for part in rest.split(";")):
            known = vocabulary.templates.get(name)
            if known is None or len(known.slots) != 1:
                raise VocabularyError(f"'{name}' is nothing that can happen to one thing: declare it first")
            vocabulary.fates = (*vocabulary.fates, name)
        return
    if kind == "unit":
        for entry in entries_of(rest):
            _written_out(vocabulary, entry)
        return
    if kind == "roll":
        _roll(vocabulary, rest, statement)
        return
    silence: Silence
    if match["base"] is not None and kind == "figure":
        silence = "base"
    elif match["map"] is not None or (match["normal"] is not None and kind == "figure"):
        silence = "open"
    elif match["silence"] is None:
        yield Diagnostic(
            "no-silence",
            "error",
            f"'{rest}' does not say what silence means",
            place,
            f'write "{kind} else no:", "{kind} else yes:" or "{kind} else ?:"',
        )
        return
    else:
        silence = _SILENCES[match["silence"]]
    if kind == "state":
        slots, _ = vocabulary.find_slots(rest)
        before, _, label = rest.partition(" is ")
        if label and not before.startswith((TOLD, ASKED)) and len(slots) == 1:
            rest = f"{label} ({slots[0]})"
        yield from _unary(vocabulary, "adjective", silence, rest, statement, place)
        name = rest.partition(" (")[0].partition(" | ")[0].strip()
        state = vocabulary.templates.get(name)
        if state is not None and state.kind == "adjective":
            effect = f"{with_article(state.slots[0])} becomes {name}"
            vocabulary.add(
                Template(effect, "relation", state.slots, "no", (effect,), statement, letters=("",))
            )
            vocabulary.effects[effect] = name
    elif kind in ("noun", "adjective"):
        yield from _unary(vocabulary, kind, silence, rest, statement, place)
    elif kind == "figure":
        if match["normal"] is not None:
            first, *others = rest.split(" | ")
            of_normal = [wording for wording in others if "normal" in wording]
            normal = " | ".join((f"the normal {first.removeprefix('the ')}", *of_normal))
            _figure(vocabulary, "open", None, normal, statement)
            rest = " | ".join((first, *(wording for wording in others if wording not in of_normal)))
        _figure(vocabulary, silence, match["base"], rest, statement, match["normal"])
    elif kind == "distance":
        noun, *more = (part.strip() for part in rest.split(" | "))
        if noun in vocabulary.templates:
            _distance(vocabulary, silence, noun, statement, more)
        else:
            message = f"there is no noun '{noun}' to measure the range to"
            yield Diagnostic(
                "unknown-noun", "error", message, place, f"declare it first: 'noun else no: {noun} (hex)'"
            )
    else:
        history = kind == "action" and rest.endswith(" with history")
        wordings, sided = _sided(rest.removesuffix(" with history").split(" | "))
        slots, letters = vocabulary.find_slots(wordings[0])
        name = unmarked(wordings[0])
        if kind == "relation":
            vocabulary.add(Template(name, "relation", slots, silence, wordings, statement, letters=letters))
        else:
            for part, quiet in (("event", "no"), ("may", silence), ("must", "no")):
                vocabulary.add(
                    Template(
                        f"{part}: {name}",
                        part,  # type: ignore[arg-type]
                        slots,
                        quiet,  # type: ignore[arg-type]
                        wordings,
                        statement,
                        letters=letters,
                    )
                )
        for each in sided:
            vocabulary.phrase(name if kind == "relation" else f"event: {name}", each)
        if history:
            _history(vocabulary, vocabulary.templates[f"event: {name}"], statement)


def _written_out(vocabulary: Vocabulary, entry: str) -> None:
    """Take what a unit stands for: "MP = movement point"."""
    unit, _, forms = (part.strip() for part in entry.partition("="))
    if unit not in vocabulary.units:
        raise VocabularyError(f"no figure is told in '{unit}': declare one first")
    if not words(forms):
        raise VocabularyError(f"'{entry}' does not say what {unit} stands for: write '{unit} = a few words'")
    vocabulary.written_out[unit] = (*vocabulary.written_out.get(unit, ()), *_names(forms, "/"))


def _names(rest: str, between: str = ";") -> list[str]:
    """The names of a declaration that is a list of them."""
    names = [part.strip() for part in rest.split(between)]
    if not all(words(name.removeprefix("the ")) for name in names):
        raise VocabularyError(f"'{rest}' leaves a name out")
    return names


_FOR_THING = re.compile(r"(?P<said>.+) for (?P<thing>an? .+)")


def _for_thing(vocabulary: Vocabulary, text: str, statement: str | None) -> None:
    """Declare what can be said for a thing: "the level of a hex for a LOS" of "the level of a hex"."""
    match = _FOR_THING.fullmatch(text)
    slots, letters = vocabulary.find_slots(text)
    general = None if match is None else _in_general(vocabulary, match["said"])
    if match is None or general is None:
        said = text if match is None else match["said"]
        raise VocabularyError(f"'{said}' is nothing that can be said in general: declare it first")
    if slots[:-1] != general.slots or len(vocabulary.find_slots(match["thing"])[0]) != 1:
        raise VocabularyError(f"'{match['thing']}' is no thing of the ontology for which it could be said")
    name = unmarked(text)
    middle = f"{match['said']} is * for {match['thing']}"
    figure = general.kind == "figure"
    vocabulary.add(
        replace(
            general,
            id=name,
            kind="figure" if figure else "relation",
            slots=slots,
            silence="open" if figure else "no",
            wordings=(text, middle) if figure else (text,),
            statement=statement,
            base=None,
            plural=None,
            mass=False,
            letters=letters,
            normal=None,
            outside=None,
        )
    )
    vocabulary.in_general[name] = general.id


def _in_general(vocabulary: Vocabulary, said: str) -> Template | None:
    """The template of a sentence or figure as declared: "the level of a hex", "a hex is flooded", "a hex is a fen hex"."""
    for template in vocabulary.templates.values():
        if template.kind in ("noun", "adjective"):
            subject = with_article(template.slots[0])
            noun = template.kind == "noun" and not template.mass
            if said == f"{subject} is {with_article(template.id) if noun else template.id}":
                return template
        elif template.kind in ("relation", "figure") and said in (template.id, template.wordings[0]):
            return template
    return None


_DENIED = re.compile(r"not: (?!an? )")
"""A word that denies: "not: possessed" of "unpossessed"."""

WINDOWS = ("this phase", "this MPh", "this Player Turn", "this game")
"""Since when something can have been done; each lies within the next."""


def _history(vocabulary: Vocabulary, action: Template, statement: str | None) -> None:
    """Declare for an action that it has been done, in each of the windows."""
    elements = vocabulary.elements(action.wordings[0], action)
    verb = str(elements[verb_position(elements, action.wordings[0])])
    done = re.sub(
        rf"(?<!\w)\^?{re.escape(verb)}(?!\w)", f"^has {participle(verb)}", action.wordings[0], count=1
    )
    names = []
    for window in WINDOWS:
        wording = f"{done} {window}"
        name = unmarked(wording)
        vocabulary.add(
            Template(name, "relation", action.slots, "no", (wording,), statement, letters=action.letters)
        )
        names.append(name)
    vocabulary.histories[action.id] = tuple(names)


_SENTENCE = ("a ", "not: ", TOLD, ASKED)
_UNARY = {"noun": "bog hex", "adjective": "flooded"}


def _unary(
    vocabulary: Vocabulary, kind: str, silence: Silence, rest: str, statement: str | None, place: Place
) -> Iterator[Diagnostic]:
    match = _OF.match(rest)
    if match is None:
        yield Diagnostic(
            "vocabulary-syntax",
            "error",
            f"'{rest}' does not say what it is said of",
            place,
            f'write the class of the ontology behind it, as in "{kind} else no: {rest} (hex)"',
        )
        return
    of = match["of"].strip()
    known = vocabulary.templates.get(of)
    if known is None or known.kind != "kind":
        yield Diagnostic("unknown-class", "error", f"the ontology has no class '{of}'", place)
        return
    labels = [part.strip() for part in match["label"].split(" | ")]
    labels = [
        f"not: {with_article(of)} is {label[5:]}" if _DENIED.match(label) else label for label in labels
    ]
    plain = tuple(label for label in labels if not label.startswith(_SENTENCE))
    sentences = tuple(label for label in labels if label.startswith(_SENTENCE))
    if not plain:
        raise VocabularyError(f"'{rest}' has no word for it: begin with one, as in '{_UNARY[kind]} (hex)'")
    template = Template(
        plain[0],
        "noun" if kind == "noun" else "adjective",
        (of,),
        silence,
        plain,
        statement,
        mass=plain[0] in vocabulary.templates and vocabulary.templates[plain[0]].mass,
    )
    vocabulary.add(template)
    for sentence in sentences:
        # "A hex is OCEAN" gives an adjective: "a deep OCEAN hex", "hex 1 is deep OCEAN".
        before, verb, adjective = sentence.partition(f"{with_article(of)} is ")
        if verb and not before and not set(words(adjective)) & ARTICLES:
            vocabulary.adjectives[words(adjective.replace("~", " "))] = template
        else:
            vocabulary.phrase(template.id, sentence)


def _figure(
    vocabulary: Vocabulary,
    silence: Silence,
    base: str | None,
    rest: str,
    statement: str | None,
    outside: str | None = None,
) -> None:
    (head, *more), sided = _sided(rest.split(" | "))
    wording, _, kind = (part.strip() for part in head.partition(" = "))
    if not kind:
        raise VocabularyError(f"'{wording}' does not say its values: add '= hexes' or '= Slight / Steep'")
    slots, letters = vocabulary.find_slots(wording)
    values: tuple[ListedValue, ...] = ()
    unit: str | None = None
    of: str | None = None
    kind, _, rounding = (part.strip() for part in kind.partition(", "))
    if rounding not in _ROUNDINGS:
        raise VocabularyError(f"'{rounding}' is no way of rounding: FRU, up, down or exact")
    known = vocabulary.templates.get(kind)
    if known is not None and known.kind == "kind":
        of = kind
    elif "/" in kind:
        values = tuple(_listed(part.strip()) for part in kind.split("/"))
    else:
        unit = kind
    vocabulary.add(
        Template(
            wording,
            "figure",
            slots,
            silence,
            (wording, *more),
            statement,
            unit,
            values,
            Fraction(base) if base is not None else None,
            letters=letters,
            of=of,
            rounding=_ROUNDINGS[rounding],
            normal=f"the normal {wording.removeprefix('the ')}" if outside is not None else None,
            outside=outside,
        )
    )
    for each in sided:
        vocabulary.phrase(wording, each)


def _sided(parts: Iterable[str]) -> tuple[tuple[str, ...], list[str]]:
    """The wordings that are for facts and questions, and those that are for one of them."""
    all_ = [part.strip() for part in parts]
    sided = [part for part in all_ if part.startswith((TOLD, ASKED))]
    if all_[0] in sided:
        raise VocabularyError(
            f"'{all_[0]}' comes first: the first wording is for facts, for questions and to show"
        )
    return tuple(part for part in all_ if part not in sided), sided


_ROUNDINGS = {"": None, "exact": None, "FRU": "up", "up": "up", "down": "down"}

_ROLL = re.compile(
    r"the (?P<name>\S.*?(?P<sort>DR|dr|die|roll))(?: of (?P<of>.+?))? = (?:(?P<one>1 die)|2 dice(?: \((?P<labels>[^()]+)\))?)"
    r"(?:, by (?P<by>.+?))?(?P<secret>,? secret)?"
)
_MODIFIERS = {"DR": "DRM", "dr": "drm", "die": "die modifier", "roll": "roll modifier"}


def _roll(vocabulary: Vocabulary, rest: str, statement: str | None) -> None:
    """Declare the templates of a roll, and the roll itself under the figures that show it."""
    match = _ROLL.fullmatch(rest)
    if match is None:
        raise VocabularyError(
            f"'{rest}' is no roll: write it as 'the landing DR of a unit = 2 dice (colored, white), by the owner'"
        )
    name = match["name"]
    of = f" of {match['of']}" if match["of"] else ""
    labels = [part for part in re.split(r",\s*|\s+", match["labels"] or "colored white") if part]
    if len(labels) != 2 or labels[0] == labels[1]:
        raise VocabularyError(f"'{rest}' does not name its two dice: 'colored, white'")

    modifier = _MODIFIERS[match["sort"]]
    further: tuple[str, ...] = (
        f"the {modifier} to the {name}{of}",
        f"the {modifier} for the {name}{of}",
        f"the total {modifier} to the {name}{of}",
        f"the {name}{of} is modified by *",
    )
    if match["of"]:
        bare = name.removesuffix(match["sort"])
        further = (
            *further,
            f"the {modifier} to {match['of']}'s {name}",
            f"the {bare}{modifier} for {match['of']}",
        )

    def template(kind: str, silence: Silence, wordings: tuple[str, ...], unit: str | None) -> str:
        slots, letters = vocabulary.find_slots(wordings[0])
        base = Fraction(0) if silence == "base" else None
        vocabulary.add(
            Template(
                wordings[0],
                kind,  # type: ignore[arg-type]
                slots,
                silence,
                wordings,
                statement,
                unit,
                base=base,
                letters=letters,
            )
        )
        return wordings[0]

    named = tuple(filter(None, (name.removesuffix(match["sort"]).strip(),)))
    roll = Roll(
        name,
        template("relation", "no", (f"the {name}{of} is required",), None),
        template(
            "figure",
            "open",
            (
                f"the Original {name}{of}",
                f"the {name}{of}",
                *(f"the {within} Original {match['sort']}{of}" for within in named),
                *((f"the Original {name} for {match['of']}",) if match["of"] else ()),
            ),
            "number",
        ),
        template(
            "figure",
            "base",
            (f"the {name.removesuffix(match['sort'])}{modifier}{of}", *further),
            "drm" if match["one"] else "DRM",
        ),
        template(
            "figure",
            "open",
            (f"the Final {name}{of}", *(f"the {within} Final {match['sort']}{of}" for within in named)),
            "number",
        ),
        ()
        if match["one"]
        else tuple(
            template("figure", "open", (f"the {label} die of the {name}{of}",), "number") for label in labels
        ),
        match["by"] or "",
        match["secret"] is not None,
    )
    for figure in (roll.original, *roll.dice):
        vocabulary.rolls[figure] = roll


def _listed(text: str) -> ListedValue:
    match = _OF.match(text)
    if match is None:
        return ListedValue(text)
    return ListedValue(match["label"], tuple(part.strip() for part in match["of"].split(";")))


def distance_id(noun: str) -> str:
    """The id of the figure that `distance` declares for a noun."""
    return f"the range from a hex to the nearest {noun}"


def _distance(
    vocabulary: Vocabulary, silence: Silence, noun: str, statement: str | None, more: Sequence[str]
) -> None:
    one = with_article(noun)
    wordings = (
        distance_id(noun),
        f"a hex is * from the nearest {noun}",
        f"a hex is * from {one}",
        f"a hex is * from the closest {noun}",
        f"a hex is * away from the nearest {noun}",
        f"a hex is * away from {one}",
        f"the nearest {noun} is * from a hex",
        f"the nearest {noun} is * away from a hex",
        f"a hex is within * of {one}",
        f"a hex is within * of the nearest {noun}",
        f"a hex is adjacent to {one} => 1",
        f"a hex is adjacent to the nearest {noun} => 1",
        f"the distance from a hex to the nearest {noun}",
        *more,
    )
    vocabulary.add(Template(wordings[0], "figure", ("hex",), silence, wordings, statement, "hexes"))
    for wording in (
        f"a hex's nearest {noun} is *",
        f"a hex's nearest {noun} is * away",
        *(
            f"the {near} {noun} to a hex is *{away}"
            for near in ("nearest", "closest")
            for away in ("", " away")
        ),
        f"the closest {noun} is * from a hex",
        f"the closest {noun} is * away from a hex",
        f"a hex is * away from the closest {noun}",
    ):
        vocabulary.phrase(wordings[0], wording)
