//! Global variables of a game file in a [`State`]: their values, encoding and share of the key.
//!
//! In keys a variable that holds elements counts as the places of these elements. Its share is therefore computed when
//! a key is requested; the shares of all other variables are updated incrementally.

use smallvec::SmallVec;

use crate::key;
use crate::layout::Layout;
use crate::state::State;
use boardwright_game::ids::{ElementId, GlobalId, LocationId};
pub use boardwright_rules::GlobalValue;
use boardwright_rules::{Global, GlobalKind, RuleSet};

impl State {
    /// Value of a variable.
    pub fn global_value(&self, rules: &RuleSet, layout: &Layout, id: GlobalId) -> GlobalValue {
        match rules.globals[id.index()].kind {
            GlobalKind::Int { .. } => GlobalValue::Int(self.global_int(layout, id)),
            GlobalKind::Bool => GlobalValue::Bool(self.global_bool(layout, id)),
            GlobalKind::Element => GlobalValue::Element(self.global_id(layout, id).map(ElementId)),
            GlobalKind::Location => GlobalValue::Location(self.global_id(layout, id).map(LocationId)),
            GlobalKind::Elements => {
                let members = (0..rules.elements.len()).filter(|&index| self.global_contains(layout, id, index));
                GlobalValue::Elements(members.map(ElementId::new).collect())
            }
            GlobalKind::Locations => {
                let members = (0..rules.locations.len()).filter(|&index| self.global_contains(layout, id, index));
                GlobalValue::Locations(members.map(LocationId::new).collect())
            }
        }
    }

    /// Value of a global variable that is a number.
    #[inline]
    pub fn global_int(&self, layout: &Layout, id: GlobalId) -> i32 {
        self.i32_at(layout.globals[id.index()], 0)
    }

    /// Value of a global variable that is a boolean.
    #[inline]
    pub fn global_bool(&self, layout: &Layout, id: GlobalId) -> bool {
        self.bytes[layout.globals[id.index()]] != 0
    }

    /// Raw id of the element or location that a variable holds.
    #[inline]
    pub fn global_id(&self, layout: &Layout, id: GlobalId) -> Option<u16> {
        self.u16_at(layout.globals[id.index()]).checked_sub(1)
    }

    /// `true` if the set that a variable holds contains the member with this index.
    #[inline]
    pub fn global_contains(&self, layout: &Layout, id: GlobalId, index: usize) -> bool {
        self.bytes[layout.globals[id.index()] + index / 8] >> (index % 8) & 1 == 1
    }

    /// Assigns a value to a variable; the value must have the variable's type and be within its bounds.
    pub fn set_global(&mut self, rules: &RuleSet, layout: &Layout, id: GlobalId, value: &GlobalValue) {
        let global = &rules.globals[id.index()];
        let is_incremental = !layout.element_globals.contains(&id);
        let old = if is_incremental { self.global_key(layout, id, global) } else { 0 };
        self.write_global(layout, id, value);
        let new = if is_incremental { self.global_key(layout, id, global) } else { 0 };
        self.replace_key_part(old, new);
    }

    fn write_global(&mut self, layout: &Layout, id: GlobalId, value: &GlobalValue) {
        let at = layout.globals[id.index()];
        match value {
            GlobalValue::Int(number) => self.set_i32_at(at, 0, *number),
            GlobalValue::Bool(yes) => self.bytes[at] = u8::from(*yes),
            GlobalValue::Element(element) => self.set_u16_at(at, element.map_or(0, |element| element.0 + 1)),
            GlobalValue::Location(location) => self.set_u16_at(at, location.map_or(0, |location| location.0 + 1)),
            GlobalValue::Elements(members) => {
                self.write_global_set(at, layout.initial_kind.len(), members.iter().map(|m| m.index()));
            }
            GlobalValue::Locations(members) => {
                self.write_global_set(at, layout.key_place.len(), members.iter().map(|m| m.index()));
            }
        }
    }

    fn write_global_set(&mut self, at: usize, len: usize, members: impl Iterator<Item = usize>) {
        self.bytes[at..at + len.div_ceil(8)].fill(0);
        for index in members {
            self.bytes[at + index / 8] |= 1 << (index % 8);
        }
    }

    /// Writes the initial value of a variable without updating the key.
    pub fn write_initial_global(&mut self, rules: &RuleSet, layout: &Layout, global: &Global) {
        let index = rules
            .globals
            .iter()
            .position(|other| std::ptr::eq(other, global))
            .expect("the variable belongs to the rule set");
        self.write_global(layout, GlobalId::new(index), &global.initial);
    }

