//! Table session of a match: the arm, or a person, brings the table to each position of the game.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use boardwright_arena::{Decision, MoveRequest};
use boardwright_game::any::AnyState;
use boardwright_interpreter::state::State;
use boardwright_library::explain;
use boardwright_library::files;
use boardwright_library::load::LoadedGame;
use boardwright_robot::EmergencyStop;
use boardwright_robot::motion::PlaceId;
use boardwright_table::perception::{CameraAttendant, Observer, TurnWatcher, WatchError};
use boardwright_table::{ArmConnection, Attendant, MoveError, MoveExecutor, Rig, TableFile, Task};

use super::attendant::{Attended, Keys, lock, watched};
use super::sight::{self, Sight};
use super::{Asked, Camera, board_game};
use crate::failure::Failure;
use crate::interrupt;
use crate::keyboard::LineInput;
use crate::voice::Voice;

/// Interval at which an idle arm is checked.
const LOOK: Duration = Duration::from_millis(50);

/// Reports the camera's observations on the terminal and by voice.
struct Teller<'a> {
    ui: &'a mut dyn Write,
    voice: Option<&'a Voice>,
    stop: &'a AtomicBool,
    /// The game and the position in which a move is awaited, if any.
    asked: Option<(&'a LoadedGame, &'a AnyState)>,
}

impl Observer for Teller<'_> {
    fn notify(&mut self, text: &str) {
        if let Some(voice) = self.voice {
            voice.say(text);
        }
        // If the terminal is closed, the game is stopped by other means.
        let _ = writeln!(self.ui, "  {text}").and_then(|()| self.ui.flush());
    }

    fn should_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn explain_illegal(&self, mv: &str) -> Option<String> {
        let (loaded, state) = self.asked?;
        explain::refusal_reason(loaded, state, mv)
    }
}

/// Table session of a match.
pub struct Side<'a> {
    loaded: &'a LoadedGame,
    rig: Rig,
    names: Vec<String>,
    at: State,
    keys: Keys,
    stop: EmergencyStop,
    armed: AtomicBool,
    /// `true` if movements take time, so that a key can stop them.
    real_time: bool,
    /// The camera that observes the table.
    sight: Option<Sight>,
    /// `true` if there is no arm: a person carries out all tasks.
    armless: bool,
    /// `true` if there is a real arm.
    at_port: bool,
    /// The table file with its path.
    file: Option<(PathBuf, TableFile)>,
}

impl<'a> Side<'a> {
    /// Starts the arm at the table, if there is one, and lets the camera learn the appearance of the pieces. The table is set up with the
    /// position in which the game begins.
    pub fn start(
        asked: &Asked,
        camera: Option<&Camera>,
        loaded: &'a LoadedGame,
        begin: &AnyState,
        keys: Keys,
        seed: u64,
        ui: &mut dyn Write,
    ) -> Result<Self, Failure> {
        let game = board_game(loaded)?;
        let missing = || Failure::Input(format!("{} has no board", loaded.title));
        let (_, at) = loaded.as_spec(begin).ok_or_else(missing)?;
        let stop = EmergencyStop::new();
        let which = asked.which();
        let known = asked.file(loaded)?;
        let rig = asked.rig(loaded, &known, &which, at, &stop)?;
        let layout = rig.executor.table().layout();
        let names = (0..layout.spots.len()).map(|place| layout.name(game.rules(), place)).collect();
        let real_time = !matches!(which, ArmConnection::Simulated { real_time: false, .. });
        let armed = AtomicBool::new(false);
        let open =
            |camera: &Camera| camera.open(loaded, (&known.0, layout), rig.simulation.as_ref(), seed, (&keys, &mut *ui));
        let sight = camera.map(open).transpose()?;
        // Without a camera there is always an arm, possibly a simulated one.
        let armless = asked.arm.is_none() && camera.is_some();
        let at_port = matches!(which, ArmConnection::Port { .. });
        let file = asked.path(loaded).map(|path| (path, known.0));
        let at = at.clone();
        let mut side = Self { loaded, rig, names, at, keys, stop, armed, real_time, sight, armless, at_port, file };
        if !armless {
            side.attended(ui, |hand, attended| hand.start_arm(attended))?;
        }
        side.learn(ui)?;
        Ok(side)
    }

