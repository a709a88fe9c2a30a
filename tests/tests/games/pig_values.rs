//! Optimal play of Pig by value iteration: over the positions of the game file, and over the numbers of the rules (Neller
//! and Presser, Optimal Play of the Dice Game Pig, 2004), and the winning share of a player against it.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game as _, GameExt as _, Outcome, Turn};
use boardwright_game::ids::Player;
use boardwright_game::playout::random_below;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use boardwright_players::value_iteration::ValueIteration;
use boardwright_players::{Limits, parse};
use boardwright_tests::pig::{Pig, PigMove};
use boardwright_tests::playing::{choose, choose_with};
use boardwright_tests::with_options;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

const TARGET: usize = 10;
/// Largest change of a value in the last iteration.
const TOLERANCE: f64 = 1e-12;

/// Repeats a step, which returns the largest change, until values are stable.
fn iterate(mut step: impl FnMut() -> f64) {
    let steps = (0..10_000).take_while(|_| step() > TOLERANCE).count();
    assert!(steps < 10_000, "the values converge");
}

/// Winning probability of the player to move with optimal play, by the rules alone.
struct OptimalValues {
    target: usize,
    /// By own score, other score and sum of the turn.
    values: Vec<f64>,
}

impl OptimalValues {
    /// Computes the values by iteration.
    fn new(target: usize) -> Self {
        let mut found = Self { target, values: vec![0.0; target * target * target] };
        iterate(|| {
            let mut change: f64 = 0.0;
            for own in 0..target {
                for other in 0..target {
                    for sum in 0..target - own {
                        let best = found.roll(own, other, sum).max(found.hold(own, other, sum));
                        let value = &mut found.values[(own * target + other) * target + sum];
                        change = change.max((best - *value).abs());
                        *value = best;
                    }
                }
            }
            change
        });
        found
    }

    /// The value before a decision; a sum that reaches the target is held.
    fn value(&self, own: usize, other: usize, sum: usize) -> f64 {
        if own + sum >= self.target { 1.0 } else { self.values[(own * self.target + other) * self.target + sum] }
    }

    /// The value of rolling.
    fn roll(&self, own: usize, other: usize, sum: usize) -> f64 {
        let lost = 1.0 - self.value(other, own, 0);
        (lost + (2..=6).map(|die| self.value(own, other, sum + die)).sum::<f64>()) / 6.0
    }

    /// The value of holding, which needs a sum.
    fn hold(&self, own: usize, other: usize, sum: usize) -> f64 {
        match sum {
            0 => 0.0,
            _ if own + sum >= self.target => 1.0,
            _ => 1.0 - self.value(other, own + sum, 0),
        }
    }
}

/// A position of the file, with indices of the positions after its moves.
enum Node {
    Over(f64),
    Choice(Player, Vec<usize>),
    Chance(Vec<(usize, f64)>),
}

/// All positions of a game in which players who can win at once do; the initial one comes first.
fn positions(game: &CompiledGame) -> (Vec<State>, Vec<Node>) {
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
    (states, nodes)
}

/// Winning probability of the first player in each position. `chosen` gives the index of the move in a position where it
/// is not the best one.
fn values(nodes: &[Node], chosen: impl Fn(usize) -> Option<usize>) -> Vec<f64> {
    let mut values = vec![0.0_f64; nodes.len()];
    iterate(|| {
        let mut change: f64 = 0.0;
        for (index, node) in nodes.iter().enumerate() {
            let after = |next: &usize| values[*next];
            let value = match (node, chosen(index)) {
                (Node::Over(value), _) => *value,
                (Node::Choice(_, next), Some(chosen)) => after(&next[chosen]),
                (Node::Choice(Player::FIRST, next), None) => next.iter().map(after).fold(0.0, f64::max),
                (Node::Choice(_, next), None) => next.iter().map(after).fold(1.0, f64::min),
                (Node::Chance(next), _) => next.iter().map(|(next, chance)| chance * after(next)).sum(),
            };
            change = change.max((value - values[index]).abs());
            values[index] = value;
        }
        change
    });
    values
}

/// The move of an optimal player in a position, as an index.
fn best(player: Player, next: &[usize], values: &[f64]) -> usize {
    let gain = |index: &usize| if player == Player::FIRST { values[next[*index]] } else { -values[next[*index]] };
    (0..next.len()).max_by(|one, other| gain(one).total_cmp(&gain(other))).expect("there are moves")
}

