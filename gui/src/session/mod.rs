//! The model of a game in the window: game tree, seats, and the match that is played at the end of a line. It contains no user
//! interface.

mod clocks;
mod host;
mod seats;
mod tree;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};

use boardwright_arena::tournament::Openings;
use boardwright_arena::{Decision, Match, Start, SystemWatch, Terms};
use boardwright_game::any::{AnyMove, AnyState};
use boardwright_game::game::Turn;
use boardwright_game::ids::Player;
use boardwright_game::record::{GameEnd, MoveTimes, Record, RecordLine};
use boardwright_games::notation;
use boardwright_library::pick::{PickError, pick_moves};
use boardwright_library::store::Journal;
use boardwright_library::{LoadedGame, positions};
use boardwright_players::registry::PlayerArtifacts;
use eframe::egui::Context;

pub use clocks::{MatchClocks, clock_text};
pub use host::MatchUpdate;
use host::{PauseGate, PersonInput, WindowHost};
pub use seats::{Occupant, SeatChoice, TimeSetting, seats};
pub use tree::{GameTree, NodeId, PlayedMove};

use crate::task::{Reporter, Task};

/// A loaded game with its artifacts.
#[derive(Debug)]
pub struct OpenedGame {
    /// The game.
    pub loaded: LoadedGame,
    /// Artifacts that players use, such as weights and tables.
    pub artifacts: PlayerArtifacts,
}

/// A game in the window.
#[derive(Debug)]
pub struct Session {
    /// The game.
    pub opened: Arc<OpenedGame>,
    /// The game tree of all visited positions.
    pub tree: GameTree,
    /// `true` if the tree was replaced since this flag was last reset, so that old node ids are invalid.
    pub is_tree_replaced: bool,
    /// The visible position.
    visible: NodeId,
    /// The current position of the match.
    match_position: NodeId,
    /// The position from which a new game starts.
    new_game_start: NodeId,
    /// Assignment of people and computers to the players.
    pub seats: Vec<SeatChoice>,
    /// Time control.
    pub pace: TimeSetting,
    /// Seed of the players.
    pub seed: u64,
    /// The initial position, if it is not that of the game.
    position: Option<String>,
    running: Option<Running>,
    /// Clocks of the match.
    pub clocks: MatchClocks,
    gate: Arc<PauseGate>,
    /// The person who is asked for a move.
    move_request: Option<Player>,
    /// A premove: a move made before the match asked for it, and its position.
    premove: Option<(NodeId, AnyMove)>,
    /// The person who is asked to answer a draw offer.
    draw_request: Option<Player>,
    /// `true` while people roll real dice and choose what these show.
    real_dice: Arc<AtomicBool>,
    /// `true` if the match waits for what the dice show.
    roll_request: bool,
    /// The last draw offer (`None`) or answer (`Some`), and its player.
    pub offer: Option<(Player, Option<bool>)>,
    /// Record of the last match, or the record that was opened.
    record: Option<(Record, Option<MoveTimes>)>,
    /// Folder of the records that are written during play.
    records_folder: Option<PathBuf>,
    /// Record file of this match.
    pub record_path: Option<PathBuf>,
    /// Messages for the user.
    pub notes: Vec<String>,
}

#[derive(Debug)]
struct Running {
    task: Task<MatchUpdate>,
    to_host: Sender<PersonInput>,
}

impl Session {
    /// Creates a session at the initial position, without a match.
    pub fn new(opened: Arc<OpenedGame>, seats: Vec<SeatChoice>, seed: u64, records_folder: Option<PathBuf>) -> Self {
        let tree = GameTree::new(opened.loaded.game().initial_state());
        Self {
            opened,
            tree,
            is_tree_replaced: false,
            visible: GameTree::ROOT,
            match_position: GameTree::ROOT,
            new_game_start: GameTree::ROOT,
            seats,
            pace: TimeSetting::Free,
            seed,
            position: None,
            running: None,
            clocks: MatchClocks::default(),
            gate: Arc::default(),
            move_request: None,
            premove: None,
            draw_request: None,
            real_dice: Arc::default(),
            roll_request: false,
            offer: None,
            record: None,
            records_folder,
            record_path: None,
            notes: Vec::new(),
        }
    }

