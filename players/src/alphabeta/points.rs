//! Whether single moves make points, as where closed boxes count: such moves are looked at first, and beyond the horizon, like those that
//! take pieces.

use boardwright_engine::fault::Fault;
use boardwright_engine::game::{Game, Turn};
use rand::SeedableRng as _;
use rand::seq::IndexedRandom as _;
use rand_pcg::Pcg64Mcg;

/// How many random games are looked at, and how many moves of each.
const GAMES: usize = 6;
const MOVES: usize = 200;

/// Whether some moves change a score and most do not. Where most do, as where territory counts, that distinguishes none; nor does a move
/// that ends the game, for ends are seen anyway.
///
/// # Errors
/// If the rules of the game fail.
pub(super) fn are_made_by_some<G: Game>(game: &G) -> Result<bool, Fault> {
    let Some(structure) = game.structure().filter(|structure| structure.scores()) else { return Ok(false) };
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let (mut some, mut all) = (0, 0);
    let (mut moves, mut which) = (Vec::new(), Vec::new());
    for _ in 0..GAMES {
        let mut state = game.start();
        let mut scored = 0;
        for _ in 0..MOVES {
            let Turn::Player(_) = game.turn(&state, &mut moves)? else { break };
            some += scored;
            all += 1;
            let &mv = moves.choose(&mut random).expect("a player to move has a move");
            structure.scoring_moves(&state, &[mv], &mut which)?;
            scored = which.len();
            game.apply(&mut state, mv)?;
        }
    }
    Ok(some > 0 && 2 * some < all)
}