    /// Resets a variable to its initial value.
    pub fn reset_global(&mut self, rules: &RuleSet, layout: &Layout, id: GlobalId) {
        let global = &rules.globals[id.index()];
        match &global.initial {
            GlobalValue::Elements(first) => {
                let first: SmallVec<[u16; 16]> = first.iter().map(|member| member.0).collect();
                self.set_global_members(rules, layout, id, &first, false);
            }
            GlobalValue::Locations(first) => {
                let first: SmallVec<[u16; 16]> = first.iter().map(|member| member.0).collect();
                self.set_global_members(rules, layout, id, &first, false);
            }
            _ => self.set_global(rules, layout, id, &global.initial),
        }
    }

    /// Assigns members, given by index, to a variable that holds a set; with `more` they are added to the present
    /// members.
    pub fn set_global_members(&mut self, rules: &RuleSet, layout: &Layout, id: GlobalId, members: &[u16], more: bool) {
        let global = &rules.globals[id.index()];
        let is_incremental = !layout.element_globals.contains(&id);
        let old = if is_incremental { self.global_key(layout, id, global) } else { 0 };
        let at = layout.globals[id.index()];
        if !more {
            let len =
                if global.kind == GlobalKind::Elements { layout.initial_kind.len() } else { layout.key_place.len() };
            self.bytes[at..at + len.div_ceil(8)].fill(0);
        }
        for &member in members {
            self.bytes[at + usize::from(member / 8)] |= 1 << (member % 8);
        }
        let new = if is_incremental { self.global_key(layout, id, global) } else { 0 };
        self.replace_key_part(old, new);
    }

    /// Share in the key of those variables that hold no elements.
    pub fn globals_key(&self, rules: &RuleSet, layout: &Layout, filter: impl Fn(&Global) -> bool) -> u64 {
        let mut sum = 0_u64;
        for (index, global) in rules.globals.iter().enumerate() {
            let id = GlobalId(index as u16);
            if filter(global) && !layout.element_globals.contains(&id) {
                sum = sum.wrapping_add(self.global_key(layout, id, global));
            }
        }
        sum
    }

    /// Share in the key of those variables that hold elements.
    pub fn element_globals_key(&self, rules: &RuleSet, layout: &Layout, filter: impl Fn(&Global) -> bool) -> u64 {
        let mut sum = 0_u64;
        for &id in &layout.element_globals {
            let global = &rules.globals[id.index()];
            if !filter(global) {
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
                _ => layout.elements().filter(|e| self.global_contains(layout, id, e.index())).for_each(add),
            }
        }
        sum
    }

    /// Share of one variable in the key.
    fn global_key(&self, layout: &Layout, id: GlobalId, global: &Global) -> u64 {
        match global.kind {
            GlobalKind::Int { .. } => key::global(id, u64::from(self.global_int(layout, id) as u32)),
            GlobalKind::Bool => key::global(id, u64::from(self.global_bool(layout, id))),
            GlobalKind::Element | GlobalKind::Location => {
                key::global(id, self.global_id(layout, id).map_or(0, |id| u64::from(id) + 1))
            }
            GlobalKind::Elements | GlobalKind::Locations => {
                let at = layout.globals[id.index()];
                let len = if global.kind == GlobalKind::Elements {
                    layout.initial_kind.len()
                } else {
                    layout.key_place.len()
                };
                let bytes = self.bytes[at..at + len.div_ceil(8)].iter().enumerate();
                let set = bytes.filter(|(_, byte)| **byte != 0);
                set.map(|(index, byte)| key::global(id, (index as u64) << 8 | u64::from(*byte)))
                    .fold(0, u64::wrapping_add)
            }
        }
    }

    /// Appends an encoding of all variables to `out`, with elements as their places.
    pub fn encode_globals(&self, rules: &RuleSet, layout: &Layout, out: &mut Vec<u8>) {
        for (index, _) in rules.globals.iter().enumerate() {
            let place = |element: ElementId| layout.place_of(self.location(layout, element)) + 1;
            match self.global_value(rules, layout, GlobalId(index as u16)) {
                GlobalValue::Int(number) => out.extend(number.to_le_bytes()),
                GlobalValue::Bool(yes) => out.push(u8::from(yes)),
                GlobalValue::Location(location) => out.extend(location.map_or(0, |l| l.0 + 1).to_le_bytes()),
                GlobalValue::Element(element) => out.extend(element.map_or(0, place).to_le_bytes()),
                GlobalValue::Elements(members) => {
                    let mut places: Vec<u32> = members.into_iter().map(place).collect();
                    places.sort_unstable();
                    out.extend((places.len() as u32).to_le_bytes());
                    out.extend(places.into_iter().flat_map(u32::to_le_bytes));
                }
                GlobalValue::Locations(members) => {
                    out.extend((members.len() as u32).to_le_bytes());
                    out.extend(members.into_iter().flat_map(|location| location.0.to_le_bytes()));
                }
            }
        }
    }
}
