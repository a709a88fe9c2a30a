//! Expectimax search with iterative deepening for games with chance whose positions are valued by weighted features.
//! Chance nodes are pruned by Star2 (Ballard, "The *-minimax search procedure for trees containing chance nodes", 1983;
//! Hauk, Buro and Schaeffer, "Rediscovering *-minimax search", 2004). All opponents are taken to minimise the value of
//! the player who searches. In games where a player may move several times in a row, the moves of a turn count as one.

use boardwright_game::fault::Fault;
use boardwright_game::features::WeightSet;
use boardwright_game::game::{Game, GameExt, Turn};
use boardwright_game::ids::Player as Number;
use rand::Rng as _;
use rand_pcg::Pcg64Mcg;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::feature_player::bounded;
use crate::feature_player::{EXPECTED, FOR_PLAYERS, NO_FEATURES};
use crate::game_weights::GameWeights;
use crate::limits::{Watch, unless_interrupted};
use crate::options::{OptionKind, OptionSpec};
use crate::player::{Choice, Player, Question};
use crate::registry::PlayerEntry;
use crate::registry::registration::{BuildRequest, BuiltPlayer, PlayableGame, RegisteredPlayer};
use crate::registry::shared_options::{DEPTH, NODES, SECONDS, SEED};
use crate::registry::{PlayerArtifacts, PlayerSpec, PlayerSpecError};

/// Option for the range of values that pruning takes into account.
pub(crate) const RANGE: OptionSpec = OptionSpec {
    key: "range",
    kind: OptionKind::Real { least: 0.0, most: 1e6, default: Some(40.0) },
    about: "greatest change of a value beyond those of the legal moves; a smaller one prunes more at chance nodes",
};

/// The player.
#[derive(Debug)]
pub struct Expectimax {
    weights: WeightSet,
    /// Index of the feature set in the game.
    set: usize,
    range: f32,
    random: Pcg64Mcg,
}

impl Expectimax {
    /// A player by weights; `None` if they do not fit the game. Values change by `range` at most, as far as pruning is
    /// concerned. Ties are broken by `random`.
    pub fn new<G: Game>(game: &G, weights: WeightSet, range: f32, random: Pcg64Mcg) -> Option<Self> {
        let set = weights.feature_set(game).ok()?;
        Some(Self { weights, set, range, random })
    }
}

/// Values between which the exact one matters. A value outside of them may be any bound on its side.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Window {
    /// Values up to this one are equally bad.
    low: f32,
    /// Values from this one on are equally good.
    high: f32,
}

/// Maximum number of moves that count as one turn.
const MAX_MOVES_OF_A_TURN: usize = 8;
/// Maximum number of positions in the table.
const MAX_TABLE: usize = 1 << 20;

/// Bounds of the value of a position, as found at some depth.
#[derive(Clone, Copy)]
struct TableEntry {
    bounds: Window,
    /// `true` if the value is not that of the end of the game.
    is_cut_off: bool,
}

/// A chance outcome during the search of its node.
struct ChanceOutcome<G: Game> {
    mv: G::Move,
    probability: f32,
    state: G::State,
    /// Bounds of its value so far.
    bounds: Window,
}

/// A state in which a player moves.
struct DecisionNode<'a, G: Game> {
    state: &'a G::State,
    mover: Number,
}

// Derived implementations would ask the game to be `Copy`, too.
impl<G: Game> Copy for DecisionNode<'_, G> {}

impl<G: Game> Clone for DecisionNode<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

/// A search for a player.
struct Search<'s, G: Game> {
    game: &'s G,
    me: Number,
    weights: GameWeights<'s>,
    /// Range of all values.
    range: Window,
    watch: &'s Watch<'s>,
    nodes: u64,
    /// `true` if a value of the last search is not that of the end of the game.
    is_cut_off: bool,
    is_interrupted: bool,
    /// Best reply after each chance move so far, by remaining depth: it is often the best one after another turn too.
    replies: Vec<Vec<(G::Move, G::Move)>>,
    buffers: Vec<Vec<G::Move>>,
    /// Values of positions by their key and the remaining depth: several moves and chance moves lead to the same position.
    table: FxHashMap<(u64, usize), TableEntry>,
}

