//! The abstract machine: resolution with backtracking, cut and exceptions. Continuations and choice points are entries of
//! vectors, so that no goal recurses on the stack of the host. Built-in predicates are in [`builtins`](super::builtins).

use std::sync::Arc;

use boardwright_game::fault::Span;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use super::builtins::{Builtin, builtin};
use super::database::{Clause, Database, Goal};
use super::error::{LimitKind, Limits, Stop};
use super::heap::Heap;
use super::symbols::{Functor, Symbols, functors};
use super::term::{Cell, FlatTerm};

/// Continuation of a finished query.
const DONE: u32 = u32::MAX;

/// Variants of the semantics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dialect {
    /// `true` if a call of an unknown predicate fails; otherwise it is an error.
    pub unknown_fails: bool,
    /// `true` to reproduce the quirks of mProlog.
    pub is_compatible: bool,
}

/// Work of a continuation.
#[derive(Clone, Debug)]
pub(super) enum Work {
    /// Goals of a body from a number on; the variables of the clause begin at `env`.
    Body { clause: Arc<Clause>, at: u32, env: u32 },
    /// Call of a term.
    Goal(Cell),
    /// Removal of the choice points above a number.
    CutTo(u32),
    /// Failure.
    Fail,
    /// End of the scope of the `catch/3` whose choice point has this number.
    LeaveCatch(u32),
    /// Addition of a result to the innermost `findall/3`.
    Collect(Cell),
}

#[derive(Clone, Debug)]
struct Frame {
    work: Work,
    /// Number of choice points that a cut leaves.
    cut: u32,
    next: u32,
    /// Clause that the work belongs to.
    place: Option<Span>,
}

/// Way to continue after a failure.
#[derive(Clone, Debug)]
pub(super) enum Alternative {
    /// Further clauses of a predicate from a number on.
    Clauses { clauses: Arc<Vec<Arc<Clause>>>, at: u32, functor: Functor, arguments: u32 },
    /// Call of a term, with the choice points that a cut in it leaves.
    Goal(Cell, u32),
    /// Success.
    Succeed,
    /// Success, again and again.
    Repeat,
    /// Failure: marks the place of a cut.
    Fail,
    /// Next integers up to a maximum.
    Between { next: i64, last: i64, value: Cell },
    /// Further clauses to be unified with a term, and removed.
    Match { clauses: Arc<Vec<Arc<Clause>>>, at: u32, head: Cell, body: Cell, is_removed: bool },
    /// Unification of the results of `findall/3`.
    Results(Cell),
    /// Scope of `catch/3`.
    Catch { catcher: Cell, recovery: Cell, cut: u32 },
}

#[derive(Clone, Debug)]
pub(super) struct Choice {
    alternative: Alternative,
    next: u32,
    heap: u32,
    trail: u32,
    frames: u32,
    names: u32,
    collectors: u32,
}

/// A knowledge base with the state of one query.
#[derive(Debug)]
pub struct Machine {
    pub(super) symbols: Arc<Symbols>,
    pub(super) database: Database,
    /// Limits of each query.
    pub limits: Limits,
    /// Variant of the semantics.
    pub dialect: Dialect,
    /// Text that goals have written.
    pub output: String,
    pub(super) random: Pcg64Mcg,
    pub(super) heap: Heap,
    frames: Vec<Frame>,
    choices: Vec<Choice>,
    /// Results of the open calls of `findall/3`.
    collectors: Vec<Vec<FlatTerm>>,
    current: u32,
    steps: u64,
    /// Place of the clause whose goal runs.
    pub(super) place: Option<Span>,
    /// Variables of clauses, by name, in the order of the calls; only in the compatible dialect.
    pub(super) names: Vec<(u32, Arc<[String]>)>,
}

pub(super) type Outcome = Result<bool, Stop>;

