//! Who sits where: people, the usual player at a level, or any player with its options, in a form made of the players' own list.

use boardwright_engine::ids::Player;
use boardwright_players::options::Kind;
use boardwright_players::registry::{Entry, PLAYERS};
use boardwright_shelf::Loaded;
use eframe::egui::{CollapsingHeader, ComboBox, DragValue, Slider, TextEdit, Ui};

use crate::session::{Pace, SeatChoice, Session, Who};
use crate::texts::{t, with};

/// The form in which seats are set. Nothing changes in a match before that is asked for.
#[derive(Debug)]
pub struct SeatsPanel {
    choices: Vec<SeatChoice>,
    pace: Pace,
}

impl SeatsPanel {
    /// As it is in a session.
    pub fn new(session: &Session) -> Self {
        Self { choices: session.seats.clone(), pace: session.pace }
    }

    /// Shows it; whether a match is to be played with what was set.
    pub fn ui(&mut self, ui: &mut Ui, session: &mut Session) -> bool {
        if self.choices.len() != session.seats.len() {
            *self = Self::new(session);
        }
        let mut changed = false;
        for (index, number) in (0..self.choices.len()).zip(1..) {
            let Some(player) = Player::new(number) else { continue };
            let title = self.title(session.loaded(), player);
            CollapsingHeader::new(title).id_salt(("seat", index)).default_open(true).show(ui, |ui| {
                changed |= seat(ui, index, &mut self.choices[index]);
            });
        }
        CollapsingHeader::new(t("seats.pace")).show(ui, |ui| {
            changed |= pace(ui, &mut self.pace);
        });
        let wrong = self.choices.iter().find_map(|choice| choice.who.asked().err());
        if let Some(error) = &wrong {
            ui.colored_label(ui.visuals().error_fg_color, error.to_string());
        }
        // A match goes on with who is there at once; what is wrong waits until it is mended.
        let differs = self.choices != session.seats || self.pace != session.pace;
        if changed && differs && wrong.is_none() {
            session.seats.clone_from(&self.choices);
            session.pace = self.pace;
            return session.is_running();
        }
        if !changed && wrong.is_none() && self.choices != session.seats {
            self.choices.clone_from(&session.seats);
        }
        false
    }

    fn title(&self, loaded: &Loaded, player: Player) -> String {
        let choice = &self.choices[player.index()];
        let who = match &choice.who {
            Who::Person => t("seats.person").to_owned(),
            Who::Level(level) => with("seats.at_level", &[level]),
            Who::Player(text) => text.clone(),
        };
        with("seats.title", &[&loaded.person(player), &who])
    }
}

/// What a player is called: the own name, or the game's with who it is.
pub fn name(session: &Session, player: Player) -> String {
    let own = session.seats.get(player.index()).map(|seat| seat.name.trim()).filter(|name| !name.is_empty());
    own.map_or_else(|| session.loaded().person(player), str::to_owned)
}

/// The form of one seat; whether something was changed.
fn seat(ui: &mut Ui, index: usize, choice: &mut SeatChoice) -> bool {
    let before = choice.clone();
    ui.horizontal_wrapped(|ui| {
        let person = choice.who.is_person();
        if ui.selectable_label(person, t("seats.person")).clicked() {
            choice.who = Who::Person;
        }
        let level = matches!(choice.who, Who::Level(_));
        if ui.selectable_label(level, t("seats.computer")).clicked() && !level {
            choice.who = Who::Level(4);
        }
        let other = matches!(choice.who, Who::Player(_));
        if ui.selectable_label(other, t("seats.any")).clicked() && !other {
            choice.who = Who::Player("portfolio:seconds=1".to_owned());
        }
    });
    match &mut choice.who {
        Who::Person => {
            let label = ui.label(t("seats.name"));
            ui.add(TextEdit::singleline(&mut choice.name).desired_width(150.0)).labelled_by(label.id);
        }
        Who::Level(level) => {
            ui.add(Slider::new(level, 1..=10).text(t("seats.level")));
            ui.weak(t(strength(*level)));
        }
        Who::Player(text) => player(ui, index, text),
    }
    *choice != before
}

/// What a level means to people.
fn strength(level: u64) -> &'static str {
    const NAMES: [&str; 5] = ["seats.beginner", "seats.learner", "seats.player", "seats.good", "seats.best"];
    NAMES[((level.clamp(1, 10) - 1) / 2) as usize]
}

