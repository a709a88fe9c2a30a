//! Target lists of a rule, stored as bit windows so that the targets on empty cells are found by one AND with the
//! occupancy bitboard.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use boardwright_game::ids::LocationId;

use crate::tables::code::NodeId;

/// Marks a condition that always holds.
pub(crate) const ALWAYS: u32 = u32::MAX;

/// Targets of elements, for one player to move.
#[derive(Debug, Default)]
pub(crate) struct Targets {
    /// By element class, then origin class: range of windows.
    ranges: Vec<(u32, u32)>,
    windows: Vec<Window>,
    list: Vec<Target>,
    /// By list entry: the alternative move codes to the same target.
    alternatives: FxHashMap<u32, MoveCodes>,
    /// By element class, then origin class: moves off the board. Classes after the last one that can leave the board
    /// are left out.
    off_board: Vec<MoveCodes>,
    /// Hoisted guard of all targets; it reads cells and elements only.
    pub(crate) gate: Option<NodeId>,
}

/// Targets within 64 locations from number `8 * byte` on, as a bitboard.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Window {
    /// The list entry of the first location; the entries of the others follow, with gaps.
    pub(crate) start: u32,
    /// The first location, as a byte offset into the state's occupancy bits.
    pub(crate) byte: u16,
    /// The locations that are targets.
    pub(crate) mask: u64,
    /// The targets that have the shared condition `condition`.
    pub(crate) shared: u64,
    pub(crate) condition: u32,
    /// The targets for which the cell `distance` locations further must be occupied (`is_occupied`) or empty.
    pub(crate) near: u64,
    pub(crate) distance: i16,
    pub(crate) is_occupied: bool,
    /// The targets that need no other test.
    pub(crate) unconditional: u64,
}

/// Maximum gap within a window; a farther target starts a new window, so that lists stay small.
const WIDEST_GAP: u16 = 12;

/// A test that is evaluated for many targets of a window at once.
pub(crate) enum BulkTest {
    /// One condition that all the targets share.
    Shared,
    /// The cell is occupied (`true`) or empty (`false`).
    Occupancy(LocationId, bool),
}

/// A target location of a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub(crate) to: LocationId,
    /// `true` if there are alternative move codes to the same location.
    has_alternatives: bool,
    pub(crate) code: MoveCode,
}

/// Condition and make of a move to a target.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveCode {
    /// Index of the condition, or [`ALWAYS`].
    pub(crate) condition: u32,
    /// Index of the make.
    pub(crate) make: u32,
    /// Index of the combination of the rule's `for` bindings.
    pub(crate) for_index: u32,
}

/// The move codes to one target, in order.
pub(crate) type MoveCodes = SmallVec<[MoveCode; 1]>;

/// A list entry that is no target.
const GAP: Target = Target {
    to: LocationId(u16::MAX),
    has_alternatives: false,
    code: MoveCode { condition: ALWAYS, make: u32::MAX, for_index: 0 },
};

impl Targets {
    /// Appends the targets of the next pair of classes, and its moves off the board.
    pub(crate) fn push_class(&mut self, mut targets: Vec<Target>, off: MoveCodes) {
        if !off.is_empty() {
            self.off_board.resize(self.ranges.len(), MoveCodes::new());
            self.off_board.push(off);
        }
        // The sort is stable, so several codes to one target stay in their order.
        targets.sort_by_key(|target| target.to);
        let start = self.windows.len() as u32;
        let mut last = None;
        for target in targets {
            if last == Some(target.to.0) {
                let index = self.list.len() - 1;
                self.list[index].has_alternatives = true;
                self.alternatives.entry(index as u32).or_default().push(target.code);
                continue;
            }
            let near = |last| target.to.0 - last <= WIDEST_GAP;
            let fits = |window: &&mut Window| target.to.0 - window.byte * 8 < 64;
            let open = self.windows.last_mut().filter(|window| last.is_some_and(near) && fits(window));
            let window = match open {
                Some(window) => window,
                None => {
                    let start = self.list.len() as u32;
                    self.windows.push(Window { start, byte: target.to.0 / 8, ..Window::default() });
                    self.windows.last_mut().expect("just pushed")
                }
            };
            let bit = target.to.0 - window.byte * 8;
            window.mask |= 1 << bit;
            self.list.resize(window.start as usize + usize::from(bit), GAP);
            self.list.push(target);
            last = Some(target.to.0);
        }
        self.ranges.push((start, self.windows.len() as u32));
    }

    /// Releases unused capacity.
    pub(crate) fn shrink(&mut self) {
        self.ranges.shrink_to_fit();
        self.windows.shrink_to_fit();
        self.list.shrink_to_fit();
        self.off_board.shrink_to_fit();
    }

