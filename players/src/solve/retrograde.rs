//! Retrograde analysis: all positions that can be reached are listed, and from the ends of the game backwards it is worked out
//! what each is worth and how soon that can be had. For games without chance and secrets, for one or two, whose positions fit
//! in memory. Nothing is estimated.

use boardwright_engine::game::{Game, Turn};
use rustc_hash::FxHashSet;

use super::seen::Seen;
use super::table::{Bytes, TableError};
use super::{Answer, Effort, RanOut, SolveError, Task, Verdict, waiting_bytes};

/// The positions of a game and what they are worth.
#[derive(Debug)]
pub struct Values {
    seen: Seen,
    /// By position: who wins, 0 for nobody.
    winners: Vec<u8>,
    /// By position: after how many moves at least, if the winner hurries and the other delays; 0 where nobody wins.
    plies: Vec<u32>,
}

/// Nobody to move: the game is over.
const OVER: u8 = 0;

/// All positions, and which moves lead from where to where.
struct Graph {
    seen: Seen,
    /// By position: who is to move.
    movers: Vec<u8>,
    /// By position: who has won, where the game is over.
    winners: Vec<u8>,
    /// By position: where its edges begin; they end where those of the next begin.
    first: Vec<usize>,
    edges: Vec<u32>,
}

impl Values {
    /// Works out all positions that can be reached from one.
    ///
    /// # Errors
    /// If the rules fail. The inner error is what ran out.
    pub fn new<G: Game>(task: &Task<'_, G>, effort: &mut Effort) -> Result<Result<Self, RanOut>, SolveError> {
        let graph = match reach(task, effort)? {
            Ok(graph) => graph,
            Err(ran_out) => return Ok(Err(ran_out)),
        };
        let count = graph.seen.len();
        let Graph { seen, movers, mut winners, first, edges } = graph;
        // The other way round: by position, those that lead to it.
        let mut begins = vec![0_usize; count + 1];
        for &to in &edges {
            begins[to as usize + 1] += 1;
        }
        for index in 0..count {
            begins[index + 1] += begins[index];
        }
        let mut before = vec![0_u32; edges.len()];
        let mut free = begins.clone();
        for from in 0..count {
            for &to in &edges[first[from]..first[from + 1]] {
                before[free[to as usize]] = from as u32;
                free[to as usize] += 1;
            }
        }
        drop(free);
        // Moves that are not known to lose.
        let mut open: Vec<u32> = (0..count).map(|from| (first[from + 1] - first[from]) as u32).collect();
        drop((first, edges));
        let mut plies = vec![0_u32; count];
        let mut queue: Vec<u32> = (0..count as u32).filter(|&at| winners[at as usize] > 0).collect();
        let mut next = 0;
        // Positions come in the order of their plies: so the first win that is met is the quickest, and the last loss the slowest.
        while next < queue.len() {
            let at = queue[next] as usize;
            next += 1;
            for &from in &before[begins[at]..begins[at + 1]] {
                let from = from as usize;
                if winners[from] > 0 {
                    continue;
                }
                open[from] -= 1;
                if movers[from] == winners[at] || open[from] == 0 {
                    winners[from] = winners[at];
                    plies[from] = plies[at] + 1;
                    queue.push(from as u32);
                }
            }
        }
        Ok(Ok(Self { seen, winners, plies }))
    }

    /// How many positions there are.
    pub fn positions(&self) -> usize {
        self.seen.len()
    }

    /// Who wins a position, 0 for nobody, and after how many moves.
    pub fn of<G: Game>(&self, game: &G, state: &G::State) -> Option<(usize, u32)> {
        let mut bytes = Vec::new();
        game.position(state, &mut bytes);
        let at = self.seen.find(&bytes)? as usize;
        Some((usize::from(self.winners[at]), self.plies[at]))
    }

