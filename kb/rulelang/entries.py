"""The encodings part of a rules file: entries under statement ids, turned into rules and records.

    entry = ids ":" {rule | record}              ids at the margin, the rest on that line or indented below it
    ids   = id ["@" hash] {"+" id ["@" hash]}    hash: of the statement's text that the encoding was written against
    rule  = conclusion [", instead of" ids ","] ["if" | "only if" | "exactly if" conditions] "."

An entry's rules are numbered #1, #2, … in the order in which they stand; a table counts as one, its rows as `row 1`, ….
Conditions are joined on one line by ", and" or by ", or", never by both, or stand a line each in an indented block under
`all of:`, `any of:`, `none of:` or `exactly one of:`.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ingest.diagnostics import Diagnostic, Place
from kb.rulelang import tree
from kb.rulelang.declarations import Line
from kb.rulelang.names import BindingError, Scope, substitute, uses, written
from kb.rulelang.nearest import nearest_sentences
from kb.rulelang.sentence import Measured, Phrase, Predicated, RawAmount, Reader, Reading, Said
from kb.rulelang.vocabulary import Vocabulary
from kb.rulelang.words import number, words

HEADER = re.compile(r"(?P<ids>[\w.()+-]+-[sxemn]\d+\S*(?:\s*\+\s*\S+)*?)\s*:(?=\s|$)(?P<rest>.*)")
_NO_END = "\u2060"
_RULE_END = re.compile(r"\.(?=\s|$)")
# Written so that a text can be matched in one way only: many ids would be tried in more ways than can be waited for.
_ID = r"[A-Z]*[\d.][\w.]*(?:-[sxemn]\d+)?(?:\s*#\d+)?"
_IDS = re.compile(rf"{_ID}(?:(?:\s+(?:to|and)\s+|\s*\+\s*){_ID})*")
_INSTEAD = re.compile(rf",\s+instead of\s+(?P<ids>{_IDS.pattern}),?(?=\s|$)")
_WITHDRAWAL = re.compile(
    rf"(?P<ids>{_IDS.pattern})\s+(?:does|do) not apply(?:\s+in\s+(?P<place>a[n]? [^,]+?))?(?:\s+if\s+(?P<if>.*))?",
    re.DOTALL,
)
_WIDENING = re.compile(
    rf"(?P<ids>{_IDS.pattern})\s+(?:applies|apply)\s+to\s+(?P<kind>an? .+?)\s+as to\s+(?P<noun>an? .+?)(?:\s+if\s+(?P<if>.*))?",
    re.DOTALL,
)
_READ_AS = re.compile(
    rf"(?P<ids>{_IDS.pattern})\s+(?:applies|apply)\s+to\s+(?P<kind>an? .+?)\s+reading\s+(?P<figure>the .+?)"
    r"\s+to be\s+(?P<value>.+?)(?:\s+if\s+(?P<if>.*))?",
    re.DOTALL,
)
_ORDER = re.compile(
    rf"order\s+(?P<over>{_IDS.pattern})\s+over\s+(?P<under>{_IDS.pattern})\s+by\s+(?P<by>\S+)"
)
_TIE = re.compile(
    rf"(?P<ids>{_IDS.pattern})\s+(?:is|are)\s+(?P<not>not\s+)?cumulative with\s+"
    rf"(?:(?P<others>{_IDS.pattern})|any other positive line)"
)
_TABLE = re.compile(r"table\s+(?P<figure>.+?)\s+by\s+(?P<key>.+?)\s*:\s*(?P<rows>.*)", re.DOTALL)
_RECORD = re.compile(
    r"(?P<kind>note|outside|points to|not encoded|closing|example)\b:?\s*(?P<text>.*)", re.DOTALL
)
_OUTSIDE = re.compile(r"outside\s+(?P<of>[^\s\":]+):\s+(?P<rule>.+)", re.DOTALL)
_READING = re.compile(
    r"read\s+\"(?P<name>[^\"]+)\"(?:\s+for\s+\"(?P<printed>[^\"]+)\")?(?:\s+because\s+(?P<because>\"[^\"]+\"|[^\",]+?))?"
    r"(?:,\s+by\s+(?P<by>[^,]+?))?(?:,\s+on\s+(?P<on>\d{4}-\d{2}-\d{2}))?(?P<erratum>,\s+erratum)?(?P<default>,\s+default)?"
)
_SUM = re.compile(r"(?P<figure>the [^\n]+?) is the sum of:\n(?P<lines>.+)", re.DOTALL)
_BETWEEN = re.compile(r"(?P<left>.+?) is between (?P<low>.+?) and (?P<high>.+)")
_LINE = re.compile(r"(?:add|multiply|limit)\s")
_ADD = re.compile(r"add\s+(?P<value>.+?)\s+to\s+(?P<figure>the .+)", re.DOTALL)
_MULTIPLY = re.compile(r"multiply\s+(?P<figure>the .+?)\s+by\s+(?P<value>.+)", re.DOTALL)
_LIMIT = re.compile(
    r"limit\s+(?P<figure>the .+?)\s+to\s+(?P<mode>at most|at least)\s+(?P<value>.+)", re.DOTALL
)
_CHOICE = re.compile(
    r"(?P<figure>the .+?) is chosen (?:by (?P<by>.+?)|at random) from (?P<noun>an? .+?)(?: where (?P<where>.*))?",
    re.DOTALL,
)
_LEAST, _MOST = ("least", "fewest", "lowest"), ("greatest", "most", "highest")
_WHICH = rf"(?P<which>{'|'.join((*_LEAST, *_MOST))})"
_EXTREME = re.compile(rf"the {_WHICH} (?P<of>.+?)(?: where (?P<where>.+))?", re.DOTALL)
_COMPARED = re.compile(
    rf"(?P<figure>.+?) is (?P<op>not |at least |at most |more than |less than )?(?P<amount>the {_WHICH} .+)",
    re.DOTALL,
)
_RANKED = re.compile(rf"(?P<noun>.+?) with the {_WHICH} (?P<of>.+)", re.DOTALL)
_EACH = re.compile(r"(?P<head>.+?) for each (?P<each>.+)", re.DOTALL)
_FULL = re.compile(r"full (?P<by>\S+)(?: (?P<unit>.+?))? of (?P<figure>the .+)", re.DOTALL)
_AMONG = re.compile(r"(?P<other>other )?(?P<noun>.+?)(?: where (?P<where>.*))?", re.DOTALL)
_BUT_FOR = re.compile(
    rf"but for this rule, (?:after (?P<ids>{_IDS.pattern}), )?(?P<part>(?!after {_ID}).+)", re.DOTALL
)
_BLOCKS = ("all of:", "any of:", "none of:", "exactly one of:")


class _Extreme(NamedTuple):
    """ "the least depth of a hex B where C" as written: which, the figure without its article, and the condition."""

    which: str
    of: str
    where: str | None


Item = tree.Rule | tree.Withdrawal | tree.Widening | tree.Order | tree.Tie | tree.Record | tree.Reading


class ReadingError(Exception):
    """A sentence with no reading or with several, or one that cannot stand where it stands."""

    def __init__(self, message: str, hint: str | None = None, code: str = "no-reading") -> None:
        super().__init__(message)
        self.hint = hint
        self.code = code


@dataclass
class Entries:
    """What the entries of one or more files say, in the order in which it stands."""

    items: list[Item] = field(default_factory=list)
    statements: dict[str, str | None] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    headers: dict[str, Place] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)


def is_header(text: str) -> bool:
    """Whether a line at the margin starts an entry."""
    return HEADER.fullmatch(text.rstrip()) is not None


class EntryReader:
    """Reads entries against a finished vocabulary into `Entries`."""

    def __init__(self, vocabulary: Vocabulary, entries: Entries) -> None:
        self.vocabulary = vocabulary
        self.reader = Reader(vocabulary)
        self._known: dict[str, list[Reading]] = {}
        self.entries = entries

    def _readings(self, sentence: str) -> list[Reading]:
        """All readings of a sentence; nearly half of those in a rulebook's files stand there before."""
        found = self._known.get(sentence)
        if found is None:
            found = self._known[sentence] = self.reader.read(words(sentence))
        return found

    def read(self, lines: Sequence[Line], file: str) -> None:
        """Read one entry: its header line and the indented lines below it. Problems become diagnostics."""
        match = HEADER.fullmatch(lines[0].text.rstrip())
        assert match is not None
        ids: list[str] = []
        for part in match["ids"].split("+"):
            name, _, digest = part.strip().partition("@")
            ids.append(name)
            known = self.entries.statements.get(name)
            self.entries.statements[name] = digest or known or None
            self.entries.places.setdefault(name, Place(file, lines[0].number, 1))
        body = [Line(lines[0].number, match["rest"]), *lines[1:]]
        number = 0
        sentences = list(_sentences(body))
        self._check_header(ids[0], sentences, Place(file, lines[0].number, 1))
        readings: list[tree.Reading] = []
        for line, text in sentences:
            if text.startswith('read "'):
                readings.append(self._reading(text, tuple(ids), len(readings) + 1, file, line))
                continue
            numbered = (_OUTSIDE.fullmatch(text) or not _RECORD.match(text)) and not text.startswith("order ")
            number += bool(numbered)
            label = f"{ids[0]} #{number}"
            try:
                for item in self._item(text, label, tuple(ids), file, line):
                    if readings and isinstance(item, tree.Rule | tree.Withdrawal | tree.Widening | tree.Tie):
                        item = replace(item, reading=readings[-1].id)
                    self.entries.items.append(item)
            except (ReadingError, BindingError) as error:
                hint = error.hint if isinstance(error, ReadingError) else None
                self.entries.diagnostics.append(
                    Diagnostic(error.code, "error", str(error), Place(file, line, 1), hint, label)
                )

        if len(readings) == 1:
            readings = [replace(readings[0], default=True)]
        elif readings and sum(reading.default for reading in readings) != 1:
            self.entries.diagnostics.append(
                Diagnostic(
                    "readings-default",
                    "error",
                    f"{ids[0]} has {len(readings)} readings, of which one must be the default",
                    Place(file, readings[0].line, 1),
                    "end the one that holds unless somebody asks for another with ', default'",
                    ids[0],
                )
            )
        self.entries.items.extend(readings)

    def _reading(self, text: str, ids: tuple[str, ...], number: int, file: str, line: int) -> tree.Reading:
        text = text.replace(_NO_END, "")
        match = _READING.fullmatch(_flat(text))
        if match is None:
            self.entries.diagnostics.append(
                Diagnostic(
                    "reading-syntax",
                    "error",
                    f"'{_flat(text)}' is no reading",
                    Place(file, line, 1),
                    'write it as \'read "at least one" for "a one" because F1.2-s1, by the publisher, on 1999-05-01, default\'',
                    ids[0],
                )
            )
            return tree.Reading("", ids, text, "", "", "", "", False, False, file, line)
        said = {
            field: (match[field] or "").strip('"') for field in ("name", "printed", "because", "by", "on")
        }
        return tree.Reading(
            f"{ids[0]} reading {number}",
            ids,
            **said,
            default=match["default"] is not None,
            erratum=match["erratum"] is not None,
            file=file,
            line=line,
        )

    def _check_header(self, name: str, sentences: Sequence[object], place: Place) -> None:
        """An entry says something, and says all of it in one place: its parts are numbered there."""
        known = self.entries.headers.setdefault(name, place)
        message, hint, code = "", "", ""
        if known is not place:
            message, code = f"{name} already has an entry, at {known}", "second-entry"
            hint = "write both under one header, so that their parts are numbered together"
        elif not sentences:
            message, code = f"nothing stands under {name}", "empty-entry"
            hint = "write a rule, or say why there is none, as in 'note \"only colour\"'"
        if message:
            self.entries.diagnostics.append(Diagnostic(code, "error", message, place, hint, name))

    # -- items ------------------------------------------------------------------------------------------------

    def _item(self, text: str, label: str, ids: tuple[str, ...], file: str, line: int) -> Iterator[Item]:
        outside = _OUTSIDE.fullmatch(text)
        if outside is not None:
            for item in self._item(outside["rule"], label, ids, file, line):
                if not isinstance(item, tree.Rule):
                    raise ReadingError("what an outside rule says is a rule", None, "record-syntax")
                yield replace(item, outside=outside["of"])
            return
        record = _RECORD.match(text)
        if record is not None:
            yield from self._record(record, ids, file, line)
            return
        order = _ORDER.fullmatch(" ".join(text.split()))
        if order is not None:
            yield tree.Order(id_list(order["over"]), id_list(order["under"]), order["by"], file, line)
            return
        tie = _TIE.fullmatch(" ".join(text.split()))
        if tie is not None:
            others = id_list(tie["others"]) if tie["others"] else ()
            yield tree.Tie(
                label, ids, id_list(tie["ids"]), others, tie["not"] is None, _flat(text), file, line
            )
            return
        table = _TABLE.fullmatch(text)
        if table is not None:
            yield from self._table(table, text, label, ids, file, line)
            return
        withdrawal = _WITHDRAWAL.fullmatch(text)
        if withdrawal is not None:
            scope = Scope(self.vocabulary, shared=True)
            if withdrawal["place"]:
                phrase = self._phrase(withdrawal["place"])
                scope.term(phrase._replace(determiner="the"), phrase.noun or "", opening=False)
            condition = self._conditions(withdrawal["if"], scope, file) if withdrawal["if"] else tree.ALWAYS
            condition = _with_guards(scope, condition)
            yield tree.Withdrawal(
                label,
                ids,
                id_list(withdrawal["ids"]),
                condition,
                tuple(scope.variables),
                _in_one_line(text),
                file,
                line,
            )
            return
        widening = _WIDENING.fullmatch(text)
        if widening is not None:
            yield self._widening(widening, text, label, ids, file, line)
            return
        reading = _READ_AS.fullmatch(text)
        if reading is not None:
            yield self._read_as(reading, text, label, ids, file, line)
            return
        yield from self._rule(text, label, ids, file, line)

    def _record(
        self, match: re.Match[str], ids: tuple[str, ...], file: str, line: int
    ) -> Iterator[tree.Record | tree.Rule]:
        text = _flat(match["text"]).strip()
        if text[:1] == text[-1:] == '"':
            text = text[1:-1]
        touches: tuple[str, ...] = ()
        if match["kind"] == "not encoded":
            if not text.startswith("missing "):
                raise ReadingError(
                    "a record 'not encoded' says which operation is missing",
                    "write it as 'not encoded: missing persistence; touches TEMPLATE'",
                    "record-syntax",
                )
            what, *touched = re.split(r"[;,] touches ", text)
            for name in touched:
                if name in self.vocabulary.templates:
                    touches = (*touches, name)
                else:
                    yield self._touching(name, what, ids, file, line)
        yield tree.Record(ids, match["kind"], text, file, line, touches)  # type: ignore[arg-type]

    def _touching(self, text: str, what: str, ids: tuple[str, ...], file: str, line: int) -> tree.Rule:
        """The part of a record "not encoded" that says of what its statement may say something, and under which condition."""
        head, joiner, tail = _split_if(text)
        if joiner not in ("", "if"):
            raise ReadingError(
                f"'touches … {joiner} …' is not known", "write 'touches … if …'", "record-syntax"
            )
        scope = Scope(self.vocabulary)
        template = self.vocabulary.templates.get(head)
        atom: tree.Atom
        if template is not None:
            letters = template.letters or ("",) * len(template.slots)
            phrases = [
                Phrase("a", (), slot, letter) for slot, letter in zip(template.slots, letters, strict=True)
            ]
            atom = tree.Atom(head, scope.args(head, phrases))
        else:
            figures = self.reader.read_figure(words(head))
            readings = self._readings(head) if not figures else []
            if len(figures) == 1:
                atom = tree.Atom(figures[0].template, scope.args(figures[0].template, figures[0].args))
            elif len(readings) == 1:
                atom = scope.conclusions(readings[0])[0].atom
            else:
                raise ReadingError(f"'{head}' is no template of the vocabulary", None, "record-syntax")
        guards = scope.take_guards()
        scope.take_opened()
        universal = len(scope.variables)
        condition = self._conditions(tail, scope, file) if tail is not None else tree.ALWAYS
        return tree.Rule(
            ids[0],
            ids,
            tree.Missing(atom),
            _join([*guards, condition]),
            tuple(scope.variables),
            universal,
            (),
            f"not encoded: {what}",
            file,
            line,
        )

    def _phrase(self, text: str) -> Phrase:
        found = self.reader.read_phrase(words(text))
        if not found:
            raise ReadingError(f"'{text}' is no noun phrase of the vocabulary")
        return found[0]

    def _widening(
        self, match: re.Match[str], text: str, label: str, ids: tuple[str, ...], file: str, line: int
    ) -> tree.Widening:
        kinds = self.reader.read_phrase(words(match["kind"]))
        nouns = self.reader.read_phrase(words(match["noun"]))
        for what, found in ((match["kind"], kinds), (match["noun"], nouns)):
            if not found or found[0].noun is None:
                raise ReadingError(f"'{what}' is no noun of the vocabulary")
        kind, noun = kinds[0].noun, nouns[0].noun
        assert kind is not None
        assert noun is not None
        scope = Scope(self.vocabulary)
        scope.term(
            kinds[0]._replace(determiner="a"),
            self.vocabulary.base_kind(self.vocabulary.templates[kind]),
            opening=True,
        )
        scope.take_opened()
        guards = scope.take_guards()
        condition = self._conditions(match["if"], scope, file) if match["if"] else tree.ALWAYS
        whole = _join([*guards, condition])
        return tree.Widening(
            label,
            ids,
            id_list(match["ids"]),
            kind,
            noun,
            whole,
            tuple(scope.variables),
            1,
            _in_one_line(text),
            file,
            line,
        )

    def _read_as(
        self, match: re.Match[str], text: str, label: str, ids: tuple[str, ...], file: str, line: int
    ) -> tree.Widening:
        """A sentence by which rules see another value of a figure: "R applies to a K reading FIGURE to be V"."""
        kinds = self.reader.read_phrase(words(match["kind"]))
        if not kinds or kinds[0].noun is None:
            raise ReadingError(f"'{match['kind']}' is no noun of the vocabulary")
        kind = kinds[0].noun
        figure = self._one_figure(match["figure"])
        values = list(
            dict.fromkeys(
                self.reader.read_amount(words(match["value"]), self.vocabulary.templates[figure.template])
            )
        )
        if len(values) != 1:
            raise ReadingError(f"'{match['value']}' is no value of {figure.template}")
        scope = Scope(self.vocabulary)
        base = self.vocabulary.base_kind(self.vocabulary.templates[kind])
        scope.term(kinds[0]._replace(determiner="a"), base, opening=True)
        scope.take_opened()
        guards = scope.take_guards()
        condition = self._conditions(match["if"], scope, file) if match["if"] else tree.ALWAYS
        return tree.Widening(
            label,
            ids,
            id_list(match["ids"]),
            kind,
            "",
            _join([*guards, condition]),
            tuple(scope.variables),
            1,
            _in_one_line(text),
            file,
            line,
            figure=figure.template,
            amount=scope.amount(values[0]),
        )

    def _table(
        self, match: re.Match[str], text: str, label: str, ids: tuple[str, ...], file: str, line: int
    ) -> Iterator[tree.Rule]:
        figures = self.reader.read_figure(words(match["figure"]))
        keys = self.reader.read_figure(words(match["key"]))
        for what, found in ((match["figure"], figures), (match["key"], keys)):
            if len(found) != 1:
                raise ReadingError(f"'{what}' is no figure of the vocabulary", self._near(what))
        figure, key = figures[0], keys[0]
        value_of = self.vocabulary.templates[figure.template]
        key_of = self.vocabulary.templates[key.template]
        rows = [row.strip() for row in re.split(r"[,\n]", match["rows"]) if row.strip()]
        if not rows:
            raise ReadingError("the table has no rows", "write a row as 'Slight: 3 hexes'", "table-empty")
        covered: list[str] = []
        for place, row in enumerate(rows, 1):
            left, _, right = row.rpartition(":")
            values = self.reader.read_amount(words(right), value_of)
            if not left or len(set(values)) != 1:
                raise ReadingError(
                    f"row '{row}' does not give a value of {figure.template}", None, "table-row"
                )
            scope = Scope(self.vocabulary)
            target = tree.Atom(figure.template, scope.args(figure.template, figure.args))
            scope.take_opened()
            universal = len(scope.variables)
            keyed = scope.amount(key)
            condition = self._row_key(left.strip(), keyed, key.template, scope)
            covered.append(left.strip())
            yield tree.Rule(
                f"{label} row {place}",
                ids,
                tree.SetFigure(target, scope.amount(values[0])),
                condition,
                tuple(scope.variables),
                universal,
                (),
                f"{_flat(match['figure'])} by {_flat(match['key'])}: {row}",
                file,
                line,
                table=label,
            )
        if key_of.values:
            names = [value.name for value in key_of.values]
            missing = [name for name in names if name not in covered]
            double = sorted({name for name in covered if covered.count(name) > 1})
            if missing:
                raise ReadingError(f"the table has no row for {', '.join(missing)}", None, "table-gap")
            if double:
                raise ReadingError(f"the table has two rows for {', '.join(double)}", None, "table-overlap")
        else:
            _check_ranges(rows)

    def _row_key(self, left: str, keyed: tree.Amount, template: str, scope: Scope) -> tree.Condition:
        low, dots, high = left.partition("..")
        if dots:
            return tree.AllOf(
                (
                    tree.Compare("at least", keyed, self._key_amount(low, template, scope)),
                    tree.Compare("at most", keyed, self._key_amount(high, template, scope)),
                )
            )
        for suffix, op in ((" or less", "at most"), (" or fewer", "at most"), (" or more", "at least")):
            if left.endswith(suffix):
                return tree.Compare(op, keyed, self._key_amount(left.removesuffix(suffix), template, scope))  # type: ignore[arg-type]
        return tree.Compare("is", keyed, self._key_amount(left, template, scope))

    def _key_amount(self, text: str, template: str, scope: Scope) -> tree.Amount:
        found = self.reader.read_amount(words(text), self.vocabulary.templates[template])
        if not found:
            raise ReadingError(f"'{text}' is no value of {template}", None, "table-row")
        return scope.amount(found[0])

    # -- rules ------------------------------------------------------------------------------------------------

    def _rule(self, text: str, label: str, ids: tuple[str, ...], file: str, line: int) -> Iterator[tree.Rule]:
        summed = _SUM.fullmatch(text)
        if summed is not None:
            for part in (f"{summed['figure']} is 0", *_summands(summed["figure"], summed["lines"])):
                yield from self._rule(part, label, ids, file, line)
            return
        head, joiner, tail = _split_if(text)
        instead: tuple[str, ...] = ()
        match = _INSTEAD.search(head)
        if match is not None:
            instead = id_list(match["ids"])
            head = (head[: match.start()] + head[match.end() :]).strip().rstrip(",")
        head, purpose = self._purpose_of_line(head)
        line_of_figure = self._figure_line(head)
        scope = Scope(self.vocabulary)
        conclusions: list[tree.Conclude | tree.SetFigure]
        after: list[tree.Condition] = []
        universal: int | None = None
        if line_of_figure is not None:
            measured, amount, mode, each = line_of_figure
            atom = tree.Atom(measured.template, scope.args(measured.template, measured.args), purpose)
            if isinstance(amount, _Extreme):
                universal = len(scope.variables)
                value: tree.Amount = self._extreme(amount, scope, file)
            else:
                value = scope.amount(amount)
            if each is not None:
                universal = len(scope.variables)
                after, scope.guards = scope.guards, []
                value = tree.Arithmetic("times", value, self._each(each, scope, file))
                scope.guards = [*after, *scope.guards]
            conclusions = [tree.SetFigure(atom, value, mode)]
        elif (choice := _CHOICE.fullmatch(head)) is not None:
            measured = self._one_figure(choice["figure"])
            atom = tree.Atom(measured.template, scope.args(measured.template, measured.args))
            of = self.vocabulary.templates[measured.template].of
            if of is None:
                raise ReadingError(f"the value of '{measured.template}' is not a thing", None, "choice")
            after, scope.guards = scope.guards, []
            universal = len(scope.variables)
            ranked = _RANKED.fullmatch(choice["noun"])
            noun = ranked["noun"] if ranked is not None else choice["noun"]
            among = self._among(noun, choice["where"], scope, file)
            if ranked is not None:
                among = self._with_extreme(among, _Extreme(ranked["which"], ranked["of"], None), scope)
            if not self.vocabulary.is_a(among.kind, of):
                raise ReadingError(
                    f"'{choice['noun']}' can be no value of '{measured.template}'", None, "choice"
                )
            conclusions = [tree.SetFigure(atom, tree.Chosen(among, choice["by"]))]
            scope.guards = after
        elif (extreme := self._is_extreme(head)) is not None and extreme[1] == "is":
            measured = self._one_figure(extreme[0])
            atom = tree.Atom(measured.template, scope.args(measured.template, measured.args))
            universal = len(scope.variables)
            conclusions = [tree.SetFigure(atom, self._extreme(extreme[2], scope, file))]
        else:
            conclusions = scope.conclusions(self._one(self._readings(head), head))
        guards = scope.take_guards()
        scope.take_opened()
        universal = len(scope.variables) if universal is None else universal
        scope.hidden = range(
            universal, len(scope.variables)
        )  # those that an amount is worked out over end with it
        condition = self._conditions(tail, scope, file) if tail is not None else tree.ALWAYS
        for conclusion in conclusions:
            for final, body in _branches(conclusion, joiner, guards, condition):
                yield tree.Rule(
                    label,
                    ids,
                    final,
                    body,
                    tuple(scope.variables),
                    universal,
                    instead,
                    _in_one_line(text),
                    file,
                    line,
                )

    def _purpose_of_line(self, head: str) -> tuple[str, str | None]:
        """A line of a sum without the purpose at its end, and that purpose."""
        if _LINE.match(head):
            for purpose in self.vocabulary.purposes:
                if head.endswith(f" for {purpose}"):
                    return head.removesuffix(f" for {purpose}"), purpose
        return head, None

    def _each(self, text: str, scope: Scope, file: str) -> tree.Amount:
        """How often a line counts: "each full 5 MP of FIGURE", "each other craft B where …"."""
        full = _FULL.fullmatch(text)
        if full is not None:
            measured = self._one_figure(full["figure"])
            by = number(full["by"])
            if by is None or by <= 0:
                raise ReadingError(f"'{full['by']}' is no number to count in", None, "for-each")
            inner = scope.amount(measured)
            return tree.Whole(inner, tree.Number(by, self.vocabulary.templates[measured.template].unit))
        match = _AMONG.fullmatch(text)
        assert match is not None
        return tree.Count(
            self._among(f"a {match['noun']}", match["where"], scope, file, other=bool(match["other"]))
        )

    def _among(
        self, noun: str, where: str | None, scope: Scope, file: str, *, other: bool = False
    ) -> tree.Among:
        """The things of a noun for which a condition holds; what is opened in it is bound in it."""
        phrase = self._phrase(noun)
        kept = scope.take_opened(), scope.take_guards()
        term = scope.term(phrase._replace(determiner="another" if other else "a"), "", opening=True)
        if not isinstance(term, tree.Var):
            raise ReadingError(
                f"'{noun}' names one thing: what can be several is 'a N', or 'a N B'", None, "for-each"
            )
        scope.take_opened()
        return self._such(term, where, scope, file, kept)

    def _such(
        self,
        term: tree.Var,
        where: str | None,
        scope: Scope,
        file: str,
        kept: tuple[Sequence[int], Sequence[tree.Condition]],
    ) -> tree.Among:
        """The things that a variable opened just now can be where a condition holds; what was `kept` meanwhile is put back."""
        condition = self._conditions(where, scope, file) if where is not None else tree.ALWAYS
        kind = scope.variables[term.index].kind
        own = [g for g in scope.take_guards() if g != tree.Holds(tree.Atom(kind, (term,)))]
        scope.opened, scope.guards = sorted(kept[0]), list(kept[1])
        return tree.Among(term.index, kind, _join([*own, condition]))

    # -- the least and the greatest ---------------------------------------------------------------------------------

    def _is_extreme(self, text: str) -> tuple[str, tree.Comparator, _Extreme] | None:
        """The figure, comparator and extreme of "FIGURE is the least FIGURE where C"; None for any other sentence."""
        match = _COMPARED.fullmatch(text)
        extreme = None if match is None else self._as_extreme(match["amount"])
        if match is None or extreme is None:
            return None
        if self._readings(text):
            raise ReadingError(
                f"'{_flat(text)}' has 2 readings",
                f"'the {extreme.which} …' is a figure of its own, and the {extreme.which} of 'the {extreme.of}'",
                "two-readings",
            )
        op = (match["op"] or "").strip()
        return match["figure"], ("is not" if op == "not" else op or "is"), extreme  # type: ignore[return-value]

    def _as_extreme(self, text: str) -> _Extreme | None:
        """ "the least FIGURE where C" taken apart, if that is one."""
        match = _EXTREME.fullmatch(text)
        if match is None or not self.reader.read_figure(words(f"the {match['of']}")):
            return None
        return _Extreme(match["which"], match["of"], match["where"])

    def _figure_of_extreme(self, extreme: _Extreme) -> Measured:
        measured = self._one_figure(f"the {extreme.of}")
        template = self.vocabulary.templates[measured.template]
        if template.values or template.of is not None:
            raise ReadingError(
                f"the values of '{template.id}' are no numbers: there is no {extreme.which} of them",
                None,
                "extreme",
            )
        return measured

    def _extreme(self, extreme: _Extreme, scope: Scope, file: str) -> tree.Extreme:
        """The least or greatest that a figure is of the one thing that it opens."""
        measured = self._figure_of_extreme(extreme)
        kept = scope.take_opened(), scope.take_guards()
        of = scope.amount(measured)
        assert isinstance(of, tree.Figure)
        opened = scope.take_opened()
        if len(opened) != 1:
            raise ReadingError(
                f"'the {extreme.which} {_flat(extreme.of)}' opens {len(opened) or 'no'} things",
                f"let it open one of which it is the {extreme.which}: 'the {extreme.which} depth of a hex B where …'",
                "extreme",
            )
        among = self._such(tree.Var(opened[0]), extreme.where, scope, file, kept)
        return tree.Extreme(among, of, extreme.which in _MOST)

    def _with_extreme(self, among: tree.Among, extreme: _Extreme, scope: Scope) -> tree.Among:
        """The things of which a figure is the least or greatest that it is of any of them."""
        measured = self._figure_of_extreme(extreme)
        kept = scope.take_opened(), scope.take_guards()
        of = scope.amount(measured)
        assert isinstance(of, tree.Figure)
        one = scope.variables[among.variable]
        if scope.take_opened() or tree.Var(among.variable) not in of.atom.args:
            raise ReadingError(
                f"'with the {extreme.which} {_flat(extreme.of)}' is not about the {one.noun} that is chosen",
                f"say it of '{f'{one.noun} {one.letter}' if one.letter else f'the {one.noun}'}'",
                "extreme",
            )
        where = _join([*scope.take_guards(), among.where])
        scope.opened, scope.guards = list(kept[0]), list(kept[1])
        # The others are another variable, with a letter that nobody can write.
        other_index = len(scope.variables)
        scope.variables.append(tree.Variable(one.noun, f"{one.letter}'", one.kind))
        same = tree.Compare("is", of, tree.Extreme(replace(among, where=where), of, extreme.which in _MOST))
        renamed = substitute(same, {among.variable: tree.Var(other_index)})
        assert isinstance(renamed, tree.Compare)
        return replace(among, where=_join([where, replace(renamed, left=of)]))

    def _one_figure(self, text: str) -> Measured:
        figures = self.reader.read_figure(words(text))
        if len(figures) != 1:
            raise ReadingError(f"'{_flat(text)}' is no figure of the vocabulary", self._near(text))
        return figures[0]

    def _figure_line(self, head: str) -> tuple[Measured, RawAmount | _Extreme, str, str | None] | None:
        """The figure, amount, mode and "for each" of an add, multiply or limit line; None for any other sentence."""
        each: str | None = None
        apart = _EACH.fullmatch(head)
        if apart is not None and head.startswith("add "):
            head, each = apart["head"], apart["each"]
        for pattern, mode in ((_ADD, "add"), (_MULTIPLY, "multiply"), (_LIMIT, "")):
            match = self._parted(pattern, head)
            if match is None:
                continue
            figure = self._one_figure(match["figure"])
            template = self.vocabulary.templates[figure.template]
            amounts = self.reader.read_amount(words(match["value"]), template if mode != "multiply" else None)
            distinct = list(dict.fromkeys(amounts))
            extreme = None if distinct else self._as_extreme(match["value"])
            if extreme is not None:
                return figure, extreme, mode or match["mode"], each
            if len(distinct) != 1:
                raise ReadingError(f"'{match['value']}' is no amount of {template.id}")
            return figure, distinct[0], mode or match["mode"], each
        return None

    def _parted(self, pattern: re.Pattern[str], head: str) -> Mapping[str, str] | None:
        """A line of a figure taken apart; an amount that is added may have a "to the" of its own: "the range to the shore"."""
        match = pattern.fullmatch(head)
        if match is None or pattern is not _ADD:
            return None if match is None else match.groupdict()
        ends = [at.start() for at in re.finditer(r"\s+to\s+the\s", head)]
        parts = [
            {"value": head[len("add ") : end], "figure": head[end:].lstrip()[len("to ") :].lstrip()}
            for end in ends
        ]
        return next((part for part in parts if self.reader.read_figure(words(part["figure"]))), parts[0])

    def _one(self, readings: list[Reading], text: str) -> Reading:
        if not readings:
            raise ReadingError(f"'{_flat(text)}' has no reading", self._near(text))
        if len(readings) > 1:
            raise ReadingError(
                f"'{_flat(text)}' has {len(readings)} readings",
                "; ".join(_describe(reading) for reading in readings),
                "two-readings",
            )
        return readings[0]

    def _near(self, text: str) -> str | None:
        near = nearest_sentences(self.vocabulary, text)
        return f"nearest: {'; '.join(near)}" if near else None

    # -- conditions -------------------------------------------------------------------------------------------

    def _conditions(self, text: str, scope: Scope, file: str) -> tree.Condition:
        """The conditions behind an `if`, each level's existentials bound around the parts that use them."""
        stripped = text.strip()
        lines = [line for line in stripped.splitlines() if line.strip()]
        if lines and lines[0].strip() in _BLOCKS:
            return self._block(lines, scope, file)
        flat = _flat(stripped)
        ands = re.split(r", and (?!\d)", flat)
        ors = re.split(r", or ", flat)
        if len(ands) > 1 and len(ors) > 1:
            raise ReadingError(
                f"'{flat}' joins conditions by 'and' and by 'or' on one level",
                "put one of them into an indented block under 'all of:' or 'any of:'",
                "mixed-connectives",
            )
        if len(ors) > 1:
            return tree.AnyOf(tuple(_bind(scope, [self._condition(part, scope)]) for part in ors))
        return _bind(scope, [self._condition(part, scope) for part in ands])

    def _block(self, lines: Sequence[str], scope: Scope, file: str) -> tree.Condition:
        head = lines[0].strip()
        inner = lines[1:]
        if not inner:
            raise ReadingError(f"nothing stands under '{head}'", None, "empty-block")
        parts: list[tree.Condition] = []
        for lines_of_one in _parts_of(inner):
            group = [line.rstrip().rstrip(",") for line in lines_of_one]
            if group[0].strip() in _BLOCKS:
                # What was opened before the block is bound where it was opened, around the block.
                before, scope.opened = scope.opened, []
                parts.append(self._block(group, scope, file))
                scope.opened = [*before, *scope.opened]
            else:
                part = self._condition(_flat(" ".join(group)), scope)
                parts.append(part if head == "all of:" else _bind(scope, [part]))
        if head == "all of:":
            return _bind(scope, parts)
        if head == "any of:":
            return tree.AnyOf(tuple(parts))
        return tree.NoneOf(tuple(parts)) if head == "none of:" else tree.OneOf(tuple(parts))

    def _condition(self, text: str, scope: Scope) -> tree.Condition:
        text = text.strip()
        but_for = _BUT_FOR.fullmatch(text)
        if but_for is not None:
            after = id_list(but_for["ids"]) if but_for["ids"] else ()
            return tree.ButFor(self._condition(but_for["part"], scope), after)
        readings = self._readings(text)
        between = _BETWEEN.fullmatch(text)
        if between is not None and not readings:
            left = between["left"]
            again = re.sub(r"(?<!\w)an? (?=\w)", "the ", left)
            return tree.AllOf(
                (
                    self._condition(f"{left} is at least {between['low']}", scope),
                    self._condition(f"{again} is at most {between['high']}", scope),
                )
            )
        extreme = self._is_extreme(text)
        if extreme is not None:
            before = len(scope.guards)
            left = scope.amount(self._one_figure(extreme[0]))
            guards = scope.guards[before:]
            del scope.guards[before:]
            return _join([*guards, tree.Compare(extreme[1], left, self._extreme(extreme[2], scope, ""))])
        return scope.condition(self._one(readings, text))


