"""What each construct of a rules file means: tiny rulebooks, and the answers that they give."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.kb.derivations import deciding, line, looked, passed_over, split
from tests.kb.fens import Ask, asker, load

VOCABULARY = """
singleton: the flood; the lock
purpose: towing, fishing
noun else no: fen hex (hex)
noun else no: mire hex (hex)
noun else no: island hex (hex)
noun else ?: reed hex (hex)
noun else no: ferry (unit)
adjective else no: flooded (hex)
adjective else no: passable (hex)
adjective else no: dyked (hex)
adjective else ?: staked (hex)
adjective else ?: leaky (unit)
adjective else no: laden (unit)
relation else no: a hex is barred to a thing
relation else no: a hex contains a~sluice
relation else no: a hex drains into a hex B
relation else no: a unit is in a hex
relation else no: the lock is open
figure else ?: the season = spring / summer / winter
figure else ?: the depth of a hex = shallow / middling / deep
figure else ?: the height of the flood = feet
figure else ?: the reach of the flood = hexes
figure else ?: the draught of a craft = feet
figure base 0: the toll of a craft = pence
figure else ?: the fare of a craft = pence
distance else ?: fen hex
action else yes: a unit enters a hex
action else no: a unit fishes in a hex
"""

Fens = Callable[[str], Ask]


@pytest.fixture
def fens(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fens:
    """Ask a rulebook with the vocabulary above and these rules."""
    return lambda rules: asker(tmp_path / "books", monkeypatch, VOCABULARY, rules)


def answers(ask: Ask, question: str, *situations: str) -> list[str]:
    """The answers to one question in several situations; facts of one are parted by semicolons."""
    return [
        ask([fact.strip() + "." for fact in each.split(";") if fact.strip()], question)["answer"]
        for each in situations
    ]


# -- conclusions and their conditions -------------------------------------------------------------------------------


def test_a_rule_without_conditions(fens: Fens) -> None:
    ask = fens("F1.1-s1: a fen hex is flooded.")
    assert answers(ask, "Is hex 1 flooded?", "Hex 1 is a fen hex", "") == ["yes", "no"]
    assert line(ask("Hex 1 is a fen hex.", "Is hex 1 flooded?")) == [
        "hex 1 is flooded [F1.1-s1]",
        "hex 1 is a fen hex [given]",
    ]
    assert ask("Hex 1 is a fen hex.", "Is hex 1 flooded?")["cites"] == ["F1.1"]


def test_a_rule_about_a_named_thing(fens: Fens) -> None:
    ask = fens("F1.1-s1: hex 7 is a fen hex. the lock is open.")
    assert (ask("", "Is hex 7 a fen hex?")["answer"], ask("", "Is hex 8 a fen hex?")["answer"]) == (
        "yes",
        "no",
    )
    assert ask("", "Is the lock open?")["answer"] == "yes"


def test_if_says_nothing_where_it_fails(fens: Fens) -> None:
    ask = fens("F1.1-s1: a hex is a reed hex if the hex is flooded.")
    assert answers(ask, "Is hex 1 a reed hex?", "Hex 1 is flooded", "Hex 1 is not flooded") == [
        "yes",
        "undetermined",
    ]


def test_only_if_denies_where_it_fails_and_permits_nothing(fens: Fens) -> None:
    ask = fens("F1.1-s1: a hex is a reed hex only if the hex is flooded.")
    assert answers(ask, "Is hex 1 a reed hex?", "Hex 1 is flooded", "Hex 1 is not flooded") == [
        "undetermined",
        "no",
    ]
    assert line(ask("Hex 1 is not flooded.", "Is hex 1 a reed hex?")) == [
        "hex 1 is not a reed hex [F1.1-s1]",
        "hex 1 is not flooded [given]",
    ]


def test_exactly_if_does_both(fens: Fens) -> None:
    ask = fens("F1.1-s1: a hex is a reed hex exactly if the hex is flooded.")
    assert answers(ask, "Is hex 1 a reed hex?", "Hex 1 is flooded", "Hex 1 is not flooded") == ["yes", "no"]


def test_exactly_if_can_be_read_back(fens: Fens) -> None:
    ask = fens("F1.1-s1: a hex is passable exactly if the hex is not flooded.")
    answer = ask("Hex 1 is passable.", "Is hex 1 flooded?")
    assert (answer["answer"], answer["cites"]) == ("no", ["F1.1"])


def test_a_negative_conclusion(fens: Fens) -> None:
    ask = fens("F1.1-s1: a unit may not enter a flooded hex.")
    assert answers(ask, "May U1 enter hex 1?", "Hex 1 is flooded", "") == ["no", "yes"]


def test_may_and_must_are_each_said_for_themselves(fens: Fens) -> None:
    ask = fens("F1.1-s1: a unit may fish in a fen hex.\nF1.2-s1: a ferry must enter a fen hex.")
    assert answers(ask, "May U1 fish in hex 1?", "Hex 1 is a fen hex", "") == ["yes", "no"]
    assert answers(
        ask, "Must U1 enter hex 1?", "Hex 1 is a fen hex; U1 is a ferry", "Hex 1 is a fen hex"
    ) == ["yes", "no"]
    assert answers(ask, "Does U1 enter hex 1?", "U1 is a ferry; Hex 1 is a fen hex", "U1 enters hex 1") == [
        "no",
        "yes",
    ]


def test_a_duty_permits_and_conflicts_with_a_ban(fens: Fens) -> None:
    ask = fens("F1.1-s1: a laden unit must fish in a hex.\nF1.2-s1: a unit may not fish in a flooded hex.")
    assert ask("U1 is laden.", "May U1 fish in hex 1?")["cites"] == ["F1.1"]
    assert answers(ask, "May U1 fish in hex 1?", "", "U1 is laden", "U1 is laden; Hex 1 is flooded") == [
        "no",
        "yes",
        "conflict",
    ]


def test_an_event_is_a_condition(fens: Fens) -> None:
    ask = fens("F1.1-s1: a unit is laden if the unit enters a hex, and the hex is a fen hex.")
    assert answers(
        ask,
        "Is U1 laden?",
        "U1 enters hex 1; Hex 1 is a fen hex",
        "U1 has entered hex 1; Hex 1 is a fen hex",
        "Hex 1 is a fen hex",
    ) == ["yes", "yes", "no"]


def test_several_sentences_under_one_header_are_numbered(fens: Fens) -> None:
    ask = fens("F1.1-s1:\n  a fen hex is flooded.\n  a fen hex is passable.")
    for word, part in (("flooded", 1), ("passable", 2)):
        assert (
            line(ask("Hex 1 is a fen hex.", f"Is hex 1 {word}?"))[0] == f"hex 1 is {word} [F1.1-s1 #{part}]"
        )


def test_one_entry_for_several_statements(fens: Fens) -> None:
    ask = fens("F1.1-s1 + F1.2-s3: a fen hex is flooded.")
    answer = ask("Hex 1 is a fen hex.", "Is hex 1 flooded?")
    assert (answer["cites"], line(answer)[0]) == (["F1.1", "F1.2"], "hex 1 is flooded [F1.1-s1 + F1.2-s3]")


def test_each_of_in_a_conclusion(fens: Fens) -> None:
    ask = fens(
        "F1.1-s1:\n  a fen hex is each of flooded, passable and dyked.\n"
        "  a flooded hex is barred to each of walker, peat and eels."
    )
    for word in ("flooded", "passable", "dyked"):
        assert answers(ask, f"Is hex 1 {word}?", "Hex 1 is a fen hex", "") == ["yes", "no"]
    for thing, expected in (("a walker", "yes"), ("peat", "yes"), ("eels", "yes"), ("a punt", "no")):
        assert answers(ask, f"Is hex 1 barred to {thing}?", "Hex 1 is a fen hex") == [expected]


def test_one_of_in_a_condition(fens: Fens) -> None:
    ask = fens("F1.1-s1: a craft is laden if the craft is one of punt or barge.")
    assert answers(ask, "Is C1 laden?", "C1 is a punt", "C1 is a barge", "C1 is a raft", "C1 is a craft") == [
        "yes",
        "yes",
        "no",
        "undetermined",
    ]


def test_what_stands_before_a_noun_is_a_condition_on_it(fens: Fens) -> None:
    ask = fens("F1.1-s1: a flooded fen hex is barred to a laden unit.")
    facts = ("Hex 1 is flooded", "Hex 1 is a fen hex", "U1 is laden")
    question = "Is hex 1 barred to U1?"
    assert answers(ask, question, "; ".join(facts)) == ["yes"]
    for left_out in facts:
        assert answers(ask, question, "; ".join(fact for fact in facts if fact != left_out)) == ["no"]


# -- blocks ---------------------------------------------------------------------------------------------------------


def test_and(fens: Fens) -> None:
    ask = fens("F1.1-s1: a hex is passable if the hex is staked, and the hex is a reed hex.")
    assert answers(
        ask,
        "Is hex 1 passable?",
        "Hex 1 is staked; Hex 1 is a reed hex",
        "Hex 1 is staked",
        "Hex 1 is staked; Hex 1 is not a reed hex",
    ) == ["yes", "undetermined", "no"]


def test_or(fens: Fens) -> None:
    ask = fens("F1.1-s1: a hex is passable if the hex is staked, or the hex is a reed hex.")
    assert answers(
        ask,
        "Is hex 1 passable?",
        "Hex 1 is staked",
        "Hex 1 is not staked",
        "Hex 1 is not staked; Hex 1 is not a reed hex",
    ) == ["yes", "undetermined", "no"]


def test_none_of(fens: Fens) -> None:
    ask = fens("F1.1-s1:\n  a hex is passable if none of:\n    the hex is staked\n    the hex is a reed hex.")
    assert answers(
        ask,
        "Is hex 1 passable?",
        "Hex 1 is not staked; Hex 1 is not a reed hex",
        "Hex 1 is staked",
        "Hex 1 is not staked",
    ) == ["yes", "no", "undetermined"]


def test_exactly_one_of(fens: Fens) -> None:
    ask = fens(
        "F1.1-s1:\n  a hex is passable if exactly one of:\n    the hex is staked\n    the hex is a reed hex."
    )
    assert answers(
        ask,
        "Is hex 1 passable?",
        "Hex 1 is staked; Hex 1 is not a reed hex",
        "Hex 1 is staked; Hex 1 is a reed hex",
        "Hex 1 is not staked; Hex 1 is not a reed hex",
        "Hex 1 is staked",
    ) == ["yes", "no", "no", "undetermined"]


def test_nested_blocks(fens: Fens) -> None:
    ask = fens(
        """
        F1.1-s1:
          a hex is passable if all of:
            the hex is a fen hex
            any of:
              the hex is dyked
              none of:
                the hex is flooded
                the hex is a mire hex.
        """
    )
    assert answers(
        ask,
        "Is hex 1 passable?",
        "Hex 1 is a fen hex",
        "Hex 1 is a fen hex; Hex 1 is flooded",
        "Hex 1 is a fen hex; Hex 1 is flooded; Hex 1 is dyked",
        "Hex 1 is dyked",
    ) == ["yes", "no", "yes", "no"]


def test_what_stands_under_all_of_is_set_apart_where_a_rule_is_shown(home: Path, tmp_path: Path) -> None:
    book, found = load(
        tmp_path,
        VOCABULARY,
        """
        F1.1-s1:
          a hex is passable if all of:
            the hex is a fen
              hex,
            any of:
              the hex is dyked
              none of:
                the hex is flooded
                the hex is a mire hex.
        """,
    )
    assert found == []
    assert [entry.rule.text for entry in book.program.entries] == [
        "a hex is passable if all of: the hex is a fen hex; "
        "any of: (the hex is dyked; none of: (the hex is flooded; the hex is a mire hex))"
    ]


def test_something_there_is(fens: Fens) -> None:
    ask = fens("F1.1-s1: a hex is flooded if the hex drains into a hex B, and hex B is a mire hex.")
    assert answers(
        ask,
        "Is hex 1 flooded?",
        "Hex 1 drains into hex 2; Hex 2 is a mire hex",
        "Hex 1 drains into hex 2; Hex 3 is a mire hex",
        "Hex 2 is a mire hex",
        "Hex 1 drains into hex 2; Hex 1 drains into hex 3; Hex 3 is a mire hex",
    ) == ["yes", "no", "no", "yes"]


def test_a_thing_is_the_same_one_within_a_block_below(fens: Fens) -> None:
    ask = fens(
        "F1.1-s1:\n  a hex is flooded if all of:\n    the hex drains into a hex B\n"
        "    any of:\n      hex B is a mire hex\n      hex B is a reed hex.\n"
    )
    assert answers(
        ask,
        "Is hex 1 flooded?",
        "Hex 1 drains into hex 2; Hex 2 is a mire hex",
        "Hex 1 drains into hex 2; Hex 2 is a reed hex",
        "Hex 1 drains into hex 2; Hex 2 is not a reed hex; Hex 3 is a mire hex",
        "Hex 1 drains into hex 2; Hex 1 drains into hex 3; Hex 3 is a reed hex",
    ) == ["yes", "yes", "no", "yes"]


def test_no_such_thing(fens: Fens) -> None:
    ask = fens("F1.1-s1: a hex is passable if no unit is in the hex.")
    assert answers(ask, "Is hex 1 passable?", "U1 is in hex 1", "U1 is in hex 2", "") == ["no", "yes", "yes"]


# -- exceptions -----------------------------------------------------------------------------------------------------

BARRED = "F1.1-s1: a flooded hex is barred to a unit.\n"


def test_a_withdrawal_only_silences(fens: Fens) -> None:
    ask = fens(BARRED + "F1.1-x1: F1.1-s1 does not apply if the unit is a craft.")
    answer = ask("Hex 1 is flooded.\nC1 is a punt.", "Is hex 1 barred to C1?")
    assert (answer["answer"], answer["cites"]) == ("no", ["F1.1"])
    assert line(answer) == ["hex 1 is not barred to C1 [silence]"]
    assert looked(answer) == {"F1.1-x1": "yes"}
    answer = ask("Hex 1 is flooded.\nW1 is a walker.", "Is hex 1 barred to W1?")
    assert (answer["answer"], looked(answer)) == ("yes", {"F1.1-x1": "no"})


def test_what_a_withdrawal_leaves_is_said_by_the_other_rules(fens: Fens) -> None:
    ask = fens(
        BARRED
        + "F1.2-s1: a mire hex is barred to a unit.\nF1.1-x1: F1.1-s1 does not apply if the unit is a craft."
    )
    answer = ask("Hex 1 is flooded.\nHex 1 is a mire hex.\nC1 is a punt.", "Is hex 1 barred to C1?")
    assert (answer["answer"], set(answer["cites"])) == ("yes", {"F1.1", "F1.2"})
    assert line(answer)[0] == "hex 1 is barred to C1 [F1.2-s1]"


def test_a_withdrawal_aimed_at_a_part(fens: Fens) -> None:
    ask = fens(
        "F1.1-s1:\n  a fen hex is flooded.\n  a fen hex is passable.\n"
        "F1.1-x1: F1.1-s1 #2 does not apply if the hex is a mire hex."
    )
    facts = "Hex 1 is a fen hex; Hex 1 is a mire hex"
    assert (answers(ask, "Is hex 1 flooded?", facts), answers(ask, "Is hex 1 passable?", facts)) == (
        ["yes"],
        ["no"],
    )


def test_a_withdrawal_aimed_at_a_whole_rule_and_at_a_list(fens: Fens) -> None:
    rules = "F1.1-s1: a fen hex is flooded.\nF1.1-s2: a fen hex is passable.\nF1.2-s1: a fen hex is dyked.\n"
    for target, spared in (
        ("F1.1", ("dyked",)),
        ("F1.1-s2 + F1.2-s1", ("flooded",)),
        ("F1.1-s1 to F1.1-s2", ("dyked",)),
    ):
        ask = fens(f"{rules}F1.3-s1: {target} do not apply in a hex if the hex is a mire hex.")
        for word in ("flooded", "passable", "dyked"):
            expected = ["yes", "yes" if word in spared else "no"]
            got = answers(
                ask, f"Is hex 1 {word}?", "Hex 1 is a fen hex", "Hex 1 is a fen hex; Hex 1 is a mire hex"
            )
            assert got == expected, (target, word)


def test_a_withdrawal_aimed_at_an_exception_restores(fens: Fens) -> None:
    ask = fens(
        BARRED
        + """
