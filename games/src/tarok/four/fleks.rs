//! Fleks: the right to give one, and the information about the holder of the called tarok that it gives to everybody.
//!
//! A flek and a super flek are for players who cannot be sure to be on the side that plays the target; a kontra is for
//! players of that side who are sure. A player is sure of a team if all holders of the called tarok that the public course of
//! the deal and the own holding leave open agree.

use boardwright_game::ids::Player;

use super::contract::{FourOptions, Target};
use super::state::{FlekCall, FourState, PLAYERS, Stage};

/// The player who plays a target; `None` if it is not announced.
pub fn owner(state: &FourState, target: Target) -> Option<Player> {
    match target.bonus() {
        None => state.declarer(),
        Some(bonus) => state.committed_player(bonus),
    }
}

/// `true` if two seats are on one side when `holder` is the seat that holds the called tarok.
fn is_one_side(declarer: usize, holder: usize, one: usize, other: usize) -> bool {
    let side = |seat: usize| seat == declarer || seat == holder;
    side(one) == side(other)
}

/// `true` if `player` is sure to be on one side with `other`. `is_holder` is `true` if the player holds the called tarok.
pub fn is_surely_partner(state: &FourState, player: Player, other: Player, is_holder: bool) -> bool {
    let Some((declarer, bid)) = state.declared() else { return player == other };
    let (declarer, one, other) = (declarer.index(), player.index(), other.index());
    if !bid.calls_partner() {
        return is_one_side(declarer, declarer, one, other);
    }
    let own = 1 << one;
    let possible = if is_holder { own } else { state.candidates & !own };
    (0..PLAYERS).filter(|&holder| possible >> holder & 1 != 0).all(|holder| is_one_side(declarer, holder, one, other))
}

/// `true` if the player may raise the flek on a target, holding the called tarok or not.
fn can_give_as(state: &FourState, player: Player, target: Target, is_holder: bool, options: FourOptions) -> bool {
    let Some(owner) = owner(state, target) else { return false };
    let level = state.fleks[target.index()];
    if level >= options.fleks {
        return false;
    }
    let is_sure = player == owner || is_surely_partner(state, player, owner, is_holder);
    is_sure == (level % 2 == 1)
}

/// `true` if the player may raise the flek on a target.
pub fn can_give(state: &FourState, player: Player, target: Target, options: FourOptions) -> bool {
    can_give_as(state, player, target, state.holder == Some(player), options)
}

/// `true` if the player may raise some flek, as far as everybody knows.
fn could_give(state: &FourState, player: Player, options: FourOptions) -> bool {
    let is_candidate = state.candidates >> player.index() & 1 != 0;
    let is_other = state.candidates & !(1 << player.index()) != 0 || state.candidates == 0;
    let can =
        |is_holder: bool| Target::ALL.into_iter().any(|target| can_give_as(state, player, target, is_holder, options));
    is_candidate && can(true) || is_other && can(false)
}

/// Candidates that a flek of this player leaves: those with whom it was legal.
fn candidates_after(state: &FourState, player: Player, target: Target, options: FourOptions) -> u8 {
    let remains = |seat: &usize| {
        let is_candidate = state.candidates >> seat & 1 != 0;
        is_candidate && can_give_as(state, player, target, *seat == player.index(), options)
    };
    (0..PLAYERS).filter(remains).map(|seat| 1 << seat).sum()
}

impl FourState {
    /// Begins the round of fleks with forehand.
    pub(super) fn begin_fleks(&mut self, options: FourOptions) {
        self.flek_silence = 0;
        self.ask_for_flek(self.forehand, options);
    }

    /// Asks the next player from `player` on who could give a flek, or begins the play.
    fn ask_for_flek(&mut self, mut player: Player, options: FourOptions) {
        while usize::from(self.flek_silence) < PLAYERS {
            if could_give(self, player, options) {
                self.stage = Stage::Flek(player);
                return;
            }
            self.flek_silence += 1;
            player = player.next(PLAYERS);
        }
        self.stage = Stage::Play(self.leader);
    }

    /// Gives a flek of the next level; the player is asked again.
    pub(super) fn give_flek(&mut self, target: Target, options: FourOptions) {
        let Stage::Flek(player) = self.stage else { return };
        self.candidates = candidates_after(self, player, target, options);
        self.fleks[target.index()] += 1;
        let flek = Some((target, self.fleks[target.index()]));
        self.flek_calls.push(FlekCall { player, flek });
        self.flek_silence = 0;
        self.ask_for_flek(player, options);
    }

    /// Gives no more fleks.
    pub(super) fn give_no_flek(&mut self, options: FourOptions) {
        let Stage::Flek(player) = self.stage else { return };
        self.flek_calls.push(FlekCall { player, flek: None });
        self.flek_silence += 1;
        self.ask_for_flek(player.next(PLAYERS), options);
    }
}
