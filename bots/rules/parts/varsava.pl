  // Varsava: declared with few high cards; then tricks are avoided.
  getBit(0) :- agreed(3), lastBid(0,1), taroks(T), T=<2, findall(C,(mam(C), hodnota(C,P), P>=4),L), length(L,N), N=<1, !.
  getTurn(C) :- isVarsava, avoid(C).
  avoid(C) :- trickSize(0), !, findall(K-D,(canPlay(D), strength(D,K)),L), lowest(L,C).
  avoid(C) :- turnWinCard(W), findall(K-D,(canPlay(D), not(isBigger(D,W)), strength(D,K)),L), L=[_|_], !, highest(L,C).
  avoid(C) :- findall(K-D,(canPlay(D), strength(D,K)),L), lowest(L,C).
  strength([4,V],K) :- !, K is V+10.
  strength([_,V],V).

