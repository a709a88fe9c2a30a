//! Detection of games in which single moves score points, as where closed boxes count. In these games the search treats
//! scoring moves like captures, in move ordering and in quiescence search.

use boardwright_game::fault::Fault;
use boardwright_game::game::{Game, Turn};
use rand::SeedableRng as _;
use rand::seq::IndexedRandom as _;
use rand_pcg::Pcg64Mcg;

use crate::limits::{Limits, Watch, unless_interrupted};

/// Number of random games that are played, and of moves in each.
const GAMES: usize = 6;
const MOVES: usize = 200;
/// Minimum number of moves that show a property of the game, where the examination was ended early.
const MIN_MOVES: usize = 60;

/// `true` if some moves change a score and most do not. Where most moves do, as where territory counts, scoring does
/// not distinguish moves. Moves that end the game are not counted, for the search sees ends anyway.
///
/// If the limits end the examination, the moves seen so far decide; `false` if these are few, as where rules are so slow
/// that comparing the scores of all moves would take more time than it saves.
///
/// # Errors
/// A [`Fault`] if the rules of the game fail.
pub(super) fn is_scoring_selective<G: Game>(game: &G, limits: &Limits<'_>) -> Result<bool, Fault> {
    let Some(structure) = game.structure().filter(|structure| structure.has_scoring()) else { return Ok(false) };
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let (mut some, mut all) = (0, 0);
    let (mut moves, mut which) = (Vec::new(), Vec::new());
    // The limit of nodes holds for the search only.
    let watch = Watch::new(Limits { nodes: None, ..*limits });
    let _deadline = limits.set_deadline();
    let mut is_complete = true;
    'games: for _ in 0..GAMES {
        let mut state = game.initial_state();
        let mut scored = 0;
        for _ in 0..MOVES {
            is_complete = !watch.is_reached(all as u64);
            let turn = if is_complete { unless_interrupted(game.legal_moves(&state, &mut moves))? } else { None };
            let Some(turn) = turn else {
                is_complete = false;
                break 'games;
            };
            let Turn::Player(_) = turn else { break };
            some += scored;
            all += 1;
            let &mv = moves.choose(&mut random).expect("a player to move has a move");
            let made = structure.scoring_moves(&state, &[mv], &mut which).and_then(|()| game.apply(&mut state, mv));
            is_complete = unless_interrupted(made)?.is_some();
            if !is_complete {
                break 'games;
            }
            scored = which.len();
        }
    }
    Ok(some > 0 && 2 * some < all && (is_complete || all >= MIN_MOVES))
}
