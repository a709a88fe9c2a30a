//! Search of one thread: iterations of selection by UCB1, expansion, playout and backup of values and proofs. The final
//! move is chosen in [`results`](super::results).

mod expansion;
mod extras;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use boardwright_game::fault::Fault;
use boardwright_game::game::{Game, Outcome};
use boardwright_game::ids::Player;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use super::amaf::{MastTable, MoveCodes};
use super::playout::{MoveRecorder, Playouts};
use super::proof::{ProvenOutcome, outcome_rank};
use super::settings::Settings;
use super::tree::{Node, ONE, Tree};
use crate::limits::{Limits, Watch};
use extras::back_up_minimax;

/// Limits and counters that all threads of a search share besides the tree.
pub(super) struct Budget<'a> {
    pub limits: Limits<'a>,
    /// Number of positions made.
    pub made: AtomicU64,
    /// Number of playouts begun, and their maximum.
    pub played: AtomicU64,
    pub playouts: Option<u64>,
    /// `true` if all threads must stop.
    pub is_stopped: AtomicBool,
    /// `true` if the search continues after the root is proven, until all its moves are (multi-PV).
    pub is_multi_pv: bool,
}

impl Budget<'_> {
    /// Number of positions made so far.
    pub fn made(&self) -> u64 {
        self.made.load(Relaxed)
    }

    fn is_over(&self) -> bool {
        self.is_stopped.load(Relaxed)
            || self.limits.stop.load(Relaxed)
            || self.limits.nodes.is_some_and(|most| self.made.load(Relaxed) >= most)
            || self.playouts.is_some_and(|most| self.played.fetch_add(1, Relaxed) >= most)
    }
}

/// Number of iterations at the beginning in which nodes are expanded after a single visit: a small tree takes little
/// memory, and its statistics count much.
const EARLY_ITERATIONS: u64 = 1000;
/// Approximate interval between two readings of the clock.
const CLOCK_INTERVAL: Duration = Duration::from_micros(50);

/// State of one thread.
pub(super) struct Worker<'a, G: Game, const SHARED: bool> {
    game: &'a G,
    settings: &'a Settings,
    tree: &'a Tree<G::Move>,
    from: &'a G::State,
    state: G::State,
    playouts: Playouts<'a, G>,
    /// Supervision of the time, by the number of positions made.
    watch: Watch<'a>,
    codes: Option<MoveCodes>,
    moves: Vec<G::Move>,
    wins: Vec<G::Move>,
    replies: Vec<G::Move>,
    listed: Vec<G::Move>,
    path: Vec<PathStep<'a, G::Move>>,
    /// By player: value of the last playout, in units of 1/[`ONE`].
    values: Vec<i64>,
    /// By player and move: stamp of the last playout and node for which the move was counted.
    seen: Vec<u64>,
    /// Table of 1 / sqrt(n) for small n.
    inverse_roots: Box<[f32; ROOTS]>,
    /// Approximate numbers of positions in which wins and threats were searched for, and in which there were some.
    threat_searches: u64,
    threats_found: u64,
    iterations: u64,
    made: u64,
    random: Pcg64Mcg,
}

/// Size of that table: small enough for the first-level cache, together with other data.
const ROOTS: usize = 1024;

/// A step of the path: the player and the child that was selected.
struct PathStep<'a, M> {
    player: Player,
    child: &'a Node<M>,
}

impl<'a, G: Game, const SHARED: bool> Worker<'a, G, SHARED> {
    pub fn new(
        game: &'a G,
        settings: &'a Settings,
        tree: &'a Tree<G::Move>,
        from: &'a G::State,
        limits: Limits<'a>,
        random: Pcg64Mcg,
    ) -> Self {
        let codes = settings.records_moves().then(|| MoveCodes::for_game(game));
        let recorder = codes.map(|codes| MoveRecorder {
            codes,
            epsilon: settings.mast_epsilon.unwrap_or(1.0),
            mast: settings.mast_epsilon.map(|_| MastTable::new(codes, game.players())),
        });
        Self {
            game,
            settings,
            tree,
            from,
            state: from.clone(),
            playouts: Playouts::new(from, settings, recorder, limits),
            // The limit of nodes holds for all threads together.
            watch: Watch::new(Limits { nodes: None, ..limits }),
            codes,
            moves: Vec::new(),
            wins: Vec::new(),
            replies: Vec::new(),
            listed: Vec::new(),
            path: Vec::new(),
            values: vec![0; game.players()],
            seen: vec![0; codes.map_or(0, |codes| codes.count * game.players())],
            inverse_roots: Box::new(std::array::from_fn(|number| 1.0 / (number.max(1) as f32).sqrt())),
            threat_searches: 0,
            threats_found: 0,
            iterations: 0,
            made: 0,
            random,
        }
    }

