//! A worker: it takes games from the queue, plays them on threads, and puts what came of them into the queue. It keeps nothing that
//! anybody needs: if it is ended, whenever and however, its games are given to others.

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

use super::SILENCE;
use super::link::{Link, PAUSE, Problem, passing};
use super::names::{Names, WORKERS};
use super::plan::Plan;
use super::writer::runtime;
use crate::tournament::{Done, Hatch, Job, Library, News as Told, Pool, Setup};

/// How often it is looked whether somebody stops the worker, and how many games were over since.
const TICK: Duration = Duration::from_millis(100);
/// So often the server is told that games are still in play.
const SIGN: Duration = SILENCE.checked_div(4).expect("the divisor is not 0");
/// How long the server holds a wish for games when there are none.
const WISH: Duration = Duration::from_secs(1);
/// How often it is looked whether a tournament is still wanted.
const WANTED: Duration = Duration::from_secs(5);
/// How long to wait for what is under way when the worker ends.
const FAREWELL: Duration = Duration::from_secs(3);
/// At most so many games are in hand besides those in play.
const MOST_WAITING: usize = 512;

/// How a worker works.
#[derive(Clone, Debug)]
pub struct Shift {
    /// The server: `nats://[user:password@]host[:port]`.
    pub url: String,
    /// How many threads search at the same time, at most.
    pub threads: usize,
    /// Whether it ends when no games are left in the queue.
    pub once: bool,
    /// Whether programs outside that a tournament names are started.
    pub programs: bool,
}

/// Why a worker cannot work.
#[derive(Debug, Error)]
pub enum WorkError {
    /// The server, or this machine.
    #[error("{0}")]
    Queue(String),
    /// Nothing that is there can be played here.
    #[error("no tournament at {0} can be played here")]
    Refused(String),
}

/// Takes games and plays them until `stop` is set; how many it played.
///
/// # Errors
/// If there is no server. One that goes away later is waited for.
pub fn work(shift: &Shift, library: &dyn Library, stop: &AtomicBool, say: fn(&str)) -> Result<u64, WorkError> {
    let runtime = runtime().map_err(WorkError::Queue)?;
    runtime.block_on(async {
        let link = Link::open(&shift.url, Arc::new(move |text: String| say(&text))).await.map_err(WorkError::Queue)?;
        Worker { shift, library, stop, say, link, known: BTreeMap::new(), played: 0 }.work().await
    })
}

/// A tournament at the server.
enum Known {
    Ready(Arc<Setup>),
    Refused,
}

/// How it went with a tournament for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Left {
    /// There is nothing to do for now.
    Idle,
    /// It is not there any more.
    Gone,
    /// Too many players hang here.
    Hung,
    /// Somebody stops the worker.
    Stopped,
}

struct Worker<'a> {
    shift: &'a Shift,
    library: &'a dyn Library,
    stop: &'a AtomicBool,
    say: fn(&str),
    link: Link,
    known: BTreeMap<Names, Known>,
    played: u64,
}

