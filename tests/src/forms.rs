//! The law that the fast form of a game gives just what the plain form gives, faults included.
//! It is checked along a game whose moves somebody else chooses.

use std::sync::Arc;

use boardwright_engine::fault::{Fault, FaultKind};
use boardwright_engine::game::{Game, Outcome};
use boardwright_engine::rules::RuleSet;
use boardwright_engine::spec::{Move, SpecGame};
use boardwright_engine::state::State;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

use crate::battery::position;
use crate::structure::{check_goal, check_lines};

/// Plays one game in both forms and compares everything after every ply, until it ends, fails or has taken `longest`
/// plies. `choose` gets how many moves there are and picks one. Rule sets over the engine's limits are passed over. Gives how
/// many plies were compared.
///
/// # Panics
/// If the forms differ.
pub fn agree(rules: &Arc<RuleSet>, longest: usize, choose: impl FnMut(usize) -> usize) -> Compared {
    both(rules).map_or_else(Compared::default, |forms| agree_once(&forms, longest, choose))
}

/// A game in its fast form and in its plain one; `None` if it is over the engine's limits.
pub fn both(rules: &Arc<RuleSet>) -> Option<[SpecGame; 2]> {
    Some([SpecGame::new(rules.clone()).ok()?, SpecGame::plain(rules.clone()).ok()?])
}

/// As [`agree`], with forms that are made once for several games.
///
/// # Panics
/// If the forms differ.
pub fn agree_once([fast, plain]: &[SpecGame; 2], longest: usize, mut choose: impl FnMut(usize) -> usize) -> Compared {
    let mut compared = Compared::default();
    let (mut state, mut same) = (fast.start(), plain.start());
    let (mut moves, mut others) = (Vec::new(), Vec::new());
    for ply in 0..=longest {
        let (every, every_plain) = (fast.every_move(&state, &mut moves), plain.every_move(&same, &mut others));
        if !alike(&every, &every_plain, &format!("ply {ply}, all moves")) {
            return compared;
        }
        assert_eq!(moves, others, "ply {ply}: all moves");
        let (turn, turn_plain) = (fast.turn(&state, &mut moves), plain.turn(&same, &mut others));
        if !alike(&turn, &turn_plain, &format!("ply {ply}, moves")) {
            return compared;
        }
        assert_eq!(moves, others, "ply {ply}: distinct moves");
        assert_eq!(fast.outcome(&state), plain.outcome(&same), "ply {ply}: outcome");
        compared.plies += 1;
        compared.by_machine += u64::from(drawn_alike(fast, &state, &moves));
        stepped_alike(fast, &state, &moves);
        foreseen_alike(fast, &state, &moves);
        if moves.is_empty() || ply == longest {
            return compared;
        }
        let mv = moves[choose(moves.len())];
        let (made, made_plain) = (fast.apply(&mut state, mv), plain.apply(&mut same, mv));
        if !alike(&made, &made_plain, &format!("ply {ply}, making {}", fast.move_text(&same, mv))) {
            return compared;
        }
        assert_eq!(state, same, "ply {ply}: the state after {}", fast.move_text(&same, mv));
        assert_eq!(fast.key(&state), fast.fresh_key(&state), "ply {ply}: the key kept up to date");
    }
    compared
}

/// How much was compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// Plies in both forms.
    pub plies: u64,
    /// Those of them for which there is machine code too.
    pub by_machine: u64,
}

impl Compared {
    /// Adds what was compared elsewhere.
    pub fn add(&mut self, other: Self) {
        self.plies += other.plies;
        self.by_machine += other.by_machine;
    }
}

