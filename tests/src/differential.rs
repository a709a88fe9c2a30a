//! Differential test of the compiled form and native code against the interpreter: they must give the same results, faults
//! included. The caller chooses the moves.

use std::sync::Arc;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::fault::{Fault, FaultKind};
use boardwright_game::game::{Game, GameExt, Outcome};
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use boardwright_rules::RuleSet;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use crate::battery::encode_position;
use crate::structure::{check_goal, check_lines};

/// Plays one game in both forms and compares everything after every ply, until the game ends, fails or has `longest`
/// plies. `choose` gets the number of moves and picks an index. Rule sets beyond the engine's limits are skipped.
/// Returns the number of compared plies.
///
/// # Panics
/// If the forms differ.
pub fn assert_rules_agree(rules: &Arc<RuleSet>, longest: usize, choose: impl FnMut(usize) -> usize) -> ComparedPlies {
    compile_both_forms(rules).map_or_else(ComparedPlies::default, |forms| assert_forms_agree(&forms, longest, choose))
}

/// A game in its compiled form and in the interpreter; `None` if the rules are beyond the engine's limits.
pub fn compile_both_forms(rules: &Arc<RuleSet>) -> Option<[CompiledGame; 2]> {
    Some([CompiledGame::new(rules.clone()).ok()?, CompiledGame::interpreted_only(rules.clone()).ok()?])
}

/// Plays one game as [`assert_rules_agree`] does, with forms that are compiled once for several games.
///
/// # Panics
/// If the forms differ.
pub fn assert_forms_agree(
    [compiled, interpreted]: &[CompiledGame; 2],
    longest: usize,
    mut choose: impl FnMut(usize) -> usize,
) -> ComparedPlies {
    let mut compared = ComparedPlies::default();
    let (mut state, mut interpreted_state) = (compiled.initial_state(), interpreted.initial_state());
    let (mut moves, mut interpreted_moves) = (Vec::new(), Vec::new());
    for ply in 0..=longest {
        let (all, all_interpreted) = (
            compiled.all_legal_moves(&state, &mut moves),
            interpreted.all_legal_moves(&interpreted_state, &mut interpreted_moves),
        );
        if !results_agree(&all, &all_interpreted, &format!("ply {ply}, all moves")) {
            return compared;
        }
        assert_eq!(moves, interpreted_moves, "ply {ply}: all moves");
        let all_moves = moves.clone();
        let (turn, turn_interpreted) = (
            compiled.legal_moves(&state, &mut moves),
            interpreted.legal_moves(&interpreted_state, &mut interpreted_moves),
        );
        if !results_agree(&turn, &turn_interpreted, &format!("ply {ply}, moves")) {
            return compared;
        }
        assert_eq!(moves, interpreted_moves, "ply {ply}: distinct moves");
        assert_eq!(compiled.outcome(&state), interpreted.outcome(&interpreted_state), "ply {ply}: outcome");
        compared.plies += 1;
        compared.native_plies += u64::from(check_native_playouts(compiled, &state, &moves));
        check_native_steps(compiled, &state, &moves);
        compared.scalar_plies += u64::from(check_scalar_code(compiled, &state, &moves, &all_moves));
        check_predictions(compiled, &state, &moves);
        if moves.is_empty() || ply == longest {
            return compared;
        }
        let mv = moves[choose(moves.len())];
        let (made, made_interpreted) = (compiled.apply(&mut state, mv), interpreted.apply(&mut interpreted_state, mv));
        if !results_agree(
            &made,
            &made_interpreted,
            &format!("ply {ply}, making {}", compiled.move_text(&interpreted_state, mv)),
        ) {
            return compared;
        }
        assert_eq!(
            state,
            interpreted_state,
            "ply {ply}: the state after {}",
            compiled.move_text(&interpreted_state, mv)
        );
        assert_eq!(compiled.key(&state), compiled.compute_key(&state), "ply {ply}: the incremental key");
    }
    compared
}