impl Machine {
    pub(super) fn with_database(symbols: Arc<Symbols>, database: Database, dialect: Dialect, seed: u64) -> Self {
        Self {
            symbols,
            database,
            limits: Limits::default(),
            dialect,
            output: String::new(),
            random: Pcg64Mcg::seed_from_u64(seed),
            heap: Heap::default(),
            frames: Vec::new(),
            choices: Vec::new(),
            collectors: Vec::new(),
            current: DONE,
            steps: 0,
            place: None,
            names: Vec::new(),
        }
    }

    /// Forgets the state of the last query.
    pub(super) fn reset(&mut self) {
        self.heap.clear();
        self.heap.max_work = self.limits.steps.saturating_mul(8);
        self.frames.clear();
        self.choices.clear();
        self.collectors.clear();
        self.names.clear();
        self.current = DONE;
        self.steps = 0;
        self.place = None;
        self.set_boundary();
    }

    /// Begins a query.
    pub(super) fn begin(&mut self, goal: Cell) {
        self.current = self.push_frame(Work::Goal(goal), 0, DONE);
    }

    /// Number of resolution steps of the query so far.
    pub fn step_count(&self) -> u64 {
        self.steps
    }

    fn set_boundary(&mut self) {
        // Compatible systems need the order of all bindings, which is that of the trail.
        self.heap.boundary = match self.choices.last() {
            _ if self.dialect.is_compatible => u32::MAX,
            Some(choice) => choice.heap,
            None => 0,
        };
    }

    fn push_frame(&mut self, work: Work, cut: u32, next: u32) -> u32 {
        self.frames.push(Frame { work, cut, next, place: self.place });
        self.frames.len() as u32 - 1
    }

    fn choice_count(&self) -> u32 {
        self.choices.len() as u32
    }

    pub(super) fn push_choice(&mut self, alternative: Alternative, next: u32) {
        let (heap, trail) = (self.heap.len(), self.heap.trail.len() as u32);
        self.push_choice_at(alternative, next, (heap, trail));
    }

    /// Adds a choice point that restores an earlier state of the heap.
    fn push_choice_at(&mut self, alternative: Alternative, next: u32, (heap, trail): (u32, u32)) {
        let (frames, names) = (self.frames.len() as u32, self.names.len() as u32);
        let collectors = self.collectors.len() as u32;
        self.choices.push(Choice { alternative, next, heap, trail, frames, names, collectors });
        self.set_boundary();
    }

    fn cut_to(&mut self, count: u32) {
        if (count as usize) < self.choices.len() {
            self.choices.truncate(count as usize);
            self.set_boundary();
        }
    }

    /// Removes a frame that no choice point refers to, and returns it; otherwise returns a copy.
    fn take_frame(&mut self, at: u32) -> Frame {
        let is_last = at as usize + 1 == self.frames.len();
        let is_protected = self.choices.last().is_some_and(|choice| at < choice.frames);
        if is_last
            && !is_protected
            && let Some(frame) = self.frames.pop()
        {
            return frame;
        }
        self.frames[at as usize].clone()
    }

    /// Runs until the next solution; `false` if there is none.
    pub(super) fn run(&mut self) -> Outcome {
        loop {
            if self.current == DONE {
                return Ok(true);
            }
            let result = self.count_step().and_then(|()| self.step());
            match result {
                Ok(true) => {}
                Ok(false) => {
                    if !self.backtrack()? {
                        return Ok(false);
                    }
                }
                Err(Stop::Ball(ball)) => self.handle(*ball)?,
                Err(limit @ Stop::Limit(_)) => return Err(limit),
            }
        }
    }

    /// Looks for another solution after one was found.
    pub(super) fn next_solution(&mut self) -> Outcome {
        if self.backtrack()? { self.run() } else { Ok(false) }
    }

    /// `true` if another solution is possible.
    pub(super) fn has_choices(&self) -> bool {
        !self.choices.is_empty()
    }

