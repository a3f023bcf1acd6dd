"""A play aid checked: every claim of its cells read, asked, and judged.

A `Checker` takes an ingested aid and gives a `Report`, plain data that every face shows in its own way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from ingest.nodes import Claim, Document, Reference, Table
from kb.answer import known_rules
from kb.playaids.asking import Asker, deciding_statements, looked_at, rules_in
from kb.playaids.conditions import Atom, atoms, narrowed
from kb.playaids.english import respelled, stem
from kb.playaids.findings import Code, Finding, Situated, fingerprint_of
from kb.playaids.judging import Judge, Judged, Miss
from kb.playaids.mapping import AidMapping, AidTable, Spot
from kb.playaids.reading import Clause, Reading, read_claim
from kb.playaids.words import Lexicon
from kb.reason.cites import rule_order

Verdict = Literal["supported", "partly", "contradicted", "external", "unread", "not covered"]

VERDICTS: tuple[Verdict, ...] = ("supported", "partly", "contradicted", "external", "unread", "not covered")

_WORST: Mapping[str, int] = {
    "supported": 0,
    "external": 1,
    "partly": 2,
    "contradicted": 3,
    "unread": 4,
}
_MOST_SHOWN = 4
_MOST_LOOKED = 200
"""In how many situations of a clause the rules that it cites are looked for."""


@dataclass(slots=True)
class Checked:
    """A claim with what came of it: its verdict, why, and the whole answer to one of the questions that it came to."""

    claim: Claim
    row_title: str
    verdict: Verdict
    why: str = ""
    clauses: list[str] = field(default_factory=list)
    facts: tuple[str, ...] = ()
    question: str = ""
    answer: dict[str, Any] | None = None
    rules: tuple[str, ...] = ()
    left_out: list[dict[str, str]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


@dataclass(slots=True)
class Report:
    """What was found in one aid. `rows` and `columns` that the mapping does not have are not covered."""

    rulebook: str
    document: str
    title: str
    covers: str
    tables: tuple[Table, ...]
    claims: list[Checked]
    uncovered: list[str]
    missing: list[str]
    findings: list[Finding]

    def counts(self) -> dict[str, int]:
        """How many claims have which verdict."""
        found: dict[str, int] = dict.fromkeys(VERDICTS, 0)
        for checked in self.claims:
            found[checked.verdict] += 1
        return found


@dataclass(slots=True)
class _Cell:
    """A covered claim while the aid is checked."""

    claim: Claim
    place: Spot
    reading: Reading
    references: list[Reference]
    judged: list[Judged] = field(default_factory=list)


class Checker:
    """Checks aids of one mapping; what it has asked for one it knows for the next. It serves one check at a time."""

    def __init__(self, mapping: AidMapping, asker: Asker) -> None:
        self.mapping = mapping
        self.asker = asker
        self.lexicon = Lexicon(mapping)
        self.judge = Judge(mapping, asker)
        self.spots = [
            {(row.title, column.head): Spot(row, column) for row in table.rows for column in table.columns}
            for table in mapping.tables
        ]
        self.known = frozenset(known_rules(mapping.rulebook, asker.book.program))

    def check(self, document: Document, watch: Callable[[int, int], None] | None = None) -> Report:
        """Check every claim of an aid; `watch` is told how many of how many are done.

        Raises `Timeout` where the asker's deadline has come.
        """
        return _Check(document, self, watch).report()


class _Check:
    def __init__(
        self, document: Document, checker: Checker, watch: Callable[[int, int], None] | None
    ) -> None:
        self.document = document
        self.mapping = checker.mapping
        self.asker = checker.asker
        self.watch = watch
        self.lexicon = checker.lexicon
        self.judge = checker.judge
        self.spots = checker.spots
        self._known = checker.known
        self.titles = {node.id: node.title for node in document.nodes}
        self.uncovered: list[str] = []
        self.missing: list[str] = []
        self.cells: dict[str, _Cell] = {}
        self.seen: dict[str, int] = {}

    def report(self) -> Report:
        """Read all claims first, since claims of a row account for each other; then judge them."""
        places, missing = self._places()
        cells = self.cells
        for claim in self.document.claims:
            place = places.get((claim.row, _plain(claim.column)))
            if claim.part_of is None and place is not None:
                cells[claim.id] = self._read(claim, place)
        claims: list[Checked] = []
        parts = [claim for claim in self.document.claims if claim.part_of is None]
        for number, claim in enumerate(parts, 1):
            self.asker.in_time()
            cell = cells.get(claim.id)
            if cell is None:
                claims.append(Checked(claim, self.titles.get(claim.row, ""), "not covered"))
            else:
                claims.append(self._checked(cell, cells))
            if self.watch is not None:
                self.watch(number, len(parts))
        for checked in claims:
            checked.findings = [self._numbered(finding) for finding in checked.findings]
        findings = [finding for checked in claims for finding in checked.findings] + missing
        return Report(
            self.mapping.rulebook,
            self.document.id,
            self.mapping.title,
            self.mapping.covers,
            self.document.tables,
            claims,
            self.uncovered,
            self.missing,
            findings,
        )

    def _numbered(self, finding: Finding) -> Finding:
        """The finding with a name of its own, where another says the same of the same cell."""
        number = self.seen[finding.fingerprint] = self.seen.get(finding.fingerprint, 0) + 1
        if number == 1:
            return finding
        return replace(finding, fingerprint=fingerprint_of(finding.fingerprint, str(number)))

    # -- places -----------------------------------------------------------------------------------------------

    def _places(self) -> tuple[dict[tuple[str, str], Spot], list[Finding]]:
        """Where each covered cell stands, and a finding for each covered row that a table of the aid lacks."""
        found: dict[tuple[str, str], Spot] = {}
        lacking: list[Finding] = []
        for table in self.document.tables:
            titles = {identifier: _plain(self.titles.get(identifier, "")) for identifier in table.row_ids}
            known = self._table(set(titles.values()))
            if known is None:
                self.uncovered += [f"table {table.id}"]
                continue
            spots = self.spots[self.mapping.tables.index(known)]
            rows = {_plain(row.title): row for row in known.rows}
            columns = {
                _plain(head): column
                for head in table.columns[1:]
                for column in known.columns
                if f"{_plain(head)} ".startswith(f"{_plain(column.head)} ")
            }
            for identifier, title in titles.items():
                row = rows.get(title)
                if row is None:
                    self.uncovered.append(f"row {identifier}")
                    continue
                for head in table.columns[1:]:
                    column = columns.get(_plain(head))
                    if column is not None:
                        found[identifier, _plain(head)] = spots[row.title, column.head]
            self.uncovered += [
                f"column {head} of {table.id}" for head in table.columns[1:] if _plain(head) not in columns
            ]
            for title, row in rows.items():
                if title not in titles.values():
                    self.missing.append(row.title)
                    lacking.append(self._lacking(table, f"row '{row.title}'"))
            for column in known.columns:
                if column not in columns.values():
                    self.missing.append(column.head)
                    lacking.append(self._lacking(table, f"column '{column.head}'"))
        return found, lacking

    def _table(self, titles: set[str]) -> AidTable | None:
        best = max(
            self.mapping.tables,
            key=lambda table: len(titles & {_plain(r.title) for r in table.rows}),
            default=None,
        )
        if best is None or not titles & {_plain(row.title) for row in best.rows}:
            return None
        return best

    def _lacking(self, table: Table, what: str) -> Finding:
        return Finding(
            "missing-row",
            table.id,
            table.title,
            "",
            "",
            "",
            f"{table.id} has no {what}, which the mapping covers",
            "",
            (),
            (),
            (),
            fingerprint_of(self.document.id, "missing-row", _plain(what)),
        )

    # -- reading ----------------------------------------------------------------------------------------------

    def _read(self, claim: Claim, place: Spot) -> _Cell:
        references = [
            reference
            for reference in self.document.references
            if reference.rule == claim.row
            and claim.span.start <= reference.span.start
            and reference.span.end <= claim.span.end
        ]
        cites = [reference.text for reference in references]
        reading = read_claim(claim.text, cites, place, self.mapping, self.lexicon)
        return _Cell(claim, place, reading, references)

    # -- judging ----------------------------------------------------------------------------------------------

    def _checked(self, cell: _Cell, cells: Mapping[str, _Cell]) -> Checked:
        claim, reading = cell.claim, cell.reading
        checked = Checked(claim, self.titles.get(claim.row, ""), "supported")
        if not reading.clauses and not reading.pointer:
            self._unread(cell, checked)
            return checked
        others = [
            clause
            for other in cells.values()
            if other.claim.row == claim.row
            and (other.place.column is cell.place.column or other.place.column.note)
            for clause in other.reading.clauses
        ]
        pointed = [
            atom for other in cells.values() if other.claim.row == claim.row for atom in other.reading.pointed
        ]
        verdict = "supported"
        rules: set[str] = set()
        wanted = {target for reference in cell.references for target in reference.targets}
        for clause in reading.clauses:
            alike = [
                other
                for other in others
                if other is not clause and other.said.predicate == clause.said.predicate
            ]
            excused = [*pointed, *(atom for other in alike for atom in self._spoken(other, cell.place))]
            judged = self.judge.judge(clause, cell.place, excused, _covered(clause, alike))
            cell.judged.append(judged)
            checked.clauses.append(self._key(clause, cell.place))
            rules |= self._rules(judged, cell.place, wanted - rules)
            if _WORST[judged.verdict] > _WORST[verdict]:
                verdict = judged.verdict
            self._findings(cell, checked, judged, clause.words)
        checked.verdict = verdict  # type: ignore[assignment]
        checked.rules = tuple(sorted(rules, key=rule_order))
        self._cites(cell, checked, rules)
        self._witness(cell, checked)
        self._misprints(cell, checked)
        checked.why = "; ".join(dict.fromkeys(finding.message for finding in checked.findings))
        return checked

    def _misprints(self, cell: _Cell, checked: Checked) -> None:
        words = re.findall(r"\w+", cell.claim.text.lower())
        for printed, meant in self.mapping.misprints.items():
            if printed in words:
                message = f"misprint: '{printed}' for '{meant}'"
                checked.findings.append(
                    self._finding("misprint", cell, message, meant, checked.rules, (), (), printed)
                )

    def _unread(self, cell: _Cell, checked: Checked) -> None:
        checked.verdict = "unread"
        words = ", ".join(f"'{word}'" for word in dict.fromkeys(cell.reading.unknown))
        message = f"not read: {words}" if words else "not read"
        rules = self._nearby(cell)
        key = cell.reading.words
        checked.findings.append(self._finding("unread", cell, message, "", tuple(rules), (), (), key))
        checked.why = message
        checked.rules = tuple(rules)

    def _nearby(self, cell: _Cell) -> list[str]:
        """The rules that an unread claim is about, as far as its own citations, its words and its cell tell."""
        found = {target for reference in cell.references for target in reference.targets}
        for other in self.cells.values():
            same = other.claim.row == cell.claim.row and other.place.column is cell.place.column
            found |= {target for reference in other.references for target in reference.targets if same}
        for guess in (*cell.reading.guesses, cell.place.column.bare, cell.place.column.amount):
            name = cell.place.reads(guess)
            predicate = self.mapping.predicates.get(name)
            if predicate is None:
                continue
            found |= set(predicate.outside)
            if predicate.ask:
                judged = self.judge.any_of(name, cell.place)
                for facts, question in judged.asked[:1]:
                    found.update(looked_at(self.asker.answer(facts, question)))
                found |= self._rules(judged, cell.place, set())
        return sorted(found, key=rule_order)

    def _rules(self, judged: Judged, place: Spot, wanted: set[str]) -> set[str]:
        """The rules that the answers to a clause's questions rest on: of a few, or of as many as have those wanted."""
        predicate = self.mapping.predicates[judged.clause.said.predicate]
        found = {*judged.outside, *predicate.outside, *place.row.rests.get(predicate.name, ())}
        pairs = dict.fromkeys((*judged.right[:2], *judged.asked))
        for number, (facts, question) in enumerate(pairs):
            if number == _MOST_LOOKED or (
                number > 2 and not any(not any(_akin(target, rule) for rule in found) for target in wanted)
            ):
                break
            found |= self.asker.rules(facts, question)
        return found

    # -- findings ---------------------------------------------------------------------------------------------

    def _findings(self, cell: _Cell, checked: Checked, judged: Judged, words: Sequence[str]) -> None:
        verdict = judged.verdict
        key = self._key(judged.clause, cell.place)
        if verdict == "supported":
            return
        if judged.too_many:
            checked.findings.append(
                self._finding(
                    "unread", cell, "speaks of too many situations to go through", "", (), (), (), key
                )
            )
            return
        if verdict == "external":
            rules = judged.outside or tuple(sorted(self._rules(judged, cell.place, set()), key=rule_order))
            named = ", ".join(rules)
            message = (
                f"needs a rule that is not encoded: {named}" if named else "the rules at hand do not say"
            )
            if judged.outside:  # no rule tells which of its words matter
                key = " ".join((key, *words))
            checked.findings.append(self._finding("external", cell, message, "", rules, (), (), key))
            return
        wrong = [miss for miss in judged.misses if miss.kind != "open"]
        shown = _fewest(wrong)
        situations = tuple(self._situated(miss, judged) for miss in shown)
        rules = tuple(
            sorted(
                {rule for each in situations for rule in each.rules}
                | set(self._base_rules(judged))
                | set(cell.place.row.rests.get(judged.clause.said.predicate, ())),
                key=rule_order,
            )
        ) or self._about(cell, judged)
        statements = tuple(dict.fromkeys(name for each in situations for name in each.statements))
        code: Code = "contradicted" if verdict == "contradicted" else "incomplete"
        if not wrong:
            message, should = "speaks of no situation that its row stands for", ""
        else:
            message, should = self._told(judged, shown, situations)
        checked.findings.append(
            self._finding(code, cell, message, should, rules, statements, situations, key)
        )

    def _spoken(self, clause: Clause, place: Spot) -> list[Atom]:
        """What a claim narrows itself by, or excepts: what is all there is tells nothing apart."""
        predicate = self.mapping.predicates[clause.said.predicate]
        universe = {**place.column.universe, **predicate.universe}
        limit = (clause.limit,) if clause.limit is not None else ()
        said = (*(narrowed(each, universe) for each in (*clause.condition, *limit)), *clause.exception)
        return [atom for condition in said for atom in atoms(condition)]

    def _key(self, clause: Clause, place: Spot) -> str:
        predicate = self.mapping.predicates[clause.said.predicate]
        return clause.key({**place.column.universe, **predicate.universe})

    def _about(self, cell: _Cell, judged: Judged) -> tuple[str, ...]:
        """The rules that a claim is about where the answer to it rests on none: looked at, cited, or those of its cell."""
        found: set[str] = set()
        for facts, question in judged.asked[:1]:
            found.update(looked_at(self.asker.answer(facts, question)))
        return tuple(sorted(found, key=rule_order)) or tuple(self._nearby(cell))

    def _base_rules(self, judged: Judged) -> list[str]:
        for facts, question in (*judged.right[:1], *judged.asked[:1]):
            return list(self.asker.answer(facts, question).get("cites", ()))
        return []

    def _situated(self, miss: Miss, judged: Judged) -> Situated:
        answer = self.asker.answer(miss.facts, miss.question)
        usual = {
            fact
            for name in self.mapping.aspects
            for fact in self.mapping.aspects[name].values[self.mapping.aspects[name].default]
        }
        told_apart = tuple(
            name
            for name, value in miss.situation.items()
            if miss.kind == "false"
            and judged.rightly
            and value not in {situation.get(name) for situation in judged.rightly}
        )
        differs = tuple(
            fact
            for name in told_apart or miss.differs
            for fact in self.mapping.aspects[name].values.get(miss.situation[name], ())
            if told_apart or fact not in usual
        )
        return Situated(
            miss.facts,
            tuple(Judge._question(fact, miss.situation) for fact in differs),
            miss.question,
            str(answer.get("value", answer["answer"])),
            str(answer["text"]),
            tuple(
                sorted(self.asker.rules(miss.facts, miss.question) & set(rules_in(answer)), key=rule_order)
            ),
            tuple(deciding_statements(answer)),
        )

    def _told(
        self, judged: Judged, misses: Sequence[Miss], situations: Sequence[Situated]
    ) -> tuple[str, str]:
        first, place = misses[0], situations[0]
        if first.kind == "measure":
            unit = first.outcome.unit or self.mapping.predicates[judged.clause.said.predicate].measure
            return f"the unit is {unit}, not {judged.clause.measure}", unit
        if first.kind == "left out":
            values = ", ".join(dict.fromkeys(value for miss in misses for value in miss.situation.values()))
            return f"leaves out {values}, of which the rules say the same", f"also {values}"
        where = _where(place.differs)
        if judged.verdict == "contradicted":
            return f"the rules say otherwise: {place.text}", first.should
        if first.kind == "exception":
            return (
                f"names an exception that the rules do not make{where}: {place.text}",
                "without that exception",
            )
        left = "; ".join(_where(each.differs).removeprefix(" ") or each.text for each in situations)
        return f"leaves out an exception{where}: {place.text}", f"except {left}"

    def _finding(
        self,
        code: Code,
        cell: _Cell,
        message: str,
        should: str,
        rules: tuple[str, ...],
        statements: tuple[str, ...],
        situations: tuple[Situated, ...],
        key: str,
    ) -> Finding:
        claim = cell.claim
        return Finding(
            code,
            claim.row,
            self.titles.get(claim.row, ""),
            claim.column,
            claim.id,
            claim.text,
            message,
            should,
            rules,
            statements,
            situations,
            fingerprint_of(
                self.document.id, _plain(cell.place.row.title), _plain(cell.place.column.head), code, key
            ),
        )

    def _cites(self, cell: _Cell, checked: Checked, rules: set[str]) -> None:
        """A finding for each citation that is not among the rules on which the claim rests."""
        allowed = set(rules)
        for topic in cell.reading.topics:
            allowed |= set(self.mapping.topics.get(topic, ()))
        if cell.reading.pointer and not cell.reading.topics and not cell.reading.clauses:
            allowed |= {rule for each in self.mapping.topics.values() for rule in each}
        for reference in cell.references:
            ends = [end for end in (reference.first, reference.last) if end] or list(reference.targets)
            for target in ends or [reference.text]:
                if _rests(target, allowed, self._known):
                    continue
                resting = ", ".join(checked.rules or sorted(allowed, key=rule_order)) or "no rule"
                message = f"cites {target}, but rests on {resting}"
                if target not in self._known and not reference.targets:
                    message = f"cites {reference.text}, which is no rule"
                checked.findings.append(
                    self._finding(
                        "citation",
                        cell,
                        message,
                        resting,
                        checked.rules or tuple(sorted(allowed, key=rule_order)),
                        (),
                        (),
                        f"{target} {' + '.join(sorted(checked.clauses))}",
                    )
                )
                if checked.verdict == "supported":
                    checked.verdict = "partly"

    def _witness(self, cell: _Cell, checked: Checked) -> None:
        """One question with its whole answer to show: where something is wrong, the situation that shows it."""
        for finding in checked.findings:
            for situated in finding.situations:
                checked.facts, checked.question = situated.facts, situated.question
                break
        if not checked.question:
            pairs = [pair for judged in cell.judged for pair in (*judged.right, *judged.asked)]
            if not pairs:
                return
            checked.facts, checked.question = pairs[0]
        checked.answer = self.asker.answer(checked.facts, checked.question)
        spoken = {rule for reference in cell.references for rule in reference.targets}
        checked.left_out = [
            row for row in _exceptions(checked.answer) if not any(_akin(row["rule"], rule) for rule in spoken)
        ]


