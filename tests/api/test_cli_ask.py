"""`hexlaw ask`: facts from everywhere, every way to show an answer, exit codes, and a lean start."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from api import example
from api.cli.tree import print_answer
from tests.api.conftest import ROOT, Hexlaw

FACTS = [word for fact in example.FACTS for word in ("--fact", fact)]


def test_json_is_the_answer_of_the_contract(hexlaw: Hexlaw) -> None:
    result = hexlaw("ask", "--rulebook", "asl", *FACTS, "--json", example.QUESTION)
    assert (result.code, result.err) == (0, "")
    answer = json.loads(result.out)
    assert answer["answer"] == "no"
    assert "G13.4" in answer["cites"]


def test_the_derivation_is_written_as_a_picture(hexlaw: Hexlaw, tmp_path: Path) -> None:
    out = tmp_path / "why.svg"
    result = hexlaw("ask", *FACTS, "--svg", str(out), "--short", example.QUESTION)
    assert (result.code, result.err) == (0, "")
    picture = ET.fromstring(out.read_text(encoding="utf-8"))
    told = picture.findtext("{http://www.w3.org/2000/svg}title")
    assert told == f"How it follows: {result.out.strip()}"
    assert hexlaw("ask", "--svg", str(tmp_path / "none.svg"), "Is the moon blue?").code == 3
    assert not (tmp_path / "none.svg").exists()


def test_a_picture_that_cannot_be_written_is_told(hexlaw: Hexlaw, tmp_path: Path) -> None:
    result = hexlaw("ask", *FACTS, "--svg", str(tmp_path), "--short", example.QUESTION)
    assert result.code == 2
    assert "cannot be written: Is a directory" in result.err


def test_the_shapes_of_the_text(hexlaw: Hexlaw) -> None:
    answer = json.loads(hexlaw("ask", *FACTS, "--json", example.QUESTION).out)
    short = hexlaw("ask", *FACTS, "--short", example.QUESTION)
    lines = hexlaw("ask", *FACTS, "--lines", example.QUESTION)
    full = hexlaw("ask", *FACTS, "--full", example.QUESTION)
    assert [each.code for each in (short, lines, full)] == [0, 0, 0]
    assert answer["text"] in short.out
    assert len(short.out.splitlines()) == 1
    assert all(rule in lines.out for rule in answer["cites"])
    assert all(text in full.out for text in ("[G13.4-s3 #2]", "(given: T1 is a truck.)", "does not apply"))
    assert hexlaw("ask", *FACTS, example.QUESTION).out == full.out


def test_facts_come_from_files_and_standard_input(hexlaw_process: Hexlaw, tmp_path: Path) -> None:
    text, listed = tmp_path / "facts.txt", tmp_path / "facts.json"
    text.write_text("# at sea\n" + "\n".join(example.FACTS[:2]) + "   # both\n", encoding="utf-8")
    listed.write_text(json.dumps(example.FACTS[2:3]), encoding="utf-8")
    words = ["--facts", str(text), "--facts", str(listed), "--facts", "-", "--short", example.QUESTION]
    result = hexlaw_process("ask", *words, stdin=example.FACTS[3] + "\n")
    assert (result.code, result.err) == (0, "")
    assert result.out == hexlaw_process("ask", *FACTS, "--short", example.QUESTION).out


def test_a_file_that_is_not_there_is_bad_input(hexlaw: Hexlaw, tmp_path: Path) -> None:
    missing = tmp_path / "facts.txt"
    result = hexlaw("ask", "--facts", str(missing), example.QUESTION)
    assert (result.code, result.out) == (2, "")
    assert result.err == f"{missing}: error facts-file: cannot be read: No such file or directory\n"


def test_a_sentence_that_is_near_nothing_leads_to_the_vocabulary(hexlaw: Hexlaw) -> None:
    result = hexlaw("ask", "--rulebook", "tidewrack", "?")
    assert (result.code, result.err) == (3, "`hexlaw vocabulary tidewrack WORD …` lists what can be said.\n")
    assert hexlaw("ask", "--rulebook", "tidewrack", "--json", "?").err == ""


def test_what_is_not_understood_is_shown_with_the_nearest(hexlaw: Hexlaw) -> None:
    result = hexlaw("ask", *FACTS, "--fact", "T2 is a trukc.", example.QUESTION)
    assert (result.code, result.err) == (3, "")
    assert "T2 is a trukc." in result.out
    answer = json.loads(hexlaw("ask", *FACTS, "--fact", "T2 is a trukc.", "--json", example.QUESTION).out)
    assert [part["where"] for part in answer["not_understood"]] == ["/facts/4"]


def test_an_unknown_rulebook_is_bad_input(hexlaw: Hexlaw) -> None:
    result = hexlaw("ask", "--rulebook", "als", example.QUESTION)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("request: error ")
    assert "als" in result.err
    assert "asl" in result.err


def test_only_one_shape_at_a_time(hexlaw: Hexlaw) -> None:
    result = hexlaw("ask", "--json", "--short", example.QUESTION)
    assert (result.code, result.out) == (2, "")
    assert result.err.splitlines()[-1] == (
        "hexlaw ask: error: argument --short: not allowed with argument --json"
    )


def shown(answer: dict[str, Any]) -> str:
    console = Console(
        file=io.StringIO(), force_terminal=True, color_system="standard", width=200, highlight=False
    )
    print_answer(answer, console)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_a_terminal_shows_a_tree_in_colour(hexlaw: Hexlaw) -> None:
    answer = json.loads(hexlaw("ask", *FACTS, "--json", example.QUESTION).out)
    text = shown(answer)
    assert "\033[1;31m" in text.splitlines()[0]
    assert "└── " in text
    assert all(said in text for said in ("[G13.4-s3 #2]", "(given: T1 is a truck.)", "does not apply"))


def test_markup_in_a_sentence_is_only_text() -> None:
    steps = {"1": {"sentence": "hex [bold]1079[/bold] is wet", "verdict": "yes", "rule": "G13.4"}}
    answer = {
        "answer": "yes",
        "text": "Yes [G13.4].",
        "cites": ["G13.4"],
        "derivation": {"root": "1", "steps": steps},
    }
    assert "[bold]1079[/bold]" in shown(answer)


def test_asking_imports_no_store_no_service_no_terminal_and_no_dataclasses(hexlaw_process: Hexlaw) -> None:
    words = ["ask", *FACTS, "--json", example.QUESTION]
    # The first question after an installation, or after a change of the encodings, reads them anew.
    hexlaw_process(*words)
    program = f"""
import sys
from api.cli.main import main
code = main({words!r})
heavy = ["bs4", "dataclasses", "fastapi", "inspect", "jinja2", "lxml", "owlready2", "pydantic", "pyoxigraph",
         "rdflib", "rich", "uvicorn"]
print([name for name in heavy if name in sys.modules], file=sys.stderr)
sys.exit(code)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, "[]\n")


@pytest.mark.parametrize(
    "fact", ["", " ", ".", "?", "\x00", "💥" * 1_000, "a " * 5_000, "T1 is a truck", "(" * 500]
)
def test_no_fact_is_a_fault(hexlaw: Hexlaw, fact: str) -> None:
    result = hexlaw("ask", "--json", f"--fact={fact}", example.QUESTION)
    assert result.code in (0, 2, 3)
    assert "unexpected error" not in result.err
