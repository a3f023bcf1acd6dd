"""How the columns of one play aid read: its mapping, a file of data under `playaids/` of the rulebook's folder.

The fields of the file are described in this folder's README.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ingest.diagnostics import Diagnostic, HexlawError, Place
from kb.playaids.conditions import ALWAYS, Atom, Condition, Joined
from ontology.books import book_folder, load_book

_MEANING = re.compile(r"(?P<name>[\w -]+?)(?P<derived>\?)?(?P<op>!=|<=|>=|<|>|=)(?P<values>.+)")
_PREDICATE = re.compile(r":(?P<neg>!)?(?P<name>[\w-]+)(?:=(?P<value>.+))?")


@dataclass(frozen=True, slots=True)
class Said:
    """That a word says a predicate: affirmed or denied, perhaps with its value."""

    predicate: str
    positive: bool = True
    value: str | None = None


@dataclass(frozen=True, slots=True)
class Numbered:
    """An atom whose number stands in the text: "heights above #"."""

    aspect: str
    op: str


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a phrase means: atoms of a condition, a predicate, or both where the rest of the clause tells which.

    `operator` is a kind of English word; `amount` a value that is no number, `measure` the unit of one, `topic` what a
    pointer to a rule is about.
    """

    atoms: tuple[Atom | Numbered, ...] = ()
    said: Said | None = None
    operator: str = ""
    amount: str = ""
    measure: str = ""
    topic: str = ""


@dataclass(frozen=True, slots=True)
class Aspect:
    """Something in which the situations of a row differ: its values with the facts of each, the default one first."""

    name: str
    values: Mapping[str, tuple[str, ...]]

    @property
    def default(self) -> str:
        """The value it has where nobody speaks of it."""
        return next(iter(self.values))


@dataclass(frozen=True, slots=True)
class Predicate:
    """What a claim can say: the questions it puts, all of which must be answered as it says."""

    name: str
    ask: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    aspects: tuple[str, ...] = ()
    vary: tuple[str, ...] = ()
    vary_yes: tuple[str, ...] = ()
    vary_no: tuple[str, ...] = ()
    vary_relative: tuple[str, ...] = ()
    vary_only: tuple[str, ...] = ()
    complete: tuple[str, ...] = ()
    complete_no: tuple[str, ...] = ()
    own: bool = False
    only: bool = False
    follows: tuple[str, ...] = ()
    values: Mapping[str, str] = field(default_factory=dict)
    takes_value: bool = False
    measure: str = ""
    outside: tuple[str, ...] = ()
    where: Condition = ALWAYS
    universe: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    deaf: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    otherwise: str = ""
    signs: bool = False

    def varied(self, positive: bool, relative: bool, only: bool) -> tuple[str, ...]:
        """The aspects whose exceptions a claim must name."""
        if relative:
            return self.vary_relative
        return (
            *self.vary,
            *(self.vary_yes if positive else self.vary_no),
            *(self.vary_only if only else ()),
        )


