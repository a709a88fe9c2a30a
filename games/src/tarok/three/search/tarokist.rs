//! The player "Silicijasti tarokist": bids by simulated hands, two-stage discards, announcements by shares, and cards by sampling
//! and alpha-beta.

use boardwright_game::fault::Fault;
use boardwright_game::game::{OwnPlayer, OwnPlayers, OwnRating};
use boardwright_game::ids::Player;
use rand_pcg::Pcg64Mcg;

use super::alphabeta::AlphaBeta;
use super::bidding::{ANNOUNCED, Thresholds, highest_contract};
use super::constants::{DISCARD_COMPLETIONS, DISCARD_DEALS, SearchSettings, Settings};
use super::decision::{IsOver, score_cards};
use super::exchange::{Discard, Effort, Table, best_discard, best_group, simulate_discard};
use super::simulation::Simulator;
use crate::tarok::cards::{Card, CardSet};
use crate::tarok::search::duel::DuelGame;
use crate::tarok::search::options;
use crate::tarok::three::contract::{Contract, Item, Items, ThreeOptions};
use crate::tarok::three::game::Three;
use crate::tarok::three::moves::{cards_to_lay_away, groups};
use crate::tarok::three::scoring::opponents_pile;
use crate::tarok::three::state::{Stage, ThreeMove, ThreeState};

pub use crate::tarok::search::options::NAME;

/// The player.
pub struct Tarokist {
    settings: Settings,
    options: ThreeOptions,
    /// Searches for cards, one for each thread.
    searches: Vec<AlphaBeta>,
    /// Search of simulated hands: they are so shallow that no table pays.
    simulation: AlphaBeta,
    random: Pcg64Mcg,
    thresholds: Thresholds,
    memory: Option<DealMemory>,
}

/// Decisions in a deal on which later ones rest.
#[derive(Clone, Debug)]
struct DealMemory {
    /// Forehand and the own cards as they were dealt, by which a new deal is noticed.
    beginning: (Player, CardSet),
    /// The highest winnable contract, klop if there is none, once it is known.
    target: Option<Contract>,
    /// The exchange that was planned.
    plan: Option<(u8, Discard)>,
}

impl Tarokist {
    /// A player of the game with these rules.
    pub fn new(options: ThreeOptions, settings: Settings, random: Pcg64Mcg) -> Self {
        let searches = (0..settings.threads.max(1)).map(|_| AlphaBeta::new(settings.search)).collect();
        let simulation = AlphaBeta::new(SearchSettings { table: false, ..settings.search });
        let thresholds = Thresholds::new(&settings);
        Self { settings, options, searches, simulation, random, thresholds, memory: None }
    }

    /// Current thresholds.
    pub fn thresholds(&self) -> &Thresholds {
        &self.thresholds
    }

    /// Number of positions of all searches so far.
    fn nodes(&self) -> u64 {
        self.searches.iter().map(|search| search.nodes).sum::<u64>() + self.simulation.nodes
    }

    /// Notices a new deal, and learns from the one before.
    fn remember(&mut self, state: &ThreeState, me: Player) {
        let is_beginning = matches!(state.stage, Stage::Bid(_) | Stage::Choose);
        let beginning = (state.forehand, state.hands[me.index()]);
        let is_known = self.memory.as_ref().is_some_and(|memory| !is_beginning || memory.beginning == beginning);
        if is_known {
            return;
        }
        self.memory = Some(DealMemory { beginning, target: None, plan: None });
        if let (true, true, Some(last)) = (self.settings.learns, is_beginning, &state.last) {
            self.thresholds.learn(last, last.declarer == me);
        }
    }

