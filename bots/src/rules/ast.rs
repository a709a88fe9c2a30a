//! The syntax tree of a rule file.

use boardwright_game::fault::Span;

use super::blocks::Block;
use crate::prolog::ParsedTerm;

/// A rule file.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Clauses of the block PROLOG.
    pub clauses: Vec<ParsedTerm>,
    /// Other blocks in the order of the file.
    pub blocks: Vec<BlockRules>,
}

impl Program {
    /// Rules of a block.
    pub fn rules(&self, block: Block) -> &[Rule] {
        self.blocks.iter().find(|own| own.block == block).map_or(&[], |own| &own.rules)
    }
}

/// A block with rules.
#[derive(Clone, Debug)]
pub struct BlockRules {
    /// The block.
    pub block: Block,
    /// Source range of its keyword.
    pub span: Span,
    /// Rules in the order of the file.
    pub rules: Vec<Rule>,
}

/// A rule.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Source range from `IF` to the closing brace.
    pub span: Span,
    /// The condition.
    pub condition: Condition,
    /// Actions in the order of the file.
    pub actions: Vec<Action>,
}

/// A condition.
#[derive(Clone, Debug)]
pub enum Condition {
    /// A query.
    Term(Term),
    /// Negation.
    Not(Box<Condition>),
    /// All conditions hold.
    All(Vec<Condition>),
    /// One of the conditions holds.
    Any(Vec<Condition>),
}

impl Condition {
    /// All queries in the order of the file.
    pub fn terms(&self) -> Vec<&Term> {
        let mut found = Vec::new();
        self.collect(&mut found);
        found
    }

    fn collect<'a>(&'a self, found: &mut Vec<&'a Term>) {
        match self {
            Self::Term(term) => found.push(term),
            Self::Not(inner) => inner.collect(found),
            Self::All(parts) | Self::Any(parts) => parts.iter().for_each(|part| part.collect(found)),
        }
    }
}

/// Kinds of actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionKind {
    /// Adds a fact or a clause.
    Add,
    /// Removes the first fact or clause that matches.
    Del,
    /// Runs a goal.
    Query,
}

impl ActionKind {
    /// Keyword of the action.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::Del => "del",
            Self::Query => "query",
        }
    }
}

/// An action.
#[derive(Clone, Debug)]
pub struct Action {
    /// Kind of the action.
    pub kind: ActionKind,
    /// The term.
    pub term: Term,
}

/// A term with macros.
#[derive(Clone, Debug)]
pub struct Term {
    /// Source range without the point.
    pub span: Span,
    /// The term without comments, as long as its source range.
    pub text: String,
    /// Names of its macros, without the backslash.
    pub macros: Vec<String>,
    /// The term with macros as variables `\NAME`; with macros that are parts of words or texts, as if they had no value.
    pub parsed: ParsedTerm,
    /// `true` if macros are replaced in the text before the term is read.
    pub is_textual: bool,
}
