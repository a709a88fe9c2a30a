//! The lines of a game: cells that its rules ask to be filled by the same pieces, found in the code that is worked out
//! after a move. Nothing is guessed of shapes; any set of cells can be a line.
//!
//! When an end asks for lines through the cell where a piece arrives, the code for each cell asks for the other cells of
//! its lines only. So a line is a set of cells for each of which that code asks for the others.

use std::cell::RefCell;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::game::Outcome;
use crate::ids::{LocationId, Player};
use crate::layout::Layout;
use crate::rules::RuleSet;
use crate::state::State;
use crate::structure::{Line, Tally};

use super::code::{Node, NodeId};
use super::tables::{EndCode, Fast, Make, NO_GROUP, NextCode, RuleTable};
use super::terms::{Term, all_terms, terms};
use super::touch::Touch;
use super::value::Value;

/// Fewest cells of a line: with one or two, a rule mostly asks for neighbours.
const FEWEST: usize = 3;

/// All lines of a game.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    pub(crate) lines: Vec<Line>,
    /// By line: the kinds that fill it.
    masks: Vec<u64>,
    /// By location: the lines through it.
    through: Vec<Vec<u32>>,
}

impl Rows {
    /// Finds the lines of a game that begins with this position.
    pub(crate) fn new(rules: &RuleSet, layout: &Layout, fast: &Fast, start: &State) -> Self {
        let mut finder = Finder::new(layout, fast, start);
        // Without masks the code asks for kinds one by one; with rules left out, not all moves are known.
        if layout.all_kinds().is_none() || fast.listed_plainly || !finder.asks() {
            return Self::default();
        }
        finder.moves(rules);
        let lines = finder.lines();
        let mut through = vec![Vec::new(); layout.place.len()];
        for (index, (line, _)) in lines.iter().enumerate() {
            for cell in &line.cells {
                through[cell.index()].push(index as u32);
            }
        }
        let (lines, masks) = lines.into_iter().unzip();
        Self { lines, masks, through }
    }

    /// The lines through a location.
    pub(crate) fn through(&self, location: LocationId) -> &[u32] {
        self.through.get(location.index()).map_or(&[], Vec::as_slice)
    }

    /// What lies on a line.
    pub(crate) fn tally(&self, layout: &Layout, state: &State, line: usize) -> Tally {
        let mask = self.masks[line];
        let mut tally = Tally::default();
        for &cell in &self.lines[line].cells {
            match state.kind_at(layout, cell) {
                0 => tally.empty += 1,
                kind if mask >> kind & 1 == 1 => tally.filled += 1,
                _ => tally.blocked += 1,
            }
        }
        tally
    }
}

/// A line by whom it is asked for, its cells and the kinds that fill it.
type Key = (Player, Vec<LocationId>, u64);

/// A move, as far as lines have to do with it.
struct Arrival<'a> {
    to: Option<LocationId>,
    /// Where it comes from, if that is one place only.
    from: Option<LocationId>,
    make: &'a Make,
    touch: Touch,
}

/// An end of the game, as alternatives.
struct Ending {
    /// How the game ends by it; `None`: that is not known in advance, or it may go on.
    outcome: Option<Outcome>,
    /// The game does not go on.
    over: bool,
    terms: Vec<Term>,
    /// It has no other alternatives.
    whole: bool,
}

struct Finder<'a> {
    fast: &'a Fast,
    layout: &'a Layout,
    start: &'a State,
    /// By tail.
    endings: Vec<Vec<Ending>>,
    moves: Vec<Arrival<'a>>,
    /// By location: the moves that go there and fill nothing else.
    by_cell: Vec<Vec<usize>>,
    /// Those that may fill any cell.
    far: Vec<usize>,
    /// By player and where the move goes: the terms that are asked for.
    asked: FxHashMap<(Player, LocationId), FxHashSet<Term>>,
    /// Cells and kinds for which it is known whether the game is over when they are there.
    known: RefCell<FxHashMap<(Vec<LocationId>, u64), bool>>,
}

