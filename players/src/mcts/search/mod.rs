//! One thread that grows the tree: down by UCB1, a playout, and back up with what it was worth and what is certain now. It
//! chooses no move in the end.

mod beside;
mod grow;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use boardwright_engine::fault::Fault;
use boardwright_engine::game::{Game, Outcome};
use boardwright_engine::ids::Player;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use super::amaf::{Codes, Mast};
use super::playout::{Noting, Playouts};
use super::proof::{Proof, rank};
use super::settings::Settings;
use super::tree::{Child, ONE, Tree};
use crate::limits::Limits;
use beside::look_up;

/// What all threads of a search share beside the tree.
pub(super) struct Budget<'a> {
    pub limits: Limits<'a>,
    /// Positions made.
    pub made: AtomicU64,
    /// Playouts begun, and how many there may be.
    pub played: AtomicU64,
    pub playouts: Option<u64>,
    /// It is over.
    pub over: AtomicBool,
    /// It goes on though the position is proven, until all its moves are.
    pub all: bool,
}

impl Budget<'_> {
    /// How many positions were made so far.
    pub fn made(&self) -> u64 {
        self.made.load(Relaxed)
    }

    fn is_over(&self) -> bool {
        self.over.load(Relaxed)
            || self.limits.stop.load(Relaxed)
            || self.limits.nodes.is_some_and(|most| self.made.load(Relaxed) >= most)
            || self.playouts.is_some_and(|most| self.played.fetch_add(1, Relaxed) >= most)
    }
}

/// So many playouts grow the tree with each visit: a small tree takes little, and what it knows counts much.
const EARLY: u64 = 1000;
/// The clock is looked at about so often.
const GLANCE: Duration = Duration::from_micros(50);

/// One thread.
pub(super) struct Worker<'a, G: Game, const SHARED: bool> {
    game: &'a G,
    settings: &'a Settings,
    tree: &'a Tree<G::Move>,
    from: &'a G::State,
    state: G::State,
    playouts: Playouts<G>,
    codes: Option<Codes>,
    moves: Vec<G::Move>,
    wins: Vec<G::Move>,
    replies: Vec<G::Move>,
    listed: Vec<G::Move>,
    path: Vec<Step<'a, G::Move>>,
    /// By player: what the last playout was worth, in parts of [`ONE`].
    values: Vec<i64>,
    /// By player and move: the last playout in which it was seen.
    seen: Vec<u64>,
    /// The roots of shares, which most of the time are of small numbers.
    roots: Box<[f32; ROOTS]>,
    /// In how many positions wins and threats were looked for, about, and in how many there were some.
    looked: u64,
    found: u64,
    rounds: u64,
    made: u64,
    random: Pcg64Mcg,
}

/// So many roots are kept: they fit beside other things into the nearest memory of a processor.
const ROOTS: usize = 1024;

/// A move on the way down: whose it was, and to where.
struct Step<'a, M> {
    player: Player,
    child: &'a Child<M>,
}

impl<'a, G: Game, const SHARED: bool> Worker<'a, G, SHARED> {
    pub fn new(
        game: &'a G,
        settings: &'a Settings,
        tree: &'a Tree<G::Move>,
        from: &'a G::State,
        random: Pcg64Mcg,
    ) -> Self {
        let codes = settings.notes().then(|| Codes::of(game));
        let noting = codes.map(|codes| Noting {
            codes,
            epsilon: settings.mast.unwrap_or(1.0),
            mast: settings.mast.map(|_| Mast::new(codes, game.players())),
        });
        Self {
            game,
            settings,
            tree,
            from,
            state: from.clone(),
            playouts: Playouts::new(from, settings.longest, noting),
            codes,
            moves: Vec::new(),
            wins: Vec::new(),
            replies: Vec::new(),
            listed: Vec::new(),
            path: Vec::new(),
            values: vec![0; game.players()],
            seen: vec![0; codes.map_or(0, |codes| codes.count * game.players())],
            roots: Box::new(std::array::from_fn(|number| 1.0 / (number.max(1) as f32).sqrt())),
            looked: 0,
            found: 0,
            rounds: 0,
            made: 0,
            random,
        }
    }

