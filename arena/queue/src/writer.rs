//! The tournament's side of a queue: adds jobs, and fetches the results that workers publish. It plays no games, and
//! does not evaluate the results.
//!
//! All operations are idempotent: there is no subscription that could be lost, and results are read one by one by
//! sequence number. After a loss of the connection it reads the state of the streams and goes on.

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

use crate::ACK_TIMEOUT;
use crate::connection::{Connection, NoticeCallback, QueueError, RETRY_DELAY, check_ack, transient_error};
use crate::names::{QueueNames, Subject, WORKERS};
use crate::plan::Plan;
use boardwright_arena::tournament::{Executor, ExecutorEvent, FinishedGame, Job, Setup};

/// Polling interval of the tournament's main loop.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Delay before a full event channel is tried again.
const SEND_RETRY_DELAY: Duration = Duration::from_millis(5);
/// Polling intervals for results, while some arrive and while none do.
const SHORT_POLL: Duration = Duration::from_millis(20);
const LONG_POLL: Duration = Duration::from_millis(150);
/// Largest number of messages in flight in each direction.
const BATCH_SIZE: usize = 128;
/// Time without results after which the streams are checked for lost jobs.
const CHECK_AFTER: Duration = Duration::from_secs(3);
/// Time limit for the removal of the streams.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);
/// Window in which the server deduplicates messages by id; after that they are deduplicated by subject.
const DEDUPLICATION_WINDOW: Duration = Duration::from_mins(2);

/// Command to the thread that talks to the server.
enum Command {
    /// Adds games to be played; all up to this number have been added then.
    Play(Vec<Job>, u64),
    /// Ends the thread, and removes the streams if the tournament is over.
    End { over: bool, answer: SyncSender<Vec<String>> },
}

/// Sender of events to a thread that does not always listen.
#[derive(Clone)]
struct EventSender(SyncSender<ExecutorEvent>);

impl EventSender {
    /// Sends an event as soon as there is room for it.
    async fn send(&self, mut event: ExecutorEvent) {
        while let Err(TrySendError::Full(again)) = self.0.try_send(event) {
            event = again;
            tokio::time::sleep(SEND_RETRY_DELAY).await;
        }
    }
}

/// Connected writer, before the tournament begins.
pub(crate) struct ConnectedWriter {
    runtime: tokio::runtime::Runtime,
    link: Connection,
    names: QueueNames,
    plan: Vec<u8>,
    events: EventSender,
    received: Receiver<ExecutorEvent>,
}

/// Executor that has games played by workers.
pub(crate) struct Writer {
    orders: mpsc::UnboundedSender<Command>,
    received: Receiver<ExecutorEvent>,
    thread: JoinHandle<()>,
}

impl ConnectedWriter {
    /// Connects to the server.
    ///
    /// # Errors
    /// If the connection fails or the plan is too long: the error, and what to do.
    pub fn open(url: &str, setup: &Arc<Setup>) -> Result<Self, String> {
        let runtime = runtime()?;
        let (sender, received) = sync_channel(1024);
        let events = EventSender(sender.clone());
        let plan = Plan::serialize(setup)?;
        // Notices are dropped when the channel is full.
        let notify: NoticeCallback = Arc::new(move |text| drop(sender.try_send(ExecutorEvent::Notice(text))));
        let link = runtime.block_on(Connection::open(url, notify))?;
        let most = link.client.server_info().max_payload;
        if plan.len() + 1024 > most {
            return Err(format!(
                "{}: the configuration with its game files has {} bytes, and the server accepts {most}; raise its max_payload",
                link.address,
                plan.len()
            ));
        }
        Ok(Self { runtime, link, names: QueueNames::new(&setup.identity()), plan, events, received })
    }

    /// Starts the thread that talks to the server.
    pub fn begin(self) -> Writer {
        let Self { runtime, link, names, plan, events, received } = self;
        let (orders, ordered) = mpsc::unbounded_channel();
        let post = WriterThread {
            link,
            names,
            plan,
            events,
            pending: HashMap::new(),
            unsent: VecDeque::new(),
            early_results: HashMap::new(),
            pieces: HashMap::new(),
            last: 0,
            last_sequence: 0,
            streams: None,
            is_caught_up: false,
            requeues: 0,
            last_heard: Instant::now(),
        };
        let thread = std::thread::spawn(move || runtime.block_on(post.serve(ordered)));
        Writer { orders, received, thread }
    }
}

/// Single-threaded runtime: there is little to do, and it waits most of the time.
pub(crate) fn runtime() -> Result<tokio::runtime::Runtime, String> {
    let built = tokio::runtime::Builder::new_current_thread().enable_all().build();
    built.map_err(|error| format!("cannot start the asynchronous runtime: {error}"))
}

