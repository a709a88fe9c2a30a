//! The side of the run: gives contests to the workers that ask, and collects their points.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use async_nats::{Message, Subject, Subscriber};
use boardwright_players::evolution::Contest;
use futures_util::StreamExt as _;
use tokio::runtime::Runtime;

use super::{Assignment, Question, RUNS, Report, TAKE, VERSION, reports_of};
use crate::ACK_TIMEOUT;
use crate::connection::Connection;
use crate::writer::runtime;
use boardwright_arena::evolution::{ContestExecutor, ContestSetup, EvolutionError, PointsReceiver};
use boardwright_arena::tournament::digest::digest;

/// Interval at which the stop flag and the leases are checked.
const TICK: Duration = Duration::from_millis(50);
/// Time after which a question is no longer answered: its worker will soon ask again.
const MAX_QUESTION_AGE: Duration = Duration::from_millis(1500);
/// Time without a question after which the user is told that no worker asks.
const PATIENCE: Duration = Duration::from_secs(5);

/// Plays contests by the workers of a queue.
pub struct QueueContests {
    runtime: Runtime,
    link: Connection,
    setup: ContestSetup,
    run: String,
    questions: Subscriber,
    reports: Subscriber,
    notify: fn(&str),
    batch: u64,
    /// Questions that were not answered yet: time, subject of the answer, and runs that the worker knows.
    asking: VecDeque<(Instant, Subject, Vec<String>)>,
    /// Time of the last question.
    last_question: Instant,
    has_complained: bool,
}

impl fmt::Debug for QueueContests {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("QueueContests").field("run", &self.run).finish_non_exhaustive()
    }
}

/// The contests of a batch that have no points yet.
struct OpenContests {
    pending: VecDeque<usize>,
    /// Last sign of life of the worker of each contest that is being played.
    leases: HashMap<usize, Instant>,
    open: HashSet<usize>,
}

impl QueueContests {
    /// Connects to the queue at `url` for a run. `notify` receives messages for the user.
    ///
    /// # Errors
    /// If no server answers there.
    pub fn open(url: &str, setup: ContestSetup, notify: fn(&str)) -> Result<Self, EvolutionError> {
        let runtime = runtime().map_err(EvolutionError::Queue)?;
        let mut run = digest(&serde_json::to_string(&setup).expect("a set-up is always JSON"));
        run.truncate(16);
        let connect = async {
            let link = Connection::open(url, Arc::new(move |text: String| notify(&text))).await?;
            let failed = |error: async_nats::SubscribeError| format!("{}: {error}", link.address);
            let questions = link.client.queue_subscribe(TAKE, RUNS.to_owned()).await.map_err(failed)?;
            let reports = link.client.subscribe(reports_of(&run)).await.map_err(failed)?;
            Ok::<_, String>((link, questions, reports))
        };
        let (link, questions, reports) = runtime.block_on(connect).map_err(EvolutionError::Queue)?;
        Ok(Self {
            runtime,
            link,
            setup,
            run,
            questions,
            reports,
            notify,
            batch: 0,
            asking: VecDeque::new(),
            last_question: Instant::now(),
            has_complained: false,
        })
    }
}

impl ContestExecutor for QueueContests {
    fn play(
        &mut self,
        contests: &[Contest],
        waiting: &[usize],
        stop: &AtomicBool,
        receive: &mut PointsReceiver<'_>,
    ) -> Result<(), EvolutionError> {
        self.batch += 1;
        let Self { runtime, link, setup, run, questions, reports, notify, batch, asking, last_question, .. } = self;
        let has_complained = &mut self.has_complained;
        runtime.block_on(async {
            let mut left = OpenContests {
                pending: waiting.iter().copied().collect(),
                leases: HashMap::new(),
                open: waiting.iter().copied().collect(),
            };
            let mut tick = tokio::time::interval(TICK);
            while !left.open.is_empty() {
                tokio::select! {
                    Some(question) = questions.next() => {
                        *last_question = Instant::now();
                        asking.extend(parse_question(question));
                    }
                    Some(message) = reports.next() => {
                        if let Some((index, points)) = left.take_report(*batch, &message)? {
                            receive(index, points)?;
                        }
                    }
                    _ = tick.tick() => {}
                }
                if stop.load(Ordering::Relaxed) {
                    return Err(EvolutionError::Stopped);
                }
                left.expire();
                if !*has_complained && last_question.elapsed() > PATIENCE {
                    *has_complained = true;
                    let address = &link.address;
                    notify(&format!("no worker asks for contests; `boardwright worker {address}` starts one"));
                }
                while let Some((asked, reply, known)) = asking.pop_front() {
                    if asked.elapsed() > MAX_QUESTION_AGE {
                        continue;
                    }
                    let Some(index) = left.pending.pop_front() else {
                        asking.push_front((asked, reply, known));
                        break;
                    };
                    let assignment = Assignment {
                        version: VERSION,
                        run: run.clone(),
                        setup: (!known.contains(run)).then(|| setup.clone()),
                        contest: (*batch, index),
                        games: contests[index].clone(),
                    };
                    let json = serde_json::to_vec(&assignment).expect("an assignment is always JSON");
                    left.leases.insert(index, Instant::now());
                    // A message that is lost is sent again when its lease ends.
                    let _ = link.client.publish(reply, json.into()).await;
                }
            }
            Ok(())
        })
    }
}

/// A question with the time and the subject of its answer; `None` for other messages.
fn parse_question(message: Message) -> Option<(Instant, Subject, Vec<String>)> {
    let question: Question = serde_json::from_slice(&message.payload).ok()?;
    Some((Instant::now(), message.reply?, question.known))
}

impl OpenContests {
    /// Takes over a report; returns the points of a contest that had none.
    fn take_report(&mut self, batch: u64, message: &Message) -> Result<Option<(usize, Vec<f64>)>, EvolutionError> {
        let Ok(report) = serde_json::from_slice::<Report>(&message.payload) else { return Ok(None) };
        let (of_batch, index) = report.contest;
        if of_batch != batch || !self.open.contains(&index) {
            return Ok(None);
        }
        if let Some(reason) = report.error {
            return Err(EvolutionError::Queue(format!("a worker cannot play a contest: {reason}")));
        }
        let Some(points) = report.points else {
            self.leases.insert(index, Instant::now());
            return Ok(None);
        };
        self.open.remove(&index);
        self.leases.remove(&index);
        self.pending.retain(|&other| other != index);
        Ok(Some((index, points)))
    }

    /// Makes contests pending again whose workers gave no sign of life.
    fn expire(&mut self) {
        let Self { pending, leases, .. } = self;
        leases.retain(|&index, seen| {
            let is_alive = seen.elapsed() < ACK_TIMEOUT;
            if !is_alive {
                pending.push_back(index);
            }
            is_alive
        });
    }
}
