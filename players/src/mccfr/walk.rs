//! The sampled walks through a game that update regrets and average strategies. A walk ends with the game or a limit; it
//! chooses no move of a match.

use boardwright_game::game::{Game, Turn};
use boardwright_game::ids::Player;
use boardwright_game::playout::{draw_chance, random_below, random_weighted_index};
use rand_pcg::Pcg64Mcg;

use super::table::Table;
use crate::cfr::tree::{MAX_PLIES, information_key_into};
use crate::limits::{Halt, Watch};

/// Probability with which outcome sampling explores: it draws a move of the updated player uniformly (Lanctot and others
/// 2009).
const EXPLORATION: f64 = 0.6;

/// A walk for one player, whose regrets it updates.
pub(super) struct Walk<'a, G: Game> {
    pub game: &'a G,
    /// The updated player.
    pub me: Player,
    pub table: &'a mut Table<G::Move>,
    pub random: &'a mut Pcg64Mcg,
    pub watch: &'a Watch<'a>,
    /// Number of positions made.
    pub nodes: &'a mut u64,
    pub buffers: &'a mut Buffers<G::Move>,
}

/// Reusable scratch buffers.
#[derive(Debug)]
pub(super) struct Buffers<M> {
    moves: Vec<M>,
    chances: Vec<f64>,
    key: Vec<u8>,
    /// Pairs of buffers for probabilities and values, for the nested nodes of a walk.
    pairs: Vec<(Vec<f64>, Vec<f64>)>,
}

impl<M> Default for Buffers<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), chances: Vec::new(), key: Vec::new(), pairs: Vec::new() }
    }
}

/// Next node at which a player decides, or the end of the walk.
enum Node {
    /// A decision; `set` is the index of the information state, `None` if it is not kept.
    Decision { player: Player, set: Option<u32> },
    /// The payoff of the updated player.
    End(f64),
}

/// Probabilities with which outcome sampling reaches a node.
#[derive(Clone, Copy)]
struct Reach {
    /// Factor of the updated player's strategy.
    own: f64,
    /// Factor of the other player's strategy.
    others: f64,
    /// Factor of both players' choices in the sample. Chance is sampled by its own probabilities, which cancel out.
    sample: f64,
}

