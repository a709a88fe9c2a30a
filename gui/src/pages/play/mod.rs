//! The page for playing and studying: the board between the bars of its players, with moves, analysis and log beside it.

mod actions;
mod analyst;
mod banner;
mod board_room;
mod captured;
mod chances;
mod check;
mod controls;
mod deals;
mod dialog;
mod evaluation;
mod files;
mod growing;
mod log;
mod move_list;
mod move_outline;
mod names;
mod note_editor;
mod note_menu;
mod passes;
mod player_bar;
mod premove;
mod questions;
mod review;
mod seating;
mod seen_moves;
mod side;
mod sketch;
mod status;
mod study;
mod turns;
mod viewer;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use boardwright_game::ids::{LocationId, Player};
use eframe::egui::{CentralPanel, Context, Frame, Ui};

use self::banner::Banner;
use self::captured::Captures;
use self::check::{checked, won_lines};
use self::deals::DealsPanel;
pub use self::deals::replay;
use self::dialog::DialogBar;
use self::log::LogNotes;
pub use self::names::game_name;
use self::premove::Premove;
use self::seating::Seating;
use self::side::SideTab;
pub use self::sketch::Sketch;
use self::study::Study;
use self::viewer::Viewer;
use crate::board::{Board, GrowingBoard, LegalMoves, PieceColours, Transition, TurnValues, WeightsChoice};
use crate::session::{GameTerms, NodeId, OpenedGame, Records, SHORT_TIME, SeatChoice, Session};
use crate::settings::Settings;
use crate::sounds::{Sound, Sounds};
use crate::theme::metrics;

/// A game that is played or studied.
#[derive(Debug)]
pub struct Play {
    /// The game and its match.
    pub session: Session,
    /// Request to ask for the terms of a new game: its players, time and start position.
    pub new_game_request: bool,
    /// Request to begin the game again, which removes its moves and notes.
    pub rematch_request: bool,
    /// Terms by which the game began.
    terms: GameTerms,
    /// The board, if the game has one.
    board: Option<Board>,
    /// Player of sounds, once one is wanted.
    sounds: Option<Sounds>,
    /// `true` if the match was running in the last frame.
    was_running: bool,
    /// Colours in which its pieces are drawn.
    piece_colours: PieceColours,
    /// The board of a game whose board grows.
    growing: Option<GrowingBoard>,
    /// Names of the weights by which turns on such a board can be valued.
    weight_names: Vec<String>,
    /// Values of the turns, with the position and the weights for which they were computed.
    turn_values: Option<(ValuesKey, Arc<TurnValues>)>,
    /// Legal moves of the visible position.
    legal: LegalMoves,
    /// The position for which `legal` was computed.
    legal_node: Option<NodeId>,
    /// Explanation why the last attempted move is illegal.
    explanation: Option<String>,
    /// A note about what the program did for the person, such as a forced pass.
    notice: Option<String>,
    /// Number of passes in a row that the program made for people.
    passes: usize,
    /// Tab below the board of a narrow window.
    tab: SideTab,
    /// `true` while the user is asked whether to resign.
    confirms_resignation: bool,
    /// `true` if the evaluation bar is shown beside the board.
    shows_evaluation: bool,
    /// `true` if the user has turned the board away from its usual side.
    is_turned: bool,
    /// Lines that decided the game in the visible position.
    won_lines: Vec<Vec<LocationId>>,
    /// Places of the royal pieces in check.
    checked: Vec<LocationId>,
    /// Sides of the board on which the players sit.
    seating: Seating,
    captures: Captures,
    premove: Premove,
    log: LogNotes,
    banner: Banner,
    /// Hot-seat play of games with hidden information: the player who took over the screen last.
    screen_owner: Option<Player>,
    /// `true` if everything hidden is shown, against the rules.
    shows_all: bool,
    /// The viewer for whom the board was prepared.
    shown_to: Viewer,
    study: Study,
    dialog: DialogBar,
    deals: DealsPanel,
}

/// Position, and the weights that the user chose.
type ValuesKey = (NodeId, WeightsChoice);

impl Play {
    /// Starts a game by these terms.
    ///
    /// # Errors
    /// A message if there is no such start position.
    pub fn new(
        window: &Context,
        opened: Arc<OpenedGame>,
        records: Records,
        seed: Option<u64>,
        terms: &GameTerms,
    ) -> Result<Self, String> {
        let seats = SeatChoice::defaults(opened.loaded.game().players());
        let mut session = Session::new(opened, seats, seed.unwrap_or_else(random_seed), records);
        session.begin(&window.into(), terms)?;
        let mut play = Self::of_session(session);
        play.terms = terms.clone();
        Ok(play)
    }

