//! A small Prolog for knowledge bases of players: terms, unification with occurs check, cut, negation, exceptions,
//! assert and retract, integers of 64 bits, and the built-in predicates that such programs use. It has no modules, files,
//! strings, floating-point numbers or user-defined operators.
//!
//! ```
//! use boardwright_bots::prolog::{KnowledgeBase, Syntax};
//!
//! let mut base = KnowledgeBase::new(1);
//! let errors = base.consult("king([S,7]) :- member(S, [0,1,2,3]).", Default::default(), Syntax::default());
//! assert!(errors.is_empty());
//! let answers = base.ask("king([S,_]), S > 1.", 10).unwrap();
//! assert_eq!(answers.lines, ["S = 2", "S = 3"]);
//! ```

mod arithmetic;
mod builtins;
mod compatible;
mod database;
mod error;
mod heap;
mod knowledge;
mod lexer;
mod machine;
mod messages;
mod operators;
mod parser;
mod support;
mod symbols;
mod term;
mod writer;

pub use builtins::builtin_names;
pub use error::{LimitKind, Limits, QueryError};
pub use knowledge::{Answers, Binding, KnowledgeBase, Query, Solution, library_names};
pub use lexer::{Lexeme, Syntax, Token, lex};
pub use machine::Dialect;
pub use parser::{ParsedTerm, SyntaxError, parse_program, parse_term};
pub use symbols::{Atom, Functor, Symbols, atoms, functors};
pub use term::{Cell, FlatTerm};
pub use writer::{is_plain_atom, named_text, quoted, term_text};
