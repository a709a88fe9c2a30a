//! Duplicate deals: one player against others of a kind, in each of the seats with the same cards.

use boardwright_game::deals::DealtGame;
use boardwright_game::fault::Fault;
use boardwright_game::game::{GameExt as _, OwnPlayer};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use super::constants::Settings;

/// A player of a duel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Duellist {
    /// All legal moves are equally likely.
    Random,
    /// The search player with these settings.
    Search(Settings),
}

/// A game in which duels are played.
pub trait DuelGame: DealtGame<State: Copy> {
    /// Settings of the search player that nobody changed.
    fn default_settings() -> Settings;

    /// The search player with these settings.
    fn search_player(&self, settings: Settings, random: Pcg64Mcg) -> Box<dyn OwnPlayer<Self::State, Self::Move>>;
}

/// Scores of a deal that was played once for each seat.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DuplicateScores {
    /// Score of the player, by seat.
    pub own: Vec<i32>,
    /// Sum of the scores of the others, by the seat of the player.
    pub others: Vec<i32>,
}

impl DuplicateScores {
    /// Mean over the seats of the score of the player less the mean of the others.
    pub fn difference(&self) -> f64 {
        let rest = self.own.len() as i32 - 1;
        let sum: i32 = self.own.iter().zip(&self.others).map(|(own, others)| rest * own - others).sum();
        f64::from(sum) / f64::from(rest * self.own.len() as i32)
    }
}

/// Plays the deal with this seed in all seats. Forehand is the first player, so that everybody has every role once.
///
/// # Errors
/// If no completion of the hidden hands agrees with what a player has seen.
pub fn play_duplicate<G: DuelGame>(
    game: &G,
    one: Duellist,
    other: Duellist,
    seed: u64,
) -> Result<DuplicateScores, Fault> {
    let seats = game.players();
    let mut scores = DuplicateScores { own: vec![0; seats], others: vec![0; seats] };
    for place in 0..seats {
        let kinds: Vec<Duellist> = (0..seats).map(|seat| if seat == place { one } else { other }).collect();
        for (seat, score) in play_deal(game, &kinds, seed)?.into_iter().enumerate() {
            let sum = if seat == place { &mut scores.own[place] } else { &mut scores.others[place] };
            *sum += score;
        }
    }
    Ok(scores)
}

/// Plays a deal to its end, and returns the scores by seat.
///
/// # Errors
/// If no completion of the hidden hands agrees with what a player has seen.
pub fn play_deal<G: DuelGame>(game: &G, kinds: &[Duellist], seed: u64) -> Result<Vec<i32>, Fault> {
    let seats = kinds.len() as u64;
    let mut players: Vec<_> = (0_u64..)
        .zip(kinds)
        .map(|(seat, kind)| match kind {
            Duellist::Random => None,
            Duellist::Search(settings) => {
                let random = Pcg64Mcg::seed_from_u64(seed.wrapping_mul(seats).wrapping_add(seat));
                Some(game.search_player(*settings, random))
            }
        })
        .collect();
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut state = game.initial_state();
    let mut moves: Vec<G::Move> = Vec::new();
    game.play_chance(&mut state, &mut random);
    while let Some(mover) = game.legal_moves(&state, &mut moves)?.player() {
        let mv = match (&moves[..], &mut players[mover.index()]) {
            (&[only], _) => only,
            (_, None) => game.random_move(&state, &moves, &mut random),
            (_, Some(player)) => player.rate(&state, mover, &|_| false)?.moves[0].0,
        };
        game.apply(&mut state, mv)?;
    }
    let player = |seat: u64| boardwright_game::ids::Player::new(seat as usize + 1);
    Ok((0..seats).filter_map(player).map(|player| game.score(&state, player) as i32).collect())
}