def _covered(clause: Clause, others: Sequence[Clause]) -> dict[str, set[str]]:
    """The values of aspects of which other claims say the same, or which they except from the opposite."""
    found: dict[str, set[str]] = {}
    for other in others:
        same = other.said.positive is clause.said.positive and other.said.value == clause.said.value
        for condition in other.condition if same else other.exception:
            for atom in atoms(condition):
                if not atom.negated:
                    found.setdefault(atom.aspect, set()).update(atom.values)
    return found


def _fewest(misses: Sequence[Miss]) -> list[Miss]:
    """The misses that need least to come about, each unlike the others."""
    rank = {"measure": 0, "false": 1, "left out": 2, "only": 2, "exception": 3, "open": 4}
    found: list[Miss] = []
    for miss in sorted(misses, key=lambda each: (rank[each.kind], len(each.differs))):
        mine = {(name, miss.situation.get(name)) for name in miss.differs}
        if miss.kind != "left out" and any(
            {(name, other.situation.get(name)) for name in other.differs} <= mine for other in found
        ):
            continue
        found.append(miss)
        if len(found) == _MOST_SHOWN:
            break
    return found


def _where(differs: Sequence[str]) -> str:
    return f" where {' and '.join(map(_inside, differs))}" if differs else ""


def _inside(fact: str) -> str:
    """A fact as part of a sentence."""
    fact = fact.rstrip(".")
    return fact[:1].lower() + fact[1:] if fact.startswith(("The ", "Hex ", "Hexside ", "It ")) else fact


