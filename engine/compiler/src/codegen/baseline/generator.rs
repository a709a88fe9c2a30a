//! The generator: what is known at the present point of the generated code, tests for faults, tables, and loops.

use rustc_hash::FxHashMap;

use boardwright_game::ids::{ExprId, VarId};
use boardwright_interpreter::layout::Layout;
use boardwright_jit::{Arg, Binary, FunctionId, Inst, Memory, MemoryId, Unary, Var, Width};
use boardwright_rules::RuleSet;

use super::calls::{CompiledFunction, Signature};
use super::scratch;
use super::untyped::{self, UntypedFunction, UntypedSignature};
use super::values::{Env, ThingKind, Value};
use crate::Unsupported;
use crate::codegen::MOVE_FAILED;
use crate::codegen::board::Board;

/// Result of generating code for an expression.
pub(super) type Generated<T> = Result<T, Unsupported>;

/// The move that expressions ask about, as far as it is known.
#[derive(Clone, Debug)]
pub(super) struct Context {
    /// Number of the player who makes the move; 0 before the first.
    pub(super) mover: Arg,
    /// Number of the player to move.
    pub(super) player: Arg,
    /// The element that moves, plus 1.
    pub(super) moved: Arg,
    /// Origin, plus 1.
    pub(super) from: Arg,
    /// Target.
    pub(super) to: Value,
    /// `true` while the origin is the lane, and the element that moves is its content.
    pub(super) origins_are_lanes: bool,
    /// The captured element, plus 1.
    pub(super) captured: Arg,
    /// Value of the chosen word.
    pub(super) choice: Option<ExprId>,
    /// Number of the player for whom a heuristic is evaluated.
    pub(super) me: Arg,
    /// Number of occurrences of the position; `None` where it is not known.
    pub(super) repeats: Option<Arg>,
    /// The rule whose condition on the position after the move is evaluated.
    pub(super) after: Option<usize>,
    /// By [turn](super::chance): the function that finds out whether there is a legal move, where expressions may ask for the lack of moves.
    pub(super) lists: Vec<FunctionId>,
}

impl Context {
    /// A context without a move.
    pub(super) fn without_move(player: Arg) -> Self {
        Self {
            mover: Arg::Word(0),
            player,
            moved: Arg::Word(0),
            from: Arg::Word(0),
            to: Value::Thing(ThingKind::Location, Arg::Word(0)),
            origins_are_lanes: false,
            captured: Arg::Word(0),
            choice: None,
            me: Arg::Word(0),
            repeats: None,
            after: None,
            lists: Vec::new(),
        }
    }
}

