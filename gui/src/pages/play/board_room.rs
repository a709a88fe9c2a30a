//! The room of the board: the board between the bars of its players, the table of a card game, or the position as text; with
//! the evaluation bar, and what lies over the board.

use boardwright_game::any::AnyMove;
use boardwright_game::game::Turn;
use boardwright_game::ids::{ElementId, LocationId, Player};
use boardwright_interpreter::place_names::readable_place_names;
use boardwright_library::explain::refusal_reason;
use eframe::egui::{Pos2, Rect, RichText, ScrollArea, Sense, Ui, UiBuilder, Vec2};

use super::names::player_name;
use super::viewer::Viewer;
use super::{Play, evaluation, player_bar, status};
use crate::analysis::move_endpoints;
use crate::board::{BoardAction, LegalMoves, Marks, Origin, origin};
use crate::settings::Settings;
use crate::texts::with;
use crate::theme::metrics;

/// Distance between the board and the bars.
const GAP: f32 = 6.0;
/// Least width of the bars.
const MIN_BAR: f32 = 320.0;
/// Height of the bars in low windows.
const LOW_BAR: f32 = 28.0;
/// Height of the room below which bars are low.
const LOW_ROOM: f32 = 380.0;

impl Play {
    /// Shows the board below the status strip.
    pub(super) fn board_ui(&mut self, ui: &mut Ui, settings: &Settings) {
        let strip = status::room(ui);
        // A message about a move goes away with the next click; one about rules that fail stays.
        if self.legal.turn.is_some() && ui.input(|input| input.pointer.any_pressed()) {
            self.explanation = None;
            self.notice = None;
        }
        let hides_board = self.hand_over(ui);
        if !hides_board {
            self.position_ui(ui, settings);
        }
        self.status_ui(ui, strip, !hides_board);
    }

    /// Shows the board or the table, or the position of a game without either as text.
    fn position_ui(&mut self, ui: &mut Ui, settings: &Settings) {
        if self.growing.is_some() {
            self.clock_row(ui);
            return self.growing_ui(ui, settings);
        }
        let table = self.table_view();
        if table.is_some() || self.has_dialogs() {
            self.bar_ui(ui);
        }
        if let Some(table) = table {
            self.clock_row(ui);
            let room = ui.available_rect_before_wrap();
            self.table_ui(ui, &table);
            return self.banner_ui(ui, room);
        }
        self.board_with_bars(ui, settings);
    }

    /// Shows the bars of all players above a board or table that names its players itself, if there are clocks.
    fn clock_row(&self, ui: &mut Ui) {
        let players: Vec<Player> = self.session.loaded().players().collect();
        if players.iter().any(|player| self.session.clocks.left(*player).is_some()) {
            let size = Vec2::new(ui.available_width(), player_bar::HEIGHT);
            let (room, _) = ui.allocate_exact_size(size, Sense::hover());
            self.bars_ui(ui, room, &players);
        }
    }

    /// Shows the board as large as possible between the bars of its players.
    fn board_with_bars(&mut self, ui: &mut Ui, settings: &Settings) {
        let room = ui.available_rect_before_wrap();
        let (above, below) = self.bar_rows();
        let bar = if room.height() < LOW_ROOM { LOW_BAR } else { player_bar::HEIGHT };
        let taken = |players: &[Player]| if players.is_empty() { 0.0 } else { bar + GAP };
        let evaluation = self.evaluation(ui);
        let beside = if evaluation.is_some() { evaluation::BAR_WIDTH + GAP } else { 0.0 };
        let inner =
            Rect::from_min_max(room.min + Vec2::new(beside, taken(&above)), room.max - Vec2::new(0.0, taken(&below)));
        let Some(board) = self.board.as_ref().filter(|_| inner.is_positive()) else {
            let text = RichText::new(self.position_text()).monospace().size(metrics::TITLE);
            ScrollArea::both().show(ui, |ui| ui.label(text));
            return;
        };
        let board = board.fitted(inner);
        let width = (board.width() + beside).max(MIN_BAR).min(room.width());
        let left = (board.center().x - beside / 2.0 - width / 2.0).clamp(room.left(), room.right() - width);
        let row = |top: f32| Rect::from_min_size(Pos2::new(left, top), Vec2::new(width, bar));
        self.bars_ui(ui, row(board.top() - GAP - bar), &above);
        self.bars_ui(ui, row(board.bottom() + GAP), &below);
        if let Some((share, text)) = evaluation {
            let place = Rect::from_min_max(
                Pos2::new(board.left() - beside, board.top()),
                Pos2::new(board.left() - GAP, board.bottom()),
            );
            let is_turned = below.first() != Some(&Player::FIRST);
            evaluation::bar(ui, place, share, &text, is_turned);
        }
        ui.scope_builder(UiBuilder::new().max_rect(board).id_salt("board"), |ui| self.moving_ui(ui, settings));
        self.banner_ui(ui, board);
    }

