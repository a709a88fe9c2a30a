//! Listing and making single moves by native code, in the same move order as the other implementations.

use std::cell::RefCell;

use boardwright_jit::CompiledProgram;

use crate::tables::CompiledRules;
use boardwright_game::ids::{ElementId, LocationId};
use boardwright_interpreter::kinds::PieceKindId;
use boardwright_interpreter::layout::{KindBitsets, Layout};
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use boardwright_rules::RuleSet;

use super::move_groups::{Source, Target};
use super::move_program::{ListedGroup, MoveProgram, PlayerFunctions, request, write_move_program};
use super::{MOVE_FAILED, UNSUPPORTED_STATE, Unsupported};

/// Native code of a game for single moves. Calls that it declines are for the portable interpreter.
#[derive(Debug)]
pub(crate) struct NativeMoves {
    compiled: CompiledProgram,
    players: Vec<PlayerFunctions>,
    /// Index range of the listed groups of a rule, by player and rule.
    rule_groups: Vec<Vec<(u32, u32)>>,
    scratch_bytes: usize,
    /// `true` if some move may fail.
    can_fail: bool,
    summary: String,
}

/// Target of a move off the board.
const OFF: u16 = u16::MAX;

/// Reusable scratch buffers: a copy of a state, the accompanying memory, and sort keys of moves.
#[derive(Default)]
struct Scratch {
    body: Vec<u8>,
    words: Vec<u8>,
    keys: Vec<u64>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

impl NativeMoves {
    /// Compiles a game; returns the reason if the rules are unsupported.
    pub(crate) fn new(rules: &RuleSet, layout: &Layout, fast: &CompiledRules) -> Result<Self, String> {
        let MoveProgram { program, players, scratch_bytes, can_fail } =
            write_move_program(rules, layout, fast).map_err(|Unsupported(what)| what.to_owned())?;
        let numbers = players.iter().flat_map(|player| &player.groups).map(|group| group.for_index);
        if numbers.max().is_some_and(|most| most > u32::from(u16::MAX)) {
            return Err("too many combinations of `for` parameters".to_owned());
        }
        let rule_groups = players.iter().map(|player| {
            let of_rule = |rule: usize| {
                let is = |group: &ListedGroup| fast.rules[group.table].rule.index() == rule;
                let first = player.groups.iter().position(is).unwrap_or(0);
                let count = player.groups[first..].iter().take_while(|group| is(group)).count();
                (first as u32, (first + count) as u32)
            };
            (0..rules.rules.len()).map(of_rule).collect()
        });
        let rule_groups = rule_groups.collect();
        let compiled = CompiledProgram::new(&program).map_err(|error| error.to_string())?;
        let summary = super::summary(&program, &compiled);
        Ok(Self { compiled, players, rule_groups, scratch_bytes, can_fail, summary })
    }

    /// Description of the size of the code.
    pub(crate) fn summary(&self) -> &str {
        &self.summary
    }

    /// `true` if the code makes the moves that it lists.
    pub(crate) fn makes_moves(&self) -> bool {
        self.players.iter().all(|player| player.make.is_some())
    }

    /// `true` if the player to move can move; `None` if the portable interpreter must decide.
    #[inline]
    pub(crate) fn can_move(&self, state: &State) -> Option<bool> {
        let function = self.players[state.mover().index()].can_move;
        let answer = SCRATCH.with_borrow_mut(|Scratch { body, words, .. }| {
            body.clear();
            body.extend_from_slice(&state.bytes);
            words.resize(self.scratch_bytes, 0);
            self.compiled.call(function, [body, words, &mut []])
        });
        (answer != UNSUPPORTED_STATE).then_some(answer != 0)
    }

    /// Appends the legal moves, one of each class of equal ones. Returns `false` if the portable interpreter must list
    /// them.
    #[inline]
    pub(crate) fn list_moves(
        &self,
        layout: &Layout,
        fast: &CompiledRules,
        state: &State,
        moves: &mut Vec<Move>,
    ) -> bool {
        let player = &self.players[state.mover().index()];
        SCRATCH.with_borrow_mut(|Scratch { body, words, keys }| {
            body.clear();
            body.extend_from_slice(&state.bytes);
            words.resize(self.scratch_bytes, 0);
            let priority = match self.compiled.call(player.list, [body, words, &mut []]) {
                0 => return true,
                UNSUPPORTED_STATE => return false,
                number => number as usize - 1,
            };
            keys.clear();
            for (entry, word) in player.listed_words[priority].iter().zip(words.chunks_exact(8)) {
                let word = u64::from_le_bytes(word.try_into().expect("eight bytes"));
                if word != 0 {
                    push_move_keys(layout, state, &player.groups[entry.group as usize], entry.first, word, keys);
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
                    for_index: u32::from(key as u16),
                }
            };
            moves.extend(keys.iter().map(of_key));
            true
        })
    }