/// Generator of the scalar code of a game.
pub(super) struct Generator<'a> {
    pub(super) board: Board<'a>,
    pub(super) rules: &'a RuleSet,
    pub(super) layout: &'a Layout,
    pub(super) scratch: MemoryId,
    pub(super) env: Env,
    pub(super) context: Context,
    /// Number of tests for faults written so far.
    pub(super) faults: usize,
    /// Number of recursive calls written so far.
    pub(super) recursive_calls: usize,
    /// `true` while the body of a recursive function is written: fixed slots of scratch memory are not available.
    pub(super) is_recursive: bool,
    /// `true` while sets are evaluated in which the null value does not count.
    pub(super) drops_null: bool,
    /// The lanes that count, while conditions are evaluated for all lanes; `None` for all of them.
    pub(super) domain: Option<Vec<u64>>,
    /// `true` while moves are listed of which some rules prefer some.
    pub(super) writes_preferences: bool,
    /// `true` while moves are listed by segments.
    pub(super) writes_segments: bool,
    /// `true` while segments are listed of which several can have the same piece and target.
    pub(super) drops_equal_targets: bool,
    /// Number of tests of the present rule that were written before its loops.
    pub(super) hoisted: usize,
    /// `true` while the moves of all combinations of a `for` clause are listed together for each piece.
    pub(super) merges_ways: bool,
    /// The targets of the piece found so far, while those of several combinations are collected.
    pub(super) collected: Option<Vec<Var>>,
    /// By rule and player whose combinations are merged: by origin and target, the number of the combination.
    pub(super) way_tables: Vec<Vec<u8>>,
    /// The function that looks up the number of a combination.
    pub(super) find_for_index: Option<FunctionId>,
    /// Indices of the rules of which some moves are listed for all origins at once.
    pub(super) listed_by_distance: Vec<usize>,
    /// `true` if some segments hold origins rather than targets.
    pub(super) lists_origins: bool,
    pub(super) functions: FxHashMap<Signature, CompiledFunction>,
    /// By [turn](super::chance): the function that finds out whether there is a legal move.
    pub(super) can_move: Vec<FunctionId>,
    /// `true` while code for chance moves is written.
    pub(super) moves_chance: bool,
    /// `true` while the function of the weights of chance moves is written, rather than the one that makes them.
    pub(super) writes_weights: bool,
    /// The greatest weight of a chance move written so far.
    pub(super) greatest_weight: i64,
    /// The history of positions, in games that count repetitions.
    pub(super) history: Option<MemoryId>,
    /// `true` if a condition on the position after a move reads the history.
    pub(super) reads_history: bool,
    /// Functions of conditions that rules share: by text, number of the player who moves and of the player to move.
    pub(super) conditions: FxHashMap<(String, (Arg, Arg)), FunctionId>,
    /// `true` if the expressions are dynamically typed.
    pub(super) is_untyped: bool,
    /// `true` while dynamically typed expressions may change the position.
    pub(super) may_change: bool,
    /// `true` if the ends of the game read variables of the move, and are tested when it is made.
    pub(super) tests_ends_when_made: bool,
    /// Functions of dynamically typed named expressions that call themselves.
    pub(super) untyped_functions: FxHashMap<UntypedSignature, UntypedFunction>,
    /// Recursive dynamically typed named expressions around the present point.
    pub(super) being_written: Vec<boardwright_game::ids::FunctionId>,
    /// The targets that fulfil a dynamically typed condition, where it is the same for all pieces.
    pub(super) shared_targets: Option<Vec<Arg>>,
    /// Number of loops around the present point of dynamically typed expressions.
    pub(super) loops: usize,
    /// Variables that expressions have assigned, in order.
    pub(super) assigned: Vec<VarId>,
    /// Locations that tables give for others around the present point.
    pub(super) derived: Vec<super::rays::DerivedPlace>,
    tables: FxHashMap<Box<[u8]>, MemoryId>,
    /// First free byte of the part of scratch memory for sets.
    next_slot: usize,
}

/// Maximum number of instructions that the generator writes, discarded ones included.
const MAX_WRITTEN: usize = 400_000;

impl<'a> Generator<'a> {
    pub(super) fn new(rules: &'a RuleSet, layout: &'a Layout) -> Generated<Self> {
        let mut board = Board::new(rules, layout)?;
        let scratch = board.w.add_memory(Memory::Buffer(scratch::BYTES));
        let history =
            layout.counts_repetitions.then(|| board.w.add_memory(Memory::Buffer(crate::codegen::history::BYTES)));
        Ok(Self {
            board,
            rules,
            layout,
            scratch,
            env: Self::no_variables(rules),
            context: Context::without_move(Arg::Word(0)),
            faults: 0,
            recursive_calls: 0,
            is_recursive: false,
            drops_null: false,
            domain: None,
            writes_preferences: false,
            writes_segments: false,
            drops_equal_targets: false,
            hoisted: 0,
            merges_ways: false,
            collected: None,
            way_tables: Vec::new(),
            find_for_index: None,
            listed_by_distance: Vec::new(),
            lists_origins: false,
            functions: FxHashMap::default(),
            can_move: Vec::new(),
            moves_chance: false,
            writes_weights: false,
            greatest_weight: 0,
            history,
            reads_history: false,
            conditions: FxHashMap::default(),
            is_untyped: untyped::is_untyped(rules),
            may_change: false,
            tests_ends_when_made: untyped::ends_read_variables(rules),
            untyped_functions: FxHashMap::default(),
            being_written: Vec::new(),
            shared_targets: None,
            loops: 0,
            assigned: Vec::new(),
            derived: Vec::new(),
            tables: FxHashMap::default(),
            next_slot: scratch::SLOTS,
        })
    }