impl Executor for Writer {
    fn add(&mut self, jobs: Vec<Job>, last: u64) {
        // If the thread has ended, the next event reports that.
        let _ = self.orders.send(Command::Play(jobs, last));
    }

    fn next_event(&mut self) -> ExecutorEvent {
        match self.received.recv_timeout(POLL_INTERVAL) {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) => ExecutorEvent::Idle,
            Err(RecvTimeoutError::Disconnected) => ExecutorEvent::Failed(
                "the client of the job queue has ended unexpectedly; --resume continues".to_owned(),
            ),
        }
    }

    fn close(self: Box<Self>, over: bool) -> Vec<String> {
        let Self { orders, received, thread } = *self;
        let (answer, answered) = sync_channel(1);
        let _ = orders.send(Command::End { over, answer });
        // Unblocks a thread that waits for room in the event channel.
        drop(received);
        let Ok(notes) = answered.recv_timeout(SHUTDOWN_TIMEOUT * 2) else {
            return vec!["the server of the queue did not answer when the tournament ended".to_owned()];
        };
        // The thread has reported all errors.
        let _ = thread.join();
        notes
    }
}

/// Handles of the streams.
struct Streams {
    jobs: Stream,
    results: Stream,
}

/// State of the thread that talks to the server.
struct WriterThread {
    link: Connection,
    names: QueueNames,
    plan: Vec<u8>,
    events: EventSender,
    /// Games without a result, by id.
    pending: HashMap<u64, Job>,
    /// Ids of games that are not known to be in the queue.
    unsent: VecDeque<u64>,
    /// Results of games that were not added yet, such as those of earlier runs.
    early_results: HashMap<u64, Box<FinishedGame>>,
    /// Results with missing pieces, by game and hash.
    pieces: HashMap<(u64, String), Vec<Option<Vec<u8>>>>,
    /// All games up to this number have been added.
    last: u64,
    /// Sequence number of the last message read from the stream of results.
    last_sequence: u64,
    streams: Option<Streams>,
    /// `true` if all results that existed in the beginning were read.
    is_caught_up: bool,
    /// Number of times that lost games were put into the queue again.
    requeues: u32,
    /// Time of the last message about a game.
    last_heard: Instant,
}

impl WriterThread {
    async fn serve(mut self, mut ordered: mpsc::UnboundedReceiver<Command>) {
        let mut complaint = None;
        loop {
            while let Ok(order) = ordered.try_recv() {
                match order {
                    Command::Play(jobs, last) => self.add_jobs(jobs, last).await,
                    Command::End { over, answer } => {
                        let _ = answer.send(self.end(over).await);
                        return;
                    }
                }
            }
            let pause = match self.iterate().await {
                Ok(pause) => {
                    complaint = None;
                    pause
                }
                Err(QueueError::Permanent(why)) => {
                    let why = format!("{}: {why}; finished games are kept, and --resume continues", self.link.address);
                    self.events.send(ExecutorEvent::Failed(why)).await;
                    // After a permanent error only the command to end is awaited.
                    LONG_POLL
                }
                Err(QueueError::Gone) => {
                    self.streams = None;
                    RETRY_DELAY
                }
                Err(QueueError::Transient(what)) => {
                    self.streams = None;
                    // A lost connection is already reported by the connection itself.
                    if self.link.is_connected() && complaint.as_ref() != Some(&what) {
                        let notice = format!("{}: {what}; retrying", self.link.address);
                        self.events.send(ExecutorEvent::Notice(notice)).await;
                        complaint = Some(what);
                    }
                    RETRY_DELAY
                }
            };
            // Commands are handled without delay.
            if !pause.is_zero() && ordered.is_empty() {
                tokio::time::sleep(pause).await;
            }
            if ordered.is_closed() && ordered.is_empty() {
                return;
            }
        }
    }

    /// Adds games to be played.
    async fn add_jobs(&mut self, jobs: Vec<Job>, last: u64) {
        self.last = self.last.max(last);
        for job in jobs {
            let id = job.id;
            self.pending.insert(id, job);
            match self.early_results.remove(&id) {
                Some(done) => self.deliver(done).await,
                None => self.unsent.push_back(id),
            }
        }
        let last = self.last;
        self.early_results.retain(|&id, _| id > last);
    }

    /// One iteration of the main loop; returns the delay before the next one.
    async fn iterate(&mut self) -> Result<Duration, QueueError> {
        if !self.link.is_connected() {
            return Ok(RETRY_DELAY);
        }
        if self.streams.is_none() {
            self.prepare().await?;
        }
        let read = self.read_results().await?;
        // Existing results are read first: their games need not be played again.
        self.is_caught_up |= read < BATCH_SIZE;
        if self.is_caught_up {
            self.send().await?;
        }
        if self.last_heard.elapsed() > CHECK_AFTER && self.unsent.is_empty() && !self.pending.is_empty() {
            self.check_for_lost_jobs().await?;
        }
        Ok(if read > 0 || !self.unsent.is_empty() {
            Duration::ZERO
        } else if self.last_heard.elapsed() < Duration::from_secs(1) {
            SHORT_POLL
        } else {
            LONG_POLL
        })
    }

