"""Is it a Water Obstacle? Every situation of the family: the answer, what it rests on, its steps, what was looked at.

Asked of the service in memory, a sample of them on the command line too. Expectations are written out here as the rules
give them; what a derivation says is compared whole.
"""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.api.conftest import client_with
from tests.kb.derivations import Answer, deciding, line, looked, passed_over, split

Ask = Callable[[Sequence[Any], str], dict[str, Any]]


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """POST /ask on the application in memory, with no originals ingested."""
    with client_with(tmp_path_factory.mktemp("home")) as client:

        def post(facts: Sequence[str], question: str) -> dict[str, Any]:
            body = {"rulebook": "asl", "facts": list(facts), "question": question}
            response = client.post("/ask", json=body)
            assert response.status_code == 200, response.text
            answer: dict[str, Any] = response.json()
            return answer

        yield post


@dataclass(frozen=True)
class Row:
    """A situation, a question, and everything that is expected of its answer.

    `rests_on` are the rules cited, all of them; `steps` the line of reasoning, conclusions first; `exceptions` every
    exception looked at with whether it applies; `refused` the rules that the last step passed over.
    """

    name: str
    facts: tuple[str, ...]
    asked: str
    answer: str
    rests_on: tuple[str, ...]
    steps: tuple[str, ...]
    exceptions: dict[str, str]
    refused: tuple[str, ...] = ()
    whatever: tuple[str, ...] = field(default=())

    @property
    def question(self) -> str:
        """The question of the whole family, unless another is asked."""
        return self.asked if self.asked.endswith("?") else f"Is hex 1079 a Water Obstacle to {self.asked}?"


OCEAN = "Hex 1079 is an OCEAN hex."
TRUCK, TANK, BOAT, LC = "T1 is a truck.", "K1 is a tank.", "B1 is a boat.", "L1 is a LC."


def slope(value: str) -> str:
    return f"The slope of the Beach is {value}."


def away(hexes: int) -> str:
    return f"Hex 1079 is {hexes} hexes from the nearest Beach hex."


def counted(hexes: int) -> str:
    return "1 hex" if hexes == 1 else f"{hexes} hexes"


REACH = {"Slight": 3, "Moderate": 2, "Steep": 1}
ROW = {"Slight": 1, "Moderate": 2, "Steep": 3}


def reach_steps(value: str, hexes: int) -> tuple[str, ...]:
    """How a derivation measures the range against the slope's reach (G13.4-s2)."""
    op = "at most" if hexes <= REACH[value] else "more than"
    reach = counted(REACH[value])
    return (
        f"the range from hex 1079 to the nearest Beach hex ({counted(hexes)}) is {op} "
        f"the shallow reach of the Beach ({reach}) [compare]",
        f"the range from hex 1079 to the nearest Beach hex is {counted(hexes)} [given]",
        f"the shallow reach of the Beach is {reach} [G13.4-s2 #1 row {ROW[value]}]",
        f"the slope of the Beach ({value}) is {value} [compare]",
        f"the slope of the Beach is {value} [given]",
    )


def denied(thing: str, kind: str, *why_shallow: str) -> tuple[str, ...]:
    """A shallow OCEAN hex that is no Water Obstacle to a thing of this kind (G13.4-s3)."""
    return (
        f"hex 1079 is not a Water Obstacle to {thing} [G13.4-s3 #2]",
        "hex 1079 is an OCEAN hex [given]",
        "hex 1079 is shallow [G13.4-s2 #2]",
        *why_shallow,
        f"{thing} is {kind} [given]",
    )


def by_both(thing: str, *why_deep: str) -> tuple[str, ...]:
    """A deep OCEAN hex, which is a Water Obstacle as any water is (B21.1-s1) and as deep water (G13.4-s4 #1)."""
    return (
        f"hex 1079 is a Water Obstacle to {thing} [verdict]",
        f"hex 1079 is a Water Obstacle to {thing} [B21.1-s1]",
        "hex 1079 is a Water Obstacle hex [G13.12-s2]",
        "hex 1079 is an OCEAN hex [given]",
        f"hex 1079 is a Water Obstacle to {thing} [G13.4-s4 #1]",
        *why_deep,
    )


def too_deep(thing: str, value: str, hexes: int) -> tuple[str, ...]:
    return by_both(
        thing,
        "hex 1079 is deep [G13.4-s1 #3]",
        "hex 1079 is not shallow [G13.4-s2 #2]",
        *reach_steps(value, hexes),
    )


def as_any_water(thing: str) -> tuple[str, ...]:
    """An OCEAN hex whose denial is withdrawn, so that B21.1 stands."""
    return (
        f"hex 1079 is a Water Obstacle to {thing} [B21.1-s1]",
        "hex 1079 is a Water Obstacle hex [G13.12-s2]",
        "hex 1079 is an OCEAN hex [given]",
    )


# What is looked at: is there ice (B21.6), is it land after all (G13.431, G13.493), is the depth told otherwise (G13.43,
# G13.431), and may the shallow OCEAN be a Water Obstacle to this thing (G13.4-x2)?
# Of what is told to be OCEAN and is not deep: is it an ocean of B21, without an overlay?
OVERLAID = {"B21.14-s1 #12": "no"}
DENIED = {
    "B21.6-s2 #3": "no",
    "G13.494-s1 #2": "no",
    "G13.4-s3 #2": "yes",
    "G13.4-x2": "no",
    "G13.431-s2 #1": "no",
    "G13.493-s1 #2": "no",
}
DEEP = {
    "B21.6-s2 #3": "no",
    "G13.494-s1 #2": "no",
    "G13.4-s3 #2": "no",
    "G13.4-x1 + G13.43-s2": "no",
    "G13.431-s2 #1": "no",
    "G13.431-s4": "no",
    "G13.42-s2 #15": "no",
    "G13.493-s1 #2": "no",
}
WITHDRAWN = {
    "B21.6-s2 #3": "no",
    "G13.494-s1 #2": "no",
    "G13.4-s3 #2": "no",
    "G13.4-x2": "yes",
    "G13.431-s2 #1": "no",
    "G13.493-s1 #2": "no",
}
NO_OBSTACLE = "hex 1079 is not a Water Obstacle to Infantry"
LAKE_LOOKED = {
    "B21.6-s2 #3": "yes",
    "G13.494-s1 #2": "yes",
    "G13.4-s3 #2": "unknown",
    "G13.4-x1 + G13.43-s2": "no",
    "G13.4-x2": "no",
    "G13.431-s2 #1": "no",
    "G13.431-s4": "no",
    "G13.42-s2 #15": "no",
    "G13.493-s1 #2": "no",
}
OF_WATER = ("B21.1", "G13.12", "G13.4")

