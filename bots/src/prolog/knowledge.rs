//! A knowledge base: clauses that a text declares and goals change, with queries and their solutions. The machine behind
//! it is [`machine`](super::machine).

use std::sync::{Arc, LazyLock};

use boardwright_game::fault::Span;

use super::arithmetic::{Undefined, evaluate};
use super::builtins::builtin_symbols;
use super::database::{Clause, Database, InvalidClause, split};
use super::error::{Limits, QueryError, Stop};
use super::lexer::Syntax;
use super::machine::{Dialect, Machine};
use super::parser::{ParsedTerm, SyntaxError, parse_program, parse_term};
use super::symbols::{Symbols, functors};
use super::term::{Cell, FlatTerm};
use super::writer::{named_text, term_text};

/// Text of the library.
const LIBRARY: &str = include_str!("library.pl");

/// Symbols and clauses of the library.
static LIBRARY_BASE: LazyLock<(Arc<Symbols>, Database)> = LazyLock::new(|| {
    let symbols = Arc::new(builtin_symbols());
    let mut machine = Machine::with_database(symbols, Database::default(), Dialect::default(), 0);
    let (terms, errors) =
        parse_program(LIBRARY, Span::default(), Syntax::default(), Arc::make_mut(&mut machine.symbols));
    assert!(errors.is_empty(), "the library is valid: {errors:?}");
    for parsed in terms {
        let names = parsed.variables.into();
        let clause = Clause::compile(parsed.term, names, None, Arc::make_mut(&mut machine.symbols));
        machine.database.add(Arc::new(clause.expect("the library has only clauses")), false);
    }
    machine.database.mark_library();
    (machine.symbols, machine.database)
});

/// A variable of a query with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// Name of the variable.
    pub name: String,
    /// Its value.
    pub value: FlatTerm,
    /// Names of the variables in the value that have one, by number.
    pub names: Vec<String>,
}

/// Variables of a query with their values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solution {
    /// The variables that have a value, in the order of the query.
    pub bindings: Vec<Binding>,
}

impl Solution {
    /// Value of a variable.
    pub fn value(&self, name: &str) -> Option<&FlatTerm> {
        self.bindings.iter().find(|binding| binding.name == name).map(|binding| &binding.value)
    }
}

/// Answers to a query as a console prints them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// One line for each solution, such as `X = 1, Y = b`; `true` for one without variables.
    pub lines: Vec<String>,
    /// `true` if there are more solutions than were asked for.
    pub has_more: bool,
    /// Text that the goals have written.
    pub output: String,
    /// Error that ended the query.
    pub error: Option<QueryError>,
}

impl Answers {
    /// The answers in the form of the published test console: what goals have written, a line such as `X->1,` for each
    /// solution, `YES` for one without variables, and `NO` if there is none.
    pub fn console_lines(&self) -> Vec<String> {
        let written = self.output.trim_end_matches('\n');
        let mut lines: Vec<String> = if written.is_empty() { Vec::new() } else { vec![written.to_owned()] };
        lines.extend(self.lines.iter().map(|line| match line.as_str() {
            "true" => "YES".to_owned(),
            line => format!("{},", line.replace(" = ", "->")),
        }));
        match &self.error {
            Some(error) => lines.push(format!("error: {error}")),
            None if self.lines.is_empty() => lines.push("NO".to_owned()),
            None if self.has_more => lines.push("...".to_owned()),
            None => {}
        }
        lines
    }
}

/// A knowledge base.
#[derive(Debug)]
pub struct KnowledgeBase {
    machine: Machine,
}

impl KnowledgeBase {
    /// An empty knowledge base in the standard dialect.
    pub fn new(seed: u64) -> Self {
        Self::with_dialect(Dialect::default(), seed)
    }

    /// An empty knowledge base.
    pub fn with_dialect(dialect: Dialect, seed: u64) -> Self {
        let (symbols, database) = LIBRARY_BASE.clone();
        Self { machine: Machine::with_database(symbols, database, dialect, seed) }
    }

    /// A copy with its own seed; it shares all clauses until one of both changes.
    #[must_use]
    pub fn fork(&self, seed: u64) -> Self {
        let (symbols, database) = (Arc::clone(&self.machine.symbols), self.machine.database.clone());
        let mut machine = Machine::with_database(symbols, database, self.machine.dialect, seed);
        machine.limits = self.machine.limits;
        Self { machine }
    }

    /// Sets the limits of each query.
    pub fn set_limits(&mut self, limits: Limits) {
        self.machine.limits = limits;
    }

    /// The names of the knowledge base.
    pub fn symbols(&self) -> &Symbols {
        &self.machine.symbols
    }

    /// The names of the knowledge base, to add others.
    pub fn symbols_mut(&mut self) -> &mut Symbols {
        Arc::make_mut(&mut self.machine.symbols)
    }

    /// Takes the text that goals have written.
    pub fn take_output(&mut self) -> String {
        std::mem::take(&mut self.machine.output)
    }

    /// Number of resolution steps of the last query.
    pub fn step_count(&self) -> u64 {
        self.machine.step_count()
    }

