//! Who meets whom, at which seats, and in which round. It knows players as numbers and results as points; no games.

mod fixed;
mod knockout;
mod ladder;
mod seating;
mod swiss;

pub use seating::seatings;

use super::config::Pairing;

/// What a meeting gave each of its players, by its order: points of all its games.
#[derive(Clone, Debug, PartialEq)]
pub struct Met {
    /// Who met, the better seeded first.
    pub players: Vec<usize>,
    /// Points of each.
    pub points: Vec<f64>,
}

impl Met {
    /// Who of two was better; the one that was seeded better where they were equal.
    fn winner(&self) -> usize {
        if self.points[1] > self.points[0] { self.players[1] } else { self.players[0] }
    }
}

/// The meetings of the round after those that were played; nothing when the tournament is over. `seats` players sit at a game.
pub fn next_round(
    pairing: Pairing,
    players: usize,
    seats: usize,
    rounds: Option<u32>,
    played: &[Vec<Met>],
) -> Vec<Vec<usize>> {
    match pairing {
        Pairing::RoundRobin if played.is_empty() => fixed::combinations(players, seats),
        Pairing::Gauntlet if played.is_empty() => fixed::with_first(players, seats),
        Pairing::RoundRobin | Pairing::Gauntlet => Vec::new(),
        Pairing::Knockout => knockout::next(players, played),
        Pairing::Swiss => swiss::next(players, rounds, played),
        Pairing::Ladder => ladder::next(players, rounds, played),
    }
}

/// Rounds after which one of so many can be best alone: the logarithm to base two.
fn enough_rounds(players: usize) -> u32 {
    players.max(2).next_power_of_two().trailing_zeros()
}
