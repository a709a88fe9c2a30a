//! A player of `boardwright-players` at a match. It chooses; what else there is to decide, its last value decides.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use boardwright_engine::any::AnyMove;
use boardwright_engine::fault::Fault;
use boardwright_engine::game::Game;
use boardwright_engine::record;
use boardwright_players::registry::Beside;
use boardwright_players::{Asked, AskedError, Limits, Player, Question};

use crate::host::{Host, Hung};
use crate::seat::{Ask, Decision, Offer, Reply, Seat, Thought, Trouble};

/// A draw is taken by who hopes for no more than this.
const CONTENT: f64 = 0.02;

/// A player of a game whose kind is not known when the program is built.
pub struct Computer {
    thinker: Box<dyn Think>,
    recorded: record::Seat,
}

impl std::fmt::Debug for Computer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Computer").field("recorded", &self.recorded).finish_non_exhaustive()
    }
}

/// What a player may spend on a move besides what the clock says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// How long it may think.
    pub time: Option<Duration>,
    /// How many positions it may make.
    pub nodes: Option<u64>,
    /// How many moves deep it may look.
    pub depth: Option<u32>,
    /// `time` was not asked for, so that a clock goes before it.
    pub unasked: bool,
}

impl Computer {
    /// The player that was asked for, in a match of this game, with what is kept beside it; its random choices come from `seed` unless it has one of its own.
    ///
    /// # Errors
    /// If it does not play such games, or the game does not know a name among its options.
    pub fn asked<G>(game: &G, asked: &Asked, seed: u64, beside: &Beside) -> Result<Self, AskedError>
    where
        G: Game + Clone + Send + Sync + 'static,
        G::State: Send + Sync + 'static,
        G::Move: Send + Sync + 'static,
    {
        let player = asked.make_beside(game, seed, beside)?;
        let mut parameters = asked.values.texts().clone();
        let stop = AtomicBool::new(false);
        let Limits { time, nodes, depth, .. } = asked.limits(&stop);
        let bounds = Bounds { time, nodes, depth, unasked: !parameters.contains_key("seconds") };
        if asked.entry.options.iter().any(|opt| opt.key == "seed") {
            parameters.entry("seed".to_owned()).or_insert_with(|| seed.to_string());
        }
        Ok(Self::new(game, player, bounds, record::Seat { player: asked.entry.name.to_owned(), parameters }))
    }

    /// Any player of this game, as the record is to have it.
    pub fn new<G>(game: &G, player: Box<dyn Player<G>>, bounds: Bounds, recorded: record::Seat) -> Self
    where
        G: Game + Clone + Send + Sync + 'static,
        G::State: Send + Sync + 'static,
        G::Move: Send + Sync + 'static,
    {
        let thinker = Thinker { game: game.clone(), player, bounds, overhead: Duration::ZERO, moves: Vec::new() };
        Self { thinker: Box::new(thinker), recorded }
    }

    /// The move that it would make, and what it thinks of it.
    ///
    /// # Errors
    /// If the rules fail where it looks.
    pub fn think(&mut self, ask: &Ask<'_>) -> Result<(AnyMove, Thought), Fault> {
        self.thinker.think(ask)
    }
}

impl Seat for Computer {
    fn recorded(&self) -> record::Seat {
        self.recorded.clone()
    }

    fn decide(&mut self, ask: &Ask<'_>, _: &mut dyn Host) -> Result<Reply, Trouble> {
        let (mv, thought) = self.thinker.think(ask)?;
        Ok(Reply { decision: Decision::Move(mv), thought: Some(thought) })
    }

    fn answer(&mut self, offer: &Offer<'_>, _: &mut dyn Host) -> Result<bool, Hung> {
        Ok(offer.value.is_some_and(|value| value <= CONTENT))
    }
}

/// [`Player`] and its game, with types erased.
trait Think: Send {
    fn think(&mut self, ask: &Ask<'_>) -> Result<(AnyMove, Thought), Fault>;
}

struct Thinker<G: Game> {
    game: G,
    player: Box<dyn Player<G>>,
    bounds: Bounds,
    /// By how much it is late, as far as it was seen; that much is left over where a clock counts.
    overhead: Duration,
    moves: Vec<G::Move>,
}

impl<G: Game> Thinker<G> {
    /// How long it may think about this move.
    fn time(&self, ask: &Ask<'_>) -> Option<Duration> {
        let Bounds { time, unasked, .. } = self.bounds;
        let Some(allowed) = ask.time else { return time };
        let share = allowed.share();
        let share = share.saturating_sub(self.overhead.min(share / 2));
        Some(time.filter(|_| !unasked).map_or(share, |time| time.min(share)))
    }
}

impl<G> Think for Thinker<G>
where
    G: Game + Send,
    G::State: 'static,
    G::Move: Send + Sync + 'static,
{
    fn think(&mut self, ask: &Ask<'_>) -> Result<(AnyMove, Thought), Fault> {
        let state = ask.course.state().downcast_ref().expect("a computer sits at a match of its own game");
        self.game.turn(state, &mut self.moves)?;
        let Bounds { nodes, depth, .. } = self.bounds;
        let time = self.time(ask);
        let limits = Limits { began: Instant::now(), time, nodes, depth, stop: ask.stop };
        let question = Question { game: &self.game, state, me: ask.me, moves: &self.moves, limits, listener: None };
        let choice = self.player.choose(&question)?;
        if let Some(time) = time {
            // What once took too long is slowly forgotten.
            self.overhead = (self.overhead * 7 / 8).max(limits.began.elapsed().saturating_sub(time));
        }
        let line = choice.line.iter().copied().map(AnyMove::new).collect();
        let thought =
            Thought { value: choice.value, proven: choice.proven, depth: choice.depth, nodes: choice.nodes, line };
        Ok((AnyMove::new(choice.mv), thought))
    }
}
