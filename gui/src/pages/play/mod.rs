//! The page for playing and studying: the board in the middle, seats on one side, moves and analysis on the other.

mod analyst;
mod chances;
mod deals;
mod dialog;
mod files;
mod growing;
mod options_form;
mod seats;
mod seen_moves;
mod sketch;
mod start_form;
mod status;
mod study;
mod toolbar;
mod viewer;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use boardwright_arena::Ending;
use boardwright_game::any::AnyState;
use boardwright_game::game::{Game as _, Outcome, Turn};
use boardwright_game::ids::{ElementId, LocationId, Player};
use boardwright_game::structure::BoardLine;
use boardwright_interpreter::place_names::place_names;
use boardwright_library::LoadedGame;
use boardwright_library::explain::refusal_reason;
use boardwright_library::hands::is_deal_file;
use boardwright_library::store::{self, StoredRecord};
use eframe::egui::{
    CentralPanel, Context, Id, Label, Modal, Panel, Pos2, Rect, RichText, ScrollArea, Ui, UiBuilder, Vec2,
};

use self::deals::{DealsPanel, replay};
use self::dialog::DialogBar;
use self::options_form::OptionsForm;
use self::seats::{DEFAULT_LEVEL, SeatsPanel, player_name};
pub use self::sketch::Sketch;
use self::start_form::StartForm;
use self::study::{SeenLine, Study};
use self::toolbar::ToolbarAction;
use self::viewer::Viewer;
use crate::analysis::move_endpoints;
use crate::app::open_game;
use crate::board::{
    Board, BoardAction, GrowingBoard, LegalMoves, Marks, Origin, Transition, TurnValues, WeightsChoice, origin,
};
use crate::pages::game_list::ChosenGame;
use crate::session::{GameTree, NodeId, OpenedGame, Records, SeatChoice, Session, clock_text, occupant_name};
use crate::settings::Settings;
use crate::texts::{t, with};

/// A game that is played or studied.
#[derive(Debug)]
pub struct Play {
    /// The game and its match.
    pub session: Session,
    /// Request to open another game, as on the command line: this one with other options.
    pub open_request: Option<String>,
    /// The board, if the game has one.
    board: Option<Board>,
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
    /// `true` if seats and moves are shown; `None` until the user has chosen.
    details: Option<bool>,
    /// `true` while the user is asked whether to resign.
    confirms_resignation: bool,
    /// `true` if the user has turned the board away from its usual side.
    is_turned: bool,
    /// Lines that decided the game in the visible position.
    won_lines: Vec<Vec<LocationId>>,
    /// Hot-seat play of games with hidden information: the player who took over the screen last.
    screen_owner: Option<Player>,
    /// `true` if everything hidden is shown, against the rules.
    shows_all: bool,
    /// The viewer for whom the board was prepared.
    shown_to: Viewer,
    seats: SeatsPanel,
    begin: StartForm,
    options: OptionsForm,
    study: Study,
    dialog: DialogBar,
    deals: DealsPanel,
}

/// Position, and the weights that the user chose.
type ValuesKey = (NodeId, WeightsChoice);

impl Play {
    /// Starts a game from its initial position: the user against the default player.
    pub fn new(window: &Context, opened: Arc<OpenedGame>, records: Records, seed: Option<u64>) -> Self {
        let players = opened.loaded.game().players();
        let seat = |number: usize| if number == 0 { SeatChoice::person() } else { SeatChoice::level(DEFAULT_LEVEL) };
        let session = Session::new(opened, (0..players).map(seat).collect(), seed.unwrap_or_else(random_seed), records);
        let mut play = Self::new_page(session);
        play.session.play(&window.into());
        play
    }

    /// Opens the chosen game of a file for study.
    ///
    /// # Errors
    /// If the record contains an illegal move.
    pub fn from_file(chosen: ChosenGame, records: Records) -> Result<Self, String> {
        // A file of deals may have unknown cards, which a record cannot have.
        if is_deal_file(&chosen.path) {
            return replay::open(&chosen.path, chosen.number, records).map(Self::new_page);
        }
        Self::from_record(chosen.stored?, records)
    }

