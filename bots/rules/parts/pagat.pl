  // Second duty is bid, and Pagat announced, with Pagat and many taroks.
  getBit(6) :- agreed(N), N<3, lastBid(_,G), G<6, mam([4,0]), taroks(T), T>=9, mam([4,V]), V>=20, !.
  getBonus(1) :- mam([4,0]), taroks(T), T>=9, not(bonus(0,1)).
  promise :- bonus(0,1).

  // Pagat is kept for the last trick.
  getTurn([4,0]) :- pocetKaret(1), mam([4,0]), !.
  keepsPagat :- mam([4,0]), pocetKaret(N), N>1.
  getTurn(C) :- promise, keepsPagat, findall(K-D,(canPlay(D), D\==[4,0], lossOf(D,K)),L), L=[_|_], !, lowest(L,C).
  lossOf([4,V],K) :- !, K is 10+V.
  lossOf(C,K) :- hodnota(C,K).

  // Against an announced Pagat of the others taroks are led, so that its holder runs out of them.
  getTurn(C) :- trickSize(0), bonus(P,1), not(team(P,0)), findall(V-[4,V],(mam([4,V]), V>0),L), L=[_|_], !, highest(L,C).

  // A flek on Pagat is given at random, more often with more taroks.
  getFlek(1,_) :- bonus(P,1), not(team(P,0)), taroks(T), T>=4, random(12,R), R<T-2.