    /// Gives the tree the moves that are asked about, if it is new.
    pub fn begin(&mut self, moves: &[G::Move], player: Player) -> Result<(), Fault> {
        if self.tree.root.below().is_none() {
            self.moves.clear();
            self.moves.extend_from_slice(moves);
            self.give(&self.tree.root, player)?;
        }
        Ok(())
    }

    /// Plays until the budget is used up or nothing is open. `tell` is called after 128 rounds, 256 and so on.
    pub fn run(&mut self, budget: &Budget<'_>, mut tell: impl FnMut()) -> Result<(), Fault> {
        let (began, mut until) = (Instant::now(), 0_u64);
        let mut telling = 128;
        while !budget.is_over() {
            if until == 0 && budget.limits.time.is_some() {
                if budget.limits.is_over() {
                    break;
                }
                // About so many rounds in a while, going by those so far.
                let each = began.elapsed().as_nanos() as u64 / self.rounds.max(1);
                until = if self.rounds == 0 { 1 } else { (GLANCE.as_nanos() as u64 / each.max(1)).clamp(1, 512) };
            }
            until = until.saturating_sub(1);
            if self.is_settled(budget.all) {
                break;
            }
            let before = self.made;
            if let Err(fault) = self.round(&budget.limits) {
                budget.over.store(true, Relaxed);
                return Err(fault);
            }
            budget.made.fetch_add(self.made - before, Relaxed);
            if self.rounds == telling {
                telling *= 2;
                tell();
            }
        }
        // The other threads need not find it out for themselves.
        budget.over.store(true, Relaxed);
        Ok(())
    }

    /// Whether looking on would tell nothing.
    fn is_settled(&self, all: bool) -> bool {
        let root = &self.tree.root;
        if !all {
            return root.proof().is_some();
        }
        root.below().is_some_and(|(_, children)| children.iter().all(|child| child.proof().is_some()))
    }

    /// One playout from a position at the edge of the tree.
    fn round(&mut self, limits: &Limits<'_>) -> Result<(), Fault> {
        self.rounds += 1;
        self.path.clear();
        self.playouts.noted.clear();
        self.state.clone_from(self.from);
        let mut child = &self.tree.root;
        let proven = loop {
            if let Some((player, children)) = child.below() {
                let next = &children[self.select(child, player, children)];
                self.game.apply(&mut self.state, next.mv)?;
                self.made += 1;
                next.enter::<SHARED>();
                self.path.push(Step { player, child: next });
                if let Some(proof) = next.proof() {
                    self.end(proof.outcome);
                    break true;
                }
                child = next;
                continue;
            }
            // A thread that has entered counts as a visit.
            let visits = child.visits() - u32::from(SHARED && child.visits() > 0);
            let enough = if self.rounds < EARLY { self.settings.grow.min(1) } else { self.settings.grow };
            if visits >= enough && self.tree.has_room() {
                if let Some(proof) = self.grow(child)? {
                    self.end(proof.outcome);
                    break true;
                }
                if child.below().is_some() {
                    continue;
                }
            }
            break self.play_out(child, limits)?;
        };
        self.back(proven);
        Ok(())
    }

    /// Which child to enter.
    fn select(&self, parent: &Child<G::Move>, player: Player, children: &[Child<G::Move>]) -> usize {
        // The bonus is the constant times the root of the logarithm, times the root of a share.
        let bonus = self.settings.exploration * logarithm(parent.visits().max(1)).sqrt();
        let plain = !self.settings.extra();
        let urgency = self.settings.urgency;
        let (mut best, mut most) = (0, f32::NEG_INFINITY);
        for (index, child) in children.iter().enumerate() {
            let visits = child.visits();
            let mut score;
            if let Some(proof) = child.proof() {
                // What is lost is only entered if all is, and what is certain is not tried again where others are open.
                if rank(proof.outcome, player) != 1 {
                    continue;
                }
                score = bonus * self.root(visits + 1);
            } else if visits == 0 {
                if plain && urgency >= UNTRIED {
                    return index;
                }
                score = urgency;
            } else {
                let root = self.root(visits);
                score = (child.sum() as f32 * (1.0 / ONE as f32) * root + bonus) * root;
            }
            if !plain {
                score = self.beside(score, player, child, visits);
            }
            if score > most {
                (best, most) = (index, score);
            }
        }
        best
    }