F1.1-x1: F1.1-s1 does not apply if the unit is a craft.
F1.2-s1: F1.1-x1 does not apply if the unit is laden.
F1.2-x1: F1.2-s1 does not apply if the lock is open.
"""
    )
    question = "Is hex 1 barred to C1?"
    facts = "Hex 1 is flooded; C1 is a punt"
    assert answers(
        ask, question, facts, f"{facts}; C1 is laden", f"{facts}; C1 is laden; The lock is open"
    ) == ["no", "yes", "no"]
    answer = ask(["Hex 1 is flooded.", "C1 is a punt.", "C1 is laden."], question)
    assert line(answer)[0] == "hex 1 is barred to C1 [F1.1-s1]"
    assert looked(answer) == {"F1.1-x1": "no", "F1.2-s1": "yes", "F1.2-x1": "no"}
    assert answer["cites"] == ["F1.1", "F1.2"]
    (first,) = answer["derivation"]["steps"][answer["derivation"]["root"]]["exceptions"]
    (second,) = first["exceptions"]
    assert (first["effect"], second["effect"]) == ("withdraw", "restore")


def test_an_unknown_exception_makes_the_answer_undetermined(fens: Fens) -> None:
    ask = fens(BARRED + "F1.1-x1: F1.1-s1 does not apply if the hex is staked.")
    answer = ask("Hex 1 is flooded.\nU1 is a unit.", "Is hex 1 barred to U1?")
    assert answer["answer"] == "undetermined"
    assert deciding(answer) == [(["Hex 1 is staked."], "no"), (["Hex 1 is not staked."], "yes")]


def test_instead_of_denies(fens: Fens) -> None:
    ask = fens(BARRED + "F1.2-s1: a flooded hex is not barred to a craft, instead of F1.1-s1.")
    answer = ask("Hex 1 is flooded.\nC1 is a punt.", "Is hex 1 barred to C1?")
    assert (answer["answer"], answer["cites"]) == ("no", ["F1.2"])
    assert line(answer)[0] == "hex 1 is not barred to C1 [F1.2-s1]"
    assert (looked(answer), passed_over(answer)) == ({"F1.2-s1": "yes"}, ["F1.1-s1"])
    effects = [
        x["effect"]
        for s in answer["derivation"]["steps"].values()
        for c in s.get("considered", ())
        for x in c["exceptions"]
    ]
    assert effects == ["deny"]


def test_instead_of_replaces_a_value(fens: Fens) -> None:
    ask = fens("F1.1-s1: the fare of a craft is 2.\nF1.2-s1: the fare of a barge is 5, instead of F1.1-s1.")
    answer = ask("C1 is a barge.", "What is the fare of C1?")
    assert (answer["value"], answer["cites"], looked(answer)) == (5, ["F1.2"], {"F1.2-s1": "yes"})
    effects = [
        x["effect"]
        for s in answer["derivation"]["steps"].values()
        for c in s.get("considered", ())
        for x in c["exceptions"]
    ]
    assert effects == ["replace"]
    assert ask("C1 is a punt.", "What is the fare of C1?")["value"] == 2


def test_a_withdrawn_winner_defeats_nobody(fens: Fens) -> None:
    ask = fens(
        BARRED + "F1.2-s1: a flooded hex is not barred to a craft, instead of F1.1-s1.\n"
        "F1.3-s1: F1.2-s1 does not apply if the craft is laden."
    )
    facts = "Hex 1 is flooded; C1 is a punt"
    assert answers(ask, "Is hex 1 barred to C1?", facts, f"{facts}; C1 is laden") == ["no", "yes"]


def test_two_rules_that_disagree_are_a_conflict(fens: Fens) -> None:
    ask = fens("F1.1-s1: a fen hex is passable.\nF1.2-s1: a flooded hex is not passable.")
    answer = ask("Hex 1 is a fen hex.\nHex 1 is flooded.", "Is hex 1 passable?")
    assert answer["answer"] == "conflict"
    assert {(cause["kind"], cause["statement"]) for cause in answer["causes"]} == {
        ("conflict", "F1.1-s1"),
        ("conflict", "F1.2-s1"),
    }
    assert set(answer["cites"]) == {"F1.1", "F1.2"}


def test_two_rules_that_agree_are_no_conflict(fens: Fens) -> None:
    ask = fens("F1.1-s1: a fen hex is passable.\nF1.2-s1: a mire hex is passable.")
    answer = ask("Hex 1 is a fen hex.\nHex 1 is a mire hex.", "Is hex 1 passable?")
    assert (answer["answer"], set(answer["cites"])) == ("yes", {"F1.1", "F1.2"})


@pytest.mark.parametrize("by", ["F1.3-s1", "convention"])
def test_order_decides_a_disagreement(fens: Fens, by: str) -> None:
    rules = "F1.1-s1: a fen hex is passable.\nF1.2-s1: a flooded hex is not passable.\n"
    for over, under, expected in (("F1.1", "F1.2", "yes"), ("F1.2", "F1.1", "no")):
        ask = fens(f"{rules}F1.3-s1: order {over} over {under} by {by}.")
        answer = ask("Hex 1 is a fen hex.\nHex 1 is flooded.", "Is hex 1 passable?")
        assert answer["answer"] == expected
        assert answer["cites"] == ([over, "F1.3"] if by == "F1.3-s1" else [over])
        [lower] = answer["derivation"]["steps"][answer["derivation"]["root"]]["considered"]
        said = "by F1.3-s1" if by == "F1.3-s1" else "by convention"
        assert (lower["rule"], lower["why"]) == (under, f"a rule ranked above it {said} stands against it")


def test_what_a_map_shows_must_be_told_without_a_map(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ask = asker(tmp_path, monkeypatch, "relation map: a hex is linked to a hex B", 'F1.1-s1: note "a map".')
    question = "Is hex 1 linked to hex 2?"
    assert answers(ask, question, "", "Hex 1 is linked to hex 2") == ["undetermined", "yes"]


def test_order_says_nothing_where_only_one_stands(fens: Fens) -> None:
    ask = fens(
        "F1.1-s1: a fen hex is passable.\nF1.2-s1: a flooded hex is not passable.\nF1.3-s1: order F1.2 over F1.1 by F1.3-s1."
    )
    answer = ask("Hex 1 is a fen hex.", "Is hex 1 passable?")
    assert (answer["answer"], answer["cites"]) == ("yes", ["F1.1"])


def test_applies_to_widens_a_noun_inside_a_rule(fens: Fens) -> None:
    ask = fens(
        "F1.1-s1: a fen hex is flooded.\nF1.2-s1: a fen hex is passable.\n"
        "F1.3-s1: F1.1-s1 applies to a mire hex as to a fen hex if the hex is staked."
    )
    facts = "Hex 1 is a mire hex; Hex 1 is staked"
    assert answers(ask, "Is hex 1 flooded?", facts, "Hex 1 is a mire hex; Hex 1 is not staked") == [
        "yes",
        "no",
    ]
    assert answers(ask, "Is hex 1 passable?", facts) == ["no"]
    answer = ask(["Hex 1 is a mire hex.", "Hex 1 is staked."], "Is hex 1 flooded?")
    assert answer["cites"] == ["F1.1", "F1.3"]
    assert line(answer)[:2] == ["hex 1 is flooded [F1.1-s1]", "a mire hex counts as a fen hex here [F1.3-s1]"]


def test_but_for_this_rule(fens: Fens) -> None:
    ask = fens(
        "F1.1-s1: a fen hex is flooded.\n"
        "F1.2-s1: a hex is not flooded, instead of F1.1-s1, if but for this rule, the hex is flooded, "
        "and the hex contains a sluice."
    )
    answer = ask("Hex 1 is a fen hex.\nHex 1 contains a sluice.", "Is hex 1 flooded?")
    assert (answer["answer"], "F1.2" in answer["cites"]) == ("no", True)
    assert answers(ask, "Is hex 1 flooded?", "Hex 1 is a fen hex", "Hex 1 contains a sluice") == ["yes", "no"]


# -- purposes -------------------------------------------------------------------------------------------------------


def test_a_purpose_hides_the_general_rule(fens: Fens) -> None:
    ask = fens("F1.1-s1: a fen hex is passable.\nF1.2-s1: a fen hex is not passable for towing.")
    facts = "Hex 1 is a fen hex."
    assert [
        ask(facts, f"Is hex 1 passable{purpose}?")["answer"]
        for purpose in ("", " for towing", " for fishing", " for towing purposes")
    ] == ["yes", "no", "yes", "no"]


def test_what_is_said_for_a_purpose_is_seen_only_there(fens: Fens) -> None:
    ask = fens("F1.2-s1: a fen hex is passable for towing.")
    facts = "Hex 1 is a fen hex."
    assert [ask(facts, f"Is hex 1 passable{purpose}?")["answer"] for purpose in ("", " for towing")] == [
        "no",
        "yes",
    ]


# -- figures and tables ---------------------------------------------------------------------------------------------


def test_a_table_by_listed_values(fens: Fens) -> None:
    ask = fens(
        "F1.1-s1:\n  table the reach of the flood by the season:\n    spring: 3 hexes\n    summer: 1 hex\n    winter: 2 hexes."
    )
    for season, reach in (("spring", 3), ("summer", 1), ("winter", 2)):
        answer = ask(f"The season is {season}.", "What is the reach of the flood?")
        assert (answer["value"], answer["unit"], answer["cites"]) == (reach, "hexes", ["F1.1"])
        assert line(answer)[0].startswith(f"the reach of the flood is {reach} hex")
    answer = ask("The season is not summer.", "What is the reach of the flood?")
    assert deciding(answer) == [(["The season is spring."], "value"), (["The season is winter."], "value")]
    assert [case["value"] for case in answer["deciding"]] == [3, 2]


def test_a_table_by_ranges(fens: Fens) -> None:
    ask = fens(
        "F1.1-s1:\n  table the season by the height of the flood: 1 or less: summer, 2..4: spring, 5 or more: winter."
    )
    for height, season in (
        (0, "summer"),
        (1, "summer"),
        (2, "spring"),
        (4, "spring"),
        (5, "winter"),
        (90, "winter"),
    ):
        assert ask(f"The height of the flood is {height} feet.", "What is the season?")["value"] == season
    assert ask("The height of the flood is at least 6 feet.", "What is the season?")["value"] == "winter"
    answer = ask("The height of the flood is at least 3 feet.", "What is the season?")
    assert answer["answer"] == "undetermined"
    assert sorted(case["value"] for case in answer["deciding"]) == ["spring", "winter"]


SUM = """
F1.1-s1: the fare of a craft is 4.
F1.2-s1: add 3 to the fare of a laden craft.
F1.3-s1: add the height of the flood to the fare of a craft if the lock is open.
F1.4-s1: multiply the fare of a leaky craft by 2.
F1.5-s1: limit the fare of a craft to at most 20.
F1.6-s1: limit the fare of a barge to at least 6.
"""


@pytest.mark.parametrize(
    ("facts", "fare"),
    [
        ("C1 is a punt; C1 is not leaky", 4),
        ("C1 is a punt; C1 is laden; C1 is not leaky", 7),
        ("C1 is a punt; C1 is laden; C1 is leaky", 14),
        ("C1 is a barge; C1 is not leaky", 6),
        ("C1 is a punt; C1 is laden; C1 is leaky; The lock is open; The height of the flood is 2 feet", 18),
        ("C1 is a punt; C1 is laden; C1 is leaky; The lock is open; The height of the flood is 5 feet", 20),
    ],
)
def test_sums_add_multiply_then_limit(fens: Fens, facts: str, fare: int) -> None:
    answer = fens(SUM)([f"{fact.strip()}." for fact in facts.split(";")], "What is the fare of C1?")
    assert (answer["answer"], answer["value"], answer["unit"]) == ("value", fare, "pence")
    expected = (
        {"F1.1"}
        | {rule for rule, word in (("F1.2", "laden"), ("F1.3", "lock"), ("F1.6", "barge")) if word in facts}
        | ({"F1.4"} if "C1 is leaky" in facts else set())
        | {"F1.5"}
    )
    assert set(answer["cites"]) == expected


def test_a_figure_that_only_collects_starts_at_its_base(fens: Fens) -> None:
    ask = fens("F1.1-s1: add 3 to the toll of a laden craft. add 2 to the toll of a barge.")
    assert [
        ask(facts, "What is the toll of C1?")["value"]
        for facts in ("C1 is a punt.", "C1 is a punt.\nC1 is laden.", "C1 is a barge.\nC1 is laden.")
    ] == [0, 3, 5]


def test_very_many_rules_may_be_widened_at_once(fens: Fens) -> None:
    lines = "\n".join(f"F1.{n}-s1: add {n} to the toll of a barge." for n in range(2, 40))
    many = " + ".join(f"F1.{n}-s1" for n in range(2, 40))
    ask = fens(f"{lines}\nF1.40-s1: {many} applies to a punt as to a barge.")
    assert ask("C1 is a punt.", "What is the toll of C1?")["value"] == sum(range(2, 40))


def test_an_unknown_line_keeps_what_is_possible(fens: Fens) -> None:
    ask = fens("F1.1-s1: the fare of a craft is 4.\nF1.2-s1: add 3 to the fare of a leaky craft.")
    assert ask("C1 is a punt.", "Is the fare of C1 at least 4?")["answer"] == "yes"
    assert ask("C1 is a punt.", "Is the fare of C1 more than 7?")["answer"] == "no"
    answer = ask("C1 is a punt.", "What is the fare of C1?")
    assert deciding(answer) == [(["C1 is leaky."], "value"), (["C1 is not leaky."], "value")]
    assert [case["value"] for case in answer["deciding"]] == [7, 4]


def test_a_missing_base_is_unknown_and_not_zero(fens: Fens) -> None:
    ask = fens("F1.2-s1: add 3 to the fare of a craft.")
    assert ask("C1 is a punt.", "What is the fare of C1?")["answer"] == "undetermined"
    assert ask("C1 is a punt.\nThe fare of C1 is 4.", "Is the fare of C1 4?")["answer"] in ("yes", "no")


def test_arithmetic_in_a_condition(fens: Fens) -> None:
    ask = fens(
        "F1.1-s1: a hex is flooded if the range from the hex to the nearest fen hex is less than "
        "the height of the flood minus 1."
    )
    assert [
        ask(f"Hex 1 is {n} hexes from a fen hex.\nThe height of the flood is 4 feet.", "Is hex 1 flooded?")[
            "answer"
        ]
        for n in range(5)
    ] == ["yes", "yes", "yes", "no", "no"]


@pytest.mark.parametrize(
    ("amount", "value"),
    [
        ("10 minus 3 plus 2", 9),
        ("10 minus 3 minus 2", 5),
        ("10 plus 3 minus 2 plus 1", 12),
        ("10 minus 3 times 2", 4),
        ("3 times 2 minus 1", 5),
        ("12 divided by 2 divided by 3", 2),
        ("12 divided by 2 times 3", 18),
        ("1 plus the height of the flood times 2 minus 1", 8),
    ],
)
def test_amounts_are_combined_as_in_arithmetic(fens: Fens, amount: str, value: int) -> None:
    ask = fens(f"F1.1-s1: the fare of a craft is {amount}.")
    answer = ask("C1 is a punt.\nThe height of the flood is 4 feet.", "What is the fare of C1?")
    assert answer["value"] == value


def test_lesser_and_greater(fens: Fens) -> None:
    ask = fens(
        "F1.1-s1: the fare of a craft is the lesser of the height of the flood and the draught of the craft."
    )
    assert (
        ask(
            "C1 is a punt.\nThe height of the flood is 4 feet.\nThe draught of C1 is 3 feet.",
            "What is the fare of C1?",
        )["value"]
        == 3
    )


# -- classes of things ----------------------------------------------------------------------------------------------


def test_a_class_question_agrees_with_its_kinds(fens: Fens) -> None:
    ask = fens(BARRED + "F1.1-x1: F1.1-s1 does not apply if the unit is one of punt or raft.")
    facts = "Hex 1 is flooded."
    answer = ask(facts, "Is hex 1 barred to a craft?")
    assert ask(facts, "Is hex 1 barred to craft?")["split"] == answer["split"]
    assert split(answer) == {"any other craft": "yes", "punt": "no", "raft": "no"}
    for kind, expected in (("a punt", "no"), ("a raft", "no"), ("a barge", "yes"), ("a walker", "yes")):
        assert ask(facts, f"Is hex 1 barred to {kind}?")["answer"] == expected
    assert "split" not in ask(facts, "Is hex 1 barred to walkers?")


# -- records --------------------------------------------------------------------------------------------------------


def test_not_encoded_is_the_answer_where_silence_would_speak(fens: Fens) -> None:
    ask = fens("F1.1-s1: a fen hex is flooded.\nF1.2-s1: not encoded: missing the tides; touches flooded.")
    answer = ask("", "Is hex 1 flooded?")
    assert (answer["answer"], answer["causes"]) == (
        "not encoded",
        [{"kind": "not encoded", "statement": "F1.2-s1"}],
    )
    assert answer["cites"] == ["F1.2"]
    assert ask("Hex 1 is a fen hex.", "Is hex 1 flooded?")["answer"] == "yes"


def test_records_change_no_answer(fens: Fens) -> None:
    ask = fens(
        """
        F1.1-s1: a fen hex is flooded.
        F1.1-s2: note "of no consequence".
        F1.2-s1: points to F1.1.
        F1.2-s2: outside F9.1 "how a wreck is raised".
        F1.3-s1: closing: no other hex is flooded.
        F1.3-e1: example "hex 7".
        F1.4-s1: not encoded: missing the tides.
        """
    )
    assert answers(ask, "Is hex 1 flooded?", "Hex 1 is a fen hex", "") == ["yes", "no"]


def test_comments_and_hashes_are_no_rules(home: Path, tmp_path: Path) -> None:
    book, found = load(
        tmp_path,
        VOCABULARY,
        "-- the fens\nF1.1-s1@1f0c2a9be377:\n  -- a line of its own\n  a fen hex is flooded.  -- after a rule\n",
    )
    assert found == []
    assert dict(book.hashes) == {"F1.1-s1": "1f0c2a9be377"}
    assert [entry.rule.text for entry in book.program.entries] == ["a fen hex is flooded"]


# -- as if a figure were another ------------------------------------------------------------------------------------------


def test_rules_that_read_a_figure_otherwise(fens: Fens) -> None:
    ask = fens(
        """
        F1.1-s1: a mire hex is flooded if the season is spring.
        F1.2-s1: F1.1-s1 applies to a mire hex reading the season to be spring if the hex is dyked.
        F1.3-s1: a hex is passable if the season is not spring.
        """
    )
    winter = "Hex 1 is a mire hex; The season is winter"
    assert answers(ask, "Is hex 1 flooded?", winter, f"{winter}; Hex 1 is dyked") == ["no", "yes"]
    assert answers(ask, "Is hex 1 passable?", f"{winter}; Hex 1 is dyked") == ["yes"]
    answer = ask(["Hex 1 is a mire hex.", "The season is winter.", "Hex 1 is dyked."], "Is hex 1 flooded?")
    assert line(answer)[:3] == [
        "hex 1 is flooded [F1.1-s1]",
        "hex 1 is a mire hex [given]",
        "the season is read otherwise here [F1.2-s1]",
    ]
    assert answer["cites"] == ["F1.1", "F1.2"]


def test_a_figure_that_no_rule_reads(home: Path, tmp_path: Path) -> None:
    _, found = load(
        tmp_path,
        VOCABULARY,
        "F1.1-s1: a fen hex is flooded.\nF1.2-s1: F1.1-s1 applies to a fen hex reading the season to be spring.",
    )
    assert [each.message for each in found] == [
        "F1.2-s1 #1 reads 'the season', to which no rule about a fen hex that it names compares anything"
    ]


# -- what one of several ways names ----------------------------------------------------------------------------------------


def test_another_is_held_against_what_is_named_before_it_and_not_in_another_way(fens: Fens) -> None:
    ask = fens(
        "F1.1-s1:\n  a hex is passable if any of:\n    the hex drains into another hex B\n    all of:\n"
        "      a unit is in another hex C\n      hex C is dyked."
    )
    assert answers(
        ask,
        "Is hex 1 passable?",
        "Hex 1 drains into hex 2",
        "Hex 1 drains into hex 1",
        "Hex 2 is dyked; U1 is in hex 2",
        "Hex 1 is dyked; U1 is in hex 1",
    ) == ["yes", "no", "yes", "no"]
