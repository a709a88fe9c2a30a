//! Computer players: a player of `boardwright-players` at a match. It chooses moves, and answers draw offers by its
//! last value.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use boardwright_game::any::AnyMove;
use boardwright_game::fault::{Fault, FaultKind};
use boardwright_game::game::{Game, GameExt};
use boardwright_game::record;
use boardwright_players::registry::PlayerArtifacts;
use boardwright_players::{Choice, Limits, Player, PlayerSpec, PlayerSpecError, Question, state_to_ask};

use crate::host::{Host, HostUnavailable};
use crate::seat::{Decision, DrawOffer, MoveRequest, Reply, SearchReport, Seat, SeatError};

/// Largest value at which a computer player accepts a draw.
const DRAW_THRESHOLD: f64 = 0.02;

/// A computer player of a game whose type is erased.
pub struct Computer {
    player: Box<dyn ErasedPlayer>,
    recorded: record::Seat,
}

impl std::fmt::Debug for Computer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Computer").field("recorded", &self.recorded).finish_non_exhaustive()
    }
}

/// Search limits of a player, in addition to its clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchBounds {
    /// Time per move.
    pub time: Option<Duration>,
    /// Number of positions per move.
    pub nodes: Option<u64>,
    /// Search depth in plies.
    pub depth: Option<u32>,
    /// `true` if `time` is a default, so that a clock takes precedence.
    pub is_default_time: bool,
}

impl Computer {
    /// Creates the requested player for a match of this game, with the artifacts of the game (weights, tables). Its
    /// random choices come from `seed` unless it has a `seed` option of its own.
    ///
    /// # Errors
    /// If the player does not support this game, or the game does not know a name in the player's options.
    pub fn from_spec<G>(
        game: &G,
        spec: &PlayerSpec,
        seed: u64,
        artifacts: &PlayerArtifacts,
    ) -> Result<Self, PlayerSpecError>
    where
        G: Game + Clone + Send + Sync + 'static,
        G::State: Send + Sync + 'static,
        G::Move: Send + Sync + 'static,
    {
        // Players search a match of many deals one deal at a time.
        let deal = game.single_deal();
        let game = deal.as_ref().unwrap_or(game);
        let player = spec.make_with_artifacts(game, seed, artifacts)?;
        let parameters = spec.parameters().map(|(key, value)| (key.clone(), value.clone()));
        let mut parameters: BTreeMap<String, String> = parameters.collect();
        let stop = AtomicBool::new(false);
        let Limits { time, nodes, depth, .. } = spec.limits(&stop);
        let bounds = SearchBounds { time, nodes, depth, is_default_time: !parameters.contains_key("seconds") };
        if spec.entry.options.iter().any(|opt| opt.key == "seed") {
            parameters.entry("seed".to_owned()).or_insert_with(|| seed.to_string());
        }
        Ok(Self::new(game, player, bounds, record::Seat { player: spec.name.clone(), parameters }))
    }

    /// Creates a computer player from any player of this game; `recorded` is its description in the record.
    pub fn new<G>(game: &G, player: Box<dyn Player<G>>, bounds: SearchBounds, recorded: record::Seat) -> Self
    where
        G: Game + Clone + Send + Sync + 'static,
        G::State: Send + Sync + 'static,
        G::Move: Send + Sync + 'static,
    {
        let player = TypedPlayer { game: game.clone(), player, bounds, overhead: Duration::ZERO, moves: Vec::new() };
        Self { player: Box::new(player), recorded }
    }

    /// Chooses a move; returns it with its evaluation.
    ///
    /// # Errors
    /// If the rules fail during the search.
    pub fn search(&mut self, request: &MoveRequest<'_>) -> Result<(AnyMove, SearchReport), Fault> {
        self.player.search(request)
    }
}

impl Seat for Computer {
    fn record_seat(&self) -> record::Seat {
        self.recorded.clone()
    }

    fn decide(&mut self, request: &MoveRequest<'_>, _: &mut dyn Host) -> Result<Reply, SeatError> {
        match self.player.search(request) {
            Ok((mv, report)) => Ok(Reply { decision: Decision::Move(mv), report: Some(report) }),
            // An external engine failed, not the rules.
            Err(Fault { kind: FaultKind::PlayerFailed(message), .. }) => Ok(Decision::Failed(message).into()),
            Err(Fault { kind: FaultKind::InvalidMove(text), .. }) => Ok(Decision::InvalidMove(text).into()),
            Err(fault) => Err(fault.into()),
        }
    }

    fn accepts_draw(&mut self, offer: &DrawOffer<'_>, _: &mut dyn Host) -> Result<bool, HostUnavailable> {
        Ok(offer.value.is_some_and(|value| value <= DRAW_THRESHOLD))
    }
}

/// [`Player`] and its game, with types erased.
trait ErasedPlayer: Send {
    fn search(&mut self, request: &MoveRequest<'_>) -> Result<(AnyMove, SearchReport), Fault>;
}

struct TypedPlayer<G: Game> {
    game: G,
    player: Box<dyn Player<G>>,
    bounds: SearchBounds,
    /// Observed time overrun, decaying slowly; with a clock this much time is kept in reserve.
    overhead: Duration,
    moves: Vec<G::Move>,
}

impl<G: Game> TypedPlayer<G> {
    /// Time for this move.
    fn move_time(&self, request: &MoveRequest<'_>) -> Option<Duration> {
        let SearchBounds { time, is_default_time, .. } = self.bounds;
        let Some(allowed) = request.time else { return time };
        let share = allowed.move_budget();
        let share = share.saturating_sub(self.overhead.min(share / 2));
        Some(time.filter(|_| !is_default_time).map_or(share, |time| time.min(share)))
    }
}

impl<G> ErasedPlayer for TypedPlayer<G>
where
    G: Game + Send,
    G::State: 'static,
    G::Move: Send + Sync + 'static,
{
    fn search(&mut self, request: &MoveRequest<'_>) -> Result<(AnyMove, SearchReport), Fault> {
        let state: &G::State =
            request.history.state().downcast_ref().expect("a computer sits at a match of its own game");
        let SearchBounds { nodes, depth, .. } = self.bounds;
        let time = self.move_time(request);
        let limits = Limits { start: Instant::now(), time, nodes, depth, stop: request.stop };
        let (game, me) = (&self.game, request.me);
        game.legal_moves(state, &mut self.moves)?;
        // A player never gets what it may not see.
        let question = Question { game, state, me, moves: &self.moves, limits, listener: None, clocks: request.clocks };
        let choice = match state_to_ask(&*self.player, &question)? {
            Some(state) => self.player.choose(&Question { state: &state, ..question })?,
            None => Choice::without_search(self.moves[0]),
        };
        if let Some(time) = time {
            // Exponential decay: an overrun loses an eighth of its weight with each move.
            self.overhead = (self.overhead * 7 / 8).max(limits.start.elapsed().saturating_sub(time));
        }
        let line = choice.line.iter().copied().map(AnyMove::new).collect();
        let report =
            SearchReport { value: choice.value, proven: choice.proven, depth: choice.depth, nodes: choice.nodes, line };
        Ok((AnyMove::new(choice.mv), report))
    }
}