    /// Creates missing streams and the consumer.
    async fn prepare(&mut self) -> Result<(), QueueError> {
        let before = self.streams.is_some() || self.last_sequence > 0;
        let (results, _) = self
            .link
            .get_or_create_stream(Config {
                name: self.names.results(),
                subjects: self.names.all_results(),
                max_messages_per_subject: 1,
                discard: DiscardPolicy::New,
                discard_new_per_subject: true,
                duplicate_window: DEDUPLICATION_WINDOW,
                allow_direct: true,
                description: Some("Boardwright: configuration and results".to_owned()),
                ..Config::default()
            })
            .await?;
        let state = &results.cached_info().state;
        if before && state.last_sequence < self.last_sequence {
            // A new stream with new sequence numbers has replaced the known one.
            self.last_sequence = 0;
        }
        self.publish_plan(&results).await?;
        let (jobs, made) = self
            .link
            .get_or_create_stream(Config {
                name: self.names.jobs(),
                subjects: vec![self.names.all_jobs()],
                retention: RetentionPolicy::WorkQueue,
                max_messages_per_subject: 1,
                discard: DiscardPolicy::New,
                discard_new_per_subject: true,
                duplicate_window: DEDUPLICATION_WINDOW,
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
            ack_wait: ACK_TIMEOUT,
            max_deliver: -1,
            max_ack_pending: 1 << 16,
            ..pull::Config::default()
        };
        let shared = jobs.get_or_create_consumer(WORKERS, workers).await;
        shared.map_err(|error| transient_error("create the consumer of the workers", &error))?;
        self.streams = Some(Streams { jobs, results });
        Ok(())
    }

    /// Publishes the plan, replacing a different one.
    async fn publish_plan(&self, results: &Stream) -> Result<(), QueueError> {
        match results.get_last_raw_message_by_subject(&self.names.plan()).await {
            Ok(message) if message.payload == self.plan => return Ok(()),
            Ok(_) => {
                let purged = results.purge().filter(self.names.plan()).await;
                purged.map_err(|error| transient_error("replace the configuration", &error))?;
            }
            Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => {}
            Err(error) => return Err(transient_error("read the configuration", &error)),
        }
        let sum = boardwright_arena::tournament::digest::digest_bytes(&self.plan);
        self.link.publish(self.names.plan(), &format!("plan-{sum}"), self.plan.clone()).await
    }

    /// Sends a batch of games that are not in the queue yet.
    async fn send(&mut self) -> Result<(), QueueError> {
        let mut sent = Vec::new();
        while sent.len() < BATCH_SIZE
            && let Some(id) = self.unsent.pop_front()
        {
            if self.pending.contains_key(&id) {
                sent.push(id);
            }
        }
        let outcome = self.send_all(&sent).await;
        if outcome.is_err() {
            // The server rejects duplicates of those that were stored.
            for &id in sent.iter().rev() {
                self.unsent.push_front(id);
            }
        }
        outcome
    }

    async fn send_all(&mut self, ids: &[u64]) -> Result<(), QueueError> {
        let mut answers = Vec::new();
        for id in ids {
            let Some(job) = self.pending.get(id) else { continue };
            let payload = serde_json::to_vec(job).expect("a job is always JSON");
            let name = if self.requeues == 0 { format!("job-{id}") } else { format!("job-{id}-{}", self.requeues) };
            answers.push(self.link.begin_publish(self.names.job(*id), &name, payload).await?.into_future());
        }
        for answer in join_all(answers).await {
            check_ack(answer)?;
        }
        if !ids.is_empty() {
            self.last_heard = Instant::now();
        }
        Ok(())
    }

    /// Reads a batch of new results; returns the number of messages.
    async fn read_results(&mut self) -> Result<usize, QueueError> {
        let Some(Streams { results, .. }) = &self.streams else { return Ok(0) };
        let info = results.get_info().await.map_err(|error| transient_error("look for results", &error));
        let info = match info {
            Ok(info) => info,
            Err(problem) => {
                // Distinguishes a missing stream from other errors.
                self.link.stream(&self.names.results()).await?;
                return Err(problem);
            }
        };
        let last = info.state.last_sequence;
        if last < self.last_sequence {
            return Err(QueueError::Gone);
        }
        let until = last.min(self.last_sequence + BATCH_SIZE as u64);
        let wanted = self.last_sequence + 1..=until;
        let results = results.clone();
        let messages = join_all(wanted.clone().map(|sequence| results.direct_get(sequence))).await;
        let mut count = 0;
        for (sequence, message) in wanted.zip(messages) {
            match message {
                Ok(message) => self.handle_message(message.subject.as_str(), &message.payload).await?,
                // A deleted message: an earlier plan.
                Err(error) if error.kind() == DirectGetErrorKind::NotFound => {}
                Err(error) => return Err(transient_error("read a result", &error)),
            }
            self.last_sequence = sequence;
            count += 1;
        }
        Ok(count)
    }

    /// Handles a message of the stream of results.
    async fn handle_message(&mut self, subject: &str, payload: &[u8]) -> Result<(), QueueError> {
        match self.names.parse_subject(subject) {
            Some(Subject::Result(id)) => self.handle_result(id, payload).await,
            Some(Subject::Piece(id, sum, piece, count)) => {
                let whole = self.pieces.entry((id, sum.to_owned())).or_insert_with(|| vec![None; count]);
                if let Some(place) = whole.get_mut(piece) {
                    *place = Some(payload.to_vec());
                }
                if whole.iter().all(Option::is_some) {
                    let whole = self.pieces.remove(&(id, sum.to_owned())).unwrap_or_default();
                    let bytes: Vec<u8> = whole.into_iter().flatten().flatten().collect();
                    return self.handle_result(id, &bytes).await;
                }
                Ok(())
            }
            Some(Subject::Plan) | None => Ok(()),
        }
    }

    /// Handles the result of a game.
    async fn handle_result(&mut self, id: u64, payload: &[u8]) -> Result<(), QueueError> {
        self.last_heard = Instant::now();
        let done: FinishedGame = serde_json::from_slice(payload)
            .map_err(|error| QueueError::Permanent(format!("the result of game {id} cannot be read: {error}")))?;
        if done.job.id != id {
            return Err(QueueError::Permanent(format!("the result of game {id} belongs to another game")));
        }
        if self.pending.contains_key(&id) {
            self.deliver(Box::new(done)).await;
        } else if id > self.last {
            self.early_results.insert(id, Box::new(done));
        }
        Ok(())
    }

    /// Passes a result on, if it is the result of the requested game.
    async fn deliver(&mut self, done: Box<FinishedGame>) {
        let id = done.job.id;
        match self.pending.remove(&id) {
            Some(job) if job == done.job => {
                // The job is in the journal from here on.
                self.events.send(ExecutorEvent::Finished(done)).await;
            }
            Some(_) => {
                let streams = format!("{} and {}", self.names.jobs(), self.names.results());
                let why = format!(
                    "{}: game {id} was played with other settings; remove the streams {streams}",
                    self.link.address
                );
                self.events.send(ExecutorEvent::Failed(why)).await;
            }
            None => {}
        }
    }

    /// After a long silence, checks whether the queue is empty although results are missing, which happens when a
    /// server lost its data, and adds the games again.
    async fn check_for_lost_jobs(&mut self) -> Result<(), QueueError> {
        self.last_heard = Instant::now();
        let Some(Streams { jobs, results }) = &self.streams else { return Ok(()) };
        // In this order: a game leaves the queue only after its result is stored.
        let waiting = match jobs.get_info().await {
            Ok(info) => info.state.messages,
            Err(error) => {
                self.link.stream(&self.names.jobs()).await?;
                return Err(transient_error("look at the queue", &error));
            }
        };
        let last =
            results.get_info().await.map_err(|error| transient_error("look for results", &error))?.state.last_sequence;
        if waiting == 0 && self.last_sequence >= last {
            self.requeues += 1;
            let mut missing: Vec<u64> = self.pending.keys().copied().collect();
            missing.sort_unstable();
            let notice =
                format!("{}: the queue has lost {} games; adding them again", self.link.address, missing.len());
            self.events.send(ExecutorEvent::Notice(notice)).await;
            self.unsent = missing.into();
        }
        // The consumer may have been removed by hand: the streams are prepared again.
        self.streams = None;
        Ok(())
    }

    /// Ends the tournament's side; returns notes for the user.
    async fn end(self, over: bool) -> Vec<String> {
        if !over {
            let waiting = self.pending.len();
            return vec![format!(
                "the remaining {waiting} games stay in the queue at {}: workers continue to play them, and --resume collects their results",
                self.link.address
            )];
        }
        let mut left = HashSet::new();
        for name in [self.names.jobs(), self.names.results()] {
            let removed = timeout(SHUTDOWN_TIMEOUT / 2, self.link.context.delete_stream(&name)).await;
            let gone = matches!(removed, Ok(Ok(_))) || matches!(self.link.stream(&name).await, Err(QueueError::Gone));
            if !gone {
                left.insert(name);
            }
        }
        left.into_iter().map(|name| format!("the stream {name} is still at {}", self.link.address)).collect()
    }
}
