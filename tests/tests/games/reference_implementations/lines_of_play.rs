//! Helpers of the reference implementations for lines of play: counting by turns, replaying, breadth-first search.
//! They work for any game.

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::Hash;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game, GameExt as _, Outcome};
use boardwright_tests::reference::ReferenceGame;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

/// Number of lines of `turns` whole turns; a turn lasts while the same player moves on. Games that ended earlier do not count.
pub fn perft_by_turns<S: ReferenceGame>(state: &S, turns: u32, mover: fn(&S) -> usize) -> u64 {
    if turns == 0 {
        return 1;
    }
    let count = |after: &S| {
        let goes_on = mover(after) == mover(state) && after.winner().is_none();
        perft_by_turns(after, if goes_on { turns } else { turns - 1 }, mover)
    };
    state.moves().iter().map(|(_, after)| count(after)).sum()
}

/// The position after moves with these texts.
///
/// # Panics
/// If a move is not legal.
pub fn replay<S: ReferenceGame>(start: &S, texts: &[String]) -> S {
    texts.iter().fold(start.clone(), |state, text| {
        let found = state.moves().into_iter().find(|(other, _)| other == text);
        found.unwrap_or_else(|| panic!("{text} cannot be made")).1
    })
}

/// The winner of a game file's game after moves with these texts, which name no elements; `None` while it runs.
///
/// # Panics
/// If a move is not legal.
pub fn replay_winner(game: &CompiledGame, texts: &[String]) -> Option<usize> {
    let mut state = game.initial_state();
    let mut moves = Vec::new();
    for text in texts {
        game.legal_moves(&state, &mut moves).expect("shipped games never fail");
        let full = moves.iter().map(|&mv| game.move_text(&state, mv));
        let names = |full: &str| full == text || full.split_once(' ').is_some_and(|(_, places)| places == text);
        let at = full.into_iter().position(|full| names(&full)).unwrap_or_else(|| panic!("{text} cannot be made"));
        game.apply(&mut state, moves[at]).expect("shipped games never fail");
    }
    game.outcome(&state).expect("shipped games never fail").map(Outcome::winner)
}

/// Number of plies of a random game; `None` if it has not ended after `longest` plies.
pub fn plies_of_random_game(game: &CompiledGame, seed: u64, longest: usize) -> Option<usize> {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let (mut state, mut moves) = (game.initial_state(), Vec::new());
    for ply in 0..longest {
        if game.legal_moves(&state, &mut moves).expect("shipped games never fail").outcome().is_some() {
            return Some(ply);
        }
        let mv = moves[random.random_range(0..moves.len())];
        game.apply(&mut state, mv).expect("shipped games never fail");
    }
    None
}

/// A shortest line of play that player 1 wins, by breadth-first search over positions distinguished by `key`.
pub fn shortest_win<S: ReferenceGame, K: Hash + Eq>(start: &S, key: fn(&S) -> K) -> Option<Vec<String>> {
    let mut reached: HashMap<K, usize> = HashMap::from([(key(start), 0)]);
    // Each position with its predecessor and the move between them.
    let mut found: Vec<(usize, String)> = vec![(0, String::new())];
    let mut open = VecDeque::from([(0, start.clone())]);
    while let Some((number, state)) = open.pop_front() {
        if state.winner() == Some(1) {
            let mut line = Vec::new();
            let mut at = number;
            while at != 0 {
                line.push(found[at].1.clone());
                at = found[at].0;
            }
            line.reverse();
            return Some(line);
        }
        for (text, after) in state.moves() {
            let next = found.len();
            if reached.insert(key(&after), next).is_none() {
                found.push((number, text));
                open.push_back((next, after));
            }
        }
    }
    None
}

/// Number of positions first reached at each depth, distinguished by `key`, until there are none or `most` in all.
pub fn count_by_depth<S: ReferenceGame, K: Hash + Eq>(start: &S, key: fn(&S) -> K, most: usize) -> Vec<usize> {
    let mut reached = HashSet::from([key(start)]);
    let (mut level, mut sizes) = (vec![start.clone()], Vec::new());
    while !level.is_empty() && reached.len() <= most {
        sizes.push(level.len());
        let after = level.iter().flat_map(ReferenceGame::moves).map(|(_, after)| after);
        level = after.filter(|after| reached.insert(key(after))).collect();
    }
    sizes
}
