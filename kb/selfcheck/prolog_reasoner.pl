% A meta-interpreter for a rulebook's program (kb/selfcheck/prolog.py writes it), with a proof of each answer. Written from the
% page of semantics in kb/reason/README.md, in its two-valued part: what is not known stays unknown, and is not split into cases.
%
% A truth is y, n, or why it is not known: 1 undetermined, 2 not encoded, 3 conflict, 4 ill-founded. A figure is val(V), novalue,
% or unknown(Why). A context c(World, Doubt) has the world (0 has all rules) and 1 where silence says nothing. The stack has the
% rules that are being looked at, each with the side it speaks for there. A proof is a term with its premises and exceptions.

:- set_prolog_flag(optimise, true).
:- style_check(-singleton).

:- use_module(library(assoc)).
:- use_module(library(lists)).

:- dynamic fact/3, figure_fact/4, are/2, arenot/2, named/2, closed/1, unsettled/2.

stranger('something else').

% -- truths -----------------------------------------------------------------------------------------------------------

opposite(y, n) :- !.
opposite(n, y) :- !.
opposite(Why, Why).

signed(y, Truth, Truth) :- !.
signed(n, Truth, Opposite) :- opposite(Truth, Opposite).

turned(y, Side, Side) :- !.
turned(n, Side, Other) :- Other is -Side.

% What an "all" comes to of which no part fails: y, or the worst cause.
worse(y, Truth, Truth) :- !.
worse(Truth, y, Truth) :- !.
worse(One, Other, Worst) :- Worst is max(One, Other).

% Where silence says nothing, it is only asked whether something surely stands: Doubt is the side on which y is wanted.
wanted(c(_, Doubt), Side, y) :- Doubt =\= 0, Doubt =:= Side.
wanted(c(_, Doubt), Side, n) :- Doubt =\= 0, Doubt =:= -Side.

% -- conditions -------------------------------------------------------------------------------------------------------

condition(holds(Sign, Template, Purpose, Args), C, Stack, Side, Truth, Proof) :-
    turned(Sign, Side, Inner),
    verdict(Template, Purpose, Args, C, Stack, Inner, Found, Proof),
    signed(Sign, Found, Truth).
condition(compare(Op, A, B), C, Stack, _, Truth, compared(Op, One, Other, Proof1, Proof2)) :-
    amount(A, C, Stack, One, Proof1),
    amount(B, C, Stack, Other, Proof2),
    compared(One, Other, Op, Truth).
condition(differ(A, B), _, _, _, Truth, differ(A, B)) :-
    ( A == B -> Truth = n ; Truth = y ).
condition(all(Parts), C, Stack, Side, Truth, Proof) :-
    every(Parts, C, Stack, Side, y, [], Truth, Proof).
condition(any(Parts), C, Stack, Side, Truth, Proof) :-
    some(Parts, C, Stack, Side, y, [], Truth, Proof).
condition(none(Parts), C, Stack, Side, Truth, none(Proof)) :-
    Inner is -Side,
    some(Parts, C, Stack, Inner, y, [], Found, Proof),
    opposite(Found, Truth).
condition(one(Parts), C, Stack, _, Truth, one(Proofs)) :-
    each(Parts, C, Stack, 0, Truths, Proofs),
    exactly_one(Truths, Truth).
condition(exists(Things, Part), C, Stack, Side, Truth, Proof) :-
    findall(Part, fitting(Things), Parts),
    some(Parts, C, Stack, Side, y, [], Truth, Proof).
condition(widened(By, Part), C, Stack, Side, Truth, widened(By, Proof)) :-
    condition(Part, C, Stack, Side, Truth, Proof).
condition(but_for(World, Part), c(_, Doubt), Stack, Side, Truth, but_for(Proof)) :-
    condition(Part, c(World, Doubt), Stack, Side, Truth, Proof).

every([], _, _, _, Truth, Proofs, Truth, all(Proofs)).
every([Part | Parts], C, Stack, Side, Before, Proofs, Truth, Proof) :-
    condition(Part, C, Stack, Side, Found, One),
    (   Found == n
    ->  Truth = n, Proof = fails(One)
    ;   integer(Found), wanted(C, Side, y)
    ->  Truth = Found, Proof = open(One)
    ;   worse(Before, Found, Now),
        every(Parts, C, Stack, Side, Now, [One | Proofs], Truth, Proof)
    ).

% "At least one" is that not all fail; what is handed on is the worst cause so far, or y for none.
some([], _, _, _, Before, Proofs, Truth, none_of(Proofs)) :-
    opposite(Before, Truth).
some([Part | Parts], C, Stack, Side, Before, Proofs, Truth, Proof) :-
    condition(Part, C, Stack, Side, Found, One),
    (   Found == y
    ->  Truth = y, Proof = holds(One)
    ;   integer(Found), wanted(C, Side, n)
    ->  Truth = Found, Proof = open(One)
    ;   opposite(Found, Opposite),
        worse(Before, Opposite, Now),
        some(Parts, C, Stack, Side, Now, [One | Proofs], Truth, Proof)
    ).

