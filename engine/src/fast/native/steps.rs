//! Single moves by machine code, in the order in which the other forms list them.

use std::cell::RefCell;

use boardwright_jit::Machine;

use crate::fast::tables::Fast;
use crate::ids::{ElementId, LocationId};
use crate::kinds::KindId;
use crate::layout::{Bits, Layout};
use crate::rules::RuleSet;
use crate::spec::Move;
use crate::state::State;

use super::groups::{Source, Target};
use super::single::{OfPlayer, Singly, Way, request, singly};
use super::{Beyond, FAILED, UNFIT};

/// A game's machine code for single moves. Whatever it declines is for the portable form.
#[derive(Debug)]
pub(crate) struct Steps {
    machine: Machine,
    players: Vec<OfPlayer>,
    /// By player and rule: which of the ways are the rule's.
    of_rules: Vec<Vec<(u32, u32)>>,
    beside: usize,
    /// Some move may fail.
    can_fail: bool,
    summary: String,
}

/// Off the board, as the target of a move.
const OFF: u16 = u16::MAX;

/// Memory that is used again and again: a copy of a state, what is beside it, and moves as they are found.
#[derive(Default)]
struct Room {
    body: Vec<u8>,
    beside: Vec<u8>,
    keys: Vec<u64>,
}

thread_local! {
    static ROOM: RefCell<Room> = RefCell::default();
}

impl Steps {
    /// Compiles a game.
    pub(crate) fn new(rules: &RuleSet, layout: &Layout, fast: &Fast) -> Result<Self, String> {
        let Singly { program, players, beside, can_fail } =
            singly(rules, layout, fast).map_err(|Beyond(what)| what.to_owned())?;
        let numbers = players.iter().flat_map(|player| &player.ways).map(|way| way.number);
        if numbers.max().is_some_and(|most| most > u32::from(u16::MAX)) {
            return Err("too many ways of doing the same".to_owned());
        }
        let of_rules = players.iter().map(|player| {
            let of_rule = |rule: usize| {
                let is = |way: &Way| fast.rules[way.table].rule.index() == rule;
                let first = player.ways.iter().position(is).unwrap_or(0);
                let count = player.ways[first..].iter().take_while(|way| is(way)).count();
                (first as u32, (first + count) as u32)
            };
            (0..rules.rules.len()).map(of_rule).collect()
        });
        let of_rules = of_rules.collect();
        let machine = Machine::new(&program).map_err(|error| error.to_string())?;
        let summary = super::summary(&program, &machine);
        Ok(Self { machine, players, of_rules, beside, can_fail, summary })
    }

    /// How large it is, in words.
    pub(crate) fn summary(&self) -> &str {
        &self.summary
    }

    /// Whether the player to move can; `None` if this is for the portable form.
    #[inline]
    pub(crate) fn can_move(&self, state: &State) -> Option<bool> {
        let function = self.players[state.mover().index()].can_move;
        let answer = ROOM.with_borrow_mut(|Room { body, beside, .. }| {
            body.clear();
            body.extend_from_slice(&state.body);
            beside.resize(self.beside, 0);
            self.machine.call(function, [body, beside, &mut []])
        });
        (answer != UNFIT).then_some(answer != 0)
    }

    /// Adds the moves that can be made, one of each class of equal ones. Gives whether it did; otherwise this is for the
    /// portable form.
    #[inline]
    pub(crate) fn list(&self, layout: &Layout, fast: &Fast, state: &State, moves: &mut Vec<Move>) -> bool {
        let player = &self.players[state.mover().index()];
        ROOM.with_borrow_mut(|Room { body, beside, keys }| {
            body.clear();
            body.extend_from_slice(&state.body);
            beside.resize(self.beside, 0);
            let priority = match self.machine.call(player.list, [body, beside, &mut []]) {
                0 => return true,
                UNFIT => return false,
                number => number as usize - 1,
            };
            keys.clear();
            for (entry, word) in player.entries[priority].iter().zip(beside.chunks_exact(8)) {
                let word = u64::from_le_bytes(word.try_into().expect("eight bytes"));
                if word != 0 {
                    found(layout, state, &player.ways[entry.way as usize], (entry.first, word), keys);
                }
            }
            keys.sort_unstable();
            let of_key = |&key: &u64| {
                let table = &fast.rules[(key >> 48) as usize];
                let element = ((key >> 32) as u16).checked_sub(1).map(ElementId);
                Move {
                    element,
                    from: element.and_then(|element| state.location(layout, element)),
                    to: Some((key >> 16) as u16).filter(|to| *to != OFF).map(LocationId),
                    rule: table.rule,
                    choice: table.choice,
                    way: u32::from(key as u16),
                }
            };
            moves.extend(keys.iter().map(of_key));
            true
        })
    }

