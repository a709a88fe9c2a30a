//! Retrograde analysis: all reachable positions are listed, then their values and distances to the end are computed
//! backwards from the terminal positions. For games of one or two players with perfect information and without chance,
//! whose positions fit in memory. It uses no estimates.

use boardwright_game::game::{Game, Turn};
use rustc_hash::FxHashSet;

use super::position_set::PositionSet;
use super::table::{ByteReader, TableError};
use super::{Answer, Effort, ExhaustedResource, SolveError, SolveStatus, Task, queued_bytes};

/// Table of the values of all positions of a game.
#[derive(Debug)]
pub struct PositionValues {
    seen: PositionSet,
    /// By position: number of the winner, 0 for a draw.
    winners: Vec<u8>,
    /// By position: distance to the end in moves, where the winner minimises and the loser maximises it; 0 for draws.
    plies: Vec<u32>,
}

/// Mover of terminal positions: no player.
const NO_MOVER: u8 = 0;

/// Graph of all positions and moves.
struct Graph {
    seen: PositionSet,
    /// By position: number of the player to move.
    movers: Vec<u8>,
    /// By position: number of the winner, where the game is over.
    winners: Vec<u8>,
    /// By position: index of its first edge; its edges end where those of the next position begin.
    first: Vec<usize>,
    edges: Vec<u32>,
}

