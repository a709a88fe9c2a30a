//! Table session of a match at a terminal: the arm, or a person, brings the table to each position of the game.

use std::cell::RefCell;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use boardwright_arena::{Decision, MoveRequest};
use boardwright_game::any::AnyState;
use boardwright_game::game::GameExt as _;
use boardwright_game::ids::Player;
use boardwright_library::files;
use boardwright_library::load::LoadedGame;
use boardwright_table::perception::{WatchError, invisible_moves};
use boardwright_table::{ArmConnection, CameraSession, MoveOrigin, SessionError, TableFile, TableSession};

use super::camera_args::Recording;
use super::front_end::{Keys, Terminal, failed, lock};
use super::{ArmArgs, CameraArgs, LayoutUser, board_game, end_work, planned_table, printed_pitch, unless_interrupted};
use crate::failure::Failure;
use crate::interrupt;
use crate::keyboard::LineInput;
use crate::page::Paper;

/// Interval at which an idle arm is checked.
const IDLE_CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// Maximum number of moves that are listed because the camera cannot see them.
const MAX_LISTED: usize = 5;

/// Message about the end of a film.
const FILM_ENDS: &str = "the film ends here";

/// Error of a session with the name or the time of the picture.
fn failed_in_picture(session: &TableSession<'_>, error: SessionError) -> Failure {
    match (failed(error), session.camera().and_then(CameraSession::frame_name)) {
        (Failure::Input(text), Some(name)) => Failure::Input(format!("{name}: {text}")),
        (failure, _) => failure,
    }
}

/// Input of a person in front of the camera.
pub enum PersonInput {
    /// A decision, usually a recognised move.
    Decision(Decision),
    /// A typed line.
    Line(String),
}

/// Table session of a match.
pub struct MatchSession<'a> {
    session: TableSession<'a>,
    terminal: Terminal<'a>,
    connection: ArmConnection,
    /// The table file with its path.
    file: Option<(PathBuf, TableFile)>,
    recording: Option<Recording>,
    /// The text of the position with which a new match begins.
    restart: Option<String>,
}

impl<'a> MatchSession<'a> {
    /// Starts the arm at the table, if there is one, and lets the camera learn the appearance of the pieces. The table is
    /// set up with the position in which the game begins.
    pub fn start(
        args: &ArmArgs,
        camera: Option<&CameraArgs>,
        loaded: &'a LoadedGame,
        begin: &AnyState,
        keys: Keys,
        seed: u64,
        ui: &mut dyn Write,
    ) -> Result<Self, Failure> {
        let game = board_game(loaded)?;
        let missing = || Failure::Input(format!("{} has no board", loaded.title));
        let (_, position) = loaded.as_spec(begin).ok_or_else(missing)?;
        let connection = args.connection();
        // Without a camera there is always an arm, possibly a simulated one.
        let is_armed = args.arm.is_some() || camera.is_none();
        let user = if is_armed { LayoutUser::Arm } else { LayoutUser::People(Paper::A3) };
        let mut source = camera.map(CameraArgs::open_source).transpose()?.flatten();
        let mut described = args.table_file(loaded, user)?;
        if let Some(source) = source.as_mut().filter(|_| args.has_planned_pitch(loaded)) {
            let planned = described.0.layout(game.rules()).map_err(|error| Failure::Input(error.to_string()))?;
            let pitch = printed_pitch(&source.peek()?.image, loaded, &planned)?;
            if pitch.is_some() {
                described = planned_table(loaded, pitch, user)?;
            }
        }
        let rig = args.rig(loaded, &described, &connection, position)?;
        let mut session = TableSession::new(game, rig, is_armed, position.clone());
        let (mut voice, mut recording) = (None, None);
        if let Some(camera) = camera {
            let opened = camera.open(source, loaded, &described.0, &session, seed, (&keys, &mut *ui))?;
            (voice, recording) = (opened.voice, opened.recording);
            session.set_camera(Some(opened.session));
        }
        let stop = interrupt::emergency_stop();
        let terminal = Terminal { loaded, keys, stop, line_stops_arm: AtomicBool::new(false), voice };
        let file = args.table_path(loaded).map(|path| (path, described.0));
        let mut session = Self { session, terminal, connection, file, recording, restart: None };
        let shown = session.show_pieces(ui);
        let started = shown.and_then(|()| session.start_arm(ui)).and_then(|()| session.learn_looks(ui));
        session.unless_interrupted(started)?;
        Ok(session)
    }