    /// Expands the root of a new tree with the moves of the question.
    pub fn expand_root(&mut self, moves: &[G::Move], player: Player) -> Result<(), Fault> {
        self.playouts.share_time(2 * moves.len());
        if self.tree.root.children().is_none() {
            self.moves.clear();
            self.moves.extend_from_slice(moves);
            self.add_children(&self.tree.root, player)?;
        }
        Ok(())
    }

    /// Iterates until the budget is used up or the root is solved. Calls `report` after 128 iterations, 256 and so on.
    pub fn run(&mut self, budget: &Budget<'_>, mut report: impl FnMut()) -> Result<(), Fault> {
        let (began, mut until) = (Instant::now(), 0_u64);
        let mut next_report = 128;
        while !budget.is_over() {
            if until == 0 && budget.limits.time.is_some() {
                if budget.limits.is_over() {
                    break;
                }
                // Number of iterations until the next reading, by the mean duration so far.
                let each = began.elapsed().as_nanos() as u64 / self.iterations.max(1);
                until = if self.iterations == 0 {
                    1
                } else {
                    (CLOCK_INTERVAL.as_nanos() as u64 / each.max(1)).clamp(1, 512)
                };
            }
            until = until.saturating_sub(1);
            if self.is_solved(budget.is_multi_pv) {
                break;
            }
            let before = self.made;
            if let Err(fault) = self.iterate() {
                budget.is_stopped.store(true, Relaxed);
                if fault.is_interruption() {
                    self.abandon_iteration();
                    return Ok(());
                }
                return Err(fault);
            }
            budget.made.fetch_add(self.made - before, Relaxed);
            if self.iterations == next_report {
                next_report *= 2;
                report();
            }
        }
        // Stops the other threads.
        budget.is_stopped.store(true, Relaxed);
        Ok(())
    }

    /// [`Worker::run`] in a thread of its own.
    pub fn run_in_thread(&mut self, budget: &Budget<'_>) -> Result<(), Fault> {
        let _deadline = budget.limits.set_deadline();
        self.run(budget, || ())
    }

    /// `true` if the root, or with `all` every move of it, is proven.
    fn is_solved(&self, all: bool) -> bool {
        let root = &self.tree.root;
        if !all {
            return root.proof().is_some();
        }
        root.children().is_some_and(|(_, children)| children.iter().all(|child| child.proof().is_some()))
    }

    /// One iteration: selection, expansion, playout and backup.
    fn iterate(&mut self) -> Result<(), Fault> {
        self.iterations += 1;
        self.path.clear();
        self.playouts.recorded.clear();
        self.state.clone_from(self.from);
        let mut child = &self.tree.root;
        let proven = loop {
            // An iteration that the time cuts off counts like a playout that was cut off, if it made a move.
            if !self.path.is_empty() && self.watch.is_reached(self.made) {
                self.playouts.state.clone_from(&self.state);
                self.set_heuristic_values()?;
                break false;
            }
            if let Some((player, children)) = child.children() {
                let next = &children[self.select(child, player, children)];
                self.game.apply(&mut self.state, next.mv)?;
                self.made += 1;
                next.add_virtual_loss::<SHARED>();
                self.path.push(PathStep { player, child: next });
                if let Some(proof) = next.proof() {
                    self.set_outcome(proof.outcome);
                    break true;
                }
                child = next;
                continue;
            }
            // The virtual loss of this thread is no visit.
            let visits = child.visits() - u32::from(SHARED && child.visits() > 0);
            let enough = if self.iterations < EARLY_ITERATIONS {
                self.settings.expansion_visits.min(1)
            } else {
                self.settings.expansion_visits
            };
            if visits >= enough && self.tree.has_room() {
                if let Some(proof) = self.expand(child)? {
                    self.set_outcome(proof.outcome);
                    break true;
                }
                if child.children().is_some() {
                    continue;
                }
            }
            break self.play_out(child)?;
        };
        self.back_up(proven);
        Ok(())
    }

    /// Removes the virtual losses of an iteration that the deadline of the thread interrupted: it counts as a draw.
    fn abandon_iteration(&mut self) {
        if SHARED {
            self.values.fill(0);
            self.back_up(false);
        }
    }