def _summands(figure: str, lines: str) -> Iterator[str]:
    """The lines of a sum as sentences: "2 if C" under "the toll of a craft is the sum of:" adds 2 to it."""
    for line in lines.splitlines():
        if line.strip():
            amount, joiner, condition = _split_if(line.strip().rstrip(","))
            yield f"add {amount} to {figure}" + (f" {joiner} {condition}" if condition else "")


def id_list(text: str) -> tuple[str, ...]:
    """The ids of a list as written, a range as one item "A to B": "B21.1-s1 + G13.4-s4", "G13.441-s1 to G13.447-s2"."""
    parts = re.split(r"\s*\+\s*|\s+and\s+", " ".join(text.split()))
    return tuple(part.strip() for part in parts)


def _sentences(lines: Sequence[Line]) -> Iterator[tuple[int, str]]:
    """The sentences of an entry, each with the number of its first line; layout inside a sentence is kept."""
    texts = (line.text.split(" -- ")[0] if " -- " in line.text else line.text for line in lines)
    # A reading has a line of its own, needs no full stop, and may have others within ("A. Fenman").
    text = "\n".join(
        f"{line.rstrip().rstrip('.').replace('. ', f'.{_NO_END} ')}."
        if line.lstrip().startswith('read "')
        else line
        for line in texts
    )
    first = lines[0].number
    start = 0
    for match in _RULE_END.finditer(text):
        piece = text[start : match.start()]
        if piece.strip():
            lead = len(piece) - len(piece.lstrip())
            yield first + text.count("\n", 0, start + lead), piece.strip()
        start = match.end()
    rest = text[start:]
    if rest.strip():
        lead = len(rest) - len(rest.lstrip())
        yield first + text.count("\n", 0, start + lead), rest.strip()


