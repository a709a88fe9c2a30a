//! An arm beside a match: it follows the game, position by position.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use boardwright_arena::{Ask, Decision};
use boardwright_engine::any::AnyState;
use boardwright_engine::state::State;
use boardwright_robot::EmergencyStop;
use boardwright_robot::motion::PlaceId;
use boardwright_shelf::files;
use boardwright_shelf::load::Loaded;
use boardwright_shelf::why;
use boardwright_table::eye::{Bystander, Ended, Seeing, Watch};
use boardwright_table::{Attendant, Hand, HandError, Rig, TableFile, Task, Which};

use super::attendant::{Attended, Keys, lock, watched};
use super::sight::{self, Sight};
use super::{Asked, Camera, board_game};
use crate::failure::Failure;
use crate::interrupt;
use crate::keyboard::Typed;
use crate::voice::Voice;

/// How often one looks whether an arm should rest.
const LOOK: Duration = Duration::from_millis(50);

/// Somebody who reads what a camera makes of the table.
struct Teller<'a> {
    ui: &'a mut dyn Write,
    voice: Option<&'a Voice>,
    stop: &'a AtomicBool,
    /// The game and the position in which a move is waited for, if one is.
    asked: Option<(&'a Loaded, &'a AnyState)>,
}

impl Bystander for Teller<'_> {
    fn hear(&mut self, text: &str) {
        if let Some(voice) = self.voice {
            voice.say(text);
        }
        // Whoever cannot be told any more has gone; then somebody stops the game.
        let _ = writeln!(self.ui, "  {text}").and_then(|()| self.ui.flush());
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn why(&self, mv: &str) -> Option<String> {
        let (loaded, state) = self.asked?;
        why::briefly(loaded, state, mv)
    }
}

/// An arm beside a match.
pub struct Side<'a> {
    loaded: &'a Loaded,
    rig: Rig,
    names: Vec<String>,
    at: State,
    keys: Keys,
    stop: EmergencyStop,
    armed: AtomicBool,
    /// It takes time: a key can stop it.
    real_time: bool,
    /// What looks at the table.
    sight: Option<Sight>,
    /// There is no arm: all that is to be done is told.
    armless: bool,
    /// There is an arm, and it is a real one.
    at_port: bool,
    /// What is known of the table, and where it is written down.
    file: Option<(PathBuf, TableFile)>,
}

impl<'a> Side<'a> {
    /// Puts the arm to the table and starts it, if there is one, and has a camera learn how everything looks. The table is set up as the
    /// game begins.
    pub fn start(
        asked: &Asked,
        camera: Option<&Camera>,
        loaded: &'a Loaded,
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
        let layout = rig.hand.table().layout();
        let names = (0..layout.spots.len()).map(|place| layout.name(game.rules(), place)).collect();
        let real_time = !matches!(which, Which::Simulated { real_time: false, .. });
        let armed = AtomicBool::new(false);
        let open =
            |camera: &Camera| camera.open(loaded, (&known.0, layout), rig.rehearsal.as_ref(), seed, (&keys, &mut *ui));
        let sight = camera.map(open).transpose()?;
        // Only where a camera looks does a person do without one.
        let armless = asked.arm.is_none() && camera.is_some();
        let at_port = matches!(which, Which::Port { .. });
        let file = asked.path(loaded).map(|path| (path, known.0));
        let at = at.clone();
        let mut side = Self { loaded, rig, names, at, keys, stop, armed, real_time, sight, armless, at_port, file };
        if !armless {
            side.attended(ui, |hand, attended| hand.wake(attended))?;
        }
        side.learn(ui)?;
        Ok(side)
    }

