//! Dialogs of card and dice games: a question to the player to move, with its answers, as plain data. A dialog stands
//! beside the [table](crate::table); moves that a click on an object of the table makes need no answer in it.
//!
//! ```
//! use boardwright_game::dialog::{Amount, Answer, Dialog};
//!
//! let dialog = Dialog::new("Bid or pass")
//!     .with_answer(Answer::new("Pass", "pass").with_key('P'))
//!     .with_amount(Amount::new("Bid", "bid {}", 10..=50).with_step(10).with_preset("double", 20));
//! assert!(dialog.answers[0].move_text == "pass" && dialog.amounts[0].move_text_of(30) == "bid 30");
//! ```

use std::ops::RangeInclusive;

use crate::game::{Game, GameExt};

/// A question to the player to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dialog {
    /// The question, or a title; empty if the answers speak for themselves.
    pub title: String,
    /// Answers in the order in which they are shown.
    pub answers: Vec<Answer>,
    /// Answers with an amount, which are shown after the others.
    pub amounts: Vec<Amount>,
}

/// An answer, which makes a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Label for people.
    pub label: String,
    /// Text of the legal move that the answer makes.
    pub move_text: String,
    /// Key that gives the answer: a digit or a capital letter from `A` to `Z`.
    pub key: Option<char>,
    /// Explanation for people; empty if the label says all.
    pub description: String,
}

/// An answer with a number from an interval, all of which are legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amount {
    /// Name of the number.
    pub label: String,
    /// Text of the legal move, with `{}` in place of the number.
    pub move_text: String,
    /// Smallest number.
    pub min: u32,
    /// Largest number.
    pub max: u32,
    /// Distance of two numbers that people usually choose. Numbers between are legal too.
    pub step: u32,
    /// Name of the step, such as `one big blind`; empty if the number says all.
    pub step_name: String,
    /// Usual numbers, smallest first.
    pub presets: Vec<AmountPreset>,
    /// Key that gives the answer with the number that is set: a capital letter from `A` to `Z`.
    pub key: Option<char>,
}

/// A usual number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AmountPreset {
    /// Name for people.
    pub name: String,
    /// The number.
    pub value: u32,
}

impl Dialog {
    /// A dialog with this title and without answers.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), ..Self::default() }
    }

    /// A dialog with an answer for each listed move of the player to move, in games without amounts; `None` if no player
    /// is to move. Labels are the texts of the moves with a capital letter, and the first free letter of each text is
    /// its key.
    pub fn of_moves<G: Game>(game: &G, state: &G::State) -> Option<Self> {
        let mut moves = Vec::new();
        game.legal_moves(state, &mut moves).ok()?.player()?;
        let mut dialog = Self::default();
        for mv in moves {
            let answer = Answer::of_move(game.move_text(state, mv));
            dialog = dialog.with_answer(answer);
        }
        dialog.assign_keys();
        Some(dialog)
    }

    /// The same dialog with one more answer.
    #[must_use]
    pub fn with_answer(mut self, answer: Answer) -> Self {
        self.answers.push(answer);
        self
    }

    /// The same dialog with one more answer that has an amount.
    #[must_use]
    pub fn with_amount(mut self, amount: Amount) -> Self {
        self.amounts.push(amount);
        self
    }

    /// Gives each answer without a key the first letter of its label that no other answer has as its key.
    pub fn assign_keys(&mut self) {
        let of_amounts = self.amounts.iter().filter_map(|amount| amount.key);
        let mut taken: Vec<char> = self.answers.iter().filter_map(|answer| answer.key).chain(of_amounts).collect();
        for answer in self.answers.iter_mut().filter(|answer| answer.key.is_none()) {
            let letters =
                answer.label.chars().filter(char::is_ascii_alphabetic).map(|letter| letter.to_ascii_uppercase());
            answer.key = letters.into_iter().find(|letter| !taken.contains(letter));
            taken.extend(answer.key);
        }
    }

    /// `true` if some answer makes the move with this text.
    pub fn has_move(&self, text: &str) -> bool {
        self.answers.iter().any(|answer| answer.move_text == text)
            || self.amounts.iter().any(|amount| amount.amount_of(text).is_some())
    }
}

impl Answer {
    /// An answer with this label that makes the move with this text.
    pub fn new(label: impl Into<String>, move_text: impl Into<String>) -> Self {
        Self { label: label.into(), move_text: move_text.into(), key: None, description: String::new() }
    }