ROWS = (
    Row(
        "Slight, 3 hexes, a truck",
        (OCEAN, slope("Slight"), away(3), TRUCK),
        "T1",
        "no",
        ("G13.4",),
        denied("T1", "a vehicle", *reach_steps("Slight", 3)),
        {**DENIED, **OVERLAID},
        ("B21.1-s1", "G13.4-s3 #4", "G13.4-s4 #1"),
    ),
    Row(
        "Slight, 4 hexes, a truck",
        (OCEAN, slope("Slight"), away(4), TRUCK),
        "T1",
        "yes",
        OF_WATER,
        too_deep("T1", "Slight", 4),
        DEEP,
    ),
    Row(
        "Moderate, 2 hexes, a tank",
        (OCEAN, slope("Moderate"), away(2), TANK),
        "K1",
        "no",
        ("G13.4",),
        denied("K1", "a vehicle", *reach_steps("Moderate", 2)),
        {**DENIED, **OVERLAID},
        ("B21.1-s1", "G13.4-s3 #4", "G13.4-s4 #1"),
    ),
    Row(
        "Moderate, 3 hexes, a tank",
        (OCEAN, slope("Moderate"), away(3), TANK),
        "K1",
        "yes",
        OF_WATER,
        too_deep("K1", "Moderate", 3),
        DEEP,
    ),
    Row(
        "Steep, adjacent, Infantry",
        (OCEAN, slope("Steep"), "Hex 1079 is adjacent to a Beach hex."),
        "Infantry",
        "no",
        ("G13.4",),
        denied("Infantry", "Infantry", *reach_steps("Steep", 1)),
        {**DENIED, **OVERLAID},
        ("B21.1-s1", "G13.4-s3 #4", "G13.4-s4 #1"),
    ),
    Row(
        "Steep, 2 hexes, Infantry",
        (OCEAN, slope("Steep"), away(2)),
        "Infantry",
        "yes",
        OF_WATER,
        too_deep("Infantry", "Steep", 2),
        DEEP,
    ),
    Row(
        "Slight, 2 hexes, a boat",
        (OCEAN, slope("Slight"), away(2), BOAT),
        "B1",
        "yes",
        OF_WATER,
        as_any_water("B1"),
        {**WITHDRAWN, **OVERLAID},
    ),
    Row(
        "Slight, 2 hexes, a LC",
        (OCEAN, slope("Slight"), away(2), LC),
        "L1",
        "yes",
        OF_WATER,
        as_any_water("L1"),
        {**WITHDRAWN, **OVERLAID},
    ),
    Row(
        "Slight, 2 hexes, rubble",
        (OCEAN, slope("Slight"), away(2)),
        "rubble",
        "no",
        ("G13.4",),
        denied("rubble", "rubble", *reach_steps("Slight", 2)),
        {**DENIED, **OVERLAID},
        ("B21.1-s1", "G13.4-s3 #4", "G13.4-s4 #1"),
    ),
    Row(
        "Slight, 2 hexes, A-T mines",
        (OCEAN, slope("Slight"), away(2)),
        "A-T mines",
        "no",
        ("G13.4",),
        denied("an A-T mine", "an A-T mine", *reach_steps("Slight", 2)),
        {**DENIED, **OVERLAID},
        ("B21.1-s1", "G13.4-s3 #4", "G13.4-s4 #1"),
    ),
    Row(
        "Ocean between reef and shore, 6 hexes out, a truck",
        (
            "Hex 1079 is an Ocean hex.",
            "Hex 1079 lies between a reef and the shore.",
            away(6),
            slope("Slight"),
            TRUCK,
        ),
        "T1",
        "no",
        ("G13.12", "G13.4", "G13.43"),
        (
            "hex 1079 is not a Water Obstacle to T1 [G13.4-s3 #2]",
            "hex 1079 is an OCEAN hex [G13.12-s2]",
            "hex 1079 is an Ocean hex [given]",
            "hex 1079 is shallow [G13.4-x1 + G13.43-s2]",
            "hex 1079 lies between a reef and the shore [given]",
            "T1 is a vehicle [given]",
        ),
        {**DENIED, "G13.4-x1 + G13.43-s2": "yes", "G13.431-s4": "no", "G13.42-s2 #15": "no"},
        ("B21.1-s1", "G13.4-s3 #4", "G13.4-s4 #1"),
    ),
    Row(
        "Submerged reef, a truck",
        ("Hex 1079 is a Submerged-reef hex.", TRUCK),
        "T1",
        "no",
        ("G13.12", "G13.4", "G13.431"),
        (
            "hex 1079 is not a Water Obstacle to T1 [G13.4-s3 #2]",
            "hex 1079 is an OCEAN hex [G13.12-s2]",
            "hex 1079 is an Ocean hex [G13.431-s4]",
            "hex 1079 is a Submerged-reef hex [given]",
            "hex 1079 is shallow [G13.431-s4]",
            "T1 is a vehicle [given]",
        ),
        {**DENIED, "G13.4-x1 + G13.43-s2": "no", "G13.431-s4": "yes", "G13.42-s2 #15": "no"},
        ("B21.1-s1", "G13.4-s3 #4", "G13.4-s4 #1"),
    ),
    Row(
        "Submerged reef, a LC",
        ("Hex 1079 is a Submerged-reef hex.", LC),
        "L1",
        "yes",
        ("B21.1", "G13.12", "G13.4", "G13.431"),
        (
            "hex 1079 is a Water Obstacle to L1 [B21.1-s1]",
            "hex 1079 is a Water Obstacle hex [G13.12-s2]",
            "hex 1079 is an OCEAN hex [G13.12-s2]",
            "hex 1079 is an Ocean hex [G13.431-s4]",
            "hex 1079 is a Submerged-reef hex [given]",
        ),
        {**WITHDRAWN, "G13.4-x1 + G13.43-s2": "no", "G13.431-s4": "yes", "G13.42-s2 #15": "no"},
    ),
    Row(
        "shallow OCEAN with a Rubble counter, a LC",
        (OCEAN, "Hex 1079 is shallow.", "Hex 1079 contains a Rubble counter.", LC),
        "L1",
        "no",
        ("B21.1", "G13.4", "G13.493"),
        ("hex 1079 is not a Water Obstacle to L1 [silence]",),
        {"G13.431-s2 #1": "no", "G13.493-s1 #2": "yes"},
        ("B21.1-s1", "G13.4-s3 #4", "G13.4-s4 #1"),
    ),
    Row(
        "OCEAN lake, frozen, Infantry",
        (OCEAN, "The OCEAN overlay is a lake.", "Hex 1079 is frozen."),
        "Infantry",
        "no",
        ("B21.6", "G13.494"),
        (
            f"{NO_OBSTACLE} [verdict]",
            f"{NO_OBSTACLE} [B21.6-s2 #3]",
            "hex 1079 is frozen [given]",
            f"{NO_OBSTACLE} [G13.494-s1 #2]",
            "hex 1079 is an OCEAN hex [given]",
        ),
        {**LAKE_LOOKED, **OVERLAID},
        ("B21.1-s1", "G13.4-s3 #4", "G13.4-s4 #1"),
    ),
    Row(
        "OCEAN lake in a sub-zero scenario, Infantry",
        (OCEAN, "The OCEAN overlay is a lake.", "The scenario is sub-zero."),
        "Infantry",
        "no",
        ("B21.6", "G13.12", "G13.494"),
        (
            f"{NO_OBSTACLE} [verdict]",
            f"{NO_OBSTACLE} [B21.6-s2 #3]",
            "hex 1079 is frozen [B21.6-s1 #1]",
            "hex 1079 is a Water Obstacle hex [G13.12-s2]",
            "hex 1079 is an OCEAN hex [given]",
            "the scenario is sub-zero [given]",
            *(
                f"it is not denied that the {water} is frozen [silence]"
                for water in ("river", "canal", "pond", "lake")
            ),
            f"{NO_OBSTACLE} [G13.494-s1 #2]",
        ),
        {
            **LAKE_LOOKED,
            **OVERLAID,
            "B21.6-x1": "no",
            "B21.14-s1 #6": "no",
            "B21.6-s3 #2": "no",
            "G13.12-s4 #4": "no",
        },
        ("B21.1-s1", "G13.4-s3 #4", "G13.4-s4 #1"),
    ),
    Row(
        "Ocean, sub-zero, deep, Infantry",
        (OCEAN, "The OCEAN overlay is an ocean.", "The scenario is sub-zero.", "Hex 1079 is deep."),
        "Infantry",
        "yes",
        ("B21.1", "B21.6", "G13.12", "G13.4"),
        by_both("Infantry", "hex 1079 is deep [given]"),
        {
            "B21.6-s2 #3": "no",
            "G13.494-s1 #2": "no",
            "B21.6-s3 #2": "no",
            "B21.6-x1": "yes",
            "B21.14-s1 #6": "no",
            "G13.12-s4 #3": "no",
            "G13.4-s3 #2": "no",
            "G13.431-s2 #1": "no",
            "G13.493-s1 #2": "no",
        },
    ),
    Row(
        "slope not told, 2 hexes, a LC",
        (OCEAN, away(2), LC),
        "L1",
        "yes",
        OF_WATER,
        as_any_water("L1"),
        {**WITHDRAWN, **OVERLAID, "G13.4-x1 + G13.43-s2": "no", "G13.431-s4": "no", "G13.42-s2 #15": "no"},
        whatever=("whatever the slope of the Beach is",),
    ),
    Row(
        "frozen lake: Open Ground",
        (OCEAN, "The OCEAN overlay is a lake.", "Hex 1079 is frozen."),
        "Is hex 1079 Open Ground?",
        "yes",
        ("B21.6", "G13.4", "G13.494"),
        (
            "hex 1079 is an open-ground hex [verdict]",
            "hex 1079 is an open-ground hex [B21.6-s2 #1]",
            "hex 1079 is frozen [given]",
            "hex 1079 is an open-ground hex [G13.4-s1 #2]",
            "hex 1079 is an OCEAN hex [given]",
            "hex 1079 is an open-ground hex [G13.494-s1 #1]",
        ),
        {  # in the answers for TEM and for Rout, which are told with it
            "B21.6-s2 #4": "yes",
            "B21.6-s2 #5": "yes",
            "G13.4-s1 #4": "yes",
            "G13.4-s1 #5": "yes",
            "G13.431-s2 #1": "no",
            "G13.493-s1 #2": "no",
        },
    ),
    *(
        Row(
            f"{kind} hex of a mapboard, a truck",
            (f"Hex 1079 is a {kind} hex.", TRUCK),
            "T1",
            "yes",
            ("B21.1", cited),
            (
                "hex 1079 is a Water Obstacle to T1 [B21.1-s1]",
                f"hex 1079 is a Water Obstacle hex [{cited}-s1]",
                f"hex 1079 is a {kind} hex [given]",
            ),
            {
                "B21.6-s2 #3": "no",
                "G13.4-s3 #2": "no",
                "G13.494-s1 #2": "no",
                **({"B21.13-s4 #1": "no"} if kind == "pond" else {}),
            },
        )
        for kind, cited in (("canal", "B21.11"), ("river", "B21.12"), ("pond", "B21.13"), ("lake", "B21.14"))
    ),
    Row(
        "a hex whose center dot is on blue, a truck",
        ("The center dot of hex 1079 is on blue.", TRUCK),
        "T1",
        "yes",
        ("B21.1",),
        (
            "hex 1079 is a Water Obstacle to T1 [B21.1-s1]",
            "hex 1079 is a Water Obstacle hex [B21.1-s2 #1]",
            "the center dot of hex 1079 is on blue [given]",
            "hex 1079 is not a stream hex [silence]",
        ),
        {
            "B21.6-s2 #3": "no",
            "G13.494-s1 #2": "no",
            "G13.4-s3 #2": "no",
            "G13.431-s2 #1": "no",
            "G13.493-s1 #2": "no",
        },
    ),
    Row(
        "stream hex, a truck",
        ("Hex 1079 is a stream hex.", TRUCK),
        "T1",
        "no",
        ("B21.1",),
        ("hex 1079 is not a Water Obstacle to T1 [silence]",),
        {},
        ("B21.1-s1", "G13.4-s3 #4", "G13.4-s4 #1"),
    ),
    Row(
        "stream hex with its center dot on blue, a truck",
        ("Hex 1079 is a stream hex.", "The center dot of hex 1079 is on blue.", TRUCK),
        "T1",
        "no",
        ("B21.1",),
        ("hex 1079 is not a Water Obstacle to T1 [silence]",),
        {},
        ("B21.1-s1", "G13.4-s3 #4", "G13.4-s4 #1"),
    ),
    Row(
        "pond whose center dot is on land: the hex",
        ("Hex 1079 contains a pond.", "The center dot of hex 1079 is on land."),
        "Is hex 1079 a Water Obstacle?",
        "no",
        ("B21.1", "B21.13"),
        (
            "hex 1079 does not count as a Water Obstacle [B21.1-s2 #8]",
            "hex 1079 is not a Water Obstacle hex [B21.13-s4 #1]",
            "hex 1079 contains a pond [given]",
            "hex 1079 has its center dot off the blue [B21.1-s2 #2]",
            "the center dot of hex 1079 is not on blue [given]",
        ),
        {},
        ("G13.4-s4 #2",),
    ),
    Row(
        "pond whose center dot is on land: the hexside",
        ("Hexside 24L9-M9 is a pond hexside.",),
        "Is hexside 24L9-M9 a Water Obstacle?",
        "yes",
        ("B21.13",),
        (
            "hexside 24L9-M9 is a Water Obstacle hexside [B21.13-s4]",
            "hexside 24L9-M9 is a pond hexside [given]",
        ),
        {},
    ),
    Row(
        "the rulebook's own pond: the hex",
        (),
        "Is hex 24L9 a Water Obstacle?",
        "no",
        ("B21.1", "B21.13"),
        (
            "hex 24L9 does not count as a Water Obstacle [B21.1-s2 #8]",
            "hex 24L9 is not a Water Obstacle hex [B21.13-s4 #1]",
            "hex 24L9 contains a pond [B21.13-s4 #5]",
            "hex 24L9 has its center dot off the blue [B21.1-s2 #2]",
            "the center dot of hex 24L9 is not on blue [B21.13-s4 #6]",
        ),
        {},
        ("G13.4-s4 #2",),
    ),
    Row(
        "the rulebook's own pond: the hexside",
        (),
        "Is hexside 24L9-M9 a Water Obstacle?",
        "yes",
        ("B21.13",),
        (
            "hexside 24L9-M9 is a Water Obstacle hexside [B21.13-s4]",
            "hexside 24L9-M9 is a pond hexside [B21.13-s4 #4]",
        ),
        {},
    ),
)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_row(ask: Ask, row: Row) -> None:
    answer = ask(row.facts, row.question)
    assert answer["answer"] == row.answer, answer["text"]
    assert set(answer["cites"]) == set(row.rests_on)
    assert line(answer) == list(row.steps)
    assert looked(answer) == dict(sorted(row.exceptions.items()))
    assert passed_over(answer) == list(row.refused)
    if row.whatever:
        assert answer["whatever"] == list(row.whatever)
        assert answer["text"].startswith(f"{row.answer.capitalize()}: ")
        assert f", {row.whatever[0]} (" in answer["text"]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_no_step_goes_without_a_source(ask: Ask, row: Row) -> None:
    answer = ask(row.facts, row.question)
    given = set()
    for step in answer["derivation"]["steps"].values():
        if step["kind"] in ("given", "kind", "given figure"):
            given.add(step["given"])
        elif step["kind"] in ("rule", "line", "read back"):
            assert step["rule"] in answer["cites"] or step["rule"].startswith(("G13.", "B21.")), step
            assert step["says"]
    assert given <= {*row.facts, "the question is about Infantry", "the question is about rubble"} | {
        "the question is about an A-T mine"
    }


