//! Static effect analysis of edition 2013 expressions: actions, and variables read and written, including those of
//! called expressions. Values are not analysed.

use std::collections::{BTreeSet, HashMap};

use boardwright_rules::{UntypedAction, UntypedQuery};

use crate::edition2013::ast::{Function, Infix, Node, NodeKind, SyntaxTree, TemplatePart};
use crate::edition2013::words::{Builtin, builtin};

/// Effects of an expression.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct EffectSummary {
    /// `true` if it may change the position.
    pub(super) has_effects: bool,
    /// `true` if it may pass the turn.
    pub(super) passes_turn: bool,
    /// `true` if it reads whose turn it is.
    pub(super) reads_player: bool,
    /// Variables that it may write.
    pub(super) writes: BTreeSet<String>,
    /// Variables that it may read.
    pub(super) reads: BTreeSet<String>,
}

impl EffectSummary {
    fn add(&mut self, other: &Self) {
        self.has_effects |= other.has_effects;
        self.passes_turn |= other.passes_turn;
        self.reads_player |= other.reads_player;
        self.writes.extend(other.writes.iter().cloned());
        self.reads.extend(other.reads.iter().cloned());
    }

    /// `true` if it changes the position or passes the turn, so that its execution order matters.
    pub(super) fn has_any(&self) -> bool {
        self.has_effects || self.passes_turn
    }
}

/// Effects of each named expression.
#[derive(Debug, Default)]
pub(super) struct EffectAnalysis<'t> {
    functions: HashMap<&'t str, EffectSummary>,
    recursive: BTreeSet<String>,
}

impl<'t> EffectAnalysis<'t> {
    pub(super) fn analyse(tree: &'t SyntaxTree) -> Self {
        let mut effects = Self::default();
        // Iterates to a fixed point, because expressions can call each other in any order.
        loop {
            let mut grown = false;
            for function in &tree.functions {
                let mut summary = EffectSummary::default();
                summary.writes.extend(function.params.iter().map(|param| param.value.clone()));
                for line in &function.body {
                    effects.collect(line, &mut summary);
                }
                let known = effects.functions.entry(function.name.value.as_str()).or_default();
                if *known != summary {
                    *known = summary;
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

    pub(super) fn of_function(&self, name: &str) -> EffectSummary {
        self.functions.get(name).cloned().unwrap_or_default()
    }

    pub(super) fn is_recursive(&self, name: &str) -> bool {
        self.recursive.contains(name)
    }

    pub(super) fn of_node(&self, node: &Node) -> EffectSummary {
        let mut summary = EffectSummary::default();
        self.collect(node, &mut summary);
        summary
    }

    fn collect(&self, node: &Node, summary: &mut EffectSummary) {
        match &node.kind {
            NodeKind::Var(name) => _ = summary.reads.insert(name.clone()),
            NodeKind::Text(pieces) => summary.reads.extend(pieces.iter().filter_map(|piece| match piece {
                TemplatePart::Var(name) => Some(name.value.clone()),
                TemplatePart::Literal(_) => None,
            })),
            NodeKind::Binary(left, Infix::Assign, right) => {
                if let NodeKind::Var(name) = &left.kind {
                    summary.writes.insert(name.clone());
                }
                self.collect(right, summary);
                return;
            }
            NodeKind::Call(name, arguments) => match builtin(&name.value) {
                Some((Builtin::Action(UntypedAction::NextPlayer), _)) => summary.passes_turn = true,
                Some((Builtin::Action(_), _)) => summary.has_effects = true,
                Some((Builtin::Query(UntypedQuery::Player), _)) => summary.reads_player = true,
                Some((Builtin::Loop { .. }, _)) => {
                    if let Some(Node { kind: NodeKind::Var(name), .. }) =
                        arguments.as_ref().and_then(|list| list.first())
                    {
                        summary.writes.insert(name.clone());
                    }
                }
                Some(_) => {}
                None => summary.add(&self.of_function(&name.value)),
            },
            _ => {}
        }
        for part in children(node) {
            self.collect(part, summary);
        }
    }
}

/// Returns the children of a node.
pub(super) fn children(node: &Node) -> Vec<&Node> {
    match &node.kind {
        NodeKind::Int(_) | NodeKind::Bool(_) | NodeKind::Text(_) | NodeKind::Var(_) => Vec::new(),
        NodeKind::Set(members) => members.iter().collect(),
        NodeKind::Prefix(_, inner) => vec![inner],
        NodeKind::Binary(left, _, right) => vec![left, right],
        NodeKind::Call(_, arguments) => arguments.iter().flatten().collect(),
    }
}

fn collect_calls<'t>(node: &'t Node, names: &mut Vec<&'t str>) {
    if let NodeKind::Call(name, _) = &node.kind {
        names.push(&name.value);
    }
    for part in children(node) {
        collect_calls(part, names);
    }
}

fn calls_itself(tree: &SyntaxTree, function: &Function) -> bool {
    let mut open: Vec<&Function> = vec![function];
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    while let Some(next) = open.pop() {
        let mut names = Vec::new();
        for line in &next.body {
            collect_calls(line, &mut names);
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
