//! A session for the tests of this folder.

use std::sync::Arc;

use crate::app::open_game;
use crate::session::{GameTree, NodeId, PlayedMove, Records, SeatChoice, Session};

/// A session of two deals of a small card game, with the node of the last position.
pub fn session() -> (Session, NodeId) {
    let opened = Arc::new(open_game("kuhn:deals=2").expect("the game ships"));
    let seats = vec![SeatChoice::person(), SeatChoice::person()];
    let mut session = Session::new(opened, seats, 0, Records::default());
    let mut at = GameTree::ROOT;
    for text in ["deal K", "deal J", "bet", "call", "next deal", "deal K", "deal J", "check", "check"] {
        let mut state = session.tree.node(at).state.clone();
        let game = session.loaded().game();
        let mv = game.parse_move(&state, text).expect("the move is legal");
        game.apply(&mut state, &mv).expect("games in Rust never fail");
        let (text, label) = (text.to_owned(), text.to_owned());
        at = session.tree.add(at, PlayedMove { state, text, label, player: None, value: None });
    }
    (session, at)
}
