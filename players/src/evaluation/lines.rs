//! Incremental line counts: the pieces on each line of a game, updated move by move. Whether a full line ends the game
//! is decided by the rules.

use boardwright_game::game::{Game, Outcome};
use boardwright_game::ids::{LocationId, Player};
use boardwright_game::structure::{BoardGeometry, BoardLine};

/// The lines of a game, indexed for evaluation.
#[derive(Clone, Debug)]
pub struct Lines {
    all: Vec<EvalLine>,
    /// By location: the indices of the lines through it.
    through: Vec<Vec<u32>>,
    /// By line and class of piece: `true` if such pieces fill the line.
    fills: Vec<bool>,
    classes: usize,
    /// By number of pieces on a line, from 0: value of the line for its player.
    values: Vec<i32>,
}

#[derive(Clone, Debug)]
struct EvalLine {
    cells: Vec<LocationId>,
    player: Player,
    wins: bool,
}

/// Number of pieces on a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct LineCount {
    /// Pieces that fill the line.
    filling: u8,
    /// Other pieces, which block the line.
    others: u8,
}

/// Smallest [urgency](Lines::urgency) of a move that wins, or that stops a win of the opponent.
pub const URGENT: i32 = 1 << 22;

/// By number of pieces that a line has after the move: urgency of adding one.
const URGENCIES: [i32; 8] = [0, 4, 16, 64, 256, 1024, 4096, 16384];

/// Line counts of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineSums {
    /// Value of all lines for player 1.
    pub value: i32,
    /// By player: number of winning lines that lack one piece only.
    pub threats: [i32; 2],
    /// By line: number of pieces.
    counts: Vec<LineCount>,
}

impl LineSums {
    /// Copies `other` without a new allocation.
    pub fn copy_from(&mut self, other: &Self) {
        (self.value, self.threats) = (other.value, other.threats);
        self.counts.clone_from(&other.counts);
    }
}

impl Lines {
    /// Builds the lines of a game, with `line_values` as the values by number of pieces from 1. `None` if the game has
    /// no lines.
    pub fn new<G: Game>(game: &G, line_values: &[f32]) -> Option<Self> {
        let structure = game.structure()?;
        let win_lines = structure.win_lines()?;
        let known = win_lines.lines();
        let line = |line: &BoardLine| EvalLine {
            cells: line.cells.clone(),
            player: line.player,
            wins: line.outcome == Some(Outcome::Won(line.player)),
        };
        let through = (0..structure.location_count()).map(|at| win_lines.lines_through(LocationId::new(at)).to_vec());
        let values = std::iter::once(0).chain(line_values.iter().copied().map(super::rounded)).collect();
        let classes = structure.class_count();
        let fills = known.iter().flat_map(|line| (0..classes).map(|class| line.classes.contains(&class))).collect();
        Some(Self { all: known.iter().map(line).collect(), through: through.collect(), fills, classes, values })
    }

    /// Value of a line with `filled` pieces. It is 0 where a line of the greatest length is full: how the game ends is
    /// evaluated elsewhere.
    fn line_value(&self, filled: usize) -> i32 {
        self.values.get(filled).copied().unwrap_or(0)
    }

    /// By number of pieces on a line, from 1 to one missing: number of such lines of player 1 minus those of the other
    /// player.
    pub fn feature_counts<S>(&self, geometry: &dyn BoardGeometry<S>, state: &S) -> Vec<i32> {
        let mut counts = vec![0; self.values.len() - 1];
        for (line, on) in self.all.iter().zip(&self.compute(geometry, state).counts) {
            if on.others == 0
                && on.filling > 0
                && let Some(count) = counts.get_mut(usize::from(on.filling) - 1)
            {
                *count += if line.player == Player::FIRST { 1 } else { -1 };
            }
        }
        counts
    }

    /// Adds the value of a line `times` times to the sums.
    #[inline]
    fn add_line(&self, sum: &mut LineSums, times: i32, number: usize) {
        let (line, on) = (&self.all[number], sum.counts[number]);
        if on.others > 0 {
            return;
        }
        let filled = usize::from(on.filling);
        let side = usize::from(line.player != Player::FIRST);
        let value = self.line_value(filled);
        sum.value += times * if side == 0 { value } else { -value };
        if line.wins && filled + 1 == line.cells.len() {
            sum.threats[side] += times;
        }
    }

    /// Updates the sums after a piece has come to a location or left it.
    fn update_piece(&self, sum: &mut LineSums, at: LocationId, class: usize, comes: bool) {
        for &number in &self.through[at.index()] {
            let number = number as usize;
            self.add_line(sum, -1, number);
            let on = &mut sum.counts[number];
            let of = if self.fills[number * self.classes + class] { &mut on.filling } else { &mut on.others };
            *of = if comes { *of + 1 } else { *of - 1 };
            self.add_line(sum, 1, number);
        }
    }

    /// Computes the line counts of a position from scratch.
    pub fn compute<S>(&self, geometry: &dyn BoardGeometry<S>, state: &S) -> LineSums {
        let mut sum = LineSums { counts: vec![LineCount::default(); self.all.len()], ..LineSums::default() };
        for number in 0..self.all.len() {
            self.add_line(&mut sum, 1, number);
        }
        for at in (0..self.through.len()).map(LocationId::new).filter(|at| !self.through[at.index()].is_empty()) {
            if let Some(class) = geometry.class_at(state, at) {
                self.update_piece(&mut sum, at, class, true);
            }
        }
        sum
    }

    /// Updates the line counts after a move, from those of the position before it and the changed locations.
    pub fn update<S>(
        &self,
        sum: &mut LineSums,
        geometry: &dyn BoardGeometry<S>,
        (before, after): (&S, &S),
        changed: &[LocationId],
    ) {
        for &at in changed.iter().filter(|at| !self.through[at.index()].is_empty()) {
            let (was, is) = (geometry.class_at(before, at), geometry.class_at(after, at));
            if was == is {
                continue;
            }
            if let Some(class) = was {
                self.update_piece(sum, at, class, false);
            }
            if let Some(class) = is {
                self.update_piece(sum, at, class, true);
            }
        }
    }

    /// Urgency for a player to place a piece on an empty location: the value added to own lines and taken from lines of
    /// the opponent.
    pub fn urgency(&self, sum: &LineSums, at: LocationId, player: Player) -> i32 {
        let mut urgency = 0;
        for &number in &self.through[at.index()] {
            let (line, on) = (&self.all[number as usize], sum.counts[number as usize]);
            if on.others > 0 {
                continue;
            }
            let filled = usize::from(on.filling);
            // Extending an own line counts a little more than blocking a line of the opponent.
            let value = URGENCIES[(filled + 1).min(URGENCIES.len() - 1)];
            let own = line.player == player;
            urgency += if own { value + value / 4 } else { value };
            if filled + 1 == line.cells.len() && line.wins {
                urgency += if own { 2 * URGENT } else { URGENT };
            }
        }
        urgency
    }
}
