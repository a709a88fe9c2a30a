//! The general tier of native code: scalar code for every rule.
//!
//! A rule becomes loops over its `for` clause, its pieces and its targets; expressions become arithmetic on words, sets
//! of elements or locations words of bits, named expressions are inlined or, if they are recursive, functions. Values that
//! are known while code is generated are constants of it (partial evaluation). A condition on a location is evaluated for
//! all locations at once where it fits ([`bitwise`]). The condition `after` is tested by making the move and taking it
//! back with a journal of changes.
//!
//! A fault of the game file ends the call; the interpreter then repeats the operation and reports the fault. The same
//! happens for anything beyond the bounds of scratch memory.
//!
//! Files: [`generator`] (what is known, control flow, tables), [`values`], [`expressions`], [`queries`], [`families`],
//! [`geometry`], [`rays`], [`sets`], [`iteration`], [`aggregates`], [`windows`], [`bitwise`] with [`lanes`], [`flood`], [`calls`], [`effects`];
//! then [`candidates`], [`pieces`], [`origins`], [`merged_ways`] and [`targets`] (listing by rules), [`reaches`] with [`supersets`] (which rules can allow equal moves),
//! [`making`] with [`combinations`],
//! [`segments`] and [`listing`] (legality, preferences, equal moves), [`chance`] (turns and weights), [`playout`] and
//! [`heuristics`]. Dynamically typed expressions, of files
//! of the 2013 edition, are in [`untyped`].

// The generators of one family share a signature, whether each of them can fail or reads what is known so far or not; a
// function with one arm for every construct stays in one piece.
#![allow(
    clippy::unnecessary_wraps,
    clippy::unused_self,
    clippy::needless_pass_by_value,
    clippy::too_many_lines,
    clippy::match_same_arms,
    clippy::needless_for_each,
    clippy::trivially_copy_pass_by_ref,
    clippy::struct_excessive_bools
)]

mod aggregates;
mod bitwise;
mod calls;
mod candidates;
mod chance;
mod combinations;
mod effects;
mod expressions;
mod families;
mod flood;
mod generator;
mod geometry;
mod heuristics;
mod iteration;
mod lanes;
mod listing;
mod making;
mod merged_ways;
mod origins;
mod pieces;
mod playout;
mod queries;
mod rays;
mod reaches;
mod scratch;
mod segments;
mod sets;
mod supersets;
mod targets;
mod untyped;
mod values;
mod windows;

use std::cell::RefCell;

use boardwright_game::ids::{ElementId, LocationId, RuleId};
use boardwright_game::playout::Playout;
use boardwright_interpreter::classes::deduplicate_moves;
use boardwright_interpreter::layout::Layout;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use boardwright_jit::{CompiledProgram, FunctionId, Program};
use boardwright_rules::{Next, Rule, RuleSet};
use rand::Rng;
use rand_pcg::Pcg64Mcg;

pub(crate) use heuristics::HeuristicCode;

use candidates::{PlayerRule, move_key};
use generator::{Generated, Generator};
use listing::Group;
use making::ILLEGAL;
use pieces::EqualPieces;
use playout::TurnCode;

use super::{Bailout, CONTINUES, MOVE_FAILED, history, outcome_of, read_word, with_history};
use crate::Unsupported;
use crate::analyse::chance::passes_to_chance;

/// Scalar native code of a game.
#[derive(Debug)]
pub(crate) struct BaselineCode {
    compiled: CompiledProgram,
    functions: Functions,
    has_history: bool,
    /// `true` if the legality of moves depends on the history.
    reads_history: bool,
    summary: String,
    /// The rules of which some moves are listed for all origins at once.
    listed_by_distance: Vec<RuleId>,
    /// Numbers of combinations of `for` clauses, by table, origin and target.
    ways: Vec<u8>,
    /// By rule: whether equal pieces can make the listed moves too.
    equal_pieces: Vec<EqualPieces>,
    /// `true` if chance moves have code.
    moves_chance: bool,
}

