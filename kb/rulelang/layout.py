"""Layout: the one form in which a rules file is written.

    noun else no: ford hex | a hex is fordable (hex) @2.4-s1

    -- a comment stays where it is
    2.4-s1@1f0c2a9be377:
      a hex is a ford hex exactly if the hex is not flooded.
      a unit may not enter a hex if all of:
        the hex is flooded
        any of:
          the unit is a cart  -- so does one at the end of a line
          the unit is a wagon.

A declaration is a line, or as many as it has entries; a sentence of an encoding is a line, two spaces in, but for blocks,
two spaces deeper a level. Words are one space apart, a sentence ends in a full stop, and there is never more than one empty
line. Nothing else changes: what is read from the file is the same before and after.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kb.rulelang.declarations import declaration_of, is_declaration
from kb.rulelang.entries import HEADER, is_header

_STEP = "  "
_FULL_STOP = re.compile(r"\.(?=\s|$)")
_AT = re.compile(r"\s@\s*(\S+)$")
_BEFORE_COLON = re.compile(r"^([^:|]*?)\s*:\s*")


@dataclass
class _Block:
    """A declaration or an entry with the lines that belong to it, or one line that is neither."""

    lines: list[str] = field(default_factory=list)


def formatted(text: str) -> str:
    """A rules file in its one form. Formatting twice changes nothing more; a line that is neither declaration nor entry is
    left as it stands."""
    out: list[str] = []
    for block in _blocks(text.splitlines()):
        out.extend(_written(block.lines))
    tidy: list[str] = []
    for line in out:
        if line or (tidy and tidy[-1]):
            tidy.append(line)
    while tidy and not tidy[-1]:
        tidy.pop()
    return "".join(f"{line}\n" for line in tidy)


def _blocks(lines: Sequence[str]) -> Iterator[_Block]:
    """The file cut at the margin; empty lines and comments at the margin stand by themselves unless an entry goes on."""
    block: _Block | None = None
    waiting: list[str] = []
    for line in lines:
        text = line.rstrip()
        if not text or (_is_comment(text) and text[0] not in " \t"):
            waiting.append(text)
        elif text[0] in " \t" and (block is not None or not _is_comment(text)):
            if block is None:
                block = _Block()
            block.lines.extend(waiting)
            block.lines.append(text)
            waiting = []
        else:
            if block is not None:
                yield block
            yield from (_Block([each]) for each in waiting)
            waiting = []
            block = _Block([text])
    if block is not None:
        yield block
    yield from (_Block([each]) for each in waiting)


def _is_comment(text: str) -> bool:
    return text.lstrip().startswith("-- ") or text.strip() == "--"


def _written(lines: Sequence[str]) -> Iterator[str]:
    first = lines[0]
    if first and first[0] not in " \t" and is_declaration(first):
        comments = [line.strip() for line in lines if _is_comment(line)]
        yield from comments
        yield from _declared(
            " ".join(line.strip() for line in lines if line.strip() and not _is_comment(line))
        )
    elif first and first[0] not in " \t" and is_header(first):
        yield from _entry(lines)
    else:
        yield from (line if line else "" for line in lines)


def _declared(text: str) -> Iterator[str]:
    """A declaration, or one for each of its entries."""
    kind, entries, statement = declaration_of(text) or ("", [], "")
    if len(entries) < 2:
        yield _declaration(text)
        return
    for entry in entries:
        yield _declaration(f"{kind}: {entry}{f' @{statement}' if statement else ''}")


def _declaration(text: str) -> str:
    text = " ".join(text.split())
    text = _BEFORE_COLON.sub(lambda match: f"{match[1]}: ", text, count=1)
    return _AT.sub(r" @\1", text)


# -- entries ------------------------------------------------------------------------------------------------------


@dataclass
class _Sentence:
    """The lines of a sentence, each with its comment; `before` are comment lines and empty lines before it."""

    before: list[str] = field(default_factory=list)
    lines: list[tuple[str, str]] = field(default_factory=list)


def _entry(lines: Sequence[str]) -> Iterator[str]:
    match = HEADER.fullmatch(lines[0].rstrip())
    assert match is not None
    yield f"{' + '.join(part.strip() for part in match['ids'].split('+'))}:"
    for sentence in _sentences([match["rest"], *lines[1:]]):
        yield from (f"{_STEP}{line}" if line else "" for line in sentence.before)
        yield from (f"{_STEP}{line}" for line in _sentence(sentence))


def _sentences(lines: Sequence[str]) -> Iterator[_Sentence]:
    """The sentences of an entry as `kb.rulelang.entries` cuts them, with their comments."""
    current = _Sentence()
    for line in lines:
        if not line.strip() or _is_comment(line):
            if current.lines:
                current.lines.append((line.strip(), ""))
            elif line.strip() or current.before:
                current.before.append(line.strip())
            continue
        said, _, comment = line.partition(" -- ")
        if line.lstrip().startswith('read "'):
            if current.lines:
                yield current
                current = _Sentence()
            yield _Sentence(current.before, [(said.rstrip(), comment.strip())])
            current = _Sentence()
            continue
        start = 0
        ends = [match.start() for match in _FULL_STOP.finditer(said)]
        for place, end in enumerate(ends):
            last = place == len(ends) - 1 and not said[end + 1 :].strip()
            current.lines.append((said[start:end], comment.strip() if last else ""))
            yield current
            current = _Sentence()
            start = end + 1
        rest = said[start:]
        if rest.strip():
            current.lines.append((rest, comment.strip()))
    if any(text.strip() and not _is_comment(text) for text, _ in current.lines):
        yield current
    elif current.lines or current.before:
        yield _Sentence([*current.before, *(text for text, _ in current.lines)], [])


def _sentence(sentence: _Sentence) -> Iterator[str]:
    """The lines of a sentence: one, or a block with a level for each indentation."""
    rows = [(text, comment) for text, comment in sentence.lines if text.strip()]
    if not rows:
        return
    spoken = [text.strip() for text, _ in rows if not _is_comment(text)]
    opener = next((at for at, text in enumerate(spoken) if text.endswith(":")), None)
    if opener is None or opener == len(spoken) - 1:
        # No block: its lines are one. Comments that stood within it come before it.
        comments = [text.strip() for text, _ in rows if _is_comment(text)]
        comments.extend(f"-- {comment}" for _, comment in rows[:-1] if comment)
        yield from comments
        yield _line(" ".join(spoken), rows[-1][1], last=True)
        return
    head: list[str] = []
    tail = list(rows)
    while tail and (not head or not head[-1].endswith(":")):
        text, comment = tail.pop(0)
        if _is_comment(text):
            yield text.strip()
        else:
            head.append(text.strip())
            if comment and not head[-1].endswith(":"):
                yield f"-- {comment}"
    yield _line(" ".join(head), comment if head[-1].endswith(":") else "", last=False)
    depths: list[int] = []
    pending: list[str] = []
    for place, (text, comment) in enumerate(tail):
        if _is_comment(text):
            pending.append(text.strip())
            continue
        own = len(text.expandtabs()) - len(text.expandtabs().lstrip())
        while depths and depths[-1] > own:
            depths.pop()
        if not depths or depths[-1] < own:
            depths.append(own)
        indent = _STEP * len(depths)
        yield from (f"{indent}{each}" for each in pending)
        pending = []
        last = not any(not _is_comment(later) for later, _ in tail[place + 1 :])
        yield indent + _line(text.strip(), comment, last=last)
    yield from (f"{_STEP}{each}" for each in pending)


def _line(text: str, comment: str, *, last: bool) -> str:
    words = " ".join(text.split()) if '"' not in text else text.strip()
    stop = "." if last and not words.startswith('read "') else ""
    return f"{words}{stop}{f'  -- {comment}' if comment else ''}"