    /// Sets the players whose moves the camera observes.
    pub fn set_camera_players(&mut self, players: Vec<Player>) {
        if let Some(camera) = self.session.camera_mut() {
            camera.set_players(players);
        }
    }

    /// Result of work at the table; an interrupted arm is halted, and the error says where it stands.
    fn unless_interrupted<T>(&mut self, worked: Result<T, Failure>) -> Result<T, Failure> {
        let Self { session, connection, .. } = self;
        if session.is_armed() { unless_interrupted(worked, session.arm(), connection) } else { worked }
    }

    /// Shows where the pieces stand before a real arm, which relies on it if there is no camera.
    fn show_pieces(&self, ui: &mut dyn Write) -> Result<(), Failure> {
        if self.session.camera().is_none() && matches!(self.connection, ArmConnection::Port { .. }) {
            let pieces = self.session.names().pieces(self.session.contents());
            writeln!(ui, "these pieces must stand on their places and slots before the arm starts:\n  {pieces}")?;
        }
        Ok(())
    }

    /// Starts the arm, if there is one.
    fn start_arm(&mut self, ui: &mut dyn Write) -> Result<(), Failure> {
        let can_be_stopped = self.can_be_stopped();
        let Self { session, terminal, .. } = self;
        let mut front_end = terminal.silent(ui);
        let mut start = || session.start(&mut front_end);
        let started = if can_be_stopped { terminal.watch_keyboard(start) } else { start() };
        front_end.finish(started)
    }

    /// Lets the camera learn the appearance of the pieces, once the table is set up.
    fn learn_looks(&mut self, ui: &mut dyn Write) -> Result<(), Failure> {
        let Self { session, terminal, .. } = self;
        if session.camera().is_some_and(|camera| !camera.is_simulated()) {
            let pieces = session.names().pieces(session.contents());
            writeln!(ui, "set the table up, keep your hands away, then press Enter:\n  {pieces}")?;
            if !matches!(lock(&terminal.keys).line(interrupt::stop_flag(), None)?, LineInput::Line(_)) {
                return Err(Failure::Input("nobody has set the table up".to_owned()));
            }
        }
        let learnt = match session.learn_looks() {
            // The first request for a move ends the game.
            Err(error) if error.is_end_of_film() => {
                writeln!(
                    ui,
                    "the film ends before the table was seen at rest for long enough: it must begin with the start position"
                )?;
                return Ok(());
            }
            learnt => learnt.map_err(|error| failed_in_picture(session, error))?,
        };
        for pair in learnt.into_iter().flat_map(|looks| looks.merged) {
            writeln!(ui, "{pair}")?;
        }
        Ok(())
    }

    /// The only legal move of a person, if the camera cannot see it, such as a pass after a roll that is of no use: nobody
    /// needs to type it.
    pub fn only_invisible_move(&self, request: &MoveRequest<'_>) -> Result<Option<Decision>, Failure> {
        let loaded = self.terminal.loaded;
        let ([only], Some((game, state))) = (request.moves, loaded.as_spec(request.history.state())) else {
            return Ok(None);
        };
        if self.session.camera().is_none_or(CameraSession::has_pending_moves) {
            return Ok(None);
        }
        let unseen = invisible_moves(game, state).map_err(|fault| loaded.fault_error(&fault))?;
        let is_unseen = only.downcast_ref().is_some_and(|mv| unseen.contains(mv));
        Ok(is_unseen.then(|| Decision::Move(only.clone())))
    }