    /// An environment in which no variable has a value; the last slot is that of the player to move.
    pub(super) fn no_variables(rules: &RuleSet) -> Env {
        vec![None; rules.variables.len() + 1]
    }

    /// Fails once the code gets too long.
    pub(super) fn check_size(&self) -> Generated<()> {
        if self.board.w.instructions_written() > MAX_WRITTEN {
            return Err(Unsupported("more instructions than are worth compiling"));
        }
        Ok(())
    }

    /// Number of words of a set of locations or elements.
    pub(super) fn words_of(&self, kind: ThingKind) -> usize {
        self.members_of(kind).div_ceil(64).max(1)
    }

    /// Number of elements, locations and so on.
    pub(super) fn members_of(&self, kind: ThingKind) -> usize {
        match kind {
            ThingKind::Element => self.rules.elements.len(),
            ThingKind::Location => self.rules.locations.len(),
            ThingKind::ElementType => self.rules.element_types.len(),
            ThingKind::LocationType => self.rules.location_types.len(),
            ThingKind::Direction => self.rules.directions.len(),
            ThingKind::Relation => self.rules.relations.len(),
        }
    }

    // Arithmetic on words.

    pub(super) fn op(&mut self, op: Binary, left: impl Into<Arg>, right: impl Into<Arg>) -> Arg {
        self.board.w.binary(op, left, right)
    }

    pub(super) fn and(&mut self, left: impl Into<Arg>, right: impl Into<Arg>) -> Arg {
        self.op(Binary::And, left, right)
    }

    pub(super) fn or(&mut self, left: impl Into<Arg>, right: impl Into<Arg>) -> Arg {
        self.op(Binary::Or, left, right)
    }

    pub(super) fn equal(&mut self, left: impl Into<Arg>, right: impl Into<Arg>) -> Arg {
        self.op(Binary::Equal, left, right)
    }

    /// 1 for 0 and 0 for 1.
    pub(super) fn negate(&mut self, flag: Arg) -> Arg {
        self.op(Binary::Xor, flag, 1)
    }

    /// 1 if any of the words is not 0.
    pub(super) fn any_bit(&mut self, words: &[Arg]) -> Arg {
        let mut any = Arg::Word(0);
        for &word in words {
            any = self.or(any, word);
        }
        self.op(Binary::NotEqual, any, 0)
    }

    /// Number of bits of some words.
    pub(super) fn count_bits(&mut self, words: &[Arg]) -> Arg {
        let mut sum = Arg::Word(0);
        for &word in words {
            let count = self.board.w.unary(Unary::CountOnes, word);
            sum = self.op(Binary::Add, sum, count);
        }
        sum
    }

    /// Combines two sets word by word.
    pub(super) fn combine(&mut self, op: Binary, left: &[Arg], right: &[Arg]) -> Vec<Arg> {
        left.iter().zip(right).map(|(&left, &right)| self.op(op, left, right)).collect()
    }

    /// The word of a set that holds a member, given by its number from 0.
    pub(super) fn bit_of(&mut self, words: &[Arg], index: Arg) -> Arg {
        let word = match (words, index) {
            ([word], _) => *word,
            (_, Arg::Word(index)) => words.get(index as usize / 64).copied().unwrap_or(Arg::Word(0)),
            _ => {
                let which = self.op(Binary::ShiftRight, index, 6);
                let mut chosen = words[words.len() - 1];
                for (number, &word) in words.iter().enumerate().rev().skip(1) {
                    let here = self.equal(which, number as u64);
                    chosen = self.board.w.select(here, word, chosen);
                }
                chosen
            }
        };
        let bit = self.op(Binary::ShiftRight, word, index);
        self.and(bit, 1)
    }