impl<'s, G: Game> Search<'s, G> {
    /// A search by weights. All values lie within `range`.
    fn new(game: &'s G, me: Number, weights: GameWeights<'s>, range: Window, watch: &'s Watch<'s>) -> Self {
        let (replies, buffers, is_cut_off, is_interrupted) = (Vec::new(), Vec::new(), false, false);
        let table = FxHashMap::default();
        Self { game, me, weights, range, watch, nodes: 0, is_cut_off, is_interrupted, replies, buffers, table }
    }

    /// Value of a state after `depth` further turns of players; meaningless if the search was interrupted.
    fn value(&mut self, state: &G::State, depth: usize, window: Window) -> Result<f32, Fault> {
        self.value_with_hint(state, depth, window, None)
    }

    /// Value of a state from the table, or else by a search.
    fn value_by_table(
        &mut self,
        state: &G::State,
        depth: usize,
        window: Window,
        drawn: Option<G::Move>,
    ) -> Result<f32, Fault> {
        if depth == 0 {
            return self.value_with_hint(state, depth, window, drawn);
        }
        let key = (self.game.key(state), depth);
        let known = self.table.get(&key).copied();
        if let Some(TableEntry { bounds, is_cut_off }) = known {
            let found = match bounds {
                Window { low, high } if low >= high => Some(low),
                Window { high, .. } if high <= window.low => Some(high),
                Window { low, .. } if low >= window.high => Some(low),
                _ => None,
            };
            if let Some(value) = found {
                self.is_cut_off |= is_cut_off;
                return Ok(value);
            }
        }
        let was_cut_off = std::mem::replace(&mut self.is_cut_off, false);
        let value = self.value_with_hint(state, depth, window, drawn)?;
        if !self.is_interrupted {
            if self.table.len() >= MAX_TABLE {
                self.table.clear();
            }
            let old = known.map_or(Window { low: f32::MIN, high: f32::MAX }, |known| known.bounds);
            let bounds = match value {
                value if value <= window.low => Window { high: value, ..old },
                value if value >= window.high => Window { low: value, ..old },
                value => Window { low: value, high: value },
            };
            self.table.insert(key, TableEntry { bounds, is_cut_off: self.is_cut_off });
        }
        self.is_cut_off |= was_cut_off;
        Ok(value)
    }

    fn value_with_hint(
        &mut self,
        state: &G::State,
        depth: usize,
        window: Window,
        drawn: Option<G::Move>,
    ) -> Result<f32, Fault> {
        let mut moves = self.buffers.pop().unwrap_or_default();
        let value = match self.game.legal_moves(state, &mut moves)? {
            Turn::Over(_) => self.static_value(state),
            _ if depth == 0 => {
                self.is_cut_off = true;
                self.static_value(state)
            }
            Turn::Chance => self.chance(state, &moves, depth, window),
            Turn::Player(mover) => self.decision(DecisionNode { state, mover }, &mut moves, depth, window, drawn),
        };
        self.buffers.push(moves);
        value
    }

    fn static_value(&mut self, state: &G::State) -> Result<f32, Fault> {
        self.nodes += 1;
        self.is_interrupted |= self.watch.is_reached(self.nodes);
        let mut values = Vec::new();
        self.game.feature_values(state, self.weights.set, self.me, &mut values)?;
        Ok(self.weights.value(self.game.progress(state), &values))
    }

    /// Values after some moves, until `each` returns `false` or the search is interrupted.
    fn values_after(
        &mut self,
        state: &G::State,
        moves: &[G::Move],
        mut each: impl FnMut(usize, f32) -> bool,
    ) -> Result<(), Fault> {
        let Self { game, me, weights, watch, nodes, is_interrupted, .. } = self;
        game.feature_values_after(state, moves, weights.set, *me, &mut |index, progress, values| {
            *nodes += 1;
            *is_interrupted |= watch.is_reached(*nodes);
            !*is_interrupted && each(index, weights.value(progress, values))
        })
    }