    /// Selects a child by UCB1; returns its index.
    fn select(&self, parent: &Node<G::Move>, player: Player, children: &[Node<G::Move>]) -> usize {
        // The exploration term is `bonus` times the square root of 1/visits.
        let bonus = self.settings.exploration * logarithm(parent.visits().max(1)).sqrt();
        let plain = !self.settings.has_extra();
        let urgency = self.settings.urgency;
        let (mut best, mut most) = (0, f32::NEG_INFINITY);
        for (index, child) in children.iter().enumerate() {
            let visits = child.visits();
            let mut score;
            if let Some(proof) = child.proof() {
                // Proven losses are selected only if all children are losses. Other proven children than draws are
                // never tried again.
                if outcome_rank(proof.outcome, player) != 1 {
                    continue;
                }
                score = bonus * self.inverse_root(visits + 1);
            } else if visits == 0 {
                if plain && urgency >= UNTRIED {
                    return index;
                }
                score = urgency;
            } else {
                let root = self.inverse_root(visits);
                score = (child.sum() as f32 * (1.0 / ONE as f32) * root + bonus) * root;
            }
            if !plain {
                score = self.adjusted_score(score, player, child, visits);
            }
            if score > most {
                (best, most) = (index, score);
            }
        }
        best
    }

    /// Square root of 1 / `number`.
    #[inline]
    fn inverse_root(&self, number: u32) -> f32 {
        match self.inverse_roots.get(number as usize) {
            Some(&root) => root,
            None => 1.0 / (number as f32).sqrt(),
        }
    }

    /// Plays out from a leaf. Returns `true` if the leaf is a terminal position.
    fn play_out(&mut self, child: &Node<G::Move>) -> Result<bool, Fault> {
        if let Some(codes) = self.codes {
            // The moves of the path belong to the playout.
            for step in &self.path {
                let code = step.child.extra.as_ref().map_or(0, |extra| extra.code);
                self.playouts.recorded.push((step.player, code));
            }
            if self.settings.amaf_visits > 0 && child.visits() >= self.settings.amaf_visits && self.tree.has_room() {
                self.open_table(child, codes);
            }
        }
        let (outcome, length) = self.playouts.play(self.game, &self.state, &mut self.random)?;
        self.made += length;
        let over = match outcome {
            Some(outcome) => {
                self.set_outcome(outcome);
                if length == 0 {
                    child.set_proof(ProvenOutcome { outcome, plies: 0 });
                }
                length == 0
            }
            None => {
                self.set_heuristic_values()?;
                false
            }
        };
        self.update_statistics();
        Ok(over)
    }

    /// Sets the values of a finished game.
    fn set_outcome(&mut self, outcome: Outcome) {
        for (index, value) in self.values.iter_mut().enumerate() {
            *value = match outcome {
                Outcome::Draw => 0,
                Outcome::Won(winner) if winner.index() == index => ONE,
                Outcome::Won(_) => -ONE,
            };
        }
    }

    /// Sets the values of an unfinished playout by the heuristic.
    fn set_heuristic_values(&mut self) -> Result<(), Fault> {
        let players = (1..=self.game.players()).filter_map(Player::new);
        for (value, player) in self.values.iter_mut().zip(players) {
            let heuristic = self.settings.heuristic.bounded_value(self.game, &self.playouts.state, player)?;
            *value = (heuristic.clamp(-1.0, 1.0) * ONE as f64) as i64;
        }
        Ok(())
    }

    /// Backs up the values, and with `proven` the proofs, along the path.
    fn back_up(&mut self, mut proven: bool) {
        let root = &self.tree.root;
        for index in (0..self.path.len()).rev() {
            let PathStep { player, child } = self.path[index];
            child.back_up::<SHARED>(self.values[player.index()]);
            let parent = if index == 0 { root } else { self.path[index - 1].child };
            if proven {
                proven = self.back_up_proof(parent);
            }
            if self.settings.minimax > 0.0 {
                back_up_minimax(parent, index.checked_sub(1).map(|before| self.path[before].player));
            }
        }
        root.add_virtual_loss::<SHARED>();
        root.back_up::<SHARED>(0);
    }

    /// Proves a position by its children, if possible, and sets the values to the proven outcome for the positions
    /// above. Returns `true` if the position is proven.
    fn back_up_proof(&mut self, parent: &Node<G::Move>) -> bool {
        let Some((player, children)) = parent.children() else { return false };
        let known = parent.proof().or_else(|| ProvenOutcome::backup(player, children.iter().map(Node::proof)));
        let Some(proof) = known else { return false };
        parent.set_proof(proof);
        self.set_outcome(proof.outcome);
        true
    }

    /// An independent random number generator for a thread.
    pub fn fork_random(random: &mut Pcg64Mcg) -> Pcg64Mcg {
        Pcg64Mcg::from_rng(random)
    }
}

/// Fast approximation of the natural logarithm, too small by up to 0.06: it reads the bits of the float as an integer.
#[inline]
fn logarithm(number: u32) -> f32 {
    let bits = (number as f32).to_bits() - 1.0_f32.to_bits();
    bits as f32 * (std::f32::consts::LN_2 / (1 << 23) as f32)
}

/// Score above all others: moves with this urgency are tried first.
const UNTRIED: f32 = 100.0;

impl<M> Clone for PathStep<'_, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for PathStep<'_, M> {}
