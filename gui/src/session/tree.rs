//! Game tree: the main line and its variations, with notes on the moves. It knows no rules. Notes are edited in
//! [`notes`](super::notes).

use boardwright_game::any::AnyState;
use boardwright_game::ids::Player;
use boardwright_game::record::MoveRecord;

/// Identifier of a node of the tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct NodeId(usize);

/// A position with the move that led to it.
#[derive(Clone, Debug)]
pub struct Node {
    /// The position.
    pub state: AnyState,
    /// Notation of the move that led here; empty at the root.
    pub text: String,
    /// Description of the move for people.
    pub label: String,
    /// Player of the move; `None` for chance.
    pub player: Option<Player>,
    /// The player's evaluation: 1 for a win, -1 for a loss.
    pub value: Option<f64>,
    /// Comments before the move, if it begins a variation.
    pub before: Vec<String>,
    /// Notes on the move in the order of the text; those of the root are comments on the whole game.
    pub notes: Vec<NodeNote>,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
}

/// A note on a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeNote {
    /// A comment.
    Comment(String),
    /// A mark of an evaluation: `!?`, `$14`, or a property of SGF.
    Mark(String),
    /// Place of a variation among the notes, by its first move, which is a child of an earlier position of the line. Variations
    /// without a place follow the notes.
    Variation(NodeId),
}

impl Node {
    fn new(step: PlayedMove, parent: Option<NodeId>) -> Self {
        let PlayedMove { state, text, label, player, value } = step;
        let (before, notes, children) = (Vec::new(), Vec::new(), Vec::new());
        Self { state, text, label, player, value, before, notes, parent, children }
    }

    /// The move as people write it; chance in the notation of the program.
    pub fn written(&self) -> &str {
        if self.player.is_some() { &self.label } else { &self.text }
    }

    /// Line of a record for the move.
    pub fn move_record(&self, ply: usize) -> MoveRecord {
        MoveRecord { ply, player: self.player, text: self.text.clone(), rule: None }
    }
}

/// The game tree. It always has a root.
#[derive(Clone, Debug)]
pub struct GameTree {
    nodes: Vec<Node>,
}

/// Maximum number of moves between positions of which one is shown after the other as its continuation.
const MAX_STEPS: usize = 8;

/// A move to be added.
#[derive(Clone, Debug)]
pub struct PlayedMove {
    /// Position after the move.
    pub state: AnyState,
    /// Notation.
    pub text: String,
    /// Description for people.
    pub label: String,
    /// Player of the move; `None` for chance.
    pub player: Option<Player>,
    /// The player's evaluation.
    pub value: Option<f64>,
}

impl GameTree {
    /// Creates a tree with one position.
    pub fn new(state: AnyState) -> Self {
        let (text, label) = (String::new(), String::new());
        Self { nodes: vec![Node::new(PlayedMove { state, text, label, player: None, value: None }, None)] }
    }

    /// The root.
    pub const ROOT: NodeId = NodeId(0);

    /// Returns a node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }

    /// The parent; `None` for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// The children, the main line first.
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        &self.node(id).children
    }

    /// Adds a move after a position, or returns the existing node.
    pub fn add(&mut self, after: NodeId, step: PlayedMove) -> NodeId {
        let there = self.children(after).iter().copied().find(|&child| self.node(child).text == step.text);
        if let Some(child) = there {
            let node = &mut self.nodes[child.0];
            node.value = step.value.or(node.value);
            return child;
        }
        let id = NodeId(self.nodes.len());
        self.nodes.push(Node::new(step, Some(after)));
        self.nodes[after.0].children.push(id);
        id
    }

    /// A node whose notes are changed.
    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0]
    }

    /// Replaces the children of a position, the main line first.
    pub(super) fn set_children(&mut self, id: NodeId, children: Vec<NodeId>) {
        self.nodes[id.0].children = children;
    }

    /// The moves in place of a move, which it precedes or follows as a child of the same position.
    pub fn alternatives(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let all = self.parent(id).map_or(&[][..], |parent| self.children(parent));
        all.iter().copied().filter(move |&other| other != id)
    }

    /// The path from the root to a node, without the root.
    pub fn line(&self, to: NodeId) -> Vec<NodeId> {
        let mut line: Vec<NodeId> = std::iter::successors(Some(to), |&id| self.parent(id)).collect();
        line.reverse();
        line.remove(0);
        line
    }

    /// `true` if a chance move leads from one position to another within a few moves, `false` if other moves or taking back
    /// one move does; `None` if the positions are further apart.
    pub fn is_chance_between(&self, from: NodeId, to: NodeId) -> Option<bool> {
        if self.parent(from) == Some(to) {
            return Some(false);
        }
        let back = std::iter::successors(Some(to), |&id| self.parent(id)).take(MAX_STEPS + 1);
        let path: Vec<NodeId> = back.take_while(|&id| id != from).collect();
        let begins_there = path.last().is_some_and(|&first| self.parent(first) == Some(from));
        (begins_there && path.len() <= MAX_STEPS).then(|| path.iter().any(|&id| self.node(id).player.is_none()))
    }

    /// The line through a node, continued along the main line to its end, without the root.
    pub fn whole_line(&self, through: NodeId) -> Vec<NodeId> {
        let mut line = self.line(through);
        let mut at = through;
        while let Some(&next) = self.children(at).first() {
            line.push(next);
            at = next;
        }
        line
    }

    /// The moves of a line in notation.
    pub fn texts(&self, line: &[NodeId]) -> Vec<String> {
        line.iter().map(|&id| self.node(id).text.clone()).collect()
    }

    /// Removes all moves after a position. The ids of removed nodes are not reused.
    pub fn remove_children(&mut self, id: NodeId) {
        self.nodes[id.0].children.clear();
    }

    /// Makes the line to a node the main line.
    pub fn promote(&mut self, to: NodeId) {
        let mut at = to;
        while let Some(parent) = self.parent(at) {
            let children = &mut self.nodes[parent.0].children;
            if let Some(place) = children.iter().position(|&child| child == at) {
                children[..=place].rotate_right(1);
            }
            at = parent;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(text: &str) -> PlayedMove {
        PlayedMove {
            state: AnyState::new(text.to_owned()),
            text: text.to_owned(),
            label: text.to_owned(),
            player: None,
            value: None,
        }
    }

    #[test]
    fn lines_branch_and_are_found_again() {
        let mut tree = GameTree::new(AnyState::new(String::new()));
        let a = tree.add(GameTree::ROOT, step("a"));
        let b = tree.add(a, step("b"));
        let c = tree.add(a, step("c"));
        assert_eq!(tree.add(a, step("b")), b, "it was there");
        assert_eq!(tree.children(a), [b, c]);
        let d = tree.add(c, step("d"));
        assert_eq!(tree.texts(&tree.line(d)), ["a", "c", "d"]);
        assert_eq!(tree.texts(&tree.whole_line(a)), ["a", "b"]);
        assert_eq!(
            [(c, d), (a, d), (d, c)].map(|(from, to)| tree.is_chance_between(from, to)),
            [Some(true), Some(true), Some(false)]
        );
        assert_eq!([(b, d), (d, a), (d, d)].map(|(from, to)| tree.is_chance_between(from, to)), [None; 3]);
        tree.promote(d);
        assert_eq!(tree.texts(&tree.whole_line(GameTree::ROOT)), ["a", "c", "d"]);
        tree.remove_children(a);
        assert_eq!(tree.texts(&tree.whole_line(GameTree::ROOT)), ["a"]);
        assert!(![a, b, c, d].contains(&tree.add(a, step("b"))), "ids are not reused");
    }
}
