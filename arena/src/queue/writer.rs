//! The one that has games played by workers: it puts them into the queue, and fetches what came of them. It plays nothing, and what
//! becomes of the results is for others to decide.
//!
//! Everything it asks of the server can be asked again: it keeps no subscription that could be lost, and reads the results one by one
//! by their numbers. When the server was away it looks at what is there and goes on.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::{AckPolicy, pull};
use async_nats::jetstream::stream::LastRawMessageErrorKind;
use async_nats::jetstream::stream::{Config, DirectGetErrorKind, DiscardPolicy, RetentionPolicy, Stream};
use futures_util::future::join_all;
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::SILENCE;
use super::link::{Link, PAUSE, Problem, Say, passing, published};
use super::names::{Names, Subject, WORKERS};
use super::plan::Plan;
use crate::tournament::{Crew, Done, Job, News as Told, Setup};

/// How long whoever waits for results waits at a time.
const ROUND: Duration = Duration::from_millis(50);
/// How long to wait for room for what is told.
const ROOM: Duration = Duration::from_millis(5);
/// How often results are looked for, while some come and while none do.
const SOON: Duration = Duration::from_millis(20);
const LATER: Duration = Duration::from_millis(150);
/// So many messages are on their way to or from the server at the same time.
const TOGETHER: usize = 128;
/// When nothing came for so long, it is looked whether something is missing.
const DOUBT: Duration = Duration::from_secs(3);
/// How long the streams may take to be removed.
const FAREWELL: Duration = Duration::from_secs(10);
/// A message that comes again within this time is recognised by the server; after that by its subject.
const WINDOW: Duration = Duration::from_mins(2);

/// What is asked of the thread that talks to the server.
enum Order {
    /// Have these games played; all up to this number are known now.
    Play(Vec<Job>, u64),
    /// End, and remove the streams if the tournament is over.
    End { over: bool, answer: SyncSender<Vec<String>> },
}

/// Tells what happens to a thread that is not always listening.
#[derive(Clone)]
struct Mouth(SyncSender<Told>);

impl Mouth {
    /// Says it as soon as there is room for it.
    async fn say(&self, mut told: Told) {
        while let Err(TrySendError::Full(again)) = self.0.try_send(told) {
            told = again;
            tokio::time::sleep(ROOM).await;
        }
    }
}

/// A connection, before the tournament begins.
pub(super) struct Desk {
    runtime: tokio::runtime::Runtime,
    link: Link,
    names: Names,
    plan: Vec<u8>,
    mouth: Mouth,
    tells: Receiver<Told>,
}

/// Has games played by workers.
pub(super) struct Writer {
    orders: mpsc::UnboundedSender<Order>,
    tells: Receiver<Told>,
    thread: JoinHandle<()>,
}

impl Desk {
    /// Connects.
    ///
    /// # Errors
    /// Why that is not possible, and what to do.
    pub fn open(url: &str, setup: &Arc<Setup>) -> Result<Self, String> {
        let runtime = runtime()?;
        let (told, tells) = sync_channel(1024);
        let mouth = Mouth(told.clone());
        let plan = Plan::written(setup)?;
        // What nobody has room for is not worth waiting for.
        let say: Say = Arc::new(move |text| drop(told.try_send(Told::News(text))));
        let link = runtime.block_on(Link::open(url, say))?;
        let most = link.client.server_info().max_payload;
        if plan.len() + 1024 > most {
            return Err(format!(
                "{}: the description with its game files has {} bytes, and the server takes {most}; raise its max_payload",
                link.address,
                plan.len()
            ));
        }
        Ok(Self { runtime, link, names: Names::of(&setup.identity()), plan, mouth, tells })
    }

    /// Begins to talk to the server.
    pub fn begin(self) -> Writer {
        let Self { runtime, link, names, plan, mouth, tells } = self;
        let (orders, ordered) = mpsc::unbounded_channel();
        let post = Post {
            link,
            names,
            plan,
            mouth,
            pending: HashMap::new(),
            unsent: VecDeque::new(),
            early: HashMap::new(),
            pieces: HashMap::new(),
            last: 0,
            seen: 0,
            made: None,
            fresh: false,
            again: 0,
            heard: Instant::now(),
        };
        let thread = std::thread::spawn(move || runtime.block_on(post.serve(ordered)));
        Writer { orders, tells, thread }
    }
}

/// A small one: there is little to do, and it waits most of the time.
pub(super) fn runtime() -> Result<tokio::runtime::Runtime, String> {
    let built = tokio::runtime::Builder::new_current_thread().enable_all().build();
    built.map_err(|error| format!("the system lets us wait for nothing: {error}"))
}

