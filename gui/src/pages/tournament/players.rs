//! The players of a new tournament: a list in which each one can be opened to change its program and options.

use boardwright_arena::tournament::PlayerConfig;
use boardwright_players::uci;
use eframe::egui::{Align, Frame, Label, Layout, Margin, RichText, TextEdit, Ui};

use crate::engines::{Engines, engine_name};
use crate::pages::new_game::{OfferedKinds, ProgramForm, engine_text, parse_options, player_name};
use crate::session::{GREATEST_LEVEL, LEAST_LEVEL, Occupant};
use crate::texts::{t, with};
use crate::theme::icons::Icon;
use crate::theme::widgets::{IconButton, icon_text_button};
use crate::theme::{error_label, metrics, palette};

/// Width of the field for a name.
const NAME: f32 = 200.0;

/// A player of the form.
#[derive(Debug)]
struct PlayerEntry {
    /// Tells the controls of players apart.
    id: usize,
    who: Occupant,
    /// Name in the tables; empty for the usual one.
    name: String,
    form: ProgramForm,
    is_open: bool,
}

/// The list of players.
#[derive(Debug)]
pub struct PlayersForm {
    players: Vec<PlayerEntry>,
    next_id: usize,
}

impl Default for PlayersForm {
    fn default() -> Self {
        let mut form = Self { players: Vec::new(), next_id: 0 };
        for who in [Occupant::Level(2), Occupant::Level(4), Occupant::Player("random".to_owned())] {
            form.add(who, String::new(), false);
        }
        form
    }
}

/// Name of a player in the tables unless the user gives one.
fn usual_name(who: &Occupant) -> String {
    match who {
        Occupant::Person => String::new(),
        Occupant::Level(level) => with("tournament.level", &[level]),
        Occupant::Player(text) if player_name(text) == uci::PLAYER => {
            let options = parse_options(text);
            let path = options.iter().find(|(key, _)| key == uci::PATH.key).map(|(_, path)| path.clone());
            let mut name = engine_name(&path.unwrap_or_else(|| uci::PATH.kind.default_text()));
            for (key, value) in options.iter().filter(|(key, _)| key != uci::PATH.key) {
                name.push_str(&format!(" {}={value}", key.strip_prefix(uci::OWN.key).unwrap_or(key)));
            }
            name
        }
        Occupant::Player(text) => text.clone(),
    }
}

/// The program of a configured player as the form shows it; `None` for programs that speak the protocol of the arena.
fn occupant(config: &PlayerConfig) -> Option<Occupant> {
    let text = config.player.as_ref()?;
    let levels = (LEAST_LEVEL..=GREATEST_LEVEL).map(Occupant::Level);
    Some(levels.into_iter().find(|level| level.text().as_ref() == Some(text)).unwrap_or(Occupant::Player(text.clone())))
}

impl PlayersForm {
    /// Form with the players of a configuration; `None` if one of them cannot be shown.
    pub fn of(configs: &[PlayerConfig]) -> Option<Self> {
        let mut form = Self { players: Vec::new(), next_id: 0 };
        for config in configs {
            let who = occupant(config)?;
            let name = config.label.clone().filter(|label| *label != usual_name(&who)).unwrap_or_default();
            form.add(who, name, false);
        }
        Some(form)
    }

    fn add(&mut self, who: Occupant, name: String, is_open: bool) {
        let (id, form) = (self.next_id, ProgramForm::default());
        self.next_id += 1;
        self.players.push(PlayerEntry { id, who, name, form, is_open });
    }

    /// Number of players.
    pub fn count(&self) -> usize {
        self.players.len()
    }