    /// Value of a state in which a player has some moves. `drawn` is the chance move before it.
    fn decision(
        &mut self,
        node: DecisionNode<'_, G>,
        moves: &mut [G::Move],
        depth: usize,
        mut window: Window,
        drawn: Option<G::Move>,
    ) -> Result<f32, Fault> {
        if self.game.can_keep_turn() {
            return self.turn(node, moves, depth, window);
        }
        let DecisionNode { state, mover } = node;
        let is_mine = mover == self.me;
        let mut best = Extreme { is_greatest: is_mine, value: if is_mine { f32::MIN } else { f32::MAX }, index: 0 };
        if let Some(reply) = drawn.and_then(|drawn| self.reply(depth, drawn))
            && let Some(index) = moves.iter().position(|&mv| mv == reply)
        {
            moves.swap(0, index);
        }
        if depth == 1 {
            self.is_cut_off = true;
            self.values_after(state, moves, |index, value| !best.take(index, value).is_outside(window))?;
        } else {
            let mut order = Vec::with_capacity(moves.len());
            self.values_after(state, moves, |index, value| {
                order.push((value, index));
                true
            })?;
            order.sort_by(|one, other| best.order(one.0, other.0));
            let mut next = state.clone();
            for (_, index) in order {
                if self.is_interrupted {
                    break;
                }
                next.clone_from(state);
                self.game.apply(&mut next, moves[index])?;
                let value = self.value(&next, depth - 1, window)?;
                best.take(index, value).narrow(&mut window);
                if window.low >= window.high {
                    break;
                }
            }
        }
        if let (Some(drawn), Some(&reply)) = (drawn, moves.get(best.index)) {
            self.note_reply(depth, drawn, reply);
        }
        Ok(best.value)
    }

    /// Value of a state in which a player begins a turn with one of some moves.
    fn turn(
        &mut self,
        node: DecisionNode<'_, G>,
        moves: &[G::Move],
        depth: usize,
        mut window: Window,
    ) -> Result<f32, Fault> {
        let is_mine = node.mover == self.me;
        let mut best = Extreme { is_greatest: is_mine, value: if is_mine { f32::MIN } else { f32::MAX }, index: 0 };
        let ends = self.ends_of_turn(node, moves)?;
        if depth == 1 {
            self.is_cut_off = true;
            for (index, end) in ends.iter().enumerate() {
                let value = self.static_value(end)?;
                if best.take(index, value).is_outside(window) || self.is_interrupted {
                    break;
                }
            }
            return Ok(best.value);
        }
        let mut order = Vec::with_capacity(ends.len());
        for (index, end) in ends.iter().enumerate() {
            order.push((self.static_value(end)?, index));
        }
        order.sort_by(|one, other| best.order(one.0, other.0));
        for (_, index) in order {
            if self.is_interrupted {
                break;
            }
            let value = self.value_by_table(&ends[index], depth - 1, window, None)?;
            best.take(index, value).narrow(&mut window);
            if window.low >= window.high {
                break;
            }
        }
        Ok(best.value)
    }

    /// The different states in which a turn of a player that begins with one of some moves can end. An interrupted
    /// search gives some of them.
    fn ends_of_turn(&mut self, node: DecisionNode<'_, G>, moves: &[G::Move]) -> Result<Vec<G::State>, Fault> {
        let (mut ends, mut open, mut seen) = (Vec::new(), Vec::new(), FxHashSet::default());
        let mut later = self.buffers.pop().unwrap_or_default();
        let after = |state: &G::State, mv: G::Move| {
            let mut next = state.clone();
            self.game.apply(&mut next, mv).map(|()| next)
        };
        for &mv in moves.iter().rev() {
            open.push((after(node.state, mv)?, 1));
        }
        while let Some((next, made)) = open.pop() {
            if !seen.insert(self.game.key(&next)) {
                continue;
            }
            self.nodes += 1;
            self.is_interrupted |= self.watch.is_reached(self.nodes);
            let keeps_turn = made < MAX_MOVES_OF_A_TURN
                && !self.is_interrupted
                && matches!(self.game.legal_moves(&next, &mut later)?, Turn::Player(player) if player == node.mover);
            if keeps_turn {
                for &mv in later.iter().rev() {
                    open.push((after(&next, mv)?, made + 1));
                }
            } else {
                ends.push(next);
            }
        }
        self.buffers.push(later);
        Ok(ends)
    }

