//! A worker: takes games from the queue, plays them on threads and publishes the results. It has no persistent state:
//! if it is killed, its games are redelivered to other workers.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::{Consumer, pull};
use async_nats::jetstream::stream::LastRawMessageErrorKind;
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt as _;
use thiserror::Error;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{sleep, timeout};

use crate::ACK_TIMEOUT;
use crate::connection::{Connection, QueueError, RETRY_DELAY, transient_error};
use crate::contests;
use crate::names::{QueueNames, WORKERS};
use crate::plan::Plan;
use crate::writer::runtime;
use boardwright_arena::tournament::{ExecutorEvent, FinishedGame, GameLoader, Job, JobSender, Pool, Setup};

/// Interval at which the stop flag and the number of finished games are checked.
const TICK: Duration = Duration::from_millis(100);
/// Interval of progress acknowledgements for games in play.
const PROGRESS_INTERVAL: Duration = ACK_TIMEOUT.checked_div(4).expect("the divisor is not 0");
/// Time for which the server holds a pull request when there are no games.
const PULL_TIMEOUT: Duration = Duration::from_secs(1);
/// Interval at which a worker checks that the tournament still exists.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);
/// Time limit for pending messages when the worker ends.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(3);
/// Largest number of prefetched games, besides those in play.
const MAX_PREFETCH: usize = 512;

/// Options of a worker.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// Server URL: `nats://[user:password@]host[:port]`.
    pub url: String,
    /// Largest number of search threads in parallel.
    pub threads: usize,
    /// `true` to end when no games are left in the queue.
    pub once: bool,
    /// `true` to allow external programs that a tournament names.
    pub allows_programs: bool,
}

/// Error that stops a worker.
#[derive(Debug, Error)]
pub enum WorkError {
    /// Error of the server or this machine.
    #[error("{0}")]
    Queue(String),
    /// All tournaments at the server were refused.
    #[error("no tournament at {0} can be played here")]
    Refused(String),
}

/// Plays games of tournaments and contests of evolution from the queue until `stop` is set; returns the number of games
/// played.
///
/// # Errors
/// If there is no server at the start. The worker waits for a server that goes away later.
pub fn work(
    options: &WorkerOptions,
    library: &dyn GameLoader,
    stop: &AtomicBool,
    notify: fn(&str),
) -> Result<u64, WorkError> {
    let runtime = runtime().map_err(WorkError::Queue)?;
    runtime.block_on(async {
        let link = Connection::open(&options.url, Arc::new(move |text: String| notify(&text)))
            .await
            .map_err(WorkError::Queue)?;
        let WorkerOptions { threads, once, .. } = *options;
        let contests_link = link.clone();
        let contests = contests::serve(&contests_link, library, threads, once, stop, notify);
        let worker = Worker { options, library, stop, notify, link, tournaments: BTreeMap::new(), played: 0 };
        let (games, contest_games) = tokio::join!(worker.work(), contests);
        match games {
            Err(WorkError::Refused(_)) if contest_games > 0 => Ok(contest_games),
            games => games.map(|games| games + contest_games),
        }
    })
}

/// State of a tournament at the server.
enum TournamentState {
    Ready(Arc<Setup>),
    Refused,
}

/// Reason why the worker left a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LeaveReason {
    /// No jobs at present.
    Idle,
    /// The tournament does not exist any more.
    Gone,
    /// Too many player threads hung here.
    Hung,
    /// The worker is stopped.
    Stopped,
}

struct Worker<'a> {
    options: &'a WorkerOptions,
    library: &'a dyn GameLoader,
    stop: &'a AtomicBool,
    notify: fn(&str),
    link: Connection,
    tournaments: BTreeMap<QueueNames, TournamentState>,
    played: u64,
}