    /// The evaluation for the bar, if it is shown: the share of the first player and its text.
    fn evaluation(&mut self, ui: &Ui) -> Option<(Option<f64>, String)> {
        let is_possible = self.session.seats.len() == 2 && !self.session.hides_information() && self.can_advise();
        if !self.shows_evaluation || !is_possible {
            return None;
        }
        let known = self.study.evaluation(ui.ctx(), &self.session, &self.legal);
        Some(known.map_or_else(|| (None, String::new()), |(share, text)| (Some(share), text)))
    }

    /// Shows the board, and makes the move that the user chooses on it, or keeps it as a premove.
    fn moving_ui(&mut self, ui: &mut Ui, settings: &Settings) {
        self.update_premove(ui, settings);
        let marks = Marks {
            last: self.viewer().known_ends(&self.session, self.session.visible_node(), self.last_move()),
            arrows: self.study.arrows(&self.session),
            names: settings.coordinates,
            colours: settings.board_colours,
            lines: self.won_lines.clone(),
            checked: if self.viewer() == Viewer::Everything { self.checked.clone() } else { Vec::new() },
            premove: self.premove.places(),
        };
        let node = self.session.visible_node();
        let is_own = self.can_person_move();
        let is_early = !is_own && self.premover(settings).is_some();
        let nothing = LegalMoves::default();
        let legal = if is_own {
            &self.legal
        } else if is_early {
            self.premove.choices(node).unwrap_or(&nothing)
        } else {
            &nothing
        };
        let Some(board) = &mut self.board else { return };
        let can = !legal.choices.is_empty();
        match board.ui(ui, legal, &marks) {
            Some(BoardAction::Move(number)) if is_early => {
                let chosen = legal.choices.get(number).and_then(|choice| Some((choice.from, choice.to?)));
                if let Some((from, to)) = chosen {
                    board.clear_selection();
                    // Any equal piece of the supply will do.
                    let from = from.filter(|from| matches!(from, Origin::Place(_)));
                    self.premove.set(from, to);
                }
            }
            // The move may be legal after that of the opponent, as a recapture.
            Some(BoardAction::Refused(Some(from), to)) if is_early => self.premove.set(Some(from), to),
            Some(BoardAction::Refused(None, _)) if is_early => self.premove.clear(),
            Some(BoardAction::Move(number)) => self.make(number),
            Some(BoardAction::Refused(from, to)) if can => self.explain(from, to),
            Some(BoardAction::Refused(..)) => self.explanation = self.waiting_text(),
            None => {}
        }
    }

    /// The position as text, as the viewer of the screen sees it.
    fn position_text(&self) -> String {
        let (game, state) = (self.session.loaded().game(), self.session.state());
        match self.viewer() {
            Viewer::Everything => game.state_text(state),
            Viewer::Seat(player) => game.view_text(state, player),
            Viewer::Nobody => String::new(),
        }
    }

