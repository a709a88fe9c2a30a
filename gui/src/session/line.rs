//! Positions and lines of moves as text: written, and lines that are typed or pasted, separated by `;`, or with the numbers of
//! the moves as in PGN and PDN.

use boardwright_game::game::Turn;
use boardwright_games::notation::Notation;
use boardwright_library::positions;

use super::{GameTree, NodeId, Session};

impl Session {
    /// The visible position as FEN, where the game has one.
    pub fn fen(&self) -> Option<String> {
        positions::fen_text(self.loaded(), self.state(), self.plies(self.visible)).ok()
    }

    /// The visible position as FEN where the game has one, otherwise in the format of the game.
    pub fn position_text(&self) -> String {
        self.fen().unwrap_or_else(|| self.loaded().game().state_text(self.state()))
    }

    /// Number of the first turn of the game.
    pub fn first_turn(&self) -> usize {
        self.metadata.move_number.map_or(1, |number| number.max(1) as usize)
    }

    /// Number of moves of players before a position, with those before the initial one as far as they are known.
    fn plies(&self, node: NodeId) -> usize {
        let line = self.tree.line(node);
        let made = line.iter().filter(|&&node| self.tree.node(node).player.is_some()).count();
        let number = self.first_turn();
        let turn = self.loaded().game().legal_moves(&self.tree.node(GameTree::ROOT).state).map(|(turn, _)| turn);
        let begins_late = matches!(turn, Ok(Turn::Player(player)) if player.index() == 1);
        2 * (number - 1) + usize::from(begins_late) + made
    }

    /// The line to a position in the notation of the game, with the numbers of the moves where its notation has them. The
    /// text can be entered as a line.
    pub fn line_text(&self, to: NodeId) -> String {
        let line = self.tree.line(to);
        let notation = Notation::of_game(&self.loaded().name).filter(|_| self.loaded().spec().is_some());
        let is_numbered = matches!(notation, Some(Notation::Pgn | Notation::Pdn));
        if !is_numbered {
            let texts = line.iter().map(|&node| self.tree.node(node).written());
            return texts.collect::<Vec<_>>().join("; ");
        }
        let first = self.plies(GameTree::ROOT);
        let mut text = String::new();
        for (index, &node) in line.iter().enumerate() {
            let (number, is_second) = ((first + index) / 2 + 1, (first + index) % 2 == 1);
            let space = if index == 0 { "" } else { " " };
            let number = match (is_second, index) {
                (false, _) => format!("{number}. "),
                (true, 0) => format!("{number}... "),
                (true, _) => String::new(),
            };
            text.push_str(&format!("{space}{number}{}", self.tree.node(node).written()));
        }
        text
    }
}

/// Texts of the moves of a line.
pub fn moves_of(text: &str) -> Vec<&str> {
    text.split(';')
        .flat_map(|part| if is_numbered(part) { numbered(part) } else { vec![part.trim()] })
        .filter(|mv| !mv.is_empty())
        .collect()
}

/// `true` if a text begins with the number of a move, and a full stop.
fn is_numbered(text: &str) -> bool {
    let rest = text.trim_start().trim_start_matches(|letter: char| letter.is_ascii_digit());
    rest.len() < text.trim_start().len() && rest.starts_with('.')
}

/// Moves of a text in which they have numbers; results at its end are left out.
fn numbered(text: &str) -> Vec<&str> {
    let without_number = |word| {
        if is_numbered(word) {
            word.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.')
        } else {
            word
        }
    };
    let is_result = |word: &&str| ["1-0", "0-1", "1/2-1/2", "*"].contains(word);
    text.split_whitespace().map(without_number).filter(|word| !is_result(word)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_separated_by_semicolons_or_numbered() {
        assert_eq!(moves_of("s(2,2); no such place;"), ["s(2,2)", "no such place"]);
        assert_eq!(moves_of("1. e4 e5 2. Nf3 Nc6"), ["e4", "e5", "Nf3", "Nc6"]);
        assert_eq!(moves_of("1.e4 e5 2.Nf3 1/2-1/2"), ["e4", "e5", "Nf3"]);
        assert_eq!(moves_of(" 38... Kd7 39. Re1+ *"), ["Kd7", "Re1+"]);
        assert_eq!(moves_of("1. 11-15 23x19"), ["11-15", "23x19"]);
        assert_eq!(moves_of("11-15; 23-19"), ["11-15", "23-19"]);
        assert_eq!(moves_of("4"), ["4"]);
        assert!(moves_of(" ; ").is_empty());
    }
}
