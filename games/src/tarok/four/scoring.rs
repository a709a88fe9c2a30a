//! Scores of a deal that is over. The scores of all players add up to zero.

use boardwright_game::ids::Player;

use super::contract::{Bid, Bonus, Bonuses, FourOptions, Target};
use super::state::{FourState, HAND, PLAYERS, Stage, seats};
use crate::tarok::cards::{ALL_POINTS, Card, CardSet};

/// Card points of half the deck.
pub const HALF: i32 = ALL_POINTS as i32 / 2;
/// Points in varsava that every other player gets, by the smallest number of card points of the loser.
pub const VARSAVA_TARIFF: [(u32, i32); 3] = [(40, 40), (30, 20), (0, 10)];

/// Kinds of scores, as they are reported.
pub const SCORE_KINDS: [&str; 4] = ["game", "announcements", "pagat", "valat"];

/// Scores of a deal by player and kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScoreSheet {
    /// Scores of the kinds in [`SCORE_KINDS`], by player.
    pub kinds: [[i32; SCORE_KINDS.len()]; PLAYERS],
}

impl ScoreSheet {
    /// Score of a player.
    pub fn total(&self, player: Player) -> i32 {
        self.kinds[player.index()].iter().sum()
    }

    /// Scores of all players.
    pub fn totals(&self) -> [i32; PLAYERS] {
        seats().map(|player| self.total(player))
    }
}

/// Cards that count for a side: tricks and cards laid aside of its players. The side against the declarer also gets the
/// cards of the talon that nobody took.
pub fn side_pile(state: &FourState, is_declarer_side: bool, options: FourOptions) -> CardSet {
    let side = state.declarer_side().unwrap_or(0);
    let members = seats().into_iter().filter(|player| (side >> player.index() & 1 != 0) == is_declarer_side);
    let own = |player: Player| state.piles[player.index()].union(state.laid_by(player));
    let pile = members.map(own).fold(CardSet::EMPTY, CardSet::union);
    if is_declarer_side { pile } else { pile.union(state.untaken_talon(options)) }
}

/// Card points of the declarer's side.
pub fn declarer_points(state: &FourState, options: FourOptions) -> i32 {
    side_pile(state, true, options).points() as i32
}

/// Factor of the game.
pub fn game_factor(state: &FourState, options: FourOptions) -> i32 {
    match state.declared() {
        Some((_, Bid::Trojka)) => i32::from(state.looks.max(1)),
        Some((_, Bid::Solo)) => i32::from(options.solo_factor),
        _ => 1,
    }
}

/// Factor of the fleks on a target.
pub fn flek_factor(state: &FourState, target: Target) -> i32 {
    1 << state.fleks[target.index()]
}

/// Values of the kinds of scores for the declarer's side, from each opponent; all zero in varsava and before the end.
pub fn side_values(state: &FourState, options: FourOptions) -> [i32; SCORE_KINDS.len()] {
    let (Stage::Over, Some(side)) = (state.stage, state.declarer_side()) else { return [0; SCORE_KINDS.len()] };
    let sign = |player: Player| if side >> player.index() & 1 != 0 { 1 } else { -1 };
    let factor = game_factor(state, options) * flek_factor(state, Target::Game);
    let game = (declarer_points(state, options) - HALF) * factor;
    let revealed = seats().map(|player| sign(player) * state.revealed[player.index()].value()).iter().sum();
    let pagat = pagat_value(state, options).map_or(0, |(player, value)| sign(player) * value);
    let mut valat = 0;
    if let Some(player) = state.committed_player(Bonus::Valat) {
        let is_made = side_tricks(state, side, sign(player)) == HAND;
        let value = Bonus::Valat.value() * flek_factor(state, Target::Valat);
        valat += sign(player) * if is_made { value } else { -value };
    }
    for one in [1, -1] {
        let is_announced = state.committed_player(Bonus::Valat).is_some_and(|player| sign(player) == one);
        if !is_announced && side_tricks(state, side, one) == HAND {
            valat += one * Bonus::Valat.value() / 2;
        }
    }
    [game, revealed, pagat, valat]
}

