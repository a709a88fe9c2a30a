//! The seats form: people, the default player at a level, or any player with its options, generated from the player registry.

use boardwright_game::ids::Player;
use boardwright_library::LoadedGame;
use boardwright_players::options::OptionKind;
use boardwright_players::registry::{PLAYERS, PlayerEntry};
use eframe::egui::{CollapsingHeader, ComboBox, DragValue, Slider, TextEdit, Ui};

use crate::session::{GREATEST_LEVEL, LEAST_LEVEL, Occupant, SeatChoice, Session, TimeSetting};
use crate::texts::{t, with};

/// Level of the default player at first.
pub const DEFAULT_LEVEL: u64 = 4;

/// The seats form.
#[derive(Debug)]
pub struct SeatsPanel {
    choices: Vec<SeatChoice>,
    /// Programs that are chosen again after a person has had the seat, by seat.
    programs: Vec<Programs>,
    pace: TimeSetting,
}

/// The programs chosen last for a seat.
#[derive(Clone, Debug)]
struct Programs {
    level: u64,
    player: String,
}

impl Default for Programs {
    fn default() -> Self {
        Self { level: DEFAULT_LEVEL, player: "portfolio:seconds=1".to_owned() }
    }
}

impl Programs {
    /// Keeps the program of a seat.
    fn keep(&mut self, occupant: &Occupant) {
        match occupant {
            Occupant::Person => {}
            Occupant::Level(level) => self.level = *level,
            Occupant::Player(text) => self.player.clone_from(text),
        }
    }
}

impl SeatsPanel {
    /// Creates the form with the seats of a session.
    pub fn new(session: &Session) -> Self {
        let programs = vec![Programs::default(); session.seats.len()];
        Self { choices: session.seats.clone(), programs, pace: session.pace }
    }

    /// Shows the form; `true` if a match is to start with the chosen seats.
    pub fn ui(&mut self, ui: &mut Ui, session: &mut Session) -> bool {
        if self.choices.len() != session.seats.len() {
            *self = Self::new(session);
        }
        let mut changed = false;
        for (index, number) in (0..self.choices.len()).zip(1..) {
            let Some(player) = Player::new(number) else { continue };
            let title = self.title(session.loaded(), player);
            CollapsingHeader::new(title).id_salt(("seat", index)).default_open(true).show(ui, |ui| {
                changed |= seat_ui(ui, index, &mut self.choices[index], &mut self.programs[index]);
            });
        }
        CollapsingHeader::new(t("seats.pace")).show(ui, |ui| {
            changed |= time_setting_ui(ui, &mut self.pace);
        });
        let wrong = self.choices.iter().find_map(|choice| choice.who.parse().err());
        if let Some(error) = &wrong {
            crate::theme::error_label(ui, &error.to_string());
        }
        // A change takes effect at once in the running match; invalid seats do not until they are corrected.
        let differs = self.choices != session.seats || self.pace != session.pace;
        if changed && differs && wrong.is_none() {
            session.seats.clone_from(&self.choices);
            session.pace = self.pace;
            return session.has_open_match();
        }
        if !changed && wrong.is_none() && self.choices != session.seats {
            self.choices.clone_from(&session.seats);
        }
        false
    }

    fn title(&self, loaded: &LoadedGame, player: Player) -> String {
        let choice = &self.choices[player.index()];
        let who = match &choice.who {
            Occupant::Person => t("seats.person").to_owned(),
            Occupant::Level(level) => with("seats.at_level", &[level]),
            Occupant::Player(text) => text.clone(),
        };
        with("seats.title", &[&loaded.player_label(player), &who])
    }
}

/// Name of a player: the name of the occupant, or the game's name of the player with the kind of occupant.
pub fn player_name(session: &Session, player: Player) -> String {
    let own = session.shown_seats().get(player.index()).map(|seat| seat.name.trim()).filter(|name| !name.is_empty());
    own.map_or_else(|| session.loaded().player_label(player), str::to_owned)
}

