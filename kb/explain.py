"""An answer in plain text, in three lengths: one sentence, one line a rule, the full derivation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kb.drawn import Line, draw
from kb.notes import notes_after, notes_before, outcome

_MANY, _LONG, _FEW = 3, 160, 4
"""So many cases, so many letters are too much for a headline; so many figures it can name."""

_EXCEPTIONS = {"yes": "applies", "no": "does not apply"}


def render_sentence(answer: Mapping[str, Any]) -> str:
    """The answer in one sentence, with its citations."""
    return str(answer.get("text", ""))


def render_headline(answer: Mapping[str, Any]) -> str:
    """The answer in one sentence, above what would decide: where a long sentence would tell that twice, what it depends on."""
    text = render_sentence(answer)
    cases = answer.get("deciding") or ()
    if answer.get("answer") != "undetermined" or len(cases) < _MANY or len(text) <= _LONG:
        return text
    outcomes = list(dict.fromkeys(outcome(case) for case in cases))
    missing = [cause["missing"] for cause in answer.get("causes") or () if "missing" in cause]
    # What is not known is named as a figure ("the slope of the Beach"), of which the cases say what it is, or as a sentence.
    told = [fact.lower() for case in cases for fact in case["facts"]]
    figures = [name for name in missing if any(fact.startswith(f"{name.lower()} is ") for fact in told)]
    by = "what is not told"
    if missing and missing == figures and len(figures) <= _FEW:
        by = " and ".join(figures)
    cites = f" ({', '.join(answer['cites'])})" if answer.get("cites") else ""
    return (
        f"Undetermined: {', '.join(outcomes[:-1])} or {outcomes[-1]}, depending on {by}{cites}."
        if outcomes[1:]
        else text
    )


def render_lines(answer: Mapping[str, Any]) -> str:
    """The sentence, then one line for each rule that the answer rests on, in the order of the argument."""
    lines = [render_headline(answer)]
    steps: Mapping[str, Mapping[str, Any]] = (answer.get("derivation") or {}).get("steps") or {}
    seen: set[str] = set()
    for step in steps.values():
        label = step.get("statement")
        if not label or step.get("kind") in ("failed", "beaten") or label in seen:
            continue
        seen.add(label)
        lines.append(f"  {label}: {step['sentence']}")
    return "\n".join((*lines, *_notes((*notes_before(answer), *notes_after(answer)))))


def render_full(answer: Mapping[str, Any]) -> str:
    """The sentence, the whole derivation as an indented tree, and what else the answer says."""
    lines = [render_headline(answer), *_notes(notes_before(answer))]
    for drawn in draw(answer):
        lines.append("")
        if drawn.of:
            lines.append(f"{drawn.of}:")
        lines.extend(_tree(drawn.root, "", "", ""))
    return "\n".join((*lines, *_notes(notes_after(answer))))


def _notes(notes: Sequence[tuple[str, list[str]]]) -> Iterator[str]:
    for heading, items in notes:
        yield ""
        yield heading
        yield from (f"  {item}" for item in items)


def _tree(line: Line, first: str, rest: str, mark: str) -> Iterator[str]:
    said = _said(line)
    yield f"{first}{mark}{said[0]}"
    inner = rest + " " * len(mark)
    for more in said[1:]:
        yield f"{inner}{'|' if line.below else ' '}   {more}"
    for position, below in enumerate(line.below):
        last = position == len(line.below) - 1
        yield from _tree(below, inner, inner + ("" if last else "|"), "`- " if last else "|- ")


def _said(line: Line) -> list[str]:
    cited = line.statement or line.rule or ""
    if line.exception is not None:
        above = " (shown above)" if line.repeated else ""
        return [f"exception {cited} {_EXCEPTIONS.get(line.exception, 'may apply')}: {line.sentence}{above}"]
    if line.passed_over is not None:
        return [f"not {cited or 'this'}, {line.passed_over}: {line.sentence}"]
    head = line.sentence
    if cited:
        head += f" [{cited}]"
    if line.told:
        head += f" ({line.told})"
    elif line.sentence in line.assumes:
        head += " (assumed: nothing says otherwise)"
    if line.repeated:
        head += " (shown above)"
    texts = [head]
    if line.says:
        texts.append(line.says)
    if line.quote:
        texts.append(f"“{line.quote}”")
    texts.extend(f"assumed: {assumed}" for assumed in line.assumes if assumed != line.sentence)
    return texts