    /// An answer whose label is the text of its move, with a capital letter.
    pub fn of_move(move_text: impl Into<String>) -> Self {
        let move_text = move_text.into();
        Self::new(capitalized(&move_text), move_text)
    }

    /// The same answer with a key: a digit or a capital letter from `A` to `Z`.
    #[must_use]
    pub fn with_key(self, key: char) -> Self {
        Self { key: Some(key), ..self }
    }

    /// The same answer with an explanation.
    #[must_use]
    pub fn with_description(self, description: impl Into<String>) -> Self {
        Self { description: description.into(), ..self }
    }
}

impl Amount {
    /// An amount with steps of 1. `move_text` has `{}` in place of the number.
    pub fn new(label: impl Into<String>, move_text: impl Into<String>, range: RangeInclusive<u32>) -> Self {
        Self {
            label: label.into(),
            move_text: move_text.into(),
            min: *range.start(),
            max: *range.end(),
            step: 1,
            step_name: String::new(),
            presets: Vec::new(),
            key: None,
        }
    }

    /// The same amount with this step.
    #[must_use]
    pub fn with_step(self, step: u32) -> Self {
        Self { step, ..self }
    }

    /// The same amount with a name of its step.
    #[must_use]
    pub fn with_step_name(self, name: impl Into<String>) -> Self {
        Self { step_name: name.into(), ..self }
    }

    /// The same amount with one more usual number.
    #[must_use]
    pub fn with_preset(mut self, name: impl Into<String>, value: u32) -> Self {
        self.presets.push(AmountPreset { name: name.into(), value });
        self
    }

    /// The same amount with a key: a capital letter from `A` to `Z`.
    #[must_use]
    pub fn with_key(self, key: char) -> Self {
        Self { key: Some(key), ..self }
    }

    /// Text of the move with this number.
    pub fn move_text_of(&self, number: u32) -> String {
        self.move_text.replacen("{}", &number.to_string(), 1)
    }

    /// The legal number that is nearest to this one.
    pub fn clamp(&self, number: u32) -> u32 {
        number.max(self.min).min(self.max)
    }

    /// The number in the text of a move; `None` for other moves, and if the number is outside the interval.
    fn amount_of(&self, text: &str) -> Option<u32> {
        let (before, after) = self.move_text.split_once("{}")?;
        let number = text.strip_prefix(before)?.strip_suffix(after)?.parse().ok()?;
        (self.min..=self.max).contains(&number).then_some(number)
    }
}

/// A text with a capital letter at its beginning.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::Heap;

    #[test]
    fn keys_are_free_letters_of_the_labels() {
        let texts = ["call", "check", "cc", "fold"];
        let mut dialog = texts.into_iter().map(Answer::of_move).fold(Dialog::default(), Dialog::with_answer);
        dialog = dialog.with_amount(Amount::new("Amount", "raise {}", 1..=2).with_key('A'));
        dialog.answers[3].key = Some('H');
        dialog.assign_keys();
        assert_eq!(
            dialog.answers.iter().map(|answer| answer.key).collect::<Vec<_>>(),
            [Some('C'), Some('E'), None, Some('H')]
        );
        assert_eq!(dialog.answers[1].label, "Check");
    }

    #[test]
    fn moves_in_a_dialog_are_found_by_their_texts() {
        let dialog =
            Dialog::new("").with_answer(Answer::new("Pass", "pass")).with_amount(Amount::new("", "bid {}", 2..=9));
        let found =
            ["pass", "bid 2", "bid 9", "bid 1", "bid 10", "bid x", "bid", "fold"].map(|text| dialog.has_move(text));
        assert_eq!(found, [true, true, true, false, false, false, false, false]);
        assert_eq!([1, 5, 12].map(|number| dialog.amounts[0].clamp(number)), [2, 5, 9]);
    }

    #[test]
    fn listed_moves_are_answers() {
        let (game, mut state) = (Heap::with_size(2), Heap::with_size(2).initial_state());
        let dialog = Dialog::of_moves(&game, &state).expect("a player is to move");
        let texts: Vec<&str> = dialog.answers.iter().map(|answer| answer.move_text.as_str()).collect();
        assert_eq!(texts, ["take 1", "take 2"]);
        assert_eq!(dialog.answers[0].key, Some('T'));
        game.apply(&mut state, 2).unwrap();
        assert_eq!(Dialog::of_moves(&game, &state), None, "the game is over");
    }
}
