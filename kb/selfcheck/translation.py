"""A rulebook's program as an answer-set program: the rules of each template, as many as a question can reach.

Written from the page of semantics (`kb/reason/README.md`), not from the engine. A verdict is asked for in a context: a
scenario, a world (1 leaves out the rules with a "but for this rule", a later one all but those that an "after R" names), a
mood (1 when silence says nothing, to see whether rules stand against a fact by themselves) and a fact that is left out.
Only what somebody needs is worked out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import count
from math import lcm

from kb.reason.program import Entry, Exemption, Program, covers
from kb.rulelang import tree
from kb.rulelang.telling import is_telling
from kb.rulelang.vocabulary import Template
from kb.selfcheck.asp import CONTEXT, STRANGER, Chunk, Node, Scale, joined, quoted, terms
from kb.selfcheck.asp_amounts import Amounts

Key = tuple[str, str | None]
"""A template and a purpose for which it has rules of its own, or None."""

AGAINST = "S,W,1,U"
"""The context in which rules are asked whether they stand against a fact by themselves."""


class Translation:
    """The chunks of a program, written when a question first reaches them."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.vocabulary = program.vocabulary
        self.numbers = {name: number for number, name in enumerate(self.vocabulary.templates)}
        self.scale = Scale(scale_of(program))
        self.held_apart = {apart.other for found in program.apart.values() for apart in found}
        self.special = {
            (e.atom.template, e.atom.purpose) for e in program.entries if e.atom.purpose is not None
        }
        self.purposes = {
            purpose: number for number, purpose in enumerate(sorted({p for _, p in self.special if p}))
        }
        self.amounts = Amounts(self)
        self._nodes = count()
        self._chunks: dict[Key, Chunk] = {}

    # -- which chunks --------------------------------------------------------------------------------------------

    def key(self, template: str, purpose: str | None) -> Key:
        """The chunk in which a template is answered for a purpose: its own where it has rules for it."""
        return (template, purpose if (template, purpose) in self.special else None)

    def name(self, key: Key) -> str:
        """The name of a chunk's node."""
        template, purpose = key
        return f"t{self.numbers[template]}" + ("" if purpose is None else f"p{self.purposes[purpose]}")

    def reached(self, keys: Iterable[Key]) -> dict[Key, Chunk]:
        """The chunks of these and of all on which they rest. Raises `CannotExport`."""
        found: dict[Key, Chunk] = {}
        queue = list(keys)
        while queue:
            key = queue.pop()
            if key not in found:
                found[key] = self.chunk(key)
                queue.extend(found[key].templates)
        return found

    def chunk(self, key: Key) -> Chunk:
        """The rules of one template. Raises `CannotExport`."""
        known = self._chunks.get(key)
        if known is not None:
            return known
        chunk = Chunk()
        entry = self.vocabulary.templates[key[0]]
        chunk.note(f"{self.name(key)}: {key[0]}" + ("" if key[1] is None else f" for {key[1]}"))
        if entry.kind == "figure":
            self.amounts.figure(chunk, key, entry)
        elif entry.kind == "kind":
            self._kind(chunk, key)
        elif key[1] is not None:
            self._for_purpose(chunk, key, entry)
        else:
            self._verdict(chunk, key, entry)
        self._chunks[key] = chunk
        return chunk

    def entries(self, key: Key) -> list[Entry]:
        """The rules of a chunk."""
        return [e for e in self.program.by_template.get(key[0], ()) if e.atom.purpose == key[1]]

    # -- conditions ----------------------------------------------------------------------------------------------

    def node(self, scope: Sequence[int]) -> Node:
        """A new node about these variables."""
        return Node(f"k{next(self._nodes)}", joined(CONTEXT, variables(scope)))

    def atom(self, chunk: Chunk, atom: tree.Atom, context: str = CONTEXT) -> Node:
        """The node of an atom."""
        key = self.key(atom.template, atom.purpose)
        chunk.templates.add(key)
        return Node(self.name(key), joined(context, terms(atom.args)))

    def condition(
        self, chunk: Chunk, condition: tree.Condition, scope: tuple[int, ...], context: str = CONTEXT
    ) -> Node:
        """The node of a condition, its rules added to the chunk."""
        if isinstance(condition, tree.Holds):
            found = self.atom(chunk, condition.atom, context)
            return found if condition.positive else found.opposite()
        if isinstance(condition, tree.ButFor):
            return self.condition(
                chunk, condition.part, scope, f"S,{self.program.worlds[condition.after]},D,U"
            )
        if isinstance(condition, tree.Widened):
            return self.condition(chunk, condition.part, scope, context)
        me = self.node(scope)
        if isinstance(condition, tree.Compare):
            self.amounts.compare(chunk, me, condition, scope)
        elif isinstance(condition, tree.Differ):
            for head in (me.sure, me.may):
                chunk.add(head, me.needed, f"{terms((condition.left,))}!={terms((condition.right,))}")
        elif isinstance(condition, tree.Exists):
            kinds = condition.kinds or ("",) * len(condition.variables)
            chunk.kinds.update(kinds)
            part = self.condition(chunk, condition.part, (*scope, *condition.variables))
            domain = [
                f"anybody(S,{quoted(kind)},V{v})" for kind, v in zip(kinds, condition.variables, strict=True)
            ]
            able = [
                f"not cannot(S,{quoted(kind)},V{v})"
                for kind, v in zip(kinds, condition.variables, strict=True)
                if kind
            ]
            self._some(chunk, me, [(part, domain)], able, self._must_be_told(condition.part))
        elif isinstance(condition, tree.OneOf):
            self._one(chunk, me, [self.condition(chunk, part, scope) for part in condition.parts])
        elif isinstance(condition, tree.AllOf):
            self._all(chunk, me, condition.parts, scope)
        else:
            self._some(chunk, me, [(self.condition(chunk, part, scope), []) for part in condition.parts])
            me = me.opposite() if isinstance(condition, tree.NoneOf) else me
        return me.at(context)

    def _all(
        self, chunk: Chunk, me: Node, conditions: Sequence[tree.Condition], scope: tuple[int, ...]
    ) -> None:
        leaves = [self.condition(chunk, each, scope) for each in conditions if self._leaf(each)]
        others = [self.condition(chunk, each, scope) for each in conditions if not self._leaf(each)]
        possible = [leaf.may for leaf in leaves]
        for number, part in enumerate((*leaves, *others)):
            chunk.add(part.needed, me.needed, *possible[:number])
        parts = (*leaves, *others)
        chunk.add(me.sure, me.needed, *(part.sure for part in parts))
        chunk.add(me.may, me.needed, *(part.may for part in parts))
        for part in parts:
            chunk.add(me.why, me.may, f"not {me.sure}", part.why)

    def _leaf(self, condition: tree.Condition) -> bool:
        """Whether a condition is about something that no rule and no axiom concludes."""
        if not isinstance(condition, tree.Holds):
            return False
        name = condition.atom.template
        program = self.program
        return not (program.by_template.get(name) or program.apart.get(name) or program.definitions.get(name))

    def _must_be_told(self, condition: tree.Condition) -> list[str]:
        """The facts without which a condition surely fails where silence speaks, as literals: who looks for things of which
        several stand in one relation asks about those alone of which that is told."""
        if isinstance(condition, tree.AllOf):
            return [fact for part in condition.parts for fact in self._must_be_told(part)]
        if not (isinstance(condition, tree.Holds) and condition.positive and self._leaf(condition)):
            return []
        atom = condition.atom
        template = self.vocabulary.templates[atom.template]
        if template.kind == "kind" or template.silence != "no" or self.program.touched.get(template.id):
            return []
        return [f"fact_t{self.numbers[template.id]}({joined('S', '_', '1', terms(atom.args))})"]

    def _some(
        self,
        chunk: Chunk,
        me: Node,
        parts: Sequence[tuple[Node, list[str]]],
        able: Sequence[str] = (),
        told: Sequence[str] = (),
    ) -> None:
        """One of some parts, each in its domain, holds; the part is asked for of what is not `able` to be one, too, for what it
        can be may be a choice that nobody makes unless somebody asks. What must be `told` is looked for first."""
        for part, domain in parts:
            if told:
                chunk.add(part.needed, me.needed, *domain, "D=0", *told)
            chunk.add(part.needed, me.needed, *domain, "D=1" if told else None)
            chunk.add(me.sure, me.needed, *domain, *able, part.sure)
            chunk.add(me.may, me.needed, *domain, *able, part.may)
            chunk.add(me.why, me.may, f"not {me.sure}", *domain, *able, part.why)

    def _one(self, chunk: Chunk, me: Node, parts: Sequence[Node]) -> None:
        fails = f"x_{me.name}({me.args})"
        chunk.add(fails, me.needed, *(part.opposite().sure for part in parts))
        chunk.add(me.may, me.needed, f"not {fails}")
        for number, part in enumerate(parts):
            chunk.add(part.needed, me.needed)
            others = [*parts[:number], *parts[number + 1 :]]
            chunk.add(me.sure, me.needed, part.sure, *(other.opposite().sure for other in others))
            chunk.add(me.why, me.may, f"not {me.sure}", part.why)
            for other in parts[number + 1 :]:
                chunk.add(fails, me.needed, part.sure, other.sure)

    # -- rules ---------------------------------------------------------------------------------------------------

    def rule(self, chunk: Chunk, entry: Entry) -> Node:
        """The node for whether a rule stands, its rules added to the chunk."""
        scope = tuple(range(entry.rule.universal))
        me = rule_node(entry)
        chunk.note(f"r{entry.number}: {entry.rule.id}: {entry.rule.text}")
        parts = [self.condition(chunk, entry.rule.condition, scope)]
        for exemption, binding in entry.withdrawals:
            parts.append(self._withdrawn(chunk, exemption, binding, scope).opposite())
        if entry.rivals:
            parts.append(self._rivals(chunk, entry, scope).opposite())
        for number, part in enumerate(parts):
            chunk.add(part.needed, me.needed, parts[0].may if number else None)
        chunk.add(me.sure, me.needed, *(part.sure for part in parts))
        chunk.add(me.may, me.needed, *(part.may for part in parts))
        for part in parts:
            chunk.add(me.why, me.may, f"not {me.sure}", part.why)
        return me

    def _withdrawn(
        self,
        chunk: Chunk,
        exemption: Exemption,
        binding: Iterable[tuple[int, int | str]],
        scope: Sequence[int],
    ) -> Node:
        """The node for whether a withdrawal applies, with the variables of what it withdraws as its arguments."""
        pairs = [(mine, theirs) for mine, theirs in binding if isinstance(theirs, str) or theirs in scope]
        inner = tuple(sorted(mine for mine, _ in pairs))
        me = Node(f"x{next(self._nodes)}", joined(CONTEXT, variables(inner)))
        chunk.note(f"{me.name}: {exemption.item.id}: {exemption.item.text}")
        parts = [self.condition(chunk, exemption.item.condition, inner)]
        for other, pairing in exemption.withdrawals:
            parts.append(self._withdrawn(chunk, other, pairing, inner).opposite())
        for number, part in enumerate(parts):
            chunk.add(part.needed, me.needed, parts[0].may if number else None)
            chunk.add(me.why, me.may, f"not {me.sure}", part.why)
        chunk.add(me.sure, me.needed, *(part.sure for part in parts))
        chunk.add(me.may, me.needed, *(part.may for part in parts))
        return Node(me.name, joined(CONTEXT, bound(dict(pairs), inner)))

    def _rivals(self, chunk: Chunk, entry: Entry, scope: tuple[int, ...]) -> Node:
        """The node for whether some rule "instead of" this one stands."""
        me = Node(f"v{entry.number}", joined(CONTEXT, variables(scope)))
        for rival, binding in entry.rivals:
            chunk.templates.add((rival.atom.template, rival.atom.purpose))
            pairs = {mine: t for mine, t in binding if isinstance(t, str) or t in scope}
            universal = range(rival.rule.universal)
            free = [index for index in universal if index not in pairs]
            kinds = [rival.rule.variables[index].kind for index in free]
            chunk.kinds.update(kinds)
            domain = [f"fits(S,{quoted(kind)},F{index})" for kind, index in zip(kinds, free, strict=True)]
            args = [f"F{i}" if i in free else bound(pairs, (i,)) for i in universal]
            other = Node(f"r{rival.number}", joined(CONTEXT, *args))
            played = self._played(rival)
            chunk.add(other.needed, me.needed, *domain, played)
            chunk.add(me.sure, me.needed, *domain, other.sure)
            chunk.add(me.may, me.needed, *domain, other.may)
            chunk.add(me.why, me.may, f"not {me.sure}", *domain, other.why)
        return me

    def _played(self, entry: Entry) -> str | None:
        """In which worlds a rule counts; None where it does in all."""
        out = [world for world, left_out in enumerate(self.program.left_out) if entry.number in left_out]
        return ", ".join(f"W!={world}" for world in out) or None

    def ask_rule(self, chunk: Chunk, entry: Entry, *body: str, context: str = CONTEXT) -> None:
        """Let a rule be needed where a body with its conclusion's arguments holds."""
        me = rule_node(entry)
        domain = [f"fits(S,{quoted(entry.rule.variables[i].kind)},V{i})" for i in entry.free]
        chunk.kinds.update(entry.rule.variables[i].kind for i in entry.free)
        played = self._played(entry)
        chunk.add(me.at(context).needed, *body, *domain, played)

    # -- verdicts --------------------------------------------------------------------------------------------------

    def _verdict(self, chunk: Chunk, key: Key, entry: Template) -> None:
        t, args = self.name(key), slots(entry)
        me = Node(t, joined(CONTEXT, args))
        at = f"({me.args})"
        rules = self.entries(key)
        for each in rules:
            self.rule(chunk, each)
        self._told(chunk, key[0], t, args, rules)
        chunk.add(f"weigh_{t}{at}", me.needed, f"not told_{t}{at}")
        chunk.add(f"weigh_{t}{at}", me.needed, f"told_{t}{at}", f"yi_{t}{at}")
        chunk.add(f"rules_{t}{at}", me.needed, f"not told_{t}{at}")
        chunk.add(f"rules_{t}{at}", me.needed, f"mi_{t}{at}")
        self._sides(chunk, t, rules, f"rules_{t}")
        for apart in self.program.apart.get(key[0], ()):
            other = self._assertion(chunk, apart.other, args)
            chunk.add(other.needed, f"rules_{t}{at}")
            chunk.add(other.at(AGAINST).needed, me.needed, f"fd_{t}({me.args},1)", "D=0")
            for head in (f"rn_{t}{at}", f"sn_{t}{at}"):
                chunk.add(head, other.sure)
            chunk.add(f"mn_{t}{at}", other.may)
            chunk.add(f"wn_{t}({me.args},C)", other.why)
        touched = bool(self.program.touched.get(key[0]))
        weigh = f"weigh_{t}{at}"
        chunk.add(f"winp_{t}{at}", weigh, f"sp_{t}{at}", f"not sn_{t}{at}")
        chunk.add(f"winc_{t}{at}", weigh, f"sn_{t}{at}", f"not sp_{t}{at}")
        chunk.add(me.sure, weigh, f"sp_{t}{at}", f"not mn_{t}{at}")
        chunk.add(me.may, weigh, f"mp_{t}{at}")
        neither = f"not mp_{t}{at}, not mn_{t}{at}"
        quiet = entry.silence if not touched else "touched"
        unsaid = f"not sn_{t}{at}"
        if quiet == "no" and is_telling(key[0]):
            pass  # what nobody told is not told, in either mood
        elif quiet == "no":
            chunk.add(me.may, weigh, unsaid, "D=1")
        elif quiet == "yes":
            chunk.add(me.sure, weigh, f"not mn_{t}{at}", "D=0")
            chunk.add(me.may, weigh, unsaid)
        elif quiet == "touched":
            chunk.add(me.may, weigh, unsaid)
        else:
            about = joined("S", args)
            strange = [f"{each}={STRANGER}" for each in args.split(",") if each]
            chunk.add(f"asked_{t}({about})", weigh, f"not closed(S,{self.numbers[key[0]]})",
                      *(f"{each}!={STRANGER}" for each in args.split(",") if each), neither)  # fmt: skip
            chunk.rules.append(f"{{in_{t}({about})}} :- asked_{t}({about}).")
            chunk.add(me.sure, weigh, neither, f"in_{t}({about})")
            chunk.add(me.may, weigh, neither, f"in_{t}({about})")
            # Rules that may only say what is the input anyway change nothing.
            chunk.add(me.sure, weigh, f"mp_{t}{at}", f"not mn_{t}{at}", f"in_{t}({about})")
            chunk.add(me.may, weigh, f"mn_{t}{at}", unsaid, f"in_{t}({about})")
            chunk.add(me.may, weigh, f"mn_{t}{at}", unsaid, f"not asked_{t}({about})")
            for stranger in strange:
                chunk.add(me.may, weigh, neither, stranger, f"not closed(S,{self.numbers[key[0]]})")
            chunk.add(me.may, weigh, neither, f"closed(S,{self.numbers[key[0]]})", "D=1")
        unknown = f"u_{t}{at}"
        chunk.add(unknown, weigh, me.may, f"not {me.sure}")
        chunk.add(f"w_{t}({me.args},3)", weigh, f"sp_{t}{at}", f"sn_{t}{at}")
        chunk.add(me.why, unknown, f"not winp_{t}{at}", f"wp_{t}({me.args},C)")
        chunk.add(me.why, unknown, f"not winc_{t}{at}", f"wn_{t}({me.args},C)")
        chunk.add(f"w_{t}({me.args},{2 if touched else 1})", unknown, neither)
        self._facts(chunk, t, me)
        if key[0] in self.held_apart:
            self._asserted(chunk, t, me, rules)

    def _told(self, chunk: Chunk, template: str, t: str, args: str, rules: Sequence[Entry]) -> None:
        """What facts say of an atom, and whether rules stand instead of a fact."""
        at = f"({joined(CONTEXT, args)})"
        asked = f"q_{t}{at}"
        chunk.add(asked, f"n_{t}{at}")
        if template in self.held_apart:
            chunk.add(asked, f"n_as{t}{at}")
        fact = f"fact_{t}({joined('S', 'I', 'G', args)})"
        chunk.add(f"fd_{t}({joined(CONTEXT, args, 'G')})", asked, fact, "I!=U")
        for definition in self.program.definitions.get(template, ()):
            head, condition = definition.head, definition.entry.rule.condition
            if not all(isinstance(arg, tree.Const) or arg in definition.args for arg in head.args):
                continue  # what is said of some further thing tells nothing of this one
            told = f"fact_t{self.numbers[head.template]}({joined('S', 'I', 'G', terms(head.args))})"
            pattern = terms(definition.args)
            within = f"q_{t}({joined(CONTEXT, pattern)})"
            scope = tuple(
                sorted({a.index for a in (*definition.args, *head.args) if isinstance(a, tree.Var)})
            )
            guards = condition.parts[:-1] if isinstance(condition, tree.AllOf) else ()
            guard = self.condition(chunk, tree.AllOf(tuple(guards)), scope).at("S,W,0,U")
            chunk.add(guard.needed, within, told, "I!=U")
            direct = f"direct_{t}({joined('S', 'U', pattern)})"
            chunk.add(f"direct_{t}({joined('S', 'U', args)})", asked, fact.replace(",G", ",_", 1), "I!=U")
            sign = "G" if definition.sign == 1 else "-G"
            chunk.add(
                f"fd_{t}({joined(CONTEXT, pattern, sign)})", within, told, "I!=U", f"not {direct}", guard.sure
            )
        chunk.add(f"told_{t}{at}", f"fd_{t}({joined(CONTEXT, args, '_')})")
        for entry in rules:
            conclusion = entry.rule.conclusion
            if not isinstance(conclusion, tree.Conclude):
                continue
            side = 1 if conclusion.positive else -1
            pattern = terms(entry.atom.args)
            meant = f"fd_{t}({joined(CONTEXT, pattern, str(side))})"
            inner = f"({joined(CONTEXT, pattern)})"
            if entry.rivals:
                played = self._played(entry)
                domain = [f"fits(S,{quoted(entry.rule.variables[i].kind)},V{i})" for i in entry.free]
                rival = Node(f"v{entry.number}", rule_node(entry).args)
                chunk.add(rival.needed, meant, *domain, played)
                chunk.add(f"yi_{t}{inner}", meant, rival.sure)
                chunk.add(f"mi_{t}{inner}", meant, rival.may)
                chunk.add(f"wi_{t}({joined(CONTEXT, pattern, 'C')})", meant, rival.why)
            against = f"fd_{t}({joined(CONTEXT, pattern, str(-side))})"
            self.ask_rule(chunk, entry, against, "D=0", context=AGAINST)

    def _sides(self, chunk: Chunk, t: str, rules: Sequence[Entry], asked: str) -> None:
        """For and against: r_ as they stand, s_ without those that an order puts down, m_ those that may, w_ why not known."""
        for entry in rules:
            me = rule_node(entry)
            pattern = joined(CONTEXT, terms(entry.atom.args))
            self.ask_rule(chunk, entry, f"{asked}({pattern})")
            chunk.add(f"so{entry.number}_{t}({pattern})", me.sure)
            conclusion = entry.rule.conclusion
            if isinstance(conclusion, tree.Missing):
                over = [f"not so{other.number}_{t}({pattern})" for other in rules if self._over(other, entry)]
                for side in "pn":
                    chunk.add(f"m{side}_{t}({pattern})", me.may, *over)
                    chunk.add(f"w{side}_{t}({joined(pattern, '2')})", me.sure, *over)
                    chunk.add(f"w{side}_{t}({joined(pattern, 'C')})", me.why, *over)
                continue
            assert isinstance(conclusion, tree.Conclude)
            over = [
                f"not so{other.number}_{t}({pattern})"
                for other in rules
                if isinstance(other.rule.conclusion, tree.Conclude)
                and other.rule.conclusion.positive is not conclusion.positive
                and self._over(other, entry)
            ]
            side = "p" if conclusion.positive else "n"
            chunk.add(f"r{side}_{t}({pattern})", me.sure)
            chunk.add(f"s{side}_{t}({pattern})", me.sure, *over)
            chunk.add(f"m{side}_{t}({pattern})", me.may, *over)
            chunk.add(f"w{side}_{t}({joined(pattern, 'C')})", me.why, *over)

    def _over(self, winner: Entry, loser: Entry) -> bool:
        def within(entry: Entry, items: Sequence[str]) -> bool:
            return any(covers(self.program, item, entry.rule.id, entry.rule.statements) for item in items)

        return any(within(winner, order.over) and within(loser, order.under) for order in self.program.orders)

    def _facts(self, chunk: Chunk, t: str, me: Node) -> None:
        """What a fact is worth: all, unless a rule stands instead of it, or rules stand against it by themselves."""
        at = f"({me.args})"
        there = f"({me.at(AGAINST).args})"
        yes, no = f"fd_{t}({me.args},1)", f"fd_{t}({me.args},-1)"
        instead, perhaps = f"yi_{t}{at}", f"mi_{t}{at}"
        against = f"ag_{t}{at}"
        chunk.add(against, me.needed, "D=0", yes, f"not {perhaps}", f"rn_{t}{there}")
        chunk.add(against, me.needed, "D=0", no, f"not {perhaps}", f"rp_{t}{there}")
        chunk.add(me.sure, me.needed, "D=0", yes, f"not {perhaps}", f"not {against}")
        chunk.add(me.may, me.needed, yes, f"not {instead}")
        chunk.add(me.sure, me.needed, "D=1", yes, f"not {instead}")
        chunk.add(me.may, me.needed, "D=0", no, f"not {instead}", perhaps)
        chunk.add(me.may, against)
        chunk.add(f"w_{t}({me.args},3)", against)
        chunk.add(me.why, me.needed, "D=0", perhaps, f"not {instead}", f"wi_{t}({me.args},C)")

    def _assertion(self, chunk: Chunk, template: str, args: str) -> Node:
        chunk.templates.add((template, None))
        return Node(f"ast{self.numbers[template]}", joined(CONTEXT, args))

    def _asserted(self, chunk: Chunk, t: str, me: Node, rules: Sequence[Entry]) -> None:
        """Whether a fact or a rule says so by itself, whatever speaks against it."""
        said = Node(f"as{t}", me.args)
        at = f"({me.args})"
        for entry in rules:
            conclusion = entry.rule.conclusion
            if isinstance(conclusion, tree.Conclude) and not conclusion.positive:
                continue
            pattern = joined(CONTEXT, terms(entry.atom.args))
            mine, its = Node(f"as{t}", pattern), rule_node(entry)
            self.ask_rule(chunk, entry, mine.needed)
            if isinstance(conclusion, tree.Conclude):
                chunk.add(mine.sure, mine.needed, its.sure)
            else:
                chunk.add(f"w_as{t}({pattern},2)", mine.needed, its.sure, f"not {mine.sure}")
            chunk.add(mine.may, mine.needed, its.may)
            chunk.add(mine.why, mine.needed, f"not {mine.sure}", its.why)
        fact = f"fd_{t}({me.args},1)"
        chunk.add(said.sure, said.needed, fact, f"not mi_{t}{at}")
        chunk.add(said.sure, said.needed, fact, "D=1", f"not yi_{t}{at}")
        chunk.add(said.may, said.needed, fact, f"not yi_{t}{at}")
        chunk.add(said.why, said.may, f"not {said.sure}", fact, f"wi_{t}({me.args},C)")

    def _for_purpose(self, chunk: Chunk, key: Key, entry: Template) -> None:
        """The rules for a purpose, and where none of them stands or may, what holds in general."""
        t, args = self.name(key), slots(entry)
        me = Node(t, joined(CONTEXT, args))
        at = f"({me.args})"
        general = Node(self.name((key[0], None)), me.args)
        chunk.templates.add((key[0], None))
        for each in self.entries(key):
            self.rule(chunk, each)
        self._sides(chunk, t, self.entries(key), f"n_{t}")
        chunk.add(general.needed, me.needed)
        neither = f"not mp_{t}{at}, not mn_{t}{at}"
        chunk.add(me.sure, me.needed, f"sp_{t}{at}", f"not mn_{t}{at}")
        chunk.add(me.may, me.needed, f"mp_{t}{at}")
        chunk.add(me.may, me.needed, f"mn_{t}{at}", f"not sn_{t}{at}")
        unknown = f"u_{t}{at}"
        chunk.add(unknown, me.may, f"not {me.sure}")
        chunk.add(f"w_{t}({me.args},3)", f"sp_{t}{at}", f"sn_{t}{at}")
        chunk.add(me.why, unknown, f"wp_{t}({me.args},C)", f"not sp_{t}{at}")
        chunk.add(me.why, unknown, f"wn_{t}({me.args},C)", f"not sn_{t}{at}")
        chunk.add(me.sure, me.needed, neither, general.sure)
        chunk.add(me.may, me.needed, neither, general.may)
        chunk.add(me.why, me.needed, neither, general.why)

    # -- kinds -----------------------------------------------------------------------------------------------------

    def _kind(self, chunk: Chunk, key: Key) -> None:
        """What a thing is: as told, through the taxonomy; else open, unless a rule asserts what is held apart from it."""
        t, kind = self.name(key), quoted(key[0])
        me = Node(t, joined(CONTEXT, "A0"))
        stranger = f"A0={STRANGER}"
        chunk.add(f"kind(S,{kind},A0)", me.needed, f"A0!={STRANGER}")
        chunk.add(me.sure, me.needed, f"isa(S,{kind},A0)")
        chunk.add(me.may, me.needed, f"isa(S,{kind},A0)")
        chunk.add(me.may, me.needed, stranger)
        chunk.add(f"w_{t}({me.args},1)", me.needed, stranger)
        for apart in self.program.apart.get(key[0], ()):
            other = self._assertion(chunk, apart.other, "A0").at("S,0,0,0")
            chunk.add(other.needed, f"kind(S,{kind},A0)", f"not given(S,{kind},A0)")
            chunk.add(f"denied(S,{kind},A0)", f"kind(S,{kind},A0)", other.sure)
        if key[0] in self.held_apart:
            said = Node(f"as{t}", me.args)
            chunk.add(f"kind(S,{kind},A0)", said.needed, f"A0!={STRANGER}")
            chunk.add(said.sure, said.needed, f"isa(S,{kind},A0)")
            chunk.add(said.may, said.needed, f"isa(S,{kind},A0)")