    /// Opens a recorded game for study.
    fn from_record(stored: StoredRecord, records: Records) -> Result<Self, String> {
        let StoredRecord { record, clock, .. } = stored;
        let header = &record.header;
        let opened = open_game(&header.game).map_err(|error| error.to_string())?;
        let name = |number: usize| header.players.get(number).map(occupant_name).unwrap_or_default();
        let seat = |number: usize| SeatChoice { name: name(number), ..SeatChoice::person() };
        let people = (0..opened.loaded.game().players()).map(seat).collect();
        let mut session = Session::new(Arc::new(opened), people, header.seed, records);
        if let Some(text) = &header.position {
            let state = session.loaded().game().parse_state(text).map_err(|error| error.to_string())?;
            session = session.with_start_position(state);
        }
        let played = record.moves.iter().map(|played| &played.text);
        for text in header.opening.iter().chain(played) {
            let mv = session.loaded().game().parse_move(session.state(), text).map_err(|error| error.to_string())?;
            session.make(&mv)?;
        }
        session.set_record(record, clock);
        session.show(GameTree::ROOT);
        Ok(Self::new_page(session))
    }

    /// Continues a game of the window that was left before its end, with its seats.
    ///
    /// # Errors
    /// If the record cannot be read, or contains an illegal move.
    pub fn resume(window: &Context, path: &Path, records: Records) -> Result<Self, String> {
        let stored = store::read_all(path).map_err(|error| error.to_string())?.into_iter().next();
        let stored = stored.ok_or_else(|| with("play.no_record", &[&path.display(), &1]))?;
        let mut play = Self::from_record(stored, records)?;
        let session = &mut play.session;
        if let Some(header) = session.record_header() {
            let seated = header.players.iter().zip(1..);
            session.seats = seated.map(|(seat, number)| SeatChoice::recorded(seat, header.seed, number)).collect();
        }
        session.resume(&window.into(), path);
        Ok(Self::new_page(play.session))
    }

    fn new_page(session: Session) -> Self {
        let (seats, study) = (SeatsPanel::new(&session), Study::default());
        let weight_names = growing::weight_names(session.loaded());
        let options = OptionsForm::new(session.loaded());
        let mut play = Self {
            session,
            board: None,
            growing: None,
            weight_names,
            turn_values: None,
            legal: LegalMoves::default(),
            legal_node: None,
            explanation: None,
            details: None,
            confirms_resignation: false,
            is_turned: false,
            won_lines: Vec::new(),
            screen_owner: None,
            shows_all: false,
            shown_to: Viewer::Nobody,
            seats,
            begin: StartForm::default(),
            options,
            open_request: None,
            study,
            dialog: DialogBar::default(),
            deals: DealsPanel::default(),
        };
        play.update_position(None);
        play
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
        Board::show_position(&mut self.board, loaded, state, viewer.seat(), transition);
        let now = transition.map(|transition| transition.now);
        GrowingBoard::show_position(&mut self.growing, loaded.game().tile_board(state), now);
        self.update_side();
    }

