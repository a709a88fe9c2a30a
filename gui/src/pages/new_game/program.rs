//! The choice of the program that has a seat: the default player at a level, any player with its options, or an external
//! engine. Forms for matches and for tournaments share it.

use boardwright_games::notation::uci_variant;
use boardwright_library::LoadedGame;
use boardwright_players::uci;
use eframe::egui::{Label, RichText, Slider, Ui};

use super::player::{PlayerForm, player_name};
use crate::engines::Engines;
use crate::session::{DEFAULT_LEVEL, GREATEST_LEVEL, LEAST_LEVEL, Occupant};
use crate::texts::t;

/// Kinds of occupants that a form offers besides players of this program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OfferedKinds {
    /// People at this window.
    pub person: bool,
    /// External engines.
    pub engine: bool,
}

/// `true` if external engines can play a game.
pub fn has_engines(loaded: &LoadedGame) -> bool {
    loaded.spec().is_some_and(|game| uci_variant(&game.rules().name).is_some())
}

/// The form for the program of a seat. It keeps the program of each kind that was chosen last.
#[derive(Debug)]
pub struct ProgramForm {
    level: u64,
    player: String,
    engine: Option<String>,
    /// Form of the player.
    form: PlayerForm,
}

impl Default for ProgramForm {
    fn default() -> Self {
        Self {
            level: DEFAULT_LEVEL,
            player: "portfolio:seconds=1".to_owned(),
            engine: None,
            form: PlayerForm::default(),
        }
    }
}

/// `true` if a player is an external engine.
fn is_engine(text: &str) -> bool {
    player_name(text) == uci::PLAYER
}

impl ProgramForm {
    /// Keeps the program of a seat.
    fn keep(&mut self, occupant: &Occupant) {
        match occupant {
            Occupant::Person => {}
            Occupant::Level(level) => self.level = *level,
            Occupant::Player(text) if is_engine(text) => self.engine = Some(text.clone()),
            Occupant::Player(text) => self.player.clone_from(text),
        }
    }

    /// Shows the kinds of occupants and the controls of the chosen program; `id` tells forms apart.
    pub fn ui(&mut self, ui: &mut Ui, id: usize, who: &mut Occupant, offered: OfferedKinds, engines: &mut Engines) {
        self.keep(who);
        ui.horizontal_wrapped(|ui| {
            if offered.person && ui.selectable_label(who.is_person(), t("seats.person")).clicked() {
                *who = Occupant::Person;
            }
            let is_level = matches!(who, Occupant::Level(_));
            if ui.selectable_label(is_level, t("seats.computer")).clicked() && !is_level {
                *who = Occupant::Level(self.level);
            }
            let is_external = matches!(who, Occupant::Player(text) if is_engine(text));
            let is_other = matches!(who, Occupant::Player(_)) && !is_external;
            if ui.selectable_label(is_other, t("seats.any")).clicked() && !is_other {
                *who = Occupant::Player(self.player.clone());
            }
            // An engine that was chosen for another game stays visible.
            if offered.engine || is_external {
                let label = ui.selectable_label(is_external, t("seats.engine")).on_hover_text(t("seats.engine_hint"));
                if label.clicked() && !is_external {
                    *who = Occupant::Player(self.engine.clone().unwrap_or_else(|| engine_text(engines)));
                }
            }
        });
        match who {
            Occupant::Person => {}
            Occupant::Level(level) => {
                ui.add(Slider::new(level, LEAST_LEVEL..=GREATEST_LEVEL).text(t("seats.level")));
                ui.add(Label::new(RichText::new(t(strength(*level))).weak()).wrap());
            }
            Occupant::Player(text) => self.form.ui(ui, id, text, engines),
        }
    }
}

/// The engine that is offered first, as on the command line.
pub fn engine_text(engines: &Engines) -> String {
    let first = engines.known().next();
    first.map_or_else(|| uci::PLAYER.to_owned(), |path| format!("{}:{}={}", uci::PLAYER, uci::PATH.key, path.display()))
}

/// Describes the playing strength of a level.
fn strength(level: u64) -> &'static str {
    const NAMES: [&str; 5] = ["seats.beginner", "seats.learner", "seats.player", "seats.good", "seats.best"];
    NAMES[((level.clamp(LEAST_LEVEL, GREATEST_LEVEL) - 1) / 2) as usize]
}