impl<G: Game> Walk<'_, G> {
    /// External sampling: all moves of the updated player are walked through; those of the other player and of chance
    /// are sampled. Returns the sampled value of the position for the updated player.
    pub fn external(&mut self, state: &mut G::State, mut plies: usize) -> Result<f64, Halt> {
        loop {
            let (player, set) = match self.next_node(state, &mut plies)? {
                Node::End(payoff) => return Ok(payoff),
                Node::Decision { player, set } => (player, set),
            };
            let Some(set) = set else {
                let mv = self.buffers.moves[random_below(self.buffers.moves.len(), self.random)];
                self.make(state, mv, &mut plies)?;
                continue;
            };
            let (mut shares, mut values) = self.buffers.pairs.pop().unwrap_or_default();
            self.table.entry(set).strategy(&mut shares);
            if player == self.me {
                let value = self.external_values(state, plies, set, &shares, &mut values);
                self.buffers.pairs.push((shares, values));
                return value;
            }
            let entry = self.table.entry_mut(set);
            entry.weights.iter_mut().zip(&shares).for_each(|(weight, share)| *weight += share);
            let mv = entry.moves[random_weighted_index(&shares, self.random)];
            self.buffers.pairs.push((shares, values));
            self.make(state, mv, &mut plies)?;
        }
    }

    /// Walks through all moves of the updated player in the information state with the index `set`, and adds their
    /// regrets.
    fn external_values(
        &mut self,
        state: &G::State,
        plies: usize,
        set: u32,
        shares: &[f64],
        values: &mut Vec<f64>,
    ) -> Result<f64, Halt> {
        values.clear();
        for place in 0..shares.len() {
            let (mut after, mut deeper) = (state.clone(), plies);
            self.make(&mut after, self.table.entry(set).moves[place], &mut deeper)?;
            values.push(self.external(&mut after, deeper)?);
        }
        let mean: f64 = shares.iter().zip(&*values).map(|(share, value)| share * value).sum();
        self.table.entry_mut(set).add_sample(1.0, mean, values.iter().copied());
        Ok(mean)
    }

    /// Outcome sampling: one line of play is sampled. The updated player explores; importance sampling corrects for
    /// that.
    pub fn outcome(&mut self, state: &mut G::State) -> Result<(), Halt> {
        self.outcome_value(state, 0, Reach { own: 1.0, others: 1.0, sample: 1.0 }).map(|_| ())
    }

    /// Returns an unbiased estimate of the value of the position for the updated player.
    fn outcome_value(&mut self, state: &mut G::State, mut plies: usize, reach: Reach) -> Result<f64, Halt> {
        let (player, set) = match self.next_node(state, &mut plies)? {
            Node::End(payoff) => return Ok(payoff),
            Node::Decision { player, set } => (player, set),
        };
        let is_mine = player == self.me;
        let (mut shares, unused) = self.buffers.pairs.pop().unwrap_or_default();
        let count = self.buffers.moves.len();
        match set {
            Some(set) => self.table.entry(set).strategy(&mut shares),
            None => {
                shares.clear();
                shares.resize(count, 1.0 / count as f64);
            }
        }
        let explores = is_mine && random_weighted_index(&[1.0 - EXPLORATION, EXPLORATION], self.random) == 1;
        let place =
            if explores { random_below(count, self.random) } else { random_weighted_index(&shares, self.random) };
        let share = shares[place];
        let drawn = if is_mine { EXPLORATION / count as f64 + (1.0 - EXPLORATION) * share } else { share };
        let mv = set.map_or(self.buffers.moves[place], |set| self.table.entry(set).moves[place]);
        let after = Reach {
            own: if is_mine { reach.own * share } else { reach.own },
            others: if is_mine { reach.others } else { reach.others * share },
            sample: reach.sample * drawn,
        };
        let value = self.make(state, mv, &mut plies).and_then(|()| self.outcome_value(state, plies, after));
        let result = value.map(|value| {
            // Value of the sampled move; the moves that were not sampled have the estimate 0.
            let estimate = value / drawn;
            if let (true, Some(set)) = (is_mine, set) {
                let entry = self.table.entry_mut(set);
                let values = (0..count).map(|other| if other == place { estimate } else { 0.0 });
                entry.add_sample(reach.others / reach.sample, share * estimate, values);
                // Stochastically-weighted averaging (Lanctot and others 2009).
                let weight = reach.own / reach.sample;
                entry.weights.iter_mut().zip(&shares).for_each(|(sum, share)| *sum += weight * share);
            }
            share * estimate
        });
        self.buffers.pairs.push((shares, unused));
        result
    }

    /// Makes chance moves until a player decides or the game ends. The legal moves are then in the buffer.
    fn next_node(&mut self, state: &mut G::State, plies: &mut usize) -> Result<Node, Halt> {
        loop {
            let payoff = self.game.payoff();
            match self.game.legal_moves(state, &mut self.buffers.moves)? {
                Turn::Over(outcome) => return Ok(Node::End(payoff.value(self.game, state, outcome, self.me))),
                // An endless game is cut off with its present score.
                _ if *plies >= MAX_PLIES => {
                    return Ok(Node::End(payoff.score().map_or(0.0, |_| self.game.score(state, self.me))));
                }
                Turn::Chance => {
                    let Buffers { moves, chances, .. } = &mut *self.buffers;
                    let mv = draw_chance(self.game, state, moves, chances, self.random)?;
                    self.make(state, mv, plies)?;
                }
                Turn::Player(player) => {
                    let Buffers { key, moves, .. } = &mut *self.buffers;
                    information_key_into(self.game, state, player, key);
                    return Ok(Node::Decision { player, set: self.table.find_or_add(key, moves) });
                }
            }
        }
    }

    fn make(&mut self, state: &mut G::State, mv: G::Move, plies: &mut usize) -> Result<(), Halt> {
        if self.watch.is_reached(*self.nodes) {
            return Err(Halt::Limit);
        }
        self.game.apply(state, mv)?;
        *self.nodes += 1;
        *plies += 1;
        Ok(())
    }
}
