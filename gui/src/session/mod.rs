//! The model of a game in the window: game tree, seats, and the match that is played at the end of a line. It contains no user
//! interface.

mod clocks;
mod host;
mod line;
mod notes;
mod recorded;
mod records;
mod seats;
mod start;
mod tree;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use boardwright_arena::tournament::Openings;
use boardwright_arena::{Decision, Match, Start, SystemWatch, Terms};
use boardwright_game::any::{AnyMove, AnyState};
use boardwright_game::game::Turn;
use boardwright_game::ids::Player;
use boardwright_game::record::{GameEnd, GameMetadata, MAX_NESTING, MoveTimes, Record, RecordHeader};
use boardwright_games::notation;
use boardwright_library::pick::{MoveRefusal, resolve_moves};
use boardwright_library::{LoadedGame, positions};
use boardwright_players::registry::PlayerArtifacts;

pub use clocks::{MatchClocks, SHORT_TIME, clock_text};
pub use host::MatchUpdate;
use host::{PauseGate, PersonInput, WindowHost};
use notes::NoteEdits;
pub use notes::{MOVE_MARKS, POSITION_MARKS, is_move_mark, mark_sign};
pub use recorded::GameSource;
use records::{RecordWriter, RecordedPart, joined};
pub use records::{Records, UnfinishedGame};
pub use seats::{DEFAULT_LEVEL, GREATEST_LEVEL, LEAST_LEVEL, Occupant, SeatChoice, TimeSetting, occupant_name, seats};
pub use start::{GameTerms, StartPosition};
pub use tree::{GameTree, NodeId, NodeNote, PlayedMove};