def test_the_withdrawal_of_the_denial_stands_in_the_derivation(ask: Ask) -> None:
    """To a boat: B21.1 stands, the denial by G13.4-s3 was looked at, and G13.4-x2 withdrew it because of the boat."""
    answer = ask((OCEAN, slope("Slight"), away(2), BOAT), "Is hex 1079 a Water Obstacle to B1?")
    steps = answer["derivation"]["steps"]
    stands = next(step for step in steps.values() if step.get("statement") == "B21.1-s1")
    denial = next(look for look in stands["exceptions"] if look["statement"] == "G13.4-s3 #2")
    assert (denial["effect"], denial["applies"]) == ("deny", "no")
    beaten = steps[denial["because"][0]]
    assert (beaten["statement"], [steps[name]["sentence"] for name in beaten["because"]]) == (
        "G13.4-s3 #2",
        ["hex 1079 is an OCEAN hex", "hex 1079 is shallow", "B1 is a vehicle"],
    )
    (withdrawal,) = beaten["exceptions"]
    assert (withdrawal["statement"], withdrawal["effect"], withdrawal["applies"]) == (
        "G13.4-x2",
        "withdraw",
        "yes",
    )
    assert withdrawal["says"] == "G13.4-s3 #2 does not apply if the thing is one of boat or LC"
    assert [steps[name]["sentence"] for name in withdrawal["because"]] == ["B1 is a boat"]