/// Shows the form of one seat; `true` if it was changed.
fn seat_ui(ui: &mut Ui, index: usize, choice: &mut SeatChoice, programs: &mut Programs) -> bool {
    let before = choice.clone();
    programs.keep(&choice.who);
    ui.horizontal_wrapped(|ui| {
        let person = choice.who.is_person();
        if ui.selectable_label(person, t("seats.person")).clicked() {
            choice.who = Occupant::Person;
        }
        let level = matches!(choice.who, Occupant::Level(_));
        if ui.selectable_label(level, t("seats.computer")).clicked() && !level {
            choice.who = Occupant::Level(programs.level);
        }
        let other = matches!(choice.who, Occupant::Player(_));
        if ui.selectable_label(other, t("seats.any")).clicked() && !other {
            choice.who = Occupant::Player(programs.player.clone());
        }
    });
    match &mut choice.who {
        Occupant::Person => {
            ui.horizontal(|ui| {
                let label = ui.label(t("seats.name"));
                ui.add(TextEdit::singleline(&mut choice.name).desired_width(150.0)).labelled_by(label.id);
            });
        }
        Occupant::Level(level) => {
            ui.add(Slider::new(level, LEAST_LEVEL..=GREATEST_LEVEL).text(t("seats.level")));
            ui.weak(t(strength(*level)));
        }
        Occupant::Player(text) => player_ui(ui, index, text),
    }
    *choice != before
}

/// Describes the playing strength of a level.
fn strength(level: u64) -> &'static str {
    const NAMES: [&str; 5] = ["seats.beginner", "seats.learner", "seats.player", "seats.good", "seats.best"];
    NAMES[((level.clamp(LEAST_LEVEL, GREATEST_LEVEL) - 1) / 2) as usize]
}

/// Shows the form of a player and its options.
fn player_ui(ui: &mut Ui, index: usize, text: &mut String) {
    let name = text.split(':').next().unwrap_or_default().to_owned();
    ui.horizontal(|ui| {
        let label = ui.label(t("seats.who"));
        let list = ComboBox::from_id_salt(("player", index)).selected_text(&name).show_ui(ui, |ui| {
            for entry in PLAYERS {
                if ui.selectable_label(entry.name == name, entry.name).on_hover_text(entry.about).clicked() {
                    entry.name.clone_into(text);
                }
            }
        });
        list.response.labelled_by(label.id);
    });
    let Some(entry) = PLAYERS.iter().find(|entry| entry.name == name) else { return };
    ui.weak(entry.about);
    let mut values = parse_options(text);
    let before = values.clone();
    CollapsingHeader::new(t("seats.options"))
        .id_salt(("options", index))
        .show(ui, |ui| options_ui(ui, entry, &mut values));
    if values != before {
        *text = format_player(&name, &values);
    }
}

/// Parses the options of a player.
fn parse_options(text: &str) -> Vec<(String, String)> {
    let list = text.split_once(':').map_or("", |(_, list)| list);
    let option = |part: &str| part.split_once('=').map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned()));
    list.split(',').filter_map(option).collect()
}

/// Formats a player as on the command line.
fn format_player(name: &str, values: &[(String, String)]) -> String {
    let list: Vec<String> = values.iter().map(|(key, value)| format!("{key}={value}")).collect();
    if list.is_empty() { name.to_owned() } else { format!("{name}:{}", list.join(",")) }
}

