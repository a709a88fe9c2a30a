//! The heap: terms under evaluation, bindings of variables and their undoing. All operations on terms use explicit stacks.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;

use super::database::Key;
use super::symbols::{Symbols, atoms, functors};
use super::term::{Cell, FlatTerm};

/// Cells of terms, with the trail of bindings.
#[derive(Debug, Default)]
pub(super) struct Heap {
    pub(super) cells: Vec<Cell>,
    /// Variables in the order in which they were bound.
    pub(super) trail: Vec<u32>,
    /// Bindings of variables from this address on need no trail: backtracking removes the variables.
    pub(super) boundary: u32,
    /// Scratch stack of unification and comparison.
    pairs: Vec<(Cell, Cell)>,
    /// Cells visited in this query, as a measure of work.
    pub(super) work: u64,
    /// Maximum of [`Heap::work`]. Operations give up beyond it; the machine reports the limit.
    pub(super) max_work: u64,
}

impl Heap {
    pub(super) fn clear(&mut self) {
        self.cells.clear();
        self.trail.clear();
        self.boundary = 0;
        self.work = 0;
    }

    pub(super) fn len(&self) -> u32 {
        self.cells.len() as u32
    }

    /// Follows bindings.
    #[inline]
    pub(super) fn deref(&self, mut cell: Cell) -> Cell {
        while let Cell::Ref(at) = cell {
            let next = self.cells[at as usize];
            if next == cell {
                break;
            }
            cell = next;
        }
        cell
    }

    /// Adds unbound variables and returns the address of the first.
    #[inline]
    pub(super) fn variables(&mut self, count: u32) -> u32 {
        let base = self.len();
        self.cells.extend((base..base + count).map(Cell::Ref));
        base
    }

    pub(super) fn variable(&mut self) -> Cell {
        Cell::Ref(self.variables(1))
    }

    /// Adds a block, whose variables begin at `env`, and returns its address.
    #[inline]
    pub(super) fn load(&mut self, block: &[Cell], env: u32) -> u32 {
        let base = self.len();
        self.cells.extend(block.iter().map(|&cell| relocated(cell, base, env)));
        base
    }

    /// Adds a term with new variables.
    pub(super) fn load_term(&mut self, term: &FlatTerm) -> Cell {
        let env = self.variables(term.variable_count);
        let base = self.load(&term.cells, env);
        relocated(term.root, base, env)
    }

    /// Binds an unbound variable.
    #[inline]
    pub(super) fn bind(&mut self, at: u32, value: Cell) {
        self.cells[at as usize] = value;
        if at < self.boundary {
            self.trail.push(at);
        }
    }

    /// Undoes the bindings since a length of the trail.
    pub(super) fn undo(&mut self, trail: usize) {
        for at in self.trail.drain(trail..) {
            self.cells[at as usize] = Cell::Ref(at);
        }
    }

    /// Unifies two terms, with occurs check.
    pub(super) fn unify(&mut self, left: Cell, right: Cell, symbols: &Symbols) -> bool {
        let mut pairs = std::mem::take(&mut self.pairs);
        pairs.clear();
        pairs.push((left, right));
        let mut holds = true;
        while let Some((left, right)) = pairs.pop() {
            self.work += 1;
            let (left, right) = (self.deref(left), self.deref(right));
            if left == right {
                continue;
            }
            if self.work > self.max_work {
                holds = false;
                break;
            }
            holds = match (left, right) {
                // The younger variable refers to the older one.
                (Cell::Ref(a), Cell::Ref(b)) => {
                    self.bind(a.max(b), Cell::Ref(a.min(b)));
                    true
                }
                (Cell::Ref(at), value) | (value, Cell::Ref(at)) => {
                    let is_free = !self.occurs(at, value, symbols);
                    if is_free {
                        self.bind(at, value);
                    }
                    is_free
                }
                (Cell::Struct(a), Cell::Struct(b)) => {
                    let Cell::Functor(functor) = self.cells[a as usize] else { break };
                    let is_same = self.cells[a as usize] == self.cells[b as usize];
                    if is_same {
                        let arguments = 1..=symbols.arity(functor);
                        pairs.extend(
                            arguments.rev().map(|at| (self.cells[(a + at) as usize], self.cells[(b + at) as usize])),
                        );
                    }
                    is_same
                }
                _ => false,
            };
            if !holds {
                break;
            }
        }
        self.pairs = pairs;
        holds
    }