impl Worker<'_> {
    async fn work(mut self) -> Result<u64, WorkError> {
        (self.notify)(&format!("waiting for games at {}", self.link.address));
        let mut complaint = None;
        loop {
            let round = self.round().await;
            if self.stop.load(Ordering::Relaxed) {
                // Flushes the last acknowledgements.
                let _ = timeout(SHUTDOWN_TIMEOUT, self.link.client.flush()).await;
                return Ok(self.played);
            }
            match round {
                Ok(waiting) => {
                    complaint = None;
                    if self.options.once && !waiting {
                        let refused = self
                            .tournaments
                            .values()
                            .any(|tournaments| matches!(tournaments, TournamentState::Refused));
                        let _ = timeout(SHUTDOWN_TIMEOUT, self.link.client.flush()).await;
                        return if refused && self.played == 0 {
                            Err(WorkError::Refused(self.link.address))
                        } else {
                            Ok(self.played)
                        };
                    }
                }
                Err(QueueError::Gone) => {}
                Err(QueueError::Transient(what) | QueueError::Permanent(what)) => {
                    if self.link.is_connected() && complaint.as_ref() != Some(&what) {
                        (self.notify)(&format!("{}: {what}; retrying", self.link.address));
                        complaint = Some(what);
                    }
                }
            }
            sleep(RETRY_DELAY).await;
        }
    }

    /// Plays the jobs of each tournament; returns `true` if unfinished jobs are left in the queue.
    async fn round(&mut self) -> Result<bool, QueueError> {
        if !self.link.is_connected() {
            return Ok(true);
        }
        let available = self.link.tournaments().await?;
        self.tournaments.retain(|names, _| available.contains(names));
        let mut waiting = false;
        for names in available {
            if self.stop.load(Ordering::Relaxed) {
                return Ok(true);
            }
            let Some(setup) = self.setup(&names).await? else { continue };
            let left = match self.consumer(&names).await {
                Ok(consumer) => self.play(&names, &setup, consumer).await,
                Err(QueueError::Gone) => LeaveReason::Gone,
                Err(problem) => return Err(problem),
            };
            match left {
                LeaveReason::Idle => {
                    // Games in play by other workers may be redelivered.
                    let jobs = self.link.stream(&names.jobs()).await;
                    waiting |= jobs.is_ok_and(|jobs| jobs.cached_info().state.messages > 0);
                }
                LeaveReason::Gone => drop(self.tournaments.remove(&names)),
                LeaveReason::Hung => drop(self.tournaments.insert(names, TournamentState::Refused)),
                LeaveReason::Stopped => return Ok(true),
            }
        }
        Ok(waiting)
    }

    /// Set-up tournament, or `None` if it is refused or not ready.
    async fn setup(&mut self, names: &QueueNames) -> Result<Option<Arc<Setup>>, QueueError> {
        match self.tournaments.get(names) {
            Some(TournamentState::Ready(setup)) => return Ok(Some(Arc::clone(setup))),
            Some(TournamentState::Refused) => return Ok(None),
            None => {}
        }
        let plan = match self.link.stream(&names.results()).await {
            Ok(results) => match results.get_last_raw_message_by_subject(&names.plan()).await {
                Ok(message) => message.payload,
                Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => return Ok(None),
                Err(error) => return Err(transient_error("read the configuration", &error)),
            },
            // The tournament is being removed, or its creation is not complete.
            Err(QueueError::Gone) => return Ok(None),
            Err(problem) => return Err(problem),
        };
        // Blocks the runtime, which is fine because no jobs are held here.
        match Plan::to_setup(&plan, self.library, self.options.allows_programs) {
            Ok(setup) => {
                let name = if setup.config.name.is_empty() {
                    setup.config.games.join(", ")
                } else {
                    setup.config.name.clone()
                };
                (self.notify)(&format!("playing for a tournament: {name}"));
                let setup = Arc::new(setup);
                self.tournaments.insert(names.clone(), TournamentState::Ready(Arc::clone(&setup)));
                Ok(Some(setup))
            }
            Err(why) => {
                (self.notify)(&format!("the tournament of {} is refused: {why}", names.jobs()));
                self.tournaments.insert(names.clone(), TournamentState::Refused);
                Ok(None)
            }
        }
    }

    async fn consumer(&self, names: &QueueNames) -> Result<Consumer<pull::Config>, QueueError> {
        let jobs = self.link.stream(&names.jobs()).await?;
        jobs.get_consumer(WORKERS).await.map_err(|error| QueueError::Transient(format!("cannot take games: {error}")))
    }

    /// Plays jobs of one tournament.
    async fn play(&mut self, names: &QueueNames, setup: &Arc<Setup>, consumer: Consumer<pull::Config>) -> LeaveReason {
        let (events, mut happened) = unbounded_channel();
        let pool = Pool::new(setup, self.options.threads);
        let job_sender = pool.job_sender();
        let closing = Arc::new(AtomicBool::new(false));
        let driver = spawn_pool_driver(pool, Arc::clone(&closing), events.clone());
        let mut table = TournamentWorker {
            link: self.link.clone(),
            names: names.clone(),
            setup: Arc::clone(setup),
            consumer,
            job_sender,
            events,
            held: HashMap::new(),
            stored: HashSet::new(),
            is_pulling: false,
            no_pull_before: Instant::now(),
            recently_finished: 0,
            prefetch: 0,
            played: 0,
        };
        let left = table.play(self.options.threads, self.stop, &mut happened).await;
        match left {
            LeaveReason::Hung => {
                (self.notify)("too many players hung; leaving this tournament to other workers");
            }
            LeaveReason::Gone => (self.notify)("the tournament is over"),
            LeaveReason::Idle | LeaveReason::Stopped => {}
        }
        closing.store(true, Ordering::Relaxed);
        table.return_jobs(&mut happened).await;
        self.played += table.played;
        // The threads end the processes of external programs.
        while !driver.is_finished() {
            sleep(Duration::from_millis(5)).await;
        }
        left
    }
}