impl PositionValues {
    /// Computes the values of all positions that are reachable from the position of the task.
    ///
    /// # Errors
    /// A [`SolveError`] if the rules fail. The inner error is the exhausted resource.
    pub fn new<G: Game>(
        task: &Task<'_, G>,
        effort: &mut Effort,
    ) -> Result<Result<Self, ExhaustedResource>, SolveError> {
        let graph = match list_positions(task, effort)? {
            Ok(graph) => graph,
            Err(ran_out) => return Ok(Err(ran_out)),
        };
        let count = graph.seen.len();
        let Graph { seen, movers, mut winners, first, edges } = graph;
        // Transposed graph: by position, its predecessors.
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
        // By position: number of moves that are not known to lose.
        let mut open: Vec<u32> = (0..count).map(|from| (first[from + 1] - first[from]) as u32).collect();
        drop((first, edges));
        let mut plies = vec![0_u32; count];
        let mut queue: Vec<u32> = (0..count as u32).filter(|&at| winners[at as usize] > 0).collect();
        let mut next = 0;
        // The queue is ordered by plies, so the first win that is found is the shortest, and the last loss the longest.
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

    /// Number of positions.
    pub fn positions(&self) -> usize {
        self.seen.len()
    }

    /// Number of the winner of a position, 0 for a draw, and the distance to the end in moves; `None` for unknown
    /// positions.
    pub fn lookup<G: Game>(&self, game: &G, state: &G::State) -> Option<(usize, u32)> {
        let mut bytes = Vec::new();
        game.encode(state, &mut bytes);
        let at = self.seen.find(&bytes)? as usize;
        Some((usize::from(self.winners[at]), self.plies[at]))
    }

    /// Value of a position, with a line of best play.
    ///
    /// # Errors
    /// A [`SolveError`] if the rules fail, or the table does not contain the position.
    pub(super) fn answer<G: Game>(
        &self,
        task: &Task<'_, G>,
        mut effort: Effort,
    ) -> Result<Answer<G::Move>, SolveError> {
        let Task { game, state, .. } = *task;
        let missing = || {
            SolveError::Table(
                "the table does not contain this position: it was computed from another start position".to_owned(),
            )
        };
        let (winner, plies) = self.lookup(game, state).ok_or_else(missing)?;
        let (mut moves, mut line, mut at) = (Vec::new(), Vec::new(), state.clone());
        // The line of a drawn game can be cyclic.
        let mut visited = FxHashSet::default();
        let mut ended = false;
        let mover = game.legal_moves(state, &mut moves)?.player();
        loop {
            let Turn::Player(player) = game.legal_moves(&at, &mut moves)? else {
                ended = true;
                break;
            };
            if !visited.insert(game.key(&at)) {
                break;
            }
            effort.expanded += 1;
            let mut best: Option<(u32, G::Move, G::State)> = None;
            for &mv in &moves {
                let mut after = at.clone();
                game.apply(&mut after, mv)?;
                effort.generated += 1;
                let (wins, left) = self.lookup(game, &after).ok_or_else(missing)?;
                // The winner minimises and the loser maximises the distance to the end.
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
            let (_, mv, after) = best.expect("some move keeps the value of the position");
            line.push(mv);
            at = after;
        }
        let value = match mover {
            _ if winner == 0 => 0.0,
            Some(player) if player.number() != winner => -1.0,
            _ => 1.0,
        };
        let verdict = match (game.players(), winner) {
            (1, 0) => SolveStatus::NoSolution,
            (1, _) => SolveStatus::Solved,
            _ => SolveStatus::Proved,
        };
        if verdict == SolveStatus::NoSolution {
            line.clear();
        }
        let length =
            if winner > 0 { Some(plies) } else { Some(line.len() as u32).filter(|_| ended && game.players() > 1) };
        let positions = Some(self.positions() as u64);
        Ok(Answer { value: Some(value), length, moves: line, positions, ..Answer::bare(verdict, effort) })
    }

    /// Appends the table in its storage format.
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

    /// Reads a table that [`PositionValues::write`] wrote.
    ///
    /// # Errors
    /// A [`TableError`] if the bytes are damaged.
    pub(super) fn read(bytes: &mut ByteReader<'_>) -> Result<Self, TableError> {
        let count = bytes.number()?;
        let mut values = Self { seen: PositionSet::default(), winners: Vec::new(), plies: Vec::new() };
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

/// Lists all reachable positions, and the moves between them.
fn list_positions<G: Game>(
    task: &Task<'_, G>,
    effort: &mut Effort,
) -> Result<Result<Graph, ExhaustedResource>, SolveError> {
    let Task { game, state, limits, bytes } = *task;
    let mut graph = Graph {
        seen: PositionSet::default(),
        movers: Vec::new(),
        winners: Vec::new(),
        first: vec![0],
        edges: Vec::new(),
    };
    graph.seen.add(|out| game.encode(state, out));
    let waiting = queued_bytes::<G::State>(graph.seen.position(0).len());
    // Numbers are assigned in the order of expansion, so the edges of each position are contiguous.
    let (mut frontier, mut next) = (vec![state.clone()], Vec::new());
    let (mut moves, mut child) = (Vec::new(), state.clone());
    while !frontier.is_empty() {
        for state in frontier.drain(..) {
            let (mover, winner) = match game.legal_moves(&state, &mut moves)? {
                Turn::Player(player) => (player.number() as u8, 0),
                Turn::Over(outcome) => (NO_MOVER, outcome.winner() as u8),
                Turn::Chance => {
                    return Err(SolveError::UnsupportedGame("retrograde does not solve games of chance".to_owned()));
                }
            };
            graph.movers.push(mover);
            graph.winners.push(winner);
            if mover != NO_MOVER {
                effort.expanded += 1;
                for &mv in &moves {
                    child.clone_from(&state);
                    game.apply(&mut child, mv)?;
                    effort.generated += 1;
                    if limits.is_reached(effort.generated) {
                        return Ok(Err(ExhaustedResource::Time));
                    }
                    let (number, new) = graph.seen.add(|out| game.encode(&child, out));
                    graph.edges.push(number);
                    if new {
                        next.push(child.clone());
                    }
                }
            }
            graph.first.push(graph.edges.len());
            // The transposed graph takes another number per edge, and more per position.
            let each = 4 * size_of::<usize>() + 2 * size_of::<u32>() + 2;
            let rest = graph.seen.len() * each + graph.edges.capacity() * 2 * size_of::<u32>();
            if graph.seen.memory() + rest + next.len() * waiting > bytes {
                return Ok(Err(ExhaustedResource::Memory));
            }
        }
        std::mem::swap(&mut frontier, &mut next);
    }
    Ok(Ok(graph))
}
