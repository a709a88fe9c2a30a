//! What the rules and ends of a game became, in numbers: how many candidates there are, and how much is asked for each.

use rustc_hash::FxHashSet;

use crate::layout::Layout;
use crate::rules::{RuleSet, Span};

use super::code::{Code, Node, NodeId};
use super::tables::{Fast, RuleTable, Tail};
use super::targets::{ALWAYS, Aim};

/// How large formulas are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Formulas {
    /// How many different ones there are.
    pub count: usize,
    /// Nodes of all of them, and of the largest.
    pub nodes: usize,
    /// The most that one has.
    pub most_nodes: usize,
    /// Cells that all of them look at, and the one that looks at most.
    pub cells: usize,
    /// The most that one looks at.
    pub most_cells: usize,
}

/// What a rule became.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleCost {
    /// Its name.
    pub name: String,
    /// Where it is written.
    pub span: Span,
    /// Moves that would have to be tried by name: every element from every place to every place, for every player.
    pub named: u64,
    /// Moves that are left, of classes of equal pieces from types of equal places.
    pub kept: u64,
    /// What must hold for them.
    pub conditions: Formulas,
    /// What making them does besides moving a piece.
    pub makings: Formulas,
    /// Some of its moves are left to the plain form.
    pub plainly: bool,
}

/// What an end of the game became.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndCost {
    /// Where it is written.
    pub span: Span,
    /// What must hold for it, by what moves can have changed.
    pub situations: Formulas,
}

impl Fast {
    /// What every rule became, in the order of the file.
    pub(crate) fn rule_costs(&self, rules: &RuleSet, layout: &Layout) -> Vec<RuleCost> {
        let places = layout.place.len() as u64 + 1;
        let cost = |(index, rule): (usize, &crate::rules::Rule)| {
            let tables = || self.rules.iter().filter(move |table| table.rule.index() == index);
            let aims: Vec<Aim> = tables().flat_map(aims).collect();
            let conditions = aims.iter().filter(|aim| aim.condition != ALWAYS);
            let conditions = conditions.map(|aim| self.conditions[aim.condition as usize].node);
            let gates =
                tables().flat_map(|table| table.by_player.iter().flatten()).filter_map(|offer| offer.targets.gate);
            let makes: FxHashSet<u32> = aims.iter().map(|aim| aim.make).collect();
            let makes = || makes.iter().map(|&make| &self.makes[make as usize]);
            let made = makes().flat_map(|make| make.followup.into_iter().chain(make.prologue).chain(make.after));
            let moved = if rule.element.is_some() { layout.first_kind.len() as u64 * places * places } else { 1 };
            RuleCost {
                name: rule.name.clone(),
                span: rule.span,
                named: moved * layout.players as u64 * rule.choices.len().max(1) as u64,
                kept: aims.len() as u64,
                conditions: self.code.formulas(conditions.chain(gates)),
                makings: self.code.formulas(made),
                plainly: self.listed_plainly || tables().any(|table| table.general) || makes().any(|make| make.plainly),
            }
        };
        rules.rules.iter().enumerate().map(cost).collect()
    }

    /// What every end became, in the order of the file.
    pub(crate) fn end_costs(&self, rules: &RuleSet) -> Vec<EndCost> {
        let cost = |(index, end): (usize, &crate::rules::End)| {
            let of = |tail: &Tail| {
                tail.ends.iter().filter(|end| end.index == index).map(|end| end.situation).collect::<Vec<_>>()
            };
            EndCost { span: end.span, situations: self.code.formulas(self.tails.iter().flat_map(of)) }
        };
        rules.ends.iter().enumerate().map(cost).collect()
    }
}

fn aims(table: &RuleTable) -> impl Iterator<Item = Aim> + '_ {
    table.by_player.iter().flatten().flat_map(|offer| offer.targets.aims().chain(offer.bare.iter().copied()))
}

impl Code {
    /// How large some formulas are; the same one counts once.
    fn formulas(&self, roots: impl Iterator<Item = NodeId>) -> Formulas {
        let roots: FxHashSet<NodeId> = roots.collect();
        let mut all = Formulas { count: roots.len(), ..Formulas::default() };
        for root in roots {
            let (mut seen, mut cells) = (FxHashSet::default(), FxHashSet::default());
            self.weigh(root, &mut seen, &mut cells);
            all.nodes += seen.len();
            all.cells += cells.len();
            all.most_nodes = all.most_nodes.max(seen.len());
            all.most_cells = all.most_cells.max(cells.len());
        }
        all
    }

    /// Adds the nodes below one, and the cells that they look at where these are known beforehand.
    fn weigh(&self, id: NodeId, seen: &mut FxHashSet<NodeId>, cells: &mut FxHashSet<u16>) {
        if !seen.insert(id) {
            return;
        }
        match self[id] {
            Node::CellIn { location, .. }
            | Node::CellThen { location, .. }
            | Node::CellElse { location, .. }
            | Node::Cell { location, .. }
            | Node::Content(location)
            | Node::ElementOn(location)
            | Node::MoveContent { from: location, .. } => {
                cells.insert(location.0);
            }
            Node::CellsIn { start, end, .. } | Node::AnyIn { start, end, .. } => {
                cells.extend(self.cells[start as usize..end as usize].iter().map(|cell| cell.0));
            }
            Node::CountCells { count } => cells.extend(self.counts[count as usize].0.iter().map(|cell| cell.0)),
            Node::FirstIn { ray } => cells.extend(self.rays[ray as usize].cells.iter().map(|cell| cell.0)),
            Node::Reached { reach, .. } => {
                let steps = &self.reaches[reach as usize].steps;
                cells.extend(steps.iter().enumerate().filter(|(_, near)| !near.is_empty()).map(|(at, _)| at as u16));
            }
            Node::Shared { id, .. } => self.weigh(self.shared[id as usize], seen, cells),
            Node::Call { function, .. } => {
                if let Some((code, _)) = self.functions[function.index()] {
                    self.weigh(code, seen, cells);
                }
            }
            _ => {}
        }
        for part in self.parts(id) {
            self.weigh(part, seen, cells);
        }
    }
}
