//! A game in the window: its tree of positions, who sits where, and the match that is played at the end of one of its lines. It
//! draws nothing.

mod host;
mod seats;
mod tree;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use boardwright_arena::tournament::Openings;
use boardwright_arena::{Decision, Ending, Match, Start, SystemWatch, Terms};
use boardwright_engine::any::{AnyMove, AnyState};
use boardwright_engine::game::Turn;
use boardwright_engine::ids::Player;
use boardwright_engine::record::{Clock, Line, Record};
use boardwright_players::registry::Beside;
use boardwright_shelf::pick::{Refused, meant};
use boardwright_shelf::store::{self, Journal};
use boardwright_shelf::{Loaded, set_up};
use eframe::egui::Context;

pub use host::Heard;
use host::{Desk, Gate, Said};
pub use seats::{Pace, SeatChoice, Who, seats};
pub use tree::{NodeId, Step, Tree};

use crate::task::{Task, Teller};

/// A game with what is kept beside it.
#[derive(Debug)]
pub struct Opened {
    /// The game.
    pub loaded: Loaded,
    /// What players have learnt of it.
    pub beside: Beside,
}

/// A game in the window.
#[derive(Debug)]
pub struct Session {
    /// The game.
    pub opened: Arc<Opened>,
    /// All positions that were looked at.
    pub tree: Tree,
    /// Whether positions have other numbers since this was looked at last: another tree is there.
    pub renewed: bool,
    /// The position that is shown.
    shown: NodeId,
    /// The position at which the match is.
    live: NodeId,
    /// The position from which a new game is played.
    begins: NodeId,
    /// Who sits where.
    pub seats: Vec<SeatChoice>,
    /// What time they have.
    pub pace: Pace,
    /// From which players draw.
    pub seed: u64,
    /// The position with which the game begins, if it is not the usual one.
    position: Option<String>,
    running: Option<Running>,
    gate: Arc<Gate>,
    /// Who is asked for a move, and until when.
    asked: Option<(Player, Option<Instant>)>,
    /// A move that a person made before being asked for it, and in which position.
    early: Option<(NodeId, AnyMove)>,
    /// Who is asked whether to take a draw.
    takes: Option<Player>,
    /// Who spoke last of a draw: offered it, or took it or not.
    pub offer: Option<(Player, Option<bool>)>,
    /// How the match ended.
    pub ending: Option<Ending>,
    /// The record of the last match.
    pub record: Option<(Record, Clock)>,
    /// Where records are kept while games are played.
    records: Option<PathBuf>,
    /// Where the record of this one is.
    pub kept: Option<PathBuf>,
    /// What a person should know.
    pub notes: Vec<String>,
}

#[derive(Debug)]
struct Running {
    task: Task<Heard>,
    to_host: Sender<Said>,
}

impl Session {
    /// A game at its beginning; no match is played yet.
    pub fn new(opened: Arc<Opened>, seats: Vec<SeatChoice>, seed: u64, records: Option<PathBuf>) -> Self {
        let tree = Tree::new(opened.loaded.game().start());
        Self {
            opened,
            tree,
            renewed: false,
            shown: Tree::ROOT,
            live: Tree::ROOT,
            begins: Tree::ROOT,
            seats,
            pace: Pace::Free,
            seed,
            position: None,
            running: None,
            gate: Arc::default(),
            asked: None,
            early: None,
            takes: None,
            offer: None,
            ending: None,
            record: None,
            records,
            kept: None,
            notes: Vec::new(),
        }
    }

    /// The same game from another position.
    #[must_use]
    pub fn begun_at(mut self, state: AnyState) -> Self {
        self.position = Some(self.opened.loaded.game().state_text(&state));
        self.tree = Tree::new(state);
        self
    }

    /// The game.
    pub fn loaded(&self) -> &Loaded {
        &self.opened.loaded
    }

    /// The position that is shown.
    pub fn shown(&self) -> NodeId {
        self.shown
    }

    /// The position that is shown.
    pub fn state(&self) -> &AnyState {
        &self.tree.node(self.shown).state
    }

    /// Shows another position.
    pub fn show(&mut self, node: NodeId) {
        self.shown = node;
    }

    /// The position from which a new game is played.
    pub fn begins(&self) -> NodeId {
        self.begins
    }

    /// Has new games played from the position that is shown.
    pub fn begin_here(&mut self) {
        self.begins = self.shown;
    }

