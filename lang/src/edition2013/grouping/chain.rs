//! Chains of operators without brackets around their parts, and their groupings: right-associative as in the edition
//! 2013, or by precedence as in most languages (precedence climbing).

use boardwright_rules::{BinaryOp, UnaryOp};

use crate::edition2013::ast::{Infix, Node, NodeKind};

/// An operand or operator of a chain.
#[derive(Clone, Copy, Debug)]
pub(super) enum Item<'a> {
    Prefix(UnaryOp),
    Leaf(&'a Node),
    Infix(Infix),
}

/// The items of a chain in source order, and the nodes of its operations.
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

/// Returns the chain that begins with the outermost operation of a node. Brackets around the node itself are ignored.
pub(super) fn chain_of(root: &Node) -> Chain<'_> {
    let mut chain = Chain { items: Vec::new(), operations: Vec::new() };
    let mut node = root;
    loop {
        let inner = node.is_bracketed && !std::ptr::eq(node, root);
        match &node.kind {
            NodeKind::Prefix(op, operand) if !inner => {
                chain.items.push(Item::Prefix(*op));
                chain.operations.push(node);
                node = operand;
            }
            NodeKind::Binary(left, infix, right) if !inner => {
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

/// A grouping of a chain as a tree; leaves are numbered from the left.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Grouping {
    Leaf(usize),
    Prefix(UnaryOp, Box<Grouping>),
    Assign(Box<Grouping>, Box<Grouping>),
    Binary(BinaryOp, Box<Grouping>, Box<Grouping>),
}

impl Grouping {
    fn of(infix: Infix, left: Self, right: Self) -> Self {
        match infix {
            Infix::Op(op) => Self::Binary(op, left.into(), right.into()),
            Infix::Assign => Self::Assign(left.into(), right.into()),
            Infix::MisplacedPrefix(op) => Self::Prefix(op, left.into()),
        }
    }
}

/// Groups a chain to the right: all operators are right-associative and have the same precedence.
pub(super) fn group_right(items: &[Item<'_>]) -> Grouping {
    let mut leaves = items.iter().filter(|item| matches!(item, Item::Leaf(_))).count();
    let mut tree = Grouping::Leaf(0);
    let mut infix = None;
    for item in items.iter().rev() {
        match item {
            Item::Leaf(_) => {
                leaves -= 1;
                let leaf = Grouping::Leaf(leaves);
                tree = match infix.take() {
                    Some(infix) => Grouping::of(infix, leaf, tree),
                    None => leaf,
                };
            }
            Item::Infix(op) => infix = Some(*op),
            Item::Prefix(op) => tree = Grouping::Prefix(*op, tree.into()),
        }
    }
    tree
}

/// Precedence levels of operators in most languages; a higher number binds more tightly.
pub(super) mod binding_power {
    use boardwright_rules::{BinaryOp, UnaryOp};

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

/// Groups a chain by precedence, operators of the same level to the left, with precedence climbing.
pub(super) fn group_by_precedence(items: &[Item<'_>]) -> Grouping {
    let mut parser = PrecedenceParser { items, at: 0, leaf: 0 };
    parser.parse(0)
}

struct PrecedenceParser<'i, 'a> {
    items: &'i [Item<'a>],
    at: usize,
    leaf: usize,
}

impl PrecedenceParser<'_, '_> {
    fn infix(&self) -> Option<Infix> {
        match self.items.get(self.at) {
            Some(Item::Infix(infix)) => Some(*infix),
            _ => None,
        }
    }

    /// Parses operators of at least the precedence `least`.
    fn parse(&mut self, least: u8) -> Grouping {
        let mut tree = self.parse_operand();
        while let Some(infix) = self.infix() {
            let strength = match infix {
                Infix::Op(op) => binding_power::binary(op),
                Infix::Assign | Infix::MisplacedPrefix(_) => binding_power::ASSIGN,
            };
            if strength < least {
                break;
            }
            self.at += 1;
            let right = self.parse(strength + 1);
            tree = Grouping::of(infix, tree, right);
        }
        tree
    }

    fn parse_operand(&mut self) -> Grouping {
        let item = self.items.get(self.at);
        self.at += 1;
        if let Some(Item::Prefix(op)) = item {
            return Grouping::Prefix(*op, self.parse(binding_power::prefix(*op)).into());
        }
        let leaf = Grouping::Leaf(self.leaf);
        self.leaf += 1;
        // `=` assigns to the one variable before it, and its value extends to the end.
        if self.infix() == Some(Infix::Assign) {
            self.at += 1;
            return Grouping::Assign(leaf.into(), self.parse(binding_power::ASSIGN).into());
        }
        leaf
    }
}