    /// Makes a listed move. Returns `false` if the portable interpreter must make it; the state is unchanged then.
    #[inline]
    pub(crate) fn make_move(&self, layout: &Layout, fast: &CompiledRules, state: &mut State, mv: Move) -> bool {
        let player = state.mover().index();
        let Some(&(first, end)) = self.rule_groups[player].get(mv.rule.index()) else {
            return false;
        };
        let kind = mv.element.map(|element| state.kind(layout, element));
        let player = &self.players[player];
        let Some(function) = player.make else { return false };
        let mut groups = player.groups[first as usize..end as usize].iter();
        let Some(group) =
            groups.find(|group| group.contains(layout, mv, kind) && fast.rules[group.table].choice == mv.choice)
        else {
            return false;
        };
        let (from, to) = match group.source {
            Source::Board(_) | Source::Reserve(..) => (mv.from, mv.to.or(mv.from)),
            Source::Supply(_) => (mv.to, mv.to),
            Source::NoPiece => (None, None),
        };
        let place = |location: Option<LocationId>| location.map_or(0, |location| u64::from(location.0));
        SCRATCH.with_borrow_mut(|Scratch { body, words, .. }| {
            words.resize(self.scratch_bytes, 0);
            for (at, word) in [
                (request::MAKE_KERNEL, u64::from(group.make_kernel)),
                (request::FROM, place(from)),
                (request::TO, place(to)),
                (request::KIND, kind.map_or(0, |kind| u64::from(kind.0))),
                (request::PIECE, mv.element.map_or(0, |element| u64::from(element.0))),
            ] {
                words[at..at + 8].copy_from_slice(&word.to_le_bytes());
            }
            if self.can_fail {
                body.clear();
                body.extend_from_slice(&state.bytes);
            }
            match self.compiled.call(function, [&mut state.bytes, words, &mut []]) {
                UNSUPPORTED_STATE => false,
                MOVE_FAILED => {
                    state.bytes.copy_from_slice(body);
                    false
                }
                _ => true,
            }
        })
    }
}

impl ListedGroup {
    /// `true` if a move belongs to the group.
    #[inline]
    fn contains(&self, layout: &Layout, mv: Move, kind: Option<PieceKindId>) -> bool {
        if self.for_index != mv.for_index {
            return false;
        }
        let has = |kinds: u64| kind.is_some_and(|kind| kinds >> (kind.0 + 1) & 1 == 1);
        let (lane, by) = match (self.source, mv.from, mv.to) {
            (Source::NoPiece, ..) => return mv.element.is_none(),
            (Source::Board(kinds), Some(from), to) if has(kinds) => match to {
                Some(to) => (from, Target::Relative(i32::from(to.0) - i32::from(from.0))),
                None => (from, Target::Off),
            },
            (Source::Supply(kinds), None, Some(to)) if has(kinds) => (to, Target::Relative(0)),
            (Source::Reserve(its, place), Some(from), Some(to))
                if kind == Some(its) && layout.key_place[from.index()] == place =>
            {
                (to, Target::Relative(0))
            }
            _ => return false,
        };
        by == self.target && self.lanes[lane.index() / 64] >> (lane.index() % 64) & 1 == 1
    }
}

/// Adds the moves of a word, whose first bit is the lane `first`, as sort keys, which increase in the order of the move list.
#[inline]
fn push_move_keys(layout: &Layout, state: &State, group: &ListedGroup, first: u16, mut word: u64, keys: &mut Vec<u64>) {
    let key = |element: Option<ElementId>, to: u16| {
        let element = element.map_or(0, |element| u64::from(element.0) + 1);
        (group.table as u64) << 48 | element << 32 | u64::from(to) << 16 | u64::from(group.for_index)
    };
    let comes_in = match group.source {
        Source::NoPiece => return keys.push(key(None, OFF)),
        Source::Board(_) => None,
        Source::Supply(kinds) => {
            let kind = PieceKindId(kinds.trailing_zeros() as u16 - 1);
            layout.supply.and_then(|bits| first_in_set(state, bits, kind))
        }
        Source::Reserve(kind, place) => first_on_place(layout, state, kind, place),
    };
    while word != 0 {
        let lane = first + word.trailing_zeros() as u16;
        word &= word - 1;
        let element = comes_in.or_else(|| state.content(layout, LocationId(lane)));
        let to = match group.target {
            Target::Relative(by) => (i32::from(lane) + by) as u16,
            Target::Off => OFF,
        };
        keys.push(key(element, to));
    }
}

/// First element of a kind on a place of several locations.
fn first_on_place(layout: &Layout, state: &State, kind: PieceKindId, place: u32) -> Option<ElementId> {
    let Some(boards) = layout.bitboards else {
        let there = layout.locations_of_place(place).filter_map(|at| state.content(layout, LocationId::new(at)));
        return there.filter(|element| state.kind(layout, *element) == kind).min();
    };
    let mut first = None;
    for (index, word) in set_words(state, boards, kind).enumerate() {
        let mut there = word & layout.locations_of_shared_place(place, index);
        while there != 0 {
            let at = LocationId::new(64 * index + there.trailing_zeros() as usize);
            there &= there - 1;
            first = first.into_iter().chain(state.content(layout, at)).min();
        }
    }
    first
}

/// Words of the set of a state for a kind.
fn set_words(state: &State, bits: KindBitsets, kind: PieceKindId) -> impl Iterator<Item = u64> {
    let words = &state.bytes[bits.at(kind)..][..8 * bits.words];
    words.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word))
}

/// First member of the set of a state for a kind.
fn first_in_set(state: &State, bits: KindBitsets, kind: PieceKindId) -> Option<ElementId> {
    let (index, word) = set_words(state, bits, kind).enumerate().find(|(_, word)| *word != 0)?;
    Some(ElementId::new(64 * index + word.trailing_zeros() as usize))
}
