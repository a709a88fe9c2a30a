//! Thread pool that plays games in parallel. Hung player threads are detached and replaced. Results are stored by the
//! caller.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use boardwright_game::record::{EndReason, GameEnd};

use super::executor::{Executor, ExecutorEvent};
use super::job::{FinishedGame, Job, seat_player};
use super::setup::Setup;
use super::worker_slot::{RecordingHost, WorkerSlot};
use crate::clock::{SystemWatch, TimeControl};
use crate::ending::Ending;
use crate::play::{Match, Start, Terms};
use crate::playable::Opening;
use crate::seat::Seat;
use crate::seeds::derive_seed;

/// Polling interval for results and hung threads.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Factor of its own time after which a player with a clock counts as hung.
const HANG_FACTOR: u32 = 10;
/// Shortest time after which a player counts as hung: a machine may be busy for a moment.
const MIN_HANG_TIMEOUT: Duration = Duration::from_secs(1);
/// Time limit for players to end their games when the tournament is stopped.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// Thread pool with its job queue.
pub struct Pool {
    setup: Arc<Setup>,
    queue: Arc<JobQueue>,
    slots: Vec<Arc<WorkerSlot>>,
    done: Receiver<FinishedGame>,
    sender: SyncSender<FinishedGame>,
    /// Number of threads that may still be detached and replaced.
    replacements: u32,
}

#[derive(Default)]
struct JobQueue {
    waiting: Mutex<QueueState>,
    changed: Condvar,
}

#[derive(Default)]
struct QueueState {
    jobs: VecDeque<Job>,
    /// Limit and current number of search threads.
    cores: usize,
    busy: usize,
    closed: bool,
}

/// Handle that adds jobs to the queue from another thread than the one that waits for results.
#[derive(Clone)]
pub struct JobSender(Arc<JobQueue>);

impl JobSender {
    /// Adds games to be played, in this order.
    pub fn add(&self, jobs: impl IntoIterator<Item = Job>) {
        self.0.lock().jobs.extend(jobs);
        self.0.changed.notify_all();
    }
}