    /// `true` if a variable is part of a term.
    fn occurs(&mut self, variable: u32, value: Cell, symbols: &Symbols) -> bool {
        let Cell::Struct(first) = value else { return false };
        let mut work = vec![first];
        while let Some(at) = work.pop() {
            let Cell::Functor(functor) = self.cells[at as usize] else { continue };
            let arity = symbols.arity(functor);
            self.work += u64::from(arity);
            if self.work > self.max_work {
                return true;
            }
            for argument in 1..=arity {
                match self.deref(self.cells[(at + argument) as usize]) {
                    Cell::Ref(other) if other == variable => return true,
                    Cell::Struct(at) => work.push(at),
                    _ => {}
                }
            }
        }
        false
    }

    /// Unifies the arguments of a goal with those of a clause head, whose variables begin at `env`.
    pub(super) fn unify_head(&mut self, head: &[Cell], arity: u32, goal: u32, env: u32, symbols: &Symbols) -> bool {
        for at in 0..arity {
            let argument = self.cells[(goal + at) as usize];
            if !self.unify_argument(head, head[at as usize], argument, env, symbols) {
                return false;
            }
        }
        true
    }

    fn unify_argument(&mut self, head: &[Cell], pattern: Cell, argument: Cell, env: u32, symbols: &Symbols) -> bool {
        // Most arguments are constants or variables.
        match pattern {
            Cell::Int(_) | Cell::Atom(_) => {
                let value = self.deref(argument);
                if let Cell::Ref(at) = value {
                    self.bind(at, pattern);
                    return true;
                }
                return value == pattern;
            }
            Cell::Var(number) => {
                let slot = env + number;
                if self.cells[slot as usize] == Cell::Ref(slot) {
                    self.cells[slot as usize] = self.deref(argument);
                    // Only compatible systems need the order of all bindings.
                    if slot < self.boundary {
                        self.trail.push(slot);
                    }
                    return true;
                }
                return self.unify(Cell::Ref(slot), argument, symbols);
            }
            _ => {}
        }
        let mut work = vec![(pattern, argument)];
        while let Some((pattern, argument)) = work.pop() {
            self.work += 1;
            let Cell::Struct(from) = pattern else {
                if !self.unify_argument(head, pattern, argument, env, symbols) {
                    return false;
                }
                continue;
            };
            let Cell::Functor(functor) = head[from as usize] else { return false };
            match self.deref(argument) {
                Cell::Ref(_) => {
                    let built = self.build(head, pattern, env, symbols);
                    if !self.unify(argument, built, symbols) {
                        return false;
                    }
                }
                Cell::Struct(at) if self.cells[at as usize] == Cell::Functor(functor) => {
                    for number in (1..=symbols.arity(functor)).rev() {
                        work.push((head[(from + number) as usize], self.cells[(at + number) as usize]));
                    }
                }
                _ => return false,
            }
        }
        true
    }

    /// Copies a part of a block to the heap.
    fn build(&mut self, block: &[Cell], root: Cell, env: u32, symbols: &Symbols) -> Cell {
        let Cell::Struct(from) = root else { return relocated(root, 0, env) };
        let first = self.len();
        let copy = |heap: &mut Self, from: u32| {
            let at = heap.len();
            let Cell::Functor(functor) = block[from as usize] else { return at };
            heap.cells.extend_from_slice(&block[from as usize..=(from + symbols.arity(functor)) as usize]);
            at
        };
        copy(self, from);
        let mut at = first;
        while at < self.len() {
            match self.cells[at as usize] {
                Cell::Var(number) => self.cells[at as usize] = Cell::Ref(env + number),
                Cell::Struct(from) => {
                    let moved = copy(self, from);
                    self.cells[at as usize] = Cell::Struct(moved);
                }
                _ => {}
            }
            at += 1;
        }
        Cell::Struct(first)
    }

    /// Adds a compound term.
    pub(super) fn compound(&mut self, functor: super::symbols::Functor, arguments: &[Cell]) -> Cell {
        let at = self.len();
        self.cells.push(Cell::Functor(functor));
        self.cells.extend_from_slice(arguments);
        Cell::Struct(at)
    }

    /// Adds a list.
    pub(super) fn list(&mut self, items: &[Cell]) -> Cell {
        items.iter().rev().fold(Cell::Atom(atoms::NIL), |rest, &item| self.compound(functors::LIST, &[item, rest]))
    }

    /// Elements of a proper list; the last cell is the tail of another term.
    pub(super) fn list_items(&self, cell: Cell) -> Result<Vec<Cell>, Cell> {
        let mut items = Vec::new();
        let mut cell = self.deref(cell);
        while let Cell::Struct(at) = cell
            && self.cells[at as usize] == Cell::Functor(functors::LIST)
        {
            items.push(self.deref(self.cells[at as usize + 1]));
            cell = self.deref(self.cells[at as usize + 2]);
        }
        if cell == Cell::Atom(atoms::NIL) { Ok(items) } else { Err(cell) }
    }

