"""Figures, amounts and comparisons as an answer-set program, numbers scaled to whole ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kb.reason.program import Entry
from kb.rulelang import tree
from kb.rulelang.vocabulary import Roll, Template
from kb.selfcheck.asp import (
    CONTEXT,
    STRANGER,
    Amount,
    CannotExport,
    Chunk,
    Node,
    floor_to,
    joined,
    quoted,
    term,
    terms,
)

if TYPE_CHECKING:
    from kb.selfcheck.translation import Key, Translation

_FAILS = {"is": "!=", "is not": "=", "at least": "<", "at most": ">", "more than": "<=", "less than": ">="}
_HOLDS = {"is": "=", "is not": "!=", "at least": ">=", "at most": "<=", "more than": ">", "less than": "<"}
_MODES = ("add", "multiply", "round", "at most", "at least")


class Amounts:
    """Writes what a translation says of amounts."""

    def __init__(self, translation: Translation) -> None:
        self.of = translation

    # -- amounts -------------------------------------------------------------------------------------------------

    def amount(self, chunk: Chunk, amount: tree.Amount, scope: tuple[int, ...]) -> Amount:
        """The node of an amount, its rules added to the chunk."""
        if isinstance(amount, tree.Number):
            return Amount("", "", self.of.scale.number(amount.value))
        if isinstance(amount, tree.Symbol):
            return Amount("", "", quoted(amount.name))
        if isinstance(amount, tree.Thing):
            return Amount("", "", term(amount.term))
        if isinstance(amount, tree.Figure):
            key = self.of.key(amount.atom.template, amount.atom.purpose)
            chunk.templates.add(key)
            return Amount(self.of.name(key), joined(CONTEXT, terms(amount.atom.args)))
        node = self.of.node(scope)
        me = Amount(node.name, node.args)
        needed = node.needed
        if isinstance(amount, tree.Chosen | tree.Count | tree.Extreme):
            self._among(chunk, node, amount, scope)
            return me
        if isinstance(amount, tree.Whole):
            inner, by = self.amount(chunk, amount.amount, scope), self.of.scale.number(amount.by.value)
            self._needs(chunk, needed, inner)
            unit = str(self.of.scale.by)
            chunk.add(me.value(f"(({floor_to('N', by)})/{by})*{unit}"), needed, inner.value("N"))
            self._pass_on(chunk, me, needed, inner)
            return me
        left, right = self.amount(chunk, amount.left, scope), self.amount(chunk, amount.right, scope)
        self._needs(chunk, needed, left, right)
        self._combine(chunk, me, amount.op, needed, left, right)
        for part, other in ((left, right), (right, left)):
            unless = self._none(chunk, me, needed, other) if amount.op == "times" else None
            self._pass_on(chunk, me, needed, part, unless=unless)
            if unless is not None and part.anything is not None:
                chunk.add(me.value("0"), needed, part.anything, unless)
        return me

    def _needs(self, chunk: Chunk, needed: str, *parts: Amount) -> None:
        for part in parts:
            if part.needed is not None:
                chunk.add(part.needed, needed)

    def _pass_on(
        self, chunk: Chunk, me: Amount, needed: str, part: Amount, *, unless: str | None = None
    ) -> None:
        """Where a part may be anything, so may the whole."""
        if part.anything is not None and part.why is not None:
            chunk.add(str(me.anything), needed, part.anything, f"not {unless}" if unless else None)
            chunk.add(str(me.why), needed, part.why)

    def _none(self, chunk: Chunk, me: Amount, given: str, part: Amount) -> str | None:
        """A literal that a factor is 0 and nothing else, which makes 0 of whatever the other is; None where it never is."""
        if part.fixed is not None and part.fixed != "0":
            return None
        none = f"none_{part.name}_{me.name}({part.args})"
        if part.fixed is not None:
            none = f"none_{me.name}({me.args})"
            chunk.add(none, given)
            return none
        chunk.add(f"some_{part.name}({part.args})", part.value("N"), "N!=0")
        chunk.add(none, given, part.value("0"), f"not some_{part.name}({part.args})", f"not {part.anything}")
        return none

    def _combine(self, chunk: Chunk, me: Amount, op: str, given: str, left: Amount, right: Amount) -> None:
        """The values of two amounts combined, wherever a body is given."""
        by = self.of.scale.by
        values = (left.value("L"), right.value("R"))
        if op == "plus":
            chunk.add(me.value("L+R"), given, *values)
        elif op == "minus":
            chunk.add(me.value("L-R"), given, *values)
        elif op == "times":
            chunk.add(me.value(f"(L*R)/{by}"), given, *values)
            chunk.add("inexact(S)", given, *values, f"(L*R)\\{by}!=0")
        elif op == "divided by":
            chunk.add(me.value(f"(L*{by})/R"), given, *values, "R!=0")
            chunk.add("inexact(S)", given, *values, "R!=0", f"(L*{by})\\R!=0")
            chunk.add(str(me.anything), given, *values, "R=0")
        else:
            less, more = ("L", "R") if op == "lesser" else ("R", "L")
            chunk.add(me.value("L"), given, *values, f"{less}<={more}")
            chunk.add(me.value("R"), given, *values, f"{more}<{less}")

    def _among(
        self,
        chunk: Chunk,
        node: Node,
        amount: tree.Chosen | tree.Count | tree.Extreme,
        scope: tuple[int, ...],
    ) -> None:
        """Which things a condition picks out: y_ those it surely does, m_ those it may, under the name of the amount."""
        among = amount.among
        me = Amount(node.name, node.args)
        thing = f"V{among.variable}"
        kind = quoted(among.kind)
        chunk.kinds.add(among.kind)
        part = self.of.condition(chunk, among.where, (*scope, among.variable))
        kind_node = self.of.atom(chunk, tree.Atom(among.kind, (tree.Var(among.variable),)))
        domain = f"fits(S,{kind},{thing})"
        doubtful = f"not surely(S,{kind},{thing})"
        picked, perhaps = f"py_{node.name}({node.args},{thing})", f"pm_{node.name}({node.args},{thing})"
        chunk.add(part.needed, node.needed, f"anybody(S,{kind},{thing})")
        chunk.add(kind_node.needed, node.needed, domain, doubtful)
        chunk.add(picked, node.needed, domain, part.sure, f"surely(S,{kind},{thing})")
        chunk.add(picked, node.needed, domain, part.sure, kind_node.sure)
        chunk.add(perhaps, node.needed, domain, part.may, f"surely(S,{kind},{thing})")
        chunk.add(perhaps, node.needed, domain, part.may, kind_node.may)
        strange = f"{thing}={STRANGER}"
        open_ = str(me.anything)
        chunk.add(open_, perhaps, f"not {picked}")
        chunk.add(open_, node.needed, f"anybody(S,{kind},{thing})", strange, part.may)
        chunk.add(
            f"w_{node.name}({node.args},1)", node.needed, f"anybody(S,{kind},{thing})", strange, part.may
        )
        chunk.add(node.why, perhaps, f"not {picked}", part.why)
        chunk.add(node.why, perhaps, f"not {picked}", kind_node.why)
        if isinstance(amount, tree.Extreme):
            self._extreme(chunk, node, amount, scope, picked, f"not {open_}")
        elif isinstance(amount, tree.Count):
            each = f"#count {{ {thing} : {picked} }} = N"
            chunk.add(me.value(f"N*{self.of.scale.by}"), node.needed, f"not {open_}", each)
        else:
            chunk.add(me.value(thing), node.needed, f"not {open_}", picked)
            other = picked.replace(f",{thing})", ",T2)")
            chunk.add(f"w_{node.name}({node.args},1)", picked, other, f"{thing}!=T2")

    def _extreme(
        self,
        chunk: Chunk,
        node: Node,
        amount: tree.Extreme,
        scope: tuple[int, ...],
        picked: str,
        settled: str,
    ) -> None:
        """The values of the things picked out of which each of the others can have one that is no less, or no greater."""
        me = Amount(node.name, node.args)
        thing = f"V{amount.among.variable}"
        inner = self.amount(chunk, amount.of, (*scope, amount.among.variable))
        found, has = f"ev_{node.name}({node.args},{thing},N)", f"eh_{node.name}({node.args},{thing})"
        can, beaten = f"ec_{node.name}({node.args},{thing},N)", f"eb_{node.name}({node.args},N)"
        chunk.add(str(inner.needed), picked, settled)
        chunk.add(found, picked, settled, inner.value("N"))
        chunk.add(has, found)
        chunk.add(
            can,
            found.replace(f"{thing},N", f"{thing},N2"),
            found.replace(f"{thing},N", "T2,N"),
            f"N2{'<=' if amount.most else '>='}N",
        )
        chunk.add(beaten, found.replace(f"{thing},N", "T2,N"), has, f"not {can}")
        chunk.add(me.value("N"), found, f"not {beaten}")
        chunk.add(str(me.anything), picked, settled, str(inner.anything))
        chunk.add(str(me.why), picked, settled, str(inner.why))

    # -- comparisons -----------------------------------------------------------------------------------------------

    def compare(self, chunk: Chunk, me: Node, condition: tree.Compare, scope: tuple[int, ...]) -> None:
        """The rules for a comparison."""
        left = self.amount(chunk, condition.left, scope)
        right = self.amount(chunk, condition.right, scope)
        self._needs(chunk, me.needed, left, right)
        values = (left.value("L"), right.value("R"))
        fails, open_ = f"x_{me.name}({me.args})", f"o_{me.name}({me.args})"
        passes = f"z_{me.name}({me.args})"
        chunk.add(fails, me.needed, *values, f"L{_FAILS[condition.op]}R")
        chunk.add(passes, me.needed, *values, f"L{_HOLDS[condition.op]}R")
        for part in (left, right):
            if part.anything is not None and part.why is not None:
                chunk.add(open_, me.needed, part.anything)
                chunk.add(me.why, me.may, f"not {me.sure}", part.why)
        chunk.add(me.may, open_)
        chunk.add(me.may, passes)
        chunk.add(me.sure, passes, f"not {fails}", f"not {open_}")
        chunk.add(f"w_{me.name}({me.args},1)", me.may, f"not {me.sure}")

    # -- figures ---------------------------------------------------------------------------------------------------

    def figure(self, chunk: Chunk, key: Key, entry: Template) -> None:
        """The rules for a figure: as told, else a base with every line worked in."""
        t = self.of.name(key)
        args = ",".join(f"A{number}" for number in range(len(entry.slots)))
        me = Amount(t, joined(CONTEXT, args))
        roll = self.of.vocabulary.rolls.get(key[0])
        if roll is not None:
            self._rolled(chunk, roll, key[0], me, args)
            return
        about = joined("S", args)
        at = f"({me.args})"
        needed = f"n_{t}{at}"
        rules = f"rules_{t}{at}"
        entries = self.of.entries(key)
        if key[1] is None:
            chunk.add(me.value("N"), needed, f"fixed_{t}({joined(about, 'N')})")
            chunk.add(str(me.anything), needed, f"clash_{t}({about})")
            chunk.add(f"cw_{t}({me.args},3)", needed, f"clash_{t}({about})")
            chunk.add(rules, needed, f"not clash_{t}({about})", f"not fixed_{t}({joined(about, '_')})")
        else:
            chunk.add(rules, needed)
        for each in entries:
            self.of.rule(chunk, each)
            self.of.ask_rule(chunk, each, f"rules_{t}({joined(CONTEXT, terms(each.atom.args))})")
            if isinstance(each.rule.conclusion, tree.Missing):
                its = rule_name(each)
                pattern = joined(CONTEXT, terms(each.atom.args))
                chunk.add(f"missing_{t}({pattern})", its.may)
                chunk.add(f"cw_{t}({pattern},2)", its.sure)
                chunk.add(f"cw_{t}({joined(pattern, 'C')})", its.why)
        chunk.add(str(me.anything), f"missing_{t}{at}")
        bases = [e for e in entries if _mode(e) == "base"]
        self._base(chunk, t, me, entry, key, bases)
        last = f"{t}b"
        for mode in _MODES:
            if mode == "round" and entry.rounding is not None and key[1] is None:
                last = self._rounded(chunk, t, last, me, entry.rounding)
            for line in entries:
                if _mode(line) == mode:
                    last = self._line(chunk, t, last, me, line, mode)
        final = Amount(last, me.args)
        against = None
        if key[1] is None and entry.of is None and (bases or entry.silence == "base"):
            against = f"not {self._against(chunk, t, me, final, entry, about)}"
        chunk.add(me.value("N"), rules, final.value("N"), f"not missing_{t}{at}", against)
        chunk.add(str(me.anything), rules, str(final.anything), against)
        chunk.add(f"cw_{t}({me.args},C)", rules, str(final.why))
        chunk.add(f"u_{t}{at}", str(me.anything))
        chunk.add(f"u_{t}{at}", *many_values(me))
        chunk.add(str(me.why), f"u_{t}{at}", f"cw_{t}({me.args},C)")

    def _against(self, chunk: Chunk, t: str, me: Amount, final: Amount, entry: Template, about: str) -> str:
        """Whether bounds that are told of a figure stand against what rules give it: then it is any number that they leave."""
        at, rules, told = f"({me.args})", f"rules_{t}({me.args})", f"bounded_{t}({about})"
        beyond, many, gone, stands = (f"{name}_{t}{at}" for name in ("beyond", "many2", "gone", "stands"))
        allowed, value = f"allowed_{t}({joined(about, 'N')})", final.value("N")
        if entry.values:
            chunk.add(beyond, told, value, f"not {allowed}")
        else:
            chunk.add(beyond, told, f"oneof_{t}({about})", value, f"not {allowed}")
            chunk.add(beyond, told, value, f"below_{t}({joined(about, 'L')})", "N<L")
            chunk.add(beyond, told, value, f"above_{t}({joined(about, 'L')})", "N>L")
            chunk.add(beyond, told, value, f"isnot_{t}({joined(about, 'N')})")
        chunk.add(many, told, *many_values(final))
        ruled = None if entry.silence == "base" else f"not none_{t}{at}"
        chunk.add(gone, rules, told, beyond, f"not {many}", f"not {final.anything}",
                  f"not missing_{t}{at}", ruled)  # fmt: skip
        # It is as it is told to be, whatever silence says.
        plain = joined("S,W,0,U", me.args[len(CONTEXT) + 1 :])
        chunk.add(f"n_{t}({plain})", rules, told, "D=1")
        chunk.add(stands, gone)
        chunk.add(stands, rules, told, "D=1", f"gone_{t}({plain})")
        chunk.add(f"left_{t}({about})", stands)
        choice = f"in_{t}({joined(about, 'N')})"
        chunk.rules.append(f"1 {{ {choice} : {allowed} }} 1 :- left_{t}({about}).")
        chunk.add(me.value("N"), stands, choice)
        return stands

    def _rolled(self, chunk: Chunk, roll: Roll, template: str, me: Amount, args: str) -> None:
        """One throw for each roll, all that is told of its dice and their sum allowing for it."""
        t = f"f{self.of.numbers[roll.original]}"
        about = joined("S", args)
        needed = f"n_{me.name}({me.args})"
        by = self.of.scale.by
        shown = f"(D1+D2)*{by}"
        if template in roll.dice:
            shown = f"D{1 + roll.dice.index(template)}*{by}"
        second = "D2=1..6" if len(roll.dice) == 2 else "D2=0"
        throw = f"throw_{t}({joined(about, 'D1', 'D2')})"
        allowed = f"allowed_{t}({joined(about, 'D1', 'D2')})"
        chunk.add(f"rolled_{t}({about})", needed)
        chunk.add(allowed, f"rolled_{t}({about})", f"not limited_{t}({about})", "D1=1..6", second)
        chunk.add(allowed, f"rolled_{t}({about})", f"limit_{t}({joined(about, 'D1', 'D2')})")
        known = [f"{each}!={STRANGER}" for each in args.split(",") if each]
        chunk.add(f"some_{t}({about})", allowed)
        body = ", ".join([f"some_{t}({about})", *known])
        chunk.rules.append(f"1 {{ {throw} : {allowed} }} 1 :- {body}.")
        chunk.add(me.value(shown), needed, throw)
        for each in args.split(","):
            if each:
                chunk.add(me.value(shown), needed, allowed, f"{each}={STRANGER}")
                chunk.add(f"w_{me.name}({me.args},1)", needed, f"{each}={STRANGER}")
        chunk.add(str(me.anything), needed, f"not some_{t}({about})")
        chunk.add(f"w_{me.name}({me.args},3)", needed, f"not some_{t}({about})")

    def _base(
        self, chunk: Chunk, t: str, me: Amount, entry: Template, key: Key, bases: Sequence[Entry]
    ) -> None:
        """What a figure starts from: the base that stands, else silence, else any value that the facts allow."""
        at, rules = f"({me.args})", f"rules_{t}({me.args})"
        start = Amount(f"{t}b", me.args)
        args = me.args[len(CONTEXT) + 1 :]
        about = joined("S", args)
        choosing = [e for e in bases if _chosen(e)]
        if choosing and len(bases) > 1:
            raise CannotExport(f"{choosing[0].rule.id}: a choice beside another base of '{key[0]}'")
        for each in bases:
            its = rule_name(each)
            conclusion = each.rule.conclusion
            assert isinstance(conclusion, tree.SetFigure)
            amount = self.amount(chunk, conclusion.amount, tuple(range(each.rule.universal)))
            which = f"({joined(str(each.number), *(f'V{i}' for i in each.free))},)"
            pattern = joined(CONTEXT, terms(each.atom.args), which)
            chunk.add(f"bs_{t}({pattern})", its.sure)
            chunk.add(f"bm_{t}({pattern})", its.may)
            chunk.add(f"cw_{start.name}({joined(CONTEXT, terms(each.atom.args), 'C')})", its.why)
            if amount.needed is not None:
                chunk.add(amount.needed, its.may)
                chunk.add(f"ba_{t}({pattern})", its.may, str(amount.anything))
                chunk.add(
                    f"cw_{start.name}({joined(CONTEXT, terms(each.atom.args), 'C')})",
                    its.may,
                    str(amount.why),
                )
            chunk.add(f"bv_{t}({joined(pattern, 'N')})", its.may, amount.value("N"))
        sure, may = f"bs_{t}({joined(me.args, 'R')})", f"bm_{t}({joined(me.args, 'R')})"
        another = f"bs_{t}({joined(me.args, 'R2')})"
        clash, open_ = f"bc_{t}{at}", f"bu_{t}{at}"
        value = f"bv_{t}({joined(me.args, 'R', 'N')})"
        chunk.add(clash, sure, another, value, f"not bv_{t}({joined(me.args, 'R2', 'N')})",
                  f"not ba_{t}({joined(me.args, 'R2')})")  # fmt: skip
        chunk.add(
            clash, sure, another, f"ba_{t}({joined(me.args, 'R')})", f"not ba_{t}({joined(me.args, 'R2')})"
        )
        chunk.add(open_, may, f"not {sure}")
        chunk.add(f"bany_{t}{at}", sure)
        # If what may stand beside what stands does, they disagree: what all their values answer alike is not sure.
        chunk.add(str(start.anything), f"bany_{t}{at}", open_, *many_values(start))
        chunk.add(str(start.anything), clash)
        chunk.add(f"cw_{start.name}({me.args},3)", clash)
        chunk.add(str(start.anything), may, f"not {clash}", f"ba_{t}({joined(me.args, 'R')})")
        about_choice = f"in_{t}({joined(about, 'N')})"
        if choosing:
            self._choice(chunk, t, me, about, args, value)
        else:
            chunk.add(start.value("N"), may, value, f"not {clash}")
        none = f"none_{t}{at}"
        if key[1] is not None:
            general = Amount(self.of.name((key[0], None)), me.args)
            chunk.templates.add((key[0], None))
            chunk.add(str(general.needed), rules)
            for guard in (f"not bany_{t}{at}", open_):
                chunk.add(start.value("N"), rules, guard, f"not {clash}", general.value("N"))
                chunk.add(str(start.anything), rules, guard, f"not {clash}", str(general.anything))
                chunk.add(f"cw_{start.name}({me.args},C)", rules, guard, str(general.why))
        else:
            chunk.add(str(start.anything), open_, f"not bany_{t}{at}", self._uncovered(chunk, t, me, bases))
            chunk.add(none, rules, f"not bany_{t}{at}", f"not {open_}")
            self._unsaid(chunk, t, start, entry, key, none, about, about_choice)
        chunk.add(f"u_{start.name}{at}", str(start.anything))
        chunk.add(f"u_{start.name}{at}", *many_values(start))
        chunk.add(str(start.why), f"u_{start.name}{at}", f"cw_{start.name}({me.args},C)")

    def _uncovered(self, chunk: Chunk, t: str, me: Amount, bases: Sequence[Entry]) -> str | None:
        """A literal that none of the bases that may stand need stand: they are not all rows of one table without a gap, of
        which some row applies, whichever it is. None where no base is a row of such a table."""
        numbers = {table: number for number, table in enumerate(sorted(self.of.program.total))}
        rows = {id(e): numbers[e.rule.table] for e in bases if e.rule.table in numbers}
        if not rows:
            return None
        uncovered = f"bo_{t}({me.args})"
        for each in bases:
            pattern, number = joined(CONTEXT, terms(each.atom.args)), rows.get(id(each))
            if number is None:
                chunk.add(f"bo_{t}({pattern})", rule_name(each).may)
            else:
                chunk.add(f"bt_{t}({joined(pattern, str(number))})", rule_name(each).may)
        if len(set(rows.values())) > 1:
            one, other = (f"bt_{t}({joined(me.args, name)})" for name in ("K", "K2"))
            chunk.add(uncovered, one, other, "K<K2")
        return uncovered

    def _choice(self, chunk: Chunk, t: str, me: Amount, about: str, args: str, value: str) -> None:
        """An open choice of one of several things."""
        start = Amount(f"{t}b", me.args)
        at = f"({me.args})"
        picked = f"{value}, not excluded_{t}({joined(about, 'N')})"
        several = f"several_{t}{at}"
        sure = f"bany_{t}{at}"
        chunk.add(several, sure, picked, picked.replace(",N)", ",N2)"), "N<N2")
        chunk.add(f"two_{t}{at}", sure, value, value.replace(",N)", ",N2)"), "N<N2")
        strangers = [f"{each}={STRANGER}" for each in args.split(",") if each]
        known = [f"{each}!={STRANGER}" for each in args.split(",") if each]
        chunk.add(f"chooses_{t}({about})", several, *known)
        chunk.add(f"among_{t}({joined(about, 'N')})", several, picked)
        chunk.rules.append(
            f"1 {{ in_{t}({joined(about, 'N')}) : among_{t}({joined(about, 'N')}) }} 1 :- chooses_{t}({about})."
        )
        chunk.add(start.value("N"), several, f"in_{t}({joined(about, 'N')})")
        for each in strangers:
            chunk.add(start.value("N"), several, each, picked)
            chunk.add(f"cw_{start.name}({me.args},1)", several, each)
        chunk.add(start.value("N"), sure, f"two_{t}{at}", f"not {several}", picked)
        chunk.add(start.value("N"), sure, f"not two_{t}{at}", value)
        chunk.add(start.value("N"), f"bm_{t}({joined(me.args, 'R')})", f"not {sure}", value)

    def _unsaid(
        self,
        chunk: Chunk,
        t: str,
        start: Amount,
        entry: Template,
        key: Key,
        none: str,
        about: str,
        choice: str,
    ) -> None:
        """A figure for which no rule gives a base."""
        at = start.args
        if entry.silence == "base" and entry.base is not None:
            chunk.add(start.value(self.of.scale.number(entry.base)), none, "D=0")
            chunk.add(str(start.anything), none, "D=1")
            chunk.add(f"cw_{start.name}({at},1)", none, "D=1")
            return
        told = f"bounded_{t}({about})"
        if self.of.program.touched.get(key[0]):
            chunk.add(str(start.anything), none, f"not {told}")
            chunk.add(f"cw_{start.name}({at},2)", none, f"not {told}")
            none = f"{none}, {told}"
        args = [each for each in about.split(",")[1:] if each]
        if entry.of is not None:
            chunk.add(str(start.anything), none)
            chunk.add(f"cw_{start.name}({at},1)", none)
            return
        for each in args:
            chunk.add(str(start.anything), none, f"{each}={STRANGER}")
            chunk.add(f"cw_{start.name}({at},1)", none, f"{each}={STRANGER}")
        chunk.add(f"asked_{t}({about})", none, *(f"{each}!={STRANGER}" for each in args))
        option = f"option_{t}({joined(about, 'N')})"
        chunk.add(option, f"asked_{t}({about})", told, f"allowed_{t}({joined(about, 'N')})")
        if entry.values:
            listed = ";".join(quoted(value.name) for value in entry.values)
            chunk.add(option, f"asked_{t}({about})", f"not {told}", f"N=({listed})")
        else:
            least = "N>=0" if counted(entry) else None
            chunk.add(option, f"asked_{t}({about})", f"not {told}", "number(S,N)", least)
        chunk.rules.append(f"1 {{ {choice} : {option} }} 1 :- asked_{t}({about}).")
        chunk.add(start.value("N"), none, choice)

    def _rounded(self, chunk: Chunk, t: str, last: str, me: Amount, rounding: str) -> str:
        before, after = Amount(last, me.args), Amount(f"{last}r", me.args)
        unit = str(self.of.scale.by)
        whole = floor_to("N", unit) if rounding == "down" else f"-({floor_to('-N', unit)})"
        chunk.add(after.value(whole), before.value("N"))
        chunk.add(str(after.anything), str(before.anything))
        chunk.add(str(after.why), str(before.why))
        return after.name

    def _line(self, chunk: Chunk, t: str, last: str, me: Amount, line: Entry, mode: str) -> str:
        """A figure with one line worked in: with it where it stands, also without it where that is not known."""
        if line.free:
            raise CannotExport(f"{line.rule.id}: a line once for each of several things")
        conclusion = line.rule.conclusion
        assert isinstance(conclusion, tree.SetFigure)
        its = rule_name(line)
        amount = self.amount(chunk, conclusion.amount, tuple(range(line.rule.universal)))
        if amount.needed is not None:
            chunk.add(amount.needed, its.may)
        after = Amount(f"{t}l{line.number}", me.args)
        pattern = joined(CONTEXT, terms(line.atom.args))
        before = Amount(last, me.args)
        stands = f"so_{after.name}({me.args})"
        chunk.add(f"so_{after.name}({pattern})", its.sure)
        chunk.add(after.value("N"), before.value("N"), f"not {stands}")
        chunk.add(f"cw_{after.name}({me.args},C)", str(before.why))
        here, there = Amount(after.name, pattern), Amount(last, pattern)
        op = {"add": "plus", "multiply": "times", "at most": "lesser", "at least": "greater"}[mode]
        self._combine(chunk, here, op, its.may, there, amount)
        none = self._none(chunk, here, its.sure, amount) if op == "times" else None
        unless = None
        if none is not None:
            gone = f"gone_{after.name}"
            chunk.add(f"{gone}({pattern})", none, its.sure)
            chunk.add(here.value("0"), none, its.may, str(there.anything))
            unless = f"not {gone}({me.args})"
        chunk.add(str(after.anything), str(before.anything), unless)
        if amount.anything is not None and amount.why is not None:
            none = self._none(chunk, here, its.may, there) if op == "times" else None
            chunk.add(str(here.anything), its.may, amount.anything, f"not {none}" if none else None)
            chunk.add(f"cw_{after.name}({joined(pattern, 'C')})", its.may, amount.why)
            if none is not None:
                chunk.add(here.value("0"), none, its.may, amount.anything)
        chunk.add(f"cw_{after.name}({joined(pattern, 'C')})", its.why)
        chunk.add(f"u_{after.name}({me.args})", str(after.anything))
        chunk.add(f"u_{after.name}({me.args})", *many_values(after))
        chunk.add(str(after.why), f"u_{after.name}({me.args})", f"cw_{after.name}({me.args},C)")
        return after.name


def many_values(amount: Amount) -> tuple[str, str]:
    """The literals that an amount may have several values: counted, for of a thousand there are half a million pairs."""
    return amount.value("_"), f"#count {{ N : {amount.value('N')} }} > 1"


def rule_name(entry: Entry) -> Node:
    """The node for whether a rule stands."""
    return Node(f"r{entry.number}", joined(CONTEXT, ",".join(f"V{i}" for i in range(entry.rule.universal))))


def counted(entry: Template) -> bool:
    """Whether there are none of a unit below zero."""
    return entry.unit in ("hexes", "MP", "MF", "tons", "squares", "points")


def _mode(entry: Entry) -> str:
    conclusion = entry.rule.conclusion
    return conclusion.mode if isinstance(conclusion, tree.SetFigure) else "missing"


def _chosen(entry: Entry) -> bool:
    conclusion = entry.rule.conclusion
    return isinstance(conclusion, tree.SetFigure) and isinstance(conclusion.amount, tree.Chosen)
