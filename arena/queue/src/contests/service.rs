//! The side of the worker: asks for contests, plays them on threads, and publishes their points.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_nats::Client;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::{Assignment, Question, Report, TAKE, VERSION, reports_of};
use crate::ACK_TIMEOUT;
use crate::connection::{Connection, RETRY_DELAY};
use boardwright_arena::evolution::ContestGame;
use boardwright_arena::tournament::GameLoader;

/// Time that a worker waits for an answer before it asks again.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(2);
/// Interval of signs of life about a contest that is being played.
const SIGN_INTERVAL: Duration = ACK_TIMEOUT.checked_div(4).expect("the divisor is not 0");

/// Plays contests until `stop` is set, or with `once` until no run answers. Returns the number of games played.
pub async fn serve(
    link: &Connection,
    library: &dyn GameLoader,
    threads: usize,
    once: bool,
    stop: &AtomicBool,
    notify: fn(&str),
) -> u64 {
    let mut games: HashMap<String, Arc<dyn ContestGame>> = HashMap::new();
    let (mut playing, mut played) = (JoinSet::new(), 0);
    let stopped = Arc::new(AtomicBool::new(false));
    while !stop.load(Ordering::Relaxed) {
        while playing.len() >= threads {
            let finished = timeout(RETRY_DELAY, playing.join_next()).await;
            played += finished.ok().flatten().and_then(Result::ok).unwrap_or(0);
            if stop.load(Ordering::Relaxed) {
                break;
            }
        }
        let Some(assignment) = ask(&link.client, games.keys().cloned().collect()).await else {
            if once && playing.is_empty() {
                break;
            }
            sleep(RETRY_DELAY).await;
            continue;
        };
        let Assignment { run, setup, contest, games: ordered, .. } = assignment;
        if let (Some(setup), false) = (setup, games.contains_key(&run)) {
            // Blocks the other tasks of the worker for as long as the game takes to load.
            match library.contest_game(&setup) {
                Ok(game) => {
                    notify(&format!("playing for an evolution: {}", setup.game));
                    games.insert(run.clone(), game);
                }
                Err(reason) => {
                    let report = Report { contest, points: None, error: Some(reason) };
                    publish(&link.client, &run, &report).await;
                    continue;
                }
            }
        }
        let Some(game) = games.get(&run).map(Arc::clone) else { continue };
        let (client, stopped) = (link.client.clone(), Arc::clone(&stopped));
        playing.spawn(async move {
            let count = ordered.games as u64;
            let mut work = tokio::task::spawn_blocking(move || game.play(&ordered, &stopped));
            let result = loop {
                match timeout(SIGN_INTERVAL, &mut work).await {
                    Ok(result) => break result,
                    Err(_) => publish(&client, &run, &Report { contest, points: None, error: None }).await,
                }
            };
            let report = match result.unwrap_or_else(|error| Err(error.to_string())) {
                Ok(points) => Report { contest, points: Some(points), error: None },
                Err(reason) => Report { contest, points: None, error: Some(reason) },
            };
            publish(&client, &run, &report).await;
            count
        });
    }
    // What is still being played goes to other workers.
    stopped.store(true, Ordering::Relaxed);
    playing.abort_all();
    played
}

/// Asks for a contest; `None` if no run answers.
async fn ask(client: &Client, known: Vec<String>) -> Option<Assignment> {
    let question = serde_json::to_vec(&Question { known }).expect("names are always JSON");
    let request = async_nats::Request::new().payload(question.into()).timeout(Some(ANSWER_TIMEOUT));
    let answer = client.send_request(TAKE, request).await.ok()?;
    let assignment: Assignment = serde_json::from_slice(&answer.payload).ok()?;
    (assignment.version == VERSION).then_some(assignment)
}

/// Publishes a report. If it is lost, the contest is given to another worker.
async fn publish(client: &Client, run: &str, report: &Report) {
    let json = serde_json::to_vec(report).expect("a report is always JSON");
    let _ = client.publish(reports_of(run), json.into()).await;
    let _ = client.flush().await;
}