    /// Returns the session with another initial position.
    #[must_use]
    pub fn with_start_position(mut self, state: AnyState) -> Self {
        self.position = Some(self.opened.loaded.game().state_text(&state));
        self.tree = GameTree::new(state);
        self
    }

    /// The game.
    pub fn loaded(&self) -> &LoadedGame {
        &self.opened.loaded
    }

    /// The node of the visible position.
    pub fn visible_node(&self) -> NodeId {
        self.visible
    }

    /// The visible position.
    pub fn state(&self) -> &AnyState {
        &self.tree.node(self.visible).state
    }

    /// Shows another position.
    pub fn show(&mut self, node: NodeId) {
        self.visible = node;
    }

    /// Makes the visible position the start of new games.
    pub fn start_new_games_here(&mut self) {
        self.new_game_start = self.visible;
    }

    /// The current position of the match.
    pub fn match_node(&self) -> NodeId {
        self.match_position
    }

    /// The end of the last match or of the opened record.
    pub fn end(&self) -> Option<&GameEnd> {
        self.record.as_ref()?.0.end.as_ref()
    }

    /// Takes the record whose last position is visible.
    pub fn set_record(&mut self, record: Record) {
        self.match_position = self.visible;
        self.record = Some((record, None));
    }

    /// `true` if a match is running.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// `true` if players must not see everything: the game has hidden information and a match is running.
    pub fn hides_information(&self) -> bool {
        self.is_running() && self.loaded().game().has_hidden_information()
    }

    /// The person whom the match asks for a move, whatever position is visible.
    pub fn requested_person(&self) -> Option<Player> {
        self.move_request
    }

    /// The person who is asked for a move in the visible position.
    pub fn asked_person(&self) -> Option<Player> {
        self.move_request.filter(|_| self.visible == self.match_position)
    }

    /// `true` if a person is to move in the visible position of the running match, so that the match will ask for a move.
    pub fn expects_person(&self, turn: Option<Turn>) -> bool {
        let Some(Turn::Player(player)) = turn else { return false };
        let is_person = self.seats.get(player.index()).is_some_and(|seat| seat.who.is_person());
        is_person && self.is_running() && self.visible == self.match_position && self.end().is_none()
    }

    /// The person who is asked to answer a draw offer.
    pub fn draw_asked(&self) -> Option<Player> {
        self.draw_request
    }

    /// `true` if people can roll real dice: the game has chance moves, and none of them is a secret.
    pub fn allows_real_dice(&self) -> bool {
        let game = self.loaded().game();
        game.has_chance() && !game.has_hidden_information()
    }

    /// `true` if people roll real dice.
    pub fn has_real_dice(&self) -> bool {
        self.real_dice.load(Ordering::Relaxed)
    }

    /// Chooses whether people roll real dice, or the program does.
    pub fn set_real_dice(&mut self, real: bool) {
        self.real_dice.store(real, Ordering::Relaxed);
        self.roll_request &= real;
    }

    /// `true` if the match waits in the visible position for what real dice show.
    pub fn is_roll_requested(&self) -> bool {
        self.roll_request && self.visible == self.match_position
    }

    /// `true` if computers are paused.
    pub fn is_paused(&self) -> bool {
        self.gate.is_closed()
    }

    /// Pauses or resumes computers.
    pub fn pause(&self, paused: bool) {
        self.gate.close(paused);
    }

    /// Lets one computer move while paused.
    pub fn step(&self) {
        self.gate.step();
    }

    /// Starts a new game: the moves after its first position are removed.
    pub fn restart(&mut self, window: &Context) {
        self.stop();
        self.tree.remove_children(self.new_game_start);
        self.visible = self.new_game_start;
        self.play(window);
    }