#[test]
fn the_file_has_the_value_of_the_rules() {
    let (_, nodes) = positions(&with_options("pig", &[("target", &TARGET.to_string())]));
    let values = values(&nodes, |_| None);
    let expected = OptimalValues::new(TARGET).value(0, 0, 0);
    assert!((0.5..0.9).contains(&expected), "who begins has an advantage: {expected}");
    assert!((values[0] - expected).abs() < 1e-9, "{} instead of {expected} in {} positions", values[0], nodes.len());
}

/// The policy of the player in all positions is evaluated exactly, from both seats.
#[test]
fn tree_search_wins_its_share_against_optimal_play() {
    let game = with_options("pig", &[("target", &TARGET.to_string())]);
    let (states, nodes) = positions(&game);
    let optimal = values(&nodes, |_| None);
    let (mut moves, mut policy) = (Vec::new(), vec![None; nodes.len()]);
    for (index, node) in nodes.iter().enumerate() {
        let Node::Choice(_, next) = node else { continue };
        if next.len() > 1 {
            game.legal_moves(&states[index], &mut moves).expect("shipped games never fail");
            let chosen = choose(&game, &states[index], "mcts:playouts=1000", index as u64).mv;
            policy[index] = moves.iter().position(|&mv| mv == chosen);
        }
    }
    let shares = [Player::FIRST, Player::FIRST.next(2)].map(|me| {
        let values = values(&nodes, |index| match &nodes[index] {
            Node::Choice(player, _) if *player == me => policy[index],
            Node::Choice(player, next) => Some(best(*player, next, &optimal)),
            _ => None,
        });
        if me == Player::FIRST { values[0] } else { 1.0 - values[0] }
    });
    let share = f64::midpoint(shares[0], shares[1]);
    assert!((0.49..=0.500_001).contains(&share), "{share} of the games: {shares:?}");
}

/// Against optimal play a player's winning share falls short of one half by the sum of what its decisions lose, which is
/// exact for each decision and averaged over games from both seats.
#[test]
fn the_default_player_wins_its_share_in_games_to_a_hundred() {
    const GAMES: u64 = 8;
    const PLAYER: &str = "portfolio:nodes=1000";
    let (game, optimal) = (Pig::new(100), OptimalValues::new(100));
    let (mut moves, mut lost) = (Vec::new(), 0.0);
    let mut player = parse(PLAYER).expect("it is known").make(&game, 1).expect("it plays Pig");
    for number in 0..GAMES {
        let me = if number % 2 == 0 { Player::FIRST } else { Player::FIRST.next(2) };
        let (mut state, mut random) = (game.initial_state(), Pcg64Mcg::seed_from_u64(number));
        loop {
            let turn = game.legal_moves(&state, &mut moves).expect("the rules hold");
            let mv = match turn {
                Turn::Over(_) => break,
                Turn::Chance => moves[random_below(moves.len(), &mut random)],
                Turn::Player(mover) => {
                    let [own, other] = [mover, mover.next(2)].map(|player| state.held[player.index()] as usize);
                    let sum = state.sum as usize;
                    let value = |mv: PigMove| match mv {
                        PigMove::Hold => optimal.hold(own, other, sum),
                        _ => optimal.roll(own, other, sum),
                    };
                    let best = moves.iter().copied().max_by(|one, other| value(*one).total_cmp(&value(*other)));
                    let best = best.expect("there are moves");
                    if mover == me && moves.len() > 1 {
                        let chosen = choose_with(&mut *player, &game, &state, PLAYER).mv;
                        lost += value(best) - value(chosen);
                        chosen
                    } else {
                        best
                    }
                }
            };
            game.apply(&mut state, mv).expect("the rules hold");
        }
    }
    let share = 0.5 - lost / GAMES as f64;
    assert!(share >= 0.499, "{share} of the games");
}

#[test]
fn the_game_to_a_hundred_is_solved() {
    let (game, stop) = (Pig::new(100), AtomicBool::new(false));
    let other = parse("random").expect("it is known").make(&game, 1).expect("it plays everything");
    let limits = Limits::none(&stop);
    let mut player = ValueIteration::new(&game, other, &limits).expect("the rules hold");
    let solution = player.solution(&game, &limits).expect("the rules hold");
    let (positions, value) = solution.expect("it is small enough");
    let expected = 2.0 * OptimalValues::new(100).value(0, 0, 0) - 1.0;
    assert!((value - expected).abs() < 1e-6, "{value} instead of {expected} in {positions} positions");
}
