  // A king that wins now is played if nobody after me is likely to ruff.
  getTurn([S,7]) :- not(isVarsava), canPlay([S,7]), S<4, winsNow([S,7]), nasledniciMajiBarvu(S).
  winsNow(_) :- trickSize(0), !.
  winsNow(C) :- turnWinCard(W), isBigger(C,W).

