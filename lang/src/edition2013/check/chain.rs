//! A chain of operators without brackets around its parts, as it is written and as a tree.
//! Which tree an edition makes of it is decided by who asks.

use boardwright_engine::rules::{BinaryOp, UnaryOp};

use crate::edition2013::ast::{Infix, Kind, Node};

/// One part of a chain.
#[derive(Clone, Copy, Debug)]
pub(super) enum Item<'a> {
    Prefix(UnaryOp),
    Leaf(&'a Node),
    Infix(Infix),
}

/// The parts in their order, and the nodes of the operations among them.
#[derive(Debug)]
pub(super) struct Chain<'a> {
    pub(super) items: Vec<Item<'a>>,
    pub(super) operations: Vec<&'a Node>,
}

impl<'a> Chain<'a> {
    pub(super) fn leaves(&self) -> impl Iterator<Item = &'a Node> {
        self.items.iter().filter_map(|item| match item {
            Item::Leaf(node) => Some(*node),
            _ => None,
        })
    }
}

/// The chain that begins with the outermost operation of a node; brackets around the node itself are not looked at.
pub(super) fn of(root: &Node) -> Chain<'_> {
    let mut chain = Chain { items: Vec::new(), operations: Vec::new() };
    let mut node = root;
    loop {
        let inner = node.bracketed && !std::ptr::eq(node, root);
        match &node.kind {
            Kind::Prefix(op, operand) if !inner => {
                chain.items.push(Item::Prefix(*op));
                chain.operations.push(node);
                node = operand;
            }
            Kind::Binary(left, infix, right) if !inner => {
                chain.items.extend([Item::Leaf(left), Item::Infix(*infix)]);
                chain.operations.push(node);
                node = right;
            }
            _ => {
                chain.items.push(Item::Leaf(node));
                return chain;
            }
        }
    }
}

/// A way of grouping a chain; leaves are counted from the left.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Tree {
    Leaf(usize),
    Prefix(UnaryOp, Box<Tree>),
    Assign(Box<Tree>, Box<Tree>),
    Binary(BinaryOp, Box<Tree>, Box<Tree>),
}

impl Tree {
    fn of(infix: Infix, left: Self, right: Self) -> Self {
        match infix {
            Infix::Op(op) => Self::Binary(op, left.into(), right.into()),
            Infix::Assign => Self::Assign(left.into(), right.into()),
            Infix::Misplaced(op) => Self::Prefix(op, left.into()),
        }
    }
}

/// Everything groups to the right.
pub(super) fn to_the_right(items: &[Item<'_>]) -> Tree {
    let mut leaves = items.iter().filter(|item| matches!(item, Item::Leaf(_))).count();
    let mut tree = Tree::Leaf(0);
    let mut infix = None;
    for item in items.iter().rev() {
        match item {
            Item::Leaf(_) => {
                leaves -= 1;
                let leaf = Tree::Leaf(leaves);
                tree = match infix.take() {
                    Some(infix) => Tree::of(infix, leaf, tree),
                    None => leaf,
                };
            }
            Item::Infix(op) => infix = Some(*op),
            Item::Prefix(op) => tree = Tree::Prefix(*op, tree.into()),
        }
    }
    tree
}

/// How strongly operators bind where they have precedence.
pub(super) mod strength {
    use boardwright_engine::rules::{BinaryOp, UnaryOp};

    pub(in super::super) const ASSIGN: u8 = 1;
    pub(in super::super) const UNARY: u8 = 9;
    const NOT: u8 = 4;

    pub(in super::super) fn prefix(op: UnaryOp) -> u8 {
        if op == UnaryOp::Not { NOT } else { UNARY }
    }

    pub(in super::super) fn binary(op: BinaryOp) -> u8 {
        match op {
            BinaryOp::Or => 2,
            BinaryOp::And => 3,
            BinaryOp::Equal
            | BinaryOp::SameMembers
            | BinaryOp::Unequal
            | BinaryOp::Less
            | BinaryOp::LessEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterEqual
            | BinaryOp::In
            | BinaryOp::Subset => 5,
            BinaryOp::SetMinus | BinaryOp::Union | BinaryOp::Intersect | BinaryOp::Join => 6,
            BinaryOp::Add | BinaryOp::Subtract => 7,
            BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Remainder => 8,
        }
    }
}

/// As most languages group: by strength, and equally strong operators to the left.
pub(super) fn by_strength(items: &[Item<'_>]) -> Tree {
    let mut reader = Reader { items, at: 0, leaf: 0 };
    reader.tree(0)
}

struct Reader<'i, 'a> {
    items: &'i [Item<'a>],
    at: usize,
    leaf: usize,
}

impl Reader<'_, '_> {
    fn infix(&self) -> Option<Infix> {
        match self.items.get(self.at) {
            Some(Item::Infix(infix)) => Some(*infix),
            _ => None,
        }
    }

    /// A tree of operators at least this strong.
    fn tree(&mut self, least: u8) -> Tree {
        let mut tree = self.operand();
        while let Some(infix) = self.infix() {
            let strength = match infix {
                Infix::Op(op) => strength::binary(op),
                Infix::Assign | Infix::Misplaced(_) => strength::ASSIGN,
            };
            if strength < least {
                break;
            }
            self.at += 1;
            let right = self.tree(strength + 1);
            tree = Tree::of(infix, tree, right);
        }
        tree
    }

    fn operand(&mut self) -> Tree {
        let item = self.items.get(self.at);
        self.at += 1;
        if let Some(Item::Prefix(op)) = item {
            return Tree::Prefix(*op, self.tree(strength::prefix(*op)).into());
        }
        let leaf = Tree::Leaf(self.leaf);
        self.leaf += 1;
        // A value can only be given to the one variable before the sign, and it is all that follows.
        if self.infix() == Some(Infix::Assign) {
            self.at += 1;
            return Tree::Assign(leaf.into(), self.tree(strength::ASSIGN).into());
        }
        leaf
    }
}