    /// The root of 1 / `number`.
    #[inline]
    fn root(&self, number: u32) -> f32 {
        match self.roots.get(number as usize) {
            Some(&root) => root,
            None => 1.0 / (number as f32).sqrt(),
        }
    }

    /// Plays the position out; true if it is over.
    fn play_out(&mut self, child: &Child<G::Move>, limits: &Limits<'_>) -> Result<bool, Fault> {
        if let Some(codes) = self.codes {
            // The moves on the way belong to it.
            for step in &self.path {
                let code = step.child.extra.as_ref().map_or(0, |extra| extra.code);
                self.playouts.noted.push((step.player, code));
            }
            if self.settings.rave > 0 && child.visits() >= self.settings.rave && self.tree.has_room() {
                self.open_table(child, codes);
            }
        }
        let (outcome, length) = self.playouts.play(self.game, &self.state, limits, &mut self.random)?;
        self.made += length;
        let over = match outcome {
            Some(outcome) => {
                self.end(outcome);
                if length == 0 {
                    child.prove(Proof { outcome, plies: 0 });
                }
                length == 0
            }
            None => {
                self.judge()?;
                false
            }
        };
        self.learn();
        Ok(over)
    }

    /// The values of an end.
    fn end(&mut self, outcome: Outcome) {
        for (index, value) in self.values.iter_mut().enumerate() {
            *value = match outcome {
                Outcome::Draw => 0,
                Outcome::Won(winner) if winner.index() == index => ONE,
                Outcome::Won(_) => -ONE,
            };
        }
    }

    /// The values of a playout that was broken off.
    fn judge(&mut self) -> Result<(), Fault> {
        let players = (1..=self.game.players()).filter_map(Player::new);
        for (value, player) in self.values.iter_mut().zip(players) {
            let worth = self.settings.heuristic.bounded(self.game, &self.playouts.state, player)?;
            *value = (worth.clamp(-1.0, 1.0) * ONE as f64) as i64;
        }
        Ok(())
    }

    /// Goes back up.
    fn back(&mut self, mut proven: bool) {
        let root = &self.tree.root;
        for index in (0..self.path.len()).rev() {
            let Step { player, child } = self.path[index];
            child.leave::<SHARED>(self.values[player.index()]);
            let parent = if index == 0 { root } else { self.path[index - 1].child };
            if proven {
                proven = self.prove(parent);
            }
            if self.settings.minimax > 0.0 {
                look_up(parent, index.checked_sub(1).map(|before| self.path[before].player));
            }
        }
        root.enter::<SHARED>();
        root.leave::<SHARED>(0);
    }

    /// Whether a position is proven by what is known below; its value then counts for what is above.
    fn prove(&mut self, parent: &Child<G::Move>) -> bool {
        let Some((player, children)) = parent.below() else { return false };
        let known = parent.proof().or_else(|| Proof::of(player, children.iter().map(Child::proof)));
        let Some(proof) = known else { return false };
        parent.prove(proof);
        self.end(proof.outcome);
        true
    }

    /// Another source of random numbers for each thread.
    pub fn source(random: &mut Pcg64Mcg) -> Pcg64Mcg {
        Pcg64Mcg::from_rng(random)
    }
}

/// The natural logarithm, too small by up to 0.06: what is left of a number's exponent and digits read as a whole number.
#[inline]
fn logarithm(number: u32) -> f32 {
    let bits = (number as f32).to_bits() - 1.0_f32.to_bits();
    bits as f32 * (std::f32::consts::LN_2 / (1 << 23) as f32)
}

/// More than any score: what has this is tried first.
const UNTRIED: f32 = 100.0;

impl<M> Clone for Step<'_, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Step<'_, M> {}