each([], _, _, _, [], []).
each([Part | Parts], C, Stack, Side, [Truth | Truths], [Proof | Proofs]) :-
    condition(Part, C, Stack, Side, Truth, Proof),
    each(Parts, C, Stack, Side, Truths, Proofs).

exactly_one(Truths, Truth) :-
    findall(y, member(y, Truths), Sure),
    findall(Why, (member(Why, Truths), integer(Why)), Open),
    (   Sure = [_, _ | _] -> Truth = n
    ;   Open = [_ | _] -> max_list(Open, Truth)
    ;   Sure == [] -> Truth = n
    ;   Truth = y
    ).

% -- things and kinds -------------------------------------------------------------------------------------------------

fitting([]).
fitting([Thing - Kind | Things]) :-
    (   may_be(Thing, Kind), \+ told_kind(Kind, Thing, n)
    ;   stranger(Thing)
    ),
    fitting(Things).

filled([]).
filled([Thing - Kind | Things]) :-
    may_be(Thing, Kind),
    filled(Things).

% The things that may be of a kind, as far as what is told of their kinds goes, or the place where they were named.
may_be(Thing, '') :- !,
    named(Thing, _).
may_be(Thing, Kind) :-
    named(Thing, Slot),
    \+ ( are(Thing, Known), disjoint(Known, Kind) ),
    (   are(Thing, _) -> true
    ;   Slot == '' -> true
    ;   sub(Slot, Kind) -> true
    ;   sub(Kind, Slot) -> true
    ).

surely(Thing, Kind) :- are(Thing, Known), sub(Known, Kind), !.
surely(Thing, Kind) :- named(Thing, Slot), Slot \== '', sub(Slot, Kind), !.

told_kind(Kind, Thing, Truth) :-
    (   are(Thing, Known), sub(Known, Kind) -> Found = y
    ;   are(Thing, Known), disjoint(Known, Kind) -> Found = n
    ;   arenot(Thing, Known), sub(Kind, Known) -> Found = n
    ),
    Truth = Found.

kind(Kind, Thing, C, Stack, Side, Truth, kind(Kind, Thing, Truth, Proof)) :-
    (   stranger(Thing)
    ->  Truth = 1, Proof = unknown
    ;   told_kind(Kind, Thing, Found)
    ->  Truth = Found, Proof = told
    ;   Other is -Side,
        denying(Kind, [Thing], C, Stack, Other, Denying),
        (   memberchk(e(_, y, Denied), Denying)
        ->  Truth = n, Proof = Denied
        ;   Truth = 1, Proof = unknown
        )
    ).

% -- verdicts ---------------------------------------------------------------------------------------------------------

verdict(Template, _, [Thing], C, Stack, Side, Truth, Proof) :-
    kind_name(Template), !,
    kind(Template, Thing, C, Stack, Side, Truth, Proof).
verdict(Template, _, Args, C, Stack, Side, Truth, Proof) :-
    \+ ruled(Template), !,
    (   fact(Template, Args, Held)
    ->  Truth = Held, Proof = fact(Template, Args, Held)
    ;   silent(Template, Args, C, Truth), Proof = silence(Template, Args, Truth)
    ).
verdict(Template, Purpose, Args, C, Stack, Side, Truth, Proof) :-
    kept(v(Template, Purpose, Args, C), C, Side, Stack, Truth, Proof,
        judgement(Template, Purpose, Args, C, Stack, Side, Truth, Proof)).

judgement(Template, Purpose, Args, C, Stack, Side, Truth, for(Purpose, Pro, Con)) :-
    Purpose \== general,
    sides(Template, Purpose, Args, C, Stack, Side, Pro, Con),
    weighed(Pro, Con, Found),
    Found \== none, !,
    Truth = Found.
judgement(Template, _, Args, C, Stack, Side, Truth, Proof) :-
    told(Template, Args, C, Stack, Side, Fact, Source),
    turned(Fact, Side, Other0), Other is -Other0,
    instead_of_fact(Template, Args, Fact, C, Stack, Other, Instead, Refused),
    Instead \== y, !,
    (   C = c(_, Doubt), Doubt =\= 0
    ->  Truth = Fact, Proof = fact(Template, Args, Fact, Source, Refused)
    ;   Instead == n
    ->  told_against(Template, Args, Fact, C, Stack, Side, Truth, Against),
        Proof = fact(Template, Args, Fact, Source, [Against | Refused])
    ;   Truth = Instead, Proof = fact(Template, Args, Fact, Source, Refused)
    ).
judgement(Template, _, Args, C, Stack, Side, Truth, Proof) :-
    (   wanted(C, Side, y) -> For = pro
    ;   wanted(C, Side, n) -> For = con
    ),
    one_side(For, Template, Args, C, Stack, Side, Rules),
    \+ memberchk(e(_, y, _), Rules), !,
    Truth = 1, Proof = unsure(Template, Args, Rules).
judgement(Template, _, Args, C, Stack, Side, Truth, Proof) :-
    sides(Template, general, Args, C, Stack, Side, Pro, Con0),
    Other is -Side,
    denying(Template, Args, C, Stack, Other, Denying),
    append(Con0, Denying, Con),
    weighed(Pro, Con, Found),
    concluded(Found, Template, Args, C, Pro, Con, Truth, Proof).

