//! The abstract syntax tree of a script, with source spans. Names are resolved: an existing tree has no unknown words.

use std::fmt::{self, Display, Write as _};

use boardwright_game::fault::Span;
use boardwright_games::holdem::preflop::HoleClass;
use boardwright_games::holdem::{Rank, Street};

use super::vocabulary::{Combiner, Constant, Predicate};

/// A script.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    /// Choice among several rules that hold.
    pub combiner: Combiner,
    /// Sections in the order of the file.
    pub sections: Vec<Section>,
}

/// Phases in which the rules of a section apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SectionKind {
    /// One phase.
    Street(Street),
    /// All phases.
    Always,
}

impl SectionKind {
    /// All kinds of sections.
    pub const ALL: [Self; 5] = [
        Self::Street(Street::Preflop),
        Self::Street(Street::Flop),
        Self::Street(Street::Turn),
        Self::Street(Street::River),
        Self::Always,
    ];

    /// Keyword that opens the section.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Street(Street::Preflop) => "PREFLOP",
            Self::Street(Street::Flop) => "FLOP",
            Self::Street(Street::Turn) => "TURN",
            Self::Street(Street::River) => "RIVER",
            Self::Always => "ALWAYS",
        }
    }

    /// `true` if the rules of the section apply in the phase.
    pub fn covers(self, phase: Street) -> bool {
        match self {
            Self::Street(own) => own == phase,
            Self::Always => true,
        }
    }
}

/// A section.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// Phases of the section.
    pub kind: SectionKind,
    /// Rules in the order of the file.
    pub rules: Vec<Rule>,
}

/// A rule. A table that stands in a section without a rule is one with no branches, which always holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// Source range of the keyword, or of the whole use of a table.
    pub span: Span,
    /// Weight of the rule.
    pub weight: Decimal,
    /// Alternatives, one of which must hold.
    pub branches: Vec<Branch>,
    /// Action before the villain has acted in the phase.
    pub action: Action,
    /// Actions after the villain has acted.
    pub reactions: Vec<Reaction>,
}

impl Rule {
    /// `true` for a table that stands in a section without a rule.
    pub fn is_bare_table(&self) -> bool {
        self.branches.is_empty()
    }
}

/// An action after the villain has acted.
#[derive(Clone, Debug, PartialEq)]
pub struct Reaction {
    /// Source range of the keyword.
    pub span: Span,
    /// Alternatives, one of which must hold.
    pub branches: Vec<Branch>,
    /// Action of the reaction.
    pub action: Action,
}

/// Conditions that must all hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// Source range of all conditions.
    pub span: Span,
    /// The conditions, at least one.
    pub conditions: Vec<Condition>,
}

/// A condition.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    /// Source range.
    pub span: Span,
    /// Kind of the condition.
    pub kind: ConditionKind,
}

/// Kinds of conditions.
#[derive(Clone, Debug, PartialEq)]
pub enum ConditionKind {
    /// A property of the cards, or its negation.
    Predicate {
        /// The property.
        predicate: Predicate,
        /// `true` with `!` before it.
        is_negated: bool,
    },
    /// A query about the two cards of the hero.
    Cards(CardQuery),
    /// A comparison of two numbers.
    Comparison {
        /// Left side.
        left: Quantity,
        /// Comparator between the sides.
        comparator: Comparator,
        /// Right side.
        right: Quantity,
    },
}

/// A query about the two cards of the hero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CardQuery {
    /// The higher rank.
    pub high: Rank,
    /// The lower rank; equal to the higher one for a pair.
    pub low: Rank,
    /// Condition on the suits.
    pub suits: SuitQuery,
    /// Range of the ranks.
    pub range: RankRange,
}

/// Condition of a card query on the suits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SuitQuery {
    /// Any suits, without a letter.
    Any,
    /// Both cards of one suit, `s`.
    Suited,
    /// Any suits, `o`; different suits in the strict mode.
    Other,
}

/// Range of the ranks of a card query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RankRange {
    /// These ranks.
    Exact,
    /// Both ranks as high or higher, `+`.
    AtLeast,
    /// Both ranks as low or lower, `-`.
    AtMost,
}