    /// The camera learns how everything looks, once the table is set up.
    fn learn(&mut self, ui: &mut dyn Write) -> Result<(), Failure> {
        let Some(sight) = &mut self.sight else { return Ok(()) };
        let standing = self.rig.hand.standing();
        if sight.actor.is_none() {
            let rules = board_game(self.loaded)?.rules();
            let told = |(place, look): (PlaceId, Option<boardwright_table::Look>)| {
                Some(format!("{} {}", self.names[place.0], look?.told(rules)))
            };
            let pieces: Vec<String> = standing.all().filter_map(told).collect();
            writeln!(ui, "set the table up, keep your hands away, then press Enter:\n  {}", pieces.join(", "))?;
            if !matches!(lock(&self.keys).line(interrupt::flag(), None)?, Typed::Line(_)) {
                return Err(Failure::Input("nobody has set the table up".to_owned()));
            }
        }
        let alike = sight.eye.learn(standing).map_err(|error| sight::failed(&error))?;
        for pair in alike {
            writeln!(ui, "{}", sight.eye.colours().told_alike(board_game(self.loaded)?.rules(), pair))?;
        }
        Ok(())
    }

    /// What a person does at the table, as the camera sees it.
    pub fn seen(&mut self, ask: &Ask<'_>, ui: &mut dyn Write) -> Result<Decision, Failure> {
        let game = board_game(self.loaded)?;
        let (Some(sight), Some((_, state))) = (&mut self.sight, self.loaded.as_spec(ask.course.state())) else {
            return Ok(Decision::Leave);
        };
        if sight.pending.is_empty() {
            let person = self.loaded.person(ask.me);
            writeln!(ui, "{person}: it is your turn, the camera is watching")?;
            ui.flush()?;
            if let Some(voice) = &sight.voice {
                voice.say(&format!("{person}, it is your turn"));
            }
            let standing = self.rig.hand.standing();
            if let Some(actor) = &mut sight.actor {
                actor.turn(game, state, standing).map_err(|error| Failure::Input(error.to_string()))?;
            }
            let asked = Some((self.loaded, ask.course.state()));
            let mut teller = Teller { ui, voice: sight.voice.as_ref(), stop: ask.stop, asked };
            match Watch::new(game, &self.names, &mut teller).turn(&mut sight.eye, state, standing) {
                Ok(turn) => sight.pending.extend(turn.moves),
                Err(Ended::Stopped) => return Ok(Decision::Leave),
                Err(ended) => return Err(Failure::Input(format!("the camera: {ended}"))),
            }
        }
        let seen = sight.pending.pop_front();
        sight.seen = seen.is_some();
        let mv = ask.moves.iter().find(|mv| mv.downcast_ref() == seen.as_ref());
        Ok(mv.map_or(Decision::Leave, |mv| Decision::Move(mv.clone())))
    }

    /// Has somebody do what no arm does, and looks whether it was done.
    fn told(&mut self, todo: &[Task], ui: &mut dyn Write) -> Result<(), Failure> {
        let game = board_game(self.loaded)?;
        let name = |place: PlaceId| self.names[place.0].clone();
        for task in todo {
            let told = match task {
                Task::Carry { look, from, to } => {
                    format!("move the {} from {} to {}", look.told(game.rules()), name(*from), name(*to))
                }
                Task::Ask(request) => request.told(game.rules(), name),
            };
            writeln!(ui, "  please {told}")?;
            if let Some(voice) = self.sight.as_ref().and_then(|sight| sight.voice.as_ref()) {
                voice.say(&format!("please {told}"));
            }
        }
        let Some(sight) = &mut self.sight else { return Ok(()) };
        if let Some(actor) = &mut sight.actor {
            actor.does(todo);
        }
        let mut teller = Teller { ui, voice: sight.voice.as_ref(), stop: interrupt::flag(), asked: None };
        let restored = Watch::new(game, &self.names, &mut teller).restored(&mut sight.eye, self.rig.hand.standing());
        restored.map_err(|ended| Failure::Input(format!("the camera: {ended}")))
    }

