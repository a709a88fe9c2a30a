//! Tools for the games of tarok: duels between their players with the same cards, and measurements of the published search.
//! Rules and search are in [`boardwright_games::tarok`].

use std::sync::Arc;

use boardwright_bots::rules::deal::DealFollower;
use boardwright_bots::rules::{RuleFile, SessionSettings};
use boardwright_game::fault::{Fault, FaultContext, FaultKind, Span};
use boardwright_game::ids::Player;
use boardwright_games::tarok::four::{Four, FourMove, FourState};
use boardwright_games::tarok::search::alphabeta::AlphaBeta;
use boardwright_games::tarok::search::constants::Settings;
use boardwright_games::tarok::search::duel::{self, DuelGame, Duellist, MakePlayer, play_duplicate};
use boardwright_games::tarok::search::options::{NAME, settings};
use boardwright_games::tarok::three::Three;
use boardwright_games::tarok::three::search::measure::{VARIANTS, first_card_samples};
use boardwright_games::tarok::three::search::play_position::PlayPosition;

use boardwright_lang::render;
use boardwright_players::scripted::RULE_FILE;
use rand::Rng as _;
use rand_pcg::Pcg64Mcg;

pub use boardwright_games::tarok::search::duel::DuplicateScores;

use crate::error::Error;
use crate::rule_files;

/// A game in which duels are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TarokGame {
    /// Three-handed tarok.
    Three,
    /// Taroky for four.
    Four,
}

impl TarokGame {
    /// All games.
    pub const ALL: [Self; 2] = [Self::Three, Self::Four];

    /// Name in the registry of games.
    pub fn name(self) -> &'static str {
        match self {
            Self::Three => "tarok3",
            Self::Four => "taroky",
        }
    }

    /// The game with this name.
    ///
    /// # Errors
    /// If no game of tarok has this name.
    pub fn by_name(name: &str) -> Result<Self, Error> {
        let names = || Self::ALL.map(Self::name).join(" and ");
        let game = Self::ALL.into_iter().find(|game| game.name() == name);
        game.ok_or_else(|| Error::Usage(format!("there are no duels of {name}; there are those of {}", names())))
    }
}

/// A player of a duel.
#[derive(Clone, Debug)]
pub enum DuelPlayer {
    /// All legal moves are equally likely.
    Random,
    /// The search player with these settings.
    Search(Settings),
    /// A rule file of Taroky.
    Rules(Arc<RuleFile>),
}

/// The player of a duel that a text selects. Limits of time and nodes are left out.
///
/// # Errors
/// If the text selects no player, or one that cannot play a duel.
pub fn duel_player(game: TarokGame, text: &str) -> Result<DuelPlayer, Error> {
    let spec = boardwright_players::parse(text).map_err(|error| Error::Usage(error.to_string()))?;
    match (spec.entry.name, game) {
        ("random", _) => Ok(DuelPlayer::Random),
        (NAME, _) => {
            let texts = spec.values.texts();
            let default = match game {
                TarokGame::Three => Three::default_settings(),
                TarokGame::Four => Four::default_settings(),
            };
            Ok(DuelPlayer::Search(settings(default, &|key| texts.get(key).and_then(|text| text.parse().ok()))))
        }
        (rule_files::PLAYER, TarokGame::Four) => {
            let loaded = rule_files::load_rules(&spec.option_text(&RULE_FILE), None)?;
            let mistakes = || Error::Input(render(&loaded.diagnostics, &[&loaded.source], false));
            Ok(DuelPlayer::Rules(Arc::new(loaded.rules.ok_or_else(mistakes)?)))
        }
        (other, _) => {
            let rules = if game == TarokGame::Four { ", rules" } else { "" };
            Err(Error::Usage(format!(
                "{other} cannot play a duel of {}; random{rules} and {NAME} can, and all players meet in tournaments",
                game.name()
            )))
        }
    }
}

/// Plays a deal once for each seat: one player in each seat in turn, against others of a kind, with the same cards.
///
/// # Errors
/// If no hidden cards are found that agree with what a player has seen.
pub fn play_deal(game: TarokGame, one: &DuelPlayer, other: &DuelPlayer, seed: u64) -> Result<DuplicateScores, Fault> {
    match game {
        TarokGame::Three => play_with(&Three::default(), &[one, other].map(three_players), seed),
        TarokGame::Four => play_with(&Four::default(), &[one, other].map(four_players), seed),
    }
}

/// Function that creates players; `None` for random ones.
type Makers<G> = Option<Box<MakePlayer<G>>>;

fn three_players(player: &DuelPlayer) -> Makers<Three> {
    match player {
        DuelPlayer::Search(settings) => Some(Three::default().search_players(*settings)),
        DuelPlayer::Random | DuelPlayer::Rules(_) => None,
    }
}