impl Crew for Writer {
    fn add(&mut self, jobs: Vec<Job>, last: u64) {
        // If it has ended, the next that happens says so.
        let _ = self.orders.send(Order::Play(jobs, last));
    }

    fn next(&mut self) -> Told {
        match self.tells.recv_timeout(ROUND) {
            Ok(told) => told,
            Err(RecvTimeoutError::Timeout) => Told::Nothing,
            Err(RecvTimeoutError::Disconnected) => {
                Told::Broken("what talks to the server of the queue has ended; --resume goes on".to_owned())
            }
        }
    }

    fn close(self: Box<Self>, over: bool) -> Vec<String> {
        let Self { orders, tells, thread } = *self;
        let (answer, answered) = sync_channel(1);
        let _ = orders.send(Order::End { over, answer });
        // Nobody listens any more; it must not wait for that.
        drop(tells);
        let Ok(notes) = answered.recv_timeout(FAREWELL * 2) else {
            return vec!["the server of the queue did not answer at the end".to_owned()];
        };
        // It has nothing to say that it did not say.
        let _ = thread.join();
        notes
    }
}

/// What is known of the streams.
struct Made {
    jobs: Stream,
    results: Stream,
}

/// Talks to the server.
struct Post {
    link: Link,
    names: Names,
    plan: Vec<u8>,
    mouth: Mouth,
    /// Games without a result.
    pending: HashMap<u64, Job>,
    /// Those of them that are not in the queue yet, as far as is known.
    unsent: VecDeque<u64>,
    /// Results of games that are not asked for yet: of rounds that were played before.
    early: HashMap<u64, Box<Done>>,
    /// Results of which pieces are missing, by game and sum.
    pieces: HashMap<(u64, String), Vec<Option<Vec<u8>>>>,
    /// No game up to this number is still to be asked for.
    last: u64,
    /// The last message of the stream of results that was read.
    seen: u64,
    made: Option<Made>,
    /// Whether all results were read that were there in the beginning.
    fresh: bool,
    /// How often games were put into the queue again.
    again: u32,
    /// When something was last heard of a game.
    heard: Instant,
}

impl Post {
    async fn serve(mut self, mut ordered: mpsc::UnboundedReceiver<Order>) {
        let mut complaint = None;
        loop {
            while let Ok(order) = ordered.try_recv() {
                match order {
                    Order::Play(jobs, last) => self.take(jobs, last).await,
                    Order::End { over, answer } => {
                        let _ = answer.send(self.end(over).await);
                        return;
                    }
                }
            }
            let pause = match self.turn().await {
                Ok(pause) => {
                    complaint = None;
                    pause
                }
                Err(Problem::Lasting(why)) => {
                    let why = format!("{}: {why}; what was played is kept, and --resume goes on", self.link.address);
                    self.mouth.say(Told::Broken(why)).await;
                    // Only the end is waited for.
                    LATER
                }
                Err(Problem::Gone) => {
                    self.made = None;
                    PAUSE
                }
                Err(Problem::Passing(what)) => {
                    self.made = None;
                    // Of a connection that is lost people are told anyway.
                    if self.link.is_up() && complaint.as_ref() != Some(&what) {
                        let news = format!("{}: {what}; it is tried again", self.link.address);
                        self.mouth.say(Told::News(news)).await;
                        complaint = Some(what);
                    }
                    PAUSE
                }
            };
            // Orders are taken at once.
            if !pause.is_zero() && ordered.is_empty() {
                tokio::time::sleep(pause).await;
            }
            if ordered.is_closed() && ordered.is_empty() {
                return;
            }
        }
    }

    /// Games to be played.
    async fn take(&mut self, jobs: Vec<Job>, last: u64) {
        self.last = self.last.max(last);
        for job in jobs {
            let id = job.id;
            self.pending.insert(id, job);
            match self.early.remove(&id) {
                Some(done) => self.deliver(done).await,
                None => self.unsent.push_back(id),
            }
        }
        let last = self.last;
        self.early.retain(|&id, _| id > last);
    }

    /// One turn of everything that is to do; how long to wait before the next one.
    async fn turn(&mut self) -> Result<Duration, Problem> {
        if !self.link.is_up() {
            return Ok(PAUSE);
        }
        if self.made.is_none() {
            self.prepare().await?;
        }
        let read = self.read().await?;
        // Results that came before are read first: their games need not be played again.
        self.fresh |= read < TOGETHER;
        if self.fresh {
            self.send().await?;
        }
        if self.heard.elapsed() > DOUBT && self.unsent.is_empty() && !self.pending.is_empty() {
            self.doubt().await?;
        }
        Ok(if read > 0 || !self.unsent.is_empty() {
            Duration::ZERO
        } else if self.heard.elapsed() < Duration::from_secs(1) {
            SOON
        } else {
            LATER
        })
    }