    /// A set with one member, given by its number plus 1; empty for 0.
    pub(super) fn single_bit(&mut self, words: usize, counted: Arg) -> Vec<Arg> {
        if let Arg::Word(counted) = counted {
            let mut set = vec![Arg::Word(0); words];
            if let Some(index) = counted.checked_sub(1) {
                set[index as usize / 64] = Arg::Word(1 << (index % 64));
            }
            return set;
        }
        let index = self.op(Binary::Sub, counted, 1);
        let some = self.op(Binary::NotEqual, counted, 0);
        let bit = self.op(Binary::ShiftLeft, some, index);
        if words == 1 {
            return vec![bit];
        }
        let which = self.op(Binary::ShiftRight, index, 6);
        (0..words as u64)
            .map(|number| {
                let here = self.equal(which, number);
                self.board.w.select(here, bit, 0)
            })
            .collect()
    }

    // Control flow.

    /// Collects the code that a closure writes. Variables that are assigned on the way have no known value afterwards.
    pub(super) fn nested<T>(&mut self, write: impl FnOnce(&mut Self) -> Generated<T>) -> Generated<(Vec<Inst>, T)> {
        let env = self.env.clone();
        let assigned = self.assigned.len();
        self.board.w.open_list();
        let written = write(self);
        let list = self.board.w.close_list();
        self.env = env;
        if !self.is_untyped {
            for variable in &self.assigned[assigned..] {
                self.env[variable.index()] = None;
            }
        }
        Ok((list, written?))
    }

    /// Collects the body of a loop, which must not change variables that are set before the loop.
    pub(super) fn nested_loop(&mut self, write: impl FnOnce(&mut Self) -> Generated<()>) -> Generated<Vec<Inst>> {
        let env = self.env.clone();
        let assigned = self.assigned.len();
        let (list, ()) = self.nested(write)?;
        if !self.is_untyped && self.assigned[assigned..].iter().any(|variable| env[variable.index()].is_some()) {
            return Err(Unsupported("a variable that changes from one repetition of a loop to the next"));
        }
        Ok(list)
    }

    /// Writes a conditional.
    pub(super) fn when(&mut self, condition: Arg, then: impl FnOnce(&mut Self) -> Generated<()>) -> Generated<()> {
        match condition {
            Arg::Word(0) => Ok(()),
            Arg::Word(_) => {
                let (list, ()) = self.nested(then)?;
                self.board.w.append(list);
                Ok(())
            }
            Arg::Var(_) => {
                let (list, ()) = self.nested(then)?;
                if !list.is_empty() {
                    self.board.w.write_if(condition, list, Vec::new());
                }
                Ok(())
            }
        }
    }

    /// Writes a conditional with two branches.
    pub(super) fn choose(
        &mut self,
        condition: Arg,
        then: impl FnOnce(&mut Self) -> Generated<()>,
        otherwise: impl FnOnce(&mut Self) -> Generated<()>,
    ) -> Generated<()> {
        match condition {
            Arg::Word(0) => self.when(Arg::Word(1), otherwise),
            Arg::Word(_) => self.when(condition, then),
            Arg::Var(_) => {
                let (yes, ()) = self.nested(then)?;
                let (no, ()) = self.nested(otherwise)?;
                self.board.w.write_if(condition, yes, no);
                Ok(())
            }
        }
    }

    /// A variable of the generated code with this value.
    pub(super) fn variable(&mut self, value: impl Into<Arg>) -> Var {
        let variable = self.board.w.add_variable();
        self.board.w.set(variable, value);
        variable
    }

    /// Ends the call with a fault if the condition is not 0; the interpreter then finds out which one it is.
    pub(super) fn fault_if(&mut self, condition: Arg) {
        if condition == Arg::Word(0) {
            return;
        }
        self.faults += 1;
        self.board.w.open_list();
        self.board.w.store(self.scratch, Width::Eight, 0, scratch::FAULT, 1);
        self.board.w.return_word(MOVE_FAILED);
        let list = self.board.w.close_list();
        self.board.w.write_if(condition, list, Vec::new());
    }