fn four_players(player: &DuelPlayer) -> Makers<Four> {
    match player {
        DuelPlayer::Random => None,
        DuelPlayer::Search(settings) => Some(Four::default().search_players(*settings)),
        DuelPlayer::Rules(file) => {
            let file = Arc::clone(file);
            Some(Box::new(move |player, mut random: Pcg64Mcg| {
                let settings = SessionSettings { seed: random.next_u64(), ..SessionSettings::default() };
                Box::new(RulePlayer(DealFollower::new(Arc::clone(&file), player, settings)))
            }))
        }
    }
}

fn play_with<G: DuelGame>(game: &G, makers: &[Makers<G>; 2], seed: u64) -> Result<DuplicateScores, Fault> {
    let [one, other] = makers.each_ref().map(|make| make.as_deref().map_or(Duellist::Random, Duellist::Players));
    play_duplicate(game, one, other, seed)
}

/// A rule file at the table of a duel.
struct RulePlayer(DealFollower);

impl duel::DuelPlayer<Four> for RulePlayer {
    fn choose(&mut self, state: &FourState, me: Player) -> Result<FourMove, Fault> {
        let decision = self.0.decide(state, Four::default().options());
        let context = FaultContext::Knowledge(me.number());
        Ok(decision.ok_or(Fault { kind: FaultKind::NoWorld, span: Span::default(), context })?.mv)
    }
}

/// Measurement of a variant of the search: some enhancements on, the others off.
pub struct SearchMeasurement {
    /// Name of the variant.
    pub name: &'static str,
    search: AlphaBeta,
    positions: Vec<PlayPosition>,
}

impl SearchMeasurement {
    /// All variants, in the order of the published tables.
    pub fn all() -> impl Iterator<Item = Self> {
        VARIANTS.into_iter().map(|(name, settings)| Self {
            name,
            search: AlphaBeta::new(settings),
            positions: Vec::new(),
        })
    }

    /// Prepares the first card of a hand, with this number of samples of the hidden cards.
    ///
    /// # Errors
    /// If no hidden cards are found that agree with what the player has seen.
    pub fn prepare(&mut self, hand: u64, samples: u32) -> Result<(), Fault> {
        self.positions = first_card_samples(hand, samples)?;
        Ok(())
    }

    /// Searches all samples to a depth in cards; `is_exact` asks for the exact value of every card instead of the best card.
    /// Returns the number of nodes.
    pub fn search(&mut self, depth: u8, is_exact: bool) -> u64 {
        let before = self.search.nodes;
        for position in &self.positions {
            if is_exact {
                self.search.card_values(position, depth);
            } else {
                self.search.best_card(position, depth);
            }
        }
        self.search.nodes - before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_players_are_refused() {
        let player = |text| duel_player(TarokGame::Three, text);
        assert!(matches!(player("random"), Ok(DuelPlayer::Random)));
        let Err(Error::Usage(message)) = player("mcts") else { panic!("it is refused") };
        let expected =
            "mcts cannot play a duel of tarok3; random and tarokist can, and all players meet in tournaments";
        assert_eq!(message, expected);
        assert!(player("rules").is_err(), "rule files play Taroky only");
        let Ok(DuelPlayer::Search(settings)) = player("tarokist:samples=7,full=0") else { panic!("it plays") };
        assert_eq!((settings.samples, settings.full.to_bits()), (7, 0));
    }

    #[test]
    fn rule_files_meet_in_duels() {
        let player = |text| duel_player(TarokGame::Four, text).expect("a player");
        let (logger, empty) = (player("rules:file=logger"), player("rules:file=empty"));
        let scores = play_deal(TarokGame::Four, &logger, &empty, 1).expect("the deal is played");
        assert_eq!(scores, play_deal(TarokGame::Four, &logger, &empty, 1).expect("the deal is played"));
        let sum = |scores: &[i32]| scores.iter().sum::<i32>();
        assert_eq!(sum(&scores.own) + sum(&scores.others), 0, "payments are zero-sum");
        assert!(matches!(duel_player(TarokGame::Four, "rules:file=nobody"), Err(Error::Input(_))));
    }

    #[test]
    fn games_of_duels_have_names() {
        assert_eq!(TarokGame::ALL.map(|game| TarokGame::by_name(game.name()).ok()), TarokGame::ALL.map(Some));
        let Err(Error::Usage(message)) = TarokGame::by_name("chess") else { panic!("it is refused") };
        assert_eq!(message, "there are no duels of chess; there are those of tarok3 and taroky");
    }

    #[test]
    fn enhancements_save_nodes() {
        let nodes = |wanted: &str| {
            let mut variant = SearchMeasurement::all().find(|variant| variant.name == wanted).expect("a variant");
            variant.prepare(1, 2).expect("hidden cards are found");
            variant.search(6, false)
        };
        assert!(nodes("all") < nodes("none"), "{} and {}", nodes("all"), nodes("none"));
    }
}
