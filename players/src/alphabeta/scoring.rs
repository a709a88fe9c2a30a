//! Detection of games in which single moves score points, as where closed boxes count. In these games the search treats
//! scoring moves like captures, in move ordering and in quiescence search.

use boardwright_game::fault::Fault;
use boardwright_game::game::{Game, Turn};
use rand::SeedableRng as _;
use rand::seq::IndexedRandom as _;
use rand_pcg::Pcg64Mcg;

/// Number of random games that are played, and of moves in each.
const GAMES: usize = 6;
const MOVES: usize = 200;

/// `true` if some moves change a score and most do not. Where most moves do, as where territory counts, scoring does
/// not distinguish moves. Moves that end the game are not counted, for the search sees ends anyway.
///
/// # Errors
/// A [`Fault`] if the rules of the game fail.
pub(super) fn is_scoring_selective<G: Game>(game: &G) -> Result<bool, Fault> {
    let Some(structure) = game.structure().filter(|structure| structure.has_scoring()) else { return Ok(false) };
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let (mut some, mut all) = (0, 0);
    let (mut moves, mut which) = (Vec::new(), Vec::new());
    for _ in 0..GAMES {
        let mut state = game.initial_state();
        let mut scored = 0;
        for _ in 0..MOVES {
            let Turn::Player(_) = game.legal_moves(&state, &mut moves)? else { break };
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
