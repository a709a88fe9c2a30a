//! The terms of a new tournament: time, pairing and number of games, and the conditions that end games early.

use boardwright_arena::tournament::{AdjudicationConfig, Config, Pairing, SprtConfig};
use eframe::egui::{CollapsingHeader, ComboBox, Label, RichText, Ui};

use super::fields::{field, fields, number, optional};
use crate::pages::new_game::time_ui;
use crate::session::TimeSetting;
use crate::texts::t;
use crate::theme::{metrics, palette};

/// Greatest number of games of a pairing, and of rounds.
const MAX_GAMES: u32 = 1_000_000;
const MAX_ROUNDS: u32 = 1000;
/// Numbers with which optional fields begin.
const NODES: u64 = 10_000;
const DEPTH: u64 = 6;
const ROUNDS: u32 = 5;
const MAX_MOVES: usize = 400;
const REPETITION: usize = 3;
const DRAW: f64 = 0.05;
const WIN: f64 = 0.95;
const HYPOTHESES: (f64, f64) = (0.0, 10.0);

/// The form for the terms.
#[derive(Debug)]
pub struct TermsForm {
    pace: TimeSetting,
    nodes: Option<u64>,
    depth: Option<u64>,
    pairing: Pairing,
    games: u32,
    rounds: Option<u32>,
    duplicates: bool,
    seed: u64,
    threads: Option<usize>,
    adjudication: AdjudicationConfig,
    sprt: Option<(f64, f64)>,
}

impl Default for TermsForm {
    fn default() -> Self {
        Self {
            pace: TimeSetting::Free,
            nodes: None,
            depth: None,
            pairing: Pairing::RoundRobin,
            games: 10,
            rounds: None,
            duplicates: false,
            seed: 1,
            threads: None,
            adjudication: AdjudicationConfig::default(),
            sprt: None,
        }
    }
}

/// Name of a pairing system for people.
pub fn pairing_name(pairing: Pairing) -> &'static str {
    t(match pairing {
        Pairing::RoundRobin => "tournament.round_robin",
        Pairing::Gauntlet => "tournament.gauntlet",
        Pairing::Knockout => "tournament.knockout",
        Pairing::Swiss => "tournament.swiss",
        Pairing::Ladder => "tournament.ladder",
    })
}

fn pairing_hint(pairing: Pairing) -> &'static str {
    t(match pairing {
        Pairing::RoundRobin => "tournament.round_robin_hint",
        Pairing::Gauntlet => "tournament.gauntlet_hint",
        Pairing::Knockout => "tournament.knockout_hint",
        Pairing::Swiss => "tournament.swiss_hint",
        Pairing::Ladder => "tournament.ladder_hint",
    })
}

impl TermsForm {
    /// Form with the terms of a configuration.
    pub fn of(config: &Config) -> Self {
        let budget = &config.budget;
        let pace = match (budget.seconds, budget.total) {
            (Some(seconds), _) => TimeSetting::Move(seconds),
            (None, Some(total)) => TimeSetting::Game(total, budget.increment.unwrap_or(0.0)),
            (None, None) => TimeSetting::Free,
        };
        Self {
            pace,
            nodes: budget.nodes,
            depth: budget.depth,
            pairing: config.pairing,
            games: config.games_per_pairing,
            rounds: config.rounds,
            duplicates: config.duplicates,
            seed: config.seed,
            threads: config.threads,
            adjudication: config.adjudication,
            sprt: config.sprt.and_then(|sprt| sprt.elo0.zip(sprt.elo1)),
        }
    }

    /// Writes the terms into a configuration.
    pub fn apply(&self, config: &mut Config) {
        let budget = &mut config.budget;
        match self.pace {
            TimeSetting::Free => {}
            TimeSetting::Move(seconds) => budget.seconds = Some(seconds),
            TimeSetting::Game(total, increment) => {
                (budget.total, budget.increment) = (Some(total), Some(increment));
            }
        }
        (budget.nodes, budget.depth) = (self.nodes, self.depth);
        config.pairing = self.pairing;
        config.games_per_pairing = self.games;
        config.rounds = self.rounds.filter(|_| self.has_rounds());
        config.duplicates = self.duplicates;
        config.seed = self.seed;
        config.threads = self.threads;
        config.adjudication = self.adjudication;
        config.sprt = self.sprt.map(|(elo0, elo1)| SprtConfig::elo(elo0, elo1));
    }

    fn has_rounds(&self) -> bool {
        matches!(self.pairing, Pairing::Swiss | Pairing::Ladder)
    }