    /// Values after the turns that begin with some moves, until `each` returns `false` or the search is interrupted.
    fn values_after_turns(
        &mut self,
        state: &G::State,
        moves: &[G::Move],
        mut each: impl FnMut(usize, f32) -> bool,
    ) -> Result<(), Fault> {
        if !self.game.can_keep_turn() {
            return self.values_after(state, moves, each);
        }
        let node = DecisionNode { state, mover: self.me };
        for index in 0..moves.len() {
            let value = self.turn(node, &moves[index..=index], 1, self.range)?;
            if self.is_interrupted || !each(index, value) {
                break;
            }
        }
        Ok(())
    }

    /// Value of a chance node: its expectation, or a bound outside of the window.
    fn chance(&mut self, state: &G::State, moves: &[G::Move], depth: usize, window: Window) -> Result<f32, Fault> {
        let mut probabilities = Vec::new();
        self.game.chance_probabilities(state, &mut probabilities);
        let mut outcomes = Vec::with_capacity(moves.len());
        for (&mv, &probability) in moves.iter().zip(&probabilities) {
            let mut next = state.clone();
            self.game.apply(&mut next, mv)?;
            let outcome = ChanceOutcome { mv, probability: probability as f32, state: next, bounds: self.range };
            outcomes.push(outcome);
        }
        // The likeliest outcomes narrow the bounds of the node most.
        outcomes.sort_by(|one, other| other.probability.total_cmp(&one.probability));
        if let Some(bound) = self.probe(&mut outcomes, depth, window)? {
            return Ok(bound);
        }
        for index in 0..outcomes.len() {
            let bounds = expectation(&outcomes);
            let ChanceOutcome { probability, bounds: own, mv, .. } = outcomes[index];
            // The child's value that would put the node at the limits of the window, if all others are at their best
            // or worst.
            let child = Window {
                low: (own.high - (bounds.high - window.low) / probability).max(own.low),
                high: (own.low + (window.high - bounds.low) / probability).min(own.high),
            };
            let value = self.value_by_table(&outcomes[index].state, depth, child, Some(mv))?;
            if self.is_interrupted {
                return Ok(value);
            }
            let value = value.clamp(self.range.low, self.range.high);
            outcomes[index].bounds = match value {
                value if value <= child.low => Window { high: value, ..own },
                value if value >= child.high => Window { low: value, ..own },
                value => Window { low: value, high: value },
            };
            let bounds = expectation(&outcomes);
            if bounds.high <= window.low {
                return Ok(bounds.high);
            }
            if bounds.low >= window.high {
                return Ok(bounds.low);
            }
        }
        Ok(expectation(&outcomes).low)
    }

    /// Probing of Star2: one reply after each outcome bounds its value on one side. Returns a bound of the node if that
    /// is enough.
    fn probe(&mut self, outcomes: &mut [ChanceOutcome<G>], depth: usize, window: Window) -> Result<Option<f32>, Fault> {
        if self.game.can_keep_turn() {
            return Ok(None); // a reply of several moves fits hardly any other outcome
        }
        let mut moves = self.buffers.pop().unwrap_or_default();
        for index in 0..outcomes.len() {
            let outcome = &outcomes[index];
            let Turn::Player(mover) = self.game.legal_moves(&outcome.state, &mut moves)? else { continue };
            let reply = self.reply(depth, outcome.mv).filter(|reply| moves.contains(reply)).unwrap_or(moves[0]);
            let mut value = 0.0;
            if depth == 1 {
                self.values_after(&outcomes[index].state, &[reply], |_, found| {
                    value = found;
                    true
                })?;
            } else {
                let mut next = outcome.state.clone();
                self.game.apply(&mut next, reply)?;
                let bounds = outcome.bounds;
                value = self.value(&next, depth - 1, bounds)?;
            }
            if self.is_interrupted {
                break;
            }
            let value = value.clamp(self.range.low, self.range.high);
            let bounds = &mut outcomes[index].bounds;
            if mover == self.me {
                bounds.low = bounds.low.max(value);
            } else {
                bounds.high = bounds.high.min(value);
            }
            let bounds = expectation(outcomes);
            if bounds.high <= window.low {
                self.buffers.push(moves);
                return Ok(Some(bounds.high));
            }
            if bounds.low >= window.high {
                self.buffers.push(moves);
                return Ok(Some(bounds.low));
            }
        }
        self.buffers.push(moves);
        Ok(None)
    }