    /// Begins a new game by these terms.
    ///
    /// # Errors
    /// A message if there is no such start position; the game is as it was.
    pub fn begin(&mut self, window: &Context, terms: GameTerms) -> Result<(), String> {
        self.session.seed = self.session.seed.wrapping_add(1);
        self.session.begin(&window.into(), &terms)?;
        self.terms = terms;
        self.screen_owner = None;
        self.update_side();
        Ok(())
    }

    /// Changes occupants and time of the running game.
    pub fn change(&mut self, window: &Context, terms: GameTerms) {
        self.session.change(&window.into(), terms.seats, terms.pace);
        self.update_side();
    }

    /// The terms of the game that is played, for the dialog of the next one.
    pub fn terms(&self) -> GameTerms {
        GameTerms { seats: self.session.seats.clone(), pace: self.session.pace, ..self.terms.clone() }
    }

    /// `true` if occupants and time may be changed: while the screen is handed over, nobody may change the game that is played.
    pub fn is_changeable(&self) -> bool {
        !self.is_screen_free() || !self.session.has_player_moved()
    }

    /// Continues a game of the window that was left before its end, read by [`Session::of_unfinished`] from this path.
    pub fn resume(window: &Context, mut session: Session, path: &Path) -> Self {
        session.resume(&window.into(), path);
        Self::of_session(session)
    }

    /// Shows a session, such as that of a recorded game.
    pub fn of_session(session: Session) -> Self {
        let study = Study::default();
        let weight_names = growing::weight_names(session.loaded());
        let seating = Seating::of(session.loaded());
        let mut play = Self {
            session,
            terms: GameTerms::default(),
            board: None,
            sounds: None,
            was_running: false,
            piece_colours: PieceColours::File,
            growing: None,
            weight_names,
            turn_values: None,
            legal: LegalMoves::default(),
            legal_node: None,
            explanation: None,
            notice: None,
            passes: 0,
            tab: SideTab::default(),
            confirms_resignation: false,
            shows_evaluation: false,
            is_turned: false,
            won_lines: Vec::new(),
            checked: Vec::new(),
            seating,
            captures: Captures::default(),
            premove: Premove::default(),
            log: LogNotes::default(),
            banner: Banner::default(),
            screen_owner: None,
            shows_all: false,
            shown_to: Viewer::Nobody,
            new_game_request: false,
            rematch_request: false,
            study,
            dialog: DialogBar::default(),
            deals: DealsPanel::default(),
        };
        play.update_position(None);
        play
    }

    /// Returns the board, if the game has one.
    pub fn board(&self) -> Option<&Board> {
        self.board.as_ref()
    }

    /// Draws the pieces in the colours that the user prefers.
    fn set_piece_colours(&mut self, colours: PieceColours) {
        if self.piece_colours == colours {
            return;
        }
        self.piece_colours = colours;
        if let Some((board, game)) = self.board.as_ref().zip(self.session.loaded().spec()) {
            board.set_piece_colours(game.rules(), colours);
            self.legal_node = None;
            self.captures = Captures::default();
        }
    }

    /// Plays the sounds of what has happened in the match since the last frame, in which the position `seen` with so many
    /// pieces was visible.
    fn play_sounds(&mut self, are_on: bool, seen: Option<NodeId>, pieces: Option<usize>) {
        let was_running = std::mem::replace(&mut self.was_running, self.session.is_running());
        if !are_on {
            self.sounds = None;
            return;
        }
        let node = self.session.visible_node();
        let is_new = seen.is_some_and(|seen| seen != node && self.session.tree.is_chance_between(seen, node).is_some());
        let lost = self.board.as_ref().zip(pieces).is_some_and(|(board, before)| board.piece_count() < before);
        let sound = if was_running && !self.session.is_running() {
            Sound::End
        } else if is_new && node == self.session.match_node() {
            if lost { Sound::Capture } else { Sound::Move }
        } else {
            return;
        };
        self.sounds.get_or_insert_default().play(sound);
    }