/// Event of the worker's main loop.
enum WorkerEvent {
    /// A job was received.
    Job(Box<Message>),
    /// A pull request ended; with the number of jobs received.
    PullEnded(Result<usize, QueueError>),
    /// Event of the thread pool.
    Pool(ExecutorEvent),
    /// The result of a game was stored and its job acknowledged.
    ResultStored(u64),
    /// The tournament does not exist any more.
    Gone,
}

/// Spawns a thread that forwards the events of the pool, until `closing` is set.
fn spawn_pool_driver(mut pool: Pool, closing: Arc<AtomicBool>, events: UnboundedSender<WorkerEvent>) -> JoinHandle<()> {
    std::thread::spawn(move || {
        while !closing.load(Ordering::Relaxed) {
            match pool.next_event() {
                ExecutorEvent::Idle => {}
                event => {
                    if events.send(WorkerEvent::Pool(event)).is_err() {
                        break;
                    }
                }
            }
        }
        pool.close();
    })
}

/// A job that was received and not yet acknowledged.
struct HeldJob {
    message: Message,
    /// `true` if the game is finished.
    is_finished: bool,
}

/// Jobs held for one tournament.
struct TournamentWorker {
    link: Connection,
    names: QueueNames,
    setup: Arc<Setup>,
    consumer: Consumer<pull::Config>,
    job_sender: JobSender,
    events: UnboundedSender<WorkerEvent>,
    held: HashMap<u64, HeldJob>,
    /// Ids of games whose results are stored, in case the server missed the acknowledgement.
    stored: HashSet<u64>,
    /// `true` while a pull request is open.
    is_pulling: bool,
    /// Time before which no jobs are requested.
    no_pull_before: Instant,
    /// Number of games finished since the last tick.
    recently_finished: usize,
    /// Number of jobs to prefetch besides those in play: as many as are finished between two requests, so that short
    /// games do not wait for the server and long ones are left to other workers.
    prefetch: usize,
    played: u64,
}

