//! Detection of winning lines: sets of cells that the rules require to be filled with the same pieces. They are found
//! in the code that is evaluated after a move. The shape of a line is arbitrary.
//!
//! When an end tests lines through the cell where a piece arrives, the code for each cell tests only the other cells of
//! its lines. A line is therefore a set of cells for each of which that code tests the others.

use std::cell::RefCell;

use rustc_hash::{FxHashMap, FxHashSet};

use boardwright_game::game::Outcome;
use boardwright_game::ids::{LocationId, Player};
use boardwright_game::structure::{BoardLine, LineContents};
use boardwright_interpreter::layout::Layout;
use boardwright_interpreter::state::State;
use boardwright_rules::RuleSet;

use crate::analyse::terms::{Term, collect_all_terms, collect_terms};
use crate::analyse::touch::BoardChanges;
use crate::tables::code::{Node, NodeId};
use crate::tables::value::Value;
use crate::tables::{CompiledRules, EndCode, MakeCode, NO_GROUP, NextCode, RuleTable};

/// Minimum number of cells of a line: with one or two, a rule mostly tests neighbours.
const MIN_CELLS: usize = 3;

/// The winning lines of a game.
#[derive(Debug, Default)]
pub(crate) struct WinLineTable {
    pub(crate) lines: Vec<BoardLine>,
    /// By line: mask of the kinds that fill it.
    masks: Vec<u64>,
    /// By location: indices of the lines through it.
    through: Vec<Vec<u32>>,
}

impl WinLineTable {
    /// Detects the lines of a game with the initial state `start`.
    pub(crate) fn new(rules: &RuleSet, layout: &Layout, compiled: &CompiledRules, start: &State) -> Self {
        let mut finder = LineFinder::new(layout, compiled, start);
        // Without masks the code tests kinds one by one; with unsupported rules, not all moves are known.
        if layout.all_kinds_mask().is_none() || compiled.has_interpreted_movegen || !finder.has_line_terms() {
            return Self::default();
        }
        finder.collect_moves(rules);
        let lines = finder.lines();
        let mut through = vec![Vec::new(); layout.key_place.len()];
        for (index, (line, _)) in lines.iter().enumerate() {
            for cell in &line.cells {
                through[cell.index()].push(index as u32);
            }
        }
        let (lines, masks) = lines.into_iter().unzip();
        Self { lines, masks, through }
    }

    /// Indices of the lines through a location.
    pub(crate) fn through(&self, location: LocationId) -> &[u32] {
        self.through.get(location.index()).map_or(&[], Vec::as_slice)
    }

    /// Number of filled, empty and blocked cells of a line.
    pub(crate) fn tally(&self, layout: &Layout, state: &State, line: usize) -> LineContents {
        let mask = self.masks[line];
        let mut tally = LineContents::default();
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

/// Identity of a line: the player for whom it is tested, its cells and the kinds that fill it.
type LineKey = (Player, Vec<LocationId>, u64);

/// A candidate move, reduced to its effect on lines.
struct Arrival<'a> {
    to: Option<LocationId>,
    /// The origin, if the origin class has only one member.
    from: Option<LocationId>,
    make: &'a MakeCode,
    changes: BoardChanges,
}

/// An end of the game, with its condition in disjunctive normal form.
struct Ending {
    /// The outcome; `None` if it is not constant or the game may go on.
    outcome: Option<Outcome>,
    /// `true` if the game is over.
    is_over: bool,
    terms: Vec<Term>,
    /// `true` if `terms` are all alternatives of the condition.
    is_complete: bool,
}

struct LineFinder<'a> {
    compiled: &'a CompiledRules,
    layout: &'a Layout,
    start: &'a State,
    /// By tail.
    ends_by_tail: Vec<Vec<Ending>>,
    moves: Vec<Arrival<'a>>,
    /// By location: the moves that arrive there and fill no other cell.
    by_cell: Vec<Vec<usize>>,
    /// The moves that may fill any cell.
    anywhere_moves: Vec<usize>,
    /// By player and target of the move: the terms that are tested afterwards.
    tested_terms: FxHashMap<(Player, LocationId), FxHashSet<Term>>,
    /// Memo of [`LineFinder::is_over`], by cells and kinds.
    over_memo: RefCell<FxHashMap<(Vec<LocationId>, u64), bool>>,
}