impl CardQuery {
    /// `true` if the class of two cards matches. With `is_strict`, `o` asks for different suits.
    pub fn matches(self, class: HoleClass, is_strict: bool) -> bool {
        let (high, low, is_suited) = (class.high(), class.low(), class.is_suited());
        let [own_high, own_low] = [self.high, self.low].map(Rank::index);
        let suits = match self.suits {
            SuitQuery::Any => true,
            SuitQuery::Suited => is_suited,
            SuitQuery::Other => !(is_strict && is_suited),
        };
        let ranks = match self.range {
            RankRange::Exact => high == own_high && low == own_low,
            RankRange::AtLeast => high >= own_high && low >= own_low,
            RankRange::AtMost => high <= own_high && low <= own_low,
        };
        suits && ranks && class.is_pair() == (own_high == own_low)
    }
}

impl Display for CardQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.high.letter(), self.low.letter())?;
        f.write_str(match self.suits {
            SuitQuery::Any => "",
            SuitQuery::Suited => "s",
            SuitQuery::Other => "o",
        })?;
        f.write_str(match self.range {
            RankRange::Exact => "",
            RankRange::AtLeast => "+",
            RankRange::AtMost => "-",
        })
    }
}

/// A comparator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Comparator {
    Greater,
    Less,
    AtLeast,
    AtMost,
    Equal,
    Unequal,
}

impl Comparator {
    /// All comparators.
    pub const ALL: [Self; 6] = [Self::Greater, Self::Less, Self::AtLeast, Self::AtMost, Self::Equal, Self::Unequal];

    /// The comparator as it is written.
    pub fn text(self) -> &'static str {
        match self {
            Self::Greater => ">",
            Self::Less => "<",
            Self::AtLeast => ">=",
            Self::AtMost => "<=",
            Self::Equal => "==",
            Self::Unequal => "!=",
        }
    }

    /// Compares two values.
    pub fn holds<T: Ord>(self, left: &T, right: &T) -> bool {
        match self {
            Self::Greater => left > right,
            Self::Less => left < right,
            Self::AtLeast => left >= right,
            Self::AtMost => left <= right,
            Self::Equal => left == right,
            Self::Unequal => left != right,
        }
    }

    /// The comparator with its sides exchanged.
    #[must_use]
    pub fn flipped(self) -> Self {
        match self {
            Self::Greater => Self::Less,
            Self::Less => Self::Greater,
            Self::AtLeast => Self::AtMost,
            Self::AtMost => Self::AtLeast,
            Self::Equal | Self::Unequal => self,
        }
    }
}

/// A decimal number in millionths, so that comparisons are exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decimal(pub(crate) i64);

impl Decimal {
    /// The number one.
    pub const ONE: Self = Self(MILLION);

    /// Parses digits with at most 12 places before the point and 6 after it.
    pub fn parse(text: &str) -> Option<Self> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
        let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !is_digits(whole) || !is_digits(fraction) || whole.len() > 12 || fraction.len() > 6 {
            return None;
        }
        let fraction: i64 = format!("{fraction:0<6}").parse().ok()?;
        Some(Self(whole.parse::<i64>().ok()? * MILLION + fraction))
    }

    /// The number in millionths.
    pub fn millionths(self) -> i64 {
        self.0
    }
}

/// Millionths in one.
pub(crate) const MILLION: i64 = 1_000_000;

impl Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / MILLION, self.0 % MILLION);
        if rest == 0 {
            return write!(f, "{whole}");
        }
        write!(f, "{whole}.{}", format!("{rest:06}").trim_end_matches('0'))
    }
}

/// A number of a script.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    /// Source range.
    pub span: Span,
    /// Kind of the number.
    pub kind: QuantityKind,
}

/// Kinds of numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum QuantityKind {
    /// A literal number.
    Literal(Decimal),
    /// A constant, multiplied by a number.
    Product(Decimal, Constant),
    /// The first number on the first line that a program prints.
    External(Command),
    /// An element of the game state by its name.
    Init(String),
}

/// A command of an external program: its words, before special words are replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The command as it is written.
    pub text: String,
    /// Program and arguments.
    pub words: Vec<String>,
}

impl Command {
    /// Splits a command at blanks. There is no shell, so nothing else has a meaning.
    pub fn new(text: &str) -> Self {
        Self { text: text.to_owned(), words: text.split_whitespace().map(str::to_owned).collect() }
    }

    /// Name of the program.
    pub fn program(&self) -> &str {
        self.words.first().map_or("", String::as_str)
    }
}

/// An action.
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    /// Source range.
    pub span: Span,
    /// Kind of the action.
    pub kind: ActionKind,
}

