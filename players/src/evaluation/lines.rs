//! What lies on the lines of a game, as numbers that are kept up to date move by move. Whether a line decides the game is
//! the rules' affair.

use boardwright_engine::game::{Game, Outcome};
use boardwright_engine::ids::{LocationId, Player};
use boardwright_engine::structure::Structure;

/// The lines of a game, ready to be asked.
#[derive(Clone, Debug)]
pub struct Lines {
    all: Vec<Line>,
    /// By location: the lines through it.
    through: Vec<Vec<u32>>,
    /// By the number of pieces on a line, from 0: what it is worth to its player.
    worth: Vec<i32>,
}

#[derive(Clone, Debug)]
struct Line {
    cells: Vec<LocationId>,
    player: Player,
    /// By class of piece: whether such pieces fill it.
    fills: Vec<bool>,
    wins: bool,
}

/// From this on an [urge](Lines::urge) is to win, or to stop somebody who would.
pub const PRESSING: i32 = 1 << 22;

/// By the number of pieces that a line has with one more: how much one would like to put it there.
const URGES: [i32; 8] = [0, 4, 16, 64, 256, 1024, 4096, 16384];

/// What lies on all lines together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// What that is worth to player 1.
    pub worth: i32,
    /// For player 1 and the other: how many lines lack one piece only, which wins.
    pub hot: [i32; 2],
}

impl Line {
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
    /// Those of a game, with what they are worth by the number of pieces on them, from 1. `None` if it has none.
    pub fn new<G: Game>(game: &G, worth: &[f32]) -> Option<Self> {
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
        let worth = std::iter::once(0).chain(worth.iter().copied().map(super::whole)).collect();
        Some(Self { all: known.iter().map(line).collect(), through: through.collect(), worth })
    }

    /// What a line with so many pieces is worth; a full one counts as what ends the game, or what went before it.
    fn worth(&self, filled: usize) -> i32 {
        self.worth.get(filled).copied().unwrap_or(0)
    }

    /// By the number of pieces on a line, from 1 to one missing: how many lines of player 1 have so many, less those of others.
    pub fn counts<S, M>(&self, structure: &dyn Structure<S, M>, state: &S) -> Vec<i32> {
        let mut counts = vec![0; self.worth.len() - 1];
        for line in &self.all {
            if let Some(filled @ 1..) = line.filled(structure, state)
                && let Some(count) = counts.get_mut(filled - 1)
            {
                *count += if line.player == Player::FIRST { 1 } else { -1 };
            }
        }
        counts
    }

    /// Counts a line `times` times.
    fn count<S, M>(&self, sum: &mut Sum, times: i32, line: u32, structure: &dyn Structure<S, M>, state: &S) {
        let line = &self.all[line as usize];
        let Some(filled) = line.filled(structure, state) else { return };
        let side = usize::from(line.player != Player::FIRST);
        let worth = self.worth(filled);
        sum.worth += times * if side == 0 { worth } else { -worth };
        if line.wins && filled + 1 == line.cells.len() {
            sum.hot[side] += times;
        }
    }

    /// What lies on all of them.
    pub fn whole<S, M>(&self, structure: &dyn Structure<S, M>, state: &S) -> Sum {
        let mut sum = Sum::default();
        for line in 0..self.all.len() as u32 {
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
            let line = &self.all[number as usize];
            let Some(filled) = line.filled(structure, state) else { continue };
            // To go on is a little better than to stop the other.
            let worth = URGES[(filled + 1).min(URGES.len() - 1)];
            let own = line.player == player;
            urge += if own { worth + worth / 4 } else { worth };
            if filled + 1 == line.cells.len() && line.wins {
                urge += if own { 2 * PRESSING } else { PRESSING };
            }
        }
        urge
    }
}
