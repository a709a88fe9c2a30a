//! Taroky for four: examples of the rules, a plain second implementation over random deals, what players know, the events of
//! rule files, and rotated deals.

mod events;
mod knowledge;
mod random_deals;
mod reference;
mod rules;
mod search;

use boardwright_game::playout::random_below;
use boardwright_games::tarok::four::{Bid, Four, FourMove, FourState, Stage, list_moves};
use rand_pcg::Pcg64Mcg;

/// One of the legal moves: mostly short auctions and few fleks, so that all games are played.
fn choose(state: &FourState, moves: &[FourMove], random: &mut Pcg64Mcg) -> FourMove {
    let prefers_first = match state.stage {
        Stage::Bid(_) => random_below(10, random) < 7,
        Stage::Flek(_) => random_below(10, random) < 6,
        Stage::Varsava => random_below(3, random) > 0,
        Stage::Announce(_) => random_below(2, random) == 0,
        // The highest card wins most tricks.
        Stage::Play(_) if random_below(2, random) == 0 => return moves[moves.len() - 1],
        _ => false,
    };
    if prefers_first { moves[0] } else { moves[random_below(moves.len(), random)] }
}

/// Plays a deal to its end; calls `check` in every position.
fn play_through(
    game: Four,
    state: &mut FourState,
    random: &mut Pcg64Mcg,
    mut check: impl FnMut(&FourState, &mut Pcg64Mcg),
) {
    let mut moves = Vec::new();
    loop {
        check(state, random);
        if state.stage == Stage::Over {
            return;
        }
        moves.clear();
        list_moves(state, game.options(), &mut moves);
        let mv = choose(state, &moves, random);
        state.act(mv, game.options());
    }
}

/// Position of a kind of game in counts: the four bids, trojka with second and third cards, and varsava.
fn kind(state: &FourState) -> usize {
    match state.declared() {
        None => 6,
        Some((_, Bid::Trojka)) if state.looks > 1 => 2 + usize::from(state.looks),
        Some((_, bid)) => bid as usize,
    }
}