impl<'a> Finder<'a> {
    fn new(layout: &'a Layout, fast: &'a Fast, start: &'a State) -> Self {
        let ending = |end: &EndCode| {
            let mut found = Vec::new();
            let whole = terms(&fast.code, end.situation, &mut found);
            let winner = end.winner.map(|winner| match fast.code[winner] {
                Node::Const(Value::Int(number)) => usize::try_from(number).ok().filter(|&n| n <= layout.players),
                _ => None,
            });
            let outcome = winner.flatten().map(|number| Player::new(number).map_or(Outcome::Draw, Outcome::Won));
            // Without a winner that is worked out, it is whoever has the highest score.
            Ending { outcome, over: winner.is_none() || outcome.is_some(), terms: found, whole }
        };
        Self {
            fast,
            layout,
            start,
            endings: fast.tails.iter().map(|tail| tail.ends.iter().map(ending).collect()).collect(),
            moves: Vec::new(),
            by_cell: vec![Vec::new(); layout.place.len()],
            far: Vec::new(),
            asked: FxHashMap::default(),
            known: RefCell::default(),
        }
    }

    /// Whether anything that could be part of a line is asked for after some move.
    fn asks(&self) -> bool {
        let mut tails = 0..self.endings.len() as u32;
        tails.any(|tail| !self.in_tail(tail).is_empty())
            || self.fast.makes.iter().any(|make| !self.in_make(make).is_empty())
    }

    /// The terms that a tail asks for.
    fn in_tail(&self, tail: u32) -> Vec<Term> {
        let ends = self.endings[tail as usize].iter().flat_map(|ending| ending.terms.iter().cloned());
        let scorings = self.fast.tails[tail as usize].scorings.iter().flat_map(|scoring| {
            let awards = scoring.awards.iter().flat_map(|award| [award.player, award.amount]);
            awards.chain([scoring.situation]).chain(scoring.followup)
        });
        self.anywhere(scorings, ends.collect())
    }

    /// The terms that a making asks for once its element has arrived.
    fn in_make(&self, make: &Make) -> Vec<Term> {
        let next = if let NextCode::Worked(node, _) = make.next { Some(node) } else { None };
        self.anywhere(make.followup.into_iter().chain(next), Vec::new())
    }

    fn anywhere(&self, nodes: impl Iterator<Item = NodeId>, mut found: Vec<Term>) -> Vec<Term> {
        nodes.for_each(|node| all_terms(&self.fast.code, node, &mut found));
        found.retain(|term| !term.cells.is_empty());
        found
    }

    /// Notes every move that can ever be made, and what is asked for after it.
    fn moves(&mut self, rules: &RuleSet) {
        let (fast, layout) = (self.fast, self.layout);
        let mut known: FxHashSet<(Player, Option<LocationId>, u32)> = FxHashSet::default();
        for table in &fast.rules {
            let froms = from_groups(layout, table);
            for (player, offer) in layout.players().zip(&table.by_player) {
                let Some(offer) = offer else { continue };
                for aim in &offer.bare {
                    self.arrive(rules, table, (None, None), aim.make, 0);
                }
                let mut groups: FxHashMap<u32, u64> = FxHashMap::default();
                for &(element, group) in &offer.elements {
                    let can_be =
                        |id: crate::kinds::KindId| layout.can_be(element, id) && offer.kinds[usize::from(id.0)];
                    let kinds = layout.kinds.iter().filter(|(id, _)| can_be(*id));
                    *groups.entry(group).or_default() |= kinds.fold(0, |mask, (id, _)| mask | 1 << (id.0 + 1));
                }
                for (group, kinds) in groups {
                    for (from_group, &from) in froms.iter().enumerate() {
                        for (to, aim) in offer.targets.each(group, from_group as u32, table.from_groups) {
                            self.arrive(rules, table, (from, to), aim.make, kinds);
                            if let Some(to) = to
                                && known.insert((player, Some(to), aim.make))
                            {
                                let make = &fast.makes[aim.make as usize];
                                let tails = make.tails.iter().flat_map(|&tail| self.in_tail(tail));
                                let asked: Vec<Term> = tails.chain(self.in_make(make)).collect();
                                let all = self.asked.entry((player, to)).or_default();
                                all.extend(asked.into_iter().map(|term| Term { alone: false, ..term }));
                            }
                        }
                    }
                }
            }
        }
    }