    /// Lets the camera learn the appearance of the pieces, once the table is set up.
    fn learn(&mut self, ui: &mut dyn Write) -> Result<(), Failure> {
        let Some(sight) = &mut self.sight else { return Ok(()) };
        let standing = self.rig.executor.contents();
        if sight.actor.is_none() {
            let rules = board_game(self.loaded)?.rules();
            let told = |(place, look): (PlaceId, Option<boardwright_table::Appearance>)| {
                Some(format!("{} {}", self.names[place.0], look?.describe(rules)))
            };
            let pieces: Vec<String> = standing.all().filter_map(told).collect();
            writeln!(ui, "set the table up, keep your hands away, then press Enter:\n  {}", pieces.join(", "))?;
            if !matches!(lock(&self.keys).line(interrupt::stop_flag(), None)?, LineInput::Line(_)) {
                return Err(Failure::Input("nobody has set the table up".to_owned()));
            }
        }
        let alike = sight.eye.learn(standing).map_err(|error| sight::failed(&error))?;
        for pair in alike {
            writeln!(ui, "{}", sight.eye.piece_classes().describe_merged(board_game(self.loaded)?.rules(), pair))?;
        }
        Ok(())
    }

    /// Recognizes the move that a person makes on the table.
    pub fn seen(&mut self, ask: &MoveRequest<'_>, ui: &mut dyn Write) -> Result<Decision, Failure> {
        let game = board_game(self.loaded)?;
        let (Some(sight), Some((_, state))) = (&mut self.sight, self.loaded.as_spec(ask.history.state())) else {
            return Ok(Decision::Leave);
        };
        if sight.pending.is_empty() {
            let person = self.loaded.player_label(ask.me);
            writeln!(ui, "{person}: it is your turn, the camera is watching")?;
            ui.flush()?;
            if let Some(voice) = &sight.voice {
                voice.say(&format!("{person}, it is your turn"));
            }
            let standing = self.rig.executor.contents();
            if let Some(actor) = &mut sight.actor {
                actor.make_random_turn(game, state, standing).map_err(|error| Failure::Input(error.to_string()))?;
            }
            let asked = Some((self.loaded, ask.history.state()));
            let mut teller = Teller { ui, voice: sight.voice.as_ref(), stop: ask.stop, asked };
            match TurnWatcher::new(game, &self.names, &mut teller).wait_for_turn(&mut sight.eye, state, standing) {
                Ok(turn) => sight.pending.extend(turn.moves),
                Err(WatchError::Stopped) => return Ok(Decision::Leave),
                Err(ended) => return Err(Failure::Input(format!("the camera: {ended}"))),
            }
        }
        let seen = sight.pending.pop_front();
        sight.seen = seen.is_some();
        let mv = ask.moves.iter().find(|mv| mv.downcast_ref() == seen.as_ref());
        Ok(mv.map_or(Decision::Leave, |mv| Decision::Move(mv.clone())))
    }

    /// Asks a person to carry out tasks, and verifies the result by the camera.
    fn told(&mut self, todo: &[Task], ui: &mut dyn Write) -> Result<(), Failure> {
        let game = board_game(self.loaded)?;
        let name = |place: PlaceId| self.names[place.0].clone();
        for task in todo {
            let told = match task {
                Task::Carry { appearance: look, from, to } => {
                    format!("move the {} from {} to {}", look.describe(game.rules()), name(*from), name(*to))
                }
                Task::Ask(request) => request.describe(game.rules(), name),
            };
            writeln!(ui, "  please {told}")?;
            if let Some(voice) = self.sight.as_ref().and_then(|sight| sight.voice.as_ref()) {
                voice.say(&format!("please {told}"));
            }
        }
        let Some(sight) = &mut self.sight else { return Ok(()) };
        if let Some(actor) = &mut sight.actor {
            actor.perform(todo);
        }
        let mut teller = Teller { ui, voice: sight.voice.as_ref(), stop: interrupt::stop_flag(), asked: None };
        let restored = TurnWatcher::new(game, &self.names, &mut teller)
            .wait_until_restored(&mut sight.eye, self.rig.executor.contents());
        restored.map_err(|ended| Failure::Input(format!("the camera: {ended}")))
    }

