"""What may come next on the command line of `hexlaw`: told from the argparse parsers, so that it is never behind them.

Nothing but the standard library is needed for it. Numbers of rules are those of the shipped outlines and of what is ingested.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from api.cli.main import COMMANDS, parser_of
from ingest.diagnostics import HexlawError
from kb.home import home_of
from kb.quotes import Quotes
from ontology.books import book_folder, load_book, rulebook_ids

FILES = ":files"
"""Stands instead of words where the shell is to complete the names of files."""
FOLDERS = ":folders"
"""The same for folders."""

_RULES = ("NUMBER", "RULE")
_TOP = {"--help": "list the commands", "--version": "print the version"}


@dataclass(frozen=True, slots=True)
class Word:
    """A word that may stand there, and what it means."""

    text: str
    help: str = ""


def complete(words: Sequence[str]) -> list[Word]:
    """What the last of these words, which stand behind `hexlaw`, may become; `FILES` or `FOLDERS` alone where the shell
    knows better.
    """
    words = _unbroken(words)
    *before, current = words or [""]
    if not before:
        return list(_fitting(current, [*_described(COMMANDS), *_described(_TOP)]))
    if before[0] not in COMMANDS:
        return []
    return _Line(parser_of(before[0]), before[1:], current).words()


class _Line:
    """A command line that is being typed: its parser, the words so far, and the word at the cursor."""

    def __init__(self, parser: argparse.ArgumentParser, before: Sequence[str], current: str) -> None:
        self.parser = parser
        self.current = current
        self.pending: argparse.Action | None = None  # the option whose value comes next
        self.values: dict[str, str] = {}
        self.used: set[str] = set()
        self.only_positionals = False
        self.placed = 0
        for word in before:
            self._take(word)

    def words(self) -> list[Word]:
        """What the current word may become."""
        if self.pending is not None:
            return self._values(self.pending, self.current)
        if self.current.startswith("-") and not self.only_positionals:
            name, equals, value = self.current.partition("=")
            action = self.parser._option_string_actions.get(name)
            if equals and action is not None and action.nargs != 0:
                return [Word(f"{name}={each.text}", each.help) for each in self._values(action, value)]
            return list(_fitting(self.current, self._options()))
        positional = self._positional()
        return [] if positional is None else self._values(positional, self.current)

    def _take(self, word: str) -> None:
        if self.pending is not None:
            self.values[self.pending.dest] = word
            self.pending = None
        elif word == "--" and not self.only_positionals:
            self.only_positionals = True
        elif word.startswith("-") and len(word) > 1 and not self.only_positionals:
            name, equals, value = word.partition("=")
            action = self.parser._option_string_actions.get(name)
            if action is None:
                return
            self.used.add(action.dest)
            if equals:
                self.values[action.dest] = value
            elif action.nargs != 0:
                self.pending = action
        else:
            positional = self._positional()
            if isinstance(positional, argparse._SubParsersAction):
                chosen = positional.choices.get(word)
                if chosen is not None:
                    self.parser, self.placed, self.used = chosen, 0, set()
                    return
            elif positional is not None:
                self.values[positional.dest] = word
            self.placed += 1

    def _positional(self) -> argparse.Action | None:
        """The positional argument that comes next."""
        actions = self.parser._get_positional_actions()
        for place, action in enumerate(actions):
            if place == self.placed or (place < self.placed and action.nargs in ("*", "+")):
                return action
        return None

    def _options(self) -> Iterator[Word]:
        for action in self.parser._actions:
            spent = action.dest in self.used and not isinstance(action, argparse._AppendAction)
            if action.option_strings and action.help != argparse.SUPPRESS and not spent:
                long = [name for name in action.option_strings if name.startswith("--")]
                yield Word((long or list(action.option_strings))[0], action.help or "")

    def _values(self, action: argparse.Action, current: str) -> list[Word]:
        if action.choices is not None:
            return list(_fitting(current, [Word(str(choice)) for choice in action.choices]))
        if action.dest in ("rulebook", "rulebooks"):
            return list(_fitting(current, [Word(name) for name in _rulebooks()]))
        if action.dest == "document":
            return list(_fitting(current, [Word(name) for name in _documents(self._rulebook())]))
        if action.metavar in _RULES:
            return list(_of_rules(current, _rules(self._rulebook())))
        if action.metavar == "OUT":
            return [Word(FOLDERS)]
        return [Word(FILES)] if action.type is Path else []

    def _rulebook(self) -> str:
        """The rulebook that the line is about."""
        return self.values.get("rulebook") or os.environ.get("HEXLAW_RULEBOOK") or "asl"


def _unbroken(words: Sequence[str]) -> list[str]:
    """The words without the equals signs that bash makes words of their own."""
    found = [word for word in words[:-1] if word != "="]
    return [*found, *("" if word == "=" else word for word in words[-1:])]


def _described(named: dict[str, str]) -> list[Word]:
    return [Word(name, text) for name, text in named.items()]


def _fitting(current: str, words: Iterable[Word]) -> Iterator[Word]:
    return (word for word in words if word.text.startswith(current))


def _of_rules(current: str, rules: Iterable[tuple[str, str]]) -> Iterator[Word]:
    """The rules whose number begins so, whatever the case of its letters."""
    folded = current.casefold()
    return (Word(rule, label) for rule, label in rules if rule.casefold().startswith(folded))


def _rulebooks() -> Sequence[str]:
    return rulebook_ids()


def _documents(rulebook: str) -> list[str]:
    if rulebook not in rulebook_ids():
        return []
    return [str(document["id"]) for document in load_book(book_folder(rulebook))["documents"]]


def _rules(rulebook: str) -> list[tuple[str, str]]:
    """The rules of a rulebook that its outlines or the ingested texts know: numbers and labels."""
    if rulebook not in rulebook_ids():
        return []
    found: dict[str, str] = {}
    for path in sorted(book_folder(rulebook).glob("outline-*.json")):
        for node in json.loads(path.read_bytes())["nodes"]:
            found.setdefault(str(node["id"]), str(node.get("label") or ""))
    with suppress(HexlawError):  # a graph of another version, for one, is told of by the command itself
        for rule in Quotes.current(home_of(os.environ)).rules(rulebook):
            found.setdefault(rule, "")
    return list(found.items())