    /// What a position is worth, with the moves of best play.
    ///
    /// # Errors
    /// If the rules fail, or the position is not among these.
    pub(super) fn answer<G: Game>(
        &self,
        task: &Task<'_, G>,
        mut effort: Effort,
    ) -> Result<Answer<G::Move>, SolveError> {
        let Task { game, state, .. } = *task;
        let missing =
            || SolveError::Table("the table does not know this position: it was made from another one".to_owned());
        let (winner, plies) = self.of(game, state).ok_or_else(missing)?;
        let (mut moves, mut line, mut at) = (Vec::new(), Vec::new(), state.clone());
        // In a drawn game play may go to and fro.
        let mut been = FxHashSet::default();
        let mut ended = false;
        let mover = game.turn(state, &mut moves)?.player();
        loop {
            let Turn::Player(player) = game.turn(&at, &mut moves)? else {
                ended = true;
                break;
            };
            if !been.insert(game.key(&at)) {
                break;
            }
            effort.expanded += 1;
            let mut best: Option<(u32, G::Move, G::State)> = None;
            for &mv in &moves {
                let mut after = at.clone();
                game.apply(&mut after, mv)?;
                effort.generated += 1;
                let (wins, left) = self.of(game, &after).ok_or_else(missing)?;
                // Who wins hurries, who loses delays.
                let better = match &best {
                    _ if wins != winner => false,
                    None => true,
                    Some((least, ..)) if winner == player.number() => left < *least,
                    Some((most, ..)) => winner > 0 && left > *most,
                };
                if better {
                    best = Some((left, mv, after));
                }
            }
            let (_, mv, after) = best.expect("some move keeps what a position is worth");
            line.push(mv);
            at = after;
        }
        let value = match mover {
            _ if winner == 0 => 0.0,
            Some(player) if player.number() != winner => -1.0,
            _ => 1.0,
        };
        let verdict = match (game.players(), winner) {
            (1, 0) => Verdict::NoSolution,
            (1, _) => Verdict::Solved,
            _ => Verdict::Proved,
        };
        if verdict == Verdict::NoSolution {
            line.clear();
        }
        let length =
            if winner > 0 { Some(plies) } else { Some(line.len() as u32).filter(|_| ended && game.players() > 1) };
        let positions = Some(self.positions() as u64);
        Ok(Answer { value: Some(value), length, moves: line, positions, ..Answer::bare(verdict, effort) })
    }

    /// As bytes.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        let count = self.positions() as u32;
        out.extend(count.to_le_bytes());
        for number in 0..count {
            let position = self.seen.position(number);
            out.extend((position.len() as u32).to_le_bytes());
            out.extend(position);
            out.push(self.winners[number as usize]);
            out.extend(self.plies[number as usize].to_le_bytes());
        }
    }

    /// What [`Values::write`] wrote.
    ///
    /// # Errors
    /// If the bytes are none.
    pub(super) fn read(bytes: &mut Bytes<'_>) -> Result<Self, TableError> {
        let count = bytes.number()?;
        let mut values = Self { seen: Seen::default(), winners: Vec::new(), plies: Vec::new() };
        for _ in 0..count {
            let length = bytes.number()? as usize;
            let position = bytes.take(length)?;
            if !values.seen.add(|out| out.extend(position)).1 {
                return Err(TableError::Damaged);
            }
            values.winners.push(bytes.byte()?);
            values.plies.push(bytes.number()?);
        }
        Ok(values)
    }
}

/// Lists all positions that can be reached, and the moves between them.
fn reach<G: Game>(task: &Task<'_, G>, effort: &mut Effort) -> Result<Result<Graph, RanOut>, SolveError> {
    let Task { game, state, limits, bytes } = *task;
    let mut graph =
        Graph { seen: Seen::default(), movers: Vec::new(), winners: Vec::new(), first: vec![0], edges: Vec::new() };
    graph.seen.add(|out| game.position(state, out));
    let waiting = waiting_bytes::<G::State>(graph.seen.position(0).len());
    // Numbers are given in the order in which positions are looked at, so edges come one position's behind another's.
    let (mut frontier, mut next) = (vec![state.clone()], Vec::new());
    let (mut moves, mut child) = (Vec::new(), state.clone());
    while !frontier.is_empty() {
        for state in frontier.drain(..) {
            let (mover, winner) = match game.turn(&state, &mut moves)? {
                Turn::Player(player) => (player.number() as u8, 0),
                Turn::Over(outcome) => (OVER, outcome.winner() as u8),
                Turn::Chance => {
                    return Err(SolveError::Unfit("a game of chance is not solved by retrograde".to_owned()));
                }
            };
            graph.movers.push(mover);
            graph.winners.push(winner);
            if mover != OVER {
                effort.expanded += 1;
                for &mv in &moves {
                    child.clone_from(&state);
                    game.apply(&mut child, mv)?;
                    effort.generated += 1;
                    if limits.reached(effort.generated) {
                        return Ok(Err(RanOut::Time));
                    }
                    let (number, new) = graph.seen.add(|out| game.position(&child, out));
                    graph.edges.push(number);
                    if new {
                        next.push(child.clone());
                    }
                }
            }
            graph.first.push(graph.edges.len());
            // The way back takes another number an edge, and some more a position.
            let each = 4 * size_of::<usize>() + 2 * size_of::<u32>() + 2;
            let rest = graph.seen.len() * each + graph.edges.capacity() * 2 * size_of::<u32>();
            if graph.seen.memory() + rest + next.len() * waiting > bytes {
                return Ok(Err(RanOut::Memory));
            }
        }
        std::mem::swap(&mut frontier, &mut next);
    }
    Ok(Ok(graph))
}
