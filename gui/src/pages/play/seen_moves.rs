//! Moves as the viewer of the screen may see them, in the words of people. Records and programs write moves in full instead.

use std::collections::HashMap;

use boardwright_game::ids::{LocationId, Player};
use boardwright_library::seen_moves::{MoveKnowledge, move_knowledge};

use super::viewer::Viewer;
use crate::session::{NodeId, Session};
use crate::texts::with;

/// Labels of moves by viewer and position, which take long to compute.
#[derive(Debug, Default)]
pub struct MoveLabels {
    known: HashMap<(Viewer, NodeId), Option<String>>,
}

impl MoveLabels {
    /// Label of the move that led to a position, as the viewer may see it; `None` if nothing may be shown of it.
    pub fn label(&mut self, session: &Session, viewer: Viewer, node: NodeId) -> Option<String> {
        if viewer == Viewer::Everything {
            return Some(session.tree.node(node).label.clone());
        }
        self.known.entry((viewer, node)).or_insert_with(|| viewer.move_label(session, node)).clone()
    }

    /// Discards labels of positions that no longer exist.
    pub fn clear(&mut self) {
        self.known.clear();
    }
}

impl Viewer {
    /// Label of the move that led to a position, as the viewer may see it; `None` if nothing may be shown of it.
    fn move_label(self, session: &Session, node: NodeId) -> Option<String> {
        match self {
            Self::Everything => Some(session.tree.node(node).label.clone()),
            Self::Seat(player) => seen_label(session, node, player),
            Self::Nobody => public_label(session, node),
        }
    }

    /// The places of the last move that the viewer knows, of those at its ends.
    pub fn known_ends(self, session: &Session, node: NodeId, ends: Vec<LocationId>) -> Vec<LocationId> {
        match self {
            Self::Everything => ends,
            Self::Nobody => Vec::new(),
            Self::Seat(player) => match knowledge(session, node, player) {
                Some(MoveKnowledge::Whole) => ends,
                Some(MoveKnowledge::Part { places, .. }) => {
                    ends.into_iter().filter(|end| places.contains(end)).collect()
                }
                None => Vec::new(),
            },
        }
    }
}

/// Label of a move as one player sees it.
fn seen_label(session: &Session, node: NodeId, player: Player) -> Option<String> {
    Some(match knowledge(session, node, player)? {
        MoveKnowledge::Whole => session.tree.node(node).label.clone(),
        MoveKnowledge::Part { text, .. } => text,
    })
}

/// Label of a move as all players may see it; `None` for events of chance that are hidden from one of them.
fn public_label(session: &Session, node: NodeId) -> Option<String> {
    let made = session.tree.node(node);
    let mut parts: Vec<String> = Vec::new();
    for player in session.loaded().players() {
        match knowledge(session, node, player)? {
            MoveKnowledge::Part { text, .. } if !parts.contains(&text) => parts.push(text),
            MoveKnowledge::Part { .. } | MoveKnowledge::Whole => {}
        }
    }
    match (made.player, parts.as_slice()) {
        (_, []) => Some(made.label.clone()),
        (None, _) => None,
        (Some(_), [only]) => Some(only.clone()),
        (Some(player), _) => Some(with("play.hidden_move", &[&session.loaded().game().player_name(player)])),
    }
}

/// Knowledge of a player about the move that led to a position; `None` if there is no such move.
fn knowledge(session: &Session, node: NodeId, player: Player) -> Option<MoveKnowledge> {
    let made = session.tree.node(node);
    let before = &session.tree.node(session.tree.parent(node)?).state;
    let mv = session.loaded().game().parse_move(before, &made.text).ok()?;
    Some(move_knowledge(session.loaded(), (before, &made.state), &mv, player))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::analysis::move_endpoints;
    use crate::app::open_game;
    use crate::session::{GameTree, Records, SeatChoice};

    /// A session after the first legal moves of a game, or after these ones.
    fn session(game: &str, line: &[&str]) -> Session {
        let opened = Arc::new(open_game(game).expect("the game ships"));
        let seats = vec![SeatChoice::person(), SeatChoice::person()];
        let mut session = Session::new(opened, seats, 0, Records::default());
        session.go_along(line.iter().copied()).expect("the moves are legal");
        session
    }

    fn labels(session: &Session, node: NodeId) -> [Option<String>; 3] {
        let viewers = [Viewer::Seat(Player::FIRST), Viewer::Seat(Player::new(2).expect("a player")), Viewer::Nobody];
        viewers.map(|viewer| viewer.move_label(session, node))
    }

    const LINE: [&str; 5] = [
        "ship(1,1,1) off sea(1,1,1) down",
        "ship(1,2,1) off sea(1,2,1) down",
        "ship(2,1,1) off sea(2,1,1) down",
        "ship(2,2,1) off sea(2,2,1) down",
        "mark(1) off shot(2,3,1)",
    ];

    #[test]
    fn moves_of_ships_are_hidden_and_shots_are_not() {
        let session = session("battleship", &LINE);
        let line = session.tree.line(session.visible_node());
        let some = |text: &str| Some(text.to_owned());
        let hidden = some("a hidden move of First");
        assert_eq!(labels(&session, line[0]), [some("down from a1"), hidden.clone(), hidden]);
        assert_eq!(labels(&session, line[4]), [some("shoot at c1"), some("shoot at c1"), some("shoot at c1")]);
    }

    #[test]
    fn the_last_move_is_marked_for_those_who_know_it() {
        let session = session("battleship", &LINE);
        let line = session.tree.line(session.visible_node());
        let second = Viewer::Seat(Player::new(2).expect("a player"));
        let ends = |node: NodeId| -> Vec<LocationId> {
            let before = session.tree.parent(node).unwrap_or(GameTree::ROOT);
            let ends = move_endpoints(&session.opened, &session.tree.node(before).state, &session.tree.node(node).text);
            ends.into_iter().flat_map(|(from, to)| from.into_iter().chain([to])).collect()
        };
        assert_eq!(second.known_ends(&session, line[4], ends(line[4])), ends(line[4]));
        assert_eq!(ends(line[4]).len(), 1);
        assert!(second.known_ends(&session, line[0], ends(line[0])).is_empty());
        assert!(Viewer::Nobody.known_ends(&session, line[4], ends(line[4])).is_empty());
    }

    #[test]
    fn a_piece_whose_face_is_hidden_is_described_by_its_place() {
        let opened = Arc::new(open_game("stratego-6x6").expect("the game ships"));
        let (_, moves) = opened.loaded.game().legal_moves(&opened.loaded.game().initial_state()).expect("no fault");
        let text = opened.loaded.game().move_text(&opened.loaded.game().initial_state(), &moves[0]);
        let session = session("stratego-6x6", &[&text]);
        let node = session.visible_node();
        let [own, other, nobody] = labels(&session, node);
        assert!(own.is_some_and(|label| label.ends_with(" on a1")));
        assert_eq!(other.as_deref(), Some("a hidden piece of Red to a1"));
        assert_eq!(nobody, other);
    }
}