/// Kinds of actions.
#[derive(Clone, Debug, PartialEq)]
pub enum ActionKind {
    /// Gives up the hand.
    Fold,
    /// Checks.
    Check,
    /// Calls.
    Call,
    /// Raises by one of the amounts on top of the call.
    Raise(Vec<Amount>),
    /// Raises to one of the amounts as the total of the phase.
    RaiseTo(Vec<Amount>),
    /// The action that a program prints.
    External(Command),
    /// The action of the hero's cards in a table: its path, and its number among the tables of the script.
    Table(String, usize),
}

/// An amount of a raise.
#[derive(Clone, Debug, PartialEq)]
pub struct Amount {
    /// Weight of the amount among the others.
    pub weight: Decimal,
    /// The amount itself.
    pub quantity: Quantity,
}

/// Formats a tree in the canonical layout, without comments. Two trees with the same text mean the same.
impl Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.combiner != Combiner::default() {
            writeln!(f, "COMBINE {}", self.combiner.name())?;
        }
        for section in &self.sections {
            writeln!(f, "{}", section.kind.keyword())?;
            section.rules.iter().try_for_each(|rule| write_rule(f, rule))?;
            writeln!(f, "END{}", section.kind.keyword())?;
        }
        Ok(())
    }
}

fn write_rule(f: &mut fmt::Formatter<'_>, rule: &Rule) -> fmt::Result {
    if rule.is_bare_table() {
        return writeln!(f, "  {}", rule.action);
    }
    f.write_str("  RULE")?;
    if rule.weight != Decimal::ONE {
        write!(f, " WEIGHT {}", rule.weight)?;
    }
    f.write_char('\n')?;
    rule.branches.iter().try_for_each(|branch| writeln!(f, "    {branch}"))?;
    writeln!(f, "    THEN {}", rule.action)?;
    for reaction in &rule.reactions {
        writeln!(f, "    VILLAIN")?;
        reaction.branches.iter().try_for_each(|branch| writeln!(f, "      {branch}"))?;
        writeln!(f, "      THEN {}\n    ENDVILLAIN", reaction.action)?;
    }
    writeln!(f, "  ENDRULE")
}

impl Display for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, condition) in self.conditions.iter().enumerate() {
            write!(f, "{}{condition}", if index == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ConditionKind::Predicate { predicate, is_negated } => {
                write!(f, "{}{}", if *is_negated { "!" } else { "" }, predicate.name())
            }
            ConditionKind::Cards(query) => write!(f, "{query}"),
            ConditionKind::Comparison { left, comparator, right } => {
                write!(f, "{left} {} {right}", comparator.text())
            }
        }
    }
}

impl Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            QuantityKind::Literal(number) => write!(f, "{number}"),
            QuantityKind::Product(Decimal::ONE, constant) => f.write_str(constant.name()),
            QuantityKind::Product(factor, constant @ (Constant::BigBlind | Constant::SmallBlind)) => {
                write!(f, "{factor}{}", constant.name())
            }
            QuantityKind::Product(factor, constant) => write!(f, "{factor} {}", constant.name()),
            QuantityKind::External(command) => write!(f, "external \"{}\"", command.text),
            QuantityKind::Init(name) => write!(f, "init \"{name}\""),
        }
    }
}

impl Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let amounts = |f: &mut fmt::Formatter<'_>, word: &str, amounts: &[Amount]| {
            f.write_str(word)?;
            if let [Amount { weight: Decimal::ONE, quantity }] = amounts {
                return write!(f, " {quantity}");
            }
            for (index, Amount { weight, quantity }) in amounts.iter().enumerate() {
                write!(f, "{} {weight} {quantity}", if index == 0 { "" } else { "," })?;
            }
            Ok(())
        };
        match &self.kind {
            ActionKind::Fold => f.write_str("FOLD"),
            ActionKind::Check => f.write_str("CHECK"),
            ActionKind::Call => f.write_str("CALL"),
            ActionKind::Raise(list) => amounts(f, "RAISE", list),
            ActionKind::RaiseTo(list) => amounts(f, "RAISETO", list),
            ActionKind::External(command) => write!(f, "external \"{}\"", command.text),
            ActionKind::Table(path, _) => write!(f, "USE TABLE {path}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_exact() {
        for (text, shown) in [("0.5", "0.5"), ("3", "3"), ("007.250", "7.25"), ("0.000001", "0.000001")] {
            assert_eq!(Decimal::parse(text).map(|number| number.to_string()).as_deref(), Some(shown));
        }
        for text in ["", ".5", "5.", "1.2.3", "x", "1234567890123", "0.1234567", "-1", "٣"] {
            assert_eq!(Decimal::parse(text), None, "{text}");
        }
    }
}