/// Entry points.
#[derive(Clone, Debug)]
struct Functions {
    /// Lists the legal moves, with equal ones.
    list: FunctionId,
    /// Counts the legal moves.
    count: FunctionId,
    can_move: FunctionId,
    make: FunctionId,
    /// By turn.
    ends: Vec<FunctionId>,
    play: FunctionId,
    has_equal_moves: bool,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// Reusable buffers: scratch memory of the generated code, and a copy of a state.
#[derive(Default)]
struct Scratch {
    words: Vec<u8>,
    body: Vec<u8>,
    keys: Vec<u64>,
}

impl Scratch {
    /// Clears the words that a call reads before it writes them.
    #[inline]
    fn begin(&mut self) {
        self.words.resize(scratch::BYTES, 0);
        for at in [
            scratch::FAULT,
            scratch::DEPTH,
            scratch::TESTS_ONLY,
            scratch::REPEATS,
            scratch::CHOSEN,
            scratch::JOURNAL_TOP,
            scratch::LISTS_REPLIES,
            scratch::ANY_OF_EQUAL,
        ] {
            self.set(at, 0);
        }
    }

    #[inline]
    fn set(&mut self, at: usize, word: u64) {
        self.words[at..at + 8].copy_from_slice(&word.to_le_bytes());
    }
}

impl BaselineCode {
    /// Compiles a game. If its chance moves are not supported and only begin it, those of the players are compiled.
    ///
    /// # Errors
    /// The construct that is not supported.
    pub(crate) fn new(rules: &RuleSet, layout: &Layout) -> Result<Self, String> {
        let has_chance = layout.chance.is_some();
        let written = match write_program(rules, layout, has_chance) {
            Err(_) if has_chance && !passes_to_chance(rules) => write_program(rules, layout, false),
            written => written,
        };
        let Written { program, functions, reads_history, listed_by_distance, ways, equal_pieces, moves_chance } =
            written.map_err(|Unsupported(what)| what.to_owned())?;
        let compiled = CompiledProgram::new(&program).map_err(|error| error.to_string())?;
        let summary = super::summary(&program, &compiled);
        Ok(Self {
            compiled,
            functions,
            has_history: layout.counts_repetitions,
            reads_history,
            summary,
            listed_by_distance,
            ways,
            equal_pieces,
            moves_chance,
        })
    }

    /// `true` if chance moves have code.
    pub(crate) fn moves_chance(&self) -> bool {
        self.moves_chance
    }

    /// The rules of which some moves are listed for all origins at once.
    pub(crate) fn rules_listed_by_distance(&self) -> &[RuleId] {
        &self.listed_by_distance
    }

    /// Description of the size of the code.
    pub(crate) fn summary(&self) -> &str {
        &self.summary
    }