impl TournamentWorker {
    async fn play(
        &mut self,
        threads: usize,
        stop: &AtomicBool,
        happened: &mut UnboundedReceiver<WorkerEvent>,
    ) -> LeaveReason {
        let (mut signed, mut looked) = (Instant::now(), Instant::now());
        let mut tick = tokio::time::interval(TICK);
        loop {
            let room = (threads + self.prefetch).saturating_sub(self.held.len());
            // Small requests are not worth the round trip.
            if !self.is_pulling && room > self.prefetch / 2 && Instant::now() >= self.no_pull_before {
                self.request_jobs(room);
            }
            tokio::select! {
                event = happened.recv() => match event {
                    Some(WorkerEvent::Job(message)) => self.accept_job(*message),
                    Some(WorkerEvent::Pool(ExecutorEvent::Finished(done))) => self.finish_job(*done),
                    Some(WorkerEvent::Pool(ExecutorEvent::TooManyHangs(_) | ExecutorEvent::Failed(_))) => return LeaveReason::Hung,
                    Some(WorkerEvent::Pool(ExecutorEvent::Idle | ExecutorEvent::Notice(_))) => {}
                    Some(WorkerEvent::ResultStored(id)) => self.mark_stored(id),
                    Some(WorkerEvent::Gone) | None => return LeaveReason::Gone,
                    Some(WorkerEvent::PullEnded(outcome)) => {
                        self.is_pulling = false;
                        match outcome {
                            Ok(0) if self.held.is_empty() => return LeaveReason::Idle,
                            Ok(_) => {}
                            Err(QueueError::Gone) => return LeaveReason::Gone,
                            Err(_) => self.no_pull_before = Instant::now() + RETRY_DELAY,
                        }
                    }
                },
                _ = tick.tick() => {
                    if stop.load(Ordering::Relaxed) {
                        return LeaveReason::Stopped;
                    }
                    self.prefetch = (2 * self.recently_finished).min(MAX_PREFETCH);
                    self.recently_finished = 0;
                    if signed.elapsed() >= PROGRESS_INTERVAL {
                        signed = Instant::now();
                        self.send_progress();
                    }
                    if looked.elapsed() >= CHECK_INTERVAL {
                        looked = Instant::now();
                        self.check_tournament();
                    }
                }
            }
        }
    }

    /// Requests jobs.
    fn request_jobs(&mut self, count: usize) {
        self.is_pulling = true;
        let (consumer, events) = (self.consumer.clone(), self.events.clone());
        let (link, names) = (self.link.clone(), self.names.clone());
        tokio::spawn(async move {
            let mut outcome = pull_jobs(&consumer, count, &events).await;
            if outcome.is_err() && link.stream(&names.jobs()).await.is_err_and(|problem| problem == QueueError::Gone) {
                outcome = Err(QueueError::Gone);
            }
            let _ = events.send(WorkerEvent::PullEnded(outcome));
        });
    }

    /// Accepts a job.
    fn accept_job(&mut self, message: Message) {
        let job: Option<Job> =
            serde_json::from_slice(&message.payload).ok().filter(|job| is_valid_job(&self.setup, job));
        let Some(job) = job else {
            // An invalid job is useless for all workers: it is terminated.
            tokio::spawn(async move { drop(message.ack_with(AckKind::Term).await) });
            return;
        };
        if self.stored.contains(&job.id) {
            tokio::spawn(async move { drop(message.double_ack().await) });
            return;
        }
        let id = job.id;
        match self.held.get_mut(&id) {
            // The job was redelivered after the server was away; the new message is the one to acknowledge.
            Some(held) => held.message = message,
            None => {
                self.held.insert(id, HeldJob { message, is_finished: false });
                self.job_sender.add([job]);
            }
        }
    }

