  // Leading: a declarer with many taroks leads high ones; others lead low cards of short suits.
  getTurn(C) :- trickSize(0), attacks, findall(V-[4,V],(mam([4,V]), V>0),L), L=[_,_,_|_], !, highest(L,C).
  getTurn(C) :- trickSize(0), findall(K-[S,V],(mam([S,V]), S<4, leadKey(S,V,K)),L), L=[_|_], !, lowest(L,C).
  getTurn(C) :- trickSize(0), findall(V-[4,V],mam([4,V]),L), not(keepsPagat), !, highest(L,C).
  getTurn(C) :- trickSize(0), findall(V-[4,V],(mam([4,V]), V>0),L), L=[_|_], !, highest(L,C).
  attacks :- declarer(0), !.
  attacks :- promise.
  leadKey(S,V,K) :- hodnota([S,V],P), suitLength(S,N), K is 10*P+N.

  // Following: the last player wins with the most valuable plain card, or with the lowest card that wins; the others with the
  // highest one, which is hard to overtake.
  getTurn(C) :- trickSize(3), not(partnerWins), findall(K-[S,V],(winningCard([S,V]), S<4, hodnota([S,V],K)),L), L=[_|_], !,
    highest(L,C).
  getTurn(C) :- trickSize(N), N>0, not(partnerWins), findall(K-D,(winningCard(D), D\==[4,0], strength(D,K)),L), L=[_|_], !,
    strongest(N,L,C).
  strongest(3,L,C) :- !, lowest(L,C).
  strongest(_,L,C) :- highest(L,C).
  getTurn([4,0]) :- trickSize(3), canPlay([4,0]), winsNow([4,0]), not(promise), not(keepsForEnd), !.
  partnerWins :- winner(P), P\==0, team(P,0), !.
  winningCard(C) :- canPlay(C), winsNow(C).
  keepsForEnd :- taroks(T), pocetKaret(N), T*2>N, T>=4.

  // Otherwise the cheapest card goes, and Pagat last.
  getTurn(C) :- findall(K-D,(canPlay(D), D\==[4,0], cheapness(D,K)),L), L=[_|_], !, lowest(L,C).
  getTurn(C) :- canPlay(C), !.
  cheapness([S,V],K) :- hodnota([S,V],P), strength([S,V],W), K is 100*P+W.

  // A flek on the game: many taroks against it.
  getFlek(_,3) :- declarer(D), D\==0, taroks(T), T>=8, mam([4,V]), V>=19.

