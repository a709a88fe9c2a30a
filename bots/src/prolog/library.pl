% Predicates of the library. A program that defines one of them replaces it.

append([], Ys, Ys).
append([X|Xs], Ys, [X|Zs]) :- append(Xs, Ys, Zs).

append(Lists, All) :- '$concatenate'(Lists, All).
'$concatenate'([], []).
'$concatenate'([Xs|Rest], All) :- append(Xs, Tail, All), '$concatenate'(Rest, Tail).

member(X, [Y|Ys]) :- '$member'(Ys, X, Y).
'$member'(_, X, X).
'$member'([Y|Ys], X, _) :- '$member'(Ys, X, Y).

memberchk(X, Xs) :- member(X, Xs), !.

'$length'(Xs, N) :- '$length'(Xs, 0, N).
'$length'([], N, N).
'$length'([_|Xs], Sofar, N) :- Next is Sofar + 1, '$length'(Xs, Next, N).
'$count'(Xs, N) :- '$elements'(N, Xs), !.
'$elements'(0, []) :- !.
'$elements'(N, [_|Xs]) :- Rest is N - 1, '$elements'(Rest, Xs).

nth0(I, Xs, X) :- integer(I), !, I >= 0, '$nth'(I, Xs, X).
nth0(I, Xs, X) :- var(I), !, '$nth'(Xs, X, 0, I).
nth0(I, _, _) :- throw(error(type_error(integer, I), _)).
nth1(I, Xs, X) :- integer(I), !, I >= 1, J is I - 1, '$nth'(J, Xs, X).
nth1(I, Xs, X) :- var(I), !, '$nth'(Xs, X, 1, I).
nth1(I, _, _) :- throw(error(type_error(integer, I), _)).
'$nth'(0, [X|_], X) :- !.
'$nth'(I, [_|Xs], X) :- J is I - 1, '$nth'(J, Xs, X).
'$nth'([Y|Ys], X, N, I) :- '$nth_of'(Ys, Y, X, N, I).
'$nth_of'(_, X, X, N, N).
'$nth_of'([Y|Ys], _, X, N, I) :- M is N + 1, '$nth_of'(Ys, Y, X, M, I).

last([X], X) :- !.
last([_|Xs], X) :- last(Xs, X).

reverse(Xs, Ys) :- '$reverse'(Xs, [], Ys).
'$reverse'([], Ys, Ys).
'$reverse'([X|Xs], Sofar, Ys) :- '$reverse'(Xs, [X|Sofar], Ys).

select(X, [X|Xs], Xs).
select(X, [Y|Ys], [Y|Zs]) :- select(X, Ys, Zs).

selectchk(X, Xs, Rest) :- select(X, Xs, Rest), !.

exclude(_, [], []).
exclude(G, [X|Xs], Kept) :-
    ( call(G, X) -> Kept = Rest ; Kept = [X|Rest] ),
    exclude(G, Xs, Rest).

include(_, [], []).
include(G, [X|Xs], Kept) :-
    ( call(G, X) -> Kept = [X|Rest] ; Kept = Rest ),
    include(G, Xs, Rest).

maplist(_, []).
maplist(G, [X|Xs]) :- call(G, X), maplist(G, Xs).
maplist(_, [], []).
maplist(G, [X|Xs], [Y|Ys]) :- call(G, X, Y), maplist(G, Xs, Ys).

foldl(G, Xs, Start, End) :- '$foldl'(Xs, G, Start, End).
'$foldl'([], _, End, End).
'$foldl'([X|Xs], G, Start, End) :- call(G, X, Start, Next), '$foldl'(Xs, G, Next, End).

subtract([], _, []).
subtract([X|Xs], Ys, Rest) :- memberchk(X, Ys), !, subtract(Xs, Ys, Rest).
subtract([X|Xs], Ys, [X|Rest]) :- subtract(Xs, Ys, Rest).

intersection([], _, []).
intersection([X|Xs], Ys, [X|Zs]) :- memberchk(X, Ys), !, intersection(Xs, Ys, Zs).
intersection([_|Xs], Ys, Zs) :- intersection(Xs, Ys, Zs).

delete([], _, []).
delete([X|Xs], Y, Rest) :- X \= Y, !, Rest = [X|More], delete(Xs, Y, More).
delete([_|Xs], Y, Rest) :- delete(Xs, Y, Rest).

permutation([], []).
permutation(Xs, [X|Ys]) :- select(X, Xs, Rest), permutation(Rest, Ys).

sum_list(Xs, Sum) :- '$sum'(Xs, 0, Sum).
'$sum'([], Sum, Sum).
'$sum'([X|Xs], Sofar, Sum) :- Next is Sofar + X, '$sum'(Xs, Next, Sum).

max_list([X|Xs], Max) :- '$max'(Xs, X, Max).
'$max'([], Max, Max).
'$max'([X|Xs], Sofar, Max) :- Next is max(Sofar, X), '$max'(Xs, Next, Max).

min_list([X|Xs], Min) :- '$min'(Xs, X, Min).
'$min'([], Min, Min).
'$min'([X|Xs], Sofar, Min) :- Next is min(Sofar, X), '$min'(Xs, Next, Min).

numlist(Low, High, []) :- Low > High, !, fail.
numlist(Low, High, List) :- '$numlist'(Low, High, List).
'$numlist'(High, High, [High]) :- !.
'$numlist'(Low, High, [Low|Rest]) :- Next is Low + 1, '$numlist'(Next, High, Rest).

list_to_set(Xs, Set) :- '$to_set'(Xs, [], Set).
'$to_set'([], _, []).
'$to_set'([X|Xs], Known, Set) :- '$is_known'(X, Known), !, '$to_set'(Xs, Known, Set).
'$to_set'([X|Xs], Known, [X|Set]) :- '$to_set'(Xs, [X|Known], Set).
'$is_known'(X, [Y|_]) :- X == Y, !.
'$is_known'(X, [_|Ys]) :- '$is_known'(X, Ys).

once(G) :- call(G), !.
ignore(G) :- call(G), !.
ignore(_).
forall(Condition, Action) :- \+ (call(Condition), \+ call(Action)).

aggregate_all(count, G, N) :- !, findall(x, G, Xs), length(Xs, N).
aggregate_all(sum(E), G, Sum) :- !, findall(E, G, Es), sum_list(Es, Sum).
aggregate_all(max(E), G, Max) :- !, findall(E, G, Es), max_list(Es, Max).
aggregate_all(min(E), G, Min) :- !, findall(E, G, Es), min_list(Es, Min).
aggregate_all(bag(E), G, Es) :- !, findall(E, G, Es).
aggregate_all(set(E), G, Set) :- !, findall(E, G, Es), sort(Es, Set).

findall(T, G, Xs, Tail) :- findall(T, G, Found), append(Found, Tail, Xs).

'$functor'(T, Name, Arity) :- throw(error(instantiation_error, functor(T, Name, Arity))).
'$arg'(I, T, A) :- functor(T, _, Arity), between(1, Arity, I), arg(I, T, A).
