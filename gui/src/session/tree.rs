//! The positions of a game as a tree: the line that was played, and others that were tried. It knows no rules.

use boardwright_engine::any::AnyState;
use boardwright_engine::ids::Player;

/// A position of the tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct NodeId(usize);

/// A position and how it came about.
#[derive(Clone, Debug)]
pub struct Node {
    /// The position.
    pub state: AnyState,
    /// The move that led here, as it is written; nothing at the root.
    pub text: String,
    /// The same as people call it.
    pub label: String,
    /// Whose move it was; `None` was chance.
    pub player: Option<Player>,
    /// What the player thought of it: 1 for a win, -1 for a loss.
    pub value: Option<f64>,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
}

/// All positions that were looked at. There is always one, from which all others come.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

/// A move that is added.
#[derive(Clone, Debug)]
pub struct Step {
    /// The position after it.
    pub state: AnyState,
    /// As it is written.
    pub text: String,
    /// As people call it.
    pub label: String,
    /// Whose it was.
    pub player: Option<Player>,
    /// What the player thought of it.
    pub value: Option<f64>,
}

impl Tree {
    /// A tree of one position.
    pub fn new(state: AnyState) -> Self {
        let (text, label) = (String::new(), String::new());
        let root = Node { state, text, label, player: None, value: None, parent: None, children: Vec::new() };
        Self { nodes: vec![root] }
    }

    /// Where everything begins.
    pub const ROOT: NodeId = NodeId(0);

    /// A position.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }

    /// The position before.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// The positions after, the main line first.
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        &self.node(id).children
    }

    /// Adds a move after a position, or finds it there.
    pub fn add(&mut self, after: NodeId, step: Step) -> NodeId {
        let there = self.children(after).iter().copied().find(|&child| self.node(child).text == step.text);
        if let Some(child) = there {
            let node = &mut self.nodes[child.0];
            node.value = step.value.or(node.value);
            return child;
        }
        let id = NodeId(self.nodes.len());
        let Step { state, text, label, player, value } = step;
        self.nodes.push(Node { state, text, label, player, value, parent: Some(after), children: Vec::new() });
        self.nodes[after.0].children.push(id);
        id
    }

    /// The way from the root to a position, the root left out.
    pub fn line(&self, to: NodeId) -> Vec<NodeId> {
        let mut line: Vec<NodeId> = std::iter::successors(Some(to), |&id| self.parent(id)).collect();
        line.reverse();
        line.remove(0);
        line
    }

    /// The line through a position to its end, along main lines from there on; the root left out.
    pub fn whole_line(&self, through: NodeId) -> Vec<NodeId> {
        let mut line = self.line(through);
        let mut at = through;
        while let Some(&next) = self.children(at).first() {
            line.push(next);
            at = next;
        }
        line
    }

    /// The moves of a line, as they are written.
    pub fn texts(&self, line: &[NodeId]) -> Vec<String> {
        line.iter().map(|&id| self.node(id).text.clone()).collect()
    }

    /// Makes the line to a position the main one.
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

    fn step(text: &str) -> Step {
        Step {
            state: AnyState::new(text.to_owned()),
            text: text.to_owned(),
            label: text.to_owned(),
            player: None,
            value: None,
        }
    }

    #[test]
    fn lines_branch_and_are_found_again() {
        let mut tree = Tree::new(AnyState::new(String::new()));
        let a = tree.add(Tree::ROOT, step("a"));
        let b = tree.add(a, step("b"));
        let c = tree.add(a, step("c"));
        assert_eq!(tree.add(a, step("b")), b, "it was there");
        assert_eq!(tree.children(a), [b, c]);
        let d = tree.add(c, step("d"));
        assert_eq!(tree.texts(&tree.line(d)), ["a", "c", "d"]);
        assert_eq!(tree.texts(&tree.whole_line(a)), ["a", "b"]);
        tree.promote(d);
        assert_eq!(tree.texts(&tree.whole_line(Tree::ROOT)), ["a", "c", "d"]);
    }
}