    fn simulator<'a>(simulation: &'a mut AlphaBeta, random: &'a mut Pcg64Mcg, is_over: IsOver<'a>) -> Simulator<'a> {
        Simulator { search: simulation, rng: random, is_over }
    }

    /// The highest contract that the player thinks winnable; klop if there is none.
    fn target(&mut self, state: &ThreeState, me: Player, is_over: IsOver<'_>) -> Contract {
        let known = self.memory.as_ref().and_then(|memory| memory.target);
        if let Some(target) = known {
            return target;
        }
        let hand = (state.hands[me.index()], me.index());
        let mut simulator = Self::simulator(&mut self.simulation, &mut self.random, is_over);
        let target = highest_contract(hand, self.options, &self.thresholds, &mut simulator);
        if let Some(memory) = &mut self.memory {
            memory.target = Some(target);
        }
        target
    }

    /// Bids only as high as needed to overbid.
    fn bid(&mut self, state: &ThreeState, me: Player, is_over: IsOver<'_>) -> ThreeMove {
        let least = Contract::BIDS.into_iter().find(|&contract| state.can_bid(me, contract));
        let Some(least) = least else { return ThreeMove::Pass };
        if state.bidder.is_none() || self.target(state, me, is_over) >= least {
            ThreeMove::Bid(least)
        } else {
            ThreeMove::Pass
        }
    }

    fn choose_contract(&mut self, state: &ThreeState, me: Player, is_over: IsOver<'_>) -> ThreeMove {
        let target = self.target(state, me, is_over);
        let least = state.bidder.map_or(Contract::Tri, |(_, bid)| bid);
        ThreeMove::Choose(if state.can_choose(target) { target } else { least })
    }

    fn discard_effort() -> Effort {
        Effort { deals: DISCARD_DEALS, completions: DISCARD_COMPLETIONS }
    }

    fn take_group(&mut self, state: &ThreeState, me: Player, is_over: IsOver<'_>) -> ThreeMove {
        let hand = state.hands[me.index()];
        let talon: Vec<CardSet> = (0..groups(state)).map(|group| state.group_cards(group)).collect();
        let all = talon.iter().copied().fold(CardSet::EMPTY, CardSet::union);
        let unseen = CardSet::ALL.without(hand).without(all);
        let table = Table { declarer: me.index(), unseen, talon: all };
        let mut simulator = Self::simulator(&mut self.simulation, &mut self.random, is_over);
        let plan = best_group(hand, &talon, &table, Self::discard_effort(), &mut simulator);
        let group = plan.as_ref().map_or(0, |(group, _)| *group);
        if let Some(memory) = &mut self.memory {
            memory.plan = plan;
        }
        ThreeMove::Take(group)
    }

    fn lay_away(&mut self, state: &ThreeState, me: Player, is_over: IsOver<'_>) -> ThreeMove {
        let hand = state.hands[me.index()];
        let planned = self.memory.as_ref().and_then(|memory| memory.plan.as_ref());
        let is_followed =
            planned.is_some_and(|(group, discard)| state.group == Some(*group) && discard.laid.includes(state.laid));
        if !is_followed {
            let talon: CardSet = state.talon.into_iter().collect();
            let seen = hand.union(state.laid).union(talon);
            let rest = opponents_pile(state, self.options);
            let table = Table { declarer: me.index(), unseen: CardSet::ALL.without(seen), talon: rest };
            let count = cards_to_lay_away(state) as u32;
            let mut simulator = Self::simulator(&mut self.simulation, &mut self.random, is_over);
            let best = best_discard(hand, count, &table, Self::discard_effort(), &mut simulator);
            if let (Some(memory), Some(best)) = (&mut self.memory, best) {
                let discard = Discard { laid: best.laid.union(state.laid), ..best };
                memory.plan = state.group.map(|group| (group, discard));
            }
        }
        let planned = self.memory.as_ref().and_then(|memory| memory.plan.as_ref());
        let next = planned.and_then(|(_, discard)| discard.laid.without(state.laid).first());
        // A plan always has a card that can be laid away; without one, the first card is as good as any.
        next.or_else(|| ThreeState::layable(hand).first()).map_or(ThreeMove::Pass, ThreeMove::LayAway)
    }

    /// Announces the bonuses that were made in enough simulated hands.
    fn announce(&mut self, state: &ThreeState, me: Player, is_over: IsOver<'_>) -> ThreeMove {
        let hand = state.hands[me.index()];
        let known = self.memory.as_ref().and_then(|memory| memory.plan.clone());
        let discard = if let Some((_, discard)) = known.filter(|_| state.group.is_some()) {
            discard
        } else {
            // The talon of solo is unseen: any six of the unseen cards may lie there.
            let seen = hand.union(state.laid).union(state.shown_talon().iter().copied().collect());
            let table = Table { declarer: me.index(), unseen: CardSet::ALL.without(seen), talon: CardSet::EMPTY };
            let mut simulator = Self::simulator(&mut self.simulation, &mut self.random, is_over);
            simulate_discard(hand, CardSet::EMPTY, &table, DISCARD_DEALS, &mut simulator)
        };
        let share = |item: Item| f64::from(discard.made[item.index()]) / f64::from(discard.hands.max(1));
        let announced = ANNOUNCED.into_iter().zip(self.thresholds.announcements);
        let is_possible = |item: Item| item != Item::PagatUltimo || hand.contains(Card::PAGAT);
        let chosen = announced.filter(|&(item, least)| is_possible(item) && share(item) >= least).map(|(item, _)| item);
        ThreeMove::Announce(chosen.collect::<Items>())
    }
}