concluded(none, Template, Args, C, Pro, Con, Truth, silence(Template, Args, Truth, Pro, Con)) :- !,
    silent(Template, Args, C, Truth).
concluded(Found, Template, Args, C, Pro, Con, Truth, Proof) :-
    integer(Found),
    \+ memberchk(e(_, y, _), Pro),
    \+ memberchk(e(_, y, _), Con),
    silent(Template, Args, C, Quiet),
    (   Quiet == n -> \+ ( member(e(_, Why, _), Pro), integer(Why) )
    ;   Quiet == y -> \+ ( member(e(_, Why, _), Con), integer(Why) )
    ), !,
    Truth = Quiet, Proof = silence(Template, Args, Truth, Pro, Con).
concluded(Truth, Template, Args, _, Pro, Con, Truth, rules(Template, Args, Truth, Pro, Con)).

silent(Template, _, _, 2) :- touched(Template), !.
silent(Template, Args, _, 1) :- unsettled(Template, Args), !.
silent(Template, _, C, Truth) :-
    silence(Template, Said),
    (   Said == open
    ->  ( closed(Template) -> Speaks = n ; Speaks = 1 )
    ;   Said == base -> Speaks = n
    ;   Speaks = Said
    ),
    ( C = c(_, 0) -> Truth = Speaks ; Truth = 1 ).

% The rules for an atom and those against it, each as e(Rule, Truth, Proof).
sides(Template, Purpose, Args, C, Stack, Side, Pro, Con) :-
    findall(about(Rule, For, Env), about(Template, Purpose, Args, C, Rule, For, Env), About),
    judged(About, C, Stack, Side, Pro, Con).

about(Template, general, Args, c(World, _), Rule, For, Env) :- !,
    rule(Template, Args, Rule, For, Env, Free),
    ( World == 0 -> true ; \+ left_out(World, Rule) ),
    filled(Free).
about(Template, Purpose, Args, c(World, _), Rule, For, Env) :-
    rule_for(Template, Purpose, Args, Rule, For, Env, Free),
    ( World == 0 -> true ; \+ left_out(World, Rule) ),
    filled(Free).

% The rules of one side alone, axioms among those against.
one_side(For, Template, Args, C, Stack, Side, Rules) :-
    findall(about(Rule, For, Env), about(Template, general, Args, C, Rule, For, Env), About),
    judged(About, C, Stack, Side, Pro, Con),
    (   For == pro
    ->  Rules = Pro
    ;   Other is -Side,
        denying(Template, Args, C, Stack, Other, Denying),
        append(Con, Denying, Rules)
    ).

judged([], _, _, _, [], []).
judged([about(Rule, For, Env) | Rest], C, Stack, Side, Pro, Con) :-
    judged(For, Rule, Env, C, Stack, Side, Pro, Con, MorePro, MoreCon),
    judged(Rest, C, Stack, Side, MorePro, MoreCon).

judged(pro, Rule, Env, C, Stack, Side, [e(Rule, Truth, Proof) | Pro], Con, Pro, Con) :-
    stands(Rule, Env, C, Stack, Side, Truth, Proof).
judged(con, Rule, Env, C, Stack, Side, Pro, [e(Rule, Truth, Proof) | Con], Pro, Con) :-
    Other is -Side,
    stands(Rule, Env, C, Stack, Other, Truth, Proof).
judged(missing, Rule, Env, C, Stack, _, [Lacking | Pro], [Lacking | Con], Pro, Con) :-
    stands(Rule, Env, C, Stack, 0, Found, Proof),
    ( Found == y -> Truth = 2 ; Truth = Found ),
    Lacking = e(Rule, Truth, Proof).

% What axioms hold apart from a noun: each counts as a rule against it where the other is asserted.
denying(Template, Args, C, Stack, Side, Denying) :-
    findall(Other, apart(Template, Other), Others),
    denied(Others, Args, C, Stack, Side, Denying).

denied([], _, _, _, _, []).
denied([Other | Others], Args, C, Stack, Side, [e(axiom, Truth, apart(Other, Proof)) | Denying]) :-
    asserted(Other, Args, C, Stack, Side, Truth, Proof),
    denied(Others, Args, C, Stack, Side, Denying).

asserted(Template, [Thing], _, _, _, Truth, kind(Template, Thing, Truth)) :-
    kind_name(Template), !,
    ( told_kind(Template, Thing, y) -> Truth = y ; Truth = n ).
asserted(Template, Args, C, Stack, Side, Truth, asserted(Template, Args, Pro, Proof)) :-
    findall(about(Rule, For, Env), (about(Template, general, Args, C, Rule, For, Env), For \== con), About),
    judged(About, C, Stack, Side, Pro, _),
    (   told(Template, Args, C, Stack, Side, y, Source)
    ->  Other is -Side,
        instead_of_fact(Template, Args, y, C, Stack, Other, Instead, Refused),
        (   C = c(_, Doubt), Doubt =\= 0, integer(Instead) -> Fact = y ; opposite(Instead, Fact) ),
        Proof = fact(Source, Refused)
    ;   Fact = n, Proof = untold
    ),
    opposite(Fact, Before),
    (   Fact == y -> Truth = y
    ;   any_stands(Pro, Before, Truth)
    ).

