  // Games of one player against three, and Valat.
  getBit(14) :- not(talonSeen), agreed(N), N<3, lastBid(_,G), G<14, taroks(T), T>=9, mam([4,21]), mam([4,20]), mam([S,7]), S<4, !.
  getBit(11) :- not(talonSeen), agreed(N), N<3, lastBid(_,G), G<11, taroks(T), T>=8, mam([4,21]), mam([4,V]), V>=18, V<21, !.
  getBit(11) :- lastBid(0,11), talonSeen, talonPoints(P), P>=4, !.
  getBit(12) :- lastBid(0,11), talonSeen, !.
  getBit(12) :- lastBid(0,12), talonSeen, talonPoints(P), P>=3, !.
  getBit(13) :- lastBid(0,12), talonSeen, !.
  talonSeen :- talon(_), !.
  talonPoints(P) :- findall(X,(talon([4,V]), hodnota([4,V],Y), X is Y+1),L), findall(Y,(talon([S,V]), S<4, hodnota([S,V],Y)),M),
    sum_list(L,A), sum_list(M,B), P is A+B-3.
  getBonus(2) :- mam([4,21]), mam([4,20]), taroks(T), T>=11.

