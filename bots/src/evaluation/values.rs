//! Values of the constants of a script in one situation, bound before the rules are evaluated.

use boardwright_games::holdem::Street;
use boardwright_games::holdem::preflop::HoleClass;

use crate::script::ast::{Decimal, MILLION};
use crate::script::vocabulary::{CONSTANT_COUNT, CONSTANTS, Constant};
use crate::situation::{Actor, Chips, PastKind, Situation};

/// An exact value in millionths of a chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Value(i128);

impl Value {
    /// A literal number.
    pub fn literal(number: Decimal) -> Self {
        Self(i128::from(number.millionths()))
    }

    /// A constant multiplied by a factor.
    pub fn product(factor: Decimal, constant: Chips) -> Self {
        Self(i128::from(factor.millionths()) * i128::from(constant))
    }

    /// Parses the first number in a text, as external programs print it.
    pub fn first_in(text: &str) -> Option<Self> {
        let start = text.find(|c: char| c.is_ascii_digit())?;
        let rest = &text[start..];
        let whole = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let fraction = rest[whole..].strip_prefix('.').unwrap_or_default();
        let digits = fraction.len() - fraction.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let fraction = &fraction[..digits.min(6)];
        let number =
            if fraction.is_empty() { rest[..whole].to_owned() } else { format!("{}.{fraction}", &rest[..whole]) };
        let value = Self::literal(Decimal::parse(&number)?);
        Some(if text[..start].ends_with('-') { Self(-value.0) } else { value })
    }

    /// Number of chips, rounded to the nearest one; half a chip is rounded up.
    pub fn chips(self) -> Chips {
        let million = i128::from(MILLION);
        let chips = (self.0 + million / 2).div_euclid(million);
        chips.clamp(0, i128::from(Chips::MAX)) as Chips
    }

    /// Mean of values by their weights; `None` if the weights are all zero.
    pub fn mean(weighted: impl Iterator<Item = (Decimal, Self)>) -> Option<Self> {
        let (mut sum, mut weights) = (0_i128, 0_i128);
        for (weight, value) in weighted {
            let weight = i128::from(weight.millionths());
            sum = sum.saturating_add(weight.saturating_mul(value.0));
            weights += weight;
        }
        (weights > 0).then(|| Self(sum / weights))
    }

    /// The value as a decimal number.
    pub fn text(self) -> String {
        let million = i128::from(MILLION);
        let (whole, rest) = (self.0.abs() / million, self.0.abs() % million);
        let sign = if self.0 < 0 { "-" } else { "" };
        let fraction = if rest == 0 { String::new() } else { format!(".{rest:06}") };
        format!("{sign}{whole}{}", fraction.trim_end_matches('0'))
    }
}

/// Values of all constants, in the order of [`CONSTANTS`].
pub type ConstantValues = [Chips; CONSTANT_COUNT];

/// Computes all constants of a situation. The history is read once.
pub fn bind(situation: &Situation) -> ConstantValues {
    let class = HoleClass::of(situation.hole);
    let mut values = [0; CONSTANT_COUNT];
    let mut set = |constant: Constant, value: Chips| values[constant.index()] = value;
    set(Constant::Pot, situation.pot());
    set(Constant::BigBlind, situation.big_blind);
    set(Constant::SmallBlind, situation.small_blind);
    set(Constant::HeroStack, situation.hero_stack);
    set(Constant::VillainStack, situation.villain_stack);
    set(Constant::EffectiveStack, situation.hero_stack.min(situation.villain_stack));
    set(Constant::AllIn, situation.hero_stack);
    set(Constant::ToCall, situation.to_call());
    set(Constant::HandRank169, class.rank().into());
    set(Constant::HandRank2652, class.cumulated_hands().into());
    for past in situation.history.iter().filter(|past| past.actor == Actor::Villain) {
        let phase = past.phase;
        match past.kind {
            PastKind::Check => values[Constant::CheckTimes(phase).index()] += 1,
            PastKind::Call(_) => values[Constant::CallTimes(phase).index()] += 1,
            PastKind::Raise(by) => {
                values[Constant::RaiseTimes(phase).index()] += 1;
                let sum = &mut values[Constant::RaiseIn(phase).index()];
                *sum = sum.saturating_add(by);
            }
        }
    }
    values[Constant::VillainRaise.index()] = values[Constant::RaiseIn(situation.phase).index()];
    values
}

/// Name and value of every constant, for users.
pub fn described(values: &ConstantValues) -> impl Iterator<Item = (&'static str, Chips)> {
    CONSTANTS.iter().zip(values).map(|((_, entry), value)| (entry.name, *value))
}

/// `true` if a constant is always 0 in a phase: it counts what happens in a later one.
pub fn is_zero_in(constant: Constant, phase: Street) -> bool {
    match constant {
        Constant::RaiseIn(own) | Constant::RaiseTimes(own) | Constant::CheckTimes(own) | Constant::CallTimes(own) => {
            own > phase
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_from_the_output_of_programs() {
        let read = |text| Value::first_in(text).map(Value::text);
        assert_eq!(read("equity: 0.5312 of 1").as_deref(), Some("0.5312"));
        assert_eq!(read("-3").as_deref(), Some("-3"));
        assert_eq!(read("12.").as_deref(), Some("12"));
        assert_eq!(read("0.123456789").as_deref(), Some("0.123456"));
        assert_eq!(read("none"), None);
        assert_eq!(read("99999999999999999999"), None);
    }

    #[test]
    fn amounts_are_rounded_to_chips() {
        let half = Decimal::parse("0.5").expect("a number");
        assert_eq!([75, 76, 0].map(|pot| Value::product(half, pot).chips()), [38, 38, 0]);
        assert_eq!(Value::product(Decimal::parse("999999999999").expect("a number"), Chips::MAX).chips(), Chips::MAX);
    }
}