impl<'a> LineFinder<'a> {
    fn new(layout: &'a Layout, compiled: &'a CompiledRules, start: &'a State) -> Self {
        let ending = |end: &EndCode| {
            let mut found = Vec::new();
            let whole = collect_terms(&compiled.code, end.situation, &mut found);
            let winner = end.winner.map(|winner| match compiled.code[winner] {
                Node::Const(Value::Int(number)) => usize::try_from(number).ok().filter(|&n| n <= layout.player_count),
                _ => None,
            });
            let outcome = winner.flatten().map(|number| Player::new(number).map_or(Outcome::Draw, Outcome::Won));
            // Without a computed winner, the player with the highest score wins.
            Ending { outcome, is_over: winner.is_none() || outcome.is_some(), terms: found, is_complete: whole }
        };
        Self {
            compiled,
            layout,
            start,
            ends_by_tail: compiled.tails.iter().map(|tail| tail.ends.iter().map(ending).collect()).collect(),
            moves: Vec::new(),
            by_cell: vec![Vec::new(); layout.key_place.len()],
            anywhere_moves: Vec::new(),
            tested_terms: FxHashMap::default(),
            over_memo: RefCell::default(),
        }
    }

    /// `true` if the code after some move tests a term that could be part of a line.
    fn has_line_terms(&self) -> bool {
        let mut tails = 0..self.ends_by_tail.len() as u32;
        tails.any(|tail| !self.tail_terms(tail).is_empty())
            || self.compiled.makes.iter().any(|make| !self.make_terms(make).is_empty())
    }

    /// The terms that a tail tests.
    fn tail_terms(&self, tail: u32) -> Vec<Term> {
        let ends = self.ends_by_tail[tail as usize].iter().flat_map(|ending| ending.terms.iter().cloned());
        let scorings = self.compiled.tails[tail as usize].scorings.iter().flat_map(|scoring| {
            let awards = scoring.awards.iter().flat_map(|award| [award.player, award.amount]);
            awards.chain([scoring.situation]).chain(scoring.followup)
        });
        self.collect_line_terms(scorings, ends.collect())
    }

    /// The terms that a make tests once its element has arrived.
    fn make_terms(&self, make: &MakeCode) -> Vec<Term> {
        let next = if let NextCode::Computed(node, _) = make.next { Some(node) } else { None };
        self.collect_line_terms(make.followup.into_iter().chain(next), Vec::new())
    }

    fn collect_line_terms(&self, nodes: impl Iterator<Item = NodeId>, mut found: Vec<Term>) -> Vec<Term> {
        nodes.for_each(|node| collect_all_terms(&self.compiled.code, node, &mut found));
        found.retain(|term| !term.cells.is_empty());
        found
    }

    /// Collects all candidate moves and the terms that are tested after each of them.
    fn collect_moves(&mut self, rules: &RuleSet) {
        let (compiled, layout) = (self.compiled, self.layout);
        let mut known: FxHashSet<(Player, Option<LocationId>, u32)> = FxHashSet::default();
        for table in &compiled.rules {
            let froms = from_groups(layout, table);
            for (player, offer) in layout.players().zip(&table.by_player) {
                let Some(offer) = offer else { continue };
                for move_code in &offer.elementless_moves {
                    self.add_arrival(rules, table, (None, None), move_code.make, 0);
                }
                let mut groups: FxHashMap<u32, u64> = FxHashMap::default();
                for &(element, group) in &offer.elements {
                    let can_be = |id: boardwright_interpreter::kinds::PieceKindId| {
                        layout.can_have_kind(element, id) && offer.accepted_kinds[usize::from(id.0)]
                    };
                    let kinds = layout.kinds.iter().filter(|(id, _)| can_be(*id));
                    *groups.entry(group).or_default() |= kinds.fold(0, |mask, (id, _)| mask | 1 << (id.0 + 1));
                }
                for (group, kinds) in groups {
                    for (from_group, &from) in froms.iter().enumerate() {
                        for (to, move_code) in offer.targets.moves_from(group, from_group as u32, table.from_groups) {
                            self.add_arrival(rules, table, (from, to), move_code.make, kinds);
                            if let Some(to) = to
                                && known.insert((player, Some(to), move_code.make))
                            {
                                let make = &compiled.makes[move_code.make as usize];
                                let tails = make.tails.iter().flat_map(|&tail| self.tail_terms(tail));
                                let terms: Vec<Term> = tails.chain(self.make_terms(make)).collect();
                                let all = self.tested_terms.entry((player, to)).or_default();
                                all.extend(terms.into_iter().map(|term| Term { is_exact: false, ..term }));
                            }
                        }
                    }
                }
            }
        }
    }

