//! What in a game has to do with what: which places moves lead between, which cells they look at, which types of pieces
//! belong where. A symmetry keeps all of it, so maps are guessed from it; it proves nothing.

use rustc_hash::FxHashSet;

use crate::ids::{LocationId, Player};

use super::proof::Proof;
use super::{FormId, Made, Tag};

/// A graph of places, types of pieces and pieces, in this order. Players are not told apart in it.
#[derive(Debug, Default)]
pub(crate) struct Links {
    pub(crate) places: usize,
    pub(crate) types: usize,
    pub(crate) pieces: usize,
    /// From, to, and what they have to do with each other.
    pub(crate) edges: FxHashSet<(u32, u32, u32)>,
}

/// What two things have to do with each other.
mod label {
    pub(super) const LEADS: u32 = 0;
    pub(super) const COMES_TO: u32 = 1;
    pub(super) const COMES_FROM: u32 = 2;
    pub(super) const WANTED: u32 = 3;
    pub(super) const STANDS: u32 = 4;
    pub(super) const STEP: u32 = 5;
    /// From here on twice as much: by where a move goes, and one more by where it comes from.
    pub(super) const ASKED: u32 = 4;
    pub(super) const DONE: u32 = 5;
    pub(super) const ENDS: u32 = 10;
    pub(super) const MOST: u32 = 20;
}

/// Most edges; with so many, enough is known.
const MOST: usize = 300_000;

impl Proof<'_> {
    /// The graph of the game as it is.
    pub(crate) fn links(&mut self) -> Made<Links> {
        let (fast, layout) = (self.fast, self.layout);
        let types = layout.kinds.iter().map(|(_, kind)| kind.element_type.index() + 1).max().unwrap_or(0);
        let mut links = Links { places: layout.place.len(), types, ..Links::default() };
        links.pieces = layout.first_kind.len();
        let mut walked = FxHashSet::default();
        for player in layout.players() {
            for table in 0..fast.rules.len() {
                self.link_rule(&mut links, &mut walked, player, table)?;
            }
        }
        for (index, reach) in fast.code.reaches.iter().enumerate() {
            let same = |other: &crate::fast::code::Reach| std::sync::Arc::ptr_eq(&other.steps, &reach.steps);
            if !fast.code.reaches[..index].iter().any(same) {
                for (from, near) in reach.steps.iter().enumerate() {
                    links.edges.extend(near.iter().map(|to| (from as u32, u32::from(to.0), label::STEP)));
                }
            }
        }
        Ok(links)
    }

    fn link_rule(
        &mut self,
        links: &mut Links,
        walked: &mut FxHashSet<FormId>,
        player: Player,
        table: usize,
    ) -> Made<()> {
        let (fast, layout) = (self.fast, self.layout);
        let table = &fast.rules[table];
        let Some(offer) = &table.by_player[player.index()] else { return Ok(()) };
        for aim in &offer.bare {
            let condition = self.plain.condition(&mut self.forms, aim.condition)?;
            let make = self.plain.make(&mut self.forms, aim.make, table.captures)?;
            self.walk(links, walked, condition);
            self.walk(links, walked, make);
        }
        let mut groups: Vec<(u32, Vec<u32>)> = Vec::new();
        for &(element, group) in &offer.elements {
            let kind = layout.kinds[layout.first_kind[element.index()]];
            let types = links.places as u32 + u32::from(kind.element_type.0);
            let alone = kind.alone.map(|alone| (links.places + links.types + alone.index()) as u32);
            if groups.last().is_none_or(|(last, _)| *last != group) {
                groups.push((group, Vec::new()));
            }
            groups.last_mut().expect("just pushed").1.extend([types].into_iter().chain(alone));
        }
        for (group, mut of) in groups {
            of.sort_unstable();
            of.dedup();
            for from_group in 0..table.from_groups as u32 {
                let froms = (0..layout.place.len()).filter(|&at| table.from_group[at] == from_group);
                let froms: Vec<u32> = froms.map(|at| at as u32).take(MOST_FROM + 1).collect();
                // Places that a rule does not tell apart say nothing of each other.
                let froms = if froms.len() > MOST_FROM { &[][..] } else { &froms };
                for (to, aim) in offer.targets.each(group, from_group, table.from_groups) {
                    if links.edges.len() > MOST {
                        return Ok(());
                    }
                    let condition = self.plain.condition(&mut self.forms, aim.condition)?;
                    let make = self.plain.make(&mut self.forms, aim.make, table.captures)?;
                    self.link_move(links, &of, froms, to, condition, make);
                    self.walk(links, walked, condition);
                    self.walk(links, walked, make);
                }
            }
        }
        Ok(())
    }

    fn link_move(
        &mut self,
        links: &mut Links,
        of: &[u32],
        froms: &[u32],
        to: Option<LocationId>,
        condition: FormId,
        make: FormId,
    ) {
        let to = to.map(|to| u32::from(to.0));
        let edges = &mut links.edges;
        for &from in froms {
            edges.extend(to.map(|to| (from, to, label::LEADS)));
            edges.extend(of.iter().map(|&piece| (piece, from, label::COMES_FROM)));
        }
        edges.extend(of.iter().filter_map(|&piece| to.map(|to| (piece, to, label::COMES_TO))));
        // Each part tells something of its own: where all look at the whole board, one may still look at a line.
        let mut parts = vec![(condition, label::ASKED)];
        for (at, &part) in self.forms.form(make).parts.iter().enumerate() {
            // What must hold in the position made mostly concerns the whole board.
            if at == super::rules::AFTER {
                continue;
            }
            match self.forms.form(part) {
                form if form.tag == Tag::Tail => {
                    let ends = form.parts.iter().zip(label::ENDS..label::MOST);
                    parts.extend(ends.map(|(&end, label)| (end, label)));
                }
                _ => parts.push((part, (label::DONE + at as u32).min(label::ENDS - 1))),
            }
        }
        for (form, label) in parts {
            let touched = self.forms.touched(form);
            for &cell in touched.cells_read.iter().chain(&touched.cells_written) {
                edges.extend(to.map(|to| (to, cell as u32, 2 * label)));
                edges.extend(froms.iter().map(|&from| (from, cell as u32, 2 * label + 1)));
            }
        }
    }

    /// Notes which types are asked for on which cells, and where single pieces are asked for.
    fn walk(&self, links: &mut Links, walked: &mut FxHashSet<FormId>, form: FormId) {
        let mut waiting = vec![form];
        while let Some(id) = waiting.pop() {
            if !walked.insert(id) {
                continue;
            }
            let form = self.forms.form(id);
            waiting.extend(&form.parts);
            match form.tag {
                Tag::Cell => {
                    let (cell, mask) = (form.data[0] as u32, form.data[1]);
                    let wanted = |kind: usize| mask >> (kind + 1) & 1 != mask & 1;
                    let kinds = self.layout.kinds.iter().filter(|(id, _)| wanted(usize::from(id.0)));
                    let mut types: Vec<u32> = kinds.map(|(_, kind)| u32::from(kind.element_type.0)).collect();
                    types.sort_unstable();
                    types.dedup();
                    if types.len() < links.types {
                        let types = types.into_iter().map(|kind| (links.places as u32 + kind, cell, label::WANTED));
                        links.edges.extend(types);
                    }
                }
                Tag::At => {
                    let piece = (links.places + links.types) as u32 + form.data[0] as u32;
                    links.edges.insert((piece, form.data[1] as u32, label::STANDS));
                }
                _ => {}
            }
        }
    }
}

/// Most places of one group whose members are told of.
const MOST_FROM: usize = 4;
