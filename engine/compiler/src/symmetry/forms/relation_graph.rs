//! Relation graph of a game: which locations moves connect, which cells moves read or write, which types of pieces
//! occur where. Every symmetry preserves these relations, so candidate maps are derived from the graph. It proves
//! nothing.

use rustc_hash::FxHashSet;

use boardwright_game::ids::{LocationId, Player};

use super::proof::Proof;
use super::{FormId, FormResult, Tag};

/// A graph whose vertices are locations, types of pieces and pieces, in this order. Players are not distinguished.
#[derive(Debug, Default)]
pub(crate) struct RelationGraph {
    pub(crate) places: usize,
    pub(crate) types: usize,
    pub(crate) pieces: usize,
    /// Edges: source, target and label of the relation.
    pub(crate) edges: FxHashSet<(u32, u32, u32)>,
}

/// Edge labels.
mod label {
    pub(super) const LEADS: u32 = 0;
    pub(super) const COMES_TO: u32 = 1;
    pub(super) const COMES_FROM: u32 = 2;
    pub(super) const REQUIRES_TYPE: u32 = 3;
    pub(super) const REQUIRES_PIECE: u32 = 4;
    pub(super) const STEP: u32 = 5;
    /// From here on two labels each: even from the target of a move, odd from its source.
    pub(super) const CONDITION: u32 = 4;
    pub(super) const EFFECT: u32 = 5;
    pub(super) const END: u32 = 10;
    pub(super) const MOST: u32 = 20;
}

/// Maximum number of edges; beyond it the graph is distinctive enough.
const MOST: usize = 300_000;