    /// Starts a match from the visible position.
    pub fn play(&mut self, window: &Context) {
        self.stop();
        self.match_position = self.visible;
        self.record = None;
        self.offer = None;
        self.clocks = MatchClocks::new(self.pace, self.loaded().game().players());
        let opening = self.tree.texts(&self.tree.line(self.visible));
        let start = Start { seed: self.seed, position: self.position.clone(), opening, ..Start::default() };
        let terms = Terms { time: vec![self.pace.time_control()], ..Terms::default() };
        let (opened, choices, gate) = (self.opened.clone(), self.seats.clone(), self.gate.clone());
        let real_dice = Arc::clone(&self.real_dice);
        let (to_host, said) = channel();
        let (seed, records) = (self.seed, self.records_folder.clone());
        let task = Task::start(window, "match", move |reporter: &Reporter<MatchUpdate>| {
            let seated = match seats(&opened.loaded, &opened.artifacts, &choices, seed) {
                Ok(seats) => seats,
                Err(reason) => return reporter.report(MatchUpdate::Failed(reason)),
            };
            let watch = SystemWatch::start();
            let played = match Match::new(&opened.loaded, seated, &start, terms, &watch, &reporter.stop) {
                Ok(played) => played,
                Err(reason) => return reporter.report(MatchUpdate::Failed(reason.to_string())),
            };
            let path = records.map(|folder| folder.join(record_file_name(&opened.loaded.name)));
            let journal = path.as_deref().and_then(|path| begin_journal(path, &played, reporter));
            let people = choices.iter().map(|choice| choice.who.is_person()).collect();
            let loaded = &opened.loaded;
            let mut desk = WindowHost { reporter, inputs: said, gate, journal, loaded, people, real_dice };
            let finished = played.play(&mut desk);
            // A game without moves is not recorded.
            if let Some((journal, path)) = desk.journal.take().zip(path) {
                match journal.finish(&finished.record, Some(&finished.clock)) {
                    Ok(note) => {
                        if let Some(note) = note {
                            reporter.report(MatchUpdate::Failed(note));
                        }
                        reporter.report(MatchUpdate::RecordWritten(path));
                    }
                    Err(error) => reporter.report(MatchUpdate::Failed(error.to_string())),
                }
            }
            reporter.report(MatchUpdate::Ended(Box::new((finished.record, finished.clock))));
        });
        self.running = Some(Running { task, to_host });
    }

    /// Ends the match without a result.
    pub fn stop(&mut self) {
        self.running = None;
        self.clocks.stop(false);
        self.move_request = None;
        self.premove = None;
        self.draw_request = None;
        self.roll_request = false;
    }

    /// Processes the events of the match; `true` if there were any.
    pub fn poll(&mut self) -> bool {
        let Some(running) = &mut self.running else { return false };
        let over = running.task.is_over();
        let news = running.task.messages();
        let broken = if over { running.task.take_panic() } else { None };
        let any = !news.is_empty() || over;
        for heard in news {
            self.handle_update(heard);
        }
        if let Some(message) = broken {
            self.notes.push(message);
        }
        if over {
            self.stop();
        }
        any
    }

    fn handle_update(&mut self, heard: MatchUpdate) {
        match heard {
            MatchUpdate::Turn(player) => {
                self.move_request = None;
                self.clocks.start(player);
            }
            MatchUpdate::MoveRequested(player, left) => {
                self.move_request = Some(player);
                if let Some(left) = left {
                    self.clocks.set(player, left);
                }
                if let Some((_, mv)) = self.premove.take().filter(|(node, _)| *node == self.match_position) {
                    self.send_input(PersonInput::Decision(Decision::Move(mv)));
                }
            }
            MatchUpdate::RollRequested => self.roll_request = self.has_real_dice(),
            MatchUpdate::Moved(step) => {
                self.roll_request = false;
                let follow = self.visible == self.match_position;
                self.clocks.stop(step.player.is_some());
                self.match_position = self.tree.add(self.match_position, step);
                self.tree.promote(self.match_position);
                self.premove = None;
                if follow {
                    self.visible = self.match_position;
                }
                self.move_request = None;
                self.offer = None;
            }
            MatchUpdate::TakenBack(moves) => {
                self.clocks.stop(false);
                let follow = self.visible == self.match_position;
                for _ in 0..moves {
                    self.match_position = self.tree.parent(self.match_position).unwrap_or(self.match_position);
                }
                if follow {
                    self.visible = self.match_position;
                }
            }
            MatchUpdate::DrawAnswerRequested(player) => self.draw_request = Some(player),
            MatchUpdate::DrawOffered(by) => self.offer = Some((by, None)),
            MatchUpdate::DrawAnswered(player, accepted) => {
                self.draw_request = None;
                self.offer = Some((player, Some(accepted)));
            }
            MatchUpdate::Ended(ended) => {
                let (record, clock) = *ended;
                self.clocks.stop(false);
                self.record = Some((record, Some(clock)));
                self.move_request = None;
            }
            MatchUpdate::Failed(reason) => self.notes.push(reason),
            MatchUpdate::RecordWritten(path) => self.record_path = Some(path),
        }
    }