def test_an_exposed_reef_is_land_to_a_boat(ask: Ask) -> None:
    answer = ask(("Hex 1079 is an Exposed-reef hex.", BOAT), "Is hex 1079 a Water Obstacle to B1?")
    assert answer["answer"] == "no"
    assert {"G13.431", "B21.1", "G13.4"} <= set(answer["cites"])
    assert looked(answer) == {}  # its dot is on land, so that nothing says it is a Water Obstacle hex
    assert passed_over(answer) == ["B21.1-s1", "G13.4-s3 #4", "G13.4-s4 #1"]
    land = ask(("Hex 1079 is an Exposed-reef hex.",), "Is hex 1079 a land hex?")
    assert (land["answer"], land["cites"]) == ("yes", ["G13.431"])


def test_rubble_makes_land_of_shallow_ocean(ask: Ask) -> None:
    facts = (OCEAN, "Hex 1079 is shallow.", "Hex 1079 contains a Rubble counter.")
    for question, expected in (
        ("Is hex 1079 a land hex?", "yes"),
        ("Is hex 1079 a rubble hex?", "yes"),
        ("Is hex 1079 an OCEAN hex?", "no"),
        ("Is hex 1079 a Water Obstacle?", "no"),
    ):
        answer = ask(facts, question)
        assert (answer["answer"], "G13.493" in answer["cites"]) == (expected, True), question


# -- a slope that nobody told ---------------------------------------------------------------------------------------


def test_slope_not_told_at_2_hexes_decides_for_a_truck(ask: Ask) -> None:
    answer = ask((OCEAN, away(2), TRUCK), "Is hex 1079 a Water Obstacle to T1?")
    assert answer["answer"] == "undetermined"
    assert set(answer["cites"]) == set(OF_WATER)
    assert deciding(answer) == [
        (["The slope of the Beach is Slight."], "no"),
        (["The slope of the Beach is Moderate."], "no"),
        (["The slope of the Beach is Steep."], "yes"),
    ]
    assert answer["complete"] is True
    assert answer["causes"] == [{"kind": "undetermined", "missing": "the slope of the Beach"}]
    for case, value in zip(answer["deciding"], REACH, strict=True):
        thing = "T1"
        told = (
            too_deep(thing, value, 2)
            if case["answer"] == "yes"
            else denied(thing, "a vehicle", *reach_steps(value, 2))
        )
        assert line(answer, case["root"]) == list(told)


