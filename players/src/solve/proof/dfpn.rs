//! Depth-first proof-number search (df-pn; Nagai, "Df-pn algorithm for searching AND/OR trees and its applications",
//! 2002). It proves whether a player can force a win, and expands the most-proving node first. It is efficient where
//! wins are forced and there are few replies.
//!
//! A position that is on the current path counts as not won (graph-history interaction). Proofs of wins do not depend
//! on that. Disproofs can, so no disproof is reported if the search met a repetition.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use boardwright_game::fault::Fault;
use boardwright_game::game::{Game, Outcome, Turn};
use boardwright_game::ids::Player;
use boardwright_game::variation::Variation;

use super::super::SolveError;
use super::alphabeta::{Proof, is_provable};
use crate::buckets::{Buckets, NoMemory};
use crate::limits::{Halt, Limits};

/// Infinity of proof and disproof numbers.
const INFINITE: u32 = 1 << 30;

/// Proof and disproof number: minimum numbers of leaves to prove that the attacker wins, and that it does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };
const WON: Numbers = Numbers { proof: 0, disproof: INFINITE };
const NOT_WON: Numbers = Numbers { proof: INFINITE, disproof: 0 };

/// Proves whether the player to move wins, and if not, whether it loses; otherwise the game is a draw. The table takes
/// `mib` MiB.
///
/// # Errors
/// A [`SolveError`] if the rules of the game fail, or the table cannot be allocated.
///
/// # Panics
/// If the game is not [`is_provable`].
pub fn prove_by_numbers<G: Game>(
    game: &G,
    state: &G::State,
    mib: usize,
    limits: Limits<'_>,
) -> Result<Proof<G::Move>, SolveError> {
    assert!(
        is_provable(game),
        "a game of two players with perfect information, without chance, and not history dependent"
    );
    let mut moves = Vec::new();
    let mover = match game.legal_moves(state, &mut moves)? {
        Turn::Over(outcome) => {
            let value = if outcome == Outcome::Draw {
                0
            } else if outcome == Outcome::Won(Player::FIRST) {
                1
            } else {
                -1
            };
            return Ok(Proof { value: Some(value), line: Vec::new(), nodes: 0, expanded: 0 });
        }
        Turn::Player(mover) => mover,
        Turn::Chance => unreachable!("games with chance are not proven"),
    };
    let (mut nodes, mut expanded) = (0, 0);
    let mut sides = [None; 2];
    for (index, attacker) in [mover, mover.next(2)].into_iter().enumerate() {
        let mut search = Search::new(
            game,
            state,
            attacker,
            mib,
            Limits { nodes: limits.nodes.map(|most| most.saturating_sub(nodes)), ..limits },
        )?;
        let done = search.search_node((INFINITE, INFINITE));
        nodes += search.nodes;
        expanded += search.expanded;
        match done {
            Ok(WON) => {
                let line = search.winning_line(state)?;
                let value = if attacker == Player::FIRST { 1 } else { -1 };
                return Ok(Proof { value: Some(value), line, nodes, expanded });
            }
            Ok(_) if !search.repeated => sides[index] = Some(()),
            Ok(_) | Err(Halt::Limit) => {}
            Err(Halt::Fault(fault)) => return Err(fault.into()),
        }
    }
    let value = if sides == [Some(()); 2] { Some(0) } else { None };
    Ok(Proof { value, line: Vec::new(), nodes, expanded })
}

/// Transposition table of proof and disproof numbers, with four entries per bucket.
struct ProofNumberTable {
    /// Key of each entry, and its numbers in the two halves of a word; 0 for an empty entry.
    buckets: Buckets<8>,
}

impl ProofNumberTable {
    fn new(mib: usize) -> Result<Self, NoMemory> {
        Ok(Self { buckets: Buckets::new(mib)? })
    }

    /// The entries of the bucket of a key, with their current words.
    fn entries(&self, key: u64) -> impl Iterator<Item = (&[AtomicU64; 2], [u64; 2])> {
        let entries = self.buckets.bucket(key).as_chunks().0.iter();
        entries.map(|entry| (entry, entry.each_ref().map(|word| word.load(Relaxed))))
    }

    fn get(&self, key: u64) -> Numbers {
        let known = self.entries(key).find(|&(_, [known, numbers])| known == key && numbers != 0);
        known.map_or(UNKNOWN, |(_, [_, numbers])| unpack(numbers))
    }

    fn put(&self, key: u64, numbers: Numbers) {
        // Replacement: the entry with the least proof effort is overwritten.
        let shown = |word: u64| if word == 0 { 0 } else { unpack(word).proof.max(unpack(word).disproof) };
        let same = self.entries(key).find(|&(_, [known, _])| known == key);
        let least = || self.entries(key).min_by_key(|&(_, [_, numbers])| shown(numbers));
        let ([known, word], _) = same.or_else(least).expect("a bucket has entries");
        known.store(key, Relaxed);
        word.store(u64::from(numbers.proof) << 32 | u64::from(numbers.disproof), Relaxed);
    }
}

fn unpack(word: u64) -> Numbers {
    Numbers { proof: (word >> 32) as u32, disproof: word as u32 }
}

struct Search<'a, G: Game> {
    game: &'a G,
    attacker: Player,
    limits: Limits<'a>,
    table: ProofNumberTable,
    line: Variation<'a, G>,
    /// By ply: the key of the position, its moves, and the keys of its children.
    plies: Vec<(u64, Vec<G::Move>, Vec<u64>)>,
    nodes: u64,
    expanded: u64,
    repeated: bool,
}