impl Worker<'_> {
    async fn work(mut self) -> Result<u64, WorkError> {
        (self.say)(&format!("waiting for games at {}", self.link.address));
        let mut complaint = None;
        loop {
            let round = self.round().await;
            if self.stop.load(Ordering::Relaxed) {
                // What was acknowledged last is on its way.
                let _ = timeout(FAREWELL, self.link.client.flush()).await;
                return Ok(self.played);
            }
            match round {
                Ok(waiting) => {
                    complaint = None;
                    if self.shift.once && !waiting {
                        let refused = self.known.values().any(|known| matches!(known, Known::Refused));
                        let _ = timeout(FAREWELL, self.link.client.flush()).await;
                        return if refused && self.played == 0 {
                            Err(WorkError::Refused(self.link.address))
                        } else {
                            Ok(self.played)
                        };
                    }
                }
                Err(Problem::Gone) => {}
                Err(Problem::Passing(what) | Problem::Lasting(what)) => {
                    if self.link.is_up() && complaint.as_ref() != Some(&what) {
                        (self.say)(&format!("{}: {what}; it is tried again", self.link.address));
                        complaint = Some(what);
                    }
                }
            }
            sleep(PAUSE).await;
        }
    }

    /// Plays for each tournament as long as there is something to do; whether games are left that it may get.
    async fn round(&mut self) -> Result<bool, Problem> {
        if !self.link.is_up() {
            return Ok(true);
        }
        let there = self.link.tournaments().await?;
        self.known.retain(|names, _| there.contains(names));
        let mut waiting = false;
        for names in there {
            if self.stop.load(Ordering::Relaxed) {
                return Ok(true);
            }
            let Some(setup) = self.setup(&names).await? else { continue };
            let left = match self.consumer(&names).await {
                Ok(consumer) => self.play(&names, &setup, consumer).await,
                Err(Problem::Gone) => Left::Gone,
                Err(problem) => return Err(problem),
            };
            match left {
                Left::Idle => {
                    // Games that others have in play may come back.
                    let jobs = self.link.stream(&names.jobs()).await;
                    waiting |= jobs.is_ok_and(|jobs| jobs.cached_info().state.messages > 0);
                }
                Left::Gone => drop(self.known.remove(&names)),
                Left::Hung => drop(self.known.insert(names, Known::Refused)),
                Left::Stopped => return Ok(true),
            }
        }
        Ok(waiting)
    }

    /// The tournament, unless it is refused or not ready.
    async fn setup(&mut self, names: &Names) -> Result<Option<Arc<Setup>>, Problem> {
        match self.known.get(names) {
            Some(Known::Ready(setup)) => return Ok(Some(Arc::clone(setup))),
            Some(Known::Refused) => return Ok(None),
            None => {}
        }
        let plan = match self.link.stream(&names.results()).await {
            Ok(results) => match results.get_last_raw_message_by_subject(&names.plan()).await {
                Ok(message) => message.payload,
                Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => return Ok(None),
                Err(error) => return Err(passing("read the description", &error)),
            },
            // It is being removed, or not yet whole.
            Err(Problem::Gone) => return Ok(None),
            Err(problem) => return Err(problem),
        };
        // Nothing is in hand that would need attention meanwhile.
        match Plan::set_up(&plan, self.library, self.shift.programs) {
            Ok(setup) => {
                let name = if setup.config.name.is_empty() {
                    setup.config.games.join(", ")
                } else {
                    setup.config.name.clone()
                };
                (self.say)(&format!("plays for a tournament: {name}"));
                let setup = Arc::new(setup);
                self.known.insert(names.clone(), Known::Ready(Arc::clone(&setup)));
                Ok(Some(setup))
            }
            Err(why) => {
                (self.say)(&format!("the tournament of {} is refused: {why}", names.jobs()));
                self.known.insert(names.clone(), Known::Refused);
                Ok(None)
            }
        }
    }

    async fn consumer(&self, names: &Names) -> Result<Consumer<pull::Config>, Problem> {
        let jobs = self.link.stream(&names.jobs()).await?;
        jobs.get_consumer(WORKERS).await.map_err(|error| Problem::Passing(format!("cannot take games: {error}")))
    }

    /// Plays for one tournament.
    async fn play(&mut self, names: &Names, setup: &Arc<Setup>, consumer: Consumer<pull::Config>) -> Left {
        let (events, mut happened) = unbounded_channel();
        let pool = Pool::new(setup, self.shift.threads);
        let hatch = pool.hatch();
        let closing = Arc::new(AtomicBool::new(false));
        let driver = driven(pool, Arc::clone(&closing), events.clone());
        let mut table = Table {
            link: self.link.clone(),
            names: names.clone(),
            setup: Arc::clone(setup),
            consumer,
            hatch,
            events,
            held: HashMap::new(),
            kept: HashSet::new(),
            wishing: false,
            rest: Instant::now(),
            lately: 0,
            stock: 0,
            played: 0,
        };
        let left = table.play(self.shift.threads, self.stop, &mut happened).await;
        match left {
            Left::Hung => {
                (self.say)(
                    "too many players did not come back from thinking; this tournament is left to other workers",
                );
            }
            Left::Gone => (self.say)("the tournament is over"),
            Left::Idle | Left::Stopped => {}
        }
        closing.store(true, Ordering::Relaxed);
        table.leave(&mut happened).await;
        self.played += table.played;
        // Programs that play are ended with their games.
        while !driver.is_finished() {
            sleep(Duration::from_millis(5)).await;
        }
        left
    }
}

