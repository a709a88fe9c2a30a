  // The trick of my partner gets my most valuable card if those after me are not likely to overtake.
  getTurn(C) :- not(isVarsava), winner(P), P\==0, team(P,0), isSafe, mostValuable(C).
  isSafe :- trickSize(3), !.
  isSafe :- turnWinCard(W), not(canBeBeaten(W)).
  canBeBeaten([4,V]) :- hodnota([4,U],_), U>V, not(seen([4,U])), after(P), not(team(P,0)), !.
  canBeBeaten([S,_]) :- S<4, not(nasledniciMajiBarvu(S)), !.
  canBeBeaten([S,V]) :- S<4, hodnota([S,U],_), U>V, not(seen([S,U])), !.
  mostValuable(C) :- findall(P-C1,(canPlay(C1), C1\==[4,0], hodnota(C1,P)),L), highest(L,C), hodnota(C,P), P>1.