    /// Makes a move in the visible position: in the match if a person is asked there, otherwise as a variation, from which a new match
    /// can start.
    ///
    /// # Errors
    /// If the rules fail on the move.
    pub fn make(&mut self, mv: &AnyMove) -> Result<(), String> {
        if self.asked_person().is_some() {
            self.send_input(PersonInput::Decision(Decision::Move(mv.clone())));
            return Ok(());
        }
        if self.is_roll_requested() {
            self.roll_request = false;
            self.send_input(PersonInput::Roll(self.loaded().game().move_text(self.state(), mv)));
            return Ok(());
        }
        let turn = self.loaded().game().legal_moves(self.state()).ok().map(|(turn, _)| turn);
        if self.expects_person(turn) {
            self.premove = Some((self.match_position, mv.clone()));
            return Ok(());
        }
        let step = self.make_step(&self.state().clone(), mv)?;
        self.visible = self.tree.add(self.visible, step);
        Ok(())
    }

    fn send_input(&mut self, said: PersonInput) {
        if let Some(running) = &self.running
            && running.to_host.send(said).is_ok()
        {
            self.move_request = None;
        }
    }

    /// Takes back on behalf of the person who is asked.
    pub fn take_back(&mut self) {
        self.send_input(PersonInput::Decision(Decision::TakeBack));
    }

    /// Resigns on behalf of the person who is asked.
    pub fn resign(&mut self) {
        self.send_input(PersonInput::Decision(Decision::Resign));
    }

    /// Offers a draw on behalf of the person who is asked.
    pub fn offer_draw(&mut self) {
        self.send_input(PersonInput::Decision(Decision::OfferDraw));
    }

    /// Answers a draw offer.
    pub fn answer(&mut self, takes: bool) {
        self.draw_request = None;
        self.send_input(PersonInput::DrawAnswer(takes));
    }

    /// Returns the record of the visible line: that of the match if it is the line of the match, otherwise one with all moves as opening.
    ///
    /// # Errors
    /// A message if the seats cannot be taken.
    pub fn visible_record(&self) -> Result<(Record, Option<MoveTimes>), String> {
        if let Some((record, clock)) = self.record.as_ref().filter(|_| self.visible == self.match_position) {
            return Ok((record.clone(), clock.clone()));
        }
        let opening = self.tree.texts(&self.tree.line(self.visible));
        let start = Start { seed: self.seed, position: self.position.clone(), opening, ..Start::default() };
        let seated = seats(&self.opened.loaded, &self.opened.artifacts, &self.seats, self.seed)?;
        let (watch, stop) = (SystemWatch::start(), AtomicBool::new(false));
        let line = Match::new(&self.opened.loaded, seated, &start, Terms::default(), &watch, &stop);
        let line = line.map_err(|error| error.to_string())?;
        Ok((line.history().snapshot(), None))
    }

    /// The positions of the visible line, up to the visible one.
    pub fn states(&self) -> Vec<AnyState> {
        let line = self.tree.line(self.visible);
        let nodes = [GameTree::ROOT].into_iter().chain(line);
        nodes.map(|node| self.tree.node(node).state.clone()).collect()
    }

    /// Goes to a position given as FEN or in the game's notation, or along a line of moves separated by `;` from the initial position.
    ///
    /// # Errors
    /// A message if the text is neither.
    pub fn go_to(&mut self, text: &str) -> Result<(), String> {
        let text = text.trim();
        let game = self.opened.loaded.game();
        let loaded = &self.opened.loaded;
        let position = match game.parse_state(text) {
            Ok(state) => Ok(state),
            Err(_) => positions::read_position(loaded, text).map(|(state, _)| state),
        };
        match position {
            Ok(state) => {
                let position = game.state_text(&state);
                self.replace_tree(GameTree::new(state), GameTree::ROOT, Some(position));
                Ok(())
            }
            Err(error) if notation::resembles_fen(&loaded.name, text) => Err(error.to_string()),
            Err(_) => self.go_along(text.split(';').map(str::trim).filter(|text| !text.is_empty())),
        }
    }

