//! Reference implementation of sliding tiles, for the 8-puzzle and the 15-puzzle: a row of numbers with a width. It does
//! not use the game files.

use boardwright_tests::reference::ReferenceGame;

#[derive(Clone, PartialEq, Eq)]
pub struct Sliding {
    width: usize,
    /// Tiles row by row from the top; 0 is the gap.
    pub tiles: Vec<usize>,
    /// The solved arrangement of the tiles.
    goal: Vec<usize>,
}

/// An initial position, with the gap at the end of the goal, or before all tiles.
pub fn sliding(width: usize, tiles: &[usize], gap_first: bool) -> Sliding {
    let mut goal: Vec<usize> = (0..width * width).collect();
    if !gap_first {
        goal.rotate_left(1);
    }
    Sliding { width, tiles: tiles.to_vec(), goal }
}

impl Sliding {
    /// The texts of the moves of these tiles, one after another.
    ///
    /// # Panics
    /// If a tile is not beside the gap.
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

impl ReferenceGame for Sliding {
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
