//! A worker slot: the state of one worker thread, shared with the supervising thread. It plays no games itself.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use boardwright_game::ids::Player;
use boardwright_game::payoff::PayoffUnit;
use boardwright_game::record::{GameEnd, MoveRecord, RecordHeader};

use super::job::{FinishedGame, Job, MoveReport};
use crate::game_history::GameHistory;
use crate::host::{Host, HostUnavailable, MatchEvent};
use crate::seat::{Decision, DrawOffer, MoveRequest, SeatError};

/// State of a worker thread.
#[derive(Debug, Default)]
pub(super) struct WorkerSlot {
    /// Set when the game of this thread is to end now.
    pub stop: AtomicBool,
    state: Mutex<SlotState>,
}

#[derive(Debug, Default)]
struct SlotState {
    /// `true` if the thread was detached: its results are ignored.
    is_detached: bool,
    game: Option<RunningGame>,
}

/// The game in progress.
#[derive(Debug)]
struct RunningGame {
    job: Job,
    unit: Option<PayoffUnit>,
    /// Time limit of each seat for a decision, after which it counts as hung.
    time_limits: Vec<Duration>,
    asked_since: Option<(Player, Instant)>,
    header: Option<RecordHeader>,
    opening: usize,
    moves: Vec<MoveRecord>,
    reports: Vec<Option<MoveReport>>,
    choices: Vec<u32>,
    seconds: Vec<f64>,
    scores: Vec<f64>,
    last_report: Option<(MoveReport, Duration)>,
}

impl WorkerSlot {
    /// Locks the state. A panic elsewhere cannot leave it half changed, because each change is one assignment.
    fn lock(&self) -> MutexGuard<'_, SlotState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a game; `unit` is the unit of its scores if they are its payoff.
    pub fn begin(&self, job: Job, unit: Option<PayoffUnit>, time_limits: Vec<Duration>) {
        let game = RunningGame {
            job,
            unit,
            time_limits,
            asked_since: None,
            header: None,
            opening: 0,
            moves: Vec::new(),
            reports: Vec::new(),
            choices: Vec::new(),
            seconds: Vec::new(),
            scores: Vec::new(),
            last_report: None,
        };
        self.lock().game = Some(game);
    }

    /// Ends the game; returns its result, unless the thread was detached.
    pub fn end(&self, end: GameEnd, records: bool) -> Option<FinishedGame> {
        let mut state = self.lock();
        if state.is_detached { None } else { Some(state.game.take()?.finish(end, records)) }
    }

    /// Player who has exceeded the time limit for a decision, if any.
    pub fn hung_player(&self) -> Option<Player> {
        let state = self.lock();
        let game = state.game.as_ref()?;
        let (player, since) = game.asked_since?;
        (since.elapsed() > game.time_limits[player.index()]).then_some(player)
    }

    /// Detaches the thread; returns the result of its unfinished game.
    pub fn detach(&self, end: impl FnOnce(Vec<f64>) -> GameEnd, records: bool) -> Option<FinishedGame> {
        self.stop.store(true, Ordering::Relaxed);
        let mut state = self.lock();
        state.is_detached = true;
        let mut game = state.game.take()?;
        let end = end(std::mem::take(&mut game.scores));
        Some(game.finish(end, records))
    }

    /// `true` if the thread was detached.
    pub fn is_detached(&self) -> bool {
        self.lock().is_detached
    }
}

impl RunningGame {
    fn finish(self, end: GameEnd, records: bool) -> FinishedGame {
        let Self { job, unit, header, opening, moves, reports, choices, seconds, .. } = self;
        FinishedGame { job, end, unit, moves, reports, choices, seconds, header: header.filter(|_| records), opening }
    }
}

/// Host that records the events of a game in a worker slot.
#[derive(Debug)]
pub(super) struct RecordingHost<'a>(pub &'a WorkerSlot);

impl Host for RecordingHost<'_> {
    fn request_move(&mut self, _: &MoveRequest<'_>) -> Result<Decision, SeatError> {
        Ok(Decision::Leave)
    }

    fn accepts_draw(&mut self, _: &DrawOffer<'_>) -> Result<bool, HostUnavailable> {
        Ok(false)
    }

    fn notify(&mut self, history: &GameHistory<'_>, event: MatchEvent<'_>) -> Result<(), HostUnavailable> {
        let mut state = self.0.lock();
        if state.is_detached {
            return Err(HostUnavailable);
        }
        let Some(game) = &mut state.game else { return Err(HostUnavailable) };
        match event {
            MatchEvent::Started => {
                game.header = Some(history.record().header.clone());
                game.opening = history.record().header.opening.len();
            }
            MatchEvent::Turn(player) => game.asked_since = Some((player, Instant::now())),
            MatchEvent::Evaluated { report, time, .. } => {
                game.last_report =
                    Some((MoveReport { nodes: report.nodes, depth: report.depth, value: report.value }, time));
            }
            MatchEvent::Moved { played, moves, .. } => {
                let since = game.asked_since.take();
                let (report, time) = match game.last_report.take() {
                    Some((report, time)) => (Some(report), time),
                    None => (None, since.map_or(Duration::ZERO, |(_, since)| since.elapsed())),
                };
                game.moves.push(played.clone());
                game.reports.push(report);
                game.choices.push(moves.len() as u32);
                game.seconds.push(time.as_secs_f64());
                let players = (1..=history.game().players()).filter_map(Player::new);
                game.scores = players.map(|player| history.game().score(history.state(), player)).collect();
            }
            MatchEvent::TakenBack { moves, .. } => {
                let left = game.moves.len().saturating_sub(moves);
                game.moves.truncate(left);
                game.reports.truncate(left);
                game.choices.truncate(left);
                game.seconds.truncate(left);
            }
            MatchEvent::TakeBackRefused { .. }
            | MatchEvent::DrawOffered { .. }
            | MatchEvent::DrawAnswered { .. }
            | MatchEvent::Overtime { .. } => {}
            // The match is over, so no player is being asked any more.
            MatchEvent::Ended(_) => game.asked_since = None,
        }
        Ok(())
    }
}