/// Shows a line for each option: a switch and its value.
fn options_ui(ui: &mut Ui, entry: &PlayerEntry, values: &mut Vec<(String, String)>) {
    for opt in entry.options {
        ui.horizontal_wrapped(|ui| {
            let at = values.iter().position(|(key, _)| key == opt.key);
            let mut given = at.is_some();
            if ui.checkbox(&mut given, opt.key).on_hover_text(opt.about).changed() {
                match at {
                    Some(at) => drop(values.remove(at)),
                    None => values.push((opt.key.to_owned(), initial_value(&opt.kind))),
                }
            }
            let Some((_, value)) = values.iter_mut().find(|(key, _)| key == opt.key) else {
                ui.weak(opt.kind.default_text());
                return;
            };
            match opt.kind {
                OptionKind::Whole { least, most, .. } => {
                    let mut number: u64 = value.parse().unwrap_or(least);
                    if ui.add(DragValue::new(&mut number).range(least..=most)).changed() {
                        *value = number.to_string();
                    }
                }
                OptionKind::Real { least, most, .. } => {
                    let mut number: f64 = value.parse().unwrap_or(least);
                    if ui.add(DragValue::new(&mut number).range(least..=most).speed(0.05)).changed() {
                        *value = number.to_string();
                    }
                }
                OptionKind::Name { .. } => {
                    ui.add(TextEdit::singleline(value).desired_width(110.0));
                }
            }
        });
    }
}

/// Initial value of an option that is switched on.
fn initial_value(kind: &OptionKind) -> String {
    let default = kind.default_text();
    if !default.is_empty() {
        return default;
    }
    match kind {
        OptionKind::Whole { least, .. } => (*least).max(1).to_string(),
        OptionKind::Real { least, .. } => least.max(1.0).to_string(),
        OptionKind::Name { default } => (*default).to_owned(),
    }
}

/// Shows the time control; `true` if it was changed.
fn time_setting_ui(ui: &mut Ui, pace: &mut TimeSetting) -> bool {
    let before = *pace;
    ui.horizontal_wrapped(|ui| {
        if ui.selectable_label(*pace == TimeSetting::Free, t("seats.free")).clicked() {
            *pace = TimeSetting::Free;
        }
        if ui.selectable_label(matches!(pace, TimeSetting::Move(_)), t("seats.each_move")).clicked() {
            *pace = TimeSetting::Move(10.0);
        }
        if ui.selectable_label(matches!(pace, TimeSetting::Game(..)), t("seats.whole_game")).clicked() {
            *pace = TimeSetting::Game(300.0, 2.0);
        }
    });
    let seconds = |ui: &mut Ui, value: &mut f64, name| {
        ui.horizontal(|ui| {
            ui.add(DragValue::new(value).range(0.0..=86_400.0).suffix(" s"));
            ui.label(t(name));
        });
    };
    match pace {
        TimeSetting::Free => {}
        TimeSetting::Move(each) => seconds(ui, each, "seats.each_move"),
        TimeSetting::Game(total, increment) => {
            seconds(ui, total, "seats.whole_game");
            seconds(ui, increment, "seats.increment");
        }
    }
    *pace != before
}

#[cfg(test)]
mod tests {
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable as _;

    use super::*;

    #[test]
    fn a_program_is_chosen_again_after_a_person() {
        for who in [Occupant::Level(1), Occupant::Player("random:seed=3".to_owned())] {
            let button = t(if matches!(who, Occupant::Level(_)) { "seats.computer" } else { "seats.any" });
            let choice = SeatChoice { name: String::new(), who: who.clone() };
            let seat = |ui: &mut Ui, (choice, programs): &mut (SeatChoice, Programs)| {
                seat_ui(ui, 0, choice, programs);
            };
            let mut window = Harness::new_ui_state(seat, (choice, Programs::default()));
            for label in [t("seats.person"), button] {
                window.get_by_label(label).click();
                window.run();
            }
            assert_eq!(window.state().0.who, who);
        }
    }

    #[test]
    fn options_go_into_the_text_and_come_back() {
        let text = "mcts:nodes=500,rave=50";
        assert_eq!(format_player("mcts", &parse_options(text)), text);
        assert_eq!(format_player("random", &parse_options("random")), "random");
    }

    #[test]
    fn initial_values_of_options_are_allowed() {
        for entry in PLAYERS {
            for opt in entry.options {
                let text = format_player(entry.name, &[(opt.key.to_owned(), initial_value(&opt.kind))]);
                boardwright_players::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            }
        }
    }
}
