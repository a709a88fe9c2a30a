% Clauses of the goals in goals.txt.
:- dynamic counter/1, item/2, seen/1, empty/1.

parent(anna, ben).
parent(anna, cyril).
parent(ben, dana).
parent(cyril, emil).
parent(dana, filip).

ancestor(X, Y) :- parent(X, Y).
ancestor(X, Z) :- parent(X, Y), ancestor(Y, Z).

edge(1, 2).
edge(2, 3).
edge(3, 1).
edge(3, 4).

path(X, Y, Seen) :- edge(X, Y), \+ member(Y, Seen).
path(X, Z, Seen) :- edge(X, Y), \+ member(Y, Seen), path(Y, Z, [Y|Seen]).

fact(0, 1) :- !.
fact(N, F) :- N > 0, M is N - 1, fact(M, G), F is N * G.

fib(0, 0).
fib(1, 1).
fib(N, F) :- N > 1, A is N - 1, B is N - 2, fib(A, X), fib(B, Y), F is X + Y.

count(N, N) :- !.
count(N, M) :- K is N + 1, count(K, M).

max(X, Y, X) :- X >= Y, !.
max(_, Y, Y).

kind(X, negative) :- X < 0, !.
kind(0, zero) :- !.
kind(_, positive).

quicksort([], []).
quicksort([X|Xs], Sorted) :-
    partition(Xs, X, Small, Large),
    quicksort(Small, A), quicksort(Large, B),
    append(A, [X|B], Sorted).
partition([], _, [], []).
partition([Y|Ys], X, [Y|Small], Large) :- Y =< X, !, partition(Ys, X, Small, Large).
partition([Y|Ys], X, Small, [Y|Large]) :- partition(Ys, X, Small, Large).

queens(N, Qs) :- numlist(1, N, Ns), permutation(Ns, Qs), safe(Qs).
safe([]).
safe([Q|Qs]) :- no_attack(Q, Qs, 1), safe(Qs).
no_attack(_, [], _).
no_attack(Q, [R|Rs], D) :- Q =\= R + D, Q =\= R - D, E is D + 1, no_attack(Q, Rs, E).

hanoi(0, _, _, _, []) :- !.
hanoi(N, A, B, C, Moves) :-
    M is N - 1, hanoi(M, A, C, B, First), hanoi(M, C, B, A, Second),
    append(First, [A-B|Second], Moves).

cutter(1) :- true ; true.
cutter(2) :- !.
cutter(3).

first_of(X, Xs) :- member(X, Xs), !.

guard(X) :- ( X > 5 -> true ; X < 0 -> true ; fail ).

counter(0).
item(a, 1).
item(b, 2).
item(a, 3).

bump :- retract(counter(N)), M is N + 1, assertz(counter(M)).

mam([0, 7]).
mam([4, 21]).
mam([2, 3]).
value([0, 7], 5).
value([4, 21], 5).
value([2, 3], 1).
best(Card) :- mam(Card), value(Card, 5).

nested(f(g(X, h(Y)), [X, Y|_])).
odd_one(X) :- catch(check(X), bad(R), R = caught).
check(X) :- var(X), !, throw(bad(_)).
check(X) :- X > 1, throw(bad(X)).
check(_).
double(X, Y) :- Y is 2 * X.
even(X) :- 0 is X mod 2.
add(X, Y, Z) :- Z is X + Y.