impl JobQueue {
    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next game for which enough cores are free; `None` when the queue is closed.
    fn next(&self, setup: &Setup) -> Option<Job> {
        let mut waiting = self.lock();
        loop {
            if waiting.closed {
                return None;
            }
            if let Some(job) = waiting.jobs.front() {
                let weight = setup.thread_count(job);
                // A game that needs more cores than there are is played alone.
                if waiting.busy == 0 || waiting.busy + weight <= waiting.cores {
                    waiting.busy += weight;
                    return waiting.jobs.pop_front();
                }
            }
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn release(&self, weight: usize) {
        self.lock().busy -= weight;
        self.changed.notify_all();
    }
}

impl Pool {
    /// Creates a pool whose threads use at most `cores` search threads in total.
    pub fn new(setup: &Arc<Setup>, cores: usize) -> Self {
        let (sender, done) = sync_channel(256);
        let queue = Arc::new(JobQueue::default());
        queue.lock().cores = cores;
        let replacements = setup.config.replacements;
        let mut pool = Self { setup: Arc::clone(setup), queue, slots: Vec::new(), done, sender, replacements };
        for _ in 0..cores {
            let slot = pool.spawn_worker();
            pool.slots.push(slot);
        }
        pool
    }

    /// Handle to add jobs.
    pub fn job_sender(&self) -> JobSender {
        JobSender(Arc::clone(&self.queue))
    }

    /// Waits a short time for the next event.
    pub fn next_event(&mut self) -> ExecutorEvent {
        match self.done.recv_timeout(POLL_INTERVAL) {
            Ok(done) => return ExecutorEvent::Finished(Box::new(done)),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
        }
        for index in 0..self.slots.len() {
            let Some(player) = self.slots[index].hung_player() else { continue };
            let players = |done: &FinishedGame| done.job.seats.len();
            let records = self.setup.config.records;
            let end = |scores| GameEnd { by: Some(player), ..GameEnd::new(EndReason::Stall, None, scores) };
            // `None` if the thread came back at the last moment.
            let Some(mut done) = self.slots[index].detach(end, records) else { continue };
            done.end.outcome = Ending::Stalled(player).outcome(players(&done));
            self.queue.release(self.setup.thread_count(&done.job));
            if self.replacements == 0 {
                let label = &self.setup.entrants[done.job.seats[player.index()]].label;
                return ExecutorEvent::TooManyHangs(label.clone());
            }
            self.replacements -= 1;
            self.slots[index] = self.spawn_worker();
            return ExecutorEvent::Finished(Box::new(done));
        }
        ExecutorEvent::Idle
    }

    /// Stops all games and the threads. Threads that do not end in time are detached.
    pub fn close(self) {
        self.queue.lock().closed = true;
        self.queue.changed.notify_all();
        for slot in &self.slots {
            slot.stop.store(true, Ordering::Relaxed);
        }
        drop(self.sender);
        // The threads send their results or end without one; either way they drop their ends of the channel.
        let until = std::time::Instant::now() + SHUTDOWN_TIMEOUT;
        while std::time::Instant::now() < until {
            match self.done.recv_timeout(POLL_INTERVAL) {
                Err(RecvTimeoutError::Disconnected) => return,
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Spawns a thread with a new worker slot.
    fn spawn_worker(&self) -> Arc<WorkerSlot> {
        let slot = Arc::new(WorkerSlot::default());
        let (setup, queue, sender) = (Arc::clone(&self.setup), Arc::clone(&self.queue), self.sender.clone());
        let own_slot = Arc::clone(&slot);
        std::thread::spawn(move || run_worker(&setup, &queue, &own_slot, &sender));
        slot
    }
}

impl Executor for Pool {
    fn add(&mut self, jobs: Vec<Job>, _last: u64) {
        self.job_sender().add(jobs);
    }

    fn next_event(&mut self) -> ExecutorEvent {
        Self::next_event(self)
    }

    fn close(self: Box<Self>, over: bool) -> Vec<String> {
        Self::close(*self);
        if over {
            Vec::new()
        } else {
            vec!["another start of the tournament plays the unfinished games again".to_owned()]
        }
    }
}

/// Thread function: plays games until the queue is closed.
fn run_worker(setup: &Setup, queue: &JobQueue, slot: &WorkerSlot, sender: &SyncSender<FinishedGame>) {
    while let Some(job) = queue.next(setup) {
        let weight = setup.thread_count(&job);
        let players = job.seats.len();
        let done = catch_unwind(AssertUnwindSafe(|| play_job(setup, slot, &job))).unwrap_or_else(|_| {
            slot.end(fault_end("internal error: the program panicked in this game", players), setup.config.records)
        });
        if slot.is_detached() {
            return;
        }
        queue.release(weight);
        if done.is_some_and(|done| sender.send(done).is_err()) {
            return;
        }
    }
}

/// Plays one game; `None` if it was stopped from outside.
pub(super) fn play_job(setup: &Setup, slot: &WorkerSlot, job: &Job) -> Option<FinishedGame> {
    let contest = &*setup.contests[job.game];
    let controls: Vec<Option<TimeControl>> = job.seats.iter().map(|&entrant| setup.entrants[entrant].control).collect();
    let unit = contest.game().payoff().score().map(|score| score.unit);
    slot.begin(job.clone(), unit, controls.iter().map(|control| hang_timeout(setup, *control)).collect());
    let records = setup.config.records;
    let mut seats = Vec::new();
    for (seat, &entrant) in job.seats.iter().enumerate() {
        // Shortened to 32 bits, so that the seed can be typed by a user.
        let seed = derive_seed(job.seed, seat as u64 + 1) >> 32;
        let created = catch_unwind(AssertUnwindSafe(|| setup.entrants[entrant].create_seat(contest, seed)));
        match created.unwrap_or_else(|_| Err("the player panicked before the game began".to_owned())) {
            Ok(seat) => seats.push(seat),
            Err(message) => {
                let player = seat_player(seat);
                let ending = Ending::Crashed { player, message };
                return slot.end(forfeit_end(&ending, job.seats.len()), records);
            }
        }
    }
    let finished = play_match(setup, slot, job, seats, controls)?;
    let done = slot.end(finished, records);
    done.filter(|done| done.end.reason != EndReason::Stopped)
}

fn play_match(
    setup: &Setup,
    slot: &WorkerSlot,
    job: &Job,
    seats: Vec<Box<dyn Seat>>,
    controls: Vec<Option<TimeControl>>,
) -> Option<GameEnd> {
    let budget = &setup.config.budget;
    let adjudication = &setup.config.adjudication;
    let watch = SystemWatch::start();
    let Opening { position, moves } = setup.opening(job).clone();
    let start = Start { seed: job.chance_seed(), position, opening: moves, ..Start::default() };
    let terms = Terms {
        time: controls,
        margin: Duration::from_secs_f64(budget.time_margin),
        max_moves: adjudication.max_moves,
        repetition: adjudication.repetition,
        adjudication: adjudication.by_values(),
        ..Terms::default()
    };
    let contest = &*setup.contests[job.game];
    let game = match Match::new(contest, seats, &start, terms, &watch, &slot.stop) {
        Ok(game) => game,
        Err(error) => return Some(fault_end(&error.to_string(), job.seats.len())),
    };
    game.play(&mut RecordingHost(slot)).record.end
}

/// Time limit for a decision, after which a player counts as hung.
fn hang_timeout(setup: &Setup, control: Option<TimeControl>) -> Duration {
    match control {
        None => Duration::from_secs_f64(setup.config.budget.stall),
        Some(TimeControl::Move(time)) => (time * HANG_FACTOR).max(MIN_HANG_TIMEOUT),
        Some(TimeControl::Game { total, increment }) => ((total + increment) * HANG_FACTOR).max(MIN_HANG_TIMEOUT),
    }
}

/// End of a game that failed through no fault of a player.
fn fault_end(why: &str, players: usize) -> GameEnd {
    GameEnd { note: Some(why.to_owned()), ..GameEnd::new(EndReason::Fault, None, vec![0.0; players]) }
}

/// End of a game that could not begin.
fn forfeit_end(ending: &Ending, players: usize) -> GameEnd {
    let end = GameEnd::new(ending.reason(), ending.outcome(players), vec![0.0; players]);
    GameEnd { by: ending.by(), note: ending.note().map(str::to_owned), ..end }
}