    /// Names in the tables. A name that is taken gets a number.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for player in &self.players {
            let given = player.name.trim();
            let name = if given.is_empty() { usual_name(&player.who) } else { given.to_owned() };
            let numbered = (2..).map(|number| format!("{name} ({number})"));
            let free = [name.clone()].into_iter().chain(numbered).find(|name| !names.contains(name));
            names.push(free.unwrap_or(name));
        }
        names
    }

    /// Configuration of the players.
    pub fn configs(&self) -> Vec<PlayerConfig> {
        let config = |(player, name): (&PlayerEntry, String)| {
            let text = player.who.text().unwrap_or_default();
            let label = Some(name).filter(|name| *name != text);
            PlayerConfig { label, ..PlayerConfig::player(&text) }
        };
        self.players.iter().zip(self.names()).map(config).collect()
    }

    /// Error of a player, if there is one.
    pub fn error(&self) -> Option<String> {
        let parsed =
            self.players.iter().zip(self.names()).find_map(|(player, name)| Some((player.who.parse().err()?, name)));
        parsed.map(|(error, name)| format!("{name}: {error}"))
    }

    /// Shows the list; engines are offered if they can play the game.
    pub fn ui(&mut self, ui: &mut Ui, has_engines: bool, engines: &mut Engines) {
        let names = self.names();
        let (mut removed, mut copied) = (None, None);
        let frame = Frame::new()
            .fill(palette(ui).stripe)
            .corner_radius(metrics::RADIUS)
            .inner_margin(Margin::symmetric(metrics::GAP as i8, 4));
        for (index, (player, name)) in self.players.iter_mut().zip(&names).enumerate() {
            frame.show(ui, |ui| {
                ui.set_width(ui.available_width());
                match line_ui(ui, index, player, name) {
                    Some(LineAction::Remove) => removed = Some(index),
                    Some(LineAction::Copy) => copied = Some((player.who.clone(), player.name.clone())),
                    None => {}
                }
                if player.is_open {
                    let offered = OfferedKinds { person: false, engine: has_engines };
                    player.form.ui(ui, player.id, &mut player.who, offered, engines);
                    ui.horizontal(|ui| {
                        let label = ui.label(t("tournament.name_in_tables"));
                        let field = TextEdit::singleline(&mut player.name).desired_width(NAME);
                        ui.add(field.hint_text(usual_name(&player.who))).labelled_by(label.id);
                    });
                }
            });
        }
        if let Some(index) = removed {
            self.players.remove(index);
        }
        if let Some((who, name)) = copied {
            self.add(who, name, true);
        }
        ui.horizontal_wrapped(|ui| {
            if icon_text_button(ui, Icon::Plus, t("tournament.add_computer")).clicked() {
                self.add(Occupant::Level(self.unused_level()), String::new(), true);
            }
            if icon_text_button(ui, Icon::Plus, t("tournament.add_player")).clicked() {
                self.add(Occupant::Player("mcts:nodes=2000".to_owned()), String::new(), true);
            }
            if has_engines && icon_text_button(ui, Icon::Plus, t("tournament.add_engine")).clicked() {
                self.add(Occupant::Player(engine_text(engines)), String::new(), true);
            }
        });
        if let Some(error) = self.error() {
            error_label(ui, &error);
        }
    }

    /// The lowest level above that of the last computer that no player has.
    fn unused_level(&self) -> u64 {
        let is_used = |level: u64| self.players.iter().any(|player| player.who == Occupant::Level(level));
        (LEAST_LEVEL..=GREATEST_LEVEL)
            .rev()
            .find(|level| is_used(*level))
            .map_or(LEAST_LEVEL, |highest| (highest + 2).min(GREATEST_LEVEL))
    }
}

/// Request of the user about a player.
enum LineAction {
    Remove,
    Copy,
}

/// Shows number, name and buttons of a player.
fn line_ui(ui: &mut Ui, index: usize, player: &mut PlayerEntry, name: &str) -> Option<LineAction> {
    let mut action = None;
    ui.horizontal(|ui| {
        let icon = if player.is_open { Icon::ChevronDown } else { Icon::ChevronRight };
        if IconButton::new(icon, &with("tournament.change_player", &[&name])).show(ui).clicked() {
            player.is_open = !player.is_open;
        }
        ui.label(RichText::new((index + 1).to_string()).color(palette(ui).weak));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if IconButton::new(Icon::Trash2, &with("tournament.remove_player", &[&name])).show(ui).clicked() {
                action = Some(LineAction::Remove);
            }
            if IconButton::new(Icon::CopyPlus, &with("tournament.copy_player", &[&name])).show(ui).clicked() {
                action = Some(LineAction::Copy);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(Label::new(RichText::new(name).color(palette(ui).strong)).truncate());
            });
        });
    });
    action
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_differ() {
        let player = |text: &str| Occupant::Player(text.to_owned());
        let mut form = PlayersForm { players: Vec::new(), next_id: 0 };
        for who in [
            Occupant::Level(4),
            Occupant::Level(4),
            player("uci:path=/usr/games/stockfish,elo=1500,option.Move Overhead=5"),
            player("random"),
        ] {
            form.add(who, String::new(), false);
        }
        form.add(player("random"), " Dice ".to_owned(), false);
        let names = ["Level 4", "Level 4 (2)", "stockfish elo=1500 Move Overhead=5", "random", "Dice"];
        assert_eq!(form.names(), names);
        let configs = form.configs();
        assert_eq!(configs[3].label, None);
        assert_eq!(configs[0].player.as_deref(), Some("portfolio:level=4"));
        // The form shows what a configuration says, and says it again.
        assert_eq!(PlayersForm::of(&configs).expect("all are players").configs(), configs);
        let program = PlayerConfig { player: None, program: vec!["bot".to_owned()], label: None };
        assert!(PlayersForm::of(&[program]).is_none());
    }
}