    /// The position at which the match is.
    pub fn live(&self) -> NodeId {
        self.live
    }

    /// Whether a match is played.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Whether players must not see everything now: something is hidden in the game, and a match is played.
    pub fn conceals(&self) -> bool {
        self.is_running() && self.loaded().game().hides()
    }

    /// Who is asked for a move in the position that is shown.
    pub fn asked(&self) -> Option<Player> {
        self.asked.map(|(player, _)| player).filter(|_| self.shown == self.live)
    }

    /// Whether a person, whose turn it is in the position that is shown, is asked for a move there in a moment.
    pub fn expects(&self, turn: Option<Turn>) -> bool {
        let Some(Turn::Player(player)) = turn else { return false };
        let is_person = self.seats.get(player.index()).is_some_and(|seat| seat.who.is_person());
        is_person && self.is_running() && self.shown == self.live && self.ending.is_none()
    }

    /// How long the one who is asked still has.
    pub fn time_left(&self) -> Option<Duration> {
        self.asked?.1.map(|until| until.saturating_duration_since(Instant::now()))
    }

    /// Who is asked whether to take a draw.
    pub fn takes(&self) -> Option<Player> {
        self.takes
    }

    /// Whether computers are held back.
    pub fn is_paused(&self) -> bool {
        self.gate.is_closed()
    }

    /// Holds computers back, or lets them go on.
    pub fn pause(&self, paused: bool) {
        self.gate.close(paused);
    }

    /// Lets one computer move.
    pub fn step(&self) {
        self.gate.step();
    }

    /// Plays a match from the position that is shown.
    pub fn play(&mut self, window: &Context) {
        self.stop();
        self.live = self.shown;
        self.ending = None;
        self.record = None;
        let opening = self.tree.texts(&self.tree.line(self.shown));
        let start = Start { seed: self.seed, position: self.position.clone(), opening };
        let terms = Terms { time: vec![self.pace.control()], ..Terms::default() };
        let (opened, choices, gate) = (self.opened.clone(), self.seats.clone(), self.gate.clone());
        let (to_host, said) = channel();
        let (seed, records) = (self.seed, self.records.clone());
        let task = Task::begin(window, "match", move |teller: &Teller<Heard>| {
            let seated = match seats(&opened.loaded, &opened.beside, &choices, seed) {
                Ok(seats) => seats,
                Err(reason) => return teller.tell(Heard::Failed(reason)),
            };
            let watch = SystemWatch::start();
            let played = match Match::new(&opened.loaded, seated, &start, terms, &watch, &teller.stop) {
                Ok(played) => played,
                Err(reason) => return teller.tell(Heard::Failed(reason.to_string())),
            };
            let path = records.map(|folder| folder.join(file_name(&opened.loaded.name)));
            let journal = path.as_deref().and_then(|path| begin_journal(path, &played, teller));
            let people = choices.iter().map(|choice| choice.who.is_person()).collect();
            let mut desk = Desk { teller, said, gate, journal, loaded: &opened.loaded, people };
            let finished = played.play(&mut desk);
            // A game that nobody has begun to play need not be kept.
            if let Some((journal, path)) = desk.journal.take().zip(path) {
                match journal.finish(&finished.record, Some(&finished.clock)) {
                    Ok(note) => {
                        if let Some(note) = note {
                            teller.tell(Heard::Failed(note));
                        }
                        teller.tell(Heard::Kept(path));
                    }
                    Err(error) => teller.tell(Heard::Failed(error.to_string())),
                }
            }
            teller.tell(Heard::Ended(Box::new((finished.ending, finished.record, finished.clock))));
        });
        self.running = Some(Running { task, to_host });
    }

    /// Ends the match without a result.
    pub fn stop(&mut self) {
        self.running = None;
        self.asked = None;
        self.early = None;
        self.takes = None;
    }

    /// Hears what happened; gives whether anything did.
    pub fn hear(&mut self) -> bool {
        let Some(running) = &mut self.running else { return false };
        let over = running.task.is_over();
        let news = running.task.news();
        let broken = if over { running.task.broken() } else { None };
        let any = !news.is_empty() || over;
        for heard in news {
            self.take(heard);
        }
        if let Some(message) = broken {
            self.notes.push(message);
        }
        if over {
            self.stop();
        }
        any
    }