impl<'a, G: Game> Search<'a, G> {
    fn new(game: &'a G, state: &G::State, attacker: Player, mib: usize, limits: Limits<'a>) -> Result<Self, NoMemory> {
        Ok(Self {
            game,
            attacker,
            limits,
            table: ProofNumberTable::new(mib)?,
            line: Variation::new(game, state),
            plies: Vec::new(),
            nodes: 0,
            expanded: 0,
            repeated: false,
        })
    }

    /// Searches the current position until its numbers reach the thresholds (multiple iterative deepening).
    fn search_node(&mut self, thresholds: (u32, u32)) -> Result<Numbers, Halt> {
        let ply = self.line.len();
        if self.plies.len() <= ply {
            self.plies.resize_with(ply + 1, || (0, Vec::new(), Vec::new()));
        }
        let (_, mut moves, mut keys) = std::mem::take(&mut self.plies[ply]);
        let key = self.game.key(self.line.state());
        let numbers = match self.game.legal_moves(self.line.state(), &mut moves) {
            Err(fault) => Err(fault.into()),
            Ok(Turn::Over(outcome)) => Ok(if outcome == Outcome::Won(self.attacker) { WON } else { NOT_WON }),
            Ok(Turn::Chance) => unreachable!("games with chance are not proven"),
            Ok(Turn::Player(mover)) => {
                self.plies[ply].0 = key;
                self.search_children(&moves, &mut keys, mover == self.attacker, thresholds)
            }
        };
        self.plies[ply] = (key, moves, keys);
        if let Ok(numbers) = numbers {
            self.table.put(key, numbers);
        }
        numbers
    }

    /// Numbers of a position with these moves.
    fn search_children(
        &mut self,
        moves: &[G::Move],
        keys: &mut Vec<u64>,
        attacks: bool,
        thresholds: (u32, u32),
    ) -> Result<Numbers, Halt> {
        keys.clear();
        self.expanded += 1;
        let ply = self.line.len();
        for &mv in moves {
            if self.limits.is_reached(self.nodes) {
                return Err(Halt::Limit);
            }
            self.nodes += 1;
            self.line.make(mv)?;
            let key = self.game.key(self.line.state());
            let outcome = self.game.outcome(self.line.state());
            self.line.unmake();
            if let Some(outcome) = outcome? {
                self.table.put(key, if outcome == Outcome::Won(self.attacker) { WON } else { NOT_WON });
            }
            keys.push(key);
        }
        loop {
            // In terms of the player to move: the minimum over the children, and the sum of the opposite numbers.
            let (mut best, mut least, mut second, mut sum) = (0, INFINITE, INFINITE, 0_u32);
            for (index, &key) in keys.iter().enumerate() {
                let on_line = self.plies[..ply].iter().any(|(earlier, ..)| *earlier == key) || self.plies[ply].0 == key;
                let numbers = if on_line {
                    self.repeated = true;
                    NOT_WON
                } else {
                    self.table.get(key)
                };
                let (own, other) =
                    if attacks { (numbers.proof, numbers.disproof) } else { (numbers.disproof, numbers.proof) };
                sum = sum.saturating_add(other).min(INFINITE);
                if own < least || index == 0 {
                    (second, least, best) = (least, own, index);
                } else {
                    second = second.min(own);
                }
            }
            let numbers =
                if attacks { Numbers { proof: least, disproof: sum } } else { Numbers { proof: sum, disproof: least } };
            if numbers.proof >= thresholds.0 || numbers.disproof >= thresholds.1 {
                return Ok(numbers);
            }
            let child = self.table.get(keys[best]);
            // The 1+ε trick (Pawlewicz and Lew, 2007): a threshold 1/4 above the second best child avoids frequent
            // switching.
            let (own_limit, other_limit) = if attacks { thresholds } else { (thresholds.1, thresholds.0) };
            let own = own_limit.min(second.saturating_add(second / 4).saturating_add(1));
            let other_now = if attacks { child.disproof } else { child.proof };
            let other = other_limit.saturating_sub(sum).saturating_add(other_now).min(INFINITE);
            self.line.make(moves[best])?;
            let result = self.search_node(if attacks { (own, other) } else { (other, own) });
            self.line.unmake();
            result?;
        }
    }

    /// A line in which the attacker plays proven wins, and the other player replies that are proven lost.
    fn winning_line(&mut self, from: &G::State) -> Result<Vec<G::Move>, Fault> {
        let (mut state, mut moves, mut line) = (from.clone(), Vec::new(), Vec::new());
        while let Turn::Player(mover) = self.game.legal_moves(&state, &mut moves)? {
            let mut next = None;
            for &mv in &moves {
                let mut after = state.clone();
                self.game.apply(&mut after, mv)?;
                let won = match self.game.outcome(&after)? {
                    Some(outcome) => outcome == Outcome::Won(self.attacker),
                    None => self.table.get(self.game.key(&after)) == WON,
                };
                if won {
                    next = Some((mv, after));
                    // Any reply of the defender will do; the attacker must choose a winning move.
                    if mover == self.attacker {
                        break;
                    }
                }
            }
            // Entries that the table has lost end the line.
            let Some((mv, after)) = next.filter(|_| line.len() < MAX_LINE) else { break };
            line.push(mv);
            state = after;
        }
        Ok(line)
    }
}

/// Maximum length of a reported line.
const MAX_LINE: usize = 400;
