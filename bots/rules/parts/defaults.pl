  // Without a reason the player agrees, announces nothing and gives no flek.
  getBit(-1).
  getBonus(none).
  getFlek(none,none).