_IF = re.compile(r"(?:,)?\s+(exactly if|only if|if)\s+")


def _split_if(text: str) -> tuple[str, str, str | None]:
    match = _IF.search(text)
    if match is None:
        return text, "", None
    return text[: match.start()], match[1], text[match.end() :]


def _branches(
    conclusion: tree.Conclude | tree.SetFigure,
    joiner: str,
    guards: list[tree.Condition],
    condition: tree.Condition,
) -> Iterator[tuple[tree.Conclude | tree.SetFigure, tree.Condition]]:
    """The one or two rules that `if`, `only if` and `exactly if` make of a conclusion."""
    if joiner in ("", "if", "exactly if"):
        yield conclusion, _join([*guards, condition])
    if joiner in ("only if", "exactly if"):
        if isinstance(conclusion, tree.SetFigure):
            raise ReadingError(
                "a figure's value stands under 'if', not under 'only if'", None, "only-if-figure"
            )
        yield (
            replace(conclusion, positive=not conclusion.positive),
            _join([*guards, tree.NoneOf((condition,))]),
        )


def _join(parts: Sequence[tree.Condition]) -> tree.Condition:
    flat: list[tree.Condition] = []
    for part in parts:
        if isinstance(part, tree.AllOf):
            flat.extend(part.parts)
        else:
            flat.append(part)
    return flat[0] if len(flat) == 1 else tree.AllOf(tuple(flat))