    fn count_step(&mut self) -> Result<(), Stop> {
        self.steps += 1;
        let Limits { steps, cells, output_bytes } = self.limits;
        if self.steps > steps || self.heap.work > self.heap.max_work {
            return Err(Stop::Limit(LimitKind::Steps(steps)));
        }
        // A continuation takes the room of four cells.
        let used = self.heap.cells.len() + self.heap.trail.len() + 4 * (self.frames.len() + self.choices.len());
        let is_beyond = used + self.database.cell_count() > cells || self.symbols.byte_count() > 16 * cells;
        if is_beyond {
            return Err(Stop::Limit(LimitKind::Cells(cells)));
        }
        if self.output.len() > output_bytes {
            return Err(Stop::Limit(LimitKind::Output(output_bytes)));
        }
        Ok(())
    }

    fn step(&mut self) -> Outcome {
        let Frame { work, cut, next, place } = self.take_frame(self.current);
        self.place = place;
        match work {
            Work::Body { clause, at, env } => self.body_goal(&clause, at, env, cut, next),
            Work::Goal(cell) => {
                self.current = next;
                self.call_term(cell, cut)
            }
            Work::CutTo(count) => {
                self.cut_to(count);
                self.current = next;
                Ok(true)
            }
            Work::Fail => Ok(false),
            Work::LeaveCatch(count) => {
                // A deterministic goal leaves its choice point on top.
                if self.choice_count() == count + 1 {
                    self.cut_to(count);
                }
                self.current = next;
                Ok(true)
            }
            Work::Collect(template) => {
                let result = self.copy_out(template)?;
                let collected: usize = result.cells.len() + 4;
                self.heap.work += collected as u64;
                if let Some(results) = self.collectors.last_mut() {
                    results.push(result);
                    if results.len() * 4 > self.limits.cells {
                        return Err(Stop::Limit(LimitKind::Cells(self.limits.cells)));
                    }
                }
                Ok(false)
            }
        }
    }

    fn body_goal(&mut self, clause: &Arc<Clause>, at: u32, env: u32, cut: u32, next: u32) -> Outcome {
        self.place = clause.place;
        self.current = if at as usize + 1 < clause.body.len() {
            self.push_frame(Work::Body { clause: Arc::clone(clause), at: at + 1, env }, cut, next)
        } else {
            next
        };
        match &clause.body[at as usize] {
            Goal::Cut => {
                self.cut_to(cut);
                Ok(true)
            }
            Goal::Call(functor, block) => {
                let arguments = self.heap.load(block, env);
                self.call(*functor, arguments, cut)
            }
            Goal::Invalid(cell) => Err(self.type_error("callable", *cell)),
        }
    }

    /// Calls a term.
    pub(super) fn call_term(&mut self, cell: Cell, cut: u32) -> Outcome {
        match self.heap.deref(cell) {
            Cell::Struct(at) => match self.heap.cells[at as usize] {
                Cell::Functor(functor) => self.call(functor, at + 1, cut),
                _ => Ok(false),
            },
            Cell::Atom(atom) => {
                let functor = match self.symbols.find_functor(atom, 0) {
                    Some(functor) => functor,
                    None => Arc::make_mut(&mut self.symbols).functor(atom, 0),
                };
                self.call(functor, 0, cut)
            }
            Cell::Ref(_) => Err(self.instantiation_error()),
            other => Err(self.type_error("callable", other)),
        }
    }

    /// Calls a predicate with the arguments at an address; continues with the current continuation.
    fn call(&mut self, functor: Functor, arguments: u32, cut: u32) -> Outcome {
        match builtin(functor) {
            None => self.call_predicate(functor, arguments),
            Some(Builtin::Test(run)) => run(self, arguments),
            Some(Builtin::Control(control)) => control(self, arguments, cut),
        }
    }