    /// Handles a finished game: publishes the result first, and then acknowledges the job.
    fn finish_job(&mut self, done: FinishedGame) {
        let id = done.job.id;
        let Some(held) = self.held.get_mut(&id) else { return };
        held.is_finished = true;
        self.recently_finished += 1;
        let message = held.message.clone();
        let (link, names, events) = (self.link.clone(), self.names.clone(), self.events.clone());
        tokio::spawn(async move {
            let result = serde_json::to_vec(&done).expect("what came of a game is always JSON");
            loop {
                let kept = if link.is_connected() {
                    link.publish_result(&names, id, &result).await
                } else {
                    Err(QueueError::Gone)
                };
                if kept.is_ok() {
                    break;
                }
                if link.is_connected()
                    && link.stream(&names.results()).await.is_err_and(|problem| problem == QueueError::Gone)
                {
                    let _ = events.send(WorkerEvent::Gone);
                    return;
                }
                sleep(RETRY_DELAY).await;
            }
            // If the acknowledgement is lost, the job is redelivered and recognized.
            let _ = message.double_ack().await;
            let _ = events.send(WorkerEvent::ResultStored(id));
        });
    }

    fn mark_stored(&mut self, id: u64) {
        self.held.remove(&id);
        self.stored.insert(id);
        self.played += 1;
    }

    /// Sends progress acknowledgements for all held jobs.
    fn send_progress(&self) {
        if !self.link.is_connected() {
            return;
        }
        let messages: Vec<Message> = self.held.values().map(|held| held.message.clone()).collect();
        tokio::spawn(async move {
            for message in messages {
                let _ = message.ack_with(AckKind::Progress).await;
            }
        });
    }

    /// Checks that the tournament still exists.
    fn check_tournament(&self) {
        let (link, names, events) = (self.link.clone(), self.names.clone(), self.events.clone());
        tokio::spawn(async move {
            if link.is_connected() && link.stream(&names.jobs()).await.is_err_and(|problem| problem == QueueError::Gone)
            {
                let _ = events.send(WorkerEvent::Gone);
            }
        });
    }

    /// Returns unfinished jobs to the queue, and waits for pending results.
    async fn return_jobs(&mut self, happened: &mut UnboundedReceiver<WorkerEvent>) {
        let until = Instant::now() + SHUTDOWN_TIMEOUT;
        if !self.link.is_connected() {
            return;
        }
        for held in self.held.values().filter(|held| !held.is_finished) {
            let _ = timeout(SHUTDOWN_TIMEOUT, held.message.ack_with(AckKind::Nak(None))).await;
        }
        self.held.retain(|_, held| held.is_finished);
        while self.is_pulling || !self.held.is_empty() {
            let Ok(Some(event)) = timeout(until.saturating_duration_since(Instant::now()), happened.recv()).await
            else {
                return;
            };
            match event {
                WorkerEvent::Job(message) => {
                    drop(timeout(SHUTDOWN_TIMEOUT, message.ack_with(AckKind::Nak(None))).await);
                }
                WorkerEvent::PullEnded(_) => self.is_pulling = false,
                WorkerEvent::ResultStored(id) => self.mark_stored(id),
                WorkerEvent::Gone => return,
                WorkerEvent::Pool(_) => {}
            }
        }
    }
}

/// Sends a pull request for `count` jobs; returns the number received.
async fn pull_jobs(
    consumer: &Consumer<pull::Config>,
    count: usize,
    events: &UnboundedSender<WorkerEvent>,
) -> Result<usize, QueueError> {
    let batch = consumer.batch().max_messages(count).expires(PULL_TIMEOUT).messages().await;
    let mut batch = batch.map_err(|error| transient_error("ask for games", &error))?;
    let mut came = 0;
    // A server that went away sends no end of the batch, hence the timeout.
    while let Ok(Some(message)) = timeout(PULL_TIMEOUT * 2, batch.next()).await {
        let message = message.map_err(|error| QueueError::Transient(format!("cannot take games: {error}")))?;
        came += 1;
        if events.send(WorkerEvent::Job(Box::new(message))).is_err() {
            break;
        }
    }
    Ok(came)
}

/// `true` if the job is valid for this tournament.
fn is_valid_job(setup: &Setup, job: &Job) -> bool {
    let Some(contest) = setup.contests.get(job.game) else { return false };
    let tournaments = |&entrant: &usize| entrant < setup.entrants.len();
    job.seats.len() == contest.game().players()
        && job.seats.iter().all(tournaments)
        && job.meeting.iter().all(tournaments)
}
