//! Cost report of the compiled form: candidate moves and formula sizes of the rules and ends of a game.

use rustc_hash::FxHashSet;

use boardwright_interpreter::layout::Layout;
use boardwright_rules::{RuleSet, Span};

use crate::tables::code::{Code, Node, NodeId};
use crate::tables::targets::{ALWAYS, MoveCode};
use crate::tables::{CompiledRules, RuleTable, TailCode};

/// Sizes of a set of formulas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FormulaSizes {
    /// Number of distinct formulas.
    pub count: usize,
    /// Total number of nodes.
    pub nodes: usize,
    /// Number of nodes of the largest formula.
    pub max_nodes: usize,
    /// Total number of cells read, summed over the formulas.
    pub cells: usize,
    /// Maximum number of cells that one formula reads.
    pub max_cells: usize,
}

/// Cost of a compiled rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleCost {
    /// Name of the rule.
    pub name: String,
    /// Source location.
    pub span: Span,
    /// Number of candidates without compilation: every element from every place to every place, for every player.
    pub naive_candidates: u64,
    /// Number of remaining candidates, of classes of equal elements from types of equal places.
    pub candidates: u64,
    /// The conditions of the candidates.
    pub conditions: FormulaSizes,
    /// The code of making the moves, except for moving the element.
    pub makes: FormulaSizes,
    /// `true` if the interpreter handles some of its moves.
    pub is_interpreted: bool,
}

/// Cost of a compiled end of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndCost {
    /// Source location.
    pub span: Span,
    /// The conditions of the end, one for each set of changes that moves can make.
    pub situations: FormulaSizes,
}

impl CompiledRules {
    /// The cost of every rule, in the order of the file.
    pub(crate) fn rule_costs(&self, rules: &RuleSet, layout: &Layout) -> Vec<RuleCost> {
        let places = layout.key_place.len() as u64 + 1;
        let cost = |(index, rule): (usize, &boardwright_rules::Rule)| {
            let tables = || self.rules.iter().filter(move |table| table.rule.index() == index);
            let move_codes: Vec<MoveCode> = tables().flat_map(codes_of).collect();
            let conditions = move_codes.iter().filter(|move_code| move_code.condition != ALWAYS);
            let conditions = conditions.map(|move_code| self.conditions[move_code.condition as usize].node);
            let gates =
                tables().flat_map(|table| table.by_player.iter().flatten()).filter_map(|offer| offer.targets.gate);
            let makes: FxHashSet<u32> = move_codes.iter().map(|move_code| move_code.make).collect();
            let makes = || makes.iter().map(|&make| &self.makes[make as usize]);
            let made = makes().flat_map(|make| make.followup.into_iter().chain(make.prologue).chain(make.after));
            let moved = if rule.element.is_some() { layout.initial_kind.len() as u64 * places * places } else { 1 };
            RuleCost {
                name: rule.name.clone(),
                span: rule.span,
                naive_candidates: moved * layout.player_count as u64 * rule.choices.len().max(1) as u64,
                candidates: move_codes.len() as u64,
                conditions: self.code.formula_sizes(conditions.chain(gates)),
                makes: self.code.formula_sizes(made),
                is_interpreted: self.has_interpreted_movegen
                    || tables().any(|table| table.is_general)
                    || makes().any(|make| make.is_interpreted),
            }
        };
        rules.rules.iter().enumerate().map(cost).collect()
    }

    /// The cost of every end, in the order of the file.
    pub(crate) fn end_costs(&self, rules: &RuleSet) -> Vec<EndCost> {
        let cost = |(index, end): (usize, &boardwright_rules::End)| {
            let of = |tail: &TailCode| {
                tail.ends.iter().filter(|end| end.index == index).map(|end| end.situation).collect::<Vec<_>>()
            };
            EndCost { span: end.span, situations: self.code.formula_sizes(self.tails.iter().flat_map(of)) }
        };
        rules.ends.iter().enumerate().map(cost).collect()
    }
}

fn codes_of(table: &RuleTable) -> impl Iterator<Item = MoveCode> + '_ {
    table
        .by_player
        .iter()
        .flatten()
        .flat_map(|offer| offer.targets.codes().chain(offer.elementless_moves.iter().copied()))
}

impl Code {
    /// The sizes of formulas; equal roots count once.
    fn formula_sizes(&self, roots: impl Iterator<Item = NodeId>) -> FormulaSizes {
        let roots: FxHashSet<NodeId> = roots.collect();
        let mut all = FormulaSizes { count: roots.len(), ..FormulaSizes::default() };
        for root in roots {
            let (mut seen, mut cells) = (FxHashSet::default(), FxHashSet::default());
            self.add_sizes(root, &mut seen, &mut cells);
            all.nodes += seen.len();
            all.cells += cells.len();
            all.max_nodes = all.max_nodes.max(seen.len());
            all.max_cells = all.max_cells.max(cells.len());
        }
        all
    }

    /// Adds the nodes below a node, and the cells that they read where these are static.
    fn add_sizes(&self, id: NodeId, seen: &mut FxHashSet<NodeId>, cells: &mut FxHashSet<u16>) {
        if !seen.insert(id) {
            return;
        }
        match self[id] {
            Node::CellIn { location, .. }
            | Node::CellAnd { location, .. }
            | Node::CellOr { location, .. }
            | Node::Cell { location, .. }
            | Node::Content(location)
            | Node::ElementOn(location)
            | Node::MoveContent { from: location, .. } => {
                cells.insert(location.0);
            }
            Node::CellsIn { start, end, .. } | Node::AnyIn { start, end, .. } => {
                cells.extend(self.cells[start as usize..end as usize].iter().map(|cell| cell.0));
            }
            Node::CountCells { count } => cells.extend(self.counted_cells[count as usize].0.iter().map(|cell| cell.0)),
            Node::FirstOnRay { ray } => cells.extend(self.rays[ray as usize].cells.iter().map(|cell| cell.0)),
            Node::Reached { reach, .. } => {
                let steps = &self.flood_fills[reach as usize].steps;
                cells.extend(steps.iter().enumerate().filter(|(_, near)| !near.is_empty()).map(|(at, _)| at as u16));
            }
            Node::Shared { id, .. } => self.add_sizes(self.shared[id as usize], seen, cells),
            Node::Call { function, .. } => {
                if let Some((code, _)) = self.functions[function.index()] {
                    self.add_sizes(code, seen, cells);
                }
            }
            _ => {}
        }
        for part in self.parts(id) {
            self.add_sizes(part, seen, cells);
        }
    }
}
