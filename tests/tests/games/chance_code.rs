//! Native code for chance moves: the same moves as the interpreter's, drawn by their weights.

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game as _, GameExt as _, Turn};
use boardwright_games::shipped_games;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use boardwright_tests::compiled;
use boardwright_tests::differential::{assert_forms_agree, compile_both_forms};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

/// Games whose chance moves have no native code, with the reason.
const INTERPRETED: [(&str, &str); 0] = [];

fn names_with_chance() -> impl Iterator<Item = &'static str> {
    shipped_games().iter().map(|game| game.name).filter(|name| compiled(name).has_chance())
}

#[test]
fn shipped_games_with_chance_have_native_code() {
    let mut refused = Vec::new();
    for name in names_with_chance() {
        if let Err(reason) = compiled(name).baseline_summary() {
            refused.push((name, reason.to_owned()));
        }
    }
    let refused: Vec<(&str, &str)> = refused.iter().map(|(name, reason)| (*name, reason.as_str())).collect();
    assert_eq!(refused, INTERPRETED);
}

#[test]
fn native_code_agrees_with_the_interpreter() {
    for name in names_with_chance() {
        let forms = compile_both_forms(compiled(name).rules()).expect("shipped games are small");
        let mut random = Pcg64Mcg::seed_from_u64(4);
        let compared = assert_forms_agree(&forms, 40, |count| random.random_range(0..count));
        assert!(compared.scalar_plies * 2 > compared.plies, "{name}: {compared:?}");
    }
}

/// Positions of a random game in which chance is to move, at most this many.
fn chance_positions(game: &CompiledGame, most: usize) -> Vec<State> {
    let (mut state, mut moves, mut found) = (game.initial_state(), Vec::new(), Vec::new());
    let mut random = Pcg64Mcg::seed_from_u64(6);
    for _ in 0..200 {
        let mv = match game.legal_moves(&state, &mut moves).expect("no fault") {
            Turn::Over(_) => break,
            Turn::Chance => {
                found.push(state.clone());
                if found.len() == most {
                    break;
                }
                game.sample_chance(&state, &mut random).expect("no fault")
            }
            Turn::Player(_) => moves[random.random_range(0..moves.len())],
        };
        game.apply(&mut state, mv).expect("no fault");
    }
    found
}

/// Number of draws from each position.
const DRAWS: usize = 4000;

/// Chi-square of the drawn moves against their probabilities; its mean is the number of degrees of freedom, and its variance
/// twice that.
#[test]
fn native_code_draws_chance_moves_by_their_weights() {
    for name in names_with_chance() {
        let game = compiled(name);
        game.prepare();
        let mut random = Pcg64Mcg::seed_from_u64(7);
        let (mut chi_square, mut freedom) = (0.0, 0.0);
        for state in chance_positions(&game, 8) {
            let (mut moves, mut chances) = (Vec::new(), Vec::new());
            game.legal_moves(&state, &mut moves).expect("no fault");
            game.chance_probabilities(&state, &mut chances);
            let mut counts = vec![0_u32; moves.len()];
            for _ in 0..DRAWS {
                let drawn: Move = game.sample_chance(&state, &mut random).expect("no fault");
                let at = moves.iter().position(|&mv| mv == drawn);
                counts[at.unwrap_or_else(|| panic!("{name}: {} is not listed", game.move_text(&state, drawn)))] += 1;
            }
            for (count, chance) in counts.iter().zip(&chances) {
                let expected = chance * DRAWS as f64;
                if expected == 0.0 {
                    assert_eq!(*count, 0, "{name}");
                } else {
                    chi_square += (f64::from(*count) - expected).powi(2) / expected;
                    freedom += 1.0;
                }
            }
            freedom -= 1.0;
        }
        let deviation = (2.0 * f64::max(freedom, 1.0)).sqrt();
        assert!(
            (chi_square - freedom).abs() < 5.0 * deviation,
            "{name}: {chi_square} with {freedom} degrees of freedom"
        );
    }
}

/// Fast chance moves lead to the positions of the listed ones, observations included, with their probabilities, and leave
/// the turn of a player alone.
#[test]
fn fast_chance_moves_lead_where_the_listed_ones_lead() {
    const DRAWS: usize = 600;
    for name in names_with_chance() {
        let plain = compiled(name);
        let fast = CompiledGame::new(std::sync::Arc::clone(plain.rules())).expect("shipped games are small");
        fast.prepare();
        let mut random = Pcg64Mcg::seed_from_u64(8);
        for state in chance_positions(&plain, 6) {
            let (mut moves, mut chances) = (Vec::new(), Vec::new());
            plain.legal_moves(&state, &mut moves).expect("no fault");
            plain.chance_probabilities(&state, &mut chances);
            let mut by_fast = (Vec::new(), Vec::new());
            fast.legal_moves(&state, &mut by_fast.0).expect("no fault");
            fast.chance_probabilities(&state, &mut by_fast.1);
            assert_eq!(by_fast, (moves.clone(), chances.clone()), "{name}");
            let mut expected: Vec<(State, f64, u32)> = Vec::new();
            for (&mv, &chance) in moves.iter().zip(&chances) {
                let mut after = state.clone();
                plain.apply(&mut after, mv).expect("no fault");
                match expected.iter_mut().find(|(other, ..)| *other == after) {
                    Some((_, sum, _)) => *sum += chance,
                    None => expected.push((after, chance, 0)),
                }
            }
            for _ in 0..DRAWS {
                let mut after = state.clone();
                assert!(fast.play_chance(&mut after, &mut random), "{name}");
                let found = expected.iter_mut().find(|(other, ..)| *other == after);
                found.unwrap_or_else(|| panic!("{name}: no listed move leads to {}", fast.state_text(&after))).2 += 1;
            }
            for (_, chance, count) in &expected {
                let mean = chance * DRAWS as f64;
                let deviation = (mean * (1.0 - chance)).sqrt();
                assert!((f64::from(*count) - mean).abs() <= 5.5 * deviation.max(1.0), "{name}: {count} for {mean}");
            }
            let mut after = state.clone();
            assert!(!plain.play_chance(&mut after, &mut random) && after == state, "{name}: it is not prepared");
        }
        let (mut state, mut moves) = (plain.initial_state(), Vec::new());
        while fast.play_chance(&mut state, &mut random) {}
        assert!(fast.legal_moves(&state, &mut moves).expect("no fault").player().is_some(), "{name}");
    }
}
