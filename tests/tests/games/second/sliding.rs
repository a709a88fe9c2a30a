//! Sliding tiles told a second time, for the 8-puzzle and the 15-puzzle: a row of numbers with a width. It knows
//! nothing of the game files.

use boardwright_tests::second::Second;

#[derive(Clone, PartialEq, Eq)]
pub struct Sliding {
    width: usize,
    /// Row by row from the top; 0 is the gap.
    pub tiles: Vec<usize>,
    /// What the tiles must become.
    goal: Vec<usize>,
}

/// A start, with the gap at the end of the goal, or before everything else.
pub fn sliding(width: usize, tiles: &[usize], gap_first: bool) -> Sliding {
    let mut goal: Vec<usize> = (0..width * width).collect();
    if !gap_first {
        goal.rotate_left(1);
    }
    Sliding { width, tiles: tiles.to_vec(), goal }
}

impl Sliding {
    /// The moves of these tiles, one after another.
    ///
    /// # Panics
    /// If one of them is not beside the gap.
    pub fn line(&self, tiles: &[usize]) -> Vec<String> {
        let mut state = self.clone();
        let mut texts = Vec::new();
        for &tile in tiles {
            let from = state.tiles.iter().position(|&other| other == tile).expect("a tile of the puzzle");
            let (text, after) =
                state.moves().into_iter().find(|(_, after)| after.tiles[from] == 0).expect("a tile beside the gap");
            texts.push(text);
            state = after;
        }
        texts
    }
}

impl Second for Sliding {
    fn moves(&self) -> Vec<(String, Self)> {
        let mut moves = Vec::new();
        if self.tiles == self.goal {
            return moves;
        }
        let gap = self.tiles.iter().position(|&tile| tile == 0).expect("there is a gap");
        let (x, y) = (gap % self.width, gap / self.width);
        for from in 0..self.tiles.len() {
            if x.abs_diff(from % self.width) + y.abs_diff(from / self.width) == 1 {
                let mut after = self.clone();
                after.tiles.swap(from, gap);
                moves.push((format!("c({}) c({})", from + 1, gap + 1), after));
            }
        }
        moves
    }

    fn winner(&self) -> Option<usize> {
        (self.tiles == self.goal).then_some(1)
    }
}