def _with_guards(scope: Scope, condition: tree.Condition) -> tree.Condition:
    guards = scope.take_guards()
    return _join([*guards, condition]) if guards else condition


def _bind(scope: Scope, parts: Sequence[tree.Condition]) -> tree.Condition:
    """The parts joined by "and", those that use a variable opened among them inside its existential."""
    opened = tuple(i for i in scope.take_opened() if any(uses(part, i) for part in parts))
    if not opened:
        return _join(parts)
    scope.ended.update(opened)
    inner = [part for part in parts if any(uses(part, i) for i in opened)]
    outer = [part for part in parts if part not in inner]
    return _join([*outer, tree.Exists(opened, _join(inner), scope.kinds(opened))])


def _check_ranges(rows: Sequence[str]) -> None:
    """Raise for numeric keys with a gap or an overlap between them."""
    spans: list[tuple[float, float, str]] = []
    for row in rows:
        key = row.rpartition(":")[0].strip()
        numbers = [int(n) for n in re.findall(r"-?\d+", key)]
        if not numbers:
            return
        if ".." in key:
            spans.append((numbers[0], numbers[-1], key))
        elif key.endswith(("or less", "or fewer")):
            spans.append((float("-inf"), numbers[0], key))
        elif key.endswith("or more"):
            spans.append((numbers[0], float("inf"), key))
        else:
            spans.append((numbers[0], numbers[0], key))
    spans.sort()
    for (_, high, before), (low, _, after) in itertools.pairwise(spans):
        if low <= high:
            raise ReadingError(f"the rows '{before}' and '{after}' overlap", None, "table-overlap")
        if low > high + 1:
            raise ReadingError(f"the table has a gap between '{before}' and '{after}'", None, "table-gap")