    fn take(&mut self, heard: Heard) {
        match heard {
            Heard::Turn => self.asked = None,
            Heard::Asked(player, left) => {
                self.asked = Some((player, left.map(|left| Instant::now() + left)));
                if let Some((_, mv)) = self.early.take().filter(|(node, _)| *node == self.live) {
                    self.say(Said::Decision(Decision::Move(mv)));
                }
            }
            Heard::Moved(step) => {
                let follow = self.shown == self.live;
                self.live = self.tree.add(self.live, step);
                self.tree.promote(self.live);
                self.early = None;
                if follow {
                    self.shown = self.live;
                }
                self.asked = None;
                self.offer = None;
            }
            Heard::TakenBack(moves) => {
                let follow = self.shown == self.live;
                for _ in 0..moves {
                    self.live = self.tree.parent(self.live).unwrap_or(self.live);
                }
                if follow {
                    self.shown = self.live;
                }
            }
            Heard::Takes(player) => self.takes = Some(player),
            Heard::Offered(by) => self.offer = Some((by, None)),
            Heard::Answered(player, accepted) => {
                self.takes = None;
                self.offer = Some((player, Some(accepted)));
            }
            Heard::Ended(ended) => {
                let (ending, record, clock) = *ended;
                self.ending = Some(ending);
                self.record = Some((record, clock));
                self.asked = None;
            }
            Heard::Failed(reason) => self.notes.push(reason),
            Heard::Kept(path) => self.kept = Some(path),
        }
    }

    /// Makes a move in the position that is shown: in the match if somebody is asked there, else as a line of its own, from where a
    /// new match can go on.
    ///
    /// # Errors
    /// If the rules fail on it.
    pub fn make(&mut self, mv: &AnyMove) -> Result<(), String> {
        if self.asked().is_some() {
            self.say(Said::Decision(Decision::Move(mv.clone())));
            return Ok(());
        }
        let turn = self.loaded().game().turn(self.state()).ok().map(|(turn, _)| turn);
        if self.expects(turn) {
            self.early = Some((self.live, mv.clone()));
            return Ok(());
        }
        let step = self.stepped(&self.state().clone(), mv)?;
        self.shown = self.tree.add(self.shown, step);
        Ok(())
    }

    fn say(&mut self, said: Said) {
        if let Some(running) = &self.running
            && running.to_host.send(said).is_ok()
        {
            self.asked = None;
        }
    }

    /// The person who is asked takes back.
    pub fn take_back(&mut self) {
        self.say(Said::Decision(Decision::TakeBack));
    }

    /// The person who is asked gives up.
    pub fn resign(&mut self) {
        self.say(Said::Decision(Decision::Resign));
    }

    /// The person who is asked offers a draw.
    pub fn offer_draw(&mut self) {
        self.say(Said::Decision(Decision::OfferDraw));
    }

    /// A person takes a draw, or not.
    pub fn answer(&mut self, takes: bool) {
        self.takes = None;
        self.say(Said::Takes(takes));
    }

    /// The record of the line that is shown: that of the match where it is its line, else one with all its moves as an opening.
    ///
    /// # Errors
    /// If the seats cannot be taken, in words.
    pub fn record_text(&self) -> Result<String, String> {
        if let Some((record, clock)) = self.record.as_ref().filter(|_| self.shown == self.live) {
            return Ok(store::text(record, Some(clock)));
        }
        let opening = self.tree.texts(&self.tree.line(self.shown));
        let start = Start { seed: self.seed, position: self.position.clone(), opening };
        let seated = seats(&self.opened.loaded, &self.opened.beside, &self.seats, self.seed)?;
        let (watch, stop) = (SystemWatch::start(), AtomicBool::new(false));
        let line = Match::new(&self.opened.loaded, seated, &start, Terms::default(), &watch, &stop);
        let line = line.map_err(|error| error.to_string())?;
        Ok(store::text(&line.course().snapshot(), None))
    }

    /// The positions of the line that is shown, up to it.
    pub fn states(&self) -> Vec<AnyState> {
        let line = self.tree.line(self.shown);
        let nodes = [Tree::ROOT].into_iter().chain(line);
        nodes.map(|node| self.tree.node(node).state.clone()).collect()
    }

