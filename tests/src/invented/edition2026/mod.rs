//! Invented game files of 2026: a little board on which rules of random typed expressions move a few elements.
//! Every file loads; what it asks for at play may still be a fault. Nothing of the edition 2013 is here.

mod actions;
mod expressions;
mod rules;
mod things;

use rand::{Rng, RngExt};

/// What an expression gives.
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

/// What can be asked of the move where an expression stands.
#[derive(Clone, Copy, Debug, Default)]
#[allow(clippy::struct_excessive_bools)] // each is a word that may be used
struct Known {
    moved: bool,
    from: bool,
    to: bool,
    captured: bool,
    /// `CHOICE` is the number of a state.
    state_chosen: bool,
    /// `CHOICE` is a word.
    word_chosen: bool,
}

impl Known {
    const BEFORE: Self =
        Self { moved: true, from: true, to: true, captured: false, state_chosen: false, word_chosen: false };
    const AFTER: Self = Self { captured: true, ..Self::BEFORE };
}

/// A named expression.
#[derive(Clone, Debug)]
struct Named {
    name: String,
    takes: Vec<Type>,
    gives: Type,
    /// It asks about the move.
    of_move: bool,
}

/// The text of an invented game.
pub fn game(random: &mut dyn Rng) -> String {
    let mut inventor = Inventor {
        random,
        width: 0,
        height: 0,
        calm: false,
        simple: false,
        known: Known::default(),
        scope: Vec::new(),
        named: Vec::new(),
        fresh: 0,
        loops: 0,
    };
    inventor.calm = !inventor.chance(4);
    inventor.simple = !inventor.chance(4);
    let mut text = inventor.things();
    text += &inventor.expressions();
    text += &inventor.rules();
    text += &inventor.scorings();
    text += &inventor.ends();
    text
}

struct Inventor<'r> {
    random: &'r mut dyn Rng,
    width: usize,
    height: usize,
    /// Faults are rare, so that games go on.
    calm: bool,
    /// Only what the fast form compiles is asked for, else most games are left to the plain form.
    simple: bool,
    known: Known,
    /// Local variables.
    scope: Vec<(String, Type)>,
    named: Vec<Named>,
    /// How many local variables there were.
    fresh: usize,
    /// How many loops are open.
    loops: usize,
}

impl Inventor<'_> {
    fn below(&mut self, count: usize) -> usize {
        self.random.random_range(0..count)
    }

    /// True once in so many times.
    fn chance(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.below(of.len())]
    }

    /// True where something is in order that the fast form may leave to the plain form.
    fn hard(&mut self) -> bool {
        let times = if self.simple { 300 } else { 3 };
        self.chance(times)
    }

    /// True where something that may fail is in order.
    fn wild(&mut self) -> bool {
        let times = if self.calm { 150 } else { 8 };
        self.chance(times)
    }

    /// A variable that is not there yet.
    fn variable(&mut self) -> String {
        self.fresh += 1;
        format!("$V{}", self.fresh)
    }

    /// Does something that may name variables, which nobody else sees.
    fn inside<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let outside = self.scope.len();
        let done = work(self);
        self.scope.truncate(outside);
        done
    }

    /// A local variable of this type.
    fn local(&mut self, kind: Type) -> Option<String> {
        let fit: Vec<usize> = (0..self.scope.len()).filter(|&at| self.scope[at].1 == kind).collect();
        if fit.is_empty() {
            return None;
        }
        let at = fit[self.below(fit.len())];
        Some(self.scope[at].0.clone())
    }

    /// A call of a named expression that gives this.
    fn call(&mut self, kind: Type, depth: usize) -> Option<String> {
        let usable = |named: &Named, known: Known| !named.of_move || known.moved && known.from && known.to;
        let fit: Vec<Named> =
            self.named.iter().filter(|named| named.gives == kind && usable(named, self.known)).cloned().collect();
        if fit.is_empty() {
            return None;
        }
        let named = fit[self.below(fit.len())].clone();
        let arguments: Vec<String> = named.takes.iter().map(|&takes| self.of(takes, depth.min(1))).collect();
        Some(if arguments.is_empty() { named.name } else { format!("{}({})", named.name, arguments.join(", ")) })
    }

    /// Lines that name values for what follows them.
    fn lets(&mut self, most: usize) -> Vec<String> {
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
            let value = self.of(kind, 2);
            let name = self.variable();
            self.scope.push((name.clone(), kind));
            format!("{name} = {value}")
        });
        lets.collect()
    }
}