    /// Speaks a sentence, if there is speech output.
    pub fn speak(&self, sentence: &str) {
        self.terminal.speak(sentence);
    }

    /// Announces the turn of a person whose moves the camera recognises, unless moves of the turn are known already.
    pub fn announce_turn(&mut self, request: &MoveRequest<'_>, ui: &mut dyn Write) -> Result<(), Failure> {
        let Self { session, terminal, .. } = self;
        let loaded = terminal.loaded;
        let Some((game, state)) = loaded.as_spec(request.history.state()) else { return Ok(()) };
        if session.camera().is_none_or(CameraSession::has_pending_moves) {
            return Ok(());
        }
        let person = loaded.player_label(request.me);
        writeln!(ui, "{person}: it is your turn, the camera is watching")?;
        let unseen = invisible_moves(game, state).map_err(|fault| loaded.fault_error(&fault))?;
        let unseen: Vec<String> = (request.moves.iter())
            .filter(|mv| mv.downcast_ref().is_some_and(|mv| unseen.contains(mv)))
            .map(|mv| format!("`{}`", loaded.move_description(request.history.state(), mv)))
            .collect();
        match unseen.len() {
            0 => {}
            1..=MAX_LISTED => {
                writeln!(ui, "the camera cannot see {}: type it, or let the next player move", unseen.join(" or "))?;
            }
            more => writeln!(ui, "the camera cannot see {more} of the moves: type them; `moves` lists all")?,
        }
        ui.flush()?;
        terminal.speak(&format!("{person}, it is your turn"));
        session.simulate_turn(state).map_err(failed)
    }

    /// Handles the typed command `table`, or `table PLAYER`: the game goes on from what the camera saw last. Returns `None`
    /// for other lines, and `false` if the game cannot go on so.
    pub fn go_on_from_table(
        &mut self,
        line: &str,
        request: &MoveRequest<'_>,
        ui: &mut dyn Write,
    ) -> Result<Option<bool>, Failure> {
        let mut words = line.split_whitespace();
        if words.next() != Some("table") {
            return Ok(None);
        }
        let loaded = self.terminal.loaded;
        let player = words.collect::<Vec<_>>().join(" ");
        let named = |other: &Player| loaded.player_label(*other).eq_ignore_ascii_case(&player);
        let to_move = loaded.players().find(named);
        if !player.is_empty() && to_move.is_none() {
            let names: Vec<String> = loaded.players().map(|player| loaded.player_label(player)).collect();
            writeln!(ui, "{player} is no player: `table {}` says who is to move", names.join("` or `table "))?;
            return Ok(Some(false));
        }
        let Some((game, state)) = loaded.as_spec(request.history.state()) else { return Ok(None) };
        let position = match self.session.position_on_table(state, to_move) {
            None => {
                writeln!(ui, "the camera has not read the table yet")?;
                return Ok(Some(false));
            }
            Some(Err(error)) => {
                writeln!(ui, "{error}")?;
                return Ok(Some(false));
            }
            Some(Ok(position)) => position,
        };
        self.session.set_position(&position).map_err(|error| Failure::Input(error.to_string()))?;
        self.restart = Some(game.state_text(&position));
        Ok(Some(true))
    }

    /// Removes the text of the position with which a new match begins.
    pub fn take_restart(&mut self) -> Option<String> {
        self.restart.take()
    }

