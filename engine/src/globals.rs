//! What the variables of a game file hold in a position. A second part of [`State`].
//!
//! A variable that holds elements counts in keys as the places where these stand, so its part is worked out when a key
//! is asked for; those of all others are kept up to date.

use smallvec::SmallVec;

use crate::ids::{ElementId, GlobalId, LocationId};
use crate::key;
use crate::layout::Layout;
use crate::rules::{Global, GlobalKind, Initial, RuleSet};
use crate::state::State;

/// What a variable holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Held {
    /// A number.
    Int(i32),
    /// A boolean.
    Bool(bool),
    /// An element or none.
    Element(Option<ElementId>),
    /// A location or none.
    Location(Option<LocationId>),
    /// Elements in file order.
    Elements(Vec<ElementId>),
    /// Locations in file order.
    Locations(Vec<LocationId>),
}

impl State {
    /// What a variable holds.
    pub(crate) fn held(&self, rules: &RuleSet, layout: &Layout, id: GlobalId) -> Held {
        match rules.globals[id.index()].kind {
            GlobalKind::Int { .. } => Held::Int(self.global_int(layout, id)),
            GlobalKind::Bool => Held::Bool(self.global_bool(layout, id)),
            GlobalKind::Element => Held::Element(self.global_id(layout, id).map(ElementId)),
            GlobalKind::Location => Held::Location(self.global_id(layout, id).map(LocationId)),
            GlobalKind::Elements => {
                let members = (0..rules.elements.len()).filter(|&index| self.global_has(layout, id, index));
                Held::Elements(members.map(ElementId::new).collect())
            }
            GlobalKind::Locations => {
                let members = (0..rules.locations.len()).filter(|&index| self.global_has(layout, id, index));
                Held::Locations(members.map(LocationId::new).collect())
            }
        }
    }

    #[inline]
    pub(crate) fn global_int(&self, layout: &Layout, id: GlobalId) -> i32 {
        self.word(layout.globals[id.index()], 0)
    }

    #[inline]
    pub(crate) fn global_bool(&self, layout: &Layout, id: GlobalId) -> bool {
        self.body[layout.globals[id.index()]] != 0
    }

    /// The element or location that a variable holds.
    #[inline]
    pub(crate) fn global_id(&self, layout: &Layout, id: GlobalId) -> Option<u16> {
        self.pair(layout.globals[id.index()]).checked_sub(1)
    }

    /// Whether the set that a variable holds has the member at this position of its list.
    #[inline]
    pub(crate) fn global_has(&self, layout: &Layout, id: GlobalId, index: usize) -> bool {
        self.body[layout.globals[id.index()] + index / 8] >> (index % 8) & 1 == 1
    }

    /// Gives a variable another value, which must be of its kind and within its bounds.
    pub(crate) fn hold(&mut self, rules: &RuleSet, layout: &Layout, id: GlobalId, value: &Held) {
        let global = &rules.globals[id.index()];
        let counted = !layout.element_globals.contains(&id);
        let old = if counted { self.global_key(layout, id, global) } else { 0 };
        self.write(layout, id, value);
        let new = if counted { self.global_key(layout, id, global) } else { 0 };
        self.exchange(old, new);
    }

    fn write(&mut self, layout: &Layout, id: GlobalId, value: &Held) {
        let at = layout.globals[id.index()];
        match value {
            Held::Int(number) => self.set_word(at, 0, *number),
            Held::Bool(yes) => self.body[at] = u8::from(*yes),
            Held::Element(element) => self.set_pair(at, element.map_or(0, |element| element.0 + 1)),
            Held::Location(location) => self.set_pair(at, location.map_or(0, |location| location.0 + 1)),
            Held::Elements(members) => {
                self.write_set(at, layout.first_kind.len(), members.iter().map(|m| m.index()));
            }
            Held::Locations(members) => {
                self.write_set(at, layout.place.len(), members.iter().map(|m| m.index()));
            }
        }
    }

    fn write_set(&mut self, at: usize, most: usize, members: impl Iterator<Item = usize>) {
        self.body[at..at + most.div_ceil(8)].fill(0);
        for index in members {
            self.body[at + index / 8] |= 1 << (index % 8);
        }
    }

    /// Gives a variable its first value; the key is left alone.
    pub(crate) fn write_initial(&mut self, rules: &RuleSet, layout: &Layout, global: &Global) {
        let index = rules.globals.iter().position(|other| std::ptr::eq(other, global)).expect("one of the rule set's");
        self.write(layout, GlobalId::new(index), &initial(global));
    }

    /// Gives a variable its first value back.
    pub(crate) fn reset(&mut self, rules: &RuleSet, layout: &Layout, id: GlobalId) {
        let global = &rules.globals[id.index()];
        match &global.initial {
            Initial::Elements(first) => {
                let first: SmallVec<[u16; 16]> = first.iter().map(|member| member.0).collect();
                self.hold_members(rules, layout, id, &first, false);
            }
            Initial::Locations(first) => {
                let first: SmallVec<[u16; 16]> = first.iter().map(|member| member.0).collect();
                self.hold_members(rules, layout, id, &first, false);
            }
            _ => self.hold(rules, layout, id, &initial(global)),
        }
    }