def _flat(text: str) -> str:
    return " ".join(text.split())


def _in_one_line(text: str) -> str:
    """A sentence as it is shown in one line: what stands under "all of:" and the like is set apart by semicolons, what stands
    under one inside another in brackets as well."""
    lines = [line for line in text.splitlines() if line.strip()]
    return _flat(" ".join(_listed(lines, "{}")))


def _listed(lines: Sequence[str], brackets: str) -> list[str]:
    """Lines that begin on one level, each with what stands under it; `brackets` for the lists."""
    found = []
    place = 0
    while place < len(lines):
        line = lines[place]
        place += 1
        under = place
        if line.rstrip().endswith(_BLOCKS):
            while under < len(lines) and _indent(lines[under]) > _indent(line):
                under += 1
        inner = lines[place:under]
        place = under
        if not inner:
            found.append(line.strip())
            continue
        items = [" ".join(_listed(part, "({})")) for part in _parts_of(inner)]
        found.append(f"{line.strip()} {brackets.format('; '.join(item.rstrip(',') for item in items))}")
    return found


def _parts_of(block: Sequence[str]) -> Iterator[Sequence[str]]:
    """What stands under "all of:" and the like, part by part: each begins where the block does, the rest of it deeper."""
    depth = min(map(_indent, block))
    start = 0
    for end in range(1, len(block) + 1):
        if end == len(block) or _indent(block[end]) <= depth:
            yield block[start:end]
            start = end


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _describe(reading: Reading) -> str:
    """A reading told apart from others: by its template, or by what it says of its subject."""
    if isinstance(reading, Said):
        return f"as '{reading.template}'"
    if isinstance(reading, Predicated):
        return f"as {', '.join(repr(name) for name in reading.predicates)} of '{written(reading.subject)}'"
    return f"as '{reading.left.template}'" if isinstance(reading.left, Measured) else "as a comparison"