def _rests(target: str, allowed: Iterable[str], known: Iterable[str]) -> bool:
    """Whether a citation is of a rule that something rests on, of one above it, or of one right below; of one further below,
    where nothing nearer is known."""
    rules = set(allowed)
    if any(rule.startswith(target) for rule in rules):
        return True
    above = max((rule for rule in rules if target.startswith(rule)), key=len, default=None)
    if above is None:
        return False
    parent = max((rule for rule in known if rule != target and target.startswith(rule)), key=len, default="")
    return parent == above or not any(rule != above and rule.startswith(above) for rule in rules)


def _akin(one: str, other: str) -> bool:
    """Whether two rule numbers are the same or one is an ancestor of the other."""
    return one.startswith(other) or other.startswith(one)


def _exceptions(answer: Mapping[str, Any]) -> list[dict[str, str]]:
    """The exceptions that an answer's rules have and that do not apply in it."""
    found: dict[str, dict[str, str]] = {}
    for step in answer.get("derivation", {}).get("steps", {}).values():
        for look in step.get("exceptions", ()) if step.get("kind") in ("rule", "line") else ():
            if look.get("applies") == "no" and look.get("statement"):
                found.setdefault(
                    look["statement"],
                    {"rule": look["rule"], "statement": look["statement"], "says": look["says"]},
                )
    return list(found.values())


def _plain(text: str) -> str:
    """A text by its words alone."""
    letters = "".join(character if character.isalnum() else " " for character in respelled(text))
    return " ".join(stem(word) for word in letters.split())
