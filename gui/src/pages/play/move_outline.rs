//! Outline of a game tree: the rows of the list of moves, in which the main line stands in columns, and comments and variations
//! below the moves to which they belong. It draws nothing.

use std::ops::Range;

use super::turns::{MoveNumber, cells, columns, move_numbers, movers, turns};
use crate::session::{GameTree, NodeId, NodeNote, Session};

/// Row of the list of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// Moves of one turn of the main line.
    Turn {
        /// Number of the turn.
        number: usize,
        /// Moves of the main line by column. A column without moves is passed over.
        cells: Vec<Range<usize>>,
        /// `true` if a column at the left has been shown before, or belongs to no move.
        is_late: bool,
    },
    /// Moves and comments in one flow.
    Flow {
        /// Number of variations in which they stand, one inside the other.
        depth: usize,
        /// The parts in order.
        parts: Vec<Part>,
    },
}

/// Part of a flow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Beginning of a variation.
    Open,
    /// End of a variation.
    Close,
    /// Number of the move that follows.
    Number(MoveNumber),
    /// A move.
    Move(NodeId),
    /// Comment on a move.
    Comment(NodeId),
    /// Comment before the first move of a variation.
    CommentBefore(NodeId),
}

/// Returns the outline of a game of which these moves of the main line are shown. Without `has_notes` it has neither comments nor
/// variations.
pub fn outline(session: &Session, line: &[NodeId], has_notes: bool) -> Vec<Row> {
    let mut outline = Outline { session, rows: Vec::new() };
    let tree = &session.tree;
    if has_notes && has_comment(tree, GameTree::ROOT) {
        outline.comment(GameTree::ROOT);
    }
    let movers = movers(session, line);
    let count = columns(session);
    for (number, turn) in (session.first_turn()..).zip(turns(&movers)) {
        let cells = cells(&movers, turn.clone(), count);
        // A line that begins with the second player begins within a turn.
        let is_late = count == 2 && cells[0].is_empty();
        let first = cells[0].clone();
        let is_split = cells.len() > 1
            && has_notes
            && cells[1..].iter().any(|cell| !cell.is_empty())
            && line[first.clone()].iter().any(|&node| has_notes_below(tree, node));
        if is_split {
            outline.rows.push(Row::Turn { number, cells: vec![first.clone()], is_late });
            outline.notes(&line[first.clone()]);
            let rest = std::iter::once(first.start..first.start).chain(cells[1..].iter().cloned()).collect();
            outline.rows.push(Row::Turn { number, cells: rest, is_late: true });
            outline.notes(&line[first.end..turn.end]);
        } else {
            outline.rows.push(Row::Turn { number, cells, is_late });
            if has_notes {
                outline.notes(&line[turn]);
            }
        }
    }
    outline.rows
}

/// `true` if a comment on the move is shown.
fn has_comment(tree: &GameTree, node: NodeId) -> bool {
    tree.node(node).notes.iter().any(|note| matches!(note, NodeNote::Comment(text) if !text.trim().is_empty()))
}

/// `true` if something is shown below a move of the main line.
fn has_notes_below(tree: &GameTree, node: NodeId) -> bool {
    has_comment(tree, node) || tree.alternatives(node).next().is_some()
}

struct Outline<'a> {
    session: &'a Session,
    rows: Vec<Row>,
}

