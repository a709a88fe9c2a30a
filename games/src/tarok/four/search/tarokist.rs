//! The search player in Taroky: sampling and alpha-beta for cards, and simulated deals for everything else.

use boardwright_game::fault::Fault;
use boardwright_game::game::{OwnPlayer, OwnPlayers, OwnRating};
use boardwright_game::ids::Player;
use rand_pcg::Pcg64Mcg;

use super::super::contract::{Bonuses, FourOptions};
use super::super::game::Four;
use super::super::knowledge::resample;
use super::super::moves::{cards_to_lay_aside, list_moves};
use super::super::state::{FourMove, FourState, Stage};
use super::constants::{ANNOUNCEMENT_MARGIN, DISCARD_COMPLETIONS, DISCARD_SETS, default_settings};
use super::play_position::FourPosition;
use super::policy::discard_sets;
use super::simulation::mean_scores;
use crate::tarok::cards::CardSet;
use crate::tarok::search::alphabeta::AlphaBeta;
use crate::tarok::search::constants::{SearchSettings, Settings};
use crate::tarok::search::duel::DuelGame;
use crate::tarok::search::options::{NAME, settings};
use crate::tarok::search::sampled::{IsOver, score_samples};

/// The player.
pub struct FourTarokist {
    settings: Settings,
    options: FourOptions,
    /// Searches for cards, one for each thread.
    searches: Vec<AlphaBeta>,
    /// Search of simulated hands: they are so shallow that no table pays.
    simulation: AlphaBeta,
    random: Pcg64Mcg,
    /// Cards that the player decided to lay aside, as far as they are still in the hand.
    plan: CardSet,
}

type Rated = Vec<(FourMove, Option<f64>)>;

impl FourTarokist {
    /// A player of the game with these rules.
    pub fn new(options: FourOptions, settings: Settings, random: Pcg64Mcg) -> Self {
        let searches = (0..settings.threads.max(1)).map(|_| AlphaBeta::new(settings.search)).collect();
        let simulation = AlphaBeta::new(SearchSettings { table: false, ..settings.search });
        Self { settings, options, searches, simulation, random, plan: CardSet::EMPTY }
    }

    /// Number of positions of all searches so far.
    fn nodes(&self) -> u64 {
        self.searches.iter().map(|search| search.nodes).sum::<u64>() + self.simulation.nodes
    }

    /// Mean scores of the moves in simulated deals.
    fn simulated(
        &mut self,
        (state, me): (&FourState, Player),
        choices: &[Vec<FourMove>],
        is_over: IsOver<'_>,
    ) -> Result<Vec<f64>, Fault> {
        let random = (&mut self.random as &mut dyn rand::Rng, is_over);
        mean_scores((state, me, self.options), choices, self.settings.simulations, &mut self.simulation, random)
    }

    /// Rates all legal moves by simulated deals. A move that says more than the first one must be better by a margin.
    fn choose(&mut self, state: &FourState, me: Player, is_over: IsOver<'_>) -> Result<Rated, Fault> {
        let mut moves = Vec::new();
        list_moves(state, self.options, &mut moves);
        if moves.len() == 1 {
            return Ok(vec![(moves[0], None)]);
        }
        let choices: Vec<Vec<FourMove>> = moves.iter().map(|&mv| vec![mv]).collect();
        let means = self.simulated((state, me), &choices, is_over)?;
        let margin = |mv: FourMove| match mv {
            FourMove::Bid(_) if state.bidder.is_some() => self.settings.min_difference,
            FourMove::Flek(_) => self.settings.flek_margin,
            FourMove::Announce(bonuses) if bonuses != Bonuses::NONE => ANNOUNCEMENT_MARGIN,
            _ => 0.0,
        };
        let mut rated: Vec<(FourMove, f64)> =
            moves.into_iter().zip(means).map(|(mv, mean)| (mv, mean - margin(mv))).collect();
        // The sort is stable: of equal moves the first one is chosen.
        rated.sort_by(|one, other| other.1.total_cmp(&one.1));
        Ok(rated.into_iter().map(|(mv, mean)| (mv, Some(mean))).collect())
    }

