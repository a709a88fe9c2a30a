  // Players, and the tarok that each call asks for.
  playerPos(0).
  playerPos(1).
  playerPos(2).
  playerPos(3).
  povinnost(2,18).
  povinnost(3,17).
  povinnost(4,16).
  povinnost(5,15).
  povinnost(7,18).
  povinnost(8,17).
  povinnost(9,16).
  povinnost(10,15).

  // Facts of events: mam(CARD), pouzil(TRICK,PLAYER,CARD,ORDER), bit(PLAYER,CODE), bonus(PLAYER,CODE),
  // flek(PLAYER,TARGET,LEVEL), turn(TRICK), pocetKaret(COUNT), hrac(PLAYER,SUIT,LEAST,MOST).
  turn(0).
  pocetKaret(0).
  lastBid(none,-1).
  agreed(0).
  hrac(P,S,0,8) :- member(P,[1,2,3]), member(S,[0,1,2,3]), not(void(P,S)).
  hrac(P,S,0,0) :- void(P,S).
  hrac(P,4,10,12) :- bonus(P,0).
  hrac(P,4,8,9) :- bonus(P,3).
  hrac(P,4,1,2) :- bonus(P,4).
  hrac(P,4,0,0) :- bonus(P,7).

  // Number of cards in the current trick; 0 if the next card begins a trick.
  turnOrder(N) :- cardsInTrick(M), !, N=M.
  cardsInTrick(5) :- turn(T), pouzil(T,_,_,5).
  cardsInTrick(4) :- turn(T), pouzil(T,_,_,4).
  cardsInTrick(3) :- turn(T), pouzil(T,_,_,3).
  cardsInTrick(2) :- turn(T), pouzil(T,_,_,2).
  cardsInTrick(1) :- turn(T), pouzil(T,_,_,1).
  cardsInTrick(0).
  newTrick(0,_) :- !.
  newTrick(_,N) :- N>=4.
  trickSize(N) :- turn(T), turnOrder(M), sizeOf(T,M,N).
  sizeOf(T,M,0) :- newTrick(T,M), !.
  sizeOf(_,N,N).

  // Game, declarer and teams.
  game(G) :- lastBid(_,G).
  declarer(P) :- lastBid(P,_).
  called(V) :- game(G), povinnost(G,V).
  isVarsava :- game(0).
  team(P,P).
  team(P,Q) :- P\==Q, game(G), teamOf(G,P,Q).
  teamOf(G,P,Q) :- G>10, !, declarer(D), P\==D, Q\==D.
  teamOf(G,P,Q) :- G>0, declarer(D), called(V), holder(V,H), sameSide(D,H,P,Q).
  sameSide(D,D,P,Q) :- !, P\==D, Q\==D.
  sameSide(D,H,P,Q) :- side(D,H,P,S), side(D,H,Q,S).
  side(D,H,P,declaring) :- member(P,[D,H]), !.
  side(_,_,_,defending).
  holder(V,0) :- mam([4,V]), !.
  holder(V,P) :- pouzil(_,P,[4,V],_).

  // Cards: the first beats the second; the one that is winning the trick; the legal ones.
  isBigger([S,V],[S,W]) :- !, V>W.
  isBigger([4,_],_).
  led(S) :- trickSize(N), N>0, turn(T), pouzil(T,_,[S,_],1).
  onTable(P,C) :- trickSize(N), N>0, turn(T), pouzil(T,P,C,_).
  turnWinCard(C) :- led(S), onTable(_,C), follows(C,S), not((onTable(_,D), isBigger(D,C))), !.
  follows([S,_],S) :- !.
  follows([4,_],_).
  winner(P) :- turnWinCard(C), onTable(P,C).
  canPlay(C) :- mam(C), obeysSuit(C), obeysVarsava(C).
  obeysSuit(_) :- trickSize(0), !.
  obeysSuit([S,_]) :- led(L), mam([L,_]), !, S=L.
  obeysSuit([S,_]) :- mam([4,_]), !, S=4.
  obeysSuit(_).
  obeysVarsava(C) :- isVarsava, turnWinCard(W), mam(D), obeysSuit(D), isBigger(D,W), !, isBigger(C,W).
  obeysVarsava(_).

  // The cards of a suit that I have not seen, and what the players after me can do.
  seen(C) :- mam(C).
  seen(C) :- pouzil(_,_,C,_).
  seen(C) :- discarded(C).
  seen(C) :- odlozil(_,C).
  unseen(S,N) :- findall(V,(hodnota([S,V],_), not(seen([S,V]))),L), length(L,N).
  after(P) :- trickSize(0), !, member(P,[3,2,1]).
  after(P) :- trickSize(1), !, member(P,[3,2]).
  after(3) :- trickSize(2).
  mayHave(P,S) :- not(void(P,S)).
  nasledniciMajiBarvu(S) :- findall(P,after(P),L), length(L,N), unseen(S,M), M>=N, forall(member(P,L),mayHave(P,S)).

  // Number of my taroks and of my cards of a suit.
  suitLength(S,N) :- findall(V,mam([S,V]),L), length(L,N).
  taroks(N) :- suitLength(4,N).

  // Cards to lay aside: more than 12 cards in hand. Queens and knights of short suits go first.
  isDiscard :- pocetKaret(N), N>12.
  discard(C) :- findall(K-[S,V],(mam([S,V]), S<4, V<7, discardKey(S,V,K)),L), L=[_|_], !, sort(0,@>=,L,[_-C|_]).
  discard([4,V]) :- mam([4,V]), hodnota([4,V],1), !.
  discardKey(S,V,K) :- hodnota([S,V],P), suitLength(S,N), K is 10*P-N.

  // The best card of a list by a key: highest or lowest.
  highest(L,C) :- sort(0,@>=,L,[_-C|_]).
  lowest(L,C) :- sort(0,@=<,L,[_-C|_]).