@dataclass(frozen=True, slots=True)
class Row:
    """A row: what is told of the situations it stands for, and what they must be such that.

    `rests` has for a predicate the rules that say nothing of it here, which a cell may cite for that; `reads` which
    predicate a word of the mapping stands for in this row.
    """

    title: str
    facts: tuple[str, ...]
    where: Condition
    fixed: Mapping[str, str]
    rests: Mapping[str, tuple[str, ...]]
    reads: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Column:
    """A column: what a clause in it says that has no predicate (`bare`), or a number alone (`amount`).

    `note`: what it speaks of need not be said in the other columns of a row.
    `universe` has the values of an aspect that it speaks of where nothing narrows them, `reads` which predicate a word of
    the mapping stands for in it, `facts` what its situations have in common; with `only`, what is said holds nowhere else.
    """

    head: str
    bare: str
    amount: str
    only: bool
    universe: Mapping[str, tuple[str, ...]]
    facts: tuple[str, ...]
    reads: Mapping[str, str]
    note: bool


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a clause stands."""

    row: Row
    column: Column

    def reads(self, predicate: str) -> str:
        """The predicate that one of the mapping stands for here."""
        predicate = self.column.reads.get(predicate, predicate)
        return self.row.reads.get(predicate, predicate)


@dataclass(frozen=True, slots=True)
class AidTable:
    """One table of an aid: which of its rows and columns are covered."""

    rows: tuple[Row, ...]
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class AidMapping:
    """How one play aid reads."""

    rulebook: str
    document: str
    title: str
    covers: str
    tables: tuple[AidTable, ...]
    aspects: Mapping[str, Aspect]
    predicates: Mapping[str, Predicate]
    words: Sequence[tuple[str, tuple[Meaning, ...]]]
    topics: Mapping[str, tuple[str, ...]]
    misprints: Mapping[str, str]
    letters: Mapping[str, str] = field(default_factory=dict)


def read_mapping(path: Path, rulebook: str, letters: Mapping[str, str] | None = None) -> AidMapping:
    """The mapping in a file; `letters` are abbreviations with the words that they stand for.

    Raises HexlawError with everything that is wrong in it.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise _refused(path, f"cannot be read: {error.strerror}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise _refused(path, f"is no TOML: {error}") from None
    return replace(_Reader(path, data).mapping(rulebook), letters=letters or {})


def mappings_of(rulebook: str) -> list[AidMapping]:
    """The mappings of a rulebook, by the name of their files; the letters are those that its `book.toml` explains."""
    folder = book_folder(rulebook)
    paths = sorted((folder / "playaids").glob("*.toml"))
    letters = load_book(folder).get("acronyms", {}) if paths else {}
    return [read_mapping(path, rulebook, letters) for path in paths]


def _refused(path: Path, message: str, hint: str | None = None) -> HexlawError:
    return HexlawError(Diagnostic("playaid-mapping", "error", message, Place(str(path)), hint))


_FILE = (
    "document",
    "title",
    "covers",
    "aspects",
    "predicates",
    "words",
    "tables",
    "topics",
    "misprints",
)
"""What a file may have."""


class _Reader:
    """Reads one file and keeps what is wrong in it."""

    def __init__(self, path: Path, data: Mapping[str, Any]) -> None:
        self.path = path
        self.data = data
        self.wrong: list[Diagnostic] = []
        self.aspects: dict[str, Aspect] = {}
        self.predicates: dict[str, Predicate] = {}

    def mapping(self, rulebook: str) -> AidMapping:
        """The whole mapping; HexlawError tells all faults at once."""
        data = self.data
        for name, values in data.get("aspects", {}).items():
            self.aspects[name] = Aspect(name, {value: tuple(facts) for value, facts in values.items()})
        for name, entry in data.get("predicates", {}).items():
            self.predicates[name] = self._predicate(name, entry)
        for name, predicate in self.predicates.items():  # its situations may hang on any predicate
            where = data["predicates"][name].get("where", ())
            self.predicates[name] = replace(predicate, where=self._where(where))
            if predicate.otherwise and predicate.otherwise not in self.predicates:
                message = f"predicate '{name}' names a predicate '{predicate.otherwise}'"
                self._fault(message, ", ".join(self.predicates))
        words: list[tuple[str, tuple[Meaning, ...]]] = []
        for phrases, meaning in data.get("words", {}).items():
            each = meaning if isinstance(meaning, list) else [meaning]
            meanings = tuple(read for text in each if (read := self._meaning(str(text))) is not None)
            words += [(phrase.strip(), meanings) for phrase in phrases.split(";")]
        tables = tuple(self._table(table) for table in data.get("tables", ()))
        self._known("the file", data, _FILE)
        document = str(data.get("document", ""))
        if not document:
            self._fault(
                "has no field 'document'", 'the id of the document that it reads, as in document = "PA"'
            )
        if self.wrong:
            raise HexlawError(*self.wrong)
        return AidMapping(
            rulebook,
            document,
            str(data.get("title", document)),
            str(data.get("covers", "")),
            tables,
            self.aspects,
            self.predicates,
            words,
            {topic: tuple(rules) for topic, rules in data.get("topics", {}).items()},
            dict(data.get("misprints", {})),
        )

    def _fault(self, message: str, hint: str | None = None) -> None:
        self.wrong.append(Diagnostic("playaid-mapping", "error", message, Place(str(self.path)), hint))

    def _predicate(self, name: str, entry: Mapping[str, Any]) -> Predicate:
        known = Predicate.__dataclass_fields__
        fields: dict[str, Any] = {}
        for key, value in entry.items():
            if key not in known:
                self._fault(f"predicate '{name}' has a field '{key}'", ", ".join(sorted(known)))
            elif key == "where":
                continue
            elif key in ("universe", "deaf"):
                fields[key] = {aspect: tuple(values.split("|")) for aspect, values in value.items()}
                for aspect, values in fields[key].items():
                    self._check_values(aspect, values)
            else:
                fields[key] = tuple(value) if isinstance(value, list) else value
        if isinstance(fields.get("ask"), str):
            fields["ask"] = (fields["ask"],)
        found = Predicate(name, **fields)
        for aspect in (
            *found.aspects,
            *found.vary,
            *found.vary_yes,
            *found.vary_no,
            *found.vary_relative,
            *found.vary_only,
            *found.complete,
            *found.complete_no,
            *found.follows,
        ):
            if aspect not in self.aspects:
                self._fault(f"predicate '{name}' names an aspect '{aspect}'", ", ".join(self.aspects))
        if not found.ask and not found.outside:
            self._fault(
                f"predicate '{name}' asks nothing", "ask = a question, or outside = the rules it rests on"
            )
        return found

    def _known(self, what: str, entry: Mapping[str, Any], known: Iterable[str]) -> None:
        """Tell of fields that mean nothing: what is written in them would be passed over."""
        fields = sorted(known)
        for key in (key for key in entry if key not in fields):
            self._fault(f"{what} has a field '{key}'", ", ".join(fields))

    def _table(self, table: Mapping[str, Any]) -> AidTable:
        self._known("a table", table, ("rows", "columns"))
        for row in table.get("rows", ()):
            self._known(f"row '{row.get('title', '')}'", row, Row.__dataclass_fields__)
        for column in table.get("columns", ()):
            self._known(f"column '{column.get('head', '')}'", column, Column.__dataclass_fields__)
        rows = tuple(
            Row(
                self._named(row, "row", "title"),
                tuple(row.get("facts", ())),
                self._where(row.get("where", ())),
                dict(row.get("fixed", {})),
                {name: tuple(rules) for name, rules in row.get("rests", {}).items()},
                dict(row.get("reads", {})),
            )
            for row in table.get("rows", ())
        )
        columns = tuple(
            Column(
                self._named(column, "column", "head"),
                str(column.get("bare", "")),
                str(column.get("amount", "")),
                bool(column.get("only", False)),
                {aspect: tuple(values.split("|")) for aspect, values in column.get("universe", {}).items()},
                tuple(column.get("facts", ())),
                dict(column.get("reads", {})),
                bool(column.get("note", False)),
            )
            for column in table.get("columns", ())
        )
        for column in columns:
            for name in filter(None, (column.bare, column.amount, *column.reads.values())):
                if name not in self.predicates:
                    self._fault(
                        f"column '{column.head}' names a predicate '{name}'", ", ".join(self.predicates)
                    )
            for aspect, values in column.universe.items():
                self._check_values(aspect, values)
        for row in rows:
            for aspect, value in row.fixed.items():
                self._check_values(aspect, (value,))
            for name in (*row.reads.values(), *row.rests):
                if name not in self.predicates:
                    self._fault(f"row '{row.title}' names a predicate '{name}'", ", ".join(self.predicates))
        return AidTable(rows, columns)

    def _named(self, entry: Mapping[str, Any], what: str, field_: str) -> str:
        """What a row or column is called in the aid."""
        if field_ not in entry:
            self._fault(f"a {what} has no field '{field_}'", f"it has: {', '.join(entry) or 'nothing'}")
        return str(entry.get(field_, ""))

    def _where(self, texts: Sequence[str]) -> Condition:
        meanings = [meaning for text in texts if (meaning := self._meaning(text)) is not None]
        parts = tuple(atom for meaning in meanings for atom in meaning.atoms if isinstance(atom, Atom))
        return parts[0] if len(parts) == 1 else Joined("all", parts)

    def _check_values(self, aspect: str, values: Sequence[str]) -> None:
        known = self.aspects.get(aspect)
        if known is None:
            self._fault(f"there is no aspect '{aspect}'", ", ".join(self.aspects))
            return
        for value in values:
            if value not in known.values:
                self._fault(f"the aspect '{aspect}' has no value '{value}'", ", ".join(known.values))

    def _meaning(self, text: str) -> Meaning | None:
        if text == "~":
            return Meaning(operator="fill")
        if text.startswith("op "):
            return Meaning(operator=text[3:])
        kind, _, rest = text.partition(" ")
        if rest and kind in ("amount", "measure", "topic"):
            return Meaning(
                amount=rest if kind == "amount" else "",
                measure=rest if kind == "measure" else "",
                topic=rest if kind == "topic" else "",
            )
        if text.startswith(":"):
            match = _PREDICATE.fullmatch(text)
            if match is None or match["name"] not in self.predicates:
                self._fault(f"'{text}' names no predicate", ", ".join(self.predicates))
                return None
            return Meaning(said=Said(match["name"], match["neg"] is None, match["value"]))
        atoms: list[Atom | Numbered] = []
        for part in text.split(" + "):
            atom = self._atom(part)
            if atom is None:
                return None
            atoms.append(atom)
        return Meaning(tuple(atoms))

    def _atom(self, text: str) -> Atom | Numbered | None:
        match = _MEANING.fullmatch(text)
        if match is None:
            self._fault(f"'{text}' is no meaning", 'as in "tide=low", ":enter", ":!enter", "height>#", "~"')
            return None
        name, op, values = match["name"], match["op"], tuple(match["values"].split("|"))
        if match["derived"]:
            if name not in self.predicates:
                self._fault(f"'{text}' names no predicate", ", ".join(self.predicates))
            return Atom(name, values, True, op == "!=")
        if values == ("#",):
            if name not in self.aspects:
                self._fault(f"there is no aspect '{name}'", ", ".join(self.aspects))
            return Numbered(name, op)
        self._check_values(name, values)
        return Atom(name, values, negated=op == "!=")