    /// Adds the clauses of a text, and runs its directives. Valid clauses are added even if others have mistakes.
    pub fn consult(&mut self, text: &str, start: Span, syntax: Syntax) -> Vec<SyntaxError> {
        let (terms, mut errors) = parse_program(text, start, syntax, self.symbols_mut());
        for parsed in terms {
            let span = parsed.span;
            if let Err(message) = self.add(parsed) {
                errors.push(SyntaxError { span, message });
            }
        }
        errors.sort_by_key(|error| error.span.start);
        errors
    }

    /// Adds a clause at the end of its predicate, or runs a directive `:- goal`.
    ///
    /// # Errors
    /// The reason if the term is neither.
    pub fn add(&mut self, parsed: ParsedTerm) -> Result<(), String> {
        if let (Cell::Struct(at), Some(functors::DIRECTIVE)) = (parsed.term.root, parsed.term.functor(parsed.term.root))
        {
            let goal = parsed.term.part(parsed.term.cells[at as usize + 1], self.symbols());
            let found = self.solve_once(&goal, &parsed.variables).map_err(|error| error.message)?;
            return found.map(|_| ()).ok_or_else(|| "the directive failed".to_owned());
        }
        let names = parsed.variables.into();
        let symbols = Arc::make_mut(&mut self.machine.symbols);
        let term = parsed.term;
        let copy = term.clone();
        let clause = Clause::compile(term, names, Some(parsed.span), symbols).map_err(|invalid| match invalid {
            InvalidClause::Head(cell) => {
                let head = term_text(&copy.part(cell, symbols), symbols);
                format!("`{head}` cannot be the head of a clause; a head is a name, or a name with arguments")
            }
            InvalidClause::Goal(cell) => {
                let goal = term_text(&copy.part(cell, symbols), symbols);
                format!("`{goal}` cannot be a goal; a goal is a name, or a name with arguments")
            }
        })?;
        let functor = clause.functor;
        // A program may define predicates of the library anew.
        if self.machine.database.predicate(functor).is_some_and(|predicate| predicate.is_library) {
            *self.machine.database.declare(functor) = super::database::Predicate::default();
        }
        if self.machine.check_changeable(functor).is_err() {
            let name = self.symbols().indicator(functor);
            return Err(format!("`{name}` is built in and cannot be defined; choose another name"));
        }
        self.machine.database.add(Arc::new(clause), false);
        Ok(())
    }

    /// Value of an arithmetic expression without variables; `None` for other terms.
    ///
    /// # Errors
    /// The reason if the expression has no value.
    pub fn evaluate(&mut self, expression: &FlatTerm) -> Result<Option<i64>, &'static str> {
        self.machine.reset();
        let cell = self.machine.heap.load_term(expression);
        match evaluate(&self.machine.heap, &self.machine.symbols, cell) {
            Ok(value) => Ok(Some(value)),
            Err(Undefined::ZeroDivisor) => Err("division by zero"),
            Err(Undefined::Overflow) => Err("it is beyond 64 bits"),
            Err(_) => Ok(None),
        }
    }

    /// Begins a query.
    pub fn query<'k>(&'k mut self, goal: &FlatTerm, names: &'k [String]) -> Query<'k> {
        self.machine.reset();
        let first = self.machine.heap.variables(goal.variable_count);
        let base = self.machine.heap.load(&goal.cells, first);
        let goal = match goal.root {
            Cell::Struct(at) => Cell::Struct(base + at),
            Cell::Var(number) => Cell::Ref(first + number),
            other => other,
        };
        self.machine.begin(goal);
        Query { machine: &mut self.machine, first, names, state: QueryState::Begun }
    }

    /// First solution of a query; `None` if there is none.
    ///
    /// # Errors
    /// The error that ended the query.
    pub fn solve_once(&mut self, goal: &FlatTerm, names: &[String]) -> Result<Option<Solution>, QueryError> {
        self.query(goal, names).next_solution()
    }

    /// Answers of a query in text form, at most `max` solutions.
    ///
    /// # Errors
    /// The mistake in the text.
    pub fn ask(&mut self, text: &str, max: usize) -> Result<Answers, SyntaxError> {
        let parsed = parse_term(text, Span::default(), Syntax::default(), self.symbols_mut())?;
        let mut answers = Answers::default();
        let mut solutions = Vec::new();
        let mut query = self.query(&parsed.term, &parsed.variables);
        loop {
            match query.next_solution() {
                Ok(Some(_)) if solutions.len() == max => {
                    answers.has_more = true;
                    break;
                }
                Ok(Some(solution)) => solutions.push(solution),
                Ok(None) => break,
                Err(error) => {
                    answers.error = Some(error);
                    break;
                }
            }
        }
        answers.output = self.take_output();
        answers.lines = solutions.iter().map(|solution| self.solution_text(solution)).collect();
        Ok(answers)
    }

    /// Text of a solution, such as `X = 1, Y = b`.
    pub fn solution_text(&self, solution: &Solution) -> String {
        if solution.bindings.is_empty() {
            return "true".to_owned();
        }
        let texts = solution
            .bindings
            .iter()
            .map(|Binding { name, value, names }| format!("{name} = {}", named_text(value, names, self.symbols())));
        texts.collect::<Vec<_>>().join(", ")
    }

    /// Facts and clauses of a predicate, in their order.
    pub fn clauses(&self, name: &str, arity: u32) -> Vec<FlatTerm> {
        let functor = self.symbols().find_atom(name).and_then(|atom| self.symbols().find_functor(atom, arity));
        let predicate = functor.and_then(|functor| self.machine.database.predicate(functor));
        predicate
            .map_or_else(Vec::new, |predicate| predicate.clauses.iter().map(|clause| clause.term.clone()).collect())
    }

    /// Removes all clauses of a predicate.
    pub fn clear(&mut self, name: &str, arity: u32) {
        let functor = self.symbols().find_atom(name).and_then(|atom| self.symbols().find_functor(atom, arity));
        if let Some(functor) = functor
            && self.machine.database.predicate(functor).is_some()
        {
            for clause in Arc::clone(&self.machine.database.declare(functor).clauses).iter() {
                self.machine.database.remove(clause);
            }
        }
    }

    /// The clauses of the program as text, by predicate in the order of their definition.
    pub fn listing(&self) -> String {
        let mut out = String::new();
        for functor in self.machine.database.own_functors() {
            let Some(predicate) = self.machine.database.predicate(functor) else { continue };
            for clause in predicate.clauses.iter() {
                out.push_str(&clause_text(&clause.term, &clause.names, self.symbols()));
                out.push('\n');
            }
        }
        out
    }

    /// Indicators of the predicates that the program has defined, such as `turn/1`.
    pub fn defined(&self) -> Vec<(String, u32)> {
        let symbols = self.symbols();
        let functors = self.machine.database.own_functors();
        functors
            .map(|functor| (symbols.name(symbols.functor_name(functor)).to_owned(), symbols.arity(functor)))
            .collect()
    }
}