    /// Makes a move that was listed. Gives whether it did; otherwise the state is as it was, and this is for the portable
    /// form.
    #[inline]
    pub(crate) fn make(&self, layout: &Layout, fast: &Fast, state: &mut State, mv: Move) -> bool {
        let player = state.mover().index();
        let Some(&(first, end)) = self.of_rules[player].get(mv.rule.index()) else {
            return false;
        };
        let kind = mv.element.map(|element| state.kind(layout, element));
        let player = &self.players[player];
        let Some(function) = player.make else { return false };
        let mut ways = player.ways[first as usize..end as usize].iter();
        let Some(way) = ways.find(|way| way.is_of(layout, mv, kind) && fast.rules[way.table].choice == mv.choice)
        else {
            return false;
        };
        let (from, to) = match way.source {
            Source::Board(_) | Source::Reserve(..) => (mv.from, mv.to.or(mv.from)),
            Source::Waiting(_) => (mv.to, mv.to),
            Source::Bare => (None, None),
        };
        let place = |location: Option<LocationId>| location.map_or(0, |location| u64::from(location.0));
        ROOM.with_borrow_mut(|Room { body, beside, .. }| {
            beside.resize(self.beside, 0);
            for (at, word) in [
                (request::MAKING, u64::from(way.making)),
                (request::FROM, place(from)),
                (request::TO, place(to)),
                (request::KIND, kind.map_or(0, |kind| u64::from(kind.0))),
                (request::PIECE, mv.element.map_or(0, |element| u64::from(element.0))),
            ] {
                beside[at..at + 8].copy_from_slice(&word.to_le_bytes());
            }
            if self.can_fail {
                body.clear();
                body.extend_from_slice(&state.body);
            }
            match self.machine.call(function, [&mut state.body, beside, &mut []]) {
                UNFIT => false,
                FAILED => {
                    state.body.copy_from_slice(body);
                    false
                }
                _ => true,
            }
        })
    }
}

impl Way {
    /// Whether a move is one of these.
    #[inline]
    fn is_of(&self, layout: &Layout, mv: Move, kind: Option<KindId>) -> bool {
        if self.number != mv.way {
            return false;
        }
        let has = |kinds: u64| kind.is_some_and(|kind| kinds >> (kind.0 + 1) & 1 == 1);
        let (lane, by) = match (self.source, mv.from, mv.to) {
            (Source::Bare, ..) => return mv.element.is_none(),
            (Source::Board(kinds), Some(from), to) if has(kinds) => match to {
                Some(to) => (from, Target::Lane(i32::from(to.0) - i32::from(from.0))),
                None => (from, Target::Off),
            },
            (Source::Waiting(kinds), None, Some(to)) if has(kinds) => (to, Target::Lane(0)),
            (Source::Reserve(its, place), Some(from), Some(to))
                if kind == Some(its) && layout.place[from.index()] == place =>
            {
                (to, Target::Lane(0))
            }
            _ => return false,
        };
        by == self.target && self.lanes[lane.index() / 64] >> (lane.index() % 64) & 1 == 1
    }
}

/// Adds the moves of a word, each as a number that is less than those of the moves that come behind it.
#[inline]
fn found(layout: &Layout, state: &State, way: &Way, (first, mut word): (u16, u64), keys: &mut Vec<u64>) {
    let key = |element: Option<ElementId>, to: u16| {
        let element = element.map_or(0, |element| u64::from(element.0) + 1);
        (way.table as u64) << 48 | element << 32 | u64::from(to) << 16 | u64::from(way.number)
    };
    let comes_in = match way.source {
        Source::Bare => return keys.push(key(None, OFF)),
        Source::Board(_) => None,
        Source::Waiting(kinds) => {
            let kind = KindId(kinds.trailing_zeros() as u16 - 1);
            layout.waiting.and_then(|bits| first_of(state, bits, kind))
        }
        Source::Reserve(kind, place) => first_in(layout, state, kind, place),
    };
    while word != 0 {
        let lane = first + word.trailing_zeros() as u16;
        word &= word - 1;
        let element = comes_in.or_else(|| state.content(layout, LocationId(lane)));
        let to = match way.target {
            Target::Lane(by) => (i32::from(lane) + by) as u16,
            Target::Off => OFF,
        };
        keys.push(key(element, to));
    }
}

/// The first element of a kind on a place of many locations.
fn first_in(layout: &Layout, state: &State, kind: KindId, place: u32) -> Option<ElementId> {
    let Some(boards) = layout.boards else {
        let there = layout.shares(place).filter_map(|at| state.content(layout, LocationId::new(at)));
        return there.filter(|element| state.kind(layout, *element) == kind).min();
    };
    let mut first = None;
    for (index, word) in words(state, boards, kind).enumerate() {
        let mut there = word & layout.sharing(place, index);
        while there != 0 {
            let at = LocationId::new(64 * index + there.trailing_zeros() as usize);
            there &= there - 1;
            first = first.into_iter().chain(state.content(layout, at)).min();
        }
    }
    first
}

/// The set that a state has for a kind, in words.
fn words(state: &State, bits: Bits, kind: KindId) -> impl Iterator<Item = u64> {
    let words = &state.body[bits.at(kind)..][..8 * bits.words];
    words.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word))
}

/// The first member of the set that a state has for a kind.
fn first_of(state: &State, bits: Bits, kind: KindId) -> Option<ElementId> {
    let (index, word) = words(state, bits, kind).enumerate().find(|(_, word)| *word != 0)?;
    Some(ElementId::new(64 * index + word.trailing_zeros() as usize))
}