def test_slope_not_told_at_5_hexes_matters_to_nobody(ask: Ask) -> None:
    answer = ask((OCEAN, away(5), "There is no reef.", TRUCK), "Is hex 1079 a Water Obstacle to T1?")
    assert (answer["answer"], set(answer["cites"])) == ("yes", set(OF_WATER))
    assert answer["whatever"] == ["whatever the slope of the Beach is"]
    assert answer["text"] == (
        "Yes: hex 1079 is a Water Obstacle to T1, whatever the slope of the Beach is (B21.1, G13.12, G13.4)."
    )
    assert looked(answer) == DEEP


def test_neither_slope_nor_distance_told(ask: Ask) -> None:
    answer = ask((OCEAN, TRUCK), "Is hex 1079 a Water Obstacle to T1?")
    assert answer["answer"] == "undetermined"
    distance = "The range from hex 1079 to the nearest Beach hex is"
    assert {(frozenset(facts), side) for facts, side in deciding(answer)} == {
        (frozenset((slope("Slight"), f"{distance} at most 3 hexes.")), "no"),
        (frozenset((f"{distance} more than 3 hexes.",)), "yes"),
        (frozenset((slope("Moderate"), f"{distance} at most 2 hexes.")), "no"),
        (frozenset((slope("Moderate"), f"{distance} more than 2 hexes.")), "yes"),
        (frozenset((f"{distance} at most 1 hex.",)), "no"),
        (frozenset((slope("Steep"), f"{distance} more than 1 hex.")), "yes"),
    }
    assert answer["complete"] is True


# -- classes of things ----------------------------------------------------------------------------------------------


def test_a_class_is_split_where_its_kinds_differ(ask: Ask) -> None:
    answer = ask((OCEAN, "Hex 1079 is shallow."), "Is hex 1079 a Water Obstacle to vehicles?")
    assert answer["answer"] == "split"
    assert split(answer) == {"any other vehicle": "no", "boat": "yes", "LC": "yes", "LC wreck": "yes"}
    assert set(answer["cites"]) == set(OF_WATER)
    assert answer["text"] == (
        "It depends on the kind: no for any vehicle other than a boat or a LC; yes for a boat or a LC "
        "(B21.1, G13.12, G13.4)."
    )
    assert looked(answer) == {**DENIED, "G13.4-s3 #2": "no, yes", "G13.4-x2": "no, yes"}


@pytest.mark.parametrize(
    ("facts", "question", "text"),
    [
        (
            (),
            "Is a Wading unit subject to Pin?",
            "yes for any unit other than Infantry or cavalry or a parachute;"
            " no for Infantry or cavalry or a parachute (G13.421, G13.492).",
        ),
        (
            (),
            "To which units is a shallow OCEAN hex a Water Obstacle?",
            "no for Infantry or cavalry or a horse, or a vehicle other than a boat or a LC; "
            "yes for a boat or a LC, or any unit other than Infantry or cavalry or a horse or a vehicle "
            "(B21.1, G13.12, G13.4).",
        ),
        (
            (),
            "Into which hexes may a boat not drift?",
            "no for any hex other than a marsh hex or a mudflat hex or a pier hex or a stone-pier hex; "
            "yes for a stone-pier hex or a marsh hex; not encoded for a mudflat hex; "
            "undetermined for a pier hex (B21.121, B21.122, G13.7, G13.734).",
        ),
        (
            ("S1 is a Wading squad.",),
            "What may S1 fire?",
            "no for a Gun, or a SW other than a LMG; yes for a LMG, or any thing other than a Gun or a SW (G13.4211).",
        ),
    ],
)
def test_a_class_is_split_as_it_is_asked(ask: Ask, facts: Sequence[str], question: str, text: str) -> None:
    assert ask(facts, question)["text"] == f"It depends on the kind: {text}"


def test_hexes_are_told_apart_where_it_is_asked_for_which(ask: Ask) -> None:
    answer = ask((), "In which hexes does the Current counter belong?")
    assert answer["text"] == (
        "It depends on the kind: no for any hex other than a river hex; yes for a river hex (B21.1, B21.121)."
    )
    assert ask((), "Does the Current counter belong in a hex?")["answer"] == "no"


def test_what_is_not_known_may_be_of_something_named_as_an_only_thing(ask: Ask) -> None:
    """ "An OCEAN overlay" is the OCEAN overlay, but an OCEAN-overlay hexside is no hexside of its own name."""
    facts = (
        "Hex 5 is a mapboard-river hex.",
        "The OCEAN overlay is in use.",
        "It is not known whether an OCEAN-overlay hexside covers a mapboard-river hexside.",
    )
    answer = ask(facts, "Is hex 5 an OCEAN hex?")
    assert deciding(answer) == [
        (["An OCEAN-overlay hexside covers a mapboard-river hexside."], "yes"),
        (["An OCEAN-overlay hexside does not cover a mapboard-river hexside."], "no"),
    ]


def test_a_state_is_no_name(ask: Ask) -> None:
    answer = ask((OCEAN, "Hex 1079 is shallow."), "Which units are Wading in hex 1079?")
    assert answer["answer"] == "not understood"


def test_a_deep_hex_is_one_to_every_vehicle(ask: Ask) -> None:
    answer = ask((OCEAN, "Hex 1079 is deep."), "Is hex 1079 a Water Obstacle to vehicles?")
    assert (answer["answer"], set(answer["cites"])) == ("yes", set(OF_WATER))
    assert "split" not in answer


WATERCRAFT = (
    ("an amphibian", ("A1 is an amphibian.",), "A1", "yes", ("A1 is an amphibian [given]",)),
    (
        "a DD tank with its screens erect",
        ("A1 is a DD tank.", "The screens of A1 are erect."),
        "A1",
        "yes",
        ("A1 is an amphibian [G13.401-x1]", "A1 is a DD tank [given]", "the screens of A1 are erect [given]"),
    ),
    (
        "a truck with a printed amphibious-MP superscript",
        ("A1 is a truck.", "A1 has a printed amphibious-MP superscript."),
        "A1",
        "yes",
        ("A1 is an amphibian [G13.401-s2 #1]", "A1 has an amphibious-MP superscript [given]"),
    ),
    ("a boat", ("A1 is a boat.",), "A1", "yes", ("A1 is a boat [given]",)),
    ("a LC", ("A1 is a LC.",), "A1", "yes", ("A1 is a LC [given]",)),
)