impl Proof<'_> {
    /// Builds the relation graph of the game.
    pub(crate) fn relation_graph(&mut self) -> FormResult<RelationGraph> {
        let (fast, layout) = (self.fast, self.layout);
        let types = layout.kinds.iter().map(|(_, kind)| kind.element_type.index() + 1).max().unwrap_or(0);
        let mut relations = RelationGraph { places: layout.key_place.len(), types, ..RelationGraph::default() };
        relations.pieces = layout.initial_kind.len();
        let mut visited = FxHashSet::default();
        for player in layout.players() {
            for table in 0..fast.rules.len() {
                self.add_rule(&mut relations, &mut visited, player, table)?;
            }
        }
        for (index, reach) in fast.code.flood_fills.iter().enumerate() {
            let same = |other: &crate::tables::code::FloodFill| std::sync::Arc::ptr_eq(&other.steps, &reach.steps);
            if !fast.code.flood_fills[..index].iter().any(same) {
                for (from, near) in reach.steps.iter().enumerate() {
                    relations.edges.extend(near.iter().map(|to| (from as u32, u32::from(to.0), label::STEP)));
                }
            }
        }
        Ok(relations)
    }

    fn add_rule(
        &mut self,
        relations: &mut RelationGraph,
        visited: &mut FxHashSet<FormId>,
        player: Player,
        table: usize,
    ) -> FormResult<()> {
        let (fast, layout) = (self.fast, self.layout);
        let table = &fast.rules[table];
        let Some(offer) = &table.by_player[player.index()] else { return Ok(()) };
        for aim in &offer.elementless_moves {
            let condition = self.unmapped.condition(&mut self.forms, aim.condition)?;
            let make = self.unmapped.make(&mut self.forms, aim.make, table.can_capture)?;
            self.add_tests(relations, visited, condition);
            self.add_tests(relations, visited, make);
        }
        let mut groups: Vec<(u32, Vec<u32>)> = Vec::new();
        for &(element, group) in &offer.elements {
            let kind = layout.kinds[layout.initial_kind[element.index()]];
            let types = relations.places as u32 + u32::from(kind.element_type.0);
            let alone = kind.distinguishable.map(|alone| (relations.places + relations.types + alone.index()) as u32);
            if groups.last().is_none_or(|(last, _)| *last != group) {
                groups.push((group, Vec::new()));
            }
            groups.last_mut().expect("just pushed").1.extend([types].into_iter().chain(alone));
        }
        for (group, mut of) in groups {
            of.sort_unstable();
            of.dedup();
            for from_group in 0..table.from_groups as u32 {
                let froms = (0..layout.key_place.len()).filter(|&at| table.from_group[at] == from_group);
                let froms: Vec<u32> = froms.map(|at| at as u32).take(MAX_SOURCES + 1).collect();
                // Locations that a rule treats as equal carry no information about each other.
                let froms = if froms.len() > MAX_SOURCES { &[][..] } else { &froms };
                for (to, aim) in offer.targets.moves_from(group, from_group, table.from_groups) {
                    if relations.edges.len() > MOST {
                        return Ok(());
                    }
                    let condition = self.unmapped.condition(&mut self.forms, aim.condition)?;
                    let make = self.unmapped.make(&mut self.forms, aim.make, table.can_capture)?;
                    self.add_move(relations, &of, froms, to, condition, make);
                    self.add_tests(relations, visited, condition);
                    self.add_tests(relations, visited, make);
                }
            }
        }
        Ok(())
    }

    fn add_move(
        &mut self,
        relations: &mut RelationGraph,
        of: &[u32],
        froms: &[u32],
        to: Option<LocationId>,
        condition: FormId,
        make: FormId,
    ) {
        let to = to.map(|to| u32::from(to.0));
        let edges = &mut relations.edges;
        for &from in froms {
            edges.extend(to.map(|to| (from, to, label::LEADS)));
            edges.extend(of.iter().map(|&piece| (piece, from, label::COMES_FROM)));
        }
        edges.extend(of.iter().filter_map(|&piece| to.map(|to| (piece, to, label::COMES_TO))));
        // A label for each part: one part may read a line only where all others read the whole board.
        let mut parts = vec![(condition, label::CONDITION)];
        for (at, &part) in self.forms.form(make).parts.iter().enumerate() {
            // Conditions on the resulting position mostly concern the whole board.
            if at == super::move_forms::RESULT_CONDITION {
                continue;
            }
            match self.forms.form(part) {
                form if form.tag == Tag::Tail => {
                    let ends = form.parts.iter().zip(label::END..label::MOST);
                    parts.extend(ends.map(|(&end, label)| (end, label)));
                }
                _ => parts.push((part, (label::EFFECT + at as u32).min(label::END - 1))),
            }
        }
        for (form, label) in parts {
            let footprint = self.forms.footprint(form);
            for &cell in footprint.cells_read.iter().chain(&footprint.cells_written) {
                edges.extend(to.map(|to| (to, cell as u32, 2 * label)));
                edges.extend(froms.iter().map(|&from| (from, cell as u32, 2 * label + 1)));
            }
        }
    }

    /// Adds edges for the types of pieces that cells are tested for, and for the tests of single pieces.
    fn add_tests(&self, relations: &mut RelationGraph, visited: &mut FxHashSet<FormId>, form: FormId) {
        let mut pending = vec![form];
        while let Some(id) = pending.pop() {
            if !visited.insert(id) {
                continue;
            }
            let form = self.forms.form(id);
            pending.extend(&form.parts);
            match form.tag {
                Tag::Cell => {
                    let (cell, mask) = (form.data[0] as u32, form.data[1]);
                    let wanted = |kind: usize| mask >> (kind + 1) & 1 != mask & 1;
                    let kinds = self.layout.kinds.iter().filter(|(id, _)| wanted(usize::from(id.0)));
                    let mut types: Vec<u32> = kinds.map(|(_, kind)| u32::from(kind.element_type.0)).collect();
                    types.sort_unstable();
                    types.dedup();
                    if types.len() < relations.types {
                        let types =
                            types.into_iter().map(|kind| (relations.places as u32 + kind, cell, label::REQUIRES_TYPE));
                        relations.edges.extend(types);
                    }
                }
                Tag::At => {
                    let piece = (relations.places + relations.types) as u32 + form.data[0] as u32;
                    relations.edges.insert((piece, form.data[1] as u32, label::REQUIRES_PIECE));
                }
                _ => {}
            }
        }
    }
}

/// Maximum size of a group of source locations whose members get edges.
const MAX_SOURCES: usize = 4;