    /// Shows the time and the other limits of players.
    pub fn time_ui(&mut self, ui: &mut Ui) {
        time_ui(ui, &mut self.pace);
        fields(ui, "limits", |ui| {
            optional(ui, "tournament.nodes", "tournament.nodes_hint", &mut self.nodes, NODES, 1..=u64::MAX);
            optional(ui, "tournament.depth", "tournament.depth_hint", &mut self.depth, DEPTH, 1..=1000);
        });
        let about = RichText::new(t("tournament.limits_hint")).size(metrics::SMALL).color(palette(ui).weak);
        ui.add(Label::new(about).wrap());
    }

    /// Shows pairing and number of games; `has_chance` says if deals can be duplicated.
    pub fn games_ui(&mut self, ui: &mut Ui, has_chance: bool) {
        self.duplicates &= has_chance;
        fields(ui, "games", |ui| {
            field(ui, "tournament.pairing", "tournament.pairing_hint", |ui| {
                let list = ComboBox::from_id_salt("pairing").selected_text(pairing_name(self.pairing));
                let list = list.show_ui(ui, |ui| {
                    for (_, pairing) in Pairing::ALL {
                        let entry = ui.selectable_value(&mut self.pairing, pairing, pairing_name(pairing));
                        entry.on_hover_text(pairing_hint(pairing));
                    }
                });
                list.response
            });
            number(ui, "tournament.games", "tournament.games_hint", &mut self.games, 1..=MAX_GAMES);
            if self.has_rounds() {
                let (name, hint) = ("tournament.rounds", "tournament.rounds_hint");
                optional(ui, name, hint, &mut self.rounds, ROUNDS, 1..=MAX_ROUNDS);
            }
        });
        if has_chance {
            ui.checkbox(&mut self.duplicates, t("tournament.duplicates"))
                .on_hover_text(t("tournament.duplicates_hint"));
        }
        CollapsingHeader::new(t("tournament.more")).show(ui, |ui| self.more_ui(ui));
    }

    /// Shows what is needed seldom.
    fn more_ui(&mut self, ui: &mut Ui) {
        let ends = &mut self.adjudication;
        fields(ui, "more", |ui| {
            optional(
                ui,
                "tournament.max_moves",
                "tournament.max_moves_hint",
                &mut ends.max_moves,
                MAX_MOVES,
                1..=100_000,
            );
            optional(
                ui,
                "tournament.repetition",
                "tournament.repetition_hint",
                &mut ends.repetition,
                REPETITION,
                2..=100,
            );
            optional(ui, "tournament.draw", "tournament.draw_hint", &mut ends.draw, DRAW, 0.0..=1.0);
            optional(ui, "tournament.win", "tournament.win_hint", &mut ends.win, WIN, 0.0..=1.0);
            let (mut null, mut alternative) = (self.sprt.map(|test| test.0), self.sprt.map(|test| test.1));
            let before = null.is_some();
            let range = -1000.0..=1000.0;
            optional(ui, "tournament.elo_null", "tournament.sprt_hint", &mut null, HYPOTHESES.0, range.clone());
            if null.is_some() != before {
                alternative = null.map(|null| null + HYPOTHESES.1);
            }
            if let Some(alternative) = &mut alternative {
                number(ui, "tournament.elo_alternative", "tournament.sprt_hint", alternative, range);
            }
            self.sprt = null.zip(alternative);
            number(ui, "begin.seed", "tournament.seed_hint", &mut self.seed, 0..=u64::MAX);
            let cores = std::thread::available_parallelism().map_or(1, usize::from);
            optional(ui, "tournament.threads", "tournament.threads_hint", &mut self.threads, cores, 1..=1024);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_arena::tournament::PlayerConfig;

    #[test]
    fn terms_come_back_from_their_configuration() {
        let players = ["random", "greedy"].map(PlayerConfig::player).to_vec();
        let empty = Config::with_defaults(vec!["chess".to_owned()], players);
        let form = TermsForm {
            pace: TimeSetting::Game(60.0, 0.5),
            nodes: Some(7),
            pairing: Pairing::Swiss,
            rounds: Some(3),
            sprt: Some((0.0, 5.0)),
            ..TermsForm::default()
        };
        let mut config = empty.clone();
        form.apply(&mut config);
        assert_eq!((config.budget.total, config.budget.increment, config.rounds), (Some(60.0), Some(0.5), Some(3)));
        let mut again = empty;
        TermsForm::of(&config).apply(&mut again);
        assert_eq!(again, config);
        // A number of rounds does not remain for a pairing system without one.
        TermsForm { pairing: Pairing::Gauntlet, ..form }.apply(&mut again);
        assert_eq!(again.rounds, None);
    }
}
