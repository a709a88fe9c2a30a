//! Where elements can go by one rule: lists of targets, so laid out that those on empty cells are found at once.

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
    /// By group of elements and then group of places to come from: off the board.
    off: Vec<Option<Aim>>,
    /// What must hold for any of them; it looks at cells and elements only.
    pub(super) gate: Option<NodeId>,
}

/// Targets that lie within 64 locations from number `8 * byte` on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    /// The entry of the list for the first of the locations; those of the others follow, with gaps.
    pub(super) start: u32,
    /// The first location, in bytes of the state's bits of occupied cells.
    pub(super) byte: u16,
    /// Which of the 64 locations are targets.
    pub(super) mask: u64,
}

/// Widest gap within a window; what lies further begins a new one, so that lists stay small.
const WIDEST_GAP: u16 = 12;

/// A place to go to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    pub(super) to: LocationId,
    pub(super) aim: Aim,
}

/// What going somewhere asks for and does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    /// Index of the condition, or [`ALWAYS`].
    pub(super) condition: u32,
    /// Index of what making the move does.
    pub(super) make: u32,
}

/// An entry of the list that is no target.
const GAP: Target = Target { to: LocationId(u16::MAX), aim: Aim { condition: ALWAYS, make: u32::MAX } };

impl Targets {
    /// Adds the stretch of the next group, and what it says of going off the board.
    pub(super) fn add(&mut self, mut targets: Vec<Target>, off: Option<Aim>) {
        self.off.push(off);
        targets.sort_by_key(|target| target.to);
        let start = self.windows.len() as u32;
        let mut last = None;
        for target in targets {
            let near = |last| target.to.0 - last <= WIDEST_GAP;
            let fits = |window: &&mut Window| target.to.0 - window.byte * 8 < 64;
            let open = self.windows.last_mut().filter(|window| last.is_some_and(near) && fits(window));
            let window = match open {
                Some(window) => window,
                None => {
                    self.windows.push(Window { start: self.list.len() as u32, byte: target.to.0 / 8, mask: 0 });
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
        self.off.iter().skip(from_group as usize).step_by(from_groups).any(Option::is_some)
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
    pub(super) fn off(&self, element_group: u32, from_group: u32, from_groups: usize) -> Option<Aim> {
        self.off[element_group as usize * from_groups + from_group as usize]
    }

    /// What all targets ask for and do, to be changed.
    pub(super) fn aims_mut(&mut self) -> impl Iterator<Item = &mut Aim> {
        let on_board = self.list.iter_mut().filter(|target| !target.is_gap()).map(|target| &mut target.aim);
        on_board.chain(self.off.iter_mut().flatten())
    }

    /// What all targets ask for and do.
    pub(super) fn aims(&self) -> impl Iterator<Item = Aim> {
        self.iter().map(|target| target.aim).chain(self.off.iter().flatten().copied())
    }

    /// An entry of the list.
    #[inline]
    pub(super) fn at(&self, index: usize) -> &Target {
        &self.list[index]
    }

    /// The target on a location.
    #[inline]
    pub(super) fn find(&self, windows: &[Window], to: LocationId) -> Option<&Target> {
        let index = windows.iter().rposition(|window| window.byte * 8 <= to.0)?;
        let window = &windows[index];
        let bit = u32::from(to.0 - window.byte * 8);
        let inside = bit < 64 && window.mask >> bit & 1 == 1;
        if inside {
            return Some(&self.list[(window.start + bit) as usize]);
        }
        // The window before may reach further than where this one begins.
        let window = &windows[index.checked_sub(1)?];
        let bit = u32::from(to.0 - window.byte * 8);
        (bit < 64 && window.mask >> bit & 1 == 1).then(|| &self.list[(window.start + bit) as usize])
    }

    /// All targets.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Target> {
        self.list.iter().filter(|target| !target.is_gap())
    }
}

impl Target {
    fn is_gap(&self) -> bool {
        self.aim.make == GAP.aim.make
    }
}

#[cfg(test)]
mod tests {
    use super::{ALWAYS, Aim, LocationId, Target, Targets};

    fn targets(places: &[u16]) -> Vec<Target> {
        let aim = |index: usize| Aim { condition: ALWAYS, make: index as u32 };
        let target = |(index, &to): (usize, &u16)| Target { to: LocationId(to), aim: aim(index) };
        places.iter().enumerate().map(target).collect()
    }

    #[test]
    fn near_and_far_targets_are_all_found() {
        let long: Vec<u16> = (5..300).step_by(3).collect();
        let sets: [&[u16]; 7] = [&[], &[9], &[70, 3, 66], &[8, 71], &[8, 72, 500], &[6, 7, 14, 27], &long];
        let mut all = Targets::default();
        for places in sets {
            all.add(targets(places), None);
        }
        for (group, places) in sets.iter().enumerate() {
            let group = group as u32;
            let mut sorted = places.to_vec();
            sorted.sort_unstable();
            let listed: Vec<u16> = all.from(group, sets.len()).map(|target| target.to.0).collect();
            assert_eq!(listed, sorted);
            assert_eq!(all.count_from(group, sets.len()), places.len());
            for to in 0..600 {
                let found = all.find(all.windows(0, group, sets.len()), LocationId(to));
                let expected = places.iter().position(|&place| place == to);
                assert_eq!(found.map(|target| target.aim.make as usize), expected, "{to} in {places:?}");
            }
        }
        assert_eq!(all.iter().count(), sets.iter().map(|places| places.len()).sum());
        assert_eq!(all.windows(0, 2, sets.len()).len(), 2, "far targets have a window of their own");
        assert_eq!(all.windows(0, 5, sets.len()).len(), 2);
    }
}