    fn call_predicate(&mut self, functor: Functor, arguments: u32) -> Outcome {
        let Some(predicate) = self.database.predicate(functor) else {
            if self.dialect.unknown_fails {
                return Ok(false);
            }
            return Err(self.unknown_predicate(functor));
        };
        let clauses = Arc::clone(&predicate.clauses);
        Ok(self.resolve(clauses, 0, functor, arguments))
    }

    /// Tries the clauses from a number on. A choice point is added only if a later clause can match as well.
    fn resolve(&mut self, clauses: Arc<Vec<Arc<Clause>>>, from: u32, functor: Functor, arguments: u32) -> bool {
        let arity = self.symbols.arity(functor);
        let key =
            if arity == 0 { super::database::Key::Any } else { self.heap.key(self.heap.cells[arguments as usize]) };
        let (heap, trail) = (self.heap.len(), self.heap.trail.len());
        let cut = self.choice_count();
        let mut candidates =
            (from..).zip(&clauses[from as usize..]).filter(|(_, clause)| clause.key.matches(key)).peekable();
        while let Some((_, clause)) = candidates.next() {
            // Bindings of older variables are undone if another clause is tried.
            let has_more = candidates.peek().is_some();
            if has_more && !self.dialect.is_compatible {
                self.heap.boundary = heap;
            }
            let env = self.heap.variables(clause.term.variable_count);
            self.heap.work += 1;
            let clause = Arc::clone(clause);
            if self.heap.unify_head(&clause.head, arity, arguments, env, &self.symbols) {
                let next = candidates.peek().map(|(at, _)| *at);
                drop(candidates);
                if let Some(at) = next {
                    let alternative = Alternative::Clauses { clauses, at, functor, arguments };
                    self.push_choice_at(alternative, self.current, (heap, trail as u32));
                } else {
                    self.set_boundary();
                }
                if self.dialect.is_compatible {
                    self.names.push((env, Arc::clone(&clause.names)));
                }
                if !clause.body.is_empty() {
                    self.current = self.push_frame(Work::Body { clause, at: 0, env }, cut, self.current);
                }
                return true;
            }
            if !has_more {
                // The caller backtracks and restores the heap.
                self.set_boundary();
                return false;
            }
            self.heap.undo(trail);
            self.heap.cells.truncate(heap as usize);
        }
        self.set_boundary();
        false
    }

    /// Takes the newest alternative; `false` if there is none.
    fn backtrack(&mut self) -> Outcome {
        loop {
            if self.heap.work > self.heap.max_work {
                return Err(Stop::Limit(LimitKind::Steps(self.limits.steps)));
            }
            let Some(choice) = self.choices.pop() else { return Ok(false) };
            let Choice { alternative, next, heap, trail, frames, names, collectors } = choice;
            self.heap.undo(trail as usize);
            self.heap.cells.truncate(heap as usize);
            self.frames.truncate(frames as usize);
            self.names.truncate(names as usize);
            self.set_boundary();
            let is_result = matches!(alternative, Alternative::Results(_));
            let results = if is_result { self.collectors.pop() } else { None };
            self.collectors.truncate(collectors as usize);
            self.current = next;
            let result = self.count_step().and_then(|()| match alternative {
                Alternative::Clauses { clauses, at, functor, arguments } => {
                    Ok(self.resolve(clauses, at, functor, arguments))
                }
                Alternative::Goal(goal, cut) => self.call_term(goal, cut),
                Alternative::Succeed => Ok(true),
                Alternative::Repeat => {
                    self.push_choice(Alternative::Repeat, next);
                    Ok(true)
                }
                Alternative::Fail | Alternative::Catch { .. } => Ok(false),
                Alternative::Between { next, last, value } => Ok(self.between(next, last, value)),
                Alternative::Match { clauses, at, head, body, is_removed } => {
                    Ok(self.match_clauses(clauses, at, (head, body), is_removed))
                }
                Alternative::Results(list) => Ok(self.unify_results(list, &results.unwrap_or_default())),
            });
            match result {
                Ok(true) => return Ok(true),
                Ok(false) => {}
                Err(Stop::Ball(ball)) => {
                    self.handle(*ball)?;
                    return Ok(true);
                }
                Err(limit @ Stop::Limit(_)) => return Err(limit),
            }
        }
    }