    /// Copies terms out of the heap; equal variables get equal numbers, and `limit` is the maximum number of cells.
    pub(super) fn extract(&self, root: Cell, symbols: &Symbols, limit: usize) -> Option<(FlatTerm, Vec<u32>)> {
        let mut cells: Vec<Cell> = Vec::new();
        let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
        let mut variables = Vec::new();
        let mut convert = |cell: Cell, cells: &mut Vec<Cell>| match self.deref(cell) {
            Cell::Ref(at) => Cell::Var(*numbers.entry(at).or_insert_with(|| {
                variables.push(at);
                variables.len() as u32 - 1
            })),
            Cell::Struct(from) => {
                let at = cells.len() as u32;
                let Cell::Functor(functor) = self.cells[from as usize] else { return Cell::Struct(at) };
                cells.extend_from_slice(&self.cells[from as usize..=(from + symbols.arity(functor)) as usize]);
                Cell::Struct(at)
            }
            other => other,
        };
        let root = convert(root, &mut cells);
        let mut at = 0;
        while at < cells.len() {
            if cells.len() > limit {
                return None;
            }
            cells[at] = convert(cells[at], &mut cells);
            at += 1;
        }
        let variable_count = variables.len() as u32;
        Some((FlatTerm { cells, root, variable_count }, variables))
    }

    /// Key of a goal's first argument.
    #[inline]
    pub(super) fn key(&self, argument: Cell) -> Key {
        match self.deref(argument) {
            Cell::Int(value) => Key::Int(value),
            Cell::Atom(atom) => Key::Atom(atom),
            Cell::Struct(at) => {
                let at = at as usize;
                let Cell::Functor(functor) = self.cells[at] else { return Key::Any };
                if functor == functors::LIST
                    && let Cell::Int(first) = self.deref(self.cells[at + 1])
                    && let Cell::Struct(rest) = self.deref(self.cells[at + 2])
                    && let rest = rest as usize
                    && self.cells[rest] == Cell::Functor(functors::LIST)
                    && let Cell::Int(second) = self.deref(self.cells[rest + 1])
                    && self.deref(self.cells[rest + 2]) == Cell::Atom(atoms::NIL)
                {
                    return Key::Card(first, second);
                }
                Key::Functor(functor)
            }
            _ => Key::Any,
        }
    }

    /// Standard order of terms: variables, integers, atoms, compound terms.
    pub(super) fn compare(&mut self, left: Cell, right: Cell, symbols: &Symbols) -> Ordering {
        let mut pairs = std::mem::take(&mut self.pairs);
        pairs.clear();
        pairs.push((left, right));
        let mut order = Ordering::Equal;
        while let Some((left, right)) = pairs.pop() {
            self.work += 1;
            let (left, right) = (self.deref(left), self.deref(right));
            if left == right {
                continue;
            }
            if self.work > self.max_work {
                break;
            }
            let class = |cell: Cell| match cell {
                Cell::Ref(_) | Cell::Var(_) => 0,
                Cell::Int(_) => 1,
                Cell::Atom(_) => 3,
                Cell::Struct(_) | Cell::Functor(_) => 5,
            };
            order = match (left, right) {
                (Cell::Ref(a), Cell::Ref(b)) => a.cmp(&b),
                (Cell::Int(a), Cell::Int(b)) => a.cmp(&b),
                (Cell::Atom(a), Cell::Atom(b)) => symbols.name(a).cmp(symbols.name(b)),
                (Cell::Struct(a), Cell::Struct(b)) => {
                    let (Cell::Functor(own), Cell::Functor(other)) = (self.cells[a as usize], self.cells[b as usize])
                    else {
                        break;
                    };
                    let name = |functor| symbols.name(symbols.functor_name(functor));
                    let arity = symbols.arity(own);
                    if own == other {
                        let arguments = (1..=arity).rev();
                        pairs
                            .extend(arguments.map(|at| (self.cells[(a + at) as usize], self.cells[(b + at) as usize])));
                    }
                    arity.cmp(&symbols.arity(other)).then_with(|| name(own).cmp(name(other)))
                }
                _ => class(left).cmp(&class(right)),
            };
            if order != Ordering::Equal {
                break;
            }
        }
        self.pairs = pairs;
        order
    }
}

/// A cell of a block at its place on the heap.
#[inline]
fn relocated(cell: Cell, base: u32, env: u32) -> Cell {
    match cell {
        Cell::Struct(at) => Cell::Struct(base + at),
        Cell::Var(number) => Cell::Ref(env + number),
        other => other,
    }
}