    /// Turns the board so that the only person of the game has the own pieces below.
    fn update_side(&mut self) {
        let mut people = self
            .session
            .loaded()
            .players()
            .filter(|player| self.session.seats.get(player.index()).is_some_and(|seat| seat.who.is_person()));
        let only = people.next().filter(|_| people.next().is_none());
        let is_above = only.is_some_and(|player| begins_above(self.session.loaded(), player));
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
            self.clear_deals();
        }
        self.pause_after_deal();
        self.update_position(settings.motion.then_some(now));
        self.study.poll(&mut self.session);
        let (width, height) = (ui.available_width(), ui.available_height());
        let narrow = width < 760.0;
        let before = self.details.unwrap_or(!narrow && height > 300.0);
        let mut details = before;
        let bar = |ui: &mut Ui| {
            let inside = |ui: &mut Ui| self.toolbar(ui, settings, &mut details);
            // In a narrow window the toolbar stays on one line and scrolls, because the board needs the height.
            if narrow {
                ScrollArea::horizontal().show(ui, |ui| ui.horizontal(inside).inner).inner
            } else {
                ui.horizontal_wrapped(inside).inner
            }
        };
        let wanted = Panel::top("play bar").show(ui, bar).inner;
        if details != before {
            self.details = Some(details);
        }
        if let Some(wanted) = wanted {
            self.apply_action(ui.ctx(), wanted);
        }
        if details && narrow {
            Panel::bottom("play study").default_size(190.0).resizable(true).show(ui, |ui| self.side_ui(ui));
        } else if details {
            Panel::right("play study").default_size(360.0).resizable(true).show(ui, |ui| self.side_ui(ui));
        }
        CentralPanel::default().show(ui, |ui| self.board_ui(ui, settings));
        self.resignation_ui(ui);
        if self.session.clocks.running().is_some() {
            ui.ctx().request_repaint_after(Duration::from_millis(200));
        }
    }

    /// Shows seats, moves and analysis.
    fn side_ui(&mut self, ui: &mut Ui) {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            // While the screen is handed over, nobody may change the game that is played.
            let is_open = !self.is_screen_free() || !self.session.has_player_moved();
            let seated = ui.add_enabled_ui(is_open, |ui| self.seats.ui(ui, &mut self.session)).inner;
            if seated {
                self.update_side();
            }
            let begun = ui.add_enabled_ui(is_open, |ui| self.begin.ui(ui, &mut self.session)).inner;
            self.open_request = ui.add_enabled_ui(is_open, |ui| self.options.ui(ui)).inner;
            if begun || seated {
                self.session.play(&ui.ctx().into());
            }
            self.dice_ui(ui);
            self.visibility_ui(ui);
            ui.separator();
            self.deals_ui(ui);
            let (result, seen) = (self.result_text(), SeenLine { viewer: self.viewer(), last: self.last_known() });
            self.study.ui(ui, &mut self.session, &self.legal, seen, result.as_deref());
        });
    }

    /// Shows the choice between dice of the program and real ones.
    fn dice_ui(&mut self, ui: &mut Ui) {
        if self.session.allows_real_dice() {
            let mut real = self.session.has_real_dice();
            if ui.checkbox(&mut real, t("play.real_dice")).on_hover_text(t("play.real_dice_hint")).changed() {
                self.session.set_real_dice(real);
            }
        }
    }

    /// Shows the board below the status strip.
    fn board_ui(&mut self, ui: &mut Ui, settings: &Settings) {
        let strip = status::room(ui);
        // A message about a move goes away with the next click; one about rules that fail stays.
        if self.legal.turn.is_some() && ui.input(|input| input.pointer.any_pressed()) {
            self.explanation = None;
        }
        let hides_board = self.hand_over(ui);
        if !hides_board {
            self.clocks_ui(ui);
            self.position_ui(ui, settings);
        }
        self.status_ui(ui, strip, !hides_board);
    }

    /// Shows the board or the table, or the position of a game without either as text.
    fn position_ui(&mut self, ui: &mut Ui, settings: &Settings) {
        if self.growing.is_some() {
            return self.growing_ui(ui, settings);
        }
        let table = self.table_view();
        if table.is_some() || self.has_dialogs() {
            self.bar_ui(ui);
        }
        if let Some(table) = table {
            return self.table_ui(ui, &table);
        }
        let allowed = self.can_person_move();
        let nothing = LegalMoves::default();
        let legal = if allowed { &self.legal } else { &nothing };
        let can = !legal.choices.is_empty();
        let marks = Marks {
            last: self.viewer().known_ends(&self.session, self.session.visible_node(), self.last_move()),
            arrows: self.study.arrows(&self.session),
            names: settings.coordinates,
            lines: self.won_lines.clone(),
        };
        let Some(board) = &mut self.board else {
            ui.label(RichText::new(self.position_text()).monospace().size(16.0));
            return;
        };
        match board.ui(ui, legal, &marks) {
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
    fn can_person_move(&self) -> bool {
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

    fn make(&mut self, number: usize) {
        let Some(choice) = self.legal.choices.get(number) else { return };
        self.explanation = self.session.make(&choice.mv.clone()).err();
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
        let names = place_names(rules);
        // Places without a short name, such as the spots of a pit, have no name for people.
        let shown = |location: LocationId| Some(names[location.index()].concat()).filter(|name| !name.contains('('));
        // If all moves have the same origin, a click on a place means these pieces.
        let from = from.or_else(|| self.legal.only_origin());
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
            // A click on nothing is not answered.
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

    /// Shows the clocks beside the board, from top to bottom as the players sit, and leaves the rest of the room.
    fn clocks_ui(&mut self, ui: &mut Ui) {
        let is_turned = self.board.as_ref().is_some_and(Board::is_flipped);
        let mut players: Vec<Player> = self.session.loaded().players().collect();
        // The first player sits below, or above if the board is turned.
        if !is_turned {
            players.reverse();
        }
        let clock = |player: &Player| Some((*player, self.session.clocks.left(*player)?));
        let clocks: Vec<(Player, Duration)> = players.iter().filter_map(clock).collect();
        if clocks.is_empty() {
            return;
        }
        let running = self.session.clocks.running();
        Panel::right("clocks").resizable(false).exact_size(CLOCK_WIDTH).show(ui, |ui| {
            let gap = (ui.available_height() / clocks.len() as f32).max(CLOCK_HEIGHT);
            for (number, (player, left)) in clocks.iter().enumerate() {
                let is_last = number > 0 && number + 1 == clocks.len();
                let room = ui.max_rect();
                let top = if is_last { room.bottom() - CLOCK_HEIGHT } else { room.top() + gap * number as f32 };
                let place = Rect::from_min_size(Pos2::new(room.left(), top), Vec2::new(room.width(), CLOCK_HEIGHT));
                ui.scope_builder(UiBuilder::new().max_rect(place), |ui| {
                    clock_ui(ui, &player_name(&self.session, *player), *left, running == Some(*player));
                });
            }
        });
    }

    /// Asks whether the person who is to move wants to resign.
    fn resignation_ui(&mut self, ui: &Ui) {
        let Some(player) = self.session.asked_person().filter(|_| self.confirms_resignation) else {
            self.confirms_resignation = false;
            return;
        };
        let players = self.session.loaded().game().players();
        let name = player_name(&self.session, player);
        let question = match Ending::Resigned(player).outcome(players) {
            Some(Outcome::Won(winner)) => with("play.resigns_to", &[&name, &player_name(&self.session, winner)]),
            _ => with("play.resigns", &[&name]),
        };
        let answer = Modal::new(Id::unique("resign")).show(ui.ctx(), |ui| {
            ui.label(question);
            ui.horizontal(|ui| {
                let yes = ui.button(t("play.really_resign")).clicked();
                let no = ui.button(t("play.play_on")).clicked();
                if yes { Some(true) } else { no.then_some(false) }
            })
            .inner
        });
        if answer.inner == Some(true) {
            self.session.resign();
        }
        if answer.inner.is_some() || answer.should_close() {
            self.confirms_resignation = false;
        }
    }

    /// Asks the next person to take over the screen in games with hidden information; `true` while that is pending.
    fn hand_over(&mut self, ui: &mut Ui) -> bool {
        if !self.is_screen_free() {
            return false;
        }
        // Before the match asks a person, the board is covered as well.
        let Some(player) = self.session.requested_person() else { return true };
        let name = player_name(&self.session, player);
        ui.vertical_centered(|ui| {
            ui.add_space(ui.available_height() * 0.3);
            ui.heading(with("play.hand_over", &[&name]));
            if ui.button(with("play.i_am", &[&name])).clicked() {
                self.screen_owner = Some(player);
            }
        });
        true
    }

    fn apply_action(&mut self, window: &Context, wanted: ToolbarAction) {
        match wanted {
            ToolbarAction::New => {
                self.session.seed = self.session.seed.wrapping_add(1);
                self.session.restart(&window.into());
            }
            ToolbarAction::PlayHere => self.session.play(&window.into()),
            ToolbarAction::TakeBack => self.session.take_back(&window.into()),
            ToolbarAction::Resign => self.confirms_resignation = true,
            ToolbarAction::Flip => {
                self.is_turned = !self.is_turned;
                self.update_side();
            }
            ToolbarAction::OfferDraw => self.session.offer_draw(),
            ToolbarAction::Pause(paused) => self.session.pause(paused),
            ToolbarAction::Step => self.session.step(),
            ToolbarAction::Hint => self.study.hint(window, &self.session),
            ToolbarAction::MoveForMe => self.study.move_for_me(window, &self.session),
            ToolbarAction::Swap => self.swap_seats(window),
        }
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

/// Width of the clocks beside the board, in points.
const CLOCK_WIDTH: f32 = 118.0;
/// Height of a clock, in points.
const CLOCK_HEIGHT: f32 = 56.0;
/// Time left below which a clock is shown in the colour of errors.
const SHORT_TIME: Duration = Duration::from_secs(10);

/// Shows a clock with the name of its player.
fn clock_ui(ui: &mut Ui, name: &str, left: Duration, runs: bool) {
    let colour = if left < SHORT_TIME { ui.visuals().error_fg_color } else { ui.visuals().strong_text_color() };
    let text = RichText::new(clock_text(left)).monospace().size(24.0).color(colour);
    ui.add(Label::new(if runs { RichText::new(name).strong() } else { RichText::new(name).weak() }).truncate());
    ui.label(if runs { text } else { text.color(colour.gamma_multiply(0.6)) });
}

/// `true` if the pieces of a player are above those of the others in the initial position, as the game file draws it.
fn begins_above(loaded: &LoadedGame, player: Player) -> bool {
    let start = loaded.game().initial_state();
    let Some((game, state)) = loaded.as_spec(&start) else { return false };
    let rules = game.rules();
    let places = boardwright_draw::places(rules);
    let (mut own, mut others) = (Vec::new(), Vec::new());
    for piece in boardwright_draw::pieces(game, state) {
        let Some(owner) = piece.owner.filter(|_| rules.locations[piece.location.index()].is_relevant) else { continue };
        let y = places[piece.location.index()].centre.y;
        if owner == player { own.push(y) } else { others.push(y) }
    }
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    !own.is_empty() && !others.is_empty() && mean(&own) < mean(&others) - 1.0
}

/// Lines that a player has filled and that decide the game; `None` in games without such lines.
fn won_lines(loaded: &LoadedGame, state: &AnyState, turn: Option<Turn>) -> Option<Vec<Vec<LocationId>>> {
    let Some(Turn::Over(Outcome::Won(winner))) = turn else { return None };
    let (game, state) = loaded.as_spec(state)?;
    let lines = game.structure()?.win_lines()?;
    let is_won = |(number, line): &(usize, &BoardLine)| {
        line.player == winner
            && line.outcome == Some(Outcome::Won(winner))
            && lines.line_contents(state, *number).filled == line.cells.len()
    };
    Some(lines.lines().iter().enumerate().filter(is_won).map(|(_, line)| line.cells.clone()).collect())
}

/// A seed that differs from game to game; it is part of the record.
fn random_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    now.as_nanos() as u64 % 1_000_000
}
