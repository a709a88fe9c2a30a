//! Conservative analysis of the locations that each element can reach by rules and `MOVE`, regardless of their
//! conditions. It proves that some locations are only used by one element, which thus always finds them empty.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use boardwright_rules::{UntypedAction, UntypedQuery};

use super::effects::children;
use crate::edition2013::ast::{Node, NodeKind, SyntaxTree, TemplatePart};
use crate::edition2013::words::{Builtin, builtin};

/// Elements that can stand on each location, by their indices.
#[derive(Debug, Default)]
pub(super) struct PlacementAnalysis<'t> {
    elements: HashMap<&'t str, usize>,
    locations: HashMap<&'t str, usize>,
    occupants: BTreeMap<usize, BTreeSet<usize>>,
}

/// Maximum number of pairs of element and location; the analysis of a larger game is empty.
const MAX_PAIRS: usize = 2_000_000;

impl<'t> PlacementAnalysis<'t> {
    pub(super) fn analyse(tree: &'t SyntaxTree) -> Self {
        let number = |(at, name): (usize, &'t str)| (name, at);
        let mut reach = Self {
            elements: tree.elements.iter().map(|entry| entry.name.value.as_str()).enumerate().map(number).collect(),
            locations: tree.locations.iter().map(|entry| entry.name.value.as_str()).enumerate().map(number).collect(),
            occupants: BTreeMap::new(),
        };
        if reach.elements.len() * reach.locations.len() > MAX_PAIRS {
            return Self::default();
        }
        for (at, element) in tree.elements.iter().enumerate() {
            let start = element.location.as_ref().and_then(|name| reach.locations.get(name.value.as_str()).copied());
            if let Some(location) = start {
                reach.occupants.entry(location).or_default().insert(at);
            }
        }
        for rule in &tree.rules {
            let (elements, to) =
                (reach.elements_matching(&rule.element.value), reach.locations_matching(&rule.to.value));
            for location in to {
                reach.occupants.entry(location).or_default().extend(elements.iter().copied());
            }
        }
        let mut moves: Vec<(&Node, &Node)> = Vec::new();
        let lines = tree.functions.iter().flat_map(|function| &function.body);
        let keys = tree.rules.iter().flat_map(|rule| rule.followup.iter().chain(&rule.condition));
        for node in lines.chain(keys) {
            collect_moves(node, &mut moves);
        }
        loop {
            let before: usize = reach.occupants.values().map(BTreeSet::len).sum();
            for (element, to) in &moves {
                let elements = reach.possible_elements(element);
                for location in reach.possible_locations(to) {
                    reach.occupants.entry(location).or_default().extend(elements.iter().copied());
                }
            }
            if reach.occupants.values().map(BTreeSet::len).sum::<usize>() == before {
                return reach;
            }
        }
    }

    /// `true` if only this element can stand on the target and it is the only element that the expression can denote.
    pub(super) fn is_exclusive(&self, element: &Node, from: &Node, to: &Node) -> bool {
        if self.locations.is_empty() || from.kind == to.kind {
            return false;
        }
        let elements = self.possible_elements(element);
        let places = self.possible_locations(to);
        let exact = |node: &Node| matches!(&node.kind, NodeKind::Text(pieces) if matches!(pieces.as_slice(), [TemplatePart::Literal(_)]));
        elements.len() == 1
            && exact(from)
            && exact(to)
            && places.iter().all(|place| self.occupants.get(place).is_none_or(|here| here.is_subset(&elements)))
    }

    fn possible_elements(&self, node: &Node) -> BTreeSet<usize> {
        match &node.kind {
            NodeKind::Text(pieces) => self.elements_matching(pieces),
            NodeKind::Call(name, Some(arguments))
                if matches!(builtin(&name.value), Some((Builtin::Query(UntypedQuery::Content), _)))
                    && arguments.len() == 1 =>
            {
                let places = self.possible_locations(&arguments[0]);
                places.iter().filter_map(|place| self.occupants.get(place)).flatten().copied().collect()
            }
            _ => (0..self.elements.len()).collect(),
        }
    }

    fn possible_locations(&self, node: &Node) -> BTreeSet<usize> {
        match &node.kind {
            NodeKind::Text(pieces) => self.locations_matching(pieces),
            _ => (0..self.locations.len()).collect(),
        }
    }

    fn elements_matching(&self, pieces: &[TemplatePart]) -> BTreeSet<usize> {
        indices_matching(&self.elements, pieces)
    }

    fn locations_matching(&self, pieces: &[TemplatePart]) -> BTreeSet<usize> {
        indices_matching(&self.locations, pieces)
    }
}

/// Returns the entities that a template can name: all whose names have the same beginning and end.
fn indices_matching(all: &HashMap<&str, usize>, pieces: &[TemplatePart]) -> BTreeSet<usize> {
    let literal = |piece: Option<&TemplatePart>| match piece {
        Some(TemplatePart::Literal(text)) => text.clone(),
        _ => String::new(),
    };
    if let [TemplatePart::Literal(text)] = pieces {
        return all.get(text.as_str()).copied().into_iter().collect();
    }
    let (start, end) = (literal(pieces.first()), literal(pieces.last()));
    all.iter().filter(|(name, _)| name.starts_with(&start) && name.ends_with(&end)).map(|(_, at)| *at).collect()
}

fn collect_moves<'t>(node: &'t Node, found: &mut Vec<(&'t Node, &'t Node)>) {
    if let NodeKind::Call(name, Some(arguments)) = &node.kind
        && matches!(builtin(&name.value), Some((Builtin::Action(UntypedAction::Move), _)))
        && let [element, _, to] = arguments.as_slice()
    {
        found.push((element, to));
    }
    for part in children(node) {
        collect_moves(part, found);
    }
}