/// Number of tricks of the declarer's side for the sign 1, of the other side for -1.
fn side_tricks(state: &FourState, side: u8, sign: i32) -> usize {
    let is_member = |player: &Player| (side >> player.index() & 1 != 0) == (sign == 1);
    seats().into_iter().filter(is_member).map(|player| usize::from(state.tricks[player.index()])).sum()
}

/// Value of the pagat in the last trick for the player who announced or played it.
fn pagat_value(state: &FourState, options: FourOptions) -> Option<(Player, i32)> {
    let value = Bonus::Pagat.value();
    let (winner, card) = state.last_trick?;
    if let Some(player) = state.committed_player(Bonus::Pagat) {
        let value = value * flek_factor(state, Target::Pagat);
        return Some((player, if (winner, card) == (player, Card::PAGAT) { value } else { -value }));
    }
    if card == Card::PAGAT {
        return Some((winner, value / 2));
    }
    // The last trick has the last cards.
    let start = state.played().len().saturating_sub(PLAYERS);
    let beaten = state.plays().skip(start).find(|&(_, card)| card == Card::PAGAT);
    beaten.filter(|_| options.beaten_pagat_costs).map(|(player, _)| (player, -value / 2))
}

/// Scores of a deal that is over; all zero before.
pub fn score_sheet(state: &FourState, options: FourOptions) -> ScoreSheet {
    let mut sheet = ScoreSheet::default();
    if state.stage != Stage::Over {
        return sheet;
    }
    let Some(side) = state.declarer_side() else {
        let points = state.piles.map(CardSet::points);
        for (kinds, score) in sheet.kinds.iter_mut().zip(varsava_scores(points, state.piles.map(CardSet::is_empty))) {
            kinds[0] = score;
        }
        return sheet;
    };
    // A declarer who plays alone gets the value from each of the three others.
    let share = if side.is_power_of_two() { PLAYERS as i32 - 1 } else { 1 };
    let values = side_values(state, options);
    for player in seats() {
        let factor = if side >> player.index() & 1 != 0 { share } else { -1 };
        sheet.kinds[player.index()] = values.map(|value| factor * value);
    }
    sheet
}

/// Scores in varsava by the card points of the players, and by who took no card. The players with most points lose; each of
/// the others gets the tariff, twice if the player took no card. Several losers pay equal shares, in whole points.
pub fn varsava_scores(points: [u32; PLAYERS], is_empty: [bool; PLAYERS]) -> [i32; PLAYERS] {
    let most = points.into_iter().max().unwrap_or(0);
    let losers = points.iter().filter(|&&points| points == most).count() as i32;
    let tariff = VARSAVA_TARIFF.into_iter().find(|&(least, _)| most >= least).map_or(0, |(_, tariff)| tariff);
    let share = |seat: usize| if is_empty[seat] { 2 * tariff / losers } else { tariff / losers };
    let winners = || (0..PLAYERS).filter(|&seat| points[seat] != most);
    let paid: i32 = winners().map(share).sum();
    std::array::from_fn(|seat| if points[seat] == most { -paid } else { share(seat) * losers })
}

/// Committing bonuses that a player announced and made, or made in silence.
pub fn bonuses_made(state: &FourState) -> [Bonuses; PLAYERS] {
    let mut made = [Bonuses::NONE; PLAYERS];
    let (Stage::Over, Some(side)) = (state.stage, state.declarer_side()) else { return made };
    if let Some((winner, Card::PAGAT)) = state.last_trick {
        made[winner.index()] = made[winner.index()].with(Bonus::Pagat);
    }
    for player in seats() {
        let sign = if side >> player.index() & 1 != 0 { 1 } else { -1 };
        if side_tricks(state, side, sign) == HAND {
            made[player.index()] = made[player.index()].with(Bonus::Valat);
        }
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losers_of_varsava_pay_the_tariff() {
        let pay = |points| varsava_scores(points, points.map(|points| points == 0));
        assert_eq!(pay([30, 30, 0, 10]), [-30, -30, 40, 20]);
        assert_eq!(pay([70, 0, 0, 0]), [-240, 80, 80, 80]);
        assert_eq!(pay([17, 17, 17, 17]), [0; 4]);
        assert_eq!(pay([29, 20, 15, 6]), [-30, 10, 10, 10]);
        // A third of ten is three whole points.
        assert_eq!(pay([23, 23, 23, 1]), [-3, -3, -3, 9]);
    }
}