    /// Updates the board and the legal moves after a change of the visible position.
    fn update_position(&mut self, now: Option<f64>) {
        let (node, viewer) = (self.session.visible_node(), self.viewer());
        if self.legal_node == Some(node) && self.shown_to == viewer {
            return;
        }
        let was_shown_to = std::mem::replace(&mut self.shown_to, viewer);
        let transition = self.legal_node.zip(now).and_then(|(seen, now)| {
            let has_chance = self.session.tree.is_chance_between(seen, node)?;
            Some(Transition { now, has_chance })
        });
        // A move from a position that was prepared for nobody would show what is hidden.
        let transition = transition.filter(|_| was_shown_to == viewer || was_shown_to != Viewer::Nobody);
        self.legal_node = Some(node);
        self.explanation = None;
        let loaded = self.session.loaded();
        let state = self.session.state();
        match LegalMoves::of(loaded, state) {
            Ok(legal) => self.legal = legal,
            Err(fault) => {
                self.legal = LegalMoves::default();
                self.explanation = Some(loaded.fault_error(&fault).to_string());
            }
        }
        self.won_lines = won_lines(loaded, state, self.legal.turn).unwrap_or_default();
        self.checked = checked(loaded, state);
        Board::show_position(&mut self.board, loaded, state, viewer.seat(), transition);
        if let Some(board) = &mut self.board {
            board.expect_hand(&self.legal);
            board.prepare_moves(loaded, state, &self.legal);
        }
        self.captures.update(&self.session, self.board.as_ref());
        let now = transition.map(|transition| transition.now);
        GrowingBoard::show_position(&mut self.growing, loaded.game().tile_board(state), now);
        self.update_side();
    }

    /// Turns the board so that the only person of the game has the own pieces below.
    fn update_side(&mut self) {
        let is_above = self.only_person().is_some_and(|player| self.seating.begins_above(player));
        if let Some(board) = &mut self.board {
            board.set_flipped(is_above != self.is_turned);
        }
    }

    /// Shows the page.
    pub fn ui(&mut self, ui: &mut Ui, settings: &mut Settings) {
        let now = ui.input(|input| input.time);
        if std::mem::take(&mut self.session.is_tree_replaced) {
            self.legal_node = None;
            self.study.clear();
            self.log.clear();
            self.captures = Captures::default();
            self.premove = Premove::default();
            self.clear_deals();
        }
        self.set_piece_colours(settings.piece_colours);
        self.pause_after_deal();
        let (seen, pieces) = (self.legal_node, self.board.as_ref().map(Board::piece_count));
        self.update_position(settings.motion.then_some(now));
        self.play_sounds(settings.sounds, seen, pieces);
        self.study.poll(&mut self.session);
        self.make_forced_pass();
        self.note_events();
        // The keys belong to a dialog above the page.
        if ui.memory(|memory| memory.top_modal_layer().is_none()) {
            self.handle_keys(ui);
        }
        self.side_panel(ui, settings);
        let frame = Frame::central_panel(ui.style()).inner_margin(metrics::GAP);
        CentralPanel::default().frame(frame).show(ui, |ui| self.board_ui(ui, settings));
        self.resignation_ui(ui);
        self.poll_save(ui.ctx());
        if let Some(left) = self.session.clocks.running().and_then(|player| self.session.clocks.left(player)) {
            // Tenths of seconds are shown at the end.
            let millis = if left < SHORT_TIME { 100 } else { 250 };
            ui.ctx().request_repaint_after(Duration::from_millis(millis));
        }
    }

    /// Saves the game to the file that was chosen in a dialog, and shows what has become of it.
    fn poll_save(&mut self, window: &Context) {
        let Self { session, study, .. } = self;
        match study.files.poll(window, session) {
            Some(Ok(saved)) => self.notice = Some(saved),
            Some(Err(reason)) => self.explanation = Some(reason),
            None => {}
        }
    }

    /// The file to which the game was saved since the last call.
    pub fn take_saved(&mut self) -> Option<PathBuf> {
        self.study.files.take_saved()
    }

    /// The positions of the visible line that people know.
    fn known_line(&self) -> Vec<NodeId> {
        study::known_line(&self.session, self.last_known())
    }

    /// The position after the visible one in its line, as far as people know it.
    fn next_node(&self) -> Option<NodeId> {
        let line = self.known_line();
        line.get(self.session.tree.line(self.session.visible_node()).len()).copied()
    }

    /// The last position that people know, if moves were made that they have not seen yet: a tile that lies face down, or
    /// the deals after the one whose result is shown.
    fn last_known(&self) -> Option<NodeId> {
        let drawn = self.session.visible_node();
        let is_face_down = self.growing.as_ref().is_some_and(|board| board.hides_drawn_tile(self.turn_mode()));
        let is_draw = is_face_down && self.session.tree.node(drawn).player.is_none();
        let before = is_draw.then(|| self.session.tree.parent(drawn)).flatten();
        before.or_else(|| self.deals.last_seen())
    }
}

/// A seed that differs from game to game; it is part of the record.
fn random_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    now.as_nanos() as u64 % 1_000_000
}
