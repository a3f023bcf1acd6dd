"""Readings: what an answer would be where a disputed or misprinted statement is read otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any

from kb.reason.decide import walk
from kb.reason.program import Entry, Program
from kb.reason.proof import Looked, Step
from kb.rulelang import tree

if TYPE_CHECKING:
    from kb.rulebook import Rulebook

Answer = Mapping[str, Any]


def readings_of(
    book: Rulebook,
    templates: Sequence[str],
    used: Callable[[], Set[str]],
    answer: Answer,
    again: Callable[[Rulebook], Answer],
) -> list[dict[str, Any]]:
    """For each statement with readings on which the answer may hang: what it is under each, the default first.

    `templates` are those asked about, `used` finds the readings by which its proofs go, `again` asks the same of another
    reading of the rulebook. A statement whose readings neither change the answer nor stand in its proof is left out.
    """
    groups = [group for group in book.readings if _touches(book, group, templates)]
    if not groups:
        return []
    by = used()
    found: list[dict[str, Any]] = []
    for group in groups:
        default = next(reading for reading in group if reading.default)
        rows = [(default, answer)]
        for reading in group:
            if reading is not default:
                rows.append((reading, again(book.variant(reading.id))))
        differs = any(_gist(other) != _gist(answer) for _, other in rows)
        if differs or any(reading.id in by for reading in group):
            found.extend(_row(reading, other) for reading, other in rows)
    return found


def used_readings(root: Step) -> Iterator[str]:
    """The readings by which a proof goes: those of its rules, and of the exceptions that it looked at."""
    for step in walk(root):
        if isinstance(step.entry, Entry) and step.entry.rule.reading is not None and step.kind != "failed":
            yield step.entry.rule.reading
        yield from _looked(step.exceptions)


def _looked(looks: Sequence[Looked]) -> Iterator[str]:
    for look in looks:
        if isinstance(look.by, tree.Withdrawal) and look.by.reading is not None and look.applies >= 0:
            yield look.by.reading
        yield from _looked(look.exceptions)


def differing(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The rows whose answer is another than that under the default reading of the same statement."""
    defaults = {row["of"]: _gist(row) for row in rows if row.get("default")}
    return [row for row in rows if _gist(row) != defaults[row["of"]]]


def _row(reading: tree.Reading, answer: Answer) -> dict[str, Any]:
    row: dict[str, Any] = {"of": reading.statements[0], "reading": reading.name}
    row.update({field: answer[field] for field in ("answer", "value", "set") if field in answer})
    if reading.default:
        row["default"] = True
    for field in ("printed", "because", "by", "on"):
        said = getattr(reading, field)
        if said:
            row[field] = said
    return row


def _gist(answer: Answer) -> tuple[object, ...]:
    split = tuple((row["class"], row["answer"]) for row in answer.get("split") or ())
    odds = tuple((row["outcome"], row["p"]) for row in answer.get("odds") or ())
    return answer["answer"], answer.get("value"), tuple(answer.get("set") or ()), split, odds


def _touches(book: Rulebook, group: Sequence[tree.Reading], templates: Sequence[str]) -> bool:
    """Whether a rule of one of these readings is in the slice of the program that these templates rest on.

    Whatever the reading, the way from them to the first template that it changes goes by rules that all readings have.
    """
    key = (group[0].id, *templates)
    known = book.touched.get(key)
    if known is None:
        reached = book.program.reached(templates)
        known = book.touched[key] = not reached.isdisjoint(changed_by(book, group))
    return known


def changed_by(book: Rulebook, group: Sequence[tree.Reading]) -> frozenset[str]:
    """The templates whose rules the readings of a statement change, found once."""
    known = book.changed_by.get(group[0].id)
    if known is None:
        ids = {reading.id for reading in group}
        programs = [book.variant(reading.id).program for reading in group]
        known = book.changed_by[group[0].id] = frozenset(
            entry.atom.template
            for program in programs
            for entry in program.entries
            if entry.rule.reading in ids or _bent(program, entry, ids)
        )
    return known


def _bent(program: Program, entry: Entry, ids: set[str]) -> bool:
    withdrawn = any(exemption.item.reading in ids for exemption, _ in entry.withdrawals)
    return withdrawn or any(item.reading in ids for item in entry.widened)
