//! Which elements can ever stand where: what rules and `MOVE` can put there, whatever their conditions.
//! This shows that some places can be taken by one element only, so that it finds them free.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use boardwright_engine::rules::{Action, Query};

use super::effects::parts;
use crate::edition2013::ast::{Kind, Node, Piece, Tree};
use crate::edition2013::words::{Builtin, builtin};

/// By number: elements by location.
#[derive(Debug, Default)]
pub(super) struct Reach<'t> {
    elements: HashMap<&'t str, usize>,
    locations: HashMap<&'t str, usize>,
    standing: BTreeMap<usize, BTreeSet<usize>>,
}

/// Most pairs of an element and a place that are followed.
const MOST: usize = 2_000_000;

impl<'t> Reach<'t> {
    pub(super) fn of(tree: &'t Tree) -> Self {
        let number = |(at, name): (usize, &'t str)| (name, at);
        let mut reach = Self {
            elements: tree.elements.iter().map(|entry| entry.name.value.as_str()).enumerate().map(number).collect(),
            locations: tree.locations.iter().map(|entry| entry.name.value.as_str()).enumerate().map(number).collect(),
            standing: BTreeMap::new(),
        };
        if reach.elements.len() * reach.locations.len() > MOST {
            return Self::default();
        }
        for (at, element) in tree.elements.iter().enumerate() {
            let start = element.location.as_ref().and_then(|name| reach.locations.get(name.value.as_str()).copied());
            if let Some(location) = start {
                reach.standing.entry(location).or_default().insert(at);
            }
        }
        for rule in &tree.rules {
            let (elements, to) = (reach.elements_named(&rule.element.value), reach.locations_named(&rule.to.value));
            for location in to {
                reach.standing.entry(location).or_default().extend(elements.iter().copied());
            }
        }
        let mut moves: Vec<(&Node, &Node)> = Vec::new();
        let lines = tree.functions.iter().flat_map(|function| &function.body);
        let keys = tree.rules.iter().flat_map(|rule| rule.followup.iter().chain(&rule.condition));
        for node in lines.chain(keys) {
            find_moves(node, &mut moves);
        }
        loop {
            let before: usize = reach.standing.values().map(BTreeSet::len).sum();
            for (element, to) in &moves {
                let elements = reach.elements_meant(element);
                for location in reach.locations_meant(to) {
                    reach.standing.entry(location).or_default().extend(elements.iter().copied());
                }
            }
            if reach.standing.values().map(BTreeSet::len).sum::<usize>() == before {
                return reach;
            }
        }
    }

    /// Whether a place can be taken by this element only, and by none but it.
    pub(super) fn only(&self, element: &Node, from: &Node, to: &Node) -> bool {
        if self.locations.is_empty() || from.kind == to.kind {
            return false;
        }
        let elements = self.elements_meant(element);
        let places = self.locations_meant(to);
        let exact =
            |node: &Node| matches!(&node.kind, Kind::Text(pieces) if matches!(pieces.as_slice(), [Piece::Literal(_)]));
        elements.len() == 1
            && exact(from)
            && exact(to)
            && places.iter().all(|place| self.standing.get(place).is_none_or(|here| here.is_subset(&elements)))
    }

    fn elements_meant(&self, node: &Node) -> BTreeSet<usize> {
        match &node.kind {
            Kind::Text(pieces) => self.elements_named(pieces),
            Kind::Call(name, Some(arguments))
                if matches!(builtin(&name.value), Some((Builtin::Query(Query::Content), _)))
                    && arguments.len() == 1 =>
            {
                let places = self.locations_meant(&arguments[0]);
                places.iter().filter_map(|place| self.standing.get(place)).flatten().copied().collect()
            }
            _ => (0..self.elements.len()).collect(),
        }
    }

    fn locations_meant(&self, node: &Node) -> BTreeSet<usize> {
        match &node.kind {
            Kind::Text(pieces) => self.locations_named(pieces),
            _ => (0..self.locations.len()).collect(),
        }
    }

    fn elements_named(&self, pieces: &[Piece]) -> BTreeSet<usize> {
        named(&self.elements, pieces)
    }

    fn locations_named(&self, pieces: &[Piece]) -> BTreeSet<usize> {
        named(&self.locations, pieces)
    }
}

/// What a text with references can name: everything that begins and ends alike.
fn named(all: &HashMap<&str, usize>, pieces: &[Piece]) -> BTreeSet<usize> {
    let literal = |piece: Option<&Piece>| match piece {
        Some(Piece::Literal(text)) => text.clone(),
        _ => String::new(),
    };
    if let [Piece::Literal(text)] = pieces {
        return all.get(text.as_str()).copied().into_iter().collect();
    }
    let (start, end) = (literal(pieces.first()), literal(pieces.last()));
    all.iter().filter(|(name, _)| name.starts_with(&start) && name.ends_with(&end)).map(|(_, at)| *at).collect()
}

fn find_moves<'t>(node: &'t Node, found: &mut Vec<(&'t Node, &'t Node)>) {
    if let Kind::Call(name, Some(arguments)) = &node.kind
        && matches!(builtin(&name.value), Some((Builtin::Action(Action::Move), _)))
        && let [element, _, to] = arguments.as_slice()
    {
        found.push((element, to));
    }
    for part in parts(node) {
        find_moves(part, found);
    }
}