    /// Waits until the camera recognises a move of a person, or a line is typed.
    pub fn await_move(&mut self, request: &MoveRequest<'_>, ui: &mut dyn Write) -> Result<PersonInput, Failure> {
        let Self { session, terminal, .. } = self;
        let (Some(camera), Some((_, state))) = (session.camera(), terminal.loaded.as_spec(request.history.state()))
        else {
            return Ok(PersonInput::Decision(Decision::Leave));
        };
        if !camera.has_pending_moves() {
            let typed = RefCell::new(None);
            let waited = session.wait_for_turn(state, &mut terminal.speaking(ui, request.stop).reading_lines(&typed));
            if let Some(line) = typed.take() {
                return Ok(PersonInput::Line(line));
            }
            match waited {
                Err(SessionError::Watch(WatchError::Stopped)) => return Ok(PersonInput::Decision(Decision::Leave)),
                Err(error) if error.is_end_of_film() => {
                    writeln!(ui, "{FILM_ENDS}")?;
                    return Ok(PersonInput::Decision(Decision::Leave));
                }
                waited => waited.map_err(|error| failed_in_picture(session, error))?,
            }
        }
        let recognised = session.camera_mut().and_then(CameraSession::next_move);
        let mv = request.moves.iter().find(|mv| mv.downcast_ref() == recognised.as_ref());
        Ok(PersonInput::Decision(mv.map_or(Decision::Leave, |mv| Decision::Move(mv.clone()))))
    }

    /// Brings the table to a position: by the arm, or by hand. Returns `false` if the film of the table has ended before.
    pub fn follow(&mut self, after: &AnyState, by_hand: bool, ui: &mut dyn Write) -> Result<bool, Failure> {
        let can_be_stopped = self.can_be_stopped();
        let Self { session, terminal, .. } = self;
        let Some((_, after)) = terminal.loaded.as_spec(after) else { return Ok(true) };
        let origin = session.next_origin(by_hand);
        let by_arm = origin == MoveOrigin::Arm;
        let mut front_end = if by_arm { terminal.silent(ui) } else { terminal.speaking(ui, interrupt::stop_flag()) };
        let mut advance = || session.advance(after, origin, &mut front_end);
        let followed = if by_arm && can_be_stopped { terminal.watch_keyboard(advance) } else { advance() };
        if followed.as_ref().is_err_and(SessionError::is_end_of_film) {
            writeln!(ui, "{FILM_ENDS}")?;
            return Ok(false);
        }
        let followed = front_end.finish(followed).map(|()| true);
        self.unless_interrupted(followed)
    }

    /// Runs `work`, which may take long, and rests the arm if it is idle for a while.
    pub fn while_idle<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let over = AtomicBool::new(false);
        let arm = self.session.arm();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !over.load(Ordering::Acquire) {
                    // Failing to park now must not end the game: the next move reports the error.
                    if !matches!(arm.rest_when_idle(), Ok(false)) {
                        break;
                    }
                    std::thread::sleep(IDLE_CHECK_INTERVAL);
                }
            });
            let done = work();
            over.store(true, Ordering::Release);
            done
        })
    }

    /// `true` if movements take time, so that there is something to stop.
    pub fn can_be_stopped(&self) -> bool {
        !matches!(self.connection, ArmConnection::Simulated { real_time: false, .. }) && self.session.is_armed()
    }

    /// Message about where the camera's session was recorded, if it was.
    pub fn recording_message(&self) -> Option<String> {
        self.recording.as_ref().map(Recording::message)
    }

    /// Saves what the camera has learnt in the table file, if there is one; returns a message about it.
    pub fn save_looks(&mut self) -> Result<Option<String>, Failure> {
        let (Some(camera), Some((path, file))) = (self.session.camera(), &mut self.file) else { return Ok(None) };
        let rules = board_game(self.terminal.loaded)?.rules();
        let has_real_arm = matches!(self.connection, ArmConnection::Port { .. });
        let real_table = has_real_arm.then(|| self.session.table());
        if !camera.save_looks(file, rules, real_table) {
            return Ok(None);
        }
        files::write(path, file.write_over(path).as_bytes())?;
        Ok(Some(format!("what the camera learnt of the table is in {}", path.display())))
    }

    /// Parks the arm and switches its servos off after the game. An interrupted arm stays halted where it stands.
    pub fn rest(&mut self) -> Result<(), Failure> {
        let goes_on = self.restart.is_some();
        let Self { session, connection, .. } = self;
        if session.is_armed() && !goes_on { end_work(Ok(()), session.arm(), connection) } else { Ok(()) }
    }
}
