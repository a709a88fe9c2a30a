//! Commands of external programs: special words become parts of the game state, and answers become numbers or actions.
//! Programs are run by [`programs`](crate::programs).

use boardwright_games::holdem::Card;

use super::Evaluator;
use crate::programs::ProgramError;
use crate::script::ast::Command;
use crate::script::vocabulary::Constant;
use crate::situation::BotAction;
use crate::xml;

impl<'s> Evaluator<'s> {
    /// First line that a program prints; `None` with a warning if there is none. Each command runs once in a decision.
    pub(super) fn answer(&mut self, command: &'s Command) -> Option<String> {
        let known = self.answers.iter().find(|(text, _)| *text == command.text);
        if let Some((_, answer)) = known {
            return answer.clone().ok();
        }
        let answer = self.settings.programs.first_line(&self.words(command));
        self.answers.push((&command.text, answer.clone()));
        answer.inspect_err(|error| self.warn(error.to_string())).ok()
    }

    /// The answer of a program if it has been run already.
    pub(super) fn known_answer(&self, command: &Command) -> Option<&Result<String, ProgramError>> {
        self.answers.iter().find(|(text, _)| *text == command.text).map(|(_, answer)| answer)
    }

    pub(super) fn warn_malformed(&mut self, command: &Command, line: String, expected: &'static str) {
        let program = command.program().to_owned();
        self.warn(ProgramError::Malformed { program, line, expected }.to_string());
    }

    /// The action that a program prints: the name of an action, and a number after `raise`.
    pub(super) fn external_action(&mut self, command: &'s Command) -> Option<BotAction> {
        let line = self.answer(command)?;
        let action = parse_action(&line);
        if action.is_none() {
            self.warn_malformed(command, line, "an action such as `call` or `raise 60`");
        }
        action
    }

    /// Program and arguments. Special words in the arguments are replaced before the arguments are split at blanks; only
    /// the whole game stays one argument.
    fn words(&self, command: &Command) -> Vec<String> {
        let mut words = Vec::new();
        for (at, word) in command.words.iter().enumerate() {
            if at == 0 {
                words.push(word.clone());
            } else if word == "wholegame" {
                words.push(self.situation.original.clone().unwrap_or_else(|| xml::write(self.situation)));
            } else {
                words.extend(self.replaced(word).split_whitespace().map(str::to_owned));
            }
        }
        words
    }

    /// Replaces the special words in an argument.
    fn replaced(&self, argument: &str) -> String {
        let mut out = String::new();
        let mut rest = argument;
        while !rest.is_empty() {
            let length = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
            if length == 0 {
                let sign = rest.chars().next().map_or(0, char::len_utf8);
                out.push_str(&rest[..sign]);
                rest = &rest[sign..];
                continue;
            }
            let word = &rest[..length];
            match self.special_word(word) {
                Some(text) => out.push_str(&text),
                None => out.push_str(word),
            }
            rest = &rest[length..];
        }
        out
    }

    fn special_word(&self, word: &str) -> Option<String> {
        let board = &self.situation.board;
        Some(match word {
            "herocards" => card_texts(&self.situation.hole),
            "flopcards" => card_texts(board.get(..3).unwrap_or_default()),
            "turncard" => card_texts(board.get(3..4).unwrap_or_default()),
            "rivercard" => card_texts(board.get(4..5).unwrap_or_default()),
            "communitycards" => card_texts(board),
            _ => self.constants[Constant::from_name(word)?.index()].to_string(),
        })
    }
}

/// Cards as programs get them: `8H 10D`.
fn card_texts(cards: &[Card]) -> String {
    let text = |card: &Card| match card.rank_letter() {
        'T' => format!("10{}", card.suit_letter().to_ascii_uppercase()),
        rank => format!("{rank}{}", card.suit_letter().to_ascii_uppercase()),
    };
    cards.iter().map(text).collect::<Vec<_>>().join(" ")
}

/// Parses an action such as `raise 60`.
pub(crate) fn parse_action(line: &str) -> Option<BotAction> {
    let mut words = line.split_whitespace();
    let name = words.next()?.to_ascii_lowercase();
    let amount = words.next();
    if words.next().is_some() {
        return None;
    }
    match (name.as_str(), amount) {
        ("fold", None) => Some(BotAction::Fold),
        ("check", None) => Some(BotAction::Check),
        ("call", None) => Some(BotAction::Call),
        ("raise", Some(amount)) => {
            let is_number = amount.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
            let value = super::values::Value::first_in(amount).filter(|_| is_number)?;
            Some(BotAction::Raise(value.chips()))
        }
        _ => None,
    }
}
