//! Generated game files of the edition 2026: a small board on which rules of random typed expressions move a few elements.
//! Every file loads; play may still fail with a fault. Files of the edition 2013 are in `edition2013`.

mod actions;
mod declarations;
mod expressions;
mod rules;

use rand::{Rng, RngExt};

/// Type of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Type {
    Bool,
    Int,
    Element,
    Location,
    Direction,
    Elements,
    Locations,
    Ints,
    Directions,
    Action,
}

/// Properties of the move that are defined where an expression stands.
#[derive(Clone, Copy, Debug, Default)]
#[allow(clippy::struct_excessive_bools)] // each is a keyword that may be used
struct MoveContext {
    moved: bool,
    from: bool,
    to: bool,
    captured: bool,
    /// `CHOICE` is the number of a state.
    has_state_choice: bool,
    /// `CHOICE` is a word.
    has_word_choice: bool,
}

impl MoveContext {
    const BEFORE: Self =
        Self { moved: true, from: true, to: true, captured: false, has_state_choice: false, has_word_choice: false };
    const AFTER: Self = Self { captured: true, ..Self::BEFORE };
}

/// A named expression.
#[derive(Clone, Debug)]
struct NamedExpression {
    name: String,
    parameters: Vec<Type>,
    result: Type,
    /// `true` if the expression refers to the move.
    uses_move: bool,
}

/// Generates the text of a game file.
pub fn generate_game(random: &mut dyn Rng) -> String {
    let mut inventor = Generator {
        random,
        width: 0,
        height: 0,
        has_rare_faults: false,
        is_compilable: false,
        move_context: MoveContext::default(),
        scope: Vec::new(),
        named: Vec::new(),
        variable_count: 0,
        loop_depth: 0,
    };
    inventor.has_rare_faults = !inventor.chance(4);
    inventor.is_compilable = !inventor.chance(4);
    let mut text = inventor.declarations();
    text += &inventor.named_expressions();
    text += &inventor.rules();
    text += &inventor.scorings();
    text += &inventor.end_conditions();
    text
}

struct Generator<'r> {
    random: &'r mut dyn Rng,
    width: usize,
    height: usize,
    /// `true` if faults are rare, so that games go on.
    has_rare_faults: bool,
    /// `true` if nearly all rules are in the subset that the compiler supports; otherwise most games are interpreted.
    is_compilable: bool,
    move_context: MoveContext,
    /// Local variables in scope.
    scope: Vec<(String, Type)>,
    named: Vec<NamedExpression>,
    /// Number of local variables declared so far.
    variable_count: usize,
    /// Depth of nested loops.
    loop_depth: usize,
}

impl Generator<'_> {
    fn below(&mut self, count: usize) -> usize {
        self.random.random_range(0..count)
    }

    /// Returns `true` with probability `1 / times`.
    fn chance(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn pick<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.below(of.len())]
    }

    /// Returns `true` where a construct may be generated that the compiler may not support.
    fn chance_of_unsupported(&mut self) -> bool {
        let times = if self.is_compilable { 300 } else { 3 };
        self.chance(times)
    }

    /// Returns `true` where an expression may be generated that may fail.
    fn chance_of_fault(&mut self) -> bool {
        let times = if self.has_rare_faults { 150 } else { 8 };
        self.chance(times)
    }

    /// Name of a new variable.
    fn new_variable(&mut self) -> String {
        self.variable_count += 1;
        format!("$V{}", self.variable_count)
    }

    /// Runs `work`; variables that it declares go out of scope afterwards.
    fn in_scope<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let outside = self.scope.len();
        let done = work(self);
        self.scope.truncate(outside);
        done
    }

    /// A local variable of this type, if there is one.
    fn local(&mut self, kind: Type) -> Option<String> {
        let fit: Vec<usize> = (0..self.scope.len()).filter(|&at| self.scope[at].1 == kind).collect();
        if fit.is_empty() {
            return None;
        }
        let at = fit[self.below(fit.len())];
        Some(self.scope[at].0.clone())
    }

    /// A call of a named expression of this type, if there is one.
    fn call(&mut self, kind: Type, depth: usize) -> Option<String> {
        let usable =
            |named: &NamedExpression, known: MoveContext| !named.uses_move || known.moved && known.from && known.to;
        let fit: Vec<NamedExpression> = self
            .named
            .iter()
            .filter(|named| named.result == kind && usable(named, self.move_context))
            .cloned()
            .collect();
        if fit.is_empty() {
            return None;
        }
        let named = fit[self.below(fit.len())].clone();
        let arguments: Vec<String> =
            named.parameters.iter().map(|&takes| self.expression(takes, depth.min(1))).collect();
        Some(if arguments.is_empty() { named.name } else { format!("{}({})", named.name, arguments.join(", ")) })
    }

    /// Up to `most` lines that bind local variables.
    fn bindings(&mut self, most: usize) -> Vec<String> {
        const KINDS: [Type; 8] = [
            Type::Int,
            Type::Location,
            Type::Location,
            Type::Element,
            Type::Locations,
            Type::Elements,
            Type::Bool,
            Type::Direction,
        ];
        let count = self.below(most + 1);
        let lets = (0..count).map(|_| {
            let kind = KINDS[self.below(KINDS.len())];
            let value = self.expression(kind, 2);
            let name = self.new_variable();
            self.scope.push((name.clone(), kind));
            format!("{name} = {value}")
        });
        lets.collect()
    }
}