    /// Gives a variable that holds a set these members, as positions in their list; those that it has stay if `more`.
    pub(crate) fn hold_members(&mut self, rules: &RuleSet, layout: &Layout, id: GlobalId, members: &[u16], more: bool) {
        let global = &rules.globals[id.index()];
        let counted = !layout.element_globals.contains(&id);
        let old = if counted { self.global_key(layout, id, global) } else { 0 };
        let at = layout.globals[id.index()];
        if !more {
            let most = if global.kind == GlobalKind::Elements { layout.first_kind.len() } else { layout.place.len() };
            self.body[at..at + most.div_ceil(8)].fill(0);
        }
        for &member in members {
            self.body[at + usize::from(member / 8)] |= 1 << (member % 8);
        }
        let new = if counted { self.global_key(layout, id, global) } else { 0 };
        self.exchange(old, new);
    }

    /// The parts of a key that variables make which hold no elements.
    pub(crate) fn globals_key(&self, rules: &RuleSet, layout: &Layout, wanted: impl Fn(&Global) -> bool) -> u64 {
        let mut sum = 0_u64;
        for (index, global) in rules.globals.iter().enumerate() {
            let id = GlobalId(index as u16);
            if wanted(global) && !layout.element_globals.contains(&id) {
                sum = sum.wrapping_add(self.global_key(layout, id, global));
            }
        }
        sum
    }

    /// The parts of a key that variables make which hold elements.
    pub(crate) fn holders_key(&self, rules: &RuleSet, layout: &Layout, wanted: impl Fn(&Global) -> bool) -> u64 {
        let mut sum = 0_u64;
        for &id in &layout.element_globals {
            let global = &rules.globals[id.index()];
            if !wanted(global) {
                continue;
            }
            let mut add = |element: ElementId| {
                let place = layout.place_of(self.location(layout, element));
                sum = sum.wrapping_add(key::global(id, u64::from(place) + 1));
            };
            match global.kind {
                GlobalKind::Element => {
                    if let Some(element) = self.global_id(layout, id) {
                        add(ElementId(element));
                    }
                }
                _ => layout.elements().filter(|e| self.global_has(layout, id, e.index())).for_each(add),
            }
        }
        sum
    }

    /// The part of a key that a variable makes.
    fn global_key(&self, layout: &Layout, id: GlobalId, global: &Global) -> u64 {
        match global.kind {
            GlobalKind::Int { .. } => key::global(id, u64::from(self.global_int(layout, id) as u32)),
            GlobalKind::Bool => key::global(id, u64::from(self.global_bool(layout, id))),
            GlobalKind::Element | GlobalKind::Location => {
                key::global(id, self.global_id(layout, id).map_or(0, |there| u64::from(there) + 1))
            }
            GlobalKind::Elements | GlobalKind::Locations => {
                let at = layout.globals[id.index()];
                let most =
                    if global.kind == GlobalKind::Elements { layout.first_kind.len() } else { layout.place.len() };
                let bytes = self.body[at..at + most.div_ceil(8)].iter().enumerate();
                let set = bytes.filter(|(_, byte)| **byte != 0);
                set.map(|(index, byte)| key::global(id, (index as u64) << 8 | u64::from(*byte)))
                    .fold(0, u64::wrapping_add)
            }
        }
    }

    /// Bytes that tell what variables hold: elements as their places.
    pub(crate) fn globals_position(&self, rules: &RuleSet, layout: &Layout, out: &mut Vec<u8>) {
        for (index, _) in rules.globals.iter().enumerate() {
            let place = |element: ElementId| layout.place_of(self.location(layout, element)) + 1;
            match self.held(rules, layout, GlobalId(index as u16)) {
                Held::Int(number) => out.extend(number.to_le_bytes()),
                Held::Bool(yes) => out.push(u8::from(yes)),
                Held::Location(location) => out.extend(location.map_or(0, |l| l.0 + 1).to_le_bytes()),
                Held::Element(element) => out.extend(element.map_or(0, place).to_le_bytes()),
                Held::Elements(members) => {
                    let mut places: Vec<u32> = members.into_iter().map(place).collect();
                    places.sort_unstable();
                    out.extend((places.len() as u32).to_le_bytes());
                    out.extend(places.into_iter().flat_map(u32::to_le_bytes));
                }
                Held::Locations(members) => {
                    out.extend((members.len() as u32).to_le_bytes());
                    out.extend(members.into_iter().flat_map(|location| location.0.to_le_bytes()));
                }
            }
        }
    }
}

/// What a variable begins with.
pub(crate) fn initial(global: &Global) -> Held {
    match &global.initial {
        Initial::Int(number) => Held::Int(*number),
        Initial::Bool(yes) => Held::Bool(*yes),
        Initial::Element(element) => Held::Element(*element),
        Initial::Location(location) => Held::Location(*location),
        Initial::Elements(members) => Held::Elements(members.clone()),
        Initial::Locations(members) => Held::Locations(members.clone()),
    }
}
