//! Evaluation by rotated deals: every pack of cards is dealt four times while the dealer moves on, so that each player
//! holds each hand once in each role. Four equal rule files return to their starting score after every four deals.

use std::sync::Arc;

use boardwright_game::ids::Player;
use boardwright_games::tarok::four::scoring::score_sheet;
use boardwright_games::tarok::four::{DealtCards, FourOptions, FourState, PLAYERS, deal_cards, seats};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use super::deal::{DealFollower, Decision};
use super::session::{Mode, SessionSettings};
use super::{RuleFile, RunWarning};

/// Settings of an evaluation.
#[derive(Clone, Copy, Debug)]
pub struct EvaluationSettings {
    /// Number of different packs; each is dealt four times.
    pub packs: usize,
    /// Seed of the packs.
    pub seed: u64,
    /// Rules of the game.
    pub options: FourOptions,
    /// Settings of the sessions.
    pub session: SessionSettings,
}

impl EvaluationSettings {
    /// Settings without random fallbacks.
    pub fn new(packs: usize, seed: u64) -> Self {
        let session = SessionSettings { mode: Mode::Evaluation, ..SessionSettings::default() };
        Self { packs, seed, options: FourOptions::default(), session }
    }
}

/// A deal that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealResult {
    /// Scores of the players.
    pub scores: [i32; PLAYERS],
    /// Number of decisions, and number of those without a legal answer of the rules.
    pub decisions: [usize; 2],
    /// Problems of rules that ran, with the number of the player.
    pub warnings: Vec<(usize, RunWarning)>,
}

/// Plays a deal with four rule files. `observe` receives each decision before it is played.
pub fn play_deal(
    files: &[Arc<RuleFile>; PLAYERS],
    cards: &DealtCards,
    forehand: Player,
    settings: &EvaluationSettings,
    observe: &mut dyn FnMut(&FourState, &mut DealFollower, &Decision),
) -> DealResult {
    let mut state = FourState::new(forehand);
    state.deal(cards);
    let mut followers: Vec<DealFollower> = seats()
        .into_iter()
        .zip(files)
        .map(|(player, file)| {
            // Equal players in equal roles draw the same random numbers.
            let role = (player.index() + PLAYERS - forehand.index()) % PLAYERS;
            let seed = settings.session.seed.wrapping_mul(4).wrapping_add(role as u64);
            DealFollower::new(Arc::clone(file), player, SessionSettings { seed, ..settings.session })
        })
        .collect();
    let mut decisions = [0; 2];
    while let Some(player) = state.to_act() {
        let follower = &mut followers[player.index()];
        let Some(decision) = follower.decide(&state, settings.options) else { break };
        decisions[0] += 1;
        decisions[1] += usize::from(decision.source == super::AnswerSource::Fallback);
        observe(&state, follower, &decision);
        state.act(decision.mv, settings.options);
    }
    let warnings = followers
        .iter_mut()
        .enumerate()
        .flat_map(|(number, follower)| {
            follower.session_mut().take_warnings().into_iter().map(move |warning| (number, warning))
        })
        .collect();
    DealResult { scores: score_sheet(&state, settings.options).totals(), decisions, warnings }
}

/// Plays all deals of an evaluation and returns their results; four deals in a row have the same pack.
pub fn evaluate(files: &[Arc<RuleFile>; PLAYERS], settings: &EvaluationSettings) -> Vec<DealResult> {
    let mut random = Pcg64Mcg::seed_from_u64(settings.seed);
    let mut results = Vec::with_capacity(settings.packs * PLAYERS);
    for pack in 0..settings.packs {
        let cards = deal_cards(&mut random);
        for (rotation, forehand) in seats().into_iter().enumerate() {
            let mut own = *settings;
            own.session.seed = own.session.seed.wrapping_add(pack as u64);
            let cards = cards.rotated(rotation);
            results.push(play_deal(files, &cards, forehand, &own, &mut |_, _, _| {}));
        }
    }
    results
}
