"""`hexlaw completion`: what may come next on the command line, asked as bash asks it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from api.cli.main import COMMANDS
from api.completion import FILES, FOLDERS, Word, complete
from ontology.books import rulebook_ids
from tests.api.conftest import ROOT, Hexlaw


def texts(*words: str) -> list[str]:
    return [word.text for word in complete(words)]


def test_commands_are_completed_with_what_they_do() -> None:
    assert complete(["sh"]) == [Word("show", COMMANDS["show"])]
    assert texts("") == [*COMMANDS, "--help", "--version"]
    assert texts("--v") == ["--version"]
    assert texts("shwo", "") == []


def test_options_are_completed_once_unless_they_may_be_given_again() -> None:
    assert texts("show", "--") == ["--help", "--rulebook", "--json"]
    assert texts("show", "--json", "--") == ["--help", "--rulebook"]
    assert "--fact" in texts("ask", "--fact", "T1 is a truck.", "--")
    assert texts("show", "--", "--") == []


def test_values_are_completed(home: Path) -> None:
    assert texts("show", "--rulebook", "") == list(rulebook_ids())
    assert texts("show", "--rulebook=sq") == ["--rulebook=squad-terrain"]
    assert texts("show", "--rulebook", "=", "sq") == ["squad-terrain"]
    assert texts("show", "--rulebook", "=") == list(rulebook_ids())
    assert texts("compare", "--rulebook", "tidewrack", "--document", "T") == ["T2", "T4", "T5", "T6"]
    assert texts("lint", "--format", "s") == ["sarif"]
    assert texts("bench", "l") == ["load"]
    assert texts("coverage", "sq") == ["squad-terrain"]
    assert texts("ask", "--fact", "") == []


def test_files_are_left_to_the_shell() -> None:
    assert texts("ingest", "a.html", "") == [FILES]
    assert texts("lint", "--baseline", "") == [FILES]
    assert texts("docs", "") == [FOLDERS]
    assert texts("docs", "site", "") == []


def test_numbers_of_rules_are_completed(home: Path) -> None:
    assert complete(["show", "g13.40"]) == [Word("G13.401", "What counts as Watercraft")]
    assert texts("show", "--rulebook", "squad-terrain", "10.3")[0] == "10.3"
    assert texts("coverage", "asl", "--chapter", "B21.6") == ["B21.6"]
    assert texts("show", "--rulebook", "als", "") == []
    assert texts("compare", "--rulebook", "als", "--document", "") == []


def test_numbers_of_an_ingested_rulebook_are_completed(hexlaw: Hexlaw) -> None:
    assert texts("show", "--rulebook", "tidewrack", "T4.22") == []
    hexlaw("ingest", "--quiet")
    assert texts("show", "--rulebook", "tidewrack", "T4.22") == ["T4.22", "T4.221"]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_of_every_command_is_completed(command: str) -> None:
    from api.cli.main import parser_of

    names = {
        next((name for name in action.option_strings if name.startswith("--")), action.option_strings[0])
        for action in parser_of(command)._actions
        if action.option_strings
    }
    assert set(texts(command, "-")) == names


def test_the_script_of_each_shell_is_printed(hexlaw: Hexlaw) -> None:
    assert "complete -F _hexlaw hexlaw" in hexlaw("completion", "bash").out
    assert hexlaw("completion", "zsh").out.startswith("#compdef hexlaw\n")
    assert "complete -c hexlaw -f" in hexlaw("completion", "fish").out
    assert hexlaw("completion", "tcsh").code == 2


def in_bash(folder: Path, *words: str) -> list[str]:
    """What bash offers for the last of these words behind `hexlaw`, by the script that is printed for it."""
    bash = shutil.which("bash")
    assert bash is not None
    folder.mkdir(exist_ok=True)
    program = folder / "hexlaw"
    program.write_text(f'#!/bin/sh\ncd {ROOT} && exec {sys.executable} -m api.cli.main "$@"\n')
    program.chmod(0o755)
    script = (
        'eval "$("$0" completion bash)"; complete -p hexlaw >&2 || exit 1; COMP_WORDS=("$0" "$@"); COMP_CWORD=$#; '
        'cd "$(dirname "$0")"; _hexlaw; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run([bash, "-c", script, str(program), *words], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "complete -F _hexlaw hexlaw\n")
    return done.stdout.splitlines()


def test_bash_completes(home: Path, tmp_path: Path) -> None:
    folder = tmp_path / "a folder"
    assert in_bash(folder, "sho") == ["show"]
    assert in_bash(folder, "show", "B21.12") == ["B21.12", "B21.121", "B21.122"]
    assert in_bash(folder, "show", "--rulebook", "=", "ti") == ["tidewrack"]
    assert in_bash(folder, "show", "--js") == ["--json"]
    (folder / "new rules.html").touch()
    (folder / "site").mkdir()
    assert in_bash(folder, "ingest", "new") == ["new rules.html"]
    assert in_bash(folder, "docs", "") == ["site"]
