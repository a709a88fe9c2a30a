//! Turns of a line of moves, by which lists and graphs count them.

use std::ops::Range;

use boardwright_game::ids::Player;

use crate::session::{NodeId, Session};

/// Splits the moves of a line into turns, in each of which every player moves at most once in a row: a turn begins when the order of
/// the players begins again. Events of chance belong to the turn of the move that follows them. In games of one player every move is a
/// turn.
pub fn turns(movers: &[Option<Player>]) -> Vec<Range<usize>> {
    let is_alone = movers.iter().flatten().all(|player| player.index() == 0);
    let mut turns: Vec<Range<usize>> = Vec::new();
    let mut last: Option<Player> = None;
    // First of the events of chance since the last move.
    let mut chance = None;
    for (at, &mover) in movers.iter().enumerate() {
        let wraps = mover.is_some_and(|player| last.is_some_and(|last| player < last || (is_alone && player == last)));
        let begin = chance.filter(|_| wraps).unwrap_or(at);
        match turns.last_mut() {
            Some(turn) if !wraps => turn.end = at + 1,
            Some(turn) => {
                turn.end = begin;
                turns.push(begin..at + 1);
            }
            None => turns.push(at..at + 1),
        }
        chance = if mover.is_some() { None } else { chance.or(Some(at)) };
        last = mover.or(last);
    }
    turns
}

/// Splits a turn into columns: with two of them, the moves of the second player stand in the second one, after the events of
/// chance before them.
pub fn cells(movers: &[Option<Player>], turn: Range<usize>, columns: usize) -> Vec<Range<usize>> {
    if columns < 2 {
        return vec![turn];
    }
    let second = turn.clone().find(|&at| movers[at].is_some_and(|player| player.index() > 0));
    let Some(second) = second else { return vec![turn] };
    let before = turn.clone().take_while(|&at| at < second).filter(|&at| movers[at].is_some()).last();
    let split = before.map_or(turn.start, |before| before + 1);
    vec![turn.start..split, split..turn.end]
}

/// Number of a move as a list writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveNumber {
    /// Number of the turn.
    pub turn: usize,
    /// `true` if the move is the first one of its turn.
    pub begins: bool,
    /// `true` if the move stands in the column of the second player.
    pub is_second: bool,
}

impl MoveNumber {
    /// The number with the sign that says whose move follows: `3.` or `3…`.
    pub fn text(self) -> String {
        format!("{}{}", self.turn, if self.is_second { "…" } else { "." })
    }
}

/// Players of the moves of a line; `None` for events of chance.
pub fn movers(session: &Session, line: &[NodeId]) -> Vec<Option<Player>> {
    line.iter().map(|&node| session.tree.node(node).player).collect()
}

/// Numbers of the moves of a line from the initial position.
pub fn move_numbers(session: &Session, line: &[NodeId]) -> Vec<MoveNumber> {
    let columns = columns(session);
    numbers(&movers(session, line), columns, session.first_turn())
}

/// Number of the move that led to a position; `None` for the initial one.
pub fn move_number(session: &Session, node: NodeId) -> Option<MoveNumber> {
    move_numbers(session, &session.tree.line(node)).pop()
}

/// Number of columns of the list of moves.
pub fn columns(session: &Session) -> usize {
    if session.seats.len() == 2 { 2 } else { 1 }
}

fn numbers(movers: &[Option<Player>], columns: usize, first: usize) -> Vec<MoveNumber> {
    let mut numbers = Vec::new();
    for (turn, range) in (first..).zip(turns(movers)) {
        let cells = cells(movers, range.clone(), columns);
        let second = cells.get(1).map_or(range.end, |second| second.start);
        numbers.extend(range.clone().map(|at| MoveNumber { turn, begins: at == range.start, is_second: at >= second }));
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn players(numbers: &[usize]) -> Vec<Option<Player>> {
        numbers.iter().map(|&number| Player::new(number)).collect()
    }

    #[test]
    fn moves_are_counted_by_turns() {
        assert_eq!(turns(&players(&[1, 2, 1, 2, 1])), [0..2, 2..4, 4..5]);
        // The second player begins, and the first one moves twice in a row; player 0 stands for chance.
        assert_eq!(turns(&players(&[2, 1, 1, 0, 2, 1])), [0..1, 1..5, 5..6]);
        assert_eq!(turns(&players(&[1, 1, 1])), [0..1, 1..2, 2..3]);
        // Dice belong to the move that follows them.
        assert_eq!(turns(&players(&[0, 1, 0, 2, 0, 0, 1, 0])), [0..4, 4..8]);
        assert!(turns(&[]).is_empty());
    }

    #[test]
    fn each_player_has_a_column() {
        let columns = |numbers: &[usize]| {
            let movers = players(numbers);
            cells(&movers, 0..movers.len(), 2)
        };
        assert_eq!(columns(&[1, 2]), [0..1, 1..2]);
        assert_eq!(columns(&[0, 1, 1, 0, 2]), [0..3, 3..5]);
        assert_eq!(columns(&[2]), [0..0, 0..1]);
        assert_eq!(columns(&[0, 2]), [0..0, 0..2]);
        assert_eq!(columns(&[1]), [0..1]);
    }

    #[test]
    fn moves_have_the_numbers_of_their_turns() {
        let texts = |movers: &[usize], columns: usize, first: usize| -> Vec<String> {
            numbers(&players(movers), columns, first).into_iter().map(MoveNumber::text).collect()
        };
        assert_eq!(texts(&[1, 2, 1, 2], 2, 1), ["1.", "1…", "2.", "2…"]);
        assert_eq!(texts(&[2, 1, 2], 2, 38), ["38…", "39.", "39…"]);
        assert_eq!(texts(&[1, 2, 3, 1], 1, 1), ["1.", "1.", "1.", "2."]);
        let begins: Vec<bool> = numbers(&players(&[0, 1, 2]), 2, 1).iter().map(|number| number.begins).collect();
        assert_eq!(begins, [true, false, false]);
    }
}
