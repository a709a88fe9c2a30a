//! Where elements can go by one rule: lists of targets, so laid out that those on empty cells are found at once.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::ids::LocationId;

use super::code::NodeId;

/// A condition that always holds.
pub(super) const ALWAYS: u32 = u32::MAX;

/// Where elements can go, for one player to move.
#[derive(Debug, Default)]
pub(super) struct Targets {
    /// By group of elements and then group of places to come from: some of the windows.
    stretches: Vec<(u32, u32)>,
    windows: Vec<Window>,
    list: Vec<Target>,
    /// By entry of the list: the other ways to go there.
    others: FxHashMap<u32, Ways>,
    /// By group of elements and then group of places to come from: off the board. Groups behind the last that can go there are
    /// left out.
    off: Vec<Ways>,
    /// What must hold for any of them; it looks at cells and elements only.
    pub(super) gate: Option<NodeId>,
}

/// Targets that lie within 64 locations from number `8 * byte` on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Window {
    /// The entry of the list for the first of the locations; those of the others follow, with gaps.
    pub(super) start: u32,
    /// The first location, in bytes of the state's bits of occupied cells.
    pub(super) byte: u16,
    /// Which of the 64 locations are targets.
    pub(super) mask: u64,
    /// Some of them for which one shared condition is asked.
    pub(super) shared: u64,
    pub(super) condition: u32,
    /// Some of them for which a cell that lies `distance` locations further must hold something, or (not `filled`) nothing.
    pub(super) near: u64,
    pub(super) distance: i16,
    pub(super) filled: bool,
    /// Those for which nothing else is asked.
    pub(super) sure: u64,
}

/// Widest gap within a window; what lies further begins a new one, so that lists stay small.
const WIDEST_GAP: u16 = 12;

/// What can be asked of many targets at once.
pub(super) enum Asked {
    /// The same of all.
    Shared,
    /// Whether something stands on this cell, or nothing.
    Filled(LocationId, bool),
}

/// A place to go to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    pub(super) to: LocationId,
    /// There are other ways to go there.
    more: bool,
    pub(super) aim: Aim,
}

/// What going somewhere asks for and does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    /// Index of the condition, or [`ALWAYS`].
    pub(super) condition: u32,
    /// Index of what making the move does.
    pub(super) make: u32,
    /// Which combination of what the rule says `for` each.
    pub(super) way: u32,
}

/// What the ways to go to one place ask for and do.
pub(super) type Ways = SmallVec<[Aim; 1]>;

/// An entry of the list that is no target.
const GAP: Target =
    Target { to: LocationId(u16::MAX), more: false, aim: Aim { condition: ALWAYS, make: u32::MAX, way: 0 } };