    fn arrive(
        &mut self,
        rules: &RuleSet,
        table: &RuleTable,
        (from, to): (Option<LocationId>, Option<LocationId>),
        make: u32,
        kinds: u64,
    ) {
        let make = &self.fast.makes[make as usize];
        let touch = self.fast.touch(rules, self.layout, table, make, kinds);
        match to {
            _ if touch.fills => self.far.push(self.moves.len()),
            Some(to) => self.by_cell[to.index()].push(self.moves.len()),
            None => {}
        }
        self.moves.push(Arrival { to, from, make, touch });
    }

    /// The lines, in order, each with the kinds that fill it.
    fn lines(&self) -> Vec<(Line, u64)> {
        let mut candidates: FxHashSet<Key> = FxHashSet::default();
        for (&(player, to), asked) in &self.asked {
            for term in asked {
                let mut with = term.cells.clone();
                if let Err(at) = with.binary_search(&to) {
                    with.insert(at, to);
                }
                let both = [with, term.cells.clone()].into_iter().filter(|cells| cells.len() >= FEWEST);
                candidates.extend(both.map(|cells| (player, cells, term.mask)));
            }
        }
        let mut keys: Vec<Key> = candidates.into_iter().filter(|key| self.is_asked(key)).collect();
        keys.sort_unstable();
        let line = |(player, cells, mask): Key| {
            let mut moves = self.filling(&cells, mask);
            let first = moves.next().and_then(|mv| self.end_by(mv, &cells, mask));
            let same = first.filter(|_| !self.at_start(&cells, mask));
            let ends = same.filter(|_| moves.all(|mv| self.end_by(mv, &cells, mask) == first));
            drop(moves);
            let classes = self.layout.kinds.iter().filter(|(id, _)| mask >> (id.0 + 1) & 1 == 1);
            let classes = classes.map(|(id, _)| usize::from(id.0)).collect();
            (Line { cells, player, classes, ends }, mask)
        };
        keys.into_iter().map(line).collect()
    }

    /// Whether the other cells of a line, or all of it, are asked for wherever a piece of the player arrives on it.
    fn is_asked(&self, (player, cells, mask): &Key) -> bool {
        cells.iter().enumerate().all(|(index, &cell)| {
            let Some(asked) = self.asked.get(&(*player, cell)) else { return false };
            let mut others = cells.clone();
            others.remove(index);
            let term = |cells: Vec<LocationId>| Term { cells, mask: *mask, alone: false };
            asked.contains(&term(others)) || asked.contains(&term(cells.clone()))
        })
    }