/// Any player, with a form of its options.
fn player(ui: &mut Ui, index: usize, text: &mut String) {
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
    let mut values = values(text);
    let before = values.clone();
    CollapsingHeader::new(t("seats.options"))
        .id_salt(("options", index))
        .show(ui, |ui| options(ui, entry, &mut values));
    if values != before {
        *text = written(&name, &values);
    }
}

/// The options behind a name.
fn values(text: &str) -> Vec<(String, String)> {
    let list = text.split_once(':').map_or("", |(_, list)| list);
    let option = |part: &str| part.split_once('=').map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned()));
    list.split(',').filter_map(option).collect()
}

/// A player as on the command line.
fn written(name: &str, values: &[(String, String)]) -> String {
    let list: Vec<String> = values.iter().map(|(key, value)| format!("{key}={value}")).collect();
    if list.is_empty() { name.to_owned() } else { format!("{name}:{}", list.join(",")) }
}

/// A line for each option: whether it is given, and what it is.
fn options(ui: &mut Ui, entry: &Entry, values: &mut Vec<(String, String)>) {
    for opt in entry.options {
        ui.horizontal_wrapped(|ui| {
            let at = values.iter().position(|(key, _)| key == opt.key);
            let mut given = at.is_some();
            if ui.checkbox(&mut given, opt.key).on_hover_text(opt.about).changed() {
                match at {
                    Some(at) => drop(values.remove(at)),
                    None => values.push((opt.key.to_owned(), first(&opt.kind))),
                }
            }
            let Some((_, value)) = values.iter_mut().find(|(key, _)| key == opt.key) else {
                ui.weak(opt.kind.default_text());
                return;
            };
            match opt.kind {
                Kind::Whole { least, most, .. } => {
                    let mut number: u64 = value.parse().unwrap_or(least);
                    if ui.add(DragValue::new(&mut number).range(least..=most)).changed() {
                        *value = number.to_string();
                    }
                }
                Kind::Real { least, most, .. } => {
                    let mut number: f64 = value.parse().unwrap_or(least);
                    if ui.add(DragValue::new(&mut number).range(least..=most).speed(0.05)).changed() {
                        *value = number.to_string();
                    }
                }
                Kind::Name { .. } => {
                    ui.add(TextEdit::singleline(value).desired_width(110.0));
                }
            }
        });
    }
}

/// What an option begins with when it is given.
fn first(kind: &Kind) -> String {
    let default = kind.default_text();
    if !default.is_empty() {
        return default;
    }
    match kind {
        Kind::Whole { least, .. } => (*least).max(1).to_string(),
        Kind::Real { least, .. } => least.max(1.0).to_string(),
        Kind::Name { default } => (*default).to_owned(),
    }
}

/// What time the players have; whether it was changed.
fn pace(ui: &mut Ui, pace: &mut Pace) -> bool {
    let before = *pace;
    ui.horizontal_wrapped(|ui| {
        if ui.selectable_label(*pace == Pace::Free, t("seats.free")).clicked() {
            *pace = Pace::Free;
        }
        if ui.selectable_label(matches!(pace, Pace::Move(_)), t("seats.each_move")).clicked() {
            *pace = Pace::Move(10.0);
        }
        if ui.selectable_label(matches!(pace, Pace::Game(..)), t("seats.whole_game")).clicked() {
            *pace = Pace::Game(300.0, 2.0);
        }
    });
    let seconds = |ui: &mut Ui, value: &mut f64, name| {
        ui.horizontal(|ui| {
            ui.add(DragValue::new(value).range(0.0..=86_400.0).suffix(" s"));
            ui.label(t(name));
        });
    };
    match pace {
        Pace::Free => {}
        Pace::Move(each) => seconds(ui, each, "seats.each_move"),
        Pace::Game(total, increment) => {
            seconds(ui, total, "seats.whole_game");
            seconds(ui, increment, "seats.increment");
        }
    }
    *pace != before
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_go_into_the_text_and_come_back() {
        let text = "mcts:nodes=500,rave=50";
        assert_eq!(written("mcts", &values(text)), text);
        assert_eq!(written("random", &values("random")), "random");
    }

    #[test]
    fn what_options_begin_with_is_allowed() {
        for entry in PLAYERS {
            for opt in entry.options {
                let text = written(entry.name, &[(opt.key.to_owned(), first(&opt.kind))]);
                boardwright_players::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            }
        }
    }
}
