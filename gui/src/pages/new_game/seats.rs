//! The seats of a game: for each player a person, the default player at a level, or any player with its options.

use boardwright_game::game::Turn;
use boardwright_game::ids::Player;
use boardwright_library::LoadedGame;
use eframe::egui::{Color32, Frame, Layout, Margin, RichText, Sense, Stroke, TextEdit, Ui, Vec2};

use super::program::{OfferedKinds, ProgramForm, has_engines};
use crate::board::{PieceColours, player_swatch};
use crate::engines::Engines;
use crate::pages::play::game_name;
use crate::session::SeatChoice;
use crate::texts::t;
use crate::theme::icons::Icon;
use crate::theme::widgets::icon_text_button;
use crate::theme::{error_label, metrics, palette};

/// Diameter of the colour of a player.
const SWATCH: f32 = 14.0;

/// The form for the seats.
#[derive(Debug)]
pub struct SeatsForm {
    /// The chosen occupants, by player.
    pub seats: Vec<SeatChoice>,
    /// `true` if the occupants are shuffled when the game begins.
    pub shuffled: bool,
    /// Programs that are chosen again after a person has had the seat, by seat.
    programs: Vec<ProgramForm>,
    /// Names, colours and order of the players.
    players: Vec<PlayerLine>,
    offered: OfferedKinds,
}

/// A player as the form names it.
#[derive(Debug)]
struct PlayerLine {
    name: String,
    colour: Option<Color32>,
    begins: bool,
}

impl SeatsForm {
    /// Form of a game with these occupants. Further seats have those of a first game.
    pub fn new(loaded: &LoadedGame, chosen: &[SeatChoice], shuffled: bool) -> Self {
        let first = SeatChoice::defaults(loaded.game().players());
        let seats: Vec<SeatChoice> =
            first.into_iter().enumerate().map(|(seat, usual)| chosen.get(seat).cloned().unwrap_or(usual)).collect();
        let turn = loaded.game().legal_moves(&loaded.game().initial_state()).ok().map(|(turn, _)| turn);
        let line = |player: Player| PlayerLine {
            name: game_name(loaded, player),
            colour: player_swatch(loaded, player, PieceColours::File),
            begins: turn == Some(Turn::Player(player)),
        };
        let players = loaded.players().map(line).collect();
        let programs = seats.iter().map(|_| ProgramForm::default()).collect();
        let offered = OfferedKinds { person: true, engine: has_engines(loaded) };
        Self { programs, seats, shuffled, players, offered }
    }

    /// Error of the chosen occupants, if there is one.
    pub fn error(&self) -> Option<String> {
        self.seats.iter().find_map(|choice| choice.who.parse().err()).map(|error| error.to_string())
    }

    /// Shows the form.
    pub fn ui(&mut self, ui: &mut Ui, engines: &mut Engines) {
        let is_alone = self.players.len() == 1;
        for (index, player) in self.players.iter().enumerate() {
            let frame = Frame::new()
                .fill(palette(ui).stripe)
                .corner_radius(metrics::RADIUS)
                .inner_margin(Margin::same(metrics::GAP as i8));
            frame.show(ui, |ui| {
                ui.set_width(ui.available_width());
                player_line(ui, player, is_alone);
                let (seat, programs) = (&mut self.seats[index], &mut self.programs[index]);
                seat_ui(ui, index, seat, programs, self.offered, engines);
            });
        }
        if !is_alone {
            ui.horizontal_wrapped(|ui| {
                if icon_text_button(ui, Icon::ArrowUpDown, t("seats.swap")).clicked() {
                    self.seats.rotate_right(1);
                    self.programs.rotate_right(1);
                }
                ui.checkbox(&mut self.shuffled, t("seats.shuffled")).on_hover_text(t("seats.shuffled_hint"));
            });
        }
        if let Some(error) = self.error() {
            error_label(ui, &error);
        }
    }
}

/// Shows colour and name of a player.
fn player_line(ui: &mut Ui, player: &PlayerLine, is_alone: bool) {
    ui.horizontal(|ui| {
        let weak = palette(ui).weak;
        if let Some(colour) = player.colour {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(SWATCH), Sense::hover());
            ui.painter().circle(rect.center(), SWATCH / 2.0 - 1.0, colour, Stroke::new(1.0, weak));
        }
        let begins = ui.available_width();
        let name = RichText::new(&player.name).strong().color(palette(ui).strong);
        ui.allocate_ui_with_layout(
            Vec2::new(begins * 0.7, metrics::ICON),
            Layout::left_to_right(eframe::egui::Align::Center),
            |ui| {
                ui.add(eframe::egui::Label::new(name).truncate());
            },
        );
        if player.begins && !is_alone {
            ui.label(RichText::new(t("seats.begins")).size(metrics::SMALL).color(weak));
        }
    });
}

/// Width of the field for a name.
const NAME_WIDTH: f32 = 180.0;

/// Shows the form of one seat.
fn seat_ui(
    ui: &mut Ui,
    index: usize,
    choice: &mut SeatChoice,
    programs: &mut ProgramForm,
    offered: OfferedKinds,
    engines: &mut Engines,
) {
    programs.ui(ui, index, &mut choice.who, offered, engines);
    if choice.who.is_person() {
        ui.horizontal(|ui| {
            let label = ui.label(t("seats.name"));
            let field = TextEdit::singleline(&mut choice.name).desired_width(NAME_WIDTH);
            ui.add(field.hint_text(t("seats.name_hint"))).labelled_by(label.id);
        });
    }
}

#[cfg(test)]
mod tests {
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable as _;

    use super::*;
    use crate::session::Occupant;

    #[test]
    fn a_program_is_chosen_again_after_a_person() {
        for who in [Occupant::Level(1), Occupant::Player("random:seed=3".to_owned())] {
            let button = t(if matches!(who, Occupant::Level(_)) { "seats.computer" } else { "seats.any" });
            let choice = SeatChoice { name: String::new(), who: who.clone() };
            let offered = OfferedKinds { person: true, engine: true };
            let seat = move |ui: &mut Ui, (choice, programs): &mut (SeatChoice, ProgramForm)| {
                seat_ui(ui, 0, choice, programs, offered, &mut Engines::default());
            };
            let mut window = Harness::new_ui_state(seat, (choice, ProgramForm::default()));
            for label in [t("seats.person"), button] {
                window.get_by_label(label).click();
                window.run();
            }
            assert_eq!(window.state().0.who, who);
        }
    }
}
