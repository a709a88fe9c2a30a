//! One thread that plays games, seen from outside: what it is at, and for how long. It plays nothing itself.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use boardwright_engine::ids::Player;
use boardwright_engine::record::{End, Header, Played};

use super::job::{Done, Job, Told};
use crate::course::Course;
use crate::host::{Event, Host, Hung};
use crate::seat::{Ask, Decision, Offer, Trouble};

/// What a thread is at.
#[derive(Debug, Default)]
pub(super) struct Desk {
    /// Set when its game is to end now.
    pub stop: AtomicBool,
    sheet: Mutex<Sheet>,
}

#[derive(Debug, Default)]
struct Sheet {
    /// Nobody waits for this thread any more.
    abandoned: bool,
    game: Option<Game>,
}

/// The game as far as it was played.
#[derive(Debug)]
struct Game {
    job: Job,
    /// How long each seat may think before it is given up.
    patience: Vec<Duration>,
    asked: Option<(Player, Instant)>,
    header: Option<Header>,
    opening: usize,
    moves: Vec<Played>,
    told: Vec<Option<Told>>,
    choices: Vec<u32>,
    seconds: Vec<f64>,
    scores: Vec<f64>,
    thought: Option<(Told, Duration)>,
}

impl Desk {
    /// A panic elsewhere cannot have left it half changed: each change is one assignment.
    fn sheet(&self) -> MutexGuard<'_, Sheet> {
        self.sheet.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A game begins.
    pub fn begin(&self, job: Job, patience: Vec<Duration>) {
        let game = Game {
            job,
            patience,
            asked: None,
            header: None,
            opening: 0,
            moves: Vec::new(),
            told: Vec::new(),
            choices: Vec::new(),
            seconds: Vec::new(),
            scores: Vec::new(),
            thought: None,
        };
        self.sheet().game = Some(game);
    }

    /// The game is over; what came of it, unless nobody waits for it any more.
    pub fn end(&self, end: End, records: bool) -> Option<Done> {
        let mut sheet = self.sheet();
        if sheet.abandoned { None } else { Some(sheet.game.take()?.done(end, records)) }
    }

    /// Who has been asked for longer than there is patience for.
    pub fn hung(&self) -> Option<Player> {
        let sheet = self.sheet();
        let game = sheet.game.as_ref()?;
        let (player, since) = game.asked?;
        (since.elapsed() > game.patience[player.index()]).then_some(player)
    }

    /// Leaves the thread behind, with what came of its game.
    pub fn abandon(&self, end: impl FnOnce(Vec<f64>) -> End, records: bool) -> Option<Done> {
        self.stop.store(true, Ordering::Relaxed);
        let mut sheet = self.sheet();
        sheet.abandoned = true;
        let mut game = sheet.game.take()?;
        let end = end(std::mem::take(&mut game.scores));
        Some(game.done(end, records))
    }

    /// Whether nobody waits for this thread any more.
    pub fn is_abandoned(&self) -> bool {
        self.sheet().abandoned
    }
}

impl Game {
    fn done(self, end: End, records: bool) -> Done {
        let Self { job, header, opening, moves, told, choices, seconds, .. } = self;
        Done { job, end, moves, told, choices, seconds, header: header.filter(|_| records), opening }
    }
}

/// Writes down at the desk what happens in a game.
#[derive(Debug)]
pub(super) struct Scribe<'a>(pub &'a Desk);

impl Host for Scribe<'_> {
    fn ask(&mut self, _: &Ask<'_>) -> Result<Decision, Trouble> {
        Ok(Decision::Leave)
    }

    fn accepts(&mut self, _: &Offer<'_>) -> Result<bool, Hung> {
        Ok(false)
    }

    fn hear(&mut self, course: &Course<'_>, event: Event<'_>) -> Result<(), Hung> {
        let mut sheet = self.0.sheet();
        if sheet.abandoned {
            return Err(Hung);
        }
        let Some(game) = &mut sheet.game else { return Err(Hung) };
        match event {
            Event::Started => {
                game.header = Some(course.record().header.clone());
                game.opening = course.record().header.opening.len();
            }
            Event::Turn(player) => game.asked = Some((player, Instant::now())),
            Event::Thought { thought, time, .. } => {
                game.thought = Some((Told { nodes: thought.nodes, depth: thought.depth, value: thought.value }, time));
            }
            Event::Moved { played, moves, .. } => {
                let since = game.asked.take();
                let (told, time) = match game.thought.take() {
                    Some((told, time)) => (Some(told), time),
                    None => (None, since.map_or(Duration::ZERO, |(_, since)| since.elapsed())),
                };
                game.moves.push(played.clone());
                game.told.push(told);
                game.choices.push(moves.len() as u32);
                game.seconds.push(time.as_secs_f64());
                let players = (1..=course.game().players()).filter_map(Player::new);
                game.scores = players.map(|player| course.game().score(course.state(), player)).collect();
            }
            Event::TakenBack { moves, .. } => {
                let left = game.moves.len().saturating_sub(moves);
                game.moves.truncate(left);
                game.told.truncate(left);
                game.choices.truncate(left);
                game.seconds.truncate(left);
            }
            Event::Offered { .. } | Event::Answered { .. } | Event::Late { .. } => {}
            // Whatever ended it, nobody is asked any more.
            Event::Ended(_) => game.asked = None,
        }
        Ok(())
    }
}
