//! Amounts of chips in hand histories. Files may have decimal amounts; a hand is played in whole chips, so that all amounts
//! of a file are multiplied by one power of ten.

use super::super::state::MAX_STACK;

/// Most decimal places of an amount.
const MAX_PLACES: usize = 9;

/// A decimal number of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Amount {
    /// Digits without the point and without zeros at the end of the decimal places.
    digits: u64,
    /// Number of decimal places.
    places: u32,
    /// `true` if the number is written with a point.
    is_decimal: bool,
}

impl Amount {
    /// Parses a number such as `100`, `12.50` or `0.25`.
    pub fn parse(text: &str) -> Option<Self> {
        let (whole, fraction) = text.split_once('.').map_or((text, None), |(whole, fraction)| (whole, Some(fraction)));
        let places = fraction.unwrap_or_default().trim_end_matches('0');
        let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
        let has_digits = !whole.is_empty() && fraction != Some("");
        if !has_digits || !is_number(whole) || !fraction.is_none_or(is_number) || places.len() > MAX_PLACES {
            return None;
        }
        let digits = format!("{whole}{places}").parse().ok()?;
        Some(Self { digits, places: places.len() as u32, is_decimal: fraction.is_some() })
    }

    /// The number of a TOML value.
    pub fn of_value(value: &toml::Value) -> Option<Self> {
        match value {
            toml::Value::Integer(number) => Self::parse(&number.to_string()),
            // The shortest text that gives the same float is the text of the file, but for zeros at its end.
            toml::Value::Float(number) if number.is_finite() => {
                Self::parse(&number.to_string()).map(|amount| Self { is_decimal: true, ..amount })
            }
            _ => None,
        }
    }

    /// `true` for zero.
    pub fn is_zero(self) -> bool {
        self.digits == 0
    }
}

/// Unit of the whole chips of a hand: the share of a chip of the file that one of them is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChipUnit {
    /// Decimal places of the amounts; `None` for a file without decimal amounts.
    places: Option<u32>,
}

impl ChipUnit {
    /// The unit in which all these amounts are whole.
    pub(super) fn of(amounts: impl IntoIterator<Item = Amount>) -> Self {
        let of = |unit: Self, amount: Amount| {
            let places = unit.places.unwrap_or(0).max(amount.places);
            Self { places: (unit.places.is_some() || amount.is_decimal).then_some(places) }
        };
        amounts.into_iter().fold(Self::default(), of)
    }

    /// The unit of amounts with this number of decimal places, as far as a file can have them.
    pub(super) fn from_places(places: i64) -> Self {
        Self { places: u32::try_from(places).ok().filter(|&places| places as usize <= MAX_PLACES) }
    }

    /// Number of decimal places of the amounts; `None` for a file without decimal amounts.
    pub(super) fn places(self) -> Option<u32> {
        self.places
    }

    /// Number of whole chips for one chip of the file.
    pub fn per_chip(self) -> u64 {
        10_u64.pow(self.places.unwrap_or(0))
    }

    /// An amount in whole chips; `None` if it is too large, or has more decimal places.
    pub(super) fn whole(self, amount: Amount) -> Option<u32> {
        let more = self.places.unwrap_or(0).checked_sub(amount.places)?;
        let chips = amount.digits.checked_mul(10_u64.pow(more))?;
        u32::try_from(chips).ok().filter(|&chips| chips <= MAX_STACK)
    }

    /// Text of a number of whole chips as an amount of the file, with a point if the file has decimal amounts.
    pub fn text(self, chips: u32) -> String {
        let Some(places) = self.places else { return chips.to_string() };
        let (whole, rest) = (u64::from(chips) / self.per_chip(), u64::from(chips) % self.per_chip());
        let fraction = format!("{rest:0places$}", places = places as usize);
        let fraction = fraction.trim_end_matches('0');
        format!("{whole}.{}", if fraction.is_empty() { "0" } else { fraction })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_lose_nothing() {
        let amounts = ["0.1", "12.25", "100", "7.500"].map(|text| Amount::parse(text).unwrap());
        let unit = ChipUnit::of(amounts);
        assert_eq!(unit.per_chip(), 100);
        let whole = amounts.map(|amount| unit.whole(amount).unwrap());
        assert_eq!(whole, [10, 1225, 10_000, 750]);
        assert_eq!(whole.map(|chips| unit.text(chips)), ["0.1", "12.25", "100.0", "7.5"]);
        let float = |number| Amount::of_value(&toml::Value::Float(number));
        assert_eq!(ChipUnit::of(float(50.0)).text(50), "50.0");
        assert_eq!(ChipUnit::of(Amount::parse("50")).text(50), "50");
        // The sum of binary fractions would not be 0.3.
        assert_eq!(ChipUnit::of(float(0.3)).whole(float(0.3).unwrap()), Some(3));
        for text in ["", ".", "5.", ".5", "-1", "1e3", "1,5", "0.1234567891", "nan"] {
            assert_eq!(Amount::parse(text), None, "{text}");
        }
        for value in [f64::NAN, f64::INFINITY, -0.5, 1e-12] {
            assert_eq!(float(value), None, "{value}");
        }
        assert_eq!(unit.whole(Amount::parse("10000000.01").unwrap()), None, "too large for a stack");
    }
}