@pytest.mark.parametrize(
    ("name", "facts", "thing", "expected", "why"), WATERCRAFT, ids=[each[0] for each in WATERCRAFT]
)
def test_watercraft(
    ask: Ask, name: str, facts: tuple[str, ...], thing: str, expected: str, why: tuple[str, ...]
) -> None:
    answer = ask(facts, f"Is {thing} a Watercraft?")
    assert (answer["answer"], answer["cites"]) == (expected, ["G13.401"])
    assert line(answer) == [f"{thing} is a Watercraft [G13.401-s1]", *why]


def test_screens_dropped_make_a_dd_tank_no_watercraft(ask: Ask) -> None:
    for dropped in ("The screens of A1 are dropped.", "The screens of A1 are not erect."):
        answer = ask(("A1 is a DD tank.", dropped), "Is A1 a Watercraft?")
        assert (answer["answer"], answer["cites"]) == ("no", ["G13.401"])
        assert line(answer) == [
            "A1 is not a Watercraft [G13.401-s1]",
            "A1 is not a LC [given]",
            "A1 is not a boat [given]",
            "A1 is not an amphibian [G13.401-x1]",
            "A1 is a DD tank [given]",
            "the screens of A1 are not erect [given]",
        ]


def test_screens_dropped_overrule_the_superscript(ask: Ask) -> None:
    facts = ("A1 is a DD tank.", "A1 has an amphibious-MP superscript.", "The screens of A1 are dropped.")
    answer = ask(facts, "Is A1 an amphibian?")
    assert (answer["answer"], answer["cites"]) == ("no", ["G13.401"])
    assert looked(answer) == {"G13.401-x1": "yes"}


@pytest.mark.parametrize(
    "facts",
    [
        ("A1 is an amphibian.",),
        ("A1 is a DD tank.", "The screens of A1 are erect."),
        ("A1 is a DD tank.", "The screens of A1 are dropped."),
    ],
    ids=["an amphibian", "screens erect", "screens dropped"],
)
def test_a_shallow_hex_stops_no_amphibian(ask: Ask, facts: tuple[str, ...]) -> None:
    answer = ask((OCEAN, "Hex 1079 is shallow.", *facts), "Is hex 1079 a Water Obstacle to A1?")
    assert answer["answer"] == "no"
    assert {"G13.4"} <= set(answer["cites"]) <= {"G13.4", "G13.401"}
    assert looked(answer) == DENIED
    kinds = [step for step in line(answer) if step.startswith("A1 is ")]
    assert kinds == ["A1 is a vehicle [given]"]


# -- other distances, things, orders, names and words ---------------------------------------------------------------

# What G13.4-s3 names, and what it does not: shallow OCEAN is a Water Obstacle to the latter as any water is.
NOT_STOPPED = (
    "a truck",
    "a tank",
    "a DD tank",
    "an amphibian",
    "Infantry",
    "a squad",
    "cavalry",
    "a horse",
    "rubble",
    "an A-T mine",
)
STOPPED = ("a boat", "a LC", "a Gun")


@pytest.mark.parametrize("value", list(REACH))
@pytest.mark.parametrize("thing", [*NOT_STOPPED, *STOPPED])
def test_distances_0_to_9(ask: Ask, value: str, thing: str) -> None:
    for hexes in range(10):
        answer = ask((OCEAN, slope(value), away(hexes)), f"Is hex 1079 a Water Obstacle to {thing}?")
        shallow = hexes <= {"Slight": 3, "Moderate": 2, "Steep": 1}[value]
        expected = "no" if shallow and thing in NOT_STOPPED else "yes"
        assert answer["answer"] == expected, (value, hexes, thing)
        cites = {"G13.4"} if expected == "no" else set(OF_WATER)
        if thing == "a Gun" and shallow:
            cites = {"B21.1", "G13.12", "G13.4"}  # Guns are not among those that G13.4 lets pass
        assert set(answer["cites"]) == cites, (value, hexes, thing)


def test_every_order_of_the_facts_gives_the_same_answer(ask: Ask) -> None:
    facts = (OCEAN, slope("Slight"), away(2), BOAT)
    first = ask(facts, "Is hex 1079 a Water Obstacle to B1?")
    for order in itertools.permutations(facts):
        answer = ask(order, "Is hex 1079 a Water Obstacle to B1?")
        assert {key: answer[key] for key in ("answer", "text", "cites", "derivation")} == {
            key: first[key] for key in ("answer", "text", "cites", "derivation")
        }


@pytest.mark.parametrize("name", ["1079", "E10", "7CC5", "24L8", "1"])
def test_other_hex_names(ask: Ask, name: str) -> None:
    for row in random.Random(name).sample(ROWS[:17], 6):
        swapped = [fact.replace("1079", name) for fact in row.facts]
        answer = ask(swapped, row.question.replace("1079", name))
        assert answer["answer"] == row.answer
        assert set(answer["cites"]) == set(row.rests_on)
        assert line(answer) == [step.replace("hex 1079", f"hex {name}") for step in row.steps]


def test_the_hex_needs_no_name(ask: Ask) -> None:
    answer = ask(
        (
            "The hex is an OCEAN hex.",
            slope("Slight"),
            "The hex is 2 hexes from the nearest Beach hex.",
            TRUCK,
        ),
        "Is the hex a Water Obstacle to T1?",
    )
    assert (answer["answer"], answer["cites"]) == ("no", ["G13.4"])
    assert line(answer)[:3] == [
        "the hex is not a Water Obstacle to T1 [G13.4-s3 #2]",
        "the hex is an OCEAN hex [given]",
        "the hex is shallow [G13.4-s2 #2]",
    ]


@pytest.mark.parametrize(
    "words",
    [
        "Hex 1079 is an OCEAN hex.",
        "Hex 1079 is OCEAN.",
        "Hex 1079 is an OCEAN Location.",
        "1079 is an OCEAN hex.",
        "hex 1079 is an OCEAN hex",
        "OCEAN hex 1079 is frozen.",
        "Hex 1079 is a shallow OCEAN hex.",
    ],
)
def test_words_for_an_ocean_hex(ask: Ask, words: str) -> None:
    answer = ask((words,), "Is hex 1079 an OCEAN hex?")
    assert answer["answer"] == "yes", answer["text"]