impl Targets {
    /// Adds the stretch of the next group, and what it says of going off the board.
    pub(super) fn add(&mut self, mut targets: Vec<Target>, off: Ways) {
        if !off.is_empty() {
            self.off.resize(self.stretches.len(), Ways::new());
            self.off.push(off);
        }
        // Where several ways lead to one place they stay in their order.
        targets.sort_by_key(|target| target.to);
        let start = self.windows.len() as u32;
        let mut last = None;
        for target in targets {
            if last == Some(target.to.0) {
                let index = self.list.len() - 1;
                self.list[index].more = true;
                self.others.entry(index as u32).or_default().push(target.aim);
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
        self.stretches.push((start, self.windows.len() as u32));
    }

    /// Gives room back that was kept for more.
    pub(super) fn shrink(&mut self) {
        self.stretches.shrink_to_fit();
        self.windows.shrink_to_fit();
        self.list.shrink_to_fit();
        self.off.shrink_to_fit();
    }

    /// The windows of a group of elements and a group of places to come from, of which there are `from_groups`.
    #[inline]
    pub(super) fn windows(&self, element_group: u32, from_group: u32, from_groups: usize) -> &[Window] {
        let (start, end) = self.stretches[element_group as usize * from_groups + from_group as usize];
        &self.windows[start as usize..end as usize]
    }

    /// The windows from a group of places, whatever the element.
    fn windows_from(&self, from_group: u32, from_groups: usize) -> impl Iterator<Item = &Window> {
        let stretches = self.stretches.iter().skip(from_group as usize).step_by(from_groups);
        stretches.flat_map(|&(start, end)| &self.windows[start as usize..end as usize])
    }

    /// The targets from a group of places, whatever the element.
    pub(super) fn from(&self, from_group: u32, from_groups: usize) -> impl Iterator<Item = &Target> {
        self.windows_from(from_group, from_groups).flat_map(|window| self.of(window))
    }

    /// Whether some element can go off the board from a group of places.
    pub(super) fn goes_off(&self, from_group: u32, from_groups: usize) -> bool {
        self.off.iter().skip(from_group as usize).step_by(from_groups).any(|ways| !ways.is_empty())
    }

    /// Whether some element can go somewhere in several ways.
    pub(super) fn has_rivals(&self) -> bool {
        !self.others.is_empty() || self.off.iter().any(|ways| ways.len() > 1)
    }

    /// Notes what is asked of many targets at once; `asked` tells that of a condition.
    pub(super) fn look_over(&mut self, asked: impl Fn(u32) -> Option<Asked>) {
        for window in &mut self.windows {
            let end = window.start + 64 - window.mask.leading_zeros();
            let targets = &self.list[window.start as usize..end as usize];
            for (bit, target) in targets.iter().enumerate().filter(|(_, target)| !target.is_gap() && !target.more) {
                let condition = target.aim.condition;
                if condition == ALWAYS {
                    window.sure |= 1 << bit;
                    continue;
                }
                match asked(condition) {
                    Some(Asked::Shared) if window.shared == 0 || window.condition == condition => {
                        window.condition = condition;
                        window.shared |= 1 << bit;
                        window.sure |= 1 << bit;
                    }
                    Some(Asked::Filled(cell, filled)) => {
                        let distance = (i32::from(cell.0) - i32::from(target.to.0)) as i16;
                        if window.near == 0 || (window.distance, window.filled) == (distance, filled) {
                            (window.distance, window.filled) = (distance, filled);
                            window.near |= 1 << bit;
                            window.sure |= 1 << bit;
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    /// Where a group of elements can go from a group of places, and what that asks for and does; `None` is off the board.
    pub(super) fn each(
        &self,
        element_group: u32,
        from_group: u32,
        from_groups: usize,
    ) -> impl Iterator<Item = (Option<LocationId>, Aim)> {
        let entries = self.windows(element_group, from_group, from_groups).iter().flat_map(|window| {
            let end = window.start + 64 - window.mask.leading_zeros();
            (window.start..end).filter(|&index| !self.list[index as usize].is_gap())
        });
        let on_board = entries.flat_map(|index| {
            let (target, others) = self.at(index);
            [target.aim].into_iter().chain(others.iter().copied()).map(|aim| (Some(target.to), aim))
        });
        on_board.chain(self.off(element_group, from_group, from_groups).iter().map(|&aim| (None, aim)))
    }

    /// How many targets there are from a group of places, whatever the element.
    pub(super) fn count_from(&self, from_group: u32, from_groups: usize) -> usize {
        self.windows_from(from_group, from_groups).map(|window| window.mask.count_ones() as usize).sum()
    }

    /// The targets of a window.
    fn of(&self, window: &Window) -> impl Iterator<Item = &Target> {
        let end = window.start + 64 - window.mask.leading_zeros();
        self.list[window.start as usize..end as usize].iter().filter(|target| !target.is_gap())
    }

    /// What a group of elements and a group of places say of going off the board.
    #[inline]
    pub(super) fn off(&self, element_group: u32, from_group: u32, from_groups: usize) -> &[Aim] {
        self.off.get(element_group as usize * from_groups + from_group as usize).map_or(&[], |ways| ways.as_slice())
    }

    /// What all targets ask for and do, to be changed.
    pub(super) fn aims_mut(&mut self) -> impl Iterator<Item = &mut Aim> {
        let on_board = self.list.iter_mut().filter(|target| !target.is_gap()).map(|target| &mut target.aim);
        on_board.chain(self.others.values_mut().chain(&mut self.off).flatten())
    }

    /// What all targets ask for and do.
    pub(super) fn aims(&self) -> impl Iterator<Item = Aim> {
        let others = self.others.values().chain(&self.off).flatten();
        self.iter().map(|target| target.aim).chain(others.copied())
    }

    /// An entry of the list.
    #[inline]
    pub(super) fn first(&self, index: u32) -> &Target {
        &self.list[index as usize]
    }

    /// An entry of the list, and the other ways to go there.
    #[inline]
    pub(super) fn at(&self, index: u32) -> (&Target, &[Aim]) {
        let target = &self.list[index as usize];
        (target, if target.more { &self.others[&index] } else { &[] })
    }

    /// The entry of the list for a location.
    #[inline]
    pub(super) fn find(windows: &[Window], to: LocationId) -> Option<u32> {
        let index = windows.iter().rposition(|window| window.byte * 8 <= to.0)?;
        let window = &windows[index];
        let bit = u32::from(to.0 - window.byte * 8);
        let inside = bit < 64 && window.mask >> bit & 1 == 1;
        if inside {
            return Some(window.start + bit);
        }
        // The window before may reach further than where this one begins.
        let window = &windows[index.checked_sub(1)?];
        let bit = u32::from(to.0 - window.byte * 8);
        (bit < 64 && window.mask >> bit & 1 == 1).then_some(window.start + bit)
    }

    /// All targets.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Target> {
        self.list.iter().filter(|target| !target.is_gap())
    }
}

impl Target {
    pub(super) fn new(to: LocationId, aim: Aim) -> Self {
        Self { to, more: false, aim }
    }

    fn is_gap(&self) -> bool {
        self.aim.make == GAP.aim.make
    }
}

#[cfg(test)]
mod tests {
    use super::{ALWAYS, Aim, LocationId, Target, Targets, Ways};

    fn targets(places: &[u16]) -> Vec<Target> {
        let aim = |index: usize| Aim { condition: ALWAYS, make: index as u32, way: 0 };
        let target = |(index, &to): (usize, &u16)| Target::new(LocationId(to), aim(index));
        places.iter().enumerate().map(target).collect()
    }

    #[test]
    fn near_and_far_targets_are_all_found() {
        let long: Vec<u16> = (5..300).step_by(3).collect();
        let sets: [&[u16]; 7] = [&[], &[9], &[70, 3, 66], &[8, 71], &[8, 72, 500], &[6, 7, 14, 27], &long];
        let mut all = Targets::default();
        for places in sets {
            all.add(targets(places), Ways::new());
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
                let found = found.map(|index| all.at(index).0.aim.make as usize);
                assert_eq!(found, expected, "{to} in {places:?}");
            }
        }
        assert_eq!(all.iter().count(), sets.iter().map(|places| places.len()).sum());
        assert_eq!(all.windows(0, 2, sets.len()).len(), 2, "far targets have a window of their own");
        assert_eq!(all.windows(0, 5, sets.len()).len(), 2);
    }

    #[test]
    fn several_ways_to_one_place_stay_in_their_order() {
        let way = |to, way| Target::new(LocationId(to), Aim { condition: ALWAYS, make: 0, way });
        let mut all = Targets::default();
        all.add(vec![way(7, 0), way(3, 0), way(7, 1), way(7, 4)], Ways::new());
        let ways = |to| {
            let (first, others) = all.at(Targets::find(all.windows(0, 0, 1), LocationId(to)).expect("it is a target"));
            [&first.aim].into_iter().chain(others).map(|aim| aim.way).collect::<Vec<_>>()
        };
        assert_eq!((ways(3), ways(7)), (vec![0], vec![0, 1, 4]));
        assert!(all.has_rivals());
        assert_eq!(all.count_from(0, 1), 2);
    }
}