    /// Brings the table to a position: by the arm, or by hand.
    pub fn follow(&mut self, after: &AnyState, by_hand: bool, ui: &mut dyn Write) -> Result<(), Failure> {
        let game = board_game(self.loaded)?;
        let Some((_, after)) = self.loaded.as_spec(after) else { return Ok(()) };
        let before = std::mem::replace(&mut self.at, after.clone());
        if by_hand || self.armless {
            let done = self.rig.executor.record_manual_move(game, &before, after).map_err(|error| failed(&error))?;
            if let Some(sight) = &mut self.sight {
                let seen = std::mem::take(&mut sight.seen);
                return if by_hand && seen { Ok(()) } else { self.told(&done, ui) };
            }
            if let Some(rehearsal) = &self.rig.simulation {
                for task in &done {
                    rehearsal.perform_by_hand(task);
                }
            }
            let also = done.iter().filter_map(|task| self.beside(task)).collect::<Vec<_>>();
            if !also.is_empty() {
                writeln!(ui, "  on the table: {}", also.join(", "))?;
            }
            return Ok(());
        }
        self.attended(ui, |hand, attended| hand.execute_move(game, &before, after, attended))
    }

    /// Runs a task of the arm with a person at the table.
    fn attended(
        &mut self,
        ui: &mut dyn Write,
        work: impl FnOnce(&mut MoveExecutor, &mut dyn Attendant) -> Result<(), MoveError>,
    ) -> Result<(), Failure> {
        let game = board_game(self.loaded)?;
        let mut attended = Attended {
            rules: game.rules(),
            names: &self.names,
            rehearsal: self.rig.simulation.clone(),
            ui,
            keys: &self.keys,
            armed: &self.armed,
            stop: &self.stop,
        };
        let (hand, names, sight) = (&mut self.rig.executor, &self.names, &mut self.sight);
        let mut work = Some(work);
        let mut make = || {
            let Some(work) = work.take() else { return Ok(()) };
            match sight {
                Some(Sight { eye, aims, .. }) => work(
                    hand,
                    &mut CameraAttendant { game, names, perception: eye, helper: &mut attended, corrects_aim: *aims },
                ),
                None => work(hand, &mut attended),
            }
        };
        let done = if self.real_time { watched(&self.keys, &self.stop, &self.armed, make) } else { make() };
        done.map_err(|error| failed(&error))
    }

    /// Task that a person who makes a move by hand could forget: pieces taken from or put into slots.
    fn beside(&self, task: &Task) -> Option<String> {
        let name = |place: PlaceId| self.names[place.0].as_str();
        let standing = self.rig.executor.contents();
        let rules = board_game(self.loaded).ok()?.rules();
        match task {
            Task::Carry { appearance: look, from, to } if standing.is_slot(*from) || standing.is_slot(*to) => {
                Some(format!("{} from {} to {}", look.describe(rules), name(*from), name(*to)))
            }
            Task::Carry { .. } => None,
            Task::Ask(request) => Some(request.describe(rules, |place| name(place).to_owned())),
        }
    }

    /// Runs `work`, which may take long, and rests the arm if it is idle for a while.
    pub fn while_idle<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let over = AtomicBool::new(false);
        let arm = self.rig.executor.arm();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !over.load(Ordering::Acquire) {
                    // Failing to park now must not end the game: the next move reports the error.
                    if !matches!(arm.rest_when_idle(), Ok(false)) {
                        break;
                    }
                    std::thread::sleep(LOOK);
                }
            });
            let done = work();
            over.store(true, Ordering::Release);
            done
        })
    }

    /// `true` if movements take time, so that there is something to stop.
    pub fn can_be_stopped(&self) -> bool {
        self.real_time && !self.armless
    }

    /// Message about where the camera's session was recorded, if it was.
    pub fn kept(&self) -> Option<String> {
        self.sight.as_ref()?.kept()
    }

    /// Saves what the camera has learnt in the table file, if there is one; returns a message about it.
    pub fn remember(&mut self) -> Result<Option<String>, Failure> {
        let (Some(sight), Some((path, file))) = (&self.sight, &mut self.file) else { return Ok(None) };
        let rules = board_game(self.loaded)?.rules();
        let table = Some(self.rig.executor.table()).filter(|_| self.at_port);
        if !sight.teach(file, rules, table) {
            return Ok(None);
        }
        files::write(path, file.write().as_bytes())?;
        Ok(Some(format!("what the camera learnt of the table is in {}", path.display())))
    }

    /// Parks the arm and switches its servos off after the game.
    pub fn rest(&mut self) -> Result<(), Failure> {
        if self.armless {
            return Ok(());
        }
        self.rig.executor.arm().rest().map_err(|error| Failure::Input(format!("the arm does not park: {error}")))
    }
}

fn failed(error: &MoveError) -> Failure {
    Failure::Input(format!("the arm: {error}"))
}