/// What happens while games are played.
enum Event {
    /// A game to be played.
    Job(Box<Message>),
    /// A wish for games is over; how many came.
    Wished(Result<usize, Problem>),
    /// From the threads.
    Told(Told),
    /// What came of a game is kept, and the game has left the queue.
    Kept(u64),
    /// The tournament is not there any more.
    Gone,
}

/// Waits for what the threads have to say, until it is to close them.
fn driven(mut pool: Pool, closing: Arc<AtomicBool>, events: UnboundedSender<Event>) -> JoinHandle<()> {
    std::thread::spawn(move || {
        while !closing.load(Ordering::Relaxed) {
            match pool.next() {
                Told::Nothing => {}
                told => {
                    if events.send(Event::Told(told)).is_err() {
                        break;
                    }
                }
            }
        }
        pool.close();
    })
}

/// A game in hand.
struct Held {
    message: Message,
    /// Whether it was played.
    done: bool,
}

/// The games in hand of one tournament.
struct Table {
    link: Link,
    names: Names,
    setup: Arc<Setup>,
    consumer: Consumer<pull::Config>,
    hatch: Hatch,
    events: UnboundedSender<Event>,
    held: HashMap<u64, Held>,
    /// Games whose results are kept, in case the server did not hear that.
    kept: HashSet<u64>,
    /// Whether games are wished for.
    wishing: bool,
    /// Before this nothing is wished for.
    rest: Instant,
    /// How many games were over since the last tick.
    lately: usize,
    /// How many games to have in hand besides those in play: as many as are over between two wishes, so that short games do not wait
    /// for the server and long ones are left to other workers.
    stock: usize,
    played: u64,
}

impl Table {
    async fn play(&mut self, threads: usize, stop: &AtomicBool, happened: &mut UnboundedReceiver<Event>) -> Left {
        let (mut signed, mut looked) = (Instant::now(), Instant::now());
        let mut tick = tokio::time::interval(TICK);
        loop {
            let room = (threads + self.stock).saturating_sub(self.held.len());
            // Wishes for one or two of many are not worth their way.
            if !self.wishing && room > self.stock / 2 && Instant::now() >= self.rest {
                self.wish(room);
            }
            tokio::select! {
                event = happened.recv() => match event {
                    Some(Event::Job(message)) => self.take(*message),
                    Some(Event::Told(Told::Done(done))) => self.done(*done),
                    Some(Event::Told(Told::TooManyHung(_) | Told::Broken(_))) => return Left::Hung,
                    Some(Event::Told(Told::Nothing | Told::News(_))) => {}
                    Some(Event::Kept(id)) => self.settle(id),
                    Some(Event::Gone) | None => return Left::Gone,
                    Some(Event::Wished(outcome)) => {
                        self.wishing = false;
                        match outcome {
                            Ok(0) if self.held.is_empty() => return Left::Idle,
                            Ok(_) => {}
                            Err(Problem::Gone) => return Left::Gone,
                            Err(_) => self.rest = Instant::now() + PAUSE,
                        }
                    }
                },
                _ = tick.tick() => {
                    if stop.load(Ordering::Relaxed) {
                        return Left::Stopped;
                    }
                    self.stock = (2 * self.lately).min(MOST_WAITING);
                    self.lately = 0;
                    if signed.elapsed() >= SIGN {
                        signed = Instant::now();
                        self.sign();
                    }
                    if looked.elapsed() >= WANTED {
                        looked = Instant::now();
                        self.look();
                    }
                }
            }
        }
    }

    /// Wishes for games.
    fn wish(&mut self, count: usize) {
        self.wishing = true;
        let (consumer, events) = (self.consumer.clone(), self.events.clone());
        let (link, names) = (self.link.clone(), self.names.clone());
        tokio::spawn(async move {
            let mut outcome = wished(&consumer, count, &events).await;
            if outcome.is_err() && link.stream(&names.jobs()).await.is_err_and(|problem| problem == Problem::Gone) {
                outcome = Err(Problem::Gone);
            }
            let _ = events.send(Event::Wished(outcome));
        });
    }

