//! Reference implementation of bridge and torch: the places of all people, and the minutes spent. It does not use the game
//! file.

use boardwright_tests::reference::{ReferenceGame, assert_same_counts, assert_same_games};
use boardwright_tests::{compiled, with_options};

use super::lines_of_play::{count_by_depth, replay, replay_winner, shortest_win};

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Place {
    Bank(usize),
    Bridge,
}

#[derive(Clone)]
pub struct Crossing {
    minutes: Vec<u32>,
    limit: u32,
    people: Vec<Place>,
    /// The bank where the torch is.
    torch: usize,
    minutes_spent: u32,
}

/// The initial position with all people on bank 1; `minutes` is the time of each.
pub fn start(minutes: &[u32], limit: u32) -> Crossing {
    Crossing {
        minutes: minutes.to_vec(),
        limit,
        people: vec![Place::Bank(1); minutes.len()],
        torch: 1,
        minutes_spent: 0,
    }
}

impl ReferenceGame for Crossing {
    fn moves(&self) -> Vec<(String, Self)> {
        let mut moves = Vec::new();
        if self.winner().is_some() {
            return moves;
        }
        let bridge: Vec<usize> = (0..self.people.len()).filter(|&one| self.people[one] == Place::Bridge).collect();
        if bridge.len() < 2 {
            for one in (0..self.people.len()).filter(|&one| self.people[one] == Place::Bank(self.torch)) {
                let mut after = self.clone();
                after.people[one] = Place::Bridge;
                moves.push((format!("bank({},{}) bridge({})", self.torch, one + 1, bridge.len() + 1), after));
            }
        }
        if let Some(slowest) = bridge.iter().map(|&one| self.minutes[one]).max() {
            let other = 3 - self.torch;
            let mut after = Self { torch: other, minutes_spent: self.minutes_spent + slowest, ..self.clone() };
            for &one in &bridge {
                after.people[one] = Place::Bank(other);
            }
            moves.push((format!("post({}) post({other})", self.torch), after));
        }
        moves
    }

    fn winner(&self) -> Option<usize> {
        if self.minutes_spent > self.limit {
            return Some(0);
        }
        self.people.iter().all(|&place| place == Place::Bank(2)).then_some(1)
    }
}

fn key(state: &Crossing) -> (Vec<Place>, usize, u32) {
    (state.people.clone(), state.torch, state.minutes_spent)
}

/// The solution of 17 minutes: the two fastest, one back, the two slowest, the other fast one back, the two fastest.
fn solution() -> Vec<String> {
    let texts = [
        "bank(1,1) bridge(1)",
        "bank(1,2) bridge(2)",
        "post(1) post(2)",
        "bank(2,1) bridge(1)",
        "post(2) post(1)",
        "bank(1,3) bridge(1)",
        "bank(1,4) bridge(2)",
        "post(1) post(2)",
        "bank(2,2) bridge(1)",
        "post(2) post(1)",
        "bank(1,1) bridge(1)",
        "bank(1,2) bridge(2)",
        "post(1) post(2)",
    ];
    texts.map(str::to_owned).to_vec()
}

#[test]
fn seventeen_minutes_are_enough_and_sixteen_are_not() {
    assert_eq!(replay(&start(&[1, 2, 5, 10], 17), &solution()).winner(), Some(1));
    assert_eq!(shortest_win(&start(&[1, 2, 5, 10], 17), key).map(|line| line.len()), Some(13));
    assert_eq!(shortest_win(&start(&[1, 2, 5, 10], 16), key), None);
}

#[test]
fn every_game_ends() {
    let sizes = count_by_depth(&start(&[1, 2, 5, 10], 17), key, 100_000);
    assert!(sizes.iter().sum::<usize>() < 10_000);
}

#[test]
fn the_line_of_seventeen_minutes_wins() {
    assert_eq!(replay_winner(&compiled("river-crossing"), &solution()), Some(1));
}

#[test]
fn the_counts_are_the_same() {
    assert_same_counts(&compiled("river-crossing"), &start(&[1, 2, 5, 10], 17), 12);
}

#[test]
fn random_games_are_the_same() {
    assert_same_games(&compiled("river-crossing"), &start(&[1, 2, 5, 10], 17), 300, 100);
}

#[test]
fn other_people_are_the_same() {
    let game = with_options("river-crossing", &[("minutes", "1-3-4"), ("limit", "8")]);
    assert_same_games(&game, &start(&[1, 3, 4], 8), 200, 100);
}