any_stands([], Before, Truth) :- opposite(Before, Truth).
any_stands([e(_, Found, _) | Rest], Before, Truth) :-
    (   Found == y -> Truth = y
    ;   opposite(Found, Opposite), worse(Before, Opposite, Now), any_stands(Rest, Now, Truth)
    ).

% The verdict of the rules; none where none stands and none may.
weighed([], [], none) :- !.
weighed(Pro, Con, Found) :-
    standing(Pro, For),
    standing(Con, Against),
    unbeaten(For, Against, Kept),
    unbeaten(Against, For, Left),
    (   Kept = [_ | _], Left = [_ | _] -> Found = 3
    ;   Kept = [_ | _] -> doubted(Con, Kept, y, Found)
    ;   Left = [_ | _] -> doubted(Pro, Left, n, Found)
    ;   doubted(Pro, [], none, One),
        doubted(Con, [], none, Other),
        (   One == none -> Found = Other
        ;   Other == none -> Found = One
        ;   Found is max(One, Other)
        )
    ).

standing([], []).
standing([e(Rule, Truth, _) | Rest], Standing) :-
    ( Truth == y -> Standing = [Rule | More] ; Standing = More ),
    standing(Rest, More).

unbeaten([], _, []).
unbeaten([Rule | Rules], Others, Kept) :-
    (   member(Other, Others), outranks(Other, Rule) -> Kept = More ; Kept = [Rule | More] ),
    unbeaten(Rules, Others, More).

% The worst cause for which a rule may stand that no winner outranks; else what was found.
doubted([], _, Found, Found).
doubted([e(Rule, Truth, _) | Rest], Winners, Before, Found) :-
    (   integer(Truth), \+ ( member(Winner, Winners), outranks(Winner, Rule) )
    ->  ( integer(Before) -> Now is max(Before, Truth) ; Now = Truth )
    ;   Now = Before
    ),
    doubted(Rest, Winners, Now, Found).

% -- facts ------------------------------------------------------------------------------------------------------------

told(Template, Args, C, Stack, Side, Truth, Source) :-
    (   fact(Template, Args, Held)
    ->  Truth = Held, Source = told
    ;   definition(Template, Args, Head, HeadArgs, Sign, Through, Number, Guards),
        fact(Head, HeadArgs, Held),
        ( Held == y -> true ; Through == no ),
        guarded(Number, HeadArgs, Guards, C, Stack, y, Proof)
    ->  signed(Sign, Held, Truth), Source = defined(Head, HeadArgs, Proof)
    ).

% Whether a definition is about these things: all of its condition but the last part holds.
guarded(_, _, [], _, _, y, []) :- !.
guarded(Number, Args, Guards, C, Stack, Truth, Proof) :-
    Key = guard(Number, Args, C),
    \+ looped_back(Stack, Key),
    depth(Stack, Depth),
    every(Guards, C, [at(Key, 0, Depth) | Stack], 0, y, [], Truth, Proof).

instead_of_fact(Template, Args, Fact, C, Stack, Side, Truth, Refused) :-
    ( Fact == y -> For = pro ; For = con ),
    (   rivalled(Template, For)
    ->  findall(rival(Rival, Env), instead(Template, Args, For, C, Rival, Env), Rivals),
        any_rival(Rivals, C, Stack, Side, y, [], Truth, Refused)
    ;   Truth = n, Refused = []
    ).

instead(Template, Args, For, C, Rival, RivalEnv) :-
    about(Template, general, Args, C, Rule, For, Env),
    rivalling(Rule, Env, C, Rival, RivalEnv).

% The fact, unless rules stand against it without help from silence.
told_against(Template, Args, Fact, c(World, _), Stack, Side, Truth, Against) :-
    (   Fact == y
    ->  For = con, Doubt is -Side
    ;   For = pro, Doubt = Side
    ),
    ( Doubt =:= 0 -> Doubting = 2 ; Doubting = Doubt ),
    one_side(For, Template, Args, c(World, Doubting), Stack, Side, Against),
    ( memberchk(e(_, y, _), Against) -> Truth = 3 ; Truth = Fact ).

% -- rules ------------------------------------------------------------------------------------------------------------

stands(Rule, Env, C, Stack, Side, Truth, Proof) :-
    Key = r(Rule, Env, C),
    (   looped(Stack, Key, Side, Found)
    ->  Truth = Found, Proof = loop(Rule, Env)
    ;   depth(Stack, Depth),
        kept(Key, C, Side, Stack, Truth, Proof,
            weighed_up(Rule, Env, C, [at(Key, Side, Depth) | Stack], Side, Truth, Proof))
    ).

