"""What goes for every command: help, versions, errors without tracebacks."""

from __future__ import annotations

import importlib
import inspect
import os
import re
import subprocess
import sys

import pytest

from api.cli import main as cli
from api.cli.main import COMMANDS, EXIT_CODES, parser_of
from api.version import version
from tests.api.conftest import ROOT, Hexlaw


def test_without_words_or_with_help_the_commands_are_listed(hexlaw: Hexlaw) -> None:
    for words in [(), ("--help",), ("-h",), ("help",)]:
        result = hexlaw(*words)
        assert (result.code, result.err) == (0, "")
        assert re.findall(r"^  ([a-z]+)  ", result.out, re.MULTILINE) == list(COMMANDS)
        assert EXIT_CODES in result.out


def test_the_version_is_the_one_in_pyproject(hexlaw: Hexlaw) -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert f'version = "{version()}"' in project
    assert hexlaw("--version").out == f"hexlaw {version()}\n"


@pytest.mark.parametrize(
    ("word", "message"),
    [
        (
            "aks",
            "hexlaw: there is no command 'aks'; did you mean `hexlaw ask`? `hexlaw --help` lists them.\n",
        ),
        ("frobnicate", "hexlaw: there is no command 'frobnicate'. `hexlaw --help` lists them.\n"),
    ],
)
def test_an_unknown_command_is_named(hexlaw: Hexlaw, word: str, message: str) -> None:
    result = hexlaw(word)
    assert (result.code, result.out, result.err) == (2, "", message)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_description_examples_and_exit_codes(hexlaw: Hexlaw, name: str) -> None:
    result = hexlaw(name, "--help")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith(f"usage: hexlaw {name}")
    assert f"\nexamples:\n  hexlaw {name}" in result.out or name == "demo"
    assert EXIT_CODES in result.out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_a_command(name: str) -> None:
    module = importlib.import_module(f"api.cli.{name}")
    assert module.__doc__
    assert isinstance(module.EXAMPLES, str)
    assert list(inspect.signature(module.add_arguments).parameters) == ["parser"]
    assert list(inspect.signature(module.run).parameters) == ["arguments"]
    assert parser_of(name).prog == f"hexlaw {name}"


def test_a_bad_option_says_what_is_right(hexlaw: Hexlaw) -> None:
    result = hexlaw("serve", "--port", "http")
    assert result.code == 2
    assert result.err.splitlines()[-1] == (
        "hexlaw serve: error: argument --port: 'http' is no port; it must be a whole number from 0 to 65535"
    )


def test_an_unexpected_error_is_a_short_message(hexlaw: Hexlaw, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> cli.Command:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr(cli, "_command", broken)
    result = hexlaw("stop")
    assert (result.code, result.out) == (1, "")
    assert result.err == (
        "hexlaw: unexpected error: ZeroDivisionError: division by zero\n"
        "hexlaw: HEXLAW_DEBUG=1 in the environment shows where it came from\n"
    )
    monkeypatch.setenv("HEXLAW_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        hexlaw("stop")


def test_an_interruption_is_no_traceback(hexlaw: Hexlaw, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(name: str) -> cli.Command:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_command", interrupted)
    result = hexlaw("stop")
    assert (result.code, result.out, result.err) == (130, "", "hexlaw: interrupted\n")


def test_a_setting_that_cannot_be_used_is_bad_input(hexlaw: Hexlaw, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXLAW_PORT", "70000")
    result = hexlaw("stop")
    assert (result.code, result.out) == (2, "")
    assert result.err == (
        "environment: error setting: HEXLAW_PORT is '70000'; it must be a whole number from 1 to 65535 "
        "(unset HEXLAW_PORT to use the default)\n"
    )


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -m api.cli.main --help | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, cwd=ROOT)
    assert (done.stdout, done.stderr) == ("0\n", "")


def test_a_terminal_without_unicode_gets_question_marks() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    command = [sys.executable, "-m", "api.cli.main", "--help"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment)
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "usage: hexlaw COMMAND ?")


def test_stop_without_a_service_says_so(hexlaw: Hexlaw, home: object) -> None:
    result = hexlaw("stop")
    assert (result.code, result.out, result.err) == (0, f"No service runs on {home}.\n", "")