/// Numbers of compared plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ComparedPlies {
    /// Plies compared between compiled form and interpreter.
    pub plies: u64,
    /// Number of these plies that were compared with the bit-parallel native code too.
    pub native_plies: u64,
    /// Number of these plies that were compared with the scalar native code too.
    pub scalar_plies: u64,
}

impl ComparedPlies {
    /// Adds the counts of another comparison.
    pub fn add(&mut self, other: Self) {
        self.plies += other.plies;
        self.native_plies += other.native_plies;
        self.scalar_plies += other.scalar_plies;
    }
}

/// Checks that native playout code, in games that have it, draws from exactly these moves, and reaches the same positions.
/// Returns `true` if there is native code.
///
/// # Panics
/// If the results differ.
pub fn check_native_playouts(game: &CompiledGame, state: &State, moves: &[Move]) -> bool {
    let Some(successors) = game.native_playout_successors(state) else { return false };
    let at = || game.state_text(state);
    let summary = |state: &State| (encode_position(game, state), game.key(state), game.outcome(state));
    let made = |&mv: &Move| {
        let mut state = state.clone();
        game.apply(&mut state, mv).is_ok().then_some(state)
    };
    let mut expected: Vec<_> = moves.iter().map(|mv| made(mv).as_ref().map(summary)).collect();
    let mut found: Vec<_> = successors.iter().map(|state| state.as_ref().map(summary)).collect();
    let order = |summary: &Option<(Vec<u8>, u64, _)>| summary.as_ref().map(|(position, ..)| position.clone());
    expected.sort_by_key(order);
    found.sort_by_key(order);
    assert_eq!(found.len(), expected.len(), "moves that are drawn from\n{}", at());
    assert_eq!(found, expected, "positions after drawn moves\n{}", at());
    // One random move as in a playout.
    for seed in 0..3 {
        let (mut after, mut random) = (state.clone(), Pcg64Mcg::seed_from_u64(seed));
        match game.play_out(state, &mut after, 1, &mut random) {
            Some(Ok(playout)) if playout.length == 0 => assert_eq!(after, *state, "nothing was drawn"),
            Some(Ok(_)) => assert!(expected.contains(&Some(summary(&after))), "a move that was drawn\n{}", at()),
            Some(Err(_)) => assert!(expected.contains(&None), "a move that fails\n{}", at()),
            None => panic!("there is native code"),
        }
    }
    for state in successors.iter().flatten() {
        assert_eq!(game.key(state), game.compute_key(state), "the key after a drawn move\n{}", at());
        let loaded = game.parse_state(&game.state_text(state)).expect("a text that was just written");
        assert_eq!(loaded, *state, "the whole state after a drawn move\n{}", at());
    }
    true
}

/// Checks that native code for single moves, in games that have it, lists exactly these moves in this order, and gives the same
/// state after each of them. Returns the number of moves that native code made.
///
/// # Panics
/// If the results differ.
pub fn check_native_steps(game: &CompiledGame, state: &State, moves: &[Move]) -> usize {
    let Some(steps) = game.native_move_results(state) else { return 0 };
    let at = || game.state_text(state);
    if let Some(can_move) = steps.can_move {
        assert_eq!(can_move, !moves.is_empty(), "`can_move`\n{}", at());
    }
    let Some(listed) = steps.moves else { return 0 };
    assert_eq!(listed, moves, "moves that are listed\n{}", at());
    let mut made = 0;
    for (after, &mv) in steps.after.iter().zip(moves) {
        let Some(after) = after else { continue };
        let mut expected = state.clone();
        game.apply(&mut expected, mv).expect("a move that native code made does not fail");
        assert_eq!(*after, expected, "after {}\n{}", game.move_text(state, mv), at());
        made += 1;
    }
    made
}

/// Maximum number of moves of a position that scalar code makes for comparison.
const MAX_MADE_MOVES: usize = 40;