    /// Takes a game in hand.
    fn take(&mut self, message: Message) {
        let job: Option<Job> = serde_json::from_slice(&message.payload).ok().filter(|job| fits(&self.setup, job));
        let Some(job) = job else {
            // What is no game is of no use to anybody.
            tokio::spawn(async move { drop(message.ack_with(AckKind::Term).await) });
            return;
        };
        if self.kept.contains(&job.id) {
            tokio::spawn(async move { drop(message.double_ack().await) });
            return;
        }
        let id = job.id;
        match self.held.get_mut(&id) {
            // It was given up for lost while the server was away.
            Some(held) => held.message = message,
            None => {
                self.held.insert(id, Held { message, done: false });
                self.hatch.add([job]);
            }
        }
    }

    /// A game is over: its result is kept first, and then the game leaves the queue.
    fn done(&mut self, done: Done) {
        let id = done.job.id;
        let Some(held) = self.held.get_mut(&id) else { return };
        held.done = true;
        self.lately += 1;
        let message = held.message.clone();
        let (link, names, events) = (self.link.clone(), self.names.clone(), self.events.clone());
        tokio::spawn(async move {
            let result = serde_json::to_vec(&done).expect("what came of a game is always JSON");
            loop {
                let kept =
                    if link.is_up() { link.publish_result(&names, id, &result).await } else { Err(Problem::Gone) };
                if kept.is_ok() {
                    break;
                }
                if link.is_up() && link.stream(&names.results()).await.is_err_and(|problem| problem == Problem::Gone) {
                    let _ = events.send(Event::Gone);
                    return;
                }
                sleep(PAUSE).await;
            }
            // If the server does not hear it, the game comes again, and is known.
            let _ = message.double_ack().await;
            let _ = events.send(Event::Kept(id));
        });
    }

    fn settle(&mut self, id: u64) {
        self.held.remove(&id);
        self.kept.insert(id);
        self.played += 1;
    }

    /// Tells the server that the games in hand are still in play.
    fn sign(&self) {
        if !self.link.is_up() {
            return;
        }
        let messages: Vec<Message> = self.held.values().map(|held| held.message.clone()).collect();
        tokio::spawn(async move {
            for message in messages {
                let _ = message.ack_with(AckKind::Progress).await;
            }
        });
    }

    /// Looks whether the tournament is still there.
    fn look(&self) {
        let (link, names, events) = (self.link.clone(), self.names.clone(), self.events.clone());
        tokio::spawn(async move {
            if link.is_up() && link.stream(&names.jobs()).await.is_err_and(|problem| problem == Problem::Gone) {
                let _ = events.send(Event::Gone);
            }
        });
    }

    /// Gives back what is in hand; what was played is still handed in.
    async fn leave(&mut self, happened: &mut UnboundedReceiver<Event>) {
        let until = Instant::now() + FAREWELL;
        if !self.link.is_up() {
            return;
        }
        for held in self.held.values().filter(|held| !held.done) {
            let _ = timeout(FAREWELL, held.message.ack_with(AckKind::Nak(None))).await;
        }
        self.held.retain(|_, held| held.done);
        while self.wishing || !self.held.is_empty() {
            let Ok(Some(event)) = timeout(until.saturating_duration_since(Instant::now()), happened.recv()).await
            else {
                return;
            };
            match event {
                Event::Job(message) => drop(timeout(FAREWELL, message.ack_with(AckKind::Nak(None))).await),
                Event::Wished(_) => self.wishing = false,
                Event::Kept(id) => self.settle(id),
                Event::Gone => return,
                Event::Told(_) => {}
            }
        }
    }
}

/// Asks for so many games; how many came.
async fn wished(
    consumer: &Consumer<pull::Config>,
    count: usize,
    events: &UnboundedSender<Event>,
) -> Result<usize, Problem> {
    let batch = consumer.batch().max_messages(count).expires(WISH).messages().await;
    let mut batch = batch.map_err(|error| passing("ask for games", &error))?;
    let mut came = 0;
    // A server that went away answers nothing.
    while let Ok(Some(message)) = timeout(WISH * 2, batch.next()).await {
        let message = message.map_err(|error| Problem::Passing(format!("cannot take games: {error}")))?;
        came += 1;
        if events.send(Event::Job(Box::new(message))).is_err() {
            break;
        }
    }
    Ok(came)
}

/// Whether a game is one of the tournament.
fn fits(setup: &Setup, job: &Job) -> bool {
    let Some(contest) = setup.contests.get(job.game) else { return false };
    let known = |&entrant: &usize| entrant < setup.entrants.len();
    job.seats.len() == contest.game().players() && job.seats.iter().all(known) && job.meeting.iter().all(known)
}