    fn unify_results(&mut self, list: Cell, results: &[FlatTerm]) -> bool {
        let items: Vec<Cell> = results.iter().map(|result| self.heap.load_term(result)).collect();
        let found = self.heap.list(&items);
        self.unify(list, found)
    }

    pub(super) fn between(&mut self, next: i64, last: i64, value: Cell) -> bool {
        if next > last {
            return false;
        }
        if next < last {
            self.push_choice(Alternative::Between { next: next + 1, last, value }, self.current);
        }
        self.unify(value, Cell::Int(next))
    }

    /// Unifies a head and a body with the clauses from a number on; `is_removed` clauses leave the database.
    pub(super) fn match_clauses(
        &mut self,
        clauses: Arc<Vec<Arc<Clause>>>,
        from: u32,
        (head, body): (Cell, Cell),
        is_removed: bool,
    ) -> bool {
        for at in from..clauses.len() as u32 {
            let clause = Arc::clone(&clauses[at as usize]);
            let (heap, trail) = (self.heap.len(), self.heap.trail.len());
            if !self.dialect.is_compatible {
                self.heap.boundary = heap;
            }
            let whole = self.heap.load_term(&clause.term);
            let (own_head, own_body) = self.clause_parts(whole);
            if self.unify(head, own_head)
                && self.unify(body, own_body)
                && (!is_removed || self.database.remove(&clause))
            {
                if at + 1 < clauses.len() as u32 {
                    let alternative = Alternative::Match { clauses, at: at + 1, head, body, is_removed };
                    self.push_choice_at(alternative, self.current, (heap, trail as u32));
                } else {
                    self.set_boundary();
                }
                return true;
            }
            self.heap.undo(trail);
            self.heap.cells.truncate(heap as usize);
        }
        self.set_boundary();
        false
    }

    /// Head and body of a clause on the heap; the body of a fact is `true`.
    pub(super) fn clause_parts(&self, clause: Cell) -> (Cell, Cell) {
        let clause = self.heap.deref(clause);
        if let Cell::Struct(at) = clause
            && self.heap.cells[at as usize] == Cell::Functor(functors::CLAUSE)
        {
            return (self.heap.cells[at as usize + 1], self.heap.cells[at as usize + 2]);
        }
        (clause, Cell::Atom(super::symbols::atoms::TRUE))
    }

    /// Continues with the recovery of the innermost `catch/3` that catches a term.
    fn handle(&mut self, ball: FlatTerm) -> Result<(), Stop> {
        // Only calls that have not been left are active: their marks are on the way of the continuation.
        let mut active = Vec::new();
        let mut at = self.current;
        while at != DONE {
            let frame = &self.frames[at as usize];
            if let Work::LeaveCatch(count) = frame.work {
                active.push(count);
            }
            at = frame.next;
        }
        while let Some(choice) = self.choices.pop() {
            let number = self.choice_count();
            self.heap.undo(choice.trail as usize);
            self.heap.cells.truncate(choice.heap as usize);
            self.collectors.truncate(choice.collectors as usize);
            self.names.truncate(choice.names as usize);
            let Alternative::Catch { catcher, recovery, cut } = choice.alternative else { continue };
            if !active.contains(&number) {
                continue;
            }
            self.frames.truncate(choice.frames as usize);
            self.set_boundary();
            let trail = self.heap.trail.len();
            let thrown = self.heap.load_term(&ball);
            // Bindings of an attempt that fails are undone, so all of them are recorded.
            self.heap.boundary = u32::MAX;
            let is_caught = self.unify(catcher, thrown);
            self.set_boundary();
            if is_caught {
                self.current = self.push_frame(Work::Goal(recovery), cut, choice.next);
                return Ok(());
            }
            self.heap.undo(trail);
        }
        self.set_boundary();
        Err(Stop::Ball(Box::new(ball)))
    }