/// Checks that scalar native code, in games that have it, lists exactly these moves, gives the same state after each of
/// them, and that its playouts draw from them. What it leaves to the interpreter is not compared. Returns `true` if there
/// is such code.
///
/// # Panics
/// If the results differ.
pub fn check_scalar_code(game: &CompiledGame, state: &State, moves: &[Move], all_moves: &[Move]) -> bool {
    let Some(results) = game.baseline_results(state, false) else { return false };
    let at = || game.state_text(state);
    if let Some(can_move) = results.can_move {
        assert_eq!(can_move, !moves.is_empty(), "`can_move` of scalar code\n{}", at());
    }
    if let Some(count) = results.count {
        assert_eq!(count, moves.len() as u64, "number of moves that scalar code counts\n{}", at());
    }
    let Some(listed) = results.moves else { return true };
    assert_eq!(listed, moves, "moves that scalar code lists\n{}", at());
    let all = game.baseline_results(state, true).and_then(|results| results.moves);
    if let Some(all) = all {
        assert_eq!(all, all_moves, "all moves that scalar code lists\n{}", at());
    }
    let made = |mv: Move| {
        let mut after = state.clone();
        game.apply(&mut after, mv).is_ok().then_some(after)
    };
    let mut expected = Vec::new();
    for (after, &mv) in results.after.iter().zip(moves).step_by(moves.len().div_ceil(MAX_MADE_MOVES).max(1)) {
        let wanted = made(mv);
        if let Some(after) = after {
            assert_eq!(Some(after), wanted.as_ref(), "scalar code after {}\n{}", game.move_text(state, mv), at());
        }
        expected.push(wanted);
    }
    if moves.len() <= MAX_MADE_MOVES
        && let Some(successors) = game.baseline_successors(state)
    {
        let key = |state: &Option<State>| state.as_ref().map(|state| encode_position(game, state));
        let mut expected: Vec<_> = expected.iter().map(key).collect();
        let mut found: Vec<_> = successors.iter().map(key).collect();
        expected.sort();
        found.sort();
        if found.iter().all(Option::is_some) {
            assert_eq!(found, expected, "positions after moves that scalar playouts draw\n{}", at());
        }
    }
    true
}

/// Maximum number of moves of a position whose outcome is predicted.
const MAX_PREDICTED_MOVES: usize = 20;

/// Checks that predictions of moves (outcome, wins) agree with making the moves, faults included, and that goals and
/// lines agree with the position.
///
/// # Panics
/// If a prediction is wrong.
pub fn check_predictions(game: &CompiledGame, state: &State, moves: &[Move]) {
    // Games with chance are interpreted and have none.
    let Some(structure) = game.structure() else { return };
    for &mv in moves.iter().step_by(moves.len().div_ceil(MAX_PREDICTED_MOVES).max(1)) {
        let mut after = state.clone();
        let made = game.apply(&mut after, mv);
        let ended = made.clone().and_then(|()| game.outcome(&after));
        assert_eq!(
            structure.outcome_after(state, mv),
            ended,
            "{} predicted before it is made",
            game.move_text(state, mv)
        );
        if let Ok(outcome) = ended {
            check_goal(game, structure, &after, outcome, &game.rules().name);
        }
        let mut wins = Vec::new();
        let player = game.mover(state);
        let won = structure.winning_moves(state, player, &[mv], &mut wins).map(|()| wins == [mv]);
        assert_eq!(won, made.map(|()| ended == Ok(Some(Outcome::Won(player)))), "{}", game.move_text(state, mv));
    }
    if let Ok(outcome) = game.outcome(state) {
        check_lines(structure, state, outcome, &game.rules().name);
    }
}

/// Returns `true` if the game goes on; both forms must agree on that, or fail with the same fault.
fn results_agree<T: PartialEq + std::fmt::Debug>(
    compiled: &Result<T, Fault>,
    interpreted: &Result<T, Fault>,
    at: &str,
) -> bool {
    // The depth and duration limits differ between the forms.
    let limit = |result: &Result<T, Fault>| {
        matches!(result, Err(Fault { kind: FaultKind::TooDeep(_) | FaultKind::TooLong(_), .. }))
    };
    if limit(compiled) || limit(interpreted) {
        return false;
    }
    assert_eq!(compiled, interpreted, "{at}");
    compiled.is_ok()
}
