//! Threads that play the games of a list, several at the same time. Whoever does not come back from thinking is left behind and
//! replaced. What comes of the games is for others to write down.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use boardwright_engine::record::{End, Reason};

use super::crew::{Crew, Told};
use super::desk::{Desk, Scribe};
use super::job::{Done, Job, at_seat};
use super::setup::Setup;
use crate::clock::{Control, SystemWatch};
use crate::ending::Ending;
use crate::play::{Match, Start, Terms};
use crate::seat::Seat;
use crate::seeds::derived;

/// How often the threads are looked at.
const ROUND: Duration = Duration::from_millis(50);
/// A player that was given a time counts as lost in thought after so many times as much.
const PATIENCE: u32 = 10;
/// But not before this: a machine may be busy elsewhere for a moment.
const LEAST_PATIENCE: Duration = Duration::from_secs(1);
/// How long to wait for players to end their games when somebody stops the tournament.
const FAREWELL: Duration = Duration::from_secs(5);

/// The threads, and what they are still to play.
pub(crate) struct Pool {
    setup: Arc<Setup>,
    queue: Arc<Queue>,
    desks: Vec<Arc<Desk>>,
    done: Receiver<Done>,
    sender: SyncSender<Done>,
    /// How many more threads may be left behind.
    replacements: u32,
}

#[derive(Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

#[derive(Default)]
struct Waiting {
    jobs: VecDeque<Job>,
    /// How many threads may search at the same time, and do.
    cores: usize,
    busy: usize,
    closed: bool,
}

/// Hands games to the threads from elsewhere than where their results are waited for.
#[derive(Clone)]
pub(crate) struct Hatch(Arc<Queue>);

impl Hatch {
    /// Games to be played, in this order.
    pub fn add(&self, jobs: impl IntoIterator<Item = Job>) {
        self.0.waiting().jobs.extend(jobs);
        self.0.changed.notify_all();
    }
}

