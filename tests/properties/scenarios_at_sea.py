"""Scenarios of water, drawn at random: facts about one hex and one thing, and questions about them."""

from __future__ import annotations

from hypothesis import strategies as st

HEX, THING = "7K4", "U7"

_GROUND = (
    "an OCEAN hex", "an Ocean hex", "an OCEAN-overlay hex", "a Submerged-reef hex", "an Exposed-reef hex", "a canal hex",
    "a river hex", "a pond hex", "a lake hex", "a stream hex", "a land hex", "a Beach hex", "a mapboard-river hex",
)  # fmt: skip
_STATES = ("shallow", "not shallow", "deep", "frozen", "not frozen")
_ABOUT = (
    "Hex 7K4 lies between a reef and the shore.",
    "Hex 7K4 contains rubble.",
    "Hex 7K4 contains a pond.",
    "Hex 7K4 is not part of an Island.",
    "The center dot of hex 7K4 is on blue.",
    "The center dot of hex 7K4 is on land.",
    "The scenario is sub-zero.",
    "The scenario is not sub-zero.",
)
_KINDS = (
    "a truck", "a tank", "a DD tank", "a boat", "a LC", "an amphibian", "a squad", "a horse", "a Gun", "a vehicle", "a unit",
)  # fmt: skip
_MORE = (
    "The screens of U7 are erect.",
    "The screens of U7 are dropped.",
    "U7 has an amphibious-MP superscript.",
)

QUESTIONS = (
    "Is hex 7K4 a Water Obstacle to U7?",
    "Is hex 7K4 a Water Obstacle?",
    "Is hex 7K4 an OCEAN hex?",
    "Is hex 7K4 shallow?",
    "Is hex 7K4 deep?",
    "Is hex 7K4 frozen?",
    "Is hex 7K4 a land hex?",
    "Is hex 7K4 Open Ground?",
    "Is U7 a Watercraft?",
    "What is the level of hex 7K4?",
)


@st.composite
def situations(draw: st.DrawFn) -> list[str]:
    """Facts in a random order; some of them may contradict each other."""
    facts = [
        f"Hex 7K4 is {ground}."
        for ground in draw(st.lists(st.sampled_from(_GROUND), max_size=2, unique=True))
    ]
    facts += [f"Hex 7K4 is {state}." for state in draw(st.lists(st.sampled_from(_STATES), max_size=1))]
    facts += draw(st.lists(st.sampled_from(_ABOUT), max_size=3, unique=True))
    for slope in draw(st.lists(st.sampled_from(("Slight", "Moderate", "Steep")), max_size=1)):
        facts.append(f"The slope of the Beach is {slope}.")
    for hexes in draw(st.lists(st.integers(0, 6), max_size=1)):
        facts.append(f"Hex 7K4 is {hexes} hexes from the nearest Beach hex.")
    for water in draw(st.lists(st.sampled_from(("ocean", "lake", "river")), max_size=1)):
        facts.append(f"The water of the OCEAN overlay is {water}.")
    kind = draw(st.sampled_from(_KINDS))
    facts.append(f"U7 is {kind}.")
    if kind in ("a DD tank", "a truck", "a vehicle"):
        more = draw(st.lists(st.sampled_from(_MORE if kind == "a DD tank" else _MORE[2:]), max_size=1))
        facts += more
    return draw(st.permutations(facts))


questions = st.sampled_from(QUESTIONS)