    /// The windows of an element class and an origin class, of which there are `from_groups`.
    #[inline]
    pub(crate) fn windows(&self, element_group: u32, from_group: u32, from_groups: usize) -> &[Window] {
        let (start, end) = self.ranges[element_group as usize * from_groups + from_group as usize];
        &self.windows[start as usize..end as usize]
    }

    /// The windows of an origin class, for all element classes.
    fn windows_from(&self, from_group: u32, from_groups: usize) -> impl Iterator<Item = &Window> {
        let stretches = self.ranges.iter().skip(from_group as usize).step_by(from_groups);
        stretches.flat_map(|&(start, end)| &self.windows[start as usize..end as usize])
    }

    /// The targets of an origin class, for all element classes.
    pub(crate) fn from(&self, from_group: u32, from_groups: usize) -> impl Iterator<Item = &Target> {
        self.windows_from(from_group, from_groups).flat_map(|window| self.targets_of(window))
    }

    /// `true` if some element can leave the board from an origin class.
    pub(crate) fn can_leave_board(&self, from_group: u32, from_groups: usize) -> bool {
        self.off_board.iter().skip(from_group as usize).step_by(from_groups).any(|codes| !codes.is_empty())
    }

    /// `true` if some target has several move codes.
    pub(crate) fn has_alternatives(&self) -> bool {
        !self.alternatives.is_empty() || self.off_board.iter().any(|codes| codes.len() > 1)
    }

