"""Small invented documents for the shape whose looks are described in `book.toml`."""

from __future__ import annotations

from typing import Any


def book(document: dict[str, Any]) -> dict[str, Any]:
    """A rulebook of this one document."""
    return {"id": "kite", "title": "Kite", "chapters": "", "documents": [{"chapter": "", **document}]}


COUNTED = book(
    {
        "id": "6",
        "title": "Ground",
        "shape": "text-outline",
        "numbering": "dotted-integers",
        "section": "6",
        "recognise": {"line": r"^6\. Ground"},
        "layout": {"root": r"^6\. (?P<title>\w+)§", "rules": [r"^(?P<number>6\.\d+) (?P<title>[^§\n]+)§"]},
    }
)
GROUND = "6. Ground§\n" + "".join(
    f"6.{number} {title}§\nIt costs {number} points (see 6.31). Nobody waits.\n"
    for number, title in [
        (1, "Sand"),
        (2, "Turf"),
        (3, "Path"),
        (31, "Ford"),
        (4, "Barn"),
        (5, "Wood"),
        (6, "Brook"),
        (7, "Knoll"),
        (8, "Grove"),
        (9, "Field"),
        (10, "Hedge"),
        (101, "Thick hedge"),
        (11, "Pool"),
    ]
)

LETTERED = book(
    {
        "id": "KR",
        "title": "Kite rules",
        "shape": "text-outline",
        "numbering": "lettered",
        "section": "",
        "groups": "hundreds",
        "recognise": {"line": "^Kite Rules$"},
        "layout": {
            "rules": [
                r"^(?P<number>\d\d?\d?)\. (?P<title>[A-Z][\w ]+)$",
                r"^(?P<number>\d{3}\.\d+)\. ",
                r"^(?P<number>\d{3}\.\d+[a-z]+) ",
            ],
            "example": "^Example:",
        },
    }
)
KITES = """Kite Rules

Contents

1. Wind
101. Breeze
102. Gale

1. Wind

101. Breeze

101.1. A breeze lifts one kite.

101.1a It lifts two if they are tied (see rule 101.12).
Example: Two kites on one string rise together.

101.1c A torn kite stays down. See 101.1a and 102.1b.

101.12. Nothing else rises.

102. Gale

102.1. A gale lifts all.

102.1b Unless it rains, see 103.2 or else 101.1a–c.
"""

NAMED = book(
    {
        "id": "9",
        "title": "Ferries",
        "shape": "text-outline",
        "numbering": "named",
        "section": "9",
        "recognise": {"line": r"^9\. FERRIES"},
        "layout": {
            "root": r"^9\. (?P<title>[A-Z]+)\. (?P<version>\(V [\d.]+\))",
            "rules": [r"^(?P<number>9\.[A-Z])\. (?P<title>[A-Z ]+)\.$"],
            "items": [r"^- (?P<item>[a-z]|\d\d?)\)(?=\s)"],
            "after_list": "end",
            "named": [{"number": "9.ICE", "line": "^Where ice"}],
            "emphasis": True,
            "table": {
                "caption": r"^Table (?P<number>\d) (?P<title>[^\n]+)$",
                "header": "^(?:BOATS|OARS)$",
                "results": "^Results:",
                "result": r"^(?:- )?(?P<code>[-+# ]*[A-Z]{1,3}\*?): (?:(?P<title>[A-Z]\w*):)?",
                "modifiers": r"^Modifiers\b",
                "modifier": r"^(?P<bullet>- (?=[+#]))?(?P<value>[-+] ?\d)(?=\s)",
                "note": r"^(?:Note:(?: \d\))?|\*(?=\s)|\d\)(?=\s))",
            },
        },
    }
)
FERRIES = """
9. FERRIES. (V 3.02)

A ferry crosses (Rule ???). The rest follows:

- a) It carries **two** carts.
- b) It waits (Rule 4) *Note: Nobody pays it.*

9.A. LOADING.

Carts load first, in

any order they like.

- 1) Oxen wait. *For example, an ox stands by (see 9.A.2). It grazes there.*

- 2) Sheep may load (Rule 11.K). **Exception: Rams may not.**

Goats swim.

Table 1 What Floats

BOATS\t
DIE\tBOAT
1\tpunt
2\traft*
OARS\t
3\toar

* A raft is no boat.
Note: 1) Oars float.
 2) Punts float unless holed.

Where ice lies, nobody floats.

Table 2 Leaks
LEAKS

Results:
- NE: Nothing: It stays dry. No bailing.
 # W: Water: Bail it.
 S*: It sinks.

Modifiers (all add up):

- + 2 New boat.
- 1 Old boat.

9.B. LANDING.

All land (see 9.A.1).

|
"""

AID = {
    **book(
        {
            "id": "PX",
            "title": "Aid",
            "shape": "tab-tables",
            "numbering": "named",
            "section": "PX",
            "context": "K",
            "cites": "decimal-digits",
            "bare_sections": True,
            "recognise": {"line": "^Kite Aid"},
            "layout": {"begins": ["(?<=open )(?=Bare)"]},
        }
    ),
    "chapters": "KL",
}
KITE_AID = """

Kite Aid

Free for all.

Ground\tLOS\tMovement
Moor\t—\t<ul style="x"> Bog (L3.1) Infantry: 1MF +COT Ox/Cart: COT Arm. Car: 4+COT; Sled: ALL
Rock (bare)\tSee (L4) and 7.2-.3; it is open.\t<ul><li>No cart [EXC: <i>oxen</i>]. Nor sleds.</li><li>Walls NA</li></ul>

Second Aid

Ground\tNotes
Pond\t<ul> Walls NA Floats (EXC: rafts; 7.21) May sink unless dry. As open Bare ground. Cart: 2MP; sled: 3MP

Ground\tNotes
Sea\t2 MP for oxen; ALL for carts
"""

LINKED = book(
    {
        "id": "HB",
        "title": "Harbour",
        "shape": "html-headings",
        "numbering": "dotted-integers",
        "section": "",
        "recognise": {"title": "^Harbour$"},
        "layout": {"rules": [r"^(?P<number>\d+(?:\.\d+)*)\.? (?P<title>[A-Z][\w ]+)"]},
    }
)
HARBOUR = """<html><head><title>Harbour</title></head><body><h1>The Harbour</h1>
<h2 id="boats">1. Boats</h2><p>A boat floats, see <a href="#sink">Sinking</a> and <a href="#two">2.1</a>.</p>
<h3 id="sink">1.9 Sinking</h3><p>It sinks if holed (2.1.10).</p>
<h3 id="swim">1.10 Swimming</h3><p>Crews swim; <a href="#gone">there</a>.</p>
<h2 id="land">2 Land</h2><p>It is dry, see <a href="#sink">1.10</a>.</p>
<h3 id="two">2.1 Quays</h3><p>A quay is dry.</p>
<h4 id="ten">2.1.10 Cranes</h4><p>2 cranes lift. See 1.9-1.10.</p>
</body></html>
"""
