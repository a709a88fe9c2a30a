//! Pairing of participants: meetings, seats and rounds. It works on player numbers and points; it does not depend on
//! games.

mod fixed;
mod knockout;
mod ladder;
mod seating;
mod swiss;

pub use seating::seatings;

use super::config::Pairing;

/// Result of a meeting: the points of all its games, in the order of its players.
#[derive(Clone, Debug, PartialEq)]
pub struct MeetingResult {
    /// Indices of the players, the better seeded first.
    pub players: Vec<usize>,
    /// Points of each player.
    pub points: Vec<f64>,
}

impl MeetingResult {
    /// Player with more points; on a tie the one with the better seed.
    fn winner(&self) -> usize {
        if self.points[1] > self.points[0] { self.players[1] } else { self.players[0] }
    }
}

/// Pairs the round after those already played; empty when the tournament is over. A game has `seats` players.
pub fn next_round(
    pairing: Pairing,
    players: usize,
    seats: usize,
    rounds: Option<u32>,
    played: &[Vec<MeetingResult>],
) -> Vec<Vec<usize>> {
    match pairing {
        Pairing::RoundRobin if played.is_empty() => fixed::combinations(players, seats),
        Pairing::Gauntlet if played.is_empty() => fixed::combinations_with_first(players, seats),
        Pairing::RoundRobin | Pairing::Gauntlet => Vec::new(),
        Pairing::Knockout => knockout::next_round(players, played),
        Pairing::Swiss => swiss::next_round(players, rounds, played),
        Pairing::Ladder => ladder::next_round(players, rounds, played),
    }
}

/// Number of meetings of a pairing system that does not depend on results; `None` for others. A game has `seats` players.
pub fn fixed_meetings(pairing: Pairing, players: usize, seats: usize) -> Option<u64> {
    match pairing {
        Pairing::RoundRobin => Some(fixed::combination_count(players, seats)),
        // The first player is in each of them.
        Pairing::Gauntlet if seats == 1 => Some(players.min(1) as u64),
        Pairing::Gauntlet => Some(fixed::combination_count(players.saturating_sub(1), seats.saturating_sub(1))),
        Pairing::Knockout | Pairing::Swiss | Pairing::Ladder => None,
    }
}

/// Number of rounds after which a single player can be best: the logarithm to base two, rounded up.
fn rounds_needed(players: usize) -> u32 {
    players.max(2).next_power_of_two().trailing_zeros()
}