    /// Marks the bulk tests of each window; `classify` classifies a condition.
    pub(crate) fn mark_bulk_tests(&mut self, classify: impl Fn(u32) -> Option<BulkTest>) {
        for window in &mut self.windows {
            let end = window.start + 64 - window.mask.leading_zeros();
            let targets = &self.list[window.start as usize..end as usize];
            for (bit, target) in
                targets.iter().enumerate().filter(|(_, target)| !target.is_gap() && !target.has_alternatives)
            {
                let condition = target.code.condition;
                if condition == ALWAYS {
                    window.unconditional |= 1 << bit;
                    continue;
                }
                match classify(condition) {
                    Some(BulkTest::Shared) if window.shared == 0 || window.condition == condition => {
                        window.condition = condition;
                        window.shared |= 1 << bit;
                        window.unconditional |= 1 << bit;
                    }
                    Some(BulkTest::Occupancy(cell, filled)) => {
                        let distance = (i32::from(cell.0) - i32::from(target.to.0)) as i16;
                        if window.near == 0 || (window.distance, window.is_occupied) == (distance, filled) {
                            (window.distance, window.is_occupied) = (distance, filled);
                            window.near |= 1 << bit;
                            window.unconditional |= 1 << bit;
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    /// The targets of an element class from an origin class, with their move codes; `None` is off the board.
    pub(crate) fn moves_from(
        &self,
        element_group: u32,
        from_group: u32,
        from_groups: usize,
    ) -> impl Iterator<Item = (Option<LocationId>, MoveCode)> {
        let entries = self.windows(element_group, from_group, from_groups).iter().flat_map(|window| {
            let end = window.start + 64 - window.mask.leading_zeros();
            (window.start..end).filter(|&index| !self.list[index as usize].is_gap())
        });
        let on_board = entries.flat_map(|index| {
            let (target, others) = self.target_with_alternatives(index);
            [target.code].into_iter().chain(others.iter().copied()).map(|move_code| (Some(target.to), move_code))
        });
        on_board.chain(
            self.moves_off_board(element_group, from_group, from_groups).iter().map(|&move_code| (None, move_code)),
        )
    }

    /// Number of targets of an origin class, for all element classes.
    pub(crate) fn count_from(&self, from_group: u32, from_groups: usize) -> usize {
        self.windows_from(from_group, from_groups).map(|window| window.mask.count_ones() as usize).sum()
    }

    /// The targets of a window.
    fn targets_of(&self, window: &Window) -> impl Iterator<Item = &Target> {
        let end = window.start + 64 - window.mask.leading_zeros();
        self.list[window.start as usize..end as usize].iter().filter(|target| !target.is_gap())
    }

    /// The moves of an element class off the board from an origin class.
    #[inline]
    pub(crate) fn moves_off_board(&self, element_group: u32, from_group: u32, from_groups: usize) -> &[MoveCode] {
        self.off_board
            .get(element_group as usize * from_groups + from_group as usize)
            .map_or(&[], |codes| codes.as_slice())
    }

    /// Mutable access to the move codes of all targets.
    pub(crate) fn codes_mut(&mut self) -> impl Iterator<Item = &mut MoveCode> {
        let on_board = self.list.iter_mut().filter(|target| !target.is_gap()).map(|target| &mut target.code);
        on_board.chain(self.alternatives.values_mut().chain(&mut self.off_board).flatten())
    }

    /// The move codes of all targets.
    pub(crate) fn codes(&self) -> impl Iterator<Item = MoveCode> {
        let others = self.alternatives.values().chain(&self.off_board).flatten();
        self.iter().map(|target| target.code).chain(others.copied())
    }

    /// The target of a list entry.
    #[inline]
    pub(crate) fn target(&self, index: u32) -> &Target {
        &self.list[index as usize]
    }

    /// The target of a list entry, with its alternative move codes.
    #[inline]
    pub(crate) fn target_with_alternatives(&self, index: u32) -> (&Target, &[MoveCode]) {
        let target = &self.list[index as usize];
        (target, if target.has_alternatives { &self.alternatives[&index] } else { &[] })
    }

    /// The list entry of a location.
    #[inline]
    pub(crate) fn find(windows: &[Window], to: LocationId) -> Option<u32> {
        let index = windows.iter().rposition(|window| window.byte * 8 <= to.0)?;
        let window = &windows[index];
        let bit = u32::from(to.0 - window.byte * 8);
        let inside = bit < 64 && window.mask >> bit & 1 == 1;
        if inside {
            return Some(window.start + bit);
        }
        // The previous window may extend beyond the start of this one.
        let window = &windows[index.checked_sub(1)?];
        let bit = u32::from(to.0 - window.byte * 8);
        (bit < 64 && window.mask >> bit & 1 == 1).then_some(window.start + bit)
    }

    /// All targets.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Target> {
        self.list.iter().filter(|target| !target.is_gap())
    }
}

impl Target {
    pub(crate) fn new(to: LocationId, code: MoveCode) -> Self {
        Self { to, has_alternatives: false, code }
    }

    fn is_gap(&self) -> bool {
        self.code.make == GAP.code.make
    }
}

#[cfg(test)]
mod tests {
    use super::{ALWAYS, LocationId, MoveCode, MoveCodes, Target, Targets};

    fn targets(places: &[u16]) -> Vec<Target> {
        let move_code = |index: usize| MoveCode { condition: ALWAYS, make: index as u32, for_index: 0 };
        let target = |(index, &to): (usize, &u16)| Target::new(LocationId(to), move_code(index));
        places.iter().enumerate().map(target).collect()
    }

    #[test]
    fn near_and_far_targets_are_all_found() {
        let long: Vec<u16> = (5..300).step_by(3).collect();
        let sets: [&[u16]; 7] = [&[], &[9], &[70, 3, 66], &[8, 71], &[8, 72, 500], &[6, 7, 14, 27], &long];
        let mut all = Targets::default();
        for places in sets {
            all.push_class(targets(places), MoveCodes::new());
        }
        for (group, places) in sets.iter().enumerate() {
            let group = group as u32;
            let mut sorted = places.to_vec();
            sorted.sort_unstable();
            let listed: Vec<u16> = all.from(group, sets.len()).map(|target| target.to.0).collect();
            assert_eq!(listed, sorted);
            assert_eq!(all.count_from(group, sets.len()), places.len());
            for to in 0..600 {
                let found = Targets::find(all.windows(0, group, sets.len()), LocationId(to));
                let expected = places.iter().position(|&place| place == to);
                let found = found.map(|index| all.target_with_alternatives(index).0.code.make as usize);
                assert_eq!(found, expected, "{to} in {places:?}");
            }
        }
        assert_eq!(all.iter().count(), sets.iter().map(|places| places.len()).sum());
        assert_eq!(all.windows(0, 2, sets.len()).len(), 2, "far targets have a window of their own");
        assert_eq!(all.windows(0, 5, sets.len()).len(), 2);
    }

    #[test]
    fn several_move_codes_to_one_target_keep_their_order() {
        let target = |to, for_index| Target::new(LocationId(to), MoveCode { condition: ALWAYS, make: 0, for_index });
        let mut all = Targets::default();
        all.push_class(vec![target(7, 0), target(3, 0), target(7, 1), target(7, 4)], MoveCodes::new());
        let codes = |to| {
            let (first, others) = all
                .target_with_alternatives(Targets::find(all.windows(0, 0, 1), LocationId(to)).expect("it is a target"));
            [&first.code].into_iter().chain(others).map(|move_code| move_code.for_index).collect::<Vec<_>>()
        };
        assert_eq!((codes(3), codes(7)), (vec![0], vec![0, 1, 4]));
        assert!(all.has_alternatives());
        assert_eq!(all.count_from(0, 1), 2);
    }
}