% What a rule or an atom comes to is kept for the rest of the question; where loops went to rules that were being looked for (a bit
% for each place in the stack), as long as these are looked for in the same places, and come to with the same signs.
kept(Key, C, Side, Stack, Truth, Proof, Goal) :-
    ( C = c(_, 0) -> Apart is abs(Side) ; Apart = Side ),
    b_getval(settled, Settled),
    nb_getval(loops, Before),
    (   get_assoc(Key - Apart, Settled, Known),
        usable(Known, Side, Stack, Truth0, Proof0, Own)
    ->  Truth = Truth0, Proof = Proof0,
        ( Own =:= 0 -> true ; Both is Before \/ Own, nb_setval(loops, Both) )
    ;   depth(Stack, Depth),
        nb_setval(loops, 0),
        call(Goal), !,
        nb_getval(loops, Loops),
        Own is Loops /\ ((1 << Depth) - 1),
        Both is Before \/ Own,
        nb_setval(loops, Both),
        (   Own =:= 0
        ->  New = settled(Truth, Proof)
        ;   Place is msb(Own),
            down(Stack, Place, Side, y, Tail, Same),
            New = while(Own, Place, Tail, Same, Truth, Proof)
        ),
        b_getval(settled, Now),
        put_assoc(Key - Apart, Now, New, Later),
        b_setval(settled, Later)
    ).

usable(settled(Truth, Proof), _, _, Truth, Proof, 0).
usable(while(Own, Place, Tail, Same, Truth, Proof), Side, Stack, Truth, Proof, Own) :-
    down(Stack, Place, Side, y, Now, Same0),
    same_term(Tail, Now),
    Same0 == Same.

% The stack from a place on; whether all above it, and it, are on the same side.
down(Stack, Place, Side, Before, Tail, Same) :-
    Stack = [at(_, Then, Depth) | Below],
    Depth >= Place,
    ( Then =:= Side -> Now = Before ; Now = n ),
    (   Depth =:= Place
    ->  Tail = Stack, Same = Now
    ;   down(Below, Place, Side, Now, Tail, Same)
    ).

weighed_up(Rule, Env, C, Stack, Side, Truth, Proof) :-
    body(Rule, Env, Condition),
    condition(Condition, C, Stack, Side, Held, Premise),
    (   Held == n
    ->  Truth = n, Proof = out(Rule, Env, Premise)
    ;   Other is -Side,
        findall(exempt(Exemption, Given), exempt(Rule, Env, Exemption, Given), Exemptions),
        not_withdrawn(Exemptions, C, Stack, Other, Held, [], Now, Looked),
        (   Now == n
        ->  Truth = n, Proof = withdrawn(Rule, Env, Looked)
        ;   findall(rival(Rival, RivalEnv), rivalling(Rule, Env, C, Rival, RivalEnv), Rivals),
            any_rival(Rivals, C, Stack, Other, y, [], Rivalled, Refused),
            opposite(Rivalled, Unrivalled),
            (   Unrivalled == n -> Truth = n ; worse(Now, Unrivalled, Truth) ),
            Proof = rule(Rule, Env, Truth, Premise, Looked, Refused)
        )
    ).

depth([], 0).
depth([at(_, _, Below) | _], Depth) :- Depth is Below + 1.

% Nothing holds because of itself; but what comes to itself through its opposite is ill-founded.
looped([at(Known, Then, Depth) | Stack], Key, Side, Truth) :-
    (   Known == Key
    ->  ( Then =:= Side, Side =\= 0 -> Truth = n ; Truth = 4 ),
        rests_on(Depth)
    ;   Then =:= Side
    ->  looped(Stack, Key, Side, Truth)
    ;   looped_back(Stack, Key), Truth = 4
    ).

looped_back([at(Known, _, Depth) | Stack], Key) :-
    (   Known == Key -> rests_on(Depth) ; looped_back(Stack, Key) ).

rests_on(Depth) :-
    nb_getval(loops, Before),
    Now is Before \/ (1 << Depth),
    nb_setval(loops, Now).

not_withdrawn([], _, _, _, Truth, Looked, Truth, Looked).
not_withdrawn([exempt(Exemption, Env) | Rest], C, Stack, Side, Before, Looked, Truth, Proof) :-
    applies(Exemption, Env, C, Stack, Side, Found, One),
    (   Found == y
    ->  Truth = n, Proof = by(One)
    ;   opposite(Found, Opposite),
        worse(Before, Opposite, Now),
        not_withdrawn(Rest, C, Stack, Side, Now, [One | Looked], Truth, Proof)
    ).

% Whether a withdrawal applies: its condition holds, and nothing that applies withdraws it.
applies(Exemption, Env, C, Stack, Side, Truth, exception(Exemption, Env, Truth, Premise, Looked)) :-
    withdrawing(Exemption, Env, Condition),
    condition(Condition, C, Stack, Side, Held, Premise),
    (   Held == n
    ->  Truth = n, Looked = []
    ;   findall(exempt(Inner, Given), restoring(Exemption, Env, Inner, Given), Exemptions),
        Other is -Side,
        not_withdrawn(Exemptions, C, Stack, Other, Held, [], Truth, Looked)
    ).