use crate::task::{Reporter, Task, Waker};
use crate::texts::with;

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
    /// The position at which the match began.
    match_start: NodeId,
    /// The position from which a new game starts.
    new_game_start: NodeId,
    /// Assignment of people and computers to the players, for the running match and the next ones.
    pub seats: Vec<SeatChoice>,
    /// Seats of the last match, or of the opened record.
    match_seats: Vec<SeatChoice>,
    /// Time control.
    pub pace: TimeSetting,
    /// Seed of the players.
    pub seed: u64,
    /// The initial position, if it is not that of the game.
    position: Option<String>,
    /// Data of the opened game that no rule needs, without annotations, which are in the tree.
    metadata: GameMetadata,
    /// Changes of the notes and variations.
    edits: NoteEdits,
    /// The file and the game in it to which changes are saved.
    pub source: Option<GameSource>,
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
    /// `true` if the record was opened, so that no match of the window has produced it.
    is_opened_record: bool,
    /// The records that are written during play.
    records: Records,
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
    pub fn new(opened: Arc<OpenedGame>, seats: Vec<SeatChoice>, seed: u64, records: Records) -> Self {
        let tree = GameTree::new(opened.loaded.game().initial_state());
        Self {
            opened,
            tree,
            is_tree_replaced: false,
            visible: GameTree::ROOT,
            match_position: GameTree::ROOT,
            match_start: GameTree::ROOT,
            new_game_start: GameTree::ROOT,
            match_seats: seats.clone(),
            seats,
            pace: TimeSetting::Free,
            seed,
            position: None,
            metadata: GameMetadata::default(),
            edits: NoteEdits::default(),
            source: None,
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
            is_opened_record: false,
            records,
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

    /// Header of the last record.
    pub fn record_header(&self) -> Option<&RecordHeader> {
        Some(&self.record.as_ref()?.0.header)
    }

    /// Takes the record whose last position is visible, with its annotations.
    fn set_record(&mut self, mut record: Record, clock: Option<MoveTimes>) {
        self.match_position = self.visible;
        let annotations = std::mem::take(&mut record.header.metadata.annotations);
        self.add_annotations(&annotations, self.visible);
        self.metadata = record.header.metadata.clone();
        self.record = Some((record, clock));
        self.is_opened_record = true;
        self.match_seats.clone_from(&self.seats);
    }

    /// `true` if a recorded game is open, and no match has been played from it.
    pub fn is_opened_record(&self) -> bool {
        self.is_opened_record
    }

    /// Seats of the visible position: a game that is over keeps its seats, whatever is chosen for the next one.
    pub fn shown_seats(&self) -> &[SeatChoice] {
        let is_recorded = self.record.is_some() && self.is_in_match_line(self.visible);
        if is_recorded { &self.match_seats } else { &self.seats }
    }

    /// `true` if a position is on the line of the match or of the opened record.
    fn is_in_match_line(&self, node: NodeId) -> bool {
        node == GameTree::ROOT || self.tree.line(self.match_position).contains(&node)
    }

    /// `true` if a player has made a move in the running match or before it.
    pub fn has_player_moved(&self) -> bool {
        self.tree.line(self.match_position).iter().any(|&node| self.tree.node(node).player.is_some())
    }

    /// Continues the game of the record, which was left before its end. The record at `path` is replaced by that of the
    /// whole game.
    pub fn resume(&mut self, waker: &Waker, path: &Path) {
        let Some((mut record, clock)) = self.record.take() else { return };
        record.header.metadata.annotations = self.annotations();
        self.visible = self.match_position;
        self.start_match(waker, Some(RecordedPart { record, clock, path: path.to_owned() }), &[]);
    }

    /// `true` if a match is running.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// `true` if a match is running whose last position is not decided. Between the last move of a match and the report of its
    /// end it is running, but nothing is left to play.
    pub fn has_open_match(&self) -> bool {
        let turn = self.loaded().game().legal_moves(&self.tree.node(self.match_position).state);
        self.is_running() && !matches!(turn, Ok((Turn::Over(_), _)))
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

    /// The players who are people.
    pub fn people(&self) -> Vec<Player> {
        let people = self.seats.iter().zip(1..).filter(|(seat, _)| seat.who.is_person());
        people.filter_map(|(_, number)| Player::new(number)).collect()
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
    pub fn restart(&mut self, waker: &Waker) {
        self.stop();
        self.tree.remove_children(self.new_game_start);
        self.edits = NoteEdits::default();
        self.visible = self.new_game_start;
        self.play(waker);
    }

    /// Starts a match from the visible position.
    pub fn play(&mut self, waker: &Waker) {
        self.start_match(waker, None, &[]);
    }

    /// Starts a match from the visible position, which continues a recorded game or is a new one. The clocks begin with the
    /// times `left`, by player, or with the full time if there are none.
    fn start_match(&mut self, waker: &Waker, earlier: Option<RecordedPart>, left: &[Duration]) {
        self.stop();
        self.match_position = self.visible;
        self.match_start = self.visible;
        self.record = None;
        self.is_opened_record = false;
        self.source = None;
        self.match_seats.clone_from(&self.seats);
        self.record_path = None;
        self.offer = None;
        self.clocks = MatchClocks::new(self.pace, self.loaded().game().players(), left);
        let opening = self.tree.texts(&self.tree.line(self.visible));
        // Dice and cards of a continued game differ from those of its first part.
        let plies = opening.len() as u64;
        let seed = if earlier.is_some() { boardwright_arena::derive_seed(self.seed, plies) } else { self.seed };
        let start = Start { seed, position: self.position.clone(), opening, ..Start::default() };
        let terms = Terms { time: self.pace.time_controls(left), ..Terms::default() };
        let (opened, choices, gate) = (self.opened.clone(), self.seats.clone(), self.gate.clone());
        let real_dice = Arc::clone(&self.real_dice);
        let (to_host, said) = channel();
        let path = earlier.as_ref().map(|earlier| earlier.path.clone());
        let path = path.or_else(|| self.records.new_path(&opened.loaded.name));
        let writing = self.records.begin_writing();
        let task = Task::start(waker, "match", move |reporter: &Reporter<MatchUpdate>| {
            // The guard is dropped when the record is finished.
            let _writing = writing;
            let seated = match seats(&opened.loaded, &opened.artifacts, &choices, seed) {
                Ok(seats) => seats,
                Err(reason) => return reporter.report(MatchUpdate::Failed(reason)),
            };
            let watch = SystemWatch::start();
            let played = match Match::new(&opened.loaded, seated, &start, terms, &watch, &reporter.stop) {
                Ok(played) => played,
                Err(reason) => return reporter.report(MatchUpdate::Failed(reason.to_string())),
            };
            // Without a journal the match goes on without a record.
            let begin = |path: PathBuf| RecordWriter::begin(&path, &played, earlier.as_ref());
            let writer = path
                .map(begin)
                .and_then(|begun| begun.map_err(|reason| reporter.report(MatchUpdate::Failed(reason))).ok());
            let people = choices.iter().map(|choice| choice.who.is_person()).collect();
            let loaded = &opened.loaded;
            let mut desk = WindowHost { reporter, inputs: said, gate, writer, loaded, people, real_dice };
            let finished = played.play(&mut desk);
            let (record, clock) = joined(earlier.as_ref(), finished.record, finished.clock);
            match desk.writer.take().map(|writer| writer.finish(&record, &clock)) {
                Some(Ok((path, warning))) => {
                    warning.into_iter().for_each(|warning| reporter.report(MatchUpdate::Failed(warning)));
                    path.into_iter().for_each(|path| reporter.report(MatchUpdate::RecordWritten(path)));
                }
                Some(Err(reason)) => reporter.report(MatchUpdate::Failed(reason)),
                None => {}
            }
            reporter.report(MatchUpdate::Ended(Box::new((record, clock))));
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
            MatchUpdate::RecordWritten(path) => {
                self.source = Some(GameSource { path: path.clone(), number: 1 });
                self.record_path = Some(path);
            }
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
        let count = self.tree.children(self.visible).len();
        if count > 0 && self.tree.depth(self.visible) == MAX_NESTING {
            return Err(with("notes.too_deep", &[&MAX_NESTING]));
        }
        let added = self.tree.add(self.visible, step);
        if self.is_opened_record && self.tree.children(self.visible).len() > count {
            self.edits.count();
        }
        self.visible = added;
        Ok(())
    }

    fn send_input(&mut self, said: PersonInput) {
        if let Some(running) = &self.running
            && running.to_host.send(said).is_ok()
        {
            self.move_request = None;
        }
    }

    /// The position before the last move of a person in the visible line; without people, before the last move of a player.
    ///
    /// # Errors
    /// The name of the text that says why nothing can be taken back.
    pub fn take_back_target(&self) -> Result<NodeId, &'static str> {
        if self.hides_information() && self.seats.len() > 1 {
            return Err("bar.no_take_back_hidden");
        }
        let has_people = self.seats.iter().any(|seat| seat.who.is_person());
        let is_person = |player: Player| self.seats.get(player.index()).is_some_and(|seat| seat.who.is_person());
        let is_own =
            |node: &&NodeId| self.tree.node(**node).player.is_some_and(|player| !has_people || is_person(player));
        let line = self.tree.line(self.visible);
        let none = if self.is_opened_record { "bar.no_take_back_record" } else { "bar.no_take_back_move" };
        let last = line.iter().rev().find(is_own).ok_or(none)?;
        Ok(self.tree.parent(*last).unwrap_or_default())
    }

    /// Takes back the last move of a person: in the match if it was made there and a person is asked, otherwise in a new
    /// match from before this move.
    pub fn take_back(&mut self, waker: &Waker) {
        let Ok(target) = self.take_back_target() else { return };
        let is_in_match = target == self.match_start || self.tree.line(target).contains(&self.match_start);
        let is_in_match = is_in_match || self.match_start == GameTree::ROOT;
        if self.asked_person().is_some() && is_in_match {
            self.send_input(PersonInput::Decision(Decision::TakeBack));
        } else {
            self.show(target);
            self.play(waker);
        }
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

    /// The positions of the whole line through the visible position.
    pub fn states(&self) -> Vec<AnyState> {
        let line = self.tree.whole_line(self.visible);
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
            Ok(state) => Ok((state, 0)),
            Err(_) => positions::read_position(loaded, text),
        };
        match position {
            Ok((state, plies)) => {
                let position = game.state_text(&state);
                self.replace_tree(GameTree::new(state), GameTree::ROOT, Some(position));
                let number = u32::try_from(plies / 2 + 1).unwrap_or(1);
                self.metadata = GameMetadata::from_move_number(number);
                Ok(())
            }
            Err(error) if notation::resembles_fen(&loaded.name, text) => Err(error.to_string()),
            Err(_) => self.go_along(line::moves_of(text)),
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
            let moves = resolve_moves(&self.opened.loaded, &before, text).map_err(|refused| match refused {
                MoveRefusal::Reason(reason) => reason,
                MoveRefusal::Fault(fault) => fault.to_string(),
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
        self.metadata = GameMetadata::default();
        self.edits = NoteEdits::default();
        self.source = None;
        self.visible = shown;
        self.match_position = GameTree::ROOT;
        self.new_game_start = GameTree::ROOT;
        self.record = None;
        self.is_opened_record = false;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::open_game;

    #[test]
    fn a_premove_is_made_when_the_match_asks_for_a_move() {
        let opened = Arc::new(open_game("tic-tac-toe").expect("it ships"));
        let people = vec![SeatChoice::person(), SeatChoice::person()];
        let mut session = Session::new(opened, people, 1, Records::default());
        session.play(&Waker::default());
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
