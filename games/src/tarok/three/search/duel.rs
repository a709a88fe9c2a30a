//! Duplicate deals: one player against two others of a kind, in each of the three seats with the same cards.

use boardwright_game::fault::Fault;
use boardwright_game::game::{Game as _, OwnPlayer as _};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use super::constants::Settings;
use super::tarokist::Tarokist;
use crate::tarok::three::game::{Three, deal_cards};
use crate::tarok::three::scoring::score_sheet;
use crate::tarok::three::state::{PLAYERS, ThreeMove, ThreeState, seats};

/// A player of a duel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Duellist {
    /// All legal moves are equally likely.
    Random,
    /// The search player with these settings.
    Search(Settings),
}

/// Scores of a deal that was played three times.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DuplicateScores {
    /// Score of the player, by seat.
    pub own: [i32; PLAYERS],
    /// Sum of the scores of the two others, by the seat of the player.
    pub others: [i32; PLAYERS],
}

impl DuplicateScores {
    /// Mean over the seats of the score of the player less the mean of the others.
    pub fn difference(&self) -> f64 {
        let twice: i32 = self.own.iter().zip(self.others).map(|(own, others)| 2 * own - others).sum();
        f64::from(twice) / (2 * PLAYERS) as f64
    }
}

/// Plays the deal with this seed in all seats. Forehand is the first player.
///
/// # Errors
/// If no completion of the hidden hands agrees with what a player has seen.
pub fn play_duplicate(game: Three, one: Duellist, other: Duellist, seed: u64) -> Result<DuplicateScores, Fault> {
    let mut scores = DuplicateScores::default();
    for place in 0..PLAYERS {
        let kinds = std::array::from_fn(|seat| if seat == place { one } else { other });
        let state = play_deal(game, &kinds, seed)?;
        let sheet = score_sheet(&state, game.options());
        for player in seats() {
            let own = player.index() == place;
            let sum = if own { &mut scores.own[place] } else { &mut scores.others[place] };
            *sum += sheet.total(player);
        }
    }
    Ok(scores)
}

/// Plays a deal to its end.
fn play_deal(game: Three, kinds: &[Duellist; PLAYERS], seed: u64) -> Result<ThreeState, Fault> {
    let mut players: Vec<Option<Tarokist>> = (0_u64..)
        .zip(kinds)
        .map(|(seat, kind)| match kind {
            Duellist::Random => None,
            Duellist::Search(settings) => {
                let random = Pcg64Mcg::seed_from_u64(seed.wrapping_mul(PLAYERS as u64).wrapping_add(seat));
                Some(Tarokist::new(game.options(), *settings, random))
            }
        })
        .collect();
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut state = game.initial_state();
    state.deal(&deal_cards(&mut random));
    let mut moves: Vec<ThreeMove> = Vec::new();
    while let Some(mover) = state.to_act() {
        game.legal_moves(&state, &mut moves)?;
        let mv = match (&moves[..], &mut players[mover.index()]) {
            (&[only], _) => only,
            (_, None) => game.random_move(&state, &moves, &mut random),
            (_, Some(player)) => player.rate(&state, mover, &|_| false)?.moves[0].0,
        };
        state.act(mv, game.options());
    }
    Ok(state)
}