@pytest.mark.parametrize(
    "words",
    [
        "Hex 1079 is 2 hexes from the nearest Beach hex.",
        "Hex 1079 is two hexes from the nearest Beach hex.",
        "Hex 1079 is 2 hexes away from the nearest Beach hex.",
        "Hex 1079 is 2 hexes from a Beach hex.",
        "Hex 1079 is exactly 2 hexes from a Beach hex.",
        "The nearest Beach hex is 2 hexes away from hex 1079.",
        "The nearest Beach hex is 2 hexes from hex 1079.",
        "The range from hex 1079 to the nearest Beach hex is 2 hexes.",
        "The range from hex 1079 to the nearest Beach hex is 2.",
        "The distance from hex 1079 to the nearest Beach hex is 2 hexes.",
        "Hex 1079 is not adjacent to a Beach hex, but 2 hexes from the nearest Beach hex.",
    ],
)
def test_words_for_the_distance(ask: Ask, words: str) -> None:
    answer = ask((words,), "What is the range from hex 1079 to the nearest Beach hex?")
    if ", but " in words:
        assert (answer["answer"], answer["not_understood"][0]["where"]) == ("not understood", "/facts/0")
        return
    assert (answer["answer"], answer["value"], answer["unit"]) == ("value", 2, "hexes"), answer["text"]


def test_adjacent_is_one_hex_away(ask: Ask) -> None:
    for words in ("Hex 1079 is adjacent to a Beach hex.", "Hex 1079 is adjacent to the nearest Beach hex."):
        answer = ask((words,), "What is the range from hex 1079 to the nearest Beach hex?")
        assert (answer["answer"], answer["value"]) == ("value", 1)


def test_within_is_a_bound(ask: Ask) -> None:
    facts = (OCEAN, "Hex 1079 is within 2 hexes of a Beach hex.", TRUCK)
    for value, expected in (("Slight", "no"), ("Moderate", "no"), ("Steep", "undetermined")):
        assert ask((*facts, slope(value)), "Is hex 1079 a Water Obstacle to T1?")["answer"] == expected


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("The slope of the Beach is Slight.", "Slight"),
        ("The Slope of the Beach is Slight.", "Slight"),
        ("The Beach slope is slight.", "Slight"),
        ("The Beach is Slightly Sloped.", "Slight"),
        ("The Beach is Moderately Sloped.", "Moderate"),
        ("The Beach has a Steep slope.", "Steep"),
        ("The slope of the Beach is not Slight and not Steep.", "Moderate"),
        ("The slope of the Beach is neither slopy nor steep.", ""),
        ("The slope of the Beach is steep", "Steep"),
    ],
)
def test_words_for_the_slope(ask: Ask, words: str, value: str) -> None:
    answer = ask((words,), "What is the slope of the Beach?")
    if not value:
        assert answer["answer"] == "not understood"
        return
    assert (answer["answer"], answer["value"]) == ("value", value), answer["text"]


@pytest.mark.parametrize(
    "question",
    [
        "Is hex 1079 a Water Obstacle to T1?",
        "Is hex 1079 a Water Obstacle to truck T1?",
        "is hex 1079 a Water Obstacle to T1",
        "Is 1079 a Water Obstacle to T1?",
        "Is hex 1079 considered a Water Obstacle to T1?",
        "Is the hex a Water Obstacle to the truck?",
    ],
)
def test_words_for_the_question(ask: Ask, question: str) -> None:
    answer = ask((OCEAN, slope("Slight"), away(3), TRUCK), question)
    assert (answer["answer"], answer["cites"]) == ("no", ["G13.4"]), answer["text"]


def test_a_negative_question_turns_the_answer(ask: Ask) -> None:
    answer = ask((OCEAN, slope("Slight"), away(3), TRUCK), "Is hex 1079 not a Water Obstacle to T1?")
    assert (answer["answer"], answer["cites"]) == ("yes", ["G13.4"])
    assert answer["text"] == "Yes: hex 1079 is not a Water Obstacle to T1 (G13.4)."


# -- what is not understood -----------------------------------------------------------------------------------------

UNREAD = "no sentence of the vocabulary reads like this"
ASKED = "Is hex 1079 a Water Obstacle to T1?"

NOT_UNDERSTOOD: tuple[tuple[str, list[str], str, str, str, list[str]], ...] = (
    ("a misspelt unit", ["T1 is a trukc."], ASKED, "/facts/0", UNREAD, ["T1 is a truck."]),
    ("a misspelt class", ["T1 is an amfibian."], ASKED, "/facts/0", UNREAD, ["T1 is an amphibian."]),
    ("a misspelt adjective", ["Hex 1079 is shalow."], ASKED, "/facts/0", UNREAD, ["Hex 1079 is shallow."]),
    (
        "a misspelt noun",
        [OCEAN, "Hex 1079 is a Sumberged-reef hex."],
        ASKED,
        "/facts/1",
        UNREAD,
        ["Hex 1079 is a Submerged-reef hex."],
    ),
    (
        "a misspelt question",
        [OCEAN],
        "Is hex 1079 a Water Obstacl to T1?",
        "/question",
        UNREAD,
        ["Is hex 1079 a Water Obstacle to T1?"],
    ),
    (
        "a value that the figure does not have",
        ["The slope of the Beach is Gentle."],
        ASKED,
        "/facts/0",
        UNREAD,
        [
            "the slope of the Beach is Slight / Moderate / Steep",
            "a step is a Slope step",
            "the rolled slope of the Beach is Slight / Moderate / Steep",
        ],
    ),
    (
        "a unit that the figure does not have",
        ["Hex 1079 is 2 miles from the nearest Beach hex."],
        ASKED,
        "/facts/0",
        UNREAD,
        [
            "a hex is 2 hexes from the nearest Beach hex",
            "a hex is 2 hexes from the nearest land hex",
            "the range of a vehicle from the nearest land hex is 2 hexes",
        ],
    ),
    ("an empty fact", [""], ASKED, "/facts/0", "the sentence is empty", []),
    ("a fact of blanks", ["   "], ASKED, "/facts/0", "the sentence is empty", []),
    ("an empty question", [], "", "/question", "the sentence is empty", []),
    (
        "a statement for a question",
        [],
        "Hex 1079 is an OCEAN hex.",
        "/question",
        "it is a statement, not a question",
        ["Is hex 1079 an OCEAN hex?"],
    ),
    (
        "a rule number that does not exist, in a fact",
        ["Rule G13.88 applies."],
        ASKED,
        "/facts/0",
        "there is no rule G13.88",
        ["G13.8", "G13.98", "G13.84"],
    ),
    (
        "a rule number that does not exist, in the question",
        [],
        "Does G13.4999 apply to hex 1079?",
        "/question",
        "there is no rule G13.4999",
        ["G13.99", "G13.49", "G13.495"],
    ),
    (
        "a fact about everything",
        ["Every hex is frozen."],
        ASKED,
        "/facts/0",
        "a fact is about named things, not about 'every hex'",
        [],
    ),
    (
        "a denial of two words at once",
        ["Hex 1079 is not a frozen canal hex."],
        ASKED,
        "/facts/0",
        "it does not say which of its words does not hold",
        ["hex 1079 is not frozen", "hex 1079 is not a canal hex"],
    ),
    (
        "a fact with two readings",
        ["1079 is a Water Obstacle."],
        ASKED,
        "/facts/0",
        "it can be read in more than one way",
        ["hex 1079 is a Water Obstacle hex", "hexside 1079 is a Water Obstacle hexside"],
    ),
    (
        "a question with two readings",
        [],
        "Is 1079 a Water Obstacle?",
        "/question",
        "it can be read in more than one way",
        [
            "hex 1079 is a Water Obstacle hex",
            "hexside 1079 is a Water Obstacle hexside",
            "1079 is a Water Obstacle body of water",
        ],
    ),
    (
        "which of two",
        ["T1 is a truck.", "T2 is a truck."],
        "Is hex 1079 a Water Obstacle to the truck?",
        "/question",
        "'the truck' could be T1, T2",
        ["say which: T1, T2"],
    ),
    (
        "a truck for a hex",
        ["T1 is a truck."],
        "Is T1 frozen?",
        "/question",
        "'T1' is not a hex: T1 is a truck",
        [],
    ),
)