rivalling(Rule, Env, c(World, _), Rival, RivalEnv) :-
    rival(Rule, Env, Rival, RivalEnv, Free),
    ( World == 0 -> true ; \+ left_out(World, Rival) ),
    filled(Free).

any_rival([], _, _, _, Before, Refused, Truth, Refused) :- opposite(Before, Truth).
any_rival([rival(Rule, Env) | Rest], C, Stack, Side, Before, Refused, Truth, Proof) :-
    stands(Rule, Env, C, Stack, Side, Found, One),
    (   Found == y
    ->  Truth = y, Proof = [One]
    ;   opposite(Found, Opposite),
        worse(Before, Opposite, Now),
        any_rival(Rest, C, Stack, Side, Now, [One | Refused], Truth, Proof)
    ).

% -- figures ----------------------------------------------------------------------------------------------------------

amount(number(Value), _, _, val(Value), number).
amount(symbol(Value), _, _, val(Value), symbol).
amount(thing(Thing), _, _, val(Thing), thing).
amount(figure(Template, Purpose, Args), C, Stack, Value, Proof) :-
    figure(Template, Purpose, Args, C, Stack, Value, Proof).
amount(whole(Amount, By), C, Stack, Value, whole(By, Proof)) :-
    amount(Amount, C, Stack, Found, Proof),
    (   Found = val(Number)
    ->  ( number(Number) -> Whole is floor(Number / By), Value = val(Whole) ; Value = novalue )
    ;   Value = Found
    ).
amount(arithmetic(Op, A, B), C, Stack, Value, arithmetic(Op, Proof1, Proof2)) :-
    amount(A, C, Stack, One, Proof1),
    amount(B, C, Stack, Other, Proof2),
    combined(Op, One, Other, Value).
amount(count(Variable, Kind, Where), C, Stack, Value, count(Things, Proofs)) :-
    among(Variable, Kind, Where, C, Stack, Things, Open, Proofs),
    (   Open == y -> length(Things, Number), Value = val(Number) ; Value = unknown(Open) ).
amount(chosen(Variable, Kind, Where), C, Stack, Value, chosen(Things, Proofs)) :-
    among(Variable, Kind, Where, C, Stack, Things, Open, Proofs),
    (   Open \== y -> Value = unknown(Open)
    ;   Things == [] -> Value = novalue
    ;   Things = [Thing] -> Value = val(Thing)
    ;   Value = unknown(1)
    ).
amount(extreme(Op, Variable, Kind, Where, Of), C, Stack, Value, extreme(Op, Proofs, Measured)) :-
    among(Variable, Kind, Where, C, Stack, Things, Open, Proofs),
    (   Open \== y
    ->  Value = unknown(Open), Measured = []
    ;   findall(Of, member(Variable, Things), Figures),
        measured(Figures, C, Stack, Op, novalue, Value, Measured)
    ).

measured([], _, _, _, Value, Value, []).
measured([Figure | Figures], C, Stack, Op, Before, Value, [Proof | Proofs]) :-
    amount(Figure, C, Stack, Found, Proof),
    (   Found == novalue -> Now = Before
    ;   Before == novalue -> Now = Found
    ;   combined(Op, Before, Found, Now)
    ),
    measured(Figures, C, Stack, Op, Now, Value, Proofs).

% The things of which a condition holds; Open is why that is not known of some, or y.
among(Variable, Kind, Where, C, Stack, Things, Open, Proofs) :-
    findall(Variable - Where, ( may_be(Variable, Kind) ; stranger(Variable) ), Asked),
    picked(Asked, Kind, C, Stack, y, Things, Open, Proofs).

picked([], _, _, _, Open, [], Open, []).
picked([Thing - Where | Asked], Kind, C, Stack, Before, Things, Open, [Proof | Proofs]) :-
    condition(Where, C, Stack, 0, Held, One),
    (   Held == n -> Truth = n, Proof = One
    ;   stranger(Thing) -> Truth = 1, Proof = One
    ;   surely(Thing, Kind) -> Truth = Held, Proof = One
    ;   verdict(Kind, general, [Thing], C, Stack, 0, Is, Two),
        Proof = both(One, Two),
        ( Is == n -> Truth = n ; worse(Held, Is, Truth) )
    ),
    (   Truth == n -> Things = More, Now = Before
    ;   Truth == y -> Things = [Thing | More], Now = Before
    ;   Things = More, worse(Before, Truth, Now)
    ),
    picked(Asked, Kind, C, Stack, Now, More, Open, Proofs).

compared(unknown(One), unknown(Other), _, Truth) :- !, Truth is max(One, Other).
compared(unknown(Why), _, _, Why) :- !.
compared(_, unknown(Why), _, Why) :- !.
compared(val(One), val(Other), Op, Truth) :- !,
    ( related(Op, One, Other) -> Truth = y ; Truth = n ).
compared(_, _, _, n).

related(Op, One, Other) :-
    (   number(One), number(Other) -> in_relation(Op, One, Other)
    ;   Op == is -> One == Other
    ;   Op == 'is not' -> One \== Other
    ).