    /// Lists the legal moves, one of each class of equal ones unless `all` are wanted. Returns `false` if the interpreter
    /// must do it.
    pub(crate) fn list_moves(
        &self,
        rules: &RuleSet,
        layout: &Layout,
        state: &State,
        all: bool,
        moves: &mut Vec<Move>,
    ) -> bool {
        if all && self.equal_pieces.contains(&EqualPieces::AreUnknown) {
            return false;
        }
        SCRATCH.with_borrow_mut(|buffers| {
            buffers.begin();
            buffers.body.clear();
            buffers.body.extend_from_slice(&state.bytes);
            let count = self.call(self.functions.list, state.history(), &mut buffers.body, &mut buffers.words);
            if count == MOVE_FAILED {
                return false;
            }
            let Scratch { words, keys, .. } = buffers;
            keys.clear();
            if count > 0 && read_word(words, scratch::BY_SEGMENTS) != 0 {
                let content = |at: u64| {
                    state.content(layout, LocationId(at as u16)).map_or(0, |element| u64::from(element.0) + 1)
                };
                let for_index = |table: usize, element: u64, to: u64| {
                    let from = state.location(layout, ElementId(element as u16 - 1)).map_or(0, LocationId::index);
                    let row = table * layout.key_place.len() + from;
                    u64::from(self.ways[row * layout.key_place.len() + to as usize])
                };
                segments::read_segments(words, layout.key_place.len().div_ceil(64).max(1), content, for_index, keys);
            } else {
                let listed = words[scratch::MOVES..].chunks_exact(8).take(count as usize);
                keys.extend(listed.map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes"))));
            }
            keys.sort_unstable();
            moves.extend(keys.iter().map(|&key| move_of_key(rules, layout, state, key)));
            if all {
                self.add_equal_pieces(rules, layout, state, moves);
            } else if self.functions.has_equal_moves {
                deduplicate_moves(rules, layout, state, moves);
            }
            true
        })
    }

    /// Adds the moves of pieces that are equal to listed ones, and drops moves that differ by the rule only.
    fn add_equal_pieces(&self, rules: &RuleSet, layout: &Layout, state: &State, moves: &mut Vec<Move>) {
        let mut every = Vec::with_capacity(moves.len());
        for &mv in moves.iter() {
            every.push(mv);
            let Some(element) = mv.element else { continue };
            let place = layout.place_of(mv.from);
            if !layout.is_shared(place) || self.equal_pieces[mv.rule.index()] == EqualPieces::AreListed {
                continue;
            }
            let kind = state.kind(layout, element);
            for &(other, _) in rules.rules[mv.rule.index()].elements() {
                let from = state.location(layout, other);
                if other != element
                    && state.kind(layout, other) == kind
                    && layout.place_of(from) == place
                    && mv.to != from
                {
                    every.push(Move { element: Some(other), from, ..mv });
                }
            }
        }
        every.sort_unstable_by_key(|mv| key_of_move(*mv));
        every.dedup();
        moves.clear();
        let mut seen: rustc_hash::FxHashMap<_, Vec<Move>> = rustc_hash::FxHashMap::default();
        for mv in every {
            let known = seen.entry((mv.element, mv.from, mv.to)).or_default();
            if !known.iter().any(|other| other.is_same(mv, rules)) {
                known.push(mv);
                moves.push(mv);
            }
        }
    }

    /// Number of legal moves, equal ones counted once; `None` if they must be listed.
    pub(crate) fn count_moves(&self, state: &State) -> Option<u64> {
        SCRATCH.with_borrow_mut(|buffers| {
            buffers.begin();
            buffers.set(scratch::ANY_OF_EQUAL, 1);
            buffers.body.clear();
            buffers.body.extend_from_slice(&state.bytes);
            let count = self.call(self.functions.count, state.history(), &mut buffers.body, &mut buffers.words);
            (count != MOVE_FAILED).then_some(count)
        })
    }

    /// `true` if the player to move can move; `None` if the interpreter must decide.
    pub(crate) fn can_move(&self, state: &State) -> Option<bool> {
        SCRATCH.with_borrow_mut(|buffers| {
            buffers.begin();
            buffers.body.clear();
            buffers.body.extend_from_slice(&state.bytes);
            let answer = self.call(self.functions.can_move, state.history(), &mut buffers.body, &mut buffers.words);
            (answer != MOVE_FAILED).then_some(answer != 0)
        })
    }

    /// Makes a listed move. Returns `false` if the interpreter must make it; the state is unchanged then.
    #[inline]
    pub(crate) fn make_move(&self, rules: &RuleSet, layout: &Layout, state: &mut State, mv: Move) -> bool {
        let before = if state.is_chance_next(layout) { layout.player_count } else { 0 };
        let turn = before + state.mover().index();
        SCRATCH.with_borrow_mut(|buffers| {
            buffers.begin();
            buffers.set(scratch::MOVE, key_of_move(mv));
            buffers.body.clear();
            buffers.body.extend_from_slice(&state.bytes);
            let keys = if self.reads_history { state.history().to_vec() } else { Vec::new() };
            let mut code = self.call(self.functions.make, &keys, &mut state.bytes, &mut buffers.words);
            let mut recorded = false;
            if code == CONTINUES {
                if self.has_history {
                    state.record_in_history(rules, layout);
                    recorded = true;
                    buffers.set(scratch::REPEATS, state.repetition_count() as u64);
                }
                let keys = if self.reads_history { state.history().to_vec() } else { Vec::new() };
                code = self.call(self.functions.ends[turn], &keys, &mut state.bytes, &mut buffers.words);
            }
            if code == MOVE_FAILED || code == ILLEGAL {
                state.bytes.copy_from_slice(&buffers.body);
                if recorded {
                    state.forget_last_position();
                }
                return false;
            }
            true
        })
    }

    /// Plays a random playout. On an error `state` is the position of the playout from which it cannot continue.
    pub(crate) fn play_out(
        &self,
        from: &State,
        state: &mut State,
        most: u64,
        rng: &mut Pcg64Mcg,
    ) -> Result<Playout, Bailout> {
        let random = rng.next_u64();
        state.clone_from(from);
        let room = history::room(self.has_history, from);
        if room == 0 && most > 0 {
            return Err(Bailout::AfterMoves(0));
        }
        let (ended, length) = self.play(state, most.min(room), random, 0);
        let outcome = match ended {
            CONTINUES if length < most => return Err(Bailout::AfterMoves(length)),
            CONTINUES => None,
            MOVE_FAILED => {
                // The same playout up to the position in which the fault was met.
                state.clone_from(from);
                let (again, reached) = self.play(state, length, random, 0);
                if again != CONTINUES || reached != length {
                    state.clone_from(from);
                    return Err(Bailout::AfterMoves(0));
                }
                return Err(Bailout::AfterMoves(length));
            }
            winner => Some(outcome_of(winner)),
        };
        Ok(Playout { length, outcome })
    }

    /// Draws a chance move by its weight and makes it. Returns `None`, with the state unchanged, if the interpreter must
    /// do it.
    pub(crate) fn play_chance(&self, state: &mut State, rng: &mut dyn Rng) -> Option<DrawnMove> {
        if !self.moves_chance {
            return None;
        }
        let positions = state.history().len();
        SCRATCH.with_borrow_mut(|buffers| {
            buffers.body.clear();
            buffers.body.extend_from_slice(&state.bytes);
        });
        let arguments = [(scratch::RANDOM, rng.next_u64()), (scratch::LIMIT, 1), (scratch::CHOSEN, 0)];
        let (ended, length) = self.play_with(state, arguments, false);
        SCRATCH.with_borrow(|buffers| {
            if ended != MOVE_FAILED && length == 1 {
                return Some(DrawnMove(read_word(&buffers.words, scratch::DRAWN)));
            }
            state.bytes.copy_from_slice(&buffers.body);
            while state.history().len() > positions {
                state.forget_last_position();
            }
            None
        })
    }

    /// The position after each move from which playouts draw, in arbitrary order; `None` for a move that meets a fault.
    /// Returns `None` if the moves cannot be listed. For tests.
    pub(crate) fn successors(&self, state: &State) -> Option<Vec<Option<State>>> {
        let mut found = Vec::new();
        for number in 1.. {
            let mut after = state.clone();
            let (ended, length) = self.play(&mut after, 1, 1, number);
            match ended {
                ILLEGAL => {}
                MOVE_FAILED => found.push(None),
                _ if length == 0 => break,
                _ => found.push(Some(after)),
            }
            if number >= SCRATCH.with_borrow(|buffers| read_word(&buffers.words, scratch::TOTAL)) {
                break;
            }
        }
        Some(found)
    }

    /// Plays up to this number of moves. Returns the code with which the playout ended and the number of moves.
    fn play(&self, state: &mut State, most: u64, random: u64, chosen: u64) -> (u64, u64) {
        self.play_with(state, [(scratch::RANDOM, random), (scratch::LIMIT, most), (scratch::CHOSEN, chosen)], true)
    }

    /// Plays with these arguments; of several interchangeable pieces any one may move, or the first in file order.
    fn play_with(&self, state: &mut State, arguments: [(usize, u64); 3], any_of_equal: bool) -> (u64, u64) {
        SCRATCH.with_borrow_mut(|buffers| {
            buffers.begin();
            buffers.set(scratch::LENGTH, 0);
            buffers.set(scratch::ANY_OF_EQUAL, u64::from(any_of_equal));
            arguments.into_iter().for_each(|(at, word)| buffers.set(at, word));
            let words = &mut buffers.words;
            let ended = if self.has_history {
                with_history(state, |body, history| self.compiled.call(self.functions.play, [body, words, history]))
            } else {
                self.compiled.call(self.functions.play, [&mut state.bytes, words, &mut []])
            };
            (ended, read_word(words, scratch::LENGTH))
        })
    }

    #[inline]
    fn call(&self, function: FunctionId, keys: &[u64], body: &mut [u8], words: &mut [u8]) -> u64 {
        if self.reads_history {
            if keys.len() >= history::MAX_POSITIONS {
                return MOVE_FAILED;
            }
            return super::with_history_of(keys, |history| self.compiled.call(function, [body, words, history]));
        }
        if self.has_history {
            // The history is used by playouts only; its memory has to be there.
            return super::with_history_memory(|history| self.compiled.call(function, [body, words, history]));
        }
        self.compiled.call(function, [body, words, &mut []])
    }
}

/// A chance move that was drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DrawnMove(u64);

impl DrawnMove {
    /// The move; `before` is the state in which it was drawn.
    pub(crate) fn in_state(self, rules: &RuleSet, layout: &Layout, before: &State) -> Move {
        move_of_key(rules, layout, before, self.0)
    }
}

/// Key of a move.
fn key_of_move(mv: Move) -> u64 {
    let element = mv.element.map_or(0, |element| u64::from(element.0) + 1);
    let to = mv.to.map_or(move_key::OFF, |to| u64::from(to.0) + 1);
    u64::from(mv.rule.0) << move_key::RULE
        | u64::from(mv.choice) << move_key::CHOICE
        | element << move_key::ELEMENT
        | to << move_key::TO
        | u64::from(mv.for_index)
}

/// The move with a key.
fn move_of_key(rules: &RuleSet, layout: &Layout, state: &State, key: u64) -> Move {
    let element = ((key >> move_key::ELEMENT) as u16).checked_sub(1).map(ElementId);
    let to = u64::from((key >> move_key::TO) as u16);
    let rule = (key >> move_key::RULE) as u16;
    debug_assert!(usize::from(rule) < rules.rules.len(), "a key names a rule");
    Move {
        element,
        from: element.and_then(|element| state.location(layout, element)),
        to: (to != move_key::OFF).then(|| LocationId(to as u16 - 1)),
        rule: RuleId(rule),
        choice: (key >> move_key::CHOICE) as u16 & 0xff,
        for_index: u32::from(key as u16),
    }
}

/// The program of a game.
struct Written {
    program: Program,
    functions: Functions,
    reads_history: bool,
    listed_by_distance: Vec<RuleId>,
    ways: Vec<u8>,
    equal_pieces: Vec<EqualPieces>,
    moves_chance: bool,
}

/// Writes the program of a game, with or without its chance moves.
fn write_program(rules: &RuleSet, layout: &Layout, with_chance: bool) -> Generated<Written> {
    let mut g = Generator::new(rules, layout)?;
    let has_after: Vec<bool> = rules.rules.iter().map(|rule| rule.after.is_some()).collect();
    let mut priorities: Vec<i32> = rules.rules.iter().map(|rule| rule.priority).collect();
    priorities.sort_unstable_by(|one, other| other.cmp(one));
    priorities.dedup();
    let mut turns: Vec<TurnCode> = Vec::new();
    let mut turn_rules: Vec<Vec<PlayerRule<'_>>> = Vec::new();
    for turn in g.turns(with_chance) {
        let mut of_turn = Vec::new();
        for (index, rule) in rules.rules.iter().enumerate() {
            if rule.chance.is_some() == turn.is_chance {
                of_turn.extend(g.player_rule(index, turn.player)?);
            }
        }
        turn_rules.push(of_turn);
    }
    let mut has_equal_moves = false;
    for (turn, of_turn) in g.turns(with_chance).into_iter().zip(&mut turn_rules) {
        let mut groups = Vec::new();
        for &priority in &priorities {
            let equal = g.mark_equal_moves(of_turn, priority);
            let of_priority: Vec<&PlayerRule<'_>> =
                of_turn.iter().filter(|rule| rule.rule.priority == priority).collect();
            if of_priority.is_empty() {
                continue;
            }
            if turn.is_chance {
                g.check_chance_moves(&of_priority)?;
            }
            let equal = equal && !turn.is_chance;
            has_equal_moves |= equal || of_priority.iter().any(|rule| g.has_interchangeable(rule));
            groups.push(Group {
                candidates: g.board.w.declare_function(0),
                has_after: of_priority.iter().any(|rule| rule.rule.after.is_some()),
                has_preferences: of_priority.iter().any(|rule| rule.rule.prefer.is_some()),
                has_equal_moves: equal,
                by_segments: !turn.is_chance
                    && g.lists_segments(&of_priority, equal)
                    && (!equal || (g.has_room_for_targets() && g.equal_moves_are_alike(&of_priority))),
                equal_moves_are_alike: g.equal_moves_are_alike(&of_priority),
            });
        }
        let [make, ends, list, count, can_move] = [(); 5].map(|()| g.board.w.declare_function(0));
        turns.push(TurnCode { turn, groups, make, ends, list, count, can_move, weights: None });
    }
    if rules.rival_policy == boardwright_rules::RivalPolicy::BestAward {
        let has_awards = |rule: &PlayerRule<'_>| !rule.rule.awards.is_empty();
        let are_rivals = |one: &PlayerRule<'_>, other: &PlayerRule<'_>| {
            (has_awards(one) || has_awards(other))
                && one.rule.priority == other.rule.priority
                && g.can_overlap(one, other)
        };
        let any = turn_rules.iter().any(|rules| {
            rules.iter().enumerate().any(|(number, one)| rules[..number].iter().any(|other| are_rivals(one, other)))
        });
        if any {
            return Err(Unsupported("equal moves of rules with different awards"));
        }
    }
    let can_move: Vec<FunctionId> = turns.iter().map(|turn| turn.can_move).collect();
    g.can_move.clone_from(&can_move);
    for (of_turn, code) in turn_rules.iter().zip(&mut turns) {
        let player = code.turn.player;
        g.moves_chance = code.turn.is_chance;
        let mut groups = code.groups.iter();
        for &priority in &priorities {
            let of_priority: Vec<&PlayerRule<'_>> =
                of_turn.iter().filter(|rule| rule.rule.priority == priority).collect();
            if of_priority.is_empty() {
                continue;
            }
            let group = groups.next().expect("one group for each priority");
            g.writes_preferences = group.has_preferences;
            g.writes_segments = group.by_segments;
            g.drops_equal_targets = group.by_segments && group.has_equal_moves;
            g.write_candidates(group.candidates, player, &of_priority)?;
        }
        g.write_make(code.make, player, of_turn)?;
        code.weights = if g.moves_chance { g.write_weights(player, of_turn)? } else { None };
        let next = player.next(layout.player_count);
        let next = of_turn.iter().all(|rule| matches!(rule.rule.next, Next::Following)).then_some(next);
        g.write_ends(code.ends, player, next, &can_move)?;
        g.write_list(code.list, &code.groups, code.make, &has_after, false)?;
        g.write_list(code.count, &code.groups, code.make, &has_after, true)?;
        g.write_can_move(code.can_move, &code.groups, code.make, &has_after)?;
    }
    g.moves_chance = false;
    let mut entry = |which: fn(&TurnCode) -> FunctionId| -> Generated<FunctionId> {
        let id = g.board.w.declare_function(0);
        g.board.w.begin_declared(id);
        g.by_turn(turns.len(), |g, index| {
            let code = g.board.w.call(which(&turns[index]), &[]);
            g.board.w.return_word(code);
            Ok(())
        })?;
        g.board.w.return_word(MOVE_FAILED);
        g.board.w.end_declared(id);
        Ok(id)
    };
    let list = entry(|turn| turn.list)?;
    let count = entry(|turn| turn.count)?;
    let can_move = entry(|turn| turn.can_move)?;
    let make = entry(|turn| turn.make)?;
    let ends = turns.iter().map(|turn| turn.ends).collect();
    let play = g.write_playout(&turns, &has_after)?;
    let functions = Functions { list, count, can_move, make, ends, play, has_equal_moves };
    let reads_history = g.reads_history;
    let listed_by_distance = (0..rules.rules.len())
        .filter(|rule| g.listed_by_distance.contains(rule))
        .map(|rule| RuleId(rule as u16))
        .collect();
    g.write_find_way();
    let ways = g.way_tables.concat();
    let mut equal_pieces = vec![EqualPieces::Move; rules.rules.len()];
    for rule in turn_rules.iter().flatten() {
        let pieces = &mut equal_pieces[rule.index];
        *pieces = (*pieces).max(g.equal_pieces(rule));
    }
    let program = g.board.w.finish();
    let moves_chance = with_chance;
    Ok(Written { program, functions, reads_history, listed_by_distance, ways, equal_pieces, moves_chance })
}

/// `true` if two rules make the same moves with the same effects, as far as their expressions tell.
fn have_same_effects(rules: &RuleSet, one: &Rule, other: &Rule) -> bool {
    fn same(rules: &RuleSet, one: boardwright_game::ids::ExprId, other: boardwright_game::ids::ExprId) -> bool {
        if one == other {
            return true;
        }
        let (a, b) = (&rules.exprs[one], &rules.exprs[other]);
        let (parts, others) = (a.operands(), b.operands());
        let alike = match (a, b) {
            _ if parts.is_empty() || others.is_empty() => a == b,
            (boardwright_rules::Expr::Query(a, _), boardwright_rules::Expr::Query(b, _)) => a == b,
            (boardwright_rules::Expr::Effect(a, _), boardwright_rules::Expr::Effect(b, _)) => a == b,
            (boardwright_rules::Expr::Call(a, _), boardwright_rules::Expr::Call(b, _)) => a == b,
            (boardwright_rules::Expr::Unary(a, _), boardwright_rules::Expr::Unary(b, _)) => a == b,
            (boardwright_rules::Expr::Binary(a, ..), boardwright_rules::Expr::Binary(b, ..)) => a == b,
            (boardwright_rules::Expr::Arithmetic(a, ..), boardwright_rules::Expr::Arithmetic(b, ..)) => a == b,
            (boardwright_rules::Expr::If(..), boardwright_rules::Expr::If(..))
            | (boardwright_rules::Expr::Lines(_), boardwright_rules::Expr::Lines(_))
            | (boardwright_rules::Expr::DistinctSet(_), boardwright_rules::Expr::DistinctSet(_)) => true,
            _ => false,
        };
        alike
            && parts.len() == others.len()
            && parts.into_iter().zip(others).all(|(one, other)| same(rules, one, other))
    }
    let same_part =
        |one: Option<boardwright_game::ids::ExprId>, other: Option<boardwright_game::ids::ExprId>| match (one, other) {
            (None, None) => true,
            (Some(one), Some(other)) => same(rules, one, other),
            _ => false,
        };
    one.element.is_some()
        && other.element.is_some()
        && same_part(one.after, other.after)
        && same_part(one.followup, other.followup)
        && one.for_each.is_empty()
        && other.for_each.is_empty()
}

impl<'a> Generator<'a> {
    /// `true` if equal moves of these rules have the same legality, so that it is enough to test one of them.
    fn equal_moves_are_alike(&self, group: &[&PlayerRule<'a>]) -> bool {
        let plain = |rule: &&PlayerRule<'a>| {
            let mut read = Vec::new();
            rule.rule.after.iter().chain(&rule.rule.followup).for_each(|id| self.collect_variables(*id, &mut read));
            !rule.may_have_equal_moves
                || rule.rule.after.is_none()
                || rule.rule.for_each.iter().all(|(variable, _)| !read.contains(variable))
        };
        group.iter().all(plain)
            && group.iter().enumerate().all(|(number, one)| {
                group[..number]
                    .iter()
                    .all(|other| !self.can_overlap(one, other) || have_same_effects(self.rules, one.rule, other.rule))
            })
    }
}