    /// Ends the call with a fault if a called function has met one.
    pub(super) fn fault_after_call(&mut self) {
        let failed = self.board.w.load(self.scratch, Width::Eight, 0, scratch::FAULT);
        self.fault_if(failed);
    }

    /// Runs a body for each set bit of some words, with the number of the bit. If `stop` is given, the loop ends once
    /// that variable is not 0.
    pub(super) fn for_each_bit(
        &mut self,
        words: &[Arg],
        stop: Option<Var>,
        mut body: impl FnMut(&mut Self, Arg) -> Generated<()>,
    ) -> Generated<()> {
        const MAX_REGISTERS: usize = 3;
        if words.iter().all(|word| *word == Arg::Word(0)) {
            return Ok(());
        }
        if words.len() <= MAX_REGISTERS {
            let vars: Vec<Var> = words.iter().map(|&word| self.variable(word)).collect();
            let list = self.nested_loop(|g| {
                let mut any = Arg::Word(0);
                for &var in &vars {
                    any = g.or(any, var);
                }
                let none = g.equal(any, 0);
                g.board.w.if_then(none, boardwright_jit::Writer::break_loop);
                let (&last, first) = vars.split_last().expect("a set has words");
                let (mut chosen, mut base) = (Arg::Var(last), Arg::Word(64 * first.len() as u64));
                for (index, &var) in first.iter().enumerate().rev() {
                    chosen = g.board.w.select(var, var, chosen);
                    base = g.board.w.select(var, 64 * index as u64, base);
                }
                let bit = g.board.w.unary(Unary::TrailingZeros, chosen);
                let index = g.op(Binary::Add, base, bit);
                let less = g.op(Binary::Sub, chosen, 1);
                let rest = g.and(chosen, less);
                // Only the first word that is not 0 loses a bit.
                let mut before = Arg::Word(0);
                let mut updates = Vec::new();
                for &var in &vars {
                    let is_first = {
                        let none = g.equal(before, 0);
                        let some = g.op(Binary::NotEqual, var, 0);
                        g.and(none, some)
                    };
                    updates.push(g.board.w.select(is_first, rest, var));
                    before = g.or(before, var);
                }
                for (&var, update) in vars.iter().zip(updates) {
                    g.board.w.set(var, update);
                }
                body(g, index)?;
                g.break_if_stopped(stop);
                Ok(())
            })?;
            self.board.w.write_loop(list);
            return Ok(());
        }
        let slot = self.slot(8 * words.len())?;
        for (index, &word) in words.iter().enumerate() {
            self.board.w.store(self.scratch, Width::Eight, 0, slot + 8 * index, word);
        }
        let calls = self.recursive_calls;
        let at = self.variable(0);
        let outer = self.nested_loop(|g| {
            let end = g.equal(at, 8 * words.len() as u64);
            g.board.w.if_then(end, boardwright_jit::Writer::break_loop);
            let word = g.board.w.load(g.scratch, Width::Eight, at, slot);
            let word = g.variable(word);
            let base = g.op(Binary::ShiftLeft, at, 3);
            let next = g.op(Binary::Add, at, 8);
            let inner = g.nested_loop(|g| {
                let none = g.equal(word, 0);
                g.board.w.if_then(none, boardwright_jit::Writer::break_loop);
                let bit = g.board.w.unary(Unary::TrailingZeros, word);
                let index = g.op(Binary::Add, base, bit);
                let less = g.op(Binary::Sub, word, 1);
                let rest = g.and(word, less);
                g.board.w.set(word, rest);
                body(g, index)?;
                g.break_if_stopped(stop);
                Ok(())
            })?;
            g.board.w.write_loop(inner);
            g.board.w.set(at, next);
            g.break_if_stopped(stop);
            Ok(())
        })?;
        self.board.w.write_loop(outer);
        if self.is_recursive && self.recursive_calls > calls {
            return Err(Unsupported("a recursive call for each member of a set"));
        }
        Ok(())
    }