in_relation(is, One, Other) :- One =:= Other.
in_relation('is not', One, Other) :- One =\= Other.
in_relation('at least', One, Other) :- One >= Other.
in_relation('at most', One, Other) :- One =< Other.
in_relation('more than', One, Other) :- One > Other.
in_relation('less than', One, Other) :- One < Other.

combined(times, val(Zero), _, val(0)) :- number(Zero), Zero =:= 0, !.
combined(times, _, val(Zero), val(0)) :- number(Zero), Zero =:= 0, !.
combined(_, unknown(One), unknown(Other), unknown(Why)) :- !, Why is max(One, Other).
combined(_, unknown(Why), _, unknown(Why)) :- !.
combined(_, _, unknown(Why), unknown(Why)) :- !.
combined(Op, val(One), val(Other), Value) :- !,
    (   number(One), number(Other), reckoned(Op, One, Other, Found)
    ->  Value = val(Found)
    ;   Value = unknown(1)
    ).
combined(_, _, _, novalue).

reckoned(plus, A, B, C) :- C is A + B.
reckoned(minus, A, B, C) :- C is A - B.
reckoned(times, A, B, C) :- C is A * B.
reckoned('divided by', A, B, C) :- B =\= 0, C is A rdiv B.
reckoned(lesser, A, B, C) :- C is min(A, B).
reckoned(greater, A, B, C) :- C is max(A, B).

% As told, else a base from a rule, with every line worked in.
figure(Template, Purpose, Args, C, Stack, Value, Proof) :-
    Purpose \== general, !,
    figure_for(Template, Purpose, Args, C, Stack, Value, Proof).
figure(Template, _, Args, C, Stack, Value, Proof) :-
    findall(Op - Told, bound(Template, Args, C, Stack, Op, Told), Bounds),
    (   Bounds \== []
    ->  bounded(Bounds, Value), Proof = told(Template, Args, Bounds)
    ;   roll(Template, Of)
    ->  rolled(Of, Args, Value), Proof = roll(Template, Args)
    ;   findall(about(Rule, Mode, Env), about(Template, general, Args, C, Rule, Mode, Env), About),
        lines(About, Template, C, Stack, y, Open, Lines, Proofs),
        Proof = sum(Template, Args, Value, Proofs),
        (   integer(Open) -> Value = unknown(Open)
        ;   based(Template, C, Lines, Base),
            worked_in(Template, Lines, Base, Value)
        )
    ).

bound(Template, Args, _, _, Op, Told) :-
    figure_fact(Template, Args, Op, Told).
bound(Template, Args, C, Stack, Op, Told) :-
    figure_definition(Template, Args, Head, HeadArgs, Told, Through, Number, Guards),
    fact(Head, HeadArgs, Held),
    ( Held == y -> Op = is ; Through == no, Op = 'is not' ),
    (   Through == through -> true ; guarded(Number, HeadArgs, Guards, C, Stack, y, _) ).

bounded(Bounds, Value) :-
    (   member(is - Told, Bounds), \+ Told = of(_)
    ->  ( forall(member(Bound, Bounds), within(Bound, Told)) -> Value = val(Told) ; Value = unknown(3) )
    ;   Value = unknown(1)
    ).

within(is - of(Values), Told) :- !, member(Value, Values), related(is, Told, Value), !.
within('is not' - of(Values), Told) :- !, \+ within(is - of(Values), Told).
within(Op - Value, Told) :- related(Op, Told, Value).

% The sum of dice of which all are told; a die is not found from the sum.
rolled(sum(Dice), Args, Value) :- Dice = [_ | _], !,
    summed(Dice, Args, 0, Value).
rolled(_, _, unknown(1)).

summed([], _, Total, val(Total)).
summed([Die | Dice], Args, Before, Value) :-
    (   figure_fact(Die, Args, is, Shown), number(Shown)
    ->  Now is Before + Shown, summed(Dice, Args, Now, Value)
    ;   Value = unknown(1)
    ).

lines([], _, _, _, Open, Open, [], []).
lines([about(Rule, Mode, Env) | Rest], Template, C, Stack, Before, Open, Lines, [Proof | Proofs]) :-
    stands(Rule, Env, C, Stack, 0, Truth, Stands),
    (   ( Truth == n ; Truth \== y, Mode \== base, collected(Template) ; Mode == missing, collected(Template) )
    ->  Lines = More, Now = Before, Proof = Stands
    ;   Mode == missing
    ->  Lines = More, Proof = Stands,
        ( Truth == y -> worse(Before, 2, Now) ; worse(Before, Truth, Now) )
    ;   Truth == y
    ->  line(Rule, Env, Amount),
        amount(Amount, C, Stack, Value, Reckoned),
        Lines = [line(Mode, Value) | More], Now = Before, Proof = line(Mode, Value, Stands, Reckoned)
    ;   Lines = More, worse(Before, Truth, Now), Proof = Stands
    ),
    lines(Rest, Template, C, Stack, Now, Open, More, Proofs).

collected(Template) :- closed(Template), silence(Template, base).

