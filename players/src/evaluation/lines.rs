//! What lies on the lines of a game, as numbers that are kept up to date move by move. Whether a line decides the game is
//! the rules' affair.

use boardwright_engine::game::{Game, Outcome};
use boardwright_engine::ids::{LocationId, Player};
use boardwright_engine::structure::Structure;

/// The lines of a game, ready to be asked.
#[derive(Clone, Debug)]
pub struct Lines {
    lines: Vec<Line>,
    /// By location: the lines through it.
    through: Vec<Vec<u32>>,
}

#[derive(Clone, Debug)]
struct Line {
    cells: Vec<LocationId>,
    player: Player,
    /// By class of piece: whether such pieces fill it.
    fills: Vec<bool>,
    wins: bool,
}

/// What the first piece on a line that nobody else is on is worth; each one more makes it four times as much.
const FIRST: i32 = 4;
/// The most that a line is worth.
const MOST: i32 = 1200;
/// From this on an [urge](Lines::urge) is to win, or to stop somebody who would.
pub const PRESSING: i32 = 2 * MOST;

/// What lies on all lines together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// What that is worth to player 1.
    pub worth: i32,
    /// For player 1 and the other: how many lines lack one piece only, which wins.
    pub hot: [i32; 2],
}

impl Line {
    /// What it is worth to its player with so many pieces on it and no others.
    fn worth(&self, filled: usize) -> i32 {
        let steps = filled.saturating_sub(1).min(12) as u32;
        if filled == 0 { 0 } else { FIRST.saturating_mul(4_i32.saturating_pow(steps)).min(MOST) }
    }

    /// How many pieces fill it, if there are no others.
    fn filled<S, M>(&self, structure: &dyn Structure<S, M>, state: &S) -> Option<usize> {
        let mut filled = 0;
        for &cell in &self.cells {
            match structure.class_at(state, cell) {
                None => {}
                Some(class) if self.fills[class] => filled += 1,
                Some(_) => return None,
            }
        }
        Some(filled)
    }
}

impl Lines {
    /// Those of a game. `None` if it has none.
    pub fn new<G: Game>(game: &G) -> Option<Self> {
        let structure = game.structure()?;
        let known = structure.lines();
        if known.is_empty() {
            return None;
        }
        let line = |line: &boardwright_engine::structure::Line| Line {
            cells: line.cells.clone(),
            player: line.player,
            fills: (0..structure.classes()).map(|class| line.classes.contains(&class)).collect(),
            wins: line.ends == Some(Outcome::Won(line.player)),
        };
        let through = (0..structure.locations()).map(|at| structure.lines_through(LocationId::new(at)).to_vec());
        Some(Self { lines: known.iter().map(line).collect(), through: through.collect() })
    }

    /// Counts a line `times` times.
    fn count<S, M>(&self, sum: &mut Sum, times: i32, line: u32, structure: &dyn Structure<S, M>, state: &S) {
        let line = &self.lines[line as usize];
        let Some(filled) = line.filled(structure, state) else { return };
        let side = usize::from(line.player != Player::FIRST);
        let worth = line.worth(filled);
        sum.worth += times * if side == 0 { worth } else { -worth };
        if line.wins && filled + 1 == line.cells.len() {
            sum.hot[side] += times;
        }
    }

    /// What lies on all of them.
    pub fn whole<S, M>(&self, structure: &dyn Structure<S, M>, state: &S) -> Sum {
        let mut sum = Sum::default();
        for line in 0..self.lines.len() as u32 {
            self.count(&mut sum, 1, line, structure, state);
        }
        sum
    }

    /// The same after a move, by what it was before and the locations that differ.
    pub fn follow<S, M>(
        &self,
        mut sum: Sum,
        structure: &dyn Structure<S, M>,
        (before, after): (&S, &S),
        changed: &[LocationId],
    ) -> Sum {
        for (index, at) in changed.iter().enumerate() {
            for &line in &self.through[at.index()] {
                // A line through several of them counts once.
                let counted = |other: &LocationId| self.through[other.index()].contains(&line);
                if index == 0 || !changed[..index].iter().any(counted) {
                    self.count(&mut sum, 1, line, structure, after);
                    self.count(&mut sum, -1, line, structure, before);
                }
            }
        }
        sum
    }

    /// How much a player would like to have a piece on an empty location, for what it adds to its lines and takes from others'.
    pub fn urge<S, M>(&self, structure: &dyn Structure<S, M>, state: &S, at: LocationId, player: Player) -> i32 {
        let mut urge = 0;
        for &number in &self.through[at.index()] {
            let line = &self.lines[number as usize];
            let Some(filled) = line.filled(structure, state) else { continue };
            // To go on is a little better than to stop the other.
            let worth = line.worth(filled + 1);
            let own = line.player == player;
            urge += if own { worth + worth / 4 } else { worth };
            if filled + 1 == line.cells.len() && line.wins {
                urge += if own { 2 * PRESSING } else { PRESSING };
            }
        }
        urge
    }
}
