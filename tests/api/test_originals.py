"""With the user's copies ingested, derivations and pages quote them."""

from __future__ import annotations

import json
from pathlib import Path

from api import example
from api.ingestion import files_in, ingest_recognised
from api.settings import Settings
from tests.api.conftest import Hexlaw, client_with

FACTS = [word for fact in example.FACTS for word in ("--fact", fact)]


def test_a_derivation_quotes_what_the_rule_says(originals: Path, hexlaw: Hexlaw, home: Path) -> None:
    without = json.loads(hexlaw("ask", *FACTS, "--json", example.QUESTION).out)
    assert [step for step in without["derivation"]["steps"].values() if step.get("quote")] == []
    done, _ = ingest_recognised(files_in(originals), Settings(home))
    assert [f"{each.rulebook}:{each.id}" for each in done.documents] == [
        "asl:B21",
        "asl:G13",
        "asl:PA",
        "amphibious-37:37",
        "squad-terrain:10",
    ]
    answer = json.loads(hexlaw("ask", *FACTS, "--json", example.QUESTION).out)
    assert (answer["answer"], answer["cites"]) == (without["answer"], without["cites"])
    with client_with(home) as client:
        assert client.post("/ask", json=example.request()).json()["derivation"] == answer["derivation"]
        quoted = [step for step in answer["derivation"]["steps"].values() if step.get("quote")]
        assert quoted
        for step in quoted:
            rule = client.get(f"/rules/asl/{step['rule']}").json()
            texts = {each["id"]: each["text"] for each in rule["statements"] + rule["exceptions"]}
            statements = [part.partition(" #")[0] for part in step["statement"].split(" + ")]
            assert step["quote"] == " ".join(texts[statement] for statement in statements)


def test_a_rule_shows_the_copy_and_the_label(originals: Path, hexlaw: Hexlaw, home: Path) -> None:
    ingest_recognised(files_in(originals), Settings(home))
    lines = hexlaw("show", "G13.4").out.splitlines()
    assert "(your copy, edition " in lines[1]
    assert lines[2] == "about: Deep and shallow OCEAN"
    assert "Only the outline" not in "\n".join(lines)
