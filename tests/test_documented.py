"""Nothing public is undocumented, and what README.md says exists."""

from __future__ import annotations

import ast
import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from api import example
from api.cli.main import COMMANDS, EXIT_CODES, parser_of
from ontology.books import rulebook_ids

ROOT = Path(__file__).resolve().parent.parent
CODE = ("api", "ingest", "kb", "ontology")
README = (ROOT / "README.md").read_text(encoding="utf-8")
Documented = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def public(tree: ast.Module | ast.ClassDef, name: str) -> Iterator[tuple[str, Documented]]:
    for node in tree.body:
        if isinstance(node, Documented) and not node.name.startswith("_") and not _is_overload(node):
            yield f"{name}.{node.name}", node
            if isinstance(node, ast.ClassDef):
                yield from public(node, f"{name}.{node.name}")


def _is_overload(node: Documented) -> bool:
    """Whether a definition only gives a type to the one below it, which says what is promised."""
    return any(isinstance(each, ast.Name) and each.id == "overload" for each in node.decorator_list)


@pytest.mark.parametrize("folder", CODE)
def test_everything_public_has_a_docstring(folder: str) -> None:
    missing = []
    for path in sorted((ROOT / folder).rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if not ast.get_docstring(tree):
            missing.append(name)
        missing += [each for each, node in public(tree, name) if not ast.get_docstring(node)]
    assert missing == []


@pytest.mark.parametrize("folder", [*CODE, "tests"])
def test_every_folder_has_its_page(folder: str) -> None:
    without = [
        str(path.relative_to(ROOT))
        for path in [ROOT / folder, *(ROOT / folder).rglob("*/")]
        if any(path.glob("*.py")) and path.name != "__pycache__" and not has_page(path)
    ]
    assert without == []


def has_page(folder: Path) -> bool:
    package = folder / "__init__.py"
    return (folder / "README.md").is_file() or (
        package.is_file() and bool(ast.get_docstring(ast.parse(package.read_text(encoding="utf-8"))))
    )


def fenced() -> list[str]:
    """The lines of the README's fenced blocks of shell commands that are about hexlaw, continued lines joined."""
    blocks = re.findall(r"^```sh\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.replace("\\\n", " ").splitlines() if "hexlaw" in line]


def test_the_first_two_fenced_commands_are_one_line_each() -> None:
    blocks = re.findall(r"^```[a-z]*\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    first, second = (block.splitlines() for block in blocks[:2])
    assert [line.split(" && ")[-1] for line in (*first, *second)] == [
        ".venv/bin/hexlaw demo",
        ".venv/bin/pytest -n auto",
    ]


def commands() -> list[list[str]]:
    """Every call of hexlaw in the README's fenced blocks, in words."""
    calls = []
    for line in fenced():
        words = shlex.split(line, comments=True)
        for index, word in enumerate(words):
            if word == "hexlaw" or word.endswith("/hexlaw"):
                calls.append(words[index + 1 :])
    return calls


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_a_command_of_the_readme_exists_with_its_options(words: list[str]) -> None:
    if words[0] not in ("--help", "--version"):
        words = words[: words.index("<")] if "<" in words else words
        parser_of(words[0]).parse_args(words[1:])


def test_the_readme_names_every_command_and_no_other() -> None:
    assert set(re.findall(r"`hexlaw ([a-z]+)", README)) == set(COMMANDS)


def test_the_readme_names_every_setting_and_no_other() -> None:
    setting = re.compile(r"HEXLAW_[A-Z_]+")
    code = [path.read_text(encoding="utf-8") for folder in CODE for path in (ROOT / folder).rglob("*.py")]
    assert set(setting.findall(README)) == {name for text in code for name in setting.findall(text)}


def test_the_readme_has_every_exit_code() -> None:
    codes = re.findall(r"^  (\d+) ", EXIT_CODES, re.MULTILINE)
    assert re.findall(r"^\| (\d+) \|", README, re.MULTILINE) == codes


def test_the_readme_asks_the_example_question() -> None:
    assert all(sentence in README for sentence in (*example.FACTS, example.QUESTION))


def test_the_readme_names_every_rulebook() -> None:
    if "HEXLAW_RULEBOOKS" not in os.environ:
        assert [rulebook for rulebook in rulebook_ids() if f"`{rulebook}`" not in README] == []


def test_every_local_link_of_the_readme_leads_somewhere() -> None:
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", README)
    assert [link for link in links if not (ROOT / link).exists()] == []