    fn reply(&self, depth: usize, drawn: G::Move) -> Option<G::Move> {
        let known = self.replies.get(depth)?.iter().find(|(after, _)| *after == drawn);
        known.map(|&(_, reply)| reply)
    }

    fn note_reply(&mut self, depth: usize, drawn: G::Move, reply: G::Move) {
        if self.replies.len() <= depth {
            self.replies.resize(depth + 1, Vec::new());
        }
        match self.replies[depth].iter_mut().find(|(after, _)| *after == drawn) {
            Some(known) => known.1 = reply,
            None => self.replies[depth].push((drawn, reply)),
        }
    }
}

/// Bounds of the expectation by those of the outcomes.
fn expectation<G: Game>(outcomes: &[ChanceOutcome<G>]) -> Window {
    let sum =
        |bound: fn(Window) -> f32| outcomes.iter().map(|outcome| outcome.probability * bound(outcome.bounds)).sum();
    Window { low: sum(|bounds| bounds.low), high: sum(|bounds| bounds.high) }
}

/// The greatest or least value so far.
#[derive(Clone, Copy)]
struct Extreme {
    is_greatest: bool,
    value: f32,
    index: usize,
}

impl Extreme {
    fn take(&mut self, index: usize, value: f32) -> Self {
        if (self.is_greatest && value > self.value) || (!self.is_greatest && value < self.value) {
            (self.value, self.index) = (value, index);
        }
        *self
    }

    /// `true` if further moves cannot bring the value back into the window.
    fn is_outside(self, window: Window) -> bool {
        if self.is_greatest { self.value >= window.high } else { self.value <= window.low }
    }

    fn narrow(self, window: &mut Window) {
        if self.is_greatest {
            window.low = window.low.max(self.value);
        } else {
            window.high = window.high.min(self.value);
        }
    }

    fn order(self, one: f32, other: f32) -> std::cmp::Ordering {
        if self.is_greatest { other.total_cmp(&one) } else { one.total_cmp(&other) }
    }
}

/// A legal move with its value at the last complete depth.
struct RootMove<M> {
    mv: M,
    value: f32,
    tie_break: u64,
}

impl<G: Game> Player<G> for Expectimax {
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let Question { game, state, me, moves, limits, .. } = *question;
        if let ([only], None) = (moves, question.listener) {
            return Ok(Choice::without_search(*only));
        }
        let watch = Watch::new(limits);
        let weights = GameWeights { weights: &self.weights, set: self.set };
        let nothing = Window { low: f32::MIN, high: f32::MAX };
        let mut search = Search::new(game, me, weights, nothing, &watch);
        let (mut root, random) = (Vec::with_capacity(moves.len()), &mut self.random);
        let done = search.values_after_turns(state, moves, |index, value| {
            root.push(RootMove { mv: moves[index], value, tie_break: random.next_u64() });
            true
        });
        if unless_interrupted(done)?.is_none() || root.is_empty() {
            return Ok(Choice::without_search(root.first().map_or(moves[0], |first| first.mv)));
        }
        let order = |root: &mut [RootMove<G::Move>]| {
            root.sort_by(|one, other| other.value.total_cmp(&one.value).then(one.tie_break.cmp(&other.tie_break)));
        };
        order(&mut root);
        let values = || root.iter().map(|known| known.value);
        let (least, greatest) = (values().fold(f32::MAX, f32::min), values().fold(f32::MIN, f32::max));
        search.range = Window { low: least - self.range, high: greatest + self.range };
        let lines = question.lines();
        let mut depth = 1;
        let report = |root: &[RootMove<G::Move>], depth: u32, nodes: u64| {
            let best = root.iter().take(lines).map(|known| Choice {
                value: Some(bounded(known.value)),
                depth,
                nodes,
                ..Choice::without_search(known.mv)
            });
            let best: Vec<_> = best.collect();
            question.report(&best);
            best
        };
        let mut best = report(&root, depth, search.nodes);
        while !search.is_interrupted && limits.depth.is_none_or(|most| depth < most) {
            let Some(completed) = unless_interrupted(deepen(&mut search, state, &mut root, depth as usize, lines))?
            else {
                break;
            };
            // The moves that were searched deeper are sorted among themselves: their values cannot be compared with the
            // others.
            order(&mut root[..completed]);
            if completed < root.len() {
                break;
            }
            depth += 1;
            best = report(&root, depth, search.nodes);
            if !search.is_cut_off {
                break;
            }
        }
        let (nodes, first) = (search.nodes, root.first().map(|known| known.mv));
        Ok(match best.into_iter().next() {
            Some(choice) if Some(choice.mv) == first => Choice { nodes, ..choice },
            _ => report(&root, depth, nodes).remove(0),
        })
    }

    fn description(&self) -> Option<String> {
        Some(format!("the weights {}: {}", self.weights.name, self.weights.about))
    }
}