@pytest.mark.parametrize(
    ("name", "facts", "question", "where", "why", "nearest"),
    NOT_UNDERSTOOD,
    ids=[row[0] for row in NOT_UNDERSTOOD],
)
def test_not_understood(
    ask: Ask, name: str, facts: list[str], question: str, where: str, why: str, nearest: list[str]
) -> None:
    answer = ask(facts, question)
    sentence = question if where == "/question" else facts[int(where.removeprefix("/facts/"))]
    assert answer["answer"] == "not understood"
    assert answer["not_understood"] == [
        {"where": where, "sentence": sentence, "why": why, "nearest": nearest}
    ]
    assert answer["text"] == f"Not understood: '{sentence}': {why}."
    assert not {"cites", "derivation", "flips", "deciding"} & set(answer)


def test_a_fact_that_nobody_declared(ask: Ask) -> None:
    for fact in ("The moon is full.", "Hex 1079 is haunted.", "T1 is a zeppelin."):
        (problem,) = ask([OCEAN, fact], ASKED)["not_understood"]
        assert (problem["where"], problem["sentence"], problem["why"]) == ("/facts/1", fact, UNREAD)


def test_every_sentence_that_is_not_understood_is_named(ask: Ask) -> None:
    answer = ask(["T1 is a trukc.", OCEAN, ""], "Why?")
    assert [problem["where"] for problem in answer["not_understood"]] == ["/facts/0", "/facts/2", "/question"]


@pytest.mark.parametrize(
    "facts",
    [
        ["Hex 1079 contains rubble.", "Hex 1079 does not contain rubble."],
        ["T1 is a truck.", "T1 is a tank."],
        ["T1 is a truck.", "T1 is not a vehicle."],
        ["The slope of the Beach is Slight.", "The slope of the Beach is Steep."],
        ["The slope of the Beach is Slight.", "The slope of the Beach is not Slight."],
        ["Hex 1079 is 2 hexes from a Beach hex.", "Hex 1079 is adjacent to a Beach hex."],
        ["Hex 1079 is within 2 hexes of a Beach hex.", "Hex 1079 is 3 hexes from a Beach hex."],
        ["T1 is a truck.", "T1 is frozen."],
        ["T1 is a truck.", "T1 contains rubble."],
    ],
    ids="; ".join,
)
def test_facts_that_contradict_each_other(ask: Ask, facts: list[str]) -> None:
    for first, second in (facts, facts[::-1]):
        answer = ask([first, OCEAN, second], "Is hex 1079 an OCEAN hex?")
        assert answer["answer"] == "conflict"
        assert answer["text"] == f"The facts contradict each other: “{first}” and “{second}”."
        assert answer["causes"] == [{"kind": "conflict", "facts": [first, second]}]


def test_facts_by_their_templates_contradict_each_other_as_sentences_do(ask: Ask) -> None:
    truck = {"template": "truck", "args": ["T1"]}
    rubble = {"template": "a hex contains rubble", "args": ["T1"]}
    for first, second in ((truck, rubble), (rubble, truck), ("T1 contains rubble.", truck)):
        answer = ask([first, OCEAN, second], "Is hex 1079 an OCEAN hex?")
        told = [each if isinstance(each, str) else json.dumps(each) for each in (first, second)]
        assert answer["causes"] == [{"kind": "conflict", "facts": told}]


def test_what_a_name_tells_is_held_against_earlier_facts(ask: Ask) -> None:
    first, second = "T1 contains rubble.", "Truck T1 is Waterproofed."
    answer = ask([first, second], "Is hex 1079 an OCEAN hex?")
    assert answer["causes"] == [{"kind": "conflict", "facts": [first, second]}]


def test_a_noun_says_what_a_thing_is_by_its_own_name_unless_that_cannot_be(ask: Ask) -> None:
    assert ask(["B1 is a canal."], "Is B1 a body of water?")["answer"] == "yes"
    assert ask(["Hex 5 is a canal."], "Is hex 5 a Water Obstacle hex?")["answer"] == "yes"
    assert (
        ask(["1K5 is an OCEAN-river hex.", "1K5 is a river."], "Is 1K5 a Water Obstacle hex?")["answer"]
        == "yes"
    )


# -- the command line -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", ROWS[::3], ids=lambda row: row.name)
def test_the_command_line_gives_the_same(
    ask: Ask, home: Path, capsys: pytest.CaptureFixture[str], row: Row
) -> None:
    from api.cli.main import main

    facts = [word for fact in row.facts for word in ("--fact", fact)]
    assert main(["ask", "--rulebook", "asl", *facts, "--json", row.question]) == 0
    printed: Answer = json.loads(capsys.readouterr().out)
    assert printed == ask(row.facts, row.question)