    /// Goes along a line of moves from the initial position of the game.
    ///
    /// # Errors
    /// A message if a move cannot be made.
    pub fn go_along<'t>(&mut self, line: impl IntoIterator<Item = &'t str>) -> Result<(), String> {
        let game = self.opened.loaded.game();
        let mut tree = GameTree::new(game.initial_state());
        let mut at = GameTree::ROOT;
        for text in line {
            let before = tree.node(at).state.clone();
            let moves = pick_moves(&self.opened.loaded, &before, text).map_err(|refused| match refused {
                PickError::Ambiguous(reason) => reason,
                PickError::NoMatch(error) => error.to_string(),
                PickError::Fault(fault) => fault.to_string(),
            })?;
            for mv in moves {
                let step = self.make_step(&tree.node(at).state, &mv)?;
                at = tree.add(at, step);
            }
        }
        self.replace_tree(tree, at, None);
        Ok(())
    }

    /// Goes along `plies` random moves; deterministic for a seed.
    ///
    /// # Errors
    /// If the rules fail, or no game has that many moves.
    pub fn go_along_random(&mut self, plies: u32, seed: u64) -> Result<(), String> {
        let drawn = Openings::draw_random(self.opened.loaded.game(), plies, 1, &[&seed.to_string()], None)?;
        self.go_along(drawn.line(0).iter().map(String::as_str))
    }

    /// Replaces the tree and shows one of its positions.
    fn replace_tree(&mut self, tree: GameTree, shown: NodeId, position: Option<String>) {
        self.stop();
        self.tree = tree;
        self.is_tree_replaced = true;
        self.position = position;
        self.visible = shown;
        self.match_position = GameTree::ROOT;
        self.new_game_start = GameTree::ROOT;
        self.record = None;
    }

    /// Applies a move and returns it as a step of the tree.
    fn make_step(&self, before: &AnyState, mv: &AnyMove) -> Result<PlayedMove, String> {
        let loaded = &self.opened.loaded;
        let game = loaded.game();
        let (turn, _) = game.legal_moves(before).map_err(|fault| fault.to_string())?;
        let mut state = before.clone();
        game.apply(&mut state, mv).map_err(|fault| fault.to_string())?;
        let (text, label) = (game.move_text(before, mv), loaded.move_description(before, mv));
        let player = if let Turn::Player(player) = turn { Some(player) } else { None };
        Ok(PlayedMove { state, text, label, player, value: None })
    }
}

/// Returns the name of a record file that begins now.
fn record_file_name(game: &str) -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    format!("{game}-{}.jsonl", now.as_millis())
}

/// Opens the journal of a match. A failure is reported, and the match goes on without a record.
fn begin_journal(path: &std::path::Path, played: &Match<'_>, reporter: &Reporter<MatchUpdate>) -> Option<Journal> {
    let begin = || -> Result<Journal, String> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let mut journal = Journal::create(path).map_err(|error| error.to_string())?;
        let header = played.history().record().header.clone();
        journal.add(&RecordLine::Game(header)).map_err(|error| error.to_string())?;
        Ok(journal)
    };
    begin().map_err(|reason| reporter.report(MatchUpdate::Failed(reason))).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::open_game;

    #[test]
    fn a_premove_is_made_when_the_match_asks_for_a_move() {
        let opened = Arc::new(open_game("tic-tac-toe").expect("it ships"));
        let people = vec![SeatChoice::person(), SeatChoice::person()];
        let mut session = Session::new(opened, people, 1, None);
        session.play(&Context::default());
        let (turn, moves) = session.loaded().game().legal_moves(session.state()).expect("no fault");
        // The events of the match are not processed yet.
        assert!(session.asked_person().is_none() && session.expects_person(Some(turn)));
        session.make(&moves[0]).expect("it is legal");
        while session.tree.parent(session.match_node()).is_none() {
            assert!(session.is_running(), "{:?}", session.notes);
            session.poll();
            std::thread::yield_now();
        }
        let made = session.tree.texts(&session.tree.line(session.match_node()));
        assert_eq!(made, [session.loaded().game().move_text(&session.tree.node(GameTree::ROOT).state, &moves[0])]);
    }
}