/// Searches the moves of the root one turn deeper than `depth`, in their order. Returns the number of moves that were
/// completed before an interruption.
fn deepen<G: Game>(
    search: &mut Search<'_, G>,
    state: &G::State,
    root: &mut [RootMove<G::Move>],
    depth: usize,
    lines: usize,
) -> Result<usize, Fault> {
    // Greatest values of completed moves, as many as are reported.
    let mut greatest: Vec<f32> = Vec::new();
    search.is_cut_off = false;
    let mut next = state.clone();
    for (index, known) in root.iter_mut().enumerate() {
        let low = if greatest.len() == lines { greatest[lines - 1] } else { search.range.low };
        let window = Window { low, ..search.range };
        let value = if search.game.can_keep_turn() {
            search.turn(DecisionNode { state, mover: search.me }, &[known.mv], depth + 1, window)?
        } else {
            next.clone_from(state);
            search.game.apply(&mut next, known.mv)?;
            search.value(&next, depth, window)?
        };
        if search.is_interrupted {
            return Ok(index);
        }
        // A value at the lower limit is a bound: the move can be worse than the one that set the limit.
        let value = if value <= low { value.min(low.next_down()) } else { value };
        known.value = value;
        let place = greatest.partition_point(|&other| other >= value);
        greatest.insert(place, value);
        greatest.truncate(lines);
    }
    Ok(root.len())
}

/// Builds a search by weights.
///
/// # Errors
/// If the weights do not fit the features of the game.
pub(crate) fn build<'g, G: PlayableGame + 'g>(request: &BuildRequest<'_, G>, weights: WeightSet) -> BuiltPlayer<'g, G> {
    let range = request.values().real(&RANGE).unwrap_or(0.0) as f32;
    let player = Expectimax::new(request.game, weights, range, request.random());
    Ok(Box::new(player.ok_or_else(|| request.unsupported(NO_FEATURES))?))
}

/// The player `expectimax`.
pub(crate) struct ExpectimaxEntry;

impl RegisteredPlayer for ExpectimaxEntry {
    const ENTRY: PlayerEntry = PlayerEntry {
        name: "expectimax",
        about: "expectimax search with Star2 pruning in games with chance, by the weighted features that the game declares",
        options: &[SECONDS, NODES, DEPTH, EXPECTED, FOR_PLAYERS, RANGE, SEED],
        supports_chance: true,
        supports_hidden_information: false,
    };

    fn unsupported_reason<G: Game>(game: &G, _: &PlayerArtifacts) -> Option<&'static str> {
        game.feature_sets().is_empty().then_some(NO_FEATURES)
    }

    fn weights<G: Game>(
        spec: &PlayerSpec,
        game: &G,
        artifacts: &PlayerArtifacts,
    ) -> Result<Option<WeightSet>, PlayerSpecError> {
        spec.selected_weights(game, artifacts, &EXPECTED).map(Some)
    }

    fn build<'g, G: PlayableGame + 'g>(request: &BuildRequest<'_, G>) -> BuiltPlayer<'g, G> {
        let BuildRequest { spec, game, artifacts, .. } = *request;
        let weights = Self::weights(spec, game, artifacts)?.ok_or_else(|| request.unsupported(NO_FEATURES))?;
        build(request, weights)
    }
}
