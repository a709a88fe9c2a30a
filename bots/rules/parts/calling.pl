  // After the auction the highest called tarok that I do not hold is called.
  getBit(B) :- agreed(3), lastBid(0,1), callCode(1,B), !.
  getBit(B) :- agreed(3), lastBid(0,6), callCode(6,B), !.
  callCode(G,B) :- member(K,[1,2,3,4]), B is G+K, povinnost(B,V), not(mam([4,V])), !.
  callCode(G,B) :- B is G+1.

