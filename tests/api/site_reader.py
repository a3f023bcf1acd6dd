"""Reads a site from the disk as a browser does: its pages, where their links lead, what stands on them."""

from __future__ import annotations

import html
import os
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

VOID = ("meta", "link", "input", "br", "hr")


@dataclass
class Page:
    """A page or a picture: its links, ids, tags, text, and what is wrong with how its tags are closed."""

    links: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    unclosed: list[str] = field(default_factory=list)
    handlers: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Its words, white space folded."""
        return " ".join(" ".join(self.texts).split())


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.page = Page()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.page.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attributes:
            if name in ("href", "src") and value is not None:
                self.page.links.append(value)
            if name == "id" and value is not None:
                self.page.ids.append(value)
            if name.startswith("on"):
                self.page.handlers.append(name)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attributes)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.page.unclosed.append(tag)

    def handle_data(self, data: str) -> None:
        self.page.texts.append(data)


def read_page(text: str) -> Page:
    """A page from its text."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    reader.page.unclosed += reader.open
    return reader.page


class SiteOnDisk:
    """All files of a site. Links and ids are read from the text of its pages, and a page as a whole only if it is asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.files = sorted(
            path.relative_to(self.folder).as_posix() for path in self.folder.rglob("*") if path.is_file()
        )
        texts = {file: self.read(file) for file in self.files if file.endswith((".html", ".svg"))}
        self.links = {file: _values(_LINK, text) for file, text in texts.items()}
        self.ids = {file: _values(_ID, text) for file, text in texts.items()}

    def read(self, file: str) -> str:
        """The text of a file."""
        return (self.folder / file).read_text(encoding="utf-8")

    def page(self, file: str) -> Page:
        """A page, read as a whole."""
        return read_page(self.read(file))

    def words(self, file: str) -> str:
        """The words of a file, without tags, white space folded."""
        text = self.read(file)
        if file.endswith((".html", ".svg")):
            text = html.unescape(_TAG.sub(" ", text))
        return " ".join(text.split())

    def target(self, file: str, link: str) -> tuple[str, str] | None:
        """The file and the place in it to which a link on a page leads; None for one that leads out of the site."""
        parts = urlsplit(link)
        if parts.scheme in ("data", "http", "https"):
            return None
        path = os.path.normpath(f"{self.folder}/{os.path.dirname(file)}/{unquote(parts.path)}")  # noqa: PTH120
        there = path.removeprefix(f"{self.folder}/") if parts.path else file
        return there, unquote(parts.fragment)

    def dead_links(self) -> list[str]:
        """The links of all pages and of the Markdown files that lead nowhere."""
        ids = {file: set(found) for file, found in self.ids.items()}
        files = set(self.files)
        dead = []
        for file, links in self.links.items():
            for link in dict.fromkeys(links):
                found = self.target(file, link)
                if found is None:
                    continue
                there, place = found
                if there not in files or (place and place not in ids[there]):
                    dead.append(f"{file}: {link}")
        for file in self.files:
            if file.endswith(".md"):
                text = self.read(file)
                places = set(re.findall(r'<a id="([^"]*)"></a>', text))
                named = set(re.findall(r"\]\(([^)]*)\)", text))
                dead += [f"{file}: {link}" for link in named if link.removeprefix("#") not in places]
        return dead

    def reached(self, clicks: int) -> set[str]:
        """The files that are reached from index.html with so many clicks."""
        found = {"index.html"}
        edge = set(found)
        for _ in range(clicks):
            targets = (self.target(file, link) for file in edge for link in self.links.get(file, ()))
            edge = {target[0] for target in targets if target is not None} - found
            found |= edge
        return found


_LINK = re.compile(r' (?:href|src)="([^"]*)"')
_ID = re.compile(r' id="([^"]*)"')
_TAG = re.compile(r"<[^>]*>")


def _values(pattern: re.Pattern[str], text: str) -> list[str]:
    return [html.unescape(value) for value in pattern.findall(text)]