impl Queue {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next game, once there are cores for it; nothing when there are no more.
    fn next(&self, setup: &Setup) -> Option<Job> {
        let mut waiting = self.waiting();
        loop {
            if waiting.closed {
                return None;
            }
            if let Some(job) = waiting.jobs.front() {
                let weight = setup.weight(job);
                // One that takes more than there are is played alone.
                if waiting.busy == 0 || waiting.busy + weight <= waiting.cores {
                    waiting.busy += weight;
                    return waiting.jobs.pop_front();
                }
            }
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn free(&self, weight: usize) {
        self.waiting().busy -= weight;
        self.changed.notify_all();
    }
}

impl Pool {
    /// Threads that search at most `cores` at a time.
    pub fn new(setup: &Arc<Setup>, cores: usize) -> Self {
        let (sender, done) = sync_channel(256);
        let queue = Arc::new(Queue::default());
        queue.waiting().cores = cores;
        let replacements = setup.config.replacements;
        let mut pool = Self { setup: Arc::clone(setup), queue, desks: Vec::new(), done, sender, replacements };
        for _ in 0..cores {
            let desk = pool.opened();
            pool.desks.push(desk);
        }
        pool
    }

    /// Where games to be played are handed in.
    pub fn hatch(&self) -> Hatch {
        Hatch(Arc::clone(&self.queue))
    }

    /// The next that happens.
    pub fn next(&mut self) -> Told {
        match self.done.recv_timeout(ROUND) {
            Ok(done) => return Told::Done(Box::new(done)),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
        }
        for index in 0..self.desks.len() {
            let Some(player) = self.desks[index].hung() else { continue };
            let players = |done: &Done| done.job.seats.len();
            let records = self.setup.config.records;
            let end = |scores| End {
                reason: Reason::Stall,
                outcome: None,
                scores,
                by: Some(player),
                note: None,
                fault: None,
            };
            // It may have come back at the last moment.
            let Some(mut done) = self.desks[index].abandon(end, records) else { continue };
            done.end.outcome = Ending::Stalled(player).outcome(players(&done));
            self.queue.free(self.setup.weight(&done.job));
            if self.replacements == 0 {
                let label = &self.setup.entrants[done.job.seats[player.index()]].label;
                return Told::TooManyHung(label.clone());
            }
            self.replacements -= 1;
            self.desks[index] = self.opened();
            return Told::Done(Box::new(done));
        }
        Told::Nothing
    }

    /// Ends all games as they stand, and plays no more. Threads that do not come back are left behind.
    pub fn close(self) {
        self.queue.waiting().closed = true;
        self.queue.changed.notify_all();
        for desk in &self.desks {
            desk.stop.store(true, Ordering::Relaxed);
        }
        drop(self.sender);
        // They send what they have, or end without; either way their ends of the channel go.
        let until = std::time::Instant::now() + FAREWELL;
        while std::time::Instant::now() < until {
            match self.done.recv_timeout(ROUND) {
                Err(RecvTimeoutError::Disconnected) => return,
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// A new thread at a new desk.
    fn opened(&self) -> Arc<Desk> {
        let desk = Arc::new(Desk::default());
        let (setup, queue, sender) = (Arc::clone(&self.setup), Arc::clone(&self.queue), self.sender.clone());
        let own = Arc::clone(&desk);
        std::thread::spawn(move || work(&setup, &queue, &own, &sender));
        desk
    }
}

impl Crew for Pool {
    fn add(&mut self, jobs: Vec<Job>, _last: u64) {
        self.hatch().add(jobs);
    }

    fn next(&mut self) -> Told {
        Self::next(self)
    }

    fn close(self: Box<Self>, over: bool) -> Vec<String> {
        Self::close(*self);
        if over {
            Vec::new()
        } else {
            vec!["the games that were in play when it stopped will be played again".to_owned()]
        }
    }
}

/// Plays games until there are no more.
fn work(setup: &Setup, queue: &Queue, desk: &Desk, sender: &SyncSender<Done>) {
    while let Some(job) = queue.next(setup) {
        let weight = setup.weight(&job);
        let players = job.seats.len();
        let done = catch_unwind(AssertUnwindSafe(|| game(setup, desk, &job))).unwrap_or_else(|_| {
            desk.end(failed("the program itself failed in this game", players), setup.config.records)
        });
        if desk.is_abandoned() {
            return;
        }
        queue.free(weight);
        if done.is_some_and(|done| sender.send(done).is_err()) {
            return;
        }
    }
}

/// Plays one game; nothing if it was stopped from outside.
pub(super) fn game(setup: &Setup, desk: &Desk, job: &Job) -> Option<Done> {
    let contest = &*setup.contests[job.game];
    let controls: Vec<Option<Control>> = job.seats.iter().map(|&entrant| setup.entrants[entrant].control).collect();
    desk.begin(job.clone(), controls.iter().map(|control| patience(setup, *control)).collect());
    let records = setup.config.records;
    let mut seats = Vec::new();
    for (seat, &entrant) in job.seats.iter().enumerate() {
        // As much as can be typed.
        let seed = derived(job.seed, seat as u64 + 1) >> 32;
        let sits = catch_unwind(AssertUnwindSafe(|| setup.entrants[entrant].seated(contest, seed)));
        match sits.unwrap_or_else(|_| Err("it panicked before the game began".to_owned())) {
            Ok(seat) => seats.push(seat),
            Err(message) => {
                let player = at_seat(seat);
                let ending = Ending::Crashed { player, message };
                return desk.end(told(&ending, job.seats.len()), records);
            }
        }
    }
    let finished = play(setup, desk, job, seats, controls)?;
    let done = desk.end(finished, records);
    done.filter(|done| done.end.reason != Reason::Stopped)
}

fn play(
    setup: &Setup,
    desk: &Desk,
    job: &Job,
    seats: Vec<Box<dyn Seat>>,
    controls: Vec<Option<Control>>,
) -> Option<End> {
    let budget = &setup.config.budget;
    let adjudication = &setup.config.adjudication;
    let watch = SystemWatch::start();
    let start = Start { seed: job.seed, position: None, opening: setup.opening(job).to_vec() };
    let terms = Terms {
        time: controls,
        margin: Duration::from_secs_f64(budget.time_margin),
        most_moves: adjudication.max_moves,
        repetition: adjudication.repetition,
        verdict: adjudication.verdict(),
        ..Terms::default()
    };
    let contest = &*setup.contests[job.game];
    let game = match Match::new(contest, seats, &start, terms, &watch, &desk.stop) {
        Ok(game) => game,
        Err(error) => return Some(failed(&error.to_string(), job.seats.len())),
    };
    game.play(&mut Scribe(desk)).record.end
}

/// How long a player may think before it is given up.
fn patience(setup: &Setup, control: Option<Control>) -> Duration {
    match control {
        None => Duration::from_secs_f64(setup.config.budget.stall),
        Some(Control::Move(time)) => (time * PATIENCE).max(LEAST_PATIENCE),
        Some(Control::Game { total, increment }) => ((total + increment) * PATIENCE).max(LEAST_PATIENCE),
    }
}

/// The end of a game that nobody is to blame for.
fn failed(why: &str, players: usize) -> End {
    let scores = vec![0.0; players];
    End { reason: Reason::Fault, outcome: None, scores, by: None, note: Some(why.to_owned()), fault: None }
}

/// The end of a game that could not begin.
fn told(ending: &Ending, players: usize) -> End {
    End {
        reason: ending.reason(),
        outcome: ending.outcome(players),
        scores: vec![0.0; players],
        by: ending.by(),
        note: ending.note().map(str::to_owned),
        fault: None,
    }
}