def rule_node(entry: Entry) -> Node:
    """The node for whether a rule stands, in its own variables."""
    return Node(f"r{entry.number}", joined(CONTEXT, variables(range(entry.rule.universal))))


def slots(entry: Template) -> str:
    """The arguments of a template, as variables."""
    count_of = 1 if entry.unary else len(entry.slots)
    return ",".join(f"A{number}" for number in range(count_of))


def variables(scope: Iterable[int]) -> str:
    """The variables of a rule with these numbers."""
    return ",".join(f"V{index}" for index in scope)


def bound(pairs: dict[int, int | str], wanted: Iterable[int]) -> str:
    """The variables of an exception as its target has them."""
    values = (pairs[index] for index in wanted)
    return ",".join(quoted(v) if isinstance(v, str) else f"V{v}" for v in values)


def scale_of(program: Program) -> int:
    """What all numbers of a program are multiplied by to be whole, with room for a half and a third of each."""
    found: set[int] = {1}

    def amount(value: tree.Amount) -> None:
        if isinstance(value, tree.Number):
            found.add(value.value.denominator)
            if value.value:
                found.add(abs(value.value.numerator) if value.value.denominator > 1 else 1)
        elif isinstance(value, tree.Arithmetic):
            if value.op == "divided by" and isinstance(value.right, tree.Number) and value.right.value:
                found.add(abs(Fraction(1, 1) / value.right.value).denominator)
            amount(value.left)
            amount(value.right)
        elif isinstance(value, tree.Whole):
            amount(value.amount)
            amount(value.by)
        elif isinstance(value, tree.Chosen | tree.Count | tree.Extreme):
            condition(value.among.where)

    def condition(value: tree.Condition) -> None:
        if isinstance(value, tree.Compare):
            amount(value.left)
            amount(value.right)
        elif isinstance(value, tree.Exists | tree.ButFor | tree.Widened):
            condition(value.part)
        elif not isinstance(value, tree.Holds | tree.Differ):
            for part in value.parts:
                condition(part)

    for entry in program.entries:
        condition(entry.rule.condition)
        if isinstance(entry.rule.conclusion, tree.SetFigure):
            amount(entry.rule.conclusion.amount)
    for withdrawal in program.withdrawals:
        condition(withdrawal.condition)
    return lcm(*found, 2) ** 2