impl Outline<'_> {
    fn comment(&mut self, node: NodeId) {
        self.rows.push(Row::Flow { depth: 0, parts: vec![Part::Comment(node)] });
    }

    /// Adds comments on moves of the main line, and the variations in place of them.
    fn notes(&mut self, nodes: &[NodeId]) {
        let tree = &self.session.tree;
        for &node in nodes {
            if has_comment(tree, node) {
                self.comment(node);
            }
            for other in tree.alternatives(node) {
                self.variation(other, 1);
            }
        }
    }

    /// Adds a variation with those inside of it.
    fn variation(&mut self, first: NodeId, depth: usize) {
        let tree = &self.session.tree;
        let rest = std::iter::successors(Some(first), |&node| tree.children(node).first().copied());
        let nodes: Vec<NodeId> = rest.collect();
        let whole: Vec<NodeId> = tree.line(nodes[nodes.len() - 1]);
        let begin = whole.len() - nodes.len();
        let numbers = move_numbers(self.session, &whole);
        let mut parts = vec![Part::Open];
        if !tree.node(first).before.is_empty() {
            parts.push(Part::CommentBefore(first));
        }
        let mut needs_number = true;
        for (&node, number) in nodes.iter().zip(&numbers[begin..]) {
            if needs_number || number.begins {
                parts.push(Part::Number(*number));
            }
            parts.push(Part::Move(node));
            needs_number = has_comment(tree, node);
            if needs_number {
                parts.push(Part::Comment(node));
            }
            let others: Vec<NodeId> = tree.alternatives(node).filter(|_| node != first).collect();
            if !others.is_empty() {
                self.rows.push(Row::Flow { depth, parts: std::mem::take(&mut parts) });
                others.into_iter().for_each(|other| self.variation(other, depth + 1));
                needs_number = true;
            }
        }
        parts.push(Part::Close);
        self.rows.push(Row::Flow { depth, parts });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::app::open_game;
    use crate::session::{Records, SeatChoice};

    /// The outline as text: moves of the main line with their numbers, variations in brackets.
    fn text(session: &Session) -> Vec<String> {
        let line = session.tree.whole_line(GameTree::ROOT);
        let label = |node: NodeId| session.tree.node(node).label.clone();
        let part = |part: &Part| match part {
            Part::Open => "(".to_owned(),
            Part::Close => ")".to_owned(),
            Part::Number(number) => number.text(),
            Part::Move(node) => label(*node),
            Part::Comment(node) => format!("{{{}}}", session.tree.comment(*node)),
            Part::CommentBefore(node) => format!("{{{}}}", session.tree.node(*node).before.join(" ")),
        };
        let row = |row: &Row| match row {
            Row::Turn { number, cells, is_late } => {
                let cell = |cell: &Range<usize>| line[cell.clone()].iter().map(|&node| label(node)).collect::<String>();
                let late = if *is_late { "…" } else { "" };
                format!("{number}.{late} {}", cells.iter().map(cell).collect::<Vec<_>>().join(" "))
            }
            Row::Flow { depth, parts } => {
                format!("{depth}: {}", parts.iter().map(part).collect::<Vec<_>>().join(" "))
            }
        };
        outline(session, &line, true).iter().map(row).collect()
    }

    /// Goes along moves from a position.
    fn go(session: &mut Session, after: NodeId, moves: &[&str]) -> NodeId {
        session.show(after);
        for text in moves {
            let loaded = session.loaded();
            let found = boardwright_library::pick::resolve_moves(loaded, session.state(), text);
            let Ok(moves) = found else { panic!("{text} is not legal") };
            moves.iter().for_each(|mv| session.make(mv).expect("it is legal"));
        }
        session.visible_node()
    }

    #[test]
    fn variations_stand_below_the_moves_that_they_replace() {
        let opened = Arc::new(open_game("chess").expect("it ships"));
        let people = vec![SeatChoice::person(), SeatChoice::person()];
        let mut session = Session::new(opened, people, 1, Records::default());
        go(&mut session, GameTree::ROOT, &["e4", "e5", "Nf3", "Nc6"]);
        let line = session.tree.whole_line(GameTree::ROOT);
        assert_eq!(text(&session), ["1. e4 e5", "2. Nf3 Nc6"]);
        session.set_comment(line[0], "best by test");
        let last = go(&mut session, line[0], &["c5", "Nf3", "d6"]);
        let c5 = session.tree.line(last)[1];
        session.set_comment(c5, "sharp");
        go(&mut session, c5, &["c3"]);
        assert_eq!(
            text(&session),
            [
                "1. e4",
                "0: {best by test}",
                "1.…  e5",
                "1: ( 1… c5 {sharp} 2. Nf3",
                "2: ( 2. c3 )",
                "1: 2… d6 )",
                "2. Nf3 Nc6"
            ]
        );
        session.promote_variation(c5);
        assert_eq!(text(&session)[..3], ["1. e4", "0: {best by test}", "1.…  c5"]);
        session.undo_edit();
        session.delete_variation(c5);
        assert_eq!(text(&session), ["1. e4", "0: {best by test}", "1.…  e5", "2. Nf3 Nc6"]);
        assert!(outline(&session, &line, false).iter().all(|row| matches!(row, Row::Turn { .. })));
    }
}