    /// Brings the table to a position: by the arm, or by hand.
    pub fn follow(&mut self, after: &AnyState, by_hand: bool, ui: &mut dyn Write) -> Result<(), Failure> {
        let game = board_game(self.loaded)?;
        let Some((_, after)) = self.loaded.as_spec(after) else { return Ok(()) };
        let before = std::mem::replace(&mut self.at, after.clone());
        if by_hand || self.armless {
            let done = self.rig.hand.by_hand(game, &before, after).map_err(|error| failed(&error))?;
            if let Some(sight) = &mut self.sight {
                let seen = std::mem::take(&mut sight.seen);
                return if by_hand && seen { Ok(()) } else { self.told(&done, ui) };
            }
            if let Some(rehearsal) = &self.rig.rehearsal {
                for task in &done {
                    rehearsal.by_hand(task);
                }
            }
            let also = done.iter().filter_map(|task| self.beside(task)).collect::<Vec<_>>();
            if !also.is_empty() {
                writeln!(ui, "  on the table: {}", also.join(", "))?;
            }
            return Ok(());
        }
        self.attended(ui, |hand, attended| hand.make(game, &before, after, attended))
    }

    /// Has the arm do something, with somebody at the table.
    fn attended(
        &mut self,
        ui: &mut dyn Write,
        work: impl FnOnce(&mut Hand, &mut dyn Attendant) -> Result<(), HandError>,
    ) -> Result<(), Failure> {
        let game = board_game(self.loaded)?;
        let mut attended = Attended {
            rules: game.rules(),
            names: &self.names,
            rehearsal: self.rig.rehearsal.clone(),
            ui,
            keys: &self.keys,
            armed: &self.armed,
            stop: &self.stop,
        };
        let (hand, names, sight) = (&mut self.rig.hand, &self.names, &mut self.sight);
        let mut work = Some(work);
        let mut make = || {
            let Some(work) = work.take() else { return Ok(()) };
            match sight {
                Some(Sight { eye, aims, .. }) => {
                    work(hand, &mut Seeing { game, names, eye, helper: &mut attended, aims: *aims })
                }
                None => work(hand, &mut attended),
            }
        };
        let done = if self.real_time { watched(&self.keys, &self.stop, &self.armed, make) } else { make() };
        done.map_err(|error| failed(&error))
    }

    /// What a person who makes a move on the table could forget: pieces that are taken from or put to slots.
    fn beside(&self, task: &Task) -> Option<String> {
        let name = |place: PlaceId| self.names[place.0].as_str();
        let standing = self.rig.hand.standing();
        let rules = board_game(self.loaded).ok()?.rules();
        match task {
            Task::Carry { look, from, to } if standing.is_slot(*from) || standing.is_slot(*to) => {
                Some(format!("{} from {} to {}", look.told(rules), name(*from), name(*to)))
            }
            Task::Carry { .. } => None,
            Task::Ask(request) => Some(request.told(rules, |place| name(place).to_owned())),
        }
    }

    /// Something that may take long is done, while the arm has nothing to do: after a while it rests.
    pub fn while_idle<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let over = AtomicBool::new(false);
        let arm = self.rig.hand.arm();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !over.load(Ordering::Acquire) {
                    // An arm that cannot be parked now is no reason to end the game: the next move tells what is wrong.
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

    /// Whether it takes time to move, so that there is something to stop.
    pub fn can_be_stopped(&self) -> bool {
        self.real_time && !self.armless
    }

    /// Where what the camera saw is kept, if it is.
    pub fn kept(&self) -> Option<String> {
        self.sight.as_ref()?.kept()
    }

    /// Writes down what the camera has learnt of the table, if that has a file: in which one.
    pub fn remember(&mut self) -> Result<Option<String>, Failure> {
        let (Some(sight), Some((path, file))) = (&self.sight, &mut self.file) else { return Ok(None) };
        let rules = board_game(self.loaded)?.rules();
        let table = Some(self.rig.hand.table()).filter(|_| self.at_port);
        if !sight.teach(file, rules, table) {
            return Ok(None);
        }
        files::write(path, file.write().as_bytes())?;
        Ok(Some(format!("what the camera learnt of the table is in {}", path.display())))
    }

    /// The game is over: the arm parks and lets go.
    pub fn rest(&mut self) -> Result<(), Failure> {
        if self.armless {
            return Ok(());
        }
        self.rig.hand.arm().rest().map_err(|error| Failure::Input(format!("the arm does not park: {error}")))
    }
}

fn failed(error: &HandError) -> Failure {
    Failure::Input(format!("the arm: {error}"))
}