based(Template, c(_, Doubt), Lines, Base) :-
    findall(Value, member(line(base, Value), Lines), Values),
    (   Values = [First | Others]
    ->  agreed(Others, First, Base)
    ;   silence(Template, base), start(Template, Start)
    ->  ( Doubt =:= 0 -> Base = val(Start) ; Base = unknown(1) )
    ;   touched(Template) -> Base = unknown(2)
    ;   Base = unknown(1)
    ).

agreed([], Base, Base).
agreed([Value | Values], Before, Base) :-
    (   Before = unknown(_) -> Base = Before
    ;   Value = unknown(_) -> Base = Value
    ;   same(Before, Value) -> agreed(Values, Before, Base)
    ;   Base = unknown(3)
    ).

same(novalue, novalue).
same(val(One), val(Other)) :- related(is, One, Other).

worked_in(Template, Lines, Base, Value) :-
    with(Lines, add, plus, Base, Added),
    with(Lines, multiply, times, Added, Multiplied),
    rounded(Template, Multiplied, Rounded),
    with(Lines, 'at most', lesser, Rounded, Lessened),
    with(Lines, 'at least', greater, Lessened, Value).

with([], _, _, Value, Value).
with([line(Mode, Line) | Lines], Wanted, Op, Before, Value) :-
    ( Mode == Wanted -> combined(Op, Before, Line, Now) ; Now = Before ),
    with(Lines, Wanted, Op, Now, Value).

rounded(Template, val(Number), val(Whole)) :-
    rounding(Template, Way), number(Number), !,
    ( Way == up -> Whole is ceiling(Number) ; Whole is floor(Number) ).
rounded(_, Value, Value).

figure_for(Template, Purpose, Args, C, Stack, Value, for(Purpose, Value, Proofs, Proof)) :-
    findall(about(Rule, Mode, Env), about(Template, Purpose, Args, C, Rule, Mode, Env), About),
    lines(About, Template, C, Stack, y, Open, Lines, Proofs),
    (   integer(Open) -> Value = unknown(Open), Proof = open
    ;   findall(Base, member(line(base, Base), Lines), Bases),
        (   Bases = [First | Others]
        ->  agreed(Others, First, Total), Proof = special
        ;   figure(Template, general, Args, C, Stack, Total, Proof)
        ),
        with(Lines, add, plus, Total, Added),
        with(Lines, multiply, times, Added, Multiplied),
        with(Lines, 'at most', lesser, Multiplied, Lessened),
        with(Lines, 'at least', greater, Lessened, Value)
    ).

% -- questions --------------------------------------------------------------------------------------------------------

% The answer to a question under the facts that are asserted, with its proof.
answer(Question, Answer, Proof) :-
    empty_assoc(Nothing),
    b_setval(settled, Nothing),
    nb_setval(loops, 0),
    found(Question, Answer, Proof).

found(atom(Template, Purpose, Args), Answer, Proof) :-
    verdict(Template, Purpose, Args, c(0, 0), [], 1, Truth, Proof), !,
    Answer = Truth.
found(figure(Template, Purpose, Args), Answer, Proof) :-
    figure(Template, Purpose, Args, c(0, 0), [], Value, Proof), !,
    Answer = Value.

tell([]).
tell([Fact | Facts]) :- assertz(Fact), tell(Facts).

forget([]).
forget([Fact | Facts]) :- retract(Fact), !, forget(Facts).

under(Facts, Question) :-
    tell(Facts),
    answer(Question, _, _),
    forget(Facts).

% Answer every question of a file, one after the other, and time each: so often alone, its facts told, and so often with
% telling and forgetting them. A line each: number, answer, microseconds of the processor for both.
measure(File, Times) :-
    setup_call_cleanup(open(File, read, In, [encoding(utf8)]), measured(In, Times), close(In)).

measured(In, Times) :-
    repeat,
    read_term(In, Term, []),
    (   Term == end_of_file -> !
    ;   Term = question(Number, Facts, Question),
        once(measured(Number, Facts, Question, Times)),
        fail
    ).

measured(Number, Facts, Question, Times) :-
    tell(Facts),
    call_with_inference_limit(answered(Question, Answer), 3000000, Limit),
    (   Limit == inference_limit_exceeded
    ->  forget(Facts),
        reported(Number, 'too long', 0, 0)
    ;   timed(Times, answer(Question, _, _), Alone),
        forget(Facts),
        timed(Times, under(Facts, Question), Whole),
        reported(Number, Answer, Alone, Whole)
    ).

answered(Question, Answer) :- answer(Question, Answer, _), !.
answered(_, failed).

reported(Number, Answer, Alone, Whole) :-
    format("~w\t~w\t~6f\t~6f~n", [Number, Answer, Alone, Whole]),
    flush_output.

timed(0, _, 0) :- !.
timed(Times, Goal, Micros) :-
    statistics(cputime, Begun),
    ( between(1, Times, _), \+ Goal, fail ; true ),
    statistics(cputime, Between),
    ( between(1, Times, _), \+ true, fail ; true ),
    statistics(cputime, Ended),
    Micros is max(0, (2 * Between - Begun - Ended) * 1000000 / Times).