    /// `true` if a person may move in the visible position: the person who is asked, or anybody where no match is. While
    /// information is hidden there are no variations, because their moves and their ends would reveal it.
    pub(super) fn can_person_move(&self) -> bool {
        let elsewhere = !self.session.is_running() || self.session.visible_node() != self.session.match_node();
        match self.viewer() {
            Viewer::Everything => {
                let is_asked = self.session.asked_person().is_some() || self.session.is_roll_requested();
                is_asked || elsewhere || self.session.expects_person(self.legal.turn)
            }
            Viewer::Seat(player) => self.session.asked_person() == Some(player),
            Viewer::Nobody => false,
        }
    }

    pub(super) fn make(&mut self, number: usize) {
        let Some(choice) = self.legal.choices.get(number) else { return };
        let mv = choice.mv.clone();
        self.make_move(&mv);
    }

    /// Makes a move in the visible position.
    pub(super) fn make_move(&mut self, mv: &AnyMove) {
        self.explanation = self.session.make(mv).err();
        self.notice = None;
        if let Some(board) = self.board.as_mut().filter(|_| self.explanation.is_some()) {
            board.clear_selection();
        }
    }

    /// The player to move, if a person cannot move.
    fn waiting_text(&self) -> Option<String> {
        match self.legal.turn {
            Some(Turn::Player(player)) => Some(with("play.waits", &[&player_name(&self.session, player)])),
            _ => None,
        }
    }

    /// Explains why an attempted move is illegal, by the rule that came nearest.
    fn explain(&mut self, from: Option<Origin>, to: LocationId) {
        let loaded = self.session.loaded();
        let Some((game, state)) = loaded.as_spec(self.session.state()) else { return };
        let rules = game.rules();
        let place = |location: LocationId| rules.locations[location.index()].name.clone();
        let names = readable_place_names(rules);
        // Places without a short name, such as the spots of a pit, have no name for people.
        let shown = |location: LocationId| Some(names[location.index()].concat()).filter(|name| !name.contains('('));
        // If all moves have the same origin, a click on a place means these pieces.
        let from = from.or_else(|| self.legal.only_origin());
        // A click on nothing is not answered: one on a place without an own piece, where no piece is to be put.
        let own = game.content(state, to).and_then(|element| game.owner(state, element));
        if from.is_none() && own.is_none_or(|owner| self.legal.turn != Some(Turn::Player(owner))) {
            return;
        }
        let (tried, asked) = match from {
            Some(Origin::Place(from)) => {
                let tried = shown(from).zip(shown(to)).map(|(from, to)| format!("{from}-{to}"));
                (tried, format!("{} {}", place(from), place(to)))
            }
            Some(pile) => {
                let mut elements = (0..rules.elements.len()).map(ElementId::new);
                let Some(element) = elements.find(|&element| origin(game, state, element) == pile) else { return };
                let from = game.location(state, element).map_or_else(|| "off".to_owned(), place);
                (shown(to), format!("{} {from} {}", rules.elements[element.index()].name, place(to)))
            }
            None => (shown(to), place(to)),
        };
        let reason = refusal_reason(loaded, self.session.state(), &asked);
        self.explanation = match (tried, reason) {
            (Some(tried), Some(reason)) => Some(with("play.not_allowed", &[&tried, &reason])),
            (Some(tried), None) => Some(with("play.nothing_here", &[&tried])),
            (None, Some(reason)) => Some(with("play.refused", &[&reason])),
            // A place without a name that people know.
            (None, None) => None,
        };
    }

    /// Origin and target of the last move.
    fn last_move(&self) -> Vec<LocationId> {
        let shown = self.session.visible_node();
        let Some(parent) = self.session.tree.parent(shown) else { return Vec::new() };
        let text = &self.session.tree.node(shown).text;
        let ends = move_endpoints(&self.session.opened, &self.session.tree.node(parent).state, text);
        ends.map_or_else(Vec::new, |(from, to)| from.into_iter().chain([to]).collect())
    }
}