/// A clause as text, with a blank around `:-`.
fn clause_text(term: &FlatTerm, names: &[String], symbols: &Symbols) -> String {
    let names: Vec<String> = names.to_vec();
    let text = |cell| named_text(&term.part(cell, symbols), &names, symbols);
    match split(term) {
        (head, Some(body)) => format!("{} :- {}.", text(head), text(body)),
        (head, None) => format!("{}.", text(head)),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum QueryState {
    Begun,
    Answered,
    Finished,
}

/// A query under evaluation.
pub struct Query<'k> {
    machine: &'k mut Machine,
    /// Address of the first variable.
    first: u32,
    names: &'k [String],
    state: QueryState,
}

impl Query<'_> {
    /// Next solution; `None` if there is none.
    ///
    /// # Errors
    /// The error that ended the query.
    pub fn next_solution(&mut self) -> Result<Option<Solution>, QueryError> {
        let found = match self.state {
            QueryState::Begun => self.machine.run(),
            QueryState::Answered if self.machine.has_choices() => self.machine.next_solution(),
            QueryState::Answered | QueryState::Finished => Ok(false),
        };
        let result = found.and_then(|found| if found { self.solution().map(Some) } else { Ok(None) });
        self.state = if matches!(result, Ok(Some(_))) { QueryState::Answered } else { QueryState::Finished };
        result.map_err(|stop| self.machine.describe(stop))
    }

    fn solution(&self) -> Result<Solution, Stop> {
        let mut bindings = Vec::new();
        for (number, name) in self.names.iter().enumerate() {
            if name.starts_with('_') {
                continue;
            }
            let variable = Cell::Ref(self.first + number as u32);
            if let Some((value, names)) = self.machine.reported_value(name, variable)? {
                bindings.push(Binding { name: name.clone(), value, names });
            }
        }
        Ok(Solution { bindings })
    }
}

impl Machine {
    /// Value of a variable of the query; `None` if it has none.
    fn reported_value(&self, name: &str, variable: Cell) -> Result<Option<(FlatTerm, Vec<String>)>, Stop> {
        let value = self.heap.deref(variable);
        if !self.dialect.is_compatible {
            if matches!(value, Cell::Ref(_)) {
                return Ok(None);
            }
            return self.copy_out(value).map(|term| Some((term, Vec::new())));
        }
        let compatible = super::compatible::reported_value(self, name, variable);
        compatible.transpose()
    }

    /// The error that users see.
    fn describe(&mut self, stop: Stop) -> QueryError {
        let place = self.place;
        match stop {
            Stop::Limit(limit) => {
                QueryError { message: limit.to_string(), ball: String::new(), limit: Some(limit), place }
            }
            Stop::Ball(ball) => {
                let text = term_text(&ball, &self.symbols);
                QueryError { message: super::messages::describe(&ball, &self.symbols), ball: text, limit: None, place }
            }
        }
    }
}

/// Names and numbers of arguments of the predicates of the library.
pub fn library_names() -> Vec<(String, u32)> {
    let (symbols, database) = &*LIBRARY_BASE;
    let functors = symbols.all_functors().filter(|&functor| database.predicate(functor).is_some());
    functors.map(|functor| (symbols.name(symbols.functor_name(functor)).to_owned(), symbols.arity(functor))).collect()
}
