//! Listing of the moves of all combinations of a `for` clause together, one segment for each piece.
//!
//! Origin and target identify the combination where no two combinations share them: a table gives its number when the
//! move is needed.

use boardwright_jit::{Arg, Binary, Var, Width};
use boardwright_rules::RulePlace;

use super::candidates::{Listing, PlayerRule};
use super::generator::{Generated, Generator};
use super::supersets::members_of;
use crate::Unsupported;

/// Greatest number of combinations: the code of the targets is written once for each.
const MAX_COMBINATIONS: usize = 8;
/// Greatest number of locations, for the tables.
const MAX_LOCATIONS: usize = 181;

impl<'a> Generator<'a> {
    /// `true` if the combinations of the `for` clause of a rule can be listed together.
    pub(super) fn can_merge_ways(&self, rule: &PlayerRule<'a>) -> bool {
        let origins = matches!(rule.rule.from, RulePlace::Listed(_) | RulePlace::Computed(_));
        self.writes_segments
            && !self.is_untyped
            && !rule.may_have_equal_moves
            && rule.rule.element.is_some()
            && origins
            && !matches!(rule.rule.to, RulePlace::Off)
            && !rule.has_late_guards()
            && !rule.targets_are_known
            && (2..=MAX_COMBINATIONS).contains(&rule.combinations.len())
            && rule.reach.is_some()
            && !Self::overlaps_itself(rule)
            && self.rules.locations.len() <= MAX_LOCATIONS
    }

    /// The targets of a piece in all combinations.
    pub(super) fn list_merged_ways(&mut self, rule: &PlayerRule<'a>, listing: Listing) -> Generated<()> {
        let element = self.context.moved;
        let collected: Vec<Var> = (0..self.location_words()).map(|_| self.variable(0)).collect();
        self.collected = Some(collected.clone());
        let env = self.env.clone();
        for combination in &rule.combinations {
            for ((variable, _), value) in rule.rule.for_each.iter().zip(combination) {
                self.env[variable.index()] = Some(value.clone());
            }
            let to = self.context.to.clone();
            let listed = self.list_targets(rule, listing);
            self.context.to = to;
            self.env.clone_from(&env);
            if listed.is_err() {
                self.collected = None;
            }
            listed?;
        }
        self.collected = None;
        let table = self.way_table(rule)?;
        let targets = collected.into_iter().map(Arg::Var).collect();
        self.push_merged(rule, element, targets, table, listing)
    }

    /// Number of the table of the combinations of a rule.
    fn way_table(&mut self, rule: &PlayerRule<'a>) -> Generated<usize> {
        let count = self.rules.locations.len();
        let reach = rule.reach.as_ref().ok_or(Unsupported("combinations whose targets are not known"))?;
        let mut table = vec![0_u8; count * count];
        for (for_index, by_origin) in reach.iter().enumerate() {
            for (origin, targets) in by_origin.iter().skip(1).enumerate() {
                let (_, targets) = targets.split_last().ok_or(Unsupported("targets without words"))?;
                members_of(targets).for_each(|target| table[count * origin + target] = for_index as u8);
            }
        }
        if self.find_for_index.is_none() {
            self.find_for_index = Some(self.board.w.declare_function(3));
        }
        Ok(match self.way_tables.iter().position(|known| *known == table) {
            Some(known) => known,
            None => {
                self.way_tables.push(table);
                self.way_tables.len() - 1
            }
        })
    }

    /// Writes the function that looks up the number of a combination, by kind of segment, element plus 1, and target.
    pub(super) fn write_find_way(&mut self) {
        let Some(function) = self.find_for_index else { return };
        let arguments = self.board.w.begin_declared(function);
        let [kind, element, target] = arguments[..] else { unreachable!("declared with three arguments") };
        let count = self.rules.locations.len() as u64;
        let table = self.table(self.way_tables.concat());
        let origin = self.location_of(element.into());
        let origin = self.op(Binary::Sub, origin, 1);
        let table_number = self.op(Binary::Sub, kind, 2);
        let row = self.op(Binary::Mul, table_number, count);
        let row = self.op(Binary::Add, row, origin);
        let row = self.op(Binary::Mul, row, count);
        let at = self.op(Binary::Add, row, target);
        let for_index = self.board.w.load(table, Width::Byte, at, 0);
        self.board.w.return_word(for_index);
        self.board.w.end_declared(function);
    }
}
