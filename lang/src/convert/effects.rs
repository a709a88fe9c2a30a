//! What expressions of 2013 change and write, found out from how they are written.
//! What they give is not known here.

use std::collections::{BTreeSet, HashMap};

use boardwright_engine::rules::{Action, Query};

use crate::edition2013::ast::{Function, Infix, Kind, Node, Piece, Tree};
use crate::edition2013::words::{Builtin, builtin};

/// What an expression does besides giving a value.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Does {
    /// Whether it can change the position.
    pub(super) acts: bool,
    /// Whether it can pass the turn on.
    pub(super) passes: bool,
    /// Whether it asks whose turn it is.
    pub(super) asks_player: bool,
    /// Variables that it can write.
    pub(super) writes: BTreeSet<String>,
    /// Variables that it reads anywhere.
    pub(super) reads: BTreeSet<String>,
}

impl Does {
    fn add(&mut self, other: &Self) {
        self.acts |= other.acts;
        self.passes |= other.passes;
        self.asks_player |= other.asks_player;
        self.writes.extend(other.writes.iter().cloned());
        self.reads.extend(other.reads.iter().cloned());
    }

    /// Whether it does something that must come in its turn.
    pub(super) fn anything(&self) -> bool {
        self.acts || self.passes
    }
}

/// What each named expression does.
#[derive(Debug, Default)]
pub(super) struct Effects<'t> {
    functions: HashMap<&'t str, Does>,
    recursive: BTreeSet<String>,
}

impl<'t> Effects<'t> {
    pub(super) fn of(tree: &'t Tree) -> Self {
        let mut effects = Self::default();
        // As often as something new is found, since expressions can call each other in any order.
        loop {
            let mut grown = false;
            for function in &tree.functions {
                let mut does = Does::default();
                does.writes.extend(function.params.iter().map(|param| param.value.clone()));
                for line in &function.body {
                    effects.collect(line, &mut does);
                }
                let known = effects.functions.entry(function.name.value.as_str()).or_default();
                if *known != does {
                    *known = does;
                    grown = true;
                }
            }
            if !grown {
                break;
            }
        }
        for function in &tree.functions {
            if calls_itself(tree, function) {
                effects.recursive.insert(function.name.value.clone());
            }
        }
        effects
    }

    pub(super) fn function(&self, name: &str) -> Does {
        self.functions.get(name).cloned().unwrap_or_default()
    }

    pub(super) fn is_recursive(&self, name: &str) -> bool {
        self.recursive.contains(name)
    }

    pub(super) fn node(&self, node: &Node) -> Does {
        let mut does = Does::default();
        self.collect(node, &mut does);
        does
    }

    fn collect(&self, node: &Node, does: &mut Does) {
        match &node.kind {
            Kind::Var(name) => _ = does.reads.insert(name.clone()),
            Kind::Text(pieces) => does.reads.extend(pieces.iter().filter_map(|piece| match piece {
                Piece::Var(name) => Some(name.value.clone()),
                Piece::Literal(_) => None,
            })),
            Kind::Binary(left, Infix::Assign, right) => {
                if let Kind::Var(name) = &left.kind {
                    does.writes.insert(name.clone());
                }
                self.collect(right, does);
                return;
            }
            Kind::Call(name, arguments) => match builtin(&name.value) {
                Some((Builtin::Action(Action::NextPlayer), _)) => does.passes = true,
                Some((Builtin::Action(_), _)) => does.acts = true,
                Some((Builtin::Query(Query::Player), _)) => does.asks_player = true,
                Some((Builtin::Loop { .. }, _)) => {
                    if let Some(Node { kind: Kind::Var(name), .. }) = arguments.as_ref().and_then(|list| list.first()) {
                        does.writes.insert(name.clone());
                    }
                }
                Some(_) => {}
                None => does.add(&self.function(&name.value)),
            },
            _ => {}
        }
        for part in parts(node) {
            self.collect(part, does);
        }
    }
}

/// The parts of an expression.
pub(super) fn parts(node: &Node) -> Vec<&Node> {
    match &node.kind {
        Kind::Int(_) | Kind::Bool(_) | Kind::Text(_) | Kind::Var(_) => Vec::new(),
        Kind::Set(members) => members.iter().collect(),
        Kind::Prefix(_, inner) => vec![inner],
        Kind::Binary(left, _, right) => vec![left, right],
        Kind::Call(_, arguments) => arguments.iter().flatten().collect(),
    }
}

fn called<'t>(node: &'t Node, names: &mut Vec<&'t str>) {
    if let Kind::Call(name, _) = &node.kind {
        names.push(&name.value);
    }
    for part in parts(node) {
        called(part, names);
    }
}

fn calls_itself(tree: &Tree, function: &Function) -> bool {
    let mut open: Vec<&Function> = vec![function];
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    while let Some(next) = open.pop() {
        let mut names = Vec::new();
        for line in &next.body {
            called(line, &mut names);
        }
        for name in names {
            if name == function.name.value {
                return true;
            }
            if seen.insert(name) {
                open.extend(tree.functions.iter().find(|other| other.name.value == name));
            }
        }
    }
    false
}