    /// Goes to a position that is told as FEN or in the game's own words, or along a line of moves apart by `;` from the start.
    ///
    /// # Errors
    /// Why it cannot be that, in words.
    pub fn set(&mut self, text: &str) -> Result<(), String> {
        let text = text.trim();
        let game = self.opened.loaded.game();
        let position = game.parse_state(text).ok();
        let position = position.or_else(|| set_up::position(&self.opened.loaded, text).ok().map(|(state, _)| state));
        match position {
            Some(state) => {
                let position = game.state_text(&state);
                self.begin_with(Tree::new(state), Tree::ROOT, Some(position));
                Ok(())
            }
            None => self.set_line(text.split(';').map(str::trim).filter(|text| !text.is_empty())),
        }
    }

    /// Goes along a line of moves from the usual start.
    ///
    /// # Errors
    /// Why a move cannot be made, in words.
    pub fn set_line<'t>(&mut self, line: impl IntoIterator<Item = &'t str>) -> Result<(), String> {
        let game = self.opened.loaded.game();
        let mut tree = Tree::new(game.start());
        let mut at = Tree::ROOT;
        for text in line {
            let before = tree.node(at).state.clone();
            let mv = meant(game, &before, text).map_err(|refused| match refused {
                Refused::Unclear(reason) => reason,
                Refused::NoMove(error) => error.to_string(),
                Refused::Fault(fault) => fault.to_string(),
            })?;
            let step = self.stepped(&before, &mv)?;
            at = tree.add(at, step);
        }
        self.begin_with(tree, at, None);
        Ok(())
    }

    /// Goes along so many random moves, always the same ones for a seed.
    ///
    /// # Errors
    /// If the rules fail, or no game lasts so long.
    pub fn set_random(&mut self, plies: u32, seed: u64) -> Result<(), String> {
        let drawn = Openings::drawn(self.opened.loaded.game(), plies, 1, &[&seed.to_string()], None)?;
        self.set_line(drawn.line(0).iter().map(String::as_str))
    }

    /// Forgets what was played, and shows a position of another tree.
    fn begin_with(&mut self, tree: Tree, shown: NodeId, position: Option<String>) {
        self.stop();
        self.tree = tree;
        self.renewed = true;
        self.position = position;
        self.shown = shown;
        self.live = Tree::ROOT;
        self.begins = Tree::ROOT;
        self.ending = None;
        self.record = None;
    }

    /// A move as a step of the tree.
    fn stepped(&self, before: &AnyState, mv: &AnyMove) -> Result<Step, String> {
        let loaded = &self.opened.loaded;
        let game = loaded.game();
        let (turn, _) = game.turn(before).map_err(|fault| fault.to_string())?;
        let mut state = before.clone();
        game.apply(&mut state, mv).map_err(|fault| fault.to_string())?;
        let (text, label) = (game.move_text(before, mv), loaded.told(before, mv));
        let player = if let Turn::Player(player) = turn { Some(player) } else { None };
        Ok(Step { state, text, label, player, value: None })
    }
}

/// The name of the file of a record that begins now.
fn file_name(game: &str) -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    format!("{game}-{}.jsonl", now.as_millis())
}

/// The journal of a match; if it cannot be kept, that is told, and the match goes on.
fn begin_journal(path: &std::path::Path, played: &Match<'_>, teller: &Teller<Heard>) -> Option<Journal> {
    let begin = || -> Result<Journal, String> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let mut journal = Journal::create(path).map_err(|error| error.to_string())?;
        let header = played.course().record().header.clone();
        journal.add(&Line::Game(header)).map_err(|error| error.to_string())?;
        Ok(journal)
    };
    begin().map_err(|reason| teller.tell(Heard::Failed(reason))).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::opened;

    #[test]
    fn a_move_made_before_it_is_asked_for_is_made_when_it_is() {
        let opened = Arc::new(opened("tic-tac-toe").expect("it ships"));
        let people = vec![SeatChoice::person(), SeatChoice::person()];
        let mut session = Session::new(opened, people, 1, None);
        session.play(&Context::default());
        let (turn, moves) = session.loaded().game().turn(session.state()).expect("no fault");
        // Whatever the match has told is not heard yet.
        assert!(session.asked().is_none() && session.expects(Some(turn)));
        session.make(&moves[0]).expect("it is legal");
        while session.tree.parent(session.live()).is_none() {
            assert!(session.is_running(), "{:?}", session.notes);
            session.hear();
            std::thread::yield_now();
        }
        let made = session.tree.texts(&session.tree.line(session.live()));
        assert_eq!(made, [session.loaded().game().move_text(&session.tree.node(Tree::ROOT).state, &moves[0])]);
    }
}