    fn add_arrival(
        &mut self,
        rules: &RuleSet,
        table: &RuleTable,
        (from, to): (Option<LocationId>, Option<LocationId>),
        make: u32,
        kinds: u64,
    ) {
        let make = &self.compiled.makes[make as usize];
        let changes = self.compiled.board_changes(rules, self.layout, table, make, kinds);
        match to {
            _ if changes.can_fill_others => self.anywhere_moves.push(self.moves.len()),
            Some(to) => self.by_cell[to.index()].push(self.moves.len()),
            None => {}
        }
        self.moves.push(Arrival { to, from, make, changes });
    }

    /// The lines in sorted order, each with the mask of the kinds that fill it.
    fn lines(&self) -> Vec<(BoardLine, u64)> {
        let mut candidates: FxHashSet<LineKey> = FxHashSet::default();
        for (&(player, to), terms) in &self.tested_terms {
            for term in terms {
                let mut with = term.cells.clone();
                if let Err(at) = with.binary_search(&to) {
                    with.insert(at, to);
                }
                let both = [with, term.cells.clone()].into_iter().filter(|cells| cells.len() >= MIN_CELLS);
                candidates.extend(both.map(|cells| (player, cells, term.mask)));
            }
        }
        let mut keys: Vec<LineKey> = candidates.into_iter().filter(|key| self.is_tested(key)).collect();
        keys.sort_unstable();
        let line = |(player, cells, mask): LineKey| {
            let mut moves = self.filling_moves(&cells, mask);
            let first = moves.next().and_then(|mv| self.outcome_of_filling(mv, &cells, mask));
            let same = first.filter(|_| !self.is_filled_initially(&cells, mask));
            let ends = same.filter(|_| moves.all(|mv| self.outcome_of_filling(mv, &cells, mask) == first));
            drop(moves);
            let classes = self.layout.kinds.iter().filter(|(id, _)| mask >> (id.0 + 1) & 1 == 1);
            let classes = classes.map(|(id, _)| usize::from(id.0)).collect();
            (BoardLine { cells, player, classes, outcome: ends }, mask)
        };
        keys.into_iter().map(line).collect()
    }

    /// `true` if the other cells of a line, or the whole line, are tested wherever a piece of the player arrives on it.
    fn is_tested(&self, (player, cells, mask): &LineKey) -> bool {
        cells.iter().enumerate().all(|(index, &cell)| {
            let Some(terms) = self.tested_terms.get(&(*player, cell)) else { return false };
            let mut others = cells.clone();
            others.remove(index);
            let term = |cells: Vec<LocationId>| Term { cells, mask: *mask, is_exact: false };
            terms.contains(&term(others)) || terms.contains(&term(cells.clone()))
        })
    }

