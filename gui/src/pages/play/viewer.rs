//! Viewer of the screen in games with hidden information, and the table of a card or dice game as that viewer sees it.

use boardwright_draw::table_scene;
use boardwright_game::game::Turn;
use boardwright_game::ids::Player;
use boardwright_game::table::Table;
use eframe::egui::Ui;

use super::Play;
use super::names::player_name;
use crate::board::TableView;
use crate::session::Session;
use crate::texts::{t, with};

/// Viewer of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// Somebody who may see everything: nothing is hidden, the game is over and shows all, or only computers play.
    Everything,
    /// The person of this seat.
    Seat(Player),
    /// Nobody yet: several people share the screen, and none of them has taken it over.
    Nobody,
}

impl Viewer {
    /// Viewer of a session in which `owner` took over the screen last.
    pub fn of(session: &Session, owner: Option<Player>) -> Self {
        let people = people(session);
        if !session.hides_information() {
            // Cards that were not shown may stay hidden after the end of a game against computers.
            return match people[..] {
                [only] if session.loaded().game().hides_after_end() => Self::Seat(only),
                _ => Self::Everything,
            };
        }
        match people[..] {
            [] => Self::Everything,
            [only] => Self::Seat(only),
            _ => {
                let requested = session.requested_person();
                let owner = owner.filter(|owner| people.contains(owner) && requested.is_none_or(|next| next == *owner));
                owner.map_or(Self::Nobody, Self::Seat)
            }
        }
    }

    /// Player through whose eyes the board is drawn; `None` for everything. What nobody may see is covered anyway.
    pub fn seat(self) -> Option<Player> {
        match self {
            Self::Everything | Self::Nobody => None,
            Self::Seat(player) => Some(player),
        }
    }
}

/// Players that are people.
fn people(session: &Session) -> Vec<Player> {
    let is_person = |player: &Player| session.seats.get(player.index()).is_some_and(|seat| seat.who.is_person());
    session.loaded().players().filter(is_person).collect()
}

impl Play {
    /// Viewer of the screen.
    pub(super) fn viewer(&self) -> Viewer {
        if self.shows_all { Viewer::Everything } else { Viewer::of(&self.session, self.screen_owner) }
    }

    /// Shows the choice between the view by the rules and the view of everything, in games with hidden information.
    pub(super) fn visibility_ui(&mut self, ui: &mut Ui) {
        if self.session.loaded().game().has_hidden_information() {
            ui.checkbox(&mut self.shows_all, t("play.show_all")).on_hover_text(t("play.show_all_hint"));
        }
    }

    /// `true` if the next person has not taken over the screen yet.
    pub(super) fn is_screen_free(&self) -> bool {
        self.viewer() == Viewer::Nobody
    }

    /// `true` if a good move for the visible position may be shown: it depends on what the player to move knows.
    pub(super) fn can_advise(&self) -> bool {
        match self.viewer() {
            Viewer::Everything => true,
            Viewer::Seat(player) => self.legal.turn == Some(Turn::Player(player)),
            Viewer::Nobody => false,
        }
    }

    /// The table of the visible position as the viewer of the screen sees it, and its drawing; `None` for games without
    /// a table, and if nobody may see it.
    pub(super) fn table_view(&self) -> Option<TableView> {
        let session = &self.session;
        let viewer = match self.viewer() {
            Viewer::Everything => None,
            Viewer::Seat(player) => Some(player),
            Viewer::Nobody => return None,
        };
        let table: Table = session.loaded().game().table(session.state(), viewer)?;
        let names: Vec<String> = session.loaded().players().map(|player| player_name(session, player)).collect();
        let people = people(session);
        let only = people.first().filter(|_| people.len() == 1).copied();
        let bottom = viewer.or(only).unwrap_or(Player::FIRST);
        let active = self.legal.turn.and_then(Turn::player).map(Player::index);
        Some(TableView::new(table_scene(&table, &names, bottom.index(), active)))
    }

    /// Shows the table, and makes the move of the object that is clicked.
    pub(super) fn table_ui(&mut self, ui: &mut Ui, table: &TableView) {
        if let Some(text) = table.ui(ui, self.can_person_move()) {
            self.make_text(&text);
        }
    }

    /// Makes the move with this text.
    pub(super) fn make_text(&mut self, text: &str) {
        let made = match self.session.loaded().game().parse_move(self.session.state(), text) {
            Ok(mv) => self.session.make(&mv),
            Err(error) => Err(with("play.not_allowed", &[&text, &error])),
        };
        self.explanation = made.err();
    }
}