    /// Sees to it that the streams are there.
    async fn prepare(&mut self) -> Result<(), Problem> {
        let before = self.made.is_some() || self.seen > 0;
        let (results, _) = self
            .link
            .made(Config {
                name: self.names.results(),
                subjects: self.names.all_results(),
                max_messages_per_subject: 1,
                discard: DiscardPolicy::New,
                discard_new_per_subject: true,
                duplicate_window: WINDOW,
                allow_direct: true,
                description: Some("Boardwright: what came of games".to_owned()),
                ..Config::default()
            })
            .await?;
        let state = &results.cached_info().state;
        if before && state.last_sequence < self.seen {
            // It is another stream than that of before.
            self.seen = 0;
        }
        self.put_plan(&results).await?;
        let (jobs, made) = self
            .link
            .made(Config {
                name: self.names.jobs(),
                subjects: vec![self.names.all_jobs()],
                retention: RetentionPolicy::WorkQueue,
                max_messages_per_subject: 1,
                discard: DiscardPolicy::New,
                discard_new_per_subject: true,
                duplicate_window: WINDOW,
                description: Some("Boardwright: games to be played".to_owned()),
                ..Config::default()
            })
            .await?;
        if made {
            let mut missing: Vec<u64> = self.pending.keys().copied().collect();
            missing.sort_unstable();
            self.unsent = missing.into();
        }
        let workers = pull::Config {
            durable_name: Some(WORKERS.to_owned()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: SILENCE,
            max_deliver: -1,
            max_ack_pending: 1 << 16,
            ..pull::Config::default()
        };
        let shared = jobs.get_or_create_consumer(WORKERS, workers).await;
        shared.map_err(|error| passing("make the consumer of workers", &error))?;
        self.made = Some(Made { jobs, results });
        Ok(())
    }

    /// Sees to it that the description is there, as it is now.
    async fn put_plan(&self, results: &Stream) -> Result<(), Problem> {
        match results.get_last_raw_message_by_subject(&self.names.plan()).await {
            Ok(message) if message.payload == self.plan => return Ok(()),
            Ok(_) => {
                let purged = results.purge().filter(self.names.plan()).await;
                purged.map_err(|error| passing("change the description", &error))?;
            }
            Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => {}
            Err(error) => return Err(passing("read the description", &error)),
        }
        let sum = crate::tournament::digest::of_bytes(&self.plan);
        self.link.publish(self.names.plan(), &format!("plan-{sum}"), self.plan.clone()).await
    }

    /// Puts some of the games into the queue that are not there yet.
    async fn send(&mut self) -> Result<(), Problem> {
        let mut sent = Vec::new();
        while sent.len() < TOGETHER
            && let Some(id) = self.unsent.pop_front()
        {
            if self.pending.contains_key(&id) {
                sent.push(id);
            }
        }
        let outcome = self.send_all(&sent).await;
        if outcome.is_err() {
            // Those that are there already will not be there twice.
            for &id in sent.iter().rev() {
                self.unsent.push_front(id);
            }
        }
        outcome
    }

    async fn send_all(&mut self, ids: &[u64]) -> Result<(), Problem> {
        let mut answers = Vec::new();
        for id in ids {
            let Some(job) = self.pending.get(id) else { continue };
            let payload = serde_json::to_vec(job).expect("a job is always JSON");
            let name = if self.again == 0 { format!("job-{id}") } else { format!("job-{id}-{}", self.again) };
            answers.push(self.link.begin_publish(self.names.job(*id), &name, payload).await?.into_future());
        }
        for answer in join_all(answers).await {
            published(answer)?;
        }
        if !ids.is_empty() {
            self.heard = Instant::now();
        }
        Ok(())
    }

    /// Reads results that are there and were not read; how many messages there were.
    async fn read(&mut self) -> Result<usize, Problem> {
        let Some(Made { results, .. }) = &self.made else { return Ok(0) };
        let info = results.get_info().await.map_err(|error| passing("look for results", &error));
        let info = match info {
            Ok(info) => info,
            Err(problem) => {
                // Whether it is gone is found out by asking for it by name.
                self.link.stream(&self.names.results()).await?;
                return Err(problem);
            }
        };
        let last = info.state.last_sequence;
        if last < self.seen {
            return Err(Problem::Gone);
        }
        let until = last.min(self.seen + TOGETHER as u64);
        let wanted = self.seen + 1..=until;
        let results = results.clone();
        let messages = join_all(wanted.clone().map(|sequence| results.direct_get(sequence))).await;
        let mut count = 0;
        for (sequence, message) in wanted.zip(messages) {
            match message {
                Ok(message) => self.hear(message.subject.as_str(), &message.payload).await?,
                // An earlier description.
                Err(error) if error.kind() == DirectGetErrorKind::NotFound => {}
                Err(error) => return Err(passing("read a result", &error)),
            }
            self.seen = sequence;
            count += 1;
        }
        Ok(count)
    }

    /// A message of the stream of results.
    async fn hear(&mut self, subject: &str, payload: &[u8]) -> Result<(), Problem> {
        match self.names.read(subject) {
            Some(Subject::Result(id)) => self.result(id, payload).await,
            Some(Subject::Piece(id, sum, piece, count)) => {
                let whole = self.pieces.entry((id, sum.to_owned())).or_insert_with(|| vec![None; count]);
                if let Some(place) = whole.get_mut(piece) {
                    *place = Some(payload.to_vec());
                }
                if whole.iter().all(Option::is_some) {
                    let whole = self.pieces.remove(&(id, sum.to_owned())).unwrap_or_default();
                    let bytes: Vec<u8> = whole.into_iter().flatten().flatten().collect();
                    return self.result(id, &bytes).await;
                }
                Ok(())
            }
            Some(Subject::Plan) | None => Ok(()),
        }
    }

    /// What came of a game.
    async fn result(&mut self, id: u64, payload: &[u8]) -> Result<(), Problem> {
        self.heard = Instant::now();
        let done: Done = serde_json::from_slice(payload)
            .map_err(|error| Problem::Lasting(format!("the result of game {id} cannot be read: {error}")))?;
        if done.job.id != id {
            return Err(Problem::Lasting(format!("the result of game {id} is that of another game")));
        }
        if self.pending.contains_key(&id) {
            self.deliver(Box::new(done)).await;
        } else if id > self.last {
            self.early.insert(id, Box::new(done));
        }
        Ok(())
    }

    /// Hands a result on, if it is that of the game that was asked for.
    async fn deliver(&mut self, done: Box<Done>) {
        let id = done.job.id;
        match self.pending.remove(&id) {
            Some(job) if job == done.job => {
                // Whoever is not there any more has what is needed from the journal.
                self.mouth.say(Told::Done(done)).await;
            }
            Some(_) => {
                let streams = format!("{} and {}", self.names.jobs(), self.names.results());
                let why =
                    format!("{}: game {id} was played differently; remove the streams {streams}", self.link.address);
                self.mouth.say(Told::Broken(why)).await;
            }
            None => {}
        }
    }

    /// When nothing was heard for long: whether the queue is empty although games are missing. That happens when a server lost what
    /// it had.
    async fn doubt(&mut self) -> Result<(), Problem> {
        self.heard = Instant::now();
        let Some(Made { jobs, results }) = &self.made else { return Ok(()) };
        // In this order: a game leaves the queue only after its result is there.
        let waiting = match jobs.get_info().await {
            Ok(info) => info.state.messages,
            Err(error) => {
                self.link.stream(&self.names.jobs()).await?;
                return Err(passing("look at the queue", &error));
            }
        };
        let last = results.get_info().await.map_err(|error| passing("look for results", &error))?.state.last_sequence;
        if waiting == 0 && self.seen >= last {
            self.again += 1;
            let mut missing: Vec<u64> = self.pending.keys().copied().collect();
            missing.sort_unstable();
            let news = format!(
                "{}: the queue has lost {} games; they are put into it again",
                self.link.address,
                missing.len()
            );
            self.mouth.say(Told::News(news)).await;
            self.unsent = missing.into();
        }
        // The consumer may have been removed by hand.
        self.made = None;
        Ok(())
    }

    /// The end; what there is to say about it.
    async fn end(self, over: bool) -> Vec<String> {
        if !over {
            let waiting = self.pending.len();
            return vec![format!(
                "the {waiting} games that are left stay in the queue at {}: workers go on with them, and --resume takes what they play",
                self.link.address
            )];
        }
        let mut left = HashSet::new();
        for name in [self.names.jobs(), self.names.results()] {
            let removed = timeout(FAREWELL / 2, self.link.context.delete_stream(&name)).await;
            let gone = matches!(removed, Ok(Ok(_))) || matches!(self.link.stream(&name).await, Err(Problem::Gone));
            if !gone {
                left.insert(name);
            }
        }
        left.into_iter().map(|name| format!("the stream {name} is still at {}", self.link.address)).collect()
    }
}