impl OwnPlayer<ThreeState, ThreeMove> for Tarokist {
    fn rate(&mut self, state: &ThreeState, me: Player, is_over: IsOver<'_>) -> Result<OwnRating<ThreeMove>, Fault> {
        let before = self.nodes();
        let base: Vec<u64> = self.searches.iter().map(|search| search.nodes).chain([self.simulation.nodes]).collect();
        let least = base.iter().copied().min().unwrap_or(0);
        let is_over = |nodes: u64| is_over(nodes.saturating_sub(least));
        self.remember(state, me);
        let mut depth = 0;
        let moves = match state.stage {
            Stage::Bid(_) => vec![(self.bid(state, me, &is_over), None)],
            Stage::Choose => vec![(self.choose_contract(state, me, &is_over), None)],
            Stage::TakeGroup => vec![(self.take_group(state, me, &is_over), None)],
            Stage::LayAway => vec![(self.lay_away(state, me, &is_over), None)],
            Stage::Announce => vec![(self.announce(state, me, &is_over), None)],
            Stage::Double { .. } => vec![(ThreeMove::NoDouble, None)],
            Stage::Play(_) => {
                depth = self.settings.depth(state.hands[me.index()].len(), state.trick.len()).into();
                let random = (&mut self.random as &mut dyn rand::Rng, &is_over as IsOver<'_>);
                let scores = score_cards(state, me, self.options, &self.settings, &mut self.searches, random)?;
                scores.into_iter().map(|rated| (ThreeMove::Play(rated.card), Some(rated.score))).collect()
            }
            Stage::Deal | Stage::Over => Vec::new(),
        };
        Ok(OwnRating { moves, depth, nodes: self.nodes() - before })
    }

    fn description(&self) -> String {
        let Settings { samples, depths: [late, middle, early], .. } = self.settings;
        format!("{samples} samples of the hidden hands, each searched {early}, {middle} or {late} cards deep")
    }
}

impl OwnPlayers<ThreeState, ThreeMove> for Three {
    fn create(
        &self,
        name: &str,
        option: &dyn Fn(&str) -> Option<f64>,
        random: Pcg64Mcg,
    ) -> Option<Box<dyn OwnPlayer<ThreeState, ThreeMove>>> {
        (name == NAME).then(|| {
            let player: Box<dyn OwnPlayer<_, _>> = Box::new(Tarokist::new(self.options(), settings(option), random));
            player
        })
    }
}

/// Settings with the options that were set.
pub fn settings(option: &dyn Fn(&str) -> Option<f64>) -> Settings {
    options::settings(Settings::default(), option)
}

impl DuelGame for Three {
    fn default_settings() -> Settings {
        Settings::default()
    }

    fn search_player(&self, settings: Settings, random: Pcg64Mcg) -> Box<dyn OwnPlayer<ThreeState, ThreeMove>> {
        Box::new(Tarokist::new(self.options(), settings, random))
    }
}
