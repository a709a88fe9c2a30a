//! Captured pieces of a line, by the player who captured them, and the difference in material.

use boardwright_compiler::game::CompiledGame;
use boardwright_game::any::AnyState;
use boardwright_game::ids::{ElementId, Player};
use boardwright_interpreter::state::State;
use boardwright_library::LoadedGame;

use crate::board::{Board, LoosePiece, PieceIcon};
use crate::session::{NodeId, Session};

/// Equal captured pieces.
#[derive(Debug)]
pub struct CapturedGroup {
    /// One of them.
    piece: LoosePiece,
    /// Their number.
    pub count: usize,
    /// Their drawing.
    pub icon: Option<PieceIcon>,
}

/// Captured pieces and material of a position.
#[derive(Debug, Default)]
pub struct Captures {
    node: Option<NodeId>,
    /// Captured pieces by the player who captured them, those of the least worth first.
    groups: Vec<Vec<CapturedGroup>>,
    /// Lead of each player in material.
    leads: Vec<i32>,
}

/// Name of heuristics that count material.
const MATERIAL: &str = "material";

impl Captures {
    /// Updates the pieces to those of the visible position.
    pub fn update(&mut self, session: &Session, board: Option<&Board>) {
        let node = session.visible_node();
        if self.node == Some(node) {
            return;
        }
        *self = Self { node: Some(node), ..Self::default() };
        let loaded = session.loaded();
        let Some(((game, state), board)) = loaded.as_spec(session.state()).zip(board) else { return };
        // A position behind which cards or pieces are hidden does not say what was captured.
        if loaded.game().has_hidden_information() {
            return;
        }
        let players = loaded.game().players();
        self.groups.resize_with(players, Vec::new);
        for (piece, by) in captured(session, game, state) {
            let rules = game.rules();
            let is_equal = |group: &&mut CapturedGroup| {
                let kind = |element: ElementId| rules.elements[element.index()].kind;
                let other = group.piece;
                kind(other.element) == kind(piece.element) && (other.owner, other.state) == (piece.owner, piece.state)
            };
            let groups = &mut self.groups[by.index()];
            match groups.iter_mut().find(is_equal) {
                Some(group) => group.count += 1,
                None => groups.push(CapturedGroup { piece, count: 1, icon: board.piece_icon(game, piece) }),
            }
        }
        let kind = |group: &CapturedGroup| game.rules().elements[group.piece.element.index()].kind;
        for groups in &mut self.groups {
            groups.sort_by_key(|group| (kind(group), group.piece.state));
        }
        self.leads = leads(loaded, session.state(), &self.groups);
    }

    /// Groups of the pieces that a player has captured.
    pub fn of(&self, player: Player) -> &[CapturedGroup] {
        self.groups.get(player.index()).map_or(&[], Vec::as_slice)
    }

    /// Lead of a player in material; 0 for players who are not ahead.
    pub fn lead(&self, player: Player) -> i32 {
        self.leads.get(player.index()).copied().unwrap_or(0).max(0)
    }
}

/// Pieces that were captured on the way to the visible position and have been off the board since then, with the player
/// who captured them. A piece that the captor has in hand is not among them.
fn captured(session: &Session, game: &CompiledGame, state: &State) -> Vec<(LoosePiece, Player)> {
    let rules = game.rules();
    let is_on_board = |state: &State, element: ElementId| {
        game.location(state, element).is_some_and(|place| rules.locations[place.index()].is_relevant)
    };
    let mut last: Vec<Option<(LoosePiece, Player)>> = vec![None; rules.elements.len()];
    for &node in &session.tree.line(session.visible_node()) {
        let made = session.tree.node(node);
        let before = session.tree.parent(node).map(|parent| &session.tree.node(parent).state);
        let before = before.and_then(AnyState::downcast_ref::<State>);
        let Some(((before, after), by)) = before.zip(made.state.downcast_ref::<State>()).zip(made.player) else {
            continue;
        };
        for (index, captured) in last.iter_mut().enumerate() {
            let element = ElementId::new(index);
            if is_on_board(before, element) && !is_on_board(after, element) {
                let (owner, state) = (game.owner(before, element), game.element_state(before, element));
                // A piece that its own player removes, as by bearing off, is not captured.
                *captured = (owner != Some(by)).then_some((LoosePiece { element, owner, state }, by));
            }
        }
    }
    let is_gone = |(piece, _): &(LoosePiece, Player)| {
        !is_on_board(state, piece.element) && game.owner(state, piece.element) == piece.owner
    };
    last.into_iter().flatten().filter(is_gone).collect()
}

/// Lead of each of two players in material, by the heuristic of the game, or in the number of captured pieces.
fn leads(loaded: &LoadedGame, state: &AnyState, groups: &[Vec<CapturedGroup>]) -> Vec<i32> {
    let (Some((game, state)), [first, second]) = (loaded.as_spec(state), groups) else { return Vec::new() };
    let material = game.rules().heuristics.iter().position(|heuristic| heuristic.name == MATERIAL);
    if let Some(value) = material.and_then(|index| game.heuristic_value(state, index, Player::FIRST).ok()) {
        return vec![value, -value];
    }
    let count = |groups: &[CapturedGroup]| groups.iter().map(|group| group.count).sum::<usize>();
    let lead = count(first) as i32 - count(second) as i32;
    vec![lead, -lead]
}

/// `true` if a game counts material, so that its positions are valued in the worth of its pieces.
pub fn counts_material(loaded: &LoadedGame) -> bool {
    loaded.spec().is_some_and(|game| game.rules().heuristics.iter().any(|heuristic| heuristic.name == MATERIAL))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::app::open_game;
    use crate::session::{Records, SeatChoice};

    #[test]
    fn captured_pieces_are_sorted_and_material_is_compared() {
        let opened = Arc::new(open_game("chess").expect("it ships"));
        let people = vec![SeatChoice::person(), SeatChoice::person()];
        let mut session = Session::new(opened, people, 0, Records::default());
        let line = ["e4", "d5", "exd5", "Qxd5", "Nc3", "Qxd2+", "Qxd2"];
        session.go_along(line).expect("the moves are legal");
        let mut board = None;
        Board::show_position(&mut board, session.loaded(), session.state(), None, None);
        let mut captures = Captures::default();
        captures.update(&session, board.as_ref());
        let (white, black) = (Player::FIRST, Player::FIRST.next(2));
        let list = |player: Player| -> Vec<(i32, usize)> {
            captures.of(player).iter().map(|group| (group.piece.state, group.count)).collect()
        };
        // White has a pawn (1) and the queen (5); Black has two pawns.
        assert_eq!((list(white), list(black)), (vec![(1, 1), (5, 1)], vec![(1, 2)]));
        assert_eq!((captures.lead(white), captures.lead(black)), (8, 0));
        assert!(captures.of(white).iter().all(|group| group.icon.is_some()));
    }
}