    /// The moves that may fill the last of some cells.
    fn filling(&self, cells: &[LocationId], mask: u64) -> impl Iterator<Item = &Arrival<'a>> {
        let moves = cells.iter().flat_map(|cell| &self.by_cell[cell.index()]).chain(&self.far);
        moves.map(|&index| &self.moves[index]).filter(move |mv| mv.can_fill(cells, mask))
    }

    /// Whether some cells are filled when the game begins.
    fn at_start(&self, cells: &[LocationId], mask: u64) -> bool {
        cells.iter().all(|&cell| mask >> self.start.kind_at(self.layout, cell) & 1 == 1)
    }

    /// The ends that are asked for after a move, by whose turn it is then.
    fn ends_after(&self, mv: &Arrival<'a>) -> impl Iterator<Item = &[Ending]> {
        let tails: &'a [u32] = if mv.make.plainly { &[] } else { &mv.make.tails };
        tails.iter().map(|&tail| self.endings[tail as usize].as_slice())
    }

    /// How the game ends by a move that fills a line, if it always does, and always in the same way.
    fn end_by(&self, mv: &Arrival<'a>, cells: &[LocationId], mask: u64) -> Option<Outcome> {
        let mut ways = self.ends_after(mv).map(|ends| self.end_of(mv, ends, cells, mask));
        let first = ways.next()??;
        ways.all(|other| other == Some(first)).then_some(first)
    }

    fn end_of(&self, mv: &Arrival<'a>, ends: &[Ending], cells: &[LocationId], mask: u64) -> Option<Outcome> {
        let at = ends.iter().position(|end| end.holds(cells, mask))?;
        let outcome = ends[at].outcome?;
        let mut others = ends[..at].iter().filter(|end| end.outcome != Some(outcome));
        others.all(|end| self.is_barred(mv, end)).then_some(outcome)
    }

    /// Whether a move cannot bring an end about: it fills none of its alternatives, and with any of them full before, the game
    /// would be over.
    fn is_barred(&self, mv: &Arrival<'a>, end: &Ending) -> bool {
        let barred = |term: &Term| !mv.can_fill(&term.cells, term.mask) && self.is_over(&term.cells, term.mask);
        end.whole && end.terms.iter().all(barred)
    }

    /// Whether the game is over in every position of play in which some cells are filled.
    fn is_over(&self, cells: &[LocationId], mask: u64) -> bool {
        if let Some(&known) = self.known.borrow().get(&(cells.to_vec(), mask)) {
            return known;
        }
        let ends = |mv| {
            let mut after = self.ends_after(mv).peekable();
            after.peek().is_some() && after.all(|ends| surely_over(ends, cells, mask))
        };
        let over = !self.at_start(cells, mask) && self.filling(cells, mask).all(ends);
        self.known.borrow_mut().insert((cells.to_vec(), mask), over);
        over
    }
}

/// Whether some end is asked for that comes about with some cells filled, and those before it end the game as well.
fn surely_over(ends: &[Ending], cells: &[LocationId], mask: u64) -> bool {
    let at = ends.iter().position(|end| end.holds(cells, mask));
    at.is_some_and(|at| ends[..=at].iter().all(|end| end.over))
}

impl Ending {
    /// Whether it comes about with some cells filled, whatever else there is.
    fn holds(&self, cells: &[LocationId], mask: u64) -> bool {
        self.terms.iter().any(|term| {
            let there = |cell| cells.binary_search(cell).is_ok();
            term.alone && (term.cells.is_empty() || mask & !term.mask == 0) && term.cells.iter().all(there)
        })
    }
}

impl Arrival<'_> {
    /// Whether the move can be the one that fills a line.
    fn can_fill(&self, cells: &[LocationId], mask: u64) -> bool {
        let on = |place: Option<LocationId>| place.is_some_and(|place| cells.binary_search(&place).is_ok());
        let leaves_a_gap = on(self.from) && self.from != self.to;
        self.touch.fills || (on(self.to) && self.touch.kinds & mask != 0 && !leaves_a_gap)
    }
}

/// By group of places to come from: the place, where it is one only.
fn from_groups(layout: &Layout, table: &RuleTable) -> Vec<Option<LocationId>> {
    let mut members = vec![Vec::new(); table.from_groups];
    for (at, &group) in table.from_group.iter().enumerate().filter(|(_, group)| **group != NO_GROUP) {
        members[group as usize].push((at < layout.place.len()).then(|| LocationId::new(at)));
    }
    members.into_iter().map(|members| if let [one] = members[..] { one } else { None }).collect()
}