    /// Lays the cards of the best set aside, one after the other.
    fn lay_aside(&mut self, state: &FourState, me: Player, is_over: IsOver<'_>) -> Result<Rated, Fault> {
        let hand = state.hands[me.index()];
        let count = cards_to_lay_aside(state, me) as u32;
        let layable = FourState::layable(hand);
        if !(layable.includes(self.plan) && self.plan.len() == count) {
            let sets = discard_sets(hand, count, DISCARD_SETS, DISCARD_COMPLETIONS);
            let choices: Vec<Vec<FourMove>> =
                sets.iter().map(|set| set.iter().map(FourMove::LayAside).collect()).collect();
            let means = if sets.len() > 1 { self.simulated((state, me), &choices, is_over)? } else { vec![0.0] };
            let best = means.iter().zip(&sets).max_by(|one, other| one.0.total_cmp(other.0));
            self.plan = best.map_or(CardSet::EMPTY, |(_, &set)| set);
        }
        let next = self.plan.first().or_else(|| layable.first());
        if let Some(card) = next {
            self.plan.remove(card);
        }
        Ok(next.map(|card| (FourMove::LayAside(card), None)).into_iter().collect())
    }

    /// Rates the legal cards by searches of samples.
    fn play(&mut self, state: &FourState, me: Player, is_over: IsOver<'_>) -> Result<Rated, Fault> {
        let mut positions = Vec::with_capacity(self.settings.samples as usize);
        for _ in 0..self.settings.samples.max(1) {
            let imagined = resample(state, me, self.options, &mut self.random)?;
            positions.extend(FourPosition::of_state(&imagined, self.options));
        }
        let scores = score_samples(&positions, &self.settings, &mut self.searches, is_over);
        Ok(scores.into_iter().map(|rated| (FourMove::Play(rated.card), Some(rated.score))).collect())
    }
}

impl OwnPlayer<FourState, FourMove> for FourTarokist {
    fn rate(&mut self, state: &FourState, me: Player, is_over: IsOver<'_>) -> Result<OwnRating<FourMove>, Fault> {
        let before = self.nodes();
        let base: Vec<u64> = self.searches.iter().map(|search| search.nodes).chain([self.simulation.nodes]).collect();
        let least = base.iter().copied().min().unwrap_or(0);
        let is_over = |nodes: u64| is_over(nodes.saturating_sub(least));
        let mut depth = 0;
        let moves = match state.stage {
            Stage::Deal | Stage::Over => Vec::new(),
            Stage::LayAside(_) => self.lay_aside(state, me, &is_over)?,
            Stage::Bid(_) => {
                self.plan = CardSet::EMPTY;
                self.choose(state, me, &is_over)?
            }
            Stage::Play(_) => {
                depth = self.settings.depth(state.hands[me.index()].len(), state.trick.len()).into();
                self.play(state, me, &is_over)?
            }
            _ => self.choose(state, me, &is_over)?,
        };
        Ok(OwnRating { moves, depth, nodes: self.nodes() - before })
    }

    fn description(&self) -> String {
        let Settings { samples, depths: [late, middle, early], .. } = self.settings;
        format!("{samples} samples of the hidden hands, each searched {early}, {middle} or {late} cards deep")
    }
}

impl OwnPlayers<FourState, FourMove> for Four {
    fn create(
        &self,
        name: &str,
        option: &dyn Fn(&str) -> Option<f64>,
        random: Pcg64Mcg,
    ) -> Option<Box<dyn OwnPlayer<FourState, FourMove>>> {
        (name == NAME).then(|| {
            let settings = settings(default_settings(), option);
            let player: Box<dyn OwnPlayer<_, _>> = Box::new(FourTarokist::new(self.options(), settings, random));
            player
        })
    }
}

impl DuelGame for Four {
    fn default_settings() -> Settings {
        default_settings()
    }

    fn search_player(&self, settings: Settings, random: Pcg64Mcg) -> Box<dyn OwnPlayer<FourState, FourMove>> {
        Box::new(FourTarokist::new(self.options(), settings, random))
    }
}