    pub(super) fn break_if_stopped(&mut self, stop: Option<Var>) {
        if let Some(stop) = stop {
            self.board.w.if_then(stop, boardwright_jit::Writer::break_loop);
        }
    }

    // Tables and scratch memory.

    /// A constant table, shared with equal ones.
    pub(super) fn table(&mut self, bytes: Vec<u8>) -> MemoryId {
        let bytes = bytes.into_boxed_slice();
        if let Some(&known) = self.tables.get(&bytes) {
            return known;
        }
        let id = self.board.w.add_memory(Memory::Table(bytes.clone()));
        self.tables.insert(bytes, id);
        id
    }

    /// Looks up a two-byte word.
    pub(super) fn lookup(&mut self, words: &[u16], index: Arg) -> Arg {
        if let Arg::Word(index) = index {
            return Arg::Word(words.get(index as usize).map_or(0, |word| u64::from(*word)));
        }
        if words.iter().all(|word| *word == words[0]) {
            return Arg::Word(u64::from(words[0]));
        }
        // A table that covers every byte needs no test of bounds for an index of one byte.
        let rows = if words.len() <= 256 { 256 } else { words.len() };
        let padded = words.iter().copied().chain(std::iter::repeat(0)).take(rows);
        let table = self.table(padded.flat_map(u16::to_le_bytes).collect());
        let at = self.op(Binary::ShiftLeft, index, 1);
        self.board.w.load(table, Width::Two, at, 0)
    }

    /// Looks up a signed number.
    pub(super) fn lookup_number(&mut self, numbers: &[i64], index: Arg) -> Arg {
        if let Arg::Word(index) = index {
            return Arg::Word(numbers.get(index as usize).copied().unwrap_or(0) as u64);
        }
        if numbers.iter().all(|number| *number == numbers[0]) {
            return Arg::Word(numbers[0] as u64);
        }
        let small = numbers.iter().all(|number| (0..1 << 16).contains(number));
        if small {
            let words: Vec<u16> = numbers.iter().map(|number| *number as u16).collect();
            return self.lookup(&words, index);
        }
        let rows = if numbers.len() <= 256 { 256 } else { numbers.len() };
        let padded = numbers.iter().copied().chain(std::iter::repeat(0)).take(rows);
        let table = self.table(padded.flat_map(i64::to_le_bytes).collect());
        let at = self.op(Binary::ShiftLeft, index, 3);
        self.board.w.load(table, Width::Eight, at, 0)
    }

    /// Looks up a set: `rows` are sets of the same number of words.
    pub(super) fn lookup_set(&mut self, rows: &[Vec<u64>], index: Arg) -> Vec<Arg> {
        let width = rows.first().map_or(1, Vec::len);
        if let Arg::Word(index) = index {
            let none = vec![0; width];
            return rows.get(index as usize).unwrap_or(&none).iter().map(|word| Arg::Word(*word)).collect();
        }
        if rows.iter().all(|row| *row == rows[0]) {
            return rows[0].iter().map(|word| Arg::Word(*word)).collect();
        }
        let table = self.table(rows.iter().flatten().flat_map(|word| word.to_le_bytes()).collect());
        let at = self.op(Binary::Mul, index, 8 * width as u64);
        // One test of bounds for the whole row.
        let most = 8 * width as u64 * (rows.len() as u64 - 1);
        let inside = self.op(Binary::UnsignedLess, at, most);
        let at = self.board.w.select(inside, at, most);
        (0..width)
            .map(|word| {
                let everywhere = rows.iter().all(|row| row[word] == rows[0][word]);
                if everywhere { Arg::Word(rows[0][word]) } else { self.board.w.load(table, Width::Eight, at, 8 * word) }
            })
            .collect()
    }

    /// Reserves scratch memory for a set.
    pub(super) fn slot(&mut self, bytes: usize) -> Generated<usize> {
        let slot = self.next_slot;
        self.next_slot += bytes.next_multiple_of(8);
        if self.next_slot > scratch::SLOTS_END {
            return Err(Unsupported("more sets at a time than scratch memory holds"));
        }
        Ok(slot)
    }
}