    #[inline]
    pub(super) fn unify(&mut self, left: Cell, right: Cell) -> bool {
        self.heap.unify(left, right, &self.symbols)
    }

    /// Copies a term out of the heap.
    pub(super) fn copy_out(&self, cell: Cell) -> Result<FlatTerm, Stop> {
        self.copy_with_variables(cell).map(|(term, _)| term)
    }

    /// Copies a term out of the heap; returns also the addresses of its variables.
    pub(super) fn copy_with_variables(&self, cell: Cell) -> Result<(FlatTerm, Vec<u32>), Stop> {
        let limit = self.limits.cells;
        self.heap.extract(cell, &self.symbols, limit).ok_or(Stop::Limit(LimitKind::Cells(limit)))
    }

    // Control constructs.

    pub(super) fn continuation(&self) -> u32 {
        self.current
    }

    /// Continues with a call of a goal.
    pub(super) fn continue_with(&mut self, goal: Cell, cut: u32) {
        self.current = self.push_frame(Work::Goal(goal), cut, self.current);
    }

    pub(super) fn conjunction(&mut self, left: Cell, right: Cell, cut: u32) -> Outcome {
        self.continue_with(right, cut);
        self.call_term(left, cut)
    }

    pub(super) fn disjunction(&mut self, left: Cell, right: Cell, cut: u32) -> Outcome {
        if let Cell::Struct(at) = self.heap.deref(left)
            && self.heap.cells[at as usize] == Cell::Functor(functors::ARROW)
        {
            let [condition, then] = [1, 2].map(|part| self.heap.cells[at as usize + part]);
            return self.if_then_else(condition, then, Some(right), cut);
        }
        self.push_choice(Alternative::Goal(right, cut), self.current);
        self.call_term(left, cut)
    }

    pub(super) fn if_then_else(&mut self, condition: Cell, then: Cell, otherwise: Option<Cell>, cut: u32) -> Outcome {
        let count = self.choice_count();
        let alternative = otherwise.map_or(Alternative::Fail, |goal| Alternative::Goal(goal, cut));
        self.push_choice(alternative, self.current);
        self.continue_with(then, cut);
        self.current = self.push_frame(Work::CutTo(count), 0, self.current);
        self.call_term(condition, count + 1)
    }

    pub(super) fn negation(&mut self, goal: Cell) -> Outcome {
        let count = self.choice_count();
        self.push_choice(Alternative::Succeed, self.current);
        let fail = self.push_frame(Work::Fail, 0, self.current);
        self.current = self.push_frame(Work::CutTo(count), 0, fail);
        self.call_term(goal, count + 1)
    }

    pub(super) fn opaque_call(&mut self, goal: Cell) -> Outcome {
        let cut = self.choice_count();
        self.call_term(goal, cut)
    }

    pub(super) fn cut(&mut self, count: u32) {
        self.cut_to(count);
    }

    pub(super) fn find_all(&mut self, template: Cell, goal: Cell, list: Cell) -> Outcome {
        self.push_choice(Alternative::Results(list), self.current);
        self.collectors.push(Vec::new());
        self.current = self.push_frame(Work::Collect(template), 0, self.current);
        let cut = self.choice_count();
        self.call_term(goal, cut)
    }

    pub(super) fn catch(&mut self, goal: Cell, catcher: Cell, recovery: Cell, cut: u32) -> Outcome {
        let count = self.choice_count();
        self.push_choice(Alternative::Catch { catcher, recovery, cut }, self.current);
        self.current = self.push_frame(Work::LeaveCatch(count), 0, self.current);
        self.call_term(goal, count + 1)
    }
}