    /// The moves that may fill the last of some cells.
    fn filling_moves(&self, cells: &[LocationId], mask: u64) -> impl Iterator<Item = &Arrival<'a>> {
        let moves = cells.iter().flat_map(|cell| &self.by_cell[cell.index()]).chain(&self.anywhere_moves);
        moves.map(|&index| &self.moves[index]).filter(move |mv| mv.can_fill(cells, mask))
    }

    /// `true` if the cells are filled in the initial state.
    fn is_filled_initially(&self, cells: &[LocationId], mask: u64) -> bool {
        cells.iter().all(|&cell| mask >> self.start.kind_at(self.layout, cell) & 1 == 1)
    }

    /// The ends that are tested after a move, for each player who may be to move.
    fn ends_after(&self, mv: &Arrival<'a>) -> impl Iterator<Item = &[Ending]> {
        let tails: &'a [u32] = if mv.make.is_interpreted { &[] } else { &mv.make.tails };
        tails.iter().map(|&tail| self.ends_by_tail[tail as usize].as_slice())
    }

    /// The outcome of a move that fills a line, if the game always ends, and always with the same outcome.
    fn outcome_of_filling(&self, mv: &Arrival<'a>, cells: &[LocationId], mask: u64) -> Option<Outcome> {
        let mut outcomes = self.ends_after(mv).map(|ends| self.outcome_with_ends(mv, ends, cells, mask));
        let first = outcomes.next()??;
        outcomes.all(|other| other == Some(first)).then_some(first)
    }

    fn outcome_with_ends(&self, mv: &Arrival<'a>, ends: &[Ending], cells: &[LocationId], mask: u64) -> Option<Outcome> {
        let at = ends.iter().position(|end| end.is_triggered_by(cells, mask))?;
        let outcome = ends[at].outcome?;
        let mut others = ends[..at].iter().filter(|end| end.outcome != Some(outcome));
        others.all(|end| self.cannot_trigger(mv, end)).then_some(outcome)
    }

    /// `true` if a move cannot trigger an end: it fills none of the end's alternatives, and with any of them filled
    /// before the move, the game would be over.
    fn cannot_trigger(&self, mv: &Arrival<'a>, end: &Ending) -> bool {
        let barred = |term: &Term| !mv.can_fill(&term.cells, term.mask) && self.is_over(&term.cells, term.mask);
        end.is_complete && end.terms.iter().all(barred)
    }

    /// `true` if the game is over in every reachable position in which the cells are filled.
    fn is_over(&self, cells: &[LocationId], mask: u64) -> bool {
        if let Some(&known) = self.over_memo.borrow().get(&(cells.to_vec(), mask)) {
            return known;
        }
        let ends = |mv| {
            let mut after = self.ends_after(mv).peekable();
            after.peek().is_some() && after.all(|ends| is_surely_over(ends, cells, mask))
        };
        let over = !self.is_filled_initially(cells, mask) && self.filling_moves(cells, mask).all(ends);
        self.over_memo.borrow_mut().insert((cells.to_vec(), mask), over);
        over
    }
}

/// `true` if filled cells trigger some end, and the ends before it end the game as well.
fn is_surely_over(ends: &[Ending], cells: &[LocationId], mask: u64) -> bool {
    let at = ends.iter().position(|end| end.is_triggered_by(cells, mask));
    at.is_some_and(|at| ends[..=at].iter().all(|end| end.is_over))
}

impl Ending {
    /// `true` if filled cells trigger the end in every position.
    fn is_triggered_by(&self, cells: &[LocationId], mask: u64) -> bool {
        self.terms.iter().any(|term| {
            let there = |cell| cells.binary_search(cell).is_ok();
            term.is_exact && (term.cells.is_empty() || mask & !term.mask == 0) && term.cells.iter().all(there)
        })
    }
}

impl Arrival<'_> {
    /// `true` if the move can be the one that fills the last cell of a line.
    fn can_fill(&self, cells: &[LocationId], mask: u64) -> bool {
        let on = |place: Option<LocationId>| place.is_some_and(|place| cells.binary_search(&place).is_ok());
        let leaves_a_gap = on(self.from) && self.from != self.to;
        self.changes.can_fill_others || (on(self.to) && self.changes.kinds & mask != 0 && !leaves_a_gap)
    }
}

/// By origin class: the origin, if the class has only one member.
fn from_groups(layout: &Layout, table: &RuleTable) -> Vec<Option<LocationId>> {
    let mut members = vec![Vec::new(); table.from_groups];
    for (at, &group) in table.from_group.iter().enumerate().filter(|(_, group)| **group != NO_GROUP) {
        members[group as usize].push((at < layout.key_place.len()).then(|| LocationId::new(at)));
    }
    members.into_iter().map(|members| if let [one] = members[..] { one } else { None }).collect()
}
