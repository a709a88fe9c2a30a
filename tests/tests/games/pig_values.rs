//! Optimal play of Pig by value iteration: over the positions of the game file, and over the numbers of the rules (Neller
//! and Presser, Optimal Play of the Dice Game Pig, 2004). Playing by a player is not tested here.

use std::collections::HashMap;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game as _, Outcome, Turn};
use boardwright_game::ids::Player;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use boardwright_tests::with_options;

const TARGET: usize = 10;
/// Largest change of a value in the last iteration.
const TOLERANCE: f64 = 1e-12;

/// Repeats a step, which returns the largest change, until values are stable.
fn iterate(mut step: impl FnMut() -> f64) {
    let steps = (0..10_000).take_while(|_| step() > TOLERANCE).count();
    assert!(steps < 10_000, "the values converge");
}

/// Winning probability of the player who begins, by the scores of both players and the sum of the turn.
fn value_by_the_rules() -> f64 {
    let mut values = [[[0.0; TARGET + 7]; TARGET]; TARGET];
    iterate(|| {
        let mut change: f64 = 0.0;
        for own in 0..TARGET {
            for other in 0..TARGET {
                for sum in 0..TARGET - own {
                    // A sum that reaches the target is held.
                    let after = |values: &[[[f64; TARGET + 7]; TARGET]; TARGET], sum: usize| {
                        if own + sum >= TARGET { 1.0 } else { values[own][other][sum] }
                    };
                    let lost = 1.0 - values[other][own][0];
                    let roll = (lost + (2..=6).map(|die| after(&values, sum + die)).sum::<f64>()) / 6.0;
                    let hold = if sum == 0 { 0.0 } else { 1.0 - values[other][own + sum][0] };
                    let best = roll.max(hold);
                    change = change.max((best - values[own][other][sum]).abs());
                    values[own][other][sum] = best;
                }
            }
        }
        change
    });
    values[0][0][0]
}

/// A position of the file, with indices of the positions after its moves.
enum Node {
    Over(f64),
    Choice(Player, Vec<usize>),
    Chance(Vec<(usize, f64)>),
}

/// All positions of a game in which players who can win at once do; the initial one comes first.
fn positions(game: &CompiledGame) -> Vec<Node> {
    let start = game.initial_state();
    let mut indices = HashMap::from([(game.key(&start), 0)]);
    let (mut states, mut nodes) = (vec![start], Vec::new());
    let (mut moves, mut chances) = (Vec::new(), Vec::new());
    while nodes.len() < states.len() {
        let state = states[nodes.len()].clone();
        let turn = game.legal_moves(&state, &mut moves).expect("shipped games never fail");
        let mut successors = Vec::new();
        let after = |&mv: &Move| {
            let mut after = state.clone();
            game.apply(&mut after, mv).expect("shipped games never fail");
            after
        };
        let mut next: Vec<State> = moves.iter().map(after).collect();
        let is_won = |after: &State| game.outcome(after) == Ok(turn.player().map(Outcome::Won));
        if let Some(at) = next.iter().position(is_won).filter(|_| turn.player().is_some()) {
            next = vec![next.swap_remove(at)];
        }
        for after in next {
            let index = *indices.entry(game.key(&after)).or_insert(states.len());
            if index == states.len() {
                states.push(after);
            }
            successors.push(index);
        }
        nodes.push(match turn {
            Turn::Over(outcome) => Node::Over(f64::from(u8::from(outcome == Outcome::Won(Player::FIRST)))),
            Turn::Player(player) => Node::Choice(player, successors),
            Turn::Chance => {
                game.chance_probabilities(&state, &mut chances);
                Node::Chance(successors.into_iter().zip(chances.iter().copied()).collect())
            }
        });
    }
    nodes
}

#[test]
fn the_file_has_the_value_of_the_rules() {
    let nodes = positions(&with_options("pig-file", &[("target", &TARGET.to_string())]));
    let mut values = vec![0.0_f64; nodes.len()];
    iterate(|| {
        let mut change: f64 = 0.0;
        for (index, node) in nodes.iter().enumerate() {
            let after = |next: &usize| values[*next];
            let value = match node {
                Node::Over(value) => *value,
                Node::Choice(Player::FIRST, next) => next.iter().map(after).fold(0.0, f64::max),
                Node::Choice(_, next) => next.iter().map(after).fold(1.0, f64::min),
                Node::Chance(next) => next.iter().map(|(next, chance)| chance * after(next)).sum(),
            };
            change = change.max((value - values[index]).abs());
            values[index] = value;
        }
        change
    });
    let expected = value_by_the_rules();
    assert!((0.5..0.9).contains(&expected), "who begins has an advantage: {expected}");
    assert!((values[0] - expected).abs() < 1e-9, "{} instead of {expected} in {} positions", values[0], nodes.len());
}