/// Checks that machine code, in games that have it, draws from just these moves, and what each of them leads to. Gives
/// whether there is machine code.
///
/// # Panics
/// If it does not.
pub fn drawn_alike(game: &SpecGame, state: &State, moves: &[Move]) -> bool {
    let Some(drawn) = game.drawn(state) else { return false };
    let at = || game.state_text(state);
    let known = |state: &State| (position(game, state), game.key(state), game.outcome(state));
    let made = |&mv: &Move| {
        let mut state = state.clone();
        game.apply(&mut state, mv).is_ok().then_some(state)
    };
    let mut expected: Vec<_> = moves.iter().map(|mv| made(mv).as_ref().map(known)).collect();
    let mut found: Vec<_> = drawn.iter().map(|state| state.as_ref().map(known)).collect();
    let order = |known: &Option<(Vec<u8>, u64, _)>| known.as_ref().map(|(position, ..)| position.clone());
    expected.sort_by_key(order);
    found.sort_by_key(order);
    assert_eq!(found.len(), expected.len(), "moves that are drawn from\n{}", at());
    assert_eq!(found, expected, "positions after drawn moves\n{}", at());
    // As it draws when it is not told what to draw.
    for seed in 0..3 {
        let (mut after, mut random) = (state.clone(), Pcg64Mcg::seed_from_u64(seed));
        match game.play_out(state, &mut after, 1, &mut random) {
            Some(Ok(playout)) if playout.length == 0 => assert_eq!(after, *state, "nothing was drawn"),
            Some(Ok(_)) => assert!(expected.contains(&Some(known(&after))), "a move that was drawn\n{}", at()),
            Some(Err(_)) => assert!(expected.contains(&None), "a move that fails\n{}", at()),
            None => panic!("there is machine code"),
        }
    }
    for state in drawn.iter().flatten() {
        assert_eq!(game.key(state), game.fresh_key(state), "the key after a drawn move\n{}", at());
        let loaded = game.parse_state(&game.state_text(state)).expect("a text that was just written");
        assert_eq!(loaded, *state, "everything that is in a state after a drawn move\n{}", at());
    }
    true
}

/// Checks that machine code for single moves, in games that have it, gives just these moves in this order, and the state after
/// each of them. Gives how many moves it made.
///
/// # Panics
/// If it does not.
pub fn stepped_alike(game: &SpecGame, state: &State, moves: &[Move]) -> usize {
    let Some(stepped) = game.stepped(state) else { return 0 };
    let at = || game.state_text(state);
    if let Some(can_move) = stepped.can_move {
        assert_eq!(can_move, !moves.is_empty(), "whether there is a move\n{}", at());
    }
    let Some(listed) = stepped.moves else { return 0 };
    assert_eq!(listed, moves, "moves that are listed\n{}", at());
    let mut made = 0;
    for (after, &mv) in stepped.after.iter().zip(moves) {
        let Some(after) = after else { continue };
        let mut expected = state.clone();
        game.apply(&mut expected, mv).expect("what machine code makes does not fail");
        assert_eq!(*after, expected, "after {}\n{}", game.move_text(state, mv), at());
        made += 1;
    }
    made
}

/// How many moves of a position are asked how they end the game.
const MOST_FORESEEN: usize = 20;

/// Checks that what is told of moves without making them is what making them shows, faults included, and what is told of
/// goals and lines.
///
/// # Panics
/// If it is not.
pub fn foreseen_alike(game: &SpecGame, state: &State, moves: &[Move]) {
    let structure = game.structure().expect("the fast form has one");
    for &mv in moves.iter().step_by(moves.len().div_ceil(MOST_FORESEEN).max(1)) {
        let mut after = state.clone();
        let made = game.apply(&mut after, mv);
        let ended = made.clone().and_then(|()| game.outcome(&after));
        assert_eq!(structure.ends(state, mv), ended, "{} asked before it is made", game.move_text(state, mv));
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

/// Whether the game goes on; both forms must think so, or fail with the same fault.
fn alike<T: PartialEq + std::fmt::Debug>(fast: &Result<T, Fault>, plain: &Result<T, Fault>, at: &str) -> bool {
    // How deep and how long a form works is its own affair.
    let limit = |result: &Result<T, Fault>| {
        matches!(result, Err(Fault { kind: FaultKind::TooDeep(_) | FaultKind::TooLong(_), .. }))
    };
    if limit(fast) || limit(plain) {
        return false;
    }
    assert_eq!(fast, plain, "{at}");
    fast.is_ok()
}
